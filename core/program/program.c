/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program/program.h"

#include "core/hardware/deny.h"
#include "core/hardware/flight.h"
#include "core/hardware/plan.h"
#include "core/hardware/settle.h"
#include "core/hardware/write_ahead.h"

#define AWAIT_STEP_NS 20000
#define SETTLE_ASKS   1000 /* each takes at least 100 ns */

/* Receives additions to a full program. It is never read: an overflowed program never runs. */
static struct operation scratch;

/* ---- composing ------------------------------------------------------------------------------------------- */

struct program program_over(const char *name, struct operation *operations, uint16_t capacity)
{
	return (struct program){.name = name, .operations = operations, .capacity = capacity};
}

static struct operation *program_append(struct program *program, struct operation operation)
{
	operation.guard = NO_GUARD;
	if (program->count == program->capacity) {
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
	return program_append(program, (struct operation){.kind = OPERATION_READ, .where = where, .slot = slot});
}

struct operation *program_write(struct program *program, struct location where, uint64_t value)
{
	return program_append(program, (struct operation){.kind = OPERATION_WRITE, .where = where, .value = value});
}

struct operation *program_write_slot(struct program *program, struct location where, uint64_t value, uint16_t slot,
				     uint64_t mask)
{
	return program_append(
		program,
		(struct operation){
			.kind = OPERATION_WRITE_SLOT, .where = where, .value = value, .slot = slot, .mask = mask});
}

struct operation *program_check(struct program *program, struct location where, uint64_t value, uint64_t mask)
{
	return program_append(
		program, (struct operation){.kind = OPERATION_CHECK, .where = where, .value = value, .mask = mask});
}

struct operation *program_ticks(struct program *program, struct location behind, uint16_t slot)
{
	return program_append(program, (struct operation){.kind = OPERATION_TICKS, .where = behind, .slot = slot});
}

void program_settle(struct program *program)
{
	if (program->operations && program->count && !program->overflowed)
		program->operations[program->count - 1].settles = true;
}

uint32_t program_accesses(const struct program *program)
{
	uint32_t accesses = 0;

	for (uint16_t i = 0; i < program->count; i++) {
		const struct operation *operation = &program->operations[i];

		if (operation_writes(operation))
			accesses += bus_writes(&operation->where, operation->value);
		else if (operation->kind != OPERATION_TICKS)
			accesses += bus_reads(&operation->where);
	}
	return accesses;
}

/* ---- running ----------------------------------------------------------------------------------------------- */

/* Consecutive operations on registers of one socket or CPU. A CPU executes one part at a time. */
struct part {
	const struct program *program;
	struct hw *hw;
	uint64_t *slots;
	uint32_t cpu; /* executes the part */
	uint16_t first, end;
	bool go_on; /* continue after a failure */
	struct program_result result;
};

static bool is_guarded_out(const struct operation *operation, const uint64_t *slots)
{
	return operation->guard != NO_GUARD && !(slots[operation->guard] & operation->guard_mask);
}

/* Stores a value that was read, or checks it. */
static void take_value(const struct operation *operation, struct accessed *accessed, uint64_t *slots)
{
	if (accessed->outcome != OUTCOME_OK || operation_writes(operation))
		return;
	if (operation->kind == OPERATION_READ)
		slots[operation->slot] = accessed->value;
	else if ((accessed->value & operation->mask) != operation->value)
		accessed->outcome = OUTCOME_DROPPED;
}

/* Repeats a check. One that settles may be in a PMI handler, which must not use hw->wait. */
static void ask_again(const struct part *part, const struct operation *operation, struct accessed *accessed)
{
	struct hw *hw = part->hw;
	uint64_t now = hw->now_ns(hw), deadline = now + (operation->patient ? PROGRAM_PATIENCE_NS : SETTLE_NS);

	/* A clock that does not advance must not hang the handler. */
	for (unsigned i = 0; accessed->outcome == OUTCOME_DROPPED && now < deadline; i++) {
		if (!operation->patient && i == SETTLE_ASKS)
			break;
		if (operation->patient)
			hw->wait(hw, now + AWAIT_STEP_NS);
		*accessed = bus_read_here(hw, part->cpu, &operation->where);
		take_value(operation, accessed, part->slots);
		now = hw->now_ns(hw);
	}
	if (accessed->outcome == OUTCOME_DROPPED && operation->patient)
		accessed->outcome = OUTCOME_TIMEOUT;
}

static void settle_behind(const struct part *part, const struct operation *operation)
{
	if (!operation->settles || operation->kind == OPERATION_CHECK)
		return;
	settle_note(part->hw);
	settle_wait(part->hw);
}

static void note_failure(struct part *part, uint16_t at, enum outcome outcome, uint64_t got)
{
	if (part->result.outcome != OUTCOME_OK)
		return;
	part->result.outcome = outcome;
	part->result.stopped_at = at;
	part->result.got = got;
}

/* Runs on the CPU that reaches the registers. */
static void program_part(void *context)
{
	struct part *part = context;

	for (uint16_t i = part->first; i < part->end; i++) {
		const struct operation *operation = &part->program->operations[i];
		uint64_t value = operation->value;
		struct accessed accessed;

		if (is_guarded_out(operation, part->slots)) {
			settle_behind(part, operation);
			continue;
		}
		if (operation->kind == OPERATION_TICKS) {
			part->slots[operation->slot] = part->hw->ticks(part->hw);
			settle_behind(part, operation);
			continue;
		}
		if (operation->kind == OPERATION_WRITE_SLOT)
			value |= part->slots[operation->slot] & operation->mask;
		if (operation_writes(operation))
			accessed = bus_write_here(part->hw, part->cpu, &operation->where, value);
		else
			accessed = bus_read_here(part->hw, part->cpu, &operation->where);
		take_value(operation, &accessed, part->slots);
		if (accessed.outcome == OUTCOME_DROPPED && (operation->patient || operation->settles))
			ask_again(part, operation, &accessed);
		part->result.accesses += accessed.made;
		settle_behind(part, operation);
		if (accessed.outcome == OUTCOME_OK)
			continue;
		note_failure(part, i, accessed.outcome, accessed.value);
		if (!part->go_on)
			return;
	}
}

static const struct operation *operation_at(const struct part *part, uint16_t index)
{
	return &part->program->operations[index];
}

/* With a write-ahead log, a register's first access is a part of its own, because it is logged before it is made.
 * Returns true if the part is such an access and is logged. */
static bool write_ahead(struct part *part)
{
	const struct operation *first = operation_at(part, part->first);
	uint16_t end = part->first;

	while (end < part->end &&
	       !write_ahead_is_new(&operation_at(part, end)->where, operation_writes(operation_at(part, end))))
		end++;
	part->end = end > part->first ? end : part->first + 1;
	return !is_guarded_out(first, part->slots) &&
	       write_ahead_access(part->hw, &first->where, operation_writes(first), first->value);
}

bool program_denied(const struct program *program, struct hw *hw, struct program_result *result)
{
	*result = (struct program_result){.outcome = OUTCOME_DENIED, .stopped_at = program->count};
	for (uint16_t i = 0; deny_is_on() && i < program->count; i++) {
		const struct operation *operation = &program->operations[i];
		uint32_t cpu;

		if (operation->kind == OPERATION_TICKS)
			continue;
		cpu = bus_route(hw, &operation->where);
		if (operation_writes(operation) ? deny_refuse_write(&operation->where, cpu)
						: deny_refuse(&operation->where, cpu)) {
			result->stopped_at = i;
			return true;
		}
	}
	return false;
}

/* No log is written in a window, and thus none in a PMI handler: a handler calls only the program's own operations. */
struct program_result program_execute(const struct program *program, struct hw *hw, uint64_t *slots, bool go_on)
{
	struct part part = {
		.program = program, .hw = hw, .slots = slots, .go_on = go_on, .result = {.outcome = OUTCOME_OK}};

	if (program->overflowed)
		return (struct program_result){.outcome = OUTCOME_ABSENT};
	if (!go_on && program_denied(program, hw, &part.result))
		return part.result;
	part.result = (struct program_result){.outcome = OUTCOME_OK};
	if (hw->planned)
		plan_say_program(program->name);
	if (!program->settles)
		settle_wait(hw);
	for (; part.first < program->count; part.first = part.end) {
		const struct location *first = &operation_at(&part, part.first)->where;
		enum outcome outcome = OUTCOME_ABSENT;
		bool written = false;

		part.end = part.first;
		while (part.end < program->count && operation_at(&part, part.end)->where.socket == first->socket &&
		       operation_at(&part, part.end)->where.cpu == first->cpu)
			part.end++;
		if (write_ahead_ready())
			written = write_ahead(&part);
		part.cpu = bus_route(hw, first);
		if (part.cpu != HW_NO_CPU)
			outcome = hw_run_on(hw, part.cpu, program_part, &part);
		if (outcome != OUTCOME_OK)
			note_failure(&part, part.first, outcome, 0);
		if (written)
			write_ahead_done(outcome == OUTCOME_OK ? flight_outcome(part.cpu) : outcome);
		if (part.result.outcome != OUTCOME_OK && !go_on)
			break;
	}
	if (program->settles)
		part.result.ended_ns = settle_note(hw);
	return part.result;
}
