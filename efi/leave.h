/* SPDX-License-Identifier: BSD-2-Clause */
/* How a run ends: in QEMU by its debug-exit port, on a board by returning to whoever started us. */
#ifndef EFI_LEAVE_H
#define EFI_LEAVE_H

#include "core/record/record.h"
#include "efi/firmware.h"

/* True if QEMU is underneath: both its ACPI tables and its configuration device say so. */
bool leave_is_qemu(const struct firmware *firmware);

/* Ends QEMU with the verdict's value at the debug-exit port. Comes back if that device is not there. */
void leave_qemu(enum verdict verdict);

/* The UEFI status that says the same. */
EFI_STATUS leave_status(enum verdict verdict);

/* Stops this processor for good. */
void leave_halt(void) __attribute__((noreturn));

#endif
