/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of files on a server, made from what a server has said. Pure. */
#ifndef EFI_NETWORK_PATH_H
#define EFI_NETWORK_PATH_H

#include "lib/parse.h"
#include "lib/text.h"

/* The path of the file `name` next to the one that a boot file's path of at most `bytes` bytes names; a zero ends it
 * early. False, with `path` empty, if that is no printable text, or the whole does not fit. */
MUST_CHECK bool network_beside(const uint8_t *boot_file, size_t bytes, const char *name, struct text *path);

/* Origin of a program that came by HTTP over IPv4. */
struct network_origin {
	struct slice url;   /* within the device path */
	uint8_t address[4]; /* of this machine, and the mask of its network; all 0: not said */
	uint8_t mask[4];
};

/* Reads an image's origin from its device path: UEFI specification 2.10, section 10.3.4, nodes IPv4 and URI. Reads at most
 * `bytes` bytes; a path ends by itself. False if the image did not come by HTTP over IPv4, or the path is broken. */
MUST_CHECK bool network_origin(const uint8_t *device_path, size_t bytes, struct network_origin *origin);

/* The URL of the file `name` next to the one at `url`, which is http: or https:, and the host in it, with its port if it
 * has one. False if that is no such URL, no printable text, or one of them does not fit. */
MUST_CHECK bool network_url_beside(struct slice url, const char *name, struct text *beside, struct text *host);

/* True for an address of zeroes, which stands for none. */
MUST_CHECK bool network_is_zero(const uint8_t address[4]);

#endif
