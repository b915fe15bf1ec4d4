/* SPDX-License-Identifier: BSD-2-Clause */
/* silicon.efi: moves itself to memory that nobody else will use, builds the machine to play, turns the
 * running machine into a guest on top of it, and starts the second image or returns. */
#include "lib/memory.h"
#include "lib/text.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/loader.h"
#include "silicon/svm/log.h"
#include "silicon/svm/processors.h"
#include "silicon/svm/scenario.h"
#include "silicon/svm/svm.h"

#define PAGING_HOST_FLAGS   0x03 /* present, writable */
#define PAGING_NESTED_FLAGS 0x07 /* and user: nested walks are user accesses */
#define IO_MAP_PAGES        3
#define MSR_MAP_PAGES       2
#define CPUID_EXT_1_ECX_SVM BIT(2)
#define CPUID_SVM_EDX_NPT   BIT(0)
#define VM_CR_SVMDIS        BIT(4)

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static size_t pages_of(size_t bytes)
{
	return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

/* ---- may we? ---------------------------------------------------------------------------------------- */

static const char *why_not(void)
{
	if (cpuid(0x80000000, 0).eax < 0x8000000a || !(cpuid(0x80000001, 0).ecx & CPUID_EXT_1_ECX_SVM))
		return "this processor has no SVM (QEMU: -cpu ...,+svm,+npt)";
	if (!(cpuid(0x8000000a, 0).edx & CPUID_SVM_EDX_NPT))
		return "this processor has no nested paging (QEMU: -cpu ...,+npt)";
	if (msr_read(MSR_VM_CR) & VM_CR_SVMDIS)
		return "SVM is disabled by VM_CR";
	return NULL;
}

/* Whoever asked for virtual silicon must not take what comes without it for a result: under QEMU the run
 * ends here. On hardware nothing else may be started. */
static EFI_STATUS refuse(const struct loader *loader, const char *kind, const char *reason)
{
	log_line(kind, "%s", reason);
	loader_say(loader, "virtual silicon refuses to start:");
	loader_say(loader, reason);
	if (log_is_kept())
		port_write8(EXIT_PORT, EXIT_VALUE_OURS);
	return EFI_UNSUPPORTED;
}

/* ---- memory ----------------------------------------------------------------------------------------- */

/* All that there is once, and what each processor has beside its struct cpu, in whole pages. */
struct shared_memory {
	struct hypervisor hypervisor __attribute__((aligned(PAGE_BYTES)));
	uint8_t io_map[IO_MAP_PAGES * PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));
	uint8_t msr_map[MSR_MAP_PAGES * PAGE_BYTES];
	uint8_t host_tables[HOST_TABLE_PAGES * PAGE_BYTES];
	uint8_t host_paging[PAGING_PAGES * PAGE_BYTES];
	uint8_t nested_paging[PAGING_PAGES * PAGE_BYTES];
	uint64_t spares[MAX_SPLITS][PAGE_BYTES / 8];
};

struct own_memory {
	struct vmcb vmcb __attribute__((aligned(PAGE_BYTES)));
	uint8_t host_save[PAGE_BYTES];
	uint32_t step_page[PAGE_BYTES / 4];
	uint64_t step_tables[4][PAGE_BYTES / 8];
	uint8_t stack[HOST_STACK_SIZE];
};

static void build_cpu(struct hypervisor *hypervisor, struct cpu *cpu, struct own_memory *own)
{
	cpu->hypervisor = hypervisor;
	cpu->vmcb = &own->vmcb;
	cpu->host_save = own->host_save;
	cpu->step_page = own->step_page;
	for (unsigned i = 0; i < ARRAY_SIZE(cpu->step_tables); i++)
		cpu->step_tables[i] = own->step_tables[i];
	cpu->host_stack = own->stack + HOST_STACK_SIZE;
	cpu->host_cr3 = (uintptr_t)hypervisor->host.root;
}

static void build_shared(struct shared_memory *memory)
{
	struct hypervisor *hypervisor = &memory->hypervisor;

	hypervisor->io_map = memory->io_map;
	hypervisor->msr_map = memory->msr_map;
	paging_build(&hypervisor->host, memory->host_paging, PAGING_HOST_FLAGS);
	paging_build(&hypervisor->nested, memory->nested_paging, PAGING_NESTED_FLAGS);
	for (unsigned i = 0; i < MAX_SPLITS; i++)
		hypervisor->nested.spare[i] = memory->spares[i];
	hypervisor->nested.spares = MAX_SPLITS;
}

/* NULL if there is no memory. */
static struct hypervisor *build(const struct loader *loader)
{
	unsigned count = processors_count(loader);
	struct shared_memory *memory = loader_reserve(loader, pages_of(sizeof(*memory)));
	struct own_memory *own = loader_reserve(loader, pages_of(count * sizeof(*own)));
	struct cpu *cpus = loader_reserve(loader, pages_of(count * sizeof(*cpus)));

	if (!memory || !own || !cpus)
		return NULL;
	build_shared(memory);
	memory->hypervisor.cpus = cpus;
	memory->hypervisor.cpu_count = count;
	memory->hypervisor.sockets = 1;
	for (unsigned i = 0; i < count; i++) {
		build_cpu(&memory->hypervisor, &cpus[i], &own[i]);
		host_tables_build(memory->host_tables, &cpus[i].host_gdtr, &cpus[i].host_idtr);
	}
	return &memory->hypervisor;
}

/* ---- the machine to play ---------------------------------------------------------------------------- */

static struct blob find_scenario(const struct loader *loader)
{
	struct blob scenario = loader_fwcfg_file(loader, "opt/uncork/scenario");

	if (!scenario.at)
		scenario = loader_disk_file(loader, (const CHAR16 *)L"\\uncork\\scenario.txt");
	return scenario;
}

/* The name of the machine: from QEMU's command line, else from the scenario, else by the processor. */
static void choose_machine(const struct loader *loader, struct blob scenario, char *name, size_t size)
{
	const char *fallback = scenario_default_machine(cpuid(1, 0).eax);
	struct blob given = loader_fwcfg_file(loader, "opt/uncork/machine");
	struct text text = text_over(name, size);

	text_string(&text, fallback ? fallback : "unknown");
	if (!scenario_take_machine(scenario.at, scenario.size, name, size) && !given.at)
		return;
	if (!given.at)
		return;
	while (given.size && ((char *)given.at)[given.size - 1] <= ' ')
		given.size--;
	text_clear(&text);
	text_bytes(&text, given.at, given.size);
}

/* NULL with the reason in `error`. */
static struct silicon *create(const struct loader *loader, struct hypervisor *hypervisor, char *error,
			      size_t error_size)
{
	struct blob scenario = find_scenario(loader);
	const struct silicon_owner owner = svm_bus_owner(hypervisor);
	void *memory = loader_reserve(loader, pages_of(silicon_size()));
	char machine[32], empty[1] = "";

	if (!scenario.at)
		scenario = (struct blob){empty, 0};
	choose_machine(loader, scenario, machine, sizeof(machine));
	if (!memory) {
		struct text text = text_over(error, error_size);

		text_string(&text, "out of memory");
		return NULL;
	}
	return silicon_create(memory, machine, hypervisor->sockets, scenario.at, scenario.size, &owner, error,
			      error_size);
}

/* ---- start ------------------------------------------------------------------------------------------ */

static void connect(struct hypervisor *hypervisor)
{
	msr_map_build(hypervisor);
	hypervisor->io_map[EXIT_PORT / 8] |= BIT(EXIT_PORT % 8);
	hypervisor->io_map[LOG_PORT / 8] |= BIT(LOG_PORT % 8);
	power_setup(hypervisor);
	apic_setup(hypervisor);
	config_setup(hypervisor);
}

/* Runs in the copy of the image. */
static EFI_STATUS start(struct loader *loader)
{
	struct hypervisor *hypervisor = build(loader);
	struct blob second = chain_find(loader);
	char error[160] = "";

	if (!hypervisor)
		return refuse(loader, "assert", "out of memory");
	if (!processors_place(loader, hypervisor))
		return refuse(loader, "assert", "the firmware does not know its processors");
	if (!hpet_setup(hypervisor, hypervisor->cpus[0].apic_id))
		return refuse(loader, "assert", "no usable HPET");
	hypervisor->silicon = create(loader, hypervisor, error, sizeof(error));
	if (!hypervisor->silicon)
		return refuse(loader, "scenario-error", error);
	connect(hypervisor);
	silicon_banner(hypervisor->silicon, hypervisor->banner, sizeof(hypervisor->banner));
	if (!loader_announce(loader, hypervisor->banner))
		return refuse(loader, "assert", "no room in the configuration table");
	log_line("banner", "%s", hypervisor->banner);
	if (!processors_launch(loader, hypervisor))
		log_assert("a processor did not start");
	loader_say(loader, hypervisor->banner);
	return second.at ? chain_start(loader, second) : EFI_SUCCESS;
}

/* Started again, as guest: only tells. */
static EFI_STATUS report_main(const struct loader *loader, const char *banner)
{
	loader_say(loader, banner);
	loader_say(loader, "virtual silicon is running; its statistics are on its own log");
	guest_call(GUEST_CALL_REPORT);
	return EFI_SUCCESS;
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct loader loader;
	const char *running, *reason;
	uint64_t distance;
	EFI_STATUS (*start_copy)(struct loader *);

	if (!loader_open(&loader, image, system))
		return EFI_LOAD_ERROR;
	running = loader_find_silicon(&loader);
	if (running)
		return report_main(&loader, running);
	reason = why_not();
	if (reason)
		return refuse(&loader, "assert", reason);
	distance = loader_copy_image(&loader);
	if (!distance)
		return refuse(&loader, "assert", "out of memory");
	start_copy = (__typeof__(start_copy))((uintptr_t)start + distance);
	if (!loader_may_execute((uintptr_t)start_copy))
		return refuse(&loader, "assert", "the firmware lets no copied code be executed");
	return start_copy(&loader);
}
