/* SPDX-License-Identifier: BSD-2-Clause */
/* Shorthand for the register tables, so that a field is one line below its register. */
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

/* A field of a select that says which event it is; perf's spelling alone. */
#define CODE(NAME, LOW, WIDTH)                                                                           \
	{                                                                                                \
		.name = (NAME), .low = (LOW), .width = (WIDTH), .access = ACCESS_RW, .kind = FIELD_CODE, \
		.perf = (NAME)                                                                           \
	}

/* A field of a filter register that event strings may set, spelt alike in both styles. */
#define SETTING(NAME, LOW, WIDTH, SPELLING) MODIFIER(OTHER, NAME, LOW, WIDTH, SPELLING, SPELLING)

/* Bits that the guides print as "ig" and "rsv". */
#define IG(LOW, WIDTH)                      FIELD("ig", LOW, WIDTH, IGNORED)
#define RSV(LOW, WIDTH)                     FIELD("rsv", LOW, WIDTH, RESERVED)
/* Bits that they print as reserved and to be written 1. */
#define ONES(LOW, WIDTH)                    FIELD("one", LOW, WIDTH, ONE)

/* An assumption holds for the processors for which it was confirmed, and for no other. CONFIRMED stands beside it, once for each;
 * a processor's table takes it by ASSUMED, which does not compile where it was not confirmed. So what one part copies from
 * another has to be looked at anew. */
#define CONFIRMED(ASSUMPTION, PROCESSOR)    enum { ASSUMPTION##_holds_for_##PROCESSOR }
#define ASSUMED(ASSUMPTION, PROCESSOR)      (&(ASSUMPTION) + ASSUMPTION##_holds_for_##PROCESSOR)

/* A row of equidistant registers, and one of registers at offsets of their own. */
#define ROW(NAME, LAYOUT, ROLE, BANK, COUNT, STRIDE, OFFSET)                                                \
	{                                                                                                   \
		.name = (NAME), .layout = &(LAYOUT), .role = ROLE_##ROLE, .bank = (BANK), .count = (COUNT), \
		.stride = (STRIDE), .offset = (OFFSET)                                                      \
	}
#define ROW_AT(NAME, LAYOUT, ROLE, BANK, OFFSETS)                                         \
	{                                                                                 \
		.name = (NAME), .layout = &(LAYOUT), .role = ROLE_##ROLE, .bank = (BANK), \
		.count = ARRAY_SIZE(OFFSETS), .offset = 0, .offsets = (OFFSETS)           \
	}

/* Rows that boxes have alike, whatever they count; how far apart their registers are and where the first is follows. Tables give
 * numbers, and core/hardware/box_type.c gives what a machine says of its boxes (boxes/archetype.h). */
#define SELECT_ROW(COUNT, LAYOUT, ...)  ROW("ctl", LAYOUT, SELECT, 0, COUNT, __VA_ARGS__)
#define COUNTER_ROW(COUNT, LAYOUT, ...) ROW("ctr", LAYOUT, COUNTER, 0, COUNT, __VA_ARGS__)
#define FIXED_SELECT_ROW(LAYOUT, AT)    ROW("fixed_ctl", LAYOUT, FIXED_SELECT, 0, 1, 0, AT)
#define FIXED_COUNTER_ROW(LAYOUT, AT)   ROW("fixed_ctr", LAYOUT, FIXED_COUNTER, 0, 1, 0, AT)
#define CONTROL_ROW(LAYOUT, AT)         ROW("box_ctl", LAYOUT, BOX_CONTROL, 0, 1, 0, AT)
#define STATUS_ROW(LAYOUT, AT)          ROW("status", LAYOUT, STATUS, 0, 1, 0, AT)
#define FLAGS_ROW(LAYOUT, AT)           ROW("status", LAYOUT, FLAGS, 0, 1, 0, AT)

#define FIELDS(ARRAY)                   .fields = (ARRAY), .field_count = ARRAY_SIZE(ARRAY)

#endif
