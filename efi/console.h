/* SPDX-License-Identifier: BSD-2-Clause */
/* The console: the serial port, polled by uncork, and every screen that does not end in that port. The firmware's
 * terminals on another port, such as serial-over-LAN, count as screens.
 *
 * The firmware's own console may be the same serial port, and output to both would double each line. So the
 * firmware's console is used only if uncork finds no port. */
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
	EFI_HANDLE terminal; /* the port's terminal, whose driver is disconnected; NULL: none */
	/* End of the terminal's path, after the port: the kind of terminal. Only the end node if the kind is
	 * unknown. */
	union {
		EFI_DEVICE_PATH node;
		uint8_t bytes[64];
	} terminal_path;
	char description[220];
	bool keys_from_uart; /* the firmware does not read the serial port itself */
	const char *typed;   /* rest of the last key's sequence */
	EFI_TPL before_hold;
	bool held;       /* no firmware service may be called now */
	bool emergency;  /* a crash is being reported: no firmware service may be called any more */
	bool unattended; /* no user types: a slow screen may leave out text that the serial port has */
	bool matters;    /* slow screens must show the current output, too */
	struct slow_screen slow;
	const struct machine *machine; /* its clock gives the time once it is open; NULL: no clock */
	char *backlog;                 /* output not yet shown on the screens; room for CONSOLE_BACKLOG */
	size_t waiting;                /* bytes in the backlog */
	uint64_t dropped;              /* bytes lost because the backlog was full */
};

/* Finds and takes the port, and finds the screens. `backlog` has room for CONSOLE_BACKLOG bytes. */
void console_open(struct console *console, const struct firmware *firmware, char *backlog);

/* Moves to another port and gives the previous one back to the firmware. Returns false if no port answers there. */
MUST_CHECK bool console_use_port(struct console *console, uint16_t port);

/* Takes the port from the firmware's terminal, if that is on COM1 or COM2, and sets it up if needed
 * (uart_make_sane). */
void console_take_port(struct console *console);

/* Gives the port back to the firmware's terminal, if it was taken from it. */
void console_give_port(struct console *console);

/* Writes text with '\n' at the ends of lines. `context` is the console. While the firmware is held, screens wait, but
 * the serial port does not. In an emergency only the serial port is used, or, without one, the screens as far as they
 * work. */
void console_write(void *context, const char *bytes, size_t length);

/* The two halves of console_write: the output that is always written, and the screens in addition to a serial
 * port. */
void console_send(void *context, const char *bytes, size_t length);
void console_show(void *context, const char *bytes, size_t length);

/* Returns the next character typed, or -1 if none comes within `timeout_ms` or while the firmware is held. Special
 * keys are VT100 sequences. In an emergency only the serial port is read. `context` is the console. */
int console_receive(void *context, unsigned timeout_ms);

/* Microseconds since an arbitrary moment, once the machine's clock is known; 0 before. */
uint64_t console_time_us(const struct machine *machine);

/* Stop the firmware's timers and callbacks, and restart them. `context` is the console. */
void console_hold(void *context);
void console_release(void *context);

/* "COM1 by default" or "SPCR" with the changes to the port; or that the firmware's console is used. */
const char *console_description(const struct console *console);

#endif
