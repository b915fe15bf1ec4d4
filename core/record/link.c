/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/link.h"

#include "lib/crc.h"
#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"

#define CONTROL_C        3
#define CONTROLS_TO_STOP 3 /* fewer in a row may be a disturbance */

#define RING_SHARE       16   /* of the arena */
#define RING_LEAST       4096 /* bytes */

/* Wait for a character. */
#define LOOK_MS          10
#define REPEAT_US        500000    /* from one end frame to the next */
#define PATIENCE_US      5000000   /* without a request */
#define LONGEST_US       300000000 /* in all */
#define CHARACTER_US     87        /* at 115200 baud */

/* At the end of a line requests are read. A port's buffer holds fewer characters than this. */
#define LOOKS_AT_A_TIME  64

void link_open(struct link *link, const struct link_ends *ends, struct arena *arena)
{
	*link = (struct link){.ends = *ends, .arena = arena, .line = 1, .first = 1};
}

bool link_frame(void *context)
{
	struct link *link = context;
	size_t size = max_u64(link->arena->size / RING_SHARE, RING_LEAST);

	if (link->framed)
		return true;
	link->ring = arena_take(link->arena, size, 1);
	link->ring_size = size;
	link->framed = link->ring;
	return link->framed;
}

/* ---- sending -------------------------------------------------------------------------------------- */

static void send_body(struct link *link, const struct text *body)
{
	char bytes[LINK_PAYLOAD + 64];
	struct text frame = TEXT_OVER(bytes);

	text_format(&frame, "~%08x ", crc32_of(0, body->at, body->length));
	text_bytes(&frame, body->at, body->length);
	text_char(&frame, '\n');
	link->ends.send(link->ends.context, frame.at, frame.length);
	link->busy_us += frame.length * CHARACTER_US;
}

static void send_words(struct link *link, const char *format, ...) PRINTF_LIKE(2, 3);

static void send_words(struct link *link, const char *format, ...)
{
	char bytes[LINK_PAYLOAD];
	struct text body = TEXT_OVER(bytes);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&body, format, arguments);
	va_end(arguments);
	send_body(link, &body);
}

/* Part of a line to be sent. */
struct piece {
	uint64_t line;
	uint32_t number; /* from 0 */
	uint8_t length;
	char payload[LINK_PAYLOAD];
};

static void send_piece(struct link *link, const struct piece *piece, bool more)
{
	char bytes[LINK_PAYLOAD + 48];
	struct text body = TEXT_OVER(bytes);

	text_format(&body, "%llx.%x%s ", (unsigned long long)piece->line, piece->number, more ? "+" : "");
	text_bytes(&body, piece->payload, piece->length);
	send_body(link, &body);
}

static void send_waiting(struct link *link, bool more)
{
	struct piece piece = {link->line, link->piece++, link->waiting, {0}};

	memcpy(piece.payload, link->payload, link->waiting);
	send_piece(link, &piece, more);
	link->waiting = 0;
}

static void send_end(struct link *link)
{
	send_words(link, "end %llx %08x", (unsigned long long)(link->line - 1), link->crc);
	link->end_us = link->busy_us;
}

/* ---- keeping -------------------------------------------------------------------------------------- */

static char kept(const struct link *link, uint64_t position)
{
	return link->ring[position % link->ring_size];
}

/* Sends the line at a position again. Returns the position of the next line. */
static uint64_t send_again(struct link *link, uint64_t line, uint64_t position)
{
	struct piece piece = {.line = line};
	char c;

	while ((c = kept(link, position++)) != '\n') {
		if (piece.length == LINK_PAYLOAD) {
			send_piece(link, &piece, true);
			piece.number++;
			piece.length = 0;
		}
		piece.payload[piece.length++] = c;
	}
	send_piece(link, &piece, false);
	return position;
}

/* ---- requests ------------------------------------------------------------------------------------- */

static bool read_hex(struct slice digits, uint64_t *value)
{
	char bytes[LINK_REQUEST_SIZE + 4];
	struct text text = TEXT_OVER(bytes);

	text_string(&text, "0x");
	text_bytes(&text, digits.at, digits.length);
	return parse_u64(slice_between(text.at, text.at + text.length), value);
}

/* Sends the requested lines that are still kept; names those that are not. */
static void answer_lines(struct link *link, uint64_t from, uint64_t count)
{
	uint64_t end = from + min_u64(count, link->line - from);
	uint64_t line = max_u64(from, link->first);
	uint64_t position = link->ring_start;

	if (from < link->first)
		send_words(link, "gone %llx %llx", (unsigned long long)from,
			   (unsigned long long)(min_u64(end, link->first) - 1));
	if (line >= end)
		return;
	for (uint64_t before = link->first; before < line; before++)
		while (kept(link, position++) != '\n')
			;
	for (; line < end; line++)
		position = send_again(link, line, position);
	send_words(link, "sent %llx", (unsigned long long)(end - 1));
}

/* Answers "a LINE+COUNT", "d LINES" or "s". */
static void answer_body(struct link *link, struct slice body)
{
	struct slice rest = slice_between(body.at + 1, body.at + body.length);
	struct slice first = slice_cut(&rest, '+');
	uint64_t number = 0, count = 0;

	if (body.at[0] == 's' && body.length == 1)
		link->stopped = true;
	if (!read_hex(first, &number))
		return;
	if (body.at[0] == 'd' && !rest.at)
		link->done = link->ending && number == link->line - 1;
	if (body.at[0] == 'a' && rest.at && read_hex(rest, &count) && number && number < link->line && count)
		answer_lines(link, number, count);
}

/* A request is valid if the lower half of its body's CRC follows after a blank. */
static void end_request(struct link *link)
{
	struct slice crc = {link->request, link->request_used}, body = slice_cut(&crc, ' ');
	uint64_t value;

	link->request_begun = false;
	if (!body.length || !crc.at || crc.length != 4 || !read_hex(crc, &value) ||
	    value != (crc32_of(0, body.at, body.length) & 0xffff))
		return;
	link->idle_us = 0;
	answer_body(link, body);
}

static void hear(struct link *link, char c)
{
	link->controls = c == CONTROL_C ? link->controls + 1 : 0;
	if (link->controls == CONTROLS_TO_STOP) {
		link->controls = 0;
		link->stopped = true;
	}

	if (c == '?') {
		link->request_begun = true;
		link->request_used = 0;
	} else if (link->request_begun && (c == '\r' || c == '\n')) {
		end_request(link);
	} else if (link->request_begun) {
		if (link->request_used < sizeof(link->request))
			link->request[link->request_used++] = c;
		else
			link->request_begun = false;
	}
}

/* Reads what has arrived. Returns LINK_NOTHING, or LINK_CLOSED if nothing can arrive any more. */
static int link_look(struct link *link, unsigned timeout_ms)
{
	for (unsigned looks = LOOKS_AT_A_TIME; looks; looks--) {
		int c = link->ends.receive(link->ends.context, timeout_ms);

		if (c < 0)
			return c;
		hear(link, (char)c);
		timeout_ms = 0;
	}
	return LINK_NOTHING;
}

int link_read_char(void *context, unsigned timeout_ms)
{
	struct link *link = context;

	if (!link->framed)
		return link->ends.receive(link->ends.context, timeout_ms);
	(void)link_look(link, timeout_ms);
	if (!link->stopped)
		return -1;
	link->stopped = false;
	return CONTROL_C;
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static void link_put(struct link *link, char c)
{
	link->crc = crc32_of(link->crc, &c, 1);

	/* A full ring drops its oldest line. If that is the current line, which fills the whole ring, it is not kept. */
	if (link->first <= link->line && link->ring_end - link->ring_start == link->ring_size) {
		while (link->ring_start < link->ring_end && kept(link, link->ring_start++) != '\n')
			;
		link->first++;
	}
	if (link->first <= link->line)
		link->ring[link->ring_end++ % link->ring_size] = c;

	if (c != '\n') {
		if (link->waiting == LINK_PAYLOAD)
			send_waiting(link, true);
		link->payload[link->waiting++] = c;
		return;
	}
	send_waiting(link, false);
	link->line++;
	link->piece = 0;
	(void)link_look(link, 0);
}

void link_write(void *context, const char *bytes, size_t length)
{
	struct link *link = context;

	if (!link->framed) {
		link->ends.write(link->ends.context, bytes, length);
		return;
	}
	if (link->ends.show)
		link->ends.show(link->ends.context, bytes, length);
	for (size_t i = 0; i < length; i++)
		link_put(link, bytes[i]);
}

void link_end_line(struct link *link)
{
	if (link->waiting || link->piece)
		link_write(link, "\n", 1);
}

/* Waits up to LOOK_MS for a character. The end frame is repeated, because the other side may not have received it. */
static bool await(struct link *link)
{
	int c = link->ends.receive(link->ends.context, LOOK_MS);
	uint64_t passed = c < 0 ? LOOK_MS * 1000 : CHARACTER_US;

	if (c == LINK_CLOSED)
		return false;
	link->idle_us += passed;
	link->busy_us += passed;
	if (c >= 0)
		hear(link, (char)c);
	if (!link->done && link->busy_us - link->end_us >= REPEAT_US)
		send_end(link);
	return !link->done && link->idle_us < PATIENCE_US && link->busy_us < LONGEST_US;
}

void link_finish(struct link *link)
{
	if (!link->framed)
		return;
	link_end_line(link);
	link->ending = true;
	link->idle_us = link->busy_us = 0;
	send_end(link);
	while (await(link))
		;
	send_words(link, "bye");
}
