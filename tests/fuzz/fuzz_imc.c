/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual POWER9 and POWER10 under hostile hands. The input is a scenario (of POWER10 if it begins with a blank
 * line), a zero byte, and a run of acts: calls, writes of LDBAR, writes to memory, time.
 *
 * Two models are made of it and get the same acts; one of them is also advanced in between. Answers,
 * violations and nest regions are always the same, and in the end pages and rings too: what happens does
 * not depend on who looks. (Pages are added to when somebody looks, so that a program that writes to
 * them or has two engines write to one, or a stuck bit, makes a difference there.) Nothing is written outside of what the program gave,
 * and the statistics agree with what the owner was told. */
#define _GNU_SOURCE
#include "silicon/imc.h"
#include "tests/fuzz/fuzz.h"

#define ACT_BYTES      8
#define ACTS           128
#define MEMORY_BASE    UINT64_C(0x10000000)
#define MEMORY_BYTES   0x90000 /* two rings and some pages */
#define GUARD          0x2000
#define PVR_POWER9     0x004e1200
#define PVR_POWER10    0x00800200

/* In a nest region. */
#define COUNTERS_BYTES 0x1000
#define CONTROL        0x3fc00
#define CONTROL_BYTES  0x30

struct side {
	struct imc *imc;
	void *model;
	uint8_t *memory; /* a guard before it and behind it */
	uint8_t *region[2];
	uint64_t violations;
};

static struct side sides[2];
static bool stored; /* the program has written to its memory */

static void *take_memory(void *context, uint64_t address, uint64_t bytes)
{
	struct side *side = context;

	if (address < MEMORY_BASE || bytes > MEMORY_BYTES || address - MEMORY_BASE > MEMORY_BYTES - bytes)
		return NULL;
	return side->memory + GUARD + (address - MEMORY_BASE);
}

static void take_violation(void *context, const char *line)
{
	struct side *side = context;

	assert(!strchr(line, '\n') && *line);
	side->violations++;
}

static void take_log(void *context, const char *line)
{
	(void)context;
	(void)line;
}

static bool make(struct side *side, struct slice scenario)
{
	struct imc_machine machine = {.pvr = slice_starts(scenario, "\n") ? PVR_POWER10 : PVR_POWER9,
				      .chips = 2,
				      .threads = 4,
				      .pir = {0, 1, 4, 0x100},
				      .code = 0x1000,
				      .code_bytes = 64};
	struct imc_owner owner = {side, take_memory, NULL, take_violation, take_log};
	char error[300] = "";

	if (!side->model) {
		side->model = malloc(imc_size());
		side->memory = malloc(MEMORY_BYTES + 2 * GUARD);
		for (unsigned i = 0; i < 2; i++)
			side->region[i] = calloc(1, IMC_REGION_BYTES);
	}
	memset(side->memory, 0, MEMORY_BYTES + 2 * GUARD);
	for (unsigned i = 0; i < 2; i++) {
		memset(side->region[i], 0, COUNTERS_BYTES);
		memset(side->region[i] + CONTROL, 0, CONTROL_BYTES);
		machine.chip[i].id = i;
		machine.chip[i].region = side->region[i];
	}
	side->violations = 0;
	side->imc = imc_create(side->model, &machine, scenario, &owner, error, sizeof(error));
	assert(side->imc || error[0]);
	return side->imc != NULL;
}

/* ---- acts ---------------------------------------------------------------------------------------------------- */

static uint32_t pir_of(uint8_t byte)
{
	static const uint32_t pirs[] = {0, 1, 4, 0x100, 0x7ff};

	return pirs[byte % 5];
}

/* Mostly a page or ring of the program's. */
static uint64_t address_of(const uint8_t *act)
{
	uint64_t address = MEMORY_BASE + (act[3] % 0x48) * UINT64_C(0x2000);

	if (act[4] & 0xc0)
		return address;
	return address + ((uint64_t)act[5] << (act[4] & 0x3f));
}

static uint64_t do_call(struct side *side, uint64_t now, const uint8_t *act)
{
	struct imc_call call = {.token = IMC_CALL_INIT + act[0] % 3, .caller = pir_of(act[1])};

	call.argument[0] = act[2] % 5;
	call.argument[1] = call.token == IMC_CALL_INIT ? address_of(act) : pir_of(act[1]);
	call.argument[2] = pir_of(act[1]);
	return (uint64_t)imc_call(side->imc, now, &call);
}

static uint64_t do_ldbar(struct side *side, uint64_t now, const uint8_t *act)
{
	uint64_t value = (uint64_t)(act[2] & 3) << 62 | address_of(act);

	return imc_write_ldbar(side->imc, now, pir_of(act[1]), act[2] & 4 ? 0 : value, 0x1000);
}

static uint64_t do_store(struct side *side, uint64_t now, const uint8_t *act)
{
	(void)now;
	if (act[1] & 1) {
		side->memory[GUARD + (act[2] << 8 | act[3]) * 8 % MEMORY_BYTES] = act[4];
		stored = true;
	} else {
		side->region[0][CONTROL + 8 + act[2] % 5 * 8 + 7] = act[4] % 16; /* the control block */
	}
	return 0;
}

static uint64_t do_return(struct side *side, uint64_t now, const uint8_t *act)
{
	imc_return_thread(side->imc, now, pir_of(act[1]));
	return 0;
}

typedef uint64_t (*act_fn)(struct side *side, uint64_t now, const uint8_t *act);

static uint64_t act_on(struct side *side, uint64_t now, const uint8_t *act)
{
	static const act_fn acts[] = {do_call, do_call, do_ldbar, do_call, do_store, do_ldbar, do_call, do_return};

	imc_advance(side->imc, now); /* a store is seen from now on */
	return acts[act[0] / 3 % ARRAY_SIZE(acts)](side, now, act);
}

/* ---- what always holds ----------------------------------------------------------------------------------------- */

static void check_guards(const struct side *side)
{
	for (unsigned i = 0; i < GUARD; i++)
		assert(!side->memory[i] && !side->memory[GUARD + MEMORY_BYTES + i]);
}

static void check_account(const struct side *side)
{
	struct imc_statistics statistics;

	imc_statistics(side->imc, &statistics);
	assert(statistics.violations == side->violations);
	assert(statistics.refused <= statistics.calls);
}

static void check_same(void)
{
	assert(sides[0].violations == sides[1].violations);
	for (unsigned i = 0; i < 2; i++)
		assert(!memcmp(sides[0].region[i], sides[1].region[i], COUNTERS_BYTES) &&
		       !memcmp(sides[0].region[i] + CONTROL, sides[1].region[i] + CONTROL, CONTROL_BYTES));
}

/* Pages and rings, after a look at both. */
static void check_memory(uint64_t now)
{
	for (unsigned i = 0; i < 2; i++)
		imc_write_ldbar(sides[i].imc, now, 0, 0, 0);
	assert(!memcmp(sides[0].memory, sides[1].memory, MEMORY_BYTES + 2 * GUARD));
}

/* Looks in between on one side only. */
static void pass_time(uint64_t from, uint64_t to, uint8_t looks)
{
	for (unsigned i = 1; i <= looks; i++)
		imc_advance(sides[1].imc, from + (to - from) / (looks + 1u) * i);
}

static void fuzz(const uint8_t *data, size_t size)
{
	const uint8_t *zero = memchr(data, 0, size);
	struct slice scenario = {(const char *)data, zero ? (size_t)(zero - data) : size};
	uint64_t now = 0, next;

	stored = false;
	if (!make(&sides[0], scenario) || !make(&sides[1], scenario))
		return;
	data += scenario.length;
	size -= scenario.length;
	for (unsigned i = 0; i < ACTS && size > ACT_BYTES; i++, data += ACT_BYTES, size -= ACT_BYTES) {
		next = now + ((uint64_t)data[7] << data[8] % 12);
		pass_time(now, next, data[7] % 4);
		now = next;
		assert(act_on(&sides[0], now, data + 1) == act_on(&sides[1], now, data + 1));
		check_same();
		assert(imc_next(sides[0].imc) > 0);
	}
	if (!stored && !sides[0].violations && !memmem(scenario.at, scenario.length, "stuck", 5))
		check_memory(now);
	imc_leave(sides[0].imc, now);
	imc_leave(sides[1].imc, now);
	for (unsigned i = 0; i < 2; i++) {
		check_guards(&sides[i]);
		check_account(&sides[i]);
	}
	check_same();
}
