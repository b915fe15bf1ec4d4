/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames on a line that does what it likes: whatever is taken for a line of the run is one, to the letter, and
 * nothing but a complete record is a pass.
 *
 * The input begins with what is said; behind the byte 0xff it says what happens to what is sent: pairs of a
 * distance and of what is done to the character there. The rest of the input, as it is, comes after that. */
#include <assert.h>
#include <stdint.h>

#include "tests/unit/support/lossy.h"
#include "tools/uncork/watch/verdict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SENT_SIZE (1u << 18)

static struct {
	char bytes[SENT_SIZE];
	size_t used;
} sent;

static void keep(void *context, const char *bytes, size_t length)
{
	(void)context;
	if (sent.used + length > sizeof(sent.bytes))
		return;
	memcpy(sent.bytes + sent.used, bytes, length);
	sent.used += length;
}

static int nothing(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	return LINK_CLOSED;
}

static void say(const char *text, size_t length)
{
	static uint8_t memory[1u << 16];
	const struct link_ends ends = {.send = keep, .receive = nothing};
	struct arena arena = {memory, sizeof(memory), 0};
	struct link link;

	link_open(&link, &ends, &arena);
	assert(link_frame(&link));
	link_write(&link, text, length);
	link_finish(&link);
}

struct listener {
	struct lines lines;
	struct run_verdict verdict;
	struct slice said; /* what was not given out yet */
};

/* Each line is what was said, in its place. */
static void judge_line(void *context, struct slice text)
{
	struct listener *listener = context;
	struct slice line = slice_cut(&listener->said, '\n');

	assert(line.at && text.length == line.length && !memcmp(text.at, line.at, line.length));
	verdict_take(&listener->verdict, text);
}

static void judge_lost(void *context, uint64_t first, uint64_t last)
{
	struct listener *listener = context;

	for (uint64_t number = first; number <= last; number++) {
		assert(listener->said.at);
		(void)slice_cut(&listener->said, '\n');
	}
	verdict_take_lost(&listener->verdict);
}

static void hear(void *context, const struct frame *frame)
{
	struct listener *listener = context;

	lines_take(&listener->lines, frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *damage = memchr(data, 0xff, size), *end = data + size;
	size_t said = damage ? (size_t)(damage - data) : size;
	struct listener listener = {.said = {(const char *)data, said}};
	const struct frame_user user = {hear, NULL, &listener};
	struct lines *lines = &listener.lines;
	struct frame_reader reader = {.used = 0};
	size_t next;

	lines_open(lines, &(struct lines_user){judge_line, judge_lost, &listener});
	sent.used = 0;
	say((const char *)data, said);
	damage = damage ? damage + 1 : end;
	next = damage < end ? *damage++ : SIZE_MAX;
	for (size_t i = 0; i < sent.used; i++) {
		char c = sent.bytes[i];
		uint8_t what = 1;

		if (i == next) {
			what = damage < end ? *damage++ : 0;
			next = damage < end ? i + 1 + *damage++ : SIZE_MAX;
			c = what > 2 ? (char)what : c;
		}
		for (unsigned n = what > 2 ? 1 : what; n; n--)
			frame_reader_take(&reader, c, &user);
	}
	for (; damage < end; damage++)
		frame_reader_take(&reader, (char)*damage, &user);
	lines_finish(lines);
	assert(!lines->contradicted);
	if (lines->lost)
		assert(verdict_of(&listener.verdict, lines) != WATCH_PASS);
	lines_free(lines);
	return 0;
}
