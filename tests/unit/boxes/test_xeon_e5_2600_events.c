/* SPDX-License-Identifier: BSD-2-Clause */
/* Every event of the Xeon E5-2600 in every spelling, against the documents' list; what they say cannot be; and
 * that the metrics can be counted. */
#include "core/event/encode.h"
#include "core/metric/metric.h"
#include "tests/unit/support/xeon_e5_2600_events.h"

static const struct processor *xeon(void)
{
	return processor_by_name("xeon-e5-2600");
}

/* ---- values ------------------------------------------------------------------------------------------ */

static struct encoding encoding_of(const char *string)
{
	struct encoding encoding;
	struct complaint complaint;

	if (!encode_event(xeon(), slice_of(string), &encoding, &complaint))
		fail_msg("%s: %s; %s", string, complaint.reason, complaint.hint);
	return encoding;
}

/* What `encode` says of the string. */
static void check_encoding(const struct line *line, unsigned instance, const char *string)
{
	struct encoding encoding = encoding_of(string);
	unsigned companions = 0;
	uint64_t value;

	assert_int_equal(encoding.choice.instances, BIT(instance));
	for (unsigned i = 0; i < encoding.count; i++) {
		const struct encoded *encoded = &encoding.registers[i];

		if (encoded->row->role != ROLE_FILTER) {
			if (encoded->value != expected_select(line))
				fail_msg("%s: 0x%llx, not 0x%llx", string, (unsigned long long)encoded->value,
					 (unsigned long long)expected_select(line));
			continue;
		}
		companions++;
		if (!expected_companion(line, encoded->row->name, &value) || value != encoded->value)
			fail_msg("%s: %s is 0x%llx, not 0x%llx", string, encoded->row->name,
				 (unsigned long long)encoded->value, (unsigned long long)value);
	}
	assert_int_equal(companions > 0, expected_companion(line, "", &value));
	if (!is_fixed(line))
		assert_int_equal(encoding.choice.counters, line->counters);
}

static void every_event_has_the_documented_values_in_every_spelling(void **state)
{
	void (*const spellings[])(const struct line *, unsigned, struct text *) = {put_name, put_perf, put_raw};

	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		const struct line *line = &lines[row];
		unsigned instance = row % kind_of(line)->instances;

		for (unsigned i = 0; i < ARRAY_SIZE(spellings) && !is_left_out(line); i++) {
			char bytes[256];
			struct text text = TEXT_OVER(bytes);

			if ((is_fixed(line) && i == 2) || (!strncmp(line->where, "MSR", 3) && i))
				continue;
			spellings[i](line, instance, &text);
			assert_false(text.truncated);
			check_encoding(line, instance, bytes);
		}
	}
}

static void names_are_canonical_and_numbers_have_names(void **state)
{
	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		const struct line *line = &lines[row];
		unsigned instance = row % kind_of(line)->instances;
		char bytes[256], canonical[256];
		struct text text = TEXT_OVER(bytes);
		struct encoding encoding;

		if (is_left_out(line))
			continue;
		put_name(line, instance, &text);
		encoding = encoding_of(bytes);
		text = TEXT_OVER(canonical);
		event_canonical(&encoding.choice, instance, &text);
		if (!is(line, "QPI_LL", "CTO_COUNT"))
			assert_string_equal(canonical, bytes);
		/* Whatever it is, it reads back as the same. */
		check_encoding(line, instance, canonical);
		assert_int_equal(encoding.choice.event->max_increment, line->max);
		if (line->max > 1)
			assert_true(encoding.choice.event->flags & EVENT_MULTI);
	}
}

/* The rows that the table has beyond the documents' list: 19 opcodes for two events, states and ANY of LLC_LOOKUP,
 * joined directions of R2PCIe's rings, and libpfm4's states of three events of the PCU. */
static void no_other_events_are_there(void **state)
{
	unsigned expected = 2 * 19 + 6 + 1 + 3 * 3 + 3 * 3, there = 0;

	(void)state;
	for (unsigned row = 0; row < ROWS; row++)
		expected += !is_left_out(&lines[row]);
	for (unsigned t = 0; t < xeon()->type_count; t++)
		if (xeon()->types[t]->scope == BOX_OF_SOCKET)
			there += xeon()->types[t]->event_count;
	assert_int_equal(there, expected);
}

/* ---- what cannot be ------------------------------------------------------------------------------------ */

/* What part of the reason or hint is, NULL: it is taken. */
static void check_answer(const char *string, const char *said)
{
	struct encoding encoding;
	struct complaint complaint;
	bool good = encode_event(xeon(), slice_of(string), &encoding, &complaint);

	if (!said && !good)
		fail_msg("%s: %s", string, complaint.reason);
	if (said && good)
		fail_msg("%s is taken", string);
	if (said && !strstr(complaint.reason, said) && !strstr(complaint.hint, said))
		fail_msg("%s: %s; %s", string, complaint.reason, complaint.hint);
}

static void rows_that_are_left_out_are_refused(void **state)
{
	(void)state;
	for (unsigned row = 0; row < ROWS; row++) {
		const struct line *line = &lines[row];
		char bytes[256];
		struct text text = TEXT_OVER(bytes);

		if (!is_left_out(line) || !strcmp(line->event, "CLOCKTICKS"))
			continue;
		put_name(line, 0, &text);
		check_answer(bytes, "");
	}
}

static void what_the_hardware_cannot_do_is_refused_with_the_reason(void **state)
{
	static const char *const strings[][2] = {
		/* edges and inversion are those of the threshold test */
		{"cbox0::UNC_C_MISC:STARTED:e", "there is no threshold"},
		{"cbox0::UNC_C_MISC:STARTED:i", "there is no threshold"},
		{"cbox0::UNC_C_MISC:STARTED:e:t=0", "add t=1"},
		{"cbox0::UNC_C_MISC:STARTED:e:i:t=1", NULL},
		{"cbox0::UNC_C_COUNTER0_OCCUPANCY:e:t=1", NULL},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:e", "there is no threshold"},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:e:t=5", NULL},
		{"uncore_imc_0/event=0x04,umask=0x3,edge=1/", "add thresh=1"},
		/* thresholds of 5 and 8 bits */
		{"ubox::UNC_U_LOCK_CYCLES:t=31", NULL},
		{"ubox::UNC_U_LOCK_CYCLES:t=32", "5 bits"},
		{"pcu::UNC_P_CLOCKTICKS:t=32", "5 bits"},
		{"ha::UNC_H_CLOCKTICKS:t=255", NULL},
		{"ha::UNC_H_CLOCKTICKS:t=256", "8 bits"},
		/* exact codes stand alone, others are bits */
		{"cbox0::UNC_C_LLC_LOOKUP:DATA_READ:WRITE", "cannot be joined"},
		{"cbox0::UNC_C_TOR_OCCUPANCY:ALL:EVICTION", "cannot be joined"},
		{"cbox0::UNC_C_RXR_INSERTS:IRQ:IPQ", NULL},
		{"cbox0::UNC_C_RXR_INSERTS:IRQ:IRQ_REJECTED", "cannot be joined"},
		{"imc0::UNC_M_CAS_COUNT:RD_REG:WR_RMM", NULL},
		{"imc0::UNC_M_CAS_COUNT:RD:WR", "cannot be joined"},
		{"ha::UNC_H_REQUESTS:READS:WRITES", "cannot be joined"},
		{"qpi0::UNC_Q_RXL_FLITS_G1:DRS:HOM", "cannot be joined"},
		{"qpi0::UNC_Q_RXL_FLITS_G1:DRS_DATA:SNP", NULL},
		{"r3qpi0::UNC_R3_VN0_CREDITS_USED:HOM:SNP", "cannot be joined"},
		{"cbox0::UNC_C_LLC_VICTIMS:M_STATE:NID:nf=1", NULL},
		/* filters: needed, without effect, out of range */
		{"cbox0::UNC_C_LLC_VICTIMS:M_STATE:nf=1", "no effect"},
		{"cbox0::UNC_C_LLC_LOOKUP:NID", "nf=0x1-0xff"},
		{"cbox0::UNC_C_LLC_LOOKUP:NID:nf=0", "1 to 255"},
		{"cbox0::UNC_C_LLC_LOOKUP:DATA_READ:state=0", "1 to 31"},
		{"cbox0::UNC_C_LLC_LOOKUP:DATA_READ:STATE_M:state=0x1f", "another value"},
		{"uncore_cbox_0/event=0x34,umask=0x3/", "filter_state"},
		{"uncore_cbox_0/event=0x35,umask=0x1/", "filter_opc"},
		{"cbox0::UNC_C_TOR_INSERTS:OPCODE", "OPC_RFO"},
		{"cbox0::UNC_C_TOR_INSERTS:OPCODE:opc=0x1ff", NULL},
		{"cbox0::UNC_C_TOR_INSERTS:OPCODE:opc=0x200", "9 bits"},
		{"cbox0::UNC_C_TOR_INSERTS:EVICTION:OPC_RFO", "exclude each other"},
		{"cbox0::UNC_C_TOR_INSERTS:EVICTION:opc=0x180", "no effect"},
		{"cbox0::UNC_C_TOR_OCCUPANCY:OPC_RFO", "no effect"},
		{"cbox0::UNC_C_CLOCKTICKS:tf=1", "no effect"},
		{"cbox0::UNC_C_MISC:STARTED:tf=1:cf=15", "more than tid can be"},
		{"cbox0::UNC_C_MISC:STARTED:tf=0:cf=15", NULL},
		{"cbox0::UNC_C_MISC:STARTED:tf=2", "more than thread can be"},
		{"uncore_cbox_0/event=0x39,umask=0x4,tid_en=0,filter_tid=1/", "another value"},
		{"pcu::UNC_P_FREQ_BAND1_CYCLES", "ff=0x0-0xff"},
		{"pcu::UNC_P_CLOCKTICKS:ff=1", "no effect"},
		{"pcu::UNC_P_DEMOTIONS_CORE3:ff=1", NULL},
		{"ha::UNC_H_ADDR_OPC_MATCH:FILT:addrmatch0=0x1000", "opc"},
		{"ha::UNC_H_ADDR_OPC_MATCH:FILT:addrmatch0=0x1001:opc=1", "reserved"},
		{"qpi0::UNC_Q_CTO_COUNT:match0=0x4", "reserved"},
		{"qpi0::UNC_Q_CLOCKTICKS:match_mc=1", "no effect"},
		/* counters */
		{"cbox0::UNC_C_RING_AD_USED:UP_EVEN:counter=1", "these can: 2, 3"},
		{"cbox0::UNC_C_TOR_OCCUPANCY:counter=1", "these can: 0"},
		{"cbox0::UNC_C_COUNTER0_OCCUPANCY:t=1:counter=0", "these can: 1, 2, 3"},
		{"r2pcie::UNC_R2_TXR_INSERTS:counter=1", "these can: 0"},
		{"r3qpi0::UNC_R3_CLOCKTICKS:counter=3", "these can: 0, 1, 2"},
		/* libpfm4's alone, reserved bits, occupancies */
		{"cbox0::UNC_C_LLC_LOOKUP:ANY", "is not counted"},
		{"pcu::UNC_P_FREQ_TRANS_CYCLES:C0", "is not counted"},
		{"pcu::UNC_P_FREQ_TRANS_CYCLES", NULL},
		{"pcu:0x100", "reserved"},
		{"ubox:0x200042", "reserved"},
		{"ha:0x20000", "reserved"},
		{"uncore_pcu/event=0x80,occ_sel=1,edge=1,thresh=1/", "no effect"},
		{"uncore_pcu/event=0x3,occ_edge=1,thresh=1/", "no effect"},
		{"imc0::UNC_M_CLOCKTICKS:t=1", "neither umasks nor"},
		{"imc4::UNC_M_ACT_COUNT", "imc0 to imc3"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		check_answer(strings[i][0], strings[i][1]);
}

/* The worked examples of the guide's table 2-80: cores in C0, with what is to be true besides. */
static void occupancies_of_the_pcu_are_those_of_the_guide(void **state)
{
	static const struct {
		const char *string;
		uint64_t select, filter;
	} cases[] = {
		{"uncore_pcu/event=0x03/", 0x400003, 0},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0", 0x404080, 0},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=5", 0x5404080, 0},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=5:e", 0x85404080, 0},
		{"uncore_pcu/event=0x83,occ_sel=1,thresh=5/", 0x5404083, 0},
		{"uncore_pcu/event=0x8b,occ_sel=1,thresh=4,inv=1,occ_invert=1,filter_band0=0x14/", 0x44c0408b, 0x14},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct encoding encoding = encoding_of(cases[i].string);

		assert_int_equal(encoding.registers[0].value, cases[i].select);
		assert_int_equal(encoding.count, cases[i].filter ? 2 : 1);
		if (cases[i].filter)
			assert_int_equal(encoding.registers[1].value, cases[i].filter);
	}
}

/* ---- metrics ------------------------------------------------------------------------------------------- */

static void check_metric(const struct metric *metric)
{
	const struct metric_table *table = xeon()->metrics;
	const char *formula = table->strings + metric->formula;
	struct metric_formula parsed;
	struct complaint complaint;

	if (!metric_parse(slice_of(formula), &parsed, &complaint))
		fail_msg("%s: %s", formula, complaint.reason);
	for (unsigned i = 0; i < parsed.event_count; i++) {
		struct event_choice choice;

		if (!event_parse(xeon(), parsed.events[i], &choice, &complaint))
			fail_msg("%.*s: %s", (int)parsed.events[i].length, parsed.events[i].at, complaint.reason);
	}
}

static void every_metric_is_made_of_events_that_can_be_counted(void **state)
{
	(void)state;
	for (unsigned i = 0; i < xeon()->metrics->count; i++)
		check_metric(&xeon()->metrics->metrics[i]);
	assert_int_equal(xeon()->metrics->count, 95);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_has_the_documented_values_in_every_spelling),
		cmocka_unit_test(names_are_canonical_and_numbers_have_names),
		cmocka_unit_test(no_other_events_are_there),
		cmocka_unit_test(rows_that_are_left_out_are_refused),
		cmocka_unit_test(what_the_hardware_cannot_do_is_refused_with_the_reason),
		cmocka_unit_test(occupancies_of_the_pcu_are_those_of_the_guide),
		cmocka_unit_test(every_metric_is_made_of_events_that_can_be_counted),
	};

	return cmocka_run_group_tests(tests, read_lines, NULL);
}
