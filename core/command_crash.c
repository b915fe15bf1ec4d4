/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command.h"

#include "lib/memory.h"

/* Not a canonical address, so that any access is a general protection fault. */
#define ADDRESS_NO_ONE_HAS UINT64_C(0x4000000000000000)

/* Each kind has a function of its own, which the report's backtrace must name. */
static void __attribute__((noinline)) crash_by_invalid_opcode(void)
{
	__builtin_trap();
}

static void __attribute__((noinline)) crash_by_bad_address(void)
{
	*(volatile uint8_t *)(uintptr_t)ADDRESS_NO_ONE_HAS;
}

static const struct {
	const char *name;
	void (*crash)(void);
} kinds[] = {
	{"ud", crash_by_invalid_opcode},
	{"gp", crash_by_bad_address   },
};

static void run(struct shell *shell, int argc, char **argv)
{
	for (unsigned i = 0; argc == 2 && i < ARRAY_SIZE(kinds); i++) {
		if (strcmp(kinds[i].name, argv[1]))
			continue;
		kinds[i].crash();
		record_error(shell->output, VERDICT_FAIL, "crash: nothing happened");
		return;
	}
	record_error(shell->output, VERDICT_ERROR, "crash takes one of: ud gp");
}

const struct command command_crash = {
	.name = "crash",
	.usage = "ud|gp",
	.summary = "crash on purpose, to see the report and how a run ends that crashed",
	.details =
		"ud: an invalid opcode; gp: a general protection fault. On a board the processor\n"
		"stops for good after the report; in QEMU the run ends with the crash status.\n",
	.run = run,
};
