/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/crash.h"

#define CALLS_MOST       24
#define STACK_BYTES_MOST (UINT64_C(1) << 20)
#define LINK_SAVED_AT    16 /* in a caller's frame; ELF ABI for 64-bit PowerPC, "The stack frame" */

/* Power ISA 3.0B book III, "Effective address of interrupt vector". */
static const struct {
	uint16_t vector;
	const char *name;
} vector_names[] = {
	{0x100, "system reset"},
	{0x200, "machine check"},
	{0x300, "data storage"},
	{0x380, "data segment"},
	{0x400, "instruction storage"},
	{0x480, "instruction segment"},
	{0x500, "external interrupt"},
	{0x600, "alignment"},
	{0x700, "program"},
	{0x800, "floating-point unavailable"},
	{0x900, "decrementer"},
	{0x980, "hypervisor decrementer"},
	{0xa00, "directed privileged doorbell"},
	{0xc00, "system call"},
	{0xd00, "trace"},
	{0xe00, "hypervisor data storage"},
	{0xe20, "hypervisor instruction storage"},
	{0xe40, "hypervisor emulation assistance"},
	{0xe60, "hypervisor maintenance"},
	{0xe80, "directed hypervisor doorbell"},
	{0xea0, "hypervisor virtualization"},
	{0xf00, "performance monitor"},
	{0xf20, "vector unavailable"},
	{0xf40, "VSX unavailable"},
	{0xf60, "facility unavailable"},
	{0xf80, "hypervisor facility unavailable"},
	{0x1500, "denormalization assist"},
};

const char *crash_vector_name(uint64_t vector)
{
	for (unsigned i = 0; i < ARRAY_SIZE(vector_names); i++)
		if (vector_names[i].vector == vector)
			return vector_names[i].name;
	return "reserved";
}

static void say_registers(struct crash_text *report, const struct trap_frame *frame)
{
	const struct {
		const char *name;
		uint64_t value;
	} specials[] = {
		{"msr  ", frame->msr}, {"lr   ", frame->lr},    {"ctr  ", frame->ctr}, {"cr   ", frame->cr},
		{"dar  ", frame->dar}, {"dsisr", frame->dsisr}, {"xer  ", frame->xer}, {"srr1 ", frame->srr1},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(frame->gpr); i++) {
		crash_say(report, "  r%-4u %016llx", i, (unsigned long long)frame->gpr[i]);
		if (i % 4 == 3)
			crash_end_line(report);
	}
	for (unsigned i = 0; i < ARRAY_SIZE(specials); i++) {
		crash_say(report, "  %s %016llx", specials[i].name, (unsigned long long)specials[i].value);
		if (i % 4 == 3)
			crash_end_line(report);
	}
}

/* A function saves its return address in its caller's frame. The interrupted function may not have done so yet: then
 * that word is from an earlier call, and LR has the return address. */
static void say_calls(struct crash_text *report, const struct crash_scene *scene)
{
	const struct trap_frame *frame = scene->frame;
	uint64_t at = frame->gpr[1], lowest = at, highest = at + STACK_BYTES_MOST, above, address;
	unsigned calls = 0;

	crash_say(report, "crash: calls, innermost first");
	crash_end_line(report);
	crash_say_call(report, calls++, frame->nip);
	if (crash_in_image(&scene->image, frame->lr))
		crash_say_call(report, calls++, frame->lr);
	for (unsigned i = 0; i < CALLS_MOST; i++) {
		bool known;

		if (at % 8 || at < lowest || at > highest || !scene->load(scene->context, at, &above) ||
		    !scene->load(scene->context, above + LINK_SAVED_AT, &address))
			return;
		lowest = at + 8;
		at = above;
		known = crash_in_image(&scene->image, address);
		if (!known && i)
			return;
		if (known && address != frame->lr)
			crash_say_call(report, calls++, address);
	}
}

void crash_report(const struct crash_scene *scene)
{
	const struct trap_frame *frame = scene->frame;
	struct crash_text report = {
		.image = &scene->image,
		.machine = scene->machine,
		.write = scene->write,
		.context = scene->context,
	};

	crash_text_start(&report);
	crash_say(&report, "crash: %s at ", crash_vector_name(frame->vector));
	crash_say_address(&report, frame->nip);
	crash_end_line(&report);
	crash_say(&report, "crash: vector 0x%llx, cpu %u, PIR 0x%x", (unsigned long long)frame->vector, scene->cpu,
		  scene->pir);
	if (!crash_in_image(&scene->image, frame->nip))
		crash_say(&report, ", outside our image: in OPAL, or astray");
	crash_end_line(&report);
	say_registers(&report, frame);
	say_calls(&report, scene);
	crash_say_accesses(&report);
	crash_say(&report, "crash: end of report");
	crash_end_line(&report);
}
