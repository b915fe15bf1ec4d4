/* SPDX-License-Identifier: BSD-2-Clause */
/* Interface between arch/x86 and the program that boots it. */
#ifndef ARCH_X86_X86_H
#define ARCH_X86_X86_H

#include "core/hardware/board.h"
#include "core/hardware/power.h"
#include "core/program/watchdog.h"
#include "core/record/crash_text.h"

/* Outcome of a request to the firmware to start other CPUs. */
struct processors_start {
	bool started;
	bool may_be_taken; /* the firmware does not use them, so that INIT does not interrupt its own work */
	const char *why;   /* if not started: the firmware's reason */
};

/* Provided by the boot environment (efi/, bios/). Functions may be called in interrupt context only if their comment
 * says so. */
struct x86_boot {
	const void *rsdp;       /* ACPI root pointer; NULL if the firmware has none */
	const void *smbios;     /* SMBIOS entry point; NULL if the firmware has none */
	char began[BOARD_TIME]; /* time of the firmware's clock at the start; empty if it has none */
	uint64_t image_base;    /* address of uncork's image; backtraces are relative to it */
	uint64_t image_size;
	struct arena *arena;
	/* Free and reserved memory from the firmware's map; NULL if there is none. */
	const struct memory_region *memory;
	uint16_t memory_count;
	const char *virtual_silicon; /* banner of virtual silicon, NULL if there is none */
	/* Stop the firmware's timers and callbacks while a window is open, and restart them. */
	void (*hold)(void *context);
	void (*release)(void *context);
	void (*stall_us)(void *context,
			 uint64_t microseconds); /* for calibration, outside windows. NULL: there is none */
	/* Lets every other CPU run `agent`, and returns while they run. NULL: no firmware starts them or wants them
	 * back. Outside windows. */
	struct processors_start (*start_processors)(void *context, void (*agent)(void));
	/* Waits until the firmware has noticed that all CPUs of start_processors have returned from `agent`. Bounded.
	 * Returns false if it has not: uncork must not return to the firmware then. */
	bool (*collect_processors)(void *context);
	/* Resets the machine or switches it off. Returns if that fails. NULL: only ACPI can. */
	void (*power)(void *context, enum power_action action);
	/* Takes memory within physical addresses `first` to `last`, mapped one to one. Returns its address, a whole
	 * page, or 0 if there is none. `bytes` is a whole number of pages. Outside windows. Memory that is not given
	 * back is lost. */
	uint64_t (*take_memory)(void *context, uint64_t first, uint64_t last, uint64_t bytes);
	void (*give_memory)(void *context, uint64_t at, uint64_t bytes);
	/* Writes output in a crash: polled, bounded, without firmware services. */
	void (*emergency_write)(void *context, const char *bytes, size_t length);
	/* Ends the run after a crash report. Does not return. */
	void (*crashed)(void *context) __attribute__((noreturn));
	/* Reports, with the run's verdict, that the firmware's CPU hangs in this access, and ends the run. Another CPU
	 * calls this; all others are stopped, the hanging one as soon as its access ends. Restores registers, except those of that access's box, where
	 * each access is OUTCOME_TIMEOUT. Calls no firmware service. Does not return. */
	void (*stuck)(void *context, const struct stuck_access *access) __attribute__((noreturn));
	void *context;
};

/* Reads CPUID, ACPI and PCI configuration space, takes control of all CPUs that can be started, and fills in `machine`,
 * except its boxes. Damaged or missing data are listed in machine->warnings and left out. Returns false only if the
 * arena is full. */
MUST_CHECK bool x86_start(struct machine *machine, const struct x86_boot *boot);

/* Notes in machine->errors the errors that CPUs report at the end of a run. Harmless if x86_start failed. */
void x86_note_errors(void);

/* True if the PMI entry of a CPU's (index) local APIC differs from its first value, or was not restored because the CPU
 * does not answer: OUTCOME_TIMEOUT. Call it after x86_stop. */
struct left;
bool x86_entry_left(uint32_t cpu, struct left *left);

/* Returns CPUs and the interrupt descriptor table to the firmware, and closes open windows. Call it on every way back
 * to the firmware. The machine's hw must not be used afterwards. Harmless if x86_start failed or was not called.
 * Returns the number of CPUs that the firmware has not got back: if uncork returned anyway, the machine would hang when
 * the firmware wakes them. */
MUST_CHECK uint32_t x86_stop(void);

#endif
