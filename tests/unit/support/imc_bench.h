/* SPDX-License-Identifier: BSD-2-Clause */
/* A virtual POWER9 in a process: two chips of two cores, one of them with two threads; some memory that the
 * program may use; time in ticks of the time base. */
#ifndef TESTS_UNIT_SUPPORT_IMC_BENCH_H
#define TESTS_UNIT_SUPPORT_IMC_BENCH_H

#include "silicon/imc.h"
#include "tests/unit/support/unit.h"

#define PVR_POWER9   0x004e1200
#define PVR_POWER10  0x00800200
#define SECOND       UINT64_C(512000000) /* ticks */
#define OPAL_NEST    1
#define OPAL_CORE    2
#define OPAL_TRACE   3
#define LDBAR_COUNT  BIT(63)
#define MEMORY_BASE  UINT64_C(0x10000000)
#define MEMORY_BYTES 0x100000
#define COMMAND      0x3fc08

struct bench {
	struct imc *imc;
	uint64_t now;
	uint8_t *memory; /* at MEMORY_BASE */
	uint8_t *region[2];
	void *model;
	unsigned violations;
	char violation[400]; /* the latest */
	char error[500];
};

static inline void *bench_memory(void *context, uint64_t address, uint64_t bytes)
{
	struct bench *bench = context;

	if (address < MEMORY_BASE || address - MEMORY_BASE > MEMORY_BYTES - bytes)
		return NULL;
	return bench->memory + (address - MEMORY_BASE);
}

/* The PMU "box0" has an event "PM_ONE" at 0xc8 of the nest. */
static inline bool bench_find_event(void *context, struct slice pmu, struct slice event, enum imc_type *type,
				    uint32_t *offset)
{
	(void)context;
	*type = IMC_NEST;
	*offset = 0xc8;
	return slice_is(pmu, "box0") && slice_is(event, "PM_ONE");
}

static inline void bench_violation(void *context, const char *line)
{
	struct bench *bench = context;

	bench->violations++;
	snprintf(bench->violation, sizeof(bench->violation), "%s", line);
}

static inline void bench_log(void *context, const char *line)
{
	(void)context;
	(void)line;
}

/* False with bench->error if the scenario is refused. */
static inline bool bench_try_on(struct bench *bench, uint32_t pvr, const char *scenario)
{
	struct imc_machine machine = {.pvr = pvr, .chips = 2, .threads = 5, .pir = {0, 1, 4, 0x800, 0x804}};
	struct imc_owner owner = {bench, bench_memory, bench_find_event, bench_violation, bench_log};

	memset(bench, 0, sizeof(*bench));
	bench->memory = aligned_alloc(IMC_TRACE_BYTES, MEMORY_BYTES);
	memset(bench->memory, 0, MEMORY_BYTES);
	bench->model = malloc(imc_size());
	for (unsigned i = 0; i < 2; i++) {
		bench->region[i] = calloc(1, IMC_REGION_BYTES);
		machine.chip[i].id = 8 * i;
		machine.chip[i].region = bench->region[i];
	}
	machine.code = 0x20000000;
	machine.code_bytes = 0x1000;
	bench->imc = imc_create(bench->model, &machine, slice_of(scenario), &owner, bench->error, sizeof(bench->error));
	return bench->imc != NULL;
}

static inline bool bench_try(struct bench *bench, const char *scenario)
{
	return bench_try_on(bench, PVR_POWER9, scenario);
}

static inline void bench_close(struct bench *bench)
{
	free(bench->memory);
	free(bench->model);
	free(bench->region[0]);
	free(bench->region[1]);
}

static inline struct bench *bench_open_on(uint32_t pvr, const char *scenario)
{
	struct bench *bench = malloc(sizeof(*bench));

	if (!bench_try_on(bench, pvr, scenario))
		fail_msg("%s", bench->error);
	return bench;
}

static inline struct bench *bench_open(const char *scenario)
{
	return bench_open_on(PVR_POWER9, scenario);
}

/* Ends a test: `violations` have been seen. */
static inline void bench_end(struct bench *bench, unsigned violations)
{
	if (bench->violations != violations)
		fail_msg("%u violations, the latest: %s", bench->violations, bench->violation);
	bench_close(bench);
	free(bench);
}

static inline uint64_t word(const uint8_t *at)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < 8; i++)
		value = value << 8 | at[i];
	return value;
}

static inline void put_word(uint8_t *at, uint64_t value)
{
	for (unsigned i = 0; i < 8; i++)
		at[i] = (uint8_t)(value >> (56 - 8 * i));
}

/* A word of the program's memory by its physical address. */
static inline uint64_t memory_word(const struct bench *bench, uint64_t address)
{
	return word(bench->memory + (address - MEMORY_BASE));
}

static inline void go(struct bench *bench, uint64_t ticks)
{
	bench->now += ticks;
	imc_advance(bench->imc, bench->now);
}

static inline int64_t call(struct bench *bench, uint32_t token, uint64_t type, uint64_t second, uint64_t third)
{
	struct imc_call imc = {.token = token, .caller = 4, .argument = {type, second, third}};

	return imc_call(bench->imc, bench->now, &imc);
}

static inline int64_t init(struct bench *bench, uint64_t type, uint64_t address, uint32_t pir)
{
	return call(bench, IMC_CALL_INIT, type, address, pir);
}

static inline int64_t start(struct bench *bench, uint64_t type, uint32_t pir)
{
	return call(bench, IMC_CALL_START, type, pir, 0);
}

static inline int64_t stop(struct bench *bench, uint64_t type, uint32_t pir)
{
	return call(bench, IMC_CALL_STOP, type, pir, 0);
}

#endif
