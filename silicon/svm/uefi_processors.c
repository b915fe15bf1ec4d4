/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine's processors, started by the firmware's MP services. */
#include "pc/mp_services.h"
#include "silicon/svm/processors.h"
#include "silicon/svm/uefi.h"

#define STARTUP_TIMEOUT_US 10000000

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
		if (!(processor.status & MP_STATUS_ENABLED) || (processor.status & MP_STATUS_BOOT_PROCESSOR))
			continue;
		processor_place(&hypervisor->cpus[placed++], (uint32_t)processor.id);
	}
	return placed == hypervisor->cpu_count ? NULL : "the firmware does not list all of its processors";
}

static VOID EFIAPI launch_own(VOID *argument)
{
	processor_launch_own(argument);
}

/* MP services that wait for the processors do so without a pause. With -icount on a busy host, QEMU then never runs the
 * others: the boot processor's turn lasts until a timer is due, and its next turn begins at that time. */
static void launch_others(struct loader *loader, struct hypervisor *hypervisor)
{
	EFI_BOOT_SERVICES *boot = uefi_of(loader)->boot;
	struct mp_services *services = mp_services(loader);
	EFI_EVENT ended;

	if (EFI_ERROR(boot->CreateEvent(0, 0, NULL, NULL, &ended)))
		return;
	if (!EFI_ERROR(services->start_all(services, launch_own, FALSE, ended, STARTUP_TIMEOUT_US, hypervisor, NULL)))
		while (boot->CheckEvent(ended) == EFI_NOT_READY)
			cpu_relax();
	boot->CloseEvent(ended);
}

bool uefi_launch_processors(struct loader *loader, struct hypervisor *hypervisor)
{
	if (hypervisor->cpu_count > 1)
		launch_others(loader, hypervisor);
	if (!processors_run(hypervisor))
		return false;
	cpu_launch(&hypervisor->cpus[0]);
	return true;
}
