/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that all boxes share: how registers are read and written by their tables, and when counters run. A part has its own
 * functions only for registers with another meaning. Box controls that Intel calls PMON have bits for freeze and reset: Linux,
 * events/intel/uncore_snbep.c; 327043 p.18. */
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

/* Returns the requested resets of a write to a control, as PMON_RESET_CONTROLS and PMON_RESET_COUNTERS. */
uint64_t model_pmon_resets(const struct model_write *write);

/* Executes a write to any register that is not refused. */
void model_pmon_write(const struct model_write *write);

/* Writes a control: executes its commands, then stores the rest and re-evaluates which counters run. */
void model_pmon_control(const struct model_write *write);

/* Stores `value` in a control and re-evaluates which counters of `box` (MODEL_NONE: all) run; `decode` as in model_refresh(). */
void model_pmon_store(const struct model_write *write, uint64_t value, unsigned box, bool decode);

/* True if a counter is enabled by its select, and not frozen by the control of its box or of the socket. */
bool model_pmon_runs(const struct model *model, unsigned socket, unsigned counter);

/* Freezes the boxes whose delayed freeze is due at `t`, when MODEL_TIMER_BOX ran out. */
void model_pmon_expire(struct model *model, unsigned socket, uint64_t t);

#endif
