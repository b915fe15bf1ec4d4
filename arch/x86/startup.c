/* SPDX-License-Identifier: BSD-2-Clause */
/* Starting other processors where no firmware does it: Intel SDM vol. 3A, "MP initialization". */
#include "pc/startup.h"

#include "arch/x86/cpu.h"
#include "arch/x86/mapping.h"
#include "arch/x86/platform.h"
#include "lib/text.h"

static void (*agent_to_run)(void);

static void run_started(void *argument)
{
	(void)argument;
	agent_to_run();
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

		if (i != platform.bootstrap && !platform.described[i].left_alone && apic_reaches(&platform.apic, id))
			apic_send(&platform.apic, id, command);
	}
	stall(stall_us);
}

/* Processors begin with the root of the processor that fills the page, and load it with 32 bits. Ours may be above 4 GiB, and is for
 * them to load when they have come. */
static const char *fill_page(void *page, const struct startup *startup)
{
	uint64_t *root = &platform.cpus[platform.bootstrap].their_root;
	const char *wrong;

	mapping_leave(*root);
	wrong = startup_fill(page, startup);
	*root = mapping_enter();
	return wrong;
}

const char *startup_all(void (*agent)(void), uint8_t *stacks)
{
	uint32_t count = platform.machine->cpu_count - 1u;
	struct startup startup = {
		.function = run_started, .stacks = stacks, .count = count, .stack_bytes = STACK_BYTES};
	static char bytes[80];
	struct text why = TEXT_OVER(bytes);
	const char *wrong;
	void *page = platform.boot.low_page ? platform.boot.low_page(platform.boot.context) : NULL;

	if (!page)
		return "no page below 1 MiB is free";
	agent_to_run = agent;
	wrong = fill_page(page, &startup);
	if (wrong) {
		if (platform.boot.give_low_page)
			platform.boot.give_low_page(platform.boot.context, page);
		text_format(&why, "the page below 1 MiB %s", wrong);
		return bytes;
	}
	send_all(STARTUP_ICR_INIT, STARTUP_AFTER_INIT_US);
	send_all(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	send_all(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	return NULL;
}
