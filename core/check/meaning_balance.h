/* SPDX-License-Identifier: BSD-2-Clause */
/* What rows of a work say of each other: conservation along the way of a line, both ends of a link, how long entries stay. */
#ifndef CORE_MEANING_BALANCE_H
#define CORE_MEANING_BALANCE_H

#include "core/check/meaning_count.h"

/* Judges the table's balances of the report's work, once its rows are judged; a failure becomes the report's, if it has none yet. */
void meaning_balance(const struct meaning_request *request, struct meaning_report *report,
		     const struct meaning_counted *counted);

/* True if more lines came than were read, up to twice as many, and both rows of a balance of MEANING_PAIRS agree on it: the rows are right,
 * and a prefetcher goes on although its register says that it is off. Once rows are fitted. */
bool meaning_pairs(const struct meaning_request *request, const struct meaning_report *report,
		   const struct meaning_counted *counted);

#endif
