/* SPDX-License-Identifier: BSD-2-Clause */
/* Files on a volume whose driver renames nothing, whose files cannot all be deleted, or which is full. The volume is played. */
#include "efi/files.h"
#include "tests/unit/support/unit.h"

enum { FILES = 4, NAME = 32, ROOM = 4096 };

struct stored {
	CHAR16 name[NAME]; /* "": no file */
	char bytes[ROOM];
	size_t length;
	bool read_only, directory;
};

struct handle {
	EFI_FILE file; /* first */
	struct stored *of;
	size_t at;
	bool open;
};

static struct {
	struct stored files[FILES];
	struct handle handles[FILES];
	bool renames, sets_nothing;
	size_t free; /* bytes */
} volume;

static bool is_same(const CHAR16 *one, const CHAR16 *other)
{
	while (*one && *one == *other)
		one++, other++;
	return *one == *other;
}

static void set_name(struct stored *file, const CHAR16 *name)
{
	size_t i = 0;

	do
		file->name[i] = name[i];
	while (name[i++]);
}

static struct stored *find(const CHAR16 *name)
{
	for (unsigned i = 0; i < FILES; i++)
		if (is_same(volume.files[i].name, name))
			return &volume.files[i];
	return NULL;
}

static EFI_STATUS EFIAPI played_close(EFI_FILE *this)
{
	((struct handle *)this)->open = false;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI played_delete(EFI_FILE *this)
{
	struct handle *handle = (struct handle *)this;

	handle->open = false;
	if (handle->of->read_only || handle->of->directory)
		return EFI_WARN_DELETE_FAILURE;
	volume.free += handle->of->length;
	*handle->of = (struct stored){.length = 0};
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI played_read(EFI_FILE *this, UINTN *length, VOID *bytes)
{
	struct handle *handle = (struct handle *)this;
	size_t left = handle->of->length - handle->at;

	*length = *length < left ? *length : left;
	memcpy(bytes, handle->of->bytes + handle->at, *length);
	handle->at += *length;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI played_write(EFI_FILE *this, UINTN *length, VOID *bytes)
{
	struct handle *handle = (struct handle *)this;

	if (*length > volume.free)
		return EFI_VOLUME_FULL;
	assert_true(handle->at + *length <= ROOM);
	memcpy(handle->of->bytes + handle->at, bytes, *length);
	handle->at += *length;
	volume.free -= *length;
	handle->of->length = handle->at;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI played_get(EFI_FILE *this, EFI_GUID *type, UINTN *size, VOID *bytes)
{
	const struct stored *of = ((struct handle *)this)->of;
	EFI_FILE_INFO *info = bytes;

	(void)type;
	assert_true(*size >= sizeof(*info));
	*info = (EFI_FILE_INFO){.Size = SIZE_OF_EFI_FILE_INFO, .FileSize = of->length};
	info->Attribute = of->directory ? EFI_FILE_DIRECTORY : 0;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI played_set(EFI_FILE *this, EFI_GUID *type, UINTN size, VOID *bytes)
{
	const EFI_FILE_INFO *info = bytes;

	(void)type, (void)size;
	if (!volume.renames)
		return EFI_UNSUPPORTED;
	set_name(((struct handle *)this)->of, info->FileName);
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI played_open(EFI_FILE *this, EFI_FILE **opened, CHAR16 *name, UINT64 mode, UINT64 attributes)
{
	struct stored *of = find(name);
	struct handle *handle = volume.handles;

	(void)this, (void)attributes;
	if (volume.sets_nothing)
		return EFI_SUCCESS;
	if (!of && !(mode & EFI_FILE_MODE_CREATE))
		return EFI_NOT_FOUND;
	if (!of) {
		of = find(L"");
		assert_non_null(of);
		set_name(of, name);
	}
	/* As some drivers do: what is not to be deleted may be opened. */
	while (handle->open)
		assert_true(++handle < volume.handles + FILES);
	*handle = (struct handle){.of = of, .open = true};
	handle->file.Close = played_close;
	handle->file.Delete = played_delete;
	handle->file.Read = played_read;
	handle->file.Write = played_write;
	handle->file.GetInfo = played_get;
	handle->file.SetInfo = played_set;
	*opened = &handle->file;
	return EFI_SUCCESS;
}

static EFI_FILE directory = {.Open = played_open};

/* Of the medium that the image came from. */
static const void *device_path;

void *firmware_protocol(const struct firmware *firmware, EFI_HANDLE handle, EFI_GUID guid)
{
	(void)firmware, (void)handle, (void)guid;
	return (void *)device_path;
}

static struct stored *put(const CHAR16 *name, size_t length)
{
	struct stored *file = find(L"");

	assert_non_null(file);
	set_name(file, name);
	for (file->length = 0; file->length < length; file->length++)
		file->bytes[file->length] = (char)('a' + file->length % 23);
	return file;
}

static void set_up(bool renames)
{
	memset(&volume, 0, sizeof(volume));
	volume.renames = renames;
	volume.free = ROOM;
}

static void assert_all_closed(void)
{
	for (unsigned i = 0; i < FILES; i++)
		assert_false(volume.handles[i].open);
}

static void assert_whole(const CHAR16 *name, size_t length)
{
	const struct stored *file = find(name);

	assert_non_null(file);
	assert_int_equal(file->length, length);
	for (size_t i = 0; i < length; i++)
		assert_int_equal(file->bytes[i], 'a' + i % 23);
}

TEST(what_cannot_be_renamed_is_copied)
{
	for (unsigned renames = 0; renames < 2; renames++) {
		set_up(renames);
		put(L"log", 2500);
		put(L"old", 7);
		assert_true(file_move(&directory, L"log", L"old"));
		assert_whole(L"old", 2500);
		assert_null(find(L"log"));
		assert_all_closed();
	}
}

TEST(what_can_be_neither_renamed_nor_copied_stays)
{
	set_up(false);
	put(L"log", 2500);
	volume.free = 2499;
	assert_false(file_move(&directory, L"log", L"old"));
	assert_whole(L"log", 2500);
	assert_null(find(L"old"));
	assert_all_closed();
}

TEST(what_is_copied_and_cannot_be_deleted_is_not_moved)
{
	set_up(false);
	put(L"log", 5)->read_only = true;
	assert_false(file_move(&directory, L"log", L"old"));
	assert_whole(L"log", 5);
	assert_all_closed();
}

TEST(nothing_is_moved_from_where_nothing_is)
{
	set_up(true);
	put(L"old", 5);
	assert_true(file_move(&directory, L"log", L"old"));
	assert_null(find(L"old")); /* of a run whose other files are gone from there */
	assert_all_closed();
}

TEST(what_cannot_be_deleted_is_not_written_over)
{
	EFI_FILE *file;

	set_up(true);
	put(L"log", 5)->read_only = true;
	put(L"dir", 0)->directory = true;
	assert_int_equal(file_create(&directory, L"log", &file), EFI_ACCESS_DENIED);
	assert_int_equal(file_create(&directory, L"dir", &file), EFI_ACCESS_DENIED);
	assert_whole(L"log", 5);
	assert_all_closed();
	assert_int_equal(file_create(&directory, L"new", &file), EFI_SUCCESS);
	file->Close(file);
}

/* The call succeeds, and its output is as it was. */
TEST(a_success_that_sets_nothing_is_none)
{
	EFI_FILE *file = &directory;

	set_up(true);
	volume.sets_nothing = true;
	assert_true(EFI_ERROR(file_create(&directory, L"log", &file)));
	assert_false(file_is_there(&directory, L"log"));
	file_make_directory(&directory, L"previous");
}

static void path_is_memory(const uint8_t *path, bool expected)
{
	EFI_LOADED_IMAGE loaded = {0};
	const struct firmware firmware = {.loaded = &loaded};

	device_path = path;
	assert_int_equal(file_medium_is_memory(&firmware), expected);
	device_path = NULL;
}

TEST(a_disk_in_memory_is_known_by_its_path)
{
	static const uint8_t stick[] = {2, 1, 12, 0, 0xd0, 0x41, 3, 0x0a, 0,    0, 0,
					0, 3, 5,  6, 0,    1,    0, 0x7f, 0xff, 4, 0},
			     ram_disk[] = {4, 9, 8, 0, 0, 0, 0, 0, 0x7f, 0xff, 4, 0},
			     damaged[] = {3, 5, 0, 0, 4, 9, 4, 0};

	path_is_memory(stick, false);
	path_is_memory(ram_disk, true);
	path_is_memory(damaged, false);
	path_is_memory(NULL, false);
}
