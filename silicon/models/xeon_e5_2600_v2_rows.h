/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of the tables of boxes whose overflows are told: the Xeon E5-2600 v2 and its successors. A file that includes this
 * has a macro BOX_CTL(offset_, source_) for the row of a box's control, and the layouts long_layout and clock_layout. */
#ifndef SILICON_MODELS_XEON_E5_2600_V2_ROWS_H
#define SILICON_MODELS_XEON_E5_2600_V2_ROWS_H

#include "silicon/models/xeon_e5_2600_v2.h"

/* clang-format off */
/* Of selects, with thresholds of so many bits, and the bits that invert and have overflows told, if there are such. */
#define SELECT(bits_, invert_, told_)                                                              \
	{                                                                                          \
		.enable = 22, .pmi = (told_), .edge = 18, .invert = (invert_), .event_bits = 16,        \
		.umask_low = MODEL_NO_BIT, .threshold_low = 24, .threshold_bits = (bits_),         \
		.reset_tally = MODEL_NO_BIT, .mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT,       \
		.clears = PMON_RESET, .more = E5_OCC_INVERT | E5_OCC_EDGE                          \
	}
#define SELECT_OF_CLOCK                                                                            \
	{                                                                                          \
		.enable = 22, .pmi = 20, .edge = MODEL_NO_BIT, .invert = MODEL_NO_BIT,             \
		.umask_low = MODEL_NO_BIT, .threshold_low = MODEL_NO_BIT,                          \
		.reset_tally = MODEL_NO_BIT, .mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT,       \
		.clock = true, .clears = E5_CLEAR_FIXED                                            \
	}

/* Fields of selects: event and umask, edge_det, ov_en, en; thresholds of 8 and 5 bits. */
#define COMMON   (MASK(0, 16) | BIT(18) | V2_SELECT_OVERFLOWS | BIT(22))
#define SHORT    MASK(24, 5)
#define LONG     MASK(24, 8)
#define RESETS   (PMON_RESET_COUNTERS | PMON_RESET_CONTROLS)

/* Software clears what it writes 1 to. */
#define STATUS(name_, offset_, bits_, source_)                                                     \
	{.name = name_, .role = MODEL_STATUS, .count = 1, .offset = (offset_), .bits = 32,         \
	 .writable = MASK(0, bits_), .zero = ~MASK(0, bits_), .undocumented = ~MASK(0, bits_), \
	 .source = (source_)}
/* `commands_` do something when written 1, and are not kept. */
#define CTL(offset_, count_, stride_, bits_, commands_, layout_, source_)                          \
	{.name = "ctl", .role = MODEL_SELECT, .count = (count_), .stride = (stride_),              \
	 .numbered = true, .offset = (offset_), .bits = 32, .writable = (bits_),                   \
	 .zero = ~((bits_) | (commands_)), .layout = (layout_), .source = (source_)}
/* `bit_` of the box's status is the first one's. What is written beyond a counter's width is lost. */
#define CTR(offset_, count_, stride_, width_, bit_, source_)                                       \
	{.name = "ctr", .role = MODEL_COUNTER, .count = (count_), .stride = (stride_),             \
	 .numbered = true, .offset = (offset_), .bits = 64, .bit = (bit_),                         \
	 .width = (width_), .writable = MASK(0, width_), .source = (source_)}
#define FIXED_CTL(offset_, number_, commands_, source_)                                            \
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = (offset_), .bits = 32,   \
	 .number = (number_), .writable = BIT(22) | V2_SELECT_OVERFLOWS,                           \
	 .zero = ~(BIT(22) | V2_SELECT_OVERFLOWS | (commands_)), .layout = &clock_layout,          \
	 .source = (source_)}
/* Bit 0 of the box's status. */
#define FIXED_CTR(offset_, number_, summary_, source_)                                             \
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .offset = (offset_), .bits = 64,  \
	 .number = (number_), .width = 48, .writable = MASK(0, 48), .summary = (summary_),         \
	 .source = (source_)}
#define COMPARED(name_, offset_, bits_, compared_, source_)                                        \
	{.name = name_, .role = MODEL_COMPANION, .count = 1, .offset = (offset_), .bits = 32,      \
	 .writable = (bits_), .zero = ~(bits_), .compared = (compared_), .source = (source_)}
#define FILTER(name_, offset_, bits_, source_) COMPARED(name_, offset_, bits_, 0, source_)
#define PAIR(name_, offset_)                                                                       \
	FILTER(name_ "0", offset_, UINT64_C(0x8003fff8), "LIKWID"),                                \
	FILTER(name_ "1", (offset_) + 4, UINT64_C(0x000f000f), "LIKWID")

/* The PMON block of a PCI function, whose fixed counter, if it has one, is before the others in its status. */
#define BLOCK(count_, width_, fixed_, select_, commands_, source_)                                 \
	BOX_CTL(0xf4, source_), STATUS("status", 0xf8, (count_) + (fixed_), source_),              \
	CTL(0xd8, count_, 4, select_, commands_, &long_layout, source_),                           \
	CTR(0xa0, count_, 8, width_, fixed_, source_)

#define BOX_HAS (MODEL_HAS_FREEZE | MODEL_HAS_LATENCY | MODEL_HAS_RESET | MODEL_HAS_SUMMARY)
#define MSR_HAS (MODEL_HAS_MSRS | BOX_HAS | MODEL_HAS_FILTER)
#define PCI_HAS (MODEL_HAS_HEADER | BOX_HAS)
#define DEVICE(id_) .space = SILICON_CONFIG, .id = (id_)
#define DEVICES(ids_) .space = SILICON_CONFIG, .ids = (ids_)
#define BANKS(banks_) .bank = banks_, .banks = ARRAY_SIZE(banks_)
/* Of boxes that overflow and freeze by these bits of their control. */
#define PMON(banks_, events_, mean_, frozen_)                                                      \
	.asked_only = true, .frozen = (frozen_), BANKS(banks_), .events = &(events_), .mean = (mean_)

/* Where boxes are: a function's device and function in decimal, as documents have them; bits of the global status. */
#define AT(type_, n_, device_, function_, summary_)                                                \
	{&(type_), (n_), {MODEL_FUNCTION(0, device_, function_)}, (summary_), 0, 0}
/* clang-format on */

#endif
