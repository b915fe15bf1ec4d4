/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls into OPAL (skiboot's API), and the console and power switch they reach. */
#ifndef ARCH_PPC64_OPAL_H
#define ARCH_PPC64_OPAL_H

#include "core/hardware/power.h"
#include "lib/text.h"

/* skiboot, opal-api.h: numbers of calls, and what they return. */
enum opal_token {
	OPAL_CONSOLE_WRITE = 1,
	OPAL_CONSOLE_READ = 2,
	OPAL_POWER_DOWN = 5,
	OPAL_REBOOT = 6,
	OPAL_POLL_EVENTS = 10,
	OPAL_START_CPU = 41,
	OPAL_REINIT_CPUS = 70,
	OPAL_CHECK_TOKEN = 80,
	OPAL_HANDLE_HMI = 98,
	OPAL_CONSOLE_FLUSH = 117,
	OPAL_IMC_COUNTERS_INIT = 149,
	OPAL_IMC_COUNTERS_START = 150,
	OPAL_IMC_COUNTERS_STOP = 151
};

enum opal_result {
	OPAL_SUCCESS = 0,
	OPAL_PARAMETER = -1,
	OPAL_BUSY = -2,
	OPAL_PARTIAL = -3, /* some of it is done, and there is more */
	OPAL_HARDWARE = -6,
	OPAL_UNSUPPORTED = -7,
	OPAL_INTERNAL_ERROR = -11,
	OPAL_BUSY_EVENT = -12,
	OPAL_WRONG_STATE = -14
};

#define OPAL_REINIT_LITTLE_ENDIAN 2 /* HILE: interrupts are taken little-endian */

/* Address of OPAL; filled in before the first call. head.S reads it. */
struct opal {
	uint64_t base, entry;
};
extern struct opal opal;

/* One call. Arguments that are addresses must be physical, and what stands there is big-endian. */
int64_t opal_call(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e);

/* "OPAL_HARDWARE (-6)" */
void opal_result_text(int64_t result, struct text *text);

/* ---- console: terminal 0 ------------------------------------------------------------------------- */

/* Writes text with '\n' at the ends of lines, and waits until it is out: what comes next may not return. Bounded: a terminal that takes nothing for some seconds is
 * given up, and from then on gets one try a call. `context` is not used. */
void opal_console_write(void *context, const char *bytes, size_t length);

/* The next character typed, -1 if none comes within `timeout_ms`. `context` is not used. */
int opal_console_read_char(void *context, unsigned timeout_ms);

/* True if the console was given up. */
bool opal_console_is_dead(void);

/* Waits, bounded, until all that was written is out; then switches the machine off. */
void opal_power_off(void) __attribute__((noreturn));

/* machine.power: resets the machine or switches it off. */
extern const struct power opal_power;

#endif
