/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets of the logical processors of a socket, which lie in several words. */
#include "silicon/cores.h"

#include "tests/unit/support/unit.h"

enum { WORD = 64 };

/* First and last of each word. */
static const unsigned edges[] = {0, WORD - 1, WORD, 2 * WORD - 1, 2 * WORD, SILICON_CORES - WORD, SILICON_CORES - 1};

TEST(the_first_of_no_core_is_none)
{
	const struct silicon_cores none = {{0}};

	assert_int_equal(cores_first(&none), SILICON_CORES);
}

TEST(the_first_is_the_lowest)
{
	for (unsigned i = 0; i < ARRAY_SIZE(edges); i++) {
		struct silicon_cores cores = cores_one(edges[i]);

		assert_int_equal(cores_first(&cores), edges[i]);
		for (unsigned k = i; k < ARRAY_SIZE(edges); k++)
			cores_add(&cores, edges[k]);
		assert_int_equal(cores_first(&cores), edges[i]);
	}
}

TEST(taking_the_first_takes_each_once_in_order)
{
	struct silicon_cores cores = cores_below(SILICON_CORES);

	for (unsigned i = 0; i < SILICON_CORES; i++) {
		assert_int_equal(cores_first(&cores), i);
		assert_int_equal(cores_count(&cores), SILICON_CORES - i);
		cores_remove(&cores, i);
	}
	assert_int_equal(cores_first(&cores), SILICON_CORES);
}

TEST(a_count_of_cores_is_those_below_it)
{
	for (unsigned count = 0; count <= SILICON_CORES; count++) {
		struct silicon_cores cores = cores_below(count);

		assert_int_equal(cores_count(&cores), count);
		assert_false(cores_have(&cores, count));
		assert_true(!count || cores_have(&cores, count - 1));
	}
}

TEST(no_set_has_a_core_that_cannot_be)
{
	struct silicon_cores cores = cores_one(SILICON_CORES);

	cores_remove(&cores, SILICON_CORES);
	assert_int_equal(cores_count(&cores), 0);
	assert_false(cores_have(&cores, SILICON_CORES));
}

TEST(sets_are_joined_and_cut)
{
	struct silicon_cores cores = cores_below(WORD + 2), others = cores_one(WORD + 1), both;

	cores_add(&others, SILICON_CORES - 1);
	both = cores;
	cores_join(&both, &others);
	assert_int_equal(cores_count(&both), WORD + 3);
	assert_true(cores_have(&both, SILICON_CORES - 1));
	cores_keep(&cores, &others);
	assert_int_equal(cores_count(&cores), 1);
	assert_int_equal(cores_first(&cores), WORD + 1);
}
