/* SPDX-License-Identifier: BSD-2-Clause */
/* Measures properties that no available document gives.
 *
 * Which bit of its select lets the fixed counter raise a PMI? With a short period, freeze armed and no core selected,
 * the right bit is the one with which an overflow freezes or is noted.
 *
 * Does a CPU take PMIs without setting a bit of its own? A PMI is sent to it. */
#include "core/session/session.h"

#define PROBE_PERIOD   100000              /* events: a fraction of a millisecond if they are clocks */
#define PROBE_WAIT_NS  UINT64_C(500000000) /* time for the overflow bit to be set */
#define PROBE_SLICE_NS UINT64_C(1000000)

enum finding {
	FINDING_PMI,      /* overflow and PMI */
	FINDING_SILENT,   /* overflow, no PMI */
	FINDING_NO_COUNT, /* no overflow within the bound */
	FINDING_TROUBLE   /* a program failed */
};

static enum finding await_overflow(struct session *session)
{
	struct hw *hw = session->machine->hw;
	uint64_t deadline = hw->now_ns(hw) + PROBE_WAIT_NS;

	do {
		const struct session_box *box = &session->boxes[0];
		bool arrived;

		hw->wait(hw, hw->now_ns(hw) + PROBE_SLICE_NS);
		if (!session_run(session, &session->status))
			return FINDING_TROUBLE;
		if (!(session->slots[box->status_slot] & box->sampled))
			continue;
		/* Read again: the box may set its overflow bit before the PMI is noted. */
		if (!session_run(session, &session->status) || !session_run(session, &session->hold))
			return FINDING_TROUBLE;

		/* Noted at any assumed place of the note, or the counters were frozen before `hold`. */
		arrived = session->slots[session->source->status_slot] & control_pmi_noted(session->machine) ||
			  session_stood(session, session->slots);
		return arrived ? FINDING_PMI : FINDING_SILENT;
	} while (hw->now_ns(hw) < deadline);
	return FINDING_NO_COUNT;
}

static enum finding try_candidate(struct machine *machine, const struct event_config *config,
				  struct assignment *assignment, uint64_t candidate)
{
	struct schedule schedule = {assignment, 1};
	struct session_request request = {
		.machine = machine,
		.configs = config,
		.schedule = &schedule,
		.period = PROBE_PERIOD,
		.core = SESSION_NO_CORE,
		.fixed_pmi = candidate,
	};
	char buffer[160];
	struct text diagnostic = TEXT_OVER(buffer);
	size_t mark = arena_mark(machine->arena);
	enum finding finding = FINDING_TROUBLE;
	struct session session;

	if (session_compile(&session, &request, &diagnostic)) {
		if (session_begin(&session) && session_run(&session, &session.start))
			finding = await_overflow(&session);
		session_end(&session);
	}
	arena_release(machine->arena, mark);
	return finding;
}

static enum finding try_candidates(struct machine *machine, const struct event_config *config, const struct box *box)
{
	const struct assumption *assumption = machine->processor->fixed_pmi;
	struct assignment assignment = {.box = *box, .fixed = true};
	struct window window = {.cpu = machine_bootstrap_cpu(machine)};
	enum finding finding = FINDING_SILENT;

	if (machine->hw->window_open(machine->hw, &window) != OUTCOME_OK)
		return FINDING_TROUBLE;
	for (unsigned i = 0; i < assumption->candidate_count && finding == FINDING_SILENT; i++) {
		finding = try_candidate(machine, config, &assignment, assumption->candidates[i]);
		if (finding == FINDING_PMI)
			machine->fixed_pmi = assumption->candidates[i];
	}
	machine->hw->window_close(machine->hw);
	return finding;
}

bool session_probe_fixed_pmi(struct machine *machine, const struct event_config *config, const struct box *box,
			     struct output *output)
{
	const struct assumption *assumption = machine->processor->fixed_pmi;
	enum finding finding;

	if (machine->fixed_pmi)
		return true;
	if (!assumption) {
		record_error(output, VERDICT_ERROR, "no bit is known that makes a fixed counter raise a PMI");
		return false;
	}
	finding = try_candidates(machine, config, box);
	if (finding != FINDING_PMI) {
		static const char *const reasons[] = {
			[FINDING_SILENT] = "the counter overflowed, but raised no PMI with any of the bits tried",
			[FINDING_NO_COUNT] = "the fixed counter did not overflow: does it count?",
			[FINDING_TROUBLE] = "the registers of the fixed counter do not work",
		};

		record_error(output, VERDICT_FAIL, "%s: %s", assumption->name, reasons[finding]);
		return false;
	}
	record_note(output, "%s: measured to be mask 0x%llx%s", assumption->name,
		    (unsigned long long)machine->fixed_pmi,
		    machine->fixed_pmi == assumption->candidates[0] ? ", as assumed" : "");
	return true;
}

/* ---- the gate of PMIs -------------------------------------------------------------------------------- */

#define GATE_PERIOD  100
#define GATE_WAIT_NS UINT64_C(200000000) /* time for a PMI to arrive */

static void count_pmi(void *context, const struct pmi *pmi)
{
	volatile uint32_t *pmis = context;

	(void)pmi;
	(*pmis)++;
}

/* True if the CPU takes a PMI when the counter overflows. */
static bool gate_lets_through(const struct session_request *request)
{
	struct machine *machine = request->machine;
	volatile uint32_t pmis = 0;
	struct window window = {.handler = count_pmi, .context = (void *)&pmis, .cpu = request->cpu};
	size_t mark = arena_mark(machine->arena);
	struct session session;
	char buffer[160];
	struct text diagnostic = TEXT_OVER(buffer);

	if (session_compile(&session, request, &diagnostic) &&
	    machine->hw->window_open(machine->hw, &window) == OUTCOME_OK) {
		if (session_begin(&session) && session_run(&session, &session.start) &&
		    await_overflow(&session) == FINDING_PMI) {
			struct hw *hw = session.machine->hw;
			uint64_t until = hw->now_ns(hw) + GATE_WAIT_NS;

			while (!pmis && hw->now_ns(hw) < until)
				hw->wait(hw, until);
		}
		session_end(&session);
		machine->hw->window_close(machine->hw);
	}
	arena_release(machine->arena, mark);
	return pmis;
}

static void say_delivery(const struct machine *machine, struct output *output)
{
	const struct global_control *global = control_global(machine);

	if (machine->pmi_gate == PMI_GATE_NEEDED)
		record_note(output, "PMIs reach a processor only with 0x%llx of its MSR 0x%x set: measured",
			    (unsigned long long)global->gate_open, global->gate);
	if (machine->core_select == CORE_SELECT_NUMBER)
		record_note(output, "%s holds the number of a core: measured", global->core_select.name);
	if (machine->core_numbers == CORE_NUMBERS_IN_ORDER)
		record_note(output, "%s counts the cores that are there, not their numbers: measured",
			    global->core_select.name);
}

void session_probe_gate(const struct session_request *request, struct output *output)
{
	struct machine *machine = request->machine;
	const struct global_control *global = control_global(machine);
	struct session_request probe = *request;

	if (!global || !global->gate_open || machine->pmi_gate != PMI_GATE_UNKNOWN)
		return;
	probe.period = GATE_PERIOD;
	for (unsigned way = 0; way < 8; way++) {
		machine->core_numbers = way & 4 ? CORE_NUMBERS_IN_ORDER : CORE_NUMBERS_UNKNOWN;
		machine->pmi_gate = way & 2 ? PMI_GATE_NEEDED : PMI_GATE_NONE;
		machine->core_select = way & 1 ? CORE_SELECT_NUMBER : CORE_SELECT_BITS;
		if (gate_lets_through(&probe)) {
			say_delivery(machine, output);
			return;
		}
	}
	machine->pmi_gate = PMI_GATE_UNKNOWN;
	machine->core_select = CORE_SELECT_BITS;
	machine->core_numbers = CORE_NUMBERS_UNKNOWN;
}
