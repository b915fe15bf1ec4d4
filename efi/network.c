/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/network.h"

#include "efi/http.h"
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

/* A file on a TFTP server: everything that a call about it needs. */
struct tftp_file {
	EFI_PXE_BASE_CODE_PROTOCOL *pxe;
	EFI_IP_ADDRESS server;
	char path_bytes[PATH_BYTES];
};

/* False if we were not loaded by PXE over IPv4. */
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

static EFI_STATUS transfer(struct tftp_file *file, EFI_PXE_BASE_CODE_TFTP_OPCODE operation, char *bytes, UINT64 *size)
{
	return file->pxe->Mtftp(file->pxe, operation, bytes, TRUE, size, NULL, &file->server, (UINT8 *)file->path_bytes,
				NULL, FALSE);
}

static enum file_outcome tftp_read(struct tftp_file *file, char *bytes, UINTN capacity, UINTN *length)
{
	UINT64 size = capacity;
	EFI_STATUS status = transfer(file, EFI_PXE_BASE_CODE_TFTP_READ_FILE, bytes, &size);

	*length = (UINTN)size;
	return outcome_of(status, file->pxe->Mode);
}

/* EDK II's PXE driver (2022.11; seen by its code in a crash) sets no context in the token of a write, and follows what lies there on the
 * stack with each packet that comes, to see whether there is a callback and to note what error there was. So it finds the
 * address of zeros there, which it may write to. */
static void __attribute__((noinline)) prepare_stack(void)
{
	static uint64_t zeros[4096];
	volatile uint64_t words[512];

	memset(zeros, 0, sizeof(zeros));
	for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = (uintptr_t)zeros;
}

static enum file_outcome tftp_write(struct tftp_file *file, struct slice text)
{
	UINT64 size = text.length;

	prepare_stack();
	return outcome_of(transfer(file, EFI_PXE_BASE_CODE_TFTP_WRITE_FILE, (char *)text.at, &size), file->pxe->Mode);
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
		return tftp_write(&tftp, text);
	return http_find(firmware, name, &http) ? http_write(&http, text) : FILE_ABSENT;
}
