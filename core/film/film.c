/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/film/film.h"

#include "lib/memory.h"
#include "lib/text.h"

#define FREEZE_WAIT_NS UINT64_C(1000000)
#define FREEZE_WAITS   5000 /* 5 s in all: longer than FILM_CYCLES_MOST of any clock */
#define CYCLE_TEXT     12   /* size of a number of cycles */

/* ---- one frame ---------------------------------------------------------------------------------------------- */

static bool arm_frame(struct film *film, uint64_t cycles)
{
	struct session *session = film->session;
	uint64_t *start = film->sampler.counts.previous;

	if (!session->active && !session_begin(session))
		return false;
	session_set_period(session, cycles);
	if (!session_run(session, &session->arm) || !session_run(session, &session->read))
		return false;

	/* Counters that cannot be set to 0 start at their current value. The clock wraps within the frame and may have
	 * fewer bits than were written, so the written value is used. */
	for (uint16_t i = 0; i < session->counter_count; i++)
		start[i] = session->slots[i];
	start[film->clock] = session->counters[film->clock].preload;
	return true;
}

/* Also runs between two parts of the work. */
static bool keep_up(void *context)
{
	struct film *film = context;

	return sampler_keep_up(&film->sampler);
}

/* Only the clock can end a frame, and it continues after the work. */
static bool await_freeze(struct film *film)
{
	struct hw *hw = film->measure->machine->hw;

	for (unsigned i = 0; i < FREEZE_WAITS && !sampler_pending(&film->sampler); i++) {
		hw->wait(hw, hw->now_ns(hw) + FREEZE_WAIT_NS);
		if (!sampler_pending(&film->sampler) && !sampler_poll(&film->sampler))
			return false;
		if (!keep_up(film))
			return false;
	}
	return sampler_pause(&film->sampler);
}

/* Each frame does all of the work, whenever the counters freeze, so that each starts from the same state. */
static bool expose(struct film *film, uint64_t cycles, bool freezes)
{
	struct sampler *sampler = &film->sampler;

	sampler->wanted = sampler->taken + 1u;
	if (!arm_frame(film, cycles) || !work_ready(&film->work) || !sampler_start(sampler))
		return false;
	if (!work_do(&film->work, film->request.amount))
		return false;
	return freezes ? await_freeze(film) : sampler_pause(sampler);
}

static bool expose_in_window(struct film *film, uint64_t cycles, bool freezes)
{
	struct hw *hw = film->measure->machine->hw;
	struct window window = {
		.handler = sampler_pmi, .context = &film->sampler, .cpu = film->cpu, .acknowledges = true};
	bool good;

	if (hw->window_open(hw, &window) != OUTCOME_OK) {
		record_error(film->measure->output, VERDICT_FAIL,
			     "cpu %u cannot take PMIs: it does not answer, or has no usable local APIC", film->cpu);
		return false;
	}
	good = expose(film, cycles, freezes);
	hw->window_close(hw);
	return good;
}

/* ---- the film ---------------------------------------------------------------------------------------------- */

static uint64_t cycle_of(const struct film *film, uint32_t frame)
{
	return film->begin + (frame + UINT64_C(1)) * film->step;
}

/* Reads how far the clock has advanced. Returns false, after an error, if it is defective. */
static bool read_advance(struct film *film)
{
	struct sampler *sampler = &film->sampler;

	if (!sampler_stand(sampler))
		return false;
	if (!standing_is_defect((enum standing)sampler->standing))
		return true;
	sampler_report_standing(sampler, "by the end of the work", film->measure->output);
	return false;
}

/* Runs the work once without freezing, to measure its length in cycles. */
static bool measure_length(struct film *film)
{
	if (!expose_in_window(film, FILM_CYCLES_MOST, false))
		return false;
	if (sampler_pending(&film->sampler))
		film->end = FILM_CYCLES_MOST;
	else if (!read_advance(film))
		return false;
	else
		film->end = film->sampler.progress;
	while (sampler_pending(&film->sampler)) {
		struct sample_record ignored;

		if (!sampler_next(&film->sampler, &ignored))
			break;
	}
	return true;
}

static bool keep_frame(struct film *film)
{
	uint32_t *counts = film->counts + (size_t)film->taken * film->session->counter_count;
	struct sample_record sample;
	uint64_t cycles, late;

	if (!sampler_next(&film->sampler, &sample)) {
		film->ended = true;
		if (!read_advance(film))
			return false;
		sampler_report_standing(&film->sampler, "within 5 s", film->measure->output);
		return true;
	}
	for (uint16_t i = 0; i < film->session->counter_count; i++) {
		if (sample.values[i].value > UINT32_MAX) {
			record_error(film->measure->output, VERDICT_FAIL,
				     "frame %u: %s counted %llu, more than any event can", film->taken,
				     sample.values[i].event, (unsigned long long)sample.values[i].value);
			return false;
		}
		counts[i] = (uint32_t)sample.values[i].value;
	}
	cycles = sample.values[film->clock].value;
	late = cycles - min_u64(cycles, cycle_of(film, film->taken));
	film->late_least = film->taken ? min_u64(film->late_least, late) : late;
	film->late_most = max_u64(film->late_most, late);
	film->taken++;
	return true;
}

/* Returns false, after an error, if there is nothing to film. */
static bool plan_frames(struct film *film)
{
	struct output *output = film->measure->output;
	bool measured = !film->end;
	uint64_t length;

	if (measured && !measure_length(film))
		return false;
	length = film->end - min_u64(film->begin, film->end);
	if (!film->step)
		film->step = max_u64((length + FILM_FRAMES - 1) / FILM_FRAMES, 1);
	/* Includes the end of the work in the last frame. */
	length += measured ? film->step - 1 : 0;
	film->frames = (uint32_t)min_u64(length / film->step, FILM_FRAMES_MOST + 1);
	if (!film->frames || film->frames > FILM_FRAMES_MOST) {
		record_error(output, VERDICT_ERROR,
			     "%llu cycles in steps of %llu are %s: a film has 1 to %u frames, one for each step",
			     (unsigned long long)length, (unsigned long long)film->step,
			     film->frames ? "too many frames" : "no frame", FILM_FRAMES_MOST);
		return false;
	}
	film->counts = arena_take(film->measure->machine->arena, (size_t)film->frames * film->session->counter_count,
				  sizeof(*film->counts));
	if (film->counts)
		return true;
	record_error(output, VERDICT_ERROR, "out of memory: take fewer frames or events");
	return false;
}

/* ---- the report --------------------------------------------------------------------------------------------- */

static uint32_t count_at(const struct film *film, uint32_t frame, uint16_t counter)
{
	return film->counts[(size_t)frame * film->session->counter_count + counter];
}

/* Lists the cycles in which the counter advanced, with the amount if it was not 1. */
static void list_cycles(const struct film *film, uint16_t counter, struct text *text)
{
	uint32_t before = 0;

	for (uint32_t i = 0; i < film->taken; i++) {
		int64_t more = (int64_t)count_at(film, i, counter) - before;

		before = count_at(film, i, counter);
		if (more)
			text_format(text, " %llu", (unsigned long long)cycle_of(film, i));
		if (more && more != 1)
			text_format(text, "%s%lld", more > 0 ? "+" : "", (long long)more);
	}
}

/* `values` has room for all frames. */
static void record_counter(const struct film *film, uint16_t index, struct sample_value *values, char *names)
{
	const struct session_counter *counter = &film->session->counters[index];
	char box[BOX_NAME_SIZE];
	struct record record;
	unsigned changes = 0;
	uint32_t before = 0;

	for (uint32_t i = 0; i < film->taken; i++) {
		uint32_t count = count_at(film, i, index);

		if (count != before)
			values[changes++] = (struct sample_value){names + (size_t)i * CYCLE_TEXT, count};
		before = count;
	}
	box_name(&counter->box, box);
	record_begin(&record, film->measure->output, "film_counter");
	record_u64(&record, "socket", counter->box.socket);
	record_text(&record, "box", box);
	if (counter->box.cpu)
		record_u64(&record, "cpu", counter->box.cpu - 1u);
	record_text(&record, "event", counter->event);
	record_u64(&record, "count", before);
	record_values(&record, "counts", values, changes);
	record_aside(&record);
	if (index != film->clock)
		list_cycles(film, index, record_compose(&record, "cycles"));
	record_end(&record);
}

static void say_film(const struct film *film)
{
	struct arena *arena = film->measure->machine->arena;
	struct sample_value *values = arena_take(arena, film->taken, sizeof(*values));
	char *names = arena_take(arena, (size_t)film->taken * CYCLE_TEXT, 1);
	struct record record;

	if (!values || !names) {
		record_error(film->measure->output, VERDICT_ERROR, "out of memory: take fewer frames or events");
		return;
	}
	for (uint32_t i = 0; i < film->taken; i++) {
		struct text name = text_over(names + (size_t)i * CYCLE_TEXT, CYCLE_TEXT);

		text_format(&name, "%llu", (unsigned long long)cycle_of(film, i));
	}

	record_begin(&record, film->measure->output, "film");
	record_text(&record, "work", film->request.kind->name);
	record_u64(&record, "units", film->request.amount);
	record_u64(&record, "cpu", film->work.cpu);
	record_u64(&record, "socket", session_socket(film->session));
	record_text(&record, "clock", film->session->counters[film->clock].event);
	record_u64(&record, "begin", film->begin);
	record_u64(&record, "step", film->step);
	record_u64(&record, "frames", film->taken);
	record_u64(&record, "late_least", film->late_least);
	record_u64(&record, "late_most", film->late_most);
	record_aside(&record);
	record_u64(&record, "first", cycle_of(film, 0));
	record_u64(&record, "last", cycle_of(film, film->taken - 1));
	record_end(&record);
	for (uint16_t i = 0; i < film->session->counter_count; i++)
		record_counter(film, i, values, names);
}

/* ---- the whole run ------------------------------------------------------------------------------------------ */

static bool compile_film(struct film *film)
{
	struct measure *measure = film->measure;
	const struct measure_plan plan = {.period = FILM_CYCLES_MOST, .cpu = film->request.cpu};
	struct measure_parts parts;
	struct session *session;

	if (!measure_compile_parts(measure, &plan, &parts))
		return false;
	session = film->session = &parts.parts[0].session;
	film->cpu = parts.parts[0].cpu;
	if (session->domain_count != 1) {
		record_error(measure->output, VERDICT_ERROR,
			     "the overflow of %s does not freeze the boxes of all these events: film the others apart",
			     measure->machine->processor->clock_event);
		return false;
	}
	while (film->clock + 1 < session->counter_count && !session->counters[film->clock].sampled)
		film->clock++;
	if (sampler_init(&film->sampler, session, film->cpu, 0))
		return true;
	record_error(measure->output, VERDICT_ERROR, "out of memory");
	return false;
}

void film_run(struct film *film)
{
	struct measure *measure = film->measure;
	struct output *output = measure->output;
	char bytes[160];
	struct text why = TEXT_OVER(bytes);
	bool good;

	if (!compile_film(film))
		return;
	if (!work_begin(&film->work, measure->machine, &film->request, &why)) {
		work_end(&film->work);
		record_error(output, VERDICT_ERROR, "%s", why.at);
		return;
	}
	film->work.between = keep_up;
	film->work.context = film;

	good = plan_frames(film);
	for (uint32_t i = 0; i < film->frames && good && !film->ended; i++) {
		good = expose_in_window(film, cycle_of(film, i), true) && keep_frame(film);
		film->ended |= good && is_interrupted(&measure->interruption);
	}
	session_end(film->session);
	work_end(&film->work);

	if (good && film->taken) {
		say_film(film);
		work_record(&film->work, output);
	}
	if (session_report(film->session, output))
		sampler_report(&film->sampler, output);
}
