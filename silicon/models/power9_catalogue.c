/* SPDX-License-Identifier: BSD-2-Clause */
/* A small POWER9 whose faults can be asked for. */
#include "silicon/models/power9_catalogue.h"

#include "lib/text.h"

enum { THREADS = 4 };

size_t imc_catalogue_size(void)
{
	return IMC_REGION_BYTES + imc_size();
}

static void *no_memory(void *context, uint64_t address, uint64_t bytes)
{
	(void)context;
	(void)address;
	(void)bytes;
	return NULL;
}

struct imc *imc_catalogue_create(void *memory, const char *scenario, char *error, size_t error_size)
{
	static const struct imc_owner owner = {.memory = no_memory};
	struct imc_machine machine = {.chips = 1, .threads = THREADS};

	machine.chip[0].region = memory;
	for (unsigned i = 0; i < THREADS; i++)
		machine.pir[i] = i;
	return imc_create((char *)memory + IMC_REGION_BYTES, &machine, slice_of(scenario), &owner, error, error_size);
}
