/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/processors.h"

#include "lib/text.h"
#include "pc/mp_services.h"

#define BUSY_TRIES    100
#define BUSY_US       10000 /* the firmware's own work on CPUs: a second in all */
#define COLLECT_TRIES 1000
#define COLLECT_US    1000 /* the firmware checks ten times a second */

static struct {
	EFI_EVENT done;
	void (*agent)(void);
} started;

static VOID EFIAPI run_agent(VOID *argument)
{
	(void)argument;
	started.agent();
}

/* With an event the call returns at once. There is no timeout: the CPUs leave when `platform.leaving` is set. */
static EFI_STATUS start_all(const struct firmware *firmware, struct mp_services *services)
{
	EFI_STATUS status = services->start_all(services, run_agent, FALSE, started.done, 0, NULL, NULL);

	for (unsigned i = 0; i < BUSY_TRIES && status == EFI_NOT_READY; i++) {
		firmware->services->Stall(BUSY_US);
		status = services->start_all(services, run_agent, FALSE, started.done, 0, NULL, NULL);
	}
	return status;
}

/* UEFI PI 1.7, volume 2, section 13.4.3: what StartupAllAPs may return. */
static const char *name_of(EFI_STATUS status)
{
	static const struct {
		EFI_STATUS status;
		const char *name;
	} names[] = {
		{EFI_NOT_READY, "StartupAllAPs: EFI_NOT_READY, a processor is busy"},
		{EFI_NOT_STARTED, "StartupAllAPs: EFI_NOT_STARTED, no processor is enabled"},
		{EFI_UNSUPPORTED, "StartupAllAPs: EFI_UNSUPPORTED, not after the event ReadyToBoot"},
		{EFI_INVALID_PARAMETER, "StartupAllAPs: EFI_INVALID_PARAMETER"},
		{EFI_DEVICE_ERROR, "StartupAllAPs: EFI_DEVICE_ERROR"},
		{EFI_TIMEOUT, "StartupAllAPs: EFI_TIMEOUT"},
	};
	static char bytes[40];
	struct text text = TEXT_OVER(bytes);

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (status == names[i].status)
			return names[i].name;
	text_format(&text, "StartupAllAPs: 0x%llx", (unsigned long long)status);
	return bytes;
}

struct processors_start processors_start(const struct firmware *firmware, void (*agent)(void))
{
	EFI_GUID guid = MP_SERVICES_GUID;
	void *services = NULL;
	EFI_STATUS status;

	if (EFI_ERROR(firmware->services->LocateProtocol(&guid, NULL, &services)) || !services)
		return (struct processors_start){.may_be_taken = true, .why = "no MP services"};
	if (EFI_ERROR(firmware->services->CreateEvent(0, 0, NULL, NULL, &started.done)))
		return (struct processors_start){.why = "the firmware cannot create another event"};
	started.agent = agent;
	status = start_all(firmware, services);
	if (!EFI_ERROR(status))
		return (struct processors_start){.started = true};
	firmware->services->CloseEvent(started.done);
	return (struct processors_start){.may_be_taken = status == EFI_UNSUPPORTED, .why = name_of(status)};
}

/* An event that is not signalled yet is not closed: the firmware will signal it. */
bool processors_collect(const struct firmware *firmware)
{
	for (unsigned i = 0; i < COLLECT_TRIES; i++) {
		if (firmware->services->CheckEvent(started.done) == EFI_SUCCESS) {
			firmware->services->CloseEvent(started.done);
			return true;
		}
		firmware->services->Stall(COLLECT_US);
	}
	return false;
}
