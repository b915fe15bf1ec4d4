/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers of every thread are set as its interrupts need. */
#include "arch/ppc64/platform.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

static void read_registers(void *context)
{
	platform_state(context);
}

/* Checks the registers of a processor as they are now. */
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

void run_threads(struct check_context *context)
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
