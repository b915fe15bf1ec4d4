/* SPDX-License-Identifier: BSD-2-Clause */
/* Measures the rate of the time-stamp counter. */
#include "arch/x86/access.h"
#include "arch/x86/clock.h"
#include "arch/x86/cpu.h"
#include "arch/x86/cpuid.h"
#include "arch/x86/x86.h"
#include "pc/timer.h"

#define INTERVAL_MS          25
#define INTERVALS_A_SECOND   (1000 / INTERVAL_MS)
#define PAIR_TRIES           8
#define MEASUREMENTS_MOST    8
#define TIMER_SLICE_US       10000
#define DEAD_AFTER_TICKS     (UINT64_C(1) << 33) /* more than a second on any machine */
#define RATE_LEAST           UINT64_C(1000000)
#define RATE_MOST            UINT64_C(1000000000000)
#define RATE_ASSUMED         UINT64_C(3000000000) /* if nothing can measure it: bounds of waits need a rate */
#define DISAGREEMENT_PERCENT 1

/* clang-format off */
#define HPET_CAPABILITIES  0x000 /* period in fs in 63:32; IA-PC HPET specification 1.0a */
#define   HPET_PERIOD_MOST 100000000
#define HPET_CONFIGURATION 0x010
#define   HPET_RUNNING     BIT(0)
#define HPET_COUNTER       0x0f0
/* clang-format on */
#define FS_PER_SECOND        UINT64_C(1000000000000000)

/* A counter with a known rate. */
struct reference {
	uint32_t (*read)(const struct reference *reference);
	uint64_t address; /* port or memory address */
	uint64_t hz;
	unsigned bits;
};

/* A reading and the tick count in the middle of it. */
struct pair {
	uint64_t ticks;
	uint32_t count;
};

static uint32_t read_port(const struct reference *reference)
{
	return port_read32((uint16_t)reference->address);
}

static uint32_t read_reference_memory(const struct reference *reference)
{
	return (uint32_t)guarded_load32(reference->address).value;
}

/* Takes the fastest of several readings: the others were interrupted. */
static struct pair read_pair(const struct reference *reference)
{
	struct pair best = {0};
	uint64_t shortest = UINT64_MAX;

	for (unsigned i = 0; i < PAIR_TRIES; i++) {
		uint64_t before = cpu_ticks();
		uint32_t count = reference->read(reference);
		uint64_t took = cpu_ticks() - before;

		if (took >= shortest)
			continue;
		shortest = took;
		best = (struct pair){before + took / 2, count};
	}
	return best;
}

/* Ticks per second, measured with a reference; 0 if it does not advance. */
static uint64_t measure_reference(const struct reference *reference)
{
	struct pair start = read_pair(reference), end;
	uint64_t wanted = reference->hz / INTERVALS_A_SECOND, steps;

	do {
		cpu_pause();
		steps = counter_distance(start.count, reference->read(reference), reference->bits);
		if (cpu_ticks() - start.ticks > DEAD_AFTER_TICKS)
			return 0;
	} while (steps < wanted);
	end = read_pair(reference);
	steps = counter_distance(start.count, end.count, reference->bits);
	return clock_rate(end.ticks - start.ticks, steps, reference->hz);
}

static uint64_t by_pm_timer(const struct x86_boot *boot, const struct acpi *acpi)
{
	struct acpi_pm_timer timer;

	(void)boot;
	if (!acpi_pm_timer(acpi, &timer))
		return 0;
	return measure_reference(&(struct reference){read_port, timer.port, ACPI_PM_TIMER_HZ, timer.bits});
}

/* Reads the HPET only if it runs. Starting it would interfere with its owner. */
static uint64_t by_hpet(const struct x86_boot *boot, const struct acpi *acpi)
{
	uint64_t base = acpi_hpet(acpi);
	uint64_t period;

	(void)boot;
	if (!base || !(guarded_load32(base + HPET_CONFIGURATION).value & HPET_RUNNING))
		return 0;
	period = guarded_load32(base + HPET_CAPABILITIES + 4).value;
	if (!period || period > HPET_PERIOD_MOST)
		return 0;
	return measure_reference(
		&(struct reference){read_reference_memory, base + HPET_COUNTER, FS_PER_SECOND / period, 32});
}

/* Counter 2 of the PIT, which firmware does not use. */
static uint64_t by_interval_timer(const struct x86_boot *boot, const struct acpi *acpi)
{
	uint64_t start = cpu_ticks();

	(void)boot;
	(void)acpi;
	if (!timer_slice_us(TIMER_SLICE_US))
		return 0;
	return (cpu_ticks() - start) * (1000000 / TIMER_SLICE_US);
}

static uint64_t by_stalling(const struct x86_boot *boot, const struct acpi *acpi)
{
	uint64_t start = cpu_ticks();

	(void)acpi;
	if (!boot->stall_us)
		return 0;
	boot->stall_us(boot->context, INTERVAL_MS * 1000);
	return (cpu_ticks() - start) * INTERVALS_A_SECOND;
}

/* The most accurate first. */
static const struct {
	const char *name;
	uint64_t (*measure)(const struct x86_boot *boot, const struct acpi *acpi);
} references[] = {
	{"the ACPI timer", by_pm_timer},
	{"the HPET", by_hpet},
	{"the PIT", by_interval_timer},
	{"only the firmware's delays", by_stalling},
};

static bool is_near(uint64_t rate, uint64_t other)
{
	return max_u64(rate, other) - min_u64(rate, other) <= rate / 100 * DISAGREEMENT_PERCENT;
}

/* Repeats the measurement with one reference until the lowest result is confirmed once. Interruptions only make a
 * measurement longer. *sure is false if it was never confirmed. Returns 0 if the reference does not exist. */
static uint64_t settle(size_t number, const struct x86_boot *boot, const struct acpi *acpi, bool *sure)
{
	uint64_t least = references[number].measure(boot, acpi);

	*sure = false;
	for (unsigned i = 1; least && !*sure && i < MEASUREMENTS_MOST; i++) {
		uint64_t again = references[number].measure(boot, acpi);

		*sure = is_near(least, again);
		least = min_u64(least, again);
	}
	return least;
}

static uint64_t measured(const struct x86_boot *boot, const struct acpi *acpi, const char **by,
			 struct warnings *warnings)
{
	uint64_t first = 0;
	bool sure;

	for (size_t i = 0; i < ARRAY_SIZE(references); i++) {
		uint64_t rate = settle(i, boot, acpi, &sure);

		if (!rate)
			continue;
		if (sure || !first)
			*by = references[i].name;
		if (sure)
			return rate;
		first = first ? first : rate;
		warn(warnings, "the time-stamp counter's rate varies, measured with %s; the lowest is %llu kHz",
		     references[i].name, (unsigned long long)rate / 1000);
	}
	return first;
}

struct clock clock_calibrate(const struct x86_boot *boot, const struct acpi *acpi, const struct cpu_identity *identity,
			     struct warnings *warnings, const char **by)
{
	uint64_t rate = measured(boot, acpi, by, warnings), nominal = identity->ticks_per_second;
	bool sensible = rate >= RATE_LEAST && rate <= RATE_MOST;

	if (!sensible && !nominal) {
		*by = NULL;
		return clock_of(RATE_ASSUMED);
	}
	if (!nominal)
		return clock_of(rate);
	if (!sensible || is_near(rate, nominal)) {
		*by = "CPUID";
		return clock_of(nominal);
	}
	warn(warnings, "the time-stamp counter runs at %llu kHz, but CPUID gives %llu", (unsigned long long)rate / 1000,
	     (unsigned long long)nominal / 1000);
	return clock_of(rate);
}
