/* SPDX-License-Identifier: BSD-2-Clause */
/* A VGA's screen in text mode: 80 columns, 25 lines. */
#ifndef BIOS_SCREEN_H
#define BIOS_SCREEN_H

#include "pc/boot_params.h"

#define SCREEN_COLUMNS 80
#define SCREEN_LINES   25

struct screen {
	volatile uint16_t *cells; /* NULL: there is none */
	unsigned column, line;
	bool in_sequence; /* within a terminal's escape sequence, which the screen ignores */
};

/* Finds the screen and clears it. */
void screen_open(struct screen *screen, const struct boot_params *params);

/* Writes text with '\n' at the ends of lines. Callable anywhere. */
void screen_write(struct screen *screen, const char *bytes, size_t length);

#endif
