/* SPDX-License-Identifier: BSD-2-Clause */
/* What belongs together in an event: parts of a field, the select's bit that makes a counter look at a filter, and
 * fields that the event cannot do without. */
#include "core/event/event_internal.h"
#include "lib/memory.h"

bool event_field_repeats(const struct field *fields, unsigned number)
{
	const char *modifier = fields[number].modifier;

	for (unsigned i = 0; modifier && i < number; i++)
		if (fields[i].modifier && !strcmp(fields[i].modifier, modifier))
			return true;
	return false;
}

static uint64_t value_in(const struct event_choice *choice, const struct register_row *row)
{
	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == row)
			return choice->settings[i].value;
	return 0;
}

static uint64_t look_bit(const struct parse *parse)
{
	return field_mask(&parse->shape.row->layout->fields[parse->choice->type->look->field]);
}

/* ---- parts ------------------------------------------------------------------------------------------ */

/* What a part of a field leaves open is 0. */
static bool widen_setting(struct parse *parse, unsigned number)
{
	struct event_setting *setting = &parse->choice->settings[number];
	const struct register_layout *layout = setting->row->layout;

	for (unsigned i = 0; layout->part_count && i < layout->field_count; i++) {
		const struct field *field = &layout->fields[i];

		if (!(setting->mask & field_mask(field)))
			continue;
		setting->mask |= field_mask(field);
		if (field_value(field, setting->value) > field_most(field))
			return refuse(parse, COMPLAINT_VALUE, parse->setting_at[number],
				      "0x%llx is more than %s can be",
				      (unsigned long long)field_value(field, setting->value), field->name);
	}
	return true;
}

/* Where the select says that a counter looks at bits, they are wanted as they are. */
static bool settle_look(struct parse *parse)
{
	const struct event_choice *choice = parse->choice;
	const struct look *look = choice->type->look;
	const struct register_row *row;

	if (!look || !(choice->select & look_bit(parse)))
		return true;
	row = &choice->type->registers[look->row];
	return parse_companion(parse, parse->event_at,
			       &(struct event_setting){row, look->bits, value_in(choice, row) & look->bits});
}

bool settle_parts(struct parse *parse)
{
	if (!settle_look(parse))
		return false;
	for (unsigned i = 0; i < parse->choice->setting_count; i++)
		if (!widen_setting(parse, i))
			return false;
	return true;
}

/* ---- what means nothing to the event ------------------------------------------------------------------ */

/* The field of the two of a spelling that the event has no use for. */
static uint64_t vain_twin(const struct parse *parse, const struct event *event, const struct register_row *select,
			  unsigned number)
{
	const struct field *fields = select->layout->fields;
	unsigned first = 0;

	if (!(needed_bits(parse, event, select) & field_mask(&fields[number])))
		return field_mask(&fields[number]);
	while (!fields[first].modifier || strcmp(fields[first].modifier, fields[number].modifier))
		first++;
	return field_mask(&fields[first]);
}

/* Fields of the select that mean nothing to the event: those that another stands for, and what makes a
 * counter look at bits of a companion. */
bool check_select(struct parse *parse, const struct event *event)
{
	const struct event_choice *choice = parse->choice;
	const struct box_type *type = choice->type;
	const struct register_row *select = parse->shape.row;
	uint64_t vain = 0;

	for (unsigned i = 1; type->shared_spellings && i < select->layout->field_count; i++)
		if (event_field_repeats(select->layout->fields, i))
			vain |= vain_twin(parse, event, select, i);
	if (type->look && !(needed_bits(parse, event, &type->registers[type->look->row]) & type->look->bits))
		vain |= look_bit(parse);
	if (!(choice->select & vain))
		return true;
	return refuse_no_effect(parse, parse->edge_at.at ? parse->edge_at : parse->invert_at, select,
				choice->select & vain);
}

bool check_settings(struct parse *parse, const struct event *event)
{
	const struct event_choice *choice = parse->choice;
	struct event_rows rows = event_rows_around(event);

	for (unsigned i = 0; i < choice->setting_count; i++) {
		const struct register_row *row = choice->settings[i].row;
		uint64_t bits = any_declared_bits(choice->type, rows, row);

		if (choice->settings[i].value & ~bits)
			return refuse_no_effect(parse, parse->setting_at[i], row, choice->settings[i].value & ~bits);
	}
	return true;
}

/* ---- what must be given ------------------------------------------------------------------------------ */

/* How the field is best given. */
static const char *spelling_of(const struct parse *parse, const struct register_layout *layout,
			       const struct field *field)
{
	for (unsigned i = 0; !parse->perf && i < layout->part_count; i++)
		if (field_mask(&layout->parts[i]) == field_mask(field))
			return layout->parts[i].modifier;
	return parse->perf ? field->perf : field->modifier;
}

static bool refuse_not_given(struct parse *parse, const struct register_row *row, const struct field *field)
{
	refuse(parse, COMPLAINT_MODIFIER, parse->event_at, "%s must be told what to match in %s.%s",
	       quote(parse->event_at).text, row->name, field->name);
	struct text hint = hint_text(parse);

	text_format(&hint, "add %s=0x%x-0x%llx", spelling_of(parse, row->layout, field), field->least,
		    (unsigned long long)field_most(field));
	return false;
}

static uint64_t bits_wanted(const struct event_choice *choice, const struct register_row *row)
{
	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == row)
			return choice->settings[i].mask;
	return 0;
}

static bool check_row(struct parse *parse, const struct event *event)
{
	const struct box_type *type = parse->choice->type;

	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct requirement *need = &type->requirements[event->requirements + i];
		const struct register_row *row = &type->registers[need->row];
		const struct field *field = &row->layout->fields[need->field];

		if (need->kind != REQUIRE_GIVEN)
			continue;
		if (!(bits_wanted(parse->choice, row) & field_mask(field)))
			return refuse_not_given(parse, row, field);
	}
	return true;
}

bool check_given(struct parse *parse, const struct event *event)
{
	struct meant meant = rows_meant(parse, event);

	for (; meant.rows; meant.rows >>= 1, meant.first++)
		if (meant.rows & 1 && !check_row(parse, meant.first))
			return false;
	return true;
}
