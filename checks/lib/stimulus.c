/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds events that advance a counter, and makes counters overflow.
 *
 * A counter can only be judged while an event advances it, and on real silicon any event may be idle. So events are
 * tried in turn, at the same time on all counters of a box that can count them: a counter that does not move while its
 * sibling advances on the same event is surely dead, and an event that advances no counter says nothing. Best is an
 * event turned into a clock: with a threshold of one and the test inverted, a counter adds one in every cycle in which
 * the event does not happen. */
#include "checks/lib/support.h"

#include "core/event/event.h"
#include "core/hardware/expect.h"
#include "core/work/work.h"
#include "lib/memory.h"

#define PLAIN_EVENTS    48 /* events tried as they are */
#define CANDIDATES      (PLAIN_EVENTS + 2)
#define UNKNOWN_CLOCK   0x1             /* code of the clock, if the box has one */
#define LOW_VALUE       UINT64_C(0x100) /* clear of the low values that errata are about */
#define SLOW_WINDOW_NS  100000
#define CLOCK_WINDOW_NS 100000000 /* a clock of less than a kilohertz counts as dead */
#define SLOW_ENOUGH     100       /* counts in that window; at fewer no slower event is searched */
#define OVERFLOW_WAITS  40
#define LONGEST_NS      40000000 /* longer than a screen shows one picture */
#define LOOKS           32       /* at an event that may pause, spread over LONGEST_NS */
#define LONGER          4        /* factor of the window for events that do pause */
#define USED            8        /* events that may pause, for each check */
#define UNSIGNALLED     4        /* references that overflow without signalling, before the first of them is taken */

/* An event as a counter could be programmed for it. */
struct candidate {
	uint64_t select;
	uint32_t siblings;
	const struct event *event; /* NULL: the fixed counter's */
};

/* An event that may pause and on which the check relies. `known`: its remembered stimulus, or NULL. */
struct used {
	struct counter counter;
	struct candidate candidate;
	struct stimulus *known;
};

/* All such events of the check. */
struct uses {
	struct used of[USED];
	uint32_t count, serial; /* of the check */
};

static struct uses *uses_of(struct check_context *context)
{
	return check_note(context, "uses", sizeof(struct uses));
}

/* ---- candidates --------------------------------------------------------------------------------------- */

bool parse_event(struct check_context *context, const char *event, struct event_config *config)
{
	struct diagnostic diagnostic;
	bool parsed = event_parse(context->machine->processor, slice_of(event), config, &diagnostic);

	if (!parsed)
		check_fail(context, "%s: %s", event, diagnostic.reason);
	return parsed;
}

bool needs_filter(const struct box_type *type, const struct event *event)
{
	for (unsigned i = 0; i < event->requirement_count; i++)
		if (type->requirements[event->requirements + i].kind != REQUIRE_NOTHING)
			return true;
	return false;
}

/* Parses the event string of the row for the counter's box. */
static bool stimulus_config(const struct check_context *context, const struct counter *counter,
			    const struct event *event, struct event_config *config)
{
	char bytes[EVENT_STRING_MAX];
	struct text text = TEXT_OVER(bytes);
	struct diagnostic diagnostic;

	if (counter->box.type->scope == BOX_OF_SOCKET) {
		box_name(&counter->box, bytes);
		text.length = strlen(bytes);
	} else {
		text_string(&text, counter->box.type->pmu);
	}
	text_string(&text, "::");
	event_row_name(context->machine->processor, event, &text);
	return event_parse(context->machine->processor, slice_of(bytes), config, &diagnostic);
}

/* True if the event only modifies the counting of another counter's event. */
static bool counts_beside_another(const struct counter *counter, const struct event *event)
{
	const struct event_pairs *pairs = counter->box.type->pairs;

	return pairs && pairs->follower && event->code == pairs->follower;
}

/* Fills in the candidate if the counter can count the event unchanged. */
static bool as_it_is(const struct check_context *context, const struct counter *counter, const struct event *event,
		     struct candidate *candidate)
{
	const struct field *always = layout_field(counter->select.row->layout, FIELD_ALWAYS);
	struct event_config config;

	if (event->flags & EVENT_FIXED || !(event->counters & BIT(counter->number)) ||
	    counts_beside_another(counter, event) || !stimulus_config(context, counter, event, &config))
		return false;
	*candidate = (struct candidate){
		.select = config.select | (always ? field_mask(always) : 0),
		.siblings = config.counters,
		.event = event,
	};
	return true;
}

/* Adds the events that have `flags` and need filter registers, or, if not `filter_registers`, need none. */
static unsigned stimulus_add_events(const struct check_context *context, const struct counter *counter, uint8_t flags,
				    bool filter_registers, struct candidate candidates[], unsigned capacity)
{
	const struct box_type *type = counter->box.type;
	unsigned count = 0;

	for (unsigned i = 0; i < type->event_count && count < capacity; i++) {
		const struct event *event = &type->events[i];

		if ((event->flags & flags) == flags && filter_registers == needs_filter(type, event))
			count += as_it_is(context, counter, event, &candidates[count]);
	}
	return count;
}

static bool first_event(const struct check_context *context, const struct counter *counter, struct candidate *candidate)
{
	return stimulus_add_events(context, counter, 0, false, candidate, 1) ||
	       stimulus_add_events(context, counter, 0, true, candidate, 1);
}

uint64_t event_of(const struct check_context *context, const struct counter *counter)
{
	struct candidate candidate;

	if (!counter->box.type->event_count)
		return UNKNOWN_CLOCK;
	return first_event(context, counter, &candidate) ? candidate.select : 0;
}

bool is_unlisted(const struct check_context *context, const struct counter *counter)
{
	struct candidate candidate;

	return !counter->fixed && counter->box.type->event_count && !first_event(context, counter, &candidate);
}

bool box_clock_of(const struct check_context *context, const struct counter *counter, uint64_t *select)
{
	struct candidate candidate;

	if (!stimulus_add_events(context, counter, EVENT_CLOCK, false, &candidate, 1))
		return false;
	*select = candidate.select;
	return true;
}

bool find_clock_beside(const struct check_context *context, const struct counter *counter, struct counter *clock,
		       uint64_t *select)
{
	for (unsigned i = 0; i < box_counters(&counter->box); i++) {
		*clock = counter_of(&counter->box, i);
		if (i != counter->number && box_clock_of(context, clock, select))
			return true;
	}
	return false;
}

bool has_clock(const struct box_type *type, uint32_t counters)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (type->events[i].flags & EVENT_CLOCK && (!counters || type->events[i].counters & counters))
			return true;
	return false;
}

bool event_row_select(const struct check_context *context, const struct box *box, const struct event *event,
		      uint64_t *select)
{
	struct counter counter = counter_of(box, __builtin_ctz(event->counters));
	struct event_config config;

	if (counts_beside_another(&counter, event) || !stimulus_config(context, &counter, event, &config) ||
	    config.setting_count)
		return false;
	*select = config.select | layout_bits(counter.select.row->layout, FIELD_ALWAYS);
	return true;
}

bool one_bit_event_of(const struct check_context *context, const struct counter *counter, uint64_t *select)
{
	const struct box_type *type = counter->box.type;

	*select = UNKNOWN_CLOCK;
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *event = &type->events[i];
		struct candidate candidate;

		if (event->max_increment != 1 || needs_filter(type, event) ||
		    !as_it_is(context, counter, event, &candidate))
			continue;
		*select = candidate.select;
		return true;
	}
	return !type->event_count && !context->machine->processor->described;
}

bool find_every_cycle(struct check_context *context, const struct counter *counter, uint64_t *select)
{
	const struct register_layout *layout = counter->select.row->layout;
	const struct field *threshold = layout_field(layout, FIELD_THRESHOLD);
	const struct field *invert = layout_field(layout, FIELD_INVERT);
	struct threshold_rule rule = {0, INVERT_BELOW};

	if (box_clock_of(context, counter, select))
		return true;
	if (box_counters(&counter->box) < 2 || !threshold || !invert || !one_bit_event_of(context, counter, select)) {
		check_skip(context, "no general counters of this box can count every cycle");
		return false;
	}
	if (threshold_is_open(context, counter) && !threshold_find(context, &counter->box, &rule)) {
		check_skip(context, "what a threshold lets pass is not known: see `hunt.threshold`");
		return false;
	}
	if (rule.invert == INVERT_ABOVE) {
		check_skip(context, "inverted or not, no cycles below a threshold pass");
		return false;
	}
	*select |= UINT64_C(2) << threshold->low | (rule.invert == INVERT_SWAPPED ? 0 : BIT(invert->low));
	return true;
}

static uint64_t field_of_select(const struct counter *counter, enum field_kind kind, uint64_t value)
{
	const struct field *field = layout_field(counter->select.row->layout, kind);

	return field ? (value << field->low) & field_mask(field) : 0;
}

uint64_t cycles_with(const struct check_context *context, const struct counter *counter)
{
	uint64_t threshold = field_of_select(counter, FIELD_THRESHOLD, 1);

	return threshold ? event_of(context, counter) | threshold : 0;
}

/* Returns the select that counts the other cycles. 0 if the select has no threshold or no invert. */
static uint64_t cycles_without(const struct check_context *context, const struct counter *counter)
{
	uint64_t invert = field_of_select(counter, FIELD_INVERT, 1);

	return invert ? cycles_with(context, counter) | invert : 0;
}

/* Adds candidates for a box whose events are not documented: known units have their clock at code 1. Any other event
 * with that code adds at most one a cycle, so every cycle is below a threshold of two. */
static unsigned add_unknown(const struct counter *counter, struct candidate candidates[2])
{
	uint64_t invert = field_of_select(counter, FIELD_INVERT, 1);
	uint64_t below_two = invert | field_of_select(counter, FIELD_THRESHOLD, 2);
	uint32_t siblings = (uint32_t)MASK(0, box_counters(&counter->box));

	candidates[0] = (struct candidate){.select = UNKNOWN_CLOCK, .siblings = siblings};
	candidates[1] = (struct candidate){.select = UNKNOWN_CLOCK | below_two, .siblings = siblings};
	return invert ? 2 : 1;
}

/* Adds an event turned into a clock, if the select can do that, or possible clocks if no events are documented. */
static unsigned add_inverted(const struct check_context *context, const struct counter *counter,
			     struct candidate *candidate)
{
	if (!counter->box.type->event_count)
		return add_unknown(counter, candidate);
	if (!cycles_without(context, counter) || !first_event(context, counter, candidate))
		return 0;
	candidate->select = cycles_without(context, counter);
	return 1;
}

/* Lists clocks first, then events in order; events that need filter registers come last. */
static unsigned candidates_of(const struct check_context *context, const struct counter *counter,
			      struct candidate candidates[CANDIDATES])
{
	unsigned count;

	if (counter->fixed) {
		candidates[0] = (struct candidate){0, 0, NULL};
		return 1;
	}
	count = stimulus_add_events(context, counter, EVENT_CLOCK, false, candidates, 1);
	count += add_inverted(context, counter, candidates + count);
	count += stimulus_add_events(context, counter, 0, false, candidates + count, CANDIDATES - count);
	return count + stimulus_add_events(context, counter, 0, true, candidates + count, CANDIDATES - count);
}

static void write_settings(struct check_context *context, const struct counter *counter,
			   const struct event_config *config, bool gates)
{
	for (unsigned i = 0; i < config->setting_count; i++) {
		struct event_assigned placed = event_setting_at(config, i, config->unit, counter->number);
		struct check_register reg = {counter->box, placed.row, (uint8_t)placed.index};

		if (check_is_gate(&reg) != gates)
			continue;
		check_shut_gate(context, &reg);
		check_write(context, &reg, placed.value);
	}
}

/* Writes the filter registers that an event needs; those that enable other registers come last. */
static void write_filter_registers(struct check_context *context, const struct counter *counter,
				   const struct event *event)
{
	struct event_config config;

	if (!event || !needs_filter(counter->box.type, event) || !stimulus_config(context, counter, event, &config))
		return;
	write_settings(context, counter, &config, false);
	write_settings(context, counter, &config, true);
}

/* ---- trying ------------------------------------------------------------------------------------------- */

/* Lets the counters count the candidate for `window_ns`. */
static void count_candidate(struct check_context *context, const struct candidate *candidate, struct together *together,
			    uint64_t window_ns)
{
	const struct counter *first = &together->of[0].counter;

	quiet_box(context, &first->box);
	write_filter_registers(context, first, candidate->event);
	for (unsigned i = 0; i < together->count; i++) {
		struct counting *counting = &together->of[i];

		counting->select = candidate->select;
		counting->from = LOW_VALUE;
	}
	together_prepare_as_read(context, together);
	together_run(context, together, window_ns);
}

/* Returns the counters (bit i: counter i) that advance by `least` or more in the window. A fixed one runs alone. */
static uint32_t trial(struct check_context *context, const struct counter *counter, const struct candidate *candidate,
		      uint64_t window_ns, uint64_t least)
{
	struct together together = {.of = {{.counter = *counter}}, .count = counter->fixed};
	uint32_t advanced = 0;

	for (unsigned i = 0; i < box_counters(&counter->box) && !counter->fixed; i++) {
		struct counter sibling = counter_of(&counter->box, i);

		if ((candidate->siblings & BIT(i)) && counter_answers(context, &sibling))
			together.of[together.count++].counter = sibling;
	}
	count_candidate(context, candidate, &together, window_ns);
	for (unsigned i = 0; i < together.count; i++)
		if (together.of[i].counts >= least)
			advanced |= BIT(together.of[i].counter.number);
	return check_going(context) ? advanced : 0;
}

/* True if the candidate should advance in every cycle. Clocks may be slow and so get more time than events, which may
 * be idle. */
static bool is_clock(const struct counter *counter, const struct candidate *candidate)
{
	return counter->fixed || !candidate->event || candidate->event->flags & EVENT_CLOCK ||
	       candidate->select & field_of_select(counter, FIELD_INVERT, 1);
}

static void search(struct check_context *context, const struct counter *counter, struct stimulus *stimulus)
{
	static const uint64_t windows_ns[] = {30000, 2000000, CLOCK_WINDOW_NS};
	struct candidate candidates[CANDIDATES];
	unsigned count = candidates_of(context, counter, candidates);

	/* Counting must not begin with overflow bits set. */
	quiet_clear(context, &counter->box);
	for (unsigned i = 0; i < ARRAY_SIZE(windows_ns) * count && !stimulus->found; i++) {
		const struct candidate *candidate = &candidates[i % count];
		uint64_t window_ns = windows_ns[i / count];

		if (window_ns == CLOCK_WINDOW_NS && !is_clock(counter, candidate))
			continue;
		stimulus->select = candidate->select;
		stimulus->event = candidate->event;
		stimulus->siblings = candidate->siblings;
		stimulus->window_ns = window_ns;
		stimulus->advanced = trial(context, counter, candidate, window_ns, STIMULUS_LEAST);
		stimulus->found = stimulus->advanced;
	}
	/* A failed register access says nothing about the events. */
	stimulus->tried = check_going(context);
}

static struct stimulus *remembered(struct check_context *context, const struct counter *counter)
{
	struct stimulus(*stimuli)[COUNTERS_MAX] =
		check_note(context, "stimuli", context->machine->box_count * sizeof(*stimuli));

	return stimuli ? &stimuli[check_box_index(context, &counter->box)][counter->number] : NULL;
}

uint64_t stimulus_window(struct check_context *context, const struct counter *counter)
{
	const struct stimulus *known = remembered(context, counter);

	return known && known->found ? known->window_ns : 0;
}

/* Remembers the stimulus for the counter's siblings, too. */
static void share(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus)
{
	for (unsigned i = 0; i < box_counters(&counter->box); i++) {
		struct counter sibling = counter_of(&counter->box, i);

		if (!counter->fixed && (stimulus->siblings & BIT(i)))
			*remembered(context, &sibling) = *stimulus;
	}
}

/* ---- events that pause -------------------------------------------------------------------------------- */

/* Counts the windows, of LOOKS, in which the event advances a counter. Stops once it has seen both kinds of windows. */
static unsigned count_looks(struct check_context *context, const struct used *used, uint64_t window_ns, uint64_t least)
{
	unsigned seen = 0;

	for (unsigned i = 0; i < LOOKS && (!seen || seen == i); i++) {
		seen += trial(context, &used->counter, &used->candidate, window_ns, least) ? 1 : 0;
		check_pause(context, LONGEST_NS / LOOKS / 4 * (i % 5 + 2)); /* an irregular step */
	}
	return seen;
}

/* An event not seen even in the longest window does not merely pause: the failure stands. */
static enum check_traffic look_at_one(struct check_context *context, const struct used *used)
{
	struct stimulus *known = used->known;
	uint64_t window_ns = known ? known->window_ns : SLOW_WINDOW_NS;
	bool ever = false;

	if (known && known->unseen)
		return TRAFFIC_STEADY;
	do {
		unsigned seen = count_looks(context, used, window_ns, known ? STIMULUS_LEAST : 1);

		ever = ever || seen;
		if (seen == LOOKS && known && window_ns != known->window_ns) {
			known->window_ns = window_ns;
			share(context, &used->counter, known);
			return TRAFFIC_SLOW;
		}
		if (seen == LOOKS)
			return TRAFFIC_STEADY;
		window_ns *= LONGER;
	} while (known && window_ns <= LONGEST_NS);
	if (known)
		known->unseen = !ever;
	return ever ? TRAFFIC_UNSTEADY : TRAFFIC_STEADY;
}

/* Looks at all events on which the failed check relied. */
static enum check_traffic look_at_traffic(struct check_context *context)
{
	const struct uses *uses = uses_of(context);
	enum check_traffic worst = TRAFFIC_STEADY;

	for (unsigned i = 0; uses && i < uses->count; i++) {
		enum check_traffic traffic = look_at_one(context, &uses->of[i]);

		worst = traffic > worst ? traffic : worst;
	}
	return worst;
}

/* Notes that the check relies on the event from now on. */
static void note_use(struct check_context *context, const struct counter *counter, const struct candidate *candidate,
		     struct stimulus *known)
{
	struct uses *uses = uses_of(context);

	/* A clock cannot be idle. An inverted event advances in the other cycles, but a burst may leave none. */
	if (!uses || counter->fixed || (candidate->event && candidate->event->flags & EVENT_CLOCK))
		return;
	if (uses->serial != context->serial)
		uses->count = 0;
	uses->serial = context->serial;
	context->look_at_traffic = look_at_traffic;
	for (unsigned i = 0; i < uses->count; i++)
		if (uses->of[i].known == known && known)
			return;
	if (uses->count < USED)
		uses->of[uses->count++] = (struct used){*counter, *candidate, known};
}

static void note_use_of_known(struct check_context *context, const struct counter *counter, struct stimulus *known)
{
	const struct candidate candidate = {known->select, known->siblings, known->event};

	note_use(context, counter, &candidate, known);
}

bool stimulus_try(struct check_context *context, const struct counter *counter, struct stimulus *stimulus)
{
	struct stimulus *known = remembered(context, counter);

	if (!known) {
		check_fail(context, "not enough memory");
		return false;
	}
	if (!known->tried) {
		search(context, counter, known);
		if (known->found)
			share(context, counter, known);
	}
	*stimulus = *known;
	if (known->found)
		note_use_of_known(context, counter, known);
	if (known->found && known->event && needs_filter(counter->box.type, known->event)) {
		stop(context);
		write_filter_registers(context, counter, known->event);
	}
	return known->found && check_going(context);
}

bool stimulus_left_unclocked(struct check_context *context, const struct box *box)
{
	struct stimulus stimulus;

	if (!box_is_the_boards(box->type) || expects_box(context->machine, box))
		return false;
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (stimulus_try(context, &counter, &stimulus) || !check_going(context))
			return false;
	}
	check_untested(
		context,
		"no clock reaches its box: nothing is on its channel, link or lanes, or it is dead; `expect` makes that a failure");
	return true;
}

/* Finds another counter of the box, advanced by an event that `counter` must count, too. */
static bool advancing_sibling(struct check_context *context, const struct counter *counter, struct counter *sibling)
{
	struct stimulus stimulus;

	for (unsigned i = 0; i < box_counters(&counter->box) && check_going(context); i++) {
		*sibling = counter_of(&counter->box, i);
		if (i != counter->number && counter_answers(context, sibling) &&
		    stimulus_try(context, sibling, &stimulus) && (stimulus.siblings & BIT(counter->number)))
			return true;
	}
	return false;
}

/* Finds the same counter of another box of this type and socket that an event advances in most cycles. That event would
 * advance a sound counter of this box, too. */
static bool ticking_twin(struct check_context *context, const struct counter *counter, struct counter *twin)
{
	const struct machine *machine = context->machine;

	for (unsigned i = 0; i < machine->box_count && check_going(context); i++) {
		const struct box *box = &machine->boxes[i].box;
		struct stimulus stimulus;

		if (machine->boxes[i].state != BOX_FOUND || box->type != counter->box.type ||
		    box->socket != counter->box.socket || box->instance == counter->box.instance)
			continue;
		*twin = counter_of(box, counter->number);
		if (counter_answers(context, twin) && stimulus_try(context, twin, &stimulus) &&
		    is_clock(twin, &(struct candidate){stimulus.select, stimulus.siblings, stimulus.event}))
			return true;
	}
	return false;
}

bool stimulus_find(struct check_context *context, const struct counter *counter, struct stimulus *stimulus)
{
	char name[COUNTER_NAME_SIZE];
	struct counter sibling;
	struct check_difference difference = {.reg = &counter->count, .expected = STIMULUS_LEAST};

	if (stimulus_try(context, counter, stimulus))
		return true;
	if (stimulus_left_unclocked(context, &counter->box))
		return false;
	if (counter->fixed) {
		check_fail_at(context, &difference, "the clock does not advance");
	} else if (!counter->box.type->event_count) {
		check_skip(context, "no document lists an event of this box");
	} else if (is_unlisted(context, counter)) {
		check_skip(context, "no document lists an event that this counter counts");
	} else if (box_is_the_boards(counter->box.type) && expects_box(context->machine, &counter->box)) {
		check_fail_at(
			context, &difference,
			"no event advances it, not even the clock, though `expect` says that the board uses its box");
	} else if (advancing_sibling(context, counter, &sibling)) {
		check_fail_at(context, &difference, "no event advances it, though one advances %s%u",
			      sibling.count.row->name, sibling.count.index);
	} else if (!box_is_the_boards(counter->box.type) && ticking_twin(context, counter, &sibling)) {
		counter_name(&sibling, name);
		check_fail_at(context, &difference, "no event advances it, not even what advances %s in most cycles",
			      name);
	} else {
		check_skip(context, "no event of this box advanced: idle or dead, no telling");
	}
	return false;
}

/* Runs the counter alone for `window_ns`, and returns its advance. */
static uint64_t advance_in(struct check_context *context, const struct counter *counter,
			   const struct candidate *candidate, uint64_t window_ns)
{
	struct together together = {.of = {{.counter = *counter}}, .count = 1};

	count_candidate(context, candidate, &together, window_ns);
	return together.of[0].counts;
}

/* Finds the candidate that advances the counter most slowly, by `*least`. Returns false if none advances it. */
static bool find_slowest(struct check_context *context, const struct counter *counter, struct candidate *slowest,
			 uint64_t *least)
{
	struct candidate candidates[CANDIDATES];
	unsigned count = candidates_of(context, counter, candidates);

	*least = UINT64_MAX;
	for (unsigned i = 0; *least > SLOW_ENOUGH && i < count && check_going(context); i++) {
		uint64_t advance;

		if (candidates[i].select & field_of_select(counter, FIELD_INVERT, 1))
			continue;
		advance = advance_in(context, counter, &candidates[i], SLOW_WINDOW_NS);
		if (!advance || advance >= *least)
			continue;
		*least = advance;
		*slowest = candidates[i];
	}
	return *least < UINT64_MAX && check_going(context);
}

/* Like find_slowest(), but first tries the slowest one of another counter of the box: it is as slow on all counters. */
static bool know_slowest(struct check_context *context, const struct counter *counter, struct candidate *slowest,
			 uint64_t *least)
{
	struct candidate *notes = check_note(context, "slowest", context->machine->box_count * sizeof(*notes));
	unsigned index = check_box_index(context, &counter->box);

	if (!notes)
		return find_slowest(context, counter, slowest, least);
	*slowest = notes[index];
	if (slowest->siblings & BIT(counter->number)) {
		*least = advance_in(context, counter, slowest, SLOW_WINDOW_NS);
		if (*least && check_going(context))
			return true;
	}
	if (!find_slowest(context, counter, slowest, least))
		return false;
	notes[index] = *slowest;
	return true;
}

bool stimulus_slowest(struct check_context *context, const struct counter *counter, struct stimulus *stimulus)
{
	struct candidate slowest;
	uint64_t least;

	if (!know_slowest(context, counter, &slowest, &least))
		return false;
	note_use(context, counter, &slowest, NULL);
	*stimulus = (struct stimulus){
		.select = slowest.select, .event = slowest.event, .window_ns = SLOW_WINDOW_NS / least, .found = true};
	quiet_box(context, &counter->box);
	write_filter_registers(context, counter, stimulus->event);
	return true;
}

bool stimulus_of_many(struct check_context *context, const struct counter *counter, struct stimulus *stimulus)
{
	const struct box_type *type = counter->box.type;

	for (unsigned i = 0; i < type->event_count && check_going(context); i++) {
		const struct event *event = &type->events[i];
		struct candidate candidate;

		if (!(event->flags & EVENT_MULTI) || event->flags & EVENT_TALLY ||
		    needs_filter(counter->box.type, event) || !as_it_is(context, counter, event, &candidate) ||
		    !advance_in(context, counter, &candidate, SLOW_WINDOW_NS))
			continue;
		note_use(context, counter, &candidate, NULL);
		*stimulus = (struct stimulus){
			.select = candidate.select, .event = event, .window_ns = SLOW_WINDOW_NS, .found = true};
		return true;
	}
	return false;
}

/* ---- known work --------------------------------------------------------------------------------------- */

/* Prefetchers stay on: the exact count does not matter. */
static void write_lines(struct machine *machine, uint32_t cpu, uint8_t home, unsigned lines)
{
	const struct work_request request = {
		.kind = &work_write, .amount = lines, .cpu = cpu, .home = home, .enable = UINT64_MAX};
	char bytes[CHECK_MESSAGE_SIZE];
	struct text why = TEXT_OVER(bytes);
	struct work work;
	bool done = work_begin(&work, machine, &request, &why) && work_ready(&work) && work_do(&work, lines);

	(void)done; /* lines that were not written are not counted */
	work_end(&work);
}

void write_memory(struct check_context *context, unsigned lines)
{
	struct machine *machine = context->machine;
	uint32_t cpu = machine->hw->cpu_of_socket(machine->hw, context->target.place->box.socket);

	if (!check_going(context) || cpu == HW_NO_CPU)
		return;
	write_lines(machine, cpu, WORK_OWN, lines);
	write_lines(machine, cpu, WORK_OTHER, lines);
}

/* ---- overflows ---------------------------------------------------------------------------------------- */

/* Sets all upper bits, including those that a narrower counter drops. */
uint64_t overflow_preload(const struct counter *counter)
{
	return ((uint64_t)0 - PRELOAD_DISTANCE) & layout_writable(counter->count.row->layout);
}

bool counter_overflowed(struct check_context *context, const struct counter *counter)
{
	return counter->status.row && check_read(context, &counter->status) & counter->overflow;
}

/* Waits until the counter has wrapped or its overflow bit is set: no document says which comes first, and a freeze may
 * stop the counter in between. */
static bool wrapped(struct check_context *context, const struct overflow_request *request, bool set_before)
{
	const struct counter *counter = request->counter;
	uint64_t bound_ns = request->stimulus->window_ns * OVERFLOW_WAITS;
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + bound_ns;

	while (check_going(context)) {
		bool late = hw->now_ns(hw) >= until;

		if (!(check_read(context, &counter->count) & ((counter_mask(context, counter) + 1) >> 1)))
			return check_going(context);
		if (!set_before && counter_overflowed(context, counter))
			return check_going(context);
		if (late)
			return false;
		check_pause(context, bound_ns / 16 + 1);
	}
	return false;
}

bool overflow(struct check_context *context, const struct overflow_request *request)
{
	const struct counter *counter = request->counter;
	bool set_before, done;

	counter_load(context, counter, request->stimulus->select | counter->select_enable | request->select_extra,
		     overflow_preload(counter));
	counter_enable(context, counter);
	set_before = counter_overflowed(context, counter);
	start(context, request->global_extra);
	done = wrapped(context, request, set_before);
	check_settle(context);
	if (!request->keep_running)
		stop(context);
	return done && check_going(context);
}

void expect_overflow(struct check_context *context, const struct overflow_request *request)
{
	if (!overflow(context, request) && check_going(context))
		fail_got(context, &request->counter->count, 0, counter_value(context, request->counter),
			 "the counter does not get to its overflow");
}

struct counter freeze_witness(struct check_context *context, const struct counter *counter)
{
	struct counter witness = counter_of(&counter->box, 0);
	struct stimulus stimulus;

	if (!starts_alone(context, counter) || !stimulus_try(context, &witness, &stimulus))
		return *counter;
	quiet_box(context, &counter->box);
	counter_load(context, &witness, stimulus.select | witness.select_enable, LOW_VALUE);
	counter_enable(context, &witness);
	return witness;
}

bool request_arrives(struct check_context *context, const struct counter *counter)
{
	struct check_register status = check_socket_status(context);
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + FREEZE_BOUND_NS;

	while (check_going(context)) {
		bool late = hw->now_ns(hw) >= until;

		if (!is_counting(context, counter) ||
		    check_read(context, &status) & control_pmi_noted(context->machine))
			return check_going(context);
		if (late)
			return false;
		check_pause(context, FREEZE_BOUND_NS / 16);
	}
	return false;
}

/* True if an overflow with this PMI enable arrives at the global control, which freezes or notes it. */
static bool signals(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus,
		    uint64_t select_pmi)
{
	const struct global_control *global = control_global(context->machine);
	struct overflow_request request = {
		.counter = counter,
		.stimulus = stimulus,
		.select_extra = select_pmi,
		.global_extra = global->freeze_on_pmi,
		.keep_running = true,
	};
	struct counter witness;
	bool signalled;

	quiet_clear(context, &counter->box);
	witness = freeze_witness(context, counter);
	if (!overflow(context, &request))
		return false;
	signalled = request_arrives(context, &witness);
	stop(context);
	return signalled && check_going(context);
}

static uint64_t search_fixed_signal(struct check_context *context, const struct counter *counter)
{
	const struct assumption *assumed = context->machine->processor->fixed_pmi;
	struct stimulus stimulus;

	if (!stimulus_try(context, counter, &stimulus))
		return 0;
	for (unsigned i = 0; assumed && i < assumed->candidate_count; i++)
		if (signals(context, counter, &stimulus, assumed->candidates[i]))
			return assumed->candidates[i];
	return 0;
}

uint64_t signal_find(struct check_context *context, const struct counter *counter)
{
	struct fixed_signal {
		uint64_t bits;
		bool tried;
	} * note;

	if (!counter->fixed || counter->select_pmi)
		return counter->select_pmi;
	note = check_note(context, "fixed signal", sizeof(*note));
	if (!note)
		return 0;
	if (!note->tried) {
		note->bits = search_fixed_signal(context, counter);
		note->tried = check_going(context);
	}
	return note->bits;
}

/* ---- a counter to try the global control with --------------------------------------------------------- */

/* True if the counter holds its preload. A counter that does not hold it must not judge others. */
static bool holds_preload(struct check_context *context, const struct counter *counter)
{
	quiet_box(context, &counter->box);
	check_write(context, &counter->count, overflow_preload(counter));
	return !((check_read(context, &counter->count) ^ overflow_preload(counter)) & counter_mask(context, counter));
}

/* Fills in the reference if the counter overflows. Returns true if its overflow also signals. */
static bool consider(struct check_context *context, const struct box *box, unsigned number, struct reference *reference)
{
	struct counter counter = counter_of(box, number);
	struct stimulus stimulus;
	bool signalled;

	counter.select_pmi = signal_find(context, &counter);
	if (!counter.select_pmi || !stimulus_try(context, &counter, &stimulus) || !(stimulus.advanced & BIT(number)) ||
	    !holds_preload(context, &counter))
		return false;
	signalled = signals(context, &counter, &stimulus, counter.select_pmi);
	if (!counter_overflowed(context, &counter))
		return false;
	if (signalled || !reference->found)
		*reference = (struct reference){counter, stimulus, false, true};
	return signalled;
}

static void search_reference(struct check_context *context, struct reference *reference)
{
	const struct machine *machine = context->machine;
	unsigned overflowed = 0;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		if (place->state != BOX_FOUND || place->box.socket != context->target.place->box.socket)
			continue;
		for (unsigned n = 0; n < counter_count(&place->box); n++) {
			if (consider(context, &place->box, n, reference))
				return;
			overflowed += reference->found;
			if (overflowed == UNSIGNALLED)
				return;
		}
	}
}

bool reference_find(struct check_context *context, struct reference *reference)
{
	struct reference *known = check_note(context, "references", context->machine->socket_count * sizeof(*known));

	if (!known) {
		check_fail(context, "not enough memory");
		return false;
	}
	known += context->target.place->box.socket;
	if (!known->tried) {
		search_reference(context, known);
		known->tried = check_going(context);
	}
	if (!known->found) {
		struct check_register control = check_socket_control(context);

		/* The search omits counters that failed before. The socket's control starts all counters: it is
		 * suspected first. */
		if (control.row)
			check_roots_use(context, &control);
		check_fail(context, "no counter of this socket overflows and says so");
	}
	*reference = *known;
	if (known->found) {
		reference->stimulus.window_ns = stimulus_window(context, &known->counter);
		note_use_of_known(context, &known->counter, remembered(context, &known->counter));
	}
	return check_going(context);
}
