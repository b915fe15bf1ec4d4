/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of files on a server, made from what a server has said. Pure. */
#ifndef EFI_NETWORK_PATH_H
#define EFI_NETWORK_PATH_H

#include "lib/text.h"

/* The path of the file `name` beside the one that a boot file's path of at most `bytes` bytes names; a zero ends it
 * early. False, with `path` empty, if that is no printable text, or the whole does not fit. */
MUST_CHECK bool network_beside(const uint8_t *boot_file, size_t bytes, const char *name, struct text *path);

#endif
