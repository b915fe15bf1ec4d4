/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program/journal.h"

static struct journal_entry entries[JOURNAL_ENTRIES];
static uint32_t accesses; /* since start-up; wraps, which JOURNAL_ENTRIES divides */

_Static_assert((JOURNAL_ENTRIES & (JOURNAL_ENTRIES - 1)) == 0, "the ring is indexed by a mask");

struct journal_entry *journal_begin(const struct location *where, uint8_t kind, uint64_t value)
{
	/* A PMI may come between the two halves of an increment; its handler keeps this journal
	 * too. */
	uint32_t number = __atomic_fetch_add(&accesses, 1, __ATOMIC_RELAXED);
	struct journal_entry *entry = &entries[number % JOURNAL_ENTRIES];

	*entry = (struct journal_entry){*where, value, kind, OUTCOME_COUNT};
	return entry;
}

void journal_end(struct journal_entry *entry, enum outcome outcome, uint64_t value)
{
	entry->outcome = (uint8_t)outcome;
	entry->value = value;
}

const struct journal_entry *journal_entry(unsigned age)
{
	uint32_t made = __atomic_load_n(&accesses, __ATOMIC_RELAXED);

	if (age >= JOURNAL_ENTRIES || age >= made)
		return NULL;
	return &entries[(made - 1 - age) % JOURNAL_ENTRIES];
}

enum outcome journal_latest(void)
{
	return (enum outcome)journal_entry(0)->outcome;
}
