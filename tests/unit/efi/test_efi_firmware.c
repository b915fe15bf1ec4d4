/* SPDX-License-Identifier: BSD-2-Clause */
/* What firmware says of the time, and what is believed. The firmware is played. */
#include "efi/firmware.h"
#include "tests/unit/support/unit.h"

static struct {
	EFI_STATUS answer;
	EFI_TIME now;
} act;

static EFI_STATUS EFIAPI get_time(EFI_TIME *now, EFI_TIME_CAPABILITIES *capabilities)
{
	assert_null(capabilities);
	*now = act.now;
	return act.answer;
}

static void expect_time(const char *expected)
{
	EFI_RUNTIME_SERVICES runtime = {.GetTime = get_time};
	EFI_SYSTEM_TABLE system = {.RuntimeServices = &runtime};
	const struct firmware firmware = {.system = &system};
	char time[BOARD_TIME];

	memset(time, '?', sizeof(time));
	firmware_time(&firmware, time);
	assert_string_equal(time, expected);
}

#define NOW                                                                             \
	{                                                                               \
		.Year = 2031, .Month = 2, .Day = 3, .Hour = 4, .Minute = 5, .Second = 6 \
	}

TEST(a_time_is_as_iso_8601_has_it)
{
	act.answer = EFI_SUCCESS;
	act.now = (EFI_TIME)NOW;
	expect_time("2031-02-03T04:05:06");
	act.now = (EFI_TIME){.Year = 9999, .Month = 12, .Day = 31, .Hour = 23, .Minute = 59, .Second = 59};
	expect_time("9999-12-31T23:59:59");
}

TEST(firmware_without_a_clock_tells_none)
{
	act.answer = EFI_DEVICE_ERROR;
	act.now = (EFI_TIME)NOW;
	expect_time("");
	act.answer = EFI_UNSUPPORTED;
	expect_time("");
}

TEST(what_cannot_be_is_no_time)
{
	static const EFI_TIME wrong[] = {
		{0},
		{.Year = 1899, .Month = 1, .Day = 1},
		{.Year = 10000, .Month = 1, .Day = 1},
		{.Year = 2031, .Month = 13, .Day = 1},
		{.Year = 2031, .Month = 1, .Day = 32},
		{.Year = 2031, .Month = 1, .Day = 1, .Hour = 24},
		{.Year = 2031, .Month = 1, .Day = 1, .Minute = 60},
		{.Year = 2031, .Month = 1, .Day = 1, .Second = 255},
		{.Year = 0xffff, .Month = 255, .Day = 255, .Hour = 255, .Minute = 255, .Second = 255},
	};

	act.answer = EFI_SUCCESS;
	for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
		act.now = wrong[i];
		expect_time("");
	}
}
