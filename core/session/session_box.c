/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions over boxes that govern themselves: each is frozen by a control of its own, and one that has none by
 * the enables in its selects. They are started and frozen one after the other, always in the same order, so
 * that all count for the same time; when each stood still is noted.
 *
 * The order of writes is that of 327043-001 p.17-18: freeze, filters, selects, counters, run. Of its ways to
 * clear counters the one that every box has is taken: each of ours is written, others are left alone. The
 * control is always written whole: by the guide it cannot be read. */
#include "core/session/session_protocol.h"

static bool is_ours(const struct session_counter *counter)
{
	return counter->protocol == &session_by_box;
}

static bool is_box(const struct session_box *box)
{
	return box->protocol == &session_by_box;
}

/* ---- what stands behind each name --------------------------------------------------------------- */

static const struct register_row *row_of(const struct session_counter *counter)
{
	enum role role = counter->free ? ROLE_FREE_COUNTER : counter->fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER;

	return box_row_of_role(counter->box.type, role);
}

static const struct register_layout *select_layout(const struct session_counter *counter)
{
	return box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT)->layout;
}

static bool has_control(const struct session_box *box)
{
	return box_row_of_role(box->box.type, ROLE_BOX_CONTROL);
}

static uint64_t enable_of(const struct session_counter *counter)
{
	return layout_bits(select_layout(counter), FIELD_ENABLE);
}

static bool same_box(const struct box *a, const struct box *b)
{
	return a->type == b->type && a->socket == b->socket && a->instance == b->instance;
}

/* ---- boxes and counters ------------------------------------------------------------------------- */

static uint16_t box_of(struct session *session, const struct box *box)
{
	const struct register_row *control = box_row_of_role(box->type, ROLE_BOX_CONTROL);
	struct session_box *added = &session->boxes[session->box_count];

	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_box(&session->boxes[i]) && same_box(&session->boxes[i].box, box))
			return i;
	*added = (struct session_box){.box = *box, .protocol = &session_by_box};
	if (control) {
		added->control = box_location(box, control, 0);
		added->running = layout_bits(control->layout, FIELD_FREEZE_ENABLE);
		added->frozen = added->running | layout_bits(control->layout, FIELD_FREEZE);
	} else {
		added->control = box_location(box, box_row_of_role(box->type, ROLE_SELECT), 0);
	}
	return session->box_count++;
}

static uint8_t lost_banks(const struct machine *machine, const struct box *box, const char **how)
{
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		*how = place->how;
		if (same_box(&place->box, box))
			return place->lost_banks;
	}
	return 0;
}

/* An event may need registers of a function that is not there. */
static bool companions_answer(const struct session_request *request, const struct assignment *assignment,
			      struct text *complaint)
{
	const struct event_choice *choice = &request->choices[assignment->choice];
	const char *how = NULL;
	uint8_t lost = lost_banks(request->machine, &assignment->box, &how);
	char name[BOX_NAME_SIZE];

	for (unsigned i = 0; lost && i < choice->setting_count; i++) {
		if (!(lost & BIT(choice->settings[i].row->bank)))
			continue;
		box_name(&assignment->box, name);
		text_format(complaint, "%s has no %s for this event: %s", name, choice->settings[i].row->name,
			    how ? how : "not there");
		return false;
	}
	return true;
}

static bool accept(const struct session_request *request, struct text *complaint)
{
	for (unsigned i = 0; i < request->schedule->count; i++)
		if (!companions_answer(request, &request->schedule->assignments[i], complaint))
			return false;
	return true;
}

static void add(struct session *session, const struct session_request *request, struct session_counter *counter)
{
	const struct event *event = counter->choice->event;

	(void)request;
	counter->owner = box_of(session, &counter->box);
	counter->free = event && event->flags & EVENT_FREE;
	counter->number = counter->free ? (uint8_t)event->code : counter->number;
	counter->bits = (uint8_t)box_counter_bits(counter->box.type, row_of(counter));
	counter->counter = box_location(&counter->box, row_of(counter), counter->number);
	if (counter->counter.halves != HALVES_NONE)
		counter->counter.halves = HALVES_STILL;
	if (counter->free)
		return;
	counter->select = box_location(
		&counter->box, box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT),
		counter->number);
	counter->select_value = event_select_at(counter->choice, counter->unit) | enable_of(counter) |
				layout_bits(select_layout(counter), FIELD_ALWAYS);
}

static void name(const struct session_counter *counter, struct text *text)
{
	box_register_name(&counter->box, row_of(counter), counter->number, text);
}

static uint16_t number_slots(struct session *session, uint16_t slot)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_box(&session->boxes[i]))
			session->boxes[i].frozen_slot = slot++;
	return slot;
}

/* ---- programs ------------------------------------------------------------------------------------ */

/* The controls first, so that they are put back last. */
static void compile_save(const struct session *session, struct program *save)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_box(&session->boxes[i]) && has_control(&session->boxes[i]))
			session_save(session, save, session->boxes[i].control);
	session_save_filters(session, &session_by_box, save);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (!is_ours(counter) || counter->free)
			continue;
		session_save(session, save, counter->select);
		session_save(session, save, counter->counter);
	}
}

/* Of a box without control, and of fixed counters that the control is not known to stop: they are enabled, or not, one by
 * one. */
static bool starts_alone(const struct session *session, const struct session_counter *counter)
{
	return !has_control(&session->boxes[counter->owner]) || (counter->fixed && counter->box.type->fixed_apart);
}

static void write_selects(const struct session *session, struct program *program, uint16_t owner, bool run)
{
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (is_ours(counter) && !counter->free && counter->owner == owner && starts_alone(session, counter))
			program_write(program, counter->select,
				      counter->select_value & ~(run ? 0 : enable_of(counter)));
	}
}

static void write_box(const struct session *session, struct program *program, uint16_t index, bool run)
{
	const struct session_box *box = &session->boxes[index];

	if (has_control(box))
		program_write(program, box->control, run ? box->running : box->frozen);
	write_selects(session, program, index, run);
}

static void compile_run(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_box(&session->boxes[i]))
			write_box(session, program, i, true);
}

static void freeze(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_box(&session->boxes[i]))
			write_box(session, program, i, false);
}

static void compile_freeze(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!is_box(box))
			continue;
		write_box(session, program, i, false);
		program_ticks(program, box->control, box->frozen_slot);
	}
}

/* An event that is counted through a queue tally starts with an empty one. */
static void reset_tally(const struct session_counter *counter, struct program *arm)
{
	uint64_t reset = layout_bits(select_layout(counter), FIELD_TALLY_RESET);
	const struct event *event = counter->choice->event;

	if (reset && (!event || event->flags & EVENT_TALLY))
		program_write(arm, counter->select, (counter->select_value & ~enable_of(counter)) | reset);
}

static void arm_counter(const struct session *session, const struct session_counter *counter, struct program *arm)
{
	uint64_t readable = layout_writable(select_layout(counter));
	uint64_t enable = enable_of(counter);

	reset_tally(counter, arm);
	session_write_checked(arm, counter->select, counter->select_value & ~enable, readable);
	program_write(arm, counter->counter, 0);
	if (!starts_alone(session, counter))
		session_write_checked(arm, counter->select, counter->select_value, readable);
}

static void compile_arm(const struct session *session, struct program *arm)
{
	freeze(session, arm);
	session_write_filters(session, &session_by_box, arm);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (is_ours(counter) && !counter->free)
			arm_counter(session, counter, arm);
	}
}

static void compile_disarm(const struct session *session, struct program *disarm)
{
	freeze(session, disarm);
	session_open_filters(session, &session_by_box, disarm);
}

bool session_skew(const struct session *session, const uint64_t *slots, struct session_skew *skew)
{
	*skew = (struct session_skew){0};
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!is_box(box))
			continue;
		if (!skew->boxes++)
			skew->first = box;
		skew->last = box;
	}
	if (skew->boxes < 2)
		return false;
	skew->ticks = slots[skew->last->frozen_slot] - slots[skew->first->frozen_slot];
	return true;
}

const struct session_protocol session_by_box = {
	.accept = accept,
	.add = add,
	.name = name,
	.number_slots = number_slots,
	.compile =
		{
			[SESSION_SAVE] = compile_save,
			[SESSION_ARM] = compile_arm,
			[SESSION_START] = compile_run,
			[SESSION_FREEZE] = compile_freeze,
			[SESSION_RESUME] = compile_run,
			[SESSION_DISARM] = compile_disarm,
			[SESSION_HOLD] = compile_freeze,
		},
};
