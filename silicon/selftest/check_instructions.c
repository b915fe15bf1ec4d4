/* SPDX-License-Identifier: BSD-2-Clause */
/* Each instruction of the guest counts once, whatever the hypervisor does in between. The machine has a core PMU of version 3 or
 * later and runs under QEMU's -icount, which the scenario must mention. Registers: SDM volume 3, performance monitoring. */
#include "silicon/selftest/checks.h"
#include "silicon/selftest/processor.h"
#include "silicon/selftest/uncore.h"

/* clang-format off */
#define FIXED_INSTRUCTIONS       0x309
#define FIXED_CTL                0x38d
#define   FIXED_CTL_RING_0       BIT(0)
#define   FIXED_CTL_PMI          BIT(3)
#define COUNTER_0                0x0c1
#define SELECT_0                 0x186
#define   SELECT_INSTRUCTIONS    0x4200c0 /* enabled, in ring 0 */
#define GLOBAL_STATUS            0x38e
#define GLOBAL_CTL               0x38f
#define GLOBAL_OVF_CTL           0x390
#define   GLOBAL_FIXED_0         BIT(32)
/* clang-format on */

#define COUNTER_BITS 48
#define TURNS        UINT64_C(1000)
#define MANY_TURNS   UINT64_C(5000000)

/* Counts with both counters while `code` runs `turns` times in a loop of two more instructions. The loop uses %rbx;
 * %rax, %rcx, %rdx and %rsi are free. Five more instructions count: one before the loop and four after it, the last of
 * which is the write that stops. */
#define AROUND       5
#define COUNT(code, turns)                                                                 \
	__asm__ volatile("mov $0x38f, %%ecx\n mov $1, %%eax\n mov $1, %%edx\n wrmsr\n"     \
			 "mov %0, %%rbx\n 1:\n" code "\n dec %%rbx\n jnz 1b\n"             \
			 "mov $0x38f, %%ecx\n xor %%eax, %%eax\n xor %%edx, %%edx\n wrmsr" \
			 :                                                                 \
			 : "r"(turns)                                                      \
			 : "rax", "rbx", "rcx", "rdx", "rsi", "cc", "memory")

static uint64_t found; /* GLOBAL_CTL before a check */

static void prepare(uint64_t fixed)
{
	interrupts_off();
	found = msr_read(GLOBAL_CTL);
	msr_write(GLOBAL_CTL, 0);
	msr_write(SELECT_0, SELECT_INSTRUCTIONS);
	msr_write(COUNTER_0, 0);
	msr_write(FIXED_CTL, FIXED_CTL_RING_0 | FIXED_CTL_PMI);
	msr_write(FIXED_INSTRUCTIONS, fixed);
}

static void finish(void)
{
	msr_write(SELECT_0, 0);
	msr_write(FIXED_CTL, 0);
	msr_write(FIXED_INSTRUCTIONS, 0);
	msr_write(COUNTER_0, 0);
	msr_write(GLOBAL_OVF_CTL, GLOBAL_FIXED_0);
	msr_write(GLOBAL_CTL, found);
	interrupts_on();
}

static void expect_both(uint64_t fixed, uint64_t instructions)
{
	expect_equal("the general counter", msr_read(COUNTER_0), instructions + AROUND);
	expect_equal("the fixed counter", msr_read(FIXED_INSTRUCTIONS),
		     (fixed + instructions + AROUND) & MASK(0, COUNTER_BITS));
}

void check_instructions_of_loop(void)
{
	prepare(0);
	COUNT("", MANY_TURNS);
	expect_both(0, 2 * MANY_TURNS);
	finish();
}

/* CPUID overwrites the loop's register, so it is saved. */
void check_instructions_emulated(void)
{
	prepare(0);
	COUNT("mov %%rbx, %%rsi\n mov $1, %%eax\n cpuid\n mov %%rsi, %%rbx", TURNS);
	expect_both(0, 6 * TURNS);
	finish();
}

void check_instructions_of_registers(void)
{
	prepare(0);
	COUNT("mov $0x38e, %%ecx\n rdmsr", TURNS);
	expect_both(0, 4 * TURNS);
	finish();
}

/* The hypervisor single-steps instructions that access the local APIC. */
void check_instructions_stepped(void)
{
	prepare(0);
	COUNT("mov 0xfee00340, %%eax", TURNS);
	expect_both(0, 3 * TURNS);
	finish();
}

/* The hypervisor's alarm rings in the middle and adds no count. The PMI is masked. */
void check_instructions_of_overflow(void)
{
	uint64_t start = BIT(COUNTER_BITS) - MANY_TURNS;

	prepare(start);
	COUNT("", MANY_TURNS);
	expect_both(start, 2 * MANY_TURNS);
	expect_equal("the status", msr_read(GLOBAL_STATUS), GLOBAL_FIXED_0);
	finish();
}
