/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of files on a server, from data that a server has sent. Pure. */
#ifndef EFI_NETWORK_PATH_H
#define EFI_NETWORK_PATH_H

#include "lib/parse.h"
#include "lib/text.h"

/* Makes the path of the file `name` next to a boot file, whose path has at most `bytes` bytes and may end earlier
 * with a zero. Returns false, with `path` empty, if that path is not printable text, or if the result does not
 * fit. */
MUST_CHECK bool network_beside(const uint8_t *boot_file, size_t bytes, const char *name, struct text *path);

/* Origin of a program loaded by HTTP over IPv4. */
struct network_origin {
	struct slice url;   /* within the device path */
	uint8_t address[4]; /* of this machine, and its network's mask; all 0: not given */
	uint8_t mask[4];
};

/* Reads an image's origin from its device path: UEFI specification 2.10, section 10.3.4, nodes IPv4 and URI. Reads at
 * most `bytes` bytes; the path has its own end. Returns false if the image was not loaded by HTTP over IPv4, or if
 * the path is damaged. */
MUST_CHECK bool network_origin(const uint8_t *device_path, size_t bytes, struct network_origin *origin);

/* Makes the URL of the file `name` next to the one at `url` (http: or https:), and returns its host, with the port if
 * there is one. Returns false if `url` is not such a URL or not printable text, or if a result does not fit. */
MUST_CHECK bool network_url_beside(struct slice url, const char *name, struct text *beside, struct text *host);

/* True for an address of zeros, which means none. */
MUST_CHECK bool network_is_zero(const uint8_t address[4]);

#endif
