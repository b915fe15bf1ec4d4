/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames the counts of a nest. IMC STOP and START do not gate counters: a pause only keeps the microcode from reading
 * hardware counters, which continue, and the first posting after it adds the pause's counts (OCC firmware,
 * occ_gpe1/gpe1_24x7.c). So the microcode runs all the time, and a count is the difference of the word between two
 * postings. Update counts around each group give the times of postings: a posting lies between the last look that shows
 * no part of it and the first look that shows its end. */
#include "arch/ppc64/posted_frame.h"

#include "arch/ppc64/opal.h"
#include "core/hardware/bus.h"

#define LOOK_NS     50000               /* while waiting for a posting */
#define PATIENCE_NS UINT64_C(500000000) /* a posting must come within this time */
#define AGAIN_NS    UINT64_C(20000000)  /* a command that was accepted must show within this time */
#define RARE_NS     UINT64_C(200000000) /* longest time without a posting; checks fail microcode that takes longer */
#define NORMAL_NS   UINT64_C(8000000)   /* 16-bit hardware counters cannot wrap in this time at any rate */
#define CYCLE_MOST  3

/* A group was posted between these two times. */
struct pass {
	uint64_t from_ns, to_ns;
};

struct group {
	const struct posting_group *row; /* NULL: a single counter of an unknown group */
	struct box box;                  /* one of its boxes */
	uint16_t slot; /* of its words: status, tail, tail of its twin, counters, head, head of its twin */
	uint16_t counters;
	struct pass passes[CYCLE_MOST],
		begin[CYCLE_MOST];          /* the latest, and those that the window begins with; oldest first */
	uint64_t seen, head;                /* its update counts at the last look */
	uint64_t idle_ns;                   /* when they last showed that no posting was in progress */
	uint64_t count, at_begin, at_order; /* postings in all, at the window's begin, and when its end was requested */
	unsigned fresh;                     /* number of `passes` that were observed one by one */
	uint64_t moved_ns;                  /* time of the counter's last change, if its group is unknown */
	uint64_t gap_ns;                    /* the longest time without a posting in the window */
	bool looked, settled, open, done, whole;
	const char *distrust;
};

struct session_frame {
	struct group *groups;
	uint16_t group_count;
	uint16_t *group_of;  /* index of each counter's group */
	uint16_t *slot_of;   /* slot of each counter in the program `look` */
	uint64_t ordered_ns; /* time of the request for begin or end */
	bool again;          /* the command was repeated */
	enum session_edge edge;
};

/* ---- groups ------------------------------------------------------------------------------------------- */

static const struct posting_group *row_of(const struct session_counter *counter)
{
	const struct imc_facts *facts = posted_state.catalog.facts;
	uint32_t offset = counter->config->select;

	for (unsigned i = 0; i < facts->group_count; i++)
		if (offset >= facts->groups[i].first && offset < facts->groups[i].end)
			return &facts->groups[i];
	return NULL;
}

static struct group *group_for(struct session_frame *frame, const struct session_counter *counter)
{
	const struct posting_group *row = row_of(counter);
	struct group *group = frame->groups;

	while (group < frame->groups + frame->group_count &&
	       (!row || group->row != row || group->box.socket != counter->box.socket))
		group++;
	if (group == frame->groups + frame->group_count) {
		*group = (struct group){.row = row, .box = counter->box};
		frame->group_count++;
	}
	return group;
}

static bool has_twin(const struct group *group)
{
	return group->row && group->row->twin_tail;
}

/* Number of words before a group's counters: the status and the tails. */
static unsigned words_before(const struct group *group)
{
	return 1u + (group->row != NULL) + has_twin(group);
}

uint16_t posted_frame_make(struct session *session, uint16_t slot)
{
	struct arena *arena = session->machine->arena;
	uint16_t n = session->counter_count;
	struct session_frame *frame = arena_take(arena, 1, sizeof(*frame));

	if (!frame)
		return slot;
	frame->groups = arena_take(arena, n, sizeof(*frame->groups));
	frame->group_of = arena_take(arena, n, sizeof(*frame->group_of));
	frame->slot_of = arena_take(arena, n, sizeof(*frame->slot_of));
	if (!frame->groups || !frame->group_of || !frame->slot_of)
		return slot;
	session->frame = frame;
	for (uint16_t i = 0; i < n; i++) {
		struct group *group;

		if (!session->counters[i].framed)
			continue;
		group = group_for(frame, &session->counters[i]);
		frame->group_of[i] = (uint16_t)(group - frame->groups);
		frame->slot_of[i] = group->counters++;
	}
	for (struct group *group = frame->groups; group < frame->groups + frame->group_count; group++) {
		group->slot = slot;
		slot = (uint16_t)(slot + 2 * words_before(group) - 1 + group->counters);
	}
	for (uint16_t i = 0; i < n; i++)
		if (session->counters[i].framed) {
			const struct group *group = &frame->groups[frame->group_of[i]];

			frame->slot_of[i] = (uint16_t)(group->slot + words_before(group) + frame->slot_of[i]);
		}
	return slot;
}

static void look_at_word(const struct group *group, struct program *look, uint16_t offset, uint16_t slot)
{
	program_read(look,
		     (struct location){.space = SPACE_MEMORY,
				       .width_bits = 64,
				       .socket = group->box.socket,
				       .address = group->box.base + offset},
		     slot);
}

/* Reads tails first and heads last: if they agree, all counters between them are of one posting. */
void posted_frame_compile(const struct session *session, struct program *look)
{
	const struct session_frame *frame = session->frame;

	look->overflowed |= !frame;
	for (uint16_t g = 0; frame && g < frame->group_count; g++) {
		const struct group *group = &frame->groups[g];
		uint16_t slot = group->slot;

		program_read(look, posted_control(&group->box, NEST_STATUS), slot++);
		if (group->row)
			look_at_word(group, look, group->row->tail, slot++);
		if (has_twin(group))
			look_at_word(group, look, group->row->twin_tail, slot++);
		for (uint16_t i = 0; i < session->counter_count; i++)
			if (session->counters[i].framed && frame->group_of[i] == g)
				program_read(look, session->counters[i].counter, slot++);
		if (group->row)
			look_at_word(group, look, group->row->head, slot++);
		if (has_twin(group))
			look_at_word(group, look, group->row->twin_head, slot);
	}
}

/* ---- looks ------------------------------------------------------------------------------------------ */

static void note_passes(struct group *group, uint64_t postings, uint64_t begun_ns, uint64_t now_ns)
{
	uint64_t since_ns = now_ns - group->passes[CYCLE_MOST - 1].from_ns;
	uint64_t others_ns = group->row ? (postings - 1) * group->row->period_us * 1000 : 0;

	/* The postings take a known time. The rest may be a gap without postings. */
	if (group->fresh && since_ns > others_ns)
		group->gap_ns = max_u64(group->gap_ns, since_ns - others_ns);
	for (unsigned i = 0; i + 1 < CYCLE_MOST; i++)
		group->passes[i] = group->passes[i + 1];
	group->passes[CYCLE_MOST - 1] = (struct pass){group->idle_ns, now_ns};
	group->fresh = postings == 1 ? group->fresh + 1 : 1;
	group->count += postings;
	if (group->whole)
		group->idle_ns = begun_ns;
}

/* For a group with update counts. */
static void look_at_group(struct group *group, const uint64_t *slots, uint64_t begun_ns, uint64_t now_ns)
{
	const uint64_t *tails = slots + group->slot + 1;
	const uint64_t *heads = tails + words_before(group) - 1 + group->counters;
	uint64_t tail = tails[0] + (has_twin(group) ? tails[1] : 0);
	uint64_t head = heads[0] + (has_twin(group) ? heads[1] : 0);

	group->whole = head == tail;
	if (group->looked && (tails[0] < group->seen || head < group->head)) {
		group->distrust = "the microcode restarted, and all its sums with it";
		group->settled = false;
		group->fresh = 0;
		group->at_order = group->count;
		group->seen = tails[0];
		group->idle_ns = begun_ns;
	} else if (!group->looked) {
		group->seen = tails[0];
		group->idle_ns = begun_ns;
	} else if (tails[0] != group->seen) {
		note_passes(group, tails[0] - group->seen, begun_ns, now_ns);
		group->seen = tails[0];
	} else if (group->whole) {
		group->idle_ns = begun_ns;
	}
	group->head = head;
	group->looked = true;
}

/* For a counter of an unknown group: each change of it is a posting. */
static void look_at_counter(struct group *group, const uint64_t *slots, uint64_t begun_ns, uint64_t now_ns)
{
	uint64_t value = slots[group->slot + 1];

	group->whole = true;
	if (!group->looked || value != group->seen)
		group->moved_ns = now_ns;
	if (group->looked && value != group->seen)
		note_passes(group, 1, begun_ns, now_ns);
	else
		group->idle_ns = begun_ns;
	if (group->looked && value < group->seen)
		group->distrust = "the counter went back";
	group->seen = value;
	group->looked = true;
}

static const char *why_silent(uint64_t status)
{
	switch (status) {
	case NEST_RUNNING: return NULL;
	case NEST_INITIALISING: return "the microcode is starting, or none runs (status 0)";
	case NEST_PAUSED: return "the microcode is paused (status 2)";
	case NEST_BAD_SPEED: return "the microcode refuses its speed (status 3)";
	case NEST_BAD_MODE: return "the microcode refuses its mode (status 4)";
	default: return "the microcode has an unknown status";
	}
}

static unsigned cycle_of(const struct group *group)
{
	return group->row ? group->row->cycle : 1;
}

/* The window must not include the first posting after a pause or, for units that post differences, the first two. */
static bool may_begin(const struct group *group)
{
	unsigned cycle = cycle_of(group);

	return group->whole && group->fresh >= cycle &&
	       group->count > group->at_order + (group->settled ? 0 : 2 * cycle);
}

static bool may_end(const struct group *group)
{
	unsigned cycle = cycle_of(group);

	return group->whole && group->fresh >= cycle && group->count > group->at_order &&
	       (group->count - group->at_begin) % cycle == 0;
}

/* Sets the time in which each unit's counters can have counted: the postings of a cycle are those of different
 * units. */
static void set_window(struct session_counter *counter, const struct group *group)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (unsigned i = CYCLE_MOST - cycle_of(group); i < CYCLE_MOST; i++) {
		uint64_t shortest = group->passes[i].from_ns > group->begin[i].to_ns
					    ? group->passes[i].from_ns - group->begin[i].to_ns
					    : 0;

		least = min_u64(least, shortest);
		most = max_u64(most, group->passes[i].to_ns - group->begin[i].from_ns);
	}
	counter->window_ns = least + (most - least) / 2;
	counter->within_ns = (most - least + 1) / 2;
	counter->postings = (group->count - group->at_begin) / cycle_of(group);
}

/* Hardware counters that wrap between two postings lose counts. Postings do not come faster than their period, so the
 * rest of the window limits the longest gap, and all counts were made in the postings' own time. */
static const char *why_lost(const struct session_counter *counter, const struct group *group, uint64_t count)
{
	uint64_t postings = group->count - group->at_begin, most_ns = counter->window_ns + counter->within_ns;
	uint64_t period_ns = group->row ? group->row->period_us * UINT64_C(1000) : 0, time_ns, gap_ns, most;

	if (!group->row || !group->row->bits)
		return NULL;
	most = BIT(group->row->bits);
	time_ns = min_u64(postings * period_ns, most_ns);
	gap_ns = min_u64(group->gap_ns, most_ns - time_ns + period_ns);
	if (gap_ns <= NORMAL_NS)
		return NULL;
	if (time_ns >= gap_ns ? count / (time_ns / gap_ns) < most : count < most / (gap_ns / max_u64(time_ns, 1) + 1))
		return NULL;
	return "the microcode did not post for so long that hardware counters may have wrapped";
}

/* No posting came in time. A counter of an unknown group may have been posted without counting: it keeps the value of
 * the last posting. */
static const char *give_up(struct group *group, uint64_t status, uint64_t now_ns)
{
	if (!group->row) {
		group->idle_ns = now_ns - RARE_NS;
		note_passes(group, 1, now_ns, now_ns);
	}
	if (!group->row || why_silent(status))
		return why_silent(status);
	return group->whole ? "nothing is posted, although the microcode reports that it runs"
			    : "the update counts around its group do not agree";
}

static void finish(struct session *session, struct group *group, const char *why)
{
	const struct session_frame *frame = session->frame;
	bool begins = frame->edge == SESSION_BEGINS;

	group->done = true;
	if (begins || !group->distrust)
		group->distrust = why;
	for (uint16_t i = 0; i < session->counter_count; i++) {
		struct session_counter *counter = &session->counters[i];

		if (!counter->framed || &frame->groups[frame->group_of[i]] != group)
			continue;
		session->slots[i] = session->slots[frame->slot_of[i]];
		if (begins) {
			counter->first = session->slots[i];
			continue;
		}
		set_window(counter, group);
		counter->gap_ns = group->gap_ns;
		counter->distrust = group->distrust;
		if (!counter->distrust)
			counter->distrust = why_lost(counter, group, session->slots[i] - counter->first);
	}
	group->open = begins;
	if (!begins)
		return;
	for (unsigned i = 0; i < CYCLE_MOST; i++)
		group->begin[i] = group->passes[i];
	group->at_begin = group->count;
	group->gap_ns = 0;
	group->settled = true;
}

/* ---- lost commands ----------------------------------------------------------------------------------- */

/* Microcode that restarts overwrites a waiting command, which was accepted but then has no effect. */
static void command_again(struct session *session, const struct group *group)
{
	struct machine *machine = session->machine;
	const struct location word = posted_control(&group->box, NEST_COMMAND);
	const struct location call = posted_call(machine, posted_cpu_of(machine, group->box.socket),
						 OPAL_IMC_COUNTERS_START, IMC_ENGINE_NEST);
	struct accessed command = bus_read(machine->hw, &word);

	if (command.outcome == OUTCOME_OK && !command.value)
		session->frame->again = bus_write(machine->hw, &call, 0).outcome == OUTCOME_OK;
}

/* ---- frame protocol ------------------------------------------------------------------------------------ */

void posted_frame_order(struct session *session, enum session_edge edge)
{
	struct session_frame *frame = session->frame;
	struct hw *hw = session->machine->hw;

	frame->edge = edge;
	frame->ordered_ns = hw->now_ns(hw);
	for (uint16_t g = 0; g < frame->group_count; g++) {
		struct group *group = &frame->groups[g];

		group->done = false;
		group->at_order = group->count;
	}
	frame->again = false;
}

static void judge_group(struct session *session, struct group *group, uint64_t now_ns)
{
	struct session_frame *frame = session->frame;
	bool begins = frame->edge == SESSION_BEGINS;
	uint64_t status = session->slots[group->slot];
	uint64_t silent_ns = now_ns - (group->row ? frame->ordered_ns : group->moved_ns);

	if (begins && status == NEST_PAUSED && !frame->again && now_ns - frame->ordered_ns > AGAIN_NS)
		command_again(session, group);
	if (begins ? may_begin(group) : may_end(group) || group->distrust)
		finish(session, group, NULL);
	else if (silent_ns > (group->row ? PATIENCE_NS : RARE_NS))
		finish(session, group, give_up(group, status, now_ns));
}

bool posted_frame_look(struct session *session, bool *done)
{
	struct session_frame *frame = session->frame;
	struct hw *hw = session->machine->hw;
	uint64_t begun_ns = hw->now_ns(hw), now_ns;

	*done = true;
	if (!session_run(session, &session->look))
		return false;
	now_ns = hw->now_ns(hw);
	for (uint16_t g = 0; g < frame->group_count; g++) {
		struct group *group = &frame->groups[g];
		uint64_t status = session->slots[group->slot];

		if (group->row)
			look_at_group(group, session->slots, begun_ns, now_ns);
		else
			look_at_counter(group, session->slots, begun_ns, now_ns);
		if (group->open && !group->distrust)
			group->distrust = why_silent(status);
		if (!group->done)
			judge_group(session, group, now_ns);
		*done = *done && group->done;
	}
	if (!*done)
		hw->wait(hw, now_ns + LOOK_NS);
	return true;
}
