/* SPDX-License-Identifier: BSD-2-Clause */
/* Parsing of words and numbers in untrusted text. Slices need no terminator. */
#ifndef LIB_PARSE_H
#define LIB_PARSE_H

#include "lib/basic.h"

/* A run of characters somewhere in a longer text. */
struct slice {
	const char *at;
	size_t length;
};

/* A return counts as one: files may come from systems whose lines end with it. */
static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

struct slice slice_of(const char *string);
struct slice slice_between(const char *from, const char *to);
struct slice slice_trim(struct slice slice); /* without blanks at both ends */
bool slice_is(struct slice slice, const char *string);
bool slice_is_no_case(struct slice slice, const char *string);
bool slice_starts(struct slice slice, const char *prefix);

/* Cuts off and returns the text before the first `separator` and moves *rest past it. Without a
 * separator all of *rest is returned, and *rest becomes empty with a null `at`. */
struct slice slice_cut(struct slice *rest, char separator);

/* Parses a number, decimal or hexadecimal with 0x, that fills the whole slice. Returns false, with *value unchanged,
 * if the slice is empty, contains anything else, or does not fit 64 bits. */
MUST_CHECK bool parse_u64(struct slice slice, uint64_t *value);

/* True if `name` matches `glob`, in which '*' stands for any run of characters and '?' for one. Case
 * is ignored. Time is bounded by the product of the two lengths. */
bool glob_match(struct slice glob, const char *name);

/* Returns the number of single-character edits that turn a into b, ignoring case, at most `limit`.
 * For near misses in error messages; the result for names longer than 63 characters is `limit`. */
unsigned edit_distance(struct slice a, const char *b, unsigned limit);

#endif
