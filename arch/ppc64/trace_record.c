/* SPDX-License-Identifier: BSD-2-Clause */
/* `record` for samples that hardware writes to memory: no PMI, no handler, nothing is frozen. */
#include "arch/ppc64/catalog.h"
#include "arch/ppc64/posted.h"
#include "arch/ppc64/ppc64.h"
#include "arch/ppc64/trace_run.h"
#include "core/session/recording.h"

#define NS_PER_MS   UINT64_C(1000000)
#define SLICE_MS    8 /* a quarter of the time in which the ring is full */
#define SYMBOL_SIZE 64

struct trace_recording {
	struct measure *measure;
	const struct recording_request *request;
	struct trace_run run;
	uint64_t given, torn, valid, wraps;
	uint32_t slices;
	bool interrupted;
};

static void give(struct trace_recording *recording, const struct trace_sample *sample)
{
	static const char *const names[TRACE_COUNTERS] = {"cpmc1", "cpmc2", "cpmc3", "cpmc4"};
	const struct machine *machine = recording->measure->machine;
	struct sample_value values[TRACE_COUNTERS];
	const struct crash_image image = image_symbols_of_code();
	char symbol[SYMBOL_SIZE];
	struct text text = TEXT_OVER(symbol);
	struct sample_record record = {
		.seq = ++recording->given,
		.socket = machine->cpus[recording->run.cpu].socket,
		.cpu = recording->run.cpu,
		.ticks = sample->time,
		.ip = sample->ip,
		.posted = true,
		.values = values,
		.value_count = TRACE_COUNTERS,
	};

	crash_symbol(&image, sample->ip, &text);
	if (symbol[0])
		record.symbol = symbol + 1; /* after a blank */
	for (unsigned i = 0; i < TRACE_COUNTERS; i++)
		values[i] = (struct sample_value){names[i], sample->counters[i]};
	if (!recording->request->quiet)
		record_sample(recording->measure->output, &record);
}

/* Each slice has its own window, so that it can be printed afterwards. */
static bool run_slice(struct trace_recording *recording)
{
	struct hw *hw = recording->measure->machine->hw;
	struct window window = {.cpu = recording->run.cpu};
	struct trace_view view = {.records = 0};
	struct trace_sample sample;
	uint32_t at = 0;
	bool good;

	if (hw->window_open(hw, &window) != OUTCOME_OK)
		return false;
	good = trace_run_once(&recording->run, &view);
	hw->window_close(hw);
	if (!good)
		return false;
	recording->slices++;
	recording->torn += view.torn;
	recording->valid += view.valid;
	recording->wraps += view.wrapped;
	while (recording->given < recording->request->samples && trace_next(&view, &at, &sample))
		give(recording, &sample);
	return true;
}

static void report_trace_record(const struct trace_recording *recording)
{
	const struct recording_request *request = recording->request;
	struct output *output = recording->measure->output;
	const struct trace_run *run = &recording->run;

	if (recording->torn)
		record_error(output, VERDICT_FAIL, "%llu of %llu records are torn: their two time stamps differ",
			     (unsigned long long)recording->torn,
			     (unsigned long long)(recording->torn + recording->valid));
	if (recording->wraps)
		record_note(output,
			    "the ring of %u records wrapped in %llu of %u slices of %u ms: older samples are lost",
			    run->records, (unsigned long long)recording->wraps, recording->slices, SLICE_MS);
	if (run->interrupts)
		record_error(output, VERDICT_FAIL,
			     "cpu %u took %llu interrupts while it was sampled (last vector 0x%x)", run->cpu,
			     (unsigned long long)run->interrupts, run->last_vector);
	else
		record_note(output, "%llu samples of cpu %u without an interrupt, although interrupts were enabled",
			    (unsigned long long)recording->valid, run->cpu);
	if (recording->given >= request->samples || recording->interrupted)
		return;
	/* The CPU works all the time, so its cycles must yield samples; no source says how many. */
	if (recording->valid)
		record_note(output, "not yet: %llu of %llu samples came within %llu ms",
			    (unsigned long long)recording->given, (unsigned long long)request->samples,
			    (unsigned long long)request->time_ms);
	else
		record_error(output, VERDICT_FAIL, "cycles are a clock, but none of %llu samples came within %llu ms",
			     (unsigned long long)request->samples, (unsigned long long)request->time_ms);
}

static void run_slices(struct trace_recording *recording)
{
	struct hw *hw = recording->measure->machine->hw;
	uint64_t deadline = hw->now_ns(hw) + recording->request->time_ms * NS_PER_MS;
	bool good = true;

	recording->run.work_ns = min_u64(SLICE_MS, recording->request->time_ms) * NS_PER_MS;
	while (good && recording->given < recording->request->samples && hw->now_ns(hw) < deadline) {
		recording->interrupted = is_interrupted(&recording->measure->interruption);
		if (recording->interrupted)
			break;
		good = run_slice(recording);
	}
	trace_run_end(&recording->run);
	if (!session_report(&recording->run.session, recording->measure->output))
		return;
	if (good)
		report_trace_record(recording);
	else
		record_error(recording->measure->output, VERDICT_FAIL, "cpu %u does not return from its work",
			     recording->run.cpu);
}

/* ---- the request -------------------------------------------------------------------------------------- */

static const struct machine_box *traced_box(const struct machine *machine, const struct box_type *type, uint32_t cpu)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].box.type == type && machine->boxes[i].box.cpu == cpu + 1)
			return &machine->boxes[i];
	return NULL;
}

static bool can_sample(const struct measure *measure, uint32_t cpu)
{
	const struct event_config *config = &measure->configs[0];
	const struct imc_pmu *pmu = catalog_pmu(&posted_state.catalog, config->type);
	const struct machine_box *box = traced_box(measure->machine, config->type, cpu);

	if (pmu->kind != IMC_TRACE || measure->config_count > 1) {
		record_error(
			measure->output, VERDICT_ERROR,
			"posted counters raise no interrupt: only one event of a trace PMU can be recorded (trace_imc/trace_cycles/)");
		return false;
	}
	if (box && box->state == BOX_FOUND)
		return true;
	record_error(measure->output, VERDICT_FAIL, "cpu %u cannot be sampled: %s", cpu,
		     box && box->how ? box->how : "it has no trace PMU");
	return false;
}

void trace_record(struct measure *measure, const struct recording_request *request)
{
	struct trace_recording recording = {.measure = measure, .request = request};

	if (!can_sample(measure, request->cpu))
		return;
	if (trace_run_init(&recording.run, measure->machine, request->cpu))
		run_slices(&recording);
	else
		record_error(measure->output, VERDICT_ERROR, "out of memory");
}
