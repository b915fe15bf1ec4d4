/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/crash.h"

#include "core/hardware/errors.h"

#define CALLS_MOST       24
#define STACK_BYTES_MOST (UINT64_C(1) << 20)

/* Intel SDM vol. 3A, "Protected-mode exceptions and interrupts"; 28 to 30: AMD APM vol. 2, chapter 8. */
static const char *const exception_names[TRAP_EXCEPTIONS] = {
	[0] = "#DE divide error",
	[1] = "#DB debug exception",
	[2] = "NMI",
	[3] = "#BP breakpoint",
	[4] = "#OF overflow",
	[5] = "#BR bound range exceeded",
	[6] = "#UD invalid opcode",
	[7] = "#NM device not available",
	[8] = "#DF double fault",
	[9] = "coprocessor segment overrun",
	[10] = "#TS invalid TSS",
	[11] = "#NP segment not present",
	[12] = "#SS stack fault",
	[13] = "#GP general protection",
	[14] = "#PF page fault",
	[16] = "#MF x87 error",
	[17] = "#AC alignment check",
	[18] = "#MC machine check",
	[19] = "#XM SIMD error",
	[20] = "#VE virtualization exception",
	[21] = "#CP control protection",
	[28] = "#HV hypervisor injection",
	[29] = "#VC VMM communication",
	[30] = "#SX security exception",
};

const char *crash_exception_name(uint64_t vector)
{
	if (vector >= TRAP_EXCEPTIONS || !exception_names[vector])
		return "#? reserved";
	return exception_names[vector];
}

static void say_registers(struct crash_text *report, const struct crash_scene *scene)
{
	const struct trap_frame *frame = scene->frame;
	const struct {
		const char *name;
		uint64_t value;
	} registers[] = {
		{"rax", frame->rax}, {"rbx", frame->rbx}, {"rcx", frame->rcx}, {"rdx", frame->rdx}, {"rsi", frame->rsi},
		{"rdi", frame->rdi}, {"rbp", frame->rbp}, {"rsp", frame->rsp}, {"r8 ", frame->r8},  {"r9 ", frame->r9},
		{"r10", frame->r10}, {"r11", frame->r11}, {"r12", frame->r12}, {"r13", frame->r13}, {"r14", frame->r14},
		{"r15", frame->r15}, {"cr0", scene->cr0}, {"cr2", scene->cr2}, {"cr3", scene->cr3}, {"cr4", scene->cr4},
	};

	for (size_t i = 0; i < ARRAY_SIZE(registers); i++) {
		crash_say(report, "  %s %016llx", registers[i].name, (unsigned long long)registers[i].value);
		if (i % 4 == 3)
			crash_end_line(report);
	}
}

/* Walks up the chain of frame pointers. It ends outside the stack or uncork's image: the firmware has no frame
 * pointers. */
static void say_calls(struct crash_text *report, const struct crash_scene *scene)
{
	const struct trap_frame *frame = scene->frame;
	uint64_t address = frame->rip, pointer = frame->rbp, lowest = frame->rsp;

	crash_say(report, "crash: calls, innermost first");
	crash_end_line(report);
	for (unsigned i = 0; i < CALLS_MOST; i++) {
		uint64_t callers = pointer;

		crash_say_call(report, i, address);
		if (callers % 8 != 0 || callers < lowest || callers - frame->rsp > STACK_BYTES_MOST)
			return;
		lowest = callers + 16;
		if (!scene->load(scene->context, callers, &pointer) ||
		    !scene->load(scene->context, callers + 8, &address) || !crash_in_image(&scene->image, address))
			return;
	}
}

static void say_errors(struct crash_text *report, const struct errors *errors)
{
	if (!errors)
		return;
	crash_say(report, "crash: banks of all processors that came");
	crash_end_line(report);
	for (uint32_t i = 0; i < errors_count(errors); i++) {
		if (errors->list[i].when != ERROR_DURING || !errors->ready[i])
			continue;
		crash_say(report, "  ");
		error_text(&errors->list[i], &report->line);
		crash_end_line(report);
	}
}

void crash_report(const struct crash_scene *scene)
{
	struct crash_text report = {
		.image = &scene->image,
		.machine = scene->machine,
		.write = scene->write,
		.context = scene->context,
	};

	crash_text_start(&report);
	crash_say(&report, "crash: %s at ", crash_exception_name(scene->frame->vector));
	crash_say_address(&report, scene->frame->rip);
	crash_end_line(&report);
	crash_say(&report, "crash: error code 0x%llx, cpu %u, APIC id 0x%x, flags 0x%llx, cs 0x%llx",
		  (unsigned long long)scene->frame->error, scene->cpu, scene->apic_id,
		  (unsigned long long)scene->frame->rflags, (unsigned long long)scene->frame->cs);
	crash_end_line(&report);
	crash_say(&report, "crash: image at 0x%llx", (unsigned long long)scene->image.base);
	crash_end_line(&report);
	say_errors(&report, scene->errors);
	say_registers(&report, scene);
	say_calls(&report, scene);
	crash_say_accesses(&report);
	crash_say(&report, "crash: end of report");
	crash_end_line(&report);
}
