/* SPDX-License-Identifier: BSD-2-Clause */
/* The kinds of faults of machines with boxes of registers. What each does is in silicon/scenario.h. */
#ifndef SILICON_FAULTS_KINDS_H
#define SILICON_FAULTS_KINDS_H

#include "silicon/faults/engine.h"
#include "silicon/faults/faults.h"

enum { FAULT_KINDS = 89 };
extern const struct fault_kind fault_kinds[FAULT_KINDS];

/* ---- faults.c ---------------------------------------------------------------------------------------- */

/* True if no register of the box exists. */
bool fault_box_is_absent(const struct model *model, unsigned box);

/* Returns the box after aim->box of its type (before it, if it is the last), or the one that many places on as the fault says; MODEL_NONE. */
unsigned fault_next_box(const struct aim *aim);

/* ---- effect.c: why a fault would be none ---------------------------------------------------------- */

/* Bits of a register that may be 1 in sound silicon, read or written. */
uint64_t fault_live_bits(const struct aim *aim);

/* Returns the register's content at the start, in the bits that this machine has. */
uint64_t fault_start(const struct aim *aim);

const char *fault_refuse_stuck1(const struct aim *aim);
const char *fault_refuse_stuck0(const struct aim *aim);
const char *fault_refuse_dropped(const struct aim *aim);
const char *fault_refuse_reset(const struct aim *aim);
const char *fault_refuse_alias(const struct aim *aim);
const char *fault_refuse_rate(const struct aim *aim);
const char *fault_refuse_width(const struct aim *aim);
const char *fault_refuse_silent(const struct aim *aim);
const char *fault_refuse_early(const struct aim *aim);
const char *fault_refuse_flag(const struct aim *aim);
const char *fault_refuse_torn(const struct aim *aim);
const char *fault_refuse_status(const struct aim *aim);
const char *fault_refuse_sticky(const struct aim *aim);
const char *fault_refuse_summary(const struct aim *aim);
const char *fault_refuse_summary_bit(const struct aim *aim);
const char *fault_refuse_clock(const struct aim *aim);
const char *fault_refuse_clocked(const struct aim *aim);
const char *fault_refuse_uncounted(const struct aim *aim);
const char *fault_refuse_deaf(const struct aim *aim);
const char *fault_refuse_summary_clear(const struct aim *aim);
const char *fault_refuse_coupled(const struct aim *aim);
const char *fault_refuse_missed(const struct aim *aim);
const char *fault_refuse_passed_over(const struct aim *aim);
const char *fault_refuse_equal(const struct aim *aim);
const char *fault_refuse_half(const struct aim *aim);
const char *fault_refuse_id(const struct aim *aim);
const char *fault_refuse_core(const struct aim *aim);
const char *fault_refuse_blind(const struct aim *aim);
const char *fault_refuse_open(const struct aim *aim);
const char *fault_refuse_events(const struct aim *aim);
const char *fault_refuse_lines(const struct aim *aim);
const char *fault_refuse_swapped(const struct aim *aim);
const char *fault_refuse_written(const struct aim *aim);
const char *fault_refuse_streamlined(const struct aim *aim);
const char *fault_refuse_lower(const struct aim *aim);
const char *fault_refuse_metrics(const struct aim *aim);
const char *fault_refuse_local(const struct aim *aim);

/* Bits of a select that say how its event is counted, and what its overflow does: threshold, invert, edges, modes, the PMI. None of a processor's own, whose counters
 * have kinds for each. */
uint64_t fault_deaf_bits(const struct aim *aim);

/* Bits of the selects of a box that say which event, and what of it, is counted. */
uint64_t fault_event_bits(const struct aim *aim);

/* The bits of its select of the field that the kind is about; none: it has no such field. */
uint64_t fault_modifier_bits(const struct aim *aim);
const char *fault_refuse_modifier(const struct aim *aim);

/* ---- vary.c: what the list of faults has of a kind ------------------------------------------------------- */

/* For kinds that are no defect: the list has none of them. */
bool fault_vary_unlisted(struct aim *aim, unsigned index);
bool fault_vary_events(struct aim *aim, unsigned index);
bool fault_vary_blind(struct aim *aim, unsigned index);
bool fault_vary_open(struct aim *aim, unsigned index);
bool fault_vary_stuck1(struct aim *aim, unsigned index);
bool fault_vary_stuck0(struct aim *aim, unsigned index);
bool fault_vary_reset(struct aim *aim, unsigned index);
bool fault_vary_alias(struct aim *aim, unsigned index);
bool fault_vary_deaf(struct aim *aim, unsigned index);
bool fault_vary_rate(struct aim *aim, unsigned index);
bool fault_vary_clocked(struct aim *aim, unsigned index);
bool fault_vary_width(struct aim *aim, unsigned index);
bool fault_vary_early(struct aim *aim, unsigned index);
bool fault_vary_flag(struct aim *aim, unsigned index);
bool fault_vary_summary_bit(struct aim *aim, unsigned index);
bool fault_vary_id(struct aim *aim, unsigned index);
bool fault_vary_core(struct aim *aim, unsigned index);

/* ---- judge.c ---------------------------------------------------------------------------------------- */

/* Sets in *fault the source that contradicts it. The facts are in the tables: struct model_bank's and struct model_type's
 * `..._undocumented`. */
void fault_judge(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);

/* Returns the facts of documents about lines by the bits of aim->reg; none unless it is the first of its bank. */
struct flow_told fault_told_of(const struct aim *aim);

/* ---- signals.c -------------------------------------------------------------------------------------------- */

/* Takes over the signals of the model. */
void fault_take_signals(struct faults *faults);

#endif
