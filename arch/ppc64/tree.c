/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/tree.h"

#include "arch/ppc64/fdt.h"

#include "lib/memory.h"
#include "lib/text.h"

#define CELL 4 /* bytes */

/* ---- properties ------------------------------------------------------------------------------------ */

static uint32_t load_cell(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* `count` cells of a property from number `first` on; NULL if it is shorter. */
static const uint8_t *cells(const void *tree, int node, const char *name, unsigned first, unsigned count)
{
	int length;
	const uint8_t *bytes = fdt_getprop(tree, node, name, &length);

	if (!bytes || length < 0 || (uint64_t)length < ((uint64_t)first + count) * CELL)
		return NULL;
	return bytes + (size_t)first * CELL;
}

bool tree_cell(const void *tree, int node, const char *name, unsigned index, uint32_t *value)
{
	const uint8_t *bytes = cells(tree, node, name, index, 1);

	if (!bytes)
		return false;
	*value = load_cell(bytes);
	return true;
}

bool tree_pair(const void *tree, int node, const char *name, unsigned index, uint64_t *value)
{
	const uint8_t *bytes = index < UINT32_MAX / 2 ? cells(tree, node, name, 2 * index, 2) : NULL;

	if (!bytes)
		return false;
	*value = (uint64_t)load_cell(bytes) << 32 | load_cell(bytes + CELL);
	return true;
}

int tree_bytes(const void *tree, int node, const char *name)
{
	int length;

	return fdt_getprop(tree, node, name, &length) ? length : -1;
}

bool tree_number(const void *tree, int node, const char *name, uint64_t *value)
{
	uint32_t cell;

	if (tree_bytes(tree, node, name) == 2 * CELL)
		return tree_pair(tree, node, name, 0, value);
	if (tree_bytes(tree, node, name) != CELL || !tree_cell(tree, node, name, 0, &cell))
		return false;
	*value = cell;
	return true;
}

const char *tree_string(const void *tree, int node, const char *name)
{
	int length;
	const char *string = fdt_getprop(tree, node, name, &length);

	for (int i = 0; string && i < length; i++)
		if (!string[i])
			return string;
	return NULL;
}

static bool is_device_type(const void *tree, int node, const char *wanted)
{
	const char *type = tree_string(tree, node, "device_type");

	return type && !strcmp(type, wanted);
}

bool tree_has_compatible(const void *tree, const char *name)
{
	return fdt_node_offset_by_compatible(tree, -1, name) >= 0;
}

bool tree_is_sound(const void *tree, size_t size)
{
	return !fdt_check_full(tree, size);
}

/* ---- processors ------------------------------------------------------------------------------------ */

#define FUSED_THREADS 8 /* of a node; a core that is not fused has at most four */

/* Adds the threads of one core, in order of PIR. */
static uint16_t add_threads(const void *tree, int node, struct tree_cpu *cpus, uint16_t count, uint16_t capacity)
{
	uint32_t pir, chip = 0;
	bool fused = tree_bytes(tree, node, "ibm,ppc-interrupt-server#s") >= FUSED_THREADS * CELL;
	const char *status = tree_string(tree, node, "status");
	bool okay = !status || !strcmp(status, "okay");

	if (!tree_cell(tree, node, "ibm,chip-id", 0, &chip))
		chip = 0;
	for (unsigned i = 0; count < capacity; i++) {
		struct tree_cpu cpu = {.chip = chip, .okay = okay, .fused = fused};
		uint16_t at;

		if (!tree_cell(tree, node, "ibm,ppc-interrupt-server#s", i, &pir))
			break;
		cpu.pir = pir;
		cpu.core = (uint8_t)(pir >> 2 & 0x3f);
		cpu.thread = (uint8_t)(pir & 3);
		for (at = count++; at && cpus[at - 1].pir > pir; at--)
			cpus[at] = cpus[at - 1];
		cpus[at] = cpu;
	}
	return count;
}

uint16_t tree_cpus(const void *tree, struct tree_cpu *cpus, uint16_t capacity, struct warnings *warnings)
{
	int parent = fdt_path_offset(tree, "/cpus"), node;
	uint16_t count = 0;

	if (parent < 0)
		warn(warnings, "device tree: no /cpus");
	fdt_for_each_subnode(node, tree, parent)
	{
		if (is_device_type(tree, node, "cpu"))
			count = add_threads(tree, node, cpus, count, capacity);
	}
	if (count == capacity)
		warn(warnings, "device tree: %u processors or more", capacity);
	return count;
}

uint64_t tree_timebase(const void *tree)
{
	int parent = fdt_path_offset(tree, "/cpus"), node;
	uint64_t hertz = 0;

	fdt_for_each_subnode(node, tree, parent)
	{
		if (is_device_type(tree, node, "cpu") && tree_number(tree, node, "timebase-frequency", &hertz) && hertz)
			return hertz;
	}
	return 0;
}

/* ---- memory ---------------------------------------------------------------------------------------- */

/* Range number `index` of a property. skiboot writes two cells for each number. */
static bool range_at(const void *tree, int node, const char *name, unsigned index, struct range *range)
{
	return tree_pair(tree, node, name, 2 * index, &range->start) &&
	       tree_pair(tree, node, name, 2 * index + 1, &range->size);
}

/* Moves the candidate past a range that it overlaps. */
static bool step_over(struct range *candidate, const struct range *taken, uint64_t align)
{
	if (!candidate->size || !taken->size || candidate->start > taken->start + (taken->size - 1) ||
	    taken->start > candidate->start + (candidate->size - 1))
		return false;
	candidate->start = (taken->start + taken->size + align - 1) & ~(align - 1);
	return true;
}

static bool step_over_all(const void *tree, const struct memory_request *request, struct range *candidate)
{
	int parent = fdt_path_offset(tree, "/reserved-memory"), node;
	int chosen = fdt_path_offset(tree, "/chosen");
	uint64_t align = request->align, start, end;
	struct range taken;
	bool moved = false;

	for (int i = 0; i < fdt_num_mem_rsv(tree); i++)
		if (!fdt_get_mem_rsv(tree, i, &taken.start, &taken.size))
			moved |= step_over(candidate, &taken, align);
	for (unsigned i = 0; range_at(tree, 0, "reserved-ranges", i, &taken); i++)
		moved |= step_over(candidate, &taken, align);
	fdt_for_each_subnode(node, tree, parent)
	{
		for (unsigned i = 0; range_at(tree, node, "reg", i, &taken); i++)
			moved |= step_over(candidate, &taken, align);
	}

	/* The initial ramdisk that a boot loader passed on. */
	if (tree_number(tree, chosen, "linux,initrd-start", &start) &&
	    tree_number(tree, chosen, "linux,initrd-end", &end) && end > start) {
		taken = (struct range){start, end - start};
		moved |= step_over(candidate, &taken, align);
	}

	for (unsigned i = 0; i < request->used_count; i++)
		moved |= step_over(candidate, &request->used[i], align);
	return moved;
}

static bool fits(const struct range *candidate, const struct range *bank)
{
	return candidate->start >= bank->start && candidate->start - bank->start <= bank->size &&
	       candidate->size <= bank->size - (candidate->start - bank->start);
}

/* Limit on the moves of a candidate: far more than reservations on any machine. */
#define STEPS_MOST 4096

static uint64_t free_in_bank(const void *tree, const struct memory_request *request, const struct range *bank)
{
	uint64_t start = max_u64(bank->start, request->lowest);
	struct range candidate = {(start + request->align - 1) & ~(request->align - 1), request->size};

	for (unsigned i = 0; i < STEPS_MOST && fits(&candidate, bank); i++)
		if (!step_over_all(tree, request, &candidate))
			return candidate.start;
	return 0;
}

uint64_t tree_free_memory(const void *tree, const struct memory_request *request)
{
	uint64_t best = 0;
	int node;

	fdt_for_each_subnode(node, tree, 0)
	{
		struct range bank;

		if (!is_device_type(tree, node, "memory"))
			continue;
		for (unsigned i = 0; range_at(tree, node, "reg", i, &bank); i++) {
			uint64_t found = free_in_bank(tree, request, &bank);

			if (found && (!best || found < best))
				best = found;
		}
	}
	return best;
}

bool tree_is_memory(const void *tree, const struct range *range)
{
	int node;

	fdt_for_each_subnode(node, tree, 0)
	{
		struct range bank;

		if (!is_device_type(tree, node, "memory"))
			continue;
		for (unsigned i = 0; range_at(tree, node, "reg", i, &bank); i++)
			if (fits(range, &bank))
				return true;
	}
	return false;
}

/* ---- firmware -------------------------------------------------------------------------------------- */

bool tree_opal(const void *tree, struct tree_opal *opal)
{
	int node = fdt_path_offset(tree, "/ibm,opal");
	int firmware = fdt_path_offset(tree, "/ibm,opal/firmware");

	*opal = (struct tree_opal){.firmware = tree_string(tree, firmware, "version")};
	return tree_pair(tree, node, "opal-base-address", 0, &opal->base) &&
	       tree_pair(tree, node, "opal-entry-address", 0, &opal->entry);
}

/* A chip without HOMER has base 0, so its export is only the offset of the region. */
#define NO_HOMER 0x180000

bool tree_nest_region(const void *tree, uint32_t chip, struct range *region)
{
	char bytes[32];
	struct text name = TEXT_OVER(bytes);
	int exports = fdt_path_offset(tree, "/ibm,opal/firmware/exports");

	text_format(&name, "imc_nest_chip_%x", chip);
	return range_at(tree, exports, bytes, 0, region) && region->start > NO_HOMER;
}

bool tree_nest_chip(const void *tree, unsigned index, uint32_t *chip)
{
	int parent = fdt_path_offset(tree, "/imc-counters"), node;
	uint64_t base;

	fdt_for_each_subnode(node, tree, parent)
	{
		unsigned left = index;

		for (unsigned i = 0; tree_cell(tree, node, "chip-id", i, chip); i++)
			if (tree_pair(tree, node, "base-addr", i, &base) && base && !left--)
				return true;
		if (tree_bytes(tree, node, "chip-id") >= 0)
			break;
	}
	return false;
}

const char *tree_virtual_silicon(const void *tree)
{
	int parent = fdt_path_offset(tree, "/reserved-memory"), node;

	fdt_for_each_subnode(node, tree, parent)
	{
		const char *name = fdt_get_name(tree, node, NULL);
		const char *banner = tree_string(tree, node, "banner");

		if (name && slice_starts(slice_of(name), "uncork,silicon"))
			return banner ? banner : "virtual, without a banner";
	}
	return NULL;
}

struct slice tree_arguments(const void *tree)
{
	const char *arguments = tree_string(tree, fdt_path_offset(tree, "/chosen"), "bootargs");

	return slice_trim(slice_of(arguments ? arguments : ""));
}

const char *tree_model(const void *tree)
{
	const char *model = tree_string(tree, 0, "model");

	return model ? model : "unknown";
}
