/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines that describe themselves: how the table is found, what it says, and what units do. Layouts are typed from the
 * sheet on PMON discovery: Linux's uncore_discovery.h, PCM, and the PMON FPGA IP guide. */
#include "silicon/models/part.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define WINDOW         UINT64_C(0xf0000000)
#define WINDOW_BYTES   UINT64_C(0x100000)
#define TABLE_REGISTER 0x201e

#define SPR_GLOBAL     0x2ff0
#define CHA(n)         (0x2000u + 0x10u * (n))
#define UNIT_STATUS    1
#define CTL(n)         (2u + (n))
#define COUNTER(n)     (8u + (n))
#define FILTER         0xe
#define IMC(n)         (WINDOW + 0x80800 + 0x8000u * (n))
#define FREEZE         BIT(0)
#define RESET_CONTROLS BIT(8)
#define RESET_COUNTERS BIT(9)
#define CLOCKTICKS     UINT64_C(0x01)
#define ON_OVERFLOW    BIT(20)

static enum silicon_answer reach(struct bench *bench, unsigned space, uint64_t address, unsigned bytes, bool write,
				 uint64_t *value)
{
	struct silicon_access access = {.space = (uint8_t)space, .bytes = (uint8_t)bytes, .address = address};

	if (write)
		return silicon_write(bench->silicon, bench->now, &access, *value);
	return silicon_read(bench->silicon, bench->now, &access, value);
}

static uint64_t load(struct bench *bench, uint64_t address, unsigned bytes)
{
	uint64_t value = 0;

	assert_int_equal(reach(bench, SILICON_MMIO, address, bytes, false, &value), SILICON_OK);
	return value;
}

static void store(struct bench *bench, uint64_t address, unsigned bytes, uint64_t value)
{
	assert_int_equal(reach(bench, SILICON_MMIO, address, bytes, true, &value), SILICON_OK);
}

static uint32_t config(struct bench *bench, unsigned bus, unsigned device, unsigned function, unsigned offset)
{
	uint64_t value = 0;

	assert_int_equal(
		reach(bench, SILICON_CONFIG, bus << 20 | device << 15 | function << 12 | offset, 4, false, &value),
		SILICON_OK);
	return (uint32_t)value;
}

static uint64_t block(struct bench *bench, uint64_t table, unsigned stride, unsigned index, unsigned word)
{
	return load(bench, table + 8 * ((uint64_t)stride * index + word), 8);
}

/* ---- the way to the table ------------------------------------------------------------------------------ */

/* The place of the capability whose entry is 1 in a function that should have it. */
static unsigned find_capability(struct bench *bench, unsigned bus, unsigned device, unsigned function)
{
	unsigned at = 0x100, steps = 0;

	assert_true(config(bench, bus, device, function, 4) & BIT(16 + 4));
	while (at && steps++ < 8) {
		uint32_t header = config(bench, bus, device, function, at);

		assert_int_equal(header & 0xffff, 0x23);
		assert_int_equal(config(bench, bus, device, function, at + 4), 0x01018086);
		if ((config(bench, bus, device, function, at + 8) & 0xffff) == 1)
			return at;
		at = header >> 20;
	}
	fail_msg("no capability");
	return 0;
}

TEST(test_the_function_points_to_the_table)
{
	struct bench *bench = bench_of("sapphire-rapids", 2, "");
	unsigned at = find_capability(bench, 0x7d, 3, 1);

	assert_int_equal(config(bench, 0x7d, 3, 1, 0), 0x09a78086);
	assert_true(at > 0x100); /* behind another one */
	assert_int_equal(config(bench, 0x7d, 3, 1, at + 0xc), 0);
	assert_int_equal(config(bench, 0x7d, 3, 1, 0x10), WINDOW | 4);
	assert_int_equal(config(bench, 0x7d, 3, 1, 0x14), 0);
	assert_int_equal(config(bench, 0xfd, 3, 1, 0x10), (WINDOW + WINDOW_BYTES) | 4);
	/* The UBox says whose bus it is. */
	assert_int_equal(config(bench, 0x7e, 0, 0, 0), 0x32508086);
	assert_int_equal(config(bench, 0xfe, 0, 0, 0xc0), 1);
	assert_int_equal(config(bench, 0xfe, 0, 0, 0xd4) >> 3 & 7, 1);
	assert_int_equal(bench->violations, 0);
	bench_free(bench);
}

TEST(test_device_memory_may_be_above_4_gib)
{
	struct bench *bench = bench_of("unknown-xeon", 2, "window = high\ndiscovery.by = both\n");

	assert_int_equal(config(bench, 0xfd, 3, 2, 0x18), (WINDOW + WINDOW_BYTES) | 4);
	assert_int_equal(config(bench, 0xfd, 3, 2, 0x1c), 8);
	assert_int_equal(get(bench, TABLE_REGISTER), UINT64_C(0x800000000) + WINDOW);
	bench_free(bench);
}

/* A reader has to switch it on, and what it found is what it leaves. */
TEST(test_memory_decoding_may_be_off)
{
	struct bench *bench = bench_of("unknown-xeon", 2, "decoding = off\n");
	const struct silicon_access command = {
		.space = SILICON_CONFIG, .address = UINT64_C(0x7d) << 20 | 3 << 15 | 2 << 12 | 4, .bytes = 4};

	assert_int_equal(config(bench, 0x7d, 3, 2, 4) & 0xffff, 0x144);
	assert_int_equal(load(bench, WINDOW, 8), UINT64_MAX);
	assert_int_equal(silicon_write(bench->silicon, bench->now, &command, 0x146), SILICON_OK);
	assert_int_equal(config(bench, 0x7d, 3, 2, 4) & 0xffff, 0x146);
	assert_int_not_equal(load(bench, WINDOW, 8), UINT64_MAX);
	assert_int_equal(load(bench, WINDOW + WINDOW_BYTES, 8), UINT64_MAX);
	assert_int_equal(bench->violations, 0);
	silicon_leave(bench->silicon, bench->now);
	assert_int_equal(bench->violations, 1);
	assert_int_equal(silicon_write(bench->silicon, bench->now, &command, 0x144), SILICON_OK);
	silicon_leave(bench->silicon, bench->now);
	assert_int_equal(bench->violations, 1);
	bench_free(bench);
}

TEST(test_a_register_points_to_the_table)
{
	static const struct {
		const char *scenario;
		uint64_t value;
		unsigned entry;
	} ways[] = {
		{"", 0, 1},
		{"discovery.by = register\n", WINDOW, 3},
		{"discovery.by = both\n", WINDOW, 1},
	};

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		struct bench *bench = bench_of("unknown-xeon", 1, ways[i].scenario);

		assert_int_equal(get(bench, TABLE_REGISTER), ways[i].value);
		assert_int_equal(config(bench, 0xfd, 3, 2, 0x148) & 0xffff, ways[i].entry);
		/* The third base address register, of 32 bits. */
		assert_int_equal(config(bench, 0xfd, 3, 2, 0x14c), 2);
		assert_int_equal(config(bench, 0xfd, 3, 2, 0x18), WINDOW);
		bench_free(bench);
	}
}

/* ---- the table ----------------------------------------------------------------------------------------- */

TEST(test_the_table_says_where_units_are)
{
	struct bench *bench = bench_of("sapphire-rapids", 2, "");
	uint64_t other = WINDOW + WINDOW_BYTES;
	unsigned units = block(bench, WINDOW, 32, 0, 0) >> 16 & 0x3ff;

	assert_int_equal(block(bench, WINDOW, 32, 0, 0) & ~MASK(16, 10), 32 << 8);
	assert_int_equal(block(bench, WINDOW, 32, 0, 1), SPR_GLOBAL);
	assert_int_equal(block(bench, WINDOW, 32, 0, 2), 0x201);
	/* CHA 0 and 1, a link on its bus, and, found by its type, the first channel. */
	assert_int_equal(block(bench, WINDOW, 32, 1, 0), UINT64_C(0x0000000108300204));
	assert_int_equal(block(bench, WINDOW, 32, 1, 1), 0x2000);
	assert_int_equal(block(bench, WINDOW, 32, 1, 2), UINT64_C(0x0000004000000000));
	assert_int_equal(block(bench, WINDOW, 32, 2, 2), UINT64_C(0x0000004100010000));
	assert_int_equal(block(bench, WINDOW, 32, 13, 0), UINT64_C(0x8000006008303804));
	assert_int_equal(block(bench, WINDOW, 32, 13, 1), 0x07e09318);
	assert_int_equal(block(bench, other, 32, 13, 1), 0x0fe09318);
	for (unsigned i = 1; i <= units; i++) {
		if ((block(bench, WINDOW, 32, i, 2) & MASK(0, 32)) != 6 || !block(bench, WINDOW, 32, i, 0))
			continue;
		assert_int_equal(block(bench, WINDOW, 32, i, 0), UINT64_C(0x4000005c08304004));
		assert_int_equal(block(bench, WINDOW, 32, i, 1), IMC(0));
		assert_int_equal(block(bench, other, 32, i, 1), IMC(0) + WINDOW_BYTES);
	}
	assert_int_equal(block(bench, WINDOW, 32, units + 1, 0), 0);
	bench_free(bench);
}

/* Each core has a CHA, and the processor says how many there are. */
TEST(test_chas_follow_cores)
{
	static const struct {
		const char *scenario;
		unsigned chas;
	} ways[] = {
		{"", 12},
		{"chas = 40\n", 40},
		{"cores = 60\n", 60},
		{"cores = 60\nthreads = 2\n", 30},
	};

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		struct bench *bench = bench_of("sapphire-rapids", 1, ways[i].scenario);
		unsigned chas = 0, units;

		assert_int_equal(get(bench, 0x2ffe), ways[i].chas);
		units = block(bench, WINDOW, 32, 0, 0) >> 16 & 0x3ff;
		for (unsigned j = 1; j <= units; j++) {
			if (block(bench, WINDOW, 32, j, 2) & MASK(0, 16) || !block(bench, WINDOW, 32, j, 1))
				continue;
			assert_int_equal(block(bench, WINDOW, 32, j, 1), CHA(chas));
			assert_int_equal(block(bench, WINDOW, 32, j, 2) >> 32, 64 + chas++);
		}
		assert_int_equal(chas, ways[i].chas);
		bench_free(bench);
	}
}

TEST(test_the_table_is_read_by_any_width)
{
	struct bench *bench = bench_of("sapphire-rapids", 1, "");
	uint64_t address = WINDOW + 8 * 32, whole = load(bench, address, 8);

	for (unsigned bytes = 1; bytes < 8; bytes *= 2)
		for (unsigned i = 0; i < 8; i += bytes)
			assert_int_equal(load(bench, address + i, bytes), whole >> 8 * i & MASK(0, 8 * bytes));
	assert_int_equal(bench->violations, 0);
	bench_free(bench);
}

/* All types of a machine agree with their blocks, whatever blocks are between. */
TEST(test_an_unknown_table_has_traps)
{
	struct bench *bench = bench_of("unknown-xeon", 1, "");
	unsigned units = block(bench, WINDOW, 32, 0, 0) >> 16 & 0x3ff, ones = 0, empty = 0, strange = 0, shapes = 0;

	assert_true(8 * 32 * (units + 1) > 4096);
	for (unsigned i = 1; i <= units; i++) {
		uint64_t shape = block(bench, WINDOW, 32, i, 0);

		ones += shape == UINT64_MAX;
		empty += !shape;
		strange += shape != UINT64_MAX && shape >> 62 == 3;
		shapes += (block(bench, WINDOW, 32, i, 2) & 0xffff) == 0x7f && (shape & 0xff0000) >> 16 == 32;
	}
	assert_int_equal(ones, 1);
	assert_int_equal(empty, 1);
	assert_int_equal(strange, 1);
	assert_int_equal(shapes, 2);
	bench_free(bench);
}

TEST(test_a_scenario_replaces_the_table)
{
	struct bench *bench = bench_of("unknown-xeon", 1,
				       "discovery.table = 0x10300 2 0xffffffffffffffff\n"
				       "discovery.table = 0x4\n");
	struct bench refused;

	assert_int_equal(load(bench, WINDOW, 8), 0x10300);
	assert_int_equal(load(bench, WINDOW + 8, 8), 2);
	assert_int_equal(load(bench, WINDOW + 16, 8), UINT64_MAX);
	assert_int_equal(load(bench, WINDOW + 24, 8), 4);
	assert_int_equal(load(bench, WINDOW + 32, 8), 0);
	bench_free(bench);
	assert_false(bench_try_of(&refused, "unknown-xeon", 1, "discovery.table = 0x1 two\n"));
	assert_non_null(strstr(refused.error, "two"));
	free(refused.memory);
	assert_false(bench_try_of(&refused, "xeon-7500", 1, "discovery.table = 0x1\n"));
	free(refused.memory);
}

TEST(test_a_socket_may_have_a_table_of_its_own)
{
	struct bench *bench = bench_of("unknown-xeon", 2,
				       "discovery.table = 5 6\ndiscovery.table.1 = 7\n"
				       "discovery.table.1 = 8 9\n");
	struct bench refused;

	assert_int_equal(load(bench, WINDOW + 8, 8), 6);
	assert_int_equal(load(bench, WINDOW + 16, 8), 0);
	assert_int_equal(load(bench, WINDOW + WINDOW_BYTES, 8), 7);
	assert_int_equal(load(bench, WINDOW + WINDOW_BYTES + 16, 8), 9);
	bench_free(bench);
	assert_false(bench_try_of(&refused, "unknown-xeon", 1, "discovery.table.8 = 1\n"));
	free(refused.memory);
	assert_false(bench_try_of(&refused, "unknown-xeon", 1,
				  "discovery.table.0 = 1\ndiscovery.table = 1\ndiscovery.table.0 = 1\n"));
	free(refused.memory);
}

/* ---- tables hang together --------------------------------------------------------------------------------- */

static uint64_t key_of(const struct model_box *box, const struct model_bank *bank, unsigned index)
{
	return (uint64_t)box->type->space << 32 | (box->base[bank->base] + bank->offset + index * bank->stride);
}

static void add_keys(const struct model_box *box, uint64_t *keys, unsigned *count)
{
	for (unsigned j = 0; j < box->type->banks; j++)
		for (unsigned k = 0; k < box->type->bank[j].count; k++)
			keys[(*count)++] = key_of(box, &box->type->bank[j], k);
}

TEST(test_no_two_registers_have_one_address)
{
	static uint64_t keys[4096];

	for (unsigned p = 0; model_parts[p]; p++) {
		unsigned count = 0;

		for (unsigned i = 0; model_parts[p]->freezes_unasked && i < model_parts[p]->boxes; i++)
			if (!model_parts[p]->box[i].type->per_core || !model_parts[p]->box[i].number)
				add_keys(&model_parts[p]->box[i], keys, &count);
		for (unsigned i = 0; i < count; i++)
			for (unsigned j = 0; j < i; j++)
				if (keys[i] == keys[j])
					fail_msg("%s: two at 0x%llx", model_parts[p]->name,
						 (unsigned long long)keys[i]);
	}
}

/* The global statuses of a part, at most. */
enum { STATUSES = 5 };

/* Nor two units one bit of the global status. */
TEST(test_no_two_units_have_one_position)
{
	for (unsigned p = 0; model_parts[p]; p++) {
		const struct model_part *part = model_parts[p];
		uint64_t seen[STATUSES] = {0};

		for (unsigned i = 0, status; part->discovery && i < part->boxes; i++) {
			if (!part->box[i].type->unit)
				continue;
			assert_int_equal(count_bits(part->box[i].summary), 1);
			status = part->box[i].type->above + part->box[i].number / 64u;
			assert_in_range(status, 0, STATUSES - 1);
			assert_int_equal(seen[status] & part->box[i].summary, 0);
			seen[status] |= part->box[i].summary;
		}
	}
}

/* ---- what units do ---------------------------------------------------------------------------------------- */

static bool moves(struct bench *bench, uint32_t counter)
{
	uint64_t before = get(bench, counter);

	bench->now += 100000;
	return get(bench, counter) != before;
}

TEST(test_a_unit_counts_unless_something_freezes_it)
{
	struct bench *bench = bench_of("sapphire-rapids", 1, "");

	assert_false(moves(bench, CHA(3) + COUNTER(1))); /* a select of 0 counts nothing */
	put(bench, CHA(3) + CTL(1), CLOCKTICKS);
	assert_true(moves(bench, CHA(3) + COUNTER(1)));
	assert_false(moves(bench, CHA(3) + COUNTER(0)));
	put(bench, CHA(3), FREEZE);
	assert_false(moves(bench, CHA(3) + COUNTER(1)));
	put(bench, CHA(3), 0);
	put(bench, SPR_GLOBAL, FREEZE);
	assert_false(moves(bench, CHA(3) + COUNTER(1)));
	put(bench, SPR_GLOBAL, 0);
	assert_true(moves(bench, CHA(3) + COUNTER(1)));
	put(bench, CHA(3), FREEZE | RESET_COUNTERS);
	assert_int_equal(get(bench, CHA(3)), FREEZE); /* commands read 0 */
	assert_int_equal(get(bench, CHA(3) + COUNTER(1)), 0);
	assert_int_equal(get(bench, CHA(3) + CTL(1)), CLOCKTICKS);
	put(bench, CHA(3), FREEZE | RESET_CONTROLS);
	assert_int_equal(get(bench, CHA(3) + CTL(1)), 0);
	assert_int_equal(bench->violations, 0);
	bench_free(bench);
}

/* The clock on counter 2 of a CHA, so many counts before its overflow. */
static void load_cha(struct bench *bench, unsigned cha, uint64_t counts, uint64_t more)
{
	put(bench, CHA(cha), FREEZE);
	put(bench, CHA(cha) + COUNTER(2), BIT(48) - counts);
	put(bench, CHA(cha) + CTL(2), CLOCKTICKS | more);
	put(bench, CHA(cha), 0);
}

TEST(test_an_overflow_is_told_and_freezes_if_that_is_asked_for)
{
	struct bench *bench = bench_of("sapphire-rapids", 2, "");
	uint64_t held;

	load_cha(bench, 5, 2000, 0); /* 1 us of 2 GHz */
	bench->now += 10000;
	assert_int_equal(get(bench, CHA(5) + UNIT_STATUS), BIT(2));
	assert_int_equal(get(bench, SPR_GLOBAL + 1), 0);
	assert_true(moves(bench, CHA(5) + COUNTER(2)));
	put(bench, CHA(5) + UNIT_STATUS, BIT(2));
	assert_int_equal(get(bench, CHA(5) + UNIT_STATUS), 0);
	load_cha(bench, 5, 2000, ON_OVERFLOW);
	load_cha(bench, 6, BIT(40), 0);
	bench->now += 10000;
	assert_int_equal(get(bench, CHA(5) + UNIT_STATUS), BIT(2));
	assert_int_equal(get(bench, SPR_GLOBAL + 1), 0);
	assert_int_equal(get(bench, SPR_GLOBAL + 2), BIT(5)); /* CHA n has bit n of the second one */
	assert_int_equal(get(bench, SPR_GLOBAL), FREEZE);
	held = get(bench, CHA(5) + COUNTER(2));
	assert_int_equal(held, 0);
	assert_false(moves(bench, CHA(6) + COUNTER(2)));
	put(bench, SPR_GLOBAL + 2, BIT(5));
	assert_int_equal(get(bench, SPR_GLOBAL + 2), 0);
	put(bench, CHA(5), FREEZE | RESET_COUNTERS); /* the status goes with the counters */
	assert_int_equal(get(bench, CHA(5) + UNIT_STATUS), 0);
	put(bench, SPR_GLOBAL, 0);
	assert_true(moves(bench, CHA(6) + COUNTER(2)));
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(bench->violations, 0);
	bench_free(bench);
}

/* Units beyond 64 have their bits in a second register. */
TEST(test_there_is_a_second_global_status)
{
	struct bench *bench = bench_of("granite-rapids", 1, "");
	const uint32_t mdf = 0x2c20; /* MDF 2 */

	put(bench, mdf + COUNTER(0), BIT(48) - 1000);
	put(bench, mdf + CTL(0), CLOCKTICKS | ON_OVERFLOW);
	bench->now += 100000;
	assert_int_equal(get(bench, 0x2ff2), 0);
	assert_int_equal(get(bench, 0x2ff3), BIT(2));
	assert_int_equal(get(bench, 0x2ff0), FREEZE);
	assert_int_equal(block(bench, WINDOW, 4, 0, 2), 0x502);
	bench_free(bench);
}

TEST(test_some_firmware_leaves_everything_frozen)
{
	struct bench *bench = bench_of("sierra-forest", 1, "");

	assert_int_equal(get(bench, 0x2ff0), FREEZE);
	put(bench, CHA(0) + CTL(0), CLOCKTICKS);
	assert_false(moves(bench, CHA(0) + COUNTER(0)));
	put(bench, 0x2ff0, 0);
	assert_true(moves(bench, CHA(0) + COUNTER(0)));
	put(bench, CHA(0), RESET_CONTROLS | FREEZE);
	bench_free(bench);
}

/* ---- device memory ------------------------------------------------------------------------------------------ */

TEST(test_memory_takes_4_and_8_bytes)
{
	struct bench *bench = bench_of("sapphire-rapids", 1, "");

	store(bench, IMC(1), 4, FREEZE);
	store(bench, IMC(1) + 0x40, 8, UINT64_C(0x0000030500000105)); /* selects are 4 bytes apart: two of them */
	assert_int_equal(load(bench, IMC(1) + 0x40, 4), 0x105);
	assert_int_equal(load(bench, IMC(1) + 0x44, 4), 0x305);
	store(bench, IMC(1) + 0x10, 8, UINT64_C(0x123456789abc));
	assert_int_equal(load(bench, IMC(1) + 0x10, 8), UINT64_C(0x123456789abc));
	assert_int_equal(load(bench, IMC(1) + 0x14, 4), 0x1234);
	store(bench, IMC(1) + 0x10, 4, 0x11);
	assert_int_equal(load(bench, IMC(1) + 0x10, 8), UINT64_C(0x123400000011));
	store(bench, IMC(1), 8, FREEZE | RESET_COUNTERS | RESET_CONTROLS);
	assert_int_equal(load(bench, IMC(1) + 0x10, 8), 0);
	assert_int_equal(bench->violations, 0);
	bench_free(bench);
}

/* ---- rules ---------------------------------------------------------------------------------------------------- */

static void breaks(struct bench *bench, const char *rule)
{
	if (!bench->violations || !strstr(bench->violation, rule))
		fail_msg("not \"%s\" but %u: \"%s\"", rule, bench->violations, bench->violation);
	bench->violations = 0;
}

TEST(test_rules_are_strict)
{
	struct bench *bench = bench_of("sapphire-rapids", 1, "");

	put(bench, SPR_GLOBAL, BIT(1) | FREEZE);
	breaks(bench, "bits 0x2 must be written as 0");
	put(bench, SPR_GLOBAL, 0);
	put(bench, CHA(0), BIT(16));
	breaks(bench, "bits 0x10000 must be written as 0");
	put(bench, CHA(0) + CTL(0), BIT(22) | CLOCKTICKS);
	breaks(bench, "bits 0x400000 must be written as 0");
	put(bench, CHA(0) + COUNTER(0), 0);
	breaks(bench, "counter written while it is counting");
	put(bench, CHA(0) + CTL(0), 0x0135);
	breaks(bench, "select changed while its counter is counting");
	put(bench, CHA(0), RESET_COUNTERS);
	breaks(bench, "reset while counter 0 is counting");
	put(bench, CHA(0), FREEZE);
	put(bench, CHA(0) + CTL(0), 0xfe);
	assert_int_equal(bench->violations, 0); /* it does not count yet */
	put(bench, CHA(0), 0);
	breaks(bench, "event 0xfe is none of this box's");
	put(bench, CHA(0), FREEZE);
	put(bench, CHA(0) + FILTER, BIT(10));
	breaks(bench, "bits 0x400 must be written as 0");
	store(bench, WINDOW, 8, 0);
	breaks(bench, "no such register");
	store(bench, IMC(0), 1, 0);
	breaks(bench, "4 or 8 bytes at a time");
	(void)load(bench, WINDOW + 2, 4);
	breaks(bench, "not aligned");
	bench_free(bench);
}

/* ---- faults --------------------------------------------------------------------------------------------------- */

TEST(test_faults_break_units_wherever_they_are)
{
	struct bench *dead = bench_of("sapphire-rapids", 1, "fault = cha3.ctr1.dead\n");
	struct bench *hidden = bench_of("sapphire-rapids", 1, "fault = imc2.hidden\n");
	struct bench *hangs = bench_of("unknown-xeon", 1, "fault = type92_1.hang=1\n");
	struct bench *frozen = bench_of("sapphire-rapids", 1, "fault = global.freeze.ignored\n");
	struct bench *lost = bench_of("sapphire-rapids", 1, "fault = discovery.hidden\n");
	uint64_t value = 0;

	put(dead, CHA(3) + CTL(1), CLOCKTICKS);
	assert_false(moves(dead, CHA(3) + COUNTER(1)));
	assert_int_equal(load(hidden, IMC(2), 4), UINT32_MAX);
	assert_int_equal(load(hidden, IMC(1), 4), 0);
	assert_int_equal(load(hangs, WINDOW + 0x9c400, 4), 0);
	assert_int_equal(reach(hangs, SILICON_MMIO, WINDOW + 0x9c400, 4, false, &value), SILICON_HANG);
	put(frozen, CHA(3) + CTL(1), CLOCKTICKS);
	put(frozen, SPR_GLOBAL, FREEZE);
	assert_true(moves(frozen, CHA(3) + COUNTER(1)));
	assert_int_equal(config(lost, 0xfd, 0, 2, 0), UINT32_MAX);
	bench_free(dead);
	bench_free(hidden);
	bench_free(hangs);
	bench_free(frozen);
	bench_free(lost);
}
