/* SPDX-License-Identifier: BSD-2-Clause */
/* What good virtual silicon does, and what bad payloads do to it. The rates are those that
 * silicon/imc_scenario.h describes. */
#include "lib/memory.h"
#include "tests/opal/payload.h"

#define ADDRESS_MASK UINT64_C(0x0003ffffffffe000)
#define LDBAR_COUNT  BIT(63)
#define LDBAR_TRACE  BIT(62)
#define STATUS       0x3fc00
#define COMMAND      0x3fc08
#define MILLISECOND  (TIMEBASE / 1000)

enum { TICKS = 300 }; /* interrupts to take */
enum { VECTOR_TICK = 0x900, VECTOR_BELL = 0xe80 };
enum { GROUP_1 = 0x108 / 8 }; /* words of the nest region's first group */

/* Written by others. */
static uint8_t page[PAGE] __attribute__((aligned(PAGE)));
static uint8_t thread_page[PAGE] __attribute__((aligned(PAGE)));
static uint8_t ring[RING] __attribute__((aligned(RING)));

static int64_t imc(uint64_t token, uint64_t type, uint64_t pir)
{
	return opal(token, type, pir, 0, 0, 0);
}

static int64_t init(uint64_t type, const void *memory, uint64_t pir)
{
	return opal(OPAL_INIT, type, (uintptr_t)memory, pir, 0, 0);
}

/* ---- rates ------------------------------------------------------------------------------------------------ */

static uint64_t nest_rate(unsigned offset, unsigned chip)
{
	return (37 * (offset / 8) % 239 + 16) * UINT64_C(5003) * (64 + 5 * chip) / 64;
}

static unsigned weight(uint32_t pir)
{
	return 64 + 17 * (pir >> 8) + 3 * (pir >> 2 & 0x3f);
}

static uint64_t core_rate(unsigned offset, uint32_t pir)
{
	return (37 * (offset / 8) % 1021 + 64) * UINT64_C(2003) * weight(pir) / 64;
}

static uint64_t thread_rate(unsigned offset, uint32_t pir)
{
	return (41 * (offset / 8) % 1021 + 64) * UINT64_C(1009) * (weight(pir) + (pir & 3)) / 64;
}

/* ---- tree ------------------------------------------------------------------------------------------------- */

void check_tree(void)
{
	static const char *const nodes[] = {"mcs01@c8", "xlink0@118", "core@18", "thread@18", "trace@0"};
	const void *tree = board.tree;
	int top = fdt_path_offset(tree, "/imc-counters"), chosen = fdt_path_offset(tree, "/chosen");
	int whole = fdt_check_full(tree, fdt_totalsize(tree));

	check(!whole, "tree.whole", "# fdt_check_full says %d", whole);
	for (size_t i = 0; i < ARRAY_SIZE(nodes); i++) {
		int node = fdt_subnode_offset(tree, top, nodes[i]), length;
		const fdt32_t *events = fdt_getprop(tree, node, "events", &length);
		int group = events ? fdt_node_offset_by_phandle(tree, fdt32_to_cpu(*events)) : -1;

		check(group >= 0 && fdt_first_subnode(tree, group) >= 0, nodes[i], "# node %d, group %d", node, group);
	}
	check(!fdt_getprop(tree, chosen, "linux,initrd-start", NULL), "tree.no_initrd", "# it is there");
	check(board.chips && board.cpus >= board.chips, "tree.machine", "# %u chips, %u processors", board.chips,
	      board.cpus);
}

/* ---- return codes ----------------------------------------------------------------------------------------- */

void check_codes(void)
{
	static const struct {
		uint64_t token, type;
		int64_t unknown_pir; /* answer */
	} rows[] = {
		{OPAL_INIT, OPAL_NEST, 0},   {OPAL_INIT, OPAL_CORE, -1},  {OPAL_INIT, OPAL_TRACE, -1},
		{OPAL_START, OPAL_NEST, -1}, {OPAL_START, OPAL_CORE, -1}, {OPAL_STOP, OPAL_TRACE, -1},
		{OPAL_INIT, 9, 0},           {OPAL_STOP, 9, -1},
	};
	bool right = true;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		uint64_t pir = 0x7ff;
		int64_t code = rows[i].token == OPAL_INIT ? init(rows[i].type, page, pir)
							  : imc(rows[i].token, rows[i].type, pir);

		right &= code == rows[i].unknown_pir;
	}
	check(right, "codes.unknown_processor", "# another answer");
	check(!imc(OPAL_START, 9, board.boot_cpu), "codes.unknown_type", "# another answer");
	/* Interrupts stay big-endian. Every processor must be in OPAL for it, the hidden one as well. */
	check(!opal(70, 1, 0, 0, 0, 0), "codes.reinit_cpus", "# another answer");
}

/* ---- LDBAR ------------------------------------------------------------------------------------------------ */

#define DECLARE_TRY(n) void ldbar_try_##n(const uint64_t *before, uint64_t *after)
DECLARE_TRY(0);
DECLARE_TRY(3);
DECLARE_TRY(4);
DECLARE_TRY(9);
DECLARE_TRY(11);
DECLARE_TRY(12);
DECLARE_TRY(20);
DECLARE_TRY(31);

/* r1, r2 and r13 are not tried; 32 to 34 are CTR, XER and CR. */
static bool survive(unsigned by, void (*attempt)(const uint64_t *before, uint64_t *after))
{
	uint64_t before[35], after[35];
	bool same = true;

	for (unsigned i = 0; i < ARRAY_SIZE(before); i++)
		before[i] = after[i] = UINT64_C(0x0123456789abcdef) * (i + 1);
	before[33] = UINT64_C(0x20000000);
	before[34] = UINT64_C(0x5a5a1234);
	attempt(before, after);
	before[by] = 0;
	for (unsigned i = 0; i < ARRAY_SIZE(before); i++)
		same &= i == 1 || i == 2 || i == 13 || after[i] == before[i];
	return same;
}

static const struct attempt {
	unsigned by;
	void (*attempt)(const uint64_t *before, uint64_t *after);
} attempts[] = {
	{0, ldbar_try_0},   {3, ldbar_try_3},   {4, ldbar_try_4},   {9, ldbar_try_9},
	{11, ldbar_try_11}, {12, ldbar_try_12}, {20, ldbar_try_20}, {31, ldbar_try_31},
};

static unsigned count_damage(void)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < ARRAY_SIZE(attempts); i++)
		wrong += !survive(attempts[i].by, attempts[i].attempt);
	return wrong;
}

void check_registers(void)
{
	unsigned wrong = count_damage();

	check(!wrong, "ldbar.registers", "# %u of the instructions change something", wrong);
}

static void put_handler(uint64_t vector, const uint8_t *code, const uint8_t *end)
{
	uint8_t *volatile to = (uint8_t *)vector;

	memcpy(to, code, (size_t)(end - code));
	asm volatile("dcbst 0,%0; sync; icbi 0,%0; isync" ::"r"(to) : "memory");
}

/* The same while interrupts come, in our byte order, at any place. What the firmware has at the vectors is in the other one. */
void check_interrupts(void)
{
	unsigned wrong = 0, rounds = 0;
	bool on;

	check(!opal(70, 2, 0, 0, 0, 0), "codes.little_endian_interrupts", "# another answer");
	put_handler(VECTOR_TICK, tick_handler, tick_handler_end);
	put_handler(VECTOR_BELL, bell_handler, bell_handler_end);
	tick_start();
	while (tick_count < TICKS && rounds++ < 100000)
		wrong += count_damage();
	on = tick_stop();
	check(!wrong && on && tick_count >= TICKS, "ldbar.interrupts", "# %u changes, interrupts %s, %llu came", wrong,
	      on ? "on" : "off", (unsigned long long)tick_count);
}

/* ---- nest ------------------------------------------------------------------------------------------------- */

/* Also until the microcode has taken the command back. */
static bool wait_for_status(const uint8_t *region, uint64_t status)
{
	uint64_t start = time_base();

	while (counter(region + STATUS) != status || counter(region + COMMAND))
		if (time_base() - start > TIMEBASE)
			return false;
	return true;
}

static uint32_t cpu_of(uint32_t chip)
{
	for (unsigned i = 0; i < board.cpus; i++)
		if (board.cpu_chip[i] == chip)
			return board.cpu[i];
	return 0;
}

/* Any call makes the model catch up with the time, also if its processor has been taken away. */
static void catch_up(void)
{
	imc(OPAL_START, 9, board.boot_cpu);
}

static void take_counters(const uint8_t *region, uint64_t *values)
{
	catch_up();
	for (unsigned i = 0; i < GROUP_1; i++)
		values[i] = counter(region + 8 * i);
}

/* Power bus and memory controllers, which are posted every millisecond. */
static unsigned count_wrong(const uint8_t *region, unsigned chip)
{
	uint64_t before[GROUP_1], after[GROUP_1];
	struct window window;
	unsigned wrong = 0;

	open_window(&window);
	take_counters(region, before);
	enter_window(&window);
	pass_us(40000);
	leave_window(&window);
	take_counters(region, after);
	close_window(&window);
	for (unsigned i = 1; i < GROUP_1; i++)
		wrong += !fits(after[i] - before[i], nest_rate(8 * i, chip), &window, 2 * MILLISECOND);
	return wrong;
}

static void check_chip(unsigned chip)
{
	const uint8_t *region = board.region[chip];
	uint32_t pir = cpu_of(board.chip_id[chip]);
	uint64_t updates = counter(region), value;
	unsigned wrong;

	check(!imc(OPAL_STOP, OPAL_NEST, pir) && !imc(OPAL_START, OPAL_NEST, pir) && wait_for_status(region, 1),
	      "nest.starts", "# status %llu", (unsigned long long)counter(region + STATUS));
	wrong = count_wrong(region, chip);
	check(!wrong, "nest.rates", "# chip %u: %u counters are off", chip, wrong);
	check(counter(region) > updates && counter(region + 0x658) > 0, "nest.update_counts", "# they stand still");
	check(!imc(OPAL_STOP, OPAL_NEST, pir) && wait_for_status(region, 2) && !counter(region + COMMAND), "nest.stops",
	      "# status %llu", (unsigned long long)counter(region + STATUS));
	value = counter(region + 8);
	pass_us(3000);
	check(counter(region + 8) == value, "nest.holds", "# it goes on");
}

void check_nest(void)
{
	for (unsigned i = 0; i < board.chips; i++)
		check_chip(i);
}

/* ---- cores ------------------------------------------------------------------------------------------------ */

static struct window run_core(uint32_t pir, int64_t *codes)
{
	struct window window;

	open_window(&window);
	*codes = imc(OPAL_START, OPAL_CORE, pir);
	enter_window(&window);
	pass_us(5000);
	leave_window(&window);
	*codes |= imc(OPAL_STOP, OPAL_CORE, pir);
	close_window(&window);
	return window;
}

static void check_core(uint32_t pir)
{
	static const unsigned offsets[] = {0x18, 0x20, 0x30, 0x58, 0x818, 0x1018, 0x1fd8};
	struct window window;
	int64_t codes;
	unsigned wrong = 0;

	memset(page, 0, sizeof(page));
	check(!init(OPAL_CORE, page, pir), "core.init", "# another answer");
	window = run_core(pir, &codes);
	check(!codes, "core.starts_and_stops", "# another answer");
	for (size_t i = 0; i < ARRAY_SIZE(offsets); i++)
		wrong += !fits(counter(page + offsets[i]), core_rate(offsets[i], pir), &window, 0);
	check(!wrong, "core.rates", "# processor 0x%x: %u counters are off", pir, wrong);
	check(fits(counter(page + 0xa0), 62500, &window, 0), "core.reference_clock", "# %llu",
	      (unsigned long long)counter(page + 0xa0));
	check(!counter(page + 0x38) && !counter(page + 0x10), "core.nothing_between", "# something is posted there");
}

void check_cores(void)
{
	for (unsigned i = 0; i < board.cpus; i++)
		check_core(board.cpu[i]);
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

static volatile uint64_t second_order, second_answer;

void check_second(uint64_t pir);

/* The other thread sets its LDBAR as told, and goes back to OPAL when told 0. */
void check_second(uint64_t pir)
{
	uint64_t order;

	do {
		while (!(order = second_order))
			;
		second_order = 0;
		ldbar_write(order == 1 ? 0 : order);
		second_answer = ldbar_read();
	} while (order != 1);
	opal(69, pir, 0, 0, 0, 0);
}

static void order_second(uint64_t value)
{
	second_answer = 1;
	second_order = value ? value : 1;
	while (second_answer == 1)
		;
}

static uint64_t set_ldbar(uint64_t value, bool own)
{
	if (!own) {
		order_second(value);
		return second_answer;
	}
	ldbar_write(value);
	return ldbar_read();
}

static void count_thread(uint32_t pir, bool own)
{
	uint64_t value = LDBAR_COUNT | ((uintptr_t)thread_page & ADDRESS_MASK);
	struct window window;
	int64_t codes;

	memset(page, 0, sizeof(page));
	memset(thread_page, 0, sizeof(thread_page));
	init(OPAL_CORE, page, pir);
	check(set_ldbar(value, own) == value, "thread.ldbar", "# it reads otherwise");
	window = run_core(pir, &codes);
	check(!codes && !set_ldbar(0, own), "thread.starts_and_stops", "# another answer");
	check(fits(counter(thread_page + 0x1018), thread_rate(0x1018, pir), &window, 0), "thread.rates",
	      "# processor 0x%x: %llu", pir, (unsigned long long)counter(thread_page + 0x1018));
	check(!counter(thread_page + 0x18), "thread.nothing_between", "# a core's counter is posted there");
}

void check_threads(void)
{
	uint32_t other = board.boot_cpu;

	for (unsigned i = 0; i < board.cpus; i++)
		if (board.cpu[i] != board.boot_cpu)
			other = board.cpu[i];
	count_thread(board.boot_cpu, true);
	if (other == board.boot_cpu)
		return;
	check(!opal(41, other, (uintptr_t)second_start, 0, 0, 0), "thread.second_starts", "# it does not");
	count_thread(other, false);
}

/* ---- trace ------------------------------------------------------------------------------------------------ */

static const uint8_t *record(unsigned index)
{
	return ring + 64 * index;
}

static bool is_valid(unsigned index)
{
	uint64_t first = counter(record(index)), second = counter(record(index) + 0x38);

	return first && (first & MASK(0, 42)) == second;
}

static struct window run_trace(uint32_t pir, int64_t *codes)
{
	struct window window;

	memset(ring, 0, sizeof(ring));
	*codes = init(OPAL_TRACE, ring, pir);
	ldbar_write(0);
	ldbar_write(LDBAR_TRACE | ((uintptr_t)ring & ADDRESS_MASK));
	open_window(&window);
	*codes |= imc(OPAL_START, OPAL_TRACE, pir);
	enter_window(&window);
	pass_us(3000);
	leave_window(&window);
	*codes |= imc(OPAL_STOP, OPAL_TRACE, pir);
	close_window(&window);
	ldbar_write(0);
	return window;
}

/* The records from the start on. A run in which the host has let the ring wrap says nothing. */
void check_trace(void)
{
	unsigned valid = 0, wrong = 0, tries = 0;
	struct window window;
	uint64_t latest;
	int64_t codes;

	do
		window = run_trace(board.boot_cpu, &codes);
	while (window.end[1] - window.start[0] > 30 * MILLISECOND && ++tries < 100);
	latest = window.start[0];
	for (; valid < RING / 64 && is_valid(valid); valid++) {
		uint64_t time = counter(record(valid)), address = counter(record(valid) + 8);

		wrong += time <= latest || (address >> 20) != 0x200 || address % 4;
		latest = time;
	}
	check(!codes, "trace.starts_and_stops", "# another answer");
	check(fits(valid, 128000, &window, 0), "trace.records", "# %u valid records", valid);
	check(!wrong && latest <= window.end[1], "trace.order", "# %u records are out of order or place", wrong);
}

/* ---- what must not be done -------------------------------------------------------------------------------- */

static void start_core(void)
{
	init(OPAL_CORE, page, board.boot_cpu);
	imc(OPAL_START, OPAL_CORE, board.boot_cpu);
}

static void do_nothing(void)
{
}

static void leave_core(void)
{
	start_core();
}

static void leave_nest(void)
{
	imc(OPAL_START, OPAL_NEST, board.boot_cpu);
}

static void leave_ldbar(void)
{
	start_core();
	imc(OPAL_STOP, OPAL_CORE, board.boot_cpu);
	ldbar_write((uintptr_t)thread_page & ADDRESS_MASK);
}

static void give_crooked_page(void)
{
	init(OPAL_CORE, page + 8, board.boot_cpu);
}

static void give_foreign_page(void)
{
	init(OPAL_CORE, (void *)UINT64_C(0x30000000), board.boot_cpu);
}

static void start_uninitialised(void)
{
	imc(OPAL_START, OPAL_CORE, board.boot_cpu);
	imc(OPAL_STOP, OPAL_CORE, board.boot_cpu);
}

static void command_directly(void)
{
	__atomic_store_n((uint64_t *)(board.region[0] + COMMAND), __builtin_bswap64(2), __ATOMIC_RELAXED);
	ldbar_write(0); /* something that sets the model going */
	pass_us(3000);
}

static void ask_for_hidden(void)
{
	opal(42, board.cpu[board.cpus - 1] + 4, (uintptr_t)page, 0, 0, 0);
}

bool misbehave(const char *word)
{
	static const struct {
		const char *word;
		void (*act)(void);
	} acts[] = {
		{"nothing", do_nothing},
		{"leave-core", leave_core},
		{"leave-nest", leave_nest},
		{"leave-ldbar", leave_ldbar},
		{"crooked-page", give_crooked_page},
		{"foreign-page", give_foreign_page},
		{"uninitialised", start_uninitialised},
		{"command", command_directly},
		{"hidden", ask_for_hidden},
	};

	for (size_t i = 0; i < ARRAY_SIZE(acts); i++) {
		if (strcmp(acts[i].word, word))
			continue;
		acts[i].act();
		return true;
	}
	return false;
}
