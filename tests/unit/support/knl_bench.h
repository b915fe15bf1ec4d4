/* SPDX-License-Identifier: BSD-2-Clause */
/* The bench of the model tests with Knights Landing on it: its addresses as the tests know them, accesses
 * of each core, and configuration space. */
#ifndef TESTS_UNIT_SUPPORT_KNL_BENCH_H
#define TESTS_UNIT_SUPPORT_KNL_BENCH_H

#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"

#define SECOND        UINT64_C(1000000000)

#define PMC(i)        (0x0c1u + (i))
#define FULL(i)       (0x4c1u + (i))
#define EVTSEL(i)     (0x186u + (i))
#define RSP(i)        (0x1a6u + (i))
#define FIXED_CONTROL 0x38d
#define GCTRL         0x38f
#define MISC_ENABLE   0x1a0

#define OS            BIT(17)
#define ANY           BIT(21)

#define INST          0x00c0
#define CYCLES        0x003c
#define BRANCHES      0x00c4

#define UCLK          UINT64_C(1700000000)
#define CHA(n)        (0xe00u + 0xc * (n))
#define CHA_SEL(n, i) (CHA(n) + 1 + (i))
#define CHA_CTR(n, i) (CHA(n) + 8 + (i))
#define FILTER0(n)    (CHA(n) + 5)
#define FILTER1(n)    (CHA(n) + 6)
#define GLOBAL        0x700
#define FROZEN        (BIT(8) | BIT(16))

/* A core's accesses. */
static inline enum silicon_answer try_write(struct bench *bench, unsigned core, uint32_t msr, uint64_t value)
{
	struct silicon_access access = bench_access(0, msr);

	access.core = (uint16_t)core;
	return silicon_write(bench->silicon, bench->now, &access, value);
}

static inline void put_on(struct bench *bench, unsigned core, uint32_t msr, uint64_t value)
{
	assert_int_equal(try_write(bench, core, msr, value), SILICON_OK);
}

static inline enum silicon_answer try_read(struct bench *bench, unsigned core, uint32_t msr, uint64_t *value)
{
	struct silicon_access access = bench_access(0, msr);

	access.core = (uint16_t)core;
	return silicon_read(bench->silicon, bench->now, &access, value);
}

static inline uint64_t get_on(struct bench *bench, unsigned core, uint32_t msr)
{
	uint64_t value = 0;

	assert_int_equal(try_read(bench, core, msr, &value), SILICON_OK);
	return value;
}

static inline struct bench *knl(const char *scenario)
{
	return bench_of("knights-landing", 1, scenario);
}

/* ---- configuration space ---------------------------------------------------------------------------- */

#define UNCORE_BUS 255u
#define IRP_BUS    254u

static inline struct silicon_access config_at(unsigned bus, unsigned device, unsigned function, unsigned offset)
{
	return (struct silicon_access){.space = SILICON_CONFIG,
				       .bytes = 4,
				       .address = (uint64_t)bus << 20 | device << 15 | function << 12 | offset};
}

static inline uint32_t config_get(struct bench *bench, unsigned device, unsigned function, unsigned offset)
{
	struct silicon_access access = config_at(UNCORE_BUS, device, function, offset);
	uint64_t value = 0;

	assert_int_equal(silicon_read(bench->silicon, bench->now, &access, &value), SILICON_OK);
	assert_true(value <= UINT32_MAX);
	return (uint32_t)value;
}

static inline void config_put(struct bench *bench, unsigned device, unsigned function, unsigned offset, uint32_t value)
{
	struct silicon_access access = config_at(UNCORE_BUS, device, function, offset);

	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

static inline uint64_t config_get64(struct bench *bench, unsigned device, unsigned function, unsigned offset)
{
	return config_get(bench, device, function, offset) | (uint64_t)config_get(bench, device, function, offset + 4)
								     << 32;
}

#endif
