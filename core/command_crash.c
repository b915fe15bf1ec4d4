/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command.h"

#include "lib/memory.h"

/* Not a canonical address, so that any access is a general protection fault. */
#define ADDRESS_NO_ONE_HAS UINT64_C(0x4000000000000000)

/* Each kind has a function of its own, which the report's backtrace must name. */
static void __attribute__((noinline)) crash_by_invalid_opcode(void *context)
{
	(void)context;
	__builtin_trap();
}

static void __attribute__((noinline)) crash_by_bad_address(void *context)
{
	(void)context;
	*(volatile uint8_t *)(uintptr_t)ADDRESS_NO_ONE_HAS;
}

static const struct {
	const char *name;
	hw_work *crash;
} kinds[] = {
	{"ud", crash_by_invalid_opcode},
	{"gp", crash_by_bad_address   },
};

static hw_work *find_kind(const char *name)
{
	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i].name, name))
			return kinds[i].crash;
	return NULL;
}

static void run(struct shell *shell, int argc, char **argv)
{
	struct machine *machine = shell->machine;
	hw_work *crash = argc == 2 || argc == 3 ? find_kind(argv[1]) : NULL;
	uint64_t cpu = machine_bootstrap_cpu(machine);
	enum outcome outcome;

	if (!crash) {
		record_error(shell->output, VERDICT_ERROR, "crash takes one of: ud gp");
		return;
	}
	if (argc == 3 && (!parse_u64(slice_of(argv[2]), &cpu) || cpu >= machine->cpu_count ||
			  !machine->cpus[cpu].usable)) {
		record_error(shell->output, VERDICT_ERROR, "crash: no cpu %s works here", argv[2]);
		return;
	}
	outcome = hw_run_on(machine->hw, (uint32_t)cpu, crash, NULL);
	record_error(shell->output, VERDICT_FAIL, "crash: nothing happened: %s",
		     outcome_name(outcome));
}

const struct command command_crash = {
	.name = "crash",
	.usage = "ud|gp [CPU]",
	.summary = "crash on purpose, to see the report and how a run ends that crashed",
	.details = "ud: an invalid opcode; gp: a general protection fault; on the processor that "
		   "runs\n"
		   "uncork, or on another. On a board all processors stop for good after the "
		   "report; in\n"
		   "QEMU the run ends with the crash status.\n",
	.run = run,
};
