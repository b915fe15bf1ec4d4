/* SPDX-License-Identifier: BSD-2-Clause */
/* What the virtual silicon answers to CPUID, against the dumps of real machines, leaf by leaf, of every part and of every dump that a scenario
 * may choose. */
#include <stdlib.h>
#include <string.h>

#include "silicon/models/cpuid_dumps.h"
#include "silicon/models/sold.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

static const uint32_t leaves[] = {0,          1,          2,          4,          5,          6,          7,
				  0x0a,       0x1c,       0x23,       0x80000000, 0x80000001, 0x80000002, 0x80000003,
				  0x80000004, 0x80000005, 0x80000006, 0x80000007, 0x80000008};
#define SUBLEAVES 16

static const struct machine {
	const char *name, *words;
} machines[] = {
	{"xeon-7500", CPUID_OF_XEON_7500},
	{"xeon-e7", CPUID_OF_XEON_E7},
	{"xeon-e5-2600", CPUID_OF_XEON_E5_2600},
	{"xeon-e5-2600-v2", CPUID_OF_XEON_E5_2600_V2},
	{"xeon-e5-2600-v3", CPUID_OF_XEON_E5_2600_V3},
	{"xeon-e5-2600-v4", CPUID_OF_XEON_E5_2600_V4},
	{"knights-landing", CPUID_OF_KNIGHTS_LANDING},
	{"skylake-sp", CPUID_OF_SKYLAKE_SP},
	{"cascade-lake-sp", CPUID_OF_CASCADE_LAKE_SP},
	{"ice-lake-sp", CPUID_OF_ICE_LAKE_SP},
	{"sapphire-rapids", CPUID_OF_SAPPHIRE_RAPIDS},
	{"emerald-rapids", CPUID_OF_EMERALD_RAPIDS},
	{"granite-rapids", CPUID_OF_GRANITE_RAPIDS},
};

static struct silicon_cpuid ask(struct bench *bench, uint32_t leaf, uint32_t subleaf)
{
	struct silicon_cpuid answer = {0};

	silicon_cpuid(bench->silicon, leaf, subleaf, &answer);
	return answer;
}

static bool is_name(uint32_t leaf)
{
	return leaf >= 0x80000002 && leaf <= 0x80000004;
}

/* Of a machine whose dump is not chosen the name is that of a part that was sold with its number of cores. */
static void compare(struct bench *bench, const struct cpuid_dump *dump, bool chosen)
{
	for (unsigned i = 0; i < ARRAY_SIZE(leaves); i++) {
		if (is_name(leaves[i]) && !chosen)
			continue;
		assert_true(cpuid_is_dumped(leaves[i]));
		for (unsigned subleaf = 0; subleaf < SUBLEAVES; subleaf++) {
			struct silicon_cpuid answer = ask(bench, leaves[i], subleaf);
			struct silicon_cpuid says = cpuid_say(dump, leaves[i], subleaf);

			if (memcmp(&answer, &says, sizeof(says)))
				fail_msg("%s, leaf 0x%x, %u: %08x %08x %08x %08x, the dump has %08x %08x %08x %08x",
					 dump->name, leaves[i], subleaf, answer.eax, answer.ebx, answer.ecx, answer.edx,
					 says.eax, says.ebx, says.ecx, says.edx);
		}
	}
}

/* The processor of a dump is one of that machine's, but that Ice Lake-D has a number of its own. */
static void expect_signature(const char *machine, uint32_t signature)
{
	const char *found = silicon_machine_of(6, (signature >> 12 & 0xf0) | (signature >> 4 & 0xf), signature & 0xf);

	if (signature != 0x606c1)
		assert_string_equal(found, machine);
}

static unsigned count_words(const char *words)
{
	unsigned count = 1;

	for (; *words; words++)
		count += *words == ' ';
	return count;
}

TEST(test_every_part_answers_as_its_dumps)
{
	for (unsigned i = 0; i < ARRAY_SIZE(machines); i++) {
		const struct machine *machine = &machines[i];
		struct bench *bench = bench_of(machine->name, 1, "");

		compare(bench, cpuid_find_dump(machine->words, 1), false);
		bench_free(bench);
		for (unsigned word = 1; word < count_words(machine->words); word++) {
			const struct cpuid_dump *dump = cpuid_find_dump(machine->words, word);
			char scenario[64];

			assert_non_null(dump);
			snprintf(scenario, sizeof(scenario), "cpuid = %s", dump->name);
			bench = bench_of(machine->name, 1, scenario);
			compare(bench, dump, true);
			expect_signature(machine->name, ask(bench, 1, 0).eax);
			bench_free(bench);
		}
	}
}

TEST(test_every_dump_has_a_part)
{
	unsigned words = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(machines); i++)
		words += count_words(machines[i].words) - 1;
	assert_int_equal(words, cpuid_dump_count);
	assert_null(cpuid_find_dump(CPUID_OF_NONE, 0));
	assert_null(cpuid_find_dump(CPUID_OF_NONE, 1));
}

static void expect_part(const char *machine, const char *scenario, const char *name, const char *size)
{
	struct bench *bench = bench_of(machine, 1, scenario);
	char raw[SOLD_NAME + 1] = "", banner[512];

	for (unsigned i = 0; i < 3; i++) {
		struct silicon_cpuid answer = ask(bench, 0x80000002 + i, 0);

		memcpy(raw + i * sizeof(answer), &answer, sizeof(answer));
	}
	assert_string_equal(raw, name);
	silicon_banner(bench->silicon, banner, sizeof(banner));
	if (!strstr(banner, size))
		fail_msg("%s, not %s", banner, size);
	bench_free(bench);
}

/* By default, cut down, larger than what it is by default, and larger than all that were sold; and of a dump that is chosen nothing is said but
 * what is in it. */
TEST(test_the_name_is_of_a_part_that_was_sold)
{
	expect_part("skylake-sp", "", "Intel(R) Xeon(R) Platinum 8180 CPU @ 2.50GHz", " 28 cores (sold with 28),");
	expect_part("skylake-sp", "cores = 8", "Intel(R) Xeon(R) Platinum 8180 CPU @ 2.50GHz",
		    " 8 cores (sold with 28),");
	expect_part("skylake-sp", "threads = 2", "Intel(R) Xeon(R) Platinum 8180 CPU @ 2.50GHz",
		    " 28 cores (sold with 28),");
	expect_part("granite-rapids", "cores = 70", "Intel(R) Xeon(R) 6972P", " 70 cores (sold with 96),");
	expect_part("granite-rapids", "cores = 256\nthreads = 2", "Intel(R) Xeon(R) 6980P",
		    " 128 cores (sold with 128),");
	expect_part("knights-landing", "cores = 76", "Intel(R) Xeon Phi(TM) CPU 7290 @ 1.50GHz",
		    " 76 cores (sold with 72),");
	expect_part("cooper-lake-sp", "", "Intel(R) Xeon(R) Platinum 8380H CPU @ 2.90GHz", " 28 cores (sold with 28),");
	expect_part("skylake-sp", "cpuid = 50654-skylakexeon-8", "Intel(R) Xeon(R) Silver 4108 CPU @ 1.80GHz",
		    " 28 cores, clock");
	expect_part("unknown-xeon", "", "", " 8 cores, clock");
}

/* Each machine that has a C-Box or a CHA for each of its cores has by default as many of them as the part has cores. */
TEST(test_every_machine_is_a_part_by_default)
{
	for (unsigned i = 0; i < ARRAY_SIZE(machines); i++) {
		const struct sold *sold = sold_find(machines[i].name, 0);
		struct bench *bench = bench_of(machines[i].name, 1, "");

		assert_non_null(sold);
		assert_int_equal(silicon_processors(bench->silicon), sold->cores);
		assert_int_equal(sold->name[SOLD_NAME - 1], 0);
		bench_free(bench);
	}
}

/* Copied from single dumps once more, by hand. */
TEST(test_single_facts)
{
	static const struct {
		const char *machine, *scenario;
		uint32_t leaf, word, value;
	} facts[] = {
		{"xeon-7500", "", 0x0a, 0, 0x07300403},
		{"xeon-7500", "", 0x0a, 1, 0x00000044},
		{"xeon-7500", "cpuid = 206e6-beckton-2", 0x0a, 0, 0},
		{"xeon-e7", "", 0x0a, 3, 0x00000603},
		{"xeon-e5-2600-v3", "cpuid = haswell-2xxeon-e5-2680v3", 0x0a, 0, 0x07300803},
		{"knights-landing", "", 0x0a, 3, 0x00000503},
		{"skylake-sp", "cpuid = 50654-skylakexeon-9", 0x0a, 0, 0x07300804},
		{"skylake-sp", "", 0x80000008, 0, 0x0000302e},
		{"ice-lake-sp", "", 0x80000008, 0, 0x0000392e},
		{"ice-lake-sp", "", 7, 2, 0x40417f4e},
		{"sapphire-rapids", "cpuid = sapphirerapids-2xxeonmax9460", 0x80000008, 0, 0x00003934},
		{"sapphire-rapids", "", 0x1c, 0, 0x4000000b},
		{"sapphire-rapids", "", 0, 0, 0x00000020},
		{"granite-rapids", "", 0x80000008, 0, 0x00003934},
		{"granite-rapids", "", 0x23, 0, 0x0000000b},
		{"emerald-rapids", "", 0x0a, 3, 0x00008604},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(facts); i++) {
		struct bench *bench = bench_of(facts[i].machine, 1, facts[i].scenario);
		struct silicon_cpuid answer = ask(bench, facts[i].leaf, 0);
		uint32_t words[] = {answer.eax, answer.ebx, answer.ecx, answer.edx};

		assert_int_equal(words[facts[i].word], facts[i].value);
		bench_free(bench);
	}
}

/* What the scenario says of the core PMU goes before the dump. */
TEST(test_settings_go_before_dumps)
{
	struct bench *bench = bench_of("skylake-sp", 1, "counters = 2\ncpuid = 50654-skylakexeon-9");

	assert_int_equal(ask(bench, 0x0a, 0).eax, 0x07300204);
	bench_free(bench);
	bench = bench_of("granite-rapids", 1, "counters = 5\ncore_pmu.fixed = 3");
	assert_int_equal(ask(bench, 0x23, 1).eax, 0x1f);
	assert_int_equal(ask(bench, 0x23, 1).ebx, 7);
	bench_free(bench);
	bench = bench_of("unknown-xeon", 1, "core_pmu.version = 6");
	assert_int_equal(ask(bench, 7, 1).eax, 0x100);
	assert_int_equal(ask(bench, 0x23, 1).eax, 0xff);
	bench_free(bench);
	bench = bench_of("skylake-sp", 1, "cpuid = none");
	assert_int_equal(ask(bench, 0x0a, 0).eax, 0x07300404);
	assert_int_equal(ask(bench, 1, 0).eax, 0);
	bench_free(bench);
}

/* How many processors there are the machine underneath knows, and whether its reader is in 64-bit mode. */
TEST(test_what_is_known_better)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");
	struct silicon_cpuid answer = {~0u, ~0u, ~0u, ~0u};

	silicon_cpuid(bench->silicon, 1, 0, &answer);
	assert_int_equal(answer.ebx, 0xffff0800);
	assert_int_equal(answer.edx, 0xbfebfbff);
	answer = (struct silicon_cpuid){0x04000121, 0, 0, 0};
	silicon_cpuid(bench->silicon, 4, 0, &answer);
	assert_int_equal(answer.eax, 0x04000121);
	answer = (struct silicon_cpuid){0, 0, 0, 0x800};
	silicon_cpuid(bench->silicon, 0x80000001, 0, &answer);
	assert_int_equal(answer.edx, 0x2c100800);
	answer = (struct silicon_cpuid){1, 2, 3, 4};
	silicon_cpuid(bench->silicon, 0x0b, 1, &answer);
	assert_int_equal(answer.eax, 1);
	assert_int_equal(answer.edx, 4);
	bench_free(bench);
}

/* Cooper Lake-SP has the dumps of Cascade Lake-SP, from which only its stepping tells it. */
TEST(test_a_sibling_keeps_its_stepping)
{
	static const struct {
		const char *machine;
		uint32_t signature;
	} siblings[] = {{"cooper-lake-sp", 0x5065b}, {"cascade-lake-sp", 0x50657}};

	for (unsigned i = 0; i < ARRAY_SIZE(siblings); i++) {
		struct bench *bench = bench_of(siblings[i].machine, 1, "");
		struct silicon_cpuid answer = {.eax = 0x5065b};

		silicon_cpuid(bench->silicon, 1, 0, &answer);
		assert_int_equal(answer.eax, siblings[i].signature);
		bench_free(bench);
	}
}
