/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors besides the first: started by OPAL, then asleep until there is work for them. */
#ifndef ARCH_PPC64_AGENT_H
#define ARCH_PPC64_AGENT_H

#include "arch/ppc64/vectors.h"
#include "core/arena.h"
#include "core/hardware/hw.h"

/* Makes room for `count` processors to arrive; false without memory. */
MUST_CHECK bool agent_expect(uint32_t count, struct arena *arena);

/* Asks OPAL to start a processor, whose index and PIR are set; it arrives later, or never. OUTCOME_FAULT if OPAL refuses
 * (*result says why), OUTCOME_ABSENT without memory. */
enum outcome MUST_CHECK agent_start(struct hardware_thread *thread, struct arena *arena, int64_t *result);

/* Waits until a processor that was started runs our code, but not beyond the deadline. */
MUST_CHECK bool agent_arrives(const struct hardware_thread *thread, uint64_t deadline_ns);
#define AGENT_ARRIVAL_NS UINT64_C(20000000000)

/* Gives work to a processor that is here; false if it is not, or is at work. */
MUST_CHECK bool agent_send(struct hardware_thread *thread, hw_work *work, void *context);

/* Waits until the processor has done its work; false if the work does not end: the processor is lost. */
MUST_CHECK bool agent_await(struct hardware_thread *thread);

/* Called on a processor that was just started (head.S). */
struct arrival;
void processor_started(const struct arrival *arrival) __attribute__((noreturn));

#endif
