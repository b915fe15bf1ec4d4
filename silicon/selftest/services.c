/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/selftest/services.h"

#include "lib/memory.h"
#include "pc/mp_services.h"

#define TIMEOUT_US 30000000
#define PAGE       4096
#define MAP_BYTES  65536
#define EXIT_TRIES 4
#define WIPE_FROM  (UINT64_C(1) << 20)
#define WIPE_TO    (UINT64_C(1) << 32)
#define PATTERN    UINT64_C(0xdeadbeefdeadbeef)

static EFI_GUID mp_services_guid = MP_SERVICES_GUID;
static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;

static EFI_HANDLE own_image;
static EFI_BOOT_SERVICES *boot;
static struct mp_services *mp;
static UINTN numbers[MAX_PROCESSORS]; /* the firmware's numbers of machine.processor[] */
static uint8_t memory_map[MAP_BYTES] __attribute__((aligned(8)));
static UINTN map_size, descriptor_size;

void *services_pages(size_t pages, uint64_t limit)
{
	EFI_PHYSICAL_ADDRESS at = limit - 1;

	if (EFI_ERROR(boot->AllocatePages(AllocateMaxAddress, EfiLoaderData, pages, &at)))
		return NULL;
	memset((void *)(uintptr_t)at, 0, pages * PAGE);
	return (void *)(uintptr_t)at;
}

static bool add(uint32_t apic_id, UINTN number)
{
	struct processor *at = services_pages((sizeof(*at) + PAGE - 1) / PAGE, UINT64_C(1) << 32);

	if (!at || !processor_add(at, apic_id))
		return false;
	numbers[machine.count - 1] = number;
	return true;
}

bool services_open(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct mp_processor processor;
	UINTN all = 1, enabled;

	own_image = image;
	boot = system->BootServices;
	if (EFI_ERROR(boot->LocateProtocol(&mp_services_guid, NULL, (void **)&mp)))
		mp = NULL;
	if (!add(processor_own_apic_id(), 0) || (mp && EFI_ERROR(mp->count(mp, &all, &enabled))))
		return false;
	for (UINTN i = 0; i < all && mp; i++) {
		if (EFI_ERROR(mp->describe(mp, i, &processor)))
			return false;
		if (!(processor.status & MP_STATUS_BOOT_PROCESSOR) && !add((uint32_t)processor.id, i))
			return false;
	}
	return machine.count == all;
}

void services_options(char *options, size_t size)
{
	EFI_LOADED_IMAGE *loaded;
	const CHAR16 *words;
	size_t count = 0;

	if (!EFI_ERROR(boot->HandleProtocol(own_image, &loaded_image_guid, (void **)&loaded))) {
		words = loaded->LoadOptions;
		while (count + 1 < size && count < loaded->LoadOptionsSize / sizeof(*words) && words[count]) {
			options[count] = (char)words[count];
			count++;
		}
	}
	options[count] = 0;
}

/* ---- other processors ------------------------------------------------------------------------------- */

static VOID EFIAPI run_work(VOID *argument)
{
	void (*work)(struct processor *) = (void (*)(struct processor *))argument;
	struct processor *me = processor_by_id(processor_own_apic_id());
	struct table_register old;

	__asm__ volatile("sidt %0" : "=m"(old));
	processor_enter(me, &old);
	apic_write(APIC_SVR, SVR_ENABLED);
	work(me);
	interrupts_off();
	apic_write(APIC_LVT_PMI, LVT_MASKED);
	processor_leave(&old);
}

bool services_run_all(void (*work)(struct processor *))
{
	return !EFI_ERROR(mp->start_all(mp, run_work, FALSE, NULL, TIMEOUT_US, (void *)work, NULL));
}

bool services_run_one(struct processor *processor, void (*work)(struct processor *))
{
	if (processor == processor_self()) {
		work(processor);
		return true;
	}
	for (unsigned i = 1; i < machine.count; i++)
		if (machine.processor[i] == processor)
			return !EFI_ERROR(
				mp->start_one(mp, run_work, numbers[i], NULL, TIMEOUT_US, (void *)work, NULL));
	return false;
}

/* ---- leaving ------------------------------------------------------------------------------------------ */

bool services_exit(void)
{
	UINT32 version;
	UINTN key;

	for (unsigned i = 0; i < EXIT_TRIES; i++) {
		map_size = sizeof(memory_map);
		if (EFI_ERROR(boot->GetMemoryMap(&map_size, (EFI_MEMORY_DESCRIPTOR *)memory_map, &key, &descriptor_size,
						 &version)))
			return false;
		if (!EFI_ERROR(boot->ExitBootServices(own_image, key)))
			return true;
	}
	return false;
}

uint64_t services_wipe(void)
{
	uint64_t bytes = 0;

	for (UINTN i = 0; i < map_size; i += descriptor_size) {
		const EFI_MEMORY_DESCRIPTOR *memory = (const void *)(memory_map + i);
		uint64_t count = memory->NumberOfPages * PAGE / sizeof(PATTERN);
		void *at = (void *)(uintptr_t)memory->PhysicalStart;
		bool usable = memory->Type == EfiBootServicesCode || memory->Type == EfiBootServicesData ||
			      memory->Type == EfiConventionalMemory;

		if (!usable || memory->PhysicalStart < WIPE_FROM || memory->PhysicalStart >= WIPE_TO)
			continue;
		bytes += count * sizeof(PATTERN);
		__asm__ volatile("rep stosq" : "+D"(at), "+c"(count) : "a"(PATTERN) : "memory");
	}
	return bytes;
}
