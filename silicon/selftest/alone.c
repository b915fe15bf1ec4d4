/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/selftest/alone.h"

#include "lib/memory.h"
#include "silicon/selftest/report.h"
#include "silicon/selftest/services.h"

#define PAGE         4096
#define ENTRIES      512
#define GIBS         4
#define TABLE_PAGES  (2 + GIBS)
#define LARGE_PAGE   0x83 /* present, writable */
#define BELOW_1_MIB  (UINT64_C(1) << 20)
#define BELOW_4_GIB  (UINT64_C(1) << 32)
#define STARTS       4 /* of all processors; each start takes a new stack */
#define STACKS       (1 + STARTS * MAX_PROCESSORS)
#define PIC_MASK_1   0x21
#define PIC_MASK_2   0xa1
/* INIT needs 10 ms and STARTUP 200 us. Without a clock the loop is made much longer. */
#define INIT_SPIN    (UINT64_C(30) * 1000 * 1000)
#define STARTUP_SPIN (UINT64_C(3) * 1000 * 1000)

extern const uint8_t wake_begin[], wake_long[];

static const uint64_t gdt[] = {
	0,
	[ALONE_CODE / 8] = 0x00af9b000000ffff,
	[ALONE_DATA / 8] = 0x00cf93000000ffff,
};
static uint64_t *tables;
static uint8_t *wake, *stacks;

static void put(unsigned offset, uint64_t value, size_t bytes)
{
	memcpy(wake + offset, &value, bytes);
}

/* Entry of an AP, on its own stack. */
static void arrive(void)
{
	const struct table_register none = {0, 0};
	struct processor *me = processor_by_id(processor_own_apic_id());

	processor_enter(me, &none);
	me->result = apic_read(APIC_LVT_PMI);
	apic_write(APIC_SVR, SVR_ENABLED);
	me->work = NULL;
	me->works = me->works_done = 0;
	me->started++;
	for (;;) {
		interrupts_off();
		if (!me->work) {
			/* STI takes effect after the HLT, so a wake-up in between is not missed. */
			__asm__ volatile("sti; hlt" : : : "memory");
			continue;
		}
		interrupts_on();
		me->work(me);
		me->work = NULL;
		me->works_done++;
	}
}

bool alone_prepare(void)
{
	uint64_t *second, *third;

	tables = services_pages(TABLE_PAGES, BELOW_4_GIB);
	stacks = services_pages(STACKS * WAKE_STACK_SIZE / PAGE, BELOW_4_GIB);
	wake = services_pages(1, BELOW_1_MIB);
	if (!tables || !stacks || !wake)
		return false;
	second = tables + ENTRIES;
	third = second + ENTRIES;
	tables[0] = (uintptr_t)second | 3;
	for (unsigned i = 0; i < GIBS; i++)
		second[i] = (uintptr_t)(third + i * ENTRIES) | 3;
	for (uint64_t i = 0; i < GIBS * ENTRIES; i++)
		third[i] = i << 21 | LARGE_PAGE;
	memcpy(wake, wake_begin, WAKE_CODE_BYTES);
	put(WAKE_CR3, (uintptr_t)tables, 4);
	put(WAKE_GDTR, sizeof(gdt) - 1, 2);
	put(WAKE_GDTR + 2, (uintptr_t)gdt, 4);
	put(WAKE_TARGET, (uintptr_t)wake + (uintptr_t)(wake_long - wake_begin), 4);
	put(WAKE_TARGET + 4, ALONE_CODE, 2);
	put(WAKE_STACKS, (uintptr_t)stacks + WAKE_STACK_SIZE, 8); /* the first is the boot processor's */
	put(WAKE_ENTRY, (uintptr_t)arrive, 8);
	return true;
}

/* Runs on the new stack. */
static void enter(void (*next)(void)) __attribute__((noreturn, used));
static void enter(void (*next)(void))
{
	const struct table_register none = {0, 0};

	processor_enter(machine.processor[0], &none);
	port_write8(PIC_MASK_1, 0xff);
	port_write8(PIC_MASK_2, 0xff);
	apic_write(APIC_LVT_TIMER, LVT_MASKED);
	next();
	halt_forever();
}

void alone_begin(void (*next)(void))
{
	struct table_register gdtr = {sizeof(gdt) - 1, (uintptr_t)gdt};

	__asm__ volatile(
		"cli\n\tmov %0, %%cr3\n\tlgdt %1\n\tmov %2, %%rsp\n\tmov %4, %%ds; mov %4, %%es; mov %4, %%ss\n\tpush %5\n\tlea 1f(%%rip), %%rax\n\tpush %%rax\n\tlretq\n"
		"1: call enter\n\tud2"
		:
		: "r"(tables), "m"(gdtr), "r"(stacks + WAKE_STACK_SIZE), "D"(next), "r"(ALONE_DATA), "i"(ALONE_CODE)
		: "rax", "memory");
	halt_forever();
}

/* ---- other processors ------------------------------------------------------------------------------- */

const struct wake_state *alone_wake_state(void)
{
	return (const struct wake_state *)(wake + WAKE_SIGNATURE);
}

void alone_start(uint32_t to, uint32_t shorthand)
{
	uint32_t startup = ICR_STARTUP | shorthand | (uint32_t)((uintptr_t)wake / PAGE);

	apic_command(to, ICR_INIT | shorthand);
	spin(INIT_SPIN);
	for (unsigned i = 0; i < 2; i++) {
		apic_command(to, startup);
		spin(STARTUP_SPIN);
	}
}

void alone_work(struct processor *processor, void (*work)(struct processor *))
{
	processor->works++;
	processor->work = work;
	apic_command(processor->apic_id, ICR_FIXED | VECTOR_WAKE);
}

bool alone_wait(struct processor *processor)
{
	return wait_for(&processor->works_done, processor->works);
}
