/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/faults/engine.h"

#include "lib/memory.h"
#include "lib/nearest.h"

/* ---- words ---------------------------------------------------------------------------------------- */

/* The words of a fault's name. */
struct fault_words {
	struct slice box, part, kind, argument; /* null `at`: missing */
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

/* True if the box has what the kind breaks. */
static bool can_break(const struct aim *aim, const struct fault_kind *row)
{
	return (row->has & ~aim->machine->has(aim)) == 0;
}

/* True if the kind fits the box and, if it is a register's, the register. */
static bool fits(const struct aim *aim, const struct fault_kind *kind)
{
	if (!can_break(aim, kind))
		return false;
	if (kind->place == ANY_BOX || kind->place == BOX_PART)
		return aim->reg == FAULT_NONE;
	return aim->reg != FAULT_NONE && aim->machine->is_sort(aim, kind->place);
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
	struct slice box;

	switch (row->argument) {
	case NO_ARGUMENT:
		if (text.at)
			text_string(error, "it takes no argument");
		return !text.at;
	case OPTIONAL:
		aim->argument = row->value;
		return !text.at || number_between(text, row->minimum, row->maximum, aim, error);
	case NUMBER: return number_between(text, row->minimum, row->maximum, aim, error);
	case BIT_NUMBER: return number_between(text, 0, aim->machine->bits(aim) - 1u, aim, error);
	case CONTENT: return number_between(text, 0, MASK(0, aim->machine->bits(aim)), aim, error);
	default:
		box = slice_cut(&text, '.');
		aim->other = text.at ? aim->machine->find_register(aim, box, text) : FAULT_NONE;
		if (aim->other == FAULT_NONE)
			text_string(error, "its argument must be BOX.REGISTER");
		return aim->other != FAULT_NONE;
	}
}

static void put_kind(struct text *text, const struct fault_kind *row)
{
	static const char *const stems[] = {
		[ANY_BOX] = "BOX",
		[BOX_PART] = "BOX",
		[ANY_REGISTER] = "BOX.REGISTER",
		[COUNTER_REGISTER] = "BOX.COUNTER",
		[SELECT_REGISTER] = "BOX.SELECT",
		[STATUS_REGISTER] = "BOX.status",
		[COMPANION_REGISTER] = "BOX.FILTER",
		[TICKER_REGISTER] = "BOX.timestamp_unit",
		[UNIT_REGISTER] = "BOX.UNIT",
	};

	text_format(text, " %s.%s%s%s%s", stems[row->place], row->part ? row->part : "", row->part ? "." : "",
		    row->kind, row->argument == NO_ARGUMENT ? "" : "=ARG");
}

static void refuse_box(const struct aim *aim, const struct fault_words *words, struct text *error)
{
	struct nearest nearest = nearest_to(words->box);
	struct aim other = *aim;

	text_format(error, "no box %.*s; ", (int)min_u64(words->box.length, 20), words->box.at);
	for (unsigned i = 0; i < aim->machine->boxes(aim); i++) {
		char bytes[NEAREST_BYTES];
		struct text name = TEXT_OVER(bytes);

		other.box = i;
		aim->machine->put_box(&name, &other, i);
		nearest_offer(&nearest, bytes);
	}
	if (nearest_put(&nearest, error))
		text_char(error, ' ');
	text_string(error, "boxes are");
	aim->machine->put_boxes(error, aim);
}

/* The register's name without the box. */
static const char *register_name(const struct aim *aim, unsigned reg, char *bytes, size_t size)
{
	struct text name = text_over(bytes, size);
	struct slice rest;

	aim->machine->put_register(&name, aim, reg);
	rest = slice_of(bytes);
	slice_cut(&rest, '.');
	return rest.at ? rest.at : bytes;
}

static void refuse_register(const struct aim *aim, const struct fault_words *words, struct text *error)
{
	unsigned first = aim->machine->first_register(aim, aim->box), reg;
	struct nearest nearest = nearest_to(words->part);
	char bytes[NEAREST_BYTES];

	for (reg = first; aim->machine->box_of(aim, reg) == aim->box; reg++)
		nearest_offer(&nearest, register_name(aim, reg, bytes, sizeof(bytes)));
	text_format(error, "no register %.*s.%.*s; ", (int)min_u64(words->box.length, 20), words->box.at,
		    (int)min_u64(words->part.length, 24), words->part.at);
	if (nearest_put(&nearest, error))
		text_char(error, ' ');
	text_format(error, "%.*s has", (int)min_u64(words->box.length, 20), words->box.at);
	for (unsigned i = first; i < reg; i++)
		text_format(error, " %s", register_name(aim, i, bytes, sizeof(bytes)));
}

/* True for kinds that fit the box, or the register if one is named. */
static bool is_known(const struct aim *aim, const struct fault_kind *row)
{
	return aim->reg != FAULT_NONE ? fits(aim, row) : can_break(aim, row);
}

static void refuse_kind(const struct aim *aim, const struct fault_words *words, struct text *error)
{
	const struct fault_table *kinds = aim->machine->kinds;
	struct nearest nearest = nearest_to(words->kind);

	for (unsigned i = 0; words->kind.at && i < kinds->rows; i++)
		if (is_known(aim, &kinds->row[i]))
			nearest_offer(&nearest, kinds->row[i].kind);
	if (nearest_put(&nearest, error))
		text_char(error, ' ');
	text_string(error, "known are");
	for (unsigned i = 0; i < kinds->rows; i++)
		if (is_known(aim, &kinds->row[i]))
			put_kind(error, &kinds->row[i]);
}

static bool refuse(const struct aim *aim, struct slice fault, const struct fault_words *words, struct text *error)
{
	bool known = !words->part.at || aim->reg != FAULT_NONE; /* no part is named, or a register */

	text_format(error, "unknown fault \"%.*s\": ", (int)min_u64(fault.length, 60), fault.at);
	if (aim->box == FAULT_NONE) {
		refuse_box(aim, words, error);
		return false;
	}
	for (unsigned i = 0; i < aim->machine->kinds->rows; i++) {
		const char *part = aim->machine->kinds->row[i].part;

		known |= part && slice_is(words->part, part);
	}
	if (known)
		refuse_kind(aim, words, error);
	else
		refuse_register(aim, words, error);
	return false;
}

static bool complain_engine(struct slice fault, const char *reason, struct text *error)
{
	text_format(error, "fault %.*s: %s", (int)min_u64(fault.length, 60), fault.at, reason);
	return false;
}

/* A register's fault has one place, a box's fault one in each of its parts. Finds the next from *cursor on, which
 * starts at 0. Returns false after the last. */
static bool next_place(struct aim *aim, const struct fault_words *words, unsigned *cursor)
{
	if (aim->reg != FAULT_NONE) {
		aim->box = aim->machine->box_of(aim, aim->reg);
		return !(*cursor)++;
	}
	for (; *cursor < aim->machine->boxes(aim); (*cursor)++) {
		if (!aim->machine->is_box(aim, *cursor, words->box))
			continue;
		aim->box = (*cursor)++;
		return true;
	}
	return false;
}

/* The reason why the fault would change nothing; NULL if it does. */
static const char *why_none(const struct aim *aim)
{
	const struct fault_kind *kind = aim->kind;
	const char *reason = NULL;

	for (unsigned i = 0; !reason && i < ARRAY_SIZE(kind->none_if) && kind->none_if[i]; i++)
		reason = kind->none_if[i](aim);
	return reason;
}

static void change(const struct aim *aim, uint64_t *member)
{
	switch (aim->kind->change) {
	case SET: *member = aim->argument; break;
	case SET_ZERO: *member = 0; break;
	case SET_NEGATIVE: *member = -aim->argument; break;
	case SET_ORDINAL: *member = 1 + aim->argument; break;
	case SET_BIT: *member = BIT(aim->argument); break;
	case ADD: *member += aim->argument; break;
	case ADD_BIT: *member |= BIT(aim->argument); break;
	case ADD_FLAGS: *member |= aim->kind->constant; break;
	case MULTIPLY: *member *= aim->argument; break;
	case HALVE: *member /= 2; break;
	}
}

static void change_all(const struct aim *aim)
{
	unsigned cursor = 0;
	uint64_t *member;

	while ((member = aim->machine->member(aim, &cursor)))
		change(aim, member);
}

static void apply(struct aim *aim, const struct fault_words *words)
{
	unsigned cursor = 0;

	while (next_place(aim, words, &cursor)) {
		(aim->kind->apply ? aim->kind->apply : change_all)(aim);
		aim->machine->mark(aim);
	}
}

/* The first box of that name; FAULT_NONE if there is none. */
static unsigned find_box(struct aim *aim, struct slice name)
{
	for (unsigned i = 0; i < aim->machine->boxes(aim); i++)
		if (aim->machine->is_box(aim, i, name))
			return i;
	return FAULT_NONE;
}

/* The first kind that fits the box and the words. */
static const struct fault_kind *find_kind(const struct aim *aim, const struct fault_words *words)
{
	for (unsigned i = 0; aim->box != FAULT_NONE && i < aim->machine->kinds->rows; i++) {
		const struct fault_kind *row = &aim->machine->kinds->row[i];

		if (!words->kind.at || !slice_is(words->kind, row->kind))
			continue;
		/* A kind of the whole box is named without a part, any other with one. */
		if ((row->place == ANY_BOX) == (words->part.at != NULL))
			continue;
		if (fits(aim, row) && (!row->part || slice_is(words->part, row->part)))
			return row;
	}
	return NULL;
}

bool fault_make(struct aim *aim, struct slice fault, char *list, size_t size, struct text *error)
{
	struct fault_words words = cut(fault);
	char buffer[96] = "";
	struct text reason = TEXT_OVER(buffer);
	const char *refusal = NULL;
	unsigned cursor = 0;
	struct text made;

	aim->reg = FAULT_NONE;
	aim->box = find_box(aim, words.box);
	if (aim->box != FAULT_NONE && words.part.at)
		aim->reg = aim->machine->find_register(aim, words.box, words.part);
	aim->kind = find_kind(aim, &words);
	if (!aim->kind && aim->reg != FAULT_NONE) {
		/* The word may be both a register's name and another part of the box. */
		unsigned reg = aim->reg;

		aim->reg = FAULT_NONE;
		aim->kind = find_kind(aim, &words);
		if (!aim->kind)
			aim->reg = reg;
	}
	if (!aim->kind)
		return refuse(aim, fault, &words, error);
	if (!read_argument(aim->kind, words.argument, aim, &reason))
		return complain_engine(fault, buffer, error);
	while (!refusal && next_place(aim, &words, &cursor))
		refusal = why_none(aim);
	if (refusal)
		return complain_engine(fault, refusal, error);
	apply(aim, &words);

	made = text_over(list + strlen(list), size - strlen(list));
	text_char(&made, ' ');
	text_bytes(&made, fault.at, fault.length);
	return true;
}

/* ---- the list of faults: for each box those of the whole box, then those of its registers; of each kind that fits, all
 * arguments that change something ---------------------------------------------------------------------- */

static bool pick_number(struct aim *aim, const uint64_t *list, unsigned count, unsigned index)
{
	bool is_register = aim->kind->argument == REGISTER;

	for (unsigned i = 0; i < count; i++) {
		if ((i && list[i] == list[i - 1]) || (is_register && list[i] == FAULT_NONE) || index--)
			continue;
		if (is_register)
			aim->other = (unsigned)list[i];
		else
			aim->argument = list[i];
		return true;
	}
	return false;
}

/* Sets the argument of a variant of the kind. Returns false after the last. */
static bool find_variant(struct aim *aim, unsigned variant)
{
	const struct fault_kind *kind = aim->kind;
	uint64_t numbers[FAULT_NUMBERS], bits;

	if (kind->unlisted)
		return false;
	if (kind->numbers)
		return pick_number(aim, numbers, kind->numbers(aim, numbers), variant);
	if (kind->listed)
		return pick_number(aim, kind->listed, kind->listed_count, variant);
	if (!kind->bits) {
		aim->argument = kind->value;
		return variant == 0;
	}
	/* The number of the next set bit, from the lowest. */
	for (bits = kind->bits(aim); bits && variant; variant--)
		bits &= bits - 1;
	if (bits)
		aim->argument = (unsigned)__builtin_ctzll(bits);
	return bits != 0;
}

static bool changes_something(const struct aim *aim)
{
	struct aim other = *aim;

	other.reg = aim->other;
	if (aim->kind->argument == REGISTER && !aim->machine->is_there(&other))
		return false;
	return !why_none(aim);
}

static void put_argument(struct text *text, const struct aim *aim)
{
	const struct fault_kind *kind = aim->kind;

	if (kind->argument == NO_ARGUMENT || (kind->argument == OPTIONAL && aim->argument == kind->value))
		return;
	text_char(text, '=');
	if (kind->argument == REGISTER)
		aim->machine->put_register(text, aim, aim->other);
	else if (kind->argument == CONTENT)
		text_format(text, "0x%llx", (unsigned long long)aim->argument);
	else
		text_format(text, "%llu", (unsigned long long)aim->argument);
}

void fault_judged(struct silicon_fault *fault, enum silicon_judge by, const char *reason)
{
	fault->judge = by;
	fault->reason = reason;
}

const char *silicon_judge_name(enum silicon_judge judge)
{
	static const char *const names[] = {
		[SILICON_BY_SHEET] = "sheet",
		[SILICON_BY_SIBLINGS] = "siblings",
		[SILICON_BY_NOTHING] = "nothing",
	};

	return names[judge];
}

static void describe(const struct aim *aim, struct silicon_fault *fault)
{
	const struct fault_kind *kind = aim->kind;
	struct text text = TEXT_OVER(fault->text), box = TEXT_OVER(fault->box);
	struct text name = TEXT_OVER(fault->kind);

	aim->machine->put_box(&box, aim, aim->box);
	fault->reg[0] = '\0';
	fault->msr = fault->lines = false;
	text_string(&text, fault->box);
	if (aim->reg != FAULT_NONE) {
		char whole[sizeof(fault->box) + sizeof(fault->reg)];
		struct text path = TEXT_OVER(whole), reg = TEXT_OVER(fault->reg);

		aim->machine->put_register(&path, aim, aim->reg);
		text_string(&reg, whole + box.length + 1);
		text_format(&text, ".%s", fault->reg);
	}
	text_format(&name, "%s%s%s", kind->part ? kind->part : "", kind->part ? "." : "", kind->kind);
	text_format(&text, ".%s", fault->kind);
	put_argument(&text, aim);
	fault_judged(fault, SILICON_BY_SHEET, NULL);
	aim->machine->judge(kind, aim, fault);
}

/* Finds a fault at a place without its effect. Returns false if the kind does not fit, or has no more variants. */
static bool find_fault(struct aim *aim, unsigned variant)
{
	struct aim first = *aim;
	char buffer[32];
	struct text name = TEXT_OVER(buffer);

	if (aim->reg != FAULT_NONE && !aim->machine->is_there(aim))
		return false;
	if (!fits(aim, aim->kind) || !find_variant(aim, variant))
		return false;
	if (aim->reg != FAULT_NONE)
		return true;

	/* Boxes of one name are parts of one box, whose faults are listed at its first part. */
	aim->machine->put_box(&name, aim, aim->box);
	return find_box(&first, (struct slice){buffer, name.length}) == aim->box;
}

static void tell(const struct aim *aim, const struct silicon_fault_listener *listener)
{
	struct silicon_fault fault;

	describe(aim, &fault);
	listener->tell(listener->context, &fault);
}

static void list_place(struct aim *aim, const struct silicon_fault_listener *listener)
{
	for (unsigned i = 0; i < aim->machine->kinds->rows; i++) {
		aim->kind = &aim->machine->kinds->row[i];
		for (unsigned variant = 0; find_fault(aim, variant); variant++)
			if (changes_something(aim))
				tell(aim, listener);
	}
}

/* ---- random faults: any kind, in any place that fits, with any argument ----------------------------------------- */

#define PLACES   1000 /* tries for a kind, which may fit few boxes or none */
#define FARTHER  10   /* an optional argument is drawn from 1 to this many times its default */
#define AT_LEAST 64   /* or to this, if it is more */

/* Draws a number below `limit` and advances *seed (splitmix64). */
static uint64_t draw_number(uint64_t *seed, uint64_t limit)
{
	uint64_t drawn = *seed += UINT64_C(0x9e3779b97f4a7c15);

	drawn = (drawn ^ drawn >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	drawn = (drawn ^ drawn >> 27) * UINT64_C(0x94d049bb133111eb);
	return (drawn ^ drawn >> 31) % limit;
}

static unsigned bit_length(uint64_t number)
{
	return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
}

/* Draws a number from `low` to `high`; each number of bits is equally likely. */
static uint64_t draw_size(uint64_t *seed, uint64_t low, uint64_t high)
{
	unsigned least = bit_length(low);
	unsigned bits = least + (unsigned)draw_number(seed, bit_length(high) - least + 1);
	uint64_t half = bits ? BIT(bits - 1) : 0;

	return min_u64(max_u64(half + draw_number(seed, half ? half : 1), low), high);
}

/* Draws a register of aim->box; FAULT_NONE if it has none. */
static unsigned draw_register(const struct aim *aim, uint64_t *seed)
{
	unsigned first = aim->machine->first_register(aim, aim->box), count = 0;

	while (aim->machine->box_of(aim, first + count) == aim->box)
		count++;
	return count ? first + (unsigned)draw_number(seed, count) : FAULT_NONE;
}

static void draw_argument(struct aim *aim, uint64_t *seed)
{
	const struct fault_kind *kind = aim->kind;
	struct aim other = *aim;

	switch (kind->argument) {
	case NO_ARGUMENT: break;
	case NUMBER: aim->argument = draw_size(seed, kind->minimum, kind->value ? kind->value : kind->maximum); break;
	case OPTIONAL:
		aim->argument = draw_size(seed, kind->minimum,
					  min_u64(kind->maximum, max_u64(FARTHER * kind->value, AT_LEAST)));
		break;
	case BIT_NUMBER: aim->argument = draw_number(seed, aim->machine->bits(aim)); break;
	case CONTENT: aim->argument = draw_size(seed, 0, MASK(0, aim->machine->bits(aim))); break;
	case REGISTER:
		other.box = (unsigned)draw_number(seed, aim->machine->boxes(aim));
		aim->other = draw_register(&other, seed);
		break;
	}
}

/* Returns false if the kind does not fit the place drawn. */
static bool draw_place(struct aim *aim, uint64_t *seed)
{
	bool of_box = aim->kind->place == ANY_BOX || aim->kind->place == BOX_PART;

	aim->reg = FAULT_NONE;
	aim->box = (unsigned)draw_number(seed, aim->machine->boxes(aim));
	if (!aim->machine->is_there(aim))
		return false;
	if (!of_box)
		aim->reg = draw_register(aim, seed);
	return (of_box || aim->reg != FAULT_NONE) && find_fault(aim, 0);
}

/* All kinds are equally likely, however many places they fit. */
static bool draw_fault(struct aim *aim, uint64_t *seed)
{
	aim->kind = &aim->machine->kinds->row[draw_number(seed, aim->machine->kinds->rows)];
	for (unsigned i = 0; i < PLACES; i++) {
		if (!draw_place(aim, seed))
			continue;
		draw_argument(aim, seed);
		if ((aim->kind->argument != REGISTER || aim->other != FAULT_NONE) && changes_something(aim))
			return true;
	}
	return false;
}

void fault_list(struct aim *aim, const struct silicon_fault_listener *listener)
{
	uint64_t seed = listener->seed;

	for (unsigned drawn = 0; seed && drawn < SILICON_DRAWN;) {
		if (!draw_fault(aim, &seed))
			continue;
		tell(aim, listener);
		drawn++;
	}
	for (aim->box = 0; !seed && aim->box < aim->machine->boxes(aim); aim->box++) {
		aim->reg = FAULT_NONE;
		if (!aim->machine->is_there(aim))
			continue;
		list_place(aim, listener);
		aim->reg = aim->machine->first_register(aim, aim->box);
		for (; aim->machine->box_of(aim, aim->reg) == aim->box; aim->reg++)
			list_place(aim, listener);
	}
}
