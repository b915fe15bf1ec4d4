/* SPDX-License-Identifier: BSD-2-Clause */
/* Balances between rows of a work: conservation along the path of a line, both ends of a link, how long entries stay. */
#ifndef CORE_MEANING_BALANCE_H
#define CORE_MEANING_BALANCE_H

#include "core/check/meaning_count.h"

/* Judges the balances of the request's work. Call it after the rows are judged. A failure is reported only if the report has
 * none. */
void meaning_balance(const struct meaning_request *request, struct meaning_report *report,
		     const struct meaning_counted *counted);

/* True if both rows of a MEANING_PAIRS balance count the same, more than one and at most two lines for each line read: a prefetcher
 * is on although its register says that it is off. Call it after the rows are fitted. */
bool meaning_pairs(const struct meaning_request *request, const struct meaning_report *report,
		   const struct meaning_counted *counted);

#endif
