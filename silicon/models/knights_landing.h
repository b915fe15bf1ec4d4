/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the Knights Landing (06_57) model. */
#ifndef SILICON_MODELS_KNIGHTS_LANDING_H
#define SILICON_MODELS_KNIGHTS_LANDING_H

#include "silicon/models/core.h"
#include "silicon/models/pmon.h"

/* Indices of model->setting, after those of the core. */
enum {
	SET_DCLK = CORE_SETTINGS,
	SET_ECLK,
	SET_LATENCY,
	SET_LATENCY_STEP,
	SET_RESERVED,
	SET_FREEZE,
	SET_CHAS,
	SET_MCDRAM, /* 1: a cache of DDR */
	SET_BUS,
	SET_IRP_BUS,
	KNL_SETTINGS
};

/* Values of some settings. */
enum { RESERVED_REFUSED, RESERVED_IGNORED };
enum { FREEZE_NEEDS_ENABLE, FREEZE_NEEDS_NOTHING };

/* Banks of the box of a core after those of the architecture. */
enum { KNL_RSP0 = CORE_BANKS, KNL_RSP1, KNL_PEBS_ENABLE, KNL_DS_AREA };

/* Banks of a CHA. */
enum { KNL_CHA_FILTER0 = 3, KNL_CHA_FILTER1 };

/* struct model_event's filter of a CHA's events. */
enum { KNL_LOOKUP = 1, KNL_TOR };

/* Bit of an uncore event select: count only the thread that a filter selects. */
#define KNL_UNCORE_THREAD BIT(19)

enum {
	KNL_CORES = 76,      /* maximum, two in each tile */
	KNL_PROCESSORS = 64, /* default, one thread each */
	KNL_CHAS = 38,
	KNL_BOXES = 1 + KNL_CHAS + 29,
};
extern const struct model_box model_knl_boxes[KNL_BOXES];

/* ---- what counters count -------------------------------------------------------------------------- */

/* Functions `mean` of struct model_type. */
void model_knl_mean_core(const struct model_sight *sight, struct model_meaning *meaning);
void model_knl_mean_uncore(const struct model_sight *sight, struct model_meaning *meaning);
void model_knl_mean_unlisted(const struct model_sight *sight, struct model_meaning *meaning);
void model_knl_mean_cha(const struct model_sight *sight, struct model_meaning *meaning);

/* Adds OFFCORE_RESPONSE_n, as MSR_OFFCORE_RSP_n selects, of `threads` cores from `first` on. */
model_core_adder model_knl_add_offcore;

#endif
