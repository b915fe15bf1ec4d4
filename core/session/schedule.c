/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters and events of one box are the two sides of a bipartite graph. Events are placed one by one, those with the
 * fewest allowed counters first. If all counters of an event are taken, their holders are moved, breadth first (Kuhn's
 * augmenting path without recursion). If the search fails, the events and counters that it visited prove that too many
 * events share too few counters, so the error message names them. */
#include "core/session/schedule.h"

#include "core/event/event_pair.h"
#include "core/hardware/core_pmu.h"

#define NOBODY 0xff

/* The events of one box and the counters' holders. Indices are into `configs`. */
struct matching {
	const struct event_config *configs;
	uint16_t allowed[SCHEDULE_CONFIGS]; /* counters that can count the configuration on this machine */
	uint8_t wanting[SCHEDULE_CONFIGS];  /* configurations that need a general counter, most restricted first */
	uint8_t wanting_count;
	uint8_t holder[SCHEDULE_COUNTERS];   /* configuration that has the counter, or NOBODY */
	uint8_t claimant[SCHEDULE_COUNTERS]; /* configuration that claimed it first in this search */
	uint32_t seen;                       /* counters reached by the search */
	uint8_t queue[SCHEDULE_CONFIGS];     /* configurations that need a counter in this search */
	uint8_t queued;
};

bool schedule_wants(const struct event_config *config, const struct box *box)
{
	return config->type == box->type &&
	       (box->type->scope != BOX_OF_SOCKET || event_means_instance(config, box->instance));
}

bool schedule_is_of_cpu(const struct machine *machine, const struct box *box, uint16_t cpu)
{
	const struct cpu *meant, *own;

	if (!cpu || box->type->scope == BOX_OF_SOCKET)
		return true;
	meant = &machine->cpus[cpu - 1];
	own = &machine->cpus[box->cpu - 1];
	return meant->socket == own->socket && meant->core == own->core &&
	       (box->type->scope == BOX_OF_CORE || meant->thread == own->thread);
}

static void add_wanting(struct matching *matching, uint8_t config, uint16_t counters)
{
	unsigned allowed = count_bits(counters);
	uint8_t at = matching->wanting_count++;

	matching->allowed[config] = counters;
	while (at && count_bits(matching->allowed[matching->wanting[at - 1]]) > allowed) {
		matching->wanting[at] = matching->wanting[at - 1];
		at--;
	}
	matching->wanting[at] = config;
}

/* Moves counters along the chain of claims that ends at `counter`. */
static void take_counter(struct matching *matching, unsigned counter, uint8_t newcomer)
{
	for (unsigned steps = 0; steps < SCHEDULE_COUNTERS; steps++) {
		uint8_t claimant = matching->claimant[counter];
		unsigned given_up = SCHEDULE_COUNTERS;

		for (unsigned i = 0; i < SCHEDULE_COUNTERS; i++)
			if (matching->holder[i] == claimant)
				given_up = i;
		matching->holder[counter] = claimant;
		if (claimant == newcomer)
			return;
		counter = given_up;
	}
}

/* Claims the counters that a configuration of the queue may have. Returns a free one, or SCHEDULE_COUNTERS. */
static unsigned claim_counters(struct matching *matching, uint8_t config)
{
	for (unsigned i = 0; i < SCHEDULE_COUNTERS; i++) {
		/* Fixed counters are assigned first, since general counters can count their events, too. */
		unsigned c = matching->configs[matching->wanting[0]].type->fixed_counters
				     ? (i + EVENT_FIXED_FIRST) % SCHEDULE_COUNTERS
				     : i;

		if (!(matching->allowed[config] & BIT(c)) || matching->seen & BIT(c))
			continue;
		matching->seen |= (uint32_t)BIT(c);
		matching->claimant[c] = config;
		if (matching->holder[c] == NOBODY)
			return c;
		matching->queue[matching->queued++] = matching->holder[c];
	}
	return SCHEDULE_COUNTERS;
}

static bool place_config(struct matching *matching, uint8_t config)
{
	matching->seen = 0;
	matching->queue[0] = config;
	matching->queued = 1;
	for (unsigned i = 0; i < matching->queued; i++) {
		unsigned counter = claim_counters(matching, matching->queue[i]);

		if (counter == SCHEDULE_COUNTERS)
			continue;
		take_counter(matching, counter, config);
		return true;
	}
	return false;
}

static void name_events(struct text *text, const struct event_config *configs, const uint8_t *indices, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const struct event_config *config = &configs[indices[i]];

		text_string(text, i ? ", " : "");
		if (config->event)
			event_row_name(config->processor, config->event, text);
		else
			text_format(text, "0x%llx", (unsigned long long)config->select);
	}
}

static void name_counters(struct text *text, const struct box_type *type, uint32_t counters)
{
	const char *between = "";

	for (unsigned c = 0; c < SCHEDULE_COUNTERS; c++) {
		if (!(counters & BIT(c)))
			continue;
		if (type->fixed_counters && c >= EVENT_FIXED_FIRST)
			text_format(text, "%sfixed %u", between, c - EVENT_FIXED_FIRST);
		else
			text_format(text, "%s%u", between, c);
		between = ", ";
	}
}

/* When a search fails, all events of the queue can use only the counters seen. */
static void complain_of_crowd(const struct schedule_request *request, const struct matching *matching,
			      const struct box *box, struct text *diagnostic)
{
	const struct event_config *config = &matching->configs[matching->queue[0]];
	unsigned fitting = count_bits(matching->seen);
	unsigned general = core_pmu_has(box->type) ? core_pmu_counters(request->machine, box->type) : box_counters(box);
	const uint8_t *events = matching->queue;
	unsigned count = matching->queued;
	char name[BOX_NAME_SIZE];

	box_name(box, name);
	if (!fitting && core_pmu_has(box->type) && count_bits(config->counters) == 1) {
		const uint8_t index = (uint8_t)(config - request->configs);

		/* This processor lacks the counter that the event needs. */
		text_format(diagnostic, "%s has no counter ", name);
		name_counters(diagnostic, box->type, config->counters);
		text_string(diagnostic, " for ");
		name_events(diagnostic, request->configs, &index, 1);
		text_format(diagnostic, ": by CPUID leaf 0xa it has %u counters, and %u fixed ones",
			    core_pmu_counters(request->machine, box->type),
			    core_pmu_fixed_counters(request->machine, box->type));
		return;
	}
	if (!fitting) {
		text_format(diagnostic, "no counter of %s can count ", name);
	} else if (fitting == general) {
		events = matching->wanting;
		count = matching->wanting_count;
		text_format(diagnostic, "%s has %u counter%s and %u events ask for one: ", name, fitting,
			    fitting == 1 ? "" : "s", count);
	} else {
		text_format(diagnostic, "%s can count %u of these %u events at a time, on counter ", name, fitting,
			    count);
		name_counters(diagnostic, box->type, matching->seen);
		text_string(diagnostic, ": ");
	}
	name_events(diagnostic, matching->configs, events, count);
}

static void add_assignment(struct schedule *schedule, const struct box *box, uint8_t config,
			   const struct assignment *how)
{
	struct assignment *assignment = &schedule->assignments[schedule->count++];

	*assignment = *how;
	assignment->box = *box;
	assignment->config = config;
}

/* True for a counter that cannot be stopped: any number of events may read it. */
static bool is_free(const struct event_config *config)
{
	return config->event && config->event->flags & EVENT_FREE;
}

/* Assigns the fixed counter to the event that needs it, and collects the other events. */
static bool sort_out_fixed(const struct schedule_request *request, const struct box *box, struct matching *matching,
			   struct schedule *schedule, struct text *diagnostic)
{
	uint8_t holder = NOBODY;

	for (uint8_t i = 0; i < request->config_count; i++) {
		if (!schedule_wants(&request->configs[i], box))
			continue;
		if (!request->configs[i].fixed) {
			/* General counters that this instance lacks are left out. */
			uint16_t there = (uint16_t)(~MASK(0, box->type->counters) | MASK(0, box_counters(box)));

			add_wanting(matching, i,
				    core_pmu_allowed(request->machine, box->type, request->configs[i].counters) &
					    there);
			continue;
		}
		if (holder != NOBODY && !is_free(&request->configs[i])) {
			uint8_t both[] = {holder, i};
			char name[BOX_NAME_SIZE];

			box_name(box, name);
			text_format(diagnostic, "%s has one fixed counter and 2 events ask for it: ", name);
			name_events(diagnostic, request->configs, both, 2);
			return false;
		}
		if (!is_free(&request->configs[i]))
			holder = i;
		add_assignment(schedule, box, i, &(struct assignment){.fixed = true});
	}
	return true;
}

static bool schedule_box(const struct schedule_request *request, const struct box *box, struct schedule *schedule,
			 struct text *diagnostic)
{
	struct matching matching = {.configs = request->configs};
	unsigned first = schedule->count;

	if (box->type->postings) {
		/* Each posted event has its own counter. */
		for (uint8_t i = 0; i < request->config_count; i++)
			if (schedule_wants(&request->configs[i], box))
				add_assignment(schedule, box, i, &(struct assignment){.counter = 0});
		return true;
	}
	for (unsigned c = 0; c < SCHEDULE_COUNTERS; c++)
		matching.holder[c] = NOBODY;
	if (!sort_out_fixed(request, box, &matching, schedule, diagnostic))
		return false;
	for (unsigned i = 0; i < matching.wanting_count; i++) {
		if (place_config(&matching, matching.wanting[i]))
			continue;
		complain_of_crowd(request, &matching, box, diagnostic);
		return false;
	}
	for (uint8_t c = 0; c < SCHEDULE_COUNTERS; c++)
		if (matching.holder[c] != NOBODY)
			add_assignment(schedule, box, matching.holder[c], &(struct assignment){.counter = c});
	return schedule_units(request, box, schedule->assignments + first, schedule->count - first, diagnostic);
}

static bool box_is_meant(const struct schedule_request *request, const struct machine_box *box)
{
	return request->sockets & BIT(box->box.socket) && (request->dry || box->state == BOX_FOUND) &&
	       schedule_is_of_cpu(request->machine, &box->box, request->cpu);
}

bool schedule_make(const struct schedule_request *request, struct schedule *schedule, struct text *diagnostic)
{
	const struct machine *machine = request->machine;
	uint16_t needed = 0;

	*schedule = (struct schedule){0};
	if (!event_pairs_match(request->configs, request->config_count, diagnostic))
		return false;
	for (unsigned b = 0; b < machine->box_count; b++)
		for (unsigned i = 0; i < request->config_count; i++)
			needed += box_is_meant(request, &machine->boxes[b]) &&
				  schedule_wants(&request->configs[i], &machine->boxes[b].box);
	if (!needed) {
		text_string(diagnostic, "none of these boxes answers");
		return false;
	}
	schedule->assignments = arena_take(machine->arena, needed, sizeof(*schedule->assignments));
	if (!schedule->assignments) {
		text_string(diagnostic, "out of memory");
		return false;
	}
	for (unsigned b = 0; b < machine->box_count; b++)
		if (box_is_meant(request, &machine->boxes[b]) &&
		    !schedule_box(request, &machine->boxes[b].box, schedule, diagnostic))
			return false;
	return true;
}
