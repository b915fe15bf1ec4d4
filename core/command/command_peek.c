/* SPDX-License-Identifier: BSD-2-Clause */
/* peek: reads one register and shows its fields. */
#include "core/command/register_words.h"
#include "lib/text.h"

static void show_fields(struct shell *shell, const struct location *where, uint64_t value)
{
	const struct register_row *row;
	struct box box;
	unsigned index;

	if (!machine_register(shell->machine, where, &box, &row, &index))
		return;
	for (unsigned i = 0; i < row->layout->field_count; i++) {
		const struct field *field = &row->layout->fields[i];
		bool meaningless = field->access == ACCESS_IGNORED || field->access == ACCESS_RESERVED;
		struct record record;

		if (meaningless && !(value & field_mask(field)))
			continue;
		record_begin(&record, shell->output, "field");
		record_text(&record, "name", field->name);
		record_u64(&record, "low", field->low);
		record_u64(&record, "width", field->width);
		record_u64(&record, "value", value >> field->low & MASK(0, field->width));
		record_aside(&record);
		if (field->width == 1)
			record_format(&record, "bits", "%5u", field->low);
		else
			record_format(&record, "bits", "%2u:%-2u", field->low + field->width - 1u, field->low);
		record_end(&record);
	}
}

static void run_peek(struct shell *shell, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct register_options wanted = {0};
	struct location where;
	enum outcome outcome;
	uint64_t value = 0;
	int letter, words;

	while ((letter = option_next(&options, "w:s:", shell->output)))
		if (letter == '?' || !register_option(shell, &wanted, letter, options.value))
			return;
	words = register_words(argc - options.index, argv + options.index);
	if (!words || words != argc - options.index) {
		record_error(shell->output, VERDICT_ERROR, "usage: peek %s", command_peek.usage);
		return;
	}
	if (!register_find(shell, argv + options.index, &wanted, &where))
		return;
	outcome = register_read(shell->machine, &where, &value);
	register_record(shell, "peek", &where, outcome, outcome == OUTCOME_OK ? &value : NULL);
	if (outcome == OUTCOME_OK)
		show_fields(shell, &where, value);
}

const struct command command_peek = {
	.name = "peek",
	.usage = "SPACE ADDRESS | REGISTER [-w BITS] [-s SOCKET]",
	.summary = "read one register",
	.details = "Reads one register, and shows its fields if uncork's tables have it. A register that\n"
		   "faults or is hidden is a failure, and no value is shown.\n"
		   "\n"
		   "  SPACE      msr, pci, mmio, memory, spr, opal or pmc (RDPMC, read-only)\n"
		   "  ADDRESS    a number, 0x for hexadecimal; in pci also BUS:DEVICE.FUNCTION+OFFSET\n"
		   "  REGISTER   a name: cbox3.ctr1, wbox.fixed_ctr, ubox.global_ctl\n"
		   "  -w BITS    width of the access: 8, 16, 32 or 64, instead of the usual one\n"
		   "  -s SOCKET  the socket whose CPU reads, counted from 0\n"
		   "\n"
		   "  peek msr 0xc00\n"
		   "  peek cbox3.ctr1 -s 1\n"
		   "  peek pci 00:00.0+0x0",
	.next = "poke REGISTER VALUE -v   does it hold what is written?\n"
		"test 'BOX.*'             all checks of a box\n",
	.run = run_peek,
};
