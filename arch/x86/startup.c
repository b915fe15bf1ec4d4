/* SPDX-License-Identifier: BSD-2-Clause */
/* Starting other processors where no firmware does it: Intel SDM vol. 3A, "MP initialization". */
#include "pc/startup.h"

#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"

#define STACK_BYTES 16384

static void (*agent_to_run)(void);

static void run_started(void *argument)
{
	(void)argument;
	agent_to_run();
}

static void stall(uint64_t microseconds)
{
	uint64_t start = cpu_ticks(), ticks = microseconds * (platform.clock.ticks_per_second / 1000000);

	while (cpu_ticks() - start < ticks)
		cpu_pause();
}

static void send_all(uint32_t command, uint64_t stall_us)
{
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++) {
		uint32_t id = platform.described[i].apic_id;

		if (i != platform.bootstrap && apic_reaches(&platform.apic, id))
			apic_send(&platform.apic, id, command);
	}
	stall(stall_us);
}

const char *startup_all(void (*agent)(void))
{
	uint32_t count = platform.machine->cpu_count - 1u;
	struct startup startup = {.function = run_started, .count = count, .stack_bytes = STACK_BYTES};
	void *page = platform.boot.low_page ? platform.boot.low_page(platform.boot.context) : NULL;

	if (!page)
		return "no page below 1 MiB is free";
	startup.stacks = arena_take(platform.machine->arena, count, STACK_BYTES);
	if (!startup.stacks)
		return "no memory for their stacks";
	agent_to_run = agent;
	if (!startup_fill(page, &startup))
		return "the page tables lie above 4 GiB";
	send_all(STARTUP_ICR_INIT, STARTUP_AFTER_INIT_US);
	send_all(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	send_all(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	return NULL;
}
