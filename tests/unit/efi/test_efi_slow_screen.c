/* SPDX-License-Identifier: BSD-2-Clause */
/* When a screen is slow, and what it then shows. */
#include "efi/slow_screen.h"
#include "tests/unit/support/unit.h"

static struct slow_screen screen;
static char bytes[100];

static int start(void **state)
{
	(void)state;
	screen = (struct slow_screen){0};
	return 0;
}

TEST(a_few_lines_do_not_tell)
{
	slow_screen_note(&screen, 15, 15 * 400000);
	assert_false(slow_screen_is(&screen));
	slow_screen_note(&screen, 1, 400000);
	assert_true(slow_screen_is(&screen));
}

TEST(quick_screens_show_everything)
{
	for (unsigned i = 0; i < 1000; i++)
		slow_screen_note(&screen, 1, 49999);
	assert_false(slow_screen_is(&screen));
	/* One long pause is not the screen's. */
	slow_screen_note(&screen, 1, 100);
	assert_false(slow_screen_is(&screen));
}

static bool left_out(uint64_t now_us)
{
	struct text text = TEXT_OVER(bytes);

	return slow_screen_leave_out(&screen, 2, now_us, ", in check a.b", &text);
}

TEST(progress_is_shown_once_a_second_in_one_line)
{
	assert_true(left_out(5000000));
	assert_int_equal(strlen(bytes), 78);
	assert_memory_equal(bytes, "\rslow screen: 2 lines left out, in check a.b  ", 46);
	assert_false(left_out(5999999));
	assert_true(left_out(6000000));
	assert_memory_equal(bytes, "\rslow screen: 6 lines left out, in check a.b  ", 46);
	assert_true(slow_screen_resume(&screen));
	assert_false(slow_screen_resume(&screen));
}

TEST(a_long_line_does_not_scroll)
{
	static char doing[200];
	struct text text = TEXT_OVER(bytes);

	memset(doing, 'x', sizeof(doing) - 1);
	assert_true(slow_screen_leave_out(&screen, 1, 1, doing, &text));
	assert_int_equal(strlen(bytes), 78);
}

BEFORE_EACH(start)
