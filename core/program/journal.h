/* SPDX-License-Identifier: BSD-2-Clause */
/* The last register accesses, kept so that a crash report can say what was being done. */
#ifndef CORE_JOURNAL_H
#define CORE_JOURNAL_H

#include "core/hardware/hw.h"

#define JOURNAL_ENTRIES 16 /* a power of two */

struct journal_entry {
	struct location where;
	uint64_t value;  /* written, or read once done */
	uint8_t kind;    /* enum operation_kind */
	uint8_t outcome; /* enum outcome; OUTCOME_COUNT while the access is under way */
};

/* Notes that an access is about to be made, and what came of it. Safe in interrupt context. */
struct journal_entry *journal_begin(const struct location *where, uint8_t kind, uint64_t value);
void journal_end(struct journal_entry *entry, enum outcome outcome, uint64_t value);

/* What came of the latest access. To be called when there was one. */
enum outcome journal_latest(void);

/* The entry `age` accesses ago (0 = latest); NULL if there were fewer. */
const struct journal_entry *journal_entry(unsigned age);

#endif
