/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine of a core: its page, and OPAL's INIT, START and STOP of type core. Sections 3, 4.1 and 4.2. */
#include "silicon/models/imc_state.h"

static bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

bool imc_in_use(const struct imc_model *imc, uint64_t address, uint64_t bytes, const void *engine)
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

void imc_overrun(const struct imc_model *imc, uint64_t address, uint64_t bytes)
{
	uint8_t *word = imc->owner.memory(imc->owner.context, address + bytes, sizeof(uint64_t));

	if (word)
		imc_store(word, imc_load(word) + 1);
}

/* ---- posting ----------------------------------------------------------------------------------------------- */

static void post_core(struct imc_model *imc, struct imc_core *core, uint64_t t)
{
	if (core->mode != IMC_COUNTING || !core->page || core->quirks.silent)
		return;
	for (unsigned i = 0; i < imc->core_slots.count; i++)
		imc_post(&core->counter[i], core->page + imc->core_slots.offset[i], t - core->since);
	if (core->quirks.overruns)
		imc_overrun(imc, core->page_address, IMC_PAGE_BYTES);
	imc->posts++;
}

void imc_core_post(struct imc_model *imc)
{
	for (unsigned i = 0; i < imc->cores; i++)
		post_core(imc, &imc->core[i], imc->now);
	for (unsigned i = 0; i < imc->threads; i++)
		imc_thread_post(imc, &imc->thread[i], imc->now);
}

/* Returns the time of the engine's last posting in the next `rounds` rounds; 0: none. */
static uint64_t last_due(const struct imc_model *imc, const struct imc_engine_quirks *quirks, uint64_t rounds)
{
	uint64_t every = max_u64(quirks->every, 1), last = (imc->rounds + rounds) / every * every;

	return last > imc->rounds ? imc->next_page_post + (last - imc->rounds - 1) * imc->core_period : 0;
}

void imc_core_advance(struct imc_model *imc)
{
	uint64_t rounds, t;

	if (imc->now < imc->next_page_post)
		return;
	rounds = (imc->now - imc->next_page_post) / imc->core_period + 1;
	for (unsigned i = 0; i < imc->cores; i++)
		if ((t = last_due(imc, &imc->core[i].quirks, rounds)))
			post_core(imc, &imc->core[i], t);
	for (unsigned i = 0; i < imc->threads; i++)
		if ((t = last_due(imc, &imc->thread[i].quirks, rounds)))
			imc_thread_post(imc, &imc->thread[i], t);
	imc->rounds += rounds;
	imc->next_page_post += rounds * imc->core_period;
}

void imc_core_set_mode(struct imc_model *imc, struct imc_core *core, enum imc_core_mode mode)
{
	imc_core_post(imc);
	if (core->mode == IMC_OFF && mode == IMC_COUNTING) {
		core->since = imc->now;
		for (unsigned i = 0; i < IMC_CORE_SLOTS; i++)
			core->counter[i].posted = 0;
	}
	core->mode = (uint8_t)mode;
	for (unsigned i = 0; i < imc->threads; i++)
		if (&imc->core[imc->thread[i].core] == core)
			imc_thread_refresh(imc, &imc->thread[i]);
}

/* ---- OPAL -------------------------------------------------------------------------------------------------- */

int64_t imc_core_call(const struct imc_visit *visit)
{
	struct imc_model *imc = visit->imc;
	struct imc_core *core = &imc->core[imc->thread[visit->thread].core];

	if (visit->call->token != IMC_CALL_INIT) {
		imc_core_set_mode(imc, core, visit->start ? IMC_COUNTING : IMC_OFF);
		return IMC_SUCCESS;
	}
	imc_core_set_mode(imc, core, IMC_OFF);

	/* skiboot silently keeps only bits 14:50 of the address, and accepts 0. */
	core->page_address = visit->call->argument[1] & IMC_ADDRESS;
	core->page =
		core->page_address ? imc->owner.memory(imc->owner.context, core->page_address, IMC_PAGE_BYTES) : NULL;
	core->paged = true;
	return IMC_SUCCESS;
}
