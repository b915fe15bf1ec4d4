/* SPDX-License-Identifier: BSD-2-Clause */
/* Report of an unexpected exception. Pure: the state is handed in, and memory is read
 * through a function. */
#ifndef ARCH_X86_CRASH_H
#define ARCH_X86_CRASH_H

#include "arch/x86/trap.h"
#include "arch/x86/x86.h"

struct crash_scene {
	const struct trap_frame *frame;
	uint32_t cpu; /* index into machine.cpus */
	uint32_t apic_id;
	uint64_t cr0, cr2, cr3, cr4;
	struct crash_image image;
	const struct machine *machine; /* names registers; NULL: addresses only */
	const struct errors *errors;   /* what banks held in a machine check; NULL: it is none */
	/* Reads 8 bytes; false if there is no memory. */
	bool (*load)(void *context, uint64_t address, uint64_t *value);
	void (*write)(void *context, const char *bytes, size_t length);
	void *context; /* of both */
};

/* Writes the report, a line at a time. The first line is "crash: #UD invalid opcode at ...", with the
 * address as hexadecimal number and, inside the image, function and offset. Then registers, the calls that
 * led here, and the last register accesses. */
void crash_report(const struct crash_scene *scene);

/* "#UD invalid opcode"; for vectors that no exception has, "#? reserved". */
const char *crash_exception_name(uint64_t vector);

#endif
