/* SPDX-License-Identifier: BSD-2-Clause */
/* The box part of an event string. */
#include "core/event/event_internal.h"
#include "lib/memory.h"

/* What a box name has behind the type's name. */
static enum box_meaning suffix_meaning(const struct box_type *type, struct slice suffix,
				       uint64_t *instances)
{
	uint64_t number;

	*instances = MASK(0, type->instances);
	if (slice_is(suffix, "*"))
		return BOX_MEANS_INSTANCES;
	if (!suffix.length)
		return type->instances > 1 ? BOX_MEANS_TYPE : BOX_MEANS_INSTANCES;
	if (suffix.at[0] == '0' && suffix.length > 1)
		return BOX_MEANS_NOTHING;
	if (!parse_u64(suffix, &number))
		return BOX_MEANS_NOTHING;
	if (number >= type->instances)
		return BOX_MEANS_BEYOND;
	*instances = BIT(number);
	return BOX_MEANS_INSTANCES;
}

/* True if `name` starts with `prefix`, case ignored; *rest is what follows. */
static bool cut_prefix(struct slice name, const char *prefix, struct slice *rest)
{
	size_t length = strlen(prefix);

	if (name.length < length)
		return false;
	*rest = (struct slice){name.at + length, name.length - length};
	return name_is((struct slice){name.at, length}, prefix);
}

static enum box_meaning meaning_for(const struct box_type *type, struct slice name,
				    uint64_t *instances)
{
	const char *const names[] = {type->name, type->pmu};
	enum box_meaning meaning = BOX_MEANS_NOTHING;
	struct slice suffix;

	for (unsigned i = 0; i < ARRAY_SIZE(names) && meaning == BOX_MEANS_NOTHING; i++)
		if (cut_prefix(name, names[i], &suffix))
			meaning = suffix_meaning(type, suffix, instances);
	if (meaning != BOX_MEANS_NOTHING || !cut_prefix(name, type->perf, &suffix))
		return meaning;
	if (suffix.length > 1 && suffix.at[0] == '_') {
		suffix.at++;
		suffix.length--;
	}
	meaning = suffix_meaning(type, suffix, instances);
	return meaning == BOX_MEANS_TYPE ? BOX_MEANS_INSTANCES : meaning;
}

enum box_meaning box_meaning(const struct processor *processor, struct slice name,
			     const struct box_type **type, uint64_t *instances)
{
	enum box_meaning best = BOX_MEANS_NOTHING;

	for (unsigned i = 0; i < processor->type_count && best != BOX_MEANS_INSTANCES; i++) {
		enum box_meaning meaning = meaning_for(processor->types[i], name, instances);

		if (meaning == BOX_MEANS_NOTHING ||
		    (best != BOX_MEANS_NOTHING && meaning != BOX_MEANS_INSTANCES))
			continue;
		*type = processor->types[i];
		best = meaning;
	}
	return best;
}

bool parse_library_box(struct parse *parse, struct slice name)
{
	struct event_choice *choice = parse->choice;
	const struct processor *processor = choice->processor;

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];
		bool numbered = type->instances > 1;
		struct slice suffix;

		if (!type->library || !cut_prefix(name, type->pmu, &suffix) ||
		    numbered != (suffix.length > 0) || slice_is(suffix, "*") ||
		    suffix_meaning(type, suffix, &choice->instances) != BOX_MEANS_INSTANCES)
			continue;
		choice->type = type;
		return true;
	}
	return refuse_box(parse, name);
}

bool parse_box(struct parse *parse, struct slice name)
{
	struct event_choice *choice = parse->choice;
	const struct box_type *type = NULL;
	unsigned last;

	switch (box_meaning(choice->processor, name, &type, &choice->instances)) {
	case BOX_MEANS_INSTANCES: choice->type = type; return true;
	case BOX_MEANS_NOTHING: return refuse_box(parse, name);
	case BOX_MEANS_TYPE:
	case BOX_MEANS_BEYOND: break;
	}
	last = type->instances - 1u;
	if (last)
		refuse(parse, COMPLAINT_BOX, name, "which %s? there are %s0 to %s%u", type->name,
		       type->name, type->name, last);
	else
		refuse(parse, COMPLAINT_BOX, name, "there is one %s only", type->name);
	if (last) {
		struct text hint = hint_text(parse);

		text_format(&hint, "%s* means all of them", type->name);
	}
	return false;
}
