/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers two questions about single counter values: at which value an overflow is signalled, and which values are
 * misread. A slow event advances the counter in many short runs, and the counter is read while it is stopped. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define ROUNDS   256 /* each from a start value of its own */
#define STEPS    64  /* starts and stops in a round */

#define FARTHEST BIT(20) /* does not aim farther than this */
#define SHORT_NS 250     /* duration of a start and a stop */

/* The values of a round, and what to look for at each stop. `look` returns true once it has its answer. */
struct creep {
	const struct counter *counter;
	uint64_t from;   /* start value */
	uint64_t target; /* the value to stop at */
	uint64_t first;  /* value after the first step */
	uint64_t past;   /* the round ends this many counts after the start value */
	bool (*look)(struct check_context *context, struct creep *creep, uint64_t value);
	uint8_t seen; /* owned by `look` */
};

static bool creep_once(struct check_context *context, struct creep *creep, const struct stimulus *stimulus)
{
	const struct counter *counter = creep->counter;

	quiet_clear(context, &counter->box);
	counter_prepare(context, counter, stimulus->select, creep->from);
	for (unsigned i = 0; i < STEPS && check_going(context); i++) {
		uint64_t value;

		/* No or few events pass. The length varies, so that a regular event cannot always fall between two
		 * steps. */
		start(context, 0);
		if (stimulus->window_ns > SHORT_NS)
			check_pause(context, stimulus->window_ns * (1 + i % 8) / 16);
		stop(context);

		value = check_read(context, &counter->count);
		if (!i)
			creep->first = value;
		if (creep->look(context, creep, value))
			return true;
		/* Counting must not begin with the overflow bit set. */
		if (((value - creep->from) & counter_mask(context, counter)) > creep->past ||
		    check_read(context, &counter->status) & counter->overflow)
			break;
	}
	return false;
}

/* Returns how far below the first start value to start next: lower by the overshoot of the first step, which is about
 * the same each time for a fast event; and one lower in every other round. */
static uint64_t aim(const struct check_context *context, const struct creep *creep, uint64_t below, unsigned round)
{
	uint64_t mask = counter_mask(context, creep->counter);
	uint64_t beyond = (creep->first - creep->target) & mask;
	uint64_t short_of = (creep->target - creep->first) & mask;

	if (beyond < FARTHEST)
		below += beyond;
	else if (short_of < below)
		below -= short_of;
	return below + round % 2;
}

static bool creep_on(struct check_context *context, struct creep *creep)
{
	struct stimulus stimulus;
	uint64_t highest = creep->from, below = 0;

	if (!stimulus_slowest(context, creep->counter, &stimulus))
		return false;
	for (unsigned i = 0; i < ROUNDS && check_going(context); i++) {
		if (creep_once(context, creep, &stimulus))
			return true;
		below = aim(context, creep, below, i);
		creep->from = highest - below;
	}
	return false;
}

/* ---- at which value an overflow is signalled --------------------------------------------------------- */

enum { NOT_AT_ONES = 1, NOT_AT_ZERO = 2, AT_ONES = 4, AT_ZERO = 8 };

/* Values are read before their status, while the counter is stopped. */
static bool look_for_signal(struct check_context *context, struct creep *creep, uint64_t value)
{
	const struct counter *counter = creep->counter;
	bool set = check_read(context, &counter->status) & counter->overflow;

	/* So soon after the overflow, the erratum may misread 0. */
	value = value == BIT(24) ? 0 : value;
	if (value == counter_mask(context, counter))
		creep->seen |= set ? AT_ONES : NOT_AT_ONES;
	else if (value == 0)
		creep->seen |= set ? AT_ZERO : NOT_AT_ZERO;
	return creep->seen & (AT_ONES | NOT_AT_ZERO) || (creep->seen & NOT_AT_ONES && creep->seen & AT_ZERO);
}

void run_hunt_overflow(struct check_context *context)
{
	struct counter counter = counter_of(&context->target.place->box, 0);
	struct check_difference difference = {.reg = &counter.status};
	struct creep creep = {
		.counter = &counter,
		.from = counter_mask(context, &counter) - 3,
		.target = counter_mask(context, &counter),
		.past = 8,
		.look = look_for_signal,
	};
	bool found = creep_on(context, &creep);

	if (creep.seen & AT_ONES && creep.seen & (NOT_AT_ONES | NOT_AT_ZERO))
		check_fail_at(context, &difference, "an overflow is signalled at all ones, and not");
	else if (!found)
		check_skip(context, "no event is slow enough to stop at the overflow");
	else
		check_answer(context, ASSUMED_OVERFLOW,
			     creep.seen & AT_ONES       ? "early"
			     : creep.seen & NOT_AT_ZERO ? "late"
							: "carry");
}

/* ---- which values are read wrong ---------------------------------------------------------------------- */

#define ERRATUM_LOW  MASK(0, 24)
#define ERRATUM_BASE (UINT64_C(5) << 24)

enum { READ_RIGHT = 1, READ_WRONG = 2 };

static bool look_for_error(struct check_context *context, struct creep *creep, uint64_t value)
{
	(void)context;
	if ((value & ERRATUM_LOW) > 1)
		return false;
	if (value >> 24 == 6)
		creep->seen |= READ_RIGHT;
	else
		creep->seen |= READ_WRONG;
	return true;
}

void run_hunt_erratum(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct creep creep = {
		.counter = &counter,
		.from = ERRATUM_BASE | 0xfffffc,
		.target = UINT64_C(6) << 24,
		.past = 8,
		.look = look_for_error,
	};
	uint64_t written;

	quiet_box(context, &counter.box);
	check_write(context, &counter.count, UINT64_C(6) << 24);
	written = check_read(context, &counter.count);
	if (written != UINT64_C(6) << 24 && written != UINT64_C(7) << 24)
		fail_got(context, &counter.count, UINT64_C(6) << 24, written,
			 "reads as neither right nor by the erratum");
	else if (written == UINT64_C(7) << 24 || creep_on(context, &creep))
		check_answer_to(context, "read after a carry into bit 24",
				written >> 24 == 7 || creep.seen & READ_WRONG ? "wrong" : "right",
				counter.box.type->erratum.low_mask ? "wrong" : "right");
	else
		check_skip(context, "reads right as written; no event is slow enough to stop there");
}
