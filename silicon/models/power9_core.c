/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine of a core: its page, and OPAL's INIT, START and STOP of type core. Sections 3, 4.1 and 4.2. */
#include "silicon/models/power9_state.h"

static struct imc_core *core_of(const struct imc_visit *visit)
{
	return &visit->imc->core[visit->imc->thread[visit->thread].core];
}

static bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

bool imc_in_use(const struct imc *imc, uint64_t address, uint64_t bytes, const void *engine)
{
	for (unsigned i = 0; i < imc->cores; i++) {
		const struct imc_core *core = &imc->core[i];

		if (core != engine && core->mode == IMC_COUNTING && core->page &&
		    overlap(address, bytes, core->page_address, IMC_PAGE_BYTES))
			return true;
	}
	for (unsigned i = 0; i < imc->threads; i++) {
		const struct imc_thread *thread = &imc->thread[i];
		uint64_t size = thread->ldbar & IMC_LDBAR_TRACE ? IMC_TRACE_BYTES : IMC_PAGE_BYTES;

		if (thread != engine && thread->active && thread->target &&
		    overlap(address, bytes, thread->ldbar & IMC_ADDRESS, size))
			return true;
	}
	return false;
}

void imc_stray(const struct imc *imc, uint64_t address, uint64_t bytes)
{
	uint8_t *word = imc->owner.memory(imc->owner.context, address + bytes, sizeof(uint64_t));

	if (word)
		imc_store(word, imc_load(word) + 1);
}

/* ---- posting ----------------------------------------------------------------------------------------------- */

static void post_core(struct imc *imc, struct imc_core *core)
{
	if (core->mode != IMC_COUNTING || !core->page || core->dead)
		return;
	for (unsigned i = 0; i < imc_core_slots->count; i++)
		imc_post(&core->counter[i], core->page + imc_core_slots->offset[i], imc->now - core->since);
	if (core->stray)
		imc_stray(imc, core->page_address, IMC_PAGE_BYTES);
	imc->statistics.posts++;
}

void imc_core_post(struct imc *imc)
{
	for (unsigned i = 0; i < imc->cores; i++)
		post_core(imc, &imc->core[i]);
	for (unsigned i = 0; i < imc->threads; i++)
		imc_thread_post(imc, &imc->thread[i]);
	imc->next_page_post = imc->now + imc->core_period;
}

void imc_core_set_mode(struct imc *imc, struct imc_core *core, enum imc_core_mode mode)
{
	imc_core_post(imc);
	if (core->mode == IMC_OFF && mode == IMC_COUNTING) {
		core->since = imc->now;
		for (unsigned i = 0; i < IMC_CORE_SLOTS; i++)
			core->counter[i].posted = 0;
	}
	core->mode = (uint8_t)mode;
	core->runs_on = false;
	for (unsigned i = 0; i < imc->threads; i++)
		if (&imc->core[imc->thread[i].core] == core)
			imc_thread_refresh(imc, &imc->thread[i]);
}

/* ---- OPAL -------------------------------------------------------------------------------------------------- */

/* skiboot keeps bits 14:50 of the address without a word, and takes 0. */
static void check_page(const struct imc_visit *visit, const struct imc_core *core)
{
	uint64_t address = visit->call->argument[1];

	if (address & ~IMC_ADDRESS)
		imc_call_violation(
			visit, "bits 0x%llx of the address will be lost: a page is 8 KiB aligned and lies below 2^50",
			(unsigned long long)(address & ~IMC_ADDRESS));
	if (!core->page)
		imc_call_violation(visit, "0x%llx is no memory of the program's",
				   (unsigned long long)core->page_address);
	else if (!imc_is_zero(core->page, IMC_PAGE_BYTES))
		imc_call_violation(visit, "the page must be zeroed before INIT");
}

static int64_t init_core(const struct imc_visit *visit, struct imc_core *core)
{
	struct imc *imc = visit->imc;

	if (core->faults.init_error)
		return -(int64_t)core->faults.init_error;
	if (core->mode != IMC_OFF && !core->runs_on)
		imc_call_violation(visit, "INIT while the engine runs");
	imc_core_set_mode(imc, core, IMC_OFF);
	core->page_address = visit->call->argument[1] & IMC_ADDRESS;
	core->page =
		core->page_address ? imc->owner.memory(imc->owner.context, core->page_address, IMC_PAGE_BYTES) : NULL;
	core->paged = true;
	check_page(visit, core);
	return IMC_SUCCESS;
}

static void check_start(const struct imc_visit *visit, const struct imc_core *core)
{
	const struct imc *imc = visit->imc;

	if (!core->paged)
		imc_call_violation(visit,
				   "START before INIT: the core would write to wherever its page address points");
	if (core->mode == IMC_TRACING)
		imc_call_violation(visit, "START of type core while the core traces");
	if (core->page && imc_in_use(imc, core->page_address, IMC_PAGE_BYTES, core))
		imc_call_violation(visit, "another engine writes to the page at 0x%llx",
				   (unsigned long long)core->page_address);
	for (unsigned i = 0; i < imc->threads; i++)
		if (&imc->core[imc->thread[i].core] == core && imc->thread[i].ldbar & IMC_LDBAR_TRACE)
			imc_call_violation(visit, "START of type core while LDBAR of thread 0x%x is in trace mode",
					   imc->thread[i].pir);
}

static int64_t start_core(const struct imc_visit *visit, struct imc_core *core)
{
	if (core->faults.start_error)
		return -(int64_t)core->faults.start_error;
	check_start(visit, core);
	if (!core->faults.start_ignored)
		imc_core_set_mode(visit->imc, core, IMC_COUNTING);
	return IMC_SUCCESS;
}

int64_t imc_core_stop(const struct imc_visit *visit, const struct imc_call_faults *faults)
{
	struct imc_core *core = core_of(visit);

	if (faults->stop_error || faults->stop_ignored) {
		core->runs_on = true;
		return -(int64_t)faults->stop_error;
	}
	imc_core_set_mode(visit->imc, core, IMC_OFF);
	return IMC_SUCCESS;
}

int64_t imc_core_call(const struct imc_visit *visit)
{
	struct imc_core *core = core_of(visit);

	switch (visit->call->token) {
	case IMC_CALL_INIT: return init_core(visit, core);
	case IMC_CALL_START: return start_core(visit, core);
	default: return imc_core_stop(visit, &core->faults);
	}
}

void imc_core_leave(struct imc *imc)
{
	for (unsigned i = 0; i < imc->cores; i++) {
		const struct imc_core *core = &imc->core[i];

		if (core->mode != IMC_OFF && !core->runs_on)
			imc_violation(imc, "core",
				      " 0x%x: left %s: OPAL's STOP must be called before the machine is handed on",
				      core->number << 2, core->mode == IMC_COUNTING ? "counting" : "tracing");
	}
	for (unsigned i = 0; i < imc->threads; i++)
		if (imc->thread[i].ldbar)
			imc_violation(imc, "thread",
				      " 0x%x: LDBAR left at 0x%llx: it must be 0 before the machine is handed on",
				      imc->thread[i].pir, (unsigned long long)imc->thread[i].ldbar);
}
