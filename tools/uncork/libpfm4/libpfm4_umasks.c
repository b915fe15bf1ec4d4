/* SPDX-License-Identifier: BSD-2-Clause */
/* Which umasks may be combined, and which are the defaults. */
#include "tools/uncork/libpfm4/reading.h"

#define GROUPS (UMASK_GROUP + 1)

/* Returns the bits that a numeric umask may have; 0 if the box has no umasks. */
uint64_t libpfm4_umask_most(const struct reading *reading)
{
	const struct field *field = reading->shape.of[FIELD_UMASK];

	if (umasks_fill(reading->filter_register))
		return bits_of_kind(reading->filter_register, FIELD_UMASK);
	return field ? MASK(0, field->width) : 0;
}

static bool stands_alone(const struct reading *reading, const struct event *row)
{
	return row->flags & EVENT_ALONE || beside(reading, row)->flags & LIBPFM4_SINGLE;
}

/* Sets libpfm4's values of the umask's fields, where they differ from uncork's. */
static void replace_bits(const struct reading *reading, const struct event *row, uint64_t *umask,
			 uint64_t *filter_register)
{
	const struct libpfm4_row *own = beside(reading, row);

	for (unsigned i = 0; i < own->count; i++) {
		const struct libpfm4_setting *setting = &reading->tables->settings[own->settings + i];
		const struct field *field = field_of(reading, setting->row, setting->field);

		if (&reading->type->registers[setting->row] == reading->filter_register)
			*filter_register = (*filter_register & ~field_mask(field)) | setting->value << field->low;
		else if (field->kind == FIELD_UMASK)
			*umask = setting->value;
	}
}

/* Adds a umask, named or default. */
static void join(struct reading *reading, const struct event *row)
{
	unsigned number = (unsigned)(row - reading->rows.first);
	uint8_t group = (uint8_t)BIT(group_of(row));
	uint64_t filter_register = umask_filter_register_bits(reading->type, row);
	uint64_t umask = row->umask;

	replace_bits(reading, row, &umask, &filter_register);
	if (!reading->umasks)
		reading->row = row;
	reading->umasks |= BIT(number < 64 ? number : 63);
	reading->groups |= group;
	if (stands_alone(reading, row))
		reading->alone |= group;
	if (row->group & UMASK_LOWER_ONLY)
		reading->lower_only |= group;
	reading->umask |= umask;
	reading->filter_register_bits |= filter_register;
	reading->filter_register_mask |= umask_filter_register_mask(reading->type, row);
}

enum libpfm4_error libpfm4_add_umask(struct reading *reading, const struct event *row)
{
	uint8_t group = (uint8_t)BIT(group_of(row));

	if (reading->umasks && row->code != reading->row->code)
		return LIBPFM4_FEATCOMB;
	if (reading->groups & group && (stands_alone(reading, row) || reading->alone & group))
		return LIBPFM4_FEATCOMB;
	join(reading, row);
	if (row->group & UMASK_FIRST_ONLY)
		reading->first_only |= group;
	reading->named |= group;
	return LIBPFM4_SUCCESS;
}

enum libpfm4_error libpfm4_add_number(struct reading *reading, uint64_t number)
{
	bool fill = umasks_fill(reading->filter_register);

	if (number & ~libpfm4_umask_most(reading))
		return LIBPFM4_ATTR;
	reading->umask = fill ? reading->rows.first->umask : number;
	reading->filter_register_bits = fill ? number : 0;
	reading->umasks = 0;
	return LIBPFM4_SUCCESS;
}

/* True if a modifier has set the field that the umask's bits are in. */
static bool is_set_otherwise(const struct reading *reading, const struct event *row)
{
	for (unsigned i = 0; i < reading->filter_register_count; i++)
		if (reading->filter_registers[i].row == reading->filter_register &&
		    reading->filter_registers[i].mask & umask_filter_register_mask(reading->type, row))
			return true;
	return false;
}

/* True if a group without a named umask may stay empty. `last` is a row of the group. */
static bool may_lack(const struct reading *reading, unsigned group, const struct event *last)
{
	if (last->group & UMASK_OPTIONAL || is_set_otherwise(reading, last) || reading->lower_only & (BIT(group) - 1))
		return true;
	return group && reading->first_only && !(reading->first_only & BIT(group));
}

static enum libpfm4_error settle_group(struct reading *reading, unsigned group)
{
	const struct event *meant = NULL, *last = NULL;

	for (unsigned i = 0; i < reading->rows.count; i++) {
		const struct event *row = &reading->rows.first[i];

		if (group_of(row) != group || is_unlisted(reading, row))
			continue;
		last = row;
		if (row->flags & EVENT_DEFAULT)
			meant = row;
	}
	if (!last || may_lack(reading, group, last))
		return LIBPFM4_SUCCESS;
	if (!meant)
		return LIBPFM4_UMASK;
	join(reading, meant);
	return LIBPFM4_SUCCESS;
}

/* True if umasks were named from groups that may not be combined. */
static bool are_excluded(const struct reading *reading)
{
	for (unsigned by = 0; by < GROUPS; by++) {
		unsigned named = reading->named & ~(unsigned)BIT(by);

		if (!(reading->named & BIT(by)))
			continue;
		if (reading->first_only & BIT(by) && named & ~1u)
			return true;
		if (reading->lower_only & BIT(by) && named >> by)
			return true;
	}
	return false;
}

enum libpfm4_error libpfm4_settle_umasks(struct reading *reading)
{
	const struct event *first = reading->rows.first;
	unsigned groups = first->group & UMASK_GROUPED ? GROUPS : 1;
	enum libpfm4_error error = LIBPFM4_SUCCESS;

	if (!first->umask_name)
		reading->umask |= first->umask;
	for (unsigned group = 0; first->umask_name && !reading->number && group < groups && !error; group++)
		if (!(reading->groups & BIT(group)))
			error = settle_group(reading, group);
	if (error)
		return error;
	if (groups > 1 && !(reading->box->flags & LIBPFM4_JOINS_GROUPS) && are_excluded(reading))
		return LIBPFM4_FEATCOMB;
	return reading->vain ? LIBPFM4_ATTR : LIBPFM4_SUCCESS;
}
