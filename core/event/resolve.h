/* SPDX-License-Identifier: BSD-2-Clause */
/* Second step: looks up the terms of a string in the tables: box, event, umasks, and the register values that the string sets
 * itself. */
#ifndef CORE_EVENT_RESOLVE_H
#define CORE_EVENT_RESOLVE_H

#include "core/event/assign.h"
#include "core/event/syntax.h"
#include "core/event/umasks.h"

/* Maximum number of umasks and modifiers after an event's name: libpfm4's limit. */
#define EVENT_ATTRIBUTES 64

/* A small number that was given; a null `at` if it was not. */
struct given {
	struct slice at;
	uint8_t number;
};

struct resolved {
	const struct processor *processor;
	const struct syntax *syntax;
	const struct box_type *type; /* NULL until it is known */
	uint32_t instance;           /* as in event_config */
	struct select_shape shape;
	bool perf;              /* terms use perf's names of fields */
	struct term response;   /* perf's "offcore_rsp=...": the event gives the register; a null `text.at`: none */
	bool fixed;             /* the string means the fixed counter */
	struct event_rows rows; /* rows of the event, if it was named or is the fixed counter's */
	struct slice event_at;  /* the part of the string that gives the event */
	struct umasks umasks;   /* if the event was named */
	struct assignments assignments; /* the select's bits and filter registers */
	struct given counter, group, unit;
	uint64_t offset; /* of a posted counter that was given by a number */
	struct refusal *refusal;
};

/* The meaning of a modifier that is no field of a register. */
enum knob { KNOB_NONE, KNOB_COUNTER, KNOB_GROUP, KNOB_UNIT, KNOB_REGISTER };

/* Resolves a string. Returns false, with *refusal filled in, if that is impossible; *resolved has the results so far. */
MUST_CHECK bool event_resolve(const struct processor *processor, const struct syntax *syntax, struct resolved *resolved,
			      struct refusal *refusal);

/* False if a modifier's field makes no sense for the event that was named. */
bool resolved_field_suits(const struct resolved *resolved, const struct field *field);

/* The name of a field in the string's spelling; NULL if it has none. */
const char *resolved_field_name(const struct resolved *resolved, const struct field *field);

#endif
