/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupts that a run survives. */
#include "arch/ppc64/opal.h"
#include "arch/ppc64/vectors.h"
#include "tests/unit/support/unit.h"

#define MSR UINT64_C(0x9000000000009033)

static struct hardware_thread thread;
static struct trap_frame frame;
static int64_t answer;
static unsigned calls;

int64_t opal_call(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
	assert_int_equal(token, 98);
	assert_false(a || b || c || d || e);
	calls++;
	return answer;
}

static int set_up(void **state)
{
	(void)state;
	memset(&thread, 0, sizeof(thread));
	calls = 0;
	answer = OPAL_SUCCESS;
	return 0;
}
BEFORE_EACH(set_up)

static bool take(uint64_t vector)
{
	frame = (struct trap_frame){.vector = vector, .msr = MSR};
	return interrupt_take(&thread, &frame);
}

TEST(maintenance_is_opals)
{
	assert_true(take(0xe60));
	assert_int_equal(calls, 1);
	assert_int_equal(thread.maintained, 1);
	assert_int_equal(frame.msr, MSR);
	assert_int_equal(thread.others_taken, 0);
}

TEST(maintenance_that_opal_refuses_or_that_does_not_end)
{
	answer = OPAL_HARDWARE;
	assert_false(take(0xe60));
	answer = OPAL_SUCCESS;
	for (unsigned i = 0; i < 1000; i++)
		assert_true(take(0xe60));
	assert_false(take(0xe60));
}

TEST(external_interrupts_of_both_kinds)
{
	static const uint32_t vectors[] = {0x500, 0xea0};

	for (unsigned i = 0; i < ARRAY_SIZE(vectors); i++) {
		assert_true(take(vectors[i]));
		assert_int_equal(frame.msr, MSR & ~MSR_EE);
		assert_int_equal(thread.last_other, vectors[i]);
		assert_int_equal(thread.others_taken, i + 1);
	}
}

TEST(doorbells_and_what_nobody_expects)
{
	assert_true(take(0xe80));
	assert_int_equal(thread.doorbells_taken, 1);
	assert_false(take(0x200));
	assert_false(take(0x700));
	assert_int_equal(calls, 0);
}
