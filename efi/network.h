/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on the server that our image was loaded from over the network: UEFI specification 2.10, section 24.3, "EFI PXE
 * Base Code Protocol"; and by HTTP, efi/http.h. */
#ifndef EFI_NETWORK_H
#define EFI_NETWORK_H

#include "efi/files.h"

/* Protocol of the server that our image came from, "TFTP" or "HTTP"; NULL if it was not loaded by PXE or HTTP over IPv4. */
const char *network_server(const struct firmware *firmware);

/* Reads the file `name` next to our image on its server, of at most `capacity` bytes; *length is then its size.
 * FILE_ABSENT too if we were not loaded by PXE or HTTP over IPv4. */
MUST_CHECK enum file_outcome network_read(const struct firmware *firmware, const char *name, char *bytes,
					  UINTN capacity, UINTN *length);

/* Replaces the file `name` next to our image on its server by `text`. FILE_ABSENT too if the server has none and makes
 * none, or if we were not loaded by PXE or HTTP over IPv4. */
MUST_CHECK enum file_outcome network_write(const struct firmware *firmware, const char *name, struct slice text);

#endif
