/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiles a schedule into register programs. Which registers are written, and in which order, is
 * decided here and nowhere else. */
#include "core/session.h"

#include "lib/memory.h"

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
static uint64_t counter_bit(const struct box_type *type, enum role role, enum field_kind kind,
			    unsigned number)
{
	const struct register_row *row = box_row_of_role(type, role);
	const struct field *field = row ? layout_field(row->layout, kind) : NULL;

	return field && number < field->width ? BIT(field->low + number) : 0;
}

static uint64_t layout_bits(const struct register_layout *layout, enum field_kind kind)
{
	const struct field *field = layout_field(layout, kind);

	return field ? field_mask(field) : 0;
}

static const struct register_row *select_row(const struct session_counter *counter)
{
	return box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
}

uint64_t session_counter_mask(const struct session_counter *counter)
{
	return MASK(0, counter->box.type->counter_bits);
}

/* ---- sockets and boxes -------------------------------------------------------------------------- */

static uint16_t add_socket(struct session *session, const struct session_request *request,
			   uint16_t number)
{
	const struct global_control *global = session->global;
	struct box box = {request->machine->processor->types[global->box], number, 0};
	struct session_socket *socket = &session->sockets[session->socket_count];

	*socket = (struct session_socket){
		.socket = number,
		.running = global->enable_all,
		.control = row_location(&box, global->control),
		.status = row_location(&box, global->status),
		.clear = row_location(&box, global->clear),
	};
	if (request->period)
		socket->running |=
			global->freeze_on_pmi | BIT(global->core_select.low + request->core);
	return session->socket_count++;
}

static uint16_t socket_of(struct session *session, const struct session_request *request,
			  uint16_t number)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		if (session->sockets[i].socket == number)
			return i;
	return add_socket(session, request, number);
}

static bool same_place(const struct location *a, const struct location *b)
{
	return a->space == b->space && a->socket == b->socket && a->address == b->address;
}

static uint16_t add_box(struct session *session, const struct session_request *request,
			const struct box *box)
{
	struct session_box *added = &session->boxes[session->box_count];
	uint16_t owner = socket_of(session, request, box->socket);

	*added = (struct session_box){
		.box = *box,
		.owner = owner,
		.summary = box->type->places[box->instance].summary,
		.control = role_location(box, ROLE_CONTROL),
		.status = role_location(box, ROLE_STATUS),
		.clear = role_location(box, ROLE_CLEAR),
	};
	added->governs = same_place(&added->control, &session->sockets[owner].control);
	return session->box_count++;
}

static bool same_box(const struct box *a, const struct box *b)
{
	return a->type == b->type && a->socket == b->socket && a->instance == b->instance;
}

static uint16_t box_of(struct session *session, const struct session_request *request,
		       const struct box *box)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (same_box(&session->boxes[i].box, box))
			return i;
	return add_box(session, request, box);
}

/* ---- counters ----------------------------------------------------------------------------------- */

static const char *keep_text(struct arena *arena, const struct text *text)
{
	char *kept = arena_take(arena, text->length + 1, 1);

	if (kept)
		memcpy(kept, text->at, text->length);
	return kept;
}

static bool name_counter(struct session *session, struct session_counter *counter,
			 const struct register_row *row)
{
	char buffer[192];
	struct text text = TEXT_OVER(buffer);

	event_canonical(counter->choice, counter->box.instance, &text);
	counter->event = keep_text(session->machine->arena, &text);
	text_clear(&text);
	box_register_name(&counter->box, row, counter->number, &text);
	counter->name = keep_text(session->machine->arena, &text);
	return counter->event && counter->name;
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

static bool set_sampling(struct session *session, const struct session_request *request,
			 struct session_counter *counter, struct text *complaint)
{
	const struct register_row *row = select_row(counter);
	uint64_t pmi_enable =
		counter->fixed ? request->fixed_pmi : layout_bits(row->layout, FIELD_PMI);
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

static bool add_counter(struct session *session, const struct session_request *request,
			const struct assignment *assignment, struct text *complaint)
{
	struct session_counter *counter = &session->counters[session->counter_count++];
	const struct box *box = &assignment->box;
	const struct register_row *row =
		box_row_of_role(box->type, assignment->fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER);
	unsigned number = assignment->counter;

	*counter = (struct session_counter){
		.box = *box,
		.choice = &request->choices[assignment->choice],
		.owner = box_of(session, request, box),
		.number = assignment->counter,
		.fixed = assignment->fixed,
		.counter = box_location(box, row, number),
		.enable = counter_bit(box->type, ROLE_CONTROL,
				      assignment->fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES,
				      number),
		.overflow = counter_bit(box->type, ROLE_STATUS,
					assignment->fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS,
					number),
	};
	counter->select = box_location(box, select_row(counter), number);
	counter->select_value =
		counter->choice->select | layout_bits(select_row(counter)->layout, FIELD_ENABLE);
	count_into_box(session, counter);
	if (!name_counter(session, counter, row)) {
		text_string(complaint, "out of memory");
		return false;
	}
	if (request->period && assignment->choice == 0)
		return set_sampling(session, request, counter, complaint);
	return true;
}

/* ---- companion registers ------------------------------------------------------------------------ */

static struct session_filter *filter_at(struct session *session, struct location where)
{
	for (uint16_t i = 0; i < session->filter_count; i++)
		if (same_place(&session->filters[i].where, &where))
			return &session->filters[i];
	session->filters[session->filter_count] = (struct session_filter){.where = where};
	return &session->filters[session->filter_count++];
}

static bool add_setting(struct session *session, const struct session_counter *counter,
			const struct event_setting *setting, struct text *complaint)
{
	unsigned index = setting->row->count > 1 ? counter->number : 0;
	struct session_filter *filter =
		filter_at(session, box_location(&counter->box, setting->row, index));
	uint64_t mask = field_mask(setting->field);
	uint64_t value = setting->value << setting->field->low;

	if (filter->mask & mask && (filter->value ^ value) & filter->mask & mask) {
		box_register_name(&counter->box, setting->row, index, complaint);
		text_format(complaint, ": field %s is wanted with two values, by ",
			    setting->field->name);
		event_canonical(filter->choice, counter->box.instance, complaint);
		text_format(complaint, " and %s", counter->event);
		return false;
	}
	if (!filter->choice)
		filter->choice = counter->choice;
	filter->value |= value;
	filter->mask |= mask;
	return true;
}

static bool add_filters(struct session *session, struct text *complaint)
{
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		for (unsigned s = 0; s < counter->choice->setting_count; s++)
			if (!add_setting(session, counter, &counter->choice->settings[s],
					 complaint))
				return false;
	}
	return true;
}

/* ---- programs: saving and putting back ---------------------------------------------------------- */

static void save_register(struct session *session, struct location where)
{
	program_read(&session->save, where, session->slot_count++);
}

/* Outermost first: put back in reverse order, so that what lets counters run comes last. */
static void compile_save(struct session *session)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		save_register(session, session->sockets[i].control);
	for (uint16_t i = 0; i < session->box_count; i++)
		if (!session->boxes[i].governs)
			save_register(session, session->boxes[i].control);
	for (uint16_t i = 0; i < session->filter_count; i++)
		save_register(session, session->filters[i].where);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		save_register(session, session->counters[i].select);
		save_register(session, session->counters[i].counter);
	}
}

static void write_sockets(const struct session *session, struct program *program, bool run)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		program_write(program, session->sockets[i].control,
			      run ? session->sockets[i].running : session->sockets[i].frozen);
}

/* Clears the overflow bits that are ours, whatever they are now: at the boxes, from where the global
 * status follows by itself, then what has no box below it. */
static void clear_overflows(struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (!session->boxes[i].governs)
			program_write(program, session->boxes[i].clear,
				      session->boxes[i].overflows);
	for (uint16_t i = 0; i < session->socket_count; i++) {
		uint64_t bits = session->sockets[i].overflows |
				(session->period ? session->global->pmi_clear : 0);

		if (bits)
			program_write(program, session->sockets[i].clear, bits);
	}
}

static void compile_disarm(struct session *session)
{
	write_sockets(session, &session->disarm, false);
	clear_overflows(session, &session->disarm);
	for (uint16_t i = session->save.count; i-- > 0;)
		program_write_slot(&session->disarm, session->save.operations[i].where, 0,
				   session->save.operations[i].slot, ~UINT64_C(0));
}

/* ---- programs: counting ------------------------------------------------------------------------- */

static void write_checked(struct program *program, struct location where, uint64_t value,
			  uint64_t readable)
{
	program_write(program, where, value);
	program_check(program, where, value & readable, readable);
}

static uint64_t readable_bits(const struct session_box *box, enum role role)
{
	return layout_writable(box_row_of_role(box->box.type, role)->layout);
}

/* The guide's order: companions before selects, so that no counter runs with half a filter, then the
 * counters' enables in their box. Its first step, the global reset of all counters, is left out: it
 * would also clear counters that are not ours. Each of ours is written instead. */
static void compile_arm(struct session *session)
{
	struct program *arm = &session->arm;

	write_sockets(session, arm, false);
	for (uint16_t i = 0; i < session->filter_count; i++)
		write_checked(arm, session->filters[i].where, session->filters[i].value,
			      session->filters[i].mask);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		write_checked(arm, counter->select, counter->select_value,
			      layout_writable(select_row(counter)->layout));
		program_write(arm, counter->counter, counter->preload);
	}
	for (uint16_t i = 0; i < session->box_count; i++)
		if (!session->boxes[i].governs)
			write_checked(arm, session->boxes[i].control, session->boxes[i].enables,
				      readable_bits(&session->boxes[i], ROLE_CONTROL));
	clear_overflows(session, arm);
	for (uint16_t i = 0; i < session->box_count; i++)
		if (session->boxes[i].sampled)
			program_check(arm, session->boxes[i].status, 0,
				      session->boxes[i].overflows);
}

static void compile_read(struct session *session)
{
	for (uint16_t i = 0; i < session->counter_count; i++)
		program_read(&session->read, session->counters[i].counter, i);
}

/* ---- programs: the PMI handler's ---------------------------------------------------------------- */

/* One access for each level: the global status, then the boxes it points to. */
static void compile_status(struct session *session)
{
	for (uint16_t i = 0; i < session->socket_count; i++)
		program_read(&session->status, session->sockets[i].status,
			     session->sockets[i].status_slot);
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];
		struct operation *read;

		if (!box->sampled || box->governs)
			continue;
		read = program_read(&session->status, box->status, box->status_slot);
		read->guard = session->sockets[box->owner].status_slot;
		read->guard_mask = box->summary;
	}
}

static void compile_hold(struct session *session)
{
	for (uint16_t i = 0; i < session->socket_count; i++) {
		const struct session_socket *socket = &session->sockets[i];
		struct operation *stop;

		program_read(&session->hold, socket->control, socket->control_slot);
		stop = program_write(&session->hold, socket->control, socket->frozen);
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
static void compile_ack(struct session *session)
{
	struct program *ack = &session->ack;

	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!box->sampled || box->governs)
			continue;
		guard_by(program_write_slot(ack, box->clear, 0, box->status_slot, box->overflows),
			 box, box->overflows);
		guard_by(program_check(ack, box->status, 0, box->overflows), box, box->overflows);
	}
	for (uint16_t i = 0; i < session->socket_count; i++)
		program_write_slot(ack, session->sockets[i].clear, session->global->pmi_clear,
				   session->sockets[i].status_slot, session->sockets[i].overflows);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (counter->sampled)
			guard_by(program_write(ack, counter->counter, counter->preload),
				 &session->boxes[counter->owner], counter->overflow);
	}
}

/* ---- putting it together ------------------------------------------------------------------------ */

static bool take_program(struct session *session, struct program *program, const char *name,
			 size_t room)
{
	struct operation *operations =
		arena_take(session->machine->arena, room, sizeof(*operations));

	*program = program_over(name, operations, (uint16_t)room);
	return operations && room <= UINT16_MAX;
}

static bool take_programs(struct session *session)
{
	size_t n = session->counter_count, b = session->box_count;
	size_t s = session->socket_count, f = session->filter_count;
	size_t saved = s + b + f + 2 * n;
	const struct {
		struct program *program;
		const char *name;
		size_t room;
	} wanted[] = {
		{&session->save,   "save",   saved                        },
		{&session->arm,    "arm",    2 * s + 2 * f + 3 * n + 4 * b},
		{&session->start,  "start",  s                            },
		{&session->freeze, "freeze", s                            },
		{&session->read,   "read",   n                            },
		{&session->resume, "resume", s                            },
		{&session->disarm, "disarm", 2 * s + b + saved            },
		{&session->status, "status", s + b                        },
		{&session->hold,   "hold",   2 * s                        },
		{&session->ack,    "ack",    2 * b + s + n                },
	};

	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		if (!take_program(session, wanted[i].program, wanted[i].name, wanted[i].room))
			return false;
	return true;
}

static void number_slots(struct session *session)
{
	uint16_t slot = session->counter_count;

	for (uint16_t i = 0; i < session->socket_count; i++) {
		struct session_socket *socket = &session->sockets[i];

		socket->status_slot = slot++;
		socket->control_slot = slot++;
		socket->frozen = socket->running &
				 ~(session->global->enable_all | session->global->freeze_on_pmi |
				   field_mask(&session->global->core_select));
	}
	for (uint16_t i = 0; i < session->box_count; i++) {
		struct session_box *box = &session->boxes[i];

		box->status_slot = box->governs ? session->sockets[box->owner].status_slot : slot++;
	}
	session->live_slots = slot;
	session->slot_count = slot;
}

static bool compile_programs(struct session *session)
{
	number_slots(session);
	if (!take_programs(session))
		return false;
	compile_save(session);
	compile_arm(session);
	write_sockets(session, &session->start, true);
	write_sockets(session, &session->freeze, false);
	compile_read(session);
	write_sockets(session, &session->resume, true);
	compile_disarm(session);
	if (session->period) {
		compile_status(session);
		compile_hold(session);
		compile_ack(session);
	}
	session->slots =
		arena_take(session->machine->arena, session->slot_count, sizeof(*session->slots));
	return session->slots;
}

static bool take_parts(struct session *session, const struct session_request *request)
{
	struct arena *arena = session->machine->arena;
	uint16_t n = request->schedule->count;

	session->counters = arena_take(arena, n, sizeof(*session->counters));
	session->boxes = arena_take(arena, n, sizeof(*session->boxes));
	session->sockets = arena_take(arena, n, sizeof(*session->sockets));
	session->filters = arena_take(arena, (size_t)n * EVENT_SETTINGS, sizeof(*session->filters));
	return session->counters && session->boxes && session->sockets && session->filters;
}

bool session_compile(struct session *session, const struct session_request *request,
		     struct text *complaint)
{
	*session = (struct session){.machine = request->machine,
				    .global = request->machine->processor->global};
	/* Where every box governs itself, freezing means one write a box; this is its place. */
	if (!session->global) {
		text_format(complaint,
			    "measuring on %s is not possible: no register governs a socket",
			    request->machine->processor->name);
		return false;
	}
	if (request->period && request->core != SESSION_NO_CORE &&
	    request->core >= session->global->core_select.width) {
		text_format(complaint, "core %u cannot take the PMI: %s selects among %u cores",
			    request->core, session->global->core_select.name,
			    session->global->core_select.width);
		return false;
	}
	if (!take_parts(session, request)) {
		text_string(complaint, "out of memory");
		return false;
	}
	for (uint16_t i = 0; i < request->schedule->count; i++)
		if (!add_counter(session, request, &request->schedule->assignments[i], complaint))
			return false;
	if (!add_filters(session, complaint))
		return false;
	if (!compile_programs(session)) {
		text_string(complaint, "out of memory");
		return false;
	}
	return true;
}
