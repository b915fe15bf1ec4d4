/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/menu.h"

#include "arch/x86/cpuid.h"
#include "efi/files.h"
#include "lib/memory.h"

#define SILICON_FILE  L"\\uncork\\silicon.efi"
#define SILICON_BYTES (2u << 20)
#define SECONDS       3
#define PAUSE_MS      50

static void menu_say(struct console *console, const char *line)
{
	console_write(console, line, strlen(line));
}

static bool has_silicon(const struct console *console)
{
	char first;
	UINTN length;

	/* SVM: AMD APM vol. 3, CPUID function 8000_0001h: ECX bit 2. */
	if (cpuid_execute(NULL, 0x80000000, 0).eax < 0x80000001 || !(cpuid_execute(NULL, 0x80000001, 0).ecx & BIT(2)))
		return false;
	switch (file_read(console->firmware, SILICON_FILE, &first, sizeof(first), &length)) {
	case FILE_OK:
	case FILE_TOO_LARGE: return true;
	default: return false;
	}
}

enum menu_choice menu_ask(struct console *console)
{
	bool silicon = has_silicon(console);
	enum menu_choice choice = MENU_CONFIGURATION;

	menu_say(console, "uncork.cfg runs in 3 s; Space: a prompt instead");
	menu_say(console, silicon ? "; V: virtual silicon, for a demonstration\n" : "\n");
	for (unsigned i = 0; i < SECONDS * 1000 / PAUSE_MS && choice == MENU_CONFIGURATION; i++) {
		int c = console_receive(console, 0);

		if (c == ' ')
			choice = MENU_PROMPT;
		else if (silicon && (c == 'v' || c == 'V'))
			choice = MENU_SILICON;
		else
			firmware_wait(console->firmware, PAUSE_MS);
	}
	return choice;
}

/* LoadImage loads from memory, but needs the image's path. The silicon looks for uncork on the device of its own
 * image. */
static EFI_STATUS load_menu(const struct firmware *firmware, void *bytes, UINTN length, EFI_HANDLE *handle)
{
	EFI_HANDLE device = firmware->loaded->DeviceHandle;
	EFI_DEVICE_PATH *path = firmware_protocol(firmware, device, (EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID);
	EFI_LOADED_IMAGE *loaded;
	EFI_STATUS status;

	status = firmware->services->LoadImage(FALSE, firmware->image, path, bytes, length, handle);
	if (EFI_ERROR(status))
		return status;
	loaded = firmware_protocol(firmware, *handle, (EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID);
	if (loaded)
		loaded->DeviceHandle = device;
	return EFI_SUCCESS;
}

bool menu_start_silicon(struct console *console, struct arena *arena, EFI_STATUS *status)
{
	const struct firmware *firmware = console->firmware;
	size_t mark = arena_mark(arena);
	char *bytes = arena_take(arena, SILICON_BYTES, 1);
	UINTN length = 0;
	EFI_HANDLE handle;

	if (!bytes || file_read(firmware, SILICON_FILE, bytes, SILICON_BYTES, &length) != FILE_OK ||
	    EFI_ERROR(load_menu(firmware, bytes, length, &handle))) {
		menu_say(console, "the virtual silicon cannot be loaded\n");
		arena_release(arena, mark);
		return false;
	}
	arena_release(arena, mark);
	console_give_port(console);
	*status = firmware->services->StartImage(handle, NULL, NULL);
	if (firmware_virtual_silicon(firmware))
		return true;
	console_take_port(console);
	menu_say(console, "the virtual silicon does not start here: is SVM switched off?\n");
	return false;
}
