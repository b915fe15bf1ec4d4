/* SPDX-License-Identifier: BSD-2-Clause */
/* What firmware says when it is to start processors, and what is done then. The firmware is played. */
#include "efi/processors.h"
#include "pc/mp_services.h"
#include "tests/unit/support/unit.h"

static struct {
	bool has_services;
	EFI_STATUS answer;
	unsigned busy; /* so many calls find a processor busy */
	unsigned starts, stalls, closed;
	bool done;
} act;

static EFI_STATUS EFIAPI start_all(struct mp_services *this, mp_procedure procedure, BOOLEAN one_by_one, EFI_EVENT done,
				   UINTN microseconds, VOID *argument, UINTN **failed)
{
	(void)this, (void)one_by_one, (void)done, (void)microseconds, (void)failed;
	act.starts++;
	if (act.starts <= act.busy)
		return EFI_NOT_READY;
	if (!EFI_ERROR(act.answer))
		procedure(argument);
	return act.answer;
}

static EFI_STATUS EFIAPI locate(EFI_GUID *guid, VOID *key, VOID **interface)
{
	static struct mp_services mp = {.start_all = start_all};
	static const EFI_GUID mp_guid = MP_SERVICES_GUID;

	(void)key;
	assert_memory_equal(guid, &mp_guid, sizeof(mp_guid));
	*interface = &mp;
	return act.has_services ? EFI_SUCCESS : EFI_NOT_FOUND;
}

static EFI_STATUS EFIAPI create_event(UINT32 type, EFI_TPL level, EFI_EVENT_NOTIFY notify, VOID *context,
				      EFI_EVENT *event)
{
	(void)type, (void)level, (void)notify, (void)context;
	*event = &act;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI close_event(EFI_EVENT event)
{
	assert_ptr_equal(event, &act);
	act.closed++;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI check_event(EFI_EVENT event)
{
	assert_ptr_equal(event, &act);
	return act.done ? EFI_SUCCESS : EFI_NOT_READY;
}

static EFI_STATUS EFIAPI stall(UINTN microseconds)
{
	(void)microseconds;
	act.stalls++;
	return EFI_SUCCESS;
}

static EFI_BOOT_SERVICES services = {
	.LocateProtocol = locate,
	.CreateEvent = create_event,
	.CloseEvent = close_event,
	.CheckEvent = check_event,
	.Stall = stall,
};
static const struct firmware firmware = {.services = &services};
static unsigned ran;

static void agent(void)
{
	ran++;
}

static int set_up(void **state)
{
	(void)state;
	memset(&act, 0, sizeof(act));
	act.has_services = true;
	ran = 0;
	return 0;
}
BEFORE_EACH(set_up)

TEST(processors_that_the_firmware_starts)
{
	struct processors_start start = processors_start(&firmware, agent);

	assert_true(start.started);
	assert_int_equal(ran, 1);
	assert_int_equal(act.stalls, 0);
}

TEST(firmware_that_is_busy_is_asked_again)
{
	act.busy = 7;
	assert_true(processors_start(&firmware, agent).started);
	assert_int_equal(act.starts, 8);
	assert_int_equal(act.stalls, 7);
}

TEST(firmware_that_stays_busy_keeps_its_processors)
{
	struct processors_start start;

	act.busy = UINT32_MAX;
	start = processors_start(&firmware, agent);
	assert_false(start.started || start.may_be_taken);
	assert_non_null(strstr(start.why, "EFI_NOT_READY"));
	assert_in_range(act.starts, 2, 1000);
	assert_int_equal(act.closed, 1);
}

TEST(who_may_be_sent_an_init)
{
	static const struct {
		EFI_STATUS status;
		bool may;
		const char *said;
	} cases[] = {
		{EFI_UNSUPPORTED, true, "EFI_UNSUPPORTED"},
		{EFI_NOT_STARTED, false, "EFI_NOT_STARTED"},
		{EFI_DEVICE_ERROR, false, "EFI_DEVICE_ERROR"},
		{EFI_INVALID_PARAMETER, false, "EFI_INVALID_PARAMETER"},
		{EFI_SECURITY_VIOLATION, false, "0x800000000000001a"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct processors_start start;

		act.answer = cases[i].status;
		start = processors_start(&firmware, agent);
		assert_false(start.started);
		assert_int_equal(start.may_be_taken, cases[i].may);
		assert_non_null(strstr(start.why, cases[i].said));
	}
	act.has_services = false;
	assert_true(processors_start(&firmware, agent).may_be_taken);
	assert_int_equal(ran, 0);
}

TEST(processors_that_do_not_come_back_are_said)
{
	assert_true(processors_start(&firmware, agent).started);
	assert_false(processors_collect(&firmware));
	assert_int_equal(act.closed, 0);
	act.done = true;
	assert_true(processors_collect(&firmware));
	assert_int_equal(act.closed, 1);
}
