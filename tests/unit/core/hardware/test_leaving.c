/* SPDX-License-Identifier: BSD-2-Clause */
/* The leaving audit: sound machines leave nothing; what hardware keeps because of a run is named, register by register. */
#include "arch/host/host.h"
#include "core/command/command.h"
#include "core/hardware/bus.h"
#include "core/hardware/leaving.h"
#include "core/record/crash_text.h"
#include "tests/unit/support/unit.h"

#define ARENA_BYTES (32u << 20)
#define EVSEL0      0x186u
#define GLOBAL_CTRL 0x38fu
#define USER_OS     0x30000u
#define ENABLE      0x400000u

static struct host host;
static struct machine machine;
static struct arena arena;
static struct output output;
static struct shell shell;
static char line[1 << 14], kept[1 << 16]; /* the line under way, and of all lines those of the audit, and errors */
static size_t line_length, kept_length;
static char blamed[1 << 14]; /* what the silicon's own audit says: violations, and what it has the log say of faults */

static void keep_line(void)
{
	bool wanted = strstr(line, "\"record\":\"left\"") || strstr(line, "\"record\":\"error\"");

	if (!wanted)
		return;
	assert_true(kept_length + line_length < sizeof(kept));
	memcpy(kept + kept_length, line, line_length + 1);
	kept_length += line_length;
}

static void collect(void *context, const char *bytes, size_t length)
{
	(void)context;
	for (size_t i = 0; i < length; i++) {
		assert_true(line_length + 1 < sizeof(line));
		line[line_length++] = bytes[i];
		line[line_length] = 0;
		if (bytes[i] == '\n') {
			keep_line();
			line_length = 0;
		}
	}
}

static void keep_blame(void *context, const char *said)
{
	size_t used = strlen(blamed);

	(void)context;
	(void)snprintf(blamed + used, sizeof(blamed) - used, "%s\n", said);
}

static void keep_blame_bytes(void *context, const char *bytes, size_t length)
{
	size_t used = strlen(blamed);

	(void)context;
	(void)snprintf(blamed + used, sizeof(blamed) - used, "%.*s", (int)length, bytes);
}

static void keep_leaving(void *context, const char *said)
{
	if (strstr(said, " leaving with "))
		keep_blame(context, said);
}

static void start(const char *name, const char *scenario)
{
	struct host_options options = {.machine = name,
				       .cores = 2,
				       .scenario = slice_of(scenario),
				       .violation = keep_blame,
				       .log = keep_leaving};
	char error[256];

	if (!arena.at)
		arena = (struct arena){.at = malloc(ARENA_BYTES), .size = ARENA_BYTES};
	arena.used = line_length = kept_length = 0;
	kept[0] = blamed[0] = 0;
	machine = (struct machine){.arena = &arena};
	memset(&host, 0, sizeof(host));
	if (!host_start(&host, &machine, &options, error, sizeof(error)))
		fail_msg("%s: %s", name, error);
	output_start(&output, collect, NULL, FORM_JSON);
	shell = (struct shell){.machine = &machine, .output = &output};
}

static enum verdict finish(void)
{
	shell_restore(&shell);
	(void)host_stop(&host);
	return output_end(&output);
}

static enum verdict run(const char *asked)
{
	shell_line(&shell, slice_of(asked));
	return finish();
}

static unsigned left_count(void)
{
	unsigned count = 0;

	for (const char *at = kept; (at = strstr(at, "\"record\":\"left\"")); at++)
		count++;
	return count;
}

static void expect_left(const char *reg, const char *after)
{
	char wanted[96];

	(void)snprintf(wanted, sizeof(wanted), "\"register\":\"%s\"", reg);
	for (const char *at = kept; (at = strstr(at, "\"record\":\"left\"")); at++) {
		const char *end = strchr(at, '\n');
		const char *name = strstr(at, wanted), *value = strstr(at, after);

		if (name && name < end && value && value < end)
			return;
	}
	fail_msg("%s with %s is not named: %s", reg, after, kept);
}

/* ---- sound machines ------------------------------------------------------------------------------------ */

static const char *const machines[] = {
	"xeon-7500",       "xeon-e7",        "xeon-e5-2600",    "xeon-e5-2600-v2", "xeon-e5-2600-v3", "xeon-e5-2600-v4",
	"knights-landing", "skylake-sp",     "cascade-lake-sp", "cooper-lake-sp",  "ice-lake-sp",     "sapphire-rapids",
	"emerald-rapids",  "granite-rapids", "sierra-forest",   "unknown-xeon",
};

static void expect_nothing_left(const char *name, const char *asked)
{
	enum verdict verdict;

	start(name, "");
	verdict = run(asked);
	if (verdict != VERDICT_PASS || left_count() || blamed[0])
		fail_msg("%s: %s: verdict %u, %s%s", name, asked, (unsigned)verdict, kept, blamed);
}

TEST(sound_machines_leave_nothing_after_a_measurement)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		expect_nothing_left(machines[i], "stat -t 1");
}

TEST(sound_machines_leave_nothing_after_all_checks)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		expect_nothing_left(machines[i], "test");
}

TEST(sound_machines_leave_nothing_after_samples)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (strncmp(machines[i], "xeon-", 5) && strcmp(machines[i], "knights-landing"))
			expect_nothing_left(machines[i], "record -e ix86arch::UNHALTED_CORE_CYCLES -c 100000 -n 3");
}

/* Firmware may have asked for both freezes: that of branches is let go, too. */
TEST(a_freeze_of_branches_is_let_go)
{
	start("sapphire-rapids", "fault = core1.debugctl.reset=0x800\n");
	assert_int_equal(run("record -e ix86arch::UNHALTED_CORE_CYCLES -c 100000 -n 3 -C 1"), VERDICT_PASS);
	assert_int_equal(left_count(), 0);
}

/* Before version 4 a PMI that freezes branches clears the bit that records them. */
TEST(a_record_of_branches_that_a_pmi_has_ended_goes_on)
{
	start("knights-landing", "fault = core1.debugctl.reset=0x801\n");
	assert_int_equal(run("test '*.core1.*pmi*'"), VERDICT_PASS);
	assert_int_equal(left_count(), 0);
}

/* ---- what stays behind ----------------------------------------------------------------------------------- */

/* The silicon, which knows what its registers hold, and the program, which can only read them, name the same. */
static void expect_agreement(void)
{
	unsigned count = 0;

	for (const char *at = blamed; (at = strstr(at, " leaving with ")); count++) {
		char name[48], wanted[64];

		assert_int_equal(sscanf(at, " leaving with %47s", name), 1);
		(void)snprintf(wanted, sizeof(wanted), "\"register\":\"%s\"", name);
		if (!strstr(kept, wanted))
			fail_msg("the silicon alone names %s: %s", name, kept);
		at++;
	}
	if (count != left_count())
		fail_msg("named: %sby the silicon: %s", kept, blamed);
}

static const struct {
	const char *machine, *fault, *asked, *reg, *after;
} faults[] = {
	{"sapphire-rapids", "core1.thaw.ignored", "record -e ix86arch::UNHALTED_CORE_CYCLES -c 100000 -n 3 -C 1",
	 "core1.status", "\"after\":\"0x800000000000000\""},
	{"sapphire-rapids", "core1.thaw.ignored", "test", "core1.status", "\"after\":\"0x800000000000000\""},
	{"sapphire-rapids", "core1.status.sticky", "test", "core1.status", "\"before\":\"0x0\""},
	{"knights-landing", "core1.status.sticky", "record -e knl::UNHALTED_CORE_CYCLES -c 100000 -n 3 -C 1",
	 "core1.status", "\"before\":\"0x0\""},
	{"xeon-7500", "cbox1.status.sticky", "test", "cbox1.status", "\"after\":\"0x3f\""},
};

TEST(what_a_fault_leaves_is_named_by_both)
{
	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		char scenario[128];

		(void)snprintf(scenario, sizeof(scenario), "fault = %s\n", faults[i].fault);
		start(faults[i].machine, scenario);
		assert_int_equal(run(faults[i].asked), VERDICT_ERROR);
		expect_left(faults[i].reg, faults[i].after);
		expect_agreement();
	}
}

/* Where the U-Box notes a PMI is an open question, and what notes it late may do so behind the last clear. */
TEST(what_hardware_has_noted_is_cleared_wherever_it_stands)
{
	static const char *const places[] = {"status.pmi_bit = 4\n", "status.pmi_bit = 22\nstatus.cond = freeze\n",
					     "status.pmi_bit = 9\nstatus.delay = 10000\n"};

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		start("xeon-7500", places[i]);
		assert_int_equal(run("record -q -n 9 -c 2673609"), VERDICT_PASS);
		assert_int_equal(left_count(), 0);
		expect_agreement();
	}
}

/* What it holds nobody can know. */
TEST(what_cannot_be_read_any_more_is_named)
{
	start("xeon-e5-2600-v2", "fault = cbox1.vanish\n");
	assert_int_equal(run("test"), VERDICT_ERROR);
	assert_int_equal(left_count(), 1);
	expect_left("cbox1.ctl0", "\"after\":\"fault\"");
}

/* Firmware has asked for a freeze of branches, and that alone does not thaw: LBR_FRZ stays. */
TEST(a_freeze_of_branches_that_stays_is_named_by_both)
{
	start("sapphire-rapids", "fault = core1.debugctl.reset=0x800\nfault = core1.status.sticky\n");
	assert_int_equal(run("record -e ix86arch::UNHALTED_CORE_CYCLES -c 100000 -n 3 -C 1"), VERDICT_ERROR);
	expect_left("core1.status", "\"before\":\"0x0\"");
	assert_non_null(strstr(blamed, "core1.status"));
	expect_agreement();
}

/* ---- by hand --------------------------------------------------------------------------------------------- */

static struct location core_register(uint32_t cpu, uint64_t address)
{
	return (struct location){.space = SPACE_MSR, .width_bits = 64, .cpu = (uint16_t)(cpu + 1), .address = address};
}

static void put(uint32_t cpu, uint64_t address, uint64_t value)
{
	struct location where = core_register(cpu, address);

	assert_int_equal(bus_write(machine.hw, &where, value).outcome, OUTCOME_OK);
}

/* What is not touched by the run is not compared; what is, is, and not more than once. */
TEST(a_select_that_changes_is_named)
{
	start("skylake-sp", "");
	shell_line(&shell, slice_of("stat -t 1 -e ix86arch::UNHALTED_CORE_CYCLES"));
	put(1, EVSEL0, USER_OS | 0xc0);
	assert_int_equal(finish(), VERDICT_ERROR);
	assert_int_equal(left_count(), 1);
	expect_left("core1.ctl0", "\"after\":\"0x300c0\"");
	expect_left("core1.ctl0", "\"cpu\":1");
}

/* A box that has only the control of its socket, and no counters. */
TEST(a_socket_that_is_frozen_is_named)
{
	const struct location control = {.space = SPACE_MSR, .width_bits = 64, .address = 0x700};

	start("knights-landing", "");
	shell_line(&shell, slice_of("test '*.global.*'"));
	assert_int_equal(bus_write(machine.hw, &control, BIT(63)).outcome, OUTCOME_OK);
	assert_int_equal(finish(), VERDICT_ERROR);
	assert_int_equal(left_count(), 1);
	expect_left("global.global_ctl", "\"after\":\"0x8000000000000000\"");
	expect_agreement();
}

TEST(without_a_note_nothing_is_compared)
{
	start("skylake-sp", "");
	put(1, EVSEL0, USER_OS | 0xc0);
	assert_int_equal(finish(), VERDICT_PASS);
	assert_int_equal(left_count(), 0);
}

/* Somebody else's counter goes on, and wraps when it likes. */
TEST(a_counter_found_counting_is_no_difference)
{
	start("skylake-sp", "");
	put(0, EVSEL0 + 3, USER_OS | ENABLE | 0x3c);
	put(0, GLOBAL_CTRL, 8);
	(void)run("test '*.core0.ctl3.bits'");
	assert_int_equal(left_count(), 0);
}

TEST(what_is_poked_to_stay_may_stay)
{
	start("skylake-sp", "");
	(void)run("stat -t 1 -e ix86arch::UNHALTED_CORE_CYCLES; poke core0.ctl0 0x300c0 -k");
	assert_int_equal(left_count(), 0);
	start("skylake-sp", "");
	assert_int_equal(run("poke core0.ctl0 0x300c0"), VERDICT_PASS);
	assert_int_equal(left_count(), 0);
}

static enum outcome (*send_as_before)(struct hw *hw, uint32_t cpu, hw_work *work, void *context);

static enum outcome send_but_to_1(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	return cpu == 1 ? OUTCOME_ABSENT : send_as_before(hw, cpu, work, context);
}

/* A processor that stands still is named once, not by each of its registers. */
TEST(a_processor_left_out_is_named)
{
	start("skylake-sp", "");
	shell_line(&shell, slice_of("stat -t 1 -e ix86arch::UNHALTED_CORE_CYCLES"));
	send_as_before = machine.hw->send;
	machine.hw->send = send_but_to_1;
	assert_int_equal(finish(), VERDICT_ERROR);
	assert_int_equal(left_count(), 1);
	expect_left("core1.global_ctl", "\"after\":\"absent\"");
}

/* ---- after a crash --------------------------------------------------------------------------------------- */

static enum outcome send_to_none(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	return cpu == host.cpu ? send_as_before(hw, cpu, work, context) : OUTCOME_ABSENT;
}

static bool entry_of_0(uint32_t cpu, struct left *left)
{
	*left = (struct left){.name = "lvtpc", .where.cpu = 1, .before = 0x10000, .after = 0xf0};
	return cpu == 0;
}

/* Each of those that stop looks at its own registers, and the one that crashed says what all of them saw. */
static const char *crash_with_looks_of(uint32_t cpus, const char *asked)
{
	start("skylake-sp", "");
	shell_line(&shell, slice_of(asked));
	put(1, EVSEL0, USER_OS | 0xc0);
	send_as_before = machine.hw->send;
	machine.hw->send = send_to_none;
	for (uint32_t cpu = 0; cpu < cpus; cpu++) {
		host.cpu = cpu;
		leaving_look_here(&machine, cpu, cpu == 0);
	}
	host.cpu = 0;
	blamed[0] = 0;
	crash_say_left(&machine, entry_of_0, keep_blame_bytes, NULL);
	machine.hw->send = send_as_before;
	put(1, EVSEL0, 0);
	return blamed;
}

TEST(what_a_crash_leaves_is_said_by_those_that_stopped)
{
	static const char asked[] = "stat -t 1 -e ix86arch::UNHALTED_CORE_CYCLES";

	assert_string_equal(crash_with_looks_of(2, asked),
			    "crash: left core1.ctl0 (msr 0x186) of cpu 1: 0x300c0, found 0x0\n"
			    "crash: left lvtpc of cpu 0: 0xf0, found 0x10000\n"
			    "crash: 2 registers are left otherwise than found\n");
	assert_non_null(
		strstr(crash_with_looks_of(1, asked), "crash: left core1.global_ctl (msr 0x38f) of cpu 1: absent"));
	assert_string_equal(crash_with_looks_of(2, "version"), "");
}
