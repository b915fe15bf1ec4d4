/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/bench/support/instructions.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

#define TRAP_FLAG 0x100
#define RIP       16 /* in gregs, whose names glibc gives to its own alone */

static volatile uint64_t steps;
static volatile long long last;

static void count_step(int signal, siginfo_t *info, void *context)
{
	long long at = ((ucontext_t *)context)->uc_mcontext.gregs[RIP];

	(void)signal;
	(void)info;
	steps += at != last;
	last = at;
}

uint64_t instructions_of(void (*run)(void *context), void *context)
{
	struct sigaction action = {.sa_sigaction = count_step, .sa_flags = SA_SIGINFO}, before;

	run(context); /* so that the dynamic linker has nothing left to do */
	sigaction(SIGTRAP, &action, &before);
	steps = 0;
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | TRAP_FLAG);
	run(context);
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~(uint64_t)TRAP_FLAG);
	sigaction(SIGTRAP, &before, NULL);
	return steps;
}
