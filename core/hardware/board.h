/* SPDX-License-Identifier: BSD-2-Clause */
/* Which board a run was made on. Texts are the firmware's own, printable ASCII, empty where it does not say. */
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include <stdint.h>

#define BOARD_TEXT 64
#define BOARD_TIME 20

struct board_identity {
	char maker[BOARD_TEXT], product[BOARD_TEXT], serial[BOARD_TEXT]; /* of the system as it was sold */
	char uuid[37]; /* empty, too, if it is all zeros or all ones */
	char board_maker[BOARD_TEXT], board[BOARD_TEXT], board_serial[BOARD_TEXT];
	char bios_maker[BOARD_TEXT], bios[BOARD_TEXT], bios_date[BOARD_TEXT];
	/* When the run began, by the firmware's clock: 2026-11-29T13:21:05; empty: it tells none. */
	char began[BOARD_TIME];
	uint32_t modules;       /* memory modules that are fitted */
	uint64_t modules_bytes; /* all of them; those of unknown size are left out */
};

#endif
