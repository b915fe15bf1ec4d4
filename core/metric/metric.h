/* SPDX-License-Identifier: BSD-2-Clause */
/* Formulas over events, as lists of metrics have them:
 *
 *   64 * (mbox*::PAGE_HIT + bbox*::IMT_INSERTS_WR) / seconds
 *
 * Operands are whole numbers, events in libpfm4's spelling, `clock` (uncore cycles) and `seconds` (for how
 * long was counted). A '*' directly before "::" belongs to a box's name. */
#ifndef CORE_METRIC_H
#define CORE_METRIC_H

#include "core/event/event.h"
#include "core/metric/ratio.h"

#define METRIC_STEPS  32
#define METRIC_EVENTS 8

enum metric_operation {
	METRIC_NUMBER,
	METRIC_EVENT,
	METRIC_SECONDS,
	METRIC_ADD,
	METRIC_SUBTRACT,
	METRIC_MULTIPLY,
	METRIC_DIVIDE
};

struct metric_step {
	uint8_t operation; /* enum metric_operation */
	uint64_t operand;  /* the number, or which of the events */
};

/* A formula in postfix form: operators after their operands. */
struct metric_formula {
	struct metric_step steps[METRIC_STEPS];
	struct slice events[METRIC_EVENTS]; /* parts of the string, each once; "clock" may be among them */
	uint8_t step_count, event_count;
};

/* Reads a formula. False and *diagnostic filled in if it makes no sense. The events are not looked at. */
MUST_CHECK bool metric_parse(struct slice string, struct metric_formula *formula, struct diagnostic *diagnostic);

/* The value, given that of each event. Unknown (see ratio_known) if something is divided by zero. */
struct ratio metric_value(const struct metric_formula *formula, const struct ratio events[METRIC_EVENTS],
			  uint64_t time_ns);

struct metric_judgement {
	struct ratio value;
	uint8_t contradicting; /* bit i: event i is one of those that contradict each other; 0: the value is in its range */
	bool certain;          /* they do, even if each count is off by what was under way at its begin and end */
};

/* True if the formula divides or subtracts sums over different boxes. `missing` has a number for each event: 0 if it was counted on
 * all of its boxes, else one that it shares with the events that lack the same boxes, below 32. */
bool metric_is_unequal(const struct metric_formula *formula, const uint8_t missing[METRIC_EVENTS]);

/* Holds the value to the range of its unit: nothing is below 0, and no share ("%") above 100. */
struct metric_judgement metric_judge(const struct metric_formula *formula, const char *unit,
				     const struct ratio events[METRIC_EVENTS], uint64_t time_ns);

#endif
