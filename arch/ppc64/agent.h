/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUs other than the first: OPAL starts them, and they sleep until there is work. */
#ifndef ARCH_PPC64_AGENT_H
#define ARCH_PPC64_AGENT_H

#include "arch/ppc64/vectors.h"
#include "core/arena.h"
#include "core/hardware/hw.h"

/* Makes room for `count` CPUs to arrive. Returns false without memory. */
MUST_CHECK bool agent_expect(uint32_t count, struct arena *arena);

/* Asks OPAL to start a CPU whose index and PIR are set; it arrives later, or never. OUTCOME_FAULT: OPAL refuses
 * (*result is the reason). OUTCOME_ABSENT: no memory. */
enum outcome MUST_CHECK agent_start(struct hardware_thread *thread, struct arena *arena, int64_t *result);

/* Waits until a started CPU runs uncork's code, at most until the deadline. */
MUST_CHECK bool agent_arrives(const struct hardware_thread *thread, uint64_t deadline_ns);
#define AGENT_ARRIVAL_NS UINT64_C(20000000000)

/* Gives work to a CPU. Returns false if it has not arrived or is at work. */
MUST_CHECK bool agent_send(struct hardware_thread *thread, hw_work *work, void *context);

/* Waits until the CPU has done its work. Returns false if the work does not end: the CPU is then lost. */
MUST_CHECK bool agent_await(struct hardware_thread *thread);

/* Called on a CPU that was just started (head.S). */
struct arrival;
void processor_started(const struct arrival *arrival) __attribute__((noreturn));

#endif
