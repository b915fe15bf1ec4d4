/* SPDX-License-Identifier: BSD-2-Clause */
/* Every exception comes here: expected by a fix-up, passed over, or the end of the run. */
#include "arch/x86/access.h"
#include "arch/x86/cpu.h"
#include "arch/x86/cpuid.h"
#include "arch/x86/crash.h"
#include "arch/x86/platform.h"
#include "core/session.h"
#include "lib/text.h"

/* clang-format off */
#define MSR_MCG_STATUS      0x17a /* Intel SDM vol. 4 */
#define   MCG_STATUS_EIP_OK BIT(1)
/* clang-format on */

/* How deep we are in exceptions that are being reported. */
static unsigned crashes;

/* A machine check belongs to an instruction only if it says so, and a second one would reset the machine
 * unless the first is marked as dealt with. */
static bool machine_check_is_ours(const struct trap_frame *frame)
{
	if (frame->vector != TRAP_MACHINE_CHECK)
		return true;
	if (!(cpu_read_msr(MSR_MCG_STATUS) & MCG_STATUS_EIP_OK))
		return false;
	cpu_write_msr(MSR_MCG_STATUS, 0);
	return true;
}

static bool fixed_up(struct trap_frame *frame)
{
	size_t count = (size_t)(fixup_table_end - fixup_table);
	uint64_t landing = fixup_find(fixup_table, count, frame->rip);

	if (!landing || !machine_check_is_ours(frame))
		return false;
	frame->rip = landing;
	frame->rdx = GUARD_FAULT | frame->vector;
	return true;
}

static uint32_t cpu_of_apic_id(uint32_t apic_id)
{
	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		if (platform.machine->cpus[i].apic_id == apic_id)
			return i;
	return platform.bootstrap;
}

static bool load_word(void *context, uint64_t address, uint64_t *value)
{
	struct guarded answer = guarded_load64(address);

	(void)context;
	*value = answer.value;
	return !answer.fault;
}

static void write_emergency(void *context, const char *bytes, size_t length)
{
	(void)context;
	platform.boot.emergency_write(platform.boot.context, bytes, length);
}

/* All that is said when even the report fails. Looks like the report's first line. */
static void report_briefly(const struct trap_frame *frame)
{
	char bytes[128];
	struct text text = TEXT_OVER(bytes);

	text_format(&text, "\ncrash: %s at 0x%llx, while reporting another\n",
		    crash_exception_name(frame->vector), (unsigned long long)frame->rip);
	write_emergency(NULL, text.at, text.length);
}

static void report(const struct trap_frame *frame)
{
	uint32_t apic_id = cpuid_apic_id(cpuid_execute, NULL);
	struct crash_scene scene = {
		.frame = frame,
		.cpu = cpu_of_apic_id(apic_id),
		.apic_id = apic_id,
		.cr0 = cpu_cr0(),
		.cr2 = cpu_cr2(),
		.cr3 = cpu_cr3(),
		.cr4 = cpu_cr4(),
		.image = {platform.boot.image_base, platform.boot.image_size, image_symbols,
			  image_symbol_count, image_symbol_names},
		.machine = platform.machine,
		.load = load_word,
		.write = write_emergency,
	};

	write_emergency(NULL, "\n", 1);
	crash_report(&scene);
}

/* Nothing is left that could be trusted: a reset is seen from outside, a hang is not. */
static void __attribute__((noreturn)) reset(void)
{
	static const struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) nothing;

	for (;;)
		__asm__ volatile("lidt %0; int3" : : "m"(nothing));
}

/* The report first, for putting the machine back may fail; each exception on the way skips one step
 * more. */
static void __attribute__((noreturn)) crash(const struct trap_frame *frame)
{
	switch (crashes++) {
	case 0:
		report(frame);
		session_abandon();
		window_close(&platform.hw);
		break;
	case 1: report_briefly(frame); break;
	case 2: break;
	default: reset();
	}
	platform.boot.crashed(platform.boot.context);
}

void trap_dispatch(struct trap_frame *frame)
{
	if (frame->vector == TRAP_PMI) {
		window_take_pmi(frame);
		return;
	}
	if (frame->vector == TRAP_NMI && platform.started) {
		platform.cpus[platform.bootstrap].nmis++;
		return;
	}
	if (fixed_up(frame))
		return;
	if (platform.started)
		crash(frame);
	/* Too early for a report: the same again, this time for the firmware to deal with. */
	idt_remove();
}
