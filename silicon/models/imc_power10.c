/* SPDX-License-Identifier: BSD-2-Clause */
/* POWER10 and POWER11: offsets from the public IMC catalogs (keys 800200 and 820200, version 3), the availability word
 * from skiboot. Section 8. No source says how the microcode of their OCC groups and times its postings, or which words
 * of a page hardware posts besides those in the catalog. */
#include "silicon/models/imc_state.h"

#define UNIT_BIT(n) BIT(63 - (n)) /* of the availability word */

/* Each link has three bits of that word (link 0: bits 11:13), which give its use; otlX_Y is taken for link X. The names
 * of the host bridges differ between catalog and word, and the bits of other units are not known. */
enum { X_LINK = 5, A_LINK = 6, OPENCAPI = 7 };
#define LINK(n, use) UINT64_C(7) << (50 - 3 * (n)), (uint64_t)(use) << (50 - 3 * (n))

/* clang-format off */
static const struct imc_unit units[] = {
	/* name   first  n  group third kind doubled present, state */
	{"pb",     0x0b8,  2, 1, 0, IMC_SUMS, 0, 0, 0},
	{"pb",     0x0d8,  2, 1, 0, IMC_SUMS, 0, 0, 0},
	{"pb",     0x118,  6, 1, 0, IMC_SUMS, 0, 0, 0},
	{"pb",     0x158, 16, 1, 0, IMC_SUMS, 0, 0, 0},
	{"pb",     0x1e8,  2, 1, 0, IMC_SUMS, 0, 0, 0},
	{"pau",    0x040,  1, 1, 0, IMC_SUMS, 0, 0, 0},
	{"mcs01",  0x008,  3, 1, 0, IMC_SUMS, 0, 0, 0},
	{"mcs01",  0x028,  3, 1, 0, IMC_SUMS, 0, 0, 0},
	{"mcs23",  0x088,  3, 1, 0, IMC_SUMS, 0, 0, 0},
	{"mcs23",  0x0a8,  2, 1, 0, IMC_SUMS, 0, 0, 0},
	{"mcs23",  0x0d0,  1, 1, 0, IMC_SUMS, 0, 0, 0},
	{"pec0",   0x020,  1, 1, 0, IMC_SUMS, 0, UNIT_BIT(9), 0},
	{"pec0",   0x068,  3, 1, 0, IMC_SUMS, 0, UNIT_BIT(9), 0},
	{"pec1",   0x0a0,  1, 1, 0, IMC_SUMS, 0, UNIT_BIT(10), 0},
	{"pec1",   0x0e8,  3, 1, 0, IMC_SUMS, 0, UNIT_BIT(10), 0},
	{"xlink0", 0x228,  8, 1, 0, IMC_SUMS, 0, LINK(0, X_LINK)},
	{"xlink1", 0x268,  8, 1, 0, IMC_SUMS, 0, LINK(1, X_LINK)},
	{"xlink2", 0x2a8,  8, 1, 0, IMC_SUMS, 0, LINK(2, X_LINK)},
	{"xlink3", 0x2e8,  8, 1, 0, IMC_SUMS, 0, LINK(3, X_LINK)},
	{"xlink4", 0x338,  8, 1, 0, IMC_SUMS, 0, LINK(4, X_LINK)},
	{"xlink5", 0x378,  8, 1, 0, IMC_SUMS, 0, LINK(5, X_LINK)},
	{"xlink6", 0x3b8,  8, 1, 0, IMC_SUMS, 0, LINK(6, X_LINK)},
	{"xlink7", 0x3f8,  8, 1, 0, IMC_SUMS, 0, LINK(7, X_LINK)},
	{"alink0", 0x448,  8, 1, 0, IMC_SUMS, 0, LINK(0, A_LINK)},
	{"alink1", 0x488,  8, 1, 0, IMC_SUMS, 0, LINK(1, A_LINK)},
	{"alink2", 0x4c8,  8, 1, 0, IMC_SUMS, 0, LINK(2, A_LINK)},
	{"alink3", 0x508,  8, 1, 0, IMC_SUMS, 0, LINK(3, A_LINK)},
	{"alink4", 0x558,  8, 1, 0, IMC_SUMS, 0, LINK(4, A_LINK)},
	{"alink5", 0x598,  8, 1, 0, IMC_SUMS, 0, LINK(5, A_LINK)},
	{"alink6", 0x5d8,  8, 1, 0, IMC_SUMS, 0, LINK(6, A_LINK)},
	{"alink7", 0x618,  8, 1, 0, IMC_SUMS, 0, LINK(7, A_LINK)},
	{"otl0_0", 0x668,  4, 1, 0, IMC_SUMS, 0, LINK(0, OPENCAPI)},
	{"otl0_1", 0x688,  4, 1, 0, IMC_SUMS, 0, LINK(0, OPENCAPI)},
	{"otl3_0", 0x6a8,  4, 1, 0, IMC_SUMS, 0, LINK(3, OPENCAPI)},
	{"otl3_1", 0x6c8,  4, 1, 0, IMC_SUMS, 0, LINK(3, OPENCAPI)},
	{"otl4_0", 0x6e8,  4, 1, 0, IMC_SUMS, 0, LINK(4, OPENCAPI)},
	{"otl4_1", 0x708,  4, 1, 0, IMC_SUMS, 0, LINK(4, OPENCAPI)},
	{"otl5_0", 0x728,  4, 1, 0, IMC_SUMS, 0, LINK(5, OPENCAPI)},
	{"otl5_1", 0x748,  4, 1, 0, IMC_SUMS, 0, LINK(5, OPENCAPI)},
	{"otl6_0", 0x778,  4, 1, 0, IMC_SUMS, 0, LINK(6, OPENCAPI)},
	{"otl6_1", 0x798,  4, 1, 0, IMC_SUMS, 0, LINK(6, OPENCAPI)},
	{"otl7_0", 0x7b8,  4, 1, 0, IMC_SUMS, 0, LINK(7, OPENCAPI)},
	{"otl7_1", 0x7d8,  4, 1, 0, IMC_SUMS, 0, LINK(7, OPENCAPI)},
	{"phb0_0", 0x888,  4, 1, 0, IMC_SUMS, 0, 0, 0},
	{"phb0_1", 0x8a8,  4, 1, 0, IMC_SUMS, 0, 0, 0},
	{"phb0_2", 0x8c8,  4, 1, 0, IMC_SUMS, 0, 0, 0},
	{"phb1_0", 0x8e8,  4, 1, 0, IMC_SUMS, 0, 0, 0},
	{"phb1_1", 0x908,  4, 1, 0, IMC_SUMS, 0, 0, 0},
	{"phb1_2", 0x928,  4, 1, 0, IMC_SUMS, 0, 0, 0},
	{"nx",     0x948,  8, 1, 0, IMC_SUMS, 0, UNIT_BIT(57), 0},
	{"ocmb0",  0x998,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(41), 0},
	{"ocmb1",  0x9b8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(42), 0},
	{"ocmb2",  0x9d8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(43), 0},
	{"ocmb3",  0x9f8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(44), 0},
	{"ocmb4",  0xaa8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(45), 0},
	{"ocmb5",  0xac8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(46), 0},
	{"ocmb6",  0xae8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(47), 0},
	{"ocmb7",  0xb08,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(48), 0},
	{"ocmb8",  0xbb8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(49), 0},
	{"ocmb9",  0xbd8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(50), 0},
	{"ocmb10", 0xbf8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(51), 0},
	{"ocmb11", 0xc18,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(52), 0},
	{"ocmb12", 0xcc8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(53), 0},
	{"ocmb13", 0xce8,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(54), 0},
	{"ocmb14", 0xd08,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(55), 0},
	{"ocmb15", 0xd28,  4, 1, 0, IMC_SUMS, 0, UNIT_BIT(56), 0},
};
/* clang-format on */
_Static_assert(ARRAY_SIZE(units) <= IMC_UNITS, "more units than a chip has room for");

/* The words of both cores and threads. */
static const uint16_t page_words[] = {
	0x018, 0x020, 0x028, 0x030, 0x058, 0x060, 0x098, 0x0a0, 0x0e0, 0x118, 0x120, 0x158, 0x160,
	0x198, 0x1a0, 0x1d8, 0x1e0, 0x218, 0x220, 0x258, 0x260, 0x298, 0x2a0, 0x2d8, 0x2e0, 0x320,
	0x358, 0x360, 0x398, 0x3a0, 0x3d8, 0x3e0, 0x418, 0x420, 0x458, 0x460, 0x498, 0x4a0, 0x4d8,
	0x4e0, 0x520, 0x558, 0x560, 0x598, 0x5a0, 0x5d8, 0x5e0, 0x618, 0x620, 0x660,
};
#define LAST_NEST_WORD 0xd40

static bool page_word(unsigned offset)
{
	for (unsigned i = 0; i < ARRAY_SIZE(page_words); i++)
		if (page_words[i] == offset)
			return true;
	return false;
}

#define LAYOUT                                                                                                        \
	.units = units, .unit_count = ARRAY_SIZE(units), .cleared_bytes = LAST_NEST_WORD + 8, .core_word = page_word, \
	.thread_word = page_word, .records_say_state = true

const struct imc_layout imc_layout_power10 = {.name = "power10", .version = 0x0080, LAYOUT};
const struct imc_layout imc_layout_power11 = {.name = "power11", .version = 0x0082, LAYOUT};
