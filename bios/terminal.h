/* SPDX-License-Identifier: BSD-2-Clause */
/* The console of a machine without UEFI: the serial port, and the screen if there is one. Keys come only from the
 * serial port. */
#ifndef BIOS_TERMINAL_H
#define BIOS_TERMINAL_H

#include "arch/x86/uart.h"
#include "bios/screen.h"

struct terminal {
	struct uart uart;
	struct screen screen;
	bool held; /* a window is open: the port is not read */
};

/* Finds port and screen. `rsdp` may be NULL. */
void terminal_open(struct terminal *terminal, const struct boot_params *params, const void *rsdp);

/* Moves to another port. Returns false if no port answers there. */
MUST_CHECK bool terminal_use_port(struct terminal *terminal, uint16_t port);

/* Write text with '\n' at the ends of lines: to port and screen; only the output that is always written; and to the
 * screen in addition to a serial port. `context` is the terminal. Callable anywhere. */
void terminal_write(void *context, const char *bytes, size_t length);
void terminal_send(void *context, const char *bytes, size_t length);
void terminal_show(void *context, const char *bytes, size_t length);

/* Returns the next character typed, or -1 if none comes within `timeout_ms` or while a window is open. */
int terminal_receive(void *context, unsigned timeout_ms);

/* "COM1 by default", "SPCR", or that there is only the screen. */
const char *terminal_description(const struct terminal *terminal);

#endif
