/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/flight.h"

_Static_assert((FLIGHT_ACCESSES & (FLIGHT_ACCESSES - 1)) == 0, "the ring is indexed by a number that wraps");

static struct flight shared;
static struct flight *records = &shared;
static uint32_t record_count = 1;
static uint64_t accesses; /* started since start-up, by all processors */

void flight_start(struct flight *of_processors, uint32_t count)
{
	records = of_processors;
	record_count = count;
}

static struct flight *record_of(uint32_t cpu)
{
	return cpu < record_count ? &records[cpu] : &shared;
}

/* A PMI may interrupt at any instruction. The depth is raised first, so that the handler's accesses use another entry.
 * The number is stored last, so that a reader who sees it while this processor hangs also sees the rest of the
 * entry. */
struct flight_access *flight_begin(uint32_t cpu, const struct location *where, bool write, uint64_t value)
{
	struct flight *flight = record_of(cpu);
	uint64_t number = __atomic_add_fetch(&accesses, 1, __ATOMIC_RELAXED);
	uint32_t depth = __atomic_fetch_add(&flight->depth, 1, __ATOMIC_ACQ_REL);
	struct flight_access *access = &flight->under_way[min_u64(depth, FLIGHT_DEPTH - 1)];

	access->value = value;
	access->where = *where;
	access->outcome = OUTCOME_COUNT;
	access->write = write;
	__atomic_store_n(&access->number, number, __ATOMIC_RELEASE);
	__atomic_store_n(&flight->latest, number, __ATOMIC_RELEASE);
	return access;
}

void flight_end(uint32_t cpu, struct flight_access *access, enum outcome outcome, uint64_t value)
{
	struct flight *flight = record_of(cpu);
	uint32_t ended = __atomic_fetch_add(&flight->ended, 1, __ATOMIC_RELAXED);

	access->outcome = (uint8_t)outcome;
	access->value = value;
	flight->past[ended % FLIGHT_ACCESSES] = *access;
	__atomic_fetch_sub(&flight->depth, 1, __ATOMIC_ACQ_REL);
}

enum outcome flight_outcome(uint32_t cpu)
{
	const struct flight *flight = record_of(cpu);

	return (enum outcome)flight->past[(flight->ended - 1) % FLIGHT_ACCESSES].outcome;
}

const struct flight_access *flight_under_way(uint32_t cpu)
{
	const struct flight *flight = record_of(cpu);
	uint32_t depth = __atomic_load_n(&flight->depth, __ATOMIC_ACQUIRE);

	return depth ? &flight->under_way[min_u64(depth, FLIGHT_DEPTH) - 1] : NULL;
}

uint64_t flight_progress(uint32_t cpu)
{
	return __atomic_load_n(&record_of(cpu)->latest, __ATOMIC_ACQUIRE) + 1;
}

/* The latest of `best` and the `count` accesses whose number is below `below`. */
static const struct flight_access *later_of(const struct flight_access *best, const struct flight_access *of,
					    uint64_t count, uint64_t below)
{
	for (uint64_t i = 0; i < count; i++)
		if (of[i].number && of[i].number < below && (!best || of[i].number > best->number))
			best = &of[i];
	return best;
}

static const struct flight_access *latest_in(const struct flight *flight, const struct flight_access *best,
					     uint64_t below)
{
	best = later_of(best, flight->under_way, min_u64(flight->depth, FLIGHT_DEPTH), below);
	return later_of(best, flight->past, FLIGHT_ACCESSES, below);
}

const struct flight_access *flight_before(uint64_t number)
{
	const struct flight_access *best = latest_in(&shared, NULL, number);

	for (uint32_t i = 0; i < record_count; i++)
		best = latest_in(&records[i], best, number);
	return best;
}
