/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUID and topology from the raw leaves of machines. */
#include "arch/x86/topology.h"
#include "tests/unit/support/unit.h"

struct raw_leaf {
	uint32_t leaf, subleaf;
	struct cpuid_leaf answer;
};

struct raw_machine {
	const struct raw_leaf *leaves;
	size_t count;
};

/* What no row has reads as zero. */
static struct cpuid_leaf look_up(void *context, uint32_t leaf, uint32_t subleaf)
{
	const struct raw_machine *machine = context;

	for (size_t i = 0; i < machine->count; i++)
		if (machine->leaves[i].leaf == leaf && machine->leaves[i].subleaf == subleaf)
			return machine->leaves[i].answer;
	return (struct cpuid_leaf){0};
}

#define GENUINE_INTEL 0x756e6547, 0x6c65746e, 0x49656e69

/* Eight cores of two threads, brand string with leading blanks. */
static const struct raw_leaf eight_cores[] = {
	{0, 0, {0xb, GENUINE_INTEL}},
	{1, 0, {0x000206e6, 0x23200800, 0, BIT(28)}},
	{0xa, 0, {0x07300403, 0x44, 0, 0x603}},
	{0xb, 0, {1, 2, 0x100, 0x23}},
	{0xb, 1, {5, 16, 0x201, 0x23}},
	{0x80000000, 0, {0x80000008, 0, 0, 0}},
	{0x80000002, 0, {0x20202020, 0x65746e49, 0x2952286c, 0x6f655820}},
	{0x80000003, 0, {0x2952286e, 0x55504320, 0x20202020, 0x20202020}},
	{0x80000004, 0, {0x37582020, 0x20303635, 0x00000040, 0x00000000}},
};

/* Before leaf 0xB: four cores, room for eight ids. */
static const struct raw_leaf no_topology_leaf[] = {
	{0, 0, {4, GENUINE_INTEL}},
	{1, 0, {0x00010676, 0x03080800, 0, BIT(28)}},
	{4, 0, {0x0c000121, 0, 0, 0}},
};

static const struct raw_leaf single[] = {
	{0, 0, {2, GENUINE_INTEL}},
	{1, 0, {0x00000695, 0x00080000, 0, 0}},
};

/* Family 15 adds the extended family. */
static const struct raw_leaf family_25[] = {
	{0, 0, {0x16, GENUINE_INTEL}},
	{1, 0, {0x00a20f12, 0, 0, 0}},
	{0x15, 0, {2, 200, 24000000, 0}},
};

#define IDENTITY(rows) identity_of(&(struct raw_machine){rows, ARRAY_SIZE(rows)})

static struct cpu_identity identity_of(struct raw_machine *machine)
{
	struct cpu_identity identity;

	memset(&identity, 0xa5, sizeof identity); /* nothing may be left as it was */
	cpuid_identify(&identity, look_up, machine);
	return identity;
}

TEST(signature_has_extended_model)
{
	struct cpu_identity identity = IDENTITY(eight_cores);

	assert_string_equal(identity.vendor, "GenuineIntel");
	assert_string_equal(identity.brand, "Intel(R) Xeon(R) CPU          X7560 @");
	assert_int_equal(identity.family, 6);
	assert_int_equal(identity.model, 0x2e);
	assert_int_equal(identity.stepping, 6);
}

TEST(extended_family_counts_for_family_15_alone)
{
	struct cpu_identity identity = IDENTITY(family_25);

	assert_int_equal(identity.family, 25);
	assert_int_equal(identity.model, 0x21);
	assert_string_equal(identity.brand, "");
	assert_int_equal(identity.ticks_per_second, 2400000000);
	identity = IDENTITY(single);
	assert_int_equal(identity.model, 9);
	assert_int_equal(identity.ticks_per_second, 0);
}

/* Leaf 0x40000000 counts only where bit 31 says that there is one; and names are of twelve letters at most. */
TEST(a_hypervisor_is_named)
{
	static const struct raw_leaf guest[] = {
		{0, 0, {0xb, GENUINE_INTEL}},
		{1, 0, {0x000206d7, 0, BIT(31), 0}},
		{0x40000000, 0, {0x40000001, 0x4b4d564b, 0x564b4d56, 0x0000004d}},
	};
	static const struct raw_leaf silent[] = {
		{0, 0, {0xb, GENUINE_INTEL}},
		{1, 0, {0x000206d7, 0, BIT(31), 0}},
	};
	static const struct raw_leaf board[] = {
		{0, 0, {0xb, GENUINE_INTEL}},
		{1, 0, {0x000206d7, 0, 0, 0}},
		{0x40000000, 0, {0x1a, 0x4b4d564b, 0x564b4d56, 0x0000004d}},
	};

	assert_string_equal(IDENTITY(guest).hypervisor, "KVMKVMKVM");
	assert_string_equal(IDENTITY(silent).hypervisor, "unnamed");
	assert_string_equal(IDENTITY(board).hypervisor, "");
}

TEST(core_pmu_is_decoded)
{
	struct cpu_identity identity = IDENTITY(eight_cores);

	assert_int_equal(identity.core_pmu.version, 3);
	assert_int_equal(identity.core_pmu.counters, 4);
	assert_int_equal(identity.core_pmu.counter_bits, 48);
	assert_int_equal(identity.core_pmu.fixed_counters, 3);
	assert_int_equal(identity.core_pmu.fixed_bits, 48);
	identity = IDENTITY(single); /* its last leaf is below 0xA */
	assert_int_equal(identity.core_pmu.version, 0);
	assert_int_equal(identity.core_pmu.counters, 0);
}

/* Leaf 0x23 of a processor with ten general counters; leaf 0xa does not know of two of them. */
TEST(bitmaps_go_before_numbers)
{
	static const struct raw_leaf ten[] = {
		{0, 0, {0x23, GENUINE_INTEL}}, {7, 0, {2, 0, 0, 0}},
		{7, 1, {BIT(8), 0, 0, 0}},     {0xa, 0, {0x0d300806, 0x280, 0, 0x8603}},
		{0x23, 0, {0x3b, 3, 0, 0}},    {0x23, 1, {0x3ff, 0xf, 0, 0}},
	};
	struct cpu_identity identity = IDENTITY(ten);

	assert_int_equal(identity.core_pmu.version, 6);
	assert_int_equal(identity.core_pmu.counters, 10);
	assert_int_equal(identity.core_pmu.fixed_counters, 4);
}

TEST(topology_comes_from_leaf_b)
{
	struct cpu_identity identity = IDENTITY(eight_cores);

	assert_int_equal(identity.thread_bits, 1);
	assert_int_equal(identity.package_shift, 5);
	assert_int_equal(identity.apic_id, 0x23);
}

TEST(topology_comes_from_older_leaves)
{
	struct cpu_identity identity = IDENTITY(no_topology_leaf);

	assert_int_equal(identity.package_shift, 3);
	assert_int_equal(identity.thread_bits, 1);
	assert_int_equal(identity.apic_id, 3);
	identity = IDENTITY(single);
	assert_int_equal(identity.package_shift, 0);
	assert_int_equal(identity.thread_bits, 0);
}

TEST(processors_are_placed)
{
	/* the second package is listed first, ids have holes */
	const uint32_t ids[] = {0x23, 0x00, 0x01, 0x0f, 0x60};
	struct cpu_identity identity = IDENTITY(eight_cores);
	struct cpu cpus[ARRAY_SIZE(ids)];

	assert_int_equal(topology_fill(cpus, ids, ARRAY_SIZE(ids), &identity), 3);
	assert_int_equal(cpus[0].socket, 1);
	assert_int_equal(cpus[0].core, 1);
	assert_int_equal(cpus[0].thread, 1);
	assert_true(cpus[0].bootstrap && cpus[0].usable);
	assert_int_equal(cpus[1].socket, 0);
	assert_false(cpus[1].bootstrap || cpus[1].usable);
	assert_int_equal(cpus[2].thread, 1);
	assert_int_equal(cpus[3].core, 7);
	assert_int_equal(cpus[4].socket, 2);
}

TEST(own_processor_is_always_listed)
{
	uint32_t ids[3] = {4, 6};

	assert_int_equal(topology_with(ids, 2, 3, 6), 2);
	assert_int_equal(topology_with(ids, 2, 3, 9), 3);
	assert_int_equal(ids[2], 9);
	assert_int_equal(topology_with(ids, 3, 3, 10), 3);
	assert_int_equal(ids[2], 10);
	assert_int_equal(topology_with(ids, 0, 3, 1), 1);
	assert_int_equal(ids[0], 1);
}
