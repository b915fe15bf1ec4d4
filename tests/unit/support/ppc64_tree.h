/* SPDX-License-Identifier: BSD-2-Clause */
/* Device trees for the tests, written with libfdt: the library that reads them in the firmware. */
#ifndef TESTS_UNIT_SUPPORT_PPC64_TREE_H
#define TESTS_UNIT_SUPPORT_PPC64_TREE_H

#include "tests/unit/support/unit.h"

#include <libfdt.h>

#define TREE_BYTES 65536

static uint8_t tree_bytes_[TREE_BYTES];

static void tree_must(int result)
{
	assert_int_equal(result, 0);
}

static void put_node(const char *name)
{
	tree_must(fdt_begin_node(tree_bytes_, name));
}

static void put_end(void)
{
	tree_must(fdt_end_node(tree_bytes_));
}

static void put_string(const char *name, const char *value)
{
	tree_must(fdt_property_string(tree_bytes_, name, value));
}

static void put_cells(const char *name, unsigned count, const uint32_t *cells)
{
	uint32_t swapped[64];

	for (unsigned i = 0; i < count; i++)
		swapped[i] = cpu_to_fdt32(cells[i]);
	tree_must(fdt_property(tree_bytes_, name, swapped, (int)(count * 4)));
}

#define PUT_CELLS(name, ...) put_cells((name), sizeof((uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})

/* An empty tree whose root node is open. */
static void tree_start(void)
{
	memset(tree_bytes_, 0, sizeof(tree_bytes_));
	tree_must(fdt_create(tree_bytes_, sizeof(tree_bytes_)));
	tree_must(fdt_finish_reservemap(tree_bytes_));
	put_node("");
}

/* Closes the root node. */
static const void *tree_finish(void)
{
	put_end();
	tree_must(fdt_finish(tree_bytes_));
	return tree_bytes_;
}

#endif
