/* SPDX-License-Identifier: BSD-2-Clause */
/* Ice Lake-SP (06_6AH, 06_6CH): as Skylake-SP but for where boxes are. CHAs stand at irregular places, memory controllers in device memory
 * whose address a PCI function holds, M2PCIe among the MSRs; a socket's buses are those before the one of its U-Box.
 *
 * No guide to this uncore could be read. Sources: "Linux" is uncore_snbep.c of 6.12, "PCM" and "LIKWID" the programs of these names,
 * "perfmon" its list ICX. No reset value is known, nor what the bits of the two registers that gather overflows mean, nor whether an
 * overflow interrupts. */
#include "boxes/ice-lake-sp.h"

#include "boxes/core-pmu.h"
#include "boxes/table.h"

/* clang-format off */

#define BOX(NAME)                                                     \
	.instance_table = NAME##_instances,                           \
	.instances      = ARRAY_SIZE(NAME##_instances),               \
	.registers      = NAME##_registers,                           \
	.register_count = ARRAY_SIZE(NAME##_registers),               \
	.events         = ice_lake_sp_##NAME##_events,                \
	.event_count    = ARRAY_SIZE(ice_lake_sp_##NAME##_events),    \
	.requirements   = ice_lake_sp_requirements,                   \
	.counter_bits   = 48
#define PCI_BOX(NAME) BOX(NAME), .space = SPACE_PCI, .based = BASE_BY_ID
#define PLAIN_ROWS(COUNT, SELECT, STRIDE, CONTROL, FIRST_SELECT, FIRST_COUNTER)                         \
	SELECT_ROW(COUNT, SELECT, STRIDE, FIRST_SELECT), COUNTER_ROW(COUNT, skylake_sp_counter, STRIDE, FIRST_COUNTER), \
	CONTROL_ROW(skylake_sp_control_plain, CONTROL)

/* ---- what controls a socket --------------------------------------------------------------------------- */

static const struct register_layout global_control = {
	.title = "U_MSR_PMON_GLOBAL_CTL", .source = "PCM, LIKWID",
	FIELDS(skylake_sp_global_fields), .width_bits = 64,
};
static const struct field global_status_fields[] = {FIELD("ov", 0, 64, W1C)};
static const struct register_layout global_status = {
	.title = "U_MSR_PMON_GLOBAL_STATUS", .source = "LIKWID; cleared by a 1: as on Skylake-SP",
	FIELDS(global_status_fields), .width_bits = 64,
};
static const struct register_row global_registers[] = {
	ROW("global_ctl", global_control, GLOBAL_FREEZE, 0, 1, 0, 0x700),
	ROW("status",     global_status,  FLAGS,         0, 2, 1, 0x70e),
};
static const struct box_type global = {
	.name = "global", .pmu = "icx_unc_global", .perf = "uncore_global",
	.title = "what freezes the boxes of a socket and gathers their overflows",
	.instance_table = skylake_sp_one, .instances = 1, .registers = global_registers,
	.register_count = ARRAY_SIZE(global_registers), .space = SPACE_MSR,
};

/* CAPID6 and CAPID7 have a 1 for each CHA (Linux). Four boards show the function on the bus behind their U-Box's. */
static const struct field capid_fields[] = {FIELD("chas", 0, 32, RO)};
static const struct register_layout capid_layout = {
	.title = "CAPID6, CAPID7", .source = "Linux",
	FIELDS(capid_fields), .width_bits = 32, .reset_unknown = MASK(0, 32),
};
static const struct register_row capid_registers[] = {ROW("capid6_", capid_layout, BOX_COUNT, 0, 2, 4, 0x9c)};
static const struct box_instance capid_instances[] = {{.base = {BOX_FUNCTION(30, 3)}, .id = {0x345b}}};
static const struct box_type capid = {
	.name = "capid", .pmu = "icx_unc_capid", .perf = "uncore_capid", .title = "what the part has been given",
	.instance_table = capid_instances, .instances = 1, .registers = capid_registers,
	.register_count = ARRAY_SIZE(capid_registers), .space = SPACE_PCI, .based = BASE_BY_ID,
};

/* ---- boxes among the MSRs ----------------------------------------------------------------------------- */

#define ubox_instances skylake_sp_one
#define ubox_registers skylake_sp_ubox_registers
static const struct box_type ubox = {
	.name = "ubox", .pmu = "icx_unc_ubo", .perf = "uncore_ubox", .title = "system configuration controller",
	BOX(ubox), .space = SPACE_MSR, .counters = 2, .fixed = true,
};

static const struct field cha_select_fields[] = {
	[ICE_LAKE_SP_CHA_CTL_TID_EN] = {.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	SKYLAKE_SP_SELECT_FIELDS(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 26, RW),
};
static const struct register_layout cha_select = {
	.title = "Cn_MSR_PMON_CTL", .source = "Linux, PCM",
	FIELDS(cha_select_fields), .width_bits = 64,
};
/* There is no second filter any more: what it matched is in the extension of the umask. */
static const struct field cha_filter0_fields[] = {
	[ICE_LAKE_SP_CHA_FILTER0_TID] = MODIFIER(OTHER, "tid", 0, 9, "tid", "filter_tid"),
};
static const struct register_layout cha_filter0 = {
	.title = "Cn_MSR_PMON_BOX_FILTER0", .source = "Linux",
	FIELDS(cha_filter0_fields), .width_bits = 32,
};
static const struct register_row cha_registers[] = {
	[ICE_LAKE_SP_CHA_CTL]     = ROW("ctl",     cha_select,         SELECT,  0, 4, 1, 1),
	[ICE_LAKE_SP_CHA_CTR]     = ROW("ctr",     skylake_sp_counter, COUNTER, 0, 4, 1, 8),
	[ICE_LAKE_SP_CHA_FILTER0] = ROW("filter0", cha_filter0,        FILTER,  0, 1, 0, 5),
	CONTROL_ROW(skylake_sp_control_plain, 0),
};
static const struct filter_register cha_filters[] = {
	{.row = ICE_LAKE_SP_CHA_FILTER0, .note = "one for all counters of the CHA: whose requests (tid)"},
};
static const struct look cha_look = {ICE_LAKE_SP_CHA_CTL_TID_EN, ICE_LAKE_SP_CHA_FILTER0, MASK(0, 9)};

/* In blocks of 14 MSRs: CHAs 0 to 17 from E00H on, 18 to 33 from F0AH on, 34 to 39 from B60H on (Linux, PCM). PCM lists two more, which no part
 * is known to have. */
#define CHA(FIRST, N)  {.base = {(FIRST) + 0xe * (N)}}
#define CHA4(FIRST, N) CHA(FIRST, N), CHA(FIRST, (N) + 1), CHA(FIRST, (N) + 2), CHA(FIRST, (N) + 3)
static const struct box_instance cha_instances[] = {
	CHA4(0xe00, 0), CHA4(0xe00, 4), CHA4(0xe00, 8), CHA4(0xe00, 12), CHA(0xe00, 16), CHA(0xe00, 17),
	CHA4(0xf0a, 0), CHA4(0xf0a, 4), CHA4(0xf0a, 8), CHA4(0xf0a, 12),
	CHA4(0xb60, 0), CHA(0xb60, 4), CHA(0xb60, 5),
};
static const struct present_if chas = {SKYLAKE_SP_CHAS, .teller = &capid};
static const struct box_type cha = {
	.name = "cha", .pmu = "icx_unc_cha", .perf = "uncore_cha", .title = "coherence of caching agents, and its slice of the cache",
	BOX(cha), .space = SPACE_MSR, .counters = 4, .look = &cha_look, .present = &chas,
	.filter_registers = cha_filters, .filter_register_count = ARRAY_SIZE(cha_filters),
};

/* The stacks and what belongs to them. */
static const struct field iio_select_fields[] = {
	SKYLAKE_SP_SELECT_FIELDS(12), FIELD_OF(UMASK_ABOVE, "ch_fc_mask", 36, 15, RW),
};
static const struct field iio_select_parts[] = {
	{.name = "ch_mask", .low = 36, .width = 12, .access = ACCESS_RW, .perf = "ch_mask"},
	{.name = "fc_mask", .low = 48, .width = 3,  .access = ACCESS_RW, .perf = "fc_mask"},
};
static const struct register_layout iio_select = {
	.title = "IIO_MSR_PMON_CTL", .source = "Linux, PCM",
	FIELDS(iio_select_fields), .width_bits = 64, .parts = iio_select_parts, .part_count = ARRAY_SIZE(iio_select_parts),
};
static const struct field free_fields[] = {FIELD("count", 0, 48, VOLATILE)};
static const struct register_layout free_counter = {
	.title = "free-running counter", .source = "Linux",
	FIELDS(free_fields), .width_bits = 64,
};
/* What the ports took in; where the counters of what they gave out are no source says. */
static const struct register_row iio_registers[] = {
	PLAIN_ROWS(4, iio_select, 1, 0, 8, 1),
	ROW("free_clock", free_counter, FREE_COUNTER, 0, 1, 0, 5),
	ROW("free_in",    free_counter, FREE_COUNTER, 1, 8, 1, 0),
};
#define STACKS(OF) {OF(0x00, 0x00), OF(0x20, 0x10), OF(0x40, 0x20), OF(0x90, 0x90), OF(0xb0, 0xa0), OF(0xd0, 0xb0)}
#define IIO(AT, BANDWIDTH)    {.base = {0xa50 + (AT), 0xaa0 + (BANDWIDTH)}}
#define IRP(AT, BANDWIDTH)    {.base = {0xa4a + (AT)}}
#define M2PCIE(AT, BANDWIDTH) {.base = {0xa40 + (AT)}}
static const struct box_instance iio_instances[] = STACKS(IIO);
static const struct box_type iio = {
	.name = "iio", .pmu = "icx_unc_iio", .perf = "uncore_iio", .title = "a stack of input and output",
	BOX(iio), .space = SPACE_MSR, .counters = 4, .free_counters = 9,
};
static const struct register_row irp_registers[] = {PLAIN_ROWS(2, skylake_sp_select, 1, 0, 3, 1)};
static const struct box_instance irp_instances[] = STACKS(IRP);
static const struct box_type irp = {
	.name = "irp", .pmu = "icx_unc_irp", .perf = "uncore_irp", .title = "coherence of a stack of input and output",
	BOX(irp), .space = SPACE_MSR, .counters = 2,
};
static const struct register_row m2pcie_registers[] = {PLAIN_ROWS(4, skylake_sp_select, 1, 0, 6, 1)};
static const struct box_instance m2pcie_instances[] = STACKS(M2PCIE);
static const struct box_type m2pcie = {
	.name = "m2pcie", .pmu = "icx_unc_m2pcie", .perf = "uncore_m2pcie", .title = "mesh to PCI Express",
	BOX(m2pcie), .space = SPACE_MSR, .counters = 4,
};

#define pcu_instances skylake_sp_one
#define pcu_registers skylake_sp_pcu_registers
static const struct box_type pcu = {
	.name = "pcu", .pmu = "icx_unc_pcu", .perf = "uncore_pcu", .title = "power control unit",
	BOX(pcu), .space = SPACE_MSR, .counters = 4, .shared_spellings = true,
};

/* ---- memory ------------------------------------------------------------------------------------------- */

/* Function 8086:3451 holds where controller m is: bits 51:23 in its register D0H, 22:12 in D8H + 4 m. Channel c is 22800H + 4000H c behind that
 * (Linux, PCM). There are as many controllers as functions from mesh to memory (PCM). */
#define CONTROLLER_BASE                                                                                                          \
	.id = 0x3451, .witness_id = 0x344a, .witness_at = BOX_FUNCTION(12, 0), .witness_step = BOX_FUNCTION(1, 0),               \
	.fields = {{.field = {0xd0, 0, 29}, .shift = 23}, {.field = {0xd8, 0, 11}, .step = 4, .shift = 12}}
static const struct base_register memory_base = {CONTROLLER_BASE, .shared = 3};
static const struct base_register controller_base = {CONTROLLER_BASE};
static const struct field fixed_select_fields[] = {FIELD_OF(ENABLE, "en", 22, 1, RW)};
static const struct register_layout fixed_select = {
	.title = "fixed counter control", .source = "Linux, PCM",
	FIELDS(fixed_select_fields), .width_bits = 32,
};
static const struct register_row imc_registers[] = {
	SELECT_ROW(4, skylake_sp_select, 4, 0x40), COUNTER_ROW(4, skylake_sp_counter, 8, 0x08), CONTROL_ROW(skylake_sp_control_plain, 0),
	FIXED_SELECT_ROW(fixed_select, 0x54), FIXED_COUNTER_ROW(skylake_sp_counter, 0x38),
};
#define CHANNEL(C)  {.base = {0x22800 + 0x4000 * (C)}}
#define CHANNELS    CHANNEL(0), CHANNEL(1), CHANNEL(2)
static const struct box_instance imc_instances[] = {CHANNELS, CHANNELS, CHANNELS, CHANNELS};
/* Linux has three channels a controller, PCM two: the third of each is asked, and need not answer. */
static const struct present_if channel_present = {.kind = PRESENT_ON_SOME, .some = BIT(2) | BIT(5) | BIT(8) | BIT(11)};
static const struct perf_alias imc_aliases[] = {
	{"clockticks", "event=0x00,umask=0x00"},
	{"cas_count_read", "event=0x04,umask=0x0f"},
	{"cas_count_write", "event=0x04,umask=0x30"},
	{NULL, NULL},
};
static const struct box_type imc = {
	.name = "imc", .pmu = "icx_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	BOX(imc), .space = SPACE_MMIO, .based = BASE_IN_REGISTER, .base_register = &memory_base,
	.counters = 4, .fixed = true, .fixed_apart = true, .perf_aliases = imc_aliases,
	.present = &channel_present,
};

/* Counters of a controller that nobody can stop. */
static const struct register_row imc_free_registers[] = {
	ROW("free_clock", free_counter, FREE_COUNTER, 0, 1, 0, 0x22b0),
	ROW("free_ddr",   free_counter, FREE_COUNTER, 0, 2, 8, 0x2290),
	ROW("free_ddrt",  free_counter, FREE_COUNTER, 0, 2, 8, 0x22a0),
};
static const struct box_instance imc_free_instances[] = {{.base = {0}}, {.base = {0}}, {.base = {0}}, {.base = {0}}};
static const struct box_type imc_free = {
	.name = "imc_free", .pmu = "icx_unc_imc_free", .perf = "uncore_imc_free_running", .title = "free-running counters of a memory controller",
	BOX(imc_free), .space = SPACE_MMIO, .based = BASE_IN_REGISTER, .base_register = &controller_base, .free_counters = 5,
};

static const struct field m2m_select_fields[] = {SKYLAKE_SP_SELECT_FIELDS(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 8, RW)};
static const struct register_layout m2m_select = {
	.title = "M2Mn_PCI_PMON_CTL", .source = "Linux",
	FIELDS(m2m_select_fields), .width_bits = 64,
};
static const struct register_row m2m_registers[] = {PLAIN_ROWS(4, m2m_select, 8, 0x438, 0x468, 0x440)};
#define AT(DEVICE, FUNCTION, ID) {.base = {BOX_FUNCTION(DEVICE, FUNCTION)}, .id = {ID}}
static const struct box_instance m2m_instances[] = {AT(12, 0, 0x344a), AT(13, 0, 0x344a), AT(14, 0, 0x344a), AT(15, 0, 0x344a)};
static const struct box_type m2m = {
	.name = "m2m", .pmu = "icx_unc_m2m", .perf = "uncore_m2m", .title = "mesh to memory", PCI_BOX(m2m), .counters = 4,
};

/* ---- links -------------------------------------------------------------------------------------------- */

static const struct field upi_select_fields[] = {SKYLAKE_SP_SELECT_FIELDS(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 24, RW)};
static const struct register_layout upi_select = {
	.title = "Ly_PCI_PMON_CTL", .source = "Linux; width of the extension: perfmon",
	FIELDS(upi_select_fields), .width_bits = 64,
};
static const struct register_row upi_registers[] = {PLAIN_ROWS(4, upi_select, 8, 0x318, 0x350, 0x320)};
static const struct box_instance upi_instances[] = {AT(2, 1, 0x3441), AT(3, 1, 0x3441), AT(4, 1, 0x3441)};
static const struct box_type upi = {
	.name = "upi", .pmu = "icx_unc_upi", .perf = "uncore_upi", .title = "UPI link layer", PCI_BOX(upi), .counters = 4,
};
/* Selects are 4 apart, as Linux and PCM have them, although those of UPI and M2M are 8 apart. */
static const struct register_row m3upi_registers[] = {
	SELECT_ROW(4, skylake_sp_select, 4, 0xd8), COUNTER_ROW(4, skylake_sp_counter, 8, 0xa8), CONTROL_ROW(skylake_sp_control_plain, 0xa0),
};
static const struct box_instance m3upi_instances[] = {AT(5, 1, 0x3446), AT(6, 1, 0x3446), AT(7, 1, 0x3446)};
static const struct box_type m3upi = {
	.name = "m3upi", .pmu = "icx_unc_m3upi", .perf = "uncore_m3upi", .title = "mesh to UPI", PCI_BOX(m3upi), .counters = 4,
};

/* ---- the processor ------------------------------------------------------------------------------------ */

static const struct box_type core = {
	IX86ARCH_CORE, .events = ice_lake_sp_core_events, .event_count = CORE_PMU_EVENTS,
	.requirements = ice_lake_sp_requirements,
};
static const struct box_type *const types[] = {
	&global, &capid, &ubox, &cha, &iio, &irp, &m2pcie, &pcu, &imc, &imc_free, &m2m, &upi, &m3upi, &core,
};

/* The U-Box of each socket. Its stacks are on buses before it, and told of by MSRs; of functions with boxes one is on the bus behind it,
 * and the others are on its own. */
static const struct base_finder finders[] = {
	{.way = BASE_BY_MAP, .vendor = 0x8086, .id = 0x3450, .node = {0xc0, 0, 3}, .field = {0xd4, 0, 3}, .fields = 8,
	 .others = BUSES_BEHIND,
	 .box = "ubox_config", .field_name = "ubox_config.gidnidmap", .node_name = "ubox_config.cpunodeid"},
	{.way = BASE_BY_LOOKING, .vendor = 0x8086},
};

static const char full_events[] =
	"ubox::UNC_U_CLOCKTICKS,ubox::UNC_U_EVENT_MSG:IPI_RCVD,ubox::UNC_U_LOCK_CYCLES,"
	"cha*::UNC_CHA_CLOCKTICKS,cha*::UNC_CHA_DIR_LOOKUP:SNP,cha*::UNC_CHA_SF_EVICTION:M_STATE,cha*::UNC_CHA_SF_EVICTION:E_STATE,"
	"iio*::UNC_IIO_CLOCKTICKS,iio*::UNC_IIO_CLOCKTICKS,iio*::UNC_IIO_CLOCKTICKS,iio*::UNC_IIO_CLOCKTICKS,"
	"irp*::UNC_I_CLOCKTICKS,irp*::UNC_I_FAF_INSERTS,"
	"m2pcie*::UNC_M2P_CLOCKTICKS,m2pcie*::UNC_M2P_CLOCKTICKS,m2pcie*::UNC_M2P_CLOCKTICKS,m2pcie*::UNC_M2P_CLOCKTICKS,"
	"pcu::UNC_P_CLOCKTICKS,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0,"
	"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C6,"
	"imc*::UNC_M_HCLOCKTICKS,imc*::UNC_M_CLOCKTICKS,imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR,imc*::UNC_M_ACT_COUNT:ALL,"
	"m2m*::UNC_M2M_CLOCKTICKS,m2m*::UNC_M2M_IMC_READS:ALL,m2m*::UNC_M2M_IMC_WRITES:ALL,m2m*::UNC_M2M_DIRECTORY_LOOKUP:ANY,"
	"upi*::UNC_UPI_CLOCKTICKS,upi*::UNC_UPI_RXL_FLITS:ALL_DATA,upi*::UNC_UPI_TXL_FLITS:ALL_DATA,upi*::UNC_UPI_TXL_FLITS:NON_DATA,"
	"m3upi*::UNC_M3UPI_CLOCKTICKS,m3upi*::UNC_M3UPI_CLOCKTICKS,m3upi*::UNC_M3UPI_CLOCKTICKS,m3upi*::UNC_M3UPI_CLOCKTICKS";

const struct processor ice_lake_sp = {
	.name           = "ice-lake-sp",
	.title          = "Intel Xeon Scalable, third generation (Ice Lake-SP)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0x6a,
	.other_model    = 0x6c,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.finders        = finders,
	.pmu_start      = "icx_unc_",
	.assumptions    = skylake_sp_assumptions,
	.strings        = ice_lake_sp_strings,
	.words          = ice_lake_sp_words,
	.default_events = "imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR",
	.full_events    = full_events,
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.resets_unknown = true,
};

/* clang-format on */
