/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions where one register starts, freezes and resumes all boxes of a socket, and shows which of them
 * overflowed. Which registers are written, and in which order, is decided here and nowhere else. */
#include "core/session/session_protocol.h"

/* ---- what stands behind each name --------------------------------------------------------------- */

static struct location row_location(const struct box *box, const char *name)
{
	return box_location(box, box_row_by_name(box->type, name), 0);
}

static struct location role_location(const struct box *box, enum role role)
{
	return box_location(box, box_row_of_role(box->type, role), 0);
}

/* Bit `number` of a field that has one bit per counter, in the register of a role. */
static uint64_t counter_bit(const struct box_type *type, enum role role, enum field_kind kind, unsigned number)
{
	const struct register_row *row = box_row_of_role(type, role);
	const struct field *field = row ? layout_field(row->layout, kind) : NULL;

	return field && number < field->width ? BIT(field->low + number) : 0;
}

static const struct register_row *select_row(const struct session_counter *counter)
{
	return box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
}

static const struct register_row *counter_row(const struct session_counter *counter)
{
	return box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER);
}

/* ---- sockets and boxes -------------------------------------------------------------------------- */

static uint16_t add_socket(struct session *session, const struct session_request *request, uint16_t number)
{
	const struct global_control *global = session->global;
	struct box box = {.type = request->machine->processor->types[global->box], .socket = number};
	struct session_socket *socket = &session->sockets[session->socket_count];
	bool steered = request->period && request->core != SESSION_NO_CORE;
	uint64_t select = 0;

	*socket = (struct session_socket){
		.socket = number,
		.running = global->enable_all,
		.control = row_location(&box, global->control),
		.status = row_location(&box, global->status),
		.clear = row_location(&box, global->clear),
	};
	if (request->period)
		socket->running |= global->freeze_on_pmi;
	if (steered && machine_core_select(request->machine, request->core, &select))
		socket->running |= select;
	if (steered && request->machine->pmi_gate == PMI_GATE_NEEDED)
		socket->gate = machine_pmi_gate(request->machine, request->cpu);
	return session->socket_count++;
}

static uint16_t socket_of(struct session *session, const struct session_request *request, uint16_t number)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		if (session->sockets[i].socket == number)
			return i;
	return add_socket(session, request, number);
}

static uint16_t add_box(struct session *session, const struct session_request *request, const struct box *box)
{
	struct session_box *added = &session->boxes[session->box_count];
	uint16_t owner = socket_of(session, request, box->socket);

	*added = (struct session_box){
		.box = *box,
		.protocol = &session_by_global,
		.owner = owner,
		.summary = box->type->places[box->instance].summary,
		.control = role_location(box, ROLE_CONTROL),
		.status = role_location(box, ROLE_STATUS),
		.clear = role_location(box, ROLE_CLEAR),
	};
	added->governs = session_same_place(&added->control, &session->sockets[owner].control);
	return session->box_count++;
}

static bool same_box(const struct box *a, const struct box *b)
{
	return a->type == b->type && a->socket == b->socket && a->instance == b->instance;
}

static uint16_t box_of(struct session *session, const struct session_request *request, const struct box *box)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (same_box(&session->boxes[i].box, box))
			return i;
	return add_box(session, request, box);
}

/* ---- counters ----------------------------------------------------------------------------------- */

static bool accept(const struct session_request *request, struct text *complaint)
{
	const struct global_control *global = request->machine->processor->global;
	uint64_t bits;

	if (!request->period || request->core == SESSION_NO_CORE ||
	    machine_core_select(request->machine, request->core, &bits))
		return true;
	text_format(complaint, "core %u cannot take the PMI: %s selects among %u cores", request->core,
		    global->core_select.name, global->core_select.width);
	return false;
}

static void count_into_box(struct session *session, const struct session_counter *counter)
{
	struct session_box *box = &session->boxes[counter->owner];
	struct session_socket *socket = &session->sockets[box->owner];

	box->enables |= counter->enable;
	box->overflows |= counter->overflow;
	if (!box->governs)
		return;
	socket->running |= counter->enable;
	socket->overflows |= counter->overflow;
}

static void add(struct session *session, const struct session_request *request, struct session_counter *counter)
{
	const struct box *box = &counter->box;
	bool fixed = counter->fixed;
	unsigned number = counter->number;

	counter->owner = box_of(session, request, box);
	counter->counter = box_location(box, counter_row(counter), number);
	counter->select = box_location(box, select_row(counter), number);
	counter->enable =
		counter_bit(box->type, ROLE_CONTROL, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES, number);
	counter->overflow = counter_bit(box->type, ROLE_STATUS, fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS, number);
	counter->select_value = event_select_at(counter->choice, counter->unit) |
				layout_bits(select_row(counter)->layout, FIELD_ENABLE) |
				layout_bits(select_row(counter)->layout, FIELD_ALWAYS);
	count_into_box(session, counter);
}

static void name(const struct session_counter *counter, struct text *text)
{
	box_register_name(&counter->box, counter_row(counter), counter->number, text);
}

/* The value at which a count of `period` carries out of the last bit, or the nearest allowed below. */
static uint64_t preload_for(const struct box_type *type, uint64_t period)
{
	const struct counter_erratum *erratum = &type->erratum;
	uint64_t preload = -period & MASK(0, type->counter_bits);
	uint64_t low = preload & erratum->low_mask;

	if (erratum->low_mask && low >= erratum->forbidden_from)
		preload -= low - erratum->forbidden_from + 1;
	return preload;
}

static bool sample(struct session *session, const struct session_request *request, struct session_counter *counter,
		   struct text *complaint)
{
	uint64_t pmi_enable = counter->fixed ? request->fixed_pmi : layout_bits(select_row(counter)->layout, FIELD_PMI);
	uint64_t mask = session_counter_mask(counter);

	if (!pmi_enable) {
		text_format(complaint, "%s has no known PMI enable", counter->name);
		return false;
	}
	if (request->period > mask) {
		text_format(complaint, "a period must be 1 to 0x%llx for a counter of %u bits",
			    (unsigned long long)mask, counter->box.type->counter_bits);
		return false;
	}
	counter->sampled = true;
	counter->select_value |= pmi_enable;
	counter->preload = preload_for(counter->box.type, request->period);
	session->period = -counter->preload & mask;
	session->boxes[counter->owner].sampled |= counter->overflow;
	return true;
}

/* PMIs are the first socket's: a session that samples has no other. */
static void set_source(struct session *session)
{
	const struct global_control *global = session->global;
	const struct session_socket *socket = &session->sockets[0];

	session->source = (struct session_source){
		.box = {.type = session->machine->processor->types[global->box], .socket = socket->socket},
		.control = global->control,
		.status = global->status,
		.control_slot = socket->control_slot,
		.status_slot = socket->status_slot,
		.enables = global->enable_all,
		.running = socket->running,
	};
}

static uint16_t number_slots(struct session *session, uint16_t slot)
{
	for (uint16_t i = 0; i < session->socket_count; i++) {
		struct session_socket *socket = &session->sockets[i];

		socket->status_slot = slot++;
		socket->control_slot = slot++;
		socket->frozen = socket->running & ~(session->global->enable_all | session->global->freeze_on_pmi |
						     field_mask(&session->global->core_select));
	}
	set_source(session);
	for (uint16_t i = 0; i < session->box_count; i++) {
		struct session_box *box = &session->boxes[i];

		box->status_slot = box->governs ? session->sockets[box->owner].status_slot : slot++;
	}
	return slot;
}

/* ---- programs: counting ------------------------------------------------------------------------- */

/* Outermost first: put back in reverse order, so that what lets counters run comes last. */
static void compile_save(const struct session *session, struct program *save)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		if (session->sockets[i].gate.address)
			session_save(session, save, session->sockets[i].gate);
	for (uint16_t i = 0; i < session->socket_count; i++)
		session_save(session, save, session->sockets[i].control);
	for (uint16_t i = 0; i < session->box_count; i++)
		if (!session->boxes[i].governs)
			session_save(session, save, session->boxes[i].control);
	session_save_filters(session, &session_by_global, save);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		session_save(session, save, session->counters[i].select);
		session_save(session, save, session->counters[i].counter);
	}
}

static void write_sockets(const struct session *session, struct program *program, bool run)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		program_write(program, session->sockets[i].control,
			      run ? session->sockets[i].running : session->sockets[i].frozen);
}

static void compile_run(const struct session *session, struct program *program)
{
	write_sockets(session, program, true);
}

static void compile_freeze(const struct session *session, struct program *program)
{
	write_sockets(session, program, false);
}

/* Clears the overflow bits that are ours, whatever they are now: at the boxes, from where the global
 * status follows by itself, then what has no box below it. */
static void clear_overflows(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (!session->boxes[i].governs)
			program_write(program, session->boxes[i].clear, session->boxes[i].overflows);
	for (uint16_t i = 0; i < session->socket_count; i++) {
		uint64_t bits =
			session->sockets[i].overflows | (session->period ? machine_pmi_clear(session->machine) : 0);

		if (bits)
			program_write(program, session->sockets[i].clear, bits);
	}
}

static void compile_disarm(const struct session *session, struct program *disarm)
{
	write_sockets(session, disarm, false);
	clear_overflows(session, disarm);
	session_open_filters(session, &session_by_global, disarm);
}

static uint64_t readable_bits(const struct session_box *box, enum role role)
{
	return layout_writable(box_row_of_role(box->box.type, role)->layout);
}

/* An event that is counted through a queue tally starts with an empty one: the tally belongs to the
 * counter and may hold what another event left. */
static void reset_tally(const struct session_counter *counter, struct program *arm)
{
	uint64_t reset = layout_bits(select_row(counter)->layout, FIELD_TALLY_RESET);
	uint64_t enable = layout_bits(select_row(counter)->layout, FIELD_ENABLE);
	const struct event *event = counter->choice->event;

	if (reset && (!event || event->flags & EVENT_TALLY))
		program_write(arm, counter->select, (counter->select_value & ~enable) | reset);
}

/* The rest of a gate's register stays as it was saved. */
static void open_gates(const struct session *session, struct program *arm)
{
	for (uint16_t i = 0; i < session->save.count; i++) {
		const struct operation *save = &session->save.operations[i];

		for (uint16_t s = 0; s < session->socket_count; s++)
			if (session->sockets[s].gate.address &&
			    session_same_place(&session->sockets[s].gate, &save->where))
				program_write_slot(arm, save->where, session->global->gate_open, save->slot,
						   ~UINT64_C(0));
	}
}

/* The guide's order: companions before selects, so that no counter runs with half a filter, then the
 * counters' enables in their box. Its first step, the global reset of all counters, is left out: it
 * would also clear counters that are not ours. Each of ours is written instead. */
static void compile_arm(const struct session *session, struct program *arm)
{
	write_sockets(session, arm, false);
	open_gates(session, arm);
	session_write_filters(session, &session_by_global, arm);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		reset_tally(counter, arm);
		session_write_checked(arm, counter->select, counter->select_value,
				      layout_writable(select_row(counter)->layout));
		program_write(arm, counter->counter, counter->preload);
	}
	for (uint16_t i = 0; i < session->box_count; i++)
		if (!session->boxes[i].governs)
			session_write_checked(arm, session->boxes[i].control, session->boxes[i].enables,
					      readable_bits(&session->boxes[i], ROLE_CONTROL));
	clear_overflows(session, arm);
	for (uint16_t i = 0; i < session->box_count; i++)
		if (session->boxes[i].sampled)
			program_check(arm, session->boxes[i].status, 0, session->boxes[i].overflows);
}

/* ---- programs: the PMI handler's ---------------------------------------------------------------- */

/* One access for each level: the global status, then the boxes it points to. */
static void compile_status(const struct session *session, struct program *status)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		program_read(status, session->sockets[i].status, session->sockets[i].status_slot);
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];
		struct operation *read;

		if (!box->sampled || box->governs)
			continue;
		read = program_read(status, box->status, box->status_slot);
		read->guard = session->sockets[box->owner].status_slot;
		read->guard_mask = box->summary;
	}
}

static void compile_hold(const struct session *session, struct program *hold)
{
	for (uint16_t i = 0; i < session->socket_count; i++) {
		const struct session_socket *socket = &session->sockets[i];
		struct operation *stop;

		program_read(hold, socket->control, socket->control_slot);
		stop = program_write(hold, socket->control, socket->frozen);
		stop->guard = socket->control_slot;
		stop->guard_mask = session->global->enable_all;
	}
}

static void guard_by(struct operation *operation, const struct session_box *box, uint64_t mask)
{
	operation->guard = box->status_slot;
	operation->guard_mask = mask;
}

/* Only what was seen set is cleared, so that an overflow that came later is not lost. The read-back
 * costs one access for each box that overflowed, and keeps a bit that sticks from naming its counter
 * for ever. */
static void compile_ack(const struct session *session, struct program *ack)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!box->sampled || box->governs)
			continue;
		guard_by(program_write_slot(ack, box->clear, 0, box->status_slot, box->overflows), box, box->overflows);
		guard_by(program_check(ack, box->status, 0, box->overflows), box, box->overflows);
	}
	for (uint16_t i = 0; i < session->socket_count; i++)
		program_write_slot(ack, session->sockets[i].clear, machine_pmi_clear(session->machine),
				   session->sockets[i].status_slot, session->sockets[i].overflows);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (counter->sampled)
			guard_by(program_write(ack, counter->counter, counter->preload),
				 &session->boxes[counter->owner], counter->overflow);
	}
}

const struct session_protocol session_by_global = {
	.accept = accept,
	.add = add,
	.name = name,
	.sample = sample,
	.number_slots = number_slots,
	.compile =
		{
			[SESSION_SAVE] = compile_save,
			[SESSION_ARM] = compile_arm,
			[SESSION_START] = compile_run,
			[SESSION_FREEZE] = compile_freeze,
			[SESSION_RESUME] = compile_run,
			[SESSION_DISARM] = compile_disarm,
			[SESSION_STATUS] = compile_status,
			[SESSION_HOLD] = compile_hold,
			[SESSION_ACK] = compile_ack,
		},
};
