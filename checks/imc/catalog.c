/* SPDX-License-Identifier: BSD-2-Clause */
/* The catalog that firmware put into the device tree makes sense. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

static void say_trouble(struct check_context *context, enum catalog_trouble trouble)
{
	const struct catalog *catalog = &posted_state.catalog;

	check_fail(context, "%u %s; the first is %s", catalog->troubles[trouble], catalog_trouble_text(trouble),
		   catalog->first_trouble[trouble]);
}

void run_catalog(struct check_context *context)
{
	const struct catalog *catalog = &posted_state.catalog;

	if (!catalog->present) {
		check_skip(context, "the device tree has no catalog");
		return;
	}
	/* A foreign catalog explains all other failures, so it comes first. */
	if (catalog_is_foreign(catalog))
		say_trouble(context, CATALOG_FOREIGN);
	for (unsigned i = 0; i < CATALOG_TROUBLES; i++)
		if (catalog->troubles[i] && i != CATALOG_OVERLAP)
			say_trouble(context, (enum catalog_trouble)i);
	if (catalog->troubles[CATALOG_OVERLAP])
		say_trouble(context, CATALOG_OVERLAP);
	check_pass(context, "version 0x%llx, %u PMUs, %u events", (unsigned long long)catalog->version,
		   catalog->pmu_count, catalog->event_count);
}
