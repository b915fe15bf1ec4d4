/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to In-Memory Collection. The rules see OPAL's calls, writes of LDBAR and the memory that
 * microcode and engines share with the program. There are none for a chip, or a core with its threads, that a fault is in. */
#ifndef SILICON_RULES_IMC_RULES_H
#define SILICON_RULES_IMC_RULES_H

#include "silicon/faults/imc_faults.h"

struct imc_rules {
	const struct imc_model *imc;
	const struct imc_faults *faults; /* asked only whether there is a fault in a box */
	uint64_t violations;
	/* What the control block of a chip held when it was last looked at; whether OPAL's last call was START. */
	struct {
		uint64_t command, speed, mode;
		bool left_on;
	} chip[IMC_CHIPS];
	bool active[IMC_THREADS]; /* before a call or write */
};

void imc_rules_make(struct imc_rules *rules, const struct imc_model *imc, const struct imc_faults *faults);

/* Before time passes, and after it: looks at the control blocks. */
void imc_rules_watch(struct imc_rules *rules);
void imc_rules_watched(struct imc_rules *rules);

/* A call, before it is made, and after it was answered. */
void imc_rules_before(struct imc_rules *rules, const struct imc_call *call);
void imc_rules_after(struct imc_rules *rules, const struct imc_call *call, int64_t code);

/* A write of a thread's LDBAR by the instruction at `from`, before and after. */
void imc_rules_before_ldbar(struct imc_rules *rules, unsigned thread, uint64_t value, uint64_t from);
void imc_rules_after_ldbar(struct imc_rules *rules);

/* A thread is given back to OPAL; the program leaves the machine. */
void imc_rules_return(struct imc_rules *rules, unsigned thread);
void imc_rules_leave(struct imc_rules *rules);

#endif
