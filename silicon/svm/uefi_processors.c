/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine's processors, by the firmware's MP services (UEFI PI specification 1.7, volume 2, section
 * 13.4). */
#include "silicon/svm/processors.h"
#include "silicon/svm/uefi.h"

#define MP_SERVICES_GUID                                               \
	{                                                              \
		0x3fdda605, 0xa76e, 0x4f46,                            \
		{                                                      \
			0xad, 0x29, 0x12, 0xf4, 0x53, 0x1b, 0x3d, 0x08 \
		}                                                      \
	}
#define STATUS_BOOT_PROCESSOR BIT(0)
#define STATUS_ENABLED        BIT(1)
#define STARTUP_TIMEOUT_US    10000000

struct mp_processor {
	UINT64 id; /* of its local APIC */
	UINT32 status;
	UINT32 package, core, thread;
	UINT32 extended[6];
};

typedef VOID(EFIAPI *mp_procedure)(VOID *argument);

struct mp_services {
	EFI_STATUS(EFIAPI *count)(struct mp_services *, UINTN *all, UINTN *enabled);
	EFI_STATUS(EFIAPI *describe)(struct mp_services *, UINTN number, struct mp_processor *);
	EFI_STATUS(EFIAPI *start_all)
	(struct mp_services *, mp_procedure, BOOLEAN one_by_one, EFI_EVENT, UINTN microseconds, VOID *argument,
	 UINTN **failed);
};

static EFI_GUID mp_services_guid = MP_SERVICES_GUID;

static struct mp_services *mp_services(const struct loader *loader)
{
	struct mp_services *services;

	if (EFI_ERROR(uefi_of(loader)->boot->LocateProtocol(&mp_services_guid, NULL, (void **)&services)))
		return NULL;
	return services;
}

unsigned uefi_count_processors(struct loader *loader)
{
	struct mp_services *services = mp_services(loader);
	UINTN all, enabled;

	if (!services || EFI_ERROR(services->count(services, &all, &enabled)))
		return 1;
	return (unsigned)enabled;
}

const char *uefi_place_processors(struct loader *loader, struct hypervisor *hypervisor)
{
	struct mp_services *services = mp_services(loader);
	struct mp_processor processor;
	unsigned placed = 1;

	processor_place(&hypervisor->cpus[0], processor_own_apic_id());
	for (UINTN i = 0; services && placed < hypervisor->cpu_count; i++) {
		if (EFI_ERROR(services->describe(services, i, &processor)))
			break;
		if (!(processor.status & STATUS_ENABLED) || (processor.status & STATUS_BOOT_PROCESSOR))
			continue;
		processor_place(&hypervisor->cpus[placed++], (uint32_t)processor.id);
	}
	return placed == hypervisor->cpu_count ? NULL : "the firmware does not know its processors";
}

static VOID EFIAPI launch_own(VOID *argument)
{
	processor_launch_own(argument);
}

bool uefi_launch_processors(struct loader *loader, struct hypervisor *hypervisor)
{
	struct mp_services *services = mp_services(loader);

	if (hypervisor->cpu_count > 1 &&
	    EFI_ERROR(services->start_all(services, launch_own, FALSE, NULL, STARTUP_TIMEOUT_US, hypervisor, NULL)))
		return false;
	if (!processors_run(hypervisor))
		return false;
	cpu_launch(&hypervisor->cpus[0]);
	return true;
}
