/* SPDX-License-Identifier: BSD-2-Clause */
/* Start of other CPUs by the firmware, and whether uncork may start them itself. */
#ifndef EFI_PROCESSORS_H
#define EFI_PROCESSORS_H

#include "arch/x86/x86.h"
#include "efi/firmware.h"

/* Lets every other CPU run `agent`, and returns while they run. If the firmware itself uses them at present, this is
 * repeated for a second. INIT is allowed only if there are no multiprocessor services, or ones that start no CPUs
 * after the event ReadyToBoot. */
MUST_CHECK struct processors_start processors_start(const struct firmware *firmware, void (*agent)(void));

/* Waits until the firmware has noticed that all CPUs have returned. Bounded. Returns false if it has not. */
MUST_CHECK bool processors_collect(const struct firmware *firmware);

#endif
