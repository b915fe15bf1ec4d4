/* SPDX-License-Identifier: BSD-2-Clause */
/* The inventory: what answers, what faults, what only looks alive; and names of registers. */
#include "lib/text.h"
#include "tests/unit/support/fake_uncore.h"
#include "tests/unit/support/unit.h"

static enum box_state state_of(const char *name)
{
	const struct machine_box *box = machine_box(&fake.machine, 0, name);

	assert_non_null(box);
	return (enum box_state)box->state;
}

static void ask_again(void)
{
	fake.arena.used = 0;
	assert_true(machine_inventory(&fake.machine));
}

TEST(every_promised_box_is_asked)
{
	assert_int_equal(fake.machine.box_count, 4);
	assert_int_equal(state_of("hub"), BOX_FOUND);
	assert_int_equal(state_of("pod0"), BOX_FOUND);
	assert_int_equal(state_of("pod1"), BOX_FOUND);
	assert_int_equal(state_of("clk"), BOX_FOUND);
	assert_null(machine_box(&fake.machine, 0, "pod2"));
	assert_null(machine_box(&fake.machine, 1, "pod0"));
}

TEST(asking_leaves_every_register_as_it_was)
{
	for (unsigned a = 0; a < FAKE_END; a++)
		*fake_at(0, a) = fake_is_counter(a) ? a * 37 : 0;
	*fake_at(0, POD1 + COUNTER(0)) = UINT64_C(0x5a5a5a5a5a5a5a5a) & VALUE_MASK;
	ask_again();
	assert_int_equal(state_of("pod1"), BOX_FOUND);
	assert_int_equal(*fake_at(0, POD1 + COUNTER(0)), UINT64_C(0x5a5a5a5a5a5a5a5a) & VALUE_MASK);
	for (unsigned a = 0; a < FAKE_END; a++)
		if (a != POD1 + COUNTER(0))
			assert_int_equal(*fake_at(0, a), fake_is_counter(a) ? a * 37 : 0);
}

TEST(writes_that_vanish_make_a_deaf_box)
{
	fake.deaf_from = POD1;
	fake.deaf_to = POD1 + 0x100;
	ask_again();
	assert_int_equal(state_of("pod1"), BOX_NO_WRITE_BACK);
	assert_int_equal(state_of("pod0"), BOX_FOUND);
}

TEST(one_dead_counter_is_not_a_deaf_box)
{
	fake.deaf_from = POD0 + COUNTER(0);
	fake.deaf_to = POD0 + COUNTER(0) + 1;
	ask_again();
	assert_int_equal(state_of("pod0"), BOX_FOUND);
	assert_int_equal(machine_box(&fake.machine, 0, "pod0")->evidence.address, POD0 + COUNTER(1));
}

TEST(a_fault_is_told_from_silence)
{
	fake.fault_at = HUB + COUNTER(0);
	ask_again();
	assert_int_equal(state_of("hub"), BOX_FAULTS);
	assert_int_equal(machine_box(&fake.machine, 0, "hub")->evidence.address, HUB + COUNTER(0));
}

TEST(sockets_are_asked_each_for_itself)
{
	fake.machine.socket_count = 2;
	ask_again();
	assert_int_equal(fake.machine.box_count, 8);
	assert_int_equal(machine_box(&fake.machine, 1, "pod1")->box.socket, 1);
	assert_int_equal(machine_box(&fake.machine, 1, "pod1")->state, BOX_FOUND);
}

TEST(an_unknown_processor_has_no_boxes)
{
	fake.machine.processor = NULL;
	fake.accesses = 0;
	ask_again();
	assert_int_equal(fake.machine.box_count, 0);
	assert_int_equal(fake.accesses, 0);
}

TEST(a_full_arena_is_reported)
{
	fake.arena.size = fake.arena.used = 8;
	assert_false(machine_inventory(&fake.machine));
}

TEST(every_register_of_the_table_is_found_by_its_place)
{
	for (unsigned b = 0; b < fake.machine.box_count; b++) {
		const struct box *box = &fake.machine.boxes[b].box;

		for (unsigned r = 0; r < box->type->register_count; r++) {
			const struct register_row *row = &box->type->registers[r], *found;

			for (unsigned i = 0; i < row->count; i++) {
				struct location where = box_location(box, row, i);
				struct box owner;
				unsigned index;

				assert_true(machine_register(&fake.machine, &where, &owner, &found, &index));
				assert_ptr_equal(found, row);
				assert_int_equal(index, i);
				assert_int_equal(owner.instance, box->instance);
			}
		}
	}
}

TEST(registers_have_names_and_others_addresses)
{
	struct location where = {.space = SPACE_MSR, .address = POD1 + COUNTER(2)};
	char buffer[64];
	struct text text = TEXT_OVER(buffer);

	machine_register_name(&fake.machine, &where, &text);
	assert_string_equal(buffer, "pod1.ctr2");
	text_clear(&text);
	where.address = HUB + COUNTER(0);
	machine_register_name(&fake.machine, &where, &text);
	assert_string_equal(buffer, "hub.ctr0");
	text_clear(&text);
	where.address = 0x77;
	fake.machine.socket_count = 2;
	where.socket = 1;
	machine_register_name(&fake.machine, &where, &text);
	assert_string_equal(buffer, "msr 0x77 socket 1");
}

BEFORE_EACH(fake_set_up)
