/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/access.h"

#include "arch/x86/config_ports.h"
#include "arch/x86/platform.h"
#include "arch/x86/trap.h"

#define ECAM_BUS(address)     ((uint8_t)((address) >> 20))
#define ECAM_SEGMENT(address) ((uint16_t)((address) >> 28))
#define ECAM_OFFSET(address)  ((address)&MASK(0, 28))
#define ECAM_ADDRESS_BITS     44

/* Functions that access memory, by number of bytes. */
static const struct mover {
	struct guarded (*load)(uint64_t address);
	struct guarded (*store)(uint64_t address, uint64_t value);
} movers[] = {
	[1] = {guarded_load8, guarded_store8},
	[2] = {guarded_load16, guarded_store16},
	[4] = {guarded_load32, guarded_store32},
	[8] = {guarded_load64, guarded_store64},
};

static enum outcome outcome_of(struct guarded answer)
{
	if (!answer.fault)
		return OUTCOME_OK;
	return answer.fault == (GUARD_FAULT | TRAP_PAGE_FAULT) ? OUTCOME_ABSENT : OUTCOME_FAULT;
}

/* Address in memory of a configuration register; BY_PORTS if only ports reach its bus, 0 if nothing does. */
#define BY_PORTS UINT64_MAX
static uint64_t ecam_address(const struct machine *machine, uint64_t address)
{
	if (address >> ECAM_ADDRESS_BITS)
		return 0;
	for (unsigned i = 0; i < machine->ecam_count; i++) {
		const struct ecam_region *region = &machine->ecam[i];

		if (region->segment == ECAM_SEGMENT(address) && region->first_bus <= ECAM_BUS(address) &&
		    region->last_bus >= ECAM_BUS(address))
			return region->base == ECAM_BY_PORTS ? BY_PORTS : region->base + ECAM_OFFSET(address);
	}
	return 0;
}

/* True for a location in the same box as a register whose access hung: an access there would hang, too. */
static bool is_stuck(const struct machine *machine, const struct location *stuck, const struct location *where)
{
	const struct register_row *row;
	struct box box, other;
	unsigned index;

	if (where->socket != stuck->socket || where->space != stuck->space)
		return false;
	if (!machine_register(machine, where, &box, &row, &index) ||
	    !machine_register(machine, stuck, &other, &row, &index))
		return where->address == stuck->address;
	return box.type == other.type && box.instance == other.instance;
}

/* Memory is mapped one to one by the firmware. So may be a device that uncork cannot map. */
static uint64_t linear_address(const struct platform *owner, uint64_t physical)
{
	bool device = machine_device_bytes(owner->machine, physical) >= sizeof(uint64_t);
	uint64_t linear = device && owner->map ? owner->map(physical) : 0;

	return linear ? linear : physical;
}

/* Finds the operand of an instruction: the number of an MSR or counter, or an address in memory. */
static enum outcome find_target(struct hw *hw, const struct location *where, uint64_t *target)
{
	const struct platform *owner = (const struct platform *)hw;
	unsigned bytes = where->width_bits / 8;

	if (where->width_bits % 8 || bytes >= ARRAY_SIZE(movers) || !movers[bytes].load)
		return OUTCOME_ABSENT;
	if (owner->stuck && is_stuck(owner->machine, owner->stuck, where))
		return OUTCOME_TIMEOUT;
	*target = where->address;
	if (where->space == SPACE_MSR || where->space == SPACE_PMC)
		return where->address > UINT32_MAX ? OUTCOME_ABSENT : OUTCOME_OK;
	if (where->space == SPACE_PCI)
		*target = ecam_address(owner->machine, where->address);
	else if (where->space == SPACE_MMIO)
		*target = linear_address(owner, where->address);
	else
		return OUTCOME_ABSENT;
	if ((where->space == SPACE_PCI && !*target) || where->address % bytes)
		return OUTCOME_ABSENT;
	return OUTCOME_OK;
}

/* Hidden and absent functions read all ones everywhere, including their vendor ID. */
static enum outcome function_answers(uint64_t memory)
{
	struct guarded vendor = guarded_load16(memory & ~MASK(0, 12));

	if (!vendor.fault && vendor.value == UINT16_MAX)
		return OUTCOME_ALL_ONES;
	return outcome_of(vendor);
}

enum outcome access_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	uint64_t target;
	enum outcome outcome = find_target(hw, where, &target);
	struct guarded answer;

	if (outcome != OUTCOME_OK)
		return outcome;
	if (target == BY_PORTS)
		return config_ports_read(where->address, where->width_bits, value);
	if (where->space == SPACE_MSR)
		answer = guarded_rdmsr((uint32_t)target);
	else if (where->space == SPACE_PMC)
		answer = guarded_rdpmc((uint32_t)target);
	else
		answer = movers[where->width_bits / 8].load(target);
	if (answer.fault)
		return outcome_of(answer);
	*value = answer.value;
	if (where->space == SPACE_MSR || answer.value != MASK(0, where->width_bits))
		return OUTCOME_OK;
	return where->space == SPACE_PCI ? function_answers(target) : OUTCOME_ALL_ONES;
}

enum outcome access_write(struct hw *hw, const struct location *where, uint64_t value)
{
	const struct machine *machine = ((const struct platform *)hw)->machine;
	/* The firmware's map lists the address as memory. */
	bool is_memory = where->space == SPACE_MMIO && machine->memory &&
			 machine_device_bytes(machine, where->address) < where->width_bits / 8u;
	uint64_t target;
	enum outcome outcome;

	if (is_memory || where->space == SPACE_PMC)
		return OUTCOME_ABSENT;
	outcome = find_target(hw, where, &target);
	if (outcome == OUTCOME_OK && target == BY_PORTS)
		return config_ports_write(where->address, where->width_bits, value);
	if (outcome == OUTCOME_OK && where->space == SPACE_PCI)
		outcome = function_answers(target);
	if (outcome != OUTCOME_OK)
		return outcome;
	if (where->space == SPACE_MSR)
		return outcome_of(guarded_wrmsr((uint32_t)target, value));
	return outcome_of(movers[where->width_bits / 8].store(target, value));
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
