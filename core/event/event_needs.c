/* SPDX-License-Identifier: BSD-2-Clause */
/* What an event needs besides its code: fields of companion registers, and a unit of a resource. */
#include "core/event/event_internal.h"

/* ---- resources ----------------------------------------------------------------------------------- */

static unsigned row_number(const struct box_type *type, const struct register_row *row)
{
	return (unsigned)(row - type->registers);
}

struct event_placed event_setting_at(const struct event_choice *choice, unsigned setting, unsigned unit,
				     unsigned counter)
{
	const struct event_setting *wanted = &choice->settings[setting];
	const struct resource *resource = choice->resource;
	struct event_placed placed = {wanted->row, 0, wanted->mask, wanted->value};
	uint64_t own = resource ? resource_bits(choice->type, resource, wanted->row) : 0;
	unsigned up;

	if (!own) {
		placed.index = wanted->row->count > 1 ? counter : 0;
		return placed;
	}
	up = unit * resource->bit_step;
	placed.row += unit * resource->row_step;
	placed.index = choice->group;
	placed.mask = (wanted->mask & ~own) | (wanted->mask & own) << up;
	placed.value = (wanted->value & ~own) | (wanted->value & own) << up;
	return placed;
}

uint64_t event_unit_bits(const struct event_choice *choice, unsigned setting, unsigned unit)
{
	const struct resource *resource = choice->resource;

	if (!resource)
		return 0;
	return resource_bits(choice->type, resource, choice->settings[setting].row) << unit * resource->bit_step;
}

uint64_t event_select_at(const struct event_choice *choice, unsigned unit)
{
	const struct resource *resource = choice->resource;
	const struct field *code;
	uint64_t value;

	if (!resource || unit == choice->unit)
		return choice->select;
	code = layout_field(box_row_of_role(choice->type, ROLE_SELECT)->layout, FIELD_EVENT);
	value = resource->code + (unsigned)choice->group * resource->group_step + unit * resource->unit_step;
	return (choice->select & ~field_mask(code)) | value << code->low;
}

bool event_row_of_other_unit(const struct box_type *type, const struct register_row *row)
{
	unsigned number = row_number(type, row);

	for (unsigned i = 0; i < type->resource_count; i++) {
		const struct resource *resource = &type->resources[i];
		unsigned second = (unsigned)resource->row + resource->row_step;

		if (resource->row_step && number >= second &&
		    number < second + (resource->units - 1u) * resource->row_step)
			return true;
	}
	return false;
}

const struct field *event_field_of(const struct register_row *row, uint64_t bits)
{
	uint64_t lowest = bits & -bits;

	for (unsigned i = 0; i < row->layout->field_count; i++)
		if (field_mask(&row->layout->fields[i]) & lowest)
			return &row->layout->fields[i];
	return NULL;
}

/* ---- rows of the table --------------------------------------------------------------------------- */

/* ---- settings ------------------------------------------------------------------------------------ */

static struct event_setting *setting_of(struct event_choice *choice, const struct register_row *row)
{
	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == row)
			return &choice->settings[i];
	return NULL;
}

static uint64_t value_in(const struct event_choice *choice, const struct register_row *row, uint64_t bits)
{
	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == row)
			return choice->settings[i].value & bits;
	return 0;
}

/* The unit of a resource is part of an event only where no modifier chooses it. */
static bool same_unit(const struct event_choice *choice, const struct event *event)
{
	uint8_t group, unit;

	if (resource_of_row(choice->type, event) != choice->resource)
		return false;
	return choice->resource->unit_modifier ||
	       (resource_decode(choice->resource, event->code, &group, &unit) && unit == choice->unit);
}

struct meant rows_meant(const struct parse *parse, const struct event *event)
{
	bool joined = parse->rows.count && !parse->umask_number && parse->umasks & (parse->umasks - 1);

	return joined ? (struct meant){parse->rows.first, parse->umasks} : (struct meant){event, 1};
}

uint64_t needed_bits(const struct parse *parse, const struct event *event, const struct register_row *row)
{
	struct meant meant = rows_meant(parse, event);
	bool unknown = parse->umask_number && event->umask != parse->umask;
	uint64_t bits = 0;

	if (unknown)
		return any_declared_bits(parse->choice->type, parse->rows, row);
	for (; meant.rows; meant.rows >>= 1, meant.first++)
		if (meant.rows & 1)
			bits |= declared_bits(parse->choice->type, meant.first, row);
	return bits;
}

/* True if what the row needs of companions is there, and nothing is set that it has no use for. */
static bool settings_fit(const struct parse *parse, const struct event *event)
{
	const struct event_choice *choice = parse->choice;
	const struct box_type *type = choice->type;

	for (unsigned i = 0, count = event_need_count(type, event); i < count; i++) {
		const struct requirement *need = &event_requirements(type, event)[i];
		const struct register_row *row = &type->registers[need->row];

		if (need->kind == REQUIRE_VALUE && row != parse->shape.row &&
		    value_in(choice, row, requirement_bits(type, event, need)) != requirement_value(type, event, need))
			return false;
	}
	for (unsigned i = 0; type->requirements && i < choice->setting_count; i++)
		if (choice->settings[i].value & ~declared_bits(type, event, choice->settings[i].row))
			return false;
	return true;
}

static bool row_fits(const struct parse *parse, const struct event *event)
{
	const struct event_choice *choice = parse->choice;
	uint64_t compared = parse->shape.identity;

	if (!event->counters || event->flags & EVENT_FIXED || event->group & UMASK_ALIAS)
		return false;
	if (choice->resource) {
		if (!same_unit(choice, event))
			return false;
		compared &= ~field_mask(parse->shape.of[FIELD_EVENT]);
	}
	return !((choice->select ^ event_identity(choice->type, &parse->shape, event)) & compared) &&
	       settings_fit(parse, event) && !umask_companion(choice->type, event);
}

/* The first row from `from` on of that code, or `end`. */
static const struct event *row_coded(const struct event *from, const struct event *end, uint64_t code)
{
	while (from < end && from->code != code)
		from++;
	return from;
}

const struct event *row_fitting(const struct parse *parse, const struct event *from)
{
	const struct event_choice *choice = parse->choice;
	const struct event *end = choice->type->events + choice->type->event_count;
	const struct field *code = parse->shape.of[FIELD_EVENT], *umask = parse->shape.of[FIELD_UMASK];
	bool coded = code && !choice->resource; /* else the code is compared later, if at all */
	uint64_t wanted = coded ? field_value(code, choice->select) : 0;
	uint64_t most = umask ? field_value(umask, choice->select) : UINT16_MAX;

	for (; (from = coded ? row_coded(from, end, wanted) : from) < end; from++)
		if ((!choice->resource || resource_of_row(choice->type, from) == choice->resource) &&
		    !(from->umask & ~most) && row_fits(parse, from))
			return from;
	return NULL;
}

static bool refuse_contradiction(struct parse *parse, const struct register_row *row, uint64_t bits)
{
	const struct event_setting *setting = setting_of(parse->choice, row);
	const struct field *field = event_field_of(row, bits);

	return refuse(parse, COMPLAINT_CONFLICT,
		      setting ? parse->setting_at[setting - parse->choice->settings] : parse->event_at,
		      "the event itself says what %s.%s is", row->name, field ? field->name : "?");
}

bool refuse_no_effect(struct parse *parse, struct slice where, const struct register_row *row, uint64_t bits)
{
	const struct field *field = event_field_of(row, bits);

	return refuse(parse, COMPLAINT_MODIFIER, where.at ? where : parse->event_at,
		      "%s.%s has no effect on this event", row->name, field ? field->name : "?");
}

/* One requirement on a companion register. */
static bool apply_need(struct parse *parse, const struct event *event, const struct requirement *need)
{
	struct event_choice *choice = parse->choice;
	const struct register_row *row = &choice->type->registers[need->row];
	uint64_t bits = requirement_bits(choice->type, event, need);
	uint64_t value = requirement_value(choice->type, event, need);
	struct event_setting *setting = setting_of(choice, row);

	if (need->kind == REQUIRE_NOTHING || need->kind == REQUIRE_GIVEN)
		return true;
	if (setting && setting->mask & bits) {
		if (need->kind == REQUIRE_VALUE && (setting->value ^ value) & bits)
			return refuse_contradiction(parse, row, bits);
		setting->mask |= bits;
		return true;
	}
	return parse_companion(parse, parse->event_at, &(struct event_setting){row, bits, value});
}

bool apply_select_need(struct parse *parse, const struct event *event, const struct requirement *need)
{
	struct event_choice *choice = parse->choice;
	uint64_t bits = requirement_bits(choice->type, event, need);
	uint64_t value = requirement_value(choice->type, event, need);

	if (need->kind == REQUIRE_NOTHING)
		return true;
	if ((choice->select ^ value) & bits & parse->given)
		return refuse_contradiction(parse, parse->shape.row, bits);
	choice->select |= value;
	return true;
}

/* Bits that do not concern the event: nobody may ask for a 1 there, and a 0 was not meant. */
static bool drop_undeclared(struct parse *parse, const struct event *event)
{
	struct event_choice *choice = parse->choice;
	uint8_t kept = 0;

	for (unsigned i = 0; i < choice->setting_count; i++) {
		struct event_setting setting = choice->settings[i];
		uint64_t bits = needed_bits(parse, event, setting.row);

		if (setting.value & ~bits)
			return refuse_no_effect(parse, parse->setting_at[i], setting.row, setting.value & ~bits);
		setting.mask &= bits;
		parse->setting_at[kept] = parse->setting_at[i];
		choice->settings[kept] = setting;
		kept += setting.mask != 0;
	}
	choice->setting_count = kept;
	return true;
}

static void sort_settings(struct event_choice *choice)
{
	for (unsigned i = 1; i < choice->setting_count; i++) {
		struct event_setting moved = choice->settings[i];
		unsigned at = i;

		for (; at && choice->settings[at - 1].row > moved.row; at--)
			choice->settings[at] = choice->settings[at - 1];
		choice->settings[at] = moved;
	}
}

/* True if the register is one of several, of a resource that the choice does not use: which of them? */
static bool is_foreign(const struct event_choice *choice, const struct register_row *row)
{
	for (unsigned i = 0; i < choice->type->resource_count; i++) {
		const struct resource *resource = &choice->type->resources[i];

		if (resource != choice->resource && resource->groups > 1 && resource_bits(choice->type, resource, row))
			return true;
	}
	return false;
}

bool settle_unknown(struct parse *parse)
{
	struct event_choice *choice = parse->choice;

	for (unsigned i = 0; i < choice->setting_count; i++)
		if (is_foreign(choice, choice->settings[i].row))
			return refuse_no_effect(parse, parse->setting_at[i], choice->settings[i].row,
						choice->settings[i].mask);
	sort_settings(choice);
	return true;
}

static bool apply_row(struct parse *parse, const struct event *event)
{
	const struct box_type *type = parse->choice->type;

	for (unsigned i = 0, count = event_need_count(type, event); i < count; i++) {
		const struct requirement *need = &event_requirements(type, event)[i];

		if (!(&type->registers[need->row] == parse->shape.row ? apply_select_need(parse, event, need)
								      : apply_need(parse, event, need)))
			return false;
	}
	return true;
}

bool apply_needs(struct parse *parse, const struct event *event)
{
	struct event_choice *choice = parse->choice;
	const struct box_type *type = choice->type;
	struct meant meant = rows_meant(parse, event);

	if (type->requirements && choice->setting_count && !drop_undeclared(parse, event))
		return false;
	if (type->requirements && !check_select(parse, event))
		return false;
	for (; meant.rows; meant.rows >>= 1, meant.first++)
		if (meant.rows & 1 && !apply_row(parse, meant.first))
			return false;
	sort_settings(choice);
	return true;
}

/* ---- registers given whole ----------------------------------------------------------------------- */

/* Where units share a register, a value of it has the unit's bits in their place. */
static bool settle_register(struct parse *parse, unsigned number)
{
	const struct event_choice *choice = parse->choice;
	const struct resource *resource = choice->resource;
	struct event_setting *setting = &parse->choice->settings[number];
	uint64_t own = resource_bits(choice->type, resource, setting->row), all = 0;
	unsigned up = choice->unit * resource->bit_step;
	uint64_t value;

	for (unsigned unit = 0; unit < resource->units; unit++)
		all |= own << unit * resource->bit_step;
	if (setting->value & all & ~(own << up))
		return refuse(parse, COMPLAINT_VALUE, parse->setting_at[number], "bits 0x%llx belong to another %s",
			      (unsigned long long)(setting->value & all & ~(own << up)), resource->name);
	value = setting->value;
	setting->value = (value & ~all) | (value >> up & own);
	setting->mask = (setting->mask & ~all) | own;
	return true;
}

bool settle_registers(struct parse *parse)
{
	const struct event_choice *choice = parse->choice;
	const struct resource *resource = choice->resource;

	for (unsigned i = 0; resource && resource->fields && i < choice->setting_count; i++)
		if (parse->whole & BIT(i) && resource_bits(choice->type, resource, choice->settings[i].row) &&
		    !settle_register(parse, i))
			return false;
	return true;
}

/* The bits of a companion that the choice has by umasks. */
static uint64_t umask_settings(const struct event_choice *choice, const struct register_row *row)
{
	const struct event *first = event_rows_around(choice->event).first;
	uint64_t bits = 0;

	for (unsigned i = 0; i < 64 && choice->umasks >> i; i++)
		if (choice->umasks & BIT(i) && umask_companion(choice->type, first + i) == row)
			bits |= umask_companion_mask(choice->type, first + i);
	return bits;
}

/* Those of the bits that belong to fields, or parts of them, in which nothing differs. */
static uint64_t same_fields(const struct register_row *row, uint64_t bits, uint64_t differing)
{
	uint64_t same = 0;

	if (!(differing & bits))
		return bits;
	for (unsigned i = 0; i < row->layout->field_count; i++) {
		uint64_t mask = field_mask(&row->layout->fields[i]) & bits;

		if (!(differing & mask))
			same |= mask;
	}
	return same;
}

uint64_t setting_extra(const struct event_choice *choice, unsigned setting)
{
	const struct event *event = choice->event;
	const struct event_setting *wanted = &choice->settings[setting];
	uint64_t extra = wanted->mask & ~umask_settings(choice, wanted->row);

	for (unsigned i = 0, count = event_need_count(choice->type, event); i < count; i++) {
		const struct requirement *need = &event_requirements(choice->type, event)[i];
		uint64_t bits = requirement_bits(choice->type, event, need);

		if (&choice->type->registers[need->row] != wanted->row || need->kind == REQUIRE_NOTHING ||
		    need->kind == REQUIRE_GIVEN)
			continue;
		extra &= ~same_fields(wanted->row, bits, wanted->value ^ requirement_value(choice->type, event, need));
	}
	return extra;
}

/* True if an umask given as a number may follow the event's name and is then all of the umask. */
static bool takes_number(const struct box_type *type, const struct event *event)
{
	return !(event->flags & EVENT_FIXED) && !(event->group & UMASK_ALIAS) && (event->umask_name || !event->umask) &&
	       !umask_companion(type, event);
}

const struct event *event_row_coded(const struct parse *parse)
{
	const struct box_type *type = parse->choice->type;
	uint64_t code = field_value(parse->shape.of[FIELD_EVENT], parse->choice->select);
	uint64_t bits = parse->shape.identity & ~field_mask(parse->shape.of[FIELD_UMASK]);

	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];

		if (row->code == code && takes_number(type, row) &&
		    !((parse->choice->select ^ event_identity(type, &parse->shape, row)) & bits))
			return row;
	}
	return NULL;
}
