/* SPDX-License-Identifier: BSD-2-Clause */
/* What is left of a played processor's CPUID on the one that executes: of every dump, all but features that this one lacks. */
#include <string.h>

#include "silicon/models/cpuid_dumps.h"
#include "silicon/svm/features.h"
#include "tests/unit/support/unit.h"

static const uint32_t leaves[] = {0,          1,          2,          4,          5,          6,          7,
				  0x0a,       0x1c,       0x23,       0x80000000, 0x80000001, 0x80000002, 0x80000003,
				  0x80000004, 0x80000005, 0x80000006, 0x80000007, 0x80000008};
#define SUBLEAVES 3

/* What a processor loses that executes nothing: by name. */
static const struct exception {
	uint32_t leaf, subleaf;
	struct silicon_cpuid lost;
	const char *name;
} exceptions[] = {
	{1, 0, {0, 0, 0xffff7fff, 0xffffffff}, "instructions and modes; not PDCM, which is of the core PMU"},
	{6, 0, {0xffffffff, 0, 0xffffffff, 0}, "thermal sensors and power states"},
	{7, 0, {0, 0xffffffff, 0xffffffff, 0xfff7ffff}, "instructions and modes; not architectural LBRs"},
	{7, 1, {0xfffffeff, 0xffffffff, 0xffffffff, 0xffffffff}, "the same; not leaf 23H of the core PMU"},
	{7, 2, {0, 0, 0, 0xffffffff}, "what mitigates speculation"},
	{0x80000001, 0, {0, 0, 0xffffffff, 0xffffffff}, "instructions and modes"},
	{0x80000007, 0, {0, 0, 0, 0xffffffff}, "an invariant time-stamp counter"},
	{0x80000008, 0, {0, 0xffffffff, 0, 0}, "WBNOINVD and its like"},
};

static struct silicon_cpuid lost_of(uint32_t leaf, uint32_t subleaf)
{
	for (unsigned i = 0; i < ARRAY_SIZE(exceptions); i++)
		if (exceptions[i].leaf == leaf && (leaf != 7 || exceptions[i].subleaf == subleaf))
			return exceptions[i].lost;
	return (struct silicon_cpuid){0};
}

static void try_leaf(const struct cpuid_dump *dump, uint32_t leaf, uint32_t subleaf)
{
	const struct silicon_cpuid says = cpuid_say(dump, leaf, subleaf), lost = lost_of(leaf, subleaf);
	const struct silicon_cpuid all = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
	struct silicon_cpuid played = says, none = {.eax = leaf == 0x80000008 ? 0x3000 : 0};

	features_restrict(leaf, subleaf, &all, &played);
	assert_memory_equal(&played, &says, sizeof(says));
	features_restrict(leaf, subleaf, &none, &played);
	if (leaf == 0x80000008)
		assert_int_equal(played.eax, 0x3000 | (says.eax & 0xff)); /* linear addresses: no LA57 */
	else
		assert_int_equal(played.eax, says.eax & ~lost.eax);
	assert_int_equal(played.ebx, says.ebx & ~lost.ebx);
	assert_int_equal(played.ecx, says.ecx & ~lost.ecx);
	assert_int_equal(played.edx, says.edx & ~lost.edx);
}

TEST(test_what_cannot_be_executed_is_not_announced)
{
	for (unsigned i = 0; i < cpuid_dump_count; i++)
		for (unsigned leaf = 0; leaf < ARRAY_SIZE(leaves); leaf++)
			for (unsigned subleaf = 0; subleaf < SUBLEAVES; subleaf++)
				try_leaf(&cpuid_dumps[i], leaves[leaf], subleaf);
}

TEST(test_what_the_played_processor_lacks_is_not_announced)
{
	const struct silicon_cpuid executed = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
	struct silicon_cpuid played = {0x306f0, 0, 1, 0};

	features_restrict(1, 0, &executed, &played);
	assert_int_equal(played.ecx, 1);
	assert_int_equal(played.edx, 0);
}
