/* SPDX-License-Identifier: BSD-2-Clause */
/* The one way from core/ to hardware. arch/x86, arch/ppc64 and arch/host each supply one. */
#ifndef CORE_HW_H
#define CORE_HW_H

#include "boxes/register.h"

/* One PMI, as known when its handler was entered. */
struct pmi {
	uint32_t cpu;   /* index into machine.cpus of the processor that took it */
	uint64_t ticks; /* its time-stamp counter */
	uint64_t ip;    /* the instruction that was interrupted */
};

/* Called in interrupt context: no printing, no waiting, no unbounded loop. */
typedef void pmi_handler(void *context, const struct pmi *pmi);

/* A period in which only uncork uses the machine: interrupts other than the PMI are held back on the
 * processor that takes it and on the processor that the firmware runs on. */
struct window {
	pmi_handler *handler; /* NULL: no PMI is expected, one that comes is counted as stray */
	void *context;
	uint32_t cpu; /* index of the processor whose local APIC takes the PMI */
	bool acknowledges; /* the handler calls `acknowledged`: the entry is unmasked last, even if hw.unmask says otherwise */
};

/* Work sent to another processor. Like a PMI handler it must not print and must be short, but a PMI may interrupt it. */
typedef void hw_work(void *context);

#define HW_NO_CPU UINT32_MAX

/* When the entry through which PMIs come (on a PC the local APIC's), which each delivery masks, is unmasked. */
enum unmask {
	UNMASK_FIRST, /* before the handler runs: overflows right after its end are not lost */
	UNMASK_LAST,  /* when the handler calls `acknowledged`, else after it: acknowledged overflows do not repeat */
	UNMASK_NEVER, /* only when window_unmask is called */
};

/* Memory to work on: adjacent whole pages of 4 KiB, all zero, cached, and used by nothing else. */
struct hw_memory {
	uint8_t *at;
	uint64_t physical; /* of the first byte */
	uint64_t bytes;
};

struct hw {
	bool planned;         /* accesses are only planned, not made (core/hardware/plan.h) */
	bool looks_at_vendor; /* reads a PCI function's vendor id before each write, and after a read of all ones */

	/* One access by the executing processor, to a register that it reaches; only bus.c may call these. They use the
	 * location's width and ignore its halves. `*value` is untouched unless the outcome is
	 * OUTCOME_OK or OUTCOME_ALL_ONES. Never returns OUTCOME_DROPPED or OUTCOME_DENIED. Callable in interrupt context. */
	enum outcome MUST_CHECK (*read)(struct hw *hw, const struct location *where, uint64_t *value);
	enum outcome MUST_CHECK (*write)(struct hw *hw, const struct location *where, uint64_t value);

	/* The processor (index into machine.cpus) that acts for a socket: the executing one if it belongs to
	 * the socket. HW_NO_CPU if the socket has no working processor. */
	uint32_t (*cpu_of_socket)(struct hw *hw, uint16_t socket);

	/* Has `work` done by a processor: `send` begins, `await` waits for the end. Each processor does one thing at a time, and
	 * several may work at once; the executing processor does its own work within `send`. OUTCOME_ABSENT if there is no such
	 * processor, if it is busy, or if the caller may not send (only the processor the firmware runs on may, outside its PMI
	 * handler). OUTCOME_TIMEOUT if it does not answer within some seconds: it is then stopped for good and no longer usable. */
	enum outcome MUST_CHECK (*send)(struct hw *hw, uint32_t cpu, hw_work *work, void *context);
	enum outcome MUST_CHECK (*await)(struct hw *hw, uint32_t cpu);

	/* Nanoseconds since some moment before start-up; never goes back. */
	uint64_t (*now_ns)(struct hw *hw);

	/* The time-stamp counter; the same on all processors, as far as it can be measured. */
	uint64_t (*ticks)(struct hw *hw);

	/* Time when the last stop or clear has settled (settle.h); 0: all have. */
	uint64_t settles_at;

	/* Passes time until `until_ns`. Returns early, at any moment, if a handler took a PMI meanwhile. */
	void (*wait)(struct hw *hw, uint64_t until_ns);

	/* Opens a window on a processor. OUTCOME_ABSENT, without a change, if the processor already has one, does not work, or
	 * has no usable local APIC. window_close closes all windows: afterwards no handler is running, and none will run. */
	enum outcome MUST_CHECK (*window_open)(struct hw *hw, const struct window *window);
	void (*window_close)(struct hw *hw);

	/* Unmasks the entry of a processor with an open window now, and sets when that is done from here on, until the window
	 * closes; the next window uses `unmask` again. NULL: there is no such entry. */
	enum outcome MUST_CHECK (*window_unmask)(struct hw *hw, uint32_t cpu, enum unmask when);
	uint8_t unmask; /* enum unmask; set by code that has tested the hardware */
	/* A PMI handler calls it after it has acknowledged the overflow and before it restarts the counters. If the entry is
	 * unmasked last, this unmasks it, so that later overflows are neither lost nor reported twice. NULL: there is no such
	 * entry. */
	void (*acknowledged)(struct hw *hw);

	/* Number of PMIs that a processor took since start-up without a waiting handler. */
	uint64_t (*stray_pmis)(struct hw *hw, uint32_t cpu);

	/* Functions for known work. All are NULL if the platform has no memory for it. Only flush_caches may be called while
	 * a window is open. */

	/* Takes memory->bytes, a whole number of pages, all of it at physical addresses `first` to `last`, and fills in the rest of
	 * *memory. False if there is none. give_memory returns it; memory not returned stays taken until the machine restarts. */
	bool MUST_CHECK (*take_memory)(struct hw *hw, uint64_t first, uint64_t last, struct hw_memory *memory);
	void (*give_memory)(struct hw *hw, const struct hw_memory *memory);

	/* Writes back the modified lines in the caches of the executing processor, and empties the caches. */
	void (*flush_caches)(struct hw *hw);

	/* A device register that can be read without side effects, in uncached memory; NULL: none is known. */
	const volatile uint32_t *(*uncached)(struct hw *hw);

	/* Sends an interrupt with an empty handler to a processor; false if it cannot be sent. */
	bool MUST_CHECK (*interrupt)(struct hw *hw, uint32_t cpu);
};

/* Runs `work` on a processor and waits for its end. */
static inline enum outcome MUST_CHECK hw_run_on(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	enum outcome outcome = hw->send(hw, cpu, work, context);

	return outcome == OUTCOME_OK ? hw->await(hw, cpu) : outcome;
}

/* Outcome in words: "ok", "fault", "all-ones", "absent", "dropped", "timeout", "denied". */
const char *outcome_name(enum outcome outcome);

/* The name of a space: "msr", "pci", ...; and the space of a name (SPACE_COUNT if unknown). */
const char *space_name(enum space space);
enum space space_by_name(const char *name);

/* Appends "msr 0xc10", "pci 0000:7f:14.0+0x40", without the socket. */
struct text;
void location_text(const struct location *where, struct text *text);

/* Parses such a text; sets only space and address. Returns false if it is no location. */
struct slice;
MUST_CHECK bool location_read(struct slice text, struct location *where);

/* Parses [SEGMENT:]BUS:DEVICE.FUNCTION+OFFSET, lspci's form followed by an offset; false if it is no such address. */
MUST_CHECK bool location_read_pci(struct slice word, uint64_t *address);

#endif
