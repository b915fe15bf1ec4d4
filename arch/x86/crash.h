/* SPDX-License-Identifier: BSD-2-Clause */
/* Report of an unexpected exception. Pure: the caller passes the state, and memory is read through a function. */
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
	const struct errors *errors;   /* contents of the banks in a machine check; NULL: it is no machine check */
	/* Reads 8 bytes. Returns false if there is no memory. */
	bool (*load)(void *context, uint64_t address, uint64_t *value);
	void (*write)(void *context, const char *bytes, size_t length);
	void *context; /* of both */
};

/* Writes the report line by line. The first line is "crash: #UD invalid opcode at ...", with the address as hexadecimal
 * number and, inside the image, function and offset. Registers, the calls that led here, and the last register accesses
 * follow. */
void crash_report(const struct crash_scene *scene);

/* Name of an exception, such as "#UD invalid opcode"; "#? reserved" for other vectors. */
const char *crash_exception_name(uint64_t vector);

#endif
