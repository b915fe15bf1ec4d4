/* SPDX-License-Identifier: BSD-2-Clause */
/* replay: what is made of a recorded register program, what is refused, and what is put back. */
#include "core/program/recorded.h"
#include "lib/text.h"
#include "tests/unit/support/shell_bench.h"

static char file[RECORDED_BYTES + 1];
static size_t file_length;

static const char *read_file(const char *name, char *bytes, size_t room, size_t *length)
{
	if (strcmp(name, "driver.txt"))
		return "no such file";
	if (file_length > room)
		return "it is too long";
	memcpy(bytes, file, file_length);
	*length = file_length;
	return NULL;
}

static void start(const char *name, const char *scenario, const char *accesses)
{
	struct text text = TEXT_OVER(file);

	assert_true(shell_try(name, 1, scenario));
	shell.read_file = read_file;
	text_format(&text, "register-program 1 %s\n%s", name, accesses);
	file_length = text.length;
}

static void says(const char *words)
{
	if (!strstr(said, words))
		fail_msg("\"%s\" is not in %s", words, said);
}

/* Everything that is written here has to be put back: the silicon would say so. */
#define COUNTING                                 \
	"+0 0.0 write msr 0xd10 64 0x400115\n"   \
	"+0 0.0 write msr 0xd00 64 0x1\n"        \
	"+0 0.0 write msr 0xc00 64 0x10000000\n" \
	"+1000 0.0 read msr 0xd10 64 0x400115\n" \
	"+1000000 0.0 read msr 0xd11 64 0x5\n"

TEST(what_comes_out_alike_passes)
{
	start("xeon-7500", "", COUNTING);
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_PASS);
	says("\"reads\":2,\"writes\":3,\"left_out\":0,\"differences\":0,\"counters\":1}");
	says("\"register\":\"cbox0.ctr0 (msr 0xd11)\"");
}

TEST(a_pause_lasts_as_long_as_it_did)
{
	start("xeon-7500", "rate.cbox0.LLC_HITS.M = 1000000000\n", COUNTING);
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_PASS);
	assert_in_range(shell_number("\"register\":\"cbox0.ctr0", "\"got\":\""), 1000000, 1010000);
	start("xeon-7500", "rate.cbox0.LLC_HITS.M = 1000000000\n", COUNTING);
	assert_int_equal(shell_run("replay -n driver.txt"), VERDICT_PASS);
	assert_in_range(shell_number("\"register\":\"cbox0.ctr0", "\"got\":\""), 1, 1000);
}

TEST(a_long_pause_is_cut)
{
	start("xeon-7500", "",
	      "+18446744073709551615 0.0 read msr 0xd10 64 0\n+18446744073709551615 0.0 read msr 0xd10 64 0\n");
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_PASS);
	assert_in_range(host.now_ns, UINT64_C(2000000000), UINT64_C(3000000000));
}

TEST(broken_silicon_comes_out_otherwise)
{
	start("xeon-7500", "fault = cbox0.ctl0.stuck1=1\n", COUNTING);
	shell_line(&shell, slice_of("replay driver.txt"));
	says("\"record\":\"difference\",\"line\":5,\"operation\":\"read\",\"register\":\"cbox0.ctl0 (msr 0xd10)\"");
	says("\"recorded\":\"0x0000000000400115\",\"got\":\"0x0000000000400117\",\"xor\":\"0x2\",\"counter\":0}");
	says("1 accesses had other results than recorded");
	assert_int_equal(output_end(&output), VERDICT_FAIL);
}

TEST(a_fault_is_alike_or_not)
{
	start("xeon-7500", "fault = cbox0.gp\n", "+0 0.0 read msr 0xd10 64 fault\n+0 0.0 read msr 0xd30 64 fault\n");
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_FAIL);
	says("\"line\":3,");
	says("\"recorded\":\"fault\",\"got\":\"0x0000000000000000\",\"counter\":0}");
	assert_int_equal(shell_said_times("\"difference\""), 1);
}

/* Addresses that are not ours are left alone: writing 1 to MSR 0x1b would be the end of a local APIC. */
TEST(registers_that_no_table_names_are_left_out)
{
	start("xeon-7500", "",
	      "+0 0.0 write msr 0x1b 64 1\n+0 0.0 write msr 0x1b 64 2\n+0 0.0 read pci 0 32 0\n+0 3.0 read msr 0xc00 64 0\n"
	      "+0 0.0 read pmc 9 64 0\n+0 0.200 read msr 0xc00 64 0\n");
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_PASS);
	says("\"register\":\"msr 0x1b\",\"socket\":0,\"times\":2,\"reason\":\"not in uncork's tables\"");
	says("\"reason\":\"this machine has no such socket\"");
	says("\"reason\":\"this processor has no counter of that number\"");
	says("\"reads\":1,\"writes\":0,\"left_out\":5,\"differences\":0");
}

TEST(a_program_of_nothing_is_an_error)
{
	start("xeon-7500", "", "+0 0.0 write msr 0x1b 64 1\n");
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_ERROR);
	says("none of the accesses in driver.txt could be made here");
}

TEST(nothing_is_touched_unless_all_is_understood)
{
	static const struct {
		const char *accesses, *wrong;
	} cases[] = {
		{COUNTING "+0 0.0 write msr 0xd10 64\n", "driver.txt line 7: the last word is neither"},
		{COUNTING "#\n\nregister-program 1 xeon-7500\n", "driver.txt line 9: a line must begin with +NS"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t before;

		start("xeon-7500", "", cases[i].accesses);
		before = host.now_ns;
		shell_line(&shell, slice_of("replay driver.txt"));
		says(cases[i].wrong);
		assert_int_equal(host.now_ns, before);
		assert_int_equal(output_end(&output), VERDICT_ERROR);
	}
}

TEST(files_are_refused_with_a_reason)
{
	start("xeon-7500", "", "");
	shell_line(&shell, slice_of("replay; replay a b; replay nowhere.txt; replay -q driver.txt"));
	says("usage: replay FILE");
	says("nowhere.txt: no such file");
	says("no option -q");
	memcpy(file, "register-program 1 xeon-e7  ", 28);
	shell_line(&shell, slice_of("replay driver.txt"));
	says("driver.txt line 1: it was recorded on another machine");
	file_length = 0;
	shell_line(&shell, slice_of("replay driver.txt"));
	says("the file is empty");
	shell.read_file = NULL;
	shell_line(&shell, slice_of("replay driver.txt"));
	says("this run has no access to files");
}

TEST(there_is_an_end_to_accesses)
{
	struct text text = TEXT_OVER(file);

	start("xeon-7500", "", "");
	text_string(&text, "register-program 1 xeon-7500\n");
	for (unsigned i = 0; i <= RECORDED_MOST; i++)
		text_string(&text, "+0 0.0 read msr 0xd10 64 0\n");
	assert_false(text.truncated);
	file_length = text.length;
	shell_line(&shell, slice_of("replay driver.txt"));
	says("line 16386: more than 16384 accesses");
}

/* A processor's own counter, also as RDPMC numbers it; each is put back on its own processor. */
TEST(counters_of_cores_are_their_own)
{
	start("xeon-e5-2600", "",
	      "+0 0.1 write msr 0xc2 64 0x77\n+0 0.1 read pmc 1 64 0x77\n+0 0.0 read pmc 1 64 0x0\n"
	      "+0 0.1 read pmc 0x40000000 64 0\n");
	assert_int_equal(shell_run("replay -v driver.txt"), VERDICT_PASS);
	says("\"reads\":3,\"writes\":1,\"left_out\":0,\"differences\":0,\"counters\":0}");
}

/* Of a counter in two halves either may be accessed. */
TEST(halves_are_registers)
{
	const struct machine_box *imc;
	struct location where;
	char lines[128];
	struct text text = TEXT_OVER(lines);

	assert_true(shell_try("xeon-e5-2600", 1, ""));
	imc = machine_box(&machine, 0, "imc0");
	where = box_location(&imc->box, box_row_of_role(imc->box.type, ROLE_COUNTER), 0);
	host_stop(&host);
	for (unsigned i = 0; i < 2; i++)
		text_format(&text, "+0 0.0 %s pci 0x%llx 32 0x12\n", i ? "read" : "write",
			    (unsigned long long)where.address + 4);
	start("xeon-e5-2600", "", lines);
	assert_int_equal(shell_run("replay driver.txt"), VERDICT_PASS);
	says("\"reads\":1,\"writes\":1,\"left_out\":0,\"differences\":0,\"counters\":0}");
}
