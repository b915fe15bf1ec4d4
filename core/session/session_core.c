/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions over core PMUs: a register of each logical processor starts and freezes the counters of that one, and
 * shows which of them overflowed; its own local APIC takes their PMIs. Order of writes: SDM volume 3,
 * architectural performance monitoring. */
#include "core/hardware/core_pmu.h"
#include "core/session/session_protocol.h"

#include "boxes/core-pmu.h"

/* ---- what stands behind each name --------------------------------------------------------------- */

static bool is_ours(const struct session_counter *counter)
{
	return counter->protocol == &session_by_core;
}

static const struct register_row *row_of(const struct box *box, enum role role)
{
	return box_row_of_role(box->type, role);
}

static struct location place_of(const struct box *box, enum role role)
{
	return box_location(box, row_of(box, role), 0);
}

static enum role counter_role(const struct session_counter *counter)
{
	return counter->fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER;
}

/* Counter `number`'s bit of a field that has one for each counter; there may be more than in the table. */
static uint64_t bit_of(const struct box *box, enum role role, enum field_kind kind, unsigned number)
{
	return BIT(layout_field(row_of(box, role)->layout, kind)->low + number);
}

static uint64_t select_bit(const struct box *box, enum field_kind kind)
{
	return field_mask(layout_field(row_of(box, ROLE_SELECT)->layout, kind));
}

static bool is_core(const struct session_box *box)
{
	return box->protocol == &session_by_core;
}

/* ---- boxes and counters -------------------------------------------------------------------------- */

static uint16_t box_of(struct session *session, const struct box *box)
{
	struct session_box *added = &session->boxes[session->box_count];

	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_core(&session->boxes[i]) && session->boxes[i].box.cpu == box->cpu)
			return i;
	*added = (struct session_box){
		.box = *box,
		.protocol = &session_by_core,
		.control = place_of(box, ROLE_CONTROL),
		.status = place_of(box, ROLE_STATUS),
		.clear = place_of(box, ROLE_CLEAR),
	};
	return session->box_count++;
}

static bool accept(const struct session_request *request, struct text *complaint)
{
	const struct schedule *schedule = request->schedule;
	const char *missing = core_pmu_missing(request->machine);

	if (missing) {
		text_string(complaint, missing);
		return false;
	}
	for (unsigned i = 0; i < schedule->count; i++)
		if (!core_pmu_accepts(request->machine, &request->choices[schedule->assignments[i].choice], complaint))
			return false;
	return true;
}

/* Fixed counters have a register of four bits each instead of a select of their own. */
static void add_select(struct session_box *box, struct session_counter *counter)
{
	uint64_t select = counter->choice->select;

	if (counter->fixed) {
		box->fixed_select = place_of(&counter->box, ROLE_FIXED_SELECT);
		counter->select = box->fixed_select;
		counter->select_value = core_pmu_fixed_value(select, counter->number);
		box->fixed_value |= counter->select_value;
		return;
	}
	counter->select = box_location(&counter->box, row_of(&counter->box, ROLE_SELECT), counter->number);
	counter->select_value = select | select_bit(&counter->box, FIELD_ENABLE);
}

static void add(struct session *session, const struct session_request *request, struct session_counter *counter)
{
	const struct box *box = &counter->box;
	struct session_box *owner;
	bool fixed = counter->number >= EVENT_FIXED_FIRST;

	counter->owner = box_of(session, box);
	owner = &session->boxes[counter->owner];
	counter->fixed = fixed;
	counter->number -= fixed ? EVENT_FIXED_FIRST : 0;
	counter->bits = (uint8_t)core_pmu_bits(request->machine, fixed);
	counter->counter = box_location(box, row_of(box, counter_role(counter)), counter->number);
	counter->enable = bit_of(box, ROLE_CONTROL, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES, counter->number);
	counter->overflow = bit_of(box, ROLE_STATUS, fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS, counter->number);
	add_select(owner, counter);
	owner->enables |= counter->enable;
	owner->overflows |= counter->overflow;
}

static void name(const struct session_counter *counter, struct text *text)
{
	box_register_name(&counter->box, row_of(&counter->box, counter_role(counter)), counter->number, text);
}

/* The longest period: what a preload can be taken from. */
static uint64_t longest_period(const struct session_counter *counter)
{
	const struct register_row *row = row_of(&counter->box, counter_role(counter));

	if (row->layout->wide && !counter->box.wide)
		return box_writable(&counter->box, row);
	return session_counter_mask(counter);
}

static bool sample(struct session *session, const struct session_request *request, struct session_counter *counter,
		   struct text *complaint)
{
	struct session_box *box = &session->boxes[counter->owner];
	uint64_t longest = longest_period(counter), pmi;

	if (request->period > longest) {
		text_format(complaint,
			    "a period must be 1 to 0x%llx for %s, which takes no more than that in one write",
			    (unsigned long long)longest, row_of(&counter->box, counter_role(counter))->name);
		return false;
	}
	pmi = counter->fixed ? core_pmu_fixed_pmi(counter->number) : select_bit(&counter->box, FIELD_PMI);
	counter->sampled = true;
	counter->select_value |= pmi;
	box->fixed_value |= counter->fixed ? pmi : 0;
	box->sampled |= counter->overflow;
	box->freeze = place_of(&counter->box, ROLE_PMI_FREEZE);
	counter->preload = -request->period & session_counter_mask(counter);
	session->period = request->period;
	return true;
}

static uint16_t number_slots(struct session *session, uint16_t slot)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		struct session_box *box = &session->boxes[i];

		if (!is_core(box))
			continue;
		box->status_slot = slot++;
		box->control_slot = slot++;
		if (!box->sampled)
			continue;
		session->source = (struct session_source){
			.box = box->box,
			.control = row_of(&box->box, ROLE_CONTROL)->name,
			.status = row_of(&box->box, ROLE_STATUS)->name,
			.control_slot = box->control_slot,
			.status_slot = box->status_slot,
			.enables = box->enables,
			.running = box->enables,
		};
	}
	return slot;
}

/* ---- programs: counting ------------------------------------------------------------------------- */

static void save_box(const struct session *session, const struct session_box *box, struct program *save)
{
	session_save(session, save, box->control);
	if (box->sampled)
		session_save(session, save, box->freeze);
	if (box->fixed_select.address)
		session_save(session, save, box->fixed_select);
}

/* What lets counters run comes first, and so is put back last. */
static void compile_save(const struct session *session, struct program *save)
{
	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_core(&session->boxes[i]))
			save_box(session, &session->boxes[i], save);
	session_save_filters(session, &session_by_core, save);
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (!is_ours(counter))
			continue;
		if (!counter->fixed)
			session_save(session, save, counter->select);
		session_save(session, save, counter->counter);
	}
}

static void write_controls(const struct session *session, struct program *program, bool run)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (is_core(box))
			program_write(program, box->control, run ? box->enables : 0);
	}
}

static void compile_run(const struct session *session, struct program *program)
{
	write_controls(session, program, true);
}

static void compile_freeze(const struct session *session, struct program *program)
{
	write_controls(session, program, false);
}

static void clear_overflows(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (is_core(box))
			program_write(program, box->clear, box->overflows);
	}
}

static void compile_disarm(const struct session *session, struct program *disarm)
{
	write_controls(session, disarm, false);
	session_open_filters(session, &session_by_core, disarm);
	clear_overflows(session, disarm);
}

/* What else the register holds is kept: it was just saved. */
static void arm_freeze(const struct session *session, const struct session_box *box, struct program *arm)
{
	const struct register_layout *layout = row_of(&box->box, ROLE_PMI_FREEZE)->layout;
	uint64_t bit = field_mask(layout_field(layout, FIELD_FREEZE_ENABLE));

	for (uint16_t i = 0; i < session->save.count; i++) {
		const struct operation *save = &session->save.operations[i];

		if (!session_same_place(&box->freeze, &save->where))
			continue;
		program_write_slot(arm, box->freeze, bit, save->slot, ~UINT64_C(0));
		program_check(arm, box->freeze, bit, bit);
	}
}

static void arm_counter(const struct session_counter *counter, struct program *arm)
{
	if (!counter->fixed)
		session_write_checked(arm, counter->select, counter->select_value,
				      layout_writable(row_of(&counter->box, ROLE_SELECT)->layout));
	program_write(arm, counter->counter, counter->preload);
}

/* Everything stands still while it is programmed: companions, selects, counters. The register of the fixed
 * counters is written whole: those of others stand still, too, until they are put back. */
static void compile_arm(const struct session *session, struct program *arm)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!is_core(box))
			continue;
		session_write_checked(arm, box->control, 0, box->enables);
		if (box->sampled)
			arm_freeze(session, box, arm);
	}
	session_write_filters(session, &session_by_core, arm);
	for (uint16_t i = 0; i < session->counter_count; i++)
		if (is_ours(&session->counters[i]))
			arm_counter(&session->counters[i], arm);
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (is_core(box) && box->fixed_select.address)
			session_write_checked(arm, box->fixed_select, box->fixed_value,
					      layout_writable(&core_pmu_fixed_select));
	}
	clear_overflows(session, arm);
	for (uint16_t i = 0; i < session->box_count; i++)
		if (is_core(&session->boxes[i]))
			program_check(arm, session->boxes[i].status, 0, session->boxes[i].overflows);
}

/* ---- programs: the PMI handler's ---------------------------------------------------------------- */

static void compile_status(const struct session *session, struct program *status)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (is_core(box) && box->sampled)
			program_read(status, box->status, box->status_slot);
	}
}

static void compile_hold(const struct session *session, struct program *hold)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];
		struct operation *stop;

		if (!is_core(box))
			continue;
		program_read(hold, box->control, box->control_slot);
		stop = program_write(hold, box->control, 0);
		stop->guard = box->control_slot;
		stop->guard_mask = box->enables;
	}
}

static void guard_by(struct operation *operation, const struct session_box *box, uint64_t mask)
{
	operation->guard = box->status_slot;
	operation->guard_mask = mask;
}

/* Only what was seen set is cleared, so that an overflow that came later is not lost; and a bit that
 * sticks must not name its counter for ever. */
static void compile_ack(const struct session *session, struct program *ack)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!is_core(box) || !box->sampled)
			continue;
		guard_by(program_write_slot(ack, box->clear, 0, box->status_slot, box->sampled), box, box->sampled);
		guard_by(program_check(ack, box->status, 0, box->sampled), box, box->sampled);
	}
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (is_ours(counter) && counter->sampled)
			guard_by(program_write(ack, counter->counter, counter->preload),
				 &session->boxes[counter->owner], counter->overflow);
	}
}

const struct session_protocol session_by_core = {
	.accept = accept,
	.add = add,
	.name = name,
	.sample = sample,
	.number_slots = number_slots,
	.compile =
		{
			[SESSION_SAVE] = compile_save,
			[SESSION_ARM] = compile_arm,
			[SESSION_START] = compile_run,
			[SESSION_FREEZE] = compile_freeze,
			[SESSION_RESUME] = compile_run,
			[SESSION_DISARM] = compile_disarm,
			[SESSION_STATUS] = compile_status,
			[SESSION_HOLD] = compile_hold,
			[SESSION_ACK] = compile_ack,
		},
};
