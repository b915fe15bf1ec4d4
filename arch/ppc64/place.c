/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the image may stay. Linux' kexec loads us at the lowest address that is free, which may be where
 * our interrupt vectors will be. Called before the image is where it stays: no variable is written. */
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
