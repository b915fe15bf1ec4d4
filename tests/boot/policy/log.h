/* SPDX-License-Identifier: BSD-2-Clause */
/* The driver's output, on QEMU's debug console, and the end of a run. */
#ifndef POLICY_LOG_H
#define POLICY_LOG_H

#include "lib/basic.h"

/* The line `policy: ...`. */
void log_line(const char *format, ...) PRINTF_LIKE(1, 2);

/* Like log_line, also on the serial port; then QEMU ends with the status of an error. */
void log_end(const char *format, ...) PRINTF_LIKE(1, 2) __attribute__((noreturn));

#endif
