/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of a nest that nothing stops, by the very sessions of the firmware and `stat` above them, on the model of the microcode
 * in simulated time: each is right within what it says of itself, or it is not given.
 *
 * WINDOWS=N in the environment draws so many windows instead of a few: a campaign. SEED=N draws others. */

#include "arch/ppc64/opal.h"
#include "core/command/command.h"
#include "tests/unit/support/imc_hw.h"
#include "tests/unit/support/own_catalog.h"
#include "tests/unit/support/said.h"
#include "tests/unit/support/unit.h"

#define REGION_BASE UINT64_C(0x203ffd980000)
#define REGION_STEP UINT64_C(0x400000)
#define ACCESS_NS   200 /* that one takes */
#define EVENTS      14  /* that a line asks for, at most */
#define UNITS       64  /* of the nest, at most */
#define ARENA_BYTES (4u << 20)

static struct bench *bench;
static uint64_t now_ns;
static struct catalog *const catalog = &posted_state.catalog;
static struct machine machine;
static struct arena arena;
static struct output output;
static struct warnings warnings;
static int64_t last_result;
static unsigned refused_starts; /* commands that the microcode loses, still to come */

/* ---- a machine ------------------------------------------------------------------------------------------ */

static void pass(uint64_t ns)
{
	now_ns += ns;
	bench->now = now_ns * 512 / 1000;
	imc_advance(bench->imc, bench->now);
}

static uint8_t *memory_at(uint64_t address)
{
	uint64_t offset = address - REGION_BASE;

	assert_true(offset / REGION_STEP < 2 && offset % REGION_STEP < IMC_REGION_BYTES);
	return bench->region[offset / REGION_STEP] + offset % REGION_STEP;
}

static enum outcome hw_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	pass(ACCESS_NS);
	*value = where->space == SPACE_OPAL ? (uint64_t)last_result : word(memory_at(where->address));
	return OUTCOME_OK;
}

static enum outcome hw_write(struct hw *hw, const struct location *where, uint64_t value)
{
	unsigned token = IMC_PLACE_TOKEN(where->address);

	(void)hw;
	(void)value;
	pass(ACCESS_NS);
	assert_int_equal(where->space, SPACE_OPAL);
	last_result = call(bench, token, IMC_PLACE_ENGINE(where->address), IMC_PLACE_PIR(where->address), 0);
	if (token == OPAL_IMC_COUNTERS_START && refused_starts) {
		refused_starts--;
		put_word(bench->region[IMC_PLACE_PIR(where->address) >> 11] + COMMAND, 0);
	}
	return last_result ? OUTCOME_FAULT : OUTCOME_OK;
}

static uint64_t hw_now(struct hw *hw)
{
	(void)hw;
	return now_ns;
}

static uint64_t hw_ticks(struct hw *hw)
{
	(void)hw;
	return bench->now;
}

static void hw_wait(struct hw *hw, uint64_t until_ns)
{
	(void)hw;
	if (until_ns > now_ns)
		pass(until_ns - now_ns);
}

static struct hw hw = {
	.read = hw_read,
	.write = hw_write,
	.cpu_of_socket = one_cpu_of_socket,
	.send = one_send,
	.await = one_await,
	.now_ns = hw_now,
	.ticks = hw_ticks,
	.wait = hw_wait,
	.window_open = open_window,
	.window_close = close_window,
};

static const struct posted posted_here = {.protocol = &posted_protocol, .name = name_place, .explain = explain_nothing};
static const struct cpu cpus[] = {
	{.apic_id = 0, .usable = true},
	{.apic_id = 0x800, .socket = 1, .usable = true},
};
static struct machine_box boxes[2 * UNITS];

static void read_own_catalog(const struct imc_facts *facts, const uint8_t *blob)
{
	static uint8_t tree[32768] __attribute__((aligned(8)));

	assert_true(own_catalog_tree(tree, sizeof(tree), blob));
	assert_true(catalog_read(catalog, tree, facts, &arena, &warnings));
}

static void list_boxes(uint16_t sockets)
{
	machine.boxes = boxes;
	machine.box_count = 0;
	for (uint16_t s = 0; s < sockets; s++)
		for (unsigned p = 0; p < catalog->pmu_count && machine.box_count < 2 * UNITS; p++)
			if (catalog->pmus[p].kind == IMC_NEST)
				boxes[machine.box_count++] = (struct machine_box){
					.box = {.type = &catalog->pmus[p].type,
						.socket = s,
						.base = REGION_BASE + s * REGION_STEP},
					.state = BOX_FOUND,
				};
}

/* Of `sockets` chips of a processor, whose model is as `scenario` says. */
static void start_machine(const struct imc_facts *facts, uint16_t sockets, const char *scenario)
{
	bool power9 = facts == &imc_power9;

	if (!arena.at)
		arena.at = malloc(ARENA_BYTES);
	arena = (struct arena){.at = arena.at, .size = ARENA_BYTES};
	bench = bench_open_on(power9 ? PVR_POWER9 : PVR_POWER10, scenario);
	now_ns = 0;
	pass(123456789);
	said_length = 0;
	read_own_catalog(facts, power9 ? own_catalog_power9 : own_catalog_power10);
	machine = (struct machine){
		.hw = &hw,
		.arena = &arena,
		.processor = catalog->processor,
		.posted = &posted_here,
		.cpus = cpus,
		.cpu_count = sockets,
		.socket_count = sockets,
		.ticks_per_second = IMC_TIMEBASE_HZ,
	};
	list_boxes(sockets);
	output_start(&output, said_keep, NULL, FORM_JSON);
}

static enum verdict run_line(const char *line)
{
	struct shell shell = {.machine = &machine, .output = &output};

	said_length = 0;
	shell_line(&shell, slice_of(line));
	return output_end(&output);
}

static void end_machine(void)
{
	pass(2000000);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

/* ---- counts held against rates ----------------------------------------------------------------------------- */

struct expected {
	char event[96];
	uint64_t rate, scale;
	unsigned socket;
};

static struct expected expected[2 * EVENTS];
static unsigned expected_count;
static unsigned doubts; /* that were said in the latest window */

static uint64_t draw_state = 1;

static uint64_t draw(uint64_t most)
{
	draw_state = draw_state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (draw_state >> 20) % (most + 1);
}

static uint64_t number_of(const char *line, const char *member)
{
	const char *at = strstr(line, member);

	if (!at)
		fail_msg("%s is not in %s", member, line);
	return strtoull(at + strlen(member), NULL, 10);
}

/* True if the count of a line is right within what the line says. */
static bool is_right(const char *line, const struct expected *counted)
{
	double rate = (double)counted->rate / 1e9, within = (double)number_of(line, "\"within_ns\":");
	double value = (double)number_of(line, "\"value\":") / (double)counted->scale;
	double off = value - rate * (double)number_of(line, "\"time_ns\":");

	return (off < 0 ? -off : off) <= rate * within + 3;
}

/* Judges all counts that were said; the number of those that were not given. */
static unsigned judge(void)
{
	unsigned given = 0;

	doubts = 0;
	for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n")) {
		doubts += strstr(line, "do not trust ") != NULL;
		if (strncmp(line, "{\"record\":\"count\"", 17))
			continue;
		for (unsigned i = 0; i < expected_count; i++) {
			char event[120];

			snprintf(event, sizeof(event), "\"event\":\"%s\"", expected[i].event);
			if (!strstr(line, event) || number_of(line, "\"socket\":") != expected[i].socket)
				continue;
			given++;
			if (!is_right(line, &expected[i]))
				fail_msg("%s at %llu a second", line, (unsigned long long)expected[i].rate);
		}
	}
	return expected_count - given;
}

/* Draws one event of each unit that is posted where the catalog says, and its rate; appends the rates to the scenario and the events to
 * the line. */
static void draw_events(struct text *scenario, struct text *line, uint16_t sockets, uint64_t fastest)
{
	unsigned first = (unsigned)draw(catalog->pmu_count - 1u);

	expected_count = 0;
	for (unsigned p = 0; p < catalog->pmu_count; p++) {
		const struct imc_pmu *pmu = &catalog->pmus[(first + p) % catalog->pmu_count];
		unsigned event = pmu->type.event_count ? (unsigned)draw(pmu->type.event_count - 1u) : 0;
		const struct posting *posting = &pmu->type.postings[event];
		uint64_t rate = 2 * draw(fastest / 2); /* what is posted doubled has an even one */

		if (pmu->kind != IMC_NEST || !pmu->type.event_count || posting->posted_at != posting->offset ||
		    expected_count == EVENTS * sockets)
			continue;
		text_format(scenario, "rate.nest.0x%x = %llu\n", posting->offset, (unsigned long long)rate);
		text_format(line, "%s%s/%s/", expected_count ? "," : "stat -e ", pmu->type.perf,
			    processor_string(catalog->processor, pmu->type.events[event].name));
		for (uint16_t s = 0; s < sockets; s++) {
			struct expected *next = &expected[expected_count++];

			*next = (struct expected){
				.rate = rate, .scale = posting->scale ? posting->scale : 1, .socket = s};
			snprintf(next->event, sizeof(next->event), "%s/%s/", pmu->type.perf,
				 processor_string(catalog->processor, pmu->type.events[event].name));
		}
	}
}

/* A window of that length; the number of counts that were not given. */
static unsigned try_window(const struct imc_facts *facts, uint64_t ms, const char *faults, uint64_t fastest)
{
	static char scenario_bytes[4096], line_bytes[4096];
	struct text scenario = TEXT_OVER(scenario_bytes), line = TEXT_OVER(line_bytes);
	uint16_t sockets = (uint16_t)(1 + draw(1));
	enum verdict verdict;
	unsigned withheld;

	arena = (struct arena){.at = arena.at ? arena.at : malloc(ARENA_BYTES), .size = ARENA_BYTES};
	read_own_catalog(facts, facts == &imc_power9 ? own_catalog_power9 : own_catalog_power10);
	text_string(&scenario, faults);
	draw_events(&scenario, &line, sockets, fastest);
	text_format(&line, " -t %llu", (unsigned long long)ms);
	start_machine(facts, sockets, scenario.at);
	pass(draw(50000000));
	verdict = run_line(line.at);
	withheld = judge();
	if (withheld != doubts || (verdict == VERDICT_PASS) != !withheld)
		fail_msg("%u counts withheld, and the verdict is %u: %s", withheld, verdict, line.at);
	end_machine();
	return withheld;
}

static const uint64_t lengths[] = {5, 6, 7, 10, 12, 13, 20, 24, 40, 100, 333};

TEST(sound_microcode_is_believed_at_every_length)
{
	for (unsigned i = 0; i < ARRAY_SIZE(lengths); i++)
		assert_int_equal(try_window(&imc_power9, lengths[i], "", 6000000), 0);
}

TEST(where_no_group_is_known_the_counters_themselves_say_when)
{
	for (unsigned i = 0; i < ARRAY_SIZE(lengths); i++)
		assert_int_equal(try_window(&imc_power10, lengths[i], "", 6000000), 0);
}

/* Skips of some milliseconds are usual. */
TEST(short_skips_lose_nothing)
{
	for (unsigned i = 0; i < ARRAY_SIZE(lengths); i++)
		assert_int_equal(try_window(&imc_power9, lengths[i], "fault = nest.skips=4\n", 3000000), 0);
}

/* At such a rate 16 bits come round in 13 ms, and nothing in the count shows it. */
TEST(a_skip_in_which_counters_come_round_is_said)
{
	assert_true(try_window(&imc_power9, 150, "fault = nest.skips=60\n", 6000000) > 0);
}

TEST(a_restart_is_said_and_counts_go_on)
{
	start_machine(&imc_power9, 1, "fault = nest.restarts=300\nrate.nest.0x338 = 1000000\n");
	assert_int_equal(run_line("stat -e nest_phb0/PM_PHB0_CYC/ -t 800"), VERDICT_ERROR);
	assert_non_null(strstr(said, "the microcode restarted"));
	assert_null(strstr(said, "\"record\":\"count\""));
	assert_int_equal(run_line("stat -e nest_phb0/PM_PHB0_CYC/ -t 20"), VERDICT_ERROR);
	assert_non_null(strstr(said, "\"record\":\"count\""));
	end_machine();
}

TEST(a_start_that_was_lost_is_given_once_more)
{
	start_machine(&imc_power9, 1, "rate.nest.0x338 = 1000000\n");
	refused_starts = 1;
	assert_int_equal(run_line("stat -e nest_phb0/PM_PHB0_CYC/ -t 20"), VERDICT_PASS);
	assert_non_null(strstr(said, "\"record\":\"count\""));
	end_machine();
}

/* Each interval begins with a posting of its own, whatever was counted between two of them. */
TEST(intervals_are_framed_one_by_one)
{
	start_machine(&imc_power9, 1, "rate.nest.0x338 = 10000000\n");
	expected_count = 1;
	expected[0] = (struct expected){"nest_phb0/PM_PHB0_CYC/", 10000000, 1, 0};
	assert_int_equal(run_line("stat -e nest_phb0/PM_PHB0_CYC/ -t 60 -I 20"), VERDICT_PASS);
	judge();
	end_machine();
}

TEST(microcode_that_says_something_else_is_named)
{
	static const struct {
		const char *scenario, *reason;
	} cases[] = {
		{"fault = nest.stale\n", "nothing is posted"},
		{"fault = nest.torn\n", "update counts around its group do not agree"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		start_machine(&imc_power9, 1, cases[i].scenario);
		assert_int_not_equal(run_line("stat -e nest_phb0/PM_PHB0_CYC/ -t 20"), VERDICT_PASS);
		assert_non_null(strstr(said, cases[i].reason));
		assert_null(strstr(said, "\"record\":\"count\""));
		end_machine();
	}
}

TEST(windows_at_random)
{
	const char *windows = getenv("WINDOWS"), *seed = getenv("SEED");
	unsigned count = windows ? (unsigned)atoi(windows) : 12, withheld = 0, of = 0;

	draw_state = seed ? strtoull(seed, NULL, 0) : 1;
	for (unsigned i = 0; i < count; i++) {
		uint64_t longest = 5;
		char faults[80] = "";

		while (longest < (windows ? 10000u : 500u) && draw(5))
			longest *= 2;
		if (draw(2) == 0)
			snprintf(faults, sizeof(faults), "fault = nest.skips=%u\n",
				 (unsigned)(1 + draw(draw(1) ? 12 : 120)));
		else if (draw(2) == 0)
			snprintf(faults, sizeof(faults), "fault = nest.restarts=%u\n", (unsigned)(100 + draw(5000)));
		withheld += try_window(draw(4) ? &imc_power9 : &imc_power10, 5 + draw(min_u64(longest, 9995)), faults,
				       UINT64_C(10) << draw(19));
		of += expected_count;
	}
	print_message("%u windows, %u counts, %u of them withheld\n", count, of, withheld);
	assert_true(withheld < of);
}
