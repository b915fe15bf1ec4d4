/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/idt.h"

#include "arch/x86/cpu.h"
#include "arch/x86/trap.h"
#include "lib/memory.h"

#define IDT_VECTORS         256
#define STUB_BYTES          16
#define GATE_PRESENT        BIT(7)
#define GATE_INTERRUPT_TYPE 0xe

static struct idt_gate table[IDT_VECTORS] __attribute__((aligned(16)));
static struct idt_register firmware;

_Static_assert(sizeof(struct idt_gate) == 16, "the processor's format");
_Static_assert(sizeof table - 1 + IDT_CPUS_MAX <= UINT16_MAX, "a limit has 16 bits");

static struct idt_register loaded(void)
{
	struct idt_register now;

	__asm__ volatile("sidt %0" : "=m"(now));
	return now;
}

static void load_idt(const struct idt_register *wanted)
{
	__asm__ volatile("lidt %0" : : "m"(*wanted) : "memory");
}

static struct idt_register ours(uint32_t cpu)
{
	return (struct idt_register){
		.limit = (uint16_t)(sizeof table - 1 + cpu),
		.base = (uintptr_t)table,
	};
}

struct idt_gate idt_set(uint8_t vector, const void *entry)
{
	struct idt_gate old = table[vector];
	uint64_t address = (uintptr_t)entry;

	table[vector] = (struct idt_gate){
		.offset_low = (uint16_t)address,
		.offset_middle = (uint16_t)(address >> 16),
		.offset_high = (uint32_t)(address >> 32),
		.selector = cpu_code_segment(),
		.type = GATE_PRESENT | GATE_INTERRUPT_TYPE,
	};
	return old;
}

void idt_set_back(uint8_t vector, struct idt_gate gate)
{
	table[vector] = gate;
}

bool idt_install(void)
{
	struct idt_register before = loaded(), wanted = ours(0);

	if (before.base == wanted.base)
		return false;
	firmware = before;
	memset(table, 0, sizeof table);
	memcpy(table, (const void *)(uintptr_t)before.base, min_u64(before.limit + UINT64_C(1), sizeof table));
	for (unsigned vector = 0; vector < TRAP_EXCEPTIONS; vector++)
		(void)idt_set((uint8_t)vector, trap_stubs + STUB_BYTES * vector);
	load_idt(&wanted);
	return true;
}

void idt_remove(void)
{
	if (idt_cpu() != IDT_NO_CPU)
		load_idt(&firmware);
}

struct idt_register idt_enter(uint32_t cpu)
{
	struct idt_register before = loaded(), wanted = ours(cpu);

	load_idt(&wanted);
	return before;
}

void idt_leave(struct idt_register before)
{
	load_idt(before.base == (uintptr_t)table ? &firmware : &before);
}

uint32_t idt_cpu(void)
{
	struct idt_register now = loaded();

	return now.base == (uintptr_t)table ? now.limit - (uint32_t)(sizeof table - 1) : IDT_NO_CPU;
}
