/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines that describe themselves: their tables hang together. All else is in test_sapphire_rapids.model. */
#include "silicon/models/part.h"
#include "tests/unit/support/unit.h"

static uint64_t key_of(const struct model_box *box, const struct model_bank *bank, unsigned index)
{
	return (uint64_t)box->type->space << 32 | (box->base[bank->base] + bank->offset + index * bank->stride);
}

static void add_keys(const struct model_box *box, uint64_t *keys, unsigned *count)
{
	for (unsigned j = 0; j < box->type->banks; j++)
		for (unsigned k = 0; k < box->type->bank[j].count; k++)
			keys[(*count)++] = key_of(box, &box->type->bank[j], k);
}

TEST(test_no_two_registers_have_one_address)
{
	static uint64_t keys[4096];

	for (unsigned p = 0; model_parts[p]; p++) {
		unsigned count = 0;

		for (unsigned i = 0; model_parts[p]->freezes_unasked && i < model_parts[p]->boxes; i++)
			if (!model_parts[p]->box[i].type->per_core || !model_parts[p]->box[i].number)
				add_keys(&model_parts[p]->box[i], keys, &count);
		for (unsigned i = 0; i < count; i++)
			for (unsigned j = 0; j < i; j++)
				if (keys[i] == keys[j])
					fail_msg("%s: two at 0x%llx", model_parts[p]->name,
						 (unsigned long long)keys[i]);
	}
}

/* The global statuses of a part, at most. */
enum { STATUSES = 5 };

/* Nor two units one bit of the global status. */
TEST(test_no_two_units_have_one_position)
{
	for (unsigned p = 0; model_parts[p]; p++) {
		const struct model_part *part = model_parts[p];
		uint64_t seen[STATUSES] = {0};

		for (unsigned i = 0, status; part->discovery && i < part->boxes; i++) {
			if (!part->box[i].type->unit)
				continue;
			assert_int_equal(count_bits(part->box[i].summary), 1);
			status = part->box[i].type->above + part->box[i].number / 64u;
			assert_in_range(status, 0, STATUSES - 1);
			assert_int_equal(seen[status] & part->box[i].summary, 0);
			seen[status] |= part->box[i].summary;
		}
	}
}
