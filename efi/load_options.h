/* SPDX-License-Identifier: BSD-2-Clause */
/* Command lines as UEFI hands them over: 16-bit characters. */
#ifndef EFI_LOAD_OPTIONS_H
#define EFI_LOAD_OPTIONS_H

#include "pc/loader_words.h"

/* Turns load options of `bytes` bytes into one line, which ends at the first zero, however many bytes are said to follow, and is
 * empty unless BOOT_LINE_GIVEN is returned: boot entries may carry anything. `options` need not be aligned. */
MUST_CHECK enum boot_line load_options_line(const void *options, size_t bytes, struct text *line);

/* Appends one argument of a shell's argument vector to the line, after a blank if it is not the
 * first. Characters that are not ASCII become '?'. */
void load_options_append(const uint16_t *argument, struct text *line);

#endif
