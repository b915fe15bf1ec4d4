/* SPDX-License-Identifier: BSD-2-Clause */
/* What can be broken: one row per kind of fault. */
#include "lib/memory.h"
#include "silicon/models/model.h"

/* What a fault is about, and what it does. */
struct aim {
	struct silicon *silicon;
	unsigned box;
	unsigned reg;   /* for faults of registers */
	unsigned other; /* the register that the argument names */
	uint64_t argument;
};

enum argument {
	NO_ARGUMENT,
	NUMBER,     /* minimum..maximum */
	OPTIONAL,   /* the same, `value` if left out */
	BIT_NUMBER, /* a bit of the register */
	CONTENT,    /* what fits the register */
	REGISTER    /* BOX.REGISTER */
};

enum place {
	ANY_BOX,  /* BOX.KIND */
	BOX_PART, /* BOX.PART.KIND */
	ANY_REGISTER,
	COUNTER_REGISTER,
	STATUS_REGISTER,
	TICKER_REGISTER,
};

struct fault_kind {
	enum place place;
	uint16_t breaks;  /* MODEL_BREAKS_... that a box must have; 0: none */
	const char *part; /* of BOX_PART */
	const char *kind;
	enum argument argument;
	uint64_t minimum, maximum, value;
	void (*apply)(const struct aim *aim);
};

static struct model_register *reg_of(const struct aim *aim)
{
	return &aim->silicon->reg[aim->reg];
}

static struct model_counter_place *counter_of(const struct aim *aim)
{
	return &aim->silicon->counter[reg_of(aim)->counter];
}

static struct model_box_place *box_of(const struct aim *aim)
{
	return &aim->silicon->box[aim->box];
}

static struct model_faults *faults_of(const struct aim *aim)
{
	return &box_of(aim)->faults;
}

static void box_gp(const struct aim *aim)
{
	box_of(aim)->gp = true;
}

static void box_hidden(const struct aim *aim)
{
	box_of(aim)->hidden = true;
}

static void box_id(const struct aim *aim)
{
	box_of(aim)->id = (uint16_t)aim->argument;
}

static void enable_ignored(const struct aim *aim)
{
	box_of(aim)->enable_ignored = true;
}

static void status_sticky(const struct aim *aim)
{
	box_of(aim)->status_sticky = true;
}

static void status_missing(const struct aim *aim)
{
	box_of(aim)->status_missing = true;
}

static void filter_ignored(const struct aim *aim)
{
	box_of(aim)->filter_ignored = true;
}

static void lock_ignored(const struct aim *aim)
{
	box_of(aim)->lock_ignored = true;
}

static void tally_ignored(const struct aim *aim)
{
	box_of(aim)->tally_ignored = true;
}

static void summary_missing(const struct aim *aim)
{
	box_of(aim)->summary_missing = true;
}

static void ticker_dead(const struct aim *aim)
{
	reg_of(aim)->stuck0 = ~UINT64_C(0);
}

static void register_gp(const struct aim *aim)
{
	reg_of(aim)->gp = true;
	reg_of(aim)->forgiven = true;
}

static void register_dropped(const struct aim *aim)
{
	reg_of(aim)->dropped = true;
	reg_of(aim)->forgiven = true;
}

static void register_stuck1(const struct aim *aim)
{
	reg_of(aim)->stuck1 |= BIT(aim->argument);
}

static void register_stuck0(const struct aim *aim)
{
	reg_of(aim)->stuck0 |= BIT(aim->argument);
}

static void register_reset(const struct aim *aim)
{
	reg_of(aim)->initial = aim->argument;
}

static void register_alias(const struct aim *aim)
{
	reg_of(aim)->alias = (uint16_t)aim->other;
	reg_of(aim)->forgiven = true;
	aim->silicon->reg[aim->other].forgiven = true;
}

static void counter_dead(const struct aim *aim)
{
	counter_of(aim)->factor = 0;
}

static void counter_rate(const struct aim *aim)
{
	counter_of(aim)->factor = (uint32_t)aim->argument;
}

static void counter_width(const struct aim *aim)
{
	counter_of(aim)->width = (uint8_t)aim->argument;
}

static void counter_silent(const struct aim *aim)
{
	counter_of(aim)->silent = true;
}

static void freeze_ignored(const struct aim *aim)
{
	faults_of(aim)->freeze_ignored = true;
}

static void reset_ignored(const struct aim *aim)
{
	faults_of(aim)->reset_ignored = true;
}

static void master_ignored(const struct aim *aim)
{
	faults_of(aim)->master_ignored = true;
}

static void pmi_lost(const struct aim *aim)
{
	faults_of(aim)->pmi_lost = true;
}

static void pmi_spurious(const struct aim *aim)
{
	faults_of(aim)->pmi_spurious = true;
	faults_of(aim)->spurious_ns = aim->argument;
}

static void pmi_doubled(const struct aim *aim)
{
	faults_of(aim)->pmi_doubled = true;
	faults_of(aim)->doubled_ns = aim->argument;
}

static void pmi_core(const struct aim *aim)
{
	faults_of(aim)->pmi_misrouted = true;
	faults_of(aim)->pmi_core = (uint8_t)aim->argument;
}

#define SECOND UINT64_C(1000000000)
#define LATER  UINT64_C(1000000)

/* What each does to whom is in scenario.h. */
/* clang-format off */
static const struct fault_kind kinds[] = {
	{ANY_BOX, MODEL_BREAKS_ACCESS, NULL, "gp", NO_ARGUMENT, 0, 0, 0, box_gp},
	{ANY_BOX, MODEL_BREAKS_PRESENCE, NULL, "hidden", NO_ARGUMENT, 0, 0, 0, box_hidden},
	{ANY_BOX, MODEL_BREAKS_PRESENCE, NULL, "id", NUMBER, 0, 0xffff, 0, box_id},
	{BOX_PART, MODEL_BREAKS_ENABLE, "enable", "ignored", NO_ARGUMENT, 0, 0, 0, enable_ignored},
	{BOX_PART, MODEL_BREAKS_SUMMARY, "summary", "missing", NO_ARGUMENT, 0, 0, 0, summary_missing},
	{BOX_PART, MODEL_BREAKS_FILTER, "filter", "ignored", NO_ARGUMENT, 0, 0, 0, filter_ignored},
	{BOX_PART, MODEL_BREAKS_LOCK, "lock", "ignored", NO_ARGUMENT, 0, 0, 0, lock_ignored},
	{BOX_PART, MODEL_BREAKS_TALLY, "tally", "ignored", NO_ARGUMENT, 0, 0, 0, tally_ignored},
	{BOX_PART, MODEL_BREAKS_MASTER, "en_all", "ignored", NO_ARGUMENT, 0, 0, 0, master_ignored},
	{BOX_PART, MODEL_BREAKS_FREEZE, "freeze", "ignored", NO_ARGUMENT, 0, 0, 0, freeze_ignored},
	{BOX_PART, MODEL_BREAKS_RESET, "reset", "ignored", NO_ARGUMENT, 0, 0, 0, reset_ignored},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "lost", NO_ARGUMENT, 0, 0, 0, pmi_lost},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "spurious", OPTIONAL, 1, SECOND, LATER, pmi_spurious},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "doubled", OPTIONAL, 1, SECOND, LATER, pmi_doubled},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "core", NUMBER, 0, MODEL_CORES - 1, 0, pmi_core},
	{STATUS_REGISTER, 0, NULL, "sticky", NO_ARGUMENT, 0, 0, 0, status_sticky},
	{STATUS_REGISTER, 0, NULL, "missing", NO_ARGUMENT, 0, 0, 0, status_missing},
	{COUNTER_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, counter_dead},
	{TICKER_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, ticker_dead},
	{COUNTER_REGISTER, 0, NULL, "rate", NUMBER, 0, MODEL_FACTOR_LIMIT, 0, counter_rate},
	{COUNTER_REGISTER, 0, NULL, "width", NUMBER, 1, 48, 0, counter_width},
	{COUNTER_REGISTER, 0, NULL, "silent", NO_ARGUMENT, 0, 0, 0, counter_silent},
	{ANY_REGISTER, 0, NULL, "stuck1", BIT_NUMBER, 0, 0, 0, register_stuck1},
	{ANY_REGISTER, 0, NULL, "stuck0", BIT_NUMBER, 0, 0, 0, register_stuck0},
	{ANY_REGISTER, MODEL_BREAKS_ACCESS, NULL, "gp", NO_ARGUMENT, 0, 0, 0, register_gp},
	{ANY_REGISTER, 0, NULL, "dropped", NO_ARGUMENT, 0, 0, 0, register_dropped},
	{ANY_REGISTER, 0, NULL, "alias", REGISTER, 0, 0, 0, register_alias},
	{ANY_REGISTER, 0, NULL, "reset", CONTENT, 0, 0, 0, register_reset},
};
/* clang-format on */

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
	return (row->breaks & ~aim->silicon->part->box[aim->box].type->breaks) == 0;
}

/* Whether a row is the one for a box and the words. */
static bool fits(const struct fault_kind *row, const struct aim *aim,
		 const struct fault_words *words)
{
	if (!words->kind.at || !slice_is(words->kind, row->kind) || !can_break(aim, row))
		return false;
	if (row->place == ANY_BOX)
		return !words->part.at;
	if (!words->part.at)
		return false;
	if (row->part)
		return slice_is(words->part, row->part);
	return aim->reg != MODEL_NONE && is_role(reg_of(aim), row->place);
}

/* The register BOX.REGISTER; MODEL_NONE. */
static unsigned named_register(const struct silicon *silicon, struct slice name)
{
	struct slice box = slice_cut(&name, '.');

	return name.at ? model_find_register(silicon, box, name) : MODEL_NONE;
}

static bool number_between(struct slice text, uint64_t low, uint64_t high, struct aim *aim,
			   struct text *error)
{
	if (text.at && parse_u64(text, &aim->argument) && aim->argument >= low &&
	    aim->argument <= high)
		return true;
	text_format(error, "its argument must be a number from %llu to %llu",
		    (unsigned long long)low, (unsigned long long)high);
	return false;
}

static bool read_argument(const struct fault_kind *row, struct slice text, struct aim *aim,
			  struct text *error)
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
		aim->other = text.at ? named_register(aim->silicon, text) : MODEL_NONE;
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

	text_format(text, " %s.%s%s%s%s", stems[row->place], row->part ? row->part : "",
		    row->part ? "." : "", row->kind, row->argument == NO_ARGUMENT ? "" : "=ARG");
}

/* All boxes, those of a type that follow each other as one range. */
static void put_boxes(struct text *text, const struct silicon *silicon)
{
	const struct model_box *box = silicon->part->box;

	for (unsigned i = 0; i < silicon->part->boxes; i++) {
		unsigned first = i;

		while (i + 1 < silicon->part->boxes && box[i + 1].type == box[first].type)
			i++;
		text_char(text, ' ');
		model_put_box(text, silicon, first);
		if (i > first)
			text_format(text, "-%u", box[i].number);
	}
}

static bool refuse(const struct aim *aim, struct slice fault, const struct fault_words *words,
		   struct text *error)
{
	text_format(error, "unknown fault \"%.*s\": ", (int)min_u64(fault.length, 60), fault.at);
	if (aim->box == MODEL_NONE) {
		text_format(error, "no box %.*s; boxes are", (int)min_u64(words->box.length, 20),
			    words->box.at);
		put_boxes(error, aim->silicon);
		return false;
	}
	text_string(error, "known are");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (can_break(aim, &kinds[i]))
			put_kind(error, &kinds[i]);
	return false;
}

static void remember(struct silicon *silicon, struct slice fault)
{
	size_t used = strlen(silicon->fault_list);
	struct text list =
		text_over(silicon->fault_list + used, sizeof(silicon->fault_list) - used);

	text_char(&list, ' ');
	text_bytes(&list, fault.at, fault.length);
}

/* A fault of a register is in one place, that of a box in all of its parts. */
static void apply(const struct fault_kind *row, const struct fault_words *words, struct aim *aim)
{
	if (aim->reg != MODEL_NONE) {
		aim->box = reg_of(aim)->box;
		row->apply(aim);
		return;
	}
	for (unsigned i = 0; i < aim->silicon->part->boxes; i++) {
		if (!model_is_box(aim->silicon, i, words->box))
			continue;
		aim->box = i;
		row->apply(aim);
	}
}

/* The first box of a name; MODEL_NONE. */
static unsigned find_box(const struct silicon *silicon, struct slice name)
{
	for (unsigned i = 0; i < silicon->part->boxes; i++)
		if (model_is_box(silicon, i, name))
			return i;
	return MODEL_NONE;
}

bool model_break(struct silicon *silicon, struct slice fault, struct text *error)
{
	struct fault_words words = cut(fault);
	struct aim aim = {.silicon = silicon, .reg = MODEL_NONE};
	char buffer[96];
	struct text reason = TEXT_OVER(buffer);

	aim.box = find_box(silicon, words.box);
	if (aim.box != MODEL_NONE && words.part.at)
		aim.reg = model_find_register(silicon, words.box, words.part);
	for (size_t i = 0; aim.box != MODEL_NONE && i < ARRAY_SIZE(kinds); i++) {
		if (!fits(&kinds[i], &aim, &words))
			continue;
		if (read_argument(&kinds[i], words.argument, &aim, &reason)) {
			apply(&kinds[i], &words, &aim);
			remember(silicon, fault);
			return true;
		}
		text_format(error, "fault %.*s: %s", (int)min_u64(fault.length, 60), fault.at,
			    buffer);
		return false;
	}
	return refuse(&aim, fault, &words, error);
}
