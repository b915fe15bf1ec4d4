/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/opal/catalog.h"

#include "lib/memory.h"

enum { BAD_TYPE = 0x20, REGION_END = 0x40000 };
#define NO_PHANDLE UINT32_C(0xfffffff0)

static uint32_t u32_property(const struct tree_cursor *node, const char *name, uint32_t otherwise)
{
	uint32_t bytes;
	const uint8_t *value = tree_own_property(node, name, &bytes);

	return value && bytes >= 4 ? tree_u32(value) : otherwise;
}

/* A string property; empty if it is missing. */
static struct slice text_property(const struct tree_cursor *node, const char *name)
{
	uint32_t bytes;
	const uint8_t *value = tree_own_property(node, name, &bytes);
	struct slice text = {(const char *)value, 0};

	while (value && text.length < bytes && value[text.length])
		text.length++;
	return text;
}

/* The node's type; 0 for a group of events. */
static uint32_t type_of(const struct tree_cursor *node)
{
	return u32_property(node, "type", 0);
}

/* ---- finding ----------------------------------------------------------------------------------------------- */

static bool same(struct slice a, struct slice b)
{
	return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

/* Moves to the next node below the root; false after the last. */
static bool next_child(struct tree_cursor *cursor)
{
	while (cursor->kind != TREE_BAD && cursor->kind != TREE_END)
		if (tree_next(cursor) == TREE_NODE && cursor->depth == 2)
			return true;
	return false;
}

/* Finds an event of the group with that phandle by name, and its offset in the group. */
static bool find_in_group(const struct tree *catalog, uint32_t phandle, struct slice name, uint32_t *offset)
{
	struct tree_cursor group = tree_start(catalog);
	unsigned depth;

	do {
		if (!next_child(&group))
			return false;
	} while (u32_property(&group, "phandle", 0) != phandle);
	depth = group.depth;
	while (tree_next(&group) != TREE_BAD && group.depth >= depth) {
		if (group.kind != TREE_NODE || !same(text_property(&group, "event-name"), name))
			continue;
		*offset = u32_property(&group, "reg", 0);
		return true;
	}
	return false;
}

bool catalog_find(const struct tree *catalog, struct slice pmu, struct slice event, enum imc_type *type,
		  uint32_t *offset)
{
	struct tree_cursor node = tree_start(catalog);
	struct slice prefix, address;

	while (next_child(&node)) {
		address = slice_of(node.name);
		if (!type_of(&node) || !same(slice_cut(&address, '@'), pmu))
			continue;
		prefix = text_property(&node, "events-prefix");
		if (event.length < prefix.length || memcmp(event.at, prefix.at, prefix.length) ||
		    !find_in_group(catalog, u32_property(&node, "events", 0),
				   slice_between(event.at + prefix.length, event.at + event.length), offset))
			continue;
		*offset += u32_property(&node, "reg", 0);
		*type = type_of(&node);
		return true;
	}
	return false;
}

uint32_t catalog_last_phandle(const struct tree *tree)
{
	struct tree_cursor cursor = tree_start(tree);
	uint32_t last = 0;

	while (cursor.kind != TREE_BAD && cursor.kind != TREE_END)
		if (tree_next(&cursor) == TREE_PROPERTY && cursor.bytes == 4 &&
		    (!strcmp(cursor.name, "phandle") || !strcmp(cursor.name, "linux,phandle")))
			last = (uint32_t)max_u64(last, tree_u32(cursor.value));
	return last;
}

/* ---- copying ----------------------------------------------------------------------------------------------- */

/* State of a copy. Faults of events apply to the first two events of the first group, faults of PMUs to the first PMU. */
struct copy {
	const struct catalog_plan *plan;
	struct tree_writer *writer;
	unsigned pmus, events;     /* number of nodes begun */
	uint32_t type;             /* of the current node; 0 if it is not a PMU */
	const uint8_t *name, *reg; /* of the first event */
	uint32_t name_bytes, reg_bytes;
};

static bool wants(const struct copy *copy, enum imc_catalog_fault fault)
{
	return copy->plan->fault[fault];
}

static void put_same(const struct copy *copy, const struct tree_cursor *at, const void *value, uint32_t bytes)
{
	tree_put_raw(copy->writer, copy->plan->string_shift + at->name_offset, value, bytes);
}

static void put_cell(const struct copy *copy, const struct tree_cursor *at, uint32_t value)
{
	uint8_t cell[4];

	tree_store(cell, value, sizeof(cell));
	put_same(copy, at, cell, sizeof(cell));
}

/* Changes a property of a PMU's node. Returns true if the property is done. */
static bool break_pmu(const struct copy *copy, const struct tree_cursor *at)
{
	static const char no_number[] = "12x", wrong_number[] = "3";

	if (copy->pmus != 1)
		return false;
	if (!strcmp(at->name, "events-prefix") && wants(copy, IMC_CATALOG_NO_PREFIX))
		return true;
	if (!strcmp(at->name, "events") && wants(copy, IMC_CATALOG_NO_EVENTS))
		put_cell(copy, at, NO_PHANDLE);
	else if (!strcmp(at->name, "type") && wants(copy, IMC_CATALOG_BAD_TYPE))
		put_cell(copy, at, BAD_TYPE);
	else if (!strcmp(at->name, "scale") && wants(copy, IMC_CATALOG_BAD_SCALE))
		put_same(copy, at, no_number, sizeof(no_number));
	else if (!strcmp(at->name, "scale") && wants(copy, IMC_CATALOG_SCALED))
		put_same(copy, at, wrong_number, sizeof(wrong_number));
	else
		return false;
	return true;
}

static bool break_first_event(struct copy *copy, const struct tree_cursor *at)
{
	bool is_name = !strcmp(at->name, "event-name"), is_reg = !strcmp(at->name, "reg");
	uint8_t reg[8] = {0, REGION_END >> 16, 0, 0, 0, 0, 0, 8}, moved[8];

	if (is_name) {
		copy->name = at->value;
		copy->name_bytes = at->bytes;
	}
	if (is_reg) {
		copy->reg = at->value;
		copy->reg_bytes = at->bytes;
	}
	if (is_name && wants(copy, IMC_CATALOG_NO_NAME))
		return true;
	if (is_reg && wants(copy, IMC_CATALOG_BAD_OFFSET))
		put_same(copy, at, reg, sizeof(reg));
	else if (is_reg && at->bytes == sizeof(moved) && wants(copy, IMC_CATALOG_MOVED)) {
		memcpy(moved, at->value, sizeof(moved));
		moved[3] ^= 8;
		put_same(copy, at, moved, sizeof(moved));
	} else if (is_reg && wants(copy, IMC_CATALOG_SHORT_REG))
		put_same(copy, at, at->value, (uint32_t)min_u64(at->bytes, 4));
	else
		return false;
	return true;
}

static bool break_second_event(const struct copy *copy, const struct tree_cursor *at)
{
	if (!strcmp(at->name, "event-name") && wants(copy, IMC_CATALOG_DUPLICATE) && copy->name)
		put_same(copy, at, copy->name, copy->name_bytes);
	else if (!strcmp(at->name, "reg") && wants(copy, IMC_CATALOG_OVERLAP) && copy->reg)
		put_same(copy, at, copy->reg, copy->reg_bytes);
	else
		return false;
	return true;
}

static void copy_property(struct copy *copy, const struct tree_cursor *at)
{
	bool reference = at->bytes == 4 && (!strcmp(at->name, "phandle") || !strcmp(at->name, "linux,phandle") ||
					    !strcmp(at->name, "events"));

	if (at->depth == 1 && !strcmp(at->name, "name"))
		return;
	if ((at->depth == 2 && copy->type && break_pmu(copy, at)) ||
	    (at->depth == 3 && copy->events == 1 && break_first_event(copy, at)) ||
	    (at->depth == 3 && copy->events == 2 && break_second_event(copy, at)))
		return;
	if (reference)
		put_cell(copy, at, tree_u32(at->value) + copy->plan->phandle);
	else
		put_same(copy, at, at->value, at->bytes);
}

/* Writes the properties that skiboot adds to a nest node. */
static void put_chips(const struct copy *copy)
{
	uint8_t bases[8 * IMC_CHIPS], ids[4 * (IMC_CHIPS + 1)];
	unsigned chips = copy->plan->chips, more = wants(copy, IMC_CATALOG_CHIPS) ? 1 : 0;

	for (unsigned i = 0; i < chips; i++) {
		tree_store(bases + 8 * i, copy->plan->chip[i].homer, 8);
		tree_store(ids + 4 * i, copy->plan->chip[i].id, 4);
	}
	tree_store(ids + 4 * chips, chips ? copy->plan->chip[chips - 1].id + 1 : 0, 4);
	tree_put(copy->writer, "base-addr", bases, 8 * chips);
	tree_put(copy->writer, "chip-id", ids, 4 * (chips + more));
}

/* Copies the beginning of a node. If the node is omitted, as skiboot would omit it, moves the cursor past it. */
static void copy_node(struct copy *copy, struct tree_cursor *at)
{
	static const struct {
		uint8_t type, fault;
	} left_out[] = {
		{IMC_NEST, IMC_CATALOG_NO_NEST},
		{IMC_CORE, IMC_CATALOG_NO_CORE},
		{IMC_THREAD, IMC_CATALOG_NO_THREAD},
		{IMC_TRACE, IMC_CATALOG_NO_TRACE},
	};

	if (at->depth == 2) {
		copy->type = type_of(at);
		for (unsigned i = 0; i < ARRAY_SIZE(left_out); i++) {
			if (copy->type != left_out[i].type || !wants(copy, left_out[i].fault))
				continue;
			tree_skip(at);
			return;
		}
		copy->pmus += copy->type != 0;
	}
	copy->events += at->depth == 3;
	tree_put_node(copy->writer, at->depth == 1 ? "imc-counters" : at->name);
	if (at->depth == 2 && copy->type == IMC_NEST)
		put_chips(copy);
	if (at->depth == 1)
		tree_put_u32(copy->writer, "phandle", copy->plan->phandle);
}

void catalog_put(struct tree_writer *writer, const struct catalog_plan *plan)
{
	struct tree_cursor cursor = tree_start(plan->catalog);
	struct copy copy = {.plan = plan, .writer = writer};

	while (!plan->fault[IMC_CATALOG_ABSENT] && cursor.kind != TREE_BAD) {
		switch (tree_next(&cursor)) {
		case TREE_NODE: copy_node(&copy, &cursor); break;
		case TREE_PROPERTY: copy_property(&copy, &cursor); break;
		case TREE_END_NODE: tree_put_end(writer); break;
		default: return;
		}
	}
}
