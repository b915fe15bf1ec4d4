/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/host/terminal.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "core/record/link.h"

#define CONTROL_C    3
#define END_OF_INPUT 4

static volatile sig_atomic_t interrupted;
static struct termios found;
static bool is_open;

static void on_interrupt(int signal_number)
{
	if (interrupted) {
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	}
	interrupted = 1;
}

void terminal_catch_interrupt(void)
{
	signal(SIGINT, on_interrupt);
}

static void restore_terminal(void)
{
	tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
}

bool terminal_open(void)
{
	struct termios raw;

	if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &found))
		return false;
	raw = found;
	raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw))
		return false;
	atexit(restore_terminal);
	is_open = true;
	return true;
}

int terminal_receive(unsigned timeout_ms)
{
	static unsigned controls;
	static bool closed;
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	unsigned char c;

	if (interrupted) {
		interrupted = 0;
		controls = 3;
	}
	if (controls) {
		controls--;
		return CONTROL_C;
	}
	if (closed)
		return LINK_CLOSED;
	if (poll(&input, 1, (int)timeout_ms) <= 0)
		return LINK_NOTHING;
	closed = read(STDIN_FILENO, &c, 1) != 1;
	return closed ? LINK_CLOSED : c;
}

int terminal_read_char(void *context, unsigned timeout_ms)
{
	struct pollfd input = {.fd = is_open ? STDIN_FILENO : -1, .events = POLLIN};
	unsigned char c;

	(void)context;
	if (poll(&input, 1, (int)timeout_ms) > 0)
		return read(STDIN_FILENO, &c, 1) == 1 ? c : END_OF_INPUT;
	if (!interrupted)
		return -1;
	interrupted = 0;
	return CONTROL_C;
}
