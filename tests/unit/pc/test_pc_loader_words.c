/* SPDX-License-Identifier: BSD-2-Clause */
/* Command lines as loaders hand them over, and what of them is the user's. */
#include "core/command/command.h"
#include "pc/loader_words.h"
#include "tests/unit/support/unit.h"

static const struct loader_commands ours = {command_is, command_is_like};

static void words_are(const char *given, const char *expected, const char *expected_ignored)
{
	char bytes[256], dropped[256];
	struct text line = TEXT_OVER(bytes), ignored = TEXT_OVER(dropped);

	text_string(&line, given);
	loader_words_drop(&line, &ours, &ignored);
	assert_string_equal(line.at, expected);
	assert_int_equal(line.length, strlen(expected));
	assert_string_equal(ignored.at, expected_ignored);
}

static void becomes(const char *given, const char *expected)
{
	words_are(given, expected, "");
}

TEST(commands_stay_as_they_are)
{
	becomes("", "");
	becomes("info; test", "info; test");
	becomes("  stat  -e 'a b';list  ", "stat  -e 'a b';list");
	becomes("-F json version", "-F json version");
	becomes("serial-speed = 9600; test a*", "serial-speed = 9600; test a*");
	becomes("stat -e uncore_cha_0/event=0x35,umask=0x21/", "stat -e uncore_cha_0/event=0x35,umask=0x21/");
	becomes("info ; # initrd", "info ; # initrd");
	becomes("stat -e 'it is not closed", "stat -e 'it is not closed");
}

TEST(what_is_no_command_is_the_users_slip)
{
	becomes("tset", "tset");
	becomes("nonsense", "nonsense");
	becomes("serial-sped=9600", "serial-sped=9600");
	becomes("help uncork.efi", "help uncork.efi");
	becomes("info; Test; USB", "info; Test; USB");
	words_are("root=/dev/sda1 tset", "tset", "root=/dev/sda1");
}

TEST(an_image_name_in_front_is_dropped)
{
	becomes("uncork.efi", "");
	becomes("uncork info", "info");
	becomes("FS0:\\UNCORK.EFI info; list", "info; list");
	becomes("\\EFI\\BOOT\\BOOTX64.EFI", "");
	becomes("/boot/my own files/uncork.efi info", "info");
	becomes("\"FS0:\\my own files\\uncork.efi\" info", "info");
	becomes("uncork.efi -F json help uncork.efi", "-F json help uncork.efi");
}

TEST(what_loaders_add_is_dropped_wherever_it_stands)
{
	becomes("BOOT_IMAGE=/uncork/uncork.efi info; test", "info; test");
	becomes("BOOT_IMAGE=(hd0,msdos1)/uncork/uncork info", "info");
	becomes("BOOT_IMAGE=\"/my own files/uncork.efi\" info", "info");
	becomes("BOOT_IMAGE=/my own files/uncork.efi info", "info");
	becomes("initrd=\\uncork\\uncork.cfg -F json version", "-F json version");
	becomes("initrd=\\my own files\\uncork.cfg -F json version", "-F json version");
	becomes("initrd=\\a initrd=\\my files\\b info", "info");
	becomes("info; test initrd=uncork.cfg", "info; test");
	becomes("info initrd=a ; test", "info  ; test");
	becomes("BOOT_IMAGE=(hd0)/u initrd=c", "");
	becomes("info noinitrd=x", "info noinitrd=x");
}

TEST(words_for_linux_are_ignored_and_named)
{
	words_are("root=/dev/sdb3", "", "root=/dev/sdb3");
	words_are("root=/dev/sdb3 init=/sbin/init infoo=1 rootwait", "",
		  "root=/dev/sdb3 init=/sbin/init infoo=1 rootwait");
	words_are("BOOT_IMAGE=/vmlinuz root=UUID=1-2 ro quiet", "", "root=UUID=1-2 ro quiet");
	words_are("BOOT_IMAGE=/my files/u root=/dev/sdb3 initrd=/a b/c initrd=x info", "info", "root=/dev/sdb3");
	words_are("console=ttyS0,115200n8 info; test", "info; test", "console=ttyS0,115200n8");
	words_are("info; test ip=1.2.3.4 BOOTIF=01-00", "info; test", "ip=1.2.3.4 BOOTIF=01-00");
	words_are("info quiet", "info", "quiet");
	words_are("mitigations=off info", "info", "mitigations=off");
}

TEST(a_label_is_ignored_and_named)
{
	words_are("USB HDD", "", "USB HDD");
	words_are("UEFI: SanDisk Cruzer 1.26, Partition 1", "", "UEFI: SanDisk Cruzer 1.26, Partition 1");
	words_are("Boot from a stick", "", "Boot from a stick");
	words_are("USB HDD -F json info", "-F json info", "USB HDD");
}
