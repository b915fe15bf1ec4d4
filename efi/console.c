/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/console.h"

#include "arch/x86/cpu.h"
#include "core/hardware/machine.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/text.h"

#define POLL_US     1000
#define TICKS_LEAST 1000000 /* at least: a second, if the clock's rate is known */

enum port {
	PORT_NONE,   /* the path leads to no serial port */
	PORT_OURS,   /* the console's port */
	PORT_OTHER,  /* another port */
	PORT_UNKNOWN /* the path does not say which port, so it may be the console's */
};

/* A path's ACPI node identifies a PC's port: PNP0501 and the port's number. */
static bool is_com_port(const EFI_DEVICE_PATH *node, uint32_t *number)
{
	const ACPI_HID_DEVICE_PATH *acpi = (const ACPI_HID_DEVICE_PATH *)node;

	if (DevicePathType(node) != ACPI_DEVICE_PATH || node->SubType != ACPI_DP ||
	    (size_t)DevicePathNodeLength(node) < sizeof(*acpi) || acpi->HID != EISA_PNP_ID(0x0501))
		return false;
	*number = acpi->UID;
	return true;
}

static enum port port_of(const struct console *console, const EFI_DEVICE_PATH *node)
{
	static const uint64_t bases[] = {0x3f8, 0x2f8};
	enum port port = PORT_NONE;
	uint32_t number;

	for (; node && !IsDevicePathEndType(node); node = NextDevicePathNode(node)) {
		if ((size_t)DevicePathNodeLength(node) < sizeof(*node))
			return port;
		if (is_com_port(node, &number))
			return number < ARRAY_SIZE(bases) && !console->uart.memory_mapped &&
					       bases[number] == console->uart.base
				       ? PORT_OURS
				       : PORT_OTHER;
		if (DevicePathType(node) == MESSAGING_DEVICE_PATH && node->SubType == MSG_UART_DP)
			port = PORT_UNKNOWN;
	}
	return port;
}

/* Handles without a device path are the firmware's merged consoles. */
static const EFI_DEVICE_PATH *path_of(const struct firmware *firmware, EFI_HANDLE handle)
{
	return firmware_protocol(firmware, handle, (EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID);
}

/* U-Boot has a single console, which outputs where U-Boot does: to the port, unless there is a display. Its path does
 * not tell. */
static bool is_port_itself(const struct console *console, const EFI_DEVICE_PATH *path)
{
	EFI_GUID guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID;
	void *display = NULL;

	return console->uart.present && DevicePathType(path) == HARDWARE_DEVICE_PATH && path->SubType == HW_VENDOR_DP &&
	       (size_t)DevicePathNodeLength(path) >= sizeof(*path) && IsDevicePathEndType(NextDevicePathNode(path)) &&
	       EFI_ERROR(console->firmware->services->LocateProtocol(&guid, NULL, &display));
}

static void add_screen(struct console *console, EFI_HANDLE handle)
{
	const EFI_DEVICE_PATH *path = path_of(console->firmware, handle);
	SIMPLE_TEXT_OUTPUT_INTERFACE *screen =
		firmware_protocol(console->firmware, handle, (EFI_GUID)EFI_SIMPLE_TEXT_OUTPUT_PROTOCOL_GUID);
	enum port port = port_of(console, path);

	if (!path || !screen || console->screen_count == CONSOLE_SCREENS || (port != PORT_NONE && port != PORT_OTHER) ||
	    is_port_itself(console, path))
		return;
	console->screens[console->screen_count++] = screen;
}

/* Calls `visit` for every handle that has the protocol. */
static void each_handle(struct console *console, EFI_GUID guid, void (*visit)(struct console *, EFI_HANDLE))
{
	EFI_BOOT_SERVICES *services = console->firmware->services;
	EFI_HANDLE *handles = NULL;
	UINTN count = 0;

	if (EFI_ERROR(services->LocateHandleBuffer(ByProtocol, &guid, NULL, &count, &handles)) || !handles)
		return;
	for (UINTN i = 0; i < count; i++)
		visit(console, handles[i]);
	services->FreePool(handles);
}

/* If the firmware reads its keys from the console's port, two readers would split each line between them. */
static void note_keyboard(struct console *console, EFI_HANDLE handle)
{
	enum port port = port_of(console, path_of(console->firmware, handle));

	if (port == PORT_OURS || port == PORT_UNKNOWN)
		console->keys_from_uart = false;
}

/* Number of bytes before the path's end; 0 if it is damaged. */
static size_t path_length(const EFI_DEVICE_PATH *path)
{
	const EFI_DEVICE_PATH *node = path;

	for (; !IsDevicePathEndType(node); node = NextDevicePathNode(node))
		if ((size_t)DevicePathNodeLength(node) < sizeof(*node))
			return 0;
	return (size_t)((const char *)node - (const char *)path);
}

/* Notes the end of the handle's path if it is a terminal on the console's port. */
static void note_terminal(struct console *console, EFI_HANDLE handle)
{
	const EFI_DEVICE_PATH *path = path_of(console->firmware, handle);
	const EFI_DEVICE_PATH *port = path_of(console->firmware, console->terminal);
	size_t length = path ? path_length(path) : 0, before = path_length(port), behind = length - before;

	if (length <= before || behind > sizeof(console->terminal_path) - sizeof(*path) || memcmp(path, port, before))
		return;
	memcpy(console->terminal_path.bytes, (const char *)path + before, behind + sizeof(*path));
}

/* Only the path shows that this SerialIo is on the console's port. Its terminal polls every 20 ms with a FIFO of 16
 * bytes: it would take half of the keys and lose fast input. */
static void disconnect_terminal(struct console *console, EFI_HANDLE handle)
{
	EFI_BOOT_SERVICES *services = console->firmware->services;

	if (console->terminal || port_of(console, path_of(console->firmware, handle)) != PORT_OURS)
		return;
	console->terminal = handle;
	SetDevicePathEndNode(&console->terminal_path.node);
	each_handle(console, (EFI_GUID)EFI_SIMPLE_TEXT_OUTPUT_PROTOCOL_GUID, note_terminal);
	if (EFI_ERROR(services->DisconnectController(handle, NULL, NULL)))
		console->terminal = NULL;
}

/* Firmware timers are held while the port's registers have another meaning. */
void console_take_port(struct console *console)
{
	EFI_BOOT_SERVICES *services = console->firmware->services;
	struct text description = TEXT_OVER(console->description);
	EFI_TPL before;

	if (!console->uart.present)
		return;
	each_handle(console, (EFI_GUID)EFI_SERIAL_IO_PROTOCOL_GUID, disconnect_terminal);
	before = services->RaiseTPL(TPL_HIGH_LEVEL);
	uart_make_sane(&console->uart);
	services->RestoreTPL(before);
	text_format(&description, "%s%s%s", console->uart.how, console->uart.set_up,
		    console->terminal ? ", taken from the firmware's terminal" : "");
}

void console_give_port(struct console *console)
{
	EFI_DEVICE_PATH *kind = IsDevicePathEnd(&console->terminal_path.node) ? NULL : &console->terminal_path.node;

	/* A terminal of another kind would not become the firmware's console, which is known by its path. */
	if (console->terminal)
		console->firmware->services->ConnectController(console->terminal, NULL, kind, TRUE);
	console->terminal = NULL;
}

/* Takes the port and finds the other outputs and the source of keys. */
static void attach(struct console *console)
{
	const struct firmware *firmware = console->firmware;

	console_take_port(console);
	console->screen_count = 0;
	if (console->uart.present) {
		each_handle(console, (EFI_GUID)EFI_SIMPLE_TEXT_OUTPUT_PROTOCOL_GUID, add_screen);
	} else if (firmware->system->ConOut) {
		console->screens[0] = firmware->system->ConOut;
		console->screen_count = 1;
	}
	console->keys_from_uart = console->uart.present;
	if (firmware->system->ConIn)
		each_handle(console, (EFI_GUID)EFI_SIMPLE_TEXT_INPUT_PROTOCOL_GUID, note_keyboard);
	console->uart.listening = console->keys_from_uart;
}

void console_open(struct console *console, const struct firmware *firmware, char *backlog)
{
	*console = (struct console){.firmware = firmware, .backlog = backlog};
	uart_find(&console->uart, firmware_rsdp(firmware));
	attach(console);
}

bool console_use_port(struct console *console, uint16_t port)
{
	if (!uart_move(&console->uart, port))
		return false;
	console_give_port(console);
	attach(console);
	return true;
}

uint64_t console_time_us(const struct machine *machine)
{
	uint64_t rate = machine ? machine->ticks_per_second : 0;

	return rate < TICKS_LEAST ? 0 : cpu_ticks() / (rate / 1000000);
}

static uint64_t lines_of(const char *bytes, size_t length)
{
	uint64_t lines = 0;

	for (size_t i = 0; i < length; i++)
		lines += bytes[i] == '\n';
	return lines;
}

/* Screens need 16-bit characters and a carriage return before each line feed. */
static void console_put(struct console *console, const char *bytes, size_t length)
{
	CHAR16 line[128];
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\n')
			line[used++] = '\r';
		line[used++] = (unsigned char)bytes[i];
		if (i + 1 < length && used < ARRAY_SIZE(line) - 3)
			continue;
		line[used] = 0;
		for (unsigned s = 0; s < console->screen_count; s++)
			console->screens[s]->OutputString(console->screens[s], line);
		used = 0;
	}
}

/* Returns false if the text is left out. A slow screen gets only important text: the serial port has everything. */
static bool is_shown(struct console *console, const char *bytes, size_t length)
{
	char doing[160], progress[100];
	struct text where = TEXT_OVER(doing), text = TEXT_OVER(progress);

	if (!console->unattended || !slow_screen_is(&console->slow))
		return true;
	if (console->matters) {
		if (slow_screen_resume(&console->slow))
			console_put(console, "\n", 1);
		return true;
	}
	write_ahead_where(&where);
	if (slow_screen_leave_out(&console->slow, lines_of(bytes, length), console_time_us(console->machine), doing,
				  &text))
		console_put(console, text.at, text.length);
	return false;
}

static void show_later(struct console *console, const char *bytes, size_t length)
{
	size_t room = CONSOLE_BACKLOG - console->waiting;
	size_t taken = length < room ? length : room;

	memcpy(console->backlog + console->waiting, bytes, taken);
	console->waiting += taken;
	console->dropped += length - taken;
}

void console_send(void *context, const char *bytes, size_t length)
{
	struct console *console = context;

	if (console->uart.present)
		uart_write(&console->uart, bytes, length);
	else if (console->held && !console->emergency)
		show_later(console, bytes, length);
	else
		console_put(console, bytes, length);
}

void console_show(void *context, const char *bytes, size_t length)
{
	struct console *console = context;
	uint64_t began;

	if (!console->uart.present || !console->screen_count || console->emergency)
		return;
	if (console->held) {
		show_later(console, bytes, length);
		return;
	}
	if (!is_shown(console, bytes, length))
		return;
	began = console_time_us(console->machine);
	console_put(console, bytes, length);
	if (began)
		slow_screen_note(&console->slow, lines_of(bytes, length), console_time_us(console->machine) - began);
}

void console_write(void *context, const char *bytes, size_t length)
{
	console_send(context, bytes, length);
	console_show(context, bytes, length);
}

static const char *sequence_of(UINT16 scan_code)
{
	static const struct {
		UINT16 scan_code;
		const char *sequence;
	} keys[] = {
		{SCAN_UP, "\x1b[A"},   {SCAN_DOWN, "\x1b[B"}, {SCAN_RIGHT, "\x1b[C"},   {SCAN_LEFT, "\x1b[D"},
		{SCAN_HOME, "\x1b[H"}, {SCAN_END, "\x1b[F"},  {SCAN_DELETE, "\x1b[3~"}, {SCAN_ESC, "\x1b"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].scan_code == scan_code)
			return keys[i].sequence;
	return "";
}

static int poll_keys(struct console *console)
{
	SIMPLE_INPUT_INTERFACE *keyboard = console->firmware->system->ConIn;
	EFI_INPUT_KEY key = {0};

	if (console->typed && *console->typed)
		return *console->typed++;
	if (keyboard && !EFI_ERROR(keyboard->ReadKeyStroke(keyboard, &key))) {
		if (key.UnicodeChar && key.UnicodeChar < 0x80)
			return (int)key.UnicodeChar;
		console->typed = key.UnicodeChar ? "" : sequence_of(key.ScanCode);
		if (*console->typed)
			return *console->typed++;
	}
	return console->uart.present && console->keys_from_uart ? uart_read(&console->uart) : -1;
}

int console_receive(void *context, unsigned timeout_ms)
{
	struct console *console = context;

	/* Without firmware there is no clock; a read of the port takes about a microsecond. */
	if (console->emergency) {
		int c = uart_read(&console->uart);

		for (unsigned looks = timeout_ms * 1000; c < 0 && looks; looks--)
			c = uart_read(&console->uart);
		return c;
	}
	if (console->held)
		return -1;
	for (;;) {
		int c = poll_keys(console);

		if (c >= 0 || !timeout_ms)
			return c;
		console->firmware->services->Stall(POLL_US);
		timeout_ms--;
	}
}

void console_hold(void *context)
{
	struct console *console = context;

	console->before_hold = console->firmware->services->RaiseTPL(TPL_HIGH_LEVEL);
	console->held = true;
}

void console_release(void *context)
{
	static const char gap[] = "\n[lines missing here were written to the serial port only]\n";
	struct console *console = context;

	console->held = false;
	console->firmware->services->RestoreTPL(console->before_hold);
	console_put(console, console->backlog, console->waiting);
	if (console->dropped)
		console_put(console, gap, sizeof(gap) - 1);
	console->waiting = 0;
	console->dropped = 0;
}

const char *console_description(const struct console *console)
{
	if (!console->uart.present)
		return "the firmware's console; no serial port answers";
	return console->description;
}
