/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces that processors which describe their uncore themselves have in common. */
#ifndef BOXES_DESCRIBED_H
#define BOXES_DESCRIBED_H

#include "boxes/archetype.h"
#include "boxes/table.h"

/* Of all units. */
extern const struct register_layout described_control;

/* Selects: without an extension of the umask; with one of 24 and of 32 bits; of CHAs and of IIO; and in device memory, where they may be 4
 * bytes apart and programs write 32 bits of each. Of units of which several programs know that they are 8 bytes apart PCM and LIKWID write 64
 * bits. */
extern const struct register_layout described_select, described_select_24, described_select_32;
extern const struct register_layout described_select_cha, described_select_iio, described_select_memory;
extern const struct register_layout described_select_above;   /* in device memory, 8 bytes apart */
extern const struct register_layout described_select_unknown; /* of types that nobody knows */

/* Registers that some units have besides: the thread filter of CHAs, and the fixed counter of memory controllers. */
extern const struct register_row described_cha_rows[1], described_imc_rows[2];
extern const struct filter_register described_cha_filters[1];
extern const struct look described_cha_look;

/* What event lists refer to. */
enum { DESCRIBED_CHA_FILTER = ARCHETYPE_OTHERS };
enum { DESCRIBED_CHA_FILTER_TID };

/* General counters of a logical processor, as CPUID has them. */
extern const struct box_type described_core;

/* What nobody knows of any of them; ends with NULL. */
extern const struct assumption *const described_assumptions[];

/* A kind of boxes: its type in tables, its name, what follows of the type, and what tables are expected to say of MOST of them at most. */
#define DESCRIBED_KIND(TYPE, NAME, SELECT, MOST, USUAL, ...)              \
	{                                                                 \
		.type = (TYPE), .most = (MOST), .usual = USUAL, .kind = { \
			.type = &(NAME),                                  \
			.select = &(SELECT),                              \
			.control = &described_control,                    \
			__VA_ARGS__                                       \
		}                                                         \
	}
#define USUAL_MSR(CONTROL, COUNTERS)                                                                      \
	{                                                                                                 \
		.control = (CONTROL), .select = 2, .counter = 8, .select_stride = 1, .counter_stride = 1, \
		.space = SPACE_MSR, .counters = (COUNTERS), .counter_bits = 48                            \
	}
#define USUAL_PCI(CONTROL, SELECT, COUNTERS)                                                                     \
	{                                                                                                        \
		.control = (CONTROL), .select = (SELECT), .counter = 8, .select_stride = 8, .counter_stride = 8, \
		.space = SPACE_PCI, .counters = (COUNTERS), .counter_bits = 48                                   \
	}
#define USUAL_MMIO(STRIDE, COUNTERS)                                                                         \
	{                                                                                                    \
		.control = 0xc8022800, .select = (COUNTERS) > 4 ? 0x60 : 0x40, .counter = 8,                 \
		.select_stride = (STRIDE), .counter_stride = 8, .space = SPACE_MMIO, .counters = (COUNTERS), \
		.counter_bits = 48                                                                           \
	}

#endif
