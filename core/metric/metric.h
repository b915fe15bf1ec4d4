/* SPDX-License-Identifier: BSD-2-Clause */
/* Formulas over events, as lists of metrics have them:
 *
 *   64 * (mbox*::PAGE_HIT + bbox*::IMT_INSERTS_WR) / seconds
 *
 * Operands are whole numbers, events in libpfm4's spelling, `clock` (uncore cycles) and `seconds` (the time counted). A '*'
 * directly before "::" belongs to a box's name. */
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
	uint64_t operand;  /* the number, or the index of the event */
};

/* A formula in postfix form: operators after their operands. */
struct metric_formula {
	struct metric_step steps[METRIC_STEPS];
	struct slice events[METRIC_EVENTS]; /* parts of the string, each once; "clock" may be among them */
	uint8_t step_count, event_count;
};

/* Parses a formula. Returns false, with *diagnostic filled in, if it is malformed. Does not check the events. */
MUST_CHECK bool metric_parse(struct slice string, struct metric_formula *formula, struct diagnostic *diagnostic);

/* The value for these counts of the events. Unknown (see ratio_known) after a division by zero. */
struct ratio metric_value(const struct metric_formula *formula, const struct ratio events[METRIC_EVENTS],
			  uint64_t time_ns);

struct metric_judgement {
	struct ratio value;
	uint8_t contradicting; /* bit i: event i is one of the contradicting events; 0: the value is in its range */
	bool certain; /* they contradict even if each count is off by the requests in flight at its begin and end */
};

/* True if the formula divides or subtracts sums over different boxes. `missing`: for each event 0 if it was counted on all its
 * boxes; else a number below 32 that is the same for all events that lack the same boxes. */
bool metric_is_unequal(const struct metric_formula *formula, const uint8_t missing[METRIC_EVENTS]);

/* Computes the value and checks the range of its unit: no value may be below 0, and no share ("%") above 100. */
struct metric_judgement metric_judge(const struct metric_formula *formula, const char *unit,
				     const struct ratio events[METRIC_EVENTS], uint64_t time_ns);

#endif
