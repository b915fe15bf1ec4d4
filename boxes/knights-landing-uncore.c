/* SPDX-License-Identifier: BSD-2-Clause */
/* Uncore of Knights Landing (06_57H), which Intel calls untile: the caching and home agents (CHA), the
 * MCDRAM controllers (EDC), the DDR controllers (iMC), the way to PCI Express (M2PCIe) and its coherency (IRP). All counters have 48
 * bits. Addresses: Linux and LIKWID agree; sources as in knights-landing.c. */
#include "boxes/knights-landing.h"
#include "boxes/table.h"

/* clang-format off */

static const struct field counter_fields[] = {
	FIELD("count", 0, 48, RW),
};
static const struct register_layout counter = {
	.title = "PMON_CTR", .source = "Linux, LIKWID",
	FIELDS(counter_fields), .width_bits = 64,
};

/* Unit control: LIKWID names the same bits. */
static const struct field control_fields[] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctl", 0,  1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctr", 1,  1, W1_TO),
	FIELD_OF(FREEZE,         "frz",     8,  1, RW),
	FIELD_OF(FREEZE_ENABLE,  "frz_en",  16, 1, RW),
};
static const struct register_layout control = {
	.title = "PMON_BOX_CTL", .source = "Linux, LIKWID",
	FIELDS(control_fields), .width_bits = 32,
};

/* Linux lets the boxes of the memory controllers run with 0 in the whole register. */
static const struct field memory_control_fields[] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctl", 0,  1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctr", 1,  1, W1_TO),
	FIELD_OF(FREEZE,         "frz",     8,  1, RW),
	FIELD_OF(FREEZE,         "frz_en",  16, 1, RW),
};
static const struct register_layout memory_control = {
	.title = "PMON_BOX_CTL", .source = "Linux, LIKWID",
	FIELDS(memory_control_fields), .width_bits = 32,
};

/* Which counters overflowed; LIKWID alone knows the address. That bit i is counter i and cleared by a 1 is
 * inferred from other parts of the family. */
static const struct field status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 4, W1C),
};
static const struct register_layout status = {
	.title = "PMON_BOX_STATUS", .source = "LIKWID; bits inferred",
	FIELDS(status_fields), .width_bits = 32,
};

/* ---- CHA ------------------------------------------------------------------------------------------- */

static const struct field cha_select_fields[] = {
	[KNIGHTS_LANDING_CHA_CTL_EVENT] = FIELD_OF(EVENT, "ev_sel", 0, 8, RW),
	[KNIGHTS_LANDING_CHA_CTL_UMASK] = FIELD_OF(UMASK, "umask",  8, 8, RW),
	[KNIGHTS_LANDING_CHA_CTL_TID_EN] = {.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	FIELD_OF(TALLY_RESET, "qor", 16, 1, W1_TO), /* queue occupancy reset */
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	FIELD_OF(PMI,    "ov_en", 20, 1, RW), /* LIKWID sets it */
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout cha_select = {
	.title = "CHA_CTL", .source = "Linux, LIKWID",
	FIELDS(cha_select_fields), .width_bits = 64,
};

/* Which states SF_LOOKUP counts, and whose requests if the select's tid_en is set. */
static const struct field filter0_fields[] = {
	[KNIGHTS_LANDING_CHA_FILTER0_STATE] = MODIFIER(OTHER, "state", 18, 3, "state", "filter_state"),
	{.name = "tid", .low = 0, .width = 9, .access = ACCESS_RW, .perf = "filter_tid"}, /* thread 2:0, core 8:3 */
};
static const struct register_layout filter0 = {
	.title = "CHA_FILTER0", .source = "Linux; state: LIKWID as well",
	FIELDS(filter0_fields), .width_bits = 64,
};

/* What TOR events match. All 0 would match nothing. */
static const struct field filter1_fields[] = {
	[KNIGHTS_LANDING_CHA_FILTER1_REM]     = SETTING("rem",     0,  1, "rem"),
	[KNIGHTS_LANDING_CHA_FILTER1_LOC]     = MODIFIER(OTHER, "loc",     1,  1, "loc", "filter_local"),
	[KNIGHTS_LANDING_CHA_FILTER1_ALL_OPC] = MODIFIER(OTHER, "all_opc", 3,  1, "all_opc", "filter_all_op"),
	[KNIGHTS_LANDING_CHA_FILTER1_NM]      = SETTING("nm",      4,  1, "nm"), /* LIKWID */
	[KNIGHTS_LANDING_CHA_FILTER1_NOT_NM]  = MODIFIER(OTHER, "not_nm",  5,  1, "not_nm", "filter_nnm"),
	[KNIGHTS_LANDING_CHA_FILTER1_OPC]     = {.name = "opc", .low = 9, .width = 20, .access = ACCESS_RW, .perf = "filter_opc"},
	[KNIGHTS_LANDING_CHA_FILTER1_C6]      = SETTING("c6",      29, 1, "c6"), /* LIKWID */
	[KNIGHTS_LANDING_CHA_FILTER1_NC]      = MODIFIER(OTHER, "nc",      30, 1, "nc", "filter_nc"),
	[KNIGHTS_LANDING_CHA_FILTER1_ISOC]    = MODIFIER(OTHER, "isoc",    31, 1, "isoc", "filter_isoc"),
};
static const struct field filter1_parts[] = {
	{.name = "opc0", .low = 9,  .width = 10, .access = ACCESS_RW, .modifier = "opc0"},
	{.name = "opc1", .low = 19, .width = 10, .access = ACCESS_RW, .modifier = "opc1"},
};
static const struct register_layout filter1 = {
	.title = "CHA_FILTER1", .source = "Linux, LIKWID",
	FIELDS(filter1_fields), .width_bits = 64, .parts = filter1_parts, .part_count = ARRAY_SIZE(filter1_parts),
};

static const struct register_row cha_registers[] = {
	[KNIGHTS_LANDING_CHA_CTL]     = ROW("ctl",     cha_select, SELECT,  0, 4, 1, 1),
	[KNIGHTS_LANDING_CHA_CTR]     = ROW("ctr",     counter,    COUNTER, 0, 4, 1, 8),
	[KNIGHTS_LANDING_CHA_FILTER0] = ROW("filter0", filter0,    FILTER,  0, 1, 0, 5),
	[KNIGHTS_LANDING_CHA_FILTER1] = ROW("filter1", filter1,    FILTER,  0, 1, 0, 6),
	ROW("box_ctl", control, BOX_CONTROL, 0, 1, 0, 0),
	ROW("status",  status,  FLAGS, 0, 1, 0, 7),
};

#define CHA(N)  {.base = {0xe00 + 12 * (N)}, .summary = BIT(3 + (N))}
#define CHA4(N) CHA(N), CHA((N) + 1), CHA((N) + 2), CHA((N) + 3)
static const struct box_instance cha_instances[] = {
	CHA4(0), CHA4(4), CHA4(8), CHA4(12), CHA4(16), CHA4(20), CHA4(24), CHA4(28), CHA4(32),
	CHA(36), CHA(37),
};

/* Of libpfm4, in all boxes but the CHA. */
#define UNCORE_NOTE "has no modifiers here"

/* The register above all boxes says how many there are. */
static const struct present_if cha_present = {.kind = PRESENT_AS_COUNTED, .teller = &knights_landing_global};

const struct box_type knights_landing_cha = {
	.name           = "cha",
	.pmu            = "knl_unc_cha",
	.perf           = "uncore_cha",
	.title          = "caching and home agent",
	.instance_table         = cha_instances,
	.registers      = cha_registers,
	.register_count = ARRAY_SIZE(cha_registers),
	.events         = knights_landing_cha_events,
	.event_count    = ARRAY_SIZE(knights_landing_cha_events),
	.requirements   = knights_landing_requirements,
	.instances      = ARRAY_SIZE(cha_instances),
	.present        = &cha_present,
	.space          = SPACE_MSR,
	.counters       = 4,
	.counter_bits   = 48,
	.library_note   = "has no modifiers here but an nf that it never takes, and counts on any counter",
};

/* ---- EDC, iMC, M2PCIe ------------------------------------------------------------------------------- */

static const struct field select_fields[] = {
	[KNIGHTS_LANDING_M2PCIE_CTL_EVENT] = FIELD_OF(EVENT, "ev_sel", 0, 8, RW),
	[KNIGHTS_LANDING_M2PCIE_CTL_UMASK] = FIELD_OF(UMASK, "umask",  8, 8, RW),
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	FIELD_OF(PMI,    "ov_en", 20, 1, RW), /* LIKWID sets it */
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout select_layout = {
	.title = "PMON_CTL", .source = "Linux, LIKWID",
	FIELDS(select_fields), .width_bits = 32,
};

/* The counter of clock cycles; bit 0 enables it (Linux, LIKWID; PCM's bit 22 was judged wrong). */
static const struct field fixed_select_fields[] = {
	FIELD_OF(ENABLE, "en", 0, 1, RW),
};
static const struct register_layout fixed_select = {
	.title = "PMON_FIXED_CTL", .source = "Linux, LIKWID",
	FIELDS(fixed_select_fields), .width_bits = 32,
};

/* The two kinds of functions: with the clock of the mesh, with that of the memory. */
#define MEMORY_ROWS(AT, CLOCK)                                                                               \
	SELECT_ROW(4, select_layout, 4, (AT) + 0x20), COUNTER_ROW(4, counter, 8, AT),                        \
	CONTROL_ROW(memory_control, (AT) + 0x30), FLAGS_ROW(status, (AT) + 0x34),                            \
	FIXED_COUNTER_ROW(counter, (AT) + (CLOCK)), FIXED_SELECT_ROW(fixed_select, (AT) + (CLOCK) + 8)
static const struct register_row uclk_registers[] = {MEMORY_ROWS(0x400, 0x4c)};
static const struct register_row eclk_registers[] = {MEMORY_ROWS(0xa00, 0x3c)};
static const struct register_row dclk_registers[] = {MEMORY_ROWS(0xb00, 0x3c)};
static const struct register_row m2pcie_registers[] = {
	[KNIGHTS_LANDING_M2PCIE_CTL] = SELECT_ROW(4, select_layout, 4, 0xd8),
	COUNTER_ROW(4, counter, 8, 0xa0), CONTROL_ROW(control, 0xf4), FLAGS_ROW(status, 0xf8),
};

/* The IRP has a queue occupancy reset besides; its events LIKWID alone lists. */
static const struct field irp_select_fields[] = {
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK, "umask",  8, 8, RW),
	FIELD_OF(TALLY_RESET, "qor", 16, 1, W1_TO),
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	FIELD_OF(PMI,    "ov_en", 20, 1, RW), /* LIKWID sets it */
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout irp_select = {
	.title = "IRP_PMON_CTL", .source = "Linux, LIKWID",
	FIELDS(irp_select_fields), .width_bits = 32,
};
static const struct field irp_status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 2, W1C),
};
static const struct register_layout irp_status = {
	.title = "IRP_PMON_BOX_STATUS", .source = "LIKWID; bits inferred",
	FIELDS(irp_status_fields), .width_bits = 32,
};
static const struct register_row irp_registers[] = {
	SELECT_ROW(2, irp_select, 4, 0xd8), COUNTER_ROW(2, counter, 8, 0xa0),
	CONTROL_ROW(control, 0xf0), FLAGS_ROW(irp_status, 0xf4),
};

/* One id serves all instances of a type. iMC uclk: Linux's; LIKWID has that of the channels. */
#define AT(DEVICE, FUNCTION, ID, SUMMARY) {.base = {BOX_FUNCTION(DEVICE, FUNCTION)}, .id = {ID}, .summary = BIT(SUMMARY)}
static const struct box_instance edc_uclk_instances[] = {
	AT(15, 0, 0x7833, 43), AT(16, 0, 0x7833, 44), AT(17, 0, 0x7833, 45), AT(18, 0, 0x7833, 46),
	AT(19, 0, 0x7833, 47), AT(20, 0, 0x7833, 48), AT(21, 0, 0x7833, 49), AT(22, 0, 0x7833, 50),
};
static const struct box_instance edc_eclk_instances[] = {
	AT(24, 2, 0x7835, 43), AT(25, 2, 0x7835, 44), AT(26, 2, 0x7835, 45), AT(27, 2, 0x7835, 46),
	AT(28, 2, 0x7835, 47), AT(29, 2, 0x7835, 48), AT(30, 2, 0x7835, 49), AT(31, 2, 0x7835, 50),
};
static const struct box_instance imc_uclk_instances[] = {AT(10, 0, 0x7841, 41), AT(11, 0, 0x7841, 42)};
static const struct box_instance imc_instances[] = {
	AT(8, 2, 0x7843, 41), AT(8, 3, 0x7843, 41), AT(8, 4, 0x7843, 41), AT(9, 2, 0x7843, 42),
	AT(9, 3, 0x7843, 42), AT(9, 4, 0x7843, 42),
};
static const struct box_instance irp_instances[] = {AT(5, 6, 0x7814, 52)}; /* LIKWID */
static const struct box_instance m2pcie_instances[] = {AT(12, 1, 0x7817, 51)}; /* LIKWID */

#define PCI_BOX(BOX, ROWS)                                        \
	.instance_table         = BOX##_instances,                           \
	.registers      = ROWS,                                   \
	.register_count = ARRAY_SIZE(ROWS),                       \
	.events         = knights_landing_##BOX##_events,         \
	.event_count    = ARRAY_SIZE(knights_landing_##BOX##_events), \
	.requirements   = knights_landing_requirements,           \
	.instances      = ARRAY_SIZE(BOX##_instances),               \
	.space          = SPACE_PCI,                              \
	.based          = BASE_OF_SOCKET,                         \
	.counters       = 4,                                      \
	.counter_bits   = 48,                                     \
	.library_note   = UNCORE_NOTE

const struct box_type knights_landing_edc_uclk = {
	.name = "edc_uclk", .pmu = "knl_unc_edc_uclk", .perf = "uncore_edc_uclk",
	.title = "MCDRAM controller, mesh side",
	PCI_BOX(edc_uclk, uclk_registers), .fixed = true,
};
const struct box_type knights_landing_edc_eclk = {
	.name = "edc_eclk", .pmu = "knl_unc_edc_eclk", .perf = "uncore_edc_eclk",
	.title = "MCDRAM controller, memory side",
	PCI_BOX(edc_eclk, eclk_registers), .fixed = true,
};
const struct box_type knights_landing_imc_uclk = {
	.name = "imc_uclk", .pmu = "knl_unc_imc_uclk", .perf = "uncore_imc_uclk",
	.title = "DDR controller, mesh side",
	PCI_BOX(imc_uclk, uclk_registers), .fixed = true,
};
const struct box_type knights_landing_imc = {
	.name = "imc", .pmu = "knl_unc_imc", .perf = "uncore_imc",
	.title = "DDR channel",
	PCI_BOX(imc, dclk_registers), .fixed = true,
};
const struct box_type knights_landing_m2pcie = {
	.name = "m2pcie", .pmu = "knl_unc_m2pcie", .perf = "uncore_m2pcie",
	.title = "mesh to PCI Express",
	PCI_BOX(m2pcie, m2pcie_registers),
};

/* On a bus of its own (Linux). */
const struct box_type knights_landing_irp = {
	.name = "irp", .pmu = "knl_unc_irp", .perf = "uncore_irp",
	.title = "coherency of PCI Express",
	.instance_table         = irp_instances,
	.registers      = irp_registers,
	.register_count = ARRAY_SIZE(irp_registers),
	.events         = knights_landing_irp_events,
	.event_count    = ARRAY_SIZE(knights_landing_irp_events),
	.requirements   = knights_landing_requirements,
	.instances      = ARRAY_SIZE(irp_instances),
	.space          = SPACE_PCI,
	.counters       = 2,
	.counter_bits   = 48,
	.based          = BASE_BY_ID,
	.library_note   = UNCORE_NOTE,
};

/* ---- UBox and PCU: nobody lists events of theirs ------------------------------------------------------ */

static const struct field ubox_select_fields[] = {
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK, "umask",  8, 8, RW),
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	{.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 5, "t", "thresh"),
};
static const struct register_layout ubox_select = {
	.title = "U_MSR_PMON_CTL", .source = "Linux, LIKWID",
	FIELDS(ubox_select_fields), .width_bits = 64,
};
static const struct field ubox_fixed_select_fields[] = {
	FIELD_OF(ENABLE, "en", 22, 1, RW),
};
static const struct register_layout ubox_fixed_select = {
	.title = "U_MSR_PMON_FIXED_CTL", .source = "Linux, LIKWID",
	FIELDS(ubox_fixed_select_fields), .width_bits = 64,
};
static const struct field ubox_status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 2, W1C),
};
static const struct register_layout ubox_status = {
	.title = "U_MSR_PMON_STATUS", .source = "LIKWID; bits inferred",
	FIELDS(ubox_status_fields), .width_bits = 32,
};
static const struct register_row ubox_registers[] = {
	ROW("ctl",       ubox_select,       SELECT,        0, 2, 1, 0x705),
	ROW("ctr",       counter,           COUNTER,       0, 2, 1, 0x709),
	ROW("fixed_ctl", ubox_fixed_select, FIXED_SELECT,  0, 1, 0, 0x703),
	ROW("fixed_ctr", counter,           FIXED_COUNTER, 0, 1, 0, 0x704),
	ROW("status",    ubox_status,       FLAGS,         0, 1, 0, 0x708),
};

static const struct field pcu_select_fields[] = {
	FIELD_OF(EVENT, "ev_sel", 0, 7, RW),
	{.name = "use_occ", .low = 7,  .width = 1, .access = ACCESS_RW, .perf = "use_occ_ctr"},
	{.name = "occ_sel", .low = 14, .width = 2, .access = ACCESS_RW, .perf = "occ_sel"},
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	{.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	FIELD_OF(PMI,    "ov_en", 20, 1, RW), /* LIKWID sets it */
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 6, "t", "thresh"),
	{.name = "occ_invert", .low = 30, .width = 1, .access = ACCESS_RW, .perf = "occ_invert"},
	{.name = "occ_edge",   .low = 31, .width = 1, .access = ACCESS_RW, .perf = "occ_edge_det"},
};
static const struct register_layout pcu_select = {
	.title = "PCU_MSR_PMON_CTL", .source = "Linux, LIKWID",
	FIELDS(pcu_select_fields), .width_bits = 64,
};
static const struct register_row pcu_registers[] = {
	ROW("ctl",     pcu_select, SELECT,      0, 4, 1, 0x711),
	ROW("ctr",     counter,    COUNTER,     0, 4, 1, 0x717),
	ROW("box_ctl", control,    BOX_CONTROL, 0, 1, 0, 0x710),
};

/* The PCU has no status of its own, so that nothing of it need show above. */
static const struct box_instance ubox_instances[] = {{.base = {0}, .summary = BIT(1)}};
static const struct box_instance pcu_instances[] = {{.base = {0}}};

#define MSR_BOX(BOX)                                          \
	.instance_table         = BOX##_instances,                       \
	.registers      = BOX##_registers,                    \
	.register_count = ARRAY_SIZE(BOX##_registers),        \
	.instances      = 1,                                  \
	.space          = SPACE_MSR,                          \
	.counter_bits   = 48,                                 \
	.library_note   = UNCORE_NOTE

const struct box_type knights_landing_ubox = {
	.name = "ubox", .pmu = "knl_unc_ubox", .perf = "uncore_ubox",
	.title = "system configuration and interrupts",
	MSR_BOX(ubox), .counters = 2, .fixed = true,
};
const struct box_type knights_landing_pcu = {
	.name = "pcu", .pmu = "knl_unc_pcu", .perf = "uncore_pcu",
	.title = "power control unit",
	MSR_BOX(pcu), .counters = 4,
};

/* clang-format on */
