/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/selftest/report.h"

#include "lib/text.h"
#include "silicon/selftest/processor.h"
#include "silicon/svm/x86.h"

#define UART_DATA     0x3f8
#define UART_STATUS   0x3fd
#define UART_CAN_SEND BIT(5)
#define UART_TRIES    100000

#define EXIT_PORT     0x501
#define EXIT_PASS     0x10
#define EXIT_FAIL     0x11
#define EXIT_CRASH    0x14

#define LINE_SIZE     200

static struct {
	unsigned made, passed, failed, skipped;
	unsigned expectations, broken; /* of the running check */
} report;

static void put_char(char c)
{
	for (unsigned i = 0; i < UART_TRIES && !(port_read8(UART_STATUS) & UART_CAN_SEND); i++)
		cpu_relax();
	port_write8(UART_DATA, (uint8_t)c);
}

static void say_list(const char *format, va_list arguments)
{
	char line[LINE_SIZE];
	struct text text = TEXT_OVER(line);

	text_format_list(&text, format, arguments);
	for (size_t i = 0; i < text.length; i++)
		put_char(line[i]);
	put_char('\r');
	put_char('\n');
}

void say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say_list(format, arguments);
	va_end(arguments);
}

void expect(const char *what, bool holds)
{
	report.expectations++;
	if (holds)
		return;
	report.broken++;
	say("# not so: %s", what);
}

void expect_equal(const char *what, uint64_t got, uint64_t wanted)
{
	report.expectations++;
	if (got == wanted)
		return;
	report.broken++;
	say("# %s: got=0x%lx expected=0x%lx xor=0x%lx", what, got, wanted, got ^ wanted);
}

void report_plan(size_t checks)
{
	say("KTAP version 1");
	say("1..%zu", checks);
}

void report_run(const struct check *checks, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct check *check = &checks[i];

		report.made++;
		if (machine.count < check->processors || machine.sockets < check->sockets) {
			report.skipped++;
			say("ok %u %s # SKIP needs %u processors in %u sockets", report.made, check->name,
			    check->processors, check->sockets ? check->sockets : 1);
			continue;
		}
		report.expectations = report.broken = 0;
		check->run();
		if (!report.expectations)
			say("# nothing was expected");
		if (report.broken || !report.expectations) {
			report.failed++;
			say("not ok %u %s", report.made, check->name);
			continue;
		}
		report.passed++;
		say("ok %u %s", report.made, check->name);
	}
}

static void leave(uint8_t verdict) __attribute__((noreturn));
static void leave(uint8_t verdict)
{
	port_write8(EXIT_PORT, verdict);
	halt_forever();
}

void report_end(void)
{
	say("# passed=%u failed=%u skipped=%u", report.passed, report.failed, report.skipped);
	leave(report.failed || !report.passed ? EXIT_FAIL : EXIT_PASS);
}

void report_crash(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say_list(format, arguments);
	va_end(arguments);
	leave(EXIT_CRASH);
}
