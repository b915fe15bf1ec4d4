/* SPDX-License-Identifier: BSD-2-Clause */
#define _DEFAULT_SOURCE /* cfmakeraw, CRTSCTS */
#include "tools/uncork/watch/port.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

/* What a serial device was set to before; there is one at most. */
static struct termios found;
static int found_descriptor = -1;

static bool complain_of_port(const char *name, const char *why)
{
	fprintf(stderr, "uncork: %s: %s\n", name, why);
	return false;
}

static void restore_port(void)
{
	tcsetattr(found_descriptor, TCSANOW, &found);
}

static void restore_and_end(int number)
{
	restore_port();
	signal(number, SIG_DFL);
	raise(number);
}

/* The constant for a rate; B0 if there is none. */
static speed_t speed_of(unsigned baud)
{
	static const struct {
		unsigned baud;
		speed_t speed;
	} speeds[] = {
		{9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},
		{115200, B115200}, {230400, B230400}, {460800, B460800}, {921600, B921600},
	};

	for (size_t i = 0; i < ARRAY_SIZE(speeds); i++)
		if (speeds[i].baud == baud)
			return speeds[i].speed;
	return B0;
}

static bool set_terminal(const char *name, int descriptor, unsigned baud)
{
	static const int endings[] = {SIGTERM, SIGHUP, SIGQUIT};
	struct termios raw;
	speed_t speed = speed_of(baud);

	if (tcgetattr(descriptor, &found))
		return complain_of_port(name, strerror(errno));
	found_descriptor = descriptor;
	raw = found;
	cfmakeraw(&raw);
	raw.c_cflag &= (tcflag_t) ~(CRTSCTS | CSTOPB | PARENB);
	raw.c_cflag |= CLOCAL | CREAD;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	if (cfsetspeed(&raw, speed) || tcsetattr(descriptor, TCSANOW, &raw))
		return complain_of_port(name, strerror(errno));
	atexit(restore_port);
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
		signal(endings[i], restore_and_end);
	return true;
}

static int connect_unix(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);

	if (strlen(path) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(address.sun_path, path);
	if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof(address)))
		return -1;
	return descriptor;
}

static int connect_any(const struct addrinfo *all)
{
	for (; all; all = all->ai_next) {
		int descriptor = socket(all->ai_family, all->ai_socktype, all->ai_protocol);

		if (descriptor >= 0 && !connect(descriptor, all->ai_addr, all->ai_addrlen))
			return descriptor;
		if (descriptor >= 0)
			close(descriptor);
	}
	return -1;
}

static int connect_tcp(const char *place)
{
	const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
	const char *colon = strrchr(place, ':');
	struct addrinfo *all;
	char host[256];
	int descriptor;

	errno = EINVAL;
	if (!colon || (size_t)(colon - place) >= sizeof(host))
		return -1;
	memcpy(host, place, (size_t)(colon - place));
	host[colon - place] = 0;
	if (getaddrinfo(host, colon + 1, &wanted, &all))
		return -1;
	descriptor = connect_any(all);
	freeaddrinfo(all);
	return descriptor;
}

static int open_by_name(const char *name)
{
	int descriptor;

	if (!strcmp(name, "-"))
		return STDIN_FILENO;
	if (!strncmp(name, "unix:", 5))
		return connect_unix(name + 5);
	if (!strncmp(name, "tcp:", 4))
		return connect_tcp(name + 4);
	descriptor = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK);
	return descriptor >= 0 ? descriptor : open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK);
}

bool port_open(struct port *port, const char *name, unsigned baud)
{
	struct stat status;

	if (speed_of(baud) == B0)
		return complain_of_port(name, "there is no such baud rate; 9600 to 921600 in the usual steps");
	port->descriptor = open_by_name(name);
	if (port->descriptor < 0 || fstat(port->descriptor, &status))
		return complain_of_port(name, strerror(errno));
	if (S_ISDIR(status.st_mode))
		return complain_of_port(name, strerror(EISDIR));
	port->answers = S_ISSOCK(status.st_mode) || isatty(port->descriptor);
	return !isatty(port->descriptor) || set_terminal(name, port->descriptor, baud);
}

bool port_is_file(const struct port *port, const char *name)
{
	struct stat input, output;

	return !fstat(port->descriptor, &input) && !stat(name, &output) && S_ISREG(input.st_mode) &&
	       input.st_dev == output.st_dev && input.st_ino == output.st_ino;
}

int port_read(const struct port *port, char *bytes, size_t room, int timeout_ms)
{
	struct pollfd input = {.fd = port->descriptor, .events = POLLIN};
	ssize_t count;

	if (poll(&input, 1, timeout_ms) <= 0)
		return 0;
	count = read(port->descriptor, bytes, room);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return count > 0 ? (int)count : -1;
}

void port_write(const struct port *port, const char *bytes, size_t length)
{
	if (!port->answers)
		return;
	if (write(port->descriptor, bytes, length) < 0 && errno != EAGAIN)
		fprintf(stderr, "uncork: the port takes nothing: %s\n", strerror(errno));
}
