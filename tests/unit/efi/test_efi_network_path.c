/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of files beside the one that a server has named. */
#include "efi/network_path.h"
#include "tests/unit/support/unit.h"

static void is_beside(const char *boot_file, const char *expected)
{
	char bytes[32];
	struct text path = TEXT_OVER(bytes);

	assert_true(network_beside((const uint8_t *)boot_file, strlen(boot_file) + 1, "uncork.cfg", &path));
	assert_string_equal(bytes, expected);
}

TEST(the_directory_is_that_of_the_boot_file)
{
	is_beside("uncork.efi", "uncork.cfg");
	is_beside("/boards/7/uncork.efi", "/boards/7/uncork.cfg");
	is_beside("boards\\uncork.efi", "boards\\uncork.cfg");
	is_beside("boards/", "boards/uncork.cfg");
	is_beside("", "uncork.cfg");
}

TEST(a_name_need_not_end)
{
	static const uint8_t boot_file[4] = {'a', '/', 'b', 'c'};
	char bytes[32];
	struct text path = TEXT_OVER(bytes);

	assert_true(network_beside(boot_file, sizeof(boot_file), "d", &path));
	assert_string_equal(bytes, "a/d");
}

TEST(what_is_no_path_is_refused)
{
	char bytes[16];
	struct text path = TEXT_OVER(bytes);

	assert_false(network_beside((const uint8_t *)"a\x01/b", 4, "c", &path));
	assert_false(network_beside((const uint8_t *)"boards/seven/u.efi", 18, "uncork.cfg", &path));
	assert_int_equal(path.length, 0);
}

#define ROOM 64

static void url_is_beside(const char *url, const char *expected, const char *expected_host)
{
	char bytes[ROOM], host_bytes[ROOM];
	struct text beside = TEXT_OVER(bytes), host = TEXT_OVER(host_bytes);

	assert_true(network_url_beside(slice_of(url), "u.cfg", &beside, &host));
	assert_string_equal(bytes, expected);
	assert_string_equal(host_bytes, expected_host);
}

TEST(the_url_beside_has_the_same_folder)
{
	url_is_beside("http://10.0.2.2:8080/rack/uncork.efi", "http://10.0.2.2:8080/rack/u.cfg", "10.0.2.2:8080");
	url_is_beside("https://lab.example/uncork.efi", "https://lab.example/u.cfg", "lab.example");
	url_is_beside("http://lab/a/u.efi?board=1/2#x/y", "http://lab/a/u.cfg", "lab");
	url_is_beside("http://lab/a/#x/y", "http://lab/a/u.cfg", "lab");
	url_is_beside("http://lab", "http://lab/u.cfg", "lab");
	url_is_beside("http://lab?u=/efi/", "http://lab/u.cfg", "lab");
}

TEST(what_is_no_url_is_refused)
{
	static const char *const wrong[] = {"",
					    "http://",
					    "http:///a",
					    "ftp://lab/u.efi",
					    "http:/lab/u.efi",
					    "http://lab/\x01",
					    "http://lab/a b",
					    "http://lab/12345678901234567890123456789012345678901234567890/u.efi"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char bytes[ROOM], host_bytes[ROOM];
		struct text beside = TEXT_OVER(bytes), host = TEXT_OVER(host_bytes);

		assert_false(network_url_beside(slice_of(wrong[i]), "u.cfg", &beside, &host));
	}
}

/* A network card, an address, a name server, a URL, the end; as EDK II makes them. */
#define CARD                 "\x03\x0b\x05\x00\x01"
#define IPV4                 "\x03\x0c\x1b\x00\x0a\x00\x02\x0f\0\0\0\0\0\0\0\0\x06\x00\x00\x0a\x00\x02\x02\xff\xff\xff\x00"
#define IPV6                 "\x03\x0d\x05\x00\x01"
#define URI                  "\x03\x18\x0e\x00http://a/b"
#define URI0                 "\x03\x18\x0f\x00http://a/b\0"
#define NONE                 "\x03\x18\x04\x00"
#define END                  "\x7f\xff\x04\x00"

#define ORIGIN(path, origin) network_origin((const uint8_t *)(path), sizeof(path) - 1, origin)

TEST(a_device_path_says_where_we_came_from)
{
	struct network_origin origin;

	assert_true(ORIGIN(CARD IPV4 URI END, &origin));
	assert_true(slice_is(origin.url, "http://a/b"));
	assert_memory_equal(origin.address, "\x0a\x00\x02\x0f", 4);
	assert_memory_equal(origin.mask, "\xff\xff\xff\x00", 4);
	assert_false(network_is_zero(origin.address));
	assert_true(ORIGIN(CARD IPV4 URI0 END, &origin));
	assert_true(slice_is(origin.url, "http://a/b"));
}

TEST(other_device_paths_name_no_server)
{
	struct network_origin origin;

	assert_false(ORIGIN(END, &origin));
	assert_false(ORIGIN(CARD END, &origin));
	assert_false(ORIGIN(CARD IPV4 END, &origin));
	assert_false(ORIGIN(CARD IPV4 NONE END, &origin));
	assert_false(ORIGIN(CARD URI END, &origin));
	assert_false(ORIGIN(CARD IPV6 URI END, &origin));
	assert_false(ORIGIN(CARD IPV4 URI, &origin));
	assert_false(ORIGIN("\x03\x0c\x03\x00" URI END, &origin));
	assert_false(ORIGIN("\x03\x0c\x05\x00\x01" URI END, &origin));
	assert_false(ORIGIN(IPV4 "\x03\x18\x0f\x00http", &origin));
	assert_false(ORIGIN("", &origin));
}
