/* SPDX-License-Identifier: BSD-2-Clause */
/* The HPET (IA-PC HPET specification 1.0a), which is hidden from the guest. Its main counter is the model's time. Timer
 * 2 is the alarm, delivered as NMI, so that the guest can neither mask it nor miss the exit. */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define HPET_BASE           UINT64_C(0xfed00000)
/* clang-format off */
#define HPET_CAPABILITIES        0x000u
#define   CAPABILITIES_TIMERS    MASK(8, 5) /* number of the last one */
#define HPET_PERIOD              0x004u     /* of the main counter, in femtoseconds */
#define   PERIOD_LONGEST         100000000u
#define HPET_CONFIGURATION       0x010u
#define   CONFIGURATION_RUN      BIT(0)
#define HPET_COUNTER_LOW         0x0f0u
#define HPET_COUNTER_HIGH        0x0f4u
#define HPET_TIMER               0x140u /* timer 2 */
#define   TIMER_ENABLE           BIT(2)
#define   TIMER_ROUTE(pin)       ((uint32_t)(pin) << 9)
#define   TIMER_MESSAGE          BIT(14)
#define   TIMER_CAN_MESSAGE      BIT(15)
#define HPET_COMPARATOR_LOW      0x148u
#define HPET_COMPARATOR_HIGH     0x14cu
#define HPET_MESSAGE_DATA        0x150u
#define HPET_MESSAGE_ADDRESS     0x154u
/* clang-format on */

#define MESSAGE_NMI         0x400u
#define MESSAGE_TO(apic_id) (0xfee00000u | (apic_id) << 12)

#define IOAPIC_INDEX        UINT64_C(0xfec00000)
#define IOAPIC_DATA         UINT64_C(0xfec00010)
#define IOAPIC_PIN          23u /* free on QEMU's machines */
#define IOAPIC_ENTRY(pin)   (0x10u + 2 * (pin))

/* A later alarm would overflow QEMU's arithmetic; it is set again when it rings. */
#define FARTHEST_NS         (UINT64_C(1000) * 1000 * 1000 * 1000)
/* Below this, the upper half may have changed since it was read. */
#define JUST_WRAPPED        (UINT32_C(1) << 30)
#define FS_PER_NS           UINT64_C(1000000)

static uint64_t counter(const struct clock *clock)
{
	/* QEMU rejects 64-bit accesses. */
	uint32_t high = mmio_read32(clock->base + HPET_COUNTER_HIGH);
	uint32_t low = mmio_read32(clock->base + HPET_COUNTER_LOW);

	if (low < JUST_WRAPPED)
		high = mmio_read32(clock->base + HPET_COUNTER_HIGH);
	return (uint64_t)high << 32 | low;
}

/* a * b / c in 64 bits, if the result and b * c fit. */
static uint64_t scale(uint64_t a, uint64_t b, uint64_t c)
{
	return a / c * b + a % c * b / c;
}

uint64_t hpet_now(const struct clock *clock)
{
	return scale(counter(clock), clock->period_fs, FS_PER_NS);
}

static void enable(struct clock *clock, bool on)
{
	if (clock->enabled == on)
		return;
	clock->enabled = on;
	mmio_write32(clock->base + HPET_TIMER, clock->control | (on ? (uint32_t)TIMER_ENABLE : 0));
}

/* Accesses to the device cost QEMU as much as a whole access to the model, so unnecessary ones are avoided. A new lower
 * half is effective at once. */
static void set_alarm(struct clock *clock, uint64_t at_ns)
{
	uint64_t ticks;

	clock->alarm_ns = at_ns;
	if (at_ns == UINT64_MAX) {
		enable(clock, false);
		return;
	}
	clock->alarm_ns = at_ns = min_u64(at_ns, clock->last_ns + FARTHEST_NS);
	ticks = scale(at_ns + clock->period_fs / FS_PER_NS - 1, FS_PER_NS, clock->period_fs);
	if (clock->comparator_high != ticks >> 32) {
		clock->comparator_high = (uint32_t)(ticks >> 32);
		enable(clock, false);
		mmio_write32(clock->base + HPET_COMPARATOR_HIGH, clock->comparator_high);
	}
	mmio_write32(clock->base + HPET_COMPARATOR_LOW, (uint32_t)ticks);
	enable(clock, true);
}

/* If another processor is setting the alarm, that one does the work: it checks again after its release. */
void hpet_alarm(struct clock *clock)
{
	uint64_t wanted;

	do {
		if (!lock_try(&clock->lock))
			return;
		wanted = clock->wanted_ns;
		if (wanted != clock->alarm_ns)
			set_alarm(clock, wanted);
		lock_give(&clock->lock);
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	} while (clock->wanted_ns != wanted);
}

static uint64_t hidden_read(struct cpu *cpu, uint64_t address, unsigned bytes)
{
	(void)cpu, (void)address, (void)bytes;
	return 0;
}

static void hidden_write(struct cpu *cpu, uint64_t address, unsigned bytes, uint64_t value)
{
	(void)cpu, (void)address, (void)bytes, (void)value;
}

bool hpet_setup(struct hypervisor *hypervisor, uint32_t apic_id)
{
	struct clock *clock = &hypervisor->clock;
	const struct trap trap = {HPET_BASE, HPET_BASE + PAGE_BYTES - 1, hidden_read, hidden_write};
	uint32_t capabilities = mmio_read32(HPET_BASE + HPET_CAPABILITIES);

	clock->base = HPET_BASE;
	clock->period_fs = mmio_read32(HPET_BASE + HPET_PERIOD);
	clock->alarm_ns = UINT64_MAX;
	if (clock->period_fs < FS_PER_NS || clock->period_fs > PERIOD_LONGEST ||
	    (capabilities & CAPABILITIES_TIMERS) >> 8 < 2)
		return false;
	mmio_write32(HPET_BASE + HPET_CONFIGURATION,
		     mmio_read32(HPET_BASE + HPET_CONFIGURATION) | (uint32_t)CONFIGURATION_RUN);
	clock->control = TIMER_ROUTE(IOAPIC_PIN);
	if (mmio_read32(clock->base + HPET_TIMER) & TIMER_CAN_MESSAGE) {
		clock->control = (uint32_t)TIMER_MESSAGE;
		mmio_write32(clock->base + HPET_MESSAGE_DATA, MESSAGE_NMI);
		mmio_write32(clock->base + HPET_MESSAGE_ADDRESS, MESSAGE_TO(apic_id));
	} else {
		log_line("log", "no HPET messages (hpet.msi=on): alarm by IOAPIC pin %u", IOAPIC_PIN);
		mmio_write32(IOAPIC_INDEX, IOAPIC_ENTRY(IOAPIC_PIN) + 1);
		mmio_write32(IOAPIC_DATA, apic_id << 24);
		mmio_write32(IOAPIC_INDEX, IOAPIC_ENTRY(IOAPIC_PIN));
		mmio_write32(IOAPIC_DATA, MESSAGE_NMI);
	}
	mmio_write32(clock->base + HPET_TIMER, clock->control);
	mmio_write32(clock->base + HPET_COMPARATOR_HIGH, clock->comparator_high);
	paging_trap(hypervisor, &trap);
	return true;
}
