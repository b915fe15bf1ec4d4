/* SPDX-License-Identifier: BSD-2-Clause */
/* An event counts nothing with a null filter, whatever the machine does. While a filter is on, the registers that it
 * compares with cannot be written. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* ---- closed ------------------------------------------------------------------------------------------ */

#define RUN_NS UINT64_C(200000)
#define LINES  256 /* of memory: enough for each box to serve some */

static const struct null_filter *null_filter_of(const struct machine *machine, const struct check_target *target)
{
	return check_null_filter(machine, target->place->box.type);
}

/* Writes the filters of the event; if `closed`, with the null filter. */
static void write_filters(struct check_context *context, const struct event_config *config, bool closed)
{
	const struct box *box = &context->target.place->box;
	const struct null_filter *filter = null_filter_of(context->machine, &context->target);
	const struct register_row *row = &box->type->registers[filter->row];
	const struct field *field = &row->layout->fields[filter->field];

	for (unsigned i = 0; i < config->setting_count; i++) {
		struct check_register reg = {.box = *box, .row = config->settings[i].row};
		uint64_t value = config->settings[i].value;

		if (closed && reg.row == row)
			value = (value & ~field_mask(field)) | (uint64_t)filter->value << field->low;
		check_write(context, &reg, value);
	}
}

/* Returns the first counter of a box that can count the event. */
static struct counter counter_for(const struct box *box, const struct event_config *config)
{
	unsigned number = 0;

	while (!(config->counters & BIT(number)))
		number++;
	return counter_of(box, number);
}

/* Counts the event, during known work if `working`. */
static uint64_t count_filtered(struct check_context *context, const struct counter *counter,
			       const struct event_config *config, bool closed, bool working)
{
	quiet_box(context, &counter->box);
	write_filters(context, config, closed);
	counter_prepare(context, counter, config->select, START_VALUE);
	start(context, 0);
	if (working)
		write_memory(context, LINES);
	check_pause(context, RUN_NS);
	stop(context);
	return counter_advance(context, counter, START_VALUE);
}

static bool filters_answer(struct check_context *context, const struct event_config *config)
{
	for (unsigned i = 0; i < config->setting_count; i++) {
		struct check_register reg = {.box = context->target.place->box, .row = config->settings[i].row};

		if (check_found_at(context, &reg)->outcome != OUTCOME_OK)
			return false;
	}
	return true;
}

void run_filter_holds(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	const struct null_filter *filter = null_filter_of(context->machine, &context->target);
	struct check_register reg = {.box = *box, .row = &box->type->registers[filter->row]};
	struct event_config config;
	struct counter counter;
	uint64_t traffic, open, closed;

	if (!parse_event(context, filter->event, &config))
		return;
	if (!filters_answer(context, &config)) {
		check_skip(context, "a register of the filter does not answer");
		return;
	}
	counter = counter_for(box, &config);
	traffic = count_filtered(context, &counter, &config, false, false);
	open = traffic ? traffic : count_filtered(context, &counter, &config, false, true);
	closed = count_filtered(context, &counter, &config, true, !traffic);
	if (!check_going(context))
		return;
	if (closed && filter->late)
		check_skip(context, "it takes effect with the next change of frequency: none came");
	else if (closed)
		fail_got(context, &reg, 0, closed, "%llu counted although nothing passes the filter",
			 (unsigned long long)closed);
	else if (!open)
		check_skip(context, "nothing was there to pass");
	else
		check_pass(context, "%llu passed the open filter, none the closed one", (unsigned long long)open);
}

/* ---- locked ------------------------------------------------------------------------------------------ */

static const struct filter_register *filter_of(const struct check_register *reg)
{
	const struct filter_register *filter = box_filter_register(reg->box.type, reg->row);

	return filter && filter->refused ? filter : NULL;
}

/* Writes the value that the register already holds, so that nothing changes if the lock fails. */
void run_filter_lock(struct check_context *context)
{
	const struct check_register *reg = &context->target.reg;
	struct check_register gate = {.box = reg->box, .row = &reg->box.type->registers[filter_of(reg)->gate - 1]};
	uint64_t held = check_read(context, reg);
	enum outcome outcome;

	quiet_box(context, &reg->box);
	check_write(context, &gate, layout_bits(gate.row->layout, FIELD_ENABLE));
	outcome = check_try_write(context, reg, held);
	check_write(context, &gate, 0);
	if (outcome == OUTCOME_OK)
		fail_got(context, reg, held, held, "a write is not refused while the filter is on");
	if (outcome == OUTCOME_FAULT)
		check_pass(context, "it refuses a write");
	else
		check_skip(context, "what it holds must not be written");
}

bool is_refused(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return filter_of(&target->reg);
}
