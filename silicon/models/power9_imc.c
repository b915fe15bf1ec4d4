/* SPDX-License-Identifier: BSD-2-Clause */
/* Making the virtual POWER9, its calls and its time, and the last look at it. */
#include "silicon/models/power9_imc.h"

#include "lib/memory.h"
#include "silicon/models/power9_state.h"

#define CORE_PERIOD  128000 /* 250 microseconds; how often hardware posts is documented nowhere */
#define TRACE_PERIOD 4000   /* 250 cycles of the 32 MHz clock, section 7.1 */

/* What OPAL calls them. Section 4. */
enum { OPAL_NEST = 1, OPAL_CORE = 2, OPAL_TRACE = 3 };

/* The unit that a core's 32 MHz clocks are posted in is 512 of them; the catalogs' scale. */
#define REFERENCE_RATE 62500

size_t imc_size(void)
{
	return sizeof(struct imc);
}

unsigned imc_find_thread(const struct imc *imc, uint64_t pir)
{
	for (unsigned i = 0; i < imc->threads; i++)
		if (imc->thread[i].pir == pir)
			return i;
	return IMC_NONE;
}

bool imc_catalog_fault(const struct imc *imc, enum imc_catalog_fault fault)
{
	return imc->catalog_fault[fault];
}

/* ---- violations -------------------------------------------------------------------------------------------- */

static void tell_violation(struct imc *imc, const char *what, const char *rule, va_list arguments)
{
	char buffer[IMC_LINE];
	struct text line = TEXT_OVER(buffer);

	text_string(&line, what);
	text_format_list(&line, rule, arguments);
	imc->statistics.violations++;
	imc->owner.violation(imc->owner.context, buffer);
}

void imc_violation(struct imc *imc, const char *what, const char *rule, ...)
{
	va_list arguments;

	va_start(arguments, rule);
	tell_violation(imc, what, rule, arguments);
	va_end(arguments);
}

static void put_call(struct text *text, const struct imc_call *call)
{
	static const char *const names[] = {"INIT", "START", "STOP"};

	text_format(text, "cpu 0x%x OPAL_IMC_COUNTERS_%s(%llu, 0x%llx", call->caller,
		    names[call->token - IMC_CALL_INIT], (unsigned long long)call->argument[0],
		    (unsigned long long)call->argument[1]);
	if (call->token == IMC_CALL_INIT)
		text_format(text, ", 0x%llx", (unsigned long long)call->argument[2]);
	text_string(text, "): ");
}

void imc_call_violation(const struct imc_visit *visit, const char *rule, ...)
{
	char buffer[112];
	struct text what = TEXT_OVER(buffer);
	va_list arguments;

	put_call(&what, visit->call);
	va_start(arguments, rule);
	tell_violation(visit->imc, buffer, rule, arguments);
	va_end(arguments);
}

/* ---- making it --------------------------------------------------------------------------------------------- */

static uint64_t scattered(uint64_t offset, unsigned factor, unsigned prime)
{
	return factor * (offset / 8) % prime;
}

/* The rates are in power9_scenario.h. */
static void set_chip(struct imc *imc, unsigned index, const struct imc_machine *machine)
{
	struct imc_chip *chip = &imc->chip[index];

	chip->id = machine->chip[index].id;
	chip->region = machine->chip[index].region;
	for (unsigned i = 0; i < imc_nest_slots->count; i++)
		chip->counter[i].rate =
			(scattered(imc_nest_slots->offset[i], 37, 239) + 16) * 5003 * (64 + 5 * index) / 64;
}

static uint64_t core_rate(unsigned offset, unsigned weight)
{
	if (imc_is_clock(imc_core_slots, offset))
		return REFERENCE_RATE;
	return (scattered(offset, 37, 1021) + 64) * 2003 * weight / 64;
}

static unsigned core_weight(const struct imc_core *core)
{
	return 64 + 17 * core->chip + 3 * (core->number & 0x3f);
}

static void set_core(struct imc_core *core, uint32_t number, unsigned chip)
{
	core->number = number;
	core->chip = (uint8_t)chip;
	for (unsigned i = 0; i < imc_core_slots->count; i++)
		core->counter[i].rate = core_rate(imc_core_slots->offset[i], core_weight(core));
}

/* The index of the core with a number; IMC_NONE. */
static unsigned find_core(const struct imc *imc, uint32_t number)
{
	for (unsigned i = 0; i < imc->cores; i++)
		if (imc->core[i].number == number)
			return i;
	return IMC_NONE;
}

static unsigned find_chip(const struct imc *imc, uint32_t id)
{
	for (unsigned i = 0; i < imc->chips; i++)
		if (imc->chip[i].id == id)
			return i;
	return IMC_NONE;
}

/* PIR: thread in bits 1:0, core in 7:2, chip in 14:8 (0 is the lowest). Section 4. */
static bool add_thread(struct imc *imc, uint32_t pir, struct text *error)
{
	struct imc_thread *thread = &imc->thread[imc->threads];
	unsigned chip = find_chip(imc, pir >> 8 & 0x7f), core = find_core(imc, pir >> 2);

	if (chip == IMC_NONE) {
		text_format(error, "thread 0x%x is on none of the chips", pir);
		return false;
	}
	if (core == IMC_NONE) {
		core = imc->cores++;
		set_core(&imc->core[core], pir >> 2, chip);
	}
	thread->pir = pir;
	thread->core = (uint16_t)core;
	for (unsigned i = 0; i < imc_thread_slots->count; i++)
		thread->counter[i].rate = (scattered(imc_thread_slots->offset[i], 41, 1021) + 64) * 1009 *
					  (core_weight(&imc->core[core]) + (pir & 3)) / 64;
	imc->threads++;
	return true;
}

static bool set_machine(struct imc *imc, const struct imc_machine *machine, struct text *error)
{
	if (machine->chips > IMC_CHIPS || machine->threads > IMC_THREADS) {
		text_format(error, "%u chips, %u threads: at most %u and %u", machine->chips, machine->threads,
			    IMC_CHIPS, IMC_THREADS);
		return false;
	}
	for (imc->chips = 0; imc->chips < machine->chips; imc->chips++)
		set_chip(imc, imc->chips, machine);
	for (unsigned i = 0; i < machine->threads; i++)
		if (!add_thread(imc, machine->pir[i], error))
			return false;
	imc->code = machine->code;
	imc->code_bytes = machine->code_bytes;
	return true;
}

static uint64_t all_posted(void)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < imc_unit_count; i++)
		bits |= imc_units[i].kind == IMC_CLOCK ? 0 : imc_units[i].present;
	return bits;
}

struct imc *imc_create(void *memory, const struct imc_machine *machine, struct slice scenario,
		       const struct imc_owner *owner, char *error, size_t error_size)
{
	struct text reason = text_over(error, error_size);
	struct imc *imc = memory;

	imc_lay_out_slots();
	memset(imc, 0, sizeof(*imc));
	imc->owner = *owner;
	imc->available = all_posted();
	imc->core_period = CORE_PERIOD;
	imc->trace_period = TRACE_PERIOD;
	if (!set_machine(imc, machine, &reason) || !imc_read_scenario(imc, scenario, &reason))
		return NULL;
	for (unsigned i = 0; i < imc->chips; i++)
		imc_nest_reset(imc, &imc->chip[i]);
	return imc;
}

/* ---- time -------------------------------------------------------------------------------------------------- */

void imc_advance(struct imc *imc, uint64_t now)
{
	imc->now = max_u64(imc->now, now);
	for (unsigned i = 0; i < imc->chips; i++)
		imc_nest_advance(imc, &imc->chip[i], imc->now);
	if (imc->now >= imc->next_page_post)
		imc_core_post(imc);
}

uint64_t imc_next(const struct imc *imc)
{
	uint64_t next = imc->next_page_post;

	for (unsigned i = 0; i < imc->chips; i++)
		next = min_u64(next, imc->chip[i].next);
	return next;
}

/* ---- calls ------------------------------------------------------------------------------------------------- */

/* skiboot looks at neither address nor PIR of INIT for the nest, nor at an unknown type's. */
static int64_t init(struct imc_visit *visit)
{
	uint64_t type = visit->call->argument[0];

	visit->thread = imc_find_thread(visit->imc, visit->call->argument[2]);
	if (type != OPAL_CORE && type != OPAL_TRACE)
		return IMC_SUCCESS;
	if (visit->thread == IMC_NONE)
		return IMC_PARAMETER;
	return type == OPAL_CORE ? imc_core_call(visit) : imc_trace_call(visit);
}

static int64_t start_or_stop(struct imc_visit *visit)
{
	visit->thread = imc_find_thread(visit->imc, visit->call->argument[1]);
	visit->start = visit->call->token == IMC_CALL_START;
	if (visit->thread == IMC_NONE)
		return IMC_PARAMETER;
	switch (visit->call->argument[0]) {
	case OPAL_NEST: return imc_nest_call(visit);
	case OPAL_CORE: return imc_core_call(visit);
	case OPAL_TRACE: return imc_trace_call(visit);
	default: return IMC_SUCCESS;
	}
}

int64_t imc_call(struct imc *imc, uint64_t now, const struct imc_call *call)
{
	struct imc_visit visit = {.imc = imc, .call = call};
	int64_t code;

	imc_advance(imc, now);
	code = call->token == IMC_CALL_INIT ? init(&visit) : start_or_stop(&visit);
	imc->statistics.calls++;
	imc->statistics.refused += code != IMC_SUCCESS;
	return code;
}

void imc_leave(struct imc *imc, uint64_t now)
{
	imc_advance(imc, now);
	for (unsigned i = 0; i < imc->chips; i++)
		imc_nest_leave(imc, &imc->chip[i]);
	imc_core_leave(imc);
}

/* ---- words about it ---------------------------------------------------------------------------------------- */

void imc_statistics(const struct imc *imc, struct imc_statistics *statistics)
{
	*statistics = imc->statistics;
}

void imc_banner(const struct imc *imc, char *line, size_t size)
{
	struct text text = text_over(line, size);

	text_format(&text, "virtual silicon power9: %u chip%s, %u core%s, %u thread%s; rates set: %u; faults:%s",
		    imc->chips, imc->chips == 1 ? "" : "s", imc->cores, imc->cores == 1 ? "" : "s", imc->threads,
		    imc->threads == 1 ? "" : "s", imc->rates, imc->fault_list[0] ? "" : " none");
	text_string(&text, imc->fault_list);
}
