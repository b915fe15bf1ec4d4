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
	enum complaint_kind kind;
	unsigned column, length;
};

static void assert_refused(const struct refusal *expected)
{
	struct event_choice choice;
	struct complaint complaint;

	if (event_parse(xeon, slice_of(expected->string), &choice, &complaint))
		fail_msg("%s was accepted", expected->string);
	if (complaint.kind != expected->kind || complaint.column != expected->column ||
	    complaint.length != expected->length)
		fail_msg("%s: kind %u at %u, %u characters: %s", expected->string, complaint.kind, complaint.column,
			 complaint.length, complaint.reason);
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
		{"", COMPLAINT_SYNTAX, 0, 1},
		{"cbox0::LLC HITS", COMPLAINT_SYNTAX, 10, 1},
		{"LLC_HITS\n", COMPLAINT_SYNTAX, 8, 1},
		{"LLC_\xc3\xa4", COMPLAINT_SYNTAX, 4, 1},
		{"LLC_HITS,WOKEN", COMPLAINT_SYNTAX, 8, 1},
		{"cbox0", COMPLAINT_SYNTAX, 5, 1},
		{"cbox0::", COMPLAINT_SYNTAX, 7, 1},
		{"::LLC_HITS", COMPLAINT_BOX, 0, 1},
		{":", COMPLAINT_SYNTAX, 0, 1},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(boxes_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox8::LLC_HITS", COMPLAINT_BOX, 0, 5},
		{"nhmex_unc_cbox10::LLC_HITS", COMPLAINT_BOX, 0, 16},
		{"cbox::LLC_HITS", COMPLAINT_BOX, 0, 4},
		{"wbox1::PROCHOT", COMPLAINT_BOX, 0, 5},
		{"cbox00::LLC_HITS", COMPLAINT_BOX, 0, 6},
		{"cbx3::LLC_HITS", COMPLAINT_BOX, 0, 4},
		{"snbep_unc_cbo0::X", COMPLAINT_BOX, 0, 14},
		{"cbox99999999999999999999::LLC_HITS", COMPLAINT_BOX, 0, 24},
		{"cbox0x1::LLC_HITS", COMPLAINT_BOX, 0, 7},
		{"LLC_HITS::M", COMPLAINT_BOX, 0, 8},
		{"uncore_cbox_8/event=1/", COMPLAINT_BOX, 0, 13},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(events_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0::LLC_HIT", COMPLAINT_EVENT, 7, 7},
		{"LLC_MISES:S", COMPLAINT_EVENT, 0, 9},
		{"cbox0::PROCHOT", COMPLAINT_EVENT, 7, 7},
		{"wbox::LLC_HITS:M", COMPLAINT_EVENT, 6, 8},
		{"TRANS_IRK", COMPLAINT_EVENT, 0, 9},
		{"nonsense_of_this_kind", COMPLAINT_EVENT, 0, 21},
		{"an_event_name_that_is_far_too_long_to_be_quoted", COMPLAINT_EVENT, 0, 47},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(umasks_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0::MAF_NACK2", COMPLAINT_UMASK, 7, 9},
		{"SINKS_P2C:t=1", COMPLAINT_UMASK, 0, 9},
		{"cbox0::LLC_HITS:Q", COMPLAINT_MODIFIER, 16, 1},
		{"cbox0::SNPS:REMOTE_RD0", COMPLAINT_MODIFIER, 12, 10},
		{"cbox0::LLC_HITS:M=1", COMPLAINT_MODIFIER, 16, 3},
		{"cbox0::LLC_HITS:", COMPLAINT_MODIFIER, 16, 1},
		{"cbox0::LLC_HITS:M:", COMPLAINT_MODIFIER, 18, 1},
		{"cbox0::LLC_HITS::M", COMPLAINT_MODIFIER, 16, 1},
		{"cbox0::LLC_HITS:0x100", COMPLAINT_MODIFIER, 16, 5},
		{"cbox0::LLC_HITS:0x", COMPLAINT_MODIFIER, 16, 2},
		{"cbox0::LLC_HITS:0x1g", COMPLAINT_MODIFIER, 16, 4},
		{"cbox0::LLC_HITS:M:0x2", COMPLAINT_MODIFIER, 18, 3},
		{"cbox0::LLC_HITS:0x2:M", COMPLAINT_MODIFIER, 20, 1},
		{"ubox::WOKEN:0x1", COMPLAINT_MODIFIER, 12, 3},
		{"cbox0::LLC_HITS:ALL:e", COMPLAINT_AMBIGUOUS, 20, 1},
		{"cbox0::LLC_MISSES:t=4:i", COMPLAINT_AMBIGUOUS, 22, 1},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(modifiers_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0::LLC_HITS:M:t", COMPLAINT_VALUE, 18, 1},
		{"cbox0::LLC_HITS:M:t=", COMPLAINT_VALUE, 18, 2},
		{"cbox0::LLC_HITS:M:t=256", COMPLAINT_VALUE, 20, 3},
		{"cbox0::LLC_HITS:M:t=-1", COMPLAINT_VALUE, 20, 2},
		{"cbox0::LLC_HITS:M:t=4x", COMPLAINT_VALUE, 20, 2},
		{"cbox0::LLC_HITS:M:t=08", COMPLAINT_VALUE, 20, 2},
		{"cbox0::LLC_HITS:M:t=1=2", COMPLAINT_VALUE, 20, 3},
		{"cbox0::LLC_HITS:M:t=18446744073709551617", COMPLAINT_VALUE, 20, 20},
		{"wbox::PROCHOT:e=2", COMPLAINT_VALUE, 16, 1},
		{"wbox::PROCHOT:e=yes", COMPLAINT_VALUE, 16, 3},
		{"wbox::PROCHOT:t=1:t=2", COMPLAINT_CONFLICT, 18, 3},
		{"wbox::PROCHOT:u", COMPLAINT_MODIFIER, 14, 1},
		{"wbox::PROCHOT:en=1", COMPLAINT_MODIFIER, 14, 4},
		{"ubox::WOKEN:t=1", COMPLAINT_MODIFIER, 12, 3},
		{"ubox::WOKEN:i", COMPLAINT_MODIFIER, 12, 1},
		{"wbox::FIXED_UNCORE_CLK:t=1", COMPLAINT_MODIFIER, 23, 3},
		{"wbox::PROCHOT:i", COMPLAINT_MODIFIER, 14, 1},
		{"wbox::PROCHOT:e=1:i=1:t=0", COMPLAINT_MODIFIER, 18, 3},
		{"cbox0::OCCUPANCY_MAF:e=1:t=1", COMPLAINT_COMBINATION, 21, 3},
		{"cbox0::STARVED_EGRESS:IV:e", COMPLAINT_COMBINATION, 25, 1},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(perf_terms_that_are_none)
{
	static const struct refusal refusals[] = {
		{"uncore_cbox_0/event=0x15", COMPLAINT_SYNTAX, 24, 1},
		{"uncore_cbox_0/", COMPLAINT_SYNTAX, 14, 1},
		{"uncore_cbox_0//", COMPLAINT_SYNTAX, 14, 1},
		{"uncore_cbox_0/event=1/u", COMPLAINT_SYNTAX, 22, 1},
		{"uncore_cbox_0/event=1,/", COMPLAINT_SYNTAX, 22, 1},
		{"uncore_cbox_0/umask=1/", COMPLAINT_SYNTAX, 0, 13},
		{"uncore_cbox_0/event/", COMPLAINT_VALUE, 14, 5},
		{"uncore_cbox_0/event=/", COMPLAINT_VALUE, 14, 6},
		{"uncore_cbox_0/event=0x115/", COMPLAINT_VALUE, 20, 5},
		{"uncore_ubox/event=0x200/", COMPLAINT_VALUE, 18, 5},
		{"uncore_ubox/event=1,umask=1/", COMPLAINT_MODIFIER, 20, 7},
		{"uncore_cbox_0/event=1,t=1/", COMPLAINT_MODIFIER, 22, 3},
		{"uncore_cbox_0/event=1,tresh=1/", COMPLAINT_MODIFIER, 22, 7},
		{"uncore_cbox_0/event=1,event=2/", COMPLAINT_CONFLICT, 22, 7},
		{"uncore_cbox_0/event=1,inv/", COMPLAINT_MODIFIER, 22, 3},
		{"uncore_cbox_0/event=0x18,edge/", COMPLAINT_COMBINATION, 25, 4},
		{"uncore_cbox_0/LLC_HITS:M,event=1/", COMPLAINT_CONFLICT, 25, 7},
		{"uncore_cbox_0/event=1,LLC_HITS:M/", COMPLAINT_CONFLICT, 22, 10},
		{"uncore_cbox_0/LLC_HITS:M,LLC_HITS:E/", COMPLAINT_CONFLICT, 25, 10},
		{"uncore_wbox/event=0xff,edge/", COMPLAINT_MODIFIER, 23, 4},
		{"uncore_wbox/edge,event=0xff/", COMPLAINT_MODIFIER, 0, 28},
		{"uncore_wbox/edge,FIXED_UNCORE_CLK/", COMPLAINT_MODIFIER, 0, 34},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

TEST(raw_values_that_are_none)
{
	static const struct refusal refusals[] = {
		{"cbox0:", COMPLAINT_VALUE, 6, 1},
		{"cbox0:LLC_HITS", COMPLAINT_VALUE, 6, 8},
		{"cbox0:0x10000000000000000", COMPLAINT_VALUE, 6, 19},
		{"cbox0:0x6000000000400115", COMPLAINT_VALUE, 6, 18},
		{"cbox0:0x8003ffff002b0115", COMPLAINT_VALUE, 6, 18},
		{"ubox:0x200", COMPLAINT_VALUE, 5, 5},
		{"cbox0:0x840115", COMPLAINT_MODIFIER, 6, 8},
		{"cbox0:0x40018", COMPLAINT_COMBINATION, 6, 7},
		{"cbox9:0x15", COMPLAINT_BOX, 0, 5},
	};

	assert_all_refused(refusals, ARRAY_SIZE(refusals));
}

/* clang-format on */

TEST(complaints_point_at_the_place)
{
	struct slice string = slice_of("cbox0::LLC_HIT:M");
	struct event_choice choice;
	struct complaint complaint;
	char bytes[256];
	struct text text = TEXT_OVER(bytes);

	assert_false(event_parse(xeon, string, &choice, &complaint));
	complaint_text(&complaint, string, &text);
	assert_string_equal(bytes, "cbox0::LLC_HIT:M\n"
				   "       ^~~~~~~\n"
				   "no event 'LLC_HIT' in cbox\n"
				   "did you mean LLC_HITS?\n");
}

TEST(complaints_do_not_pass_on_control_characters)
{
	struct slice string = slice_of("a\x1b[2J::\x07");
	struct event_choice choice;
	struct complaint complaint;
	char bytes[256];
	struct text text = TEXT_OVER(bytes);

	assert_false(event_parse(xeon, string, &choice, &complaint));
	complaint_text(&complaint, string, &text);
	for (const char *at = bytes; *at; at++)
		assert_true((*at >= ' ' && *at <= '~') || *at == '\n');
}

/* A complaint is usable whatever the string was. */
static void assert_sane(struct slice string, const struct complaint *complaint)
{
	assert_true(complaint->kind > COMPLAINT_NONE && complaint->kind < COMPLAINT_KINDS);
	assert_true(complaint->column <= string.length);
	assert_true(complaint->length >= 1);
	assert_true(complaint->column + complaint->length <= string.length + 1);
	assert_true(complaint->reason[0]);
	assert_true(memchr(complaint->reason, 0, sizeof(complaint->reason)) != NULL);
	assert_true(memchr(complaint->hint, 0, sizeof(complaint->hint)) != NULL);
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
			struct event_choice choice;
			struct complaint complaint;

			memcpy(copy, strings[i], length);
			if (!event_parse(xeon, string, &choice, &complaint))
				assert_sane(string, &complaint);
			free(copy);
		}
	}
}

TEST(strings_without_end_are_refused_at_the_limit)
{
	static char bytes[100000];
	static const char fill[] = {'a', ':', '/', ',', '0', '*', '=', '.', '\0', '\xff'};
	struct event_choice choice;
	struct complaint complaint;

	for (unsigned i = 0; i < sizeof(fill); i++) {
		struct slice string = {bytes, sizeof(bytes)};

		memset(bytes, fill[i], sizeof(bytes));
		assert_false(event_parse(xeon, string, &choice, &complaint));
		assert_int_equal(complaint.column, EVENT_STRING_MAX);
		assert_sane(string, &complaint);
		string.length = EVENT_STRING_MAX;
		assert_false(event_parse(xeon, string, &choice, &complaint));
		assert_sane(string, &complaint);
	}
}

BEFORE_ALL(find_xeon)
