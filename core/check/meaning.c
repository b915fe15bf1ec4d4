/* SPDX-License-Identifier: BSD-2-Clause */
/* From counts to verdicts. */
#include "core/check/meaning.h"

#include "core/check/meaning_count.h"
#include "lib/memory.h"
#include "lib/text.h"

#define MILLION INT64_C(1000000)
#define NOTHING (MILLION / 100) /* a slope below this is none */

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

bool meaning_knows(const struct meanings *meanings, enum meaning_work work)
{
	for (unsigned i = 0; meanings && i < meanings->row_count; i++)
		if (meanings->rows[i].work == work)
			return true;
	return false;
}

/* ---- numbers ---------------------------------------------------------------------------------------------- */

static void sort_numbers(int64_t *numbers, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		int64_t number = numbers[i];
		unsigned at = i;

		for (; at && numbers[at - 1] > number; at--)
			numbers[at] = numbers[at - 1];
		numbers[at] = number;
	}
}

static int64_t median(int64_t *numbers, unsigned count)
{
	sort_numbers(numbers, count);
	return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

static uint64_t square_root(uint64_t square)
{
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit /= 2)
		if ((root + bit) * (root + bit) <= square)
			root += bit;
	return root;
}

/* In whole counts: a spread beyond a billion is said to be a billion. */
static uint64_t deviation(const int64_t *numbers, unsigned count)
{
	int64_t mean = 0;
	uint64_t squares = 0;

	for (unsigned i = 0; i < count; i++)
		mean += numbers[i];
	mean /= (int64_t)count;
	for (unsigned i = 0; i < count; i++) {
		uint64_t apart = (uint64_t)(numbers[i] > mean ? numbers[i] - mean : mean - numbers[i]);

		apart = min_u64(apart, 1000000000);
		squares += apart * apart / count;
	}
	return square_root(squares);
}

/* ---- one row -------------------------------------------------------------------------------------------------- */

/* Counts that come with time, of a repeat: what the long run without work counted more than the short one. */
static int64_t by_time(const struct meaning_counts *counts, unsigned repeat, uint64_t time_ns)
{
	const struct meaning_point *brief = &counts->points[repeat][MEANING_IDLE],
				   *lasting = &counts->points[repeat][MEANING_IDLE_LONG];
	int64_t more = (int64_t)(lasting->count - brief->count);

	if (lasting->time_ns <= brief->time_ns)
		return 0;
	/* In steps of 64 ns a thousand million counts in a hundred seconds do not wrap. */
	return more * (int64_t)(time_ns / 64) / (int64_t)((lasting->time_ns - brief->time_ns) / 64 + 1);
}

static int64_t corrected(const struct meaning_counts *counts, unsigned repeat, enum meaning_amount amount)
{
	const struct meaning_point *point = &counts->points[repeat][amount];

	return (int64_t)point->count - by_time(counts, repeat, point->time_ns);
}

/* The median of what each two amounts say of it: one that went wrong does not matter. */
static void fit(struct meaning_result *result, const struct meaning_counts *counts, const struct meaning_report *report)
{
	int64_t at[MEANING_IDLE_LONG], repeats[MEANING_REPEATS], slopes[MEANING_IDLE_LONG * MEANING_IDLE_LONG];
	unsigned pairs = 0;

	result->noise = 1;
	for (unsigned a = 0; a < MEANING_IDLE_LONG; a++) {
		for (unsigned r = 0; r < report->repeats; r++)
			repeats[r] = corrected(counts, r, (enum meaning_amount)a);
		result->noise = max_u64(result->noise, deviation(repeats, report->repeats));
		at[a] = median(repeats, report->repeats);
	}
	for (unsigned a = 0; a < MEANING_IDLE_LONG; a++)
		for (unsigned b = 0; b < a; b++)
			slopes[pairs++] = (at[a] - at[b]) * MILLION /
					  ((int64_t)report->lines * (meaning_times[a] - meaning_times[b]));
	result->slope = median(slopes, pairs);
	result->intercept = at[MEANING_IDLE];
	for (unsigned r = 0; r < report->repeats; r++)
		repeats[r] = (int64_t)counts->points[r][MEANING_IDLE_LONG].count;
	result->idle = (uint64_t)median(repeats, report->repeats);
	/* Of a single run the spread is not known: then little may come with time at all. */
	if (report->repeats == 1
		    ? (uint64_t)by_time(counts, 0, counts->points[0][MEANING_IDLE_LONG].time_ns) > report->lines / 100
		    : deviation(repeats, report->repeats) > report->lines / 100)
		result->verdict = MEANING_HIDDEN;
	if (result->idle > 4 * report->lines)
		result->verdict = MEANING_HIDDEN;
}

static bool near(const struct meaning_result *result, int64_t expected, const struct meaning_report *report)
{
	int64_t most = expected ? expected : MILLION;
	int64_t allowed =
		most / 1000 * MEANING_TOLERANCE + 3 * (int64_t)result->noise * MILLION / (int64_t)report->lines;
	int64_t apart = result->slope - expected;

	return apart <= allowed && -apart <= allowed;
}

static enum meaning_verdict judge_row(const struct meaning_report *report, unsigned index)
{
	const struct meaning_result *result = &report->results[index];
	const struct meaning *row = result->row;
	int64_t expected = row->expected * MILLION;

	switch (row->kind) {
	case MEANING_SUM:
		if (near(result, expected, report))
			return MEANING_PASS;
		return row->twice && near(result, 2 * expected, report) ? MEANING_ANSWERED : MEANING_FAIL;
	case MEANING_NAMED:
		if (near(result, expected, report))
			return MEANING_PASS;
		return result->slope < NOTHING ? MEANING_FAIL : MEANING_ANSWERED;
	case MEANING_AT_MOST:
		return result->slope < expected || near(result, expected, report) ? MEANING_PASS : MEANING_FAIL;
	case MEANING_SAME:
		if (report->results[index - 1].verdict == MEANING_HIDDEN || !report->results[index - 1].counted)
			return MEANING_ANSWERED;
		return near(result, report->results[index - 1].slope, report) ? MEANING_PASS : MEANING_FAIL;
	default: return MEANING_ANSWERED;
	}
}

/* ---- all rows of a work ------------------------------------------------------------------------------------------ */

/* True if any event that the work must move did move. */
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

static bool all_hidden(const struct meaning_report *report)
{
	for (unsigned i = 0; i < report->count; i++)
		if (report->results[i].row->kind == MEANING_SUM && report->results[i].counted &&
		    report->results[i].verdict != MEANING_HIDDEN)
			return false;
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

static const char *why_not_judged(const struct meaning_report *report, const struct meaning_counted *counted)
{
	if (!report->work.prefetchers_off)
		return meaning_no_quiet;
	if (counted->interrupted)
		return "system management interrupts came in between (MSR 0x34)";
	if (counted->loud)
		return "other traffic hides what the work does";
	if (other_memory(report))
		return "other memory caches this memory";
	if (all_hidden(report))
		return "other traffic hides what the work does";
	if (!moved(report))
		return nothing_seen;
	return NULL;
}

/* The only box that counts something else than its even share, of several; NULL: there is none, or several do. Where shares are not even by
 * nature, several do. */
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

/* Which of several boxes it is, if one can be told. */
static void say_box(const struct meaning_report *report, unsigned index, const struct meaning_counts *counts,
		    int64_t expected, struct text *text)
{
	uint64_t all = report->lines * meaning_times[MEANING_FOUR] * (uint64_t)(expected / MILLION);
	uint64_t share = counts->box_count ? all / counts->box_count : 0;
	const struct meaning_box *odd = odd_box(counts, share, report->results[index].noise);
	char name[BOX_NAME_SIZE];

	if (!odd)
		return;
	box_name(&odd->box, name);
	text_format(text, "; it is %s alone: %llu of %llu lines, not %llu", name, (unsigned long long)odd->count,
		    (unsigned long long)(report->lines * meaning_times[MEANING_FOUR]), (unsigned long long)share);
}

static void say_failure(struct meaning_report *report, unsigned index, const struct meaning_counts *counts)
{
	const struct meaning_result *result = &report->results[index];
	const struct meaning *row = result->row;
	struct text text = text_over(report->message, sizeof(report->message));
	int64_t expected = row->kind == MEANING_SAME ? report->results[index - 1].slope : row->expected * MILLION;
	int64_t apart = result->slope < 0 ? -result->slope : result->slope;

	text_format(
		&text,
		"%s counts %s%lld.%03lld a line of `%s`, not %lld.%03lld, with 1%% and 3 x %llu counts of %llu allowed (%s)",
		row->events, result->slope < 0 ? "-" : "", (long long)(apart / MILLION),
		(long long)(apart % MILLION / 1000), meaning_work_name((enum meaning_work)row->work),
		(long long)(expected / MILLION), (long long)(expected % MILLION / 1000),
		(unsigned long long)result->noise, (unsigned long long)report->lines, row->source);
	say_box(report, index, counts, expected, &text);
	report->failed = true;
}

static void judge_rows(struct meaning_report *report, const struct meaning_counted *counted)
{
	report->failed = report->unseen = false;
	report->skipped = NULL;
	for (unsigned i = 0; i < report->count; i++) {
		struct meaning_result *result = &report->results[i];

		result->counted = counted->counts[i].counters;
		result->verdict = MEANING_PASS;
		if (result->counted)
			fit(result, &counted->counts[i], report);
	}
	report->skipped = why_not_judged(report, counted);
	report->unseen = report->skipped == nothing_seen;
	for (unsigned i = 0; i < report->count; i++) {
		struct meaning_result *result = &report->results[i];

		if (!result->counted || result->verdict == MEANING_HIDDEN)
			continue;
		result->verdict = report->skipped ? MEANING_ANSWERED : (uint8_t)judge_row(report, i);
		if (result->verdict == MEANING_FAIL && !report->failed)
			say_failure(report, i, &counted->counts[i]);
	}
}

static void list_rows(const struct meaning_request *request, struct meaning_report *report)
{
	for (unsigned i = 0; i < request->meanings->row_count && report->count < MEANING_ROWS; i++)
		if (request->meanings->rows[i].work == request->work)
			report->results[report->count++] = (struct meaning_result){.row = &request->meanings->rows[i]};
}

static void tell_sockets(struct meaning_report *report)
{
	for (unsigned i = 0; i < report->count; i++) {
		struct meaning_result *result = &report->results[i];

		result->socket = result->row->side == MEANING_HERE ? report->work.machine->cpus[report->work.cpu].socket
								   : meaning_home(&report->work);
	}
}

/* False if it could not be done, or broke on the way, which is then said. */
static bool count_and_judge(const struct meaning_request *request, struct meaning_report *report,
			    struct meaning_counted *counted)
{
	memset(counted, 0, sizeof(*counted));
	if (!meaning_count(request, report, counted))
		return false;
	report->failed = counted->broken && !report->skipped;
	if (!counted->broken)
		judge_rows(report, counted);
	return !counted->broken;
}

void meaning_judge(const struct meaning_request *request, struct meaning_report *report)
{
	struct arena *arena = request->machine->arena;
	size_t mark = arena_mark(arena);
	struct meaning_counted *counted = arena_take(arena, 1, sizeof(*counted));

	*report = (struct meaning_report){.lines = request->lines, .repeats = request->repeats};
	if (!counted) {
		report->skipped = "out of memory";
		return;
	}
	list_rows(request, report);
	if (count_and_judge(request, report, counted) && report->failed && report->repeats == 1) {
		report->repeats = MEANING_REPEATS;
		(void)count_and_judge(request, report, counted);
	}
	tell_sockets(report);
	arena_release(arena, mark);
}

/* ---- records -------------------------------------------------------------------------------------------------------- */

static const char *const verdict_names[] = {
	[MEANING_PASS] = "pass", [MEANING_ANSWERED] = "answer", [MEANING_FAIL] = "fail", [MEANING_HIDDEN] = "hidden"};

static struct ratio millionths(int64_t value)
{
	return (struct ratio){.top = (uint64_t)(value < 0 ? -value : value), .bottom = MILLION, .negative = value < 0};
}

void meaning_record(const struct meaning_report *report, struct output *output)
{
	for (unsigned i = 0; i < report->count; i++) {
		const struct meaning_result *result = &report->results[i];
		struct record record;

		if (!result->counted)
			continue;
		record_begin(&record, output, "flow");
		record_text(&record, "work", meaning_work_name((enum meaning_work)result->row->work));
		record_text(&record, "events", result->row->events);
		record_text(&record, "side", result->row->side == MEANING_HERE ? "here" : "home");
		if (result->socket == MEMORY_OF_SEVERAL)
			record_text(&record, "socket", "all");
		else
			record_format(&record, "socket", "%u", result->socket);
		record_ratio(&record, "slope", millionths(result->slope));
		record_u64(&record, "expected", result->row->expected);
		record_format(&record, "intercept", "%lld", (long long)result->intercept);
		record_u64(&record, "idle", result->idle);
		record_u64(&record, "noise", result->noise);
		record_text(&record, "result", verdict_names[result->verdict]);
		record_text(&record, "others", result->row->others);
		record_text(&record, "source", result->row->source);
		record_end(&record);
	}
}
