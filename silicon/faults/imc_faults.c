/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults between a program and the model of In-Memory Collection. */
#include "silicon/faults/imc_faults.h"

#include "lib/memory.h"

void imc_faults_make(struct imc_faults *faults, struct imc_model *imc)
{
	memset(faults, 0, sizeof(*faults));
	faults->imc = imc;
}

int64_t imc_faults_call(struct imc_faults *faults, const struct imc_call *call)
{
	bool init = call->token == IMC_CALL_INIT, start = call->token == IMC_CALL_START;
	unsigned thread = imc_find_thread(faults->imc, call->argument[init ? 2 : 1]);
	unsigned core = thread == IMC_NONE ? 0 : faults->imc->thread[thread].core;
	const struct imc_call_faults *at = NULL;
	uint64_t error;

	switch (call->argument[0]) {
	case OPAL_NEST: at = &faults->chip[faults->imc->core[core].chip]; break;
	case OPAL_CORE: at = &faults->core[core]; break;
	case OPAL_TRACE: at = &faults->trace[core]; break;
	default: break;
	}
	if (!at || thread == IMC_NONE)
		return imc_model_call(faults->imc, call);
	error = init ? at->init_error : start ? at->start_error : at->stop_error;
	if (error)
		return -(int64_t)error;
	if (!init && (start ? at->start_ignored : at->stop_ignored))
		return IMC_SUCCESS;
	return imc_model_call(faults->imc, call);
}

uint64_t imc_faults_write_ldbar(struct imc_faults *faults, unsigned thread, uint64_t value)
{
	return faults->ldbar_ignored[thread] ? 0 : imc_model_write_ldbar(faults->imc, thread, value);
}
