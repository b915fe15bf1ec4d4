/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/prefetch.h"

#include "core/hardware/leaving.h"
#include "core/hardware/write_ahead.h"

static struct prefetch *changed;

bool prefetch_off(struct prefetch *prefetch, const struct machine *machine, uint32_t cpu, uint64_t but)
{
	uint64_t bits = machine->processor ? machine->processor->prefetchers_off & ~but : 0;
	const struct location where = machine_msr(machine, cpu, PREFETCH_CONTROL);
	struct accessed accessed;

	*prefetch = (struct prefetch){.machine = machine, .cpu = cpu};
	if (!bits)
		return false;
	accessed = bus_read(machine->hw, &where);
	if (accessed.outcome != OUTCOME_OK)
		return false;
	prefetch->found = accessed.value;
	leaving_note(machine, &where, prefetch->found);
	if ((prefetch->found & (bits | but)) == bits)
		return true;
	prefetch->next = changed;
	prefetch->changed = true;
	changed = prefetch;
	if (bus_write(machine->hw, &where, (prefetch->found & ~but) | bits).outcome == OUTCOME_OK) {
		accessed = bus_read(machine->hw, &where);
		if (accessed.outcome == OUTCOME_OK && (accessed.value & bits) == bits)
			return true;
	}
	prefetch_restore(prefetch);
	return false;
}

static void put_back(const struct prefetch *prefetch)
{
	const struct location where = machine_msr(prefetch->machine, prefetch->cpu, PREFETCH_CONTROL);
	struct accessed accessed = bus_write(prefetch->machine->hw, &where, prefetch->found);

	(void)accessed; /* the register was writable before; there is no other remedy */
}

void prefetch_restore(struct prefetch *prefetch)
{
	struct prefetch **at = &changed;

	if (!prefetch->changed)
		return;
	prefetch->changed = false;
	put_back(prefetch);
	while (*at && *at != prefetch)
		at = &(*at)->next;
	if (*at)
		*at = prefetch->next;
}

void prefetch_abandon(void)
{
	for (const struct prefetch *prefetch = changed; prefetch; prefetch = prefetch->next)
		put_back(prefetch);
}

void prefetch_abandon_own(uint32_t cpu)
{
	for (const struct prefetch *prefetch = changed; prefetch; prefetch = prefetch->next)
		if (prefetch->cpu == cpu)
			put_back(prefetch);
}
