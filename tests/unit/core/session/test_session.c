/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions: what they write and in which order, what a snapshot costs, and that everything is put back
 * on every way out. */
#include "tests/unit/support/measure_fixture.h"
#include "tests/unit/support/unit.h"

static void run(const struct program *program)
{
	assert_true(session_run(&session, program));
}

TEST(counts_are_those_of_the_time_enabled)
{
	choose_all_kinds();
	fake.rate[POD1 + COUNTER(0)] = 3;
	assert_true(compile(3, 0));
	assert_true(session_begin(&session));
	fake_wait(NULL, fake.now + 50000);
	run(&session.start);
	fake_wait(NULL, fake.now + 100000);
	run(&session.freeze);
	fake_wait(NULL, fake.now + 70000);
	run(&session.read);
	assert_int_equal(session.counter_count, 4);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(session.slots[i], session.counters[i].box.instance == 1 ? 300 : 100);
	run(&session.resume);
	fake_wait(NULL, fake.now + 20000);
	run(&session.freeze);
	run(&session.read);
	assert_int_equal(session.slots[0], 120);
	session_end(&session);
	assert_int_equal(fake.misuse, 0);
}

TEST(a_snapshot_costs_counters_freeze_and_resume)
{
	choose_all_kinds();
	assert_true(compile(3, 0));
	assert_true(session_begin(&session));
	run(&session.start);
	fake.accesses = 0;
	run(&session.freeze);
	run(&session.read);
	run(&session.resume);
	assert_int_equal(fake.accesses, 4 + 2);
	session_end(&session);
}

TEST(everything_is_restored)
{
	fake.machine.socket_count = 2;
	fake.arena.used = 0;
	assert_true(machine_inventory(&fake.machine));
	scatter_values();
	remember();
	choose_all_kinds();
	assert_true(compile(3, 0));
	assert_int_equal(session.counter_count, 8);
	assert_true(session_begin(&session));
	run(&session.start);
	fake_wait(NULL, fake.now + 30000);
	session_end(&session);
	assert_as_found();
	fake.accesses = 0;
	session_end(&session);
	session_abandon();
	assert_int_equal(fake.accesses, 0);
}

TEST(a_crash_handler_puts_back_what_is_under_way)
{
	scatter_values();
	remember();
	choose_all_kinds();
	assert_true(compile(3, 1000));
	assert_true(session_begin(&session));
	run(&session.start);
	fake_wait(NULL, fake.now + 2000000);
	session_abandon();
	fake.due = 0;
	assert_as_found();
}

TEST(a_fault_while_arming_puts_back_the_rest)
{
	scatter_values();
	remember();
	choose_all_kinds();
	assert_true(compile(3, 0));
	fake.fault_write_at = POD1 + SELECT(0);
	assert_false(session_begin(&session));
	assert_true(session.active);
	session_end(&session);
	assert_as_found();
	assert_false(session_report(&session, &fake.output));
	assert_int_equal(fake.output.verdict, VERDICT_FAIL);
	assert_non_null(strstr(fake.said, "pod1.ctl0"));
	assert_non_null(strstr(fake.said, "fault"));
}

TEST(a_select_that_does_not_take_its_value_is_named)
{
	fake.deaf_from = POD0 + SELECT(0);
	fake.deaf_to = fake.deaf_from + 1;
	choose_all_kinds();
	assert_true(compile(3, 0));
	assert_false(session_begin(&session));
	session_end(&session);
	assert_false(session_report(&session, &fake.output));
	assert_non_null(strstr(fake.said, "pod0.ctl0"));
	assert_non_null(strstr(fake.said, "reads 0x0 where 0x1001"));
}

static unsigned first_write(uint32_t address)
{
	for (unsigned i = 0; i < fake.writes; i++)
		if (fake.log[i] == address)
			return i;
	fail_msg("0x%x was not written", address);
	return 0;
}

TEST(arming_keeps_the_order_of_the_guide)
{
	const struct event_setting setting = {&pod_rows[3], 0xff, 0x5a};

	*fake_at(0, HUB + CONTROL) = HUB_GO | HUB_EN;
	*fake_at(0, HUB + SELECT(0)) = SELECT_EN;
	choose_all_kinds();
	configs[0].setting_count = 1;
	configs[0].settings[0] = setting;
	assert_true(compile(3, 1000));
	fake.writes = 0;
	assert_true(session_begin(&session));
	assert_int_equal(fake.log[0], HUB + CONTROL);
	assert_int_equal(*fake_at(0, HUB + CONTROL) & HUB_GO, 0);
	assert_true(first_write(POD0 + FILTER) < first_write(POD0 + SELECT(0)));
	assert_true(first_write(POD0 + SELECT(0)) < first_write(POD0 + CONTROL));
	assert_true(first_write(POD0 + COUNTER(0)) < first_write(POD0 + CLEAR));
	assert_true(first_write(POD0 + CLEAR) < first_write(HUB + CLEAR));
	assert_int_equal(*fake_at(0, POD0 + FILTER), 0x5a);
	run(&session.start);
	assert_int_equal(*fake_at(0, HUB + CONTROL), HUB_GO | HUB_FREEZE | HUB_EN | BIT(8 + 2));
	assert_int_equal(fake.misuse, 0);
	session_end(&session);
	assert_int_equal(fake.misuse, 0);
}

TEST(stale_overflows_of_ours_are_cleared_and_no_others)
{
	*fake_at(0, POD0 + STATUS) = 0xf;
	*fake_at(0, HUB + STATUS) = HUB_OV | HUB_PMI;
	choose_all_kinds();
	assert_true(compile(3, 1000));
	assert_true(session_begin(&session));
	assert_int_equal(*fake_at(0, POD0 + STATUS), 0xe);
	assert_int_equal(*fake_at(0, HUB + STATUS), 0);
	session_end(&session);
}

TEST(a_status_that_cannot_be_cleared_is_named)
{
	*fake_at(0, POD1 + STATUS) = 0x1;
	fake.sticky = POD1 + STATUS;
	choose_all_kinds();
	assert_true(compile(3, 1000));
	assert_false(session_begin(&session));
	session_end(&session);
	assert_false(session_report(&session, &fake.output));
	assert_non_null(strstr(fake.said, "pod1.status"));
}

TEST(only_the_first_event_is_sampled)
{
	choose_all_kinds();
	assert_true(compile(3, 1000));
	for (unsigned i = 0; i < session.counter_count; i++) {
		const struct session_counter *counter = &session.counters[i];
		bool first = counter->config == &configs[0];

		assert_int_equal(counter->sampled, first);
		assert_int_equal(counter->preload, first ? WRAP - 1000 : 0);
		assert_int_equal(!!(counter->select_value & SELECT_PMI), first);
	}
}

TEST(preloads_that_an_erratum_forbids_are_avoided)
{
	configs[0] = fake_config(&clk_type, 1, 0);
	assert_true(compile(1, 0x102));
	assert_int_equal(session.counters[0].preload, WRAP - 0x103);
	assert_int_equal(session.period, 0x103);
	assert_true(compile(1, 0x101));
	assert_int_equal(session.counters[0].preload & 0xff, 0xfd);
	assert_true(compile(1, 0x103));
	assert_int_equal(session.period, 0x103);
}

TEST(periods_must_fit_the_counter)
{
	choose_all_kinds();
	assert_true(compile(1, VALUE_MASK));
	assert_false(compile(1, WRAP));
	assert_non_null(strstr(words, "20 bits"));
}

TEST(values_are_corrected_but_never_below_zero)
{
	uint32_t corrected = 0;

	configs[0] = fake_config(&clk_type, 1, 0);
	configs[1] = fake_config(&pod_type, 1, 1);
	assert_true(compile(2, 0));
	for (unsigned i = 0; i < 2; i++) {
		const struct session_counter *counter = &session.counters[i];
		bool corrects = counter->fixed;

		assert_int_equal(session_corrected(counter, 0x300, &corrected), corrects ? 0x200 : 0x300);
		assert_int_equal(session_corrected(counter, 0x301, &corrected), corrects ? 0x201 : 0x301);
		assert_int_equal(session_corrected(counter, 0x302, &corrected), 0x302);
		assert_int_equal(session_corrected(counter, 0x1, &corrected), 0x1);
		assert_int_equal(session_corrected(counter, 0x100, &corrected), corrects ? 0 : 0x100);
	}
	assert_int_equal(corrected, 3);
}

TEST(filters_of_several_events_are_composed)
{
	configs[0] = configs[1] = fake_config(&pod_type, BIT(1), 1);
	configs[0].setting_count = configs[1].setting_count = 1;
	configs[0].settings[0] = (struct event_setting){&pod_rows[3], 0xff, 1};
	configs[1].settings[0] = (struct event_setting){&pod_rows[3], 0xff00, 0x200};
	assert_true(compile(2, 0));
	assert_int_equal(session.filter_count, 1);
	assert_int_equal(session.filters[0].value, 0x201);
}

TEST(the_fixed_counters_pmi_enable_is_measured)
{
	const struct box clk = {.type = &clk_type};

	scatter_values();
	remember();
	configs[0] = fake_config(&clk_type, 1, 0);
	assert_true(session_probe_fixed_pmi(&fake.machine, configs, &clk, &fake.output));
	assert_int_equal(fake.machine.fixed_pmi, FIXED_PMI);
	assert_non_null(strstr(fake.said, "0x8"));
	assert_as_found();
	assert_int_equal(fake.strays + fake.due, 0);
	assert_false(fake.open);
	fake.accesses = 0;
	assert_true(session_probe_fixed_pmi(&fake.machine, configs, &clk, &fake.output));
	assert_int_equal(fake.accesses, 0);
}

TEST(a_fixed_counter_that_stands_still_is_an_error)
{
	const struct box clk = {.type = &clk_type};

	fake.rate[CLK + FIXED_COUNTER] = 0;
	configs[0] = fake_config(&clk_type, 1, 0);
	assert_false(session_probe_fixed_pmi(&fake.machine, configs, &clk, &fake.output));
	assert_int_equal(fake.output.verdict, VERDICT_FAIL);
	assert_non_null(strstr(fake.said, "did not overflow"));
	assert_int_equal(fake.machine.fixed_pmi, 0);
}

BEFORE_EACH(fake_set_up)
