/* SPDX-License-Identifier: BSD-2-Clause */
/* How many instructions a function takes: exactly, whatever else the machine does. */
#ifndef TESTS_BENCH_INSTRUCTIONS_H
#define TESTS_BENCH_INSTRUCTIONS_H

#include <stdint.h>

/* Runs run(context) and has the processor trap behind each instruction. Returns how many there were; one that
 * repeats itself is one. Not for several threads. */
uint64_t instructions_of(void (*run)(void *context), void *context);

#endif
