/* SPDX-License-Identifier: BSD-2-Clause */
/* Intel Xeon E7 (Westmere-EX, 06_2FH). The SDM applies the 7500's uncore programming interface to it, and
 * Linux drives both alike: all is shared but two more C-Boxes, the fields of the M-Boxes that a wider
 * fill/victim index moves up, and those events of the S-Boxes that LIKWID's list for this part has at other
 * codes. The same list gives two events of the B-Boxes codes that others have on the 7500 (IMT_FULL 0x12,
 * COHQ_IMT_ALLOC_WAIT 0x0e), and it is the only one: these are left as they are. Sources as in
 * xeon-7500-boxes.c. */
#include "boxes/table.h"
#include "boxes/xeon-7500.h"

/* clang-format off */

static const struct box_type *const types[] = {
	&xeon_7500_ubox, &xeon_7500_wbox, &xeon_e7_cbox, &xeon_e7_sbox, &xeon_7500_bbox,
	&xeon_e7_mbox, &xeon_7500_rbox, &xeon_7500_core,
};

const struct processor xeon_e7 = {
	.name           = "xeon-e7",
	.title          = "Intel Xeon E7 (Westmere-EX)",
	.model          = 0x2f,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	XEON_7500_FAMILY(xeon_e7),
};

/* clang-format on */
