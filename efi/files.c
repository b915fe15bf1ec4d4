/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/files.h"

#include "lib/memory.h"

#define NAME_ROOM   64 /* characters of a path that a file is moved to, or has */
#define MODE_CREATE (EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE | EFI_FILE_MODE_CREATE)

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

static enum file_outcome open_file(const struct firmware *firmware, const CHAR16 *path, UINT64 mode, EFI_FILE **file)
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

enum file_outcome file_read(const struct firmware *firmware, const CHAR16 *path, char *bytes, UINTN room, UINTN *length)
{
	enum file_outcome outcome;
	EFI_FILE *file;
	UINTN more = 1;
	char beyond;

	outcome = open_file(firmware, path, EFI_FILE_MODE_READ, &file);
	if (outcome != FILE_OK)
		return outcome;
	*length = room;
	if (EFI_ERROR(file->Read(file, length, bytes)) || EFI_ERROR(file->Read(file, &more, &beyond)))
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
	enum file_outcome outcome;
	UINTN written = text.length;
	EFI_FILE *file;

	delete_file(firmware, path);
	outcome = open_file(firmware, path, MODE_CREATE, &file);
	if (outcome != FILE_OK)
		return outcome;
	if (EFI_ERROR(file->Write(file, &written, (void *)text.at)) || written != text.length)
		outcome = FILE_FAILED;
	if (EFI_ERROR(file->Close(file)))
		outcome = FILE_FAILED;
	return outcome;
}

EFI_FILE *file_directory(const struct firmware *firmware, const CHAR16 *path)
{
	EFI_FILE *directory;

	return open_file(firmware, path, EFI_FILE_MODE_READ, &directory) == FILE_OK ? directory : NULL;
}

static EFI_FILE *open_within(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *file;

	if (EFI_ERROR(directory->Open(directory, &file, (CHAR16 *)name, EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE, 0)))
		return NULL;
	return file;
}

static void delete_within(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *file = open_within(directory, name);

	if (file)
		file->Delete(file);
}

EFI_STATUS file_create(EFI_FILE *directory, const CHAR16 *name, EFI_FILE **file)
{
	delete_within(directory, name);
	return directory->Open(directory, file, (CHAR16 *)name, MODE_CREATE, 0);
}

/* UEFI moves a file when its information is set with another name in it. */
static bool rename_file(EFI_FILE *file, const CHAR16 *path)
{
	union {
		EFI_FILE_INFO info;
		uint8_t room[sizeof(EFI_FILE_INFO) + NAME_ROOM * sizeof(CHAR16)];
	} is;
	EFI_GUID guid = EFI_FILE_INFO_ID;
	UINTN size = sizeof(is);
	unsigned length = 0;

	if (EFI_ERROR(file->GetInfo(file, &guid, &size, &is)))
		return false;
	do
		is.info.FileName[length] = path[length];
	while (path[length++] && length < NAME_ROOM);
	is.info.Size = SIZE_OF_EFI_FILE_INFO + length * sizeof(CHAR16);
	return !EFI_ERROR(file->SetInfo(file, &guid, is.info.Size, &is));
}

void file_move(EFI_FILE *directory, const CHAR16 *name, const CHAR16 *path)
{
	EFI_FILE *file;

	delete_within(directory, path);
	file = open_within(directory, name);
	if (!file)
		return;
	if (rename_file(file, path))
		file->Close(file);
	else
		file->Delete(file);
}

bool file_is_there(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *file = open_within(directory, name);

	if (file)
		file->Close(file);
	return file;
}

void file_make_directory(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *made;

	if (!EFI_ERROR(directory->Open(directory, &made, (CHAR16 *)name, MODE_CREATE, EFI_FILE_DIRECTORY)))
		made->Close(made);
}
