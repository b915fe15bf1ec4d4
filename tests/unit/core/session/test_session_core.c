/* SPDX-License-Identifier: BSD-2-Clause */
/* Measuring with a processor's own PMU: what is written and in which order, by the documents; what is put back;
 * what CPUID says; samples of every processor, and those taken for boxes that raise no PMI. */
#include "boxes/core-pmu.h"
#include "core/hardware/bus.h"
#include "core/hardware/core_pmu.h"
#include "core/session/session.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

/* Registers, by the SDM. */
#define PMC(i)        (0x0c1u + (i))
#define WIDE_PMC(i)   (0x4c1u + (i))
#define SELECT(i)     (0x186u + (i))
#define RSP(i)        (0x1a6u + (i))
#define DEBUG_CONTROL 0x1d9u
#define FIXED(i)      (0x309u + (i))
#define FIXED_CONTROL 0x38du
#define STATUS        0x38eu
#define GLOBAL        0x38fu
#define CLEAR         0x390u

static void start(const char *name, const char *scenario)
{
	if (!shell_try(name, 0, scenario))
		fail_msg("%s", said);
}

static void passes(const char *scenario, const char *line)
{
	start("knights-landing", scenario);
	if (shell_run(line) != VERDICT_PASS)
		fail_msg("%s: %s", line, said);
}

/* Runs `info`, which keeps what it finds out. */
static void informs(void)
{
	shell_line(&shell, slice_of("info"));
	assert_int_equal(output_end(&output), VERDICT_PASS);
	assert_int_equal(host_stop(&host), 0);
}

static void refuses(const char *line, const char *reason)
{
	assert_int_equal(shell_run(line), VERDICT_ERROR);
	if (!strstr(said, reason))
		fail_msg("%s: %s", reason, said);
}

static uint64_t number_behind(const char *needle)
{
	const char *at = strstr(said, needle);

	if (!at)
		fail_msg("no %s in %s", needle, said);
	return strtoull(at + strlen(needle), NULL, 0);
}

/* ---- the programs -------------------------------------------------------------------------------- */

static struct session session;
static struct event_config configs[4];
static struct schedule schedule;

/* Compiles the events of a list for one processor. */
static void compile(const char *list, uint16_t cpu, uint64_t period)
{
	char bytes[256];
	struct text text = TEXT_OVER(bytes);
	struct slice rest = slice_of(list);
	struct diagnostic diagnostic;
	struct schedule_request wanted = {
		.machine = &machine, .configs = configs, .sockets = 1, .cpu = (uint16_t)(cpu + 1)};
	struct session_request request = {
		.machine = &machine, .configs = configs, .schedule = &schedule, .period = period, .cpu = cpu};

	while (rest.at)
		assert_true(event_parse(machine.processor, event_list_cut(&rest), &configs[wanted.config_count++],
					&diagnostic));
	if (!schedule_make(&wanted, &schedule, &text) || !session_compile(&session, &request, &text))
		fail_msg("%s", bytes);
}

/* Where the program writes the register first; its end if it does not. */
static unsigned written_at(const struct program *program, uint32_t msr)
{
	unsigned i = 0;

	while (i < program->count &&
	       (program->operations[i].kind == OPERATION_READ || program->operations[i].kind == OPERATION_CHECK ||
		program->operations[i].where.address != msr))
		i++;
	return i;
}

static void assert_written(const struct program *program, uint32_t msr, uint64_t value)
{
	unsigned at = written_at(program, msr);

	if (at == program->count)
		fail_msg("%s does not write 0x%x", program->name, msr);
	assert_int_equal(program->operations[at].value, value);
}

TEST(a_latency_is_programmed_in_the_order_of_the_documents)
{
	static const uint32_t order[] = {GLOBAL,    RSP(0),      RSP(1),        SELECT(0), WIDE_PMC(0),
					 SELECT(1), WIDE_PMC(1), FIXED_CONTROL, CLEAR};

	start("knights-landing", "");
	compile("knl::OFFCORE_RESPONSE_1:DMND_DATA_RD:ANY_RESPONSE,"
		"knl::OFFCORE_RESPONSE_0:DMND_DATA_RD:OUTSTANDING,knl::UNHALTED_CORE_CYCLES",
		1, 0);
	assert_written(&session.arm, GLOBAL, 0);
	assert_written(&session.arm, RSP(0), UINT64_C(0x4000000001));
	assert_written(&session.arm, RSP(1), 0x10001);
	assert_written(&session.arm, SELECT(0), 0x4301b7);
	assert_written(&session.arm, SELECT(1), 0x4302b7);
	assert_written(&session.arm, FIXED_CONTROL, 0x30);
	assert_written(&session.arm, CLEAR, UINT64_C(0x200000003));
	for (unsigned i = 1; i < ARRAY_SIZE(order); i++)
		if (written_at(&session.arm, order[i - 1]) >= written_at(&session.arm, order[i]))
			fail_msg("0x%x is not written before 0x%x", order[i - 1], order[i]);
	assert_int_equal(session.start.count, 1);
	assert_written(&session.start, GLOBAL, UINT64_C(0x200000003));
	assert_int_equal(session.freeze.count, 1);
	assert_written(&session.freeze, GLOBAL, 0);
	for (unsigned i = 0; i < session.arm.count; i++)
		assert_int_equal(session.arm.operations[i].where.cpu, 2);
	assert_int_equal(session.disarm.operations[session.disarm.count - 1].where.address, GLOBAL);
}

TEST(sampling_freezes_acknowledges_and_sets_going_again)
{
	start("knights-landing", "");
	compile("knl::ICACHE:MISSES,knl::INSTRUCTION_RETIRED", 0, 1000);
	assert_written(&session.arm, DEBUG_CONTROL, BIT(12));
	assert_int_equal(session.arm.operations[written_at(&session.arm, DEBUG_CONTROL)].kind, OPERATION_WRITE_SLOT);
	assert_written(&session.arm, SELECT(0), 0x530280);
	assert_written(&session.arm, WIDE_PMC(0), (UINT64_C(1) << 40) - 1000);
	assert_written(&session.arm, FIXED_CONTROL, 0x3);
	assert_int_equal(session.status.operations[0].where.address, STATUS);
	assert_int_equal(written_at(&session.ack, CLEAR), 0);
	assert_written(&session.ack, WIDE_PMC(0), (UINT64_C(1) << 40) - 1000);
	assert_written(&session.resume, GLOBAL, UINT64_C(0x100000001));
	compile("knl::INSTRUCTION_RETIRED:k", 0, 1000);
	assert_written(&session.arm, FIXED_CONTROL, 0x9);
	assert_int_equal(written_at(&session.arm, SELECT(0)), session.arm.count);
}

/* Event 0, umask 3 means nothing to a general counter. */
TEST(the_code_of_reference_cycles_reaches_no_select)
{
	static const char *const strings[] = {"knl::UNHALTED_REFERENCE_CYCLES", "knl::UNHALTED_REFERENCE_CYCLES:t:u",
					      "cpu/event=0x0,umask=0x3/", "core:0x300", "core:0x530300"};

	start("knights-landing", "counters = 4\n");
	for (unsigned i = 0; i < ARRAY_SIZE(strings); i++) {
		compile(strings[i], 0, 0);
		for (unsigned n = 0; n < 4; n++)
			assert_int_equal(written_at(&session.arm, SELECT(n)), session.arm.count);
		assert_written(&session.arm, FIXED(2), 0);
		assert_written(&session.start, GLOBAL, BIT(34));
	}
}

TEST(fixed_counters_take_what_a_select_says)
{
	assert_int_equal(core_pmu_fixed_value(BIT(17), 0), 0x1);
	assert_int_equal(core_pmu_fixed_value(BIT(16), 1), 0x20);
	assert_int_equal(core_pmu_fixed_value(BIT(21) | BIT(17) | BIT(16), 2), 0x700);
	assert_int_equal(core_pmu_fixed_pmi(2), 0x800);
	assert_int_equal(core_pmu_fixed_bits(1), 0xf0);
}

/* ---- what the processor says --------------------------------------------------------------------- */

TEST(cpuid_is_taken_apart)
{
	const struct core_pmu_leaf knl = {.eax = 0x07280203, .edx = 0x503, .features = 0x7ff8f39f};
	const struct core_pmu_leaf late = {.eax = 0x07300404, .ebx = 0x10, .edx = 0x8603};
	const struct core_pmu_leaf first = {.eax = 0x07280201, .edx = 0x503};
	/* Of Ice Lake-SP and Sapphire Rapids, as CPUID of real machines has them. */
	const struct core_pmu_leaf ice = {.eax = 0x08300805, .ecx = 0xf, .edx = 0x8604};
	const struct core_pmu_leaf sapphire = {.eax = 0x08300805, .ecx = 0xf, .edx = 0x8604, .more_features = 1u << 19};
	/* Leaf 0x23 says more than leaf 0xa (Panther Lake), or has a gap (Clearwater Forest); and three reasons why it does not count. */
	const struct core_pmu_leaf panther = {
		0x0d300806,      .edx = 0x8603,    .last_subleaf = 2, .yet_more_features = BIT(8),
		.bitmaps = 0x3b, .general = 0x3ff, .fixed = 0xf};
	const struct core_pmu_leaf clearwater = {
		0x08300806,     .ecx = 0x77,     .edx = 0x8603, .last_subleaf = 2, .yet_more_features = BIT(8),
		.bitmaps = 0xb, .general = 0xff, .fixed = 0x77};
	const struct core_pmu_leaf without[] = {
		{0x08300806, .ecx = 0xf, .edx = 0x8604, .yet_more_features = BIT(8), .bitmaps = 3, .general = 1,
		 .fixed = 1},
		{0x08300806, .ecx = 0xf, .edx = 0x8604, .last_subleaf = 1, .bitmaps = 3, .general = 1, .fixed = 1},
		{0x08300806, .ecx = 0xf, .edx = 0x8604, .last_subleaf = 1, .yet_more_features = BIT(8), .bitmaps = 1,
		 .general = 1, .fixed = 1},
	};
	struct core_pmu pmu = core_pmu_of(&knl);

	assert_int_equal(pmu.version, 3);
	assert_int_equal(pmu.counters, 2);
	assert_int_equal(pmu.counter_bits, 40);
	assert_int_equal(pmu.event_bits, 7);
	assert_int_equal(pmu.fixed_counters, 3);
	assert_int_equal(pmu.fixed_bits, 40);
	assert_false(pmu.no_any_thread);
	assert_true(pmu.has_capabilities);
	pmu = core_pmu_of(&late);
	assert_true(pmu.no_any_thread);
	assert_int_equal(pmu.missing_events, 0x10);
	assert_false(pmu.has_capabilities);
	pmu = core_pmu_of(&first);
	assert_int_equal(pmu.fixed_counters, 0);
	assert_true(pmu.no_any_thread);
	assert_false(core_pmu_streamlined(&pmu));
	pmu = core_pmu_of(&ice);
	assert_true(core_pmu_streamlined(&pmu));
	assert_int_equal(pmu.counters, 8);
	assert_int_equal(pmu.fixed_counters, 4);
	assert_true(pmu.no_any_thread);
	assert_false(pmu.lbr_switch_is_dead);
	pmu = core_pmu_of(&sapphire);
	assert_true(pmu.lbr_switch_is_dead);
	pmu = core_pmu_of(&panther);
	assert_int_equal(pmu.counters, 10);
	assert_int_equal(pmu.fixed_counters, 4);
	assert_int_equal(pmu.fixed_bits, 48);
	pmu = core_pmu_of(&clearwater);
	assert_int_equal(pmu.counters, 8);
	assert_int_equal(pmu.fixed_counters, 3);
	for (unsigned i = 0; i < ARRAY_SIZE(without); i++) {
		pmu = core_pmu_of(&without[i]);
		assert_int_equal(pmu.counters, 8);
		assert_int_equal(pmu.fixed_counters, 4);
	}
}

TEST(there_are_as_many_counters_as_cpuid_says)
{
	static const char five[] = "stat -t 1 -e knl::ICACHE,knl::LLC_MISSES,knl::LLC_REFERENCES,"
				   "knl::UOPS_RETIRED";

	passes("counters = 4\n", five);
	start("knights-landing", "");
	refuses(five, "core0 has 2 counters and 4 events ask for one");
}

TEST(counters_are_written_whole_only_where_that_is_announced)
{
	start("knights-landing", "perf_capabilities = 0\n");
	compile("knl::ICACHE:MISSES", 0, 1000);
	assert_written(&session.arm, PMC(0), (UINT64_C(1) << 40) - 1000);
	refuses("record -e knl::ICACHE:MISSES -c 0x80000000", "a period must be 1 to 0x7fffffff");
	passes("perf_capabilities = 0\n", "record -q -n 20 -c 1000 -e knl::ICACHE:MISSES");
	passes("width = 48\n", "record -q -n 20 -c 1000 -e knl::ICACHE:MISSES");
	start("knights-landing", "width = 33\n");
	refuses("record -e knl::ICACHE:MISSES -c 0x200000000", "a period must be 1 to 0x1ffffffff");
}

static bool is_leak_told(const char *scenario, const char *command)
{
	start("xeon-e5-2600", scenario);
	assert_int_equal(shell_run(command), VERDICT_PASS);
	return strstr(said, "may also be counted by the core's other CPU");
}

/* Only where there is another one. */
TEST(events_that_leak_into_siblings_are_told_of)
{
	assert_true(is_leak_told("threads = 2\n", "program -e core0:0x1d0"));
	assert_true(is_leak_told("threads = 2\n", "program -e core0:0x4d3"));
	assert_false(is_leak_told("threads = 2\n", "program -e core0:0x1d4"));
	assert_false(is_leak_told("threads = 2\n", "program -e core0:0xd02e"));
	assert_false(is_leak_told("", "program -e core0:0x1d0"));
}

static void expect_sampled(const char *name, const char *scenario, const char *line, const char *record)
{
	start(name, scenario);
	if (shell_run(line) != VERDICT_PASS || !strstr(said, record))
		fail_msg("%s on %s, %s: no %s in %s", line, name, scenario, record, said);
}

/* Errata AAJ125 and BV43: with threads on fixed counter 0 sends several PMIs at an overflow that freezes. */
TEST(instructions_are_sampled_where_one_overflow_is_one_pmi)
{
	static const char *const line = "record -n 4 -c 10000 -e core0::INSTRUCTION_RETIRED";

	expect_sampled("xeon-7500", "threads = 2\ncore_pmu.erratum = AAJ125\n", line, "\"core0.ctr0\"");
	expect_sampled("xeon-e5-2600-v2", "threads = 2\ncore_pmu.erratum = BV43\n", line, "\"core0.ctr0\"");
	expect_sampled("xeon-e5-2600-v2", "threads = 1\n", line, "\"core0.fixed_ctr0\"");
	expect_sampled("xeon-e5-2600", "threads = 2\n", line, "\"core0.fixed_ctr0\"");
}

static uint64_t counted(const char *scenario)
{
	const char *value;

	start("xeon-7500", scenario);
	assert_int_equal(shell_run("stat -t 10 -e core0::BRANCH_INSTRUCTIONS_RETIRED"), VERDICT_PASS);
	value = strstr(said, "\"value\":");
	assert_non_null(value);
	return strtoull(value + strlen("\"value\":"), NULL, 10);
}

/* Erratum AAJ91: counters that were not primed count cycles, or nothing. What is primed for that is left as it was found, too. */
TEST(counters_that_must_be_primed_count_their_events)
{
	static const char *const odd = "core_pmu.erratum = AAJ91\n", *const line = "program -e core0::LLC_MISSES";

	assert_int_equal(counted(odd), counted(""));
	expect_sampled("xeon-7500", odd, "record -n 3 -c 10000 -e core0::LLC_MISSES:counter=1", "\"core0.ctr1\"");
	expect_sampled("xeon-e7", "", line, "4300b1");
	for (unsigned i = 0; i < 4; i++) {
		char name[32];

		snprintf(name, sizeof(name), "\"core0.ctl%u\"", i);
		assert_non_null(strstr(said, name));
	}
	expect_sampled("xeon-7500", odd, "program -e core0::LLC_MISSES", "\"core0.pebs_enable\"");
	expect_sampled("xeon-e5-2600", "", line, "core0.ctl0");
	assert_null(strstr(said, "4300b1"));
}

/* Erratum SKL90: the freeze leaves them going, and the handler stops them. */
TEST(counters_that_no_freeze_stops_are_said_to_be_stopped_by_software)
{
	static const char *const scenario = "counters = 8\ncore_pmu.erratum = SKL90\n";

	expect_sampled("skylake-sp", scenario, "record -n 4 -c 10000 -e core0::INSTRUCTION_RETIRED:counter=5",
		       "\"freeze\":\"software\"");
	assert_non_null(strstr(said, "because of an erratum, hardware does not stop counters 4 and up"));
	expect_sampled("skylake-sp", scenario, "record -n 4 -c 10000 -e core0::INSTRUCTION_RETIRED",
		       "\"freeze\":\"hardware\"");
}

/* Erratum BV80: what does not read back could not be put back. */
TEST(counters_whose_selects_do_not_read_back_are_left_alone)
{
	start("xeon-e5-2600-v2", "counters = 8\ncore_pmu.erratum = BV80\n");
	refuses("program -e core0::INSTRUCTION_RETIRED:counter=5", "core0 has no counter 5");
	start("xeon-e5-2600-v2", "counters = 8\ncore_pmu.erratum = BV80\n");
	informs();
	assert_non_null(
		strstr(said, "from 4 on are not used: their control registers cannot be read back (erratum BV80)"));
}

TEST(events_that_are_miscounted_are_told_of)
{
	expect_sampled("xeon-7500", "", "program -e core0::INSTRUCTION_RETIRED",
		       "may be counted too low: erratum AAJ107");
	expect_sampled("xeon-e5-2600-v4", "threads = 2\n", "program -e core0:0xc4",
		       "may be miscounted on the second CPU of a core: erratum BDD101");
	expect_sampled("xeon-e5-2600-v3", "threads = 2\n", "program -e core0:0x1d0",
		       "may also be counted by the core's other CPU: erratum HSD29");
}

enum { FOUND_NUMBERS = 64 };

/* What was counted, and how long each sample took to come after the one before, in the order that they were said in. */
struct numbers {
	unsigned count;
	uint64_t number[FOUND_NUMBERS];
};

static struct numbers numbers_of(const char *key, bool differences)
{
	struct numbers found = {0};
	uint64_t before = 0;

	for (const char *at = said; (at = strstr(at, key)) && found.count < FOUND_NUMBERS;) {
		uint64_t number = strtoull(at += strlen(key), NULL, 10);

		found.number[found.count++] = differences ? number - before : number;
		before = number;
	}
	return found;
}

/* The numbers of a measurement on the machine, which passes. */
static struct numbers measured(const char *name, const char *scenario, const char *line)
{
	start(name, scenario);
	if (shell_run(line) != VERDICT_PASS)
		fail_msg("%s on %s, %s: %s", line, name, scenario, said);
	return *line == 's' ? numbers_of("\"value\":", false) : numbers_of("\"tsc\":", true);
}

static bool is_off(const struct numbers *right, const struct numbers *got)
{
	bool off = right->count != got->count;

	for (unsigned i = 0; i < right->count && !off; i++)
		off = right->number[i] > got->number[i] + got->number[i] / 100 ||
		      got->number[i] > right->number[i] + right->number[i] / 100;
	return off;
}

/* Of the published errata that the silicon plays: what comes out wrong is said to be, and all else comes out as without the erratum. */
TEST(what_an_erratum_makes_wrong_is_said)
{
	static const struct {
		const char *machine, *scenario, *erratum, *note;
		unsigned wrong; /* of the measurements below */
	} errata[] = {
		{"xeon-7500", "", "AAJ107", "event 0xc0 may be counted too low: erratum AAJ107", 2},
		{"xeon-e7", "", "AAJ107", "event 0xc0 may be counted too low: erratum AAJ107", 2},
		{"xeon-7500", "threads = 2\n", "AAJ125", NULL, 0},
		{"xeon-e7", "", "AAJ143", NULL, 0},
		{"xeon-7500", "", "AAJ91", NULL, 0},
		{"xeon-e7", "threads = 2\n", "AAJ91", NULL, 0},
		{"xeon-e5-2600", "", "BJ58", NULL, 0},
		{"xeon-e5-2600-v2", "threads = 2\n", "BV43", NULL, 0},
		{"xeon-e5-2600-v2", "counters = 8\n", "BV80", NULL, 0},
		{"xeon-e5-2600-v2", "", "BV85", NULL, 0},
		{"xeon-e5-2600-v4", "threads = 2\n", "BDD101",
		 "event 0xc4 may be miscounted on the second CPU of a core: erratum BDD101", 2},
		{"skylake-sp", "counters = 8\n", "SKL90", NULL, 0},
		{"cascade-lake-sp", "counters = 8\n", "SKL90", NULL, 0},
	};
	static const char *const lines[] = {
		"stat -t 10 -e core*::INSTRUCTION_RETIRED,core*::BRANCH_INSTRUCTIONS_RETIRED,core*::LLC_MISSES",
		"record -n 4 -c 10000 -C 1 -e INSTRUCTION_RETIRED",
		"record -n 4 -c 10000 -C 1 -e BRANCH_INSTRUCTIONS_RETIRED",
		"record -n 4 -c 1000 -e core0::LLC_MISSES:counter=1",
		"record -n 4 -c 1000 -e core0::LLC_MISSES:counter=2",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(errata); i++) {
		unsigned wrong = 0;
		char scenario[96];

		snprintf(scenario, sizeof(scenario), "%score_pmu.erratum = %s\n", errata[i].scenario,
			 errata[i].erratum);
		for (unsigned l = 0; l < ARRAY_SIZE(lines); l++) {
			struct numbers right = measured(errata[i].machine, errata[i].scenario, lines[l]);
			struct numbers got = measured(errata[i].machine, scenario, lines[l]);

			assert_true(right.count >= 4);
			if (!is_off(&right, &got))
				continue;
			wrong++;
			if (!errata[i].note || !strstr(said, errata[i].note))
				fail_msg("%s, %s, %s: wrong, and it is not said: %s", errata[i].machine,
					 errata[i].erratum, lines[l], said);
		}
		if (wrong != errata[i].wrong)
			fail_msg("%s, %s: %u are wrong", errata[i].machine, errata[i].erratum, wrong);
	}
}

/* No counter counts them, and their codes are not what they look like. */
TEST(shares_of_slots_are_refused)
{
	static const char *const reason = "a share of slots, which IA32_PERF_METRICS holds and no counter counts";

	start("sapphire-rapids", "");
	refuses("record -n 1 -c 1000 -e cpu/event=0x0,umask=0x83/", "write fixed counters and metrics");
	start("sapphire-rapids", "");
	refuses("stat -t 1 -e topdown-retiring", reason);
	start("sapphire-rapids", "");
	refuses("stat -t 1 -e PERF_METRICS.RETIRING", reason);
	start("sapphire-rapids", "");
	assert_int_equal(shell_run("stat -t 1 -e core0::TOPDOWN.SLOTS"), VERDICT_PASS);
}

TEST(what_cpuid_denies_is_refused)
{
	start("knights-landing", "");
	machine.core_pmu.no_any_thread = true;
	refuses("stat -t 1 -e knl::UNHALTED_CORE_CYCLES:t", "cannot count other threads' events");
	start("knights-landing", "");
	machine.core_pmu.missing_events = 0x10;
	refuses("stat -t 1 -e knl::LLC_MISSES", "does not have the event");
	start("knights-landing", "");
	machine.core_pmu.missing_events = 0x10;
	assert_int_equal(shell_run("stat -t 1 -e knl::LLC_REFERENCES"), VERDICT_PASS);
	start("knights-landing", "fault = core0.misc_enable.stuck0=7\n");
	assert_int_equal(shell_run("stat -t 1"), VERDICT_FAIL);
	assert_non_null(strstr(said, "IA32_MISC_ENABLE says that performance monitoring is off"));
	start("bare-knights-landing", "");
	informs();
	assert_non_null(strstr(said, "CPUID leaf 0xa is empty"));
}

/* ---- measuring ----------------------------------------------------------------------------------- */

static uint64_t read_register(const struct location *where)
{
	struct accessed accessed = bus_read(machine.hw, where);

	assert_int_equal(accessed.outcome, OUTCOME_OK);
	return accessed.value;
}

static uint64_t *values_of(uint16_t cpu, bool write)
{
	static const uint32_t registers[] = {WIDE_PMC(0), WIDE_PMC(1), FIXED(0),  FIXED(1),      FIXED(2),      RSP(0),
					     RSP(1),      SELECT(0),   SELECT(1), FIXED_CONTROL, DEBUG_CONTROL, GLOBAL};
	static const uint64_t odd[] = {0x123456789a, 0xfedcba9876, 7,   0x8000000000, 9,   0x10001,
				       0x10002,      0x103003c,    0x2, 0x202,        0x1, 0x2};
	static uint64_t values[ARRAY_SIZE(registers)];

	for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
		struct location where = {
			.space = SPACE_MSR, .width_bits = 64, .cpu = (uint16_t)(cpu + 1), .address = registers[i]};

		if (write && registers[i] == GLOBAL)
			continue;
		if (write)
			assert_int_equal(bus_write(machine.hw, &where, odd[i]).outcome, OUTCOME_OK);
		values[i] = read_register(&where);
	}
	return values;
}

/* What somebody else programmed, enabled by nothing, is there again afterwards. */
TEST(everything_is_restored)
{
	static const char *const lines[] = {
		("stat -t 1 -e knl::ICACHE,knl::OFFCORE_RESPONSE_0:DDR_NEAR,knl::INSTRUCTION_RETIRED"),
		"record -q -n 8 -c 1000 -e knl::ICACHE,knl::UNHALTED_CORE_CYCLES",
		"record -q -n 8 -c 1000 -e knl_unc_cha0::UNC_H_U_CLOCKTICKS"};

	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
		uint64_t before[12];

		start("knights-landing", "");
		memcpy(before, values_of(0, true), sizeof(before));
		memcpy(before, values_of(0, false), sizeof(before));
		shell_line(&shell, slice_of(lines[i]));
		assert_int_equal(output_end(&output), VERDICT_PASS);
		assert_memory_equal(before, values_of(0, false), sizeof(before));
	}
}

static void give_up(void *context)
{
	session_abandon_own(*(const uint32_t *)context);
}

/* After a crash each processor puts its own registers back; nobody else can. */
TEST(a_processor_gives_up_for_itself)
{
	struct location control = {.space = SPACE_MSR, .width_bits = 64, .cpu = 2, .address = GLOBAL};
	uint32_t cpus[] = {0, 1};
	uint64_t found;

	start("knights-landing", "");
	found = read_register(&control);
	compile("knl::INSTRUCTION_RETIRED", 1, 0);
	assert_true(session_begin(&session) && session_run(&session, &session.start));
	assert_int_equal(hw_run_on(machine.hw, 0, give_up, &cpus[0]), OUTCOME_OK);
	assert_int_equal(read_register(&control), UINT64_C(0x100000000));
	assert_int_equal(hw_run_on(machine.hw, 1, give_up, &cpus[1]), OUTCOME_OK);
	assert_int_equal(read_register(&control), found);
	session_end(&session);
	assert_int_equal(host_stop(&host), 0);
}

TEST(each_processor_counts_for_itself)
{
	passes("rate.core2.ICACHE.MISSES = 5000000\n", "stat -t 10 -e knl::ICACHE:MISSES");
	assert_int_equal(shell_said_times("\"record\":\"count\""), 4);
	assert_in_range(number_behind("\"cpu\":2,\"event\":\"knl::ICACHE:MISSES\",\"value\":"), 49990, 50100);
	passes("", "stat -t 1 -C 3 -e knl::ICACHE:MISSES");
	assert_int_equal(shell_said_times("\"record\":\"count\""), 1);
	assert_int_equal(shell_said_times("\"box\":\"core3\""), 1);
}

TEST(a_latency_is_that_of_the_scenario)
{
	passes("background = 1000\noffcore.latency = 150\noffcore.latency.step = 5\n",
	       "stat -t 50 -C 1 -M LATENCY_DMND_RFO");
	assert_in_range(number_behind("\"value\":"), 154, 155);
	assert_int_equal(shell_said_times("\"value\":154.99") + shell_said_times("\"value\":155.0"), 1);
}

TEST(every_sample_comes_on_its_own_processor)
{
	passes("", "record -n 1000 -c 20000");
	assert_int_equal(shell_said_times("\"pmi\":\"native\""), 1000);
	assert_int_equal(shell_said_times("\"freeze\":\"hardware\""), 1000);
	for (unsigned cpu = 0; cpu < 4; cpu++) {
		char needle[80];

		snprintf(needle, sizeof(needle), "\"overflow\":[\"core%u.fixed_ctr1\"]", cpu);
		assert_int_equal(shell_said_times(needle), 250);
		snprintf(needle, sizeof(needle), "\"cpu\":%u,\"tsc\"", cpu);
		assert_int_equal(shell_said_times(needle), 250);
	}
	/* More than one cycle passes in the nanosecond in which the counters freeze. */
	assert_int_equal(shell_said_times("\"knl::UNHALTED_CORE_CYCLES\":20000}") +
				 shell_said_times("\"knl::UNHALTED_CORE_CYCLES\":20001}"),
			 1000);
	passes("", "record -n 20 -c 5000 -C 2 -e knl::BR_INST_RETIRED:JCC,knl::INSTRUCTION_RETIRED");
	assert_int_equal(shell_said_times("\"overflow\":[\"core2.ctr0\"]"), 20);
}

/* Shorter than the accesses that set the counter going: an overflow there freezes like any other, and it interrupts once
 * whether or not it shows as the entry is opened. */
TEST(the_shortest_periods_freeze_too)
{
	static const struct {
		const char *machine, *event; /* of versions 3, 3, 4 and 5 */
	} of[] = {{"xeon-7500", "ix86arch::INSTRUCTION_RETIRED"},
		  {"knights-landing", "knl::INSTRUCTION_RETIRED"},
		  {"skylake-sp", "ix86arch::INSTRUCTION_RETIRED"},
		  {"sapphire-rapids", "ix86arch::INSTRUCTION_RETIRED"}};

	for (unsigned i = 0; i < ARRAY_SIZE(of); i++)
		for (unsigned period = 1; period <= 10000; period *= 100) {
			char line[80];

			start(of[i].machine, period == 1 ? "pmi.entry = level\n" : "pmi.entry = edge\n");
			snprintf(line, sizeof(line), "record -n 20 -c %u -e %s", period, of[i].event);
			assert_int_equal(shell_run(line), VERDICT_PASS);
			assert_int_equal(shell_said_times("\"freeze\":\"hardware\""), 20);
		}
}

TEST(a_core_samples_for_boxes_that_raise_no_pmi)
{
	passes("", "record -n 100 -c 50000 -e knl_unc_cha0::UNC_H_U_CLOCKTICKS,"
		   "knl_unc_imc*::UNC_M_D_CLOCKTICKS -C 1");
	assert_int_equal(shell_said_times("\"pmi\":\"proxy\""), 100);
	assert_int_equal(shell_said_times("\"freeze\":\"software\""), 100);
	assert_int_equal(shell_said_times("\"knl::UNHALTED_CORE_CYCLES\":50000,") +
				 shell_said_times("\"knl::UNHALTED_CORE_CYCLES\":50001,"),
			 100);
	assert_int_equal(shell_said_times("\"overflow\":[\"core1.fixed_ctr1\"]"), 100);
	assert_int_equal(shell_said_times("\"skew_ns\":0}"), 0);
	assert_int_equal(shell_said_times("core cycles"), 1);
	start("xeon-e5-2600", "");
	assert_int_equal(shell_run("record -n 50 -c 50000 -e snbep_unc_cbo0::UNC_C_CLOCKTICKS,"
				   "snbep_unc_imc*::UNC_M_CLOCKTICKS"),
			 VERDICT_PASS);
	assert_int_equal(shell_said_times("\"pmi\":\"proxy\""), 50);
}

TEST(a_pmi_that_does_not_come_is_missed)
{
	static const struct {
		const char *scenario, *reason;
	} faults[] = {
		{"fault = core1.pmi.lost\n", "core1: 10 of 10 overflows raised no PMI on cpu 1"},
		{"fault = core1.freeze.ignored\n", "core1: 10 of 10 PMIs came with the counters still"},
		{"fault = core1.pmi.core=2\n", "PMIs reached cpu 2"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(faults); i++) {
		start("knights-landing", faults[i].scenario);
		assert_int_equal(shell_run("record -n 10 -c 100000 -C 1"), VERDICT_FAIL);
		if (!strstr(said, faults[i].reason))
			fail_msg("%s: %s", faults[i].reason, said);
	}
}
