/* SPDX-License-Identifier: BSD-2-Clause */
/* One idle CPU watches the bootstrap processor and reports an access of it that hangs. The bootstrap processor needs no
 * such help to watch the others: it waits for their work to end. */
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"
#include "core/hardware/flight.h"
#include "lib/text.h"

/* A processor ends an unanswered access after 1 to 5 s with an error that resets the board. The report must come before
 * that. */
#define BOUND_MS        900
#define LOOK_US         10000 /* between two looks; of a longer one only a part counts (core/program/watchdog.h) */
#define MEASURED_US     100
#define COUNTS_MOST     10000000 /* of the APIC timer between two looks: 10 ms in an emulator, longer on boards */
#define CONFIRM_LOOKS   2
#define CONFIRM_SECONDS 3 /* an emulated machine's CPUs may run in turns */

/* ---- the watched access ---------------------------------------------------------------------------- */

static struct stuck_access stuck_access_of(uint32_t cpu, const struct flight_access *access)
{
	return (struct stuck_access){access->where, access->value, cpu, access->write};
}

void watch_say(uint32_t cpu, struct text *text)
{
	const struct flight_access *under_way = flight_under_way(cpu);
	struct stuck_access access;

	if (!under_way)
		return;
	access = stuck_access_of(cpu, under_way);
	text_string(text, "; ");
	stuck_access_text(platform.machine, &access, text);
}

/* ---- the watcher ----------------------------------------------------------------------------------- */

static bool is_watcher(uint32_t own)
{
	for (uint32_t i = 0; i < own; i++)
		if (i != platform.bootstrap && platform.described[i].usable)
			return false;
	return own != platform.bootstrap && platform.described[own].usable;
}

static void __attribute__((noreturn)) raise_alarm(uint32_t cpu)
{
	struct stuck_access access = stuck_access_of(cpu, flight_under_way(cpu));

	platform_claim(cpu);
	platform.stuck = &access.where;
	(void)agents_halt();
	platform.boot.stuck(platform.boot.context, &access);
}

static uint64_t ticks_of_us(uint64_t microseconds)
{
	return microseconds * (platform.clock.ticks_per_second / 1000000);
}

/* The timer keeps ticking while the watcher works: stopping it for each piece of work would cost more. */
static void start_timer(struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;
	uint64_t start, passed;
	uint32_t counts = COUNTS_MOST;

	cpu->ticking = true;
	apic_write(apic, APIC_TIMER_DIVIDE, APIC_DIVIDE_BY_1);

	/* The timer's clock is the bus's, a crystal's or an emulator's: 25 MHz to 1 GHz. */
	apic_write(apic, APIC_LVT_TIMER, (uint32_t)APIC_LVT_MASKED | platform.wake_vector);
	apic_write(apic, APIC_TIMER_INITIAL, UINT32_MAX);
	start = cpu_ticks();
	while (cpu_ticks() - start < ticks_of_us(MEASURED_US))
		cpu_pause();
	passed = UINT32_MAX - apic_read(apic, APIC_TIMER_CURRENT);
	if (passed)
		counts = (uint32_t)min_u64(passed * (LOOK_US / MEASURED_US), COUNTS_MOST);

	apic_write(apic, APIC_LVT_TIMER, (uint32_t)(APIC_LVT_FIXED | APIC_LVT_PERIODIC) | platform.wake_vector);
	apic_write(apic, APIC_TIMER_INITIAL, counts);
}

bool watch_stands_still(struct watchdog *watchdog, uint32_t number)
{
	const struct flight_access *access = flight_under_way(number);
	const struct x86_cpu *cpu = &platform.cpus[number];
	uint64_t pmis =
		__atomic_load_n(&cpu->pmis, __ATOMIC_RELAXED) + __atomic_load_n(&cpu->stray_pmis, __ATOMIC_RELAXED);
	/* Identifies the access that the CPU is in. PMIs change the mark: a CPU that takes them during an access is not
	 * hung. */
	uint64_t mark = access ? __atomic_load_n(&access->number, __ATOMIC_ACQUIRE) ^ pmis << 40 : 0;

	return watchdog_look(watchdog, mark, cpu_ticks(), ticks_of_us(BOUND_MS * UINT64_C(1000)));
}

void watch_look(uint32_t own)
{
	static struct watchdog watchdog;

	if (!is_watcher(own))
		return;
	if (!platform.cpus[own].ticking)
		start_timer(&platform.cpus[own]);
	if (watch_stands_still(&watchdog, platform.bootstrap))
		raise_alarm(platform.bootstrap);
	__atomic_store_n(&platform.watches, platform.watches + 1, __ATOMIC_RELEASE);
}

void watch_take_timer(struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;

	cpu->timer.lvt = apic_read(apic, APIC_LVT_TIMER);
	cpu->timer.initial = apic_read(apic, APIC_TIMER_INITIAL);
	cpu->timer.divide = apic_read(apic, APIC_TIMER_DIVIDE);
	apic_write(apic, APIC_TIMER_INITIAL, 0);
	cpu->ticking = false;
}

void watch_restore_timer(const struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;

	apic_write(apic, APIC_TIMER_INITIAL, 0);
	apic_write(apic, APIC_LVT_TIMER, cpu->timer.lvt);
	apic_write(apic, APIC_TIMER_DIVIDE, cpu->timer.divide);
	apic_write(apic, APIC_TIMER_INITIAL, cpu->timer.initial);
}

static bool has_looked_since(uint32_t watches)
{
	return __atomic_load_n(&platform.watches, __ATOMIC_ACQUIRE) - watches >= CONFIRM_LOOKS;
}

/* A timer that does not tick would not be noticed until it is needed. All but the first of these looks are due to the
 * timer. */
void watch_confirm(void)
{
	uint64_t start = cpu_ticks(), bound = CONFIRM_SECONDS * platform.clock.ticks_per_second;
	uint32_t watches = __atomic_load_n(&platform.watches, __ATOMIC_ACQUIRE);

	while (!has_looked_since(watches) && cpu_ticks() - start < bound)
		cpu_pause();
	platform.machine->watched = has_looked_since(watches);
	if (!platform.machine->watched)
		platform_warn("no CPU is woken by its timer: an access that never comes back will not be reported");
}
