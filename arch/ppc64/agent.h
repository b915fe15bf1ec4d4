/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors besides the first: started by OPAL, then asleep until there is work for them. */
#ifndef ARCH_PPC64_AGENT_H
#define ARCH_PPC64_AGENT_H

#include "arch/ppc64/vectors.h"
#include "core/arena.h"
#include "core/hardware/hw.h"

/* Has OPAL start a processor, whose index and PIR are set, and waits until it runs our code: OUTCOME_FAULT
 * if OPAL refuses (*result says why), OUTCOME_TIMEOUT if it does not come, OUTCOME_ABSENT without memory. */
enum outcome MUST_CHECK agent_start(struct hardware_thread *thread, struct arena *arena, int64_t *result);

/* Gives work to a processor that is here; false if it is not, or is at work. */
MUST_CHECK bool agent_send(struct hardware_thread *thread, hw_work *work, void *context);

/* Waits until it has done its work; false if it does not come to an end, and is lost. */
MUST_CHECK bool agent_await(struct hardware_thread *thread);

/* Called on a processor that was just started (head.S). */
void processor_started(void) __attribute__((noreturn));

#endif
