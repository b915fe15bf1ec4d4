/* SPDX-License-Identifier: BSD-2-Clause */
/* Nobody writes behind the page of counters that it was given. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

static void run_guards(struct check_context *context)
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

const struct check check_guards = {
	.name = "guard",
	.title = "nothing is written past the page of counters",
	.about = "The memory after the page of each core and thread was filled with a\n"
		 "pattern at start-up and must still hold it when all that posts has run. A\n"
		 "word that changed was written by an engine that does not keep to its page:\n"
		 "on such a machine counting damages whatever lies there.",
	.fact = "skiboot, hw/imc.c: a page of 8 KiB belongs to each core and thread",
	.scope = CHECK_OF_BOX,
	.applies = has_page,
	.run = run_guards,
};
