/* SPDX-License-Identifier: BSD-2-Clause */
/* The text that says what the virtual POWER9 shall be, and everything that can be broken about it. */
#include "tests/unit/support/imc_bench.h"
#include "tests/unit/support/unit.h"

#define PAGE MEMORY_BASE

/* What the nest has at an offset of chip 0 after 10 ms of running. */
static uint64_t nest_count(const char *scenario, unsigned offset)
{
	struct bench *bench = bench_open(scenario);
	uint64_t count;

	start(bench, OPAL_NEST, 0);
	go(bench, 10 * MS);
	count = nest_word(bench, 0, offset);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
	return count;
}

/* What core 1 of chip 0 has at an offset after a second. */
static uint64_t core_count(const char *scenario, unsigned offset)
{
	struct bench *bench = bench_open(scenario);
	uint64_t count;

	init(bench, OPAL_CORE, PAGE, 4);
	start(bench, OPAL_CORE, 4);
	go(bench, SECOND);
	stop(bench, OPAL_CORE, 4);
	count = memory_word(bench, PAGE + offset);
	bench_end(bench, 0);
	return count;
}

static void refused(const char *scenario, const char *reason)
{
	struct bench bench;

	if (bench_try(&bench, scenario) || !strstr(bench.error, reason))
		fail_msg("\"%s\": %s", scenario, bench.error);
	bench_close(&bench);
}

TEST(test_rates)
{
	assert_int_equal(nest_count("rate.nest.0xc8 = 1000000", 0xc8), 9500);
	assert_int_equal(nest_count("rate.box0.PM_ONE=0xf4240", 0xc8), 9500);
	assert_int_equal(nest_count("rate.nest1.0xc8 = 1", 0xc8), nest_count("", 0xc8));
	assert_int_equal(nest_count("rate.nest0.200 = 2\nrate.nest0.200 = 1000000 # the last counts\r\n", 0xc8), 9500);
	assert_int_equal(core_count("rate.core.0x58 = 7", 0x58), 7);
	assert_int_equal(core_count("rate.core1.0x58 = 7\nrate.core0.0x58 = 9", 0x58), 7);
	assert_int_equal(core_count("\n\n# nothing\n \trate.core.0x58\t=\t0\n", 0x58), 0);
}

TEST(test_what_is_no_rate)
{
	refused("rate.nest.0xc8 = x", "a number from 0 to 1000000000");
	refused("rate.nest.0xc8 = 1000000001", "a number from 0 to 1000000000");
	refused("rate.nest.0xc9 = 1", "nothing is posted at nest.0xc9");
	refused("rate.nest2.0xc8 = 1", "nothing is posted");
	refused("rate.core2.0x18 = 1", "nothing is posted");
	refused("rate.core.0x38 = 1", "nothing is posted");
	refused("rate.thread.0x18 = 1", "nothing is posted");
	refused("rate.box0.PM_TWO = 1", "box0 has no event PM_TWO");
	refused("rate.nest = 1", "nest has no event");
	refused("rate. = 1", "has no event");
}

TEST(test_lines)
{
	refused("nonsense", "scenario line 1: \"nonsense\": name = value is needed");
	refused("\n\nnonsense = 1", "scenario line 3: unknown name \"nonsense\"");
	refused("core.period = 999", "core.period: a number from 1000");
	refused("trace.period = 0", "trace.period");
	refused("trace.span = 3", "trace.span");
	refused("fault = ", "unknown fault");
}

TEST(test_unknown_faults)
{
	static const char *const faults[] = {
		"nonsense",
		"core.nonsense",
		"core.0x18.nonsense",
		"nest.nonsense.dead",
		"core.mcs01.dead",
		"core",
		".",
		"core..dead",
		"core.dead.dead",
		"nest.start",
		"catalog.nonsense",
		"trace.late.1",
		"core99999999999999999999.dead",
	};

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		char line[100];

		snprintf(line, sizeof(line), "fault = %s", faults[i]);
		refused(line, "unknown fault");
	}
}

TEST(test_faults_with_wrong_arguments)
{
	static const char *const faults[] = {
		"core.dead=1",       "nest.status",         "nest.status=5",      "nest.status=x",
		"trace.late=0",      "trace.late=4096",     "core.start.error=0", "core.start.error=65",
		"nest2.torn",        "core7.dead",          "thread5.dead",       "nest.0xc8.stuck1=64",
		"nest.0xc8.rate",    "nest.0xc8.rate=1001", "nest.0xc9.dead",     "nest7.mcs01.dead",
		"nest.mcs01.dead=1", "catalog.absent=1",
	};

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		char line[100];

		snprintf(line, sizeof(line), "fault = %s", faults[i]);
		refused(line, "scenario line 1: fault ");
	}
}

TEST(test_faults_of_counters)
{
	uint64_t good = nest_count("", 0xc8), good_core = core_count("", 0x58);

	assert_int_equal(nest_count("fault = nest.0xc8.dead", 0xc8), 0);
	assert_int_equal(nest_count("fault = nest.0xc8.dead", 0xd0), nest_count("", 0xd0));
	assert_int_equal(nest_count("fault = nest0.mcs01.dead", 0xc8), 0);
	assert_int_equal(nest_count("fault = nest.mcs23.dead", 0xc8), good);
	assert_int_equal(nest_count("fault = nest.powerbus0.dead", 0x100), 0);
	assert_in_range(nest_count("fault = nest.0xc8.rate=3", 0xc8), 3 * good, 3 * good + 2);
	assert_int_equal(core_count("fault = core1.dead", 0x58), 0);
	assert_int_equal(core_count("fault = core0.dead", 0x58), good_core);
	assert_int_equal(core_count("fault = core.0x58.rate=2", 0x58), 2 * good_core);
	assert_true(core_count("fault = core.0x58.stuck1=40", 0x58) & BIT(40));
	assert_int_equal(core_count("fault = core1.0x58.stuck0=0", 0x58) & 1, 0);
}

TEST(test_faults_of_the_microcode)
{
	struct bench *bench = bench_open("fault = nest0.status=0\nfault = nest1.command.ignored");

	assert_int_equal(start(bench, OPAL_NEST, 0), IMC_HARDWARE);
	assert_int_equal(stop(bench, OPAL_NEST, 0), IMC_HARDWARE);
	assert_int_equal(start(bench, OPAL_NEST, 0x800), IMC_SUCCESS);
	go(bench, 10 * MS);
	assert_int_equal(nest_word(bench, 1, COMMAND), 0);
	assert_int_equal(nest_word(bench, 1, STATUS), 2);
	stop(bench, OPAL_NEST, 0x800);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);

	bench = bench_open("fault = nest0.status=4\nfault = nest1.command.stuck");
	start(bench, OPAL_NEST, 0);
	start(bench, OPAL_NEST, 0x800);
	go(bench, 10 * MS);
	assert_int_equal(nest_word(bench, 0, STATUS), 4);
	assert_int_equal(nest_word(bench, 0, 0xc8), 0);
	assert_int_equal(nest_word(bench, 1, COMMAND), 1);
	assert_int_equal(nest_word(bench, 1, STATUS), 1);
	stop(bench, OPAL_NEST, 0x800);
	go(bench, MS);
	assert_int_equal(nest_word(bench, 1, STATUS), 2);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

TEST(test_torn_groups)
{
	assert_true(nest_count("fault = nest.torn", 0) > 0);
	assert_int_equal(nest_count("fault = nest.torn", 0x108), 0);
	assert_int_equal(nest_count("", 0x108), nest_count("", 0));
}

/* Refused and ignored calls; the program is not blamed for what they leave behind. */
TEST(test_faults_of_calls)
{
	struct bench *bench =
		bench_open("fault = core0.init.error=2\nfault = core1.start.error=6\nfault = nest.start.error=7\n"
			   "fault = nest.stop.error=12\nfault = trace.init.error=11\nfault = trace0.start.error=14");

	assert_int_equal(init(bench, OPAL_CORE, PAGE, 0), -2);
	assert_int_equal(init(bench, OPAL_CORE, PAGE, 4), 0);
	assert_int_equal(start(bench, OPAL_CORE, 4), -6);
	assert_int_equal(start(bench, OPAL_NEST, 0), -7);
	assert_int_equal(stop(bench, OPAL_NEST, 0), -12);
	assert_int_equal(init(bench, OPAL_TRACE, PAGE, 0), -11);
	assert_int_equal(start(bench, OPAL_TRACE, 0), -14);
	go(bench, 10 * MS);
	assert_int_equal(memory_word(bench, PAGE + 0x18), 0);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

TEST(test_ignored_calls)
{
	struct bench *bench =
		bench_open("fault = core.stop.ignored\nfault = nest0.stop.ignored\nfault = nest1.start.ignored");
	uint64_t count;

	start(bench, OPAL_NEST, 0);
	start(bench, OPAL_NEST, 0x800);
	init(bench, OPAL_CORE, PAGE, 0);
	start(bench, OPAL_CORE, 0);
	go(bench, 10 * MS);
	assert_int_equal(stop(bench, OPAL_CORE, 0), 0);
	assert_int_equal(stop(bench, OPAL_NEST, 0), 0);
	go(bench, MS);
	count = memory_word(bench, PAGE + 0x18) + nest_word(bench, 0, 0xc8);
	go(bench, 10 * MS);
	assert_true(memory_word(bench, PAGE + 0x18) + nest_word(bench, 0, 0xc8) > count);
	assert_int_equal(nest_word(bench, 1, STATUS), 2);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

TEST(test_ignored_ldbar)
{
	struct bench *bench = bench_open("fault = ldbar0.ignored\nfault = thread1.dead");

	init(bench, OPAL_CORE, PAGE, 0);
	assert_int_equal(ldbar(bench, 0, LDBAR_COUNT | (PAGE + 0x2000)), 0);
	ldbar(bench, 1, LDBAR_COUNT | (PAGE + 0x4000));
	start(bench, OPAL_CORE, 0);
	go(bench, 10 * MS);
	stop(bench, OPAL_CORE, 0);
	assert_int_equal(memory_word(bench, PAGE + 0x3020), 0);
	assert_int_equal(memory_word(bench, PAGE + 0x5020), 0);
	assert_true(memory_word(bench, PAGE + 0x20) > 0);
	ldbar(bench, 1, 0);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

TEST(test_faults_of_the_catalog)
{
	struct bench *bench = bench_open("fault = catalog.badoffset\nfault = nest.absent");

	for (unsigned i = 0; i < IMC_CATALOG_FAULTS; i++)
		assert_int_equal(imc_catalog_fault(bench->imc, i),
				 i == IMC_CATALOG_BAD_OFFSET || i == IMC_CATALOG_NO_NEST);
	bench_end(bench, 0);
}

TEST(test_impossible_machines)
{
	struct imc_machine machine = {.pvr = PVR_POWER9, .chips = 1, .threads = 1, .pir = {0x100}};
	struct imc_owner owner = {NULL, bench_memory, NULL, bench_violation, bench_log};
	void *memory = malloc(imc_size());
	char error[100];

	machine.chip[0].region = calloc(1, IMC_REGION_BYTES);
	assert_null(imc_create(memory, &machine, slice_of(""), &owner, error, sizeof(error)));
	assert_string_equal(error, "thread 0x100 is on none of the chips");
	machine.threads = IMC_THREADS + 1;
	assert_null(imc_create(memory, &machine, slice_of(""), &owner, error, sizeof(error)));
	assert_non_null(strstr(error, "at most 8 and 176"));
	free(machine.chip[0].region);
	free(memory);
}
