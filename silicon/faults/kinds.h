/* SPDX-License-Identifier: BSD-2-Clause */
/* The kinds of faults of machines with registers. silicon/scenario.h describes each. */
#ifndef SILICON_FAULTS_KINDS_H
#define SILICON_FAULTS_KINDS_H

#include "silicon/faults/engine.h"
#include "silicon/faults/faults.h"

/* ---- kinds.c ---------------------------------------------------------------------------------------- */

extern const struct fault_table fault_kinds;

/* Function `member` of struct fault_machine. */
uint64_t *fault_member(const struct aim *aim, unsigned *cursor);

/* ---- faults.c ---------------------------------------------------------------------------------------- */

/* True if no register of the box exists. */
bool fault_box_is_absent(const struct model *model, unsigned box);

/* Returns the box of the same type after aim->box (for the last one, the box before it); or, with an argument, as many places after
 * it. MODEL_NONE: none. */
unsigned fault_next_box(const struct aim *aim);

/* ---- bits.c: bits of aim->reg ------------------------------------------------------------------------- */

/* All bits of a box's status: those of its counters, in the global box also those of other boxes, and further ones. */
uint64_t fault_status_bits(const struct aim *aim);

/* Bits that may be 1 in sound silicon when read or written; and those that are always 1, because they are set at the start and not
 * writable. */
uint64_t fault_live_bits(const struct aim *aim);
uint64_t fault_fixed_bits(const struct aim *aim);

/* The register's content at the start, without bits that this machine lacks. */
uint64_t fault_start(const struct aim *aim);

/* Bits of a select that control how its event is counted, and the effect of its overflow: threshold, invert, edges, modes, the PMI.
 * 0 for a core's selects, whose bits are kinds of their own. */
uint64_t fault_deaf_bits(const struct aim *aim);

/* Bits of a select that choose the event and its cases; and those of all selects of aim->box. */
uint64_t fault_select_bits(const struct aim *aim);
uint64_t fault_event_bits(const struct aim *aim);

/* Bits of the field in the counter's select that the kind's `constant` names; 0: there is no such field. */
enum { FIELD_THRESHOLD, FIELD_INVERT, FIELD_EDGE };
uint64_t fault_field_bits(const struct aim *aim);

/* Functions `bits` of struct fault_kind: bits in the list of faults. */
uint64_t fault_listed_stuck0(const struct aim *aim);
uint64_t fault_listed_stuck1(const struct aim *aim);
uint64_t fault_listed_blind(const struct aim *aim);
uint64_t fault_listed_open(const struct aim *aim);

/* ---- judge.c ---------------------------------------------------------------------------------------- */

/* Sets in *fault the source that contradicts it. The facts are in the tables: struct model_bank's and struct model_type's
 * `..._undocumented`. */
void fault_judge(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);

/* Returns flow_documented_bits() of aim->reg; no bits unless it is the first register of its bank. */
struct flow_documented fault_documented_bits(const struct aim *aim);

/* ---- signals.c -------------------------------------------------------------------------------------------- */

/* Makes the faults receive the model's signals. */
void fault_take_signals(struct faults *faults);

#endif
