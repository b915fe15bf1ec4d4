/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands from the program's arguments. */
#ifndef EFI_ARGUMENTS_H
#define EFI_ARGUMENTS_H

#include "efi/firmware.h"
#include "pc/loader_words.h"

/* Reads the line from the UEFI shell, a boot entry, or the program that loaded uncork. */
MUST_CHECK enum boot_line arguments_line(const struct firmware *firmware, struct text *line);

/* True if a UEFI shell started uncork. */
bool arguments_from_shell(const struct firmware *firmware);

#endif
