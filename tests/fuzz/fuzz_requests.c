/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever reaches the firmware's end of a framed console: it sends nothing but whole frames, of lines that
 * were said and as they were said; it answers what is asked rightly; and it comes to an end.
 *
 * The input is cut at 0xff. Each piece is what is said next if it ends with a line feed, else what is heard: as
 * it is, or, if it begins with '!', as a request whose CRC is right. */
#include <stdio.h>

#include "core/record/link.h"
#include "lib/crc.h"
#include "lib/text.h"
#include "tests/fuzz/fuzz.h"

#define ARENA_BYTES (1u << 16)

static struct {
	struct slice typed;
	char said[8192];
	size_t said_used;
	uint64_t said_lines;
	uint64_t sent_bytes, answered;
	char frame[256]; /* under way */
	size_t frame_used;
} run;

/* The line of that number as it was said; more may follow it. */
static struct slice line_said(uint64_t number)
{
	struct slice rest = {run.said, run.said_used};

	while (--number)
		(void)slice_cut(&rest, '\n');
	return slice_cut(&rest, '\n');
}

static void judge_piece(const char *body)
{
	unsigned long long number, piece;
	struct slice line, payload;
	int at = 0;
	bool more;

	assert(sscanf(body, "%llx.%llx%n", &number, &piece, &at) == 2);
	more = body[at] == '+';
	at += more;
	assert(body[at] == ' ' && number && number <= run.said_lines);
	payload = slice_of(body + at + 1);
	line = line_said(number);
	assert(piece * LINK_PAYLOAD + payload.length <= line.length || !payload.length);
	assert(!memcmp(line.at + piece * LINK_PAYLOAD, payload.at, payload.length));
	assert(more || piece * LINK_PAYLOAD + payload.length == line.length);
}

static void judge_frame(const char *frame)
{
	const char *body = frame + 10;
	unsigned long long first, last;
	char *end;

	assert(strlen(frame) > 10 && frame[0] == '~');
	assert(strtoul(frame + 1, &end, 16) == crc32_of(0, body, strlen(body)) && end == body - 1 && *end == ' ');
	if (sscanf(body, "gone %llx %llx", &first, &last) == 2) {
		run.answered++;
		assert(last <= run.said_lines);
	} else if (sscanf(body, "sent %llx", &first) == 1) {
		run.answered++;
	} else if (sscanf(body, "end %llx", &first) == 1) {
		assert(first == run.said_lines);
	} else if (strcmp(body, "bye") != 0) {
		judge_piece(body);
	}
}

static void hear(void *context, const char *bytes, size_t length)
{
	(void)context;
	run.sent_bytes += length;
	for (size_t i = 0; i < length; i++) {
		assert(run.frame_used + 1 < sizeof(run.frame));
		if (bytes[i] != '\n') {
			run.frame[run.frame_used++] = bytes[i];
			continue;
		}
		run.frame[run.frame_used] = 0;
		run.frame_used = 0;
		judge_frame(run.frame);
	}
}

static int type(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	if (!run.typed.length)
		return LINK_NOTHING;
	run.typed.length--;
	return (unsigned char)*run.typed.at++;
}

/* What is said holds no character that would end a line elsewhere. */
static void say(struct link *link, struct slice text)
{
	if (run.said_used + text.length > sizeof(run.said))
		return;
	for (size_t i = 0; i < text.length; i++) {
		char c = text.at[i] >= ' ' && text.at[i] <= '~' ? text.at[i] : '.';

		if (i + 1 == text.length)
			c = '\n';
		run.said[run.said_used++] = c;
		run.said_lines += c == '\n';
		link_write(link, &c, 1);
	}
}

static void listen(struct link *link, struct slice text)
{
	char body[32], bytes[64];
	struct text request = TEXT_OVER(bytes);

	run.typed = text;
	if (text.length && text.at[0] == '!') {
		size_t length = min_u64(text.length - 1, sizeof(body) - 1);

		memcpy(body, text.at + 1, length);
		body[length] = 0;
		text_format(&request, "?%s %04x\n", body, crc32_of(0, body, strlen(body)) & 0xffff);
		run.typed = (struct slice){request.at, request.length};
	}
	while (run.typed.length)
		(void)link_read_char(link, 0);
}

static void fuzz(const uint8_t *data, size_t size)
{
	static uint8_t memory[ARENA_BYTES];
	const struct link_ends ends = {.send = hear, .receive = type};
	struct arena arena = {memory, sizeof(memory), 0};
	struct slice rest = {(const char *)data, size};
	struct link link;

	memset(&run, 0, sizeof(run));
	link_open(&link, &ends, &arena);
	assert(link_frame(&link));
	while (rest.at) {
		struct slice part = slice_cut(&rest, (char)0xff);

		if (part.length && part.at[part.length - 1] == '\n')
			say(&link, part);
		else
			listen(&link, part);
	}
	/* One question is one answer, of what is kept at most. */
	assert(run.sent_bytes <= (run.answered + 1) * 2 * (sizeof(run.said) + 64 * (run.said_lines + 2)));
	run.typed = (struct slice){(const char *)data, size};
	link_finish(&link);
	assert(run.frame_used == 0);
}
