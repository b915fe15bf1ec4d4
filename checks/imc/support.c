/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/imc/support.h"

#include "arch/ppc64/opal.h"
#include "core/command/register_words.h"
#include "core/hardware/bus.h"

#define STEP_NS 50000

const struct box *subject(const struct check_context *context)
{
	return &context->target.place->box;
}

enum imc_kind kind_of(const struct box *box)
{
	return (enum imc_kind)catalog_pmu(&posted_state.catalog, box->type)->kind;
}

enum imc_kind subject_kind(const struct check_context *context)
{
	return kind_of(subject(context));
}

bool is_core(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return kind_of(&target->place->box) == IMC_CORE;
}

bool is_thread(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return kind_of(&target->place->box) == IMC_THREAD;
}

bool has_page(const struct machine *machine, const struct check_target *target)
{
	return is_core(machine, target) || is_thread(machine, target);
}

bool is_trace(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return kind_of(&target->place->box) == IMC_TRACE;
}

bool has_counters(const struct machine *machine, const struct check_target *target)
{
	return !is_trace(machine, target);
}

bool is_first_nest(const struct machine *machine, const struct check_target *target)
{
	const struct machine_box *first = machine->boxes;

	while (kind_of(&first->box) != IMC_NEST || first->box.socket != target->place->box.socket)
		if (++first == machine->boxes + machine->box_count)
			return false;
	return first == target->place;
}

/* ---- findings and accesses --------------------------------------------------------------------------- */

void fail_at(struct check_context *context, const struct finding *finding, const char *format, ...)
{
	char bytes[CHECK_MESSAGE_SIZE];
	struct text message = TEXT_OVER(bytes), name;
	va_list arguments;

	if (!check_going(context))
		return;
	name = TEXT_OVER(context->register_name);
	va_start(arguments, format);
	text_format_list(&message, format, arguments);
	va_end(arguments);
	check_fail(context, "%s", bytes);
	context->box_name[0] = 0;
	if (finding->box || context->target.place)
		box_name(finding->box ? finding->box : subject(context), context->box_name);
	machine_register_name(context->machine, &finding->where, &name);
	context->has_evidence = true;
	context->evidence = (struct check_evidence){
		.box = context->box_name,
		.reg = context->register_name,
		.where = finding->where,
		.expected = finding->expected,
		.got = finding->got,
		.outcome = finding->outcome,
		.fact = context->target.check->fact,
		.advice = check_advice(context->target.check, (enum outcome)finding->outcome),
		.hypervisor = context->machine->hypervisor,
	};
}

static void fail_access(struct check_context *context, struct location where, enum outcome outcome)
{
	const struct finding finding = {.where = where, .outcome = (uint8_t)outcome};
	char bytes[96];
	struct text why = TEXT_OVER(bytes);

	text_string(&why, outcome_name(outcome));
	context->machine->posted->explain(&where, &why);
	fail_at(context, &finding, "the access fails: %s", bytes);
}

uint64_t read_at(struct check_context *context, struct location where)
{
	uint64_t value = 0;
	enum outcome outcome;

	if (!check_going(context))
		return 0;
	outcome = register_read(context->machine, &where, &value);
	if (outcome != OUTCOME_OK)
		fail_access(context, where, outcome);
	return value;
}

void write_at(struct check_context *context, struct location where, uint64_t value)
{
	enum outcome outcome;

	if (!check_going(context))
		return;
	outcome = register_write(context->machine, &where, value);
	if (outcome != OUTCOME_OK)
		fail_access(context, where, outcome);
}

struct location counter_at(const struct box *box, unsigned event)
{
	return (struct location){
		.space = SPACE_MEMORY,
		.width_bits = 64,
		.socket = box->socket,
		.address = box->base + box->type->postings[event].offset,
	};
}

int64_t result_of_call(struct check_context *context, struct location call, uint64_t address)
{
	struct accessed result;

	if (register_write(context->machine, &call, address) == OUTCOME_OK)
		return OPAL_SUCCESS;
	result = bus_read(context->machine->hw, &call);
	return result.outcome == OUTCOME_OK ? (int64_t)result.value : OPAL_PARAMETER;
}

void must_call(struct check_context *context, uint16_t cpu, unsigned token, enum imc_engine engine)
{
	write_at(context, posted_call(context->machine, cpu, token, engine), 0);
}

bool await_at(struct check_context *context, struct location where, uint64_t wanted, uint64_t bound_ns)
{
	struct hw *hw = context->machine->hw;
	uint64_t deadline = hw->now_ns(hw) + bound_ns;

	while (check_going(context)) {
		/* Read before the last test: this processor may be held up for longer than the bound. */
		bool late = hw->now_ns(hw) > deadline;

		if (read_at(context, where) == wanted)
			return true;
		if (late)
			return false;
		hw->wait(hw, hw->now_ns(hw) + STEP_NS);
	}
	return false;
}

/* ---- starting and stopping --------------------------------------------------------------------------- */

struct imc_notes *notes_of(struct check_context *context)
{
	struct imc_notes *notes = check_note(context, "notes", sizeof(*notes));

	if (notes && !notes->intervals)
		notes->intervals =
			arena_take(context->machine->arena, context->machine->box_count, sizeof(*notes->intervals));
	if (notes && notes->intervals)
		return notes;
	check_fail(context, "not enough memory for what is known of the run");
	return NULL;
}

static void expect_obedience(struct check_context *context, const struct box *box)
{
	const struct imc_notes *notes = notes_of(context);

	if (notes && box->socket < 64 && (notes->disobedient & BIT(box->socket)))
		check_skip(context, "the microcode does not do as it is told: see nest.commands");
}

static void await_status(struct check_context *context, const struct box *box, uint64_t status)
{
	struct finding finding = {.where = posted_control(box, NEST_STATUS), .expected = status};
	struct imc_notes *notes;

	if (await_at(context, finding.where, status, NEST_BOUND_NS) || !check_going(context))
		return;

	notes = notes_of(context);
	if (notes && box->socket < 64)
		notes->disobedient |= BIT(box->socket);

	finding.got = read_at(context, finding.where);
	fail_at(context, &finding, "the microcode does not %s within %llu ms",
		status == NEST_RUNNING ? "run after IMC START" : "pause after IMC STOP",
		(unsigned long long)(NEST_BOUND_NS / NS_PER_MS));
}

void start(struct check_context *context, const struct box *box)
{
	struct machine *machine = context->machine;

	if (kind_of(box) == IMC_NEST) {
		expect_obedience(context, box);
		must_call(context, posted_cpu_of(machine, box->socket), OPAL_IMC_COUNTERS_START, IMC_ENGINE_NEST);
		await_status(context, box, NEST_RUNNING);
		return;
	}
	if (kind_of(box) == IMC_THREAD)
		write_at(context, posted_ldbar(machine, box->cpu), LDBAR_POST | (box->base & LDBAR_ADDRESS));
	must_call(context, box->cpu, OPAL_IMC_COUNTERS_START, IMC_ENGINE_CORE);
}

/* Works even after a failure; its own failures do not fail the check. */
void stop_anyway(struct machine *machine, const struct box *box)
{
	struct location ldbar;
	enum outcome ignored;

	if (kind_of(box) == IMC_NEST) {
		struct location call = posted_call(machine, posted_cpu_of(machine, box->socket), OPAL_IMC_COUNTERS_STOP,
						   IMC_ENGINE_NEST);

		ignored = register_write(machine, &call, 0);
	} else {
		struct location call = posted_call(machine, box->cpu, OPAL_IMC_COUNTERS_STOP, IMC_ENGINE_CORE);

		ignored = register_write(machine, &call, 0);
		ldbar = posted_ldbar(machine, box->cpu);
		if (kind_of(box) == IMC_THREAD)
			ignored = register_write(machine, &ldbar, 0);
	}
	(void)ignored;
}

bool start_quietly(struct check_context *context, const struct box *box)
{
	struct machine *machine = context->machine;
	bool nest = kind_of(box) == IMC_NEST;
	struct location call = posted_call(machine, nest ? posted_cpu_of(machine, box->socket) : box->cpu,
					   OPAL_IMC_COUNTERS_START, nest ? IMC_ENGINE_NEST : IMC_ENGINE_CORE);
	struct location ldbar;

	if (kind_of(box) == IMC_THREAD) {
		ldbar = posted_ldbar(machine, box->cpu);
		if (register_write(machine, &ldbar, LDBAR_POST | (box->base & LDBAR_ADDRESS)) != OUTCOME_OK)
			return false;
	}
	return register_write(machine, &call, 0) == OUTCOME_OK &&
	       (!nest || await_at(context, posted_control(box, NEST_STATUS), NEST_RUNNING, NEST_BOUND_NS));
}

void stop(struct check_context *context, const struct box *box)
{
	if (!check_going(context)) {
		stop_anyway(context->machine, box);
		return;
	}
	if (kind_of(box) == IMC_NEST) {
		expect_obedience(context, box);
		if (!check_going(context))
			stop_anyway(context->machine, box);
		must_call(context, posted_cpu_of(context->machine, box->socket), OPAL_IMC_COUNTERS_STOP,
			  IMC_ENGINE_NEST);
		await_status(context, box, NEST_PAUSED);
		return;
	}
	must_call(context, box->cpu, OPAL_IMC_COUNTERS_STOP, IMC_ENGINE_CORE);
	if (kind_of(box) == IMC_THREAD)
		write_at(context, posted_ldbar(context->machine, box->cpu), 0);
}

/* ---- all counters of a box --------------------------------------------------------------------------- */

uint64_t *room_for(struct check_context *context, const struct box *box)
{
	uint64_t *values = arena_take(context->machine->arena, box->type->event_count + 1u, sizeof(*values));

	if (!values)
		check_fail(context, "not enough memory for the counters of the box");
	return values;
}

void read_all(struct check_context *context, const struct box *box, uint64_t *values)
{
	for (unsigned i = 0; i < box->type->event_count; i++)
		values[i] = read_at(context, counter_at(box, i));
}
