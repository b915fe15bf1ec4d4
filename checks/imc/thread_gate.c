/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread's counters are posted only if its LDBAR says so. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define WINDOW_NS (50 * NS_PER_MS)

void run_thread_gate(struct check_context *context)
{
	const struct box *box = subject(context);
	struct arena *arena = context->machine->arena;
	size_t mark = arena_mark(arena);
	uint64_t *before = room_for(context, box), *now = room_for(context, box);

	write_at(context, posted_ldbar(context->machine, box->cpu), box->base & LDBAR_ADDRESS);
	if (check_going(context))
		read_all(context, box, before);
	must_call(context, box->cpu, OPAL_IMC_COUNTERS_START, IMC_ENGINE_CORE);
	check_pause(context, WINDOW_NS);
	if (check_going(context))
		read_all(context, box, now);
	for (unsigned i = 0; i < box->type->event_count && check_going(context); i++) {
		struct finding finding = {.where = counter_at(box, i), .expected = before[i], .got = now[i]};

		if (before[i] != now[i])
			fail_at(context, &finding, "the counter is posted with LDBAR's bit 0 off");
	}
	stop(context, box);
	check_pass(context, "nothing is posted with LDBAR's bit 0 off");
	arena_release(arena, mark);
}
