/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program.h"

#include "core/journal.h"

#define AWAIT_STEP_NS 20000

/* Where additions go that found no room. Nobody reads it: an overflowed program is never run. */
static struct operation scratch;

struct program program_over(const char *name, struct operation *operations, uint16_t room)
{
	return (struct program){.name = name, .operations = operations, .room = room};
}

static struct operation *append(struct program *program, struct operation operation)
{
	operation.guard = NO_GUARD;
	if (program->count == program->room) {
		program->overflowed = true;
		scratch = operation;
		return &scratch;
	}
	program->count++;
	if (!program->operations) {
		scratch = operation;
		return &scratch;
	}
	program->operations[program->count - 1] = operation;
	return &program->operations[program->count - 1];
}

struct operation *program_read(struct program *program, struct location where, uint16_t slot)
{
	return append(program,
		      (struct operation){.kind = OPERATION_READ, .where = where, .slot = slot});
}

struct operation *program_write(struct program *program, struct location where, uint64_t value)
{
	return append(program,
		      (struct operation){.kind = OPERATION_WRITE, .where = where, .value = value});
}

struct operation *program_write_slot(struct program *program, struct location where, uint64_t value,
				     uint16_t slot, uint64_t mask)
{
	return append(program, (struct operation){.kind = OPERATION_WRITE_SLOT,
						  .where = where,
						  .value = value,
						  .slot = slot,
						  .mask = mask});
}

struct operation *program_check(struct program *program, struct location where, uint64_t value,
				uint64_t mask)
{
	return append(program, (struct operation){.kind = OPERATION_CHECK,
						  .where = where,
						  .value = value,
						  .mask = mask});
}

static enum outcome read_register(const struct operation *operation, struct hw *hw, uint64_t *value)
{
	struct journal_entry *entry = journal_begin(&operation->where, operation->kind, 0);
	enum outcome outcome = hw->read(hw, &operation->where, value);

	journal_end(entry, outcome, *value);
	return outcome;
}

static enum outcome write_register(const struct operation *operation, struct hw *hw, uint64_t value)
{
	struct journal_entry *entry = journal_begin(&operation->where, operation->kind, value);
	enum outcome outcome = hw->write(hw, &operation->where, value);

	journal_end(entry, outcome, value);
	return outcome;
}

static enum outcome check_register(const struct operation *operation, struct hw *hw, uint64_t *got)
{
	enum outcome outcome = read_register(operation, hw, got);

	if (outcome == OUTCOME_OK && (*got & operation->mask) != operation->value)
		return OUTCOME_DROPPED;
	return outcome;
}

static enum outcome await_register(const struct operation *operation, struct hw *hw, uint64_t *got)
{
	uint64_t now = hw->now_ns(hw), deadline = now + PROGRAM_PATIENCE_NS;
	enum outcome outcome = check_register(operation, hw, got);

	while (outcome == OUTCOME_DROPPED && now < deadline) {
		hw->wait(hw, now + AWAIT_STEP_NS);
		outcome = check_register(operation, hw, got);
		now = hw->now_ns(hw);
	}
	return outcome == OUTCOME_DROPPED ? OUTCOME_TIMEOUT : outcome;
}

static enum outcome perform(const struct operation *operation, struct hw *hw, uint64_t *slots,
			    uint64_t *got)
{
	uint64_t value = 0;
	enum outcome outcome;

	switch (operation->kind) {
	case OPERATION_READ:
		outcome = read_register(operation, hw, &value);
		if (outcome == OUTCOME_OK)
			slots[operation->slot] = value;
		return outcome;
	case OPERATION_WRITE: return write_register(operation, hw, operation->value);
	case OPERATION_WRITE_SLOT:
		value = operation->value | (slots[operation->slot] & operation->mask);
		return write_register(operation, hw, value);
	default:
		if (operation->patient)
			return await_register(operation, hw, got);
		return check_register(operation, hw, got);
	}
}

static bool guarded_out(const struct operation *operation, const uint64_t *slots)
{
	return operation->guard != NO_GUARD && !(slots[operation->guard] & operation->guard_mask);
}

/* Operations that follow each other on registers of one socket, or of one processor: what a processor is
 * given to do at a time. */
struct part {
	const struct program *program;
	struct hw *hw;
	uint64_t *slots;
	uint16_t first, end;
	bool go_on; /* after a failure */
	struct program_result result;
};

static void note_failure(struct part *part, uint16_t at, enum outcome outcome, uint64_t got)
{
	if (part->result.outcome != OUTCOME_OK)
		return;
	part->result.outcome = outcome;
	part->result.stopped_at = at;
	part->result.got = got;
}

static void run_part(void *context)
{
	struct part *part = context;

	for (uint16_t i = part->first; i < part->end; i++) {
		const struct operation *operation = &part->program->operations[i];
		enum outcome outcome;
		uint64_t got = 0;

		if (guarded_out(operation, part->slots))
			continue;
		outcome = perform(operation, part->hw, part->slots, &got);
		part->result.accesses++;
		if (outcome == OUTCOME_OK)
			continue;
		note_failure(part, i, outcome, got);
		if (!part->go_on)
			return;
	}
}

static const struct location *place_of(const struct part *part, uint16_t index)
{
	return &part->program->operations[index].where;
}

static void find_end(struct part *part)
{
	const struct location *first = place_of(part, part->first);

	part->end = part->first;
	while (part->end < part->program->count &&
	       place_of(part, part->end)->socket == first->socket &&
	       place_of(part, part->end)->cpu == first->cpu)
		part->end++;
}

static struct program_result run(const struct program *program, struct hw *hw, uint64_t *slots,
				 bool go_on)
{
	struct part part = {.program = program,
			    .hw = hw,
			    .slots = slots,
			    .go_on = go_on,
			    .result = {.outcome = OUTCOME_OK}};

	if (program->overflowed)
		return (struct program_result){.outcome = OUTCOME_ABSENT};
	for (; part.first < program->count; part.first = part.end) {
		enum outcome outcome;

		find_end(&part);
		outcome = hw_run_at(hw, place_of(&part, part.first), run_part, &part);
		if (outcome != OUTCOME_OK)
			note_failure(&part, part.first, outcome, 0);
		if (part.result.outcome != OUTCOME_OK && !go_on)
			break;
	}
	return part.result;
}

struct program_result program_run(const struct program *program, struct hw *hw, uint64_t *slots)
{
	return run(program, hw, slots, false);
}

struct program_result program_run_all(const struct program *program, struct hw *hw, uint64_t *slots)
{
	return run(program, hw, slots, true);
}
