/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of the models of Skylake-SP, Cascade Lake-SP, Cooper Lake-SP (06_55) and Ice Lake-SP (06_6A). Of none of them a
 * manual was readable: registers are those that Linux, PCM and LIKWID use, and overflows are taken to be told as on the Xeon
 * E5-2600 v2. Sources without a name: Linux 6.12, events/intel/uncore_snbep.c. What no source says is in scenario.h. */
#ifndef SILICON_MODELS_SKYLAKE_SP_H
#define SILICON_MODELS_SKYLAKE_SP_H

#include "silicon/models/described.h"

/* Indices of model->setting, behind those of cores, nodes, and the freeze of the socket. */
enum {
	SKX_DCLK = DESCRIBED_SETTINGS,
	SKX_PCLK,
	SKX_UPI_CLOCK,
	SKX_OVERFLOW,
	SKX_CAPID6, /* a bit for each CHA that there is; 0: as many as the part has by default, and as cores need */
	SKX_SETTINGS,
	/* Skylake-SP and Cascade Lake-SP */
	SKX_STACKS = SKX_SETTINGS, /* of input and output */
	SKX_OWN_SETTINGS,
	CPX_LINKS = SKX_OWN_SETTINGS, /* that are wired */
	CPX_SETTINGS,
	/* Ice Lake-SP */
	SKX_CAPID7 = SKX_SETTINGS, /* those of further CHAs */
	ICX_CHANNELS,              /* of each memory controller */
	ICX_SETTINGS
};

/* Values of SKX_OVERFLOW: whether one that asks for it freezes the socket, too. */
enum { SKX_FREEZES, SKX_TOLD };

/* U_MSR_PMON_GLOBAL_CTL (PCM, LIKWID). */
#define SKX_FREEZE_ALL       BIT(63)
#define SKX_UNFREEZE_ALL     BIT(61)

/* Fields of selects: event and umask, edge, ov_en, en, invert; thresholds; CHA alone: tid_en. */
#define SKX_COMMON           (MASK(0, 16) | BIT(18) | SKX_SELECT_OVERFLOWS | BIT(22) | BIT(23))
#define SKX_SELECT           (SKX_COMMON | MASK(24, 8))
#define SKX_SHORT_SELECT     (SKX_COMMON | MASK(24, 5))
#define SKX_PCU_SELECT       ((SKX_SHORT_SELECT & ~MASK(8, 6)) | MASK(30, 2)) /* above its event there is occ_sel */
#define SKX_SELECT_TID       BIT(19)
#define SKX_SELECT_OVERFLOWS BIT(20)
#define SKX_RESETS           (PMON_RESET_COUNTERS | PMON_RESET_CONTROLS)

/* `threshold_` bits, and the fields of which each bit lets a part pass. */
#define SKX_LAYOUT(threshold_, ...)                                                                             \
	{                                                                                                       \
		.enable = 22, .pmi = 20, .edge = 18, .invert = 23, .event_bits = 8, .umask_low = 8,             \
		.threshold_low = 24, .threshold_bits = (threshold_), .reset_tally = MODEL_NO_BIT,               \
		.mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT, .clears = PMON_RESET, .narrows = {__VA_ARGS__}, \
	}
/* Of fixed counters: with ov_en, or without. */
#define SKX_CLOCK_LAYOUT(pmi_)                                                                                        \
	{                                                                                                             \
		.enable = 22, .pmi = (pmi_), .edge = MODEL_NO_BIT, .invert = MODEL_NO_BIT, .umask_low = MODEL_NO_BIT, \
		.threshold_low = MODEL_NO_BIT, .reset_tally = MODEL_NO_BIT, .mode_low = MODEL_NO_BIT,                 \
		.wrap = MODEL_NO_BIT, .clock = true,                                                                  \
	}
extern const struct model_layout model_skx_layout, model_skx_short_layout, model_skx_upi_layout, model_skx_fixed_layout,
	model_skx_dclk_layout;

/* clang-format off */
/* What registers hold at the start no source says. */
/* PCM writes bits 17:16 as 1, Linux as 0, and both run. */
#define SKX_BOX_CTL(base_, offset_, source_)                                                       \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .base = (base_),                 \
	 .offset = (offset_), .bits = 32, .writable = PMON_FREEZE | SKX_RESETS,                    \
	 .zero = ~(PMON_FREEZE | SKX_RESETS | MASK(16, 2)), .acts = SKX_RESETS,                    \
	 .undocumented = MASK(16, 2), .start_undocumented = true, .source = (source_)}
/* Software clears what it writes 1 to. */
#define SKX_STATUS(name_, offset_, bits_, source_)                                                 \
	{.name = (name_), .role = MODEL_STATUS, .count = 1, .offset = (offset_), .bits = 64,       \
	 .writable = (bits_), .zero = ~(bits_), .undocumented = ~(bits_), .start_undocumented = true, .source = (source_)}
/* Bit 17 clears the counter, and reads 0. */
#define SKX_CTL(offset_, count_, stride_, width_, fields_, layout_, source_)                       \
	{.name = "ctl", .role = MODEL_SELECT, .count = (count_), .stride = (stride_),              \
	 .numbered = true, .offset = (offset_), .bits = (width_), .writable = (fields_),           \
	 .zero = ~((fields_) | PMON_RESET), .layout = &(layout_), .start_undocumented = true, .source = (source_)}
/* What is written beyond a counter's width is lost. `bit_` of the box's status is the first one's. */
#define SKX_CTR(offset_, count_, stride_, bit_, source_)                                           \
	{.name = "ctr", .role = MODEL_COUNTER, .count = (count_), .stride = (stride_),             \
	 .numbered = true, .offset = (offset_), .bits = 64, .bit = (bit_), .width = 48,            \
	 .writable = MASK(0, 48), .start_undocumented = true, .source = (source_)}
#define SKX_FIXED_CTL(offset_, number_, fields_, layout_, source_)                                 \
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = (offset_), .bits = 32,   \
	 .number = (number_), .writable = (fields_), .zero = ~(fields_), .layout = &(layout_),     \
	 .start_undocumented = true, .source = (source_)}
#define SKX_FIXED_CTR(offset_, number_, bit_, summary_, source_)                                   \
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .offset = (offset_), .bits = 64,  \
	 .number = (number_), .bit = (bit_), .width = 48, .writable = MASK(0, 48),                 \
	 .summary = (summary_), .start_undocumented = true, .source = (source_)}
#define SKX_FILTER(name_, offset_, bits_, compared_, source_)                                      \
	{.name = (name_), .role = MODEL_COMPANION, .count = 1, .offset = (offset_), .bits = 32,    \
	 .writable = (bits_), .zero = ~(bits_), .compared = (compared_), .start_undocumented = true, .source = (source_)}
#define SKX_FREE(name_, count_, base_, offset_, stride_, width_, source_)                          \
	{.name = (name_), .role = MODEL_TICKER, .count = (count_), .stride = (stride_),            \
	 .numbered = (count_) > 1, .base = (base_), .offset = (offset_), .bits = 64,               \
	 .width = (width_), .rate_undocumented = true, .start_undocumented = true, .source = (source_)}

/* Of the UBox; in its status the fixed counter is the first. */
#define SKX_UBOX_BANKS(summary_)                                                                   \
	SKX_STATUS("status", 0x708, MASK(0, 3), "LIKWID"),                                         \
	SKX_FIXED_CTL(0x703, 2, BIT(22) | SKX_SELECT_OVERFLOWS, model_skx_fixed_layout,            \
		      "the Xeon Scalable guide in llnl/msr-safe, pull request 66"),                \
	SKX_FIXED_CTR(0x704, 2, 0, summary_, "Linux"),                                             \
	SKX_CTL(0x705, 2, 1, 32, SKX_SHORT_SELECT, model_skx_short_layout, "Linux"),               \
	SKX_CTR(0x709, 2, 1, 1, "Linux")
#define SKX_GLOBAL_CTL                                                                             \
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0x700, .bits = 64,  \
	 .writable = SKX_FREEZE_ALL | SKX_UNFREEZE_ALL,                                            \
	 .zero = ~(SKX_FREEZE_ALL | SKX_UNFREEZE_ALL), .acts = SKX_UNFREEZE_ALL,                   \
	 .hides = SKX_FREEZE_ALL, .undocumented = ~UINT64_C(0),                                    \
	 .start_undocumented = true, .source = "PCM, LIKWID"}
/* How many CHAs there are; of the other bits no source knows anything. */
#define SKX_GLOBAL_CONFIG                                                                          \
	{.name = "global_config", .role = MODEL_STORE, .count = 1, .offset = 0x702, .bits = 64,    \
	 .access = MODEL_RAISES_GP, .undocumented = ~MASK(0, 6), .source = "PCM"}
/* The filter of the PCU has no event. */
#define SKX_PCU_BANKS                                                                              \
	SKX_BOX_CTL(0, 0, "Linux"), SKX_STATUS("status", 6, MASK(0, 4), "LIKWID"),                 \
	SKX_CTL(1, 4, 1, 32, SKX_PCU_SELECT, model_skx_short_layout, "Linux"),                     \
	SKX_CTR(7, 4, 1, 0, "Linux"),                                                              \
	{.name = "filter", .role = MODEL_STORE, .count = 1, .offset = 5, .bits = 32,               \
	 .writable = MASK(0, 32), .zero = ~MASK(0, 32), .undocumented = ~UINT64_C(0),              \
	 .start_undocumented = true, .source = "Linux"}
/* The block of a PCI function from its beginning on: selects of 32 or 64 bits, and no status that a source knows. */
#define SKX_BLOCK(base_, box_ctl_, ctl_, ctr_, count_, stride_, width_, fields_, layout_)          \
	SKX_BOX_CTL(base_, box_ctl_, "Linux"),                                                     \
	SKX_CTL(ctl_, count_, stride_, width_, fields_, layout_, "Linux"),                         \
	SKX_CTR(ctr_, count_, 8, 0, "Linux")
#define SKX_NODE_BANKS                                                                             \
	DESCRIBED_FACT("cpunodeid", 0xc0, 0, ~MASK(0, 3), "Linux"),                                \
	DESCRIBED_FACT("gidnidmap", 0xd4, 0x00fac688, ~MASK(0, 24), "Linux")

#define SKX_HAS (MODEL_HAS_FREEZE | MODEL_HAS_LATENCY | MODEL_HAS_RESET | MODEL_HAS_SUMMARY)
#define SKX_IN_MSRS   .space = SILICON_MSR, .has = MODEL_HAS_MSRS | SKX_HAS
#define SKX_IN_CONFIG .space = SILICON_CONFIG, .has = MODEL_HAS_HEADER | SKX_HAS
#define SKX_BANKS(banks_) .bank = (banks_), .banks = ARRAY_SIZE(banks_)
/* Boxes that can be frozen. A status tells of every overflow, and the global one of those for which ov_en asks. Boxes without
 * a status have noticed only those. */
#define SKX_PMON(banks_, events_, mean_)                                                           \
	.asked_summary = true, SKX_BOX(banks_, events_, mean_)
#define SKX_SILENT_PMON(banks_, events_, mean_)                                                    \
	.asked_only = true, SKX_BOX(banks_, events_, mean_)
#define SKX_BOX(banks_, events_, mean_)                                                            \
	.frozen = PMON_FREEZE, SKX_BANKS(banks_), .events = &(events_), .mean = (mean_)
/* What is for the whole socket. */
#define SKX_GLOBAL_TYPE(banks_)                                                                    \
	{.name = "global", .single = true, .global = true, .keeps_summary = true,                  \
	 .frozen = SKX_FREEZE_ALL, .freezes = SKX_FREEZE_ALL, .thaws = SKX_UNFREEZE_ALL,           \
	 .has = MODEL_HAS_MSRS | MODEL_HAS_FREEZE | MODEL_HAS_LATENCY, SKX_BANKS(banks_),          \
	 .control = model_skx_control}
/* It has no control of its own. */
#define SKX_UBOX_TYPE(banks_, events_)                                                             \
	{.name = "ubox", .single = true, .asked_summary = true,                                    \
	 .has = MODEL_HAS_MSRS | MODEL_HAS_RESET | MODEL_HAS_SUMMARY, SKX_BANKS(banks_),           \
	 .events = &(events_), .mean = model_described_mean}
/* A function that only says something. */
#define SKX_FACTS_TYPE(name_, id_, banks_)                                                         \
	{.name = (name_), .single = true, .space = SILICON_CONFIG, .id = (id_),                    \
	 .has = MODEL_HAS_HEADER, SKX_BANKS(banks_)}

#define SKX_SETTING_ROWS(clock_, dclk_, capid6_most_, dumps_)                                      \
	DESCRIBED_SETTING_ROWS(clock_, DESCRIBED_RUNS, dumps_),                                    \
	[SKX_DCLK]      = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, (dclk_)},                     \
	[SKX_PCLK]      = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, 4000000000, 1000000000},                         \
	[SKX_UPI_CLOCK] = {"clock.upi", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1300000000},                   \
	[SKX_OVERFLOW]  = {"overflow", "freezes told", 0, 0, SKX_FREEZES},                         \
	[SKX_CAPID6]    = {"capid6", NULL, 0, (capid6_most_), 0}

/* What struct model_part has of all of them. */
#define SKX_PART                                                                                   \
	.family = 6, .sockets = MODEL_SOCKETS, .cores = 8,            \
	.any_shape = true, .freezes_unasked = true, .node = model_described_node,                  \
	.rdpmc = model_core_rdpmc, .usual = model_core_usual,     \
	.overflow = model_skx_overflow, .targets = model_core_targets,                             \
	.expire = model_described_expire, .cpuid = model_core_cpuid
/* clang-format on */

extern const struct model_event_list model_skx_ubox_events, model_skx_cha_events, model_skx_iio_events,
	model_skx_irp_events, model_skx_pcu_events, model_skx_imc_events, model_skx_m2m_events, model_skx_upi_events,
	model_skx_m2pcie_events, model_skx_m3upi_events, model_clx_cha_events, model_clx_imc_events,
	model_clx_m2m_events, model_clx_upi_events;
extern const struct model_event_list model_icx_ubox_events, model_icx_cha_events, model_icx_iio_events,
	model_icx_irp_events, model_icx_pcu_events, model_icx_imc_events, model_icx_m2m_events, model_icx_upi_events,
	model_icx_m2pcie_events, model_icx_m3upi_events;

/* What is in the PCU's states of power. */
extern const struct model_choice model_skx_power_states[1];

/* struct model_event's filter: which fields of the CHA's filters act on it. */
enum { SKX_LOOKUP = 1, SKX_TOR, SKX_LINKED };

/* Fields of the CHA's filters; the first is that of described.h's share. */
enum {
	SKX_TID,
	SKX_LINK,
	SKX_STATE,
	SKX_REMOTE,
	SKX_LOCAL,
	SKX_ALL_OPCODES,
	SKX_NEAR,
	SKX_NOT_NEAR,
	SKX_OPCODE0,
	SKX_OPCODE1,
	SKX_C6,
	SKX_NC,
	SKX_ISOC,
	SKX_CHA_FIELDS
};

/* struct model_type's mean. */
void model_skx_mean_cha(const struct model_sight *sight, struct model_meaning *meaning);
void model_skx_mean_pcu(const struct model_sight *sight, struct model_meaning *meaning);

/* struct model_type's control of the global box: to let the socket go ends a freeze that has not come yet, too. */
void model_skx_control(const struct model_write *write);

/* The bits of CHAs where capid6 does not say them: `usual`, if cores have no need of more. */
uint64_t model_skx_capids(const struct model *model, uint64_t usual);

/* struct model_part's functions of these names; `chas`, of which there are as many as the capabilities have bits. */
void model_skx_settle(struct model *model, const struct model_type *chas, unsigned count);

void model_skx_overflow(struct model *model, unsigned socket, uint64_t t);

#endif
