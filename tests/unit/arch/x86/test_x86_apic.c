/* SPDX-License-Identifier: BSD-2-Clause */
/* The local APIC as memory, over a page of this program. */
#define _GNU_SOURCE
#include "arch/x86/apic.h"
#include "tests/unit/support/guarded_played.h"
#include "tests/unit/support/ports.h"
#include "tests/unit/support/unit.h"

#define ENABLED BIT(11)

static uint32_t page[1024] __attribute__((aligned(4096)));
static uint64_t base_flags;
static uint64_t fault;

static struct guarded play(struct played access)
{
	if (fault)
		return (struct guarded){0, fault};
	if (access.msr) {
		assert_int_equal(access.address, 0x1b);
		return (struct guarded){(uintptr_t)page | base_flags, 0};
	}
	return (struct guarded){page[(access.address & 0xfff) / 4], 0};
}

static int start(void **state)
{
	(void)state;
	memset(page, 0, sizeof page);
	page[APIC_VERSION / 4] = 0x00050014;
	base_flags = ENABLED | BIT(8);
	fault = 0;
	return 0;
}

TEST(enabled_apic_is_usable)
{
	struct apic apic = apic_find();

	assert_string_equal(apic.name, "xAPIC");
	assert_true(apic.usable);
	assert_int_equal(apic.base, (uintptr_t)page);
	assert_int_equal(apic.last_lvt, 5);
}

TEST(unusable_ones_are_told)
{
	base_flags = BIT(8);
	assert_false(apic_find().usable);
	assert_string_equal(apic_find().name, "none");
	base_flags = ENABLED;
	page[APIC_VERSION / 4] = 0x00030011; /* before the performance entry */
	assert_false(apic_find().usable);
	assert_string_equal(apic_find().name, "xAPIC");
	fault = GUARD_FAULT | 13;
	assert_false(apic_find().usable);
}

TEST(vectors_in_use_are_passed_over)
{
	struct apic apic = apic_find();

	assert_int_equal(apic_free_vector(&apic, 0xf0), 0xf0);
	page[APIC_LVT_TIMER / 4] = 0x000200f0;
	page[APIC_LVT_ERROR / 4] = 0x000100f1;
	page[APIC_LVT_THERMAL / 4] = 0xf2;
	assert_int_equal(apic_free_vector(&apic, 0xf0), 0xf3);
	page[APIC_LVT_LINT0 / 4] = 0xfe;
	assert_int_equal(apic_free_vector(&apic, 0xfe), 0);
}

/* Reading an entry that is not there is an error to the APIC. */
TEST(missing_entries_are_not_read)
{
	struct apic apic;

	page[APIC_VERSION / 4] = 0x00040014;
	apic = apic_find();
	page[APIC_LVT_THERMAL / 4] = 0xf0;
	assert_int_equal(apic_free_vector(&apic, 0xf0), 0xf0);
}

TEST(vector_bits_are_where_they_belong)
{
	struct apic apic = apic_find();

	page[(APIC_IRR + 0x70) / 4] = 0x00010000;
	assert_true(apic_vector_bit(&apic, APIC_IRR, 0xf0));
	assert_false(apic_vector_bit(&apic, APIC_IRR, 0xf1));
	assert_false(apic_vector_bit(&apic, APIC_ISR, 0xf0));
	page[APIC_ISR / 4] = 0x80000000;
	assert_true(apic_vector_bit(&apic, APIC_ISR, 31));
}

TEST(writes_reach_the_page)
{
	struct apic apic = apic_find();

	apic_write(&apic, APIC_TPR, 0xe0);
	assert_int_equal(page[0x80 / 4], 0xe0);
	assert_int_equal(apic_read(&apic, APIC_TPR), 0xe0);
}

BEFORE_EACH(start)

/* A handler of the firmware's sends one itself as soon as it may. */
static void send_as_firmware(bool on)
{
	static unsigned times;

	if (on && !times++)
		assert_true(page[APIC_ICR_HIGH / 4] == UINT32_C(7) << 24 && (page[APIC_ICR / 4] & 0xff) == 0xf1);
	page[APIC_ICR_HIGH / 4] = UINT32_C(9) << 24;
}

TEST(nobody_comes_between_the_halves_of_a_command)
{
	struct apic apic = apic_find();

	ports_play();
	ports.interrupts = send_as_firmware;
	page[APIC_ICR_HIGH / 4] = 0;
	apic_send(&apic, 7, 0xf1);
	assert_int_equal(page[APIC_ICR / 4] & 0xff, 0xf1);
	assert_int_equal(page[APIC_ICR_HIGH / 4] >> 24, 9); /* interrupts came, before and after */
}
