/* SPDX-License-Identifier: BSD-2-Clause */
/* What the hypervisor reads before it starts: QEMU's file directory and the name of the machine. */
#include "lib/memory.h"
#include "silicon/svm/fwcfg.h"
#include "silicon/svm/scenario.h"
#include "tests/unit/support/unit.h"

TEST(entries_are_big_endian_and_names_whole)
{
	uint8_t entry[FWCFG_ENTRY_BYTES] = {0x00, 0x01, 0x02, 0x03, 0xab, 0xcd, 0, 0};
	struct fwcfg_file file;

	memcpy(entry + 8, "opt/uncork/machine", 19);
	assert_true(fwcfg_parse_entry(entry, "opt/uncork/machine", &file));
	assert_int_equal(file.size, 0x010203);
	assert_int_equal(file.selector, 0xabcd);
	assert_false(fwcfg_parse_entry(entry, "opt/uncork/mach", &file));
	assert_false(fwcfg_parse_entry(entry, "opt/uncork/machines", &file));
}

/* 55 characters and the zero fill the field; a longer name must not be compared beyond it. */
TEST(names_fit_their_field)
{
	uint8_t entry[FWCFG_ENTRY_BYTES] = {0};
	char name[58] = {0};
	struct fwcfg_file file;

	memset(name, 'x', 55);
	memset(entry + 8, 'x', 55);
	assert_true(fwcfg_parse_entry(entry, name, &file));
	name[55] = 'x';
	entry[63] = 'x';
	assert_false(fwcfg_parse_entry(entry, name, &file));
	name[56] = 'x';
	assert_false(fwcfg_parse_entry(entry, name, &file));
}

TEST(the_machine_line_is_taken_out_in_place)
{
	char scenario[] = "# a\nmachine = xeon-7500 # b\r\nsockets = 2\n";
	char name[16];

	assert_true(scenario_take_machine(scenario, strlen(scenario), name, sizeof(name)));
	assert_string_equal(name, "xeon-7500");
	assert_string_equal(scenario, "# a\n                        \nsockets = 2\n");
}

TEST(other_lines_are_left_alone)
{
	char scenario[] = "machines = 1\n#machine = x\nfault = machine\nmachine";
	const char before[] = "machines = 1\n#machine = x\nfault = machine\nmachine";
	char name[16] = "untouched";

	assert_false(scenario_take_machine(scenario, strlen(scenario), name, sizeof(name)));
	assert_string_equal(scenario, before);
	assert_string_equal(name, "untouched");
}

TEST(a_name_must_fit)
{
	char scenario[] = "machine=12345678";
	char name[8];

	assert_false(scenario_take_machine(scenario, strlen(scenario), name, sizeof(name)));
	assert_false(scenario_take_machine(scenario, 0, name, sizeof(name)));
}

TEST(processors_have_their_machine)
{
	assert_string_equal(scenario_default_machine(0x206e3), "xeon-7500");
	assert_string_equal(scenario_default_machine(0x206d7), "xeon-e5-2600");
	assert_string_equal(scenario_default_machine(0x50671), "knights-landing");
	assert_string_equal(scenario_default_machine(0x50654), "skylake-sp");
	assert_string_equal(scenario_default_machine(0x50655), "cascade-lake-sp");
	assert_string_equal(scenario_default_machine(0x5065b), "cooper-lake-sp");
	assert_null(scenario_default_machine(0x50658));
	assert_null(scenario_default_machine(0x5065c));
	assert_string_equal(scenario_default_machine(0x606a6), "ice-lake-sp");
	assert_null(scenario_default_machine(0x206a7));
	assert_null(scenario_default_machine(0x200f20));
}
