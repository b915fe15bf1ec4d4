/* SPDX-License-Identifier: BSD-2-Clause */
/* A 16550 serial port, polled and bounded: one that takes nothing costs a moment once; then it is looked at once a line,
 * and what was lost is said when it takes characters again. */
#ifndef ARCH_X86_UART_H
#define ARCH_X86_UART_H

#include "lib/basic.h"

#define UART_HEARD 64

struct uart {
	uint64_t base; /* I/O port or physical address */
	bool memory_mapped;
	uint8_t stride; /* bytes from one register to the next */
	bool present;   /* it answers as a 16550 does */
	bool degraded;  /* it stopped taking characters; output is dropped until it takes some at the start of a line */
	bool in_line;   /* the last output ended no line */
	uint64_t lost;  /* characters dropped since it stopped */
	bool listening; /* input that comes while we write is kept: the port holds 16 bytes */
	uint8_t heard_from, heard_count;
	uint8_t heard[UART_HEARD];
	bool told;       /* named by SPCR: the firmware has set it up */
	uint32_t baud;   /* to set if the firmware has set none: SPCR's, else 115200 */
	char how[100];   /* "SPCR", "COM1 by default", and why it is not what SPCR names */
	char set_up[80]; /* what uart_make_sane changed, ", set to ..."; empty: nothing */
};

/* The port that ACPI's SPCR names, else COM1 at 0x3f8. Checks that something answers there; leaves speed
 * and format as the firmware set them. `rsdp` may be NULL. */
void uart_find(struct uart *uart, const void *rsdp);

/* Moves to the port at an I/O port, if a 16550 answers there; leaves speed and format as they are. Returns false, with `uart`
 * unchanged, if none does. */
MUST_CHECK bool uart_move(struct uart *uart, uint16_t port);

/* Sets speed and format if what the port holds is nothing that a firmware has set up: another format than 8 bits, no
 * parity, 1 stop bit; a divisor that makes no usual speed of the clock that PCs have (of a port that SPCR names: 0).
 * FIFO, DTR and RTS are switched on if they are off. Says in `set_up` what it changed. No other code may use the
 * port meanwhile. */
void uart_make_sane(struct uart *uart);

/* Sets speed and format: `baud`, a whole part of 115200, of the clock that PCs have; 8 bits, no parity, 1 stop bit. What is
 * in the FIFOs is lost (uart_drain). No other code may use the port meanwhile. */
void uart_set_speed(struct uart *uart, uint32_t baud);

/* Writes bytes; '\n' goes out as "\r\n". Waits a bounded time for the transmitter; when that runs out
 * sets `degraded` and drops the rest. With each line that begins it then looks once whether the port takes characters
 * again, says how many were lost, and resumes. Callable anywhere. */
void uart_write(struct uart *uart, const char *bytes, size_t length);

/* Call before output that must not be lost: if the port takes no characters, waits ten times as long for it as uart_write
 * does, and resumes if it does by then. Callable anywhere. */
void uart_recover(struct uart *uart);

/* Waits, bounded, until the last byte has left the shift register. */
void uart_drain(struct uart *uart);

/* The next byte received, -1 if there is none. Does not wait. With `listening` set, bytes that come while
 * uart_write waits for the transmitter are kept; of more than UART_HEARD the latest are lost. */
int uart_read(struct uart *uart);

#endif
