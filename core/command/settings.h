/* SPDX-License-Identifier: BSD-2-Clause */
/* Settings: commands that say how a run is made. Those before the first other command of uncork.cfg, or of the command line, are taken
 * before the machine is opened; each holds again from where it stands. */
#ifndef CORE_SETTINGS_H
#define CORE_SETTINGS_H

#include "core/command/command.h"

struct settings {
	uint32_t serial_baud; /* 0: as the port is */
	uint16_t serial_port; /* I/O port; 0: where it is found */
	char wrong[160];      /* a setting that makes no sense: nothing is to be touched; else empty */
};

/* Takes the settings that the boot commands begin with. */
void settings_take(struct settings *settings, struct slice boot_commands);

/* Keeps what is wrong with the first setting that makes no sense. */
PRINTF_LIKE(2, 3) void settings_refuse(struct settings *settings, const char *format, ...);

#endif
