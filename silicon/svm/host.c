/* SPDX-License-Identifier: BSD-2-Clause */
/* The hypervisor's own GDT and IDT. No TSS is needed: no gate changes stacks. */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define GATE_BYTES 16
#define GATE_64    (UINT64_C(0x8e) << 40) /* present, interrupt gate */
#define CODE_64    UINT64_C(0x00af9b000000ffff)
#define DATA       UINT64_C(0x00cf93000000ffff)
#define VECTORS    256

extern const uint8_t host_gates[];

/* Stack contents after a gate. */
struct host_frame {
	uint64_t vector, error, rip, cs, rflags, rsp;
};

void host_unexpected(const struct host_frame *frame) __attribute__((noreturn));

void host_unexpected(const struct host_frame *frame)
{
	uint64_t cr2;

	__asm__ volatile("mov %%cr2, %0" : "=r"(cr2));
	log_assert("exception %lu in the hypervisor: error=0x%lx rip=0x%lx (gates at %p) rsp=0x%lx cr2=0x%lx",
		   frame->vector, frame->error, frame->rip, (const void *)host_gates, frame->rsp, cr2);
}

void host_tables_build(void *pages, struct table_register *gdtr, struct table_register *idtr)
{
	uint64_t *idt = pages, *gdt = (uint64_t *)pages + VECTORS * 2;

	for (unsigned i = 0; i < VECTORS; i++) {
		uint64_t entry = (uintptr_t)host_gates + i * GATE_BYTES;

		idt[2 * i] = (entry & 0xffff) | HOST_CODE << 16 | GATE_64 | (entry & 0xffff0000) << 32;
		idt[2 * i + 1] = entry >> 32;
	}
	gdt[0] = 0;
	gdt[HOST_CODE / 8] = CODE_64;
	gdt[HOST_DATA / 8] = DATA;
	*idtr = (struct table_register){VECTORS * 16 - 1, (uintptr_t)idt};
	*gdtr = (struct table_register){3 * 8 - 1, (uintptr_t)gdt};
}
