/* SPDX-License-Identifier: BSD-2-Clause */
/* Formulas: no input crashes the parser; what it accepts leaves one value whatever its events counted; what
 * it refuses, it refuses with a place inside the string and a reason. Fractions keep their promises on the
 * way: 63 bits, and texts that are numbers. */
#include "core/metric/metric.h"
#include "tests/fuzz/fuzz.h"

static void check_refused(size_t length, const struct diagnostic *diagnostic)
{
	assert(diagnostic->kind > DIAGNOSTIC_NONE && diagnostic->kind < DIAGNOSTIC_KINDS);
	assert(diagnostic->column <= length);
	assert(diagnostic->reason[0]);
}

/* How many values the steps leave; never fewer than an operator needs. */
static unsigned depth_of(const struct metric_formula *formula)
{
	unsigned depth = 0;

	assert(formula->step_count <= METRIC_STEPS && formula->event_count <= METRIC_EVENTS);
	for (unsigned i = 0; i < formula->step_count; i++) {
		const struct metric_step *step = &formula->steps[i];

		if (step->operation == METRIC_EVENT)
			assert(step->operand < formula->event_count);
		assert(step->operation < METRIC_ADD || depth >= 2);
		depth += step->operation < METRIC_ADD ? 1 : -1u;
	}
	return depth;
}

static void check_value(struct ratio value)
{
	char bytes[64];
	struct text text = TEXT_OVER(bytes);

	if (!ratio_known(value))
		return;
	assert(!(value.top >> 63) && !(value.bottom >> 63));
	assert(value.top || !value.negative);
	ratio_text(value, RATIO_PLACES, &text);
	assert(!text.truncated);
	assert(strspn(bytes, "-0123456789.") == strlen(bytes));
	assert(strlen(strchr(bytes, '.')) == 1 + RATIO_PLACES);
	assert((bytes[0] == '-') == value.negative);
}

static void fuzz(const uint8_t *data, size_t size)
{
	struct metric_formula formula;
	struct diagnostic diagnostic = {0};
	struct ratio events[METRIC_EVENTS];
	uint64_t counts[METRIC_EVENTS] = {1, 0, BIT(48) - 1};
	struct slice string;

	/* The first bytes are counts, the rest is the formula. */
	if (size < sizeof(counts))
		return;
	memcpy(counts, data, sizeof(counts));
	for (unsigned i = 0; i < METRIC_EVENTS; i++)
		events[i] = ratio_of(counts[i]);
	string = (struct slice){(const char *)data + sizeof(counts), size - sizeof(counts)};
	if (!metric_parse(string, &formula, &diagnostic)) {
		check_refused(string.length, &diagnostic);
		return;
	}
	assert(depth_of(&formula) == 1);
	check_value(metric_value(&formula, events, counts[0]));
}
