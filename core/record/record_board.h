/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CORE_RECORD_BOARD_H
#define CORE_RECORD_BOARD_H

#include "core/hardware/machine.h"
#include "core/record/record.h"

/* Writes the record "board", which identifies the board; nothing if neither firmware nor processors identify themselves. */
void record_board(struct output *output, const struct machine *machine);

/* Adds the fields that identify the processor of a socket. */
void record_identity(struct record *record, const struct machine *machine, uint16_t socket);

#endif
