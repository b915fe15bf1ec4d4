/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows, and the one interrupt that comes through them. */
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"
#include "arch/x86/trap.h"

#define PRIORITY_HELD   0xe0 /* TPR: vectors up to 0xef wait */
#define VECTOR_FIRST    0xf0
#define VECTOR_SPURIOUS 0xff
#define DRAIN_TRIES     1000

static struct x86_cpu *this_cpu(void)
{
	return &platform.cpus[platform.bootstrap];
}

/* The 8259's interrupts ignore the TPR; they are held at the pin they come in by. */
static void hold_legacy_interrupts(const struct apic *apic, uint32_t lint0)
{
	if ((lint0 & APIC_LVT_DELIVERY) == APIC_LVT_EXTINT)
		apic_write(apic, APIC_LVT_LINT0, lint0 | (uint32_t)APIC_LVT_MASKED);
}

/* The spurious vector becomes ours: the firmware's may be the number of an exception. */
static void take_apic(const struct apic *apic, struct x86_cpu *cpu)
{
	struct window_saved *saved = &cpu->saved;

	saved->svr = apic_read(apic, APIC_SVR);
	saved->tpr = apic_read(apic, APIC_TPR);
	saved->lint0 = apic_read(apic, APIC_LVT_LINT0);
	saved->lvtpc = apic_read(apic, APIC_LVT_PERFORMANCE);
	apic_write(apic, APIC_SVR, saved->svr | (uint32_t)APIC_SVR_ENABLE | VECTOR_SPURIOUS);
	apic_write(apic, APIC_TPR, PRIORITY_HELD);
	hold_legacy_interrupts(apic, saved->lint0);
	apic_write(apic, APIC_LVT_PERFORMANCE, (uint32_t)APIC_LVT_FIXED | cpu->pmi_vector);
}

static void give_apic_back(const struct apic *apic, const struct window_saved *saved)
{
	apic_write(apic, APIC_LVT_PERFORMANCE, saved->lvtpc);
	apic_write(apic, APIC_LVT_LINT0, saved->lint0);
	apic_write(apic, APIC_TPR, saved->tpr);
	apic_write(apic, APIC_SVR, saved->svr);
}

enum outcome window_open(struct hw *hw, const struct window *window)
{
	const struct apic *apic = &platform.apic;
	struct x86_cpu *cpu = this_cpu();
	uint8_t vector;

	(void)hw;
	if (cpu->window_open || window->cpu != platform.bootstrap || !apic->usable)
		return OUTCOME_ABSENT;
	vector = apic_free_vector(apic, VECTOR_FIRST);
	if (!vector)
		return OUTCOME_ABSENT;
	platform.boot.hold(platform.boot.context);
	cpu->saved.flags = cpu_disable_interrupts();
	cpu->window = *window;
	cpu->window_open = true;
	cpu->accepting = true;
	cpu->pmis_seen = cpu->pmis;
	cpu->pmi_vector = vector;
	cpu->saved.pmi_gate = idt_set(vector, trap_pmi);
	cpu->saved.spurious_gate = idt_set(VECTOR_SPURIOUS, trap_spurious);
	take_apic(apic, cpu);
	cpu_enable_interrupts();
	return OUTCOME_OK;
}

/* A PMI that is on its way must arrive while its gate is ours. */
static void drain_pmis(const struct apic *apic, struct x86_cpu *cpu)
{
	cpu->accepting = false;
	cpu->window.handler = NULL;
	apic_write(apic, APIC_LVT_PERFORMANCE,
		   (uint32_t)(APIC_LVT_FIXED | APIC_LVT_MASKED) | cpu->pmi_vector);
	if (apic_vector_bit(apic, APIC_ISR, cpu->pmi_vector)) /* closed by a crash in the handler */
		apic_write(apic, APIC_EOI, 0);
	for (unsigned i = 0; i < DRAIN_TRIES; i++) {
		cpu_enable_interrupts();
		(void)cpu_disable_interrupts();
		if (!apic_vector_bit(apic, APIC_IRR, cpu->pmi_vector))
			return;
	}
}

/* Counts what happened behind the program's back where `info` shows it. */
static void report_nmis(struct x86_cpu *cpu)
{
	static bool reported;

	if (reported || !cpu->nmis)
		return;
	reported = true;
	warn(&platform.warnings, "cpu %u took an NMI that nobody had asked for",
	     platform.bootstrap);
	platform.machine->warning_count = platform.warnings.count;
}

void window_close(struct hw *hw)
{
	const struct apic *apic = &platform.apic;
	struct x86_cpu *cpu = this_cpu();

	(void)hw;
	if (!cpu->window_open)
		return;
	(void)cpu_disable_interrupts();
	drain_pmis(apic, cpu);
	give_apic_back(apic, &cpu->saved);
	idt_set_back(VECTOR_SPURIOUS, cpu->saved.spurious_gate);
	idt_set_back(cpu->pmi_vector, cpu->saved.pmi_gate);
	cpu->window_open = false;
	cpu_restore_interrupts(cpu->saved.flags);
	platform.boot.release(platform.boot.context);
	report_nmis(cpu);
}

/* Hardware masks the entry when it delivers. It is unmasked before the handler runs: an overflow right
 * after the handler's resume then waits in the IRR instead of being lost. */
void window_take_pmi(const struct trap_frame *frame)
{
	const struct apic *apic = &platform.apic;
	struct x86_cpu *cpu = this_cpu();
	struct pmi pmi = {
		.cpu = platform.bootstrap,
		.ticks = cpu_ticks(),
		.ip = frame->rip,
	};

	if (cpu->accepting)
		apic_write(apic, APIC_LVT_PERFORMANCE, (uint32_t)APIC_LVT_FIXED | cpu->pmi_vector);
	if (cpu->window.handler) {
		cpu->window.handler(cpu->window.context, &pmi);
		cpu->pmis++;
	} else {
		cpu->stray_pmis++;
	}
	apic_write(apic, APIC_EOI, 0);
}

/* A PMI between the caller's last look and this call ends the wait too: what counts is whether one was
 * taken since the last wait. */
void window_wait(struct hw *hw, uint64_t until_ns)
{
	struct x86_cpu *cpu = this_cpu();

	while (cpu->pmis == cpu->pmis_seen && hw->now_ns(hw) < until_ns)
		cpu_pause();
	cpu->pmis_seen = cpu->pmis;
}

uint64_t window_stray_pmis(struct hw *hw)
{
	(void)hw;
	return this_cpu()->stray_pmis;
}
