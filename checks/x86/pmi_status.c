/* SPDX-License-Identifier: BSD-2-Clause */
/* The global status notes a PMI request and clears that note on request. The check also measures what sets the bits
 * that belong to no box.
 *
 * It provokes an overflow three times: without its PMI enabled, with it, and with the freeze armed as well. The first
 * of these that sets a bit is the answer for that bit. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "core/event/event.h"

enum { STEP_OVERFLOW, STEP_REQUEST, STEP_FREEZE, STEPS };

/* Returns the bits of the status that are no box's overflows. */
static uint64_t unexplained(const struct check_context *context, uint64_t status)
{
	const struct machine *machine = context->machine;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct box *box = &machine->boxes[i].box;

		status &= ~box_place(box)->summary;
	}
	return status;
}

uint64_t status_open(const struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	struct check_register status = check_socket_status(context);
	uint64_t named = 0;

	for (unsigned i = 0; i < status.row->layout->field_count; i++)
		if (status.row->layout->fields[i].access == ACCESS_RO)
			named |= field_mask(&status.row->layout->fields[i]);
	return unexplained(context, named) & ~global->pmi_received;
}

static uint64_t read_status(struct check_context *context)
{
	struct check_register status = check_socket_status(context);

	return unexplained(context, check_read(context, &status));
}

/* Returns the bits that an overflow adds to the status. */
static uint64_t provoke_status(struct check_context *context, const struct reference *reference, unsigned step)
{
	const struct global_control *global = control_global(context->machine);
	struct overflow_request request = {
		.counter = &reference->counter,
		.stimulus = &reference->stimulus,
		.select_extra = step == STEP_OVERFLOW ? 0 : reference->counter.select_pmi,
		.global_extra = step == STEP_FREEZE ? global->freeze_on_pmi : 0,
	};
	uint64_t before;

	quiet_clear(context, &reference->counter.box);
	before = read_status(context);
	expect_overflow(context, &request);
	return read_status(context) & ~before;
}

/* Returns the note of a PMI among the bits that a request sets: the bit of the table, else bits without a name in the
 * table, else bits of unknown meaning. */
static uint64_t note_among(const struct check_context *context, uint64_t bits)
{
	const struct global_control *global = control_global(context->machine);
	struct check_register status = check_socket_status(context);
	const struct register_layout *layout = status.row->layout;
	uint64_t unnamed = bits;

	if (bits & global->pmi_received)
		return global->pmi_received;
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_RO)
			unnamed &= ~field_mask(&layout->fields[i]);
	return unnamed ? unnamed : bits & status_open(context);
}

/* Reports which step sets each of the other bits that the table names. */
static void answer_others(struct check_context *context, const uint64_t set[STEPS], uint64_t note)
{
	static const char *const answers[] = {"overflow", "pmi", "freeze", "never"};
	struct check_register status = check_socket_status(context);
	const struct register_layout *layout = status.row->layout;

	for (unsigned i = 0; i < layout->field_count; i++) {
		const struct field *field = &layout->fields[i];
		char bytes[64];
		struct text name = TEXT_OVER(bytes);
		unsigned step = 0;

		if (!(status_open(context) & field_mask(field)) || field_mask(field) & note)
			continue;
		while (step < STEPS && !(set[step] & field_mask(field)))
			step++;
		text_format(&name, "what sets %s", field->name);
		check_answer(context, bytes, answers[step]);
	}
}

void run_pmi_status(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	struct check_register status = check_socket_status(context), clear = check_socket_clear(context);
	struct reference reference;
	uint64_t set[STEPS] = {0}, note, got;

	if (!reference_find(context, &reference))
		return;
	for (unsigned step = 0; step < STEPS; step++)
		set[step] = provoke_status(context, &reference, step);
	note = note_among(context, set[STEP_REQUEST] & ~set[STEP_OVERFLOW]);

	/* If every overflow sets a bit of unknown meaning and a request adds none, that bit may be the note. */
	if (set[STEP_OVERFLOW] & status_open(context) && !(set[STEP_REQUEST] & ~set[STEP_OVERFLOW]))
		check_skip(context, "an overflow sets 0x%llx, and a PMI request nothing more: one may be its note",
			   (unsigned long long)set[STEP_OVERFLOW]);
	if (count_bits(note) != 1)
		fail_got(context, &status, global->pmi_received, set[STEP_REQUEST],
			 "a PMI request sets 0x%llx, which may be no note", (unsigned long long)set[STEP_REQUEST]);

	check_write(context, &reference.counter.clear, reference.counter.overflow);
	check_write(context, &clear, note);
	got = check_read(context, &status);
	expect_got(context, &status, got & ~note, got, "the note of the PMI does not clear");

	if (!check_going(context))
		return;
	context->machine->pmi_noted = note;
	check_answer_field(context, &status, event_field_of(status.row, global->pmi_received), note);
	answer_others(context, set, note);
}

/* ---- a PMI request makes its way to the global control -------------------------------------------------- */

void run_counter_signals(struct check_context *context)
{
	struct counter counter = counter_of_target(context), witness;
	struct stimulus stimulus;
	uint64_t written, got;
	struct overflow_request request = {
		.counter = &counter,
		.stimulus = &stimulus,
		.global_extra = control_global(context->machine)->freeze_on_pmi,
		.keep_running = true,
	};

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	request.select_extra = signal_find(context, &counter);
	if (!request.select_extra) {
		const struct assumption *assumed = context->machine->processor->fixed_pmi;

		if (!assumed)
			check_skip(context, "this counter has no PMI enable");
		else
			fail_got(context, &counter.select, assumed->candidates[0], 0,
				 "none of %u candidates for its PMI enable has an effect", assumed->candidate_count);
		return;
	}
	quiet_clear(context, &counter.box);
	witness = freeze_witness(context, &counter);
	expect_overflow(context, &request);
	written = check_written(context, &counter.select);
	got = check_read(context, &counter.select);
	/* Either the freeze or the note in the global status shows that the request arrived. The checks of the global
	 * control judge what it does there. */
	if (!request_arrives(context, &witness))
		fail_got(context, &counter.select, written, got,
			 "overflowed with its PMI enabled, and nothing arrived");
	if (counter.fixed && context->machine->processor->fixed_pmi)
		check_answer_field(context, &counter.select, &(struct field){.name = "pmi_en"}, request.select_extra);
	check_pass(context, "PMI enable is 0x%llx of its select", (unsigned long long)request.select_extra);
}
