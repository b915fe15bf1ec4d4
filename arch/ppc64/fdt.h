/* SPDX-License-Identifier: BSD-2-Clause */
/* libfdt's header. Freestanding code must not include the C library with it, so this file defines what libfdt's
 * environment header would. */
#ifndef ARCH_PPC64_FDT_H
#define ARCH_PPC64_FDT_H

#if !__STDC_HOSTED__
#define LIBFDT_ENV_H

#include "lib/basic.h"
#include "lib/memory.h"

typedef uint16_t fdt16_t;
typedef uint32_t fdt32_t;
typedef uint64_t fdt64_t;

static inline uint16_t fdt16_to_cpu(fdt16_t value)
{
	return __builtin_bswap16(value);
}

static inline uint32_t fdt32_to_cpu(fdt32_t value)
{
	return __builtin_bswap32(value);
}

static inline uint64_t fdt64_to_cpu(fdt64_t value)
{
	return __builtin_bswap64(value);
}

static inline fdt32_t cpu_to_fdt32(uint32_t value)
{
	return __builtin_bswap32(value);
}

static inline fdt64_t cpu_to_fdt64(uint64_t value)
{
	return __builtin_bswap64(value);
}
#endif

#include <libfdt.h>

#endif
