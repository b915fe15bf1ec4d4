/* SPDX-License-Identifier: BSD-2-Clause */
/* The CPUs that the firmware does not run on. Each waits in uncork's loop for work and takes the PMIs that are sent to
 * it; they share no locks. Only the bootstrap processor sends work, one piece at a time to each. */
#include "arch/x86/cpu.h"
#include "arch/x86/cpuid.h"
#include "arch/x86/platform.h"
#include "core/hardware/deny.h"
#include "core/hardware/flight.h"
#include "core/hardware/leaving.h"
#include "core/session/session.h"
#include "lib/text.h"

#define NS_PER_SECOND   UINT64_C(1000000000)
#define START_BOUND_NS  (3 * NS_PER_SECOND) /* from the start of all CPUs to the last one's report */
#define ANSWER_BOUND_NS (3 * NS_PER_SECOND) /* between two accesses; an emulated machine's CPUs may run in turns */
#define STOP_BOUND_NS   (NS_PER_SECOND / 5) /* from the NMI to the stop */
#define SPIN_NS         UINT64_C(100000)    /* more work often follows at once; sleep after that */
#define CLOCK_ROUNDS    8
#define NMI_STATUS      0x61 /* see window.c for its bits */

static uint64_t ticks_of_ns(uint64_t ns)
{
	return ns / 1000 * (platform.clock.ticks_per_second / 1000000);
}

static bool is_agent(uint32_t number)
{
	return number != platform.bootstrap && platform.described[number].usable;
}

static uint32_t first_of_socket(uint16_t socket)
{
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		if (platform.described[i].socket == socket && platform.described[i].usable)
			return i;
	return HW_NO_CPU;
}

/* ---- on the agent's processor -------------------------------------------------------------------- */

static bool has_work(const struct x86_cpu *cpu)
{
	return __atomic_load_n(&cpu->sent, __ATOMIC_SEQ_CST) != cpu->done;
}

static bool is_leaving(void)
{
	return __atomic_load_n(&platform.leaving, __ATOMIC_SEQ_CST);
}

/* Either the sender sees that this CPU is asleep, or this CPU sees the work sent. */
static void agent_idle(struct x86_cpu *cpu)
{
	(void)cpu_disable_interrupts();
	watch_look((uint32_t)(cpu - platform.cpus));
	__atomic_store_n(&cpu->asleep, true, __ATOMIC_SEQ_CST);
	if (!has_work(cpu) && !is_leaving())
		cpu_sleep();
	__atomic_store_n(&cpu->asleep, false, __ATOMIC_SEQ_CST);
	cpu_enable_interrupts();
}

static void agent_serve(struct x86_cpu *cpu)
{
	uint64_t idle_since = cpu_ticks(), spin = ticks_of_ns(SPIN_NS);

	while (!is_leaving()) {
		if (has_work(cpu)) {
			cpu->work(cpu->work_context);
			__atomic_store_n(&cpu->done, cpu->done + 1, __ATOMIC_RELEASE);
			idle_since = cpu_ticks();
			continue;
		}
		cpu->pmis_in_a_row = 0;
		if (cpu_ticks() - idle_since < spin)
			cpu_pause();
		else
			agent_idle(cpu);
	}
}

/* Number of the executing CPU; IDT_NO_CPU if ACPI does not list it. */
static uint32_t find_own_number(void)
{
	uint32_t apic_id = cpuid_apic_id(cpuid_execute, NULL);

	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		if (platform.described[i].apic_id == apic_id)
			return i;
	return IDT_NO_CPU;
}

static bool change_state(struct x86_cpu *cpu, uint32_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&cpu->state, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* uncork's gates work only in code segments with the bootstrap processor's selector, and interrupts are sent in one
 * APIC mode. Returns NULL if the CPU can be used, else the reason. */
static const char *why_declined(void)
{
	const struct apic apic = apic_find();

	if (cpu_code_segment() != platform.code_segment)
		return "it runs in another code segment";
	if (!apic.usable)
		return "its local APIC is switched off";
	if (apic.x2 != platform.apic.x2)
		return apic.x2 ? "only its local APIC is in x2APIC mode" : "only its local APIC is in xAPIC mode";
	return NULL;
}

/* Main loop of an application processor from start to stop, in the firmware's place. */
static void agent_run(void)
{
	uint32_t number = find_own_number();
	uint64_t agents = platform.machine->cpu_count - 1ul, agents_before;
	struct descriptor_register before;
	struct x86_cpu *cpu;

	if (number == IDT_NO_CPU) {
		(void)__atomic_add_fetch(&platform.unknown, 1, __ATOMIC_RELAXED);
		return;
	}
	cpu = &platform.cpus[number];
	if (!platform.described[number].left_alone)
		cpu->declined = why_declined();
	if (platform.described[number].left_alone || cpu->declined) {
		__atomic_store_n(&cpu->state, CPU_LEFT, __ATOMIC_RELEASE);
		return;
	}

	/* The stacks of exceptions are after all stacks to work on. The bootstrap processor has its own. */
	agents_before = number - (number > platform.bootstrap);
	segments_enter(&cpu->segments,
		       platform.stacks + agents * STACK_BYTES + agents_before * (STACKS_BYTES - STACK_BYTES));
	before = idt_enter(number);
	cpu->machine_checks = machine_check_enable();
	cpu->their_root = mapping_enter();
	window_take_apic(cpu);
	watch_take_timer(cpu);
	if (change_state(cpu, CPU_AWAITED, CPU_READY)) {
		cpu_enable_interrupts();
		agent_serve(cpu);
		(void)cpu_disable_interrupts();
	}
	watch_restore_timer(cpu);
	window_restore_apic(cpu);
	(void)cpu_disable_interrupts();
	mapping_leave(cpu->their_root);
	machine_check_disable(cpu->machine_checks);
	idt_leave(before);
	segments_leave(&cpu->segments);
	__atomic_store_n(&cpu->state, CPU_LEFT, __ATOMIC_RELEASE);
}

/* Entry of CPUs started by firmware, whose stacks may be too small for uncork. */
static void agent_leave_stack(void)
{
	uint32_t taken = __atomic_fetch_add(&platform.stacks_taken, 1, __ATOMIC_RELAXED);
	bool cet = cpu_disable_cet();

	if (taken < platform.machine->cpu_count - 1u)
		startup_call_on(platform.stacks + (taken + 1ul) * STACK_BYTES, agent_run);
	else
		(void)__atomic_add_fetch(&platform.unknown, 1, __ATOMIC_RELAXED);
	cpu_restore_cet(cet);
}

void agent_take_wake(void)
{
	apic_write(&platform.apic, APIC_EOI, 0);
}

void agent_take_nmi(void)
{
	uint32_t number = platform_cpu();
	struct x86_cpu *cpu = &platform.cpus[number];
	uint16_t socket = platform.described[number].socket;
	bool acts;

	if (!cpu->stop) {
		cpu->nmis++;
		cpu->nmi_sources |= port_read8(NMI_STATUS);
		return;
	}
	/* After a crash of another socket's CPU, one CPU restores its whole socket. Any other restores at least its own
	 * counters. */
	acts = platform.crashed && socket != platform.described[platform.crashed_cpu].socket &&
	       first_of_socket(socket) == number;
	if (acts)
		session_abandon();
	else
		session_abandon_own(number);
	if (platform.crashed) {
		window_put_entry_back(cpu);
		leaving_look_here(platform.machine, number, acts);
	}
	__atomic_store_n(&cpu->stopped, true, __ATOMIC_RELEASE);
	cpu_stop();
}

/* ---- handing out work ------------------------------------------------------------------------------ */

/* In a PMI handler, the executing CPU is always on the right socket. */
uint32_t agent_of_socket(struct hw *hw, uint16_t socket)
{
	uint32_t own = platform_cpu();

	(void)hw;
	return platform.described[own].socket == socket ? own : first_of_socket(socket);
}

static bool is_idle(const struct x86_cpu *cpu)
{
	return __atomic_load_n(&cpu->done, __ATOMIC_ACQUIRE) == cpu->sent;
}

static void wake(uint32_t number)
{
	if (__atomic_load_n(&platform.cpus[number].asleep, __ATOMIC_SEQ_CST))
		apic_send(&platform.apic, platform.described[number].apic_id, platform.wake_vector);
}

enum outcome agent_send(struct hw *hw, uint32_t number, hw_work *work, void *context)
{
	uint32_t own = platform_cpu();
	struct x86_cpu *cpu = &platform.cpus[number];

	(void)hw;
	if (number == own) {
		work(context);
		return OUTCOME_OK;
	}
	if (own != platform.bootstrap || platform.cpus[own].in_pmi || platform.crashed ||
	    number >= platform.machine->cpu_count || !platform.described[number].usable || !is_idle(cpu))
		return OUTCOME_ABSENT;
	cpu->work = work;
	cpu->work_context = context;
	__atomic_store_n(&cpu->sent, cpu->sent + 1, __ATOMIC_SEQ_CST);
	wake(number);
	return OUTCOME_OK;
}

/* Sends the wake vector, which has no effect on a CPU that is awake. */
bool agent_interrupt(struct hw *hw, uint32_t number)
{
	(void)hw;
	if (!platform.wake_vector || number >= platform.machine->cpu_count || !platform.described[number].usable ||
	    !apic_reaches(&platform.apic, platform.described[number].apic_id))
		return false;
	apic_send(&platform.apic, platform.described[number].apic_id, platform.wake_vector);
	return true;
}

static void send_stop(uint32_t number)
{
	__atomic_store_n(&platform.cpus[number].stop, true, __ATOMIC_SEQ_CST);
	apic_send(&platform.apic, platform.described[number].apic_id, APIC_ICR_NMI);
}

static bool await_stop(uint32_t number)
{
	uint64_t start = cpu_ticks(), bound = ticks_of_ns(STOP_BOUND_NS);

	while (!__atomic_load_n(&platform.cpus[number].stopped, __ATOMIC_ACQUIRE)) {
		if (cpu_ticks() - start > bound)
			return false;
		cpu_pause();
	}
	return true;
}

/* The next watcher may be asleep with no timer running. */
static void appoint_watcher(void)
{
	bool has_agents = false;

	platform.machine->watched = false;
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++) {
		if (!is_agent(i))
			continue;
		has_agents = true;
		wake(i);
	}
	if (has_agents)
		watch_confirm();
}

/* The CPU must never continue its work, because the data for it is on the caller's stack. */
static void leave_out(uint32_t number)
{
	char bytes[120];
	struct text access = TEXT_OVER(bytes);
	bool stopped;

	watch_say(number, &access);
	send_stop(number);
	stopped = await_stop(number);
	platform.described[number].usable = false;
	platform_warn("cpu %u (APIC id 0x%x, socket %u) no longer answers and is left out: %s%s", number,
		      platform.described[number].apic_id, platform.described[number].socket,
		      stopped ? "an NMI stopped it" : "it does not answer an NMI", bytes);
	appoint_watcher();
}

enum outcome agent_await(struct hw *hw, uint32_t number)
{
	uint64_t bound = ticks_of_ns(ANSWER_BOUND_NS);
	struct watchdog access = {0}, progress = {0};

	(void)hw;
	if (number == platform_cpu())
		return OUTCOME_OK;
	while (!is_idle(&platform.cpus[number])) {
		if (watchdog_look(&progress, flight_progress(number), cpu_ticks(), bound) ||
		    watch_stands_still(&access, number)) {
			leave_out(number);
			return OUTCOME_TIMEOUT;
		}
		cpu_pause();
	}
	return OUTCOME_OK;
}

/* ---- start and end ----------------------------------------------------------------------------------- */

static void agent_note_ticks(void *context)
{
	*(uint64_t *)context = cpu_ticks();
}

/* The CPU's counter is read between two reads of this CPU's; the closest pair is used. A difference within that
 * interval is ignored. */
static void compare_clocks(uint32_t number)
{
	struct x86_cpu *cpu = &platform.cpus[number];
	uint64_t best = UINT64_MAX, ahead = 0;

	for (unsigned i = 0; i < CLOCK_ROUNDS; i++) {
		uint64_t there = 0, before = cpu_ticks(), took;

		if (hw_run_on(&platform.hw, number, agent_note_ticks, &there) != OUTCOME_OK)
			return;
		took = cpu_ticks() - before;
		if (took >= best)
			continue;
		best = took;
		ahead = there - before <= took ? 0 : there - before - took / 2;
	}
	cpu->ticks_ahead = ahead;
	if (ahead)
		platform_warn("cpu %u: time-stamp counter %lld ticks ahead of cpu %u's: corrected", number,
			      (long long)ahead, platform.bootstrap);
}

/* True for a CPU that should be started. */
static bool is_wanted(uint32_t number)
{
	return number != platform.bootstrap && !platform.described[number].left_alone;
}

static void take_in(uint32_t number)
{
	struct cpu *described = &platform.described[number];
	const char *declined = platform.cpus[number].declined;

	if (change_state(&platform.cpus[number], CPU_AWAITED, CPU_GIVEN_UP) || declined) {
		platform_warn("cpu %u (APIC id 0x%x, socket %u) did not come up%s%s", number, described->apic_id,
			      described->socket, declined ? ": " : "", declined ? declined : "");
		return;
	}
	described->usable = apic_reaches(&platform.apic, described->apic_id);
	if (described->usable)
		compare_clocks(number);
}

static uint64_t stacks_bytes(void)
{
	return (platform.machine->cpu_count - 1ul) * STACKS_BYTES;
}

static void give_stacks_back(void)
{
	platform.boot.give_memory(platform.boot.context, (uintptr_t)platform.stacks, stacks_bytes());
	platform.stacks = NULL;
}

/* Starts CPUs by firmware if it offers that; otherwise by INIT and STARTUP, if firmware does not use them. Returns
 * NULL, or the reason for failure. */
static const char *start_somehow(void)
{
	struct processors_start start;
	bool removed;

	if (!platform.boot.start_processors)
		return startup_all(agent_run, platform.stacks);

	/* Firmware may start CPUs with its processor's present tables and keep those after uncork has ended, so its own
	 * tables are loaded meanwhile. */
	mapping_leave(platform.cpus[platform.bootstrap].their_root);
	removed = idt_remove();
	start = platform.boot.start_processors(platform.boot.context, agent_leave_stack);
	if (removed)
		idt_return(platform.bootstrap);
	platform.cpus[platform.bootstrap].their_root = mapping_enter();

	platform.collects = start.started;
	if (start.started)
		return NULL;
	if (!start.may_be_taken)
		return start.why;
	platform_warn("the board's firmware does not start other processors (%s): uncork sends INIT and STARTUP",
		      start.why);
	return startup_all(agent_run, platform.stacks);
}

static const char *start_agents(void)
{
	const char *wrong;

	if (!platform.wake_vector)
		return "no free interrupt vector to wake them";
	platform.stacks = (uint8_t *)platform.boot.take_memory(platform.boot.context, 0, UINT64_MAX, stacks_bytes());
	if (!platform.stacks)
		return "no memory for their stacks";
	wrong = start_somehow();
	platform.agents = !wrong;
	if (wrong)
		give_stacks_back();
	return wrong;
}

void agents_start(void)
{
	uint32_t count = platform.machine->cpu_count;
	uint64_t start, bound = ticks_of_ns(START_BOUND_NS);
	const char *wrong;
	bool any = false;

	for (uint32_t i = 0; i < count; i++)
		any = any || is_wanted(i);
	if (!any || deny_profile() == PROFILE_SAFE)
		return;
	wrong = start_agents();
	if (wrong) {
		platform_warn("other processors cannot be started (%s): only cpu %u works", wrong, platform.bootstrap);
		return;
	}
	start = cpu_ticks();
	for (uint32_t i = 0; i < count; i++)
		while (is_wanted(i) && __atomic_load_n(&platform.cpus[i].state, __ATOMIC_ACQUIRE) == CPU_AWAITED &&
		       cpu_ticks() - start < bound)
			cpu_pause();
	for (uint32_t i = 0; i < count; i++)
		if (is_wanted(i))
			take_in(i);
	if (platform.unknown)
		platform_warn("%u processors started that ACPI does not name; they are left out", platform.unknown);
	appoint_watcher();
}

/* Returns the number of CPUs that the firmware has not got back. CPUs started by INIT sleep in a page of uncork,
 * unknown to the firmware. */
static uint32_t give_back(void)
{
	uint32_t kept = 0;

	if (!platform.boot.start_processors)
		return 0;
	if (platform.collects && platform.boot.collect_processors(platform.boot.context)) {
		give_stacks_back();
		return 0;
	}
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++) {
		uint32_t state = __atomic_load_n(&platform.cpus[i].state, __ATOMIC_ACQUIRE);

		if (i != platform.bootstrap && (platform.collects ? state != CPU_LEFT : is_wanted(i)))
			kept++;
	}
	return kept ? kept : 1; /* at least one, because the firmware still waits */
}

uint32_t agents_stop(void)
{
	uint64_t start = cpu_ticks(), bound = ticks_of_ns(ANSWER_BOUND_NS);
	uint32_t count = platform.machine->cpu_count;

	if (!platform.agents)
		return 0;
	__atomic_store_n(&platform.leaving, true, __ATOMIC_SEQ_CST);
	for (uint32_t i = 0; i < count; i++)
		if (is_agent(i))
			wake(i);
	for (uint32_t i = 0; i < count; i++)
		while (__atomic_load_n(&platform.cpus[i].state, __ATOMIC_ACQUIRE) == CPU_READY &&
		       !platform.cpus[i].stop && cpu_ticks() - start < bound)
			cpu_pause();
	platform.agents = false;
	return give_back();
}

uint32_t agents_halt(void)
{
	uint32_t own = platform_cpu(), disobeyed = 0;

	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		if (i != own && platform.described[i].usable)
			send_stop(i);
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		if (i != own && platform.described[i].usable && !await_stop(i))
			disobeyed++;
	return disobeyed;
}
