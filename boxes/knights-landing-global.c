/* SPDX-License-Identifier: BSD-2-Clause */
/* Knights Landing's registers above all boxes of the uncore. LIKWID alone has what they do, and PCM what the last is
 * for; sources as in knights-landing.c. */
#include "boxes/knights-landing.h"
#include "boxes/table.h"

/* clang-format off */

/* 700H: a 1 in the one bit freezes all boxes, in the other it lets them go. */
static const struct field control_fields[] = {
	FIELD("unfrz_all", 61, 1, W1_TO),
	FIELD_OF(FREEZE, "frz_all", 63, 1, W1S),
};
static const struct register_layout control = {
	.title = "PMON_GLOBAL_CTL", .source = "LIKWID",
	FIELDS(control_fields), .width_bits = 64,
};

/* 701H: which boxes had overflows: the U-Box (fixed, general), PCU, CHAs, both memory controllers, EDCs, M2PCIe, IRP. */
static const struct field status_fields[] = {
	FIELD("ov_ubox_fixed", 0, 1, W1C), FIELD("ov_ubox", 1, 1, W1C), FIELD("ov_pcu", 2, 1, W1C),
	FIELD("ov_cha", 3, 38, W1C), FIELD("ov_mc", 41, 2, W1C), FIELD("ov_edc", 43, 8, W1C),
	FIELD("ov_m2pcie", 51, 1, W1C), FIELD("ov_irp", 52, 1, W1C),
};
static const struct register_layout status = {
	.title = "PMON_GLOBAL_STATUS", .source = "LIKWID; cleared by a 1: inferred",
	FIELDS(status_fields), .width_bits = 64,
};

/* 702H */
static const struct field config_fields[] = {
	FIELD("chas", 0, 6, RO),
};
static const struct register_layout config = {
	.title = "PMON_GLOBAL_CONFIG", .source = "PCM",
	FIELDS(config_fields), .width_bits = 64,
};

static const struct register_row registers[] = {
	ROW("global_ctl", control, GLOBAL_FREEZE, 0, 1, 0, 0x700),
	ROW("status",     status,  FLAGS,         0, 1, 0, 0x701),
	ROW("config",     config,  BOX_COUNT,     0, 1, 0, 0x702),
};

static const struct box_instance instance = {.base = {0}};

const struct box_type knights_landing_global = {
	.name = "global", .pmu = "knl_unc_global", .perf = "uncore_global",
	.title          = "what controls the boxes and gathers their overflows",
	.instance_table         = &instance,
	.registers      = registers,
	.register_count = ARRAY_SIZE(registers),
	.instances      = 1,
	.space          = SPACE_MSR,
};

/* clang-format on */
