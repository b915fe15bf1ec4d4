/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a table of meanings together with the table that it is based on. */
#include "core/check/meaning.h"

#include "lib/parse.h"

static bool is_without(const struct meanings *meanings, const char *events)
{
	for (unsigned i = 0; meanings->without && meanings->without[i]; i++)
		if (glob_match(slice_of(meanings->without[i]), events))
			return true;
	return false;
}

static bool holds_law(const struct meanings *meanings, const struct meaning_law *law)
{
	bool holds = !is_without(meanings, law->whole);

	for (unsigned i = 0; i < MEANING_PARTS && law->parts[i]; i++)
		holds = holds && !is_without(meanings, law->parts[i]);
	return holds;
}

const struct meaning *meaning_row(const struct meanings *meanings, unsigned i)
{
	const struct meanings *like = meanings->like;

	if (i < meanings->row_count)
		return &meanings->rows[i];
	i -= meanings->row_count;
	for (unsigned n = 0; like && n < like->row_count; n++)
		if (!is_without(meanings, like->rows[n].events) && !i--)
			return &like->rows[n];
	return NULL;
}

const struct meaning_law *meaning_law(const struct meanings *meanings, unsigned i)
{
	const struct meanings *like = meanings->like;

	if (i < meanings->law_count)
		return &meanings->laws[i];
	i -= meanings->law_count;
	for (unsigned n = 0; like && n < like->law_count; n++)
		if (holds_law(meanings, &like->laws[n]) && !i--)
			return &like->laws[n];
	return NULL;
}

const struct meaning_balance *meaning_balance_of(const struct meanings *meanings, unsigned i)
{
	const struct meanings *like = meanings->like;

	if (i < meanings->balance_count)
		return &meanings->balances[i];
	i -= meanings->balance_count;
	for (unsigned n = 0; like && n < like->balance_count; n++)
		if (!is_without(meanings, like->balances[n].first.events) &&
		    !is_without(meanings, like->balances[n].second.events) && !i--)
			return &like->balances[n];
	return NULL;
}

static bool is_within(const void *at, const void *first, const void *end)
{
	return (const char *)at >= (const char *)first && (const char *)at < (const char *)end;
}

const char *meaning_of_whom(const struct meanings *meanings, const void *row)
{
	const struct meanings *like = meanings->like;

	return like && (is_within(row, like->rows, like->rows + like->row_count) ||
			is_within(row, like->laws, like->laws + like->law_count) ||
			is_within(row, like->balances, like->balances + like->balance_count))
		       ? meanings->like_says
		       : "";
}
