/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings that are refused: those that no line of text holds, those of any length, and what every refusal keeps to. All others, with the
 * words, are in tests/golden/event-errors.txt. */
#include "core/event/event.h"
#include "tests/unit/support/unit.h"

static const struct processor *xeon;

static int find_xeon(void **state)
{
	(void)state;
	xeon = processor_by_name("xeon-7500");
	return xeon ? 0 : -1;
}

TEST(strings_that_are_no_text)
{
	static const struct {
		const char *string;
		unsigned column;
	} refusals[] = {{"", 0}, {"LLC_HITS\n", 8}, {"LLC_\xc3\xa4", 4}, {"LLC_HITS,WOKEN", 8}};

	for (unsigned i = 0; i < ARRAY_SIZE(refusals); i++) {
		struct event_config config;
		struct diagnostic diagnostic;

		assert_false(event_parse(xeon, slice_of(refusals[i].string), &config, &diagnostic));
		assert_int_equal(diagnostic.kind, DIAGNOSTIC_SYNTAX);
		assert_int_equal(diagnostic.column, refusals[i].column);
		assert_int_equal(diagnostic.length, 1);
	}
}

TEST(diagnostics_point_at_the_place)
{
	struct slice string = slice_of("cbox0::LLC_HIT:M");
	struct event_config config;
	struct diagnostic diagnostic;
	char bytes[256];
	struct text text = TEXT_OVER(bytes);

	assert_false(event_parse(xeon, string, &config, &diagnostic));
	diagnostic_text(&diagnostic, string, &text);
	assert_string_equal(bytes, "cbox0::LLC_HIT:M\n"
				   "       ^~~~~~~\n"
				   "no event 'LLC_HIT' in cbox\n"
				   "did you mean LLC_HITS?\n");
}

TEST(diagnostics_do_not_pass_on_control_characters)
{
	struct slice string = slice_of("a\x1b[2J::\x07");
	struct event_config config;
	struct diagnostic diagnostic;
	char bytes[256];
	struct text text = TEXT_OVER(bytes);

	assert_false(event_parse(xeon, string, &config, &diagnostic));
	diagnostic_text(&diagnostic, string, &text);
	for (const char *at = bytes; *at; at++)
		assert_true((*at >= ' ' && *at <= '~') || *at == '\n');
}

/* A diagnostic is usable whatever the string was. */
static void assert_sane(struct slice string, const struct diagnostic *diagnostic)
{
	assert_true(diagnostic->kind > DIAGNOSTIC_NONE && diagnostic->kind < DIAGNOSTIC_KINDS);
	assert_true(diagnostic->column <= string.length);
	assert_true(diagnostic->length >= 1);
	assert_true(diagnostic->column + diagnostic->length <= string.length + 1);
	assert_true(diagnostic->reason[0]);
	assert_true(memchr(diagnostic->reason, 0, sizeof(diagnostic->reason)) != NULL);
	assert_true(memchr(diagnostic->hint, 0, sizeof(diagnostic->hint)) != NULL);
}

TEST(any_prefix_of_a_string_is_read_or_refused_sanely)
{
	static const char *const strings[] = {
		"nhmex_unc_cbox0::SNP_HITS:REMOTE_RFO_HITF:REMOTE_RD_HITM:t=0x40:i=1:e=0",
		"uncore_cbox_7/event=0x15,umask=0x0f,edge=1,inv=1,thresh=255/",
		"nhmex_unc_cbox0:0xffd4ffff",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(strings); i++) {
		for (size_t length = 0; length <= strlen(strings[i]); length++) {
			char *copy = malloc(length + 1); /* so that reading beyond is seen */
			struct slice string = {copy, length};
			struct event_config config;
			struct diagnostic diagnostic;

			memcpy(copy, strings[i], length);
			if (!event_parse(xeon, string, &config, &diagnostic))
				assert_sane(string, &diagnostic);
			free(copy);
		}
	}
}

TEST(strings_without_end_are_refused_at_the_limit)
{
	static char bytes[100000];
	static const char fill[] = {'a', ':', '/', ',', '0', '*', '=', '.', '\0', '\xff'};
	struct event_config config;
	struct diagnostic diagnostic;

	for (unsigned i = 0; i < sizeof(fill); i++) {
		struct slice string = {bytes, sizeof(bytes)};

		memset(bytes, fill[i], sizeof(bytes));
		assert_false(event_parse(xeon, string, &config, &diagnostic));
		assert_int_equal(diagnostic.column, EVENT_STRING_MAX);
		assert_sane(string, &diagnostic);
		string.length = EVENT_STRING_MAX;
		assert_false(event_parse(xeon, string, &config, &diagnostic));
		assert_sane(string, &diagnostic);
	}
}

BEFORE_ALL(find_xeon)
