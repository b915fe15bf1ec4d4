/* SPDX-License-Identifier: BSD-2-Clause */
/* A session on the made-up uncore. */
#ifndef TESTS_UNIT_SUPPORT_MEASURE_FIXTURE_H
#define TESTS_UNIT_SUPPORT_MEASURE_FIXTURE_H

#include "core/session/session.h"
#include "lib/text.h"
#include "tests/unit/support/fake_uncore.h"

static struct event_config configs[8];
static struct schedule schedule;
static struct session session;
static char words[512];

/* Compiles a session of the first `count` configurations on all sockets. */
static bool compile(uint8_t count, uint64_t period)
{
	struct schedule_request wanted = {
		.machine = &fake.machine,
		.configs = configs,
		.config_count = count,
		.sockets = ~UINT64_C(0),
	};
	struct session_request request = {
		.machine = &fake.machine,
		.configs = configs,
		.schedule = &schedule,
		.period = period,
		.core = 2,
		.cpu = 1,
		.fixed_pmi = FIXED_PMI,
	};
	struct text text = TEXT_OVER(words);

	assert_true(schedule_make(&wanted, &schedule, &text));
	return session_compile(&session, &request, &text);
}

/* One event on both pods, the hub's counter, and the fixed one. */
static void choose_all_kinds(void)
{
	configs[0] = fake_config(&pod_type, 3, 1);
	configs[1] = fake_config(&hub_type, 1, 1);
	configs[2] = fake_config(&clk_type, 1, 0);
}

/* Every register of both sockets, as the table has them, given a value of its own. Nothing counts. */
static void scatter_values(void)
{
	for (unsigned s = 0; s < 2; s++)
		for (unsigned a = HUB; a < FAKE_END; a++)
			*fake_at((uint16_t)s, a) = fake_is_counter(a) ? (a * 977 + s) & VALUE_MASK : a & 0x0f;
	for (unsigned s = 0; s < 2; s++)
		for (unsigned box = HUB; box < FAKE_END; box += 0x100)
			*fake_at((uint16_t)s, box + STATUS) = 0;
}

static uint64_t before[2][FAKE_END];

static void remember(void)
{
	memcpy(before, fake.registers, sizeof(before));
}

static void assert_as_found(void)
{
	for (unsigned s = 0; s < 2; s++)
		for (unsigned a = HUB; a < FAKE_END; a++)
			if (before[s][a] != fake.registers[s][a])
				fail_msg("socket %u register 0x%x: 0x%llx became 0x%llx", s, a,
					 (unsigned long long)before[s][a], (unsigned long long)fake.registers[s][a]);
}

#endif
