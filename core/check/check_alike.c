/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds failures that all boxes of a type have in common.
 *
 * A broken processor has a broken box. If all boxes of a type fail in the same way on all sockets, uncork's table or
 * the board is wrong: this is one finding, and no part is to blame. Therefore a failure that follows from no other is
 * tried on other boxes of its type before it is reported, until one passes. Usually the first one does. */
#include "core/check/check.h"

#include "lib/memory.h"

#define ALIKE 128 /* of one check; each further one is tried again for each box */

struct check_alike {
	const struct box_type *type;
	const struct register_row *row;
	unsigned index;
	bool doubted;  /* all boxes of the type contradict this source */
	uint16_t root; /* if not `doubted`, 1 + its root's number; 0: there was no room for a root */
};

bool check_alike_start(struct check_context *context)
{
	context->alike = arena_take(context->machine->arena, ALIKE, sizeof(*context->alike));
	context->alike_count = 0;
	return context->alike;
}

static struct check_alike alike_of(const struct check_target *target)
{
	return (struct check_alike){
		.type = target->place->box.type,
		.row = target->reg.row,
		.index = target->check->scope >= CHECK_OF_COUNTER ? target->counter : target->reg.index,
	};
}

static const struct check_alike *find_alike(struct check_context *context, bool doubted)
{
	const struct check_target *target = &context->target;
	struct check_alike wanted;

	if (context->alike_check != target->check) {
		context->alike_check = target->check;
		context->alike_count = 0;
	}
	if (!target->place)
		return NULL;
	wanted = alike_of(target);
	for (unsigned i = 0; i < context->alike_count; i++) {
		const struct check_alike *known = &context->alike[i];

		if (known->type == wanted.type && known->row == wanted.row && known->index == wanted.index &&
		    known->doubted == doubted)
			return known;
	}
	return NULL;
}

const struct check_alike *check_alike_known(struct check_context *context)
{
	return find_alike(context, false);
}

/* NULL: no room. */
static struct check_alike *remember_alike(struct check_context *context)
{
	struct check_alike *alike = NULL;

	if (context->alike_count < ALIKE) {
		alike = &context->alike[context->alike_count++];
		*alike = alike_of(&context->target);
	}
	return alike;
}

uint16_t check_alike_root(const struct check_alike *alike)
{
	return alike->root;
}

/* ---- the same failure ------------------------------------------------------------------------------- */

/* Skips a number, decimal or hexadecimal (in lower case). */
static const char *skip_number(const char *text)
{
	if (text[0] == '0' && text[1] == 'x')
		text += 2;
	while ((*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f'))
		text++;
	return text;
}

/* True if the texts differ only in numbers, such as box numbers and values. */
static bool same_words(const char *a, const char *b)
{
	while (*a && *b) {
		bool number = *a >= '0' && *a <= '9' && *b >= '0' && *b <= '9';

		if (!number && *a != *b)
			return false;
		a = number ? skip_number(a) : a + 1;
		b = number ? skip_number(b) : b + 1;
	}
	return *a == *b;
}

/* True if the failure names a register of the box itself. A shared part, such as a global control or the path of a PMI,
 * would fail in all boxes at once. */
static bool names_its_own(const struct check_context *context)
{
	const struct box *named = &context->evidence_reg.box, *own = &context->target.place->box;

	return context->has_reg && !context->target.check->shared && !context->watched && named->type == own->type &&
	       named->socket == own->socket && named->instance == own->instance;
}

/* True if the same register of the other box fails, and, for checks of a register, in the same bits. */
static bool fails_alike(const struct check_context *first, const struct check_context *other)
{
	const struct check_evidence *a = &first->evidence, *b = &other->evidence;

	if (!other->decided || other->result != CHECK_FAIL || !names_its_own(other) ||
	    !same_words(first->message, other->message))
		return false;
	if (first->target.check->scope == CHECK_OF_REGISTER && (a->expected ^ a->got) != (b->expected ^ b->got))
		return false;
	return first->evidence_reg.row == other->evidence_reg.row &&
	       first->evidence_reg.index == other->evidence_reg.index && a->outcome == b->outcome;
}

/* ---- the other boxes -------------------------------------------------------------------------------- */

/* True if another box has the same target: a box of the type that answers and has the register. */
static bool is_counterpart(const struct check_target *target, const struct machine_box *place)
{
	const struct register_row *row = target->reg.row;

	return place != target->place && place->box.type == target->place->box.type && place->state == BOX_FOUND &&
	       !check_is_lost(place, &target->reg) && (!row || target->reg.index < box_row_count(&place->box, row));
}

/* Runs the check in another box, without reporting. */
static void try_in(struct check_context *context, const struct check_target *target, const struct machine_box *place,
		   void (*run)(struct check_context *context))
{
	struct check_target there = *target;

	there.place = place;
	there.reg.box = place->box;
	context->muted = true;
	check_begin(context, &there);
	run(context);
}

/* Returns to the original check after others were tried. */
static void go_back(struct check_context *context, struct check_context *kept)
{
	check_clear_marks(context);
	kept->marks_first = context->marks_first;
	kept->marks_end = context->marks_end;
	kept->notes = context->notes;
	kept->fixed_freeze = context->fixed_freeze;
	*context = *kept;
}

/* Number of boxes with the same failure. 0 if any box differs, or if there are only two boxes on one socket, because
 * each may disturb the other. */
static unsigned count_alike(struct check_context *context, void (*run)(struct check_context *context))
{
	const struct machine *machine = context->machine;
	struct check_context kept = *context;
	unsigned count = 1, beside = 0;

	for (unsigned i = 0; i < machine->box_count && count; i++) {
		if (!is_counterpart(&kept.target, &machine->boxes[i]))
			continue;
		try_in(context, &kept.target, &machine->boxes[i], run);
		beside += machine->boxes[i].box.socket == kept.target.place->box.socket;
		count = fails_alike(&kept, context) && !check_roots_of(context) ? count + 1 : 0;
	}
	go_back(context, &kept);
	return count == 2 && beside ? 0 : count;
}

static bool passes_elsewhere(struct check_context *context, void (*run)(struct check_context *context))
{
	const struct machine *machine = context->machine;
	struct check_context kept = *context;
	bool passes = false;

	for (unsigned i = 0; i < machine->box_count && !passes; i++) {
		if (!is_counterpart(&kept.target, &machine->boxes[i]))
			continue;
		try_in(context, &kept.target, &machine->boxes[i], run);
		passes = context->decided && context->result == CHECK_PASS;
	}
	go_back(context, &kept);
	return passes;
}

/* Keeps the failure, or turns it into an answer. */
static void settle_doubt(struct check_context *context, void (*run)(struct check_context *context))
{
	const struct check_doubt doubt = context->doubt;
	struct check_alike *alike;

	if (!find_alike(context, true)) {
		if (passes_elsewhere(context, run))
			return;
		alike = remember_alike(context);
		if (alike)
			alike->doubted = true;
	}
	context->decided = context->has_evidence = context->has_reg = false;
	check_answer_to(context, doubt.question, doubt.answer, doubt.assumed);
}

void check_alike_judge(struct check_context *context, void (*run)(struct check_context *context))
{
	char bytes[CHECK_MESSAGE_SIZE];
	struct text said = TEXT_OVER(bytes), message;
	struct check_alike *alike;
	unsigned count;

	if (!context->decided || context->result != CHECK_FAIL || context->target.check->scope <= CHECK_OF_SOCKET)
		return;
	if (context->doubt.question && !check_roots_of(context)) {
		settle_doubt(context, run);
		return;
	}
	if (!names_its_own(context) || check_alike_known(context) || check_roots_of(context))
		return;
	count = count_alike(context, run);
	if (count < 2)
		return;
	text_string(&said, context->message);
	message = TEXT_OVER(context->message);
	text_format(&message, "in all %u boxes of its type alike, so the table or the platform is the suspect: %s",
		    count, bytes);
	check_roots_excuse(context);
	alike = remember_alike(context);
	if (alike)
		alike->root = check_roots_add(context, true);
}
