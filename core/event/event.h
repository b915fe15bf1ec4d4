/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings: three spellings in, one meaning and one canonical spelling out.
 *
 *   nhmex_unc_cbox0::LLC_HITS:M:t=4      libpfm4's, the canonical one
 *   uncore_cbox_0/event=0x15,umask=0x01/ perf's; canonical if libpfm4 has no name for the box
 *   cbox0:0x400115                       raw value of the select register, modifiers may follow
 *
 * The box may be a type with '*' (every instance), or one instance. It may be left out if only one box type has an event of that
 * name: this means every instance. */
#ifndef CORE_EVENT_H
#define CORE_EVENT_H

#include "boxes/box.h"
#include "lib/parse.h"
#include "lib/text.h"

#define EVENT_SETTINGS       8
#define EVENT_EVERY_INSTANCE UINT32_MAX

/* The bits of one filter register (ROLE_FILTER) that an event requires. If each unit of the event's resource has such a register,
 * row and bits are those of unit 0. Fields of the select register are part of event_config.select. */
struct event_setting {
	const struct register_row *row;
	uint64_t mask, value; /* the required bits, and their values */
};

/* The meaning of one event string. It keeps no reference to the string. */
struct event_config {
	const struct processor *processor;
	const struct box_type *type;
	uint32_t instance; /* index, or EVENT_EVERY_INSTANCE, even for a type with a single instance */
	/* The table's row with this code and umask. If several umasks were joined, or no row has the umask, the first row of the
	 * event. NULL if no event has the code. */
	const struct event *event;
	/* If umasks are bits of a filter register: bit i: row i of the event is one of them. */
	uint64_t umasks;
	/* Value of the select register, without enable and PMI enable; for a posted counter, the offset in its region. */
	uint64_t select;
	uint16_t counters;               /* bit i: counter i may count it; 0 if fixed */
	bool fixed;                      /* only the fixed counter counts it; select is 0 */
	uint8_t group;                   /* group of the resource, within the instance */
	uint8_t unit;                    /* unit of the resource that `select` points to */
	const struct resource *resource; /* the resource with interchangeable units that the event uses; NULL: none */
	uint8_t setting_count;
	struct event_setting settings[EVENT_SETTINGS]; /* in order of rows, no row twice */
};

static inline bool event_means_instance(const struct event_config *config, unsigned instance)
{
	return config->instance == EVENT_EVERY_INSTANCE || config->instance == instance;
}

/* A setting in a register. */
struct event_assigned {
	const struct register_row *row;
	unsigned index; /* number of the register in its row */
	uint64_t mask, value;
};

/* The register and bits of setting number `setting` if the event gets this unit of its resource and this counter. */
struct event_assigned event_setting_at(const struct event_config *config, unsigned setting, unsigned unit,
				       unsigned counter);

/* The bits of that register that belong only to that unit; 0 if the setting concerns no resource. */
uint64_t event_unit_bits(const struct event_config *config, unsigned setting, unsigned unit);

/* The select register's value that points to this unit. */
uint64_t event_select_at(const struct event_config *config, unsigned unit);

/* True if the row belongs to a unit other than 0 of a resource: event strings do not name it. */
bool event_row_of_other_unit(const struct box_type *type, const struct register_row *row);

/* The field of a register that has the lowest of these bits; NULL if there is none. */
const struct field *event_field_of(const struct register_row *row, uint64_t bits);

/* True if an earlier field than `number` has the same libpfm4 spelling: the event decides which one is meant. */
bool event_field_repeats(const struct field *fields, unsigned number);

/* The posting of the counter; NULL if it is not posted, or has no name. */
const struct posting *event_posting(const struct event_config *config);

/* The reason why a string was refused. */
enum diagnostic_kind {
	DIAGNOSTIC_NONE,
	DIAGNOSTIC_SYNTAX,
	DIAGNOSTIC_BOX,      /* no such box, or no such instance */
	DIAGNOSTIC_EVENT,    /* no such event */
	DIAGNOSTIC_UMASK,    /* a umask is needed and none was given */
	DIAGNOSTIC_MODIFIER, /* neither a umask of the event nor a modifier that may be used here */
	DIAGNOSTIC_VALUE,    /* number missing, malformed or out of range */
	DIAGNOSTIC_AMBIGUOUS,
	DIAGNOSTIC_COMBINATION, /* umasks that exclude each other */
	DIAGNOSTIC_CONFLICT,    /* one field set twice, to different values */
	DIAGNOSTIC_TOO_MANY,    /* more settings than event_config has room for */
	DIAGNOSTIC_KINDS
};

struct diagnostic {
	uint8_t kind; /* enum diagnostic_kind */
	/* The place in the string, from 0. Equal to the string's length if something is missing at the end. */
	uint16_t column;
	uint16_t length; /* number of characters concerned, at least 1 */
	char reason[128];
	char hint[192]; /* near misses, or the allowed values; may be empty */
};

/* Strings longer than this are refused. */
#define EVENT_STRING_MAX 1024

/* Parses one event string. Returns false, with *diagnostic filled in, if it is refused. */
MUST_CHECK bool event_parse(const struct processor *processor, struct slice string, struct event_config *config,
			    struct diagnostic *diagnostic);

/* Cuts the next string off a comma-separated list; commas between slashes belong to the string. The
 * list is exhausted when rest->at is NULL. */
struct slice event_list_cut(struct slice *rest);

/* Appends the canonical string of one instance of the configuration, or of all ('*', EVENT_EVERY_INSTANCE). */
void event_canonical(const struct event_config *config, unsigned instance, struct text *text);

/* True if the configuration counts every cycle of its box's clock: it always advances if the box has a clock. */
bool event_is_clock(const struct event_config *config);

/* Appends the canonical name of a row of an event table, without box: "LLC_HITS:M". */
void event_row_name(const struct processor *processor, const struct event *event, struct text *text);

/* Appends the string, a line with a caret (and tildes) at the diagnostic's place, the reason, and the hint. Each line ends with a
 * line feed. */
void diagnostic_text(const struct diagnostic *diagnostic, struct slice string, struct text *text);

#endif
