/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of the virtual Xeon E5-2600 on every counter of their box: they count where they may, and nowhere else. And
 * scenarios can set the rate of each. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

struct line {
	const char *box, *name;
	uint64_t select, counters;
};

/* Boxes and how a counter of theirs is run for a second. */
static uint64_t second_of_box(struct bench *bench, const char *box, unsigned i, uint64_t select)
{
	static const struct {
		const char *name;
		uint8_t device, function;
	} functions[] = {{"ha", 14, 1}, {"imc", 16, 0}, {"qpi", 8, 2}, {"r2pcie", 19, 1}, {"r3qpi", 19, 5}};
	uint64_t count;

	for (unsigned j = 0; j < ARRAY_SIZE(functions); j++)
		if (!strcmp(functions[j].name, box))
			return pci_second(bench, functions[j].device, functions[j].function, i, select);
	if (!strcmp(box, "cbox"))
		return cbox_second(bench, 0, i, select);
	if (!strcmp(box, "pcu"))
		return pcu_second(bench, i, select);
	assert_string_equal(box, "ubox");
	put(bench, UBOX_CTL(i), EN | select);
	go(bench, SECOND);
	put(bench, UBOX_CTL(i), 0);
	count = get(bench, UBOX_CTR(i));
	put(bench, UBOX_CTR(i), 0);
	return count;
}

static unsigned counters_of(const char *box)
{
	return !strcmp(box, "ubox") ? 2 : !strcmp(box, "r3qpi") ? 3 : 4;
}

/* Filters that let something of every event through. */
static void open_filters(struct bench *bench)
{
	put(bench, CBOX_FILTER(0), (uint64_t)0x182 << 23 | 0x1f << 18 | 0xff << 10);
	put(bench, CBOX_CTL(0, 0), EN | 0x0111);
}

static void check_line(struct bench *bench, const struct line *line)
{
	for (unsigned i = 0; i < counters_of(line->box); i++) {
		bool legal = line->counters >> i & 1;
		uint64_t count;

		open_filters(bench);
		bench->violations = 0;
		count = second_of_box(bench, line->box, i, line->select);
		if (legal != (count != 0) || legal == (bench->violations != 0))
			fail_msg("%s %s on counter %u: %llu, %u violations, last \"%s\"", line->box, line->name, i,
				 (unsigned long long)count, bench->violations, bench->violation);
		if (!legal)
			assert_non_null(strstr(bench->violation, "cannot be counted by this"));
	}
	assert_int_equal(line->counters >> counters_of(line->box), 0);
}

/* One that all counters can count, and each of those that only some can. */
TEST(test_counters_of_events)
{
	static const struct line lines[] = {
		{"ubox", "EVENT_MSG.IPI_RCVD", 0x442, 0x3},
		{"cbox", "CLOCKTICKS", 0, 0xf},
		{"cbox", "TxR_INSERTS.AD_CORE", 0x1002, 0x3},
		{"cbox", "RxR_OCCUPANCY.IRQ", 0x111, 0x1},
		{"cbox", "RING_AD_USED.UP_EVEN", 0x11b, 0xc},
		{"cbox", "TOR_OCCUPANCY.ALL", 0x836, 0x1},
		{"cbox", "COUNTER0_OCCUPANCY", 0x1f, 0xe},
		{"pcu", "CORE0_TRANSITION_CYCLES", EXTRA | 0x3, 0xf},
		{"ha", "REQUESTS.READS", 0x301, 0xf},
		{"imc", "CAS_COUNT.RD_REG", 0x104, 0xf},
		{"qpi", "RxL_FLITS_G1.SNP", EXTRA | 0x102, 0xf},
		{"r2pcie", "RxR_CYCLES_NE.DRS", 0x810, 0x3},
		{"r2pcie", "TxR_INSERTS", 0x24, 0x1},
		{"r3qpi", "RxR_INSERTS.DRS", 0x811, 0x3},
		{"r3qpi", "RxR_OCCUPANCY.HOM", 0x113, 0x1},
		{"r3qpi", "RING_AD_USED.CW_EVEN", 0x107, 0x7},
	};
	struct bench *bench = e5("");

	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++)
		check_line(bench, &lines[i]);
	bench_free(bench);
}

/* A scenario's name for each: as in the list where a sub-event is one bit or an umask is a code. */
TEST(test_rates)
{
	struct bench *bench = e5("rate.imc*.CAS_COUNT.RD_REG = 1000\n"
				 "rate.imc2.CAS_COUNT.RD_REG = 2000\n"
				 "rate.imc2.CAS_COUNT.WR_WMM = 500\n"
				 "rate.imc*.act_count = 7\n"
				 "rate.ha.REQUESTS.READS = 11\n"
				 "rate.qpi0.RxL_FLITS_G1.DRS_DATA = 13\n"
				 "rate.qpi1.CTO_COUNT.DATAC_M = 17\n"
				 "rate.cbox*.LLC_LOOKUP.ANY.ANY = 30\n"
				 "rate.cbox*.TOR_INSERTS.DRD.MISS = 19\n"
				 "rate.cbox*.TOR_INSERTS.DRD = 23\n"
				 "rate.pcu.CORE7_TRANSITION_CYCLES = 29\n"
				 "rate.r2pcie.TxR_INSERTS = 31\n"
				 "rate.r3qpi1.0x37.0x10 = 37\n"
				 "rate.ubox.LOCK_CYCLES = 41\n");

	open_filters(bench);
	assert_int_equal(pci_second(bench, IMC0, 0, 0x0304), 1000 + usual(4, 2, 0, 1, 0));
	assert_int_equal(pci_second(bench, IMC2, 0, 0x0104), 2000);
	assert_int_equal(pci_second(bench, IMC2, 0, 0x0504), 2500);
	assert_int_equal(pci_second(bench, IMC3, 0, 0x01), 7);
	assert_int_equal(pci_second(bench, HA, 0, 0x0301), 11);
	assert_int_equal(pci_second(bench, QPI0, 0, EXTRA | 0x0802), 13);
	assert_int_equal(cbox_second(bench, 0, 0, 0x0334), 10);
	assert_int_equal(cbox_second(bench, 0, 0, 0x0335), 19);
	assert_int_equal(cbox_second(bench, 0, 0, 0x0135), 19 + 23);
	assert_int_equal(pcu_second(bench, 0, EXTRA | 0x0a), 29);
	assert_int_equal(pci_second(bench, R2PCIE, 0, 0x24), 31);
	assert_int_equal(pci_second(bench, R3QPI1, 0, 0x1037), 37);
	assert_int_equal(second_of_box(bench, "ubox", 1, 0x44), 41);
	expect_clean(bench);
	bench_free(bench);
}

/* Extra select is a bit of the PCU's and the QPI's selects alone; codes and umasks that nobody has count nothing. */
TEST(test_unknown_events)
{
	static const struct {
		const char *box;
		uint64_t select;
		const char *why;
	} bad[] = {
		{"cbox", 0x01, "none of this box"},
		{"cbox", 0xff, "none of this box"},
		{"cbox", 0x1034, "means nothing"},
		{"cbox", 0x0035, "means nothing"},
		{"cbox", 0x0835, "means nothing"},
		{"cbox", 0x1036, "means nothing"},
		{"cbox", 0x0613, "no other sub-event"},
		{"cbox", 0x071e, "none of this box"},
		{"ha", 0x0101, "none of this box"},
		{"ha", 0x0f01, "none of this box"},
		{"ha", 0x0120, "none of this box"},
		{"imc", 0xff, "none of this box"},
		{"imc", 0x0101, "mean nothing"},
		{"imc", INVERT | 0x01, "needs a threshold"},
		{"imc", EDGE | 0x01, "needs a threshold"},
		{"qpi", EXTRA | 0x04, "none of this box"},
		{"qpi", 0x38, "none of this box"},
		{"pcu", 0x08, "none of this box"},
		{"pcu", EXTRA | 0x0c, "none of this box"},
		{"r3qpi", 0x1820, "one message class at a time"},
		{"r3qpi", 0x0336, "one message class at a time"},
		{"r2pcie", 0x1832, "one message class at a time"},
		{"ubox", 0x01, "none of this box"},
	};
	struct bench *bench = e5("");

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		open_filters(bench);
		bench->violations = 0;
		second_of_box(bench, bad[i].box, 0, bad[i].select);
		if (bench->violations != 1 || !strstr(bench->violation, bad[i].why))
			fail_msg("%s 0x%llx: %u violations, \"%s\"", bad[i].box, (unsigned long long)bad[i].select,
				 bench->violations, bench->violation);
	}
	bench_free(bench);
}
