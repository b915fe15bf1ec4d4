/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do, stricter than silicon: each rule that is broken is a violation. The rules watch the bus on
 * the software's side of the faults: what software wrote, and what it was answered. They ask the model what a register is,
 * and whether and what a counter counts. In a box that a fault is in, and for the counters that such a box controls, there
 * are no rules: what the program saw there is unknown. */
#ifndef SILICON_RULES_RULES_H
#define SILICON_RULES_RULES_H

#include "silicon/faults/faults.h"

struct rules {
	const struct model *model;
	/* Asked only whether there is a fault in a box, and what registers held at the start. */
	const struct faults *faults;
	void *context;
	void (*violation)(void *context, const char *line); /* may be NULL */
	void (*log)(void *context, const char *line);       /* deviations that are no violation; may be NULL */
	uint64_t violations;
	bool *begun;    /* of counters, during a write: it was counting before */
	bool leave_any; /* the program may leave registers as it likes: nothing uses them after an operating system */
};

/* Starts to watch a machine that has been made, with arrays from `room`. */
void rules_make(struct rules *rules, const struct model *model, const struct faults *faults, struct model_memory *room);

/* An access that faults before it reaches a register, or a write to what is none. */
void rules_stray(struct rules *rules, const struct silicon_access *access, const struct model_target *target,
		 bool write);

/* A read of configuration space that was answered. */
void rules_read(struct rules *rules, const struct silicon_access *access);

/* A write, before it is made, and after it was. */
void rules_before(struct rules *rules, const struct model_write *write);
void rules_after(struct rules *rules, const struct model_write *write);

/* The program leaves: everything must be as it was at the start, unless `leave_any`. What differs in a box with a fault goes to the
 * log. */
void rules_leave(struct rules *rules);

/* ---- between the files of the rules ----------------------------------------------------------------- */

/* A write that breaks a rule. */
void rules_violation(struct rules *rules, const struct model_write *write, const char *rule, ...) PRINTF_LIKE(3, 4);

/* A rule broken by something other than a write. */
void rules_line(struct rules *rules, const char *format, ...) PRINTF_LIKE(2, 3);

/* True if a counter counts and no fault affects that. */
bool rules_counts(const struct rules *rules, unsigned socket, unsigned counter);

/* The overflow bits of a box that software can, should and has not yet cleared. */
uint64_t rules_owed(const struct rules *rules, unsigned socket, unsigned box);

/* Appends the names of what a core's IA32_PERF_GLOBAL_STATUS shows. */
void rules_name_status(struct text *text, uint64_t status);

/* core_rules.c, xeon_7500_rules.c, xeon_e5_2600_rules.c: what a write to a core's registers breaks, to a Xeon 7500's or E7's,
 * and to a Xeon E5-2600 v3's or v4's. */
void rules_of_core(struct rules *rules, const struct model_write *write);
void rules_of_xeon_7500(struct rules *rules, const struct model_write *write);
void rules_of_xeon_e5_2600_v3(struct rules *rules, const struct model_write *write);

#endif
