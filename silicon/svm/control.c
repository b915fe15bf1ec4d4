/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes of control registers 0 and 4. QEMU accepts all bits, and does not enter a guest with reserved ones, so the
 * processors' #GP is raised here. Intel SDM volume 3, section 2.5; volume 2, MOV to control registers. */
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define OPCODE_TWO_BYTES 0x0f
#define OPCODE_MOV       0x22 /* after OPCODE_TWO_BYTES */
#define REX(byte)        (((byte)&0xf0) == 0x40)
#define REX_B            BIT(0)

/* Bits that exist if CPUID reports them. */
static const struct {
	uint64_t bit;
	uint32_t leaf;
	uint8_t word; /* EAX, EBX, ECX, EDX */
	uint8_t said; /* the bit in that register */
} optional[] = {
	{CR4_UMIP, 7, 2, 2},   {CR4_LA57, 7, 2, 16},    {CR4_FSGSBASE, 7, 1, 0},
	{CR4_PCIDE, 1, 2, 17}, {CR4_OSXSAVE, 1, 2, 26}, {CR4_SMEP, 7, 1, 7},
	{CR4_SMAP, 7, 1, 20},  {CR4_PKE, 7, 2, 3},      {CR4_PKS, 7, 2, 31},
};

static bool may_write_cr4(const struct cpu *cpu, uint64_t value)
{
	const struct vmcb *vmcb = cpu->vmcb;
	uint64_t set = value & ~vmcb->cr4, cleared = vmcb->cr4 & ~value, writable = CR4_ALWAYS;

	for (unsigned i = 0; i < ARRAY_SIZE(optional); i++) {
		const struct silicon_cpuid said = guest_cpuid(cpu, optional[i].leaf, 0);
		const uint32_t words[] = {said.eax, said.ebx, said.ecx, said.edx};

		if (words[optional[i].word] >> optional[i].said & 1)
			writable |= optional[i].bit;
	}
	if (value & ~writable)
		return false;
	if (!(vmcb->efer & EFER_LMA))
		return !(set & CR4_PCIDE);
	return !(cleared & CR4_PAE) && !((set | cleared) & CR4_LA57) && !(set & CR4_PCIDE && vmcb->cr3 & MASK(0, 12));
}

/* Decodes a MOV to a control register: 0f 22 and a byte whose low bits, with REX.B, are the number of the general
 * register. Returns its length; 0 for any other instruction. */
static unsigned decode(const struct cpu *cpu, uint64_t *value)
{
	unsigned length = cpu_length(cpu, OPCODE_TWO_BYTES, 2), reg;
	uint8_t code[CODE_BYTES];
	bool wide = is_wide(cpu->vmcb);

	if (cpu_fetch(cpu, code) < length || code[length - 2] != OPCODE_MOV)
		return 0;
	reg = code[length - 1] & 7;
	if (wide && length > 3 && REX(code[length - 4]) && code[length - 4] & REX_B)
		reg += 8;
	*value = wide ? cpu->gpr[reg] : (uint32_t)cpu->gpr[reg];
	return length;
}

static bool may_write_cr0(const struct vmcb *vmcb, uint64_t value)
{
	uint64_t set = value & ~vmcb->cr0, cleared = vmcb->cr0 & ~value;

	if (value > UINT32_MAX || (value & (CR0_NW | CR0_CD)) == CR0_NW || (value & (CR0_PG | CR0_PE)) == CR0_PG)
		return false;
	if (set & CR0_PG && vmcb->efer & EFER_LME)
		return vmcb->cr4 & CR4_PAE && !(vmcb->cs.attributes & SEGMENT_LONG);
	return !(cleared & CR0_PG) || (!is_wide(vmcb) && !(vmcb->cr4 & CR4_PCIDE));
}

/* Allowed writes are executed by the processor itself. LMSW can only set PE. */
void exit_cr0_write(struct cpu *cpu)
{
	struct vmcb *vmcb = cpu->vmcb;
	uint64_t value;

	if (decode(cpu, &value) && !may_write_cr0(vmcb, value)) {
		cpu_raise(cpu, VECTOR_GP, 0);
		return;
	}
	vmcb->intercepts &= ~INTERCEPT(EXIT_CR0_WRITE);
	cpu_step(cpu, (uintptr_t)cpu->hypervisor->nested.root);
	vmcb->intercepts |= INTERCEPT(EXIT_CR0_WRITE);
}

void exit_cr4_write(struct cpu *cpu)
{
	uint64_t value;
	unsigned length = decode(cpu, &value);

	if (!length)
		log_assert("no code of a MOV to CR4 at rip=0x%lx", cpu->vmcb->rip);
	if (!may_write_cr4(cpu, value)) {
		cpu_raise(cpu, VECTOR_GP, 0);
		return;
	}
	cpu->vmcb->cr4 = value;
	cpu->vmcb->tlb_control = TLB_FLUSH_ALL;
	cpu_skip(cpu, length);
}
