/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/network_path.h"

static bool is_printable(uint8_t c)
{
	return c > ' ' && c <= '~';
}

bool network_beside(const uint8_t *boot_file, size_t bytes, const char *name, struct text *path)
{
	size_t directory = 0;

	text_clear(path);
	for (size_t i = 0; i < bytes && boot_file[i]; i++) {
		if (!is_printable(boot_file[i]))
			return false;
		if (boot_file[i] == '/' || boot_file[i] == '\\')
			directory = i + 1;
	}
	text_bytes(path, (const char *)boot_file, directory);
	text_string(path, name);
	if (!path->truncated)
		return true;
	text_clear(path);
	return false;
}
