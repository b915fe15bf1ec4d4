/* SPDX-License-Identifier: BSD-2-Clause */
/* UEFI's protocol for starting CPUs: UEFI Platform Initialization specification 1.7, volume 2, section 13.4. */
#ifndef PC_MP_SERVICES_H
#define PC_MP_SERVICES_H

#include <efi.h>

#include "lib/basic.h"

#define MP_SERVICES_GUID                                               \
	{                                                              \
		0x3fdda605, 0xa76e, 0x4f46,                            \
		{                                                      \
			0xad, 0x29, 0x12, 0xf4, 0x53, 0x1b, 0x3d, 0x08 \
		}                                                      \
	}

#define MP_STATUS_BOOT_PROCESSOR BIT(0)
#define MP_STATUS_ENABLED        BIT(1)

struct mp_processor {
	UINT64 id; /* of its local APIC */
	UINT32 status;
	UINT32 package, core, thread;
	UINT32 extended[6];
};

typedef VOID(EFIAPI *mp_procedure)(VOID *argument);

/* CPUs have the firmware's own numbers. With an event `done`, a start does not wait. 0 microseconds: no limit. */
struct mp_services {
	EFI_STATUS(EFIAPI *count)(struct mp_services *, UINTN *all, UINTN *enabled);
	EFI_STATUS(EFIAPI *describe)(struct mp_services *, UINTN number, struct mp_processor *);
	EFI_STATUS(EFIAPI *start_all)
	(struct mp_services *, mp_procedure, BOOLEAN one_by_one, EFI_EVENT done, UINTN microseconds, VOID *argument,
	 UINTN **failed);
	EFI_STATUS(EFIAPI *start_one)
	(struct mp_services *, mp_procedure, UINTN number, EFI_EVENT done, UINTN microseconds, VOID *argument,
	 BOOLEAN *finished);
};

#endif
