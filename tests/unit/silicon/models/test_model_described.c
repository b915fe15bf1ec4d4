/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines that describe themselves: how the table is found, and walks through it. Layouts are typed from the sheet on PMON discovery:
 * Linux's uncore_discovery.h, PCM, and the PMON FPGA IP guide. All else is in test_sapphire_rapids.model. */
#include "silicon/models/part.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define WINDOW       UINT64_C(0xf0000000)
#define WINDOW_BYTES UINT64_C(0x100000)

#define SPR_GLOBAL   0x2ff0
#define CHA(n)       (0x2000u + 0x10u * (n))
#define IMC(n)       (WINDOW + 0x80800 + 0x8000u * (n))

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

/* ---- the table ----------------------------------------------------------------------------------------- */

TEST(test_the_table_says_where_units_are)
{
	struct bench *bench = bench_of("sapphire-rapids", 2, "cores = 8");
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
		{"", 60},
		{"cores = 8\n", 12},
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
