/* SPDX-License-Identifier: BSD-2-Clause */
/* What a thread's LDBAR makes its core do: count into a page, or write trace records into a ring; and
 * OPAL's calls of type trace. Sections 4.2, 6 and 7. */
#include "silicon/models/imc_state.h"

#define RECORDS    (IMC_TRACE_BYTES / IMC_RECORD_BYTES)
#define TIME2_MASK MASK(0, 42)

/* A record, 8 big-endian words. Section 7.2. */
enum { RECORD_TIME, RECORD_ADDRESS, RECORD_STATE, RECORD_COUNTERS, RECORD_TIME2 = 7 };
enum { COUNTERS = 4 };
#define STATE_HV  BIT(63)
#define STATE_PR  BIT(62)

#define HASTE     20
#define ODD_EVERY 16

static const uint64_t counter_rates[COUNTERS] = {1000003, 2000003, 3000017, 4000037};

/* ---- trace ------------------------------------------------------------------------------------------------ */

static uint64_t record_period(const struct imc_model *imc, const struct imc_ring *ring)
{
	uint64_t period = imc->trace_period * max_u64(ring->quirks.every, 1);

	return ring->quirks.hasty ? max_u64(period / HASTE, 1) : period;
}

static bool is_odd(const struct imc_ring *ring, bool quirk)
{
	return quirk && ring->number % ODD_EVERY == ODD_EVERY - 1;
}

/* The second time stamp is written last: a record with both is whole. */
static void write_record(struct imc_model *imc, struct imc_thread *thread, uint64_t t)
{
	struct imc_ring *ring = &thread->ring;
	uint64_t *word = (uint64_t *)(thread->target + (size_t)ring->next * IMC_RECORD_BYTES);
	uint32_t scattered = (uint32_t)((ring->number + 1) * UINT64_C(2654435761));

	if (is_odd(ring, ring->quirks.backwards))
		t -= 2 * record_period(imc, ring);
	imc_store(&word[RECORD_TIME2], 0);
	imc_store(&word[RECORD_TIME], t);
	imc_store(&word[RECORD_ADDRESS], imc->code + 4 * (scattered % max_u64(imc->code_bytes / 4, 1)));
	imc_store(&word[RECORD_STATE], STATE_HV | (is_odd(ring, ring->quirks.user) ? STATE_PR : 0));
	for (unsigned i = 0; i < COUNTERS; i++)
		imc_store(&word[RECORD_COUNTERS + i], imc_count(counter_rates[i], ring->due - ring->begun));
	imc_store(&word[RECORD_TIME2], (t ^ (is_odd(ring, ring->quirks.uneven) ? 1 : 0)) & TIME2_MASK);
	imc->records++;
}

static void step(const struct imc_model *imc, struct imc_ring *ring, uint64_t records)
{
	ring->next = (unsigned)((ring->next + records) % RECORDS);
	ring->number += records;
	ring->due += records * record_period(imc, ring);
}

static void trace(struct imc_model *imc, struct imc_thread *thread)
{
	struct imc_ring *ring = &thread->ring;
	uint64_t due;

	if (ring->quirks.silent || imc->now < ring->due)
		return;

	/* Records that later ones would overwrite are left out. */
	due = (imc->now - ring->due) / record_period(imc, ring) + 1;
	step(imc, ring, due > RECORDS ? due - RECORDS : 0);
	for (; ring->due <= imc->now; step(imc, ring, 1))
		write_record(imc, thread, ring->due);
	if (ring->quirks.overruns)
		imc_overrun(imc, thread->ldbar & IMC_ADDRESS, IMC_TRACE_BYTES);
}

/* ---- both modes ------------------------------------------------------------------------------------------- */

void imc_thread_post(struct imc_model *imc, struct imc_thread *thread, uint64_t t)
{
	if (!thread->active || !thread->target)
		return;
	if (thread->ldbar & IMC_LDBAR_TRACE) {
		trace(imc, thread);
		return;
	}
	for (unsigned i = 0; !thread->quirks.silent && i < imc->thread_slots.count; i++)
		imc_post(&thread->counter[i], thread->target + imc->thread_slots.offset[i], t - thread->since);
	if (thread->quirks.overruns && !thread->quirks.silent)
		imc_overrun(imc, thread->ldbar & IMC_ADDRESS, IMC_PAGE_BYTES);
	imc->posts++;
}

static void begin(struct imc_model *imc, struct imc_thread *thread)
{
	struct imc_ring *ring = &thread->ring;

	if (!thread->target)
		return;
	if (thread->ldbar & IMC_LDBAR_TRACE) {
		ring->number = 0;
		ring->begun = imc->now;
		ring->due = imc->now + record_period(imc, ring);
		return;
	}
	thread->since = imc->now;
	for (unsigned i = 0; i < IMC_THREAD_SLOTS; i++)
		thread->counter[i].posted = 0;
}

void imc_thread_refresh(struct imc_model *imc, struct imc_thread *thread)
{
	unsigned mode = imc->core[thread->core].mode;
	bool active = (thread->ldbar & IMC_LDBAR_COUNT && mode == IMC_COUNTING) ||
		      (thread->ldbar & IMC_LDBAR_TRACE && mode == IMC_TRACING);

	if (active && !thread->active)
		begin(imc, thread);
	thread->active = active;
}

/* ---- LDBAR ------------------------------------------------------------------------------------------------ */

uint64_t imc_model_write_ldbar(struct imc_model *imc, unsigned index, uint64_t value)
{
	struct imc_thread *thread = &imc->thread[index];
	uint64_t bytes = value & IMC_LDBAR_TRACE ? IMC_TRACE_BYTES : IMC_PAGE_BYTES, address = value & IMC_ADDRESS;

	imc_core_post(imc);
	thread->target = value & (IMC_LDBAR_COUNT | IMC_LDBAR_TRACE) && address
				 ? imc->owner.memory(imc->owner.context, address, bytes)
				 : NULL;
	if (thread->active && value == thread->ldbar)
		return value;
	thread->active = false;
	thread->ldbar = value;
	thread->ring.next = thread->ring.quirks.first;
	imc_thread_refresh(imc, thread);
	return value;
}

/* ---- OPAL ------------------------------------------------------------------------------------------------- */

int64_t imc_trace_call(const struct imc_visit *visit)
{
	struct imc_core *core = &visit->imc->core[visit->imc->thread[visit->thread].core];
	bool init = visit->call->token == IMC_CALL_INIT;

	imc_core_set_mode(visit->imc, core, !init && visit->start ? IMC_TRACING : IMC_OFF);
	core->traced |= init;
	return IMC_SUCCESS;
}
