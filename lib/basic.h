/* SPDX-License-Identifier: BSD-2-Clause */
/* Macros and functions that all parts of the tree share. They are independent of hardware. */
#ifndef LIB_BASIC_H
#define LIB_BASIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One bit, and a run of `width` bits (0..64) whose lowest is `low`. */
#define BIT(n)                     (UINT64_C(1) << (n))
#define MASK(low, width)           (((width) != 0 ? ~UINT64_C(0) >> ((64 - (width)) & 63) : 0) << (low))

#define ARRAY_SIZE(a)              (sizeof(a) / sizeof((a)[0]))

/* The result of a function with this attribute must not be ignored. */
#define MUST_CHECK                 __attribute__((warn_unused_result))

#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The greatest common divisor; a if b is 0. */
static inline uint64_t common_divisor_u64(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Counts the bits that are set. The compiler's own function may call a library that freestanding code lacks. */
static inline unsigned count_bits(uint64_t value)
{
	unsigned count = 0;

	for (; value; value &= value - 1)
		count++;
	return count;
}

#endif
