/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls of OPAL (skiboot's API), and its console and power switch. */
#ifndef ARCH_PPC64_OPAL_H
#define ARCH_PPC64_OPAL_H

#include "core/hardware/power.h"
#include "lib/text.h"

/* skiboot, opal-api.h: numbers and results of calls. */
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
	OPAL_PARTIAL = -3, /* a part is done, and there is more */
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

/* Makes one call. Addresses in arguments must be physical, and the data there are big-endian. */
int64_t opal_call(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e);

/* "OPAL_HARDWARE (-6)" */
void opal_result_text(int64_t result, struct text *text);

/* ---- console: terminal 0 ------------------------------------------------------------------------- */

/* Writes text with '\n' at the ends of lines and waits until it is sent, because the next call may not return.
 * Bounded: a terminal that takes nothing for some seconds counts as dead, and from then on gets one try per call.
 * `context` is not used. */
void opal_console_write(void *context, const char *bytes, size_t length);

/* Returns the next character typed, or -1 if none comes within `timeout_ms`. `context` is not used. */
int opal_console_read_char(void *context, unsigned timeout_ms);

/* True if the terminal counts as dead. */
bool opal_console_is_dead(void);

/* Waits until all output is sent, then switches the machine off. The wait is bounded. */
void opal_power_off(void) __attribute__((noreturn));

/* machine.power: resets the machine or switches it off. */
extern const struct power opal_power;

#endif
