/* SPDX-License-Identifier: BSD-2-Clause */
/* Turns counts into verdicts. */
#include "core/check/meaning.h"

#include "core/check/meaning_balance.h"
#include "core/check/meaning_clock.h"
#include "core/check/meaning_fit.h"
#include "lib/memory.h"
#include "lib/text.h"

#define MILLION MEANING_MILLION
#define NOTHING MEANING_NOTHING

static const char nothing_seen[] = "nothing seen: the work reached no counter";

static const char *const work_names[MEANING_WORKS] = {
	[MEANING_READ] = "read",
	[MEANING_WRITE] = "write",
	[MEANING_REMOTE] = "remote",
	[MEANING_ALONE_READ] = "mcdram.read",
	[MEANING_ALONE_WRITE] = "mcdram.write",
};

const char *meaning_work_name(enum meaning_work work)
{
	return work_names[work];
}

const struct work_kind *meaning_work_kind(unsigned work)
{
	static const struct work_kind *const kinds[MEANING_WORKS] = {
		[MEANING_READ] = &work_read, [MEANING_WRITE] = &work_write, [MEANING_REMOTE] = &work_remote};

	return kinds[work];
}

bool meaning_knows(const struct meanings *meanings, enum meaning_work work)
{
	const struct meaning *row;

	for (unsigned i = 0; meanings && (row = meaning_row(meanings, i)); i++)
		if (row->work == work)
			return true;
	return false;
}

/* ---- one row------------------------------------------------------------------------------------------ */

int64_t meaning_expected(const struct meaning *row)
{
	return row->expected * MILLION / (row->of ? row->of : 1);
}

static bool near(const struct meaning_result *result, int64_t expected, const struct meaning_report *report)
{
	const struct meaning_fit fit = {.slope = result->slope, .noise = result->noise};

	return meaning_near(&fit, expected, expected ? expected : MILLION, report);
}

/* Judges counts of commands. The processor may turn each command into two. */
static enum meaning_verdict judge_commands(const struct meaning_report *report, const struct meaning_result *result)
{
	int64_t expected = meaning_expected(result->row);
	bool once = near(result, expected, report), twice = near(result, 2 * expected, report);

	switch ((enum meaning_doubled)report->doubled) {
	case MEANING_NOT_DOUBLED: return once ? MEANING_PASS : MEANING_FAIL;
	case MEANING_DOUBLED: return twice ? MEANING_PASS : once ? MEANING_ANSWERED : MEANING_FAIL;
	default: return once ? MEANING_PASS : twice ? MEANING_ANSWERED : MEANING_FAIL;
	}
}

static enum meaning_verdict judge_row(const struct meaning_report *report, const struct meaning_result *result)
{
	const struct meaning *row = result->row;
	int64_t expected = meaning_expected(row);

	switch (row->kind) {
	case MEANING_SUM:
		if (row->twice)
			return judge_commands(report, result);
		return near(result, expected, report) ? MEANING_PASS : MEANING_FAIL;
	case MEANING_NAMED:
		if (near(result, expected, report))
			return MEANING_PASS;
		return result->slope < NOTHING ? MEANING_FAIL : MEANING_ANSWERED;
	case MEANING_AT_MOST:
		if (row->twice && report->doubled != MEANING_NOT_DOUBLED)
			expected *= 2;
		return result->slope < expected || near(result, expected, report) ? MEANING_PASS : MEANING_FAIL;
	default: return MEANING_ANSWERED;
	}
}

/* ---- all rows of a work ------------------------------------------------------------------------------------------ */

/* True if the work advanced any event that it must advance. */
static bool moved(const struct meaning_report *report)
{
	for (unsigned i = 0; i < report->count; i++) {
		const struct meaning_result *result = &report->results[i];

		if (result->counted && result->verdict != MEANING_HIDDEN && result->row->kind == MEANING_SUM &&
		    result->row->expected && result->slope >= NOTHING)
			return true;
	}
	return false;
}

/* True if noise hides all events that the work must advance. */
static bool all_hidden(const struct meaning_report *report)
{
	for (unsigned i = 0; i < report->count; i++) {
		const struct meaning_result *result = &report->results[i];

		if (result->row->kind == MEANING_SUM && result->row->expected && result->counted &&
		    result->verdict != MEANING_HIDDEN)
			return false;
	}
	return true;
}

static const struct meaning_result *other_memory(const struct meaning_report *report)
{
	for (unsigned i = 0; i < report->count; i++)
		if (report->results[i].row->other_memory && report->results[i].counted &&
		    report->results[i].slope >= NOTHING)
			return &report->results[i];
	return NULL;
}

static const char *why_not_judged(const struct meaning_request *request, const struct meaning_report *report,
				  const struct meaning_counted *counted)
{
	/* The node may be a memory expander, or a part of a package whose processors are all off, and its boxes are
	 * unknown. */
	if (report->work.home == MEMORY_ALONE && request->work != MEANING_ALONE_READ &&
	    request->work != MEANING_ALONE_WRITE)
		return "its memory belongs to a node without processors, whose socket is not known";
	if (!report->work.prefetchers_off)
		return meaning_no_quiet;
	if (counted->interrupted)
		return "system management interrupts came during the work (MSR 0x34)";
	if (other_memory(report))
		return "other memory caches this memory";
	if (all_hidden(report))
		return "other traffic hides what the work does";
	if (!moved(report))
		return nothing_seen;
	if (meaning_pairs(request, report, counted))
		return "more lines came than were touched, and all boxes on their way agree: a prefetcher of pairs is still on";
	return NULL;
}

/* The only box of several whose count is not its even share; NULL if there is none, or more than one: then shares may
 * be uneven by design. */
static const struct meaning_box *odd_box(const struct meaning_counts *counts, uint64_t share, uint64_t noise)
{
	const struct meaning_box *odd = NULL;

	for (unsigned i = 0; i < counts->box_count; i++) {
		const struct meaning_box *box = &counts->boxes[i];
		uint64_t apart = box->count > share ? box->count - share : share - box->count;

		if (apart <= share / 50 + 3 * noise)
			continue;
		if (odd)
			return NULL;
		odd = box;
	}
	return counts->box_count > 1 ? odd : NULL;
}

/* Names the box at fault if one can be identified. */
static void say_box(struct meaning_report *report, unsigned index, const struct meaning_counts *counts,
		    int64_t expected, struct text *text)
{
	uint64_t all = report->lines * meaning_times[MEANING_FOUR] * (uint64_t)expected / MILLION;
	uint64_t share = counts->box_count ? all / counts->box_count : 0;
	const struct meaning_box *odd = odd_box(counts, share, report->results[index].noise);
	char name[BOX_NAME_SIZE];

	if (!odd)
		return;
	report->broken = odd->box;
	box_name(&odd->box, name);
	text_format(text, "; it is %s alone: %llu of %llu lines, not %llu", name, (unsigned long long)odd->count,
		    (unsigned long long)(report->lines * meaning_times[MEANING_FOUR]), (unsigned long long)share);
}

static void say_failure(struct meaning_report *report, unsigned index, const struct meaning_counts *counts)
{
	const struct meaning_result *result = &report->results[index];
	const struct meaning *row = result->row;
	struct text text = text_over(report->message, sizeof(report->message));
	int64_t expected = meaning_expected(row) * (row->twice && report->doubled == MEANING_DOUBLED ? 2 : 1);
	int64_t apart = result->slope < 0 ? -result->slope : result->slope;

	text_format(
		&text,
		"%s counts %s%lld.%03lld a line of `%s`, not %lld.%03lld, with 1%% and 3 x %llu counts of %llu allowed (%s%s)",
		row->events, result->slope < 0 ? "-" : "", (long long)(apart / MILLION),
		(long long)(apart % MILLION / 1000), meaning_work_name((enum meaning_work)row->work),
		(long long)(expected / MILLION), (long long)(expected % MILLION / 1000),
		(unsigned long long)result->noise, (unsigned long long)report->lines,
		meaning_of_whom(report->meanings, row), row->source);
	say_box(report, index, counts, expected, &text);
	report->failed = true;
}

/* The apparent other traffic is the box's clock: the event's code is decoded as another one. */
static void say_clock(struct meaning_report *report, unsigned index, const struct meaning_clocked *clocked)
{
	struct text text = text_over(report->message, sizeof(report->message));
	char name[BOX_NAME_SIZE];

	box_name(&clocked->box, name);
	text_format(
		&text,
		"%s counts its clock (%s) instead of %s: %llu in %llu cycles of %llu lines, and as many without any (%s%s)",
		name, clocked->clock, report->results[index].row->events, (unsigned long long)clocked->count,
		(unsigned long long)clocked->cycles, (unsigned long long)(report->lines * meaning_times[MEANING_FOUR]),
		meaning_of_whom(report->meanings, report->results[index].row), report->results[index].row->source);
	report->broken = clocked->box;
	report->failed = true;
	report->skipped = NULL;
}

static void fit_rows(struct meaning_report *report, const struct meaning_counted *counted)
{
	report->failed = report->unseen = false;
	report->skipped = NULL;
	for (unsigned i = 0; i < report->count; i++) {
		struct meaning_result *result = &report->results[i];
		struct meaning_fit fit;

		result->counted = counted->counts[i].counters;
		result->verdict = counted->loud >> result->row->run & 1 || counted->lacking >> i & 1 ? MEANING_HIDDEN
												     : MEANING_PASS;
		if (!result->counted || result->verdict != MEANING_PASS)
			continue;
		fit = meaning_fit(counted->counts[i].points, report);
		result->slope = fit.slope;
		result->intercept = fit.intercept;
		result->idle = fit.idle;
		result->noise = fit.noise;
		if (fit.hidden)
			result->verdict = MEANING_HIDDEN;
	}
}

static void judge_rows(const struct meaning_request *request, struct meaning_report *report,
		       const struct meaning_counted *counted)
{
	report->skipped = why_not_judged(request, report, counted);
	report->unseen = report->skipped == nothing_seen;
	for (unsigned i = 0; i < report->count; i++) {
		struct meaning_result *result = &report->results[i];

		if (!result->counted || result->verdict == MEANING_HIDDEN)
			continue;
		result->verdict = report->skipped ? MEANING_ANSWERED : (uint8_t)judge_row(report, result);
		if (result->verdict == MEANING_FAIL && !report->failed)
			say_failure(report, i, &counted->counts[i]);
	}
	meaning_balance(request, report, counted);
	for (unsigned i = 0; i < report->count; i++)
		if (counted->clocked[i].box.type) {
			report->results[i].verdict = MEANING_FAIL;
			if (!report->failed)
				say_clock(report, i, &counted->clocked[i]);
		}
}

/* Returns false if counting was not possible or failed; the report then says why. */
static bool count_and_judge(const struct meaning_request *request, struct meaning_report *report,
			    struct meaning_counted *counted)
{
	memset(counted, 0, sizeof(*counted));
	if (!meaning_count(request, report, counted))
		return false;
	report->failed = counted->broken && !report->skipped;
	if (!counted->broken) {
		fit_rows(report, counted);
		meaning_clocks(request, report, counted);
		judge_rows(request, report, counted);
	}
	return !counted->broken;
}

void meaning_judge(const struct meaning_request *request, struct meaning_report *report)
{
	struct arena *arena = request->machine->arena;
	size_t mark = arena_mark(arena);
	struct meaning_counted *counted = arena_take(arena, 1, sizeof(*counted));
	const struct meaning *row;

	*report = (struct meaning_report){
		.meanings = request->meanings, .lines = request->lines, .repeats = request->repeats};
	if (!counted) {
		report->skipped = "out of memory";
		return;
	}
	for (unsigned i = 0; (row = meaning_row(request->meanings, i)) && report->count < MEANING_ROWS; i++)
		if (row->work == request->work)
			report->results[report->count++] = (struct meaning_result){.row = row};
	if (count_and_judge(request, report, counted) && report->failed && report->repeats == 1) {
		report->repeats = MEANING_REPEATS;
		(void)count_and_judge(request, report, counted);
	}
	for (unsigned i = 0; i < report->count; i++) {
		struct meaning_result *result = &report->results[i];

		result->socket = result->row->side == MEANING_HERE ? report->work.machine->cpus[report->work.cpu].socket
								   : meaning_home(&report->work);
	}
	arena_release(arena, mark);
}

/* ---- records -------------------------------------------------------------------------------------------------------- */

static const char *const verdict_names[] = {
	[MEANING_PASS] = "pass", [MEANING_ANSWERED] = "answer", [MEANING_FAIL] = "fail", [MEANING_HIDDEN] = "hidden"};

static struct ratio millionths(int64_t value)
{
	return (struct ratio){.top = (uint64_t)(value < 0 ? -value : value), .bottom = MILLION, .negative = value < 0};
}

static const char *side_name(uint8_t side)
{
	return side == MEANING_HERE ? "here" : "home";
}

static void record_flow(const struct meaning_report *report, const struct meaning_result *result, struct output *output)
{
	struct record record;

	record_begin(&record, output, "flow");
	record_text(&record, "work", meaning_work_name((enum meaning_work)result->row->work));
	record_text(&record, "events", result->row->events);
	record_text(&record, "side", side_name(result->row->side));
	if (result->socket == MEMORY_OF_SEVERAL)
		record_text(&record, "socket", "all");
	else
		record_format(&record, "socket", "%u", result->socket);
	record_ratio(&record, "slope", millionths(result->slope));
	if (result->row->kind == MEANING_CYCLES)
		record_text(&record, "unit", "cycles");
	else if (result->row->of)
		record_ratio(&record, "expected", millionths(meaning_expected(result->row)));
	else
		record_u64(&record, "expected", result->row->expected);
	record_format(&record, "intercept", "%lld", (long long)result->intercept);
	record_u64(&record, "idle", result->idle);
	record_u64(&record, "noise", result->noise);
	record_text(&record, "result", verdict_names[result->verdict]);
	record_text(&record, "others", result->row->others);
	record_format(&record, "source", "%s%s", meaning_of_whom(report->meanings, result->row), result->row->source);
	record_end(&record);
}

static void record_balance(const struct meaning_report *report, const struct meaning_balanced *balanced,
			   struct output *output)
{
	const struct meaning_balance *balance = balanced->balance;
	struct record record;

	record_begin(&record, output, "balance");
	record_text(&record, "work", meaning_work_name((enum meaning_work)balance->work));
	record_text(&record, "says", balance->says);
	record_text(&record, "first", balance->first.events);
	record_text(&record, "first_side", side_name(balance->first.side));
	record_text(&record, "second", balance->second.events);
	record_text(&record, "second_side", side_name(balance->second.side));
	record_ratio(&record, balance->relation == MEANING_STAY ? "cycles" : "apart", millionths(balanced->apart));
	record_u64(&record, "noise", balanced->noise);
	record_text(&record, "result", verdict_names[balanced->verdict]);
	record_format(&record, "source", "%s%s", meaning_of_whom(report->meanings, balance), balance->source);
	record_end(&record);
}

void meaning_record(const struct meaning_report *report, struct output *output)
{
	for (unsigned i = 0; i < report->count; i++)
		if (report->results[i].counted)
			record_flow(report, &report->results[i], output);
	for (unsigned i = 0; i < report->balanced_count; i++)
		record_balance(report, &report->balanced[i], output);
}
