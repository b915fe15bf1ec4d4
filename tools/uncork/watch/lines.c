/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/watch/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/crc.h"

struct piece {
	uint16_t number; /* from 0 */
	uint8_t length;
	char bytes[FRAME_PAYLOAD];
};

struct watch_line {
	struct piece *pieces;    /* those that came, until the line is whole */
	uint32_t capacity, here; /* pieces there is room for; that came */
	uint32_t top;            /* the highest that came, from 1 */
	uint32_t count;          /* how many it has; 0: not known yet */
	bool whole;
	struct slice text; /* once it is whole */
};

static void *checked(void *memory)
{
	if (!memory) {
		fprintf(stderr, "uncork: no memory\n");
		exit(2);
	}
	return memory;
}

static void *resized(void *memory, size_t size)
{
	return checked(realloc(memory, size));
}

void lines_open(struct lines *lines, const struct lines_user *user)
{
	*lines = (struct lines){.user = *user, .oldest = 1};
	lines->window = checked(calloc(LINES_WINDOW, sizeof(struct watch_line)));
}

static struct watch_line *line_at(const struct lines *lines, uint64_t number)
{
	return &lines->window[number % LINES_WINDOW];
}

static bool is_whole(const struct lines *lines, uint64_t number)
{
	return number <= lines->here && line_at(lines, number)->whole;
}

/* ---- giving out ------------------------------------------------------------------------------------ */

static void drop_pieces(struct lines *lines, struct watch_line *line)
{
	lines->held -= line->capacity * sizeof(*line->pieces);
	free(line->pieces);
	line->pieces = NULL;
	line->capacity = 0;
}

static void forget_oldest(struct lines *lines)
{
	struct watch_line *line = line_at(lines, lines->oldest++);

	drop_pieces(lines, line);
	lines->held -= line->text.length;
	free((char *)line->text.at);
	*line = (struct watch_line){0};
}

static void tell_lost(struct lines *lines, uint64_t last)
{
	if (lines->untold)
		lines->user.lost(lines->user.context, last - lines->untold + 1, last);
	lines->lost += lines->untold;
	lines->untold = 0;
}

static void give_line(struct lines *lines, struct slice text)
{
	tell_lost(lines, lines->given);
	lines->crc_given = crc32_of(lines->crc_given, text.at, text.length);
	lines->crc_given = crc32_of(lines->crc_given, "\n", 1);
	lines->user.line(lines->user.context, text);
	lines->given++;
}

/* Of lines up to `last`, which are behind all that came, nothing is there: none of them is looked at. */
static void lose_rest(struct lines *lines, uint64_t last)
{
	lines->untold += last - lines->given;
	lines->given = last;
	while (lines->oldest <= lines->here)
		forget_oldest(lines);
	lines->oldest = last + 1;
}

/* Lines in order, up to the first that may still come. */
static void give_out(struct lines *lines)
{
	for (;;) {
		uint64_t number = lines->given + 1;

		if (is_whole(lines, number))
			give_line(lines, line_at(lines, number)->text);
		else if (number > lines->gone)
			return;
		else if (number > lines->here) {
			lose_rest(lines, lines->gone);
			return;
		} else {
			drop_pieces(lines, line_at(lines, number));
			lines->untold++;
			lines->given++;
		}
	}
}

static void give_up(struct lines *lines, uint64_t last)
{
	lines->gone = max_u64(lines->gone, last);
	give_out(lines);
}

/* Makes `number` one of those that are remembered. */
static void move_window(struct lines *lines, uint64_t number)
{
	uint64_t oldest = number - LINES_WINDOW + 1;

	if (number - lines->oldest < LINES_WINDOW)
		return;
	give_up(lines, oldest - 1);
	while (lines->oldest < oldest)
		forget_oldest(lines);
}

static void keep_within_room(struct lines *lines)
{
	while (lines->held > LINES_ROOM) {
		if (lines->oldest > lines->given)
			give_up(lines, lines->given + 1);
		forget_oldest(lines);
	}
}

/* ---- pieces ---------------------------------------------------------------------------------------- */

/* All pieces but the last of a line are of one length. */
static void put_together(struct lines *lines, struct watch_line *line)
{
	size_t length = (size_t)(line->count - 1) * FRAME_PAYLOAD;
	char *text = resized(NULL, (size_t)line->count * FRAME_PAYLOAD);

	for (uint32_t i = 0; i < line->count; i++) {
		const struct piece *piece = &line->pieces[i];

		memcpy(text + (size_t)piece->number * FRAME_PAYLOAD, piece->bytes, piece->length);
		if (piece->number + 1u == line->count)
			length += piece->length;
	}
	drop_pieces(lines, line);
	line->text = (struct slice){text, length};
	line->whole = true;
	lines->held += length;
}

/* True if the line, which is whole, has this where a piece of it would be. */
static bool agrees(const struct watch_line *line, const struct frame *frame)
{
	uint64_t at = (uint64_t)frame->piece * FRAME_PAYLOAD;

	return frame->piece < line->count && frame->more == (frame->piece + 1 < line->count) &&
	       at + frame->payload.length <= line->text.length &&
	       (frame->more || at + frame->payload.length == line->text.length) &&
	       !memcmp(line->text.at + at, frame->payload.at, frame->payload.length);
}

static const struct piece *find_piece(const struct watch_line *line, uint32_t number)
{
	for (uint32_t i = line->here; i--;)
		if (line->pieces[i].number == number)
			return &line->pieces[i];
	return NULL;
}

/* False if it contradicts what is known of the line. */
static bool add_piece(struct lines *lines, struct watch_line *line, const struct frame *frame)
{
	const struct piece *known = find_piece(line, frame->piece);
	struct slice payload = frame->payload;
	struct piece *piece;

	if (known)
		return known->length == payload.length && !memcmp(known->bytes, payload.at, payload.length);
	if (line->here == line->capacity) {
		uint32_t capacity = 2 * line->capacity + 1;

		line->pieces = resized(line->pieces, capacity * sizeof(*line->pieces));
		lines->held += (capacity - line->capacity) * sizeof(*line->pieces);
		line->capacity = capacity;
	}
	piece = &line->pieces[line->here++];
	piece->number = (uint16_t)frame->piece;
	piece->length = (uint8_t)payload.length;
	memcpy(piece->bytes, payload.at, payload.length);
	line->top = (uint32_t)max_u64(line->top, frame->piece + 1);
	return true;
}

static bool take_piece(struct lines *lines, const struct frame *frame)
{
	struct watch_line *line;

	if (frame->piece >= PIECES_MOST || (frame->more && frame->payload.length != FRAME_PAYLOAD))
		return false;
	if (lines->ended && frame->line > lines->count)
		return false;
	if (frame->line < lines->oldest)
		return true;
	move_window(lines, frame->line);
	lines->here = max_u64(lines->here, frame->line);
	lines->highest = max_u64(lines->highest, frame->line);
	line = line_at(lines, frame->line);
	if (line->whole)
		return agrees(line, frame);
	if (frame->line <= lines->given)
		return true;
	if (!add_piece(lines, line, frame))
		return false;
	if (!frame->more && !line->count)
		line->count = frame->piece + 1;
	if (line->count && (line->top > line->count || !frame->more != (line->count == frame->piece + 1)))
		return false;
	if (line->here == line->count)
		put_together(lines, line);
	return true;
}

/* ---- all lines ------------------------------------------------------------------------------------- */

static bool take_end(struct lines *lines, const struct frame *frame)
{
	if (lines->highest > frame->line)
		return false;
	if (lines->ended)
		return lines->count == frame->line && lines->crc == frame->crc;
	lines->ended = true;
	lines->count = lines->highest = frame->line;
	lines->crc = frame->crc;
	return true;
}

/* The oldest lines make room: with the last of them all before it are gone. */
static bool take_gone(struct lines *lines, const struct frame *frame)
{
	if (lines->ended && frame->last > lines->count)
		return false;
	lines->highest = max_u64(lines->highest, frame->last);
	lines->gone = max_u64(lines->gone, frame->last);
	return true;
}

void lines_take(struct lines *lines, const struct frame *frame)
{
	bool good = frame->line <= LINES_MOST && frame->last <= LINES_MOST;

	if (good && frame->kind == FRAME_PIECE)
		good = take_piece(lines, frame);
	else if (good && frame->kind == FRAME_END)
		good = take_end(lines, frame);
	else if (good && frame->kind == FRAME_GONE)
		good = take_gone(lines, frame);
	lines->contradicted |= !good;
	give_out(lines);
	keep_within_room(lines);
}

/* The first that was not given out is missing. */
bool lines_missing(const struct lines *lines, bool latest, uint64_t most, uint64_t *first, uint64_t *count)
{
	uint64_t end = lines->highest + (latest || lines->ended), missing = 0;

	*first = lines->given + 1;
	*count = 0;
	for (uint64_t number = *first; number < end && number - *first < most; number++) {
		missing += !is_whole(lines, number);
		if (2 * missing < number - *first + 1)
			break;
		if (!is_whole(lines, number))
			*count = number - *first + 1;
	}
	return *count;
}

void lines_finish(struct lines *lines)
{
	give_up(lines, lines->highest);
	tell_lost(lines, lines->given);
}

bool lines_complete(const struct lines *lines)
{
	return lines->ended && !lines->contradicted && lines->given == lines->count && !lines->lost &&
	       lines->crc_given == lines->crc;
}

void lines_free(struct lines *lines)
{
	while (lines->oldest <= lines->here)
		forget_oldest(lines);
	free(lines->window);
	*lines = (struct lines){0};
}
