/* SPDX-License-Identifier: BSD-2-Clause */
/* The fixed counters of reference cycles and of slots go with the general events of reference and core cycles, and as on other
 * processors. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define CYCLES      0 /* the number of the event of core cycles */
#define REFERENCE   2 /* the fixed counter of reference cycles, and the number of their event */
#define SLOTS       3 /* the fixed counter of slots, of which a core has a fixed number in each cycle */
#define OTHERS      2
#define LEAST       256 /* counts in which a sixteenth more or less shows */
#define AGREE_SHIFT 8   /* a part in 256 */
#define SLOTS_SHIFT 5   /* of slots a part in 32: the sibling takes some now and then */

/* Counts of both counters of one processor in the same stretch of time. */
struct pair {
	uint64_t fixed, general;
};

/* The general event that grows in proportion to the fixed counter. */
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

/* True if the ratios agree. In few counts, one more or less on either side is more than the tolerated part. */
static bool agree(const struct pair *a, const struct pair *b, unsigned shift)
{
	uint64_t one = a->fixed * b->general, other = b->fixed * a->general;
	uint64_t apart = max_u64(one, other) - min_u64(one, other);

	return apart <= (max_u64(one, other) >> shift) + a->general + b->general + a->fixed + b->fixed;
}

/* Walks the processors after this one in the machine; the first ones come after the last. */
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
