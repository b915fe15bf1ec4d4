/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines as boards are, of up to 176 threads: the firmware's own inventory and checks on the model, in simulated time. Sound
 * silicon is blamed for nothing, whatever of it is idle or left out, and the time that it takes is bounded. */
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "core/command/command.h"
#include "tests/unit/support/imc_hw.h"
#include "tests/unit/support/own_catalog.h"
#include "tests/unit/support/said.h"
#include "tests/unit/support/unit.h"

#define REGION_BASE UINT64_C(0x203ffd800000) /* of the first HOMER */
#define REGION_STEP UINT64_C(0x400000)
#define ACCESS_NS   200   /* that one takes */
#define CALL_NS     5000  /* and a call of OPAL, or work sent to another processor */
#define WORK_NS     50000 /* ... by a processor that works, from one look to the next */
#define CPUS_MOST   176
#define CHIPS_MOST  2
#define ARENA_BYTES (64u << 20)
#define MINUTE_NS   UINT64_C(60000000000)

/* What the machine is. */
struct shape {
	unsigned chips, cores, threads; /* of a chip, of a core */
	const char *scenario;
	unsigned bad_core;    /* 1 + number of a core of the first chip that firmware calls bad */
	bool fused;           /* all cores are */
	bool second_guarded;  /* the second chip has no core that works */
	bool second_homeless; /* ... and that has no HOMER */
	bool threads_idle;    /* what they count does not happen */
	bool ldbar_sticks;    /* LDBAR of the last processor is not what is written, once `leaving` is set */
};

struct platform platform;
static struct imc *imc;
static uint64_t now_ns;
static uint64_t look_ns = 100; /* what a look at the time takes */
static uint32_t current;       /* processor that executes */
static bool leaving, working;
static uint8_t regions[CHIPS_MOST][IMC_REGION_BYTES] __attribute__((aligned(4096)));
static uint64_t ldbars[CPUS_MOST];
static struct hardware_thread threads[CPUS_MOST];
static struct cpu cpus[CPUS_MOST];
static uint32_t chips[CHIPS_MOST] = {0, 8};
static struct machine machine;
static struct output output;
static struct shape shape;
static uint8_t *arena_memory;
static unsigned violations;
static char violation[400];
static int64_t last_result;
static uint64_t ticks_taken;
static uint64_t back;         /* so much less each reading of a page finds than the one before; 0: sound pages */
static unsigned looks, stray; /* interrupts of another source, one each time that a thread is sampled */

/* ---- a machine ------------------------------------------------------------------------------------------ */

static uint64_t ticks_now(void)
{
	return now_ns * 512 / 1000;
}

static void pass(uint64_t ns)
{
	uint64_t end_ns = now_ns + ns;

	/* The model posts when it is due, not only when it is looked at. */
	while (now_ns < end_ns) {
		uint64_t due_ns = imc_next(imc) * 1000 / 512 + 1;

		now_ns = due_ns > now_ns && due_ns < end_ns ? due_ns : end_ns;
		imc_advance(imc, ticks_now());
	}
}

static void *model_memory(void *context, uint64_t address, uint64_t bytes)
{
	(void)context;
	if (address < (uint64_t)arena_memory || address - (uint64_t)arena_memory > ARENA_BYTES - bytes)
		return NULL;
	return (void *)address;
}

static void note_violation(void *context, const char *line)
{
	(void)context;
	violations++;
	snprintf(violation, sizeof(violation), "%s", line);
}

static uint8_t *memory_at(uint64_t address)
{
	for (unsigned i = 0; i < shape.chips; i++) {
		uint64_t offset = address - (REGION_BASE + i * REGION_STEP + IMC_REGION_OFFSET);

		if (offset < IMC_REGION_BYTES)
			return regions[i] + offset;
	}
	assert_non_null(model_memory(NULL, address, 8));
	return (uint8_t *)address;
}

static enum outcome hw_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	pass(ACCESS_NS);
	switch (where->space) {
	case SPACE_OPAL: *value = (uint64_t)last_result; break;
	case SPACE_SPR: *value = ldbars[where->cpu ? where->cpu - 1u : current]; break;
	default: *value = word(memory_at(where->address));
	}
	if (back && where->space == SPACE_MEMORY && model_memory(NULL, where->address, 8))
		*value = BIT(40) - back++;
	return OUTCOME_OK;
}

static enum outcome call_opal(const struct location *where, uint64_t value)
{
	unsigned token = IMC_PLACE_TOKEN(where->address);
	uint64_t engine = IMC_PLACE_ENGINE(where->address), pir = IMC_PLACE_PIR(where->address);
	struct imc_call call = {
		.token = token,
		.caller = threads[current].pir,
		.argument = {engine, token == IMC_CALL_INIT ? value : pir, token == IMC_CALL_INIT ? pir : 0},
	};

	pass(CALL_NS);
	last_result = imc_call(imc, ticks_now(), &call);
	return last_result ? OUTCOME_FAULT : OUTCOME_OK;
}

static enum outcome hw_write(struct hw *hw, const struct location *where, uint64_t value)
{
	uint32_t cpu = where->cpu ? where->cpu - 1u : current;

	(void)hw;
	if (where->space == SPACE_OPAL)
		return call_opal(where, value);
	assert_int_equal(where->space, SPACE_SPR);
	pass(ACCESS_NS);
	if (leaving && shape.ldbar_sticks && cpu == machine.cpu_count - 1u)
		ldbars[cpu] = LDBAR_COUNT;
	else
		ldbars[cpu] = imc_write_ldbar(imc, ticks_now(), threads[cpu].pir, value, 0);
	return OUTCOME_OK;
}

static enum outcome hw_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	uint32_t before = current;

	(void)hw;
	assert_true(machine.cpus[cpu].usable);
	pass(cpu == current ? 0 : CALL_NS);
	current = cpu;
	working = true;
	work(context);
	working = false;
	current = before;
	return OUTCOME_OK;
}

static uint64_t hw_now(struct hw *hw)
{
	(void)hw;
	pass(working ? WORK_NS : look_ns);
	return now_ns;
}

static uint64_t hw_ticks(struct hw *hw)
{
	(void)hw;
	return ticks_now();
}

static void hw_wait(struct hw *hw, uint64_t until_ns)
{
	(void)hw;
	if (until_ns > now_ns)
		pass(until_ns - now_ns);
}

static uint64_t no_strays(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return 0;
}

static struct hw hw = {
	.read = hw_read,
	.write = hw_write,
	.cpu_of_socket = one_cpu_of_socket,
	.send = hw_send,
	.await = one_await,
	.now_ns = hw_now,
	.ticks = hw_ticks,
	.wait = hw_wait,
	.window_open = open_window,
	.window_close = close_window,
	.stray_pmis = no_strays,
};

/* ---- what of the firmware only a PowerPC has -------------------------------------------------------------- */

bool cpu_try_load(uint64_t address, unsigned bytes, uint64_t *value)
{
	assert_int_equal(bytes, 8);
	*value = word(memory_at(address));
	return true;
}

void platform_add_memory(const struct range *range)
{
	(void)range;
}

struct interrupt_count platform_interrupts(uint32_t cpu)
{
	(void)cpu;
	if (looks++ == 1 && stray) { /* after the work */
		stray--;
		ticks_taken++;
	}
	return (struct interrupt_count){.ticks = ticks_taken};
}

void platform_tick_in(uint32_t ticks)
{
	ticks_taken += ticks < DECREMENTER_MOST;
	looks = 0;
}

void platform_state(struct thread_state *state)
{
	state->known = true;
}

void platform_complain(const struct thread_state *state, uint32_t cpu, struct text *complaint)
{
	(void)state;
	(void)cpu;
	(void)complaint;
}

const struct posted posted = {.protocol = &posted_protocol, .name = name_place, .explain = explain_nothing};

/* ---- making it -------------------------------------------------------------------------------------------- */

/* The catalog, with where each chip's HOMER is. */
static const void *make_tree(void)
{
	static uint8_t tree[65536] __attribute__((aligned(8)));
	static uint8_t plain[32768] __attribute__((aligned(8)));
	fdt64_t bases[CHIPS_MOST];
	fdt32_t ids[CHIPS_MOST];
	int top, node;

	assert_true(own_catalog_tree(plain, sizeof(plain), own_catalog_power9));
	assert_false(fdt_open_into(plain, tree, sizeof(tree)));
	for (unsigned i = 0; i < shape.chips; i++) {
		bases[i] = cpu_to_fdt64(i && shape.second_homeless ? 0 : REGION_BASE + i * REGION_STEP);
		ids[i] = cpu_to_fdt32(chips[i]);
	}
	top = fdt_path_offset(tree, "/imc-counters");
	fdt_for_each_subnode(node, tree, top)
	{
		if (!fdt_getprop(tree, node, "offset", NULL))
			continue;
		assert_false(fdt_setprop(tree, node, "base-addr", bases, (int)(shape.chips * sizeof(bases[0]))));
		assert_false(fdt_setprop(tree, node, "chip-id", ids, (int)(shape.chips * sizeof(ids[0]))));
	}
	return tree;
}

static void list_cpus(struct imc_machine *model)
{
	uint16_t count = 0;

	for (unsigned c = 0; c < shape.chips; c++)
		for (unsigned i = 0; i < shape.cores; i++)
			for (unsigned t = 0; t < shape.threads; t++) {
				uint32_t pir = chips[c] << 8 | i << 2 | t;
				bool hidden = (!c && i + 1 == shape.bad_core) || (c && shape.second_guarded);

				cpus[count] = (struct cpu){
					.apic_id = pir,
					.socket = (uint16_t)c,
					.core = (uint16_t)i,
					.thread = (uint16_t)t,
					.bootstrap = !count,
					.usable = !hidden,
					.hidden = hidden,
				};
				threads[count] =
					(struct hardware_thread){.index = count, .pir = pir, .fused = shape.fused};
				ldbars[count] = 0;
				model->pir[count++] = pir;
			}
	model->threads = count;
}

static void let_threads_idle(struct arena *arena, struct text *scenario)
{
	static struct warnings warnings;
	struct catalog catalog;

	assert_true(catalog_read(&catalog, make_tree(), &imc_power9, arena, &warnings));
	for (unsigned p = 0; p < catalog.pmu_count; p++)
		for (unsigned i = 0; catalog.pmus[p].kind == IMC_THREAD && i < catalog.pmus[p].type.event_count; i++)
			text_format(scenario, "rate.thread.0x%x = 0\n", catalog.pmus[p].type.postings[i].offset);
}

static void open_machine(const struct shape *wanted)
{
	static const struct imc_owner owner = {NULL, model_memory, NULL, note_violation, bench_log};
	static char scenario_bytes[8192];
	static struct arena arena;
	struct text scenario = TEXT_OVER(scenario_bytes);
	struct imc_machine model = {.pvr = PVR_POWER9, .code = 0x20000000, .code_bytes = 0x1000};
	char error[400];

	shape = *wanted;
	if (!arena_memory)
		arena_memory = aligned_alloc(IMC_TRACE_BYTES, ARENA_BYTES);
	arena = (struct arena){.at = arena_memory, .size = ARENA_BYTES};
	if (!imc)
		imc = malloc(imc_size());
	scenario_bytes[0] = 0;
	text_string(&scenario, shape.scenario ? shape.scenario : "");
	if (shape.threads_idle)
		let_threads_idle(&arena, &scenario);
	list_cpus(&model);
	model.chips = shape.chips;
	for (unsigned i = 0; i < shape.chips; i++) {
		memset(regions[i], 0, sizeof(regions[i]));
		model.chip[i].id = chips[i];
		model.chip[i].region = regions[i];
	}
	violations = 0;
	leaving = false;
	now_ns = 0;
	current = 0;
	said_length = 0;
	imc = imc_create(imc, &model, slice_of(scenario.at), &owner, error, sizeof(error));
	if (!imc)
		fail_msg("%s", error);
	platform = (struct platform){.hw = hw, .machine = &machine, .threads = threads, .chips = chips};
	platform.tree = make_tree();
	machine = (struct machine){
		.hw = &hw,
		.arena = &arena,
		.family = PVR_POWER9 >> 16,
		.model = PVR_POWER9 & 0xffff,
		.cpus = cpus,
		.cpu_count = (uint16_t)model.threads,
		.socket_count = (uint16_t)shape.chips,
		.ticks_per_second = IMC_TIMEBASE_HZ,
	};
	pass(12345678);
	for (unsigned i = 0; i < shape.chips; i++) /* as skiboot leaves it */
		assert_false(imc_call(imc, ticks_now(),
				      &(struct imc_call){IMC_CALL_STOP, 0, {OPAL_NEST, (uint64_t)chips[i] << 8, 0}}));
	pass(12345678);
	assert_true(posted_inventory(&machine));
	output_start(&output, said_keep, NULL, FORM_KTAP);
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
	imc_leave(imc, ticks_now());
	if (violations)
		fail_msg("%u violations, the latest: %s", violations, violation);
}

static void fail_run(void)
{
	const char *at = strstr(said, "not ok");
	size_t before = at ? min_u64((uint64_t)(at - said), 600) : 0;

	fail_msg("%s", at ? at - before : said);
}

static uint64_t test_ns(const struct shape *wanted)
{
	uint64_t began_ns;

	open_machine(wanted);
	began_ns = now_ns;
	if (run_line("test") != VERDICT_PASS)
		fail_run();
	began_ns = now_ns - began_ns;
	assert_int_equal(posted_leave(&machine), 0);
	end_machine();
	return began_ns;
}

static unsigned boxes_in(enum box_state state)
{
	unsigned count = 0;

	for (unsigned b = 0; b < machine.box_count; b++)
		count += machine.boxes[b].state == state;
	return count;
}

/* ---- tests -------------------------------------------------------------------------------------------------- */

/* What a board may be without, and what of it may be idle: a core that firmware calls bad, a chip without HOMER, memory controllers of
 * one chip that do nothing while those of the other do, threads that count nothing, samples every 4 ms. */
TEST(nothing_is_blamed_for_what_is_idle_or_left_out)
{
	static char scenario[4096];
	struct text text = TEXT_OVER(scenario);

	text_string(&text, "trace.period = 2048000\n");
	for (unsigned offset = 0xc8; offset < 0x108; offset += 8)
		text_format(&text, "rate.nest1.0x%x = 0\n", offset);
	test_ns(&(struct shape){
		.chips = 2, .cores = 2, .threads = 1, .bad_core = 2, .threads_idle = true, .scenario = scenario});
	assert_int_equal(boxes_in(BOX_HIDDEN), 3);
	assert_non_null(strstr(said, "the unit may be idle"));
	assert_non_null(strstr(said, "one every 2048000 ticks"));
	test_ns(&(struct shape){.chips = 2, .cores = 1, .threads = 1, .second_homeless = true});
	assert_int_equal(boxes_in(BOX_HIDDEN), 13);
}

TEST(a_chip_without_a_core_and_fused_cores_are_untested)
{
	test_ns(&(struct shape){.chips = 2, .cores = 1, .threads = 1, .second_guarded = true});
	assert_int_equal(boxes_in(BOX_HIDDEN), 13 + 3);
	test_ns(&(struct shape){.chips = 1, .cores = 1, .threads = 4, .fused = true});
	assert_int_equal(boxes_in(BOX_HIDDEN), 1 + 4 + 4);
	assert_non_null(strstr(said, "power9.core0.present # SKIP untested: its core is fused with another"));
	assert_non_null(strstr(said, "power9.trace3.present # SKIP untested: its core is fused with another"));
}

/* A dead kernel's engines write to memory until they are stopped: none of it is handed out before. */
TEST(engines_that_are_on_are_stopped_first)
{
	char scenario[64];
	uint64_t left;

	if (!arena_memory)
		arena_memory = aligned_alloc(IMC_TRACE_BYTES, ARENA_BYTES);
	left = ((uint64_t)arena_memory + (1u << 20)) & ~UINT64_C(0x1fff);
	snprintf(scenario, sizeof(scenario), "engines.left = 0x%llx\n", (unsigned long long)left);
	open_machine(&(struct shape){.chips = 1, .cores = 2, .threads = 2, .scenario = scenario});
	assert_int_equal(boxes_in(BOX_FOUND), machine.box_count);
	assert_int_equal(posted_leave(&machine), 0);
	end_machine();
}

TEST(an_ldbar_that_stays_is_seen_at_the_end)
{
	open_machine(&(struct shape){.chips = 1, .cores = 2, .threads = 2, .ldbar_sticks = true});
	leaving = true;
	assert_int_equal(posted_leave(&machine), 4);
}

TEST(a_thread_that_counts_nothing_is_named_where_others_count)
{
	open_machine(&(struct shape){.chips = 1, .cores = 2, .threads = 2, .scenario = "fault = thread5.dead\n"});
	assert_int_equal(run_line("test thread*.counts"), VERDICT_FAIL);
	assert_non_null(strstr(said, "not ok 4 power9.thread5.counts"));
	assert_non_null(strstr(said, "ok 3 power9.thread4.counts"));
	end_machine();
}

/* Those that differ from most of their likes, the first of them too: a failure where a document says that all are alike, else an
 * answer. */
TEST(an_interval_that_differs_from_its_likes_is_named)
{
	static const struct {
		const char *fault, *said[3];
	} rows[] = {
		{"trace0.every=3",
		 {"not ok 1 power9.trace0.interval",
		  "12000 ticks of the time base, of 2 of 3 (trace4 of chip 0) every 4000",
		  "\nok 2 power9.trace4.interval"}},
		{"trace8.wrap",
		 {"not ok 3 power9.trace8.interval", "one every 200 ticks", "\nok 1 power9.trace0.interval"}},
		{"core0.every=4",
		 {"answer check=power9.core0.interval question=posting-interval", "answer=\"512",
		  "2 of 3 (core1 of chip 0)"}},
		{"thread8.every=4",
		 {"answer check=power9.thread8.interval question=posting-interval", "answer=\"51", "2 of 3 (thread0"}},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		char scenario[64], line[64];

		snprintf(scenario, sizeof(scenario), "fault = %s\n", rows[i].fault);
		snprintf(line, sizeof(line), "test -v %.4s*.interval", rows[i].fault);
		open_machine(&(struct shape){.chips = 1, .cores = 3, .threads = 1, .scenario = scenario});
		assert_int_equal(run_line(line), strncmp(rows[i].fault, "trace", 5) ? VERDICT_PASS : VERDICT_FAIL);
		for (unsigned j = 0; j < ARRAY_SIZE(rows[i].said); j++)
			if (!strstr(said, rows[i].said[j]))
				fail_msg("%s: no \"%s\" in\n%s", rows[i].fault, rows[i].said[j], said);
		end_machine();
	}
	open_machine(&(struct shape){.chips = 1, .cores = 2, .threads = 1, .scenario = "fault = trace4.disorder\n"});
	assert_int_equal(run_line("test trace*.interval"), VERDICT_PASS); /* of a ring out of order nothing is known */
	assert_non_null(strstr(said, "power9.trace4.interval # SKIP untested"));
	end_machine();
	open_machine(&(struct shape){.chips = 2, .cores = 1, .threads = 1, .scenario = "fault = nest1.every=4\n"});
	assert_int_equal(run_line("test *.interval"), VERDICT_FAIL);
	assert_non_null(strstr(said, " power9.socket1.mcs01.interval"));
	assert_non_null(strstr(said, "failed=1"));
	assert_non_null(strstr(said, "of 1 of 2 (mcs01 of chip 0)"));
	end_machine();
}

/* Whatever the periods are, as long as they are alike; and chips that are now and then called late. */
TEST(intervals_that_are_drawn_are_no_alarm)
{
	static const unsigned most[] = {64, 1000, 4000, 128000, 512000, 2048000};

	srand(4711);
	for (unsigned i = 0; i < 8; i++) {
		unsigned trace = 64 + (unsigned)rand() % most[i % ARRAY_SIZE(most)],
			 core = 1000 + (unsigned)rand() % most[rand() % 6];
		char scenario[128];

		snprintf(scenario, sizeof(scenario), "trace.period = %u\ncore.period = %u\nfault = nest.skips=%u\n",
			 trace, core, 1 + (unsigned)rand() % 20);
		open_machine(&(struct shape){
			.chips = 2, .cores = 2, .threads = 2, .threads_idle = i % 2, .scenario = scenario});
		if (run_line("test *.interval") != VERDICT_PASS || strstr(said, "assumed"))
			fail_msg("%s:\n%s", scenario, said);
		end_machine();
	}
}

/* Sums of 64 bits do not come round: no count is given, of a core and of a thread as of a nest. */
TEST(a_page_whose_counter_goes_back_gives_no_count)
{
	static const char *const lines[] = {"stat -e core_imc/CPM_CCYC/ -C 0 -t 20",
					    "stat -e thread_imc/CPM_CS_INST_USER/ -C 0 -t 20"};

	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++)
		for (back = 0; back < 2; back++) {
			bool sound = !back;

			open_machine(&(struct shape){.chips = 1, .cores = 1, .threads = 1});
			assert_int_equal(run_line(lines[i]) == VERDICT_PASS, sound);
			assert_int_equal(strstr(said, "the counter went back") == NULL, sound);
			assert_int_equal(strstr(said, "# count ") != NULL, sound);
			back = !sound;
			end_machine();
		}
	back = 0;
}

/* Another source may interrupt once; what trace mode raises comes each time. */
TEST(one_interrupt_of_another_source_is_not_blamed_on_trace_mode)
{
	open_machine(&(struct shape){.chips = 1, .cores = 1, .threads = 1});
	stray = 1;
	assert_int_equal(run_line("test trace0.quiet"), VERDICT_PASS);
	assert_int_equal(stray, 0);
	stray = 100;
	assert_int_equal(run_line("test trace0.quiet"), VERDICT_FAIL);
	stray = 0;
	end_machine();
}

TEST(a_status_that_is_an_error_is_named_as_such)
{
	static const struct {
		const char *scenario, *said;
	} errors[] = {
		{"fault = nest.status=3\n", "refuses its speed"},
		{"fault = nest.status=4\n", "refuses its mode"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(errors); i++) {
		open_machine(&(struct shape){.chips = 1, .cores = 1, .threads = 1, .scenario = errors[i].scenario});
		assert_int_equal(machine.boxes[0].state, BOX_FAULTS);
		assert_non_null(strstr(machine.boxes[0].how, errors[i].said));
		end_machine();
	}
}

/* Readings that come in step with a counter say of no bit of it that it is stuck. */
TEST(nothing_is_blamed_however_long_a_look_takes)
{
	for (look_ns = 500; look_ns < 6000; look_ns += 541)
		test_ns(&(struct shape){.chips = 1, .cores = 2, .threads = 2});
	look_ns = 100;
}

/* Two chips of 22 cores with four threads each, whose counters of user state stand still, as they do on a board. */
TEST(the_largest_takes_five_minutes_at_most)
{
	uint64_t ns = test_ns(&(struct shape){.chips = 2, .cores = 22, .threads = 4, .threads_idle = true});

	print_message("176 threads take %llu s of the machine's time\n", (unsigned long long)(ns / 1000000000));
	assert_true(ns < 5 * MINUTE_NS);
}
