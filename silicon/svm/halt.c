/* SPDX-License-Identifier: BSD-2-Clause */
/* HLT of the guest. It must end by the guest's own events, an interrupt, an NMI or INIT, and not by the hypervisor's
 * alarm or kicks, which are NMIs. So the processor sleeps not in the guest but in a second one of a single instruction,
 * with the guest's RFLAGS.IF, which exits before it takes an interrupt. The interrupt stays pending until the guest is
 * entered. QEMU has no intercept for machine checks, so one goes through a gate to a VMMCALL. Intel SDM volume 2, HLT;
 * AMD64 manual, volume 2, sections 15.9 and 15.13. */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define OPCODE_HLT     0xf4
#define OWN_ASID       2   /* has the host's translations */
#define OWN_STACK_SIZE 512 /* at the far end of the host's stack, which is never fully used */

static struct vmcb_segment table_of(const struct table_register *table)
{
	return (struct vmcb_segment){.limit = table->limit, .base = table->base};
}

/* It has the hypervisor's own segments and control registers: 64-bit code in ring 0. */
void halt_prepare(struct cpu *cpu)
{
	*cpu->sleep = *cpu->vmcb;
	cpu->sleep->intercepts =
		INTERCEPT(EXIT_INTERRUPT) | INTERCEPT(EXIT_NMI) | INTERCEPT(EXIT_SMI) | INTERCEPT(EXIT_SHUTDOWN);
	cpu->sleep->asid = OWN_ASID;
	cpu->sleep->nested_control = 0;
	cpu->sleep->cr3 = cpu->host_cr3;
	cpu->sleep->gdtr = table_of(&cpu->host_gdtr);
	cpu->sleep->idtr = table_of(&cpu->host_idtr);
}

/* If a guest steps through its own code, the trap ends its HLT at once. */
void exit_hlt(struct cpu *cpu)
{
	cpu_skip(cpu, cpu_length(cpu, OPCODE_HLT, 0));
	cpu->halted = !(cpu->vmcb->event & EVENT_VALID);
}

void halt_sleep(struct cpu *cpu)
{
	struct vmcb *sleep = cpu->sleep;

	sleep->rflags = RFLAGS_ALWAYS | (cpu->vmcb->rflags & RFLAGS_IF);
	sleep->cr4 = (sleep->cr4 & ~CR4_MCE) | (cpu->vmcb->cr4 & CR4_MCE);
	sleep->rip = (uintptr_t)svm_sleeper;
	sleep->rsp = (uintptr_t)cpu->host_stack - HOST_STACK_SIZE + OWN_STACK_SIZE;
	guest_time_sleep(cpu, true);
	svm_sleep(sleep);
	guest_time_sleep(cpu, false);
	switch ((uint32_t)sleep->exit_code) {
	case EXIT_SMI:
	case EXIT_NMI: cpu_take_nmi(cpu); return;
	case EXIT_INTERRUPT: break;
	case EXIT_VMMCALL: cpu_raise(cpu, VECTOR_MC, 0); break;
	default: log_assert("exit 0x%lx of a processor that sleeps", sleep->exit_code);
	}
	cpu->halted = false;
}
