/* SPDX-License-Identifier: BSD-2-Clause */
/* OPAL calls of the firmware that are intercepted. */
#include "silicon/opal/opal.h"
#include "silicon/opal/patch.h"

/* MSR, counted from the lowest bit. */
#define STATE_EE         BIT(15)
#define STATE_IR         BIT(5)
#define STATE_DR         BIT(4)
#define SPR_LDBAR_STORED "888"

static int64_t pass_on(const struct opal_frame *frame)
{
	const uint64_t *argument = frame->argument;

	return opal_call(frame->token, argument[0], argument[1], argument[2], argument[3], argument[4]);
}

static void violation(const struct opal_frame *frame, const char *rule)
{
	opal_log("violation", "cpu 0x%x OPAL call %llu from 0x%llx: %s", opal_pir(), (unsigned long long)frame->token,
		 (unsigned long long)frame->link, rule);
}

/* ---- IMC --------------------------------------------------------------------------------------------------- */

static int64_t call_imc(const struct opal_frame *frame)
{
	struct imc_call call = {
		.token = (uint32_t)frame->token,
		.caller = opal_pir(),
		.argument = {frame->argument[0], frame->argument[1], frame->argument[2]},
	};

	opal_start_worker();
	return imc_call(opal_machine.imc, opal_time(), &call);
}

/* A load sees everything that is due by now, even if the host has not let the hidden thread run. */
void opal_hooked(uint64_t value, uint64_t site)
{
	uint64_t stored;

	opal_lock();
	if (site != PATCH_LOAD) {
		opal_start_worker();
		stored = imc_write_ldbar(opal_machine.imc, opal_time(), opal_pir(), value, site);
		asm volatile("mtspr " SPR_LDBAR_STORED ", %0" ::"r"(stored));
	} else if (imc_next(opal_machine.imc) <= opal_time()) {
		imc_advance(opal_machine.imc, opal_time());
	}
	opal_unlock();
}

/* ---- processors -------------------------------------------------------------------------------------------- */

/* The tree marks hidden threads as bad or omits them, so a caller that uses one has ignored the tree. */
static int64_t call_of_cpu(const struct opal_frame *frame)
{
	static struct opal_frame waiting;
	int64_t code;

	if (graft_is_hidden(&opal_machine.cores, (uint32_t)frame->argument[0])) {
		violation(frame, "the device tree has no such working processor");
		return OPAL_PARAMETER;
	}
	if (!opal_machine.surroundings.late_start || frame->token != OPAL_START_CPU)
		return pass_on(frame);

	/* Simulates that starting is asynchronous: of two threads, the first arrives after the second. */
	if (!waiting.token) {
		waiting = *frame;
		return OPAL_SUCCESS;
	}
	code = pass_on(frame);
	pass_on(&waiting);
	waiting.token = 0;
	return code;
}

static int64_t return_cpu(const struct opal_frame *frame)
{
	imc_return_thread(opal_machine.imc, opal_time(), opal_pir());
	opal_unlock(); /* the call does not return */
	pass_on(frame);
	opal_lock();
	return OPAL_PARAMETER;
}

/* All other threads must be in OPAL, including the hidden one. */
static int64_t reinit_cpus(const struct opal_frame *frame)
{
	bool ran = opal_worker_runs();
	int64_t code;

	opal_park_worker();
	code = pass_on(frame);
	if (ran)
		opal_start_worker();
	return code;
}

/* ---- leaving, and the table of calls ----------------------------------------------------------------------- */

/* The firmware may call several times until OPAL is ready. */
static int64_t leave(const struct opal_frame *frame)
{
	static bool left;
	struct imc_statistics statistics;

	if (left)
		return pass_on(frame);
	left = true;
	imc_leave(opal_machine.imc, opal_time());
	imc_statistics(opal_machine.imc, &statistics);
	opal_log("statistics", "calls=%llu refused=%llu ldbar=%llu posts=%llu records=%llu violations=%llu",
		 (unsigned long long)statistics.calls, (unsigned long long)statistics.refused,
		 (unsigned long long)statistics.ldbar, (unsigned long long)statistics.posts,
		 (unsigned long long)statistics.records, (unsigned long long)statistics.violations);
	return pass_on(frame);
}

static const struct {
	uint16_t token;
	int64_t (*answer)(const struct opal_frame *frame);
} calls[] = {
	{OPAL_POWER_DOWN, leave},      {OPAL_REBOOT, leave},          {OPAL_START_CPU, call_of_cpu},
	{OPAL_QUERY_CPU, call_of_cpu}, {OPAL_RETURN_CPU, return_cpu}, {OPAL_REINIT_CPUS, reinit_cpus},
	{IMC_CALL_INIT, call_imc},     {IMC_CALL_START, call_imc},    {IMC_CALL_STOP, call_imc},
};

void opal_intercept_calls(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++)
		opal_intercepted[calls[i].token] = 1;
}

int64_t opal_intercept(struct opal_frame *frame)
{
	int64_t code = OPAL_PARAMETER;

	opal_lock();

	/* The calling convention: OPAL's base in r2, interrupts and translation off. */
	if (frame->base != opal_real_base)
		violation(frame, "r2 must hold OPAL's base");
	if (frame->state & STATE_EE)
		violation(frame, "interrupts must be off");
	if (frame->state & (STATE_IR | STATE_DR))
		violation(frame, "translation must be off");
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++)
		if (calls[i].token == frame->token)
			code = calls[i].answer(frame);
	opal_unlock();
	return code;
}
