/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/arguments.h"

#include <efishell.h>

#include "efi/load_options.h"

static const EFI_SHELL_PARAMETERS_PROTOCOL *shell_parameters(const struct firmware *firmware)
{
	return firmware_protocol(firmware, firmware->image, (EFI_GUID)EFI_SHELL_PARAMETERS_PROTOCOL_GUID);
}

bool arguments_from_shell(const struct firmware *firmware)
{
	return shell_parameters(firmware);
}

enum boot_line arguments_line(const struct firmware *firmware, struct text *line)
{
	const EFI_LOADED_IMAGE *loaded = firmware->loaded;
	const EFI_SHELL_PARAMETERS_PROTOCOL *shell = shell_parameters(firmware);

	if (shell) {
		for (UINTN i = 1; i < shell->Argc; i++)
			load_options_append((const uint16_t *)shell->Argv[i], line);
		if (line->truncated)
			return BOOT_LINE_TOO_LONG;
		return line->length ? BOOT_LINE_GIVEN : BOOT_LINE_NONE;
	}
	if (!loaded || !loaded->LoadOptions)
		return BOOT_LINE_NONE;
	return load_options_line(loaded->LoadOptions, loaded->LoadOptionsSize, line);
}
