/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/trace_run.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"
#include "arch/ppc64/posted.h"
#include "lib/memory.h"

/* ---- programs ---------------------------------------------------------------------------------------- */

/* Distributes the operations among programs. */
struct supply {
	struct trace_run *run;
	unsigned used;
};

static void take(struct supply *supply, struct program *program, const char *name, uint16_t capacity)
{
	*program = program_over(name, supply->run->operations + supply->used, capacity);
	supply->used += capacity;
}

static struct location call(const struct trace_run *run, unsigned token)
{
	return posted_call(run->machine, (uint16_t)(run->cpu + 1), token, IMC_ENGINE_TRACE);
}

/* INIT selects the sampled event for the whole core and leaves the engine off; LDBAR has this thread's address; START
 * starts it. */
static void compile(struct trace_run *run)
{
	struct session *session = &run->session;
	struct location ldbar = posted_ldbar(run->machine, (uint16_t)(run->cpu + 1));
	uint64_t ring = (uint64_t)run->ring & LDBAR_ADDRESS;
	struct supply supply = {.run = run};

	take(&supply, &session->save, "save", 0);
	take(&supply, &session->arm, "arm", 2);
	program_write(&session->arm, call(run, OPAL_IMC_COUNTERS_INIT), (uint64_t)run->ring);
	program_write(&session->arm, ldbar, 0);
	take(&supply, &session->start, "start", 3);
	program_write(&session->start, ldbar, LDBAR_TRACE | ring);
	program_check(&session->start, ldbar, LDBAR_TRACE | ring, ~UINT64_C(0));
	program_write(&session->start, call(run, OPAL_IMC_COUNTERS_START), 0);
	take(&supply, &session->freeze, "freeze", 1);
	program_write(&session->freeze, call(run, OPAL_IMC_COUNTERS_STOP), 0);
	take(&supply, &session->disarm, "disarm", 2);
	program_write(&session->disarm, call(run, OPAL_IMC_COUNTERS_STOP), 0);
	program_write(&session->disarm, ldbar, 0);
}

bool trace_run_init(struct trace_run *run, struct machine *machine, uint32_t cpu)
{
	uint64_t taken = (uint64_t)arena_take(machine->arena, 2 * POSTED_RING + POSTED_GUARD, 1);

	*run = (struct trace_run){
		.machine = machine,
		.cpu = cpu,
		.records = POSTED_RING / TRACE_RECORD_BYTES,
		.session = {.machine = machine},
	};
	if (!taken || !workload_start(&run->workload, "memory", machine->arena))
		return false;
	run->ring = (uint8_t *)((taken + POSTED_RING - 1) & ~(uint64_t)(POSTED_RING - 1));
	compile(run);
	return true;
}

/* ---- running ------------------------------------------------------------------------------------------ */

static uint64_t interrupts_of(uint32_t cpu, uint32_t *last)
{
	struct interrupt_count count = platform_interrupts(cpu);

	*last = count.last_other;
	return count.ticks + count.doorbells + count.others;
}

/* Runs on the sampled CPU, with interrupts enabled, so that any interrupt would be counted. */
static void trace_work(void *context)
{
	struct trace_run *run = context;
	struct hw *hw = run->machine->hw;
	uint64_t before;

	platform_tick_in(DECREMENTER_MOST);
	before = interrupts_of(run->cpu, &run->last_vector);
	workload_run(&run->workload, hw, hw->now_ns(hw) + run->work_ns);
	run->interrupts += interrupts_of(run->cpu, &run->last_vector) - before;
}

bool trace_run_once(struct trace_run *run, struct trace_view *view)
{
	struct session *session = &run->session;
	struct hw *hw = run->machine->hw;
	bool good;

	memset(run->ring, 0, POSTED_RING);
	posted_set_guard((uint64_t)run->ring + POSTED_RING);
	if (!session->active && !session_begin(session))
		return false;
	run->began = hw->ticks(hw);
	if (!session_run(session, &session->start))
		return false;
	good = hw_run_on(hw, run->cpu, trace_work, run) == OUTCOME_OK;
	if (!session_run(session, &session->freeze))
		return false;
	run->ended = hw->ticks(hw);
	*view = trace_view_of(run->ring, run->records);
	return good;
}

void trace_run_end(struct trace_run *run)
{
	session_end(&run->session);
}
