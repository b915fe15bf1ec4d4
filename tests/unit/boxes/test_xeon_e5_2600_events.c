/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of the Xeon E5-2600 that its documents say cannot be, the guide's examples, and that the metrics can be
 * counted. */
#include "core/event/encode.h"
#include "core/metric/metric.h"
#include "lib/parse.h"
#include "tests/unit/support/unit.h"

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

TEST(what_the_hardware_cannot_do_is_refused_with_the_reason)
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
		/* what perfmon alone has, with bits that are reserved, or with other words than names */
		{"ubox::UNC_U_FILTER_MATCH:ENABLE", "no event"},
		{"ubox::UNC_U_PHOLD_CYCLES:ASSERT_TO_ACK", "no event"},
		{"ubox::UNC_U_RACU_REQUESTS:COUNT", "no event"},
		{"ubox::UNC_U_MSG_CHNL_SIZE_COUNT:4B", "no event"},
		{"qpi0::UNC_Q_RXL_STALLS:BGF_DRS", "BGF_DRS"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		check_answer(strings[i][0], strings[i][1]);
}

/* The worked examples of the guide's table 2-80: cores in C0, with what is to be true besides. */
TEST(occupancies_of_the_pcu_are_those_of_the_guide)
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

TEST(every_metric_is_made_of_events_that_can_be_counted)
{
	for (unsigned i = 0; i < xeon()->metrics->count; i++)
		check_metric(&xeon()->metrics->metrics[i]);
	assert_int_equal(xeon()->metrics->count, 95);
}
