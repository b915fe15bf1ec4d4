/* SPDX-License-Identifier: BSD-2-Clause */
/* Load options as shells, boot entries and QEMU hand them over. */
#include "efi/load_options.h"
#include "tests/unit/support/unit.h"

#define LINE_SIZE 64

/* 16-bit characters of an ASCII string, as many as it has, then `zeros` terminators. */
static size_t widen(uint8_t *to, const char *from, size_t zeros)
{
	size_t length = strlen(from);

	for (size_t i = 0; i < length + zeros; i++) {
		to[2 * i] = i < length ? (uint8_t)from[i] : 0;
		to[2 * i + 1] = 0;
	}
	return 2 * (length + zeros);
}

static void becomes(const char *options, const char *expected)
{
	uint8_t wide[256];
	char line[LINE_SIZE];

	/* With and without the terminator, which not every sender counts. */
	for (size_t zeros = 0; zeros < 2; zeros++) {
		struct text text = TEXT_OVER(line);

		assert_int_equal(load_options_line(wide, widen(wide, options, zeros), &text),
				 *expected ? BOOT_LINE_GIVEN : BOOT_LINE_NONE);
		assert_string_equal(text.at, expected);
		assert_int_equal(text.length, strlen(expected));
	}
}

TEST(commands_come_through_as_typed)
{
	becomes("", "");
	becomes("info", "info");
	becomes("  stat -e 'a b'; list  ", "  stat -e 'a b'; list  ");
	becomes("info\r\n", "info  ");
}

TEST(what_is_behind_the_terminator_does_not_count)
{
	uint8_t wide[64];
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);
	size_t size = widen(wide, "info", 1);

	wide[size] = 0xde;
	wide[size + 1] = 0xad;
	assert_int_equal(load_options_line(wide, size + 2, &text), BOOT_LINE_GIVEN);
	assert_string_equal(text.at, "info");
}

/* Firmware may say how large its buffer is. */
TEST(the_terminator_ends_options_of_any_size)
{
	uint8_t wide[8192] = {'i', 0, 'n', 0, 'f', 0, 'o', 0};
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);

	assert_int_equal(load_options_line(wide, sizeof(wide), &text), BOOT_LINE_GIVEN);
	assert_string_equal(text.at, "info");
	assert_int_equal(load_options_line(wide + 8, sizeof(wide) - 8, &text), BOOT_LINE_NONE);
	assert_int_equal(load_options_line(NULL, 0, &text), BOOT_LINE_NONE);
}

static void is_refused(const void *options, size_t bytes, enum boot_line outcome)
{
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);

	assert_int_equal(load_options_line(options, bytes, &text), outcome);
	assert_int_equal(text.length, 0);
	assert_string_equal(text.at, "");
}

TEST(what_is_no_text_is_refused)
{
	static const uint8_t high[] = {'a', 0, 0xac, 0x20};
	static const uint8_t control[] = {'a', 0, 7, 0};
	static const uint8_t half[] = {'a', 0, 'b'};
	uint8_t wide[4 * LINE_SIZE];
	char many[LINE_SIZE + 1];

	is_refused(high, sizeof(high), BOOT_LINE_NO_TEXT);
	is_refused(control, sizeof(control), BOOT_LINE_NO_TEXT);
	is_refused(half, sizeof(half), BOOT_LINE_NO_TEXT);
	memset(many, 'x', LINE_SIZE);
	many[LINE_SIZE] = 0;
	is_refused(wide, widen(wide, many, 1), BOOT_LINE_TOO_LONG);
	many[LINE_SIZE - 1] = 0;
	becomes(many, many);
}

TEST(arguments_are_joined_by_blanks)
{
	static const uint16_t stat[] = {'s', 't', 'a', 't', 0}, euro[] = {0x20ac, 'e', 0};
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);

	load_options_append(stat, &text);
	load_options_append(euro, &text);
	assert_string_equal(text.at, "stat ?e");
}
