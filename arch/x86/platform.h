/* SPDX-License-Identifier: BSD-2-Clause */
/* State shared by start-up, CPUs, windows and exceptions. There is one machine. */
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

/* Performance entry of a local APIC: its value before any change, and its value after it was restored, unless it is
 * still in use (`ours`). */
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
	CPU_READY,    /* it works for uncork */
	CPU_GIVEN_UP, /* it came up too late, or not at all */
	CPU_LEFT      /* it has been given back to the firmware */
};

/* One per entry of machine.cpus. */
struct x86_cpu {
	/* Work for the CPU. The bootstrap processor writes `sent`, the CPU itself `done`; both wrap. */
	hw_work *work;
	void *work_context;
	uint32_t sent, done;
	uint32_t state;       /* enum cpu_state; the bootstrap processor's does not matter */
	bool asleep;          /* it may be halted, and needs an interrupt to see new work */
	const char *declined; /* reason why it came but is not used; NULL: it did not come, or is used */
	bool stop;            /* the next NMI stops it forever */
	bool stopped;

	/* PMIs. */
	pmi_handler *handler; /* NULL: PMIs are stray */
	void *handler_context;
	bool window_open;
	bool accepting; /* its performance entry shall be unmasked */
	uint8_t unmask; /* enum unmask: when the entry is unmasked after a PMI */
	bool opened;    /* the current PMI's handler has unmasked it */
	bool in_pmi;
	bool stormed; /* PMIs came so fast that the entry stays masked */
	bool storm_told;
	uint32_t pmis_in_a_row; /* since the last sign of other work */
	uint64_t pmis;          /* taken by a handler since start-up */
	uint64_t stray_pmis;
	uint64_t nmis;
	uint8_t nmi_sources; /* their sources: bits of port 61H */

	struct saved_apic saved;
	struct pmi_entry entry;
	bool ticking;             /* its timer wakes it, because it is the watcher */
	struct saved_timer timer; /* not of the bootstrap processor, whose timer the firmware's clock may need */
	bool machine_checks;      /* uncork has enabled its machine checks */
	uint64_t their_root;      /* root of the firmware's page tables while uncork's are loaded; 0: they are not */
	struct segments segments; /* not the bootstrap processor's */
	uint64_t ticks_ahead;     /* difference of its time-stamp counter to the bootstrap processor's, modulo 2^64 */
};

/* Work with a PMI takes less than 4 KiB, an alarm 8. Stacks of the firmware may be too small. */
#define STACK_BYTES  16384
#define STACKS_BYTES (STACK_BYTES + SEGMENTS_STACKS * SEGMENTS_STACK_BYTES) /* all stacks of a CPU */

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
	uint16_t code_segment;           /* code segment of uncork's gates */
	uint8_t pmi_vector, wake_vector; /* 0: none was free */
	/* Returns the executing CPU's mapping of a device's physical address; 0 if there is none, or if it is mapped
	 * one to one. NULL until page tables are set up. */
	uint64_t (*map)(uint64_t physical);
	uint64_t uncached;     /* address of a device register, for `uncached` of struct hw; 0: none */
	uint32_t windows;      /* how many are open */
	uint64_t pmis_seen;    /* taken in all open windows, as of the last wait */
	uint64_t flags;        /* of the bootstrap processor, before the first window */
	uint16_t legacy_masks; /* of the two 8259, before the first window */
	bool started;
	bool agents;     /* other processors were started */
	bool collects;   /* the firmware started them and wants them back */
	uint8_t *stacks; /* STACKS_BYTES for each other CPU: first all to work on, then all of exceptions */
	uint32_t stacks_taken;
	uint32_t unknown; /* CPUs that came but are not in ACPI's list */
	uint32_t watches; /* number of looks by the watcher */
	bool leaving;     /* CPUs shall return to the firmware */
	bool crashed;     /* only the report of a crash continues */
	uint32_t crashed_cpu;
	const struct location *stuck; /* location of an access that hangs; NULL: none is known */
};

extern struct platform platform;

/* Index into machine.cpus of the executing CPU. */
uint32_t platform_cpu(void);

/* Adds a line to machine.warnings. */
void platform_warn(const char *format, ...) PRINTF_LIKE(1, 2);

/* ---- agent.c: the other processors ------------------------------------------------------------------- */

/* Starts all other CPUs, marks those that come as usable, and measures how their time-stamp counters differ. Names
 * those that do not come in the warnings. */
void agents_start(void);

/* Gives the other CPUs back to the firmware. Bounded. Returns the number of CPUs that the firmware has not got back. */
MUST_CHECK uint32_t agents_stop(void);

/* Stops all CPUs except the executing one, forever: for crashes, where any CPU may call this. One CPU of each other
 * socket restores the registers of its socket. Returns the number of CPUs that did not stop. */
uint32_t agents_halt(void);

/* startup.c: lets every other CPU run `agent` on one of the stacks, started by INIT and STARTUP, and returns while they
 * run. CPUs that return from it sleep forever. Returns NULL, or the reason why no INIT was sent. */
const char *startup_all(void (*agent)(void), uint8_t *stacks);

/* Calls `function` on the stack that ends at `top`, a multiple of 16. */
void startup_call_on(uint8_t *top, void (*function)(void));

/* Handles an NMI. Does not return if the NMI shall stop this CPU. */
void agent_take_nmi(void);

/* Handles the interrupt that ends a sleep. */
void agent_take_wake(void);

/* Functions of struct hw. */
uint32_t agent_of_socket(struct hw *hw, uint16_t socket);
enum outcome agent_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context);
enum outcome agent_await(struct hw *hw, uint32_t cpu);
bool agent_interrupt(struct hw *hw, uint32_t cpu);

/* ---- exception.c --------------------------------------------------------------------------------------- */

/* Lets the executing CPU report what happened to `cpu`; everything else ends. Stops this CPU forever if another one
 * reports already. */
void platform_claim(uint32_t cpu);

/* ---- machine_check.c ------------------------------------------------------------------------------------- */

/* Starts to note banks, in machine->errors, if the processor has any. */
void machine_check_open(bool has_banks);

/* Enables machine checks on the executing CPU. Returns true if they were off: the argument for
 * machine_check_disable. */
MUST_CHECK bool machine_check_enable(void);
void machine_check_disable(bool enabled);

/* Has each CPU note the contents of its banks, and warns if one did not answer. `when` is an enum error_when. `own` is
 * false to leave out the bootstrap processor: for CPUs that are started later. Call it outside windows, on the
 * bootstrap processor. */
void machine_check_note(uint8_t when, bool own);

/* Handles a machine check: notes the banks and meets the other CPUs. Returns false if the run cannot continue. */
bool machine_check_take(struct trap_frame *frame);

/* ---- watch.c: accesses that never come back ------------------------------------------------------------ */

/* Appends "; cpu 2 stands still in its read of cbox3.ctr1 (msr 0xd11)"; nothing if the CPU is in no access. */
void watch_say(uint32_t cpu, struct text *text);

/* Looks at a CPU. Returns true once it has stood still in one access for longer than the bound. */
MUST_CHECK bool watch_stands_still(struct watchdog *watchdog, uint32_t number);

/* Called by an idle CPU before it sleeps, with interrupts off. The CPU that watches is woken by its own timer from then
 * on, to call this again. Does not return if the bootstrap processor hangs in an access. */
void watch_look(uint32_t own);

/* The executing CPU's timer belongs to uncork between these two calls. */
void watch_take_timer(struct x86_cpu *cpu);
void watch_restore_timer(const struct x86_cpu *cpu);

/* Finds out whether a CPU watches, and notes it in the machine. Call it after all CPUs have come up, or after one was
 * left out. Bounded. */
void watch_confirm(void);

/* ---- memory.c: which socket owns which memory, and memory for known work ------------------------------------- */

/* Fills in machine->nodes from SRAT. Needs the list of CPUs. Returns false if the arena is full. */
struct acpi;
MUST_CHECK bool memory_list(struct machine *machine, const struct acpi *acpi);

/* Functions of struct hw. */
bool memory_take_for_work(struct hw *hw, uint64_t first, uint64_t last, struct hw_memory *memory);
void memory_give_back(struct hw *hw, const struct hw_memory *memory);
void memory_flush_caches(struct hw *hw);
const volatile uint32_t *memory_uncached(struct hw *hw);

/* ---- window.c ------------------------------------------------------------------------------------------ */

/* Finds free vectors for the PMI and for waking, and sets their gates. */
void window_claim_vectors(void);

/* The executing CPU's local APIC takes only uncork's vectors, including PMIs, between these two calls. Interrupts are
 * off. */
void window_take_apic(struct x86_cpu *cpu);
void window_restore_apic(struct x86_cpu *cpu);

/* Restores only the executing CPU's entry of PMIs, if uncork uses it: for a CPU that a crash stops forever. */
void window_put_entry_back(struct x86_cpu *cpu);

/* Restores the bootstrap processor's local APIC if a window is open: all that remains to be done after a crash
 * there. */
void window_abandon(void);

/* Functions of struct hw. */
enum outcome window_open(struct hw *hw, const struct window *window);
enum outcome window_unmask(struct hw *hw, uint32_t cpu, enum unmask when);
void window_acknowledged(struct hw *hw);
void window_close(struct hw *hw);
void window_wait(struct hw *hw, uint64_t until_ns);
uint64_t window_stray_pmis(struct hw *hw, uint32_t cpu);

/* Warns of the first unexpected NMI, with its source. */
void window_report_nmis(void);

/* Handles a PMI. Interrupt context. */
void window_take_pmi(const struct trap_frame *frame);

#endif
