/* SPDX-License-Identifier: BSD-2-Clause */
/* Sapphire Rapids (06_8FH) and Emerald Rapids (06_CFH). Their machines say where boxes are; the names and events, and
 * what such tables leave out, are here. Types of tables: Linux 6.12, PCM, LIKWID. Numbers of boxes are the most that LIKWID allows. Other
 * sources as in described.c; where one program alone knows something it is named. */
#include "boxes/sapphire-rapids.h"

#include "boxes/unknown-xeon.h"

/* clang-format off */

/* Free-running counters of IIO n, with its control at 3000H + 10H n: the clock at 340EH + 10H n, what ports 0 to 7 took in from 3800H + 10H n
 * on, what they gave out from 3808H + 10H n on (Linux). */
static const struct field free_fields[] = {FIELD("count", 0, 48, VOLATILE)};
static const struct register_layout free_counter = {
	.title = "free-running counter", .source = "Linux",
	FIELDS(free_fields), .width_bits = 64,
};
static const int32_t free_offsets[] = {
	0x40e, 0x800, 0x801, 0x802, 0x803, 0x804, 0x805, 0x806, 0x807, 0x808, 0x809, 0x80a, 0x80b, 0x80c, 0x80d, 0x80e, 0x80f,
};
static const struct register_row free_rows[] = {ROW_AT("free", free_counter, FREE_COUNTER, 0, free_offsets)};

static const struct box_type spr_cha = {
	.name = "cha", .pmu = "spr_unc_cha", .perf = "uncore_cha", .title = "coherence of caching agents, and its slice of the cache",
	.registers = described_cha_rows, .register_count = ARRAY_SIZE(described_cha_rows),
	.filter_registers = described_cha_filters, .filter_register_count = ARRAY_SIZE(described_cha_filters),
	.look = &described_cha_look, .requirements = sapphire_rapids_requirements,
	.events = sapphire_rapids_cha_events, .event_count = ARRAY_SIZE(sapphire_rapids_cha_events),
};
static const struct box_type spr_iio = {
	.name = "iio", .pmu = "spr_unc_iio", .perf = "uncore_iio", .title = "a stack of input and output",
	.registers = free_rows, .register_count = ARRAY_SIZE(free_rows), .free_counters = 17,
	.events = sapphire_rapids_iio_events, .event_count = ARRAY_SIZE(sapphire_rapids_iio_events),
};
static const struct box_type spr_irp = {
	.name = "irp", .pmu = "spr_unc_irp", .perf = "uncore_irp", .title = "coherence of a stack of input and output",
	.events = sapphire_rapids_irp_events, .event_count = ARRAY_SIZE(sapphire_rapids_irp_events),
};
static const struct box_type spr_m2pcie = {
	.name = "m2pcie", .pmu = "spr_unc_m2pcie", .perf = "uncore_m2pcie", .title = "mesh to PCI Express",
	.events = sapphire_rapids_m2pcie_events, .event_count = ARRAY_SIZE(sapphire_rapids_m2pcie_events),
};
static const struct box_type spr_pcu = {
	.name = "pcu", .pmu = "spr_unc_pcu", .perf = "uncore_pcu", .title = "power control",
	.events = sapphire_rapids_pcu_events, .event_count = ARRAY_SIZE(sapphire_rapids_pcu_events),
};
static const struct box_type spr_ubox = {
	.name = "ubox", .pmu = "spr_unc_ubox", .perf = "uncore_ubox", .title = "system configuration",
	.events = sapphire_rapids_ubox_events, .event_count = ARRAY_SIZE(sapphire_rapids_ubox_events),
};
static const struct box_type spr_imc = {
	.name = "imc", .pmu = "spr_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	.registers = described_imc_rows, .register_count = ARRAY_SIZE(described_imc_rows), .fixed = true,
	.events = sapphire_rapids_imc_events, .event_count = ARRAY_SIZE(sapphire_rapids_imc_events),
};
static const struct box_type spr_m2m = {
	.name = "m2m", .pmu = "spr_unc_m2m", .perf = "uncore_m2m", .title = "mesh to memory",
	.events = sapphire_rapids_m2m_events, .event_count = ARRAY_SIZE(sapphire_rapids_m2m_events),
};
static const struct box_type spr_upi = {
	.name = "upi", .pmu = "spr_unc_upi", .perf = "uncore_upi", .title = "UPI link layer",
	.events = sapphire_rapids_upi_events, .event_count = ARRAY_SIZE(sapphire_rapids_upi_events),
};
static const struct box_type spr_m3upi = {
	.name = "m3upi", .pmu = "spr_unc_m3upi", .perf = "uncore_m3upi", .title = "mesh to UPI",
	.events = sapphire_rapids_m3upi_events, .event_count = ARRAY_SIZE(sapphire_rapids_m3upi_events),
};
static const struct box_type spr_mdf = {
	.name = "mdf", .pmu = "spr_unc_mdf", .perf = "uncore_mdf", .title = "mesh between dies",
	.events = sapphire_rapids_mdf_events, .event_count = ARRAY_SIZE(sapphire_rapids_mdf_events),
};
static const struct box_type spr_cxlcm = {
	.name = "cxlcm", .pmu = "spr_unc_cxlcm", .perf = "uncore_cxlcm", .title = "CXL.cache and CXL.mem",
	.events = sapphire_rapids_cxlcm_events, .event_count = ARRAY_SIZE(sapphire_rapids_cxlcm_events),
};
static const struct box_type spr_cxldp = {
	.name = "cxldp", .pmu = "spr_unc_cxldp", .perf = "uncore_cxldp", .title = "CXL downstream port",
	.events = sapphire_rapids_cxldp_events, .event_count = ARRAY_SIZE(sapphire_rapids_cxldp_events),
};
static const struct box_type spr_mchbm = {
	.name = "mchbm", .pmu = "spr_unc_mchbm", .perf = "uncore_hbm", .title = "channel of high-bandwidth memory",
	.registers = described_imc_rows, .register_count = ARRAY_SIZE(described_imc_rows), .fixed = true,
	.events = sapphire_rapids_mchbm_events, .event_count = ARRAY_SIZE(sapphire_rapids_mchbm_events),
};
static const struct box_type spr_m2hbm = {
	.name = "m2hbm", .pmu = "spr_unc_m2hbm", .perf = "uncore_m2hbm", .title = "mesh to high-bandwidth memory",
	.events = sapphire_rapids_m2hbm_events, .event_count = ARRAY_SIZE(sapphire_rapids_m2hbm_events),
};

/* Emerald Rapids has events of CHAs besides. */
static const struct box_type emr_cha = {
	.name = "cha", .pmu = "emr_unc_cha", .perf = "uncore_cha", .title = "coherence of caching agents, and its slice of the cache",
	.registers = described_cha_rows, .register_count = ARRAY_SIZE(described_cha_rows),
	.filter_registers = described_cha_filters, .filter_register_count = ARRAY_SIZE(described_cha_filters),
	.look = &described_cha_look, .requirements = sapphire_rapids_requirements,
	.events = sapphire_rapids_cha_emerald_events, .event_count = ARRAY_SIZE(sapphire_rapids_cha_emerald_events),
};
static const struct box_type emr_iio = {
	.name = "iio", .pmu = "emr_unc_iio", .perf = "uncore_iio", .title = "a stack of input and output",
	.registers = free_rows, .register_count = ARRAY_SIZE(free_rows), .free_counters = 17,
	.events = sapphire_rapids_iio_events, .event_count = ARRAY_SIZE(sapphire_rapids_iio_events),
};
static const struct box_type emr_irp = {
	.name = "irp", .pmu = "emr_unc_irp", .perf = "uncore_irp", .title = "coherence of a stack of input and output",
	.events = sapphire_rapids_irp_events, .event_count = ARRAY_SIZE(sapphire_rapids_irp_events),
};
static const struct box_type emr_m2pcie = {
	.name = "m2pcie", .pmu = "emr_unc_m2pcie", .perf = "uncore_m2pcie", .title = "mesh to PCI Express",
	.events = sapphire_rapids_m2pcie_events, .event_count = ARRAY_SIZE(sapphire_rapids_m2pcie_events),
};
static const struct box_type emr_pcu = {
	.name = "pcu", .pmu = "emr_unc_pcu", .perf = "uncore_pcu", .title = "power control",
	.events = sapphire_rapids_pcu_events, .event_count = ARRAY_SIZE(sapphire_rapids_pcu_events),
};
static const struct box_type emr_ubox = {
	.name = "ubox", .pmu = "emr_unc_ubox", .perf = "uncore_ubox", .title = "system configuration",
	.events = sapphire_rapids_ubox_events, .event_count = ARRAY_SIZE(sapphire_rapids_ubox_events),
};
static const struct box_type emr_imc = {
	.name = "imc", .pmu = "emr_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	.registers = described_imc_rows, .register_count = ARRAY_SIZE(described_imc_rows), .fixed = true,
	.events = sapphire_rapids_imc_events, .event_count = ARRAY_SIZE(sapphire_rapids_imc_events),
};
static const struct box_type emr_m2m = {
	.name = "m2m", .pmu = "emr_unc_m2m", .perf = "uncore_m2m", .title = "mesh to memory",
	.events = sapphire_rapids_m2m_events, .event_count = ARRAY_SIZE(sapphire_rapids_m2m_events),
};
static const struct box_type emr_upi = {
	.name = "upi", .pmu = "emr_unc_upi", .perf = "uncore_upi", .title = "UPI link layer",
	.events = sapphire_rapids_upi_events, .event_count = ARRAY_SIZE(sapphire_rapids_upi_events),
};
static const struct box_type emr_m3upi = {
	.name = "m3upi", .pmu = "emr_unc_m3upi", .perf = "uncore_m3upi", .title = "mesh to UPI",
	.events = sapphire_rapids_m3upi_events, .event_count = ARRAY_SIZE(sapphire_rapids_m3upi_events),
};
static const struct box_type emr_mdf = {
	.name = "mdf", .pmu = "emr_unc_mdf", .perf = "uncore_mdf", .title = "mesh between dies",
	.events = sapphire_rapids_mdf_events, .event_count = ARRAY_SIZE(sapphire_rapids_mdf_events),
};
static const struct box_type emr_cxlcm = {
	.name = "cxlcm", .pmu = "emr_unc_cxlcm", .perf = "uncore_cxlcm", .title = "CXL.cache and CXL.mem",
	.events = sapphire_rapids_cxlcm_events, .event_count = ARRAY_SIZE(sapphire_rapids_cxlcm_events),
};
static const struct box_type emr_cxldp = {
	.name = "cxldp", .pmu = "emr_unc_cxldp", .perf = "uncore_cxldp", .title = "CXL downstream port",
	.events = sapphire_rapids_cxldp_events, .event_count = ARRAY_SIZE(sapphire_rapids_cxldp_events),
};
static const struct box_type emr_mchbm = {
	.name = "mchbm", .pmu = "emr_unc_mchbm", .perf = "uncore_hbm", .title = "channel of high-bandwidth memory",
	.registers = described_imc_rows, .register_count = ARRAY_SIZE(described_imc_rows), .fixed = true,
	.events = sapphire_rapids_mchbm_events, .event_count = ARRAY_SIZE(sapphire_rapids_mchbm_events),
};
static const struct box_type emr_m2hbm = {
	.name = "m2hbm", .pmu = "emr_unc_m2hbm", .perf = "uncore_m2hbm", .title = "mesh to high-bandwidth memory",
	.events = sapphire_rapids_m2hbm_events, .event_count = ARRAY_SIZE(sapphire_rapids_m2hbm_events),
};

static const struct box_type core = {
	IX86ARCH_CORE, .events = sapphire_rapids_core_events, .event_count = CORE_PMU_EVENTS,
};
static const struct box_type *const types[] = {&core};
static const struct box_type nameless = {0};

/* ---- types of the machines' tables ---------------------------------------------------------------------- */

static const struct described_kind spr_kinds[] = {
	DESCRIBED_KIND(0, spr_cha, described_select_cha, 60, USUAL_MSR(0x2000, 4)),
	DESCRIBED_KIND(1, spr_iio, described_select_iio, 12, USUAL_MSR(0x3000, 4), .home = 0x3000, .home_step = 0x10, .home_rows = BIT(ARCHETYPE_OTHERS)),
	DESCRIBED_KIND(2, spr_irp, described_select_24, 12, USUAL_MSR(0x3400, 2)),
	DESCRIBED_KIND(3, spr_m2pcie, described_select_24, 16, USUAL_PCI(0x400, 0x38, 4)),
	DESCRIBED_KIND(4, spr_pcu, described_select, 1, USUAL_MSR(0x2fc0, 4)),
	DESCRIBED_KIND(5, spr_ubox, described_select, 1, USUAL_MSR(0x2fd0, 2)),
	DESCRIBED_KIND(6, spr_imc, described_select_memory, 12, USUAL_MMIO(4, 4)),
	DESCRIBED_KIND(7, spr_m2m, described_select_24, 32, USUAL_PCI(0x400, 0x38, 4)),
	DESCRIBED_KIND(8, spr_upi, described_select_24, 4, USUAL_PCI(0x318, 0x38, 4)),
	DESCRIBED_KIND(9, spr_m3upi, described_select_24, 4, USUAL_PCI(0xa0, 0x38, 4)),
	DESCRIBED_KIND(11, spr_mdf, described_select_24, 40, USUAL_MSR(0x2800, 4)),
	DESCRIBED_KIND(12, spr_cxlcm, described_select_above, 8, USUAL_MMIO(8, 8)),
	DESCRIBED_KIND(13, spr_cxldp, described_select_above, 8, USUAL_MMIO(8, 4)),
	DESCRIBED_KIND(14, spr_mchbm, described_select_memory, 32, USUAL_MMIO(4, 4)),
	DESCRIBED_KIND(DESCRIBED_NOWHERE, spr_m2hbm, described_select_24, 32, USUAL_PCI(0x400, 0x38, 4)),
};
static const struct described_kind emr_kinds[] = {
	DESCRIBED_KIND(0, emr_cha, described_select_cha, 60, USUAL_MSR(0x2000, 4)),
	DESCRIBED_KIND(1, emr_iio, described_select_iio, 12, USUAL_MSR(0x3000, 4), .home = 0x3000, .home_step = 0x10, .home_rows = BIT(ARCHETYPE_OTHERS)),
	DESCRIBED_KIND(2, emr_irp, described_select_24, 12, USUAL_MSR(0x3400, 2)),
	DESCRIBED_KIND(3, emr_m2pcie, described_select_24, 16, USUAL_PCI(0x400, 0x38, 4)),
	DESCRIBED_KIND(4, emr_pcu, described_select, 1, USUAL_MSR(0x2fc0, 4)),
	DESCRIBED_KIND(5, emr_ubox, described_select, 1, USUAL_MSR(0x2fd0, 2)),
	DESCRIBED_KIND(6, emr_imc, described_select_memory, 12, USUAL_MMIO(4, 4)),
	DESCRIBED_KIND(7, emr_m2m, described_select_24, 32, USUAL_PCI(0x400, 0x38, 4)),
	DESCRIBED_KIND(8, emr_upi, described_select_24, 4, USUAL_PCI(0x318, 0x38, 4)),
	DESCRIBED_KIND(9, emr_m3upi, described_select_24, 4, USUAL_PCI(0xa0, 0x38, 4)),
	DESCRIBED_KIND(11, emr_mdf, described_select_24, 40, USUAL_MSR(0x2800, 4)),
	DESCRIBED_KIND(12, emr_cxlcm, described_select_above, 8, USUAL_MMIO(8, 8)),
	DESCRIBED_KIND(13, emr_cxldp, described_select_above, 8, USUAL_MMIO(8, 4)),
	DESCRIBED_KIND(14, emr_mchbm, described_select_memory, 32, USUAL_MMIO(4, 4)),
	DESCRIBED_KIND(DESCRIBED_NOWHERE, emr_m2hbm, described_select_24, 32, USUAL_PCI(0x400, 0x38, 4)),
};

/* Tables of some Sapphire Rapids have two links where there are three; Linux looks for the functions (and PCM, but on Emerald Rapids). */
static const struct described_functions functions[] = {
	{.type = 8, .id = 0x3241, .device = 1, .box = USUAL_PCI(0x318, 0x38, 4)},
	{.type = 9, .id = 0x3246, .device = 5, .box = USUAL_PCI(0xa0, 0x38, 4)},
};

/* PCM alone knows it, of both parts; whether tables list one nothing says. */
static const struct described_box ubox[] = {{.type = 5, .box = USUAL_MSR(0x2fd0, 2)}};

/* CPUNODEID and GIDNIDMAP of the U-Box (Linux 7.2) */
static const struct base_finder sockets = {
	.way = BASE_BY_MAP, .vendor = 0x8086, .id = 0x3250,
	.node = {0xc0, 0, 3}, .field = {0xd4, 0, 3}, .fields = 8,
};

static const struct described spr_described = {
	.msr    = {.type = &nameless, .select = &described_select_unknown, .control = &described_control},
	.memory = {.type = &nameless, .select = &described_select_memory, .control = &described_control},
	.core   = &core,
	.kinds = spr_kinds, .kind_count = ARRAY_SIZE(spr_kinds),
	.functions = functions, .function_count = ARRAY_SIZE(functions),
	.boxes = ubox, .box_count = ARRAY_SIZE(ubox),
	.sockets = &sockets,
	.msr_of_count = 0x2ffe, /* Linux */
};
static const struct described emr_described = {
	.msr    = {.type = &nameless, .select = &described_select_unknown, .control = &described_control},
	.memory = {.type = &nameless, .select = &described_select_memory, .control = &described_control},
	.core   = &core,
	.kinds = emr_kinds, .kind_count = ARRAY_SIZE(emr_kinds),
	.boxes = ubox, .box_count = ARRAY_SIZE(ubox),
	.sockets = &sockets,
	.msr_of_count = 0x2ffe, /* 0 on most of them */
};

/* No reset value of any of these registers is known. */
const struct processor sapphire_rapids = {
	.name           = "sapphire-rapids",
	.title          = "Intel Xeon, fourth generation (Sapphire Rapids)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0x8f,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.assumptions    = described_assumptions,
	.strings        = sapphire_rapids_strings,
	.words          = sapphire_rapids_words,
	.default_events = "",
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.described      = &spr_described,
	.resets_unknown = true,
};
const struct processor emerald_rapids = {
	.name           = "emerald-rapids",
	.title          = "Intel Xeon, fifth generation (Emerald Rapids)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0xcf,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.assumptions    = described_assumptions,
	.strings        = sapphire_rapids_strings,
	.words          = sapphire_rapids_words,
	.default_events = "",
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.described      = &emr_described,
	.resets_unknown = true,
};

/* clang-format on */
