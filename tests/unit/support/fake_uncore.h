/* SPDX-License-Identifier: BSD-2-Clause */
/* A processor that exists nowhere, with a table of its own and just enough behaviour to measure on: one
 * `hub` that controls and has a counter, two `pod`s with a filter, one `clk` with a fixed counter and an
 * erratum. It shares no register with any real part, so that nothing here can be right by knowing one. */
#ifndef TESTS_UNIT_SUPPORT_FAKE_UNCORE_H
#define TESTS_UNIT_SUPPORT_FAKE_UNCORE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boxes/table.h"
#include "core/event/event.h"
#include "core/hardware/machine.h"
#include "core/record/record.h"
#include "tests/unit/support/cmocka.h"
#include "tests/unit/support/one_processor.h"

#define HUB           0x100
#define POD0          0x200
#define POD1          0x300
#define CLK           0x400
#define CONTROL       0
#define STATUS        1
#define CLEAR         2
#define FILTER        3
#define SELECT(n)     (0x10 + 2 * (n))
#define COUNTER(n)    (0x11 + 2 * (n))
#define FIXED_SELECT  0x20
#define FIXED_COUNTER 0x21
#define FAKE_END      0x500

#define HUB_GO        BIT(5)
#define HUB_FREEZE    BIT(6)
#define HUB_CORES     MASK(8, 4)
#define HUB_EN        BIT(0)
#define HUB_OV        BIT(0)
#define HUB_OV_PODS   BIT(1)
#define HUB_OV_CLK    BIT(2)
#define HUB_PMI       BIT(7)
#define SELECT_EN     BIT(12)
#define SELECT_PMI    BIT(13)
#define FIXED_EN      BIT(0)
#define FIXED_PMI     BIT(3) /* the second candidate */
#define WRAP          (BIT(20))
#define VALUE_MASK    (WRAP - 1)

/* ---- the table ------------------------------------------------------------------------------------ */

/* clang-format off */
#define F(NAME, LOW, WIDTH, ACCESS, KIND) \
	{.name = (NAME), .low = (LOW), .width = (WIDTH), .access = ACCESS_##ACCESS, .kind = FIELD_##KIND}
#define LAYOUT(FIELDS) {.title = #FIELDS, .source = "none", .fields = (FIELDS), \
	.field_count = ARRAY_SIZE(FIELDS), .width_bits = 64}

static const struct field counter_fields[] = {F("value", 0, 20, RW, OTHER)};
static const struct field hub_control_fields[] = {
	F("cores", 8, 4, RW, OTHER), F("freeze", 6, 1, RW, OTHER), F("go", 5, 1, RW, ENABLE),
	F("en", 0, 1, RW, COUNT_ENABLES)};
static const struct field hub_status_fields[] = {
	F("pmi", 7, 1, RO, OTHER), F("clk", 2, 1, RO, OTHER), F("pods", 1, 1, RO, OTHER),
	F("ov", 0, 1, RO, OVERFLOWS)};
static const struct field pod_control_fields[] = {F("en", 0, 4, RW, COUNT_ENABLES)};
static const struct field pod_status_fields[] = {F("ov", 0, 4, RO, OVERFLOWS)};
static const struct field select_fields[] = {
	F("pmi", 13, 1, RW, PMI), F("en", 12, 1, RW, ENABLE), F("event", 0, 8, RW, EVENT)};
static const struct field filter_fields[] = {
	F("match", 0, 8, RW, OTHER), F("mask", 8, 8, RW, OTHER)};
static const struct field clk_control_fields[] = {
	F("fixed", 4, 1, RW, FIXED_ENABLE), F("en", 0, 1, RW, COUNT_ENABLES)};
static const struct field clk_status_fields[] = {
	F("fixed", 4, 1, RO, FIXED_OVERFLOW), F("ov", 0, 1, RO, OVERFLOWS)};
static const struct field fixed_select_fields[] = {F("en", 0, 1, RW, ENABLE)};

static const struct register_layout counter_layout = LAYOUT(counter_fields);
static const struct register_layout hub_control_layout = LAYOUT(hub_control_fields);
static const struct register_layout hub_status_layout = LAYOUT(hub_status_fields);
static const struct register_layout pod_control_layout = LAYOUT(pod_control_fields);
static const struct register_layout pod_status_layout = LAYOUT(pod_status_fields);
static const struct register_layout select_layout = LAYOUT(select_fields);
static const struct register_layout filter_layout = LAYOUT(filter_fields);
static const struct register_layout clk_control_layout = LAYOUT(clk_control_fields);
static const struct register_layout clk_status_layout = LAYOUT(clk_status_fields);
static const struct register_layout fixed_select_layout = LAYOUT(fixed_select_fields);

static const struct register_row hub_rows[] = {
	ROW("control", hub_control_layout, CONTROL, 0, 1, 0, CONTROL),
	ROW("status",  hub_status_layout,  STATUS,  0, 1, 0, STATUS),
	ROW("clear",   hub_status_layout,  CLEAR,   0, 1, 0, CLEAR),
	ROW("ctl0",    select_layout,      SELECT,  0, 1, 0, SELECT(0)),
	ROW("ctr0",    counter_layout,     COUNTER, 0, 1, 0, COUNTER(0)),
};
static const struct register_row pod_rows[] = {
	ROW("control", pod_control_layout, CONTROL, 0, 1, 0, CONTROL),
	ROW("status",  pod_status_layout,  STATUS,  0, 1, 0, STATUS),
	ROW("clear",   pod_status_layout,  CLEAR,   0, 1, 0, CLEAR),
	ROW("filter",  filter_layout,      FILTER,  0, 1, 0, FILTER),
	ROW("ctl",     select_layout,      SELECT,  0, 4, 2, SELECT(0)),
	ROW("ctr",     counter_layout,     COUNTER, 0, 4, 2, COUNTER(0)),
};
static const struct register_row clk_rows[] = {
	ROW("control",   clk_control_layout,  CONTROL,       0, 1, 0, CONTROL),
	ROW("status",    clk_status_layout,   STATUS,        0, 1, 0, STATUS),
	ROW("clear",     clk_status_layout,   CLEAR,         0, 1, 0, CLEAR),
	ROW("ctl0",      select_layout,       SELECT,        0, 1, 0, SELECT(0)),
	ROW("ctr0",      counter_layout,      COUNTER,       0, 1, 0, COUNTER(0)),
	ROW("fixed_ctl", fixed_select_layout, FIXED_SELECT,  0, 1, 0, FIXED_SELECT),
	ROW("fixed_ctr", counter_layout,      FIXED_COUNTER, 0, 1, 0, FIXED_COUNTER),
};

static const char fake_strings[] = "\0TICKS\0THINGS\0STUFF";
static const struct event fake_events[] = {
	{.name = 1, .counters = 0, .flags = EVENT_FIXED | EVENT_CLOCK},
	{.name = 7, .code = 1, .counters = 0xf},
	{.name = 14, .code = 2, .counters = 0x3},
};

static const struct box_instance hub_instances[] = {{{HUB}, .summary = HUB_OV}};
static const struct box_instance pod_instances[] = {{{POD0}, .summary = HUB_OV_PODS}, {{POD1}, .summary = HUB_OV_PODS}};
static const struct box_instance clk_instances[] = {{{CLK}, .summary = HUB_OV_CLK}};

static const struct box_type hub_type = {
	.name = "hub", .pmu = "fake_hub", .perf = "fake_hub", .title = "hub", .instance_table = hub_instances,
	.registers = hub_rows, .register_count = ARRAY_SIZE(hub_rows), .events = fake_events,
	.event_count = 3, .instances = 1, .space = SPACE_MSR, .counters = 1, .counter_bits = 20,
};
static const struct box_type pod_type = {
	.name = "pod", .pmu = "fake_pod", .perf = "fake_pod", .title = "pod", .instance_table = pod_instances,
	.registers = pod_rows, .register_count = ARRAY_SIZE(pod_rows), .events = fake_events,
	.event_count = 3, .instances = 2, .space = SPACE_MSR, .counters = 4, .counter_bits = 20,
};
static const struct box_type clk_type = {
	.name = "clk", .pmu = "fake_clk", .perf = "fake_clk", .title = "clk", .instance_table = clk_instances,
	.registers = clk_rows, .register_count = ARRAY_SIZE(clk_rows), .events = fake_events,
	.event_count = 3, .instances = 1, .space = SPACE_MSR, .counters = 1, .fixed = true,
	.counter_bits = 20,
	.erratum = {.low_mask = 0xff, .forbidden_from = 0xfe, .correct_up_to = 1,
		    .correct_subtract = 0x100, .source = "nowhere"},
};

static const struct box_type *const fake_types[] = {&pod_type, &hub_type, &clk_type};
static const struct global_control fake_global = {
	.box = &hub_type, .control = "control", .status = "status", .clear = "clear",
	.run = HUB_GO, .freezes = true, .freeze_on_pmi = HUB_FREEZE,
	.core_select = {.name = "cores", .low = 8, .width = 4},
	.gate = 0x1d9, .gate_open = BIT(13), .pmi_received = HUB_PMI, .pmi_clear = HUB_PMI,
};
static const uint64_t fixed_candidates[] = {BIT(1), FIXED_PMI};
static const struct assumption fake_fixed_pmi = {
	.name = "clk.fixed_ctl.pmi", .candidates = fixed_candidates, .candidate_count = 2,
	.ground = "none",
};
static const struct processor fake_processor = {
	.name = "fake", .title = "fake", .vendor = "None", .types = fake_types, .type_count = 3,
	.global = &fake_global, .fixed_pmi = &fake_fixed_pmi, .strings = fake_strings,
	.default_events = "", .clock_event = "",
};
/* clang-format on */

/* ---- the silicon ---------------------------------------------------------------------------------- */

struct fake {
	struct hw hw;
	uint64_t registers[2][FAKE_END];
	uint64_t now;
	uint64_t rate[FAKE_END];     /* events per microsecond of the counter at this address */
	uint32_t fault_at;           /* accesses to this address fault */
	uint32_t fault_write_at;     /* writes to it do */
	uint32_t deaf_from, deaf_to; /* writes to these vanish */
	uint32_t sticky;             /* the status at this address cannot be cleared */
	bool lose_pmi, ignore_freeze;
	uint32_t spurious; /* so many PMIs without cause, one each wait */
	uint64_t slow;     /* a register of socket 0: a microsecond passes when it has been read */
	struct window window;
	bool open, in_handler;
	uint32_t due; /* PMIs on their way */
	uint64_t accesses, writes, strays;
	uint32_t silent_cpu; /* this processor does not answer */
	uint32_t sent[2];    /* pieces of work that each processor was given */
	uint32_t misuse;     /* selects or counters written while counting */
	uint32_t log[4096];  /* addresses written, in order */
	struct machine machine;
	struct arena arena;
	struct output output;
	char said[8192];
	size_t said_length;
};

static struct fake fake;
static struct cpu fake_cpus[2] = {{.bootstrap = true, .usable = true}, {.core = 2, .usable = true}};
static uint64_t fake_memory[1 << 17];

static bool fake_is_counter(uint64_t address)
{
	uint64_t offset = address & 0xff;

	return offset == FIXED_COUNTER || (offset & 1 && offset >= COUNTER(0) && offset <= COUNTER(3));
}

static uint64_t *fake_at(uint16_t socket, uint64_t address)
{
	return &fake.registers[socket][address];
}

/* The bit of a counter in the control, status and clear of its box. */
static uint64_t fake_bit(uint64_t counter)
{
	return (counter & 0xff) == FIXED_COUNTER ? BIT(4) : BIT(((counter & 0xff) - COUNTER(0)) / 2);
}

static bool fake_counts(uint16_t socket, uint64_t counter)
{
	uint64_t box = counter & ~UINT64_C(0xff);
	bool fixed = (counter & 0xff) == FIXED_COUNTER;
	uint64_t select = *fake_at(socket, counter - 1);

	if (fixed)
		select = *fake_at(socket, box + FIXED_SELECT);
	return *fake_at(socket, HUB + CONTROL) & HUB_GO && *fake_at(socket, box + CONTROL) & fake_bit(counter) &&
	       select & (fixed ? FIXED_EN : SELECT_EN);
}

static uint64_t fake_summary(uint16_t socket)
{
	uint64_t summary = *fake_at(socket, HUB + STATUS) & (HUB_OV | HUB_PMI);

	if (*fake_at(socket, POD0 + STATUS) | *fake_at(socket, POD1 + STATUS))
		summary |= HUB_OV_PODS;
	if (*fake_at(socket, CLK + STATUS))
		summary |= HUB_OV_CLK;
	return summary;
}

static void fake_overflow(uint16_t socket, uint64_t counter)
{
	uint64_t box = counter & ~UINT64_C(0xff);
	bool fixed = (counter & 0xff) == FIXED_COUNTER;
	uint64_t select = fixed ? *fake_at(socket, box + FIXED_SELECT) : *fake_at(socket, counter - 1);

	*fake_at(socket, box + STATUS) |= fake_bit(counter);
	if (!(select & (fixed ? FIXED_PMI : SELECT_PMI)))
		return;
	*fake_at(socket, HUB + STATUS) |= HUB_PMI;
	if (*fake_at(socket, HUB + CONTROL) & HUB_CORES && !fake.lose_pmi)
		fake.due++;
	if (*fake_at(socket, HUB + CONTROL) & HUB_FREEZE && !fake.ignore_freeze)
		*fake_at(socket, HUB + CONTROL) &= ~HUB_GO;
}

/* The counter after this address, or FAKE_END at least. */
static uint64_t fake_next_counter(uint64_t address)
{
	uint64_t offset = address & 0xff, box = address - offset;

	if (offset < COUNTER(0) || offset >= FIXED_COUNTER)
		return (offset < COUNTER(0) ? box : box + 0x100) + COUNTER(0);
	return box + (offset < COUNTER(3) ? offset + 2 : FIXED_COUNTER);
}

/* One microsecond. */
static void fake_step(void)
{
	static bool counts[2][FAKE_END];

	for (uint16_t s = 0; s < 2; s++)
		for (uint64_t a = HUB; (a = fake_next_counter(a)) < FAKE_END;)
			counts[s][a] = fake_counts(s, a);
	for (uint16_t s = 0; s < 2; s++) {
		for (uint64_t a = HUB; (a = fake_next_counter(a)) < FAKE_END;) {
			uint64_t value = *fake_at(s, a) + fake.rate[a];

			if (!counts[s][a])
				continue;
			*fake_at(s, a) = value & VALUE_MASK;
			if (value >= WRAP)
				fake_overflow(s, a);
		}
	}
	fake.now += 1000;
}

static bool fake_deliver(void)
{
	struct pmi pmi = {.cpu = fake.window.cpu, .ticks = fake.now, .ip = 0x1234};

	if (!fake.due || fake.in_handler)
		return false;
	fake.due--;
	if (!fake.open || !fake.window.handler) {
		fake.strays++;
		return true;
	}
	fake.in_handler = true;
	fake.window.handler(fake.window.context, &pmi);
	fake.in_handler = false;
	return true;
}

static enum outcome fake_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	fake.accesses++;
	if (where->socket >= fake.machine.socket_count || where->address >= FAKE_END)
		return OUTCOME_ABSENT;
	if (where->address == fake.fault_at)
		return OUTCOME_FAULT;
	*value = where->address == HUB + STATUS ? fake_summary(where->socket) : *fake_at(where->socket, where->address);
	if (fake.slow && where->address == fake.slow)
		fake_step();
	return OUTCOME_OK;
}

static void fake_clear(uint16_t socket, uint64_t address, uint64_t value)
{
	uint64_t status = address - CLEAR + STATUS;

	if (status != fake.sticky)
		*fake_at(socket, status) &= ~value;
}

static enum outcome fake_write(struct hw *hw, const struct location *where, uint64_t value)
{
	uint64_t offset = where->address & 0xff;

	(void)hw;
	fake.accesses++;
	if (where->socket >= fake.machine.socket_count || where->address >= FAKE_END)
		return OUTCOME_ABSENT;
	if (where->address == fake.fault_at || where->address == fake.fault_write_at)
		return OUTCOME_FAULT;
	fake.log[fake.writes++ % ARRAY_SIZE(fake.log)] = (uint32_t)where->address;
	if (where->address >= fake.deaf_from && where->address < fake.deaf_to)
		return OUTCOME_OK;
	if ((offset >= SELECT(0) && fake_is_counter(where->address | 1) &&
	     fake_counts(where->socket, where->address | 1)))
		fake.misuse++;
	if (offset == CLEAR)
		fake_clear(where->socket, where->address, value);
	else if (offset != STATUS)
		*fake_at(where->socket, where->address) = fake_is_counter(where->address) ? value & VALUE_MASK : value;
	return OUTCOME_OK;
}

static uint64_t fake_now(struct hw *hw)
{
	(void)hw;
	return fake.now;
}

static void fake_wait(struct hw *hw, uint64_t until)
{
	(void)hw;
	if (fake.spurious && fake.open && fake.window.handler) {
		fake.spurious--;
		fake.due++;
	}
	while (fake.now < until) {
		if (fake_deliver())
			return;
		fake_step();
	}
	fake_deliver();
}

static enum outcome fake_open(struct hw *hw, const struct window *window)
{
	(void)hw;
	if (fake.open)
		return OUTCOME_ABSENT;
	fake.open = true;
	fake.window = *window;
	return OUTCOME_OK;
}

static void fake_close(struct hw *hw)
{
	(void)hw;
	assert_true(fake.open);
	fake.open = false;
}

static uint64_t fake_strays(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	return cpu ? 0 : fake.strays;
}

static uint32_t fake_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket < fake.machine.socket_count ? socket : HW_NO_CPU;
}

static enum outcome fake_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	(void)hw;
	if (cpu == fake.silent_cpu)
		return OUTCOME_TIMEOUT;
	fake.sent[cpu]++;
	work(context);
	return OUTCOME_OK;
}

static void fake_say(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(fake.said_length + length < sizeof(fake.said));
	memcpy(fake.said + fake.said_length, bytes, length);
	fake.said_length += length;
	fake.said[fake.said_length] = 0;
}

/* A fresh machine of one socket whose counters get one event a microsecond, boxes asked. */
static int fake_set_up(void **state)
{
	memset(&fake, 0, sizeof(fake));
	fake.silent_cpu = HW_NO_CPU;
	fake.hw = (struct hw){
		.read = fake_read,
		.write = fake_write,
		.cpu_of_socket = fake_cpu_of_socket,
		.send = fake_send,
		.await = one_await,
		.now_ns = fake_now,
		.ticks = fake_now,
		.wait = fake_wait,
		.window_open = fake_open,
		.window_close = fake_close,
		.stray_pmis = fake_strays,
	};
	for (unsigned a = 0; a < FAKE_END; a++)
		fake.rate[a] = 1;
	fake.arena = (struct arena){.at = (uint8_t *)fake_memory, .size = sizeof(fake_memory)};
	fake.machine = (struct machine){
		.hw = &fake.hw,
		.arena = &fake.arena,
		.processor = &fake_processor,
		.cpus = fake_cpus,
		.cpu_count = 2,
		.socket_count = 1,
	};
	output_start(&fake.output, fake_say, NULL, FORM_TEXT);
	*state = &fake;
	return machine_inventory(&fake.machine) ? 0 : -1;
}

/* An event by hand: row 0 TICKS (fixed, clk), 1 THINGS (any counter), 2 STUFF (counters 0 and 1). */
static inline struct event_config fake_config(const struct box_type *type, uint64_t instances, unsigned row)
{
	const struct event *event = &fake_events[row];

	return (struct event_config){
		.processor = &fake_processor,
		.type = type,
		.instance = instances == MASK(0, type->instances) ? EVENT_EVERY_INSTANCE
								  : (uint32_t)__builtin_ctzll(instances),
		.event = event,
		.select = event->code,
		.counters = (uint16_t)(event->counters & MASK(0, type->counters)),
		.fixed = !event->counters,
	};
}

#endif
