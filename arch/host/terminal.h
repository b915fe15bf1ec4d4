/* SPDX-License-Identifier: BSD-2-Clause */
/* The host tool's terminal. */
#ifndef ARCH_HOST_TERMINAL_H
#define ARCH_HOST_TERMINAL_H

#include "lib/basic.h"

/* Makes Ctrl-C a character for terminal_read_char; it no longer ends the process. A second Ctrl-C while the first is
 * unread does. */
void terminal_catch_interrupt(void);

/* Reads characters as they are typed, without echo, until the process ends. Returns false if standard input is not a
 * terminal. */
MUST_CHECK bool terminal_open(void);

/* For struct shell: returns the next character typed, or -1 if none comes within `timeout_ms`. Ctrl-C is 3; the end
 * of input and a hang-up are 4. Without terminal_open only Ctrl-C comes. */
int terminal_read_char(void *context, unsigned timeout_ms);

/* For struct link: returns the next byte of standard input, -1 if none comes within `timeout_ms`, or -2 at the end of
 * input. An interrupt comes as three times Ctrl-C. */
int terminal_receive(unsigned timeout_ms);

#endif
