/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs in place of the program that QEMU should start, and waits while the machine's state is saved (warm.py next to
 * it). A machine that resumes from that state is offered another program with other commands, and this one starts it as
 * OVMF would. If there is none, OVMF looks for a program on the machine's medium, which nothing has read yet. */
#include <efi.h>

#include "lib/basic.h"
#include "lib/memory.h"

/* The command line of the machine whose state is saved. */
#define MARK          "wait until the machine goes on"
#define POLL_US       1000

/* QEMU's fw_cfg device: docs/specs/fw_cfg, standard-headers/linux/qemu_fw_cfg.h. */
#define PORT_DMA_HIGH 0x514
#define PORT_DMA_LOW  0x518
#define DMA_READ      0x02u
#define DMA_SELECT    0x08u
enum item {
	ITEM_KERNEL_SIZE = 0x08,
	ITEM_KERNEL_DATA = 0x11,
	ITEM_COMMAND_LINE_SIZE = 0x14,
	ITEM_COMMAND_LINE_DATA = 0x15,
	ITEM_SETUP_SIZE = 0x17, /* a file in Linux's boot protocol is offered in two parts */
	ITEM_SETUP_DATA = 0x18,
};

#define PORT_DEBUG 0x402

static EFI_GUID loaded_image_guid = {0x5b1b31a1, 0x9562, 0x11d2, {0x8e, 0x3f, 0x00, 0xa0, 0xc9, 0x69, 0x72, 0x3b}};
static EFI_GUID image_path_guid = {0xbc62157e, 0x3e33, 0x4fec, {0x99, 0x20, 0x2d, 0x3b, 0x36, 0xd7, 0x50, 0xdf}};

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static void port_write32(uint16_t port, uint32_t value)
{
	__asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static void say(const char *text)
{
	for (; *text; text++)
		__asm__ volatile("outb %0, %1" : : "a"(*text), "Nd"((uint16_t)PORT_DEBUG));
}

/* Reads the first bytes of an item, as one access; bytes after its end read as zeros. */
static EFI_STATUS read_item(enum item item, void *to, uint32_t bytes)
{
	volatile struct {
		uint32_t control, bytes; /* all are big-endian */
		uint64_t address;
	} access = {
		.control = __builtin_bswap32((uint32_t)item << 16 | DMA_SELECT | DMA_READ),
		.bytes = __builtin_bswap32(bytes),
		.address = __builtin_bswap64((uintptr_t)to),
	};

	port_write32(PORT_DMA_HIGH, __builtin_bswap32((uint32_t)((uintptr_t)&access >> 32)));
	port_write32(PORT_DMA_LOW, __builtin_bswap32((uint32_t)(uintptr_t)&access));
	return access.control ? EFI_DEVICE_ERROR : EFI_SUCCESS;
}

static uint32_t read_number(enum item item)
{
	uint32_t number = 0;

	return EFI_ERROR(read_item(item, &number, sizeof(number))) ? 0 : number;
}

static bool must_wait(void)
{
	char line[sizeof(MARK)] = "";

	return !EFI_ERROR(read_item(ITEM_COMMAND_LINE_DATA, line, sizeof(line))) && !memcmp(line, MARK, sizeof(line));
}

/* Loads the program that is offered now, with this program's device path. */
static EFI_STATUS load(EFI_BOOT_SERVICES *services, EFI_HANDLE self, EFI_HANDLE *program)
{
	uint32_t setup = read_number(ITEM_SETUP_SIZE), kernel = read_number(ITEM_KERNEL_SIZE);
	EFI_DEVICE_PATH *path;
	EFI_STATUS status;
	char *bytes;

	status = services->HandleProtocol(self, &image_path_guid, (void **)&path);
	if (!EFI_ERROR(status))
		status = services->AllocatePool(EfiLoaderData, (UINTN)setup + kernel, (void **)&bytes);
	if (EFI_ERROR(status))
		return status;
	status = read_item(ITEM_SETUP_DATA, bytes, setup);
	if (!EFI_ERROR(status))
		status = read_item(ITEM_KERNEL_DATA, bytes + setup, kernel);
	if (!EFI_ERROR(status))
		status = services->LoadImage(FALSE, self, path, bytes, (UINTN)setup + kernel, program);
	services->FreePool(bytes);
	return status;
}

/* Passes on the commands, as UEFI's wide characters, and the device that this program came from. */
static EFI_STATUS tell(EFI_BOOT_SERVICES *services, EFI_HANDLE self, EFI_HANDLE program)
{
	uint32_t length = read_number(ITEM_COMMAND_LINE_SIZE);
	EFI_LOADED_IMAGE *ours, *loaded;
	EFI_STATUS status;
	CHAR16 *wide;

	status = services->HandleProtocol(self, &loaded_image_guid, (void **)&ours);
	if (!EFI_ERROR(status))
		status = services->HandleProtocol(program, &loaded_image_guid, (void **)&loaded);
	if (!EFI_ERROR(status))
		status = services->AllocatePool(EfiLoaderData, length * sizeof(*wide), (void **)&wide);
	if (!EFI_ERROR(status))
		status = read_item(ITEM_COMMAND_LINE_DATA, wide, length);
	if (EFI_ERROR(status))
		return status;
	for (uint32_t i = length; i-- > 0;)
		wide[i] = ((const uint8_t *)wide)[i];
	loaded->LoadOptions = wide;
	loaded->LoadOptionsSize = (UINT32)(length * sizeof(*wide));
	loaded->DeviceHandle = ours->DeviceHandle;
	return EFI_SUCCESS;
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	EFI_BOOT_SERVICES *services = system->BootServices;
	EFI_HANDLE program;
	EFI_STATUS status;

	say("warm: waiting\n");
	while (must_wait())
		services->Stall(POLL_US);
	if (!read_number(ITEM_KERNEL_SIZE))
		return EFI_NOT_FOUND;
	status = load(services, image, &program);
	if (!EFI_ERROR(status))
		status = tell(services, image, program);
	if (EFI_ERROR(status))
		say("warm: the program cannot be loaded\n");
	else
		status = services->StartImage(program, NULL, NULL);
	return status;
}
