/* SPDX-License-Identifier: BSD-2-Clause */
/* Settings: commands that set how a run is done. Those before the first other command of uncork.cfg, or of the command line, are
 * applied before the machine is opened. Each runs again in its place, where it reports its errors. */
#ifndef CORE_SETTINGS_H
#define CORE_SETTINGS_H

#include "core/command/command.h"

struct settings {
	uint32_t serial_baud; /* 0: not set */
	uint16_t serial_port; /* I/O port; 0: not set */
	char wrong[160];      /* reason why a setting is refused: the machine must not be accessed; else empty */
};

/* Applies the settings at the start of the boot commands, up to the first that is refused. */
void settings_take(struct settings *settings, struct slice boot_commands);

/* Sets settings->wrong. */
PRINTF_LIKE(2, 3) void settings_refuse(struct settings *settings, const char *format, ...);

#endif
