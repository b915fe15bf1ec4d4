/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows, and the PMI, the one interrupt that may pass them. */
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"
#include "arch/x86/trap.h"
#include "core/hardware/leaving.h"

#define PRIORITY_HELD   0xe0 /* TPR: vectors up to 0xef are held */
#define VECTOR_FIRST    0xf0
#define VECTOR_SPURIOUS 0xff
#define DRAIN_TRIES     1000
#define LOOKS_PER_PAUSE 64
#define STORM_PMIS      10000 /* a sampler's ring is full long before */

/* The gates stay as long as uncork runs with its own table. The spurious vector is changed, too: the firmware's may be
 * the number of an exception. */
void window_claim_vectors(void)
{
	const struct apic *apic = &platform.apic;

	if (!apic->usable)
		return;
	platform.pmi_vector = apic_free_vector(apic, VECTOR_FIRST);
	if (!platform.pmi_vector)
		return;
	platform.wake_vector = apic_free_vector(apic, platform.pmi_vector + 1);
	idt_set(platform.pmi_vector, trap_pmi);
	idt_set(VECTOR_SPURIOUS, trap_spurious);
	if (platform.wake_vector)
		idt_set(platform.wake_vector, trap_wake);
}

/* Masks of the two 8259: IBM PC/AT Technical Reference. An interrupt that is requested while its pin is being masked
 * may still be taken. */
#define PIC_FIRST  0x21
#define PIC_SECOND 0xa1

static uint16_t mask_legacy_interrupts(uint16_t masks)
{
	uint16_t before = (uint16_t)(port_read8(PIC_FIRST) | port_read8(PIC_SECOND) << 8);

	port_write8(PIC_FIRST, (uint8_t)masks);
	port_write8(PIC_SECOND, (uint8_t)(masks >> 8));
	return before;
}

void window_take_apic(struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;
	struct saved_apic *saved = &cpu->saved;

	saved->svr = apic_read(apic, APIC_SVR);
	saved->tpr = apic_read(apic, APIC_TPR);
	saved->lint0 = apic_read(apic, APIC_LVT_LINT0);
	saved->lvtpc = apic_read(apic, APIC_LVT_PERFORMANCE);
	if (!cpu->entry.noted)
		cpu->entry.found = saved->lvtpc;
	cpu->entry.noted = cpu->entry.ours = true;
	apic_write(apic, APIC_SVR, saved->svr | (uint32_t)APIC_SVR_ENABLE | VECTOR_SPURIOUS);
	apic_write(apic, APIC_TPR, PRIORITY_HELD);
	/* The 8259's interrupts ignore the TPR, so their pin is masked. */
	if ((saved->lint0 & APIC_LVT_DELIVERY) == APIC_LVT_EXTINT)
		apic_write(apic, APIC_LVT_LINT0, saved->lint0 | (uint32_t)APIC_LVT_MASKED);
	cpu->accepting = true;
	apic_write(apic, APIC_LVT_PERFORMANCE, (uint32_t)APIC_LVT_FIXED | platform.pmi_vector);
}

/* A PMI in flight must arrive before the entry is restored. */
static void drain_pmis(struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;

	cpu->accepting = false;
	cpu->handler = NULL;
	apic_write(apic, APIC_LVT_PERFORMANCE, (uint32_t)(APIC_LVT_FIXED | APIC_LVT_MASKED) | platform.pmi_vector);
	/* A crash in the handler closes the window before the end of interrupt. */
	if (apic_vector_bit(apic, APIC_ISR, platform.pmi_vector))
		apic_write(apic, APIC_EOI, 0);
	for (unsigned i = 0; i < DRAIN_TRIES; i++) {
		cpu_enable_interrupts();
		(void)cpu_disable_interrupts();
		if (!apic_vector_bit(apic, APIC_IRR, platform.pmi_vector))
			return;
	}
}

void window_put_entry_back(struct x86_cpu *cpu)
{
	if (!cpu->entry.ours)
		return;
	apic_write(&platform.apic, APIC_LVT_PERFORMANCE, cpu->saved.lvtpc);
	cpu->entry.left = apic_read(&platform.apic, APIC_LVT_PERFORMANCE);
	cpu->entry.ours = false;
}

void window_restore_apic(struct x86_cpu *cpu)
{
	const struct apic *apic = &platform.apic;
	const struct saved_apic *saved = &cpu->saved;

	drain_pmis(cpu);
	window_put_entry_back(cpu);
	apic_write(apic, APIC_LVT_LINT0, saved->lint0);
	apic_write(apic, APIC_TPR, saved->tpr);
	apic_write(apic, APIC_SVR, saved->svr);
}

bool x86_entry_left(uint32_t number, struct left *left)
{
	const struct apic *apic = &platform.apic;
	struct pmi_entry entry;

	if (!platform.cpus)
		return false;
	entry = platform.cpus[number].entry;
	*left = (struct left){
		.name = "lvtpc",
		.where = apic_location(apic, APIC_LVT_PERFORMANCE),
		.before = entry.found,
		.after = entry.left,
		.outcome = entry.ours ? OUTCOME_TIMEOUT : OUTCOME_OK,
	};
	left->where.cpu = (uint16_t)(number + 1);
	left->where.socket = platform.described[number].socket;
	return entry.noted && (entry.ours || entry.left != entry.found);
}

/* ---- opening and closing -------------------------------------------------------------------------- */

static void hold_bootstrap(void)
{
	platform.boot.hold(platform.boot.context);
	platform.flags = cpu_disable_interrupts();
	platform.legacy_masks = mask_legacy_interrupts(UINT16_MAX);
	window_take_apic(&platform.cpus[platform.bootstrap]);
	cpu_enable_interrupts();
}

static void release_bootstrap(void)
{
	(void)cpu_disable_interrupts();
	window_restore_apic(&platform.cpus[platform.bootstrap]);
	(void)mask_legacy_interrupts(platform.legacy_masks);
	cpu_restore_interrupts(platform.flags);
	platform.boot.release(platform.boot.context);
}

static void window_nothing(void *context)
{
	(void)context;
}

static void open_entry(void)
{
	apic_write(&platform.apic, APIC_LVT_PERFORMANCE, (uint32_t)APIC_LVT_FIXED | platform.pmi_vector);
}

/* Runs on the CPU whose window is opened. */
static void window_open_entry(void *context)
{
	struct x86_cpu *cpu = context;

	cpu->pmis_in_a_row = 0;
	if (platform_cpu() == platform.bootstrap)
		return;
	cpu->accepting = true;
	open_entry(); /* an unexpected PMI may have masked it */
}

enum outcome window_open(struct hw *hw, const struct window *window)
{
	struct x86_cpu *cpu;

	if (platform_cpu() != platform.bootstrap || !platform.pmi_vector ||
	    window->cpu >= platform.machine->cpu_count || !platform.described[window->cpu].usable)
		return OUTCOME_ABSENT;
	cpu = &platform.cpus[window->cpu];
	if (cpu->window_open)
		return OUTCOME_ABSENT;
	if (hw_run_on(hw, window->cpu, window_open_entry, cpu) != OUTCOME_OK)
		return OUTCOME_ABSENT;
	if (!platform.windows++)
		hold_bootstrap();
	platform.pmis_seen += cpu->pmis;
	cpu->window_open = true;
	cpu->unmask = window->acknowledges ? UNMASK_LAST : platform.hw.unmask;
	cpu->handler_context = window->context;
	__atomic_store_n(&cpu->handler, window->handler, __ATOMIC_RELEASE);
	return OUTCOME_OK;
}

/* Runs on the CPU that has the entry. */
static void window_unmask_entry(void *context)
{
	struct x86_cpu *cpu = &platform.cpus[platform_cpu()];

	cpu->unmask = *(const uint8_t *)context;
	if (cpu->accepting)
		open_entry();
}

enum outcome window_unmask(struct hw *hw, uint32_t cpu, enum unmask when)
{
	uint8_t wanted = (uint8_t)when;

	if (cpu >= platform.machine->cpu_count || !platform.cpus[cpu].window_open)
		return OUTCOME_ABSENT;
	return hw_run_on(hw, cpu, window_unmask_entry, &wanted);
}

static void report_storms(void)
{
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++) {
		struct x86_cpu *cpu = &platform.cpus[i];

		if (!cpu->stormed || cpu->storm_told)
			continue;
		cpu->storm_told = true;
		platform_warn("cpu %u: %u PMIs came one right after another, and no more were taken", i, STORM_PMIS);
	}
}

/* NMI status of an I/O controller hub, port 61H: source of the board's NMI. */
#define NMI_SERR  BIT(7)
#define NMI_IOCHK BIT(6)

/* Warns once of an unexpected NMI, so that `info` shows it, and names its source on the board, such as a rejected
 * access. */
void window_report_nmis(void)
{
	static bool reported;

	for (uint32_t i = 0; i < platform.machine->cpu_count && !reported; i++) {
		uint8_t sources = platform.cpus[i].nmi_sources;
		const char *source = "";

		if (!platform.cpus[i].nmis)
			continue;
		reported = true;
		if (sources == UINT8_MAX)
			source = ""; /* no such port */
		else if (sources & NMI_SERR)
			source = ": port 61H shows SERR#, a system error of the board, such as an access to nothing";
		else if (sources & NMI_IOCHK)
			source = ": port 61H shows IOCHK#, an I/O error of the board";
		platform_warn("cpu %u took an unexpected NMI%s", i, source);
	}
}

void window_close(struct hw *hw)
{
	if (!platform.windows)
		return;
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++) {
		struct x86_cpu *cpu = &platform.cpus[i];
		enum outcome outcome = OUTCOME_OK;

		if (!cpu->window_open)
			continue;
		__atomic_store_n(&cpu->handler, NULL, __ATOMIC_SEQ_CST);
		/* Work sent to another CPU runs after that CPU's PMI handler. */
		if (platform.described[i].usable)
			outcome = hw_run_on(hw, i, window_nothing, NULL);
		(void)outcome; /* a CPU that no longer answers has been stopped and reported */
		cpu->window_open = false;
	}
	platform.windows = 0;
	platform.pmis_seen = 0;
	release_bootstrap();
	report_storms();
	window_report_nmis();
}

void window_abandon(void)
{
	if (!platform.windows)
		return;
	platform.windows = 0;
	/* A crash before the local APIC was taken has nothing to put back. */
	if (platform.cpus[platform.bootstrap].entry.ours)
		release_bootstrap();
}

/* ---- PMIs ------------------------------------------------------------------------------------------- */

/* Hardware masks the entry on delivery. UNMASK_FIRST unmasks it before the handler: an overflow right after the
 * handler's resume then waits in the IRR and is not lost. If an overflow bit that is still set would raise another PMI,
 * the entry is unmasked after the handler, which loses no overflow either. After a PMI without a handler the bit is not
 * cleared, so the entry stays masked. */
static enum unmask unmask_after(const struct x86_cpu *cpu, pmi_handler *handler)
{
	if (!cpu->accepting)
		return UNMASK_NEVER;
	if (handler)
		return (enum unmask)cpu->unmask;
	return platform.hw.unmask == UNMASK_FIRST ? UNMASK_FIRST : UNMASK_NEVER;
}

/* Called by the PMI handler on its CPU. If it unmasks the entry, that is not repeated after the handler. */
void window_acknowledged(struct hw *hw)
{
	struct x86_cpu *cpu = &platform.cpus[platform_cpu()];

	(void)hw;
	if (!cpu->in_pmi || cpu->opened || unmask_after(cpu, cpu->handler) != UNMASK_LAST)
		return;
	cpu->opened = true;
	open_entry();
}

void window_take_pmi(const struct trap_frame *frame)
{
	const struct apic *apic = &platform.apic;
	uint32_t number = platform_cpu();
	struct x86_cpu *cpu = &platform.cpus[number];
	pmi_handler *handler = __atomic_load_n(&cpu->handler, __ATOMIC_ACQUIRE);
	struct pmi pmi = {
		.cpu = number,
		.ticks = platform.hw.ticks(&platform.hw),
		.ip = frame->rip,
	};

	/* A stuck PMI must not occupy the CPU forever. */
	if (++cpu->pmis_in_a_row >= STORM_PMIS) {
		cpu->accepting = false;
		cpu->stormed = true;
	}
	if (unmask_after(cpu, handler) == UNMASK_FIRST)
		open_entry();
	cpu->in_pmi = true;
	cpu->opened = false;
	if (handler) {
		handler(cpu->handler_context, &pmi);
		__atomic_store_n(&cpu->pmis, cpu->pmis + 1, __ATOMIC_RELEASE);
	} else {
		__atomic_store_n(&cpu->stray_pmis, cpu->stray_pmis + 1, __ATOMIC_RELEASE);
	}
	cpu->in_pmi = false;
	if (unmask_after(cpu, handler) == UNMASK_LAST && !cpu->opened)
		open_entry();
	apic_write(apic, APIC_EOI, 0);
}

static uint64_t pmis_taken(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		if (platform.cpus[i].window_open)
			sum += __atomic_load_n(&platform.cpus[i].pmis, __ATOMIC_ACQUIRE);
	return sum;
}

/* A PMI between the caller's last check and this call also ends the wait: any PMI since the last wait counts. */
void window_wait(struct hw *hw, uint64_t until_ns)
{
	uint64_t taken = pmis_taken();

	platform.cpus[platform_cpu()].pmis_in_a_row = 0;
	for (unsigned i = 1; taken == platform.pmis_seen && hw->now_ns(hw) < until_ns; i++) {
		if (i % LOOKS_PER_PAUSE == 0)
			cpu_pause();
		taken = pmis_taken();
	}
	platform.pmis_seen = taken;
}

uint64_t window_stray_pmis(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	return __atomic_load_n(&platform.cpus[cpu].stray_pmis, __ATOMIC_ACQUIRE);
}
