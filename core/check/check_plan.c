/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists the checks for a machine and makes their names. */
#include "core/check/check.h"

#include "core/event/box_name.h"
#include "core/hardware/core_pmu.h"
#include "lib/memory.h"
#include "lib/parse.h"

struct check_register check_register_of(const struct box *box, enum role role, unsigned index)
{
	return (struct check_register){*box, box_row_of_role(box->type, role), (uint8_t)index};
}

struct check_register check_socket_control(const struct check_context *context)
{
	struct control control = control_of_socket(context->machine, context->target.place->box.socket);

	return (struct check_register){control.box, control.row, 0};
}

struct check_register check_socket_status(const struct check_context *context)
{
	struct status status = control_socket_status(context->machine, context->target.place->box.socket);

	return (struct check_register){status.box, status.row, 0};
}

struct check_register check_socket_clear(const struct check_context *context)
{
	struct status status = control_socket_status(context->machine, context->target.place->box.socket);

	return (struct check_register){status.box, status.clear, 0};
}

bool check_same(const struct check_register *a, const struct check_register *b)
{
	return a->row == b->row && a->index == b->index && a->box.type == b->box.type &&
	       a->box.socket == b->box.socket && a->box.instance == b->box.instance;
}

unsigned check_register_count(const struct box *box)
{
	unsigned count = 0;

	for (unsigned i = 0; i < box->type->register_count; i++)
		count += box_row_count(box, &box->type->registers[i]);
	return count;
}

struct check_register check_register_at(const struct box *box, unsigned n)
{
	const struct register_row *row = box->type->registers;

	while (n >= box_row_count(box, row))
		n -= box_row_count(box, row++);
	return (struct check_register){*box, row, (uint8_t)n};
}

/* ---- the walk --------------------------------------------------------------------------------------- */

const char *check_fact(const struct machine *machine, const struct check_target *target)
{
	const char *cited;

	if (target->place && target->check->scope != CHECK_OF_SOCKET &&
	    control_scope(machine, target->place->box.type) == CONTROL_BY_CPU)
		return target->check->fact_core;
	cited = check_cited(check_facts_of(machine), target->check);
	return cited ? cited : target->check->fact;
}

const char *check_fact_of(const struct machine *machine, const struct check_target *target)
{
	const struct check_facts *facts = check_facts_of(machine);
	const struct check_likeness *like = facts ? facts->like : NULL;
	const char *fact = check_fact(machine, target);

	return like && fact && slice_starts(slice_of(fact), like->guide) ? like->of : NULL;
}

/* True for the box that represents its socket in a plan: the controlling box, else the first. */
static bool stands_for_socket(const struct check_plan *plan)
{
	const struct machine *machine = plan->machine;
	const struct box *box = &machine->boxes[plan->box].box;

	if (control_global(machine))
		return is_control_box(machine, box);
	return !plan->box || machine->boxes[plan->box - 1].box.socket != box->socket;
}

/* Number of counters; for a CPU, as reported by CPUID. */
static unsigned counters(const struct machine *machine, const struct box *box)
{
	const struct box_type *type = box->type;

	if (core_pmu_has(type))
		return core_pmu_counters(machine, type) + core_pmu_fixed_counters(machine, type);
	return box_counters(box) + (unsigned)type->fixed;
}

/* Number of subjects of the check's scope in box plan->box. */
static unsigned subjects(const struct check_plan *plan, const struct check *check)
{
	const struct box *box;

	if (check->scope == CHECK_OF_MACHINE)
		return 1;
	if (plan->box >= plan->machine->box_count)
		return 0;
	box = &plan->machine->boxes[plan->box].box;
	switch (check->scope) {
	case CHECK_OF_SOCKET: return stands_for_socket(plan);
	case CHECK_OF_BOX: return 1;
	case CHECK_OF_REGISTER: return check_register_count(box);
	case CHECK_OF_FIXED: return box->type->fixed;
	default: return counters(plan->machine, box);
	}
}

static struct check_register counter_register(const struct machine *machine, const struct box *box, unsigned number)
{
	unsigned general = core_pmu_has(box->type) ? core_pmu_counters(machine, box->type) : box_counters(box);

	if (number < general)
		return check_register_of(box, ROLE_COUNTER, number);
	return check_register_of(box, ROLE_FIXED_COUNTER, number - general);
}

static struct check_target target_at(const struct check_plan *plan, const struct check *check)
{
	struct check_target target = {.check = check};

	if (check->scope == CHECK_OF_MACHINE)
		return target;
	target.place = &plan->machine->boxes[plan->box];
	if (check->scope == CHECK_OF_REGISTER) {
		target.reg = check_register_at(&target.place->box, plan->subject);
	} else if (check->scope >= CHECK_OF_COUNTER) {
		target.counter = plan->subject;
		if (check->scope == CHECK_OF_FIXED)
			target.counter = box_counters(&target.place->box);
		target.reg = counter_register(plan->machine, &target.place->box, target.counter);
	}
	return target;
}

/* A register without writable bits is not a subject. */
static bool applies(const struct check_plan *plan, const struct check_target *target)
{
	const struct check *check = target->check;

	if (!check_fact(plan->machine, target))
		return false;
	if (check->applies)
		return check->applies(plan->machine, target);
	return check->scope != CHECK_OF_REGISTER || box_writable(&target->reg.box, target->reg.row);
}

/* Matches the ID with libpfm4's short name of the box, if it differs: "cbo0.ctr1.width". `tail` begins with the box's
 * name. */
static bool matches_short(const struct check_plan *plan, const struct box *box, struct slice tail)
{
	const char *name = box_short_name(box->type);
	char storage[CHECK_ID_SIZE + BOX_NAME_SIZE];
	struct text id = TEXT_OVER(storage);

	if (!slice_starts(tail, box->type->name) || slice_is(slice_of(name), box->type->name))
		return false;
	text_format(&id, "%s%s", name, tail.at + slice_of(box->type->name).length);
	return glob_match(plan->filter, id.at);
}

/* A filter may omit the processor's name, or also the socket's. It then applies to all of them. */
static bool matches(const struct check_plan *plan, const struct check_target *target)
{
	char storage[CHECK_ID_SIZE];
	struct text id = TEXT_OVER(storage);
	struct slice tail;

	if (!plan->filter.length)
		return true;
	check_id(plan->machine, target, &id);
	if (glob_match(plan->filter, id.at))
		return true;
	tail = slice_of(id.at);
	slice_cut(&tail, '.');
	if (glob_match(plan->filter, tail.at))
		return true;
	if (!target->place)
		return false;
	if (target->place->box.socket)
		slice_cut(&tail, '.');
	return glob_match(plan->filter, tail.at) || matches_short(plan, &target->place->box, tail);
}

/* "*.wide" and "wide" request "wide"; "*" and "imc0.*" do not. */
static bool is_asked_for(const struct check_plan *plan, const struct check *check)
{
	struct slice filter = plan->filter;
	size_t length = strlen(check->name);

	if (!check->on_request)
		return true;
	if (filter.length < length || memcmp(filter.at + filter.length - length, check->name, length))
		return false;
	return filter.length == length || filter.at[filter.length - length - 1] == '.';
}

struct check_plan check_plan_of(const struct machine *machine, struct slice filter)
{
	return (struct check_plan){.machine = machine, .filter = filter};
}

bool check_plan_next(struct check_plan *plan, struct check_target *target)
{
	const struct check *check;

	while ((check = checks[plan->check])) {
		if (plan->subject < subjects(plan, check)) {
			*target = target_at(plan, check);
			plan->subject++;
			if (is_asked_for(plan, check) && applies(plan, target) && matches(plan, target))
				return true;
			continue;
		}
		plan->subject = 0;
		if (++plan->box >= (check->scope == CHECK_OF_MACHINE ? 1 : plan->machine->box_count)) {
			plan->box = 0;
			plan->check++;
		}
	}
	return false;
}

/* ---- ids ---------------------------------------------------------------------------------------------- */

void check_id(const struct machine *machine, const struct check_target *target, struct text *id)
{
	char box[BOX_NAME_SIZE];

	text_string(id, machine->processor ? machine->processor->name : "unknown");
	text_char(id, '.');
	if (target->place && target->place->box.socket)
		text_format(id, "socket%u.", target->place->box.socket);
	if (!target->place) {
		text_string(id, "machine");
	} else if (target->reg.row) {
		box_register_name(&target->reg.box, target->reg.row, target->reg.index, id);
	} else if (target->check->scope == CHECK_OF_SOCKET && !is_control_box(machine, &target->place->box)) {
		text_string(id, "socket");
	} else {
		box_name(&target->place->box, box);
		text_string(id, box);
	}
	text_format(id, ".%s", target->check->name);
}
