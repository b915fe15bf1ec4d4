/* SPDX-License-Identifier: BSD-2-Clause */
/* What the layer under OPAL payloads reads: an archive, ELF headers, device trees. By its first byte the input
 * is one of these. A tree is used as skiboot's and as the catalog at once: if it can be grafted at all, the
 * result is whole, and has what was put into it. */
#include "lib/memory.h"
#include "silicon/opal/graft.h"
#include "silicon/opal/parts.h"
#include "silicon/opal/patch.h"
#include "tests/fuzz/fuzz.h"

enum { ROOM = 65536 };

static bool inside(struct part inner, struct part outer)
{
	return !inner.at || (inner.at >= outer.at && inner.at + inner.bytes <= outer.at + outer.bytes);
}

static void try_archive(struct part input)
{
	struct parts parts;

	if (!parts_open(&parts, input))
		return;
	assert(parts.firmware.at && inside(parts.firmware, input) && inside(parts.scenario, input) &&
	       inside(parts.catalog, input));
}

/* The code that the headers name can be patched. */
static void try_elf(struct part input)
{
	static uint8_t file[4096], stubs[PATCH_STUBS * PATCH_STUB_WORDS * 4];
	struct patch patch = {.areas = 0x3a100000, .hook = 0x1ff00000, .stubs = 0x1ff08000, .memory = stubs};
	struct elf elf;

	if (input.bytes > sizeof(file) || !elf_open(&elf, input))
		return;
	memcpy(file, input.at, input.bytes);
	patch.little_endian = elf.little_endian;
	assert(elf.entry < input.bytes && elf.codes <= ELF_SEGMENTS);
	for (unsigned i = 0; i < elf.codes; i++)
		if (!patch_code(&patch, file + elf.code[i].offset, elf.code[i].bytes, 0x20000000 + elf.code[i].offset))
			assert(patch.used <= PATCH_STUBS);
}

static void try_tree(struct part input)
{
	static const struct catalog_chip chips[] = {{0, 0x38000000}, {8, 0x38400000}};
	static uint64_t scratch[ROOM / 8], blob[ROOM / 8];
	static struct graft_machine machine;
	struct tree tree, result;
	struct graft_plan plan = {.tree = &tree,
				  .machine = &machine,
				  .catalog = {.catalog = &tree, .chip = chips, .chips = 2},
				  .entry = 0x1234,
				  .reserved = {0x1000, 0x2000}};
	const uint8_t *entry;
	uint32_t bytes;

	if (!tree_open(&tree, input.at, input.bytes) || !tree_is_whole(&tree) || !graft_find_cores(&tree, &machine))
		return;
	graft_hide_cores(&machine);
	bytes = graft_write(&plan, scratch, blob, ROOM);
	if (!bytes)
		return;
	assert(tree_open(&result, blob, bytes) && tree_is_whole(&result));
	entry = tree_property(&result, "/ibm,opal", "opal-entry-address", &bytes);
	assert(!entry || (bytes == 8 && tree_u64(entry) == 0x1234)); /* of the first such node */
	for (unsigned i = 0; i < machine.cores; i++) {
		struct tree_cursor node;

		if (machine.core[i].hidden)
			assert(!tree_find(&result, machine.core[i].path, &node));
	}
}

static void try_names(struct part input)
{
	struct tree tree;
	enum imc_type type;
	uint32_t offset;

	if (tree_open(&tree, input.at, input.bytes))
		(void)!catalog_find(&tree, slice_of("core"), slice_of("CPM_INST"), &type, &offset);
}

static void fuzz(const uint8_t *data, size_t size)
{
	struct part input = {data + 1, size - 1};

	if (!size)
		return;
	switch (data[0] % 4) {
	case 0: try_archive(input); break;
	case 1: try_elf(input); break;
	case 2: try_tree(input); break;
	default: try_names(input); break;
	}
}
