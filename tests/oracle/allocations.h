/* SPDX-License-Identifier: BSD-2-Clause */
/* How often this process has asked the C library for memory so far, libpfm4 included. */
#ifndef TESTS_ORACLE_ALLOCATIONS_H
#define TESTS_ORACLE_ALLOCATIONS_H

#include <stdint.h>

uint64_t allocations(void);

#endif
