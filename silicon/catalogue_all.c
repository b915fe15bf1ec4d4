/* SPDX-License-Identifier: BSD-2-Clause */
/* The catalogues of all machines, whatever their models are made of. */
#include "lib/memory.h"
#include "silicon/models/power9_catalogue.h"
#include "silicon/silicon.h"

/* What a caller gets the faults through. */
struct listener {
	void (*tell)(void *context, const struct silicon_fault *fault);
	void *context;
};

size_t silicon_catalogue_size(void)
{
	return max_u64(silicon_size(), imc_catalogue_size());
}

static bool tell_silicon(struct silicon *silicon, const struct listener *listener)
{
	struct silicon_fault_cursor cursor = {0};
	struct silicon_fault fault;

	if (!silicon)
		return false;
	while (silicon_next_fault(silicon, &cursor, &fault))
		listener->tell(listener->context, &fault);
	return true;
}

static bool tell_imc(struct imc *imc, const struct listener *listener)
{
	struct silicon_fault_cursor cursor = {0};
	struct silicon_fault fault;

	if (!imc)
		return false;
	while (imc_next_fault(imc, &cursor, &fault))
		listener->tell(listener->context, &fault);
	return true;
}

bool silicon_catalogue(void *memory, const char *machine, const char *scenario,
		       void (*tell)(void *context, const struct silicon_fault *fault), void *context, char *error,
		       size_t error_size)
{
	static const struct silicon_owner nobody;
	const struct listener listener = {tell, context};

	if (slice_is(slice_of(machine), IMC_MACHINE))
		return tell_imc(imc_catalogue_create(memory, scenario, error, error_size), &listener);
	return tell_silicon(silicon_create(memory, machine, 0, scenario, strlen(scenario), &nobody, error, error_size),
			    &listener);
}
