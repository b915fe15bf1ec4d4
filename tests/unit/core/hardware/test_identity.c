/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processors say of themselves: read, never unlocked, and not at all where it is denied. */
#include "core/hardware/identity.h"

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

TEST(what_is_denied_is_not_asked)
{
	const struct deny_rule rule = {.space = SPACE_MSR, .first = 0x8b, .last = 0x8b};

	assert_true(deny_add(&rule));
	ask("xeon-7500", "microcode = 7\n");
	assert_int_equal(machine.identities[0].microcode, 0);
	assert_true(machine.identities[0].number != 0);
	deny_clear();
}
