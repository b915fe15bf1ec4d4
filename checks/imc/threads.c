/* SPDX-License-Identifier: BSD-2-Clause */
/* Every thread has in its registers what its interrupts need. */
#include "arch/ppc64/platform.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

static void read_registers(void *context)
{
	platform_state(context);
}

/* The registers of a processor as they are now. */
static void check_registers(struct check_context *context, uint32_t cpu)
{
	struct thread_state state = {.known = false};
	char bytes[256];
	struct text complaint = TEXT_OVER(bytes);

	if (hw_run_on(context->machine->hw, cpu, read_registers, &state) != OUTCOME_OK)
		check_fail(context, "cpu %u does not answer", cpu);
	platform_complain(&state, cpu, &complaint);
	if (complaint.length)
		check_fail(context, "cpu %u: %s", cpu, bytes);
}

static void run_threads(struct check_context *context)
{
	const struct machine *machine = context->machine;
	unsigned seen = 0;

	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		if (!machine->cpus[i].usable)
			continue;
		check_registers(context, i);
		seen++;
	}
	check_pass(context, "%u threads report machine checks, and take their interrupts little-endian", seen);
}

const struct check check_threads = {
	.name = "threads-set",
	.title = "every thread has in its registers what its interrupts need",
	.about = "Reads MSR, HID0, LPCR, HSPRG0 and PIR on each thread. They were set when the\n"
		 "thread came. One that is otherwise was changed by firmware or does not\n"
		 "hold: a machine check would stop the machine without a report, or an\n"
		 "interrupt end astray. `info -v` shows what each thread read back first.",
	.fact = "Power ISA 3.0B, book III: MSR, LPCR, HSPRG0, PIR; skiboot: HILE in HID0",
	.scope = CHECK_OF_MACHINE,
	.run = run_threads,
};
