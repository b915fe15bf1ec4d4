/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands that the program was started with. */
#ifndef EFI_ARGUMENTS_H
#define EFI_ARGUMENTS_H

#include "efi/firmware.h"
#include "pc/loader_words.h"

/* The line given by the UEFI shell, a boot entry, or the program that loaded us. */
MUST_CHECK enum boot_line arguments_line(const struct firmware *firmware, struct text *line);

/* True if a UEFI shell started us. */
bool arguments_from_shell(const struct firmware *firmware);

#endif
