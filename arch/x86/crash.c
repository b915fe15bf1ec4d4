/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/crash.h"

#include "core/journal.h"
#include "core/program.h"
#include "lib/text.h"

#define LINE_BYTES       192
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

struct report {
	const struct crash_scene *scene;
	struct text line;
	char bytes[LINE_BYTES];
};

const char *crash_exception_name(uint64_t vector)
{
	if (vector >= TRAP_EXCEPTIONS || !exception_names[vector])
		return "#? reserved";
	return exception_names[vector];
}

static void PRINTF_LIKE(2, 3) say(struct report *report, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&report->line, format, arguments);
	va_end(arguments);
}

static void end_line(struct report *report)
{
	text_char(&report->line, '\n');
	if (report->line.truncated)
		report->line.at[report->line.length - 1] = '\n';
	report->scene->write(report->scene->context, report->line.at, report->line.length);
	text_clear(&report->line);
}

static bool in_image(const struct crash_image *image, uint64_t address)
{
	return address >= image->base && address - image->base < image->size;
}

void crash_symbol(const struct crash_image *image, uint64_t address, struct text *text)
{
	uint32_t below = 0, above = image->symbol_count;
	uint64_t offset = address - image->base;

	if (!in_image(image, address))
		return;
	while (below < above) {
		uint32_t middle = below + (above - below) / 2;

		if (image->symbols[middle].offset <= offset)
			below = middle + 1;
		else
			above = middle;
	}
	if (!below)
		text_format(text, " image+0x%llx", (unsigned long long)offset);
	else
		text_format(text, " %s+0x%llx", image->names + image->symbols[below - 1].name,
			    (unsigned long long)(offset - image->symbols[below - 1].offset));
}

static void say_address(struct report *report, uint64_t address)
{
	say(report, "0x%llx", (unsigned long long)address);
	crash_symbol(&report->scene->image, address, &report->line);
}

static void say_registers(struct report *report)
{
	const struct trap_frame *frame = report->scene->frame;
	const struct {
		const char *name;
		uint64_t value;
	} registers[] = {
		{"rax", frame->rax        },
                {"rbx", frame->rbx        },
		{"rcx", frame->rcx        },
                {"rdx", frame->rdx        },
		{"rsi", frame->rsi        },
                {"rdi", frame->rdi        },
		{"rbp", frame->rbp        },
                {"rsp", frame->rsp        },
		{"r8 ", frame->r8         },
                {"r9 ", frame->r9         },
		{"r10", frame->r10        },
                {"r11", frame->r11        },
		{"r12", frame->r12        },
                {"r13", frame->r13        },
		{"r14", frame->r14        },
                {"r15", frame->r15        },
		{"cr0", report->scene->cr0},
                {"cr2", report->scene->cr2},
		{"cr3", report->scene->cr3},
                {"cr4", report->scene->cr4},
	};

	for (size_t i = 0; i < ARRAY_SIZE(registers); i++) {
		say(report, "  %s %016llx", registers[i].name,
		    (unsigned long long)registers[i].value);
		if (i % 4 == 3)
			end_line(report);
	}
}

/* A return address belongs to the call before it. */
static void say_call(struct report *report, unsigned number, uint64_t address)
{
	say(report, "  #%-2u 0x%llx", number, (unsigned long long)address);
	crash_symbol(&report->scene->image, number ? address - 1 : address, &report->line);
	end_line(report);
}

/* Where a walk up the stack has come to. */
struct stack_walk {
	uint64_t address; /* in the function */
	uint64_t pointer; /* its caller's frame */
	uint64_t lowest;  /* frames of callers lie above */
};

/* One step up the chain of frame pointers. False where it leaves the stack or our image: the firmware
 * keeps no frame pointers. */
static bool step_up(const struct crash_scene *scene, struct stack_walk *walk)
{
	uint64_t frame = walk->pointer;

	if (frame % 8 != 0 || frame < walk->lowest || frame - scene->frame->rsp > STACK_BYTES_MOST)
		return false;
	walk->lowest = frame + 16;
	return scene->load(scene->context, frame, &walk->pointer) &&
	       scene->load(scene->context, frame + 8, &walk->address) &&
	       in_image(&scene->image, walk->address);
}

static void say_calls(struct report *report)
{
	const struct trap_frame *frame = report->scene->frame;
	struct stack_walk walk = {frame->rip, frame->rbp, frame->rsp};

	say(report, "crash: calls, innermost first");
	end_line(report);
	say_call(report, 0, walk.address);
	for (unsigned i = 1; i < CALLS_MOST && step_up(report->scene, &walk); i++)
		say_call(report, i, walk.address);
}

static void say_place(struct report *report, const struct location *where)
{
	const struct machine *machine = report->scene->machine;
	const struct register_row *row;
	struct box box;
	unsigned index;

	if (machine && machine_register(machine, where, &box, &row, &index)) {
		machine_register_name(machine, where, &report->line);
		text_string(&report->line, ", ");
	}
	say(report, "%s 0x%llx socket %u", space_name((enum space)where->space),
	    (unsigned long long)where->address, where->socket);
}

static void say_access(struct report *report, const struct journal_entry *entry)
{
	bool write = entry->kind == OPERATION_WRITE || entry->kind == OPERATION_WRITE_SLOT;

	say(report, "  %-5s ", write ? "write" : "read");
	say_place(report, &entry->where);
	if (write || entry->outcome == OUTCOME_OK)
		say(report, " = 0x%llx", (unsigned long long)entry->value);
	say(report, ": %s", outcome_name((enum outcome)entry->outcome));
	end_line(report);
}

static void say_accesses(struct report *report)
{
	const struct journal_entry *entry;

	say(report, "crash: register accesses, latest first");
	end_line(report);
	for (unsigned age = 0; (entry = journal_entry(age)); age++)
		say_access(report, entry);
}

void crash_report(const struct crash_scene *scene)
{
	struct report report = {.scene = scene};

	report.line = TEXT_OVER(report.bytes);
	say(&report, "crash: %s at ", crash_exception_name(scene->frame->vector));
	say_address(&report, scene->frame->rip);
	end_line(&report);
	say(&report, "crash: error code 0x%llx, cpu %u, APIC id 0x%x, flags 0x%llx, cs 0x%llx",
	    (unsigned long long)scene->frame->error, scene->cpu, scene->apic_id,
	    (unsigned long long)scene->frame->rflags, (unsigned long long)scene->frame->cs);
	end_line(&report);
	say_registers(&report);
	say_calls(&report);
	say_accesses(&report);
	say(&report, "crash: end of report");
	end_line(&report);
}
