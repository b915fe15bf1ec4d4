/* SPDX-License-Identifier: BSD-2-Clause */
/* The only way to access a register: routes the access to a processor that reaches the register, notes it in the flight recorder,
 * and makes it, in halves if no single access covers the register. */
#ifndef CORE_BUS_H
#define CORE_BUS_H

#include "core/hardware/hw.h"

struct accessed {
	uint64_t value; /* value read; 0 unless the outcome is OUTCOME_OK or OUTCOME_ALL_ONES */
	enum outcome outcome;
	uint32_t made; /* number of accesses to hardware */
};

/* Read or write on a processor that reaches the register. Make no access and return OUTCOME_ABSENT if no working processor reaches
 * it, or if work cannot be sent there from here; OUTCOME_DENIED if the user denies it (deny.h). */
struct accessed bus_read(struct hw *hw, const struct location *where);
struct accessed bus_write(struct hw *hw, const struct location *where, uint64_t value);

/* The processor that must access a register: the register's own processor, else the one that acts for its socket. HW_NO_CPU if
 * there is none. */
uint32_t bus_route(struct hw *hw, const struct location *where);

/* Like bus_read() and bus_write(), on the executing processor `cpu`, which must be the one that bus_route() gives; in interrupt
 * context, too. A register in halves that may change meanwhile is read high, low, high, until both highs are equal; OUTCOME_TIMEOUT
 * if they never are. The low half is written first; registers that are set bit by bit, from the highest bit. */
struct accessed bus_read_here(struct hw *hw, uint32_t cpu, const struct location *where);
struct accessed bus_write_here(struct hw *hw, uint32_t cpu, const struct location *where, uint64_t value);

/* Number of accesses to read a register that does not change meanwhile; and to write `value`, or a value with these bits. */
unsigned bus_reads(const struct location *where);
unsigned bus_writes(const struct location *where, uint64_t value);

#endif
