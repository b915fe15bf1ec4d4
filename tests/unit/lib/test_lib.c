/* SPDX-License-Identifier: BSD-2-Clause */
/* Bounded text, numbers, slices, globs. The C library's printf is the judge of formats. */
#include "lib/nearest.h"
#include "tests/unit/support/unit.h"

/* Both formatters must agree on every conversion that ours documents. */
#define SAME_AS_PRINTF(...)                                                      \
	do {                                                                     \
		char ours[160], theirs[160];                                     \
		struct text text = TEXT_OVER(ours);                              \
		text_format(&text, __VA_ARGS__);                                 \
		assert_true(snprintf(theirs, sizeof(theirs), __VA_ARGS__) >= 0); \
		assert_string_equal(ours, theirs);                               \
		assert_false(text.truncated);                                    \
	} while (0)

TEST(formats_agree_with_printf)
{
	SAME_AS_PRINTF("%d %i %u", -1, 0, 4294967295u);
	SAME_AS_PRINTF("%ld %lu", INT64_MIN, UINT64_MAX);
	SAME_AS_PRINTF("%x %X %lx", 0xbeefu, 0xbeefu, 0xfedcba9876543210ul);
	SAME_AS_PRINTF("%016lx|%08x|%3u|%-6u|", 0x1234ul, 0xffu, 7u, 42u);
	SAME_AS_PRINTF("%06d|%-8d|%8d", -42, -42, -42);
	SAME_AS_PRINTF("%s|%8s|%-8s|%.3s|%*s|%.*s", "a", "bc", "de", "fghij", 5, "k", 2, "lmn");
	SAME_AS_PRINTF("%c%c%% %zu %hu", 'x', 'y', sizeof(int), (unsigned short)9);
	SAME_AS_PRINTF("%p", (void *)0x1000);
}

TEST(text_that_does_not_fit_is_cut_and_known)
{
	char room[8];
	struct text text = TEXT_OVER(room);

	text_format(&text, "%s", "1234567");
	assert_false(text.truncated);
	text_char(&text, '8');
	assert_true(text.truncated);
	assert_string_equal(room, "1234567");
	text_clear(&text);
	assert_false(text.truncated);
	assert_string_equal(room, "");
}

TEST(numbers_fill_their_slice_or_are_refused)
{
	static const struct {
		const char *string;
		bool good;
		uint64_t value;
	} cases[] = {
		{"0", true, 0},
		{"18446744073709551615", true, UINT64_MAX},
		{"18446744073709551616", false, 0},
		{"0xffffffffffffffff", true, UINT64_MAX},
		{"0x10000000000000000", false, 0},
		{"0XaB", true, 0xab},
		{"0x", false, 0},
		{"", false, 0},
		{"12a", false, 0},
		{"-1", false, 0},
		{" 1", false, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t value = 77;

		assert_int_equal(parse_u64(slice_of(cases[i].string), &value), cases[i].good);
		assert_int_equal(value, cases[i].good ? cases[i].value : 77);
	}
}

TEST(slices_are_cut_and_trimmed)
{
	struct slice rest = slice_of("a,,b");

	assert_true(slice_is(slice_cut(&rest, ','), "a"));
	assert_true(slice_is(slice_cut(&rest, ','), ""));
	assert_true(slice_is(slice_cut(&rest, ','), "b"));
	assert_null(rest.at);
	assert_true(slice_is(slice_trim(slice_of(" \t x y \t")), "x y"));
	assert_true(slice_is(slice_trim(slice_of(" \t ")), ""));
	assert_true(slice_is_no_case(slice_of("CBox"), "cbOX"));
	assert_false(slice_is_no_case(slice_of("CBox"), "cbox0"));
	assert_true(slice_starts(slice_of("cbox0"), "cbox"));
	assert_false(slice_starts(slice_of("cb"), "cbox"));
}

TEST(globs_match_as_in_a_shell)
{
	assert_true(glob_match(slice_of("*"), ""));
	assert_true(glob_match(slice_of("cbox*"), "CBOX3"));
	assert_true(glob_match(slice_of("*.ctr?.w*th"), "xeon-7500.cbox3.ctr1.width"));
	assert_true(glob_match(slice_of("a*b*c"), "aXbYbZc"));
	assert_false(glob_match(slice_of("a*b*c"), "aXbYbZ"));
	assert_false(glob_match(slice_of("cbox"), "cbox3"));
	assert_false(glob_match(slice_of(""), "x"));
	assert_false(glob_match(slice_of("?"), ""));
}

TEST(near_misses_are_counted_in_edits)
{
	assert_int_equal(edit_distance(slice_of("LLC_HITS"), "llc_hits", 9), 0);
	assert_int_equal(edit_distance(slice_of("LLC_HIT"), "LLC_HITS", 9), 1);
	assert_int_equal(edit_distance(slice_of("kitten"), "sitting", 9), 3);
	assert_int_equal(edit_distance(slice_of("kitten"), "sitting", 2), 2);
	assert_int_equal(edit_distance(slice_of(""), "abc", 9), 3);
}

/* Nearest first, three at most, none that is far; names are copied. */
TEST(near_misses_are_ordered)
{
	static const char *const names[] = {"cbox0", "stuck1", "ubox",   "stuck0",
					    "stuk1", "stuck1", "sticky", "stuck10"};
	struct nearest nearest = nearest_to(slice_of("stuk1"));
	char bytes[80];
	struct text text = TEXT_OVER(bytes);

	assert_false(nearest_put(&nearest, &text));
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char name[16];
		struct text copy = TEXT_OVER(name);

		text_string(&copy, names[i]);
		nearest_offer(&nearest, name);
	}
	assert_true(nearest_put(&nearest, &text));
	assert_string_equal(bytes, "did you mean stuck1, stuck0 or stuck10?");
}
