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
