/* SPDX-License-Identifier: BSD-2-Clause */
/* The Xeon E5-2600 for fuzz_scenario.c: accesses, values, lines of scenarios, and what must hold of sound silicon. */
#ifndef TESTS_FUZZ_SCENARIO_E5_H
#define TESTS_FUZZ_SCENARIO_E5_H

#include "silicon/silicon.h"
#include "tests/fuzz/fuzz.h"

/* MSRs of a core and of the boxes, functions on the uncore bus, D5:F0, and RDPMC. */
static void aim_e5(const uint8_t *at, struct silicon_access *access)
{
	static const uint16_t core[] = {0x0c1, 0x0c2, 0x186, 0x187, 0x1d9, 0x309, 0x38d, 0x38e,
					0x38f, 0x390, 0x4c1, 0x1a0, 0x3fc, 0x3fd, 0x345, 0x391};
	static const uint8_t functions[] = {14 << 3 | 1, 16 << 3 | 0, 16 << 3 | 5, 8 << 3 | 2, 8 << 3 | 6, 8 << 3 | 0,
					    19 << 3 | 1, 19 << 3 | 6, 11 << 3 | 0, 5 << 3 | 0, 0};
	static const uint16_t offsets[] = {0x0a0, 0x0a4, 0x0d8, 0x0dc, 0x0f4, 0x0d0, 0x0d4, 0x0f0, 0x040, 0x044, 0x048,
					   0x228, 0x22c, 0x238, 0x23c, 0x000, 0x0f8, 0x108, 0x0b8, 0x0e4, 0x054};
	unsigned a = at[0], b = at[1];

	if (a < 0x40) {
		access->address = core[b % ARRAY_SIZE(core)];
	} else if (a < 0x80) {
		access->address = 0xd00u + 0x20 * (a & 7) + (b & 0x1f);
	} else if (a < 0xa0) {
		access->address = 0xc00u + (b & 0x3f);
	} else if (a < 0xf0) {
		access->space = SILICON_CONFIG;
		access->bytes = at[2] & 0x40 ? (uint8_t)(1 << (at[3] & 3)) : 4;
		access->address = (uint64_t)(a & 8   ? 0xff
					     : a & 4 ? 0x7f
						     : 0)
					  << 20 |
				  functions[a % ARRAY_SIZE(functions)] << 12 |
				  (offsets[b % ARRAY_SIZE(offsets)] + (b & 0x80 ? 2 : 0));
	} else {
		access->space = SILICON_PMC;
		access->address = (b & 7) | (b & 0x80 ? 0x40000000 : 0);
	}
}

static uint64_t e5_value(const uint8_t *at)
{
	static const uint32_t controls[] = {0x10000, 0x10100, 0x100, 0x10102, 0x10103, 0, 0x10003, 0xffffffff};

	switch (at[3] & 7) {
	case 0: return UINT64_C(0x400000) | (uint64_t)at[4] << 8 | at[5];
	case 1: return UINT64_C(0x5300c4);
	case 2: return UINT64_C(0x600000) | (uint64_t)at[4] << 24 | at[5];
	case 3: return UINT64_C(0xffffffffff) - at[4] * 256u - at[5];
	case 4: return (uint64_t)at[4] << 32 | at[5];
	case 5: return controls[at[4] & 7];
	case 6: return (uint64_t)at[4] << 18 | (uint64_t)at[5] << 23;
	default: return (uint64_t)at[4] << (at[5] & 63);
	}
}

static const char e5_settings[] =
	"sockets = 2;sockets = 4;cores = 2;cores = 8;threads = 2;counters = 1;width = 33;cboxes = 1;"
	"uclk.width = 44;box_ctl = write-only;dclk.counter = runs;config.wide = half;qpi.rate = 0;qpi.slow = yes;"
	"clock.pclk = 4000000000;clock.dclk = 1;rate.clock = 1;rate.clock = 10000000000;frequency = 0;"
	"frequency.share = 0;residency.c3 = 2300000000;nodes = reversed;bus.0 = 127;bus.1 = 1;"
	"rate.core*.BR_INST_RETIRED.ANY = 2300000000;rate.cbox*.TOR_OCCUPANCY.DRD.MISS = 2300000000;"
	"rate.cbox0.LLC_LOOKUP.ANY.M = 1;rate.imc*.CAS_COUNT.RD_REG = 2300000000;"
	"rate.pcu.POWER_STATE_OCCUPANCY.CORES_C6 = 2300000000;rate.qpi0.CTO_COUNT.DATAC_M = 2300000000;"
	"background = 0;slice.hash = 0x40 0x80 0x100";

static const char e5_faults[] =
	"core0.ctr0.width=1 core0.ctr0.rate=1000 core0.pmi.spurious=1 core1.pmi.doubled=1000 "
	"core0.global_ctl.stuck1=0 core0.freeze.late=500 cbox0.ctr0.width=2 cbox0.ctl0.reset=0x400111 "
	"cbox0.box_filter.stuck1=18 cbox0.freeze.ignored cbox1.reset.ignored cbox2.gp pcu.filter.ignored "
	"ubox.fixed_ctr.dead imc0.hidden imc3.id=0x1234 ha.vanish=5 ha.ctr0.torn qpi0.ctl0.alias=r2pcie.ctr0 "
	"qpi_match0.pkt_mask0.stuck1=9 r3qpi1.box_ctl.stuck1=8 iio.cpubusno.reset=0x4200 iio.hidden "
	"ubox_config.gidnidmap.reset=0 imc0.lines.written ha.lines.local cbox0.box_filter.deaf=24";

/* Counters fit their widths, commands read 0, and the core's overflow bits are those that there are. `read` reads an MSR,
 * of socket 0 or another. */
static void check_e5_msrs(uint64_t (*read)(void *context, uint64_t address), void *context)
{
	assert(!(read(context, 0x38e) & ~UINT64_C(0x70000000f)));
	for (unsigned i = 0; i < 4; i++)
		assert(!(read(context, 0xd16 + i) >> 44) && !(read(context, 0xc36 + i) >> 48) &&
		       !(read(context, 0xd10 + i) & 0x20000));
	assert(!(read(context, 0xc16) >> 44) && !(read(context, 0xc09) >> 48));
	assert(!(read(context, 0xd04) & ~UINT64_C(0x10100)));
	assert(!(read(context, 0xc24) & ~UINT64_C(0x10100)));
}

#endif
