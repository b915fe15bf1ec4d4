/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CORE_RECORD_BOARD_H
#define CORE_RECORD_BOARD_H

#include "core/hardware/board.h"
#include "core/record/record.h"

/* Says which board a run is made on: "board". Nothing if `board` is NULL. */
void record_board(struct output *output, const struct board_identity *board);

#endif
