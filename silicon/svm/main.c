/* SPDX-License-Identifier: BSD-2-Clause */
/* silicon.efi: builds the virtual machine, makes the running machine its guest, and starts the second image or returns.
 * It is in memory reserved by uefi.c or bios.c. */
#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"
#include "pc/pc.h"
#include "silicon/svm/fwcfg.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/loader.h"
#include "silicon/svm/log.h"
#include "silicon/svm/processors.h"
#include "silicon/svm/scenario.h"
#include "silicon/svm/svm.h"

#define PAGING_HOST_FLAGS   0x03        /* present, writable */
#define PAGING_NESTED_FLAGS 0x07        /* and user: nested walks count as user accesses */
#define MOST_BYTES          (64u << 20) /* of a file */
#define IO_MAP_PAGES        3
#define MSR_MAP_PAGES       2
#define CPUID_EXT_1_ECX_SVM BIT(2)
#define CPUID_SVM_EDX_NPT   BIT(0)
#define VM_CR_SVMDIS        BIT(4)

static size_t pages_of(size_t bytes)
{
	return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

/* ---- refusals --------------------------------------------------------------------------------------- */

const char *silicon_why_not(void)
{
	if (cpuid(0x80000000, 0).eax < 0x8000000a || !(cpuid(0x80000001, 0).ecx & CPUID_EXT_1_ECX_SVM))
		return "this processor has no SVM (QEMU: -cpu ...,+svm,+npt)";
	if (!(cpuid(0x8000000a, 0).edx & CPUID_SVM_EDX_NPT))
		return "this processor has no nested paging (QEMU: -cpu ...,+npt)";
	if (msr_read(MSR_VM_CR) & VM_CR_SVMDIS)
		return "SVM is disabled by VM_CR";
	return NULL;
}

/* A run without virtual silicon must not look like a result of virtual silicon, so under QEMU the run ends here. On
 * hardware, starting nothing else is enough. */
uint64_t silicon_refuse(const struct loader *loader, const char *kind, const char *reason)
{
	log_line(kind, "%s", reason);
	loader->kind->say(loader, "virtual silicon refuses to start:");
	loader->kind->say(loader, reason);
	if (log_is_kept()) {
		port_write8(EXIT_PORT, EXIT_VALUE_OURS);
		/* If the device exists, QEMU exits now or a little later. */
		if (!port_read8(EXIT_PORT))
			halt_forever();
	}
	return loader->kind->refused;
}

struct blob loader_fwcfg_file(struct loader *loader, const char *name)
{
	struct fwcfg_file file;
	struct blob blob = {0};

	if (!fwcfg_find(name, &file) || file.size > MOST_BYTES)
		return blob;
	blob = (struct blob){loader->kind->allocate(loader, file.size + 1), file.size};
	if (blob.at) {
		fwcfg_read(&file, blob.at);
		((char *)blob.at)[file.size] = 0;
	}
	return blob;
}

/* ---- memory ----------------------------------------------------------------------------------------- */

/* Memory that exists once, and each processor's memory outside struct cpu, in whole pages. */
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
	struct vmcb sleep;
	uint8_t host_save[PAGE_BYTES];
	uint32_t step_page[PAGE_BYTES / 4];
	uint64_t step_tables[4][PAGE_BYTES / 8];
	uint8_t stack[HOST_STACK_SIZE];
};

/* Returns NULL if there is no memory. */
static struct hypervisor *build(struct loader *loader)
{
	unsigned count = loader->kind->count_processors(loader);
	struct hypervisor *hypervisor;
	struct shared_memory *memory = loader->kind->reserve(loader, pages_of(sizeof(*memory)));
	struct own_memory *own = loader->kind->reserve(loader, pages_of(count * sizeof(*own)));
	struct cpu *cpus = loader->kind->reserve(loader, pages_of(count * sizeof(*cpus)));

	if (!memory || !own || !cpus)
		return NULL;
	hypervisor = &memory->hypervisor;
	hypervisor->io_map = memory->io_map;
	hypervisor->msr_map = memory->msr_map;
	paging_build(&hypervisor->host, memory->host_paging, PAGING_HOST_FLAGS);
	paging_build(&hypervisor->nested, memory->nested_paging, PAGING_NESTED_FLAGS);
	for (unsigned i = 0; i < MAX_SPLITS; i++)
		hypervisor->nested.spare[i] = memory->spares[i];
	hypervisor->nested.spares = MAX_SPLITS;
	hypervisor->cpus = cpus;
	hypervisor->cpu_count = count;
	hypervisor->extent.sockets = 1;

	for (unsigned i = 0; i < count; i++) {
		struct cpu *cpu = &cpus[i];

		cpu->hypervisor = hypervisor;
		cpu->vmcb = &own[i].vmcb;
		cpu->sleep = &own[i].sleep;
		cpu->host_save = own[i].host_save;
		cpu->step_page = own[i].step_page;
		for (unsigned level = 0; level < ARRAY_SIZE(cpu->step_tables); level++)
			cpu->step_tables[level] = own[i].step_tables[level];
		cpu->host_stack = own[i].stack + HOST_STACK_SIZE;
		cpu->host_cr3 = (uintptr_t)hypervisor->host.root;
		host_tables_build(memory->host_tables, &cpu->host_gdtr, &cpu->host_idtr);
	}
	return hypervisor;
}

/* ---- the virtual machine ---------------------------------------------------------------------------- */

/* Chooses the machine: from QEMU's command line, else from the scenario, else by the processor. */
static void choose_machine(struct loader *loader, struct blob scenario, char *name, size_t size)
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

/* Returns NULL with a reason in `error`. */
static struct silicon *create(struct loader *loader, struct hypervisor *hypervisor, char *error, size_t error_size)
{
	struct blob scenario = loader_fwcfg_file(loader, "opt/uncork/scenario");
	const struct silicon_owner owner = svm_bus_owner(hypervisor);
	char machine[32], empty[1] = "";
	void *memory;

	if (!scenario.at)
		scenario = loader->kind->scenario(loader);
	if (!scenario.at)
		scenario = (struct blob){empty, 0};
	choose_machine(loader, scenario, machine, sizeof(machine));
	memory = loader->kind->reserve(
		loader, pages_of(silicon_size(machine, &hypervisor->extent, scenario.at, scenario.size)));
	if (!memory) {
		struct text text = text_over(error, error_size);

		text_string(&text, "out of memory");
		return NULL;
	}
	return silicon_create(memory, machine, &hypervisor->extent, scenario.at, scenario.size, &owner, error,
			      error_size);
}

/* ---- start ------------------------------------------------------------------------------------------ */

uint64_t silicon_start(struct loader *loader)
{
	struct hypervisor *hypervisor = build(loader);
	struct blob second = loader->kind->find_second(loader);
	struct blob record;
	char error[160] = "";
	const char *wrong;

	if (!hypervisor)
		return silicon_refuse(loader, "assert", "out of memory");
	wrong = loader->kind->place_processors(loader, hypervisor);
	if (wrong)
		return silicon_refuse(loader, "assert", wrong);
	processors_count(hypervisor);
	if (!hpet_setup(hypervisor, hypervisor->cpus[0].apic_id))
		return silicon_refuse(loader, "assert", "no usable HPET");
	/* The number of accesses to record, from QEMU's command line; 0 if not given. */
	record = loader_fwcfg_file(loader, "opt/uncork/record");
	if (record.at && !parse_u64(slice_trim((struct slice){record.at, record.size}), &hypervisor->accesses_left))
		log_assert("opt/uncork/record is not a number");
	hypervisor->silicon = create(loader, hypervisor, error, sizeof(error));
	if (!hypervisor->silicon)
		return silicon_refuse(loader, "scenario-error", error);
	hypervisor->returns = loader->kind->returns;
	guest_time_setup(hypervisor);

	hypervisor->io_map[EXIT_PORT / 8] |= BIT(EXIT_PORT % 8);
	hypervisor->io_map[LOG_PORT / 8] |= BIT(LOG_PORT % 8);
	if (log_is_kept())
		hypervisor->io_map[GUEST_EXIT_PORT / 8] |= BIT(GUEST_EXIT_PORT % 8);
	power_setup(hypervisor);
	apic_setup(hypervisor);
	msr_map_build(hypervisor);
	config_setup(hypervisor);
	memory_setup(hypervisor);
	touch_setup(loader, hypervisor);
	silicon_banner(hypervisor->silicon, hypervisor->banner, sizeof(hypervisor->banner));
	if (!loader->kind->announce(loader, hypervisor->banner))
		return silicon_refuse(loader, "assert", "the banner cannot be published");
	log_line("banner", "%s", hypervisor->banner);
	log_line("image", "at 0x%llx", (unsigned long long)(uintptr_t)image_start);
	if (!loader->kind->launch_processors(loader, hypervisor))
		log_assert("a processor did not start");
	loader->kind->say(loader, hypervisor->banner);
	return second.at ? loader->kind->start_second(loader, second) : 0;
}

void silicon_report_running(const struct loader *loader, const char *banner)
{
	loader->kind->say(loader, banner);
	loader->kind->say(loader, "virtual silicon is running; its statistics are on its own log");
	guest_call(GUEST_CALL_REPORT);
}
