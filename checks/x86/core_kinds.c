/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/x86/core_kinds.h"

#if defined(__x86_64__)
/* r12 counts the turns; label 2 ends a turn. The stack begins 128 bytes below the caller's, whose red zone that is (ABI
 * of a host process); 128 bytes at r9 are the loop's own, followed by a far pointer to label 3, which returns. */
#define REPEAT(context, value, code)                                                                                 \
	do {                                                                                                         \
		const uint64_t turns = *(const uint64_t *)(context), in_r13 = (value);                               \
		__asm__ volatile("mov %0, %%r12\n\tmov %1, %%r13\n\tlea -128(%%rsp), %%rsp\n\t"                      \
				 "mov %%cs, %%r10d\n\tpush %%r10\n\tlea 3f(%%rip), %%r11\n\tpush %%r11\n\t"          \
				 "lea -128(%%rsp), %%rsp\n\tmov %%rsp, %%r9\n\tmov %%ss, %%r8d\n\t"                  \
				 "lea 2f(%%rip), %%r11\n1:\t" code "\n2:\tdec %%r12\n\tjnz 1b\n\tjmp 4f\n"           \
				 "3:\tlretq\n4:\tlea 272(%%rsp), %%rsp"                                              \
				 :                                                                                   \
				 : "m"(turns), "m"(in_r13)                                                           \
				 : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", \
				   "cc", "memory");                                                                  \
	} while (0)

#define NOPS_4 "nop\n\tnop\n\tnop\n\tnop\n\t"

static void return_from_interrupts(void *context)
{
	REPEAT(context, 0, "push %%r8\n\tpush %%r9\n\tpushfq\n\tpush %%r10\n\tpush %%r11\n\tiretq");
}

static void return_far(void *context)
{
	REPEAT(context, 0, "push %%r10\n\tpush %%r11\n\tnop\n\tnop\n\tnop\n\tlretq");
}

/* LCALL 128(%rsp) with Intel's operand of ten bytes. */
static void call_far(void *context)
{
	REPEAT(context, 0, NOPS_4 NOPS_4 ".byte 0x48, 0xff, 0x9c, 0x24, 0x80, 0, 0, 0");
}

static void branch_nowhere(void *context)
{
	REPEAT(context, 0, "clc\n\tjc 2f\n\tnop\n\tnop\n\tnop\n\tnop");
}

static void identify(void *context)
{
	REPEAT(context, 0, "xor %%eax, %%eax\n\tcpuid");
}

static void copy_string(void *context)
{
	REPEAT(context, 0, "mov %%r9, %%rsi\n\tlea 64(%%r9), %%rdi\n\tmov $64, %%ecx\n\trep movsb\n\tjmp 5f\n5:\tnop");
}

/* ---- interrupts and faults ---------------------------------------------------------------------------- */

/* A vector above those that a window holds back, used by no source of interrupts. */
#define VECTOR         0xfd
#define DIVIDE_ERROR   0
#define GATE_INTERRUPT 0x8e

#define MSR_APIC_BASE  0x1b
#define APIC_X2        BIT(10)
#define APIC_ON        BIT(11)
#define APIC_BASE      MASK(12, 40)

struct kind_gate {
	uint64_t low, high;
};

struct kind_table {
	uint16_t limit;
	struct kind_gate *gates;
} __attribute__((packed));

extern const uint8_t kind_return[] __attribute__((visibility("hidden")));
extern const uint8_t kind_skip[] __attribute__((visibility("hidden")));
extern const uint8_t kind_take[] __attribute__((visibility("hidden")));

/* kind_skip skips the faulting two-byte instruction; kind_take expects the address of the local APIC in r13. */
__asm__(".pushsection .text\n"
	"kind_return:\tiretq\n"
	"kind_skip:\taddq $2, (%rsp)\n\tiretq\n"
	"kind_take:\tmovl $0, 0xb0(%r13)\n\tiretq\n"
	".popsection");

/* Other processors may share this table: only the loops here use these gates. */
static struct kind_gate swap_gate(uint8_t vector, struct kind_gate gate)
{
	struct kind_table table;
	struct kind_gate old;

	__asm__ volatile("sidt %0" : "=m"(table));
	old = table.gates[vector];
	table.gates[vector] = gate;
	return old;
}

static struct kind_gate gate_to(const uint8_t *entry)
{
	uint64_t at = (uintptr_t)entry, selector;

	__asm__ volatile("mov %%cs, %0" : "=r"(selector));
	return (struct kind_gate){
		.low = (at & MASK(0, 16)) | (selector & MASK(0, 16)) << 16 | (uint64_t)GATE_INTERRUPT << 40 |
		       (at >> 16 & MASK(0, 16)) << 48,
		.high = at >> 32,
	};
}

static void interrupt_by_software(void *context)
{
	struct kind_gate old = swap_gate(VECTOR, gate_to(kind_return));

	REPEAT(context, 0, NOPS_4 NOPS_4 "int $0xfd");
	(void)swap_gate(VECTOR, old);
}

static void divide_by_zero(void *context)
{
	struct kind_gate old = swap_gate(DIVIDE_ERROR, gate_to(kind_skip));

	REPEAT(context, 0, "xor %%ecx, %%ecx\n\tnop\n\tnop\n\tnop\n\tdiv %%ecx");
	(void)swap_gate(DIVIDE_ERROR, old);
}

static uint64_t read_apic_base(void)
{
	uint32_t low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(MSR_APIC_BASE));
	return (uint64_t)high << 32 | low;
}

/* Each turn requests an interrupt (interrupt command register, shorthand "self") and gives it the time of 256 turns of
 * four instructions. At the end, a bounded wait leaves time for the last one. */
static void interrupt_itself(void *context)
{
	struct kind_gate old = swap_gate(VECTOR, gate_to(kind_take));
	uint64_t flags;

	__asm__ volatile("pushfq\n\tpop %0\n\tsti" : "=r"(flags));
	REPEAT(context, read_apic_base() & APIC_BASE,
	       "movl $0x400fd, 0x300(%%r13)\n\tmov $256, %%ecx\n"
	       "5:\tnop\n\tnop\n\tdec %%ecx\n\tjnz 5b\n\tnop\n\tnop");
	for (volatile unsigned i = 0; i < 10000; i = i + 1)
		;
	__asm__ volatile("push %0\n\tpopfq" : : "r"(flags) : "cc");
	(void)swap_gate(VECTOR, old);
}

const struct core_kind core_kinds[] = {
	{"CPUID", identify, 4, 1, .doubtful = false},
	{"branches not taken", branch_nowhere, 8, 2, .doubtful = false},
	{"far returns", return_far, 8, 2, .doubtful = true},
	{"far calls", call_far, 12, 3, .doubtful = true, .ring_0 = true},
	{"IRET", return_from_interrupts, 8, 2, .doubtful = true},
	{"INT", interrupt_by_software, 12, 3, .doubtful = true, .ring_0 = true},
	{"faults of DIV", divide_by_zero, 8, 2, .doubtful = true, .ring_0 = true},
	{"interrupts", interrupt_itself, 1032, 258, .doubtful = true, .ring_0 = true},
	{"REP MOVSB of 64", copy_string, 8, 2, .doubtful = true},
	{0},
};

bool core_kind_can_run(const struct core_kind *kind)
{
	unsigned selector;

	__asm__ volatile("mov %%cs, %0" : "=r"(selector));
	if (!kind->ring_0)
		return true;
	if (selector & 3)
		return false;
	return kind->run != interrupt_itself || (read_apic_base() & (APIC_ON | APIC_X2)) == APIC_ON;
}
#else
const struct core_kind core_kinds[] = {{0}};

bool core_kind_can_run(const struct core_kind *kind)
{
	(void)kind;
	return false;
}
#endif
