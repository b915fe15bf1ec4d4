/* SPDX-License-Identifier: BSD-2-Clause */
/* The on-target checks against virtual silicon in this process: good silicon passes without a violation,
 * each fault makes a check fail that names the place, and where there is nothing nothing passes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arch/host/host.h"
#include "core/check.h"

#define ARENA_BYTES  (4u << 20)
#define OUTPUT_BYTES (1u << 20)

struct bench {
	struct arena arena;
	struct host host;
	struct machine machine;
	struct output output;
	char *said;
	size_t length;
	enum outcome (*read)(struct hw *, const struct location *, uint64_t *);
	enum outcome (*write)(struct hw *, const struct location *, uint64_t);
	unsigned accesses, violations;
	char violation[200]; /* the first */
};

static void take_output(void *context, const char *bytes, size_t length)
{
	struct bench *bench = context;

	assert_true(bench->length + length < OUTPUT_BYTES);
	memcpy(bench->said + bench->length, bytes, length);
	bench->length += length;
	bench->said[bench->length] = 0;
}

static void take_violation(void *context, const char *line)
{
	struct bench *bench = context;

	if (!bench->violations++)
		snprintf(bench->violation, sizeof(bench->violation), "%s", line);
}

/* The bench whose accesses are counted: struct hw has no room for a pointer to it. */
static struct bench *counting;

static enum outcome count_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	counting->accesses++;
	return counting->read(hw, where, value);
}

static enum outcome count_write(struct hw *hw, const struct location *where, uint64_t value)
{
	counting->accesses++;
	return counting->write(hw, where, value);
}

static void count_accesses(struct bench *bench)
{
	counting = bench;
	bench->read = bench->host.hw.read;
	bench->write = bench->host.hw.write;
	bench->host.hw.read = count_read;
	bench->host.hw.write = count_write;
}

static void set_up(struct bench *bench, const char *machine, const char *scenario)
{
	char error[200] = "";
	struct host_options options = {
		.machine = machine,
		.scenario = slice_of(scenario),
		.violation = take_violation,
		.context = bench,
	};

	memset(bench, 0, sizeof(*bench));
	bench->arena = (struct arena){malloc(ARENA_BYTES), ARENA_BYTES, 0};
	bench->said = calloc(1, OUTPUT_BYTES);
	bench->machine.arena = &bench->arena;
	if (!host_start(&bench->host, &bench->machine, &options, error, sizeof(error)))
		fail_msg("%s: %s", scenario, error);
	assert_true(machine_inventory(&bench->machine));
	output_start(&bench->output, take_output, bench, FORM_KTAP);
}

static void tear_down(struct bench *bench)
{
	host_stop(&bench->host);
	free(bench->arena.at);
	free(bench->said);
}

static unsigned run_checks(struct bench *bench, const char *filter)
{
	return checks_run(&bench->machine, &bench->output, slice_of(filter), NULL, NULL);
}

/* The failing checks, for messages. */
static void show_failures(const struct bench *bench)
{
	for (const char *at = bench->said; (at = strstr(at, "not ok ")); at++)
		print_message("%.*s\n", (int)strcspn(at, "\n"), at);
}

/* ---- good silicon --------------------------------------------------------------------------------------- */

static void assert_all_pass(const char *scenario)
{
	struct bench bench;

	set_up(&bench, "xeon-7500", scenario);
	run_checks(&bench, "");
	if (bench.output.failed || bench.output.skipped)
		print_message("%s", bench.said);
	assert_int_equal(bench.output.failed, 0);
	assert_int_equal(bench.output.skipped, 0);
	assert_int_equal(bench.output.passed, bench.output.planned);
	assert_int_equal(bench.output.verdict, VERDICT_PASS);
	if (bench.violations)
		fail_msg("%u violations, the first: %s", bench.violations, bench.violation);
	tear_down(&bench);
}

static void good_silicon_passes(void **state)
{
	(void)state;
	assert_all_pass("");
}

/* Whatever the documents leave open may be either way: the checks find out, and the part is good. */
static void what_is_not_documented_may_vary(void **state)
{
	(void)state;
	assert_all_pass("fixed.pmi_bit = 2\n");
	assert_all_pass("fixed.pmi_bit = 20\n");
	assert_all_pass("erratum.wbox = on\n");
	assert_all_pass("erratum.wbox = off\n");
	assert_all_pass("freeze.delay = 2000\n");
	assert_all_pass("pmi.delay = 100000\n");
}

/* A wrong assumption shows as a named result with the truth in it, never as silence. */
static void a_wrong_assumption_is_named(void **state)
{
	struct bench bench;

	(void)state;
	set_up(&bench, "xeon-7500", "status.pmi_bit = 29\n");
	run_checks(&bench, "ubox.pmi.status");
	assert_int_equal(bench.output.failed, 1);
	assert_non_null(strstr(bench.said, "0x20000000 is set, not the bit assumed"));
	tear_down(&bench);

	set_up(&bench, "xeon-7500", "pmi_core_sel.width = 4\n");
	run_checks(&bench, "ubox.global_ctl.bits");
	assert_int_equal(bench.output.failed, 1);
	assert_non_null(strstr(bench.said, "# register=ubox.global_ctl\n"));
	tear_down(&bench);
}

/* Where the first candidates do not advance, others are found. */
static void idle_events_do_not_matter(void **state)
{
	(void)state;
	assert_all_pass("rate.cbox3.BOUNCES_P2C_AD.SB = 0\n");
	assert_all_pass("rate.cbox3.BOUNCES_P2C_AD.SB = 2300000000\n");
}

static void every_socket_is_checked(void **state)
{
	struct bench bench;

	(void)state;
	set_up(&bench, "xeon-7500", "sockets = 2\n");
	run_checks(&bench, "");
	show_failures(&bench);
	assert_int_equal(bench.output.failed, 0);
	assert_non_null(strstr(bench.said, " xeon-7500.cbox3.ctr1.width\n"));
	assert_non_null(strstr(bench.said, " xeon-7500.socket1.cbox3.ctr1.width\n"));
	assert_int_equal(bench.violations, 0);
	tear_down(&bench);
}

static void a_run_is_affordable(void **state)
{
	struct bench bench;
	uint64_t before;

	(void)state;
	set_up(&bench, "xeon-7500", "");
	count_accesses(&bench);
	before = bench.host.now_ns;
	run_checks(&bench, "");
	print_message("%u checks, %u accesses, %llu us, %zu bytes of records\n",
		      bench.output.planned, bench.accesses,
		      (unsigned long long)(bench.host.now_ns - before) / 1000, bench.length);
	assert_true(bench.accesses < 50000);
	assert_true(bench.host.now_ns - before < UINT64_C(1000000000));
	tear_down(&bench);
}

/* ---- a machine that somebody used before ----------------------------------------------------------------- */

static struct check_register reg_by_name(const struct bench *bench, const char *box,
					 const char *name, unsigned index)
{
	const struct machine_box *place = machine_box(&bench->machine, 0, box);

	return (struct check_register){place->box, box_row_by_name(place->box.type, name),
				       (uint8_t)index};
}

struct leftover {
	const char *box, *name;
	unsigned index;
	uint64_t value;
};

static void put(struct bench *bench, const struct leftover *leftover)
{
	struct check_register reg =
		reg_by_name(bench, leftover->box, leftover->name, leftover->index);
	struct location where = box_location(&reg.box, reg.row, reg.index);

	assert_int_equal(bench->host.hw.write(&bench->host.hw, &where, leftover->value),
			 OUTCOME_OK);
}

static void assert_still(struct bench *bench, const struct leftover *leftover)
{
	struct check_register reg =
		reg_by_name(bench, leftover->box, leftover->name, leftover->index);
	struct location where = box_location(&reg.box, reg.row, reg.index);
	uint64_t value = 0;

	assert_int_equal(bench->host.hw.read(&bench->host.hw, &where, &value), OUTCOME_OK);
	if (value != leftover->value)
		fail_msg("%s.%s%u was 0x%llx, is 0x%llx", leftover->box, leftover->name,
			 leftover->index, (unsigned long long)leftover->value,
			 (unsigned long long)value);
}

/* Only the reset state may be complained of, and everything is put back. */
static void try_leftovers(const struct leftover *leftovers, size_t count)
{
	struct bench bench;

	set_up(&bench, "xeon-7500", "");
	for (size_t i = 0; i < count; i++)
		put(&bench, &leftovers[i]);
	bench.violations = 0;
	run_checks(&bench, "");
	for (size_t i = 0; i < count; i++)
		assert_still(&bench, &leftovers[i]);
	if (bench.output.failed != 2)
		show_failures(&bench);
	assert_int_equal(bench.output.failed, 2);
	assert_non_null(strstr(bench.said, " xeon-7500.ubox.reset\n"));
	assert_non_null(strstr(bench.said, " xeon-7500.cbox2.reset\n"));
	if (bench.violations)
		fail_msg("%u violations: %s", bench.violations, bench.violation);
	tear_down(&bench);
}

static void what_was_programmed_is_put_back(void **state)
{
	static const struct leftover leftovers[] = {
		{"cbox2", "ctl",        0, 0x400101  },
                {"cbox2", "ctl",        3, 0x500109  },
		{"cbox2", "ctr",        0, 12345     },
                {"cbox2", "ctr",        5, 1         },
		{"cbox2", "global_ctl", 0, 0x3f      },
                {"ubox",  "global_ctl", 0, 0x80000006},
	};

	(void)state;
	try_leftovers(leftovers, ARRAY_SIZE(leftovers));
}

static void what_was_running_goes_on(void **state)
{
	static const struct leftover leftovers[] = {
		{"cbox2", "ctl",        0, 0x400101  },
		{"cbox2", "global_ctl", 0, 0x3f      },
		{"ubox",  "global_ctl", 0, 0x10000000},
	};

	(void)state;
	try_leftovers(leftovers, ARRAY_SIZE(leftovers));
}

/* ---- planning ------------------------------------------------------------------------------------------- */

static void ids_are_unique(void **state)
{
	enum { MOST = 2000 };
	static char ids[MOST][CHECK_ID_SIZE];
	struct check_target target;
	struct check_plan plan;
	struct bench bench;
	unsigned count = 0;

	(void)state;
	set_up(&bench, "xeon-7500", "sockets = 2\n");
	plan = check_plan_of(&bench.machine, slice_of(""));
	while (check_plan_next(&plan, &target)) {
		struct text id = TEXT_OVER(ids[count]);

		assert_true(count < MOST);
		check_id(&bench.machine, &target, &id);
		assert_false(id.truncated);
		for (unsigned i = 0; i < count; i++)
			assert_string_not_equal(ids[i], ids[count]);
		count++;
	}
	assert_true(count > 100);
	tear_down(&bench);
}

static void a_filter_takes_what_matches(void **state)
{
	struct bench bench;

	(void)state;
	set_up(&bench, "xeon-7500", "");
	assert_int_equal(run_checks(&bench, "no.such.check"), 0);
	assert_int_equal(bench.length, 0);
	assert_int_equal(run_checks(&bench, "cbox3.ctr1.width"), 1);
	assert_int_equal(run_checks(&bench, "xeon-7500.cbox3.ctr1.width"), 1);
	assert_int_equal(run_checks(&bench, "*.width"), 1 + 5 + 8 * 6);
	assert_int_equal(run_checks(&bench, "ubox.freeze.*"), 2);
	assert_int_equal(bench.output.failed, 0);
	tear_down(&bench);
}

/* Any check must do without those before it. */
static void each_check_stands_alone(void **state)
{
	(void)state;
	for (unsigned i = 0; checks[i]; i++) {
		struct bench bench;
		char filter[64];

		set_up(&bench, "xeon-7500", "");
		snprintf(filter, sizeof(filter), "*.%s", checks[i]->name);
		run_checks(&bench, filter);
		if (bench.output.failed || !bench.output.passed || bench.violations)
			print_message("%s%s\n", bench.said, bench.violation);
		assert_int_equal(bench.output.failed, 0);
		assert_true(bench.output.passed > 0);
		assert_int_equal(bench.violations, 0);
		tear_down(&bench);
	}
}

static bool say_yes(struct shell *shell)
{
	(void)shell;
	return true;
}

static void an_interrupted_run_has_all_its_records(void **state)
{
	struct bench bench;
	unsigned count;

	(void)state;
	set_up(&bench, "xeon-7500", "");
	count = checks_run(&bench.machine, &bench.output, slice_of(""), say_yes, NULL);
	assert_int_equal(bench.output.skipped, count);
	assert_int_equal(bench.output.planned, count);
	tear_down(&bench);
}

/* ---- nothing there --------------------------------------------------------------------------------------- */

static void a_bare_machine_fails_and_nothing_passes(void **state)
{
	struct bench bench;

	(void)state;
	set_up(&bench, "bare-xeon-7500", "");
	run_checks(&bench, "");
	assert_int_equal(bench.output.passed, 0);
	assert_int_equal(bench.output.failed, 1);
	assert_int_equal(bench.output.skipped, bench.output.planned - 1);
	assert_int_equal(bench.output.verdict, VERDICT_FAIL);
	assert_non_null(strstr(bench.said, "not ok 1 xeon-7500.machine.boxes-answer\n"));
	assert_non_null(strstr(bench.said, "no boxes answer"));
	tear_down(&bench);
}

static void an_unknown_processor_fails(void **state)
{
	struct bench bench;

	(void)state;
	set_up(&bench, "bare-xeon-7500", "");
	bench.machine.processor = NULL;
	bench.machine.box_count = 0;
	assert_int_equal(run_checks(&bench, ""), 1);
	assert_int_equal(bench.output.failed, 1);
	assert_non_null(strstr(bench.said, "not ok 1 unknown.machine.boxes-answer\n"));
	tear_down(&bench);
}

/* ---- faults ---------------------------------------------------------------------------------------------- */

struct fault {
	const char *fault;
	const char *check; /* must fail */
	const char *reg;   /* and name this register */
	const char *only; /* the box that every failure must name; NULL: the fault reaches others */
};

static const struct fault faults[] = {
  /* clang-format off */
	{"cbox3.ctr1.stuck1=17",         "cbox3.ctr1.bits",         "cbox3.ctr1",      "cbox3"},
	{"cbox3.ctr1.stuck0=17",         "cbox3.ctr1.bits",         "cbox3.ctr1",      "cbox3"},
	{"cbox7.ctr5.stuck0=47",         "cbox7.ctr5.bits",         "cbox7.ctr5",      "cbox7"},
	{"wbox.ctl3.stuck0=22",          "wbox.ctl3.bits",          "wbox.ctl3",       "wbox"},
	{"cbox0.global_ctl.stuck0=2",    "cbox0.global_ctl.bits",   "cbox0.global_ctl", "cbox0"},
	{"ubox.ctr0.stuck1=0",           "ubox.ctr0.bits",          "ubox.ctr0",       "ubox"},
	{"wbox.fixed_ctr.stuck0=30",     "wbox.fixed_ctr.bits",     "wbox.fixed_ctr",  "wbox"},
	{"cbox2.ctr0.dead",              "cbox2.ctr0.counts",       "cbox2.ctr0",      "cbox2"},
	{"ubox.ctr0.dead",               "ubox.ctr0.counts",        "ubox.ctr0",       "ubox"},
	{"wbox.fixed_ctr.dead",          "wbox.fixed_ctr.counts",   "wbox.fixed_ctr",  "wbox"},
	{"wbox.ctr2.rate=2",             "wbox.ctr2.counts",        "wbox.ctr2",       "wbox"},
	{"cbox0.ctr0.width=40",          "cbox0.ctr0.width",        "cbox0.ctr0",      "cbox0"},
	{"cbox5.ctr3.width=47",          "cbox5.ctr3.width",        "cbox5.ctr3",      "cbox5"},
	{"ubox.freeze.ignored",          "ubox.freeze.on-overflow", "ubox.global_ctl", "ubox"},
	{"ubox.pmi.lost",                "ubox.pmi.once",           "ubox.global_ctl", "ubox"},
	{"ubox.pmi.spurious",            "ubox.pmi.quiet",           "ubox.global_ctl", "ubox"},
	{"ubox.pmi.core=1",              "ubox.pmi.core",           "ubox.global_ctl", "ubox"},
	{"ubox.pmi.core=0",              "ubox.pmi.core",           "ubox.global_ctl", "ubox"},
	{"cbox1.status.sticky",          "cbox1.ctr0.clear",        "cbox1.status",    "cbox1"},
	{"wbox.status.sticky",           "wbox.ctr1.clear",         "wbox.status",     "wbox"},
	{"cbox4.ctl0.alias=cbox5.ctl0",  "cbox5.alias",             "cbox5.ctl0",      NULL},
	{"cbox4.ctr2.alias=cbox4.ctr3",  "cbox4.alias",             "cbox4.ctr2",      "cbox4"},
	{"cbox0.ctl1.reset=0x1",         "cbox0.reset",             "cbox0.ctl1",      "cbox0"},
	{"ubox.enable.ignored",          "ubox.ctr0.enables",       "ubox.ctr0",       "ubox"},
	{"cbox7.enable.ignored",         "cbox7.ctr0.enables",      "cbox7.ctr0",      "cbox7"},
	{"wbox.enable.ignored",          "wbox.fixed_ctr.enables",  "wbox.fixed_ctr",  "wbox"},
	{"ubox.reset.ignored",           "ubox.reset-all",          "ubox.global_ctl", "ubox"},
	{"wbox.fixed_ctr.rate=2",        "wbox.fixed_ctr.rate",     "wbox.fixed_ctr",  "wbox"},
	{"wbox.fixed_ctr.width=32",      "wbox.fixed_ctr.width",    "wbox.fixed_ctr",  "wbox"},
	{"ubox.ctr0.width=47",           "ubox.ctr0.width",         "ubox.ctr0",       "ubox"},
	{"cbox0.ctl0.stuck0=20",         "cbox0.ctr0.signals",      "cbox0.ctl0",      "cbox0"},
	{"cbox0.ctl0.stuck0=22",         "cbox0.ctr0.counts",       "cbox0.ctr0",      "cbox0"},
	{"ubox.pmi.doubled=1",           "ubox.pmi.once",           "ubox.global_ctl", "ubox"},
	{"cbox2.status.missing",         "cbox2.ctr5.overflow",     "cbox2.status",    "cbox2"},
	{"cbox2.ovf_ctl.gp",             "cbox2.ctr5.clear",        "cbox2.ovf_ctl",   "cbox2"},
	{"ubox.gp",                      "ubox.present",            "ubox.ctr0",       "ubox"},
	{"cbox6.gp",                     "cbox6.present",           "cbox6.ctr0",      "cbox6"},
	{"cbox6.ctl2.gp",                "cbox6.present",           "cbox6.ctl2",      "cbox6"},
  /* clang-format on */
};

/* One failing check as it was said: its id, and the diagnostics before its line. */
struct failure {
	char id[CHECK_ID_SIZE], box[32], reg[64];
};

static bool take_line(const char *line, const char *name, char *value, size_t size)
{
	size_t length = strlen(name);

	if (strncmp(line, name, length))
		return false;
	snprintf(value, size, "%.*s", (int)strcspn(line + length, "\n"), line + length);
	return true;
}

/* The next failing check at or behind *at. */
static bool next_failure(const char **at, struct failure *failure)
{
	const char *line = *at;

	*failure = (struct failure){"", "", ""};
	for (const char *next; *line; line = next) {
		next = line + strcspn(line, "\n") + 1;
		take_line(line, "# box=", failure->box, sizeof(failure->box));
		take_line(line, "# register=", failure->reg, sizeof(failure->reg));
		if (!strncmp(line, "not ok ", 7)) {
			const char *id = strchr(line + 7, ' ');

			take_line(id, " xeon-7500.", failure->id, sizeof(failure->id));
			*at = next;
			return true;
		}
		if (!strncmp(line, "ok ", 3))
			*failure = (struct failure){"", "", ""};
	}
	return false;
}

static bool failure_names(const struct bench *bench, const struct fault *fault)
{
	const char *at = bench->said;
	struct failure failure;

	while (next_failure(&at, &failure))
		if (!strcmp(failure.id, fault->check) && !strcmp(failure.reg, fault->reg))
			return true;
	return false;
}

static bool blames_others(const struct bench *bench, const struct fault *fault)
{
	const char *at = bench->said;
	struct failure failure;

	while (fault->only && next_failure(&at, &failure))
		if (strcmp(failure.box, fault->only))
			return true;
	return false;
}

/* What is wrong with the run over this fault; empty if nothing is. */
static void find_complaint(const struct bench *bench, const struct fault *fault, char *complaint,
			   size_t size)
{
	if (!failure_names(bench, fault))
		snprintf(complaint, size, "%s does not fail naming %s", fault->check, fault->reg);
	else if (blames_others(bench, fault))
		snprintf(complaint, size, "a check blames others than %s", fault->only);
	else if (bench->output.verdict != VERDICT_FAIL)
		snprintf(complaint, size, "the verdict is %s",
			 verdict_name((enum verdict)bench->output.verdict));
	else if (bench->violations)
		snprintf(complaint, size, "%u violations: %.150s", bench->violations,
			 bench->violation);
}

static bool try_fault(const struct fault *fault)
{
	struct bench bench;
	char scenario[100], complaint[250] = "";

	snprintf(scenario, sizeof(scenario), "fault = %s\n", fault->fault);
	set_up(&bench, "xeon-7500", scenario);
	run_checks(&bench, "");
	find_complaint(&bench, fault, complaint, sizeof(complaint));
	if (*complaint) {
		print_message("---- %s: %s\n", fault->fault, complaint);
		show_failures(&bench);
	}
	tear_down(&bench);
	return !*complaint;
}

static void each_fault_is_found_and_named(void **state)
{
	unsigned missed = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(faults); i++)
		missed += !try_fault(&faults[i]);
	assert_int_equal(missed, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_silicon_passes),
		cmocka_unit_test(what_is_not_documented_may_vary),
		cmocka_unit_test(a_wrong_assumption_is_named),
		cmocka_unit_test(idle_events_do_not_matter),
		cmocka_unit_test(every_socket_is_checked),
		cmocka_unit_test(a_run_is_affordable),
		cmocka_unit_test(what_was_programmed_is_put_back),
		cmocka_unit_test(what_was_running_goes_on),
		cmocka_unit_test(ids_are_unique),
		cmocka_unit_test(a_filter_takes_what_matches),
		cmocka_unit_test(each_check_stands_alone),
		cmocka_unit_test(an_interrupted_run_has_all_its_records),
		cmocka_unit_test(a_bare_machine_fails_and_nothing_passes),
		cmocka_unit_test(an_unknown_processor_fails),
		cmocka_unit_test(each_fault_is_found_and_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
