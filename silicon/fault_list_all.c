/* SPDX-License-Identifier: BSD-2-Clause */
/* The fault lists of all machines, whatever their models consist of. */
#include "lib/memory.h"
#include "lib/text.h"
#include "silicon/imc.h"
#include "silicon/silicon.h"

/* A small machine with OPAL: one chip with one core of four threads. Larger machines have the same faults in each chip,
 * core and thread. */
enum { THREADS = 4 };

static void *no_memory(void *context, uint64_t address, uint64_t bytes)
{
	(void)context;
	(void)address;
	(void)bytes;
	return NULL;
}

static struct imc *create_imc(void *memory, uint32_t pvr, const char *scenario, char *error, size_t error_size)
{
	static const struct imc_owner owner = {.memory = no_memory};
	struct imc_machine machine = {.pvr = pvr, .chips = 1, .threads = THREADS};

	machine.chip[0].region = memory;
	for (unsigned i = 0; i < THREADS; i++)
		machine.pir[i] = i;
	return imc_create((char *)memory + IMC_REGION_BYTES, &machine, slice_of(scenario), &owner, error, error_size);
}

size_t silicon_fault_list_size(const char *machine, const char *scenario)
{
	return max_u64(silicon_size(machine, &(struct silicon_extent){0}, scenario, strlen(scenario)),
		       IMC_REGION_BYTES + imc_size());
}

bool silicon_fault_list(void *memory, const char *machine, const char *scenario,
			const struct silicon_fault_listener *listener, char *error, size_t error_size)
{
	static const struct silicon_owner nobody;
	uint32_t pvr = imc_pvr_of(slice_of(machine));
	struct silicon *silicon;
	struct imc *imc;

	if (pvr) {
		imc = create_imc(memory, pvr, scenario, error, error_size);
		if (imc)
			imc_list_faults(imc, listener);
		return imc;
	}
	silicon = silicon_create(memory, machine, &(struct silicon_extent){0}, scenario, strlen(scenario), &nobody,
				 error, error_size);
	if (silicon)
		silicon_list_faults(silicon, listener);
	return silicon;
}

bool silicon_settings(void *memory, const char *machine,
		      void (*tell)(void *context, const struct silicon_setting *setting), void *context, char *error,
		      size_t error_size)
{
	static const struct silicon_owner nobody;
	struct text reason = text_over(error, error_size);
	struct silicon_setting_cursor cursor = {0};
	struct silicon_setting setting;
	const struct silicon *silicon;

	if (imc_pvr_of(slice_of(machine))) {
		text_format(&reason, "%s: its scenarios are another language: silicon/imc_scenario.h", machine);
		return false;
	}
	silicon = silicon_create(memory, machine, &(struct silicon_extent){0}, "", 0, &nobody, error, error_size);
	while (silicon && silicon_next_setting(silicon, &cursor, &setting))
		tell(context, &setting);
	return silicon;
}

bool silicon_accepts(void *memory, const char *machine, const char *scenario, char *error, size_t error_size)
{
	static const struct silicon_owner nobody;
	uint32_t pvr = imc_pvr_of(slice_of(machine));

	if (pvr)
		return create_imc(memory, pvr, scenario, error, error_size);
	return silicon_create(memory, machine, &(struct silicon_extent){0}, scenario, strlen(scenario), &nobody, error,
			      error_size);
}
