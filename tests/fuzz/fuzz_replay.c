/* SPDX-License-Identifier: BSD-2-Clause */
/* Hostile register programs on a whole machine: the run ends with a verdict, and whatever the program does, registers that no
 * table names are not written, and the machine's are put back.
 *
 * The first byte chooses the machine, whether the head is there already, and whether the rest is text or picks words. */
#include "arch/host/host.h"
#include "core/command/command.h"
#include "core/program/recorded.h"
#include "lib/text.h"
#include "tests/fuzz/fuzz.h"

#define ARENA_BYTES (16u << 20)

static const char *const machines[] = {"xeon-7500", "xeon-e5-2600", "knights-landing", "bare-xeon-7500"};

static const char words[] =
	"\n;\n+0 0.0;\n+100 0.0;\n+1000000 0.1;+18446744073709551615;read;write;msr;pci;mmio;pmc;64;32;16;8;fault;"
	"0;1;0x10000000;0x20000000;0x400115;0xffffffffffffffff;0x5;#;write msr 0xc00 64;write msr 0xd00 64;"
	"write msr 0xd10 64;read msr 0xd11 64;write msr 0xd11 64;write msr 0x186 64;read msr 0xc1 64;"
	"write msr 0x38f 64;read pmc 0 64;read pmc 0x40000001 64;write pci 0xff840f4 32;write pci 0xff840d8 32;"
	"read pci 0xff840a0 32;read pci 0xff840a4 32;write msr 0x1b 64;write msr 0xe01 64;write msr 0xe00 64;"
	"write msr 0x1d9 64;\n+0 1.0;\n+0 0.63";

static struct {
	char bytes[8192];
	size_t length;
} file;

static const char *read_file(const char *name, char *bytes, size_t room, size_t *length)
{
	(void)name;
	assert(file.length <= room);
	memcpy(bytes, file.bytes, file.length);
	*length = file.length;
	return NULL;
}

static void write_file(const uint8_t *data, size_t size, const char *machine, bool picks)
{
	struct text text = TEXT_OVER(file.bytes);

	if (machine)
		text_format(&text, "register-program 1 %s\n", machine);
	for (size_t i = 0; i < size; i++) {
		struct slice word = fuzz_word(words, ';', data[i]);

		if (picks)
			text_format(&text, "%.*s ", (int)word.length, word.at);
		else
			text_char(&text, (char)data[i]);
	}
	file.length = text.length;
}

static void hear(void *context, const char *bytes, size_t length)
{
	(void)context;
	for (; length--; bytes++)
		assert(*bytes == '\n' || (*bytes >= ' ' && *bytes <= '~'));
}

static enum outcome (*write_there)(struct hw *hw, const struct location *where, uint64_t value);
static struct machine machine;

/* Between the command and the model: what is written is a register of ours, or half of one. */
static enum outcome watch_write(struct hw *hw, const struct location *where, uint64_t value)
{
	const struct register_row *row;
	struct location low = *where;
	struct box box;
	unsigned index;

	low.address -= where->space == SPACE_PCI && where->address % 8 == 4 ? 4 : 0;
	assert(machine_register(&machine, where, &box, &row, &index) ||
	       machine_register(&machine, &low, &box, &row, &index));
	return write_there(hw, where, value);
}

static void fuzz(const uint8_t *data, size_t size)
{
	static uint8_t memory[ARENA_BYTES];
	static struct host host;
	struct arena arena = {memory, sizeof(memory), 0};
	struct output output;
	struct shell shell = {.machine = &machine, .output = &output, .read_file = read_file};
	struct host_options options = {.sockets = 1, .cores = 2};
	char error[256];
	size_t mark;

	if (!size)
		return;
	options.machine = machines[data[0] & 3];
	machine = (struct machine){.arena = &arena};
	if (!host_start(&host, &machine, &options, error, sizeof(error)))
		abort();
	write_there = host.hw.write;
	host.hw.write = watch_write;
	write_file(data + 1, size - 1, data[0] & 4 ? machine.processor->name : NULL, data[0] & 8);
	output_start(&output, hear, NULL, data[0] & 16 ? FORM_JSON : FORM_TEXT);
	mark = arena_mark(&arena);
	shell_line(&shell, slice_of(data[0] & 32 ? "replay -v file" : "replay -n file"));
	assert(arena_mark(&arena) == mark);
	assert(output_end(&output) < VERDICT_TIMEOUT);
	(void)host_stop(&host);
}
