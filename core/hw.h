/* SPDX-License-Identifier: BSD-2-Clause */
/* The one way from core/ to hardware. arch/x86, arch/ppc64 and arch/host each supply one. */
#ifndef CORE_HW_H
#define CORE_HW_H

#include "boxes/register.h"

/* What is known of one PMI at the moment its handler was entered. */
struct pmi {
	uint32_t cpu;   /* index into machine.cpus of the processor that took it */
	uint64_t ticks; /* its time-stamp counter */
	uint64_t ip;    /* the instruction that was interrupted */
};

/* Called in interrupt context: no printing, no waiting, no unbounded loop. */
typedef void pmi_handler(void *context, const struct pmi *pmi);

/* A stretch of time in which the machine is ours: interrupts other than the PMI are held back, and
 * exceptions are reported by us. */
struct window {
	pmi_handler *handler; /* NULL: no PMI is expected, one that comes is counted as stray */
	void *context;
	uint32_t cpu; /* index of the processor whose local APIC takes the PMI */
};

struct hw {
	/* One access. The location's width and socket are honoured; `*value` is untouched unless the
	 * outcome is OUTCOME_OK or OUTCOME_ALL_ONES. Never returns OUTCOME_DROPPED. Callable inside
	 * a window, the PMI handler included. */
	enum outcome MUST_CHECK (*read)(struct hw *hw, const struct location *where,
					uint64_t *value);
	enum outcome MUST_CHECK (*write)(struct hw *hw, const struct location *where,
					 uint64_t value);

	/* Nanoseconds since some moment before start-up; never goes back. */
	uint64_t (*now_ns)(struct hw *hw);

	/* The time-stamp counter of this processor. */
	uint64_t (*ticks)(struct hw *hw);

	/* Passes time until `until_ns`. Returns early, at any moment, if a PMI was taken meanwhile. */
	void (*wait)(struct hw *hw, uint64_t until_ns);

	/* Opens and closes a window. One at a time; opening a second is OUTCOME_ABSENT. Open fails
	 * with OUTCOME_ABSENT if there is no such processor or no usable local APIC; the machine is
	 * then as before. */
	enum outcome MUST_CHECK (*window_open)(struct hw *hw, const struct window *window);
	void (*window_close)(struct hw *hw);

	/* How many PMIs came since start-up that no handler was waiting for. */
	uint64_t (*stray_pmis)(struct hw *hw);
};

/* Outcome in words: "ok", "fault", "all-ones", "absent", "dropped", "timeout". */
const char *outcome_name(enum outcome outcome);

/* "msr", "pci", ...; and back (SPACE_COUNT if unknown). */
const char *space_name(enum space space);
enum space space_by_name(const char *name);

/* "msr 0xc10", "pci 0000:7f:14.0+0x40". Without the socket. */
struct text;
void location_text(const struct location *where, struct text *text);

#endif
