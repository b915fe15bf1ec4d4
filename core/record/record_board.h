/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CORE_RECORD_BOARD_H
#define CORE_RECORD_BOARD_H

#include "core/hardware/machine.h"
#include "core/record/record.h"

/* Says which board a run is made on: "board". Nothing if neither its firmware nor its processors say. */
void record_board(struct output *output, const struct machine *machine);

/* Adds what the processor of a socket says of itself. */
void record_identity(struct record *record, const struct machine *machine, uint16_t socket);

#endif
