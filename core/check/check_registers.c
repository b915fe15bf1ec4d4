/* SPDX-License-Identifier: BSD-2-Clause */
/* Register access for checks: only allowed values are written, and all registers are restored. */
#include "core/check/check.h"
#include "core/hardware/core_pmu.h"
#include "core/hardware/settle.h"
#include "core/hardware/write_ahead.h"
#include "core/program/program.h"

/* ---- single accesses, journalled, after counters have stopped ---------------------------------------- */

static struct location check_location_of(const struct check_register *reg)
{
	return box_location(&reg->box, reg->row, reg->index);
}

/* The control in this register; row NULL if it is not a control. */
static struct control control_at(const struct check_context *context, const struct check_register *reg)
{
	struct control control = {.row = NULL};

	if (is_control_box(context->machine, &reg->box))
		control = control_of_socket(context->machine, reg->box.socket);
	if (control.row != reg->row && (reg->row->role == ROLE_CONTROL || reg->row->role == ROLE_BOX_CONTROL))
		control = control_of_box(&reg->box);
	return control.row == reg->row ? control : (struct control){.row = NULL};
}

void check_settle(struct check_context *context)
{
	settle_note(context->machine->hw);
}

/* The hash chain of a register. Neighbours are in different chains. */
static unsigned chain_of(const struct check_register *reg)
{
	unsigned row = (unsigned)(reg->row - reg->box.type->registers);

	return (row + 3u * reg->index + 7u * reg->box.instance + reg->box.socket) % CHECK_SAVED_CHAINS;
}

static struct check_saved *saved_of(const struct check_context *context, const struct check_register *reg)
{
	for (unsigned at = context->saved_chain[chain_of(reg)]; at; at = context->saved[at - 1].next)
		if (check_same(&context->saved[at - 1].reg, reg))
			return &context->saved[at - 1];
	return NULL;
}

/* True if the switch above a box has stopped its counters, so that no write below it can stop any more. */
static bool switched_off(const struct check_context *context, const struct check_register *reg)
{
	struct control control = control_switch(context->machine, &reg->box);
	struct check_register at = {control.box, control.row, 0};
	uint64_t differs = control.run ^ control.stop;
	const struct check_saved *saved;

	if (!control.row || control.row == reg->row ||
	    control_stands_alone(context->machine, &reg->box, reg->row->role == ROLE_FIXED_SELECT))
		return false;
	saved = saved_of(context, &at);
	return differs && saved && (saved->written & differs) == (control.stop & differs);
}

/* True if writing `value` over `before` may stop counters or clear overflow bits. */
static bool takes_time(const struct check_context *context, const struct check_register *reg,
		       const struct control *control, uint64_t before, uint64_t value)
{
	struct status above = control_socket_status(context->machine, reg->box.socket);

	if (reg->row == above.row || reg->row == above.clear)
		return true;
	if (control->row)
		return (before & ~value || value & ~before & control->stop) && !switched_off(context, reg);
	switch (reg->row->role) {
	case ROLE_SELECT:
	case ROLE_FIXED_SELECT:
		return before & ~value & layout_bits(reg->row->layout, FIELD_ENABLE) && !switched_off(context, reg);
	case ROLE_GLOBAL_FREEZE: return value & layout_bits(reg->row->layout, FIELD_FREEZE);
	case ROLE_STATUS:
	case ROLE_FLAGS:
	case ROLE_CLEAR: return true;
	default: return false;
	}
}

enum outcome check_peek(struct check_context *context, const struct check_register *reg, uint64_t *value)
{
	struct location where = check_location_of(reg);
	struct accessed access;

	settle_wait(context->machine->hw);
	access = write_ahead_read(context->machine->hw, &where);
	if (access.outcome == OUTCOME_OK)
		*value = access.value;
	return access.outcome;
}

static enum outcome poke(struct check_context *context, const struct check_register *reg, uint64_t value)
{
	struct location where = check_location_of(reg);
	struct check_saved *saved = saved_of(context, reg);
	struct control control = control_at(context, reg);
	bool settles = !core_pmu_has(reg->box.type) &&
		       takes_time(context, reg, &control, saved ? saved->written : ~UINT64_C(0), value);
	enum outcome outcome;

	if (saved)
		saved->written = value;

	if (!settles && !control.row)
		settle_wait(context->machine->hw);
	outcome = write_ahead_write(context->machine->hw, &where, value).outcome;
	if (settles)
		check_settle(context);
	return outcome;
}

/* ---- permitted accesses ---------------------------------------------------------------------------- */

/* The PMI enable of a fixed select may be an assumption, which is not in the layout. */
static uint64_t assumed_bits(const struct check_context *context, const struct check_register *reg)
{
	const struct assumption *pmi = context->machine->processor->fixed_pmi;
	uint64_t bits = 0;

	if (!pmi || reg->row->role != ROLE_FIXED_SELECT)
		return 0;
	for (unsigned i = 0; i < pmi->candidate_count; i++)
		bits |= pmi->candidates[i];
	return bits;
}

/* The global status, and with it the register that clears it, may have bits that its table lacks. Other ignored bits
 * are not written. */
static bool may_write(const struct check_context *context, const struct check_register *reg, const struct field *field)
{
	if (field->access == ACCESS_IGNORED)
		return reg->row->role == ROLE_CLEAR && is_control_box(context->machine, &reg->box);
	return field->access == ACCESS_RW || field->access == ACCESS_WO || field->access == ACCESS_W1C ||
	       field->access == ACCESS_W1_TO || field->access == ACCESS_W1S || field->access == ACCESS_COUNTING ||
	       field->access == ACCESS_ONE || field->access == ACCESS_UNSURE;
}

uint64_t check_allowed(const struct check_context *context, const struct check_register *reg)
{
	const struct register_layout *layout = reg->row->layout;
	uint64_t bits = assumed_bits(context, reg);

	/* All other bits keep the value found. */
	if (reg->row->role == ROLE_PMI_FREEZE)
		return ~UINT64_C(0);
	for (unsigned i = 0; i < layout->field_count; i++)
		if (may_write(context, reg, &layout->fields[i]))
			bits |= box_field_mask(&reg->box, reg->row, &layout->fields[i]);
	return bits;
}

uint64_t check_released(const struct check_context *context, const struct check_register *reg)
{
	return check_allowed(context, reg) & ~layout_bits(reg->row->layout, FIELD_FREEZE);
}

bool check_readable(const struct check_register *reg)
{
	return row_readable(reg->row);
}

/* The reason why the value is dangerous, whatever bits are writable; NULL if it is not. */
static const char *danger_of(const struct check_context *context, const struct check_register *reg, uint64_t value)
{
	const struct counter_erratum *erratum = &reg->box.type->erratum;
	const struct global_control *global = control_at(context, reg).global;

	if ((reg->row->role == ROLE_COUNTER || reg->row->role == ROLE_FIXED_COUNTER) && erratum->low_mask &&
	    (value & erratum->low_mask) >= erratum->forbidden_from)
		return "the counter's erratum forbids that preload";
	if (global && (value & global->reset_all) && (value & global->run))
		return "it would enable and reset at the same time";
	return NULL;
}

/* The reason why a check must not write the value; NULL if it may. */
static const char *objection(const struct check_context *context, const struct check_register *reg, uint64_t value)
{
	if (value & ~check_allowed(context, reg))
		return "it has bits that must not be written";
	return danger_of(context, reg, value);
}

/* ---- reading and writing --------------------------------------------------------------------------- */

static void fail_access(struct check_context *context, const struct check_register *reg, const char *verb,
			enum outcome outcome)
{
	struct check_difference difference = {.reg = reg, .outcome = (uint8_t)outcome};

	check_fail_at(context, &difference, "%s gives %s", verb, outcome_name(outcome));
}

uint64_t check_read(struct check_context *context, const struct check_register *reg)
{
	uint64_t value = 0;
	enum outcome outcome;

	if (!check_going(context))
		return 0;
	check_roots_use(context, reg);
	outcome = check_peek(context, reg, &value);
	if (outcome != OUTCOME_OK) {
		fail_access(context, reg, "reading", outcome);
		return 0;
	}
	return value;
}

bool check_is_changed(const struct check_context *context, const struct check_register *reg)
{
	return saved_of(context, reg);
}

uint64_t check_written(struct check_context *context, const struct check_register *reg)
{
	const struct check_saved *saved = saved_of(context, reg);

	return saved ? saved->written : check_read(context, reg);
}

static void keep_value(struct check_context *context, const struct check_register *reg, uint64_t value)
{
	uint16_t *chain = &context->saved_chain[chain_of(reg)];

	if (context->saved_count == context->saved_room)
		check_fail(context, "no room to save one more register");
	if (!check_going(context))
		return;
	context->saved[context->saved_count++] = (struct check_saved){*reg, value, value, *chain};
	*chain = context->saved_count;
}

/* A control that cannot be read, or the register that freezes a die, is assumed to have let counters run. */
static void save(struct check_context *context, const struct check_register *reg)
{
	struct control control = control_at(context, reg);

	/* Writing back the flags that were read would clear them. */
	if (check_is_changed(context, reg) || reg->row->role == ROLE_FLAGS)
		return;
	if (check_readable(reg))
		keep_value(context, reg, check_read(context, reg));
	else if (control.row || reg->row->role == ROLE_GLOBAL_FREEZE)
		keep_value(context, reg, control.run);
}

void check_write(struct check_context *context, const struct check_register *reg, uint64_t value)
{
	const char *why_not;
	enum outcome outcome;

	check_roots_use(context, reg);
	save(context, reg);
	if (!check_going(context))
		return;
	value |= layout_ones(reg->row->layout);
	why_not = objection(context, reg, value);
	if (why_not) {
		struct check_difference difference = {
			.reg = reg, .expected = value & check_allowed(context, reg), .got = value};
		char bytes[CHECK_REGISTER_NAME];
		struct text name = TEXT_OVER(bytes);

		box_register_name(&reg->box, reg->row, reg->index, &name);
		/* Bits that must not be written come from a read: a check writes back the value it found. */
		if (difference.expected != value)
			check_fail_at(context, &difference, "the check would write 0x%llx to %s: %s",
				      (unsigned long long)value, bytes, why_not);
		else
			check_fail(context, "the check would write 0x%llx to %s: %s", (unsigned long long)value, bytes,
				   why_not);
		return;
	}
	outcome = poke(context, reg, value);
	if (outcome != OUTCOME_OK)
		fail_access(context, reg, "writing", outcome);
}

enum outcome check_try_write(struct check_context *context, const struct check_register *reg, uint64_t value)
{
	value |= layout_ones(reg->row->layout);
	return check_going(context) && !objection(context, reg, value) ? poke(context, reg, value) : OUTCOME_DROPPED;
}

bool check_is_gate(const struct check_register *reg)
{
	const struct box_type *type = reg->box.type;

	for (unsigned i = 0; i < type->filter_register_count; i++)
		if (type->filter_registers[i].gate && &type->registers[type->filter_registers[i].gate - 1] == reg->row)
			return true;
	return false;
}

void check_shut_gate(struct check_context *context, const struct check_register *reg)
{
	const struct filter_register *filter_register = box_filter_register(reg->box.type, reg->row);
	struct check_register gate = {.box = reg->box};

	if (!filter_register || !filter_register->gate)
		return;
	gate.row = &reg->box.type->registers[filter_register->gate - 1];
	check_write(context, &gate, 0);
}

/* ---- overflow bits ----------------------------------------------------------------------------------- */

uint64_t check_mirrored(const struct check_context *context, const struct box *controlling)
{
	return control_mirrored(context->machine, controlling);
}

/* Clears the status bits that are set, except bits that mirror others. */
static void clear_status(struct check_context *context, const struct status *status, uint64_t following)
{
	struct check_register shows = {status->box, status->row, 0}, clear = {status->box, status->clear, 0};
	const struct box *box = &context->target.place->box;
	enum outcome outcome;
	uint64_t bits = 0;

	if (!status->row || check_peek(context, &shows, &bits) != OUTCOME_OK)
		return;
	bits &= check_allowed(context, &clear) & ~following;
	if (!bits)
		return;
	outcome = poke(context, &clear, bits);
	if (outcome != OUTCOME_OK && box->type == status->box.type && box->instance == status->box.instance)
		fail_access(context, &clear, "clearing", outcome);
}

/* True for another CPU's counters, unless this check wrote there and may have left overflows. No summary shows them,
 * and reading them in every check would make the run's length quadratic in the number of CPUs. */
static bool is_others(const struct check_context *context, const struct box *box)
{
	if (!core_pmu_has(box->type) || box->cpu == context->target.place->box.cpu)
		return false;
	for (unsigned i = 0; i < context->saved_count; i++)
		if (context->saved[i].reg.box.type == box->type && context->saved[i].reg.box.cpu == box->cpu)
			return false;
	return true;
}

static void clear_overflows(struct check_context *context)
{
	const struct machine *machine = context->machine;
	uint16_t socket = context->target.place->box.socket;
	struct status above = control_socket_status(machine, socket);

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];
		struct status status;

		if (place->state != BOX_FOUND || place->box.socket != socket || is_others(context, &place->box))
			continue;
		status = control_box_status(&place->box);
		if (!(status.row == above.row && is_control_box(machine, &place->box)))
			clear_status(context, &status, 0);
	}
	clear_status(context, &above, check_mirrored(context, &above.box));
}

/* A failed check leaves its counters running until all is restored; its later calls do nothing. */
void check_clear_overflows(struct check_context *context)
{
	if (!check_going(context))
		return;
	clear_overflows(context);
	check_watch_rearm(context);
}

/* ---- restoring -------------------------------------------------------------------------------------- */

/* Unknown bits are restored as read, since they may have a meaning. Bits that must be 1 are set, even if they read
 * 0. */
static void restore_register(struct check_context *context, const struct check_saved *saved, uint64_t value)
{
	enum outcome outcome;

	/* A counter whose original value is forbidden cannot be restored: it starts at 0. */
	if (danger_of(context, &saved->reg, value))
		value = 0;
	outcome = poke(context, &saved->reg, value | layout_ones(saved->reg.row->layout));
	if (outcome != OUTCOME_OK)
		fail_access(context, &saved->reg, "restoring", outcome);
}

/* Registers are restored in this order. */
enum rank { RANK_CONTENT, RANK_GATE, RANK_CONTROL, RANK_GLOBAL, RANK_COUNT };

static enum rank rank_of(const struct check_context *context, const struct check_register *reg)
{
	struct control control = control_at(context, reg);
	bool fixed = reg->row->role == ROLE_FIXED_SELECT;

	if (control.global)
		return RANK_GLOBAL;
	/* The select's enable may be the only known start and stop of its counter. */
	if (control.row ||
	    ((reg->row->role == ROLE_SELECT || fixed) && control_stands_alone(context->machine, &reg->box, fixed)))
		return RANK_CONTROL;
	return check_is_gate(reg) ? RANK_GATE : RANK_CONTENT;
}

/* Bits to set in a restored control, whatever it held. A die that was not found frozen is released: an overflow may have frozen it,
 * which need not show. */
static uint64_t bits_to_release(const struct check_context *context, const struct check_saved *saved)
{
	const struct register_row *row = saved->reg.row;

	if (row->role == ROLE_GLOBAL_FREEZE)
		return saved->value & layout_bits(row->layout, FIELD_FREEZE) ? 0 : check_released(context, &saved->reg);
	return control_at(context, &saved->reg).release;
}

void check_restore(struct check_context *context)
{
	/* Everything is stopped first: no select or counter is written while it counts, and no filter while it is
	 * used. */
	for (unsigned rank = RANK_GLOBAL; rank >= RANK_GATE; rank--)
		for (unsigned i = 0; i < context->saved_count; i++)
			if (rank_of(context, &context->saved[i].reg) == rank)
				restore_register(context, &context->saved[i],
						 control_at(context, &context->saved[i].reg).stop);
	if (context->counted)
		clear_overflows(context);
	for (unsigned rank = RANK_CONTENT; rank < RANK_COUNT; rank++)
		for (unsigned i = 0; i < context->saved_count; i++)
			if (rank_of(context, &context->saved[i].reg) == rank)
				restore_register(context, &context->saved[i],
						 context->saved[i].value |
							 bits_to_release(context, &context->saved[i]));
	context->saved_count = 0;
	context->counted = false;
}
