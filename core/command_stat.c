/* SPDX-License-Identifier: BSD-2-Clause */
/* stat: counts events for a while. */
#include "core/measure.h"
#include "core/workload.h"

#define NS_PER_MS  UINT64_C(1000000)
#define LONGEST_MS 86400000
#define DEFAULT_MS 1000
#define SLICE_NS   (100 * NS_PER_MS) /* between two looks at the keyboard */

struct stat {
	struct measure measure;
	struct session session;
	struct workload workload;
	uint64_t total_ms, interval_ms;
	uint64_t start_ns;   /* of the measurement */
	uint64_t enabled_ns; /* in this interval */
	uint64_t end_ns;     /* of this interval */
	uint64_t *previous;  /* of each counter: value at the end of the interval before */
	uint32_t interval;   /* number */
	uint32_t mended;
	bool interrupted;
};

/* ---- measuring ----------------------------------------------------------------------------------- */

/* Works until the end of the interval. The window is closed for each look at the keyboard, which may
 * need the firmware; the counters go on counting. */
static bool pass_time(struct stat *stat, const struct window *window, uint64_t until_ns)
{
	struct hw *hw = stat->measure.machine->hw;
	uint64_t now = hw->now_ns(hw);

	while (now < until_ns && !stat->interrupted) {
		workload_run(&stat->workload, hw, min_u64(until_ns, now + SLICE_NS));
		now = hw->now_ns(hw);
		if (now >= until_ns)
			break;
		hw->window_close(hw);
		stat->interrupted = shell_interrupted(stat->measure.shell);
		if (hw->window_open(hw, window) != OUTCOME_OK)
			return false;
	}
	return true;
}

/* Runs a program that starts or stops the counters; *when is the middle of the time it took. */
static bool run_timed(struct stat *stat, const struct program *program, uint64_t *when)
{
	struct hw *hw = stat->measure.machine->hw;
	uint64_t before = hw->now_ns(hw);
	bool good = session_run(&stat->session, program);

	*when = before + (hw->now_ns(hw) - before) / 2;
	return good;
}

static bool count_interval(struct stat *stat, const struct window *window, uint64_t length_ns)
{
	struct session *session = &stat->session;
	uint64_t began;

	if (!session->active && !session_begin(session))
		return false;
	if (!run_timed(stat, stat->interval ? &session->resume : &session->start, &began))
		return false;
	if (!stat->interval)
		stat->start_ns = began;
	if (!pass_time(stat, window, began + length_ns))
		return false;
	if (!run_timed(stat, &session->freeze, &stat->end_ns))
		return false;
	stat->enabled_ns = stat->end_ns - began;
	return session_run(session, &session->read);
}

static bool is_cycles(const struct session_counter *counter)
{
	return counter->choice->event && counter->choice->event->flags & EVENT_CLOCK;
}

static void record_counter(struct stat *stat, unsigned index)
{
	const struct session_counter *counter = &stat->session.counters[index];
	uint64_t value = session_mended(counter, stat->session.slots[index], &stat->mended);
	char name[BOX_NAME_SIZE];
	struct count_record count = {
		.socket = counter->box.socket,
		.box = name,
		.event = counter->event,
		.value = (value - stat->previous[index]) & session_counter_mask(counter),
		.unit = is_cycles(counter) ? "cycles" : "events",
		.time_ns = stat->enabled_ns,
		.interval = stat->interval,
		.at_ns = stat->interval_ms ? stat->end_ns - stat->start_ns : 0,
	};

	box_name(&counter->box, name);
	stat->previous[index] = value;
	record_count(stat->measure.output, &count);
}

/* One interval in a window of its own: nothing is printed while interrupts are held back. */
static bool run_interval(struct stat *stat, uint64_t length_ns, bool last)
{
	struct hw *hw = stat->measure.machine->hw;
	struct window window = {.cpu = machine_bootstrap_cpu(stat->measure.machine)};
	bool good;

	if (hw->window_open(hw, &window) != OUTCOME_OK)
		return false;
	good = count_interval(stat, &window, length_ns);
	if (!good || last || stat->interrupted)
		session_end(&stat->session);
	hw->window_close(hw);
	for (unsigned i = 0; good && i < stat->session.counter_count; i++)
		record_counter(stat, i);
	stat->interval++;
	return good;
}

static void report(struct stat *stat, bool good)
{
	struct output *output = stat->measure.output;

	if (!session_report(&stat->session, output))
		return;
	if (!good)
		record_error(output, VERDICT_FAIL,
			     "interrupts cannot be held back: no usable local APIC");
	if (stat->mended)
		record_note(output, "%u values were put right by errata", stat->mended);
}

/* Each interval has its full length, however long the printing before it took. */
static void run_intervals(struct stat *stat)
{
	uint64_t left_ns = stat->total_ms * NS_PER_MS;
	uint64_t step_ns = stat->interval_ms ? stat->interval_ms * NS_PER_MS : left_ns;
	bool good = true;

	while (good && left_ns && !stat->interrupted) {
		uint64_t length_ns = min_u64(step_ns, left_ns);

		left_ns -= length_ns;
		good = run_interval(stat, length_ns, !left_ns);
		stat->interrupted |= shell_interrupted(stat->measure.shell);
	}
	session_end(&stat->session);
	report(stat, good);
}

/* ---- what is asked ------------------------------------------------------------------------------- */

static bool take_option(struct stat *stat, int letter, const char *value)
{
	struct measure *measure = &stat->measure;
	uint64_t socket;

	switch (letter) {
	case 'e': return measure_add_events(measure, slice_of(value));
	case 't': return measure_number(measure, letter, value, 1, LONGEST_MS, &stat->total_ms);
	case 'I': return measure_number(measure, letter, value, 1, LONGEST_MS, &stat->interval_ms);
	case 's':
		return measure_number(measure, letter, value, 0, UINT16_MAX, &socket) &&
		       measure_socket(measure, socket);
	case 'w':
		if (workload_start(&stat->workload, value, measure->machine->arena))
			return true;
		record_error(measure->output, VERDICT_ERROR,
			     "no workload %s: there are idle, spin and memory", value);
		return false;
	case 'M':
		record_error(measure->output, VERDICT_ERROR,
			     "%s: the table of the %s has no metrics", value,
			     measure->machine->processor->name);
		return false;
	default: return false;
	}
}

static bool take_options(struct stat *stat, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct measure *measure = &stat->measure;
	int letter;

	while ((letter = option_next(&options, "e:t:I:w:s:M:", measure->output)))
		if (!take_option(stat, letter, options.value))
			return false;
	if (!measure_no_operands(measure, &options))
		return false;
	if (measure->choice_count)
		return true;
	return measure_add_events(measure, slice_of(measure->machine->processor->default_events));
}

static void measure_counts(struct stat *stat)
{
	struct measure_plan plan = {.cpu = machine_bootstrap_cpu(stat->measure.machine)};

	if (!measure_compile(&stat->measure, &plan, &stat->session))
		return;
	stat->previous = arena_take(stat->measure.machine->arena, stat->session.counter_count,
				    sizeof(*stat->previous));
	if (stat->previous)
		run_intervals(stat);
	else
		record_error(stat->measure.output, VERDICT_ERROR, "out of memory");
}

static void run_stat(struct shell *shell, int argc, char **argv)
{
	struct stat stat = {.total_ms = DEFAULT_MS};

	if (measure_start(&stat.measure, shell, false) && take_options(&stat, argc, argv))
		measure_counts(&stat);
	measure_end(&stat.measure);
}

const struct command command_stat = {
	.name = "stat",
	.usage = "[-e EVENT[,EVENT...]]... [-t MS] [-I MS] [-w WORKLOAD] [-s SOCKET]",
	.summary = "count events for a while",
	.details =
		"  -e EVENT,...  what to count; may be given several times\n"
		"  -t MS         for how long (1000)\n"
		"  -I MS         print each interval of so many milliseconds\n"
		"  -w WORKLOAD   what this processor does meanwhile: idle (as it is if nothing is\n"
		"                given), spin (computes in registers), memory (walks through 8 "
		"MiB)\n"
		"  -s SOCKET     only this socket\n"
		"  -M METRIC     a ratio made of events, where the processor's table has any\n"
		"\n"
		"Counters are programmed from 0 and frozen before they are read; every register is "
		"put\n"
		"back as it was found. Examples:\n"
		"  stat\n"
		"  stat -e cbox*::LLC_MISSES:ALL -t 5000 -I 1000 -w memory\n",
	.run = run_stat,
};
