/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processors say of themselves: read, never unlocked, and not at all where it is denied. */
#include "core/hardware/identity.h"

#include "boxes/processors.h"
#include "core/hardware/deny.h"
#include "tests/unit/support/shell_bench.h"

static unsigned writes, of_number;
static enum outcome (*real_read)(struct hw *hw, const struct location *where, uint64_t *value);
static enum outcome (*real_write)(struct hw *hw, const struct location *where, uint64_t value);

static enum outcome MUST_CHECK spy_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	of_number += where->address == 0x4f;
	return real_read(hw, where, value);
}

static enum outcome MUST_CHECK spy_write(struct hw *hw, const struct location *where, uint64_t value)
{
	writes++;
	return real_write(hw, where, value);
}

static void ask(const char *name, const char *scenario)
{
	assert_true(shell_try(name, 2, scenario));
	real_read = host.hw.read;
	real_write = host.hw.write;
	host.hw.read = spy_read;
	host.hw.write = spy_write;
	writes = of_number = 0;
	identity_ask(&machine);
	identity_ask(&machine); /* once */
	assert_int_equal(writes, 0);
	assert_int_equal(host_stop(&host), 0);
}

TEST(the_processor_of_each_socket_says_which_it_is)
{
	ask("ice-lake-sp", "microcode = 0x0d0003e7\n");
	for (unsigned s = 0; s < 2; s++) {
		assert_int_equal(machine.identities[s].microcode, 0x0d0003e7);
		assert_true(machine.identities[s].number == UINT64_C(0x5eed000000000000) + s);
	}
}

TEST(a_number_that_is_locked_stays_so)
{
	ask("xeon-e5-2600-v3", "numbered = 0\n");
	assert_int_equal(of_number, 0);
	assert_true(!machine.identities[0].number);
	assert_int_equal(machine.identities[0].microcode, 1);
}

static void has_capabilities(const char *name, const char *scenario, uint32_t first, uint32_t second)
{
	ask(name, scenario);
	for (unsigned s = 0; s < 2; s++) {
		assert_int_equal(machine.identities[s].capabilities[0], first);
		assert_int_equal(machine.identities[s].capabilities[1], second);
	}
}

/* Those of each socket's own function, wherever it is. */
TEST(capabilities_are_as_their_registers_say)
{
	has_capabilities("xeon-e5-2600-v3", "sboxes = 2\n", 0, 0);
	assert_int_equal(machine.identities[0].answering, 1);
	assert_int_equal(machine.identities[0].chas_set, 0);
	has_capabilities("xeon-e5-2600-v4", "", 0x80, 0);
	has_capabilities("skylake-sp", "capid6 = 0x3c3c3c\n", 0x3c3c3c, 0);
	assert_int_equal(machine.identities[1].chas_set, 12);
	assert_int_equal(machine.identities[1].chas_said, 12);
	has_capabilities("ice-lake-sp", "capid6 = 0xffff0000\ncapid7 = 0x81\n", 0xffff0000, 0x81);
	assert_int_equal(machine.identities[1].chas_set, 18);
	assert_int_equal(machine.identities[1].chas_said, 18);
	has_capabilities("sapphire-rapids", "chas = 48\nnodes = reversed\n", 0xffffffff, 0xffff);
	assert_int_equal(machine.identities[1].chas_set, 48);
	assert_int_equal(machine.identities[1].chas_said, 48);
	has_capabilities("emerald-rapids", "chas = 64\n", 0xffffffff, 0xffffffff); /* its MSR says nothing */
	assert_int_equal(machine.identities[0].chas_said, 0);
	has_capabilities("granite-rapids", "chas = 64\n", 0, 0);
	assert_int_equal(machine.identities[0].answering, 0);
	assert_int_equal(machine.identities[0].chas_said, 64);
}

/* Boxes that count CHAs are checked against those that answer: the two must mean the same registers. */
TEST(boxes_of_capabilities_are_where_capabilities_are)
{
	unsigned boxes = 0;

	for (const struct processor *const *at = processors; *at; at++)
		for (unsigned t = 0; t < (*at)->type_count; t++) {
			const struct box_type *type = (*at)->types[t];
			const struct register_row *row = box_row_of_role(type, ROLE_BOX_COUNT);

			if (!row || type->based != BASE_BY_ID)
				continue;
			for (unsigned i = 0; i < row->count; i++) {
				const struct capability *capability = &(*at)->capabilities[i];

				assert_int_equal(capability->id, type->instance_table->id[0]);
				assert_int_equal(capability->offset, row->offset + (int)i * row->stride);
				assert_int_equal(capability->chas, field_mask(row->layout->fields));
			}
			boxes++;
		}
	assert_int_equal(boxes, 4);
}

TEST(a_function_that_is_denied_says_nothing)
{
	const struct deny_rule rule = {.space = SPACE_PCI, .first = 0xfff30a0, .last = 0xfff30a0};

	assert_true(deny_add(&rule));
	ask("ice-lake-sp", "");
	deny_clear();
	assert_int_equal(machine.identities[0].answering, 3);
	assert_int_equal(machine.identities[1].answering, 1);
	assert_int_equal(machine.identities[1].chas_set, 0);
}

TEST(what_is_denied_is_not_asked)
{
	const struct deny_rule rule = {.space = SPACE_MSR, .first = 0x8b, .last = 0x8b};

	assert_true(deny_add(&rule));
	ask("xeon-7500", "microcode = 7\n");
	assert_int_equal(machine.identities[0].microcode, 0);
	assert_true(machine.identities[0].number != 0);
	deny_clear();
}
