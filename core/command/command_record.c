/* SPDX-License-Identifier: BSD-2-Clause */
/* record: overflow sampling. */
#include "core/command/command.h"
#include "core/session/recording.h"
#include "core/work/work.h"

#define LONGEST_MS      86400000
#define DEFAULT_SAMPLES 10
#define DEFAULT_PERIOD  1000000

struct request {
	struct measure measure;
	struct measure_plan plan;
	struct recording recording;
	struct work_request asked; /* known work that is done meanwhile; kind NULL: none */
	struct work work;
	bool all;    /* every counter was asked for */
	bool placed; /* a socket was */
};

static bool choose_cpu(struct request *request, uint64_t number)
{
	const struct machine *machine = request->measure.machine;

	if (number >= machine->cpu_count) {
		record_error(request->measure.output, VERDICT_ERROR, "there is no cpu %llu: this machine has %u",
			     (unsigned long long)number, machine->cpu_count);
		return false;
	}
	if (!machine->cpus[number].usable) {
		record_error(request->measure.output, VERDICT_ERROR,
			     "cpu %llu cannot take PMIs: it does not run our code", (unsigned long long)number);
		return false;
	}
	request->plan.cpu = (uint32_t)number;
	return measure_socket(&request->measure, machine->cpus[number].socket) &&
	       measure_cpu(&request->measure, number);
}

static bool take_work(struct request *request, const char *value)
{
	char bytes[256];
	struct text why = TEXT_OVER(bytes);

	if (work_parse(slice_of(value), &request->asked, &why))
		return true;
	record_error(request->measure.output, VERDICT_ERROR, "%s", why.at);
	return false;
}

static bool take_option(struct request *request, int letter, const char *value)
{
	struct measure *measure = &request->measure;
	struct recording *recording = &request->recording;
	uint64_t number;

	switch (letter) {
	case 'e': return measure_add_events(measure, slice_of(value));
	case 'a': request->all = true; return measure_add_full(measure);
	case 'c': return measure_number(measure, letter, value, 1, UINT64_MAX, &request->plan.period);
	case 'n': return measure_number(measure, letter, value, 1, UINT32_MAX, &recording->samples);
	case 't': return measure_number(measure, letter, value, 1, LONGEST_MS, &recording->time_ms);
	case 's':
		request->placed = true;
		return measure_number(measure, letter, value, 0, UINT16_MAX, &number) &&
		       measure_socket(measure, number);
	case 'q': recording->quiet = true; return true;
	case 'w': return take_work(request, value);
	case 'C':
		request->placed = true;
		return measure_number(measure, letter, value, 0, UINT32_MAX, &number) && choose_cpu(request, number);
	default: return false;
	}
}

static bool take_options(struct request *request, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct measure *measure = &request->measure;
	int letter;

	while ((letter = option_next(&options, "ae:c:n:C:s:t:qw:", measure->output)))
		if (!take_option(request, letter, options.value))
			return false;
	if (!options_took_all(&options, measure->output))
		return false;
	/* Elsewhere nothing may come of the work. */
	if (request->asked.kind && !request->placed &&
	    !measure_socket(measure, measure->machine->cpus[request->plan.cpu].socket))
		return false;
	if (measure->config_count)
		return true;
	return measure_add_events(measure, slice_of(measure->machine->processor->clock_event));
}

static void take_posted_samples(struct request *request)
{
	const struct recording_request wanted = {
		.cpu = request->plan.cpu,
		.samples = request->recording.samples,
		.time_ms = request->recording.time_ms ? request->recording.time_ms : RECORDING_PATIENCE_MS,
		.quiet = request->recording.quiet,
	};

	request->measure.machine->posted->record(&request->measure, &wanted);
}

/* From empty caches, as much as was asked for. */
static bool do_work(void *context)
{
	struct work *work = context;

	return work_ready(work) && work_do(work, work->request.amount);
}

/* The processor that takes the PMI works. */
static void record_meanwhile(struct request *request)
{
	char bytes[200];
	struct text why = TEXT_OVER(bytes);

	if (!request->asked.kind) {
		recording_run(&request->recording);
		return;
	}
	request->asked.cpu = request->plan.cpu;
	if (work_begin(&request->work, request->measure.machine, &request->asked, &why)) {
		request->work.between = recording_keep_up;
		request->work.context = &request->recording;
		request->recording.meanwhile = do_work;
		request->recording.context = &request->work;
		recording_run(&request->recording);
	} else
		record_error(request->measure.output, VERDICT_ERROR, "%s", why.at);
	work_end(&request->work);
	if (request->recording.meanwhile)
		work_record(&request->work, request->measure.output);
}

static void take_samples(struct request *request)
{
	struct measure_parts parts;

	if (request->measure.machine->posted && request->asked.kind) {
		record_error(request->measure.output, VERDICT_ERROR,
			     "-w: where counters are posted to memory no work is done while samples are taken");
		return;
	}
	if (request->measure.machine->posted) {
		take_posted_samples(request);
		return;
	}
	if (!measure_compile_parts(&request->measure, &request->plan, &parts))
		return;
	if (request->all)
		measure_say_snapshot(&request->measure, &parts);
	if (recording_init(&request->recording, &request->measure, &parts))
		record_meanwhile(request);
	else
		record_error(request->measure.output, VERDICT_ERROR, "out of memory");
}

static void run_record(struct shell *shell, int argc, char **argv)
{
	struct request request = {
		.plan = {.period = DEFAULT_PERIOD, .cpu = machine_bootstrap_cpu(shell->machine)},
		.recording = {.samples = DEFAULT_SAMPLES},
	};
	bool good = measure_start(&request.measure, shell->machine, shell->output, false);

	request.measure.interruption = (struct interruption){shell_interrupted, shell};
	if (good && take_options(&request, argc, argv))
		take_samples(&request);
	measure_end(&request.measure);
}

const struct command command_record = {
	.name = "record",
	.usage = "-e EVENT[,EVENT...] [-a] -c PERIOD [-n SAMPLES] [-C CPU] [-s SOCKET] [-t MS] [-w KIND[:AMOUNT]] [-q]",
	.summary = "sample on overflow: PMI, freeze, capture, re-arm",
	.details = "  -e EVENT,...  the first event is sampled, further ones are captured with each sample;\n"
		   "                without -e a clock\n"
		   "  -a            the clock is sampled, and every counter captured with each sample\n"
		   "  -c PERIOD     events from one sample to the next (1000000)\n"
		   "  -n SAMPLES    how many samples (10); several sockets or processors take equal shares\n"
		   "  -C CPU        which processor takes the PMI, and so which socket is measured; of counters\n"
		   "                that belong to processors only its own, else all are sampled at once\n"
		   "  -s SOCKET     only this socket; else all of them at once\n"
		   "  -t MS         give up after so long; without it when no sample has come for 10 s\n"
		   "  -w KIND       known work (help work), KIND[:AMOUNT], that the processor of -C does\n"
		   "                meanwhile, from empty caches, again until all samples have come; only\n"
		   "                its socket is sampled unless -s or -C says another\n"
		   "  -q            print no sample, only the sums\n"
		   "\n"
		   "A sample names the counters that overflowed and, for each event, how often it happened\n"
		   "since the sample before. It fails if an overflow raises no PMI or shows in no status, if a\n"
		   "PMI comes without an overflow, if the counters were not frozen, or if a clock stands still.\n"
		   "That an event is rare is no failure: where the time ends before all samples have come a note\n"
		   "says how much of the period was counted, or that the event has not come at all (untested).\n"
		   "\n"
		   "`ip` is where the processor was when it took the PMI, not where the event was. Code that\n"
		   "has interrupts off takes it when it lets them in again: samples of such a section all\n"
		   "carry the address after it.\n\n"
		   "Where the first event's box raises no PMI a counter of the processor does it for it: PERIOD\n"
		   "is then core cycles in which that processor is not halted, everything asked for is captured,\n"
		   "and samples say \"proxy\" and how far apart the boxes froze.\n"
		   "\n"
		   "Where counters are posted to memory there is no overflow: trace_imc/trace_cycles/ samples what\n"
		   "the processor of -C executes, without any PMI, and it is a failure if one comes. Example:\n"
		   "  record -e wbox::FIXED_UNCORE_CLK,cbox0::LLC_MISSES:ALL -c 5000000 -n 5\n",
	.next = "program -e EVENT -c PERIOD   what the PMI handler does\n"
		"test '*pmi*'                 if no PMI comes\n",
	.of_machine = true,
	.run = run_record,
};
