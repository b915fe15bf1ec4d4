/* SPDX-License-Identifier: BSD-2-Clause */
/* What the self-test says: KTAP version 1 on COM1, flat and with the plan first. Only the boot processor
 * speaks. */
#ifndef SILICON_SELFTEST_REPORT_H
#define SILICON_SELFTEST_REPORT_H

#include "lib/basic.h"

/* One check. It passes if it expected something and everything came so. */
struct check {
	const char *name;
	void (*run)(void);
	unsigned processors, sockets; /* how many it needs; with fewer it is skipped */
};

/* One line. */
void say(const char *format, ...) PRINTF_LIKE(1, 2);

/* An expectation of the running check; what does not hold is printed and fails the check. */
void expect(const char *what, bool holds);
void expect_equal(const char *what, uint64_t got, uint64_t wanted);

void report_plan(size_t checks);
void report_run(const struct check *checks, size_t count);

/* Ends the run by the exit protocol: passed, or failed if a check failed or none was made. */
void report_end(void) __attribute__((noreturn));

/* Ends the run as a crash, at once. */
void report_crash(const char *format, ...) PRINTF_LIKE(1, 2) __attribute__((noreturn));

#endif
