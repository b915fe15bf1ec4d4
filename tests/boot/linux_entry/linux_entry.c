/* SPDX-License-Identifier: BSD-2-Clause */
/* What GRUB's command `linux` and kexec do on a machine with UEFI: starts uncork.efi, next to it, by the Linux boot
 * protocol, when boot services are over, with five levels of page tables, as a kernel has them that does kexec. What follows the program's name is
 * the command line. */
#include <efi.h>

#include "lib/memory.h"
#include "pc/protocol.h"

#define IMAGE_PAGES   2048 /* from PAYLOAD_AT on: OVMF's own memory begins at 8 MiB */
#define MAP_BYTES     32768
#define SECTOR        512
#define HEADER_BYTES  0x80 /* to the end of what is used of it */
#define E820_USABLE   1
#define E820_RESERVED 2
#define E820_ACPI     3

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static uint8_t params[BOOT_PARAMETERS_BYTES] __attribute__((aligned(4096)));
static uint8_t map[MAP_BYTES] __attribute__((aligned(16)));
static uint8_t head[4096];
static char line[COMMAND_LINE_MOST + 1];

/* A root above the firmware's, and code for it. Paging is off between the two modes: all of this lies below 4 GiB. */
static uint64_t top[512] __attribute__((aligned(4096)));
static const uint64_t segments[] = {0, 0x00cf9b000000ffff, 0x00af9b000000ffff, 0x00cf93000000ffff};
static struct {
	uint16_t limit;
	uint64_t base;
} __attribute__((packed)) table = {sizeof(segments) - 1, 0};

void __attribute__((sysv_abi)) take_five_levels(const void *root_table, const void *descriptors);
__asm__("	.text\n"
	"take_five_levels:\n"
	"	cli; lgdt (%rsi)\n"
	"	push $8; lea 1f(%rip), %rax; push %rax; lretq\n"
	"	.code32\n"
	"1:	mov %cr0, %eax; btr $31, %eax; mov %eax, %cr0\n"
	"	mov %cr4, %eax; bts $12, %eax; mov %eax, %cr4\n"
	"	mov %edi, %cr3\n"
	"	mov %cr0, %eax; bts $31, %eax; mov %eax, %cr0\n"
	"	push $16; call 2f\n"
	"2:	addl $(3f - 2b), (%esp); lret\n"
	"	.code64\n"
	"3:	ret\n");

static int has_five_levels(void)
{
	uint32_t leaf = 7, rest = 0, bits, other;

	__asm__ volatile("cpuid" : "+a"(leaf), "=b"(other), "+c"(rest), "=d"(bits));
	(void)other, (void)bits;
	return (rest >> 16 & 1);
}

static void put(unsigned at, unsigned bytes, uint64_t value)
{
	memcpy(params + at, &value, bytes);
}

static uint64_t get(unsigned at, unsigned bytes)
{
	uint64_t value = 0;

	memcpy(&value, head + at, bytes);
	return value;
}

static EFI_STATUS load(EFI_BOOT_SERVICES *services, EFI_HANDLE device)
{
	static EFI_GUID guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
	EFI_PHYSICAL_ADDRESS at = PAYLOAD_AT;
	EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume;
	UINTN bytes = sizeof(head), room = IMAGE_PAGES * (UINTN)4096;
	EFI_FILE *root, *file;
	EFI_STATUS status = services->HandleProtocol(device, &guid, (void **)&volume);

	if (!EFI_ERROR(status))
		status = volume->OpenVolume(volume, &root);
	if (!EFI_ERROR(status))
		status = root->Open(root, &file, (CHAR16 *)L"uncork.efi", EFI_FILE_MODE_READ, 0);
	if (!EFI_ERROR(status))
		status = file->Read(file, &bytes, head);
	if (EFI_ERROR(status))
		return status;
	services->AllocatePages(AllocateAddress, EfiLoaderData, (get(BOOT_INIT_SIZE, 4) + 4095) / 4096, &at);
	status = file->SetPosition(file, (get(BOOT_SETUP_SECTORS, 1) + 1) * SECTOR);
	return EFI_ERROR(status) ? status : file->Read(file, &room, (void *)PAYLOAD_AT);
}

static void take_line(const EFI_LOADED_IMAGE *loaded)
{
	const CHAR16 *options = loaded->LoadOptions;
	unsigned at = 0;

	while (options && *options && *options != ' ')
		options++;
	for (; options && *options && at < COMMAND_LINE_MOST; options++)
		line[at++] = (char)*options;
}

static uint32_t kind_of(uint32_t type)
{
	switch (type) {
	case EfiLoaderCode:
	case EfiLoaderData:
	case EfiBootServicesCode:
	case EfiBootServicesData:
	case EfiConventionalMemory: return E820_USABLE;
	case EfiACPIReclaimMemory: return E820_ACPI;
	default: return E820_RESERVED;
	}
}

/* Ranges of one kind that touch are one, as a loader has to make them: UEFI may have more than there is room for. */
static void take_memory(UINTN bytes, UINTN each)
{
	unsigned count = 0, last = 0;
	uint64_t end = 0;
	uint32_t kind = 0;

	for (UINTN at = 0; at < bytes; at += each) {
		const EFI_MEMORY_DESCRIPTOR *range = (const void *)(map + at);

		if (count && range->PhysicalStart == end && kind_of(range->Type) == kind) {
			uint64_t start;

			memcpy(&start, params + last, 8);
			put(last + 8, 8, end + range->NumberOfPages * 4096 - start);
		} else if (count < BOOT_E820_MOST) {
			last = BOOT_E820 + count++ * BOOT_E820_BYTES;
			kind = kind_of(range->Type);
			put(last, 8, range->PhysicalStart);
			put(last + 8, 8, range->NumberOfPages * 4096);
			put(last + 16, 4, kind);
		}
		end = range->PhysicalStart + range->NumberOfPages * 4096;
	}
	put(BOOT_E820_COUNT, 1, count);
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	static EFI_GUID guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
	UINTN bytes = sizeof(map), key, each;
	EFI_LOADED_IMAGE *loaded;
	UINT32 version;
	EFI_STATUS status = system->BootServices->HandleProtocol(image, &guid, (void **)&loaded);

	if (!has_five_levels())
		return EFI_UNSUPPORTED;
	if (!EFI_ERROR(status))
		status = load(system->BootServices, loaded->DeviceHandle);
	if (EFI_ERROR(status))
		return status;
	memcpy(params + BOOT_HEADER, head + BOOT_HEADER, HEADER_BYTES);
	take_line(loaded);
	put(BOOT_COMMAND_LINE, 4, (uintptr_t)line);
	put(BOOT_RAMDISK, 8, 0);
	put(BOOT_EFI_LOADER, 4, BOOT_EFI_64);
	put(BOOT_EFI_TABLE, 4, (uintptr_t)system);
	put(BOOT_EFI_TABLE_HIGH, 4, (uint64_t)(uintptr_t)system >> 32);
	status = system->BootServices->GetMemoryMap(&bytes, (void *)map, &key, &each, &version);
	if (!EFI_ERROR(status))
		status = system->BootServices->ExitBootServices(image, key);
	if (EFI_ERROR(status))
		return status;
	take_memory(bytes, each);
	__asm__ volatile("mov %%cr3, %0" : "=r"(top[0]));
	top[0] |= 3; /* present, writable */
	table.base = (uintptr_t)segments;
	take_five_levels(top, &table);
	((void(__attribute__((sysv_abi)) *)(uint64_t, const void *))(uintptr_t)(PAYLOAD_AT + ENTRY_64))(0, params);
	return EFI_ABORTED;
}
