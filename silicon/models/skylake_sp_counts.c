/* SPDX-License-Identifier: BSD-2-Clause */
/* What CHAs and the PCU of Skylake-SP and similar parts count: filters of CHAs, states of the PCU. The fields of
 * filters are from Linux and PCM, the opcodes from perfmon. The share that each value lets pass is the model's own. */
#include "silicon/models/skylake_sp.h"
#include "silicon/models/xeon_e5_2600.h"

/* ---- CHA --------------------------------------------------------------------------------------------- */

/* Requests that perfmon's events name: the n-th has n / OPCODE_PARTS of everything. */
static const uint16_t opcodes[] = {0x200, 0x201, 0x202, 0x21e, 0x248, 0x258, 0x259, 0x25a};
enum { OPCODE_PARTS = 64 };

enum { STATES = 10, LINKS = 4 };

/* Pairs of one-bit fields that split everything between them. */
static const struct {
	uint8_t field[2], parts[2];
} sides[] = {
	{{SKX_LOCAL, SKX_REMOTE}, {3, 1}},
	{{SKX_NEAR, SKX_NOT_NEAR}, {1, 7}},
};

/* Fields that narrow the counts to one of `whole` parts. */
static const struct {
	uint8_t field, whole;
} kinds[] = {{SKX_NC, 4}, {SKX_C6, 8}, {SKX_ISOC, 16}};

/* Scales the sources to `part` / `whole`. */
static void scale(struct model_meaning *meaning, uint64_t part, uint64_t whole)
{
	for (unsigned i = 0; i < meaning->run.sources; i++)
		meaning->run.rate[i] = meaning->run.rate[i] * part / whole;
}

/* Adds up the parts of set bits: bit n of `count` has n + 1 parts. */
static uint64_t parts_of(unsigned bits, unsigned count)
{
	uint64_t parts = 0;

	for (unsigned i = 0; i < count; i++)
		parts += bits >> i & 1 ? i + 1 : 0;
	return parts;
}

static bool is_chosen(const struct model_sight *sight, struct model_meaning *meaning, unsigned field, unsigned opcode)
{
	return !((model_field_value(sight, meaning, field) ^ opcode) & model_field_compared(sight, field));
}

/* Lets requests with either of two opcodes pass; these may be equal. */
static void choose_opcodes(const struct model_sight *sight, struct model_meaning *meaning)
{
	uint64_t parts = 0;

	if (model_field_value(sight, meaning, SKX_ALL_OPCODES))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(opcodes); i++)
		if (is_chosen(sight, meaning, SKX_OPCODE0, opcodes[i]) ||
		    is_chosen(sight, meaning, SKX_OPCODE1, opcodes[i]))
			parts += i + 1;
	scale(meaning, parts, OPCODE_PARTS);
}

static void choose_requests(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_type *type = sight->model->unit[sight->model->counter[sight->counter].box].type;

	if (!model_companion(sight, meaning, type->field[SKX_OPCODE0].bank, 0))
		model_wrong(meaning, MODEL_WRONG_COMPANION, "%s counts nothing: its filter is 0", meaning->event->name);
	for (size_t i = 0; i < ARRAY_SIZE(sides); i++) {
		unsigned parts = 0;

		for (unsigned side = 0; side < 2; side++)
			parts += model_field_value(sight, meaning, sides[i].field[side]) ? sides[i].parts[side] : 0;
		scale(meaning, parts, sides[i].parts[0] + sides[i].parts[1]);
	}
	choose_opcodes(sight, meaning);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (model_field_value(sight, meaning, kinds[i].field))
			scale(meaning, 1, kinds[i].whole);
}

/* What filters do not narrow applies to units of the self-describing design, too. */
void model_skx_mean_cha(const struct model_sight *sight, struct model_meaning *meaning)
{
	bool open = sight->model->box[sight->model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN;
	unsigned chosen;

	model_described_mean(sight, meaning);
	if (!meaning->event || open)
		return;
	switch (meaning->event->filter) {
	case SKX_LOOKUP:
		chosen = model_field_value(sight, meaning, SKX_STATE);
		if (!chosen)
			model_wrong(meaning, MODEL_WRONG_COMPANION, "%s counts nothing: the filter's state is 0",
				    meaning->event->name);
		scale(meaning, parts_of(chosen, STATES), STATES * (STATES + 1) / 2);
		break;
	case SKX_TOR: choose_requests(sight, meaning); break;
	case SKX_LINKED: /* if no link is chosen, everything passes */
		chosen = model_field_value(sight, meaning, SKX_LINK);
		if (chosen)
			scale(meaning, parts_of(chosen, LINKS), LINKS * (LINKS + 1) / 2);
		break;
	default: break;
	}
	for (unsigned i = 0; sight->select & SKX_SELECT_TID && i < meaning->run.sources; i++)
		meaning->run.rate[i] = model_described_share(sight, meaning, meaning->run.rate[i]);
}

/* ---- PCU --------------------------------------------------------------------------------------------- */

enum { OCCUPANCY = 0x80 };

const struct model_choice model_skx_power_states[1] = {
	{.names = "CORES_C0=0 CORES_C3=1 CORES_C6=2"},
};

/* The occupancy event uses the same pipeline as on the Xeon E5-2600. */
void model_skx_mean_pcu(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight whole = *sight;

	if (sight->selection.event != OCCUPANCY) {
		model_described_mean(sight, meaning);
		return;
	}
	whole.selection.event |= sight->selection.umask << 8;
	model_e5_mean_pcu(&whole, meaning);
}
