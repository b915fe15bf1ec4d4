/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/features.h"

#define ALL              UINT32_MAX
#define PDCM             (UINT32_C(1) << 15) /* leaf 1 ECX: IA32_PERF_CAPABILITIES */
#define ARCHITECTURE_LBR (UINT32_C(1) << 19) /* leaf 7 EDX */
#define PERFMON_LEAF     (UINT32_C(1) << 8)  /* leaf 7, 1, EAX: leaf 23H */
#define LINEAR_BITS      0xff00u             /* leaf 80000008H EAX */

/* Feature bits of the leaves. */
static const struct {
	uint32_t leaf, subleaf;
	struct silicon_cpuid bits;
} features[] = {
	{1, 0, {0, 0, ALL & ~PDCM, ALL}},
	{6, 0, {ALL, 0, ALL, 0}}, /* thermal sensors, power states */
	{7, 0, {0, ALL, ALL, ALL & ~ARCHITECTURE_LBR}},
	{7, 1, {ALL & ~PERFMON_LEAF, ALL, ALL, ALL}},
	{7, 2, {0, 0, 0, ALL}},
	{0x80000001, 0, {0, 0, ALL, ALL}},
	{0x80000007, 0, {0, 0, 0, ALL}}, /* the time-stamp counter's rate is constant */
	{0x80000008, 0, {0, ALL, 0, 0}},
};

void features_restrict(uint32_t leaf, uint32_t subleaf, const struct silicon_cpuid *executed,
		       struct silicon_cpuid *played)
{
	for (unsigned i = 0; i < ARRAY_SIZE(features); i++) {
		const struct silicon_cpuid *bits = &features[i].bits;

		if (features[i].leaf != leaf || (leaf == 7 && features[i].subleaf != subleaf))
			continue;
		played->eax &= executed->eax | ~bits->eax;
		played->ebx &= executed->ebx | ~bits->ebx;
		played->ecx &= executed->ecx | ~bits->ecx;
		played->edx &= executed->edx | ~bits->edx;
	}
	if (leaf == 0x80000008 && (played->eax & LINEAR_BITS) > (executed->eax & LINEAR_BITS))
		played->eax = (played->eax & ~LINEAR_BITS) | (executed->eax & LINEAR_BITS);
}
