/* SPDX-License-Identifier: BSD-2-Clause */
/* What firmware says of the time, and what is believed; how it waits. The firmware is played. */
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

static struct {
	EFI_STATUS creates, sets, waits;
	UINT64 timer, stalled;
	int open;
} waiting;

static EFI_STATUS EFIAPI create_event(UINT32 type, EFI_TPL priority, EFI_EVENT_NOTIFY notify, VOID *context,
				      EFI_EVENT *event)
{
	assert_true(type == EVT_TIMER && !priority && !notify && !context);
	waiting.open += waiting.creates == EFI_SUCCESS;
	*event = &waiting;
	return waiting.creates;
}

static EFI_STATUS EFIAPI set_timer(EFI_EVENT event, EFI_TIMER_DELAY type, UINT64 time)
{
	assert_true(event == &waiting && type == TimerRelative);
	waiting.timer = time;
	return waiting.sets;
}

static EFI_STATUS EFIAPI wait_for_event(UINTN count, EFI_EVENT *events, UINTN *which)
{
	assert_true(count == 1 && events[0] == &waiting && which);
	return waiting.waits;
}

static EFI_STATUS EFIAPI close_event(EFI_EVENT event)
{
	assert_ptr_equal(event, &waiting);
	waiting.open--;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI stall(UINTN microseconds)
{
	waiting.stalled += microseconds;
	return EFI_SUCCESS;
}

/* How many microseconds of a wait of 50 ms are spent in Stall(). */
static UINT64 stalled(EFI_STATUS creates, EFI_STATUS sets, EFI_STATUS waits)
{
	EFI_BOOT_SERVICES services = {
		.CreateEvent = create_event,
		.SetTimer = set_timer,
		.WaitForEvent = wait_for_event,
		.CloseEvent = close_event,
		.Stall = stall,
	};
	const struct firmware firmware = {.services = &services};

	memset(&waiting, 0, sizeof(waiting));
	waiting.creates = creates;
	waiting.sets = sets;
	waiting.waits = waits;
	firmware_wait(&firmware, 50);
	assert_int_equal(waiting.open, 0);
	return waiting.stalled;
}

TEST(a_wait_lets_the_processor_halt)
{
	assert_int_equal(stalled(EFI_SUCCESS, EFI_SUCCESS, EFI_SUCCESS), 0);
	assert_int_equal(waiting.timer, 50 * 10000);
}

TEST(firmware_that_does_not_wait_stalls)
{
	assert_int_equal(stalled(EFI_OUT_OF_RESOURCES, EFI_SUCCESS, EFI_SUCCESS), 50000);
	assert_int_equal(stalled(EFI_SUCCESS, EFI_INVALID_PARAMETER, EFI_SUCCESS), 50000);
	assert_int_equal(stalled(EFI_SUCCESS, EFI_SUCCESS, EFI_UNSUPPORTED), 50000);
}
