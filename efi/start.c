/* SPDX-License-Identifier: BSD-2-Clause */
/* From the firmware's entry point to the end of the run: inventory, commands, result. */
#include "arch/x86/cpu.h"
#include "arch/x86/qemu.h"
#include "arch/x86/run.h"
#include "core/hardware/write_ahead.h"
#include "core/version.h"
#include "efi/arguments.h"
#include "efi/console.h"
#include "efi/files.h"
#include "efi/memory.h"
#include "efi/menu.h"
#include "efi/network.h"
#include "efi/processors.h"
#include "efi/stick.h"
#include "efi/upload.h"
#include "lib/memory.h"

#define ARENA_BYTES_WANTED (64u << 20)
#define ARENA_BYTES_LEAST  (1u << 20)
#define LINE_BYTES         2048
#define SCRIPT_BYTES       65536
#define FILE_PATH_ROOM     64
#define NO_END             "none: the run did not reach its end"

static struct {
	struct firmware firmware;
	struct console console;
	struct stick stick;
	struct upload upload;
	bool networked;    /* the commands came from a server */
	bool unwelcome;    /* the server has a place for results and refuses them */
	bool keeps_result; /* the commands came from the medium, so the result is written there */
} efi;

static bool take_firmware_memory(const struct firmware *firmware, struct arena *arena)
{
	for (size_t size = ARENA_BYTES_WANTED; size >= ARENA_BYTES_LEAST; size /= 2) {
		EFI_PHYSICAL_ADDRESS address;

		if (EFI_ERROR(firmware->services->AllocatePages(AllocateAnyPages, EfiLoaderData,
								EFI_SIZE_TO_PAGES(size), &address)))
			continue;
		*arena = (struct arena){.at = (uint8_t *)address, .size = size};
		return true;
	}
	return false;
}

static void give_memory_back(const struct firmware *firmware, const struct arena *arena)
{
	firmware->services->FreePages((EFI_PHYSICAL_ADDRESS)arena->at, EFI_SIZE_TO_PAGES(arena->size));
}

static void stall_us(void *context, uint64_t microseconds)
{
	struct console *console = context;

	console->firmware->services->Stall(microseconds);
}

static struct processors_start start_processors(void *context, void (*agent)(void))
{
	struct console *console = context;

	return processors_start(console->firmware, agent);
}

static bool collect_processors(void *context)
{
	struct console *console = context;

	return processors_collect(console->firmware);
}

/* UEFI allocates from the top of the allowed range, so a result below `first` means that no higher memory is free. */
static uint64_t take_pages(void *context, uint64_t first, uint64_t last, uint64_t bytes)
{
	const struct console *console = context;
	EFI_BOOT_SERVICES *services = console->firmware->services;
	EFI_PHYSICAL_ADDRESS at = last;

	if (services->AllocatePages(AllocateMaxAddress, EfiLoaderData, EFI_SIZE_TO_PAGES(bytes), &at) != EFI_SUCCESS)
		return 0;
	if (at >= first)
		return at;
	services->FreePages(at, EFI_SIZE_TO_PAGES(bytes));
	return 0;
}

static void give_pages(void *context, uint64_t at, uint64_t bytes)
{
	const struct console *console = context;

	console->firmware->services->FreePages(at, EFI_SIZE_TO_PAGES(bytes));
}

static void hold(void *context)
{
	write_ahead_hold();
	console_hold(context);
}

static void release_firmware(void *context)
{
	console_release(context);
	write_ahead_release();
}

static void power_by_firmware(void *context, enum power_action action)
{
	static const EFI_RESET_TYPE types[] = {[POWER_RESET] = EfiResetCold, [POWER_OFF] = EfiResetShutdown};
	struct console *console = context;

	if (action != POWER_STAY)
		console->firmware->system->RuntimeServices->ResetSystem(types[action], EFI_SUCCESS, 0, NULL);
}

static void enter_emergency(void *context)
{
	struct console *console = context;

	console->emergency = true;
}

static struct x86_boot describe_boot(void)
{
	struct x86_boot boot = run_boot();

	boot.rsdp = firmware_rsdp(&efi.firmware);
	boot.smbios = firmware_smbios(&efi.firmware);
	firmware_time(&efi.firmware, boot.began);
	boot.virtual_silicon = firmware_virtual_silicon(&efi.firmware);
	boot.hold = hold;
	boot.release = release_firmware;
	boot.stall_us = stall_us;
	boot.start_processors = start_processors;
	boot.collect_processors = collect_processors;
	boot.memory = efi_memory_regions(&efi.firmware, &run.arena, &boot.memory_count);
	boot.power = power_by_firmware;
	boot.take_memory = take_pages;
	boot.give_memory = give_pages;
	boot.context = &efi.console;
	return boot;
}

#define RESULT_BYTES 160

/* The contents of result.txt, in `text`. */
static struct slice result_text(const char *result, struct text *text)
{
	text_format(text, "uncork %s\nresult: %s\n", uncork_version, result);
	text_format(text, "passed: %u\nfailed: %u\nskipped: %u\nuntested: %u\n", run.output.passed, run.output.failed,
		    run.output.skipped, run.output.untested);
	return (struct slice){text->at, text->length};
}

static void write_result(const char *result)
{
	char bytes[RESULT_BYTES];
	struct text text = TEXT_OVER(bytes);
	struct slice contents;

	if (!efi.keeps_result || efi.stick.gone)
		return;
	contents = result_text(result, &text);
	if (file_write(&efi.firmware, RESULT_FILE, contents) == FILE_OK)
		return;
	efi.keeps_result = false;
	record_note(&run.output, "result.txt cannot be written to the medium");
}

/* Writes the result that stays on the server if the machine stops during the run. */
static void start_upload(void)
{
	char bytes[RESULT_BYTES];
	struct text text = TEXT_OVER(bytes);

	efi.unwelcome = !upload_open(&efi.upload, &efi.firmware, &run.arena, result_text(NO_END, &text));
}

/* The end record is already written, so errors become a plain line. */
static void end_upload(const char *result)
{
	char bytes[RESULT_BYTES];
	struct text text = TEXT_OVER(bytes);
	const char *refused = upload_close(&efi.upload, result_text(result, &text));

	if (!refused)
		return;
	text_clear(&text);
	text_format(&text, "uncork: the server has refused %s\n", refused);
	console_write(&efi.console, text.at, text.length);
}

_Static_assert(SCRIPT_BYTES == 65536 && LINE_BYTES == 2048, "the messages below say so");

static struct boot_commands no_commands(const char *wrong)
{
	return (struct boot_commands){.wrong = wrong};
}

#define NETWORK_WATCHDOG_S 300
#define WATCHDOG_CODE      0x10000 /* UEFI specification 2.10, section 7.5: lower codes are the firmware's */

/* If a server keeps the connection busy without an answer, the platform's watchdog resets the board. */
static enum file_outcome read_from_server(char *script, UINTN *length)
{
	EFI_BOOT_SERVICES *services = efi.firmware.services;
	const char *server = network_server(&efi.firmware);
	enum file_outcome outcome;
	char bytes[64];
	struct text line = TEXT_OVER(bytes);

	if (!server)
		return FILE_ABSENT;
	text_format(&line, "uncork: asking the %s server for uncork.cfg\n", server);
	console_write(&efi.console, line.at, line.length);
	services->SetWatchdogTimer(NETWORK_WATCHDOG_S, WATCHDOG_CODE, 0, NULL);
	outcome = network_read(&efi.firmware, "uncork.cfg", script, SCRIPT_BYTES, length);
	services->SetWatchdogTimer(0, 0, 0, NULL);
	return outcome;
}

/* Finds commands if the boot command line has none: those of uncork.cfg, else typed ones. */
static struct boot_commands find_configuration(void)
{
	char *script = arena_take(&run.arena, SCRIPT_BYTES, 1);
	enum file_outcome outcome;
	UINTN length = 0;

	if (!script)
		return (struct boot_commands){.kind = COMMANDS_SCRIPT, .wrong = "no memory to read uncork.cfg into"};
	/* The file is on the medium or the server that uncork was loaded from. */
	outcome = file_read(&efi.firmware, CONFIGURATION_FILE, script, SCRIPT_BYTES, &length);
	if (outcome == FILE_ABSENT) {
		efi.networked = true;
		outcome = read_from_server(script, &length);
	}
	switch (outcome) {
	case FILE_OK: return (struct boot_commands){.kind = COMMANDS_SCRIPT, .text = {script, length}};
	case FILE_TOO_LARGE:
		return (struct boot_commands){.kind = COMMANDS_SCRIPT,
					      .wrong = "uncork.cfg is longer than 65536 bytes"};
	case FILE_FAILED: return (struct boot_commands){.kind = COMMANDS_SCRIPT, .wrong = "uncork.cfg cannot be read"};
	case FILE_ABSENT: break;
	}
	return no_commands(NULL);
}

static struct boot_commands find_boot_commands(void)
{
	char *bytes = arena_take(&run.arena, LINE_BYTES, 1);
	struct boot_commands boot_commands;
	struct text line;

	if (!bytes)
		return no_commands("no memory for the command line");
	line = text_over(bytes, LINE_BYTES);
	switch (arguments_line(&efi.firmware, &line)) {
	case BOOT_LINE_GIVEN:
		/* A line typed at a shell has no words of a loader. */
		if (run_take_line(&line, efi.firmware.from_shell, &boot_commands))
			return boot_commands;
		break;
	case BOOT_LINE_TOO_LONG: return no_commands("more than 2047 characters of commands");
	case BOOT_LINE_NO_TEXT: run.note = "the boot entry's options are not text and were ignored"; break;
	case BOOT_LINE_NONE: break;
	}
	return find_configuration();
}

/* Writes output to the console and, if a medium or a server keeps it, to the log. */
static void write_console(void *context, const char *bytes, size_t length)
{
	(void)context;
	efi.console.matters = run.output.matters;
	link_write(&run.link, bytes, length);
	efi.console.matters = false;
	stick_write(&efi.stick.files[STICK_LOG], bytes, length);
	upload_keep(&efi.upload, UPLOAD_LOG, bytes, length);
}

static void keep_record(void *context, const char *bytes, size_t length)
{
	stick_write(context, bytes, length);
	upload_keep(&efi.upload, UPLOAD_RESULTS, bytes, length);
}

/* Returns true if the virtual silicon was started and has returned; *status is its run's status. There is no choice if
 * uncork already runs on silicon. */
static bool ask_for_choice(EFI_STATUS *status)
{
	struct boot_commands *boot_commands = &run.boot_commands;

	if (boot_commands->wrong || boot_commands->kind != COMMANDS_SCRIPT || firmware_virtual_silicon(&efi.firmware))
		return false;
	switch (menu_ask(&efi.console)) {
	case MENU_SILICON: return menu_start_silicon(&efi.console, &run.arena, status);
	case MENU_PROMPT: *boot_commands = (struct boot_commands){.kind = COMMANDS_TYPED}; break;
	case MENU_CONFIGURATION: break;
	}
	return false;
}

/* Makes "\\uncork\\NAME"; false if NAME cannot be a file there. */
static bool path_of(const char *name, CHAR16 path[FILE_PATH_ROOM])
{
	static const char directory[] = "\\uncork\\";
	size_t at = 0;

	for (const char *c = directory; *c; c++)
		path[at++] = (CHAR16)*c;
	for (; *name && at < FILE_PATH_ROOM - 1; name++) {
		if (*name <= ' ' || *name > '~' || *name == '\\' || *name == '/' || *name == ':')
			return false;
		path[at++] = (CHAR16)*name;
	}
	path[at] = 0;
	return !*name && at > sizeof(directory) - 1;
}

/* Reads a file from the medium, else from QEMU. */
static const char *read_file(const char *name, char *bytes, size_t room, size_t *length)
{
	CHAR16 path[FILE_PATH_ROOM];
	UINTN size = 0;

	if (!path_of(name, path))
		return "not the name of a file in \\uncork";
	switch (file_read(&efi.firmware, path, bytes, room, &size)) {
	case FILE_OK: *length = size; return NULL;
	case FILE_TOO_LARGE: return "it is too long";
	case FILE_FAILED: return "it cannot be read";
	case FILE_ABSENT: break;
	}
	return run.qemu ? qemu_read_file(name, bytes, room, length) : "no such file in \\uncork on the medium";
}

static void keep_ticket(void)
{
	stick_keep_ticket(&efi.stick, &run.output);
}

static enum verdict run_all(void)
{
	const struct x86_boot boot = describe_boot();
	const struct stick_run stick_run = {&efi.console, &run.machine, &run.output};
	char bytes[80];
	struct text kept = TEXT_OVER(bytes);
	bool scripted = run.boot_commands.kind == COMMANDS_SCRIPT;
	enum verdict verdict;

	run.read_file = read_file;
	run.keep_ticket = keep_ticket;
	efi.console.machine = &run.machine;
	efi.console.unattended = run.boot_commands.kind != COMMANDS_TYPED;
	output_start(&run.output, write_console, NULL, FORM_TEXT);
	stick_open(&efi.stick, &stick_run, &run.arena);
	run.output.keep = keep_record;
	run.output.keep_context = &efi.stick.files[STICK_RESULTS];
	if (scripted && efi.networked)
		start_upload();
	run_greet("x86_64 UEFI");
	if (efi.unwelcome)
		record_note(&run.output, "the server refuses result.txt: no results are sent");
	/* This result stays if the machine stops during the run. It is written first, so that a nearly full medium has
	 * room for it, now and at the end. */
	efi.keeps_result = scripted && !efi.networked;
	write_result(NO_END);
	stick_announce(&efi.stick, &run.output, efi.keeps_result);
	stick_report_post_mortem(&efi.stick, &run.output);
	run_machine(&boot);
	/* The firmware would later wake the CPUs that were not returned, and wait forever. */
	if (run.kept) {
		text_format(&kept, "%u processors were not returned to the firmware", run.kept);
		record_note(&run.output, "%s: the run does not return to it", bytes);
		write_ahead_say("kept", bytes);
	}
	stick_complain(&efi.stick, &run.output);
	verdict = output_end(&run.output);
	stick_close(&efi.stick, verdict_name(verdict));
	write_result(verdict_name(verdict));
	link_finish(&run.link);
	end_upload(verdict_name(verdict));
	return verdict;
}

static bool open_firmware(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct firmware *firmware = &efi.firmware;

	*firmware = (struct firmware){
		.image = image,
		.system = system,
		.services = system->BootServices,
	};
	firmware->loaded = firmware_protocol(firmware, image, (EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID);
	firmware->from_shell = arguments_from_shell(firmware);
	run.qemu = qemu_is_underneath(firmware_rsdp(firmware));
	return firmware->loaded && take_firmware_memory(firmware, &run.arena);
}

/* Writes waiting data to the medium first, because waiting for keys may take long. */
static int receive(void *context, unsigned timeout_ms)
{
	stick_settle(&efi.stick);
	return console_receive(context, timeout_ms);
}

static const char *use_port(uint16_t port)
{
	return console_use_port(&efi.console, port) ? console_description(&efi.console) : NULL;
}

/* The firmware's output may have ended within a line. */
static void open_link(void)
{
	static const struct link_ends ends = {
		.write = console_write,
		.send = console_send,
		.show = console_show,
		.receive = receive,
		.context = &efi.console,
	};

	run.use_port = use_port;
	run.uart = &efi.console.uart;
	run.console = console_description(&efi.console);
	run.emergency = enter_emergency;
	run.context = &efi.console;
	link_open(&run.link, &ends, &run.arena);
	console_write(&efi.console, "\n", 1);
}

static void __attribute__((noreturn)) reset_instead(void)
{
	static const char reason[] = "uncork: not all processors were returned to the firmware: reset\n";
	static const char failure[] = "uncork: this had no effect; the board needs a reset\n";

	console_write(&efi.console, reason, sizeof(reason) - 1);
	uart_drain(&efi.console.uart);
	power_act(&run.machine, POWER_RESET, false);
	console_write(&efi.console, failure, sizeof(failure) - 1);
	uart_drain(&efi.console.uart);
	cpu_stop();
}

static EFI_STATUS leave(enum verdict verdict)
{
	/* clang-format off */
	static const EFI_STATUS statuses[] = {
		[VERDICT_PASS]    = EFI_SUCCESS,
		[VERDICT_FAIL]    = EFI_ABORTED,
		[VERDICT_ERROR]   = EFI_INVALID_PARAMETER,
		[VERDICT_TIMEOUT] = EFI_TIMEOUT,
		[VERDICT_CRASH]   = EFI_DEVICE_ERROR,
	};
	/* clang-format on */

	uart_drain(&efi.console.uart);
	verdict = run_power(verdict);
	if (run.qemu && !efi.firmware.from_shell)
		qemu_end(verdict);
	if (run.kept)
		reset_instead();
	console_give_port(&efi.console);
	if (run.arena.at)
		give_memory_back(&efi.firmware, &run.arena);
	return statuses[verdict];
}

static EFI_STATUS __attribute__((noinline)) enter(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	EFI_STATUS status;
	char *backlog;

	if (!open_firmware(image, system))
		return leave(VERDICT_ERROR);
	/* The boot manager resets the machine if its application runs for five minutes. */
	system->BootServices->SetWatchdogTimer(0, 0, 0, NULL);
	backlog = arena_take(&run.arena, CONSOLE_BACKLOG, 1);
	if (!backlog)
		return leave(VERDICT_ERROR);
	console_open(&efi.console, &efi.firmware, backlog);
	open_link();
	run.boot_commands = find_boot_commands();
	run_settings();
	if (!ask_for_choice(&status))
		return leave(run_all());
	console_give_port(&efi.console);
	give_memory_back(&efi.firmware, &run.arena);
	return status;
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	bool cet = cpu_disable_cet();
	EFI_STATUS status = enter(image, system);

	cpu_restore_cet(cet);
	return status;
}
