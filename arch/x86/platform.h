/* SPDX-License-Identifier: BSD-2-Clause */
/* The state that start-up, processors, windows and exceptions share. There is one machine. */
#ifndef ARCH_X86_PLATFORM_H
#define ARCH_X86_PLATFORM_H

#include "arch/x86/apic.h"
#include "arch/x86/clock.h"
#include "arch/x86/idt.h"
#include "arch/x86/mapping.h"
#include "arch/x86/x86.h"
#include "core/record/warnings.h"

struct trap_frame;

/* Registers changed in a local APIC. */
struct saved_apic {
	uint32_t svr, tpr, lint0, lvtpc;
};

/* The performance entry of a local APIC: as it was found before anything was done to it, and, unless it is still `ours`, as it was after
 * it had been put back. */
struct pmi_entry {
	uint32_t found, left;
	bool noted, ours;
};

/* The part of a local APIC that the watcher uses. */
struct saved_timer {
	uint32_t lvt, initial, divide;
};

enum cpu_state {
	CPU_AWAITED,  /* it has not come up yet */
	CPU_READY,    /* it is ours */
	CPU_GIVEN_UP, /* it came up too late, or not at all */
	CPU_LEFT      /* it has been given back to the firmware */
};

/* One per entry of machine.cpus. */
struct x86_cpu {
	/* Work for the processor. `sent` is the bootstrap processor's, `done` its own; they wrap. */
	hw_work *work;
	void *work_context;
	uint32_t sent, done;
	uint32_t state;       /* enum cpu_state; the bootstrap processor's does not matter */
	bool asleep;          /* it may be halted: needs an interrupt to see new work */
	const char *declined; /* why it came and did not stay; NULL: it did not come, or is here */
	bool stop;            /* at the next NMI it stops for good */
	bool stopped;

	/* PMIs. */
	pmi_handler *handler; /* NULL: PMIs are stray */
	void *handler_context;
	bool window_open;
	bool accepting; /* its performance entry is to be open */
	uint8_t unmask; /* enum unmask: when it is opened again after a PMI */
	bool opened;    /* the handler of the PMI under way has had it opened */
	bool in_pmi;
	bool stormed; /* PMIs came so fast that its entry was left masked */
	bool storm_told;
	uint32_t pmis_in_a_row; /* since the last sign that it gets on with other work */
	uint64_t pmis;          /* taken by a handler since start-up */
	uint64_t stray_pmis;
	uint64_t nmis;
	uint8_t nmi_sources; /* of them: bits of port 61H */

	struct saved_apic saved;
	struct pmi_entry entry;
	bool ticking;             /* its timer wakes it, for it is the watcher */
	struct saved_timer timer; /* not the bootstrap processor's: the firmware's clock may hang on that */
	bool machine_checks;      /* it takes machine checks because we have it do so */
	uint64_t their_root;      /* of page tables, while it is on ours; 0: it is not */
	struct segments segments; /* not the bootstrap processor's */
	uint64_t ticks_ahead;     /* of the bootstrap processor's time-stamp counter; modulo 2^64 */
};

/* Work with a PMI in it takes less than 4 KiB, an alarm 8: whatever a firmware has for its own small needs is no place. */
#define STACK_BYTES  16384
#define STACKS_BYTES (STACK_BYTES + SEGMENTS_STACKS * SEGMENTS_STACK_BYTES) /* all of a processor's */

struct platform {
	struct hw hw; /* first, so that a struct hw can be turned back into this */
	struct machine *machine;
	struct x86_boot boot;
	struct apic apic;
	struct clock clock;
	struct warnings warnings;
	struct x86_cpu *cpus;
	struct cpu *described;           /* machine.cpus */
	uint32_t bootstrap;              /* index into machine.cpus */
	uint16_t code_segment;           /* that our gates are for */
	uint8_t pmi_vector, wake_vector; /* 0: none was free */
	/* Returns where the executing processor has a device's physical address mapped; 0: there, or nowhere. NULL: no tables are joined yet. */
	uint64_t (*map)(uint64_t physical);
	uint64_t uncached;     /* a register of a device: struct hw's `uncached`; 0: none */
	uint32_t windows;      /* how many are open */
	uint64_t pmis_seen;    /* in all of them, as of the last wait */
	uint64_t flags;        /* of the bootstrap processor before the first of them */
	uint16_t legacy_masks; /* of the two 8259, likewise */
	bool started;
	bool agents;     /* other processors were started */
	bool collects;   /* by the firmware, which wants them back */
	uint8_t *stacks; /* STACKS_BYTES for each but the bootstrap one: first all to work on, then all of exceptions */
	uint32_t stacks_taken;
	uint32_t unknown; /* processors that came but that ACPI does not name */
	uint32_t watches; /* looks that the watcher was woken for */
	bool leaving;     /* processors shall go back to the firmware */
	bool crashed;     /* nothing continues but its report */
	uint32_t crashed_cpu;
	const struct location *stuck; /* an access here has not come back; NULL: none that we know of */
};

extern struct platform platform;

/* Index into machine.cpus of the processor that executes this. */
uint32_t platform_cpu(void);

/* Adds a line to machine.warnings. */
void platform_warn(const char *format, ...) PRINTF_LIKE(1, 2);

/* ---- agent.c: the other processors ------------------------------------------------------------------- */

/* Brings up all other processors, marks those that come as usable, and measures how their time-stamp
 * counters differ. Those that do not come are named in the warnings. */
void agents_start(void);

/* Gives the other processors back to the firmware. Bounded. Returns how many it has not got back. */
MUST_CHECK uint32_t agents_stop(void);

/* Stops all processors but the executing one, for good: for crashes, where any may execute this. Each that
 * acts for another socket puts back what is measured there. Returns how many did not obey. */
uint32_t agents_halt(void);

/* startup.c: has every other processor run `agent` on one of the stacks, by INIT and STARTUP, and returns while they
 * do; those that return from it sleep for good. Returns NULL, or why none was sent an INIT. */
const char *startup_all(void (*agent)(void), uint8_t *stacks);

/* Calls `function` on the stack that ends at `top`, a multiple of 16. */
void startup_call_on(uint8_t *top, void (*function)(void));

/* An NMI was taken; returns unless it was to stop this processor. */
void agent_take_nmi(void);

/* The interrupt that ends a sleep. */
void agent_take_wake(void);

/* Functions of struct hw. */
uint32_t agent_of_socket(struct hw *hw, uint16_t socket);
enum outcome agent_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context);
enum outcome agent_await(struct hw *hw, uint32_t cpu);
bool agent_interrupt(struct hw *hw, uint32_t cpu);

/* ---- exception.c --------------------------------------------------------------------------------------- */

/* Makes the executing processor the one that reports what became of `cpu`: nothing else continues. If another
 * processor does so already, this one stops for good. */
void platform_claim(uint32_t cpu);

/* ---- machine_check.c ------------------------------------------------------------------------------------- */

/* From here on banks are noted, in machine->errors, if the processor has any. */
void machine_check_open(bool has_banks);

/* Has the executing processor take machine checks. True if it did not before: machine_check_disable is then to be given that. */
MUST_CHECK bool machine_check_enable(void);
void machine_check_disable(bool enabled);

/* Has each CPU note the contents of its banks, and warns if one did not answer. `when` is an enum error_when. `own` is
 * false to leave out the bootstrap processor: for CPUs that are started later. Call it outside windows, on the bootstrap
 * processor. */
void machine_check_note(uint8_t when, bool own);

/* Handles a machine check: notes what banks hold, and meets the other processors. False if the run cannot continue. */
bool machine_check_take(struct trap_frame *frame);

/* ---- watch.c: accesses that never come back ------------------------------------------------------------ */

/* Appends "; cpu 2 stands still in its read of cbox3.ctr1 (msr 0xd11)", or nothing if it makes no access. */
void watch_say(uint32_t cpu, struct text *text);

/* A look at a processor: true once it has stood still in one access for as long as it may. */
MUST_CHECK bool watch_stands_still(struct watchdog *watchdog, uint32_t number);

/* Called by an idle processor before it sleeps, with interrupts off. The one that watches is woken by its own
 * timer from then on, to come here again. Does not come back if the bootstrap processor stands still in an
 * access. */
void watch_look(uint32_t own);

/* The timer of the executing processor is ours from the first call to the second. */
void watch_take_timer(struct x86_cpu *cpu);
void watch_restore_timer(const struct x86_cpu *cpu);

/* Finds out, after all processors have come up or one of them was left out, whether any watches, and says so in
 * the machine. Bounded. */
void watch_confirm(void);

/* ---- memory.c: whose memory is where, and what known work needs of it ------------------------------------- */

/* Fills in machine->memory from SRAT, once its processors are known. False if the arena is full. */
struct acpi;
MUST_CHECK bool memory_list(struct machine *machine, const struct acpi *acpi);

/* Functions of struct hw. */
bool memory_take_for_work(struct hw *hw, uint64_t first, uint64_t last, struct hw_memory *memory);
void memory_give_back(struct hw *hw, const struct hw_memory *memory);
void memory_flush_caches(struct hw *hw);
const volatile uint32_t *memory_uncached(struct hw *hw);

/* ---- window.c ------------------------------------------------------------------------------------------ */

/* Finds free vectors for the PMI and for waking, and makes their gates. */
void window_claim_vectors(void);

/* Makes the executing processor's local APIC take nothing but vectors of ours, PMIs included, and undoes
 * it. Interrupts are off. */
void window_take_apic(struct x86_cpu *cpu);
void window_restore_apic(struct x86_cpu *cpu);

/* Puts back the executing processor's entry of PMIs alone, if it is ours: for one that a crash stops for good. */
void window_put_entry_back(struct x86_cpu *cpu);

/* Gives the bootstrap processor's local APIC back if a window is open: all that is left to do after a
 * crash there. */
void window_abandon(void);

/* Functions of struct hw. */
enum outcome window_open(struct hw *hw, const struct window *window);
enum outcome window_unmask(struct hw *hw, uint32_t cpu, enum unmask when);
void window_acknowledged(struct hw *hw);
void window_close(struct hw *hw);
void window_wait(struct hw *hw, uint64_t until_ns);
uint64_t window_stray_pmis(struct hw *hw, uint32_t cpu);

/* Says of the first NMI that nothing here had asked for that it came, and where from. */
void window_report_nmis(void);

/* A PMI was taken. Interrupt context. */
void window_take_pmi(const struct trap_frame *frame);

#endif
