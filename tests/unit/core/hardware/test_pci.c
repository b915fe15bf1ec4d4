/* SPDX-License-Identifier: BSD-2-Clause */
/* The walk over configuration space. */
#include "core/hardware/pci.h"
#include "tests/unit/support/unit.h"

struct fake_function {
	uint8_t bus, device, function;
	uint32_t ids, header;
};

struct fake_bus {
	const struct fake_function *functions;
	size_t count;
	unsigned reads;
};

static uint32_t read_fake(void *context, struct pci_address at, uint16_t offset)
{
	struct fake_bus *bus = context;

	bus->reads++;
	for (size_t i = 0; i < bus->count; i++) {
		const struct fake_function *function = &bus->functions[i];

		if (function->bus == at.bus && function->device == at.device && function->function == at.function)
			return offset == 0 ? function->ids : function->header;
	}
	return UINT32_MAX;
}

#define MULTI 0x00800000

static const struct fake_function functions[] = {
	{0, 0, 0, 0x29c08086, 0},         {0, 0, 3, 0x11118086, 0}, /* not looked for: function 0 stands alone */
	{0, 31, 0, 0x29188086, MULTI},    {0, 31, 7, 0x29308086, 0},
	{0x3f, 8, 1, 0x3c418086, 0}, /* function 0 is hidden */
	{0xff, 16, 0, 0x3cb08086, MULTI}, {0xff, 16, 4, 0x3cb48086, 0},
};

static struct pci_function found[8];

static struct pci_walk walk_of(struct fake_bus *bus, uint16_t capacity, uint8_t last_bus)
{
	struct pci_walk walk = {.read = read_fake, .context = bus, .functions = found, .capacity = capacity};

	pci_walk(&walk, &(struct ecam_region){.first_bus = 0, .last_bus = last_bus});
	return walk;
}

TEST(functions_are_found_in_order)
{
	struct fake_bus bus = {functions, ARRAY_SIZE(functions), 0};
	struct pci_walk walk = walk_of(&bus, 8, 0xff);

	assert_int_equal(walk.count, 5);
	assert_false(walk.full);
	assert_int_equal(found[0].device_id, 0x29c0);
	assert_int_equal(found[1].device_id, 0x2918);
	assert_int_equal(found[2].function, 7);
	assert_int_equal(found[3].bus, 0xff);
	assert_int_equal(found[4].device_id, 0x3cb4);
	assert_int_equal(found[4].vendor_id, 0x8086);
	/* every device's ids; the header of the three that are there; functions 1 to 7 of two */
	assert_int_equal(bus.reads, 256 * 32 + 3 + 2 * 7);
}

TEST(region_bounds_the_walk)
{
	struct fake_bus bus = {functions, ARRAY_SIZE(functions), 0};
	struct pci_walk walk = walk_of(&bus, 8, 0x3f);

	assert_int_equal(walk.count, 3);
}

TEST(full_list_is_not_overrun)
{
	struct fake_bus bus = {functions, ARRAY_SIZE(functions), 0};
	struct pci_walk walk;

	found[2].device_id = 0x7777;
	walk = walk_of(&bus, 2, 0xff);
	assert_true(walk.full);
	assert_int_equal(walk.count, 2);
	assert_int_equal(found[2].device_id, 0x7777);
}
