/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/complete.h"

/* State of one completion. */
struct completion {
	const struct resolved *from;
	const struct box_type *type;
	const struct select_shape *shape;
	struct umasks umasks;           /* only of a named event */
	struct assignments assignments; /* from the string, and what the event adds */
	struct event_config *config;
	struct refusal *refusal;
};

static bool refuse_no_effect(const struct completion *completion, struct slice where, const struct register_row *row,
			     uint64_t bits)
{
	return refuse(completion->refusal,
		      (struct refusal){REFUSED_NO_EFFECT, .where = where.at ? where : completion->from->event_at,
				       .row = row, .bits = bits});
}

static bool refuse_event(const struct completion *completion, enum refusal_reason reason)
{
	return refuse(completion->refusal, (struct refusal){reason, .where = completion->from->event_at});
}

/* ---- settings that share a register --------------------------------------------------------------- */

static uint64_t look_bit(const struct completion *completion)
{
	return field_mask(&completion->shape->row->layout->fields[completion->type->look->field]);
}

/* If the string gave only some bits of a field, assigns 0 to the others. */
static bool widen(const struct completion *completion, struct assignment *assignment)
{
	const struct register_layout *layout = assignment->row->layout;

	for (unsigned i = 0; layout->part_count && i < layout->field_count; i++) {
		const struct field *field = &layout->fields[i];
		uint64_t value = field_value(field, assignment->value);

		if (!(assignment->mask & field_mask(field)))
			continue;
		assignment->mask |= field_mask(field);
		if (value > field_most(field))
			return refuse(completion->refusal, (struct refusal){REFUSED_FIELD_MOST, .where = assignment->at,
									    .field = field, .bits = value});
	}
	return true;
}

static bool settle_parts(struct completion *completion)
{
	struct assignments *assignments = &completion->assignments;
	const struct look *look = completion->type->look;

	/* If the select makes a counter look at bits of a filter register, the event needs these bits as they are. */
	if (look && assignments->select & look_bit(completion)) {
		const struct register_row *row = &completion->type->registers[look->row];
		uint64_t value = assigned_value(assignments, row, look->bits);

		if (!assign_bits(assignments, completion->from->event_at,
				 (struct event_setting){row, look->bits, value}))
			return false;
	}
	for (unsigned i = 0; i < assignments->count; i++)
		if (!widen(completion, &assignments->of[i]))
			return false;
	return true;
}

/* ---- units of resources --------------------------------------------------------------------------- */

/* Groups are numbered through all instances, so the number also gives the instance. */
static bool take_group(struct completion *completion)
{
	struct event_config *config = completion->config;
	const struct resource *resource = config->resource;
	const struct given *group = &completion->from->group;
	unsigned instance = group->number / resource->groups;

	if (instance >= completion->type->instances || !event_means_instance(config, instance))
		return refuse(completion->refusal, (struct refusal){REFUSED_GROUP, .where = group->at,
								    .resource = resource, .number = group->number});
	config->instance = completion->type->instances > 1 ? instance : EVENT_EVERY_INSTANCE;
	config->group = (uint8_t)(group->number % resource->groups);
	return true;
}

/* Units share a register, each with its own bits. Moves the bits of the chosen unit to those of unit 0; refuses other
 * units' bits. */
static bool settle_registers(struct completion *completion)
{
	const struct resource *resource = completion->config->resource;
	unsigned up = completion->config->unit * resource->bit_step;

	for (unsigned i = 0; resource->fields && i < completion->assignments.count; i++) {
		struct assignment *assignment = &completion->assignments.of[i];
		uint64_t own = resource_bits(completion->type, resource, assignment->row), all = 0, others;

		if (!assignment->whole || !own)
			continue;
		for (unsigned unit = 0; unit < resource->units; unit++)
			all |= own << unit * resource->bit_step;
		others = assignment->value & all & ~(own << up);
		if (others)
			return refuse(completion->refusal, (struct refusal){REFUSED_OTHER_UNIT, .where = assignment->at,
									    .resource = resource, .bits = others});
		assignment->value = (assignment->value & ~all) | (assignment->value >> up & own);
		assignment->mask = (assignment->mask & ~all) | own;
	}
	return true;
}

/* Sets the group and the unit of the configuration's resource: those of the code, unless modifiers say otherwise. */
static bool take_resource(struct completion *completion, uint64_t code)
{
	const struct given *group = &completion->from->group, *unit = &completion->from->unit;
	const struct field *field = completion->shape->of[FIELD_EVENT];
	struct event_config *config = completion->config;
	const struct resource *resource = config->resource;
	uint64_t *select = &completion->assignments.select;

	if ((group->at.at || unit->at.at) && (!resource || !resource->group_modifier))
		return refuse(completion->refusal,
			      (struct refusal){REFUSED_NO_CHOICE, .where = group->at.at ? group->at : unit->at});
	if (!resource || !resource_decode(resource, code, &config->group, &config->unit))
		return true;
	if (group->at.at && !take_group(completion))
		return false;
	if (unit->at.at && unit->number >= resource->units)
		return refuse(completion->refusal,
			      (struct refusal){REFUSED_UNIT, .where = unit->at, .number = resource->units - 1u});
	if (unit->at.at)
		config->unit = unit->number;

	code = resource->code + (unsigned)config->group * resource->group_step + config->unit * resource->unit_step;
	*select = (*select & ~field_mask(field)) | (code << field->low & field_mask(field));
	return settle_registers(completion);
}

/* ---- needs of table rows -------------------------------------------------------------------------- */

static bool refuse_contradiction(struct completion *completion, const struct register_row *row, uint64_t bits)
{
	const struct assignment *assignment = assignment_of(&completion->assignments, row);

	return refuse(completion->refusal,
		      (struct refusal){REFUSED_CONTRADICTION,
				       .where = assignment ? assignment->at : completion->from->event_at, .row = row,
				       .bits = bits});
}

/* Applies a requirement on a filter register. */
static bool apply_filter_register_need(struct completion *completion, const struct event *event,
				       const struct requirement *need)
{
	const struct register_row *row = &completion->type->registers[need->row];
	uint64_t bits = requirement_bits(completion->type, event, need);
	uint64_t value = requirement_value(completion->type, event, need);
	struct assignment *assignment = assignment_of(&completion->assignments, row);
	const struct choice *choice = completion->type->choice;

	if (need->kind == REQUIRE_NOTHING || need->kind == REQUIRE_GIVEN)
		return true;
	if (!assignment || !(assignment->mask & bits)) {
		/* "Match all" is not set if the user has chosen what to match. */
		if (choice && assignment && need->kind == REQUIRE_DEFAULT && need->row == choice->row &&
		    bits & choice->all && assignment->mask & choice->choices)
			value = 0;
		return assign_bits(&completion->assignments, completion->from->event_at,
				   (struct event_setting){row, bits, value});
	}
	if (need->kind == REQUIRE_VALUE && (assignment->value ^ value) & bits)
		return refuse_contradiction(completion, row, bits);
	assignment->mask |= bits;
	return true;
}

static bool apply_row(struct completion *completion, const struct event *event)
{
	const struct requirement *needs = event_requirements(completion->type, event);
	struct assignments *assignments = &completion->assignments;

	for (unsigned i = 0, count = event_need_count(completion->type, event); i < count; i++) {
		const struct register_row *row = &completion->type->registers[needs[i].row];
		uint64_t bits, value;

		if (row != completion->shape->row) {
			if (!apply_filter_register_need(completion, event, &needs[i]))
				return false;
			continue;
		}
		if (needs[i].kind == REQUIRE_NOTHING)
			continue;
		bits = requirement_bits(completion->type, event, &needs[i]);
		value = requirement_value(completion->type, event, &needs[i]);
		if ((assignments->select ^ value) & bits & assignments->given)
			return refuse_contradiction(completion, row, bits);
		assignments->select |= value;
	}
	return true;
}

/* Drops bits that the event does not use. A 1 there is an error of the user; a 0 is dropped silently. */
static bool drop_undeclared(struct completion *completion, const struct event *event)
{
	struct assignments *assignments = &completion->assignments;
	uint8_t kept = 0;

	for (unsigned i = 0; i < assignments->count; i++) {
		struct assignment assignment = assignments->of[i];
		uint64_t bits = umasks_needed(&completion->umasks, event, assignment.row);

		if (assignment.value & ~bits)
			return refuse_no_effect(completion, assignment.at, assignment.row, assignment.value & ~bits);
		assignment.mask &= bits;
		assignments->of[kept] = assignment;
		kept += assignment.mask != 0;
	}
	assignments->count = kept;
	return true;
}

/* Two fields have the same spelling: returns the mask of the one that the event does not use. */
static uint64_t vain_twin(const struct completion *completion, const struct event *event, unsigned number)
{
	const struct register_row *select = completion->shape->row;
	const struct field *fields = select->layout->fields;
	unsigned first = 0;

	if (!(umasks_needed(&completion->umasks, event, select) & field_mask(&fields[number])))
		return field_mask(&fields[number]);
	while (!fields[first].modifier || !name_is(slice_of(fields[first].modifier), fields[number].modifier))
		first++;
	return field_mask(&fields[first]);
}

/* Refuses fields of the select that have no effect on the event: twins of another field, and the bit that makes a
 * counter look at a filter register. */
static bool check_select(const struct completion *completion, const struct event *event)
{
	const struct box_type *type = completion->type;
	const struct register_row *select = completion->shape->row;
	const struct assignments *assignments = &completion->assignments;
	uint64_t vain = 0;

	for (unsigned i = 1; type->shared_spellings && i < select->layout->field_count; i++)
		if (event_field_repeats(select->layout->fields, i))
			vain |= vain_twin(completion, event, i);
	if (type->look &&
	    !(umasks_needed(&completion->umasks, event, &type->registers[type->look->row]) & type->look->bits))
		vain |= look_bit(completion);
	if (!(assignments->select & vain))
		return true;
	return refuse_no_effect(completion, assignments->edge_at.at ? assignments->edge_at : assignments->invert_at,
				select, assignments->select & vain);
}

/* Adds what the event's rows need. Refuses modifiers that contradict them or that have no effect on the event. */
static bool apply_needs(struct completion *completion, const struct event *event)
{
	struct meant meant = umasks_meant(&completion->umasks, event);

	if (completion->type->requirements && !(drop_undeclared(completion, event) && check_select(completion, event)))
		return false;
	for (; meant.rows; meant.rows >>= 1, meant.first++)
		if (meant.rows & 1 && !apply_row(completion, meant.first))
			return false;
	assignments_sort(&completion->assignments);
	return true;
}

static bool check_row_given(struct completion *completion, const struct event *event)
{
	const struct requirement *needs = event_requirements(completion->type, event);
	struct slice event_at = completion->from->event_at;

	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct register_row *row = &completion->type->registers[needs[i].row];
		const struct assignment *assignment = assignment_of(&completion->assignments, row);
		const struct field *field;

		if (needs[i].kind != REQUIRE_GIVEN)
			continue;
		field = &row->layout->fields[needs[i].field];
		if (!assignment || !(assignment->mask & field_mask(field)))
			return refuse(completion->refusal,
				      (struct refusal){REFUSED_NOT_GIVEN, .where = event_at, .name = event_at,
						       .row = row, .field = field});
	}
	return true;
}

/* Checks that all fields that the user must give are given. This runs last, because umasks may give them. */
static bool check_given(struct completion *completion, const struct event *event)
{
	struct meant meant = umasks_meant(&completion->umasks, event);

	for (; meant.rows; meant.rows >>= 1, meant.first++)
		if (meant.rows & 1 && !check_row_given(completion, meant.first))
			return false;
	return true;
}

/* ---- umasks in filter registers ------------------------------------------------------------------------- */

/* The umask that is last in the string; without umasks, the event. */
static struct slice last_umask(const struct completion *completion)
{
	struct slice last = {0};

	for (unsigned i = 0; i < UMASK_GROUPS; i++)
		if (completion->umasks.at[i].at > last.at)
			last = completion->umasks.at[i];
	return last.at ? last : completion->from->event_at;
}

static bool put_umasks(struct completion *completion)
{
	const struct umasks *umasks = &completion->umasks;
	const struct register_row *row = umasks->filter_register;
	uint64_t vain;

	if (!row)
		return true;
	if (umasks_fill(row)) {
		uint64_t holes = row->layout->holes, writable = layout_writable(row->layout);

		if (umasks->bits & holes)
			return refuse(completion->refusal, (struct refusal){REFUSED_HOLES, .where = umasks->at[0],
									    .row = row, .bits = umasks->bits & holes});
		return assign_bits(&completion->assignments, completion->from->event_at,
				   (struct event_setting){row, writable & ~holes, umasks->bits});
	}

	/* The umasks are some fields of the register. The event itself must use these fields. */
	vain = umasks->mask & ~umasks_needed(umasks, completion->config->event, row);
	if (vain)
		return refuse_no_effect(completion, last_umask(completion), row, vain);
	return !umasks->mask || assign_bits(&completion->assignments, last_umask(completion),
					    (struct event_setting){row, umasks->mask, umasks->bits});
}

/* ---- counters ------------------------------------------------------------------------------------- */

static bool take_counter(struct completion *completion)
{
	const struct given *counter = &completion->from->counter;
	struct event_config *config = completion->config;
	uint16_t counters = event_counters_at_most(completion->type, config->counters);

	if (!counter->at.at)
		return true;
	config->counters = counter->number < 16 ? counters & (uint16_t)BIT(counter->number) : 0;
	return config->counters ||
	       refuse(completion->refusal,
		      (struct refusal){REFUSED_COUNTER, .where = counter->at, .type = completion->type,
				       .number = counter->number, .bits = counters});
}

/* ---- events by name ------------------------------------------------------------------------------- */

/* The row that the configuration refers to. The named row, if the box has no umask field or one umask was named; if
 * umasks are bits of a filter register, the first one named; else the row of exactly this umask, or the first row of
 * the code. */
static const struct event *final_row(const struct completion *completion)
{
	const struct umasks *umasks = &completion->umasks;
	const struct event *row = umasks->rows.first, *exact;

	if (!completion->shape->of[FIELD_UMASK] || count_bits(umasks->joined) == 1)
		return umasks->row;
	if (umasks->filter_register && (umasks->joined || umasks_fill(umasks->filter_register)))
		return umasks->joined ? row + __builtin_ctzll(umasks->joined) : row;
	exact = event_row_of_umask(umasks->rows, umasks->row->code, umasks->select);
	while (!exact && (row->code != umasks->row->code || row->group & UMASK_ALIAS))
		row++;
	return exact ? exact : row;
}

static bool complete_named(struct completion *completion)
{
	const struct select_shape *shape = completion->shape;
	const struct field *code = shape->of[FIELD_EVENT];
	struct umasks *umasks = &completion->umasks;
	struct event_config *config = completion->config;
	uint64_t *select = &completion->assignments.select;
	uint64_t identity;

	if (!umasks_settle(umasks, &completion->assignments, completion->from->event_at))
		return false;
	config->event = final_row(completion);
	config->umasks = umasks->filter_register ? umasks->joined : 0;
	config->counters = umasks->counters;
	if (config->event->umask == umasks->select && (!umasks->filter_register || umasks->number))
		config->counters = config->event->counters;
	if (!settle_parts(completion))
		return false;
	config->resource = resource_of_row(completion->type, config->event);
	if (code)
		*select |= (uint64_t)umasks->row->code << code->low & field_mask(code);
	*select |= umask_to_select(shape, umasks->select);
	identity = completion->assignments.given & shape->identity;
	if (!take_resource(completion, umasks->row->code) || !apply_needs(completion, config->event) ||
	    !put_umasks(completion) || !check_given(completion, config->event))
		return false;
	/* perf's terms may set any field, even a field that the event's name determines. */
	if (identity && (*select ^ event_identity(completion->type, shape, config->event)) & identity)
		return refuse_event(completion, REFUSED_OTHER_EVENT);
	return true;
}

/* ---- events by number ----------------------------------------------------------------------------- */

/* True if the filter registers have what the row needs, and nothing that the row does not use. */
static bool filter_registers_fit(const struct completion *completion, const struct event *event)
{
	const struct assignments *assignments = &completion->assignments;
	const struct box_type *type = completion->type;
	const struct requirement *needs = event_requirements(type, event);

	for (unsigned i = 0, count = event_need_count(type, event); i < count; i++) {
		const struct register_row *row = &type->registers[needs[i].row];

		if (needs[i].kind == REQUIRE_VALUE && row != completion->shape->row &&
		    assigned_value(assignments, row, requirement_bits(type, event, &needs[i])) !=
			    requirement_value(type, event, &needs[i]))
			return false;
	}
	for (unsigned i = 0; type->requirements && i < assignments->count; i++)
		if (assignments->of[i].value & ~declared_bits(type, event, assignments->of[i].row))
			return false;
	return true;
}

static bool row_fits(const struct completion *completion, const struct event *event)
{
	const struct event_config *config = completion->config;
	uint64_t compared = completion->shape->identity;
	uint8_t group, unit;

	if (!event->counters || event->flags & EVENT_FIXED || event->group & UMASK_ALIAS)
		return false;
	if (config->resource) {
		if (resource_of_row(config->type, event) != config->resource)
			return false;
		/* The unit of a resource is part of an event only if no modifier selects it. */
		if (!config->resource->unit_modifier &&
		    (!resource_decode(config->resource, event->code, &group, &unit) || unit != config->unit))
			return false;
		compared &= ~field_mask(completion->shape->of[FIELD_EVENT]);
	}
	return !((completion->assignments.select ^ event_identity(completion->type, completion->shape, event)) &
		 compared) &&
	       filter_registers_fit(completion, event) && !umask_filter_register(completion->type, event);
}

/* The first row at or after `from` that matches the numbers, or NULL. The code is compared first, unless a resource
 * gives a row several codes: that rejects most rows. */
static const struct event *row_fitting(const struct completion *completion, const struct event *from)
{
	const struct event *end = from ? completion->type->events + completion->type->event_count : NULL;
	const struct field *field = completion->shape->of[FIELD_EVENT];
	bool coded = field && !completion->config->resource;
	uint64_t code = coded ? field_value(field, completion->assignments.select) : 0;

	for (; from < end; from++)
		if ((!coded || from->code == code) && row_fits(completion, from))
			return from;
	return NULL;
}

/* Finds the row that the numbers mean. If a code means different events on different counters, the user must choose the
 * counter. */
static bool find_row(struct completion *completion, const struct event **found)
{
	const struct given *counter = &completion->from->counter;
	unsigned counters = counter->at.at ? 1u << (counter->number & 15) : 0xffff;

	*found = NULL;
	for (const struct event *row = completion->type->events; (row = row_fitting(completion, row)); row++) {
		if (!(row->counters & counters))
			continue;
		if (*found && !(row->counters & (*found)->counters))
			return refuse(completion->refusal,
				      (struct refusal){REFUSED_WHICH_COUNTER, .where = completion->from->event_at,
						       .event = *found, .other_event = row});
		if (!*found)
			*found = row;
	}
	return true;
}

/* The first row with the select's code that accepts any umask as a number; NULL if there is none. */
static const struct event *row_of_code(const struct completion *completion)
{
	const struct box_type *type = completion->type;
	const struct select_shape *shape = completion->shape;
	uint64_t select = completion->assignments.select;
	uint64_t bits = shape->identity & ~umask_to_select(shape, UINT64_MAX);

	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];

		if (row->code == field_value(shape->of[FIELD_EVENT], select) && !(row->flags & EVENT_FIXED) &&
		    !(row->group & UMASK_ALIAS) && (row->umask_name || !row->umask) &&
		    !umask_filter_register(type, row) && !((select ^ event_identity(type, shape, row)) & bits))
			return row;
	}
	return NULL;
}

/* The bits of a register that the event uses with the select's umask: those of the row with this umask; without such a
 * row, those of any row. */
static uint64_t bits_meant(const struct completion *completion, const struct event *event,
			   const struct register_row *row)
{
	struct event_rows rows = event_rows_around(event);
	uint64_t umask = umask_of_select(completion->shape, completion->assignments.select), bits = 0;
	bool exact = false;

	for (unsigned i = 0; i < rows.count; i++) {
		const struct event *other = &rows.first[i];

		if (!other->umask_name || other->code != event->code || other->umask != umask ||
		    other->group & UMASK_ALIAS)
			continue;
		exact = true;
		bits |= declared_bits(completion->type, other, row);
	}
	return exact ? bits : any_declared_bits(completion->type, rows, row);
}

/* Refuses filter registers that have no effect on the event. */
static bool check_filter_registers(const struct completion *completion, const struct event *event)
{
	for (unsigned i = 0; i < completion->assignments.count; i++) {
		const struct assignment *assignment = &completion->assignments.of[i];
		uint64_t vain = assignment->value & ~bits_meant(completion, event, assignment->row);

		if (vain)
			return refuse_no_effect(completion, assignment->at, assignment->row, vain);
	}
	return true;
}

/* Handles numbers that match no row: they are taken as they are, unless they are ambiguous. If the code is known and
 * only no row has the umask, *row is set to a row of that code. */
static bool settle_unknown(struct completion *completion, const struct event **row)
{
	const struct event_config *config = completion->config;
	struct assignments *assignments = &completion->assignments;

	for (unsigned i = 0; i < assignments->count; i++) {
		const struct assignment *assignment = &assignments->of[i];

		/* The group is unknown if the register is one of another resource with groups. */
		for (unsigned r = 0; r < config->type->resource_count; r++) {
			const struct resource *resource = &config->type->resources[r];

			if (resource != config->resource && resource->groups > 1 &&
			    resource_bits(config->type, resource, assignment->row))
				return refuse_no_effect(completion, assignment->at, assignment->row, assignment->mask);
		}
	}
	assignments_sort(assignments);
	if (!completion->shape->of[FIELD_EVENT] || !completion->shape->of[FIELD_UMASK])
		return true;
	*row = row_of_code(completion);
	return !*row || (check_filter_registers(completion, *row) && check_row_given(completion, *row));
}

static bool complete_numbers(struct completion *completion)
{
	struct event_config *config = completion->config;
	const struct field *field = completion->shape->of[FIELD_EVENT];
	uint64_t code = field ? field_value(field, completion->assignments.select) : 0;
	const struct register_layout *layout;
	const struct event *row;

	config->resource = resource_of_code(completion->type, code, &config->group, &config->unit);
	config->counters = (uint16_t)MASK(0, completion->type->counters);
	if (!settle_parts(completion) || !take_resource(completion, code) || !find_row(completion, &row))
		return false;
	if (!row && field && !code && completion->type->fixed_counters)
		return refuse_event(completion, REFUSED_FIXED_CODE);
	if (!(row ? apply_needs(completion, row) && check_given(completion, row) : settle_unknown(completion, &row)))
		return false;
	if (!row)
		return true;

	/* If a field is set that the row's counters do not support, the numbers stay without a name. */
	layout = completion->shape->row->layout;
	for (unsigned i = 0; completion->type->fixed_counters && i < layout->field_count; i++)
		if (completion->assignments.select & field_mask(&layout->fields[i]) &&
		    !field_suits(&layout->fields[i], row->counters))
			return true;
	config->event = row;
	config->counters = row->counters;
	return true;
}

/* ---- counters that are posted to memory -------------------------------------------------------------- */

/* Posted counters have no select, so they take no modifiers. */
static void complete_posted(const struct resolved *resolved, struct event_config *config)
{
	const struct box_type *type = resolved->type;

	config->select = resolved->offset;
	if (resolved->rows.count) {
		config->event = resolved->umasks.row;
		config->select = type->postings[config->event - type->events].offset;
		return;
	}
	for (unsigned i = 0; i < type->event_count && !config->event; i++)
		if (type->postings[i].offset == resolved->offset)
			config->event = &type->events[i];
}

/* ---- excluded combinations -------------------------------------------------------------------------- */

static bool has_threshold(const struct completion *completion)
{
	const struct field *field = completion->shape->of[FIELD_THRESHOLD];

	return field && completion->assignments.select & field_mask(field);
}

static bool check_edge_and_invert(const struct completion *completion)
{
	const struct event *event = completion->config->event;
	const struct assignments *assignments = &completion->assignments;
	bool edge = assignments->select & completion->shape->bits[FIELD_EDGE];
	bool invert = assignments->select & completion->shape->bits[FIELD_INVERT];
	bool multi = (completion->umasks.flags | (event ? event->flags : 0)) & EVENT_MULTI;
	bool by_threshold = completion->type->edge_needs_threshold;

	if (edge && by_threshold && !has_threshold(completion))
		return refuse(completion->refusal, (struct refusal){REFUSED_EDGE_LEVEL, .where = assignments->edge_at});
	if (edge && !by_threshold && multi)
		return refuse(completion->refusal, (struct refusal){REFUSED_EDGE, .where = assignments->edge_at});
	if (invert && !has_threshold(completion))
		return refuse(completion->refusal, (struct refusal){REFUSED_INVERT, .where = assignments->invert_at});
	return true;
}

/* Runs after all modifiers are known: sets default privilege levels, drops counters that lack the modifiers, and puts
 * the assignments into the configuration. */
static void finish_select(struct completion *completion)
{
	const struct select_shape *shape = completion->shape;
	struct assignments *assignments = &completion->assignments;
	struct event_config *config = completion->config;
	bool plain = !(assignments->select & (shape->bits[FIELD_EDGE] | shape->bits[FIELD_INVERT])) &&
		     !has_threshold(completion);

	if (!(assignments->given & shape->bits[FIELD_PRIVILEGE]))
		assignments->select |= shape->bits[FIELD_PRIVILEGE];
	if (!plain && completion->type->fixed_counters)
		config->counters &= (uint16_t)~EVENT_FIXED_MASK;

	config->select = assignments->select;
	config->setting_count = assignments->count;
	for (unsigned i = 0; i < assignments->count; i++) {
		const struct assignment *from = &assignments->of[i];

		config->settings[i] = (struct event_setting){from->row, from->mask, from->value};
	}
}

bool event_complete(const struct resolved *resolved, struct event_config *config, struct refusal *refusal)
{
	struct completion completion = {
		.from = resolved,
		.type = resolved->type,
		.shape = &resolved->shape,
		.umasks = resolved->umasks,
		.assignments = resolved->assignments,
		.config = config,
		.refusal = refusal,
	};

	completion.umasks.type = resolved->type;
	*config = (struct event_config){
		.processor = resolved->processor,
		.type = resolved->type,
		.instance = resolved->instance,
		.fixed = resolved->fixed,
	};
	if (resolved->type->postings) {
		complete_posted(resolved, config);
		return true;
	}
	if (resolved->fixed && (completion.assignments.given || completion.assignments.count))
		return refuse(refusal, (struct refusal){REFUSED_FIXED_BARE, .where = resolved->syntax->string});
	if (resolved->fixed) {
		config->event = completion.umasks.row;
		return true;
	}
	if (!(resolved->rows.count ? complete_named(&completion) : complete_numbers(&completion)))
		return false;
	finish_select(&completion);
	return take_counter(&completion) && check_edge_and_invert(&completion);
}
