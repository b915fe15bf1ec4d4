/* SPDX-License-Identifier: BSD-2-Clause */
/* From the slots of a sample to a record, and what is to be said of the run as a whole. */
#include "core/sample.h"

/* Events of one counter since its previous sample. A sampled counter that overflowed starts its next
 * interval at the preload, the others where they are. */
static uint64_t interval_events(struct sampler *sampler, unsigned index, const uint64_t *slots)
{
	const struct session *session = sampler->session;
	const struct session_counter *counter = &session->counters[index];
	bool overflowed = slots[session->boxes[counter->owner].status_slot] & counter->overflow;
	uint64_t value = session_mended(counter, slots[index], &sampler->mended);
	uint64_t events = (value - sampler->previous[index]) & session_counter_mask(counter);

	sampler->previous[index] = counter->sampled && overflowed ? counter->preload : value;
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

bool sampler_next(struct sampler *sampler, struct sample_record *record)
{
	const struct session *session = sampler->session;
	const struct sample *sample = &sampler->ring[sampler->given % SAMPLE_RING];

	if (!sampler_pending(sampler))
		return false;
	for (unsigned i = 0; i < session->counter_count; i++)
		sampler->values[i] = (struct sample_value){
			session->counters[i].event, interval_events(sampler, i, sample->slots)};
	*record = (struct sample_record){
		.seq = ++sampler->sequence,
		.socket = session->sockets[0].socket,
		.cpu = sample->pmi.cpu,
		.ticks = sample->pmi.ticks,
		.ip = sample->pmi.ip,
		.native = !sample->lost,
		.lost = sample->lost,
		.frozen_by_hardware = sample->frozen_by_hardware,
		.overflow = sampler->overflow,
		.overflow_count = name_overflows(sampler, sample->slots),
		.values = sampler->values,
		.value_count = session->counter_count,
	};
	if (!sample->lost && !sample->frozen_by_hardware)
		sampler->unfrozen++;
	__atomic_store_n(&sampler->given, sampler->given + 1, __ATOMIC_RELEASE);
	return true;
}

/* ---- the run as a whole -------------------------------------------------------------------------- */

static void report_lost(const struct sampler *sampler, const char *box, struct output *output)
{
	const struct session *session = sampler->session;
	uint64_t strays =
		machine_stray_pmis(session->machine, session->sockets[0].socket) - sampler->strays;

	if (!sampler->lost)
		return;
	record_error(
		output, VERDICT_FAIL,
		"%s: %u of %llu overflows raised no PMI on cpu %u, though %s.status shows them "
		"(0x%llx)",
		box, sampler->lost, (unsigned long long)sampler->sequence, sampler->cpu, box,
		(unsigned long long)sampler->lost_status);
	record_note(output,
		    "look at %s of %s.%s (0x%llx while sampling) and at the performance entry of "
		    "that processor's local APIC",
		    session->global->core_select.name, box, session->global->control,
		    (unsigned long long)session->sockets[0].running);
	if (strays)
		record_note(output, "%llu PMIs reached a processor that expected none",
			    (unsigned long long)strays);
	else if (!sampler->pmis)
		record_note(output, "no PMI arrived at all: processors of this family may want bit "
				    "13 of IA32_DEBUGCTL set");
}

static void report_odd(const struct sampler *sampler, const char *box, struct output *output)
{
	if (sampler->spurious)
		record_error(output, VERDICT_FAIL,
			     "%s: %u of %u PMIs came without an overflow (%s.status was 0x%llx)",
			     box, sampler->spurious, sampler->pmis, box,
			     (unsigned long long)sampler->spurious_status);
	if (sampler->unfrozen)
		record_error(output, VERDICT_FAIL,
			     "%s: %u of %llu PMIs came with the counters still running, though "
			     "freezing was armed (%s.%s 0x%llx)",
			     box, sampler->unfrozen, (unsigned long long)sampler->sequence, box,
			     sampler->session->global->control,
			     (unsigned long long)sampler->session->sockets[0].running);
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
	const struct processor *processor = session->machine->processor;
	const char *box = processor->types[session->global->box]->name;

	report_lost(sampler, box, output);
	report_odd(sampler, box, output);
	if (sampler->dropped)
		record_note(output, "%u overflows came while the sample ring was full",
			    sampler->dropped);
	if (sampler->late)
		record_note(output, "%u PMIs came while their overflow was being looked for",
			    sampler->late);
	if (sampler->mended)
		record_note(output, "%u values were put right: %s", sampler->mended,
			    erratum_source(session));
}
