/* SPDX-License-Identifier: BSD-2-Clause */
/* The counters of a posting group can be read from a single posting. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define TRIES     1000
#define WINDOW_NS (50 * NS_PER_MS)
#define WATCH_NS  (600 * NS_PER_MS)
#define SKIP_NS   (200 * NS_PER_MS)

static struct location word_at(const struct box *box, uint16_t offset)
{
	return (struct location){
		.space = SPACE_MEMORY, .width_bits = 64, .socket = box->socket, .address = box->base + offset};
}

/* True if a nest PMU has a counter in the group. Other groups need not be posted. */
static bool is_used(const struct posting_group *group)
{
	const struct catalog *catalog = &posted_state.catalog;

	for (unsigned p = 0; p < catalog->pmu_count; p++) {
		const struct imc_pmu *pmu = &catalog->pmus[p];

		for (unsigned i = 0; pmu->kind == IMC_NEST && i < pmu->type.event_count; i++)
			if (pmu->type.postings[i].offset >= group->first && pmu->type.postings[i].offset < group->end)
				return true;
	}
	return false;
}

/* While the engine runs, the two update counts must soon be found equal, with the head read last. */
static void expect_consistent(struct check_context *context, const struct posting_group *group)
{
	const struct box *box = subject(context);
	struct finding finding = {.where = word_at(box, group->tail)};

	for (unsigned i = 0; i < TRIES && check_going(context); i++) {
		bool twin = group->twin_tail;

		finding.got = read_at(context, word_at(box, group->tail));
		finding.got += twin ? read_at(context, word_at(box, group->twin_tail)) : 0;
		(void)read_at(context, word_at(box, group->first));
		finding.expected = read_at(context, word_at(box, group->head));
		finding.expected += twin ? read_at(context, word_at(box, group->twin_head)) : 0;
		if (finding.got == finding.expected)
			return;
		check_pause(context, 10000);
	}
	fail_at(context, &finding, "the update counts around the group differ in %u reads", TRIES);
}

static void check_group(struct check_context *context, const struct posting_group *group, uint64_t before)
{
	struct finding finding = {.where = word_at(subject(context), group->head), .expected = before + 1};

	expect_consistent(context, group);
	/* Waits until the update count has changed, but not longer than NEST_BOUND_NS. */
	finding.got = read_at(context, finding.where);
	for (uint64_t waited = 0; waited < NEST_BOUND_NS && finding.got == before && check_going(context);
	     waited += WINDOW_NS) {
		check_pause(context, WINDOW_NS);
		finding.got = read_at(context, finding.where);
	}
	if (check_going(context) && finding.got == before)
		fail_at(context, &finding, "the group was not posted within %llu ms",
			(unsigned long long)(NEST_BOUND_NS / NS_PER_MS));
}

/* Gaps of some milliseconds are usual, as the microcode has other work: SKIP_NS must be longer than these. If update
 * counts go back, the microcode has restarted. */
static void watch_groups(struct check_context *context)
{
	const struct imc_facts *facts = posted_state.catalog.facts;
	struct hw *hw = context->machine->hw;
	const uint64_t until_ns = hw->now_ns(hw) + WATCH_NS;
	uint64_t seen = 0, since_ns = hw->now_ns(hw);

	while (check_going(context) && hw->now_ns(hw) < until_ns) {
		struct finding finding = {.where = word_at(subject(context), facts->groups[0].head), .expected = seen};
		uint64_t looked_ns = hw->now_ns(hw);

		finding.got = read_at(context, finding.where);
		if (check_going(context) && finding.got < seen)
			fail_at(context, &finding, "the update count went back: the microcode began again by itself");
		if (check_going(context) && finding.got == seen && looked_ns - since_ns > SKIP_NS)
			fail_at(context, &finding,
				"nothing was posted for %llu ms, though the microcode says that it runs",
				(unsigned long long)(SKIP_NS / NS_PER_MS));
		since_ns = finding.got == seen ? since_ns : looked_ns;
		seen = finding.got;
		check_pause(context, NS_PER_MS);
	}
}

/* ---- where nothing is known of groups ---------------------------------------------------------------- */

#define SETTLED_NS (100 * NS_PER_MS) /* after the start; by then posting must be regular */

/* Returns the sum of the counters of all nest boxes of the chip: it grows if any of them counts. */
static uint64_t add_up(struct check_context *context)
{
	const struct machine *machine = context->machine;
	uint64_t sum = 0;

	for (unsigned b = 0; b < machine->box_count; b++) {
		const struct machine_box *place = &machine->boxes[b];

		if (place->state != BOX_FOUND || kind_of(&place->box) != IMC_NEST ||
		    place->box.socket != subject(context)->socket)
			continue;
		for (unsigned i = 0; i < place->box.type->event_count; i++)
			sum += read_at(context, counter_at(&place->box, i));
	}
	return sum;
}

static bool await_any(struct check_context *context, uint64_t before)
{
	for (uint64_t waited = 0; waited < NEST_BOUND_NS && check_going(context); waited += WINDOW_NS) {
		check_pause(context, WINDOW_NS);
		if (add_up(context) != before)
			return true;
	}
	return false;
}

/* Counters that counted at first must not all stop while the microcode says that it runs. */
static void expect_lasting(struct check_context *context)
{
	struct finding finding = {.where = posted_control(subject(context), NEST_STATUS)};
	uint64_t before = add_up(context);

	start(context, subject(context));
	if (check_going(context) && !await_any(context, before))
		check_skip(context, "no counter of the chip moves");
	check_pause(context, SETTLED_NS);
	before = add_up(context);
	if (check_going(context) && !await_any(context, before)) {
		finding.got = read_at(context, finding.where);
		fail_at(context, &finding,
			"no counter of the chip moves any more %llu ms after they began, for %llu ms: nothing is posted",
			(unsigned long long)((SETTLED_NS + WINDOW_NS) / NS_PER_MS),
			(unsigned long long)(NEST_BOUND_NS / NS_PER_MS));
	}
	stop(context, subject(context));
	check_pass(context, "the chip's counters go on; how the microcode of %s groups them is not known",
		   posted_state.catalog.facts->title);
}

void run_nest_groups(struct check_context *context)
{
	const struct box *box = subject(context);
	const struct imc_facts *facts = posted_state.catalog.facts;
	uint64_t before[16];
	unsigned used = 0;

	if (!facts->group_count) {
		expect_lasting(context);
		return;
	}
	for (unsigned i = 0; i < facts->group_count; i++)
		before[i] = read_at(context, word_at(box, facts->groups[i].head));
	start(context, box);
	check_pause(context, WINDOW_NS);
	for (unsigned i = 0; i < facts->group_count; i++) {
		if (!is_used(&facts->groups[i]))
			continue;
		check_group(context, &facts->groups[i], before[i]);
		used++;
	}
	watch_groups(context);
	stop(context, box);
	if (used)
		check_pass(context, "%u groups are posted, and can be read whole", used);
	else
		check_skip(context, "no PMU has a counter in a group whose update counts are kept");
}
