/* SPDX-License-Identifier: BSD-2-Clause */
/* One idle processor watches the one that the firmware runs on: should an access to a register never come back, it
 * says so in its place. The other way round nothing more is needed, for whoever sends work waits for its end. */
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"
#include "core/hardware/flight.h"
#include "lib/text.h"

#define BOUND_SECONDS   5
/* Counts of its timer between two looks: 100 ms at 100 MHz, 10 ms in an emulator. Nothing depends on how long
 * it is. */
#define TIMER_COUNTS    10000000
#define CONFIRM_LOOKS   2
#define CONFIRM_SECONDS 3 /* an emulated machine's processors may be slow in turns */

/* ---- what is watched ------------------------------------------------------------------------------- */

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

/* It goes on ticking while the watcher works: to stop and start it would cost each piece of work more. */
static void start_timer(struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;

	cpu->ticking = true;
	apic_write(apic, APIC_TIMER_DIVIDE, APIC_DIVIDE_BY_1);
	apic_write(apic, APIC_LVT_TIMER, (uint32_t)(APIC_LVT_FIXED | APIC_LVT_PERIODIC) | platform.wake_vector);
	apic_write(apic, APIC_TIMER_INITIAL, TIMER_COUNTS);
}

/* The access that a processor is in. Who takes PMI after PMI in the midst of one does not stand still in it. */
static uint64_t mark_of(uint32_t number)
{
	const struct flight_access *access = flight_under_way(number);
	const struct x86_cpu *cpu = &platform.cpus[number];
	uint64_t pmis =
		__atomic_load_n(&cpu->pmis, __ATOMIC_RELAXED) + __atomic_load_n(&cpu->stray_pmis, __ATOMIC_RELAXED);

	return access ? __atomic_load_n(&access->number, __ATOMIC_ACQUIRE) ^ pmis << 40 : 0;
}

void watch_look(uint32_t own)
{
	static struct watchdog watchdog;

	if (!is_watcher(own))
		return;
	if (!platform.cpus[own].ticking)
		start_timer(&platform.cpus[own]);
	if (watchdog_look(&watchdog, mark_of(platform.bootstrap), cpu_ticks(),
			  BOUND_SECONDS * platform.clock.ticks_per_second))
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

/* A timer that does not tick would go unnoticed until it is needed: of so many looks all but the first are its
 * doing. */
void watch_confirm(void)
{
	uint64_t start = cpu_ticks(), bound = CONFIRM_SECONDS * platform.clock.ticks_per_second;
	uint32_t watches = __atomic_load_n(&platform.watches, __ATOMIC_ACQUIRE);

	while (!has_looked_since(watches) && cpu_ticks() - start < bound)
		cpu_pause();
	platform.machine->watched = has_looked_since(watches);
	if (!platform.machine->watched)
		platform_warn("no processor is woken by its timer: nobody tells of an access that never comes back");
}
