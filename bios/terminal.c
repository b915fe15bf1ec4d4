/* SPDX-License-Identifier: BSD-2-Clause */
#include "bios/terminal.h"

#include "pc/timer.h"

#define POLL_US 1000

static void set_up(struct terminal *terminal)
{
	/* A BIOS that does not use the port itself may leave it in any state. */
	if (terminal->uart.present && !terminal->uart.told)
		uart_set_speed(&terminal->uart, terminal->uart.baud);
	else
		uart_make_sane(&terminal->uart);
	terminal->uart.listening = terminal->uart.present;
}

void terminal_open(struct terminal *terminal, const struct boot_params *params, const void *rsdp)
{
	*terminal = (struct terminal){.held = false};
	screen_open(&terminal->screen, params);
	uart_find(&terminal->uart, rsdp);
	set_up(terminal);
}

bool terminal_use_port(struct terminal *terminal, uint16_t port)
{
	bool moved = uart_move(&terminal->uart, port);

	if (moved)
		set_up(terminal);
	return moved;
}

void terminal_send(void *context, const char *bytes, size_t length)
{
	struct terminal *terminal = context;

	if (terminal->uart.present)
		uart_write(&terminal->uart, bytes, length);
	else
		screen_write(&terminal->screen, bytes, length);
}

void terminal_show(void *context, const char *bytes, size_t length)
{
	struct terminal *terminal = context;

	if (terminal->uart.present)
		screen_write(&terminal->screen, bytes, length);
}

void terminal_write(void *context, const char *bytes, size_t length)
{
	terminal_send(context, bytes, length);
	terminal_show(context, bytes, length);
}

int terminal_receive(void *context, unsigned timeout_ms)
{
	struct terminal *terminal = context;

	if (terminal->held)
		return -1;
	for (;;) {
		int c = uart_read(&terminal->uart);

		if (c >= 0 || !timeout_ms--)
			return c;
		timer_stall_us(POLL_US);
	}
}

const char *terminal_description(const struct terminal *terminal)
{
	if (!terminal->uart.present)
		return "the screen; no serial port answers";
	return terminal->uart.how;
}
