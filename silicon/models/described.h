/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines that describe their uncore themselves, in a discovery table: units of one design, at any addresses. Registers: the PMON
 * FPGA IP guide 817760, sections 5.4.5 to 5.4.8; Linux 6.12, PCM, LIKWID. Points that no source states are settings of
 * scenario.h. */
#ifndef SILICON_MODELS_DESCRIBED_H
#define SILICON_MODELS_DESCRIBED_H

#include "silicon/models/core.h"
#include "silicon/models/pmon.h"

/* Indices of model->setting, after those of cores. */
enum {
	DESCRIBED_GLOBAL = CORE_SETTINGS, /* state at the start: DESCRIBED_RUNS, DESCRIBED_FROZEN */
	DESCRIBED_FREEZE_DELAY,           /* ns from an overflow to the freeze */
	DESCRIBED_NODES,                  /* DESCRIBED_IDENTITY, DESCRIBED_REVERSED */
	DESCRIBED_WINDOW,                 /* DESCRIBED_LOW, DESCRIBED_HIGH */
	DESCRIBED_UNNAMED,  /* a bit of the global control that no source mentions and that reads 1; 0: none */
	DESCRIBED_DECODING, /* DESCRIBED_ON; DESCRIBED_OFF: firmware leaves it to the operating system's driver */
	DESCRIBED_SETTINGS
};
enum { DESCRIBED_RUNS, DESCRIBED_FROZEN };
enum { DESCRIBED_IDENTITY, DESCRIBED_REVERSED };
enum { DESCRIBED_LOW, DESCRIBED_HIGH };
enum { DESCRIBED_ON, DESCRIBED_OFF };

#define DESCRIBED_TID BIT(16) /* of a CHA's select: the thread filter */

/* clang-format off */
#define DESCRIBED_SETTING_ROWS(clock_, global_, dumps_, errata_)                                   \
	CORE_SETTING_ROWS(clock_, clock_, dumps_, 2, CORE_LEVEL, CORE_CAPABILITIES_USUAL, (errata_)),                         \
	[DESCRIBED_GLOBAL]       = {"global", "runs frozen", 0, 0, (global_)},                \
	[DESCRIBED_FREEZE_DELAY] = {"freeze.delay", NULL, 0, 500000, 0},                           \
	[DESCRIBED_NODES]        = {"nodes", "identity reversed", 0, 0, DESCRIBED_IDENTITY},      \
	[DESCRIBED_WINDOW]       = {"window", "low high", 0, 0, DESCRIBED_LOW},                   \
	[DESCRIBED_UNNAMED]      = {"global.unnamed", NULL, 0, 63, 0},                            \
	[DESCRIBED_DECODING]     = {"decoding", "on off", 0, 0, DESCRIBED_ON}
#define DESCRIBED_CHAS_ROW(most_) {"chas", NULL, 0, (most_), 0}
/* clang-format on */

/* MSRs of cores. */
/* clang-format off */
#define DESCRIBED_CORE_CLAIMS                                                                      \
	{0x0c1, 0x0c8}, {0x186, 0x18d}, {0x1a0, 0x1a0}, {0x1a4, 0x1a4},            \
	{0x1d9, 0x1d9}, {0x309, 0x30c}, {0x329, 0x329}, {0x345, 0x345}, {0x38d, 0x392},            \
	{0x4c1, 0x4c8}
/* clang-format on */

/* Default number of CHAs, chosen by the model. */
enum { DESCRIBED_CHAS = 12 };

/* Function `settle` of struct model_part for parts with CHAs: their number is the setting's; by default as many as the cores need,
 * and at least DESCRIBED_CHAS. */
void model_described_settle_chas(struct model *model, unsigned setting);
unsigned model_described_chas(const struct model *model, unsigned setting);

extern const struct model_type model_unknown_discovery;
extern const struct model_box model_unknown_boxes[17];

/* Members of struct model_part that are the same for all of them. */
#define DESCRIBED_PART DESCRIBED_PART_ON(2, model_described_bus)
#define DESCRIBED_PART_ON(buses_, bus_)                                                                          \
	.family = 6, .window = &model_described_window, .sockets = MODEL_SOCKETS, .cores = 8, .buses = (buses_), \
	.any_shape = true, .freezes_unasked = true, .bus = (bus_), .node = model_described_node,                 \
	.rdpmc = model_core_rdpmc, .usual = model_core_usual, .overflow = model_described_overflow,              \
	.targets = model_core_targets, .expire = model_described_expire, .cpuid = model_core_cpuid

extern const struct model_window model_described_window;

void model_described_settle(struct model *model);
void model_described_overflow(struct model *model, unsigned socket, uint64_t t);
void model_described_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t);
uint8_t model_described_bus(const struct model *model, unsigned socket, unsigned index);
/* The number of a socket's node; and the numbers for eight sockets, three bits each. */
unsigned model_described_node(const struct model *model, unsigned socket);
uint64_t model_described_nodes(const struct model *model);

/* Sets a socket's registers cpunodeid and gidnidmap, with the node's number and the map of all nodes. */
void model_described_set_nodes(struct model *model, unsigned socket);

/* Returns the event of a sight's select; if several events have its code, the one with its umask. */
const struct model_event *model_described_event(const struct model_sight *sight, struct model_meaning *meaning);

/* Returns the part of `rate` that belongs to the thread chosen by a filter, the first field of the box's type. */
uint64_t model_described_share(const struct model_sight *sight, struct model_meaning *meaning, uint64_t rate);

/* Function `mean` of struct model_type: events with bits of a umask; other bits of the select let only a part of them pass. */
void model_described_mean(const struct model_sight *sight, struct model_meaning *meaning);

/* Events of boxes that no document describes: every code except 0 is an event. */
extern const struct model_event_list model_described_any_events;

#endif
