/* SPDX-License-Identifier: BSD-2-Clause */
/* Every event of the Xeon 7500 and the Xeon E7 in every spelling, against the documents' list. */
#include "core/event/encode.h"
#include "tests/unit/support/xeon_7500_events.h"

/* ---- numbers ------------------------------------------------------------------------------------- */

/* The whole companion registers that a string of numbers has to give, "name=0x...". */
static void put_registers(const struct way *way, const char *before, struct text *text)
{
	static const char *const mbox[] = {"dsp", "iss", "map", "thr", "pgt", "pld", "fvc"};
	static struct values values;
	unsigned base = way->instance ? 0xce0 : 0xca0;

	memset(&values, 0, sizeof(values));
	expect_companions(way, &values);
	for (unsigned i = 0; *way->line->box == 'M' && i < ARRAY_SIZE(mbox); i++)
		if (values.set[base + 5 + i])
			text_format(text, "%s%s=0x%llx", before, mbox[i],
				    (unsigned long long)values.value[base + 5 + i]);
	if (*way->line->box == 'S' && *way->line->needs && strstr(way->line->needs, "MM_CFG"))
		text_format(text, "%smatch=0x0%smask=0x7fffffffff", before, before);
	if (*way->line->box != 'R')
		return;
	if (strstr(way->line->needs, "IPERF"))
		text_format(text, "%siperf_cfg=0x%llx", before, (unsigned long long)way->line->value);
	else if (strstr(way->line->needs, "QLX"))
		text_format(text, "%sqlx_cfg=0x%llx", before, (unsigned long long)way->line->value << 8 * way->unit);
	else
		text_format(text, "%sxbr_mm_cfg=0x210000", before);
}

static unsigned only_counter(const struct line *line)
{
	unsigned counter = 0;

	while (!(line->counters >> counter & 1))
		counter++;
	return counter;
}

static void put_perf(const struct way *way, struct text *text)
{
	const struct line *line = way->line;
	bool r = *line->box == 'R';

	put_box(way, "uncore_", "_", text);
	if (!line->counters)
		text_string(text, "/event=0xff");
	else if (*line->box == 'M' && is_flag_mode(line))
		text_format(text, "/flag_mode=1,set_flag_sel=0x%x", line->code);
	else
		text_format(text, "/%s=0x%x", *line->box == 'M' ? "inc_sel" : "event",
			    r ? (unsigned)(expected_select(way) >> 1) : code_of(way));
	if (strchr("WCS", *line->box) && line->value)
		text_format(text, ",umask=0x%llx", (unsigned long long)line->value);
	if (*line->box == 'B')
		text_format(text, ",counter=%u", only_counter(line));
	put_registers(way, ",", text);
	text_char(text, '/');
}

static void put_raw(const struct way *way, struct text *text)
{
	put_box(way, "", "", text);
	text_format(text, ":0x%llx", (unsigned long long)expected_select(way));
	if (*way->line->box == 'B')
		text_format(text, ":counter=%u", only_counter(way->line));
	put_registers(way, ":", text);
}

/* ---- register values ---------------------------------------------------------------------------------- */

/* What `encode` says, with the select at the place of counter 0. */
static void check_encoding(const struct processor *processor, const struct way *way, const char *string)
{
	static struct values expected, got;
	struct complaint complaint;
	struct encoding encoding;
	struct box box = {.instance = (uint8_t)way->instance};

	memset(&expected, 0, sizeof(expected));
	memset(&got, 0, sizeof(got));
	if (!encode_event(processor, slice_of(string), &encoding, &complaint))
		fail_msg("%s: %s; %s", string, complaint.reason, complaint.hint);
	assert_int_equal(encoding.choice.instances, BIT(way->instance));
	box.type = encoding.choice.type;
	for (unsigned i = 0; i < encoding.count; i++) {
		const struct encoded *encoded = &encoding.registers[i];

		expect(&got, box_location(&box, encoded->row, encoded->index).address, encoded->value);
	}
	expect_companions(way, &expected);
	expect(&expected, select_address(way, 0), expected_select(way));
	compare(way, &expected, &got, string);
}

static void check_way(const struct way *way)
{
	void (*const spellings[])(const struct way *, struct text *) = {put_name, put_perf, put_raw};

	for (unsigned i = 0; i < ARRAY_SIZE(spellings); i++) {
		char bytes[EVENT_STRING_MAX + 1];
		struct text text = TEXT_OVER(bytes);

		if (!way->line->counters && i == 2)
			continue;
		spellings[i](way, &text);
		assert_false(text.truncated);
		check_encoding(processor_of(way->e7), way, bytes);
	}
}

static void every_event_has_the_documented_values_in_every_spelling(void **state)
{
	(void)state;
	for (unsigned row = 0; row < ROWS; row++)
		for (unsigned turn = 0; turn < (*lines[row].box == 'R' ? 16 : 3); turn++) {
			struct way way = way_of(row, turn, false), e7 = way_of(row, turn, true);

			if (is_undefined(way.line))
				continue;
			check_way(&way);
			check_way(&e7);
		}
}

/* ---- names ------------------------------------------------------------------------------------------- */

static void canonical_of(const struct event_choice *choice, unsigned instance, char bytes[256])
{
	struct text text = text_over(bytes, 256);

	event_canonical(choice, instance, &text);
	assert_false(text.truncated);
}

/* Whatever the spelling, the canonical string is the event's name. The one exception: where the field is
 * that tells RETRIES:FVID from RETRIES:ALL is not known, so the numbers cannot say it either. */
static void numbers_have_names(void **state)
{
	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		struct way way = way_of(row, row / 2, row % 2);
		struct event_choice named, perf;
		char of_name[256], of_perf[256], bytes[256];
		struct text text = TEXT_OVER(bytes);

		if (is_undefined(way.line))
			continue;
		named = choice_of(&way, put_name);
		perf = choice_of(&way, put_perf);
		put_name(&way, &text);
		canonical_of(&named, way.instance, of_name);
		canonical_of(&perf, way.instance, of_perf);
		assert_string_equal(of_name, bytes);
		if (!strstr(bytes, "RETRIES:FVID"))
			assert_string_equal(of_perf, bytes);
		assert_int_equal(named.counters, way.line->counters);
		assert_int_equal(perf.counters, way.line->counters);
	}
}

static void what_the_guide_leaves_undefined_is_refused(void **state)
{
	unsigned refused = 0;

	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		struct way way = way_of(row, 0, false);
		struct event_choice choice;
		struct complaint complaint;
		char bytes[256];
		struct text text = TEXT_OVER(bytes);

		if (!is_undefined(way.line))
			continue;
		put_name(&way, &text);
		assert_false(event_parse(processor_of(false), slice_of(bytes), &choice, &complaint));
		assert_non_null(strstr(complaint.reason, "undefined"));
		refused++;
	}
	assert_int_equal(refused, 3);
}

/* Events of the S-Boxes that LIKWID lists for 06_2FH alone. */
static void the_e7_has_events_of_its_own(void **state)
{
	static const char *const events[] = {"NO_CREDIT_LOC_NCS",           "TO_R_LOC_NCS_MSGQ_CYCLES_FULL",
					     "TO_R_LOC_NCS_MSGQ_CYCLES_NE", "TO_R_LOC_NCS_MSGQ_OCCUPANCY",
					     "PKTS_RCVD_LOC_NCS",           "FLITS_SENT_LOC_NCS"};
	unsigned rows = 0;

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(events); i++) {
		struct event_choice choice;
		struct complaint complaint;

		assert_true(event_parse(processor_of(true), slice_of(events[i]), &choice, &complaint));
		assert_int_equal(choice.select, 0x8b + i);
		assert_false(event_parse(processor_of(false), slice_of(events[i]), &choice, &complaint));
	}
	for (unsigned t = 0; t < processor_of(true)->type_count; t++)
		rows += processor_of(true)->types[t]->event_count;
	assert_int_equal(rows, ROWS + ARRAY_SIZE(events));
}

static void increments_are_as_documented(void **state)
{
	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		struct way way = way_of(row, 0, false);
		struct event_choice choice;

		if (is_undefined(way.line))
			continue;
		choice = choice_of(&way, put_name);
		/* The guide's 11 packets a cycle are the flits of one packet: not taken over. */
		if (!strcmp(way.line->event, "PKTS_SENT_NCB"))
			assert_int_equal(choice.event->max_increment, 0);
		else
			assert_int_equal(choice.event->max_increment, way.line->max);
		if (way.line->max > 1 && choice.event->max_increment)
			assert_true(choice.event->flags & EVENT_MULTI);
		assert_int_equal(!!(choice.event->flags & EVENT_TALLY), !!strstr(way.line->needs, "reset_occ_cnt"));
	}
}

static void counts_of_accumulators_say_their_unit(void **state)
{
	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		struct way way = way_of(row, 0, false);
		const char *scale = strstr(lines[row].needs, "1 count = ");
		struct event_choice choice;

		if (is_undefined(way.line))
			continue;
		choice = choice_of(&way, put_name);
		assert_int_equal(1u << choice.event->scale_bits, scale ? strtoul(scale + 10, NULL, 10) : 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_has_the_documented_values_in_every_spelling),
		cmocka_unit_test(numbers_have_names),
		cmocka_unit_test(what_the_guide_leaves_undefined_is_refused),
		cmocka_unit_test(the_e7_has_events_of_its_own),
		cmocka_unit_test(increments_are_as_documented),
		cmocka_unit_test(counts_of_accumulators_say_their_unit),
	};

	return cmocka_run_group_tests(tests, read_lines, NULL);
}
