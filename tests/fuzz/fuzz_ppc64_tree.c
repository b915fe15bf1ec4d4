/* SPDX-License-Identifier: BSD-2-Clause */
/* Device trees and catalogs out of arbitrary bytes. A quarter of the inputs are a tree as they stand; of another half
 * a sound tree with a catalog is made, every node and property of it chosen by the input, so that what is in a catalog
 * gets a hearing; in the last quarter bytes of the catalogs of our own are changed. Whatever comes, every event that is taken has a counter inside its
 * region and a name by which the event parser finds it again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libfdt.h>

#include "arch/ppc64/catalog.h"
#include "arch/ppc64/tree.h"
#include "boxes/imc.h"
#include "core/event/event.h"
#include "tests/unit/support/own_catalog.h"

#define TREE_BYTES  32768
#define ARENA_BYTES (1 << 20)
#define CPUS        16

static void must(bool condition)
{
	if (!condition)
		abort();
}

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
};

static int put_property(void *tree, struct input *input)
{
	uint8_t config = next(input);
	const char *name = property_names[config % (sizeof(property_names) / sizeof(*property_names))];
	uint32_t cells[4];
	unsigned count = next(input) % 5;

	if (config & 0x80) {
		const char *value = next_string(input);

		return fdt_property(tree, name, value, (int)strlen(value) + 1);
	}
	for (unsigned i = 0; i < count; i++)
		cells[i] = cpu_to_fdt32(next_cell(input));
	return fdt_property(tree, name, cells, (int)(count * 4));
}

/* Opens a node with some properties, which come before children. */
static bool begin_node(void *tree, struct input *input, const char *name)
{
	unsigned properties = next(input) % 9;
	int result = fdt_begin_node(tree, name);

	for (unsigned i = 0; i < properties && !result; i++)
		result = put_property(tree, input);
	return !result;
}

static bool put_leaf(void *tree, struct input *input, const char *name)
{
	return begin_node(tree, input, name) && !fdt_end_node(tree);
}

/* A node with children; what is below is made by `put`. */
typedef bool put_node(void *tree, struct input *input, const char *name);

static bool put_parent(void *tree, struct input *input, const char *name, put_node *put)
{
	bool good = begin_node(tree, input, name);

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
	if (fdt_create(tree, TREE_BYTES) || fdt_finish_reservemap(tree) || fdt_begin_node(tree, ""))
		return false;
	if (!put_parent(tree, input, "cpus", put_leaf) || !put_leaf(tree, input, "memory@0") ||
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
	must(own_catalog_tree(tree, TREE_BYTES, catalog));
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
		must(posting->offset % 8 == 0);
		must((uint64_t)posting->offset + 8 <= type->region_bytes);
	}
	must(strlen(name) > 0 && strlen(name) < 128);
	must((size_t)snprintf(string, sizeof(string), "%s/%s/", type->perf, name) < sizeof(string));
	must(event_parse(catalog->processor, slice_of(string), &config, &diagnostic));
	must(config.type == type && config.event == &type->events[index]);
	must(config.select == posting->offset);
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
	must(catalog.processor->type_count == catalog.pmu_count);
	for (unsigned p = 0; p < catalog.pmu_count; p++) {
		const struct imc_pmu *pmu = &catalog.pmus[p];

		for (unsigned i = 0; i < pmu->type.event_count; i++)
			check_event(&catalog, pmu, i);
		if (pmu->kind == IMC_NEST)
			must(pmu->control + 48 <= pmu->type.region_bytes);
		if (catalog_region(tree, pmu, 0, &address))
			must(address % 8 == 0);
	}
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

	must(count <= CPUS);
	for (uint16_t i = 1; i < count; i++)
		must(cpus[i - 1].pir <= cpus[i].pir);
	must(!free_at || (free_at % request.align == 0 && tree_is_memory(tree, &found)));
	(void)!tree_opal(tree, &opal);
	(void)tree_arguments(tree);
	(void)tree_timebase(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t tree[TREE_BYTES] __attribute__((aligned(8)));
	static const struct imc_facts *const facts[] = {&imc_power9, &imc_power10, &imc_power10_dd1, &imc_unknown};
	struct input input = {data, size};
	size_t bytes = size < sizeof(tree) ? size : sizeof(tree);
	uint8_t kind = next(&input);

	memset(tree, 0, sizeof(tree));
	if (kind & 1) {
		if (!make_tree(tree, &input))
			return 0;
		bytes = fdt_totalsize(tree);
	} else if (kind & 2) {
		if (!take_own(tree, kind & 4 ? own_catalog_power10 : own_catalog_power9, &input))
			return 0;
		bytes = fdt_totalsize(tree);
	} else if (bytes) {
		memcpy(tree, data + 1, bytes - 1);
	}
	if (!tree_is_sound(tree, bytes))
		return 0;
	check_machine(tree);
	check_catalog(tree, facts[kind >> 3 & 3]);
	return 0;
}
