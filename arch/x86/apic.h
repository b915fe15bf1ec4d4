/* SPDX-License-Identifier: BSD-2-Clause */
/* Local APIC of the executing CPU, reached as memory (xAPIC) or through MSRs (x2APIC). */
#ifndef ARCH_X86_APIC_H
#define ARCH_X86_APIC_H

#include "boxes/register.h"

/* Registers by their offset in the xAPIC page; x2APIC: MSR 0x800 + offset / 16. Intel SDM vol. 3A,
 * local APIC chapter. */
/* clang-format off */
#define APIC_VERSION            0x30
#define   APIC_VERSION_LAST_LVT MASK(16, 8)
#define APIC_TPR                0x80
#define APIC_EOI                0xb0
#define APIC_SVR                0xf0
#define   APIC_SVR_ENABLE       BIT(8)
#define APIC_ISR                0x100 /* eight registers, 32 vectors each */
#define APIC_IRR                0x200 /* likewise */
#define APIC_ICR                0x300 /* interrupt command; x2APIC: one register of 64 bits */
#define   APIC_ICR_NMI          MASK(10, 1)
#define   APIC_ICR_PENDING      BIT(12) /* the last command is not delivered yet; xAPIC only */
#define   APIC_ICR_ASSERT       BIT(14)
#define APIC_ICR_HIGH           0x310 /* xAPIC: destination in bits 31:24 */
#define APIC_LVT_TIMER          0x320
#define APIC_LVT_THERMAL        0x330
#define APIC_LVT_PERFORMANCE    0x340 /* "LVTPC" */
#define APIC_LVT_LINT0          0x350
#define APIC_LVT_LINT1          0x360
#define APIC_LVT_ERROR          0x370
#define   APIC_LVT_VECTOR       MASK(0, 8)
#define   APIC_LVT_DELIVERY     MASK(8, 3)
#define   APIC_LVT_FIXED        UINT64_C(0)
#define   APIC_LVT_EXTINT       MASK(8, 3)
#define   APIC_LVT_MASKED       BIT(16)
#define   APIC_LVT_PERIODIC     BIT(17) /* of the timer */
#define APIC_TIMER_INITIAL      0x380 /* writing it starts the timer, 0 stops it */
#define APIC_TIMER_CURRENT      0x390 /* counts down to 0 */
#define APIC_TIMER_DIVIDE       0x3e0
#define   APIC_DIVIDE_BY_1      UINT64_C(0xb)
/* clang-format on */

struct apic {
	const char *name; /* "xAPIC", "x2APIC", "none" */
	bool usable;      /* enabled, and it has a performance-counter entry */
	bool x2;
	uint8_t last_lvt; /* number of the last entry of its local vector table */
	uint64_t base;
};

/* Finds the local APIC as the firmware left it. IA32_APIC_BASE shows which of the two kinds it is. */
struct apic apic_find(void);

/* Location of the register at `offset`, for each CPU. */
struct location apic_location(const struct apic *apic, uint32_t offset);

uint32_t apic_read(const struct apic *apic, uint32_t offset);
void apic_write(const struct apic *apic, uint32_t offset, uint32_t value);

/* True if the CPU can be sent an interrupt: an xAPIC has no room for large IDs. */
bool apic_reaches(const struct apic *apic, uint32_t apic_id);

/* Sends an interrupt to one CPU: a vector, or APIC_ICR_NMI. */
void apic_send(const struct apic *apic, uint32_t apic_id, uint32_t command);

/* True if `vector` is requested (first = APIC_IRR) or in service (first = APIC_ISR). */
bool apic_vector_bit(const struct apic *apic, uint32_t first, uint8_t vector);

/* Lowest vector from `from` to 0xfe that no entry of the local vector table uses; 0 if all are used. */
uint8_t apic_free_vector(const struct apic *apic, uint8_t from);

#endif
