/* SPDX-License-Identifier: BSD-2-Clause */
/* To exclude other activity, each measurement is repeated without the line, and both are repeated until the line stands
 * out. Before a line, one of the neighbouring page is read, so that page table walks, this code and its stack need no
 * reads from memory. Caches are emptied between rounds; no round reads two lines of the same pages. */
#include "core/map/map_look.h"

#include "lib/memory.h"

#define PENDING      INT8_MIN
#define FIRST_LINES  4 /* at a time until one is found: a hopeless search must be short */
#define SURE_ROUNDS  2 /* that agree exactly */
#define ROUNDS_LEAST 8 /* before noise is judged */
#define UNSEEN_LINES 16

/* ---- one reading -------------------------------------------------------------------------------------------------- */

/* A line that a CPU reads; NULL: none. */
struct reading {
	const volatile uint64_t *line;
	uint64_t value;
};

static void read_line(void *context)
{
	struct reading *reading = context;

	reading->value = *reading->line;
}

static bool read_on_cpu(const struct map_look *look, uint64_t address)
{
	struct hw *hw = look->machine->hw;
	struct reading reading = {0};

	for (unsigned i = 0; i < look->memory_count; i++)
		if (address - look->memory[i].physical < look->memory[i].bytes)
			reading.line =
				(const volatile uint64_t *)(look->memory[i].at + (address - look->memory[i].physical));
	return hw_run_on(hw, look->cpu, read_line, &reading) == OUTCOME_OK;
}

static bool read_counts(struct map_look *look, uint32_t *counts)
{
	struct session *session = &look->session;

	if (!session_run(session, &session->read))
		return false;
	for (unsigned i = 0; i < session->counter_count && i < RULE_BOXES; i++) {
		const struct session_counter *counter = &session->counters[i];
		uint32_t ignored = 0;
		uint64_t value = session_corrected(counter, session->slots[i], &ignored);
		uint64_t count = (value - look->previous[i]) & session_counter_mask(counter);

		look->previous[i] = value;
		if (counts && counter->box.instance < RULE_BOXES)
			counts[counter->box.instance] += (uint32_t)min_u64(count, UINT16_MAX);
	}
	return true;
}

/* Counts while a line is read. */
static bool count_reading(struct map_look *look, uint64_t address, uint32_t *counts)
{
	struct session *session = &look->session;

	return session_run(session, &session->resume) && read_on_cpu(look, address) &&
	       session_run(session, &session->freeze) && read_counts(look, counts);
}

/* ---- the owner --------------------------------------------------------------------------------------------------- */

/* 1 if reading the line made the box count more than half a time in each round, -1 if less, 0 if that is uncertain. */
static int stands_out(const struct map_line *line, unsigned box, unsigned rounds)
{
	uint32_t with = line->with[box], beyond = with > rounds ? with - rounds : rounds - with;
	int64_t twice = 2 * ((int64_t)with - (int64_t)line->without[box]) - rounds;
	/* Counts that the line does not explain, whether or not the box owns it (the smaller number), plus 1. */
	int64_t noise = (int64_t)line->without[box] + (int64_t)min_u64(with, beyond) + 1;

	/* Twice four standard deviations of the difference of two counts, squared: with thousands of lines, fewer would
	 * be too few. */
	if (twice * twice <= 64 * noise)
		return 0;
	return twice > 0 ? 1 : -1;
}

/* True if only one box counted, once in each round, and only while the line was read. */
static bool is_plain(const struct map_line *line, unsigned rounds, int *owner)
{
	*owner = RULE_UNTOLD;
	for (unsigned box = 0; box < RULE_BOXES; box++) {
		if (!line->with[box] && !line->without[box])
			continue;
		if (*owner != RULE_UNTOLD || line->without[box] || line->with[box] != rounds)
			return false;
		*owner = (int)box;
	}
	return *owner != RULE_UNTOLD;
}

/* Returns false if another round may help. */
static bool decide_owner(struct map_look *look, const struct map_line *line, unsigned rounds, int *owner)
{
	unsigned above = 0, unclear = 0;

	if (rounds >= SURE_ROUNDS && is_plain(line, rounds, owner))
		return true;
	*owner = RULE_NOBODY;
	for (unsigned box = 0; box < RULE_BOXES; box++) {
		int out = stands_out(line, box, rounds);

		unclear += !out;
		above += out > 0;
		*owner = out > 0 ? (int)box : *owner;
	}
	if (rounds < ROUNDS_LEAST || unclear) {
		*owner = RULE_UNTOLD;
		look->hidden += rounds == LOOK_ROUNDS;
		return rounds == LOOK_ROUNDS;
	}
	if (above > 1) {
		*owner = RULE_UNTOLD;
		look->several++;
	}
	return true;
}

/* ---- many lines -------------------------------------------------------------------------------------------------- */

static bool has_pages_of(const struct map_look *look, uint64_t address)
{
	for (unsigned i = 0; i < look->line_count; i++)
		if ((look->lines[i].address ^ address) / (2 * WORK_PAGE_BYTES) == 0)
			return true;
	return false;
}

static void choose_lines(struct map_look *look, const uint64_t *addresses, unsigned count, const int8_t *owners)
{
	unsigned most = look->told ? LOOK_LINES : FIRST_LINES;

	look->line_count = 0;
	for (unsigned i = 0; i < count && look->line_count < most; i++) {
		if (owners[i] != PENDING || has_pages_of(look, addresses[i]))
			continue;
		look->lines[look->line_count] = (struct map_line){.address = addresses[i], .at = i};
		look->line_count++;
	}
}

/* Empties the caches and reads all lines once whose owner is still unknown, each after a line of its neighbour page. The
 * first reading is not counted: it brings the program's own code, stack and tables back from memory, whose boxes may be
 * under test. */
static bool go_round(struct map_look *look)
{
	uint64_t beside = look->lines[0].address ^ WORK_PAGE_BYTES;

	look->rounds++;
	if (!work_ready(look->work) || !read_on_cpu(look, beside) || !count_reading(look, beside, NULL))
		return false;
	for (unsigned i = 0; i < look->line_count; i++) {
		struct map_line *line = &look->lines[i];

		beside = line->address ^ WORK_PAGE_BYTES;
		if (line->told)
			continue;
		if (!read_on_cpu(look, beside) || !count_reading(look, beside, line->without) ||
		    !count_reading(look, line->address, line->with))
			return false;
	}
	return true;
}

static bool tell_lines(struct map_look *look, int8_t *owners)
{
	unsigned left = look->line_count;

	for (unsigned rounds = 1; left; rounds++) {
		if (!go_round(look))
			return false;
		for (unsigned i = 0; i < look->line_count; i++) {
			struct map_line *line = &look->lines[i];
			int owner = RULE_UNTOLD;

			line->told = line->told || decide_owner(look, line, rounds, &owner);
			if (!line->told || owners[line->at] != PENDING)
				continue;
			owners[line->at] = (int8_t)owner;
			look->told += owner >= 0 && owner < RULE_NOBODY;
			look->nobody += owner == RULE_NOBODY;
			left--;
		}
	}
	return true;
}

/* If no owner is found for the first lines, none will be for others. */
static bool is_hopeless(struct map_look *look)
{
	if (look->told)
		return false;
	if (look->hidden >= FIRST_LINES)
		look->trouble = "other traffic hides which box counts a line";
	else if (look->several >= FIRST_LINES)
		look->trouble = "several boxes count each line";
	else if (look->nobody >= UNSEEN_LINES) {
		look->trouble = "nothing seen: no box counted a line that was read";
		look->unseen = true;
	}
	return look->trouble;
}

bool map_look_ask(void *context, const uint64_t *addresses, unsigned count, int8_t *owners)
{
	struct map_look *look = context;

	memset(owners, PENDING, count);
	for (;;) {
		choose_lines(look, addresses, count, owners);
		if (!look->line_count)
			return true;
		if (!tell_lines(look, owners) || is_hopeless(look))
			return false;
	}
}

/* ---- begin and end ------------------------------------------------------------------------------------------------------ */

bool map_look_begin(struct map_look *look)
{
	struct hw *hw = look->machine->hw;
	struct window window = {.cpu = machine_bootstrap_cpu(look->machine)};
	struct session *session = &look->session;

	look->open = hw->window_open(hw, &window) == OUTCOME_OK;
	if (!look->open) {
		look->trouble = "interrupts cannot be deferred";
		return false;
	}
	return session_begin(session) && session_run(session, &session->start) &&
	       session_run(session, &session->freeze) && read_counts(look, NULL);
}

void map_look_end(struct map_look *look)
{
	if (!look->open)
		return;
	session_end(&look->session);
	look->machine->hw->window_close(look->machine->hw);
}
