/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMI goes to the selected core. How cores are selected is not documented and is measured.
 *
 * Each core is tried by its bit and by its number: a PMI that reaches it by its bit must not reach it by its number. If
 * the bits of the highest cores reach none, these bits are taken to be missing. The documents do not give the cores'
 * numbers either, if some cores are fused off: the APIC id's number, or the index among the present cores. Both are
 * tried. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Time to wait for a PMI that is not expected. */
#define AWAY_NS UINT64_C(1000000)

/* Cores of the socket, by how a PMI reached them. */
struct reached {
	uint64_t tried, by_bit, by_number;
	bool astray; /* the bit of core `selected` sent the PMI to core `taker` */
	unsigned selected, taker;
};

#define CORES_MAX 64

/* Counts the PMIs that each core of the socket took without being selected. */
static void count_strays(const struct check_context *context, uint64_t strays[CORES_MAX])
{
	const struct machine *machine = context->machine;

	check_settle_pmis(context);
	for (unsigned core = 0; core < CORES_MAX; core++)
		strays[core] = 0;
	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		const struct cpu *cpu = &machine->cpus[i];

		if (cpu->socket == context->target.place->box.socket)
			strays[control_core_number(machine, cpu) % CORES_MAX] +=
				machine->hw->stray_pmis(machine->hw, i);
	}
}

static void try_core(struct check_context *context, const struct cpu *cpu, const struct reference *reference,
		     struct reached *reached)
{
	const struct field *field = &control_global(context->machine)->core_select;
	unsigned number = control_core_number(context->machine, cpu);
	uint64_t core = BIT(number), strays[CORES_MAX], now[CORES_MAX];

	reached->tried |= core;
	count_strays(context, strays);
	if (provoke_pmi(context, reference, cpu, BIT(field->low + number), 0))
		reached->by_bit |= core;

	/* The first core whose PMI arrived elsewhere is remembered. Delivery to a sibling thread is correct. */
	count_strays(context, now);
	for (unsigned i = 0; i < CORES_MAX && !reached->astray; i++) {
		reached->astray = i != number && now[i] != strays[i];
		reached->selected = number;
		reached->taker = i;
	}

	if (provoke_pmi(context, reference, cpu, (uint64_t)number << field->low, reached->by_bit & core ? AWAY_NS : 0))
		reached->by_number |= core;
}

/* True if `cores` are the lowest of those tried. */
static bool are_lowest(uint64_t cores, uint64_t tried)
{
	return cores && !(tried & ~cores & (MASK(0, 64) >> __builtin_clzll(cores)));
}

static void conclude_bits(struct check_context *context, const struct reference *reference,
			  const struct reached *reached)
{
	const struct global_control *global = control_global(context->machine);
	const struct field *field = &global->core_select;
	struct check_register control = check_socket_control(context);
	unsigned width = 64u - (unsigned)__builtin_clzll(reached->by_bit);
	const struct cpu *home = home_cpu(context);
	unsigned own = control_core_number(context->machine, home);

	/* The bits of other cores, even of missing ones, are tried: none may bring the PMI here. */
	for (unsigned i = 0; i < field->width && check_going(context); i++)
		if (i != own && provoke_pmi(context, reference, home, BIT(field->low + i), AWAY_NS))
			fail_got(context, &control, BIT(field->low + i), BIT(field->low + own),
				 "core %u took the PMI of another", home->core);

	if (!check_going(context))
		return;
	context->machine->core_select = CORE_SELECT_BITS;
	if (reached->by_bit != reached->tried) {
		context->machine->core_select_width = (uint8_t)width;
		check_answer_field(context, &control, field, MASK(field->low, width));
	} else {
		check_pass(context, "%u cores took their PMI, each by its bit", count_bits(reached->by_bit));
	}
	check_answer(context, ASSUMED_CORE_SELECT, "bits");
}

/* True if selected by number. A narrow field reaches only the lowest cores; one that is ignored, only core 0. */
static bool is_by_number(const struct reached *reached)
{
	bool lowest = are_lowest(reached->by_number, reached->tried) && count_bits(reached->by_number) > 1;

	return (reached->by_number == reached->tried || lowest) && !(reached->by_bit & ~BIT(0));
}

static void try_cores(struct check_context *context, const struct reference *reference, struct reached *reached)
{
	const struct machine *machine = context->machine;

	*reached = (struct reached){0};
	for (unsigned i = 0; i < machine->cpu_count && check_going(context); i++) {
		const struct cpu *cpu = &machine->cpus[i];

		if (cpu->usable && cpu->thread == 0 && cpu->socket == context->target.place->box.socket &&
		    control_core_number(machine, cpu) < control_global(machine)->core_select.width)
			try_core(context, cpu, reference, reached);
	}
}

/* True if there is a gap in the core numbers: a core is fused off. */
static bool has_gaps(const struct check_context *context)
{
	const struct machine *machine = context->machine;
	uint64_t cores = 0;

	for (unsigned i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == context->target.place->box.socket)
			cores |= BIT(machine->cpus[i].core % CORES_MAX);
	return cores & (cores + 1);
}

static unsigned count_reached(const struct reached *reached)
{
	return count_bits(reached->by_bit) + count_bits(reached->by_number);
}

/* Tries both numbers of each core. The kind of number that reaches more cores is right. */
static void learn_numbers(struct check_context *context, const struct reference *reference, struct reached *reached)
{
	static const char *const answers[] = {
		[CORE_NUMBERS_OF_APIC] = "of the APIC id", [CORE_NUMBERS_IN_ORDER] = "in order"};
	struct machine *machine = context->machine;
	struct reached in_order;

	machine->core_numbers = CORE_NUMBERS_IN_ORDER;
	try_cores(context, reference, &in_order);
	machine->core_numbers = CORE_NUMBERS_OF_APIC;
	try_cores(context, reference, reached);
	if (count_reached(&in_order) > count_reached(reached)) {
		machine->core_numbers = CORE_NUMBERS_IN_ORDER;
		*reached = in_order;
	}
	if (count_reached(reached))
		check_answer_to(context, "core-numbers", answers[machine->core_numbers], NULL);
}

void run_pmi_core(struct check_context *context)
{
	struct machine *machine = context->machine;
	struct reached reached = {0};
	struct reference reference;

	if (!home_cpu(context) || !reference_find(context, &reference))
		return;
	if (!gate_expect(context))
		return;
	try_cores(context, &reference, &reached);
	if (has_gaps(context))
		learn_numbers(context, &reference, &reached);
	if (!check_going(context))
		return;
	if (are_lowest(reached.by_bit, reached.tried) && !reached.by_number && !reached.astray) {
		conclude_bits(context, &reference, &reached);
	} else if (is_by_number(&reached)) {
		machine->core_select = CORE_SELECT_NUMBER;
		check_answer(context, ASSUMED_CORE_SELECT, "number");
	} else {
		struct check_register control = check_socket_control(context);
		unsigned socket = context->target.place->box.socket;

		if (reached.astray)
			fail_got(context, &control, reached.tried, reached.by_bit,
				 "socket %u: core %u was selected, core %u took the PMI", socket, reached.selected,
				 reached.taker);
		else
			fail_got(context, &control, reached.tried, reached.by_bit,
				 "socket %u: PMIs reached cores 0x%llx by their bits, 0x%llx by their numbers", socket,
				 (unsigned long long)reached.by_bit, (unsigned long long)reached.by_number);
	}
}
