/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether a fault contradicts anything that somebody could know of sound silicon. */
#include "silicon/faults/kinds.h"

static const struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

/* Whether a register is there a second time: in its row, in another socket, or in another box of the type. */
static bool has_sibling(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_box *box = model->part->box;

	if (reg_of(aim)->bank->count > 1 || model->sockets > 1)
		return true;
	for (unsigned i = 0; i < model->part->boxes; i++)
		if (i != aim->box && box[i].type == box[aim->box].type && !fault_box_is_absent(model, i))
			return true;
	return false;
}

/* What no document says siblings may show. */
static void judge_undocumented(const struct aim *aim, const char *reason, struct silicon_fault *fault)
{
	if (has_sibling(aim))
		fault_judged(fault, SILICON_BY_SIBLINGS, NULL);
	else
		fault_judged(fault, SILICON_BY_NOTHING, reason);
}

static const char no_meaning[] = "what the bit says no document knows";

/* `bits` are otherwise than in sound silicon. What an unknown bit says may differ from one register to the next. */
static void judge_start(const struct aim *aim, uint64_t bits, struct silicon_fault *fault)
{
	if (!(bits & ~reg_of(aim)->undocumented))
		fault_judged(fault, SILICON_BY_NOTHING, no_meaning);
	else if (reg_of(aim)->bank->start_undocumented)
		judge_undocumented(aim, "what it holds at the start no document says, and no other is like it", fault);
}

/* The bits that do not stay what they are at the start, or of which a document says that they do not exist. */
static uint64_t moving_bits(const struct aim *aim)
{
	switch (reg_of(aim)->bank->role) {
	case MODEL_COUNTER:
	case MODEL_WINDOW: return ~UINT64_C(0);
	case MODEL_STATUS:
	case MODEL_OVF_CTL:
	case MODEL_TICKER: return fault_live_bits(aim);
	default: return fault_live_bits(aim) & reg_of(aim)->writable;
	}
}

static void judge_bit(const struct aim *aim, struct silicon_fault *fault)
{
	uint64_t bit = BIT(aim->argument);

	if (bit & (reg_of(aim)->undocumented | ~moving_bits(aim)))
		judge_start(aim, bit, fault);
}

static void judge_rate(const struct aim *aim, struct silicon_fault *fault)
{
	if (reg_of(aim)->bank->rate_undocumented)
		judge_undocumented(aim, "what it counts no document says, and no other is like it", fault);
}

static void judge_id(const struct aim *aim, struct silicon_fault *fault)
{
	const struct model_box *box = &aim->model->part->box[aim->box];

	if (box->type->id_undocumented >> box->number & 1)
		fault_judged(fault, SILICON_BY_NOTHING, "no document is sure of its identifier");
}

void fault_judge(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	switch (kind->ground) {
	case GROUND_BIT: judge_bit(aim, fault); break;
	case GROUND_START: judge_start(aim, aim->argument ^ reg_of(aim)->bank->reset, fault); break;
	case GROUND_ID: judge_id(aim, fault); break;
	case GROUND_RATE: judge_rate(aim, fault); break;
	default: break;
	}
}
