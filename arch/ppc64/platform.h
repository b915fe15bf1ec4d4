/* SPDX-License-Identifier: BSD-2-Clause */
/* State shared by start-up, struct hw and crashes. There is one machine. */
#ifndef ARCH_PPC64_PLATFORM_H
#define ARCH_PPC64_PLATFORM_H

#include "arch/ppc64/tree.h"
#include "arch/ppc64/vectors.h"
#include "core/hardware/machine.h"

#define PLATFORM_RANGES 64

struct platform {
	struct hw hw; /* first, so that a struct hw can be turned back into this */
	struct machine *machine;
	const void *tree;
	struct hardware_thread *threads; /* one per entry of machine.cpus */
	uint32_t bootstrap;              /* index into machine.cpus */
	struct warnings warnings;
	struct range memory[PLATFORM_RANGES]; /* ranges that may be accessed as memory */
	unsigned memory_count;
	uint32_t *chips; /* chip number of each socket */
	bool window_open;
};

extern struct platform platform;

/* Processor version register, from `machine`. */
static inline uint32_t platform_pvr(const struct machine *machine)
{
	return (uint32_t)machine->family << 16 | machine->model;
}

/* Operations of struct hw (hw.c). */
extern const struct hw platform_operations;

/* Adds a range that SPACE_MEMORY may reach. */
void platform_add_memory(const struct range *range);

/* Reads the tree, starts the CPUs and fills in `machine`, except its boxes; its arena must be set. Damaged or missing
 * data are listed in machine->warnings. Returns false only if the arena is full. */
MUST_CHECK bool platform_start(struct machine *machine, const void *tree);

/* Reads the registers of the executing CPU. */
void platform_state(struct thread_state *state);

/* Appends the errors in a CPU's registers; nothing if there are none. */
void platform_complain(const struct thread_state *state, uint32_t cpu, struct text *complaint);

/* Sets the decrementer of the executing CPU. */
void platform_tick_in(uint32_t ticks);

/* Interrupts of a CPU since start-up, by kind. */
struct interrupt_count {
	uint64_t ticks, doorbells, others;
	uint32_t last_other; /* vector of the latest of the others */
	uint32_t maintained; /* hypervisor maintenance: not part of any work, and not in the other numbers */
};
struct interrupt_count platform_interrupts(uint32_t cpu);

#endif
