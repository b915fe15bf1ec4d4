/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"
#include "core/session/sample.h"

#include "lib/memory.h"

/* Not canonical, so any access is a general protection fault. */
#define ADDRESS_NO_ONE_HAS UINT64_C(0x4000000000000000)

/* Each kind of crash has its own function, whose name must be in the report's backtrace. */
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

/* Moves the stack pointer away, so that there is no room for an exception's frame. */
static void __attribute__((noinline)) crash_by_lost_stack(void *context)
{
	volatile uint8_t *far = __builtin_alloca(ADDRESS_NO_ONE_HAS);

	(void)context;
	*far = 0;
}

/* Not a crash: tests how the other CPUs handle one that does not answer. */
static void __attribute__((noinline)) hang(void *context)
{
	static volatile bool for_ever = true;

	(void)context;
	while (for_ever)
		;
}

static const struct {
	const char *name;
	hw_work *crash;
} kinds[] = {
	{"ud", crash_by_invalid_opcode},
	{"gp", crash_by_bad_address},
	{"stack", crash_by_lost_stack},
	{"hang", hang},
};

/* ---- in the handler of a PMI ------------------------------------------------------------------------------ */

static enum outcome (*open_as_before)(struct hw *hw, const struct window *window);

static void crash_in_handler(void *context, const struct pmi *pmi)
{
	(void)pmi;
	crash_by_invalid_opcode(context);
}

/* Replaces struct hw's window_open: a sampler's window gets a handler that crashes. */
static enum outcome open_with_trap(struct hw *hw, const struct window *window)
{
	struct window trapped = *window;

	if (window->handler == sampler_pmi)
		trapped.handler = crash_in_handler;
	return open_as_before(hw, &trapped);
}

/* ---- directly --------------------------------------------------------------------------------------------- */

static void run_crash(struct shell *shell, int argc, char **argv)
{
	const struct machine *machine = shell->machine;
	struct hw *hw = shell->machine->hw;
	uint64_t cpu = machine_bootstrap_cpu(machine);
	hw_work *crash = NULL;
	enum outcome outcome;

	for (unsigned i = 0; (argc == 2 || argc == 3) && i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i].name, argv[1]))
			crash = kinds[i].crash;
	if (!crash) {
		record_error(shell->output, VERDICT_ERROR, "crash takes one of: ud gp stack hang");
		return;
	}
	if (crash == crash_by_invalid_opcode && argc == 3 && !strcmp(argv[2], "pmi")) {
		if (hw->window_open != open_with_trap)
			open_as_before = hw->window_open;
		hw->window_open = open_with_trap;
		record_note(shell->output, "crash: the next PMI's handler will crash");
		return;
	}
	if (argc == 3 &&
	    (!parse_u64(slice_of(argv[2]), &cpu) || cpu >= machine->cpu_count || !machine->cpus[cpu].usable)) {
		record_error(shell->output, VERDICT_ERROR, "crash: there is no cpu %s, or it does not answer", argv[2]);
		return;
	}
	if (crash == hang && machine->cpus[cpu].bootstrap) {
		record_error(shell->output, VERDICT_ERROR, "crash: hang needs a CPU other than %u, which runs uncork",
			     (unsigned)cpu);
		return;
	}
	outcome = hw_run_on(hw, (uint32_t)cpu, crash, NULL);
	record_error(shell->output, VERDICT_FAIL, "crash: cpu %u goes on: %s", (unsigned)cpu, outcome_name(outcome));
}

const struct command command_crash = {
	.name = "crash",
	.usage = "ud|gp|stack|hang [CPU] | ud pmi",
	.summary = "crash on purpose, to see the report and how such a run ends",
	.details = "ud      an invalid opcode, on the CPU that runs uncork or on the CPU given\n"
		   "gp      a general protection fault\n"
		   "stack   a fault without a usable stack (x86)\n"
		   "ud pmi  an invalid opcode in the handler of the next PMI that `record` takes\n"
		   "hang    another CPU stops answering; uncork continues without it\n"
		   "After the report of a crash all CPUs of a board stop; QEMU exits with the crash status.\n",
	.run = run_crash,
};
