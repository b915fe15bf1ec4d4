/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of the virtual In-Memory Collection: of OPAL's calls and LDBAR's writes, of the catalog, and as quirks of the model.
 * silicon/imc_scenario.h describes each kind. */
#ifndef SILICON_FAULTS_IMC_FAULTS_H
#define SILICON_FAULTS_IMC_FAULTS_H

#include "silicon/models/imc_state.h"
#include "silicon/silicon.h"

/* Errors that calls of a type return instead of working; 0: none. */
struct imc_call_faults {
	union {
		uint64_t parameter[5];
		struct {
			uint64_t init_error, start_error, stop_error;
			uint64_t start_ignored, stop_ignored;
		};
	};
};

struct imc_faults {
	struct imc_model *imc;
	struct imc_call_faults chip[IMC_CHIPS], core[IMC_CORES], trace[IMC_CORES];
	uint64_t ldbar_ignored[IMC_THREADS];
	uint64_t catalog[IMC_CATALOG_FAULTS];
	bool chip_faulty[IMC_CHIPS], core_faulty[IMC_CORES]; /* it, or a thread of the core, has any fault */
	char list[160];                                      /* the faults as given, a blank before each */
};

void imc_faults_make(struct imc_faults *faults, struct imc_model *imc);

/* Takes a fault, BOX[.REGISTER].KIND[=ARG]. False with a reason. */
MUST_CHECK bool imc_faults_add(struct imc_faults *faults, struct slice fault, struct text *error);

/* Like imc_model_call() and imc_model_write_ldbar(), with the faults. */
int64_t imc_faults_call(struct imc_faults *faults, const struct imc_call *call);
uint64_t imc_faults_write_ldbar(struct imc_faults *faults, unsigned thread, uint64_t value);

void imc_faults_list(struct imc_faults *faults, const struct silicon_fault_listener *listener);

#endif
