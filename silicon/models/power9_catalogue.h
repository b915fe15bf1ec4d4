/* SPDX-License-Identifier: BSD-2-Clause */
/* The fault catalogue of the virtual POWER9. */
#ifndef SILICON_MODELS_POWER9_CATALOGUE_H
#define SILICON_MODELS_POWER9_CATALOGUE_H

#include "silicon/models/power9_imc.h"
#include "silicon/silicon.h"

#define IMC_MACHINE "power9"

/* How many bytes imc_catalogue_create needs. */
size_t imc_catalogue_size(void);

/* Makes, in 8-byte aligned `memory`, silicon of one chip with one core of four threads, as `scenario` says, whose faults
 * are those of every chip, core and thread. NULL, with one line of reason in `error`, for a wrong scenario. */
struct imc *imc_catalogue_create(void *memory, const char *scenario, char *error, size_t error_size);

/* The fault at *cursor, or the next one behind, and the place behind that; false: there are no more. */
MUST_CHECK bool imc_next_fault(const struct imc *imc, struct silicon_fault_cursor *cursor, struct silicon_fault *fault);

#endif
