/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of a run, put together from frames and given out in order, in bounded memory. */
#ifndef TOOLS_WATCH_LINES_H
#define TOOLS_WATCH_LINES_H

#include "tools/uncork/watch/frame.h"

#define LINES_MOST   (UINT64_MAX / 2)
#define LINES_WINDOW (1u << 16) /* lines that are remembered at a time; one ahead of them ends the wait for the first */
#define LINES_ROOM   (16u << 20) /* bytes of them, pieces and texts */
#define PIECES_MOST  4096        /* pieces of a line */

struct watch_line;

/* Who gets the lines. Each line from 1 on is given once, in order, as a text or as one of those that are lost. */
struct lines_user {
	void (*line)(void *context, struct slice text);
	void (*lost)(void *context, uint64_t first, uint64_t last);
	void *context;
};

struct lines {
	struct lines_user user;
	struct watch_line *window; /* by number % LINES_WINDOW */
	uint64_t oldest;           /* the first line that is remembered */
	uint64_t given;            /* the last line that was given out */
	uint64_t here;             /* the last line of which a piece came */
	uint64_t highest;          /* the highest number that was heard of */
	uint64_t gone;             /* up to here nothing is waited for */
	uint64_t lost, untold;     /* lines: in all; the latest, not told yet */
	uint64_t held;             /* bytes, at most LINES_ROOM and a line */
	uint32_t crc_given;        /* of the lines that were given out, each with a line feed */
	bool ended;                /* count and crc are known */
	uint64_t count;
	uint32_t crc;
	/* What came contradicts itself: the machine was reset and began again, or several speak. */
	bool contradicted;
};

void lines_open(struct lines *lines, const struct lines_user *user);

/* Takes a piece, an end or a note of lines that are gone; other frames say nothing of lines. Gives out what is whole
 * now. A piece of a line that is no longer remembered says nothing. */
void lines_take(struct lines *lines, const struct frame *frame);

/* The lines worth asking for again: from the first that is missing, up to `most` of them, as long as at
 * least every second is. Line `highest` counts only with `latest`: it may still be on its way. False if none
 * is missing. */
MUST_CHECK bool lines_missing(const struct lines *lines, bool latest, uint64_t most, uint64_t *first, uint64_t *count);

/* Gives out what there is; whatever did not come is lost. */
void lines_finish(struct lines *lines);

/* True if, behind lines_finish, every line was given out and they are the ones that were sent. */
MUST_CHECK bool lines_complete(const struct lines *lines);

void lines_free(struct lines *lines);

#endif
