/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/rules/imc_rules.h"

#include "lib/memory.h"

enum { LINE = 256 };

void imc_rules_make(struct imc_rules *rules, const struct imc_model *imc, const struct imc_faults *faults)
{
	memset(rules, 0, sizeof(*rules));
	rules->imc = imc;
	rules->faults = faults;
}

/* ---- violations -------------------------------------------------------------------------------------------- */

static void tell(struct imc_rules *rules, const char *what, const char *rule, va_list arguments)
{
	char buffer[LINE];
	struct text line = TEXT_OVER(buffer);

	text_string(&line, what);
	text_format_list(&line, rule, arguments);
	rules->violations++;
	rules->imc->owner.violation(rules->imc->owner.context, buffer);
}

/* Writes a line of `what` and the rule. */
static void violation(struct imc_rules *rules, const char *what, const char *rule, ...) PRINTF_LIKE(3, 4);
static void violation(struct imc_rules *rules, const char *what, const char *rule, ...)
{
	va_list arguments;

	va_start(arguments, rule);
	tell(rules, what, rule, arguments);
	va_end(arguments);
}

/* A call that is being checked. */
struct visit {
	struct imc_rules *rules;
	const struct imc_call *call;
	const struct imc_core *core;
	unsigned chip;
};

static void call_violation(const struct visit *visit, const char *rule, ...) PRINTF_LIKE(2, 3);
static void call_violation(const struct visit *visit, const char *rule, ...)
{
	static const char *const names[] = {"INIT", "START", "STOP"};
	const struct imc_call *call = visit->call;
	char buffer[112];
	struct text what = TEXT_OVER(buffer);
	va_list arguments;

	text_format(&what, "cpu 0x%x OPAL_IMC_COUNTERS_%s(%llu, 0x%llx", call->caller,
		    names[call->token - IMC_CALL_INIT], (unsigned long long)call->argument[0],
		    (unsigned long long)call->argument[1]);
	if (call->token == IMC_CALL_INIT)
		text_format(&what, ", 0x%llx", (unsigned long long)call->argument[2]);
	text_string(&what, "): ");
	va_start(arguments, rule);
	tell(visit->rules, buffer, rule, arguments);
	va_end(arguments);
}

/* ---- the nest's control blocks ------------------------------------------------------------------------------ */

void imc_rules_watch(struct imc_rules *rules)
{
	for (unsigned i = 0; i < rules->imc->chips; i++) {
		const struct imc_chip *chip = &rules->imc->chip[i];
		uint64_t command = imc_load(chip->region + IMC_CONTROL_COMMAND);
		uint64_t speed = imc_load(chip->region + IMC_CONTROL_SPEED);
		uint64_t mode = imc_load(chip->region + IMC_CONTROL_MODE);

		if (rules->faults->chip_faulty[i])
			continue;
		if (command && command != chip->asked && command != rules->chip[i].command)
			violation(
				rules, "nest",
				"%u: command %llu in the control block is not OPAL's: commands are given by START and STOP",
				i, (unsigned long long)command);

		/* Firmware owns speed and mode: if a program changes them, the catalog's scales are wrong. */
		if (speed != rules->chip[i].speed || mode != rules->chip[i].mode)
			violation(rules, "nest",
				  "%u: speed %llu, mode %llu written into the control block: they must be left alone",
				  i, (unsigned long long)speed, (unsigned long long)mode);
		rules->chip[i].command = command;
		rules->chip[i].speed = speed;
		rules->chip[i].mode = mode;
	}
}

/* A command that was cleared may be given again. */
void imc_rules_watched(struct imc_rules *rules)
{
	for (unsigned i = 0; i < rules->imc->chips; i++)
		if (!imc_load(rules->imc->chip[i].region + IMC_CONTROL_COMMAND))
			rules->chip[i].command = 0;
}

/* ---- engines that start --------------------------------------------------------------------------------------- */

static void note_active(struct imc_rules *rules)
{
	for (unsigned i = 0; i < rules->imc->threads; i++)
		rules->active[i] = rules->imc->thread[i].active;
}

/* Checks a thread that has begun to count or to trace: its memory must be unused by others, and a ring must be cleared. */
static void check_begun(struct imc_rules *rules, const struct imc_thread *thread)
{
	uint64_t address = thread->ldbar & IMC_ADDRESS;
	bool tracing = thread->ldbar & IMC_LDBAR_TRACE;

	if (imc_in_use(rules->imc, address, tracing ? IMC_TRACE_BYTES : IMC_PAGE_BYTES, thread))
		violation(rules, "thread", " 0x%x: another engine writes to the memory at 0x%llx", thread->pir,
			  (unsigned long long)address);
	if (tracing && !imc_is_zero(thread->target, IMC_TRACE_BYTES))
		violation(rules, "thread", " 0x%x: the ring at 0x%llx must be cleared before each run", thread->pir,
			  (unsigned long long)address);
}

static void check_active(struct imc_rules *rules)
{
	for (unsigned i = 0; i < rules->imc->threads; i++) {
		const struct imc_thread *thread = &rules->imc->thread[i];

		if (thread->active && !rules->active[i] && thread->target && !rules->faults->core_faulty[thread->core])
			check_begun(rules, thread);
	}
}

/* ---- OPAL: type core -------------------------------------------------------------------------------------------- */

/* skiboot silently drops the address's bits outside 14:50, and accepts 0. */
static void check_page(const struct visit *visit)
{
	const struct imc_owner *owner = &visit->rules->imc->owner;
	uint64_t address = visit->call->argument[1], kept = address & IMC_ADDRESS;
	const uint8_t *page = kept ? owner->memory(owner->context, kept, IMC_PAGE_BYTES) : NULL;

	if (address != kept)
		call_violation(visit,
			       "bits 0x%llx of the address will be lost: a page is 8 KiB aligned and lies below 2^50",
			       (unsigned long long)(address & ~kept));
	if (!page)
		call_violation(visit, "0x%llx is no memory of the program's", (unsigned long long)kept);
	else if (!imc_is_zero(page, IMC_PAGE_BYTES))
		call_violation(visit, "the page must be zeroed before INIT");
}

static void check_start_core(const struct visit *visit)
{
	const struct imc_model *imc = visit->rules->imc;
	const struct imc_core *core = visit->core;

	if (!core->paged)
		call_violation(visit, "START before INIT: the core would write to wherever its page address points");
	if (core->mode == IMC_TRACING)
		call_violation(visit, "START of type core while the core traces");
	if (core->page && imc_in_use(imc, core->page_address, IMC_PAGE_BYTES, core))
		call_violation(visit, "another engine writes to the page at 0x%llx",
			       (unsigned long long)core->page_address);
	for (unsigned i = 0; i < imc->threads; i++)
		if (&imc->core[imc->thread[i].core] == core && imc->thread[i].ldbar & IMC_LDBAR_TRACE)
			call_violation(visit, "START of type core while LDBAR of thread 0x%x is in trace mode",
				       imc->thread[i].pir);
}

/* ---- OPAL: type trace ------------------------------------------------------------------------------------------- */

static void check_start_trace(const struct visit *visit)
{
	const struct imc_model *imc = visit->rules->imc;
	bool any_tracing = false;

	for (unsigned i = 0; i < imc->threads; i++)
		any_tracing |= &imc->core[imc->thread[i].core] == visit->core && imc->thread[i].ldbar & IMC_LDBAR_TRACE;
	if (!visit->core->traced)
		call_violation(visit, "START before INIT");
	if (visit->core->mode == IMC_COUNTING)
		call_violation(visit, "START of type trace while the core counts");
	if (!any_tracing)
		call_violation(visit, "START of type trace before LDBAR of a thread of the core is in trace mode");
}

/* ---- OPAL --------------------------------------------------------------------------------------------------------- */

/* Fills in *visit if the call names a thread; else returns false. */
static bool find_visit(struct imc_rules *rules, const struct imc_call *call, struct visit *visit)
{
	const struct imc_model *imc = rules->imc;
	unsigned thread = imc_find_thread(imc, call->argument[call->token == IMC_CALL_INIT ? 2 : 1]);

	if (thread == IMC_NONE)
		return false;
	*visit = (struct visit){rules, call, &imc->core[imc->thread[thread].core], 0};
	visit->chip = visit->core->chip;
	return true;
}

void imc_rules_before(struct imc_rules *rules, const struct imc_call *call)
{
	uint64_t type = call->argument[0];
	struct visit visit;

	note_active(rules);
	if ((type != OPAL_CORE && type != OPAL_TRACE) || !find_visit(rules, call, &visit) ||
	    rules->faults->core_faulty[visit.core - rules->imc->core])
		return;
	if (call->token == IMC_CALL_INIT) {
		if (visit.core->mode != IMC_OFF)
			call_violation(&visit, "INIT while the engine runs");
		if (type == OPAL_CORE)
			check_page(&visit);
	} else if (call->token == IMC_CALL_START && type == OPAL_CORE) {
		check_start_core(&visit);
	} else if (call->token == IMC_CALL_START) {
		check_start_trace(&visit);
	}
}

void imc_rules_after(struct imc_rules *rules, const struct imc_call *call, int64_t code)
{
	struct visit visit;

	check_active(rules);
	if (call->argument[0] == OPAL_NEST && call->token != IMC_CALL_INIT && find_visit(rules, call, &visit))
		rules->chip[visit.chip].left_on = call->token == IMC_CALL_START && code == IMC_SUCCESS;
}

/* ---- LDBAR ------------------------------------------------------------------------------------------------------ */

static void check_ldbar(struct imc_rules *rules, const struct imc_thread *thread, uint64_t value, const char *what)
{
	const struct imc_owner *owner = &rules->imc->owner;
	const struct imc_core *core = &rules->imc->core[thread->core];
	uint64_t both = IMC_LDBAR_COUNT | IMC_LDBAR_TRACE, address = value & IMC_ADDRESS;
	uint64_t reserved = value & ~(both | IMC_ADDRESS);
	bool tracing = value & IMC_LDBAR_TRACE;

	if (reserved)
		violation(rules, what, "bits 0x%llx must be 0: an address is 8 KiB aligned, in bits 14:50",
			  (unsigned long long)reserved);
	if ((value & both) == both)
		violation(rules, what, "bits 0 and 1 exclude each other");

	if (value & IMC_LDBAR_COUNT && !core->paged)
		violation(rules, what, "INIT of type core must come first");
	if (tracing && !core->traced)
		violation(rules, what, "INIT of type trace must come first");
	if (thread->active && value & both && value != thread->ldbar)
		violation(rules, what, "the thread is still %s at 0x%llx",
			  thread->ldbar & IMC_LDBAR_TRACE ? "tracing" : "counting",
			  (unsigned long long)(thread->ldbar & IMC_ADDRESS));

	if (!(value & both))
		return;
	if (!address || !owner->memory(owner->context, address, tracing ? IMC_TRACE_BYTES : IMC_PAGE_BYTES))
		violation(rules, what, "0x%llx is no memory of the program's", (unsigned long long)address);
	if (tracing && address % IMC_TRACE_BYTES)
		violation(rules, what, "a ring is aligned to its size of 256 KiB");
}

void imc_rules_before_ldbar(struct imc_rules *rules, unsigned index, uint64_t value, uint64_t from)
{
	const struct imc_thread *thread = &rules->imc->thread[index];
	char buffer[64];
	struct text what = TEXT_OVER(buffer);

	note_active(rules);
	if (thread->active && value != thread->ldbar)
		rules->active[index] = false; /* it starts again */
	if (rules->faults->core_faulty[thread->core])
		return;
	text_format(&what, "cpu 0x%x at 0x%llx LDBAR = 0x%llx: ", thread->pir, (unsigned long long)from,
		    (unsigned long long)value);
	check_ldbar(rules, thread, value, buffer);
}

void imc_rules_after_ldbar(struct imc_rules *rules)
{
	check_active(rules);
}

/* ---- leaving ------------------------------------------------------------------------------------------------------ */

void imc_rules_return(struct imc_rules *rules, unsigned index)
{
	const struct imc_thread *thread = &rules->imc->thread[index];

	if (thread->ldbar && !rules->faults->core_faulty[thread->core])
		violation(rules, "thread", " 0x%x: given back to OPAL with LDBAR at 0x%llx: it must be 0", thread->pir,
			  (unsigned long long)thread->ldbar);
}

void imc_rules_leave(struct imc_rules *rules)
{
	const struct imc_model *imc = rules->imc;
	const struct imc_faults *faults = rules->faults;

	for (unsigned i = 0; i < imc->chips; i++)
		if (rules->chip[i].left_on && !faults->chip_faulty[i])
			violation(
				rules, "nest",
				"%u: left running: OPAL's STOP must be called for every chip before the machine is handed on",
				i);
	for (unsigned i = 0; i < imc->cores; i++)
		if (imc->core[i].mode != IMC_OFF && !faults->core_faulty[i])
			violation(rules, "core",
				  " 0x%x: left %s: OPAL's STOP must be called before the machine is handed on",
				  imc->core[i].number << 2, imc->core[i].mode == IMC_COUNTING ? "counting" : "tracing");
	for (unsigned i = 0; i < imc->threads; i++)
		if (imc->thread[i].ldbar && !faults->core_faulty[imc->thread[i].core])
			violation(rules, "thread",
				  " 0x%x: LDBAR left at 0x%llx: it must be 0 before the machine is handed on",
				  imc->thread[i].pir, (unsigned long long)imc->thread[i].ldbar);
}
