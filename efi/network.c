/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/network.h"

#include "efi/network_path.h"
#include "lib/memory.h"

#define PATH_BYTES     256
#define TFTP_NOT_FOUND 1 /* RFC 1350, error codes */

/* The packet that named server and boot file: the last of those that a PXE client asks for. */
static const EFI_PXE_BASE_CODE_DHCPV4_PACKET *naming_packet(const EFI_PXE_BASE_CODE_MODE *mode)
{
	if (mode->PxeReplyReceived)
		return &mode->PxeReply.Dhcpv4;
	if (mode->ProxyOfferReceived)
		return &mode->ProxyOffer.Dhcpv4;
	return mode->DhcpAckReceived ? &mode->DhcpAck.Dhcpv4 : NULL;
}

static enum file_outcome outcome_of(EFI_STATUS status, const EFI_PXE_BASE_CODE_MODE *mode)
{
	if (!EFI_ERROR(status))
		return FILE_OK;
	if (status == EFI_BUFFER_TOO_SMALL)
		return FILE_TOO_LARGE;
	if (status == EFI_TFTP_ERROR && mode->TftpErrorReceived && mode->TftpError.ErrorCode == TFTP_NOT_FOUND)
		return FILE_ABSENT;
	return FILE_FAILED;
}

enum file_outcome network_read(const struct firmware *firmware, const char *name, char *bytes, UINTN capacity,
			       UINTN *length)
{
	EFI_PXE_BASE_CODE_PROTOCOL *pxe;
	const EFI_PXE_BASE_CODE_DHCPV4_PACKET *packet;
	EFI_IP_ADDRESS server = {{0}};
	char path_bytes[PATH_BYTES];
	struct text path = TEXT_OVER(path_bytes);
	UINT64 size = capacity;
	EFI_STATUS status;

	if (!firmware->loaded)
		return FILE_ABSENT;
	pxe = firmware_protocol(firmware, firmware->loaded->DeviceHandle, (EFI_GUID)EFI_PXE_BASE_CODE_PROTOCOL_GUID);
	if (!pxe || !pxe->Mode || !pxe->Mode->Started || pxe->Mode->UsingIpv6)
		return FILE_ABSENT;
	packet = naming_packet(pxe->Mode);
	if (!packet || !network_beside(packet->BootpBootFile, sizeof(packet->BootpBootFile), name, &path))
		return FILE_ABSENT;
	memcpy(&server.v4, packet->BootpSiAddr, sizeof(packet->BootpSiAddr));
	status = pxe->Mtftp(pxe, EFI_PXE_BASE_CODE_TFTP_READ_FILE, bytes, FALSE, &size, NULL, &server, (UINT8 *)path.at,
			    NULL, FALSE);
	*length = (UINTN)size;
	return outcome_of(status, pxe->Mode);
}
