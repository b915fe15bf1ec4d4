/* SPDX-License-Identifier: BSD-2-Clause */
/* QEMU underneath: how it is known, and how a run ends it. */
#ifndef ARCH_X86_QEMU_H
#define ARCH_X86_QEMU_H

#include "core/record/record.h"

/* True if QEMU is underneath: both its ACPI tables and its configuration device say so. `rsdp` may be NULL. */
bool qemu_is_underneath(const void *rsdp);

/* Ends QEMU with the verdict's value at the debug-exit port. Comes back if that device is not there. */
void qemu_end(enum verdict verdict);

#endif
