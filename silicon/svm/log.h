/* SPDX-License-Identifier: BSD-2-Clause */
/* The silicon's own voice: lines on QEMU's debug console at port 0x402, apart from everything that the
 * machine says. A line is `kind: text`; the kinds are
 *   banner          once, at the start: what this is
 *   violation       the program did what it must not do
 *   log             worth knowing
 *   access          one access of the program's, if they are to be recorded (accesses.c)
 *   statistics      name=value ..., when the program leaves or asks
 *   exit            the byte with which the guest ended the run, at GUEST_EXIT_PORT
 *   assert          the hypervisor failed, or cannot work here, and ended the run
 *   scenario-error  the scenario cannot be played; the run has ended before it began */
#ifndef SILICON_SVM_LOG_H
#define SILICON_SVM_LOG_H

#include "lib/basic.h"

#define LOG_PORT                 0x402
#define EXIT_PORT                0x501 /* isa-debug-exit */
#define EXIT_VALUE_GUEST         0x7e  /* the guest has ended the run: a line of the log says how */
#define EXIT_VALUE_OURS          0x7f  /* the silicon itself failed */
#define EXIT_VALUE_FAILURES      0x11  /* the program did, in one way or another, up to the last (docs/guests.md) */
#define EXIT_VALUE_FAILURES_LAST 0x15

/* Port at which guests end a run (docs/guests.md): programs that know QEMU do so there by its isa-debug-exit. */
#define GUEST_EXIT_PORT          0xf4

void log_line(const char *kind, const char *format, ...) PRINTF_LIKE(2, 3);

/* True if these lines are kept: then the machine is QEMU's. */
bool log_is_kept(void);

/* Prints `assert: ...`, ends QEMU with EXIT_VALUE_OURS; halts if that does nothing. */
void log_assert(const char *format, ...) PRINTF_LIKE(1, 2) __attribute__((noreturn));

#endif
