/* SPDX-License-Identifier: BSD-2-Clause */
/* The fixed counter of reference cycles goes with the general event of them, and as on other processors. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define REFERENCE   2 /* the fixed counter of reference cycles, and the number of their event */
#define TURNS       30000
#define OTHERS      2
#define LEAST       256 /* counts in which a sixteenth more or less shows */
#define AGREE_SHIFT 5   /* a part in 32 */

/* What both counters of one processor made of the same stretch of time. */
struct pair {
	uint64_t fixed, general;
};

/* A processor that sleeps has no reference cycles. */
static void ratio_work(void *context)
{
	(void)context;
	for (volatile unsigned i = 0; i < TURNS; i = i + 1)
		;
}

static struct pair count_ratio(struct check_context *context, const struct box *box)
{
	const struct core core = core_of(context, box);
	const struct core_counter general = core_counter_of(context, &core, 0);
	const struct core_counter fixed = core_counter_of(context, &core, core.counters + REFERENCE);

	core_quiet(context, &core);
	core_load(context, &general, &(struct core_load){.event = core_pmu_events[REFERENCE]});
	core_load(context, &fixed, &(struct core_load){0});
	core_start(context, &core, general.bit | fixed.bit);
	if (check_going(context) && hw_run_on(context->machine->hw, box->cpu - 1u, ratio_work, NULL) != OUTCOME_OK)
		check_fail(context, "its processor does not answer");
	check_pause(context, CORE_RUN_NS);
	core_stop(context, &core);
	return (struct pair){check_read(context, &fixed.count), check_read(context, &general.count)};
}

/* Of few counts one more or less is more than that part. */
static bool agree(const struct pair *a, const struct pair *b)
{
	uint64_t one = a->fixed * b->general, other = b->fixed * a->general;
	uint64_t apart = max_u64(one, other) - min_u64(one, other);

	return apart <= (max_u64(one, other) >> AGREE_SHIFT) + a->general + b->general;
}

/* The processors that follow this one in the machine, the first ones behind the last. */
static const struct box *other_box(const struct check_context *context, unsigned *at)
{
	const struct machine *machine = context->machine;
	const struct machine_box *own = context->target.place;

	while (++*at < machine->box_count) {
		const struct machine_box *place =
			&machine->boxes[((unsigned)(own - machine->boxes) + *at) % machine->box_count];

		if (place->box.type == own->box.type && place->state == BOX_FOUND)
			return &place->box;
	}
	return NULL;
}

static void run_core_ratio(struct check_context *context)
{
	const struct check_register *reg = &context->target.reg;
	struct pair own = count_ratio(context, &reg->box), other = own;
	struct check_difference difference = {.reg = reg, .got = own.fixed};
	unsigned at = 0, compared = 0, differ = 0;
	const struct box *box;

	while (compared < OTHERS && own.general >= LEAST && (box = other_box(context, &at))) {
		other = count_ratio(context, box);
		compared++;
		if (other.general < LEAST || agree(&own, &other))
			continue;
		differ++;
		difference.expected = other.fixed * own.general / other.general;
	}
	if (compared && differ == compared && check_going(context))
		check_fail_at(context, &difference,
			      "%llu to %llu of event 013CH, otherwise than on the other processors",
			      (unsigned long long)own.fixed, (unsigned long long)own.general);
	check_pass(context, "%llu to %llu of event 013CH%s", (unsigned long long)own.fixed,
		   (unsigned long long)own.general,
		   compared ? ", as on another processor" : ": nothing to compare it with");
}

static bool is_reference(const struct machine *machine, const struct check_target *target)
{
	const struct core_pmu *pmu = &machine->core_pmu;

	return target->reg.row->role == ROLE_FIXED_COUNTER && target->reg.index == REFERENCE &&
	       core_pmu_counters(machine, target->place->box.type) && pmu->event_bits > REFERENCE;
}

const struct check check_core_ratio = {
	.name = "ratio",
	.title = "reference cycles of the fixed counter go with those of a general one",
	.about = "Counts reference cycles with the fixed counter and with general counter 0,\n"
		 "by its event, while the processor works. The two may count different clocks,\n"
		 "but the ratio is the same on all processors: two others are asked. If this\n"
		 "one's is another by a part in 32, the fixed counter or counter 0 counts\n"
		 "wrong; see the `counts` check of counter 0. With two processors alone nobody\n"
		 "knows which of them is wrong, and both fail.",
	.fact_core = "SDM: fixed counter 2 counts unhalted reference cycles, and so does event 3CH with umask 01H",
	.scope = CHECK_OF_COUNTER,
	.applies = is_reference,
	.run = run_core_ratio,
};
