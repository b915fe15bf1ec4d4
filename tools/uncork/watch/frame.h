/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames as the firmware sends them (docs/console-protocol.md), read out of what a bad line made of them. */
#ifndef TOOLS_WATCH_FRAME_H
#define TOOLS_WATCH_FRAME_H

#include "lib/parse.h"

#define FRAME_PAYLOAD   64   /* characters of a line in one frame, at most */
#define FRAME_LINE_SIZE 1024 /* of the console; what is longer holds no frame */

enum frame_kind {
	FRAME_PIECE, /* part of a line */
	FRAME_END,   /* the lines come to an end here */
	FRAME_GONE,  /* lines asked for are no longer kept */
	FRAME_SENT,  /* all that was asked for is sent */
	FRAME_BYE    /* nobody answers any more */
};

struct frame {
	enum frame_kind kind;
	uint64_t line;        /* of a piece; END: how many there are; GONE: the first; SENT: the last */
	uint64_t last;        /* GONE: the last */
	uint32_t crc;         /* END: of all lines, each with its line feed */
	uint32_t piece;       /* number of the piece, from 0 */
	bool more;            /* others of the same line follow */
	struct slice payload; /* of a piece: points into what was read */
};

/* What comes from the console, cut into lines. */
struct frame_reader {
	char bytes[FRAME_LINE_SIZE];
	size_t used;
	bool overlong; /* the line is longer than that */
};

/* Takes the next character. At the end of a line, `frame` is called for each frame in it: one that stands
 * behind or before something else is found too. `stray` is called, if it is not NULL, for a line that has no
 * frame. */
struct frame_user {
	void (*frame)(void *context, const struct frame *frame);
	void (*stray)(void *context, struct slice line);
	void *context;
};
void frame_reader_take(struct frame_reader *reader, char c, const struct frame_user *user);

/* Appends '?', the body, its CRC and a line feed. */
struct text;
void frame_request(struct text *text, const char *body);

#endif
