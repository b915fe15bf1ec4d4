/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes of the kind that Intel calls PMON, as far as all processors that have them agree: a box control that
 * freezes and resets, selects with an enable and a reset bit of their own. Linux, events/intel/uncore_snbep.c;
 * 327043 p.18. */
#ifndef SILICON_MODELS_PMON_H
#define SILICON_MODELS_PMON_H

#include "silicon/models/model.h"

/* Box control. Its first two bits are commands and read 0. */
#define PMON_RESET_CONTROLS BIT(0)
#define PMON_RESET_COUNTERS BIT(1)
#define PMON_FREEZE         BIT(8)
#define PMON_FREEZE_ENABLE  BIT(16)

/* Of an event select: clears its counter, and reads 0. */
#define PMON_RESET          BIT(17)

/* Whether the control of a box has all of the `needed` bits set: by what hardware sees, or by what was
 * `written`. False for a box without one. */
bool model_pmon_frozen(const struct silicon *silicon, unsigned socket, unsigned box, uint64_t needed, bool written);

/* MODEL_TIMER_BOX ran out at `t`: boxes that freeze late do so. */
void model_pmon_expire(struct silicon *silicon, unsigned socket, uint64_t t);

/* A write to a box control: does what its commands say, then keeps the rest and lets the counters go by it.
 * Resetting counters that go on counting breaks a rule; they do if it does not set all bits of `frozen`. */
void model_pmon_write_box(const struct model_write *write, uint64_t frozen);

/* A write to an event select, whose bit `clear`, where it has that, clears the counter. */
void model_pmon_write_select(const struct model_write *write, uint64_t clear);

#endif
