/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/access.h"

#include "arch/x86/trap.h"

#define ECAM_BUS(address)      ((uint8_t)((address) >> 20))
#define ECAM_SEGMENT(address)  ((uint16_t)((address) >> 28))
#define ECAM_FUNCTION(address) ((address)&MASK(12, 16))
#define ECAM_OFFSET(address)   ((address)&MASK(0, 28))
#define ECAM_ADDRESS_BITS      44

static enum outcome outcome_of(struct guarded answer)
{
	if (!answer.fault)
		return OUTCOME_OK;
	return answer.fault == (GUARD_FAULT | TRAP_PAGE_FAULT) ? OUTCOME_ABSENT : OUTCOME_FAULT;
}

static enum outcome take(struct guarded answer, uint64_t *value)
{
	enum outcome outcome = outcome_of(answer);

	if (outcome == OUTCOME_OK)
		*value = answer.value;
	return outcome;
}

static bool aligned(uint64_t address, unsigned width_bits)
{
	return address % (width_bits / 8u) == 0;
}

static enum outcome load(uint64_t address, unsigned width_bits, uint64_t *value)
{
	switch (width_bits) {
	case 8: return take(guarded_load8(address), value);
	case 16: return take(guarded_load16(address), value);
	case 32: return take(guarded_load32(address), value);
	case 64: return take(guarded_load64(address), value);
	default: return OUTCOME_ABSENT;
	}
}

static enum outcome store(uint64_t address, unsigned width_bits, uint64_t value)
{
	switch (width_bits) {
	case 8: return outcome_of(guarded_store8(address, (uint8_t)value));
	case 16: return outcome_of(guarded_store16(address, (uint16_t)value));
	case 32: return outcome_of(guarded_store32(address, (uint32_t)value));
	case 64: return outcome_of(guarded_store64(address, value));
	default: return OUTCOME_ABSENT;
	}
}

/* Where a configuration register lies in memory; 0 if no region covers its bus. */
static uint64_t ecam_address(const struct machine *machine, uint64_t address)
{
	if (address >> ECAM_ADDRESS_BITS)
		return 0;
	for (unsigned i = 0; i < machine->ecam_count; i++) {
		const struct ecam_region *region = &machine->ecam[i];

		if (region->segment == ECAM_SEGMENT(address) && region->first_bus <= ECAM_BUS(address) &&
		    region->last_bus >= ECAM_BUS(address))
			return region->base + ECAM_OFFSET(address);
	}
	return 0;
}

/* Hidden and absent functions read all ones everywhere, so their vendor id does. */
static enum outcome function_answers(uint64_t memory)
{
	uint64_t vendor;
	enum outcome outcome = load(memory & ~MASK(0, 12), 16, &vendor);

	if (outcome == OUTCOME_OK && vendor == UINT16_MAX)
		return OUTCOME_ALL_ONES;
	return outcome;
}

static enum outcome read_pci(const struct machine *machine, const struct location *where, uint64_t *value)
{
	uint64_t memory = ecam_address(machine, where->address);
	uint64_t got;
	enum outcome outcome;

	if (!memory || !aligned(where->address, where->width_bits))
		return OUTCOME_ABSENT;
	outcome = load(memory, where->width_bits, &got);
	if (outcome != OUTCOME_OK)
		return outcome;
	*value = got;
	return got == MASK(0, where->width_bits) ? function_answers(memory) : OUTCOME_OK;
}

static enum outcome write_pci(const struct machine *machine, const struct location *where, uint64_t value)
{
	uint64_t memory = ecam_address(machine, where->address);
	enum outcome outcome;

	if (!memory || !aligned(where->address, where->width_bits))
		return OUTCOME_ABSENT;
	outcome = function_answers(memory);
	return outcome == OUTCOME_OK ? store(memory, where->width_bits, value) : outcome;
}

static bool width_exists(const struct location *where)
{
	return where->width_bits == 8 || where->width_bits == 16 || where->width_bits == 32 || where->width_bits == 64;
}

enum outcome access_read(const struct machine *machine, const struct location *where, uint64_t *value)
{
	if (!width_exists(where))
		return OUTCOME_ABSENT;
	switch (where->space) {
	case SPACE_MSR:
		if (where->address > UINT32_MAX)
			return OUTCOME_ABSENT;
		return take(guarded_rdmsr((uint32_t)where->address), value);
	case SPACE_PCI: return read_pci(machine, where, value);
	case SPACE_MMIO:
		if (!aligned(where->address, where->width_bits))
			return OUTCOME_ABSENT;
		return load(where->address, where->width_bits, value);
	default: return OUTCOME_ABSENT;
	}
}

enum outcome access_write(const struct machine *machine, const struct location *where, uint64_t value)
{
	if (!width_exists(where))
		return OUTCOME_ABSENT;
	switch (where->space) {
	case SPACE_MSR:
		if (where->address > UINT32_MAX)
			return OUTCOME_ABSENT;
		return outcome_of(guarded_wrmsr((uint32_t)where->address, value));
	case SPACE_PCI: return write_pci(machine, where, value);
	case SPACE_MMIO:
		if (!aligned(where->address, where->width_bits))
			return OUTCOME_ABSENT;
		return store(where->address, where->width_bits, value);
	default: return OUTCOME_ABSENT;
	}
}

bool access_copy(void *context, uint64_t physical, void *to, size_t bytes)
{
	uint8_t *at = to;

	(void)context;
	for (size_t i = 0; i < bytes; i++) {
		struct guarded answer = guarded_load8(physical + i);

		if (answer.fault)
			return false;
		at[i] = (uint8_t)answer.value;
	}
	return true;
}
