/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs a guest processor: from native execution into the guest, and from exit to exit. */
#include "lib/text.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define DR6_RESET            0xffff0ff0
#define DR7_RESET            0x400
#define ICR_MODE_NMI         0x4400 /* assert, delivery mode 4 */
#define IF_STEPPED_EXCEPTION MASK(0, 32)

void svm_nmi_window(void);

static void exit_iret(struct cpu *cpu);
static void take_smi(struct cpu *cpu);

struct exit_kind {
	uint32_t first, last;
	const char *name;
	void (*handle)(struct cpu *cpu);
};

/* clang-format off */
static const struct exit_kind kinds[] = {
	{EXIT_MSR,          EXIT_MSR,          "msr",      exit_msr},
	{EXIT_CR0_WRITE,    EXIT_CR0_WRITE,    "cr0",      exit_cr0_write},
	{EXIT_CR4_WRITE,    EXIT_CR4_WRITE,    "cr4",      exit_cr4_write},
	{EXIT_NESTED_FAULT, EXIT_NESTED_FAULT, "mmio",     exit_nested_fault},
	{EXIT_NMI,          EXIT_NMI,          "nmi",      cpu_take_nmi},
	{EXIT_SMI,          EXIT_SMI,          "smi",      take_smi},
	{EXIT_CPUID,        EXIT_CPUID,        "cpuid",    exit_cpuid},
	{EXIT_RDPMC,        EXIT_RDPMC,        "rdpmc",    exit_rdpmc},
	{EXIT_IO,           EXIT_IO,           "io",       exit_io},
	{EXIT_IRET,         EXIT_IRET,         "iret",     exit_iret},
	{EXIT_HLT,          EXIT_HLT,          "hlt",      exit_hlt},
	{EXIT_VMMCALL,      EXIT_VMMCALL,      "vmmcall",  exit_vmmcall},
	{EXIT_SHUTDOWN,     EXIT_SHUTDOWN,     "shutdown", exit_shutdown},
	{EXIT_WBINVD,       EXIT_WBINVD,       "wbinvd",   exit_wbinvd},
	{EXIT_VMRUN,        EXIT_SKINIT,       "svm",      exit_undefined},
};
/* clang-format on */
_Static_assert(ARRAY_SIZE(kinds) <= MAX_EXITS, "struct cpu counts each kind");

/* ---- into the guest ------------------------------------------------------------------------------ */

static struct vmcb_segment capture_segment(uint16_t selector, const struct table_register *gdtr)
{
	const uint64_t *table = (const uint64_t *)(uintptr_t)gdtr->base;
	uint64_t descriptor;
	uint32_t limit;

	if (!(selector & ~7u))
		return (struct vmcb_segment){.selector = selector};
	descriptor = table[selector >> 3];
	limit = (uint32_t)((descriptor & 0xffff) | (descriptor >> 32 & 0xf0000));
	return (struct vmcb_segment){
		.selector = selector,
		.attributes = (uint16_t)((descriptor >> 40 & 0xff) | (descriptor >> 44 & 0xf00)),
		.limit = descriptor & BIT(55) ? limit << 12 | 0xfff : limit,
		.base = (descriptor >> 16 & 0xffffff) | (descriptor >> 56) << 24,
	};
}

static void capture_registers(struct vmcb *vmcb)
{
	struct table_register gdtr, idtr;
	uint16_t es, cs, ss, ds;

	__asm__ volatile("sgdt %0" : "=m"(gdtr));
	__asm__ volatile("sidt %0" : "=m"(idtr));
	__asm__ volatile("mov %%es, %0" : "=r"(es));
	__asm__ volatile("mov %%cs, %0" : "=r"(cs));
	__asm__ volatile("mov %%ss, %0" : "=r"(ss));
	__asm__ volatile("mov %%ds, %0" : "=r"(ds));
	vmcb->gdtr = (struct vmcb_segment){.limit = gdtr.limit, .base = gdtr.base};
	vmcb->idtr = (struct vmcb_segment){.limit = idtr.limit, .base = idtr.base};
	vmcb->es = capture_segment(es, &gdtr);
	vmcb->cs = capture_segment(cs, &gdtr);
	vmcb->ss = capture_segment(ss, &gdtr);
	vmcb->ds = capture_segment(ds, &gdtr);
	__asm__ volatile("mov %%cr0, %0" : "=r"(vmcb->cr0));
	__asm__ volatile("mov %%cr2, %0" : "=r"(vmcb->cr2));
	__asm__ volatile("mov %%cr3, %0" : "=r"(vmcb->cr3));
	__asm__ volatile("mov %%cr4, %0" : "=r"(vmcb->cr4));
	vmcb->efer = msr_read(MSR_EFER);
	vmcb->pat = msr_read(MSR_PAT);
	vmcb->dr6 = DR6_RESET;
	vmcb->dr7 = DR7_RESET;
}

void cpu_launch(struct cpu *cpu)
{
	struct vmcb *vmcb = cpu->vmcb;
	struct hypervisor *hypervisor = cpu->hypervisor;
	uint64_t rflags;

	__asm__ volatile("pushfq; popq %0; cli" : "=r"(rflags) : : "memory");
	msr_write(MSR_EFER, msr_read(MSR_EFER) | EFER_SVME);
	msr_write(MSR_VM_HSAVE_PA, (uintptr_t)cpu->host_save);
	vmcb->intercept_cr = BIT(EXIT_CR4_WRITE);
	vmcb->intercepts = INTERCEPT(EXIT_NMI) | INTERCEPT(EXIT_SMI) | INTERCEPT(EXIT_CR0_WRITE) |
			   INTERCEPT(EXIT_CPUID) | INTERCEPT(EXIT_RDPMC) | INTERCEPT(EXIT_IO) | INTERCEPT(EXIT_HLT) |
			   INTERCEPT(EXIT_MSR) | INTERCEPT(EXIT_SHUTDOWN);
	vmcb->intercepts_svm = INTERCEPT_SVM_ALL | (hypervisor->watch.able ? INTERCEPT_WBINVD : 0);
	vmcb->io_map = (uintptr_t)hypervisor->io_map;
	vmcb->msr_map = (uintptr_t)hypervisor->msr_map;
	vmcb->asid = 1;
	vmcb->nested_control = NESTED_PAGING;
	vmcb->nested_cr3 = (uintptr_t)hypervisor->nested.root;
	capture_registers(vmcb);
	halt_prepare(cpu);
	__asm__ volatile("vmsave %%rax" : : "a"(vmcb) : "memory");
	apic_take_over(cpu);
	found_note(cpu);
	cpu->running = true;
	svm_launch(cpu);
	__asm__ volatile("pushq %0; popfq" : : "r"(rflags) : "memory", "cc");
}

/* ---- helpers of the exit handlers ---------------------------------------------------------------- */

void cpu_enter(struct cpu *cpu)
{
	struct vmcb *vmcb = cpu->vmcb;

	vmcb->rax = cpu->gpr[RAX];
	vmcb->rsp = cpu->gpr[RSP];
	if (stale_enter(cpu))
		vmcb->tlb_control = TLB_FLUSH_ALL;
	svm_enter(cpu);
	guest_time_exit(cpu);
	stale_leave(cpu);
	cpu->gpr[RAX] = vmcb->rax;
	cpu->gpr[RSP] = vmcb->rsp;
	vmcb->event = 0;
	vmcb->tlb_control = 0;
}

/* Raises the trap of a guest that steps through its own code. */
static void raise_single_step(struct cpu *cpu)
{
	cpu->vmcb->dr6 |= DR6_SINGLE_STEP;
	cpu_raise(cpu, VECTOR_DB, 0);
}

void cpu_continue(struct cpu *cpu, uint64_t rip)
{
	struct vmcb *vmcb = cpu->vmcb;

	vmcb->rip = is_wide(vmcb) ? rip : (uint32_t)rip;
	vmcb->interrupt_shadow = 0;
	guest_time_retire(cpu);
	if (vmcb->rflags & RFLAGS_TF)
		raise_single_step(cpu);
}

void cpu_skip(struct cpu *cpu, unsigned length)
{
	cpu_continue(cpu, cpu->vmcb->rip + length);
}

void cpu_raise(struct cpu *cpu, unsigned vector, uint32_t error)
{
	bool has_error = vector == 8 || (vector >= 10 && vector <= 14) || vector == 17;

	cpu->vmcb->event = EVENT_VALID | EVENT_EXCEPTION | vector;
	if (has_error)
		cpu->vmcb->event |= EVENT_ERROR_CODE | (uint64_t)error << 32;
}

void cpu_kick(struct cpu *from, struct cpu *target)
{
	apic_send(from, target->apic_id, ICR_MODE_NMI);
}

void cpu_take_nmi(struct cpu *cpu)
{
	svm_nmi_window();
	svm_bus_poll(cpu);
}

/* Runs the guest in single-step mode until an exit other than the alarm or a kick, and returns that exit's code. */
static uint32_t run_step(struct cpu *cpu, uint64_t nested_cr3)
{
	struct vmcb *vmcb = cpu->vmcb;

	vmcb->intercept_exceptions = IF_STEPPED_EXCEPTION;
	vmcb->interrupt_control |= V_INTR_MASKING;
	vmcb->rflags |= RFLAGS_TF;
	vmcb->nested_cr3 = nested_cr3;
	for (;;) {
		vmcb->tlb_control = TLB_FLUSH_ALL;
		cpu_enter(cpu);
		if ((uint32_t)vmcb->exit_code == EXIT_NMI)
			cpu_take_nmi(cpu);
		else if ((uint32_t)vmcb->exit_code == EXIT_SMI)
			take_smi(cpu);
		else if ((uint32_t)vmcb->exit_code != EXIT_NESTED_FAULT || !touch_take(cpu))
			break;
	}
	vmcb->intercept_exceptions = 0;
	vmcb->interrupt_control &= ~V_INTR_MASKING;
	vmcb->nested_cr3 = (uintptr_t)cpu->hypervisor->nested.root;
	vmcb->tlb_control = TLB_FLUSH_ALL;
	return (uint32_t)vmcb->exit_code;
}

bool cpu_step(struct cpu *cpu, uint64_t nested_cr3)
{
	struct vmcb *vmcb = cpu->vmcb;
	uint64_t traced = vmcb->rflags & RFLAGS_TF, dr6 = vmcb->dr6;
	bool loads_flags = (uint32_t)vmcb->exit_code == EXIT_IRET;
	uint32_t code = run_step(cpu, nested_cr3), vector = code - EXIT_EXCEPTION(0);

	if (vector >= 32)
		log_assert("exit 0x%x (0x%lx 0x%lx) in a single step at 0x%lx", code, vmcb->exit_info_1,
			   vmcb->exit_info_2, vmcb->rip);
	/* An IRET has loaded the guest's own TF. */
	if (vector != VECTOR_DB || !loads_flags)
		vmcb->rflags = (vmcb->rflags & ~RFLAGS_TF) | traced;
	vmcb->dr6 = (vmcb->dr6 & ~DR6_SINGLE_STEP) | (dr6 & DR6_SINGLE_STEP);
	if (vector == VECTOR_DB && traced)
		raise_single_step(cpu);
	if (vector == VECTOR_DB)
		return true;
	if (vector == VECTOR_PF)
		vmcb->cr2 = vmcb->exit_info_2;
	cpu_raise(cpu, vector, (uint32_t)vmcb->exit_info_1);
	return false;
}

/* ---- exits handled in this file ------------------------------------------------------------------ */

/* The exit comes before the IRET, which must be executed before another NMI is injected; otherwise handlers would nest. */
static void exit_iret(struct cpu *cpu)
{
	cpu->vmcb->intercepts &= ~INTERCEPT(EXIT_IRET);
	cpu_step(cpu, (uintptr_t)cpu->hypervisor->nested.root);
	cpu->nmi_blocked = false;
}

/* The firmware's SMI handler runs here, while no guest state is on the processor. */
static void take_smi(struct cpu *cpu)
{
	(void)cpu;
	svm_nmi_window();
}

/* ---- the loop ------------------------------------------------------------------------------------ */

/* Delivers an event again whose delivery was interrupted by the exit. QEMU reports external interrupts and NMIs as exceptions.
 *
 * An external interrupt injected into QEMU also remains there as an exception with the same vector, and is delivered
 * twice if the host stops the processor before the next event or exit (helper_vmrun leaves exception_index set). The
 * NMI sent here causes an exit directly after the delivery. */
static void reinject(struct cpu *cpu, uint64_t event)
{
	unsigned vector = event & 0xff;

	if (!(event & EVENT_VALID) || (cpu->vmcb->event & EVENT_VALID))
		return;
	if (vector >= 32 && (event & EVENT_TYPE) == EVENT_EXCEPTION)
		event &= ~EVENT_TYPE;
	else if (vector == VECTOR_NMI)
		event = (event & ~EVENT_TYPE) | EVENT_NMI;
	if (!(event & EVENT_TYPE))
		cpu_kick(cpu, cpu);
	cpu->vmcb->event = event;
}

static void dispatch(struct cpu *cpu)
{
	uint32_t code = (uint32_t)cpu->vmcb->exit_code;
	uint64_t interrupted = cpu->vmcb->exit_event;

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (code < kinds[i].first || code > kinds[i].last)
			continue;
		cpu->exits[i]++;
		kinds[i].handle(cpu);
		reinject(cpu, interrupted);
		return;
	}
	log_assert("unexpected exit 0x%x: info 0x%lx 0x%lx rip=0x%lx", code, cpu->vmcb->exit_info_1,
		   cpu->vmcb->exit_info_2, cpu->vmcb->rip);
}

/* Injects a pending NMI. EVENTINJ does not block further NMIs, so the hypervisor does, until the handler's IRET. If
 * another event is to be injected at the next entry, the NMI follows directly after it. */
static void inject_nmi(struct cpu *cpu)
{
	if (!cpu->nmi_pending || cpu->nmi_blocked)
		return;
	if (cpu->vmcb->event & EVENT_VALID) {
		cpu_kick(cpu, cpu);
		return;
	}
	cpu->nmi_pending = cpu->halted = false;
	cpu->nmi_blocked = true;
	cpu->vmcb->event = EVENT_VALID | EVENT_NMI | VECTOR_NMI;
	cpu->vmcb->intercepts |= INTERCEPT(EXIT_IRET);
}

void cpu_run(struct cpu *cpu)
{
	cpu->gpr[RSP] = cpu->vmcb->rsp;
	for (;;) {
		smp_serve(cpu);
		inject_nmi(cpu);
		if (cpu->halted) {
			halt_sleep(cpu);
			continue;
		}
		cpu_enter(cpu);
		dispatch(cpu);
	}
}

void cpu_log_exits(struct hypervisor *hypervisor)
{
	char line[256];
	struct text text = TEXT_OVER(line);
	uint64_t touches = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		uint64_t sum = 0;

		for (unsigned c = 0; c < hypervisor->cpu_count; c++)
			sum += hypervisor->cpus[c].exits[i];
		text_format(&text, "%sexits_%s=%lu", i ? " " : "", kinds[i].name, sum);
	}
	for (unsigned c = 0; c < hypervisor->cpu_count; c++)
		touches += hypervisor->cpus[c].touches;
	text_format(&text, " touches=%lu", touches);
	log_line("statistics", "%s", line);
}
