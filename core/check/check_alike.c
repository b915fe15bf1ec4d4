/* SPDX-License-Identifier: BSD-2-Clause */
/* Which failures are those of every box of a type.
 *
 * What is broken in a processor is broken in a box. The same failure in all boxes of a type, on all sockets, is a wrong table of
 * ours, or the board's: it is one finding, and no part is to blame. So a failure that follows from no other one is tried on
 * the other boxes of its type before it is told, until one of them passes; the first one tried mostly does. */
#include "core/check/check.h"

#include "lib/memory.h"

#define ALIKE 128 /* of one check; what is beyond is tried anew for each box */

struct check_alike {
	const struct box_type *type;
	const struct register_row *row;
	unsigned index;
	uint16_t root; /* 1 + its number; 0: there was no room for one */
};

bool check_alike_start(struct check_context *context)
{
	context->alike = arena_take(context->machine->arena, ALIKE, sizeof(*context->alike));
	context->alike_count = 0;
	return context->alike;
}

static unsigned index_of(const struct check_target *target)
{
	return target->check->scope >= CHECK_OF_COUNTER ? target->counter : target->reg.index;
}

static struct check_alike alike_of(const struct check_target *target)
{
	return (struct check_alike){.type = target->place->box.type, .row = target->reg.row, .index = index_of(target)};
}

const struct check_alike *check_alike_known(struct check_context *context)
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

		if (known->type == wanted.type && known->row == wanted.row && known->index == wanted.index)
			return known;
	}
	return NULL;
}

uint16_t check_alike_root(const struct check_alike *alike)
{
	return alike->root;
}

/* ---- the same failure ------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* A number, which may be hexadecimal and then has small letters. */
static const char *behind_number(const char *text)
{
	if (text[0] == '0' && text[1] == 'x')
		text += 2;
	while (is_digit(*text))
		text++;
	return text;
}

/* The same sentence, whatever the numbers in it: those of boxes, and what was read. */
static bool same_words(const char *a, const char *b)
{
	while (*a && *b) {
		bool number = *a >= '0' && *a <= '9' && *b >= '0' && *b <= '9';

		if (!number && *a != *b)
			return false;
		a = number ? behind_number(a) : a + 1;
		b = number ? behind_number(b) : b + 1;
	}
	return *a == *b;
}

/* A register of the box itself: what several boxes share, a global control or the way of a PMI, fails in all of them for its own
 * sake. */
static bool names_its_own(const struct check_context *context)
{
	const struct box *named = &context->evidence_reg.box, *own = &context->target.place->box;

	return context->has_reg && !context->target.check->shared && !context->watched && named->type == own->type &&
	       named->socket == own->socket && named->instance == own->instance;
}

/* The same register of the other box, and the same bits of it where they are what is wrong. */
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

/* The same target in another box; false if it is none of the type, does not answer, or has no such register. */
static bool is_counterpart(const struct check_target *target, const struct machine_box *place)
{
	const struct register_row *row = target->reg.row;

	return place != target->place && place->box.type == target->place->box.type && place->state == BOX_FOUND &&
	       !check_is_lost(place, &target->reg) && (!row || target->reg.index < box_row_count(&place->box, row));
}

/* How many boxes fail as the one under way has; 0: another one does not, or there are but two of them on one socket, of which
 * each may harm the other. */
static unsigned count_alike(struct check_context *context, void (*run)(struct check_context *context))
{
	const struct machine *machine = context->machine;
	struct check_context kept = *context;
	unsigned count = 1, beside = 0;

	context->muted = true;
	for (unsigned i = 0; i < machine->box_count && count; i++) {
		struct check_target target = kept.target;

		if (!is_counterpart(&kept.target, &machine->boxes[i]))
			continue;
		target.place = &machine->boxes[i];
		target.reg.box = machine->boxes[i].box;
		check_begin(context, &target);
		run(context);
		beside += target.place->box.socket == kept.target.place->box.socket;
		count = fails_alike(&kept, context) && !check_roots_of(context) ? count + 1 : 0;
	}
	check_clear_marks(context);
	kept.marks_first = context->marks_first;
	kept.marks_end = context->marks_end;
	kept.notes = context->notes;
	kept.marks_seen = context->marks_seen;
	kept.agreements = context->agreements;
	kept.fixed_freeze = context->fixed_freeze;
	*context = kept;
	return count == 2 && beside ? 0 : count;
}

void check_alike_judge(struct check_context *context, void (*run)(struct check_context *context))
{
	char bytes[CHECK_MESSAGE_SIZE];
	struct text said = TEXT_OVER(bytes), message;
	unsigned count;

	if (!context->decided || context->result != CHECK_FAIL || context->target.check->scope <= CHECK_OF_SOCKET ||
	    !names_its_own(context) || check_alike_known(context) || check_roots_of(context))
		return;
	count = count_alike(context, run);
	if (count < 2)
		return;
	text_string(&said, context->message);
	message = TEXT_OVER(context->message);
	text_format(&message, "in all %u boxes of its type alike, so the table or the platform is the suspect: %s",
		    count, bytes);
	check_roots_excuse(context);
	if (context->alike_count == ALIKE)
		return;
	context->alike[context->alike_count] = alike_of(&context->target);
	context->alike[context->alike_count++].root = check_roots_add(context, true);
}
