/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs a session's programs and puts everything back. */
#include "core/session.h"

/* The sessions whose registers are not as found. */
static struct session *under_way;

static void forget(const struct session *session)
{
	struct session **at = &under_way;

	while (*at && *at != session)
		at = &(*at)->next;
	if (*at)
		*at = session->next;
}

static void keep_trouble(struct session *session, const struct program *program,
			 struct program_result result)
{
	if (session->trouble_program)
		return;
	session->trouble_program = program;
	session->trouble = result;
}

bool session_run_in(struct session *session, const struct program *program, uint64_t *slots)
{
	struct program_result result = program_run(program, session->machine->hw, slots);

	if (result.outcome == OUTCOME_OK)
		return true;
	keep_trouble(session, program, result);
	return false;
}

bool session_run(struct session *session, const struct program *program)
{
	return session_run_in(session, program, session->slots);
}

bool session_begin(struct session *session)
{
	if (!session_run(session, &session->save))
		return false;
	session->active = true;
	session->next = under_way;
	under_way = session;
	return session_run(session, &session->arm);
}

void session_end(struct session *session)
{
	struct program_result result;

	if (!session->active)
		return;
	result = program_run_all(&session->disarm, session->machine->hw, session->slots);
	if (result.outcome != OUTCOME_OK)
		keep_trouble(session, &session->disarm, result);
	session->active = false;
	forget(session);
}

void session_abandon(void)
{
	for (const struct session *session = under_way; session; session = session->next) {
		struct program_result result =
			program_run_all(&session->disarm, session->machine->hw, session->slots);

		(void)result; /* there is nobody left to tell */
	}
}

static const char *verb_of(const struct operation *operation)
{
	bool writes = operation->kind == OPERATION_WRITE || operation->kind == OPERATION_WRITE_SLOT;

	return writes ? "write" : "read";
}

bool session_report(const struct session *session, struct output *output)
{
	const struct program_result *trouble = &session->trouble;
	const struct operation *operation;
	char buffer[64];
	struct text name = TEXT_OVER(buffer);

	if (!session->trouble_program)
		return true;
	if (session->trouble_program->overflowed) {
		record_error(output, VERDICT_ERROR, "program %s does not fit its room",
			     session->trouble_program->name);
		return false;
	}
	operation = &session->trouble_program->operations[trouble->stopped_at];
	machine_register_name(session->machine, &operation->where, &name);
	if (trouble->outcome == OUTCOME_DROPPED)
		record_error(
			output, VERDICT_FAIL,
			"%s: %s (%s 0x%llx) reads 0x%llx where 0x%llx was expected (bits 0x%llx)",
			session->trouble_program->name, name.at,
			space_name((enum space)operation->where.space),
			(unsigned long long)operation->where.address,
			(unsigned long long)trouble->got, (unsigned long long)operation->value,
			(unsigned long long)operation->mask);
	else
		record_error(output, VERDICT_FAIL, "%s: %s of %s (%s 0x%llx): %s",
			     session->trouble_program->name, verb_of(operation), name.at,
			     space_name((enum space)operation->where.space),
			     (unsigned long long)operation->where.address,
			     outcome_name(trouble->outcome));
	return false;
}

uint64_t session_mended(const struct session_counter *counter, uint64_t raw, uint32_t *mended)
{
	const struct counter_erratum *erratum = &counter->box.type->erratum;

	if (!erratum->low_mask || (raw & erratum->low_mask) > erratum->mend_up_to ||
	    raw < erratum->mend_subtract)
		return raw;
	(*mended)++;
	return raw - erratum->mend_subtract;
}
