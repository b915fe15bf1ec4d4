/* SPDX-License-Identifier: BSD-2-Clause */
/* The log's own UART: a 16550 on the LPC bus, separate from the console's. */
#include "lib/text.h"
#include "silicon/opal/opal.h"

#define UART_PORT         0x4f8
#define UART_LINE_STATUS  5
#define UART_EMPTY        BIT(5)
#define LPC_CHIP          0
#define LPC_IO            1
#define LINE_SIZE         320
#define PATIENCE          1000 /* tries until the UART is ready */
#define POWER_DOWN_NORMAL 0

static void put(char c)
{
	uint32_t status = 0; /* big-endian, like OPAL and this program */

	for (unsigned i = 0; i < PATIENCE && !(status & UART_EMPTY); i++) {
		status = 0;
		opal_call(OPAL_LPC_READ, LPC_CHIP, LPC_IO, UART_PORT + UART_LINE_STATUS, (uintptr_t)&status, 1);
	}
	opal_call(OPAL_LPC_WRITE, LPC_CHIP, LPC_IO, UART_PORT, (uint8_t)c, 1);
}

static void put_line(const char *kind, const char *format, va_list arguments)
{
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);

	text_format(&text, "%s: ", kind);
	text_format_list(&text, format, arguments);
	for (size_t i = 0; i < text.length; i++)
		put(line[i]);
	put('\n');
}

void opal_log(const char *kind, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line(kind, format, arguments);
	va_end(arguments);
}

void opal_give_up(const char *kind, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line(kind, format, arguments);
	va_end(arguments);
	while (true)
		opal_call(OPAL_POWER_DOWN, POWER_DOWN_NORMAL, 0, 0, 0, 0);
}
