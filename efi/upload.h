/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of a run on the server that it was started from by PXE: the files of a stick that the server already has, be
 * they empty: so the server's owner decides. They are sent when the run has ended; what the server refuses is a
 * line, and changes no verdict. */
#ifndef EFI_UPLOAD_H
#define EFI_UPLOAD_H

#include "core/arena.h"
#include "core/record/record.h"
#include "efi/firmware.h"

enum { UPLOAD_LOG, UPLOAD_RESULTS, UPLOAD_FILES };

#define UPLOAD_BYTES (1u << 20) /* of a file; what comes then is not kept */

struct upload {
	const struct firmware *firmware; /* NULL: nothing is sent */
	struct text files[UPLOAD_FILES]; /* over nothing: the server has no such file */
};

/* Asks the server for result.txt, console.log and results.json, and makes room for those that it has. A result that is to
 * be found there if the run never ends is sent at once; false if the server refuses that, and then nothing is sent any
 * more. */
MUST_CHECK bool upload_open(struct upload *upload, const struct firmware *firmware, struct arena *arena,
			    struct slice result);

/* Keeps output for a file. */
void upload_keep(struct upload *upload, unsigned file, const char *bytes, size_t length);

/* Sends all files. NULL, or the name of the first that the server has refused. */
const char *upload_close(struct upload *upload, struct slice result);

#endif
