/* SPDX-License-Identifier: BSD-2-Clause */
/* Differences between libpfm4's tables and uncork's: a table for each processor that libpfm4 has. */
#ifndef TOOLS_LIBPFM4_TABLES_H
#define TOOLS_LIBPFM4_TABLES_H

#include "boxes/box.h"

/* Bits of libpfm4_row.flags */
#define LIBPFM4_SINGLE   BIT(0) /* the umask is not OR-ed with others */
#define LIBPFM4_UNLISTED BIT(1) /* libpfm4 does not have the row */

/* libpfm4's additions to a row of an event table. Generated from boxes/events. */
struct libpfm4_row {
	uint8_t flags;
	uint8_t count;     /* of settings */
	uint16_t settings; /* the first of them in libpfm4_processor.settings */
};

/* libpfm4's value of a field, which replaces uncork's; for a modifier's field: its only valid value. */
struct libpfm4_setting {
	uint8_t row;   /* of box_type.registers */
	uint8_t field; /* of the row's layout */
	uint64_t value;
};

/* A modifier of libpfm4 that is not one of uncork's fields of the select. Of the fields of filter registers, only
 * these are modifiers in libpfm4. FIELD_UMASK: the place of libpfm4's umasks. */
#define LIBPFM4_WHERE_GIVEN  BIT(0) /* only for events with REQUIRE_GIVEN of the field, which require it */
#define LIBPFM4_NO_ZERO_CODE BIT(1) /* a value of 0 adds no code */
struct libpfm4_field {
	struct field field;
	uint8_t row; /* of box_type.registers */
	uint8_t flags;
};

/* Bits of libpfm4_box.flags */
#define LIBPFM4_EDGE_NEEDS_THRESHOLD BIT(0) /* it refuses edges without a threshold of at least 1 */
#define LIBPFM4_NO_MODIFIERS         BIT(1) /* it has no modifiers of the select */
#define LIBPFM4_JOINS_GROUPS         BIT(2) /* it combines umasks whose groups exclude each other */
#define LIBPFM4_BARE_CLOCKS          BIT(3) /* it has no modifiers for events with EVENT_CLOCK */

/* One of libpfm4's PMUs. */
struct libpfm4_box {
	const struct box_type *type;
	const struct libpfm4_row *rows; /* one for each of type->events */
	uint32_t always;                /* bits that it sets in the code of every event */
	uint8_t flags;
	/* A modifier that libpfm4 lists for events with these codes, but with no valid value: 0 and numbers that are
	 * too large are wrong values, others a wrong modifier. NULL: there is none. */
	const struct field *vain;
	uint8_t vain_from, vain_to;
	uint8_t field_count;
	const struct libpfm4_field *fields;
};

struct libpfm4_processor {
	const struct processor *processor;
	const struct libpfm4_setting *settings;
	const struct libpfm4_box *boxes;
	unsigned count;
};

/* Generated from boxes/events. */
extern const struct libpfm4_setting libpfm4_knights_landing_settings[];
extern const struct libpfm4_row libpfm4_knights_landing_core[];
extern const struct libpfm4_row libpfm4_knights_landing_cha[];
extern const struct libpfm4_row libpfm4_knights_landing_edc_uclk[];
extern const struct libpfm4_row libpfm4_knights_landing_edc_eclk[];
extern const struct libpfm4_row libpfm4_knights_landing_imc_uclk[];
extern const struct libpfm4_row libpfm4_knights_landing_imc[];
extern const struct libpfm4_row libpfm4_knights_landing_m2pcie[];
extern const struct libpfm4_row libpfm4_knights_landing_irp[];
extern const struct libpfm4_setting libpfm4_xeon_e5_2600_settings[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_ubox[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_cbox[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_pcu[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_ha[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_imc[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_qpi[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_r2pcie[];
extern const struct libpfm4_row libpfm4_xeon_e5_2600_r3qpi[];

extern const struct libpfm4_processor libpfm4_knights_landing, libpfm4_xeon_e5_2600;

#endif
