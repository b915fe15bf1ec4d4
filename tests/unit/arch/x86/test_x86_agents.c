/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors that never start, stop answering or stand still in an access. Threads play them; the local APIC is a
 * page of this program. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/x86/platform.h"
#include "arch/x86/trap.h"
#include "core/hardware/flight.h"
#include "core/program/watchdog.h"
#include "core/session/session.h"
#include "pc/startup.h"
#include "tests/unit/support/guarded_played.h"
#include "tests/unit/support/ports.h"
#include "tests/unit/support/unit.h"

#define CPUS             3
/* Said to be slower than it is, so that bounds of seconds take less. */
#define TICKS_PER_SECOND UINT64_C(1000000000)

/* What ring 0 has and a process has not; nothing here gets that far. */
const uint8_t trap_stubs[1], trap_pmi[1], trap_wake[1], trap_spurious[1];
const struct fixup fixup_table[1], fixup_table_end[1];
const struct image_symbol image_symbols[1];
const uint32_t image_symbol_count;
const char image_symbol_names[1];

/* Frames on the stack between that of the test and that of the instruction's player. */
static const void *outermost;
static unsigned frames;

/* The chain of frame pointers, as the crash report follows it. */
static unsigned __attribute__((noinline)) count_frames(void)
{
	const void *const *frame = __builtin_frame_address(0);
	unsigned count = 0;

	while (frame != outermost && count < 100) {
		frame = *frame;
		count++;
	}
	return count;
}

/* Writes to model-specific registers, while they are noted. */
static struct {
	bool noted;
	unsigned count;
	struct played last;
} writes;

static struct guarded __attribute__((noinline)) play(struct played access)
{
	if (writes.noted && access.msr && access.write) {
		writes.count++;
		writes.last = access;
		return (struct guarded){0};
	}
	if (!outermost)
		return (struct guarded){0, GUARD_FAULT};
	assert_true(access.msr && access.write);
	frames = count_frames() - 2; /* of the instruction's player */
	return (struct guarded){0};
}

static uint32_t page[1024] __attribute__((aligned(4096)));
static struct machine machine;
static uint8_t memory[CPUS * 65536] __attribute__((aligned(4096)));
static struct cpu described[CPUS];
static struct x86_cpu cpus[CPUS];
static struct flight flights[CPUS];

/* What the threads are to do. */
static struct {
	bool leave;  /* come to an end */
	bool refuse; /* the firmware starts none */
	bool busy;   /* for it has work of its own on them */
	bool keep;   /* and gets none back */
	bool no_low_memory;
	unsigned collected;
	uint64_t given;
	bool begun; /* the threads run */
	bool starts[CPUS];
	bool declines[CPUS]; /* comes and cannot stay */
	bool deaf[CPUS];     /* gets work and stands still in an access */
	uint32_t number[CPUS];
	pthread_t thread[CPUS];
	bool alarmed;
	struct stuck_access stuck;
} act;

static const struct location ctl0 = {.space = SPACE_MSR, .width_bits = 64, .address = 0xdd0};

static void serve(uint32_t number)
{
	struct x86_cpu *cpu = &cpus[number];

	if (__atomic_load_n(&cpu->sent, __ATOMIC_ACQUIRE) == cpu->done)
		return;
	if (act.deaf[number]) {
		if (!flight_under_way(number))
			(void)flight_begin(number, &ctl0, true, 0x22);
		return;
	}
	cpu->work(cpu->work_context);
	__atomic_store_n(&cpu->done, cpu->done + 1, __ATOMIC_RELEASE);
}

static void *run_processor(void *context)
{
	uint32_t number = *(const uint32_t *)context;

	if (act.declines[number]) {
		cpus[number].declined = "it has its reasons";
		__atomic_store_n(&cpus[number].state, CPU_LEFT, __ATOMIC_RELEASE);
		return NULL;
	}
	__atomic_store_n(&cpus[number].state, CPU_READY, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&act.leave, __ATOMIC_ACQUIRE)) {
		serve(number);
		if (!act.deaf[number])
			watch_look(number);
		sched_yield();
	}
	__atomic_store_n(&cpus[number].state, CPU_LEFT, __ATOMIC_RELEASE);
	return NULL;
}

static void start_threads(void)
{
	act.begun = true;
	for (uint32_t i = 1; i < CPUS; i++) {
		act.number[i] = i;
		if (act.starts[i])
			assert_int_equal(pthread_create(&act.thread[i], NULL, run_processor, &act.number[i]), 0);
	}
}

static struct processors_start start_processors(void *context, void (*agent)(void))
{
	(void)context;
	(void)agent;
	if (act.refuse)
		return (struct processors_start){.may_be_taken = !act.busy, .why = "it has its reasons"};
	start_threads();
	return (struct processors_start){.started = true};
}

static bool collect_processors(void *context)
{
	(void)context;
	act.collected++;
	return !act.keep;
}

#define LOW_PAGE 0x9f000

static uint64_t take_memory(void *context, uint64_t first, uint64_t last, uint64_t bytes)
{
	(void)context;
	ports_play(); /* not in set_up: each test has handlers of its own at first */
	if (bytes == STARTUP_BYTES) {
		assert_true(first == STARTUP_FROM && last == STARTUP_END - 1);
		return act.no_low_memory ? 0 : LOW_PAGE;
	}
	assert_true(!first && last == UINT64_MAX && bytes <= sizeof(memory));
	return (uintptr_t)memory;
}

static void give_memory(void *context, uint64_t at, uint64_t bytes)
{
	(void)context;
	assert_int_equal(at, (uintptr_t)memory);
	act.given += bytes;
}

/* In place of that of ring 0: the processors are there from now on, as if STARTUP had reached them. */
void startup_fill(void *low, const struct startup *startup)
{
	assert_int_equal((uintptr_t)low, LOW_PAGE);
	assert_int_equal(startup->count, CPUS - 1);
	assert_true(startup->function && startup->stacks && startup->stack_bytes >= 8192);
	start_threads();
}

/* On the watcher's thread, which ends with it. */
static void __attribute__((noreturn)) take_alarm(void *context, const struct stuck_access *access)
{
	(void)context;
	act.stuck = *access;
	__atomic_store_n(&act.alarmed, true, __ATOMIC_RELEASE);
	pthread_exit(NULL);
}

static int set_up(void **state)
{
	(void)state;
	memset(&act, 0, sizeof(act));
	memset(cpus, 0, sizeof(cpus));
	memset(flights, 0, sizeof(flights));
	flight_start(flights, CPUS);
	memset(page, 0, sizeof(page));
	memset(&machine, 0, sizeof(machine));
	for (uint32_t i = 0; i < CPUS; i++)
		described[i] = (struct cpu){.apic_id = i, .core = (uint16_t)i, .bootstrap = !i, .usable = !i};
	machine.hw = &platform.hw;
	machine.cpus = described;
	machine.cpu_count = CPUS;
	machine.socket_count = 1;
	platform = (struct platform){
		.machine = &machine,
		.cpus = cpus,
		.described = described,
		.apic = {.usable = true, .base = (uintptr_t)page},
		.clock = clock_of(TICKS_PER_SECOND),
		.wake_vector = 0xf1,
		.boot = {.start_processors = start_processors,
			 .collect_processors = collect_processors,
			 .take_memory = take_memory,
			 .give_memory = give_memory,
			 .stuck = take_alarm},
	};
	platform.hw.read = access_read;
	platform.hw.write = access_write;
	platform.hw.cpu_of_socket = agent_of_socket;
	platform.hw.send = agent_send;
	platform.hw.await = agent_await;
	act.starts[1] = act.starts[2] = true;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	__atomic_store_n(&act.leave, true, __ATOMIC_RELEASE);
	for (uint32_t i = 1; i < CPUS; i++)
		if (act.starts[i] && act.begun)
			pthread_join(act.thread[i], NULL);
	return 0;
}

static bool is_warned(const char *of)
{
	for (uint16_t i = 0; i < platform.warnings.count; i++)
		if (strstr(platform.warnings.list[i], of))
			return true;
	return false;
}

TEST(all_that_start_are_used)
{
	agents_start();
	assert_true(described[1].usable && described[2].usable && machine.watched);
	assert_false(is_warned("did not come up") || is_warned("nobody"));
}

TEST(one_that_never_starts_is_named)
{
	act.starts[2] = false;
	agents_start();
	assert_true(described[1].usable && machine.watched);
	assert_false(described[2].usable);
	assert_true(is_warned("cpu 2 (APIC id 0x2, socket 0) did not come up"));
	assert_int_equal(agent_send(&platform.hw, 2, NULL, NULL), OUTCOME_ABSENT);
}

TEST(init_and_startup_where_the_firmware_refuses)
{
	act.refuse = true;
	agents_start();
	assert_true(described[1].usable && described[2].usable && machine.watched);
	assert_true(is_warned(
		"the board's firmware does not start other processors (it has its reasons): uncork sends INIT and STARTUP"));
	assert_int_equal(page[APIC_ICR_HIGH / 4] >> 24, 2);
	assert_int_equal(page[APIC_ICR / 4], 0x4600 | 0x9f);
	__atomic_store_n(&act.leave, true, __ATOMIC_RELEASE);
	assert_int_equal(agents_stop(), 2);
	assert_int_equal(act.given, 0);
}

/* INIT would tear them out of what the firmware does with them. */
TEST(no_init_where_the_firmware_is_busy)
{
	act.refuse = act.busy = true;
	agents_start();
	assert_false(described[1].usable || described[2].usable);
	assert_true(is_warned("other processors cannot be started (it has its reasons): only cpu 0 works"));
	assert_int_equal(page[APIC_ICR / 4], 0);
	assert_int_equal(agents_stop(), 0);
	assert_int_equal(act.given, (CPUS - 1) * STACKS_BYTES);
}

TEST(no_init_without_memory_to_begin_in)
{
	act.refuse = act.no_low_memory = true;
	agents_start();
	assert_false(described[1].usable || described[2].usable || machine.watched);
	assert_true(is_warned("no memory below 640 KiB is free): only cpu 0 works"));
	assert_int_equal(page[APIC_ICR / 4], 0);
	assert_int_equal(agents_stop(), 0);
}

TEST(what_the_firmware_started_it_gets_back)
{
	agents_start();
	__atomic_store_n(&act.leave, true, __ATOMIC_RELEASE);
	assert_int_equal(agents_stop(), 0);
	assert_int_equal(act.collected, 1);
	assert_int_equal(act.given, (CPUS - 1) * STACKS_BYTES);
}

TEST(what_it_does_not_get_back_is_counted)
{
	act.keep = true;
	act.starts[2] = false;
	agents_start();
	__atomic_store_n(&act.leave, true, __ATOMIC_RELEASE);
	assert_int_equal(agents_stop(), 1);
	assert_int_equal(act.given, 0);
}

static const void *called_at;

static void note_stack(void)
{
	called_at = __builtin_frame_address(0);
}

TEST(functions_run_on_stacks_of_ours)
{
	startup_call_on(memory + STACK_BYTES, note_stack);
	assert_in_range((uintptr_t)called_at, (uintptr_t)memory + STACK_BYTES - 256, (uintptr_t)memory + STACK_BYTES);
	assert_int_equal((uintptr_t)called_at % 16, 0);
}

/* Where no firmware offers anything, as without UEFI, that is nothing to warn of. */
TEST(init_and_startup_without_firmware)
{
	platform.boot.start_processors = NULL;
	agents_start();
	assert_true(described[1].usable && described[2].usable && machine.watched);
	assert_int_equal(platform.warnings.count, 0);
}

TEST(one_that_declines_says_why)
{
	act.declines[2] = true;
	agents_start();
	assert_true(described[1].usable);
	assert_false(described[2].usable);
	assert_true(is_warned("cpu 2 (APIC id 0x2, socket 0) did not come up: it has its reasons"));
}

static void do_nothing(void *context)
{
	(void)context;
}

static uint8_t system_error(uint16_t port)
{
	return port == 0x61 ? 0x80 : 0xff;
}

/* The board's word for an access that it did not like: where its NMI comes from. */
TEST(an_nmi_of_the_board_says_its_source)
{
	ports_play();
	ports.in = system_error;
	agent_take_nmi();
	window_report_nmis();
	assert_true(is_warned("cpu 0 took an unexpected NMI: port 61H shows SERR#"));
}

/* What it stands still in is said, and the next one watches. */
TEST(one_that_stands_still_is_left_out)
{
	agents_start();
	act.deaf[1] = true;
	assert_int_equal(agent_send(&platform.hw, 1, do_nothing, NULL), OUTCOME_OK);
	assert_int_equal(agent_await(&platform.hw, 1), OUTCOME_TIMEOUT);
	assert_false(described[1].usable);
	assert_true(is_warned("cpu 1 hangs in its write of 0x22 to msr 0xdd0"));
	assert_true(machine.watched);
	assert_int_equal(agent_send(&platform.hw, 2, do_nothing, NULL), OUTCOME_OK);
	assert_int_equal(agent_await(&platform.hw, 2), OUTCOME_OK);
}

static sigjmp_buf stopped_for_good;

static void stand_still(void)
{
	siglongjmp(stopped_for_good, 1);
}

/* Its counters and what they freeze would go on for good: it puts back what is its own, and nothing that another processor has. No run is over
 * by that. */
TEST(one_that_is_left_out_puts_back_what_is_its_own)
{
	struct session session = {.machine = &machine};
	struct operation room[2];
	struct location own = ctl0, other = ctl0;

	own.cpu = 1;   /* cpu 0 */
	other.cpu = 2; /* cpu 1 */
	other.address++;
	session.disarm = program_over("disarm", room, ARRAY_SIZE(room));
	program_write(&session.disarm, other, 7);
	program_write(&session.disarm, own, 5);
	assert_true(session_begin(&session));
	ports_play();
	ports.halt = stand_still;
	writes.noted = true;
	cpus[0].stop = true;
	if (!sigsetjmp(stopped_for_good, 1))
		agent_take_nmi();
	writes.noted = false;
	assert_int_equal(writes.count, 1);
	assert_int_equal(writes.last.address, own.address);
	assert_int_equal(writes.last.value, 5);
	assert_true(cpus[0].stopped && !cpus[0].nmis);
	session.disarm.count = 0;
	session_end(&session);
}

/* The masks of the two 8259, as a firmware leaves them that takes its clock from the first one; and what they are once interrupts are on. */
static uint8_t masks[2];
static uint16_t masks_when_on;

static uint8_t read_mask(uint16_t port)
{
	return port == 0x21 ? masks[0] : port == 0xa1 ? masks[1] : 0xff;
}

static void write_mask(uint16_t port, uint8_t value)
{
	if (port == 0x21 || port == 0xa1)
		masks[port == 0xa1] = value;
}

static void note_masks(bool on)
{
	if (on)
		masks_when_on = (uint16_t)(masks[0] | masks[1] << 8);
}

/* What one of them requests while its pin is masked may be taken all the same, by a number that is no vector of ours. */
TEST(both_8259_are_masked_in_a_window)
{
	const struct window window = {.cpu = 0};

	platform.pmi_vector = 0xf0;
	platform.boot.hold = platform.boot.release = do_nothing;
	masks[0] = 0xb8;
	masks[1] = 0x8f;
	ports_play();
	ports.in = read_mask;
	ports.out = write_mask;
	ports.interrupts = note_masks;
	assert_int_equal(window_open(&platform.hw, &window), OUTCOME_OK);
	assert_int_equal(masks_when_on, 0xffff);
	window_close(&platform.hw);
	assert_int_equal(masks_when_on, 0x8fb8);
}

TEST(the_watcher_names_the_access)
{
	agents_start();
	flight_end(0, flight_begin(0, &ctl0, true, 1), OUTCOME_OK, 1);
	(void)flight_begin(0, &ctl0, true, 2);
	while (!__atomic_load_n(&act.alarmed, __ATOMIC_ACQUIRE))
		sched_yield();
	assert_int_equal(act.stuck.cpu, 0);
	assert_int_equal(act.stuck.value, 2);
	assert_true(act.stuck.write);
	assert_int_equal(act.stuck.where.address, 0xdd0);
	assert_true(platform.crashed);
}

/* Of a timer of 25 MHz 2500 counts pass while it is measured, and a look is due a hundred times a second. */
TEST(looks_are_as_often_whatever_the_timer)
{
	static const struct {
		uint32_t passed, initial;
	} timers[] = {{2500, 250000}, {100000, 10000000}, {0, 10000000}, {UINT32_MAX, 10000000}};

	platform.machine->cpu_count = 2;
	described[1].usable = true;
	for (size_t i = 0; i < ARRAY_SIZE(timers); i++) {
		cpus[1].ticking = false;
		page[APIC_TIMER_CURRENT / 4] = UINT32_MAX - timers[i].passed;
		watch_look(1);
		assert_int_equal(page[APIC_TIMER_INITIAL / 4], timers[i].initial);
		assert_int_equal(page[APIC_LVT_TIMER / 4], APIC_LVT_PERIODIC | 0xf1);
	}
}

/* Looks of a hundredth of a second: the access is named before a second is over. */
TEST(the_alarm_is_before_the_parts_own)
{
	struct watchdog watchdog = {0};

	platform.clock = clock_of(UINT64_C(1000000000000)); /* no bound is reached by the passing of time */
	assert_true(flight_begin(1, &ctl0, true, 1));
	assert_false(watch_stands_still(&watchdog, 1));
	watchdog.stood = UINT64_C(899000000000);
	assert_false(watch_stands_still(&watchdog, 1));
	watchdog.stood = UINT64_C(900000000000);
	assert_true(watch_stands_still(&watchdog, 1));
}

/* From a session to the instruction: the shorter, the more of a crash report's backtrace is about what was done. */
TEST(few_calls_lead_from_a_session_to_the_instruction)
{
	struct session session = {.machine = &machine};
	struct operation room[1];
	struct program program = program_over("t", room, 1);

	program_write(&program, ctl0, 1);
	outermost = __builtin_frame_address(0);
	assert_true(session_run(&session, &program));
	outermost = NULL;
	print_message("%u frames\n", frames);
	assert_in_range(frames, 3, 7);
}

BEFORE_EACH(set_up)
AFTER_EACH(tear_down)
