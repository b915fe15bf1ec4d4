/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual In-Memory Collection: a sound model, faults around it, and rules that watch the software. */
#include "silicon/imc.h"

#include "lib/memory.h"
#include "silicon/models/lines.h"
#include "silicon/rules/imc_rules.h"

struct imc {
	uint64_t calls, refused, ldbar;
	struct imc_rules rules;
	struct imc_faults faults;
	struct imc_model model;
};

uint32_t imc_pvr_of(struct slice name)
{
	const struct imc_layout *layout = imc_layout_named(name);

	return layout ? (uint32_t)layout->version << 16 : 0;
}

size_t imc_size(void)
{
	return sizeof(struct imc);
}

/* ---- creation ------------------------------------------------------------------------------------- */

static bool read_entry(void *context, struct slice name, struct slice value, struct text *error)
{
	struct imc *imc = context;

	return slice_is(name, "fault") || imc_model_set(&imc->model, name, value, error);
}

static bool read_fault(void *context, struct slice name, struct slice value, struct text *error)
{
	struct imc *imc = context;

	return !slice_is(name, "fault") || imc_faults_add(&imc->faults, value, error);
}

struct imc *imc_create(void *memory, const struct imc_machine *machine, struct slice scenario,
		       const struct imc_owner *owner, char *error, size_t error_size)
{
	struct text reason = text_over(error, error_size);
	struct imc *imc = memory;

	memset(imc, 0, sizeof(*imc));
	imc_faults_make(&imc->faults, &imc->model);
	imc_rules_make(&imc->rules, &imc->model, &imc->faults);
	if (!imc_model_make(&imc->model, machine, owner, &reason) || !lines_read(scenario, read_entry, imc, &reason) ||
	    !lines_read(scenario, read_fault, imc, &reason))
		return NULL;
	imc_model_start(&imc->model);
	return imc;
}

bool imc_catalog_fault(const struct imc *imc, enum imc_catalog_fault fault)
{
	return imc->faults.catalog[fault];
}

struct imc_surroundings imc_surroundings(const struct imc *imc)
{
	const struct imc_model *model = &imc->model;

	return (struct imc_surroundings){
		.late_start = model->late_start,
		.late_model = (uint16_t)model->late_model,
		.bad_core = model->bad_core,
		.silent_load = model->silent_load,
		.late_load = model->late_load,
	};
}

/* ---- time ----------------------------------------------------------------------------------------- */

void imc_advance(struct imc *imc, uint64_t now)
{
	imc_rules_watch(&imc->rules);
	imc_model_advance(&imc->model, now);
	imc_rules_watched(&imc->rules);
}

uint64_t imc_next(const struct imc *imc)
{
	return imc_model_next(&imc->model);
}

/* ---- accesses of programs ------------------------------------------------------------------------- */

int64_t imc_call(struct imc *imc, uint64_t now, const struct imc_call *call)
{
	int64_t code;

	imc_advance(imc, now);
	imc_rules_before(&imc->rules, call);
	code = imc_faults_call(&imc->faults, call);
	imc_rules_after(&imc->rules, call, code);
	imc->calls++;
	imc->refused += code != IMC_SUCCESS;
	return code;
}

uint64_t imc_write_ldbar(struct imc *imc, uint64_t now, uint32_t pir, uint64_t value, uint64_t from)
{
	unsigned thread = imc_find_thread(&imc->model, pir);

	if (thread == IMC_NONE)
		return 0;
	imc_advance(imc, now);
	imc_rules_before_ldbar(&imc->rules, thread, value, from);
	value = imc_faults_write_ldbar(&imc->faults, thread, value);
	imc_rules_after_ldbar(&imc->rules);
	imc->ldbar++;
	return value;
}

void imc_return_thread(struct imc *imc, uint64_t now, uint32_t pir)
{
	unsigned thread = imc_find_thread(&imc->model, pir);

	imc_advance(imc, now);
	if (thread != IMC_NONE)
		imc_rules_return(&imc->rules, thread);
}

void imc_leave(struct imc *imc, uint64_t now)
{
	imc_advance(imc, now);
	imc_rules_leave(&imc->rules);
}

/* ---- texts ---------------------------------------------------------------------------------------- */

void imc_statistics(const struct imc *imc, struct imc_statistics *statistics)
{
	*statistics = (struct imc_statistics){
		.calls = imc->calls,
		.refused = imc->refused,
		.ldbar = imc->ldbar,
		.posts = imc->model.posts,
		.records = imc->model.records,
		.violations = imc->rules.violations,
	};
}

void imc_banner(const struct imc *imc, char *line, size_t size)
{
	const struct imc_model *model = &imc->model;
	struct text text = text_over(line, size);

	text_format(&text, "virtual silicon %s: %u chip%s, %u core%s, %u thread%s; rates set: %u; faults:%s",
		    model->layout->name, model->chips, model->chips == 1 ? "" : "s", model->cores,
		    model->cores == 1 ? "" : "s", model->threads, model->threads == 1 ? "" : "s", model->rates,
		    imc->faults.list[0] ? "" : " none");
	text_string(&text, imc->faults.list);
}

void imc_list_faults(struct imc *imc, const struct silicon_fault_listener *listener)
{
	imc_faults_list(&imc->faults, listener);
}
