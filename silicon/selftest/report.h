/* SPDX-License-Identifier: BSD-2-Clause */
/* Results of the self-test: KTAP version 1 on COM1, without subtests and with the plan first. Only one processor at a time may call
 * these functions: the boot processor, or another one that check_hang.c lets continue. */
#ifndef SILICON_SELFTEST_REPORT_H
#define SILICON_SELFTEST_REPORT_H

#include "lib/basic.h"

/* One check. It passes if it had at least one expectation and all were met. */
struct check {
	const char *name;
	void (*run)(void);
	unsigned processors, sockets; /* minimum that it needs; with fewer it is skipped */
};

/* Writes a line, of at most 199 characters. */
void say(const char *format, ...) PRINTF_LIKE(1, 2);

/* Check an expectation of the running check. If it is not met, they print it, and the check fails. */
void expect(const char *what, bool holds);
void expect_equal(const char *what, uint64_t got, uint64_t wanted);

/* Writes the head and the number of checks. Call it once, first. */
void report_plan(size_t checks);
/* Runs checks and writes a line for each. */
void report_run(const struct check *checks, size_t count);

/* Ends the run with the exit byte for passed; or for failed, if a check failed or none passed. */
void report_end(void) __attribute__((noreturn));

/* Writes a line, and ends the run with the exit byte for a crash. */
void report_crash(const char *format, ...) PRINTF_LIKE(1, 2) __attribute__((noreturn));

#endif
