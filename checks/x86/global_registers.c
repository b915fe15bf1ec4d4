/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers above boxes that control themselves: a freeze of all boxes, a status with their overflows, and their
 * number. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAITS 64

/* ---- how many there are -------------------------------------------------------------------------------- */

static bool is_counted_by(const struct box_type *type, const struct box_type *teller)
{
	return type->present && type->present->teller == teller;
}

void run_global_box_count(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct check_register *reg = &context->target.reg;
	struct check_register one = *reg;
	uint64_t answer = 0, got = 0;
	bool masked = false;

	for (unsigned i = 0; i < machine->box_count; i++) {
		if (is_counted_by(machine->boxes[i].box.type, reg->box.type) && machine->boxes[i].state == BOX_DENIED)
			check_untested(context, "boxes that it counts are denied");
		masked |= is_counted_by(machine->boxes[i].box.type, reg->box.type) &&
			  machine->boxes[i].box.type->present->kind == PRESENT_AS_MASKED;
		answer += is_counted_by(machine->boxes[i].box.type, reg->box.type) &&
			  machine->boxes[i].box.socket == reg->box.socket && machine->boxes[i].state == BOX_FOUND;
	}
	for (unsigned i = 0; i < box_row_count(&reg->box, reg->row); i++) {
		uint64_t said;

		one.index = (uint8_t)i;
		said = (check_read(context, &one) & field_mask(reg->row->layout->fields)) >>
		       reg->row->layout->fields->low;
		got += masked ? count_bits(said) : said;
	}
	if (context->decided)
		return;
	if (!got || got > answer)
		fail_got(context, reg, answer, got, "it says %llu, and %llu answer", (unsigned long long)got,
			 (unsigned long long)answer);
	check_pass(context, "%llu of %llu that answer", (unsigned long long)got, (unsigned long long)answer);
}

bool is_box_count(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return target->reg.row->role == ROLE_BOX_COUNT && !target->reg.index;
}

/* ---- one register freezes all --------------------------------------------------------------------------- */

/* True for boxes of the register's die that have counters and their own control. */
static bool is_frozen_by(const struct check_context *context, const struct box *box)
{
	return box_counters(box) && box_row_of_role(box->type, ROLE_BOX_CONTROL) &&
	       box_place(box)->die == box_place(&context->target.place->box)->die;
}

static const struct box *box_to_freeze(const struct check_context *context)
{
	const struct machine_box *place;
	unsigned walk = 0;

	while ((place = next_box(context, &walk)))
		if (is_frozen_by(context, &place->box) &&
		    (place->box.type->event_count || context->machine->processor->described))
			return &place->box;
	return NULL;
}

/* True if the counter advances within the window of its stimulus. */
static bool advances(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus)
{
	uint64_t before = counter_value(context, counter);

	check_pause(context, stimulus->window_ns);
	return counter_value(context, counter) != before;
}

#define HELD UINT64_C(0x1000)

/* Finds the next box of the register's die with its own control and an advancing counter 0; `*walk` begins as 0. */
static bool next_to_freeze(struct check_context *context, unsigned *walk, struct counter *counter,
			   struct stimulus *stimulus)
{
	const struct machine_box *place;

	while (check_going(context) && (place = next_box(context, walk))) {
		*counter = counter_of(&place->box, 0);
		if (is_frozen_by(context, &place->box) && counter_answers(context, counter) &&
		    stimulus_try(context, counter, stimulus))
			return true;
	}
	return false;
}

/* Starts all boxes of the die, freezes them by one write, and writes values that they must hold. Fails only after all
 * boxes are released. */
static void freeze_each(struct check_context *context, const struct check_register *control, uint64_t freeze)
{
	struct counter counter, running;
	struct check_difference difference = {.expected = HELD};
	struct stimulus stimulus;
	uint64_t window_ns = 0;
	unsigned count = 0;

	for (unsigned walk = 0; next_to_freeze(context, &walk, &counter, &stimulus);)
		window_ns = max_u64(window_ns, stimulus.window_ns);
	quiet_socket(context);
	for (unsigned walk = 0; next_to_freeze(context, &walk, &counter, &stimulus); count++)
		counter_prepare(context, &counter, stimulus.select, 0);
	start(context, 0);
	check_write(context, control, freeze);
	for (unsigned walk = 0; next_to_freeze(context, &walk, &counter, &stimulus);)
		check_write(context, &counter.count, HELD);
	check_pause(context, window_ns);
	for (unsigned walk = 0; !difference.reg && next_to_freeze(context, &walk, &counter, &stimulus);) {
		difference.got = counter_value(context, &counter);
		running = counter;
		difference.reg = difference.got != HELD ? &running.count : NULL;
	}
	stop(context);
	release_die(context, control);
	if (difference.reg)
		check_fail_at(context, &difference, "it counts though all boxes are frozen");
	check_pass(context, "freezes the first counters of %u boxes, and lets go", count);
}

void run_global_freeze(struct check_context *context)
{
	const struct check_register *control = &context->target.reg;
	uint64_t freeze = layout_bits(control->row->layout, FIELD_FREEZE);
	bool shows = !(layout_hidden(control->row->layout) & freeze);
	uint64_t release = check_released(context, control);
	const struct box *box = box_to_freeze(context);
	struct check_difference difference = {.reg = control};
	struct counter counter;
	struct stimulus stimulus;
	bool ran, stood;

	if (!context->target.place->frozen)
		expect_above(context, control, 0, "it held all boxes frozen, or reads wrong");
	/* Comes first: nothing counts while the die is frozen. */
	check_write(context, control, release);
	expect_above(context, control, 0, "the freeze shows though it was let go");
	if (!box) {
		check_skip(context, "no box that has its own control answers");
		return;
	}
	counter = counter_of(box, 0);
	if (!check_going(context) || !stimulus_find(context, &counter, &stimulus))
		return;
	quiet_box(context, box);
	counter_prepare(context, &counter, stimulus.select, 0);
	start(context, 0);
	check_write(context, control, freeze);
	if (shows)
		expect_above(context, control, freeze, "a freeze does not show");
	stood = !advances(context, &counter, &stimulus);
	check_write(context, control, release);
	if (shows)
		expect_above(context, control, 0, "the freeze shows though it was let go");
	ran = advances(context, &counter, &stimulus);
	stop(context);
	if (!stood)
		check_doubt_at(context, &difference, &(struct check_doubt){"freeze.global", "no effect", "it freezes"});
	else if (!ran)
		check_fail_at(context, &difference, "a counter does not move although all are let go");
	freeze_each(context, control, freeze);
}

/* ---- one register gathers overflows --------------------------------------------------------------------- */

/* Finds a counter of another box with another bit in the status above. Returns false if there is none. */
static bool find_apart(struct check_context *context, const struct counter *counter, struct counter *apart,
		       struct stimulus *stimulus)
{
	const struct machine_box *place;
	unsigned walk = 0;

	while (check_going(context) && (place = next_box(context, &walk))) {
		if (!box_counters(&place->box) || !shows_above(&place->box))
			continue;
		*apart = counter_of(&place->box, 0);
		if (summary_of(apart) && summary_of(apart) != summary_of(counter) &&
		    stimulus_try(context, apart, stimulus))
			return true;
	}
	return false;
}

/* Returns false if the counter does not overflow. */
static bool let_overflow(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus)
{
	struct check_register control;
	unsigned waits = 0;

	for (unsigned walk = 0; counter->select_report && next_die(context, &walk, &control);)
		release_die(context, &control); /* then start() releases it again after the overflow */
	quiet_box(context, &counter->box);
	counter_prepare(context, counter, stimulus->select | counter->select_report, overflow_preload(counter));
	start(context, 0);
	do
		check_pause(context, stimulus->window_ns);
	while (counter_value(context, counter) > counter_mask(context, counter) >> 1 && ++waits < WAITS);
	await_freeze(context, counter);
	stop(context);
	return waits < WAITS;
}

/* Clears the box's own flags: clearing the status above does not. */
static void clear_own(struct check_context *context, const struct box *box)
{
	struct check_register own = check_register_of(box, ROLE_FLAGS, 0);

	if (own.row)
		check_write(context, &own, check_allowed(context, &own));
}

static void clear_gathered(struct check_context *context, const char *wrong)
{
	struct check_register status;

	for (unsigned walk = 0; next_gatherer(context->machine, context->target.place->box.socket, &walk, &status);) {
		for (unsigned i = 0; i < box_row_count(&status.box, status.row); i++) {
			status.index = (uint8_t)i;
			check_write(context, &status, check_read(context, &status) & check_allowed(context, &status));
			expect_above(context, &status, 0, wrong);
		}
	}
}

static void expect_nothing(struct check_context *context, struct check_register status, const char *wrong)
{
	for (unsigned i = 0; i < box_row_count(&status.box, status.row); i++) {
		status.index = (uint8_t)i;
		expect_above(context, &status, 0, wrong);
	}
}

/* Returns the status of the box's own die. Those of other dies must be 0. */
static struct check_register own_gatherer(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct check_register status, own = {.row = NULL};

	for (unsigned walk = 0; next_gatherer(context->machine, box->socket, &walk, &status);) {
		if (box_place(&status.box)->die == box_place(box)->die)
			own = status;
		else
			expect_nothing(context, status, "the overflow shows above another die");
	}
	own.index = (uint8_t)box_place(box)->summary_register;
	return own;
}

/* Judges the status bits of this box and, in `beside`, of another one. If `shown` counters of the box were reported
 * before, a missing report is this counter's fault, not the register's. */
static void judge_gathered(struct check_context *context, const struct counter *counter, uint64_t beside,
			   unsigned shown)
{
	struct check_register status = own_gatherer(context);
	struct check_difference difference = {.reg = &status, .expected = summary_of(counter)};

	difference.got = check_read(context, &status) & named_above(context, &status);
	difference.expected |= difference.got & beside;
	if (!difference.got && shown)
		fail_got(context, &counter->count, summary_of(counter), 0,
			 "no overflow of it shows above its box; those of %u others do", shown);
	else if (!difference.got)
		check_doubt_at(context, &difference, &(struct check_doubt){"summary", "no overflow shows", "it shows"});
	else
		expect_got(context, &status, difference.expected, difference.got,
			   "an overflow of the box does not show as it should");
	/* A counter frozen by its overflow may hold 0, like one that was cleared. */
	check_write(context, &counter->count, HELD);
	check_write(context, &status, summary_of(counter));
	expect_above(context, &status, difference.got & beside, "the box's overflow would not clear alone");
	expect_value(context, &counter->count, HELD, "clearing its overflow changed it");
}

static bool try_summary(struct check_context *context, const struct counter *tested, unsigned shown)
{
	const struct box *box = &tested->box;
	struct counter counter = *tested, apart;
	struct stimulus stimulus, other;
	bool accompanied;

	if (!stimulus_find(context, &counter, &stimulus))
		return false;
	accompanied = !shown && find_apart(context, &counter, &apart, &other);
	quiet_box(context, box);
	clear_own(context, box);
	if (accompanied)
		clear_own(context, &apart.box); /* an earlier run may have ended with its bit set */
	clear_gathered(context, "it does not clear");
	/* If a reported overflow keeps all boxes frozen, no second one can follow it. */
	if (accompanied && !(let_overflow(context, &apart, &other) && let_overflow(context, &counter, &stimulus))) {
		clear_own(context, &apart.box);
		clear_gathered(context, "an overflow would not clear");
		accompanied = false;
	}
	if (!accompanied && !let_overflow(context, &counter, &stimulus))
		expect_value(context, &counter.count, 0, "the counter does not get to its overflow");
	judge_gathered(context, &counter, accompanied ? summary_of(&apart) : 0, shown);
	clear_gathered(context, "an overflow would not clear");
	clear_own(context, box);
	if (accompanied)
		clear_own(context, &apart.box);
	return true;
}

void run_global_summary(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	unsigned tried = 0;

	for (unsigned i = 0; i < box_counters(box) && check_going(context); i++) {
		const struct counter counter = counter_of(box, i);

		if (counter_answers(context, &counter) && !is_unlisted(context, &counter))
			tried += try_summary(context, &counter, tried);
	}
	check_pass(context, "overflows of %u of %u counters show, until they are cleared", tried, box_counters(box));
}

bool is_gathered(const struct machine *machine, const struct check_target *target)
{
	struct check_register status;

	return box_counters(&target->place->box) && find_gatherer(machine, &target->place->box, &status);
}
