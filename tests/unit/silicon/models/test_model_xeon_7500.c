/* SPDX-License-Identifier: BSD-2-Clause */
/* The Xeon 7500's uncore: every address, and every event of the lists. All else is in test_xeon_7500.model. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

/* ---- registers ---------------------------------------------------------------------------------- */

struct run {
	uint32_t first, count;
};

/* Everything but the C-Boxes. */
static const struct run runs[] = {
	{0xc00, 3}, {0xc10, 2},              /* U */
	{0xc80, 3}, {0xc90, 8},  {0x394, 2}, /* W */
	{0xc40, 3}, {0xc50, 8},  {0xe48, 3}, /* S0 */
	{0xcc0, 3}, {0xcd0, 8},  {0xe58, 3}, /* S1 */
	{0xc20, 3}, {0xc30, 8},  {0xe45, 2}, /* B0 */
	{0xc60, 3}, {0xc70, 8},  {0xe4d, 2}, /* B1 */
	{0xca0, 3}, {0xca4, 8},  {0xcb0, 12},
	{0xe54, 3}, /* M0 */
	{0xce0, 3}, {0xce4, 8},  {0xcf0, 12},
	{0xe5c, 3},                           /* M1 */
	{0x034, 1}, {0x1a4, 1},               /* SMIs, prefetchers: not of the PMU */
	{0x04e, 2}, {0x08b, 1},  {0x0ce, 1},  /* the processor's number and its microcode: nor these */
	{0xe00, 3}, {0xe04, 12}, {0xe10, 16}, /* R, left; IPERF_CFG0 of all ports */
	{0xe20, 3}, {0xe24, 12}, {0xe30, 16}, /* R, right; IPERF_CFG1 of all ports */
	{0x186, 4}, {0x0c1, 4},  {0x309, 3},
	{0x38d, 4}, /* core: selects, counters, fixed ones, controls and status */
	{0x1a0, 1}, {0x1d9, 1},  {0x345, 1},
	{0x3f1, 1}, /* core: MISC_ENABLE, DEBUGCTL, PERF_CAPABILITIES, PEBS_ENABLE */
};

static bool is_xbr(uint32_t address)
{
	return address >= 0xe60 && address < 0xea0 && (address & 3) != 3;
}

static bool is_register(uint32_t address, unsigned c_boxes)
{
	static const uint32_t more[2] = {0xf40, 0xfc0};

	for (unsigned i = 0; i < ARRAY_SIZE(runs); i++)
		if (address >= runs[i].first && address - runs[i].first < runs[i].count)
			return true;
	for (unsigned n = 0; n < c_boxes; n++) {
		uint32_t offset = address - (n < 8 ? c_base[n] : more[n - 8]);

		if (offset <= 2 || (offset >= 0x10 && offset <= 0x1b))
			return true;
	}
	return is_xbr(address);
}

/* What does not hold 0 at the start: MISC_ENABLE, PERF_CAPABILITIES, the enables of four counters, and what the processor is. */
static uint64_t start_of(uint32_t address)
{
	switch (address) {
	case 0x1a0: return 0x1881;
	case 0x345: return BIT(12);
	case 0x38f: return 0xf;
	case 0x4e: return 3;
	case 0x4f: return UINT64_C(0x5eed000000000000);
	case 0x8b: return BIT(32);
	case 0xce: return BIT(23);
	default: return 0;
	}
}

static void check_registers(struct bench *bench, unsigned c_boxes, unsigned count)
{
	unsigned answering = 0, claimed = 0;
	uint32_t first, last;

	for (unsigned i = 0; silicon_msr_range(bench->silicon, i, &first, &last); i++) {
		for (uint32_t address = first; address <= last; address++) {
			bool there = is_register(address, c_boxes);

			claimed++;
			answering += there;
			assert_int_equal(answer_to_read(bench, address), there ? SILICON_OK : SILICON_FAULT);
			if (there)
				assert_int_equal(get(bench, address), start_of(address));
		}
	}
	assert_int_equal(answering, count + 2 + 4 + 19);
	assert_int_equal(claimed, 2 + 4 + 3 * 8 + 4 + 4 + 12 + 0x400 + 0xc0); /* the last: core counters of version 6 */
	assert_int_equal(answer_to_read(bench, 0x398), SILICON_NOT_MINE);
	assert_int_equal(answer_to_read(bench, 0x1000), SILICON_NOT_MINE);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_every_register_and_no_other)
{
	check_registers(bench_make(1, ""), 8, 354);
	check_registers(bench_of("xeon-e7", 1, ""), 10, 384);
}

/* ---- counting ------------------------------------------------------------------------------------ */

/* Every event of the lists, as code and the umask of all its sub-events. */
static const uint16_t u_codes[] = {0x000, 0x001, 0x002, 0x003, 0x004, 0x050, 0x051,
				   0x0f8, 0x0f9, 0x1df, 0x1e4, 0x1e5, 0x1e6};
static const uint16_t w_codes[] = {0xff00, 0xff01, 0x0002, 0xff03, 0xff04, 0xff07, 0xff08};
static const uint16_t c_codes[] = {0x0301, 0x0302, 0x0303, 0x0004, 0x0705, 0x0706, 0x0707, 0x0008, 0x7f09,
				   0x7f0a, 0xff0b, 0xff0c, 0x0f0e, 0x0010, 0xff11, 0xff12, 0x0714, 0x0f15,
				   0x0f16, 0x1f17, 0x0018, 0x0019, 0x001a, 0x001b, 0x001c, 0x001d, 0x001e,
				   0x001f, 0x0020, 0x0021, 0x0022, 0x0023, 0x0327, 0xff28};

/* What an event counts in a second on the given counter. */
static uint64_t count_of(uint32_t select, uint64_t code, uint32_t box_ctl)
{
	struct bench *bench = bench_make(1, "background = 1000\n");
	uint64_t count;

	put(bench, select, EN | code);
	put(bench, box_ctl, 1);
	start(bench, box_ctl == U_CTL ? 1 : 0);
	go(bench, 1000000000);
	count = get(bench, select + 1);
	expect_clean(bench);
	bench_free(bench);
	return count;
}

TEST(test_every_event_counts_and_differently)
{
	uint64_t seen[sizeof(u_codes) + sizeof(w_codes) + sizeof(c_codes)];
	unsigned count = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(u_codes); i++)
		seen[count++] = count_of(U_SEL, u_codes[i], U_CTL);
	for (unsigned i = 0; i < ARRAY_SIZE(w_codes); i++)
		seen[count++] = count_of(W_SEL(0), w_codes[i], W_CTL);
	for (unsigned i = 0, first = count; i < ARRAY_SIZE(c_codes); i++) {
		seen[count] = count_of(C_SEL(4, 0), c_codes[i], C_CTL(4));
		for (unsigned j = first; j < count; j++)
			assert_int_not_equal(seen[j], seen[count]);
		count++;
	}
	for (unsigned i = 0; i < count; i++)
		assert_true(seen[i] >= 100000);
	bench_free(bench_make(1, ""));
}

TEST(test_instances_and_sockets_differ)
{
	struct bench *bench = bench_make(2, "");
	uint64_t seen[16];

	for (unsigned i = 0; i < 16; i++) {
		write_on(bench, i / 8, C_SEL(i % 8, 0), EN | LLC_HITS_M);
		write_on(bench, i / 8, C_CTL(i % 8), 1);
	}
	write_on(bench, 0, U_CTL, EN_ALL);
	write_on(bench, 1, U_CTL, EN_ALL);
	go(bench, 1000000000);
	for (unsigned i = 0; i < 16; i++) {
		seen[i] = read_on(bench, i / 8, C_CTR(i % 8, 0));
		for (unsigned j = 0; j < i; j++)
			assert_int_not_equal(seen[i], seen[j]);
	}
	bench_free(bench);
}
