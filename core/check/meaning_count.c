/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/check/meaning_counting.h"

#include "core/hardware/bus.h"
#include "core/hardware/buses.h"
#include "core/hardware/smi.h"
#include "lib/memory.h"
#include "lib/text.h"

#define SOCKETS_MOST  16
#define IDLE_SLICE_NS UINT64_C(1000000000)

const uint8_t meaning_times[MEANING_AMOUNTS] = {[MEANING_ONE] = 1, [MEANING_TWO] = 2, [MEANING_FOUR] = 4};

const char meaning_no_quiet[] = "the prefetchers cannot be switched off (MSR 0x1a4)";

/* The work of each row's `work`. */
static const struct {
	const struct work_kind *kind;
	uint8_t home; /* enum work_home */
} works[MEANING_WORKS] = {
	[MEANING_READ] = {&work_read, WORK_OWN},           [MEANING_WRITE] = {&work_write, WORK_OWN},
	[MEANING_REMOTE] = {&work_remote, WORK_OTHER},     [MEANING_ALONE_READ] = {&work_read, WORK_ALONE},
	[MEANING_ALONE_WRITE] = {&work_write, WORK_ALONE},
};

uint16_t meaning_home(const struct work *work)
{
	return work->home == MEMORY_ALONE ? work->machine->cpus[work->cpu].socket : work->home;
}

/* ---- stopping --------------------------------------------------------------------------------------------------- */

/* Only the first error is kept. */
static void stop_with(struct counting *counting, const char *format, const char *of, const char *what)
{
	struct text text;

	if (counting->quiet || counting->counted->broken)
		return;
	text = text_over(counting->report->message, sizeof(counting->report->message));
	text_format(&text, format, of, what);
	counting->counted->broken = true;
}

/* Like stop_with(), but the check is skipped instead of failed. */
static void give_up(struct counting *counting, const char *format, const char *of, const char *what)
{
	if (counting->quiet || counting->counted->broken)
		return;
	stop_with(counting, format, of, what);
	counting->report->skipped = counting->report->message;
}

/* ---- nodes in filters ------------------------------------------------------------------------------------------ */

#define NODES      8
#define EVENT_MOST 160

/* Node bits for a word: the node whose memory is used, or all others. */
static bool node_mask(const struct counting *counting, struct slice word, uint64_t *mask)
{
	const uint16_t home = meaning_home(&counting->report->work);
	uint32_t node;

	if (home == MEMORY_OF_SEVERAL || !buses_node(counting->machine, home, &node) || node >= NODES)
		return false;
	*mask = slice_is(word, "{home}") ? BIT(node) : MASK(0, NODES) & ~BIT(node);
	return true;
}

/* Replaces words in braces by this machine's values. Returns false if a value is unknown. */
static bool spell_event(const struct counting *counting, struct slice string, struct text *text)
{
	for (size_t i = 0; i < string.length; i++) {
		struct slice word = {string.at + i, 0};
		uint64_t mask;

		if (string.at[i] != '{') {
			text_char(text, string.at[i]);
			continue;
		}
		while (i + word.length < string.length && string.at[i + word.length++] != '}')
			;
		if (!node_mask(counting, word, &mask))
			return false;
		text_format(text, "0x%llx", (unsigned long long)mask);
		i += word.length - 1;
	}
	return true;
}

static bool can_spell(const struct counting *counting, struct slice string)
{
	char bytes[EVENT_MOST];
	struct text text = TEXT_OVER(bytes);

	return spell_event(counting, string, &text);
}

int counting_add(struct counting *counting, struct slice string)
{
	unsigned i = 0;
	char bytes[EVENT_MOST];
	struct text text = TEXT_OVER(bytes);
	struct diagnostic diagnostic;

	for (; i < counting->config_count; i++)
		if (counting->strings[i].length == string.length &&
		    !memcmp(counting->strings[i].at, string.at, string.length))
			return (int)i;
	if (i == SCHEDULE_CONFIGS || !spell_event(counting, string, &text) ||
	    !event_parse(counting->machine->processor, slice_of(text.at), &counting->configs[i], &diagnostic)) {
		stop_with(counting, "%s: %s", string.at, "this processor does not have the table's event");
		return -1;
	}
	counting->strings[i] = string;
	counting->config_count++;
	return (int)i;
}

void counting_add_row(struct counting *counting, unsigned row)
{
	struct slice rest = slice_of(counting->report->results[row].row->events);

	if (!can_spell(counting, rest))
		return;
	while (rest.at) {
		int config = counting_add(counting, event_list_cut(&rest));

		if (config >= 0)
			counting->rows[config] |= BIT(row);
	}
}

static bool is_law_of(const struct counting *counting, const struct meaning_law *law)
{
	return law->work == counting->request->work && law->run == counting->run;
}

static bool takes_part(const struct work *work, uint16_t socket)
{
	uint16_t home = meaning_home(work);

	return socket == work->machine->cpus[work->cpu].socket || socket == home || home == MEMORY_OF_SEVERAL;
}

bool counting_row_counts(const struct counting *counting, unsigned row, uint16_t socket)
{
	const struct work *work = &counting->report->work;
	uint16_t home = meaning_home(work);

	if (counting->report->results[row].row->side == MEANING_HERE)
		return socket == work->machine->cpus[work->cpu].socket;
	return home == MEMORY_OF_SEVERAL || socket == home;
}

/* ---- sessions ----------------------------------------------------------------------------------------------------- */

/* True if the socket has a box for any of the events. */
static bool any_box(const struct counting *counting, uint16_t socket)
{
	for (unsigned i = 0; i < counting->machine->box_count; i++) {
		const struct machine_box *box = &counting->machine->boxes[i];

		for (unsigned c = 0; c < counting->config_count; c++)
			if (box->box.socket == socket && box->state == BOX_FOUND &&
			    schedule_wants(&counting->configs[c], &box->box))
				return true;
	}
	return false;
}

static bool compile_socket(struct counting *counting, uint16_t socket)
{
	char bytes[160];
	struct text why = TEXT_OVER(bytes);
	struct schedule schedule;
	struct session *session = &counting->sessions[counting->session_count];
	struct schedule_request wanted = {.machine = counting->machine,
					  .configs = counting->configs,
					  .config_count = counting->config_count,
					  .sockets = BIT(socket),
					  .cpu = (uint16_t)(counting->report->work.cpu + 1)};
	struct session_request request = {
		.machine = counting->machine, .configs = counting->configs, .schedule = &schedule};

	if (!schedule_make(&wanted, &schedule, &why) || !session_compile(session, &request, &why)) {
		give_up(counting, "%s: %s", "the table's events cannot be counted together", why.at);
		return false;
	}
	if (!session->counter_count)
		return true;
	if (!counts_init(&counting->counts[counting->session_count], session, NULL)) {
		give_up(counting, "%s%s", "out of memory", "");
		return false;
	}
	counting->session_count++;
	return true;
}

static void find_lacking_rows(struct counting *counting)
{
	for (unsigned i = 0; i < counting->machine->box_count; i++) {
		const struct machine_box *place = &counting->machine->boxes[i];

		/* Only boxes that may count lines but cannot be read leave rows lacking. */
		if (place->state == BOX_FOUND || place->excused)
			continue;
		for (unsigned c = 0; c < counting->config_count; c++)
			for (unsigned r = 0; r < counting->report->count; r++)
				if (counting->rows[c] & BIT(r) && schedule_wants(&counting->configs[c], &place->box) &&
				    counting_row_counts(counting, r, place->box.socket))
					counting->counted->lacking |= (uint32_t)BIT(r);
	}
}

static bool compile_sockets(struct counting *counting)
{
	unsigned sockets = (unsigned)min_u64(counting->machine->socket_count, SOCKETS_MOST);

	for (unsigned s = 0; s < sockets; s++)
		if (takes_part(&counting->report->work, s) && any_box(counting, s) && !compile_socket(counting, s))
			return false;
	return true;
}

static bool run_all(struct counting *counting, struct synchronized *moments, bool ends)
{
	for (unsigned i = 0; i < counting->session_count; i++) {
		struct session *session = &counting->sessions[i];
		const struct program *program = counting->started ? &session->resume : &session->start;

		moments[i] = (struct synchronized){.session = session, .program = ends ? &session->freeze : program};
	}
	return synchronized_run(moments, counting->session_count);
}

static bool read_counts(struct counting *counting)
{
	for (unsigned s = 0; s < counting->session_count; s++) {
		struct counts *counts = &counting->counts[s];

		if (!counts_read(counts, counting->ends[s].when_ns))
			return false;
		counts_pause(counts, counting->ends[s].when_ns);
		for (unsigned i = 0; i < counts->session->counter_count; i++) {
			const struct session_counter *counter = &counts->session->counters[i];

			if (counts->modulo[i])
				give_up(counting, "%s was read too late%s", counter->name, "");
			if (counter->distrust)
				give_up(counting, "%s: %s", counter->name, counter->distrust);
		}
	}
	return true;
}

/* Runs between two parts of the work. */
static bool keep_up(void *context)
{
	struct counting *counting = context;
	struct hw *hw = counting->machine->hw;
	const uint64_t now_ns = hw->now_ns(hw);

	for (unsigned s = 0; s < counting->session_count; s++)
		if (!counts_keep_up(&counting->counts[s], now_ns, false))
			return false;
	return true;
}

/* ---- laws ------------------------------------------------------------------------------------------------------------- */

bool counting_same_box(const struct box *a, const struct box *b)
{
	return a->type == b->type && a->instance == b->instance && a->cpu == b->cpu;
}

/* Finds a configuration's count in a box; false if it has no counter there. */
static bool count_of(const struct counting *counting, const struct session *session, const uint64_t *counts,
		     const struct box *box, const char *string, uint64_t *count)
{
	for (unsigned i = 0; i < session->counter_count; i++) {
		size_t config = (size_t)(session->counters[i].config - counting->configs);

		if (slice_is(counting->strings[config], string) && counting_same_box(&session->counters[i].box, box)) {
			*count = counts[i];
			return true;
		}
	}
	return false;
}

static void break_law(struct counting *counting, const struct meaning_law *law, const struct session_counter *whole,
		      const uint64_t told[2])
{
	struct text text;

	if (counting->counted->broken)
		return;
	text = text_over(counting->report->message, sizeof(counting->report->message));
	text_format(&text, "%s counts %llu where", whole->event, (unsigned long long)told[0]);
	for (unsigned i = 0; i < MEANING_PARTS && law->parts[i]; i++)
		text_format(&text, "%s %s", i ? " and" : "", law->parts[i]);
	text_format(&text, " come to %llu (%s%s)", (unsigned long long)told[1],
		    meaning_of_whom(counting->request->meanings, law), law->source);
	counting->report->broken = whole->box;
	counting->counted->broken = true;
}

static void check_law(struct counting *counting, const struct meaning_law *law, const struct session *session,
		      const uint64_t *counts)
{
	for (unsigned i = 0; i < session->counter_count; i++) {
		const struct session_counter *whole = &session->counters[i];
		size_t config = (size_t)(whole->config - counting->configs);
		uint64_t told[2] = {counts[i], 0}, part;
		bool all = slice_is(counting->strings[config], law->whole);

		for (unsigned p = 0; p < MEANING_PARTS && law->parts[p] && all; p++) {
			all = count_of(counting, session, counts, &whole->box, law->parts[p], &part);
			told[1] += all ? part : 0;
		}
		if (all && told[0] != told[1])
			break_law(counting, law, whole, told);
	}
}

/* ---- counting ------------------------------------------------------------------------------------------------------------ */

/* Adds up the counters of each box. */
static void add_to_box(struct meaning_counts *counts, const struct box *box, uint64_t count)
{
	unsigned i = 0;

	while (i < counts->box_count &&
	       !(counting_same_box(&counts->boxes[i].box, box) && counts->boxes[i].box.socket == box->socket))
		i++;
	if (i == MEANING_BOXES)
		return;
	if (i == counts->box_count)
		counts->boxes[counts->box_count++] = (struct meaning_box){.box = *box};
	counts->boxes[i].count += count;
}

static void forget_boxes(const struct counting *counting, enum meaning_amount amount)
{
	for (unsigned r = 0; r < counting->report->count; r++) {
		struct meaning_counts *counts = &counting->counted->counts[r];

		if (counting->report->results[r].row->run != counting->run)
			continue;
		counts->counters = 0;
		counts->box_count = amount == MEANING_FOUR ? 0 : counts->box_count;
	}
}

static void add_counts(struct counting *counting, unsigned repeat, enum meaning_amount amount, uint64_t time_ns)
{
	forget_boxes(counting, amount);
	for (unsigned s = 0; s < counting->session_count; s++) {
		const struct session *session = &counting->sessions[s];

		for (unsigned i = 0; i < session->counter_count; i++) {
			const uint64_t count = counting->counts[s].values[i];
			uint32_t rows = counting->rows[session->counters[i].config - counting->configs];

			for (unsigned r = 0; r < counting->report->count; r++) {
				struct meaning_counts *counts = &counting->counted->counts[r];

				if (!(rows & BIT(r)) || !counting_row_counts(counting, r, session_socket(session)))
					continue;
				counts->points[repeat][amount].count += count;
				counts->points[repeat][amount].time_ns = time_ns;
				counts->counters++;
				if (amount == MEANING_FOUR)
					add_to_box(counts, &session->counters[i].box, count);
			}
		}
	}
}

/* Counts at least as long without work as the largest amount took. */
static bool do_amount(struct counting *counting, enum meaning_amount amount, uint64_t longest_ns)
{
	struct hw *hw = counting->machine->hw;
	uint64_t end_ns;

	for (unsigned s = 0; s < counting->session_count; s++) {
		counts_clear(&counting->counts[s]);
		counts_resume(&counting->counts[s], counting->begins[s].when_ns);
	}
	counting->report->work.between = keep_up;
	counting->report->work.context = counting;
	if (!work_do(&counting->report->work, counting->request->lines * meaning_times[amount]))
		return false;
	end_ns = hw->now_ns(hw) + (amount == MEANING_IDLE_LONG ? longest_ns : 0);
	while (hw->now_ns(hw) < end_ns) {
		hw->wait(hw, min_u64(end_ns, hw->now_ns(hw) + IDLE_SLICE_NS));
		if (!keep_up(counting))
			return false;
	}
	return true;
}

bool counting_window(struct counting *counting, enum meaning_amount amount, uint64_t longest_ns, uint64_t *time_ns)
{
	if (!work_ready(&counting->report->work) || !run_all(counting, counting->begins, false))
		return false;
	counting->started = true;
	if (!do_amount(counting, amount, longest_ns) || !run_all(counting, counting->ends, true) ||
	    !read_counts(counting))
		return false;
	*time_ns = counting->ends[0].when_ns - counting->begins[0].when_ns;
	return true;
}

static bool count_amount(struct counting *counting, unsigned repeat, enum meaning_amount amount, uint64_t *longest_ns)
{
	uint64_t time_ns;
	const struct meaning_law *law;

	if (!counting_window(counting, amount, *longest_ns, &time_ns))
		return false;
	*longest_ns = max_u64(*longest_ns, amount == MEANING_FOUR ? time_ns : 0);
	add_counts(counting, repeat, amount, time_ns);
	for (unsigned s = 0; s < counting->session_count; s++)
		for (unsigned i = 0; (law = meaning_law(counting->request->meanings, i)); i++)
			if (is_law_of(counting, law))
				check_law(counting, law, &counting->sessions[s], counting->counts[s].values);
	return true;
}

/* True if background traffic is too high to judge any row of this run. */
static bool is_loud(const struct counting *counting)
{
	bool any = false;

	for (unsigned r = 0; r < counting->report->count; r++) {
		const struct meaning_counts *counts = &counting->counted->counts[r];

		if (counting->report->results[r].row->run != counting->run ||
		    counting->report->results[r].row->kind != MEANING_SUM || !counts->counters)
			continue;
		any = true;
		if (counts->points[0][MEANING_IDLE_LONG].count <= counting->request->lines / 8)
			return false;
	}
	return any;
}

/* Looks before the work. With one repeat, work that could not be judged is not done. */
static bool look_first(struct counting *counting, bool *loud)
{
	uint64_t length_ns = LOOK_NS;
	bool good = count_amount(counting, 0, MEANING_IDLE_LONG, &length_ns);

	*loud = is_loud(counting);
	for (unsigned r = 0; r < counting->report->count; r++)
		if (counting->report->results[r].row->run == counting->run)
			memset(&counting->counted->counts[r].points[0][MEANING_IDLE_LONG], 0,
			       sizeof(struct meaning_point));
	return good;
}

static bool count_amounts(struct counting *counting)
{
	static const uint8_t order[] = {MEANING_FOUR, MEANING_ONE, MEANING_TWO, MEANING_IDLE, MEANING_IDLE_LONG};
	bool good = true, loud = false;

	if (counting->report->repeats == 1)
		good = look_first(counting, &loud);
	if (loud) {
		counting->counted->loud |= BIT(counting->run);
		return good;
	}
	for (unsigned r = 0; r < counting->report->repeats && good; r++) {
		uint64_t longest_ns = 0;

		for (unsigned i = 0; i < ARRAY_SIZE(order) && good; i++)
			good = count_amount(counting, r, (enum meaning_amount)order[i], &longest_ns);
	}
	return good;
}

static void say_stop(struct counting *counting, const struct session *session)
{
	const struct program *program = session->trouble_program;

	if (!program->overflowed && !counting->counted->broken) {
		counting->report->stopped_at = program->operations[session->trouble.stopped_at].where;
		counting->report->outcome = (uint8_t)session->trouble.outcome;
		counting->report->got = session->trouble.got;
	}
	stop_with(counting, "the program `%s` of the counts stopped: %s", program->name,
		  outcome_name(session->trouble.outcome));
}

static void count_in_window(struct counting *counting, bool (*windows)(struct counting *))
{
	struct hw *hw = counting->machine->hw;
	struct window window = {.cpu = machine_bootstrap_cpu(counting->machine)};
	bool good = hw->window_open(hw, &window) == OUTCOME_OK;

	if (!good) {
		give_up(counting, "%s%s", "interrupts cannot be deferred", "");
		return;
	}
	for (unsigned s = 0; s < counting->session_count; s++) {
		good = good && session_begin(&counting->sessions[s]);
		counts_from_first(&counting->counts[s]);
	}
	good = good && windows(counting);
	for (unsigned s = 0; s < counting->session_count; s++)
		session_end(&counting->sessions[s]);
	hw->window_close(hw);
	if (!good) {
		for (unsigned s = 0; s < counting->session_count; s++)
			if (counting->sessions[s].trouble_program)
				say_stop(counting, &counting->sessions[s]);
		stop_with(counting, "%s%s", "a processor did not answer", "");
	}
}

void counting_run(struct counting *counting, void (*plan)(struct counting *), bool (*windows)(struct counting *))
{
	struct arena *arena = counting->machine->arena;
	size_t mark = arena_mark(arena);

	counting->configs = arena_take(arena, SCHEDULE_CONFIGS, sizeof(*counting->configs));
	counting->sessions = arena_take(arena, SOCKETS_MOST, sizeof(*counting->sessions));
	counting->counts = arena_take(arena, SOCKETS_MOST, sizeof(*counting->counts));
	counting->begins = arena_take(arena, SOCKETS_MOST, sizeof(*counting->begins));
	counting->ends = arena_take(arena, SOCKETS_MOST, sizeof(*counting->ends));
	if (counting->configs && counting->sessions && counting->counts && counting->begins && counting->ends) {
		plan(counting);
		find_lacking_rows(counting);
		if (!counting->counted->broken && compile_sockets(counting) && counting->session_count)
			count_in_window(counting, windows);
	} else {
		give_up(counting, "%s%s", "out of memory", "");
	}
	arena_release(arena, mark);
}

static void plan_run(struct counting *counting)
{
	const struct meaning_law *law;

	for (unsigned r = 0; r < counting->report->count; r++)
		if (counting->report->results[r].row->run == counting->run)
			counting_add_row(counting, r);
	for (unsigned i = 0; (law = meaning_law(counting->request->meanings, i)); i++) {
		if (!is_law_of(counting, law))
			continue;
		(void)counting_add(counting, slice_of(law->whole));
		for (unsigned p = 0; p < MEANING_PARTS && law->parts[p]; p++)
			(void)counting_add(counting, slice_of(law->parts[p]));
	}
}

/* True if the work has rows or laws of this run or of a later one. */
static bool has_run(const struct counting *counting, unsigned run)
{
	const struct meaning_law *law;

	for (unsigned r = 0; r < counting->report->count; r++)
		if (counting->report->results[r].row->run >= run)
			return true;
	for (unsigned i = 0; (law = meaning_law(counting->request->meanings, i)); i++)
		if (law->work == counting->request->work && law->run >= run)
			return true;
	return false;
}

/* ---- doubled commands, and all counting -------------------------------------------------------------------------- */

/* A hidden function reads all ones. */
static enum meaning_doubled read_doubling(const struct machine *machine, uint16_t socket,
					  const struct meaning_doubling *doubling)
{
	const struct location where = {.space = SPACE_PCI,
				       .width_bits = 32,
				       .socket = socket,
				       .address = machine->buses[socket].base + doubling->function + doubling->offset};
	struct accessed accessed = bus_read(machine->hw, &where);

	if (accessed.outcome != OUTCOME_OK)
		return MEANING_MAYBE_DOUBLED;
	return accessed.value & BIT(doubling->bit) ? MEANING_DOUBLED : MEANING_NOT_DOUBLED;
}

enum meaning_doubled meaning_find_doubling(const struct machine *machine, const struct meanings *meanings,
					   uint16_t home)
{
	enum meaning_doubled found = meanings->doubling_count ? MEANING_NOT_DOUBLED : MEANING_MAYBE_DOUBLED;

	if (home >= machine->socket_count || !machine->buses || machine->buses[home].base == BUS_NOWHERE)
		return MEANING_MAYBE_DOUBLED;
	for (unsigned i = 0; i < meanings->doubling_count; i++) {
		enum meaning_doubled one = read_doubling(machine, home, &meanings->doublings[i]);

		if (one == MEANING_DOUBLED)
			return one;
		found = one == MEANING_MAYBE_DOUBLED ? one : found;
	}
	return found;
}

bool counting_begin_work(const struct meaning_request *request, struct meaning_report *report)
{
	struct text why = text_over(report->message, sizeof(report->message));
	struct work_request wanted = {
		.kind = works[request->work].kind,
		.amount = 4 * request->lines,
		.cpu = request->cpu,
		.home = works[request->work].home,
	};

	if (!work_begin(&report->work, request->machine, &wanted, &why)) {
		report->skipped = report->message;
		return false;
	}
	/* With one repeat, work that could not be judged is not done. */
	if (!report->work.prefetchers_off && report->repeats == 1) {
		report->skipped = meaning_no_quiet;
		return false;
	}
	if (report->work.pages >= 4 * request->lines)
		return true;
	text_format(&why, "there is only memory for %llu lines", (unsigned long long)report->work.pages);
	report->skipped = report->message;
	return false;
}

bool meaning_count(const struct meaning_request *request, struct meaning_report *report,
		   struct meaning_counted *counted)
{
	const struct smi_watch smis = smi_watch_start(request->machine, request->cpu);
	bool good = counting_begin_work(request, report);
	struct counting counting = {
		.request = request, .report = report, .counted = counted, .machine = request->machine};

	report->doubled =
		good ? (uint8_t)meaning_find_doubling(request->machine, request->meanings, meaning_home(&report->work))
		     : MEANING_MAYBE_DOUBLED;
	for (unsigned run = 0; good && !counted->broken && has_run(&counting, run); run++) {
		counting = (struct counting){.request = request,
					     .report = report,
					     .counted = counted,
					     .machine = request->machine,
					     .run = (uint8_t)run};
		counting_run(&counting, plan_run, count_amounts);
	}
	work_end(&report->work);
	counted->interrupted = smi_watch_count(&smis);
	return good;
}
