/* SPDX-License-Identifier: BSD-2-Clause */
/* map on virtual silicon: what the scenario has lines served by is found, whatever it is; noise is told from it, or said to hide it; a box
 * that does not count is a failure, another rule than the published one is none. */
#include "tests/unit/support/shell_bench.h"

#include "core/work/work.h"

#define QUIET "background = 0\n"
#define SEEN  (MASK(0, 35) & ~MASK(0, 6)) /* the bits that memory of one node differs in */

static const uint64_t published[] = {0x1b5f575440, 0x2eb5faa880, 0x3cccc93100};

static void run(const char *name, unsigned sockets, const char *scenario, const char *line)
{
	if (!shell_try(name, sockets, scenario))
		fail_msg("%s", said);
	if (shell_run(line) != VERDICT_PASS)
		fail_msg("%s %s", scenario, said);
}

static void expect_functions(const uint64_t *functions, unsigned count)
{
	char wanted[160];
	struct text text = TEXT_OVER(wanted);

	text_string(&text, "\"functions\":\"");
	for (unsigned i = 0; i < count; i++)
		text_format(&text, "%s0x%llx", i ? " " : "", (unsigned long long)(functions[i] & SEEN));
	text_char(&text, '"');
	if (!strstr(said, wanted))
		fail_msg("no %s in %s", wanted, said);
}

TEST(eight_slices_are_as_published)
{
	run("xeon-e5-2600", 1, QUIET, "map -b cbox");
	expect_functions(published, 3);
	assert_non_null(strstr(said, "\"published\":\"same\""));
	assert_non_null(strstr(said, "\"numbering\":\"0 1 2 3 4 5 6 7\""));
	assert_int_equal(shell_number("\"record\":\"map\"", "\"misfits\":"), 0);
	assert_int_equal(shell_number("\"record\":\"map\"", "\"untold\":"), 0);
	assert_true(shell_number("\"record\":\"map\"", "\"lines\":") < 400);
	assert_int_equal(shell_said_times("\"share\":1,\"of\":8"), 8);
}

TEST(boxes_may_be_numbered_otherwise)
{
	run("xeon-e5-2600", 1, QUIET "slices = 3 0 1 2 7 6 5 4\n", "map -b cbox");
	expect_functions(published, 3);
	assert_non_null(strstr(said, "\"published\":\"same\""));
	assert_non_null(strstr(said, "\"numbering\":\"3 0 1 2 7 6 5 4\""));
}

TEST(invented_functions_are_recovered)
{
	static const uint64_t invented[] = {0x1040, 0x12000080, 0x4200};

	run("xeon-e5-2600", 1, QUIET "slices = 5 1 0 2 4 3 7 6\nslice.hash = 0x1040 0x12000080 0x4200\n",
	    "map -b cbox");
	expect_functions(invented, 3);
	assert_non_null(strstr(said, "\"bits\":\"6 7 9 12 14 25 28\""));
	assert_non_null(strstr(said, "\"published\":\"other\""));
}

TEST(two_and_four_slices)
{
	static const uint64_t low[] = {0x40, 0x80};

	run("xeon-e5-2600", 1, QUIET "cboxes = 2\ncores = 2\n", "map -b cbox");
	expect_functions(low, 1);
	assert_non_null(strstr(said, "\"boxes\":2,\"rule\":\"xor\""));
	run("xeon-e5-2600", 1, QUIET "cboxes = 4\nslices = 2 0 3 1\n", "map -b cbox");
	expect_functions(low, 2);
	assert_non_null(strstr(said, "\"boxes\":4,\"rule\":\"xor\""));
}

TEST(odd_numbers_of_slices_take_turns)
{
	for (unsigned boxes = 3; boxes <= 7; boxes += 2) {
		char scenario[64], turns[64];

		snprintf(scenario, sizeof(scenario), QUIET "cboxes = %u\ncores = 3\n", boxes);
		snprintf(turns, sizeof(turns), "\"rule\":\"period\",\"entries\":%u,", boxes);
		run("xeon-e5-2600", 1, scenario, "map -b cbox");
		assert_non_null(strstr(said, turns));
		assert_int_equal(shell_number("\"record\":\"map\"", "\"granule_bytes\":"), 64);
		assert_int_equal(shell_number("\"record\":\"map\"", "\"misfits\":"), 0);
		assert_non_null(strstr(said, "\"owners\":\"")); /* whose turn is first depends on the address */
	}
}

TEST(channels_and_home_agents)
{
	run("xeon-e5-2600", 1, QUIET, "map -b imc; map -b ha");
	assert_non_null(strstr(said, "\"functions\":\"0x40 0x80\",\"bits\":\"6 7\""));
	assert_non_null(strstr(said, "\"boxes\":1,\"rule\":\"one\""));
}

TEST(xeon_7500_and_e7)
{
	run("xeon-7500", 1, QUIET, "map");
	expect_functions(published, 3);
	expect_functions(published + 2, 1); /* S-, B- and M-Boxes */
	assert_int_equal(shell_said_times("\"published\":\"none\""), 4);
	run("xeon-e7", 1, QUIET, "map -b cbox");
	assert_non_null(strstr(said, "\"boxes\":10,\"rule\":\"period\",\"entries\":10,"));
}

TEST(knights_landing)
{
	run("knights-landing", 1, QUIET, "map -b cha");
	assert_non_null(strstr(said, "\"boxes\":38,\"rule\":\"table\",\"entries\":4096,"));
	assert_non_null(strstr(said, "\"published\":\"same\""));
	assert_int_equal(shell_number("\"box\":\"cha32\"", "\"share\":"), 96);
	assert_int_equal(shell_number("\"box\":\"cha0\"", "\"share\":"), 104);
	assert_int_equal(shell_number("\"box\":\"cha2\"", "\"share\":"), 116);
	run("knights-landing", 1, QUIET, "map -b imc; map -b edc_eclk");
	assert_non_null(strstr(said, "\"boxes\":6,\"rule\":\"period\",\"entries\":6,"));
	assert_non_null(strstr(said, "\"functions\":\"0x40 0x80 0x100\""));
}

/* Eight C-Boxes are hashed on the Xeon 7500, too, by whatever function; the E7's ten take turns whatever that is. */
TEST(xeon_7500_by_an_invented_function)
{
	static const uint64_t invented[] = {0x2040, 0x1000080, 0x8300};

	run("xeon-7500", 1, QUIET "slices = 7 6 5 4 3 2 1 0\nslice.hash = 0x2040 0x1000080 0x8300\n",
	    "map -b cbox; map -b mbox");
	expect_functions(invented, 3);
	expect_functions(invented + 2, 1);
	run("xeon-e7", 1, QUIET "slice.hash = 0x2040 0x1000080 0x8300\n", "map -b cbox");
	assert_non_null(strstr(said, "\"boxes\":10,\"rule\":\"period\",\"entries\":10,"));
}

/* Fewer than 38 CHAs serve lines in turn here. */
TEST(knights_landing_with_fewer_chas)
{
	static const uint64_t low[] = {0x40, 0x80, 0x100};
	static const unsigned chas[] = {2, 4, 8, 37};

	for (unsigned i = 0; i < ARRAY_SIZE(chas); i++) {
		char scenario[64], rule[64];
		unsigned bits = i + 1;

		snprintf(scenario, sizeof(scenario), QUIET "chas = %u\n", chas[i]);
		snprintf(rule, sizeof(rule), "\"boxes\":%u,\"rule\":\"%s\"", chas[i], i < 3 ? "xor" : "period");
		run("knights-landing", 1, scenario, "map -b cha");
		if (!strstr(said, rule))
			fail_msg("no %s in %s", rule, said);
		if (i < 3)
			expect_functions(low, bits);
	}
}

TEST(each_socket_has_its_own)
{
	run("xeon-e5-2600", 2, QUIET, "map -b cbox");
	assert_int_equal(shell_said_times("\"published\":\"same\""), 2);
	assert_non_null(strstr(said, "\"id\":\"xeon-e5-2600.socket1.map.cbox\""));
	run("xeon-e5-2600", 2, QUIET, "map -b cbox -C 4");
	assert_int_equal(shell_said_times("\"record\":\"map\""), 1);
	assert_non_null(strstr(said, "\"socket\":1,\"cpu\":4"));
}

/* Some of the traffic that other tests have: lines are read more often. All of it: that is said. */
TEST(noise_is_told_from_lines)
{
	unsigned long long quiet;

	run("xeon-e5-2600", 1, QUIET, "map -b cbox");
	quiet = shell_number("\"record\":\"map\"", "\"rounds\":");
	run("xeon-e5-2600", 1, "background = 10\n", "map -b cbox");
	expect_functions(published, 3);
	assert_int_equal(shell_number("\"record\":\"map\"", "\"misfits\":"), 0);
	assert_true(shell_number("\"record\":\"map\"", "\"rounds\":") > 2 * quiet);
}

TEST(what_noise_hides_is_not_judged)
{
	assert_true(shell_try("xeon-e5-2600", 1, "background = 1000\n"));
	assert_int_equal(shell_run("map -b ha; map -b cbox"), VERDICT_PASS);
	assert_non_null(
		strstr(said, "\"result\":\"untested\",\"message\":\"other traffic hides which box counts a line\""));
}

/* Memory of the program itself: after each flush the first write to a register reads a line of it, as fetching its code does on a board. */
static volatile uint64_t *own_line;
static enum outcome (*write_register)(struct hw *hw, const struct location *where, uint64_t value);

static enum outcome write_from_memory(struct hw *hw, const struct location *where, uint64_t value)
{
	enum outcome outcome = write_register(hw, where, value);

	(void)*own_line;
	return outcome;
}

static unsigned long long rounds_with_own_memory(bool is_used)
{
	struct hw_memory own = {.bytes = WORK_PAGE_BYTES};

	assert_true(shell_try("xeon-7500", 1, QUIET));
	assert_true(host.hw.take_memory(&host.hw, WORK_PAGE_BYTES, UINT64_MAX - 1, &own));
	own_line = (volatile uint64_t *)own.at;
	write_register = host.hw.write;
	host.hw.write = is_used ? write_from_memory : write_register;
	assert_int_equal(shell_run("map -b cbox"), VERDICT_PASS);
	expect_functions(published, 3);
	host.hw.give_memory(&host.hw, &own);
	return shell_number("\"record\":\"map\"", "\"rounds\":");
}

TEST(what_comes_before_the_first_line_is_not_counted)
{
	assert_int_equal(rounds_with_own_memory(true), rounds_with_own_memory(false));
}

TEST(what_sees_no_memory_has_no_map)
{
	assert_true(shell_try("xeon-e5-2600", 1, QUIET "work = off\n"));
	(void)shell_run("map -b cbox");
	assert_non_null(strstr(said, "nothing seen"));
	assert_non_null(strstr(said, "\"result\":\"skip\""));
}

TEST(a_box_that_does_not_count_is_a_failure)
{
	assert_true(shell_try("xeon-e5-2600", 1, QUIET "fault = cbox3.ctr0.dead\n"));
	assert_int_equal(shell_run("map -b cbox"), VERDICT_FAIL);
	assert_non_null(strstr(said, "are counted by none of the 8 boxes"));
	assert_non_null(strstr(said, "\"numbering\":\"0 1 2 - 4 5 6 7\""));
}

TEST(wrong_words_are_errors)
{
	static const char *const lines[] = {"map cbox", "map -b pcu", "map -C 99", "map -z"};

	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
		assert_true(shell_try("xeon-e5-2600", 1, QUIET));
		assert_int_equal(shell_run(lines[i]), VERDICT_ERROR);
		assert_int_equal(shell_said_times("\"record\":\"map\""), 0);
	}
	assert_true(shell_try("xeon-e5-2600-v2", 1, QUIET));
	assert_int_equal(shell_run("map"), VERDICT_ERROR);
}
