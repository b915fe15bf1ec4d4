/* SPDX-License-Identifier: BSD-2-Clause */
/* libpfm4 leaves numbers to C's strtoull with base 0. */
#include "tools/uncork/libpfm4/reading.h"

#include <string.h>

static unsigned digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

/* Reads digits, saturating at the largest number. */
static bool read_digits(struct slice text, unsigned base, uint64_t *value)
{
	uint64_t number = 0;

	for (size_t i = 0; i < text.length; i++) {
		unsigned digit = digit_of(text.at[i]);

		if (digit >= base)
			return false;
		if (__builtin_mul_overflow(number, base, &number) || __builtin_add_overflow(number, digit, &number))
			number = UINT64_MAX;
	}
	*value = number;
	return text.length > 0;
}

bool libpfm4_number(struct slice text, uint64_t *value)
{
	if (is_hexadecimal(text))
		return read_digits(without_first(text, 2), 16, value);
	return read_digits(text, text.length > 1 && text.at[0] == '0' ? 8 : 10, value);
}

static bool read_value(struct slice text, uint64_t *value)
{
	bool negative;

	while (text.length && text.at[0] >= '\t' && text.at[0] <= '\r')
		text = without_first(text, 1);
	negative = text.length && text.at[0] == '-';
	if (text.length && (text.at[0] == '-' || text.at[0] == '+'))
		text = without_first(text, 1);
	if (!libpfm4_number(text, value))
		return false;
	if (negative)
		*value = -*value;
	return true;
}

bool libpfm4_value(const struct field *field, struct slice text, uint64_t *value)
{
	bool is_flag = field->width == 1 && !field->most;

	*value = 1;
	if (!text.at)
		return is_flag;
	if (!is_flag)
		return read_value(text, value);
	/* A single character means yes or no. */
	if (text.length != 1 || !text.at[0] || !strchr("yYtT1nNfF0", text.at[0]))
		return false;
	*value = strchr("yYtT1", text.at[0]) != NULL;
	return true;
}
