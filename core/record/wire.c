/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/wire.h"

#include "lib/crc.h"
#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"

#define CONTROL_C        3
#define CONTROLS_TO_STOP 3 /* that many in a row are no disturbance */

#define RING_SHARE       16   /* of the arena */
#define RING_LEAST       4096 /* bytes */

/* While others are waited for. */
#define LOOK_MS          10
#define REPEAT_US        500000    /* from one end frame to the next */
#define PATIENCE_US      5000000   /* without a request */
#define LONGEST_US       300000000 /* in all */
#define CHARACTER_US     87        /* at 115200 baud */

/* Looks for requests at the end of a line: more than fit a port's own memory never come at once. */
#define LOOKS_AT_A_TIME  64

void wire_open(struct wire *wire, const struct wire_ends *ends, struct arena *arena)
{
	*wire = (struct wire){.ends = *ends, .arena = arena, .line = 1, .first = 1};
}

bool wire_frame(void *context)
{
	struct wire *wire = context;
	size_t size = max_u64(wire->arena->size / RING_SHARE, RING_LEAST);

	if (wire->framed)
		return true;
	wire->ring = arena_take(wire->arena, size, 1);
	wire->ring_size = size;
	wire->framed = wire->ring;
	return wire->framed;
}

/* ---- sending -------------------------------------------------------------------------------------- */

static void send_body(struct wire *wire, const struct text *body)
{
	char bytes[WIRE_PAYLOAD + 64];
	struct text frame = TEXT_OVER(bytes);

	text_format(&frame, "~%08x ", crc32_of(0, body->at, body->length));
	text_bytes(&frame, body->at, body->length);
	text_char(&frame, '\n');
	wire->ends.send(wire->ends.context, frame.at, frame.length);
	wire->busy_us += frame.length * CHARACTER_US;
}

static void send_words(struct wire *wire, const char *format, ...) PRINTF_LIKE(2, 3);

static void send_words(struct wire *wire, const char *format, ...)
{
	char bytes[WIRE_PAYLOAD];
	struct text body = TEXT_OVER(bytes);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&body, format, arguments);
	va_end(arguments);
	send_body(wire, &body);
}

/* Part of a line on its way out. */
struct piece {
	uint64_t line;
	uint32_t number; /* from 0 */
	uint8_t length;
	char payload[WIRE_PAYLOAD];
};

static void send_piece(struct wire *wire, const struct piece *piece, bool more)
{
	char bytes[WIRE_PAYLOAD + 48];
	struct text body = TEXT_OVER(bytes);

	text_format(&body, "%llx.%x%s ", (unsigned long long)piece->line, piece->number, more ? "+" : "");
	text_bytes(&body, piece->payload, piece->length);
	send_body(wire, &body);
}

static void send_waiting(struct wire *wire, bool more)
{
	struct piece piece = {wire->line, wire->piece++, wire->waiting, {0}};

	memcpy(piece.payload, wire->payload, wire->waiting);
	send_piece(wire, &piece, more);
	wire->waiting = 0;
}

static void send_end(struct wire *wire)
{
	send_words(wire, "end %llx %08x", (unsigned long long)(wire->line - 1), wire->crc);
}

/* ---- keeping -------------------------------------------------------------------------------------- */

static char kept(const struct wire *wire, uint64_t position)
{
	return wire->ring[position % wire->ring_size];
}

/* The oldest line goes; if it is the one under way, which fills all the room, it is not kept. */
static void drop_line(struct wire *wire)
{
	while (wire->ring_start < wire->ring_end)
		if (kept(wire, wire->ring_start++) == '\n')
			break;
	wire->first++;
}

static void wire_keep(struct wire *wire, char c)
{
	if (wire->first > wire->line)
		return;
	if (wire->ring_end - wire->ring_start == wire->ring_size)
		drop_line(wire);
	if (wire->first <= wire->line)
		wire->ring[wire->ring_end++ % wire->ring_size] = c;
}

/* Where a line that is kept starts. */
static uint64_t position_of(const struct wire *wire, uint64_t line)
{
	uint64_t position = wire->ring_start;

	for (uint64_t at = wire->first; at < line; at++)
		while (kept(wire, position++) != '\n')
			;
	return position;
}

/* Sends the line at a position again; returns where the next one starts. */
static uint64_t send_again(struct wire *wire, uint64_t line, uint64_t position)
{
	struct piece piece = {.line = line};
	char c;

	while ((c = kept(wire, position++)) != '\n') {
		if (piece.length == WIRE_PAYLOAD) {
			send_piece(wire, &piece, true);
			piece.number++;
			piece.length = 0;
		}
		piece.payload[piece.length++] = c;
	}
	send_piece(wire, &piece, false);
	return position;
}

/* ---- requests ------------------------------------------------------------------------------------- */

static bool read_hex(struct slice digits, uint64_t *value)
{
	char bytes[WIRE_REQUEST_SIZE + 4];
	struct text text = TEXT_OVER(bytes);

	text_string(&text, "0x");
	text_bytes(&text, digits.at, digits.length);
	return parse_u64(slice_between(text.at, text.at + text.length), value);
}

/* Of what was asked for, what is no longer there is named, what is there is sent. */
static void answer_lines(struct wire *wire, uint64_t from, uint64_t count)
{
	uint64_t end = from + min_u64(count, wire->line - from);
	uint64_t line = max_u64(from, wire->first);

	if (from < wire->first)
		send_words(wire, "gone %llx %llx", (unsigned long long)from,
			   (unsigned long long)(min_u64(end, wire->first) - 1));
	if (line >= end)
		return;
	for (uint64_t position = position_of(wire, line); line < end; line++)
		position = send_again(wire, line, position);
	send_words(wire, "sent %llx", (unsigned long long)(end - 1));
}

/* "a LINE+COUNT", "d LINES", "s", without the blank. */
static void answer_body(struct wire *wire, struct slice body)
{
	struct slice rest = slice_between(body.at + 1, body.at + body.length);
	struct slice first = slice_cut(&rest, '+');
	uint64_t number = 0, count = 0;

	if (body.at[0] == 's' && body.length == 1)
		wire->stopped = true;
	if (!read_hex(first, &number))
		return;
	if (body.at[0] == 'd' && !rest.at)
		wire->done = wire->ending && number == wire->line - 1;
	if (body.at[0] == 'a' && rest.at && read_hex(rest, &count) && number && number < wire->line && count)
		answer_lines(wire, number, count);
}

/* A request is as good as its CRC: the body's lower half stands behind the blank. */
static bool is_request(struct slice request, struct slice *body)
{
	struct slice crc = request;
	uint64_t value;

	*body = slice_cut(&crc, ' ');
	return body->length && crc.at && crc.length == 4 && read_hex(crc, &value) &&
	       value == (crc32_of(0, body->at, body->length) & 0xffff);
}

static void end_request(struct wire *wire)
{
	struct slice request = {wire->request, wire->request_used}, body;

	wire->request_begun = false;
	if (!is_request(request, &body))
		return;
	wire->idle_us = 0;
	answer_body(wire, body);
}

static void hear_control(struct wire *wire, char c)
{
	wire->controls = c == CONTROL_C ? wire->controls + 1 : 0;
	if (wire->controls == CONTROLS_TO_STOP) {
		wire->controls = 0;
		wire->stopped = true;
	}
}

static void hear(struct wire *wire, char c)
{
	hear_control(wire, c);
	if (c == '?') {
		wire->request_begun = true;
		wire->request_used = 0;
	} else if (wire->request_begun && (c == '\r' || c == '\n')) {
		end_request(wire);
	} else if (wire->request_begun) {
		if (wire->request_used < sizeof(wire->request))
			wire->request[wire->request_used++] = c;
		else
			wire->request_begun = false;
	}
}

/* Hears what has come. WIRE_NOTHING, or WIRE_CLOSED if nothing ever will come. */
static int wire_look(struct wire *wire, unsigned timeout_ms)
{
	for (unsigned looks = LOOKS_AT_A_TIME; looks; looks--) {
		int c = wire->ends.receive(wire->ends.context, timeout_ms);

		if (c < 0)
			return c;
		hear(wire, (char)c);
		timeout_ms = 0;
	}
	return WIRE_NOTHING;
}

int wire_read_char(void *context, unsigned timeout_ms)
{
	struct wire *wire = context;

	if (!wire->framed)
		return wire->ends.receive(wire->ends.context, timeout_ms);
	(void)wire_look(wire, timeout_ms);
	if (!wire->stopped)
		return -1;
	wire->stopped = false;
	return CONTROL_C;
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static void wire_put(struct wire *wire, char c)
{
	wire->crc = crc32_of(wire->crc, &c, 1);
	wire_keep(wire, c);
	if (c != '\n') {
		if (wire->waiting == WIRE_PAYLOAD)
			send_waiting(wire, true);
		wire->payload[wire->waiting++] = c;
		return;
	}
	send_waiting(wire, false);
	wire->line++;
	wire->piece = 0;
	(void)wire_look(wire, 0);
}

void wire_write(void *context, const char *bytes, size_t length)
{
	struct wire *wire = context;

	if (!wire->framed) {
		wire->ends.write(wire->ends.context, bytes, length);
		return;
	}
	if (wire->ends.show)
		wire->ends.show(wire->ends.context, bytes, length);
	for (size_t i = 0; i < length; i++)
		wire_put(wire, bytes[i]);
}

void wire_end_line(struct wire *wire)
{
	if (wire->waiting || wire->piece)
		wire_write(wire, "\n", 1);
}

/* A look that may take LOOK_MS. */
static bool await(struct wire *wire)
{
	uint64_t before = wire->idle_us;
	int c = wire->ends.receive(wire->ends.context, LOOK_MS);
	uint64_t passed = c < 0 ? LOOK_MS * 1000 : CHARACTER_US;

	if (c == WIRE_CLOSED)
		return false;
	wire->idle_us += passed;
	wire->busy_us += passed;
	if (c >= 0)
		hear(wire, (char)c);
	else if (before / REPEAT_US != wire->idle_us / REPEAT_US)
		send_end(wire);
	return !wire->done && wire->idle_us < PATIENCE_US && wire->busy_us < LONGEST_US;
}

void wire_finish(struct wire *wire)
{
	if (!wire->framed)
		return;
	wire_end_line(wire);
	wire->ending = true;
	wire->idle_us = wire->busy_us = 0;
	send_end(wire);
	while (await(wire))
		;
	send_words(wire, "bye");
}
