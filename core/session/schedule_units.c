/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of one box share its companion registers. Each claims the bits it needs; an event that uses one
 * of several alike units may get any of them. First every event gets the unit it names, or the next one
 * free. If that leaves somebody out, events that want the same are put on one unit, which leaves the
 * most units free: then there is a way if there is one at all. */
#include "core/session/schedule.h"

#define CLAIMS (SCHEDULE_COUNTERS * EVENT_SETTINGS)

struct claim {
	struct event_placed placed;
	uint8_t owner; /* index of the assignment */
};

/* The assignments of one box and what they have claimed so far. */
struct claims {
	const struct event_choice *choices;
	struct assignment *assignments;
	uint8_t assignment_count;
	uint8_t count;
	struct claim taken[CLAIMS];
};

static const struct event_choice *choice_of(const struct claims *claims, unsigned assignment)
{
	return &claims->choices[claims->assignments[assignment].choice];
}

static bool same_register(const struct event_placed *a, const struct event_placed *b)
{
	return a->row == b->row && a->index == b->index;
}

static uint64_t differing(const struct event_placed *a, const struct event_placed *b)
{
	return (a->value ^ b->value) & a->mask & b->mask;
}

/* The claim that stands against this one; NULL if none does. */
static const struct claim *against(const struct claims *claims, const struct event_placed *placed)
{
	for (unsigned i = 0; i < claims->count; i++) {
		const struct event_placed *other = &claims->taken[i].placed;

		if (same_register(other, placed) && differing(other, placed))
			return &claims->taken[i];
	}
	return NULL;
}

/* Where two events want different things. */
struct conflict {
	const struct claim *claim; /* NULL: there is none */
	struct event_placed wanted;
	uint64_t bits;
	bool of_unit; /* the bits are the unit's own: another unit might do */
};

static struct conflict conflict_at(const struct claims *claims, unsigned assignment, unsigned unit)
{
	const struct event_choice *choice = choice_of(claims, assignment);
	struct conflict conflict = {0};

	for (unsigned s = 0; s < choice->setting_count; s++) {
		conflict.wanted = event_setting_at(choice, s, unit, claims->assignments[assignment].counter);
		conflict.claim = against(claims, &conflict.wanted);
		if (!conflict.claim)
			continue;
		conflict.bits = differing(&conflict.wanted, &conflict.claim->placed);
		conflict.of_unit = conflict.bits & event_unit_bits(choice, s, unit);
		return conflict;
	}
	return conflict;
}

static void claim(struct claims *claims, unsigned assignment, unsigned unit)
{
	const struct event_choice *choice = choice_of(claims, assignment);

	claims->assignments[assignment].unit = (uint8_t)unit;
	for (unsigned s = 0; s < choice->setting_count && claims->count < CLAIMS; s++)
		claims->taken[claims->count++] =
			(struct claim){event_setting_at(choice, s, unit, claims->assignments[assignment].counter),
				       (uint8_t)assignment};
}

/* True if the unit's own bits are claimed already. */
static bool unit_in_use(const struct claims *claims, unsigned assignment, unsigned unit)
{
	const struct event_choice *choice = choice_of(claims, assignment);

	for (unsigned i = 0; i < claims->count; i++) {
		unsigned owner = claims->taken[i].owner;
		const struct event_choice *other = choice_of(claims, owner);

		if (other->resource == choice->resource && other->group == choice->group &&
		    claims->assignments[owner].unit == unit)
			return true;
	}
	return false;
}

/* The unit an event gets, or the number of units if it gets none. */
static unsigned find_unit(const struct claims *claims, unsigned assignment, bool share)
{
	const struct event_choice *choice = choice_of(claims, assignment);
	unsigned units = choice->resource ? choice->resource->units : 1, found = units;

	for (unsigned i = 0; i < units; i++) {
		/* The one it names comes first. */
		unsigned unit = (choice->unit + i) % units;
		bool shared = share && unit_in_use(claims, assignment, unit);

		if ((found < units && !shared) || conflict_at(claims, assignment, unit).claim)
			continue;
		if (shared)
			return unit;
		found = unit;
	}
	return found;
}

static bool movable(const struct event_choice *choice)
{
	return choice->resource && choice->resource->units > 1;
}

/* Gives out units, to those first that have no choice. The number of the assignment that gets none, or
 * how many there are. */
static unsigned give_out(struct claims *claims, bool share)
{
	claims->count = 0;
	for (unsigned moving = 0; moving < 2; moving++) {
		for (unsigned i = 0; i < claims->assignment_count; i++) {
			const struct event_choice *choice = choice_of(claims, i);
			unsigned unit;

			if (movable(choice) != (bool)moving)
				continue;
			unit = find_unit(claims, i, share);
			if (unit == (choice->resource ? choice->resource->units : 1))
				return i;
			claim(claims, i, unit);
		}
	}
	return claims->assignment_count;
}

/* ---- complaints ---------------------------------------------------------------------------------- */

static void name_event(const struct event_choice *choice, const struct box *box, struct text *text)
{
	event_canonical(choice, box->instance, text);
}

/* A field that both events need, whichever unit they get. */
static void complain_of_field(const struct claims *claims, const struct box *box, unsigned assignment,
			      const struct conflict *conflict, struct text *complaint)
{
	const struct event_placed *wanted = &conflict->wanted;
	const struct field *field = event_field_of(wanted->row, conflict->bits);

	box_register_name(box, wanted->row, wanted->index, complaint);
	text_format(complaint, ": field %s is wanted with two values, by ", field ? field->name : "?");
	name_event(choice_of(claims, conflict->claim->owner), box, complaint);
	text_string(complaint, " and ");
	name_event(choice_of(claims, assignment), box, complaint);
}

static void complain_of_units(const struct claims *claims, const struct box *box, unsigned assignment,
			      struct text *complaint)
{
	const struct event_choice *choice = choice_of(claims, assignment);
	const struct resource *resource = choice->resource;
	char name[BOX_NAME_SIZE];

	box_name(box, name);
	text_format(complaint, "%s has %u of %s", name, resource->units, resource->name);
	if (resource->group_modifier)
		text_format(complaint, " on %s %u", resource->group_modifier,
			    box->instance * resource->groups + choice->group);
	text_string(complaint, " and more are wanted, by ");
	for (unsigned i = 0; i < claims->assignment_count; i++) {
		const struct event_choice *other = choice_of(claims, i);

		if (i == assignment || other->resource != resource || other->group != choice->group)
			continue;
		name_event(other, box, complaint);
		text_string(complaint, ", ");
	}
	name_event(choice, box, complaint);
}

static void complain(const struct claims *claims, const struct box *box, unsigned assignment, struct text *complaint)
{
	const struct event_choice *choice = choice_of(claims, assignment);
	unsigned units = choice->resource ? choice->resource->units : 1;

	for (unsigned unit = 0; unit < units; unit++) {
		struct conflict conflict = conflict_at(claims, assignment, unit);

		if (!conflict.claim || (conflict.of_unit && units > 1))
			continue;
		complain_of_field(claims, box, assignment, &conflict, complaint);
		return;
	}
	complain_of_units(claims, box, assignment, complaint);
}

bool schedule_units(const struct schedule_request *request, const struct box *box, struct assignment *assignments,
		    unsigned count, struct text *complaint)
{
	struct claims claims = {
		.choices = request->choices, .assignments = assignments, .assignment_count = (uint8_t)count};
	unsigned left_out = give_out(&claims, false);

	if (left_out < count)
		left_out = give_out(&claims, true);
	if (left_out == count)
		return true;
	complain(&claims, box, left_out, complaint);
	return false;
}
