/* SPDX-License-Identifier: BSD-2-Clause */
/* Shorthand for tables of registers in C, for boxes that are made on a machine. A processor's tables come from a sheet
 * (docs/sheets.md). */
#ifndef BOXES_TABLE_H
#define BOXES_TABLE_H

#include "boxes/box.h"

/* A field without a meaning to the encoder, and one with. */
#define FIELD(NAME, LOW, WIDTH, ACCESS)                                                   \
	{                                                                                 \
		.name = (NAME), .low = (LOW), .width = (WIDTH), .access = ACCESS_##ACCESS \
	}
#define FIELD_OF(KIND, NAME, LOW, WIDTH, ACCESS)                                                                \
	{                                                                                                       \
		.name = (NAME), .low = (LOW), .width = (WIDTH), .access = ACCESS_##ACCESS, .kind = FIELD_##KIND \
	}

/* A field of a select that event strings may set: libpfm4's and perf's spelling follow. */
#define MODIFIER(KIND, NAME, LOW, WIDTH, SPELLING, PERF)                                                   \
	{                                                                                                  \
		.name = (NAME), .low = (LOW), .width = (WIDTH), .access = ACCESS_RW, .kind = FIELD_##KIND, \
		.modifier = (SPELLING), .perf = (PERF)                                                     \
	}

/* A row of equidistant registers. */
#define ROW(NAME, LAYOUT, ROLE, BANK, COUNT, STRIDE, OFFSET)                                                \
	{                                                                                                   \
		.name = (NAME), .layout = &(LAYOUT), .role = ROLE_##ROLE, .bank = (BANK), .count = (COUNT), \
		.stride = (STRIDE), .offset = (OFFSET)                                                      \
	}

/* Rows that all boxes have, whatever they count; stride and offset of their registers follow: core/hardware/box_type.c
 * supplies them from the machine's description of its boxes (boxes/archetype.h). */
#define SELECT_ROW(COUNT, LAYOUT, ...)  ROW("ctl", LAYOUT, SELECT, 0, COUNT, __VA_ARGS__)
#define COUNTER_ROW(COUNT, LAYOUT, ...) ROW("ctr", LAYOUT, COUNTER, 0, COUNT, __VA_ARGS__)
#define CONTROL_ROW(LAYOUT, AT)         ROW("box_ctl", LAYOUT, BOX_CONTROL, 0, 1, 0, AT)
#define FLAGS_ROW(LAYOUT, AT)           ROW("status", LAYOUT, FLAGS, 0, 1, 0, AT)

#define FIELDS(ARRAY)                   .fields = (ARRAY), .field_count = ARRAY_SIZE(ARRAY)

#endif
