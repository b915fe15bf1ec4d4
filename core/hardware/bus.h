/* SPDX-License-Identifier: BSD-2-Clause */
/* The one way to a register, whatever it takes to get at it: routed once, to a processor that reaches it; noted there
 * in the flight recorder; and accessed, in halves where no single access reaches all of it. */
#ifndef CORE_BUS_H
#define CORE_BUS_H

#include "core/hardware/hw.h"

struct accessed {
	uint64_t value; /* that was read; 0 unless the outcome is OUTCOME_OK or OUTCOME_ALL_ONES */
	enum outcome outcome;
	uint32_t made; /* accesses to hardware */
};

/* Reads or writes from wherever the register is reached. OUTCOME_ABSENT, and no access is made, if no processor that
 * works reaches it, or if none may be sent there from here; OUTCOME_DENIED, likewise, if its user denies it (deny.h). */
struct accessed bus_read(struct hw *hw, const struct location *where);
struct accessed bus_write(struct hw *hw, const struct location *where, uint64_t value);

/* The processor that is to access a register: its own, if it has one, else whichever acts for its socket. HW_NO_CPU if
 * there is none. */
uint32_t bus_route(struct hw *hw, const struct location *where);

/* The same as bus_read and bus_write by the executing processor, which bus_route has named: for work that was sent to
 * it. In interrupt context, too. A register in halves that may change meanwhile is read high, low, high, until both
 * highs are the same; OUTCOME_TIMEOUT if they never are. Of halves the low one is written first; of what is set bit by bit the
 * highest. */
struct accessed bus_read_here(struct hw *hw, uint32_t cpu, const struct location *where);
struct accessed bus_write_here(struct hw *hw, uint32_t cpu, const struct location *where, uint64_t value);

/* How many accesses it takes, if nothing comes in between; and to write that value, or a value with those bits. */
unsigned bus_reads(const struct location *where);
unsigned bus_writes(const struct location *where, uint64_t value);

#endif
