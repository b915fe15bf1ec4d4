/* SPDX-License-Identifier: BSD-2-Clause */
/* No bit of a counter is stuck. The words of a chip are watched while its microcode posts for the first time; pages,
 * which belong to the program, are cleared first. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/stuck.h"
#include "checks/imc/support.h"
#include "lib/memory.h"

#define READINGS       128 /* at most */
#define READINGS_LEAST 16
#define NEST_STEP_NS   (NS_PER_MS / 100) /* a wait is at least a hundred of these; a round of the microcode is 4 ms */
#define TRIES          8
#define PAGE_FIRST_NS  (4 * NS_PER_MS)
#define PAGE_STEP_NS   2000
#define PAGE_SILENT    4   /* readings without a change, after which none is expected */
#define PRESCALED      256 /* scale in events a count, from which the counts show nothing about single events */

struct word {
	const struct box *box;
	uint32_t event;
};

/* Some counters and their readings: values[reading * word_count + word]. */
struct watch {
	struct check_context *context;
	struct word *words;
	uint64_t *values;
	struct reading *at;
	uint32_t word_count, count;
};

/* ---- what is watched --------------------------------------------------------------------------------- */

/* Lists the words that are known to be posted for an event of the box. Others may hold anything. */
static void list_words(struct watch *watch, const struct box *box)
{
	for (uint32_t i = 0; i < box->type->event_count; i++)
		if (box->type->postings[i].posted_at == box->type->postings[i].offset)
			watch->words[watch->word_count++] = (struct word){box, i};
}

static bool is_watched(const struct check_context *context, const struct machine_box *place)
{
	if (subject_kind(context) != IMC_NEST)
		return &place->box == subject(context);
	return kind_of(&place->box) == IMC_NEST && place->state == BOX_FOUND &&
	       place->box.socket == subject(context)->socket;
}

static bool watch_begin(struct watch *watch, struct check_context *context)
{
	const struct machine *machine = context->machine;
	size_t most = 1;

	for (unsigned b = 0; b < machine->box_count; b++)
		if (is_watched(context, &machine->boxes[b]))
			most += machine->boxes[b].box.type->event_count;
	*watch = (struct watch){
		.context = context,
		.words = arena_take(machine->arena, most, sizeof(*watch->words)),
		.values = arena_take(machine->arena, most * READINGS, sizeof(*watch->values)),
		.at = arena_take(machine->arena, READINGS, sizeof(*watch->at)),
	};
	if (!watch->words || !watch->values || !watch->at) {
		check_fail(context, "not enough memory for the readings");
		return false;
	}
	for (unsigned b = 0; b < machine->box_count; b++)
		if (is_watched(context, &machine->boxes[b]))
			list_words(watch, &machine->boxes[b].box);
	return true;
}

static struct readings readings_of(const struct watch *watch, uint32_t word)
{
	const struct posting *posting = &watch->words[word].box->type->postings[watch->words[word].event];

	return (struct readings){
		.at = watch->at,
		.values = watch->values + word,
		.stride = watch->word_count,
		.count = watch->count,
		.prescaled = posting->scale >= PRESCALED && !posting->decimals,
	};
}

static void read_words(struct watch *watch, uint64_t *values)
{
	for (uint32_t i = 0; i < watch->word_count; i++)
		values[i] = read_at(watch->context, counter_at(watch->words[i].box, watch->words[i].event));
}

static void add_reading(struct watch *watch, uint32_t steps)
{
	struct hw *hw = watch->context->machine->hw;

	read_words(watch, watch->values + (size_t)watch->count * watch->word_count);
	watch->at[watch->count++] = (struct reading){hw->now_ns(hw), steps};
}

static uint32_t count_moved(const struct watch *watch)
{
	uint32_t moved = 0;

	for (uint32_t i = 0; i < watch->word_count; i++) {
		struct readings readings = readings_of(watch, i);

		moved += !stuck_is_still(&readings);
	}
	return moved;
}

/* True if every moving counter has shown all that it can. */
static bool is_enough(const struct watch *watch)
{
	if (watch->count < READINGS_LEAST)
		return false;
	for (uint32_t i = 0; i < watch->word_count; i++) {
		struct readings readings = readings_of(watch, i);

		if (!stuck_is_still(&readings) && !stuck_is_sound(&readings))
			return false;
	}
	return true;
}

static bool goes_on(const struct watch *watch)
{
	return check_going(watch->context) && watch->count < READINGS && !is_enough(watch);
}

/* ---- the verdict ------------------------------------------------------------------------------------- */

/* False if all moving counters of the box share the stuck bit: then it comes from the posting and is no defect. */
static bool is_alone(const struct watch *watch, uint32_t word, const struct stuck_bit *stuck)
{
	for (uint32_t i = 0; i < watch->word_count; i++) {
		struct readings readings = readings_of(watch, i);
		struct stuck_bit other;

		if (i != word && watch->words[i].box == watch->words[word].box && !stuck_is_still(&readings) &&
		    (!stuck_find(&readings, &other) || other.bit != stuck->bit))
			return true;
	}
	return false;
}

static void judge_posted_bits(const struct watch *watch)
{
	struct check_context *context = watch->context;
	uint32_t moved = count_moved(watch);

	for (uint32_t i = 0; i < watch->word_count && check_going(context); i++) {
		struct readings readings = readings_of(watch, i);
		struct finding finding = {.box = watch->words[i].box};
		struct stuck_bit stuck;

		if (!stuck_find(&readings, &stuck) || !is_alone(watch, i, &stuck))
			continue;
		finding.where = counter_at(watch->words[i].box, watch->words[i].event);
		finding.got = readings.values[(size_t)(watch->count - 1) * watch->word_count];
		finding.expected = finding.got ^ BIT(stuck.bit);
		fail_at(watch->context, &finding, "bit %u is always %u while the counter moves", stuck.bit,
			stuck.level);
	}
	if (moved)
		check_pass(context, "%u of %u counters move, and no bit of theirs is stuck", moved, watch->word_count);
	else
		check_skip(context, "no counter moves");
}

static void run_watching(struct check_context *context, void (*look)(struct watch *watch))
{
	size_t mark = arena_mark(context->machine->arena);
	struct watch watch;

	if (watch_begin(&watch, context)) {
		look(&watch);
		judge_posted_bits(&watch);
	}
	arena_release(context->machine->arena, mark);
}

/* ---- a chip ------------------------------------------------------------------------------------------ */

/* Returns how often the most frequent group was posted, or a constant if no groups are known. */
static uint64_t passes(const struct watch *watch)
{
	const struct imc_facts *facts = posted_state.catalog.facts;
	const struct box *box = subject(watch->context);

	if (!facts->group_count)
		return 0;
	return read_at(watch->context, (struct location){.space = SPACE_MEMORY,
							 .width_bits = 64,
							 .socket = box->socket,
							 .address = box->base + facts->groups[0].head});
}

/* Between two reads of the pass count, the words were posted at most as often as the count grew, plus once. If it did
 * not grow, the number is unknown. */
static void add_nest_reading(struct watch *watch, uint64_t *before)
{
	uint64_t now = passes(watch), steps;

	add_reading(watch, 1);
	steps = passes(watch) - *before;
	watch->at[watch->count - 1].steps = steps && steps < UINT32_MAX ? (uint32_t)steps + 1 : UINT32_MAX;
	*before = now;
}

static void watch_nest(struct watch *watch)
{
	struct check_context *context = watch->context;
	uint64_t before = passes(watch);

	add_reading(watch, 1);
	if (!start_quietly(context, subject(context)))
		check_skip(context, "the microcode does not start: see nest.commands");
	while (goes_on(watch)) {
		if (watch->count % STUCK_RESTART == 0) {
			const struct box *box = subject(context);

			/* Failures of these commands are left to nest.commands. */
			stop_anyway(context->machine, box);
			if (!await_at(context, posted_control(box, NEST_STATUS), NEST_PAUSED, NEST_BOUND_NS) ||
			    !start_quietly(context, box))
				check_skip(context, "the microcode does not pause and run: see nest.commands");
		}
		check_pause(context, stuck_wait(watch->count, NEST_STEP_NS));
		add_nest_reading(watch, &before);
	}
	stop_anyway(context->machine, subject(context));
}

void run_nest_bits(struct check_context *context)
{
	run_watching(context, watch_nest);
}

/* ---- a page ------------------------------------------------------------------------------------------ */

/* Counts for `ns`. Returns the actual time in ns. */
static uint64_t count_for(struct watch *watch, uint64_t ns)
{
	struct hw *hw = watch->context->machine->hw;
	uint64_t began = hw->now_ns(hw);

	start(watch->context, subject(watch->context));
	if (ns)
		check_pause(watch->context, ns);
	stop(watch->context, subject(watch->context));
	return hw->now_ns(hw) - began;
}

static void clear_page(const struct watch *watch)
{
	memset((void *)subject(watch->context)->base, 0, POSTED_PAGE);
}

/* Does a long and a short run, each from a cleared page. True if the short one was really shorter. */
static bool run_twice(struct watch *watch)
{
	uint64_t longer, shorter;

	watch->count = 0;
	clear_page(watch);
	longer = count_for(watch, PAGE_FIRST_NS);
	add_reading(watch, 1);
	clear_page(watch);
	shorter = count_for(watch, 0);
	add_reading(watch, 1);
	return 2 * shorter < longer;
}

/* No document says if clearing the page also clears the counters. A counter that continues from its value after the
 * long run was not cleared. */
static bool begin_page(struct watch *watch)
{
	uint64_t *before = watch->values, *first = watch->values + watch->word_count;
	unsigned tries = 0;

	while (!run_twice(watch))
		if (++tries == TRIES)
			return false;
	for (uint32_t i = 0; i < watch->word_count; i++)
		if (first[i] < before[i])
			before[i] = 0;
	return true;
}

/* Stops at irregular times, so that even a counter with a steady rate can show any value. */
static void watch_page(struct watch *watch)
{
	if (!begin_page(watch))
		check_skip(watch->context, "no short run was shorter than a long one");
	while (goes_on(watch)) {
		if (watch->count > PAGE_SILENT && !count_moved(watch))
			break;
		count_for(watch, stuck_wait(watch->count, PAGE_STEP_NS));
		add_reading(watch, 1);
	}
}

void run_page_bits(struct check_context *context)
{
	run_watching(context, watch_page);
}
