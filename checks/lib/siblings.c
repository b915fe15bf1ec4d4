/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares registers with others like them, where no document gives reset values. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Registers that must agree before a differing one is judged. */
#define AGREEING 3

/* The registers to compare with. The first of these groups in which enough registers agree decides. */
enum nearness {
	SAME_REGISTER, /* the same register of other boxes of the type */
	SAME_ROW,      /* registers of the same box with other numbers */
	SAME_LAYOUT,   /* registers of any box with the same fields */
	SAME_ROLE,     /* registers of any box with the same role */
	NEARNESSES
};

static bool is_near(const struct check_register *reg, const struct check_register *other, enum nearness nearness)
{
	switch (nearness) {
	case SAME_REGISTER: return other->row == reg->row && other->index == reg->index;
	case SAME_ROW: return other->row == reg->row && other->box.instance == reg->box.instance;
	case SAME_LAYOUT: return other->row->layout == reg->row->layout;
	default: return other->row->role == reg->row->role;
	}
}

/* True if the register still holds its first value. A counter that was enabled moves. */
static bool is_still(const struct check_context *context, const struct check_register *reg)
{
	return check_readable(reg) && check_found_at(context, reg)->outcome == OUTCOME_OK &&
	       (reg->row->role == ROLE_FLAGS || !was_running(context, reg));
}

/* A walk over the values that registers of the socket held when the run began. */
struct walk {
	unsigned box, n;
};

static bool next_value(const struct check_context *context, struct walk *walk, const struct check_register *reg,
		       enum nearness nearness, uint64_t *value)
{
	const struct machine *machine = context->machine;

	for (; walk->box < machine->box_count; walk->box++, walk->n = 0) {
		const struct box *box = &machine->boxes[walk->box].box;
		bool wanted = box->socket == reg->box.socket && box->type->scope == reg->box.type->scope;

		while (wanted && walk->n < check_register_count(box)) {
			struct check_register other = check_register_at(box, walk->n++);

			if (!is_near(reg, &other, nearness) || !is_still(context, &other))
				continue;
			*value = check_found_at(context, &other)->value;
			return true;
		}
	}
	return false;
}

/* Finds the value that most registers of that nearness hold. False unless more than half, and at least AGREEING, do. */
static bool count_votes(const struct check_context *context, const struct check_register *reg, enum nearness nearness,
			uint64_t *most)
{
	struct walk walk = {0};
	unsigned lead = 0, votes = 0, all = 0;
	uint64_t value;

	/* A majority vote: values that differ cancel each other, so that a value held by more than half is left. */
	while (next_value(context, &walk, reg, nearness, &value)) {
		if (!lead)
			*most = value;
		lead += value == *most ? 1 : -1u;
	}
	walk = (struct walk){0};
	while (next_value(context, &walk, reg, nearness, &value)) {
		votes += value == *most;
		all++;
	}
	return votes >= AGREEING && 2 * votes > all;
}

/* The value that the boxes of a type on a socket agree on for one of their registers. It is kept since counting the
 * votes for each box would take time that grows with the square of their number. */
struct agreement {
	const struct register_row *row;
	uint64_t value;
	uint8_t index;
	bool any;
};

#define AGREEMENTS 64

/* Agreements of the latest type and socket: the boxes of a type come one after the other. */
struct agreements {
	const struct box_type *type;
	uint16_t socket;
	uint16_t count;
	struct agreement of[AGREEMENTS];
};

/* Returns the agreements of the register's boxes, or NULL if there is no memory for them. */
static struct agreements *agreements_of(struct check_context *context, const struct check_register *reg)
{
	struct agreements *all = check_note(context, "agreements", sizeof(*all));

	if (all && (all->type != reg->box.type || all->socket != reg->box.socket)) {
		all->type = reg->box.type;
		all->socket = reg->box.socket;
		all->count = 0;
	}
	return all;
}

static const struct agreement *find_agreement(const struct agreements *all, const struct check_register *reg)
{
	for (unsigned i = 0; all && i < all->count; i++)
		if (all->of[i].row == reg->row && all->of[i].index == reg->index)
			return &all->of[i];
	return NULL;
}

/* Like count_votes(), for SAME_REGISTER: the votes are counted once for all boxes. */
static bool agreed_by_boxes(struct check_context *context, const struct check_register *reg, uint64_t *most)
{
	struct agreements *all = agreements_of(context, reg);
	const struct agreement *known = find_agreement(all, reg);
	struct agreement found = {.row = reg->row, .index = reg->index};

	if (!known) {
		found.any = count_votes(context, reg, SAME_REGISTER, &found.value);
		if (all && all->count < AGREEMENTS)
			all->of[all->count++] = found;
		known = &found;
	}
	*most = known->value;
	return known->any;
}

/* True if the register holds the value that the nearest agreeing registers hold, or if none agree. */
static bool is_alike(struct check_context *context, const struct check_register *reg,
		     struct check_difference *difference)
{
	/* Software may have used only one of a core PMU's counters. */
	unsigned nearnesses = reg->box.type->scope == BOX_OF_SOCKET ? NEARNESSES : SAME_ROW;
	bool any = false;

	difference->reg = reg;
	difference->got = check_found_at(context, reg)->value;
	for (unsigned nearness = 0; nearness < nearnesses && !any; nearness++)
		any = nearness == SAME_REGISTER
			      ? agreed_by_boxes(context, reg, &difference->expected)
			      : count_votes(context, reg, (enum nearness)nearness, &difference->expected);
	return !any || difference->got == difference->expected;
}

/* Earlier software may have used the register. */
static void leave_used(struct check_context *context, const struct check_difference *difference)
{
	const struct check_register *reg = difference->reg;
	char bytes[64];
	struct text name = TEXT_OVER(bytes);

	box_register_name(&reg->box, reg->row, reg->index, &name);
	check_untested(
		context,
		"%s held 0x%llx when the run began, most like it 0x%llx: without `expect cold` that is no failure",
		bytes, (unsigned long long)difference->got, (unsigned long long)difference->expected);
}

void run_siblings(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	unsigned compared = 0;

	for (unsigned n = 0; n < check_register_count(box); n++) {
		struct check_register reg = check_register_at(box, n);
		struct check_difference difference = {0};

		if (!is_still(context, &reg))
			continue;
		compared++;
		if (is_alike(context, &reg, &difference))
			continue;
		if (!context->machine->expects.cold)
			leave_used(context, &difference);
		else
			check_fail_at(context, &difference,
				      "held 0x%llx when the run began, most registers like it 0x%llx",
				      (unsigned long long)difference.got, (unsigned long long)difference.expected);
	}
	check_pass(context, "%u registers as others like them", compared);
}

/* Documented reset values have their own check. No document gives those of core PMUs. */
bool is_undocumented(const struct machine *machine, const struct check_target *target)
{
	return machine->processor->resets_unknown || target->place->box.type->scope == BOX_OF_THREAD;
}
