/* SPDX-License-Identifier: BSD-2-Clause */
/* The driver of all boxes, by their tables: how registers are read and written, and when counters run. A part has
 * functions of its own only where its registers mean something else. Box controls of the kind that Intel calls PMON
 * freeze and reset: Linux, events/intel/uncore_snbep.c; 327043 p.18. */
#ifndef SILICON_MODELS_PMON_H
#define SILICON_MODELS_PMON_H

#include "silicon/models/model.h"

/* Box control, from the type's `resets_low` on: commands (`acts` of its bank), which read 0. */
#define PMON_RESET_CONTROLS BIT(0)
#define PMON_RESET_COUNTERS BIT(1)
#define PMON_FREEZE         BIT(8)
#define PMON_FREEZE_ENABLE  BIT(16)

/* Of an event select: clears its counter, and reads 0. */
#define PMON_RESET          BIT(17)

/* Which resets, in the bits above, a write to a control asks for. */
uint64_t model_pmon_resets(const struct model_write *write);

/* A write that is not refused, to any register. */
void model_pmon_write(const struct model_write *write);

/* A write to a control: does what its commands say, then keeps the rest and lets the counters go by it. */
void model_pmon_control(const struct model_write *write);

/* Gives a control what was written, if not all of it, and lets the counters of its box, or of all, go by it. */
void model_pmon_store(const struct model_write *write, uint64_t value, unsigned box, bool anew);

/* Whether a counter is enabled by its select, and not frozen by the control of its box or that of the socket. */
bool model_pmon_runs(const struct model *model, unsigned socket, unsigned counter);

/* MODEL_TIMER_BOX ran out at `t`: boxes that freeze late do so. */
void model_pmon_expire(struct model *model, unsigned socket, uint64_t t);

#endif
