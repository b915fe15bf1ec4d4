/* SPDX-License-Identifier: BSD-2-Clause */
/* A console that is told ahead: each first access before it is made, in every form, and nothing else is changed by
 * it. On a terminal nothing of it is left over. */
#include "core/hardware/write_ahead.h"
#include "lib/text.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

#define COLUMNS   256
#define ADDRESSES 0x1000

static struct bench bench;
static bool seen[2][ADDRESSES];
static unsigned firsts, told;

static void tell(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(length && bytes[length - 1] == '\n');
	record_ahead(&bench.output, (struct slice){bytes, length});
}

/* The last line is about this access. */
static void expect_told(const struct location *where, bool write)
{
	char bytes[40];
	struct text place = TEXT_OVER(bytes);
	const char *said;
	size_t from = bench.length;

	if (where->address >= ADDRESSES || seen[write][where->address])
		return;
	seen[write][where->address] = true;
	firsts++;
	while (from && (from > bench.length - 2 || (bench.said[from - 1] != '\n' && bench.said[from - 1] != '\r')))
		from--;
	said = bench.said + from;
	location_text(where, &place);
	told += strstr(said, bytes) && strstr(said, write ? "write " : "read ");
}

static enum outcome read_told(struct hw *hw, const struct location *where, uint64_t *value)
{
	expect_told(where, false);
	return bench.read(hw, where, value);
}

static enum outcome write_told(struct hw *hw, const struct location *where, uint64_t value)
{
	expect_told(where, true);
	return bench.write(hw, where, value);
}

static void run(enum record_form form, bool whole_lines, bool ahead)
{
	static const struct write_ahead_sink sink = {tell, true, NULL};

	set_up(&bench, "xeon-7500", "");
	output_form(&bench.output, form);
	bench.output.whole_lines = whole_lines;
	memset(seen, 0, sizeof(seen));
	firsts = told = 0;
	if (ahead) {
		bench.read = bench.host.hw.read;
		bench.write = bench.host.hw.write;
		bench.host.hw.read = read_told;
		bench.host.hw.write = write_told;
		assert_true(write_ahead_open(&sink, &bench.machine, &bench.arena));
	}
	run_checks(&bench, "cbox3.*");
	write_ahead_close();
	record_settle(&bench.output);
	assert_int_equal(output_end(&bench.output), VERDICT_PASS);
}

/* ---- what a terminal shows ------------------------------------------------------------------------------- */

struct screen {
	char *text;
	size_t length;
	char line[COLUMNS];
	unsigned column, width;
};

static void end_line(struct screen *screen)
{
	while (screen->width && screen->line[screen->width - 1] == ' ')
		screen->width--;
	memcpy(screen->text + screen->length, screen->line, screen->width);
	screen->length += screen->width;
	screen->text[screen->length++] = '\n';
	screen->column = screen->width = 0;
}

/* The lines that are left on it, without those that tell ahead. */
static char *shown(const char *of_ahead)
{
	struct screen screen = {.text = calloc(1, OUTPUT_BYTES)};

	for (size_t i = 0; i < bench.length; i++) {
		char c = bench.said[i];
		size_t start = screen.length;

		if (c == '\r') {
			screen.column = 0;
		} else if (c == '\b') {
			screen.column--;
		} else if (c == '\n') {
			end_line(&screen);
			if (!strncmp(screen.text + start, of_ahead, strlen(of_ahead)))
				screen.length = start;
		} else {
			assert_true(screen.column < COLUMNS);
			screen.line[screen.column++] = c;
			if (screen.column > screen.width)
				screen.width = screen.column;
		}
	}
	screen.text[screen.length] = 0;
	return screen.text;
}

TEST(every_first_access_is_told_and_nothing_else_changes)
{
	static const struct {
		enum record_form form;
		bool whole_lines;
		const char *of_ahead;
	} rows[] = {
		{FORM_TEXT, false, "\r"},
		{FORM_TEXT, true, "next: "},
		{FORM_KTAP, false, "# ahead "},
		{FORM_JSON, false, "{\"record\":\"ahead\","},
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char *without, *with;

		run(rows[i].form, rows[i].whole_lines, false);
		without = shown("\r");
		tear_down(&bench);
		run(rows[i].form, rows[i].whole_lines, true);
		print_message("form %u: %u first accesses, %zu bytes instead of %zu\n", (unsigned)rows[i].form, firsts,
			      bench.length, strlen(without));
		assert_in_range(firsts, 300, 1000);
		assert_int_equal(told, firsts);
		with = shown(rows[i].of_ahead);
		assert_string_equal(with, without);
		assert_true(bench.length > strlen(without));
		tear_down(&bench);
		free(with);
		free(without);
	}
}

/* No status is wider than a terminal, and what comes of an access stands behind it. */
TEST(a_status_fits_a_terminal)
{
	static const char longest[] =
		"write rbox0.port0_qlx_cfg (msr 0xe0f) = 0x1234567812345678 on cpu 287, in check knights-landing.rbox0.port0_qlx_cfg.bits\n";

	set_up(&bench, "xeon-7500", "");
	bench.output.form = FORM_TEXT;
	record_ahead(&bench.output, slice_of(longest));
	record_ahead(&bench.output, slice_of("came fault\n"));
	assert_true(bench.length <= 2 + 79);
	assert_string_equal(bench.said + bench.length - strlen(": fault"), ": fault");
	record_ahead(&bench.output, slice_of("check x\n"));
	record_ahead(&bench.output, slice_of("step\n"));
	assert_string_equal(bench.said + bench.length - 12, "\r\rstep   \b\b\b");
	record_note(&bench.output, "y");
	assert_string_equal(bench.said + bench.length - strlen("\rnote:  y\n"), "\rnote:  y\n");
	record_ahead(&bench.output, slice_of("check x\n"));
	record_settle(&bench.output);
	assert_string_equal(bench.said + bench.length - 10, "\r\r       \r");
	tear_down(&bench);
}
