/* SPDX-License-Identifier: BSD-2-Clause */
/* Command lines as UEFI hands them over: 16-bit characters, of which some senders add more than was
 * typed. */
#ifndef EFI_LOAD_OPTIONS_H
#define EFI_LOAD_OPTIONS_H

#include "lib/text.h"

/* Turns load options of `bytes` bytes into one line of commands. The end is a zero or the end of the
 * bytes. Dropped are: a first word that names an image ("uncork.efi", as old shells put it there) and
 * a last word "initrd=..." (QEMU). False, with `line` empty, if the options are no text: boot entries
 * may carry anything. `options` need not be aligned. */
MUST_CHECK bool load_options_line(const void *options, size_t bytes, struct text *line);

/* Appends one argument of a shell's argument vector to the line, after a blank if it is not the
 * first. Characters that are not ASCII become '?'. */
void load_options_append(const uint16_t *argument, struct text *line);

#endif
