/* SPDX-License-Identifier: BSD-2-Clause */
/* The console: the serial port, polled by us, and every screen that does not end in that port. Terminals of the firmware's on another
 * port, as that of serial-over-LAN, are screens.
 *
 * The firmware's own console may be the same serial port; writing to both would double each line, so
 * the firmware's console is written to only if we found no port. */
#ifndef EFI_CONSOLE_H
#define EFI_CONSOLE_H

#include "arch/x86/uart.h"
#include "efi/firmware.h"
#include "efi/slow_screen.h"

#define CONSOLE_SCREENS 4
#define CONSOLE_BACKLOG 16384

struct console {
	const struct firmware *firmware;
	struct uart uart;
	SIMPLE_TEXT_OUTPUT_INTERFACE *screens[CONSOLE_SCREENS];
	unsigned screen_count;
	EFI_HANDLE terminal; /* the port's, whose driver we have disconnected; NULL: none */
	/* End of the terminal's path, after the port: the kind of terminal. Only the end node if that is unknown. */
	union {
		EFI_DEVICE_PATH node;
		uint8_t bytes[64];
	} terminal_path;
	char description[220];
	bool keys_from_uart; /* the firmware does not read the serial port for us */
	const char *typed;   /* rest of the sequence that the last key stands for */
	EFI_TPL before_hold;
	bool held;       /* no firmware service may be called */
	bool emergency;  /* nor may one ever again: a crash is being reported */
	bool unattended; /* no user types: a screen that is slow may leave out what the serial port has */
	bool matters;    /* current output is to be shown on slow screens, too */
	struct slow_screen slow;
	const struct machine *machine; /* its clock tells the time once open; NULL: none does */
	char *backlog;                 /* output not shown on the screens yet; room for CONSOLE_BACKLOG */
	size_t waiting;                /* bytes in the backlog */
	uint64_t dropped;              /* bytes that found it full */
};

/* Finds the port and takes it, and finds the screens. `backlog` has room for CONSOLE_BACKLOG bytes. */
void console_open(struct console *console, const struct firmware *firmware, char *backlog);

/* Moves to another port and gives the previous one back to the firmware; false if nothing answers there. */
MUST_CHECK bool console_use_port(struct console *console, uint16_t port);

/* Takes the port from the firmware's terminal, if that is on COM1 or COM2, and sets it up if it has not
 * (uart_make_sane). */
void console_take_port(struct console *console);

/* Gives the port back to the firmware's terminal, if that had it. */
void console_give_port(struct console *console);

/* Writes text with '\n' at the ends of lines. `context` is the console. While the firmware is held,
 * screens have to wait; the serial port does not. In an emergency only the serial port is written to, or,
 * without one, the screens as well as they work. */
void console_write(void *context, const char *bytes, size_t length);

/* The two halves of console_write: what is written in any case, and the screens next to a serial port. */
void console_send(void *context, const char *bytes, size_t length);
void console_show(void *context, const char *bytes, size_t length);

/* The next character typed, -1 if none comes within `timeout_ms` or while the firmware is held. Keys that
 * are no characters come as a VT100 sends them; in an emergency only the serial port is listened to.
 * `context` is the console. */
int console_receive(void *context, unsigned timeout_ms);

/* Microseconds since some moment, once the machine's clock is known; 0 before. */
uint64_t console_time_us(const struct machine *machine);

/* Stops the firmware's timers and callbacks, and restarts them. `context` is the console. */
void console_hold(void *context);
void console_release(void *context);

/* "COM1 by default" or "SPCR", and what was done to the port; or that the firmware's console is used. */
const char *console_description(const struct console *console);

#endif
