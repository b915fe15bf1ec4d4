/* SPDX-License-Identifier: BSD-2-Clause */
/* One register, whatever it takes to get at it: journalled, and in halves where no single access reaches
 * all of it. */
#ifndef CORE_ACCESS_H
#define CORE_ACCESS_H

#include "core/hardware/hw.h"

struct accessed {
	uint64_t value; /* that was read; 0 unless the outcome is OUTCOME_OK or OUTCOME_ALL_ONES */
	enum outcome outcome;
	uint32_t made; /* accesses to hardware, at least 1 */
};

/* Reads; `kind` is that of the operation (core/program/program.h), for the journal. A register in halves that may
 * change meanwhile is read high, low, high, until both highs are the same; OUTCOME_TIMEOUT if they never
 * are. */
struct accessed access_read_whole(struct hw *hw, const struct location *where, uint8_t kind);

/* Writes; of halves the low one first. */
struct accessed access_write_whole(struct hw *hw, const struct location *where, uint64_t value, uint8_t kind);

/* How many accesses it takes, if nothing comes in between. */
unsigned accesses_to_read(const struct location *where);
unsigned accesses_to_write(const struct location *where);

#endif
