/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs checks and turns their results into records. */
#include "core/check/check.h"

#include "core/hardware/deny.h"
#include "core/hardware/errors.h"
#include "core/hardware/expect.h"
#include "core/hardware/leaving.h"
#include "core/hardware/limit.h"
#include "core/hardware/smi.h"
#include "core/hardware/write_ahead.h"
#include "core/program/watchdog.h"
#include "lib/memory.h"

/* ---- verdicts --------------------------------------------------------------------------------------- */

/* Severity of a result, which is not the order of the enumeration. */
static unsigned severity_of(uint8_t result)
{
	static const uint8_t severities[] = {
		[CHECK_PASS] = 0, [CHECK_UNTESTED] = 1, [CHECK_SKIP] = 2, [CHECK_FAIL] = 3};

	return severities[result];
}

/* Returns false if the new result is ignored. */
static bool decide(struct check_context *context, enum check_result result, const char *format, va_list arguments)
{
	struct text message;

	if (context->decided && (context->without || severity_of((uint8_t)result) <= severity_of(context->result)))
		return false;
	context->decided = true;
	context->result = (uint8_t)result;
	message = TEXT_OVER(context->message);
	text_format_list(&message, format, arguments);
	return true;
}

void check_pass(struct check_context *context, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)decide(context, CHECK_PASS, format, arguments);
	va_end(arguments);
}

void check_skip(struct check_context *context, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)decide(context, CHECK_SKIP, format, arguments);
	va_end(arguments);
}

void check_untested(struct check_context *context, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)decide(context, CHECK_UNTESTED, format, arguments);
	va_end(arguments);
}

void check_without(struct check_context *context, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	context->without |= decide(context, CHECK_UNTESTED, format, arguments);
	va_end(arguments);
}

void check_fail(struct check_context *context, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)decide(context, CHECK_FAIL, format, arguments);
	va_end(arguments);
}

/* The message is the first answer's, or that of the first unexpected one. */
void check_answer_to(struct check_context *context, const char *name, const char *answer, const char *assumed)
{
	bool agrees = !assumed || !strcmp(answer, assumed);
	struct record record;

	if (!check_going(context))
		return;
	if (context->muted) {
		check_pass(context, "%s: %s", name, answer);
		return;
	}
	record_begin(&record, context->output, "answer");
	check_id(context->machine, &context->target, record_compose(&record, "check"));
	record_text(&record, "question", name);
	record_text(&record, "answer", answer);
	record_text(&record, "assumed", assumed ? assumed : "nothing");
	record_aside(&record);
	record_u64(&record, "shown", context->output->every_check);
	record_end(&record);
	if (!agrees || !assumed) {
		char bytes[CHECK_MESSAGE_SIZE];
		struct text said = TEXT_OVER(bytes);

		text_format(&said, "%s: %s, where %s was assumed", name, answer, assumed ? assumed : "nothing");
		check_summary_answer(context, bytes);
	}
	if (agrees) {
		check_pass(context, "%s: %s%s", name, answer, assumed ? ", as assumed" : "");
		return;
	}
	context->decided = context->surprised;
	context->surprised = true;
	check_pass(context, "%s: %s, where %s was assumed", name, answer, assumed);
}

void check_answer(struct check_context *context, const char *name, const char *answer)
{
	const struct assumption *assumption = processor_assumption(context->machine->processor, name);
	char bytes[24];
	struct text mask = TEXT_OVER(bytes);

	if (!assumption || assumption->answer) {
		check_answer_to(context, name, answer, assumption ? assumption->answer : NULL);
		return;
	}
	text_format(&mask, "0x%llx", (unsigned long long)assumption->candidates[0]);
	check_answer_to(context, name, answer, bytes);
}

void check_answer_field(struct check_context *context, const struct check_register *reg, const struct field *field,
			uint64_t mask)
{
	char name_bytes[64], mask_bytes[24];
	struct text name = TEXT_OVER(name_bytes), text = TEXT_OVER(mask_bytes);

	box_register_name(&reg->box, reg->row, reg->index, &name);
	text_format(&name, ".%s", field->name);
	text_format(&text, "0x%llx", (unsigned long long)mask);
	check_answer(context, name_bytes, mask_bytes);
}

static void keep_evidence(struct check_context *context, const struct check_difference *difference)
{
	const struct check_register *reg = difference->reg;
	const struct check_place *place = difference->place;
	struct text name = TEXT_OVER(context->register_name);
	struct text box = TEXT_OVER(context->box_name);

	if (place) {
		text_string(&box, place->box);
		text_string(&name, place->reg);
	} else {
		box_name(&reg->box, context->box_name);
		box_register_name(&reg->box, reg->row, reg->index, &name);
	}
	context->has_evidence = true;
	context->has_reg = !place && reg;
	if (context->has_reg)
		context->evidence_reg = *reg;
	context->evidence = (struct check_evidence){
		.box = context->box_name,
		.reg = context->register_name,
		.where = place ? place->where : box_location(&reg->box, reg->row, reg->index),
		.expected = difference->expected,
		.got = difference->got,
		.outcome = difference->outcome,
		.fact = check_fact(context->machine, &context->target),
		.fact_of = check_fact_of(context->machine, &context->target),
		.advice = check_advice(context->target.check, (enum outcome)difference->outcome),
		.hypervisor = context->machine->hypervisor,
	};
}

void check_fail_at(struct check_context *context, const struct check_difference *difference, const char *format, ...)
{
	va_list arguments;
	bool decided;

	va_start(arguments, format);
	decided = decide(context, CHECK_FAIL, format, arguments);
	va_end(arguments);
	if (decided)
		keep_evidence(context, difference);
}

void check_doubt_at(struct check_context *context, const struct check_difference *difference,
		    const struct check_doubt *doubt)
{
	if (!check_going(context))
		return;
	check_fail_at(context, difference, "%s: %s; in others of its type %s", doubt->question, doubt->answer,
		      doubt->assumed);
	context->doubt = *doubt;
}

bool check_going(const struct check_context *context)
{
	return !context->decided || context->result == CHECK_PASS;
}

/* ---- notes ---------------------------------------------------------------------------------------------- */

struct check_note {
	struct check_note *next;
	const char *name;
	void *memory;
};

void *check_note(struct check_context *context, const char *name, size_t size)
{
	struct arena *arena = context->machine->arena;
	struct check_note *note = context->notes;

	while (note && strcmp(note->name, name))
		note = note->next;
	if (note)
		return note->memory;
	note = arena_take(arena, 1, sizeof(*note));
	if (!note)
		return NULL;
	*note = (struct check_note){context->notes, name, arena_take(arena, 1, size)};
	context->notes = note;
	return note->memory;
}

/* ---- time and PMIs ------------------------------------------------------------------------------------ */

/* A clock that does not advance must not hang the run. */
#define PAUSE_ROUNDS 1000

void check_pause(struct check_context *context, uint64_t ns)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + ns;

	if (!check_going(context))
		return;
	for (unsigned i = 0; i < PAUSE_ROUNDS && hw->now_ns(hw) < until; i++)
		hw->wait(hw, until);
}

static void check_take_pmi(void *context, const struct pmi *pmi)
{
	struct check_watch *watch = context;

	watch->count++;
	watch->cpu = pmi->cpu;
}

static uint64_t strays_of(const struct check_context *context)
{
	return machine_stray_pmis(context->machine, context->target.place->box.socket);
}

static void answer_only(void *context)
{
	(void)context;
}

/* Lets each CPU of the socket take pending PMIs. The platform leaves out those that do not answer. PMIs of a core's own
 * counters reach only that core. */
void check_settle_pmis(const struct check_context *context)
{
	const struct machine *machine = context->machine;

	if (context->target.place->box.cpu)
		return;
	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].usable && machine->cpus[i].socket == context->target.place->box.socket)
			(void)!hw_run_on(machine->hw, i, answer_only, NULL);
}

/* Unexpected PMIs on other CPUs of the taker's core. */
static uint64_t count_core_strays(const struct check_context *context, uint32_t taker)
{
	const struct machine *machine = context->machine;
	const struct cpu *own = &machine->cpus[taker];
	uint64_t count = 0;

	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (i != taker && machine->cpus[i].socket == own->socket && machine->cpus[i].core == own->core)
			count += machine->hw->stray_pmis(machine->hw, i);
	return count;
}

/* Sets the bit that the CPU may need to take PMIs, and keeps the previous value. */
static bool open_gate(struct check_context *context)
{
	struct machine *machine = context->machine;
	struct check_watch *watch = &context->watch;
	struct hw *hw = machine->hw;
	struct accessed found;
	struct location where;

	if (machine->pmi_gate != PMI_GATE_NEEDED)
		return true;
	where = control_pmi_gate(machine, watch->taker);
	found = bus_read(hw, &where);
	watch->gate = found.value;
	if (found.outcome == OUTCOME_OK)
		leaving_note(machine, &where, found.value);
	watch->gated = found.outcome == OUTCOME_OK &&
		       bus_write(hw, &where, watch->gate | control_global(machine)->gate_open).outcome == OUTCOME_OK;
	if (!watch->gated)
		check_fail(context, "MSR 0x%llx of processor %u does not answer", (unsigned long long)where.address,
			   watch->taker);
	return watch->gated;
}

/* Firmware may have armed the recording of branches until a PMI comes, which clears the arming bit. Writing the value
 * found again restores the bit. */
static void keep_freeze(struct check_context *context)
{
	const struct machine *machine = context->machine;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];
		struct check_register freeze;
		uint64_t found;

		if (place->state != BOX_FOUND || place->box.cpu != context->watch.taker + 1)
			continue;
		freeze = check_register_of(&place->box, ROLE_PMI_FREEZE, 0);
		found = freeze.row ? check_found_at(context, &freeze)->value : 0;
		if (found && !(found & ~layout_writable(freeze.row->layout)))
			check_write(context, &freeze, found);
	}
}

bool check_watch_open(struct check_context *context, uint32_t cpu)
{
	struct hw *hw = context->machine->hw;
	struct window window = {.handler = check_take_pmi, .context = &context->watch, .cpu = cpu};
	enum outcome outcome;

	if (!check_going(context))
		return false;
	check_settle_pmis(context);
	context->watch = (struct check_watch){
		.strays = strays_of(context), .siblings = count_core_strays(context, cpu), .taker = cpu};
	outcome = hw->window_open(hw, &window);
	if (outcome != OUTCOME_OK) {
		check_fail(context, "processor %u cannot take a PMI: %s", cpu, outcome_name(outcome));
		return false;
	}
	context->watch.open = context->watched = true;
	keep_freeze(context);
	check_watch_rearm(context);
	return open_gate(context);
}

void check_watch_rearm(struct check_context *context)
{
	struct hw *hw = context->machine->hw;

	if (context->watch.open && hw->unmask == UNMASK_LAST && check_going(context) &&
	    hw->window_unmask(hw, context->watch.taker, UNMASK_NEVER) != OUTCOME_OK)
		check_fail(context, "processor %u cannot unmask the performance entry of its local APIC",
			   context->watch.taker);
}

void check_watch_close(struct check_context *context)
{
	struct hw *hw = context->machine->hw;

	if (!context->watch.open)
		return;
	if (context->watch.gated) {
		struct location where = control_pmi_gate(context->machine, context->watch.taker);

		if (bus_write(hw, &where, context->watch.gate).outcome != OUTCOME_OK)
			check_fail(context, "MSR 0x%llx of processor %u cannot be put back",
				   (unsigned long long)where.address, context->watch.taker);
	}
	hw->window_close(hw);
	context->watch.open = false;
}

uint64_t check_watch_strays(const struct check_context *context)
{
	check_settle_pmis(context);
	return strays_of(context) - context->watch.strays;
}

uint64_t check_watch_sibling_pmis(const struct check_context *context)
{
	check_settle_pmis(context);
	return count_core_strays(context, context->watch.taker) - context->watch.siblings;
}

/* ---- boxes and registers of the machine --------------------------------------------------------------- */

/* Reads all registers of all boxes that answer, before any check writes. `found` has room for all. */
static void find_all(struct check_context *context, struct check_found *found)
{
	for (unsigned i = 0; i < context->machine->box_count; i++) {
		const struct machine_box *place = &context->machine->boxes[i];
		unsigned count = check_register_count(&place->box);

		for (unsigned n = 0; n < count; n++) {
			struct check_register reg = check_register_at(&place->box, n);

			found[n].outcome = OUTCOME_ABSENT;
			if (place->state == BOX_FOUND && check_readable(&reg))
				found[n].outcome = (uint8_t)check_peek(context, &reg, &found[n].value);
			if (found[n].outcome == OUTCOME_OK)
				leaving_note_register(context->machine, &reg.box, reg.row, reg.index, found[n].value);
		}
		context->found[i] = found;
		found += count;
	}
}

static bool is_box(const struct machine_box *place, const struct box *box)
{
	return place->box.type == box->type && place->box.socket == box->socket && place->box.instance == box->instance;
}

/* Try the box under test first: it is the usual answer. */
unsigned check_box_index(const struct check_context *context, const struct box *box)
{
	const struct machine_box *boxes = context->machine->boxes;
	const struct machine_box *place = context->target.place;

	if (!place || !is_box(place, box))
		for (place = boxes; !is_box(place, box);)
			place++;
	return (unsigned)(place - boxes);
}

unsigned check_register_number(const struct check_context *context, const struct machine_box *place)
{
	return (unsigned)(context->found[place - context->machine->boxes] - context->found[0]);
}

const struct check_found *check_found_at(const struct check_context *context, const struct check_register *reg)
{
	return check_found_entry(context, reg);
}

struct check_found *check_found_entry(const struct check_context *context, const struct check_register *reg)
{
	const struct register_row *row = reg->box.type->registers;
	struct check_found *found = context->found[check_box_index(context, &reg->box)];

	while (row != reg->row)
		found += box_row_count(&reg->box, row++);
	return found + reg->index;
}

/* ---- running ------------------------------------------------------------------------------------------ */

#define TRIES_MOST 3 /* runs of a check that failed while SMIs occurred */

void check_mark(struct check_context *context, const struct box *box, uint64_t bits)
{
	unsigned index = check_box_index(context, box);

	context->marks[index] |= bits;
	context->marks_first = (uint16_t)min_u64(context->marks_first, index);
	context->marks_end = (uint16_t)max_u64(context->marks_end, index + 1);
}

void check_clear_marks(struct check_context *context)
{
	for (unsigned i = context->marks_first; i < context->marks_end; i++)
		context->marks[i] = 0;
	context->marks_first = UINT16_MAX;
	context->marks_end = 0;
}

void check_begin(struct check_context *context, const struct check_target *target)
{
	context->target = *target;
	context->serial++;
	context->look_at_traffic = NULL;
	context->saved_count = 0;
	memset(context->saved_chain, 0, sizeof(context->saved_chain));
	context->global_bits = 0;
	check_clear_marks(context);
	context->watch = (struct check_watch){0};
	context->decided = false;
	context->doubt = (struct check_doubt){0};
	context->surprised = context->without = false;
	context->counted = context->watched = false;
	context->has_evidence = context->has_reg = false;
	context->used_root = 0;
	context->message[0] = 0;
}

static void report_result(struct check_context *context)
{
	char storage[CHECK_ID_SIZE];
	struct text id = TEXT_OVER(storage);
	const char *because = NULL;

	if (!context->decided)
		check_fail(context, "the check gave no result");
	check_id(context->machine, &context->target, &id);
	if (context->result == CHECK_FAIL)
		because = check_roots_blame(context);
	record_check(context->output, id.at, (enum check_result)context->result, context->message,
		     context->has_evidence ? &context->evidence : NULL, because);
	check_summary_add(context);
}

/* The box without which this check cannot run and that does not answer; NULL if the check can run. */
static const struct machine_box *silent_box(const struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct machine_box *place = context->target.place;

	if (!place || context->target.check->absent_too)
		return NULL;
	if (place->state != BOX_FOUND)
		return place;
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *other = &machine->boxes[i];

		if (other->box.socket == place->box.socket && other->state != BOX_FOUND &&
		    is_control_box(machine, &other->box))
			return other;
	}
	return NULL;
}

bool check_is_lost(const struct machine_box *place, const struct check_register *reg)
{
	return reg->row && place && place->lost_banks & BIT(reg->row->bank);
}

/* The context of the running check; NULL if there is none. */
static struct check_context *running;

/* Makes a result untested if the check lacked a denied register, or if it failed and an earlier check of the box lacked
 * one. */
static void leave_out_denied(struct check_context *context, bool refused)
{
	const struct machine_box *place = context->target.place;
	const struct location where = deny_latest();
	bool failed = context->decided && context->result == CHECK_FAIL;
	char bytes[96];
	struct text name = TEXT_OVER(bytes);

	if (!refused && !(failed && place && place->part_denied))
		return;
	if (refused)
		machine_location_text(context->machine, &where, &name);
	else
		text_string(&name, "registers of this box");
	context->decided = context->has_evidence = false;
	check_untested(context, "%s: %s", refused ? deny_latest_reason() : "denied", bytes);
}

static void run_check(struct check_context *context)
{
	uint32_t refused = deny_refused();
	const struct machine_box *place = context->target.place;
	bool listens = place && !place->box.cpu; /* checks of cores take PMIs without a watch */
	uint64_t strays = listens ? strays_of(context) : 0;
	char storage[CHECK_ID_SIZE];
	struct text id = TEXT_OVER(storage);

	check_id(context->machine, &context->target, &id);
	write_ahead_say("check", id.at);

	running = context;
	context->target.check->run(context);
	check_watch_close(context);
	check_restore(context);
	running = NULL;
	if (listens && !context->watched)
		context->strays[place->box.socket] += strays_of(context) - strays;
	leave_out_denied(context, deny_refused() != refused);
}

/* Number of SMIs and machine checks so far. They cannot be prevented, and counters may count them. */
static uint64_t disturbances(const struct machine *machine)
{
	uint64_t smis;

	if (!smi_count(machine, machine_bootstrap_cpu(machine), &smis))
		smis = 0;
	return smis + (machine->errors ? machine->errors->exceptions : 0);
}

/* True if a check failed because of unexpected status bits. No pause or SMI sets these, and if they stay set, a
 * repeated check would find them as it starts and pass. */
static bool shows_too_much(const struct check_context *context)
{
	const struct check_register *reg = &context->evidence_reg;

	if (!context->has_evidence || !context->has_reg || context->evidence.outcome != OUTCOME_OK)
		return false;
	return context->evidence.got & ~context->evidence.expected &&
	       (reg->row->role == ROLE_STATUS || reg->row->role == ROLE_FLAGS ||
		reg->row == control_socket_status(context->machine, reg->box.socket).row);
}

/* Watches the events of a failed check. If they come and go, the check is untested. Returns true to repeat the check:
 * the failure stands only if events are steady. */
static bool repeat_by_traffic(struct check_context *context, bool *steady)
{
	enum check_traffic (*look)(struct check_context *) = context->look_at_traffic;
	const struct check_target target = context->target;
	enum check_traffic traffic;

	if (!look || *steady)
		return false;
	check_begin(context, &target);
	running = context;
	traffic = look(context);
	check_restore(context);
	running = NULL;
	*steady = traffic == TRAFFIC_STEADY;
	check_begin(context, &target);
	if (traffic == TRAFFIC_UNSTEADY)
		check_untested(context, "the events that advance its counters come and go");
	return traffic != TRAFFIC_UNSTEADY;
}

/* Repeats a check that failed while SMIs occurred or events paused: neither is a fault of the part. */
static void run_undisturbed(struct check_context *context)
{
	const struct check_target target = context->target;
	char storage[CHECK_ID_SIZE];
	struct text id = TEXT_OVER(storage);
	uint64_t before = disturbances(context->machine), after;
	bool steady = false;

	check_id(context->machine, &target, &id);
	for (unsigned tries = 1;; before = after) {
		run_check(context);
		after = disturbances(context->machine);
		if (!context->decided || context->result != CHECK_FAIL) {
			if (steady && !context->muted)
				record_note(
					context->output,
					"%s: it failed once, and not when it was repeated: what it counts may have paused",
					id.at);
			return;
		}
		if (shows_too_much(context))
			return;
		if (after != before && !context->muted)
			record_note(context->output, "%s: %llu SMIs or machine checks came during this failed check%s",
				    id.at, (unsigned long long)(after - before),
				    tries < TRIES_MOST ? ": repeating it" : ", and in each repetition");
		if (after != before && tries++ < TRIES_MOST)
			check_begin(context, &target);
		else if (!repeat_by_traffic(context, &steady))
			return;
	}
}

/* A hung access overrides any earlier verdict of this check. */
bool checks_report_stuck(const struct stuck_access *access)
{
	struct check_context *context = running;
	struct check_register reg = {0};
	struct check_difference difference = {.reg = &reg, .outcome = OUTCOME_TIMEOUT};
	char bytes[CHECK_MESSAGE_SIZE];
	struct text message = TEXT_OVER(bytes);
	unsigned index;

	if (!context)
		return false;
	stuck_access_text(context->machine, access, &message);
	context->decided = context->has_evidence = false;
	if (machine_register(context->machine, &access->where, &reg.box, &reg.row, &index)) {
		reg.index = (uint8_t)index;
		check_fail_at(context, &difference, "%s", bytes);
	} else {
		check_fail(context, "%s", bytes);
	}
	report_result(context);
	check_summary_report(context);
	return true;
}

void checks_abandon(void)
{
	if (running)
		check_restore(running);
	running = NULL;
}

static void leave_out_silent(struct check_context *context, const struct machine_box *silent)
{
	char name[BOX_NAME_SIZE];

	box_name(&silent->box, name);
	if (is_hidden_box(context->machine, silent))
		check_untested(context, "%s %s", hidden_by(context->machine, silent), name);
	else if (silent->state == BOX_DENIED)
		check_untested(context, "%s is %s", name, deny_profile() == PROFILE_FULL ? "denied" : silent->how);
	else
		check_skip(context, "%s does not answer: %s", name, box_state_name((enum box_state)silent->state));
}

static void run_one(struct check_context *context, const struct check_target *target)
{
	const struct machine_box *place = target->place, *silent;

	check_begin(context, target);
	silent = silent_box(context);
	if (silent) {
		leave_out_silent(context, silent);
	} else if (!check_is_lost(place, &target->reg)) {
		run_undisturbed(context);
		check_alike_judge(context, run_undisturbed);
	} else if (is_hidden_bank(context->machine, place, target->reg.row->bank)) {
		check_untested(context, "%s its function: %s", hider(context->machine), place->how);
	} else {
		check_skip(context, "its function is not there: %s", place->how);
	}
	report_result(context);
}

static bool prepare(struct check_context *context, unsigned planned)
{
	struct machine *machine = context->machine;
	unsigned registers = 1;
	struct check_found *found;

	for (unsigned i = 0; i < machine->box_count; i++)
		registers += check_register_count(&machine->boxes[i].box);
	context->saved_room = (uint16_t)registers;
	context->saved = arena_take(machine->arena, registers, sizeof(*context->saved));
	found = arena_take(machine->arena, registers, sizeof(*found));
	context->found = arena_take(machine->arena, machine->box_count + 1u, sizeof(struct check_found *));
	context->marks = arena_take(machine->arena, machine->box_count + 1u, sizeof(*context->marks));
	context->strays = arena_take(machine->arena, machine->socket_count, sizeof(*context->strays));
	if (!context->saved || !found || !context->found || !context->marks || !context->strays ||
	    !check_roots_start(context) || !check_alike_start(context) || !check_summary_start(context, planned))
		return false;
	find_all(context, found);
	return true;
}

static unsigned planned(const struct machine *machine, struct slice filter)
{
	struct check_plan plan = check_plan_of(machine, filter);
	struct check_target target;
	unsigned count = 0;

	while (check_plan_next(&plan, &target))
		count++;
	return count;
}

static void run_planned(struct check_context *context, struct slice filter, bool (*interrupted)(void *context),
			void *whom)
{
	struct check_plan plan = check_plan_of(context->machine, filter);
	struct check_target target;
	bool stopped = false;

	while (check_plan_next(&plan, &target)) {
		stopped = stopped || (interrupted && interrupted(whom));
		if (stopped) {
			check_begin(context, &target);
			if (limit_is_over(context->machine->hw))
				check_untested(context, "the run's time is over");
			else
				check_skip(context, "interrupted");
			report_result(context);
		} else {
			run_one(context, &target);
		}
	}
}

unsigned checks_run(struct machine *machine, struct output *output, struct slice filter,
		    bool (*interrupted)(void *context), void *whom)
{
	struct check_context context = {.machine = machine, .output = output};
	size_t mark = arena_mark(machine->arena);
	unsigned count = planned(machine, filter);

	if (!count)
		return 0;
	record_plan(output, count);
	if (prepare(&context, count)) {
		run_planned(&context, filter, interrupted, whom);
		check_summary_report(&context);
		check_roots_report(&context);
	} else {
		record_error(output, VERDICT_ERROR, "not enough memory for the checks");
	}
	arena_release(machine->arena, mark);
	return count;
}
