/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/imc.h"

#define CALLS 3 /* INIT, START, STOP */

static int64_t last_results[CALLS];

static unsigned call_number(const struct location *where)
{
	return IMC_PLACE_TOKEN(where->address) - OPAL_IMC_COUNTERS_INIT;
}

enum outcome imc_call(const struct location *where, uint64_t address)
{
	unsigned number = call_number(where);
	uint64_t engine = IMC_PLACE_ENGINE(where->address), pir = IMC_PLACE_PIR(where->address);
	int64_t result;

	if (number >= CALLS)
		return OUTCOME_ABSENT;
	if (number == 0)
		result = opal_call(OPAL_IMC_COUNTERS_INIT, engine, address, pir, 0, 0);
	else
		result = opal_call(OPAL_IMC_COUNTERS_INIT + number, engine, pir, 0, 0, 0);
	last_results[number] = result;
	return result == OPAL_SUCCESS ? OUTCOME_OK : OUTCOME_FAULT;
}

enum outcome imc_last_result(const struct location *where, uint64_t *value)
{
	unsigned number = call_number(where);

	if (number >= CALLS)
		return OUTCOME_ABSENT;
	*value = (uint64_t)last_results[number];
	return OUTCOME_OK;
}
