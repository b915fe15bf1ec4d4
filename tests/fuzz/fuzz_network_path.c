/* SPDX-License-Identifier: BSD-2-Clause */
/* A boot file's name, a URL and the device path that has it are whatever a server sends. What is made of them is printable, or
 * nothing. */
#include "efi/network_path.h"
#include "tests/fuzz/fuzz.h"

static void expect_printable(const struct text *text)
{
	assert(strlen(text->at) == text->length);
	for (size_t i = 0; i < text->length; i++)
		assert(text->at[i] > ' ' && text->at[i] <= '~');
}

static void try_url(struct slice url)
{
	char bytes[128], host_bytes[128];
	struct text beside = TEXT_OVER(bytes), host = TEXT_OVER(host_bytes);

	if (!network_url_beside(url, "uncork.cfg", &beside, &host))
		return;
	expect_printable(&beside);
	expect_printable(&host);
	assert(host.length && !strchr(host_bytes, '/'));
	assert(!strncmp(bytes, "http", 4) && strstr(bytes, host_bytes));
	assert(!strcmp(bytes + beside.length - 11, "/uncork.cfg"));
}

static void try_device_path(const uint8_t *path, size_t size)
{
	struct network_origin origin;

	if (!network_origin(path, size, &origin))
		return;
	assert(origin.url.length && origin.url.at > (const char *)path);
	assert(origin.url.at + origin.url.length < (const char *)path + size);
	try_url(origin.url);
}

static void fuzz(const uint8_t *data, size_t size)
{
	char bytes[128];
	struct text path = TEXT_OVER(bytes);
	uint8_t *exact = fuzz_exact(data, size);
	bool good;

	good = network_beside(exact, size, "uncork.cfg", &path);
	assert(strlen(bytes) == path.length && good == (path.length > 0));
	assert(!good || !strcmp(bytes + path.length - 10, "uncork.cfg"));
	expect_printable(&path);
	try_url((struct slice){(const char *)exact, size});
	try_device_path(exact, size);
	free(exact);
}
