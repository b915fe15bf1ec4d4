/* SPDX-License-Identifier: BSD-2-Clause */
/* The IMC catalogs of our own, as skiboot unpacks them into a device tree. CATALOGS is where they are built. */
#ifndef TESTS_UNIT_SUPPORT_OWN_CATALOG_H
#define TESTS_UNIT_SUPPORT_OWN_CATALOG_H

#include <libfdt.h>
#include <stdbool.h>
#include <stdint.h>

extern const uint8_t own_catalog_power9[], own_catalog_power10[];
__asm__(".pushsection .rodata\n"
	".balign 8\n"
	".globl own_catalog_power9, own_catalog_power10\n"
	"own_catalog_power9: .incbin \"" CATALOGS "catalog-power9.dtb\"\n"
	".balign 8\n"
	"own_catalog_power10: .incbin \"" CATALOGS "catalog-power10.dtb\"\n"
	".popsection\n");

static inline bool own_catalog_copy(void *tree, const void *catalog, int at, uint32_t tag)
{
	const struct fdt_property *property;
	int length;

	switch (tag) {
	case FDT_BEGIN_NODE: return !fdt_begin_node(tree, at ? fdt_get_name(catalog, at, NULL) : "imc-counters");
	case FDT_END_NODE: return !fdt_end_node(tree);
	case FDT_PROP:
		property = fdt_get_property_by_offset(catalog, at, &length);
		return property && !fdt_property(tree, fdt_string(catalog, (int)fdt32_to_cpu(property->nameoff)),
						 property->data, length);
	default: return true;
	}
}

/* Makes a tree whose only node is the catalog. False if there is not enough room. */
static inline bool own_catalog_tree(void *tree, int size, const void *catalog)
{
	int at, following = 0;
	uint32_t tag = FDT_NOP;
	bool good = !fdt_create(tree, size) && !fdt_finish_reservemap(tree) && !fdt_begin_node(tree, "");

	while (good && tag != FDT_END) {
		at = following;
		tag = fdt_next_tag(catalog, at, &following);
		good = own_catalog_copy(tree, catalog, at, tag);
	}
	return good && !fdt_end_node(tree) && !fdt_finish(tree);
}

#endif
