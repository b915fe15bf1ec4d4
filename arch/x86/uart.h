/* SPDX-License-Identifier: BSD-2-Clause */
/* A 16550 serial port, polled, with bounded waits. A port that takes no characters costs one wait; after that it is
 * tried once a line, and the number of lost characters is written when it takes characters again. */
#ifndef ARCH_X86_UART_H
#define ARCH_X86_UART_H

#include "lib/basic.h"

#define UART_HEARD 64

struct uart {
	uint64_t base; /* I/O port or physical address */
	bool memory_mapped;
	uint8_t stride; /* bytes from one register to the next */
	bool present;   /* it answers like a 16550 */
	bool degraded;  /* it stopped taking characters; output is dropped until it takes some at the start of a line */
	bool in_line;   /* the last output did not end a line */
	uint64_t lost;  /* characters dropped since it stopped */
	bool listening; /* input during output is kept: the port itself holds 16 bytes */
	uint8_t heard_from, heard_count;
	uint8_t heard[UART_HEARD];
	bool told;       /* SPCR names it, so the firmware has set it up */
	uint32_t baud;   /* used if the firmware has not set the speed: SPCR's, else 115200 */
	char how[100];   /* "SPCR" or "COM1 by default", and why it is not the port of SPCR */
	char set_up[80]; /* changes by uart_make_sane, ", set to ..."; empty: none */
};

/* Finds the port that ACPI's SPCR names, else COM1 at 0x3f8, and checks that it answers. Leaves speed and format as the
 * firmware set them. `rsdp` may be NULL. */
void uart_find(struct uart *uart, const void *rsdp);

/* Moves to another I/O port, if a 16550 answers there; leaves speed and format as they are. Otherwise returns false,
 * with `uart` unchanged. */
MUST_CHECK bool uart_move(struct uart *uart, uint16_t port);

/* Sets speed and format if the port's settings are not those of a firmware: another format than 8 bits, no parity, 1
 * stop bit; or a divisor that gives no usual speed with a PC's clock (for a port of SPCR: 0). Switches on FIFO, DTR and
 * RTS if they are off. Lists the changes in `set_up`. No other code may use the port meanwhile. */
void uart_make_sane(struct uart *uart);

/* Sets speed and format: `baud`, a divisor of 115200, with a PC's clock; 8 bits, no parity, 1 stop bit. Bytes in the
 * FIFOs are lost (uart_drain). No other code may use the port meanwhile. */
void uart_set_speed(struct uart *uart, uint32_t baud);

/* Writes bytes; '\n' is sent as "\r\n". Waits a bounded time for the transmitter; after that sets `degraded` and drops
 * the rest. At the start of each later line it checks once whether the port takes characters again, writes how many
 * were lost, and resumes. Callable anywhere. */
void uart_write(struct uart *uart, const char *bytes, size_t length);

/* Call it before output that must not be lost. If the port takes no characters, waits ten times as long as uart_write
 * does, and resumes if it takes characters by then. Callable anywhere. */
void uart_recover(struct uart *uart);

/* Waits until the last byte has left the shift register. Bounded. */
void uart_drain(struct uart *uart);

/* Returns the next byte received, or -1 if there is none. Does not wait. With `listening` set, bytes that come while
 * uart_write waits for the transmitter are kept; if there are more than UART_HEARD, the latest are lost. */
int uart_read(struct uart *uart);

#endif
