/* SPDX-License-Identifier: BSD-2-Clause */
/* Shows the next access before it is made, and its outcome. */
#include "core/hardware/write_ahead.h"
#include "core/program/watchdog.h"
#include "core/record/record.h"
#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"

/* Fits a terminal's line, less its last column, where a character may start a new line, and less the outcome. */
#define STATUS_COLUMNS 72

static const char begins[] = "\r\r", ends[] = "\r";

static void write_run(struct output *output, char c, uint8_t count)
{
	char run[2 * STATUS_COLUMNS];

	memset(run, c, sizeof(run));
	output->write(output->context, run, count);
}

void record_settle(struct output *output)
{
	if (!output->status)
		return;
	output->write(output->context, begins, sizeof(begins) - 1);
	write_run(output, ' ', output->status);
	output->write(output->context, ends, sizeof(ends) - 1);
	output->status = 0;
}

/* Covers the previous status and moves the cursor back to the end of the new one. */
static void show_status(struct output *output, struct slice what)
{
	char bytes[STATUS_COLUMNS];
	uint8_t length = (uint8_t)min_u64(what.length, sizeof(bytes));
	uint8_t rest = output->status > length ? (uint8_t)(output->status - length) : 0;

	for (uint8_t i = 0; i < length; i++)
		bytes[i] = what.at[i] >= ' ' && what.at[i] <= '~' ? what.at[i] : '?';
	output->write(output->context, begins, sizeof(begins) - 1);
	output->write(output->context, bytes, length);
	write_run(output, ' ', rest);
	write_run(output, '\b', rest);
	output->status = length;
}

void record_ahead(struct output *output, struct slice what)
{
	static const char colon[] = ": ";
	struct slice rest, word;
	struct record record;

	if (what.length && what.at[what.length - 1] == '\n')
		what.length--;
	if (output->form != FORM_TEXT || output->whole_lines) {
		record_begin(&record, output, "ahead");
		text_bytes(record_compose(&record, "what"), what.at, what.length);
		record_end(&record);
		return;
	}

	rest = what;
	word = slice_cut(&rest, ' ');
	if (!slice_is(word, "came")) {
		show_status(output, what);
		return;
	}
	/* The outcome is appended to the status if that is still shown. */
	if (!output->status || output->status > STATUS_COLUMNS)
		return;
	output->write(output->context, colon, sizeof(colon) - 1);
	output->write(output->context, rest.at, rest.length);
	output->status = (uint8_t)(output->status + sizeof(colon) - 1 + rest.length);
}

void record_stuck(struct output *output, const struct machine *machine, const struct stuck_access *access)
{
	char bytes[320];
	struct text what = TEXT_OVER(bytes);

	stuck_access_text(machine, access, &what);
	write_ahead_where(&what);
	record_error(output, VERDICT_FAIL,
		     "%s\npower the board off and on; `test` shows whether only this register is affected", bytes);
}
