/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on the server that our image was loaded from by HTTP. */
#ifndef EFI_HTTP_H
#define EFI_HTTP_H

#include "efi/files.h"

#define HTTP_URL_BYTES 512 /* with a zero at the end; a longer one is not asked for */

/* A file on the server: everything that a request for it needs. */
struct http_file {
	const struct firmware *firmware;
	EFI_HANDLE controller; /* the network card's; it makes HTTP instances */
	uint8_t address[4];    /* the one that the firmware booted with; all 0: its default */
	uint8_t mask[4];
	char url[HTTP_URL_BYTES];
	char host[HTTP_URL_BYTES];
};

/* Finds `name` next to our image. False if we were not loaded by HTTP over IPv4, or the firmware has taken its HTTP
 * driver away since. */
MUST_CHECK bool http_find(const struct firmware *firmware, const char *name, struct http_file *file);

/* Gets the file, of at most `capacity` bytes; *length is then its size. FILE_FAILED too if the server does not say how long
 * it is. */
MUST_CHECK enum file_outcome http_read(const struct http_file *file, char *bytes, UINTN capacity, UINTN *length);

/* Puts `text` there. */
MUST_CHECK enum file_outcome http_write(const struct http_file *file, struct slice text);

#endif
