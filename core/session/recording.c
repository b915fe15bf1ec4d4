/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/session/recording.h"

#define NS_PER_MS   UINT64_C(1000000)
#define SLICE_NS    (5 * NS_PER_MS)    /* a sampler without samples for this long is checked */
#define BATCH_NS    (250 * NS_PER_MS)  /* between two looks at the keyboard */
#define PROGRESS_NS (5000 * NS_PER_MS) /* between two notes while no sample comes */

bool recording_init(struct recording *recording, const struct measure *measure, const struct measure_parts *parts)
{
	struct arena *arena = measure->machine->arena;
	unsigned count = parts->count;

	recording->interruption = measure->interruption;
	recording->machine = measure->machine;
	recording->output = measure->output;
	recording->parts = *parts;
	recording->samplers = arena_take(arena, count, sizeof(*recording->samplers));
	recording->looked_ns = arena_take(arena, count, sizeof(*recording->looked_ns));
	recording->seen = arena_take(arena, count, sizeof(*recording->seen));
	if (!recording->samplers || !recording->looked_ns || !recording->seen)
		return false;
	for (unsigned i = 0; i < count; i++) {
		uint64_t share = recording->samples / count + (i < recording->samples % count);

		if (!sampler_init(&recording->samplers[i], &parts->parts[i].session, parts->parts[i].cpu, share))
			return false;
	}
	return true;
}

/* ---- output of samples ----------------------------------------------------------------------------- */

/* The sampler with the oldest pending sample; NULL if there is none. */
static struct sampler *next_in_time(struct recording *recording)
{
	struct sampler *oldest = NULL;

	for (unsigned i = 0; i < recording->parts.count; i++) {
		struct sampler *sampler = &recording->samplers[i];

		if (sampler_pending(sampler) && (!oldest || sampler_next_ticks(sampler) < sampler_next_ticks(oldest)))
			oldest = sampler;
	}
	return oldest;
}

/* Empties the rings. With `quiet` this is allowed while handlers fill them. */
static bool recording_give_out(struct recording *recording)
{
	struct sampler *sampler = next_in_time(recording);
	struct sample_record record;
	bool any = sampler;

	for (; sampler && sampler_next(sampler, &record); sampler = next_in_time(recording)) {
		record.seq = ++recording->sequence;
		if (!recording->quiet)
			record_sample(recording->output, &record);
	}
	return any;
}

/* ---- while the window is open ------------------------------------------------------------------------ */

static bool has_all(const struct sampler *sampler)
{
	return sampler->sequence + sampler_pending(sampler) >= sampler->wanted;
}

static bool is_finished(const struct recording *recording)
{
	for (unsigned i = 0; i < recording->parts.count; i++)
		if (!has_all(&recording->samplers[i]))
			return false;
	return true;
}

/* A batch ends when there is enough to print, at its deadline, or in time to check the keyboard. */
static bool batch_over(const struct recording *recording, uint64_t now, uint64_t batch_end)
{
	if (now >= min_u64(batch_end, recording->deadline_ns) || is_finished(recording))
		return true;
	for (unsigned i = 0; i < recording->parts.count && !recording->quiet; i++)
		if (sampler_pending(&recording->samplers[i]) >= SAMPLE_RING / 2)
			return true;
	return false;
}

/* Looks for an overflow without a PMI if no sample came for a while. */
static bool look_after(struct recording *recording, unsigned index, uint64_t now)
{
	struct sampler *sampler = &recording->samplers[index];
	uint32_t taken = sampler_taken(sampler);

	if (has_all(sampler))
		return true;
	if (!sampler_keep_up(sampler))
		return false;
	if (taken != recording->seen[index]) {
		recording->seen[index] = taken;
		recording->looked_ns[index] = now;
		return true;
	}
	if (now - recording->looked_ns[index] < SLICE_NS)
		return true;
	recording->looked_ns[index] = now;
	return sampler_poll(sampler);
}

/* A handler whose ring is full has stopped. Its samples are written out before it is restarted. */
static bool empty_rings(struct recording *recording)
{
	(void)recording_give_out(recording);
	for (unsigned i = 0; i < recording->parts.count; i++) {
		struct sampler *sampler = &recording->samplers[i];

		if (!sampler_stopped(sampler) || has_all(sampler))
			continue;
		(void)recording_give_out(recording);
		if (!sampler_start(sampler))
			return false;
	}
	return true;
}

/* Lets time pass, or runs `meanwhile`, however long that takes. */
static bool recording_pass(const struct recording *recording, uint64_t until_ns)
{
	struct hw *hw = recording->machine->hw;

	if (recording->meanwhile)
		return recording->meanwhile(recording->context);
	hw->wait(hw, until_ns);
	return true;
}

bool recording_keep_up(void *context)
{
	struct recording *recording = context;

	for (unsigned i = 0; i < recording->parts.count; i++)
		if (!sampler_keep_up(&recording->samplers[i]))
			return false;
	return true;
}

static bool await_samples(struct recording *recording)
{
	struct hw *hw = recording->machine->hw;
	uint64_t now = hw->now_ns(hw), batch_end = now + BATCH_NS;

	for (unsigned i = 0; i < recording->parts.count; i++)
		recording->looked_ns[i] = now;
	while (!batch_over(recording, now, batch_end)) {
		if (!recording_pass(recording, now + SLICE_NS))
			return false;
		now = hw->now_ns(hw);
		for (unsigned i = 0; i < recording->parts.count; i++)
			if (!look_after(recording, i, now))
				return false;
		if (recording->quiet && !empty_rings(recording))
			return false;
	}
	return true;
}

static bool start_samplings(struct recording *recording)
{
	for (unsigned i = 0; i < recording->parts.count; i++) {
		struct session *session = &recording->parts.parts[i].session;
		struct sampler *sampler = &recording->samplers[i];

		if (has_all(sampler))
			continue;
		if ((!session->active && !session_begin(session)) || !sampler_start(sampler))
			return false;
	}
	return true;
}

/* A sampler with all its samples has stopped by itself; its session ends. */
static bool pause_all(struct recording *recording)
{
	bool good = true;

	for (unsigned i = 0; i < recording->parts.count; i++) {
		struct session *session = &recording->parts.parts[i].session;

		if (session->active && !sampler_pause(&recording->samplers[i]))
			good = false;
		if (has_all(&recording->samplers[i]))
			session_end(session);
	}
	return good;
}

static void end_all(struct recording *recording)
{
	for (unsigned i = 0; i < recording->parts.count; i++)
		session_end(&recording->parts.parts[i].session);
}

/* ---- batches ----------------------------------------------------------------------------------------- */

static bool open_windows(struct recording *recording)
{
	struct hw *hw = recording->machine->hw;

	for (unsigned i = 0; i < recording->parts.count; i++) {
		struct window window = {.handler = sampler_pmi,
					.context = &recording->samplers[i],
					.cpu = recording->parts.parts[i].cpu,
					.acknowledges = true};

		if (hw->window_open(hw, &window) == OUTCOME_OK)
			continue;
		hw->window_close(hw);
		record_error(recording->output, VERDICT_FAIL,
			     "cpu %u cannot take PMIs: it does not answer, or has no usable local APIC", window.cpu);
		return false;
	}
	return true;
}

/* Counters run only while the windows are open: otherwise no handler would take their PMIs. */
static bool run_batch(struct recording *recording)
{
	struct hw *hw = recording->machine->hw;
	bool good;

	for (unsigned i = 0; i < recording->parts.count; i++)
		recording->samplers[i].watch = smi_watch_start(recording->machine, recording->samplers[i].cpu);

	if (!open_windows(recording))
		return false;
	good = start_samplings(recording) && await_samples(recording);
	good = pause_all(recording) && good;
	if (!good)
		end_all(recording);
	hw->window_close(hw);

	for (unsigned i = 0; i < recording->parts.count; i++)
		recording->samplers[i].smis += smi_watch_count(&recording->samplers[i].watch);
	return good;
}

/* ---- at the end -------------------------------------------------------------------------------------- */

static uint64_t limit_ms(const struct recording *recording)
{
	return recording->time_ms ? recording->time_ms : RECORDING_PATIENCE_MS;
}

static void report_recording(const struct recording *recording, bool good)
{
	for (unsigned i = 0; i < recording->parts.count; i++)
		if (!session_report(&recording->parts.parts[i].session, recording->output))
			good = false;
	for (unsigned i = 0; i < recording->parts.count; i++) {
		const struct sampler *sampler = &recording->samplers[i];

		sampler_report(sampler, recording->output);
		if (good) {
			char bytes[48];
			struct text when = TEXT_OVER(bytes);

			text_format(&when, "%s %llu ms", recording->time_ms ? "within" : "and then none for",
				    (unsigned long long)limit_ms(recording));
			sampler_report_standing(sampler, bytes, recording->output);
		}
		if (recording->quiet || recording->parts.count > 1 || sampler->standing != STANDING_UNKNOWN)
			sampler_sum(sampler, recording->output);
		record_smis(recording->output, sampler->cpu, sampler->smis, 0, 0);
	}
}

void recording_run(struct recording *recording)
{
	struct hw *hw = recording->machine->hw;
	uint64_t now = hw->now_ns(hw);
	bool good = true;

	recording->began_ns = recording->spoken_ns = now;
	recording->deadline_ns = now + limit_ms(recording) * NS_PER_MS;
	while (good && now < recording->deadline_ns && !recording->interrupted && !is_finished(recording)) {
		uint64_t before = recording->sequence;

		good = run_batch(recording);
		now = hw->now_ns(hw);

		if (recording_give_out(recording) && !recording->quiet)
			recording->spoken_ns = now;
		if (now - recording->spoken_ns >= PROGRESS_NS) {
			recording->spoken_ns = now;
			record_note(recording->output, "%llu of %llu samples after %llu s",
				    (unsigned long long)recording->sequence, (unsigned long long)recording->samples,
				    (unsigned long long)((now - recording->began_ns) / (1000 * NS_PER_MS)));
		}

		if (!recording->time_ms && recording->sequence > before)
			recording->deadline_ns = now + limit_ms(recording) * NS_PER_MS;
		recording->interrupted = is_interrupted(&recording->interruption);
	}
	if (good && !recording->interrupted && !is_finished(recording)) {
		/* A session that lacks samples is still active, with frozen counters. */
		for (unsigned i = 0; i < recording->parts.count; i++)
			if (recording->parts.parts[i].session.active && !sampler_stand(&recording->samplers[i]))
				good = false;
	}
	end_all(recording);
	report_recording(recording, good);
}
