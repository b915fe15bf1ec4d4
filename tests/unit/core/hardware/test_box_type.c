/* SPDX-License-Identifier: BSD-2-Clause */
/* Box types that no table has, made of numbers: they are like those of the tables where the numbers are, they are found, scheduled and
 * counted on, and numbers that do not hang together are refused. */
#include "core/hardware/box_type.h"

#include "boxes/sound.h"
#include "boxes/table.h"
#include "core/hardware/machine.h"
#include "core/session/session.h"
#include "tests/unit/support/one_processor.h"
#include "tests/unit/support/unit.h"

/* ---- a kind of boxes that exists nowhere ------------------------------------------------------------------ */

/* clang-format off */
static const struct field control_fields[] = {
	FIELD_OF(FREEZE, "frz", 0, 1, RW),
	FIELD_OF(RESET_CONTROLS, "rst_ctrl", 8, 1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs", 9, 1, W1_TO),
};
static const struct register_layout control = {.title = "control", .source = "none", FIELDS(control_fields), .width_bits = 32};
static const struct field select_fields[] = {
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW), FIELD_OF(UMASK, "umask", 8, 8, RW), MODIFIER(EDGE, "edge_det", 18, 1, "e", "edge"),
};
static const struct register_layout select_layout = {.title = "select", .source = "none", FIELDS(select_fields), .width_bits = 32};
static const struct field filter_fields[] = {MODIFIER(OTHER, "tid", 0, 10, "tid", "tid")};
static const struct register_layout filter = {.title = "filter", .source = "none", FIELDS(filter_fields), .width_bits = 32};
static const struct register_row others[] = {ROW("filter", filter, FILTER, 0, 1, 0, 0x38)};
static const struct filter_register filter_registers[] = {{.row = ARCHETYPE_OTHERS}};

static const char strings[] = "\0THINGS\0LAST";
static const struct event events[] = {
	{.name = 8, .code = 2, .counters = BIT(4)},
	{.name = 1, .code = 1, .counters = MASK(0, 5)},
};
#define LAST   (&events[0])
#define THINGS (&events[1])

static const struct box_type lacking = {
	.name = "thing", .pmu = "unc_thing", .perf = "uncore_thing", .title = "thing",
	.registers = others, .register_count = ARRAY_SIZE(others),
	.filter_registers = filter_registers, .filter_register_count = ARRAY_SIZE(filter_registers),
	.events = events, .event_count = ARRAY_SIZE(events),
};
/* clang-format on */
static const struct archetype_kind kind = {.type = &lacking, .select = &select_layout, .control = &control};

#define BASE     UINT64_C(0x3ffec8022800)
#define APART    0x4000
#define SELECTS  0x40
#define COUNTERS 0x8
#define STATUS   0x5c
#define BITS     37
#define WRAP     BIT(BITS)

/* Of device memory. The second has fewer counters than its type. */
static const struct archetype two[] = {
	{.control = BASE,
	 .select = SELECTS,
	 .counter = COUNTERS,
	 .status = STATUS,
	 .select_stride = 4,
	 .counter_stride = 8,
	 .space = SPACE_MMIO,
	 .counters = 5,
	 .counter_bits = BITS,
	 .position = 3},
	{.control = BASE + APART,
	 .select = SELECTS,
	 .counter = COUNTERS,
	 .status = STATUS,
	 .select_stride = 4,
	 .counter_stride = 8,
	 .space = SPACE_MMIO,
	 .counters = 2,
	 .counter_bits = BITS,
	 .number = 7,
	 .position = 64},
};

/* ---- its silicon ---------------------------------------------------------------------------------------- */

static struct silicon {
	struct hw hw;
	struct machine machine;
	struct arena arena;
	struct processor processor;
	const struct box_type *types[1];
	uint32_t control[2], select[2][5], filter[2];
	uint64_t counter[2][5];
	uint64_t now;
	unsigned strange; /* accesses to what is not there, of a wrong width, or that write what counts */
	uint64_t memory[1 << 13];
} silicon;

static struct cpu cpus[] = {{.bootstrap = true, .usable = true}};

static bool counts(unsigned box, unsigned number)
{
	return !(silicon.control[box] & 1) && silicon.select[box][number];
}

/* Box i has i + 1 events a microsecond. */
static void pass(uint64_t microseconds)
{
	for (; microseconds; microseconds--, silicon.now += 1000)
		for (unsigned box = 0; box < 2; box++)
			for (unsigned i = 0; i < two[box].counters; i++)
				silicon.counter[box][i] = (silicon.counter[box][i] + counts(box, i) * (box + 1)) % WRAP;
}

static bool is_register(const struct location *where, uint64_t at, unsigned width)
{
	return where->address == at && where->width_bits == width && where->space == SPACE_MMIO;
}

/* The 32-bit register at a place; NULL if there is none. */
static uint32_t *find_register(const struct location *where, unsigned box)
{
	uint64_t base = two[box].control;

	if (is_register(where, base, 32))
		return &silicon.control[box];
	if (is_register(where, base + 0x38, 32))
		return &silicon.filter[box];
	for (unsigned i = 0; i < two[box].counters; i++)
		if (is_register(where, base + SELECTS + 4 * i, 32))
			return &silicon.select[box][i];
	return NULL;
}

static uint64_t *find_counter(const struct location *where, unsigned box, unsigned *number)
{
	for (unsigned i = 0; i < two[box].counters; i++)
		if (is_register(where, two[box].control + COUNTERS + 8 * i, 64)) {
			*number = i;
			return &silicon.counter[box][i];
		}
	return NULL;
}

static enum outcome read_register(struct hw *hw, const struct location *where, uint64_t *value)
{
	unsigned box = where->address >= BASE + APART, number;
	const uint32_t *found = find_register(where, box);
	const uint64_t *counter = find_counter(where, box, &number);

	(void)hw;
	silicon.strange += !found && !counter && !is_register(where, two[box].control + STATUS, 32);
	*value = found ? *found : counter ? *counter : 0;
	return OUTCOME_OK;
}

static enum outcome write_register(struct hw *hw, const struct location *where, uint64_t value)
{
	unsigned box = where->address >= BASE + APART, number;
	uint32_t *found = find_register(where, box);
	uint64_t *counter = find_counter(where, box, &number);

	(void)hw;
	silicon.strange += !found && !counter && !is_register(where, two[box].control + STATUS, 32);
	if (counter) {
		silicon.strange += counts(box, number);
		*counter = value % WRAP;
	} else if (found) {
		*found = (uint32_t)value;
	}
	return OUTCOME_OK;
}

static uint64_t now_ns(struct hw *hw)
{
	(void)hw;
	return silicon.now;
}

/* A machine with boxes of those numbers; what was asked of its types is in machine.refused. */
static const struct box_type *start_with(const struct archetype *boxes, unsigned count)
{
	memset(&silicon, 0, sizeof(silicon));
	silicon.hw = one_processor;
	silicon.hw.read = read_register;
	silicon.hw.write = write_register;
	silicon.hw.now_ns = silicon.hw.ticks = now_ns;
	silicon.arena = (struct arena){.at = (uint8_t *)silicon.memory, .size = sizeof(silicon.memory)};
	silicon.types[0] = box_type_of_archetypes(&silicon.arena, &kind, boxes, count, 0);
	assert_non_null(silicon.types[0]);
	silicon.processor = (struct processor){
		.name = "none",
		.title = "none",
		.vendor = "None",
		.types = silicon.types,
		.type_count = 1,
		.strings = strings,
		.default_events = "",
		.clock_event = "",
	};
	silicon.machine = (struct machine){
		.hw = &silicon.hw,
		.arena = &silicon.arena,
		.processor = &silicon.processor,
		.cpus = cpus,
		.cpu_count = ARRAY_SIZE(cpus),
		.socket_count = 1,
	};
	assert_true(machine_inventory(&silicon.machine));
	return silicon.types[0];
}

/* ---- made and counted on ---------------------------------------------------------------------------------- */

TEST(a_made_type_hangs_together)
{
	const struct box_type *type = start_with(two, 2);
	struct box box = {.type = type, .instance = 1};
	const struct register_row *rows = type->registers;

	assert_null(box_type_fault(type));
	assert_int_equal(silicon.machine.refused_count, 0);
	assert_int_equal(type->counters, 5);
	assert_int_equal(box_row_count(&box, &rows[ARCHETYPE_COUNTER]), 2);
	assert_int_equal(box_location(&box, &rows[ARCHETYPE_SELECT], 1).address, BASE + APART + SELECTS + 4);
	assert_int_equal(box_location(&box, &rows[ARCHETYPE_COUNTER], 1).address, BASE + APART + COUNTERS + 8);
	assert_string_equal(rows[ARCHETYPE_OTHERS].name, "filter");
	assert_int_equal(box_location(&box, box_row_of_role(type, ROLE_BOX_CONTROL), 0).address, BASE + APART);
	assert_int_equal(layout_bits(box_row_of_role(type, ROLE_FLAGS)->layout, FIELD_OVERFLOWS), MASK(0, 5));
	assert_int_equal(box_writable(&box, &rows[ARCHETYPE_COUNTER]), MASK(0, BITS));
	assert_int_equal(type->instance_table[0].summary, BIT(3));
	assert_int_equal(type->instance_table[1].summary, BIT(0));
	assert_int_equal(type->instance_table[1].summary_register, 1);
}

TEST(its_boxes_are_found)
{
	start_with(two, 2);
	assert_int_equal(silicon.machine.box_count, 2);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(silicon.machine.boxes[i].state, BOX_FOUND);
	assert_int_equal(silicon.strange, 0);
}

static struct event_config configs[3];
static struct schedule schedule;
static struct session session;

static struct event_config config_of(const struct event *event, uint32_t instance)
{
	return (struct event_config){
		.processor = &silicon.processor,
		.type = silicon.types[0],
		.instance = instance,
		.event = event,
		.select = event->code,
		.counters = event->counters,
	};
}

static bool plan(unsigned count)
{
	struct schedule_request wanted = {
		.machine = &silicon.machine, .configs = configs, .config_count = (uint8_t)count, .sockets = 1};
	struct session_request request = {.machine = &silicon.machine, .configs = configs, .schedule = &schedule};
	char bytes[160];
	struct text text = TEXT_OVER(bytes);

	return schedule_make(&wanted, &schedule, &text) && session_compile(&session, &request, &text);
}

static void run(const struct program *program)
{
	assert_true(session_run(&session, program));
}

/* Each box for itself: there is nothing above. An event that the last counter alone counts is on that of the first box. */
TEST(its_boxes_count)
{
	start_with(two, 2);
	configs[0] = config_of(THINGS, EVENT_EVERY_INSTANCE);
	configs[1] = config_of(LAST, 0);
	silicon.counter[0][4] = 77;
	assert_true(plan(2));
	assert_true(session_begin(&session));
	pass(50);
	run(&session.start);
	pass(100);
	run(&session.freeze);
	pass(70);
	run(&session.read);
	assert_int_equal(session.counter_count, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(session.slots[i], session.counters[i].box.instance ? 200 : 100);
	assert_int_equal(silicon.select[0][4], 2);
	session_end(&session);
	assert_int_equal(silicon.select[0][4], 0);
	assert_int_equal(silicon.counter[0][4], 77);
	assert_int_equal(silicon.control[0] | silicon.control[1], 0);
	assert_int_equal(silicon.strange, 0);
}

TEST(a_box_with_fewer_counters_takes_fewer_events)
{
	start_with(two, 2);
	configs[0] = configs[1] = configs[2] = config_of(THINGS, 1);
	assert_true(plan(2));
	assert_false(plan(3));
	configs[0] = config_of(LAST, 1);
	assert_false(plan(1));
}

/* A box that says to have no counters, among others that have some, is not there. */
TEST(a_box_without_counters_is_not_counted_on)
{
	struct archetype boxes[2] = {two[0], two[1]};

	boxes[1].counters = 0;
	start_with(boxes, 2);
	assert_int_equal(silicon.machine.refused_count, 0);
	assert_int_equal(silicon.machine.boxes[0].state, BOX_FOUND);
	assert_int_equal(silicon.machine.boxes[1].state, BOX_ABSENT);
	configs[0] = config_of(THINGS, 1);
	assert_false(plan(1));
}

TEST(without_memory_there_is_no_type)
{
	start_with(two, 2);
	for (size_t size = 0;; size += 16) {
		struct arena small = {.at = (uint8_t *)silicon.memory, .size = size};

		if (box_type_of_archetypes(&small, &kind, two, 2, 0))
			break;
		assert_true(size < 4096);
	}
}

/* ---- like those of the tables ------------------------------------------------------------------------------ */

static int32_t apart(const struct register_row *row, const struct register_row *from)
{
	return row ? row->offset - from->offset : 0;
}

static struct archetype archetype_of(const struct box_type *type, unsigned instance)
{
	const struct register_row *from = box_row_of_role(type, ROLE_BOX_CONTROL);
	const struct register_row *status = box_row_by_name(type, "status");
	const struct register_row *select = box_row_of_role(type, ROLE_SELECT);
	const struct register_row *counter = box_row_of_role(type, ROLE_COUNTER);

	return (struct archetype){
		.control = type->instance_table[instance].base[0] + (uint64_t)from->offset,
		.select = apart(select, from),
		.counter = apart(counter, from),
		.status = apart(status, from),
		.select_stride = select->stride,
		.counter_stride = counter->stride,
		.space = type->space,
		.counters = type->counters,
		.counter_bits = type->counter_bits,
		.number = (uint16_t)instance,
	};
}

/* How many registers of that name there are; each is where the table has it, and as wide. */
static unsigned compare_row(const struct box *made, const struct box *table, const char *name)
{
	const struct register_row *row = box_row_by_name(table->type, name);
	const struct register_row *own = box_row_by_name(made->type, name);

	assert_int_equal(!row, !own);
	for (unsigned i = 0; row && i < row->count; i++) {
		struct location expected = box_location(table, row, i), got = box_location(made, own, i);

		assert_int_equal(got.space, expected.space);
		assert_int_equal(got.address, expected.address);
		assert_int_equal(location_bits(&got), location_bits(&expected));
		assert_int_equal(box_writable(made, own), box_writable(table, row));
	}
	return row ? row->count : 0;
}

static unsigned compare_type(const struct box_type *type)
{
	static const char *const names[] = {"ctl", "ctr", "box_ctl", "status"};
	struct archetype boxes[64];
	struct arena room = {.at = (uint8_t *)silicon.memory, .size = sizeof(silicon.memory)};
	struct box_type bare = *type;
	struct archetype_kind like = {.type = &bare,
				      .select = box_row_of_role(type, ROLE_SELECT)->layout,
				      .control = box_row_of_role(type, ROLE_BOX_CONTROL)->layout};
	const struct box_type *made;
	unsigned count = 0;

	bare.register_count = 0;
	for (unsigned i = 0; i < type->instances; i++) {
		boxes[i] = archetype_of(type, i);
		assert_true(archetypes_alike(&boxes[0], &boxes[i]));
	}
	made = box_type_of_archetypes(&room, &like, boxes, type->instances, 0);
	assert_int_equal(made->instances, type->instances);
	for (uint16_t i = 0; i < type->instances; i++)
		for (unsigned n = 0; n < ARRAY_SIZE(names); n++)
			count += compare_row(&(struct box){.type = made, .instance = i},
					     &(struct box){.type = type, .instance = i}, names[n]);
	return count;
}

/* Whatever has a control of its own, and counters at equal distances. */
static unsigned compare_processor(const char *name)
{
	const struct processor *processor = processor_by_name(name);
	unsigned count = 0;

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];
		const struct register_row *counter = box_row_of_role(type, ROLE_COUNTER);

		if (counter && !counter->offsets && box_row_of_role(type, ROLE_BOX_CONTROL) &&
		    type->based != BASE_IN_REGISTER)
			count += compare_type(type);
	}
	return count;
}

TEST(numbers_of_the_tables_make_what_is_in_the_tables)
{
	assert_int_equal(compare_processor("xeon-e5-2600"), (8 + 9) * 9 + 2 * 7);
	assert_int_equal(compare_processor("xeon-e5-2600-v2"), 15 * 9 + 10 + 2 * 10 + 8 * 10 + 3 * 10 + 10 + 3 * 8);
	assert_true(compare_processor("knights-landing") > 500);
}

/* ---- numbers that do not hang together ---------------------------------------------------------------------- */

static struct archetype wrong;

static void no_counters(void)
{
	wrong.counters = 0;
}
static void many_counters(void)
{
	wrong.counters = 255;
}
static void no_bits(void)
{
	wrong.counter_bits = 0;
}
static void many_bits(void)
{
	wrong.counter_bits = 65;
}
static void no_stride(void)
{
	wrong.select_stride = 0;
}
static void narrow_stride(void)
{
	wrong.counter_stride = 4;
}
static void selects_in_counters(void)
{
	wrong.select = COUNTERS + 8;
}
static void status_in_selects(void)
{
	wrong.status = SELECTS + 8;
}
static void counter_in_control(void)
{
	wrong.counter = 0;
}
static void select_in_filter(void)
{
	wrong.select = 0x38 - 4 * 4;
}
static void past_the_end(void)
{
	wrong.control = UINT64_MAX - 0x1f;
}
static void before_the_start(void)
{
	wrong.control = 0x10;
	wrong.select = -0x40;
}
static void astray(void)
{
	wrong.counter = 0xc;
}
static void no_such_space(void)
{
	wrong.space = SPACE_COUNT;
}
static void no_such_msr(void)
{
	wrong.space = SPACE_MSR;
}
static void outside_of_the_function(void)
{
	wrong.space = SPACE_PCI;
	wrong.control = 0x7e09fd0;
}

static const struct {
	void (*make)(void);
	const char *why;
} wrongs[] = {
	{no_counters, "no name, number or base"},
	{many_counters, "no bits in its register"},
	{no_bits, "no bits in its register"},
	{many_bits, "no bits in its register"},
	{no_stride, "two registers overlap"},
	{narrow_stride, "two registers overlap"},
	{selects_in_counters, "two registers overlap"},
	{status_in_selects, "two registers overlap"},
	{counter_in_control, "two registers overlap"},
	{select_in_filter, "two registers overlap"},
	{past_the_end, "outside of its function or space"},
	{before_the_start, "outside of its function or space"},
	{astray, "at a multiple of its size"},
	{no_such_space, "nothing says where it is"},
	{no_such_msr, "outside of its function or space"},
	{outside_of_the_function, "outside of its function or space"},
};

TEST(numbers_that_do_not_hang_together_are_refused)
{
	for (unsigned i = 0; i < ARRAY_SIZE(wrongs); i++) {
		wrong = two[0];
		wrongs[i].make();
		start_with(&wrong, 1);
		assert_int_equal(silicon.machine.refused_count, 1);
		assert_non_null(strstr(silicon.machine.refused[0], wrongs[i].why));
		assert_int_equal(silicon.machine.box_count, 0);
		assert_int_equal(silicon.strange, 0);
	}
}

TEST(a_type_may_have_a_thousand_boxes)
{
	static struct archetype many[1023];
	struct arena room;
	const struct box_type *type;

	for (unsigned i = 0; i < ARRAY_SIZE(many); i++) {
		many[i] = two[0];
		many[i].control += (uint64_t)APART * i;
	}
	room = (struct arena){.at = (uint8_t *)silicon.memory, .size = sizeof(silicon.memory)};
	type = box_type_of_archetypes(&room, &kind, many, ARRAY_SIZE(many), 0);
	assert_non_null(type);
	assert_null(box_type_fault(type));
	assert_int_equal(type->instances, 1023);
}

/* A socket may lack what another has, and numbers may have holes. */
TEST(sockets_have_boxes_of_their_own)
{
	struct archetype boxes[] = {two[0], two[1], two[0]};
	struct arena room = {.at = (uint8_t *)silicon.memory, .size = sizeof(silicon.memory)};
	const struct box_type *type;
	struct box box = {.socket = 1};

	boxes[0].number = 8;
	boxes[1].number = 3;
	boxes[2].number = 8;
	boxes[2].socket = 1;
	boxes[2].control += 0x100000;
	type = box_type_of_archetypes(&room, &kind, boxes, 3, 2);
	assert_null(box_type_fault(type));
	assert_int_equal(type->instances, 2);
	box.type = type;
	assert_int_equal(box_number(type, 0), 3);
	assert_false(box_is_there(&box));
	box.instance = 1;
	assert_int_equal(box_number(type, 1), 8);
	assert_true(box_is_there(&box));
	assert_int_equal(box_location(&box, box_row_of_role(type, ROLE_BOX_CONTROL), 0).address, BASE + 0x100000);
	box.socket = 0;
	assert_int_equal(box_location(&box, box_row_of_role(type, ROLE_BOX_CONTROL), 0).address, BASE);
}

TEST(boxes_are_alike_but_for_their_places)
{
	struct archetype other = two[0];

	assert_true(archetypes_alike(&two[0], &two[1]));
	other.counter_bits = 48;
	assert_false(archetypes_alike(&two[0], &other));
	other = two[0];
	other.space = SPACE_MSR;
	assert_false(archetypes_alike(&two[0], &other));
	other = two[0];
	other.counter += 8;
	assert_false(archetypes_alike(&two[0], &other));
}
