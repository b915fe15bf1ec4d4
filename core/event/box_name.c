/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/box_name.h"

#include "core/event/event.h"
#include "core/event/table.h"

/* Interprets the part of a box name after the type's name. */
static enum box_meaning suffix_meaning(const struct box_type *type, struct slice suffix, uint32_t *instance)
{
	uint64_t number;

	*instance = EVENT_EVERY_INSTANCE;
	if (slice_is(suffix, "*"))
		return BOX_MEANS_INSTANCES;
	if (!suffix.length)
		return type->instances > 1 ? BOX_MEANS_TYPE : BOX_MEANS_INSTANCES;
	if (suffix.at[0] == '0' && suffix.length > 1)
		return BOX_MEANS_NOTHING;
	if (!parse_u64(suffix, &number))
		return BOX_MEANS_NOTHING;
	if (!box_of_number(type, number, instance))
		return BOX_MEANS_BEYOND;
	if (type->instances == 1)
		*instance = EVENT_EVERY_INSTANCE;
	return BOX_MEANS_INSTANCES;
}

static bool is_digit(char character)
{
	return character >= '0' && character <= '9';
}

/* True if `name` starts with `prefix`, case ignored; *rest is what follows. A number at the end of `prefix` must end
 * there in `name`, too. */
static bool cut_prefix(struct slice name, const char *prefix, struct slice *rest)
{
	const char *end = name.at + name.length, *last = prefix;

	for (; *prefix; prefix++, name.at++) {
		if (name.at == end || !same_letter(*name.at, *prefix))
			return false;
		last = prefix;
	}
	if (name.at != end && is_digit(*last) && is_digit(*name.at))
		return false;
	*rest = slice_between(name.at, end);
	return true;
}

/* A box name. `behind` is the part after processor.pmu_start; its `at` is NULL if the name does not start with that. */
struct box_spelling {
	struct slice name, behind;
};

static bool is_started(const struct box_spelling *spelling, const struct box_type *type)
{
	return spelling->behind.at && type->scope == BOX_OF_SOCKET;
}

/* True if the name starts with libpfm4's name of the type. */
static bool cut_pmu(const struct box_spelling *spelling, const struct box_type *type, struct slice *suffix)
{
	if (!is_started(spelling, type))
		return cut_prefix(spelling->name, type->pmu, suffix);
	return cut_prefix(spelling->behind, type->pmu + (spelling->behind.at - spelling->name.at), suffix);
}

/* True if the name starts with perf's name of the type, with or without "uncore_" (perf's metrics omit it), or with
 * "uncore_" and uncork's name. */
static bool cut_perf(struct slice name, const struct box_type *type, struct slice *suffix)
{
	struct slice behind;

	return cut_prefix(name, type->perf, suffix) ||
	       (cut_prefix(slice_of(type->perf), "uncore_", &behind) && cut_prefix(name, behind.at, suffix)) ||
	       (cut_prefix(name, "uncore_", &behind) && cut_prefix(behind, type->name, suffix));
}

const char *box_short_name(const struct box_type *type)
{
	struct slice behind;

	for (const char *at = type->pmu; *at; at++)
		if (cut_prefix(slice_of(at), "_unc_", &behind))
			return behind.at;
	return type->name;
}

static enum box_meaning meaning_for(const struct box_type *type, const struct box_spelling *spelling,
				    uint32_t *instance)
{
	enum box_meaning meaning = BOX_MEANS_NOTHING;
	struct slice suffix;

	if (cut_pmu(spelling, type, &suffix))
		meaning = suffix_meaning(type, suffix, instance);
	if (meaning != BOX_MEANS_NOTHING || is_started(spelling, type))
		return meaning;
	if (cut_prefix(spelling->name, type->name, &suffix))
		meaning = suffix_meaning(type, suffix, instance);
	if (meaning == BOX_MEANS_NOTHING && cut_prefix(spelling->name, box_short_name(type), &suffix))
		meaning = suffix_meaning(type, suffix, instance);
	if (meaning != BOX_MEANS_NOTHING || !cut_perf(spelling->name, type, &suffix))
		return meaning;
	if (suffix.length > 1 && suffix.at[0] == '_') {
		suffix.at++;
		suffix.length--;
	}
	meaning = suffix_meaning(type, suffix, instance);
	return meaning == BOX_MEANS_TYPE ? BOX_MEANS_INSTANCES : meaning;
}

enum box_meaning box_meaning(const struct processor *processor, struct slice name, const struct box_type **type,
			     uint32_t *instance)
{
	struct box_spelling spelling = {.name = name};
	enum box_meaning best = BOX_MEANS_NOTHING;

	if (!processor->pmu_start || !cut_prefix(name, processor->pmu_start, &spelling.behind))
		spelling.behind.at = NULL;

	for (unsigned i = 0; i < processor->type_count && best != BOX_MEANS_INSTANCES; i++) {
		enum box_meaning meaning = meaning_for(processor->types[i], &spelling, instance);

		if (meaning == BOX_MEANS_NOTHING || (best != BOX_MEANS_NOTHING && meaning != BOX_MEANS_INSTANCES))
			continue;
		*type = processor->types[i];
		best = meaning;
	}
	return best;
}
