/* SPDX-License-Identifier: BSD-2-Clause */
/* The processors of the machine as the self-test uses them: their traps and interrupts, local APICs, and
 * ways to wait. */
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

/* Stack after a gate. */
struct frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
	uint64_t vector, error, rip, cs, rflags, rsp, ss;
};

struct processor {
	uint64_t idt[2 * 256]; /* first: from the IDTR a processor knows who it is */
	uint32_t apic_id;
	uint16_t socket, core;

	/* What came. */
	volatile uint64_t pmis, wakes, traces;
	volatile uint64_t nmis;     /* all of them */
	volatile uint64_t nmi_pmis; /* of these: PMIs */
	volatile unsigned nmi_depth, nmi_depth_most;
	volatile uint64_t caught_rip;  /* where the last attempt failed */
	volatile uint32_t entry_seen;  /* the LVT's PMI entry in the handler */
	volatile bool in_service_seen; /* the PMI's bit in the ISR */

	/* What the handlers shall do. */
	volatile uint32_t entry; /* the LVT's PMI entry to go on with */
	volatile bool look;      /* note the last two above */
	volatile uint64_t dwell; /* instructions to stay in the NMI handler after a new start */
	volatile bool trace;     /* return from the NMI handler with TF set */
	volatile unsigned again; /* NMIs that the next NMI handler sends to itself */

	void (*volatile work)(struct processor *me); /* alone.c: what this one does, NULL: sleeps */
	volatile uint64_t works, works_done;
	volatile uint64_t result;
	volatile uint64_t started;
};

struct machine {
	struct processor *processor[MAX_PROCESSORS]; /* the boot processor first */
	unsigned count, sockets;
	unsigned cores[MAX_SOCKETS]; /* how many each socket has, numbered from 0 */
};
extern struct machine machine;

/* Adds a processor whose memory is at `at`; its place follows from its APIC id. False if there are too
 * many, or none of its socket's lower cores came before. */
MUST_CHECK bool processor_add(struct processor *at, uint32_t apic_id);
uint32_t processor_own_apic_id(void);
struct processor *processor_by_id(uint32_t apic_id);
struct processor *processor_at(unsigned socket, unsigned core);

/* Loads an IDT with our own gates; the others stay those of `old`, as long as it is. */
void processor_enter(struct processor *me, const struct table_register *old);
static inline void processor_leave(const struct table_register *old)
{
	__asm__ volatile("lidt %0" : : "m"(*old));
}
/* The one this runs on, after processor_enter. */
struct processor *processor_self(void);

static inline uint32_t apic_read(uint32_t offset)
{
	return mmio_read32(APIC + offset);
}

static inline void apic_write(uint32_t offset, uint32_t value)
{
	mmio_write32(APIC + offset, value);
}

/* Sends an IPI. With logical destinations `to` is the destination itself. */
void apic_command(uint32_t to, uint32_t command);
/* Whether a vector's bit is set in the IRR or ISR. */
bool apic_bit(uint32_t registers, unsigned vector);

/* Instructions that may fail; they return the exception's vector, 0 for none (traps.S). */
unsigned try_rdmsr(uint32_t msr, uint64_t *value);
unsigned try_wrmsr(uint32_t msr, uint64_t value);
unsigned try_rdpmc(uint32_t counter, uint64_t *value);
unsigned try_cr0(uint64_t value);
unsigned try_cr4(uint64_t value);
unsigned try_cr4_r9(uint64_t value);
unsigned try_vmmcall(uint64_t rax);
unsigned try_vmrun(uint64_t rax);

/* Executes 2 * `count` instructions that touch registers alone, so that nothing makes it exit. */
void spin(uint64_t count);
/* Waits until `*count` is at least `wanted`: false if nothing happens for a long while. The second polls
 * memory and nothing else, so that nothing makes it exit. */
MUST_CHECK bool wait_for(volatile uint64_t *count, uint64_t wanted);
MUST_CHECK bool spin_for(volatile uint64_t *count, uint64_t wanted);
/* Likewise, asleep as long as nothing comes; uses the local APIC's timer. */
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
