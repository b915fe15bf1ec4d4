/* SPDX-License-Identifier: BSD-2-Clause */
/* Text of bounded length, built without a heap. A text is always terminated. Characters that do not fit are dropped,
 * and `truncated` is set, so that a cut line is not taken for a whole one. */
#ifndef LIB_TEXT_H
#define LIB_TEXT_H

#include <stdarg.h>

#include "lib/basic.h"

struct text {
	char *at;      /* the characters, terminated */
	size_t size;   /* room, terminator included; at least 1 */
	size_t length; /* characters in use, terminator excluded */
	bool truncated;
};

/* An empty text over `size` (at least 1) bytes at `at`. */
struct text text_over(char *at, size_t size);

/* An empty text over a char array. */
#define TEXT_OVER(array) text_over((array), sizeof(array))

void text_clear(struct text *text);
void text_char(struct text *text, char c);
void text_bytes(struct text *text, const char *bytes, size_t length);
void text_string(struct text *text, const char *string);

/* Appends by a format. Conversions: %c %s %d %i %u %x %X %p %%, with the flags '-' and '0', a width
 * and (for %s) a precision, either of them also as '*', and the lengths hh h l ll z. Anything else
 * is printed as it stands. */
void text_format(struct text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_format_list(struct text *text, const char *format, va_list arguments);

#endif
