/* SPDX-License-Identifier: BSD-2-Clause */
/* Ice Lake-SP: the ranges of device memory. All else is in test_skylake_sp.model. */
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define SECOND 1000000000u

static enum silicon_answer reach(struct bench *bench, unsigned space, uint64_t address, unsigned bytes, bool write,
				 uint64_t *value)
{
	struct silicon_access access = {.space = (uint8_t)space, .bytes = (uint8_t)bytes, .address = address};

	if (write)
		return silicon_write(bench->silicon, bench->now, &access, *value);
	return silicon_read(bench->silicon, bench->now, &access, value);
}

static uint64_t load(struct bench *bench, unsigned space, uint64_t address, unsigned bytes)
{
	uint64_t value = 0;

	assert_int_equal(reach(bench, space, address, bytes, false, &value), SILICON_OK);
	return value;
}

static void store(struct bench *bench, unsigned space, uint64_t address, unsigned bytes, uint64_t value)
{
	assert_int_equal(reach(bench, space, address, bytes, true, &value), SILICON_OK);
}

/* All functions of a socket are on one bus: of two sockets 0x7e and 0xfe. */
static uint64_t place(unsigned bus, unsigned device, unsigned function)
{
	return (uint64_t)bus << 20 | device << 15 | function << 12;
}

static uint32_t config(struct bench *bench, uint64_t address)
{
	return (uint32_t)load(bench, SILICON_CONFIG, address, 4);
}

/* The base address of a controller, as Linux puts it together. */
static uint64_t controller(struct bench *bench, unsigned bus, unsigned number)
{
	uint64_t function = place(bus, 0, 1);

	assert_int_equal(config(bench, function), 0x34518086);
	return (uint64_t)(config(bench, function + 0xd0) & MASK(0, 29)) << 23 |
	       (uint64_t)(config(bench, function + 0xd8 + 4 * number) & MASK(0, 11)) << 12;
}

TEST(test_sockets_have_device_memory_of_their_own)
{
	struct bench *bench = bench_of("ice-lake-sp", 2, "");
	uint64_t first = 0, last = 0, other = 0, value;

	assert_true(silicon_memory_range(bench->silicon, 0, &first, &last));
	assert_true(silicon_memory_range(bench->silicon, 1, &other, &value));
	assert_false(silicon_memory_range(bench->silicon, 2, &value, &value));
	assert_int_equal(controller(bench, 0x7e, 0), first);
	assert_int_equal(controller(bench, 0xfe, 0), other);
	assert_true(controller(bench, 0x7e, 3) + 0x22800 + 2 * 0x4000 + 0x58 <= last);
	assert_int_equal(reach(bench, SILICON_MMIO, last + 1, 8, false, &value), SILICON_NOT_MINE);
	store(bench, SILICON_MMIO, other + 0x22800 + 0x54, 4, EN);
	go(bench, SECOND);
	assert_int_equal(load(bench, SILICON_MMIO, first + 0x22800 + 0x38, 8), 0);
	assert_int_equal(load(bench, SILICON_MMIO, other + 0x22800 + 0x38, 8), 1600000000);
	bench_free(bench);
}
