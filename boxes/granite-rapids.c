/* SPDX-License-Identifier: BSD-2-Clause */
/* Granite Rapids (06_ADH, 06_AEH) and Sierra Forest (06_AFH). Their machines say where boxes are; the names and events, and
 * what such tables leave out, are here. Types of tables: Linux 6.12, PCM, LIKWID. Numbers of boxes are the most that LIKWID allows. Other
 * sources as in described.c; where one program alone knows something it is named. */
#include "boxes/granite-rapids.h"

#include "boxes/unknown-xeon.h"

/* clang-format off */

/* Free-running counters of IIO n, with its control at 2900H + 10H n: the clock at 290EH + 10H n, what port k took in at 360EH + 10H k + 80H n,
 * what it gave out at 2E0EH + 10H k + 80H n (Linux). */
static const struct field free_fields[] = {FIELD("count", 0, 48, VOLATILE)};
static const struct register_layout free_counter = {
	.title = "free-running counter", .source = "Linux",
	FIELDS(free_fields), .width_bits = 64,
};
static const struct register_row free_rows[] = {
	ROW("free_clock", free_counter, FREE_COUNTER, 0, 1, 0, 0xe),
	ROW("free_in", free_counter, FREE_COUNTER, 1, 8, 0x10, 0x800),
	ROW("free_out", free_counter, FREE_COUNTER, 1, 8, 0x10, 0),
};
enum { IIO_FREE_ROWS = BIT(ARCHETYPE_OTHERS) | BIT(ARCHETYPE_OTHERS + 1) | BIT(ARCHETYPE_OTHERS + 2) };
#define IIO_HOME .home = 0x2900, .home_step = 0x10, .home_rows = IIO_FREE_ROWS, .beside = 0x2e0e, .beside_step = 0x80

static const struct box_type gnr_cha = {
	.name = "cha", .pmu = "gnr_unc_cha", .perf = "uncore_cha", .title = "coherence of caching agents, and its slice of the cache",
	.registers = described_cha_rows, .register_count = ARRAY_SIZE(described_cha_rows),
	.filter_registers = described_cha_filters, .filter_register_count = ARRAY_SIZE(described_cha_filters),
	.look = &described_cha_look, .requirements = granite_rapids_requirements,
	.events = granite_rapids_cha_granite_events, .event_count = ARRAY_SIZE(granite_rapids_cha_granite_events),
};
static const struct box_type gnr_iio = {
	.name = "iio", .pmu = "gnr_unc_iio", .perf = "uncore_iio", .title = "a stack of input and output",
	.registers = free_rows, .register_count = ARRAY_SIZE(free_rows), .free_counters = 17,
	.events = granite_rapids_iio_events, .event_count = ARRAY_SIZE(granite_rapids_iio_events),
};
static const struct box_type gnr_irp = {
	.name = "irp", .pmu = "gnr_unc_irp", .perf = "uncore_irp", .title = "coherence of a stack of input and output",
	.events = granite_rapids_irp_events, .event_count = ARRAY_SIZE(granite_rapids_irp_events),
};
static const struct box_type gnr_pcu = {
	.name = "pcu", .pmu = "gnr_unc_pcu", .perf = "uncore_pcu", .title = "power control",
	.events = granite_rapids_pcu_events, .event_count = ARRAY_SIZE(granite_rapids_pcu_events),
};
static const struct box_type gnr_ubox = {
	.name = "ubox", .pmu = "gnr_unc_ubox", .perf = "uncore_ubox", .title = "system configuration",
	.events = granite_rapids_ubox_events, .event_count = ARRAY_SIZE(granite_rapids_ubox_events),
};
static const struct box_type gnr_imc = {
	.name = "imc", .pmu = "gnr_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	.registers = described_imc_rows, .register_count = ARRAY_SIZE(described_imc_rows), .fixed = true,
	.events = granite_rapids_imc_granite_events, .event_count = ARRAY_SIZE(granite_rapids_imc_granite_events),
};
static const struct box_type gnr_upi = {
	.name = "upi", .pmu = "gnr_unc_upi", .perf = "uncore_upi", .title = "UPI link layer",
	.events = granite_rapids_upi_events, .event_count = ARRAY_SIZE(granite_rapids_upi_events),
};
static const struct box_type gnr_cxlcm = {
	.name = "cxlcm", .pmu = "gnr_unc_cxlcm", .perf = "uncore_cxlcm", .title = "CXL.cache and CXL.mem",
	.events = granite_rapids_cxlcm_events, .event_count = ARRAY_SIZE(granite_rapids_cxlcm_events),
};
static const struct box_type gnr_cxldp = {
	.name = "cxldp", .pmu = "gnr_unc_cxldp", .perf = "uncore_cxldp", .title = "CXL downstream port",
	.events = granite_rapids_cxldp_events, .event_count = ARRAY_SIZE(granite_rapids_cxldp_events),
};
static const struct box_type gnr_b2hot = {
	.name = "b2hot", .pmu = "gnr_unc_b2hot", .perf = "uncore_b2hot", .title = "mesh to the hot-plug and tracing agents",
	.events = granite_rapids_b2hot_events, .event_count = ARRAY_SIZE(granite_rapids_b2hot_events),
};
static const struct box_type gnr_b2cmi = {
	.name = "b2cmi", .pmu = "gnr_unc_b2cmi", .perf = "uncore_b2cmi", .title = "mesh to memory",
	.events = granite_rapids_b2cmi_events, .event_count = ARRAY_SIZE(granite_rapids_b2cmi_events),
};
static const struct box_type gnr_b2cxl = {
	.name = "b2cxl", .pmu = "gnr_unc_b2cxl", .perf = "uncore_b2cxl", .title = "mesh to CXL",
	.events = granite_rapids_b2cxl_events, .event_count = ARRAY_SIZE(granite_rapids_b2cxl_events),
};
static const struct box_type gnr_b2upi = {
	.name = "b2upi", .pmu = "gnr_unc_b2upi", .perf = "uncore_b2upi", .title = "mesh to UPI",
	.events = granite_rapids_b2upi_events, .event_count = ARRAY_SIZE(granite_rapids_b2upi_events),
};
static const struct box_type gnr_mdf = {
	.name = "mdf", .pmu = "gnr_unc_mdf", .perf = "uncore_mdf", .title = "mesh between dies",
	.events = granite_rapids_mdf_granite_events, .event_count = ARRAY_SIZE(granite_rapids_mdf_granite_events),
};
static const struct box_type gnr_chacms = {
	.name = "chacms", .pmu = "gnr_unc_chacms", .perf = "uncore_chacms", .title = "mesh stop of a caching agent",
	.events = granite_rapids_chacms_events, .event_count = ARRAY_SIZE(granite_rapids_chacms_events),
};

static const struct box_type srf_cha = {
	.name = "cha", .pmu = "srf_unc_cha", .perf = "uncore_cha", .title = "coherence of caching agents, and its slice of the cache",
	.registers = described_cha_rows, .register_count = ARRAY_SIZE(described_cha_rows),
	.filter_registers = described_cha_filters, .filter_register_count = ARRAY_SIZE(described_cha_filters),
	.look = &described_cha_look, .requirements = granite_rapids_requirements,
	.events = granite_rapids_cha_sierra_events, .event_count = ARRAY_SIZE(granite_rapids_cha_sierra_events),
};
static const struct box_type srf_iio = {
	.name = "iio", .pmu = "srf_unc_iio", .perf = "uncore_iio", .title = "a stack of input and output",
	.registers = free_rows, .register_count = ARRAY_SIZE(free_rows), .free_counters = 17,
	.events = granite_rapids_iio_events, .event_count = ARRAY_SIZE(granite_rapids_iio_events),
};
static const struct box_type srf_irp = {
	.name = "irp", .pmu = "srf_unc_irp", .perf = "uncore_irp", .title = "coherence of a stack of input and output",
	.events = granite_rapids_irp_events, .event_count = ARRAY_SIZE(granite_rapids_irp_events),
};
static const struct box_type srf_pcu = {
	.name = "pcu", .pmu = "srf_unc_pcu", .perf = "uncore_pcu", .title = "power control",
	.events = granite_rapids_pcu_events, .event_count = ARRAY_SIZE(granite_rapids_pcu_events),
};
static const struct box_type srf_ubox = {
	.name = "ubox", .pmu = "srf_unc_ubox", .perf = "uncore_ubox", .title = "system configuration",
	.events = granite_rapids_ubox_events, .event_count = ARRAY_SIZE(granite_rapids_ubox_events),
};
static const struct box_type srf_imc = {
	.name = "imc", .pmu = "srf_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	.registers = described_imc_rows, .register_count = ARRAY_SIZE(described_imc_rows), .fixed = true,
	.events = granite_rapids_imc_events, .event_count = ARRAY_SIZE(granite_rapids_imc_events),
};
static const struct box_type srf_upi = {
	.name = "upi", .pmu = "srf_unc_upi", .perf = "uncore_upi", .title = "UPI link layer",
	.events = granite_rapids_upi_events, .event_count = ARRAY_SIZE(granite_rapids_upi_events),
};
static const struct box_type srf_cxlcm = {
	.name = "cxlcm", .pmu = "srf_unc_cxlcm", .perf = "uncore_cxlcm", .title = "CXL.cache and CXL.mem",
	.events = granite_rapids_cxlcm_events, .event_count = ARRAY_SIZE(granite_rapids_cxlcm_events),
};
static const struct box_type srf_cxldp = {
	.name = "cxldp", .pmu = "srf_unc_cxldp", .perf = "uncore_cxldp", .title = "CXL downstream port",
	.events = granite_rapids_cxldp_events, .event_count = ARRAY_SIZE(granite_rapids_cxldp_events),
};
static const struct box_type srf_b2hot = {
	.name = "b2hot", .pmu = "srf_unc_b2hot", .perf = "uncore_b2hot", .title = "mesh to the hot-plug and tracing agents",
	.events = granite_rapids_b2hot_events, .event_count = ARRAY_SIZE(granite_rapids_b2hot_events),
};
static const struct box_type srf_b2cmi = {
	.name = "b2cmi", .pmu = "srf_unc_b2cmi", .perf = "uncore_b2cmi", .title = "mesh to memory",
	.events = granite_rapids_b2cmi_events, .event_count = ARRAY_SIZE(granite_rapids_b2cmi_events),
};
static const struct box_type srf_b2cxl = {
	.name = "b2cxl", .pmu = "srf_unc_b2cxl", .perf = "uncore_b2cxl", .title = "mesh to CXL",
	.events = granite_rapids_b2cxl_events, .event_count = ARRAY_SIZE(granite_rapids_b2cxl_events),
};
static const struct box_type srf_b2upi = {
	.name = "b2upi", .pmu = "srf_unc_b2upi", .perf = "uncore_b2upi", .title = "mesh to UPI",
	.events = granite_rapids_b2upi_events, .event_count = ARRAY_SIZE(granite_rapids_b2upi_events),
};
static const struct box_type srf_mdf = {
	.name = "mdf", .pmu = "srf_unc_mdf", .perf = "uncore_mdf", .title = "mesh between dies",
	.events = granite_rapids_mdf_events, .event_count = ARRAY_SIZE(granite_rapids_mdf_events),
};
static const struct box_type srf_chacms = {
	.name = "chacms", .pmu = "srf_unc_chacms", .perf = "uncore_chacms", .title = "mesh stop of a caching agent",
	.events = granite_rapids_chacms_events, .event_count = ARRAY_SIZE(granite_rapids_chacms_events),
};

static const struct box_type core = {
	IX86ARCH_CORE, .events = granite_rapids_core_events, .event_count = CORE_PMU_EVENTS,
};
static const struct box_type *const types[] = {&core};
static const struct box_type nameless = {0};

/* ---- types of the machines' tables ---------------------------------------------------------------------- */

static const struct described_kind gnr_kinds[] = {
	DESCRIBED_KIND(0, gnr_cha, described_select_cha, 126, USUAL_MSR(0x2000, 4)),
	DESCRIBED_KIND(1, gnr_iio, described_select_iio, 16, USUAL_MSR(0x2900, 4), IIO_HOME),
	DESCRIBED_KIND(2, gnr_irp, described_select_24, 16, USUAL_MSR(0x2a00, 4)),
	DESCRIBED_KIND(4, gnr_pcu, described_select, 5, USUAL_MSR(0x2fc0, 4)),
	DESCRIBED_KIND(5, gnr_ubox, described_select, 1, USUAL_MSR(0x3ff0, 2)),
	DESCRIBED_KIND(6, gnr_imc, described_select_memory, 12, USUAL_MMIO(4, 4)),
	DESCRIBED_KIND(8, gnr_upi, described_select_24, 6, USUAL_PCI(0x318, 0x38, 4)),
	DESCRIBED_KIND(12, gnr_cxlcm, described_select_above, 12, USUAL_MMIO(8, 8)),
	DESCRIBED_KIND(13, gnr_cxldp, described_select_above, 12, USUAL_MMIO(8, 4)),
	DESCRIBED_KIND(15, gnr_b2hot, described_select, 12, USUAL_MSR(0x3000, 4)),
	DESCRIBED_KIND(16, gnr_b2cmi, described_select_24, 12, USUAL_PCI(0x400, 0x28, 4)),
	DESCRIBED_KIND(17, gnr_b2cxl, described_select_above, 16, USUAL_MMIO(8, 4)),
	DESCRIBED_KIND(18, gnr_b2upi, described_select_24, 6, USUAL_PCI(0x408, 0x28, 4)),
	DESCRIBED_KIND(20, gnr_mdf, described_select, 80, USUAL_MSR(0x2800, 4)),
	DESCRIBED_KIND(DESCRIBED_NOWHERE, gnr_chacms, described_select_32, 126, USUAL_MSR(0x5000, 4)),
};
static const struct described_kind srf_kinds[] = {
	DESCRIBED_KIND(0, srf_cha, described_select_cha, 126, USUAL_MSR(0x2000, 4)),
	DESCRIBED_KIND(1, srf_iio, described_select_iio, 16, USUAL_MSR(0x2900, 4), IIO_HOME),
	DESCRIBED_KIND(2, srf_irp, described_select_24, 16, USUAL_MSR(0x2a00, 4)),
	DESCRIBED_KIND(4, srf_pcu, described_select, 5, USUAL_MSR(0x2fc0, 4)),
	DESCRIBED_KIND(5, srf_ubox, described_select, 1, USUAL_MSR(0x3ff0, 2)),
	DESCRIBED_KIND(6, srf_imc, described_select_memory, 12, USUAL_MMIO(4, 4)),
	DESCRIBED_KIND(8, srf_upi, described_select_24, 6, USUAL_PCI(0x318, 0x38, 4)),
	DESCRIBED_KIND(12, srf_cxlcm, described_select_above, 12, USUAL_MMIO(8, 8)),
	DESCRIBED_KIND(13, srf_cxldp, described_select_above, 12, USUAL_MMIO(8, 4)),
	DESCRIBED_KIND(15, srf_b2hot, described_select, 12, USUAL_MSR(0x3000, 4)),
	DESCRIBED_KIND(16, srf_b2cmi, described_select_24, 12, USUAL_PCI(0x400, 0x28, 4)),
	DESCRIBED_KIND(17, srf_b2cxl, described_select_above, 16, USUAL_MMIO(8, 4)),
	DESCRIBED_KIND(18, srf_b2upi, described_select_24, 6, USUAL_PCI(0x408, 0x28, 4)),
	DESCRIBED_KIND(20, srf_mdf, described_select, 80, USUAL_MSR(0x2800, 4)),
	DESCRIBED_KIND(DESCRIBED_NOWHERE, srf_chacms, described_select_32, 126, USUAL_MSR(0x5000, 4)),
};

static const struct described gnr_described = {
	.msr    = {.type = &nameless, .select = &described_select_unknown, .control = &described_control},
	.memory = {.type = &nameless, .select = &described_select_memory, .control = &described_control},
	.core   = &core,
	.kinds = gnr_kinds, .kind_count = ARRAY_SIZE(gnr_kinds),
};
static const struct described srf_described = {
	.msr    = {.type = &nameless, .select = &described_select_unknown, .control = &described_control},
	.memory = {.type = &nameless, .select = &described_select_memory, .control = &described_control},
	.core   = &core,
	.kinds = srf_kinds, .kind_count = ARRAY_SIZE(srf_kinds),
};

/* No reset value of any of these registers is known. */
const struct processor granite_rapids = {
	.name           = "granite-rapids",
	.title          = "Intel Xeon 6 with P-cores (Granite Rapids)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0xad,
	.other_model    = 0xae,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.assumptions    = described_assumptions,
	.strings        = granite_rapids_strings,
	.words          = granite_rapids_words,
	.default_events = "",
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.described      = &gnr_described,
	.resets_unknown = true,
};
const struct processor sierra_forest = {
	.name           = "sierra-forest",
	.title          = "Intel Xeon 6 with E-cores (Sierra Forest)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0xaf,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.assumptions    = described_assumptions,
	.strings        = granite_rapids_strings,
	.words          = granite_rapids_words,
	.default_events = "",
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.described      = &srf_described,
	.resets_unknown = true,
};

/* clang-format on */
