/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on the medium that uncork's image was loaded from. */
#ifndef EFI_FILES_H
#define EFI_FILES_H

#include "efi/firmware.h"
#include "lib/parse.h"

#define CONFIGURATION_FILE L"\\uncork\\uncork.cfg"
#define RESULT_FILE        L"\\uncork\\result.txt"

enum file_outcome {
	FILE_OK,
	FILE_ABSENT,    /* no medium, no file system, or no such file */
	FILE_TOO_LARGE, /* larger than the room for it */
	FILE_FAILED     /* the medium cannot be read or written */
};

/* Reads a whole file of at most `room` bytes into `bytes`; *length is its size. */
MUST_CHECK enum file_outcome file_read(const struct firmware *firmware, const CHAR16 *path, char *bytes, UINTN room,
				       UINTN *length);

/* Replaces a file by `text`. Its directory must exist. */
MUST_CHECK enum file_outcome file_write(const struct firmware *firmware, const CHAR16 *path, struct slice text);

/* Opens a directory, which the caller must close. Returns NULL if there is none. */
EFI_FILE *file_directory(const struct firmware *firmware, const CHAR16 *path);

/* Creates a new, empty file in a directory, and deletes an object of the same name. Returns EFI_SUCCESS or the reason
 * for failure: EFI_ACCESS_DENIED also if the object cannot be deleted. */
MUST_CHECK EFI_STATUS file_create(EFI_FILE *directory, const CHAR16 *name, EFI_FILE **file);

/* Moves a file of `directory` to `path`, replacing an object there; copies it if the driver cannot move files.
 * Returns true if no file of the old name remains; a file that can be neither moved nor copied stays. */
MUST_CHECK bool file_move(EFI_FILE *directory, const CHAR16 *name, const CHAR16 *path);

/* True if a file of `directory` can be read. */
MUST_CHECK bool file_is_there(EFI_FILE *directory, const CHAR16 *name);

/* Makes a directory within a directory, unless it exists. */
void file_make_directory(EFI_FILE *directory, const CHAR16 *name);

/* True if uncork's medium is a disk in memory, which is lost when power is off. */
bool file_medium_is_memory(const struct firmware *firmware);

#endif
