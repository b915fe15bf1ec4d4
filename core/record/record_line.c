/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines are sent in pieces from a small buffer: any length, no heap, no silent cut. */
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

static void line_printable(struct line *line, char c)
{
	line_char(line, c >= ' ' && c <= '~' ? c : '?');
}

void line_string(struct line *line, const char *string)
{
	while (*string)
		line_printable(line, *string++);
}

void line_slice(struct line *line, struct slice slice)
{
	for (size_t i = 0; i < slice.length; i++)
		line_printable(line, slice.at[i]);
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

void line_to(struct line *line, uint32_t column)
{
	do
		line_char(line, ' ');
	while (line->column < column);
}

void line_hex(struct line *line, uint64_t value, unsigned digits)
{
	line_format(line, "0x%0*llx", (int)digits, (unsigned long long)value);
}

void line_ratio(struct line *line, struct ratio ratio, const char *unknown)
{
	char bytes[40];
	struct text text = TEXT_OVER(bytes);

	if (ratio_known(ratio))
		ratio_text(ratio, 6, &text);
	else
		text_string(&text, unknown);
	line_string(line, bytes);
}

void line_milliseconds(struct line *line, uint64_t ns)
{
	line_format(line, "%llu.%03u ms", (unsigned long long)(ns / 1000000), (unsigned)(ns / 1000 % 1000));
}

void line_location(struct line *line, const struct location *where)
{
	char bytes[40];
	struct text text = TEXT_OVER(bytes);

	location_text(where, &text);
	line_string(line, bytes);
}

void line_register(struct line *line, const struct machine *machine, const struct location *where)
{
	char name[64];
	struct text text = TEXT_OVER(name);

	machine_register_name(machine, where, &text);
	line_string(line, name);
}

void line_end(struct line *line)
{
	while (line->column < line->covers)
		line_char(line, ' ');
	line_char(line, '\n');
	flush(line);
}

bool message_cut(const char **message, struct slice *line)
{
	const char *at = *message;

	if (!*at)
		return false;
	while (*at && *at != '\n')
		at++;
	*line = slice_between(*message, at);
	*message = *at ? at + 1 : at;
	return true;
}

const char *check_result_name(enum check_result result)
{
	static const char *const names[] = {[CHECK_PASS] = "pass", [CHECK_FAIL] = "fail", [CHECK_SKIP] = "skip"};

	return names[result];
}

const char *operation_name(const struct operation *operation)
{
	static const char *const names[] = {[OPERATION_READ] = "read",
					    [OPERATION_WRITE] = "write",
					    [OPERATION_WRITE_SLOT] = "write",
					    [OPERATION_CHECK] = "check",
					    [OPERATION_TICKS] = "ticks"};

	return operation->patient ? "await" : names[operation->kind];
}

const char *count_kind(const struct count_record *count)
{
	return count->sockets ? "total" : "count";
}
