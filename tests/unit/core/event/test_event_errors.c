/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings that are refused: of which kind the error is, and where. The words, and what is offered instead, are in
 * tests/golden/event-errors.txt. */
#include "core/event/event.h"
#include "tests/unit/support/unit.h"

static const struct processor *xeon;

static int find_xeon(void **state)
{
	(void)state;
	xeon = processor_by_name("xeon-7500");
	return xeon ? 0 : -1;
}

struct refusal {
	const char *string;
	enum diagnostic_kind kind;
	unsigned column, length;
};

static void assert_refused(const struct refusal *expected)
{
	struct event_config config;
	struct diagnostic diagnostic;

	if (event_parse(xeon, slice_of(expected->string), &config, &diagnostic))
		fail_msg("%s was accepted", expected->string);
	if (diagnostic.kind != expected->kind || diagnostic.column != expected->column ||
	    diagnostic.length != expected->length)
		fail_msg("%s: kind %u at %u, %u characters: %s", expected->string, diagnostic.kind, diagnostic.column,
			 diagnostic.length, diagnostic.reason);
}

static void assert_all_refused(const struct refusal *refusals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_refused(&refusals[i]);
}

/* clang-format off */

TEST(strings_that_are_none)
{
	static const struct refusal refusals[] = {
		{"", DIAGNOSTIC_SYNTAX, 0, 1},
		{"cbox0::LLC HITS", DIAGNOSTIC_SYNTAX, 10, 1},
		{"LLC_HITS\n", DIAGNOSTIC_SYNTAX, 8, 1},
		{"LLC_\xc3\xa4", DIAGNOSTIC_SYNTAX, 4, 1},
		{"LLC_HITS,WOKEN", DIAGNOSTIC_SYNTAX, 8, 1},
		{"cbox0", DIAGNOSTIC_SYNTAX, 5, 1},
		{"cbox0::", DIAGNOSTIC_SYNTAX, 7, 1},
		{"::LLC_HITS", DIAGNOSTIC_BOX, 0, 1},
		{":", DIAGNOSTIC_SYNTAX, 0, 1},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(boxes_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox8::LLC_HITS", DIAGNOSTIC_BOX, 0, 5},
		{"nhmex_unc_cbox10::LLC_HITS", DIAGNOSTIC_BOX, 0, 16},
		{"cbox::LLC_HITS", DIAGNOSTIC_BOX, 0, 4},
		{"wbox1::PROCHOT", DIAGNOSTIC_BOX, 0, 5},
		{"cbox00::LLC_HITS", DIAGNOSTIC_BOX, 0, 6},
		{"cbx3::LLC_HITS", DIAGNOSTIC_BOX, 0, 4},
		{"snbep_unc_cbo0::X", DIAGNOSTIC_BOX, 0, 14},
		{"cbox99999999999999999999::LLC_HITS", DIAGNOSTIC_BOX, 0, 24},
		{"cbox0x1::LLC_HITS", DIAGNOSTIC_BOX, 0, 7},
		{"LLC_HITS::M", DIAGNOSTIC_BOX, 0, 8},
		{"uncore_cbox_8/event=1/", DIAGNOSTIC_BOX, 0, 13},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(events_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0::LLC_HIT", DIAGNOSTIC_EVENT, 7, 7},
		{"LLC_MISES:S", DIAGNOSTIC_EVENT, 0, 9},
		{"cbox0::PROCHOT", DIAGNOSTIC_EVENT, 7, 7},
		{"wbox::LLC_HITS:M", DIAGNOSTIC_EVENT, 6, 8},
		{"TRANS_IRK", DIAGNOSTIC_EVENT, 0, 9},
		{"nonsense_of_this_kind", DIAGNOSTIC_EVENT, 0, 21},
		{"an_event_name_that_is_far_too_long_to_be_quoted", DIAGNOSTIC_EVENT, 0, 47},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(umasks_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0::MAF_NACK2", DIAGNOSTIC_UMASK, 7, 9},
		{"SINKS_P2C:t=1", DIAGNOSTIC_UMASK, 0, 9},
		{"cbox0::LLC_HITS:Q", DIAGNOSTIC_MODIFIER, 16, 1},
		{"cbox0::SNPS:REMOTE_RD0", DIAGNOSTIC_MODIFIER, 12, 10},
		{"cbox0::LLC_HITS:M=1", DIAGNOSTIC_MODIFIER, 16, 3},
		{"cbox0::LLC_HITS:", DIAGNOSTIC_MODIFIER, 16, 1},
		{"cbox0::LLC_HITS:M:", DIAGNOSTIC_MODIFIER, 18, 1},
		{"cbox0::LLC_HITS::M", DIAGNOSTIC_MODIFIER, 16, 1},
		{"cbox0::LLC_HITS:0x100", DIAGNOSTIC_MODIFIER, 16, 5},
		{"cbox0::LLC_HITS:0x", DIAGNOSTIC_MODIFIER, 16, 2},
		{"cbox0::LLC_HITS:0x1g", DIAGNOSTIC_MODIFIER, 16, 4},
		{"cbox0::LLC_HITS:M:0x2", DIAGNOSTIC_MODIFIER, 18, 3},
		{"cbox0::LLC_HITS:0x2:M", DIAGNOSTIC_MODIFIER, 20, 1},
		{"ubox::WOKEN:0x1", DIAGNOSTIC_MODIFIER, 12, 3},
		{"cbox0::LLC_HITS:ALL:e", DIAGNOSTIC_AMBIGUOUS, 20, 1},
		{"cbox0::LLC_MISSES:t=4:i", DIAGNOSTIC_AMBIGUOUS, 22, 1},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(modifiers_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0::LLC_HITS:M:t", DIAGNOSTIC_VALUE, 18, 1},
		{"cbox0::LLC_HITS:M:t=", DIAGNOSTIC_VALUE, 18, 2},
		{"cbox0::LLC_HITS:M:t=256", DIAGNOSTIC_VALUE, 20, 3},
		{"cbox0::LLC_HITS:M:t=-1", DIAGNOSTIC_VALUE, 20, 2},
		{"cbox0::LLC_HITS:M:t=4x", DIAGNOSTIC_VALUE, 20, 2},
		{"cbox0::LLC_HITS:M:t=08", DIAGNOSTIC_VALUE, 20, 2},
		{"cbox0::LLC_HITS:M:t=1=2", DIAGNOSTIC_VALUE, 20, 3},
		{"cbox0::LLC_HITS:M:t=18446744073709551617", DIAGNOSTIC_VALUE, 20, 20},
		{"wbox::PROCHOT:e=2", DIAGNOSTIC_VALUE, 16, 1},
		{"wbox::PROCHOT:e=yes", DIAGNOSTIC_VALUE, 16, 3},
		{"wbox::PROCHOT:t=1:t=2", DIAGNOSTIC_CONFLICT, 18, 3},
		{"wbox::PROCHOT:u", DIAGNOSTIC_MODIFIER, 14, 1},
		{"wbox::PROCHOT:en=1", DIAGNOSTIC_MODIFIER, 14, 4},
		{"ubox::WOKEN:t=1", DIAGNOSTIC_MODIFIER, 12, 3},
		{"ubox::WOKEN:i", DIAGNOSTIC_MODIFIER, 12, 1},
		{"wbox::FIXED_UNCORE_CLK:t=1", DIAGNOSTIC_MODIFIER, 23, 3},
		{"wbox::PROCHOT:i", DIAGNOSTIC_MODIFIER, 14, 1},
		{"wbox::PROCHOT:e=1:i=1:t=0", DIAGNOSTIC_MODIFIER, 18, 3},
		{"cbox0::OCCUPANCY_MAF:e=1:t=1", DIAGNOSTIC_COMBINATION, 21, 3},
		{"cbox0::STARVED_EGRESS:IV:e", DIAGNOSTIC_COMBINATION, 25, 1},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(perf_terms_that_are_none)
{
	static const struct refusal refusals[] = {
		{"uncore_cbox_0/event=0x15", DIAGNOSTIC_SYNTAX, 24, 1},
		{"uncore_cbox_0/", DIAGNOSTIC_SYNTAX, 14, 1},
		{"uncore_cbox_0//", DIAGNOSTIC_SYNTAX, 14, 1},
		{"uncore_cbox_0/event=1/u", DIAGNOSTIC_SYNTAX, 22, 1},
		{"uncore_cbox_0/event=1,/", DIAGNOSTIC_SYNTAX, 22, 1},
		{"uncore_cbox_0/umask=1/", DIAGNOSTIC_SYNTAX, 0, 13},
		{"uncore_cbox_0/event/", DIAGNOSTIC_VALUE, 14, 5},
		{"uncore_cbox_0/event=/", DIAGNOSTIC_VALUE, 14, 6},
		{"uncore_cbox_0/event=0x115/", DIAGNOSTIC_VALUE, 20, 5},
		{"uncore_ubox/event=0x200/", DIAGNOSTIC_VALUE, 18, 5},
		{"uncore_ubox/event=1,umask=1/", DIAGNOSTIC_MODIFIER, 20, 7},
		{"uncore_cbox_0/event=1,t=1/", DIAGNOSTIC_MODIFIER, 22, 3},
		{"uncore_cbox_0/event=1,tresh=1/", DIAGNOSTIC_MODIFIER, 22, 7},
		{"uncore_cbox_0/event=1,event=2/", DIAGNOSTIC_CONFLICT, 22, 7},
		{"uncore_cbox_0/event=1,inv/", DIAGNOSTIC_MODIFIER, 22, 3},
		{"uncore_cbox_0/event=0x18,edge/", DIAGNOSTIC_COMBINATION, 25, 4},
		{"uncore_cbox_0/LLC_HITS:M,event=1/", DIAGNOSTIC_CONFLICT, 25, 7},
		{"uncore_cbox_0/event=1,LLC_HITS:M/", DIAGNOSTIC_CONFLICT, 22, 10},
		{"uncore_cbox_0/LLC_HITS:M,LLC_HITS:E/", DIAGNOSTIC_CONFLICT, 25, 10},
		{"uncore_wbox/event=0xff,edge/", DIAGNOSTIC_MODIFIER, 23, 4},
		{"uncore_wbox/edge,event=0xff/", DIAGNOSTIC_MODIFIER, 0, 28},
		{"uncore_wbox/edge,FIXED_UNCORE_CLK/", DIAGNOSTIC_MODIFIER, 0, 34},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(raw_values_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0:", DIAGNOSTIC_VALUE, 6, 1},
		{"cbox0:LLC_HITS", DIAGNOSTIC_VALUE, 6, 8},
		{"cbox0:0x10000000000000000", DIAGNOSTIC_VALUE, 6, 19},
		{"cbox0:0x6000000000400115", DIAGNOSTIC_VALUE, 6, 18},
		{"cbox0:0x8003ffff002b0115", DIAGNOSTIC_VALUE, 6, 18},
		{"ubox:0x200", DIAGNOSTIC_VALUE, 5, 5},
		{"cbox0:0x840115", DIAGNOSTIC_MODIFIER, 6, 8},
		{"cbox0:0x40018", DIAGNOSTIC_COMBINATION, 6, 7},
		{"cbox9:0x15", DIAGNOSTIC_BOX, 0, 5},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

/* clang-format on */

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
