/* SPDX-License-Identifier: BSD-2-Clause */
/* What can be broken: one row for each kind of fault. What each does is in power9_scenario.h. */
#include "lib/memory.h"
#include "silicon/models/lines.h"
#include "silicon/models/power9_catalogue.h"
#include "silicon/models/power9_state.h"

/* Of which objects a fault sets a member. */
enum target { CHIP, CORE, THREAD, TRACE_CALLS };

/* BOX.KIND or BOX.PART.KIND: sets a member of every object meant to its argument, or to 1. */
struct member_fault {
	const char *box, *part, *kind;
	uint64_t minimum, maximum; /* both 0: no argument */
	uint8_t target;            /* enum target */
	uint8_t bytes;             /* of the member */
	uint8_t more;              /* added to the argument */
	uint16_t place;
};

#define MEMBER(type, member) sizeof(((struct type *)0)->member), 0, offsetof(struct type, member)

/* clang-format off */
static const struct member_fault member_faults[] = {
	{"nest",   NULL,      "status",  0, 4,    CHIP, 1, 1, offsetof(struct imc_chip, stuck_status)},
	{"nest",   NULL,      "torn",    0, 0,    CHIP, MEMBER(imc_chip, torn)},
	{"nest",   NULL,      "dead",    0, 0,    CHIP, MEMBER(imc_chip, dead)},
	{"nest",   NULL,      "stale",   0, 0,    CHIP, MEMBER(imc_chip, stale)},
	{"nest",   "command", "stuck",   0, 0,    CHIP, MEMBER(imc_chip, command_stuck)},
	{"nest",   "command", "ignored", 0, 0,    CHIP, MEMBER(imc_chip, command_ignored)},
	{"nest",   "start",   "error",   1, 64,   CHIP, MEMBER(imc_chip, faults.start_error)},
	{"nest",   "stop",    "error",   1, 64,   CHIP, MEMBER(imc_chip, faults.stop_error)},
	{"nest",   "start",   "ignored", 0, 0,    CHIP, MEMBER(imc_chip, faults.start_ignored)},
	{"nest",   "stop",    "ignored", 0, 0,    CHIP, MEMBER(imc_chip, faults.stop_ignored)},
	{"core",   NULL,      "dead",    0, 0,    CORE, MEMBER(imc_core, dead)},
	{"core",   NULL,      "stray",   0, 0,    CORE, MEMBER(imc_core, stray)},
	{"core",   "init",    "error",   1, 64,   CORE, MEMBER(imc_core, faults.init_error)},
	{"core",   "start",   "error",   1, 64,   CORE, MEMBER(imc_core, faults.start_error)},
	{"core",   "stop",    "error",   1, 64,   CORE, MEMBER(imc_core, faults.stop_error)},
	{"core",   "start",   "ignored", 0, 0,    CORE, MEMBER(imc_core, faults.start_ignored)},
	{"core",   "stop",    "ignored", 0, 0,    CORE, MEMBER(imc_core, faults.stop_ignored)},
	{"thread", NULL,      "dead",    0, 0,    THREAD, MEMBER(imc_thread, dead)},
	{"thread", NULL,      "stray",   0, 0,    THREAD, MEMBER(imc_thread, stray)},
	{"ldbar",  NULL,      "ignored", 0, 0,    THREAD, MEMBER(imc_thread, ldbar_ignored)},
	{"trace",  NULL,      "dead",    0, 0,    THREAD, MEMBER(imc_thread, ring.dead)},
	{"trace",  NULL,      "wrap",    0, 0,    THREAD, MEMBER(imc_thread, ring.wrap)},
	{"trace",  NULL,      "torn",    0, 0,    THREAD, MEMBER(imc_thread, ring.torn)},
	{"trace",  NULL,      "disorder", 0, 0,   THREAD, MEMBER(imc_thread, ring.disorder)},
	{"trace",  NULL,      "stray",   0, 0,    THREAD, MEMBER(imc_thread, ring.stray)},
	{"trace",  NULL,      "late",    1, 4095, THREAD, MEMBER(imc_thread, ring.late)},
	{"trace",  "init",    "error",   1, 64,   TRACE_CALLS, MEMBER(imc_call_faults, init_error)},
	{"trace",  "start",   "error",   1, 64,   TRACE_CALLS, MEMBER(imc_call_faults, start_error)},
	{"trace",  "stop",    "error",   1, 64,   TRACE_CALLS, MEMBER(imc_call_faults, stop_error)},
	{"trace",  "start",   "ignored", 0, 0,    TRACE_CALLS, MEMBER(imc_call_faults, start_ignored)},
	{"trace",  "stop",    "ignored", 0, 0,    TRACE_CALLS, MEMBER(imc_call_faults, stop_ignored)},
};
/* clang-format on */

static const char *const catalog_faults[IMC_CATALOG_FAULTS] = {
	[IMC_CATALOG_ABSENT] = "catalog.absent",       [IMC_CATALOG_NO_NEST] = "nest.absent",
	[IMC_CATALOG_NO_CORE] = "core.absent",         [IMC_CATALOG_NO_THREAD] = "thread.absent",
	[IMC_CATALOG_NO_TRACE] = "trace.absent",       [IMC_CATALOG_BAD_OFFSET] = "catalog.badoffset",
	[IMC_CATALOG_DUPLICATE] = "catalog.duplicate", [IMC_CATALOG_OVERLAP] = "catalog.overlap",
	[IMC_CATALOG_NO_EVENTS] = "catalog.noevents",  [IMC_CATALOG_NO_PREFIX] = "catalog.noprefix",
	[IMC_CATALOG_NO_NAME] = "catalog.noname",      [IMC_CATALOG_BAD_SCALE] = "catalog.badscale",
	[IMC_CATALOG_BAD_TYPE] = "catalog.badtype",    [IMC_CATALOG_SHORT_REG] = "catalog.shortreg",
	[IMC_CATALOG_CHIPS] = "catalog.chips",         [IMC_CATALOG_MOVED] = "catalog.wrongoffset",
	[IMC_CATALOG_SCALED] = "catalog.wrongscale",
};

/* A fault cut into its words. */
struct words {
	struct slice all, part, kind, argument; /* null `at`: not there */
	struct imc_box box;
};

static struct words cut(struct slice fault)
{
	struct words words = {.all = fault};
	struct slice name = slice_cut(&fault, '=');

	words.argument = fault;
	words.box = imc_parse_box(slice_cut(&name, '.'));
	words.part = slice_cut(&name, '.');
	words.kind = name;
	if (!words.kind.at) {
		words.kind = words.part;
		words.part = (struct slice){0};
	}
	return words;
}

static bool number_between(const struct words *words, uint64_t low, uint64_t high, uint64_t *number, struct text *error)
{
	bool wanted = low || high;

	*number = 1;
	if (!wanted && !words->argument.at)
		return true;
	if (wanted && words->argument.at && parse_u64(words->argument, number) && *number >= low && *number <= high)
		return true;
	if (wanted)
		text_format(error, "its argument must be a number from %llu to %llu", (unsigned long long)low,
			    (unsigned long long)high);
	else
		text_string(error, "it takes no argument");
	return false;
}

/* ---- members ----------------------------------------------------------------------------------------------- */

/* Object number `index` of a target; NULL if the box does not mean it. */
static void *object(struct imc *imc, unsigned target, unsigned index, const struct imc_box *box)
{
	struct imc_thread *thread = &imc->thread[index];

	switch (target) {
	case CHIP: return imc_box_is(box, index) ? &imc->chip[index] : NULL;
	case CORE: return imc_box_is(box, imc->core[index].number & 0x3f) ? &imc->core[index] : NULL;
	case THREAD: return imc_box_is(box, thread->pir & 0xff) ? thread : NULL;
	default: return imc_box_is(box, thread->pir & 0xff) ? &imc->core[thread->core].trace_faults : NULL;
	}
}

static unsigned objects(const struct imc *imc, unsigned target)
{
	return target == CHIP ? imc->chips : target == CORE ? imc->cores : imc->threads;
}

static bool set_member(struct imc *imc, const struct member_fault *row, const struct words *words, struct text *error)
{
	uint64_t argument;
	bool found = false;

	if (!number_between(words, row->minimum, row->maximum, &argument, error))
		return false;
	for (unsigned i = 0; i < objects(imc, row->target); i++) {
		char *at = object(imc, row->target, i, &words->box);

		if (!at)
			continue;
		found = true;
		if (row->bytes == 1)
			*(uint8_t *)(at + row->place) = (uint8_t)(argument + row->more);
		else
			*(uint16_t *)(at + row->place) = (uint16_t)(argument + row->more);
	}
	if (!found)
		text_string(error, "this machine has no such box");
	return found;
}

static const struct member_fault *find_member(const struct words *words)
{
	for (size_t i = 0; i < ARRAY_SIZE(member_faults); i++) {
		const struct member_fault *row = &member_faults[i];

		if (slice_is(words->box.kind, row->box) && slice_is(words->kind, row->kind) &&
		    (row->part ? words->part.at && slice_is(words->part, row->part) : !words->part.at))
			return row;
	}
	return NULL;
}

/* ---- counters ---------------------------------------------------------------------------------------------- */

static void counter_dead(struct imc_counter *counter, uint64_t argument)
{
	(void)argument;
	counter->rate = 0;
}

static void counter_rate(struct imc_counter *counter, uint64_t argument)
{
	counter->rate *= argument;
}

static void counter_stuck1(struct imc_counter *counter, uint64_t argument)
{
	counter->stuck1 |= BIT(argument);
}

static void counter_stuck0(struct imc_counter *counter, uint64_t argument)
{
	counter->stuck0 |= BIT(argument);
}

/* BOX.OFFSET.KIND */
static const struct counter_fault {
	const char *kind;
	uint64_t minimum, maximum;
	void (*apply)(struct imc_counter *counter, uint64_t argument);
} counter_faults[] = {
	{"dead", 0, 0, counter_dead},
	{"rate", 0, 1000, counter_rate},
	{"stuck1", 0, 63, counter_stuck1},
	{"stuck0", 0, 63, counter_stuck0},
};

static const struct counter_fault *find_counter_fault(const struct words *words)
{
	for (size_t i = 0; i < ARRAY_SIZE(counter_faults); i++)
		if (slice_is(words->kind, counter_faults[i].kind))
			return &counter_faults[i];
	return NULL;
}

static bool break_counters(struct imc *imc, const struct counter_fault *row, uint64_t offset, const struct words *words,
			   struct text *error)
{
	struct imc_counter *counter;
	unsigned cursor = 0;
	uint64_t argument;
	bool found = false;

	if (!number_between(words, row->minimum, row->maximum, &argument, error))
		return false;
	if (row->apply == counter_rate && argument == 1) {
		text_string(error, "it counts as fast anyway");
		return false;
	}
	while ((counter = imc_next_counter(imc, &words->box, offset, &cursor))) {
		row->apply(counter, argument);
		found = true;
	}
	if (!found)
		text_string(error, "nothing is posted there");
	return found;
}

/* ---- units of the nest, the catalog ---------------------------------------------------------------------------- */

static bool kill_unit(struct imc *imc, const struct words *words, struct text *error)
{
	uint64_t none;
	bool found = false;

	if (!number_between(words, 0, 0, &none, error))
		return false;
	for (unsigned i = 0; i < imc->chips * imc_unit_count; i++) {
		unsigned unit = i % imc_unit_count, chip = i / imc_unit_count;

		if (!imc_box_is(&words->box, chip) || !slice_is(words->part, imc_units[unit].name))
			continue;
		imc->chip[chip].unit_dead[unit] = true;
		found = true;
	}
	if (!found)
		text_string(error, "this machine has no such box");
	return found;
}

static bool break_catalog(struct imc *imc, struct slice fault)
{
	for (unsigned i = 0; i < IMC_CATALOG_FAULTS; i++) {
		if (!slice_is(fault, catalog_faults[i]))
			continue;
		imc->catalog_fault[i] = true;
		return true;
	}
	return false;
}

/* ---- all of them ----------------------------------------------------------------------------------------------- */

static void put_known(struct text *error)
{
	for (size_t i = 0; i < ARRAY_SIZE(member_faults); i++) {
		const struct member_fault *row = &member_faults[i];

		text_format(error, " %s.%s%s%s%s", row->box, row->part ? row->part : "", row->part ? "." : "",
			    row->kind, row->minimum || row->maximum ? "=N" : "");
	}
	text_string(error, " nest.UNIT.dead");
	for (size_t i = 0; i < ARRAY_SIZE(counter_faults); i++)
		text_format(error, " BOX.OFFSET.%s", counter_faults[i].kind);
	for (unsigned i = 0; i < IMC_CATALOG_FAULTS; i++)
		text_format(error, " %s", catalog_faults[i]);
}

/* True if there is such a fault; then *done says whether it could be made. */
static bool apply(struct imc *imc, const struct words *words, bool *done, struct text *error)
{
	const struct member_fault *member = find_member(words);
	const struct counter_fault *counter = find_counter_fault(words);
	uint64_t offset;

	*done = break_catalog(imc, words->all);
	if (*done)
		return true;
	if (member)
		*done = set_member(imc, member, words, error);
	else if (counter && words->part.at && parse_u64(words->part, &offset))
		*done = break_counters(imc, counter, offset, words, error);
	else if (slice_is(words->box.kind, "nest") && words->part.at && imc_is_unit(words->part) &&
		 slice_is(words->kind, "dead"))
		*done = kill_unit(imc, words, error);
	else
		return false;
	return true;
}

static void remember(struct imc *imc, struct slice fault)
{
	size_t used = strlen(imc->fault_list);
	struct text list = text_over(imc->fault_list + used, sizeof(imc->fault_list) - used);

	text_char(&list, ' ');
	text_bytes(&list, fault.at, fault.length);
}

bool imc_break(struct imc *imc, struct slice fault, struct text *error)
{
	struct words words = cut(fault);
	char buffer[96];
	struct text reason = TEXT_OVER(buffer);
	bool done;

	if (!apply(imc, &words, &done, &reason)) {
		text_format(error, "unknown fault \"%.*s\": known are", lines_shown(fault), fault.at);
		put_known(error);
		return false;
	}
	if (done)
		remember(imc, fault);
	else
		text_format(error, "fault %.*s: %s", lines_shown(fault), fault.at, buffer);
	return done;
}

/* ---- the catalogue ------------------------------------------------------------------------------------------------ */

static void name_fault(struct silicon_fault *fault, const char *box, const char *reg, const char *kind)
{
	struct text text = TEXT_OVER(fault->text), box_text = TEXT_OVER(fault->box);
	struct text reg_text = TEXT_OVER(fault->reg), kind_text = TEXT_OVER(fault->kind);

	fault->msr = false;
	fault->judge = SILICON_BY_SHEET;
	fault->reason = NULL;
	text_string(&box_text, box);
	text_string(&reg_text, reg ? reg : "");
	text_string(&kind_text, kind);
	text_format(&text, "%s%s%s.%s", box, reg ? "." : "", reg ? reg : "", kind);
}

static void excuse(struct silicon_fault *fault, const char *reason)
{
	fault->judge = SILICON_BY_NOTHING;
	fault->reason = reason;
}

static void add_argument(struct silicon_fault *fault, uint64_t argument)
{
	size_t used = strlen(fault->text);
	struct text text = text_over(fault->text + used, sizeof(fault->text) - used);

	text_format(&text, "=%llu", (unsigned long long)argument);
}

/* Of numbers the ends of what is allowed. */
static bool next_member(unsigned index, unsigned variant, struct silicon_fault *fault)
{
	const struct member_fault *row = &member_faults[index];
	const uint64_t numbers[] = {row->minimum, row->maximum};
	bool takes = row->minimum || row->maximum;

	if (variant >= (takes ? 2u : 1u))
		return false;
	name_fault(fault, row->box, row->part, row->kind);
	if (takes)
		add_argument(fault, numbers[variant]);
	return true;
}

static bool is_unit_told(const char *name)
{
	for (unsigned i = 0; i < imc_unit_count; i++)
		for (unsigned j = 0; j < imc_units[i].counters; j++)
			if (!strcmp(imc_units[i].name, name) && imc_is_told(imc_nest_slots, imc_units[i].first + 8 * j))
				return true;
	return false;
}

/* Units of one name die together. */
static bool next_unit(unsigned index, unsigned variant, struct silicon_fault *fault)
{
	for (unsigned i = 0; i < index; i++)
		if (!strcmp(imc_units[i].name, imc_units[index].name))
			return false;
	name_fault(fault, "nest", imc_units[index].name, "dead");
	if (!is_unit_told(imc_units[index].name))
		excuse(fault, "no event of the catalog tells of its words");
	return variant == 0;
}

static bool next_catalog(unsigned index, unsigned variant, struct silicon_fault *fault)
{
	struct slice name = slice_of(catalog_faults[index]), box;
	char word[sizeof(fault->box)];
	struct text text = TEXT_OVER(word);

	box = slice_cut(&name, '.');
	text_bytes(&text, box.at, box.length);
	name_fault(fault, word, NULL, name.at);
	if (index == IMC_CATALOG_NO_NEST || index == IMC_CATALOG_NO_TRACE)
		excuse(fault, "skiboot leaves it out on sound machines");
	return variant == 0;
}

static const struct {
	const char *kind;
	uint8_t argument;
	bool takes;
} counter_variants[] = {
	{"dead", 0, false},   {"rate", 2, true},   {"stuck1", 0, true}, {"stuck1", 20, true},
	{"stuck1", 40, true}, {"stuck0", 0, true}, {"stuck0", 4, true},
};

static void judge_counter(const struct imc_slots *slots, unsigned offset, struct silicon_fault *fault)
{
	if (!imc_is_told(slots, offset))
		excuse(fault, "no event of the catalog tells of this word");
	else if (!strcmp(fault->kind, "rate") && !imc_is_clock(slots, offset))
		excuse(fault, "how often its event happens no document says");
}

static bool next_counter(const char *box, const struct imc_slots *slots, unsigned index, unsigned variant,
			 struct silicon_fault *fault)
{
	char offset[16];
	struct text text = TEXT_OVER(offset);

	if (variant >= ARRAY_SIZE(counter_variants))
		return false;
	text_format(&text, "0x%x", slots->offset[index]);
	name_fault(fault, box, offset, counter_variants[variant].kind);
	if (counter_variants[variant].takes)
		add_argument(fault, counter_variants[variant].argument);
	judge_counter(slots, slots->offset[index], fault);
	return true;
}

/* The variant of the subject at a place of a chapter; *count is how many subjects the chapter has. */
static bool read_chapter(const struct silicon_fault_cursor *at, unsigned *count, struct silicon_fault *fault)
{
	static const struct {
		const char *box;
		const struct imc_slots *const *slots;
	} counters[] = {{"nest", &imc_nest_slots}, {"core", &imc_core_slots}, {"thread", &imc_thread_slots}};
	enum { MEMBERS, UNITS, CATALOG, COUNTERS };

	switch (at->box) {
	case MEMBERS:
		*count = ARRAY_SIZE(member_faults);
		return at->subject < *count && next_member(at->subject, at->variant, fault);
	case UNITS: *count = imc_unit_count; return at->subject < *count && next_unit(at->subject, at->variant, fault);
	case CATALOG:
		*count = IMC_CATALOG_FAULTS;
		return at->subject < *count && next_catalog(at->subject, at->variant, fault);
	default:
		*count = (*counters[at->box - COUNTERS].slots)->count;
		return at->subject < *count &&
		       next_counter(counters[at->box - COUNTERS].box, *counters[at->box - COUNTERS].slots, at->subject,
				    at->variant, fault);
	}
}

bool imc_next_fault(const struct imc *imc, struct silicon_fault_cursor *cursor, struct silicon_fault *fault)
{
	const unsigned chapters = 6;
	unsigned count;

	(void)imc;
	while (cursor->box < chapters) {
		if (read_chapter(cursor, &count, fault)) {
			cursor->variant++;
			return true;
		}
		cursor->variant = 0;
		if (++cursor->subject < count)
			continue;
		cursor->subject = 0;
		cursor->box++;
	}
	return false;
}
