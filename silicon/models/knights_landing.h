/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of the Knights Landing (06_57) model. */
#ifndef SILICON_MODELS_KNIGHTS_LANDING_H
#define SILICON_MODELS_KNIGHTS_LANDING_H

#include "silicon/models/model.h"

/* Indices of silicon->setting. */
enum {
	SET_CORE_CLOCK,
	SET_REFERENCE_CLOCK,
	SET_DCLK,
	SET_ECLK,
	SET_COUNTERS,
	SET_WIDTH,
	SET_CAPABILITIES,
	SET_THREADS,
	SET_USER,
	SET_ICOUNT,
	SET_LATENCY,
	SET_LATENCY_STEP,
	SET_RESERVED,
	SET_FREEZE,
	SET_CHAS,
	SET_BUS,
	SET_IRP_BUS,
	KNL_SETTINGS
};

/* Values of some. */
enum { ICOUNT_OFF };
enum { RESERVED_FAULTS, RESERVED_IGNORED };
enum { FREEZE_NEEDS_ENABLE, FREEZE_NEEDS_NOTHING };

/* Banks of the box of a core. */
enum {
	KNL_CTL,
	KNL_FIXED_CTL,
	KNL_CTR,
	KNL_FIXED_CTR,
	KNL_FULL,
	KNL_GLOBAL_CTL,
	KNL_STATUS,
	KNL_OVF_CTL,
	KNL_RSP0,
	KNL_RSP1,
	KNL_DEBUGCTL,
	KNL_MISC_ENABLE,
	KNL_CAPABILITIES,
	KNL_PEBS_ENABLE,
	KNL_DS_AREA,
	KNL_CORE_BANKS
};

/* Generic counters have numbers from 0 in the box of a core, fixed ones these. */
enum { KNL_GENERIC = 4, KNL_FIRST_FIXED = KNL_GENERIC, KNL_FIXED = 3 };

/* IA32_PERFEVTSELx: SDM volume 3, architectural performance monitoring version 3. */
#define KNL_SELECT_USR            BIT(16)
#define KNL_SELECT_OS             BIT(17)
#define KNL_SELECT_PC             BIT(19)
#define KNL_SELECT_ANY            BIT(21)
#define KNL_SELECT_EN             BIT(22)

/* IA32_FIXED_CTR_CTRL: four bits for each counter. */
#define KNL_FIXED_FIELD(value, n) ((unsigned)((value) >> 4 * (n)&0xf))
#define KNL_FIXED_OS              1u
#define KNL_FIXED_USR             2u
#define KNL_FIXED_ANY             4u

/* IA32_DEBUGCTL. */
#define KNL_DEBUGCTL_LBR          BIT(0)
#define KNL_DEBUGCTL_FREEZE_LBRS  BIT(11)
#define KNL_DEBUGCTL_FREEZE       BIT(12)
#define KNL_DEBUGCTL_SMM          BIT(14)

/* IA32_PERF_CAPABILITIES. */
#define KNL_CAPABILITY_SMM        BIT(12)
#define KNL_CAPABILITY_FULL_WIDTH BIT(13)

/* MSR_OFFCORE_RSP_n: the bits that Linux lets through. */
#define KNL_RSP0_BITS             UINT64_C(0x799ffbb6e7)
#define KNL_RSP1_BITS             UINT64_C(0x399ffbffe7)

/* Box control of the uncore, and the bits of its event selects that do something when written 1. */
#define KNL_BOX_RESET_CONTROLS    BIT(0)
#define KNL_BOX_RESET_COUNTERS    BIT(1)
#define KNL_BOX_FREEZE            BIT(8)
#define KNL_BOX_FREEZE_ENABLE     BIT(16)
#define KNL_UNCORE_RESET          BIT(17)
#define KNL_UNCORE_THREAD         BIT(19)

/* Global control of the uncore, as LIKWID uses it. */
#define KNL_UNCORE_FREEZE_ALL     BIT(63)
#define KNL_UNCORE_UNFREEZE_ALL   BIT(61)

enum {
	KNL_CORES = MODEL_CORES,
	KNL_CHAS = 38,
	KNL_BOXES = KNL_CORES + KNL_CHAS + 29,
};
extern const struct model_box model_knl_boxes[KNL_BOXES];
extern const struct model_type model_knl_core, model_knl_cha;

/* Whether a counter is one of a core. */
static inline bool model_knl_in_core(const struct silicon *silicon, unsigned counter)
{
	return silicon->part->box[silicon->counter[counter].box].type->per_core;
}

/* ---- what counters count -------------------------------------------------------------------------- */

/* Drivers. */
void model_knl_mean_core(const struct model_sight *sight, struct model_meaning *meaning);
void model_knl_mean_uncore(const struct model_sight *sight, struct model_meaning *meaning);
void model_knl_mean_cha(const struct model_sight *sight, struct model_meaning *meaning);

/* The event of the 16 bits, code and umask, that a select names: one of that umask alone, or one of that
 * code, whose sub-events `split` then selects. NULL with a reason in `meaning`: there is none. */
const struct model_event *model_knl_find(const struct model_sight *sight,
					 struct model_meaning *meaning, struct model_sight *split);

/* OFFCORE_RESPONSE_n by MSR_OFFCORE_RSP_n, of `threads` cores from `first` on. */
void model_knl_add_offcore(const struct model_sight *sight, struct model_meaning *meaning,
			   unsigned first, unsigned threads);

/* The names of what it chooses from. */
enum { KNL_OFFCORE_CHOICES = 2 };
extern const struct model_choice model_knl_offcore_choices[KNL_OFFCORE_CHOICES];

/* ---- rules --------------------------------------------------------------------------------------- */

/* Whether a write faults, and what it breaks. */
bool model_knl_refuses(const struct model_write *write);

/* Writes to a fixed counters' control, a counter, the global and overflow controls of a core: what they
 * break. */
void model_knl_check_fixed(const struct model_write *write);
void model_knl_check_counter(const struct model_write *write);
void model_knl_check_begin(const struct model_write *write);
void model_knl_check_clear(const struct model_write *write);

/* A write to a box control of the uncore. */
void model_knl_check_box(const struct model_write *write);

#endif
