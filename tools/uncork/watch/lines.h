/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of a run, put together from frames: which are there, which are missing, which are lost. */
#ifndef TOOLS_WATCH_LINES_H
#define TOOLS_WATCH_LINES_H

#include "tools/uncork/watch/frame.h"

#define LINES_MOST  (1u << 22) /* lines of a run */
#define PIECES_MOST 4096       /* pieces of a line */

struct piece {
	bool here;
	uint8_t length;
	char bytes[FRAME_PAYLOAD];
};

struct watch_line {
	struct piece *pieces;    /* until it is whole */
	uint32_t capacity, here; /* pieces there is room for; that came */
	uint32_t top;            /* the highest that came, from 1 */
	uint32_t count;          /* how many it has; 0: not known yet */
	bool whole, gone;
	struct slice text; /* once it is whole */
};

struct lines {
	struct watch_line *lines; /* line 1 first */
	uint64_t capacity;
	uint64_t highest; /* the highest number that was heard of */
	bool ended;       /* count and crc are known */
	uint64_t count;
	uint32_t crc;
	/* What came contradicts itself: the machine was reset and began again, or several speak. */
	bool contradicted;
};

/* Takes a piece, an end or a note of lines that are gone; other frames say nothing of lines. */
void lines_take(struct lines *lines, const struct frame *frame);

/* A line that is whole; NULL `at` if it is not. */
struct slice lines_text(const struct lines *lines, uint64_t line);

/* True if the line will never come. */
bool lines_gone(const struct lines *lines, uint64_t line);

/* The lines worth asking for again: from the first that is missing, up to `most` of them, as long as at
 * least every second is. Line `highest` counts only with `latest`: it may still be on its way. False if none
 * is missing. */
MUST_CHECK bool lines_missing(const struct lines *lines, bool latest, uint64_t most, uint64_t *first, uint64_t *count);

/* True if the end is known and every line is there, and they are the ones that were sent. */
MUST_CHECK bool lines_complete(const struct lines *lines);

void lines_free(struct lines *lines);

#endif
