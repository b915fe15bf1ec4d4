/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/support/script_imc.h"

#include "tests/unit/support/imc_bench.h"

static struct bench bench;
static uint64_t ldbar_left; /* by the last write to LDBAR */

uint32_t imc_script_pvr(const char *machine)
{
	return strncmp(machine, "0x", 2) ? imc_pvr_of(slice_of(machine)) : (uint32_t)strtoul(machine, NULL, 16);
}

bool imc_script_begin(uint32_t pvr, const char *scenario, struct seen *seen)
{
	*seen = (struct seen){&bench.now, &bench.violations, bench.violation, bench.error};
	return bench_try_on(&bench, pvr, scenario);
}

void imc_script_end(void)
{
	bench_close(&bench);
	memset(&bench, 0, sizeof(bench));
}

/* The word of a place in memory; NULL. */
static uint8_t *find_word(const struct silicon_access *access)
{
	if (access->space == IMC_PLACE_WORD)
		return bench_memory(&bench, access->address, 8);
	if (access->socket >= ARRAY_SIZE(bench.region) || access->address > IMC_REGION_BYTES - 8)
		return NULL;
	return bench.region[access->socket] + access->address;
}

enum silicon_answer imc_script_reach(const struct silicon_access *access, bool write, uint64_t *value)
{
	bool is_ldbar = access->space == IMC_PLACE_LDBAR;
	uint8_t *at = is_ldbar ? NULL : find_word(access);

	if (!is_ldbar && !at)
		return SILICON_NOT_MINE;
	if (is_ldbar && write)
		ldbar_left = imc_write_ldbar(bench.imc, bench.now, (uint32_t)access->address, *value, 0x20000100);
	else if (is_ldbar)
		*value = ldbar_left;
	else if (write)
		put_word(at, *value);
	else
		*value = word(at);
	return SILICON_OK;
}

bool imc_script_state(const char *word, uint64_t *value)
{
	struct imc_statistics counts;

	imc_statistics(bench.imc, &counts);
	const struct {
		const char *word;
		uint64_t value;
	} states[] = {
		{"nest", OPAL_NEST},
		{"core", OPAL_CORE},
		{"trace", OPAL_TRACE},
		{"now", bench.now},
		{"next", imc_next(bench.imc)},
		{"calls", counts.calls},
		{"refusals", counts.refused},
		{"ldbars", counts.ldbar},
		{"posts", counts.posts},
		{"records", counts.records},
		{"violations", counts.violations},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(states); i++)
		if (!strcmp(word, states[i].word)) {
			*value = states[i].value;
			return true;
		}
	return false;
}

static const char *const calls[] = {"init", "start", "stop"};

bool imc_script_is_call(const char *word)
{
	for (unsigned i = 0; i < ARRAY_SIZE(calls); i++)
		if (!strcmp(word, calls[i]))
			return true;
	return false;
}

bool imc_script_function(const char *word, const uint64_t argument[3], uint64_t *value)
{
	for (unsigned i = 0; i < ARRAY_SIZE(calls); i++)
		if (!strcmp(word, calls[i])) {
			*value = (uint64_t)call(&bench, IMC_CALL_INIT + i, argument[0], argument[1], argument[2]);
			return true;
		}
	if (strcmp(word, "catalog_fault"))
		return false;
	*value = imc_catalog_fault(bench.imc, (enum imc_catalog_fault)argument[0]);
	return true;
}

void imc_script_advance(void)
{
	imc_advance(bench.imc, bench.now);
}

void imc_script_hand_back(uint32_t pir)
{
	imc_return_thread(bench.imc, bench.now, pir);
}

void imc_script_leave(void)
{
	imc_leave(bench.imc, bench.now);
}

void imc_script_banner(char *line, size_t size)
{
	imc_banner(bench.imc, line, size);
}
