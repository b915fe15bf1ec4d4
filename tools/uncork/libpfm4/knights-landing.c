/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/knights-landing.h"
#include "tools/uncork/libpfm4/tables.h"

/* libpfm4 lists it for TOR_INSERTS and TOR_OCCUPANCY. */
static const struct field node_filter = {.name = "nf", .width = 8, .modifier = "nf"};

#define UNCORE(BOX)                                                                                                  \
	{                                                                                                            \
		.type = &knights_landing_##BOX, .rows = libpfm4_knights_landing_##BOX, .flags = LIBPFM4_NO_MODIFIERS \
	}

/* In libpfm4's codes for the core, the counter and its interrupt are always enabled. */
static const struct libpfm4_box boxes[] = {
	{
		.type = &knights_landing_core,
		.rows = libpfm4_knights_landing_core,
		.always = BIT(20) | BIT(22),
		.flags = LIBPFM4_EDGE_NEEDS_THRESHOLD,
	},
	{
		.type = &knights_landing_cha,
		.rows = libpfm4_knights_landing_cha,
		.flags = LIBPFM4_NO_MODIFIERS,
		.vain = &node_filter,
		.vain_from = 0x35,
		.vain_to = 0x36,
	},
	UNCORE(edc_uclk),
	UNCORE(edc_eclk),
	UNCORE(imc_uclk),
	UNCORE(imc),
	UNCORE(m2pcie),
	UNCORE(irp),
};

const struct libpfm4_processor libpfm4_knights_landing = {
	.processor = &knights_landing,
	.settings = libpfm4_knights_landing_settings,
	.boxes = boxes,
	.count = ARRAY_SIZE(boxes),
};
