/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes of the Xeon E5-2600 (06_2DH) in PCI configuration space: home agent, memory controller, QPI link layer,
 * R2PCIe and R3QPI. Registers are accessed with 32 bits: 327043 gives counters as two halves, and packet matching
 * is beyond the first 256 bytes. Sources as in xeon-e5-2600-msr.c. */
#include "boxes/table.h"
#include "boxes/xeon-e5-2600.h"

/* clang-format off */

/* The home agent and the memory controller have no resets: software writes 0 to those bits, and to counters. */
static const struct field plain_control_fields[] = {
	RSV(0, 2),
	FIELD_OF(FREEZE,        "frz",    8,  1, RW),
	FIELD_OF(FREEZE_ENABLE, "frz_en", 16, 1, RW),
	RSV(17, 1),
};
static const struct register_layout plain_control = {
	.title = "PMON_BOX_CTL", .source = "327043 p.18, p.47, p.60",
	FIELDS(plain_control_fields), .width_bits = 32,
};

/* ... and of single counters. */
static const struct field plain_select_fields[] = {
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	RSV(16, 2),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	RSV(20, 2),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout plain_select = {
	.title = "PMON_CTL", .source = "327043 p.47, p.61",
	FIELDS(plain_select_fields), .width_bits = 32,
};

#define PLAIN_NOTE "takes e and i without t, which mean nothing, and joins fewer umasks"

#define COUNTING(BOX)                                              \
	.instance_table         = BOX##_instances,                            \
	.registers      = BOX##_registers,                         \
	.register_count = ARRAY_SIZE(BOX##_registers),             \
	.events         = xeon_e5_2600_##BOX##_events,             \
	.event_count    = ARRAY_SIZE(xeon_e5_2600_##BOX##_events), \
	.requirements   = xeon_e5_2600_requirements,               \
	.instances      = ARRAY_SIZE(BOX##_instances),                \
	.space          = SPACE_PCI,                               \
	.based          = BASE_OF_SOCKET,                          \
	.edge_needs_threshold = true

/* ---- home agent --------------------------------------------------------------------------------------- */

/* ADDR_OPC_MATCH: bits 31:6 and 45:32 of a physical address, the low 12 of which are not compared. */
const struct field xeon_e5_2600_addrmatch0_fields[1] = {
	[XEON_E5_2600_HA_ADDRMATCH0_LO_ADDR] = SETTING("lo_addr", 6, 26, "lo_addr"),
};
static const struct register_layout addrmatch0 = {
	.title = "HA_PCI_PMON_BOX_ADDRMATCH0", .source = "327043 p.14, p.49; field: 329468, libpfm4, LIKWID",
	FIELDS(xeon_e5_2600_addrmatch0_fields), .width_bits = 32,
};
const struct field xeon_e5_2600_addrmatch1_fields[1] = {
	[XEON_E5_2600_HA_ADDRMATCH1_HI_ADDR] = SETTING("hi_addr", 0, 14, "hi_addr"),
};
static const struct register_layout addrmatch1 = {
	.title = "HA_PCI_PMON_BOX_ADDRMATCH1", .source = "327043 p.14, p.48",
	FIELDS(xeon_e5_2600_addrmatch1_fields), .width_bits = 32,
};
/* 5:4 is the message class (HOM0, HOM1, NDR, SNP) and 3:0 its opcode, as 329468 has it. */
const struct field xeon_e5_2600_opcodematch_fields[1] = {
	[XEON_E5_2600_HA_OPCODEMATCH_OPC] = SETTING("opc", 0, 6, "opc"),
};
static const struct register_layout opcodematch = {
	.title = "HA_PCI_PMON_BOX_OPCODEMATCH", .source = "327043 p.14, p.48",
	FIELDS(xeon_e5_2600_opcodematch_fields), .width_bits = 32,
};

static const struct register_row ha_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, plain_select, xeon_e5_2600_counter_48),
	[XEON_E5_2600_HA_ADDRMATCH0]  = ROW("addrmatch0",  addrmatch0,  FILTER, 0, 1, 0, 0x40),
	[XEON_E5_2600_HA_ADDRMATCH1]  = ROW("addrmatch1",  addrmatch1,  FILTER, 0, 1, 0, 0x44),
	[XEON_E5_2600_HA_OPCODEMATCH] = ROW("opcodematch", opcodematch, FILTER, 0, 1, 0, 0x48),
	XEON_E5_2600_PCI_CONTROL(plain_control),
};
static const struct filter_register ha_filter_registers[] = {
	{.row = XEON_E5_2600_HA_ADDRMATCH0, .modifier = "addrmatch0", .note = "bits 31:6 of the physical address, of which 31:12 count"},
	{.row = XEON_E5_2600_HA_ADDRMATCH1, .modifier = "addrmatch1", .note = "bits 45:32 of the physical address"},
	{.row = XEON_E5_2600_HA_OPCODEMATCH, .note = "message class HOM0, HOM1, NDR or SNP in bits 5:4, its opcode in 3:0"},
};
static const struct box_instance ha_instances[] = {{.base = {BOX_FUNCTION(14, 1)}, .id = {0x3c46}}};

const struct box_type xeon_e5_2600_ha = {
	.name = "ha", .pmu = "snbep_unc_ha", .perf = "uncore_ha", .title = "home agent",
	COUNTING(ha), .counters = 4, .counter_bits = 48, .library_note = PLAIN_NOTE,
	.filter_registers = ha_filter_registers, .filter_register_count = ARRAY_SIZE(ha_filter_registers),
};

/* ---- memory controller -------------------------------------------------------------------------------- */

static const struct field imc_fixed_select_fields[] = {
	FIELD_OF(RESET,  "rst", 19, 1, W1_TO),
	RSV(20, 2),
	FIELD_OF(ENABLE, "en",  22, 1, RW),
	RSV(23, 1),
};
static const struct register_layout imc_fixed_select = {
	.title = "MC_CHy_PCI_PMON_FIXED_CTL", .source = "327043 p.62",
	FIELDS(imc_fixed_select_fields), .width_bits = 32,
};
static const struct register_row imc_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, plain_select, xeon_e5_2600_counter_48),
	XEON_E5_2600_PCI_FIXED(imc_fixed_select, xeon_e5_2600_counter_48),
	XEON_E5_2600_PCI_CONTROL(plain_control),
};
static const struct box_instance imc_instances[] = {
	{.base = {BOX_FUNCTION(16, 0)}, .id = {0x3cb0}}, {.base = {BOX_FUNCTION(16, 1)}, .id = {0x3cb1}},
	{.base = {BOX_FUNCTION(16, 4)}, .id = {0x3cb4}}, {.base = {BOX_FUNCTION(16, 5)}, .id = {0x3cb5}},
};
const struct perf_alias xeon_e5_2600_imc_aliases[] = {
	{"clockticks", "event=0xff,umask=0x00"},
	{"cas_count_read", "event=0x04,umask=0x03"},
	{"cas_count_write", "event=0x04,umask=0x0c"},
	{NULL, NULL},
};
/* One for each channel of memory; channels are numbered as in 327043, PCM has the two pairs the other way round. */
const struct box_type xeon_e5_2600_imc = {
	.name = "imc", .pmu = "snbep_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	COUNTING(imc), .counters = 4, .fixed = true, .fixed_apart = true, .counter_bits = 48, .perf_aliases = xeon_e5_2600_imc_aliases,
	.library_note = "takes e and i without t, which mean nothing, joins no umasks, and has the code 0xff for the fixed counter, which is never written",
};

/* ---- QPI ---------------------------------------------------------------------------------------------- */

static const struct field qpi_select_fields[] = {
	[XEON_E5_2600_QPI_CTL_EV_SEL_EXT] = FIELD_OF(CODE_ABOVE, "ev_sel_ext", 21, 1, RW),
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	RSV(16, 1),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	RSV(20, 1),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout qpi_select = {
	.title = "Q_Py_PCI_PMON_CTL", .source = "327043 p.89, p.90",
	FIELDS(qpi_select_fields), .width_bits = 32,
};

/* A packet matches if it has the match in all bits that are set in the mask. */
#define PACKET0(KIND)                                         \
	[XEON_E5_2600_QPI_MATCH0_MC] = SETTING("mc", 9, 4, KIND "_mc"),    \
	RSV(0, 3),                                            \
	SETTING("vnw",    3,  2, KIND "_vnw"),                \
	SETTING("opc",    5,  4, KIND "_opc"),                \
	SETTING("dnid",   13, 5, KIND "_dnid"),               \
	RSV(18, 13),                                          \
	SETTING("rnid_4", 31, 1, KIND "_rnid4")
#define PACKET1(KIND)                                         \
	SETTING("rnid_3_0", 0,  4, KIND "_rnid30"),           \
	RSV(4, 12),                                           \
	SETTING("rds",      16, 4, KIND "_rds"),              \
	RSV(20, 12)
const struct field xeon_e5_2600_match0_fields[7] = {PACKET0("match")};
const struct field xeon_e5_2600_match1_fields[4] = {PACKET1("match")};
const struct field xeon_e5_2600_mask0_fields[7] = {PACKET0("mask")};
const struct field xeon_e5_2600_mask1_fields[4] = {PACKET1("mask")};
static const struct register_layout match0 = {
	.title = "Q_Py_PCI_PMON_PKT_MATCH0", .source = "327043 p.14, p.90; offset: Linux, LIKWID",
	FIELDS(xeon_e5_2600_match0_fields), .width_bits = 32,
};
static const struct register_layout match1 = {
	.title = "Q_Py_PCI_PMON_PKT_MATCH1", .source = "327043 p.14, p.91; offset: Linux, LIKWID",
	FIELDS(xeon_e5_2600_match1_fields), .width_bits = 32,
};
static const struct register_layout mask0 = {
	.title = "Q_Py_PCI_PMON_PKT_MASK0", .source = "327043 p.14, p.92; offset: Linux, LIKWID",
	FIELDS(xeon_e5_2600_mask0_fields), .width_bits = 32,
};
static const struct register_layout mask1 = {
	.title = "Q_Py_PCI_PMON_PKT_MASK1", .source = "327043 p.14, p.92; offset: Linux, LIKWID",
	FIELDS(xeon_e5_2600_mask1_fields), .width_bits = 32,
};

/* GT/s are 4 and 8 tenths for each step of rate (PCM, LIKWID), and the clock is an eighth of that; bit 3 was not read. */
static const struct field rate_fields[] = {
	[XEON_E5_2600_QPI_RATE_CODE]      = FIELD("rate",      0, 3, RO),
	[XEON_E5_2600_QPI_RATE_SLOW_MODE] = FIELD("slow_mode", 4, 1, RO),
	FIELD("bit_3",     3, 1, RO),
	RSV(5, 27),
};
static const struct register_layout rate = {
	.title = "QPI_RATE_STATUS", .source = "327043 p.14, p.94; rate: LIKWID, PCM",
	FIELDS(rate_fields), .width_bits = 32, .reset_unknown = MASK(0, 5),
};

static const struct register_row qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, qpi_select, xeon_e5_2600_counter_48),
	[XEON_E5_2600_QPI_MATCH0] = ROW("match0", match0, FILTER, 1, 1, 0, 0x228),
	[XEON_E5_2600_QPI_MATCH1] = ROW("match1", match1, FILTER, 1, 1, 0, 0x22c),
	[XEON_E5_2600_QPI_MASK0]  = ROW("mask0",  mask0,  FILTER, 1, 1, 0, 0x238),
	[XEON_E5_2600_QPI_MASK1]  = ROW("mask1",  mask1,  FILTER, 1, 1, 0, 0x23c),
	[XEON_E5_2600_QPI_BOX_CTL] = XEON_E5_2600_PCI_CONTROL(xeon_e5_2600_control),
	[XEON_E5_2600_QPI_RATE] = ROW("rate", rate, OTHER, 2, 1, 0, 0xd4),
};
static const struct filter_register qpi_filter_registers[] = {
	{.row = XEON_E5_2600_QPI_MATCH0, .modifier = "match0",
	 .note = "what packets are to have where the mask has 1; classes (mc): HOM0 0, HOM1 1, NDR 2, SNP 3, NCS 4, NCB 12, DRS 14"},
	{.row = XEON_E5_2600_QPI_MATCH1, .modifier = "match1", .note = "rds, of DRS with opcode 0 to 2: M 8, E 4, S 2, F 1, I 0"},
	{.row = XEON_E5_2600_QPI_MASK0,  .modifier = "mask0"},
	{.row = XEON_E5_2600_QPI_MASK1,  .modifier = "mask1"},
};
/* The id of the third function of port 1 is not proven: it is known by its place. */
static const struct box_instance qpi_instances[] = {
	{.base = {BOX_FUNCTION(8, 2), BOX_FUNCTION(8, 6), BOX_FUNCTION(8, 0)}, .id = {0x3c41, 0x3c86, 0x3c80}},
	{.base = {BOX_FUNCTION(9, 2), BOX_FUNCTION(9, 6), BOX_FUNCTION(9, 0)}, .id = {0x3c42, 0x3c96, 0}},
};

static const struct perf_alias qpi_aliases[] = {
	{"clockticks", "event=0x14"},
	{"txl_flits_active", "event=0x00,umask=0x06"},
	{"drs_data", "event=0x102,umask=0x08"},
	{"ncb_data", "event=0x103,umask=0x04"},
	{NULL, NULL},
};
const struct box_type xeon_e5_2600_qpi = {
	.name = "qpi", .pmu = "snbep_unc_qpi", .perf = "uncore_qpi", .title = "QPI link layer",
	COUNTING(qpi), .counters = 4, .counter_bits = 48, .perf_aliases = qpi_aliases,
	.library_note = "takes e and i without t, which mean nothing, joins no umasks, has no matches, and leaves out what makes CTO_COUNT count",
	.filter_registers = qpi_filter_registers, .filter_register_count = ARRAY_SIZE(qpi_filter_registers),
};

/* ---- R2PCIe, R3QPI -------------------------------------------------------------------------------------- */

static const struct field ring_select_fields[] = {
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	RSV(20, 2),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout ring_select = {
	.title = "PMON_CTL", .source = "327043 p.113, p.121; rst: Linux, libpfm4, PCM",
	FIELDS(ring_select_fields), .width_bits = 32,
};
static const struct register_row r2pcie_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, ring_select, xeon_e5_2600_counter_44), XEON_E5_2600_PCI_CONTROL(xeon_e5_2600_control),
};
static const struct register_row r3qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(3, ring_select, xeon_e5_2600_counter_44), XEON_E5_2600_PCI_CONTROL(xeon_e5_2600_control),
};
static const struct box_instance r2pcie_instances[] = {{.base = {BOX_FUNCTION(19, 1)}, .id = {0x3c43}}};
static const struct box_instance r3qpi_instances[] = {
	{.base = {BOX_FUNCTION(19, 5)}, .id = {0x3c44}}, {.base = {BOX_FUNCTION(19, 6)}, .id = {0x3c45}},
};

const struct box_type xeon_e5_2600_r2pcie = {
	.name = "r2pcie", .pmu = "snbep_unc_r2pcie", .perf = "uncore_r2pcie", .title = "ring to PCI Express",
	COUNTING(r2pcie), .counters = 4, .counter_bits = 44, .library_note = PLAIN_NOTE,
};
const struct box_type xeon_e5_2600_r3qpi = {
	.name = "r3qpi", .pmu = "snbep_unc_r3qpi", .perf = "uncore_r3qpi", .title = "ring to QPI",
	COUNTING(r3qpi), .counters = 3, .counter_bits = 44, .library_note = PLAIN_NOTE,
};

/* clang-format on */
