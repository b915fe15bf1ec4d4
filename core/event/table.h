/* SPDX-License-Identifier: BSD-2-Clause */
/* What the event tables say: rows by name, what a row means in the select, and what it needs besides. Nothing here knows
 * of event strings. Rows are sorted by name, case ignored, by tools/gen/events or whoever makes a table at run time. */
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

/* The rows of one event: they stand together in the table. */
struct event_rows {
	const struct event *first; /* NULL if there are none */
	unsigned count;
};

/* The rows of the event of that name, case ignored. */
struct event_rows event_rows_named(const struct processor *processor, const struct box_type *type, struct slice name);

/* All rows of the event that a row belongs to. */
struct event_rows event_rows_around(const struct event *event);

/* Among the rows of one event the one of that code and umask that a counter can count; NULL if there is none. */
const struct event *event_row_of_umask(struct event_rows rows, uint64_t code, uint64_t umask);

/* The row of the umask with the longest name that a text starts with, up to the text's end or a separator; NULL if there is
 * none, else *length is how long it is. A '.' in the name may be spelt '.', ':' or '_'. */
const struct event *event_row_of_name(const struct processor *processor, struct event_rows rows, struct slice text,
				      size_t *length);

/* What another name stands for (REQUIRE_SAME): of a umask bits of rows of its event, of an event the number of a row. */
uint64_t event_same(const struct box_type *type, const struct event *row);

/* ---- the select ----------------------------------------------------------------------------------- */

/* The fields of a box's select register by meaning, found in one pass. */
struct select_shape {
	const struct register_row *row; /* NULL: the box has no select register */
	const struct field *of[FIELD_KINDS];
	uint64_t bits[FIELD_KINDS]; /* of all fields of the kind */
	uint64_t identity;          /* bits that say which event it is */
};

/* What perf's drivers write for "the fixed counter". It is a convention of software: no select register is ever given this
 * code. */
#define PERF_FIXED_EVENT 0xff

/* Fills in the shape, which is all 0 before, or the same already. */
void select_shape_read(const struct box_type *type, struct select_shape *shape);

/* The value a field has in a register. */
uint64_t field_value(const struct field *field, uint64_t value);

/* What a row of the table has in the bits of select_shape.identity, and maybe in others. */
uint64_t event_identity(const struct box_type *type, const struct select_shape *shape, const struct event *event);

/* True if no row of the box's table has the event code of a select value, or rows of that code do not make up its umask: `what` is then
 * "event 0xfe" or "umask 0x80 of event 0x34". */
bool event_unlisted(const struct event_config *config, struct text *what);

/* What a umask is in the select, 0 if it has no umasks; and the umask that a select has. */
uint64_t umask_to_select(const struct select_shape *shape, uint64_t umask);
uint64_t umask_of_select(const struct select_shape *shape, uint64_t select);

/* What the fields of a kind have of a register. */
uint64_t bits_of_kind(const struct register_row *row, enum field_kind kind);

/* True if the layout's parts are the only spelling of their fields, so that they are taken without an event too. */
bool event_parts_alone(const struct register_layout *layout);

/* The counters of a row that an event string may name, as event.counters has them: those of `counters`, and, where those are all general
 * counters of a type whose number a processor says itself (CPUID leaf 0xA), as many as any processor may have. */
uint16_t event_counters_at_most(const struct box_type *type, uint16_t counters);

/* False if a field makes no sense for an event that these counters count, where a box has fixed counters beside general
 * ones: fixed counters have neither edges nor thresholds, and only they are said to count for all threads. */
bool field_suits(const struct field *field, unsigned counters);

/* ---- requirements --------------------------------------------------------------------------------- */

/* The requirements of a row. Those that are no umask's stand first: `event_need_count` of them. */
const struct requirement *event_requirements(const struct box_type *type, const struct event *event);
unsigned event_need_count(const struct box_type *type, const struct event *event);

/* The bits that a requirement is about, and the value they have if nothing else is said. */
uint64_t requirement_bits(const struct box_type *type, const struct event *event, const struct requirement *need);
uint64_t requirement_value(const struct box_type *type, const struct event *event, const struct requirement *need);

/* Bits of a register that an event may need. */
struct needed {
	const struct register_row *row;
	uint64_t bits;
	bool given; /* only those count that the event must be given */
};

/* True if any of the rows needs something of them, umasks aside. */
bool event_needs(const struct box_type *type, struct event_rows rows, struct needed needed);

/* The bits of a register that the row, or any of the rows, has a say about. */
uint64_t declared_bits(const struct box_type *type, const struct event *event, const struct register_row *row);
uint64_t any_declared_bits(const struct box_type *type, struct event_rows rows, const struct register_row *row);

/* ---- umasks in filter registers ------------------------------------------------------------------------- */

/* The register that a row's umask is a bit of besides the select; NULL if there is none. The same of any row of an event. */
const struct register_row *umask_filter_register(const struct box_type *type, const struct event *row);
const struct register_row *event_filter_register(const struct box_type *type, struct event_rows rows);

/* The bits of that register, and the fields they are in. */
uint64_t umask_filter_register_bits(const struct box_type *type, const struct event *row);
uint64_t umask_filter_register_mask(const struct box_type *type, const struct event *row);

/* True if umasks are all that the filter register holds, and a number for a umask is a value of it. */
bool umasks_fill(const struct register_row *filter_register);

/* ---- resources ------------------------------------------------------------------------------------ */

/* The bits of `row` that unit 0 of the resource has for itself; 0 if it has none there. */
uint64_t resource_bits(const struct box_type *type, const struct resource *resource, const struct register_row *row);

/* The group and unit that an event code points to; false if it points to none of the resource's. */
bool resource_decode(const struct resource *resource, uint64_t code, uint8_t *group, uint8_t *unit);

/* The resource of a type that an event code points to; NULL if there is none. */
const struct resource *resource_of_code(const struct box_type *type, uint64_t code, uint8_t *group, uint8_t *unit);

/* The resource that a row uses; NULL if it uses none. */
const struct resource *resource_of_row(const struct box_type *type, const struct event *event);

#endif
