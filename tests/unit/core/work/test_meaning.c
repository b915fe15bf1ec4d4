/* SPDX-License-Identifier: BSD-2-Clause */
/* What events count of known work, on virtual silicon that sees it: as it is found every number of the tables is met to the count;
 * with background nothing is said against sound silicon; where nothing is seen, nothing is judged. */
#include "core/check/check.h"
#include "core/check/meaning.h"
#include "core/check/meaning_fit.h"
#include "lib/memory.h"
#include "lib/parse.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

#define LINES 512

static struct meaning_report report;

static void judge_here(enum meaning_work work)
{
	struct meaning_request request = {.work = (uint8_t)work, .lines = LINES, .repeats = 1};

	request.machine = &machine;
	request.meanings = check_facts_of(&machine)->meanings;
	assert_non_null(request.meanings);
	meaning_judge(&request, &report);
}

static void judge(const char *name, unsigned sockets, const char *scenario, enum meaning_work work)
{
	if (!shell_try(name, sockets, scenario))
		fail_msg("%s", said);
	judge_here(work);
}

static void end(void)
{
	assert_int_equal(host_stop(&host), 0);
}

/* Each row that a document or two programs give a number. As it is found, other traffic may hide what counts more than lines of memory:
 * occupancies, victims and the packets that a filter of the S-Box chooses from. */
static void expect_exact_on(const char *name, unsigned sockets, const char *scenario, enum meaning_work work)
{
	unsigned exact = 0;

	judge(name, sockets, scenario, work);
	if (report.failed || report.skipped)
		fail_msg("%s %s: %s", name, meaning_work_name(work), report.failed ? report.message : report.skipped);
	for (unsigned i = 0; i < report.count; i++) {
		const struct meaning_result *result = &report.results[i];

		assert_true(result->counted);
		if (result->row->kind == MEANING_ANSWER && result->verdict == MEANING_HIDDEN && !*scenario)
			continue;
		if (result->row->kind != MEANING_CYCLES && result->slope != meaning_expected(result->row))
			fail_msg("%s counts %lld millionths", result->row->events, (long long)result->slope);
		exact += result->row->kind == MEANING_SUM;
	}
	assert_true(exact > 0);
	for (unsigned i = 0; i < report.balanced_count; i++)
		if (report.balanced[i].balance->relation != MEANING_STAY &&
		    (*scenario || report.balanced[i].balance->relation != MEANING_SHARE) &&
		    (report.balanced[i].verdict != MEANING_PASS ||
		     (report.balanced[i].balance->relation != MEANING_SHARE && report.balanced[i].apart)))
			fail_msg("%s: %s", name, report.balanced[i].balance->says);
	end();
}

static void expect_exact(const char *name, unsigned sockets, enum meaning_work work)
{
	expect_exact_on(name, sockets, "", work);
	expect_exact_on(name, sockets, "background = 0\n", work);
}

static bool has_row(const struct meanings *meanings, unsigned work, const struct meaning_part *part)
{
	const struct meaning *row;

	for (unsigned i = 0; (row = meaning_row(meanings, i)); i++)
		if (row->work == work && row->side == part->side && !strcmp(row->events, part->events))
			return true;
	return false;
}

/* No table has more than a report takes, and each balance is of rows that there are. */
TEST(tables_fit)
{
	for (const struct check_facts *const *facts = check_facts; *facts; facts++) {
		const struct meanings *meanings = (*facts)->meanings;
		unsigned rows[MEANING_WORKS] = {0}, balances[MEANING_WORKS] = {0};
		const struct meaning_balance *balance;
		const struct meaning *row;

		for (unsigned i = 0; meanings && (row = meaning_row(meanings, i)); i++)
			assert_true(++rows[row->work] <= MEANING_ROWS);
		for (unsigned i = 0; meanings && (balance = meaning_balance_of(meanings, i)); i++) {
			assert_true(++balances[balance->work] <= MEANING_BALANCES);
			assert_true(has_row(meanings, balance->work, &balance->first));
			assert_true(has_row(meanings, balance->work, &balance->second));
		}
	}
}

TEST(xeon_7500_counts_what_was_done)
{
	expect_exact("xeon-7500", 1, MEANING_READ);
	expect_exact("xeon-7500", 1, MEANING_WRITE);
	expect_exact("xeon-7500", 2, MEANING_REMOTE);
}

TEST(xeon_e7_counts_what_was_done)
{
	expect_exact("xeon-e7", 1, MEANING_READ);
	expect_exact("xeon-e7", 1, MEANING_WRITE);
	expect_exact("xeon-e7", 2, MEANING_REMOTE);
}

TEST(xeon_e5_2600_counts_what_was_done)
{
	expect_exact("xeon-e5-2600", 1, MEANING_READ);
	expect_exact("xeon-e5-2600", 1, MEANING_WRITE);
	expect_exact("xeon-e5-2600", 2, MEANING_REMOTE);
}

TEST(xeon_e5_2600_v2_counts_what_was_done)
{
	expect_exact("xeon-e5-2600-v2", 1, MEANING_READ);
	expect_exact("xeon-e5-2600-v2", 1, MEANING_WRITE);
	expect_exact("xeon-e5-2600-v2", 2, MEANING_REMOTE);
}

/* Rows of a processor that another one is like hold there, but for those that its table leaves out; and it is said whose they are. */
TEST(tables_are_like_others)
{
	const struct meanings *meanings, *like;
	unsigned rows = 0, own = 0, out = 0;
	const struct meaning *row;

	judge("xeon-e5-2600-v2", 1, "background = 0\nfault = ha0.lines.lost=2\n", MEANING_WRITE);
	assert_true(report.failed);
	assert_non_null(strstr(report.message, "(as the Xeon E5-2600: A: 327043-001"));
	(void)host_stop(&host);
	meanings = report.meanings;
	like = meanings->like;
	assert_non_null(like);
	for (unsigned i = 0; (row = meaning_row(meanings, i)); i++, rows++) {
		own += !*meaning_of_whom(meanings, row);
		assert_null(strstr(row->events, "TRACKER_INSERTS"));
	}
	assert_int_equal(own, meanings->row_count);
	for (unsigned i = 0; i < like->row_count; i++)
		for (unsigned w = 0; meanings->without[w]; w++)
			out += glob_match(slice_of(meanings->without[w]), like->rows[i].events);
	assert_true(out > 0);
	assert_int_equal(rows, meanings->row_count + like->row_count - out);
}

/* The node of a socket is not its number: who reads it from the socket's own function is right. */
TEST(filters_have_the_node_of_the_memory)
{
	for (enum meaning_work work = MEANING_READ; work <= MEANING_REMOTE; work += MEANING_REMOTE - MEANING_READ) {
		unsigned filtered = 0;

		judge("xeon-e5-2600", 2, "background = 0\nnodes = reversed\n", work);
		if (report.failed || report.skipped)
			fail_msg("%s", report.failed ? report.message : report.skipped);
		for (unsigned i = 0; i < report.count; i++)
			filtered += report.results[i].counted && strstr(report.results[i].row->events, ":nf={");
		assert_int_equal(filtered, 2);
		end();
	}
}

TEST(knights_landing_counts_what_was_done)
{
	expect_exact("knights-landing", 1, MEANING_READ);
	expect_exact("knights-landing", 1, MEANING_WRITE);
	expect_exact("knights-landing", 1, MEANING_ALONE_READ);
	expect_exact("knights-landing", 1, MEANING_ALONE_WRITE);
}

/* A line of somebody else's that falls into the short run. */
TEST(one_count_more_in_the_shorter_run_hides_nothing)
{
	struct meaning_point points[MEANING_REPEATS][MEANING_AMOUNTS] = {{
		[MEANING_IDLE] = {5, 1000000},
		[MEANING_ONE] = {LINES + 4, 10000000},
		[MEANING_TWO] = {2 * LINES + 4, 20000000},
		[MEANING_FOUR] = {4 * LINES + 4, 40000000},
		[MEANING_IDLE_LONG] = {4, 41000000},
	}};
	const struct meaning_report once = {.lines = LINES, .repeats = 1};
	struct meaning_fit fit = meaning_fit((const struct meaning_point(*)[MEANING_AMOUNTS])points, &once);

	assert_false(fit.hidden);
	assert_true(meaning_near(&fit, MEANING_MILLION, MEANING_MILLION, &once));
	points[0][MEANING_IDLE].count = LINES;
	fit = meaning_fit((const struct meaning_point(*)[MEANING_AMOUNTS])points, &once);
	assert_true(fit.hidden);
}

TEST(background_fails_nothing)
{
	static const char *const machines[] = {"xeon-7500", "xeon-e7", "xeon-e5-2600", "xeon-e5-2600-v2",
					       "knights-landing"};
	static const char *const scenarios[] = {"background = 1\n", "background = 100\n", "background = 1000\n",
						"idle = 1\n"};

	for (unsigned m = 0; m < ARRAY_SIZE(machines); m++)
		for (unsigned s = 0; s < ARRAY_SIZE(scenarios); s++)
			for (enum meaning_work work = MEANING_READ; work <= MEANING_WRITE; work++) {
				judge(machines[m], 1, scenarios[s], work);
				if (report.failed)
					fail_msg("%s %s: %s", machines[m], scenarios[s], report.message);
				end();
			}
}

static void skipped(const char *name, const char *scenario, enum meaning_work work, const char *why)
{
	judge(name, 1, scenario, work);
	assert_false(report.failed);
	assert_non_null(report.skipped);
	if (!strstr(report.skipped, why))
		fail_msg("%s instead of %s", report.skipped, why);
	end();
}

TEST(what_nobody_sees_is_not_judged)
{
	skipped("xeon-e5-2600", "work = off\nbackground = 0\n", MEANING_READ, "nothing seen");
	skipped("xeon-e5-2600", "background = 0\n", MEANING_REMOTE, "no memory of another socket");
	skipped("knights-landing", "mcdram = cache\nbackground = 0\n", MEANING_READ, "other memory caches this memory");
	skipped("bare-xeon-e5-2600", "", MEANING_READ, "prefetchers");
}

/* What a socket's rows say does not hold of memory whose node has no processors, be it an expander or a part of the socket of which all
 * are off. */
TEST(memory_without_processors_is_not_judged_as_a_sockets)
{
	static const struct {
		uint16_t lower, upper; /* whose the halves of the socket's memory are said to be */
		uint8_t work;
		bool judged;
	} cases[] = {
		{0, MEMORY_ALONE, MEANING_READ, true},
		{0, MEMORY_ALONE, MEANING_REMOTE, false},
		{MEMORY_ALONE, MEMORY_ALONE, MEANING_READ, false},
		{MEMORY_ALONE, MEMORY_ALONE, MEANING_WRITE, false},
		{MEMORY_ALONE, MEMORY_OF_SEVERAL, MEANING_READ, true},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct node_memory halves[2];

		assert_true(shell_try("xeon-e5-2600", 1, "background = 0\n"));
		halves[0] = halves[1] = machine.nodes[0];
		halves[0].bytes = halves[1].bytes /= 2;
		halves[1].base += halves[0].bytes;
		halves[0].socket = cases[i].lower;
		halves[1].socket = cases[i].upper;
		machine.nodes = halves;
		machine.node_count = 2;
		judge_here((enum meaning_work)cases[i].work);
		assert_false(report.failed);
		assert_int_equal(!report.skipped, cases[i].judged);
		if (report.skipped)
			assert_non_null(strstr(report.skipped, "its memory belongs to a node without processors"));
		end();
	}
}

static void expect_odd(const char *name, const char *scenario, enum meaning_work work, const char *words)
{
	judge(name, 1, scenario, work);
	assert_true(report.failed);
	if (!strstr(report.message, words))
		fail_msg("%s", report.message);
	(void)host_stop(&host);
}

/* Of several boxes of a row that should have equal shares. */
TEST(a_box_with_another_share_is_named)
{
	expect_odd("xeon-e5-2600", "background = 0\nfault = cbox3.lines.lost=2\n", MEANING_READ,
		   "; it is cbox3 alone: 128 of 2048 lines, not 256");
	expect_odd("xeon-e5-2600", "background = 0\nfault = imc0.lines.doubled=2\n", MEANING_WRITE,
		   "; it is imc0 alone: 768 of 2048 lines, not 512");
	expect_odd("xeon-7500", "background = 0\nfault = mbox1.lines.lost=4\n", MEANING_READ,
		   "; it is mbox1 alone: 768 of 2048 lines, not 1024");
}

/* Faults of counters that show as faults of meaning. */
TEST(wrong_counts_are_named)
{
	judge("xeon-e5-2600", 1, "background = 0\nfault = imc2.ctr1.rate=2\nfault = imc2.ctr0.rate=2\n", MEANING_READ);
	assert_true(report.failed);
	assert_non_null(strstr(report.message, "snbep_unc_imc2::UNC_M_CAS_COUNT:ALL"));
	judge("xeon-e5-2600", 1, "background = 0\nfault = ha.ctr0.dead\nfault = ha.ctr1.dead\n", MEANING_WRITE);
	assert_true(report.failed);
	assert_non_null(strstr(report.message, "ha*::UNC_H_REQUESTS"));
}

/* A table of one balance between rows that nobody judges. */
static void balance(const char *scenario, enum meaning_relation relation)
{
	static const struct meaning rows[] = {
		{MEANING_READ, 0, MEANING_HERE, MEANING_SUM, 1,
		 .events = "snbep_unc_cbo*::UNC_C_TOR_INSERTS:MISS_OPCODE:opc=0x182"},
		{MEANING_READ, 0, MEANING_HOME, MEANING_ANSWER, 1, .events = "snbep_unc_imc*::UNC_M_CAS_COUNT:RD"},
	};
	struct meaning_balance balance = {.work = MEANING_READ,
					  .relation = (uint8_t)relation,
					  .first = {MEANING_HERE, rows[0].events},
					  .second = {MEANING_HOME, rows[1].events},
					  .says = "what C-Boxes miss, channels read",
					  .source = "a test"};
	const struct meanings meanings = {
		.rows = rows, .row_count = ARRAY_SIZE(rows), .balances = &balance, .balance_count = 1};
	struct meaning_request request = {
		.machine = &machine, .meanings = &meanings, .work = MEANING_READ, .lines = LINES, .repeats = 1};

	assert_true(shell_try("xeon-e5-2600", 1, scenario));
	meaning_judge(&request, &report);
	(void)host_stop(&host);
	assert_null(report.skipped);
	assert_int_equal(report.balanced_count, 1);
}

TEST(lines_lost_on_the_way_are_named)
{
	balance("background = 0\n", MEANING_EQUAL);
	assert_false(report.failed);
	assert_int_equal(report.balanced[0].verdict, MEANING_PASS);
	balance("background = 0\nfault = imc1.lines.lost=2\n", MEANING_EQUAL);
	assert_true(report.failed);
	if (!strstr(report.message,
		    "what C-Boxes miss, channels read, but snbep_unc_cbo*::UNC_C_TOR_INSERTS:MISS_OPCODE:"
		    "opc=0x182 counts 0.125 a line of `read` more than"))
		fail_msg("%s", report.message);
	balance("background = 0\nfault = imc1.lines.doubled=2\n", MEANING_EQUAL);
	assert_true(report.failed);
	assert_non_null(strstr(report.message, "0.125 a line of `read` less than"));
	balance("background = 0\nfault = imc1.lines.lost=2\n", MEANING_LIKELY);
	assert_false(report.failed);
	assert_int_equal(report.balanced[0].verdict, MEANING_ANSWERED);
}

/* Entries of each cycle by entries, whatever they are. */
TEST(occupancy_tells_how_long_entries_stay)
{
	balance("background = 0\n", MEANING_STAY);
	assert_int_equal(report.balanced[0].verdict, MEANING_ANSWERED);
	assert_int_equal(report.balanced[0].apart, 1000000);
}

static enum outcome (*write_register)(struct hw *hw, const struct location *where, uint64_t value);

/* Configuration space of D15 as EDAC knows it, whatever the silicon has there. */
static enum outcome (*read_register)(struct hw *hw, const struct location *where, uint64_t *value);
static uint64_t lockstep, mirroring;

static enum outcome read_memory_ways(struct hw *hw, const struct location *where, uint64_t *value)
{
	uint64_t at = where->address & 0xfffff;

	if (where->space != SPACE_PCI || (at != (15u << 15 | 0x7c) && at != (15u << 15 | 1u << 12 | 0xac)))
		return read_register(hw, where, value);
	*value = at & 1u << 12 ? mirroring : lockstep;
	return *value == UINT32_MAX ? OUTCOME_ALL_ONES : OUTCOME_OK;
}

static void judge_memory(const char *scenario, uint64_t mcmtr, uint64_t rasenables)
{
	struct meaning_request request = {.machine = &machine, .work = MEANING_WRITE, .lines = LINES, .repeats = 1};

	assert_true(shell_try("xeon-e5-2600", 1, scenario));
	read_register = host.hw.read;
	host.hw.read = read_memory_ways;
	lockstep = mcmtr;
	mirroring = rasenables;
	request.meanings = check_facts_of(&machine)->meanings;
	meaning_judge(&request, &report);
	(void)host_stop(&host);
}

#define TWICE(IMC)                                                                                            \
	"fault = " IMC ".ctr0.rate=2\nfault = " IMC ".ctr1.rate=2\nfault = " IMC ".ctr2.rate=2\nfault = " IMC \
	".ctr3.rate=2\n"
#define ALL_DOUBLED "background = 0\n" TWICE("imc0") TWICE("imc1") TWICE("imc2") TWICE("imc3")

/* One command for each line, or two, as the memory's own registers say; where they are hidden, two are an answer. */
TEST(memory_that_makes_two_of_one)
{
	judge_memory("background = 0\n", 0, 0);
	assert_int_equal(report.doubled, MEANING_NOT_DOUBLED);
	assert_false(report.failed);
	judge_memory(ALL_DOUBLED, 0, 0);
	assert_true(report.failed);
	judge_memory(ALL_DOUBLED, BIT(1), 0);
	assert_int_equal(report.doubled, MEANING_DOUBLED);
	assert_false(report.failed);
	judge_memory(ALL_DOUBLED, 0, BIT(0));
	assert_false(report.failed);
	judge_memory(ALL_DOUBLED, BIT(0) | BIT(2), 0);
	assert_true(report.failed);
	judge_memory("background = 0\nfault = imc1.lines.lost=2\n", BIT(1), 0);
	assert_true(report.failed);
	judge_memory(ALL_DOUBLED, UINT32_MAX, UINT32_MAX);
	assert_int_equal(report.doubled, MEANING_MAYBE_DOUBLED);
	assert_false(report.failed);
}

/* A filter that takes half of the lines, and a box in which a bit of the mask is not looked at. */
TEST(filters_take_their_share)
{
	static const struct {
		const char *machine, *fault, *box;
	} tries[] = {
		{"xeon-7500", "sbox0.mask.deaf=1", "but sbox0 counts 512 of 512 that pass it"},
		{"xeon-7500", "sbox1.mask.deaf=2", "but sbox1 counts 512 of 512 that pass it"},
		{"xeon-e7", "sbox1.mask.deaf=1", "but sbox1 counts "},
	};
	char scenario[96];

	for (unsigned i = 0; i < ARRAY_SIZE(tries); i++) {
		struct text text = text_over(scenario, sizeof(scenario));

		text_format(&text, "background = 0\nfault = %s\n", tries[i].fault);
		judge(tries[i].machine, 2, scenario, MEANING_REMOTE);
		assert_true(report.failed);
		if (!strstr(report.message, tries[i].box))
			fail_msg("%s: %s", tries[i].fault, report.message);
		(void)host_stop(&host);
	}
}

/* Traffic that a hurried look cannot tell from a spread does not hide what is lost. */
TEST(some_traffic_hides_no_fault)
{
	judge("xeon-e7", 2,
	      "background = 0\nrate.rbox.port*.NEW_PACKETS_RECV.VN0.DRS = 8000\nfault = rbox0.lines.lost\n",
	      MEANING_REMOTE);
	assert_true(report.failed);
	assert_int_equal(report.repeats, MEANING_REPEATS);
	assert_non_null(strstr(report.message, "NEW_PACKETS_RECV:ANY.DRS"));
	(void)host_stop(&host);
	judge("xeon-e7", 2, "background = 0\nrate.rbox.port*.NEW_PACKETS_RECV.VN0.DRS = 8000\n", MEANING_REMOTE);
	assert_false(report.failed);
	end();
}

/* The silicon's own memory of that kind: its registers say so, its channels count each line twice, and two is what is due. */
TEST(memory_in_lockstep_and_mirrored_counts_twice)
{
	static const char *const kinds[] = {"memory = lockstep\n", "memory = mirrored\n"};
	char scenario[96];

	judge("xeon-e5-2600", 1, "background = 0\n", MEANING_WRITE);
	assert_int_equal(report.doubled, MEANING_NOT_DOUBLED);
	end();
	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		for (enum meaning_work work = MEANING_READ; work <= MEANING_REMOTE; work++) {
			struct text text = text_over(scenario, sizeof(scenario));
			unsigned twice = 0;

			text_format(&text, "background = 0\n%s", kinds[i]);
			judge("xeon-e5-2600", 2, scenario, work);
			assert_int_equal(report.doubled, MEANING_DOUBLED);
			if (report.failed || report.skipped)
				fail_msg("%s: %s", scenario, report.failed ? report.message : report.skipped);
			for (unsigned r = 0; r < report.count; r++) {
				const struct meaning_result *result = &report.results[r];

				if (result->row->twice)
					assert_int_equal(result->slope, 2000000 * result->row->expected);
				twice += result->row->twice;
			}
			assert_true(twice > 0);
			end();
		}
	expect_odd("xeon-e5-2600", "background = 0\nmemory = lockstep\nfault = imc1.lines.lost=2\n", MEANING_WRITE,
		   "it is imc1 alone");
}

/* record does it meanwhile: each sample is so many lines later, and what was done is said. */
TEST(samples_come_of_known_work)
{
	assert_true(shell_try("xeon-7500", 2, "background = 0\n"));
	assert_int_equal(shell_run("record -e cbox0::LLC_MISSES:ALL -c 100 -n 3 -w read:2000"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"record\":\"sample\""), 3);
	assert_int_equal(shell_said_times("\"nhmex_unc_cbox0::LLC_MISSES:ALL\":100"), 3);
	assert_int_equal(shell_said_times("\"socket\":1"), 0);
	assert_int_equal(shell_number("\"record\":\"work\"", "\"lines_read\":") % 2000, 0);
	assert_true(shell_try("xeon-7500", 2, "background = 0\n"));
	assert_int_equal(shell_run("record -e cbox0::LLC_MISSES:ALL -c 100 -n 3 -w reed"), VERDICT_ERROR);
	assert_int_equal(shell_said_times("\"record\":\"sample\""), 0);
}

/* Nothing comes where the work is not: that ends, and is no failure. */
TEST(samples_need_not_come_where_the_work_is_not)
{
	assert_true(shell_try("xeon-7500", 2, "background = 0\n"));
	assert_int_equal(shell_run("record -e cbox0::LLC_MISSES:ALL -c 100 -n 1 -s 1 -t 10 -w read:300"), VERDICT_PASS);
	assert_non_null(strstr(said, "untested, nhmex_unc_cbox0::LLC_MISSES:ALL has not come at all on socket 1"));
	assert_int_equal(shell_said_times("\"record\":\"sample\""), 0);
}

/* A register that keeps what it is told, and a prefetcher of pairs that does not heed it. */
static uint64_t told_prefetchers;

static bool is_prefetch_control(const struct location *where)
{
	return where->space == SPACE_MSR && where->address == PREFETCH_CONTROL;
}

static enum outcome write_but_pairs(struct hw *hw, const struct location *where, uint64_t value)
{
	if (!is_prefetch_control(where))
		return write_register(hw, where, value);
	told_prefetchers = value;
	return write_register(hw, where, value & ~PREFETCH_ADJACENT);
}

static enum outcome read_as_told(struct hw *hw, const struct location *where, uint64_t *value)
{
	if (!is_prefetch_control(where))
		return read_register(hw, where, value);
	*value = told_prefetchers;
	return OUTCOME_OK;
}

static void judge_with_pairs(const char *name, const char *scenario, enum meaning_work work)
{
	struct meaning_request request = {.machine = &machine, .work = (uint8_t)work, .lines = LINES, .repeats = 1};

	assert_true(shell_try(name, 1, scenario));
	read_register = host.hw.read;
	write_register = host.hw.write;
	host.hw.read = read_as_told;
	host.hw.write = write_but_pairs;
	told_prefetchers = 0;
	request.meanings = check_facts_of(&machine)->meanings;
	meaning_judge(&request, &report);
	(void)host_stop(&host);
}

TEST(a_prefetcher_that_stays_on_is_no_failure)
{
	static const char *const machines[] = {"xeon-7500", "xeon-e5-2600"};

	for (unsigned i = 0; i < ARRAY_SIZE(machines); i++)
		for (enum meaning_work work = MEANING_READ; work <= MEANING_WRITE; work++) {
			judge_with_pairs(machines[i], "background = 0\n", work);
			if (report.failed)
				fail_msg("%s: %s", machines[i], report.message);
			assert_true(report.work.prefetchers_off);
			assert_non_null(report.skipped);
			assert_non_null(strstr(report.skipped, "a prefetcher of pairs is still on"));
		}
	judge_with_pairs("xeon-e5-2600", "background = 0\nfault = imc1.lines.lost=2\n", MEANING_READ);
	assert_true(report.failed);
}
