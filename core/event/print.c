/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes events in their canonical spelling. */
#include "core/event/event.h"
#include "core/event/table.h"
#include "lib/memory.h"

/* ---- umasks -------------------------------------------------------------------------------------- */

/* Returns a set of an event's rows (bit i: row i, at most 64) that together make up the umask; 0 if there is none. */
static uint64_t cover(struct event_rows rows, uint64_t code, uint64_t umask)
{
	uint64_t chosen = 0, open = umask;

	for (unsigned i = 0; i < rows.count && i < 64; i++) {
		const struct event *row = &rows.first[i];

		if (row->code != code || row->flags & EVENT_ALONE || row->group & UMASK_ALIAS || row->umask & ~umask ||
		    !(row->umask & open))
			continue;
		chosen |= BIT(i);
		open &= ~row->umask;
	}
	return open ? 0 : chosen;
}

static void put_umask(const struct event_config *config, uint64_t code, uint64_t umask, struct text *text)
{
	struct event_rows rows = event_rows_around(config->event);
	const struct event *exact = config->event;
	uint64_t chosen;

	if (exact->code != code || exact->umask != umask)
		exact = event_row_of_umask(rows, code, umask);
	chosen = exact ? 0 : cover(rows, code, umask);

	if (exact && !exact->umask_name)
		return;
	if (exact)
		text_format(text, ":%s", processor_string(config->processor, exact->umask_name));
	else if (!chosen || !rows.first->umask_name)
		text_format(text, ":0x%llx", (unsigned long long)umask);
	for (unsigned i = 0; rows.first->umask_name && i < rows.count && i < 64; i++)
		if (chosen & BIT(i))
			text_format(text, ":%s", processor_string(config->processor, rows.first[i].umask_name));
}

/* ---- the canonical spelling ---------------------------------------------------------------------- */

static void put_box(const struct box_type *type, unsigned instance, struct text *text)
{
	text_string(text, type->pmu);
	if (type->instances == 1)
		return;
	if (instance == EVENT_EVERY_INSTANCE)
		text_char(text, '*');
	else
		text_format(text, "%u", box_number(type, instance));
}

/* Writes the modifiers that are not 0, in order of their bits. Without privilege levels a string means all of them, so
 * they are written unless all are set. */
static void put_modifiers(const struct select_shape *shape, uint64_t select, struct text *text)
{
	const struct register_layout *layout = shape->row->layout;
	uint64_t privileges = shape->bits[FIELD_PRIVILEGE];

	for (unsigned i = 0; (select & privileges) != privileges && i < layout->field_count; i++)
		if (layout->fields[i].kind == FIELD_PRIVILEGE)
			text_format(text, ":%s=%llu", layout->fields[i].modifier,
				    (unsigned long long)field_value(&layout->fields[i], select));
	select &= ~privileges;
	for (unsigned low = 0; low < 64; low++) {
		const struct field *field = NULL;

		if (!(select >> low))
			return;
		for (unsigned i = 0; i < layout->field_count && !field; i++)
			if (layout->fields[i].low == low && layout->fields[i].modifier)
				field = &layout->fields[i];
		if (field && field_value(field, select))
			text_format(text, ":%s=%llu", field->modifier, (unsigned long long)field_value(field, select));
	}
}

/* Writes the group of the resource, counted through all instances, and the unit if it is not the default. */
static void put_resource(const struct event_config *config, unsigned instance, struct text *text)
{
	const struct resource *resource = config->resource;
	uint8_t group, unit;

	if (!resource || !resource->group_modifier)
		return;
	if (instance != EVENT_EVERY_INSTANCE)
		text_format(text, ":%s=%u", resource->group_modifier, instance * resource->groups + config->group);
	if (resource_decode(resource, config->event->code, &group, &unit) && unit != config->unit)
		text_format(text, ":%s=%u", resource->unit_modifier, config->unit);
}

/* The bits of a filter register that come from umasks. */
static uint64_t umask_settings(const struct event_config *config, const struct register_row *row)
{
	const struct event *first = event_rows_around(config->event).first;
	uint64_t bits = 0;

	for (unsigned i = 0; i < 64 && config->umasks >> i; i++)
		if (config->umasks & BIT(i) && umask_filter_register(config->type, first + i) == row)
			bits |= umask_filter_register_mask(config->type, first + i);
	return bits;
}

/* Selects those of `bits` whose field, or part of a field, has no differing bit. */
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

/* The bits that a configuration sets in a filter register and its event alone would not set. */
static uint64_t setting_extra(const struct event_config *config, unsigned setting)
{
	const struct event *event = config->event;
	const struct event_setting *wanted = &config->settings[setting];
	const struct choice *choice = config->type->choice;
	uint64_t extra = wanted->mask & ~umask_settings(config, wanted->row);

	for (unsigned i = 0, count = event_need_count(config->type, event); i < count; i++) {
		const struct requirement *need = &event_requirements(config->type, event)[i];
		uint64_t bits = requirement_bits(config->type, event, need);
		uint64_t own = requirement_value(config->type, event, need);

		if (&config->type->registers[need->row] != wanted->row || need->kind == REQUIRE_NOTHING ||
		    need->kind == REQUIRE_GIVEN)
			continue;
		/* The "match all" default is left out if the user made a choice. */
		if (choice && need->row == choice->row && need->kind == REQUIRE_DEFAULT &&
		    wanted->value & choice->choices)
			own &= ~choice->all;
		extra &= ~same_fields(wanted->row, bits, wanted->value ^ own);
	}
	return extra;
}

/* Writes a whole filter register, with the bits of the configuration's own unit. */
static void put_register(const struct event_config *config, unsigned setting,
			 const struct filter_register *filter_register, struct text *text)
{
	struct event_assigned placed = event_setting_at(config, setting, config->unit, 0);

	text_format(text, ":%s=0x%llx", filter_register->modifier, (unsigned long long)placed.value);
}

/* Writes a field that differs from the event's own value. Returns the bits that are left for the whole register. */
static uint64_t put_named(const struct event_setting *wanted, const struct field *field, uint64_t left,
			  struct text *text)
{
	if (!field->modifier || !(left & field_mask(field)))
		return left;
	text_format(text, ":%s=0x%llx", field->modifier, (unsigned long long)field_value(field, wanted->value));
	return left & ~field_mask(field);
}

static void put_setting(const struct event_config *config, unsigned setting, struct text *text)
{
	const struct event_setting *wanted = &config->settings[setting];
	const struct register_layout *layout = wanted->row->layout;
	const struct filter_register *filter_register = box_filter_register(config->type, wanted->row);
	bool whole = filter_register && filter_register->modifier;
	uint64_t left = config->event ? setting_extra(config, setting) : wanted->mask;

	if (!config->event && whole && wanted->mask == layout_writable(layout)) {
		put_register(config, setting, filter_register, text);
		return;
	}
	for (unsigned i = 0; (config->event || event_parts_alone(layout)) && i < layout->part_count; i++)
		left = put_named(wanted, &layout->parts[i], left, text);
	for (unsigned i = 0; i < layout->field_count; i++)
		left = put_named(wanted, &layout->fields[i], left, text);
	if (left && whole)
		put_register(config, setting, filter_register, text);
}

/* Writes the counter if the user restricted the event to one. */
static void put_counter(const struct event_config *config, struct text *text)
{
	unsigned usual = (unsigned)MASK(0, config->type->counters); /* the counters that can count the event */

	if (config->event) {
		const struct event *first = event_rows_around(config->event).first;

		usual = config->event->counters;
		for (unsigned i = 0; i < 64 && config->umasks >> i; i++)
			if (config->umasks & BIT(i))
				usual &= first[i].counters;
	}
	if (config->counters == usual || count_bits(config->counters) != 1)
		return;
	for (unsigned i = 0; i < 16; i++)
		if (config->counters & BIT(i))
			text_format(text, ":counter=%u", i);
}

static void put_event(const struct event_config *config, unsigned instance, struct text *text)
{
	struct event_rows rows = event_rows_around(config->event);
	const struct register_row *filter_register;
	const struct field *code;
	struct select_shape shape = {0};

	select_shape_read(config->type, &shape);
	code = shape.of[FIELD_EVENT];
	text_format(text, "::%s", processor_string(config->processor, config->event->name));
	if (config->fixed)
		return;
	filter_register = umask_filter_register(config->type, config->event);
	if (filter_register || config->umasks) {
		/* Umasks that are bits of a filter register: by name, or as the number that was given. */
		for (unsigned i = 0; i < rows.count && i < 64; i++)
			if (config->umasks & BIT(i))
				text_format(text, ":%s", processor_string(config->processor, rows.first[i].umask_name));
		for (unsigned i = 0; !config->umasks && i < config->setting_count; i++)
			if (config->settings[i].row == filter_register)
				text_format(text, ":0x%llx", (unsigned long long)config->settings[i].value);
	} else if (shape.of[FIELD_UMASK]) {
		put_umask(config, code ? field_value(code, config->select) : 0, umask_of_select(&shape, config->select),
			  text);
	} else if (config->event->umask_name) {
		text_format(text, ":%s", processor_string(config->processor, config->event->umask_name));
	}
	put_resource(config, instance, text);
	if (shape.row)
		put_modifiers(&shape, config->select, text);
}

void event_canonical(const struct event_config *config, unsigned instance, struct text *text)
{
	struct select_shape shape = {0};
	uint64_t code = config->select;

	if (config->type->postings) { /* in perf's spelling */
		text_format(text, "%s/", config->type->perf);
		if (config->event)
			text_string(text, processor_string(config->processor, config->event->name));
		else
			text_format(text, "event=0x%llx", (unsigned long long)code);
		text_char(text, '/');
		return;
	}
	put_box(config->type, instance, text);
	if (config->event) {
		put_event(config, instance, text);
	} else {
		/* A raw value without privilege levels means both levels; with the enable bit it means none. The enable
		 * bit is added if none are set. */
		select_shape_read(config->type, &shape);
		if (shape.bits[FIELD_PRIVILEGE] && !(code & shape.bits[FIELD_PRIVILEGE]))
			code |= shape.bits[FIELD_ENABLE];
		text_format(text, ":0x%llx", (unsigned long long)code);
	}
	for (unsigned i = 0; i < config->setting_count; i++)
		put_setting(config, i, text);
	put_counter(config, text);
}

void event_row_name(const struct processor *processor, const struct event *event, struct text *text)
{
	text_string(text, processor_string(processor, event->name));
	if (event->umask_name)
		text_format(text, ":%s", processor_string(processor, event->umask_name));
}

/* Restrictions follow the row's name in the canonical spelling. The choice of a counter is not a restriction. */
bool event_is_clock(const struct event_config *config)
{
	char bytes[256], row[256];
	struct text text = TEXT_OVER(bytes), name = TEXT_OVER(row);
	const char *rest;

	if (!config->event || !(config->event->flags & EVENT_CLOCK))
		return false;
	put_box(config->type, EVENT_EVERY_INSTANCE, &name);
	text_string(&name, "::");
	event_row_name(config->processor, config->event, &name);
	event_canonical(config, EVENT_EVERY_INSTANCE, &text);
	if (!slice_starts(slice_of(bytes), row))
		return false;
	rest = bytes + strlen(row);
	return !*rest || slice_starts(slice_of(rest), ":counter=");
}

bool event_unlisted(const struct event_config *config, struct text *what)
{
	const struct box_type *type = config->type;
	struct select_shape shape = {0};
	uint64_t umasks, listed = 0, event;
	bool found = false, whole = false;

	if (!type->postings)
		select_shape_read(type, &shape);
	if (config->fixed || !type->event_count || !shape.of[FIELD_EVENT])
		return false;
	/* If units of a resource have their own codes, the table has rows of the first unit only. */
	for (unsigned i = 0; i < type->resource_count; i++)
		if (type->resources[i].unit_step || type->resources[i].group_step)
			return false;
	umasks = shape.bits[FIELD_UMASK] | shape.bits[FIELD_UMASK_ABOVE];
	for (unsigned i = 0; i < type->event_count; i++) {
		uint64_t identity = event_identity(type, &shape, &type->events[i]);

		if ((identity ^ config->select) & shape.identity & ~umasks)
			continue;
		found = true;
		if (identity & umasks & ~config->select)
			continue;
		whole = true;
		listed |= identity;
	}
	event = field_value(shape.of[FIELD_EVENT], config->select);
	umasks &= config->select & ~listed;
	if (!found)
		text_format(what, "event 0x%llx", (unsigned long long)event);
	else if (!whole || umasks)
		text_format(what, "umask 0x%llx of event 0x%llx", (unsigned long long)umask_of_select(&shape, umasks),
			    (unsigned long long)event);
	return !whole || umasks;
}
