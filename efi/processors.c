/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/processors.h"

#include "pc/mp_services.h"

#define COLLECT_TRIES 1000
#define COLLECT_US    1000 /* the firmware looks ten times a second */
#define BELOW_640_KIB 0x9ffff

static struct {
	EFI_EVENT done;
	void (*agent)(void);
} started;

static VOID EFIAPI run_agent(VOID *argument)
{
	(void)argument;
	started.agent();
}

static struct mp_services *find_services(const struct firmware *firmware)
{
	EFI_GUID guid = MP_SERVICES_GUID;
	void *services;

	if (EFI_ERROR(firmware->services->LocateProtocol(&guid, NULL, &services)))
		return NULL;
	return services;
}

/* With an event to signal the call does not wait. Time is no limit to them: they leave when told to. */
bool processors_start(const struct firmware *firmware, void (*agent)(void))
{
	struct mp_services *services = find_services(firmware);

	if (!services || EFI_ERROR(firmware->services->CreateEvent(0, 0, NULL, NULL, &started.done)))
		return false;
	started.agent = agent;
	if (!EFI_ERROR(services->start_all(services, run_agent, FALSE, started.done, 0, NULL, NULL)))
		return true;
	firmware->services->CloseEvent(started.done);
	return false;
}

void processors_collect(const struct firmware *firmware)
{
	for (unsigned i = 0; i < COLLECT_TRIES; i++) {
		if (firmware->services->CheckEvent(started.done) == EFI_SUCCESS)
			break;
		firmware->services->Stall(COLLECT_US);
	}
	firmware->services->CloseEvent(started.done);
}

/* Processors sleep there when we have gone: so it is never given back. */
void *processors_low_page(const struct firmware *firmware)
{
	EFI_PHYSICAL_ADDRESS at = BELOW_640_KIB;

	if (EFI_ERROR(firmware->services->AllocatePages(AllocateMaxAddress, EfiReservedMemoryType, 1, &at)))
		return NULL;
	return (void *)at;
}
