/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects warnings during start-up, for machine.warnings. */
#ifndef CORE_WARNINGS_H
#define CORE_WARNINGS_H

#include "lib/basic.h"

#define WARNINGS_ROOM  16
#define WARNINGS_BYTES 2048

struct warnings {
	const char *list[WARNINGS_ROOM];
	uint16_t count;
	uint16_t used;
	char text[WARNINGS_BYTES];
};

/* Adds one line, without line feed. If there is no room left, the last line says so. `warnings` NULL: does nothing. */
void warn(struct warnings *warnings, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
