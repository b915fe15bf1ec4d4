/* SPDX-License-Identifier: BSD-2-Clause */
/* Starting other processors through the firmware, and what it takes to do without. */
#ifndef EFI_PROCESSORS_H
#define EFI_PROCESSORS_H

#include "arch/x86/x86.h"
#include "efi/firmware.h"

/* Lets every processor but this one run `agent`, and returns while they do. A firmware that has work on them under way is
 * asked again for a second. INIT may be sent to them only where there are no multiprocessor services, or ones that start
 * none after the event ReadyToBoot. */
MUST_CHECK struct processors_start processors_start(const struct firmware *firmware, void (*agent)(void));

/* Waits until the firmware has noticed that all processors have returned. Bounded; false if it has not. */
MUST_CHECK bool processors_collect(const struct firmware *firmware);

#endif
