/* SPDX-License-Identifier: BSD-2-Clause */
/* The journal of the last run is whatever a medium holds after a machine was switched off while writing to
 * it. Reading it ends, keeps to its room, and what is reported of it is one line of plain text, and one for each access
 * that is denied. */
#include "core/record/post_mortem.h"
#include "lib/text.h"
#include "tests/fuzz/fuzz.h"

/* An underscore is between them. */
static const char words[] =
	"command _check _step _read _write _came _later _window_end pass_\n_\n_x on cpu 0_denied _prompt_"
	"msr 0x10 _pci 0000:ff:10.4+0x40 _a.b (mmio 0xfe000000) _uncork 0.1 journal\n";

static char journal[8192];
static size_t journal_length;
static char said[8192];
static size_t said_length;

static void add(const char *bytes, size_t length)
{
	if (journal_length + length > sizeof(journal))
		return;
	memcpy(journal + journal_length, bytes, length);
	journal_length += length;
}

static void take(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert(said_length + length < sizeof(said));
	memcpy(said + said_length, bytes, length);
	said_length += length;
}

static void judge_text(const char *text)
{
	size_t length = strlen(text);

	assert(length < POST_MORTEM_TEXT);
	fuzz_printable(text, length);
}

static unsigned lines_said(void)
{
	unsigned count = 0;

	for (size_t i = 0; i < said_length; i++)
		count += said[i] == '\n';
	return count;
}

static void judge(const struct post_mortem *run, enum record_form form)
{
	struct output output;

	said_length = 0;
	output_start(&output, take, NULL, form);
	post_mortem_report(run, &output);
	assert(output.verdict == VERDICT_PASS);
	assert((run->end == POST_MORTEM_ENDED && !run->suspect_count) == !said_length);
	assert(!said_length || said[said_length - 1] == '\n');
	assert(lines_said() <= 1u + run->suspect_count);
}

static void fuzz(const uint8_t *data, size_t size)
{
	struct post_mortem run;
	char *exact;

	journal_length = 0;
	for (size_t i = 1; i < size; i++) {
		struct slice word =
			data[0] & 1 ? (struct slice){(const char *)&data[i], 1} : fuzz_word(words, '_', data[i]);

		add(word.at, word.length);
	}
	exact = fuzz_exact(journal, journal_length);
	post_mortem_read((struct slice){exact, journal_length}, &run);
	free(exact);
	judge_text(run.access);
	judge_text(run.command);
	judge_text(run.check);
	judge_text(run.step);
	judge_text(run.only);
	assert(run.end != POST_MORTEM_AT_ACCESS || run.access[0]);
	assert(run.suspect_count <= SUSPECTS && run.has_suspect <= run.suspect_count);
	post_mortem_deny(&run);
	for (unsigned i = 0; i < run.suspect_count; i++)
		assert(deny_covers(&run.suspects[i], 0));
	deny_clear();
	judge(&run, FORM_TEXT);
	judge(&run, FORM_JSON);
}
