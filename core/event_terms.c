/* SPDX-License-Identifier: BSD-2-Clause */
/* What an event string says besides box and event: umasks and modifiers. */
#include "core/event_internal.h"

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
	if (c != 'y' && c != 'Y' && c != 't' && c != 'T' && c != 'n' && c != 'N' && c != 'f' &&
	    c != 'F')
		return false;
	*value = c == 'y' || c == 'Y' || c == 't' || c == 'T';
	return true;
}

static bool refuse_number(struct parse *parse, struct slice token, const struct field *limits,
			  struct slice text, bool good)
{
	uint64_t most = field_most(limits);

	if (!text.at)
		refuse(parse, COMPLAINT_VALUE, token, "'%s' needs a value", quote(token).text);
	else if (good && limits->most)
		refuse(parse, COMPLAINT_VALUE, text, "%s is more than %s can be", quote(text).text,
		       limits->name);
	else if (good)
		refuse(parse, COMPLAINT_VALUE, text, "%s does not fit %s, which has %u bit%s",
		       quote(text).text, limits->name, limits->width, limits->width > 1 ? "s" : "");
	else
		refuse(parse, COMPLAINT_VALUE, text.length ? text : token, "'%s' is not a number",
		       quote(text).text);
	struct text hint = hint_text(parse);

	text_format(&hint, "0 to %llu, or 0x0 to 0x%llx", (unsigned long long)most,
		    (unsigned long long)most);
	return false;
}

bool parse_number(struct parse *parse, struct slice token, const struct field *limits,
		  struct slice text, uint64_t *value)
{
	bool good;

	if (!text.at) {
		*value = 1;
		good = limits->width == 1;
	} else {
		good = (limits->width == 1 && !parse->perf && read_letter(text, value)) ||
		       read_number(parse, text, value);
	}
	if (good && *value <= field_most(limits))
		return true;
	return refuse_number(parse, token, limits, text, good);
}

/* ---- fields -------------------------------------------------------------------------------------- */

static const char *spelling(const struct parse *parse, const struct field *field)
{
	return parse->perf ? field->perf : field->modifier;
}

static const struct field *field_in(const struct parse *parse, const struct register_row *row,
				    struct slice name)
{
	for (unsigned i = 0; i < row->layout->field_count; i++) {
		const struct field *field = &row->layout->fields[i];

		if (spelling(parse, field) && name_is(name, spelling(parse, field)))
			return field;
	}
	return NULL;
}

const struct field *find_field(const struct parse *parse, struct slice name,
			       const struct register_row **row)
{
	const struct box_type *type = parse->choice->type;
	const struct field *field = NULL;

	*row = parse->shape.row;
	if (*row)
		field = field_in(parse, *row, name);
	for (unsigned i = 0; i < type->register_count && !field; i++) {
		if (type->registers[i].role != ROLE_FILTER)
			continue;
		*row = &type->registers[i];
		field = field_in(parse, *row, name);
	}
	return field;
}

static bool conflict(struct parse *parse, struct slice token, const struct field *field)
{
	return refuse(parse, COMPLAINT_CONFLICT, token, "%s is already set to another value",
		      field->name);
}

/* Bits of the register at `number`, or of a new one. */
static bool add_bits(struct parse *parse, struct slice token, unsigned number,
		     const struct event_setting *wanted)
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
		return refuse(parse, COMPLAINT_TOO_MANY, token, "more than %u companion registers",
			      EVENT_SETTINGS);
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
	if (!companion || !companion->gate)
		return true;
	gate = &type->registers[companion->gate - 1];
	enable = field_mask(layout_field(gate->layout, FIELD_ENABLE));
	return add_setting(parse, token, &(struct event_setting){gate, enable, enable});
}

bool parse_set(struct parse *parse, struct slice token, const struct register_row *row,
	       const struct field *field, uint64_t value)
{
	uint64_t mask = field_mask(field);
	uint64_t bits = value << field->low;

	if (row != parse->shape.row)
		return parse_companion(parse, token, &(struct event_setting){row, mask, bits});
	if (parse->given & mask && (parse->choice->select & mask) != bits)
		return conflict(parse, token, field);
	parse->given |= mask;
	parse->choice->select |= bits;
	if (field->kind == FIELD_EDGE)
		parse->edge_at = token;
	if (field->kind == FIELD_INVERT)
		parse->invert_at = token;
	if (field->kind == FIELD_CODE && !parse->event_at.at)
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
	return parse_number(parse, token, field, value, &number) &&
	       parse_set(parse, token, row, field, number);
}

/* ---- umasks -------------------------------------------------------------------------------------- */

static bool refuse_mixture(struct parse *parse, struct slice token)
{
	return refuse(parse, COMPLAINT_MODIFIER, token,
		      "a umask is either one number or a list of names");
}

/* A umask given as a number, for sub-events that the table does not name. */
static bool take_number(struct parse *parse, struct slice token)
{
	const struct field *field = parse->shape.of[FIELD_UMASK];
	uint64_t number;

	if (!field)
		return refuse(parse, COMPLAINT_MODIFIER, token, "%s has no umasks",
			      parse->choice->type->name);
	if (parse->umask_names || parse->umask_number)
		return refuse_mixture(parse, token);
	if (!parse_u64(token, &number) || number > MASK(0, field->width))
		return refuse(parse, COMPLAINT_MODIFIER, token,
			      "a umask is a number from 0x0 to 0x%llx",
			      (unsigned long long)MASK(0, field->width));
	parse->umask = (uint32_t)number;
	parse->umask_number = true;
	return true;
}

/* A '.' in the name of a umask may also be spelt as the other separators are, or as '_'. */
static bool umask_is(struct slice name, const char *string)
{
	for (size_t i = 0; i < name.length; i++) {
		char c = name.at[i];

		if (string[i] == '.' && (c == ':' || c == '_'))
			continue;
		if (!same_letter(c, string[i]))
			return false;
	}
	return !string[name.length];
}

static const struct event *find_umask(const struct parse *parse, struct slice name)
{
	for (unsigned i = 0; i < parse->rows.count; i++) {
		const struct event *row = &parse->rows.first[i];

		if (row->umask_name &&
		    umask_is(name, processor_string(parse->choice->processor, row->umask_name)))
			return row;
	}
	return NULL;
}

static bool refuse_joining(struct parse *parse, struct slice token)
{
	return refuse(parse, COMPLAINT_COMBINATION, token,
		      "'%s' cannot be joined with the umask before it", quote(token).text);
}

/* A name that is a umask and a modifier is the umask, as it is for libpfm4. Where it would add nothing,
 * or stands behind a modifier, it was hardly meant so: the "e" of LLC_HITS:ALL:e. */
static bool is_doubtful(const struct parse *parse, struct slice token, const struct event *row)
{
	const struct register_row *unused;
	bool adds = !parse->umask_names || row->umask & ~parse->umask;

	return (!adds || parse->given) && find_field(parse, token, &unused);
}

static bool refuse_doubtful(struct parse *parse, struct slice token)
{
	struct quote name = quote(token);

	refuse(parse, COMPLAINT_AMBIGUOUS, token, "'%s' is a umask and a modifier", name.text);
	struct text hint = hint_text(parse);

	text_format(&hint, "the modifier is written %s=1; umasks stand before modifiers",
		    name.text);
	return false;
}

/* One more named umask. */
static bool take_umask(struct parse *parse, struct slice token, const struct event *row)
{
	uint16_t counters = parse->choice->counters & row->counters;

	if (parse->umask_number)
		return refuse_mixture(parse, token);
	if (is_doubtful(parse, token, row))
		return refuse_doubtful(parse, token);
	if (!parse->umask_names) {
		parse->row = row;
		parse->umask = row->umask;
		parse->umask_names = 1;
		parse->choice->counters = row->counters;
		return true;
	}
	if (row == parse->row)
		return true;
	if ((row->flags | parse->row->flags) & EVENT_ALONE || row->code != parse->row->code ||
	    (!counters && row->counters))
		return refuse_joining(parse, token);
	parse->umask |= row->umask;
	parse->umask_names = 2;
	parse->choice->counters = counters;
	return true;
}

/* ---- attributes ---------------------------------------------------------------------------------- */

struct slice cut_attribute(struct slice *rest)
{
	struct slice first = *rest;

	for (size_t i = 0; i < rest->length; i++) {
		if (rest->at[i] != ':' && rest->at[i] != '.')
			continue;
		first.length = i;
		rest->at += i + 1;
		rest->length -= i + 1;
		return first;
	}
	*rest = (struct slice){0};
	return first;
}

static bool looks_like_hexadecimal(struct slice token)
{
	return token.length > 1 && token.at[0] == '0' && (token.at[1] | 0x20) == 'x';
}

bool parse_attribute(struct parse *parse, struct slice token)
{
	struct slice value = token;
	struct slice name = slice_cut(&value, '=');
	const struct event *row;

	if (parse->choice->fixed)
		return refuse(parse, COMPLAINT_MODIFIER, token,
			      "the fixed counter has neither umasks nor modifiers");
	if (value.at)
		return parse_modifier(parse, token, name, value);
	row = find_umask(parse, token);
	if (row)
		return take_umask(parse, token, row);
	if (looks_like_hexadecimal(token))
		return take_number(parse, token);
	return parse_modifier(parse, token, name, value);
}

/* The token and the one behind it, if together they are the name of a umask. */
static struct slice widen(const struct parse *parse, struct slice token, struct slice *rest)
{
	struct slice behind = *rest, both = token;

	if (!rest->at || !parse->rows.first->umask_name)
		return token;
	both.length += 1 + cut_attribute(&behind).length;
	if (!find_umask(parse, both))
		return token;
	*rest = behind;
	return both;
}

bool parse_attributes(struct parse *parse, struct slice rest)
{
	while (rest.at) {
		struct slice token = cut_attribute(&rest);

		if (!parse_attribute(parse, widen(parse, token, &rest)))
			return false;
	}
	return true;
}
