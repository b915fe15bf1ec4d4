/* SPDX-License-Identifier: BSD-2-Clause */
/* Flattened device trees: reads them token by token, and writes them. Accesses no hardware. Every offset and length is checked
 * against the blob before it is used. */
#ifndef SILICON_OPAL_TREE_H
#define SILICON_OPAL_TREE_H

#include "lib/basic.h"

enum { TREE_DEPTH = 16, TREE_PATH = 192 };

/* A blob whose header has been checked. */
struct tree {
	const uint8_t *blob;
	uint32_t size;
	uint32_t structure, structure_bytes;
	uint32_t strings, strings_bytes;
	uint32_t reservations; /* offset of the list of pairs (address, size), which ends with (0, 0) */
};

enum tree_kind {
	TREE_NODE,     /* start of a node */
	TREE_END_NODE, /* end of the innermost node */
	TREE_PROPERTY,
	TREE_END, /* end of the tree */
	TREE_BAD  /* the tree is malformed here */
};

/* A position in a tree, and the token there. */
struct tree_cursor {
	const struct tree *tree;
	uint32_t at;          /* offset of the next token in the structure */
	enum tree_kind kind;  /* of the latest token */
	const char *name;     /* of the node or property */
	uint32_t name_offset; /* of a property: offset in the strings */
	const uint8_t *value;
	uint32_t bytes;       /* of the value */
	unsigned depth;       /* number of open nodes; 1 in the root */
	char path[TREE_PATH]; /* of the innermost open node: "/", "/cpus", "/cpus/cpu@0" */
};

/* Checks the header. False if `blob` is not a flattened device tree of version 16 or 17. */
MUST_CHECK bool tree_open(struct tree *tree, const void *blob, size_t size);

struct tree_cursor tree_start(const struct tree *tree);

/* Moves to the next token and returns its kind. A node deeper than TREE_DEPTH or a path longer than TREE_PATH is TREE_BAD. */
enum tree_kind tree_next(struct tree_cursor *cursor);

/* True if the whole tree can be read. */
bool tree_is_whole(const struct tree *tree);

/* Finds a property of the node whose start the cursor has just passed. NULL if there is none. */
const uint8_t *tree_own_property(const struct tree_cursor *node, const char *name, uint32_t *bytes);

/* Like tree_own_property(), for the node with a path. */
const uint8_t *tree_property(const struct tree *tree, const char *path, const char *name, uint32_t *bytes);

/* Finds the node with a path, and sets `node` to the position after its start. */
MUST_CHECK bool tree_find(const struct tree *tree, const char *path, struct tree_cursor *node);

/* Moves a cursor that has just passed the start of a node to the position after the node's end. */
void tree_skip(struct tree_cursor *cursor);

/* Load a big-endian number. */
uint32_t tree_u32(const uint8_t *value);
uint64_t tree_u64(const uint8_t *value);

/* Stores `value` as `bytes` bytes, big-endian. */
void tree_store(uint8_t *at, uint64_t value, unsigned bytes);

/* A tree being written. Data that does not fit is dropped, and `overflow` set. */
struct tree_writer {
	uint8_t *structure;
	uint32_t structure_size, structure_used;
	char *strings;
	uint32_t strings_size, strings_used;
	bool overflow;
};

/* Adds a block of strings. Returns its offset. */
uint32_t tree_put_strings(struct tree_writer *writer, const char *strings, uint32_t bytes);

/* Write the start and the end of a node. */
void tree_put_node(struct tree_writer *writer, const char *name);
void tree_put_end(struct tree_writer *writer);

/* Write a property by its name, which is added to the strings if it is not there. */
void tree_put(struct tree_writer *writer, const char *name, const void *value, uint32_t bytes);
void tree_put_u32(struct tree_writer *writer, const char *name, uint32_t value);

/* Writes a property by the offset of its name in the strings. */
void tree_put_raw(struct tree_writer *writer, uint32_t name_offset, const void *value, uint32_t bytes);

/* A range of memory. */
struct tree_range {
	uint64_t address, bytes;
};

/* Writes the whole tree to `blob` (8-byte aligned, `size` bytes): header, the reservations of `source` and `more`, structure,
 * strings. Returns its size; 0 if it does not fit. */
uint32_t tree_finish(struct tree_writer *writer, const struct tree *source, const struct tree_range *more,
		     uint32_t boot_cpu, void *blob, uint32_t size);

#endif
