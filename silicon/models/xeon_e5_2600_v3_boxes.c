/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the boxes of a Xeon E5-2600 v3 and v4 are, and their registers. Of both: Linux 6.12; functions, statuses and bits of
 * the global status: LIKWID; fields of the global control and of selects of C-Boxes and channels: a public header of Inspur's.
 * Functions of LIKWID's that boot logs of boards contradict (the v4's channels) are as boards have them. C-Boxes have a status
 * by the SDM and S-Boxes one by LIKWID, but nobody has a bit of theirs, and no ov_en: they are left out. */
#include "silicon/models/xeon_e5_2600_v2_rows.h"
#include "silicon/models/xeon_e5_2600_v3.h"

static const struct model_layout long_layout = SELECT(8, 23, 20);
static const struct model_layout short_layout = SELECT(5, 23, 20);
static const struct model_layout quiet_layout = SELECT(8, 23, MODEL_NO_BIT);
static const struct model_layout clock_layout = SELECT_OF_CLOCK;

#define INVERT BIT(23)
/* Of C-Boxes and S-Boxes, of whose overflows nothing tells. */
#define QUIET  ((COMMON & ~V2_SELECT_OVERFLOWS) | INVERT | LONG | E5_SELECT_TID)

/* clang-format off */
/* Bit 16 is there again, as Linux initialises all controls with it. Everybody writes bit 17 as 0. */
#define CONTROL (E5_FROZEN | RESETS)
#define BOX_CTL(offset_, source_)                                                                  \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = (offset_), .bits = 32, \
	 .writable = CONTROL, .zero = ~CONTROL, .acts = RESETS, .source = (source_)}

static const struct model_bank core_banks[E5_CORE_BANKS] = {
	CORE_BANK_ROWS(48, CORE_GENERIC_BITS, V2_DEBUGCTL_UNCORE),
	[E5_C3] = {.name = "c3_ctr", .role = MODEL_TICKER, .count = 1, .offset = 0x3fc, .bits = 64, .width = 64,
	 .writable = ~UINT64_C(0), .source = "LIKWID"},
	[E5_C6] = {.name = "c6_ctr", .role = MODEL_TICKER, .count = 1, .offset = 0x3fd, .bits = 64, .width = 64,
	 .writable = ~UINT64_C(0), .source = "LIKWID"},
};
/* PCM and LIKWID have the commands, Inspur all of it. The v4 is taken to have the same. */
#define GLOBAL_BITS (V2_COMMANDS | V3_CORES_SELECTED)
/* LIKWID has no bit of C-Boxes, S-Boxes, the third link, and bit 34 of 32 for the IRP. */
#define STATUS_BITS (MASK(0, 3) | MASK(21, 9))
static const struct model_bank global_banks[] = {
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0x700, .bits = 32,
	 .writable = GLOBAL_BITS, .zero = ~GLOBAL_BITS, .acts = V2_UNFREEZE_ALL, .hides = V2_FREEZE_ALL,
	 .source = "PCM, LIKWID, Inspur"},
	{.name = "global_status", .role = MODEL_STATUS, .count = 1, .offset = 0x701, .bits = 32,
	 .writable = STATUS_BITS, .zero = ~STATUS_BITS, .undocumented = ~STATUS_BITS,
	 .shows = BIT(0), .source = "LIKWID"},
	{.name = "global_config", .role = MODEL_STORE, .count = 1, .offset = 0x702, .bits = 32,
	 .access = MODEL_RAISES_GP, .start_undocumented = true, .undocumented = ~UINT64_C(0), .source = "LIKWID"},
};
#define UNSEEN_FILTER(offset_, bits_)                                                              \
	{.name = "filter", .role = MODEL_COMPANION, .count = 1, .offset = (offset_), .bits = 32,   \
	 .writable = (bits_), .zero = ~(bits_), .unseen = true, .source = "Linux 6.12"}
/* The filter says which thread's messages pass; which events look at it no source says, and here none does. */
#define UBOX_BANKS(width_)                                                                         \
	STATUS("status", 0x708, 3, "LIKWID"),                                                      \
	FIXED_CTL(0x703, 2, 0, "Linux 6.12"),                                                      \
	FIXED_CTR(0x704, 2, 1 + 0, "Linux 6.12"),                                                  \
	UNSEEN_FILTER(0x707, MASK(0, 6)),                                                          \
	CTL(0x705, 2, 1, COMMON | INVERT | SHORT, PMON_RESET, &short_layout, "Linux 6.12"),        \
	CTR(0x709, 2, 1, width_, 1, "Linux 6.12")
static const struct model_bank v3_ubox_banks[] = {UBOX_BANKS(44)}, v4_ubox_banks[] = {UBOX_BANKS(48)};
static const struct model_bank cbox_banks[] = {
	FILTER("filter0", 5, MASK(0, 10) | MASK(17, 7), "Linux 6.12"),
	COMPARED("filter1", 6, MASK(0, 16) | MASK(20, 12), MASK(20, 9), "Linux 6.12"),
	BOX_CTL(0, "Linux 6.12"),
	CTL(1, 4, 1, QUIET, PMON_RESET, &quiet_layout, "Linux 6.12, Inspur"),
	CTR(8, 4, 1, 48, MODEL_NO_BIT, "Linux 6.12"),
};
enum { FILTER0, FILTER1 };
static const struct model_field cbox_fields[E5_CBOX_FIELDS] = {
	[E5_TID] = {FILTER0, 0, 6, false, false, "tid"},
	[E5_LINK] = {FILTER0, 6, 4, false, false, "link"},
	[E5_FILTER_STATE] = {FILTER0, 17, 7, false, false, "state"},
	[E5_NID] = {FILTER1, 0, 16, false, false, "nid"},
	[E5_OPC] = {FILTER1, 20, 9, false, false, "opc"},
	[E5_ONLY_C6] = {FILTER1, 29, 1, false, false, "c6"},
	[E5_NC] = {FILTER1, 30, 1, false, false, "nc"},
	[E5_ISOC] = {FILTER1, 31, 1, false, false, "isoc"},
};
/* The SDM has a filter, of which nobody says what is in it, where LIKWID has the status; without it tid_en changes nothing. */
#define SBOX_BANKS(width_)                                                                         \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0, .bits = 32,         \
	 .writable = CONTROL, .zero = ~CONTROL, .acts = RESETS, .hides = RESETS,       \
	 .source = "Linux 6.12"},                                                                  \
	CTL(1, 4, 1, QUIET, PMON_RESET, &quiet_layout, "Linux 6.12"),                              \
	CTR(6, 4, 1, width_, MODEL_NO_BIT, "Linux 6.12")
static const struct model_bank v3_sbox_banks[] = {SBOX_BANKS(44)}, v4_sbox_banks[] = {SBOX_BANKS(48)};
#define PCU_BITS                                                                                   \
	(MASK(0, 8) | MASK(14, 2) | BIT(18) | V2_SELECT_OVERFLOWS | BIT(22) | INVERT | SHORT |     \
	 E5_OCC_INVERT | E5_OCC_EDGE)
/* Linux has the filter of bands for the v4, too, of which perfmon lists none. */
#define PCU_BANKS(filter_)                                                                         \
	[E5_PCU_FILTER] = filter_,                                                                 \
	BOX_CTL(0x710, "Linux 6.12"),                                                              \
	STATUS("status", 0x716, 4, "LIKWID"),                                                      \
	CTL(0x711, 4, 1, PCU_BITS, PMON_RESET, &short_layout, "Linux 6.12"),                       \
	CTR(0x717, 4, 1, 48, 0, "Linux 6.12")
#define BANDS MASK(0, 32)
static const struct model_bank v3_pcu_banks[] = {PCU_BANKS(FILTER("filter", 0x715, BANDS, "Linux 6.12"))};
static const struct model_bank v4_pcu_banks[] = {PCU_BANKS(UNSEEN_FILTER(0x715, BANDS))};
static const struct model_bank ha_banks[] = {
	[E5_HA_ADDRESS0] = COMPARED("addrmatch0", 0x40, MASK(6, 26), MASK(12, 20), "as 329468 p.55"),
	[E5_HA_ADDRESS1] = COMPARED("addrmatch1", 0x44, MASK(0, 14), MASK(0, 14), "as 329468 p.55"),
	[E5_HA_OPCODE] = COMPARED("opcodematch", 0x48, MASK(0, 6), MASK(0, 6), "as 329468 p.55"),
	BLOCK(4, 48, 0, COMMON | INVERT | LONG, 0, "Linux 6.12"),
};
static const struct model_bank imc_banks[] = {
	BLOCK(4, 48, 1, COMMON | INVERT | LONG, PMON_RESET, "Linux 6.12, Inspur"),
	FIXED_CTL(0xf0, 4, E5_CLEAR_FIXED, "Linux 6.12"),
	FIXED_CTR(0xd0, 4, 0, "Linux 6.12"),
};
/* Of the IRP and R2PCIe. */
static const struct model_bank plain_banks[] = {BLOCK(4, 48, 0, COMMON | INVERT | LONG, PMON_RESET, "Linux 6.12")};
static const struct model_bank qpi_banks[] = {
	BLOCK(4, 48, 0, COMMON | INVERT | LONG | E5_SELECT_EXTRA, PMON_RESET, "Linux 6.12"),
};
static const struct model_bank match_banks[] = {PAIR("match", 0x228), PAIR("mask", 0x238)};
/* The widths of the v3's UBox and S-Boxes, and of the v4's R3QPI, are what a scenario says: Linux and LIKWID have 44 and 48. */
static const struct model_bank r3qpi_banks[] = {BLOCK(3, 44, 0, COMMON | INVERT | LONG, PMON_RESET, "Linux 6.12")};
const struct model_bank model_e5_v3_capability_banks[] = {
	[V3_CAPABILITY] = {.name = "capid4", .role = MODEL_STORE, .count = 1, .offset = 0x94, .bits = 32,
	 .access = MODEL_KEEPS, .reset = UINT64_C(2) << V3_CHOP_LOW, .undocumented = ~V3_CHOP_BITS,
	 .source = "Linux 6.12"},
};

/* Of boxes without a status. */
#define QUIET_HAS (MODEL_HAS_FREEZE | MODEL_HAS_LATENCY | MODEL_HAS_RESET)

/* ---- boxes that both parts have alike ----------------------------------------------------------------- */

static const struct model_type core = {
	.name = "core", .per_core = true, .clock = 1 + CORE_CLOCK, .spread = 1, .has = CORE_HAS, CORE_DRIVER,
	BANKS(core_banks), .events = &model_core_events, .mean = model_core_mean_events,
};
static const struct model_type cbox = {
	.name = "cbox", .has = MODEL_HAS_MSRS | QUIET_HAS | MODEL_HAS_FILTER, .field = cbox_fields,
	PMON(cbox_banks, model_e5_v3_cbox_events, model_e5_mean_cbox, E5_FROZEN),
};

/* ---- and those that differ: by the first digit of identifiers, in widths and events ------------------------ */

/* The UBox is what is for the whole socket, then its counters. */
#define MSR_TYPES(part_, pcu_has_)                                                                         \
	static const struct model_type part_##_global = {                                          \
		.name = "ubox", .single = true, .global = true, .keeps_summary = true,             \
		.frozen = V2_FREEZE_ALL, .freezes = V2_FREEZE_ALL, .thaws = V2_UNFREEZE_ALL,       \
		 .has = MODEL_HAS_MSRS | QUIET_HAS | MODEL_HAS_PMI,    \
		BANKS(global_banks), .events = &model_e5_##part_##_ubox_events,                    \
		.control = model_e5_v2_control,                                                    \
	};                                                                                         \
	static const struct model_type part_##_ubox = {                                            \
		.name = "ubox", .single = true, .enabled_first = true, .asked_only = true,         \
		.has = MODEL_HAS_MSRS | MODEL_HAS_RESET, BANKS(part_##_ubox_banks),                \
		.events = &model_e5_##part_##_ubox_events, .mean = model_e5_mean,                  \
	};                                                                                         \
	static const struct model_type part_##_pcu = {                                             \
		.name = "pcu", .single = true, .clock = 1 + SET_PCLK, .has = (pcu_has_), \
		PMON(part_##_pcu_banks, model_e5_##part_##_pcu_events, model_e5_mean_pcu, E5_FROZEN),      \
	};                                                                                         \
	static const struct model_type part_##_sbox = {                                            \
		.name = "sbox", .has = MODEL_HAS_MSRS | QUIET_HAS, .control = model_e5_v3_control_sbox, \
		PMON(part_##_sbox_banks, model_e5_v3_sbox_events, model_e5_mean, E5_FROZEN),       \
	}
MSR_TYPES(v3, MSR_HAS | MODEL_HAS_BANDS);
MSR_TYPES(v4, MODEL_HAS_MSRS | BOX_HAS);

/* The box with a port's match registers is so many places behind that with its counters. */
enum { MATCH_BOX = 3 };
/* Of the third link no source has the v3's match registers and the rate of either part. */
#define DEVICE_TYPES(part_, id_)                                                                   \
	static const uint16_t part_##_ha_ids[] = {(id_) + 0x30, (id_) + 0x38};                     \
	static const uint16_t part_##_imc_ids[] = {(id_) + 0xb0, (id_) + 0xb1, (id_) + 0xb4, (id_) + 0xb5, \
						   (id_) + 0xd0, (id_) + 0xd1, (id_) + 0xd4, (id_) + 0xd5}; \
	static const uint16_t part_##_qpi_ids[] = {(id_) + 0x32, (id_) + 0x33, (id_) + 0x3a};      \
	static const uint16_t part_##_match_ids[] = {(id_) + 0x86, (id_) + 0x96, (id_) + 0x46};    \
	static const uint16_t part_##_misc_ids[] = {(id_) + 0x80, (id_) + 0x90, (id_) + 0x40};     \
	static const uint16_t part_##_r3qpi_ids[] = {(id_) + 0x36, (id_) + 0x37, (id_) + 0x3e};    \
	static const struct model_type part_##_ha = {                                              \
		.name = "ha", DEVICES(part_##_ha_ids), .has = PCI_HAS | MODEL_HAS_FILTER,          \
		PMON(ha_banks, model_e5_v3_ha_events, model_e5_mean_ha, E5_FROZEN),                \
	};                                                                                         \
	static const struct model_type part_##_imc = {                                             \
		.name = "imc", .clock = 1 + SET_DCLK, DEVICES(part_##_imc_ids), .has = PCI_HAS,    \
		PMON(imc_banks, model_e5_##part_##_imc_events, model_e5_mean, E5_FROZEN),          \
	};                                                                                         \
	static const struct model_type part_##_irp = {                                             \
		.name = "irp", .single = true, DEVICE((id_) + 0x39), .has = PCI_HAS,               \
		PMON(plain_banks, model_e5_v3_irp_events, model_e5_mean, E5_FROZEN),               \
	};                                                                                         \
	static const struct model_type part_##_qpi = {                                             \
		.name = "qpi", .clock = 1 + SET_QFCLK, DEVICES(part_##_qpi_ids),                   \
		.has = PCI_HAS | MODEL_HAS_FILTER,                                                 \
		PMON(qpi_banks, model_e5_v3_qpi_events, model_e5_mean_qpi, E5_FROZEN),             \
	};                                                                                         \
	static const struct model_type part_##_qpi_match = {                                       \
		.name = "qpi_match", .serves = MATCH_BOX, DEVICES(part_##_match_ids),              \
		.id_undocumented = (id_) == 0x2f00 ? BIT(2) : 0, .has = MODEL_HAS_HEADER,          \
		BANKS(match_banks),                                                                \
	};                                                                                         \
	static const struct model_type part_##_qpi_misc = {                                        \
		.name = "qpi_misc", DEVICES(part_##_misc_ids), .has = MODEL_HAS_HEADER,            \
		.id_undocumented = (id_) == 0x2f00 ? BIT(2) : 0, BANKS(model_e5_misc_banks),       \
	};                                                                                         \
	static const struct model_type part_##_r2pcie = {                                          \
		.name = "r2pcie", .single = true, DEVICE((id_) + 0x34), .has = PCI_HAS,            \
		PMON(plain_banks, model_e5_v3_r2pcie_events, model_e5_mean, E5_FROZEN),            \
	};                                                                                         \
	static const struct model_type part_##_r3qpi = {                                           \
		.name = "r3qpi", DEVICES(part_##_r3qpi_ids), .has = PCI_HAS,                       \
		PMON(r3qpi_banks, model_e5_v3_r3qpi_events, model_e5_mean, E5_FROZEN),     \
	};                                                                                         \
	static const struct model_type part_##_ubox_config = {                                     \
		.name = "ubox_config", .single = true, DEVICE((id_) + 0x1e), .has = MODEL_HAS_HEADER, \
		BANKS(model_e5_config_banks),                                                      \
	};                                                                                         \
	static const struct model_type part_##_pcu_config = {                                      \
		.name = "pcu_config", .single = true, DEVICE((id_) + 0xc0), .has = MODEL_HAS_HEADER, \
		BANKS(model_e5_v3_capability_banks),                                               \
	}
DEVICE_TYPES(v3, 0x2f00);
DEVICE_TYPES(v4, 0x6f00);

/* ---- where they are ------------------------------------------------------------------------------------ */

#define CBOX(n_) {&cbox, (n_), {0xe00 + 0x10 * (n_)}, 0, 0, 0}
#define CBOXES_6(n_) CBOX(n_), CBOX((n_) + 1), CBOX((n_) + 2), CBOX((n_) + 3), CBOX((n_) + 4), CBOX((n_) + 5)
#define SBOX(type_, n_) {&(type_), (n_), {0x720 + 0xa * (n_)}, 0, 0, 0}
/* The UBox's and the PCU's configuration: boards, as they report their functions. The third link: LIKWID, of the v4. */
#define OTHERS(part_)                                                                              \
	{&part_##_global, 0, {0}, 0, 0, 0},                                                        \
	{&part_##_ubox, 0, {0}, BIT(1), 0, 0},                                                     \
	{&part_##_pcu, 0, {0}, BIT(2), 0, 0},                                                      \
	SBOX(part_##_sbox, 0), SBOX(part_##_sbox, 1), SBOX(part_##_sbox, 2), SBOX(part_##_sbox, 3), \
	AT(part_##_ha, 0, 18, 1, BIT(21)), AT(part_##_ha, 1, 18, 5, BIT(22)),                      \
	AT(part_##_imc, 0, 20, 0, BIT(23)), AT(part_##_imc, 1, 20, 1, BIT(23)),                    \
	AT(part_##_imc, 2, 21, 0, BIT(23)), AT(part_##_imc, 3, 21, 1, BIT(23)),                    \
	AT(part_##_imc, 4, 23, 0, BIT(24)), AT(part_##_imc, 5, 23, 1, BIT(24)),                    \
	AT(part_##_imc, 6, 24, 0, BIT(24)), AT(part_##_imc, 7, 24, 1, BIT(24)),                    \
	{&part_##_irp, 0, {MODEL_FUNCTION(1, 5, 6)}, 0, 0, 0},                                                         \
	AT(part_##_qpi, 0, 8, 2, BIT(25)), AT(part_##_qpi, 1, 9, 2, BIT(26)), AT(part_##_qpi, 2, 10, 2, 0), \
	AT(part_##_qpi_match, 0, 8, 6, 0), AT(part_##_qpi_match, 1, 9, 6, 0), AT(part_##_qpi_match, 2, 10, 6, 0), \
	AT(part_##_qpi_misc, 0, 8, 0, 0), AT(part_##_qpi_misc, 1, 9, 0, 0), AT(part_##_qpi_misc, 2, 10, 0, 0), \
	AT(part_##_r2pcie, 0, 16, 1, BIT(29)),                                                     \
	AT(part_##_r3qpi, 0, 11, 1, BIT(27)), AT(part_##_r3qpi, 1, 11, 2, BIT(28)), AT(part_##_r3qpi, 2, 11, 5, 0), \
	AT(part_##_ubox_config, 0, 16, 5, 0),                                                      \
	AT(part_##_pcu_config, 0, 30, 3, 0)

const struct model_box model_e5_v3_boxes[V3_BOXES] = {
	{&core, 0, {0}, 0, 0, 0},
	OTHERS(v3), CBOXES_6(0), CBOXES_6(6), CBOXES_6(12),
};
const struct model_box model_e5_v4_boxes[V4_BOXES] = {
	{&core, 0, {0}, 0, 0, 0},
	OTHERS(v4), CBOXES_6(0), CBOXES_6(6), CBOXES_6(12), CBOXES_6(18),
};
/* clang-format on */
