/* SPDX-License-Identifier: BSD-2-Clause */
/* Turns the slots of a sample into a record, and reports on the run as a whole. */
#include "core/session/sample.h"

/* Events of one counter since its previous sample. After an overflow, a sampled counter starts at its preload; other
 * counters continue. */
static uint64_t interval_events(struct sampler *sampler, unsigned index, const uint64_t *slots)
{
	const struct session *session = sampler->session;
	const struct session_counter *counter = &session->counters[index];
	uint64_t value, events;

	if (!counter->sampled) {
		/* The first sample after a look may be older than the look. */
		counts_take(&sampler->counts, index, slots[index], sampler->looked);
		events = sampler->counts.values[index];
		sampler->counts.values[index] = 0;
		return events;
	}
	value = session_corrected(counter, slots[index], &sampler->counts.corrected);
	events = (value - sampler->counts.previous[index]) & session_counter_mask(counter);
	sampler->counts.previous[index] =
		slots[session->boxes[counter->owner].status_slot] & counter->overflow ? counter->preload : value;
	return events;
}

static uint8_t name_overflows(struct sampler *sampler, const uint64_t *slots)
{
	const struct session *session = sampler->session;
	uint8_t count = 0;

	for (unsigned i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (!counter->sampled || count == UINT8_MAX)
			continue;
		if (slots[session->boxes[counter->owner].status_slot] & counter->overflow)
			sampler->overflow[count++] = counter->name;
	}
	return count;
}

/* Time between the stops of the first and the last of boxes that are frozen one by one. */
static uint64_t skew_ns(const struct session *session, const uint64_t *slots)
{
	uint64_t per_second = session->machine->ticks_per_second;
	struct session_skew skew;

	if (!per_second || !session_skew(session, slots, &skew))
		return 0;
	return skew.ticks * UINT64_C(1000000000) / per_second;
}

void sampler_settle(struct sampler *sampler)
{
	for (uint32_t taken = sampler_taken(sampler); sampler->settled != taken; sampler->settled++) {
		uint64_t *slots = sampler->ring[sampler->settled % SAMPLE_RING].slots;

		for (unsigned i = 0; i < sampler->session->counter_count; i++)
			slots[i] = interval_events(sampler, i, slots);
		sampler->looked = false;
	}
}

bool sampler_next(struct sampler *sampler, struct sample_record *record)
{
	const struct session *session = sampler->session;
	const struct sample *sample = &sampler->ring[sampler->given % SAMPLE_RING];

	if (!sampler_pending(sampler))
		return false;
	sampler_settle(sampler);
	for (unsigned i = 0; i < session->counter_count; i++)
		sampler->values[i] = (struct sample_value){session->counters[i].event, sample->slots[i]};
	*record = (struct sample_record){
		.seq = ++sampler->sequence,
		.socket = session_socket(session),
		.cpu = sample->pmi.cpu,
		.ticks = sample->pmi.ticks,
		.ip = sample->pmi.ip,
		.native = !sample->lost && !session->proxy,
		.lost = sample->lost,
		.frozen_by_hardware = sample->frozen_by_hardware && session->domain_count == 1,
		.skew_ns = skew_ns(session, sample->slots),
		.overflow = sampler->overflow,
		.overflow_count = name_overflows(sampler, sample->slots),
		.values = sampler->values,
		.value_count = session->counter_count,
	};
	if (!sample->lost && sample->ran_on)
		sampler->unfrozen++;
	__atomic_store_n(&sampler->given, sampler->given + 1, __ATOMIC_RELEASE);
	return true;
}

/* ---- the whole run ------------------------------------------------------------------------------- */

/* True if the CPU is on the core that takes a socket's PMIs: they reach all CPUs of the core. */
static bool is_beside(const struct sampler *sampler, uint32_t cpu)
{
	const struct cpu *cpus = sampler->session->machine->cpus;

	return !sampler->session->source->box.cpu && cpu != sampler->cpu && cpus[cpu].core == cpus[sampler->cpu].core &&
	       cpus[cpu].socket == cpus[sampler->cpu].socket;
}

/* Reports PMIs that reached other CPUs of the socket. Returns true if there were any. */
static bool report_strays(const struct sampler *sampler, struct output *output)
{
	const struct machine *machine = sampler->session->machine;
	bool any = false;

	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		uint64_t strays = machine->hw->stray_pmis(machine->hw, i) - sampler->strays[i];

		if (machine->cpus[i].socket != session_socket(sampler->session) || !strays || is_beside(sampler, i))
			continue;
		any = true;
		record_note(output, "%llu PMIs reached cpu %u (socket %u core %u), which expected none",
			    (unsigned long long)strays, i, machine->cpus[i].socket, machine->cpus[i].core);
	}
	return any;
}

static void report_lost(const struct sampler *sampler, const char *box, struct output *output)
{
	const struct session *session = sampler->session;
	const struct session_scope *source = session->source;
	const struct global_control *global = source->control.global;

	if (!sampler->lost)
		return;
	record_error(output, VERDICT_FAIL,
		     "%s: %u of %llu overflows raised no PMI on cpu %u, though its %s shows them (0x%llx)", box,
		     sampler->lost, (unsigned long long)sampler->sequence, sampler->cpu, session_status_name(session),
		     (unsigned long long)sampler->lost_status);
	record_note(
		output,
		"look at %s%sits %s (0x%llx while sampling) and at the performance entry of that processor's local APIC",
		global ? global->core_select.name : "", global ? " of " : "", source->control.row->name,
		(unsigned long long)source->running);
	if (!report_strays(sampler, output) && !sampler->pmis && global && global->gate_open)
		record_note(output, "no PMI arrived at all, with 0x%llx of the processor's MSR 0x%x set or not",
			    (unsigned long long)global->gate_open, global->gate);
}

static void report_odd(const struct sampler *sampler, const char *box, struct output *output)
{
	const struct session_scope *source = sampler->session->source;

	if (sampler->spurious)
		record_error(output, VERDICT_FAIL, "%s: %u of %u PMIs came without an overflow (its %s was 0x%llx)",
			     box, sampler->spurious, sampler->pmis, session_status_name(sampler->session),
			     (unsigned long long)sampler->spurious_status);
	if (sampler->unfrozen && sampler->session->runs_on)
		record_note(
			output,
			"%s: because of an erratum, hardware does not stop counters 4 and up: they count until the handler stops them",
			box);
	else if (sampler->unfrozen)
		record_error(
			output, VERDICT_FAIL,
			"%s: %u of %llu PMIs came with the counters still running, though freezing was armed (its %s 0x%llx)",
			box, sampler->unfrozen, (unsigned long long)sampler->sequence, source->control.row->name,
			(unsigned long long)source->running);
}

static const char *erratum_source(const struct session *session)
{
	for (unsigned i = 0; i < session->counter_count; i++)
		if (session->counters[i].box.type->erratum.low_mask)
			return session->counters[i].box.type->erratum.source;
	return "";
}

void sampler_report(const struct sampler *sampler, struct output *output)
{
	const struct session *session = sampler->session;
	const struct machine *machine = session->machine;
	char box[32], name[BOX_NAME_SIZE];
	struct text title = TEXT_OVER(box);

	box_name(&session->source->box, name);
	text_string(&title, name);
	if (machine->socket_count > 1)
		text_format(&title, " of socket %u", session_socket(session));
	report_lost(sampler, box, output);
	report_odd(sampler, box, output);

	/* Other CPUs of the core may have taken the PMIs: a sample's instruction pointer is that of only one CPU. */
	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		uint64_t strays = machine->hw->stray_pmis(machine->hw, i) - sampler->strays[i];

		if (strays && is_beside(sampler, i))
			record_note(output, "cpu %u, on the same core as cpu %u, took %llu PMIs, too", i, sampler->cpu,
				    (unsigned long long)strays);
	}

	if (sampler->dropped)
		record_note(output, "%u overflows came while the sample ring was full", sampler->dropped);
	if (sampler->late)
		record_note(output, "%u PMIs came during the search for their overflow", sampler->late);
	for (uint16_t i = 0; i < session->counter_count; i++)
		if (sampler->counts.modulo[i])
			record_note(output,
				    "a value of %s may be too low by a multiple of %llu: the counter was read too late",
				    session->counters[i].event, (unsigned long long)sampler->counts.modulo[i]);
	for (uint16_t i = 0; i < session->counter_count; i++)
		if (counts_distrust(&sampler->counts, i))
			record_note(output, "do not trust values of %s: %s", session->counters[i].event,
				    counts_distrust(&sampler->counts, i));
	if (sampler->counts.corrected)
		record_note(output, "%u values were corrected for the erratum of %s", sampler->counts.corrected,
			    erratum_source(session));
}

void sampler_sum(const struct sampler *sampler, struct output *output)
{
	static const char *const names[] = {[STANDING_NOT_YET] = "not yet",
					    [STANDING_UNTESTED] = "untested",
					    [STANDING_STILL] = "stands still",
					    [STANDING_UNSHOWN] = "overflow not shown"};
	const struct session_counter *counter = &sampler->session->counters[sampler->stands];
	struct record record;

	record_begin(&record, output, "sum");
	record_u64(&record, "socket", session_socket(sampler->session));
	record_u64(&record, "cpu", sampler->cpu);
	record_u64(&record, "samples", sampler->sequence);
	record_u64(&record, "pmis", sampler->pmis);
	record_u64(&record, "lost", sampler->lost);
	record_u64(&record, "late", sampler->late);
	record_u64(&record, "dropped", sampler->dropped);
	record_u64(&record, "spurious", sampler->spurious);
	if (sampler->standing != STANDING_UNKNOWN) {
		record_u64(&record, "wanted", sampler->wanted);
		record_text(&record, "standing", names[sampler->standing]);
		record_text(&record, "event", counter->event);
		record_u64(&record, "progress", sampler->progress);
		record_u64(&record, "period", session_counter_period(counter));
	}
	record_end(&record);
}
