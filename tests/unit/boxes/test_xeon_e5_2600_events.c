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

/* What stands just on this side of what the hardware cannot do, which is refused in tests/golden/event-errors.txt: thresholds, umasks that are bits,
 * filters. */
TEST(what_the_hardware_can_do_is_taken)
{
	static const char *const strings[] = {
		"cbox0::UNC_C_MISC:STARTED:e:i:t=1",
		"cbox0::UNC_C_COUNTER0_OCCUPANCY:e:t=1",
		"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:e:t=5",
		"ubox::UNC_U_LOCK_CYCLES:t=31",
		"ha::UNC_H_CLOCKTICKS:t=255",
		"cbox0::UNC_C_RXR_INSERTS:IRQ:IPQ",
		"imc0::UNC_M_CAS_COUNT:RD_REG:WR_RMM",
		"qpi0::UNC_Q_RXL_FLITS_G1:DRS_DATA:SNP",
		"cbox0::UNC_C_LLC_VICTIMS:M_STATE:NID:nf=1",
		"cbox0::UNC_C_TOR_INSERTS:OPCODE:opc=0x1ff",
		"cbox0::UNC_C_MISC:STARTED:tf=0:cf=15",
		"pcu::UNC_P_DEMOTIONS_CORE3:ff=1",
		"pcu::UNC_P_FREQ_TRANS_CYCLES",
	};

	for (size_t i = 0; i < ARRAY_SIZE(strings); i++)
		encoding_of(strings[i]);
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
