/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills in struct machine from data of the processor and the firmware. */
#include "arch/x86/access.h"
#include "arch/x86/config_ports.h"
#include "arch/x86/cpu.h"
#include "arch/x86/cpuid.h"
#include "arch/x86/platform.h"
#include "arch/x86/power.h"
#include "arch/x86/smbios.h"
#include "arch/x86/topology.h"
#include "core/hardware/deny.h"
#include "core/hardware/errors.h"
#include "core/hardware/flight.h"
#include "core/hardware/limit.h"
#include "core/hardware/pci.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/text.h"

#define CPU_ROOM      4096  /* eight sockets with 144 cores have 1,152; with 128 cores of two threads, 2,048 */
#define FUNCTION_ROOM 16384 /* 32 sockets in 32 segments, with 300 functions each, have 9,600 */
#define PCI_ALL_ONES  UINT32_MAX

struct platform platform;

/* Until CPUs have numbers, only the bootstrap processor runs. */
uint32_t platform_cpu(void)
{
	uint32_t number = idt_cpu();

	return number == IDT_NO_CPU ? platform.bootstrap : number;
}

void platform_warn(const char *format, ...)
{
	char bytes[240];
	struct text text = TEXT_OVER(bytes);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
	warn(&platform.warnings, "%s", text.at);
	platform.machine->warning_count = platform.warnings.count;
}

static uint64_t platform_ticks(struct hw *hw)
{
	(void)hw;
	return cpu_ticks() - platform.cpus[platform_cpu()].ticks_ahead;
}

static uint64_t platform_now_ns(struct hw *hw)
{
	return clock_now(&platform.clock, platform_ticks(hw));
}

static uint64_t map_device(uint64_t physical)
{
	return platform.cpus[platform_cpu()].their_root ? mapping_of(physical) : 0;
}

static const struct hw operations = {
	.looks_at_vendor = true,
	.read = access_read,
	.write = access_write,
	.cpu_of_socket = agent_of_socket,
	.send = agent_send,
	.await = agent_await,
	.now_ns = platform_now_ns,
	.ticks = platform_ticks,
	.wait = window_wait,
	.window_open = window_open,
	.window_close = window_close,
	.window_unmask = window_unmask,
	.acknowledged = window_acknowledged,
	.stray_pmis = window_stray_pmis,
	.take_memory = memory_take_for_work,
	.give_memory = memory_give_back,
	.flush_caches = memory_flush_caches,
	.uncached = memory_uncached,
	.interrupt = agent_interrupt,
};

static bool list_cpus(struct machine *machine, const struct acpi *acpi, const struct cpu_identity *identity)
{
	uint32_t *apic_ids = arena_take(machine->arena, CPU_ROOM, sizeof *apic_ids);
	struct flight *flights;
	struct cpu *cpus;
	uint16_t count;

	if (!apic_ids)
		return false;
	count = acpi_processors(acpi, apic_ids, CPU_ROOM);
	machine->cpus_told = count ? 0 : (uint16_t)min_u64(BIT(identity->package_shift), CPU_ROOM);
	count = topology_with(apic_ids, count, CPU_ROOM, identity->apic_id);
	machine->cpus_told = (uint16_t)max_u64(machine->cpus_told, count);
	cpus = arena_take(machine->arena, count, sizeof *cpus);
	platform.cpus = arena_take(machine->arena, count, sizeof *platform.cpus);
	flights = arena_take(machine->arena, count, sizeof *flights);
	if (!cpus || !platform.cpus || !flights)
		return false;
	flight_start(flights, count);
	machine->socket_count = topology_fill(cpus, apic_ids, count, identity);
	limit_choose_cpus(cpus, count);
	machine->cpus = platform.described = cpus;
	machine->cpu_count = count;
	while (platform.bootstrap + 1u < count && !cpus[platform.bootstrap].bootstrap)
		platform.bootstrap++;
	(void)idt_enter(platform.bootstrap);
	return true;
}

/* Drops regions of MCFG that are not mapped: each access there would be a page fault. */
static uint16_t drop_unmapped(struct ecam_region *regions, uint16_t count)
{
	uint16_t kept = 0;

	for (uint16_t i = 0; i < count; i++) {
		const struct location first = {
			.space = SPACE_PCI,
			.width_bits = 32,
			.address = (uint64_t)regions[i].segment << 28 | (uint64_t)regions[i].first_bus << 20,
		};

		if (!deny_covers(&first, platform.bootstrap) &&
		    guarded_load32(regions[i].base + ((uint64_t)regions[i].first_bus << 20)).fault)
			warn(&platform.warnings, "ACPI: MCFG: region at 0x%llx is not mapped",
			     (unsigned long long)regions[i].base);
		else
			regions[kept++] = regions[i];
	}
	return kept;
}

static uint32_t read_config(void *context, struct pci_address at, uint16_t offset)
{
	const struct ecam_region *region = context;
	uint64_t address =
		((uint64_t)at.bus << 20) + ((uint64_t)at.device << 15) + ((uint64_t)at.function << 12) + offset;
	const struct location where = {
		.space = SPACE_PCI, .width_bits = 32, .address = (uint64_t)region->segment << 28 | address};
	struct flight_access *note = flight_begin(platform.bootstrap, &where, false, 0);
	uint64_t value = PCI_ALL_ONES;
	enum outcome outcome;

	if (region->base == ECAM_BY_PORTS) {
		outcome = config_ports_read(where.address, 32, &value);
	} else {
		struct guarded answer = guarded_load32(region->base + address);

		outcome = answer.fault ? OUTCOME_ABSENT : OUTCOME_OK;
		if (!answer.fault)
			value = answer.value;
	}
	flight_end(platform.bootstrap, note, outcome, value);
	return (uint32_t)value;
}

static bool list_functions(struct machine *machine, const struct acpi *acpi)
{
	struct ecam_region *regions = arena_take(machine->arena, ACPI_ECAM_ROOM, sizeof *regions);
	struct pci_walk walk = {.read = read_config, .capacity = FUNCTION_ROOM};

	walk.functions = arena_take(machine->arena, FUNCTION_ROOM, sizeof *walk.functions);
	if (!regions || !walk.functions)
		return false;
	machine->ecam = regions;
	machine->ecam_count = drop_unmapped(regions, acpi_ecam(acpi, regions, ACPI_ECAM_ROOM));
	if (config_ports_are_there())
		machine->ecam_count = config_ports_fill(regions, machine->ecam_count, ACPI_ECAM_ROOM);
	for (uint16_t i = 0; i < machine->ecam_count; i++) {
		walk.context = &regions[i];
		pci_walk(&walk, &regions[i]);
	}
	if (walk.full)
		warn(&platform.warnings, "more than %u PCI functions", FUNCTION_ROOM);
	machine->functions = walk.functions;
	machine->function_count = walk.count;
	machine->walk_reads = walk.reads;
	return true;
}

/* Lets uncork take all exceptions and machine checks of the bootstrap processor, and use its own page tables. */
static void take_bootstrap(struct machine *machine, const struct cpu_identity *identity)
{
	struct x86_cpu *cpu = &platform.cpus[platform.bootstrap];

	platform.started = true;
	machine_check_open(identity->machine_checks);
	cpu->machine_checks = machine_check_enable();
	mapping_open();
	cpu->their_root = mapping_enter();
	platform.map = map_device;
	machine->device_memory = cpu->their_root ? "uncached, by uncork's own page tables"
						 : "as in the firmware's page tables: no type in MSR 277H is uncached";
	platform.code_segment = cpu_code_segment();
	platform.apic = apic_find();
	machine->interrupt_controller = platform.apic.name;
}

/* machine->board stays NULL if the tables say nothing about the board. */
static bool read_board(struct machine *machine, const struct x86_boot *boot)
{
	struct acpi_memory memory = {.read = access_copy};
	struct board_identity *board = arena_take(machine->arena, 1, sizeof(*board));

	if (!board)
		return false;
	smbios_read(&memory, (uintptr_t)boot->smbios, board);
	memcpy(board->began, boot->began, sizeof(board->began));
	if (*board->maker || *board->product || *board->board || *board->bios_maker)
		machine->board = board;
	return true;
}

static bool start_others(struct machine *machine)
{
	(void)machine;
	if (platform.agents)
		return false;
	write_ahead_say("step", "other processors");
	agents_start();
	if (platform.agents)
		machine_check_note(ERROR_BEFORE, false);
	return platform.agents;
}

bool x86_start(struct machine *machine, const struct x86_boot *boot)
{
	const struct acpi_memory memory = {.read = access_copy};
	struct cpu_identity identity;
	struct acpi acpi;

	memset(machine, 0, sizeof *machine);
	platform = (struct platform){.hw = operations, .machine = machine, .boot = *boot};
	machine->hw = &platform.hw;
	machine->arena = boot->arena;
	machine->power = boot->power ? &x86_power_by_firmware : &x86_power_by_acpi;
	deny_set_starter(start_others);
	machine->virtual_silicon = boot->virtual_silicon;
	machine->memory = boot->memory;
	machine->memory_count = boot->memory_count;
	machine->cpu_number = "APIC id";
	(void)idt_install();
	cpuid_identify(&identity, cpuid_execute, NULL);
	memcpy(machine->vendor, identity.vendor, sizeof machine->vendor);
	memcpy(machine->brand, identity.brand, sizeof machine->brand);
	memcpy(machine->hypervisor, identity.hypervisor, sizeof machine->hypervisor);
	machine->family = identity.family;
	machine->model = identity.model;
	machine->stepping = identity.stepping;
	machine->core_pmu = identity.core_pmu;
	machine->processor = processor_find(machine->vendor, machine->family, machine->model, machine->stepping);
	write_ahead_say("step", "ACPI tables");
	acpi_open(&acpi, &memory, (uintptr_t)boot->rsdp, &platform.warnings);
	machine->unmapped = !acpi_is_there(&acpi);
	machine->tables = acpi_tables(&acpi, machine->arena, &machine->table_count);
	if (!list_cpus(machine, &acpi, &identity) || !memory_list(machine, &acpi) || !read_board(machine, boot))
		return false;
	take_bootstrap(machine, &identity);
	write_ahead_say("step", "clocks");
	platform.clock = clock_calibrate(boot, &acpi, &identity, &platform.warnings, &machine->clock_by);
	machine->no_clock = !machine->clock_by;
	machine->ticks_per_second = platform.clock.ticks_per_second;
	window_claim_vectors();
	write_ahead_say("step", "other processors");
	agents_start();
	machine_check_note(ERROR_BEFORE, true);
	write_ahead_say("step", "PCI configuration space");
	if (!list_functions(machine, &acpi))
		return false;
	machine->warnings = platform.warnings.list;
	machine->warning_count = platform.warnings.count;
	return true;
}

void x86_note_errors(void)
{
	if (!platform.started)
		return;
	window_report_nmis();
	machine_check_note(ERROR_AFTER, true);
}

uint32_t x86_stop(void)
{
	uint32_t kept = 0;

	if (platform.started) {
		window_close(&platform.hw);
		kept = agents_stop();
		platform.map = NULL;
		mapping_leave(platform.cpus[platform.bootstrap].their_root);
		machine_check_disable(platform.cpus[platform.bootstrap].machine_checks);
	}
	platform.started = false;
	(void)idt_remove();
	return kept;
}
