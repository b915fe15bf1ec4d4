/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/leave.h"

EFI_STATUS leave_status(enum verdict verdict)
{
	/* clang-format off */
	static const EFI_STATUS statuses[] = {
		[VERDICT_PASS]    = EFI_SUCCESS,
		[VERDICT_FAIL]    = EFI_ABORTED,
		[VERDICT_ERROR]   = EFI_INVALID_PARAMETER,
		[VERDICT_TIMEOUT] = EFI_TIMEOUT,
		[VERDICT_CRASH]   = EFI_DEVICE_ERROR,
	};
	/* clang-format on */

	return statuses[verdict];
}
