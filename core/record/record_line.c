/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines are sent in pieces from a small buffer: they may have any length, and no text is lost. */
#include "core/record/record_form.h"
#include "lib/text.h"

struct line line_start(struct output *output)
{
	struct line line = {.output = output, .covers = output->status};

	if (output->status)
		output->write(output->context, "\r", 1);
	output->status = 0;
	return line;
}

static void flush(struct line *line)
{
	if (line->used)
		line->output->write(line->output->context, line->bytes, line->used);
	line->used = 0;
}

void line_char(struct line *line, char c)
{
	if (line->used == sizeof(line->bytes))
		flush(line);
	line->bytes[line->used++] = c;
	line->column++;
}

void line_printable(struct line *line, char c)
{
	line_char(line, c >= ' ' && c <= '~' ? c : '?');
}

void line_string(struct line *line, const char *string)
{
	while (*string)
		line_printable(line, *string++);
}

void line_format(struct line *line, const char *format, ...)
{
	char bytes[96];
	struct text text = TEXT_OVER(bytes);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
	line_string(line, bytes);
	if (text.truncated)
		line_string(line, "...");
}

void line_ratio(struct line *line, struct ratio ratio, unsigned places, const char *unknown)
{
	char bytes[40];
	struct text text = TEXT_OVER(bytes);

	if (ratio_known(ratio))
		ratio_text(ratio, places, &text);
	else
		text_string(&text, unknown);
	line_string(line, bytes);
}

void line_end(struct line *line)
{
	while (line->column < line->covers)
		line_char(line, ' ');
	line_char(line, '\n');
	flush(line);
}
