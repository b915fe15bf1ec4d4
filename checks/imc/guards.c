/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting writes nothing beyond its page of counters. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

void run_guards(struct check_context *context)
{
	const struct box *box = subject(context);
	const volatile uint64_t *broken = posted_broken_guard(box->base + POSTED_PAGE);
	struct finding finding = {
		.where = {.space = SPACE_MEMORY, .width_bits = 64, .socket = box->socket, .address = (uint64_t)broken},
		.expected = POSTED_GUARD_WORD,
		.got = broken ? *broken : 0};

	if (broken)
		fail_at(context, &finding, "the word %llu bytes after the page was written",
			(unsigned long long)(finding.where.address - box->base - POSTED_PAGE));
	check_pass(context, "%u bytes after the page are untouched", POSTED_GUARD);
}
