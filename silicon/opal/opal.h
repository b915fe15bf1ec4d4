/* SPDX-License-Identifier: BSD-2-Clause */
/* The layer between skiboot and the firmware: declarations shared by its parts, and offsets for start.S and hook.S. It runs
 * big-endian, in real mode and with interrupts off, as skiboot enters payloads. */
#ifndef SILICON_OPAL_OPAL_H
#define SILICON_OPAL_OPAL_H

#define OPAL_STACK_BYTES 0x4000
#define OPAL_THREADS     64    /* maximum of threads that may call */
#define OPAL_PIRS        0x800 /* PIRs are below this */
#define OPAL_TOKENS      256   /* tokens that may be intercepted are below this */

/* Offsets into struct opal_frame. */
#define FRAME_TOKEN      0
#define FRAME_BASE       8
#define FRAME_ARGUMENT   16
#define FRAME_LINK       80
#define FRAME_STATE      88
#define FRAME_BYTES      96

#ifndef __ASSEMBLER__

#include "silicon/imc.h"
#include "silicon/opal/graft.h"
#include "silicon/opal/parts.h"

/* OPAL calls that are made or intercepted, and return codes. */
enum {
	OPAL_POWER_DOWN = 5,
	OPAL_REBOOT = 6,
	OPAL_START_CPU = 41,
	OPAL_QUERY_CPU = 42,
	OPAL_LPC_READ = 67,
	OPAL_LPC_WRITE = 68,
	OPAL_RETURN_CPU = 69,
	OPAL_REINIT_CPUS = 70
};
enum { OPAL_SUCCESS = 0, OPAL_PARAMETER = -1 };

/* The firmware's registers at an OPAL call. */
struct opal_frame {
	uint64_t token, base;
	uint64_t argument[8]; /* r3 to r10 */
	uint64_t link;        /* return address */
	uint64_t state;       /* MSR */
};

/* Arguments of the entry into the firmware. */
struct opal_entry {
	uint64_t address, tree, memory_end;
};

/* All state; there is one instance. */
struct opal_machine {
	uint64_t base, entry; /* of skiboot's OPAL */
	struct graft_machine cores;
	struct tree tree;   /* skiboot's */
	uint32_t model_pir; /* PIR of the hidden thread that runs the model */
	struct tree catalog;
	struct imc *imc;
	struct imc_surroundings surroundings;
	struct opal_entry firmware;
};

extern struct opal_machine opal_machine;

/* ---- start.S --------------------------------------------------------------------------------------------- */

extern char opal_image_start[], opal_image_end[];
extern uint8_t opal_intercepted[OPAL_TOKENS]; /* by token; 1: opal_intercept handles the call */
extern uint64_t opal_stack_top[OPAL_PIRS];    /* by PIR; 0: none */
extern uint64_t opal_real_entry, opal_real_base;

/* Calls skiboot's OPAL on this thread. */
int64_t opal_call(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e);

/* The entry for OPAL calls that the firmware gets instead of skiboot's. */
void opal_entry(void);

/* Entry of a started thread: sets its stack and jumps to opal_arrive. */
void opal_arrival(void);

/* Enters the firmware with the register contents that skiboot gives a payload. */
void opal_enter(const struct opal_entry *entry) __attribute__((noreturn));

/* Makes bytes written to memory visible to instruction fetch. */
void opal_sync_code(const void *from, uint64_t bytes);

/* ---- hook.S ---------------------------------------------------------------------------------------------- */

/* Code that stubs call; it is copied to a place near them. Position independent. */
extern const uint8_t opal_hook[], opal_hook_end[];
extern uint8_t opal_hook_areas[];

/* ---- called from start.S and hook.S ---------------------------------------------------------------------- */

/* Start of the layer: prepares the virtual silicon and enters the firmware. */
void opal_main(void *tree, uint64_t base, uint64_t entry, uint64_t memory_end) __attribute__((noreturn));
/* Continues a started thread: the hidden one runs the model, all others enter the firmware. */
void opal_arrive(uint32_t pir) __attribute__((noreturn));
/* Handles an intercepted call, and reports violations of OPAL's calling convention. Returns OPAL's return code. */
int64_t opal_intercept(struct opal_frame *frame);

/* Executes a write of LDBAR by the instruction at address `site`; or, if `site` is PATCH_LOAD, brings memory up to date before a
 * load. */
void opal_hooked(uint64_t value, uint64_t site);

/* ---- machine.c -------------------------------------------------------------------------------------------- */

/* Memory at a physical address, if all of it is RAM that the program may use; else NULL. */
void *opal_program_memory(uint64_t address, uint64_t bytes);

/* ---- calls.c --------------------------------------------------------------------------------------------- */

/* Marks the intercepted calls in opal_intercepted. */
void opal_intercept_calls(void);

/* ---- worker.c -------------------------------------------------------------------------------------------- */

/* Lock and unlock the model, which only one thread at a time may use. */
void opal_lock(void);
void opal_unlock(void);

/* Start the hidden thread, which runs the model, and return it to OPAL. Call them with the lock held. Each does nothing if that is
 * done already. */
void opal_start_worker(void);
void opal_park_worker(void);
bool opal_worker_runs(void);

/* Main loop of the hidden thread. */
void opal_work(void) __attribute__((noreturn));

/* ---- log.c ----------------------------------------------------------------------------------------------- */

/* Writes a line `kind: ...` to the log's UART, which is not the console's. Call it with the lock held, or before other threads
 * run. */
void opal_log(const char *kind, const char *format, ...) PRINTF_LIKE(2, 3);

/* Logs a reason like opal_log(), and ends the run by switching the machine off. */
void opal_give_up(const char *kind, const char *format, ...) PRINTF_LIKE(2, 3) __attribute__((noreturn));

/* ---- the processor --------------------------------------------------------------------------------------- */

static inline uint64_t opal_time(void)
{
	uint64_t value;

	asm volatile("mfspr %0, 268" : "=r"(value));
	return value;
}

static inline uint32_t opal_pvr(void)
{
	uint64_t value;

	asm volatile("mfspr %0, 287" : "=r"(value));
	return (uint32_t)value;
}

static inline uint32_t opal_pir(void)
{
	uint64_t value;

	asm volatile("mfspr %0, 1023" : "=r"(value));
	return (uint32_t)value;
}

#endif
#endif
