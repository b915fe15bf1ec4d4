/* SPDX-License-Identifier: BSD-2-Clause */
/* Report of an unexpected exception. Pure: the caller passes the state, and memory is read through a function. */
#ifndef ARCH_PPC64_CRASH_H
#define ARCH_PPC64_CRASH_H

#include "arch/ppc64/vectors.h"
#include "core/record/crash_text.h"

struct crash_scene {
	const struct trap_frame *frame;
	uint32_t cpu; /* index into machine.cpus */
	uint32_t pir;
	struct crash_image image;
	const struct machine *machine; /* names registers; NULL: addresses only */
	/* Reads 8 bytes in this processor's byte order. Returns false if there is no memory. */
	bool (*load)(void *context, uint64_t address, uint64_t *value);
	void (*write)(void *context, const char *bytes, size_t length);
	void *context; /* of both */
};

/* Writes the report line by line. The first line is "crash: program at ...", with the address as hexadecimal number
 * and, inside the image, function and offset. Registers, the calls that led here, and the last register accesses
 * follow. */
void crash_report(const struct crash_scene *scene);

/* Name of a vector, such as "program"; "reserved" for unknown ones. */
const char *crash_vector_name(uint64_t vector);

#endif
