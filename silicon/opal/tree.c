/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/opal/tree.h"

#include "lib/memory.h"

/* Devicetree Specification 0.3, chapter 5. */
#define MAGIC           0xd00dfeed
#define VERSION         17
#define LAST_COMPATIBLE 16
enum {
	HEADER_MAGIC = 0,
	HEADER_TOTAL = 4,
	HEADER_STRUCTURE = 8,
	HEADER_STRINGS = 12,
	HEADER_RESERVATIONS = 16,
	HEADER_VERSION = 20,
	HEADER_LAST_COMPATIBLE = 24,
	HEADER_BOOT_CPU = 28,
	HEADER_STRINGS_BYTES = 32,
	HEADER_STRUCTURE_BYTES = 36,
	HEADER_BYTES = 40
};
enum { BEGIN_NODE = 1, END_NODE = 2, PROPERTY = 3, NOP = 4, END = 9 };
enum { RESERVATION_BYTES = 16 };

uint32_t tree_u32(const uint8_t *value)
{
	return (uint32_t)value[0] << 24 | (uint32_t)value[1] << 16 | (uint32_t)value[2] << 8 | value[3];
}

uint64_t tree_u64(const uint8_t *value)
{
	return (uint64_t)tree_u32(value) << 32 | tree_u32(value + 4);
}

void tree_store(uint8_t *at, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint32_t round_up(uint32_t value, uint32_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* ---- reading ----------------------------------------------------------------------------------------------- */

static bool inside(const struct tree *tree, uint32_t offset, uint32_t bytes)
{
	return offset <= tree->size && bytes <= tree->size - offset;
}

bool tree_open(struct tree *tree, const void *blob, size_t size)
{
	const uint8_t *header = blob;

	if (size < HEADER_BYTES || tree_u32(header + HEADER_MAGIC) != MAGIC || tree_u32(header + HEADER_TOTAL) > size ||
	    tree_u32(header + HEADER_VERSION) < LAST_COMPATIBLE || tree_u32(header + HEADER_LAST_COMPATIBLE) > VERSION)
		return false;
	*tree = (struct tree){
		.blob = blob,
		.size = tree_u32(header + HEADER_TOTAL),
		.structure = tree_u32(header + HEADER_STRUCTURE),
		.structure_bytes = tree_u32(header + HEADER_STRUCTURE_BYTES),
		.strings = tree_u32(header + HEADER_STRINGS),
		.strings_bytes = tree_u32(header + HEADER_STRINGS_BYTES),
		.reservations = tree_u32(header + HEADER_RESERVATIONS),
	};
	if (tree->structure % 4 || !inside(tree, tree->structure, tree->structure_bytes) ||
	    !inside(tree, tree->strings, tree->strings_bytes))
		return false;

	/* The list of reservations must end inside the blob. */
	for (uint32_t at = tree->reservations; inside(tree, at, RESERVATION_BYTES); at += RESERVATION_BYTES)
		if (!tree_u64(tree->blob + at) && !tree_u64(tree->blob + at + 8))
			return true;
	return false;
}

struct tree_cursor tree_start(const struct tree *tree)
{
	return (struct tree_cursor){.tree = tree, .kind = TREE_END_NODE};
}

static enum tree_kind bad(struct tree_cursor *cursor)
{
	cursor->at = cursor->tree->structure_bytes;
	return cursor->kind = TREE_BAD;
}

/* Takes `bytes` of the structure and moves to the next token; NULL if there are fewer. */
static const uint8_t *take(struct tree_cursor *cursor, uint32_t bytes)
{
	const struct tree *tree = cursor->tree;
	const uint8_t *at = tree->blob + tree->structure + cursor->at;

	if (bytes > tree->structure_bytes - cursor->at)
		return NULL;
	cursor->at = (uint32_t)min_u64(round_up(cursor->at + bytes, 4), tree->structure_bytes);
	return at;
}

/* Length of a string that must end within `limit` bytes; `limit` if it does not. */
static uint32_t length_of(const char *string, uint32_t limit)
{
	uint32_t length = 0;

	while (length < limit && string[length])
		length++;
	return length;
}

/* Takes a node's name and adds it to the path. */
static enum tree_kind begin_node(struct tree_cursor *cursor)
{
	uint32_t limit = cursor->tree->structure_bytes - cursor->at;
	const char *name = (const char *)cursor->tree->blob + cursor->tree->structure + cursor->at;
	uint32_t length = length_of(name, limit);
	size_t used = strlen(cursor->path);

	if (length == limit || !take(cursor, length + 1) || (!cursor->depth && used))
		return bad(cursor);
	cursor->name = name;
	if (cursor->depth == TREE_DEPTH || used + length + 2 > TREE_PATH)
		return bad(cursor);
	if (used != 1)
		cursor->path[used++] = '/';
	memcpy(cursor->path + used, name, length + 1);
	cursor->depth++;
	return TREE_NODE;
}

/* Removes the node's name from the path. */
static enum tree_kind end_node(struct tree_cursor *cursor)
{
	size_t at = strlen(cursor->path);

	if (!cursor->depth)
		return bad(cursor);
	while (at && cursor->path[at - 1] != '/')
		at--;
	cursor->path[at > 1 ? at - 1 : at] = 0;
	cursor->depth--;
	return TREE_END_NODE;
}

static enum tree_kind property(struct tree_cursor *cursor)
{
	const struct tree *tree = cursor->tree;
	const uint8_t *head = take(cursor, 8);

	if (!head || !cursor->depth)
		return bad(cursor);
	cursor->bytes = tree_u32(head);
	cursor->name_offset = tree_u32(head + 4);
	cursor->value = take(cursor, cursor->bytes);
	if (!cursor->value || cursor->name_offset >= tree->strings_bytes)
		return bad(cursor);
	cursor->name = (const char *)tree->blob + tree->strings + cursor->name_offset;
	if (length_of(cursor->name, tree->strings_bytes - cursor->name_offset) ==
	    tree->strings_bytes - cursor->name_offset)
		return bad(cursor);
	return TREE_PROPERTY;
}

enum tree_kind tree_next(struct tree_cursor *cursor)
{
	const uint8_t *token;

	do {
		token = take(cursor, 4);
		if (!token)
			return bad(cursor);
	} while (tree_u32(token) == NOP);
	switch (tree_u32(token)) {
	case BEGIN_NODE: return cursor->kind = begin_node(cursor);
	case END_NODE: return cursor->kind = end_node(cursor);
	case PROPERTY: return cursor->kind = property(cursor);
	case END: return cursor->depth ? bad(cursor) : (cursor->kind = TREE_END);
	default: return bad(cursor);
	}
}

bool tree_is_whole(const struct tree *tree)
{
	struct tree_cursor cursor = tree_start(tree);
	enum tree_kind kind;

	do
		kind = tree_next(&cursor);
	while (kind != TREE_END && kind != TREE_BAD);
	return kind == TREE_END;
}

const uint8_t *tree_own_property(const struct tree_cursor *node, const char *name, uint32_t *bytes)
{
	struct tree_cursor cursor = *node;

	while (tree_next(&cursor) == TREE_PROPERTY) {
		if (strcmp(cursor.name, name))
			continue;
		*bytes = cursor.bytes;
		return cursor.value;
	}
	return NULL;
}

bool tree_find(const struct tree *tree, const char *path, struct tree_cursor *node)
{
	enum tree_kind kind;

	*node = tree_start(tree);
	do {
		kind = tree_next(node);
		if (kind == TREE_NODE && !strcmp(node->path, path))
			return true;
	} while (kind != TREE_END && kind != TREE_BAD);
	return false;
}

const uint8_t *tree_property(const struct tree *tree, const char *path, const char *name, uint32_t *bytes)
{
	struct tree_cursor node;

	return tree_find(tree, path, &node) ? tree_own_property(&node, name, bytes) : NULL;
}

void tree_skip(struct tree_cursor *cursor)
{
	unsigned depth = cursor->depth;

	while (cursor->depth >= depth && cursor->kind != TREE_BAD)
		tree_next(cursor);
}

/* ---- writing ----------------------------------------------------------------------------------------------- */

/* Takes room for `bytes` of structure, with padding; NULL if there is none. */
static uint8_t *room(struct tree_writer *writer, uint32_t bytes)
{
	uint8_t *at = writer->structure + writer->structure_used;

	if (writer->overflow || bytes > writer->structure_size - writer->structure_used ||
	    round_up(bytes, 4) > writer->structure_size - writer->structure_used) {
		writer->overflow = true;
		return NULL;
	}
	memset(at, 0, round_up(bytes, 4));
	writer->structure_used += round_up(bytes, 4);
	return at;
}

static void put_token(struct tree_writer *writer, uint32_t token)
{
	uint8_t *at = room(writer, 4);

	if (at)
		tree_store(at, token, 4);
}

uint32_t tree_put_strings(struct tree_writer *writer, const char *strings, uint32_t bytes)
{
	uint32_t at = writer->strings_used;

	if (bytes > writer->strings_size - at) {
		writer->overflow = true;
		return 0;
	}
	memcpy(writer->strings + at, strings, bytes);
	writer->strings_used += bytes;
	return at;
}

void tree_put_node(struct tree_writer *writer, const char *name)
{
	uint32_t bytes = (uint32_t)strlen(name) + 1;
	uint8_t *at;

	put_token(writer, BEGIN_NODE);
	at = room(writer, bytes);
	if (at)
		memcpy(at, name, bytes);
}

void tree_put_end(struct tree_writer *writer)
{
	put_token(writer, END_NODE);
}

void tree_put_raw(struct tree_writer *writer, uint32_t name_offset, const void *value, uint32_t bytes)
{
	uint8_t *head, *at;

	put_token(writer, PROPERTY);
	head = room(writer, 8);
	at = room(writer, bytes);
	if (!head || !at)
		return;
	tree_store(head, bytes, 4);
	tree_store(head + 4, name_offset, 4);
	memcpy(at, value, bytes);
}

void tree_put(struct tree_writer *writer, const char *name, const void *value, uint32_t bytes)
{
	uint32_t length = (uint32_t)strlen(name) + 1, at = 0;

	/* The name may be the end of another in the strings; it is added if it is missing. */
	while (at + length <= writer->strings_used && memcmp(writer->strings + at, name, length))
		at++;
	if (at + length > writer->strings_used)
		at = tree_put_strings(writer, name, length);
	tree_put_raw(writer, at, value, bytes);
}

void tree_put_u32(struct tree_writer *writer, const char *name, uint32_t value)
{
	uint8_t cell[4];

	tree_store(cell, value, sizeof(cell));
	tree_put(writer, name, cell, sizeof(cell));
}

static uint32_t put_reservations(uint8_t *blob, uint32_t size, const struct tree *source, const struct tree_range *more)
{
	const uint8_t *from = source->blob + source->reservations;
	uint32_t at = HEADER_BYTES;

	while (tree_u64(from) || tree_u64(from + 8)) {
		if (at + 3 * RESERVATION_BYTES > size)
			return 0;
		memcpy(blob + at, from, RESERVATION_BYTES);
		at += RESERVATION_BYTES;
		from += RESERVATION_BYTES;
	}
	tree_store(blob + at, more->address, 8);
	tree_store(blob + at + 8, more->bytes, 8);
	memset(blob + at + RESERVATION_BYTES, 0, RESERVATION_BYTES);
	return at + 2 * RESERVATION_BYTES;
}

uint32_t tree_finish(struct tree_writer *writer, const struct tree *source, const struct tree_range *more,
		     uint32_t boot_cpu, void *blob, uint32_t size)
{
	uint8_t *at = blob;
	uint32_t structure, strings, total;

	put_token(writer, END);
	if (writer->overflow || size < HEADER_BYTES + 2 * RESERVATION_BYTES)
		return 0;
	structure = put_reservations(blob, size, source, more);
	strings = structure + writer->structure_used;
	total = strings + writer->strings_used;
	if (!structure || total > size)
		return 0;
	memcpy(at + structure, writer->structure, writer->structure_used);
	memcpy(at + strings, writer->strings, writer->strings_used);
	tree_store(at + HEADER_MAGIC, MAGIC, 4);
	tree_store(at + HEADER_TOTAL, total, 4);
	tree_store(at + HEADER_STRUCTURE, structure, 4);
	tree_store(at + HEADER_STRINGS, strings, 4);
	tree_store(at + HEADER_RESERVATIONS, HEADER_BYTES, 4);
	tree_store(at + HEADER_VERSION, VERSION, 4);
	tree_store(at + HEADER_LAST_COMPATIBLE, LAST_COMPATIBLE, 4);
	tree_store(at + HEADER_BOOT_CPU, boot_cpu, 4);
	tree_store(at + HEADER_STRINGS_BYTES, writer->strings_used, 4);
	tree_store(at + HEADER_STRUCTURE_BYTES, writer->structure_used, 4);
	return total;
}
