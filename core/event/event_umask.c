/* SPDX-License-Identifier: BSD-2-Clause */
/* Umasks: which go together, which are meant if none is named, and the bits they are, be it of the select
 * or of a companion register. */
#include "core/event/event_internal.h"

/* ---- the bits of umasks -------------------------------------------------------------------------- */

static const struct requirement *need_of(const struct box_type *type, const struct event *row, unsigned number)
{
	return &type->requirements[row->requirements + number];
}

uint64_t umask_bits(const struct parse *parse)
{
	const struct field *field = parse->shape.of[FIELD_UMASK];

	if (umasks_fill(parse->companion))
		return bits_of_kind(parse->companion, FIELD_UMASK);
	return field ? MASK(0, field->width) : 0;
}

/* What one umask has in the select's field and in the companion. */
struct umask_value {
	uint32_t umask;
	uint64_t companion, mask; /* ... and the fields there */
};

static struct umask_value value_of(const struct parse *parse, const struct event *row)
{
	const struct box_type *type = parse->choice->type;
	struct umask_value value = {.umask = row->umask};

	for (unsigned i = 0; i < row->requirement_count; i++) {
		const struct requirement *need = need_of(type, row, i);
		const struct register_row *where = &type->registers[need->row];
		const struct field *field;

		if (need->kind != REQUIRE_BITS)
			continue;
		field = &where->layout->fields[need->field];
		value.mask |= field_mask(field);
		if (where == parse->companion)
			value.companion = (value.companion & ~field_mask(field)) | (uint64_t)need->value << field->low;
		else if (field->kind == FIELD_UMASK)
			value.umask = need->value;
	}
	return value;
}

/* ---- one more umask ------------------------------------------------------------------------------ */

static unsigned group_of(const struct event *row)
{
	return row->group & UMASK_GROUP;
}

static bool refuse_joining(struct parse *parse, struct slice token, unsigned group)
{
	struct slice other = parse->umask_at[group];

	refuse(parse, COMPLAINT_COMBINATION, token, "'%s' cannot be joined with the umask before it",
	       quote(token).text);
	if (other.at && token.at != other.at) {
		struct text hint = hint_text(parse);

		text_format(&hint, "leave out %s or %s", quote(token).text, quote(other).text);
	}
	return false;
}

/* True if no string may have this umask besides those of its group that it has already. */
static bool excludes(const struct parse *parse, const struct event *row)
{
	uint64_t group = BIT(group_of(row));
	uint16_t counters = parse->choice->counters & row->counters;

	if (parse->umasks && (row->code != parse->row->code || (!counters && row->counters)))
		return true;
	return parse->groups & group && (row->flags & EVENT_ALONE || parse->alone & group);
}

/* Joins a umask, named or meant. */
static void join(struct parse *parse, struct slice token, const struct event *row)
{
	struct umask_value value = value_of(parse, row);
	unsigned number = (unsigned)(row - parse->rows.first), group = group_of(row);

	if (!parse->umasks)
		parse->row = row;
	parse->choice->counters = parse->umasks ? parse->choice->counters & row->counters : row->counters;
	parse->umasks |= number < 64 ? BIT(number) : BIT(63);
	parse->groups |= (uint8_t)BIT(group);
	if (row->flags & EVENT_ALONE)
		parse->alone |= (uint8_t)BIT(group);
	parse->umask_at[group] = token;
	parse->umask |= value.umask;
	parse->flags |= row->flags;
	parse->companion_bits |= value.companion;
	parse->companion_mask |= value.mask;
}

bool add_umask(struct parse *parse, struct slice token, const struct event *row)
{
	if (excludes(parse, row))
		return refuse_joining(parse, token, group_of(row));
	join(parse, token, row);
	if (row->group & UMASK_LOWER_ONLY)
		parse->lower_only |= (uint8_t)BIT(group_of(row));
	if (row->group & UMASK_FIRST_ONLY)
		parse->first_only |= (uint8_t)BIT(group_of(row));
	parse->named |= (uint8_t)BIT(group_of(row));
	return true;
}

bool add_umask_number(struct parse *parse, struct slice token, uint64_t number)
{
	uint64_t most = umask_bits(parse);

	if (number & ~most)
		return refuse(parse, COMPLAINT_MODIFIER, token, "a umask is a number from 0x0 to 0x%llx",
			      (unsigned long long)most);
	parse->umask = umasks_fill(parse->companion) ? parse->rows.first->umask : (uint32_t)number;
	parse->companion_bits = umasks_fill(parse->companion) ? number : 0;
	parse->umask_at[0] = token;
	parse->umask_number = true;
	parse->umasks = 0;
	return true;
}

/* ---- those that are meant ------------------------------------------------------------------------ */

/* True if a group that no umask was named of may stay empty. */
static bool may_lack(const struct parse *parse, unsigned group, bool optional)
{
	unsigned below = (unsigned)MASK(0, group + 1) >> 1;

	if (optional || parse->lower_only & below)
		return true;
	return group && parse->first_only && !(parse->first_only & BIT(group));
}

/* True if a modifier has set the field that the umask is bits of. */
static bool is_set_otherwise(const struct parse *parse, const struct event *row)
{
	const struct event_choice *choice = parse->choice;
	uint64_t mask = umask_companion_mask(choice->type, row);

	for (unsigned i = 0; mask && i < choice->setting_count; i++)
		if (choice->settings[i].row == parse->companion && choice->settings[i].mask & mask)
			return true;
	return false;
}

/* Of each group the umask that is meant where none is named, and the last one. */
struct defaults {
	const struct event *meant[UMASK_GROUP + 1], *last[UMASK_GROUP + 1];
};

static void find_defaults(const struct parse *parse, struct defaults *defaults)
{
	for (unsigned i = 0; i < parse->rows.count; i++) {
		const struct event *row = &parse->rows.first[i];

		defaults->last[group_of(row)] = row;
		if (row->flags & EVENT_DEFAULT)
			defaults->meant[group_of(row)] = row;
	}
}

/* Adds the umask that is meant where none of a group is named. */
static bool add_default(struct parse *parse, unsigned group, const struct defaults *defaults)
{
	const struct event *meant = defaults->meant[group], *last = defaults->last[group];

	if (!last || may_lack(parse, group, last->group & UMASK_OPTIONAL || is_set_otherwise(parse, last)))
		return true;
	if (!meant)
		return refuse_umask_missing(parse, group);
	join(parse, (struct slice){0}, meant);
	if (meant->group & UMASK_LOWER_ONLY)
		parse->lower_only |= (uint8_t)BIT(group);
	return true;
}

static bool refuse_excluded(struct parse *parse, unsigned which, unsigned by)
{
	bool swap = parse->umask_at[which].at < parse->umask_at[by].at; /* the later is the one too many */
	struct slice excluded = parse->umask_at[swap ? by : which];
	struct slice excluding = parse->umask_at[swap ? which : by];

	refuse(parse, COMPLAINT_COMBINATION, excluded, "'%s' and '%s' exclude each other", quote(excluded).text,
	       quote(excluding).text);
	struct text hint = hint_text(parse);

	text_format(&hint, "leave out %s or %s", quote(excluded).text, quote(excluding).text);
	return false;
}

/* Groups of which umasks were named that do not go together. */
static bool check_groups(struct parse *parse)
{
	for (unsigned by = 0; by <= UMASK_GROUP; by++) {
		for (unsigned which = 0; which <= UMASK_GROUP; which++) {
			if (which == by || !(parse->named & BIT(which)) || !(parse->named & BIT(by)))
				continue;
			if ((parse->first_only & BIT(by) && which) || (parse->lower_only & BIT(by) && which > by))
				return refuse_excluded(parse, which, by);
		}
	}
	return true;
}

/* Umasks that are some fields of a companion, which the event itself must have a use for. */
static bool put_umask_fields(struct parse *parse)
{
	const struct event_choice *choice = parse->choice;
	const struct register_row *row = parse->companion;
	uint64_t vain = parse->companion_mask & ~needed_bits(parse, choice->event, row);
	struct slice last = {0};

	for (unsigned i = 0; i <= UMASK_GROUP; i++)
		if (parse->umask_at[i].at > last.at)
			last = parse->umask_at[i];
	if (vain)
		return refuse_no_effect(parse, last.at ? last : parse->event_at, row, vain);
	return !parse->companion_mask ||
	       parse_companion(parse, last.at ? last : parse->event_at,
			       &(struct event_setting){row, parse->companion_mask, parse->companion_bits});
}

bool put_umask_companion(struct parse *parse)
{
	const struct register_row *row = parse->companion;
	uint64_t mask, bits = parse->companion_bits;

	if (!row)
		return true;
	if (!umasks_fill(row))
		return put_umask_fields(parse);
	mask = layout_writable(row->layout) & ~row->layout->holes;
	if (bits & row->layout->holes)
		return refuse_holes(parse, bits & row->layout->holes);
	return parse_companion(parse, parse->event_at, &(struct event_setting){row, mask, bits});
}

/* Adds what is meant of each group up to `last` that has no umask yet. */
static bool settle_groups(struct parse *parse, unsigned last)
{
	unsigned lacking = (unsigned)MASK(0, last + 1) & ~(unsigned)parse->groups;
	struct defaults defaults = {0};

	if (lacking)
		find_defaults(parse, &defaults);
	for (unsigned group = 0; group <= last; group++)
		if (lacking & BIT(group) && !add_default(parse, group, &defaults))
			return false;
	return true;
}

bool settle_umasks(struct parse *parse)
{
	const struct event *first = parse->rows.first;
	unsigned last = first->group & UMASK_GROUPED ? UMASK_GROUP : 0;

	if (!first->umask_name)
		parse->umask |= first->umask;
	else if (!parse->umask_number && !settle_groups(parse, last))
		return false;
	if (last && !check_groups(parse))
		return false;
	return true;
}
