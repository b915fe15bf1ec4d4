/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers that the user denies: no access to them arrives at the silicon, whichever command asks for it, and nothing that needs
 * them is a failure. */
#include "core/command/settings.h"
#include "core/hardware/deny.h"
#include "core/hardware/limit.h"
#include "core/hardware/write_ahead.h"
#include "tests/unit/support/shell_bench.h"

static struct settings settings;
static unsigned written, own_written; /* registers; those of one processor */
static unsigned touched;              /* accesses to what must not be, as they arrive at the silicon */
static struct location watched_first;
static uint64_t watched_last;
static enum outcome (*real_read)(struct hw *hw, const struct location *where, uint64_t *value);
static enum outcome (*real_write)(struct hw *hw, const struct location *where, uint64_t value);

static int clean(void **state)
{
	(void)state;
	deny_clear();
	limit_set(&host.hw, 0);
	limit_set_cpus(0);
	touched = 0;
	return 0;
}

static void look(const struct location *where)
{
	touched += where->space == watched_first.space && where->address <= watched_last &&
		   where->address + (where->space == SPACE_PCI ? 3 : 0) >= watched_first.address;
}

static enum outcome MUST_CHECK spy_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	look(where);
	return real_read(hw, where, value);
}

static enum outcome MUST_CHECK spy_write(struct hw *hw, const struct location *where, uint64_t value)
{
	look(where);
	written++;
	own_written +=
		where->cpu || (where->space == SPACE_MSR && (where->address < 0x394 || where->address >= 0xc0000000));
	return real_write(hw, where, value);
}

/* A machine with the settings that stand before `commands`, and the commands. */
static enum verdict run_all(const char *name, const char *scenario, const char *lines)
{
	struct host_options options = {
		.machine = name, .cores = 4, .scenario = slice_of(scenario), .violation = shell_blame};
	enum verdict verdict;

	if (!arena.at)
		arena = (struct arena){.at = malloc(SHELL_ARENA_BYTES), .size = SHELL_ARENA_BYTES};
	arena.used = 0;
	said_length = 0;
	written = own_written = 0;
	settings_take(&settings, slice_of(lines));
	assert_string_equal(settings.wrong, "");
	machine = (struct machine){.arena = &arena};
	memset(&host, 0, sizeof(host));
	assert_true(host_start(&host, &machine, &options, said, 256));
	real_read = host.hw.read;
	real_write = host.hw.write;
	host.hw.read = spy_read;
	host.hw.write = spy_write;
	assert_true(machine_inventory(&machine));
	output_start(&output, said_keep, NULL, FORM_JSON);
	shell = (struct shell){.machine = &machine, .output = &output};
	shell_script(&shell, slice_of(lines));
	shell_restore(&shell);
	verdict = output_end(&output);
	assert_int_equal(host_stop(&host), 0);
	return verdict;
}

static void watch(uint8_t space, uint64_t first, uint64_t last)
{
	watched_first = (struct location){.space = space, .address = first};
	watched_last = last;
}

/* Who accesses the box more than once does not come back. */
TEST(denied_box_is_never_touched)
{
	watch(SPACE_MSR, 0xdc0, 0xddf); /* cbox3: 323535, p. 29 */
	assert_int_equal(run_all("xeon-7500", "fault = cbox3.hang=1\n", "deny = cbox3\ninfo -a\ntest\n"), VERDICT_PASS);
	assert_int_equal(touched, 0);
	assert_true(shell_said_times("\"state\":\"denied\"") == 1);
	assert_true(shell_said_times("cbox3 is denied") > 50);
	assert_true(shell_said_times("1 of 22 boxes are denied, the first is cbox3") == 1);
	(void)run_all("xeon-7500", "fault = cbox3.hang=1\n", "test cbox3.present");
	assert_true(touched > 0); /* so it would have been */
}

TEST(denied_register_is_never_touched_and_the_rest_is_tested)
{
	watch(SPACE_MSR, 0xdd3, 0xdd3);
	assert_int_equal(run_all("xeon-7500", "", "deny = cbox3.ctr1\ntest cbox3.*\n"), VERDICT_PASS);
	assert_int_equal(touched, 0);
	assert_true(shell_said_times("\"result\":\"untested\",\"message\":\"denied: cbox3.ctr1 (msr 0xdd3)\"") > 5);
	assert_true(shell_said_times("\"result\":\"pass\"") > 30);
	assert_true(shell_said_times("\"result\":\"fail\"") == 0);
}

/* No measurement goes without it: none begins. */
TEST(denied_global_control_keeps_measurements_from_beginning)
{
	watch(SPACE_MSR, 0xc00, 0xc02);
	assert_int_equal(run_all("xeon-7500", "", "deny = msr 0xc00-0xc02\ntest mbox0.*\n"), VERDICT_PASS);
	assert_int_equal(touched, 0);
	assert_true(shell_said_times("ubox is denied") > 5);
	assert_int_equal(run_all("xeon-7500", "", "deny = msr 0xc00-0xc02\nstat -t 1\n"), VERDICT_ERROR);
	assert_int_equal(touched, 0);
	assert_int_equal(run_all("xeon-7500", "", "deny = msr 0xc00-0xc02\npeek ubox.global_ctl\npoke msr 0xc01 1\n"),
			 VERDICT_ERROR);
	assert_int_equal(touched, 0);
}

/* It does not access what it may access, either, although that would come first. */
TEST(measurement_that_needs_a_denied_register_does_not_start)
{
	unsigned by_inventory;

	watch(SPACE_MSR, 0xd50, 0xd51); /* of cbox2 */
	assert_int_equal(run_all("xeon-7500", "", "deny = cbox3.ctl0\nversion\n"), VERDICT_PASS);
	by_inventory = touched;
	touched = 0;
	assert_int_equal(
		run_all("xeon-7500", "", "deny = cbox3.ctl0\nstat -e cbox2::LLC_HITS:M,cbox3::LLC_HITS:M -t 1\n"),
		VERDICT_ERROR);
	assert_int_equal(touched, by_inventory);
}

TEST(denied_function_is_never_touched)
{
	watch(SPACE_PCI, UINT64_C(0xff) << 20 | 16 << 15 | 4 << 12, UINT64_C(0xff) << 20 | 16 << 15 | 4 << 12 | 0xfff);
	assert_int_equal(run_all("xeon-e5-2600", "fault = imc2.hang=1\n", "deny = pci ff:10.4\ninfo\ntest\n"),
			 VERDICT_PASS);
	assert_int_equal(touched, 0);
	assert_true(shell_said_times("\"result\":\"fail\"") == 0);
}

/* What would say how many C-boxes there are: those that are not there are no failure then. */
TEST(what_says_where_boxes_are_may_be_denied)
{
	watch(SPACE_MSR, 0x702, 0x702);
	assert_int_equal(run_all("skylake-sp", "", "deny = msr 0x702\ntest machine.*\ntest cha*.present\n"),
			 VERDICT_PASS);
	assert_int_equal(touched, 0);
}

/* A slip must not cost what it was to protect. */
TEST(rule_that_names_nothing_keeps_all_from_being_touched)
{
	watch(SPACE_MSR, 0xc00, 0xeff);
	assert_int_equal(run_all("xeon-7500", "", "deny = cbx3\ninfo -a\ntest *.present\n"), VERDICT_ERROR);
	assert_int_equal(touched, 0);
	assert_true(shell_said_times("no box and no register of this machine matches") == 1);
}

TEST(at_the_console_rules_hold_from_there_on)
{
	watch(SPACE_MSR, 0xdd3, 0xdd3);
	assert_int_equal(run_all("xeon-7500", "",
				 "version\ndeny cbox3\nallow cbox3.ctr0\ntest cbox3.present\nallow cbox3\n"
				 "deny\ntest cbox3.present\n"),
			 VERDICT_PASS);
	assert_true(touched > 0);
	assert_true(shell_said_times("{\"record\":\"rule\",\"rule\":\"allow\",\"about\":\"cbox3\"}") == 1);
	assert_true(shell_said_times("\"result\":\"pass\",\"message\"") == 1);
}

static bool covers(uint8_t space, uint64_t address, uint8_t width)
{
	const struct location where = {.space = space, .width_bits = width, .address = address};

	return deny_covers(&where, 0);
}

static const char *refused(const char *lines)
{
	deny_clear();
	settings_take(&settings, slice_of(lines));
	return settings.wrong;
}

TEST(last_rule_about_a_register_holds)
{
	assert_string_equal(refused("deny = msr 0x3f8-0x3fd msr 16\n-F json allow = msr 0x3fa\nserial-speed 9600\n"
				    "deny mmio 0xfe000000-0xfeffffff pci 7f:1e.3 pci 1:00:02.0+0x40-1:00:02.0+0x43"),
			    "");
	assert_true(covers(SPACE_MSR, 0x3f8, 64) && covers(SPACE_MSR, 0x3fd, 64) && covers(SPACE_MSR, 16, 64));
	assert_false(covers(SPACE_MSR, 0x3fa, 64) || covers(SPACE_MSR, 0x3f7, 64) || covers(SPACE_MSR, 0x3fe, 64));
	assert_true(covers(SPACE_MMIO, 0xfe000000, 32) && covers(SPACE_MMIO, 0xfeffffff, 8));
	assert_true(covers(SPACE_MMIO, 0xfdfffffc, 64)); /* its second half */
	assert_false(covers(SPACE_MMIO, 0xfdfffffc, 32) || covers(SPACE_MMIO, 0xff000000, 32));
	assert_true(covers(SPACE_PCI, 0x7ff3000, 32) && covers(SPACE_PCI, 0x7ff3ffc, 32));
	assert_false(covers(SPACE_PCI, 0x7ff2ffc, 32) || covers(SPACE_PCI, 0x7ff4000, 32));
	assert_true(covers(SPACE_PCI, 0x10010040, 32) && !covers(SPACE_PCI, 0x10010044, 32));
}

/* Each access to a function begins with its identifiers, and RDPMC reads what an MSR is. */
TEST(what_an_access_needs_is_denied_with_it)
{
	assert_string_equal(refused("deny = pci 7f:1e.3+0x0 msr 0xc2 msr 0x30a"), "");
	assert_true(covers(SPACE_PCI, 0x7ff3090, 32));
	assert_true(covers(SPACE_PMC, 1, 64) && covers(SPACE_PMC, BIT(30) | 1, 64));
	assert_false(covers(SPACE_PMC, 0, 64) || covers(SPACE_PMC, BIT(30), 64));
}

TEST(settings_that_make_no_sense_are_refused_ahead)
{
	static const struct {
		const char *commands, *wrong;
	} cases[] = {
		{"deny msr", "deny: \"msr\" has no address after it"},
		{"deny = msr 0x3fd-0x3f8", "deny: \"0x3fd-0x3f8\" is a range that ends before it begins"},
		{"deny = msr x",
		 "deny: \"x\" is neither a number (decimal, or hexadecimal with 0x) nor a range of numbers"},
		{"deny = pci 7f:20.0",
		 "deny: \"7f:20.0\" is neither [SEGMENT:]BUS:DEVICE.FUNCTION[+OFFSET] nor a range of them"},
		{"allow = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		 "allow: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" is no name of a box or register"},
		{"expect cold\ndeny 'imc0", "deny: this quote is not closed"},
		{"profile = sage", "profile: \"sage\" is not one of safe, uncore, full"},
		{"profile", "profile: \"\" is not one of safe, uncore, full"},
		{"timeout = 0", "timeout: \"0\" is not a number of seconds from 1 to 1000000"},
		{"journal = some", "journal: \"some\" is not one of all, writes, off"},
		{"cpus = 0", "cpus: \"0\" is neither bsp nor a number of CPUs from 1 to 65535"},
		{"cpus = 65536", "cpus: \"65536\" is neither bsp nor a number of CPUs from 1 to 65535"},
		{"cpus", "cpus: \"\" is neither bsp nor a number of CPUs from 1 to 65535"},
		{"info\ndeny msr", ""}, /* too late to be taken ahead */
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(refused(cases[i].commands), cases[i].wrong);
}

TEST(rules_do_not_come_twice_and_have_an_end)
{
	char line[32];

	deny_clear();
	for (unsigned i = 0; i < DENY_RULES; i++) {
		const struct deny_rule rule = {.space = SPACE_MSR, .first = i, .last = i};

		assert_true(deny_add(&rule) && deny_add(&rule));
	}
	assert_non_null(deny_rule(DENY_RULES - 1));
	assert_null(deny_rule(DENY_RULES));
	snprintf(line, sizeof(line), "deny msr %u", DENY_RULES);
	settings_take(&settings, slice_of(line));
	assert_string_equal(settings.wrong, "deny: \"msr\" is one rule too many: 64 at most");
}

static const char *const profiled[] = {"xeon-7500",  "xeon-e5-2600", "xeon-e5-2600-v4", "knights-landing",
				       "skylake-sp", "ice-lake-sp",  "sapphire-rapids"};

/* The spy is there for both: the inventory is made once more after host_start made the first. */
TEST(profile_safe_writes_nothing)
{
	for (size_t i = 0; i < ARRAY_SIZE(profiled); i++) {
		deny_clear();
		assert_true(run_all(profiled[i], "", "profile = safe\ninfo -a\ntest\n") != VERDICT_FAIL);
		assert_int_equal(written, 0);
		assert_true(shell_said_times("\"result\":\"fail\"") == 0);
		assert_true(shell_said_times("profile safe") > 0);
		assert_true(shell_said_times("\"result\":\"untested\"") > 10);
	}
}

TEST(profile_uncore_writes_nothing_of_a_processors_own)
{
	for (size_t i = 0; i < ARRAY_SIZE(profiled); i++) {
		deny_clear();
		assert_true(run_all(profiled[i], "", "profile = uncore\ninfo -a\ntest *.present\ntest core0.*\n") !=
			    VERDICT_FAIL);
		assert_int_equal(own_written, 0);
		assert_true(written > 0);
		assert_true(shell_said_times("\"result\":\"fail\"") == 0);
	}
}

/* The numbers are those of Intel SDM volume 4, table 2-2, which no box has: IA32_TSC, IA32_PMC0, IA32_PERFEVTSEL3, MCG_STATUS,
 * IA32_PERF_CTL, IA32_MISC_ENABLE, IA32_DEBUGCTL, IA32_PEBS_ENABLE, IA32_MC0_CTL, IA32_A_PMC7,
 * IA32_EFER; and select 7 and fixed counter 2 of version 6 (Linux, msr-index.h). */
TEST(profile_uncore_knows_the_processors_own_by_number)
{
	static const uint32_t own[] = {0x10,  0xc1,  0x189, 0x17a,      0x199,  0x1a0, 0x1d9,
				       0x3f1, 0x400, 0x4c8, 0xc0000080, 0x191d, 0x1988};

	for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
		char lines[96];

		deny_clear();
		snprintf(lines, sizeof(lines), "profile = uncore\npoke msr 0x%x 0\n", own[i]);
		assert_int_equal(run_all("xeon-7500", "", lines), VERDICT_ERROR);
		assert_true(shell_said_times("forbids it") == 1 && shell_said_times("put back") == 0);
		assert_int_equal(own_written, 0);
	}
}

/* The list of numbers means each register of a core's box, and none of another box: on machines of every family. */
TEST(profile_uncore_forbids_no_box_outside_the_cores)
{
	unsigned own = 0, outside = 0;

	for (size_t i = 0; i < ARRAY_SIZE(profiled); i++) {
		assert_true(shell_try(profiled[i], 1, ""));
		deny_set_profile(PROFILE_UNCORE);
		for (unsigned b = 0; b < machine.box_count; b++) {
			const struct box *box = &machine.boxes[b].box;

			for (unsigned r = 0; r < box->type->register_count; r++) {
				struct location where = box_location(box, &box->type->registers[r], 0);

				if (where.space != SPACE_MSR)
					continue;
				own += where.cpu != 0;
				outside += where.cpu == 0;
				where.cpu = 0;
				assert_int_equal(deny_by_profile(&where), box->cpu != 0);
			}
		}
		deny_clear();
		assert_int_equal(host_stop(&host), 0);
	}
	assert_true(own > 100 && outside > 1000);
}

TEST(profile_forbids_what_allow_gives)
{
	assert_int_equal(run_all("xeon-7500", "", "profile = safe\nallow = '*'\npoke cbox3.ctr1 1\nstat -t 1\n"),
			 VERDICT_ERROR);
	assert_int_equal(written, 0);
	assert_true(shell_said_times("forbids it") == 1);
}

TEST(profile_later_puts_back_what_was_poked)
{
	assert_int_equal(run_all("xeon-7500", "", "poke cbox3.ctr1 1\nprofile safe\ntest cbox3.present\n"),
			 VERDICT_PASS);
	deny_clear();
	assert_int_equal(run_all("xeon-7500", "", "profile safe\nprofile full\ntest cbox3.present\n"), VERDICT_PASS);
	assert_true(shell_said_times("\"result\":\"pass\"") >= 1);
}

/* What a look has left out is there afterwards: boxes of processors that were not started among it. A look without checks, as the
 * stick makes it, changes no verdict. */
TEST(full_behind_safe_starts_processors)
{
	unsigned cores[2];

	assert_int_equal(run_all("xeon-e5-2600", "", "profile = full\ntest *.present\n"), VERDICT_PASS);
	cores[0] = shell_said_times("\"result\":\"pass\"");
	deny_clear();
	assert_int_equal(run_all("xeon-e5-2600", "", "profile = safe\ninfo\nprofile = full\ntest *.present\n"),
			 VERDICT_PASS);
	cores[1] = shell_said_times("\"result\":\"pass\"");
	assert_int_equal(cores[0], cores[1]);
	assert_int_equal(shell_said_times("\"result\":\"untested\""), 0);
	for (unsigned i = 0; i < machine.cpu_count; i++)
		assert_true(machine.cpus[i].usable);
}

static unsigned used_cpus(void)
{
	unsigned used = 0;

	for (unsigned i = 0; i < machine.cpu_count; i++) {
		assert_int_equal(machine.cpus[i].usable, !machine.cpus[i].left_alone);
		used += machine.cpus[i].usable;
	}
	return used;
}

/* What is left alone is neither a failure nor missing. */
TEST(cpus_leaves_processors_alone)
{
	static const char *const machines[] = {"xeon-7500", "xeon-e5-2600-v4", "skylake-sp"};

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		assert_int_equal(run_all(machines[i], "", "cpus = bsp\ninfo -a\ntest\n"), VERDICT_PASS);
		assert_int_equal(used_cpus(), 1);
		assert_true(machine.cpus[0].usable);
		assert_true(shell_said_times("\"found_by\":\"not touched: `cpus` leaves its processors unused\"") > 0);
		assert_true(shell_said_times("\"result\":\"pass\"") > 100);
		assert_int_equal(shell_said_times("\"lacks\""), 0);
	}
}

/* A socket without a processor of its own would be lost first. */
TEST(cpus_takes_one_of_each_socket_first)
{
	static const bool used[][8] = {{true}, {true, false, false, false, true}, {true, true, false, false, true}};
	static const char *const lines[] = {"cpus = 1\nversion\n", "cpus = 2\nversion\n", "cpus 3\nversion\n"};

	for (size_t i = 0; i < ARRAY_SIZE(used); i++) {
		assert_int_equal(run_all("xeon-7500", "sockets = 2\n", lines[i]), VERDICT_PASS);
		assert_int_equal(machine.cpu_count, 8);
		for (unsigned cpu = 0; cpu < 8; cpu++)
			assert_int_equal(machine.cpus[cpu].usable, used[i][cpu]);
	}
}

TEST(cpus_is_of_the_whole_run)
{
	assert_int_equal(run_all("xeon-7500", "", "cpus = 9\nversion\n"), VERDICT_PASS);
	assert_int_equal(used_cpus(), 4);
	assert_int_equal(run_all("xeon-7500", "", "version\n"), VERDICT_PASS);
	assert_int_equal(used_cpus(), 4);
	assert_int_equal(run_all("xeon-7500", "", "version\ncpus = bsp\n"), VERDICT_ERROR);
	assert_int_equal(shell_said_times("cpus: too late"), 1);
	assert_int_equal(used_cpus(), 4);
	assert_int_equal(run_all("xeon-7500", "", "version\ncpus many\n"), VERDICT_ERROR);
	assert_int_equal(shell_said_times("usage: cpus [=] COUNT|bsp, from 1 to 65535"), 1);
}

/* A processor that is left alone is not started with those that profile safe has kept from it. */
TEST(full_behind_safe_starts_no_more_than_cpus_says)
{
	assert_int_equal(
		run_all("xeon-e5-2600", "", "cpus = 2\nprofile = safe\ninfo\nprofile = full\ntest *.present\n"),
		VERDICT_PASS);
	assert_int_equal(used_cpus(), 2);
	assert_true(shell_said_times("`cpus` leaves its processors unused") > 0);
}

/* The clock is the silicon's: a count of 2 s is cut, and what follows is not run. */
TEST(timeout_ends_a_run)
{
	assert_int_equal(run_all("xeon-7500", "",
				 "timeout = 1\nstat -e cbox0::LLC_HITS:M -t 2000 -I 100\ntest cbox3.present\nlist\n"),
			 VERDICT_TIMEOUT);
	assert_int_equal(shell_said_times("the run's time of 1 seconds"), 1);
	assert_int_equal(shell_said_times("the run's time is over\""), 2); /* of the check, and of list */
	assert_int_equal(shell_said_times("\"record\":\"event\""), 0);
	assert_int_equal(shell_said_times("\"result\":\"untested\""), 1);
	deny_clear();
	assert_int_equal(run_all("xeon-7500", "", "timeout = 100\ntest cbox3.present\n"), VERDICT_PASS);
}

/* Nothing is written down that is not done. */
static char journal[256];

static void keep_line(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(strlen(journal) + length < sizeof(journal));
	strncat(journal, bytes, length);
}

TEST(journal_knows_nothing_of_denied_accesses)
{
	const struct write_ahead_sink sink = {keep_line, false, NULL};
	const struct location where = {.space = SPACE_MSR, .width_bits = 64, .address = 0xc00};
	const struct location debugctl = {.space = SPACE_MSR, .width_bits = 64, .address = 0x1d9};

	assert_true(shell_try("xeon-7500", 1, ""));
	assert_true(write_ahead_open(&sink, &machine, &arena));
	assert_string_equal(refused("deny msr 0xc00"), "");
	assert_int_equal(write_ahead_read(machine.hw, &where).outcome, OUTCOME_DENIED);
	write_ahead_list(machine.hw, &where, true, 1);
	assert_null(strstr(journal, "0xc00"));
	assert_int_equal(deny_refused(), 1);
	assert_int_equal(deny_latest().address, 0xc00);
	deny_set_profile(PROFILE_UNCORE);
	write_ahead_list(machine.hw, &debugctl, true, 1);
	assert_int_equal(write_ahead_write(machine.hw, &debugctl, 1).outcome, OUTCOME_DENIED);
	assert_null(strstr(journal, "0x1d9"));
	write_ahead_close();
	assert_int_equal(host_stop(&host), 0);
}

BEFORE_EACH(clean)
