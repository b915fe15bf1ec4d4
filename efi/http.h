/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on the HTTP server that uncork's image was loaded from. */
#ifndef EFI_HTTP_H
#define EFI_HTTP_H

#include "efi/files.h"

#define HTTP_URL_BYTES 512 /* with terminator; longer ones are not requested */

/* A file on the server, with all data that a request needs. */
struct http_file {
	const struct firmware *firmware;
	EFI_HANDLE controller; /* the network card's, which makes HTTP instances */
	uint8_t address[4];    /* address of this machine when the firmware booted; all 0: its default */
	uint8_t mask[4];
	char url[HTTP_URL_BYTES];
	char host[HTTP_URL_BYTES];
};

/* Finds the file `name` next to uncork's image. Returns false if uncork was not loaded by HTTP over IPv4, or if the
 * firmware has removed its HTTP driver since. */
MUST_CHECK bool http_find(const struct firmware *firmware, const char *name, struct http_file *file);

/* Reads the file, of at most `capacity` bytes; *length is its size. FILE_FAILED also if the server does not give its
 * length. */
MUST_CHECK enum file_outcome http_read(const struct http_file *file, char *bytes, UINTN capacity, UINTN *length);

/* Writes `text` to the file. */
MUST_CHECK enum file_outcome http_write(const struct http_file *file, struct slice text);

#endif
