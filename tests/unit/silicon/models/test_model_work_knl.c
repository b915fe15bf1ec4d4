/* SPDX-License-Identifier: BSD-2-Clause */
/* What touches of memory have a Knights Landing count: DDR, flat MCDRAM, and MCDRAM in front of DDR. */
#include "silicon/models/address.h"
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

enum { LINES = 64, PAGES = 1024 };

#define MCDRAM    BIT(36)
#define FILTERED  0x3bu
#define BOX_RUN   0x10000u
#define BOX_CTL   0x30u
#define EDC_CTR   0xa00u
#define IMC_CTR   0xb00u
#define UCLK_CTR  0x400u
#define SELECT_AT 0x20u /* from the counters */

static struct bench *seen(const char *scenario)
{
	static uint64_t room[4 * PAGES];
	struct bench *bench = knl(scenario);

	silicon_track(bench->silicon, room, PAGES);
	silicon_add_memory(bench->silicon, 0, MCDRAM - 1, 0);
	silicon_add_memory(bench->silicon, MCDRAM, 2 * MCDRAM - 1, 1);
	for (unsigned core = 0; core < 64; core++)
		put_on(bench, core, 0x1a4, 3);
	return bench;
}

static uint64_t line(uint64_t memory, unsigned i)
{
	return memory + 4096u * i + 64 * (17 * i % 64);
}

static void touch_all(struct bench *bench, uint64_t memory, bool write)
{
	for (unsigned i = 0; i < LINES; i++)
		silicon_touch(bench->silicon, bench->now, &(struct silicon_processor){0, 5}, line(memory, i), write);
}

static void flush(struct bench *bench)
{
	silicon_flush_caches(bench->silicon, bench->now, 0, NULL, NULL);
}

/* Counters of PCI boxes: what they count, and what they are expected to have counted. */
struct row {
	const char *name;
	uint16_t select;
	uint16_t counters; /* offset of counter 0 */
	uint8_t first_device, boxes;
	unsigned reads[2], writes[2]; /* of DDR and MCDRAM */
};

static void place_of(const struct row *row, unsigned n, unsigned *device, unsigned *function)
{
	*device = row->counters == IMC_CTR ? 8 + n / 3 : row->first_device + n;
	*function = row->counters == UCLK_CTR ? 0 : row->counters == IMC_CTR ? 2 + n % 3 : 2;
}

static void program(struct bench *bench, const struct row *row)
{
	for (unsigned n = 0; n < row->boxes; n++) {
		unsigned device, function;

		place_of(row, n, &device, &function);
		config_put(bench, device, function, row->counters + BOX_CTL, FROZEN);
		config_put(bench, device, function, row->counters, 0);
		config_put(bench, device, function, row->counters + 4, 0);
		config_put(bench, device, function, row->counters + SELECT_AT, (uint32_t)EN | row->select);
		config_put(bench, device, function, row->counters + BOX_CTL, BOX_RUN);
	}
}

static uint64_t sum(struct bench *bench, const struct row *row)
{
	uint64_t sum = 0;

	for (unsigned n = 0; n < row->boxes; n++) {
		unsigned device, function;

		place_of(row, n, &device, &function);
		sum += config_get64(bench, device, function, row->counters);
	}
	return sum;
}

static void expect_sum(struct bench *bench, const struct row *row, unsigned memory, const char *what, unsigned expected)
{
	uint64_t counted = sum(bench, row);

	if (counted != expected)
		fail_msg("%s, memory %u, %s: %llu instead of %u", row->name, memory, what, (unsigned long long)counted,
			 expected);
}

/* Of 64 lines that are written: read to be written, and written back. */
static void check_row(struct bench *bench, const struct row *row)
{
	for (unsigned memory = 0; memory < 2; memory++) {
		flush(bench);
		program(bench, row);
		touch_all(bench, memory ? MCDRAM : 0, true);
		expect_sum(bench, row, memory, "read", row->reads[memory]);
		program(bench, row);
		flush(bench);
		expect_sum(bench, row, memory, "written", row->writes[memory]);
	}
}

TEST(test_flat)
{
	static const struct row rows[] = {
		{"CAS_COUNT.RD", 0x0103, IMC_CTR, 8, 6, {LINES, 0}, {0, 0}},
		{"CAS_COUNT.WR", 0x0203, IMC_CTR, 8, 6, {0, 0}, {LINES, 0}},
		{"CAS_COUNT.ALL", 0x0303, IMC_CTR, 8, 6, {LINES, 0}, {LINES, 0}},
		{"RPQ_INSERTS", 0x0101, EDC_CTR, 24, 8, {0, LINES}, {0, 0}},
		{"WPQ_INSERTS", 0x0102, EDC_CTR, 24, 8, {0, 0}, {0, LINES}},
		{"EDC_ACCESS.MISS_CLEAN", 0x0402, UCLK_CTR, 15, 8, {0, 0}, {0, 0}},
	};
	struct bench *bench = seen("background = 0\n");

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		check_row(bench, &rows[i]);
	expect_clean(bench);
	bench_free(bench);
}

/* What is not in MCDRAM comes from DDR once, and is there then. What is written back is dirty there. */
TEST(test_cache_mode)
{
	static const struct row rows[] = {
		{"CAS_COUNT.RD", 0x0103, IMC_CTR, 8, 6, {LINES, 0}, {0, 0}},
		{"CAS_COUNT.WR", 0x0203, IMC_CTR, 8, 6, {0, 0}, {0, 0}},
		{"RPQ_INSERTS", 0x0101, EDC_CTR, 24, 8, {LINES, LINES}, {0, 0}},
		{"WPQ_INSERTS", 0x0102, EDC_CTR, 24, 8, {LINES, 0}, {LINES, LINES}},
		{"EDC_ACCESS.MISS_CLEAN", 0x0402, UCLK_CTR, 15, 8, {LINES, 0}, {0, 0}},
		{"EDC_ACCESS.HIT_DIRTY", 0x0202, UCLK_CTR, 15, 8, {0, LINES}, {0, 0}},
		{"EDC_ACCESS.MISS_DIRTY", 0x0802, UCLK_CTR, 15, 8, {0, 0}, {0, 0}},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench *bench = seen("background = 0\nmcdram = cache\n");

		for (unsigned round = 0; round < 2; round++) {
			flush(bench);
			program(bench, &rows[i]);
			touch_all(bench, 0, true);
			expect_sum(bench, &rows[i], round, "read", rows[i].reads[round]);
			program(bench, &rows[i]);
			flush(bench);
			expect_sum(bench, &rows[i], round, "written", rows[i].writes[round]);
		}
		bench_free(bench);
	}
}

/* ---- CHA, core ---------------------------------------------------------------------------------------- */

static uint64_t cha_sum(struct bench *bench, uint64_t select, uint64_t filter0, uint64_t filter1, bool write)
{
	uint64_t sum = 0;

	flush(bench);
	for (unsigned n = 0; n < 38; n++) {
		put(bench, FILTER0(n), filter0);
		put(bench, FILTER1(n), filter1);
		put(bench, CHA(n), FROZEN);
		put(bench, CHA_CTR(n, 0), 0);
		put(bench, CHA_SEL(n, 0), EN | select);
		put(bench, CHA(n), BOX_RUN);
	}
	touch_all(bench, 0, write);
	for (unsigned n = 0; n < 38; n++)
		sum += get(bench, CHA_CTR(n, 0));
	return sum;
}

TEST(test_cha)
{
	struct bench *bench = seen("background = 0\n");

	for (unsigned write = 0; write < 2; write++) {
		assert_int_equal(cha_sum(bench, 0x2135, 0, FILTERED, write), LINES); /* TOR_INSERTS.IRQ_MISS */
		assert_int_equal(cha_sum(bench, 0x3135, 0, FILTERED, write), LINES); /* IRQ */
		assert_int_equal(cha_sum(bench, 0x1135, 0, FILTERED, write), 0);     /* IRQ_HIT */
		assert_int_equal(cha_sum(bench, 0x2135, 0, 0, write), 0);
		assert_int_equal(cha_sum(bench, 0x0113, 0, 0, write), LINES);       /* INGRESS_INSERTS.IRQ */
		assert_int_equal(cha_sum(bench, 0x0334, 7 << 18, 0, write), LINES); /* SF_LOOKUP.DATA_READ */
		assert_int_equal(cha_sum(bench, 0x1134, 2 << 18, 0, write), LINES); /* ANY */
		assert_int_equal(cha_sum(bench, 0x0534, 7 << 18, 0, write), 0);     /* WRITE */
		assert_int_equal(cha_sum(bench, 0x0334, 0, 0, write), 0);
	}
	bench_free(bench);
}

/* By whom the touches are: core 5. */
static uint64_t core_count(struct bench *bench, unsigned core, uint64_t select, uint64_t response, uint64_t memory,
			   bool write)
{
	flush(bench);
	put_on(bench, core, GCTRL, 0);
	put_on(bench, core, RSP(0), response);
	put_on(bench, core, EVTSEL(0), EN | OS | select);
	put_on(bench, core, PMC(0), 0);
	put_on(bench, core, GCTRL, 1);
	touch_all(bench, memory, write);
	put_on(bench, core, GCTRL, 0);
	return get_on(bench, core, PMC(0));
}

TEST(test_core)
{
	struct bench *bench = seen("background = 0\n");

	for (unsigned write = 0; write < 2; write++) {
		unsigned reads = write ? 0 : LINES;

		assert_int_equal(core_count(bench, 5, 0x412e, 0, 0, write), LINES);
		assert_int_equal(core_count(bench, 4, 0x412e, 0, 0, write), 0);
		assert_int_equal(core_count(bench, 5, 0x4f2e, 0, 0, write), LINES);
		assert_int_equal(core_count(bench, 5, 0x0404, 0, 0, write), reads); /* L2_MISS_LOADS */
		assert_int_equal(core_count(bench, 5, 0x0104, 0, 0, write), reads);
		assert_int_equal(core_count(bench, 5, 0x4004, 0, 0, write), reads);
		assert_int_equal(core_count(bench, 5, 0x8004, 0, 0, write), 0);
		/* DMND_DATA_RD or DMND_RFO, any response; of DDR near, of MCDRAM near. */
		assert_int_equal(core_count(bench, 5, 0x01b7, BIT(write) | BIT(16), 0, write), LINES);
		assert_int_equal(core_count(bench, 5, 0x01b7, BIT(!write) | BIT(16), 0, write), 0);
		assert_int_equal(core_count(bench, 5, 0x01b7, BIT(write) | BIT(23) | BIT(31), 0, write), LINES);
		assert_int_equal(core_count(bench, 5, 0x01b7, BIT(write) | BIT(23) | BIT(31), MCDRAM, write), 0);
		assert_int_equal(core_count(bench, 5, 0x01b7, BIT(write) | BIT(21) | BIT(31), MCDRAM, write), LINES);
	}
	bench_free(bench);
}

/* ---- which CHA ---------------------------------------------------------------------------------------- */

TEST(test_hashes)
{
	static const struct {
		uint64_t address;
		uint8_t slice, cha;
	} rows[] = {
		{0x0, 0, 0},           {0x40, 1, 19},         {0x80, 2, 2},         {0x100, 4, 15},
		{0x1000, 5, 22},       {0x3ffc0, 2, 13},      {0x40000, 1, 29},     {0x12345640, 6, 8},
		{0x40000000, 5, 23},   {0x7fffffc0, 1, 22},   {0x100000000, 1, 24}, {0x123456780, 2, 25},
		{0x1fffffffc0, 1, 15}, {0x2000000000, 6, 12}, {0x3fffffffc0, 7, 3},
	};
	unsigned lines[38] = {0}, slices[8] = {0};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(address_slice(address_slice_masks, rows[i].address), rows[i].slice);
		assert_int_equal(address_cha(rows[i].address), rows[i].cha);
	}
	for (unsigned i = 0; i < 4096; i++)
		lines[address_cha(0x5540000 + 64 * i)]++;
	for (unsigned i = 0; i < 38; i++)
		assert_int_equal(lines[i], i >= 32 ? 96 : i % 4 < 2 && i < 30 ? 104 : 116);
	for (unsigned i = 0; i < 32768; i++)
		slices[address_slice(address_slice_masks, 0x5600000 + 64 * i)]++;
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(slices[i], 4096);
}

TEST(test_lines_go_to_their_cha)
{
	static const uint64_t addresses[] = {0x0, 0x40, 0x3ffc0, 0x12345640, 0x40000000};
	struct bench *bench = seen("background = 0\n");

	for (unsigned i = 0; i < ARRAY_SIZE(addresses); i++) {
		cha_sum(bench, 0x0113, 0, 0, false);
		flush(bench);
		for (unsigned n = 0; n < 38; n++)
			put(bench, CHA_CTR(n, 0), 0);
		silicon_touch(bench->silicon, bench->now, &(struct silicon_processor){0, 0}, addresses[i], false);
		for (unsigned n = 0; n < 38; n++)
			assert_int_equal(get(bench, CHA_CTR(n, 0)), n == address_cha(addresses[i]));
	}
	bench_free(bench);
}

/* Only bits 1:0 of MSR 0x1a4 are there, and neither has a second line fetched. */
TEST(test_prefetch)
{
	struct bench *bench = seen("background = 0\n");

	assert_int_equal(try_write(bench, 5, 0x1a4, 4), SILICON_FAULT);
	put_on(bench, 5, 0x1a4, 0);
	assert_int_equal(core_count(bench, 5, 0x412e, 0, 0, false), LINES);
	bench_free(bench);
}
