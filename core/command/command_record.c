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
	struct work_request asked; /* known work to do meanwhile; kind NULL: none */
	struct work work;
	bool all;    /* every counter was requested */
	bool placed; /* a socket was chosen */
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
			     "cpu %llu cannot take PMIs: uncork does not run on it", (unsigned long long)number);
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
	/* On another socket the work may cause no counts. */
	if (request->asked.kind && !request->placed &&
	    !measure_socket(measure, measure->machine->cpus[request->plan.cpu].socket))
		return false;
	if (measure->config_count)
		return true;
	return measure_add_events(measure, slice_of(measure->machine->processor->clock_event));
}

/* Does the requested amount of work, from empty caches. */
static bool do_work(void *context)
{
	struct work *work = context;

	return work_ready(work) && work_do(work, work->request.amount);
}

/* The CPU that takes the PMIs does the work. */
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
	struct measure *measure = &request->measure;
	struct recording *recording = &request->recording;
	const struct recording_request posted = {
		.cpu = request->plan.cpu,
		.samples = recording->samples,
		.time_ms = recording->time_ms ? recording->time_ms : RECORDING_PATIENCE_MS,
		.quiet = recording->quiet,
	};
	struct measure_parts parts;

	if (measure->machine->posted && request->asked.kind) {
		record_error(measure->output, VERDICT_ERROR,
			     "-w is not possible with counters that are posted to memory");
		return;
	}
	if (measure->machine->posted) {
		measure->machine->posted->record(measure, &posted);
		return;
	}
	if (!measure_compile_parts(measure, &request->plan, &parts))
		return;
	if (request->all)
		measure_say_snapshot(measure, &parts);
	if (recording_init(recording, measure, &parts))
		record_meanwhile(request);
	else
		record_error(measure->output, VERDICT_ERROR, "out of memory");
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
	.details = "  -e EVENT,...  the first event is sampled, the others are captured with each sample;\n"
		   "                default: a clock\n"
		   "  -a            sample the clock, and capture every counter with each sample\n"
		   "  -c PERIOD     events from one sample to the next (1000000)\n"
		   "  -n SAMPLES    number of samples (10); several sockets or CPUs take equal shares\n"
		   "  -C CPU        the CPU that takes the PMI; its socket is measured. For counters that\n"
		   "                belong to CPUs only its own; default: those of all CPUs at once\n"
		   "  -s SOCKET     only this socket; default: all at once\n"
		   "  -t MS         time limit; without it sampling gives up after 10 s without a sample\n"
		   "  -w KIND       the CPU of -C repeats known work (help work), KIND[:AMOUNT], from empty\n"
		   "                caches until all samples have come; only its socket is sampled unless\n"
		   "                -s or -C names another\n"
		   "  -q            print only sums, no samples\n"
		   "\n"
		   "A sample names the counters that overflowed and, for each event, how often it happened\n"
		   "since the previous sample. record fails if an overflow raises no PMI or sets no status bit,\n"
		   "if a PMI comes without an overflow, if the counters were not frozen, or if a clock does not\n"
		   "count. A rare event is not a failure: if the time ends before all samples have come, a note\n"
		   "says how much of the period was counted, or that the event did not happen (untested).\n"
		   "\n"
		   "`ip` is where the CPU was when it took the PMI, not where the event happened. With\n"
		   "interrupts off a CPU takes it only when they are on again: all samples of such a section\n"
		   "have the address after it.\n\n"
		   "If the first event's box raises no PMI, a counter of the CPU raises it instead: PERIOD is\n"
		   "then core cycles in which this CPU is not halted, all events given are captured, and\n"
		   "samples show \"proxy\" and how far apart in time the boxes froze.\n"
		   "\n"
		   "Counters that are posted to memory do not overflow: trace_imc/trace_cycles/ samples what the\n"
		   "CPU of -C executes, without a PMI; a PMI is then a failure. Example:\n"
		   "  record -e wbox::FIXED_UNCORE_CLK,cbox0::LLC_MISSES:ALL -c 5000000 -n 5\n",
	.next = "program -e EVENT -c PERIOD   what the PMI handler does\n"
		"test '*pmi*'                 find out why no PMI comes\n",
	.of_machine = true,
	.run = run_record,
};
