/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills in struct machine from the device tree. */
#include "arch/ppc64/fdt.h"

#include "arch/ppc64/agent.h"
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"
#include "core/hardware/deny.h"
#include "core/hardware/flight.h"
#include "core/hardware/limit.h"
#include "lib/memory.h"

#define CPU_ROOM   1024
#define CHIP_ROOM  64
#define PVR_POWER9 0x4e

struct platform platform;

void platform_add_memory(const struct range *range)
{
	for (unsigned i = 0; i < platform.memory_count; i++)
		if (platform.memory[i].start == range->start && platform.memory[i].size == range->size)
			return;
	if (platform.memory_count < PLATFORM_RANGES)
		platform.memory[platform.memory_count++] = *range;
}

void platform_tick_in(uint32_t ticks)
{
	cpu_write_spr(SPR_DEC, ticks);
}

struct interrupt_count platform_interrupts(uint32_t cpu)
{
	const struct hardware_thread *thread = &platform.threads[cpu];

	return (struct interrupt_count){
		.ticks = thread->ticks_taken,
		.doorbells = thread->doorbells_taken,
		.others = thread->others_taken,
		.last_other = thread->last_other,
		.maintained = thread->maintained,
	};
}

/* ---- processors ------------------------------------------------------------------------------------ */

static uint16_t socket_of(const struct machine *machine, uint32_t chip)
{
	for (uint16_t i = 0; i < machine->socket_count; i++)
		if (platform.chips[i] == chip)
			return i;
	return UINT16_MAX;
}

/* Chips are numbered as sockets in the order of their first CPU's PIR; chips without CPUs come last. */
static void add_chip(struct machine *machine, uint32_t chip)
{
	if (socket_of(machine, chip) != UINT16_MAX)
		return;
	if (machine->socket_count < CHIP_ROOM)
		platform.chips[machine->socket_count++] = chip;
}

static bool fill_cpus(struct machine *machine, const struct tree_cpu *found, uint16_t count)
{
	struct flight *flights = arena_take(machine->arena, count, sizeof(*flights));
	struct cpu *cpus = arena_take(machine->arena, count, sizeof(*cpus));
	uint32_t boot = (uint32_t)cpu_read_spr(SPR_PIR);

	platform.threads = arena_take(machine->arena, count, sizeof(*platform.threads));
	if (!cpus || !platform.threads || !flights)
		return false;
	flight_start(flights, count);
	for (uint16_t i = 0; i < count; i++) {
		add_chip(machine, found[i].chip);
		cpus[i] = (struct cpu){.apic_id = found[i].pir,
				       .socket = socket_of(machine, found[i].chip),
				       .core = found[i].core,
				       .thread = found[i].thread,
				       .bootstrap = found[i].pir == boot,
				       .hidden = !found[i].okay && found[i].pir != boot};
		platform.threads[i].index = i;
		platform.threads[i].pir = found[i].pir;
		platform.threads[i].fused = found[i].fused;
		if (cpus[i].bootstrap)
			platform.bootstrap = i;
	}
	limit_choose_cpus(cpus, count);
	machine->cpus = cpus;
	machine->cpu_count = count;
	return true;
}

static bool list_cpus(struct machine *machine)
{
	struct tree_cpu *found = arena_take(machine->arena, CPU_ROOM, sizeof(*found));
	uint32_t chip;
	uint16_t count;

	platform.chips = arena_take(machine->arena, CHIP_ROOM, sizeof(*platform.chips));
	if (!found || !platform.chips)
		return false;
	count = tree_cpus(platform.tree, found, CPU_ROOM, &platform.warnings);
	if (!fill_cpus(machine, found, count))
		return false;
	for (unsigned i = 0; tree_nest_chip(platform.tree, i, &chip); i++)
		add_chip(machine, chip);
	return true;
}

/* Sets up this CPU's struct, exception stack and vectors. */
static bool settle_machine(struct machine *machine)
{
	struct hardware_thread *self = &platform.threads[platform.bootstrap];
	uint8_t *exceptions = arena_take(machine->arena, EXCEPTION_LEVELS, EXCEPTION_STACK_BYTES);

	if (!exceptions)
		return false;
	self->here = true;
	((struct cpu *)machine->cpus)[platform.bootstrap].usable = true;
	thread_is(self, exceptions);
	vectors_install();
	return true;
}

/* Interrupts must be taken little-endian. OPAL sets that for all CPUs at once, and only while it holds all others. */
static void arrange_endianness(void)
{
	char bytes[64];
	struct text name = TEXT_OVER(bytes);
	int64_t result = opal_call(OPAL_REINIT_CPUS, OPAL_REINIT_LITTLE_ENDIAN, 0, 0, 0, 0);

	if (result == OPAL_SUCCESS) {
		vectors_use(thread_here());
		cpu_interrupts(true);
		return;
	}
	opal_result_text(result, &name);
	warn(&platform.warnings,
	     "OPAL does not let interrupts be taken little-endian (%s): exceptions cannot be reported", bytes);
}

/* CPUs that firmware marks as bad are not started. */
static bool is_wanted(const struct cpu *cpu)
{
	return !cpu->bootstrap && !cpu->left_alone && !cpu->hidden;
}

/* Returns false only if the arena is full. */
static bool start_cpu(struct machine *machine, uint32_t index)
{
	char bytes[64];
	struct text name = TEXT_OVER(bytes);
	int64_t result = OPAL_SUCCESS;

	switch (agent_start(&platform.threads[index], machine->arena, &result)) {
	case OUTCOME_OK: return true;
	case OUTCOME_FAULT:
		opal_result_text(result, &name);
		warn(&platform.warnings, "cpu %u (PIR 0x%x) cannot be started: %s", index, platform.threads[index].pir,
		     bytes);
		platform.threads[index].lost = true;
		return true;
	default: return false;
	}
}

void platform_state(struct thread_state *state)
{
	*state = thread_state_now();
}

void platform_complain(const struct thread_state *state, uint32_t cpu, struct text *complaint)
{
	const struct hardware_thread *thread = &platform.threads[cpu];
	const struct thread_wanted wanted = {
		.hsprg0 = (uint64_t)thread,
		.pir = thread->pir,
		.hile_known = platform.machine->family == PVR_POWER9,
	};

	state_complain(state, &wanted, complaint);
}

/* Starts all before waiting for the first: on a machine of 176 threads they arrive together. */
static bool start_cpus(struct machine *machine)
{
	uint64_t deadline_ns;

	if (deny_profile() != PROFILE_SAFE) {
		if (!agent_expect(machine->cpu_count, machine->arena))
			return false;
		for (uint32_t i = 0; i < machine->cpu_count; i++)
			if (is_wanted(&machine->cpus[i]) && !start_cpu(machine, i))
				return false;
		deadline_ns = cpu_now_ns() + AGENT_ARRIVAL_NS;
		for (uint32_t i = 0; i < machine->cpu_count; i++) {
			struct cpu *cpu = (struct cpu *)&machine->cpus[i];

			if (!is_wanted(cpu) || platform.threads[i].lost)
				continue;
			cpu->usable = agent_arrives(&platform.threads[i], deadline_ns);
			if (!cpu->usable)
				warn(&platform.warnings, "cpu %u (PIR 0x%x) was started but did not arrive", i,
				     cpu->apic_id);
		}
	}
	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		char bytes[256];
		struct text complaint = TEXT_OVER(bytes);

		platform_complain(&platform.threads[i].state, i, &complaint);
		if (complaint.length)
			warn(&platform.warnings, "cpu %u (PIR 0x%x): %s", i, platform.threads[i].pir, bytes);
	}
	return true;
}

/* ---- memory and start ------------------------------------------------------------------------------- */

static void list_memory(void)
{
	int node;

	fdt_for_each_subnode(node, platform.tree, 0)
	{
		const char *type = tree_string(platform.tree, node, "device_type");
		struct range range;

		if (!type || strcmp(type, "memory"))
			continue;
		for (unsigned i = 0; tree_pair(platform.tree, node, "reg", 2 * i, &range.start) &&
				     tree_pair(platform.tree, node, "reg", 2 * i + 1, &range.size);
		     i++)
			platform_add_memory(&range);
	}
}

bool platform_start(struct machine *machine, const void *tree)
{
	struct text brand = text_over(machine->brand, sizeof(machine->brand));
	uint32_t pvr = (uint32_t)cpu_read_spr(SPR_PVR);

	platform = (struct platform){.hw = platform_operations, .machine = machine, .tree = tree};
	machine->hw = &platform.hw;
	cpu_set_timebase(tree_timebase(tree));
	machine->ticks_per_second = tree_timebase(tree);
	memcpy(machine->vendor, "IBM", sizeof("IBM"));
	machine->family = (uint16_t)(pvr >> 16);
	machine->model = (uint16_t)pvr;
	text_string(&brand, tree_model(platform.tree));
	list_memory();
	if (!list_cpus(machine) || !settle_machine(machine))
		return false;
	arrange_endianness();
	if (!start_cpus(machine))
		return false;
	machine->cpu_number = "PIR";
	machine->virtual_silicon = tree_virtual_silicon(tree);
	machine->interrupt_controller = "OPAL; counters raise no interrupts";
	machine->warnings = platform.warnings.list;
	machine->warning_count = platform.warnings.count;
	return true;
}
