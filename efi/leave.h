/* SPDX-License-Identifier: BSD-2-Clause */
/* How a run ends on a board: by returning to whoever started us. */
#ifndef EFI_LEAVE_H
#define EFI_LEAVE_H

#include <efi.h>

#include "core/record/record.h"

/* The UEFI status that says what the verdict does. */
EFI_STATUS leave_status(enum verdict verdict);

#endif
