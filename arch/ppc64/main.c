/* SPDX-License-Identifier: BSD-2-Clause */
/* From OPAL's entry to power off: opens the machine, runs the commands, ends the run. */
#include "arch/ppc64/fdt.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/crash.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"
#include "arch/ppc64/posted.h"
#include "arch/ppc64/ppc64.h"
#include "core/command/settings.h"
#include "core/hardware/plan.h"
#include "core/record/link.h"
#include "core/session/session.h"
#include "core/version.h"
#include "lib/memory.h"

#define ARENA_BYTES_WANTED (64u << 20)
#define ARENA_BYTES_LEAST  (1u << 20)
#define ARENA_ALIGN        65536
#define PVR_POWER9         0x4e
#define LOWEST_FREE        (UINT64_C(16) << 20) /* memory below may contain data of earlier programs */

static struct run {
	const void *tree;
	struct arena arena;
	struct machine machine;
	struct output output;
	struct shell shell;
	struct link link;
	bool crashed;
	uint32_t crashed_cpu; /* index into machine.cpus */
} run = {.crashed_cpu = UINT32_MAX};

/* While another CPU reports a crash, this one writes nothing, not even a verdict. */
static void write_console(void *context, const char *bytes, size_t length)
{
	while (__atomic_load_n(&run.crashed, __ATOMIC_ACQUIRE) && run.crashed_cpu != thread_here()->index)
		cpu_relax();
	opal_console_write(context, bytes, length);
}

static void main_say(const char *string)
{
	link_write(&run.link, string, strlen(string));
}

/* Reads a character, but leaves the terminal's line alone while a window is open. */
static int receive(void *context, unsigned timeout_ms)
{
	return platform.window_open ? LINK_NOTHING : opal_console_read_char(context, timeout_ms);
}

static void write_crash(void *context, const char *bytes, size_t length)
{
	(void)context;
	link_write(&run.link, bytes, length);
}

struct crash_image image_symbols_of_code(void)
{
	return (struct crash_image){
		.base = (uint64_t)image_start,
		.size = (uint64_t)(image_code_end - image_start),
		.symbols = image_symbols,
		.symbol_count = image_symbol_count,
		.names = image_symbol_names,
		.linked_at = IMAGE_LINKED_AT,
	};
}

/* ---- end and crash ---------------------------------------------------------------------------------- */

/* Records are not possible before the machine is known. */
static void __attribute__((noreturn)) give_up(const char *why)
{
	main_say("uncork ");
	main_say(uncork_version);
	main_say(" ppc64le OPAL: ");
	main_say(why);
	main_say("\nerror: 0 passed, 0 failed, 0 skipped\n");
	opal_power_off();
}

static bool load_crash_word(void *context, uint64_t address, uint64_t *value)
{
	const struct range place = {address, sizeof(*value)};

	(void)context;
	if (address % sizeof(*value) || !tree_is_memory(run.tree, &place))
		return false;
	*value = *(const uint64_t *)address;
	return true;
}

/* Any CPU may get here, with the machine in any state. */
static void crashed(const struct trap_frame *frame)
{
	const struct hardware_thread *self = thread_here();
	const struct crash_scene scene = {
		.frame = frame,
		.cpu = self->index,
		.pir = self->pir,
		.image = image_symbols_of_code(),
		.machine = &run.machine,
		.load = load_crash_word,
		.write = write_crash,
	};

	if (__atomic_exchange_n(&run.crashed, true, __ATOMIC_ACQUIRE)) {
		if (run.crashed_cpu != self->index)
			return;
		main_say("crash: and again while it was reported\n");
		opal_power_off();
	}
	run.crashed_cpu = self->index;
	link_end_line(&run.link);
	crash_report(&scene);
	session_abandon();
	(void)posted_leave(&run.machine); /* nothing may follow the report */
	platform.window_open = false;
	link_finish(&run.link);
	power_act(&run.machine, run.shell.on_crash, true);
	opal_power_off();
}

/* ---- boot commands ------------------------------------------------------------------------------------ */

static bool open_machine(void)
{
	struct settings settings;

	settings_take(&settings, tree_arguments(run.tree));
	if (plan_is_wanted())
		settings_refuse(&settings, "plan: counters in memory and OPAL calls cannot be planned");
	if (settings.wrong[0]) {
		record_error(&run.output, VERDICT_ERROR, "%s: nothing was touched", settings.wrong);
		return false;
	}
	run.machine.arena = &run.arena;
	run.machine.power = &opal_power;
	exception_unexpected = crashed;
	if (!platform_start(&run.machine, run.tree) || !posted_inventory(&run.machine)) {
		record_error(&run.output, VERDICT_ERROR, "no memory to describe the machine");
		return false;
	}
	run.machine.console = "OPAL terminal 0";
	return true;
}

static void run_all(void)
{
	struct slice arguments = tree_arguments(run.tree);
	uint64_t maintained = 0;
	uint16_t posting;

	output_start(&run.output, link_write, &run.link, FORM_TEXT);
	run.shell = (struct shell){
		.machine = &run.machine,
		.output = &run.output,
		.read_char = link_read_char,
		.frame = link_frame,
		.context = &run.link,
	};
	shell_greet(&run.shell, arguments, "ppc64le OPAL");
	if (open_machine()) {
		shell_line(&run.shell, arguments.length ? arguments : slice_of("info"));
		if (arguments.length)
			shell_expect_command(&run.shell);
		else
			shell_prompt(&run.shell);
	}
	shell_say_lacks(&run.shell);
	shell_restore(&run.shell);
	posting = posted_leave(&run.machine);
	if (posting)
		record_error(
			&run.output, VERDICT_FAIL,
			"LDBAR of cpu %u is not 0 at the end: its core may write to memory that the next program uses",
			posting - 1u);
	for (uint32_t i = 0; i < run.machine.cpu_count; i++)
		maintained += platform_interrupts(i).maintained;
	if (maintained)
		record_note(&run.output, "%llu hypervisor maintenance interrupts were handled by OPAL: see its log",
			    (unsigned long long)maintained);
	output_end(&run.output);
	link_finish(&run.link);
}

/* ---- start ------------------------------------------------------------------------------------------ */

static bool take_payload_memory(void)
{
	const struct range used[] = {
		{(uint64_t)image_start, (uint64_t)(image_end - image_start)},
		{(uint64_t)run.tree, fdt_totalsize(run.tree)},
	};
	struct memory_request request = {
		.size = ARENA_BYTES_WANTED,
		.align = ARENA_ALIGN,
		.lowest = LOWEST_FREE,
		.used = used,
		.used_count = ARRAY_SIZE(used),
	};

	for (; request.size >= ARENA_BYTES_LEAST; request.size /= 2) {
		uint64_t found = tree_free_memory(run.tree, &request);

		if (!found)
			continue;
		run.arena = (struct arena){.at = (uint8_t *)found, .size = request.size};
		return true;
	}
	return false;
}

void ppc64_main(uint64_t tree, uint64_t opal_base, uint64_t opal_entry)
{
	static const struct link_ends ends = {.write = write_console, .send = write_console, .receive = receive};
	struct tree_opal found;

	run.tree = (const void *)tree;
	/* A boot loader may not pass OPAL's address in registers, but the tree always has it. */
	if (tree_opal(run.tree, &found))
		opal = (struct opal){found.base, found.entry};
	else
		opal = (struct opal){opal_base, opal_entry};
	/* Without OPAL there is no output. */
	if (!opal.entry)
		for (;;)
			cpu_relax();
	link_open(&run.link, &ends, &run.arena);
	main_say("\n");
	if (!tree_is_sound(run.tree, fdt_totalsize(run.tree)))
		give_up("the device tree is damaged");
	if (cpu_read_spr(SPR_PVR) >> 16 < PVR_POWER9)
		give_up("uncork knows no counters of processors older than POWER9");
	if (!take_payload_memory())
		give_up("the device tree shows no free memory");
	run_all();
	power_act(&run.machine, run.shell.power, false);
	opal_power_off();
}
