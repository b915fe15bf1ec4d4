/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses in libpfm4's order, since its answer is the first error: the PMU, the event, all attributes, then each
 * attribute without its copies, then the default umasks. */
#include "tools/uncork/libpfm4/libpfm4.h"

#include <string.h>

#include "core/event/encode.h"
#include "tools/uncork/libpfm4/reading.h"

#define STRING_MAX 16384

/* ---- the PMU and the event ------------------------------------------------------------------------ */

/* True if the name is the type's PMU, followed by an instance number if there are several instances. */
static bool is_pmu(const struct box_type *type, struct slice name)
{
	size_t length = strlen(type->pmu);
	struct slice number;
	uint64_t instance;

	if (name.length < length || !name_is((struct slice){name.at, length}, type->pmu))
		return false;
	number = without_first(name, length);
	if (type->instances == 1)
		return !number.length;
	return (number.length == 1 || (number.length && number.at[0] != '0')) && parse_u64(number, &instance) &&
	       instance < type->instances;
}

static bool find_box(struct reading *reading, struct slice name)
{
	for (unsigned i = 0; i < reading->tables->count; i++) {
		const struct libpfm4_box *box = &reading->tables->boxes[i];

		if (!is_pmu(box->type, name))
			continue;
		reading->box = box;
		reading->type = box->type;
		return true;
	}
	return false;
}

static bool find_event(struct reading *reading, struct slice name)
{
	const struct libpfm4_box *box = reading->box;
	const struct event *first;
	unsigned unlisted = 0;

	reading->rows = event_rows_named(reading->tables->processor, reading->type, name);
	while (unlisted < reading->rows.count && is_unlisted(reading, reading->rows.first + unlisted))
		unlisted++;
	if (unlisted == reading->rows.count)
		return false;
	/* An alias of an event is replaced by that event, and by its umask if the alias means one. */
	first = reading->rows.first;
	if (!first->umask_name && first->group & UMASK_ALIAS) {
		const struct event *target = &reading->type->events[event_same(reading->type, first)];

		reading->rows = event_rows_around(target);
		reading->alias = target->umask_name ? target : NULL;
	}
	reading->row = reading->rows.first;
	reading->filter_register = event_filter_register(reading->type, reading->rows);

	/* libpfm4's field of umasks replaces the layout's. */
	select_shape_read(reading->type, &reading->shape);
	for (unsigned i = 0; i < box->field_count; i++)
		if (box->fields[i].field.kind == FIELD_UMASK)
			reading->shape.of[FIELD_UMASK] = &box->fields[i].field;
	return true;
}

/* ---- setting registers ---------------------------------------------------------------------------- */

static void set_select(struct reading *reading, const struct field *field, uint64_t value)
{
	uint64_t mask = field_mask(field);

	reading->given |= mask;
	reading->select = (reading->select & ~mask) | (value << field->low & mask);
}

static enum libpfm4_error set_filter_register(struct reading *reading, struct filter_register_value wanted)
{
	const struct look *look = reading->type->look;
	struct filter_register_value *value = reading->filter_registers;

	while (value < reading->filter_registers + reading->filter_register_count && value->row != wanted.row)
		value++;
	if (value == reading->filter_registers + EVENT_SETTINGS)
		return LIBPFM4_TOOMANY;
	if (value == reading->filter_registers + reading->filter_register_count) {
		reading->filter_register_count++;
		*value = (struct filter_register_value){.row = wanted.row};
	}
	if ((value->value ^ wanted.value) & value->mask & wanted.mask)
		return LIBPFM4_ATTR_SET;
	value->mask |= wanted.mask;
	value->value |= wanted.value;
	if (look && wanted.row == &reading->type->registers[look->row] && wanted.mask & look->bits)
		set_select(reading, &reading->shape.row->layout->fields[look->field], 1);
	return LIBPFM4_SUCCESS;
}

/* True if the modifier is one of libpfm4's own whose value 0 adds no code. Notes that it was given. */
static bool adds_no_code(struct reading *reading, const struct attribute *attribute)
{
	for (unsigned i = 0; i < reading->box->field_count; i++) {
		const struct libpfm4_field *own = &reading->box->fields[i];

		if (&own->field != attribute->field)
			continue;
		reading->fields_given |= (uint8_t)BIT(i);
		return !attribute->value && own->flags & LIBPFM4_NO_ZERO_CODE;
	}
	return false;
}

static enum libpfm4_error set_modifier(struct reading *reading, const struct attribute *attribute)
{
	const struct field *field = attribute->field;
	uint64_t mask = field_mask(field);

	if (attribute->value < field->least || attribute->value > field_most(field))
		return LIBPFM4_ATTR_VAL;
	if (!attribute->row) {
		reading->vain = true;
		return attribute->value ? LIBPFM4_SUCCESS : LIBPFM4_ATTR_VAL;
	}
	if (adds_no_code(reading, attribute))
		return LIBPFM4_SUCCESS;
	if (attribute->row != reading->shape.row)
		return set_filter_register(
			reading,
			(struct filter_register_value){attribute->row, mask, attribute->value << field->low & mask});
	set_select(reading, field, attribute->value);
	return LIBPFM4_SUCCESS;
}

static enum libpfm4_error apply(struct reading *reading, const struct attribute *attribute)
{
	if (attribute->umask)
		return libpfm4_add_umask(reading, attribute->umask);
	if (!attribute->field)
		return libpfm4_add_number(reading, attribute->value);
	return set_modifier(reading, attribute);
}

/* ---- the codes ------------------------------------------------------------------------------------ */

/* Returns the row for the umasks: a single named one; the first named one if they are bits of a filter register; the
 * row of exactly that umask; else the first row of the code. */
static const struct event *final_row(const struct reading *reading)
{
	const struct event *exact, *row = reading->rows.first;
	uint64_t umasks = reading->umasks;

	if (!reading->shape.of[FIELD_UMASK] || count_bits(umasks) == 1)
		return reading->row;
	if (reading->filter_register && (umasks || umasks_fill(reading->filter_register)))
		return umasks ? row + __builtin_ctzll(umasks) : row;
	exact = event_row_of_umask(reading->rows, reading->row->code, reading->umask);
	while (!exact && (row->code != reading->row->code || row->group & UMASK_ALIAS))
		row++;
	return exact ? exact : row;
}

/* Sets bits of the select that a row needs besides its code. Fails if a modifier has set them otherwise. */
static enum libpfm4_error lock(struct reading *reading, const struct field *field, uint64_t value)
{
	value <<= field->low;
	if ((reading->select ^ value) & field_mask(field) & reading->given)
		return LIBPFM4_ATTR_SET;
	reading->select |= value;
	return LIBPFM4_SUCCESS;
}

/* True if libpfm4 sets that field of the select to its own value. */
static bool is_replaced(const struct reading *reading, const struct event *event, const struct requirement *need)
{
	const struct libpfm4_row *own = beside(reading, event);

	for (unsigned i = 0; i < own->count; i++) {
		const struct libpfm4_setting *setting = &reading->tables->settings[own->settings + i];

		if (setting->row == need->row && setting->field == need->field)
			return true;
	}
	return false;
}

static enum libpfm4_error put_needs(struct reading *reading, const struct event *event)
{
	const struct requirement *needs = event_requirements(reading->type, event);
	const struct libpfm4_row *own = beside(reading, event);
	enum libpfm4_error error = LIBPFM4_SUCCESS;

	for (unsigned i = 0; i < event_need_count(reading->type, event) && !error; i++)
		if (needs[i].kind == REQUIRE_VALUE && needs[i].field != REQUIREMENT_WHOLE &&
		    &reading->type->registers[needs[i].row] == reading->shape.row &&
		    !is_replaced(reading, event, &needs[i]))
			error = lock(reading, field_of(reading, needs[i].row, needs[i].field), needs[i].value);
	for (unsigned i = 0; i < own->count && !error; i++) {
		const struct libpfm4_setting *setting = &reading->tables->settings[own->settings + i];
		const struct field *field = field_of(reading, setting->row, setting->field);
		bool of_code = field->kind == FIELD_CODE || field->kind == FIELD_CODE_ABOVE;
		bool of_named = field->kind != FIELD_UMASK && reading->named && !reading->filter_register;

		if (&reading->type->registers[setting->row] == reading->shape.row && (of_code || of_named))
			error = lock(reading, field, setting->value);
	}
	return error;
}

/* Checks for modifiers that libpfm4 requires with the named umasks and does not allow with others. */
static enum libpfm4_error check_given(struct reading *reading)
{
	for (unsigned i = 0; i < reading->box->field_count; i++) {
		const struct libpfm4_field *own = &reading->box->fields[i];
		bool wanted = !reading->rows.first->umask_name && libpfm4_is_wanted(reading, own, reading->rows);

		if (!(own->flags & LIBPFM4_WHERE_GIVEN))
			continue;
		for (unsigned row = 0; reading->rows.first->umask_name && row < reading->rows.count && row < 64; row++)
			if (reading->umasks & BIT(row))
				wanted |= libpfm4_is_wanted(reading, own,
							    (struct event_rows){reading->rows.first + row, 1});
		if (wanted != !!(reading->fields_given & BIT(i)))
			return LIBPFM4_ATTR;
	}
	return LIBPFM4_SUCCESS;
}

static enum libpfm4_error put_filter_register(struct reading *reading)
{
	const struct register_row *row = reading->filter_register;
	uint64_t mask = reading->filter_register_mask;

	if (umasks_fill(row))
		mask = layout_writable(row->layout) | row->layout->holes;
	if (!row || !mask)
		return LIBPFM4_SUCCESS;
	return set_filter_register(reading, (struct filter_register_value){row, mask, reading->filter_register_bits});
}

static uint64_t put(const struct field *field, uint64_t value)
{
	return field ? value << field->low & field_mask(field) : 0;
}

static enum libpfm4_error put_select(struct reading *reading)
{
	const struct select_shape *shape = &reading->shape;
	bool fixed = reading->row->flags & EVENT_FIXED; /* as perf's drivers program it */

	reading->select |= put(shape->of[FIELD_EVENT], fixed ? PERF_FIXED_EVENT : reading->row->code) |
			   put(shape->of[FIELD_UMASK], reading->umask);
	return put_needs(reading, final_row(reading));
}

/* Sets all privilege levels if none is named. */
static enum libpfm4_error finish_select(struct reading *reading)
{
	const struct select_shape *shape = &reading->shape;
	const struct field *threshold = shape->of[FIELD_THRESHOLD];

	if (!(reading->given & shape->bits[FIELD_PRIVILEGE]))
		reading->select |= shape->bits[FIELD_PRIVILEGE];
	if (reading->box->flags & LIBPFM4_EDGE_NEEDS_THRESHOLD && reading->select & shape->bits[FIELD_EDGE] &&
	    !(reading->select & field_mask(threshold)))
		return LIBPFM4_ATTR;
	return LIBPFM4_SUCCESS;
}

static enum libpfm4_error read_event(struct reading *reading, struct slice string)
{
	static enum libpfm4_error (*const steps[])(struct reading *) = {
		libpfm4_settle_umasks, put_select, check_given, put_filter_register, finish_select,
	};
	enum libpfm4_error error;
	struct slice rest = string, name = libpfm4_cut(&rest);

	if (!find_event(reading, name))
		return LIBPFM4_NOTFOUND;
	error = libpfm4_collect(reading, rest);
	for (unsigned i = 0; i < reading->attribute_count && !error; i++)
		error = apply(reading, &reading->attributes[i]);
	for (unsigned i = 0; i < ARRAY_SIZE(steps) && !error; i++)
		error = steps[i](reading);
	return error;
}

/* ---- the string ----------------------------------------------------------------------------------- */

static enum libpfm4_error read_string(struct reading *reading, struct slice string)
{
	size_t colons = string.length; /* the first "::" */

	if (string.length > STRING_MAX)
		return LIBPFM4_INVAL;
	/* libpfm4 rejects blanks and commas before it looks for names. */
	for (size_t i = 0; i < string.length; i++) {
		char c = string.at[i];

		if (c == ' ' || c == ',' || c == '\t' || c == '\n')
			return LIBPFM4_INVAL;
		if (colons > i && c == ':' && i + 1 < string.length && string.at[i + 1] == ':')
			colons = i;
	}
	if (colons == string.length || !find_box(reading, (struct slice){string.at, colons}))
		return LIBPFM4_NOTFOUND;
	return read_event(reading, without_first(string, colons + 2));
}

/* Answers in libpfm4's terms for a processor that libpfm4 does not have. */
static void answer_ourselves(const struct processor *processor, struct slice string, struct libpfm4_answer *answer)
{
	static const uint8_t errors[] = {
		[DIAGNOSTIC_NONE] = LIBPFM4_SUCCESS,         [DIAGNOSTIC_SYNTAX] = LIBPFM4_INVAL,
		[DIAGNOSTIC_BOX] = LIBPFM4_NOTFOUND,         [DIAGNOSTIC_EVENT] = LIBPFM4_NOTFOUND,
		[DIAGNOSTIC_UMASK] = LIBPFM4_UMASK,          [DIAGNOSTIC_MODIFIER] = LIBPFM4_ATTR,
		[DIAGNOSTIC_VALUE] = LIBPFM4_ATTR_VAL,       [DIAGNOSTIC_AMBIGUOUS] = LIBPFM4_NOTFOUND,
		[DIAGNOSTIC_COMBINATION] = LIBPFM4_FEATCOMB, [DIAGNOSTIC_CONFLICT] = LIBPFM4_ATTR_SET,
		[DIAGNOSTIC_TOO_MANY] = LIBPFM4_TOOMANY,
	};
	struct encoding encoding;
	struct diagnostic diagnostic;

	_Static_assert(ARRAY_SIZE(errors) == DIAGNOSTIC_KINDS, "an error for each kind");
	if (!encode_event(processor, string, &encoding, &diagnostic)) {
		answer->error = errors[diagnostic.kind];
		return;
	}
	answer->count = encoding.count;
	for (unsigned i = 0; i < encoding.count; i++)
		answer->codes[i] = encoding.registers[i].value;
}

static const struct libpfm4_processor *tables_of(const struct processor *processor)
{
	static const struct libpfm4_processor *const known[] = {&libpfm4_knights_landing, &libpfm4_xeon_e5_2600};

	for (unsigned i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i]->processor == processor)
			return known[i];
	return NULL;
}

void libpfm4_ask(const struct processor *processor, struct slice string, struct libpfm4_answer *answer)
{
	struct attribute attributes[LIBPFM4_ATTRIBUTES];
	struct reading reading = {.tables = tables_of(processor), .attributes = attributes};

	answer->count = 0;
	answer->error = LIBPFM4_SUCCESS;
	if (!reading.tables) {
		answer_ourselves(processor, string, answer);
		return;
	}
	answer->error = (uint8_t)read_string(&reading, string);
	if (answer->error)
		return;
	answer->codes[answer->count++] = reading.select | reading.box->always;
	for (unsigned i = 0; i < reading.filter_register_count; i++)
		answer->codes[answer->count++] = reading.filter_registers[i].value;
}

const char *libpfm4_error_name(enum libpfm4_error error)
{
	static const char *const names[] = {
		"PFM_SUCCESS",  "PFM_ERR_INVAL",    "PFM_ERR_NOTFOUND", "PFM_ERR_FEATCOMB", "PFM_ERR_UMASK",
		"PFM_ERR_ATTR", "PFM_ERR_ATTR_VAL", "PFM_ERR_ATTR_SET", "PFM_ERR_TOOMANY",
	};

	_Static_assert(ARRAY_SIZE(names) == LIBPFM4_ERRORS, "a name for each error");
	return names[error];
}

void libpfm4_text(const struct libpfm4_answer *answer, struct text *text)
{
	if (answer->error)
		text_string(text, libpfm4_error_name((enum libpfm4_error)answer->error));
	for (unsigned i = 0; i < answer->count; i++)
		text_format(text, "%s0x%llx", i ? " " : "", (unsigned long long)answer->codes[i]);
}
