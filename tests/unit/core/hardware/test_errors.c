/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors that processors report of themselves: each once, however many processors share a bank, and in words. */
#include "core/hardware/errors.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

static struct errors errors;

static struct error_bank bank_of(uint16_t socket, uint8_t bank, uint64_t status)
{
	return (struct error_bank){.cpu = socket * 4u, .socket = socket, .bank = bank, .status = status};
}

static int start(void **state)
{
	(void)state;
	memset(&errors, 0, sizeof(errors));
	return 0;
}

TEST(a_bank_that_processors_share_is_noted_once)
{
	struct error_bank error = bank_of(0, 5, ERROR_VALID | 1);

	assert_true(errors_note(&errors, &error));
	error.cpu = 1;
	error.when = ERROR_AFTER;
	assert_false(errors_note(&errors, &error));
	error.socket = 1;
	assert_true(errors_note(&errors, &error));
	error.status |= ERROR_OVERFLOW;
	assert_true(errors_note(&errors, &error));
	error.address = 0x1000;
	assert_true(errors_note(&errors, &error));
	error.bank = 6;
	assert_true(errors_note(&errors, &error));
	assert_int_equal(errors_count(&errors), 5);
	assert_int_equal(errors.list[0].cpu, 0);
}

TEST(a_full_list_keeps_the_first)
{
	for (unsigned i = 0; i < 2 * ERRORS_ROOM; i++) {
		struct error_bank error = bank_of(0, 1, ERROR_VALID | i);

		assert_true(errors_note(&errors, &error));
	}
	assert_int_equal(errors_count(&errors), ERRORS_ROOM);
	assert_int_equal(errors.list[ERRORS_ROOM - 1].status, ERROR_VALID | (ERRORS_ROOM - 1));
}

static void reads(uint64_t status, const char *wanted)
{
	struct error_bank error = bank_of(1, 5, status);
	char bytes[200];
	struct text text = TEXT_OVER(bytes);

	error.address = 0x12340;
	error.misc = 0x8c;
	error_text(&error, &text);
	assert_string_equal(bytes, wanted);
}

TEST(errors_are_said_in_words)
{
	reads(ERROR_VALID, "bank 5 of socket 1 (cpu 4): status 0x8000000000000000: corrected");
	reads(UINT64_C(0xbe00000000000800),
	      "bank 5 of socket 1 (cpu 4): status 0xbe00000000000800, address 0x12340, misc 0x8c: "
	      "uncorrected, the processor's state may be damaged");
	reads(UINT64_C(0xe400000000000135),
	      "bank 5 of socket 1 (cpu 4): status 0xe400000000000135, address 0x12340: uncorrected, "
	      "others lost");
}

BEFORE_EACH(start)
