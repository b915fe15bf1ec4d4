/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers that a thread needs for its interrupts: each that is not as it was set is named. */
#include "arch/ppc64/state.h"
#include "tests/unit/support/unit.h"

static const struct thread_wanted wanted = {.hsprg0 = 0x1000, .pir = 0x14, .hile_known = true};
static const struct thread_state good = {.msr = MSR_ME | MSR_LE | MSR_RI,
					 .hid0 = HID0_HILE,
					 .lpcr = 0xa000,
					 .hsprg0 = 0x1000,
					 .pir = 0x14,
					 .known = true};

static const char *complaint(const struct thread_state *state)
{
	static char bytes[256];
	struct text text = TEXT_OVER(bytes);

	bytes[0] = 0;
	state_complain(state, &wanted, &text);
	return bytes;
}

TEST(nothing_is_said_of_a_thread_that_is_as_it_must_be_or_never_came)
{
	const struct thread_state never = {.msr = 0};

	assert_string_equal(complaint(&good), "");
	assert_string_equal(complaint(&never), "");
}

TEST(each_register_is_named)
{
	struct thread_state found = good;

	found.msr &= ~MSR_ME;
	assert_non_null(strstr(complaint(&found), "MSR[ME]"));
	found = good;
	found.msr &= ~MSR_LE;
	assert_non_null(strstr(complaint(&found), "MSR[LE]"));
	found = good;
	found.hid0 = 0;
	assert_non_null(strstr(complaint(&found), "HILE"));
	found = good;
	found.lpcr |= LPCR_LPES;
	assert_non_null(strstr(complaint(&found), "LPES"));
	found = good;
	found.lpcr |= LPCR_HDICE;
	assert_non_null(strstr(complaint(&found), "HDICE"));
	found = good;
	found.hsprg0 = 0;
	assert_non_null(strstr(complaint(&found), "HSPRG0"));
	found = good;
	found.pir = 4;
	assert_non_null(strstr(complaint(&found), "PIR"));
	found.msr = 0;
	assert_non_null(strstr(complaint(&found), "; PIR"));
}
