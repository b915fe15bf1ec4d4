/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of one box share its filter registers. Each claims the bits that it needs. If a resource has several equal
 * units, an event may get any of them. At first each event gets the unit that it names, or the next free one. If an
 * event gets none, events with equal settings share a unit. This leaves the most units free, so it finds a solution if
 * there is one. */
#include "core/session/schedule.h"

#define CLAIMS (SCHEDULE_COUNTERS * EVENT_SETTINGS)

struct claim {
	struct event_assigned placed;
	uint8_t owner; /* index of the assignment */
};

/* The assignments of one box and their claims so far. */
struct claims {
	const struct event_config *configs;
	struct assignment *assignments;
	uint8_t assignment_count;
	uint8_t count;
	struct claim taken[CLAIMS];
};

static const struct event_config *config_of(const struct claims *claims, unsigned assignment)
{
	return &claims->configs[claims->assignments[assignment].config];
}

static uint64_t differing(const struct event_assigned *a, const struct event_assigned *b)
{
	return (a->value ^ b->value) & a->mask & b->mask;
}

/* A claim that conflicts with this one; NULL if there is none. */
static const struct claim *against(const struct claims *claims, const struct event_assigned *placed)
{
	for (unsigned i = 0; i < claims->count; i++) {
		const struct event_assigned *other = &claims->taken[i].placed;

		if (other->row == placed->row && other->index == placed->index && differing(other, placed))
			return &claims->taken[i];
	}
	return NULL;
}

/* A conflict between two events. */
struct conflict {
	const struct claim *claim; /* NULL: no conflict */
	struct event_assigned wanted;
	uint64_t bits;
	bool of_unit; /* the bits belong to the unit: another unit may be possible */
};

static struct conflict conflict_at(const struct claims *claims, unsigned assignment, unsigned unit)
{
	const struct event_config *config = config_of(claims, assignment);
	struct conflict conflict = {0};

	for (unsigned s = 0; s < config->setting_count; s++) {
		conflict.wanted = event_setting_at(config, s, unit, claims->assignments[assignment].counter);
		conflict.claim = against(claims, &conflict.wanted);
		if (!conflict.claim)
			continue;
		conflict.bits = differing(&conflict.wanted, &conflict.claim->placed);
		conflict.of_unit = conflict.bits & event_unit_bits(config, s, unit);
		return conflict;
	}
	return conflict;
}

static void claim(struct claims *claims, unsigned assignment, unsigned unit)
{
	const struct event_config *config = config_of(claims, assignment);

	claims->assignments[assignment].unit = (uint8_t)unit;
	for (unsigned s = 0; s < config->setting_count && claims->count < CLAIMS; s++)
		claims->taken[claims->count++] =
			(struct claim){event_setting_at(config, s, unit, claims->assignments[assignment].counter),
				       (uint8_t)assignment};
}

/* True if an event already uses this unit. */
static bool unit_in_use(const struct claims *claims, unsigned assignment, unsigned unit)
{
	const struct event_config *config = config_of(claims, assignment);

	for (unsigned i = 0; i < claims->count; i++) {
		unsigned owner = claims->taken[i].owner;
		const struct event_config *other = config_of(claims, owner);

		if (other->resource == config->resource && other->group == config->group &&
		    claims->assignments[owner].unit == unit)
			return true;
	}
	return false;
}

/* The unit for an event; the number of units if none is possible. */
static unsigned find_unit(const struct claims *claims, unsigned assignment, bool share)
{
	const struct event_config *config = config_of(claims, assignment);
	unsigned units = config->resource ? config->resource->units : 1, found = units;

	for (unsigned i = 0; i < units; i++) {
		/* The named unit is tried first. */
		unsigned unit = (config->unit + i) % units;
		bool shared = share && unit_in_use(claims, assignment, unit);

		if ((found < units && !shared) || conflict_at(claims, assignment, unit).claim)
			continue;
		if (shared)
			return unit;
		found = unit;
	}
	return found;
}

/* Assigns units, first to events that cannot move. Returns the index of an assignment that gets none, or the number of
 * assignments. */
static unsigned give_out_units(struct claims *claims, bool share)
{
	claims->count = 0;
	for (unsigned moving = 0; moving < 2; moving++) {
		for (unsigned i = 0; i < claims->assignment_count; i++) {
			const struct event_config *config = config_of(claims, i);
			unsigned unit;

			if ((config->resource && config->resource->units > 1) != (bool)moving)
				continue;
			unit = find_unit(claims, i, share);
			if (unit == (config->resource ? config->resource->units : 1))
				return i;
			claim(claims, i, unit);
		}
	}
	return claims->assignment_count;
}

/* ---- diagnostics ---------------------------------------------------------------------------------- */

static void name_event(const struct event_config *config, const struct box *box, struct text *text)
{
	event_canonical(config, box->instance, text);
}

static void complain_schedule_units(const struct claims *claims, const struct box *box, unsigned assignment,
				    struct text *diagnostic)
{
	const struct event_config *config = config_of(claims, assignment);
	const struct resource *resource = config->resource;
	unsigned units = resource ? resource->units : 1;
	char name[BOX_NAME_SIZE];

	for (unsigned unit = 0; unit < units; unit++) {
		struct conflict conflict = conflict_at(claims, assignment, unit);
		const struct event_assigned *wanted = &conflict.wanted;
		const struct field *field;

		if (!conflict.claim || (conflict.of_unit && units > 1))
			continue;

		/* Two events need different values of a field, whatever units they get. */
		field = event_field_of(wanted->row, conflict.bits);
		box_register_name(box, wanted->row, wanted->index, diagnostic);
		text_format(diagnostic, ": field %s needs two values, for ", field ? field->name : "?");
		name_event(config_of(claims, conflict.claim->owner), box, diagnostic);
		text_string(diagnostic, " and ");
		name_event(config_of(claims, assignment), box, diagnostic);
		return;
	}

	box_name(box, name);
	text_format(diagnostic, "%s has %u of %s", name, resource->units, resource->name);
	if (resource->group_modifier)
		text_format(diagnostic, " on %s %u", resource->group_modifier,
			    box->instance * resource->groups + config->group);
	text_string(diagnostic, " and more are needed, for ");
	for (unsigned i = 0; i < claims->assignment_count; i++) {
		const struct event_config *other = config_of(claims, i);

		if (i == assignment || other->resource != resource || other->group != config->group)
			continue;
		name_event(other, box, diagnostic);
		text_string(diagnostic, ", ");
	}
	name_event(config, box, diagnostic);
}

bool schedule_units(const struct schedule_request *request, const struct box *box, struct assignment *assignments,
		    unsigned count, struct text *diagnostic)
{
	struct claims claims = {
		.configs = request->configs, .assignments = assignments, .assignment_count = (uint8_t)count};
	unsigned left_out = give_out_units(&claims, false);

	if (left_out < count)
		left_out = give_out_units(&claims, true);
	if (left_out == count)
		return true;
	complain_schedule_units(&claims, box, left_out, diagnostic);
	return false;
}
