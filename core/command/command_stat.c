/* SPDX-License-Identifier: BSD-2-Clause */
/* stat: counts events for a while. */
#include "core/command/command.h"
#include "core/hardware/smi.h"
#include "core/hardware/workload.h"
#include "core/metric/metric_set.h"
#include "core/session/counts.h"
#include "core/session/synchronized.h"
#include "core/work/work.h"
#include "lib/memory.h"

#define NS_PER_MS   UINT64_C(1000000)
#define LONGEST_MS  86400000
#define DEFAULT_MS  1000
#define SLICE_NS    (100 * NS_PER_MS) /* between two looks at the keyboard */
#define TIMING_SAID 1000              /* timing is reported if its uncertainty exceeds this part of the time */

struct stat {
	struct measure measure;
	struct measure_parts parts;
	struct metric_set metrics;
	uint64_t shown;                     /* bit i: configuration i was requested, not only needed by a metric */
	struct synchronized *begins, *ends; /* of this interval, one for each socket */
	struct workload workload;
	struct work_request request; /* known work, which determines the time; kind NULL: none */
	struct work work;
	bool timed;   /* -t or -I was given */
	uint32_t cpu; /* does the work */
	uint64_t total_ms, interval_ms;
	uint64_t start_ns;                      /* of the measurement */
	struct counts *counts;                  /* of each part in this interval */
	uint32_t interval;                      /* number */
	uint64_t start_skew_ns, freeze_skew_ns; /* the largest so far */
	uint64_t *box_skews;                    /* of each part, in ticks: the largest so far */
	bool interrupted;
	bool all; /* every counter was requested */
};

/* ---- measuring ----------------------------------------------------------------------------------- */

/* A part of the workload, for the CPU that executes it. */
struct stretch {
	struct stat *stat;
	uint64_t until_ns;
};

static void stat_work(void *context)
{
	struct stretch *stretch = context;

	workload_run(&stretch->stat->workload, stretch->stat->measure.machine->hw, stretch->until_ns);
}

/* Reads counters that could otherwise wrap unnoticed. */
static bool keep_up(struct stat *stat, uint64_t now_ns)
{
	for (unsigned i = 0; i < stat->parts.count; i++)
		if (!counts_keep_up(&stat->counts[i], now_ns, false))
			return false;
	return true;
}

/* keep_up() between two parts of known work. */
static bool keep_up_at_work(void *context)
{
	struct stat *stat = context;
	struct hw *hw = stat->measure.machine->hw;

	return keep_up(stat, hw->now_ns(hw));
}

/* Works until the end of the interval. The window is closed for each look at the keyboard, which may need the firmware.
 * Counters continue. */
static bool pass_time(struct stat *stat, const struct window *window, uint64_t until_ns)
{
	struct hw *hw = stat->measure.machine->hw;
	uint64_t now = hw->now_ns(hw), asked_ns = now, slice_ns = SLICE_NS;

	for (unsigned i = 0; i < stat->parts.count; i++)
		slice_ns = min_u64(slice_ns, counts_soonest_ns(&stat->counts[i]));
	while (now < until_ns && !stat->interrupted) {
		struct stretch stretch = {stat, min_u64(until_ns, now + slice_ns)};

		if (hw_run_on(hw, stat->cpu, stat_work, &stretch) != OUTCOME_OK)
			return false;
		now = hw->now_ns(hw);
		if (now >= until_ns)
			break;
		if (!keep_up(stat, now))
			return false;
		if (now < asked_ns + SLICE_NS && slice_ns < SLICE_NS)
			continue;
		asked_ns = now;
		hw->window_close(hw);
		stat->interrupted = is_interrupted(&stat->measure.interruption);
		if (hw->window_open(hw, window) != OUTCOME_OK)
			return false;
	}
	return true;
}

static void end_sessions(struct stat *stat)
{
	for (unsigned i = 0; i < stat->parts.count; i++)
		session_end(&stat->parts.parts[i].session);
}

static bool freeze_all(struct stat *stat)
{
	unsigned count = stat->parts.count;

	for (unsigned i = 0; i < count; i++) {
		struct session *session = &stat->parts.parts[i].session;

		stat->ends[i] = (struct synchronized){session, &session->freeze, 0, 0, 0, false};
	}
	if (!synchronized_run(stat->ends, count))
		return false;
	stat->freeze_skew_ns = max_u64(stat->freeze_skew_ns, synchronized_skew_ns(stat->ends, count));
	for (unsigned i = 0; i < count; i++) {
		const struct session *session = &stat->parts.parts[i].session;
		struct session_skew skew;

		if (session_skew(session, session->slots, &skew))
			stat->box_skews[i] = max_u64(stat->box_skews[i], skew.ticks);
	}
	return true;
}

static bool ready_counts(struct stat *stat)
{
	for (unsigned i = 0; i < stat->parts.count; i++) {
		struct counts *counts = &stat->counts[i];

		if (!stat->interval)
			counts_from_first(counts);
		counts_clear(counts);
		if (!counts_clear_overflows(counts))
			return false;
	}
	return true;
}

/* Counts between two intervals, of counters that cannot be stopped, belong to neither. */
static bool set_off(struct stat *stat)
{
	unsigned count = stat->parts.count;

	for (unsigned i = 0; i < count; i++) {
		struct session *session = &stat->parts.parts[i].session;

		stat->begins[i] = (struct synchronized){
			session, stat->interval ? &session->resume : &session->start, 0, 0, 0, false};
	}
	if (!synchronized_run(stat->begins, count))
		return false;
	if (!stat->interval)
		stat->start_ns = stat->begins[0].when_ns;
	stat->start_skew_ns = max_u64(stat->start_skew_ns, synchronized_skew_ns(stat->begins, count));
	for (unsigned i = 0; i < count; i++) {
		counts_resume(&stat->counts[i], stat->begins[i].when_ns);
		if (stat->interval && !counts_pass_free(&stat->counts[i]))
			return false;
	}
	return true;
}

/* Frames counters that cannot be stopped: their windows begin before the others' and end after them. */
static bool frame_all(struct stat *stat, enum session_edge edge)
{
	bool all = false;

	for (unsigned p = 0; p < stat->parts.count; p++)
		session_order(&stat->parts.parts[p].session, edge);
	while (!all) {
		all = true;
		for (unsigned p = 0; p < stat->parts.count; p++) {
			bool done;

			if (!session_look(&stat->parts.parts[p].session, &done))
				return false;
			all = all && done;
		}
	}
	for (unsigned p = 0; p < stat->parts.count; p++)
		counts_take_framed(&stat->counts[p], edge);
	return true;
}

/* One interval: starts the counters, does the work or passes the given time, then freezes and reads them. */
static bool count_interval(struct stat *stat, const struct window *window, uint64_t length_ns)
{
	unsigned parts = stat->parts.count;
	uint64_t lead_ns = parts > 1 ? MOMENT_LEAD_NS : 0;
	bool known_work = stat->request.kind, done;

	for (unsigned i = 0; i < parts; i++) {
		struct session *session = &stat->parts.parts[i].session;

		if (!session->active && !session_begin(session))
			return false;
	}
	if (known_work && !work_ready(&stat->work))
		return false;
	if (!ready_counts(stat) || !frame_all(stat, SESSION_BEGINS) || !set_off(stat))
		return false;

	if (known_work)
		done = work_do(&stat->work, stat->request.amount);
	else
		done = pass_time(stat, window, stat->begins[0].when_ns + length_ns - lead_ns);
	if (!done || !freeze_all(stat))
		return false;
	for (unsigned i = 0; i < parts; i++)
		if (!counts_read(&stat->counts[i], stat->ends[i].when_ns))
			return false;
	if (!frame_all(stat, SESSION_ENDS))
		return false;
	for (unsigned i = 0; i < parts; i++)
		counts_pause(&stat->counts[i], stat->ends[i].when_ns);
	return true;
}

/* ---- reporting ------------------------------------------------------------------------------------- */

static const char *unit_of(const struct session_counter *counter)
{
	const struct posting *posting = event_posting(counter->config);

	if (posting && posting->unit)
		return posting->unit;
	return counter->config->event && counter->config->event->flags & EVENT_CLOCK ? "cycles" : "events";
}

static uint64_t end_of_interval(const struct stat *stat)
{
	return stat->interval_ms ? stat->ends[0].when_ns - stat->start_ns : 0;
}

static uint64_t time_of(const struct stat *stat, unsigned part, const struct session_counter *counter)
{
	return counter->framed ? counter->window_ns : stat->ends[part].when_ns - stat->begins[part].when_ns;
}

/* True if the count is reliable; else reports why not. */
static bool believe(const struct stat *stat, const struct counts *counts, unsigned index)
{
	const struct session_counter *counter = &counts->session->counters[index];
	const char *distrust = counts_distrust(counts, index);
	char name[BOX_NAME_SIZE];

	if (!distrust)
		return true;
	box_name(&counter->box, name);
	record_error(stat->measure.output, VERDICT_ERROR, "%s of socket %u: do not trust %s: %s", name,
		     counter->box.socket, counter->event, distrust);
	return false;
}

static void record_counter(struct stat *stat, unsigned part, unsigned index)
{
	const struct counts *counts = &stat->counts[part];
	const struct session_counter *counter = &stat->parts.parts[part].session.counters[index];
	char name[BOX_NAME_SIZE];
	struct count_record count = {
		.socket = counter->box.socket,
		.box = name,
		.event = counter->event,
		.value = counts->values[index],
		.modulo = counts->modulo[index],
		.unit = unit_of(counter),
		.cpu = counter->box.cpu,
		.time_ns = time_of(stat, part, counter),
		.interval = stat->interval,
		.at_ns = end_of_interval(stat),
		.framed = counter->framed,
		.postings = counter->postings,
		.within_ns = counter->within_ns,
	};

	box_name(&counter->box, name);
	record_count(stat->measure.output, &count);
}

/* Sum of an event over all sockets. */
struct total {
	const struct session_counter *counter; /* one of the counters in the sum */
	uint16_t sockets;
	uint64_t value, modulo;
};

static void record_total(struct stat *stat, const struct total *total)
{
	const struct event_config *config = total->counter->config;
	char event_bytes[192], box_bytes[BOX_NAME_SIZE + 1];
	struct text event = TEXT_OVER(event_bytes), box = TEXT_OVER(box_bytes);
	struct count_record count = {
		.sockets = total->sockets,
		.box = box.at,
		.event = event.at,
		.value = total->value,
		.modulo = total->modulo,
		.unit = unit_of(total->counter),
		.time_ns = time_of(stat, 0, total->counter),
		.interval = stat->interval,
		.at_ns = end_of_interval(stat),
		.counted = measure_boxes(&stat->measure, config, -1),
	};

	if ((config->instance != EVENT_EVERY_INSTANCE || config->type->instances == 1) &&
	    config->type->scope == BOX_OF_SOCKET) {
		box_name(&total->counter->box, box_bytes);
		event_canonical(config, total->counter->box.instance, &event);
	} else {
		text_format(&box, "%s*", config->type->name);
		event_canonical(config, EVENT_EVERY_INSTANCE, &event);
	}
	record_count(stat->measure.output, &count);
}

static void add_to_total(struct total *total, const struct counts *counts, unsigned index)
{
	const struct session_counter *counter = &counts->session->counters[index];

	if (!total->counter || total->counter->box.socket != counter->box.socket)
		total->sockets++;
	total->counter = counter;
	total->value += counts->values[index];
	if (counts->modulo[index] && (!total->modulo || counts->modulo[index] < total->modulo))
		total->modulo = counts->modulo[index];
}

/* Scales posted counters. */
static void scale_counts(struct stat *stat)
{
	for (unsigned p = 0; p < stat->parts.count; p++)
		for (unsigned i = 0; i < stat->counts[p].session->counter_count; i++)
			stat->counts[p].values[i] =
				session_scaled(&stat->counts[p].session->counters[i], stat->counts[p].values[i]);
}

static void record_counts(struct stat *stat)
{
	struct total totals[SCHEDULE_CONFIGS] = {{0}};

	for (unsigned p = 0; p < stat->parts.count; p++) {
		const struct session *session = &stat->parts.parts[p].session;

		for (unsigned i = 0; i < session->counter_count; i++) {
			const struct session_counter *counter = &session->counters[i];
			size_t config = (size_t)(counter->config - stat->measure.configs);

			if (!believe(stat, &stat->counts[p], i) || !(stat->shown & BIT(config)))
				continue;
			record_counter(stat, p, i);
			add_to_total(&totals[config], &stat->counts[p], i);
		}
	}
	for (unsigned c = 0; c < stat->measure.config_count; c++)
		if (totals[c].sockets > 1)
			record_total(stat, &totals[c]);
}

static void record_metrics(struct stat *stat)
{
	for (unsigned p = 0; p < stat->parts.count; p++) {
		struct metric_reading moment = {
			.counts = &stat->counts[p],
			.time_ns = stat->ends[p].when_ns - stat->begins[p].when_ns,
			.interval = stat->interval,
			.at_ns = end_of_interval(stat),
		};

		metrics_record(&stat->metrics, &moment);
	}
}

/* If a CPU is delayed while it starts or stops counters, by another CPU or an SMI, they count for a time other than the
 * clock shows. */
static void record_timings(struct stat *stat)
{
	for (unsigned p = 0; p < stat->parts.count; p++) {
		const struct synchronized *begin = &stat->begins[p], *end = &stat->ends[p];
		const struct timing_record timing = {
			.socket = session_socket(&stat->parts.parts[p].session),
			.time_ns = end->when_ns - begin->when_ns,
			.within_ns = begin->took_ns / 2 + end->took_ns / 2,
			.interval = stat->interval,
			.at_ns = end_of_interval(stat),
		};

		if (timing.within_ns > timing.time_ns / TIMING_SAID)
			record_timing(stat->measure.output, &timing);
	}
}

/* Each interval has its own window: nothing is printed while interrupts are deferred. */
static bool run_interval(struct stat *stat, uint64_t length_ns, bool last)
{
	struct hw *hw = stat->measure.machine->hw;
	struct window window = {.cpu = machine_bootstrap_cpu(stat->measure.machine)};
	const struct smi_watch smis = smi_watch_start(stat->measure.machine, window.cpu);
	bool good;

	if (hw->window_open(hw, &window) != OUTCOME_OK)
		return false;
	good = count_interval(stat, &window, length_ns);
	if (!good || last || stat->interrupted)
		end_sessions(stat);
	hw->window_close(hw);
	if (good) {
		scale_counts(stat);
		record_counts(stat);
		record_metrics(stat);
		record_timings(stat);
		record_smis(stat->measure.output, window.cpu, smi_watch_count(&smis), stat->interval,
			    end_of_interval(stat));
	}
	stat->interval++;
	return good;
}

/* Reports the skew of boxes that are frozen one by one. */
static void report_box_skew(const struct stat *stat, unsigned part)
{
	const struct session *session = &stat->parts.parts[part].session;
	struct session_skew skew;
	struct record record;

	if (!session_skew(session, session->slots, &skew))
		return;
	record_begin(&record, stat->measure.output, "box_skew");
	record_u64(&record, "socket", session_socket(session));
	record_u64(&record, "boxes", skew.boxes);
	record_u64(&record, "freeze_ns", machine_ticks_ns(session->machine, stat->box_skews[part]));
	record_end(&record);
}

static void report_interval_counts(struct stat *stat, bool good)
{
	struct output *output = stat->measure.output;
	struct record record;
	uint32_t corrected = 0;
	bool sound = true;

	for (unsigned i = 0; i < stat->parts.count; i++)
		corrected += stat->counts[i].corrected;
	for (unsigned i = 0; i < stat->parts.count; i++)
		sound = session_report(&stat->parts.parts[i].session, output) && sound;
	if (!sound)
		return;
	if (!good)
		record_error(output, VERDICT_FAIL, "interrupts cannot be deferred: no usable local APIC");
	metrics_report(&stat->metrics);
	if (corrected)
		record_note(output, "%u values were corrected for errata", corrected);
	if (good && stat->parts.count > 1) {
		record_begin(&record, output, "skew");
		record_u64(&record, "sockets", stat->parts.count);
		record_u64(&record, "start_ns", stat->start_skew_ns);
		record_u64(&record, "freeze_ns", stat->freeze_skew_ns);
		record_end(&record);
	}
	for (unsigned i = 0; good && i < stat->parts.count; i++)
		report_box_skew(stat, i);
	if (good && stat->all)
		measure_say_snapshot(&stat->measure, &stat->parts);
}

/* Known work is a single interval. */
static void run_known_work(struct stat *stat)
{
	struct output *output = stat->measure.output;
	char bytes[160];
	struct text why = TEXT_OVER(bytes);
	bool good;

	stat->request.cpu = stat->cpu;
	if (!work_begin(&stat->work, stat->measure.machine, &stat->request, &why)) {
		record_error(output, VERDICT_ERROR, "%s", why.at);
		work_end(&stat->work);
		return;
	}
	stat->work.between = keep_up_at_work;
	stat->work.context = stat;
	good = run_interval(stat, 0, true);
	end_sessions(stat);
	work_end(&stat->work);
	if (good)
		work_record(&stat->work, output);
	report_interval_counts(stat, good);
}

/* Each interval has its full length, however long the output before it took. */
static void run_intervals(struct stat *stat)
{
	uint64_t left_ns = stat->total_ms * NS_PER_MS;
	uint64_t step_ns = stat->interval_ms ? stat->interval_ms * NS_PER_MS : left_ns;
	bool good = true;

	while (good && left_ns && !stat->interrupted) {
		uint64_t length_ns = min_u64(step_ns, left_ns);

		left_ns -= length_ns;
		good = run_interval(stat, length_ns, !left_ns);
		stat->interrupted |= is_interrupted(&stat->measure.interruption);
	}
	end_sessions(stat);
	report_interval_counts(stat, good);
}

/* ---- the command --------------------------------------------------------------------------------- */

/* Marks counts of the added events to be shown. */
static bool show_from(struct stat *stat, unsigned first, bool added)
{
	for (unsigned i = first; added && i < stat->measure.config_count; i++)
		stat->shown |= BIT(i);
	return added;
}

/* Takes a workload, or known work. */
static bool take_work(struct stat *stat, const char *value)
{
	char bytes[256];
	struct text why = TEXT_OVER(bytes);

	stat->request.kind = NULL;
	if (workload_start(&stat->workload, value, stat->measure.machine->arena) ||
	    work_parse(slice_of(value), &stat->request, &why))
		return true;
	record_error(stat->measure.output, VERDICT_ERROR, "%s%s", why.at,
		     stat->request.kind ? "" : "; or, for the time of -t: idle, spin, memory");
	return false;
}

static bool take_option(struct stat *stat, int letter, const char *value)
{
	struct measure *measure = &stat->measure;
	unsigned first = measure->config_count;
	uint64_t number;

	switch (letter) {
	case 'e': return show_from(stat, first, measure_add_events(measure, slice_of(value)));
	case 'a': stat->all = true; return show_from(stat, first, measure_add_full(measure));
	case 't': stat->timed = true; return measure_number(measure, letter, value, 1, LONGEST_MS, &stat->total_ms);
	case 'I': stat->timed = true; return measure_number(measure, letter, value, 1, LONGEST_MS, &stat->interval_ms);
	case 's':
		return measure_number(measure, letter, value, 0, UINT16_MAX, &number) &&
		       measure_socket(measure, number);
	case 'C':
		if (!measure_number(measure, letter, value, 0, UINT16_MAX, &number) || !measure_cpu(measure, number))
			return false;
		stat->cpu = (uint32_t)number;
		return true;
	case 'w': return take_work(stat, value);
	case 'M': return metrics_add(&stat->metrics, slice_of(value));
	default: return false;
	}
}

static bool take_options(struct stat *stat, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct measure *measure = &stat->measure;
	int letter;

	while ((letter = option_next(&options, "ae:t:I:w:s:C:M:", measure->output)))
		if (!take_option(stat, letter, options.value))
			return false;
	if (!options_took_all(&options, measure->output))
		return false;
	if (stat->request.kind && stat->timed) {
		record_error(measure->output, VERDICT_ERROR,
			     "-w %s ends when its work is done: it does not go with -t or -I",
			     stat->request.kind->name);
		return false;
	}
	if (measure->config_count)
		return true;
	return show_from(stat, 0, measure_add_own(measure, measure->machine->processor->default_events));
}

static bool stat_take_memory(struct stat *stat)
{
	struct arena *arena = stat->measure.machine->arena;
	unsigned count = stat->parts.count;
	bool good;

	stat->counts = arena_take(arena, count, sizeof(*stat->counts));
	stat->begins = arena_take(arena, count, sizeof(*stat->begins));
	stat->ends = arena_take(arena, count, sizeof(*stat->ends));
	stat->box_skews = arena_take(arena, count, sizeof(*stat->box_skews));
	good = stat->counts && stat->begins && stat->ends && stat->box_skews;
	for (unsigned i = 0; good && i < count; i++)
		good = counts_init(&stat->counts[i], &stat->parts.parts[i].session, NULL);
	return good;
}

static void measure_counts(struct stat *stat)
{
	struct measure_plan plan = {.cpu = machine_bootstrap_cpu(stat->measure.machine)};

	if (!measure_compile_parts(&stat->measure, &plan, &stat->parts)) {
		if (stat->metrics.count > 1)
			record_note(stat->measure.output, "metrics may compete for counters: try one at a time");
		return;
	}
	if (!stat_take_memory(stat))
		record_error(stat->measure.output, VERDICT_ERROR, "out of memory");
	else if (stat->request.kind)
		run_known_work(stat);
	else
		run_intervals(stat);
}

static void run_stat(struct shell *shell, int argc, char **argv)
{
	struct stat stat = {.total_ms = DEFAULT_MS,
			    .metrics = {.measure = &stat.measure},
			    .cpu = machine_bootstrap_cpu(shell->machine)};
	bool good = measure_start(&stat.measure, shell->machine, shell->output, false);

	stat.measure.interruption = (struct interruption){shell_interrupted, shell};
	if (good && take_options(&stat, argc, argv))
		measure_counts(&stat);
	measure_end(&stat.measure);
}

const struct command command_stat = {
	.name = "stat",
	.usage =
		"[-e EVENT[,EVENT...]]... [-a] [-M METRIC[,METRIC...]]... [-t MS] [-I MS] [-w WORKLOAD] [-s SOCKET] [-C CPU]",
	.summary = "count events for a while",
	.details = "  -e EVENT,...  events to count; may be given several times\n"
		   "  -a            count an event on every counter, and show what reading all of them costs\n"
		   "  -t MS         time to count (1000)\n"
		   "  -I MS         print counts each interval of MS milliseconds\n"
		   "  -w WORKLOAD   what this CPU does meanwhile: idle (default), spin (computes in\n"
		   "                registers), memory (walks through 8 MiB); or known work, KIND[:AMOUNT]\n"
		   "                (help work), done once while counters count: read:1000 (lines),\n"
		   "                read:64M (bytes)\n"
		   "  -s SOCKET     only this socket; default: all sockets, and their total\n"
		   "  -C CPU        the CPU that does the work; of the boxes of cores and threads, only its\n"
		   "                own count\n"
		   "  -M METRIC,... values computed from several events (list -m shows all); the events needed\n"
		   "                are counted, and shown only if -e names them\n"
		   "\n"
		   "Counters start at 0 and are frozen before they are read; every register is put back as\n"
		   "it was found. Examples:\n"
		   "  stat\n"
		   "  stat -e cbox*::LLC_MISSES:ALL -t 5000 -I 1000 -w memory\n"
		   "  stat -e imc*::UNC_M_CAS_COUNT:RD -w read:64M\n",
	.next = "list                 what else can be counted; list -m for metrics\n"
		"record -e EVENT      when it happens\n",
	.of_machine = true,
	.run = run_stat,
};
