/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/idt.h"

#include "arch/x86/cpu.h"
#include "arch/x86/trap.h"
#include "lib/memory.h"

#define IDT_VECTORS         256
#define STUB_BYTES          16
#define GATE_PRESENT        BIT(7)
#define GATE_INTERRUPT_TYPE 0xe

/* A 64-bit interrupt gate in the processor's format. */
static struct idt_gate {
	uint16_t offset_low, selector;
	uint8_t stack; /* 0: stay on the current one */
	uint8_t type;
	uint16_t offset_middle;
	uint32_t offset_high, reserved;
} table[IDT_VECTORS] __attribute__((aligned(16)));
static struct descriptor_register firmware;

/* Descriptors of the CPU that installs the table. */
static struct segments segments;
static uint8_t segments_stacks[SEGMENTS_STACKS * SEGMENTS_STACK_BYTES] __attribute__((aligned(16)));

/* Exceptions with their own stacks. */
static const uint8_t stacks[TRAP_EXCEPTIONS] = {
	[TRAP_NMI] = SEGMENTS_NMI,
	[TRAP_DOUBLE_FAULT] = SEGMENTS_DOUBLE_FAULT,
	[TRAP_MACHINE_CHECK] = SEGMENTS_MACHINE_CHECK,
};

_Static_assert(sizeof(struct idt_gate) == 16, "the processor's format");
_Static_assert(sizeof table - 1 + IDT_CPUS_MAX <= UINT16_MAX, "a limit has 16 bits");

static struct descriptor_register loaded(void)
{
	struct descriptor_register now;

	__asm__ volatile("sidt %0" : "=m"(now));
	return now;
}

static void load_idt(const struct descriptor_register *wanted)
{
	__asm__ volatile("lidt %0" : : "m"(*wanted) : "memory");
}

void idt_set(uint8_t vector, const void *entry)
{
	uint64_t address = (uintptr_t)entry;

	table[vector] = (struct idt_gate){
		.offset_low = (uint16_t)address,
		.offset_middle = (uint16_t)(address >> 16),
		.offset_high = (uint32_t)(address >> 32),
		.selector = cpu_code_segment(),
		.stack = vector < TRAP_EXCEPTIONS ? stacks[vector] : 0,
		.type = GATE_PRESENT | GATE_INTERRUPT_TYPE,
	};
}

bool idt_install(void)
{
	struct descriptor_register before = loaded();

	if (before.base == (uintptr_t)table)
		return false;
	firmware = before;
	memset(table, 0, sizeof table);
	memcpy(table, (const void *)(uintptr_t)before.base, min_u64(before.limit + UINT64_C(1), sizeof table));
	for (unsigned vector = 0; vector < TRAP_EXCEPTIONS; vector++)
		idt_set((uint8_t)vector, trap_stubs + STUB_BYTES * vector);
	idt_return(0);
	return true;
}

void idt_return(uint32_t cpu)
{
	segments_enter(&segments, segments_stacks);
	(void)idt_enter(cpu);
}

bool idt_remove(void)
{
	if (idt_cpu() == IDT_NO_CPU)
		return false;
	load_idt(&firmware);
	segments_leave(&segments);
	return true;
}

struct descriptor_register idt_enter(uint32_t cpu)
{
	struct descriptor_register before = loaded();
	const struct descriptor_register ours = {
		.limit = (uint16_t)(sizeof table - 1 + cpu),
		.base = (uintptr_t)table,
	};

	load_idt(&ours);
	return before;
}

void idt_leave(struct descriptor_register before)
{
	load_idt(&before);
}

uint32_t idt_cpu(void)
{
	struct descriptor_register now = loaded();

	return now.base == (uintptr_t)table ? now.limit - (uint32_t)(sizeof table - 1) : IDT_NO_CPU;
}
