/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/network_path.h"

#include "lib/memory.h"

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

/* A node of a device path: type, subtype, and its whole length in two bytes. */
#define NODE_BYTES     4
#define NODE_MESSAGING 0x03
#define NODE_END       0x7f
#define MESSAGING_IPV4 12
#define IPV4_LOCAL     4
#define IPV4_MASK      23
#define IPV4_BYTES     27
#define MESSAGING_IPV6 13
#define MESSAGING_URI  24

static void take_node(const uint8_t *node, size_t length, struct network_origin *origin, bool *is_ipv4)
{
	size_t end = NODE_BYTES;

	if (node[0] != NODE_MESSAGING)
		return;
	switch (node[1]) {
	case MESSAGING_IPV4:
		*is_ipv4 = length == IPV4_BYTES;
		if (!*is_ipv4)
			return;
		memcpy(origin->address, node + IPV4_LOCAL, sizeof(origin->address));
		memcpy(origin->mask, node + IPV4_MASK, sizeof(origin->mask));
		return;
	case MESSAGING_IPV6: *is_ipv4 = false; return;
	case MESSAGING_URI:
		/* EDK II's length includes a zero after the URL. */
		while (end < length && node[end])
			end++;
		origin->url = (struct slice){(const char *)node + NODE_BYTES, end - NODE_BYTES};
		return;
	default: return;
	}
}

bool network_origin(const uint8_t *device_path, size_t bytes, struct network_origin *origin)
{
	bool is_ipv4 = false;

	*origin = (struct network_origin){0};
	for (size_t at = 0; bytes - at >= NODE_BYTES;) {
		const uint8_t *node = device_path + at;
		size_t length = node[2] | (size_t)node[3] << 8;

		if (node[0] == NODE_END)
			return is_ipv4 && origin->url.length;
		if (length < NODE_BYTES || length > bytes - at)
			return false;
		take_node(node, length, origin, &is_ipv4);
		at += length;
	}
	return false;
}

bool network_url_beside(struct slice url, const char *name, struct text *beside, struct text *host)
{
	size_t start = slice_starts(url, "http://") ? 7 : slice_starts(url, "https://") ? 8 : 0;
	size_t end = start, directory = 0;

	/* The host part ends where path, query or fragment start; the directory ends after the path's last slash. */
	while (end < url.length && url.at[end] != '/' && url.at[end] != '?' && url.at[end] != '#')
		end++;
	for (size_t i = end; i < url.length && url.at[i] != '?' && url.at[i] != '#'; i++)
		if (url.at[i] == '/')
			directory = i + 1;

	text_clear(beside);
	text_clear(host);
	if (!start || end == start)
		return false;
	for (size_t i = 0; i < url.length; i++)
		if (!is_printable((uint8_t)url.at[i]))
			return false;
	text_bytes(host, url.at + start, end - start);
	text_bytes(beside, url.at, directory ? directory : end);
	if (!directory)
		text_char(beside, '/');
	text_string(beside, name);
	return !beside->truncated && !host->truncated;
}

bool network_is_zero(const uint8_t address[4])
{
	return !(address[0] | address[1] | address[2] | address[3]);
}
