/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the event parser share. Nobody else includes this. */
#ifndef CORE_EVENT_INTERNAL_H
#define CORE_EVENT_INTERNAL_H

#include "core/event/event.h"
#include "core/event/table.h"

/* Umasks and modifiers of a string: what libpfm4 takes at most. */
#define EVENT_ATTRIBUTES 64

/* One string being read. */
struct parse {
	struct slice string;
	struct event_choice *choice;
	struct complaint *complaint;
	bool perf; /* perf's names of fields; otherwise libpfm4's */
	struct select_shape shape;
	struct event_rows rows; /* of the event that was named */
	struct slice event_at;  /* the part of the string that says which event */
	struct slice edge_at;   /* ... and those that ask for edges and for inversion */
	struct slice invert_at;
	uint64_t given;            /* bits of the select register that were set */
	const struct event *alias; /* the umask that the event's name stands for; NULL: none */
	/* The register that umasks of the event are bits of; NULL: the select. */
	const struct register_row *companion;
	uint64_t companion_bits; /* umasks so far, OR-ed: of the companion */
	uint64_t companion_mask; /* ... the fields they are in */
	uint32_t umask;          /* ... of the select */
	bool umask_number;       /* it was given as a number */
	uint64_t umasks;         /* bit i: row i of the event is among the umasks; bit 63: and later ones */
	/* Bit i: umasks of group i were joined, were named, include one that is alone in its group, one
	 * that excludes higher groups, one that excludes other groups. */
	uint8_t groups, named, alone, lower_only, first_only;
	uint8_t flags;                              /* of all umasks, OR-ed */
	struct slice umask_at[UMASK_GROUP + 1];     /* the last of each group */
	uint8_t whole;                              /* bit i: settings[i] was given as a whole register */
	struct slice setting_at[EVENT_SETTINGS];    /* where each was given */
	struct slice group_at, unit_at, counter_at; /* likewise; a null `at` if it was not */
	uint8_t group, unit, counter;
	const struct event *row; /* the first umask named; the event's first row until then */
};

/* ---- event_box.c --------------------------------------------------------------------------------- */

/* What a box name means. */
enum box_meaning {
	BOX_MEANS_NOTHING, /* no box type has such a name */
	BOX_MEANS_TYPE,    /* a type of several instances, without saying which */
	BOX_MEANS_BEYOND,  /* an instance that the type does not have */
	BOX_MEANS_INSTANCES
};

/* Reads "cbox3", "nhmex_unc_cbox3", "uncore_cbox_3", "cbox*". The type is set unless NOTHING, the
 * instances if INSTANCES. A perf name without a number means every instance, as it does for perf. */
enum box_meaning box_meaning(const struct processor *processor, struct slice name, const struct box_type **type,
			     uint64_t *instances);

/* Sets the choice's type and instances, or complains. */
MUST_CHECK bool parse_box(struct parse *parse, struct slice name);

/* ---- event_attributes.c: what follows the event's name --------------------------------------------- */

/* Everything behind the name of an event: attributes separated by ':' or '.'. */
MUST_CHECK bool parse_attributes(struct parse *parse, struct slice rest);

/* Cuts off what stands before the first ':' or '.', as slice_cut does for one separator. */
struct slice cut_attribute(struct slice *rest);

/* ---- event_umask.c: which umasks go together, and their bits ----------------------------------------- */

/* The bits that a umask given as a number may have; 0 if the box has no umasks. */
uint64_t umask_bits(const struct parse *parse);

/* Adds a umask by its row or all umasks as a number. */
MUST_CHECK bool add_umask(struct parse *parse, struct slice token, const struct event *row);
MUST_CHECK bool add_umask_number(struct parse *parse, struct slice token, uint64_t number);

/* Adds the umasks that are meant where none was named. */
MUST_CHECK bool settle_umasks(struct parse *parse);

/* Puts the umasks that are bits of a companion into the choice. */
MUST_CHECK bool put_umask_companion(struct parse *parse);

/* ---- event_terms.c: fields by name ------------------------------------------------------------------- */

/* False if a modifier's field makes no sense for the event that was named: fixed counters have neither
 * edges nor thresholds, and only they are said to count for all threads. */
bool field_applies(const struct parse *parse, const struct field *field);

/* The same of a row and all fields that are set. */
bool fields_suit(const struct parse *parse, const struct event *row);

/* The field that a modifier names in the spelling at hand: of the select register first, then of the
 * companions. Of several the one that the event needs. NULL if there is none; else *row is its register. */
const struct field *find_field(const struct parse *parse, struct slice name, const struct register_row **row);

/* Sets a field by its name in the spelling at hand; `value` has a null `at` if none was given. */
MUST_CHECK bool parse_modifier(struct parse *parse, struct slice token, struct slice name, struct slice value);

/* Sets a field of the select register or of a companion register. */
MUST_CHECK bool parse_set(struct parse *parse, struct slice token, const struct register_row *row,
			  const struct field *field, uint64_t value);

/* Adds bits to what is wanted of a companion register, and its gate's enable if it has one. */
MUST_CHECK bool parse_companion(struct parse *parse, struct slice token, const struct event_setting *wanted);

/* Reads the number given to something called `name` that takes 0 to `most`; 1 if there is none and 1 is
 * the most. */
MUST_CHECK bool parse_number(struct parse *parse, struct slice token, const struct field *limits, struct slice value,
			     uint64_t *number);

/* A number with 0x; what is too large is the largest. False if it is none. */
MUST_CHECK bool parse_saturated(struct slice text, uint64_t *value);

/* The two halves of it: whether it is a number, and whether it is one that may be given. */
MUST_CHECK bool parse_digits(struct parse *parse, struct slice token, const struct field *limits, struct slice value,
			     uint64_t *number);
MUST_CHECK bool parse_range(struct parse *parse, struct slice token, const struct field *limits, uint64_t number);

/* ---- event_name.c: the event, and the parts put together ------------------------------------------ */

/* An event name and its attributes, "LLC_HITS:M:t=4". The choice's type may be NULL: then every type is
 * searched, and all instances are meant. */
MUST_CHECK bool parse_named(struct parse *parse, struct slice rest);

/* Defaults, select value, counters; and what may not go together. Last step of every spelling. */
MUST_CHECK bool parse_finish(struct parse *parse);

/* ---- event_modifier.c: modifiers that are no field ------------------------------------------------- */

/* What a modifier means that is no field of a register. */
enum knob { KNOB_NONE, KNOB_COUNTER, KNOB_GROUP, KNOB_UNIT, KNOB_REGISTER };

/* What `name` means; *companion is the register if it is one. */
enum knob find_knob(const struct parse *parse, struct slice name, const struct companion **companion);

/* Sets it. */
MUST_CHECK bool parse_knob(struct parse *parse, struct slice token, struct slice name, struct slice value);

/* Puts `port=`, `unit=` and `counter=` into the choice, whose event and numbers are known. */
MUST_CHECK bool take_resource(struct parse *parse, uint64_t code);
MUST_CHECK bool take_counter(struct parse *parse);

/* ---- event_needs.c: what rows of the table need besides their code ---------------------------------- */

/* The first row of the select's code that any umask may be given as a number with; NULL if there is none. */
const struct event *event_row_coded(const struct parse *parse);

/* The first row from `from` on that is what the choice, given in numbers, says; NULL if there is none. */
const struct event *row_fitting(const struct parse *parse, const struct event *from);

/* Adds what the row needs to the choice; complains if modifiers contradict it, or set what has no
 * effect on it. */
MUST_CHECK bool apply_needs(struct parse *parse, const struct event *event);

/* Rows that a string means: bit i says that first[i] is one of them. */
struct meant {
	const struct event *first;
	uint64_t rows;
};

/* The joined ones, else the one it came to. */
struct meant rows_meant(const struct parse *parse, const struct event *event);

/* The same of the rows that are meant; of a number that no row has, of all of the event's. */
uint64_t needed_bits(const struct parse *parse, const struct event *event, const struct register_row *row);

/* One requirement on the select itself. */
MUST_CHECK bool apply_select_need(struct parse *parse, const struct event *event, const struct requirement *need);

/* Complains that bits of a setting, or of the select, mean nothing to the event. */
bool refuse_no_effect(struct parse *parse, struct slice where, const struct register_row *row, uint64_t bits);

/* ---- event_parts.c: what belongs together ------------------------------------------------------------ */

/* A part of a field that is set makes the whole field wanted, and the select look at it. */
MUST_CHECK bool settle_parts(struct parse *parse);

/* Complains of fields of the select that are set and mean nothing to the event. */
MUST_CHECK bool check_select(struct parse *parse, const struct event *event);

/* The same of settings, where no row has the umask: those that mean nothing to the event with any. */
MUST_CHECK bool check_settings(struct parse *parse, const struct event *event);

/* What must be given is given. Last of all, as umasks may say it. */
MUST_CHECK bool check_given(struct parse *parse, const struct event *event);

/* The same for numbers that are no row of the table: all is taken as given, as far as it is clear. */
MUST_CHECK bool settle_unknown(struct parse *parse);

/* Registers given whole, in terms of the unit the code points to, become those of unit 0. */
MUST_CHECK bool settle_registers(struct parse *parse);

/* What the choice has in a companion register that its event does not have by itself: *mask bits. */
uint64_t setting_extra(const struct event_choice *choice, unsigned setting);

/* ---- event_numbers.c: perf's spelling, and raw values -------------------------------------------- */

MUST_CHECK bool parse_perf(struct parse *parse);

/* The value of the select, and modifiers behind it that set something else. */
MUST_CHECK bool parse_raw(struct parse *parse, struct slice rest);

/* ---- event_posted.c: counters that are posted to memory --------------------------------------------- */

/* The offset of a counter instead of a name. */
MUST_CHECK bool parse_offset(struct parse *parse, struct slice value);

MUST_CHECK bool parse_finish_posted(struct parse *parse);

/* The canonical spelling: perf's. */
void put_posted(const struct event_choice *choice, struct text *text);

/* ---- event_hint.c: saying why, and what would have been right ------------------------------------- */

/* Fills in the complaint, without a hint, and returns false. `where` is a part of the string. */
bool refuse(struct parse *parse, enum complaint_kind kind, struct slice where, const char *format, ...)
	PRINTF_LIKE(4, 5);

/* The complaint's hint, to be written after refuse(). */
struct text hint_text(struct parse *parse);

/* A part of the string in quotes: cut if it is long, unprintable characters replaced. */
#define QUOTE_SIZE 40
struct quote {
	char text[QUOTE_SIZE];
};
struct quote quote(struct slice part);

bool refuse_box(struct parse *parse, struct slice name);
bool refuse_event(struct parse *parse, struct slice name);
bool refuse_attribute(struct parse *parse, struct slice token, struct slice name);
bool refuse_umask_missing(struct parse *parse, unsigned group);

/* Bits of the companion that it does not have. */
bool refuse_holes(struct parse *parse, uint64_t bits);

#endif
