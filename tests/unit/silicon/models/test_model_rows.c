/* SPDX-License-Identifier: BSD-2-Clause */
/* Every row of the Xeon 7500's event list counts on the virtual part, breaks no rule, and counts something
 * of its own: what no two rows share unless they are the same event. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/model_rows.h"

struct rows {
	const char *box;
	const struct model_row *row;
	unsigned count;
	uint32_t base;
};

#define ROWS(name, list, base)                     \
	{                                          \
		name, list, ARRAY_SIZE(list), base \
	}

static const struct rows boxes[] = {
	ROWS("ubox", u_rows, 0xc00),  ROWS("wbox", w_rows, 0xc80),  ROWS("cbox0", c_rows, 0xd00),
	ROWS("bbox0", b_rows, 0xc20), ROWS("sbox0", s_rows, 0xc40), ROWS("mbox0", m_rows, 0xca0),
	ROWS("rbox0", r_rows, 0xe00),
};

/* S-Box events that count a tally, which must be reset first. */
static bool is_occupancy(const struct rows *rows, const struct model_row *row)
{
	static const uint8_t codes[] = {0x07, 0x0a, 0x0d, 0x10, 0x13, 0x16, 0x26, 0x29, 0x2e, 0x2f, 0x31};

	for (unsigned i = 0; i < ARRAY_SIZE(codes); i++)
		if (rows->base == 0xc40 && (row->select & 0xff) == codes[i])
			return true;
	return false;
}

/* Those for which one C-Box, and only one, must be chosen. */
static bool is_undefined(const struct rows *rows, const struct model_row *row)
{
	unsigned code = row->select & 0xff, umask = row->select >> 8 & 0xff;

	return rows->base == 0xc40 && (code == 0x0e || code == 0x11 || code == 0x14) && umask & (umask - 1);
}

/* What a row counts in `ns` nanoseconds. */
static uint64_t count_of(const struct rows *rows, const struct model_row *row, uint64_t ns)
{
	struct bench *bench = bench_make(1, "");
	bool fixed = rows->base == 0xc80 && row->counter == 4;
	uint32_t select = fixed ? FIXED_CTL : rows->base + 0x10 + 2u * row->counter;
	uint64_t count;

	for (unsigned i = 0; i < 2 && row->companion[i].address; i++)
		put(bench, row->companion[i].address, row->companion[i].value);
	if (is_occupancy(rows, row))
		put(bench, select, row->select | BIT(17));
	put(bench, select, row->select);
	if (rows->base != 0xc00)
		put(bench, rows->base, fixed ? BIT(31) : BIT(row->counter));
	put(bench, U_CTL, EN_ALL | (rows->base == 0xc00));
	go(bench, ns);
	count = get(bench, fixed ? FIXED_CTR : select + 1);
	if (is_undefined(rows, row))
		expect_violation(bench, "with more or less than one sub-event is undefined");
	expect_clean(bench);
	bench_free(bench);
	return count;
}

/* Rows that stand for the same thing: the slots of ZDP_CTL_FVC, and the match events of the B-Box on input
 * and on output, whose masks are all 0 here. */
static bool may_agree(const struct rows *rows, const struct model_row *a, const struct model_row *b)
{
	unsigned x = a->select >> 9 & 0x1f, y = b->select >> 9 & 0x1f;

	if (rows->base == 0xca0)
		return x != y && x >= 0x0d && x <= 0x10 && y >= 0x0d && y <= 0x10;
	return rows->base == 0xc20;
}

static void check_rows(const struct rows *rows)
{
	uint64_t seen[256];

	assert_true(rows->count <= ARRAY_SIZE(seen));
	for (unsigned i = 0; i < rows->count; i++) {
		seen[i] = count_of(rows, &rows->row[i], 1000000000);
		if (seen[i] < 100000)
			fail_msg("%s row %u counts %llu", rows->box, i, (unsigned long long)seen[i]);
		for (unsigned j = 0; j < i; j++)
			if (seen[i] == seen[j] && !may_agree(rows, &rows->row[i], &rows->row[j]))
				fail_msg("%s rows %u and %u both count %llu", rows->box, i, j,
					 (unsigned long long)seen[i]);
	}
}

static void test_every_row_counts_and_differently(void **state)
{
	unsigned rows = 0;
	(void)state;

	for (unsigned i = 0; i < ARRAY_SIZE(boxes); i++) {
		check_rows(&boxes[i]);
		rows += boxes[i].count;
	}
	assert_int_equal(rows, 756);
}

/* A row with several bits of the umask counts what its bits count one by one, to the last unit. */
static void test_umasks_add_up_exactly(void **state)
{
	unsigned sums = 0;
	(void)state;

	for (unsigned i = 0; i < 5; i++) {
		for (unsigned j = 0; boxes[i].base != 0xc20 && j < boxes[i].count; j++) {
			struct model_row row = boxes[i].row[j];
			unsigned umask = row.select >> 8 & 0xff;
			uint64_t sum = 0, whole;

			if (boxes[i].base == 0xc00 || !(umask & (umask - 1)))
				continue;
			whole = count_of(&boxes[i], &row, 123456789);
			for (unsigned bit = 1; bit <= umask; bit <<= 1) {
				row.select = (row.select & ~0xff00u) | (umask & bit) << 8;
				sum += umask & bit ? count_of(&boxes[i], &row, 123456789) : 0;
			}
			assert_int_equal(whole, sum);
			sums++;
		}
	}
	assert_int_equal(sums, 6 + 29 + 30);
}

/* The four slots count alike, the rows of each in the same order. */
static void test_slots_are_equivalent(void **state)
{
	const struct rows *m = &boxes[5];
	unsigned first = 0;
	(void)state;

	while ((m->row[first].select >> 9 & 0x1f) != 0x0d)
		first++;
	for (unsigned i = 0; i < 21; i++)
		for (unsigned slot = 1; slot < 4; slot++)
			assert_int_equal(count_of(m, &m->row[first + i], 1000000000),
					 count_of(m, &m->row[first + 21 * slot + i], 1000000000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_row_counts_and_differently),
		cmocka_unit_test(test_umasks_add_up_exactly),
		cmocka_unit_test(test_slots_are_equivalent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
