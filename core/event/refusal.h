/* SPDX-License-Identifier: BSD-2-Clause */
/* The reason why a string is refused. The step that finds it notes it; diagnose.c puts it into words at the end. */
#ifndef CORE_EVENT_REFUSAL_H
#define CORE_EVENT_REFUSAL_H

#include "boxes/box.h"
#include "lib/parse.h"

/* Each comment names the members of struct refusal that the reason uses, in addition to `where`. The words are in diagnose.c. */
enum refusal_reason {
	/* syntax */
	REFUSED_EMPTY,
	REFUSED_LENGTH,    /* number: the maximum */
	REFUSED_CHARACTER, /* number */
	REFUSED_COMMA,
	REFUSED_SLASH_MISSING,
	REFUSED_LETTER,        /* name: of perf's, after the second slash */
	REFUSED_GROUP_LETTERS, /* of perf's, after the brace of a group */
	/* boxes */
	REFUSED_BOX,        /* name */
	REFUSED_BOX_BEYOND, /* name, type: one that it does not have */
	REFUSED_BOX_ALONE,  /* name: a box and nothing else */
	REFUSED_WHICH_BOX,  /* type: which of its instances is not said */
	REFUSED_ONE_BOX,    /* type: it has one instance */
	REFUSED_OWN_BOX,    /* type: one for each core or logical processor; strings cannot choose one */
	/* events */
	REFUSED_EVENT, /* name */
	REFUSED_EVENT_MISSING,
	REFUSED_SECOND_EVENT,
	REFUSED_NO_EVENT,  /* perf's terms name no event */
	REFUSED_TWO_TYPES, /* name, type: both the current type and this one have the event */
	REFUSED_NAME_GIVEN,
	REFUSED_NOT_FIXED,
	REFUSED_OTHER_EVENT,
	REFUSED_WHICH_COUNTER, /* event, other_event: the events of this code on different counters */
	REFUSED_OFFSET,        /* name */
	REFUSED_FIXED_CODE,    /* code 0 of a core, which perf and perfmon use for fixed counters */
	/* umasks */
	REFUSED_MIXTURE,
	REFUSED_DOUBTFUL,    /* name: a umask and a modifier */
	REFUSED_LISTED_ONLY, /* name */
	REFUSED_NO_UMASKS,
	REFUSED_UMASK_RANGE, /* bits: the maximum */
	REFUSED_UMASK_VALUE,
	REFUSED_UMASK_TWICE,
	REFUSED_UMASK_MISSING, /* name: the event; number: of the group */
	REFUSED_JOINING,       /* name; other: the umask that it cannot be joined with, if it is known */
	REFUSED_EXCLUDED,      /* name, other */
	REFUSED_HOLES,         /* bits of the filter register that it does not have */
	/* modifiers */
	REFUSED_TERM_MISSING,
	REFUSED_ATTRIBUTE,  /* name: neither a umask nor a modifier */
	REFUSED_NO_CONFIG,  /* name: a word of perf without a register here */
	REFUSED_TERMS,      /* number: the maximum */
	REFUSED_FIXED_BARE, /* the fixed counter has neither umasks nor modifiers */
	REFUSED_NO_CHOICE,  /* the event has no such resource */
	REFUSED_NO_EFFECT,  /* row, bits */
	REFUSED_NOT_GIVEN,  /* name: the event; row, field: what it must be given */
	REFUSED_EDGE,
	REFUSED_EDGE_LEVEL,
	REFUSED_INVERT,
	/* values */
	REFUSED_VALUE_MISSING, /* name; field: the allowed values; so for the next five */
	REFUSED_VALUE_FORM,
	REFUSED_VALUE_LEAST,
	REFUSED_VALUE_MOST,
	REFUSED_VALUE_WIDTH,
	REFUSED_NUMBER,       /* name */
	REFUSED_NUMBER_WIDTH, /* name; bits: the maximum */
	REFUSED_RAW,          /* name */
	REFUSED_NO_SELECT,
	REFUSED_RESERVED,   /* row, bits */
	REFUSED_FIELD_MOST, /* bits: the value; field */
	REFUSED_GROUP,      /* resource, number */
	REFUSED_UNIT,       /* number: the last one */
	REFUSED_COUNTER,    /* number; type; bits: counters that can */
	REFUSED_OTHER_UNIT, /* resource, bits */
	/* different values for one thing */
	REFUSED_CONFLICT, /* field */
	REFUSED_TWICE,
	REFUSED_CONTRADICTION,    /* row, bits */
	REFUSED_FILTER_REGISTERS, /* number: the maximum */
	REFUSED_REASONS
};

struct refusal {
	uint8_t reason; /* enum refusal_reason */
	struct slice where;
	struct slice name, other;
	const struct box_type *type;
	const struct register_row *row;
	const struct field *field;
	const struct event *event, *other_event;
	const struct resource *resource;
	uint64_t bits;
	unsigned number;
};

/* Notes the refusal, and returns false. */
static inline bool refuse(struct refusal *refusal, struct refusal why)
{
	*refusal = why;
	return false;
}

#endif
