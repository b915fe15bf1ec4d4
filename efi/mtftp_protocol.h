/* SPDX-License-Identifier: BSD-2-Clause */
/* The EFI MTFTPv4 protocols: UEFI specification 2.10, section 30.3. The first GUID is EDK II's, because the
 * specification prints a digit less. gnu-efi does not have them. */
#ifndef EFI_MTFTP_PROTOCOL_H
#define EFI_MTFTP_PROTOCOL_H

#include <efi.h>

/* clang-format off */
#define MTFTP_SERVICE_BINDING_GUID {0x2fe800be, 0x8f01, 0x4aa6, {0x94, 0x6b, 0xd7, 0x13, 0x88, 0xe1, 0x83, 0x3f}}
#define MTFTP_PROTOCOL_GUID        {0x78247c57, 0x63db, 0x4708, {0x99, 0xc2, 0xa8, 0xb4, 0xa9, 0xa6, 0x1f, 0x6b}}
/* clang-format on */

struct mtftp_config {
	BOOLEAN use_default_address;
	UINT8 station[4], mask[4];
	UINT16 local_port; /* 0: the driver's choice */
	UINT8 gateway[4], server[4];
	UINT16 server_port; /* 0: 69 */
	UINT16 tries, timeout_s;
};
_Static_assert(sizeof(struct mtftp_config) == 26, "addresses are bytes");

/* Without an event, a call returns when everything is done. Functions that are NULL are not called. */
struct mtftp_token {
	EFI_STATUS status;
	EFI_EVENT event;
	void *other_server;
	UINT8 *name, *mode;
	UINT32 option_count;
	void *options;
	UINT64 bytes;
	void *buffer, *context;
	void *check_packet, *timed_out, *packet_needed;
};

struct mtftp_protocol {
	void *mode_data;
	EFI_STATUS(EFIAPI *configure)(struct mtftp_protocol *, struct mtftp_config *);
	void *info, *parse_options, *read;
	EFI_STATUS(EFIAPI *write)(struct mtftp_protocol *, struct mtftp_token *);
	void *read_directory, *poll;
};

#endif
