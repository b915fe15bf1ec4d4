/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds failures that follow from earlier ones.
 *
 * A check relies on the registers that it reads and writes. The first failure that names a register is a root. A later
 * failure follows from it if its check used or names that register. Registers that a consequence names become suspect,
 * too. So one broken control, with all failures that it causes, is one finding. */
#include "core/check/check.h"

#include "lib/memory.h"

/* Most roots that are kept. Later ones have no consequences. */
#define ROOTS 64

struct check_root {
	char id[CHECK_ID_SIZE];
	char message[CHECK_MESSAGE_SIZE];
	struct box box;
	uint32_t consequences;
	bool excused; /* all boxes of a type fail this way: it and its consequences are untested */
};

bool check_roots_start(struct check_context *context)
{
	context->roots = arena_take(context->machine->arena, ROOTS, sizeof(*context->roots));
	context->root_count = 0;
	return context->roots;
}

void check_roots_use(struct check_context *context, const struct check_register *reg)
{
	uint16_t root = context->root_count ? check_found_at(context, reg)->root : 0;

	if (root && (!context->used_root || root < context->used_root))
		context->used_root = root;
}

void check_roots_use_box(struct check_context *context, const struct box *box)
{
	for (unsigned n = 0; n < check_register_count(box); n++) {
		struct check_register reg = check_register_at(box, n);

		check_roots_use(context, &reg);
	}
}

/* A check of a whole socket uses registers of all boxes. If it blames another box than the root's, it is a separate
 * failure. */
static bool may_follow(const struct check_context *context, const struct check_root *root)
{
	const struct box *named = &context->evidence_reg.box;

	return context->target.check->scope > CHECK_OF_SOCKET || !context->has_reg ||
	       (named->type == root->box.type && named->socket == root->box.socket &&
		named->instance == root->box.instance);
}

uint16_t check_roots_of(struct check_context *context)
{
	const struct check_alike *alike = check_alike_known(context);
	uint16_t named = context->has_reg ? check_found_at(context, &context->evidence_reg)->root : 0;

	if (alike)
		return check_alike_root(alike);
	if (named)
		return named;
	if (context->used_root && may_follow(context, &context->roots[context->used_root - 1]))
		return context->used_root;
	return 0;
}

static void suspect(struct check_context *context, uint16_t root)
{
	if (root && context->has_reg)
		check_found_entry(context, &context->evidence_reg)->root = root;
}

uint16_t check_roots_add(struct check_context *context, bool excused)
{
	struct check_root *root = &context->roots[context->root_count];
	struct text text;

	if (context->root_count == ROOTS)
		return 0;
	*root = (struct check_root){.box = context->has_reg ? context->evidence_reg.box : (struct box){0},
				    .excused = excused};
	text = TEXT_OVER(root->id);
	check_id(context->machine, &context->target, &text);
	text = TEXT_OVER(root->message);
	text_string(&text, context->message);
	suspect(context, ++context->root_count);
	return context->root_count;
}

void check_roots_excuse(struct check_context *context)
{
	context->result = CHECK_UNTESTED;
	context->evidence.advice =
		"compare the register with the processor's guide, and the run with another board's: uncork's table or this board's firmware may be wrong. Do not replace anything";
}

const char *check_roots_blame(struct check_context *context)
{
	const struct check_alike *alike = check_alike_known(context);
	uint16_t number = check_roots_of(context);
	struct check_root *root = number ? &context->roots[number - 1] : NULL;
	struct text message;

	if (!root && !alike) {
		bool unseen = check_is_unseen(check_facts_of(context->machine), context->target.check);

		/* The failure becomes a root. It is excused if not every part is certain to have what was tested. */
		(void)check_roots_add(context, unseen);
		if (unseen)
			check_roots_excuse(context);
		return NULL;
	}
	suspect(context, number);
	if (root)
		root->consequences++;
	if (alike || root->excused) {
		check_roots_excuse(context);
		message = TEXT_OVER(context->message);
		text_string(&message, root ? root->message : "in all boxes of its type alike");
	}
	return root ? root->id : NULL;
}

void check_roots_report(const struct check_context *context)
{
	for (unsigned i = 0; i < context->root_count; i++) {
		const struct check_root *root = &context->roots[i];
		struct record record;

		record_begin(&record, context->output, "finding");
		record_text(&record, "check", root->id);
		record_text(&record, "message", root->message);
		record_u64(&record, "consequences", root->consequences);
		record_aside(&record);
		record_text(&record, "plural", root->consequences == 1 ? "" : "s");
		record_text(&record, "fate", root->excused ? "went untested" : "failed");
		record_end(&record);
	}
}
