/* SPDX-License-Identifier: BSD-2-Clause */
/* The fixed counters of reference cycles and of slots have the same ratio to the general events of reference and core
 * cycles as on other processors. The parts in IA32_PERF_METRICS add up to all slots. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "core/hardware/bus.h"

#define CYCLES      0 /* index of the event of core cycles */
#define REFERENCE   2 /* the fixed counter of reference cycles, and the index of their event */
#define SLOTS       3 /* the fixed counter of slots; a core has a fixed number of slots in each cycle */
#define OTHERS      2
#define LEAST       256 /* counts in which a sixteenth can be seen */
#define AGREE_SHIFT 8   /* one part in 256 */
#define SLOTS_SHIFT 5   /* one part in 32 for slots: the sibling takes some now and then */

/* Counts of both counters of one processor in the same run. */
struct pair {
	uint64_t fixed, general;
};

/* Returns the general event to which the fixed counter's counts are proportional. */
static uint16_t partner_event(unsigned index)
{
	return core_pmu_events[index == SLOTS ? CYCLES : REFERENCE];
}

static struct pair count_for(struct check_context *context, const struct box *box, unsigned times)
{
	const unsigned index = context->target.reg.index;
	const struct core core = core_of(context, box);
	const struct core_counter general = core_counter_of(context, &core, 0);
	const struct core_counter fixed = core_counter_of(context, &core, core.counters + index);

	core_quiet(context, &core);
	core_load(context, &general, &(struct core_load){.event = partner_event(index)});
	core_load(context, &fixed, &(struct core_load){0});
	core_run_busy(context, &core, general.bit | fixed.bit, times);
	return (struct pair){check_read(context, &fixed.count), check_read(context, &general.count)};
}

static struct pair count_ratio(struct check_context *context, const struct box *box)
{
	struct pair pair = count_for(context, box, 1);

	return pair.general >= LEAST ? pair : count_for(context, box, CORE_SLOW_TIMES);
}

/* True if the ratios agree. For small counts, one count on either side is more than the tolerated part. */
static bool agree(const struct pair *a, const struct pair *b, unsigned shift)
{
	uint64_t one = a->fixed * b->general, other = b->fixed * a->general;
	uint64_t apart = max_u64(one, other) - min_u64(one, other);

	return apart <= (max_u64(one, other) >> shift) + a->general + b->general + a->fixed + b->fixed;
}

/* Walks the processors after this one, wrapping from the machine's last processor to its first. */
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

void run_core_ratio(struct check_context *context)
{
	const struct check_register *reg = &context->target.reg;
	struct pair own = count_ratio(context, &reg->box), other = own;
	struct check_difference difference = {.reg = reg, .got = own.fixed};
	unsigned at = 0, compared = 0, differ = 0;
	const struct box *box;

	while (compared < OTHERS && own.general >= LEAST && (box = other_box(context, &at))) {
		other = count_ratio(context, box);
		compared++;
		if (other.general < LEAST || agree(&own, &other, reg->index == SLOTS ? SLOTS_SHIFT : AGREE_SHIFT))
			continue;
		differ++;
		difference.expected = other.fixed * own.general / other.general;
	}
	if (compared && differ == compared && check_going(context))
		check_fail_at(
			context, &difference, "%llu to %llu of event 0x%x, otherwise than on the other processors",
			(unsigned long long)own.fixed, (unsigned long long)own.general, partner_event(reg->index));
	check_pass(context, "%llu to %llu of event 0x%x%s", (unsigned long long)own.fixed,
		   (unsigned long long)own.general, partner_event(reg->index),
		   compared ? ", as on another processor" : ": nothing to compare it with");
}

bool has_partner(const struct machine *machine, const struct check_target *target)
{
	const struct core_pmu *pmu = &machine->core_pmu;

	return target->reg.row->role == ROLE_FIXED_COUNTER && target->reg.index >= REFERENCE &&
	       core_pmu_counters(machine, target->place->box.type) && pmu->event_bits > REFERENCE;
}

/* ---- the shares of the slots ---------------------------------------------------------------------------- */

#define PARTS       4 /* a byte for retiring, bad speculation, front and back end bound; then level-2 parts of each */
#define WHOLE       255
#define ROUNDED     4 /* each part is rounded to a 255th */
#define SLOTS_LEAST 65536

static uint64_t read_metrics(struct check_context *context, const struct check_place *place)
{
	struct accessed accessed = bus_read(context->machine->hw, &place->where);
	struct check_difference difference = {.place = place, .outcome = accessed.outcome};

	if (accessed.outcome != OUTCOME_OK && check_going(context))
		check_fail_at(context, &difference, "IA32_PERF_CAPABILITIES says that it is there");
	return accessed.value;
}

/* Counts the slots from 0 for `times` times the usual run. Returns their number. */
static uint64_t count_slots(struct check_context *context, const struct core *core, const struct check_place *place,
			    unsigned times)
{
	const struct core_counter slots = core_counter_of(context, core, core->counters + CORE_PMU_SLOTS);
	struct check_difference difference = {.place = place};

	core_quiet(context, core);
	core_load(context, &slots, &(struct core_load){0});
	difference.outcome = bus_write(context->machine->hw, &place->where, 0).outcome;
	if (difference.outcome != OUTCOME_OK && check_going(context))
		check_fail_at(context, &difference, "it takes no 0");
	if (read_metrics(context, place) && check_going(context))
		check_fail_at(context, &(struct check_difference){.place = place}, "it does not take 0");
	core_run_busy(context, core, slots.bit | CORE_PMU_METRICS_ENABLE, times);
	return check_read(context, &slots.count);
}

static unsigned part_of(uint64_t metrics, unsigned part)
{
	return metrics >> 8 * part & MASK(0, 8);
}

/* The four parts add up to all slots, and no level-2 part exceeds its level-1 part. */
static void judge_metrics(struct check_context *context, const struct check_place *place, uint64_t metrics)
{
	struct check_difference difference = {.place = place, .expected = WHOLE, .got = metrics};
	unsigned sum = 0;

	for (unsigned i = 0; i < PARTS; i++)
		sum += part_of(metrics, i);
	if (!metrics)
		check_fail_at(context, &difference, "dead: slots were counted, and no share of them is said");
	else if (sum + ROUNDED < WHOLE || sum > WHOLE + ROUNDED)
		check_fail_at(context, &difference, "its four parts are %u of %u slots", sum, WHOLE);
	for (unsigned i = 0; i < PARTS && check_going(context); i++)
		if (part_of(metrics, PARTS + i) > part_of(metrics, i) + 1)
			check_fail_at(context, &difference, "part %u of level 2 is %u, more than the %u that it is of",
				      i, part_of(metrics, PARTS + i), part_of(metrics, i));
}

void run_core_metrics(struct check_context *context)
{
	const struct core core = core_of_target(context);
	char box[BOX_NAME_SIZE], reg[BOX_NAME_SIZE + 16];
	struct text reg_name = TEXT_OVER(reg);
	const struct check_place place = {
		box,
		reg,
		{.space = SPACE_MSR,
		 .width_bits = 64,
		 .socket = core.box.socket,
		 .cpu = core.box.cpu,
		 .address = CORE_PMU_METRICS},
	};
	uint64_t found, metrics = 0;

	box_name(&core.box, box);
	text_format(&reg_name, "%s.perf_metrics", box);
	found = read_metrics(context, &place);

	/* Unlike counts, shares do not grow with time. */
	for (unsigned times = 1; times <= 2 && check_going(context); times++) {
		uint64_t slots = count_slots(context, &core, &place, times);

		if (slots < SLOTS_LEAST)
			slots = count_slots(context, &core, &place, times * CORE_SLOW_TIMES * CORE_SLOW_TIMES);
		if (slots < SLOTS_LEAST)
			check_skip(context, "%llu slots: its clock hardly runs", (unsigned long long)slots);
		if (!check_going(context))
			break;
		metrics = read_metrics(context, &place);
		judge_metrics(context, &place, metrics);
		if (read_metrics(context, &place) != metrics && check_going(context))
			check_fail_at(context, &(struct check_difference){.place = &place, .expected = metrics},
				      "it changes while the counters are stopped");
	}
	core_quiet(context, &core);
	if (bus_write(context->machine->hw, &place.where, found).outcome != OUTCOME_OK)
		check_fail(context, "it does not take what was found in it");
	check_pass(context, "%u, %u, %u and %u of %u slots retire, are of no avail, lack instructions, wait",
		   part_of(metrics, 0), part_of(metrics, 1), part_of(metrics, 2), part_of(metrics, 3), WHOLE);
}

bool has_metrics(const struct machine *machine, const struct check_target *target)
{
	return core_pmu_has(target->place->box.type) && machine->core_pmu.metrics &&
	       target->place->box.fixed_counters > CORE_PMU_SLOTS;
}
