/* SPDX-License-Identifier: BSD-2-Clause */
/* Umasks and modifiers behind an event's name, in libpfm4's spelling. They are collected first, then freed
 * of copies, then applied: so what is no attribute at all is found before attributes that do not go
 * together, wherever either stands. */
#include "core/event/event_internal.h"

/* A umask, a umask given as a number, or a modifier. */
struct attribute {
	struct slice at;
	const struct event *umask; /* NULL if it is none */
	const struct field *field; /* of a modifier; both NULL: a number */
	const struct register_row *row;
	uint64_t value;
};

struct attributes {
	struct attribute *list;
	unsigned count;
	bool names, number, modifiers; /* what the string itself has so far */
	uint32_t umask;                /* of the umasks named so far, OR-ed */
};

/* ---- collecting ---------------------------------------------------------------------------------- */

static bool append(struct parse *parse, struct attributes *attributes, const struct attribute *attribute)
{
	if (attributes->count == EVENT_ATTRIBUTES)
		return refuse(parse, COMPLAINT_TOO_MANY, attribute->at, "more than %u umasks and modifiers",
			      EVENT_ATTRIBUTES);
	attributes->list[attributes->count++] = *attribute;
	return true;
}

static bool refuse_mixture(struct parse *parse, struct slice token)
{
	return refuse(parse, COMPLAINT_MODIFIER, token, "a umask is either one number or a list of names");
}

/* A name that is a umask and a modifier is the umask, as it is for libpfm4. Where it would add nothing,
 * or stands behind a modifier, it was hardly meant so: the "e" of LLC_HITS:ALL:e. */
static bool is_doubtful(const struct parse *parse, const struct attributes *attributes, struct slice token,
			const struct event *row)
{
	const struct register_row *unused;
	bool adds = !attributes->names || parse->companion || row->umask & ~attributes->umask;

	return (!adds || parse->given || attributes->modifiers) && find_field(parse, token, &unused);
}

static bool refuse_doubtful(struct parse *parse, struct slice token)
{
	struct quote name = quote(token);

	refuse(parse, COMPLAINT_AMBIGUOUS, token, "'%s' is a umask and a modifier", name.text);
	struct text hint = hint_text(parse);

	text_format(&hint, "the modifier is written %s=1; umasks stand before modifiers", name.text);
	return false;
}

/* No counter counts what libpfm4 alone has, nor what a document leaves undefined. */
static bool is_listed_only(const struct event *row)
{
	return !row->counters && !(row->flags & EVENT_FIXED) && !(row->group & UMASK_ALIAS);
}

static bool refuse_listed_only(struct parse *parse, struct slice token)
{
	return refuse(parse, COMPLAINT_MODIFIER, token,
		      "'%s' is not counted: what it sets is reserved, undefined or in no document", quote(token).text);
}

/* A umask by name, or those that the name stands for. */
static bool collect_name(struct parse *parse, struct attributes *attributes, struct slice token,
			 const struct event *row)
{
	struct attribute attribute = {.at = token, .umask = row};
	uint32_t others;

	if (attributes->number)
		return refuse_mixture(parse, token);
	if (is_listed_only(row))
		return refuse_listed_only(parse, token);
	if (is_doubtful(parse, attributes, token, row))
		return refuse_doubtful(parse, token);
	attributes->names = true;
	attributes->umask |= row->umask;
	if (!(row->group & UMASK_ALIAS))
		return append(parse, attributes, &attribute);
	others = event_same(parse->choice->type, row);
	for (attribute.umask = parse->rows.first; others; others >>= 1, attribute.umask++)
		if (others & 1 && !append(parse, attributes, &attribute))
			return false;
	return true;
}

/* A umask given as a number, for sub-events that the table does not name. */
static bool collect_number(struct parse *parse, struct attributes *attributes, struct slice token, struct slice name,
			   struct slice value)
{
	struct attribute attribute = {.at = token};
	uint64_t most = umask_bits(parse);

	if (!most)
		return refuse(parse, COMPLAINT_MODIFIER, token, "%s has no umasks", parse->choice->type->name);
	if (attributes->names || attributes->number)
		return refuse_mixture(parse, token);
	if (!parse_saturated(name, &attribute.value))
		return refuse(parse, COMPLAINT_MODIFIER, token, "a umask is a number from 0x0 to 0x%llx",
			      (unsigned long long)most);
	if (value.at)
		return refuse(parse, COMPLAINT_VALUE, token, "a umask takes no value");
	attributes->number = true;
	return append(parse, attributes, &attribute);
}

static bool collect_modifier(struct parse *parse, struct attributes *attributes, struct slice token, struct slice name,
			     struct slice value)
{
	struct attribute attribute = {.at = token};

	attribute.field = find_field(parse, name, &attribute.row);
	if (!attribute.field)
		return parse_knob(parse, token, name, value);
	attributes->modifiers = true;
	return append(parse, attributes, &attribute) &&
	       parse_digits(parse, token, attribute.field, value, &attributes->list[attributes->count - 1].value);
}

static bool is_separator(char c)
{
	return c == ':' || c == '.';
}

static bool has_value(struct slice token)
{
	for (size_t i = 0; i < token.length; i++)
		if (token.at[i] == '=')
			return true;
	return false;
}

static bool looks_like_hexadecimal(struct slice token)
{
	return token.length > 1 && token.at[0] == '0' && (token.at[1] | 0x20) == 'x';
}

/* One attribute; `row` is the umask that it is, NULL if it is none. */
static bool collect(struct parse *parse, struct attributes *attributes, struct slice token, const struct event *row)
{
	struct slice value = token, name;

	if (parse->choice->fixed)
		return refuse(parse, COMPLAINT_MODIFIER, token, "the fixed counter has neither umasks nor modifiers");
	if (row)
		return collect_name(parse, attributes, token, row);
	name = slice_cut(&value, '=');
	if (looks_like_hexadecimal(token))
		return collect_number(parse, attributes, token, name, value);
	return collect_modifier(parse, attributes, token, name, value);
}

struct slice cut_attribute(struct slice *rest)
{
	struct slice first = *rest;

	for (size_t i = 0; i < rest->length; i++) {
		if (rest->at[i] > ':' || !is_separator(rest->at[i]))
			continue;
		first.length = i;
		rest->at += i + 1;
		rest->length -= i + 1;
		return first;
	}
	*rest = (struct slice){0};
	return first;
}

/* ---- copies -------------------------------------------------------------------------------------- */

static bool same_thing(const struct attribute *a, const struct attribute *b)
{
	return a->umask == b->umask && a->field == b->field;
}

/* The same attribute again is no attribute, and no two values of one can be. */
static bool drop_copies(struct parse *parse, struct attributes *attributes)
{
	struct attribute *list = attributes->list;

	for (unsigned i = 0; i < attributes->count; i++) {
		for (unsigned j = i + 1; j < attributes->count; j++) {
			if (!same_thing(&list[i], &list[j]))
				continue;
			if (list[i].value != list[j].value)
				return refuse(parse, COMPLAINT_CONFLICT, list[j].at,
					      "%s is already set to another value",
					      list[i].field ? list[i].field->name : "the umask");
			attributes->count--;
			for (unsigned k = j; k < attributes->count; k++)
				list[k] = list[k + 1];
			j--;
		}
	}
	return true;
}

/* ---- applying ------------------------------------------------------------------------------------ */

static bool apply(struct parse *parse, const struct attribute *attribute)
{
	if (attribute->umask)
		return add_umask(parse, attribute->at, attribute->umask);
	if (!attribute->field)
		return add_umask_number(parse, attribute->at, attribute->value);
	if (!parse_range(parse, attribute->at, attribute->field, attribute->value))
		return false;
	return parse_set(parse, attribute->at, attribute->row, attribute->field, attribute->value);
}

bool parse_attributes(struct parse *parse, struct slice rest)
{
	struct attribute list[EVENT_ATTRIBUTES];
	struct attributes attributes = {.list = list};

	if (parse->alias)
		list[attributes.count++] = (struct attribute){.at = parse->event_at, .umask = parse->alias};
	while (rest.at) {
		struct slice from = rest, token = cut_attribute(&rest);
		size_t length = 0;
		const struct event *umask =
			has_value(token) ? NULL
					 : event_row_of_name(parse->choice->processor, parse->rows, from, &length);

		if (token.length < length) /* a separator of the name */
			token.length += 1 + cut_attribute(&rest).length;
		if (!collect(parse, &attributes, token, umask))
			return false;
	}
	if (!drop_copies(parse, &attributes))
		return false;
	for (unsigned i = 0; i < attributes.count; i++)
		if (!apply(parse, &list[i]))
			return false;
	return true;
}
