/* SPDX-License-Identifier: BSD-2-Clause */
/* Second step: what the terms of a string are in the tables. Which box, which event, which umasks, and what the string wants of
 * registers by itself. */
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
	uint32_t instance;           /* as event_config has it */
	struct select_shape shape;
	bool perf;              /* the terms at hand have perf's names of fields */
	struct term response;   /* perf's "offcore_rsp=...": the event says of which register; a null `text.at`: none */
	bool fixed;             /* the fixed counter is meant */
	struct event_rows rows; /* of the event, where it was named or is the fixed counter's */
	struct slice event_at;  /* the part of the string that says which event */
	struct umasks umasks;   /* where it was named */
	struct assignments assignments; /* the select's bits and filter registers */
	struct given counter, group, unit;
	uint64_t offset; /* of a posted counter that was given by a number */
	struct refusal *refusal;
};

/* What a modifier means that is no field of a register. */
enum knob { KNOB_NONE, KNOB_COUNTER, KNOB_GROUP, KNOB_UNIT, KNOB_REGISTER };

/* Resolves a string. False and *refusal filled in if it cannot be done: what is resolved until then is. */
MUST_CHECK bool event_resolve(const struct processor *processor, const struct syntax *syntax, struct resolved *resolved,
			      struct refusal *refusal);

/* False if a modifier's field makes no sense for the event that was named. */
bool resolved_field_suits(const struct resolved *resolved, const struct field *field);

/* The name that a field has in the spelling at hand; NULL if it has none. */
const char *resolved_field_name(const struct resolved *resolved, const struct field *field);

#endif
