/* SPDX-License-Identifier: BSD-2-Clause */
/* Formulas and the fractions they are worked out in; and that every formula of every table makes sense. */
#include "core/metric/metric.h"
#include "tests/unit/support/unit.h"

static const char *text_of(struct ratio ratio, unsigned places)
{
	static char bytes[64];
	struct text text = TEXT_OVER(bytes);

	if (!ratio_known(ratio))
		return "n/a";
	ratio_text(ratio, places, &text);
	return bytes;
}

static struct ratio fraction(uint64_t top, uint64_t bottom)
{
	return ratio_divide(ratio_of(top), ratio_of(bottom));
}

TEST(fractions_are_exact)
{
	struct ratio third = fraction(1, 3);

	assert_string_equal(text_of(third, 6), "0.333333");
	assert_string_equal(text_of(fraction(2, 3), 6), "0.666667");
	assert_string_equal(text_of(ratio_add(ratio_add(third, third), third), 9), "1.000000000");
	assert_string_equal(text_of(ratio_subtract(third, third), 3), "0.000");
	assert_string_equal(text_of(ratio_subtract(ratio_of(2), ratio_of(5)), 3), "-3.000");
	assert_string_equal(text_of(ratio_multiply(fraction(7, 2), ratio_subtract(third, ratio_of(1))), 4), "-2.3333");
	assert_string_equal(text_of(fraction(9999999, 10000000), 6), "1.000000");
	assert_string_equal(text_of(fraction(9999994, 10000000), 6), "0.999999");
}

TEST(what_has_no_value_stays_without)
{
	struct ratio none = fraction(5, 0);

	assert_false(ratio_known(none));
	assert_false(ratio_known(fraction(0, 0)));
	assert_false(ratio_known(ratio_add(none, ratio_of(1))));
	assert_false(ratio_known(ratio_multiply(ratio_of(0), none)));
	assert_false(ratio_known(ratio_divide(ratio_of(1), none)));
	assert_false(ratio_known(ratio_of(UINT64_MAX)));
}

TEST(large_numbers_lose_no_more_than_they_must)
{
	uint64_t large = (BIT(48) - 1) * 256;
	struct ratio product = ratio_multiply(ratio_of(large), ratio_of(1000003));

	/* Beyond 63 bits while it is worked out, exact once it fits again. */
	assert_false(ratio_known(product));
	product = ratio_multiply(ratio_multiply(fraction(large, 1000003), fraction(1000003, 7)), ratio_of(7));
	assert_string_equal(text_of(ratio_divide(product, ratio_of(256)), 1), "281474976710655.0");
	/* Two halves of 60 bits each with nothing in common: the quotient is right to its last place. */
	product = ratio_multiply(fraction(BIT(60) + 1, 3), fraction(BIT(60) - 1, BIT(60) + 33));
	assert_string_equal(text_of(ratio_divide(product, ratio_of(BIT(50))), 3), "341.333");
}

/* ---- formulas -------------------------------------------------------------------------------------- */

static struct metric_formula formula_of(const char *string)
{
	struct metric_formula formula;
	struct diagnostic diagnostic;

	if (!metric_parse(slice_of(string), &formula, &diagnostic))
		fail_msg("%s: column %u: %s", string, diagnostic.column, diagnostic.reason);
	return formula;
}

/* Its value where the n-th event has counted 10 * (n + 1), over two seconds. */
static const char *value_of(const char *string)
{
	struct metric_formula formula = formula_of(string);
	struct ratio events[METRIC_EVENTS];

	for (unsigned i = 0; i < METRIC_EVENTS; i++)
		events[i] = ratio_of(10 * (i + 1));
	return text_of(metric_value(&formula, events, 2000000000), 3);
}

TEST(formulas_mean_what_they_say)
{
	assert_string_equal(value_of("1 + 2 * 3"), "7.000");
	assert_string_equal(value_of("(1 + 2) * 3"), "9.000");
	assert_string_equal(value_of("2-3-4"), "-5.000");
	assert_string_equal(value_of("100/5/2"), "10.000");
	assert_string_equal(value_of("((7))"), "7.000");
	assert_string_equal(value_of("clock/seconds"), "5.000");
	assert_string_equal(value_of("cbox*::A*2 - cbox*::B:C.D=3"), "0.000");
	assert_string_equal(value_of("A + B + A"), "40.000");
	assert_string_equal(value_of("1 / (A - A)"), "n/a");
	assert_string_equal(value_of("0 / 0"), "n/a");
}

TEST(an_event_is_named_once)
{
	struct metric_formula formula = formula_of("cbox*::A + 2*cbox*::B - cbox*::A/clock");

	assert_int_equal(formula.event_count, 3);
	assert_true(slice_is(formula.events[0], "cbox*::A"));
	assert_true(slice_is(formula.events[1], "cbox*::B"));
	assert_true(slice_is(formula.events[2], "clock"));
}

static void assert_refused(const char *string, unsigned column, const char *part)
{
	struct metric_formula formula;
	struct diagnostic diagnostic;

	if (metric_parse(slice_of(string), &formula, &diagnostic))
		fail_msg("%s is taken", string);
	if (diagnostic.column != column || !strstr(diagnostic.reason, part))
		fail_msg("%s: column %u: %s", string, diagnostic.column, diagnostic.reason);
}

TEST(nonsense_is_refused_where_it_stands)
{
	char deep[80];

	assert_refused("", 0, "missing");
	assert_refused("1 +", 3, "missing");
	assert_refused("1 2", 2, "operator");
	assert_refused("(1", 2, "')'");
	assert_refused("1)", 1, "closes nothing");
	assert_refused("()", 1, "missing");
	assert_refused("-1", 0, "missing");
	assert_refused("1 + $", 4, "missing");
	assert_refused("12x", 0, "number");
	assert_refused("9223372036854775808", 0, "number");
	memset(deep, '(', sizeof(deep));
	deep[sizeof(deep) - 1] = 0;
	assert_refused(deep, METRIC_STEPS, "deep");
	assert_refused("a+b+c+d+e+f+g+h+i", 16, "too many events");
}

/* ---- ranges ------------------------------------------------------------------------------------------ */

static struct metric_judgement judged(const char *string, const char *unit, uint64_t first, uint64_t second,
				      uint64_t third)
{
	struct metric_formula formula = formula_of(string);
	const struct ratio events[METRIC_EVENTS] = {ratio_of(first), ratio_of(second), ratio_of(third)};

	return metric_judge(&formula, unit, events, 1000000000);
}

TEST(what_cannot_be_names_the_events_that_contradict)
{
	struct metric_judgement below = judged("100 * (A - B) / C", "%", 2001, 3501, 35000);
	struct metric_judgement above = judged("100 * A / B", "%", 20000, 10000, 0);

	assert_string_equal(text_of(ratio_subtract(ratio_of(0), below.value), 3), "4.286");
	assert_int_equal(below.contradicting, 0x3);
	assert_true(below.certain);
	assert_int_equal(above.contradicting, 0x3);
	assert_true(above.certain);
	/* Both sides of the difference. */
	assert_int_equal(judged("A + 100 - 100 * B / C", "hops", 0, 30000, 10000).contradicting, 0x7);
}

TEST(what_can_be_is_in_its_range)
{
	assert_int_equal(judged("A - B", "snoops", 3000, 2000, 0).contradicting, 0);
	assert_int_equal(judged("100 * A / B", "%", 10000, 10000, 0).contradicting, 0);
	assert_int_equal(judged("A / B", "ratio", 20000, 1, 0).contradicting, 0);
	/* A division by zero is no number, and no contradiction. */
	assert_int_equal(judged("100 * A / B", "%", 10000, 0, 0).contradicting, 0);
}

TEST(what_was_under_way_may_be_missing_on_one_side)
{
	struct metric_judgement few = judged("A - B", "snoops", 0, 200, 0);
	struct metric_judgement many = judged("A - B", "snoops", 1000000, 1001000, 0);

	assert_int_equal(few.contradicting, 0x3);
	assert_false(few.certain);
	assert_int_equal(many.contradicting, 0x3);
	assert_false(many.certain);
	assert_true(judged("A - B", "snoops", 1000000, 1010000, 0).certain);
	/* A divisor that may be zero leaves no certainty. */
	assert_false(judged("100 * A / B", "%", 100000, 200, 0).certain);
}

/* ---- tables ---------------------------------------------------------------------------------------- */

static bool is_unequal(const char *string, uint8_t first, uint8_t second)
{
	const struct metric_formula formula = formula_of(string);
	const uint8_t missing[METRIC_EVENTS] = {first, second};

	return metric_is_unequal(&formula, missing);
}

/* Numbers tell which boxes are missing; 0: none. */
TEST(sums_over_different_boxes_are_not_held_against_each_other)
{
	assert_true(is_unequal("100 * A / B", 1, 0));
	assert_true(is_unequal("100 * A / B", 0, 2));
	assert_true(is_unequal("A / (A + B)", 1, 2));
	assert_true(is_unequal("(A - B) / seconds", 1, 0));
	assert_false(is_unequal("A / (A + B)", 1, 1));
	assert_false(is_unequal("A / B", 0, 0));
	assert_false(is_unequal("64 * (A + B) / seconds / 1000000", 1, 0));
	assert_false(is_unequal("100 - 100 * A / B", 1, 1));
}

static bool is_scope(const struct processor *processor, const char *scope)
{
	for (unsigned i = 0; i < processor->type_count; i++)
		if (!strcmp(processor->types[i]->name, scope))
			return true;
	return !strcmp(scope, "socket");
}

static void check_metric(const struct processor *processor, const struct metric *metric)
{
	const char *strings = processor->metrics->strings;
	struct metric_formula formula = formula_of(strings + metric->formula);

	assert_true(is_scope(processor, strings + metric->scope));
	for (unsigned i = 0; i < formula.event_count; i++) {
		struct event_config config;
		struct diagnostic diagnostic = {0};

		if (slice_is(formula.events[i], "clock"))
			continue;
		if (!event_parse(processor, formula.events[i], &config, &diagnostic))
			fail_msg("%s: %.*s: %s", strings + metric->name, (int)formula.events[i].length,
				 formula.events[i].at, diagnostic.reason);
		assert_non_null(config.event);
		assert_int_equal(config.instance, EVENT_EVERY_INSTANCE);
	}
}

TEST(every_metric_of_every_table_makes_sense)
{
	unsigned metrics = 0;

	for (unsigned p = 0; processors[p]; p++) {
		const struct metric_table *table = processors[p]->metrics;

		for (unsigned i = 0; table && i < table->count; i++, metrics++)
			check_metric(processors[p], &table->metrics[i]);
	}
	assert_true(metrics);
}
