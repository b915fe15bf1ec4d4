/* SPDX-License-Identifier: BSD-2-Clause */
/* Judges whether a fault contradicts any known fact about sound silicon. */
#include "silicon/faults/kinds.h"
#include "silicon/models/core.h"
#include "silicon/models/described.h"

#include "lib/memory.h"

static const struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

/* Judges a property that no document gives: siblings may show it. */
static void judge_undocumented(const struct aim *aim, const char *reason, struct silicon_fault *fault)
{
	const struct model *model = aim->model;
	const struct model_box *box = model->unit;
	bool sibling = reg_of(aim)->bank->count > 1 || model->sockets > 1; /* in its row, or on another socket */

	for (unsigned i = 0; i < model->boxes && !sibling; i++)
		sibling = i != aim->box && box[i].type == box[aim->box].type && !fault_box_is_absent(model, i);
	if (sibling)
		fault_judged(fault, SILICON_BY_SIBLINGS, NULL);
	else
		fault_judged(fault, SILICON_BY_NOTHING, reason);
}

static const char no_meaning[] = "what the bit says no document knows";

/* Judges a start value that differs in `bits`. Registers may differ in bits with an unknown meaning. */
static void judge_start(const struct aim *aim, uint64_t bits, struct silicon_fault *fault)
{
	if (!(bits & ~reg_of(aim)->undocumented))
		fault_judged(fault, SILICON_BY_NOTHING, no_meaning);
	else if (reg_of(aim)->bank->start_undocumented)
		judge_undocumented(aim, "what it holds at the start no document says, and no other is like it", fault);
}

/* A check watches a counter that counts by itself, from an unknown value, for this time. */
#define WATCHED_NS 1000000

static void judge_bit(const struct aim *aim, struct silicon_fault *fault)
{
	const struct model_register *at = reg_of(aim);
	uint64_t moving = fault_live_bits(aim);
	bool ticks = at->bank->role == MODEL_TICKER && at->bank->rate_undocumented && aim->argument < at->bank->width;

	/* The highest bits of a counter that counts by itself change too rarely to differ from stuck bits. Without its lowest bit
	 * it is like one that counts in steps of two. */
	if (ticks && (!aim->argument || BIT(aim->argument + 1) > model_ticks(at->rate, WATCHED_NS))) {
		fault_judged(fault, SILICON_BY_NOTHING,
			     "it counts by itself, in steps that no document gives, and the bit changes too seldom");
		return;
	}
	/* What moves does not keep its start value, or does not exist by a document. */
	if (at->bank->role == MODEL_COUNTER || at->bank->role == MODEL_WINDOW)
		moving = ~UINT64_C(0);
	else if (at->bank->role != MODEL_STATUS && at->bank->role != MODEL_OVF_CTL && at->bank->role != MODEL_TICKER)
		moving &= at->writable;
	if ((at->undocumented | ~moving) >> aim->argument & 1)
		judge_start(aim, BIT(aim->argument), fault);
}

/* True for a counter whose events no other counter counts, so that their rates are unknown. */
static bool is_uncounted(const struct aim *aim)
{
	const struct model_register *reg = reg_of(aim);

	return reg->bank->role == MODEL_COUNTER &&
	       aim->model->unit[aim->box].type->uncounted >> aim->model->counter[reg->counter].number & 1;
}

static void judge_rate(const struct aim *aim, struct silicon_fault *fault)
{
	if (is_uncounted(aim))
		fault_judged(fault, SILICON_BY_NOTHING,
			     "no other counter counts its events, and how often one happens nothing says");
	if (reg_of(aim)->bank->role == MODEL_TICKER && reg_of(aim)->bank->rate_undocumented)
		fault_judged(fault, SILICON_BY_NOTHING, "at which rate it counts by itself no document says");
	else if (reg_of(aim)->bank->rate_undocumented)
		judge_undocumented(aim, "what it counts no document says, and no other is like it", fault);
}

static void judge_clock(const struct aim *aim, struct silicon_fault *fault)
{
	/* Clocks that documents compare with another clock or with a register's value. */
	static const struct {
		const char *part, *box;
	} documented[] = {{"xeon-e5-2600", "qpi"}, {"xeon-e5-2600", "ubox"}, {"xeon-e5-2600-v2", "ubox"}};
	const struct model_type *type = aim->model->unit[aim->box].type;
	bool link = !strcmp(type->name, "qpi") || !strcmp(type->name, "upi");
	bool unlisted = type->events == &model_described_any_events;

	for (unsigned i = 0; i < ARRAY_SIZE(documented); i++)
		if (!strcmp(aim->model->part->name, documented[i].part) && !strcmp(type->name, documented[i].box))
			return;
	fault_judged(fault, SILICON_BY_NOTHING,
		     link       ? "each link is trained to a clock of its own"
		     : unlisted ? "which of its events count cycles no document says"
				: "how fast its clock is no document says, and no other is like it");
	for (unsigned i = 0; i < aim->model->boxes && !link && !unlisted; i++)
		if (i != aim->box && aim->model->unit[i].type == type && !fault_box_is_absent(aim->model, i))
			fault_judged(fault, SILICON_BY_SIBLINGS, NULL);
}

struct flow_documented fault_documented_bits(const struct aim *aim)
{
	const struct model_register *at = reg_of(aim);

	if (at->index)
		return (struct flow_documented){0};
	return flow_documented_bits(aim->model, aim->box, at->bank->name);
}

/* Judges a fault of counts of lines: a document must give the counts of the lines that the box loses, doubles or confuses, or
 * those that depend on a bit that is taken as 0 or not compared. */
static void judge_lines(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	const char *type = aim->model->unit[aim->box].type->name;
	bool open = !strcmp(kind->kind, "open"), home = flow_is_home(aim->model->part->flow, type);
	struct flow_documented documented =
		aim->reg == MODEL_NONE ? flow_documented_bits(aim->model, aim->box, NULL) : fault_documented_bits(aim);
	unsigned lines = FLOW_FETCH | FLOW_WRITE;

	fault->lines = true;
	if (!strcmp(kind->kind, "swapped")) {
		fault_judged(fault, SILICON_BY_NOTHING, "which box serves which line no document says");
		return;
	}
	if (open || !strcmp(kind->kind, "deaf")) {
		if (!((open ? documented.open : documented.bits) >> aim->argument & 1))
			fault_judged(fault, SILICON_BY_NOTHING,
				     "how often what it tells apart comes of lines no document says");
		return;
	}
	if (!strcmp(kind->kind, "written"))
		lines = FLOW_FETCH;
	else if (!strcmp(kind->kind, "local"))
		lines = home ? FLOW_FETCH : FLOW_FETCH | FLOW_REMOTE;
	if (!flow_is_documented(aim->model, type, lines))
		fault_judged(fault, SILICON_BY_NOTHING, "how often it counts a line no document says");
}

/* Select bits that are set in an event of the counter, by a document. */
static uint64_t code_bits(const struct aim *aim)
{
	const struct model_box *box = &aim->model->unit[aim->box];
	unsigned counter = reg_of(aim)->counter;
	const struct model_layout *layout = aim->model->counter[counter].layout;
	unsigned number = counter - aim->model->box[aim->box].counter;
	uint64_t bits = 0;

	for (const struct model_event_list *list = box->type->events; list; list = list->also) {
		for (unsigned i = 0; list != &model_described_any_events && i < list->count; i++) {
			const struct model_event *event = &list->row[i];

			if (event->code == MODEL_NO_CODE || (event->counters && !(event->counters >> number & 1)))
				continue;
			bits |= (uint64_t)event->code << layout->event_low;
			if (layout->umask_low != MODEL_NO_BIT)
				bits |= (uint64_t)event->subs << layout->umask_low;
		}
	}
	return bits;
}

/* If a PMI that is not acknowledged is repeated, the entry stays masked until its cause is cleared, which takes this long. */
#define UNSEEN_NS 100000

/* Times and counts this small may be those of sound silicon. `above` is for the box that freezes all others by a message. */
static void judge_smallness(const struct aim *aim, struct silicon_fault *fault)
{
	static const struct {
		const char *name; /* as in struct silicon_fault */
		uint64_t most, above;
		const char *reason;
	} rows[] = {
		{"freeze.late", 20000, 600000, "how soon a freeze must come no document says"},
		{"slow", 20000, 20000, "how soon an overflow must show no document says"},
		{"lingers", 20000, 20000, "how soon one that is cleared must go no document says"},
		{"pmi.doubled", 1000, 1000, "both requests come before the first is taken: they are one"},
		{"early", 16, 16, "in which count at the very end an overflow shows no document says"},
		{"late", 16, 16, "in which count at the very end an overflow shows no document says"},
	};

	if (!strcmp(fault->kind, "pmi.doubled") && model_core_level(aim->model) && aim->argument <= UNSEEN_NS)
		fault_judged(fault, SILICON_BY_NOTHING, "both requests come before the first is taken: they are one");
	if (!strcmp(fault->kind, "threshold.equal") && !aim->model->background && !model_core_is(aim->model, aim->box))
		fault_judged(fault, SILICON_BY_NOTHING,
			     "where nothing else runs no event adds more than one in a cycle");
	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		if (!strcmp(fault->kind, rows[i].name) &&
		    aim->argument <= (aim->box == aim->model->global ? rows[i].above : rows[i].most))
			fault_judged(fault, SILICON_BY_NOTHING, rows[i].reason);
}

static const struct model_type *type_of(const struct aim *aim)
{
	return aim->model->unit[aim->box].type;
}

static bool is_of_use(const struct aim *aim)
{
	return type_of(aim)->use_undocumented || (aim->reg != MODEL_NONE && reg_of(aim)->bank->use_undocumented);
}

static bool is_of_freeze(const struct aim *aim)
{
	return aim->box == aim->model->global && type_of(aim)->status_undocumented && type_of(aim)->freezes;
}

/* True of the select bit that asks for a report of overflows, where overflows of the counter show nowhere. */
static bool is_of_report(const struct aim *aim)
{
	const struct model_counter_place *counter;

	if (aim->reg == MODEL_NONE || reg_of(aim)->counter == MODEL_NONE)
		return false;
	counter = &aim->model->counter[reg_of(aim)->counter];
	return counter->quirks & COUNTER_SILENT && aim->argument == counter->layout->pmi;
}

static bool is_of_bands(const struct aim *aim)
{
	return type_of(aim)->has & MODEL_HAS_BANDS;
}

static bool is_free(const struct aim *aim)
{
	if (aim->reg == MODEL_NONE)
		return false;
	return (reg_of(aim)->bank->role == MODEL_TICKER && reg_of(aim)->bank->rate_undocumented) || is_uncounted(aim);
}

static bool is_clock(const struct aim *aim)
{
	return aim->reg != MODEL_NONE && reg_of(aim)->counter != MODEL_NONE &&
	       aim->model->counter[reg_of(aim)->counter].layout->clock;
}

/* True if a sound part may lack this box and still have enough of its type. */
static bool is_optional(const struct aim *aim)
{
	const struct model_type *type = type_of(aim);
	unsigned others = 0;

	for (unsigned i = 0; i < aim->model->boxes; i++)
		others += i != aim->box && aim->model->unit[i].type == type && !fault_box_is_absent(aim->model, i);
	return aim->reg == MODEL_NONE && type->optional >> aim->model->unit[aim->box].number & 1 &&
	       (!type->as_cores || others >= aim->model->cores);
}

/* Faults that sound silicon may show, because no document says how this box behaves. */
static void judge_unknown(const struct aim *aim, struct silicon_fault *fault)
{
#define OF_TYPE(flag) NULL, offsetof(struct model_type, flag)
	static const struct {
		const char *name; /* as in struct silicon_fault; NULL: any */
		bool (*is)(const struct aim *aim);
		size_t flag; /* of the box's type, where there is no function */
		const char *reason;
	} rows[] = {
		{NULL, is_of_use, 0, "no document says how it works"},
		{"gp", is_optional, 0, "a sound part or board may be without it"},
		{"hidden", is_optional, 0, "a sound part or board may be without it"},
		{"filter.ignored", OF_TYPE(filter_undocumented),
		 "no document gives for sure a value of its filter that lets nothing pass"},
		{"tally.ignored", OF_TYPE(tally_undocumented), "no document says for sure which bit resets a tally"},
		{"pmi.lost", OF_TYPE(pmi_undocumented), "no document says whether its overflows ask for an interrupt"},
		{"summary.hasty", OF_TYPE(summary_undocumented),
		 "no document says for sure where its overflows show above, and when they go"},
		{"summary.stays", OF_TYPE(summary_undocumented),
		 "no document says for sure where its overflows show above, and when they go"},
		{"missing", OF_TYPE(status_undocumented),
		 "no document says for sure that overflows show in its status"},
		{"slow", OF_TYPE(status_undocumented), "no document says for sure that overflows show in its status"},
		{"together", OF_TYPE(status_undocumented),
		 "no document says for sure that overflows show in its status"},
		{"freeze.late", is_of_freeze, 0,
		 "no document says that an overflow freezes all boxes, and no freeze shows"},
		{"deaf", is_of_report, 0, "no document says where its overflows show"},
		{"bands.shut", is_of_bands, 0, "it takes effect with the next change of frequency, and none comes"},
		{"bands.crossed", is_of_bands, 0, "it takes effect with the next change of frequency, and none comes"},
		{"dead", is_free, 0, "what it counts need not happen"},
		{"lags", is_clock, 0, "what reads a count too low may have been read a cycle before"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		const bool *flag = (const bool *)((const char *)type_of(aim) + rows[i].flag);

		if ((!rows[i].name || !strcmp(fault->kind, rows[i].name)) && (rows[i].is ? rows[i].is(aim) : *flag))
			fault_judged(fault, SILICON_BY_NOTHING, rows[i].reason);
	}
}

void fault_judge(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	const struct model_box *box = &aim->model->unit[aim->box];

	judge_smallness(aim, fault);
	switch (kind->ground) {
	case GROUND_BIT: judge_bit(aim, fault); break;
	case GROUND_START: judge_start(aim, aim->argument ^ fault_start(aim), fault); break;
	case GROUND_ID:
		if (box->type->id_undocumented >> box->number & 1)
			fault_judged(fault, SILICON_BY_NOTHING, "no document is sure of its identifier");
		break;
	case GROUND_RATE: judge_rate(aim, fault); break;
	case GROUND_LINES: judge_lines(kind, aim, fault); break;
	case GROUND_CLOCK: judge_clock(aim, fault); break;
	case GROUND_CODE:
		if (!((fault_deaf_bits(aim) | code_bits(aim)) >> aim->argument & 1))
			fault_judged(fault, SILICON_BY_NOTHING,
				     "no event of the counter that a document lists has that bit");
		break;
	default: break;
	}
	judge_unknown(aim, fault);
}
