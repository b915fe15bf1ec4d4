/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine's processors for the self-test: traps and interrupts, local APICs, and ways to wait. */
#ifndef SILICON_SELFTEST_PROCESSOR_H
#define SILICON_SELFTEST_PROCESSOR_H

#include "lib/basic.h"
#include "silicon/svm/x86.h"

#define MAX_PROCESSORS 8
#define MAX_SOCKETS    8

enum { VECTOR_PMI = 0xf0, VECTOR_WAKE = 0xf1 };
enum { TRAP_DEBUG = 1, TRAP_NMI = 2, TRAP_UNDEFINED = 6, TRAP_PROTECTION = 13 };

/* clang-format off */
#define APIC                     UINT64_C(0xfee00000)
#define APIC_ID                  0x020
#define APIC_VERSION             0x030
#define APIC_TASK_PRIORITY       0x080
#define APIC_EOI                 0x0b0
#define APIC_LDR                 0x0d0
#define APIC_DFR                 0x0e0
#define APIC_SVR                 0x0f0
#define   SVR_RESET              0x0ff
#define   SVR_ENABLED            0x1ff
#define APIC_ISR                 0x100
#define APIC_IRR                 0x200
#define APIC_ICR_LOW             0x300
#define   ICR_FIXED              0x04000
#define   ICR_NMI                0x04400
#define   ICR_INIT               0x04500
#define   ICR_STARTUP            0x04600
#define   ICR_LOGICAL            0x00800
#define   ICR_TO_SELF            0x40000
#define   ICR_TO_OTHERS          0xc0000
#define APIC_ICR_HIGH            0x310
#define APIC_LVT_TIMER           0x320
#define   LVT_PERIODIC           0x20000
#define APIC_LVT_PMI             0x340
#define   LVT_MASKED             0x10000
#define   LVT_PMI                VECTOR_PMI
#define   LVT_NMI                0x400
#define APIC_LVT_LINT0           0x350
#define APIC_TIMER_COUNT         0x380
#define APIC_TIMER_DIVIDE        0x3e0
#define   DIVIDE_BY_1            0xb
/* clang-format on */

/* clang-format off */
#define MSR_APIC_BASE            0x1b
#define   APIC_BASE_X2APIC       BIT(10)
#define   APIC_BASE_ENABLED      BIT(11)
/* clang-format on */
#define RFLAGS_TF 0x100

/* The stack after a gate. */
struct frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
	uint64_t vector, error, rip, cs, rflags, rsp, ss;
};

struct processor {
	uint64_t idt[2 * 256]; /* must be first: processor_self finds it by the IDTR */
	uint32_t apic_id;
	uint16_t socket, core;

	/* Counted and observed by the handlers. */
	volatile uint64_t pmis, wakes, traces;
	volatile uint64_t nmis;     /* all of them */
	volatile uint64_t nmi_pmis; /* of these: PMIs */
	volatile unsigned nmi_depth, nmi_depth_most;
	volatile uint64_t caught_rip;  /* RIP of the last try_ function's instruction that failed */
	volatile uint32_t entry_seen;  /* the LVT's PMI entry, read in the PMI's handler */
	volatile bool in_service_seen; /* the PMI's bit in the ISR */

	/* Orders to the handlers. */
	volatile uint32_t entry; /* value for the LVT's PMI entry at the end of a handler */
	volatile bool look;      /* set entry_seen and in_service_seen */
	volatile uint64_t dwell; /* loops in the NMI handler after the counter was started again */
	volatile bool trace;     /* return from the NMI handler with TF set */
	volatile unsigned again; /* number of NMIs that the next NMI handler sends to its processor */

	void (*volatile work)(struct processor *me); /* alone.c: work of this processor; NULL: it sleeps */
	volatile uint64_t works, works_done;
	volatile uint64_t result;
	volatile uint64_t started;
};

struct machine {
	struct processor *processor[MAX_PROCESSORS]; /* the boot processor first */
	unsigned count, sockets;
	unsigned cores[MAX_SOCKETS]; /* number of cores of each socket */
};
extern struct machine machine;

/* Adds a processor, whose zeroed memory is `at`; sets its socket and core by the APIC ID. False if there are too many, or a lower
 * core of its socket was not added before it. */
MUST_CHECK bool processor_add(struct processor *at, uint32_t apic_id);
uint32_t processor_own_apic_id(void);

/* The processor with that APIC ID, and the one at that place; NULL: none. */
struct processor *processor_by_id(uint32_t apic_id);
struct processor *processor_at(unsigned socket, unsigned core);

/* Loads the processor's IDT: gates of the self-test, and copies of the other gates of the IDT `old`. processor_leave loads `old`
 * again. */
void processor_enter(struct processor *me, const struct table_register *old);
static inline void processor_leave(const struct table_register *old)
{
	__asm__ volatile("lidt %0" : : "m"(*old));
}
/* The calling processor. Call it after processor_enter. */
struct processor *processor_self(void);

static inline uint32_t apic_read(uint32_t offset)
{
	return mmio_read32(APIC + offset);
}

static inline void apic_write(uint32_t offset, uint32_t value)
{
	mmio_write32(APIC + offset, value);
}

/* Sends an IPI to the APIC ID `to`, or, with logical destinations, to the destination `to`. */
void apic_command(uint32_t to, uint32_t command);
/* True if the bit of a vector is set in `registers`, the IRR or ISR. */
bool apic_bit(uint32_t registers, unsigned vector);

/* Execute one instruction, which may fail. They return the vector of its exception, 0 for none (traps.S). */
unsigned try_rdmsr(uint32_t msr, uint64_t *value);
unsigned try_wrmsr(uint32_t msr, uint64_t value);
unsigned try_rdpmc(uint32_t counter, uint64_t *value);
unsigned try_cr0(uint64_t value);
unsigned try_cr4(uint64_t value);
unsigned try_cr4_r9(uint64_t value);
unsigned try_vmmcall(uint64_t rax);
unsigned try_vmrun(uint64_t rax);

/* Executes 2 * `count` instructions that access only registers, so that nothing causes an exit. */
void spin(uint64_t count);
/* Wait until *count is at least `wanted`. False if *count does not change for a long time. spin_for only reads memory, so that
 * nothing causes an exit; its time limit is a number of reads. */
MUST_CHECK bool wait_for(volatile uint64_t *count, uint64_t wanted);
MUST_CHECK bool spin_for(volatile uint64_t *count, uint64_t wanted);
/* Like wait_for(), asleep between interrupts; uses the local APIC's timer. */
MUST_CHECK bool halt_for(volatile uint64_t *count, uint64_t wanted);

static inline void interrupts_on(void)
{
	__asm__ volatile("sti" : : : "memory");
}

static inline void interrupts_off(void)
{
	__asm__ volatile("cli" : : : "memory");
}

#endif
