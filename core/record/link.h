/* SPDX-License-Identifier: BSD-2-Clause */
/* The console as a line that loses characters: on request everything said goes out in frames that are
 * numbered, carry a CRC, and are kept for whoever asks for them again. docs/console-protocol.md has the
 * protocol. Until frames are asked for, everything passes through as it is. */
#ifndef CORE_LINK_H
#define CORE_LINK_H

#include "core/arena.h"

#define LINK_PAYLOAD      64   /* characters of a line in one frame */
#define LINK_REQUEST_SIZE 24   /* the longest request, without its '?' and its end of line */
#define LINK_NOTHING      (-1) /* nothing was received in time */
#define LINK_CLOSED       (-2) /* nothing ever will be */

/* The console, as a platform has it. */
struct link_ends {
	/* To all of the console, as it is. */
	void (*write)(void *context, const char *bytes, size_t length);
	/* Frames, which are for the serial line alone. */
	void (*send)(void *context, const char *bytes, size_t length);
	/* What the frames hold, for screens beside the serial line; NULL: there are none. */
	void (*show)(void *context, const char *bytes, size_t length);
	/* The next character received, LINK_NOTHING or LINK_CLOSED. Once frames go out it must not take
	 * anything from the line while a window is open. */
	int (*receive)(void *context, unsigned timeout_ms);
	void *context;
};

struct link {
	struct link_ends ends;
	struct arena *arena;
	bool framed;
	bool stopped;     /* Ctrl-C came, or a request to stop */
	bool ending;      /* link_finish was called */
	bool done;        /* the other side has it all */
	uint8_t controls; /* how many Ctrl-C came one behind the other */

	/* The line under way: its number, from 1; what is not sent yet of it, and how many of its pieces
	 * are. */
	uint64_t line;
	uint32_t piece;
	uint8_t waiting;
	char payload[LINK_PAYLOAD];
	uint32_t crc; /* of all lines before it and of what there is of it */

	/* What was sent: whole lines with their line feeds, the first of them number `first`, and the
	 * one under way. Positions count from the first character ever kept. */
	char *ring;
	uint64_t ring_size, ring_start, ring_end;
	uint64_t first;

	char request[LINK_REQUEST_SIZE];
	uint8_t request_used;
	bool request_begun; /* a '?' came */
	uint64_t idle_us;   /* how long link_finish has waited for a request */
	uint64_t busy_us;   /* how long it has waited and sent in all */
	uint64_t end_us;    /* busy_us when the end was last said */
};

/* Makes the link ready; nothing is framed yet. `arena` is what link_frame takes its memory from. */
void link_open(struct link *link, const struct link_ends *ends, struct arena *arena);

/* From the next character on lines go out in frames, and there is no way back. What they are kept in takes
 * a sixteenth of the arena. False if the arena has no room for it; nothing changes then. `context` is the
 * link. */
MUST_CHECK bool link_frame(void *context);

/* Writes text with '\n' at the ends of lines. In frames it also answers requests, at the end of each line.
 * `context` is the link. */
void link_write(void *context, const char *bytes, size_t length);

/* Ends the line under way, if there is one in frames: what is said next comes from elsewhere. */
void link_end_line(struct link *link);

/* The next character typed, -1 if none comes within `timeout_ms`. In frames nobody types: requests are
 * answered, and what comes is Ctrl-C or nothing. `context` is the link. */
int link_read_char(void *context, unsigned timeout_ms);

/* Says where the lines end and answers requests until the other side has everything, has said nothing for
 * 5 s, or has asked for more than takes 5 minutes at 115200 baud. At once if nothing is framed. */
void link_finish(struct link *link);

#endif
