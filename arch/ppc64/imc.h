/* SPDX-License-Identifier: BSD-2-Clause */
/* In-memory collection: the OPAL calls that start and stop the posting of counters to memory, and LDBAR, which has
 * the address to which a thread's hardware posts. skiboot, hw/imc.c; Linux, arch/powerpc/perf/imc-pmu.c. */
#ifndef ARCH_PPC64_IMC_H
#define ARCH_PPC64_IMC_H

#include "arch/ppc64/opal.h"
#include "core/hardware/hw.h"

/* Engines of calls. These are OPAL's numbers, not the device tree's. */
enum imc_engine { IMC_ENGINE_NEST = 1, IMC_ENGINE_CORE = 2, IMC_ENGINE_TRACE = 3 };

/* A call for the chip or core of a CPU, as a place in SPACE_OPAL: the value written is the address that INIT takes;
 * the value read is the last result of the call. */
#define IMC_PLACE(token, engine, pir) ((uint64_t)(pir) << 32 | (uint64_t)(engine) << 16 | (token))
#define IMC_PLACE_TOKEN(address)      ((unsigned)((address)&0xffff))
#define IMC_PLACE_ENGINE(address)     ((unsigned)((address) >> 16 & 0xffff))
#define IMC_PLACE_PIR(address)        ((uint32_t)((address) >> 32))

/* Values of LDBAR. */
#define LDBAR_POST                    BIT(63)                      /* bit 0: counters of the thread are posted */
#define LDBAR_TRACE                   BIT(62)                      /* bit 1: samples of the thread are posted */
#define LDBAR_ADDRESS                 UINT64_C(0x0003ffffffffe000) /* bits 14:50 */

/* Makes the call at `where`. OUTCOME_FAULT: OPAL refuses it. OUTCOME_ABSENT: it is none of the three calls. */
enum outcome MUST_CHECK imc_call(const struct location *where, uint64_t address);

/* Reads the last result of the call at `where`, as a 64-bit two's complement. */
enum outcome MUST_CHECK imc_last_result(const struct location *where, uint64_t *value);

#endif
