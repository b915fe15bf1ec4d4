/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether a processor that is to be started could run in a page. The tables are this program's memory. */
#include "pc/paging.h"
#include "tests/unit/support/unit.h"

#define PAGE  UINT64_C(0x9f000)
#define USUAL (BIT(0) | BIT(1))
#define USER  BIT(2)
#define LARGE BIT(7)
#define NX    BIT(63)
#define WP    BIT(16)
#define NXE   BIT(11)
#define SMEP  BIT(20)
#define FIVE  BIT(12)

static _Alignas(4096) uint64_t levels[5][512];
static uint64_t *leaf;
static struct paging mode;

static int set_up(void **state)
{
	(void)state;
	memset(levels, 0, sizeof(levels));
	levels[4][0] = (uintptr_t)levels[3] | USUAL;
	levels[3][0] = (uintptr_t)levels[2] | USUAL;
	levels[2][0] = (uintptr_t)levels[1] | USUAL;
	levels[1][0] = (uintptr_t)levels[0] | USUAL;
	leaf = &levels[0][PAGE >> 12];
	*leaf = PAGE | USUAL;
	mode = (struct paging){.cr0 = WP, .cr3 = (uintptr_t)levels[3], .efer = NXE};
	return 0;
}
BEFORE_EACH(set_up)

TEST(a_page_that_may_be_written_and_executed)
{
	assert_null(paging_refuses(&mode, PAGE));
	mode.cr4 = FIVE;
	mode.cr3 = (uintptr_t)levels[4];
	assert_null(paging_refuses(&mode, PAGE));
}

TEST(large_pages)
{
	levels[1][0] = USUAL | LARGE;
	assert_null(paging_refuses(&mode, PAGE));
	levels[2][0] = USUAL | LARGE | NX;
	assert_string_equal(paging_refuses(&mode, PAGE), "may not be executed");
}

TEST(what_may_not_be_executed_at_any_level)
{
	for (unsigned level = 1; level < 4; level++) {
		levels[level][0] |= NX;
		assert_string_equal(paging_refuses(&mode, PAGE), "may not be executed");
		levels[level][0] &= ~NX;
	}
	*leaf |= NX;
	assert_string_equal(paging_refuses(&mode, PAGE), "may not be executed");
	mode.efer = 0;
	assert_null(paging_refuses(&mode, PAGE));
}

TEST(what_may_not_be_written)
{
	*leaf &= ~BIT(1);
	assert_string_equal(paging_refuses(&mode, PAGE), "may not be written");
	mode.cr0 = 0;
	assert_null(paging_refuses(&mode, PAGE));
}

TEST(what_is_elsewhere_or_nowhere)
{
	*leaf = (PAGE + 0x1000) | USUAL;
	assert_string_equal(paging_refuses(&mode, PAGE), "is not mapped one to one");
	*leaf = 0;
	assert_string_equal(paging_refuses(&mode, PAGE), "is not mapped one to one");
}

TEST(what_is_a_users)
{
	for (unsigned level = 1; level < 4; level++)
		levels[level][0] |= USER;
	*leaf |= USER;
	assert_null(paging_refuses(&mode, PAGE));
	mode.cr4 = SMEP;
	assert_string_equal(paging_refuses(&mode, PAGE), "is a user's");
}
