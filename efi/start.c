/* SPDX-License-Identifier: BSD-2-Clause */
/* From the firmware's entry point to the end of the run: what is here, what was asked, what came of it. */
#include "arch/x86/x86.h"
#include "core/command.h"
#include "core/version.h"
#include "efi/arguments.h"
#include "efi/console.h"
#include "efi/files.h"
#include "efi/leave.h"
#include "efi/processors.h"
#include "lib/memory.h"

#define ARENA_BYTES_WANTED (16u << 20)
#define ARENA_BYTES_LEAST  (1u << 20)
#define LINE_BYTES         2048
#define SCRIPT_BYTES       65536

static struct run {
	struct firmware firmware;
	struct console console;
	struct arena arena;
	struct x86_boot boot;
	struct machine machine;
	struct output output;
	struct shell shell;
	bool qemu;
	bool keeps_result; /* the commands came from the medium, and so goes the result */
} run;

/* Our own bounds, from efi/uncork.lds: what UEFI loaded is only the loader. */
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
	firmware->services->FreePages((EFI_PHYSICAL_ADDRESS)arena->at,
				      EFI_SIZE_TO_PAGES(arena->size));
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

static void emergency_text(struct console *console, const char *string)
{
	console_emergency_write(console, string, strlen(string));
}

/* There is no state left that the firmware could be given back, so a board stays where it is. */
static void __attribute__((noreturn)) crashed(void *context)
{
	struct console *console = context;

	uart_drain(&console->uart);
	if (run.qemu)
		leave_qemu(VERDICT_CRASH);
	emergency_text(console, "uncork: stopped; the board needs a reset\n");
	uart_drain(&console->uart);
	leave_halt();
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
		.hold = console_hold,
		.release = console_release,
		.stall_us = stall_us,
		.start_processors = start_processors,
		.collect_processors = collect_processors,
		.emergency_write = console_emergency_write,
		.crashed = crashed,
		.context = &run.console,
	};
}

static void write_result(const char *result)
{
	char bytes[160];
	struct text text = TEXT_OVER(bytes);

	if (!run.keeps_result)
		return;
	text_format(&text, "uncork %s\nresult: %s\n", UNCORK_VERSION, result);
	text_format(&text, "passed: %u\nfailed: %u\nskipped: %u\n", run.output.passed,
		    run.output.failed, run.output.skipped);
	if (file_write(&run.firmware, RESULT_FILE, (struct slice){text.at, text.length}) == FILE_OK)
		return;
	run.keeps_result = false;
	record_note(&run.output, "the medium takes no result.txt");
}

/* Should the machine stop on the way, this is what the next reader of the medium finds. */
static void start_result(void)
{
	run.keeps_result = true;
	write_result("none: the run did not reach its end");
}

static void run_line(const char *command)
{
	shell_line(&run.shell, slice_of(command));
}

/* Without orders: those on the medium, else whoever sits at the console. */
static void run_configuration(void)
{
	char *script = arena_take(&run.arena, SCRIPT_BYTES, 1);
	UINTN length = 0;

	if (!script) {
		record_error(&run.output, VERDICT_ERROR, "no memory to read uncork.cfg into");
		return;
	}
	switch (file_read(&run.firmware, CONFIGURATION_FILE, script, SCRIPT_BYTES, &length)) {
	case FILE_OK:
		start_result();
		shell_script(&run.shell, (struct slice){script, length});
		break;
	case FILE_ABSENT:
		run_line("info");
		shell_prompt(&run.shell);
		break;
	case FILE_TOO_LARGE:
		record_error(&run.output, VERDICT_ERROR, "uncork.cfg is longer than %u bytes",
			     SCRIPT_BYTES);
		break;
	case FILE_FAILED:
		record_error(&run.output, VERDICT_ERROR, "uncork.cfg cannot be read");
		break;
	}
}

static void run_orders(void)
{
	char *bytes = arena_take(&run.arena, LINE_BYTES, 1);
	struct text line;

	if (!bytes) {
		record_error(&run.output, VERDICT_ERROR, "no memory for the command line");
		return;
	}
	line = text_over(bytes, LINE_BYTES);
	switch (arguments_line(&run.firmware, &line)) {
	case ARGUMENTS_GIVEN: run_line(line.at); break;
	case ARGUMENTS_TOO_LONG:
		record_error(&run.output, VERDICT_ERROR, "more than %u characters of commands",
			     LINE_BYTES - 1);
		break;
	case ARGUMENTS_UNREADABLE:
		record_note(&run.output, "the boot entry's options are no text and were ignored");
		run_configuration();
		break;
	case ARGUMENTS_NONE: run_configuration(); break;
	}
}

static bool open_machine(void)
{
	describe_boot();
	if (!x86_start(&run.machine, &run.boot) || !machine_inventory(&run.machine)) {
		record_error(&run.output, VERDICT_ERROR, "no memory to describe the machine");
		return false;
	}
	run.machine.console = console_description(&run.console);
	return true;
}

static enum verdict run_all(void)
{
	enum verdict verdict;

	output_start(&run.output, console_write, &run.console, FORM_TEXT);
	run.shell = (struct shell){
		.machine = &run.machine,
		.output = &run.output,
		.read_char = console_read_char,
		.context = &run.console,
	};
	if (open_machine())
		run_orders();
	shell_put_back(&run.shell);
	x86_stop();
	verdict = record_end(&run.output);
	write_result(verdict_name(verdict));
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
	firmware->loaded =
		firmware_protocol(firmware, image, (EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID);
	firmware->from_shell = arguments_from_shell(firmware);
	run.qemu = leave_is_qemu(firmware);
	return firmware->loaded && take_memory(firmware, &run.arena);
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

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	static const char greeting[] = "\nuncork " UNCORK_VERSION " x86_64 UEFI\n";
	char *backlog;

	if (!open_firmware(image, system))
		return leave(VERDICT_ERROR);
	/* The boot manager resets a machine whose application stays for five minutes. */
	system->BootServices->SetWatchdogTimer(0, 0, 0, NULL);
	backlog = arena_take(&run.arena, CONSOLE_BACKLOG, 1);
	if (!backlog)
		return leave(VERDICT_ERROR);
	console_open(&run.console, &run.firmware, backlog);
	console_write(&run.console, greeting, sizeof(greeting) - 1);
	return leave(run_all());
}
