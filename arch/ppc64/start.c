/* SPDX-License-Identifier: BSD-2-Clause */
/* From what the device tree says to a filled-in machine. */
#include "arch/ppc64/fdt.h"

#include "arch/ppc64/agent.h"
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"
#include "core/hardware/deny.h"
#include "core/hardware/flight.h"
#include "core/hardware/limit.h"
#include "lib/memory.h"

#define CPU_ROOM  1024
#define CHIP_ROOM 64

struct platform platform;

void platform_add_memory(const struct range *range)
{
	if (platform.memory_count < PLATFORM_RANGES)
		platform.memory[platform.memory_count++] = *range;
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

/* Chips are numbered as sockets in the order of their first processor's PIR. */
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
				       .bootstrap = found[i].pir == boot};
		platform.threads[i].index = i;
		platform.threads[i].pir = found[i].pir;
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
	uint16_t count;

	platform.chips = arena_take(machine->arena, CHIP_ROOM, sizeof(*platform.chips));
	if (!found || !platform.chips)
		return false;
	count = tree_cpus(platform.tree, found, CPU_ROOM, &platform.warnings);
	return fill_cpus(machine, found, count);
}

/* Our own struct, stack for exceptions, vectors; the processor that executes this is there. */
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

/* Interrupts have to be taken little-endian, which OPAL arranges for all processors at once, and only while
 * it has all others. */
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

static bool start_cpu(struct machine *machine, uint32_t index)
{
	struct cpu *cpu = (struct cpu *)&machine->cpus[index];
	char bytes[64];
	struct text name = TEXT_OVER(bytes);
	int64_t result = OPAL_SUCCESS;

	switch (agent_start(&platform.threads[index], machine->arena, &result)) {
	case OUTCOME_OK: cpu->usable = true; return true;
	case OUTCOME_FAULT:
		opal_result_text(result, &name);
		warn(&platform.warnings, "cpu %u (PIR 0x%x) cannot be started: %s", index, cpu->apic_id, bytes);
		return true;
	case OUTCOME_TIMEOUT:
		warn(&platform.warnings, "cpu %u (PIR 0x%x) was started and did not come", index, cpu->apic_id);
		return true;
	default: return false;
	}
}

static void expect_machine_checks(const struct hardware_thread *thread)
{
	if (thread->msr && !(thread->msr & MSR_ME))
		warn(&platform.warnings,
		     "cpu %u (PIR 0x%x): MSR[ME] stays off: a machine check would stop the machine without a report",
		     thread->index, thread->pir);
}

static bool start_cpus(struct machine *machine)
{
	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (deny_profile() != PROFILE_SAFE && !machine->cpus[i].bootstrap && !machine->cpus[i].left_alone &&
		    !start_cpu(machine, i))
			return false;
	for (uint32_t i = 0; i < machine->cpu_count; i++)
		expect_machine_checks(&platform.threads[i]);
	return true;
}

/* ---- the rest --------------------------------------------------------------------------------------- */

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

static void identify(struct machine *machine)
{
	uint32_t pvr = (uint32_t)cpu_read_spr(SPR_PVR);
	struct text brand = text_over(machine->brand, sizeof(machine->brand));

	memcpy(machine->vendor, "IBM", sizeof("IBM"));
	machine->family = (uint16_t)(pvr >> 16);
	machine->model = (uint16_t)pvr;
	text_string(&brand, tree_model(platform.tree));
}

bool platform_start(struct machine *machine, const void *tree)
{
	platform = (struct platform){.hw = platform_operations, .machine = machine, .tree = tree};
	machine->hw = &platform.hw;
	cpu_set_timebase(tree_timebase(tree));
	machine->ticks_per_second = tree_timebase(tree);
	identify(machine);
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
