/* SPDX-License-Identifier: BSD-2-Clause */
/* The terminal that the host tool runs on. */
#ifndef ARCH_HOST_TERMINAL_H
#define ARCH_HOST_TERMINAL_H

#include "lib/basic.h"

/* From now on Ctrl-C is a character for terminal_read_char instead of the end of the process; a second
 * one while the first is unread ends it after all. */
void terminal_catch_interrupt(void);

/* Takes characters as they are typed, without echo, until the process ends. False if standard input is
 * no terminal. */
MUST_CHECK bool terminal_open(void);

/* For struct shell: the next character typed, -1 if none comes within `timeout_ms`. Ctrl-C is 3; the end
 * of input and a hang-up are 4. If the terminal was not opened nothing but Ctrl-C is ever typed. */
int terminal_read_char(void *context, unsigned timeout_ms);

/* For struct link: the next byte of standard input, whatever it is, -1 if none comes within `timeout_ms`, -2
 * once there will be none any more. An interrupt comes as three times Ctrl-C. */
int terminal_receive(unsigned timeout_ms);

#endif
