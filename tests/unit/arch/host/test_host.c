/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine inside a process: time, windows, PMIs, and what is not there. */
#include "arch/host/host.h"
#include "core/hardware/bus.h"
#include "tests/unit/support/unit.h"

static struct arena arena;
static struct host host;
static struct machine machine;

static bool try_start(const char *name, unsigned sockets, const char *scenario, char *error)
{
	struct host_options options = {.machine = name, .sockets = sockets, .scenario = slice_of(scenario)};

	arena.used = 0;
	memset(arena.at, 0, arena.size);
	machine = (struct machine){.arena = &arena};
	return host_start(&host, &machine, &options, error, 256);
}

static struct hw *start(const char *name, unsigned sockets)
{
	char error[256];

	if (!try_start(name, sockets, "", error))
		fail_msg("%s", error);
	return machine.hw;
}

static struct location msr(uint64_t address)
{
	return (struct location){.space = SPACE_MSR, .width_bits = 64, .address = address};
}

static uint64_t get(struct hw *hw, struct location where)
{
	struct accessed accessed = bus_read(hw, &where);

	assert_int_equal(accessed.outcome, OUTCOME_OK);
	return accessed.value;
}

static void set(struct hw *hw, struct location where, uint64_t value)
{
	assert_int_equal(bus_write(hw, &where, value).outcome, OUTCOME_OK);
}

TEST(the_machine_is_described)
{
	start("xeon-7500", 2);
	assert_string_equal(machine.processor->name, "xeon-7500");
	assert_string_equal(machine.vendor, "GenuineIntel");
	assert_int_equal(machine.model, 0x2e);
	assert_int_equal(machine.socket_count, 2);
	assert_int_equal(machine.cpu_count, 16);
	assert_true(machine.cpus[0].bootstrap && !machine.cpus[8].bootstrap);
	assert_int_equal(machine.cpus[8].socket, 1);
	assert_int_equal(machine.cpus[9].core, 1);
	assert_non_null(machine.virtual_silicon);
	assert_int_equal(machine.box_count, 52);
	assert_int_equal(machine_box(&machine, 1, "cbox7")->state, BOX_FOUND);
	assert_int_equal(host_stop(&host), 0);
}

TEST(unknown_machines_and_scenarios_are_refused)
{
	char error[256] = "";

	assert_false(try_start("vax", 1, "", error));
	assert_non_null(strstr(error, "vax"));
	assert_false(try_start("bare-vax", 1, "", error));
	assert_false(try_start("xeon-7500", 9, "", error));
	assert_false(try_start("xeon-7500", 1, "nonsense", error));
	assert_true(strlen(error) > 0);
	assert_false(try_start("xeon-7500", 1, "fault = cbox3.ctr1.painted", error));
	assert_false(try_start("bare-xeon-7500", 1, "sockets = 2", error));
}

TEST(the_scenario_may_set_the_sockets)
{
	char error[256];

	assert_true(try_start("xeon-7500", 0, "sockets = 2\n", error));
	assert_int_equal(machine.socket_count, 2);
}

TEST(time_passes_by_what_is_done)
{
	struct hw *hw = start("xeon-7500", 1);
	uint64_t before = hw->now_ns(hw), ticks = hw->ticks(hw);

	get(hw, msr(0xc00));
	assert_true(hw->now_ns(hw) >= before + HOST_ACCESS_NS);
	hw->wait(hw, before + 1000000);
	assert_in_range(hw->now_ns(hw), before + 1000000, before + 1001000);
	assert_true(hw->ticks(hw) >= ticks + 2000000);
	hw->wait(hw, 0);
	assert_true(hw->now_ns(hw) >= before + 1000000);
}

TEST(nothing_is_read_where_nothing_is)
{
	struct hw *hw = start("xeon-7500", 1);
	struct location where = msr(0xc44);
	uint64_t value = 77;

	assert_int_equal(hw->read(hw, &where, &value), OUTCOME_FAULT);
	assert_int_equal(hw->write(hw, &where, 0), OUTCOME_FAULT);
	where.socket = 1;
	where.address = 0xc00;
	assert_int_equal(hw->read(hw, &where, &value), OUTCOME_ABSENT);
	assert_int_equal(hw->write(hw, &where, 0), OUTCOME_ABSENT);
	where = (struct location){.space = SPACE_SPR, .width_bits = 64, .address = 1};
	assert_int_equal(hw->read(hw, &where, &value), OUTCOME_ABSENT);
	where = (struct location){.space = SPACE_MMIO, .width_bits = 32, .address = 0xfee00000};
	assert_int_equal(hw->read(hw, &where, &value), OUTCOME_ABSENT);
	assert_int_equal(value, 77);
	where = (struct location){.space = SPACE_PCI, .width_bits = 32, .address = 0};
	assert_int_equal(hw->read(hw, &where, &value), OUTCOME_ALL_ONES);
	assert_int_equal(get(hw, msr(0x10)), 0);
}

TEST(a_bare_machine_reads_zero_and_forgets)
{
	struct hw *hw = start("bare-xeon-7500", 1);

	set(hw, msr(0xc11), 5);
	assert_int_equal(get(hw, msr(0xc11)), 0);
	assert_null(machine.virtual_silicon);
	assert_int_equal(machine_box(&machine, 0, "ubox")->state, BOX_NO_WRITE_BACK);
	hw->wait(hw, 1000000000);
	assert_int_equal(host_stop(&host), 0);
}

/* ---- PMIs -------------------------------------------------------------------------------------- */

#define GLOBAL_CTL 0xc00
#define OVF_CTL    0xc02
#define W_CTL      0xc80
#define W_OVF_CTL  0xc82
#define W_SELECT   0xc90
#define W_COUNTER  0xc91
#define EN_ALL     BIT(28)
#define FRZ_ALL    BIT(31)
#define CLR_PMI    BIT(30)
#define CORE(n)    BIT(1 + (n))

struct seen {
	unsigned count;
	struct pmi last;
};

static void see(void *context, const struct pmi *pmi)
{
	struct seen *seen = context;

	seen->count++;
	seen->last = *pmi;
}

static const struct field *field_of(const char *reg, enum field_kind kind)
{
	const struct machine_box *box = machine_box(&machine, 0, "wbox");

	return layout_field(box_row_by_name(box->box.type, reg)->layout, kind);
}

/* Makes the first W-Box counter overflow after `events` of the first event its table has that the
 * silicon counts. */
static void arm(struct hw *hw, uint64_t events, uint64_t cores)
{
	const struct box_type *type = machine_box(&machine, 0, "wbox")->box.type;
	const struct event *event = type->events;

	while (event->flags & EVENT_FIXED)
		event++;
	set(hw, msr(W_SELECT),
	    field_mask(field_of("ctl", FIELD_ENABLE)) | field_mask(field_of("ctl", FIELD_PMI)) | event->code |
		    event->umask << 8);
	set(hw, msr(W_COUNTER), BIT(48) - events);
	set(hw, msr(W_CTL), 1);
	set(hw, msr(GLOBAL_CTL), FRZ_ALL | EN_ALL | cores);
}

static void disarm(struct hw *hw)
{
	set(hw, msr(GLOBAL_CTL), 0);
	set(hw, msr(W_CTL), 0);
	set(hw, msr(W_SELECT), 0);
	set(hw, msr(W_COUNTER), 0);
	set(hw, msr(W_OVF_CTL), 1);
	set(hw, msr(OVF_CTL), CLR_PMI);
}

TEST(a_window_takes_the_pmi_of_its_core)
{
	struct hw *hw = start("xeon-7500", 1);
	struct seen seen = {0};
	const struct window window = {.handler = see, .context = &seen, .cpu = 2};
	uint64_t until;

	assert_int_equal(hw->window_open(hw, &window), OUTCOME_OK);
	assert_int_equal(hw->window_open(hw, &window), OUTCOME_ABSENT);
	arm(hw, 1000, CORE(2));
	until = hw->now_ns(hw) + 1000000000;
	hw->wait(hw, until);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.last.cpu, 2);
	assert_true(seen.last.ip && seen.last.ticks);
	assert_true(hw->now_ns(hw) < until);
	hw->window_close(hw);
	disarm(hw);
	for (unsigned cpu = 0; cpu < 8; cpu++)
		assert_int_equal(hw->stray_pmis(hw, cpu), 0);
	assert_int_equal(host_stop(&host), 0);
}

TEST(pmis_nobody_waits_for_are_strays)
{
	struct hw *hw = start("xeon-7500", 1);
	struct seen seen = {0};
	const struct window window = {.handler = see, .context = &seen};

	arm(hw, 1000, CORE(0));
	hw->wait(hw, hw->now_ns(hw) + 1000000000);
	assert_int_equal(hw->stray_pmis(hw, 0), 1);
	disarm(hw);
	assert_int_equal(hw->window_open(hw, &window), OUTCOME_OK);
	arm(hw, 1000, CORE(3));
	hw->wait(hw, hw->now_ns(hw) + 1000000000);
	hw->window_close(hw);
	disarm(hw);
	assert_int_equal(seen.count, 0);
	assert_int_equal(hw->stray_pmis(hw, 0), 1);
	assert_int_equal(hw->stray_pmis(hw, 3), 1);
}

struct job {
	struct hw *hw;
	uint32_t cpu_of_socket[3];
	enum outcome outcome; /* of sending on */
	bool done;
};

static void nothing(void *context)
{
	(void)context;
}

static void do_job(void *context)
{
	struct job *job = context;

	for (uint16_t s = 0; s < 3; s++)
		job->cpu_of_socket[s] = job->hw->cpu_of_socket(job->hw, s);
	job->outcome = job->hw->send(job->hw, 0, nothing, NULL);
	job->done = true;
}

TEST(work_is_done_by_the_processor_asked)
{
	struct hw *hw = start("xeon-7500", 2);
	struct job job = {.hw = hw};
	const struct location nowhere = {.socket = 2}, own = {.socket = 1, .cpu = 12};

	assert_int_equal(hw->cpu_of_socket(hw, 0), 0);
	assert_int_equal(hw->cpu_of_socket(hw, 1), 8);
	assert_int_equal(hw->cpu_of_socket(hw, 2), HW_NO_CPU);
	assert_int_equal(hw_run_on(hw, 13, do_job, &job), OUTCOME_OK);
	assert_true(job.done);
	assert_int_equal(job.cpu_of_socket[1], 13);
	assert_int_equal(job.cpu_of_socket[0], 0);
	assert_int_equal(job.cpu_of_socket[2], HW_NO_CPU);
	assert_int_equal(job.outcome, OUTCOME_ABSENT); /* only one hands out work */
	assert_int_equal(hw->cpu_of_socket(hw, 1), 8);
	assert_int_equal(hw_run_on(hw, 16, do_job, &job), OUTCOME_ABSENT);
	assert_int_equal(bus_route(hw, &nowhere), HW_NO_CPU);
	assert_int_equal(hw_run_on(hw, bus_route(hw, &own), do_job, &job), OUTCOME_OK);
	assert_int_equal(job.cpu_of_socket[1], 11);
}

TEST(windows_of_several_processors_are_open_at_once)
{
	struct hw *hw = start("xeon-7500", 2);
	struct seen here = {0}, there = {0};
	const struct window first = {.handler = see, .context = &here},
			    second = {.handler = see, .context = &there, .cpu = 8};

	assert_int_equal(hw->window_open(hw, &first), OUTCOME_OK);
	assert_int_equal(hw->window_open(hw, &second), OUTCOME_OK);
	assert_int_equal(hw->window_open(hw, &second), OUTCOME_ABSENT);
	arm(hw, 1000, CORE(0));
	hw->wait(hw, hw->now_ns(hw) + 1000000000);
	disarm(hw);
	hw->window_close(hw);
	assert_int_equal(here.count, 1);
	assert_int_equal(there.count, 0);
	assert_int_equal(hw->window_open(hw, &second), OUTCOME_OK);
	hw->window_close(hw);
}

TEST(there_is_no_window_on_a_processor_that_is_not_there)
{
	struct hw *hw = start("xeon-7500", 1);
	const struct window window = {.cpu = 8};

	assert_int_equal(hw->window_open(hw, &window), OUTCOME_ABSENT);
}

static unsigned violations_told;

static void count_violation(void *context, const char *line)
{
	assert_ptr_equal(context, &violations_told);
	assert_true(strlen(line) > 0);
	violations_told++;
}

TEST(violations_are_told_and_counted)
{
	struct host_options options = {
		.machine = "xeon-7500", .violation = count_violation, .context = &violations_told};
	struct hw *hw;
	uint64_t violations;
	char error[256];

	violations_told = 0;
	machine = (struct machine){.arena = &arena};
	arena.used = 0;
	assert_true(host_start(&host, &machine, &options, error, sizeof(error)));
	hw = machine.hw;
	assert_int_equal(host.violations, 0);
	set(hw, msr(W_CTL), 1);
	violations = host_stop(&host);
	assert_int_equal(violations, violations_told);
	assert_true(violations > 0);
}

static uint64_t final_count(void)
{
	struct hw *hw = start("xeon-7500", 1);
	uint64_t count;

	arm(hw, 1 << 30, 0);
	hw->wait(hw, hw->now_ns(hw) + 12345678);
	count = get(hw, msr(W_COUNTER));
	disarm(hw);
	return count;
}

TEST(every_run_counts_the_same)
{
	uint64_t first = final_count();

	assert_int_equal(final_count(), first);
	assert_true(first > BIT(48) - (1 << 30));
}

static int set_up(void **state)
{
	(void)state;
	arena.size = 16 << 20;
	arena.at = calloc(1, arena.size);
	return arena.at ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	free(arena.at);
	return 0;
}

BEFORE_ALL(set_up)
AFTER_ALL(tear_down)
