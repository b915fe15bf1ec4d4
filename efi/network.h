/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on the server that uncork's image was loaded from over the network: UEFI specification 2.10, section 24.3,
 * "EFI PXE Base Code Protocol"; and by HTTP (efi/http.h). */
#ifndef EFI_NETWORK_H
#define EFI_NETWORK_H

#include "efi/files.h"

/* Protocol of the server that uncork's image came from, "TFTP" or "HTTP"; NULL if it was not loaded by PXE or HTTP
 * over IPv4. */
const char *network_server(const struct firmware *firmware);

/* Reads the file `name` next to uncork's image on its server, of at most `capacity` bytes; *length is its size.
 * FILE_ABSENT also if uncork was not loaded by PXE or HTTP over IPv4. */
MUST_CHECK enum file_outcome network_read(const struct firmware *firmware, const char *name, char *bytes,
					  UINTN capacity, UINTN *length);

/* Replaces the file `name` next to uncork's image on its server by `text`. FILE_ABSENT also if the server has no such
 * file and creates none, or if uncork was not loaded by PXE or HTTP over IPv4. */
MUST_CHECK enum file_outcome network_write(const struct firmware *firmware, const char *name, struct slice text);

#endif
