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

static bool is_memory(volatile uint16_t *cells)
{
	cells[0] = 0x0755;
	cells[1] = 0x07aa;
	return cells[0] == 0x0755 && cells[1] == 0x07aa;
}

void screen_open(struct screen *screen, const struct boot_params *params)
{
	volatile uint16_t *cells = (volatile uint16_t *)CELLS;

	*screen = (struct screen){.cells = NULL};
	if (boot_field(params, BOOT_VIDEO_IS_VGA, 1) != 1 ||
	    boot_field(params, BOOT_VIDEO_MODE, 1) != TEXT_80_COLUMNS || !is_memory(cells))
		return;
	screen->cells = cells;
	for (unsigned i = 0; i < SCREEN_COLUMNS * SCREEN_LINES; i++)
		cells[i] = BLANK;
}

static void scroll(struct screen *screen)
{
	const unsigned last = SCREEN_COLUMNS * (SCREEN_LINES - 1);

	for (unsigned i = 0; i < last; i++)
		screen->cells[i] = screen->cells[i + SCREEN_COLUMNS];
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		screen->cells[last + i] = BLANK;
}

static void new_line(struct screen *screen)
{
	screen->column = 0;
	if (screen->line < SCREEN_LINES - 1)
		screen->line++;
	else
		scroll(screen);
}

static void put_cell(struct screen *screen, char c)
{
	if (screen->column == SCREEN_COLUMNS)
		new_line(screen);
	screen->cells[screen->line * SCREEN_COLUMNS + screen->column++] = (uint16_t)(ATTRIBUTE | (uint8_t)c);
}

/* ESC [ digits letter: a prompt sends it to move on its line. */
static bool skip_sequence(struct screen *screen, char c)
{
	if (c == ESCAPE)
		screen->in_sequence = true;
	else if (!screen->in_sequence)
		return false;
	else if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
		screen->in_sequence = false;
	return true;
}

static void put_character(struct screen *screen, char c)
{
	if (skip_sequence(screen, c))
		return;
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

static void set_cursor(const struct screen *screen)
{
	unsigned at = screen->line * SCREEN_COLUMNS + screen->column;

	port_write8(CRT_INDEX, CURSOR_HIGH);
	port_write8(CRT_DATA, (uint8_t)(at >> 8));
	port_write8(CRT_INDEX, CURSOR_LOW);
	port_write8(CRT_DATA, (uint8_t)at);
}

void screen_write(struct screen *screen, const char *bytes, size_t length)
{
	if (!screen->cells)
		return;
	for (size_t i = 0; i < length; i++)
		put_character(screen, bytes[i]);
	set_cursor(screen);
}
