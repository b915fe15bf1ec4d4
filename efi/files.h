/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on the medium that our image was loaded from. */
#ifndef EFI_FILES_H
#define EFI_FILES_H

#include "efi/firmware.h"
#include "lib/parse.h"

#define CONFIGURATION_FILE L"\\uncork\\uncork.cfg"
#define RESULT_FILE        L"\\uncork\\result.txt"

enum file_outcome {
	FILE_OK,
	FILE_ABSENT,    /* no medium, no file system, or no such file */
	FILE_TOO_LARGE, /* more than there is room for */
	FILE_FAILED     /* the medium does not let us read or write it */
};

/* Reads a whole file of at most `room` bytes into `bytes`; *length is then its size. */
MUST_CHECK enum file_outcome file_read(const struct firmware *firmware, const CHAR16 *path,
				       char *bytes, UINTN room, UINTN *length);

/* Replaces a file by `text`. Its directory must be there. */
MUST_CHECK enum file_outcome file_write(const struct firmware *firmware, const CHAR16 *path,
					struct slice text);

#endif
