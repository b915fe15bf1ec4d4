/* SPDX-License-Identifier: BSD-2-Clause */
/* The on-target checks against virtual silicon in this process: good silicon passes without a violation
 * and is left as it was found, and where there is nothing nothing passes. Faults: test_check_faults.c */
#include "core/command/command.h"
#include "core/hardware/bus.h"
#include "core/hardware/smi.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

/* ---- good silicon --------------------------------------------------------------------------------------- */

TEST(good_silicon_passes_at_a_bounded_cost)
{
	struct bench bench;
	uint64_t before;

	set_up(&bench, "xeon-7500", "");
	count_accesses(&bench);
	before = bench.host.now_ns;
	run_checks(&bench, "");
	print_message("%u checks, %u accesses, %llu us, %zu bytes of records\n", bench.output.planned, bench.accesses,
		      (unsigned long long)(bench.host.now_ns - before) / 1000, bench.length);
	show_failures(&bench);
	assert_true(bench.output.planned > 0);
	assert_int_equal(bench.output.failed + bench.output.skipped + bench.violations, 0);
	assert_true(bench.accesses < 260000);
	assert_true(bench.host.now_ns - before < UINT64_C(1650000000));
	tear_down(&bench);
}

/* Whatever the documents leave open may be either way: the checks find out and say so, and the part is
 * good. Rows of one number are of one part. */
static const struct {
	unsigned part;
	const char *scenario, *check, *question, *answer;
	bool assumed;
	uint8_t skips; /* of what cannot be compared then */
} open_questions[] = {
	/* clang-format off */
	{0, "",                          "ubox.hunt.overflow",   "overflow",       "carry", true, 0},
	{0, "",                          "sbox1.hunt.threshold", "threshold",      "at-least", true, 0},
	{0, "",                          "ubox.pmi.status",      "ubox.status.pmi", "0x40000000", true, 0},
	{0, "debugctl = not-needed",     "ubox.pmi.gate",        "pmi-gate",       "none", true, 0},
	{0, "pmi_core_sel.encoding = mask", "ubox.pmi.core",     "core-select",    "bits", true, 0},
	{0, "fixed.pmi_bit = 1",         "wbox.fixed_ctr.signals", "wbox.fixed_ctl.pmi_en", "0x2", true, 0},
	{0, "erratum = wbox",            "wbox.ctr3.hunt.erratum", "\"read after a carry into bit 24\"", "wrong", true, 0},

	{1, "overflow = early",          "cbox0.hunt.overflow",  "overflow",       "early", false, 0},
	{1, "threshold = above",         "wbox.hunt.threshold",  "threshold",      "above", false, 0},
	{1, "status.pmi_bit = 12",       "ubox.pmi.status",      "ubox.status.pmi", "0x1000", false, 0},
	{1, "status.cond = overflow",    "ubox.pmi.status",      "\"what sets cond\"", "overflow", false, 0},
	{1, "debugctl = needed",         "ubox.pmi.gate",        "pmi-gate",       "needed", false, 0},
	{1, "pmi_core_sel.encoding = number", "ubox.pmi.core",   "core-select",    "number", false, 0},
	{1, "fixed.pmi_bit = 2",         "wbox.fixed_ctr.signals", "wbox.fixed_ctl.pmi_en", "0x4", false, 0},
	{1, "erratum = none",            "wbox.ctr0.hunt.erratum", "\"read after a carry into bit 24\"", "right", false, 0},

	{2, "overflow = late",           "rbox1.hunt.overflow",  "overflow",       "late", false, 0},
	{2, "invert = swapped",          "cbox7.hunt.threshold", "invert",         "swapped", false, 0},
	{2, "status.cond = pmi",         "ubox.pmi.status",      "\"what sets cond\"", "pmi", false, 0},
	{2, "pmi_core_sel.width = 4",    "ubox.pmi.core",        "ubox.global_ctl.pmi_core_sel", "0x1e", false, 0},
	{2, "pmi_core_sel.width = 4",    "ubox.global_ctl.bits", "ubox.global_ctl.pmi_core_sel", "0x1e", false, 0},
	{2, "fixed.pmi_bit = 20",        "wbox.fixed_ctr.signals", "wbox.fixed_ctl.pmi_en", "0x100000", false, 0},
	{2, "erratum = fixed",           "wbox.ctr3.hunt.erratum", "\"read after a carry into bit 24\"", "right", false, 0},
	{2, "erratum = fixed",           "wbox.fixed_ctr.hunt.erratum", "\"read after a carry into bit 24\"", "wrong", true, 0},
	{2, "freeze.delay = 2000",       "ubox.pmi.gate",        "pmi-gate",       "none", true, 0},

	{3, "invert = above",            "sbox0.hunt.threshold", "invert",         "above", false, 11},
	{3, "status.cond = freeze",      "ubox.pmi.status",      "\"what sets cond\"", "freeze", false, 0},
	{3, "erratum = all",             "mbox1.ctr5.hunt.erratum", "\"read after a carry into bit 24\"", "wrong", false, 0},
	{3, "pmi.delay = 100000",        "ubox.pmi.gate",        "pmi-gate",       "none", true, 0},
	/* clang-format on */
};

static void expect_answer(const struct bench *bench, unsigned i)
{
	char line[200];

	snprintf(line, sizeof(line),
		 "# answer check=xeon-7500.%s question=%s answer=%s assumed=", open_questions[i].check,
		 open_questions[i].question, open_questions[i].answer);
	if (!strstr(bench->said, line))
		fail_msg("%s: not said: %s", open_questions[i].scenario, line);
	line[strlen(line) - strlen("assumed=")] = 0;
	snprintf(line + strlen(line), sizeof(line) - strlen(line), "assumed=%s\n", open_questions[i].answer);
	assert_int_equal(!!strstr(bench->said, line), open_questions[i].assumed);
}

TEST(what_is_not_documented_may_vary)
{
	for (unsigned first = 0, end; first < ARRAY_SIZE(open_questions); first = end) {
		char scenario[512];
		struct text text = TEXT_OVER(scenario);
		struct bench bench;
		unsigned skips = 0;

		for (end = first;
		     end < ARRAY_SIZE(open_questions) && open_questions[end].part == open_questions[first].part;
		     end++) {
			text_format(&text, "%s\n", open_questions[end].scenario);
			skips += open_questions[end].skips;
		}
		set_up(&bench, "xeon-7500", scenario);
		run_checks(&bench, "");
		for (unsigned i = first; i < end; i++)
			expect_answer(&bench, i);
		if (bench.output.failed || bench.violations) {
			show_failures(&bench);
			fail_msg("%s: %u failed, %u violations: %s", scenario, bench.output.failed, bench.violations,
				 bench.violation);
		}
		assert_int_equal(bench.output.skipped, skips);
		tear_down(&bench);
	}
}

/* Answers that contradict each other are no answer. */
TEST(contradictions_fail)
{
	static const struct run runs[] = {
		{"xeon-7500", "fault = ubox.pmi.core=1\n", "ubox.pmi.core", .failed = 1,
		 .said = {"core 0 was selected, core 1 took the PMI"}},
		{"xeon-7500", "fault = ubox.pmi.lost\n", "ubox.pmi.gate", .failed = 1,
		 .said = {"no PMI arrives, with the gate open or not"}},
	};

	EXPECT_RUNS(runs);
}

/* Where the first candidates do not advance, others are found. */
TEST(idle_events_do_not_matter)
{
	expect_run(&(struct run){"xeon-7500", "rate.cbox3.BOUNCES_P2C_AD.SB = 0\n", "cbox3.*", .failed = 0});
	expect_run(&(struct run){"xeon-7500", "rate.cbox3.BOUNCES_P2C_AD.SB = 2300000000\n", "cbox3.*", .failed = 0});
}

/* A filter without a socket means all. */
TEST(every_socket_is_checked)
{
	static const char two[] = "sockets = 2\n", steered[] = "sockets = 2\nfault = ubox.pmi.core=1\n";
	static const struct run runs[] = {
		{"xeon-7500", two, "*.width",
		 .said = {" xeon-7500.cbox3.ctr1.width\n", " xeon-7500.socket1.cbox3.ctr1.width\n"}},
		{"xeon-7500", two, "cbox3.ctr1.width", .passed = 2, .untested = NONE},
		{"xeon-7500", two, "socket1.cbox3.ctr1.width", .passed = 1, .untested = NONE},
		{"xeon-7500", two, "xeon-7500.cbox3.ctr1.width", .passed = 1, .untested = NONE},
		{"xeon-7500", two, "xeon-7500.socket1.cbox3.ctr1.width", .passed = 1, .untested = NONE},
		{"xeon-7500", two, "ubox.pmi.core", .passed = 2, .untested = NONE},
		{"xeon-7500", steered, "ubox.pmi.core", .failed = 2,
		 .said = {"socket 0: core 0 was selected, core 1 took the PMI",
			  "socket 1: core 0 was selected, core 1 took the PMI"}},
	};

	EXPECT_RUNS(runs);
}

/* They are counted in each check, not only while somebody waits for them. */
TEST(stray_pmis_of_any_time_are_reported)
{
	static const struct run runs[] = {
		{"xeon-7500", "fault = core3.pmi.spurious=30000000\n", "", .failed = ANY, .skipped = ANY,
		 .said = {"PMIs came in earlier checks that waited for none"}},
		{"xeon-7500", "fault = ubox.pmi.spurious=15000000\n", "*.pmi.quiet", .failed = ANY,
		 .said = {"1 PMIs while nothing counts"}},
	};

	EXPECT_RUNS(runs);
}

/* On quiet silicon known work is judged: lines that nobody can count are no fault of those that are counted, and a channel that has no
 * clock has no memory. A box of which every board has a clock is none of these. */
TEST(channels_that_nobody_can_read_blame_nobody)
{
	static const struct expectations cold = {.cold = true}; /* and not each box */
#define QUIET(MACHINE, FAULTS)                                                                                 \
	{                                                                                                      \
		MACHINE, "background = 0\n" FAULTS, "*.work.*", .expects = &cold, .planned = 2, .skipped = ANY \
	}
	static const struct run runs[] = {
		QUIET("xeon-e5-2600", "fault = imc1.hidden\n"),
		QUIET("xeon-e5-2600", "fault = imc1.clock.absent\n"),
		QUIET("xeon-7500", "fault = mbox0.clock.absent\n"),
		QUIET("knights-landing", "fault = imc1.hidden\nfault = imc4.clock.absent\nfault = edc_eclk2.hidden\n"),
		{"xeon-e5-2600", "background = 0\nfault = cbox3.clock.absent\n", "*.work.*", .failed = 2,
		 .skipped = ANY},
	};

	EXPECT_RUNS(runs);
}

/* ---- a machine that somebody used before ----------------------------------------------------------------- */

static struct check_register reg_by_name(const struct bench *bench, const char *box, const char *name, unsigned index)
{
	const struct machine_box *place = machine_box(&bench->machine, 0, box);

	return (struct check_register){place->box, box_row_by_name(place->box.type, name), (uint8_t)index};
}

struct leftover {
	const char *box, *name;
	unsigned index;
	uint64_t value;
};

static void put(struct bench *bench, const struct leftover *leftover)
{
	struct check_register reg = reg_by_name(bench, leftover->box, leftover->name, leftover->index);
	struct location where = box_location(&reg.box, reg.row, reg.index);

	assert_int_equal(bus_write(&bench->host.hw, &where, leftover->value).outcome, OUTCOME_OK);
}

static void assert_still(struct bench *bench, const struct leftover *leftover)
{
	struct check_register reg = reg_by_name(bench, leftover->box, leftover->name, leftover->index);
	struct location where = box_location(&reg.box, reg.row, reg.index);
	struct accessed now = bus_read(&bench->host.hw, &where);

	assert_int_equal(now.outcome, OUTCOME_OK);
	if (now.value != leftover->value)
		fail_msg("%s.%s%u was 0x%llx, is 0x%llx", leftover->box, leftover->name, leftover->index,
			 (unsigned long long)leftover->value, (unsigned long long)now.value);
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

TEST(what_was_programmed_is_restored)
{
	static const struct leftover leftovers[] = {
		{"cbox2", "ctl", 0, 0x400101}, {"cbox2", "ctl", 3, 0x500109},    {"cbox2", "ctr", 0, 12345},
		{"cbox2", "ctr", 5, 1},        {"cbox2", "global_ctl", 0, 0x3f}, {"ubox", "global_ctl", 0, 0x80000006},
	};

	try_leftovers(leftovers, ARRAY_SIZE(leftovers));
}

TEST(what_was_running_goes_on)
{
	static const struct leftover leftovers[] = {
		{"cbox2", "ctl", 0, 0x400101},
		{"cbox2", "global_ctl", 0, 0x3f},
		{"ubox", "global_ctl", 0, 0x10000000},
	};

	try_leftovers(leftovers, ARRAY_SIZE(leftovers));
}

/* ---- planning ------------------------------------------------------------------------------------------- */

TEST(ids_are_unique)
{
	enum { MOST = 5000 };
	static char ids[MOST][CHECK_ID_SIZE];
	struct check_target target;
	struct check_plan plan;
	struct bench bench;
	unsigned count = 0;

	set_up(&bench, "xeon-7500", "sockets = 2\n");
	plan = check_plan_of(&bench.machine, slice_of(""));
	while (check_plan_next(&plan, &target)) {
		struct text id;

		assert_true(count < MOST);
		id = TEXT_OVER(ids[count]);
		check_id(&bench.machine, &target, &id);
		assert_false(id.truncated);
		for (unsigned i = 0; i < count; i++)
			assert_string_not_equal(ids[i], ids[count]);
		count++;
	}
	assert_true(count > 100);
	tear_down(&bench);
}

TEST(a_filter_takes_what_matches)
{
	struct bench bench;

	set_up(&bench, "xeon-7500", "");
	assert_int_equal(run_checks(&bench, "no.such.check"), 0);
	assert_int_equal(bench.length, 0);
	assert_int_equal(run_checks(&bench, "*.cbox3.ctr1.width"), 1);
	assert_int_equal(run_checks(&bench, "xeon-7500.cbox3.ctr1.width"), 1);
	assert_int_equal(run_checks(&bench, "*.width"), 1 + 5 + 8 * 6 + 2 * (4 + 4 + 6 + 8));
	assert_int_equal(run_checks(&bench, "ubox.freeze.*"), 3);
	assert_int_equal(bench.output.failed, 0);
	tear_down(&bench);
}

/* Each check is for one of these at least. Where a PMI comes again while its overflow shows some cannot tell anything. Others
 * need IA32_PERF_METRICS. */
static const char *const machines[] = {"xeon-7500", "xeon-e5-2600", "knights-landing", "unknown-xeon"};
static const char edge[] = "core_pmu.version = 3\npmi.entry = edge\nperf_capabilities = 0xb000";

/* With four processors, one that differs from the others shows. Returns how often the check was planned. */
static unsigned stands_alone(const char *machine, const struct check *check)
{
	struct bench bench;
	char filter[64];
	unsigned planned;

	set_up_cores(&bench, machine, strcmp(machine, "unknown-xeon") ? "" : edge, 4);
	snprintf(filter, sizeof(filter), "*.%s", check->name);
	planned = run_checks(&bench, filter);
	if (bench.output.failed || (planned && !bench.output.passed && !bench.output.untested) || bench.violations)
		print_message("%s%s\n", bench.said, bench.violation);
	assert_int_equal(bench.output.failed, 0);
	/* The rates of the silicon hide what known work does. */
	assert_true(!planned || bench.output.passed > 0 || bench.output.untested > 0);
	assert_int_equal(bench.violations, 0);
	tear_down(&bench);
	return planned;
}

/* Each check must work without those before it. It is tried on the first two machines that have it. */
TEST(each_check_stands_alone)
{
	for (unsigned i = 0; checks[i]; i++) {
		unsigned stood = 0;

		for (unsigned m = 0; m < ARRAY_SIZE(machines) && stood < 2; m++)
			stood += stands_alone(machines[m], checks[i]) > 0;
		/* Another socket's memory: these machines have one socket. test_meaning has two. */
		assert_true(stood > 0 || !strcmp(checks[i]->name, "work.remote"));
	}
}

/* ---- the command ------------------------------------------------------------------------------------------ */

static void run_command(struct bench *bench, char *first, char *second)
{
	char name[] = "test", *argv[] = {name, first, second, NULL};
	struct shell shell = {.machine = &bench->machine, .output = &bench->output};

	command_test.run(&shell, first ? second ? 3 : 2 : 1, argv);
}

TEST(listing_touches_nothing)
{
	char option[] = "-l", glob[] = "cbox3.ctr1.*";
	struct bench bench;

	set_up(&bench, "xeon-7500", "");
	count_accesses(&bench);
	run_command(&bench, option, glob);
	assert_int_equal(bench.accesses, 0);
	assert_int_equal(bench.output.passed, 0);
	assert_non_null(strstr(bench.said, "xeon-7500.cbox3.ctr1.width"));
	assert_null(strstr(bench.said, "cbox2"));
	tear_down(&bench);
}

static void explains(const struct bench *bench, const struct check_target *target)
{
	assert_non_null(strstr(bench->said, target->check->title));
	assert_non_null(strstr(bench->said, target->check->about));
	assert_non_null(strstr(bench->said, check_fact(&bench->machine, target)));
}

/* What stands in the guide of one processor is said to, where another's boxes are checked by it. */
TEST(facts_of_others_are_called_so)
{
	char option[] = "-lv", counts[] = "*box0.ctr0.counts", cha[] = "cha5.ctr0.counts", global[] = "*.freeze.global";

	for (unsigned i = 0; i < 3; i++) {
		char *globs[] = {counts, cha, global};
		struct bench bench;

		set_up(&bench, i ? "knights-landing" : "xeon-e5-2600", "");
		output_start(&bench.output, take_output, &bench, FORM_TEXT);
		run_command(&bench, option, globs[i]);
		assert_non_null(strstr(bench.said, "Rests on: "));
		assert_int_equal(i == 1, !!strstr(bench.said, "That is of the Xeon E5-2600"));
		tear_down(&bench);
	}
}

TEST(every_check_explains_itself)
{
	char option[] = "-lv";

	for (unsigned m = 0; m < ARRAY_SIZE(machines); m++) {
		const struct check *last = NULL;
		struct check_target target;
		struct check_plan plan;
		struct bench bench;

		set_up(&bench, machines[m], "");
		output_start(&bench.output, take_output, &bench, FORM_TEXT);
		run_command(&bench, option, NULL);
		plan = check_plan_of(&bench.machine, slice_of(""));
		while (check_plan_next(&plan, &target)) {
			if (target.check != last)
				explains(&bench, &target);
			last = target.check;
		}
		tear_down(&bench);
	}
}

TEST(a_glob_that_matches_nothing_is_an_error)
{
	char glob[] = "cbox99.*", other[] = "*";
	struct bench bench;

	set_up(&bench, "xeon-7500", "");
	run_command(&bench, glob, NULL);
	assert_int_equal(bench.output.verdict, VERDICT_ERROR);
	output_start(&bench.output, take_output, &bench, FORM_TEXT);
	run_command(&bench, glob, other);
	assert_int_equal(bench.output.verdict, VERDICT_ERROR);
	tear_down(&bench);
}

static bool say_yes(void *context)
{
	(void)context;
	return true;
}

TEST(an_interrupted_run_has_all_its_records)
{
	struct bench bench;
	unsigned count;

	set_up(&bench, "xeon-7500", "");
	count = checks_run(&bench.machine, &bench.output, slice_of(""), say_yes, NULL);
	assert_int_equal(bench.output.skipped, count);
	assert_int_equal(bench.output.planned, count);
	tear_down(&bench);
}

/* ---- nothing there --------------------------------------------------------------------------------------- */

TEST(a_bare_machine_fails_and_nothing_passes)
{
	struct bench bench;

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

TEST(the_worst_verdict_stays)
{
	static struct check_context context;

	check_pass(&context, "good");
	check_skip(&context, "not there");
	check_pass(&context, "good again");
	assert_int_equal(context.result, CHECK_SKIP);
	assert_string_equal(context.message, "not there");
	check_fail(&context, "%u of them", 3);
	check_fail(&context, "another");
	check_skip(&context, "not there");
	assert_int_equal(context.result, CHECK_FAIL);
	assert_string_equal(context.message, "3 of them");
}

TEST(an_unknown_processor_fails)
{
	struct bench bench;

	set_up(&bench, "bare-xeon-7500", "");
	bench.machine.processor = NULL;
	bench.machine.box_count = 0;
	assert_int_equal(run_checks(&bench, ""), 1);
	assert_int_equal(bench.output.failed, 1);
	assert_non_null(strstr(bench.said, "not ok 1 unknown.machine.boxes-answer\n"));
	tear_down(&bench);
}

/* ---- counters that are let go one after the other ------------------------------------------------------- */

#define CBOX3_CTR1 0xdd3
#define BEGINNING  UINT64_C(0x1000) /* of the check's counts */

static uint64_t ahead_of, ahead_shift;

/* A counter is ahead of the others by one count, or the more the longer it counts. */
static enum outcome read_ahead(struct hw *hw, const struct location *where, uint64_t *value)
{
	enum outcome outcome = count_read(hw, where, value);

	if (outcome == OUTCOME_OK && where->space == SPACE_MSR && where->address == ahead_of && *value > BEGINNING &&
	    *value < BEGINNING << 16)
		*value += ahead_shift ? (*value - BEGINNING) >> ahead_shift : 1;
	return outcome;
}

static bool is_answered(const char *machine, const char *filter, uint64_t address, unsigned shift)
{
	struct bench bench;
	bool answered;

	set_up(&bench, machine, "");
	count_accesses(&bench);
	bench.host.hw.read = read_ahead;
	ahead_of = address;
	ahead_shift = shift;
	(void)run_checks(&bench, filter);
	answered = strstr(bench.said, "a count apart");
	assert_int_equal(bench.output.failed, !answered);
	tear_down(&bench);
	return answered;
}

TEST(one_count_apart_is_an_answer)
{
	assert_true(is_answered("xeon-7500", "cbox3.ctr1.counts", CBOX3_CTR1, 0));
	assert_false(is_answered("xeon-7500", "cbox3.ctr1.counts", CBOX3_CTR1, 10));
}

/* ---- what nobody can hold back ---------------------------------------------------------------------------- */

static uint64_t smis, smis_a_read;

static enum outcome read_among_smis(struct hw *hw, const struct location *where, uint64_t *value)
{
	if (where->space != SPACE_MSR || where->address != SMI_COUNT)
		return count_read(hw, where, value);
	smis += smis_a_read;
	*value = smis;
	return OUTCOME_OK;
}

/* How often a check of a machine is noted to be made once more, where an SMI comes with each. */
static unsigned repeats_of(const char *name, const char *check, const char *scenario, uint64_t each, unsigned failures)
{
	struct bench bench;
	unsigned repeats = 0;

	set_up(&bench, name, scenario);
	count_accesses(&bench);
	bench.host.hw.read = read_among_smis;
	smis_a_read = each;
	(void)run_checks(&bench, check);
	for (const char *at = bench.said; (at = strstr(at, "during this failed check")); at++)
		repeats++;
	assert_int_equal(bench.output.failed, failures);
	tear_down(&bench);
	return repeats;
}

/* A check that fails is repeated where SMIs came, for what they execute is counted; one that has passed is not. */
TEST(a_failure_among_smis_is_looked_at_again)
{
	static const struct {
		const char *name, *check, *fault;
	} rows[] = {
		{"xeon-7500", "cbox3.ctr1.bits", "fault = cbox3.ctr1.stuck1=17"},
		{"ice-lake-sp", "pcu.ctr1.bits", "fault = pcu.ctr1.stuck1=17"},
		{"sapphire-rapids", "pcu.ctr1.bits", "fault = pcu.ctr1.stuck1=17"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(repeats_of(rows[i].name, rows[i].check, "", 1, 0), 0);
		assert_int_equal(repeats_of(rows[i].name, rows[i].check, rows[i].fault, 1, 1), 3);
		assert_int_equal(repeats_of(rows[i].name, rows[i].check, rows[i].fault, 0, 1), 0);
	}
}

static void expect_smis(const char *name)
{
	struct bench bench;
	uint64_t count = 0;

	set_up(&bench, name, "");
	bench.host.hw.read = read_among_smis;
	smis = smis_a_read = 7;
	assert_true(smi_count(&bench.machine, 0, &count));
	assert_int_equal(count, 14);
	bench.machine.family = 15;
	assert_false(smi_count(&bench.machine, 0, &count));
	tear_down(&bench);
}

/* Whatever else is known of a part of Intel's family 6. */
TEST(smis_of_every_part_are_counted)
{
	for (const struct processor *const *at = processors; *at; at++)
		if (!strcmp((*at)->vendor, "GenuineIntel"))
			expect_smis((*at)->name);
	for (const struct processor *const *at = described_processors; *at; at++)
		expect_smis((*at)->name);
}

/* ---- what moves by itself ------------------------------------------------------------------------------- */

#define STEP_NS 1024 /* of bit 6 of a 16-bit clock of 125 MHz */

static void (*waits)(struct hw *hw, uint64_t until_ns);

static void wait_in_step(struct hw *hw, uint64_t until_ns)
{
	waits(hw, (until_ns / STEP_NS + 1) * STEP_NS);
}

/* Each wait ends at the same place of the bit's period. */
TEST(a_clock_is_not_read_in_step_with_its_bits)
{
	struct bench bench;

	set_up(&bench, "xeon-7500", "");
	waits = bench.host.hw.wait;
	bench.host.hw.wait = wait_in_step;
	run_checks(&bench, "mbox0.timestamp.moves");
	show_failures(&bench);
	assert_int_equal(bench.output.passed, 1);
	tear_down(&bench);
}

/* ---- a processor that is interrupted ---------------------------------------------------------------------- */

#define INTERRUPTED_NS 3000000

static enum outcome (*writes)(struct hw *hw, const struct location *where, uint64_t value);
static uint32_t dice, rarity;

/* A host may interrupt a processor of a virtual machine at any access, and no register counts that. */
static enum outcome write_later(struct hw *hw, const struct location *where, uint64_t value)
{
	dice = dice * 1664525 + 1013904223;
	if ((dice >> 8) % rarity == 0)
		hw->wait(hw, hw->now_ns(hw) + INTERRUPTED_NS);
	return writes(hw, where, value);
}

/* Counters of the U-Box are started one by one. */
TEST(interruptions_between_starts_blame_no_select)
{
	static const uint32_t rarities[] = {5, 10, 20};

	for (unsigned i = 0; i < 4 * ARRAY_SIZE(rarities); i++) {
		struct bench bench;

		dice = i;
		rarity = rarities[i % ARRAY_SIZE(rarities)];
		set_up(&bench, "xeon-e5-2600", "");
		writes = bench.host.hw.write;
		bench.host.hw.write = write_later;
		run_checks(&bench, "ubox.selects");
		show_failures(&bench);
		assert_int_equal(bench.output.failed, 0);
		tear_down(&bench);
	}
}
