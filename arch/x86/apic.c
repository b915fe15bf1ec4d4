/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/apic.h"

#include "arch/x86/access.h"
#include "arch/x86/cpu.h"

/* clang-format off */
#define MSR_APIC_BASE      0x1b /* Intel SDM vol. 4 */
#define   APIC_BASE_X2     BIT(10)
#define   APIC_BASE_ENABLE BIT(11)
#define   APIC_BASE_PAGE   MASK(12, 40)
/* clang-format on */
#define MSR_X2APIC                0x800
#define XAPIC_ID_LAST             0xfe /* 0xff means all */
#define SEND_TRIES                100000

/* Later versions added entries. In x2APIC mode, reading a missing one faults. */
#define LAST_LVT_WITH_PERFORMANCE 4
static const struct {
	uint16_t offset;
	uint8_t since; /* last entry's number in the first version that has it */
} entries[] = {
	{APIC_LVT_TIMER, 3},
	{APIC_LVT_LINT0, 3},
	{APIC_LVT_LINT1, 3},
	{APIC_LVT_ERROR, 3},
	{APIC_LVT_PERFORMANCE, LAST_LVT_WITH_PERFORMANCE},
	{APIC_LVT_THERMAL, 5},
};

static uint32_t x2_register(uint32_t offset)
{
	return MSR_X2APIC + offset / 16;
}

struct location apic_location(const struct apic *apic, uint32_t offset)
{
	if (apic->x2)
		return (struct location){.space = SPACE_MSR, .width_bits = 64, .address = x2_register(offset)};
	return (struct location){.space = SPACE_MMIO, .width_bits = 32, .address = apic->base + offset};
}

uint32_t apic_read(const struct apic *apic, uint32_t offset)
{
	if (apic->x2)
		return (uint32_t)msr_read(x2_register(offset));
	return *(const volatile uint32_t *)(uintptr_t)(apic->base + offset);
}

void apic_write(const struct apic *apic, uint32_t offset, uint32_t value)
{
	if (apic->x2)
		msr_write(x2_register(offset), value);
	else
		*(volatile uint32_t *)(uintptr_t)(apic->base + offset) = value;
}

struct apic apic_find(void)
{
	struct apic apic = {.name = "none"};
	struct guarded base = guarded_rdmsr(MSR_APIC_BASE);

	if (base.fault || !(base.value & APIC_BASE_ENABLE))
		return apic;
	apic.x2 = base.value & APIC_BASE_X2;
	apic.base = base.value & APIC_BASE_PAGE;
	if (!apic.x2 && guarded_load32(apic.base + APIC_VERSION).fault)
		return apic;
	apic.name = apic.x2 ? "x2APIC" : "xAPIC";
	apic.last_lvt = (uint8_t)((apic_read(&apic, APIC_VERSION) & APIC_VERSION_LAST_LVT) >> 16);
	apic.usable = apic.last_lvt >= LAST_LVT_WITH_PERFORMANCE;
	return apic;
}

bool apic_reaches(const struct apic *apic, uint32_t apic_id)
{
	return apic->x2 || apic_id <= XAPIC_ID_LAST;
}

/* Interrupts are off, because a firmware's handler may also send one and must not do so between the register's two
 * halves. */
void apic_send(const struct apic *apic, uint32_t apic_id, uint32_t command)
{
	uint64_t flags;

	command |= (uint32_t)APIC_ICR_ASSERT;
	if (apic->x2) {
		cpu_fence(); /* this write is not ordered after others, which the target must see */
		msr_write(x2_register(APIC_ICR), (uint64_t)apic_id << 32 | command);
		return;
	}
	flags = cpu_disable_interrupts();
	for (unsigned i = 0; i < SEND_TRIES && apic_read(apic, APIC_ICR) & APIC_ICR_PENDING; i++)
		cpu_pause();
	apic_write(apic, APIC_ICR_HIGH, apic_id << 24);
	apic_write(apic, APIC_ICR, command);
	cpu_restore_interrupts(flags);
}

bool apic_vector_bit(const struct apic *apic, uint32_t first, uint8_t vector)
{
	uint32_t word = apic_read(apic, first + 16u * (vector / 32u));

	return word >> vector % 32 & 1;
}

static bool vector_used(const struct apic *apic, uint8_t vector)
{
	for (size_t i = 0; i < ARRAY_SIZE(entries); i++)
		if (entries[i].since <= apic->last_lvt &&
		    (apic_read(apic, entries[i].offset) & APIC_LVT_VECTOR) == vector)
			return true;
	return false;
}

uint8_t apic_free_vector(const struct apic *apic, uint8_t from)
{
	for (unsigned vector = from; vector < 0xff; vector++)
		if (!vector_used(apic, (uint8_t)vector))
			return (uint8_t)vector;
	return 0;
}
