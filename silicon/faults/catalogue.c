/* SPDX-License-Identifier: BSD-2-Clause */
/* Walks through the catalogue of a model made of tables: box by box, first what the box as a whole can suffer,
 * then each of its registers; of each all kinds that fit, with all arguments that change something. */
#include "silicon/faults/kinds.h"

/* What a place in the walk is about: subject 0 is the box itself, others are its registers, which follow each
 * other. False behind the last one, and for a box that is not there. */
static bool find_subject(const struct model *model, const struct silicon_fault_cursor *at, struct aim *aim)
{
	unsigned reg = model->box[at->box].bank[0] + at->subject - 1;

	aim->box = at->box;
	aim->reg = MODEL_NONE;
	if (!at->subject)
		return at->kind || at->variant || !fault_box_is_absent(model, at->box);
	aim->reg = reg;
	return reg < model->registers && model->reg[reg].box == at->box;
}

static bool find_variant(const struct fault_kind *kind, struct aim *aim, unsigned variant)
{
	if (kind->vary)
		return kind->vary(aim, variant);
	aim->argument = kind->value;
	return variant == 0;
}

static bool changes_something(const struct fault_kind *kind, const struct aim *aim)
{
	if (kind->argument == REGISTER && aim->model->reg[aim->other].absent)
		return false;
	return !kind->refuse || !kind->refuse(aim);
}

static void put_argument(struct text *text, const struct fault_kind *kind, const struct aim *aim)
{
	if (kind->argument == NO_ARGUMENT || kind->argument == OPTIONAL)
		return;
	text_char(text, '=');
	if (kind->argument == REGISTER)
		model_put_register(text, aim->model, aim->other);
	else if (kind->argument == CONTENT)
		text_format(text, "0x%llx", (unsigned long long)aim->argument);
	else
		text_format(text, "%llu", (unsigned long long)aim->argument);
}

static void describe(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	struct text text = TEXT_OVER(fault->text), box = TEXT_OVER(fault->box);
	struct text name = TEXT_OVER(fault->kind);

	model_put_box(&box, aim->model, aim->box);
	fault->reg[0] = '\0';
	fault->msr = false;
	text_string(&text, fault->box);
	if (aim->reg != MODEL_NONE) {
		char whole[sizeof(fault->box) + sizeof(fault->reg)];
		struct text path = TEXT_OVER(whole), reg = TEXT_OVER(fault->reg);

		model_put_register(&path, aim->model, aim->reg);
		text_string(&reg, whole + box.length + 1);
		text_format(&text, ".%s", fault->reg);
		fault->msr = aim->model->reg[aim->reg].space == SILICON_MSR;
		fault->address = aim->model->reg[aim->reg].address;
	}
	text_format(&name, "%s%s%s", kind->part ? kind->part : "", kind->part ? "." : "", kind->kind);
	text_format(&text, ".%s", fault->kind);
	put_argument(&text, kind, aim);
	fault_judge(kind, aim, fault);
}

/* Goes on to the next variant, kind or subject. */
static void step(struct silicon_fault_cursor *at, bool variants)
{
	if (variants) {
		at->variant++;
		return;
	}
	at->variant = 0;
	if (++at->kind < FAULT_KINDS)
		return;
	at->kind = 0;
	at->subject++;
}

/* The fault at a place, without its effect; false if the kind has none there, or no more. */
static bool find_fault(const struct fault_kind *kind, struct aim *aim, unsigned variant)
{
	if (aim->reg != MODEL_NONE && aim->model->reg[aim->reg].absent)
		return false;
	return fault_fits(aim, kind) && find_variant(kind, aim, variant);
}

bool faults_next(struct faults *faults, struct silicon_fault_cursor *cursor, struct silicon_fault *fault)
{
	struct aim aim = {.faults = faults, .model = faults->model};

	while (cursor->box < aim.model->part->boxes) {
		const struct fault_kind *kind = &fault_kinds[cursor->kind];
		bool found;

		if (!find_subject(aim.model, cursor, &aim)) {
			*cursor = (struct silicon_fault_cursor){.box = cursor->box + 1};
			continue;
		}
		found = find_fault(kind, &aim, cursor->variant);
		step(cursor, found);
		if (!found || !changes_something(kind, &aim))
			continue;
		describe(kind, &aim, fault);
		return true;
	}
	return false;
}
