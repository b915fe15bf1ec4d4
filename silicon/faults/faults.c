/* SPDX-License-Identifier: BSD-2-Clause */
/* From the words of a fault to what it does. */
#include "silicon/faults/kinds.h"

#include "lib/memory.h"

static struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

void faults_make(struct faults *faults, struct model *model, struct model_room *room)
{
	unsigned boxes = model->part->boxes;

	memset(faults, 0, sizeof(*faults));
	faults->model = model;
	faults->reg = model_take(room, model->registers, sizeof(*faults->reg));
	faults->box = model_take(room, boxes, sizeof(*faults->box));
	faults->timer = model_take(room, (size_t)MODEL_SOCKETS * boxes, sizeof(*faults->timer));
	for (unsigned i = 0; room->at && i < model->registers; i++)
		faults->reg[i].alias = model->reg[i].behind;
}

/* A fault cut into its words. */
struct fault_words {
	struct slice box, part, kind, argument; /* null `at`: not there */
};

static struct fault_words cut(struct slice fault)
{
	struct fault_words words = {0};
	struct slice name = slice_cut(&fault, '=');

	words.argument = fault;
	words.box = slice_cut(&name, '.');
	words.part = slice_cut(&name, '.');
	words.kind = name;
	if (!words.kind.at) {
		words.kind = words.part;
		words.part = (struct slice){0};
	}
	return words;
}

static bool is_role(const struct model_register *reg, enum place place)
{
	if (place == COUNTER_REGISTER)
		return reg->bank->role == MODEL_COUNTER;
	if (place == STATUS_REGISTER)
		return reg->bank->role == MODEL_STATUS;
	if (place == TICKER_REGISTER)
		return reg->bank->role == MODEL_TICKER;
	return place == ANY_REGISTER;
}

/* Whether there is such a thing to break about the box. */
static bool can_break(const struct aim *aim, const struct fault_kind *row)
{
	return (row->has & ~aim->model->part->box[aim->box].type->has) == 0;
}

bool fault_fits(const struct aim *aim, const struct fault_kind *kind)
{
	if (!can_break(aim, kind))
		return false;
	if (kind->place == ANY_BOX || kind->place == BOX_PART)
		return aim->reg == MODEL_NONE;
	return aim->reg != MODEL_NONE && is_role(reg_of(aim), kind->place);
}

/* Whether a row is the one for a box and the words. */
static bool is_meant(const struct fault_kind *row, const struct aim *aim, const struct fault_words *words)
{
	if (!words->kind.at || !slice_is(words->kind, row->kind))
		return false;
	if (row->place == ANY_BOX ? words->part.at != NULL : !words->part.at)
		return false;
	return fault_fits(aim, row) && (!row->part || slice_is(words->part, row->part));
}

/* The register BOX.REGISTER; MODEL_NONE. */
static unsigned named_register(const struct model *model, struct slice name)
{
	struct slice box = slice_cut(&name, '.');

	return name.at ? model_find_register(model, box, name) : MODEL_NONE;
}

static bool number_between(struct slice text, uint64_t low, uint64_t high, struct aim *aim, struct text *error)
{
	if (text.at && parse_u64(text, &aim->argument) && aim->argument >= low && aim->argument <= high)
		return true;
	text_format(error, "its argument must be a number from %llu to %llu", (unsigned long long)low,
		    (unsigned long long)high);
	return false;
}

static bool read_argument(const struct fault_kind *row, struct slice text, struct aim *aim, struct text *error)
{
	switch (row->argument) {
	case NO_ARGUMENT:
		if (text.at)
			text_string(error, "it takes no argument");
		return !text.at;
	case OPTIONAL:
		aim->argument = row->value;
		if (!text.at)
			return true;
		return number_between(text, row->minimum, row->maximum, aim, error);
	case NUMBER: return number_between(text, row->minimum, row->maximum, aim, error);
	case BIT_NUMBER: return number_between(text, 0, reg_of(aim)->bank->bits - 1u, aim, error);
	case CONTENT: return number_between(text, 0, MASK(0, reg_of(aim)->bank->bits), aim, error);
	default:
		aim->other = text.at ? named_register(aim->model, text) : MODEL_NONE;
		if (aim->other == MODEL_NONE)
			text_string(error, "its argument must be BOX.REGISTER");
		return aim->other != MODEL_NONE;
	}
}

static void put_kind(struct text *text, const struct fault_kind *row)
{
	static const char *const stems[] = {
		[ANY_BOX] = "BOX",
		[BOX_PART] = "BOX",
		[ANY_REGISTER] = "BOX.REGISTER",
		[COUNTER_REGISTER] = "BOX.COUNTER",
		[STATUS_REGISTER] = "BOX.status",
		[TICKER_REGISTER] = "BOX.timestamp_unit",
	};

	text_format(text, " %s.%s%s%s%s", stems[row->place], row->part ? row->part : "", row->part ? "." : "",
		    row->kind, row->argument == NO_ARGUMENT ? "" : "=ARG");
}

/* All boxes, those of a type that follow each other as one range. */
static void put_boxes(struct text *text, const struct model *model)
{
	const struct model_box *box = model->part->box;

	for (unsigned i = 0; i < model->part->boxes; i++) {
		unsigned first = i;

		while (i + 1 < model->part->boxes && box[i + 1].type == box[first].type)
			i++;
		text_char(text, ' ');
		model_put_box(text, model, first);
		if (i > first)
			text_format(text, "-%u", box[i].number);
	}
}

static bool refuse(const struct aim *aim, struct slice fault, const struct fault_words *words, struct text *error)
{
	text_format(error, "unknown fault \"%.*s\": ", (int)min_u64(fault.length, 60), fault.at);
	if (aim->box == MODEL_NONE) {
		text_format(error, "no box %.*s; boxes are", (int)min_u64(words->box.length, 20), words->box.at);
		put_boxes(error, aim->model);
		return false;
	}
	text_string(error, "known are");
	for (unsigned i = 0; i < FAULT_KINDS; i++)
		if (can_break(aim, &fault_kinds[i]))
			put_kind(error, &fault_kinds[i]);
	return false;
}

static bool complain(struct slice fault, const char *reason, struct text *error)
{
	text_format(error, "fault %.*s: %s", (int)min_u64(fault.length, 60), fault.at, reason);
	return false;
}

static void remember(struct faults *faults, struct slice fault)
{
	size_t used = strlen(faults->list);
	struct text list = text_over(faults->list + used, sizeof(faults->list) - used);

	text_char(&list, ' ');
	text_bytes(&list, fault.at, fault.length);
}

/* A fault of a register is in one place, that of a box in all of its parts: the next of them from *cursor (0
 * at first) on; false: there are no more. */
static bool next_place(struct aim *aim, const struct fault_words *words, unsigned *cursor)
{
	if (aim->reg != MODEL_NONE) {
		aim->box = reg_of(aim)->box;
		return !(*cursor)++;
	}
	for (; *cursor < aim->model->part->boxes; (*cursor)++) {
		if (!model_is_box(aim->model, *cursor, words->box))
			continue;
		aim->box = (*cursor)++;
		return true;
	}
	return false;
}

/* Why it would change nothing; NULL: it does. */
static const char *find_refusal(const struct fault_kind *row, const struct fault_words *words, struct aim *aim)
{
	const char *reason = NULL;
	unsigned cursor = 0;

	while (row->refuse && !reason && next_place(aim, words, &cursor))
		reason = row->refuse(aim);
	return reason;
}

static void apply(const struct fault_kind *row, const struct fault_words *words, struct aim *aim)
{
	unsigned cursor = 0;

	while (next_place(aim, words, &cursor)) {
		row->apply(aim);
		aim->faults->box[aim->box].faulty = true;
		if (aim->reg != MODEL_NONE)
			aim->faults->reg[aim->reg].named = true;
	}
	aim->faults->any = true;
}

/* The first box of a name; MODEL_NONE. */
static unsigned find_box(const struct model *model, struct slice name)
{
	for (unsigned i = 0; i < model->part->boxes; i++)
		if (model_is_box(model, i, name))
			return i;
	return MODEL_NONE;
}

static const struct fault_kind *find_kind(const struct aim *aim, const struct fault_words *words)
{
	for (unsigned i = 0; aim->box != MODEL_NONE && i < FAULT_KINDS; i++)
		if (is_meant(&fault_kinds[i], aim, words))
			return &fault_kinds[i];
	return NULL;
}

bool faults_add(struct faults *faults, struct slice fault, struct text *error)
{
	struct fault_words words = cut(fault);
	struct model *model = faults->model;
	struct aim aim = {.faults = faults, .model = model, .reg = MODEL_NONE};
	const struct fault_kind *kind;
	char buffer[96] = "";
	struct text reason = TEXT_OVER(buffer);
	const char *refusal;

	aim.box = find_box(model, words.box);
	if (aim.box != MODEL_NONE && words.part.at)
		aim.reg = model_find_register(model, words.box, words.part);
	kind = find_kind(&aim, &words);
	if (!kind)
		return refuse(&aim, fault, &words, error);
	if (!read_argument(kind, words.argument, &aim, &reason))
		return complain(fault, buffer, error);
	refusal = find_refusal(kind, &words, &aim);
	if (refusal)
		return complain(fault, refusal, error);
	aim.kind = kind;
	apply(kind, &words, &aim);
	remember(faults, fault);
	return true;
}

bool fault_box_is_absent(const struct model *model, unsigned box)
{
	if (model->part->box[box].type->per_core && model->part->box[box].number >= model->cores)
		return true;
	for (unsigned i = 0; i < model->registers; i++)
		if (model->reg[i].box == box && !model->reg[i].absent)
			return false;
	return true;
}

bool faults_check(const struct faults *faults, struct text *error)
{
	const struct model *model = faults->model;

	for (unsigned i = 0; i < model->part->boxes; i++) {
		if (!faults->box[i].faulty || !fault_box_is_absent(model, i))
			continue;
		text_string(error, "fault: this machine has no ");
		model_put_box(error, model, i);
		return false;
	}
	for (unsigned i = 0; i < model->registers; i++) {
		if (!faults->reg[i].named || !model->reg[i].absent)
			continue;
		text_string(error, "fault: this machine has no ");
		model_put_register(error, model, i);
		return false;
	}
	return true;
}
