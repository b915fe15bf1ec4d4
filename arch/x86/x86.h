/* SPDX-License-Identifier: BSD-2-Clause */
/* Interface between arch/x86 and the program that boots it. */
#ifndef ARCH_X86_X86_H
#define ARCH_X86_X86_H

#include "core/hardware/board.h"
#include "core/hardware/power.h"
#include "core/program/watchdog.h"
#include "core/record/crash_text.h"

/* Outcome of asking the firmware to start other processors. */
struct processors_start {
	bool started;
	bool may_be_taken; /* the firmware does nothing with them, so that INIT does not fall into work of its own */
	const char *why;   /* not started: what the firmware says */
};

/* Supplied by the boot environment (efi/, bios/). No function may be called from interrupt context unless it
 * says so. */
struct x86_boot {
	const void *rsdp;       /* ACPI root pointer; NULL if the firmware has none */
	const void *smbios;     /* SMBIOS entry point; NULL if the firmware has none */
	char began[BOARD_TIME]; /* what the firmware's clock said at our start; empty if it has none */
	uint64_t image_base;    /* where our image was loaded; backtraces count from here */
	uint64_t image_size;
	struct arena *arena;
	/* Memory, free or reserved, by the firmware's map; NULL if it gives none. */
	const struct memory_region *memory;
	uint16_t memory_count;
	const char *virtual_silicon; /* banner of virtual silicon, NULL if there is none */
	/* Holds back the firmware's own timers and callbacks while a window is open. */
	void (*hold)(void *context);
	void (*release)(void *context);
	void (*stall_us)(void *context,
			 uint64_t microseconds); /* for calibration; outside windows. NULL: none of its own */
	/* Lets every other processor run `agent`, and returns while they do. NULL: there is no firmware that could, or
	 * wants them back. Outside windows. */
	struct processors_start (*start_processors)(void *context, void (*agent)(void));
	/* Waits until the firmware has noticed that all that start_processors has started have returned from `agent`.
	 * Bounded; false if it has not: then it may not be returned to. */
	bool (*collect_processors)(void *context);
	/* Resets the machine or switches it off; returns if it cannot. NULL: only ACPI knows how. */
	void (*power)(void *context, enum power_action action);
	/* Memory at physical addresses `first` to `last`, mapped one to one: where it begins, on a page; 0 if there is none.
	 * `bytes` is a whole number of pages. Outside windows. What is not given back is gone. */
	uint64_t (*take_memory)(void *context, uint64_t first, uint64_t last, uint64_t bytes);
	void (*give_memory)(void *context, uint64_t at, uint64_t bytes);
	/* Output that works in a crash: polled, bounded, no firmware services. */
	void (*emergency_write)(void *context, const char *bytes, size_t length);
	/* Leaves after a crash report has been printed. Does not return. */
	void (*crashed)(void *context) __attribute__((noreturn));
	/* The processor that the firmware runs on stands still in this access, which is said, with the run's
	 * verdict, by another one: all but that one are stopped. Puts back what can be reached, but for the box of
	 * that access, where each further one is OUTCOME_TIMEOUT. Calls no firmware service, and leaves. */
	void (*stuck)(void *context, const struct stuck_access *access) __attribute__((noreturn));
	void *context;
};

/* Reads CPUID, ACPI and the PCI configuration space, takes charge of all processors that the firmware can
 * start, and fills in `machine`: everything but its boxes.
 * What is damaged or missing is listed in machine->warnings and left out. False only if the arena is
 * full. */
MUST_CHECK bool x86_start(struct machine *machine, const struct x86_boot *boot);

/* Notes in machine->errors what processors report of themselves at the end of a run. Harmless if x86_start failed. */
void x86_note_errors(void);

/* True if the entry of PMIs in a processor's (index) local APIC is not as it was found, or has not been put back because the processor
 * does not answer: OUTCOME_TIMEOUT. After x86_stop. */
struct left;
bool x86_entry_left(uint32_t cpu, struct left *left);

/* Gives the firmware back its processors and its interrupt descriptor table, which x86_start replaced;
 * closes windows that are open. To be called on every way back to the firmware. Nothing of the machine's hw may be
 * used afterwards. Harmless if x86_start failed or was never called. Returns how many processors a firmware that may
 * want them has not got back: returning to it all the same leaves a machine that hangs once it wakes them. */
MUST_CHECK uint32_t x86_stop(void);

#endif
