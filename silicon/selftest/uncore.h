/* SPDX-License-Identifier: BSD-2-Clause */
/* The U-Box counter of a Xeon 7500 socket as a source of PMIs: it overflows after a number of events whose rate the scenario sets.
 * Its MSRs are those of the executing processor's socket. "323535" is Intel's Xeon 7500 uncore programming guide. */
#ifndef SILICON_SELFTEST_UNCORE_H
#define SILICON_SELFTEST_UNCORE_H

#include "lib/basic.h"

/* clang-format off */
#define U_GLOBAL_CTL             0xc00 /* 323535 p.15 */
#define   U_CTL_FRZ_ALL          BIT(31)
#define   U_CTL_EN_ALL           BIT(28)
#define   U_CTL_EN               BIT(0)
#define   U_CTL_PMI_CORES(mask)  ((uint64_t)(mask) << 1)
#define U_GLOBAL_STATUS          0xc01
#define   U_STATUS_PMI           BIT(30)
#define   U_STATUS_OV_U          BIT(0)
#define U_GLOBAL_OVF_CTL         0xc02
#define U_EV_SEL                 0xc10 /* 323535 p.17 */
#define   U_SEL_EN               BIT(22)
#define   U_SEL_PMI_EN           BIT(20)
#define   U_SEL_U2R_REQUESTS     0x50
#define U_CTR                    0xc11
#define   U_CTR_BITS             48
#define C0_GLOBAL_CTL            0xd00 /* p.26 */
#define U_ABSENT                 0xc03
/* clang-format on */

/* Starts the counter for one PMI after `period` events, to the cores in `cores` (bit i: core i) of the calling processor's
 * socket. */
void uncore_start(uint32_t period, uint64_t cores);

/* Like uncore_start(), with `more` further PMIs: the handler of each PMI starts the counter for the next. `turns`: each PMI goes to
 * the next core. */
void uncore_start_many(uint32_t period, uint64_t cores, uint64_t more, bool turns);

/* Counts a PMI; acknowledges it and starts the counter again if more PMIs were requested. Call it in the handler of the PMI. */
void uncore_continue(unsigned socket);

/* Stops the counter and restores the registers of the calling processor's socket. */
void uncore_stop(void);

/* Number of calls of uncore_continue by the handlers of a socket's PMIs. */
volatile uint64_t *uncore_done(unsigned socket);
/* Number of times that a counter was started for a PMI, and number of cores that these PMIs were sent to, over all sockets. */
uint64_t uncore_armed(void);
uint64_t uncore_asked(void);

#endif
