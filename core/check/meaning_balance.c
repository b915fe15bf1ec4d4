/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/check/meaning_balance.h"

#include "core/check/meaning_counting.h"
#include "core/check/meaning_fit.h"
#include "lib/memory.h"
#include "lib/text.h"

/* The part's row in the report; report->count if there is none. */
static unsigned row_of(const struct meaning_report *report, const struct meaning_part *part)
{
	unsigned i = 0;

	while (i < report->count &&
	       !(report->results[i].row->side == part->side && !strcmp(report->results[i].row->events, part->events)))
		i++;
	return i;
}

/* Fits the difference of two rows, for each amount of work. */
static struct meaning_fit fit_difference(const struct meaning_report *report, const struct meaning_counts *first,
					 const struct meaning_counts *second)
{
	struct meaning_point points[MEANING_REPEATS][MEANING_AMOUNTS];

	for (unsigned r = 0; r < report->repeats; r++)
		for (unsigned a = 0; a < MEANING_AMOUNTS; a++)
			points[r][a] = (struct meaning_point){first->points[r][a].count - second->points[r][a].count,
							      first->points[r][a].time_ns};
	return meaning_fit(points, report);
}

static void say_imbalance(struct meaning_report *report, const struct meaning_balanced *balanced)
{
	const struct meaning_balance *balance = balanced->balance;
	struct text text = text_over(report->message, sizeof(report->message));
	int64_t apart = balanced->apart < 0 ? -balanced->apart : balanced->apart;

	text_format(&text,
		    "%s, but %s counts %lld.%03lld a line of `%s` %s than %s, with 3 x %llu counts allowed (%s%s)",
		    balance->says, balance->first.events, (long long)(apart / MEANING_MILLION),
		    (long long)(apart % MEANING_MILLION / 1000), meaning_work_name((enum meaning_work)balance->work),
		    balanced->apart < 0 ? "less" : "more", balance->second.events, (unsigned long long)balanced->noise,
		    meaning_of_whom(report->meanings, balance), balance->source);
	report->failed = true;
}

/* True for two commands for each line. The row says whether that is allowed. */
static bool is_doubled(const struct meaning_result *result)
{
	return result->row->twice && 2 * result->slope > 3 * result->row->expected * MEANING_MILLION;
}

static enum meaning_verdict verdict_on(const struct meaning_report *report, const struct meaning_balanced *balanced,
				       const struct meaning_fit *apart)
{
	int64_t most = balanced->first->slope > MEANING_MILLION ? balanced->first->slope : MEANING_MILLION;

	if (balanced->first->verdict == MEANING_HIDDEN || balanced->second->verdict == MEANING_HIDDEN)
		return MEANING_HIDDEN;
	if (report->skipped || balanced->balance->relation == MEANING_STAY)
		return MEANING_ANSWERED;
	if (meaning_near(apart, 0, most, report))
		return MEANING_PASS;
	if (is_doubled(balanced->first) || is_doubled(balanced->second))
		return MEANING_ANSWERED;
	if (balanced->balance->relation == MEANING_PAIRS &&
	    (balanced->first->row->kind != MEANING_SUM || balanced->second->row->kind != MEANING_SUM))
		return MEANING_ANSWERED;
	return balanced->balance->relation == MEANING_LIKELY ? MEANING_ANSWERED : MEANING_FAIL;
}

/* ---- filters that select a share --------------------------------------------------------------------------------- */

static uint64_t count_of_box(const struct meaning_counts *counts, const struct box *box)
{
	for (unsigned i = 0; i < counts->box_count; i++)
		if (counting_same_box(&counts->boxes[i].box, box) && counts->boxes[i].box.socket == box->socket)
			return counts->boxes[i].count;
	return 0;
}

/* A box that counts all or none of the lines that pass it, in the last repeat of the largest amount; NULL if there is
 * none. */
static const struct meaning_box *box_without_share(const struct meaning_report *report,
						   const struct meaning_counts *all, const struct meaning_counts *part,
						   uint64_t noise)
{
	for (unsigned i = 0; i < all->box_count; i++) {
		uint64_t count = all->boxes[i].count, taken = count_of_box(part, &all->boxes[i].box);
		uint64_t allowed = count * MEANING_TOLERANCE / 1000 + 3 * noise;

		if (count < report->lines / MEANING_BOXES)
			continue;
		if (taken <= allowed || (taken + allowed >= count && taken <= count + allowed))
			return &all->boxes[i];
	}
	return NULL;
}

static void say_share(struct meaning_report *report, const struct meaning_balance *balance,
		      const struct meaning_box *box, uint64_t taken)
{
	struct text text = text_over(report->message, sizeof(report->message));
	char name[BOX_NAME_SIZE];

	box_name(&box->box, name);
	text_format(&text, "%s, but %s counts %llu of %llu that pass it (%s; %s%s)", balance->says, name,
		    (unsigned long long)taken, (unsigned long long)box->count, balance->second.events,
		    meaning_of_whom(report->meanings, balance), balance->source);
	report->broken = box->box;
	report->failed = true;
}

/* A box may have lines of one kind only. Then other boxes have the rest, and the sum is the expected share. */
static enum meaning_verdict judge_share(struct meaning_report *report, const struct meaning_balanced *balanced,
					const struct meaning_counts *all, const struct meaning_counts *part)
{
	const struct meaning_result *first = balanced->first, *second = balanced->second;
	const struct meaning_fit fit = {.slope = second->slope, .noise = balanced->noise};
	int64_t whole = meaning_expected(first->row);
	const struct meaning_box *box;

	if (first->verdict == MEANING_HIDDEN || second->verdict == MEANING_HIDDEN)
		return MEANING_HIDDEN;
	if (report->skipped || first->slope < MEANING_NOTHING || !whole)
		return MEANING_ANSWERED;
	if (meaning_near(&fit, first->slope * meaning_expected(second->row) / whole, first->slope, report))
		return MEANING_PASS;
	box = box_without_share(report, all, part, balanced->noise + first->idle);
	if (!box)
		return MEANING_ANSWERED;
	if (!report->failed)
		say_share(report, balanced->balance, box, count_of_box(part, &box->box));
	return MEANING_FAIL;
}

static void judge_balance(const struct meaning_balance *balance, struct meaning_report *report,
			  const struct meaning_counted *counted)
{
	unsigned first = row_of(report, &balance->first), second = row_of(report, &balance->second);
	struct meaning_balanced *balanced = &report->balanced[report->balanced_count];
	struct meaning_fit apart;

	if (first == report->count || second == report->count || !report->results[first].counted ||
	    !report->results[second].counted)
		return;
	apart = fit_difference(report, &counted->counts[first], &counted->counts[second]);
	*balanced = (struct meaning_balanced){.balance = balance,
					      .first = &report->results[first],
					      .second = &report->results[second],
					      .apart = apart.slope,
					      .noise = apart.noise};
	/* Cycles for each entry. */
	if (balance->relation == MEANING_STAY)
		balanced->apart = balanced->second->slope < MEANING_NOTHING
					  ? 0
					  : balanced->first->slope * MEANING_MILLION / balanced->second->slope;
	balanced->verdict =
		(uint8_t)(balance->relation == MEANING_SHARE
				  ? judge_share(report, balanced, &counted->counts[first], &counted->counts[second])
				  : verdict_on(report, balanced, &apart));
	report->balanced_count++;
	if (balanced->verdict == MEANING_FAIL && !report->failed)
		say_imbalance(report, balanced);
}

/* True if both rows count the same, more than one for each line and at most two. */
static bool comes_in_pairs(const struct meaning_balance *balance, const struct meaning_report *report,
			   const struct meaning_counted *counted)
{
	unsigned first = row_of(report, &balance->first), second = row_of(report, &balance->second);
	const struct meaning_result *one, *other;
	struct meaning_fit apart, fit;

	if (first == report->count || second == report->count)
		return false;
	one = &report->results[first];
	other = &report->results[second];
	if (!one->counted || !other->counted || one->verdict == MEANING_HIDDEN || other->verdict == MEANING_HIDDEN)
		return false;
	fit = (struct meaning_fit){.slope = one->slope, .noise = one->noise};
	apart = fit_difference(report, &counted->counts[first], &counted->counts[second]);
	return fit.slope > MEANING_MILLION && !meaning_near(&fit, MEANING_MILLION, MEANING_MILLION, report) &&
	       (fit.slope < 2 * MEANING_MILLION ||
		meaning_near(&fit, 2 * MEANING_MILLION, 2 * MEANING_MILLION, report)) &&
	       meaning_near(&apart, 0, fit.slope, report);
}

bool meaning_pairs(const struct meaning_request *request, const struct meaning_report *report,
		   const struct meaning_counted *counted)
{
	const struct meaning_balance *balance;

	for (unsigned i = 0; (balance = meaning_balance_of(request->meanings, i)); i++)
		if (balance->work == request->work && balance->relation == MEANING_PAIRS &&
		    comes_in_pairs(balance, report, counted))
			return true;
	return false;
}

void meaning_balance(const struct meaning_request *request, struct meaning_report *report,
		     const struct meaning_counted *counted)
{
	const struct meaning_balance *balance;

	report->balanced_count = 0;
	for (unsigned i = 0;
	     (balance = meaning_balance_of(request->meanings, i)) && report->balanced_count < MEANING_BALANCES; i++)
		if (balance->work == request->work)
			judge_balance(balance, report, counted);
}
