/* SPDX-License-Identifier: BSD-2-Clause */
/* Register programs as text. */
#include "core/program/recorded.h"
#include "tests/unit/support/unit.h"

static const char *parse(const char *line, struct recorded_access *access)
{
	return recorded_parse(slice_of(line), access);
}

TEST(a_line_is_an_access)
{
	struct recorded_access access;

	assert_null(parse("+12 1.3 write msr 0xc00 64 0x20000000", &access));
	assert_true(access.write && !access.fault && !access.by_number);
	assert_int_equal(access.after_ns, 12);
	assert_int_equal(access.where.socket, 1);
	assert_int_equal(access.processor, 3);
	assert_int_equal(access.where.space, SPACE_MSR);
	assert_int_equal(access.where.address, 0xc00);
	assert_int_equal(access.where.width_bits, 64);
	assert_int_equal(access.value, 0x20000000);
	assert_null(parse("  +0\t0.0 read pci 0xff840f4 32 fault \r", &access));
	assert_true(access.fault && !access.write);
	assert_int_equal(access.where.space, SPACE_PCI);
	assert_null(parse("+0 0.0 read pmc 0x40000001 64 7", &access));
	assert_true(access.by_number);
}

TEST(what_is_no_access_is_refused)
{
	static const struct {
		const char *line, *wrong;
	} cases[] = {
		{"", "must begin with +NS"},
		{"12 0.0 read msr 1 64 0", "must begin with +NS"},
		{"+x 0.0 read msr 1 64 0", "a number of nanoseconds must follow"},
		{"+99999999999999999999 0.0 read msr 1 64 0", "a number of nanoseconds must follow"},
		{"+0", "not SOCKET.PROCESSOR"},
		{"+0 0 read msr 1 64 0", "not SOCKET.PROCESSOR"},
		{"+0 65536.0 read msr 1 64 0", "not SOCKET.PROCESSOR"},
		{"+0 0.65536 read msr 1 64 0", "not SOCKET.PROCESSOR"},
		{"+0 0.0.0 read msr 1 64 0", "not SOCKET.PROCESSOR"},
		{"+0 0.0 reads msr 1 64 0", "neither read nor write"},
		{"+0 0.0 read opal 1 64 0", "not a space"},
		{"+0 0.0 write pmc 1 64 0", "can only be read"},
		{"+0 0.0 read msr 0x100000000 64 0", "too large for the space"},
		{"+0 0.0 read pci 0x100000000000 32 0", "too large for the space"},
		{"+0 0.0 read msr xyz 64 0", "the address is not a number"},
		{"+0 0.0 read msr 1 32 0", "an MSR has 64 bits"},
		{"+0 0.0 read pci 0 24 0", "8, 16, 32 or 64"},
		{"+0 0.0 read pci 2 32 0", "not aligned"},
		{"+0 0.0 read pci 4 32 0x100000000", "more bits"},
		{"+0 0.0 read pci 4 32", "neither a value nor"},
		{"+0 0.0 read pci 4 32 0 0", "nothing may follow"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct recorded_access access;
		const char *wrong = parse(cases[i].line, &access);

		assert_non_null(wrong);
		if (!strstr(wrong, cases[i].wrong))
			fail_msg("\"%s\": %s", cases[i].line, wrong);
	}
}

TEST(the_head_names_the_machine)
{
	struct slice machine = {0};

	assert_null(recorded_head(slice_of("register-program 1 xeon-7500"), &machine));
	assert_true(slice_is(machine, "xeon-7500"));
	assert_non_null(recorded_head(slice_of("register-program 2 xeon-7500"), &machine));
	assert_non_null(recorded_head(slice_of("register-program 1"), &machine));
	assert_non_null(recorded_head(slice_of("register-program 1 a b"), &machine));
	assert_non_null(recorded_head(slice_of("+0 0.0 read msr 1 64 0"), &machine));
}

TEST(lines_have_numbers_and_comments_none)
{
	struct slice rest = slice_of("# first\n\n a # b\r\n \t\nlast"), line;
	uint32_t number = 0;

	assert_true(recorded_line(&rest, &line, &number));
	assert_int_equal(number, 3);
	assert_true(slice_is(slice_trim(line), "a"));
	assert_true(recorded_line(&rest, &line, &number));
	assert_int_equal(number, 5);
	assert_false(recorded_line(&rest, &line, &number));
}
