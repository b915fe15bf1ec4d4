/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses to trapped pages. Known instructions are emulated; others are executed on a copy of the register in memory,
 * and a change is written back. */
#include "silicon/svm/decode.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"
#include "silicon/svm/walk.h"

#define MEMORY_LIMIT ((uint64_t)PAGING_GIB << 30)

#define RFLAGS_CF    BIT(0)
#define RFLAGS_PF    BIT(2)
#define RFLAGS_AF    BIT(4)
#define RFLAGS_ZF    BIT(6)
#define RFLAGS_SF    BIT(7)
#define RFLAGS_OF    BIT(11)

static bool load_physical(void *context, uint64_t physical, uint64_t *value)
{
	(void)context;
	if (physical >= MEMORY_LIMIT)
		return false;
	*value = *(const uint64_t *)(uintptr_t)physical;
	return true;
}

static enum code_size code_size(const struct vmcb *vmcb)
{
	if (is_wide(vmcb))
		return CODE_64;
	return vmcb->cs.attributes & SEGMENT_DEFAULT_32 ? CODE_32 : CODE_16;
}

size_t cpu_fetch(const struct cpu *cpu, uint8_t code[CODE_BYTES])
{
	const struct vmcb *vmcb = cpu->vmcb;
	struct walk walk = {vmcb->cr0, vmcb->cr3, vmcb->cr4, vmcb->efer, load_physical, NULL};
	bool flat = code_size(vmcb) == CODE_64;
	uint64_t linear = vmcb->rip + (flat ? 0 : vmcb->cs.base);
	uint64_t physical = 0;
	size_t length = 0;

	for (; length < CODE_BYTES; length++, physical++) {
		if ((!length || !((linear + length) & 0xfff)) &&
		    (!walk_translate(&walk, linear + length, &physical) || physical >= MEMORY_LIMIT))
			break;
		code[length] = *(const uint8_t *)(uintptr_t)physical;
	}
	return length;
}

unsigned cpu_length(const struct cpu *cpu, uint8_t opcode, unsigned more)
{
	uint8_t code[CODE_BYTES];
	size_t length = cpu_fetch(cpu, code);
	unsigned prefixes = 0;

	while (prefixes < length && code[prefixes] != opcode)
		prefixes++;
	return (prefixes < length ? prefixes : 0) + 1 + more;
}

static void load_register(struct cpu *cpu, const struct instruction *instruction, uint64_t value)
{
	unsigned bits = 8u * instruction->bytes;

	if (instruction->high_byte) {
		cpu->gpr[instruction->reg] &= ~MASK(8, 8);
		cpu->gpr[instruction->reg] |= (value & 0xff) << 8;
		return;
	}
	value &= MASK(0, bits);
	if (instruction->sign_extend && (value >> (bits - 1)))
		value |= ~MASK(0, bits);
	gpr_write(cpu, instruction->reg, instruction->register_bytes, value);
}

static void set_test_flags(struct vmcb *vmcb, uint64_t result, unsigned bytes)
{
	unsigned bits = 8 * bytes;

	result &= MASK(0, bits);
	vmcb->rflags &= ~(RFLAGS_CF | RFLAGS_PF | RFLAGS_AF | RFLAGS_ZF | RFLAGS_SF | RFLAGS_OF);
	if (!result)
		vmcb->rflags |= RFLAGS_ZF;
	if (result >> (bits - 1))
		vmcb->rflags |= RFLAGS_SF;
	if (!__builtin_parity((unsigned)(result & 0xff)))
		vmcb->rflags |= RFLAGS_PF;
}

static void emulate(struct cpu *cpu, const struct trap *trap, uint64_t address, const struct instruction *instruction)
{
	unsigned bytes = instruction->bytes;
	uint64_t given = cpu->gpr[instruction->reg] >> (instruction->high_byte ? 8 : 0), found = 0;

	if (instruction->has_immediate)
		given = instruction->immediate;
	if (instruction->action != INSTRUCTION_STORE)
		found = trap->read(cpu, address, bytes);
	if (instruction->action == INSTRUCTION_STORE || instruction->action == INSTRUCTION_EXCHANGE)
		trap->write(cpu, address, bytes, given & MASK(0, 8 * bytes));
	if (instruction->action == INSTRUCTION_LOAD || instruction->action == INSTRUCTION_EXCHANGE)
		load_register(cpu, instruction, found);
	if (instruction->action == INSTRUCTION_TEST)
		set_test_flags(cpu->vmcb, found & given, bytes);
	cpu_skip(cpu, instruction->length);
}

void exit_nested_fault(struct cpu *cpu)
{
	const struct hypervisor *hypervisor = cpu->hypervisor;
	uint64_t address = cpu->vmcb->exit_info_2, aligned = address & ~UINT64_C(3);
	volatile uint32_t *copy = &cpu->step_page[address % PAGE_BYTES / 4];
	const struct trap *trap = NULL;
	struct instruction instruction;
	uint8_t code[CODE_BYTES];
	uint32_t before;
	size_t length;

	if (touch_take(cpu))
		return;
	for (unsigned i = 0; i < hypervisor->trap_count && !trap; i++)
		if (address >= hypervisor->traps[i].first && address <= hypervisor->traps[i].last)
			trap = &hypervisor->traps[i];
	/* Addresses above the initial map belong to the machine below, which answers. */
	if (!trap && address >= MEMORY_LIMIT && paging_extend(cpu->hypervisor, address)) {
		cpu->vmcb->tlb_control = TLB_FLUSH_ALL;
		return;
	}
	if (!trap || (cpu->vmcb->exit_event & EVENT_VALID))
		log_assert("access to 0x%lx (code 0x%lx, event 0x%lx) at rip=0x%lx", address, cpu->vmcb->exit_info_1,
			   cpu->vmcb->exit_event, cpu->vmcb->rip);
	length = cpu_fetch(cpu, code);
	if (instruction_decode(code, length, code_size(cpu->vmcb), &instruction)) {
		emulate(cpu, trap, address, &instruction);
		return;
	}

	/* For the single step only the aligned 32 bits around the address exist; no register is wider. Not visible are a
	 * write of the same value, and a write by an instruction that fails afterwards. */
	before = (uint32_t)trap->read(cpu, aligned, 4);
	*copy = before;
	if (cpu_step(cpu, paging_step_view(cpu, address)) && *copy != before)
		trap->write(cpu, aligned, 4, *copy);
}
