/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds if a processor takes PMIs as it is, or only with a bit of its own set. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

bool gate_find(struct check_context *context)
{
	struct machine *machine = context->machine;
	const struct cpu *cpu = home_cpu(context);
	struct reference reference;

	if (machine->pmi_gate != PMI_GATE_UNKNOWN || !control_global(machine)->gate_open)
		return true;
	if (!cpu || !reference_find(context, &reference))
		return false;
	for (unsigned way = 0; way < 8; way++) {
		machine->core_numbers = way & 4 ? CORE_NUMBERS_IN_ORDER : CORE_NUMBERS_UNKNOWN;
		machine->pmi_gate = way & 2 ? PMI_GATE_NEEDED : PMI_GATE_NONE;
		machine->core_select = way & 1 ? CORE_SELECT_NUMBER : CORE_SELECT_BITS;
		if (provoke_pmi(context, &reference, cpu, core_select_of(context, cpu), 0) && check_going(context))
			return true;
	}
	machine->pmi_gate = PMI_GATE_UNKNOWN;
	machine->core_select = CORE_SELECT_BITS;
	machine->core_numbers = CORE_NUMBERS_UNKNOWN;
	return false;
}

bool gate_expect(struct check_context *context)
{
	if (!gate_find(context) && check_going(context) &&
	    check_is_unseen(check_facts_of(context->machine), &check_pmi_gate))
		check_untested(context, "no PMI arrives, and nobody has seen one of such a part: see `pmi.gate`");
	return check_going(context);
}

void run_pmi_gate(struct check_context *context)
{
	struct check_register control = check_socket_control(context);

	context->machine->pmi_gate = PMI_GATE_UNKNOWN;
	if (gate_find(context))
		check_answer(context, ASSUMED_PMI_GATE,
			     context->machine->pmi_gate == PMI_GATE_NEEDED ? "needed" : "none");
	else
		fail_got(context, &control, 1, 0, "no PMI arrives, with the gate open or not");
}
