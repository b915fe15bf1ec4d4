/* SPDX-License-Identifier: BSD-2-Clause */
/* A driver that has an older firmware protect memory as newer ones do (edk2's and Project Mu's policies): memory that
 * boot services hand out, and what is free, is not executed, unless its type is code of the firmware's own or
 * EFI_MEMORY_ATTRIBUTE_PROTOCOL allows it. Images have the rights of their sections. One that does not say NX_COMPAT, or
 * has a section that may be written and executed, is refused. What is refused, or breaks the rules, ends the run with
 * the reason on the debug console.
 *
 * It is loaded from the ROM of a PCI device, before anything is started, and stays. */
#include <efi.h>

#include "lib/memory.h"
#include "pc/mp_services.h"
#include "silicon/svm/memory_attribute.h"
#include "tests/boot/policy/image.h"
#include "tests/boot/policy/log.h"
#include "tests/boot/policy/paging.h"

#define TABLE_PAGES   1024
#define MAP_BYTES     65536
#define MAX_IMAGES    16u
#define AP_TIMEOUT_US 10000000
#define VECTOR_PF     14
#define FAULT_FETCH   BIT(4)
#define FAULT_WRITE   BIT(1)
#define CONTEXT_RIP   672 /* in EFI_SYSTEM_CONTEXT_X64 */

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;

/* The boot services as the firmware has them. */
static EFI_BOOT_SERVICES *services;
static EFI_BOOT_SERVICES original;

/* ---- memory ------------------------------------------------------------------------------------------ */

/* The firmware's own code, and what it copies code to. */
static bool may_execute(EFI_MEMORY_TYPE type)
{
	return type == EfiBootServicesCode || type == EfiRuntimeServicesCode;
}

static EFI_STATUS EFIAPI allocate_pages(EFI_ALLOCATE_TYPE how, EFI_MEMORY_TYPE type, UINTN pages,
					EFI_PHYSICAL_ADDRESS *at)
{
	EFI_STATUS status = original.AllocatePages(how, type, pages, at);

	if (!EFI_ERROR(status))
		paging_protect(*at, pages * PAGE_BYTES, RIGHTS_WRITE | (may_execute(type) ? RIGHTS_EXECUTE : 0));
	return status;
}

/* Nobody asks where it lay: a page of free memory is not executed. */
static EFI_STATUS EFIAPI free_pages(EFI_PHYSICAL_ADDRESS at, UINTN pages)
{
	paging_protect(at, pages * PAGE_BYTES, RIGHTS_WRITE);
	return original.FreePages(at, pages);
}

static EFI_STATUS EFIAPI allocate_pool(EFI_MEMORY_TYPE type, UINTN bytes, void **at)
{
	EFI_STATUS status = original.AllocatePool(type, bytes, at);

	if (!EFI_ERROR(status))
		paging_protect((uintptr_t)*at, bytes, RIGHTS_WRITE | (may_execute(type) ? RIGHTS_EXECUTE : 0));
	return status;
}

/* What was there before. The firmware may have reserved some for code, where its processors wait for an operating system. */
static bool was_code(uint32_t type)
{
	return may_execute(type) || type == EfiReservedMemoryType;
}

static bool protect_memory(void)
{
	UINTN size = MAP_BYTES, key, step;
	UINT32 version;
	uint8_t *map;

	if (EFI_ERROR(original.AllocatePool(EfiBootServicesData, size, (void **)&map)) ||
	    EFI_ERROR(original.GetMemoryMap(&size, (EFI_MEMORY_DESCRIPTOR *)map, &key, &step, &version)))
		return false;
	for (UINTN at = 0; at < size; at += step) {
		const EFI_MEMORY_DESCRIPTOR *range = (const EFI_MEMORY_DESCRIPTOR *)(map + at);
		uint64_t start = range->PhysicalStart;

		if (!was_code(range->Type) && range->Type < EfiMemoryMappedIO)
			paging_change(start, range->NumberOfPages * PAGE_BYTES, RIGHTS_NONE, RIGHTS_EXECUTE);
	}
	return !EFI_ERROR(original.FreePool(map));
}

/* ---- EFI_MEMORY_ATTRIBUTE_PROTOCOL (UEFI 2.10, section 37.3) ------------------------------------------- */

static EFI_GUID memory_attribute_guid = MEMORY_ATTRIBUTE_GUID;

static uint64_t attributes_of(unsigned rights)
{
	return (rights & RIGHTS_WRITE ? 0 : MEMORY_ATTRIBUTE_RO) | (rights & RIGHTS_EXECUTE ? 0 : MEMORY_ATTRIBUTE_XP);
}

static unsigned rights_against(uint64_t attributes)
{
	return (attributes & MEMORY_ATTRIBUTE_RO ? RIGHTS_WRITE : 0) |
	       (attributes & MEMORY_ATTRIBUTE_XP ? RIGHTS_EXECUTE : 0);
}

static bool is_range(uint64_t at, uint64_t bytes, uint64_t attributes)
{
	return bytes && at % PAGE_BYTES == 0 && bytes % PAGE_BYTES == 0 && attributes &&
	       !(attributes & ~(MEMORY_ATTRIBUTE_XP | MEMORY_ATTRIBUTE_RO));
}

static EFI_STATUS EFIAPI attributes_get(struct memory_attribute *this, EFI_PHYSICAL_ADDRESS at, UINT64 bytes,
					UINT64 *attributes)
{
	unsigned first, rights;

	(void)this;
	if (!attributes || !is_range(at, bytes, MEMORY_ATTRIBUTE_XP))
		return EFI_INVALID_PARAMETER;
	if (!paging_rights(at, &first))
		return EFI_NO_MAPPING;
	for (uint64_t page = at; page < at + bytes; page += PAGE_BYTES)
		if (!paging_rights(page, &rights) || rights != first)
			return EFI_NO_MAPPING;
	*attributes = attributes_of(first);
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI attributes_set(struct memory_attribute *this, EFI_PHYSICAL_ADDRESS at, UINT64 bytes,
					UINT64 attributes)
{
	(void)this;
	if (!is_range(at, bytes, attributes))
		return EFI_INVALID_PARAMETER;
	paging_change(at, bytes, RIGHTS_NONE, rights_against(attributes));
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI attributes_clear(struct memory_attribute *this, EFI_PHYSICAL_ADDRESS at, UINT64 bytes,
					  UINT64 attributes)
{
	(void)this;
	if (!is_range(at, bytes, attributes))
		return EFI_INVALID_PARAMETER;
	paging_change(at, bytes, rights_against(attributes), RIGHTS_NONE);
	for (uint64_t page = at; page < at + bytes; page += PAGE_BYTES) {
		unsigned rights;

		if (paging_rights(page, &rights) && rights == (RIGHTS_WRITE | RIGHTS_EXECUTE))
			log_end("0x%lx shall be written and executed", page);
	}
	log_line("0x%lx and %lu bytes may be %s", at, bytes, attributes & MEMORY_ATTRIBUTE_XP ? "executed" : "written");
	return EFI_SUCCESS;
}

static struct memory_attribute memory_attribute = {attributes_get, attributes_set, attributes_clear};

/* Newer firmware has the protocol itself; some take it back before they start a program (OVMF, for old boot loaders). */
static bool offer_attributes(void)
{
	EFI_HANDLE handle = NULL;
	void *there;

	if (!EFI_ERROR(original.LocateProtocol(&memory_attribute_guid, NULL, &there)))
		return true;
	return !EFI_ERROR(original.InstallProtocolInterface(&handle, &memory_attribute_guid, EFI_NATIVE_INTERFACE,
							    &memory_attribute));
}

/* ---- images ------------------------------------------------------------------------------------------ */

static EFI_LOADED_IMAGE *loaded_image(EFI_HANDLE handle)
{
	EFI_LOADED_IMAGE *loaded;

	if (EFI_ERROR(original.HandleProtocol(handle, &loaded_image_guid, (void **)&loaded)))
		return NULL;
	return loaded;
}

/* Those that are loaded. */
static struct {
	uint64_t base, bytes;
} images[MAX_IMAGES];

static void note_image(const EFI_LOADED_IMAGE *loaded)
{
	for (unsigned i = 0; i < ARRAY_SIZE(images); i++)
		if (!images[i].bytes) {
			images[i].base = (uintptr_t)loaded->ImageBase;
			images[i].bytes = loaded->ImageSize;
			return;
		}
	log_end("more than %u images", MAX_IMAGES);
}

/* The image at an address is free memory from now on. False if there is none. */
static bool release_image(uint64_t base)
{
	for (unsigned i = 0; i < ARRAY_SIZE(images); i++)
		if (images[i].bytes && images[i].base == base) {
			paging_protect(base, images[i].bytes, RIGHTS_WRITE);
			images[i].bytes = 0;
			return true;
		}
	return false;
}

static void protect_image(EFI_HANDLE handle)
{
	const EFI_LOADED_IMAGE *loaded = loaded_image(handle);
	const char *fault;

	if (!loaded)
		log_end("an image without EFI_LOADED_IMAGE_PROTOCOL");
	fault = image_protect(loaded->ImageBase, loaded->ImageSize);
	if (fault)
		log_end("an image of %lu bytes is refused: %s", loaded->ImageSize, fault);
	note_image(loaded);
	log_line("an image of %lu bytes at %p is protected", loaded->ImageSize, loaded->ImageBase);
}

static EFI_STATUS EFIAPI load_image(BOOLEAN by_menu, EFI_HANDLE parent, EFI_DEVICE_PATH *path, void *source, UINTN size,
				    EFI_HANDLE *handle)
{
	EFI_STATUS status = original.LoadImage(by_menu, parent, path, source, size, handle);

	if (!EFI_ERROR(status)) {
		protect_image(*handle);
		if (!offer_attributes())
			log_end("EFI_MEMORY_ATTRIBUTE_PROTOCOL could not be installed");
	}
	return status;
}

static EFI_STATUS EFIAPI unload_image(EFI_HANDLE handle)
{
	const EFI_LOADED_IMAGE *loaded = loaded_image(handle);

	if (loaded)
		(void)release_image((uintptr_t)loaded->ImageBase);
	return original.UnloadImage(handle);
}

/* ---- processors -------------------------------------------------------------------------------------- */

struct cpu_arch {
	void *flush, *enable, *disable, *state, *init;
	EFI_STATUS(EFIAPI *register_handler)
	(struct cpu_arch *, INTN vector, void(EFIAPI *handler)(INTN vector, const uint8_t *context));
};

static EFI_GUID cpu_arch_guid = {0x26baccb1, 0x6f42, 0x11d4, {0xbc, 0xe7, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81}};
static EFI_GUID mp_services_guid = MP_SERVICES_GUID;

static void EFIAPI page_fault(INTN vector, const uint8_t *context)
{
	uint64_t error, rip, address;

	(void)vector;
	memcpy(&error, context, sizeof(error));
	memcpy(&rip, context + CONTEXT_RIP, sizeof(rip));
	__asm__ volatile("mov %%cr2, %0" : "=r"(address));
	/* An application has returned: as its memory becomes free, the firmware writes to the very beginning. */
	if (error & FAULT_WRITE && release_image(address))
		return;
	log_end("0x%lx is %s by the code at 0x%lx: that is not allowed", address,
		error & FAULT_FETCH   ? "executed"
		: error & FAULT_WRITE ? "written"
				      : "read",
		rip);
}

static void EFIAPI follow(void *argument)
{
	(void)argument;
	paging_follow();
}

static bool take_processors(void)
{
	struct cpu_arch *arch;
	struct mp_services *others;

	if (EFI_ERROR(original.LocateProtocol(&cpu_arch_guid, NULL, (void **)&arch)) ||
	    EFI_ERROR(arch->register_handler(arch, VECTOR_PF, page_fault)))
		return false;
	/* With one processor there is none to start. */
	if (!EFI_ERROR(original.LocateProtocol(&mp_services_guid, NULL, (void **)&others)))
		(void)others->start_all(others, follow, FALSE, NULL, AP_TIMEOUT_US, NULL, NULL);
	return true;
}

/* ---- start ------------------------------------------------------------------------------------------- */

static bool take_tables(void)
{
	EFI_PHYSICAL_ADDRESS at;

	if (EFI_ERROR(original.AllocatePages(AllocateAnyPages, EfiBootServicesData, TABLE_PAGES, &at)))
		return false;
	paging_open((void *)(uintptr_t)at, TABLE_PAGES);
	return true;
}

static void hook_services(void)
{
	services->AllocatePages = allocate_pages;
	services->FreePages = free_pages;
	services->AllocatePool = allocate_pool;
	services->LoadImage = load_image;
	services->UnloadImage = unload_image;
	services->Hdr.CRC32 = 0;
	(void)services->CalculateCrc32(services, services->Hdr.HeaderSize, &services->Hdr.CRC32);
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	services = system->BootServices;
	memcpy(&original, services, sizeof(original));
	if (!take_tables() || !take_processors())
		log_end("the firmware lacks what the driver needs");
	protect_image(image);
	if (!protect_memory() || !offer_attributes())
		log_end("the firmware lacks what the driver needs");
	hook_services();
	log_line("in force");
	return EFI_SUCCESS;
}
