/* SPDX-License-Identifier: BSD-2-Clause */
/* Detection and end of QEMU, and files that it offers. */
#ifndef ARCH_X86_QEMU_H
#define ARCH_X86_QEMU_H

#include "core/record/record.h"

/* True if the machine is QEMU's: both its ACPI tables and its configuration device say so. `rsdp` may be NULL. */
bool qemu_is_underneath(const void *rsdp);

/* Reads a file that QEMU offers to commands (`-fw_cfg name=opt/uncork/file/NAME`), of at most `room` bytes; *length is
 * its size. Returns NULL, or the reason for failure. Call it only if qemu_is_underneath. */
MUST_CHECK const char *qemu_read_file(const char *name, char *bytes, size_t room, size_t *length);

/* Ends QEMU with the verdict's value at the debug-exit port. Returns if there is no such device. */
void qemu_end(enum verdict verdict);

#endif
