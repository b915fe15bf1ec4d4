/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/parse.h"

#include "lib/memory.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

struct slice slice_of(const char *string)
{
	return (struct slice){string, strlen(string)};
}

struct slice slice_between(const char *from, const char *to)
{
	return (struct slice){from, (size_t)(to - from)};
}

struct slice slice_trim(struct slice slice)
{
	while (slice.length && is_blank(slice.at[0])) {
		slice.at++;
		slice.length--;
	}
	while (slice.length && is_blank(slice.at[slice.length - 1]))
		slice.length--;
	return slice;
}

bool slice_is(struct slice slice, const char *string)
{
	return strlen(string) == slice.length && !memcmp(slice.at, string, slice.length);
}

bool slice_is_no_case(struct slice slice, const char *string)
{
	if (strlen(string) != slice.length)
		return false;
	for (size_t i = 0; i < slice.length; i++)
		if (lower(slice.at[i]) != lower(string[i]))
			return false;
	return true;
}

bool slice_starts(struct slice slice, const char *prefix)
{
	size_t length = strlen(prefix);

	return slice.length >= length && !memcmp(slice.at, prefix, length);
}

struct slice slice_cut(struct slice *rest, char separator)
{
	struct slice first = *rest;

	for (size_t i = 0; i < rest->length; i++) {
		if (rest->at[i] != separator)
			continue;
		first.length = i;
		rest->at += i + 1;
		rest->length -= i + 1;
		return first;
	}
	*rest = (struct slice){0};
	return first;
}

/* Returns the value of a digit in any base up to 16; 16 if it is not a digit. */
static unsigned digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	c = lower(c);
	return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 16;
}

bool parse_u64(struct slice slice, uint64_t *value)
{
	unsigned base = 10;
	uint64_t result = 0;

	if (slice.length > 2 && slice.at[0] == '0' && lower(slice.at[1]) == 'x') {
		base = 16;
		slice.at += 2;
		slice.length -= 2;
	}
	if (!slice.length)
		return false;
	for (size_t i = 0; i < slice.length; i++) {
		unsigned digit = digit_value(slice.at[i]);

		if (digit >= base || result > (UINT64_MAX - digit) / base)
			return false;
		result = result * base + digit;
	}
	*value = result;
	return true;
}

bool glob_match(struct slice glob, const char *name)
{
	size_t at = 0, star = SIZE_MAX;
	const char *retry = NULL;

	while (*name) {
		if (at < glob.length && glob.at[at] == '*') {
			star = at++;
			retry = name;
		} else if (at < glob.length && (glob.at[at] == '?' || lower(glob.at[at]) == lower(*name))) {
			at++;
			name++;
		} else if (star != SIZE_MAX) {
			at = star + 1;
			name = ++retry;
		} else {
			return false;
		}
	}
	while (at < glob.length && glob.at[at] == '*')
		at++;
	return at == glob.length;
}

unsigned edit_distance(struct slice a, const char *b, unsigned limit)
{
	uint8_t row[64];
	size_t columns = strlen(b);

	if (a.length > 63 || columns > 63)
		return limit;
	for (size_t j = 0; j <= columns; j++)
		row[j] = (uint8_t)j;
	for (size_t i = 1; i <= a.length; i++) {
		uint8_t diagonal = row[0];

		row[0] = (uint8_t)i;
		for (size_t j = 1; j <= columns; j++) {
			uint8_t above = row[j];
			uint8_t swap = (uint8_t)(diagonal + (lower(a.at[i - 1]) != lower(b[j - 1])));
			uint8_t gap = (uint8_t)((above < row[j - 1] ? above : row[j - 1]) + 1);

			row[j] = swap < gap ? swap : gap;
			diagonal = above;
		}
	}
	return row[columns] < limit ? row[columns] : limit;
}
