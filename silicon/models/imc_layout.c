/* SPDX-License-Identifier: BSD-2-Clause */
/* Places of counters according to a processor's table, and words of memory. */
#include "lib/memory.h"
#include "silicon/models/imc_state.h"

static const struct imc_layout *const layouts[] = {&imc_layout_power9, &imc_layout_power10, &imc_layout_power11};

const struct imc_layout *imc_layout_of(uint32_t pvr)
{
	for (unsigned i = 0; i < ARRAY_SIZE(layouts); i++)
		if (layouts[i]->version == pvr >> 16)
			return layouts[i];
	return NULL;
}

const struct imc_layout *imc_layout_named(struct slice name)
{
	for (unsigned i = 0; i < ARRAY_SIZE(layouts); i++)
		if (slice_is(name, layouts[i]->name))
			return layouts[i];
	return NULL;
}

/* ---- which words count ------------------------------------------------------------------------------- */

static void add_slot(struct imc_slots *slots, unsigned offset)
{
	unsigned at = slots->count++;

	for (; at && slots->offset[at - 1] > offset; at--)
		slots->offset[at] = slots->offset[at - 1];
	slots->offset[at] = (uint16_t)offset;
}

void imc_lay_out_slots(struct imc_model *imc)
{
	const struct imc_layout *layout = imc->layout;

	for (unsigned offset = 0; offset < IMC_PAGE_BYTES; offset += 8) {
		if (layout->core_word(offset))
			add_slot(&imc->core_slots, offset);
		if (layout->thread_word(offset))
			add_slot(&imc->thread_slots, offset);
	}
	for (unsigned i = 0; i < layout->unit_count; i++)
		for (unsigned j = 0; layout->units[i].kind != IMC_CLOCK && j < layout->units[i].counters; j++)
			add_slot(&imc->nest_slots, layout->units[i].first + 8 * j);
}

static bool is_among(const struct imc_words *words, unsigned offset)
{
	for (unsigned i = 0; i < words->count; i++)
		if (words->offset[i] == offset)
			return true;
	return false;
}

bool imc_is_listed(const struct imc_model *imc, const struct imc_slots *slots, unsigned offset)
{
	const struct imc_layout *layout = imc->layout;

	const struct imc_words *listed = slots == &imc->nest_slots   ? &layout->nest_listed
					 : slots == &imc->core_slots ? &layout->core_listed
								     : &layout->thread_listed;

	return !listed->count || is_among(listed, offset);
}

bool imc_is_clock(const struct imc_model *imc, const struct imc_slots *slots, unsigned offset)
{
	return slots == &imc->core_slots && is_among(&imc->layout->clocks, offset);
}

/* ---- counts and words -------------------------------------------------------------------------------- */

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

uint64_t imc_count(uint64_t rate, uint64_t ticks)
{
	return rate * (ticks / IMC_TIMEBASE_HZ) + rate * (ticks % IMC_TIMEBASE_HZ) / IMC_TIMEBASE_HZ;
}

/* Words are big-endian on every system. Section 3. */
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
