/* SPDX-License-Identifier: BSD-2-Clause */
/* Creates the virtual In-Memory Collection. Its calls and its time. */
#include "lib/memory.h"
#include "silicon/models/imc_state.h"

#define CORE_PERIOD    128000 /* 250 microseconds; no document gives the interval of hardware */
#define TRACE_PERIOD   4000   /* 250 cycles of the 32 MHz clock, section 7.1 */

/* A core's 32 MHz clocks are posted in units of 512, the catalogs' scale. */
#define REFERENCE_RATE 62500

unsigned imc_find_thread(const struct imc_model *imc, uint64_t pir)
{
	for (unsigned i = 0; i < imc->threads; i++)
		if (imc->thread[i].pir == pir)
			return i;
	return IMC_NONE;
}

/* ---- making it: the rates are explained in imc_scenario.h ----------------------------------------------------- */

static uint64_t scattered(uint64_t offset, unsigned factor, unsigned prime)
{
	return factor * (offset / 8) % prime;
}

static unsigned core_weight(const struct imc_core *core)
{
	return 64 + 17 * core->chip + 3 * (core->number & 0x3f);
}

static void add_core(struct imc_model *imc, uint32_t number, unsigned chip)
{
	struct imc_core *core = &imc->core[imc->cores++];

	core->number = number;
	core->chip = (uint8_t)chip;
	for (unsigned i = 0; i < imc->core_slots.count; i++) {
		unsigned offset = imc->core_slots.offset[i];

		core->counter[i].rate = imc_is_clock(imc, &imc->core_slots, offset)
						? REFERENCE_RATE
						: (scattered(offset, 37, 1021) + 64) * 2003 * core_weight(core) / 64;
	}
}

/* PIR: thread in bits 1:0, core in 7:2, chip in 14:8 (0 is the lowest). Section 4. */
static bool add_thread(struct imc_model *imc, uint32_t pir, struct text *error)
{
	struct imc_thread *thread = &imc->thread[imc->threads];
	unsigned chip = 0, core = 0;

	while (chip < imc->chips && imc->chip[chip].id != (pir >> 8 & 0x7f))
		chip++;
	if (chip == imc->chips) {
		text_format(error, "thread 0x%x is on none of the chips", pir);
		return false;
	}
	while (core < imc->cores && imc->core[core].number != pir >> 2)
		core++;
	if (core == IMC_CORES) {
		text_format(error, "thread 0x%x: more than %u cores", pir, IMC_CORES);
		return false;
	}
	if (core == imc->cores)
		add_core(imc, pir >> 2, chip);
	thread->pir = pir;
	thread->core = (uint16_t)core;
	for (unsigned i = 0; i < imc->thread_slots.count; i++)
		thread->counter[i].rate = (scattered(imc->thread_slots.offset[i], 41, 1021) + 64) * 1009 *
					  (core_weight(&imc->core[core]) + (pir & 3)) / 64;
	imc->threads++;
	return true;
}

static bool set_machine(struct imc_model *imc, const struct imc_machine *machine, struct text *error)
{
	if (machine->chips > IMC_CHIPS || machine->threads > IMC_THREADS) {
		text_format(error, "%u chips, %u threads: at most %u and %u", machine->chips, machine->threads,
			    IMC_CHIPS, IMC_THREADS);
		return false;
	}
	imc->chips = machine->chips;
	for (unsigned i = 0; i < imc->chips; i++) {
		struct imc_chip *chip = &imc->chip[i];

		chip->id = machine->chip[i].id;
		chip->region = machine->chip[i].region;
		for (unsigned slot = 0; slot < imc->nest_slots.count; slot++)
			chip->counter[slot].rate =
				(scattered(imc->nest_slots.offset[slot], 37, 239) + 16) * 5003 * (64 + 5 * i) / 64;
	}
	for (unsigned i = 0; i < machine->threads; i++)
		if (!add_thread(imc, machine->pir[i], error))
			return false;
	imc->code = machine->code;
	imc->code_bytes = machine->code_bytes;
	return true;
}

bool imc_model_make(struct imc_model *imc, const struct imc_machine *machine, const struct imc_owner *owner,
		    struct text *error)
{
	memset(imc, 0, sizeof(*imc));
	imc->owner = *owner;
	imc->layout = imc_layout_of(machine->pvr);
	if (!imc->layout) {
		text_format(error, "PVR 0x%x: of this processor there is no virtual silicon", machine->pvr);
		return false;
	}
	imc_lay_out_slots(imc);
	for (unsigned i = 0; imc->layout->says_available && i < imc->layout->unit_count; i++)
		if (imc->layout->units[i].kind != IMC_CLOCK)
			imc->available |= imc->layout->units[i].present;
	imc->core_period = CORE_PERIOD;
	imc->trace_period = TRACE_PERIOD;
	return set_machine(imc, machine, error);
}

static uint8_t *left_page(const struct imc_model *imc, unsigned number)
{
	return imc->owner.memory(imc->owner.context, imc->left + (uint64_t)number * IMC_PAGE_BYTES, IMC_PAGE_BYTES);
}

/* Leaves the engines as a crashed kernel would: the pages are in its memory. */
static void leave_engines_on(struct imc_model *imc)
{
	for (unsigned i = 0; i < imc->cores; i++) {
		struct imc_core *core = &imc->core[i];

		core->page_address = imc->left + (uint64_t)i * IMC_PAGE_BYTES;
		core->page = left_page(imc, i);
		core->paged = true;
		core->mode = IMC_COUNTING;
	}
	for (unsigned i = 0; i < imc->threads; i++) {
		struct imc_thread *thread = &imc->thread[i];

		thread->ldbar = IMC_LDBAR_COUNT | (imc->left + (uint64_t)(imc->cores + i) * IMC_PAGE_BYTES);
		thread->target = left_page(imc, imc->cores + i);
		imc_thread_refresh(imc, thread);
	}
}

void imc_model_start(struct imc_model *imc)
{
	for (unsigned i = 0; i < imc->chips; i++)
		imc_nest_reset(imc, &imc->chip[i]);
	if (imc->left)
		leave_engines_on(imc);
}

/* ---- time -------------------------------------------------------------------------------------------------- */

void imc_model_advance(struct imc_model *imc, uint64_t now)
{
	imc->now = max_u64(imc->now, now);
	for (unsigned i = 0; i < imc->chips; i++)
		imc_nest_advance(imc, &imc->chip[i], imc->now);
	imc_core_advance(imc);
}

uint64_t imc_model_next(const struct imc_model *imc)
{
	uint64_t next = imc->next_page_post;

	for (unsigned i = 0; i < imc->chips; i++)
		next = min_u64(next, imc->chip[i].next);
	return next;
}

/* ---- calls ------------------------------------------------------------------------------------------------- */

int64_t imc_model_call(struct imc_model *imc, const struct imc_call *call)
{
	bool init = call->token == IMC_CALL_INIT;
	struct imc_visit visit = {
		.imc = imc,
		.call = call,
		.thread = imc_find_thread(imc, call->argument[init ? 2 : 1]),
		.start = call->token == IMC_CALL_START,
	};
	uint64_t type = call->argument[0];

	/* skiboot ignores address and PIR of INIT for the nest and for unknown types. */
	if (init && type != OPAL_CORE && type != OPAL_TRACE)
		return IMC_SUCCESS;
	if (visit.thread == IMC_NONE)
		return IMC_PARAMETER;
	switch (type) {
	case OPAL_NEST: return imc_nest_call(&visit);
	case OPAL_CORE: return imc_core_call(&visit);
	case OPAL_TRACE: return imc_trace_call(&visit);
	default: return IMC_SUCCESS;
	}
}
