/* SPDX-License-Identifier: BSD-2-Clause */
/* Locations to accesses, and faults to outcomes, with the guarded instructions played by this file. */
#include "arch/x86/platform.h"
#include "arch/x86/trap.h"
#include "tests/unit/support/guarded_played.h"
#include "tests/unit/support/unit.h"

#define ECAM_BASE     UINT64_C(0xb0000000)
#define PAGE_FAULT    (GUARD_FAULT | TRAP_PAGE_FAULT)
#define PROTECTION    (GUARD_FAULT | 13)
#define MACHINE_CHECK (GUARD_FAULT | TRAP_MACHINE_CHECK)

static struct {
	struct played seen[8];
	unsigned count;
	uint64_t fault;    /* of every access */
	bool hidden;       /* the function reads all ones */
	uint32_t words[6]; /* a function's first registers */
	uint64_t msr;
} machine_played;

static struct guarded play(struct played access)
{
	uint64_t value = machine_played.msr;

	assert_in_range(machine_played.count, 0, 7);
	machine_played.seen[machine_played.count++] = access;
	if (machine_played.fault)
		return (struct guarded){0, machine_played.fault};
	if (access.write)
		return (struct guarded){0};
	if (!access.msr && !access.counter)
		memcpy(&value, (uint8_t *)machine_played.words + (access.address & 0xf), 8);
	if (machine_played.hidden)
		value = UINT64_MAX;
	return (struct guarded){value & MASK(0, access.width_bits), 0};
}

static const struct ecam_region region = {ECAM_BASE, 0, 0x30, 0x3f};
static struct machine machine = {.ecam = &region, .ecam_count = 1};
static struct platform owner = {.machine = &machine};

#define UNTOUCHED UINT64_C(0x5555)
static uint64_t value;

static enum outcome read(enum space space, uint8_t width_bits, uint64_t address)
{
	struct location where = {.space = (uint8_t)space, .width_bits = width_bits, .address = address};

	value = UNTOUCHED;
	machine_played.count = 0;
	return access_read(&owner.hw, &where, &value);
}

static enum outcome write(enum space space, uint8_t width_bits, uint64_t address)
{
	struct location where = {.space = (uint8_t)space, .width_bits = width_bits, .address = address};

	machine_played.count = 0;
	return access_write(&owner.hw, &where, UINT64_C(0x1122334455667788));
}

static int start(void **state)
{
	(void)state;
	machine.ecam = &region;
	machine.ecam_count = 1;
	memset(&machine_played, 0, sizeof machine_played);
	memcpy(machine_played.words, (uint32_t[]){0x3c418086, 0x00100406, 0x88000005, 0x44}, 16);
	return 0;
}

TEST(msr_is_moved_whole)
{
	machine_played.msr = UINT64_C(0xabcd00000001);
	assert_int_equal(read(SPACE_MSR, 32, 0xc00), OUTCOME_OK);
	assert_int_equal(value, UINT64_C(0xabcd00000001));
	assert_int_equal(write(SPACE_MSR, 64, 0xc00), OUTCOME_OK);
	assert_int_equal(machine_played.seen[0].value, UINT64_C(0x1122334455667788));
	assert_int_equal(read(SPACE_MSR, 64, UINT64_C(0x100000c00)), OUTCOME_ABSENT);
	assert_int_equal(write(SPACE_MSR, 64, UINT64_C(0x100000c00)), OUTCOME_ABSENT);
	assert_int_equal(machine_played.count, 0);
}

TEST(counters_are_only_read)
{
	machine_played.msr = UINT64_C(0xabcd00000001);
	assert_int_equal(read(SPACE_PMC, 64, 0x40000002), OUTCOME_OK);
	assert_int_equal(value, UINT64_C(0xabcd00000001));
	assert_true(machine_played.seen[0].counter && machine_played.seen[0].address == 0x40000002);
	assert_int_equal(write(SPACE_PMC, 64, 0), OUTCOME_ABSENT);
	assert_int_equal(read(SPACE_PMC, 64, UINT64_C(0x100000000)), OUTCOME_ABSENT);
	machine_played.fault = PROTECTION;
	assert_int_equal(read(SPACE_PMC, 64, 9), OUTCOME_FAULT);
}

TEST(faults_leave_the_value_alone)
{
	machine_played.fault = PROTECTION;
	assert_int_equal(read(SPACE_MSR, 64, 0xc00), OUTCOME_FAULT);
	assert_int_equal(value, UNTOUCHED);
	assert_int_equal(write(SPACE_MSR, 64, 0xc00), OUTCOME_FAULT);
	machine_played.fault = MACHINE_CHECK;
	assert_int_equal(read(SPACE_PCI, 64, 0x3f00000), OUTCOME_FAULT);
	assert_int_equal(value, UNTOUCHED);
	machine_played.fault = PAGE_FAULT;
	assert_int_equal(read(SPACE_MMIO, 32, 0x1000), OUTCOME_ABSENT);
	assert_int_equal(write(SPACE_MMIO, 32, 0x1000), OUTCOME_ABSENT);
	assert_int_equal(value, UNTOUCHED);
}

TEST(configuration_space_is_found_in_memory)
{
	/* 3f:08.2 offset 4 */
	assert_int_equal(read(SPACE_PCI, 32, 0x3f42004), OUTCOME_OK);
	assert_int_equal(machine_played.seen[0].address, ECAM_BASE + 0x3f42004);
	assert_int_equal(machine_played.count, 1);
	assert_int_equal(value, 0x00100406);
	assert_int_equal(read(SPACE_PCI, 16, 0x3f42002), OUTCOME_OK);
	assert_int_equal(value, 0x3c41);
	assert_int_equal(read(SPACE_PCI, 8, 0x3f42001), OUTCOME_OK);
	assert_int_equal(value, 0x80);
}

TEST(wide_configuration_accesses_are_made_as_asked)
{
	assert_int_equal(read(SPACE_PCI, 64, 0x3f42008), OUTCOME_OK);
	assert_int_equal(value, UINT64_C(0x4488000005));
	assert_int_equal(machine_played.count, 1);
	assert_int_equal(machine_played.seen[0].width_bits, 64);
	assert_int_equal(write(SPACE_PCI, 64, 0x3f42008), OUTCOME_OK);
	assert_int_equal(machine_played.seen[1].value, UINT64_C(0x1122334455667788));
	assert_int_equal(read(SPACE_PCI, 64, 0x3f42004), OUTCOME_ABSENT);
}

TEST(places_outside_the_regions_are_absent)
{
	static const uint64_t addresses[] = {0x2f00000, 0x4000000, 0x13f00000, BIT(44) | 0x3f00000};

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		assert_int_equal(read(SPACE_PCI, 32, addresses[i]), OUTCOME_ABSENT);
		assert_int_equal(write(SPACE_PCI, 32, addresses[i]), OUTCOME_ABSENT);
		assert_int_equal(machine_played.count, 0);
	}
	assert_int_equal(read(SPACE_SPR, 64, 0), OUTCOME_ABSENT);
	assert_int_equal(write(SPACE_OPAL, 64, 0), OUTCOME_ABSENT);
	assert_int_equal(read(SPACE_MEMORY, 64, 0), OUTCOME_ABSENT);
}

/* Of a region that does not begin with bus 0 the base is still that of bus 0; a segment has all numbers of buses anew. */
TEST(each_segment_has_its_own_place_in_memory)
{
	static const struct ecam_region several[] = {
		{UINT64_C(0x80000000), 0, 0, 0x3f},
		{UINT64_C(0x90000000), 0, 0x80, 0xff},
		{UINT64_C(0x4000000000), 1, 0x40, 0x7f},
		{UINT64_C(0x5000000000), 0xffff, 0, 0xff},
	};
	static const struct {
		uint64_t address, memory; /* 0: nowhere */
	} cases[] = {
		{0x3f42004, UINT64_C(0x83f42004)},
		{0x8042004, UINT64_C(0x98042004)},
		{0x4042004, 0},
		{BIT(28) | 0x4042004, UINT64_C(0x4004042004)},
		{BIT(28) | 0x3f42004, 0},
		{BIT(28) | 0x8042004, 0},
		{BIT(29) | 0x4042004, 0},
		{UINT64_C(0xffff) << 28 | 0xff42004, UINT64_C(0x500ff42004)},
	};

	machine.ecam = several;
	machine.ecam_count = ARRAY_SIZE(several);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		enum outcome expected = cases[i].memory ? OUTCOME_OK : OUTCOME_ABSENT;

		assert_int_equal(read(SPACE_PCI, 32, cases[i].address), expected);
		assert_int_equal(machine_played.count, cases[i].memory ? 1 : 0);
		assert_true(!cases[i].memory || machine_played.seen[0].address == cases[i].memory);
		assert_int_equal(write(SPACE_PCI, 32, cases[i].address), expected);
		assert_int_equal(machine_played.count, cases[i].memory ? 2 : 0);
		assert_true(!cases[i].memory || (machine_played.seen[0].address == (cases[i].memory & ~MASK(0, 12)) &&
						 machine_played.seen[1].address == cases[i].memory));
	}
}

TEST(misaligned_and_odd_widths_are_absent)
{
	assert_int_equal(read(SPACE_PCI, 32, 0x3f00002), OUTCOME_ABSENT);
	assert_int_equal(write(SPACE_PCI, 16, 0x3f00001), OUTCOME_ABSENT);
	assert_int_equal(read(SPACE_MMIO, 64, 0x1004), OUTCOME_ABSENT);
	assert_int_equal(write(SPACE_MMIO, 16, 0x1001), OUTCOME_ABSENT);
	assert_int_equal(read(SPACE_MMIO, 24, 0x1000), OUTCOME_ABSENT);
	assert_int_equal(read(SPACE_PCI, 0, 0x3f00000), OUTCOME_ABSENT);
	assert_int_equal(machine_played.count, 0);
}

TEST(hidden_functions_are_told_from_full_registers)
{
	machine_played.words[3] = UINT32_MAX; /* a register that holds all ones */
	assert_int_equal(read(SPACE_PCI, 32, 0x3f4200c), OUTCOME_OK);
	assert_int_equal(value, UINT32_MAX);
	assert_int_equal(machine_played.seen[1].address, ECAM_BASE + 0x3f42000);
	machine_played.hidden = true;
	for (unsigned width_bits = 8; width_bits <= 64; width_bits *= 2) {
		assert_int_equal(read(SPACE_PCI, (uint8_t)width_bits, 0x3f42008), OUTCOME_ALL_ONES);
		assert_int_equal(value, MASK(0, width_bits));
	}
}

TEST(hidden_functions_are_not_written)
{
	machine_played.hidden = true;
	assert_int_equal(write(SPACE_PCI, 32, 0x3f42008), OUTCOME_ALL_ONES);
	for (unsigned i = 0; i < machine_played.count; i++)
		assert_false(machine_played.seen[i].write);
}

TEST(memory_is_accessed_as_wide_as_asked)
{
	for (unsigned width_bits = 8; width_bits <= 64; width_bits *= 2) {
		assert_int_equal(read(SPACE_MMIO, (uint8_t)width_bits, 0x1000), OUTCOME_OK);
		assert_int_equal(machine_played.seen[0].width_bits, width_bits);
		assert_int_equal(value, UINT64_C(0x001004063c418086) & MASK(0, width_bits));
		assert_int_equal(write(SPACE_MMIO, (uint8_t)width_bits, 0x1000), OUTCOME_OK);
		assert_int_equal(machine_played.seen[0].width_bits, width_bits);
		assert_int_equal(machine_played.seen[0].value, UINT64_C(0x1122334455667788) & MASK(0, width_bits));
	}
}

static struct memory_region memory = {0, 0x80000000, false};

static uint64_t map_far(uint64_t physical)
{
	return physical == UINT64_C(0xdead0000) ? 0 : physical + BIT(46);
}

/* What is memory is where it is, whoever could map it elsewhere, and is not written to; so is everything while nobody knows where memory is. */
TEST(devices_are_where_they_are_mapped)
{
	static const struct {
		uint64_t physical, linear;
	} places[] = {{0x1000, 0x1000},
		      {0x7fffffff8, BIT(46) + 0x7fffffff8},
		      {0x80000000, BIT(46) + 0x80000000},
		      {0xdead0000, 0xdead0000}};

	machine.memory = &memory;
	owner.map = map_far;
	machine.memory_count = 1;
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		assert_int_equal(read(SPACE_MMIO, 32, places[i].physical), OUTCOME_OK);
		assert_int_equal(machine_played.seen[0].address, places[i].linear);
		machine_played.count = 0;
		assert_int_equal(write(SPACE_MMIO, 32, places[i].physical), i ? OUTCOME_OK : OUTCOME_ABSENT);
		assert_int_equal(machine_played.count, i ? 1 : 0);
		assert_true(!i || machine_played.seen[0].address == places[i].linear);
	}
	/* Nor what only begins in front of memory. */
	memory.start = 0x80000004;
	assert_int_equal(write(SPACE_MMIO, 32, 0x80000000), OUTCOME_OK);
	assert_int_equal(write(SPACE_MMIO, 64, 0x80000000), OUTCOME_ABSENT);
	memory.start = 0;
	machine.memory = NULL;
	assert_int_equal(read(SPACE_MMIO, 32, 0x80000000), OUTCOME_OK);
	assert_int_equal(machine_played.seen[0].address, 0x80000000);
	owner.map = NULL;
	machine.memory_count = 0;
}

/* Pages are mapped once, wherever their places collide, until there is no more room. */
TEST(each_page_is_mapped_once)
{
	uint64_t far = BIT(45), first = mapping_of(far + 0x1230);

	assert_int_equal(first % MAPPING_PAGE_BYTES, 0x1230);
	assert_int_equal(mapping_of(far), first - 0x1230);
	assert_int_equal(mapping_of(BIT(52)), 0);
	for (uint64_t i = 1; i < MAPPING_PAGES; i++) {
		uint64_t page = far + i * MAPPING_PAGES * MAPPING_PAGE_BYTES, at = mapping_of(page);

		assert_int_not_equal(at / MAPPING_PAGE_BYTES, first / MAPPING_PAGE_BYTES);
		assert_int_equal(mapping_of(page + 8), at + 8);
	}
	assert_int_equal(mapping_of(far + MAPPING_PAGE_BYTES), 0);
	assert_int_equal(mapping_of(far), first - 0x1230);
}

TEST(copies_stop_at_the_first_fault)
{
	uint8_t bytes[4];

	assert_true(access_copy(NULL, 0x1000, bytes, 4));
	assert_int_equal(bytes[3], 0x3c);
	machine_played.count = 0;
	machine_played.fault = PAGE_FAULT;
	assert_false(access_copy(NULL, 0x1000, bytes, 4));
	assert_int_equal(machine_played.count, 1);
}

BEFORE_EACH(start)
