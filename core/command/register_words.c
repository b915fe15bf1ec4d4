/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/register_words.h"

#include "core/event/box_name.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/text.h"

bool register_option(struct shell *shell, struct register_options *options, int letter, const char *value)
{
	uint64_t number;

	if (!parse_u64(slice_of(value), &number)) {
		record_error(shell->output, VERDICT_ERROR, "-%c takes a number, not \"%s\"", letter, value);
		return false;
	}
	if (letter == 'w') {
		options->width_bits = (uint8_t)number;
		if (number == 8 || number == 16 || number == 32 || number == 64)
			return true;
		record_error(shell->output, VERDICT_ERROR, "-w takes 8, 16, 32 or 64, not %s", value);
		return false;
	}
	options->socket = (uint16_t)number;
	if (number < shell->machine->socket_count)
		return true;
	record_error(shell->output, VERDICT_ERROR, "there is no socket %s; the last is %u", value,
		     shell->machine->socket_count - 1u);
	return false;
}

/* A register's name contains a dot; a space's name does not. */
static bool is_name(const char *word)
{
	for (; *word; word++)
		if (*word == '.')
			return true;
	return false;
}

int register_words(int count, char **words)
{
	int needed = count && is_name(words[0]) ? 1 : 2;

	return count < needed ? 0 : needed;
}

/* A single box or register may be named with a 0: "wbox0", "ctl0". */
static bool is_called(struct slice word, const char *name, bool only_one)
{
	if (slice_is_no_case(word, name))
		return true;
	if (!only_one || !word.length || word.at[word.length - 1] != '0')
		return false;
	word.length--;
	return slice_is_no_case(word, name);
}

/* Finds the box of a name, also as in an event string: "cbo0", "uncore_cbox_0". */
static const struct machine_box *find_box(const struct machine *machine, unsigned socket, struct slice word)
{
	const struct box_type *type;
	uint32_t instance;
	bool meant =
		machine->processor && box_meaning(machine->processor, word, &type, &instance) == BOX_MEANS_INSTANCES;
	char name[BOX_NAME_SIZE];

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *box = &machine->boxes[i];

		if (box->box.socket != socket)
			continue;
		box_name(&box->box, name);
		if (is_called(word, name, box->box.type->instances == 1) ||
		    (meant && box->box.type == type && box->box.instance == instance))
			return box;
	}
	return NULL;
}

static bool find_register(const struct box *box, struct slice word, struct location *where)
{
	for (unsigned r = 0; r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		for (unsigned i = 0; i < box_row_count(box, row); i++) {
			char bytes[32];
			struct text name = TEXT_OVER(bytes);

			text_string(&name, row->name);
			if (row->count > 1)
				text_format(&name, "%u", i);
			if (!is_called(word, bytes, row->count == 1))
				continue;
			*where = box_location(box, row, i);
			return true;
		}
	}
	return false;
}

static void list_registers(struct shell *shell, const struct box *box, const char *word)
{
	char bytes[256];
	struct text names = TEXT_OVER(bytes);

	for (unsigned r = 0; r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		text_format(&names, " %s", row->name);
		if (row->count > 1)
			text_format(&names, "0..%u", box_row_count(box, row) - 1u);
	}
	record_error(shell->output, VERDICT_ERROR, "no register \"%s\"; its box has%s", word,
		     bytes[0] ? bytes : " none: its counters are in memory");
}

static bool find_by_name(struct shell *shell, const char *word, const struct register_options *options,
			 struct location *where)
{
	struct slice rest = slice_of(word), name = slice_cut(&rest, '.');
	const struct machine_box *box = find_box(shell->machine, options->socket, name);

	if (!box) {
		record_error(shell->output, VERDICT_ERROR, "no box of \"%s\" on this machine; `info` lists them", word);
		return false;
	}
	if (!find_register(&box->box, rest, where)) {
		list_registers(shell, &box->box, word);
		return false;
	}
	if (options->width_bits) {
		where->width_bits = options->width_bits;
		where->halves = HALVES_NONE;
	}
	return true;
}

static const struct {
	uint8_t width_bits;   /* of one access, unless given */
	uint8_t address_bits; /* of an address */
} spaces[SPACE_COUNT] = {
	[SPACE_MSR] = {64, 32}, [SPACE_PCI] = {32, 44},  [SPACE_MMIO] = {32, 64}, [SPACE_MEMORY] = {64, 64},
	[SPACE_SPR] = {64, 10}, [SPACE_OPAL] = {64, 32}, [SPACE_PMC] = {64, 32},
};

static bool parse_address(struct shell *shell, enum space space, const char *word, uint64_t *address)
{
	bool good = parse_u64(slice_of(word), address) ||
		    (space == SPACE_PCI && location_read_pci(slice_of(word), address));

	if (!good)
		record_error(shell->output, VERDICT_ERROR, "\"%s\" is not an address: use %s", word,
			     space == SPACE_PCI ? "[SEGMENT:]BUS:DEVICE.FUNCTION+OFFSET or a number"
						: "a decimal number, or a hexadecimal one with 0x");
	else if (*address & ~MASK(0, spaces[space].address_bits))
		record_error(shell->output, VERDICT_ERROR, "%s addresses have %u bits: %s is too large",
			     space_name(space), spaces[space].address_bits, word);
	else
		return true;
	return false;
}

static bool is_whole(unsigned space)
{
	return space == SPACE_MSR || space == SPACE_SPR || space == SPACE_OPAL || space == SPACE_PMC;
}

/* Some registers can only be accessed whole. */
static bool has_width(struct shell *shell, const struct location *where)
{
	if (where->width_bits == 64 || !is_whole(where->space))
		return true;
	record_error(shell->output, VERDICT_ERROR, "%s registers have 64 bits, not %u",
		     space_name((enum space)where->space), where->width_bits);
	return false;
}

bool register_find(struct shell *shell, char **words, const struct register_options *options, struct location *where)
{
	enum space space;

	if (is_name(words[0]))
		return find_by_name(shell, words[0], options, where) && has_width(shell, where);
	space = space_by_name(words[0]);
	if (space == SPACE_COUNT) {
		record_error(
			shell->output, VERDICT_ERROR,
			"no space \"%s\": use msr, pci, mmio, memory, spr, opal, pmc, or the name of a register, as in cbox0.ctr0",
			words[0]);
		return false;
	}
	*where = (struct location){.space = (uint8_t)space, .socket = options->socket};
	where->width_bits = options->width_bits ? options->width_bits : spaces[space].width_bits;
	if (!parse_address(shell, space, words[1], &where->address) || !has_width(shell, where))
		return false;
	if (is_whole(space) || where->address % (where->width_bits / 8) == 0)
		return true;
	record_error(shell->output, VERDICT_ERROR, "address 0x%llx is not aligned to %u bits",
		     (unsigned long long)where->address, where->width_bits);
	return false;
}

bool register_fits(struct shell *shell, const struct location *where, uint64_t value)
{
	if (!(value & ~MASK(0, location_bits(where))))
		return true;
	record_error(shell->output, VERDICT_ERROR, "0x%llx has more than %u bits", (unsigned long long)value,
		     location_bits(where));
	return false;
}

enum outcome register_read(struct machine *machine, const struct location *where, uint64_t *value)
{
	struct accessed accessed = write_ahead_read(machine->hw, where);

	if (accessed.outcome == OUTCOME_OK)
		*value = accessed.value;
	return accessed.outcome;
}

enum outcome register_write(struct machine *machine, const struct location *where, uint64_t value)
{
	return write_ahead_write(machine->hw, where, value).outcome;
}

void register_record(struct shell *shell, const char *kind, const struct location *where, enum outcome outcome,
		     const uint64_t *value)
{
	static const char *const reasons[OUTCOME_COUNT] = {
		[OUTCOME_FAULT] = "the processor refused the access: no such register, or not accessible now",
		[OUTCOME_ALL_ONES] = "the function is hidden or absent",
		[OUTCOME_ABSENT] = "this machine has no way to reach it",
		[OUTCOME_DROPPED] = "it does not hold what was written",
		[OUTCOME_TIMEOUT] = "no answer in time",
		[OUTCOME_DENIED] = "a rule of `deny`, or the profile, forbids it"};
	char bytes[96];
	struct text name = TEXT_OVER(bytes);
	struct record record;

	machine_location_text(shell->machine, where, &name);
	record_begin(&record, shell->output, kind);
	record_text(&record, "register", bytes);
	record_location(&record, where);
	record_u64(&record, "width", location_bits(where));
	record_text(&record, "outcome", outcome_name(outcome));
	if (value)
		record_format(&record, "value", "0x%0*llx", (int)location_bits(where) / 4, (unsigned long long)*value);
	record_aside(&record);
	record_u64(&record, "good", outcome == OUTCOME_OK);
	record_end(&record);
	if (outcome != OUTCOME_OK)
		record_error(shell->output, outcome == OUTCOME_DENIED ? VERDICT_ERROR : VERDICT_FAIL, "%s: %s: %s",
			     bytes, outcome_name(outcome), reasons[outcome]);
}
