/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/lib/support.h"

/* Counts by which counters on one clock may differ at any moment. */
#define APART 4

struct around {
	uint64_t outer, inner;
};

static struct around count_around(struct check_context *context, const struct counter *outer,
				  const struct counter *inner, uint64_t window_ns)
{
	uint64_t outer_from = counter_value(context, outer);
	uint64_t inner_from = counter_value(context, inner);
	struct around around;

	check_pause(context, window_ns);
	around.inner = (counter_value(context, inner) - inner_from) & counter_mask(context, inner);
	around.outer = (counter_value(context, outer) - outer_from) & counter_mask(context, outer);
	return around;
}

struct nested nested_count(struct check_context *context, const struct counter *a, const struct counter *b,
			   uint64_t window_ns)
{
	struct around around_b = count_around(context, a, b, window_ns);
	struct around around_a = count_around(context, b, a, window_ns);

	return (struct nested){around_b.outer, around_b.inner, around_a.outer, around_a.inner};
}

bool nested_agree(const struct nested *nested)
{
	return nested->outer_a + APART >= nested->inner_b && nested->outer_b + APART >= nested->inner_a;
}

void nested_note_difference(const struct nested *nested, struct check_difference *difference)
{
	bool more = nested->inner_a > nested->outer_b;

	difference->expected = more ? nested->outer_b : nested->inner_b;
	difference->got = more ? nested->inner_a : nested->outer_a;
}
