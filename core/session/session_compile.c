/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiles a schedule into register programs: domains, counters, and all that does not depend on how counters are
 * reached. */
#include "core/event/table.h"
#include "core/session/session_protocol.h"

#include "lib/memory.h"

bool session_same_location(const struct location *a, const struct location *b)
{
	return a->space == b->space && a->socket == b->socket && a->cpu == b->cpu && a->address == b->address;
}

uint64_t session_counter_mask(const struct session_counter *counter)
{
	return MASK(0, counter->bits);
}

uint64_t session_counter_period(const struct session_counter *counter)
{
	return -counter->preload & session_counter_mask(counter);
}

/* A read does not use its value, so it carries the bits that must be set when the register is restored. */
void session_save(const struct session *session, struct program *program, struct location where, uint64_t always)
{
	program_read(program, where, (uint16_t)(session->live_slots + program->count))->value = always;
}

void session_write_checked(struct program *program, struct location where, uint64_t value, uint64_t readable)
{
	program_write(program, where, value);
	program_check(program, where, value & readable, readable);
}

/* ---- domains ------------------------------------------------------------------------------------ */

/* NULL if it is unknown how to start and stop such boxes. */
static const struct session_protocol *protocol_of(const struct machine *machine, enum control_scope scope)
{
	if (scope != CONTROL_BY_NOBODY)
		return &session_registers;
	return machine->posted ? machine->posted->protocol : NULL;
}

/* Overflows of boxes that control themselves are not signalled. For posted counters, the platform decides. */
bool session_samples(const struct machine *machine, const struct box_type *type)
{
	enum control_scope scope = control_scope(machine, type);
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	/* A select may have no bit that passes overflows on to the socket's control. */
	return protocol_of(machine, scope) && scope != CONTROL_BY_BOX &&
	       (scope != CONTROL_BY_SOCKET || !row || layout_field(row->layout, FIELD_PMI));
}

/* Finds the counter's domain, or adds it. */
static bool join_domain(struct session *session, const struct session_request *request, enum control_scope scope,
			uint8_t *domain, struct text *diagnostic)
{
	const struct session_protocol *protocol = protocol_of(request->machine, scope);

	for (*domain = 0; *domain < session->domain_count; (*domain)++)
		if (session->domains[*domain].scope == scope)
			return true;
	if (!protocol) {
		text_format(diagnostic, "measuring on %s is not possible: uncork knows no way to start its counters",
			    request->machine->processor->name);
		return false;
	}
	if (protocol->accept && !protocol->accept(request, scope, diagnostic))
		return false;
	session->domains[session->domain_count++] = (struct session_domain){protocol, (uint8_t)scope};
	return true;
}

/* ---- counters ----------------------------------------------------------------------------------- */

static const char *keep_text(struct arena *arena, const struct text *text)
{
	char *kept = arena_take(arena, text->length + 1, 1);

	if (kept)
		memcpy(kept, text->at, text->length);
	return kept;
}

static bool name_counter(struct session *session, struct session_counter *counter)
{
	char buffer[EVENT_STRING_MAX];
	struct text text = TEXT_OVER(buffer);

	event_canonical(counter->config, counter->box.instance, &text);
	counter->event = keep_text(session->machine->arena, &text);
	text_clear(&text);
	session->domains[counter->domain].protocol->name(counter, &text);
	counter->name = keep_text(session->machine->arena, &text);
	return counter->event && counter->name;
}

/* No clock of these parts is faster. If an event's increment is unknown, the highest increment of any known event is
 * assumed. */
#define FASTEST_HZ     UINT64_C(8000000000)
#define MOST_INCREMENT 128
#define NS_PER_S       UINT64_C(1000000000)

/* Highest increment of any of the event's umasks, since several may be combined. */
static uint64_t most_increment(const struct event *event)
{
	struct event_rows rows = event ? event_rows_around(event) : (struct event_rows){0};
	uint64_t most = 0;

	for (unsigned i = 0; i < rows.count; i++) {
		uint64_t increment = rows.first[i].flags & EVENT_CLOCK ? 1 : rows.first[i].max_increment;

		if (!increment)
			return MOST_INCREMENT;
		most = max_u64(most, increment);
	}
	return most ? most : MOST_INCREMENT;
}

static bool add_counter(struct session *session, const struct session_request *request,
			const struct assignment *assignment, struct text *diagnostic)
{
	struct session_counter *counter = &session->counters[session->counter_count];
	const struct session_protocol *protocol;
	uint8_t domain;

	if (!join_domain(session, request, control_scope(request->machine, assignment->box.type), &domain, diagnostic))
		return false;
	protocol = session->domains[domain].protocol;
	session->counter_count++;
	*counter = (struct session_counter){
		.box = assignment->box,
		.domain = domain,
		.config = &request->configs[assignment->config],
		.number = assignment->counter,
		.unit = assignment->unit,
		.bits = assignment->box.type->counter_bits,
		.fixed = assignment->fixed,
	};
	protocol->add(session, request, counter);
	counter->round_ns =
		session_counter_mask(counter) / (FASTEST_HZ / NS_PER_S * most_increment(counter->config->event));
	if (!name_counter(session, counter)) {
		text_string(diagnostic, "out of memory");
		return false;
	}
	if (!request->period || assignment->config)
		return true;
	return protocol->sample(session, request, counter, diagnostic);
}

/* ---- programs ----------------------------------------------------------------------------------- */

static void compile_phase(const struct session *session, enum session_phase phase, struct program *program)
{
	for (unsigned i = 0; i < session->domain_count; i++)
		if (session->domains[i].protocol->compile[phase])
			session->domains[i].protocol->compile[phase](session, i, program);
	if (phase == SESSION_READ) {
		for (uint16_t i = 0; i < session->counter_count; i++)
			program_read(program, session->counters[i].counter, i);
	}
	if (phase == SESSION_POLL) {
		for (uint16_t i = 0; i < session->counter_count; i++) {
			struct location where = session->counters[i].counter;

			if (where.halves != HALVES_NONE)
				where.halves = HALVES_LIVE;
			program_read(program, where, i);
		}
	}
	if (phase == SESSION_DISARM) {
		for (uint16_t i = session->save.count; i-- > 0;)
			program_write_slot(program, session->save.operations[i].where,
					   session->save.operations[i].value, session->save.operations[i].slot,
					   ~UINT64_C(0));
	}
	for (unsigned i = 0; phase == SESSION_DISARM && i < session->domain_count; i++)
		if (session->domains[i].protocol->release)
			session->domains[i].protocol->release(session, i, program);
}

static bool compile_program(struct session *session, enum session_phase phase, const char *name,
			    struct program *program)
{
	struct program counted = program_over(name, NULL, UINT16_MAX);
	struct operation *operations;

	compile_phase(session, phase, &counted);
	operations = arena_take(session->machine->arena, counted.count, sizeof(*operations));
	if (!operations || counted.overflowed)
		return false;
	*program = program_over(name, operations, counted.count);
	compile_phase(session, phase, program);
	return true;
}

static bool compile_programs(struct session *session)
{
	const struct {
		struct program *program;
		const char *name;
	} wanted[SESSION_PHASES] = {
		[SESSION_SAVE] = {&session->save, "save"},       [SESSION_ARM] = {&session->arm, "arm"},
		[SESSION_START] = {&session->start, "start"},    [SESSION_FREEZE] = {&session->freeze, "freeze"},
		[SESSION_READ] = {&session->read, "read"},       [SESSION_RESUME] = {&session->resume, "resume"},
		[SESSION_DISARM] = {&session->disarm, "disarm"}, [SESSION_POLL] = {&session->poll, "poll"},
		[SESSION_CLEAR] = {&session->clear, "clear"},    [SESSION_LOOK] = {&session->look, "look"},
		[SESSION_KEPT] = {&session->kept, "kept"},       [SESSION_STATUS] = {&session->status, "status"},
		[SESSION_HOLD] = {&session->hold, "hold"},       [SESSION_ACK] = {&session->ack, "ack"},
	};
	unsigned phases = session->period ? SESSION_PHASES : SESSION_STATUS;

	session->live_slots = session->counter_count;
	for (unsigned i = 0; i < session->domain_count; i++)
		if (session->domains[i].protocol->number_slots)
			session->live_slots =
				session->domains[i].protocol->number_slots(session, i, session->live_slots);
	for (unsigned i = 0; i < phases; i++)
		if (!compile_program(session, (enum session_phase)i, wanted[i].name, wanted[i].program))
			return false;
	session->slot_count = (uint16_t)(session->live_slots + session->save.count);
	session->slots = arena_take(session->machine->arena, session->slot_count, sizeof(*session->slots));
	return session->slots;
}

bool session_compile(struct session *session, const struct session_request *request, struct text *diagnostic)
{
	struct arena *arena = request->machine->arena;
	uint16_t n = request->schedule->count;

	*session = (struct session){.machine = request->machine, .proxy = request->proxy};
	session->counters = arena_take(arena, n, sizeof(*session->counters));
	session->boxes = arena_take(arena, n, sizeof(*session->boxes));
	session->scopes = arena_take(arena, n, sizeof(*session->scopes));
	session->filters = arena_take(arena, (size_t)n * (EVENT_SETTINGS + 1), sizeof(*session->filters));
	if (!session->counters || !session->boxes || !session->scopes || !session->filters) {
		text_string(diagnostic, "out of memory");
		return false;
	}
	for (uint16_t i = 0; i < n; i++)
		if (!add_counter(session, request, &request->schedule->assignments[i], diagnostic))
			return false;
	session_add_filters(session);
	if (!compile_programs(session)) {
		text_string(diagnostic, "out of memory");
		return false;
	}
	return true;
}
