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
MUST_CHECK enum file_outcome file_read(const struct firmware *firmware, const CHAR16 *path, char *bytes, UINTN room,
				       UINTN *length);

/* Replaces a file by `text`. Its directory must be there. */
MUST_CHECK enum file_outcome file_write(const struct firmware *firmware, const CHAR16 *path, struct slice text);

/* The directory of a path, to be closed by the caller; NULL if there is none. */
EFI_FILE *file_directory(const struct firmware *firmware, const CHAR16 *path);

/* A new, empty file in a directory; what had its name is deleted. EFI_SUCCESS, or why there is none: EFI_ACCESS_DENIED also if what
 * had its name cannot be deleted. */
MUST_CHECK EFI_STATUS file_create(EFI_FILE *directory, const CHAR16 *name, EFI_FILE **file);

/* Moves a file of `directory` to `path`, replacing what is there, or copies it where the driver moves nothing. True if nothing is left
 * of that name; what can be neither moved nor copied stays where it is. */
MUST_CHECK bool file_move(EFI_FILE *directory, const CHAR16 *name, const CHAR16 *path);

/* True if a file of `directory` can be read. */
MUST_CHECK bool file_is_there(EFI_FILE *directory, const CHAR16 *name);

/* Makes a directory within a directory, unless it is there. */
void file_make_directory(EFI_FILE *directory, const CHAR16 *name);

/* True if the medium that the image was loaded from is a disk in memory, which is gone with the power. */
bool file_medium_is_memory(const struct firmware *firmware);

#endif
