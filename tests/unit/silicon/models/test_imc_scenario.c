/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of the text that says what the virtual POWER9 shall be, and machines that cannot be. All else is in test_power9_scenario.model. */
#include "tests/unit/support/imc_bench.h"
#include "tests/unit/support/unit.h"

#define PAGE MEMORY_BASE

/* What core 1 of chip 0 has at 0x58 after a second. */
static uint64_t core_count(const char *scenario)
{
	struct bench *bench = bench_open(scenario);
	uint64_t count;

	init(bench, OPAL_CORE, PAGE, 4);
	start(bench, OPAL_CORE, 4);
	go(bench, SECOND);
	stop(bench, OPAL_CORE, 4);
	count = memory_word(bench, PAGE + 0x58);
	bench_end(bench, 0);
	return count;
}

TEST(test_layout_of_lines)
{
	assert_int_equal(core_count("rate.core.88 = 2\nrate.core.88 = 7 # the last counts\r\n"), 7);
	assert_int_equal(core_count("\n\n# nothing\n \trate.core.0x58\t=\t0\n"), 0);
}

TEST(test_errors_name_line_and_reason)
{
	static const char *const bad[][2] = {
		{"nonsense", "scenario line 1: \"nonsense\": name = value is needed"},
		{"\n\nnonsense = 1", "scenario line 3: unknown name \"nonsense\""},
	};
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bench_try(&bench, bad[i][0]) || !strstr(bench.error, bad[i][1]))
			fail_msg("\"%s\": %s", bad[i][0], bench.error);
		bench_close(&bench);
	}
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
