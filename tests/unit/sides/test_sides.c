/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers, counters and events are typed twice from the documents: in boxes/ for the firmware, in silicon/models/ for
 * the silicon that it is tried on. Here the two are compared, one fact at a time, so that a slip on either side is
 * found. One that is made twice goes unnoticed here: against it there are samples with their pages in tests/unit/boxes/. */
#include "lib/parse.h"
#include "tests/unit/sides/explained.h"
#include "tests/unit/sides/facts.h"
#include "tests/unit/support/unit.h"

enum { EXPLAINED_MAX = 256, SHOWN_MAX = 400 };

struct comparison {
	const char *machine;
	struct facts firmware, silicon;
	unsigned agreed, unknown, wrong; /* facts */
	bool used[EXPLAINED_MAX];        /* explanations */
};

enum verdict { AGREED, UNKNOWN, EXPLAINED, WRONG };

/* ---- one fact ---------------------------------------------------------------------------------------- */

static bool is_of_machine(const struct explained *explanation, const char *machine)
{
	struct slice rest = slice_of(explanation->machines);

	while (rest.at)
		if (slice_is(slice_cut(&rest, ' '), machine))
			return true;
	return false;
}

static bool value_fits(const char *wanted, const char *value)
{
	return !strcmp(wanted, ANY) ? strcmp(value, ABSENT) != 0 : !strcmp(wanted, value);
}

static bool is_explained(struct comparison *comparison, const struct fact *fact, const char *firmware,
			 const char *silicon)
{
	for (unsigned i = 0; i < explained_count; i++) {
		const struct explained *at = &explained[i];

		if (!is_of_machine(at, comparison->machine) || !glob_match(slice_of(at->about), fact->about) ||
		    !glob_match(slice_of(at->says), fact->says) || !value_fits(at->firmware, firmware) ||
		    !value_fits(at->silicon, silicon))
			continue;
		comparison->used[i] = true;
		return true;
	}
	return false;
}

/* Silicon has no names for sums of umasks, nor for what other registers tell apart; of these the events' `umasks` are
 * compared. */
static bool is_sum_of_umasks(const struct fact *fact, const char *firmware, const char *silicon)
{
	uint64_t umask;

	return !strcmp(fact->says, "umask") && !strcmp(silicon, ABSENT) && parse_u64(slice_of(firmware), &umask) &&
	       count_bits(umask) != 1;
}

static enum verdict judge(struct comparison *comparison, const struct fact *fact, const char *firmware,
			  const char *silicon)
{
	if (!strcmp(firmware, silicon))
		return AGREED;
	if (!strcmp(firmware, NOBODY_KNOWS) || !strcmp(silicon, NOBODY_KNOWS) ||
	    is_sum_of_umasks(fact, firmware, silicon))
		return UNKNOWN;
	return is_explained(comparison, fact, firmware, silicon) ? EXPLAINED : WRONG;
}

/* Two facts about the same, or one that the other side lacks. */
static void compare_fact(struct comparison *comparison, const struct fact *firmware, const struct fact *silicon)
{
	const struct fact *fact = firmware ? firmware : silicon;
	const char *x = firmware ? firmware->value : ABSENT, *y = silicon ? silicon->value : ABSENT;
	enum verdict verdict = judge(comparison, fact, x, y);

	comparison->agreed += verdict == AGREED;
	comparison->unknown += verdict == UNKNOWN;
	if (verdict == WRONG && comparison->wrong++ < SHOWN_MAX)
		print_error("%s: %s, %s: %s in boxes/, %s in silicon/\n", comparison->machine, fact->about, fact->says,
			    x, y);
}

/* ---- all of them ------------------------------------------------------------------------------------- */

/* A side that says two things of one is at odds with itself. */
static void take_out_repetitions(struct comparison *comparison, struct facts *facts)
{
	size_t kept = 0;

	facts_sort(facts);
	for (size_t i = 0; i < facts->count; i++) {
		struct fact *last = kept ? &facts->at[kept - 1] : NULL;

		if (!last || facts_order(last, &facts->at[i])) {
			facts->at[kept++] = facts->at[i];
		} else if (strcmp(last->value, facts->at[i].value)) {
			print_error("%s: %s, %s: %s and %s\n", comparison->machine, last->about, last->says,
				    last->value, facts->at[i].value);
			comparison->wrong++;
		}
	}
	facts->count = kept;
}

static void compare_facts(struct comparison *comparison)
{
	const struct fact *x = comparison->firmware.at, *x_end = x + comparison->firmware.count;
	const struct fact *y = comparison->silicon.at, *y_end = y + comparison->silicon.count;

	while (x < x_end || y < y_end) {
		int order = x == x_end ? 1 : y == y_end ? -1 : facts_order(x, y);

		compare_fact(comparison, order <= 0 ? x : NULL, order >= 0 ? y : NULL);
		x += order <= 0;
		y += order >= 0;
	}
}

static void compare_machine(struct comparison *comparison, const char *machine)
{
	comparison->machine = machine;
	comparison->firmware = comparison->silicon = (struct facts){0};
	firmware_tell(machine, &comparison->firmware);
	silicon_tell(machine, &comparison->silicon);
	take_out_repetitions(comparison, &comparison->firmware);
	take_out_repetitions(comparison, &comparison->silicon);
	compare_facts(comparison);
}

static void forget_facts(struct comparison *comparison)
{
	facts_free(&comparison->firmware);
	facts_free(&comparison->silicon);
}

/* ---- tests ------------------------------------------------------------------------------------------- */

TEST(test_machines_are_the_same)
{
	unsigned i = 0;

	for (; firmware_machine(i) && silicon_machine(i); i++)
		assert_string_equal(firmware_machine(i), silicon_machine(i));
	assert_null(firmware_machine(i));
	assert_null(silicon_machine(i));
	assert_true(i >= 4);
}

/* Nearly all facts are on both sides, or this is no comparison; and no explanation has outlived what it explains. */
TEST(test_facts_are_the_same)
{
	struct comparison comparison = {0};

	assert_true(explained_count <= EXPLAINED_MAX);
	for (unsigned i = 0; firmware_machine(i); i++) {
		comparison.agreed = comparison.unknown = 0;
		compare_machine(&comparison, firmware_machine(i));
		print_message("# %s: %u facts agree, %u only one side knows\n", comparison.machine, comparison.agreed,
			      comparison.unknown);
		assert_true(comparison.agreed > 2000 && comparison.unknown < comparison.agreed / 2);
		forget_facts(&comparison);
	}
	for (unsigned i = 0; i < explained_count; i++)
		if (!comparison.used[i])
			fail_msg("nothing is left to explain: %s %s %s", explained[i].machines, explained[i].about,
				 explained[i].says);
	assert_int_equal(comparison.wrong, 0);
}

/* No explanation covers a fact on which the sides agree: another value of it on one side would be seen. */
TEST(test_every_fact_is_compared)
{
	static const char other[] = "0x123456789abcdef";

	for (unsigned i = 0; firmware_machine(i); i++) {
		struct comparison comparison = {0};

		compare_machine(&comparison, firmware_machine(i));
		for (size_t j = 0; j < comparison.firmware.count; j++) {
			const struct fact *fact = &comparison.firmware.at[j];
			const struct fact *twin = bsearch(fact, comparison.silicon.at, comparison.silicon.count,
							  sizeof(*fact), facts_order);

			if (!twin || strcmp(fact->value, twin->value) || !strcmp(fact->value, NOBODY_KNOWS))
				continue;
			assert_int_equal(judge(&comparison, fact, other, twin->value), WRONG);
			assert_int_equal(judge(&comparison, fact, fact->value, other), WRONG);
		}
		forget_facts(&comparison);
	}
}
