/* SPDX-License-Identifier: BSD-2-Clause */
/* QEMU underneath: how to detect it, and how to end it. */
#ifndef ARCH_X86_QEMU_H
#define ARCH_X86_QEMU_H

#include "core/record/record.h"

/* True if QEMU is underneath: both its ACPI tables and its configuration device say so. `rsdp` may be NULL. */
bool qemu_is_underneath(const void *rsdp);

/* Reads a file that QEMU was given for commands (`-fw_cfg name=opt/uncork/file/NAME`), of at most `room` bytes; *length is then
 * its size. Returns NULL, or why there is no such file. To be called only if QEMU is underneath. */
MUST_CHECK const char *qemu_read_file(const char *name, char *bytes, size_t room, size_t *length);

/* Ends QEMU with the verdict's value at the debug-exit port. Returns if that device is not there. */
void qemu_end(enum verdict verdict);

#endif
