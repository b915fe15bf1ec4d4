/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/warnings.h"

#include "lib/text.h"

void warn(struct warnings *warnings, const char *format, ...)
{
	struct text text;
	va_list arguments;
	size_t capacity;

	if (!warnings)
		return;
	capacity = sizeof warnings->text - warnings->used;
	if (warnings->count == WARNINGS_ROOM || capacity < 2) {
		warnings->list[warnings->count - 1] = "more warnings than there is room for";
		return;
	}
	text = text_over(warnings->text + warnings->used, capacity);
	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
	warnings->list[warnings->count++] = text.at;
	warnings->used = (uint16_t)(warnings->used + text.length + 1);
}
