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
	struct diagnostic diagnostic;

	if (!encode_event(xeon(), slice_of(string), &encoding, &diagnostic))
		fail_msg("%s: %s; %s", string, diagnostic.reason, diagnostic.hint);
	return encoding;
}

struct answer {
	const char *string;
	enum diagnostic_kind kind; /* DIAGNOSTIC_NONE: it is taken */
	unsigned column;
};

static void check_answer(const struct answer *expected)
{
	struct encoding encoding;
	struct diagnostic diagnostic;
	bool good = encode_event(xeon(), slice_of(expected->string), &encoding, &diagnostic);

	if (!expected->kind && !good)
		fail_msg("%s: %s", expected->string, diagnostic.reason);
	if (expected->kind && good)
		fail_msg("%s is taken", expected->string);
	if (expected->kind && (diagnostic.kind != expected->kind || diagnostic.column != expected->column))
		fail_msg("%s: kind %u at %u: %s", expected->string, diagnostic.kind, diagnostic.column,
			 diagnostic.reason);
}

/* The words are in tests/golden/event-errors.txt. */
TEST(what_the_hardware_cannot_do_is_refused)
{
	static const struct answer strings[] = {
		/* edges and inversion are those of the threshold test */
		{"cbox0::UNC_C_MISC:STARTED:e", DIAGNOSTIC_MODIFIER, 26},
		{"cbox0::UNC_C_MISC:STARTED:i", DIAGNOSTIC_MODIFIER, 26},
		{"cbox0::UNC_C_MISC:STARTED:e:t=0", DIAGNOSTIC_MODIFIER, 26},
		{"cbox0::UNC_C_MISC:STARTED:e:i:t=1", DIAGNOSTIC_NONE, 0},
		{"cbox0::UNC_C_COUNTER0_OCCUPANCY:e:t=1", DIAGNOSTIC_NONE, 0},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:e", DIAGNOSTIC_MODIFIER, 42},
		{"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:e:t=5", DIAGNOSTIC_NONE, 0},
		{"uncore_imc_0/event=0x04,umask=0x3,edge=1/", DIAGNOSTIC_MODIFIER, 34},
		/* thresholds of 5 and 8 bits */
		{"ubox::UNC_U_LOCK_CYCLES:t=31", DIAGNOSTIC_NONE, 0},
		{"ubox::UNC_U_LOCK_CYCLES:t=32", DIAGNOSTIC_VALUE, 26},
		{"pcu::UNC_P_CLOCKTICKS:t=32", DIAGNOSTIC_VALUE, 24},
		{"ha::UNC_H_CLOCKTICKS:t=255", DIAGNOSTIC_NONE, 0},
		{"ha::UNC_H_CLOCKTICKS:t=256", DIAGNOSTIC_VALUE, 23},
		/* exact codes stand alone, others are bits */
		{"cbox0::UNC_C_LLC_LOOKUP:DATA_READ:WRITE", DIAGNOSTIC_COMBINATION, 34},
		{"cbox0::UNC_C_TOR_OCCUPANCY:ALL:EVICTION", DIAGNOSTIC_COMBINATION, 31},
		{"cbox0::UNC_C_RXR_INSERTS:IRQ:IPQ", DIAGNOSTIC_NONE, 0},
		{"cbox0::UNC_C_RXR_INSERTS:IRQ:IRQ_REJECTED", DIAGNOSTIC_COMBINATION, 29},
		{"imc0::UNC_M_CAS_COUNT:RD_REG:WR_RMM", DIAGNOSTIC_NONE, 0},
		{"imc0::UNC_M_CAS_COUNT:RD:WR", DIAGNOSTIC_COMBINATION, 25},
		{"ha::UNC_H_REQUESTS:READS:WRITES", DIAGNOSTIC_COMBINATION, 25},
		{"qpi0::UNC_Q_RXL_FLITS_G1:DRS:HOM", DIAGNOSTIC_COMBINATION, 29},
		{"qpi0::UNC_Q_RXL_FLITS_G1:DRS_DATA:SNP", DIAGNOSTIC_NONE, 0},
		{"r3qpi0::UNC_R3_VN0_CREDITS_USED:HOM:SNP", DIAGNOSTIC_COMBINATION, 36},
		{"cbox0::UNC_C_LLC_VICTIMS:M_STATE:NID:nf=1", DIAGNOSTIC_NONE, 0},
		/* filters: needed, without effect, out of range */
		{"cbox0::UNC_C_LLC_VICTIMS:M_STATE:nf=1", DIAGNOSTIC_MODIFIER, 33},
		{"cbox0::UNC_C_LLC_LOOKUP:NID", DIAGNOSTIC_MODIFIER, 7},
		{"cbox0::UNC_C_LLC_LOOKUP:NID:nf=0", DIAGNOSTIC_VALUE, 31},
		{"cbox0::UNC_C_LLC_LOOKUP:DATA_READ:state=0", DIAGNOSTIC_VALUE, 40},
		{"cbox0::UNC_C_LLC_LOOKUP:DATA_READ:STATE_M:state=0x1f", DIAGNOSTIC_CONFLICT, 34},
		{"uncore_cbox_0/event=0x34,umask=0x3/", DIAGNOSTIC_MODIFIER, 14},
		{"uncore_cbox_0/event=0x35,umask=0x1/", DIAGNOSTIC_MODIFIER, 14},
		{"cbox0::UNC_C_TOR_INSERTS:OPCODE", DIAGNOSTIC_UMASK, 7},
		{"cbox0::UNC_C_TOR_INSERTS:OPCODE:opc=0x1ff", DIAGNOSTIC_NONE, 0},
		{"cbox0::UNC_C_TOR_INSERTS:OPCODE:opc=0x200", DIAGNOSTIC_VALUE, 36},
		{"cbox0::UNC_C_TOR_INSERTS:EVICTION:OPC_RFO", DIAGNOSTIC_COMBINATION, 34},
		{"cbox0::UNC_C_TOR_INSERTS:EVICTION:opc=0x180", DIAGNOSTIC_MODIFIER, 34},
		{"cbox0::UNC_C_TOR_OCCUPANCY:OPC_RFO", DIAGNOSTIC_MODIFIER, 27},
		{"cbox0::UNC_C_CLOCKTICKS:tf=1", DIAGNOSTIC_MODIFIER, 24},
		{"cbox0::UNC_C_MISC:STARTED:tf=1:cf=15", DIAGNOSTIC_VALUE, 26},
		{"cbox0::UNC_C_MISC:STARTED:tf=0:cf=15", DIAGNOSTIC_NONE, 0},
		{"cbox0::UNC_C_MISC:STARTED:tf=2", DIAGNOSTIC_VALUE, 29},
		{"uncore_cbox_0/event=0x39,umask=0x4,tid_en=0,filter_tid=1/", DIAGNOSTIC_CONFLICT, 44},
		{"pcu::UNC_P_FREQ_BAND1_CYCLES", DIAGNOSTIC_MODIFIER, 5},
		{"pcu::UNC_P_CLOCKTICKS:ff=1", DIAGNOSTIC_MODIFIER, 22},
		{"pcu::UNC_P_DEMOTIONS_CORE3:ff=1", DIAGNOSTIC_NONE, 0},
		{"ha::UNC_H_ADDR_OPC_MATCH:FILT:addrmatch0=0x1000", DIAGNOSTIC_MODIFIER, 4},
		{"ha::UNC_H_ADDR_OPC_MATCH:FILT:addrmatch0=0x1001:opc=1", DIAGNOSTIC_VALUE, 30},
		{"qpi0::UNC_Q_CTO_COUNT:match0=0x4", DIAGNOSTIC_VALUE, 22},
		{"qpi0::UNC_Q_CLOCKTICKS:match_mc=1", DIAGNOSTIC_MODIFIER, 23},
		/* counters */
		{"cbox0::UNC_C_RING_AD_USED:UP_EVEN:counter=1", DIAGNOSTIC_VALUE, 34},
		{"cbox0::UNC_C_TOR_OCCUPANCY:counter=1", DIAGNOSTIC_VALUE, 27},
		{"cbox0::UNC_C_COUNTER0_OCCUPANCY:t=1:counter=0", DIAGNOSTIC_VALUE, 36},
		{"r2pcie::UNC_R2_TXR_INSERTS:counter=1", DIAGNOSTIC_VALUE, 27},
		{"r3qpi0::UNC_R3_CLOCKTICKS:counter=3", DIAGNOSTIC_VALUE, 26},
		/* libpfm4's alone, reserved bits, occupancies */
		{"cbox0::UNC_C_LLC_LOOKUP:ANY", DIAGNOSTIC_MODIFIER, 24},
		{"pcu::UNC_P_FREQ_TRANS_CYCLES:C0", DIAGNOSTIC_MODIFIER, 29},
		{"pcu::UNC_P_FREQ_TRANS_CYCLES", DIAGNOSTIC_NONE, 0},
		{"pcu:0x100", DIAGNOSTIC_VALUE, 4},
		{"ubox:0x200042", DIAGNOSTIC_VALUE, 5},
		{"ha:0x20000", DIAGNOSTIC_VALUE, 3},
		{"uncore_pcu/event=0x80,occ_sel=1,edge=1,thresh=1/", DIAGNOSTIC_MODIFIER, 32},
		{"uncore_pcu/event=0x3,occ_edge=1,thresh=1/", DIAGNOSTIC_MODIFIER, 21},
		{"uncore_pcu/event=0x80,umask=1/", DIAGNOSTIC_VALUE, 28},
		{"uncore_pcu/event=0x80,umask=0x140/", DIAGNOSTIC_VALUE, 28},
		{"imc0::UNC_M_CLOCKTICKS:t=1", DIAGNOSTIC_MODIFIER, 23},
		{"imc4::UNC_M_ACT_COUNT", DIAGNOSTIC_BOX, 0},
		/* what perfmon alone has, with bits that are reserved, or with other words than names */
		{"ubox::UNC_U_FILTER_MATCH:ENABLE", DIAGNOSTIC_EVENT, 6},
		{"ubox::UNC_U_PHOLD_CYCLES:ASSERT_TO_ACK", DIAGNOSTIC_EVENT, 6},
		{"ubox::UNC_U_RACU_REQUESTS:COUNT", DIAGNOSTIC_EVENT, 6},
		{"ubox::UNC_U_MSG_CHNL_SIZE_COUNT:4B", DIAGNOSTIC_EVENT, 6},
		{"qpi0::UNC_Q_RXL_STALLS:BGF_DRS", DIAGNOSTIC_MODIFIER, 23},
	};

	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		check_answer(&strings[i]);
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
		{"uncore_pcu/event=0x83,umask=0x40,thresh=5/", 0x5404083, 0},
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
	struct diagnostic diagnostic;

	if (!metric_parse(slice_of(formula), &parsed, &diagnostic))
		fail_msg("%s: %s", formula, diagnostic.reason);
	for (unsigned i = 0; i < parsed.event_count; i++) {
		struct event_config config;

		if (!event_parse(xeon(), parsed.events[i], &config, &diagnostic))
			fail_msg("%.*s: %s", (int)parsed.events[i].length, parsed.events[i].at, diagnostic.reason);
	}
}

TEST(every_metric_is_made_of_events_that_can_be_counted)
{
	for (unsigned i = 0; i < xeon()->metrics->count; i++)
		check_metric(&xeon()->metrics->metrics[i]);
	assert_int_equal(xeon()->metrics->count, 95);
}
