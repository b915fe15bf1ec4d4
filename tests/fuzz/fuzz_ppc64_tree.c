/* SPDX-License-Identifier: BSD-2-Clause */
/* Device trees and catalogs out of arbitrary bytes. A quarter of the inputs are a tree as they stand; of another half
 * a sound tree with a catalog is made, every node and property of it chosen by the input, so that what is in a catalog
 * gets a hearing; in the last quarter bytes of the catalogs of our own are changed. Whatever comes, every event that is taken has a counter inside its
 * region and a name by which the event parser finds it again, and what is read of a property is in it: ASan alone sees only what is read
 * after the whole tree. */
#include <stdio.h>

#include <libfdt.h>

#include "arch/ppc64/catalog.h"
#include "arch/ppc64/tree.h"
#include "boxes/imc.h"
#include "core/event/event.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/support/own_catalog.h"

#define TREE_BYTES  32768
#define ARENA_BYTES (1 << 20)
#define CPUS        16

/* ---- trees made of the input -------------------------------------------------------------------------- */

struct input {
	const uint8_t *at;
	size_t left;
};

static uint8_t next(struct input *input)
{
	if (!input->left)
		return 0;
	input->left--;
	return *input->at++;
}

static uint32_t next_cell(struct input *input)
{
	static const uint32_t usual[] = {0, 1, 2, 4, 8, 0x10, 0x18, 0x2000, 0x40000, 0x180000};
	uint8_t config = next(input);
	uint32_t cell = 0;

	if (config < 200)
		return usual[config % (sizeof(usual) / sizeof(*usual))];
	for (unsigned i = 0; i < 4; i++)
		cell = cell << 8 | next(input);
	return cell;
}

static const char *next_string(struct input *input)
{
	static const char *const usual[] = {
		"ibm,imc-counters",
		"core@18",
		"thread@18",
		"trace@0",
		"mcs01@c8",
		"nx@3f8",
		"256",
		"0.5",
		"CPM_",
		"A",
		"B",
		"",
		"cpu",
		"memory",
		"a/b",
		"okay",
	};
	static char free_text[16];
	uint8_t config = next(input);

	if (config < 240)
		return usual[config % (sizeof(usual) / sizeof(*usual))];
	for (unsigned i = 0; i + 1 < sizeof(free_text); i++)
		free_text[i] = (char)next(input);
	return free_text;
}

static const char *const property_names[] = {
	"compatible",
	"type",
	"reg",
	"size",
	"events",
	"events-prefix",
	"scale",
	"unit",
	"offset",
	"cb_offset",
	"phandle",
	"event-name",
	"desc",
	"base-addr",
	"chip-id",
	"device_type",
	"ibm,ppc-interrupt-server#s",
	"ibm,chip-id",
	"timebase-frequency",
	"status",
	"version-id",
	"reserved-ranges",
};

static int put_cells(void *tree, struct input *input, const char *name)
{
	uint32_t cells[8];
	unsigned count = next(input) % 9;

	for (unsigned i = 0; i < count; i++)
		cells[i] = cpu_to_fdt32(next_cell(input));
	return fdt_property(tree, name, cells, (int)(count * 4));
}

static int put_property(void *tree, struct input *input)
{
	uint8_t config = next(input);
	const char *name = property_names[config % (sizeof(property_names) / sizeof(*property_names))];

	if (config & 0x80) {
		const char *value = next_string(input);

		return fdt_property(tree, name, value, (int)strlen(value) + 1);
	}
	return put_cells(tree, input, name);
}

/* What chance hardly makes together: a node's type, unless that is NULL, and the property that counts with it. */
struct sort {
	const char *type, *cells;
};

static const struct sort any, processor = {"cpu", "ibm,ppc-interrupt-server#s"}, memory = {"memory", "reg"},
			      reservation = {NULL, "reg"};

/* Opens a node with some properties, which come before children. */
static bool begin_node(void *tree, struct input *input, const char *name, const struct sort *sort)
{
	unsigned properties = next(input) % 9;
	int result = fdt_begin_node(tree, name);

	if (sort->type && !result)
		result = fdt_property_string(tree, "device_type", sort->type);
	if (sort->cells && !result)
		result = put_cells(tree, input, sort->cells);
	for (unsigned i = 0; i < properties && !result; i++)
		result = put_property(tree, input);
	return !result;
}

static bool put_leaf(void *tree, struct input *input, const char *name)
{
	return begin_node(tree, input, name, &any) && !fdt_end_node(tree);
}

static bool put_cpu(void *tree, struct input *input, const char *name)
{
	return begin_node(tree, input, name, &processor) && !fdt_end_node(tree);
}

static bool put_reservation(void *tree, struct input *input, const char *name)
{
	return begin_node(tree, input, name, &reservation) && !fdt_end_node(tree);
}

/* A node with children; what is below is made by `put`. */
typedef bool put_node(void *tree, struct input *input, const char *name);

static bool put_parent(void *tree, struct input *input, const char *name, put_node *put)
{
	bool good = begin_node(tree, input, name, &any);

	for (unsigned i = next(input) % 6; i && good; i--)
		good = put(tree, input, next_string(input));
	return good && !fdt_end_node(tree);
}

static bool put_group(void *tree, struct input *input, const char *name)
{
	return put_parent(tree, input, name, put_leaf);
}

static bool make_tree(void *tree, struct input *input)
{
	if (fdt_create(tree, TREE_BYTES) || fdt_finish_reservemap(tree) || !begin_node(tree, input, "", &any))
		return false;
	if (!put_parent(tree, input, "cpus", put_cpu) || !begin_node(tree, input, "memory@0", &memory) ||
	    fdt_end_node(tree) || !put_parent(tree, input, "reserved-memory", put_reservation) ||
	    !put_parent(tree, input, "imc-counters", put_group))
		return false;
	return !fdt_end_node(tree) && !fdt_finish(tree);
}

/* ---- trees with a catalog of our own ----------------------------------------------------------------- */

/* What the input then changes in it, a byte at a time. */
static void change(uint8_t *tree, struct input *input)
{
	uint32_t size = fdt_totalsize(tree);

	while (input->left) {
		uint32_t at = (uint32_t)next(input) << 8;

		at |= next(input);
		tree[at % size] = next(input);
	}
}

static bool take_own(uint8_t *tree, const void *catalog, struct input *input)
{
	assert(own_catalog_tree(tree, TREE_BYTES, catalog));
	change(tree, input);
	return fdt_totalsize(tree) <= TREE_BYTES;
}

/* ---- what must hold ------------------------------------------------------------------------------------- */

static void check_event(const struct catalog *catalog, const struct imc_pmu *pmu, unsigned index)
{
	const struct box_type *type = &pmu->type;
	const struct posting *posting = &type->postings[index];
	const char *name = processor_string(catalog->processor, type->events[index].name);
	struct diagnostic diagnostic;
	struct event_config config;
	char string[192];

	if (pmu->kind != IMC_TRACE) {
		assert(posting->offset % 8 == 0);
		assert((uint64_t)posting->offset + 8 <= type->region_bytes);
	}
	assert(strlen(name) > 0 && strlen(name) < 128);
	assert((size_t)snprintf(string, sizeof(string), "%s/%s/", type->perf, name) < sizeof(string));
	assert(event_parse(catalog->processor, slice_of(string), &config, &diagnostic));
	assert(config.type == type && config.event == &type->events[index]);
	assert(config.select == posting->offset);
}

static void check_catalog(const void *tree, const struct imc_facts *facts)
{
	static uint8_t memory[ARENA_BYTES];
	struct arena arena = {.at = memory, .size = sizeof(memory)};
	struct warnings warnings = {.count = 0};
	struct catalog catalog;
	uint64_t address;

	if (!catalog_read(&catalog, tree, facts, &arena, &warnings))
		return;
	assert(catalog.processor->type_count == catalog.pmu_count);
	for (unsigned p = 0; p < catalog.pmu_count; p++) {
		const struct imc_pmu *pmu = &catalog.pmus[p];

		for (unsigned i = 0; i < pmu->type.event_count; i++)
			check_event(&catalog, pmu, i);
		if (pmu->kind == IMC_NEST)
			assert(pmu->control + 48 <= pmu->type.region_bytes);
		if (catalog_region(tree, pmu, 0, &address))
			assert(address % 8 == 0);
	}
}

/* What is read of a property is all of it, and no more. */
static void check_property(const void *tree, int node, const char *name)
{
	int length;
	const uint8_t *bytes = fdt_getprop(tree, node, name, &length);
	unsigned cells = (unsigned)length / 4;
	uint64_t number;
	uint32_t cell;

	assert(bytes && tree_bytes(tree, node, name) == length);
	assert(tree_string(tree, node, name) == (memchr(bytes, 0, (size_t)length) ? (const char *)bytes : NULL));
	assert(!tree_cell(tree, node, name, cells, &cell) && !tree_pair(tree, node, name, cells / 2, &number));
	assert(!cells || (tree_cell(tree, node, name, cells - 1, &cell) &&
			  cell == fdt32_ld((const void *)&bytes[4 * cells - 4])));
	assert(cells < 2 || tree_pair(tree, node, name, cells / 2 - 1, &number));
	assert(tree_number(tree, node, name, &number) == (length == 4 || length == 8));
}

static void check_properties(const void *tree)
{
	for (int node = 0; node >= 0; node = fdt_next_node(tree, node, NULL)) {
		int at;

		fdt_for_each_property_offset(at, tree, node)
		{
			const char *name;

			(void)!fdt_getprop_by_offset(tree, at, &name, NULL);
			check_property(tree, node, name);
		}
	}
}

/* How many processors the tree has, or `most` if that is fewer. */
static unsigned count_cpus(const void *tree, unsigned most)
{
	unsigned count = 0;
	int node;

	fdt_for_each_subnode(node, tree, fdt_path_offset(tree, "/cpus"))
	{
		const char *type = tree_string(tree, node, "device_type");
		int bytes = tree_bytes(tree, node, "ibm,ppc-interrupt-server#s");

		if (type && !strcmp(type, "cpu") && bytes > 0)
			count += (unsigned)bytes / 4;
	}
	return count < most ? count : most;
}

/* The range has nothing of those that a property lists. */
static void check_apart(const void *tree, const struct range *range, int node, const char *name)
{
	uint64_t start, size;

	for (unsigned i = 0; tree_pair(tree, node, name, i, &start) && tree_pair(tree, node, name, i + 1, &size);
	     i += 2)
		assert(!size || start > range->start + (range->size - 1) || start + (size - 1) < range->start);
}

static void check_free(const void *tree, const struct range *range)
{
	int node;

	check_apart(tree, range, 0, "reserved-ranges");
	fdt_for_each_subnode(node, tree, fdt_path_offset(tree, "/reserved-memory"))
	{
		check_apart(tree, range, node, "reg");
	}
	assert(tree_is_memory(tree, range));
}

static void check_machine(const void *tree)
{
	struct memory_request request = {.size = 4096, .align = 4096};
	struct warnings warnings = {.count = 0};
	struct tree_cpu cpus[CPUS];
	uint16_t count = tree_cpus(tree, cpus, CPUS, &warnings);
	struct tree_opal opal;
	uint64_t free_at = tree_free_memory(tree, &request);
	struct range found = {free_at, request.size};

	assert(count == count_cpus(tree, CPUS));
	for (uint16_t i = 1; i < count; i++)
		assert(cpus[i - 1].pir <= cpus[i].pir);
	assert(free_at % request.align == 0);
	if (free_at)
		check_free(tree, &found);
	(void)!tree_opal(tree, &opal);
	(void)tree_arguments(tree);
	(void)tree_timebase(tree);
}

static void fuzz(const uint8_t *data, size_t size)
{
	static uint8_t tree[TREE_BYTES] __attribute__((aligned(8)));
	static const struct imc_facts *const facts[] = {&imc_power9, &imc_power10, &imc_power10_dd1, &imc_unknown};
	struct input input = {data, size};
	size_t bytes = size < sizeof(tree) ? size : sizeof(tree);
	uint8_t kind = next(&input);

	memset(tree, 0, sizeof(tree));
	if (kind & 1) {
		if (!make_tree(tree, &input))
			return;
		bytes = fdt_totalsize(tree);
	} else if (kind & 2) {
		if (!take_own(tree, kind & 4 ? own_catalog_power10 : own_catalog_power9, &input))
			return;
		bytes = fdt_totalsize(tree);
	} else if (bytes) {
		memcpy(tree, data + 1, bytes - 1);
	}
	if (!tree_is_sound(tree, bytes))
		return;
	if (kind & 1) /* a catalog has thousands */
		check_properties(tree);
	check_machine(tree);
	check_catalog(tree, facts[kind >> 3 & 3]);
}
