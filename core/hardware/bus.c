/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/bus.h"

#include "core/hardware/deny.h"
#include "core/hardware/flight.h"

/* The half of each access, and the least number of accesses. A carry out of the low half repeats only after the low
 * half's whole range, so a live register that is present is read long before the last attempt. */
static const struct {
	uint8_t least, most;
	uint8_t half[9];
} reading[] = {
	[HALVES_NONE] = {1, 1, {0}},
	[HALVES_STILL] = {2, 2, {0, 1}},
	[HALVES_LIVE] = {3, 9, {1, 0, 1, 0, 1, 0, 1, 0, 1}},
};

unsigned bus_reads(const struct location *where)
{
	return reading[where->halves].least;
}

unsigned bus_writes(const struct location *where, uint64_t value)
{
	if (where->bit_by_bit)
		return value ? count_bits(value) : 1;
	return where->halves == HALVES_NONE ? 1 : 2;
}

/* ---- access by the executing processor ----------------------------------------------------------------- */

/* Half 0 or 1 of a register that has halves; any other register as a whole. */
static struct location half_of(const struct location *where, unsigned half)
{
	struct location at = *where;

	at.halves = HALVES_NONE;
	at.address += half * (where->width_bits / 8u);
	return at;
}

/* Reading and writing are two functions with one caller each, so that the compiler inlines them: a backtrace has one
 * frame less. */
static enum outcome read_once(struct hw *hw, uint32_t cpu, const struct location *where, uint64_t *value)
{
	struct flight_access *note;
	enum outcome outcome;

	if (hw->planned)
		return hw->read(hw, where, value);
	note = flight_begin(cpu, where, false, 0);
	outcome = hw->read(hw, where, value);
	flight_end(cpu, note, outcome, *value);
	return outcome;
}

static enum outcome write_once(struct hw *hw, uint32_t cpu, const struct location *where, uint64_t value)
{
	struct flight_access *note;
	enum outcome outcome;

	if (hw->planned)
		return hw->write(hw, where, value);
	note = flight_begin(cpu, where, true, value);
	outcome = hw->write(hw, where, value);
	flight_end(cpu, note, outcome, value);
	return outcome;
}

struct accessed bus_read_here(struct hw *hw, uint32_t cpu, const struct location *where)
{
	struct accessed accessed = {0};
	uint64_t halves[2] = {0};

	if (deny_refuse(where, cpu))
		return (struct accessed){.outcome = OUTCOME_DENIED};
	while (accessed.made < reading[where->halves].most) {
		unsigned half = reading[where->halves].half[accessed.made++];
		struct location at = half_of(where, half);
		uint64_t high = halves[1];
		bool torn;

		accessed.outcome = read_once(hw, cpu, &at, &halves[half]);
		accessed.value = halves[half];
		if (accessed.outcome != OUTCOME_OK)
			return accessed;
		/* The halves may be of two values, unless the low one was read between two equal high ones. */
		torn = where->halves == HALVES_LIVE && (accessed.made % 2 == 0 || halves[1] != high);
		if (torn || accessed.made < reading[where->halves].least)
			continue;
		if (where->halves != HALVES_NONE)
			accessed.value = halves[1] << where->width_bits | halves[0];
		return accessed;
	}
	accessed.outcome = OUTCOME_TIMEOUT;
	return accessed;
}

/* The half that write number `made` goes to. A select's event is in its low half, which is written last, as in Linux,
 * so that the event takes effect with it. */
static unsigned half_written(const struct location *where, unsigned made)
{
	switch (where->halves) {
	case HALVES_NONE: return 0;
	case HALVES_STILL: return 1 - made;
	default: return made;
	}
}

struct accessed bus_write_here(struct hw *hw, uint32_t cpu, const struct location *where, uint64_t value)
{
	struct accessed accessed = {.outcome = OUTCOME_OK};

	if (deny_refuse_write(where, cpu))
		return (struct accessed){.outcome = OUTCOME_DENIED};
	while (accessed.outcome == OUTCOME_OK && accessed.made < bus_writes(where, value)) {
		unsigned made = accessed.made++, half = half_written(where, made);
		struct location at = half_of(where, half);
		uint64_t part = value;

		if (where->bit_by_bit) {
			for (unsigned drop = count_bits(value); drop > made + 1; drop--)
				part &= part - 1;
		} else if (where->halves != HALVES_NONE) {
			part = value >> half * where->width_bits & MASK(0, where->width_bits);
		}
		accessed.outcome = write_once(hw, cpu, &at, part);
	}
	return accessed;
}

/* ---- access by a processor that reaches the register ---------------------------------------------------- */

/* An access sent to another processor. */
struct routed {
	struct hw *hw;
	const struct location *where;
	bool write;
	uint64_t value; /* to write */
	uint32_t cpu;
	struct accessed accessed;
};

static void bus_routed_access(void *context)
{
	struct routed *routed = context;

	routed->accessed = routed->write ? bus_write_here(routed->hw, routed->cpu, routed->where, routed->value)
					 : bus_read_here(routed->hw, routed->cpu, routed->where);
}

uint32_t bus_route(struct hw *hw, const struct location *where)
{
	return where->cpu ? where->cpu - 1u : hw->cpu_of_socket(hw, where->socket);
}

static struct accessed route(struct routed routed)
{
	enum outcome outcome = OUTCOME_ABSENT;

	routed.cpu = bus_route(routed.hw, routed.where);
	if (routed.cpu != HW_NO_CPU)
		outcome = hw_run_on(routed.hw, routed.cpu, bus_routed_access, &routed);
	return outcome == OUTCOME_OK ? routed.accessed : (struct accessed){.outcome = outcome};
}

struct accessed bus_read(struct hw *hw, const struct location *where)
{
	return route((struct routed){.hw = hw, .where = where});
}

struct accessed bus_write(struct hw *hw, const struct location *where, uint64_t value)
{
	return route((struct routed){.hw = hw, .where = where, .write = true, .value = value});
}
