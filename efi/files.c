/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/files.h"

static EFI_FILE *open_root(const struct firmware *firmware)
{
	EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume;
	EFI_FILE *root;

	if (!firmware->loaded)
		return NULL;
	volume = firmware_protocol(firmware, firmware->loaded->DeviceHandle,
				   (EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID);
	if (!volume || EFI_ERROR(volume->OpenVolume(volume, &root)))
		return NULL;
	return root;
}

static enum file_outcome open_file(const struct firmware *firmware, const CHAR16 *path, UINT64 mode,
				   EFI_FILE **file)
{
	EFI_FILE *root = open_root(firmware);
	EFI_STATUS status;

	if (!root)
		return FILE_ABSENT;
	status = root->Open(root, file, (CHAR16 *)path, mode, 0);
	root->Close(root);
	if (status == EFI_NOT_FOUND)
		return FILE_ABSENT;
	return EFI_ERROR(status) ? FILE_FAILED : FILE_OK;
}

enum file_outcome file_read(const struct firmware *firmware, const CHAR16 *path, char *bytes,
			    UINTN room, UINTN *length)
{
	enum file_outcome outcome;
	EFI_FILE *file;
	UINTN more = 1;
	char beyond;

	outcome = open_file(firmware, path, EFI_FILE_MODE_READ, &file);
	if (outcome != FILE_OK)
		return outcome;
	*length = room;
	if (EFI_ERROR(file->Read(file, length, bytes)) ||
	    EFI_ERROR(file->Read(file, &more, &beyond)))
		outcome = FILE_FAILED;
	else if (more)
		outcome = FILE_TOO_LARGE;
	file->Close(file);
	return outcome;
}

/* A file keeps its tail when it is written over, so the old one goes first. */
static void delete_file(const struct firmware *firmware, const CHAR16 *path)
{
	EFI_FILE *file;

	if (open_file(firmware, path, EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE, &file) == FILE_OK)
		file->Delete(file);
}

enum file_outcome file_write(const struct firmware *firmware, const CHAR16 *path, struct slice text)
{
	const UINT64 mode = EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE | EFI_FILE_MODE_CREATE;
	enum file_outcome outcome;
	UINTN written = text.length;
	EFI_FILE *file;

	delete_file(firmware, path);
	outcome = open_file(firmware, path, mode, &file);
	if (outcome != FILE_OK)
		return outcome;
	if (EFI_ERROR(file->Write(file, &written, (void *)text.at)) || written != text.length)
		outcome = FILE_FAILED;
	if (EFI_ERROR(file->Close(file)))
		outcome = FILE_FAILED;
	return outcome;
}
