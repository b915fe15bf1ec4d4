/* SPDX-License-Identifier: BSD-2-Clause */
/* The console as a line that loses characters: on request all output is sent in frames that are numbered, carry a CRC, and are kept
 * to be sent again on request (docs/console-protocol.md). Until frames are requested, output passes through unchanged. */
#ifndef CORE_LINK_H
#define CORE_LINK_H

#include "core/arena.h"

#define LINK_PAYLOAD      64   /* characters of a line in one frame */
#define LINK_REQUEST_SIZE 24   /* the longest request, without its '?' and its end of line */
#define LINK_NOTHING      (-1) /* nothing was received in time */
#define LINK_CLOSED       (-2) /* nothing will ever be received */

/* The console, as a platform has it. */
struct link_ends {
	/* Writes to all of the console, unchanged. */
	void (*write)(void *context, const char *bytes, size_t length);
	/* Sends frames, which are only for the serial line. */
	void (*send)(void *context, const char *bytes, size_t length);
	/* Shows the contents of frames on screens other than the serial line; NULL: there are none. */
	void (*show)(void *context, const char *bytes, size_t length);
	/* Returns the next character received, LINK_NOTHING or LINK_CLOSED. Once frames are sent it must not
	 * take anything from the line while a window is open. */
	int (*receive)(void *context, unsigned timeout_ms);
	void *context;
};

struct link {
	struct link_ends ends;
	struct arena *arena;
	bool framed;
	bool stopped;     /* Ctrl-C or a request to stop was received */
	bool ending;      /* link_finish was called */
	bool done;        /* the other side has all lines */
	uint8_t controls; /* number of Ctrl-C received in a row */

	/* The current line: its number, from 1; the number of its pieces that were sent; the characters that wait to be sent. */
	uint64_t line;
	uint32_t piece;
	uint8_t waiting;
	char payload[LINK_PAYLOAD];
	uint32_t crc; /* of all lines before it and its part so far */

	/* The lines that were sent: whole ones with their line feeds, starting with number `first`, and the
	 * current one. Positions count from the first character ever kept. */
	char *ring;
	uint64_t ring_size, ring_start, ring_end;
	uint64_t first;

	char request[LINK_REQUEST_SIZE];
	uint8_t request_used;
	bool request_begun; /* a '?' was received */
	uint64_t idle_us;   /* time for which link_finish has waited for a request */
	uint64_t busy_us;   /* total time for which it has waited and sent */
	uint64_t end_us;    /* busy_us when the end was last sent */
};

/* Makes the link ready, without frames yet. link_frame takes its memory from `arena`. */
void link_open(struct link *link, const struct link_ends *ends, struct arena *arena);

/* Sends lines in frames, starting with the next character, until the end of the run. The buffer for sent lines takes a sixteenth of
 * the arena. Returns false, without a change, if the arena has no room. `context` is the link. */
MUST_CHECK bool link_frame(void *context);

/* Writes text with '\n' at the ends of lines. In frames it also answers requests, at the end of each line.
 * `context` is the link. */
void link_write(void *context, const char *bytes, size_t length);

/* Ends the current line, if it is in frames: the next output comes from elsewhere. */
void link_end_line(struct link *link);

/* Returns the next character typed, -1 if none comes within `timeout_ms`. With frames it answers requests, and
 * returns only Ctrl-C or nothing. `context` is the link. */
int link_read_char(void *context, unsigned timeout_ms);

/* Sends the number of the last line and answers requests until the other side has everything, is silent for 5 s, or
 * has requested more than takes 5 minutes at 115200 baud. Returns at once if nothing is framed. */
void link_finish(struct link *link);

#endif
