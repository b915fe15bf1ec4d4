/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/session/rehearse.h"

#include "core/hardware/write_ahead.h"

static bool touches_new(const struct program *program)
{
	for (uint16_t i = 0; i < program->count; i++)
		if (write_ahead_is_new(&program->operations[i].where, operation_writes(&program->operations[i])))
			return true;
	return false;
}

void session_rehearse(struct session *session)
{
	const struct program *const later[] = {&session->start,  &session->freeze, &session->read, &session->resume,
					       &session->status, &session->hold,   &session->ack,  &session->look};

	if (!write_ahead_ready())
		return;
	if (touches_new(&session->save) || touches_new(&session->arm) || touches_new(&session->disarm)) {
		bool begun = session_begin(session);

		(void)begun; /* the session keeps its first failure and reports it */
		session_end(session);
	}
	for (size_t i = 0; i < ARRAY_SIZE(later); i++) {
		for (uint16_t n = 0; n < later[i]->count; n++) {
			const struct operation *operation = &later[i]->operations[n];

			write_ahead_list(session->machine->hw, &operation->where, operation_writes(operation),
					 operation->value);
		}
	}
}
