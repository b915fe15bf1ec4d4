/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines that describe their uncore themselves, in a discovery table: units of one design, wherever their registers are.
 * Registers: the PMON FPGA IP guide 817760, sections 5.4.5 to 5.4.8; Linux 6.12, PCM, LIKWID. What no source says is in
 * scenario.h. */
#ifndef SILICON_MODELS_DESCRIBED_H
#define SILICON_MODELS_DESCRIBED_H

#include "silicon/models/core.h"
#include "silicon/models/pmon.h"

/* Indices of model->setting, behind those of cores. */
enum {
	DESCRIBED_GLOBAL =
		CORE_SETTINGS,  /* what the global control holds at the start: DESCRIBED_RUNS, DESCRIBED_FROZEN */
	DESCRIBED_FREEZE_DELAY, /* ns from an overflow to the freeze */
	DESCRIBED_NODES,        /* DESCRIBED_IDENTITY, DESCRIBED_REVERSED */
	DESCRIBED_WINDOW,       /* DESCRIBED_LOW, DESCRIBED_HIGH */
	DESCRIBED_DECODING, /* DESCRIBED_ON, DESCRIBED_OFF: as firmware leaves it whose operating system has a driver */
	DESCRIBED_SETTINGS
};
enum { DESCRIBED_RUNS, DESCRIBED_FROZEN };
enum { DESCRIBED_IDENTITY, DESCRIBED_REVERSED };
enum { DESCRIBED_LOW, DESCRIBED_HIGH };
enum { DESCRIBED_ON, DESCRIBED_OFF };

/* Unit control: freeze; resets of the selects and of the counters, which read 0. Global control has the freeze alone. */
#define DESCRIBED_FREEZE     BIT(0)
#define DESCRIBED_RESETS_LOW 8
#define DESCRIBED_RESETS     MASK(DESCRIBED_RESETS_LOW, 2)

/* Fields of a select: event and umask, edge, freeze on overflow, invert, threshold; CHA alone: the thread filter. */
#define DESCRIBED_SELECT     (MASK(0, 16) | BIT(18) | BIT(20) | BIT(23) | MASK(24, 8))
#define DESCRIBED_TID        BIT(16)

/* What an extension of the umask is made of. Of units in device memory and of types without a name no program writes it, or nobody
 * knows whether it is there. */
#define DESCRIBED_CHA_MASK   MASK(32, 32)
#define DESCRIBED_WIDE_MASK  MASK(32, 24)
#define DESCRIBED_IIO_MASK   (MASK(32, 4) | MASK(36, 12) | MASK(48, 3))

extern const struct model_layout model_described_layout, model_described_iio_layout, model_described_fixed_layout;

/* clang-format off */
#define DESCRIBED_CONTROL(base_, source_)                                                          \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .base = (base_), .bits = 64,     \
	 .writable = DESCRIBED_FREEZE | DESCRIBED_RESETS,                                          \
	 .zero = ~(DESCRIBED_FREEZE | DESCRIBED_RESETS), .acts = DESCRIBED_RESETS, .source = (source_)}
/* One bit for each counter from bit 0 on; written 1 it is cleared. */
#define DESCRIBED_STATUS(base_, offset_, bits_, count_, source_)                                   \
	{.name = "status", .role = MODEL_STATUS, .count = 1, .base = (base_),                      \
	 .offset = (offset_), .bits = (bits_),                                                     \
	 .writable = MASK(0, count_), .zero = ~MASK(0, count_), .source = (source_)}
/* Bit 17 clears the counter, and reads 0. */
#define DESCRIBED_CTL(base_, offset_, count_, stride_, bits_, fields_, unsure_, layout_, source_)  \
	{.name = "ctl", .role = MODEL_SELECT, .count = (count_), .stride = (stride_),              \
	 .base = (base_), .undocumented = (unsure_),                                               \
	 .numbered = true, .offset = (offset_), .bits = (bits_), .writable = (fields_),            \
	 .zero = ~((fields_) | PMON_RESET), .layout = (layout_), .source = (source_)}
#define DESCRIBED_CTR(base_, offset_, count_, stride_, width_, source_)                            \
	{.name = "ctr", .role = MODEL_COUNTER, .count = (count_), .stride = (stride_),             \
	 .base = (base_),                                                                          \
	 .numbered = true, .offset = (offset_), .bits = 64, .width = (width_),                     \
	 .writable = MASK(0, width_), .source = (source_)}

/* The registers of a unit: status, first select, first counter, of which addresses count from the instance's `base_`. In
 * MSRs; in memory or PCI functions; in memory with selects of 32 bits. */
#define DESCRIBED_MSRS(status_, ctl_, ctr_, count_, width_, fields_, layout_, source_)             \
	DESCRIBED_CONTROL(0, source_), DESCRIBED_STATUS(0, status_, 64, count_, source_),          \
	DESCRIBED_CTL(0, ctl_, count_, 1, 64, fields_, 0, layout_, source_),                       \
	DESCRIBED_CTR(0, ctr_, count_, 1, width_, source_)
#define DESCRIBED_WIDE(base_, status_, ctl_, ctr_, count_, width_, fields_, unsure_, source_)      \
	DESCRIBED_CONTROL(base_, source_), DESCRIBED_STATUS(base_, status_, 32, count_, source_),  \
	DESCRIBED_CTL(base_, ctl_, count_, 8, 64, fields_, unsure_, &model_described_layout, source_), \
	DESCRIBED_CTR(base_, ctr_, count_, 8, width_, source_)
#define DESCRIBED_NARROW(status_, ctl_, ctr_, count_, width_, source_)                             \
	DESCRIBED_CONTROL(0, source_), DESCRIBED_STATUS(0, status_, 32, count_, source_),          \
	DESCRIBED_CTL(0, ctl_, count_, 4, 32, DESCRIBED_SELECT, 0, &model_described_layout, source_), \
	DESCRIBED_CTR(0, ctr_, count_, 8, width_, source_)
/* In memory, and from an offset into a PCI function on. */
#define DESCRIBED_AT_BASE     0
#define DESCRIBED_IN_FUNCTION 1

/* What every type of unit is; `unit_` is its number in the table. */
#define DESCRIBED_HAS                                                                              \
	(MODEL_HAS_FREEZE | MODEL_HAS_LATENCY | MODEL_HAS_RESET | MODEL_HAS_SUMMARY)
#define DESCRIBED_UNIT(unit_, banks_) .unit = 1 + (unit_), DESCRIBED_KIND(banks_)
/* And of one that is not in the table. */
#define DESCRIBED_KIND(banks_)                                                                     \
	.bank = (banks_), .banks = ARRAY_SIZE(banks_),                                             \
	.frozen = DESCRIBED_FREEZE, .resets_low = DESCRIBED_RESETS_LOW, .resets_status = true,     \
	.asked_summary = true, .mean = model_described_mean
#define DESCRIBED_IN_MSRS   .space = SILICON_MSR, .has = DESCRIBED_HAS | MODEL_HAS_MSRS
#define DESCRIBED_IN_MEMORY .space = SILICON_MMIO, .has = DESCRIBED_HAS | MODEL_HAS_MEMORY
#define DESCRIBED_IN_CONFIG .space = SILICON_CONFIG, .has = DESCRIBED_HAS | MODEL_HAS_HEADER

/* The global block: its control, and each of its status registers in a box of its own, the first one in that of the control. */
#define DESCRIBED_GLOBAL_CTL(offset_, source_)                                                     \
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = (offset_),          \
	 .bits = 64, .writable = DESCRIBED_FREEZE, .zero = ~DESCRIBED_FREEZE, .source = (source_)}
#define DESCRIBED_GLOBAL_STATUS(name_, offset_, bits_, source_)                                    \
	{.name = (name_), .role = MODEL_STATUS, .count = 1, .offset = (offset_), .bits = 64,       \
	 .writable = (bits_), .zero = ~(bits_), .source = (source_)}
#define DESCRIBED_GLOBAL_TYPE(banks_)                                                              \
	.global = true, .keeps_summary = true, .frozen = DESCRIBED_FREEZE,                         \
	.has = MODEL_HAS_MSRS | MODEL_HAS_FREEZE | MODEL_HAS_LATENCY,                              \
	.bank = (banks_), .banks = ARRAY_SIZE(banks_)

/* Registers of an IIO that count by themselves: its clock, and what its eight ports bring in and take out. */
#define DESCRIBED_FREE(clock_base_, in_base_, in_, out_, stride_, source_)                         \
	DESCRIBED_TICKER("free_clock", 1, clock_base_, 0, 0, source_),                             \
	DESCRIBED_TICKER("free_in", 8, in_base_, in_, stride_, source_),                           \
	DESCRIBED_TICKER("free_out", 8, in_base_, out_, stride_, source_)
#define DESCRIBED_TICKER(name_, count_, base_, offset_, stride_, source_)                          \
	{.name = (name_), .role = MODEL_TICKER, .count = (count_), .stride = (stride_),            \
	 .numbered = (count_) > 1, .base = (base_), .offset = (offset_), .bits = 64, .width = 48,  \
	 .rate_undocumented = true, .source = (source_)}

/* A dword that can only be read; of `unknown_` bits no source says what they are. */
#define DESCRIBED_FACT(name_, offset_, value_, unknown_, source_)                                  \
	{.name = (name_), .role = MODEL_STORE, .count = 1, .offset = (offset_), .bits = 32,        \
	 .access = MODEL_KEEPS, .reset = (value_), .undocumented = (unknown_), .source = (source_)}

/* Of the function that points to the table. PCI Express: an endpoint of the root complex. Two vendor-specific extended
 * capabilities: telemetry, then the table, at the beginning of what base address register `bar_` says. What the first ones hold, and how
 * many entries the last has, is of no use to who looks for the table; of a processor that nobody knows, none of it, since it need
 * not describe itself (`unknown_`: ~0, else 0). */
#define DESCRIBED_CAPABILITIES(bar_, unknown_)                                                     \
	DESCRIBED_FACT("express_cap", 0x40, 0x00920010, MASK(0, 32), "PCI Express base specification"), \
	DESCRIBED_FACT("other_cap", 0x100, 0x14010023, MASK(0, 20) | (unknown_), "Linux 6.12"),    \
	DESCRIBED_FACT("other_vendor", 0x104, 0x01018086, MASK(0, 32), "Linux 6.12"),              \
	DESCRIBED_FACT("other_entry", 0x108, 0x04010042, MASK(0, 32), "Linux 6.12"),               \
	DESCRIBED_FACT("other_table", 0x10c, 0x00000000, MASK(0, 32), "Linux 6.12"),               \
	DESCRIBED_FACT("pmon_cap", 0x140, 0x00010023, MASK(16, 16) | (unknown_), "Linux 6.12"),    \
	DESCRIBED_FACT("pmon_vendor", 0x144, 0x01018086, MASK(0, 32), "Linux 6.12"),               \
	DESCRIBED_FACT("pmon_entry", 0x148, 0x40010001, MASK(16, 16) | (unknown_), "Linux 6.12"),  \
	DESCRIBED_FACT("pmon_table", 0x14c, (bar_), (unknown_), "Linux 6.12")

#define DESCRIBED_SETTING_ROWS(clock_, global_, dumps_)                                            \
	CORE_SETTING_ROWS(clock_, clock_, dumps_, 2, CORE_LEVEL, CORE_CAPABILITIES_USUAL),                                     \
	[DESCRIBED_GLOBAL]       = {"global", "runs frozen", 0, 0, (global_)},                \
	[DESCRIBED_FREEZE_DELAY] = {"freeze.delay", NULL, 0, 500000, 0},                           \
	[DESCRIBED_NODES]        = {"nodes", "identity reversed", 0, 0, DESCRIBED_IDENTITY},      \
	[DESCRIBED_WINDOW]       = {"window", "low high", 0, 0, DESCRIBED_LOW},                   \
	[DESCRIBED_DECODING]     = {"decoding", "on off", 0, 0, DESCRIBED_ON}
#define DESCRIBED_CHAS_ROW(most_) {"chas", NULL, 0, (most_), 0}
/* clang-format on */

/* Cores are as the architecture has them: what these have beside that no sheet says. */
extern const struct model_type model_described_core;
#define DESCRIBED_CORE_BOXES                           \
	{                                              \
		&model_described_core, 0, {0}, 0, 0, 0 \
	}

/* MSRs of cores, and 0x34, which counts SMIs. */
/* clang-format off */
#define DESCRIBED_CORE_CLAIMS                                                                      \
	{0x034, 0x034}, {0x0c1, 0x0c8}, {0x186, 0x18d}, {0x1a0, 0x1a0}, {0x1a4, 0x1a4},            \
	{0x1d9, 0x1d9}, {0x309, 0x30c}, {0x329, 0x329}, {0x345, 0x345}, {0x38d, 0x392},            \
	{0x4c1, 0x4c8}
/* clang-format on */

/* Of a part by default: the model's own. */
enum { DESCRIBED_CHAS = 12 };

/* struct model_part's settle of one with CHAs: as many as the setting says, or as cores need, and at least DESCRIBED_CHAS. */
void model_described_settle_chas(struct model *model, unsigned setting);
unsigned model_described_chas(const struct model *model, unsigned setting);

/* Where a unit is, and its bit in the global status: in MSRs, in a socket's device memory, in a PCI function on its first bus. */
#define DESCRIBED_AT_MSR(type, n, address, position)                  \
	{                                                             \
		&(type), (n), {(address)}, BIT((position) % 64), 0, 0 \
	}
#define DESCRIBED_AT_MEMORY(type, n, offset, position)        \
	{                                                     \
		&(type), (n), {(offset)}, BIT(position), 0, 0 \
	}
#define DESCRIBED_AT(type, n, device, function, offset, position)                                                    \
	{                                                                                                            \
		&(type), (n), {MODEL_FUNCTION(0, device, function), MODEL_FUNCTION(0, device, function) + (offset)}, \
			BIT(position), 0, 0                                                                          \
	}

/* What struct model_part has of all of them. */
#define DESCRIBED_PART                                                                                        \
	.family = 6, .window = &model_described_window, .sockets = MODEL_SOCKETS, .cores = 8, .buses = 2,     \
	.any_shape = true, .freezes_unasked = true, .bus = model_described_bus, .node = model_described_node, \
	.rdpmc = model_core_rdpmc, .usual = model_core_usual, .overflow = model_described_overflow,           \
	.targets = model_core_targets, .expire = model_described_expire, .cpuid = model_core_cpuid

extern const struct model_window model_described_window;

void model_described_settle(struct model *model);
void model_described_overflow(struct model *model, unsigned socket, uint64_t t);
void model_described_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t);
uint8_t model_described_bus(const struct model *model, unsigned socket, unsigned index);
/* The number of a socket's node, and those of eight sockets, three bits each. */
unsigned model_described_node(const struct model *model, unsigned socket);
uint64_t model_described_nodes(const struct model *model);

/* Puts into the registers of a socket with the node's number and the map of all nodes, cpunodeid and gidnidmap, what they say. */
void model_described_tell_nodes(struct model *model, unsigned socket);

/* The event that a sight's select means: several may have one code, and that is meant which has the umask. */
const struct model_event *model_described_event(const struct model_sight *sight, struct model_meaning *meaning);

/* What a thread that a filter, the first field of the box's type, chooses has of a rate. */
uint64_t model_described_share(const struct model_sight *sight, struct model_meaning *meaning, uint64_t rate);

/* Of struct model_type: events with bits of a umask, of which other bits of the select let a part pass. */
void model_described_mean(const struct model_sight *sight, struct model_meaning *meaning);

/* Events of boxes of which no document says anything: every code but 0 is one. */
extern const struct model_event_list model_described_any_events;

#endif
