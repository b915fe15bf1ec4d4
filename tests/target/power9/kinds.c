/* SPDX-License-Identifier: BSD-2-Clause */
/* Which kinds of counters the catalog has: what is not in it is not tested, and that is said. */
#include "lib/text.h"
#include "tests/target/power9/all.h"
#include "tests/target/power9/support.h"

static void run(struct check_context *context)
{
	static const char *const names[IMC_KINDS] = {"nest", "core", "thread", "trace"};
	const struct catalog *catalog = &posted_state.catalog;
	char bytes[64];
	struct text missing = TEXT_OVER(bytes);

	for (unsigned i = 0; i < IMC_KINDS; i++)
		if (!catalog->kinds[i])
			text_format(&missing, "%s%s", missing.length ? ", " : "", names[i]);
	if (missing.length)
		check_skip(context, "the catalog has no %s: nothing of it is tested", missing.at);
	check_pass(context, "nest, core, thread and trace are there");
}

const struct check check_kinds = {
	.name = "kinds",
	.title = "the catalog has counters of nest, cores and threads, and sampling",
	.about = "Firmware leaves out what its microcode or processor version does not\n"
		 "have. Such a machine may be sound, but nothing of what is left out was\n"
		 "tested here. On a machine that should have it, look for its microcode.",
	.fact = "skiboot, hw/imc.c: PMUs whose units or microcode are missing are removed",
	.scope = CHECK_OF_MACHINE,
	.run = run,
};
