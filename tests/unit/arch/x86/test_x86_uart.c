/* SPDX-License-Identifier: BSD-2-Clause */
/* A memory-mapped serial port, its registers played by this file. */
#include "arch/x86/uart.h"
#include "tests/unit/support/guarded_played.h"
#include "tests/unit/support/unit.h"

#define BASE   UINT64_C(0xfe032000)
#define STRIDE 4

static struct {
	char sent[64];
	size_t count;
	uint8_t scratch;
	unsigned busy;  /* looks until the transmitter takes a byte */
	unsigned looks; /* at the line status */
	bool dead;      /* it never does */
	const char *typed;
} port;

static uint8_t line_status(void)
{
	port.looks++;
	if (port.busy)
		port.busy--;
	return (uint8_t)((port.dead || port.busy ? 0 : 0x60) | (*port.typed ? 1 : 0));
}

static struct guarded take_byte(struct played access)
{
	assert_int_equal(access.address, BASE);
	assert_in_range(port.count, 0, sizeof port.sent - 1);
	port.sent[port.count++] = (char)access.value;
	port.busy = 3;
	return (struct guarded){0};
}

static struct guarded play(struct played access)
{
	assert_false(access.msr);
	assert_int_equal(access.width_bits, 8 * STRIDE);
	if (access.write)
		return take_byte(access);
	if (access.address == BASE)
		return (struct guarded){(uint8_t)*port.typed++, 0};
	assert_int_equal(access.address, BASE + 5 * STRIDE);
	return (struct guarded){line_status(), 0};
}

/* uart_find installs our gates, which no process may: it is not called here. */
const uint8_t trap_stubs[1], trap_pmi[1], trap_spurious[1];

static struct uart uart;

static int start(void **state)
{
	(void)state;
	memset(&port, 0, sizeof port);
	port.typed = "";
	uart = (struct uart){.base = BASE, .memory_mapped = true, .stride = STRIDE, .present = true};
	return 0;
}

TEST(lines_end_in_return_and_feed)
{
	uart_write(&uart, "ok\n", 3);
	assert_string_equal(port.sent, "ok\r\n");
	assert_false(uart.degraded);
	/* it waited for the transmitter before each byte but the first */
	assert_int_equal(port.looks, 1 + 3 * 3);
}

TEST(dead_port_costs_one_wait)
{
	unsigned once;

	port.dead = true;
	uart_write(&uart, "hello", 5);
	assert_true(uart.degraded);
	assert_int_equal(port.count, 0);
	once = port.looks;
	assert_in_range(once, 1, 1000000);
	uart_write(&uart, "hello", 5);
	uart_drain(&uart);
	assert_int_equal(port.looks, once);
}

TEST(draining_is_bounded_too)
{
	port.dead = true;
	uart_drain(&uart);
	assert_true(uart.degraded);
}

TEST(absent_port_is_left_alone)
{
	uart.present = false;
	port.typed = "x";
	uart_write(&uart, "a", 1);
	uart_drain(&uart);
	assert_int_equal(uart_read(&uart), -1);
	assert_int_equal(port.looks, 0);
	assert_int_equal(port.count, 0);
}

TEST(typed_bytes_are_read_without_waiting)
{
	assert_int_equal(uart_read(&uart), -1);
	port.typed = "a\xff";
	assert_int_equal(uart_read(&uart), 'a');
	assert_int_equal(uart_read(&uart), 0xff);
	assert_int_equal(uart_read(&uart), -1);
	assert_int_equal(port.looks, 4);
}

/* A port holds 16 bytes, and a line takes longer to write than those to come. */
TEST(what_comes_while_writing_is_kept)
{
	char many[100];

	uart.listening = true;
	port.typed = "abc";
	uart_write(&uart, "ok\n", 3);
	assert_string_equal(port.sent, "ok\r\n");
	assert_int_equal(*port.typed, 0);
	port.typed = "d";
	for (const char *c = "abcd"; *c; c++)
		assert_int_equal(uart_read(&uart), *c);
	assert_int_equal(uart_read(&uart), -1);
	memset(many, 'x', sizeof(many));
	many[99] = 0;
	many[63] = 'y';
	port.typed = many;
	uart_write(&uart, "0123456789012345678901234567890123456789", 40);
	for (unsigned i = 0; i < UART_HEARD - 1; i++)
		assert_int_equal(uart_read(&uart), 'x');
	assert_int_equal(uart_read(&uart), 'y');
	assert_int_equal(uart_read(&uart), -1);
}

TEST(keys_of_the_firmware_are_left_to_it)
{
	port.typed = "abc";
	uart_write(&uart, "ok\n", 3);
	assert_string_equal(port.typed, "abc");
}

BEFORE_EACH(start)
