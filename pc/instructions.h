/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that access ports and model-specific registers, for the firmware and the virtual silicon. */
#ifndef PC_INSTRUCTIONS_H
#define PC_INSTRUCTIONS_H

#include "lib/basic.h"

/* Operand of SGDT, SIDT, LGDT and LIDT. */
struct descriptor_register {
	uint16_t limit;
	uint64_t base;
} __attribute__((packed));

/* Reads an MSR. Faults if the processor lacks it. */
static inline uint64_t msr_read(uint32_t index)
{
	uint32_t low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(index) : "memory");
	return low | (uint64_t)high << 32;
}

static inline void msr_write(uint32_t index, uint64_t value)
{
	__asm__ volatile("wrmsr" : : "c"(index), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)) : "memory");
}

static inline uint8_t port_read8(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline void port_write8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint16_t port_read16(uint16_t port)
{
	uint16_t value;

	__asm__ volatile("inw %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline void port_write16(uint16_t port, uint16_t value)
{
	__asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint32_t port_read32(uint16_t port)
{
	uint32_t value;

	__asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline void port_write32(uint16_t port, uint32_t value)
{
	__asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

#endif
