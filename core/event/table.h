/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks up event tables: rows by name, the bits of a row in the select, and its requirements. This module does not know event
 * strings. Rows are sorted by name, case ignored, by tools/gen/events or by the code that makes a table at run time. */
#ifndef CORE_EVENT_TABLE_H
#define CORE_EVENT_TABLE_H

#include "boxes/box.h"
#include "lib/parse.h"

struct event_config; /* core/event/event.h */

/* ---- names ---------------------------------------------------------------------------------------- */

static inline char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static inline bool same_letter(char a, char b)
{
	return a == b || upper(a) == upper(b);
}

/* Equal, case ignored. Most names differ in length or in the first letter. */
bool name_is(struct slice name, const char *string);

/* ---- rows ----------------------------------------------------------------------------------------- */

/* The rows of one event: they are adjacent in the table. */
struct event_rows {
	const struct event *first; /* NULL if there are none */
	unsigned count;
};

/* The rows of the event of that name, case ignored. */
struct event_rows event_rows_named(const struct processor *processor, const struct box_type *type, struct slice name);

/* All rows of the event that a row belongs to. */
struct event_rows event_rows_around(const struct event *event);

/* The row with this code and umask that a counter can count, among the rows of one event; NULL if there is none. */
const struct event *event_row_of_umask(struct event_rows rows, uint64_t code, uint64_t umask);

/* The row with the longest umask name that `text` starts with, followed by the text's end or a separator; *length is that name's
 * length. NULL if there is none. A '.' in the name may be spelt '.', ':' or '_'. */
const struct event *event_row_of_name(const struct processor *processor, struct event_rows rows, struct slice text,
				      size_t *length);

/* The meaning of an alias (REQUIRE_SAME): for a umask, a mask of rows of its event; for an event, the number of a row. */
uint64_t event_same(const struct box_type *type, const struct event *row);

/* ---- the select ----------------------------------------------------------------------------------- */

/* The fields of a box's select register by meaning, found in one pass. */
struct select_shape {
	const struct register_row *row; /* NULL: the box has no select register */
	const struct field *of[FIELD_KINDS];
	uint64_t bits[FIELD_KINDS]; /* of all fields of the kind */
	uint64_t identity;          /* bits that identify the event */
};

/* The event code that perf uses for "the fixed counter". It is a convention of software, never written to a select register. */
#define PERF_FIXED_EVENT 0xff

/* Fills in the shape, which must be all 0 before, or already filled in for this type. */
void select_shape_read(const struct box_type *type, struct select_shape *shape);

/* The value of a field, out of a register's value. */
uint64_t field_value(const struct field *field, uint64_t value);

/* The select value of a row of the table: the bits of select_shape.identity, and possibly others. */
uint64_t event_identity(const struct box_type *type, const struct select_shape *shape, const struct event *event);

/* True if no row of the box's table has the event code of the configuration's select, or if no combination of its rows has the
 * umask. Then appends "event 0xfe" or "umask 0x80 of event 0x34" to `what`. */
bool event_unlisted(const struct event_config *config, struct text *what);

/* The select bits of a umask, 0 if the select has no umasks; and the umask of a select value. */
uint64_t umask_to_select(const struct select_shape *shape, uint64_t umask);
uint64_t umask_of_select(const struct select_shape *shape, uint64_t select);

/* The bits of a register that belong to fields of a kind. */
uint64_t bits_of_kind(const struct register_row *row, enum field_kind kind);

/* True if the layout's parts are the only spelling of their fields, so that they are accepted without an event, too. */
bool event_parts_alone(const struct register_layout *layout);

/* The counters of a row that an event string may name, as in event.counters: `counters`; but if these are all general counters of a
 * type whose number the processor reports itself (CPUID leaf 0xA), the maximum of any processor. */
uint16_t event_counters_at_most(const struct box_type *type, uint16_t counters);

/* False if a field makes no sense for events of these counters in a box with fixed and general counters: fixed counters have no
 * edge detection, inversion or threshold, and only they have a field to count all threads. */
bool field_suits(const struct field *field, unsigned counters);

/* ---- requirements --------------------------------------------------------------------------------- */

/* The requirements of a row. The first event_need_count() of them are not of umasks. */
const struct requirement *event_requirements(const struct box_type *type, const struct event *event);
unsigned event_need_count(const struct box_type *type, const struct event *event);

/* The bits of a requirement, and their default value. */
uint64_t requirement_bits(const struct box_type *type, const struct event *event, const struct requirement *need);
uint64_t requirement_value(const struct box_type *type, const struct event *event, const struct requirement *need);

/* Bits of a register that an event may need. */
struct needed {
	const struct register_row *row;
	uint64_t bits;
	bool given; /* consider only requirements that the user must give */
};

/* True if any of the rows has a requirement on these bits, umasks aside. */
bool event_needs(const struct box_type *type, struct event_rows rows, struct needed needed);

/* The bits of a register with a requirement of the row, or of any of the rows. */
uint64_t declared_bits(const struct box_type *type, const struct event *event, const struct register_row *row);
uint64_t any_declared_bits(const struct box_type *type, struct event_rows rows, const struct register_row *row);

/* ---- umasks in filter registers ------------------------------------------------------------------------- */

/* The filter register with a bit for a row's umask; NULL if there is none. The same for any row of an event. */
const struct register_row *umask_filter_register(const struct box_type *type, const struct event *row);
const struct register_row *event_filter_register(const struct box_type *type, struct event_rows rows);

/* The row's umask bits in that register, and the mask of the fields that contain them. */
uint64_t umask_filter_register_bits(const struct box_type *type, const struct event *row);
uint64_t umask_filter_register_mask(const struct box_type *type, const struct event *row);

/* True if the filter register holds only umasks, so that a umask given as a number is its value. */
bool umasks_fill(const struct register_row *filter_register);

/* ---- resources ------------------------------------------------------------------------------------ */

/* The bits of `row` that only unit 0 of the resource uses; 0 if there are none. */
uint64_t resource_bits(const struct box_type *type, const struct resource *resource, const struct register_row *row);

/* Finds the group and unit that an event code points to; false if it points to no unit of the resource. */
bool resource_decode(const struct resource *resource, uint64_t code, uint8_t *group, uint8_t *unit);

/* The resource of a type that an event code points to; NULL if there is none. */
const struct resource *resource_of_code(const struct box_type *type, uint64_t code, uint8_t *group, uint8_t *unit);

/* The resource that a row uses; NULL: none. */
const struct resource *resource_of_row(const struct box_type *type, const struct event *event);

#endif
