/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/watch/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/crc.h"

/* As large as `count` of `size`, the new part zeroed. */
static void *grown(void *memory, uint64_t before, uint64_t count, size_t size)
{
	char *more = realloc(memory, count * size);

	if (!more) {
		fprintf(stderr, "uncork: no memory\n");
		exit(2);
	}
	memset(more + before * size, 0, (count - before) * size);
	return more;
}

static struct watch_line *line_at(struct lines *lines, uint64_t number)
{
	if (number > lines->capacity) {
		uint64_t capacity = max_u64(number, 2 * lines->capacity);

		lines->lines = grown(lines->lines, lines->capacity, capacity, sizeof(*lines->lines));
		lines->capacity = capacity;
	}
	lines->highest = max_u64(lines->highest, number);
	return &lines->lines[number - 1];
}

static const struct watch_line *known(const struct lines *lines, uint64_t number)
{
	return number && number <= lines->highest ? &lines->lines[number - 1] : NULL;
}

/* ---- pieces ---------------------------------------------------------------------------------------- */

static void put_together(struct watch_line *line)
{
	char *text = grown(NULL, 0, (uint64_t)line->count * FRAME_PAYLOAD + 1, 1);
	size_t length = 0;

	for (uint32_t i = 0; i < line->count; i++) {
		memcpy(text + length, line->pieces[i].bytes, line->pieces[i].length);
		length += line->pieces[i].length;
	}
	line->text = (struct slice){text, length};
	line->whole = true;
	free(line->pieces);
	line->pieces = NULL;
}

/* True if the line, which is whole, has this where a piece of it would be. All pieces but the last of a line
 * are of one length. */
static bool agrees(const struct watch_line *line, const struct frame *frame)
{
	uint64_t at = (uint64_t)frame->piece * FRAME_PAYLOAD;

	return frame->piece < line->count && frame->more == (frame->piece + 1 < line->count) &&
	       at + frame->payload.length <= line->text.length &&
	       (frame->more || at + frame->payload.length == line->text.length) &&
	       !memcmp(line->text.at + at, frame->payload.at, frame->payload.length);
}

static bool same(const struct piece *piece, struct slice payload)
{
	return piece->length == payload.length && !memcmp(piece->bytes, payload.at, payload.length);
}

/* False if it contradicts what is known of the line. */
static bool add_piece(struct watch_line *line, const struct frame *frame)
{
	struct piece *piece;

	if (frame->piece >= line->capacity) {
		uint32_t capacity = 2 * frame->piece + 2;

		line->pieces = grown(line->pieces, line->capacity, capacity, sizeof(*line->pieces));
		line->capacity = capacity;
	}
	piece = &line->pieces[frame->piece];
	if (piece->here)
		return same(piece, frame->payload);
	piece->here = true;
	line->top = (uint32_t)max_u64(line->top, frame->piece + 1);
	piece->length = (uint8_t)frame->payload.length;
	memcpy(piece->bytes, frame->payload.at, frame->payload.length);
	line->here++;
	return true;
}

static bool take_piece(struct lines *lines, const struct frame *frame)
{
	struct watch_line *line;

	if (frame->line > LINES_MOST || frame->piece >= PIECES_MOST)
		return false;
	if (frame->more && frame->payload.length != FRAME_PAYLOAD)
		return false;
	if (lines->ended && frame->line > lines->count)
		return false;
	line = line_at(lines, frame->line);
	if (line->whole)
		return agrees(line, frame);
	if (!add_piece(line, frame))
		return false;
	if (!frame->more && !line->count)
		line->count = frame->piece + 1;
	if (line->count && (line->top > line->count || !frame->more != (line->count == frame->piece + 1)))
		return false;
	if (line->here == line->count)
		put_together(line);
	return true;
}

/* ---- all lines ------------------------------------------------------------------------------------- */

static bool take_end(struct lines *lines, const struct frame *frame)
{
	if (frame->line > LINES_MOST || lines->highest > frame->line)
		return false;
	if (lines->ended)
		return lines->count == frame->line && lines->crc == frame->crc;
	lines->ended = true;
	lines->count = frame->line;
	lines->crc = frame->crc;
	if (frame->line)
		line_at(lines, frame->line);
	return true;
}

static bool take_gone(struct lines *lines, const struct frame *frame)
{
	if (frame->last > LINES_MOST || (lines->ended && frame->last > lines->count))
		return false;
	for (uint64_t number = frame->line; number <= frame->last; number++)
		line_at(lines, number)->gone = true;
	return true;
}

void lines_take(struct lines *lines, const struct frame *frame)
{
	bool good = true;

	if (frame->kind == FRAME_PIECE)
		good = take_piece(lines, frame);
	else if (frame->kind == FRAME_END)
		good = take_end(lines, frame);
	else if (frame->kind == FRAME_GONE)
		good = take_gone(lines, frame);
	lines->contradicted |= !good;
}

struct slice lines_text(const struct lines *lines, uint64_t number)
{
	const struct watch_line *line = known(lines, number);

	return line && line->whole ? line->text : (struct slice){NULL, 0};
}

bool lines_gone(const struct lines *lines, uint64_t number)
{
	const struct watch_line *line = known(lines, number);

	return line && !line->whole && line->gone;
}

static bool is_missing(const struct lines *lines, uint64_t number)
{
	return !lines->lines[number - 1].whole && !lines->lines[number - 1].gone;
}

bool lines_missing(const struct lines *lines, bool latest, uint64_t most, uint64_t *first, uint64_t *count)
{
	uint64_t end = lines->highest + (latest || lines->ended), number = 1, missing = 0;

	while (number < end && !is_missing(lines, number))
		number++;
	*first = number;
	*count = 0;
	for (; number < end && number - *first < most; number++) {
		missing += is_missing(lines, number);
		if (2 * missing < number - *first + 1)
			break;
		if (is_missing(lines, number))
			*count = number - *first + 1;
	}
	return *count;
}

bool lines_complete(const struct lines *lines)
{
	uint32_t crc = 0;

	if (!lines->ended || lines->contradicted)
		return false;
	for (uint64_t number = 1; number <= lines->count; number++) {
		struct slice text = lines_text(lines, number);

		if (!text.at)
			return false;
		crc = crc32_of(crc, text.at, text.length);
		crc = crc32_of(crc, "\n", 1);
	}
	return crc == lines->crc;
}

void lines_free(struct lines *lines)
{
	for (uint64_t i = 0; i < lines->highest; i++) {
		free(lines->lines[i].pieces);
		free((char *)lines->lines[i].text.at);
	}
	free(lines->lines);
	*lines = (struct lines){0};
}
