/* SPDX-License-Identifier: BSD-2-Clause */
/* Self-test of the virtual silicon: an EFI program that knows the architecture and, of the machine, only the few registers that it
 * needs for a PMI. It tests everything that the hypervisor below it promises. The options are words:
 *	pmis=N    number of PMIs in a row (10000)
 *	exit=N    end with this byte at port 0xf4, without tests
 *	icount    instructions are counted exactly: test only that, and CPUID, on any machine
 *	memory    accesses to memory are counted: test only that
 *	hang      C-Box 0 hangs: test what stops then
 *	entry     leave with a changed PMI entry of the local APIC
 *	all-else  leave with all other audited state changed, too
 *	devices   the machine is "selftest" (silicon/selftest/model): test its devices */
#include "lib/memory.h"
#include "lib/parse.h"
#include "silicon/selftest/alone.h"
#include "silicon/selftest/checks.h"
#include "silicon/selftest/processor.h"
#include "silicon/selftest/services.h"
#include "silicon/selftest/uncore.h"
#include "silicon/svm/x86.h"

#define DEFAULT_PMIS    10000
#define GUEST_EXIT_PORT 0xf4
#define MSR_PAT         0x277
#define MSR_EFER        0xc0000080
#define EFER_SCE        1

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* clang-format off */
static const struct check with_firmware[] = {
	{"machine.cpuid",            check_cpuid, 1, 1},
	{"machine.efer",             check_efer, 1, 1},
	{"machine.msrs",             check_msrs, 1, 1},
	{"machine.rdpmc",            check_rdpmc, 1, 1},
	{"machine.local-apic",       check_apic, 1, 1},
	{"machine.x2apic",           check_x2apic, 1, 1},
	{"machine.misc-enable",      check_misc_enable, 1, 1},
	{"machine.cr0",              check_cr0, 1, 1},
	{"machine.cr4",              check_cr4, 1, 1},
	{"machine.hidden-devices",   check_hidden, 1, 1},
	{"machine.decoded",          check_decoded, 1, 1},
	{"machine.stepped",          check_stepped, 1, 1},
	{"machine.traced",           check_traced, 1, 1},
	{"machine.traced-control",   check_traced_control, 1, 1},
	{"machine.traced-shadow",    check_traced_shadow, 1, 1},
	{"machine.traced-from-nmi",  check_traced_from_nmi, 1, 1},
	{"machine.pci",              check_pci_of_machine, 1, 1},
	{"pmi.fixed",                check_pmi_fixed, 1, 1},
	{"pmi.chain",                check_pmi_chain, 1, 1},
	{"pmi.interrupts-off",       check_pmi_interrupts_off, 1, 1},
	{"pmi.task-priority",        check_pmi_task_priority, 1, 1},
	{"pmi.masked",               check_pmi_masked, 1, 1},
	{"pmi.absent-core",          check_pmi_absent_core, 1, 1},
	{"pmi.halted",               check_pmi_halted, 1, 1},
	{"pmi.nmi",                  check_pmi_nmi, 1, 1},
	{"pmi.nmi-nesting",          check_pmi_nmi_nesting, 1, 1},
	{"pmi.nmi-to-self",          check_nmi_to_self, 1, 1},
	{"pmi.nmis-in-handler",      check_nmis_in_handler, 1, 1},
	{"services.all",             check_all_processors, 2, 1},
	{"services.each",            check_each_processor, 2, 1},
	{"services.sockets-apart",   check_sockets_apart, 2, 2},
	{"services.pmi",             check_pmi_of_each, 2, 1},
	{"services.pmi-to-boot",     check_pmi_to_boot_processor, 2, 1},
};

static void check_left_firmware(void);

static const struct check alone[] = {
	{"alone.left-firmware",      check_left_firmware, 1, 1},
	{"alone.msrs",               check_msrs, 1, 1},
	{"alone.stepped",            check_stepped, 1, 1},
	{"alone.pmi-fixed",          check_pmi_fixed, 1, 1},
	{"alone.pmi-halted",         check_pmi_halted, 1, 1},
	{"alone.halted",             check_halted_through_overflow, 1, 1},
	{"alone.pmi-nmi",            check_pmi_nmi, 1, 1},
	{"alone.started",            check_started, 2, 1},
	{"alone.started-again",      check_started_again, 2, 1},
	{"alone.started-one-by-one", check_started_one_by_one, 2, 1},
	{"alone.local-apic-off",     check_apic_off, 1, 1},
	{"cross.local-apic-off",     check_apic_off_of_another, 2, 1},
	{"cross.ipis",               check_ipis, 2, 1},
	{"cross.nmis",               check_nmis, 2, 1},
	{"cross.nmis-logical",       check_nmis_logical, 2, 1},
	{"cross.pmi",                check_pmi_across, 2, 1},
	{"cross.pmi-nmi",            check_pmi_nmi_across, 2, 1},
	{"cross.pmi-to-all",         check_pmi_to_all, 2, 1},
	{"many.storm",               check_storm, 1, 1},
	{"many.pmis",                check_many, 1, 1},
};

static const struct check instructions[] = {
	{"machine.cpuid",            check_cpuid, 1, 1},
	{"machine.cpuid-leaves",     check_cpuid_leaves, 1, 1},
	{"instructions.loop",        check_instructions_of_loop, 1, 1},
	{"instructions.emulated",    check_instructions_emulated, 1, 1},
	{"instructions.registers",   check_instructions_of_registers, 1, 1},
	{"instructions.stepped",     check_instructions_stepped, 1, 1},
	{"instructions.overflow",    check_instructions_of_overflow, 1, 1},
};

static const struct check hang[] = {
	{"hang.started",             check_started, 3, 1},
	{"hang.another",             check_hang_of_another, 3, 1},
};

/* Runs on a processor other than the boot processor. */
static const struct check hang_of_boot[] = {
	{"hang.boot-processor",      check_hang_of_boot_processor, 3, 1},
};

static const struct check memory[] = {
	{"memory.touches",           check_memory_touches, 1, 1},
	{"memory.started",           check_started, 2, 1},
	{"memory.across",            check_memory_across, 2, 1},
	{"memory.halted",            check_halted_through_wbinvd, 2, 1},
	{"memory.touches-again",     check_memory_touches, 1, 1},
};

static const struct check devices[] = {
	{"machine.misc-enable",      check_misc_enable, 1, 1},
	{"core-pmu.found",           check_core_pmu_found, 1, 1},
	{"core-pmu.counts",          check_core_pmu_counts, 1, 1},
	{"core-pmu.apart",           check_core_pmu_apart, 2, 1},
	{"core-pmu.pmi",             check_core_pmu_pmi, 1, 1},
	{"config.widths",            check_config_widths, 1, 1},
	{"config.ports",             check_config_ports, 1, 1},
	{"config.absent",            check_config_absent, 1, 1},
	{"config.shared",            check_config_shared, 1, 1},
	{"config.sockets",           check_config_sockets, 2, 2},
	{"config.stepped",           check_config_stepped, 1, 1},
	{"machine.pci",              check_pci_of_machine, 1, 1},
};
/* clang-format on */

static bool left_firmware;
static bool keeps_entry;    /* leaves with a changed PMI entry */
static bool keeps_all_else; /* leaves with other registers changed, too */
static struct table_register found_gates;

/* Code must also still run after the check. */
static void check_left_firmware(void)
{
	uint64_t bytes = services_wipe();

	say("# bytes_overwritten=%lu", bytes);
	expect("the exit from boot services works", left_firmware);
	expect("more than 64 MiB are overwritten", bytes > UINT64_C(64) << 20);
}

/* Changes a bit or field of each register that a program must restore. */
static void change_all(void)
{
	static uint64_t root[512] __attribute__((aligned(4096))), segments[512];
	struct table_register table;
	uint64_t value;

	interrupts_off();
	__asm__ volatile("sgdt %0" : "=m"(table));
	memcpy(segments, (const void *)(uintptr_t)table.base, table.limit + UINT64_C(1));
	table = (struct table_register){sizeof(segments) - 1, (uintptr_t)segments};
	__asm__ volatile("lgdt %0" : : "m"(table));
	__asm__ volatile("sidt %0" : "=m"(table));
	table.limit -= 16;
	__asm__ volatile("lidt %0" : : "m"(table));
	__asm__ volatile("mov %%cr0, %0; btc $5, %0; mov %0, %%cr0" : "=r"(value));
	__asm__ volatile("mov %%cr4, %0; btc $2, %0; mov %0, %%cr4" : "=r"(value));
	__asm__ volatile("mov %%cr3, %0" : "=r"(value));
	memcpy(root, (const void *)(uintptr_t)(value & ~UINT64_C(4095)), sizeof(root));
	__asm__ volatile("mov %0, %%cr3" : : "r"(root) : "memory");
	msr_write(MSR_EFER, msr_read(MSR_EFER) ^ EFER_SCE);
	msr_write(MSR_PAT, msr_read(MSR_PAT) ^ UINT64_C(1) << 56);
	apic_write(APIC_TASK_PRIORITY, apic_read(APIC_TASK_PRIORITY) ^ 0x20);
	apic_write(APIC_SVR, apic_read(APIC_SVR) ^ 0x10);
	for (unsigned entry = 0x320; entry <= 0x370; entry += 0x10)
		if (entry != APIC_LVT_PMI)
			apic_write(entry, apic_read(entry) ^ LVT_MASKED);
	apic_write(0x380, apic_read(0x380) + 1);
	apic_write(0x3e0, apic_read(0x3e0) ^ 1);
	port_write8(0x21, port_read8(0x21) ^ 1);
	port_write8(0xa1, port_read8(0xa1) ^ 1);
}

static void end(void) __attribute__((noreturn));
static void end(void)
{
	uint64_t taken = 0;

	for (unsigned i = 0; i < machine.count; i++)
		taken += machine.processor[i]->pmis + machine.processor[i]->nmi_pmis;
	if (keeps_entry)
		apic_write(APIC_LVT_PMI, LVT_MASKED | LVT_NMI);
	if (keeps_all_else)
		change_all();
	else if (!left_firmware)
		processor_leave(&found_gates);
	say("# pmis_armed=%lu pmis_asked=%lu pmis_taken=%lu", uncore_armed(), uncore_asked(), taken);
	report_end();
}

static void run_alone(void)
{
	interrupts_on();
	report_run(alone, ARRAY_SIZE(alone));
	end();
}

static void run_memory(void)
{
	report_run(memory, ARRAY_SIZE(memory));
	end();
}

static void run_hang_of_boot(struct processor *me)
{
	(void)me;
	report_run(hang_of_boot, ARRAY_SIZE(hang_of_boot));
	end();
}

static void run_hang(void)
{
	struct processor *me = machine.processor[0];

	interrupts_on();
	report_run(hang, ARRAY_SIZE(hang));
	if (machine.count < 3)
		run_hang_of_boot(me);
	me->works_done = 0;
	alone_work(machine.processor[1], run_hang_of_boot);
	for (me->works = 1;; me->works_done++)
		(void)msr_read(C0_GLOBAL_CTL);
}

static void run_only(const struct check *checks, size_t count) __attribute__((noreturn));
static void run_only(const struct check *checks, size_t count)
{
	report_plan(count);
	report_run(checks, count);
	end();
}

/* The parts that the options select. */
struct wishes {
	bool devices, hang, instructions, memory;
};

/* Ends the machine with the number as the guest's exit byte. */
static void end_with(struct slice number)
{
	uint64_t status;

	if (!parse_u64(number, &status))
		report_crash("crash: exit=N expects a number");
	port_write32(GUEST_EXIT_PORT, (uint32_t)status);
	halt_forever();
}

static struct wishes read_options(void)
{
	char options[128];
	struct slice rest;
	struct wishes wishes = {false, false, false, false};

	services_options(options, sizeof(options));
	rest = (struct slice){options, strlen(options)};
	check_many_pmis = DEFAULT_PMIS;
	while (rest.at) {
		struct slice value = slice_cut(&rest, ' '), name = slice_cut(&value, '=');

		if (slice_is(name, "devices"))
			wishes.devices = true;
		else if (slice_is(name, "hang"))
			wishes.hang = true;
		else if (slice_is(name, "icount"))
			wishes.instructions = true;
		else if (slice_is(name, "memory"))
			wishes.memory = true;
		else if (slice_is(name, "entry"))
			keeps_entry = true;
		else if (slice_is(name, "all-else"))
			keeps_all_else = true;
		else if (slice_is(name, "pmis") && !parse_u64(value, &check_many_pmis))
			report_crash("crash: pmis=N expects a number");
		else if (slice_is(name, "exit"))
			end_with(value);
	}
	return wishes;
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct wishes wishes;

	if (!services_open(image, system) || !alone_prepare())
		report_crash("crash: the firmware does not give what the self-test needs");
	__asm__ volatile("sidt %0" : "=m"(found_gates));
	interrupts_off();
	processor_enter(machine.processor[0], &found_gates);
	interrupts_on();
	wishes = read_options();
	if (wishes.devices)
		run_only(devices, ARRAY_SIZE(devices));
	if (wishes.instructions)
		run_only(instructions, ARRAY_SIZE(instructions));
	if (wishes.hang) {
		report_plan(ARRAY_SIZE(hang) + ARRAY_SIZE(hang_of_boot));
	} else if (wishes.memory) {
		report_plan(ARRAY_SIZE(memory));
	} else {
		report_plan(ARRAY_SIZE(with_firmware) + ARRAY_SIZE(alone));
		report_run(with_firmware, ARRAY_SIZE(with_firmware));
	}
	processor_leave(&found_gates);
	interrupts_on();
	left_firmware = services_exit();
	guest_call(GUEST_CALL_ALONE);
	alone_begin(wishes.hang ? run_hang : wishes.memory ? run_memory : run_alone);
}
