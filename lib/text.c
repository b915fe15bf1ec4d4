/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/text.h"

#include "lib/memory.h"

struct text text_over(char *at, size_t size)
{
	struct text text = {.at = at, .size = size};

	at[0] = 0;
	return text;
}

void text_clear(struct text *text)
{
	text->length = 0;
	text->truncated = false;
	text->at[0] = 0;
}

void text_char(struct text *text, char c)
{
	if (text->length + 1 >= text->size) {
		text->truncated = true;
		return;
	}
	text->at[text->length++] = c;
	text->at[text->length] = 0;
}

void text_bytes(struct text *text, const char *bytes, size_t length)
{
	while (length--)
		text_char(text, *bytes++);
}

void text_string(struct text *text, const char *string)
{
	text_bytes(text, string, strlen(string));
}

/* One conversion of a format string. */
struct conversion {
	bool left, zero;
	int width, precision; /* precision -1: not given */
	int longs;            /* number of l, z or j; 'h' counts down */
	char kind;
};

static int read_width(const char **at, va_list *arguments)
{
	int width = 0;

	if (**at == '*') {
		(*at)++;
		return va_arg(*arguments, int);
	}
	while (**at >= '0' && **at <= '9')
		width = width * 10 + *(*at)++ - '0';
	return width;
}

/* Reads the conversion after a '%' and moves *at past it. */
static struct conversion read_conversion(const char **at, va_list *arguments)
{
	struct conversion conversion = {.precision = -1};

	for (;; (*at)++) {
		if (**at == '-')
			conversion.left = true;
		else if (**at == '0')
			conversion.zero = true;
		else
			break;
	}
	conversion.width = read_width(at, arguments);
	if (**at == '.') {
		(*at)++;
		conversion.precision = read_width(at, arguments);
	}
	for (;; (*at)++) {
		if (**at == 'l' || **at == 'z' || **at == 'j')
			conversion.longs++;
		else if (**at == 'h')
			conversion.longs--;
		else
			break;
	}
	conversion.kind = **at;
	if (**at)
		(*at)++;
	return conversion;
}

static void put_padded(struct text *text, const struct conversion *conversion, const char *bytes, size_t length)
{
	size_t width = conversion->width > 0 ? (size_t)conversion->width : 0;
	size_t padding = width > length ? width - length : 0;

	if (!conversion->left)
		while (padding && padding--)
			text_char(text, ' ');
	text_bytes(text, bytes, length);
	while (padding && padding--)
		text_char(text, ' ');
}

static void put_number(struct text *text, const struct conversion *conversion, uint64_t value, bool negative)
{
	const char *digits = conversion->kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	unsigned base = conversion->kind == 'd' || conversion->kind == 'u' ? 10 : 16;
	char buffer[72];
	size_t at = sizeof(buffer);
	size_t least = conversion->zero && !conversion->left && conversion->width > 0
			       ? min_u64((uint64_t)conversion->width, 64) - negative
			       : 1;

	do {
		buffer[--at] = digits[value % base];
		value /= base;
	} while (value);
	while (sizeof(buffer) - at < least)
		buffer[--at] = '0';
	if (negative)
		buffer[--at] = '-';
	put_padded(text, conversion, buffer + at, sizeof(buffer) - at);
}

static void put_conversion(struct text *text, struct conversion *conversion, va_list *arguments)
{
	const char *string;
	size_t length = 0;
	uint64_t number;
	int64_t value;
	char c;

	switch (conversion->kind) {
	case 'd':
	case 'i':
		value = conversion->longs > 0 ? va_arg(*arguments, long) : va_arg(*arguments, int);
		conversion->kind = 'd';
		put_number(text, conversion, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
		break;
	case 'u':
	case 'x':
	case 'X':
		number = conversion->longs > 0 ? va_arg(*arguments, unsigned long) : va_arg(*arguments, unsigned);
		put_number(text, conversion, number, false);
		break;
	case 'p':
		text_string(text, "0x");
		put_number(text, conversion, (uintptr_t)va_arg(*arguments, void *), false);
		break;
	case 's':
		string = va_arg(*arguments, const char *);
		string = string ? string : "(null)";
		while ((conversion->precision < 0 || length < (size_t)conversion->precision) && string[length])
			length++;
		put_padded(text, conversion, string, length);
		break;
	case 'c':
		c = (char)va_arg(*arguments, int);
		put_padded(text, conversion, &c, 1);
		break;
	default: /* '%', or no conversion: shown as it is */
		text_char(text, '%');
		if (conversion->kind && conversion->kind != '%')
			text_char(text, conversion->kind);
	}
}

void text_format_list(struct text *text, const char *format, va_list arguments)
{
	va_list rest;

	va_copy(rest, arguments);
	while (*format) {
		if (*format != '%') {
			text_char(text, *format++);
			continue;
		}
		format++;
		struct conversion conversion = read_conversion(&format, &rest);

		put_conversion(text, &conversion, &rest);
	}
	va_end(rest);
}

void text_format(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_format_list(text, format, arguments);
	va_end(arguments);
}
