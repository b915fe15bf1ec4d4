/* SPDX-License-Identifier: BSD-2-Clause */
/* Fields that an event string sets by name: of the select register and of companions. */
#include "core/event/event_internal.h"

/* ---- numbers ------------------------------------------------------------------------------------- */

/* libpfm4 reads a leading 0 as octal, perf does not. */
static bool read_octal(struct slice digits, uint64_t *value)
{
	uint64_t result = 0;

	for (size_t i = 0; i < digits.length; i++) {
		if (digits.at[i] < '0' || digits.at[i] > '7' || result >> 61)
			return false;
		result = result * 8 + (uint64_t)(digits.at[i] - '0');
	}
	*value = result;
	return true;
}

/* A number that was not read, as it is all digits: it is too large. */
static bool read_too_large(struct slice text, unsigned base, uint64_t *value)
{
	if (base == 16) {
		text.at += 2;
		text.length -= 2;
	}
	for (size_t i = 0; i < text.length; i++) {
		char c = text.at[i] | 0x20;
		unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : 16;

		if (c >= 'a' && c <= 'f')
			digit = (unsigned)(c - 'a') + 10;
		if (text.at[i] < '0' || digit >= base)
			return false;
	}
	*value = UINT64_MAX;
	return text.length > 0;
}

bool parse_saturated(struct slice text, uint64_t *value)
{
	return parse_u64(text, value) || read_too_large(text, 16, value);
}

static bool read_number(const struct parse *parse, struct slice text, uint64_t *value)
{
	if (!parse->perf && text.length > 1 && text.at[0] == '0' && (text.at[1] | 0x20) != 'x')
		return read_octal(text, value);
	return parse_u64(text, value);
}

/* The letters that libpfm4 takes for yes and no, besides 1 and 0. */
static bool read_letter(struct slice text, uint64_t *value)
{
	char c;

	if (text.length != 1)
		return false;
	c = text.at[0];
	if (c != 'y' && c != 'Y' && c != 't' && c != 'T' && c != 'n' && c != 'N' && c != 'f' && c != 'F')
		return false;
	*value = c == 'y' || c == 'Y' || c == 't' || c == 'T';
	return true;
}

static bool refuse_number(struct parse *parse, struct slice token, const struct field *limits, struct slice text,
			  bool good)
{
	uint64_t most = field_most(limits);

	if (!text.at)
		refuse(parse, COMPLAINT_VALUE, token, "'%s' needs a value", quote(token).text);
	else if (good && limits->least)
		refuse(parse, COMPLAINT_VALUE, text, "%s is not what %s can be", quote(text).text, limits->name);
	else if (good && limits->most)
		refuse(parse, COMPLAINT_VALUE, text, "%s is more than %s can be", quote(text).text, limits->name);
	else if (good)
		refuse(parse, COMPLAINT_VALUE, text, "%s does not fit %s, which has %u bit%s", quote(text).text,
		       limits->name, limits->width, limits->width > 1 ? "s" : "");
	else
		refuse(parse, COMPLAINT_VALUE, text.length ? text : token, "'%s' is not a number", quote(text).text);
	struct text hint = hint_text(parse);

	text_format(&hint, "%u to %llu, or 0x%x to 0x%llx", limits->least, (unsigned long long)most, limits->least,
		    (unsigned long long)most);
	return false;
}

static bool read_bit(const struct parse *parse, struct slice text, uint64_t *value)
{
	if (read_letter(text, value))
		return true;
	return read_number(parse, text, value);
}

static bool is_flag(const struct field *field)
{
	return field->width == 1 && !field->most;
}

bool parse_digits(struct parse *parse, struct slice token, const struct field *limits, struct slice text,
		  uint64_t *value)
{
	bool good;

	if (!text.at) {
		*value = 1;
		good = is_flag(limits);
	} else if (is_flag(limits) && !parse->perf) {
		good = read_bit(parse, text, value);
	} else {
		good = read_number(parse, text, value);
	}
	return good || refuse_number(parse, token, limits, text, false);
}

bool parse_range(struct parse *parse, struct slice token, const struct field *limits, uint64_t value)
{
	struct slice text = token;

	if (value >= limits->least && value <= field_most(limits))
		return true;
	slice_cut(&text, '=');
	return refuse_number(parse, token, limits, text, true);
}

bool parse_number(struct parse *parse, struct slice token, const struct field *limits, struct slice text,
		  uint64_t *value)
{
	return parse_digits(parse, token, limits, text, value) && parse_range(parse, token, limits, *value);
}

/* ---- fields -------------------------------------------------------------------------------------- */

static const char *spelling(const struct parse *parse, const struct field *field)
{
	return parse->perf ? field->perf : field->modifier;
}

/* A field that is looked for. */
struct sought {
	struct slice name;
	char first;                /* letter of it, in capitals */
	const struct field *field; /* the first of that name, or the one that the event needs */
	const struct register_row *row;
	bool sure; /* it needs it, or there is no event to ask */
};

static void look_at(const struct parse *parse, struct sought *sought, const struct register_row *row,
		    const struct field *field)
{
	if (!name_is(sought->name, spelling(parse, field)) || !field_applies(parse, field))
		return;
	sought->sure = !parse->choice->type->shared_spellings || !parse->rows.count ||
		       event_needs(parse->choice->type, parse->rows, (struct needed){row, field_mask(field), false});
	if (sought->field && !sought->sure)
		return;
	sought->field = field;
	sought->row = row;
}

static void look_among(const struct parse *parse, struct sought *sought, const struct register_row *row,
		       const struct field *fields, unsigned count)
{
	for (unsigned i = 0; i < count && !sought->sure; i++) {
		const char *name = spelling(parse, &fields[i]);

		if (name && upper(*name) == sought->first)
			look_at(parse, sought, row, &fields[i]);
	}
}

static void look_in(const struct parse *parse, struct sought *sought, const struct register_row *row)
{
	const struct register_layout *layout = row->layout;

	look_among(parse, sought, row, layout->fields, layout->field_count);
	if (parse->rows.count || event_parts_alone(layout))
		look_among(parse, sought, row, layout->parts, layout->part_count);
}

bool field_applies(const struct parse *parse, const struct field *field)
{
	return !parse->choice->type->fixed_counters || !parse->rows.count ||
	       field_suits(field, parse->rows.first->counters);
}

bool fields_suit(const struct parse *parse, const struct event *row)
{
	const struct register_layout *layout = parse->shape.row->layout;

	for (unsigned i = 0; parse->choice->type->fixed_counters && i < layout->field_count; i++)
		if (parse->choice->select & field_mask(&layout->fields[i]) &&
		    !field_suits(&layout->fields[i], row->counters))
			return false;
	return true;
}

/* Registers that the event needs are where it most likely is. */
static void look_where_needed(const struct parse *parse, struct sought *sought)
{
	const struct box_type *type = parse->choice->type;
	const struct event *event = parse->rows.first;
	const struct register_row *before = NULL;

	for (unsigned i = 0; event && i < event->requirement_count && !sought->sure; i++) {
		const struct register_row *row = &type->registers[type->requirements[event->requirements + i].row];

		if (row->role == ROLE_FILTER && row != before)
			look_in(parse, sought, row);
		before = row;
	}
}

const struct field *find_field(const struct parse *parse, struct slice name, const struct register_row **row)
{
	const struct box_type *type = parse->choice->type;
	struct sought sought = {.name = name, .first = name.length ? upper(*name.at) : 0};

	if (parse->shape.row)
		look_in(parse, &sought, parse->shape.row);
	if (!type->shared_spellings)
		look_where_needed(parse, &sought);
	for (unsigned i = 0; i < type->register_count && !sought.sure; i++)
		if (type->registers[i].role == ROLE_FILTER)
			look_in(parse, &sought, &type->registers[i]);
	*row = sought.row;
	return sought.field;
}

static bool conflict(struct parse *parse, struct slice token, const struct field *field)
{
	return refuse(parse, COMPLAINT_CONFLICT, token, "%s is already set to another value", field->name);
}

/* Bits of the register at `number`, or of a new one. */
static bool add_bits(struct parse *parse, struct slice token, unsigned number, const struct event_setting *wanted)
{
	struct event_setting *setting = &parse->choice->settings[number];
	uint64_t differing = (setting->value ^ wanted->value) & setting->mask & wanted->mask;

	if (differing)
		return conflict(parse, token, event_field_of(wanted->row, differing));
	if (!setting->mask)
		parse->setting_at[number] = token;
	setting->row = wanted->row;
	setting->mask |= wanted->mask;
	setting->value |= wanted->value;
	return true;
}

static bool add_setting(struct parse *parse, struct slice token, const struct event_setting *wanted)
{
	struct event_choice *choice = parse->choice;

	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == wanted->row)
			return add_bits(parse, token, i, wanted);
	if (choice->setting_count == EVENT_SETTINGS)
		return refuse(parse, COMPLAINT_TOO_MANY, token, "more than %u companion registers", EVENT_SETTINGS);
	choice->settings[choice->setting_count] = (struct event_setting){0};
	return add_bits(parse, token, choice->setting_count++, wanted);
}

bool parse_companion(struct parse *parse, struct slice token, const struct event_setting *wanted)
{
	const struct box_type *type = parse->choice->type;
	const struct companion *companion = box_companion(type, wanted->row);
	const struct register_row *gate;
	uint64_t enable;

	if (!add_setting(parse, token, wanted))
		return false;
	if (type->look && wanted->row == &type->registers[type->look->row] && wanted->mask & type->look->bits &&
	    !parse_set(parse, token, parse->shape.row, &parse->shape.row->layout->fields[type->look->field], 1))
		return false;
	if (!companion || !companion->gate)
		return true;
	gate = &type->registers[companion->gate - 1];
	enable = field_mask(layout_field(gate->layout, FIELD_ENABLE));
	return add_setting(parse, token, &(struct event_setting){gate, enable, enable});
}

bool parse_set(struct parse *parse, struct slice token, const struct register_row *row, const struct field *field,
	       uint64_t value)
{
	uint64_t mask = field_mask(field);
	uint64_t bits = value << field->low & mask;

	if (row != parse->shape.row)
		return parse_companion(parse, token, &(struct event_setting){row, mask, bits});
	if (parse->given & mask && (parse->choice->select & mask) != bits)
		return conflict(parse, token, field);
	parse->given |= mask;
	parse->choice->select = (parse->choice->select & ~mask) | bits;
	if (field->kind == FIELD_EDGE)
		parse->edge_at = token;
	if (field->kind == FIELD_INVERT)
		parse->invert_at = token;
	if ((field->kind == FIELD_CODE || field->kind == FIELD_CODE_ABOVE) && !parse->event_at.at)
		parse->event_at = token;
	return true;
}

bool parse_modifier(struct parse *parse, struct slice token, struct slice name, struct slice value)
{
	const struct register_row *row;
	const struct field *field = find_field(parse, name, &row);
	uint64_t number;

	if (!field)
		return parse_knob(parse, token, name, value);
	return parse_number(parse, token, field, value, &number) && parse_set(parse, token, row, field, number);
}
