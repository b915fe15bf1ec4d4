/* SPDX-License-Identifier: BSD-2-Clause */
/* How long an event string takes to become codes: libpfm4's time and ours, in turns, in one process, over the same
 * strings. Fails if we ask for memory, or are not RATIO times as fast: a ratio holds on a busy machine too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <perfmon/pfmlib.h>

#include "core/event/encode.h"
#include "tests/oracle/allocations.h"
#include "tests/oracle/generate.h"

#define STRINGS 4000
#define ROUNDS  15
#define RATIO   5 /* at least so many times as fast ... */
#define PLAIN   2 /* ... and for events of which libpfm4 has little to say */

struct bench {
	const struct processor *processor;
	const char *strings[STRINGS];
	uint64_t sum; /* of all codes, so that nothing is left out */
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static bool library_encodes(const char *string, uint64_t *sum)
{
	uint64_t room[4] = {0}, *codes = room;
	int count = (int)ARRAY_SIZE(room);
	int error = pfm_get_event_encoding(string, PFM_PLM0 | PFM_PLM3, NULL, NULL, &codes, &count);

	*sum += codes[0];
	return error == PFM_SUCCESS;
}

static bool we_encode(const struct bench *bench, const char *string, uint64_t *sum)
{
	struct encoding encoding;
	struct complaint complaint;
	bool good = encode_library(bench->processor, slice_of(string), &encoding, &complaint);

	*sum += good ? encoding.registers[0].value : 0;
	return good;
}

static uint64_t time_library(struct bench *bench)
{
	uint64_t start = now_ns();

	for (unsigned i = 0; i < STRINGS; i++)
		library_encodes(bench->strings[i], &bench->sum);
	return now_ns() - start;
}

static uint64_t time_us(struct bench *bench)
{
	uint64_t start = now_ns();

	for (unsigned i = 0; i < STRINGS; i++)
		we_encode(bench, bench->strings[i], &bench->sum);
	return now_ns() - start;
}

/* Strings that both take. */
static void fill(struct bench *bench, const struct dialect *dialect, const char *pmu)
{
	struct vocabulary vocabulary;
	struct generator generator = {&vocabulary, 1};
	char text[GENERATED_BYTES];
	uint64_t unused = 0;

	vocabulary_read(&vocabulary, dialect, pmu);
	for (unsigned i = 0; i < STRINGS;) {
		generate_good(&generator, text);
		if (!library_encodes(text, &unused) || !we_encode(bench, text, &unused))
			continue;
		bench->strings[i++] = strdup(text);
	}
}

/* The best round of each: what else the machine does can only make a round longer. */
static bool run(const struct dialect *dialect, const char *pmu, unsigned ratio)
{
	uint64_t library = UINT64_MAX, ours = UINT64_MAX, asked = 0;
	struct bench held = {.processor = processor_by_name(dialect->processor)};
	struct bench *bench = &held;

	fill(bench, dialect, pmu);
	for (unsigned i = 0; i < ROUNDS; i++) {
		uint64_t before;

		library = min_u64(library, time_library(bench));
		before = allocations();
		ours = min_u64(ours, time_us(bench));
		asked += allocations() - before;
	}
	printf("%-12s libpfm4 %5llu ns, uncork %4llu ns an event: %llu.%llu times as fast; "
	       "%llu allocations\n",
	       pmu, (unsigned long long)(library / STRINGS), (unsigned long long)(ours / STRINGS),
	       (unsigned long long)(library / ours), (unsigned long long)(library * 10 / ours % 10),
	       (unsigned long long)asked);
	return !asked && library >= ratio * ours;
}

int main(void)
{
	bool core, uncore, other;

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize() != PFM_SUCCESS)
		return 2;
	core = run(&dialects[0], "knl", RATIO);
	uncore = run(&dialects[0], "knl_unc_cha0", RATIO);
	other = run(&dialects[1], "snbep_unc_cbo0", PLAIN);
	return !core || !uncore || !other;
}
