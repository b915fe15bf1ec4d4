/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/cpuid.h"

#include "core/hardware/core_pmu.h"
#include "lib/memory.h"

/* Leaf 1, EDX. */
#define MACHINE_CHECK       BIT(7)
#define MACHINE_CHECK_BANKS BIT(14)

/* Leaf 1, ECX: 0 on a real processor; a hypervisor sets it for its guests. */
#define HYPERVISOR          BIT(31)

#define LEAF_FEATURES       7
#define LEAF_CORE_PMU       0xa
#define LEAF_TOPOLOGY       0xb
#define LEAF_CLOCK          0x15
#define LEAF_COUNTERS       0x23
#define LEAF_HYPERVISOR     0x40000000
#define LEAF_EXTENDED       0x80000000
#define LEAF_BRAND          0x80000002 /* and the next two */
#define TOPOLOGY_LEVELS     8          /* more than any processor has */
#define TOPOLOGY_THREADS    1          /* level type in ECX[15:8] */
#define APIC_ID_BITS        32

struct source {
	cpuid_reader *read;
	void *context;
	uint32_t last; /* highest basic leaf */
};

static uint32_t bits_of(uint32_t word, unsigned low, unsigned width)
{
	return word >> low & (uint32_t)MASK(0, width);
}

static struct cpuid_leaf leaf_of(const struct source *source, uint32_t leaf, uint32_t subleaf)
{
	if (leaf > source->last)
		return (struct cpuid_leaf){0};
	return source->read(source->context, leaf, subleaf);
}

static void read_brand(struct cpu_identity *identity, const struct source *source)
{
	char raw[49] = {0};
	const char *from = raw;

	identity->brand[0] = 0;
	if (source->read(source->context, LEAF_EXTENDED, 0).eax < LEAF_BRAND + 2)
		return;
	for (uint32_t i = 0; i < 3; i++) {
		struct cpuid_leaf leaf = source->read(source->context, LEAF_BRAND + i, 0);

		memcpy(raw + sizeof leaf * i, &leaf, sizeof leaf);
	}
	while (*from == ' ')
		from++;
	memcpy(identity->brand, from, strlen(from) + 1);
}

/* EBX, ECX and EDX, in this order, contain the hypervisor's name. */
static void read_hypervisor(struct cpu_identity *identity, const struct source *source)
{
	struct cpuid_leaf leaf;

	memset(identity->hypervisor, 0, sizeof(identity->hypervisor));
	if (!(leaf_of(source, 1, 0).ecx & HYPERVISOR))
		return;
	leaf = source->read(source->context, LEAF_HYPERVISOR, 0);
	memcpy(identity->hypervisor, &leaf.ebx, 12);
	if (!identity->hypervisor[0])
		memcpy(identity->hypervisor, "unnamed", sizeof("unnamed"));
}

/* The extended fields are valid only for the families that the manual names. */
static void read_signature(struct cpu_identity *identity, const struct source *source)
{
	uint32_t signature = leaf_of(source, 1, 0).eax;
	uint32_t family = bits_of(signature, 8, 4), model = bits_of(signature, 4, 4);

	if (family == 6 || family == 15)
		model |= bits_of(signature, 16, 4) << 4;
	if (family == 15)
		family += bits_of(signature, 20, 8);
	identity->family = (uint16_t)family;
	identity->model = (uint16_t)model;
	identity->stepping = (uint8_t)bits_of(signature, 0, 4);
}

static void read_core_pmu(struct cpu_identity *identity, const struct source *source)
{
	struct cpuid_leaf leaf = leaf_of(source, LEAF_CORE_PMU, 0), more = leaf_of(source, LEAF_FEATURES, 0);
	struct cpuid_leaf bitmap = leaf_of(source, LEAF_COUNTERS, 1);
	struct core_pmu_leaf said = {leaf.eax,
				     leaf.ebx,
				     leaf.ecx,
				     leaf.edx,
				     leaf_of(source, 1, 0).ecx,
				     more.edx,
				     more.eax,
				     leaf_of(source, LEAF_FEATURES, 1).eax,
				     leaf_of(source, LEAF_COUNTERS, 0).eax,
				     bitmap.eax,
				     bitmap.ebx};

	identity->core_pmu = core_pmu_of(&said);
}

/* Each level gives the shift to the next one. The one after the last is the package. */
static bool read_topology(struct cpu_identity *identity, const struct source *source)
{
	uint8_t shift = 0;

	identity->thread_bits = 0;
	for (uint32_t level = 0; level < TOPOLOGY_LEVELS; level++) {
		struct cpuid_leaf leaf = leaf_of(source, LEAF_TOPOLOGY, level);
		uint32_t type = bits_of(leaf.ecx, 8, 8);

		if (!type)
			break;
		shift = (uint8_t)bits_of(leaf.eax, 0, 5);
		if (type == TOPOLOGY_THREADS)
			identity->thread_bits = shift;
	}
	identity->package_shift = shift;
	return bits_of(leaf_of(source, LEAF_TOPOLOGY, 0).ebx, 0, 16) != 0;
}

/* Number of bits for numbers below `count`. */
static uint8_t width_of(uint32_t count)
{
	uint8_t bits = 0;

	while (bits < APIC_ID_BITS - 1 && UINT32_C(1) << bits < count)
		bits++;
	return bits;
}

/* Processors without leaf 0xB: leaf 1 gives the package's maximum of APIC IDs, leaf 4 that of cores. */
static void guess_topology(struct cpu_identity *identity, const struct source *source)
{
	struct cpuid_leaf features = leaf_of(source, 1, 0);
	uint32_t ids = features.edx & BIT(28) ? bits_of(features.ebx, 16, 8) : 1;
	uint32_t cores = bits_of(leaf_of(source, 4, 0).eax, 26, 6) + 1;
	uint8_t core_bits = width_of(cores);

	identity->package_shift = width_of(ids);
	identity->thread_bits =
		identity->package_shift > core_bits ? (uint8_t)(identity->package_shift - core_bits) : 0;
}

uint32_t cpuid_apic_id(cpuid_reader *read, void *context)
{
	struct source source = {read, context, read(context, 0, 0).eax};
	struct cpuid_leaf topology = leaf_of(&source, LEAF_TOPOLOGY, 0);

	if (topology.ebx)
		return topology.edx;
	return bits_of(leaf_of(&source, 1, 0).ebx, 24, 8);
}

void cpuid_identify(struct cpu_identity *identity, cpuid_reader *read, void *context)
{
	struct cpuid_leaf name = read(context, 0, 0);
	struct source source = {read, context, name.eax};
	struct cpuid_leaf clock = leaf_of(&source, LEAF_CLOCK, 0);
	uint32_t features = leaf_of(&source, 1, 0).edx;

	memcpy(identity->vendor, &name.ebx, 4);
	memcpy(identity->vendor + 4, &name.edx, 4);
	memcpy(identity->vendor + 8, &name.ecx, 4);
	identity->vendor[12] = 0;
	read_brand(identity, &source);
	read_hypervisor(identity, &source);
	read_signature(identity, &source);
	read_core_pmu(identity, &source);
	if (!read_topology(identity, &source))
		guess_topology(identity, &source);
	identity->machine_checks = features & MACHINE_CHECK && features & MACHINE_CHECK_BANKS;
	identity->ticks_per_second = 0;
	if (clock.eax && clock.ebx && clock.ecx)
		identity->ticks_per_second = (uint64_t)clock.ecx * clock.ebx / clock.eax;
	identity->apic_id = cpuid_apic_id(read, context);
}

struct cpuid_leaf cpuid_execute(void *context, uint32_t leaf, uint32_t subleaf)
{
	struct cpuid_leaf answer;

	(void)context;
	__asm__ volatile("cpuid"
			 : "=a"(answer.eax), "=b"(answer.ebx), "=c"(answer.ecx), "=d"(answer.edx)
			 : "a"(leaf), "c"(subleaf));
	return answer;
}
