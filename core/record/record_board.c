/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/record_board.h"

#include "core/hardware/board.h"
#include "core/hardware/identity.h"

static void add_text(struct record *record, const char *name, const char *text)
{
	if (*text)
		record_text(record, name, text);
}

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
	add_text(record, "maker", board->maker);
	add_text(record, "product", board->product);
	add_text(record, "serial", board->serial);
	add_text(record, "uuid", board->uuid);
	add_text(record, "board_maker", board->board_maker);
	add_text(record, "board", board->board);
	add_text(record, "board_serial", board->board_serial);
	add_text(record, "bios_maker", board->bios_maker);
	add_text(record, "bios", board->bios);
	add_text(record, "bios_date", board->bios_date);
	add_text(record, "began", board->began);
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
