/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/run.h"

#include "arch/x86/cpu.h"
#include "arch/x86/qemu.h"
#include "core/check/check.h"
#include "core/hardware/identity.h"
#include "core/hardware/leaving.h"
#include "core/hardware/plan.h"
#include "core/hardware/write_ahead.h"
#include "core/record/crash_text.h"
#include "core/record/record_board.h"
#include "core/session/session.h"
#include "lib/text.h"
#include "pc/loader_words.h"
#include "pc/pc.h"

struct run run;

/* ---- end and crash ----------------------------------------------------------------------------------- */

static void enter_emergency(void)
{
	if (run.emergency)
		run.emergency(run.context);
}

/* Uses frames if they are on: the last output is the most important. */
static void emergency_write(void *context, const char *bytes, size_t length)
{
	static bool begun;

	(void)context;
	enter_emergency();
	if (!begun) {
		uart_recover(run.uart);
		link_end_line(&run.link);
	}
	begun = true;
	link_write(&run.link, bytes, length);
}

/* Does what `on-crash` says; returns if it says to halt. "crash: " makes the line part of the report. */
static void act_after_crash(void)
{
	char bytes[80];
	struct text text = TEXT_OVER(bytes);
	enum power_action action = run.shell.on_crash;

	if (action == POWER_STAY)
		return;
	text_format(&text, "crash: %s by %s, as on-crash says\n", power_name(action), run.machine.power->by);
	run.link.ends.write(run.link.ends.context, text.at, text.length);
	uart_drain(run.uart);
	power_act(&run.machine, action, true);
}

/* The firmware cannot be resumed from here, so a board stays stopped. */
static void __attribute__((noreturn)) crashed(void *context)
{
	static const char farewell[] = "uncork: stopped; the board needs a reset\n";
	static bool compared;

	(void)context;
	/* Happens once, although an exception in it leads here again. The other CPUs checked their own registers when
	 * they stopped. */
	if (!compared) {
		compared = true;
		checks_abandon();
		crash_say_left(&run.machine, x86_entry_left, emergency_write, NULL);
	}
	link_finish(&run.link);
	uart_drain(run.uart);
	act_after_crash();
	if (run.qemu)
		qemu_end(VERDICT_CRASH);
	run.link.ends.write(run.link.ends.context, farewell, sizeof(farewell) - 1);
	uart_drain(run.uart);
	cpu_stop();
}

/* Continues the output of the CPU that hangs, which is in an access and not in the middle of a line. */
static void __attribute__((noreturn)) stuck(void *context, const struct stuck_access *access)
{
	enum verdict verdict;

	(void)context;
	enter_emergency();
	uart_recover(run.uart);
	if (!checks_report_stuck(access))
		record_stuck(&run.output, &run.machine, access);
	record_note(&run.output,
		    "registers are not compared with their first values: some belong to the CPU that hangs");
	if (run.shell.on_crash != POWER_STAY)
		shell_say_power(&run.shell, run.shell.on_crash);
	verdict = output_end(&run.output);
	link_finish(&run.link);
	uart_drain(run.uart);
	checks_abandon();
	session_abandon();
	power_act(&run.machine, run.shell.on_crash, true);
	if (run.qemu)
		qemu_end(verdict);
	cpu_stop();
}

struct x86_boot run_boot(void)
{
	return (struct x86_boot){
		.image_base = (uint64_t)image_start,
		.image_size = (uint64_t)(image_end - image_start),
		.arena = &run.arena,
		.emergency_write = emergency_write,
		.crashed = crashed,
		.stuck = stuck,
	};
}

/* ---- settings and boot commands ------------------------------------------------------------------------ */

bool run_take_line(struct text *line, bool typed, struct boot_commands *boot_commands)
{
	static const struct loader_commands ours = {command_is, command_is_like};
	static const char said[] = "words that are not commands were ignored:";
	static char bytes[160];
	struct text note = TEXT_OVER(bytes);

	text_string(&note, said);
	if (!typed)
		loader_words_drop(line, &ours, &note);
	*boot_commands = (struct boot_commands){.kind = COMMANDS_LINE, .text = {line->at, line->length}};
	if (note.length > sizeof(said) - 1)
		run.note = bytes;
	return line->length;
}

/* Description of the console before its speed was set; NULL: it was never set. */
static const char *console_before;

const char *run_set_port(void *context, uint16_t port)
{
	const char *console;

	(void)context;
	if (run.uart->present && !run.uart->memory_mapped && run.uart->base == port)
		return NULL;
	uart_drain(run.uart);
	console = run.use_port(port);
	if (!console)
		return "no 16550 answers there";
	console_before = NULL;
	run.console = run.machine.console = console;
	return NULL;
}

/* Firmware timers are held while the port's registers have another meaning. */
const char *run_set_speed(void *context, uint32_t baud)
{
	static char bytes[160];
	struct text text = TEXT_OVER(bytes);
	uint64_t flags;

	(void)context;
	if (!run.uart->present)
		return "no serial port answers";
	uart_drain(run.uart);
	flags = cpu_disable_interrupts();
	uart_set_speed(run.uart, baud);
	cpu_restore_interrupts(flags);
	if (!console_before)
		console_before = run.console;
	text_format(&text, "%s, at %u baud as serial-speed says", console_before, baud);
	run.console = run.machine.console = bytes;
	return NULL;
}

void run_settings(void)
{
	settings_take(&run.settings, run.boot_commands.text);
	if (run.settings.serial_port)
		(void)run_set_port(NULL, run.settings.serial_port); /* the command itself reports errors */
	if (run.settings.serial_baud)
		(void)run_set_speed(NULL, run.settings.serial_baud);
}

void run_greet(const char *platform)
{
	run.shell = (struct shell){
		.machine = &run.machine,
		.output = &run.output,
		.read_char = link_read_char,
		.frame = link_frame,
		.context = &run.link,
		.read_file = run.read_file,
		.set_speed = run_set_speed,
		.set_port = run_set_port,
	};
	shell_greet(&run.shell, run.boot_commands.text, platform);
}

static void tell_console(void *context, const char *bytes, size_t length)
{
	(void)context;
	record_ahead(&run.output, (struct slice){bytes, length});
}

static bool open_machine(const struct x86_boot *boot)
{
	bool good;

	if (run.settings.wrong[0]) {
		record_error(&run.output, VERDICT_ERROR, "%s: nothing was touched", run.settings.wrong);
		return false;
	}
	good = x86_start(&run.machine, boot);
	write_ahead_say("step", "inventory");
	if (!good || !machine_inventory(&run.machine)) {
		record_error(&run.output, VERDICT_ERROR, "no memory to describe the machine");
		return false;
	}
	run.machine.console = run.console;
	return true;
}

static void run_boot_commands(void)
{
	const struct boot_commands *boot_commands = &run.boot_commands;

	if (run.note)
		record_note(&run.output, "%s", run.note);
	if (boot_commands->wrong) {
		record_error(&run.output, VERDICT_ERROR, "%s", boot_commands->wrong);
	} else if (boot_commands->kind == COMMANDS_LINE) {
		shell_line(&run.shell, boot_commands->text);
		shell_expect_command(&run.shell);
	} else if (boot_commands->kind == COMMANDS_SCRIPT) {
		shell_script(&run.shell, boot_commands->text);
		shell_expect_command(&run.shell);
	} else {
		shell_line(&run.shell, slice_of("info"));
		shell_prompt(&run.shell);
	}
}

enum verdict run_power(enum verdict verdict)
{
	static const char failure[] = "uncork: this had no effect; the board stays as it is\n";

	if (run.shell.power == POWER_STAY)
		return verdict;
	power_act(&run.machine, run.shell.power, false);
	run.link.ends.write(run.link.ends.context, failure, sizeof(failure) - 1);
	uart_drain(run.uart);
	return VERDICT_ERROR;
}

/* The other CPUs keep their entries until the run ends. */
static void record_entries_left(void)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < run.machine.cpu_count; i++) {
		struct left left;

		if (!x86_entry_left(i, &left))
			continue;
		record_left_register(&run.output, &run.machine, &left);
		count++;
	}
	record_left_total(&run.output, count);
}

void run_machine(const struct x86_boot *boot)
{
	static const struct write_ahead_sink sink = {tell_console, true, NULL};
	uint16_t warnings;

	/* If no medium keeps the write-ahead log, the console shows it. */
	if (!write_ahead_ready() && !write_ahead_open(&sink, &run.machine, &run.arena))
		record_note(&run.output, "no memory to show accesses in advance");
	if (open_machine(boot)) {
		record_errors(&run.output, &run.machine);
		identity_ask(&run.machine);
		record_board(&run.output, &run.machine);
		if (run.keep_ticket)
			run.keep_ticket();
		run_boot_commands();
		shell_say_lacks(&run.shell);
	}
	plan_end();
	shell_restore(&run.shell);
	warnings = run.machine.warning_count;
	x86_note_errors();
	for (; warnings < run.machine.warning_count; warnings++)
		record_note(&run.output, "%s", run.machine.warnings[warnings]);
	record_errors(&run.output, &run.machine);
	record_errors_total(&run.output, &run.machine);
	run.kept = x86_stop();
	uart_recover(run.uart);
	record_entries_left();
}
