/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules are found from the owners of lines alone, whatever numbers boxes have and wherever memory is; what has no rule gets none. */
#include "core/map/rule.h"
#include "lib/gf2.h"
#include "silicon/models/address.h"
#include "tests/unit/support/unit.h"

#define MIB (UINT64_C(1) << 20)

/* What memory really does. */
struct truth {
	int (*owner)(const struct truth *truth, uint64_t address);
	uint64_t masks[6];
	unsigned count, granule;
	uint8_t boxes[64]; /* numbers of boxes, by slice */
	unsigned untold;   /* one line in so many cannot be told; 0: all can */
	unsigned limit;    /* after so many lines it is over; 0: never */
	unsigned asked;
};

static struct rule rule;
static struct rule_question question;
static uint64_t addresses[RULE_LINES];
static int8_t owners[RULE_LINES];

static unsigned slice_of_masks(const struct truth *truth, uint64_t address)
{
	unsigned slice = 0;

	for (unsigned i = 0; i < truth->count; i++)
		slice |= gf2_parity(address & truth->masks[i]) << i;
	return slice;
}

static int by_masks(const struct truth *truth, uint64_t address)
{
	return truth->boxes[slice_of_masks(truth, address)];
}

static int by_turns(const struct truth *truth, uint64_t address)
{
	return truth->boxes[address / truth->granule % truth->count];
}

static int by_cha(const struct truth *truth, uint64_t address)
{
	return truth->boxes[address_cha(address)];
}

static int by_nothing(const struct truth *truth, uint64_t address)
{
	return truth->boxes[(address >> 6) * UINT64_C(0x9e3779b97f4a7c15) >> 61];
}

static bool answer(void *context, const uint64_t *asked, unsigned count, int8_t *told)
{
	struct truth *truth = context;

	for (unsigned i = 0; i < count; i++) {
		bool there = false;

		for (unsigned b = 0; b < question.block_count; b++)
			there = there || asked[i] - question.blocks[b].first < question.blocks[b].bytes;
		assert_true(there);
		assert_int_equal(asked[i] % 64, 0);
		told[i] = (int8_t)truth->owner(truth, asked[i]);
		if (truth->untold && ++truth->asked % truth->untold == 0)
			told[i] = RULE_UNTOLD;
	}
	truth->limit -= truth->limit ? 1 : 0;
	return truth->limit != 1;
}

static void ask_for(struct truth *truth)
{
	for (unsigned i = 0; i < 64; i++)
		truth->boxes[i] = truth->boxes[i] ? truth->boxes[i] : (uint8_t)i;
	question.ask = answer;
	question.context = truth;
	question.addresses = addresses;
	question.owners = owners;
}

static void place(uint64_t first, uint64_t bytes)
{
	question.blocks[question.block_count++] = (struct rule_block){first, bytes};
}

static int begin(void **state)
{
	(void)state;
	question = (struct rule_question){0};
	place(0x1000000000, 64 * MIB);
	for (unsigned bit = 26; bit < 35; bit++)
		place(0x1000000000 + BIT(bit) + (bit % 3) * 7 * MIB, MIB);
	return 0;
}
BEFORE_EACH(begin)

static void expect(enum rule_kind kind, struct truth *truth)
{
	ask_for(truth);
	assert_true(rule_find(&rule, &question));
	assert_string_equal(rule_name((enum rule_kind)rule.kind), rule_name(kind));
	/* Every line of a page, of every block. */
	for (unsigned b = 0; b < question.block_count && kind != RULE_NONE; b++)
		for (uint64_t at = question.blocks[b].first; at < question.blocks[b].first + MIB; at += 64 * 61)
			assert_int_equal(rule_owner(&rule, at & ~UINT64_C(63)),
					 truth->owner(truth, at & ~UINT64_C(63)));
}

TEST(published_functions_are_recovered)
{
	for (unsigned bits = 1; bits <= 3; bits++) {
		struct truth truth = {.owner = by_masks, .count = bits};

		memcpy(truth.masks, address_slice_masks, sizeof(address_slice_masks));
		expect(RULE_XOR, &truth);
		assert_int_equal(rule.function_count, bits);
		for (unsigned i = 0; i < bits; i++)
			assert_int_equal(rule.functions[i], address_slice_masks[i] & MASK(6, 29));
		assert_int_equal(rule.known, MASK(6, 29));
		assert_int_equal(rule.granule, 64);
		assert_int_equal(rule.misfits, 0);
		assert_true(rule.asked < 400);
		for (int box = 0; box < 1 << bits; box++)
			assert_int_equal(rule_share(&rule, box), 1);
	}
}

TEST(invented_functions_and_numbers_are_recovered)
{
	struct truth truth = {.owner = by_masks,
			      .masks = {BIT(12) | BIT(21) | BIT(33), BIT(9) | BIT(30), BIT(21) | BIT(9), BIT(17)},
			      .count = 4,
			      .boxes = {7, 30, 2, 9, 11, 1, 4, 5, 6, 3, 63, 12, 8, 10, 20, 15}};

	expect(RULE_XOR, &truth);
	assert_true(gf2_same(rule.functions, rule.function_count, truth.masks, 4));
	assert_int_equal(rule.granule, 512);
}

TEST(one_box_has_all)
{
	struct truth truth = {.owner = by_masks, .boxes = {5}};

	expect(RULE_ONE, &truth);
	assert_int_equal(rule_share(&rule, 5), 1);
	assert_int_equal(rule.granule, 0);
}

TEST(periods_are_recovered)
{
	static const unsigned counts[] = {3, 5, 6, 7, 10, 12};

	for (unsigned i = 0; i < ARRAY_SIZE(counts); i++) {
		struct truth truth = {.owner = by_turns, .count = counts[i], .granule = 64};

		expect(RULE_PERIOD, &truth);
		assert_int_equal(rule.entries, counts[i]);
		assert_int_equal(rule.granule, 64);
		assert_true(rule.asked < 2000);
	}
}

TEST(a_coarse_interleave_of_three)
{
	struct truth truth = {.owner = by_turns, .count = 3, .granule = 4096};

	expect(RULE_PERIOD, &truth);
	assert_int_equal(rule.entries, 192);
	assert_int_equal(rule.granule, 4096);
	for (int box = 0; box < 3; box++)
		assert_int_equal(rule_share(&rule, box), 64);
}

TEST(the_table_of_38_is_recovered)
{
	struct truth truth = {.owner = by_cha};

	expect(RULE_TABLE, &truth);
	assert_int_equal(rule.misfits, 0);
	assert_int_equal(rule_share(&rule, 32), 96);
	assert_int_equal(rule_share(&rule, 0), 104);
	assert_int_equal(rule_share(&rule, 2), 116);
	assert_int_equal(rule.functions[0] & ~MASK(18, 17), 0);
	assert_true(rule.asked < 8000);
}

/* Memory that begins anywhere: no address differs from another by one high bit alone. */
TEST(memory_need_not_be_aligned)
{
	struct truth truth = {.owner = by_masks, .count = 3};

	memcpy(truth.masks, address_slice_masks, sizeof(address_slice_masks));
	question.block_count = 0;
	place(0x12345000, 3 * MIB);
	place(0x7fedc000, MIB);
	place(0x1fe00b000, MIB);
	expect(RULE_XOR, &truth);
	assert_int_equal(rule.misfits, 0);
	/* Not all bits are known, and none of those is wrong. */
	assert_true((rule.known & MASK(6, 15)) == MASK(6, 15));
	assert_true(rule.known != MASK(6, 29));
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal((rule.functions[i] ^ truth.masks[i]) & MASK(6, 15), 0);
}

TEST(lines_that_cannot_be_told_are_passed_over)
{
	struct truth truth = {.owner = by_masks, .count = 3, .untold = 9};

	memcpy(truth.masks, address_slice_masks, sizeof(address_slice_masks));
	ask_for(&truth);
	assert_true(rule_find(&rule, &question));
	assert_true(rule.untold > 0);
	truth = (struct truth){.owner = by_turns, .count = 5, .granule = 64, .untold = 9};
	expect(RULE_PERIOD, &truth);
}

/* A box that does not count is an owner like others. */
TEST(nobody_is_an_owner)
{
	struct truth truth = {.owner = by_masks, .count = 2, .boxes = {3, RULE_NOBODY, 1, 2}};

	memcpy(truth.masks, address_slice_masks, sizeof(address_slice_masks));
	expect(RULE_XOR, &truth);
	assert_int_equal(rule_share(&rule, RULE_NOBODY), 1);
	assert_true(rule.served[RULE_NOBODY] > 50);
}

TEST(what_has_no_rule_gets_none)
{
	struct truth truth = {.owner = by_nothing};

	expect(RULE_NONE, &truth);
	assert_int_equal(rule.entries, 0);
	assert_int_equal(rule_owner(&rule, 0x1000000000), RULE_UNTOLD);
}

/* Whoever gives up is asked no more. */
TEST(giving_up_ends_it)
{
	for (unsigned limit = 2; limit < 5; limit++) {
		struct truth truth = {.owner = by_nothing, .limit = limit};

		ask_for(&truth);
		assert_false(rule_find(&rule, &question));
		assert_int_equal(truth.limit, 1);
	}
}
