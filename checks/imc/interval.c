/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares how often boxes are posted, and threads sampled, with others of their kind. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"
#include "core/command/register_words.h"

#define NEST_WINDOW_NS (100 * NS_PER_MS) /* a posting takes a millisecond or two */
#define PAGE_WINDOW_NS (25 * NS_PER_MS)
#define CHOICE_NS      (5 * NS_PER_MS) /* the fastest counter is chosen in this time */
#define GAPS           64
#define GAPS_LEAST     4
#define LOOK_TICKS     100000 /* a read that takes longer does not give the time of a change */
#define COUNTS_LEAST   2      /* from one posting to the next; with fewer, some postings would go unseen */

/* ---- what they show ------------------------------------------------------------------------------------ */

/* The word that shows when a box is posted. */
struct posted_word {
	bool started, read;
	struct location where;
	uint64_t first, last, first_ticks, last_ticks; /* its values after the first and last change, and the times */
	uint64_t gaps[GAPS];                           /* times between changes, in ascending order */
	unsigned gap_count;
};

/* Reads quietly: a failed access gives 0, and other checks report it. */
static uint64_t look(const struct check_context *context, const struct location *where)
{
	uint64_t value = 0;

	return register_read(context->machine, where, &value) == OUTCOME_OK ? value : 0;
}

/* True for boxes of the same kind. The first nest box of a chip stands for all its nest boxes. */
static bool is_like(const struct check_context *context, const struct machine_box *place)
{
	const struct check_target target = {.place = place};

	return place->state == BOX_FOUND && kind_of(&place->box) == subject_kind(context) &&
	       (subject_kind(context) != IMC_NEST || is_first_nest(context->machine, &target));
}

/* True if documents say that the intervals are equal: for the nest with known groups, and for sampled threads. */
static bool is_told(const struct check_context *context)
{
	return subject_kind(context) == IMC_TRACE ||
	       (subject_kind(context) == IMC_NEST && posted_state.catalog.facts->group_count);
}

/* Chooses the update count of a group if groups are known, else the counter that moves fastest. */
static void choose_word(struct check_context *context, const struct box *box, struct posted_word *word,
			const uint64_t *before)
{
	const struct imc_facts *facts = posted_state.catalog.facts;
	uint64_t most = 0;

	if (is_told(context)) {
		word->where = posted_control(box, NEST_STATUS);
		word->where.address = box->base + facts->groups[0].head;
		return;
	}
	for (unsigned i = 0; i < box->type->event_count; i++) {
		struct location where = counter_at(box, i);
		uint64_t moved = look(context, &where) - before[i];

		if (moved > most) {
			most = moved;
			word->where = where;
		}
	}
}

static void note_gap(struct posted_word *word, uint64_t ticks)
{
	unsigned at = word->gap_count++;

	for (; at && word->gaps[at - 1] > ticks; at--)
		word->gaps[at] = word->gaps[at - 1];
	word->gaps[at] = ticks;
}

/* The first reading is not a change, and the time from it to the first change is not a whole interval. */
static void note_word(struct check_context *context, struct posted_word *word)
{
	struct hw *hw = context->machine->hw;
	uint64_t begun = hw->ticks(hw), value = look(context, &word->where), ticks = hw->ticks(hw);

	if (ticks - begun > LOOK_TICKS || word->gap_count == GAPS)
		return;
	if (word->read && value != word->last) {
		if (word->first_ticks)
			note_gap(word, ticks - word->last_ticks);
		else
			word->first = value;
		word->first_ticks = word->first_ticks ? word->first_ticks : ticks;
		word->last_ticks = ticks;
	}
	word->last = value;
	word->read = true;
}

/* Returns the interval in ticks, or 0 if unknown. It is the median gap, since a late read sees several changes as one.
 * A word that came back to its first value proves nothing. */
static uint64_t interval_of(const struct check_context *context, const struct posted_word *word)
{
	uint64_t grown = word->last - word->first;

	if (word->gap_count < GAPS_LEAST || !grown)
		return 0;
	if (is_told(context))
		return (word->last_ticks - word->first_ticks) / grown;
	return grown < COUNTS_LEAST * word->gap_count ? 0 : word->gaps[word->gap_count / 2];
}

/* Measures all boxes of the kind at the same time. */
static void measure_postings(struct check_context *context, struct posted_word *words, uint64_t *before, size_t stride)
{
	const struct machine *machine = context->machine;
	struct hw *hw = machine->hw;
	uint64_t end_ns;

	for (unsigned b = 0; b < machine->box_count; b++)
		words[b].started =
			is_like(context, &machine->boxes[b]) && start_quietly(context, &machine->boxes[b].box);
	for (unsigned b = 0; b < machine->box_count; b++)
		for (unsigned i = 0; words[b].started && i < machine->boxes[b].box.type->event_count; i++) {
			struct location where = counter_at(&machine->boxes[b].box, i);

			before[b * stride + i] = look(context, &where);
		}
	check_pause(context, CHOICE_NS);
	for (unsigned b = 0; b < machine->box_count; b++)
		if (words[b].started)
			choose_word(context, &machine->boxes[b].box, &words[b], before + b * stride);
	end_ns = hw->now_ns(hw) + (subject_kind(context) == IMC_NEST ? NEST_WINDOW_NS : PAGE_WINDOW_NS);
	while (hw->now_ns(hw) < end_ns)
		for (unsigned b = 0; b < machine->box_count; b++)
			if (words[b].where.width_bits)
				note_word(context, &words[b]);
	for (unsigned b = 0; b < machine->box_count; b++)
		if (words[b].started)
			stop_anyway(context->machine, &machine->boxes[b].box);
	for (unsigned b = 0; b < machine->box_count; b++)
		if (words[b].started && subject_kind(context) == IMC_NEST)
			await_at(context, posted_control(&machine->boxes[b].box, NEST_STATUS), NEST_PAUSED,
				 NEST_BOUND_NS);
}

static void measure_likes(struct check_context *context, struct interval *intervals)
{
	const struct machine *machine = context->machine;
	struct arena *arena = machine->arena;
	size_t mark = arena_mark(arena), stride = 1;
	struct posted_word *words;
	uint64_t *before;

	for (unsigned b = 0; b < machine->box_count; b++)
		stride = max_u64(stride, machine->boxes[b].box.type->event_count);
	words = arena_take(arena, machine->box_count, sizeof(*words));
	before = arena_take(arena, machine->box_count * stride, sizeof(*before));
	if (words && before)
		measure_postings(context, words, before, stride);
	else
		check_fail(context, "not enough memory for the counters of all boxes");
	for (unsigned b = 0; words && b < machine->box_count; b++)
		if (is_like(context, &machine->boxes[b]))
			intervals[b] = (struct interval){true, interval_of(context, &words[b])};
	arena_release(arena, mark);
}

/* ---- the law --------------------------------------------------------------------------------------------- */

/* True if they differ by more than half: the microcode may do other things first, and reads take time. */
static bool differ(uint64_t a, uint64_t b)
{
	return 2 * max_u64(a, b) > 3 * min_u64(a, b);
}

/* Counts the boxes of the kind with a known interval, and in *agree those with about the interval of `box`. */
static unsigned count_likes(const struct check_context *context, const struct interval *intervals, unsigned box,
			    unsigned *agree)
{
	unsigned likes = 0;

	*agree = 0;
	for (unsigned b = 0; b < context->machine->box_count; b++) {
		if (!is_like(context, &context->machine->boxes[b]) || !intervals[b].ticks)
			continue;
		likes++;
		*agree += !differ(intervals[b].ticks, intervals[box].ticks);
	}
	return likes;
}

/* Returns the first box with the most common interval. */
static unsigned find_usual(const struct check_context *context, const struct interval *intervals, unsigned own,
			   unsigned *most)
{
	unsigned usual = own, agree;

	*most = 0;
	for (unsigned b = 0; b < context->machine->box_count; b++) {
		if (!is_like(context, &context->machine->boxes[b]) || !intervals[b].ticks)
			continue;
		count_likes(context, intervals, b, &agree);
		if (agree > *most) {
			*most = agree;
			usual = b;
		}
	}
	return usual;
}

/* If no document says that intervals are equal, a difference is an answer, not a failure. */
static void judge_difference(struct check_context *context, const struct interval *own, const struct interval *usual,
			     const char *most)
{
	const struct box *box = subject(context);
	bool nest = kind_of(box) == IMC_NEST;
	struct finding finding = {.where = nest ? posted_control(box, NEST_SPEED)
						: posted_ldbar(context->machine, box->cpu),
				  .expected = usual->ticks,
				  .got = own->ticks};
	char answer[32], assumed[96];
	struct text text = TEXT_OVER(answer), other = TEXT_OVER(assumed);

	if (is_told(context)) {
		fail_at(context, &finding, "one every %llu ticks of the time base, of %s every %llu",
			(unsigned long long)own->ticks, most, (unsigned long long)usual->ticks);
		return;
	}
	text_format(&text, "%llu ticks", (unsigned long long)own->ticks);
	text_format(&other, "%llu ticks, as of %s", (unsigned long long)usual->ticks, most);
	check_answer_to(context, "posting-interval", answer, assumed);
}

static void judge_interval(struct check_context *context, const struct interval *intervals)
{
	const struct machine_box *boxes = context->machine->boxes;
	unsigned number = (unsigned)(context->target.place - boxes), agree, most, likes, usual;
	char name[BOX_NAME_SIZE], bytes[96];
	struct text others = TEXT_OVER(bytes);

	if (!intervals[number].ticks) {
		check_untested(context, "too few came to say how often they do");
		return;
	}
	likes = count_likes(context, intervals, number, &agree);
	usual = find_usual(context, intervals, number, &most);
	if (!differ(intervals[number].ticks, intervals[usual].ticks)) {
		check_pass(context, "one every %llu ticks of the time base, as %u of %u have it",
			   (unsigned long long)intervals[number].ticks, agree, likes);
		return;
	}
	box_name(&boxes[usual].box, name);
	text_format(&others, "%u of %u (%s of chip %u)", most, likes, name, boxes[usual].box.socket);
	judge_difference(context, &intervals[number], &intervals[usual], bytes);
}

void run_interval(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct imc_notes *notes = notes_of(context);

	if (!notes)
		return;
	if (subject_kind(context) != IMC_TRACE && !notes->intervals[context->target.place - machine->boxes].known)
		measure_likes(context, notes->intervals);
	for (unsigned b = 0; b < machine->box_count && subject_kind(context) == IMC_TRACE; b++)
		if (is_like(context, &machine->boxes[b]))
			sample_interval(context, &machine->boxes[b]);
	if (check_going(context))
		judge_interval(context, notes->intervals);
}

bool has_interval(const struct machine *machine, const struct check_target *target)
{
	return kind_of(&target->place->box) != IMC_NEST || is_first_nest(machine, target);
}
