/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/boot/policy/log.h"

#include "lib/text.h"

#define LOG_PORT   0x402
#define COM1_PORT  0x3f8
#define EXIT_PORT  0x501
#define EXIT_ERROR 0x12

static void port_write8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %1, %0" : : "Nd"(port), "a"(value));
}

static void put_line(uint16_t port, const char *format, va_list arguments)
{
	char line[200];
	struct text text = TEXT_OVER(line);

	text_string(&text, "policy: ");
	text_format_list(&text, format, arguments);
	for (size_t i = 0; i < text.length; i++)
		port_write8(port, (uint8_t)text.at[i]);
	port_write8(port, '\n');
}

void log_line(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line(LOG_PORT, format, arguments);
	va_end(arguments);
}

void log_end(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line(LOG_PORT, format, arguments);
	va_end(arguments);
	/* Virtual silicon has the debug console for itself. */
	va_start(arguments, format);
	put_line(COM1_PORT, format, arguments);
	va_end(arguments);
	port_write8(EXIT_PORT, EXIT_ERROR);
	for (;;)
		__asm__ volatile("cli; hlt");
}
