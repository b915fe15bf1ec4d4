/* SPDX-License-Identifier: BSD-2-Clause */
/* Where counters lie: the groups of the nest region as the microcode posts them, and the words of core
 * and thread pages. Sections 2.5, 3 and 3.1. */
#include "lib/memory.h"
#include "silicon/models/imc_state.h"

#define UNIT_BIT(n) BIT(63 - (n)) /* of the availability word */
#define NVLINKS     (UNIT_BIT(45) | UNIT_BIT(46) | UNIT_BIT(47) | UNIT_BIT(48) | UNIT_BIT(49) | UNIT_BIT(50))

/* clang-format off */
const struct imc_unit imc_units[] = {
	/* name       first  n  group third kind             doubled present */
	{"powerbus0", 0x008, 8, 1, 0, IMC_SUMS,        0, UNIT_BIT(0)},
	{"mcs23",     0x048, 7, 1, 0, IMC_SUMS,        0, UNIT_BIT(3) | UNIT_BIT(4)},
	{"powerbus0", 0x080, 9, 1, 0, IMC_SUMS,        0, UNIT_BIT(0)},
	{"mcs01",     0x0c8, 7, 1, 0, IMC_SUMS,        0, UNIT_BIT(1) | UNIT_BIT(2)},
	{"powerbus0", 0x100, 1, 1, 0, IMC_SUMS,        0, UNIT_BIT(0)},
	{"xlink0",    0x118, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(25)},
	{"xlink1",    0x158, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(26)},
	{"xlink2",    0x198, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(27)},
	{"nx",        0x1d8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(36)},
	{"alink0",    0x4a8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(41)},
	{"alink1",    0x4e8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(42)},
	{"alink2",    0x5b8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(43)},
	{"alink3",    0x5f8, 8, 2, 0, IMC_SUMS,        0, UNIT_BIT(44)},
	{"ntl0",      0x228, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(45)},
	{"ntl1",      0x248, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(46)},
	{"ntl2",      0x268, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(47)},
	{"ntl3",      0x288, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(48)},
	{"ntl4",      0x2a8, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(49)},
	{"ntl5",      0x2c8, 4, 3, 0, IMC_SUMS,        0, UNIT_BIT(50)},
	{"ats",       0x2e8, 4, 3, 0, IMC_SUMS,        0, NVLINKS},
	{"xts",       0x308, 4, 3, 0, IMC_SUMS,        0, NVLINKS},
	{"phb0",      0x338, 4, 4, 0, IMC_DIFFERENCES, 0, UNIT_BIT(30)},
	{"phb1",      0x358, 4, 4, 0, IMC_DIFFERENCES, 0, UNIT_BIT(31)},
	{"phb2",      0x378, 4, 4, 1, IMC_DIFFERENCES, 0, UNIT_BIT(32)},
	{"phb3",      0x398, 4, 4, 1, IMC_DIFFERENCES, 0, UNIT_BIT(33)},
	{"phb4",      0x3b8, 4, 4, 2, IMC_DIFFERENCES, 0, UNIT_BIT(34)},
	{"phb5",      0x3d8, 4, 4, 2, IMC_DIFFERENCES, 0, UNIT_BIT(35)},
	{"mba0",      0x448, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(9)},
	{"mba1",      0x460, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(10)},
	{"mba2",      0x478, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(11)},
	{"mba3",      0x490, 3, 5, 0, IMC_DIFFERENCES, 3, UNIT_BIT(12)},
	{"mba4",      0x558, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(13)},
	{"mba5",      0x570, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(14)},
	{"mba6",      0x588, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(15)},
	{"mba7",      0x5a0, 3, 6, 0, IMC_DIFFERENCES, 3, UNIT_BIT(16)},
	{"npcq0",     0x668, 4, 7, 0, IMC_SUMS,        0, NVLINKS},
	{"npcq1",     0x688, 4, 7, 0, IMC_SUMS,        0, NVLINKS},
	{"npcq2",     0x6a8, 4, 7, 0, IMC_SUMS,        0, NVLINKS},
	{"capp0",     0x6c8, 8, 7, 0, IMC_SUMS,        0, UNIT_BIT(37)},
	{"capp1",     0x708, 8, 7, 0, IMC_SUMS,        0, UNIT_BIT(38)},
	{"tod",       0x748, 1, 7, 0, IMC_CLOCK,       0, ~UINT64_C(0)},
};
/* clang-format on */
const unsigned imc_unit_count = ARRAY_SIZE(imc_units);
_Static_assert(ARRAY_SIZE(imc_units) <= IMC_UNITS, "more units than a chip has room for");

static uint16_t core_offset[IMC_CORE_SLOTS], thread_offset[IMC_THREAD_SLOTS];
static uint16_t nest_offset[IMC_NEST_SLOTS];
static struct imc_slots core_slots = {core_offset, 0}, thread_slots = {thread_offset, 0};
static struct imc_slots nest_slots = {nest_offset, 0};
const struct imc_slots *const imc_core_slots = &core_slots;
const struct imc_slots *const imc_thread_slots = &thread_slots;
const struct imc_slots *const imc_nest_slots = &nest_slots;

/* The catalogs describe two words of every eight, the third and the fourth, and two more at the start. */
static bool core_word(unsigned offset)
{
	unsigned place = offset % 0x40;

	return place == 0x18 || place == 0x20 || offset == 0x28 || offset == 0x30;
}

/* Of a thread: the user state's part, and the two words for US=1 PR=1. */
static bool thread_word(unsigned offset)
{
	return core_word(offset) && ((offset >= 0x1000 && offset < 0x1800) || offset == 0x798 || offset == 0x7a0);
}

static void add_slot(struct imc_slots *slots, uint16_t *offsets, unsigned offset)
{
	unsigned at = slots->count++;

	for (; at && offsets[at - 1] > offset; at--)
		offsets[at] = offsets[at - 1];
	offsets[at] = (uint16_t)offset;
}

void imc_lay_out_slots(void)
{
	if (nest_slots.count)
		return;
	for (unsigned offset = 0; offset < IMC_PAGE_BYTES; offset += 8) {
		if (core_word(offset))
			add_slot(&core_slots, core_offset, offset);
		if (thread_word(offset))
			add_slot(&thread_slots, thread_offset, offset);
	}
	for (unsigned i = 0; i < imc_unit_count; i++)
		for (unsigned j = 0; imc_units[i].kind != IMC_CLOCK && j < imc_units[i].counters; j++)
			add_slot(&nest_slots, nest_offset, imc_units[i].first + 8 * j);
}

unsigned imc_slot(const struct imc_slots *slots, uint64_t offset)
{
	unsigned low = 0, high = slots->count;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (slots->offset[middle] < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < slots->count && slots->offset[low] == offset ? low : IMC_NONE;
}

bool imc_is_unit(struct slice name)
{
	for (unsigned i = 0; i < imc_unit_count; i++)
		if (slice_is(name, imc_units[i].name))
			return true;
	return false;
}

uint64_t imc_count(uint64_t rate, uint64_t ticks)
{
	return rate * (ticks / IMC_TIMEBASE_HZ) + rate * (ticks % IMC_TIMEBASE_HZ) / IMC_TIMEBASE_HZ;
}

/* Big-endian on every system. Section 3. */
static uint64_t big_endian(uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return value;
#else
	return __builtin_bswap64(value);
#endif
}

uint64_t imc_load(const void *word)
{
	return big_endian(__atomic_load_n((const uint64_t *)word, __ATOMIC_RELAXED));
}

void imc_store(void *word, uint64_t value)
{
	__atomic_store_n((uint64_t *)word, big_endian(value), __ATOMIC_RELAXED);
}

void imc_add(const struct imc_counter *counter, uint8_t *word, uint64_t counts)
{
	imc_store(word, ((imc_load(word) + counts) | counter->high) & ~counter->low);
}

void imc_post(struct imc_counter *counter, uint8_t *word, uint64_t ticks)
{
	uint64_t made = imc_count(counter->rate, ticks);

	imc_add(counter, word, made - counter->posted);
	counter->posted = made;
}

bool imc_is_zero(const uint8_t *memory, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += 8)
		if (imc_load(memory + i))
			return false;
	return true;
}
