/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions over posted counters. Several boxes share an engine: all nest boxes of a chip share its microcode; a core
 * and its threads share the core's engine. The first box of a session starts and stops it: a core's engine at the
 * window's begin and end, a chip's around all windows (posted_frame.c). */
#include "arch/ppc64/posted_frame.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"

struct posted_state posted_state;

/* ---- locations ------------------------------------------------------------------------------------- */

struct location posted_control(const struct box *box, unsigned word)
{
	const struct imc_pmu *pmu = catalog_pmu(&posted_state.catalog, box->type);

	return (struct location){
		.space = SPACE_MEMORY,
		.width_bits = 64,
		.socket = box->socket,
		.address = box->base + pmu->control + word,
	};
}

struct location posted_call(const struct machine *machine, uint16_t cpu, unsigned token, enum imc_engine engine)
{
	return (struct location){
		.space = SPACE_OPAL,
		.width_bits = 64,
		.socket = machine->cpus[cpu - 1].socket,
		.address = IMC_PLACE(token, engine, machine->cpus[cpu - 1].apic_id),
	};
}

struct location posted_ldbar(const struct machine *machine, uint16_t cpu)
{
	return (struct location){
		.space = SPACE_SPR,
		.width_bits = 64,
		.socket = machine->cpus[cpu - 1].socket,
		.cpu = cpu,
		.address = SPR_LDBAR,
	};
}

uint16_t posted_cpu_of(const struct machine *machine, uint16_t socket)
{
	for (uint16_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == socket && machine->cpus[i].usable)
			return (uint16_t)(i + 1);
	return 0;
}

const char *posted_status_text(uint64_t status)
{
	switch (status) {
	case NEST_INITIALISING: return "no microcode runs in its OCC, or it is starting";
	case NEST_RUNNING: return "its microcode is running";
	case NEST_PAUSED: return "its microcode is paused";
	case NEST_BAD_SPEED: return "its microcode refuses its speed";
	case NEST_BAD_MODE: return "its microcode refuses its mode";
	default: return "its microcode has an unknown status";
	}
}

/* ---- boxes and engines ------------------------------------------------------------------------------ */

static enum imc_kind kind_of(const struct session_box *box)
{
	return (enum imc_kind)catalog_pmu(&posted_state.catalog, box->box.type)->kind;
}

static bool same_engine(const struct session *session, const struct session_box *a, const struct session_box *b)
{
	const struct cpu *cpus = session->machine->cpus;

	if (a->box.socket != b->box.socket || (kind_of(a) == IMC_NEST) != (kind_of(b) == IMC_NEST))
		return false;
	return kind_of(a) == IMC_NEST || cpus[a->box.cpu - 1].core == cpus[b->box.cpu - 1].core;
}

static void posted_add(struct session *session, const struct session_request *request, struct session_counter *counter)
{
	const struct box *box = &counter->box;
	struct session_box *added = &session->boxes[session->box_count];
	const struct box *latest = session->box_count ? &added[-1].box : NULL;

	(void)request;
	/* Assignments of one box are adjacent. */
	if (!latest || latest->type != box->type || latest->socket != box->socket || latest->cpu != box->cpu) {
		*added = (struct session_box){.box = *box, .leads = true};
		for (uint16_t i = 0; i < session->box_count && added->leads; i++)
			added->leads = !same_engine(session, &session->boxes[i], added);
		session->box_count++;
	}
	counter->owner = (uint16_t)(session->box_count - 1);
	counter->framed = kind_of(&session->boxes[counter->owner]) == IMC_NEST;
	counter->counter = (struct location){
		.space = SPACE_MEMORY,
		.width_bits = 64,
		.socket = counter->box.socket,
		.address = counter->box.base + counter->config->select,
	};
}

static void posted_name(const struct session_counter *counter, struct text *text)
{
	char box[BOX_NAME_SIZE];

	box_name(&counter->box, box);
	text_format(text, "%s+0x%llx", box, (unsigned long long)counter->config->select);
}

static bool posted_sample(struct session *session, const struct session_request *request,
			  struct session_counter *counter, struct text *diagnostic)
{
	(void)session;
	(void)request;
	text_format(diagnostic, "%s raises no interrupt: posted counters only count", counter->name);
	return false;
}

static uint16_t posted_number_slots(struct session *session, unsigned domain, uint16_t slot)
{
	(void)domain;
	for (uint16_t i = 0; i < session->box_count; i++, slot += 2)
		session->boxes[i].status_slot = slot;
	return posted_frame_make(session, slot);
}

/* ---- steps ------------------------------------------------------------------------------------------- */

static struct operation *call(const struct session *session, struct program *program, const struct session_box *box,
			      unsigned token)
{
	bool nest = kind_of(box) == IMC_NEST;
	uint16_t cpu = nest ? posted_cpu_of(session->machine, box->box.socket) : box->box.cpu;

	return program_write(program,
			     posted_call(session->machine, cpu, token, nest ? IMC_ENGINE_NEST : IMC_ENGINE_CORE), 0);
}

static void write_ldbars(const struct session *session, struct program *program, uint64_t flags)
{
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (kind_of(box) == IMC_THREAD)
			session_write_checked(program, posted_ldbar(session->machine, box->box.cpu),
					      flags | (box->box.base & LDBAR_ADDRESS), ~UINT64_C(0));
	}
}

/* ---- programs ---------------------------------------------------------------------------------------- */

static bool leads_nest(const struct session_box *box)
{
	return box->leads && kind_of(box) == IMC_NEST;
}

static bool leads_core(const struct session_box *box)
{
	return box->leads && kind_of(box) != IMC_NEST;
}

/* The inventory has given cores their pages and left their engines off. Of a nest, only the pause is changed, and its
 * previous state is kept. */
static void posted_arm(const struct session *session, unsigned domain, struct program *arm)
{
	(void)domain;
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (!leads_nest(box))
			continue;
		program_read(arm, posted_control(&box->box, NEST_STATUS), box->status_slot);
		call(session, arm, box, OPAL_IMC_COUNTERS_START);
	}
}

static void posted_start(const struct session *session, unsigned domain, struct program *start)
{
	(void)domain;
	/* The microcode obeys some milliseconds later. */
	for (uint16_t i = 0; i < session->box_count; i++)
		if (leads_nest(&session->boxes[i])) {
			const struct location status = posted_control(&session->boxes[i].box, NEST_STATUS);

			program_check(start, status, NEST_RUNNING, ~UINT64_C(0))->patient = true;
		}
	write_ldbars(session, start, LDBAR_POST);
	for (uint16_t i = 0; i < session->box_count; i++)
		if (leads_core(&session->boxes[i]))
			call(session, start, &session->boxes[i], OPAL_IMC_COUNTERS_START);
}

static void posted_freeze(const struct session *session, unsigned domain, struct program *freeze)
{
	(void)domain;
	for (uint16_t i = 0; i < session->box_count; i++)
		if (leads_core(&session->boxes[i]))
			call(session, freeze, &session->boxes[i], OPAL_IMC_COUNTERS_STOP);
	write_ldbars(session, freeze, 0);
}

static struct operation *guarded(struct operation *operation, uint16_t slot, uint64_t mask)
{
	operation->guard = slot;
	operation->guard_mask = mask;
	return operation;
}

/* Microcode that restarts loses the waiting command, so it is repeated if it had no effect. */
static void stop_nest(const struct session *session, struct program *disarm, const struct session_box *box)
{
	const struct location status = posted_control(&box->box, NEST_STATUS);
	struct operation *check;

	guarded(call(session, disarm, box, OPAL_IMC_COUNTERS_STOP), box->status_slot, NEST_PAUSED);
	check = program_check(disarm, status, NEST_PAUSED, ~UINT64_C(0));
	guarded(check, box->status_slot, NEST_PAUSED)->patient = true;
	guarded(program_read(disarm, status, box->status_slot + 1), box->status_slot, NEST_PAUSED);
	guarded(call(session, disarm, box, OPAL_IMC_COUNTERS_STOP), box->status_slot + 1, NEST_RUNNING);
}

/* Stops all engines, except a nest that was running before. */
static void posted_disarm(const struct session *session, unsigned domain, struct program *disarm)
{
	(void)domain;
	for (uint16_t i = 0; i < session->box_count; i++)
		if (leads_core(&session->boxes[i]))
			call(session, disarm, &session->boxes[i], OPAL_IMC_COUNTERS_STOP);
	for (uint16_t i = 0; i < session->box_count; i++) {
		const struct session_box *box = &session->boxes[i];

		if (kind_of(box) == IMC_THREAD)
			program_write(disarm, posted_ldbar(session->machine, box->box.cpu), 0);
		if (leads_nest(box))
			stop_nest(session, disarm, box);
	}
}

static void posted_look_at(const struct session *session, unsigned domain, struct program *look)
{
	(void)domain;
	posted_frame_compile(session, look);
}

static session_compile_phase *const posted_programs[SESSION_PHASES] = {
	[SESSION_ARM] = posted_arm,      [SESSION_START] = posted_start,   [SESSION_FREEZE] = posted_freeze,
	[SESSION_RESUME] = posted_start, [SESSION_DISARM] = posted_disarm, [SESSION_LOOK] = posted_look_at,
};

const struct session_protocol posted_protocol = {
	.add = posted_add,
	.name = posted_name,
	.sample = posted_sample,
	.number_slots = posted_number_slots,
	.order = posted_frame_order,
	.look = posted_frame_look,
	.compile = posted_programs,
};
