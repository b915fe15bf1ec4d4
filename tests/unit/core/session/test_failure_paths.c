/* SPDX-License-Identifier: BSD-2-Clause */
/* What goes wrong at any moment: no memory, Ctrl-C, an exception within the PMI handler. Each is tried at every moment there is; the verdict must be right, and the PMU as it was found. */
#include "core/command/command.h"
#include "core/session/session.h"
#include "lib/text.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

#define STEP_BYTES 20480
#define NEVER      UINT32_MAX

static struct bench bench;
static const char *const machines[] = {"xeon-7500", "xeon-e5-2600", "knights-landing"};

/* ---- a run of commands ----------------------------------------------------------------------------------- */

static unsigned looks, interrupted_at;

static int press_control_c(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	return looks++ == interrupted_at ? 3 : -1;
}

static enum verdict run_line(const char *line)
{
	struct shell shell = {
		.machine = &bench.machine,
		.output = &bench.output,
		.read_char = press_control_c,
	};

	looks = 0;
	bench.output.form = FORM_TEXT;
	shell_line(&shell, slice_of(line));
	shell_restore(&shell);
	return output_end(&bench.output);
}

static void expect_restored(const char *machine, unsigned moment)
{
	if (host_stop(&bench.host) || bench.violations)
		fail_msg("%s, moment %u: %s", machine, moment, bench.violation);
}

static void drop_bench(void)
{
	free(bench.arena.at);
	free(bench.said);
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

#define EVERYTHING "info; stat -t 1; record -c 20000 -n 2 -t 5; film -t 40 -d 10; test ubox.*"

/* True if the machine could be described within so many bytes. */
static bool open_within(const char *machine, size_t bytes)
{
	char error[200] = "";
	struct host_options options = {
		.machine = machine,
		.cores = 2,
		.violation = take_violation,
		.context = &bench,
	};

	memset(&bench, 0, sizeof(bench));
	bench.arena = (struct arena){calloc(1, bytes + 1), bytes, 0};
	bench.said = calloc(1, OUTPUT_BYTES);
	bench.machine.arena = &bench.arena;
	output_start(&bench.output, take_output, &bench, FORM_TEXT);
	return host_start(&bench.host, &bench.machine, &options, error, sizeof(error)) &&
	       machine_inventory(&bench.machine);
}

/* Whatever memory is too little for is said, and costs the pass. */
TEST(little_memory_never_passes)
{
	unsigned refused = 0, complained = 0, passed = 0;

	interrupted_at = NEVER;
	for (size_t bytes = 0; bytes <= ARENA_BYTES && passed < 2; bytes += STEP_BYTES) {
		if (!open_within("xeon-7500", bytes)) {
			refused++;
			drop_bench();
			continue;
		}
		if (run_line(EVERYTHING) != VERDICT_PASS) {
			complained++;
			assert_int_equal(passed, 0);
			assert_true(strstr(bench.said, "memory for") || strstr(bench.said, "no memory") ||
				    strstr(bench.said, "not enough memory"));
		} else {
			passed++;
			assert_null(strstr(bench.said, "memory for"));
			assert_non_null(strstr(bench.said, "sample 2"));
		}
		expect_restored("xeon-7500", (unsigned)bytes);
		drop_bench();
	}
	print_message("refused %u times, complained %u times\n", refused, complained);
	assert_true(refused && complained && passed == 2);
}

/* ---- Ctrl-C ---------------------------------------------------------------------------------------------- */

#define LONG_LINE "stat -t 2 -I 1; record -c 20000 -n 4 -t 20; test *.present"

static void interrupt_everywhere(const char *machine, const char *line)
{
	interrupted_at = 0;
	do {
		enum verdict verdict;

		set_up(&bench, machine, "");
		verdict = run_line(line);
		assert_int_equal(verdict == VERDICT_ERROR, looks > interrupted_at);
		assert_int_equal(strstr(bench.said, "interrupted") != NULL, looks > interrupted_at);
		expect_restored(machine, interrupted_at);
		drop_bench();
	} while (looks > interrupted_at++);
	print_message("%s: %u moments\n", machine, interrupted_at);
}

TEST(control_c_at_any_moment)
{
	for (size_t m = 0; m < ARRAY_SIZE(machines); m++) {
		interrupt_everywhere(machines[m], LONG_LINE);
		assert_in_range(interrupted_at, 10, 100000);
	}
}

TEST(control_c_in_a_film)
{
	interrupt_everywhere("xeon-7500", "film -t 40 -d 10; test *.present");
	assert_in_range(interrupted_at, 4, 100000);
}

/* ---- an exception within the PMI handler ----------------------------------------------------------------- */

static unsigned in_handler, crash_at;
static bool abandoning, dead;

/* Each other processor puts back what is its own, when it is stopped. */
static void abandon(void)
{
	uint32_t crashed = bench.host.cpu;

	abandoning = true;
	session_abandon();
	for (uint32_t cpu = 0; cpu < bench.machine.cpu_count; cpu++) {
		bench.host.cpu = cpu;
		session_abandon_own(cpu);
	}
	bench.host.cpu = crashed;
	abandoning = false;
}

/* The moment of the crash: what the report does to the PMU is done, and nothing behind it reaches hardware. */
static bool is_crash(void)
{
	if (abandoning || dead)
		return dead && !abandoning;
	if (!bench.host.in_handler || in_handler++ != crash_at)
		return false;
	abandon();
	dead = true;
	return true;
}

static enum outcome read_or_crash(struct hw *hw, const struct location *where, uint64_t *value)
{
	return is_crash() ? OUTCOME_ABSENT : bench.read(hw, where, value);
}

static enum outcome write_or_crash(struct hw *hw, const struct location *where, uint64_t value)
{
	return is_crash() ? OUTCOME_ABSENT : bench.write(hw, where, value);
}

static void crash_in_handler(const char *machine, unsigned at)
{
	set_up(&bench, machine, "");
	bench.read = bench.host.hw.read;
	bench.write = bench.host.hw.write;
	bench.host.hw.read = read_or_crash;
	bench.host.hw.write = write_or_crash;
	in_handler = 0;
	crash_at = at;
	dead = false;
	assert_true(run_line("record -c 20000 -n 3 -t 20") != VERDICT_PASS || !dead);
	expect_restored(machine, at);
	drop_bench();
}

/* At each access that the handler makes in three samples. */
TEST(exception_in_the_handler_puts_everything_back)
{
	interrupted_at = NEVER;
	for (size_t m = 0; m < ARRAY_SIZE(machines); m++) {
		unsigned at = 0;

		do
			crash_in_handler(machines[m], at++);
		while (dead);
		print_message("%s: %u accesses of the handler\n", machines[m], at - 1);
		assert_in_range(at, 5, 10000);
	}
}
