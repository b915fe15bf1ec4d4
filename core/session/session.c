/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs a session's programs and restores all registers. */
#include "core/session/session.h"

#include "core/hardware/leaving.h"
#include "core/hardware/prefetch.h"
#include "core/session/session_protocol.h"

/* Sessions whose registers are not restored yet. */
static struct session *under_way;

/* True if the program succeeded; else its error is kept, if it is the session's first. */
static bool has_succeeded(struct session *session, const struct program *program, struct program_result result)
{
	if (result.outcome == OUTCOME_OK)
		return true;
	if (!session->trouble_program) {
		session->trouble_program = program;
		session->trouble = result;
	}
	return false;
}

bool session_run_in(struct session *session, const struct program *program, uint64_t *slots)
{
	return has_succeeded(session, program, program_run(program, session->machine->hw, slots));
}

bool session_run(struct session *session, const struct program *program)
{
	struct program_result result = program_run(program, session->machine->hw, session->slots);

	session->ended_ns = result.ended_ns;
	return has_succeeded(session, program, result);
}

bool session_poll(struct session *session, uint16_t first, uint16_t count, uint64_t *slots)
{
	struct program part = program_over("poll", session->poll.operations + first, count);
	struct program_result result;

	part.count = count;
	result = program_run(&part, session->machine->hw, slots);
	result.stopped_at = (uint16_t)(result.stopped_at + first);
	return has_succeeded(session, &session->poll, result);
}

/* Counters that cannot be written start at their current value. */
static bool read_first(struct session *session)
{
	bool unwritable = false;

	for (uint16_t i = 0; i < session->counter_count; i++)
		unwritable |= session->counters[i].free || session->counters[i].box.type->postings;
	if (!unwritable)
		return true;
	if (!session_run(session, &session->read))
		return false;
	for (uint16_t i = 0; i < session->counter_count; i++)
		session->counters[i].first = session->slots[i];
	return true;
}

static bool is_counter(const struct session *session, const struct location *where)
{
	for (uint16_t i = 0; i < session->counter_count; i++)
		if (session_same_location(&session->counters[i].counter, where))
			return true;
	return false;
}

/* True if the user denied a register of any program: then no program runs. */
static bool is_denied(struct session *session)
{
	const struct program *const programs[] = {&session->save,   &session->arm,    &session->start, &session->freeze,
						  &session->read,   &session->resume, &session->poll,  &session->clear,
						  &session->status, &session->hold,   &session->ack,   &session->look,
						  &session->kept};
	struct program_result result;

	for (size_t i = 0; i < ARRAY_SIZE(programs); i++)
		if (program_denied(programs[i], session->machine->hw, &result))
			return !has_succeeded(session, programs[i], result);
	return false;
}

bool session_begin(struct session *session)
{
	if (is_denied(session))
		return false;
	if (!session_run(session, &session->save))
		return false;

	/* Registers that will be written, and registers that hardware may change because of it. */
	for (uint16_t i = 0; i < session->save.count; i++) {
		const struct operation *operation = &session->save.operations[i];

		if (!is_counter(session, &operation->where))
			leaving_note(session->machine, &operation->where, session->slots[operation->slot]);
	}
	for (uint16_t i = 0; i < session->scope_count; i++)
		leaving_note_box(session->machine, &session->scopes[i].box);
	for (uint16_t i = 0; i < session->box_count; i++)
		leaving_note_box(session->machine, &session->boxes[i].box);

	session->next = under_way;
	under_way = session;
	__atomic_store_n(&session->active, true, __ATOMIC_RELEASE);
	return session_run(session, &session->arm) && read_first(session);
}

void session_order(struct session *session, enum session_edge edge)
{
	for (uint16_t i = 0; i < session->counter_count && edge == SESSION_BEGINS; i++)
		session->counters[i].distrust = NULL;
	if (session->frame)
		session->domains[0].protocol->order(session, edge);
}

bool session_look(struct session *session, bool *done)
{
	*done = true;
	return !session->frame || session->domains[0].protocol->look(session, done);
}

/* The operation belongs to a counter, or to a filter: then all counters with filters are distrusted. */
static void distrust(struct session *session, const struct operation *operation)
{
	for (uint16_t i = 0; i < session->counter_count; i++) {
		struct session_counter *counter = &session->counters[i];

		if (operation->slot == i ||
		    (operation->slot == session->counter_count && counter->config->setting_count))
			counter->distrust =
				"its control register has changed since it was written, as if another program used it";
	}
}

bool session_check_kept(struct session *session)
{
	struct program_result result = program_run(&session->kept, session->machine->hw, session->slots);

	if (result.outcome != OUTCOME_DROPPED)
		return has_succeeded(session, &session->kept, result);
	for (uint16_t i = result.stopped_at; i < session->kept.count; i++) {
		struct program one = program_over("kept", session->kept.operations + i, 1);

		one.count = 1;
		if (program_run(&one, session->machine->hw, session->slots).outcome == OUTCOME_DROPPED)
			distrust(session, one.operations);
	}
	return true;
}

void session_end(struct session *session)
{
	struct program_result result;
	struct session **at;

	if (!session->active)
		return;
	__atomic_store_n(&session->active, false, __ATOMIC_RELEASE);
	result = program_run_all(&session->disarm, session->machine->hw, session->slots);
	(void)has_succeeded(session, &session->disarm, result);

	at = &under_way;
	while (*at && *at != session)
		at = &(*at)->next;
	if (*at)
		*at = session->next;
}

void session_abandon(void)
{
	for (const struct session *session = under_way; session; session = session->next) {
		struct program_result result = program_run_all(&session->disarm, session->machine->hw, session->slots);

		(void)result; /* errors can no longer be reported */
	}
	prefetch_abandon();
}

void session_abandon_own(uint32_t cpu)
{
	for (const struct session *session = under_way; session; session = session->next) {
		for (uint16_t i = 0; i < session->disarm.count; i++) {
			struct program one = program_over("disarm", session->disarm.operations + i, 1);
			struct program_result result = {.outcome = OUTCOME_OK};

			one.count = 1;
			if (one.operations->where.cpu == cpu + 1)
				result = program_run_all(&one, session->machine->hw, session->slots);
			(void)result; /* errors can no longer be reported */
		}
	}
	prefetch_abandon_own(cpu);
}

/* Explains the failure of the operation that stopped a program. */
static void explain(const struct session *session, const struct operation *operation, struct text *text)
{
	const struct program_result *trouble = &session->trouble;
	bool writes = operation->kind == OPERATION_WRITE || operation->kind == OPERATION_WRITE_SLOT;

	if (trouble->outcome == OUTCOME_DROPPED || trouble->outcome == OUTCOME_TIMEOUT)
		text_format(text, " reads 0x%llx where 0x%llx was expected (bits 0x%llx)",
			    (unsigned long long)trouble->got, (unsigned long long)operation->value,
			    (unsigned long long)operation->mask);
	else
		text_format(text, ": %s fails: %s", writes ? "write" : "read", outcome_name(trouble->outcome));
	if (trouble->outcome == OUTCOME_TIMEOUT)
		text_format(text, " for %u ms", (unsigned)(PROGRAM_PATIENCE_NS / 1000000));
	if (session->machine->posted)
		session->machine->posted->explain(&operation->where, text);
}

bool session_report(const struct session *session, struct output *output)
{
	const struct operation *operation;
	char name_bytes[64], what_bytes[160];
	struct text name = TEXT_OVER(name_bytes), what = TEXT_OVER(what_bytes);

	if (!session->trouble_program)
		return true;
	if (session->trouble_program->overflowed) {
		record_error(output, VERDICT_ERROR, "program %s does not fit its room", session->trouble_program->name);
		return false;
	}
	operation = &session->trouble_program->operations[session->trouble.stopped_at];
	machine_register_name(session->machine, &operation->where, &name);
	explain(session, operation, &what);
	record_error(output, session->trouble.outcome == OUTCOME_DENIED ? VERDICT_ERROR : VERDICT_FAIL,
		     "%s: %s (%s 0x%llx)%s", session->trouble_program->name, name_bytes,
		     space_name((enum space)operation->where.space), (unsigned long long)operation->where.address,
		     what_bytes);
	return false;
}

uint64_t session_scaled(const struct session_counter *counter, uint64_t count)
{
	const struct posting *posting = event_posting(counter->config);

	if (!posting || !posting->scale)
		return count;
	count *= posting->scale;
	for (unsigned i = 0; i < posting->decimals; i++)
		count /= 10;
	return count;
}

uint64_t session_corrected(const struct session_counter *counter, uint64_t raw, uint32_t *corrected)
{
	const struct counter_erratum *erratum = &counter->box.type->erratum;

	if (!erratum->low_mask || (raw & erratum->low_mask) > erratum->correct_up_to || raw < erratum->correct_subtract)
		return raw;
	(*corrected)++;
	return raw - erratum->correct_subtract;
}
