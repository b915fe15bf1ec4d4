/* SPDX-License-Identifier: BSD-2-Clause */
/* The thin hypervisor that puts virtual silicon under a running machine: declarations shared by its parts.
 *
 * The machine keeps running as the only guest. All memory is mapped one to one, so a guest-physical address, a physical address and
 * a host pointer are the same number. */
#ifndef SILICON_SVM_SVM_H
#define SILICON_SVM_SVM_H

/* Offsets into struct cpu and struct vmcb for launch.S. */
#define CPU_VMCB        0x80
#define CPU_HOST_CR3    0x88
#define CPU_HOST_STACK  0x90
#define CPU_HOST_GDTR   0x98
#define CPU_HOST_IDTR   0xa8
#define CPU_ENTERED_TSC 0xb8
#define CPU_EXITED_TSC  0xc0
#define VMCB_RFLAGS     0x570
#define VMCB_RIP        0x578
#define VMCB_RSP        0x5d8

#define RFLAGS_IF_BIT   0x200
#define HOST_CODE       0x08
#define HOST_DATA       0x10

#define PAGE_BYTES      4096
#define LARGE_BYTES     (2 << 20)
#define HOST_STACK_SIZE (64 << 10)

#ifndef __ASSEMBLER__

#include "lib/basic.h"
#include "silicon/silicon.h"
#include "silicon/svm/vmcb.h"
#include "silicon/svm/x86.h"

#define MAX_EXITS    16 /* kinds of exits that are counted separately */
#define MAX_TRAPS    20 /* HPET, local APIC, 16 ranges of PCI functions, device memory */
#define MAX_SPLITS   32
#define MAX_DEFERRED 16

/* Numbers of the general registers as instructions encode them. */
enum gpr { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, GPR_COUNT = 16 };

struct cpu;

/* Guest-physical pages whose accesses the hypervisor emulates. Accesses are 1, 2, 4 or 8 bytes wide. */
struct trap {
	uint64_t first, last;
	uint64_t (*read)(struct cpu *cpu, uint64_t address, unsigned bytes);
	void (*write)(struct cpu *cpu, uint64_t address, unsigned bytes, uint64_t value);
};

/* A page table over all memory, one to one, in 2 MiB pages that can be split. */
struct paging {
	uint64_t *root;
	uint64_t *spare[MAX_SPLITS]; /* pages for further tables */
	unsigned spares;
	uint64_t flags; /* of every entry */
};

/* The HPET: time base and, with timer 2, alarm clock. */
struct clock {
	uint64_t base;
	uint64_t period_fs;
	uint64_t last_ns;                  /* the latest time at which the model ran */
	volatile uint64_t wanted_ns;       /* time for which the alarm is requested; UINT64_MAX: never */
	volatile int lock;                 /* of the timer's state, the members below */
	volatile uint64_t alarm_ns;        /* time to which the alarm is set; 0: it has rung */
	uint32_t control, comparator_high; /* of the timer, as written */
	bool enabled;
};

/* The guest's own time, as guest_time.c keeps it. */
struct guest_time {
	uint64_t instruction_ns; /* duration of an instruction; 0: the model's time is the HPET's */
	uint64_t ns;             /* the guest's time */
	uint64_t counted_tsc;    /* time stamp up to which `ns` is counted */
};

/* State of touch.c: accesses of the guest to memory. */
enum { WATCH_RANGES = 8, WATCH_NODES = 16, NO_SOCKET = 0xffff };
struct watch_range {
	uint64_t start, end;
};
struct watch_node {
	uint32_t domain; /* of ACPI's SRAT */
	uint16_t socket; /* NO_SOCKET: it has no processors */
};
struct watch {
	bool able;                            /* there is memory to watch, and memory for tables and touches */
	bool begun;                           /* WBINVD has been executed */
	bool armed;                           /* memory is not present until it is touched */
	bool reported;                        /* the log says that some touches are not seen */
	struct watch_range ram[WATCH_RANGES]; /* in whole large pages */
	unsigned ranges;
	struct watch_node node[WATCH_NODES];
	unsigned nodes;
	uint64_t *table; /* memory for `tables` tables of 4 KiB pages; `used` of them are in use */
	unsigned tables, used;
	void *memory;       /* memory in which the model remembers touches */
	unsigned uncounted; /* number of touches in a row that moved no counter */
};

/* Registers of a processor, and of its local APIC, that are compared when the program leaves. */
enum { LEAVING_REGISTERS = 9, LEAVING_APIC = 9, ENTRY_AT_START = 0x10000 };

/* State of one processor. launch.S uses the first members. */
struct cpu {
	uint64_t gpr[GPR_COUNT]; /* the guest's; RAX and RSP only between exit and entry */
	struct vmcb *vmcb;
	uint64_t host_cr3;
	void *host_stack; /* top of the stack, where the pointer to this struct is */
	struct table_register host_gdtr __attribute__((aligned(8)));
	struct table_register host_idtr __attribute__((aligned(8)));
	/* Time stamps shortly before the latest entry into the guest (0: not in the guest; guest_time.c), and shortly after the
	 * latest exit. */
	volatile uint64_t entered_tsc __attribute__((aligned(8))), exited_tsc;

	struct hypervisor *hypervisor;
	void *host_save;
	uint32_t apic_id;
	uint16_t socket;
	uint16_t number;       /* of the logical processor in its socket: its position in the order of APIC IDs */
	volatile bool running; /* launched: this processor runs the guest */

	/* The guest's local APIC, where it differs from the real one. */
	volatile bool apic_off;              /* switched off by IA32_APIC_BASE */
	uint32_t lvt_pmi, icr_low, icr_high; /* in the layout of the APIC's mode */
	bool entry_kept;                     /* a fault keeps the PMI entry masked */
	/* Copies of the real APIC's registers, for the commands that the hypervisor executes. */
	uint32_t logical_destination, destination_format;

	uint64_t found[LEAVING_REGISTERS]; /* values at the start */
	uint32_t apic_found[LEAVING_APIC], apic_now[LEAVING_APIC];
	bool was_reset; /* an INIT has reset this processor */

	volatile bool nmi_pending, init_pending, sipi_pending;
	volatile bool waiting_for_sipi;
	uint8_t sipi_vector;
	struct {
		struct cpu *target;
		uint32_t command;
	} deferred[MAX_DEFERRED]; /* IPIs to send after the lock is released */
	unsigned deferred_count;
	unsigned awaited; /* number of IPIs to this processor that others have deferred and not yet sent */
	uint64_t passes;  /* number of entries and exits: odd while in the guest; stale.c */
	bool stale;       /* translations must be flushed at the next entry */
	uint64_t touches;
	bool nmi_blocked;   /* an NMI handler of the guest has not returned yet */
	bool asleep;        /* waits outside the guest for an event; used only with guest_time.instruction_ns */
	bool halted;        /* the guest has executed HLT, and no event has woken it since */
	struct vmcb *sleep; /* VMCB of the guest that sleeps in its place: halt.c */

	uint64_t *step_tables[4]; /* private nested page tables for one stepped instruction */
	uint32_t *step_page;
	uint64_t exits[MAX_EXITS];
};
_Static_assert(offsetof(struct cpu, vmcb) == CPU_VMCB, "launch.S");
_Static_assert(offsetof(struct cpu, host_cr3) == CPU_HOST_CR3, "launch.S");
_Static_assert(offsetof(struct cpu, host_stack) == CPU_HOST_STACK, "launch.S");
_Static_assert(offsetof(struct cpu, host_gdtr) == CPU_HOST_GDTR, "launch.S");
_Static_assert(offsetof(struct cpu, host_idtr) == CPU_HOST_IDTR, "launch.S");
_Static_assert(offsetof(struct cpu, entered_tsc) == CPU_ENTERED_TSC, "launch.S");
_Static_assert(offsetof(struct cpu, exited_tsc) == CPU_EXITED_TSC, "launch.S");
_Static_assert(offsetof(struct vmcb, rflags) == VMCB_RFLAGS, "launch.S");
_Static_assert(offsetof(struct vmcb, rip) == VMCB_RIP, "launch.S");
_Static_assert(offsetof(struct vmcb, rsp) == VMCB_RSP, "launch.S");

struct hypervisor {
	struct cpu *cpus; /* `cpu_count` of them, the boot processor first */
	unsigned cpu_count;
	struct silicon_extent extent; /* sockets and processors of the machine below */
	volatile int lock;            /* protects the model, the clock and the configuration ports */

	struct silicon *silicon;
	struct cpu *acting;    /* processor that runs the model now and sends its PMIs */
	bool left;             /* silicon_leave has been called */
	bool returns;          /* the program must return processors to firmware as it found them */
	uint16_t legacy_found; /* masks of the two 8259, at the start */
	char banner[256];

	struct clock clock;
	struct guest_time guest_time;
	struct paging host, nested;
	struct trap traps[MAX_TRAPS];
	unsigned trap_count;
	uint8_t *msr_map, *io_map;
	uint64_t apic_base;
	bool x2apic;             /* the mode of all local APICs */
	uint64_t ecam_base;      /* 0 if no configuration space is emulated */
	uint32_t config_address; /* last write to port 0xcf8 */
	uint16_t sleep_port;     /* PM1a_CNT; 0: not known */
	uint64_t accesses_left;  /* number of accesses still to be recorded */
	uint64_t accessed_ns;    /* time of the latest recorded access; 0: none */

	struct watch watch;

	/* Outcomes of PMI requests, counted once for each core that a request goes to. */
	uint64_t pmis_delivered, pmis_masked, pmis_no_core;
	uint64_t violations; /* in addition to those that the model counts */
};

/* run.c: makes the machine a guest, and handles each exit. */

/* Makes the calling processor a guest, and returns as that guest. Interrupts stay enabled or disabled. */
void cpu_launch(struct cpu *cpu);
/* Host loop of one processor; launch.S jumps here. */
void cpu_run(struct cpu *cpu) __attribute__((noreturn));
/* launch.S: sets the guest's RIP, RSP and RFLAGS, switches to the host's tables and stack and calls cpu_run; returns as guest. */
void svm_launch(struct cpu *cpu);
/* launch.S: executes VMRUN, until the next exit. */
void svm_enter(struct cpu *cpu);
/* launch.S: executes VMRUN for a guest that changes no general register. */
void svm_sleep(struct vmcb *vmcb);
/* launch.S: the code of that guest: HLT. */
void svm_sleeper(void);
/* Enters the guest until the next exit. Copies RAX and RSP between VMCB and `gpr`. */
void cpu_enter(struct cpu *cpu);
/* Executes one guest instruction with interrupts held back, under the nested page tables at `nested_cr3`. If it raises an
 * exception, injects that and returns false. */
bool cpu_step(struct cpu *cpu, uint64_t nested_cr3);
/* Continue the guest after an emulated instruction: at `rip`, or after its `length` bytes. */
void cpu_continue(struct cpu *cpu, uint64_t rip);
void cpu_skip(struct cpu *cpu, unsigned length);
/* Injects an exception. `error` is used only if the vector has an error code. */
void cpu_raise(struct cpu *cpu, unsigned vector, uint32_t error);
/* Takes the host's pending NMIs, and advances the model. */
void cpu_take_nmi(struct cpu *cpu);
/* launch.S: sleeps until an NMI comes; returns at once if one is pending. */
void svm_wait_nmi(void);
/* Makes `target`, which may be the calling processor `from`, exit as soon as it runs guest code. */
void cpu_kick(struct cpu *from, struct cpu *target);
/* Logs the numbers of exits of all processors in one line. */
void cpu_log_exits(struct hypervisor *hypervisor);

/* exit.c: the guest's CPUID; handlers by exit code. */
struct silicon_cpuid guest_cpuid(const struct cpu *cpu, uint32_t leaf, uint32_t subleaf);
void exit_cpuid(struct cpu *cpu);
void exit_io(struct cpu *cpu);
void exit_vmmcall(struct cpu *cpu);
void exit_undefined(struct cpu *cpu);
void exit_shutdown(struct cpu *cpu);

/* msr.c */
void msr_map_build(struct hypervisor *hypervisor);
void exit_msr(struct cpu *cpu);
void exit_rdpmc(struct cpu *cpu);

/* mmio.c */
void exit_nested_fault(struct cpu *cpu);

/* Copies the code at the guest's RIP: CODE_BYTES, or fewer if the rest is not mapped. Returns the number of bytes. */
#define CODE_BYTES 15
size_t cpu_fetch(const struct cpu *cpu, uint8_t code[CODE_BYTES]);
/* Length of the instruction at the guest's RIP: prefixes, a byte `opcode`, and `more` bytes. */
unsigned cpu_length(const struct cpu *cpu, uint8_t opcode, unsigned more);

/* touch.c: shows the model the guest's accesses to memory. */
struct loader;
/* Finds the memory to watch. Call it after silicon_create. */
void touch_setup(struct loader *loader, struct hypervisor *hypervisor);
/* Handles a nested fault. False if its address is not in watched memory. */
MUST_CHECK bool touch_take(struct cpu *cpu);
void exit_wbinvd(struct cpu *cpu);

/* control.c: writes of control registers 4, and of 0 if they change more than TS and MP. */
void exit_cr0_write(struct cpu *cpu);
void exit_cr4_write(struct cpu *cpu);

/* halt.c: HLT. */
/* Prepares the guest that sleeps in place of the captured one. */
void halt_prepare(struct cpu *cpu);
void exit_hlt(struct cpu *cpu);
/* Sleeps until an event comes; events that wake the guest clear `halted`. */
void halt_sleep(struct cpu *cpu);

/* found.c: registers that the program must leave as it found them. */
struct left {
	const char *name;
	uint32_t apic_id;
	uint64_t found, now;
	bool excused;
};
/* Records the registers of a processor before it becomes a guest. */
void found_note(struct cpu *cpu);
/* Reports each register that differs from its value at the start. Call it when the program leaves. After a failure of the program
 * its PMI entries are excused: it may have lost the processor. */
void found_check(struct cpu *from, bool failed);

/* stale.c: flushes translations of removed memory. */
/* True if the processor must flush its translations. Call it before each entry into the guest. */
MUST_CHECK bool stale_enter(struct cpu *cpu);
/* Notes that the processor has left the guest. Call it after each exit. */
void stale_leave(struct cpu *cpu);
/* Makes all processors flush their translations at their next entry. Call it after memory was removed. Returns when no other
 * processor is still in the guest with older translations. */
void stale_all(struct cpu *from);

/* npt.c */
/* Maps the 2 MiB around an address as one page, or unmaps them. */
void paging_set_large(struct paging *paging, uint64_t address, bool present);
/* Returns the table of 4 KiB pages for the 2 MiB around an address. If there is none, `table`, which must be empty, becomes it; if
 * `table` is NULL, returns NULL. */
uint64_t *paging_small(struct paging *paging, uint64_t address, uint64_t *table);
/* Sets the rights of one page in such a table. */
void paging_set_small(struct paging *paging, uint64_t address, bool present, bool writable);
/* Size of a page table from paging_build. */
#define PAGING_GIB   64
#define PAGING_PAGES (2 + PAGING_GIB)
/* Builds a page table over PAGING_GIB GiB in `pages`, PAGING_PAGES zeroed pages. */
void paging_build(struct paging *paging, void *pages, uint64_t flags);
/* Makes all accesses to a trap's pages exit. */
void paging_trap(struct hypervisor *hypervisor, const struct trap *trap);
/* Maps the 2 MiB around an address. False if they were mapped already. */
MUST_CHECK bool paging_extend(struct hypervisor *hypervisor, uint64_t address);
/* Makes a copy of the nested tables, for one CPU, in which `address` leads to its step page. Returns its root. */
uint64_t paging_step_view(struct cpu *cpu, uint64_t address);

/* apic.c */
void apic_setup(struct hypervisor *hypervisor);
/* Takes over the calling processor's own local APIC. */
void apic_take_over(struct cpu *cpu);
/* Delivers a PMI to `target` as its LVT entry says. The interrupt is sent when `from`, the calling processor, calls
 * apic_send_deferred. */
void apic_pmi(struct cpu *from, struct cpu *target);
/* Registers of the local APIC that a program must leave as it found them. */
struct apic_kept {
	const char *name;
	uint32_t offset;
	uint32_t mask, after_init; /* bits that are compared: without an INIT, and after one */
};
extern const struct apic_kept apic_kept[LEAVING_APIC];
/* Reads these registers of a processor: the bits that software can write. */
void apic_note(const struct cpu *cpu, uint32_t values[LEAVING_APIC]);
/* Sends the IPIs that the calling processor has deferred. */
void apic_send_deferred(struct cpu *from);
/* Waits until all IPIs deferred for `cpu` are sent: the PMI of each overflow that registers show to it afterwards is then sent. */
void apic_await_deferred(const struct cpu *cpu);
/* Sends a real IPI from the calling processor. */
void apic_send(const struct cpu *from, uint32_t apic_id, uint32_t command);

/* Read and write IA32_APIC_BASE. False for #GP. */
uint64_t apic_read_base(const struct cpu *cpu);
MUST_CHECK bool apic_write_base(struct cpu *cpu, uint64_t value);
/* Read and write registers of x2APIC mode, MSR_X2APIC and above. False for #GP. */
MUST_CHECK bool apic_read_msr(struct cpu *cpu, uint32_t msr, uint64_t *value);
MUST_CHECK bool apic_write_msr(struct cpu *cpu, uint32_t msr, uint64_t value);
/* Sets the local APIC to its state after INIT. */
void apic_reset(struct cpu *cpu);

/* Delivery modes of the ICR and of LVT entries. */
enum delivery_mode { MODE_FIXED, MODE_LOWEST, MODE_SMI, MODE_NMI = 4, MODE_INIT, MODE_STARTUP };
#define ICR_MODE(low) ((unsigned)((low) >> 8 & 7))

/* smp.c */
/* Executes an NMI, INIT or STARTUP command written to the ICR of `from`. */
void smp_command(struct cpu *from, uint32_t command);
/* Executes the requests of other processors; call it before each entry. After an INIT, waits for STARTUP. */
void smp_serve(struct cpu *cpu);

/* hpet.c */
MUST_CHECK bool hpet_setup(struct hypervisor *hypervisor, uint32_t apic_id);
uint64_t hpet_now(const struct clock *clock);
/* Sets the alarm, an NMI on the boot processor, to clock->wanted_ns. Call it without the lock. */
void hpet_alarm(struct clock *clock);

/* guest_time.c: time that stops while the hypervisor works. Without `icount` in the scenario these functions do nothing, and the
 * model's time is the HPET's. */
/* Call it after silicon_create. */
void guest_time_setup(struct hypervisor *hypervisor);
/* Counts the guest's time up to an exit. Call it after each exit, without the lock. */
void guest_time_exit(struct cpu *cpu);
/* Notes that the processor begins to wait outside the guest, or has ended its wait. Call it without the lock. */
void guest_time_sleep(struct cpu *cpu, bool asleep);
/* Counts one instruction that the hypervisor has executed for the guest. Call it without the lock. */
void guest_time_retire(struct cpu *cpu);
/* Returns the model's time in ns; `machine_ns` is the HPET's time now. Call it with the lock held. */
uint64_t guest_time_now(struct hypervisor *hypervisor, uint64_t machine_ns);
/* Returns the earliest HPET time, in ns, at which the model's time may reach `at_ns`; UINT64_MAX (never) for UINT64_MAX. Call it
 * with the lock held. */
uint64_t guest_time_alarm(const struct hypervisor *hypervisor, uint64_t at_ns);

/* bus.c: access to the model. */
enum silicon_answer svm_bus_read(struct cpu *cpu, enum silicon_space space, uint64_t address, unsigned bytes,
				 uint64_t *value);
enum silicon_answer svm_bus_write(struct cpu *cpu, enum silicon_space space, uint64_t address, unsigned bytes,
				  uint64_t value);
/* Take and release the lock, around direct calls of the model. svm_bus_enter returns the model's time. svm_bus_leave also sets the
 * alarm and sends deferred IPIs. */
uint64_t svm_bus_enter(struct cpu *cpu);
void svm_bus_leave(struct cpu *cpu);
/* Advances the model to the current time. */
void svm_bus_poll(struct cpu *cpu);
/* Logs the statistics. With `leave`, the first such call first tells the model that the program leaves. */
void svm_bus_report(struct cpu *cpu, bool leave);
/* Returns the hypervisor's functions that the model calls. */
struct silicon_owner svm_bus_owner(struct hypervisor *hypervisor);

/* accesses.c: the result of an access. */
struct silicon_done {
	enum silicon_answer answer;
	bool write;
	uint64_t value; /* value read or written */
};
/* Logs one access with the model's time, if accesses are recorded. Call it with the lock held, so that lines have the order of the
 * accesses. */
void accesses_note(struct hypervisor *hypervisor, const struct silicon_access *access, const struct silicon_done *done);

/* config.c: PCI configuration space, by ECAM and by ports 0xcf8 and 0xcfc. */
void config_setup(struct hypervisor *hypervisor);
/* Executes an access to `port` if it is one of these; else returns false. */
bool config_port(struct cpu *cpu, uint16_t port, bool in, unsigned bytes);

/* memory.c: the model's device memory. */
void memory_setup(struct hypervisor *hypervisor);

/* power.c: the ports that switch the machine off or reset it. */
void power_setup(struct hypervisor *hypervisor);
/* True if a write of `value` to `port` ends the machine. */
MUST_CHECK bool power_ends(const struct hypervisor *hypervisor, uint16_t port, unsigned bytes, uint32_t value);

/* host.c: the hypervisor's own descriptor tables. */
#define HOST_TABLE_PAGES 2
void host_tables_build(void *pages, struct table_register *gdtr, struct table_register *idtr);

static inline bool lock_try(volatile int *lock)
{
	return !__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE);
}

/* Under QEMU a PAUSE takes the mutex that the lock's holder needs for its devices; without any PAUSE,
 * a QEMU that runs processors in turn would not let the holder continue. */
#define LOOKS_BEFORE_PAUSE 1000

static inline void lock_take(volatile int *lock)
{
	while (!lock_try(lock)) {
		for (unsigned i = 0; i < LOOKS_BEFORE_PAUSE && *lock; i++)
			;
		if (*lock)
			cpu_relax();
	}
}

static inline void lock_give(volatile int *lock)
{
	__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
#endif
