/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/access.h"

#include "core/program/journal.h"

/* A carry from one half to the other takes the low one's whole range to come again. */
#define ROUNDS 4

unsigned accesses_to_read(const struct location *where)
{
	static const uint8_t reads[] = {[HALVES_NONE] = 1, [HALVES_STILL] = 2, [HALVES_LIVE] = 3};

	return reads[where->halves];
}

unsigned accesses_to_write(const struct location *where)
{
	return where->halves == HALVES_NONE ? 1 : 2;
}

/* Half 0 or 1 of a register that has halves; the whole of another. */
static struct location half_of(const struct location *where, unsigned half)
{
	struct location at = *where;

	at.halves = HALVES_NONE;
	at.address += half * (where->width_bits / 8u);
	return at;
}

/* One access more. False once one did not go well. */
static bool read_once(struct accessed *access, struct hw *hw, const struct location *where, uint8_t kind)
{
	struct journal_entry *entry = journal_begin(where, kind, 0);

	access->made++;
	access->outcome = hw->read(hw, where, &access->value);
	journal_end(entry, access->outcome, access->value);
	return access->outcome == OUTCOME_OK;
}

static bool write_once(struct accessed *access, struct hw *hw, const struct location *where, uint64_t value,
		       uint8_t kind)
{
	struct journal_entry *entry = journal_begin(where, kind, value);

	access->made++;
	access->outcome = hw->write(hw, where, value);
	journal_end(entry, access->outcome, value);
	return access->outcome == OUTCOME_OK;
}

static void join(struct accessed *access, const struct location *where, uint64_t low, uint64_t high)
{
	access->value = high << where->width_bits | low;
}

static void read_still(struct accessed *access, struct hw *hw, const struct location *where, uint8_t kind)
{
	struct location low = half_of(where, 0), high = half_of(where, 1);
	uint64_t value;

	if (!read_once(access, hw, &low, kind))
		return;
	value = access->value;
	if (read_once(access, hw, &high, kind))
		join(access, where, value, access->value);
}

static void read_live(struct accessed *access, struct hw *hw, const struct location *where, uint8_t kind)
{
	struct location low = half_of(where, 0), high = half_of(where, 1);
	uint64_t before, value;

	if (!read_once(access, hw, &high, kind))
		return;
	for (unsigned i = 0; i < ROUNDS; i++) {
		before = access->value;
		if (!read_once(access, hw, &low, kind))
			return;
		value = access->value;
		if (!read_once(access, hw, &high, kind))
			return;
		if (access->value == before) {
			join(access, where, value, before);
			return;
		}
	}
	access->outcome = OUTCOME_TIMEOUT;
}

struct accessed access_read_whole(struct hw *hw, const struct location *where, uint8_t kind)
{
	struct accessed access = {0};

	if (where->halves == HALVES_LIVE)
		read_live(&access, hw, where, kind);
	else if (where->halves == HALVES_STILL)
		read_still(&access, hw, where, kind);
	else
		(void)read_once(&access, hw, where, kind);
	return access;
}

struct accessed access_write_whole(struct hw *hw, const struct location *where, uint64_t value, uint8_t kind)
{
	struct location low = half_of(where, 0), high = half_of(where, 1);
	struct accessed access = {0};

	if (where->halves == HALVES_NONE)
		(void)write_once(&access, hw, where, value, kind);
	else if (write_once(&access, hw, &low, value & MASK(0, where->width_bits), kind))
		(void)write_once(&access, hw, &high, value >> where->width_bits, kind);
	return access;
}
