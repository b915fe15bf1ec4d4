/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program/program.h"

#include "core/hardware/access.h"
#include "core/program/ahead.h"
#include "core/program/journal.h"

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
	return append(program, (struct operation){.kind = OPERATION_READ, .where = where, .slot = slot});
}

struct operation *program_write(struct program *program, struct location where, uint64_t value)
{
	return append(program, (struct operation){.kind = OPERATION_WRITE, .where = where, .value = value});
}

struct operation *program_write_slot(struct program *program, struct location where, uint64_t value, uint16_t slot,
				     uint64_t mask)
{
	return append(
		program,
		(struct operation){
			.kind = OPERATION_WRITE_SLOT, .where = where, .value = value, .slot = slot, .mask = mask});
}

struct operation *program_check(struct program *program, struct location where, uint64_t value, uint64_t mask)
{
	return append(program,
		      (struct operation){.kind = OPERATION_CHECK, .where = where, .value = value, .mask = mask});
}

static struct accessed check_register(const struct operation *operation, struct hw *hw)
{
	struct accessed access = access_read_whole(hw, &operation->where, operation->kind);

	if (access.outcome == OUTCOME_OK && (access.value & operation->mask) != operation->value)
		access.outcome = OUTCOME_DROPPED;
	return access;
}

static struct accessed await_register(const struct operation *operation, struct hw *hw)
{
	uint64_t now = hw->now_ns(hw), deadline = now + PROGRAM_PATIENCE_NS;
	struct accessed access = check_register(operation, hw);

	while (access.outcome == OUTCOME_DROPPED && now < deadline) {
		hw->wait(hw, now + AWAIT_STEP_NS);
		access = check_register(operation, hw);
		now = hw->now_ns(hw);
	}
	if (access.outcome == OUTCOME_DROPPED)
		access.outcome = OUTCOME_TIMEOUT;
	return access;
}

static struct accessed perform(const struct operation *operation, struct hw *hw, uint64_t *slots)
{
	uint64_t value = operation->value;
	struct accessed access;

	switch (operation->kind) {
	case OPERATION_READ:
		access = access_read_whole(hw, &operation->where, operation->kind);
		if (access.outcome == OUTCOME_OK)
			slots[operation->slot] = access.value;
		return access;
	case OPERATION_TICKS: slots[operation->slot] = hw->ticks(hw); return (struct accessed){.outcome = OUTCOME_OK};
	case OPERATION_WRITE: return access_write_whole(hw, &operation->where, value, operation->kind);
	case OPERATION_WRITE_SLOT:
		value |= slots[operation->slot] & operation->mask;
		return access_write_whole(hw, &operation->where, value, operation->kind);
	default: return operation->patient ? await_register(operation, hw) : check_register(operation, hw);
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
		struct accessed access;

		if (guarded_out(operation, part->slots))
			continue;
		access = perform(operation, part->hw, part->slots);
		part->result.accesses += access.made;
		if (access.outcome == OUTCOME_OK)
			continue;
		note_failure(part, i, access.outcome, access.value);
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
	while (part->end < part->program->count && place_of(part, part->end)->socket == first->socket &&
	       place_of(part, part->end)->cpu == first->cpu)
		part->end++;
}

/* With a journal on the medium, a register's first access is a part of its own, so that it can be written
 * down before it is made. True if the part is such an access and stands in the journal. */
static bool write_ahead(struct part *part)
{
	const struct operation *first = &part->program->operations[part->first];
	uint16_t end = part->first;

	if (!ahead_ready())
		return false;
	while (end < part->end && !ahead_is_new(place_of(part, end), operation_writes(&part->program->operations[end])))
		end++;
	part->end = end > part->first ? end : part->first + 1;
	return !guarded_out(first, part->slots) &&
	       ahead_access(part->hw, &first->where, operation_writes(first), first->value);
}

static struct program_result run(const struct program *program, struct hw *hw, uint64_t *slots, bool go_on)
{
	struct part part = {
		.program = program, .hw = hw, .slots = slots, .go_on = go_on, .result = {.outcome = OUTCOME_OK}};

	if (program->overflowed)
		return (struct program_result){.outcome = OUTCOME_ABSENT};
	for (; part.first < program->count; part.first = part.end) {
		enum outcome outcome;
		bool ahead;

		find_end(&part);
		ahead = write_ahead(&part);
		outcome = hw_run_at(hw, place_of(&part, part.first), run_part, &part);
		if (outcome != OUTCOME_OK)
			note_failure(&part, part.first, outcome, 0);
		if (ahead)
			ahead_done(outcome == OUTCOME_OK ? journal_latest() : outcome);
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

struct operation *program_ticks(struct program *program, struct location behind, uint16_t slot)
{
	return append(program, (struct operation){.kind = OPERATION_TICKS, .where = behind, .slot = slot});
}

static uint32_t accesses_of(const struct operation *operation)
{
	switch (operation->kind) {
	case OPERATION_TICKS: return 0;
	case OPERATION_READ:
	case OPERATION_CHECK: return accesses_to_read(&operation->where);
	default: return accesses_to_write(&operation->where);
	}
}

uint32_t program_accesses(const struct program *program)
{
	uint32_t accesses = 0;

	for (uint16_t i = 0; i < program->count; i++)
		accesses += accesses_of(&program->operations[i]);
	return accesses;
}
