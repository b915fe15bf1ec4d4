/* SPDX-License-Identifier: BSD-2-Clause */
/* POWER9: the groups of the nest region as the microcode posts them, and the words of core and thread pages. Sections
 * 2.5, 3 and 3.1. */
#include "silicon/models/imc_state.h"

#define UNIT_BIT(n) BIT(63 - (n)) /* of the availability word */
#define NVLINKS     (UNIT_BIT(45) | UNIT_BIT(46) | UNIT_BIT(47) | UNIT_BIT(48) | UNIT_BIT(49) | UNIT_BIT(50))

/* clang-format off */
static const struct imc_unit units[] = {
	/* name       first  n  group third kind             doubled present, state */
	{"powerbus0", 0x008, 8, 1, 0, IMC_SUMS,        0, UNIT_BIT(0), 0},
	{"mcs23",     0x048, 7, 1, 0, IMC_SUMS,        0, UNIT_BIT(3) | UNIT_BIT(4), 0},
	{"powerbus0", 0x080, 9, 1, 0, IMC_SUMS,        0, UNIT_BIT(0), 0},
	{"mcs01",     0x0c8, 7, 1, 0, IMC_SUMS,        0, UNIT_BIT(1) | UNIT_BIT(2), 0},
	{"powerbus0", 0x100, 1, 1, 0, IMC_SUMS,        0, UNIT_BIT(0), 0},
	{"xlink0",    0x118, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(25), 0},
	{"xlink1",    0x158, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(26), 0},
	{"xlink2",    0x198, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(27), 0},
	{"nx",        0x1d8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(36), 0},
	{"alink0",    0x4a8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(41), 0},
	{"alink1",    0x4e8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(42), 0},
	{"alink2",    0x5b8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(43), 0},
	{"alink3",    0x5f8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(44), 0},
	{"ntl0",      0x228, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(45), 0},
	{"ntl1",      0x248, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(46), 0},
	{"ntl2",      0x268, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(47), 0},
	{"ntl3",      0x288, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(48), 0},
	{"ntl4",      0x2a8, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(49), 0},
	{"ntl5",      0x2c8, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(50), 0},
	{"ats",       0x2e8, 4, 3, 0, IMC_SUMS,        0, NVLINKS, 0},
	{"xts",       0x308, 4, 3, 0, IMC_SUMS,        0, NVLINKS, 0},
	{"phb0",      0x338, 4, 4, 0, IMC_DIFFERENCES, 0, UNIT_BIT(30), 0},
	{"phb1",      0x358, 4, 4, 0, IMC_DIFFERENCES, 0, UNIT_BIT(31), 0},
	{"phb2",      0x378, 4, 4, 1, IMC_DIFFERENCES, 0, UNIT_BIT(32), 0},
	{"phb3",      0x398, 4, 4, 1, IMC_DIFFERENCES, 0, UNIT_BIT(33), 0},
	{"phb4",      0x3b8, 4, 4, 2, IMC_DIFFERENCES, 0, UNIT_BIT(34), 0},
	{"phb5",      0x3d8, 4, 4, 2, IMC_DIFFERENCES, 0, UNIT_BIT(35), 0},
	{"mba0",      0x448, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(9), 0},
	{"mba1",      0x460, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(10), 0},
	{"mba2",      0x478, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(11), 0},
	{"mba3",      0x490, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(12), 0},
	{"mba4",      0x558, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(13), 0},
	{"mba5",      0x570, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(14), 0},
	{"mba6",      0x588, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(15), 0},
	{"mba7",      0x5a0, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(16), 0},
	{"npcq0",     0x668, 4, 7, 0, IMC_SUMS,        0, NVLINKS, 0},
	{"npcq1",     0x688, 4, 7, 0, IMC_SUMS,        0, NVLINKS, 0},
	{"npcq2",     0x6a8, 4, 7, 0, IMC_SUMS,        0, NVLINKS, 0},
	{"capp0",     0x6c8, 8, 7, 0, IMC_SUMS,        0, UNIT_BIT(37), 0},
	{"capp1",     0x708, 8, 7, 0, IMC_SUMS,        0, UNIT_BIT(38), 0},
	{"tod",       0x748, 1, 7, 0, IMC_CLOCK,       0, ~UINT64_C(0), 0},
};
/* clang-format on */
_Static_assert(ARRAY_SIZE(units) <= IMC_UNITS, "more units than a chip has room for");

/* Update counts before and after each group. The pass of the seventh group increments the head of the sixth, as in the
 * real microcode. */
static const struct imc_group groups[] = {
	{0x000, 0x108}, {0x110, 0x218}, {0x220, 0x328}, {0x330, 0x438}, {0x440, 0x548}, {0x550, 0x658}, {0x550, 0x768},
};

/* The catalogs describe two words of every eight, the third and the fourth, and two more at the start. */
static bool core_word(unsigned offset)
{
	unsigned place = offset % 0x40;

	return place == 0x18 || place == 0x20 || offset == 0x28 || offset == 0x30;
}

/* True for a word of a thread: the user state part, and the two words for US=1 PR=1. */
static bool thread_word(unsigned offset)
{
	return core_word(offset) && ((offset >= 0x1000 && offset < 0x1800) || offset == 0x798 || offset == 0x7a0);
}

/* Words in the IMC catalog in the flash of the virtual machine: programs can use only these as counters. */
static const uint16_t nest_words[] = {
	0x008, 0x010, 0x018, 0x048, 0x050, 0x058, 0x060, 0x068, 0x070, 0x078, 0x080, 0x0a8, 0x0b0, 0x0c8, 0x0d0,
	0x0d8, 0x0e0, 0x0e8, 0x0f0, 0x0f8, 0x100, 0x118, 0x120, 0x128, 0x130, 0x138, 0x140, 0x148, 0x150, 0x158,
	0x160, 0x168, 0x170, 0x178, 0x180, 0x188, 0x190, 0x198, 0x1a0, 0x1a8, 0x1b0, 0x1b8, 0x1c0, 0x1c8, 0x1d0,
	0x1d8, 0x1e0, 0x1e8, 0x1f8, 0x200, 0x228, 0x230, 0x2e8, 0x308, 0x338, 0x340, 0x348, 0x350, 0x358, 0x360,
	0x368, 0x370, 0x448, 0x450, 0x458, 0x460, 0x468, 0x470, 0x6c8, 0x6d0, 0x6e8,
};
static const uint16_t core_words[] = {
	0x018, 0x020, 0x028, 0x030, 0x098, 0x0a0, 0x298,  0x318,  0x320,  0x558,  0x698,  0x6a0,  0x7e0,
	0x818, 0x820, 0x8e0, 0x958, 0x960, 0x998, 0x1018, 0x1020, 0x17e0, 0x1818, 0x1820, 0x1fd8,
};
static const uint16_t thread_words[] = {
	0x798, 0x7a0, 0x1018, 0x1020, 0x10e0, 0x1158, 0x1160, 0x17e0,
};

/* The words of a core that the catalogs call clocks of 32 MHz. */
static const uint16_t core_clocks[] = {0x098, 0x0a0, 0x8e0};

const struct imc_layout imc_layout_power9 = {
	.name = "power9",
	.version = 0x004e,
	.units = units,
	.unit_count = ARRAY_SIZE(units),
	.groups = groups,
	.group_count = ARRAY_SIZE(groups),
	.says_available = true,
	.cleared_bytes = 238 * 8,
	.core_word = core_word,
	.thread_word = thread_word,
	.nest_listed = {nest_words, ARRAY_SIZE(nest_words)},
	.core_listed = {core_words, ARRAY_SIZE(core_words)},
	.thread_listed = {thread_words, ARRAY_SIZE(thread_words)},
	.clocks = {core_clocks, ARRAY_SIZE(core_clocks)},
};
