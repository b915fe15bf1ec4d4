/* SPDX-License-Identifier: BSD-2-Clause */
/* What libfdt's headers want of their surroundings, without a C library. */
#ifndef LIBFDT_ENV_H
#define LIBFDT_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/memory.h"

typedef uint16_t fdt16_t;
typedef uint32_t fdt32_t;
typedef uint64_t fdt64_t;

void *memchr(const void *from, int byte, size_t size);
size_t strnlen(const char *string, size_t limit);
char *strrchr(const char *string, int c);

static inline uint32_t fdt32_to_cpu(fdt32_t value)
{
	return __builtin_bswap32(value);
}

static inline fdt32_t cpu_to_fdt32(uint32_t value)
{
	return __builtin_bswap32(value);
}

static inline uint64_t fdt64_to_cpu(fdt64_t value)
{
	return __builtin_bswap64(value);
}

static inline fdt64_t cpu_to_fdt64(uint64_t value)
{
	return __builtin_bswap64(value);
}

#endif
