/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for programs that use In-Memory Collection. They see OPAL's calls, writes of LDBAR and the memory that microcode and
 * engines share with the program. No rule applies to a chip, or a core with its threads, that has a fault. */
#ifndef SILICON_RULES_IMC_RULES_H
#define SILICON_RULES_IMC_RULES_H

#include "silicon/faults/imc_faults.h"

struct imc_rules {
	const struct imc_model *imc;
	const struct imc_faults *faults; /* used only to find out whether a box has a fault */
	uint64_t violations;
	/* Last observed content of a chip's control block; and whether OPAL's last call was START. */
	struct {
		uint64_t command, speed, mode;
		bool left_on;
	} chip[IMC_CHIPS];
	bool active[IMC_THREADS]; /* before a call or write */
};

void imc_rules_make(struct imc_rules *rules, const struct imc_model *imc, const struct imc_faults *faults);

/* Check the control blocks, before and after time passes. */
void imc_rules_watch(struct imc_rules *rules);
void imc_rules_watched(struct imc_rules *rules);

/* Check a call, before it is made and after it has returned. */
void imc_rules_before(struct imc_rules *rules, const struct imc_call *call);
void imc_rules_after(struct imc_rules *rules, const struct imc_call *call, int64_t code);

/* Check a write of a thread's LDBAR by the instruction at `from`, before and after it. */
void imc_rules_before_ldbar(struct imc_rules *rules, unsigned thread, uint64_t value, uint64_t from);
void imc_rules_after_ldbar(struct imc_rules *rules);

/* Check a thread that returns to OPAL; and the machine when the program leaves. */
void imc_rules_return(struct imc_rules *rules, unsigned thread);
void imc_rules_leave(struct imc_rules *rules);

#endif
