/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles all exceptions: a fix-up expects it, or it is ignored, or it ends the run. */
#include "arch/x86/access.h"
#include "arch/x86/cpu.h"
#include "arch/x86/crash.h"
#include "arch/x86/platform.h"
#include "core/hardware/write_ahead.h"
#include "core/session/session.h"
#include "lib/text.h"

/* Depth of nested exceptions that are being reported. */
static unsigned crashes;

static bool fixed_up(struct trap_frame *frame)
{
	size_t count = (size_t)(fixup_table_end - fixup_table);
	uint64_t landing = fixup_find(fixup_table, count, frame->rip);

	if (!landing)
		return false;
	frame->rip = landing;
	frame->rdx = GUARD_FAULT | frame->vector;
	return true;
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

static void PRINTF_LIKE(1, 2) say_in_emergency(const char *format, ...)
{
	char bytes[128];
	struct text text = TEXT_OVER(bytes);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
	write_emergency(NULL, text.at, text.length);
}

static void report_exception(const struct trap_frame *frame)
{
	const struct cpu *cpu = &platform.described[platform.crashed_cpu];
	struct crash_scene scene = {
		.frame = frame,
		.cpu = platform.crashed_cpu,
		.apic_id = cpu->apic_id,
		.cr0 = cpu_cr0(),
		.cr2 = cpu_cr2(),
		.cr3 = cpu_cr3(),
		.cr4 = cpu_cr4(),
		.image = {.base = platform.boot.image_base,
			  .size = platform.boot.image_size,
			  .symbols = image_symbols,
			  .symbol_count = image_symbol_count,
			  .names = image_symbol_names},
		.machine = platform.machine,
		.errors = frame->vector == TRAP_MACHINE_CHECK ? platform.machine->errors : NULL,
		.load = load_word,
		.write = write_emergency,
	};

	write_emergency(NULL, "\n", 1);
	crash_report(&scene);
}

/* Nothing can be trusted any more. A reset is visible from outside, a hang is not. */
static void __attribute__((noreturn)) reset(void)
{
	static const struct descriptor_register nothing;

	for (;;)
		__asm__ volatile("lidt %0; int3" : : "m"(nothing));
}

/* Lets this CPU report its crash, or stops it if another CPU already reports one. */
void platform_claim(uint32_t cpu)
{
	static uint32_t owner = IDT_NO_CPU;
	uint32_t nobody = IDT_NO_CPU, own = platform_cpu();

	if (!__atomic_compare_exchange_n(&owner, &nobody, own, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) &&
	    nobody != own)
		cpu_stop();
	write_ahead_close();
	platform.crashed_cpu = cpu;
	__atomic_store_n(&platform.crashed, true, __ATOMIC_SEQ_CST);
}

/* First stops the other CPUs, which may be using the console; then reports, because restoring the machine may fail.
 * Each exception on the way skips one more step. */
static void __attribute__((noreturn)) crash(const struct trap_frame *frame)
{
	uint32_t disobeyed;

	platform_claim(platform_cpu());
	switch (crashes++) {
	case 0:
		disobeyed = agents_halt();
		if (disobeyed)
			say_in_emergency("\ncrash: %u processors did not stop\n", disobeyed);
		report_exception(frame);
		session_abandon();
		if (platform.crashed_cpu == platform.bootstrap)
			window_abandon();
		window_put_entry_back(&platform.cpus[platform.crashed_cpu]);
		break;
	case 1:
		/* The only output if the report itself fails. It looks like the report's first line. */
		say_in_emergency("\ncrash: %s at 0x%llx, while reporting another\n",
				 crash_exception_name(frame->vector), (unsigned long long)frame->rip);
		break;
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
	if (frame->vector == TRAP_WAKE) {
		agent_take_wake();
		return;
	}
	if (frame->vector == TRAP_NMI && platform.started) {
		agent_take_nmi();
		return;
	}
	if (frame->vector == TRAP_MACHINE_CHECK ? machine_check_take(frame) : fixed_up(frame))
		return;
	if (platform.started)
		crash(frame);
	/* Too early for a report: the instruction is repeated, and the firmware handles the exception. */
	(void)idt_remove();
}
