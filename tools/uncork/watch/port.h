/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the console of a machine comes from: a serial device, a pseudo-terminal, a socket, a pipe, a file. */
#ifndef TOOLS_WATCH_PORT_H
#define TOOLS_WATCH_PORT_H

#include "lib/basic.h"

struct port {
	int descriptor;
	bool answers; /* what is written to it reaches the machine */
};

/* Opens `name`: "-" is standard input, unix:PATH and tcp:HOST:PORT are sockets, anything else a path. A
 * serial device is set to raw characters of 8 bits, no parity, no flow control, at `baud`, until the process
 * ends, by SIGTERM, SIGHUP or SIGQUIT, too. False after saying why on standard error. */
MUST_CHECK bool port_open(struct port *port, const char *name, unsigned baud);

/* True if `name` is the file that the port reads. */
MUST_CHECK bool port_is_file(const struct port *port, const char *name);

/* Reads what is there, waiting up to `timeout_ms`. Returns how many bytes, 0 if none came in time, -1 at the
 * end of input or after an error. */
int port_read(const struct port *port, char *bytes, size_t room, int timeout_ms);

/* Writes as much as the port takes at once; what it does not take is lost, as on the line. */
void port_write(const struct port *port, const char *bytes, size_t length);

#endif
