/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/upload.h"

#include "efi/network.h"

#define RESULT "result.txt"

static const char *const names[UPLOAD_FILES] = {"console.log", "results.json"};

static bool server_has(const struct firmware *firmware, const char *name)
{
	char first;
	UINTN length;

	switch (network_read(firmware, name, &first, sizeof(first), &length)) {
	case FILE_OK:
	case FILE_TOO_LARGE: return true;
	default: return false;
	}
}

bool upload_open(struct upload *upload, const struct firmware *firmware, struct arena *arena, struct slice result)
{
	*upload = (struct upload){0};
	if (!server_has(firmware, RESULT))
		return true;
	if (network_write(firmware, RESULT, result) != FILE_OK)
		return false;
	upload->firmware = firmware;
	for (unsigned i = 0; i < UPLOAD_FILES; i++) {
		char *bytes = server_has(firmware, names[i]) ? arena_take(arena, UPLOAD_BYTES, 1) : NULL;

		if (bytes)
			upload->files[i] = text_over(bytes, UPLOAD_BYTES);
	}
	return true;
}

void upload_keep(struct upload *upload, unsigned file, const char *bytes, size_t length)
{
	if (upload->files[file].size)
		text_bytes(&upload->files[file], bytes, length);
}

const char *upload_close(struct upload *upload, struct slice result)
{
	const char *refused = NULL;

	if (!upload->firmware)
		return NULL;
	for (unsigned i = 0; i < UPLOAD_FILES; i++) {
		const struct text *file = &upload->files[i];

		if (file->size &&
		    network_write(upload->firmware, names[i], (struct slice){file->at, file->length}) != FILE_OK)
			refused = refused ? refused : names[i];
	}
	if (network_write(upload->firmware, RESULT, result) != FILE_OK)
		refused = refused ? refused : RESULT;
	upload->firmware = NULL;
	return refused;
}
