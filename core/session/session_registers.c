/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds what to program for counters in registers, from the description of control (core/hardware/control.h): the
 * registers of a counter, of its box and of its switch, and their values. */
#include "core/session/session_registers.h"
#include "boxes/core-pmu.h"
#include "core/hardware/core_pmu.h"

/* ---- counters and rows ----------------------------------------------------------------------------- */

/* Returns the counter's row. *index is the counter's number in it. */
static const struct register_row *counter_place(const struct session_counter *counter, unsigned *index)
{
	*index = counter->number;
	if (counter->free)
		return box_free_counter(counter->box.type, counter->number, index);
	return box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER);
}

static const struct register_row *counter_row(const struct session_counter *counter)
{
	unsigned index;

	return counter_place(counter, &index);
}

static bool same_box(const struct box *a, const struct box *b)
{
	return a->type == b->type && a->socket == b->socket && a->instance == b->instance;
}

static bool same_row(const struct box *a, const struct register_row *a_row, const struct box *b,
		     const struct register_row *b_row)
{
	return a_row == b_row && same_box(a, b);
}

/* ---- scopes and boxes ------------------------------------------------------------------------------ */

static void add_thaw(struct session_scope *scope, const struct machine *machine)
{
	const struct register_row *row = box_row_of_role(scope->box.type, ROLE_CLEAR);

	if (!row || !core_pmu_streamlined(&machine->core_pmu))
		return;
	scope->thaw = box_location(&scope->box, row, 0);
	scope->frozen = layout_bits(row->layout, FIELD_FROZEN);
	scope->thaws = scope->frozen | layout_bits(row->layout, FIELD_BRANCHES_FROZEN);
}

static uint16_t find_scope(struct session *session, const struct session_request *request,
			   const struct session_counter *counter)
{
	struct control control = control_switch(request->machine, &counter->box);
	const struct box *box = control.row ? &control.box : &counter->box;
	struct session_scope *scope = &session->scopes[session->scope_count];
	const struct global_control *global = control.global;
	bool steered = request->core != SESSION_NO_CORE;
	uint64_t select = 0;

	for (uint16_t i = 0; i < session->scope_count; i++)
		if (session->scopes[i].domain == counter->domain && same_box(&session->scopes[i].box, box))
			return i;

	*scope = (struct session_scope){
		.box = *box,
		.domain = counter->domain,
		.control = control,
		.where = control.row
				 ? box_location(&control.box, control.row, 0)
				 : session_row_location(&counter->box, box_row_of_role(counter->box.type, ROLE_SELECT)),
	};
	if (global)
		scope->status = control_socket_status(request->machine, counter->box.socket);

	/* The control and the CPU are prepared for PMIs. */
	if (global && request->period) {
		scope->armed = global->freeze_on_pmi;
		if (steered && control_core_select(request->machine, &request->machine->cpus[request->cpu], &select))
			scope->armed |= select | global->wake_on_pmi;
		if (steered && request->machine->pmi_gate == PMI_GATE_NEEDED)
			scope->gate = control_pmi_gate(request->machine, request->cpu);
	}
	return session->scope_count++;
}

static uint16_t session_box_of(struct session *session, const struct session_request *request,
			       const struct session_counter *counter)
{
	const struct box *box = &counter->box;
	struct session_box *added = &session->boxes[session->box_count];
	bool of_socket = box->type->scope == BOX_OF_SOCKET;
	const struct session_scope *scope;

	for (uint16_t i = 0; i < session->box_count; i++)
		if (session->boxes[i].domain == counter->domain && same_box(&session->boxes[i].box, box))
			return i;

	*added = (struct session_box){
		.box = *box,
		.domain = counter->domain,
		.scope = find_scope(session, request, counter),
		.inner = control_of_box(box),
		.status = control_box_status(box),
		.summary = of_socket ? box_place(box)->summary : 0,
	};
	scope = &session->scopes[added->scope];
	if (core_pmu_has(box->type))
		add_thaw(&session->scopes[added->scope], request->machine);
	if (same_row(&added->inner.box, added->inner.row, &scope->control.box, scope->control.row))
		added->inner.row = NULL;
	if (same_row(&added->status.box, added->status.row, &scope->status.box, scope->status.row))
		added->status.row = NULL;
	return session->box_count++;
}

/* ---- refusals -------------------------------------------------------------------------------------- */

static uint8_t lost_banks(const struct machine *machine, const struct box *box, const char **how)
{
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		*how = place->how;
		if (same_box(&place->box, box))
			return place->lost_banks;
	}
	return 0;
}

/* Checks that the event's filter registers exist: they may be in a missing function. */
static bool filters_answer(const struct session_request *request, const struct assignment *assignment,
			   struct text *diagnostic)
{
	const struct event_config *config = &request->configs[assignment->config];
	const char *how = NULL;
	uint8_t lost = lost_banks(request->machine, &assignment->box, &how);
	char name[BOX_NAME_SIZE];

	for (unsigned i = 0; lost && i < config->setting_count; i++) {
		if (!(lost & BIT(config->settings[i].row->bank)))
			continue;
		box_name(&assignment->box, name);
		text_format(diagnostic, "%s has no %s for this event: %s", name, config->settings[i].row->name,
			    how ? how : "not there");
		return false;
	}
	return true;
}

static bool takes_pmi(const struct session_request *request, struct text *diagnostic)
{
	const struct global_control *global = control_global(request->machine);
	uint64_t bits;

	if (!request->period || request->core == SESSION_NO_CORE ||
	    control_core_select(request->machine, &request->machine->cpus[request->cpu], &bits))
		return true;
	text_format(diagnostic, "core %u cannot take the PMI: %s selects among %u cores", request->core,
		    global->core_select.name, global->core_select.width);
	return false;
}

static bool registers_accept(const struct session_request *request, enum control_scope scope, struct text *diagnostic)
{
	const struct schedule *schedule = request->schedule;
	const char *missing = scope == CONTROL_BY_CPU ? core_pmu_missing(request->machine) : NULL;

	if (missing) {
		text_string(diagnostic, missing);
		return false;
	}
	if (scope == CONTROL_BY_SOCKET && !takes_pmi(request, diagnostic))
		return false;
	for (unsigned i = 0; i < schedule->count; i++) {
		const struct assignment *assignment = &schedule->assignments[i];

		if (control_scope(request->machine, assignment->box.type) != scope)
			continue;
		if (!core_pmu_accepts(request->machine, &request->configs[assignment->config], diagnostic) ||
		    !filters_answer(request, assignment, diagnostic))
			return false;
	}
	return true;
}

/* ---- counters -------------------------------------------------------------------------------------- */

static void add_select(struct session *session, struct session_counter *counter)
{
	const struct register_row *row = session_select_row(counter);

	if (counter->fixed && core_pmu_has(counter->box.type)) {
		struct session_scope *scope = session_scope_of(session, counter);

		/* A CPU's fixed counters are numbered after its general ones. Each has four bits of one common
		 * select. */
		counter->joint = true;
		counter->select = box_location(&counter->box, row, 0);
		counter->select_value = core_pmu_fixed_value(counter->config->select, counter->number);
		scope->joint_select = counter->select;
		scope->joint_writable = box_writable(&counter->box, row);
		scope->joint_value |= counter->select_value;
		return;
	}
	counter->select = box_location(&counter->box, row, counter->number);
	counter->select_value = event_select_at(counter->config, counter->unit) | session_select_enable(counter) |
				layout_bits(row->layout, FIELD_ALWAYS) | layout_ones(row->layout);
}

/* If a box has no status register, its scope's status has a single bit for the whole box, so at most one of its
 * counters can be sampled. */
static void add_overflow(struct session_box *box, struct session_scope *scope, struct session_counter *counter)
{
	const struct register_row *row = box_row_of_role(counter->box.type, ROLE_STATUS);

	counter->overflow = control_overflow_bit(row, counter->fixed, counter->number);
	if (!row && scope->status.row)
		counter->overflow = box->summary;
	box->overflows |= counter->overflow;
	if (!scope->status.row)
		return;
	if (!box->status.row)
		scope->overflows |= counter->overflow;
	if (scope->control.global->status_stays)
		scope->overflows |= box->summary;
}

static void registers_add(struct session *session, const struct session_request *request,
			  struct session_counter *counter)
{
	const struct event *event = counter->config->event;
	bool core = core_pmu_has(counter->box.type);
	const struct counter_quirk *quirk;
	const struct register_row *row;
	struct session_scope *scope;
	struct session_box *box;
	unsigned index;

	counter->owner = session_box_of(session, request, counter);
	box = &session->boxes[counter->owner];
	scope = &session->scopes[box->scope];
	counter->free = event && event->flags & EVENT_FREE;
	if (counter->free)
		counter->number = (uint8_t)event->code;
	if (core && counter->number >= EVENT_FIXED_FIRST) {
		counter->fixed = true;
		counter->number -= EVENT_FIXED_FIRST;
	}
	counter->bits = (uint8_t)(core ? core_pmu_bits(request->machine, counter->fixed)
				       : box_counter_bits(counter->box.type, counter_row(counter)));
	row = counter_place(counter, &index);
	counter->counter = box_location(&counter->box, row, index);
	if (counter->counter.halves != HALVES_NONE)
		counter->counter.halves = HALVES_STILL;
	if (counter->free)
		return;
	add_select(session, counter);
	add_overflow(box, scope, counter);
	quirk = core_pmu_quirk(session->machine, counter->box.type, QUIRK_RUNS_ON);
	session->runs_on |= quirk && !counter->fixed && counter->number >= quirk->from;
	box->primes |= core && !counter->fixed;
	counter->enable =
		control_enable_bit(box_row_of_role(counter->box.type, ROLE_CONTROL), counter->fixed, counter->number);
	box->enables |= counter->enable;
	if (!box->inner.row)
		scope->enables |= counter->enable;
}

static void registers_name(const struct session_counter *counter, struct text *text)
{
	unsigned index;
	const struct register_row *row = counter_place(counter, &index);

	box_register_name(&counter->box, row, index, text);
}

/* ---- sampling -------------------------------------------------------------------------------------- */

static uint64_t pmi_enable_of(const struct session_request *request, const struct session_counter *counter)
{
	uint64_t enable;

	if (counter->joint)
		return core_pmu_fixed_pmi(counter->number);
	enable = layout_bits(session_select_row(counter)->layout, FIELD_PMI);
	return enable || !counter->fixed ? enable : request->fixed_pmi;
}

/* A write may set fewer bits than the counter has. The period is limited by these bits. */
static bool period_fits(const struct session_request *request, const struct session_counter *counter,
			struct text *diagnostic)
{
	const struct register_row *row = counter_row(counter);
	bool narrow = row->layout->wide && !counter->box.wide;
	uint64_t longest = narrow ? box_writable(&counter->box, row) : session_counter_mask(counter);

	if (request->period <= longest)
		return true;
	text_format(diagnostic, "a period must be 1 to 0x%llx for ", (unsigned long long)longest);
	if (core_pmu_has(counter->box.type))
		text_format(diagnostic, "%s, which takes no more than that in one write", row->name);
	else
		text_format(diagnostic, "a counter of %u bits", counter->bits);
	return false;
}

/* The preload that overflows after `period` counts, or the nearest lower one that the erratum allows. If documents
 * differ on the width, all possible bits are set; a narrower counter ignores the upper ones. */
static uint64_t preload_for(const struct session_counter *counter, uint64_t period)
{
	const struct counter_erratum *erratum = &counter->box.type->erratum;
	uint64_t all = counter->box.type->scope == BOX_OF_SOCKET ? layout_writable(counter_row(counter)->layout) : 0;
	uint64_t preload = -period & (session_counter_mask(counter) | all);
	uint64_t low = preload & erratum->low_mask;

	if (erratum->low_mask && low >= erratum->forbidden_from)
		preload -= low - erratum->forbidden_from + 1;
	return preload;
}

static void preload_in(struct program *program, const struct session_counter *counter)
{
	for (uint16_t i = 0; i < program->count; i++) {
		struct operation *operation = &program->operations[i];

		if (operation->kind == OPERATION_WRITE && session_same_location(&operation->where, &counter->counter))
			operation->value = counter->preload;
	}
}

void session_set_period(struct session *session, uint64_t period)
{
	for (uint16_t i = 0; i < session->counter_count; i++) {
		struct session_counter *counter = &session->counters[i];

		if (!counter->sampled)
			continue;
		counter->preload = preload_for(counter, period);
		session->period = session_counter_period(counter);
		preload_in(&session->arm, counter);
		preload_in(&session->ack, counter);
	}
}

static bool registers_sample(struct session *session, const struct session_request *request,
			     struct session_counter *counter, struct text *diagnostic)
{
	struct session_scope *scope = session_scope_of(session, counter);
	uint64_t enable;
	const struct register_row *freeze = box_row_of_role(scope->box.type, ROLE_PMI_FREEZE);

	if (!counter->overflow) {
		text_format(diagnostic, "%s raises no PMI", counter->name);
		return false;
	}
	enable = pmi_enable_of(request, counter);
	if (!enable) {
		text_format(diagnostic, "%s has no known PMI enable", counter->name);
		return false;
	}
	if (!period_fits(request, counter, diagnostic))
		return false;
	counter->sampled = true;
	counter->select_value |= enable;
	counter->preload = preload_for(counter, request->period);
	scope->joint_value |= counter->joint ? enable : 0;
	/* Only a CPU has a bit that makes hardware freeze its counters. */
	if (freeze) {
		scope->freeze = box_location(&scope->box, freeze, 0);
		scope->freeze_bit = layout_bits(freeze->layout, FIELD_FREEZE_ENABLE);
	}
	if (!scope->sampled)
		scope->moving = (uint16_t)(counter - session->counters);
	scope->sampled = true;
	session->boxes[counter->owner].sampled |= counter->overflow;
	session->period = session_counter_period(counter);
	if (!session->source)
		session->source = scope;
	return true;
}

const char *session_status_name(const struct session *session)
{
	const struct register_row *above = session->source->status.row;

	return above ? above->name : box_row_of_role(session->source->box.type, ROLE_STATUS)->name;
}

bool session_stood(const struct session *session, const uint64_t *slots)
{
	const struct session_scope *source = session->source;

	if (session->runs_on)
		return false;
	if (source->frozen)
		return slots[source->status_slot] & source->frozen;
	if (source->shown)
		return (slots[source->control_slot] & source->shown) == (source->stopped & source->shown);
	return slots[source->moving_slot] == slots[source->moving];
}

/* ---- values and slots ------------------------------------------------------------------------------ */

static uint16_t registers_number_slots(struct session *session, unsigned domain, uint16_t slot)
{
	for (uint16_t i = 0; i < session->scope_count; i++) {
		struct session_scope *scope = &session->scopes[i];
		const struct control *control;
		bool enables;

		if (scope->domain != domain)
			continue;

		/* If enables are the switch, only the session's enables are set, and stopping clears them all. */
		control = &scope->control;
		enables = control_is_enables(control);
		scope->running = control->run | scope->armed | scope->enables;
		scope->stopped = control->stop | (enables ? 0 : scope->enables);
		scope->shown = enables ? scope->enables : control->shown;

		scope->status_slot = slot++;
		scope->control_slot = slot++;
		scope->moving_slot = slot++;
		scope->frozen_slot = slot++;
	}
	for (uint16_t i = 0; i < session->box_count; i++) {
		struct session_box *box = &session->boxes[i];

		if (box->domain != domain)
			continue;
		box->status_slot = box->status.row && session->scopes[box->scope].status.row
					   ? slot++
					   : session->scopes[box->scope].status_slot;
	}
	return slot;
}

const struct session_protocol session_registers = {
	.accept = registers_accept,
	.add = registers_add,
	.name = registers_name,
	.sample = registers_sample,
	.number_slots = registers_number_slots,
	.compile = session_register_programs,
	.release = session_thaw,
};
