/* SPDX-License-Identifier: BSD-2-Clause */
/* From a boot loader's entry to the end of the run, without UEFI's services: finds the machine, its commands and a way
 * to report. There are no files, and no firmware to return to. */
#include "arch/x86/access.h"
#include "arch/x86/cpu.h"
#include "arch/x86/idt.h"
#include "arch/x86/qemu.h"
#include "arch/x86/run.h"
#include "bios/paging.h"
#include "bios/rsdp.h"
#include "bios/terminal.h"
#include "lib/archive.h"
#include "lib/memory.h"
#include "pc/pc.h"

#define ARENA_BYTES_WANTED (32u << 20)
#define ARENA_BYTES_LEAST  (1u << 20)
#define LINE_BYTES         (COMMAND_LINE_MOST + 1)
#define SCRIPT_BYTES       65536
#define BELOW_4_GIB        (UINT64_C(1) << 32)

static struct {
	struct boot_params params;
	uint64_t params_at;
	struct memory_map memory; /* free memory */
	struct terminal terminal;
	const void *rsdp;
} bios;

static const struct boot_memory physical = {.read = access_copy};

/* ---- what there is --------------------------------------------------------------------------------------- */

static bool take_memory(void)
{
	uint64_t tables;

	boot_free_memory(&bios.params, bios.params_at, &physical, &bios.memory);
	memory_remove(&bios.memory, (uint64_t)image_start, (uint64_t)(image_end - image_start));
	tables = memory_take(&bios.memory, PAGING_BYTES, BELOW_4_GIB);
	if (!tables)
		return false;
	paging_start((void *)tables);
	for (size_t size = ARENA_BYTES_WANTED; size >= ARENA_BYTES_LEAST; size /= 2) {
		uint64_t at = memory_take(&bios.memory, size, BELOW_4_GIB);

		if (!at)
			continue;
		run.arena = (struct arena){.at = (uint8_t *)at, .size = size};
		return true;
	}
	return false;
}

static void hold_terminal(void *context)
{
	struct terminal *terminal = context;

	terminal->held = true;
}

static void release_terminal(void *context)
{
	struct terminal *terminal = context;

	terminal->held = false;
}

/* Only a part of memory is mapped. If the highest place below `last` is below `first`, there is no suitable one. */
static uint64_t take_free(void *context, uint64_t first, uint64_t last, uint64_t bytes)
{
	uint64_t below = min_u64(last, ((uint64_t)PAGING_GIB << 30) - 1) + 1;
	uint64_t at = memory_take(&bios.memory, bytes, below);

	(void)context;
	if (!at || at >= first)
		return at;
	memory_add(&bios.memory, at, bytes);
	return 0;
}

static void give_free(void *context, uint64_t at, uint64_t bytes)
{
	(void)context;
	memory_add(&bios.memory, at, bytes);
}

/* A full table may have lost entries. */
static const struct memory_region *known_memory(uint16_t *count)
{
	struct memory_region *regions = arena_take(&run.arena, BOOT_E820_MOST, sizeof(*regions));
	struct memory_range range;
	bool reserved;

	for (*count = 0; regions && boot_memory_entry(&bios.params, *count, &range, &reserved); (*count)++)
		regions[*count] = (struct memory_region){range.start, range.bytes, reserved};
	return *count && *count < BOOT_E820_MOST ? regions : NULL;
}

static struct x86_boot describe_bios(void)
{
	struct x86_boot boot = run_boot();

	boot.rsdp = bios.rsdp;
	boot.smbios = (const void *)smbios_find(&bios.params, &physical);
	boot.virtual_silicon = (const char *)boot_silicon_banner(&bios.params, &physical);
	boot.hold = hold_terminal;
	boot.release = release_terminal;
	boot.memory = known_memory(&boot.memory_count);
	boot.take_memory = take_free;
	boot.give_memory = give_free;
	boot.context = &bios.terminal;
	return boot;
}

/* ---- what was asked ---------------------------------------------------------------------------------------- */

_Static_assert(SCRIPT_BYTES == 65536 && LINE_BYTES == 2048, "the messages below say so");

static struct boot_commands none_given(const char *wrong)
{
	return (struct boot_commands){.wrong = wrong};
}

/* An initrd is uncork.cfg, or an archive that contains it. */
static struct boot_commands script_of(const uint8_t *bytes, uint64_t length)
{
	struct archive archive = {.at = bytes, .bytes = length};
	struct archive_member member;
	struct slice text = {(const char *)bytes, length};

	if (archive_is(bytes, length)) {
		text = (struct slice){NULL, 0};
		while (!text.at && archive_next(&archive, &member))
			if (slice_is(member.name, "uncork.cfg"))
				text = (struct slice){(const char *)member.at, member.bytes};
	}
	if (!text.at)
		return none_given(NULL);
	if (text.length > SCRIPT_BYTES)
		return none_given("uncork.cfg is longer than 65536 bytes");
	return (struct boot_commands){.kind = COMMANDS_SCRIPT, .text = text};
}

/* Leaves the initrd where it is: no other code uses that memory. */
static struct boot_commands take_initrd(void)
{
	struct memory_range initrd = boot_initrd(&bios.params);
	uint8_t byte;

	if (!initrd.bytes)
		return none_given(NULL);
	for (uint64_t at = 0; at < initrd.bytes; at += MEMORY_PAGE)
		if (!access_copy(NULL, initrd.start + at, &byte, 1))
			return none_given("the initrd is not in memory");
	return script_of((const uint8_t *)initrd.start, initrd.bytes);
}

static struct boot_commands find_commands(void)
{
	char *bytes = arena_take(&run.arena, LINE_BYTES, 1);
	struct boot_commands boot_commands;
	struct text line;

	if (!bytes)
		return none_given("no memory for the command line");
	line = text_over(bytes, LINE_BYTES);
	switch (boot_command_line(&bios.params, &physical, &line)) {
	case BOOT_LINE_GIVEN:
		if (run_take_line(&line, false, &boot_commands))
			return boot_commands;
		break;
	case BOOT_LINE_TOO_LONG: return none_given("more than 2047 characters of commands");
	case BOOT_LINE_NO_TEXT: return none_given("the command line is not text");
	case BOOT_LINE_NONE: break;
	}
	return take_initrd();
}

/* ---- the run ----------------------------------------------------------------------------------------------- */

static const char *use_port(uint16_t port)
{
	return terminal_use_port(&bios.terminal, port) ? terminal_description(&bios.terminal) : NULL;
}

static void open_terminal(void)
{
	static const struct link_ends ends = {
		.write = terminal_write,
		.send = terminal_send,
		.show = terminal_show,
		.receive = terminal_receive,
		.context = &bios.terminal,
	};

	terminal_open(&bios.terminal, &bios.params, bios.rsdp);
	run.use_port = use_port;
	run.uart = &bios.terminal.uart;
	run.console = terminal_description(&bios.terminal);
	link_open(&run.link, &ends, &run.arena);
	/* The loader's output may end within a line. */
	terminal_write(&bios.terminal, "\n", 1);
}

static void __attribute__((noreturn)) leave_bios(enum verdict verdict)
{
	uart_drain(&bios.terminal.uart);
	verdict = run_power(verdict);
	if (run.qemu)
		qemu_end(verdict);
	cpu_stop();
}

static const char *read_file(const char *name, char *bytes, size_t room, size_t *length)
{
	if (!run.qemu)
		return "without UEFI uncork cannot read files";
	return qemu_read_file(name, bytes, room, length);
}

static void __attribute__((noreturn)) refuse(const char *why)
{
	terminal_write(&bios.terminal, why, strlen(why));
	leave_bios(VERDICT_ERROR);
}

void pc_main(const void *params)
{
	struct x86_boot boot;
	enum verdict verdict;
	bool memory;

	memcpy(&bios.params, params, sizeof(bios.params));
	bios.params_at = (uint64_t)params;
	(void)idt_install();
	memory = take_memory();
	bios.rsdp = (const void *)rsdp_find(&bios.params, &physical);
	run.qemu = qemu_is_underneath(bios.rsdp);
	open_terminal();
	if (!memory)
		refuse("uncork: the loader's memory map (E820) has no free memory\n");
	run.boot_commands = find_commands();
	run_settings();

	boot = describe_bios();
	output_start(&run.output, link_write, &run.link, FORM_TEXT);
	run.read_file = read_file;
	run_greet(boot_is_uefi(&bios.params) ? "x86_64 UEFI, by the Linux boot protocol" : "x86_64 BIOS");
	run_machine(&boot);
	verdict = output_end(&run.output);
	link_finish(&run.link);
	leave_bios(verdict);
}
