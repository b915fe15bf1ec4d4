/* SPDX-License-Identifier: BSD-2-Clause */
/* Modifiers that are no field of a register: a counter, a unit of a resource, a whole register. */
#include "core/event/event_internal.h"

/* True if any resource of the type has a modifier of that name. */
static bool names_group(const struct box_type *type, struct slice name)
{
	for (unsigned i = 0; i < type->resource_count; i++)
		if (type->resources[i].group_modifier && name_is(name, type->resources[i].group_modifier))
			return true;
	return false;
}

static bool names_unit(const struct box_type *type, struct slice name)
{
	for (unsigned i = 0; i < type->resource_count; i++)
		if (type->resources[i].unit_modifier && name_is(name, type->resources[i].unit_modifier))
			return true;
	return false;
}

enum knob find_knob(const struct parse *parse, struct slice name, const struct companion **companion)
{
	const struct box_type *type = parse->choice->type;

	if (name_is(name, "counter"))
		return KNOB_COUNTER;
	if (names_group(type, name))
		return KNOB_GROUP;
	if (names_unit(type, name))
		return KNOB_UNIT;
	for (unsigned i = 0; i < type->companion_count; i++) {
		*companion = &type->companions[i];
		if ((*companion)->modifier && name_is(name, (*companion)->modifier))
			return KNOB_REGISTER;
	}
	return KNOB_NONE;
}

static bool set_register(struct parse *parse, struct slice token, const struct companion *companion, uint64_t value)
{
	const struct event_choice *choice = parse->choice;
	const struct register_row *row = &choice->type->registers[companion->row];
	uint64_t writable = layout_writable(row->layout);

	if (value & ~writable)
		return refuse(parse, COMPLAINT_VALUE, token,
			      "bits 0x%llx of %s are reserved or ignored: write them as 0",
			      (unsigned long long)(value & ~writable), row->layout->title);
	if (!parse_companion(parse, token, &(struct event_setting){row, writable, value}))
		return false;
	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == row)
			parse->whole |= (uint8_t)BIT(i);
	return true;
}

/* Keeps a small number; giving it twice is fine if it is the same. */
static bool keep(struct parse *parse, struct slice token, struct slice *at, uint8_t *kept, uint64_t number)
{
	if (at->at && *kept != number)
		return refuse(parse, COMPLAINT_CONFLICT, token, "given twice, differently");
	*at = token;
	*kept = (uint8_t)number;
	return true;
}

bool parse_knob(struct parse *parse, struct slice token, struct slice name, struct slice value)
{
	const struct companion *companion;
	enum knob knob = find_knob(parse, name, &companion);
	struct field limits = {.name = "a register", .width = 64};
	uint64_t number;

	if (knob == KNOB_NONE)
		return refuse_attribute(parse, token, name);
	if (knob != KNOB_REGISTER)
		limits = (struct field){.name = "it", .width = 8};
	if (!parse_number(parse, token, &limits, value, &number))
		return false;
	switch (knob) {
	case KNOB_COUNTER: return keep(parse, token, &parse->counter_at, &parse->counter, number);
	case KNOB_GROUP: return keep(parse, token, &parse->group_at, &parse->group, number);
	case KNOB_UNIT: return keep(parse, token, &parse->unit_at, &parse->unit, number);
	default: return set_register(parse, token, companion, number);
	}
}

/* ---- units --------------------------------------------------------------------------------------- */

static bool refuse_group(struct parse *parse, const struct resource *resource)
{
	const struct event_choice *choice = parse->choice;
	unsigned last = (unsigned)resource->groups * choice->type->instances - 1u;

	refuse(parse, COMPLAINT_VALUE, parse->group_at, "no %s %u here", resource->group_modifier, parse->group);
	struct text hint = hint_text(parse);

	for (unsigned i = 0; parse->group <= last && i < choice->type->instances; i++)
		text_format(&hint, "%s%s%u has %u to %u", i ? ", " : "", choice->type->name, i, i * resource->groups,
			    (i + 1) * resource->groups - 1u);
	if (parse->group > last)
		text_format(&hint, "there are 0 to %u", last);
	return false;
}

/* Groups are numbered through all instances, so the number says which instance is meant. */
static bool take_group(struct parse *parse, const struct resource *resource)
{
	struct event_choice *choice = parse->choice;
	unsigned instance = parse->group / resource->groups;

	if (instance >= choice->type->instances || !(choice->instances & BIT(instance)))
		return refuse_group(parse, resource);
	choice->instances = BIT(instance);
	choice->group = (uint8_t)(parse->group % resource->groups);
	return true;
}

static void put_code(struct parse *parse)
{
	const struct event_choice *choice = parse->choice;
	const struct resource *resource = choice->resource;
	const struct field *code = parse->shape.of[FIELD_EVENT];
	uint64_t value = resource->code + (unsigned)choice->group * resource->group_step +
			 (unsigned)choice->unit * resource->unit_step;

	parse->choice->select = (choice->select & ~field_mask(code)) | (value << code->low & field_mask(code));
}

bool take_resource(struct parse *parse, uint64_t code)
{
	struct event_choice *choice = parse->choice;
	const struct resource *resource = choice->resource;
	struct slice misplaced = parse->group_at.at ? parse->group_at : parse->unit_at;

	if (!resource || !resource->group_modifier) {
		if (misplaced.at)
			return refuse(parse, COMPLAINT_MODIFIER, misplaced, "this event has no such choice");
		if (!resource)
			return true;
	}
	if (!resource_decode(resource, code, &choice->group, &choice->unit))
		return true;
	if (parse->group_at.at && !take_group(parse, resource))
		return false;
	if (parse->unit_at.at && parse->unit >= resource->units)
		return refuse(parse, COMPLAINT_VALUE, parse->unit_at, "there are units 0 to %u", resource->units - 1u);
	if (parse->unit_at.at)
		choice->unit = parse->unit;
	put_code(parse);
	return settle_registers(parse);
}

bool take_counter(struct parse *parse)
{
	struct event_choice *choice = parse->choice;
	uint16_t counters = choice->counters;

	if (!parse->counter_at.at)
		return true;
	choice->counters = parse->counter < 16 ? counters & (uint16_t)BIT(parse->counter) : 0;
	if (choice->counters)
		return true;
	refuse(parse, COMPLAINT_VALUE, parse->counter_at, "counter %u cannot count it", parse->counter);
	struct text hint = hint_text(parse);

	for (unsigned i = 0; i < 16; i++)
		if (counters & BIT(i))
			text_format(&hint, "%s%u", hint.length ? ", " : "these can: ", i);
	return false;
}
