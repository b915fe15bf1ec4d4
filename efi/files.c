/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/files.h"

#include "lib/memory.h"

#define NAME_ROOM   64 /* characters of a file's path */
#define COPY_BYTES  1024
#define MODE_CREATE (EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE | EFI_FILE_MODE_CREATE)

static EFI_FILE *open_root(const struct firmware *firmware)
{
	EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume;
	EFI_FILE *root = NULL;

	if (!firmware->loaded)
		return NULL;
	volume = firmware_protocol(firmware, firmware->loaded->DeviceHandle,
				   (EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID);
	if (!volume || EFI_ERROR(volume->OpenVolume(volume, &root)))
		return NULL;
	return root;
}

/* Opens a file. A success without a file is treated as a failure. */
static EFI_STATUS open_in(EFI_FILE *directory, EFI_FILE **file, const CHAR16 *name, UINT64 mode, UINT64 attributes)
{
	EFI_STATUS status;

	*file = NULL;
	status = directory->Open(directory, file, (CHAR16 *)name, mode, attributes);
	return !EFI_ERROR(status) && !*file ? EFI_DEVICE_ERROR : status;
}

static enum file_outcome open_file(const struct firmware *firmware, const CHAR16 *path, UINT64 mode, EFI_FILE **file)
{
	EFI_FILE *root = open_root(firmware);
	EFI_STATUS status;

	if (!root)
		return FILE_ABSENT;
	status = open_in(root, file, path, mode, 0);
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

EFI_FILE *file_directory(const struct firmware *firmware, const CHAR16 *path)
{
	EFI_FILE *directory;

	return open_file(firmware, path, EFI_FILE_MODE_READ, &directory) == FILE_OK ? directory : NULL;
}

static EFI_FILE *open_within(EFI_FILE *directory, const CHAR16 *name, UINT64 mode)
{
	EFI_FILE *file;

	return EFI_ERROR(open_in(directory, &file, name, mode, 0)) ? NULL : file;
}

static void delete_within(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *file = open_within(directory, name, EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE);

	if (file)
		file->Delete(file);
}

/* Large enough for UEFI's file information and the name that follows it. */
union file_information {
	EFI_FILE_INFO info;
	uint8_t room[sizeof(EFI_FILE_INFO) + NAME_ROOM * sizeof(CHAR16)];
};

static EFI_STATUS get_information(EFI_FILE *file, union file_information *is)
{
	EFI_GUID guid = EFI_FILE_INFO_ID;
	UINTN size = sizeof(*is);

	*is = (union file_information){.room = {0}};
	return file->GetInfo(file, &guid, &size, is);
}

EFI_STATUS file_create(EFI_FILE *directory, const CHAR16 *name, EFI_FILE **file)
{
	union file_information is;
	EFI_STATUS status;

	delete_within(directory, name);
	status = open_in(directory, file, name, MODE_CREATE, 0);
	if (EFI_ERROR(status))
		return status;
	/* The object may be one that could not be deleted: a directory, or a file that would keep its old end. */
	status = get_information(*file, &is);
	if (!EFI_ERROR(status) && (is.info.Attribute & EFI_FILE_DIRECTORY || is.info.FileSize))
		status = EFI_ACCESS_DENIED;
	if (EFI_ERROR(status))
		(*file)->Close(*file);
	return status;
}

enum file_outcome file_write(const struct firmware *firmware, const CHAR16 *path, struct slice text)
{
	EFI_FILE *root = open_root(firmware), *file;
	UINTN written = text.length;
	EFI_STATUS status;

	if (!root)
		return FILE_ABSENT;
	status = file_create(root, path, &file);
	root->Close(root);
	if (EFI_ERROR(status))
		return status == EFI_NOT_FOUND ? FILE_ABSENT : FILE_FAILED;
	status = file->Write(file, &written, (void *)text.at);
	if (EFI_ERROR(file->Close(file)) || EFI_ERROR(status) || written != text.length)
		return FILE_FAILED;
	return FILE_OK;
}

/* UEFI moves a file when its information is set with a new name. */
static bool rename_file(EFI_FILE *file, const CHAR16 *path)
{
	EFI_GUID guid = EFI_FILE_INFO_ID;
	union file_information is;
	unsigned length = 0;
	CHAR16 *name;

	if (EFI_ERROR(get_information(file, &is)))
		return false;
	name = (CHAR16 *)(is.room + SIZE_OF_EFI_FILE_INFO);
	do
		name[length] = path[length];
	while (path[length++] && length < NAME_ROOM);
	is.info.Size = SIZE_OF_EFI_FILE_INFO + length * sizeof(CHAR16);
	return !EFI_ERROR(file->SetInfo(file, &guid, is.info.Size, &is));
}

static bool copy_bytes(EFI_FILE *from, EFI_FILE *to)
{
	char bytes[COPY_BYTES];

	for (;;) {
		UINTN length = sizeof(bytes), written;

		if (EFI_ERROR(from->Read(from, &length, bytes)))
			return false;
		if (!length)
			return true;
		written = length;
		if (EFI_ERROR(to->Write(to, &written, bytes)) || written != length)
			return false;
	}
}

/* Copies a file, because some drivers cannot rename. An incomplete copy is deleted. */
static bool copy_file(EFI_FILE *directory, EFI_FILE *file, const CHAR16 *path)
{
	EFI_FILE *copy;
	bool done;

	if (EFI_ERROR(file_create(directory, path, &copy)))
		return false;
	done = copy_bytes(file, copy);
	if (EFI_ERROR(copy->Close(copy)))
		done = false;
	if (!done)
		delete_within(directory, path);
	return done;
}

bool file_move(EFI_FILE *directory, const CHAR16 *name, const CHAR16 *path)
{
	EFI_FILE *file;

	delete_within(directory, path);
	file = open_within(directory, name, EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE);
	if (!file)
		return !file_is_there(directory, name);
	if (rename_file(file, path)) {
		file->Close(file);
		return true;
	}
	if (copy_file(directory, file, path))
		return file->Delete(file) == EFI_SUCCESS;
	file->Close(file);
	return false;
}

bool file_is_there(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *file = open_within(directory, name, EFI_FILE_MODE_READ);

	if (file)
		file->Close(file);
	return file;
}

void file_make_directory(EFI_FILE *directory, const CHAR16 *name)
{
	EFI_FILE *made;

	if (!EFI_ERROR(open_in(directory, &made, name, MODE_CREATE, EFI_FILE_DIRECTORY)))
		made->Close(made);
}

/* UEFI specification 2.10, 10.3.5.9: a RAM disk, which network boot makes from an image. */
#define MEDIA_RAM_DISK 9

bool file_medium_is_memory(const struct firmware *firmware)
{
	const EFI_DEVICE_PATH *node =
		firmware_protocol(firmware, firmware->loaded->DeviceHandle, (EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID);

	for (; node && !IsDevicePathEndType(node); node = NextDevicePathNode(node)) {
		if ((size_t)DevicePathNodeLength(node) < sizeof(*node))
			return false;
		if (DevicePathType(node) == MEDIA_DEVICE_PATH && node->SubType == MEDIA_RAM_DISK)
			return true;
	}
	return false;
}
