/* SPDX-License-Identifier: BSD-2-Clause */
/* stat, record and program as a user types them, on the virtual silicon: values against its rates,
 * verdicts on good, faulty and absent silicon, and no violation on any way out. */
#include "arch/host/host.h"
#include "core/command/command.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

#define COUNTS  "\"record\":\"count\""
#define SAMPLES "\"record\":\"sample\""

static int keys_before_control_c; /* -1: nobody types */

static int type(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	if (keys_before_control_c < 0)
		return -1;
	return keys_before_control_c-- ? -1 : 3;
}

static void start(const char *name, unsigned sockets, const char *scenario)
{
	if (!shell_try(name, sockets, scenario))
		fail_msg("%s", said);
	keys_before_control_c = -1;
	shell.read_char = type;
}

static enum verdict run_on(const char *scenario, const char *line)
{
	start("xeon-7500", 1, scenario);
	return shell_run(line);
}

/* The number behind `name` in the `nth` line (from 0) that holds `needle`. */
static unsigned long long number_in(const char *needle, unsigned nth, const char *name)
{
	const char *at = strstr(said, needle);

	while (nth-- && at)
		at = strstr(at + 1, needle);
	assert_non_null(at);
	at = strstr(at, name);
	assert_non_null(at);
	return strtoull(at + strlen(name), NULL, 0);
}

static void assert_said(const char *needle)
{
	if (!strstr(said, needle))
		fail_msg("\"%s\" is not in:\n%s", needle, said);
}

/* ---- stat ---------------------------------------------------------------------------------------- */

TEST(stat_counts_the_clock_for_the_time_enabled)
{
	unsigned long long value, time;

	assert_int_equal(run_on("", "stat -t 10 -e wbox::FIXED_UNCORE_CLK"), VERDICT_PASS);
	value = number_in("FIXED_UNCORE_CLK", 0, "\"value\":");
	time = number_in("FIXED_UNCORE_CLK", 0, "\"time_ns\":");
	assert_in_range(time, 10000000, 10010000);
	assert_in_range(value, 2 * time - 4, 2 * time + 4);
	assert_said("\"unit\":\"cycles\"");
}

TEST(stat_counts_every_instance_and_socket)
{
	static const struct talk talks[] = {
		/* clang-format off */
		{"xeon-7500", 2, "", "stat -t 1 -e cbox*::LLC_HITS:M,cbox3::LLC_MISSES:ALL -e ubox::WOKEN", VERDICT_PASS,
		 .counted = {{COUNTS, 2 * (8 + 1 + 1)}, {"\"socket\":1", 10}}},
		{"xeon-7500", 2, "", "stat -t 1 -s 1 -e cbox*::LLC_HITS:M", VERDICT_PASS,
		 .counted = {{COUNTS, 8}, {"\"socket\":1", 8}}},
		{"xeon-7500", 1, "", "stat -t 2 -w idle; stat -t 2 -w spin; stat -t 2 -w memory", VERDICT_PASS,
		 .counted = {{"FIXED_UNCORE_CLK", 3}}},
		{"xeon-7500", 2, "", "stat -t 10 -s 1 -e cbox0::LLC_HITS:M", VERDICT_PASS,
		 .counted = {{COUNTS, 1}, {"total", 0}, {"skew", 0}}},
		/* clang-format on */
	};

	EXPECT_TALKS(talks);
}

TEST(intervals_add_up)
{
	unsigned long long sum = 0, time = 0;

	assert_int_equal(run_on("", "stat -t 10 -I 3 -e wbox::FIXED_UNCORE_CLK"), VERDICT_PASS);
	assert_int_equal(shell_said_times(COUNTS), 4);
	for (unsigned i = 0; i < 4; i++) {
		sum += number_in("FIXED_UNCORE_CLK", i, "\"value\":");
		time += number_in("FIXED_UNCORE_CLK", i, "\"time_ns\":");
		assert_int_equal(number_in("FIXED_UNCORE_CLK", i, "\"interval\":"), i);
	}
	assert_in_range(time, 10000000, 10010000);
	assert_in_range(sum, 2 * time - 16, 2 * time + 16);
}

TEST(control_c_stops_and_puts_back)
{
	start("xeon-7500", 1, "");
	keys_before_control_c = 2;
	shell_run("stat -t 10000");
	assert_true(shell.interrupted);
	assert_true(number_in("FIXED_UNCORE_CLK", 0, "\"time_ns\":") < 1000000000);
	start("xeon-7500", 1, "");
	keys_before_control_c = 1;
	shell_run("record -e cbox0::LLC_HITS:M -c 100000000000 -t 60000");
	assert_true(shell.interrupted);
	assert_true(host.now_ns < 2000000000);
}

TEST(orders_that_make_no_sense_are_errors)
{
	static const struct {
		const char *line, *reason;
	} orders[] = {
		{"stat -e cbox9::LLC_HITS:M", "cbox7"},
		{"stat -e NO_SUCH_EVENT", "NO_SUCH_EVENT"},
		{"stat -t 0", "-t"},
		{"stat -t fast", "fast"},
		{"stat -s 1", "no socket 1"},
		{"stat -w sleep", "idle, spin, memory"},
		{"stat -M ipc", "no metric 'ipc'"},
		{"stat cbox0", "cbox0"},
		{"record -c 0", "-c"},
		{"record -c 281474976710656", "48 bits"},
		{"record -C 4", "no cpu 4"},
		{"record -n 0", "-n"},
		{"program", "-e"},
		{"stat -e wbox::FIXED_UNCORE_CLK,wbox::FIXED_UNCORE_CLK", "one fixed counter"},
		{"stat -e ubox::WOKEN,ubox::RECOV", "ubox has 1 counter and 2 events ask for one"},
		{"stat -e cbox0:0x11,cbox0:0x12,cbox0:0x13,cbox0:0x14,cbox0:0x15,cbox0:0x16,cbox0:0x17",
		 "cbox0 has 6 counters and 7 events ask for one"},
		{"stat -t 5 -M IMT_OCCUPANCY,TF_OCCUPANCY", "bbox0"},
		{"stat -t 5 -M IMT_OCCUPANCY,TF_OCCUPANCY", "try one at a time"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		assert_int_equal(run_on("", orders[i].line), VERDICT_ERROR);
		assert_said(orders[i].reason);
		assert_int_equal(shell_said_times(COUNTS) + shell_said_times(SAMPLES), 0);
	}
}

/* ---- boxes that are not there -------------------------------------------------------------------- */

TEST(what_is_not_there_is_left_out_or_missed)
{
	static const struct talk talks[] = {
		/* clang-format off */
		{"bare-xeon-7500", 1, "", "stat -t 1", VERDICT_FAIL, {"no boxes answer"}, {{"\"value\"", 0}}},
		{"bare-xeon-7500", 1, "", "record -n 1", VERDICT_FAIL, {"no boxes answer"}, {{"\"value\"", 0}}},
		{"bare-xeon-7500", 1, "", "stat -e cbox0::LLC_HITS:M", VERDICT_FAIL, {"no boxes answer"}, {{"\"value\"", 0}}},
		{"xeon-7500", 1, "fault = cbox2.gp\n", "stat -t 1 -e cbox*::LLC_HITS:M", VERDICT_PASS,
		 {"cbox2 of socket 0 is left out: faults"}, {{COUNTS, 7}}},
		{"xeon-7500", 1, "fault = cbox2.gp\n", "stat -t 1 -e cbox2::LLC_HITS:M", VERDICT_FAIL,
		 .said = {"cbox2 does not answer"}},
		/* clang-format on */
	};

	EXPECT_TALKS(talks);
}

TEST(a_socket_out_of_reach_is_left_out)
{
	start("xeon-7500", 2, "");
	for (unsigned i = 0; i < machine.box_count; i++)
		if (machine.boxes[i].box.socket == 1)
			machine.boxes[i].state = BOX_ABSENT;
	assert_int_equal(shell_run("stat -t 1 -e cbox3::LLC_HITS:M"), VERDICT_PASS);
	assert_int_equal(shell_said_times(COUNTS), 1);
	assert_said("cbox3 of socket 1 is left out: absent");
	start("xeon-7500", 2, "");
	for (unsigned i = 0; i < machine.box_count; i++)
		if (machine.boxes[i].box.socket == 1)
			machine.boxes[i].state = BOX_ABSENT;
	assert_int_equal(shell_run("stat -t 1 -s 1 -e cbox3::LLC_HITS:M"), VERDICT_FAIL);
}

/* ---- record -------------------------------------------------------------------------------------- */

/* The rates are constant, so the hits of each interval must be alike, the first included. */
TEST(record_gives_the_samples_asked_for)
{
	unsigned long long hits;

	assert_int_equal(run_on("", "record -e wbox::FIXED_UNCORE_CLK,cbox0::LLC_HITS:M -c 200000 -n 100 -C 2"),
			 VERDICT_PASS);
	assert_int_equal(shell_said_times(SAMPLES), 100);
	hits = number_in("\"record\":\"sample\"", 0, "LLC_HITS:M\":");
	assert_true(hits > 10);
	for (unsigned i = 0; i < 100; i++) {
		assert_int_equal(number_in("\"record\":\"sample\"", i, "\"seq\":"), i + 1);
		assert_int_equal(number_in("\"record\":\"sample\"", i, "\"cpu\":"), 2);
		assert_in_range(number_in("\"record\":\"sample\"", i, "FIXED_UNCORE_CLK\":"), 200000, 200002);
		assert_in_range(number_in("\"record\":\"sample\"", i, "LLC_HITS:M\":"), hits - 1, hits + 1);
	}
	assert_int_equal(shell_said_times("\"overflow\":[\"wbox.fixed_ctr\"]"), 100);
	assert_int_equal(shell_said_times("\"pmi\":\"native\""), 100);
}

TEST(samples_come_or_it_is_said_why_not)
{
	static const struct talk talks[] = {
		/* clang-format off */
		{"xeon-7500", 1, "",
		 "record -e ubox::WOKEN -c 100 -n 2;record -e wbox::C_CYCLES_TURBO:C_ALL -c 1000 -n 2;record -e cbox*::LLC_HITS:M -c 1000 -n 2",
		 VERDICT_PASS, .said = {"ubox.ctr0", "wbox.ctr0", "cbox7.ctr0"}},
		{"xeon-7500", 1, "", "record -c 16777217 -n 1", VERDICT_PASS, .said = {"the period is 16777219"}},
		/* Too few in time are no failure. */
		{"xeon-7500", 1, "", "record -c 30000000 -n 10 -t 50", VERDICT_PASS,
		 {"not yet, 33 % of the period: nhmex_unc_wbox::FIXED_UNCORE_CLK counted 10",
		  "3 of 10 samples came within 50 ms",
		  "\"wanted\":10,\"standing\":\"not yet\",\"event\":\"nhmex_unc_wbox::FIXED_UNCORE_CLK\""},
		 {{SAMPLES, 3}}},
		/* Of several counters the nearest to its overflow is named. */
		{"xeon-7500", 1, "fault = cbox0.ctr0.rate=2\nfault = cbox3.ctr0.dead\n",
		 "record -e cbox*::LLC_HITS:M -c 20000000 -n 4 -t 500", VERDICT_PASS,
		 {"% of the period: nhmex_unc_cbox0::LLC_HITS:M counted", "0 of 4 samples came within 500 ms"},
		 {{"not yet", 2}}},
		/* A counter that is dead is not told from an event that does not come: its checks do that. */
		{"xeon-7500", 1, "fault = cbox0.ctr0.dead\n", "record -e cbox0::LLC_HITS:M -c 2000 -n 4 -t 50", VERDICT_PASS,
		 .said = {"untested, nhmex_unc_cbox0::LLC_HITS:M has not come at all: 0 of 4 samples came within 50 ms",
			  "`test cbox0.*` checks", "\"standing\":\"untested\""}},
		/* A clock that stands still fails. What restricts it may keep it from counting at all. */
		{"xeon-e5-2600-v2", 2, "fault = cbox0.clock.dead\n", "record -e cbox0::UNC_C_CLOCKTICKS -c 2000 -n 4 -t 50",
		 VERDICT_FAIL,
		 {"UNC_C_CLOCKTICKS is a clock and does not count on socket 1: 0 of 2 samples came within 50 ms"},
		 {{"is a clock and does not count", 2}}},
		{"xeon-e5-2600-v2", 2, "fault = cbox0.clock.dead\n",
		 "record -e cbox0::UNC_C_CLOCKTICKS:t=200 -c 2000 -n 4 -t 50", VERDICT_PASS,
		 .counted = {{"has not come at all on socket", 2}}},
		/* Nothing is on a channel, unless the user knows better. */
		{"xeon-e5-2600-v2", 1, "fault = imc0.clock.absent\n", "record -e imc0::UNC_M_CLOCKTICKS -c 2000 -n 4 -t 50",
		 VERDICT_PASS, .said = {"untested, ivbep_unc_imc0::UNC_M_CLOCKTICKS has not come at all", "`expect imc0`"}},
		{"xeon-e5-2600-v2", 1, "fault = imc0.clock.absent\n",
		 "expect imc0; record -e imc0::UNC_M_CLOCKTICKS -c 2000 -n 4 -t 50", VERDICT_FAIL,
		 .said = {"is a clock and does not count"}},
		/* On a machine that is slow or busy samples take as long as they take. */
		{"xeon-7500", 1, "", "record -c 8000000000 -n 4", VERDICT_PASS, .counted = {{SAMPLES, 4}}},
		{"xeon-7500", 1, "", "record -c 8000000000 -n 4 -t 10000", VERDICT_PASS,
		 .said = {"not yet, 50 % of the period", "2 of 4 samples came within 10000 ms"}},
		{"xeon-7500", 1, "", "record -c 24000000000 -n 4", VERDICT_PASS,
		 .said = {"not yet, 83 % of the period", "0 of 4 samples came and then none for 10000 ms"}},
		/* Each counter is captured with a sample. */
		{"xeon-7500", 1, "", "record -a -n 2 -c 200000", VERDICT_PASS, {"\"accesses\":100"},
		 {{"\"overflow\":[\"wbox.fixed_ctr\"]", 2}, {"nhmex_unc_rbox1::", 2 * 8}}},
		/* The gate is found by trial and put back, which the silicon would notice. */
		{"xeon-7500", 1, "debugctl = needed\n", "record -n 3; record -n 3 -C 2", VERDICT_PASS,
		 .counted = {{"0x2000 of its MSR 0x1d9", 1}, {"\"pmi\":\"native\"", 6}}},
		{"xeon-7500", 1, "debugctl = not-needed\n", "record -n 3", VERDICT_PASS, .counted = {{"MSR 0x1d9", 0}}},
		/* clang-format on */
	};

	EXPECT_TALKS(talks);
}

TEST(faults_are_found_and_named)
{
	static const struct {
		const char *scenario, *reason;
	} faults[] = {
		{"fault = ubox.pmi.lost\n", "raised no PMI on cpu 0"},
		{"fault = ubox.pmi.core=1\n", "PMIs reached cpu 1 (socket 0 core 1), which"},
		{"fault = ubox.pmi.spurious\n", "without an overflow"},
		{"fault = ubox.freeze.ignored\n", "counters still running"},
		{"fault = cbox0.status.sticky\n", "cbox0.status"},
		{"fault = cbox0.ctr0.silent\n", "no status shows its overflow"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		assert_int_equal(run_on(faults[i].scenario, "record -e cbox0::LLC_HITS:M -c 2000 -n 4 -t 500"),
				 VERDICT_FAIL);
		assert_said(faults[i].reason);
	}
}

/* ---- system management interrupts --------------------------------------------------------------------- */

TEST(smis_of_each_window_are_told)
{
	assert_int_equal(run_on("smis = 1000\n", "stat -t 20 -I 10 -e cbox0::LLC_HITS:M"), VERDICT_PASS);
	for (unsigned i = 0; i < 2; i++)
		assert_in_range(number_in("\"record\":\"smis\",\"cpu\":0", i, "\"smis\":"), 10, 11);
	assert_int_equal(shell_said_times("\"record\":\"smis\""), 2);
	assert_int_equal(run_on("smis = 100000\n", "record -e cbox0::LLC_HITS:M -c 2000 -n 4"), VERDICT_PASS);
	assert_in_range(number_in("\"record\":\"smis\",\"cpu\":0", 0, "\"smis\":"), 1, 100000);
	assert_int_equal(run_on("", "stat -t 10 -e cbox0::LLC_HITS:M"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"record\":\"smis\""), 0);
}

/* ---- program ------------------------------------------------------------------------------------- */

/* ---- several sockets ------------------------------------------------------------------------------- */

static enum verdict run_on_two(const char *scenario, const char *line)
{
	start("xeon-7500", 2, scenario);
	return shell_run(line);
}

TEST(totals_are_the_sums_over_sockets)
{
	unsigned long long sum = 0;

	assert_int_equal(run_on_two("", "stat -t 10 -e cbox*::LLC_HITS:M,wbox::FIXED_UNCORE_CLK"), VERDICT_PASS);
	for (unsigned i = 0; i < 18; i++)
		if (i % 9) /* the clock is first on each socket */
			sum += number_in("\"record\":\"count\"", i, "\"value\":");
	assert_int_equal(number_in("\"record\":\"total\",\"sockets\":2,\"box\":\"cbox*\"", 0, "\"value\":"), sum);
	assert_said("\"event\":\"nhmex_unc_cbox*::LLC_HITS:M\"");
	assert_int_equal(shell_said_times("\"record\":\"total\""), 2);
	assert_in_range(number_in("\"record\":\"skew\"", 0, "\"start_ns\":"), 1, 10000);
	assert_in_range(number_in("\"record\":\"skew\"", 0, "\"freeze_ns\":"), 1, 10000);
}

TEST(sockets_are_sampled_together_in_order_of_time)
{
	unsigned long long before = 0;

	assert_int_equal(run_on_two("", "record -e cbox0::LLC_HITS:M -c 2000 -n 101"), VERDICT_PASS);
	assert_int_equal(shell_said_times(SAMPLES), 101);
	assert_int_equal(shell_said_times("\"cpu\":0,"), 51 + 1); /* the sum of the socket, too */
	assert_int_equal(shell_said_times("\"cpu\":4,"), 50 + 1);
	for (unsigned i = 0; i < 101; i++) {
		unsigned long long tsc = number_in("\"record\":\"sample\"", i, "\"tsc\":");

		assert_int_equal(number_in("\"record\":\"sample\"", i, "\"seq\":"), i + 1);
		assert_true(tsc >= before);
		before = tsc;
	}
}

TEST(quiet_sampling_prints_the_sums)
{
	assert_int_equal(run_on_two("", "record -q -c 100000 -n 5000 -t 60000"), VERDICT_PASS);
	assert_int_equal(shell_said_times(SAMPLES), 0);
	for (unsigned socket = 0; socket < 2; socket++) {
		assert_int_equal(number_in("\"record\":\"sum\"", socket, "\"socket\":"), socket);
		assert_int_equal(number_in("\"record\":\"sum\"", socket, "\"samples\":"), 2500);
		assert_int_equal(number_in("\"record\":\"sum\"", socket, "\"pmis\":"), 2500);
		assert_int_equal(number_in("\"record\":\"sum\"", socket, "\"lost\":"), 0);
		assert_int_equal(number_in("\"record\":\"sum\"", socket, "\"dropped\":"), 0);
	}
}

TEST(a_storm_is_bounded_and_complete)
{
	assert_int_equal(run_on_two("", "record -q -c 1 -n 1000"), VERDICT_PASS);
	assert_int_equal(number_in("\"record\":\"sum\"", 1, "\"samples\":"), 500);
	assert_int_equal(number_in("\"record\":\"sum\"", 1, "\"lost\":"), 0);
}

TEST(lost_pmis_are_counted_by_socket)
{
	assert_int_equal(run_on_two("fault = ubox.pmi.core=1\n", "record -q -e cbox0::LLC_HITS:M -c 2000 -n 4"),
			 VERDICT_FAIL);
	assert_said("ubox of socket 0: 2 of 2 overflows raised no PMI on cpu 0");
	assert_said("ubox of socket 1: 2 of 2 overflows raised no PMI on cpu 4");
	assert_said("2 PMIs reached cpu 5 (socket 1 core 1), which expected none");
	assert_int_equal(number_in("\"record\":\"sum\"", 1, "\"lost\":"), 2);
}

TEST(a_cpu_or_a_socket_can_be_chosen)
{
	assert_int_equal(run_on_two("", "record -C 6 -c 100000 -n 3"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"cpu\":6,"), 3);
	assert_int_equal(shell_said_times("\"record\":\"sum\""), 0);
	assert_int_equal(run_on_two("", "record -s 1 -c 100000 -n 3"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"cpu\":4,"), 3);
}

TEST(program_touches_nothing)
{
	struct silicon_statistics before, after;

	start("xeon-7500", 1, "");
	silicon_statistics(host.silicon, &before);
	shell_line(
		&shell,
		slice_of(
			"program -e cbox*::LLC_HITS:M,wbox::FIXED_UNCORE_CLK;program -e wbox::FIXED_UNCORE_CLK -c 1000"));
	silicon_statistics(host.silicon, &after);
	assert_int_equal(after.reads + after.writes, before.reads + before.writes);
	assert_int_equal(output_end(&output), VERDICT_PASS);
	assert_int_equal(host_stop(&host), 0);
}

/* The accesses that the dry run announces for a program. */
static unsigned long long announced(const char *name)
{
	char needle[64];

	snprintf(needle, sizeof(needle), "\"name\":\"%s\"", name);
	return number_in(needle, 0, "\"accesses\":");
}

TEST(a_full_socket_costs_its_counters_and_two)
{
	static const char everything[] = "program -e cbox*:0x11,cbox*:0x12,cbox*:0x13,cbox*:0x14,cbox*:0x15,cbox*:0x16,"
					 "wbox:0x100,wbox:0x101,wbox:0x102,wbox:0x103,wbox::FIXED_UNCORE_CLK,ubox:0x50";

	assert_int_equal(run_on("", everything), VERDICT_PASS);
	assert_int_equal(announced("read"), 8 * 6 + 4 + 1 + 1);
	assert_int_equal(announced("freeze"), 1);
	assert_int_equal(announced("resume"), 1);
	assert_int_equal(shell_said_times("\"program\":\"read\""), announced("read"));
}

/* ---- metrics, and what the documents are silent about ------------------------------------------------ */

/* The value of a metric is that of its events, whose counts are shown if they were asked for. */
TEST(metrics_are_made_of_counts)
{
	unsigned long long snoops, hits;
	char value[64];

	assert_int_equal(
		run_on("", "stat -t 5 -M llc_snoop_misses -e cbox2::SNPS:REMOTE_ANY -e cbox2::SNP_HITS:REMOTE_ANY"),
		VERDICT_PASS);
	snoops = number_in("\"record\":\"count\"", 0, "\"value\":");
	hits = number_in("\"record\":\"count\"", 1, "\"value\":");
	assert_int_equal(shell_said_times(COUNTS), 2);
	assert_int_equal(shell_said_times("\"record\":\"metric\""), 8);
	snprintf(value, sizeof(value), "\"box\":\"cbox2\",\"metric\":\"LLC_SNOOP_MISSES\",\"value\":%lld.000000",
		 (long long)(snoops - hits));
	assert_said(value);
}

TEST(metrics_and_snapshots_are_said_whole)
{
	static const struct talk talks[] = {
		/* clang-format off */
		{"xeon-7500", 1, "rate.bbox*.IMT_INSERTS_ALL = 0\n", "stat -t 5 -M IMT_LATENCY", VERDICT_PASS,
		 .counted = {{"\"metric\":\"IMT_LATENCY\",\"value\":null", 2}}},
		/* A snapshot costs an access for each counter. */
		{"xeon-7500", 1, "", "stat -a -t 1", VERDICT_PASS,
		 {"\"record\":\"snapshot\",\"socket\":0,\"counters\":98,\"freeze\":1,\"read\":98,\"resume\":1,\"accesses\":100}"},
		 {{COUNTS, 98}}},
		/* clang-format on */
	};

	EXPECT_TALKS(talks);
}
