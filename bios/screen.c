/* SPDX-License-Identifier: BSD-2-Clause */
/* IBM VGA: a character and its attribute in two bytes, from 0xb8000 on; the CRT controller sets the cursor. */
#include "bios/screen.h"

#include "arch/x86/cpu.h"
#include "lib/text.h"

#define CELLS           UINT64_C(0xb8000)
#define BLANK           0x0720 /* light grey on black */
#define ATTRIBUTE       0x0700
#define CRT_INDEX       0x3d4
#define CRT_DATA        0x3d5
#define CURSOR_HIGH     0x0e
#define CURSOR_LOW      0x0f
#define TEXT_80_COLUMNS 3
#define TAB             8
#define ESCAPE          0x1b

void screen_open(struct screen *screen, const struct boot_params *params)
{
	volatile uint16_t *cells = (volatile uint16_t *)CELLS;

	*screen = (struct screen){.cells = NULL};
	if (boot_field(params, BOOT_VIDEO_IS_VGA, 1) != 1 || boot_field(params, BOOT_VIDEO_MODE, 1) != TEXT_80_COLUMNS)
		return;
	cells[0] = 0x0755;
	cells[1] = 0x07aa;
	if (cells[0] != 0x0755 || cells[1] != 0x07aa)
		return; /* it is not memory */
	screen->cells = cells;
	for (unsigned i = 0; i < SCREEN_COLUMNS * SCREEN_LINES; i++)
		cells[i] = BLANK;
}

static void new_line(struct screen *screen)
{
	const unsigned last = SCREEN_COLUMNS * (SCREEN_LINES - 1);

	screen->column = 0;
	if (screen->line < SCREEN_LINES - 1) {
		screen->line++;
		return;
	}
	for (unsigned i = 0; i < last; i++)
		screen->cells[i] = screen->cells[i + SCREEN_COLUMNS];
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		screen->cells[last + i] = BLANK;
}

static void put_cell(struct screen *screen, char c)
{
	if (screen->column == SCREEN_COLUMNS)
		new_line(screen);
	screen->cells[screen->line * SCREEN_COLUMNS + screen->column++] = (uint16_t)(ATTRIBUTE | (uint8_t)c);
}

static void put_character(struct screen *screen, char c)
{
	/* ESC [ digits letter: a prompt sends it to move on its line. The letter ends it. */
	if (c == ESCAPE || screen->in_sequence) {
		screen->in_sequence = !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
		return;
	}
	if (c == '\n')
		new_line(screen);
	else if (c == '\r')
		screen->column = 0;
	else if (c == '\b')
		screen->column -= screen->column > 0;
	else if (c == '\t')
		do
			put_cell(screen, ' ');
		while (screen->column % TAB);
	else if (c >= ' ')
		put_cell(screen, c);
}

void screen_write(struct screen *screen, const char *bytes, size_t length)
{
	unsigned cursor;

	if (!screen->cells)
		return;
	for (size_t i = 0; i < length; i++)
		put_character(screen, bytes[i]);
	cursor = screen->line * SCREEN_COLUMNS + screen->column;
	port_write8(CRT_INDEX, CURSOR_HIGH);
	port_write8(CRT_DATA, (uint8_t)(cursor >> 8));
	port_write8(CRT_INDEX, CURSOR_LOW);
	port_write8(CRT_DATA, (uint8_t)cursor);
}
