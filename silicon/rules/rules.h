/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for programs, stricter than silicon: each broken rule is a violation. The rules watch the bus on the software's side of the
 * faults: the values that software wrote and read. They ask the model for the meaning of a register, and whether and what a counter
 * counts. No rules apply to a box with a fault, nor to the counters that it controls: what the program saw there is unknown. */
#ifndef SILICON_RULES_RULES_H
#define SILICON_RULES_RULES_H

#include "silicon/faults/faults.h"

struct rules {
	const struct model *model;
	/* Used only to find out whether a box has a fault, and the contents of registers at the start. */
	const struct faults *faults;
	void *context;
	void (*violation)(void *context, const char *line); /* may be NULL */
	void (*log)(void *context, const char *line);       /* deviations that are no violation; may be NULL */
	uint64_t violations;
	bool *begun;    /* for each counter, during a write: it was counting before */
	bool leave_any; /* the program may leave registers in any state: after an operating system nothing uses them */
};

/* Starts to watch a machine that has been made, with arrays from `room`. */
void rules_make(struct rules *rules, const struct model *model, const struct faults *faults, struct model_memory *room);

/* Checks an access that faults before it reaches a register, or a write where there is no register. */
void rules_stray(struct rules *rules, const struct silicon_access *access, const struct model_target *target,
		 bool write);

/* Checks a read of configuration space that was answered. */
void rules_read(struct rules *rules, const struct silicon_access *access);

/* Check a write, before and after it is made. */
void rules_before(struct rules *rules, const struct model_write *write);
void rules_after(struct rules *rules, const struct model_write *write);

/* Checks the machine when the program leaves: everything must be as at the start, unless `leave_any`. Differences in a box with a
 * fault go to the log. */
void rules_leave(struct rules *rules);

/* ---- between the files of the rules ----------------------------------------------------------------- */

/* Reports a write that breaks a rule. */
void rules_violation(struct rules *rules, const struct model_write *write, const char *rule, ...) PRINTF_LIKE(3, 4);

/* Reports a rule broken by something other than a write. */
void rules_line(struct rules *rules, const char *format, ...) PRINTF_LIKE(2, 3);

/* True if a counter counts and no fault affects that. */
bool rules_counts(const struct rules *rules, unsigned socket, unsigned counter);

/* The overflow bits of a box that software can, should and has not yet cleared. */
uint64_t rules_owed(const struct rules *rules, unsigned socket, unsigned box);

/* Appends the names of the bits set in a core's IA32_PERF_GLOBAL_STATUS. */
void rules_name_status(struct text *text, uint64_t status);

/* core_rules.c, xeon_7500_rules.c, xeon_e5_2600_rules.c: check a write to the registers of a core, of a Xeon 7500 or E7, and of a
 * Xeon E5-2600 v3 or v4. */
void rules_of_core(struct rules *rules, const struct model_write *write);
void rules_of_xeon_7500(struct rules *rules, const struct model_write *write);
void rules_of_xeon_e5_2600_v3(struct rules *rules, const struct model_write *write);

#endif
