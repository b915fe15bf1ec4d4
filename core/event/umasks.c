/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/umasks.h"

struct umasks umasks_of(const struct box_type *type, struct event_rows rows, struct refusal *refusal)
{
	return (struct umasks){
		.type = type,
		.rows = rows,
		.row = rows.first,
		.filter_register = event_filter_register(type, rows),
		.counters = rows.first->counters,
		.refusal = refusal,
	};
}

uint64_t umasks_most(const struct umasks *umasks, const struct select_shape *shape)
{
	if (umasks_fill(umasks->filter_register))
		return bits_of_kind(umasks->filter_register, FIELD_UMASK);
	return umask_of_select(shape, UINT64_MAX);
}

static unsigned umask_group_of(const struct event *row)
{
	return row->group & UMASK_GROUP;
}

/* ---- adding a umask ------------------------------------------------------------------------------ */

/* Joins a umask, whether named or default. */
static void join(struct umasks *umasks, struct slice at, const struct event *row)
{
	unsigned number = (unsigned)(row - umasks->rows.first);
	uint8_t group = (uint8_t)BIT(umask_group_of(row));

	if (!umasks->joined)
		umasks->row = row;
	umasks->counters = umasks->joined ? umasks->counters & row->counters : row->counters;
	umasks->joined |= BIT(number < 64 ? number : 63);
	umasks->groups |= group;
	if (row->flags & EVENT_ALONE)
		umasks->alone |= group;
	if (row->group & UMASK_LOWER_ONLY)
		umasks->lower_only |= group;
	umasks->at[umask_group_of(row)] = at;
	umasks->flags |= row->flags;
	umasks->select |= row->umask;
	umasks->bits |= umask_filter_register_bits(umasks->type, row);
	umasks->mask |= umask_filter_register_mask(umasks->type, row);
}

bool umasks_add(struct umasks *umasks, struct slice at, const struct event *row)
{
	unsigned group = umask_group_of(row);
	bool alone = row->flags & EVENT_ALONE || umasks->alone & BIT(group);
	bool excluded = umasks->groups & BIT(group) && alone;

	/* Joined umasks must have the same code and a counter in common. */
	if (umasks->joined)
		excluded |= row->code != umasks->row->code || (row->counters && !(umasks->counters & row->counters));
	if (excluded)
		return refuse(umasks->refusal,
			      (struct refusal){REFUSED_JOINING, .where = at, .name = at, .other = umasks->at[group]});
	join(umasks, at, row);
	if (row->group & UMASK_FIRST_ONLY)
		umasks->first_only |= (uint8_t)BIT(group);
	umasks->named |= (uint8_t)BIT(group);
	return true;
}

bool umasks_add_number(struct umasks *umasks, struct slice at, uint64_t number, uint64_t most)
{
	bool fill = umasks_fill(umasks->filter_register);

	if (number & ~most)
		return refuse(umasks->refusal, (struct refusal){REFUSED_UMASK_RANGE, .where = at, .bits = most});
	umasks->select = fill ? umasks->rows.first->umask : number;
	umasks->bits = fill ? number : 0;
	umasks->at[0] = at;
	umasks->number = true;
	umasks->joined = 0;
	return true;
}

/* ---- umasks that are meant ----------------------------------------------------------------------- */

/* Joins the default umask of a group if no umask of it is named. */
static bool settle_group(struct umasks *umasks, unsigned group, const struct assignments *assignments,
			 struct slice event_at)
{
	const struct event *meant = NULL, *last = NULL;
	uint64_t mask;
	bool may_lack;

	for (unsigned i = 0; i < umasks->rows.count; i++) {
		const struct event *row = &umasks->rows.first[i];

		if (umask_group_of(row) != group)
			continue;
		last = row;
		if (row->flags & EVENT_DEFAULT)
			meant = row;
	}
	if (!last)
		return true;

	may_lack = last->group & UMASK_OPTIONAL || umasks->lower_only & (BIT(group) - 1) ||
		   (group && umasks->first_only && !(umasks->first_only & BIT(group)));
	/* A modifier may have set the umask's field. */
	mask = umask_filter_register_mask(umasks->type, last);
	for (unsigned i = 0; !may_lack && mask && i < assignments->count; i++)
		may_lack = assignments->of[i].row == umasks->filter_register && assignments->of[i].mask & mask;
	if (may_lack)
		return true;
	if (!meant)
		return refuse(umasks->refusal, (struct refusal){REFUSED_UMASK_MISSING, .where = event_at,
								.name = event_at, .number = group});
	join(umasks, (struct slice){0}, meant);
	return true;
}

/* Refuses umasks of groups that exclude each other. */
static bool check_groups(const struct umasks *umasks)
{
	for (unsigned by = 0; by < UMASK_GROUPS; by++) {
		for (unsigned which = 0; which < UMASK_GROUPS; which++) {
			struct slice earlier = umasks->at[by], later = umasks->at[which];

			if (which == by || !(umasks->named & BIT(which)) || !(umasks->named & BIT(by)))
				continue;
			if (!(umasks->first_only & BIT(by) && which) && !(umasks->lower_only & BIT(by) && which > by))
				continue;
			if (later.at < earlier.at) { /* the later of the two is blamed */
				earlier = umasks->at[which];
				later = umasks->at[by];
			}
			return refuse(umasks->refusal, (struct refusal){REFUSED_EXCLUDED, .where = later, .name = later,
									.other = earlier});
		}
	}
	return true;
}

bool umasks_settle(struct umasks *umasks, const struct assignments *assignments, struct slice event_at)
{
	const struct event *first = umasks->rows.first;
	unsigned groups = first->group & UMASK_GROUPED ? UMASK_GROUPS : 1;

	if (!first->umask_name)
		umasks->select |= first->umask;
	for (unsigned group = 0; first->umask_name && !umasks->number && group < groups; group++)
		if (!(umasks->groups & BIT(group)) && !settle_group(umasks, group, assignments, event_at))
			return false;
	return groups == 1 || check_groups(umasks);
}

/* ---- rows of the joined umasks --------------------------------------------------------------------- */

struct meant umasks_meant(const struct umasks *umasks, const struct event *event)
{
	bool several = umasks->rows.count && !umasks->number && umasks->joined & (umasks->joined - 1);

	return several ? (struct meant){umasks->rows.first, umasks->joined} : (struct meant){event, 1};
}

uint64_t umasks_needed(const struct umasks *umasks, const struct event *event, const struct register_row *row)
{
	struct meant meant = umasks_meant(umasks, event);
	uint64_t bits = 0;

	if (umasks->number && event->umask != umasks->select)
		return any_declared_bits(umasks->type, umasks->rows, row);
	for (; meant.rows; meant.rows >>= 1, meant.first++)
		if (meant.rows & 1)
			bits |= declared_bits(umasks->type, meant.first, row);
	return bits;
}
