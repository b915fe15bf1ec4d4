/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/network.h"

#include "efi/http.h"
#include "efi/mtftp_protocol.h"
#include "efi/network_path.h"
#include "lib/memory.h"

#define PATH_BYTES     256
#define TFTP_NOT_FOUND 1 /* RFC 1350, error codes */
#define TFTP_TRIES     6
#define TFTP_TIMEOUT_S 4 /* of each */

/* The packet that gave server and boot file: the last one that a PXE client requests. */
static const EFI_PXE_BASE_CODE_DHCPV4_PACKET *naming_packet(const EFI_PXE_BASE_CODE_MODE *mode)
{
	if (mode->PxeReplyReceived)
		return &mode->PxeReply.Dhcpv4;
	if (mode->ProxyOfferReceived)
		return &mode->ProxyOffer.Dhcpv4;
	return mode->DhcpAckReceived ? &mode->DhcpAck.Dhcpv4 : NULL;
}

/* A file on a TFTP server, with all data for a call. */
struct tftp_file {
	EFI_PXE_BASE_CODE_PROTOCOL *pxe;
	EFI_IP_ADDRESS server;
	char path_bytes[PATH_BYTES];
};

/* Returns false if uncork was not loaded by PXE over IPv4. */
static bool find_by_pxe(const struct firmware *firmware, const char *name, struct tftp_file *file)
{
	const EFI_PXE_BASE_CODE_DHCPV4_PACKET *packet;
	struct text path = TEXT_OVER(file->path_bytes);
	EFI_PXE_BASE_CODE_PROTOCOL *pxe;

	if (!firmware->loaded)
		return false;
	pxe = firmware_protocol(firmware, firmware->loaded->DeviceHandle, (EFI_GUID)EFI_PXE_BASE_CODE_PROTOCOL_GUID);
	if (!pxe || !pxe->Mode || !pxe->Mode->Started || pxe->Mode->UsingIpv6)
		return false;
	packet = naming_packet(pxe->Mode);
	if (!packet || !network_beside(packet->BootpBootFile, sizeof(packet->BootpBootFile), name, &path))
		return false;
	file->pxe = pxe;
	memset(&file->server, 0, sizeof(file->server));
	memcpy(&file->server.v4, packet->BootpSiAddr, sizeof(packet->BootpSiAddr));
	return true;
}

static enum file_outcome tftp_read(struct tftp_file *file, char *bytes, UINTN capacity, UINTN *length)
{
	const EFI_PXE_BASE_CODE_MODE *mode = file->pxe->Mode;
	UINT64 size = capacity;
	EFI_STATUS status = file->pxe->Mtftp(file->pxe, EFI_PXE_BASE_CODE_TFTP_READ_FILE, bytes, TRUE, &size, NULL,
					     &file->server, (UINT8 *)file->path_bytes, NULL, FALSE);

	*length = (UINTN)size;
	if (!EFI_ERROR(status))
		return FILE_OK;
	if (status == EFI_BUFFER_TOO_SMALL)
		return FILE_TOO_LARGE;
	if (status == EFI_TFTP_ERROR && mode->TftpErrorReceived && mode->TftpError.ErrorCode == TFTP_NOT_FOUND)
		return FILE_ABSENT;
	return FILE_FAILED;
}

static EFI_SERVICE_BINDING *find_binding(const struct firmware *firmware)
{
	EFI_GUID guid = MTFTP_SERVICE_BINDING_GUID;
	EFI_DEVICE_PATH *path =
		firmware_protocol(firmware, firmware->loaded->DeviceHandle, (EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID);
	EFI_HANDLE card = NULL;

	if (!path || EFI_ERROR(firmware->services->LocateDevicePath(&guid, &path, &card)))
		return NULL;
	return firmware_protocol(firmware, card, guid);
}

/* Uses a separate TFTP instance: EDK II's PXE driver (2022.11) does not initialize the context of a write's token,
 * which is on the stack, and uses it for each packet. This has caused a crash. */
static enum file_outcome tftp_write(const struct firmware *firmware, struct tftp_file *file, struct slice text)
{
	EFI_SERVICE_BINDING *binding = find_binding(firmware);
	const EFI_PXE_BASE_CODE_MODE *mode = file->pxe->Mode;
	struct mtftp_config config = {.tries = TFTP_TRIES, .timeout_s = TFTP_TIMEOUT_S};
	struct mtftp_token token = {.name = (UINT8 *)file->path_bytes, .bytes = text.length, .buffer = (void *)text.at};
	struct mtftp_protocol *mtftp;
	EFI_HANDLE child = NULL;
	EFI_STATUS status = EFI_UNSUPPORTED;

	if (!binding || EFI_ERROR(binding->CreateChild(binding, &child)))
		return FILE_FAILED;
	mtftp = firmware_protocol(firmware, child, (EFI_GUID)MTFTP_PROTOCOL_GUID);

	/* Copies the network card's configuration from PXE. */
	memcpy(config.station, &mode->StationIp.v4, sizeof(config.station));
	memcpy(config.mask, &mode->SubnetMask.v4, sizeof(config.mask));
	memcpy(config.server, &file->server.v4, sizeof(config.server));
	for (UINT32 i = 0; i < mode->RouteTableEntries && network_is_zero(config.gateway); i++)
		memcpy(config.gateway, &mode->RouteTable[i].GwAddr.v4, sizeof(config.gateway));
	if (mtftp)
		status = mtftp->configure(mtftp, &config);
	if (!EFI_ERROR(status))
		status = mtftp->write(mtftp, &token);
	binding->DestroyChild(binding, child);
	return EFI_ERROR(status) ? FILE_FAILED : FILE_OK;
}

const char *network_server(const struct firmware *firmware)
{
	static const char name[] = "uncork.cfg"; /* any */
	struct tftp_file tftp;
	struct http_file http;

	if (find_by_pxe(firmware, name, &tftp))
		return "TFTP";
	return http_find(firmware, name, &http) ? "HTTP" : NULL;
}

enum file_outcome network_read(const struct firmware *firmware, const char *name, char *bytes, UINTN capacity,
			       UINTN *length)
{
	struct tftp_file tftp;
	struct http_file http;

	if (find_by_pxe(firmware, name, &tftp))
		return tftp_read(&tftp, bytes, capacity, length);
	return http_find(firmware, name, &http) ? http_read(&http, bytes, capacity, length) : FILE_ABSENT;
}

enum file_outcome network_write(const struct firmware *firmware, const char *name, struct slice text)
{
	struct tftp_file tftp;
	struct http_file http;

	if (find_by_pxe(firmware, name, &tftp))
		return tftp_write(firmware, &tftp, text);
	return http_find(firmware, name, &http) ? http_write(&http, text) : FILE_ABSENT;
}
