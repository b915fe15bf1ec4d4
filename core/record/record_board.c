/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/record_board.h"

#include "core/hardware/board.h"
#include "core/hardware/identity.h"

void record_identity(struct record *record, const struct machine *machine, uint16_t socket)
{
	const struct socket_identity *identity = machine->identities ? &machine->identities[socket] : NULL;

	if (identity && identity->microcode)
		record_hex(record, "microcode", identity->microcode);
	if (identity && identity->number)
		record_hex(record, "ppin", identity->number);
}

static void add_firmware(struct record *record, const struct board_identity *board)
{
	const struct {
		const char *name, *text;
	} texts[] = {
		{"maker", board->maker},
		{"product", board->product},
		{"serial", board->serial},
		{"uuid", board->uuid},
		{"board_maker", board->board_maker},
		{"board", board->board},
		{"board_serial", board->board_serial},
		{"bios_maker", board->bios_maker},
		{"bios", board->bios},
		{"bios_date", board->bios_date},
		{"began", board->began},
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (*texts[i].text)
			record_text(record, texts[i].name, texts[i].text);
	if (board->modules) {
		record_u64(record, "modules", board->modules);
		record_u64(record, "memory_mib", board->modules_bytes >> 20);
	}
}

void record_board(struct output *output, const struct machine *machine)
{
	struct record record;

	if (!machine->board && !machine->identities)
		return;
	record_begin(&record, output, "board");
	if (machine->board)
		add_firmware(&record, machine->board);
	record_identity(&record, machine, machine->cpus[machine_bootstrap_cpu(machine)].socket);
	record_end(&record);
}
