/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual POWER10: its own words, and an availability word in which links have states. */
#include "tests/unit/support/imc_bench.h"
#include "tests/unit/support/unit.h"

#define PAU          0x040
#define PB           0x0b8
#define GAP          0x108 /* on POWER9 the update count behind the first group */
#define XLINK0       0x228
#define XLINK2       0x2a8
#define ALINK2       0x4c8
#define XLINK3       0x2e8
#define OTL3         0x6a8
#define OCMB15       0xd28
#define AVAILABLE    0x3fc18

/* Link 0 as X link, 2 as A link, 3 as OpenCAPI; of the memory buffers the last. */
#define LINKS        "nest.available = 0x00146e0000000080"
#define POWER11_PVR  0x00820200
#define UNKNOWN_PVR  0x00840100
#define IMC_PAGE     UINT64_C(0x10002000)
#define LAST_OF_NEST 0xd40

static uint64_t posted(struct bench *bench, unsigned offset)
{
	return nest_word(bench, 0, offset);
}

static void count(struct bench *bench)
{
	assert_int_equal(start(bench, OPAL_NEST, 0), IMC_SUCCESS);
	go(bench, 20 * MS);
	stop(bench, OPAL_NEST, 0);
	go(bench, MS);
}

TEST(test_every_unit_is_posted_if_the_word_says_nothing)
{
	struct bench *bench = bench_open_on(PVR_POWER10, "");

	assert_int_equal(nest_word(bench, 0, AVAILABLE), 0);
	count(bench);
	assert_true(posted(bench, PAU) && posted(bench, PB) && posted(bench, XLINK0) && posted(bench, XLINK2));
	assert_true(posted(bench, ALINK2) && posted(bench, OTL3) && posted(bench, OCMB15) &&
		    posted(bench, LAST_OF_NEST));
	/* Nothing of POWER9's layout: no update counts, no time of day. */
	assert_int_equal(posted(bench, 0), 0);
	assert_int_equal(posted(bench, GAP), 0);
	assert_int_equal(posted(bench, 0x110), 0);
	bench_end(bench, 0);
}

TEST(test_a_link_is_one_thing)
{
	struct bench *bench = bench_open_on(PVR_POWER10, LINKS);

	count(bench);
	assert_true(posted(bench, XLINK0) && posted(bench, ALINK2) && posted(bench, OTL3) && posted(bench, OCMB15));
	assert_int_equal(posted(bench, XLINK2), 0);
	assert_int_equal(posted(bench, XLINK3), 0);
	assert_int_equal(posted(bench, 0x448), 0);
	assert_int_equal(posted(bench, 0xd08), 0);
	assert_true(posted(bench, PAU) && posted(bench, PB));
	bench_end(bench, 0);
}

TEST(test_pages_have_the_catalogs_words)
{
	struct bench *bench = bench_open_on(PVR_POWER10, "rate.core.0x660 = 64000\nrate.thread.0x660 = 128000");

	assert_int_equal(init(bench, OPAL_CORE, IMC_PAGE, 0), IMC_SUCCESS);
	ldbar(bench, 0, LDBAR_COUNT | (IMC_PAGE + 0x2000));
	start(bench, OPAL_CORE, 0);
	go(bench, 10 * MS);
	stop(bench, OPAL_CORE, 0);
	ldbar(bench, 0, 0);
	assert_int_equal(memory_word(bench, IMC_PAGE + 0x660), 640);
	assert_int_equal(memory_word(bench, IMC_PAGE + 0x2000 + 0x660), 1280);
	assert_int_equal(memory_word(bench, IMC_PAGE + 0x8e0), 0);
	bench_end(bench, 0);
}

/* What is of POWER9 alone is refused, and what is nobody's is no machine. */
TEST(test_what_it_has_not)
{
	struct bench bench;

	assert_false(bench_try_on(&bench, PVR_POWER10, "fault = nest.powerbus0.dead"));
	bench_close(&bench);
	assert_false(bench_try_on(&bench, PVR_POWER10, "fault = nest.torn"));
	assert_non_null(strstr(bench.error, "nothing is known"));
	bench_close(&bench);
	assert_true(bench_try_on(&bench, PVR_POWER10, "fault = nest.otl3_1.dead"));
	bench_close(&bench);
	assert_false(bench_try_on(&bench, UNKNOWN_PVR, ""));
	assert_non_null(strstr(bench.error, "0x840100"));
	bench_close(&bench);
}

TEST(test_power11_is_the_same_under_its_own_name)
{
	struct bench *bench = bench_open_on(POWER11_PVR, "");
	char line[300];

	imc_banner(bench->imc, line, sizeof(line));
	assert_non_null(strstr(line, "virtual silicon power11"));
	count(bench);
	assert_true(posted(bench, OCMB15));
	bench_end(bench, 0);
}
