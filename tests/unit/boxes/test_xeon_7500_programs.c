/* SPDX-License-Identifier: BSD-2-Clause */
/* Every event of the Xeon 7500 and the Xeon E7 as a session programs it, against the documents' list. */
#include "core/session/session.h"
#include "tests/unit/support/xeon_7500_events.h"

static uint64_t memory[1 << 14];

/* Schedules and compiles one event; the values that `arm` leaves behind. *tally counts the writes that
 * empty an occupancy tally. */
static void arm(const struct way *way, struct event_choice *choice, struct values *got, unsigned *tally,
		unsigned *counter)
{
	struct arena arena = {.at = (uint8_t *)memory, .size = sizeof(memory)};
	struct machine_box place = {.box = {.type = choice->type, .instance = (uint8_t)way->instance},
				    .state = BOX_FOUND};
	struct machine machine = {
		.processor = choice->processor, .arena = &arena, .boxes = &place, .box_count = 1, .socket_count = 1};
	struct schedule_request wanted = {.machine = &machine, .choices = choice, .choice_count = 1, .sockets = 1};
	struct schedule schedule;
	struct session_request request = {.machine = &machine, .choices = choice, .schedule = &schedule};
	static struct session session;
	char words[256];
	struct text complaint = TEXT_OVER(words);

	if (!schedule_make(&wanted, &schedule, &complaint) || !session_compile(&session, &request, &complaint))
		fail_msg("%s: %s", way->line->event, words);
	*counter = schedule.assignments[0].counter;
	*tally = 0;
	memset(got, 0, sizeof(*got));
	for (unsigned i = 0; i < session.arm.count; i++) {
		const struct operation *operation = &session.arm.operations[i];

		if (operation->kind != OPERATION_WRITE)
			continue;
		assert_true(operation->where.address < ADDRESSES);
		got->set[operation->where.address] = true;
		got->value[operation->where.address] = operation->value;
		*tally += *way->line->box == 'S' && operation->value == (BIT(17) | (expected_select(way) & ~BIT(22)));
	}
}

/* Only what an event programs besides counter, controls and overflow bits is compared. */
static void drop_common(struct values *values, const struct way *way, unsigned counter)
{
	static const unsigned bases[] = {0xc00, 0xc80, 0xc40, 0xcc0, 0xc20, 0xc60, 0xca0, 0xce0, 0xe00, 0xe20,
					 0xd00, 0xd80, 0xd40, 0xdc0, 0xd20, 0xda0, 0xd60, 0xde0, 0xf40, 0xfc0};

	for (unsigned i = 0; i < ARRAY_SIZE(bases); i++)
		values->set[bases[i]] = values->set[bases[i] + 2] = false;
	if (way->line->counters)
		values->set[select_address(way, counter) + 1] = false;
	else
		values->set[0x394] = false;
}

static void every_event_is_programmed_as_documented(void **state)
{
	static struct values expected, got;

	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		struct way way = way_of(row, row / 3, row & 2);
		struct event_choice choice;
		unsigned tally, counter;

		if (is_undefined(way.line))
			continue;
		choice = choice_of(&way, put_name);
		arm(&way, &choice, &got, &tally, &counter);
		assert_true(!way.line->counters || way.line->counters >> counter & 1);
		assert_int_equal(tally, !!strstr(way.line->needs, "reset_occ_cnt"));
		drop_common(&got, &way, counter);
		memset(&expected, 0, sizeof(expected));
		expect_companions(&way, &expected);
		expect(&expected, select_address(&way, counter), expected_select(&way));
		compare(&way, &expected, &got, way.line->event);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_is_programmed_as_documented),
	};

	return cmocka_run_group_tests(tests, read_lines, NULL);
}
