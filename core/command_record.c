/* SPDX-License-Identifier: BSD-2-Clause */
/* record: overflow sampling. */
#include "core/measure.h"
#include "core/sample.h"

#define NS_PER_MS       UINT64_C(1000000)
#define LONGEST_MS      86400000
#define DEFAULT_MS      10000
#define DEFAULT_SAMPLES 10
#define DEFAULT_PERIOD  1000000
#define SLICE_NS        (5 * NS_PER_MS)    /* between two looks for a lost PMI */
#define BATCH_NS        (250 * NS_PER_MS)  /* between two looks at the keyboard */
#define PROGRESS_NS     (5000 * NS_PER_MS) /* between two remarks when no sample comes */

struct recording {
	struct measure measure;
	struct measure_plan plan;
	struct session session;
	struct sampler sampler;
	uint64_t samples, time_ms;
	uint64_t began_ns, deadline_ns, spoken_ns;
};

/* ---- measuring ----------------------------------------------------------------------------------- */

/* A batch ends when there is enough to print, when somebody may have typed, or when time is up. */
static bool batch_over(const struct recording *recording, uint64_t now, uint64_t batch_end)
{
	return sampler_stopped(&recording->sampler) ||
	       sampler_pending(&recording->sampler) >= SAMPLE_RING / 2 ||
	       now >= min_u64(batch_end, recording->deadline_ns);
}

static bool await_samples(struct recording *recording)
{
	struct sampler *sampler = &recording->sampler;
	struct hw *hw = recording->measure.machine->hw;
	uint64_t now = hw->now_ns(hw), batch_end = now + BATCH_NS;

	while (!batch_over(recording, now, batch_end)) {
		uint32_t before = sampler_pending(sampler);

		hw->wait(hw, now + SLICE_NS);
		if (sampler_pending(sampler) == before && !sampler_poll(sampler))
			return false;
		now = hw->now_ns(hw);
	}
	return true;
}

static bool sample_batch(struct recording *recording)
{
	struct sampler *sampler = &recording->sampler;

	if (!recording->session.active && !session_begin(&recording->session))
		return false;
	return sampler_start(sampler) && await_samples(recording) && sampler_pause(sampler);
}

/* Counters run only while the window is open, since nobody would take their PMI. */
static bool run_batch(struct recording *recording)
{
	struct hw *hw = recording->measure.machine->hw;
	struct window window = {sampler_pmi, &recording->sampler, recording->plan.cpu};
	bool good;

	if (hw->window_open(hw, &window) != OUTCOME_OK) {
		record_error(recording->measure.output, VERDICT_FAIL,
			     "cpu %u cannot take PMIs: no usable local APIC", recording->plan.cpu);
		return false;
	}
	good = sample_batch(recording);
	if (!good || recording->sampler.taken >= recording->samples)
		session_end(&recording->session);
	hw->window_close(hw);
	return good;
}

static void print_samples(struct recording *recording, uint64_t now)
{
	struct sample_record record;

	while (sampler_next(&recording->sampler, &record)) {
		record_sample(recording->measure.output, &record);
		recording->spoken_ns = now;
	}
	if (now - recording->spoken_ns < PROGRESS_NS)
		return;
	recording->spoken_ns = now;
	record_note(recording->measure.output, "%llu of %llu samples after %llu s",
		    (unsigned long long)recording->sampler.sequence,
		    (unsigned long long)recording->samples,
		    (unsigned long long)((now - recording->began_ns) / (1000 * NS_PER_MS)));
}

static void report(const struct recording *recording, bool good)
{
	const struct sampler *sampler = &recording->sampler;
	struct output *output = recording->measure.output;
	bool interrupted = recording->measure.shell->interrupted;

	if (!session_report(&recording->session, output))
		good = false;
	sampler_report(sampler, output);
	if (good && !interrupted && sampler->sequence < recording->samples)
		record_error(output, VERDICT_FAIL,
			     "%llu of %llu samples came within %llu ms: does %s count?",
			     (unsigned long long)sampler->sequence,
			     (unsigned long long)recording->samples,
			     (unsigned long long)recording->time_ms,
			     recording->session.counters[0].event);
}

static void run_batches(struct recording *recording)
{
	struct hw *hw = recording->measure.machine->hw;
	uint64_t now = hw->now_ns(hw);
	bool good = true;

	recording->began_ns = recording->spoken_ns = now;
	recording->deadline_ns = now + recording->time_ms * NS_PER_MS;
	while (good && now < recording->deadline_ns &&
	       recording->sampler.sequence < recording->samples) {
		good = run_batch(recording);
		now = hw->now_ns(hw);
		print_samples(recording, now);
		if (shell_interrupted(recording->measure.shell))
			break;
	}
	session_end(&recording->session);
	report(recording, good);
}

/* ---- what is asked ------------------------------------------------------------------------------- */

static bool choose_cpu(struct recording *recording, uint64_t number)
{
	const struct machine *machine = recording->measure.machine;

	if (number >= machine->cpu_count) {
		record_error(recording->measure.output, VERDICT_ERROR,
			     "there is no cpu %llu: this machine has %u",
			     (unsigned long long)number, machine->cpu_count);
		return false;
	}
	if (!machine->cpus[number].usable) {
		record_error(recording->measure.output, VERDICT_ERROR,
			     "cpu %llu cannot take PMIs: it does not run our code",
			     (unsigned long long)number);
		return false;
	}
	recording->plan.cpu = (uint32_t)number;
	return true;
}

static bool take_option(struct recording *recording, int letter, const char *value)
{
	struct measure *measure = &recording->measure;
	uint64_t cpu;

	switch (letter) {
	case 'e': return measure_add_events(measure, slice_of(value));
	case 'c':
		return measure_number(measure, letter, value, 1, UINT64_MAX,
				      &recording->plan.period);
	case 'n': return measure_number(measure, letter, value, 1, UINT32_MAX, &recording->samples);
	case 't': return measure_number(measure, letter, value, 1, LONGEST_MS, &recording->time_ms);
	case 'C':
		return measure_number(measure, letter, value, 0, UINT32_MAX, &cpu) &&
		       choose_cpu(recording, cpu);
	default: return false;
	}
}

static bool take_options(struct recording *recording, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct measure *measure = &recording->measure;
	int letter;

	while ((letter = option_next(&options, "e:c:n:C:t:", measure->output)))
		if (!take_option(recording, letter, options.value))
			return false;
	if (!measure_no_operands(measure, &options))
		return false;
	if (measure->choice_count)
		return true;
	return measure_add_events(measure, slice_of(measure->machine->processor->clock_event));
}

/* A PMI reaches only cores of its own socket, so the processor that takes it says which socket. */
static void measure_samples(struct recording *recording)
{
	struct measure *measure = &recording->measure;
	uint16_t socket = measure->machine->cpus[recording->plan.cpu].socket;

	if (!measure_socket(measure, socket) ||
	    !measure_compile(measure, &recording->plan, &recording->session))
		return;
	if (sampler_init(&recording->sampler, &recording->session, recording->plan.cpu,
			 recording->samples))
		run_batches(recording);
	else
		record_error(measure->output, VERDICT_ERROR, "out of memory");
}

static void run_record(struct shell *shell, int argc, char **argv)
{
	struct recording recording = {
		.plan = {.period = DEFAULT_PERIOD, .cpu = machine_bootstrap_cpu(shell->machine)},
		.samples = DEFAULT_SAMPLES,
		.time_ms = DEFAULT_MS,
	};

	if (measure_start(&recording.measure, shell, false) && take_options(&recording, argc, argv))
		measure_samples(&recording);
	measure_end(&recording.measure);
}

const struct command command_record = {
	.name = "record",
	.usage = "-e EVENT[,EVENT...] -c PERIOD [-n SAMPLES] [-C CPU] [-t MS]",
	.summary = "sample on overflow: PMI, freeze, capture, re-arm",
	.details =
		"  -e EVENT,...  the first event is sampled, further ones are captured with each "
		"sample;\n"
		"                without -e the uncore clock\n"
		"  -c PERIOD     events from one sample to the next (1000000)\n"
		"  -n SAMPLES    how many samples (10)\n"
		"  -C CPU        which processor takes the PMI, and so which socket is measured\n"
		"  -t MS         give up after so long (10000)\n"
		"\n"
		"A sample names the counters that overflowed and, for each event, how often it "
		"happened\n"
		"since the sample before. It fails if fewer samples come than were asked for, if "
		"an\n"
		"overflow raises no PMI, if a PMI comes without an overflow, or if the counters "
		"were not\n"
		"frozen. Example:\n"
		"  record -e wbox::FIXED_UNCORE_CLK,cbox0::LLC_MISSES:ALL -c 5000000 -n 5\n",
	.run = run_record,
};
