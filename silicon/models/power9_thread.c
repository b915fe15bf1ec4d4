/* SPDX-License-Identifier: BSD-2-Clause */
/* What a thread's LDBAR makes its core do: count into a page, or write trace records into a ring; and
 * OPAL's calls of type trace. Sections 4.2, 6 and 7. */
#include "silicon/models/power9_state.h"

#define RECORDS    (IMC_TRACE_BYTES / IMC_RECORD_BYTES)
#define TIME2_MASK MASK(0, 42)

/* A record, 8 big-endian words. Section 7.2. */
enum { RECORD_TIME, RECORD_ADDRESS, RECORD_STATE, RECORD_COUNTERS, RECORD_TIME2 = 7 };
enum { COUNTERS = 4 };
#define STATE_HV     BIT(63)

#define WRAP_FACTOR  20
#define BROKEN_EVERY 16

static const uint64_t counter_rates[COUNTERS] = {1000003, 2000003, 3000017, 4000037};

static struct imc_core *core_of(struct imc *imc, const struct imc_thread *thread)
{
	return &imc->core[thread->core];
}

/* ---- trace ------------------------------------------------------------------------------------------------ */

static uint64_t record_period(const struct imc *imc, const struct imc_ring *ring)
{
	return ring->wrap ? max_u64(imc->trace_period / WRAP_FACTOR, 1) : imc->trace_period;
}

static uint64_t sampled_address(const struct imc *imc, uint64_t number)
{
	uint32_t scattered = (uint32_t)((number + 1) * UINT64_C(2654435761));

	return imc->code + 4 * (scattered % max_u64(imc->code_bytes / 4, 1));
}

static bool broken(const struct imc_ring *ring, bool fault)
{
	return fault && ring->number % BROKEN_EVERY == BROKEN_EVERY - 1;
}

/* The second time comes last: a record with both is whole. */
static void write_record(struct imc *imc, struct imc_thread *thread, uint64_t t)
{
	struct imc_ring *ring = &thread->ring;
	uint64_t *word = (uint64_t *)(thread->target + (size_t)ring->next * IMC_RECORD_BYTES);

	if (broken(ring, ring->disorder))
		t -= 2 * record_period(imc, ring);
	imc_store(&word[RECORD_TIME2], 0);
	imc_store(&word[RECORD_TIME], t);
	imc_store(&word[RECORD_ADDRESS], sampled_address(imc, ring->number));
	imc_store(&word[RECORD_STATE], STATE_HV);
	for (unsigned i = 0; i < COUNTERS; i++)
		imc_store(&word[RECORD_COUNTERS + i], imc_count(counter_rates[i], ring->due - ring->begun));
	imc_store(&word[RECORD_TIME2], (t ^ (broken(ring, ring->torn) ? 1 : 0)) & TIME2_MASK);
	imc->statistics.records++;
}

/* The number of records that the ring cannot hold any more, were all due ones written. */
static uint64_t overwritten(const struct imc *imc, const struct imc_ring *ring)
{
	uint64_t due = (imc->now - ring->due) / record_period(imc, ring) + 1;

	return due > RECORDS ? due - RECORDS : 0;
}

static void step(const struct imc *imc, struct imc_ring *ring, uint64_t records)
{
	ring->next = (unsigned)((ring->next + records) % RECORDS);
	ring->number += records;
	ring->due += records * record_period(imc, ring);
}

static void trace(struct imc *imc, struct imc_thread *thread)
{
	struct imc_ring *ring = &thread->ring;

	if (ring->dead || imc->now < ring->due)
		return;
	step(imc, ring, overwritten(imc, ring));
	for (; ring->due <= imc->now; step(imc, ring, 1))
		write_record(imc, thread, ring->due);
	if (ring->stray)
		imc_stray(imc, thread->ldbar & IMC_ADDRESS, IMC_TRACE_BYTES);
}

static void begin_trace(struct imc *imc, struct imc_thread *thread)
{
	struct imc_ring *ring = &thread->ring;

	if (!imc_is_zero(thread->target, IMC_TRACE_BYTES))
		imc_violation(imc, "thread", " 0x%x: the ring at 0x%llx must be cleared before each run", thread->pir,
			      (unsigned long long)(thread->ldbar & IMC_ADDRESS));
	ring->number = 0;
	ring->begun = imc->now;
	ring->due = imc->now + record_period(imc, ring);
}

/* ---- both modes ------------------------------------------------------------------------------------------- */

void imc_thread_post(struct imc *imc, struct imc_thread *thread)
{
	if (!thread->active || !thread->target)
		return;
	if (thread->ldbar & IMC_LDBAR_TRACE) {
		trace(imc, thread);
		return;
	}
	for (unsigned i = 0; !thread->dead && i < imc_thread_slots->count; i++)
		imc_post(&thread->counter[i], thread->target + imc_thread_slots->offset[i], imc->now - thread->since);
	if (thread->stray && !thread->dead)
		imc_stray(imc, thread->ldbar & IMC_ADDRESS, IMC_PAGE_BYTES);
	imc->statistics.posts++;
}

static void begin(struct imc *imc, struct imc_thread *thread)
{
	uint64_t address = thread->ldbar & IMC_ADDRESS;
	bool tracing = thread->ldbar & IMC_LDBAR_TRACE;

	if (!thread->target)
		return;
	if (imc_in_use(imc, address, tracing ? IMC_TRACE_BYTES : IMC_PAGE_BYTES, thread))
		imc_violation(imc, "thread", " 0x%x: another engine writes to the memory at 0x%llx", thread->pir,
			      (unsigned long long)address);
	if (tracing) {
		begin_trace(imc, thread);
		return;
	}
	thread->since = imc->now;
	for (unsigned i = 0; i < IMC_THREAD_SLOTS; i++)
		thread->counter[i].posted = 0;
}

void imc_thread_refresh(struct imc *imc, struct imc_thread *thread)
{
	unsigned mode = core_of(imc, thread)->mode;
	bool active = (thread->ldbar & IMC_LDBAR_COUNT && mode == IMC_COUNTING) ||
		      (thread->ldbar & IMC_LDBAR_TRACE && mode == IMC_TRACING);

	if (active && !thread->active)
		begin(imc, thread);
	thread->active = active;
}

/* ---- LDBAR ------------------------------------------------------------------------------------------------ */

struct ldbar_write {
	struct imc *imc;
	struct imc_thread *thread;
	uint64_t value;
	char what[64];
};

static void check_bits(const struct ldbar_write *write)
{
	uint64_t both = IMC_LDBAR_COUNT | IMC_LDBAR_TRACE;
	uint64_t reserved = write->value & ~(both | IMC_ADDRESS);

	if (reserved)
		imc_violation(write->imc, write->what,
			      "bits 0x%llx must be 0: an address is 8 KiB aligned, in bits 14:50",
			      (unsigned long long)reserved);
	if ((write->value & both) == both)
		imc_violation(write->imc, write->what, "bits 0 and 1 exclude each other");
}

static void check_order(const struct ldbar_write *write)
{
	const struct imc_core *core = core_of(write->imc, write->thread);

	if (write->value & IMC_LDBAR_COUNT && !core->paged)
		imc_violation(write->imc, write->what, "INIT of type core must come first");
	if (write->value & IMC_LDBAR_TRACE && !core->traced)
		imc_violation(write->imc, write->what, "INIT of type trace must come first");
	if (write->thread->active && write->value & (IMC_LDBAR_COUNT | IMC_LDBAR_TRACE) &&
	    write->value != write->thread->ldbar)
		imc_violation(write->imc, write->what, "the thread is still %s at 0x%llx",
			      write->thread->ldbar & IMC_LDBAR_TRACE ? "tracing" : "counting",
			      (unsigned long long)(write->thread->ldbar & IMC_ADDRESS));
}

/* Where the thread's core will write. */
static uint8_t *find_target(const struct ldbar_write *write)
{
	bool tracing = write->value & IMC_LDBAR_TRACE;
	uint64_t bytes = tracing ? IMC_TRACE_BYTES : IMC_PAGE_BYTES;
	uint64_t address = write->value & IMC_ADDRESS;
	uint8_t *target;

	if (!(write->value & (IMC_LDBAR_COUNT | IMC_LDBAR_TRACE)))
		return NULL;
	target = address ? write->imc->owner.memory(write->imc->owner.context, address, bytes) : NULL;
	if (!target)
		imc_violation(write->imc, write->what, "0x%llx is no memory of the program's",
			      (unsigned long long)address);
	if (tracing && address % IMC_TRACE_BYTES)
		imc_violation(write->imc, write->what, "a ring is aligned to its size of 256 KiB");
	return target;
}

uint64_t imc_write_ldbar(struct imc *imc, uint64_t now, uint32_t pir, uint64_t value, uint64_t from)
{
	unsigned index = imc_find_thread(imc, pir);
	struct ldbar_write write = {.imc = imc, .value = value};
	struct text what = TEXT_OVER(write.what);

	if (index == IMC_NONE)
		return 0;
	imc_advance(imc, now);
	imc_core_post(imc);
	write.thread = &imc->thread[index];
	text_format(&what, "cpu 0x%x at 0x%llx LDBAR = 0x%llx: ", pir, (unsigned long long)from,
		    (unsigned long long)value);
	imc->statistics.ldbar++;
	check_bits(&write);
	check_order(&write);
	write.thread->target = find_target(&write);
	if (write.thread->ldbar_ignored)
		return 0;
	if (write.thread->active && value == write.thread->ldbar)
		return value;
	write.thread->active = false;
	write.thread->ldbar = value;
	write.thread->ring.next = write.thread->ring.late;
	imc_thread_refresh(imc, write.thread);
	return value;
}

void imc_return_thread(struct imc *imc, uint64_t now, uint32_t pir)
{
	unsigned index = imc_find_thread(imc, pir);

	imc_advance(imc, now);
	if (index != IMC_NONE && imc->thread[index].ldbar)
		imc_violation(imc, "thread", " 0x%x: given back to OPAL with LDBAR at 0x%llx: it must be 0", pir,
			      (unsigned long long)imc->thread[index].ldbar);
}

/* ---- OPAL ------------------------------------------------------------------------------------------------- */

static int64_t init_trace(const struct imc_visit *visit, struct imc_core *core)
{
	if (core->trace_faults.init_error)
		return -(int64_t)core->trace_faults.init_error;
	if (core->mode != IMC_OFF && !core->runs_on)
		imc_call_violation(visit, "INIT while the engine runs");
	imc_core_set_mode(visit->imc, core, IMC_OFF);
	core->traced = true;
	return IMC_SUCCESS;
}

static bool any_tracing(const struct imc *imc, const struct imc_core *core)
{
	for (unsigned i = 0; i < imc->threads; i++)
		if (&imc->core[imc->thread[i].core] == core &&
		    (imc->thread[i].ldbar & IMC_LDBAR_TRACE || imc->thread[i].ldbar_ignored))
			return true;
	return false;
}

static int64_t start_trace(const struct imc_visit *visit, struct imc_core *core)
{
	if (core->trace_faults.start_error)
		return -(int64_t)core->trace_faults.start_error;
	if (!core->traced)
		imc_call_violation(visit, "START before INIT");
	if (core->mode == IMC_COUNTING)
		imc_call_violation(visit, "START of type trace while the core counts");
	if (!any_tracing(visit->imc, core))
		imc_call_violation(visit, "START of type trace before LDBAR of a thread of the core is in trace mode");
	if (!core->trace_faults.start_ignored)
		imc_core_set_mode(visit->imc, core, IMC_TRACING);
	return IMC_SUCCESS;
}

int64_t imc_trace_call(const struct imc_visit *visit)
{
	struct imc_core *core = core_of(visit->imc, &visit->imc->thread[visit->thread]);

	switch (visit->call->token) {
	case IMC_CALL_INIT: return init_trace(visit, core);
	case IMC_CALL_START: return start_trace(visit, core);
	default: return imc_core_stop(visit, &core->trace_faults);
	}
}
