/* SPDX-License-Identifier: BSD-2-Clause */
/* Identity of the board. Texts come from the firmware, in printable ASCII; empty: not given. */
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include <stdint.h>

#define BOARD_TEXT 64
#define BOARD_TIME 20

struct board_identity {
	char maker[BOARD_TEXT], product[BOARD_TEXT], serial[BOARD_TEXT]; /* of the system as it was sold */
	char uuid[37];                                                   /* also empty if it is all zeros or all ones */
	char board_maker[BOARD_TEXT], board[BOARD_TEXT], board_serial[BOARD_TEXT];
	char bios_maker[BOARD_TEXT], bios[BOARD_TEXT], bios_date[BOARD_TEXT];
	/* Start of the run by the firmware's clock: 2026-11-29T13:21:05; empty: unknown. */
	char began[BOARD_TIME];
	uint32_t modules;       /* number of memory modules fitted */
	uint64_t modules_bytes; /* their total size, without modules of unknown size */
};

#endif
