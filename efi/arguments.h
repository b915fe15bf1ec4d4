/* SPDX-License-Identifier: BSD-2-Clause */
/* What we were asked to do. */
#ifndef EFI_ARGUMENTS_H
#define EFI_ARGUMENTS_H

#include "efi/firmware.h"
#include "lib/text.h"

enum arguments {
	ARGUMENTS_NONE,
	ARGUMENTS_GIVEN,
	ARGUMENTS_TOO_LONG,  /* they don't fit `line` and must not be run in part */
	ARGUMENTS_UNREADABLE /* a boot entry's options that are no text: as if none had been given */
};

/* The line of commands given by the UEFI shell, a boot entry, or the program that loaded us. */
enum arguments arguments_line(const struct firmware *firmware, struct text *line);

/* True if a UEFI shell started us. */
bool arguments_from_shell(const struct firmware *firmware);

#endif
