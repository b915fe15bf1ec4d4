/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of the virtual In-Memory Collection: of OPAL's calls, of writes of LDBAR, of the catalog, and quirks of the model.
 * silicon/imc_scenario.h describes each kind. */
#ifndef SILICON_FAULTS_IMC_FAULTS_H
#define SILICON_FAULTS_IMC_FAULTS_H

#include "silicon/models/imc_state.h"
#include "silicon/silicon.h"

/* Errors that OPAL's calls for one type return instead of working, 0: none; and calls that do nothing. */
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
	bool chip_faulty[IMC_CHIPS], core_faulty[IMC_CORES]; /* it has a fault, or a thread of the core has one */
	char list[160];                                      /* the faults as given, a blank before each */
};

/* Prepares for faults of a model. */
void imc_faults_make(struct imc_faults *faults, struct imc_model *imc);

/* Adds a fault, BOX[.REGISTER].KIND[=ARG]. False with a reason in `error`. */
MUST_CHECK bool imc_faults_add(struct imc_faults *faults, struct slice fault, struct text *error);

/* Like imc_model_call() and imc_model_write_ldbar(), with the faults. */
int64_t imc_faults_call(struct imc_faults *faults, const struct imc_call *call);
uint64_t imc_faults_write_ldbar(struct imc_faults *faults, unsigned thread, uint64_t value);

/* Like imc_list_faults(). */
void imc_faults_list(struct imc_faults *faults, const struct silicon_fault_listener *listener);

#endif
