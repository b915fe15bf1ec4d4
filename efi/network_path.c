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

/* EDK II's length includes a zero after the URL. */
static struct slice until_zero(const uint8_t *bytes, size_t length)
{
	size_t end = 0;

	while (end < length && bytes[end])
		end++;
	return (struct slice){(const char *)bytes, end};
}

static void take_node(const uint8_t *node, size_t length, struct network_origin *origin, bool *is_ipv4)
{
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
	case MESSAGING_URI: origin->url = until_zero(node + NODE_BYTES, length - NODE_BYTES); return;
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

/* End of the host part of a URL: the start of path, query or fragment. */
static size_t host_end(struct slice url, size_t from)
{
	while (from < url.length && url.at[from] != '/' && url.at[from] != '?' && url.at[from] != '#')
		from++;
	return from;
}

/* Offset after the last slash of the URL's path; 0 if the path is empty. */
static size_t directory_end(struct slice url, size_t from)
{
	size_t end = 0;

	for (; from < url.length && url.at[from] != '?' && url.at[from] != '#'; from++)
		if (url.at[from] == '/')
			end = from + 1;
	return end;
}

bool network_url_beside(struct slice url, const char *name, struct text *beside, struct text *host)
{
	size_t start = slice_starts(url, "http://") ? 7 : slice_starts(url, "https://") ? 8 : 0;
	size_t end = host_end(url, start), directory = directory_end(url, end);

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
