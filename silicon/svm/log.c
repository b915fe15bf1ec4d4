/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/log.h"

#include "lib/text.h"
#include "silicon/svm/x86.h"

#define LINE_SIZE   320
#define LOG_PRESENT 0xe9 /* returned by QEMU's debug console */

static void put_line(const char *kind, const char *format, va_list arguments)
{
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);

	text_format(&text, "%s: ", kind);
	text_format_list(&text, format, arguments);
	for (size_t i = 0; i < text.length; i++)
		port_write8(LOG_PORT, (uint8_t)line[i]);
	port_write8(LOG_PORT, '\n');
}

void log_line(const char *kind, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line(kind, format, arguments);
	va_end(arguments);
}

bool log_is_kept(void)
{
	return port_read8(LOG_PORT) == LOG_PRESENT;
}

void log_assert(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line("assert", format, arguments);
	va_end(arguments);
	port_write8(EXIT_PORT, EXIT_VALUE_OURS);
	halt_forever();
}
