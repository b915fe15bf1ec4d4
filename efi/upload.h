/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of a run on the PXE server that uncork was started from. Only files of a stick that the server already has,
 * even if empty, are sent: so the server's owner decides. They are sent at the end of the run; a refusal is reported
 * in a line and changes no verdict. */
#ifndef EFI_UPLOAD_H
#define EFI_UPLOAD_H

#include "core/arena.h"
#include "core/record/record.h"
#include "efi/firmware.h"

enum { UPLOAD_LOG, UPLOAD_RESULTS, UPLOAD_FILES };

#define UPLOAD_BYTES (1u << 20) /* bytes of a file; later output is not kept */

struct upload {
	const struct firmware *firmware; /* NULL: nothing is sent */
	struct text files[UPLOAD_FILES]; /* of size 0: the server has no such file */
};

/* Asks the server for result.txt, console.log and results.json, and makes room for those that it has. Sends a result
 * at once, for a run that never ends. Returns false if the server refuses that; nothing more is sent then. */
MUST_CHECK bool upload_open(struct upload *upload, const struct firmware *firmware, struct arena *arena,
			    struct slice result);

/* Keeps output for a file. */
void upload_keep(struct upload *upload, unsigned file, const char *bytes, size_t length);

/* Sends all files. Returns NULL, or the name of the first one that the server refused. */
const char *upload_close(struct upload *upload, struct slice result);

#endif
