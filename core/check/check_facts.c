/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts of a processor that only checks need, found by the processor's name and by its box types' names. */
#include "core/check/check.h"

#include "lib/memory.h"

const struct check_facts *check_facts_of(const struct machine *machine)
{
	for (const struct check_facts *const *at = check_facts; machine->processor && *at; at++)
		if ((*at)->processor ? !strcmp((*at)->processor, machine->processor->name)
				     : machine->processor->described != NULL)
			return *at;
	return NULL;
}

static const struct cited_fact *fact_of(const struct check_facts *facts, const struct check *check)
{
	for (unsigned i = 0; i < facts->fact_count; i++)
		if (facts->facts[i].check == check)
			return &facts->facts[i];
	return NULL;
}

static const char *cited_here(const struct check_facts *facts, const struct check *check)
{
	const struct cited_fact *fact = fact_of(facts, check);

	return fact ? fact->fact : NULL;
}

bool check_is_unseen(const struct check_facts *facts, const struct check *check)
{
	const struct cited_fact *fact = facts ? fact_of(facts, check) : NULL;

	return fact && fact->unseen;
}

static bool is_confirmed(const struct check_likeness *like, const struct check *check)
{
	for (const struct check *const *at = like->checks; *at; at++)
		if (*at == check)
			return true;
	return false;
}

const char *check_cited(const struct check_facts *facts, const struct check *check)
{
	const char *own = facts ? cited_here(facts, check) : NULL;

	if (own || !facts || !facts->like || !is_confirmed(facts->like, check))
		return own;
	return cited_here(facts->like->facts, check);
}

const struct null_filter *check_null_filter(const struct machine *machine, const struct box_type *type)
{
	const struct check_facts *facts = check_facts_of(machine);

	for (unsigned i = 0; facts && i < facts->null_filter_count; i++)
		if (!strcmp(facts->null_filters[i].box, type->name))
			return &facts->null_filters[i];
	return NULL;
}

const struct rated_clock *check_rated_clock_of(const struct machine *machine, const struct box_type *type)
{
	const struct check_facts *facts = check_facts_of(machine);

	for (unsigned i = 0; facts && i < facts->rated_clock_count; i++)
		if (!strcmp(facts->rated_clocks[i].box, type->name))
			return &facts->rated_clocks[i];
	return NULL;
}

const struct shared_clock *check_shared_clock(const struct machine *machine, const struct box_type *type)
{
	const struct check_facts *facts = check_facts_of(machine);

	for (unsigned i = 0; facts && i < facts->shared_clock_count; i++)
		if (!strcmp(facts->shared_clocks[i].box, type->name))
			return &facts->shared_clocks[i];
	return NULL;
}

const struct known_count *check_known_count(const struct machine *machine, const struct box_type *type, unsigned index)
{
	const struct check_facts *facts = check_facts_of(machine);

	for (unsigned i = 0; facts && i < facts->known_count_count; i++)
		if (!strcmp(facts->known_counts[i].box, type->name) && !index--)
			return &facts->known_counts[i];
	return NULL;
}
