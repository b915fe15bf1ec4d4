/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/config_ports.h"

#include "arch/x86/cpu.h"

#define PORT_ADDRESS   0xcf8
#define ADDRESS_ENABLE BIT(31)
#define PORT_DATA      0xcfc
#define REACH          0x100   /* bytes of a function that ports can reach */
#define TRIES          1000000 /* an access takes a microsecond */

static uint32_t taken;

/* Interrupts stay off between the two port accesses. If an NMI stops a CPU in between, the ports stay taken. */
static bool enter(uint64_t *flags)
{
	*flags = cpu_disable_interrupts();
	for (unsigned i = 0; i < TRIES; i++) {
		if (!__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE))
			return true;
		cpu_pause();
	}
	cpu_restore_interrupts(*flags);
	return false;
}

static void leave(uint64_t flags)
{
	__atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
	cpu_restore_interrupts(flags);
}

static bool is_reached(uint64_t address, unsigned width_bits)
{
	return address < BIT(28) && address % 4096 < REACH && width_bits <= 32;
}

/* Bus, device and function are in higher bits of a location's address than in the address port, which is restored:
 * firmware may be between its own two accesses. */
static enum outcome move(uint64_t address, unsigned width_bits, uint64_t *value, bool write)
{
	uint16_t port = (uint16_t)(PORT_DATA + (address & 3));
	uint32_t before;
	uint64_t flags;

	if (!is_reached(address, width_bits))
		return OUTCOME_ABSENT;
	if (!enter(&flags))
		return OUTCOME_TIMEOUT;
	before = port_read32(PORT_ADDRESS);
	port_write32(PORT_ADDRESS, (uint32_t)(ADDRESS_ENABLE | (address >> 12 & 0xffff) << 8 | (address & 0xfc)));
	if (!write)
		*value = width_bits == 8 ? port_read8(port) : width_bits == 16 ? port_read16(port) : port_read32(port);
	else if (width_bits == 8)
		port_write8(port, (uint8_t)*value);
	else if (width_bits == 16)
		port_write16(port, (uint16_t)*value);
	else
		port_write32(port, (uint32_t)*value);
	port_write32(PORT_ADDRESS, before);
	leave(flags);
	return OUTCOME_OK;
}

/* Hidden and absent functions read all ones everywhere, including their vendor ID. */
static enum outcome answers(uint64_t address)
{
	uint64_t vendor;
	enum outcome outcome = move(address & ~MASK(0, 12), 16, &vendor, false);

	return outcome == OUTCOME_OK && vendor == UINT16_MAX ? OUTCOME_ALL_ONES : outcome;
}

enum outcome config_ports_read(uint64_t address, unsigned width_bits, uint64_t *value)
{
	uint64_t read;
	enum outcome outcome = move(address, width_bits, &read, false);

	if (outcome == OUTCOME_OK)
		*value = read;
	return outcome == OUTCOME_OK && read == MASK(0, width_bits) ? answers(address) : outcome;
}

enum outcome config_ports_write(uint64_t address, unsigned width_bits, uint64_t value)
{
	enum outcome outcome = is_reached(address, width_bits) ? answers(address) : OUTCOME_ABSENT;

	return outcome == OUTCOME_OK ? move(address, width_bits, &value, true) : outcome;
}

bool config_ports_are_there(void)
{
	uint32_t before = port_read32(PORT_ADDRESS), read;

	port_write32(PORT_ADDRESS, (uint32_t)ADDRESS_ENABLE);
	read = port_read32(PORT_ADDRESS);
	port_write32(PORT_ADDRESS, before);
	return read == (uint32_t)ADDRESS_ENABLE;
}

static bool has_bus(const struct ecam_region *regions, uint16_t count, unsigned bus)
{
	for (uint16_t i = 0; i < count; i++)
		if (!regions[i].segment && regions[i].first_bus <= bus && regions[i].last_bus >= bus)
			return true;
	return false;
}

uint16_t config_ports_fill(struct ecam_region *regions, uint16_t count, uint16_t room)
{
	for (unsigned bus = 0; bus < 256 && count < room; bus++) {
		struct ecam_region gap = {.base = ECAM_BY_PORTS, .first_bus = (uint8_t)bus, .last_bus = (uint8_t)bus};
		uint16_t at;

		if (has_bus(regions, count, bus))
			continue;
		while (gap.last_bus < 255 && !has_bus(regions, count, gap.last_bus + 1u))
			gap.last_bus++;
		/* Before the regions that follow it in order. */
		for (at = count; at && (regions[at - 1].segment || regions[at - 1].first_bus > bus); at--)
			regions[at] = regions[at - 1];
		regions[at] = gap;
		count++;
	}
	return count;
}
