/* SPDX-License-Identifier: BSD-2-Clause */
/* The payload's surroundings: console, time, device tree, and the order of things. */
#include "tests/opal/payload.h"

#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"

enum { OPAL_CONSOLE_WRITE = 1, OPAL_POWER_DOWN = 5, OPAL_POLL = 10 };
#define BUSY       (-2)
#define BUSY_EVENT (-12)

void check_main(const void *tree);
void __stack_chk_fail(void);

/* Functions that libfdt, built for a hosted system, refers to. */
void __stack_chk_fail(void)
{
	while (true)
		;
}

void *memchr(const void *from, int byte, size_t size)
{
	for (const uint8_t *at = from; size--; at++)
		if (*at == (uint8_t)byte)
			return (void *)(uintptr_t)at;
	return NULL;
}

size_t strnlen(const char *string, size_t limit)
{
	const char *end = memchr(string, 0, limit);

	return end ? (size_t)(end - string) : limit;
}

char *strrchr(const char *string, int c)
{
	const char *found = NULL;

	for (; *string; string++)
		if (*string == c)
			found = string;
	return (char *)(uintptr_t)found;
}

struct board board;

static unsigned passed, failed;

/* ---- console ---------------------------------------------------------------------------------------------- */

static void write_all(const char *text, uint64_t length)
{
	while (length) {
		uint64_t taken = __builtin_bswap64(length);
		int64_t code = opal(OPAL_CONSOLE_WRITE, 0, (uintptr_t)&taken, (uintptr_t)text, 0, 0);

		if (code == BUSY || code == BUSY_EVENT) {
			opal(OPAL_POLL, 0, 0, 0, 0, 0);
			continue;
		}
		text += __builtin_bswap64(taken);
		length -= __builtin_bswap64(taken);
	}
}

static void say_list(const char *format, va_list arguments)
{
	char buffer[256];
	struct text line = text_over(buffer, sizeof(buffer) - 2);

	text_format_list(&line, format, arguments);
	memcpy(buffer + line.length, "\r\n", 2);
	write_all(buffer, line.length + 2);
}

void say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say_list(format, arguments);
	va_end(arguments);
}

void check(bool holds, const char *name, const char *format, ...)
{
	va_list arguments;

	passed += holds;
	failed += !holds;
	if (!holds) {
		va_start(arguments, format);
		say_list(format, arguments);
		va_end(arguments);
	}
	say("%s %u %s", holds ? "ok" : "not ok", passed + failed, name);
}

/* ---- time and counters ------------------------------------------------------------------------------------ */

uint64_t time_base(void)
{
	uint64_t value;

	asm volatile("mfspr %0, 268" : "=r"(value));
	return value;
}

void pass_us(uint64_t us)
{
	uint64_t start = time_base();

	while (time_base() - start < 512 * us)
		;
}

void open_window(struct window *window)
{
	window->start[0] = time_base();
}

void enter_window(struct window *window)
{
	window->start[1] = time_base();
}

void leave_window(struct window *window)
{
	window->end[0] = time_base();
}

void close_window(struct window *window)
{
	window->end[1] = time_base();
}

bool fits(uint64_t count, uint64_t rate, const struct window *window, uint64_t ticks)
{
	uint64_t least = window->end[0] - window->start[1], most = window->end[1] - window->start[0];

	least = least > ticks ? least - ticks : 0;
	return count + 1 >= rate * least / TIMEBASE && count <= rate * (most + ticks) / TIMEBASE + 1;
}

uint64_t counter(const uint8_t *at)
{
	return __builtin_bswap64(__atomic_load_n((const uint64_t *)at, __ATOMIC_RELAXED));
}

/* ---- device tree ------------------------------------------------------------------------------------------ */

static void find_cpus(void)
{
	const void *tree = board.tree;
	int node, cpus = fdt_path_offset(tree, "/cpus");

	fdt_for_each_subnode(node, tree, cpus)
	{
		const char *type = fdt_getprop(tree, node, "device_type", NULL);
		const fdt32_t *reg = fdt_getprop(tree, node, "reg", NULL);
		const fdt32_t *chip = fdt_getprop(tree, node, "ibm,chip-id", NULL);

		if (!type || strcmp(type, "cpu") || !reg || !chip || board.cpus == CPUS)
			continue;
		board.cpu[board.cpus] = fdt32_to_cpu(*reg);
		board.cpu_chip[board.cpus++] = fdt32_to_cpu(*chip);
	}
}

/* From any node that says where the nest counters are. */
static void find_regions(void)
{
	const void *tree = board.tree;
	int node, length, top = fdt_path_offset(tree, "/imc-counters");

	fdt_for_each_subnode(node, tree, top)
	{
		const fdt64_t *base = fdt_getprop(tree, node, "base-addr", &length);
		const fdt32_t *id = fdt_getprop(tree, node, "chip-id", NULL);
		const fdt32_t *offset = fdt_getprop(tree, node, "offset", NULL);

		if (!base || !id || !offset)
			continue;
		board.chips = (unsigned)length / 8;
		for (unsigned i = 0; i < board.chips && i < CHIPS; i++) {
			board.chip_id[i] = fdt32_to_cpu(id[i]);
			board.region[i] = (uint8_t *)(fdt64_to_cpu(base[i]) + fdt32_to_cpu(*offset));
		}
		return;
	}
}

/* ---- order ------------------------------------------------------------------------------------------------ */

static void check_all(void)
{
	say("KTAP version 1");
	check_tree();
	check_codes();
	check_registers();
	check_interrupts();
	check_nest();
	check_cores();
	check_threads();
	check_trace();
	say("1..%u", passed + failed);
}

/* One after the other. */
static void misbehave_all(const char *words)
{
	struct slice rest = slice_of(words);

	while (rest.length) {
		char bytes[32];
		struct text word = TEXT_OVER(bytes);
		struct slice next = slice_cut(&rest, ' ');

		text_bytes(&word, next.at, next.length);
		check(misbehave(word.at), word.at, "# no such word");
	}
}

void check_main(const void *tree)
{
	const char *words;

	board.tree = tree;
	board.boot_cpu = fdt_boot_cpuid_phys(tree);
	say("uncork 0: a payload that tries the virtual POWER9");
	find_cpus();
	find_regions();
	words = fdt_getprop(tree, fdt_path_offset(tree, "/chosen"), "bootargs", NULL);
	if (!words || !*words || !strcmp(words, "test"))
		check_all();
	else
		misbehave_all(words);
	say("%s: %u passed, %u failed, 0 skipped", failed ? "fail" : "pass", passed, failed);
	while (true)
		opal(OPAL_POWER_DOWN, 0, 0, 0, 0, 0);
}
