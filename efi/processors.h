/* SPDX-License-Identifier: BSD-2-Clause */
/* Starting other processors through the firmware, and what it takes to do without. */
#ifndef EFI_PROCESSORS_H
#define EFI_PROCESSORS_H

#include "efi/firmware.h"

/* Lets every processor but this one run `agent`, and returns while they do. False if the firmware has no
 * multiprocessor services or refuses. */
MUST_CHECK bool processors_start(const struct firmware *firmware, void (*agent)(void));

/* Waits until the firmware has noticed that all of them have returned. Bounded. */
void processors_collect(const struct firmware *firmware);

/* A page below 1 MiB that nobody will ever be given again; NULL if there is none. */
void *processors_low_page(const struct firmware *firmware);

#endif
