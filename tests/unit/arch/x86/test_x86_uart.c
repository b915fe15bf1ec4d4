/* SPDX-License-Identifier: BSD-2-Clause */
/* A serial port, in memory and at an I/O port, its registers played by this file. */
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>

#include "arch/x86/uart.h"
#include "tests/unit/support/guarded_played.h"
#include "tests/unit/support/unit.h"

#define BASE   UINT64_C(0xfe032000)
#define STRIDE 4

static struct {
	char sent[256];
	size_t count;
	uint8_t scratch;
	unsigned busy;  /* looks until the transmitter takes a byte */
	unsigned looks; /* at the line status */
	bool dead;      /* it never does */
	uint8_t format, modem, fifo;
	uint16_t divisor;
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

/* Registers 0 and 1 while the format's highest bit makes them the divisor. */
static uint8_t *divisor_byte(uint64_t number)
{
	return (uint8_t *)&port.divisor + number;
}

static void set_register(uint64_t number, uint8_t value)
{
	switch (number) {
	case 1: break;
	case 2: port.fifo = value & 1 ? 0xc0 : 0; break;
	case 3: port.format = value; break;
	case 4: port.modem = value; break;
	default: fail_msg("register %u is written", (unsigned)number);
	}
}

static uint8_t get_register(uint64_t number)
{
	switch (number) {
	case 2: return port.fifo | 1;
	case 3: return port.format;
	case 4: return port.modem;
	case 5: return line_status();
	default: fail_msg("register %u is read", (unsigned)number); return 0;
	}
}

static struct guarded play(struct played access)
{
	uint64_t number = (access.address - BASE) / STRIDE;

	assert_false(access.msr);
	assert_int_equal(access.width_bits, 8 * STRIDE);
	if (port.format & 0x80 && number < 2) {
		if (access.write)
			*divisor_byte(number) = (uint8_t)access.value;
		return (struct guarded){*divisor_byte(number), 0};
	}
	if (access.write && number) {
		set_register(number, (uint8_t)access.value);
		return (struct guarded){0};
	}
	if (access.write)
		return take_byte(access);
	if (access.address == BASE)
		return (struct guarded){(uint8_t)*port.typed++, 0};
	return (struct guarded){get_register(number), 0};
}

/* uart_find installs our gates, which no process may: it is not called here. */
const uint8_t trap_stubs[1], trap_pmi[1], trap_spurious[1];

static struct uart uart;

static int start(void **state)
{
	(void)state;
	memset(&port, 0, sizeof port);
	port.typed = "";
	uart = (struct uart){.base = BASE, .memory_mapped = true, .stride = STRIDE, .present = true, .baud = 115200};
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

/* One wait, then one look a line; what was lost is said where it went missing. */
TEST(a_stalled_port_goes_on_with_a_line)
{
	unsigned once;

	uart_write(&uart, "a", 1);
	port.dead = true;
	uart_write(&uart, "bc\n", 3);
	assert_true(uart.degraded);
	once = port.looks;
	uart_write(&uart, "def\ngh", 6);
	assert_int_equal(port.looks, once + 2);
	port.dead = false;
	uart_write(&uart, "i\n", 2);
	assert_string_equal(port.sent, "a");
	uart_write(&uart, "jk\n", 3);
	assert_string_equal(port.sent, "a\r\nuncork: 14 characters lost here, the port took none\r\njk\r\n");
	assert_false(uart.degraded);
	assert_int_equal(uart.lost, 0);
}

/* What is said last must not be lost: it is waited for longer, but not for ever, and at once where nothing stalls. */
TEST(a_port_is_waited_for_before_the_end)
{
	uart_recover(&uart);
	assert_int_equal(port.looks, 0);
	port.dead = true;
	uart_write(&uart, "x", 1);
	uart_recover(&uart);
	assert_true(uart.degraded);
	assert_int_equal(port.count, 0);
	port.dead = false;
	port.busy = 1000000;
	uart_recover(&uart);
	uart_write(&uart, "y\n", 2);
	assert_string_equal(port.sent, "\r\nuncork: 1 characters lost here, the port took none\r\ny\r\n");
	assert_false(uart.degraded);
}

TEST(a_port_that_is_set_up_is_left_as_it_is)
{
	static const uint16_t told[] = {1, 13, 81};

	uart.told = true;
	for (size_t i = 0; i < ARRAY_SIZE(told); i++) {
		port.format = 3;
		port.divisor = told[i];
		port.modem = 0x0b;
		port.fifo = 0xc0;
		uart_make_sane(&uart);
		assert_string_equal(uart.set_up, "");
		assert_true(port.format == 3 && port.divisor == told[i] && port.modem == 0x0b && port.fifo == 0xc0);
	}
	uart.present = false;
	port.format = 0;
	uart_make_sane(&uart);
	assert_int_equal(port.format, 0);
}

/* Reset state, another format, no speed at all; DTR and RTS alone. */
TEST(a_port_that_nobody_set_up_is_set_up)
{
	static const struct {
		uint8_t format;
		uint16_t divisor;
		const char *said;
	} cases[] = {
		{0, 0, ", set to 115200 baud 8N1 (its format was 0x0, its divisor 0)"},
		{3, 0, ", set to 115200 baud 8N1 (its format was 0x3, its divisor 0)"},
		{0x1a, 12, ", set to 115200 baud 8N1 (its format was 0x1a, its divisor 12)"},
		{0x43, 1, ", set to 115200 baud 8N1 (its format was 0x43, its divisor 1)"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		port.format = cases[i].format;
		port.divisor = cases[i].divisor;
		port.modem = port.fifo = 0;
		uart_make_sane(&uart);
		assert_string_equal(uart.set_up, cases[i].said);
		assert_true(port.format == 3 && port.divisor == 1 && port.modem == 3 && port.fifo == 0xc0);
	}
	port.divisor = 12;
	port.modem = 8;
	port.fifo = 0;
	uart_make_sane(&uart);
	assert_string_equal(uart.set_up, ", DTR and RTS set");
	assert_true(port.divisor == 12 && port.modem == 0x0b && port.fifo == 0xc0);
}

/* Of the same clock of 115200 baud: the divisor has two bytes. */
TEST(a_port_is_set_to_a_speed)
{
	static const struct {
		uint32_t baud;
		uint16_t divisor;
	} cases[] = {{115200, 1}, {57600, 2}, {9600, 12}, {1200, 96}, {300, 384}};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		port.format = 0x1a;
		uart_set_speed(&uart, cases[i].baud);
		assert_true(port.format == 3 && port.divisor == cases[i].divisor && port.modem == 3 &&
			    port.fifo == 0xc0);
	}
}

TEST(a_port_that_nobody_set_up_gets_the_speed_of_its_table)
{
	uart.baud = 19200;
	port.format = 0;
	port.divisor = 0;
	uart_make_sane(&uart);
	assert_string_equal(uart.set_up, ", set to 19200 baud 8N1 (its format was 0x0, its divisor 0)");
	assert_int_equal(port.divisor, 6);
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

/* ---- at an I/O port ------------------------------------------------------------------------------------------ */

#define COM2    0x2f8
#define SCRATCH 0x11

static struct {
	uint16_t base; /* where the scratch register keeps what is written; 0: nowhere */
	uint8_t scratch;
	unsigned strays; /* accesses elsewhere */
} ports;

/* IN and OUT fault in a process: they are done here, of a byte, with the port in DX. */
static void do_port(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	uint8_t code = *(const uint8_t *)registers[REG_RIP];
	uint16_t at = (uint16_t)registers[REG_RDX];
	bool is_there = ports.base && (uint16_t)(at - ports.base) < 8;

	(void)number;
	(void)info;
	if (code != 0xec && code != 0xee)
		abort();
	ports.strays += (uint16_t)(at - COM2) >= 8;
	if (code == 0xec)
		registers[REG_RAX] = (registers[REG_RAX] & ~0xff) | (!is_there              ? 0xff
								     : at == ports.base + 7 ? ports.scratch
											    : 0x60);
	else if (is_there && at == ports.base + 7)
		ports.scratch = (uint8_t)registers[REG_RAX];
	registers[REG_RIP]++;
}

static void move(bool is_there)
{
	struct sigaction ours = {.sa_sigaction = do_port, .sa_flags = SA_SIGINFO}, before;

	memset(&ports, 0, sizeof(ports));
	ports.base = is_there ? COM2 : 0;
	ports.scratch = SCRATCH;
	uart.listening = true;
	sigaction(SIGSEGV, &ours, &before);
	assert_int_equal(uart_move(&uart, COM2), is_there);
	sigaction(SIGSEGV, &before, NULL);
	assert_int_equal(ports.strays, 0);
	assert_int_equal(ports.scratch, SCRATCH); /* as it was found */
}

TEST(a_console_moves_to_a_port_that_answers)
{
	move(true);
	assert_int_equal(uart.base, COM2);
	assert_true(uart.present && !uart.memory_mapped && uart.stride == 1 && uart.listening);
	assert_int_equal(uart.baud, 115200);
	assert_string_equal(uart.how, "port 0x2f8, as serial-port says");
}

TEST(a_console_stays_where_no_port_answers)
{
	const struct uart as_it_was = uart;

	move(false);
	uart.listening = as_it_was.listening;
	assert_memory_equal(&uart, &as_it_was, sizeof(uart));
}
