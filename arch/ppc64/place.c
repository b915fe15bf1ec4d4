/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds a place for the image. Linux's kexec loads it at the lowest free address, where the interrupt vectors may be.
 * This runs before the image is moved, so no variable is written. */
#include "arch/ppc64/fdt.h"

#include "arch/ppc64/ppc64.h"
#include "arch/ppc64/tree.h"
#include "arch/ppc64/vectors.h"

#define PLACE_ALIGN 65536

uint64_t image_better_place(uint64_t base, uint64_t tree_address)
{
	const void *tree = (const void *)tree_address;
	uint64_t size = (uint64_t)(image_end - image_start);
	const struct range used[] = {
		{base, size},
		{tree_address, fdt_totalsize(tree)},
	};
	const struct memory_request request = {
		.size = size,
		.align = PLACE_ALIGN,
		.lowest = PLACE_ALIGN,
		.used = used,
		.used_count = ARRAY_SIZE(used),
	};

	if (base >= VECTORS_END)
		return 0;
	return tree_free_memory(tree, &request);
}
