/* SPDX-License-Identifier: BSD-2-Clause */
/* the list of faults: the model takes every fault of it, each is there once, every register and counter has
 * some; and what would change nothing is refused with a reason. */
#include "lib/basic.h"
#include "silicon/silicon.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

enum { FAULTS = 100000 };

/* All faults of one machine. */
struct walk {
	const char *machine, *scenario;
	unsigned count;
	struct silicon_fault *fault;
	void *memory;
	char error[400];
};

static void take(void *context, const struct silicon_fault *fault)
{
	struct walk *walk = context;

	assert_true(walk->count < FAULTS);
	walk->fault[walk->count++] = *fault;
}

static bool walk_by(struct walk *walk, const char *machine, const char *scenario, uint64_t seed)
{
	const struct silicon_fault_listener listener = {take, walk, seed};

	*walk = (struct walk){.machine = machine, .scenario = scenario};
	walk->fault = calloc(FAULTS, sizeof(*walk->fault));
	walk->memory = calloc(1, silicon_fault_list_size(machine, scenario));
	return silicon_fault_list(walk->memory, machine, scenario, &listener, walk->error, sizeof(walk->error));
}

static bool walk_through(struct walk *walk, const char *machine, const char *scenario)
{
	return walk_by(walk, machine, scenario, 0);
}

static void leave(struct walk *walk)
{
	free(walk->memory);
	free(walk->fault);
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct silicon_fault *)a)->text, ((const struct silicon_fault *)b)->text);
}

static void each_is_there_once(struct walk *walk)
{
	qsort(walk->fault, walk->count, sizeof(*walk->fault), compare);
	for (unsigned i = 1; i < walk->count; i++)
		if (!strcmp(walk->fault[i - 1].text, walk->fault[i].text))
			fail_msg("%s: %s is there twice", walk->machine, walk->fault[i].text);
}

/* What a scenario with the fault comes to: accepted or not. */
static bool is_taken(struct walk *walk, const char *fault)
{
	char scenario[300];

	snprintf(scenario, sizeof(scenario), "%sfault = %s\n", walk->scenario, fault);
	return silicon_accepts(walk->memory, walk->machine, scenario, walk->error, sizeof(walk->error));
}

/* Boxes of a type have the same faults: boxes 0 and 1, and every eighth box, stand for the others. */
static bool is_tried(const struct silicon_fault *fault)
{
	const char *number = fault->box + strlen(fault->box);
	unsigned long instance;

	while (number > fault->box && number[-1] >= '0' && number[-1] <= '9')
		number--;
	instance = strtoul(number, NULL, 10);
	return instance < 2 || instance % 8 == 0;
}

static void check_machine(const char *machine, const char *scenario, unsigned at_least)
{
	struct walk walk;

	if (!walk_through(&walk, machine, scenario))
		fail_msg("%s: %s", machine, walk.error);
	assert_true(walk.count >= at_least);
	for (unsigned i = 0; i < walk.count; i++) {
		const struct silicon_fault *fault = &walk.fault[i];

		if (is_tried(fault) && !is_taken(&walk, fault->text))
			fail_msg("%s: %s", fault->text, walk.error);
		assert_memory_equal(fault->text, fault->box, strlen(fault->box));
		assert_non_null(strstr(fault->text, fault->kind));
		assert_non_null(strstr(fault->text, fault->reg));
	}
	each_is_there_once(&walk);
	leave(&walk);
}

TEST(test_every_fault_of_the_catalogues_is_taken)
{
	check_machine("xeon-7500", "", 8000);
	check_machine("xeon-e7", "", 8800);
	check_machine("knights-landing", "cores = 2\nchas = 2\n", 3000);
	check_machine("xeon-e5-2600", "", 9000);
	check_machine("xeon-e5-2600-v2", "cores = 2\ncboxes = 3\n", 6000);
	check_machine("xeon-e5-2600-v3", "cores = 2\ncboxes = 3\nsboxes = 2\n", 6000);
	check_machine("xeon-e5-2600-v4", "cores = 2\ncboxes = 3\nsboxes = 0\n", 6000);
	check_machine("skylake-sp", "cores = 2\ncapid6 = 0x21\n", 5000);
	check_machine("cascade-lake-sp", "cores = 2\ncapid6 = 0x21\n", 5000);
	check_machine("ice-lake-sp", "cores = 2\ncapid6 = 0x1\ncapid7 = 0x1\n", 6000);
	check_machine("power9", "", 3700);
	check_machine("power10", "", 2900);
}

static bool is_listed(const struct walk *walk, const char *text)
{
	for (unsigned i = 0; i < walk->count; i++)
		if (!strcmp(walk->fault[i].text, text))
			return true;
	return false;
}

/* What is drawn is taken, follows from the seed, and reaches beyond the list. */
TEST(faults_are_drawn)
{
	static const char *const machines[] = {"xeon-7500", "skylake-sp", "power9"};
	struct walk walk, again;

	for (unsigned i = 0; i < ARRAY_SIZE(machines); i++) {
		assert_true(walk_by(&walk, machines[i], "", 1 + i));
		assert_true(walk_by(&again, machines[i], "", 1 + i));
		assert_int_equal(walk.count, SILICON_DRAWN);
		for (unsigned j = 0; j < walk.count; j++) {
			if (!is_taken(&walk, walk.fault[j].text))
				fail_msg("%s: %s", walk.fault[j].text, walk.error);
			assert_string_equal(walk.fault[j].text, again.fault[j].text);
		}
		leave(&again);
		leave(&walk);
	}
	assert_true(walk_by(&walk, "xeon-7500", "", 2));
	assert_true(walk_through(&again, "xeon-7500", ""));
	for (unsigned j = 0, others = 0;; j++) {
		assert_true(j < walk.count);
		others += !is_listed(&again, walk.fault[j].text);
		if (others > 100)
			break;
	}
	leave(&again);
	leave(&walk);
}

TEST(test_unknown_machines_have_no_fault_list)
{
	struct walk walk;

	assert_false(walk_through(&walk, "xeon-9500", ""));
	assert_non_null(strstr(walk.error, "unknown machine"));
	leave(&walk);
	assert_false(walk_through(&walk, "power9", "core.period = 1\n"));
	leave(&walk);
}

TEST(test_what_is_not_there_has_no_faults)
{
	struct walk walk;

	assert_true(walk_through(&walk, "knights-landing", "cores = 1\nchas = 3\ncounters = 2\n"));
	for (unsigned i = 0; i < walk.count; i++) {
		assert_string_not_equal(walk.fault[i].box, "core1");
		assert_string_not_equal(walk.fault[i].box, "cha3");
		assert_string_not_equal(walk.fault[i].reg, "ctr4");
	}
	leave(&walk);
}

/* Whether it is a fault of meaning. */
static bool is_meant(const struct silicon_fault *fault)
{
	static const char *const kinds[] = {"lines.", "events.deaf", "filter.deaf", "filter.open", "fvc.deaf"};

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		if (strstr(fault->text, kinds[i]))
			return true;
	return false;
}

/* What contradicts a fault, and why it may be that nothing does. */
static const struct {
	const char *machine, *fault;
	enum silicon_judge judge;
	const char *reason;
} judged[] = {
	{"xeon-7500", "cbox3.ctr1.rate=2", SILICON_BY_SHEET, NULL},
	{"xeon-7500", "cbox3.ctl1.reset=0x1", SILICON_BY_SHEET, NULL},
	{"xeon-7500", "mbox0.pgt.reset=0x1", SILICON_BY_SIBLINGS, NULL},
	{"xeon-7500", "wbox.fixed_ctl.stuck0=2", SILICON_BY_NOTHING, "what the bit says"},
	{"xeon-7500", "wbox.fixed_ctl.stuck0=0", SILICON_BY_SHEET, NULL},
	{"knights-landing", "cha3.ctl1.reset=0x1", SILICON_BY_SIBLINGS, NULL},
	{"knights-landing", "pcu.box_ctl.reset=0x100", SILICON_BY_NOTHING, "no other is like it"},
	{"knights-landing", "core1.misc_enable.stuck0=7", SILICON_BY_SIBLINGS, NULL},
	{"knights-landing", "core1.status.stuck0=0", SILICON_BY_SHEET, NULL},
	{"knights-landing", "core1.ctr0.stuck1=40", SILICON_BY_SHEET, NULL},
	{"knights-landing", "core1.pmi.lost", SILICON_BY_SHEET, NULL},
	{"knights-landing", "imc2.fixed_ctr.rate=2", SILICON_BY_SIBLINGS, NULL},
	{"knights-landing", "ubox.fixed_ctr.rate=2", SILICON_BY_NOTHING, "what it counts"},
	{"knights-landing", "ubox.fixed_ctr.dead", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "qpi_misc1.id=0", SILICON_BY_NOTHING, "identifier"},
	{"xeon-e5-2600", "qpi_misc0.id=0", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "qpi_misc0.rate_status.stuck0=0", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "ubox_config.gidnidmap.stuck0=3", SILICON_BY_NOTHING, "what the bit says"},
	{"xeon-e5-2600", "cbox2.events.deaf=8", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "cbox2.events.deaf=15", SILICON_BY_NOTHING, "no document says"},
	{"xeon-e5-2600", "cbox2.box_filter.deaf=24", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "cbox2.box_filter.open=24", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "imc2.lines.written", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "imc2.lines.swapped", SILICON_BY_NOTHING, "which box serves which line"},
	{"xeon-e7", "mbox1.zdp_ctl_fvc.deaf=12", SILICON_BY_SHEET, NULL},
	{"xeon-e7", "mbox1.zdp_ctl_fvc.deaf=8", SILICON_BY_NOTHING, "no document says"},
	{"xeon-e7", "cbox1.lines.lost", SILICON_BY_NOTHING, "how often it counts a line"},
	{"skylake-sp", "imc4.ctr1.reset=0x1", SILICON_BY_SIBLINGS, NULL},
	{"skylake-sp", "pcu.status.reset=0x1", SILICON_BY_NOTHING, "no other is like it"},
	{"skylake-sp", "global.global_ctl.reset=0x8000000000000000", SILICON_BY_NOTHING, "what the bit says"},
	{"skylake-sp", "global.global_status.stuck0=8", SILICON_BY_SHEET, NULL},
	{"skylake-sp", "global.global_status.stuck0=24", SILICON_BY_NOTHING, "what the bit says"},
	{"skylake-sp", "pcu.filter.stuck0=0", SILICON_BY_NOTHING, "what the bit says"},
	{"skylake-sp", "iio1.free_in0.dead", SILICON_BY_NOTHING, "need not happen"},
	{"skylake-sp", "iio3.gp", SILICON_BY_SHEET, NULL},
	{"skylake-sp", "iio4.gp", SILICON_BY_NOTHING, "may be without it"},
	{"skylake-sp", "iio4.ctl0.gp", SILICON_BY_SHEET, NULL},
	{"skylake-sp", "irp5.ctl0.deaf=20", SILICON_BY_NOTHING, "where its overflows show"},
	{"skylake-sp", "irp4.ctl0.deaf=20", SILICON_BY_SHEET, NULL},
	{"skylake-sp", "global.freeze.late", SILICON_BY_NOTHING, "an overflow freezes"},
	{"skylake-sp", "cha2.filter.ignored", SILICON_BY_NOTHING, "value of its filter"},
	{"ice-lake-sp", "imc8.hidden", SILICON_BY_NOTHING, "may be without it"},
	{"ice-lake-sp", "imc7.hidden", SILICON_BY_SHEET, NULL},
	{"knights-landing", "cha3.summary.stays", SILICON_BY_NOTHING, "show above"},
	{"knights-landing", "cha3.summary.missing", SILICON_BY_SHEET, NULL},
	{"xeon-7500", "sbox1.tally.ignored", SILICON_BY_NOTHING, "resets a tally"},
	{"xeon-7500", "sbox1.lock.ignored", SILICON_BY_SHEET, NULL},
	{"xeon-e5-2600", "pcu.bands.shut", SILICON_BY_NOTHING, "change of frequency"},
	{"xeon-e5-2600-v2", "cbox2.gp", SILICON_BY_SHEET, NULL}, /* there are as many of them as cores */
	{"xeon-e5-2600-v2", "qpi_misc0.hidden", SILICON_BY_NOTHING, "how it works"},
	{"xeon-e5-2600-v3", "core1.c3_ctr.dead", SILICON_BY_NOTHING, "how it works"},
	{"xeon-e5-2600-v3", "ubox.pmi.lost", SILICON_BY_NOTHING, "interrupt"},
	{"xeon-e5-2600-v2", "ubox.pmi.lost", SILICON_BY_SHEET, NULL},
	{"unknown-xeon", "global.freeze.late", SILICON_BY_SHEET, NULL},
	{"unknown-xeon", "discovery.hidden", SILICON_BY_NOTHING, "how it works"},
	{"power9", "nest.0x118.rate=2", SILICON_BY_NOTHING, "how often"},
	{"power9", "nest.0x118.dead", SILICON_BY_NOTHING, "how often"},
	{"power9", "nest.mcs01.dead", SILICON_BY_NOTHING, "whether anything happens"},
	{"power9", "core.0x98.dead", SILICON_BY_SHEET, NULL},
	{"power9", "core.0x98.rate=2", SILICON_BY_SHEET, NULL},
	{"power9", "core.0x58.dead", SILICON_BY_NOTHING, "tells of this word"},
	{"power9", "nest.alink0.dead", SILICON_BY_NOTHING, "tells of its words"},
	{"power9", "nest.absent", SILICON_BY_NOTHING, "sound machines"},
	{"power9", "trace.wrap", SILICON_BY_NOTHING, "how often"},
	{"power9", "nest.every=4", SILICON_BY_NOTHING, "all of the list are alike"},
	{"power9", "trace.state", SILICON_BY_NOTHING, "is not known"},
	{"power10", "nest.0x228.dead", SILICON_BY_NOTHING, "how often"},
	{"power10", "nest.0x228.rate=2", SILICON_BY_NOTHING, "how often"},
	{"power10", "core.0x18.rate=2", SILICON_BY_NOTHING, "how often"},
	{"power10", "trace.wrap", SILICON_BY_NOTHING, "how often"},
	{"power10", "trace.state", SILICON_BY_SHEET, NULL},
};

TEST(test_faults_are_judged)
{
	struct walk walk = {.machine = ""};

	for (unsigned i = 0; i < ARRAY_SIZE(judged); i++) {
		unsigned at = 0;

		if (strcmp(walk.machine, judged[i].machine)) {
			leave(&walk);
			/* With eight cores some CHAs are not there. */
			assert_true(walk_through(&walk, judged[i].machine,
						 strcmp(judged[i].machine, "skylake-sp") ? "" : "cores = 8\n"));
		}
		while (at < walk.count && strcmp(walk.fault[at].text, judged[i].fault))
			at++;
		if (at == walk.count)
			fail_msg("%s is not in the list of faults", judged[i].fault);
		assert_int_equal(walk.fault[at].lines, is_meant(&walk.fault[at]));
		if (walk.fault[at].judge != judged[i].judge)
			fail_msg("%s: judged by %s", judged[i].fault, silicon_judge_name(walk.fault[at].judge));
		assert_int_equal(!judged[i].reason, !walk.fault[at].reason);
		if (judged[i].reason && !strstr(walk.fault[at].reason, judged[i].reason))
			fail_msg("%s: %s", judged[i].fault, walk.fault[at].reason);
	}
	leave(&walk);
}

/* Of each counter of a box the list of faults has these. */
TEST(test_a_counter_has_all_its_faults)
{
	static const char *const kinds[] = {"dead", "rate",   "lost",   "doubled", "width",   "silent", "flag",
					    "torn", "stuck1", "stuck0", "gp",      "dropped", "alias",  "reset"};
	struct walk walk;

	assert_true(walk_through(&walk, "xeon-7500", ""));
	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		unsigned found = 0;

		for (unsigned j = 0; j < walk.count; j++)
			found += !strcmp(walk.fault[j].box, "cbox7") && !strcmp(walk.fault[j].reg, "ctr5") &&
				 !strcmp(walk.fault[j].kind, kinds[i]);
		if (!found)
			fail_msg("cbox7.ctr5.%s is missing", kinds[i]);
	}
	leave(&walk);
}

/* Other machines' are in test_scenario.model. */
TEST(a_fault_that_changes_nothing_is_refused)
{
	struct walk walk = {.machine = "power9", .scenario = ""};

	walk.memory = calloc(1, silicon_fault_list_size(walk.machine, walk.scenario));
	assert_false(is_taken(&walk, "nest.0x118.rate=1"));
	assert_non_null(strstr(walk.error, "anyway"));
	free(walk.memory);
}

/* Enables of four counters, or of eight; a bit that no machine of the kind can set is stuck nowhere. */
TEST(enables_of_counters_that_are_not_there_have_no_faults)
{
	static const struct {
		const char *scenario;
		bool four;
	} tried[] = {{"", true}, {"counters = 8\n", false}};

	for (unsigned i = 0; i < ARRAY_SIZE(tried); i++) {
		struct walk walk;

		assert_true(walk_through(&walk, "skylake-sp", tried[i].scenario));
		assert_int_equal(is_listed(&walk, "core0.global_ctl.stuck0=3"), tried[i].four);
		assert_int_equal(is_listed(&walk, "core0.global_ctl.stuck0=7"), !tried[i].four);
		assert_int_equal(is_listed(&walk, "core0.global_ctl.stuck1=7"), !tried[i].four);
		assert_int_equal(is_listed(&walk, "core0.global_ctl.reset=0xe"), tried[i].four);
		assert_int_equal(is_listed(&walk, "core0.global_ctl.reset=0xfe"), !tried[i].four);
		leave(&walk);
	}
}
