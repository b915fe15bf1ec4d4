/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts other CPUs if no firmware does: Intel SDM vol. 3A, "MP initialization". */
#include "pc/startup.h"

#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"

static void run_started(void *agent)
{
	((void (*)(void))agent)();
}

void startup_call_on(uint8_t *top, void (*function)(void))
{
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
			 "movq %0, %%rsp\n\t"
			 "callq *%1\n\t"
			 "movq %%rbx, %%rsp"
			 : "+r"(top), "+r"(function)
			 :
			 : "rbx", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
}

static void send_all(uint32_t command, uint64_t stall_us)
{
	uint64_t start, ticks = stall_us * (platform.clock.ticks_per_second / 1000000);

	for (uint32_t i = 0; i < platform.machine->cpu_count; i++) {
		uint32_t id = platform.described[i].apic_id;

		if (i != platform.bootstrap && !platform.described[i].left_alone && apic_reaches(&platform.apic, id))
			apic_send(&platform.apic, id, command);
	}
	start = cpu_ticks();
	while (cpu_ticks() - start < ticks)
		cpu_pause();
}

const char *startup_all(void (*agent)(void), uint8_t *stacks)
{
	uint32_t count = platform.machine->cpu_count - 1u;
	struct startup startup = {.function = run_started,
				  .argument = (void *)agent,
				  .stacks = stacks,
				  .count = count,
				  .stack_bytes = STACK_BYTES};
	void *page =
		(void *)platform.boot.take_memory(platform.boot.context, STARTUP_FROM, STARTUP_END - 1, STARTUP_BYTES);

	if (!page)
		return "no memory below 640 KiB is free";
	startup_fill(page, &startup);
	send_all(STARTUP_ICR_INIT, STARTUP_AFTER_INIT_US);
	send_all(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	send_all(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	return NULL;
}
