/* SPDX-License-Identifier: BSD-2-Clause */
/* State that the files of this directory share: one string being read. */
#ifndef TOOLS_LIBPFM4_READING_H
#define TOOLS_LIBPFM4_READING_H

#include "core/event/table.h"
#include "tools/uncork/libpfm4/libpfm4.h"
#include "tools/uncork/libpfm4/tables.h"

#define LIBPFM4_ATTRIBUTES 64 /* most that libpfm4 takes */

/* A umask, a umask given as a number, or a modifier. */
struct attribute {
	const struct event *umask;      /* NULL if it is none */
	const struct field *field;      /* of a modifier; both NULL: a number */
	const struct register_row *row; /* NULL: a modifier that it only lists */
	uint64_t value;
};

struct filter_register_value {
	const struct register_row *row;
	uint64_t mask, value;
};

/* One string being read. */
struct reading {
	const struct libpfm4_processor *tables;
	const struct libpfm4_box *box;
	const struct box_type *type;
	struct event_rows rows;
	const struct event *row;   /* the first umask named; the event's first row until then */
	const struct event *alias; /* the umask that the event's name stands for; NULL: none */
	struct select_shape shape;
	const struct register_row *filter_register; /* that umasks of the event are bits of; NULL: the select */

	struct attribute *attributes; /* room for LIBPFM4_ATTRIBUTES */
	unsigned attribute_count;
	bool names, number; /* umasks were given by names, as a number */

	uint64_t umask;
	uint64_t filter_register_bits,
		filter_register_mask; /* umasks in the filter register, and the fields they are in */
	uint64_t umasks;              /* bit i: row i of the event is among the umasks; bit 63: and later ones */
	uint8_t groups, named, alone; /* bit i: umasks of group i were joined, named, include one that is alone */
	uint8_t lower_only, first_only;
	bool vain;

	uint64_t select, given; /* its value, and the bits that modifiers set */
	uint8_t fields_given;   /* bit i: box->fields[i] was set */
	struct filter_register_value filter_registers[EVENT_SETTINGS];
	unsigned filter_register_count;
};

/* Returns libpfm4's row for a row of the event table. */
static inline const struct libpfm4_row *beside(const struct reading *reading, const struct event *row)
{
	return &reading->box->rows[row - reading->type->events];
}

static inline bool is_unlisted(const struct reading *reading, const struct event *row)
{
	return beside(reading, row)->flags & LIBPFM4_UNLISTED;
}

static inline unsigned group_of(const struct event *row)
{
	return row->group & UMASK_GROUP;
}

static inline const struct field *field_of(const struct reading *reading, unsigned row, unsigned field)
{
	return &reading->type->registers[row].layout->fields[field];
}

static inline struct slice without_first(struct slice text, size_t count)
{
	return (struct slice){text.at + count, text.length - count};
}

static inline bool is_hexadecimal(struct slice text)
{
	return text.length > 1 && text.at[0] == '0' && (text.at[1] | 0x20) == 'x';
}

/* ---- libpfm4_numbers.c ---------------------------------------------------------------------------- */

/* A number without sign. */
MUST_CHECK bool libpfm4_number(struct slice text, uint64_t *value);

/* Reads the text after a modifier's '='; `at` is NULL if there is none. */
MUST_CHECK bool libpfm4_value(const struct field *field, struct slice text, uint64_t *value);

/* ---- libpfm4_attributes.c ------------------------------------------------------------------------- */

/* Cuts off the text before the first ':' or '.'. */
struct slice libpfm4_cut(struct slice *rest);

/* Collects the attributes after the event's name, and removes copies. */
enum libpfm4_error libpfm4_collect(struct reading *reading, struct slice rest);

/* True if the event requires the field. */
bool libpfm4_is_wanted(const struct reading *reading, const struct libpfm4_field *own, struct event_rows rows);

/* ---- libpfm4_umasks.c ----------------------------------------------------------------------------- */

/* The bits that a umask given as a number may have; 0 if the box has no umasks. */
uint64_t libpfm4_umask_most(const struct reading *reading);

/* Adds a umask by its row, or all umasks as a number. */
enum libpfm4_error libpfm4_add_umask(struct reading *reading, const struct event *row);
enum libpfm4_error libpfm4_add_number(struct reading *reading, uint64_t number);

/* Adds the default umasks if none is named. */
enum libpfm4_error libpfm4_settle_umasks(struct reading *reading);

#endif
