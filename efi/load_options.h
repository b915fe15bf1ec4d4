/* SPDX-License-Identifier: BSD-2-Clause */
/* Command lines from UEFI: 16-bit characters. */
#ifndef EFI_LOAD_OPTIONS_H
#define EFI_LOAD_OPTIONS_H

#include "pc/loader_words.h"

/* Converts load options of `bytes` bytes to one line, which ends at the first zero whatever `bytes` is. The line is
 * empty unless BOOT_LINE_GIVEN is returned: boot entries may contain any data. `options` need not be aligned. */
MUST_CHECK enum boot_line load_options_line(const void *options, size_t bytes, struct text *line);

/* Appends one argument of a shell's argument vector to the line, after a blank if it is not the first. Non-ASCII
 * characters become '?'. */
void load_options_append(const uint16_t *argument, struct text *line);

#endif
