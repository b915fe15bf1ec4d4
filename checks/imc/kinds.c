/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports which kinds of counters the catalog lacks: these are not tested. */
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/platform.h"
#include "arch/ppc64/tree.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"
#include "lib/text.h"

static const char *const names[IMC_KINDS] = {"nest", "core", "thread", "trace"};

/* Firmware never leaves out core and thread counters that the processor's known catalogs have. */
static void expect_kind(struct check_context *context, enum imc_kind kind)
{
	const struct catalog *catalog = &posted_state.catalog;

	if (catalog->present && !catalog->kinds[kind] && imc_known_of(catalog->facts, names[kind]))
		check_fail(context, "the catalog has no %s, which firmware leaves out nowhere", names[kind]);
}

/* Firmware leaves out the nest if the microcode of a chip has status 0. It still gives the address of the chip's
 * region. */
static void expect_no_microcode(struct check_context *context)
{
	const struct catalog *catalog = &posted_state.catalog;
	const struct machine *machine = context->machine;
	unsigned chips = 0, running = 0;

	if (!catalog->present || catalog->kinds[IMC_NEST])
		return;
	for (uint16_t s = 0; s < machine->socket_count; s++) {
		struct range region;
		uint64_t status;

		if (!tree_nest_region(platform.tree, platform.chips[s], &region) ||
		    !cpu_try_load(region.start + CATALOG_CONTROL_USUAL + NEST_STATUS, 8, &status))
			return;
		chips++;
		running += status == NEST_RUNNING || status == NEST_PAUSED;
	}
	if (chips && running == chips)
		check_fail(context, "the catalog has no nest, though the microcode of %u chips answers", running);
}

void run_kinds(struct check_context *context)
{
	const struct catalog *catalog = &posted_state.catalog;
	char bytes[64];
	struct text missing = TEXT_OVER(bytes);

	expect_kind(context, IMC_CORE);
	expect_kind(context, IMC_THREAD);
	expect_no_microcode(context);
	for (unsigned i = 0; i < IMC_KINDS; i++)
		if (!catalog->kinds[i])
			text_format(&missing, "%s%s", missing.length ? ", " : "", names[i]);
	if (missing.length)
		check_skip(context, "the catalog has no %s: nothing of it is tested", missing.at);
	check_pass(context, "nest, core, thread and trace are there");
}
