/* SPDX-License-Identifier: BSD-2-Clause */
/* Rates that a scenario sets: from BOX[.PORT].EVENT[.SUB] to leaves. */
#include "silicon/models/lines.h"
#include "silicon/models/model.h"

static bool is_same(const struct model_leaf *a, const struct model_leaf *b)
{
	return a->box == b->box && a->key == b->key && a->port == b->port && a->a == b->a && a->b == b->b &&
	       a->every == b->every;
}

/* The last of several rates for one thing counts, so a rate that is set again moves to the end. */
static bool add_rate(struct model *model, const struct model_leaf *leaf, uint64_t hz, struct text *error)
{
	unsigned at = 0;

	while (at < model->rates && !is_same(&model->rate[at].leaf, leaf))
		at++;
	if (at == MODEL_RATES) {
		text_format(error, "more than %u rates", MODEL_RATES);
		return false;
	}
	if (at == model->rates)
		model->rates++;
	for (; at + 1 < model->rates; at++)
		model->rate[at] = model->rate[at + 1];
	model->rate[at] = (struct model_rate){*leaf, hz};
	return true;
}

/* ---- words of choices ----------------------------------------------------------------------------- */

/* The values that a name gives an event's choices. */
struct picks {
	unsigned char value[MODEL_CHOICES];
	bool given[MODEL_CHOICES], every[MODEL_CHOICES];
};

/* A word at the beginning of a name. */
struct word {
	size_t length;
	unsigned choice, value;
	bool every;
};

/* Takes the word if the name begins with it, and it is the longest so far. */
static void try_word(struct slice name, struct slice candidate, const struct word *meant, struct word *best)
{
	size_t length = candidate.length;

	if (length <= best->length || length > name.length)
		return;
	if (name.length > length && name.at[length] != '.' && name.at[length] != '_')
		return;
	if (!model_same_word((struct slice){name.at, length}, candidate))
		return;
	*best = *meant;
	best->length = length;
}

static struct word first_word(const struct model_event *event, const struct picks *picks, struct slice name)
{
	struct word best = {0};

	for (unsigned i = 0; i < event->choices; i++) {
		const struct model_choice *choice = &event->choice[i];
		struct slice names = slice_of(choice->names), candidate;
		unsigned value;

		if (picks->given[i] || (choice->when && choice->when != picks->value[0] + 1u))
			continue;
		while (model_next_name(&names, &candidate, &value))
			try_word(name, candidate, &(struct word){.choice = i, .value = value}, &best);
		if (choice->every)
			try_word(name, slice_of(choice->every), &(struct word){.choice = i, .every = true}, &best);
	}
	return best;
}

static bool is_asked(const struct model_event *event, const struct picks *picks, unsigned choice)
{
	unsigned when = event->choice[choice].when;

	return !when || when == picks->value[0] + 1u;
}

/* Fills in choices that the name left out, if they may be left out. */
static bool complete(const struct model_event *event, struct picks *picks, struct text *error)
{
	for (unsigned i = 0; i < event->choices; i++) {
		const struct model_choice *choice = &event->choice[i];
		struct slice names = slice_of(choice->names), name;
		unsigned value = 0;

		if (picks->given[i] || !is_asked(event, picks, i))
			continue;
		if (!choice->every && !choice->may_lack) {
			text_format(error, "rate: %s needs one of: %s", event->name, choice->names);
			return false;
		}
		picks->every[i] = choice->every != NULL;
		if (model_next_name(&names, &name, &value))
			picks->value[i] = (unsigned char)value;
	}
	return true;
}

static bool read_picks(const struct model_event *event, struct slice name, struct picks *picks, struct text *error)
{
	while (name.at) {
		struct word word = first_word(event, picks, name);

		if (!word.length) {
			text_format(error, "rate: %s: unknown word %.*s", event->name, lines_shown(name), name.at);
			return false;
		}
		picks->given[word.choice] = true;
		picks->every[word.choice] = word.every;
		picks->value[word.choice] = (unsigned char)word.value;
		name.at += word.length;
		name.length -= word.length;
		slice_cut(&name, name.length ? name.at[0] : '.');
	}
	return complete(event, picks, error);
}

/* ---- leaves --------------------------------------------------------------------------------------- */

/* Lists the values of a choice that a name selects. */
static unsigned list_values(const struct model_event *event, const struct picks *picks, unsigned choice,
			    unsigned char values[MODEL_SOURCES])
{
	struct slice names = slice_of(event->choice[choice].names), name;
	unsigned count = 0, value;

	if (!picks->every[choice]) {
		values[0] = picks->value[choice];
		return 1;
	}
	while (model_next_name(&names, &name, &value))
		values[count++] = (unsigned char)value;
	return count;
}

/* Divides the rate evenly among what the name selects. The first one gets the remainder. */
static bool set_choices(struct model *model, const struct model_event *event, const struct picks *picks,
			struct model_leaf leaf, uint64_t hz, struct text *error)
{
	unsigned char first[MODEL_SOURCES], second[MODEL_SOURCES] = {0};
	unsigned firsts = list_values(event, picks, 0, first), seconds = 1;
	bool paired = false;
	uint64_t left;

	for (unsigned i = 1; i < event->choices; i++) {
		if (!is_asked(event, picks, i))
			continue;
		seconds = list_values(event, picks, i, second);
		paired = true;
	}
	left = hz % (firsts * seconds);
	for (unsigned i = 0; i < firsts; i++) {
		for (unsigned j = 0; j < seconds; j++) {
			leaf.a = (uint8_t)(first[i] + 1);
			leaf.b = paired ? (uint8_t)(second[j] + 1) : 0;
			if (!add_rate(model, &leaf, hz / (firsts * seconds) + left, error))
				return false;
			left = 0;
		}
	}
	return true;
}

static bool set_umask(struct model *model, const struct model_event *event, struct slice name, struct model_leaf leaf,
		      uint64_t hz, struct text *error)
{
	unsigned sub = event->subs && name.at ? model_name_sub(event, name) : 0;
	bool bare = !event->subs || (event->flags & MODEL_BARE && !name.at);

	if (bare ? name.at != NULL : !sub) {
		text_format(error, "rate: %s needs one sub-event of: %s", event->name,
			    event->subs ? event->sub_names : "(none)");
		return false;
	}
	for (; sub; sub >>= 1)
		leaf.a++;
	return add_rate(model, &leaf, hz, error);
}

/* Sets one rate at one port of one box; `rest` is EVENT[.SUB]. */
static bool set_at(struct model *model, struct model_leaf leaf, struct slice rest, uint64_t hz, struct text *error)
{
	const struct model_type *type = model->unit[leaf.box].type;
	const struct model_event *event = model_name_event(type->events, rest);
	struct slice name = event ? rest : slice_cut(&rest, '.');
	struct picks picks = {0};

	if (event)
		rest.at = NULL;
	else
		event = model_name_event(type->events, name);
	if (!event) {
		text_format(error, "rate: %s has no event %.*s", type->name, lines_shown(name), name.at);
		return false;
	}
	leaf.key = (uint16_t)model_key(event);
	if (!event->choices)
		return set_umask(model, event, rest, leaf, hz, error);
	if (!read_picks(event, rest, &picks, error))
		return false;
	return set_choices(model, event, &picks, leaf, hz, error);
}

/* True if `name` is "port" and a number, or a star. */
static bool is_port(struct slice name, unsigned port)
{
	uint64_t number;

	if (name.length < 5 || !model_same_word((struct slice){name.at, 4}, slice_of("port")))
		return false;
	name.at += 4;
	name.length -= 4;
	return slice_is(name, "*") || (parse_u64(name, &number) && number == port);
}

/* Sets one rate in one box, at the ports that `rest` selects, if it has ports: [PORT.]EVENT[.SUB]. */
static bool set_box(struct model *model, struct model_leaf leaf, struct slice rest, uint64_t hz, unsigned *found,
		    struct text *error)
{
	const struct model_box *box = &model->unit[leaf.box];
	const struct model_type *type = box->type;
	struct slice name;

	if (!type->ports) {
		(*found)++;
		return set_at(model, leaf, rest, hz, error);
	}
	name = slice_cut(&rest, '.');
	for (unsigned i = 0; i < type->ports; i++) {
		if (!is_port(name, box->number * type->ports + i))
			continue;
		(*found)++;
		leaf.port = (uint8_t)i;
		if (!set_at(model, leaf, rest, hz, error))
			return false;
	}
	return true;
}

/* True if `name` is a box type followed by a star. */
static bool is_every(struct slice name, const char *type)
{
	if (!name.length || name.at[name.length - 1] != '*')
		return false;
	name.length--;
	return slice_is_no_case(name, type);
}

bool model_set_rate(struct model *model, struct slice name, uint64_t hz, struct text *error)
{
	struct slice rest = name, box = slice_cut(&rest, '.');
	unsigned boxes = 0, found = 0;

	for (unsigned i = 0; i < model->boxes; i++) {
		const struct model_type *type = model->unit[i].type;
		struct model_leaf leaf = {.box = (uint16_t)i, .every = is_every(box, type->name)};

		if (!leaf.every && !model_is_box(model, i, box))
			continue;
		/* One entry is for all boxes, unless port numbers continue from box to box. */
		leaf.every &= !type->ports;
		boxes++;
		if (!set_box(model, leaf, rest, hz, &found, error))
			return false;
		if (leaf.every)
			break;
	}
	if (!boxes)
		text_format(error, "rate: unknown box %.*s", lines_shown(box), box.at);
	else if (!found)
		text_format(error, "rate: unknown port %.*s", lines_shown(rest), rest.at);
	return found != 0;
}
