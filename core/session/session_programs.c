/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiles the programs of counters in registers. Only this file decides which registers are written, and in which
 * order.
 *
 * The order is that of the guides: stop everything, then write filters, selects, counters, and the controls that start
 * them. Differences between processors follow from their controls:
 * - A switch made of enables is read back after it is cleared, before anything below it is programmed.
 * - Counters may ignore a switch that freezes, so below one a select is enabled only after its counter is written.
 * - A control below the switch that freezes is released before anything of its box is written; one made of enables,
 * after it.
 * - Boxes that are stopped one by one are stopped in the same order each time, so that all count equally long. The time
 * of each stop is noted.
 * - If a switch shows that it is stopped, a handler leaves it alone.
 * - If a status bit says that hardware froze the counters, it is cleared by the last write before they run, and again
 * when registers are restored: otherwise the next owner's counters would not run.
 * Counters are never cleared by a common reset, which would also clear counters of other owners. Each of the session's
 * counters is written. */
#include "core/session/session_registers.h"

#include "core/hardware/core_pmu.h"

/* ---- iterating over a domain ----------------------------------------------------------------------- */

static const struct session_scope *next_scope(const struct session *session, unsigned domain,
					      const struct session_scope *scope)
{
	for (scope = scope ? scope + 1 : session->scopes; scope < session->scopes + session->scope_count; scope++)
		if (scope->domain == domain)
			return scope;
	return NULL;
}

static const struct session_box *next_box(const struct session *session, unsigned domain, const struct session_box *box)
{
	for (box = box ? box + 1 : session->boxes; box < session->boxes + session->box_count; box++)
		if (box->domain == domain)
			return box;
	return NULL;
}

/* The next counter that can be programmed. */
static const struct session_counter *next_session_counter(const struct session *session, unsigned domain,
							  const struct session_counter *counter)
{
	counter = counter ? counter + 1 : session->counters;
	for (; counter < session->counters + session->counter_count; counter++)
		if (counter->domain == domain && !counter->free)
			return counter;
	return NULL;
}

/* ---- locations of status registers ----------------------------------------------------------------- */

static struct location status_location(const struct status *status)
{
	return session_row_location(&status->box, status->row);
}

static struct location clear_location(const struct status *status)
{
	return session_row_location(&status->box, status->clear);
}

/* ---- programs: counting ---------------------------------------------------------------------------- */

static void save_there(const struct session *session, struct program *save, const struct location *where)
{
	if (where->address)
		session_save(session, save, *where, 0);
}

/* A hardware freeze persists whatever the enables are. */
void session_thaw(const struct session *session, unsigned domain, struct program *program)
{
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		if (s->thaw.address)
			program_write(program, s->thaw, s->thaws);
}

/* The next box above a domain's boxes that firmware left with its freeze set; NULL after the last. */
static const struct machine_box *next_frozen(const struct session *session, unsigned domain,
					     const struct machine_box *box)
{
	const struct machine *machine = session->machine;
	const struct machine_box *end = machine->boxes + machine->box_count;

	for (box = box ? box + 1 : machine->boxes; box < end; box++)
		for (uint16_t i = 0; box->frozen && i < session->box_count; i++)
			if (session->boxes[i].domain == domain && session->boxes[i].box.socket == box->box.socket &&
			    session->boxes[i].box.type->scope == BOX_OF_SOCKET)
				return box;
	return NULL;
}

static const struct register_row *freeze_row(const struct machine_box *frozen)
{
	return box_row_of_role(frozen->box.type, ROLE_GLOBAL_FREEZE);
}

static struct location freeze_location(const struct machine_box *frozen)
{
	return session_row_location(&frozen->box, freeze_row(frozen));
}

/* The program into which a box's priming is compiled. */
struct priming {
	const struct session *session;
	const struct session_box *box;
	struct program *program;
};

static void prime_boxes(const struct session *session, unsigned domain, struct program *program, core_pmu_write *write)
{
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b)) {
		struct priming priming = {session, b, program};

		if (b->primes)
			(void)core_pmu_prime(session->machine, &b->box, write, &priming);
	}
}

/* Also saves primed counters and selects that the session does not use. The enables are saved with the switch. */
static void save_primed(void *context, const struct register_row *row, unsigned index, uint64_t value)
{
	const struct priming *priming = context;
	struct location where = box_location(&priming->box->box, row, index);

	(void)value;
	if (row->role == ROLE_CLEAR)
		return;
	for (uint16_t i = 0; priming->program->operations && i < priming->program->count; i++)
		if (session_same_location(&where, &priming->program->operations[i].where))
			return;
	session_save(priming->session, priming->program, where, 0);
}

static void write_primed(void *context, const struct register_row *row, unsigned index, uint64_t value)
{
	const struct priming *priming = context;

	program_write(priming->program, box_location(&priming->box->box, row, index), value);
}

/* Saves the outermost controls first. Registers are restored in reverse order, so those that start counters come
 * last. */
static void registers_save(const struct session *session, unsigned domain, struct program *save)
{
	for (const struct machine_box *b = next_frozen(session, domain, NULL); b; b = next_frozen(session, domain, b))
		session_save(session, save, freeze_location(b), 0);
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		save_there(session, save, &s->gate);
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s)) {
		if (s->control.row)
			session_save(session, save, s->where, s->control.ones | s->control.release);
		save_there(session, save, &s->freeze);
		save_there(session, save, &s->joint_select);
	}
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b))
		if (b->inner.row)
			session_save(session, save, session_row_location(&b->box, b->inner.row), b->inner.ones);
	session_save_filters(session, domain, save);
	for (const struct session_counter *c = next_session_counter(session, domain, NULL); c;
	     c = next_session_counter(session, domain, c)) {
		if (!c->joint)
			session_save(session, save, c->select, layout_ones(session_select_row(c)->layout));
		session_save(session, save, c->counter, 0);
	}
	prime_boxes(session, domain, save, save_primed);
}

/* True for counters that only their selects start and stop. */
static bool starts_alone(const struct session *session, const struct session_counter *counter)
{
	return control_stands_alone(session->machine, &counter->box, counter->fixed);
}

static void switch_scope(const struct session *session, struct program *program, const struct session_scope *scope,
			 bool run)
{
	if (scope->control.row)
		program_write(program, scope->where, run ? scope->running : scope->stopped);
	for (const struct session_counter *c = next_session_counter(session, scope->domain, NULL); c;
	     c = next_session_counter(session, scope->domain, c))
		if (session_scope_of(session, c) == scope && starts_alone(session, c))
			program_write(program, c->select, c->select_value & ~(run ? 0 : session_select_enable(c)));
}

static void registers_run(const struct session *session, unsigned domain, struct program *program)
{
	/* This comes while the enables are still 0: an overflow between the two writes would freeze, and a later thaw
	 * would undo that. */
	session_thaw(session, domain, program);
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		switch_scope(session, program, s, true);
}

/* Only a CPU's own counters stop at once. */
static bool takes_time(const struct session *session, unsigned domain)
{
	return session->domains[domain].scope != CONTROL_BY_CPU;
}

static void add_settle(const struct session *session, unsigned domain, struct program *program)
{
	if (takes_time(session, domain))
		program_settle(program);
}

static bool is_timed(const struct session *session, unsigned domain)
{
	return session->domains[domain].scope == CONTROL_BY_BOX;
}

static void registers_freeze(const struct session *session, unsigned domain, struct program *program)
{
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s)) {
		switch_scope(session, program, s, false);
		if (is_timed(session, domain))
			program_ticks(program, s->where, s->frozen_slot);
	}
	program->settles |= takes_time(session, domain);
}

/* Clears the session's overflow bits, set or not: first in the boxes, then above them. */
static void clear_overflows(const struct session *session, unsigned domain, struct program *program)
{
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b))
		if (b->status.row && b->overflows)
			program_write(program, clear_location(&b->status), b->overflows);
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s)) {
		uint64_t bits = s->overflows;

		if (s->status.row && session->period)
			bits |= control_pmi_clear(session->machine);
		if (bits)
			program_write(program, clear_location(&s->status), bits);
	}
}

/* Excludes bits that freezing changes: a select without a control above it loses its enable. */
static void registers_kept(const struct session *session, unsigned domain, struct program *kept)
{
	for (const struct session_counter *c = next_session_counter(session, domain, NULL); c;
	     c = next_session_counter(session, domain, c)) {
		const struct session_scope *scope = session_scope_of(session, c);
		uint64_t mask = c->joint ? scope->joint_writable
					 : layout_settable(session_select_row(c)->layout) &
						   ~(starts_alone(session, c) ? session_select_enable(c) : 0);

		program_check(kept, c->joint ? scope->joint_select : c->select,
			      (c->joint ? scope->joint_value : c->select_value) & mask, mask)
			->slot = (uint16_t)(c - session->counters);
	}
	for (uint16_t i = 0; i < session->filter_count; i++) {
		const struct session_filter *filter = &session->filters[i];

		if (filter->domain == domain)
			program_check(kept, filter->where, filter->value & filter->writable, filter->writable)->slot =
				session->counter_count;
	}
}

static void registers_disarm(const struct session *session, unsigned domain, struct program *disarm)
{
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		switch_scope(session, disarm, s, false);
	add_settle(session, domain, disarm);
	clear_overflows(session, domain, disarm);
	session_open_filters(session, domain, disarm);
}

/* Sets bits of a register. The other bits keep their saved values. */
static void set_bits(const struct session *session, struct program *arm, const struct location *where, uint64_t bits)
{
	for (uint16_t i = 0; where->address && i < session->save.count; i++) {
		const struct operation *save = &session->save.operations[i];

		if (session_same_location(where, &save->where))
			program_write_slot(arm, *where, bits, save->slot, ~UINT64_C(0));
	}
}

static void write_select(const struct session_counter *counter, struct program *arm, bool enabled)
{
	session_write_checked(arm, counter->select,
			      counter->select_value & ~(enabled ? 0 : session_select_enable(counter)),
			      layout_settable(session_select_row(counter)->layout));
}

static void arm_counter(const struct session *session, const struct session_counter *counter, struct program *arm)
{
	bool alone = starts_alone(session, counter);
	bool late = alone || control_freezes(&session_scope_of(session, counter)->control);

	if (!counter->joint) {
		uint64_t reset = layout_bits(session_select_row(counter)->layout, FIELD_TALLY_RESET);
		const struct event *event = counter->config->event;

		/* A queue tally belongs to the counter and may hold a value of another event, so it is reset before
		 * use. */
		if (reset && (!event || event->flags & EVENT_TALLY))
			program_write(arm, counter->select,
				      (counter->select_value & ~session_select_enable(counter)) | reset);
		write_select(counter, arm, !late);
	}
	program_write(arm, counter->counter, counter->preload);
	if (late && !alone)
		write_select(counter, arm, true);
}

/* Opens the controls of boxes below the switch: either those that freeze or those made of enables. */
static void open_inner(const struct session *session, unsigned domain, struct program *arm, bool freezes)
{
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b)) {
		struct location where = session_row_location(&b->box, b->inner.row);

		if (!b->inner.row || control_freezes(&b->inner) != freezes)
			continue;
		if (freezes)
			program_write(arm, where, b->inner.run);
		else
			session_write_checked(arm, where, b->inner.run | b->enables,
					      layout_writable(b->inner.row->layout));
	}
}

/* A select that several counters share is written whole. Other owners' counters in it stop until it is restored. */
static void registers_arm(const struct session *session, unsigned domain, struct program *arm)
{
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s)) {
		switch_scope(session, arm, s, false);
		if (control_is_enables(&s->control))
			program_check(arm, s->where, 0, s->enables);
		set_bits(session, arm, &s->freeze, s->freeze_bit);
		if (s->freeze.address)
			program_check(arm, s->freeze, s->freeze_bit, s->freeze_bit);
	}
	add_settle(session, domain, arm);
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		if (s->gate.address)
			set_bits(session, arm, &s->gate, s->control.global->gate_open);
	prime_boxes(session, domain, arm, write_primed);
	open_inner(session, domain, arm, true);
	session_write_filters(session, domain, arm);
	for (const struct session_counter *c = next_session_counter(session, domain, NULL); c;
	     c = next_session_counter(session, domain, c))
		arm_counter(session, c, arm);
	open_inner(session, domain, arm, false);
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		if (s->joint_select.address)
			session_write_checked(arm, s->joint_select, s->joint_value, s->joint_writable);
	for (const struct machine_box *b = next_frozen(session, domain, NULL); b; b = next_frozen(session, domain, b))
		program_write(arm, freeze_location(b), layout_commands(freeze_row(b)->layout));
	clear_overflows(session, domain, arm);

	/* The overflow bits of sampled counters must be clear; without a summary, those of all counters. */
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b)) {
		const struct status *above = &session->scopes[b->scope].status;
		const struct status *status = b->status.row ? &b->status : above;

		if (status->row && (b->sampled || !above->row))
			program_check(arm, status_location(status), 0, b->overflows)->settles = true;
	}
}

/* ---- programs: the PMI handler's ------------------------------------------------------------------- */

/* Reads one status for each level: first the summary, then the boxes that it shows. */
static void registers_status(const struct session *session, unsigned domain, struct program *status)
{
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		if (s->status.row)
			program_read(status, status_location(&s->status), s->status_slot);
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b)) {
		const struct session_scope *scope = &session->scopes[b->scope];
		struct operation *read;

		if (!b->sampled || !b->status.row)
			continue;
		read = program_read(status, status_location(&b->status), b->status_slot);
		if (!scope->status.row || !b->summary)
			continue;
		read->guard = scope->status_slot;
		read->guard_mask = b->summary;
	}
}

static void registers_hold(const struct session *session, unsigned domain, struct program *hold)
{
	if (is_timed(session, domain)) {
		registers_freeze(session, domain, hold);
		return;
	}
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s)) {
		struct operation *stop;

		if (!s->shown) {
			const struct location *counter = &session->counters[s->moving].counter;

			/* A switch that cannot be read: the counter that raises PMIs is read before and after. If it
			 * still advanced, hardware had not stopped it. */
			if (s->sampled) {
				/* A hardware stop in progress may complete here. The time itself is not used. */
				program_ticks(hold, *counter, s->moving_slot)->settles = true;
				program_read(hold, *counter, s->moving_slot);
			}
			switch_scope(session, hold, s, false);
			if (s->sampled)
				program_read(hold, *counter, s->moving);
			continue;
		}
		program_read(hold, s->where, s->control_slot);
		stop = program_write(hold, s->where, s->stopped);
		if (s->stopped & s->shown)
			continue;
		stop->guard = s->control_slot;
		stop->guard_mask = s->shown;
	}
	hold->settles |= takes_time(session, domain);
}

static void guard_by(struct operation *operation, const struct session_box *box, uint64_t mask)
{
	operation->guard = box->status_slot;
	operation->guard_mask = mask;
}

/* Only bits that were seen set are cleared, so that no later overflow is lost. Each is read back (one access for each
 * overflowed box), so that a stuck bit cannot name its counter forever. Bits of counters that are not sampled are
 * cleared, too: the next interval starts clean. */
static void registers_ack(const struct session *session, unsigned domain, struct program *ack)
{
	for (const struct session_box *b = next_box(session, domain, NULL); b; b = next_box(session, domain, b)) {
		struct operation *check;

		if (!b->sampled || !b->status.row)
			continue;
		guard_by(program_write_slot(ack, clear_location(&b->status), 0, b->status_slot, b->overflows), b,
			 b->overflows);
		check = program_check(ack, status_location(&b->status), 0, b->overflows);
		check->settles = true;
		guard_by(check, b, b->overflows);
	}
	for (const struct session_scope *s = next_scope(session, domain, NULL); s; s = next_scope(session, domain, s))
		if (s->status.row)
			program_write_slot(ack, clear_location(&s->status), control_pmi_clear(session->machine),
					   s->status_slot, s->overflows);
	for (const struct session_counter *c = next_session_counter(session, domain, NULL); c;
	     c = next_session_counter(session, domain, c))
		if (c->sampled)
			guard_by(program_write(ack, c->counter, c->preload), &session->boxes[c->owner], c->overflow);
}

bool session_skew(const struct session *session, const uint64_t *slots, struct session_skew *skew)
{
	*skew = (struct session_skew){0};
	for (uint16_t i = 0; i < session->scope_count; i++) {
		const struct session_scope *scope = &session->scopes[i];

		if (!is_timed(session, scope->domain))
			continue;
		if (!skew->boxes++)
			skew->first = scope;
		skew->last = scope;
	}
	if (skew->boxes < 2)
		return false;
	skew->ticks = slots[skew->last->frozen_slot] - slots[skew->first->frozen_slot];
	return true;
}

session_compile_phase *const session_register_programs[SESSION_PHASES] = {
	[SESSION_SAVE] = registers_save,     [SESSION_ARM] = registers_arm,       [SESSION_START] = registers_run,
	[SESSION_FREEZE] = registers_freeze, [SESSION_RESUME] = registers_run,    [SESSION_DISARM] = registers_disarm,
	[SESSION_CLEAR] = clear_overflows,   [SESSION_STATUS] = registers_status, [SESSION_HOLD] = registers_hold,
	[SESSION_ACK] = registers_ack,       [SESSION_KEPT] = registers_kept,
};
