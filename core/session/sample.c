/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/session/sample.h"

#include "lib/memory.h"

#define PMI_WAIT_NS  UINT64_C(1000000) /* time for a PMI to arrive ... */
#define PMI_WAITS    100               /* ... which is waited for this many times ... */
#define LATER_WAITS  10                /* ... or fewer once one was lost */
#define BUSY_WAIT_NS UINT64_C(100000)
#define BUSY_WAITS   1000

bool sampler_init(struct sampler *sampler, struct session *session, uint32_t cpu, uint64_t wanted)
{
	struct hw *hw = session->machine->hw;
	struct arena *arena = session->machine->arena;
	size_t n = session->counter_count, live = session->live_slots;
	uint64_t *slots = arena_take(arena, SAMPLE_RING * live, sizeof(*slots));

	*sampler = (struct sampler){
		.session = session,
		.wanted = wanted,
		.cpu = cpu,
		.paused = true, /* an unexpected PMI must not start the counters */
		.strays = arena_take(arena, session->machine->cpu_count, sizeof(*sampler->strays)),
		.ring = arena_take(arena, SAMPLE_RING, sizeof(*sampler->ring)),
		.poll_slots = arena_take(arena, live, sizeof(*sampler->poll_slots)),
		.rested = arena_take(arena, n, sizeof(*sampler->rested)),
		.overflow = arena_take(arena, n, sizeof(*sampler->overflow)),
		.values = arena_take(arena, n, sizeof(*sampler->values)),
	};
	if (!slots || !sampler->ring || !sampler->poll_slots || !sampler->overflow || !sampler->values ||
	    !sampler->strays || !sampler->rested || !counts_init(&sampler->counts, session, sampler->poll_slots))
		return false;
	for (uint32_t i = 0; i < session->machine->cpu_count; i++)
		sampler->strays[i] = hw->stray_pmis(hw, i);
	for (size_t i = 0; i < SAMPLE_RING; i++)
		sampler->ring[i].slots = slots + i * live;
	return true;
}

/* ---- in the handler ------------------------------------------------------------------------------ */

/* Guards may skip a status register. Its old value must not name overflowed counters. */
static void forget_statuses(const struct session *session, uint64_t *slots)
{
	for (uint16_t i = session->counter_count; i < session->live_slots; i++)
		slots[i] = 0;
}

/* Number of sampled counters whose overflow bits are set in the statuses. */
static uint32_t overflows_in(const struct session *session, const uint64_t *slots)
{
	uint32_t count = 0;

	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		count += count_bits(slots[box->status_slot] & box->sampled);
	}
	return count;
}

static bool ring_full(const struct sampler *sampler)
{
	return sampler_pending(sampler) == SAMPLE_RING;
}

static bool frozen_by_hardware(const struct sampler *sampler)
{
	return session_stood(sampler->session, sampler->session->slots) &&
	       !__atomic_load_n(&sampler->halted, __ATOMIC_ACQUIRE);
}

/* Two counters that overflow together may raise two PMIs, and the second finds nothing. A PMI counted as lost may still
 * arrive. Neither is spurious. */
static void count_empty(struct sampler *sampler)
{
	struct session *session = sampler->session;

	if (sampler->excused) {
		sampler->excused--;
		return;
	}
	if (!sampler->spurious++)
		sampler->spurious_status = session->slots[session->source->status_slot];
}

static void capture(struct sampler *sampler, const struct pmi *pmi, bool lost)
{
	struct session *session = sampler->session;
	struct sample *sample = &sampler->ring[sampler->taken % SAMPLE_RING];

	sample->pmi = *pmi;
	sample->lost = lost;
	sample->frozen_by_hardware = frozen_by_hardware(sampler);
	sample->ran_on = !session_stood(session, session->slots);
	memcpy(sample->slots, session->slots, session->live_slots * sizeof(*session->slots));
	__atomic_store_n(&sampler->taken, sampler->taken + 1, __ATOMIC_RELEASE);
}

static bool handle_overflow(struct sampler *sampler, const struct pmi *pmi, bool lost)
{
	struct session *session = sampler->session;
	struct hw *hw = session->machine->hw;
	uint32_t overflows;

	/* Registers that are not yet saved, or already restored, must not be touched, whatever raised the PMI. */
	if (!__atomic_load_n(&session->active, __ATOMIC_ACQUIRE)) {
		count_empty(sampler);
		return true;
	}
	forget_statuses(session, session->slots);
	if (!session_run(session, &session->status) || !session_run(session, &session->hold))
		return false;
	/* A counter that overflowed between the status read and the stop belongs to this interval. If none had
	 * overflowed yet, such an overflow may be what stopped the counters, and this PMI has another cause. */
	if ((!frozen_by_hardware(sampler) || !overflows_in(session, session->slots)) &&
	    !session_run(session, &session->status))
		return false;
	overflows = overflows_in(session, session->slots);
	if (!overflows) {
		count_empty(sampler);
	} else if (ring_full(sampler)) {
		sampler->dropped++;
	} else if (sampler->taken < sampler->wanted) {
		if (!session_run(session, &session->read))
			return false;
		capture(sampler, pmi, lost);
	}
	sampler->excused = overflows ? overflows - !lost : sampler->excused;
	if (!session_run(session, &session->ack))
		return false;
	if (!lost && hw->acknowledged)
		hw->acknowledged(hw);
	if (sampler->taken >= sampler->wanted || ring_full(sampler))
		__atomic_store_n(&sampler->stopped, true, __ATOMIC_RELEASE);
	if (!sampler->stopped && !__atomic_load_n(&sampler->paused, __ATOMIC_ACQUIRE))
		return session_run(session, &session->resume);
	__atomic_store_n(&sampler->resting, true, __ATOMIC_RELEASE);
	return true;
}

/* Either the handler or the main loop takes a sample. The other one need not wait, because the sample would be the
 * same. */
static bool take_sample(struct sampler *sampler, const struct pmi *pmi, bool lost)
{
	if (__atomic_exchange_n(&sampler->busy, true, __ATOMIC_ACQUIRE))
		return false;
	if (!sampler->failed && !handle_overflow(sampler, pmi, lost))
		sampler->failed = true;
	__atomic_store_n(&sampler->busy, false, __ATOMIC_RELEASE);
	return true;
}

void sampler_pmi(void *context, const struct pmi *pmi)
{
	struct sampler *sampler = context;

	__atomic_fetch_add(&sampler->pmis, 1, __ATOMIC_RELAXED);
	if (!take_sample(sampler, pmi, false))
		__atomic_fetch_add(&sampler->late, 1, __ATOMIC_RELAXED);
}

/* ---- in the main loop ---------------------------------------------------------------------------- */

uint32_t sampler_pending(const struct sampler *sampler)
{
	return __atomic_load_n(&sampler->taken, __ATOMIC_ACQUIRE) - __atomic_load_n(&sampler->given, __ATOMIC_ACQUIRE);
}

uint32_t sampler_taken(const struct sampler *sampler)
{
	return __atomic_load_n(&sampler->taken, __ATOMIC_ACQUIRE);
}

uint64_t sampler_next_ticks(const struct sampler *sampler)
{
	return sampler->ring[sampler->given % SAMPLE_RING].pmi.ticks;
}

bool sampler_stopped(const struct sampler *sampler)
{
	return __atomic_load_n(&sampler->stopped, __ATOMIC_ACQUIRE) || sampler->failed;
}

/* ---- wrapping and free-running counters -------------------------------------------------------------- */

bool sampler_keep_up(struct sampler *sampler)
{
	struct session *session = sampler->session;
	struct hw *hw = session->machine->hw;
	uint64_t now_ns = hw->now_ns(hw);

	if (!session->active || !counts_are_due(&sampler->counts, now_ns))
		return true;
	sampler_settle(sampler);
	if (!counts_keep_up(&sampler->counts, now_ns, false))
		return false;
	sampler->looked = true;
	return true;
}

/* Counters that cannot be stopped count on while the others rest. Those counts do not belong to the measurement. */
static bool leave_free(struct sampler *sampler)
{
	struct session *session = sampler->session;

	if (!counts_have_free(&sampler->counts))
		return true;
	if (!session_run_in(session, &session->poll, sampler->poll_slots))
		return false;
	for (uint16_t i = 0; i < session->counter_count; i++)
		sampler->rested[i] = sampler->poll_slots[i];
	sampler->rests = true;
	return true;
}

static bool take_up_free(struct sampler *sampler)
{
	struct session *session = sampler->session;

	if (!counts_have_free(&sampler->counts))
		return true;
	if (!session_run_in(session, &session->poll, sampler->poll_slots))
		return false;
	for (uint16_t i = 0; i < session->counter_count; i++) {
		if (!session->counters[i].free)
			continue;
		if (sampler->rests)
			counts_take(&sampler->counts, i, sampler->rested[i], sampler->looked);
		sampler->counts.previous[i] = sampler->poll_slots[i];
	}
	sampler->rests = false;
	return true;
}

bool sampler_start(struct sampler *sampler)
{
	struct session *session = sampler->session;
	struct hw *hw = session->machine->hw;
	bool again = sampler->counts.resumed;

	if (sampler->failed || !take_up_free(sampler))
		return false;
	counts_resume(&sampler->counts, hw->now_ns(hw));
	/* The handler clears overflows of sampled counters. Those of other counters stay set until the next sample. */
	if (again && !session_run_in(session, &session->clear, sampler->poll_slots))
		return false;
	__atomic_store_n(&sampler->stopped, false, __ATOMIC_RELEASE);
	__atomic_store_n(&sampler->halted, false, __ATOMIC_RELEASE);
	__atomic_store_n(&sampler->resting, false, __ATOMIC_RELEASE);
	__atomic_store_n(&sampler->paused, false, __ATOMIC_RELEASE);
	return session_run(session, &session->resume);
}

static void wait_while_busy(struct sampler *sampler)
{
	struct hw *hw = sampler->session->machine->hw;

	for (unsigned i = 0; i < BUSY_WAITS; i++) {
		if (!__atomic_load_n(&sampler->busy, __ATOMIC_ACQUIRE))
			return;
		hw->wait(hw, hw->now_ns(hw) + BUSY_WAIT_NS);
	}
}

static bool sampler_read_statuses(struct sampler *sampler, uint32_t *overflows)
{
	struct session *session = sampler->session;

	forget_statuses(session, sampler->poll_slots);
	if (!session_run_in(session, &session->status, sampler->poll_slots))
		return false;
	*overflows = overflows_in(session, sampler->poll_slots);
	return true;
}

static bool pmi_came(const struct sampler *sampler, uint32_t before)
{
	return __atomic_load_n(&sampler->pmis, __ATOMIC_ACQUIRE) != before;
}

/* Waits for a PMI to reach the handler, in many short waits: a virtual processor that did not run for a while still
 * gets its chance. PMIs of other handlers end a wait, too. */
static bool pmi_arrives(struct sampler *sampler, uint32_t before)
{
	struct hw *hw = sampler->session->machine->hw;
	unsigned waits = sampler->lost ? LATER_WAITS : PMI_WAITS;

	for (unsigned i = 0; i < waits; i++) {
		uint64_t until = hw->now_ns(hw) + PMI_WAIT_NS;

		while (!pmi_came(sampler, before) && hw->now_ns(hw) < until)
			hw->wait(hw, until);
		if (pmi_came(sampler, before))
			return true;
	}
	return false;
}

bool sampler_poll(struct sampler *sampler)
{
	uint32_t before = __atomic_load_n(&sampler->pmis, __ATOMIC_ACQUIRE);
	uint32_t overflows;

	if (sampler->failed || !sampler_read_statuses(sampler, &overflows))
		return false;
	if (!overflows || sampler_stopped(sampler) || pmi_arrives(sampler, before))
		return !sampler->failed;
	if (!sampler_read_statuses(sampler, &overflows))
		return false;
	if (overflows) {
		struct session *session = sampler->session;
		struct hw *hw = session->machine->hw;
		struct pmi pmi = {.cpu = sampler->cpu, .ticks = hw->ticks(hw)};

		if (!sampler->lost++)
			sampler->lost_status = sampler->poll_slots[session->source->status_slot];
		take_sample(sampler, &pmi, true);
	}
	return !sampler->failed;
}

bool sampler_pause(struct sampler *sampler)
{
	struct session *session = sampler->session;
	struct hw *hw = session->machine->hw;

	__atomic_store_n(&sampler->paused, true, __ATOMIC_RELEASE);
	wait_while_busy(sampler);
	if (sampler->failed || !session_run_in(session, &session->hold, sampler->poll_slots))
		return false;
	if (!session_stood(session, sampler->poll_slots))
		__atomic_store_n(&sampler->halted, true, __ATOMIC_RELEASE);
	if (!sampler_keep_up(sampler) || !leave_free(sampler))
		return false;
	counts_pause(&sampler->counts, hw->now_ns(hw));
	return sampler_poll(sampler);
}
