/* SPDX-License-Identifier: BSD-2-Clause */
/* Which socket owns which memory, and memory for known work. */
#include "lib/memory.h"
#include "arch/x86/access.h"
#include "arch/x86/acpi.h"
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"

#define RANGE_ROOM 64

/* The socket whose CPUs belong to the node. */
static uint16_t socket_of_node(const struct machine *machine, const struct acpi *acpi, uint32_t node)
{
	uint16_t socket = MEMORY_ALONE;

	for (uint16_t i = 0; i < machine->cpu_count; i++) {
		uint32_t own;

		if (!acpi_node_of(acpi, machine->cpus[i].apic_id, &own) || own != node)
			continue;
		if (socket != MEMORY_ALONE && socket != machine->cpus[i].socket)
			return MEMORY_OF_SEVERAL;
		socket = machine->cpus[i].socket;
	}
	return socket;
}

bool memory_list(struct machine *machine, const struct acpi *acpi)
{
	struct acpi_node_memory *told = arena_take(machine->arena, RANGE_ROOM, sizeof *told);
	struct node_memory *ranges = arena_take(machine->arena, RANGE_ROOM, sizeof *ranges);

	if (!told || !ranges)
		return false;
	machine->node_count = acpi_node_memory(acpi, told, RANGE_ROOM);
	for (uint16_t i = 0; i < machine->node_count; i++)
		ranges[i] = (struct node_memory){
			.base = told[i].base,
			.bytes = told[i].bytes,
			.socket = socket_of_node(machine, acpi, told[i].node),
		};
	machine->nodes = ranges;
	platform.uncached = acpi_hpet(acpi);
	return true;
}

bool memory_take_for_work(struct hw *hw, uint64_t first, uint64_t last, struct hw_memory *memory)
{
	const struct x86_boot *boot = &platform.boot;
	uint64_t at = boot->take_memory ? boot->take_memory(boot->context, first, last, memory->bytes) : 0;

	(void)hw;
	if (!at)
		return false;
	memory->at = (uint8_t *)at;
	memory->physical = at;
	memset(memory->at, 0, memory->bytes);
	return true;
}

void memory_give_back(struct hw *hw, const struct hw_memory *memory)
{
	(void)hw;
	platform.boot.give_memory(platform.boot.context, memory->physical, memory->bytes);
}

void memory_flush_caches(struct hw *hw)
{
	(void)hw;
	cpu_flush_caches();
}

/* The HPET's capabilities do not change. */
const volatile uint32_t *memory_uncached(struct hw *hw)
{
	(void)hw;
	if (!platform.uncached || guarded_load32(platform.uncached).fault)
		return NULL;
	return (const volatile uint32_t *)platform.uncached;
}
