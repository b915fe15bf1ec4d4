/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/session/synchronized.h"

#define LOOKS 1000000 /* at a clock that may not advance */

/* Starts at the common moment; if that is over, at once. */
static void synchronized_step(void *context)
{
	struct synchronized *moment = context;
	struct hw *hw = moment->session->machine->hw;
	uint64_t before = hw->now_ns(hw);

	for (unsigned i = 0; i < LOOKS && before < moment->at_ns; i++)
		before = hw->now_ns(hw);
	moment->good = session_run(moment->session, moment->program);
	moment->took_ns = (moment->session->ended_ns ? moment->session->ended_ns : hw->now_ns(hw)) - before;
	moment->when_ns = before + moment->took_ns / 2;
}

/* The CPU that runs the program. HW_NO_CPU: the calling CPU, even if it is on another socket. */
static uint32_t cpu_of(const struct synchronized *moment)
{
	const struct program *program = moment->program;
	struct hw *hw = moment->session->machine->hw;

	/* Only the bootstrap processor may distribute registers of several CPUs. */
	for (unsigned i = 1; i < program->count; i++)
		if (program->operations[i].where.cpu != program->operations[0].where.cpu)
			return HW_NO_CPU;
	return hw->cpu_of_socket(hw, session_socket(moment->session));
}

static bool await(struct synchronized *moment)
{
	struct hw *hw = moment->session->machine->hw;
	uint32_t cpu = cpu_of(moment);

	if (cpu != HW_NO_CPU && hw->await(hw, cpu) != OUTCOME_OK)
		synchronized_step(moment);
	return moment->good;
}

bool synchronized_run(struct synchronized *moments, unsigned count)
{
	struct hw *hw = moments->session->machine->hw;
	uint64_t at_ns = count > 1 ? hw->now_ns(hw) + MOMENT_LEAD_NS : 0;
	bool good = true;

	for (unsigned i = 0; i < count; i++)
		moments[i].at_ns = at_ns;
	/* Parts are sent to other CPUs first, because the calling CPU runs its own part before it returns. If a CPU
	 * fails, its part runs like any other program: on another CPU of the socket, or it reports why not. */
	for (unsigned own = 0; own < 2; own++)
		for (unsigned i = 0; i < count; i++) {
			uint32_t cpu = cpu_of(&moments[i]);

			if ((cpu == machine_bootstrap_cpu(moments[i].session->machine)) != own)
				continue;
			if (cpu == HW_NO_CPU || hw->send(hw, cpu, synchronized_step, &moments[i]) != OUTCOME_OK)
				synchronized_step(&moments[i]);
		}
	for (unsigned i = 0; i < count; i++)
		good = await(&moments[i]) && good;
	return good;
}

uint64_t synchronized_skew_ns(const struct synchronized *moments, unsigned count)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (unsigned i = 0; i < count; i++) {
		first = min_u64(first, moments[i].when_ns);
		last = max_u64(last, moments[i].when_ns);
	}
	return last - first;
}
