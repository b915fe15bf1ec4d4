/* SPDX-License-Identifier: BSD-2-Clause */
/* The silicon's own log: lines on QEMU's debug console at port 0x402, separate from all output of the machine. A line is `kind:
 * text`; the kinds are
 *   banner          once, at the start: machine, sockets, faults
 *   image           once: the address of the silicon's code
 *   violation       the program did something that it must not do
 *   log             a remark
 *   access          one access by the program, if accesses are recorded (accesses.c)
 *   hang            an access never completes, because of a fault: the processor that makes it
 *   statistics      name=value ..., when the program leaves or asks for it
 *   exit            the byte with which the guest ended the run, by GUEST_EXIT_PORT
 *   assert          the hypervisor failed, or cannot work here, and ended the run
 *   scenario-error  the scenario is refused; the run ended before its start */
#ifndef SILICON_SVM_LOG_H
#define SILICON_SVM_LOG_H

#include "lib/basic.h"

#define LOG_PORT                 0x402
#define EXIT_PORT                0x501 /* isa-debug-exit */
#define EXIT_VALUE_GUEST         0x7e  /* the guest ended the run: see the line `exit` */
#define EXIT_VALUE_OURS          0x7f  /* the silicon itself failed */
#define EXIT_VALUE_FAILURES      0x11  /* the program failed: this value to the last (docs/guests.md) */
#define EXIT_VALUE_FAILURES_LAST 0x15

/* Port by which guests end a run (docs/guests.md): the isa-debug-exit port that programs for QEMU use. */
#define GUEST_EXIT_PORT          0xf4

/* Writes a line. It is cut at 320 characters. */
void log_line(const char *kind, const char *format, ...) PRINTF_LIKE(2, 3);

/* True if the debug console exists, which means that the machine is QEMU's. */
bool log_is_kept(void);

/* Writes a line `assert: ...` and ends QEMU with EXIT_VALUE_OURS; halts if QEMU does not end. */
void log_assert(const char *format, ...) PRINTF_LIKE(1, 2) __attribute__((noreturn));

#endif
