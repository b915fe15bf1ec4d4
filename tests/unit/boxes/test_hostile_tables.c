/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables that are wrong: a table alone never crashes the firmware. One that does not hang together is refused and said to be; one that
 * is odd but hangs together is used like any other. Every command runs over them. */
#include "boxes/sound.h"
#include "boxes/table.h"
#include "core/command/command.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

/* A C-Box of the Xeon E5-2600 with something changed. */
static struct box_type changed;
static struct register_row rows[8];
static struct register_layout layout;
static struct box_instance places[8];
static struct event event;
static struct requirement need;
static const struct present_if by_nobody = {.kind = PRESENT_AS_COUNTED};
static const struct box_type *types[2];
static struct processor processor;

static const struct box_type *cbox(void)
{
	return processor_by_name("xeon-e5-2600")->types[1];
}

static void start_anew(void)
{
	changed = *cbox();
	assert_string_equal(changed.name, "cbox");
	memcpy(rows, changed.registers, changed.register_count * sizeof(*rows));
	memcpy(places, changed.instance_table, sizeof(places));
	layout = *rows[0].layout;
	event = changed.events[0];
	need = (struct requirement){0};
	changed.registers = rows;
	changed.instance_table = places;
}

static void no_name(void)
{
	changed.name = NULL;
}
static void no_pmu(void)
{
	changed.pmu = NULL;
}
static void empty_name(void)
{
	changed.name = "";
}
static void long_name(void)
{
	changed.name = "a_name_without_end";
}
static void no_registers(void)
{
	changed.registers = NULL;
}
static void no_layout(void)
{
	rows[0].layout = NULL;
}
static void no_register_name(void)
{
	rows[1].name = NULL;
}
static void no_count(void)
{
	rows[1].count = 0;
}
static void wrong_bank(void)
{
	rows[1].bank = BOX_BANKS;
}
static void no_fields(void)
{
	layout.fields = NULL;
	rows[0].layout = &layout;
}
static void wide_field(void)
{
	static const struct field field = {.name = "wide", .low = 60, .width = 8};

	layout.fields = &field;
	layout.field_count = 1;
	rows[0].layout = &layout;
}
static void no_table(void)
{
	changed.instance_table = NULL;
}
static void no_instances(void)
{
	changed.instances = 0;
}
static const uint16_t same_numbers[64];
static void numbers_in_no_order(void)
{
	changed.numbers = same_numbers;
}
static void no_space(void)
{
	changed.space = SPACE_COUNT;
}
static void no_base(void)
{
	changed.based = BASE_IN_REGISTER;
}
static void wrong_scope(void)
{
	changed.scope = BOX_OF_THREAD + 1;
}
static void many_counters(void)
{
	changed.counters = 9;
}
static void counters_without_registers(void)
{
	changed.counters = 5;
}
static void counters_without_bits(void)
{
	changed.counter_bits = 0;
}
static void no_fixed_register(void)
{
	changed.fixed = true;
}
static void no_free_register(void)
{
	changed.free_counters = 1;
}
static void no_events(void)
{
	changed.events = NULL;
}
static void no_filter_registers(void)
{
	changed.filter_registers = NULL;
}
static void instance_with_more(void)
{
	places[3].counters = 5;
}
static void no_teller(void)
{
	changed.present = &by_nobody;
}
static void teller_that_says_nothing(void)
{
	static struct present_if present = {.kind = PRESENT_AS_MASKED};

	present.teller = &changed;
	changed.present = &present;
}
static void need_of_nothing(void)
{
	need.row = 200;
	event.requirement_count = 1;
	event.requirements = 0;
	changed.events = &event;
	changed.event_count = 1;
	changed.requirements = &need;
}
static void event_without_needs(void)
{
	event.requirement_count = 1;
	changed.events = &event;
	changed.event_count = 1;
	changed.requirements = NULL;
}

/* Registers alone: neither counters nor anything that says how many there are. */
static void nothing_to_count(void)
{
	rows[0] = rows[3];
	rows[0].role = ROLE_OTHER;
	changed.register_count = 1;
	changed.counters = changed.counter_bits = 0;
	changed.filter_register_count = changed.event_count = 0;
	changed.filter_registers = NULL;
	changed.look = NULL;
}
static void nothing_at_all(void)
{
	nothing_to_count();
	changed.register_count = 0;
	changed.registers = NULL;
}
static void instance_with_nothing(void)
{
	places[7].without = MASK(0, 32);
}

static void freezes_nothing(void)
{
	rows[0] = rows[3];
	changed.register_count = 1;
	changed.counters = changed.filter_register_count = changed.event_count = 0;
	changed.look = NULL;
}

static void (*const wrongs[])(void) = {
	freezes_nothing,
	nothing_at_all,
	instance_with_nothing,
	no_name,
	no_pmu,
	empty_name,
	long_name,
	no_registers,
	no_layout,
	no_register_name,
	no_count,
	wrong_bank,
	no_fields,
	wide_field,
	no_table,
	no_instances,
	numbers_in_no_order,
	no_space,
	no_base,
	wrong_scope,
	many_counters,
	counters_without_registers,
	counters_without_bits,
	no_fixed_register,
	no_free_register,
	no_events,
	no_filter_registers,
	instance_with_more,
	no_teller,
	teller_that_says_nothing,
	need_of_nothing,
	event_without_needs,
};

/* ---- odd ones ------------------------------------------------------------------------------------- */

static void no_control(void)
{
	rows[3].role = ROLE_OTHER;
}
static void fewer_counters(void)
{
	places[2].counters = 2;
}
static void no_filter(void)
{
	places[2].without = BIT(2);
}
static void apart(void)
{
	static const int32_t offsets[] = {0xd19, 0xd16, 0xd18, 0xd17};

	rows[1].offsets = offsets;
}
static void many_of_nothing(void)
{
	static const struct present_if present = {.kind = PRESENT_WITH_DEVICE, .id = 0x1234};

	nothing_to_count();
	changed.present = &present;
}

static void only_a_control(void)
{
	nothing_to_count();
	rows[0].role = ROLE_CONTROL;
}
static void only_flags(void)
{
	nothing_to_count();
	rows[0].role = ROLE_FLAGS;
}
static void only_a_freeze(void)
{
	nothing_to_count();
	rows[0].role = ROLE_GLOBAL_FREEZE;
}

static void (*const odds[])(void) = {
	only_a_control, only_flags, only_a_freeze, nothing_to_count, no_control,
	fewer_counters, no_filter,  apart,         many_of_nothing,
};

/* ---- both are shown, listed, tried and asked for ---------------------------------------------------- */

static void use(struct bench *bench, const struct box_type *type)
{
	struct shell shell = {.machine = &bench->machine, .output = &bench->output};
	static const char *const lines[] = {"info -a",      "list",
					    "list -m",      "test -l",
					    "test",         "stat -t 1 -e cbox0:0x1",
					    "stat -a -t 1", "program -e cbox*::UNC_C_CLOCKTICKS",
					    "help"};

	processor = *processor_by_name("xeon-e5-2600");
	types[0] = type;
	types[1] = processor.types[0]; /* the U-Box, as it is */
	processor.types = types;
	processor.type_count = 2;
	bench->machine.processor = &processor;
	bench->machine.refused = NULL;
	bench->machine.refused_count = 0;
	assert_true(machine_inventory(&bench->machine));
	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++)
		shell_line(&shell, slice_of(lines[i]));
}

TEST(a_wrong_table_is_refused)
{
	for (unsigned i = 0; i < ARRAY_SIZE(wrongs); i++) {
		struct bench bench;

		set_up_cores(&bench, "xeon-e5-2600", "", 2);
		start_anew();
		assert_null(box_type_fault(&changed));
		wrongs[i]();
		assert_non_null(box_type_fault(&changed));
		use(&bench, &changed);
		assert_int_equal(bench.machine.refused_count, 1);
		assert_int_equal(bench.machine.processor->type_count, 1);
		assert_non_null(strstr(bench.said, "is not used: "));
		assert_non_null(strstr(bench.said, "boxes-answer"));
		assert_null(machine_box(&bench.machine, 0, "cbox0"));
		assert_non_null(machine_box(&bench.machine, 0, "ubox"));
		tear_down(&bench);
	}
}

TEST(an_odd_table_is_used)
{
	for (unsigned i = 0; i < ARRAY_SIZE(odds); i++) {
		struct bench bench;

		set_up_cores(&bench, "xeon-e5-2600", "", 2);
		start_anew();
		odds[i]();
		assert_null(box_type_fault(&changed));
		use(&bench, &changed);
		assert_int_equal(bench.machine.refused_count, 0);
		assert_int_equal(bench.machine.processor->type_count, 2);
		assert_non_null(machine_box(&bench.machine, 0, "cbox7"));
		tear_down(&bench);
	}
}

TEST(a_missing_table_is_refused)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-e5-2600", "", 2);
	use(&bench, NULL);
	assert_int_equal(bench.machine.refused_count, 1);
	tear_down(&bench);
}

/* ---- what controls all of them ------------------------------------------------------------------------ */

static void control_with(const struct global_control *global)
{
	static const char *const lines[] = {"info -a", "list", "test", "program -e wbox::FIXED_UNCORE_CLK"};
	struct bench bench;
	struct shell shell = {.machine = &bench.machine, .output = &bench.output};

	set_up_cores(&bench, "xeon-7500", "", 2);
	processor = *processor_by_name("xeon-7500");
	processor.global = global;
	bench.machine.processor = &processor;
	assert_true(machine_inventory(&bench.machine));
	assert_int_equal(bench.machine.refused_count, 1);
	assert_null(bench.machine.processor->global);
	assert_int_equal(bench.machine.processor->type_count, 0);
	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++)
		shell_line(&shell, slice_of(lines[i]));
	assert_non_null(strstr(bench.said, "what controls the sockets"));
	tear_down(&bench);
}

TEST(what_controls_sockets_is_in_a_box)
{
	const struct global_control *good = processor_by_name("xeon-7500")->global;
	struct global_control global = *good;

	assert_null(global_control_fault(processor_by_name("xeon-7500")));
	global.box = cbox();
	control_with(&global);
	global.box = NULL;
	control_with(&global);
	global = *good;
	global.control = NULL;
	control_with(&global);
	global.control = "nowhere";
	control_with(&global);
	global = *good;
	global.status = "nowhere";
	control_with(&global);
	global = *good;
	global.clear = "nowhere";
	control_with(&global);
}

/* ---- instances that are not alike -------------------------------------------------------------------- */

TEST(an_instance_may_have_less)
{
	struct box whole = {.type = &changed, .instance = 1}, less = {.type = &changed, .instance = 2};
	struct bench bench;

	set_up_cores(&bench, "xeon-e5-2600", "", 8);
	start_anew();
	places[2].counters = 3;
	places[2].without = BIT(2);
	assert_int_equal(box_counters(&whole), 4);
	assert_int_equal(box_counters(&less), 3);
	assert_int_equal(box_row_count(&whole, &rows[0]), 4);
	assert_int_equal(box_row_count(&less, &rows[0]), 3);
	assert_int_equal(box_row_count(&less, &rows[1]), 3);
	assert_int_equal(box_row_count(&whole, &rows[2]), 1);
	assert_int_equal(box_row_count(&less, &rows[2]), 0);
	use(&bench, &changed);
	assert_non_null(strstr(bench.said, "cbox1.ctr3."));
	assert_non_null(strstr(bench.said, "cbox2.ctr2."));
	assert_null(strstr(bench.said, "cbox2.ctr3."));
	assert_non_null(strstr(bench.said, "cbox1.filter.bits"));
	assert_null(strstr(bench.said, "cbox2.filter.bits"));
	tear_down(&bench);
}

/* A box whose one register says how many C-Boxes there are: the filter of the PCU is as good as any. */
static struct register_row box_count_row;
static struct box_type teller;

static void make_teller(enum role role)
{
	teller = changed;
	box_count_row = *box_row_by_name(processor_by_name("xeon-e5-2600")->types[2], "filter");
	box_count_row.role = (uint8_t)role;
	teller.name = "teller";
	teller.instance_table = places;
	teller.instances = 1;
	teller.registers = &box_count_row;
	teller.register_count = 1;
	teller.counters = teller.counter_bits = 0;
	teller.events = NULL;
	teller.filter_registers = NULL;
	teller.look = NULL;
	teller.event_count = teller.filter_register_count = 0;
}

/* Bit n of `excused`: C-Box n. */
static void expect_excused(struct bench *bench, unsigned excused, const char *why)
{
	for (unsigned i = 0; i < 8; i++) {
		char name[BOX_NAME_SIZE];
		const struct machine_box *box;

		snprintf(name, sizeof(name), "cbox%u", i);
		box = machine_box(&bench->machine, 0, name);
		assert_int_equal(box->excused, excused >> i & 1);
		if (box->excused)
			assert_string_equal(box->how, why);
	}
}

/* One in the middle and the last do not answer; `value` is what the register says. */
#define SILENT 0x88u
static void expect_fewer(const struct present_if *present, uint64_t value, unsigned excused, const char *why)
{
	struct location where = {.space = SPACE_MSR, .width_bits = 64, .address = 0xc34};
	struct bench bench;

	set_up_cores(&bench, "xeon-e5-2600", "fault = cbox3.gp\nfault = cbox7.gp\n", 8);
	start_anew();
	make_teller(ROLE_BOX_COUNT);
	changed.present = present;
	assert_int_equal(bench.host.hw.write(&bench.host.hw, &where, value), OUTCOME_OK);
	processor = *processor_by_name("xeon-e5-2600");
	types[0] = &teller;
	types[1] = &changed;
	processor.types = types;
	processor.type_count = 2;
	bench.machine.processor = &processor;
	assert_true(machine_inventory(&bench.machine));
	assert_int_equal(bench.machine.refused_count, 0);
	expect_excused(&bench, excused, why);
	tear_down(&bench);
}

TEST(a_part_may_have_fewer)
{
	static const struct present_if counted = {.kind = PRESENT_AS_COUNTED, .teller = &teller};
	static const struct present_if masked = {.kind = PRESENT_AS_MASKED, .teller = &teller};
	static const struct present_if device = {.kind = PRESENT_WITH_DEVICE, .id = 0x1234};
	static const struct present_if other = {.kind = PRESENT_WITH_DEVICE, .id = 0x3c46};

	expect_fewer(&counted, 6, SILENT, "this processor has fewer, by its own count");
	expect_fewer(&counted, 5, SILENT, "this processor has fewer, by its own count");
	expect_fewer(&counted, 7, 0, NULL);
	expect_fewer(&masked, 0xf5, SILENT, "this processor has fewer, by its own count");
	expect_fewer(&masked, 0xff, 0, NULL);
	expect_fewer(&device, 0, SILENT, "this processor lacks the function that goes with them");
	expect_fewer(&other, 0, 0, NULL);
}

/* Of the home agent: bits of its box control that read 0, and its vendor. */
TEST(a_field_may_say_that_a_part_is_a_small_one)
{
	static const struct bus_field clear = {0xf4, 2, 6}, set = {0, 0, 16};
	struct present_if present = {.kind = PRESENT_BY_FIELD, .id = 0x3c46, .field = clear, .few = 6};

	expect_fewer(&present, 0, SILENT, "this processor has fewer, by its capability registers");
	present.few = 7;
	expect_fewer(&present, 0, 0, NULL);
	present.few = 0;
	expect_fewer(&present, 0, SILENT, "this processor has fewer, by its capability registers");
	present.field = set;
	expect_fewer(&present, 0, 0, NULL);
	present.field = clear;
	present.id = 0x1234;
	expect_fewer(&present, 0, 0, NULL);
}

TEST(registers_may_lie_anyhow)
{
	struct box box = {.type = &changed, .instance = 1};

	start_anew();
	apart();
	assert_int_equal(box_location(&box, &rows[1], 0).address, 0xd39);
	assert_int_equal(box_location(&box, &rows[1], 1).address, 0xd36);
	assert_int_equal(box_location(&box, &rows[1], 3).address, 0xd37);
	changed.instance_table = &(const struct box_instance){.base = {UINT64_C(0x120000000)}};
	box.instance = 0;
	assert_int_equal(box_location(&box, &rows[0], 2).address, UINT64_C(0x120000d12));
	box.base = UINT64_C(0x3000000000);
	assert_int_equal(box_location(&box, &rows[0], 2).address, UINT64_C(0x3120000d12));
}

TEST(the_tables_that_there_are_hang_together)
{
	for (const struct processor *const *at = processors; *at; at++) {
		for (unsigned i = 0; i < (*at)->type_count; i++)
			assert_null(box_type_fault((*at)->types[i]));
		assert_null(global_control_fault(*at));
	}
}
