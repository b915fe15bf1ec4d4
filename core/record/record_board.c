/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/record_board.h"

static void add_text(struct record *record, const char *name, const char *text)
{
	if (*text)
		record_text(record, name, text);
}

void record_board(struct output *output, const struct board_identity *board)
{
	struct record record;

	if (!board)
		return;
	record_begin(&record, output, "board");
	add_text(&record, "maker", board->maker);
	add_text(&record, "product", board->product);
	add_text(&record, "serial", board->serial);
	add_text(&record, "uuid", board->uuid);
	add_text(&record, "board_maker", board->board_maker);
	add_text(&record, "board", board->board);
	add_text(&record, "board_serial", board->board_serial);
	add_text(&record, "bios_maker", board->bios_maker);
	add_text(&record, "bios", board->bios);
	add_text(&record, "bios_date", board->bios_date);
	if (board->modules) {
		record_u64(&record, "modules", board->modules);
		record_u64(&record, "memory_mib", board->modules_bytes >> 20);
	}
	record_end(&record);
}
