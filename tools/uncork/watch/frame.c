/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/watch/frame.h"

#include <string.h>

#include "lib/crc.h"
#include "lib/text.h"

#define CRC_DIGITS 8
#define BODY_MOST  (16 + 1 + 8 + 1 + 1 + FRAME_PAYLOAD) /* characters: line, piece, text */

/* A number of lower-case hexadecimal digits. */
static bool read_hex(struct slice digits, uint64_t *value)
{
	*value = 0;
	if (!digits.length || digits.length > 16)
		return false;
	for (size_t i = 0; i < digits.length; i++) {
		char c = digits.at[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
			return false;
		*value = *value << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return true;
}

/* Cuts off the next word and reads it. */
static bool cut_hex(struct slice *rest, uint64_t *value)
{
	return rest->at && read_hex(slice_cut(rest, ' '), value);
}

/* "1f.0+ payload": what stands before the payload. */
static bool read_piece(struct slice body, struct frame *frame)
{
	struct slice number = slice_cut(&body, ' ');
	struct slice line = slice_cut(&number, '.');
	uint64_t piece;

	frame->kind = FRAME_PIECE;
	frame->payload = body;
	frame->more = number.length && number.at[number.length - 1] == '+';
	number.length -= frame->more;
	if (!body.at || body.length > FRAME_PAYLOAD || !number.at || !read_hex(line, &frame->line) ||
	    !read_hex(number, &piece) || piece > UINT32_MAX)
		return false;
	frame->piece = (uint32_t)piece;
	return frame->line > 0;
}

static bool read_end(struct slice rest, struct frame *frame)
{
	uint64_t crc;

	frame->kind = FRAME_END;
	if (!cut_hex(&rest, &frame->line) || !cut_hex(&rest, &crc) || rest.at)
		return false;
	frame->crc = (uint32_t)crc;
	return crc <= UINT32_MAX;
}

static bool read_gone(struct slice rest, struct frame *frame)
{
	frame->kind = FRAME_GONE;
	return cut_hex(&rest, &frame->line) && cut_hex(&rest, &frame->last) && !rest.at && frame->line &&
	       frame->line <= frame->last;
}

static bool read_sent(struct slice rest, struct frame *frame)
{
	frame->kind = FRAME_SENT;
	return cut_hex(&rest, &frame->line) && !rest.at;
}

static bool read_body(struct slice body, struct frame *frame)
{
	struct slice rest = body;
	struct slice word = slice_cut(&rest, ' ');

	*frame = (struct frame){.kind = FRAME_BYE};
	if (slice_is(word, "end"))
		return read_end(rest, frame);
	if (slice_is(word, "gone"))
		return read_gone(rest, frame);
	if (slice_is(word, "sent"))
		return read_sent(rest, frame);
	return slice_is(body, "bye") || read_piece(body, frame);
}

/* ---- lines of a console --------------------------------------------------------------------------- */

/* The end of the frame that starts here, which is where its CRC fits: a line feed may have been lost or become
 * something else, and whatever follows stands right behind. NULL if there is no frame. */
static const char *find_frame(const char *at, const char *end, struct frame *frame)
{
	const char *body = at + 1 + CRC_DIGITS + 1;
	uint32_t crc = 0;
	uint64_t value;

	if (end <= body || body[-1] != ' ' || !read_hex(slice_between(at + 1, body - 1), &value))
		return NULL;
	for (const char *to = body; to < end && to < body + BODY_MOST;) {
		crc = crc32_of(crc, to++, 1);
		if (crc == value && read_body(slice_between(body, to), frame))
			return to;
	}
	return NULL;
}

static void end_line(struct frame_reader *reader, const struct frame_user *user)
{
	const char *at = reader->bytes, *end = reader->bytes + reader->used;
	bool found = false;

	while (at < end) {
		struct frame frame;
		const char *behind = *at == '~' ? find_frame(at, end, &frame) : NULL;

		if (behind)
			user->frame(user->context, &frame);
		found |= behind != NULL;
		at = behind ? behind : at + 1;
	}
	if (!found && user->stray && reader->used)
		user->stray(user->context, slice_between(reader->bytes, end));
}

void frame_reader_take(struct frame_reader *reader, char c, const struct frame_user *user)
{
	if (c != '\n') {
		if (reader->used == FRAME_LINE_SIZE)
			reader->overlong = true;
		else
			reader->bytes[reader->used++] = c;
		return;
	}
	if (!reader->overlong)
		end_line(reader, user);
	reader->used = 0;
	reader->overlong = false;
}

void frame_request(struct text *text, const char *body)
{
	text_format(text, "?%s %04x\n", body, crc32_of(0, body, strlen(body)) & 0xffff);
}
