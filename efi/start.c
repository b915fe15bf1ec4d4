/* SPDX-License-Identifier: BSD-2-Clause */
/* From the firmware's entry point to the end of the run: what is here, what was asked, what came of it. */
#include "arch/x86/x86.h"
#include "core/check/check.h"
#include "core/command/command.h"
#include "core/hardware/write_ahead.h"
#include "core/record/link.h"
#include "core/session/session.h"
#include "core/version.h"
#include "efi/arguments.h"
#include "efi/console.h"
#include "efi/files.h"
#include "efi/leave.h"
#include "efi/menu.h"
#include "efi/processors.h"
#include "efi/stick.h"
#include "lib/memory.h"

#define ARENA_BYTES_WANTED (16u << 20)
#define ARENA_BYTES_LEAST  (1u << 20)
#define LINE_BYTES         2048
#define SCRIPT_BYTES       65536

/* What is to be done: a line of commands, a script, or what somebody types. */
struct boot_commands {
	enum { COMMANDS_TYPED, COMMANDS_LINE, COMMANDS_SCRIPT } kind;
	struct slice text;
	const char *wrong; /* why there are none, and no prompt either; NULL: all is well */
	bool options_ignored;
};

static struct run {
	struct firmware firmware;
	struct console console;
	struct link link;
	struct stick stick;
	struct boot_commands boot_commands;
	struct arena arena;
	struct x86_boot boot;
	struct machine machine;
	struct output output;
	struct shell shell;
	bool qemu;
	bool keeps_result; /* the commands came from the medium, and so goes the result */
} run;

/* Our own bounds, from efi/image.lds. */
extern const char image_start[], image_end[];

static bool take_memory(const struct firmware *firmware, struct arena *arena)
{
	for (size_t size = ARENA_BYTES_WANTED; size >= ARENA_BYTES_LEAST; size /= 2) {
		EFI_PHYSICAL_ADDRESS address;

		if (EFI_ERROR(firmware->services->AllocatePages(AllocateAnyPages, EfiLoaderData,
								EFI_SIZE_TO_PAGES(size), &address)))
			continue;
		*arena = (struct arena){.at = (uint8_t *)address, .size = size};
		return true;
	}
	return false;
}

static void give_memory_back(const struct firmware *firmware, const struct arena *arena)
{
	firmware->services->FreePages((EFI_PHYSICAL_ADDRESS)arena->at, EFI_SIZE_TO_PAGES(arena->size));
}

static void stall_us(void *context, uint64_t microseconds)
{
	struct console *console = context;

	console->firmware->services->Stall(microseconds);
}

static bool start_processors(void *context, void (*agent)(void))
{
	struct console *console = context;

	return processors_start(console->firmware, agent);
}

static void collect_processors(void *context)
{
	struct console *console = context;

	processors_collect(console->firmware);
}

static void start_say(struct console *console, const char *string)
{
	console_write(console, string, strlen(string));
}

/* Also in frames, if there are any: what is said last is what is wanted most. */
static void emergency_write(void *context, const char *bytes, size_t length)
{
	struct console *console = context;

	if (!console->emergency)
		link_end_line(&run.link);
	console->emergency = true;
	link_write(&run.link, bytes, length);
}

/* There is no state left that the firmware could be given back, so a board stays where it is. */
static void __attribute__((noreturn)) crashed(void *context)
{
	struct console *console = context;

	link_finish(&run.link);
	uart_drain(&console->uart);
	if (run.qemu)
		leave_qemu(VERDICT_CRASH);
	start_say(console, "uncork: stopped; the board needs a reset\n");
	uart_drain(&console->uart);
	leave_halt();
}

/* What the processor that stands still was saying goes on here: it is in an access, and not in the middle of a
 * line. */
static void __attribute__((noreturn)) stuck(void *context, const struct stuck_access *access)
{
	struct console *console = context;
	enum verdict verdict;

	console->emergency = true;
	if (!checks_report_stuck(access))
		record_stuck(&run.output, &run.machine, access);
	verdict = output_end(&run.output);
	link_finish(&run.link);
	uart_drain(&console->uart);
	checks_abandon();
	session_abandon();
	if (run.qemu)
		leave_qemu(verdict);
	leave_halt();
}

static void hold(void *context)
{
	write_ahead_hold();
	console_hold(context);
}

static void release_firmware(void *context)
{
	console_release(context);
	write_ahead_release();
}

static void describe_boot(void)
{
	const struct firmware *firmware = &run.firmware;

	run.boot = (struct x86_boot){
		.rsdp = firmware_rsdp(firmware),
		.image_base = (uint64_t)image_start,
		.image_size = (uint64_t)(image_end - image_start),
		.arena = &run.arena,
		.virtual_silicon = firmware_virtual_silicon(firmware),
		.hold = hold,
		.release = release_firmware,
		.stall_us = stall_us,
		.start_processors = start_processors,
		.collect_processors = collect_processors,
		.emergency_write = emergency_write,
		.crashed = crashed,
		.stuck = stuck,
		.context = &run.console,
	};
}

static void write_result(const char *result)
{
	char bytes[160];
	struct text text = TEXT_OVER(bytes);

	if (!run.keeps_result || run.stick.gone)
		return;
	text_format(&text, "uncork %s\nresult: %s\n", UNCORK_VERSION, result);
	text_format(&text, "passed: %u\nfailed: %u\nskipped: %u\n", run.output.passed, run.output.failed,
		    run.output.skipped);
	if (file_write(&run.firmware, RESULT_FILE, (struct slice){text.at, text.length}) == FILE_OK)
		return;
	run.keeps_result = false;
	record_note(&run.output, "the medium takes no result.txt");
}

/* Should the machine stop on the way, this is what the next reader of the medium finds. It comes first, so
 * that on a medium that is nearly full there is room for it, now and at the end. */
static void start_result(void)
{
	run.keeps_result = true;
	write_result("none: the run did not reach its end");
}

_Static_assert(SCRIPT_BYTES == 65536 && LINE_BYTES == 2048, "the messages below say so");

static struct boot_commands no_commands(const char *wrong)
{
	return (struct boot_commands){.wrong = wrong};
}

/* Without boot commands: those on the medium, else whoever sits at the console. */
static struct boot_commands find_configuration(void)
{
	char *script = arena_take(&run.arena, SCRIPT_BYTES, 1);
	UINTN length = 0;

	if (!script)
		return no_commands("no memory to read uncork.cfg into");
	switch (file_read(&run.firmware, CONFIGURATION_FILE, script, SCRIPT_BYTES, &length)) {
	case FILE_OK: return (struct boot_commands){.kind = COMMANDS_SCRIPT, .text = {script, length}};
	case FILE_TOO_LARGE: return no_commands("uncork.cfg is longer than 65536 bytes");
	case FILE_FAILED: return no_commands("uncork.cfg cannot be read");
	case FILE_ABSENT: break;
	}
	return no_commands(NULL);
}

static struct boot_commands find_boot_commands(void)
{
	char *bytes = arena_take(&run.arena, LINE_BYTES, 1);
	struct boot_commands boot_commands;
	struct text line;

	if (!bytes)
		return no_commands("no memory for the command line");
	line = text_over(bytes, LINE_BYTES);
	switch (arguments_line(&run.firmware, &line)) {
	case ARGUMENTS_GIVEN: return (struct boot_commands){.kind = COMMANDS_LINE, .text = {line.at, line.length}};
	case ARGUMENTS_TOO_LONG: return no_commands("more than 2047 characters of commands");
	case ARGUMENTS_UNREADABLE:
		boot_commands = find_configuration();
		boot_commands.options_ignored = true;
		return boot_commands;
	case ARGUMENTS_NONE: break;
	}
	return find_configuration();
}

static void run_boot_commands(void)
{
	const struct boot_commands *boot_commands = &run.boot_commands;

	if (boot_commands->options_ignored)
		record_note(&run.output, "the boot entry's options are no text and were ignored");
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

static bool open_machine(void)
{
	bool good;

	describe_boot();
	good = x86_start(&run.machine, &run.boot);
	write_ahead_say("step", "inventory");
	if (!good || !machine_inventory(&run.machine)) {
		record_error(&run.output, VERDICT_ERROR, "no memory to describe the machine");
		return false;
	}
	run.machine.console = console_description(&run.console);
	return true;
}

/* What is said goes to the console and, if there is one to keep it, into its log. */
static void write_console(void *context, const char *bytes, size_t length)
{
	(void)context;
	link_write(&run.link, bytes, length);
	stick_write(&run.stick.files[STICK_LOG], bytes, length);
}

static void tell_console(void *context, const char *bytes, size_t length)
{
	(void)context;
	record_ahead(&run.output, (struct slice){bytes, length});
}

/* Without a medium that keeps the write-ahead log it is the console's, as long as nobody watches. */
static void start_write_ahead(void)
{
	static const struct write_ahead_sink sink = {tell_console, true, NULL};

	if (write_ahead_ready())
		return;
	if (!write_ahead_open(&sink, &run.machine, &run.arena))
		record_note(&run.output, "no memory to say ahead what is accessed");
}

static void start_output(void)
{
	output_start(&run.output, write_console, NULL, FORM_TEXT);
	stick_open(&run.stick, &run.console, &run.machine, &run.arena);
	run.output.keep = stick_write;
	run.output.keep_context = &run.stick.files[STICK_RESULTS];
}

/* True if the virtual silicon was started and has come back; *status is what its run ended with. With
 * silicon below there is nothing to choose. */
static bool ask_for_choice(EFI_STATUS *status)
{
	struct boot_commands *boot_commands = &run.boot_commands;

	if (boot_commands->wrong || boot_commands->kind != COMMANDS_SCRIPT || firmware_virtual_silicon(&run.firmware))
		return false;
	switch (menu_ask(&run.console)) {
	case MENU_SILICON: return menu_start_silicon(&run.console, &run.arena, status);
	case MENU_PROMPT: *boot_commands = (struct boot_commands){.kind = COMMANDS_TYPED}; break;
	case MENU_CONFIGURATION: break;
	}
	return false;
}

static enum verdict run_all(void)
{
	enum verdict verdict;

	start_output();
	run.shell = (struct shell){
		.machine = &run.machine,
		.output = &run.output,
		.read_char = link_read_char,
		.frame = link_frame,
		.context = &run.link,
	};
	shell_greet(&run.shell, run.boot_commands.text, "x86_64 UEFI");
	if (run.boot_commands.kind == COMMANDS_SCRIPT && !run.boot_commands.wrong)
		start_result();
	stick_report_post_mortem(&run.stick, &run.output);
	start_write_ahead();
	if (open_machine())
		run_boot_commands();
	shell_restore(&run.shell);
	x86_stop();
	stick_complain(&run.stick, &run.output);
	verdict = output_end(&run.output);
	stick_close(&run.stick, verdict_name(verdict));
	write_result(verdict_name(verdict));
	link_finish(&run.link);
	return verdict;
}

static bool open_firmware(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct firmware *firmware = &run.firmware;

	*firmware = (struct firmware){
		.image = image,
		.system = system,
		.services = system->BootServices,
	};
	firmware->loaded = firmware_protocol(firmware, image, (EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID);
	firmware->from_shell = arguments_from_shell(firmware);
	run.qemu = leave_is_qemu(firmware);
	return firmware->loaded && take_memory(firmware, &run.arena);
}

/* What the firmware has said so far may end anywhere in a line. */
static void open_link(void)
{
	static const struct link_ends ends = {
		.write = console_write,
		.send = console_send,
		.show = console_show,
		.receive = console_receive,
		.context = &run.console,
	};

	link_open(&run.link, &ends, &run.arena);
	console_write(&run.console, "\n", 1);
}

static EFI_STATUS leave(enum verdict verdict)
{
	uart_drain(&run.console.uart);
	if (run.qemu && !run.firmware.from_shell)
		leave_qemu(verdict);
	if (run.arena.at)
		give_memory_back(&run.firmware, &run.arena);
	return leave_status(verdict);
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	EFI_STATUS status;
	char *backlog;

	if (!open_firmware(image, system))
		return leave(VERDICT_ERROR);
	/* The boot manager resets a machine whose application stays for five minutes. */
	system->BootServices->SetWatchdogTimer(0, 0, 0, NULL);
	backlog = arena_take(&run.arena, CONSOLE_BACKLOG, 1);
	if (!backlog)
		return leave(VERDICT_ERROR);
	console_open(&run.console, &run.firmware, backlog);
	open_link();
	run.boot_commands = find_boot_commands();
	if (!ask_for_choice(&status))
		return leave(run_all());
	give_memory_back(&run.firmware, &run.arena);
	return status;
}
