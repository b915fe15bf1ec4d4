/* SPDX-License-Identifier: BSD-2-Clause */
/* The kinds of faults of machines with boxes of registers. What each does is in silicon/scenario.h. */
#ifndef SILICON_FAULTS_KINDS_H
#define SILICON_FAULTS_KINDS_H

#include "silicon/faults/engine.h"
#include "silicon/faults/faults.h"

/* ---- kinds.c ---------------------------------------------------------------------------------------- */

extern const struct fault_table fault_kinds;

/* As struct fault_machine's `member`. */
uint64_t *fault_member(const struct aim *aim, unsigned *cursor);

/* ---- faults.c ---------------------------------------------------------------------------------------- */

/* True if no register of the box exists. */
bool fault_box_is_absent(const struct model *model, unsigned box);

/* Returns the box after aim->box of its type (before it, if it is the last), or the one that many places on as the fault says; MODEL_NONE. */
unsigned fault_next_box(const struct aim *aim);

/* ---- bits.c: bits of aim->reg ------------------------------------------------------------------------- */

/* The bits that a box's status shows: of its counters, in the global box of other boxes too, and others. */
uint64_t fault_status_bits(const struct aim *aim);

/* Bits that may be 1 in sound silicon, read or written, and those that are always 1: set at the start, and not writable. */
uint64_t fault_live_bits(const struct aim *aim);
uint64_t fault_fixed_bits(const struct aim *aim);

/* Returns the register's content at the start, in the bits that this machine has. */
uint64_t fault_start(const struct aim *aim);

/* Bits of a select that say how its event is counted, and what its overflow does: threshold, invert, edges, modes, the PMI. None of a processor's own, whose counters
 * have kinds for each. */
uint64_t fault_deaf_bits(const struct aim *aim);

/* Bits of a select that say which event, and what of it, is counted; of all selects of aim->box. */
uint64_t fault_select_bits(const struct aim *aim);
uint64_t fault_event_bits(const struct aim *aim);

/* The bits of its select of the field that the kind's `constant` names; none: it has no such field. */
enum { FIELD_THRESHOLD, FIELD_INVERT, FIELD_EDGE };
uint64_t fault_field_bits(const struct aim *aim);

/* The bits that the list of faults has of a kind. */
uint64_t fault_listed_stuck0(const struct aim *aim);
uint64_t fault_listed_stuck1(const struct aim *aim);
uint64_t fault_listed_blind(const struct aim *aim);
uint64_t fault_listed_open(const struct aim *aim);

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
