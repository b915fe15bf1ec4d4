/* SPDX-License-Identifier: BSD-2-Clause */
/* Exits for instructions that would reveal the hypervisor, and for ports and calls to it. */
#include "silicon/svm/features.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define CPUID_1_ECX_MONITOR    BIT(3)
#define CPUID_1_ECX_X2APIC     BIT(21)
#define CPUID_1_ECX_OSXSAVE    BIT(27)
#define CPUID_1_ECX_HYPERVISOR BIT(31)
#define CPUID_1_EDX_APIC       BIT(9)
#define CPUID_7_ECX_OSPKE      BIT(4)
#define CPUID_EXT_1_ECX_SVM    BIT(2)
#define CPUID_EXT_1_EDX_NX     BIT(20)
#define CPUID_LIMIT            2u /* SDM volume 4, IA32_MISC_ENABLE bit 22 */
#define CPUID_SHORT_TOPOLOGY   0x0bu
#define CPUID_TOPOLOGY         0x1fu
#define CPUID_SVM              0x8000000au

static void set_bit(uint32_t *word, uint64_t bit, bool on)
{
	*word = on ? *word | (uint32_t)bit : *word & ~(uint32_t)bit;
}

/* CPUID was executed with the host's CR4, so bits that mirror CR4 are taken from the guest's. The local APIC cannot
 * change its mode, so x2APIC is shown only if it is in that mode. */
static void mask_cpuid(const struct cpu *cpu, uint32_t leaf, struct silicon_cpuid *result)
{
	const struct vmcb *vmcb = cpu->vmcb;
	uint64_t misc = msr_read(MSR_MISC_ENABLE);

	if (!leaf && misc & MISC_ENABLE_CPUID) {
		result->eax = CPUID_LIMIT;
	} else if (leaf == 1) {
		if (!(misc & MISC_ENABLE_MONITOR))
			set_bit(&result->ecx, CPUID_1_ECX_MONITOR, false);
		if (cpu->apic_off)
			set_bit(&result->edx, CPUID_1_EDX_APIC, false);
		set_bit(&result->ecx, CPUID_1_ECX_HYPERVISOR, false);
		set_bit(&result->ecx, CPUID_1_ECX_X2APIC, cpu->hypervisor->x2apic);
		set_bit(&result->ecx, CPUID_1_ECX_OSXSAVE, vmcb->cr4 & CR4_OSXSAVE);
	} else if (leaf == 7) {
		set_bit(&result->ecx, CPUID_7_ECX_OSPKE, vmcb->cr4 & CR4_PKE);
	} else if (leaf == 0x80000001) {
		set_bit(&result->ecx, CPUID_EXT_1_ECX_SVM, false);
		if (misc & MISC_ENABLE_NO_XD)
			set_bit(&result->edx, CPUID_EXT_1_EDX_NX, false);
	} else if (leaf == CPUID_SVM || (leaf & 0xffffff00) == 0x40000000) {
		*result = (struct silicon_cpuid){0};
	}
}

struct silicon_cpuid guest_cpuid(const struct cpu *cpu, uint32_t leaf, uint32_t subleaf)
{
	uint32_t last = cpuid(leaf & 0x80000000, 0).eax;
	struct silicon_cpuid own = {0}, result;

	/* What QEMU's processor says, zero for leaves that it lacks. The longer topology leaf begins like the shorter one. */
	if (leaf == CPUID_TOPOLOGY && last < leaf)
		own = cpuid(CPUID_SHORT_TOPOLOGY, subleaf);
	else if (leaf <= last)
		own = cpuid(leaf, subleaf);
	result = own;

	silicon_cpuid(cpu->hypervisor->silicon, leaf, subleaf, &result);
	features_restrict(leaf, subleaf, &own, &result);
	mask_cpuid(cpu, leaf, &result);
	return result;
}

void exit_cpuid(struct cpu *cpu)
{
	struct silicon_cpuid result = guest_cpuid(cpu, (uint32_t)cpu->gpr[RAX], (uint32_t)cpu->gpr[RCX]);

	/* With -icount QEMU runs the processors in turn, each until it pauses. While the boot processor waits for
	 * others in the firmware's MP services it does not pause, but executes CPUID to identify itself. */
	if (cpu == cpu->hypervisor->cpus)
		cpu_relax();
	cpu->gpr[RAX] = result.eax;
	cpu->gpr[RBX] = result.ebx;
	cpu->gpr[RCX] = result.ecx;
	cpu->gpr[RDX] = result.edx;
	cpu_skip(cpu, 2);
}

/* tools/boot knows the meaning of the byte. */
static void __attribute__((noreturn)) end_run(struct cpu *cpu, uint8_t byte)
{
	svm_bus_report(cpu, true);
	log_line("exit", "%u", byte);
	port_write8(EXIT_PORT, EXIT_VALUE_GUEST);
	halt_forever();
}

/* The guest has no debug console: the port is the hypervisor's. Writes to the exit port, and those that switch the
 * machine off or reset it, end the run, so the model's verdict is reported first. */
static void other_port(struct cpu *cpu, uint16_t port, bool in, unsigned bytes)
{
	uint32_t value = (uint32_t)cpu->gpr[RAX];
	uint8_t byte = (uint8_t)value;

	if (!in && port == GUEST_EXIT_PORT)
		end_run(cpu, byte);
	if (!in && port == EXIT_PORT) /* the byte may report a failure of the program or its environment */
		found_check(cpu, byte >= EXIT_VALUE_FAILURES && byte <= EXIT_VALUE_FAILURES_LAST);
	if (!in && (port == EXIT_PORT || power_ends(cpu->hypervisor, port, bytes, value)))
		svm_bus_report(cpu, true);
	if (in) {
		value = UINT32_MAX;
		if (port != LOG_PORT && bytes == 1)
			value = port_read8(port);
		else if (port != LOG_PORT)
			value = bytes == 2 ? port_read16(port) : port_read32(port);
		gpr_write(cpu, RAX, bytes, value);
		return;
	}
	if (port == LOG_PORT)
		return;
	if (bytes == 1)
		port_write8(port, byte);
	else if (bytes == 2)
		port_write16(port, (uint16_t)value);
	else
		port_write32(port, value);
}

void exit_io(struct cpu *cpu)
{
	uint64_t info = cpu->vmcb->exit_info_1;

	if (info & (IO_STRING | IO_REPEAT))
		log_assert("string instruction on port 0x%x", IO_PORT(info));
	if (!config_port(cpu, IO_PORT(info), info & IO_IN, IO_BYTES(info)))
		other_port(cpu, IO_PORT(info), info & IO_IN, IO_BYTES(info));
	cpu_continue(cpu, cpu->vmcb->exit_info_2);
}

/* The modelled processors have no VMMCALL, so all other calls raise #UD. */
void exit_vmmcall(struct cpu *cpu)
{
	if (cpu->gpr[RAX] != GUEST_CALL || cpu->gpr[RCX] > GUEST_CALL_ALONE) {
		exit_undefined(cpu);
		return;
	}
	if (cpu->gpr[RCX] == GUEST_CALL_LEAVE)
		found_check(cpu, false);
	if (cpu->gpr[RCX] == GUEST_CALL_ALONE)
		cpu->hypervisor->returns = false;
	else
		svm_bus_report(cpu, cpu->gpr[RCX] == GUEST_CALL_LEAVE);
	cpu_skip(cpu, 3);
}

void exit_undefined(struct cpu *cpu)
{
	cpu_raise(cpu, VECTOR_UD, 0);
}

void exit_shutdown(struct cpu *cpu)
{
	const struct vmcb *v = cpu->vmcb;

	for (unsigned i = 0; i < GPR_COUNT; i += 4)
		log_line("log", "r%u..r%u: %016lx %016lx %016lx %016lx", i, i + 3, cpu->gpr[i], cpu->gpr[i + 1],
			 cpu->gpr[i + 2], cpu->gpr[i + 3]);
	log_line("log", "cr0=%lx cr2=%lx cr3=%lx cr4=%lx efer=%lx idt=%lx+%x", v->cr0, v->cr2, v->cr3, v->cr4, v->efer,
		 v->idtr.base, v->idtr.limit);
	log_assert("triple fault of processor %u at %04x:%lx rflags=0x%lx", cpu->apic_id, v->cs.selector, v->rip,
		   v->rflags);
}
