/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions on a processor that exists nowhere: a register above all boxes takes commands to freeze and to let go, and shows nothing
 * of them; statuses are cleared by a 1, on each level; controls have bits that must be written 1; one kind of box has no
 * status of its own. The table says so, and no code but this test's knows it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check/check.h"
#include "core/session/session.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

#define TOP          0x10
#define TOP_STATUS   0x11
#define PLAIN(n)     (0x100 + 0x40 * (n)) /* boxes without a status */
#define FULL         0x200                /* a box with one */
#define CONTROL      0
#define SELECT       1
#define COUNTER      2
#define STATUS       3
#define END          0x300

#define FREEZE_ALL   BIT(31)
#define RUN_ALL      BIT(29)
#define WAKE         BIT(30)
#define CORES        MASK(0, 4)
#define ONE_BITS     MASK(16, 2)
#define FREEZE_BOX   BIT(8)
#define ENABLE       BIT(22)
#define SIGNAL       BIT(20)
#define COUNTER_BITS 20
#define WRAP         BIT(COUNTER_BITS)

/* ---- the table ------------------------------------------------------------------------------------ */

/* clang-format off */
#define F(NAME, LOW, WIDTH, ACCESS, KIND) \
	{.name = (NAME), .low = (LOW), .width = (WIDTH), .access = ACCESS_##ACCESS, .kind = FIELD_##KIND}
#define LAYOUT(FIELDS) {.title = #FIELDS, .source = "none", .fields = (FIELDS), \
	.field_count = ARRAY_SIZE(FIELDS), .width_bits = 64}

static const struct field top_fields[] = {
	F("frz_all", 31, 1, WO, OTHER), F("wake", 30, 1, RW, OTHER), F("unfrz_all", 29, 1, WO, OTHER),
	F("cores", 0, 4, RW, OTHER)};
static const struct field top_status_fields[] = {F("ov", 0, 3, W1C, OTHER)};
static const struct field control_fields[] = {F("one", 16, 2, ONE, OTHER), F("frz", 8, 1, WO, FREEZE)};
static const struct field select_fields[] = {
	F("en", 22, 1, RW, ENABLE), F("ov_en", 20, 1, RW, PMI), F("event", 0, 8, RW, EVENT)};
static const struct field counter_fields[] = {F("value", 0, COUNTER_BITS, RW, OTHER)};
static const struct field status_fields[] = {F("ov", 0, 1, W1C, OVERFLOWS)};

static const struct register_layout top_layout = LAYOUT(top_fields), top_status_layout = LAYOUT(top_status_fields),
	control_layout = LAYOUT(control_fields), select_layout = LAYOUT(select_fields),
	counter_layout = LAYOUT(counter_fields), status_layout = LAYOUT(status_fields);

static const struct register_row top_rows[] = {
	{"global_ctl",    &top_layout,        ROLE_OTHER, 0, 1, 0, TOP, NULL},
	{"global_status", &top_status_layout, ROLE_OTHER, 0, 1, 0, TOP_STATUS, NULL},
};
#define COUNTING_ROWS                                            \
	{"box_ctl", &control_layout, ROLE_BOX_CONTROL, 0, 1, 0, CONTROL, NULL}, \
	{"ctl",     &select_layout,  ROLE_SELECT,      0, 1, 0, SELECT, NULL},  \
	{"ctr",     &counter_layout, ROLE_COUNTER,     0, 1, 0, COUNTER, NULL}
static const struct register_row plain_rows[] = {COUNTING_ROWS};
static const struct register_row full_rows[] = {COUNTING_ROWS, {"status", &status_layout, ROLE_STATUS, 0, 1, 0, STATUS, NULL}};

static const struct box_instance top_instances[] = {{.base = {0}}};
static const struct box_instance plain_instances[] = {
	{.base = {PLAIN(0)}, .summary = BIT(0)}, {.base = {PLAIN(1)}, .summary = BIT(1)}};
static const struct box_instance full_instances[] = {{.base = {FULL}, .summary = BIT(2)}};

static const char strings[] = "\0THINGS";
static const struct event events[] = {{.name = 1, .code = 1, .counters = 1}};

#define COUNTING .events = events, .event_count = 1, .space = SPACE_MSR, .counters = 1, .counter_bits = COUNTER_BITS
static const struct box_type top_type = {
	.name = "top", .pmu = "top", .perf = "top", .title = "top", .instance_table = top_instances, .instances = 1,
	.registers = top_rows, .register_count = ARRAY_SIZE(top_rows), .space = SPACE_MSR};
static const struct box_type plain_type = {
	.name = "plain", .pmu = "plain", .perf = "plain", .title = "plain", .instance_table = plain_instances, .instances = 2,
	.registers = plain_rows, .register_count = ARRAY_SIZE(plain_rows), COUNTING};
static const struct box_type full_type = {
	.name = "full", .pmu = "full", .perf = "full", .title = "full", .instance_table = full_instances, .instances = 1,
	.registers = full_rows, .register_count = ARRAY_SIZE(full_rows), COUNTING};
static const struct box_type *const types[] = {&top_type, &plain_type, &full_type};

static const struct global_control global = {
	.box = &top_type, .control = "global_ctl", .status = "global_status",
	.run = RUN_ALL, .stop = FREEZE_ALL, .commands = RUN_ALL | FREEZE_ALL,
	.freezes = true, .wake_on_pmi = WAKE, .status_stays = true,
	.core_select = {.name = "cores", .low = 0, .width = 4},
};
static const struct processor processor = {
	.name = "commands", .title = "commands", .vendor = "None", .types = types, .type_count = ARRAY_SIZE(types),
	.global = &global, .strings = strings, .default_events = "", .clock_event = "",
};
/* clang-format on */

/* ---- the silicon ---------------------------------------------------------------------------------- */

static struct silicon {
	struct hw hw;
	struct machine machine;
	struct arena arena;
	uint64_t registers[END];
	uint64_t now;
	bool frozen;
	bool deaf;         /* overflows freeze nothing */
	unsigned pmis;     /* sent to a core */
	unsigned misuse;   /* writes that the table forbids */
	unsigned accesses; /* since it was last cleared */
	uint64_t memory[1 << 14];
} silicon;

static struct cpu cpus[] = {{.bootstrap = true, .usable = true}};
static const uint64_t boxes[] = {PLAIN(0), PLAIN(1), FULL};

static bool counts(uint64_t box)
{
	uint64_t control = silicon.registers[box + CONTROL];

	return !silicon.frozen && (control & ONE_BITS) == ONE_BITS && !(control & FREEZE_BOX) &&
	       silicon.registers[box + SELECT] & ENABLE;
}

/* An overflow freezes, and asks for a PMI, only if its bit above was clear. */
static void carry_out(unsigned number)
{
	uint64_t box = boxes[number];

	if (!(silicon.registers[box + SELECT] & SIGNAL))
		return;
	if (box == FULL)
		silicon.registers[box + STATUS] |= 1;
	if (silicon.registers[TOP_STATUS] & BIT(number))
		return;
	silicon.registers[TOP_STATUS] |= BIT(number);
	silicon.frozen = !silicon.deaf;
	silicon.pmis += !!(silicon.registers[TOP] & CORES);
}

/* An event a microsecond in each box. */
static void pass(uint64_t microseconds)
{
	for (; microseconds; microseconds--, silicon.now += 1000)
		for (unsigned i = 0; i < ARRAY_SIZE(boxes); i++) {
			uint64_t *counter = &silicon.registers[boxes[i] + COUNTER];

			if (!counts(boxes[i]))
				continue;
			*counter = (*counter + 1) % WRAP;
			if (!*counter)
				carry_out(i);
		}
}

static enum outcome read_register(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	silicon.accesses++;
	if (where->address >= END)
		return OUTCOME_FAULT;
	*value = silicon.registers[where->address];
	if ((where->address & 0x3f) == CONTROL && where->address >= PLAIN(0))
		*value &= ~FREEZE_BOX;
	pass(silicon.deaf);
	return OUTCOME_OK;
}

static void write_top(uint64_t value)
{
	silicon.misuse += value & ~(FREEZE_ALL | RUN_ALL | WAKE | CORES) || (value & FREEZE_ALL && value & RUN_ALL);
	if (value & FREEZE_ALL)
		silicon.frozen = true;
	if (value & RUN_ALL)
		silicon.frozen = false;
	silicon.registers[TOP] = value & (WAKE | CORES);
}

static enum outcome write_register(struct hw *hw, const struct location *where, uint64_t value)
{
	uint64_t box = where->address & ~UINT64_C(0x3f), offset = where->address & 0x3f;

	(void)hw;
	silicon.accesses++;
	if (where->address >= END)
		return OUTCOME_FAULT;
	if (where->address == TOP) {
		write_top(value);
	} else if (where->address == TOP_STATUS || offset == STATUS) {
		silicon.registers[where->address] &= ~value;
	} else {
		if (offset == CONTROL)
			silicon.misuse += (value & ONE_BITS) != ONE_BITS || value & ~(ONE_BITS | FREEZE_BOX);
		else
			silicon.misuse += counts(box);
		silicon.registers[where->address] = value;
	}
	return OUTCOME_OK;
}

static uint64_t now_ns(struct hw *hw)
{
	(void)hw;
	return silicon.now;
}

static uint32_t cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket ? HW_NO_CPU : 0;
}

static enum outcome send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	(void)hw;
	(void)cpu;
	work(context);
	return OUTCOME_OK;
}

static enum outcome await(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return OUTCOME_OK;
}

/* ---- a session on it ------------------------------------------------------------------------------ */

static struct event_config configs[2];
static struct schedule schedule;
static struct session session;

static int set_up(void **state)
{
	memset(&silicon, 0, sizeof(silicon));
	silicon.hw = (struct hw){
		.read = read_register,
		.write = write_register,
		.cpu_of_socket = cpu_of_socket,
		.send = send,
		.await = await,
		.now_ns = now_ns,
		.ticks = now_ns,
	};
	silicon.arena = (struct arena){.at = (uint8_t *)silicon.memory, .size = sizeof(silicon.memory)};
	silicon.machine = (struct machine){
		.hw = &silicon.hw,
		.arena = &silicon.arena,
		.processor = &processor,
		.cpus = cpus,
		.cpu_count = ARRAY_SIZE(cpus),
		.socket_count = 1,
	};
	*state = NULL;
	return machine_inventory(&silicon.machine) ? 0 : -1;
}

static struct event_config config_of(const struct box_type *type)
{
	return (struct event_config){
		.processor = &processor,
		.type = type,
		.instance = EVENT_EVERY_INSTANCE,
		.event = events,
		.select = 1,
		.counters = 1,
	};
}

/* The first configuration is sampled if there is a period. */
static void compile(const struct box_type *first, const struct box_type *second, uint64_t period)
{
	struct schedule_request wanted = {
		.machine = &silicon.machine, .configs = configs, .config_count = second ? 2 : 1, .sockets = 1};
	struct session_request request = {.machine = &silicon.machine, .configs = configs, .schedule = &schedule};
	char bytes[160];
	struct text text = TEXT_OVER(bytes);

	configs[0] = config_of(first);
	if (second)
		configs[1] = config_of(second);
	request.period = period;
	assert_true(schedule_make(&wanted, &schedule, &text));
	assert_true(session_compile(&session, &request, &text));
}

static void run(const struct program *program)
{
	assert_true(session_run(&session, program));
}

TEST(the_inventory_finds_the_boxes_and_writes_nothing_forbidden)
{
	for (unsigned i = 1; i < silicon.machine.box_count; i++)
		assert_int_equal(silicon.machine.boxes[i].state, BOX_FOUND);
	assert_int_equal(silicon.misuse, 0);
}

TEST(counters_count_between_the_commands)
{
	compile(&plain_type, &full_type, 0);
	assert_true(session_begin(&session));
	pass(50);
	run(&session.start);
	pass(100);
	silicon.accesses = 0;
	run(&session.freeze);
	pass(70);
	run(&session.read);
	run(&session.resume);
	assert_int_equal(silicon.accesses, 1 + 3 + 1);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(session.slots[i], 100);
	pass(20);
	run(&session.freeze);
	run(&session.read);
	assert_int_equal(session.slots[0], 120);
	session_end(&session);
	assert_int_equal(silicon.misuse, 0);
}

/* No register says that a freeze is in force: the end of a session lets go whatever it found. Bits that must be 1 and read 0 are 1
 * from then on. */
TEST(the_end_releases_and_puts_back)
{
	uint64_t before[END];

	silicon.registers[TOP] = 0x5;
	silicon.registers[PLAIN(1) + SELECT] = 0x42;
	silicon.registers[FULL + COUNTER] = 0x1234;
	silicon.registers[FULL + CONTROL] = ONE_BITS;
	memcpy(before, silicon.registers, sizeof(before));
	before[PLAIN(0) + CONTROL] = before[PLAIN(1) + CONTROL] = ONE_BITS;
	compile(&plain_type, &full_type, 0);
	assert_true(session_begin(&session));
	assert_true(silicon.frozen);
	run(&session.start);
	pass(10);
	run(&session.freeze);
	session_end(&session);
	assert_false(silicon.frozen);
	assert_memory_equal(before, silicon.registers, sizeof(before));
	assert_int_equal(silicon.misuse, 0);
}

static void stop_and_look(void)
{
	run(&session.status);
	run(&session.hold);
}

/* Both levels are cleared, or no second overflow would freeze. */
TEST(overflow_after_overflow_freezes)
{
	const struct session_counter *counter;

	compile(&full_type, &plain_type, 1000);
	counter = &session.counters[2]; /* behind those of the plain boxes */
	assert_true(session_begin(&session));
	run(&session.start);
	assert_int_equal(silicon.registers[TOP] & CORES, 1);
	assert_int_equal(silicon.registers[TOP] & WAKE, WAKE);
	for (unsigned i = 1; i <= 3; i++) {
		pass(5000);
		assert_true(silicon.frozen);
		assert_int_equal(silicon.pmis, i);
		stop_and_look();
		assert_true(session_stood(&session, session.slots));
		assert_true(session.slots[session.boxes[counter->owner].status_slot] & counter->overflow);
		run(&session.read);
		assert_int_equal(session.slots[2], 0);
		assert_int_equal(session.slots[1], 1000 * i);
		run(&session.ack);
		assert_int_equal(silicon.registers[TOP_STATUS] | silicon.registers[FULL + STATUS], 0);
		run(&session.resume);
	}
	session_end(&session);
	assert_int_equal(silicon.misuse, 0);
}

/* The bit above names the box, and the box has one counter that is sampled. */
TEST(boxes_without_a_status_are_told_apart_by_the_summary)
{
	compile(&plain_type, NULL, 1000);
	assert_true(session_begin(&session));
	silicon.registers[PLAIN(1) + COUNTER] += 10;
	run(&session.start);
	pass(5000);
	stop_and_look();
	for (unsigned i = 0; i < 2; i++) {
		const struct session_counter *counter = &session.counters[i];

		assert_int_equal(!!(session.slots[session.boxes[counter->owner].status_slot] & counter->overflow),
				 counter->box.instance == 1);
	}
	run(&session.ack);
	assert_int_equal(silicon.registers[TOP_STATUS], 0);
	assert_int_equal(silicon.registers[PLAIN(1) + COUNTER], WRAP - 1000);
	assert_int_equal(silicon.registers[PLAIN(0) + COUNTER], WRAP - 10);
	session_end(&session);
	assert_int_equal(silicon.misuse, 0);
}

/* Where nothing shows a freeze, what the counter does tells. */
TEST(a_freeze_that_does_not_come_is_noticed)
{
	silicon.deaf = true;
	compile(&full_type, NULL, 1000);
	assert_true(session_begin(&session));
	run(&session.start);
	pass(1500);
	stop_and_look();
	assert_false(session_stood(&session, session.slots));
	assert_true(silicon.frozen);
	session_end(&session);
	assert_false(silicon.frozen);
}

/* A check may write what it likes: bits that must be 1 are, and what must not be written never is. */
TEST(checks_keep_to_bits_that_must_be_1)
{
	static const struct check check = {.name = "writes", .title = "writes", .scope = CHECK_OF_BOX};
	struct check_saved saved[4];
	struct check_context context = {
		.machine = &silicon.machine,
		.target = {.check = &check, .place = &silicon.machine.boxes[1]},
		.saved = saved,
		.saved_room = ARRAY_SIZE(saved),
	};
	struct check_register control = check_register_of(&silicon.machine.boxes[1].box, ROLE_BOX_CONTROL, 0);
	struct check_register top = check_socket_control(&context);

	silicon.registers[PLAIN(0) + CONTROL] = 0;
	check_write(&context, &control, FREEZE_BOX);
	assert_int_equal(silicon.registers[PLAIN(0) + CONTROL], ONE_BITS | FREEZE_BOX);
	check_write(&context, &top, FREEZE_ALL);
	assert_true(silicon.frozen);
	check_restore(&context);
	assert_true(check_going(&context));
	assert_int_equal(silicon.registers[PLAIN(0) + CONTROL], ONE_BITS);
	assert_false(silicon.frozen);
	check_write(&context, &control, BIT(20));
	assert_false(check_going(&context));
	assert_int_equal(silicon.misuse, 0);
}

BEFORE_EACH(set_up)
