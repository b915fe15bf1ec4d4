/* SPDX-License-Identifier: BSD-2-Clause */
/* A framed console in this process: the firmware's end, a line that drops, doubles and garbles characters as a
 * seed says, and a listener that asks for what it misses. */
#ifndef TESTS_UNIT_SUPPORT_LOSSY_H
#define TESTS_UNIT_SUPPORT_LOSSY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record/link.h"
#include "lib/text.h"
#include "tools/uncork/watch/frame.h"
#include "tools/uncork/watch/verdict.h"

/* One direction of the line. */
struct channel {
	uint64_t state;
	unsigned bad_of_10000; /* characters */
};

static inline uint64_t channel_random(struct channel *channel)
{
	channel->state += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t z = channel->state;

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* What becomes of a character: 0 to 2 of them. */
static inline unsigned channel_pass(struct channel *channel, char c, char out[2])
{
	uint64_t random = channel_random(channel);

	out[0] = out[1] = c;
	if (random % 10000 >= channel->bad_of_10000)
		return 1;
	switch (random / 10000 % 3) {
	case 0: return 0;
	case 1: return 2;
	default: out[0] = (char)(random >> 32); return 1;
	}
}

/* Both ends and what is between them. The listener asks whenever the firmware listens and nothing is under
 * way. */
struct lossy {
	struct link link;
	struct arena arena;
	struct channel down, up;
	struct frame_reader reader;
	struct lines lines;
	struct run_verdict verdict;
	char asked[256]; /* on its way to the firmware */
	size_t asked_at, asked_used;
	char *sent; /* all that was written, as it was */
	size_t sent_used, sent_room;
	size_t judged;       /* bytes of `sent` that were given out or lost */
	uint64_t came;       /* lines that were given out */
	uint64_t sent_bytes; /* on the line */
	uint64_t frames;
	bool deaf; /* nobody asks */
	bool bye;
};

/* The next line that was said. */
static inline struct slice lossy_next(struct lossy *lossy)
{
	const char *at = lossy->sent + lossy->judged, *feed;

	if (lossy->judged == lossy->sent_used)
		abort();
	feed = memchr(at, '\n', lossy->sent_used - lossy->judged);
	lossy->judged += (size_t)(feed - at) + 1;
	return slice_between(at, feed);
}

/* Each line that is given out must be what was said. */
static inline void lossy_line(void *context, struct slice text)
{
	struct lossy *lossy = context;
	struct slice said = lossy_next(lossy);

	if (text.length != said.length || memcmp(text.at, said.at, said.length))
		abort();
	lossy->came++;
	verdict_take(&lossy->verdict, text);
}

static inline void lossy_lost(void *context, uint64_t first, uint64_t last)
{
	struct lossy *lossy = context;

	for (uint64_t number = first; number <= last; number++)
		(void)lossy_next(lossy);
	verdict_take_lost(&lossy->verdict);
}

static inline void lossy_frame(void *context, const struct frame *frame)
{
	struct lossy *lossy = context;

	lossy->frames++;
	lossy->bye |= frame->kind == FRAME_BYE;
	lines_take(&lossy->lines, frame);
}

static inline void lossy_send(void *context, const char *bytes, size_t length)
{
	struct lossy *lossy = context;
	const struct frame_user user = {lossy_frame, NULL, lossy};
	char out[2];

	for (size_t i = 0; i < length; i++) {
		unsigned count = channel_pass(&lossy->down, bytes[i], out);

		lossy->sent_bytes++;
		for (unsigned n = 0; n < count; n++)
			frame_reader_take(&lossy->reader, out[n], &user);
	}
}

static inline void lossy_request(struct lossy *lossy, const char *body)
{
	char bytes[64], out[2];
	struct text text = TEXT_OVER(bytes);

	frame_request(&text, body);
	lossy->asked_at = lossy->asked_used = 0;
	for (size_t i = 0; i < text.length; i++) {
		unsigned count = channel_pass(&lossy->up, bytes[i], out);

		for (unsigned n = 0; n < count; n++)
			lossy->asked[lossy->asked_used++] = out[n];
	}
}

static inline void lossy_ask(struct lossy *lossy)
{
	uint64_t first, count;
	char body[40];

	if (lines_missing(&lossy->lines, lossy->link.ending, 64, &first, &count)) {
		snprintf(body, sizeof(body), "a%llx+%llx", (unsigned long long)first, (unsigned long long)count);
		lossy_request(lossy, body);
	} else if (lossy->lines.ended) {
		snprintf(body, sizeof(body), "d%llx", (unsigned long long)lossy->lines.count);
		lossy_request(lossy, body);
	}
}

static inline int lossy_receive(void *context, unsigned timeout_ms)
{
	struct lossy *lossy = context;

	(void)timeout_ms;
	if (lossy->asked_at == lossy->asked_used && !lossy->deaf)
		lossy_ask(lossy);
	if (lossy->asked_at == lossy->asked_used)
		return LINK_NOTHING;
	return (unsigned char)lossy->asked[lossy->asked_at++];
}

/* Of what is written here nothing is framed. */
static inline void lossy_plain(void *context, const char *bytes, size_t length)
{
	(void)context;
	(void)bytes;
	(void)length;
	abort();
}

/* Framed from the start; `bad` of 10000 characters come to harm, in both directions. The arena has
 * `arena_bytes`, a sixteenth of which keeps lines. */
static inline void lossy_open(struct lossy *lossy, uint64_t seed, unsigned bad, size_t arena_bytes)
{
	const struct link_ends ends = {
		.write = lossy_plain,
		.send = lossy_send,
		.receive = lossy_receive,
		.context = lossy,
	};

	*lossy = (struct lossy){.down = {seed, bad}, .up = {~seed, bad}};
	lossy->arena = (struct arena){calloc(1, arena_bytes), arena_bytes, 0};
	lines_open(&lossy->lines, &(struct lines_user){lossy_line, lossy_lost, lossy});
	link_open(&lossy->link, &ends, &lossy->arena);
	if (!link_frame(&lossy->link))
		abort();
}

/* A line of the run. */
static inline void lossy_say(struct lossy *lossy, const char *line, size_t length)
{
	if (lossy->sent_used + length + 1 > lossy->sent_room) {
		lossy->sent_room = 2 * (lossy->sent_used + length + 1);
		lossy->sent = realloc(lossy->sent, lossy->sent_room);
	}
	memcpy(lossy->sent + lossy->sent_used, line, length);
	lossy->sent_used += length;
	lossy->sent[lossy->sent_used++] = '\n';
	link_write(&lossy->link, line, length / 2);
	link_write(&lossy->link, line + length / 2, length - length / 2);
	link_write(&lossy->link, "\n", 1);
}

/* The run is over: what it came to. */
static inline enum watch_status lossy_finish(struct lossy *lossy)
{
	link_finish(&lossy->link);
	lines_finish(&lossy->lines);
	return verdict_of(&lossy->verdict, &lossy->lines);
}

static inline void lossy_close(struct lossy *lossy)
{
	lines_free(&lossy->lines);
	free(lossy->arena.at);
	free(lossy->sent);
}

#endif
