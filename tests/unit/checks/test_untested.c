/* SPDX-License-Identifier: BSD-2-Clause */
/* What a board does to a good part is no failure, unless the user says what the board has. */
#include "core/hardware/expect.h"
#include "tests/unit/support/checks_bench.h"

/* Runs such checks of such a machine of which `expects` is known. */
static void run(struct bench *bench, const char *machine, const char *scenario, const struct expectations *expects,
		const char *glob)
{
	set_up(bench, machine, scenario);
	bench->machine.expects = *expects;
	run_checks(bench, glob);
	output_end(&bench->output);
	assert_int_equal(bench->violations, 0);
}

static void has(const struct bench *bench, const char *text)
{
	if (!strstr(bench->said, text))
		fail_msg("not said: %s", text);
}

static const struct expectations nothing, whole = {.cold = true, .boxes = "* "}, links = {.boxes = "cbox* qpi? "},
					  memory = {.boxes = "imc* "};

/* A fault of the board, and the check that says so, as a failure to whoever expects what is not there. Rows of one machine
 * that follow each other are of one board. */
static const struct {
	const char *machine, *fault, *check;
	const struct expectations *expects;
} cases[] = {
	{"xeon-e5-2600", "qpi1.hidden", "qpi1.present", &links},
	{"xeon-e5-2600", "qpi1.hidden", "qpi1.identity", &links},
	{"xeon-e5-2600", "qpi1.hidden", "machine.boxes-answer", &links},
	{"xeon-e5-2600", "imc2.ctl0.reset=0x1", "imc2.reset", &whole},
	{"xeon-e5-2600", "imc3.clock.absent", "imc3.fixed_ctr.counts", &memory},
	{"xeon-7500", "cbox0.ctl1.reset=0x1", "cbox0.reset", &whole},
	{"xeon-7500", "core0.fixed_ctl.reset=0x330", "core0.siblings", &whole}, /* a firmware that counts by itself */
	{"xeon-7500", "mbox1.clock.absent", "mbox1.ctr0.modes", &whole},
	{"xeon-e5-2600", "qpi_match1.hidden", "qpi1.identity", &links},
	{"xeon-e5-2600", "imc3.hidden", "imc3.present", &memory},
	{"knights-landing", "irp.hidden", "irp.identity", &whole},
	{"knights-landing", "cha37.ctr2.reset=0x1", "cha37.siblings", &whole},
	{"knights-landing", "imc2.clock.absent", "imc2.fixed_ctr.width", &memory},
	{"knights-landing", "imc_uclk1.clock.absent", "imc_uclk1.ctr0.modifiers", &whole},
	{"knights-landing", "edc_uclk3.clock.absent", "edc_uclk3.ctr0.modifiers", &whole},
	{"xeon-e5-2600", "iio.hidden", "socket.bus", &whole},
	{"xeon-e5-2600", "qpi1.clock.absent", "qpi1.speed", &links},
	{"xeon-e5-2600-v2", "imc7.clock.absent", "imc7.ctr0.counts", &memory},
	{"xeon-e5-2600-v2", "qpi2.clock.absent", "qpi2.ctr3.modifiers", &links},
	{"xeon-e5-2600-v2", "ha1.clock.absent", "ha1.ctr0.modifiers", &whole},
	{"granite-rapids", "b2hot.clock.absent", "b2hot.ctr0.counts", &whole},
	{"granite-rapids", "mdf3.clock.absent", "mdf3.ctr0.modifiers", &whole},
	{"sapphire-rapids", "imc1.clock.absent", "imc1.fixed_ctr.counts", &memory},
	{"sapphire-rapids", "m2pcie2.clock.absent", "m2pcie2.ctr0.modifiers", &whole},
};

/* Writes the scenario of the board that begins with a row, and returns how many rows it has. */
static size_t board(size_t first, struct text *scenario)
{
	size_t row = first;

	do {
		if (row == first || strcmp(cases[row].fault, cases[row - 1].fault) != 0)
			text_format(scenario, "fault = %s\n", cases[row].fault);
		row++;
	} while (row < ARRAY_SIZE(cases) && !strcmp(cases[row].machine, cases[first].machine));
	return row - first;
}

TEST(what_a_board_hides_or_leaves_behind_is_untested)
{
	for (size_t i = 0, rows; i < ARRAY_SIZE(cases); i += rows) {
		char scenario[256], line[120];
		struct text text = TEXT_OVER(scenario);
		struct bench bench;

		rows = board(i, &text);
		run(&bench, cases[i].machine, scenario, &nothing, "");
		for (size_t j = i; j < i + rows; j++) {
			snprintf(line, sizeof(line), " %s.%s # SKIP untested: ", cases[j].machine, cases[j].check);
			has(&bench, line);
		}
		if (bench.output.failed)
			show_failures(&bench);
		assert_int_equal(bench.output.failed, 0);
		assert_int_equal(bench.output.verdict, VERDICT_PASS);
		tear_down(&bench);
	}
}

/* Nobody knows which of the two is wrong: the source, or the silicon. */
TEST(what_contradicts_a_single_source_is_an_answer)
{
	static const struct run runs[] = {
		{"knights-landing", "fault = global.freeze.ignored\n", "", .text = true, .skipped = ANY,
		 .said = {"freeze.global: no effect, where it freezes was assumed"}},
		{"sapphire-rapids", "fault = pcu.summary.missing\n", "", .text = true, .skipped = ANY,
		 .said = {"summary: no overflow shows, where it shows was assumed"}},
	};

	EXPECT_RUNS(runs);
}

/* No program has ever taken a PMI of such an uncore: a part that sends none is not broken. Nor does one of these checks blame it that
 * runs alone. */
TEST(what_nobody_has_seen_on_such_a_part_is_untested)
{
#define UNSEEN(MACHINE, CHECKS, ...)                                                    \
	{                                                                               \
		MACHINE, "fault = ubox.pmi.lost\n", CHECKS, .skipped = ANY, __VA_ARGS__ \
	}
#define UNSEEN_ON(MACHINE)                                                                                            \
	UNSEEN(MACHINE, "", .expects = &nothing,                                                                      \
	       .said = {" " MACHINE ".ubox.pmi.gate # SKIP untested: ",                                               \
			" " MACHINE ".ubox.pmi.once # SKIP untested: ",                                               \
			" " MACHINE ".ubox.pmi.core # SKIP untested: "}),                                             \
		UNSEEN(MACHINE, "*.ubox.pmi.gate", .untested = 1), UNSEEN(MACHINE, "*.ubox.pmi.once", .untested = 1), \
		UNSEEN(MACHINE, "*.ubox.pmi.core", .untested = 1)
	static const struct run runs[] = {UNSEEN_ON("xeon-e5-2600-v3"),
					  UNSEEN("xeon-e5-2600-v4", "*.ubox.pmi.*", .untested = 3)};

	EXPECT_RUNS(runs);
}

/* The clock of a caching agent is no board's to leave out. */
TEST(a_box_that_no_board_leaves_still_is_a_failure)
{
	expect_run(&(struct run){"sapphire-rapids", "fault = cha0.clock.absent\n", "*.cha0.*", .failed = SOME,
				 .skipped = ANY, .said = {" sapphire-rapids.cha0.ctr0.modifiers\n"}});
}

/* They keep their ids, and their class reads ffffff. */
TEST(links_that_a_board_does_not_wire_are_untested)
{
	expect_run(&(struct run){"cooper-lake-sp", "links = 4\n", "", .expects = &nothing, .skipped = ANY,
				 .said = {" cooper-lake-sp.upi4.present # SKIP untested: ",
					  " cooper-lake-sp.m3upi5.identity # SKIP untested: ", "not connected"},
				 .unsaid = "cooper-lake-sp.upi3.present # SKIP"});
}

TEST(what_is_expected_and_hidden_is_a_failure)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char scenario[64], line[120], glob[64];
		struct bench bench;

		snprintf(scenario, sizeof(scenario), "fault = %s\n", cases[i].fault);
		snprintf(glob, sizeof(glob), "%.*s.*", (int)strcspn(cases[i].check, "."), cases[i].check);
		run(&bench, cases[i].machine, scenario, cases[i].expects, glob);
		snprintf(line, sizeof(line), " %s.%s\n", cases[i].machine, cases[i].check);
		has(&bench, line);
		assert_true(bench.output.failed);
		assert_int_equal(bench.output.verdict, VERDICT_FAIL);
		tear_down(&bench);
	}
}

/* What says another bus than the functions show is told of, and no more. */
TEST(a_bus_that_its_functions_prove_passes)
{
	expect_run(&(struct run){"xeon-e5-2600", "fault = iio.cpubusno.reset=0x4200\n", "socket.bus",
				 .expects = &nothing, .text = true, .passed = 1,
				 .said = {"as the functions on it show; but "}});
}

/* A loader may bring none: then it is not known what there is, and no box is missing. */
TEST(without_acpi_tables_no_box_is_missing)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", "");
	bench.machine.expects = nothing;
	bench.machine.unmapped = true;
	run_checks(&bench, "*boxes-answer");
	has(&bench, ".boxes-answer # SKIP untested: no ACPI tables were found");
	tear_down(&bench);
	for (unsigned i = 0; i < 2; i++) {
		set_up(&bench, "xeon-e5-2600", "");
		bench.machine.expects = nothing;
		bench.machine.unmapped = true;
		for (unsigned box = 0; box < bench.machine.box_count; box++)
			if (i || !strcmp(bench.machine.boxes[box].box.type->name, "imc"))
				bench.machine.boxes[box].state = BOX_ABSENT;
		run_checks(&bench, "*");
		has(&bench, ".boxes-answer # SKIP untested: no ACPI tables were found");
		has(&bench, i ? ".cbox0.present # SKIP"
			      : ".imc0.present # SKIP untested: without ACPI tables uncork cannot reach it");
		if (bench.output.failed)
			show_failures(&bench);
		assert_int_equal(bench.output.failed, 0);
		tear_down(&bench);
	}
}

TEST(nothing_answers_is_a_failure_whatever_is_hidden)
{
	expect_run(&(struct run){"bare-xeon-e5-2600", "", "", .expects = &nothing, .failed = SOME, .skipped = ANY,
				 .untested = NONE, .said = {"not ok 1 xeon-e5-2600.machine.boxes-answer\n"}});
}

TEST(a_run_that_could_test_nothing_is_an_error)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", "fault = qpi1.hidden\n");
	bench.machine.expects = nothing;
	run_checks(&bench, "qpi1.*");
	assert_int_equal(bench.output.untested, bench.output.planned);
	assert_int_equal(output_end(&bench.output), VERDICT_ERROR);
	has(&bench, "kept from being tested: nothing was tested");
	tear_down(&bench);
}

static unsigned planned(const struct machine *machine, const char *filter, const char *name)
{
	struct check_plan plan = check_plan_of(machine, slice_of(filter));
	struct check_target target;
	unsigned count = 0;

	while (check_plan_next(&plan, &target))
		count += !strcmp(target.check->name, name);
	return count;
}

/* Loads that boards may not take, and writes to counters that the board's firmware may read. */
TEST(what_boards_may_not_like_is_made_only_on_request)
{
	static const struct {
		const char *check, *asking[2], *others[6];
	} rows[] = {
		{"wide", {"*.wide", "imc0.wide"}, {"", "*", "imc0.*", "*wide", "*e", "wide"}},
		{"writes", {"*.writes", "pcu.residency0.writes"}, {"", "*", "pcu.*", "*writes", "*s", "writes"}},
	};
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", "");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(rows[i].asking); j++)
			assert_true(planned(&bench.machine, rows[i].asking[j], rows[i].check) > 0);
		for (size_t j = 0; j < ARRAY_SIZE(rows[i].others); j++)
			assert_int_equal(planned(&bench.machine, rows[i].others[j], rows[i].check), 0);
	}
	tear_down(&bench);
}

TEST(what_is_expected_is_of_this_machine_and_has_an_end)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", "");
	bench.machine.expects = nothing;
	assert_int_equal(expect_boxes(&bench.machine, slice_of("sbox*")), EXPECTED_NONE_MATCHES);
	assert_int_equal(expect_boxes(&bench.machine, slice_of("imc?")), EXPECTED);
	assert_int_equal(expect_boxes(&bench.machine, slice_of("ha")), EXPECTED);
	assert_true(expects_name(&bench.machine, "imc3") && expects_name(&bench.machine, "ha"));
	assert_false(expects_name(&bench.machine, "qpi0"));
	for (unsigned i = 0; i < (sizeof(bench.machine.expects.boxes) - 8) / 5; i++)
		assert_int_equal(expect_boxes(&bench.machine, slice_of("imc*")), EXPECTED);
	assert_int_equal(expect_boxes(&bench.machine, slice_of("imc*")), EXPECTED_TOO_MUCH);
	assert_true(expects_name(&bench.machine, "ha"));
	tear_down(&bench);
}
