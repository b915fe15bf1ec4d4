/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/opal/graft.h"

#include "lib/memory.h"
#include "lib/text.h"

#define OPAL_NODE    "/ibm,opal"
#define EXPORTS_NODE "/ibm,opal/firmware/exports"
#define REGION_NAME  "imc_nest_chip_"
#define OUR_NAME     "uncork,silicon"
#define BAD          "bad"
#define STRINGS_PART 4 /* of the scratch memory: a fourth is for strings */

/* ---- cores ------------------------------------------------------------------------------------------------- */

/* True if the property is this string; `otherwise` if the property is missing. */
static bool has_text(const struct tree_cursor *node, const char *name, const char *text, bool otherwise)
{
	uint32_t bytes;
	const uint8_t *value = tree_own_property(node, name, &bytes);

	return value ? bytes == strlen(text) + 1 && !memcmp(value, text, bytes) : otherwise;
}

static bool read_core(const struct tree_cursor *node, struct graft_core *core)
{
	uint32_t bytes, chip_bytes;
	const uint8_t *servers = tree_own_property(node, "ibm,ppc-interrupt-server#s", &bytes);
	const uint8_t *chip = tree_own_property(node, "ibm,chip-id", &chip_bytes);

	if (!servers || !chip || chip_bytes != 4 || !bytes || bytes > 4 * GRAFT_THREADS)
		return false;
	core->threads = bytes / 4;
	for (unsigned i = 0; i < core->threads; i++)
		core->pir[i] = tree_u32(servers + 4 * i);
	core->chip = tree_u32(chip);
	core->hidden = false;
	memcpy(core->path, node->path, sizeof(core->path));
	return true;
}

bool graft_find_cores(const struct tree *tree, struct graft_machine *machine)
{
	struct tree_cursor cursor = tree_start(tree);
	struct graft_core core;
	unsigned at;

	machine->cores = 0;
	while (cursor.kind != TREE_BAD && cursor.kind != TREE_END) {
		if (tree_next(&cursor) != TREE_NODE || cursor.depth != 3 ||
		    !slice_starts(slice_of(cursor.path), "/cpus/") || !has_text(&cursor, "device_type", "cpu", false) ||
		    !has_text(&cursor, "status", "okay", true))
			continue;
		if (machine->cores == GRAFT_CORES || !read_core(&cursor, &core))
			return false;

		/* Into the sorted list. */
		for (at = machine->cores++; at && machine->core[at - 1].pir[0] > core.pir[0]; at--)
			machine->core[at] = machine->core[at - 1];
		machine->core[at] = core;
	}
	return machine->cores != 0;
}

uint32_t graft_hide_cores(struct graft_machine *machine)
{
	uint32_t chip_before = UINT32_MAX, hidden = UINT32_MAX;

	for (unsigned i = 0; i < machine->cores; i++) {
		uint32_t chip = machine->core[i].chip;
		unsigned last = i;

		if (chip == chip_before)
			continue;
		chip_before = chip;
		for (unsigned j = i + 1; j < machine->cores; j++)
			if (machine->core[j].chip == chip)
				last = j;
		if (last == i)
			continue;
		machine->core[last].hidden = true;
		if (!i)
			hidden = machine->core[last].pir[0];
	}
	return hidden;
}

bool graft_is_hidden(const struct graft_machine *machine, uint32_t pir)
{
	for (unsigned i = 0; i < machine->cores; i++)
		for (unsigned j = 0; machine->core[i].hidden && j < machine->core[i].threads; j++)
			if (machine->core[i].pir[j] == pir)
				return true;
	return false;
}

static bool is_hidden_path(const struct graft_machine *machine, const char *path)
{
	for (unsigned i = 0; i < machine->cores; i++)
		if (machine->core[i].hidden && !strcmp(machine->core[i].path, path))
			return true;
	return false;
}

/* ---- properties -------------------------------------------------------------------------------------------- */

/* Changes that must have been made for the tree to be correct. */
enum { ENTRY = 1, RANGES = 2, NAMES = 4, ALL = 7 };

struct graft {
	const struct graft_plan *plan;
	struct tree_writer writer;
	unsigned done;
};

static void put_same(struct graft *graft, const struct tree_cursor *at, const void *value, uint32_t bytes)
{
	tree_put_raw(&graft->writer, at->name_offset, value, bytes);
}

/* Writes a property with additional bytes. */
static void put_longer(struct graft *graft, const struct tree_cursor *at, const void *more, uint32_t bytes)
{
	uint8_t value[1024];

	if (at->bytes > sizeof(value) - bytes) {
		graft->writer.overflow = true;
		return;
	}
	memcpy(value, at->value, at->bytes);
	memcpy(value + at->bytes, more, bytes);
	put_same(graft, at, value, at->bytes + bytes);
}

/* Replaces skiboot's export of a chip's nest region by the model's. The name ends with the chip's ID. */
static bool put_region(struct graft *graft, const struct tree_cursor *at)
{
	const struct catalog_plan *catalog = &graft->plan->catalog;
	char buffer[32];
	uint8_t range[16];

	for (unsigned i = 0; i < catalog->chips; i++) {
		struct text name = TEXT_OVER(buffer);

		text_format(&name, REGION_NAME "%x", catalog->chip[i].id);
		if (strcmp(buffer, at->name))
			continue;
		tree_store(range, catalog->chip[i].homer + IMC_REGION_OFFSET, 8);
		tree_store(range + 8, IMC_REGION_BYTES, 8);
		put_same(graft, at, range, sizeof(range));
		return true;
	}
	return false;
}

static bool is(const struct tree_cursor *at, const char *path, const char *name)
{
	return !strcmp(at->path, path) && !strcmp(at->name, name);
}

static void copy_property(struct graft *graft, const struct tree_cursor *at)
{
	const struct tree_range *reserved = &graft->plan->reserved;
	uint8_t range[16], entry[8];

	if (is(at, "/chosen", "linux,initrd-start") || is(at, "/chosen", "linux,initrd-end"))
		return;
	if (!strcmp(at->name, "status") && is_hidden_path(graft->plan->machine, at->path)) {
		put_same(graft, at, BAD, sizeof(BAD));
	} else if (is(at, OPAL_NODE, "opal-entry-address")) {
		tree_store(entry, graft->plan->entry, sizeof(entry));
		put_same(graft, at, entry, sizeof(entry));
		graft->done |= ENTRY;
	} else if (is(at, "/", "reserved-ranges")) {
		tree_store(range, reserved->address, 8);
		tree_store(range + 8, reserved->bytes, 8);
		put_longer(graft, at, range, sizeof(range));
		graft->done |= RANGES;
	} else if (is(at, "/", "reserved-names")) {
		put_longer(graft, at, OUR_NAME, sizeof(OUR_NAME));
		graft->done |= NAMES;
	} else if (strcmp(at->path, EXPORTS_NODE) || !put_region(graft, at)) {
		put_same(graft, at, at->value, at->bytes);
	}
}

/* ---- nodes ------------------------------------------------------------------------------------------------- */

/* Ends the node at `path`. Additions come after its other children. */
static void end_node(struct graft *graft, const char *path, bool root)
{
	const struct tree_range *reserved = &graft->plan->reserved;
	char buffer[48];
	struct text name = TEXT_OVER(buffer);
	uint8_t reg[16];

	if (!strcmp(path, "/reserved-memory")) {
		/* The silicon's memory. */
		text_format(&name, OUR_NAME "@%llx", (unsigned long long)reserved->address);
		tree_store(reg, reserved->address, 8);
		tree_store(reg + 8, reserved->bytes, 8);
		tree_put_node(&graft->writer, buffer);
		tree_put(&graft->writer, "reg", reg, sizeof(reg));
		tree_put(&graft->writer, "no-map", "", 0);
		tree_put_end(&graft->writer);
	}
	if (root)
		catalog_put(&graft->writer, &graft->plan->catalog);
	tree_put_end(&graft->writer);
}

static bool copy_tree(struct graft *graft)
{
	struct tree_cursor cursor = tree_start(graft->plan->tree);
	char path[TREE_PATH];

	while (true) {
		memcpy(path, cursor.path, sizeof(path));
		switch (tree_next(&cursor)) {
		case TREE_NODE:
			if (!strcmp(cursor.path, "/imc-counters") ||
			    (!graft->plan->bad_core && is_hidden_path(graft->plan->machine, cursor.path)))
				tree_skip(&cursor);
			else
				tree_put_node(&graft->writer, cursor.name);
			break;
		case TREE_PROPERTY: copy_property(graft, &cursor); break;
		case TREE_END_NODE: end_node(graft, path, !cursor.depth); break;
		case TREE_END: return graft->done == ALL;
		default: return false;
		}
	}
}

uint32_t graft_write(const struct graft_plan *plan, void *scratch, void *blob, uint32_t size)
{
	struct graft_plan whole = *plan;
	const struct tree *tree = plan->tree, *catalog = plan->catalog.catalog;
	uint32_t strings_size = size / STRINGS_PART / 8 * 8;
	struct graft graft = {.plan = &whole,
			      .writer = {.structure = scratch,
					 .structure_size = size - strings_size,
					 .strings = (char *)scratch + size - strings_size,
					 .strings_size = strings_size}};

	tree_put_strings(&graft.writer, (const char *)tree->blob + tree->strings, tree->strings_bytes);
	whole.catalog.string_shift =
		tree_put_strings(&graft.writer, (const char *)catalog->blob + catalog->strings, catalog->strings_bytes);
	whole.catalog.phandle = catalog_last_phandle(tree) + 1;
	if (!copy_tree(&graft))
		return 0;
	return tree_finish(&graft.writer, tree, &plan->reserved, plan->boot_cpu, blob, size);
}
