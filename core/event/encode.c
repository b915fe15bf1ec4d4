/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/encode.h"

/* The bits that let a counter run, and those that it always has. */
static uint64_t armed_of(const struct register_row *row)
{
	const struct register_layout *layout = row->layout;
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].kind == FIELD_ENABLE || layout->fields[i].kind == FIELD_ALWAYS)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

/* The registers of the choice; `always` are bits of its select. */
static void take_registers(struct encoding *encoding, const struct register_row *row, uint64_t always)
{
	const struct event_choice *choice = &encoding->choice;

	encoding->count = 0;
	if (row)
		encoding->registers[encoding->count++] = (struct encoded){row, 0, choice->select | always};
	for (unsigned i = 0; i < choice->setting_count; i++) {
		struct event_placed placed = event_setting_at(choice, i, choice->unit, 0);

		encoding->registers[encoding->count++] =
			(struct encoded){placed.row, (uint8_t)placed.index, placed.value};
	}
}

static void take_hardware(struct encoding *encoding)
{
	const struct event_choice *choice = &encoding->choice;
	const struct register_row *row = box_row_of_role(choice->type, choice->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);

	take_registers(encoding, row, row ? armed_of(row) : 0);
}

bool encode_event(const struct processor *processor, struct slice string, struct encoding *encoding,
		  struct complaint *complaint)
{
	encoding->count = 0;
	if (!event_parse(processor, string, &encoding->choice, complaint))
		return false;
	take_hardware(encoding);
	return true;
}

bool encode_library(const struct processor *processor, struct slice string, struct encoding *encoding,
		    struct complaint *complaint)
{
	const struct box_type *type;

	encoding->count = 0;
	if (!event_parse_library(processor, string, &encoding->choice, complaint))
		return false;
	type = encoding->choice.type;
	if (type->library)
		take_registers(encoding, box_row_of_role(type, ROLE_SELECT), type->library->always);
	else
		take_hardware(encoding);
	return true;
}

void encode_values(const struct encoding *encoding, struct text *text)
{
	for (unsigned i = 0; i < encoding->count; i++)
		text_format(text, "%s0x%llx", i ? " " : "", (unsigned long long)encoding->registers[i].value);
}

void encode_names(const struct encoding *encoding, struct text *text)
{
	unsigned instance = 0;

	while (!(encoding->choice.instances & BIT(instance)))
		instance++;
	event_canonical(&encoding->choice, instance, text);
	for (unsigned i = 0; i < encoding->count; i++) {
		const struct encoded *encoded = &encoding->registers[i];

		text_format(text, " %s", encoded->row->name);
		if (encoded->row->role == ROLE_FILTER && encoded->row->count > 1)
			text_format(text, "%u", encoded->index);
		text_format(text, "=0x%llx", (unsigned long long)encoded->value);
	}
}

const char *encode_error(enum complaint_kind kind)
{
	static const char *const names[] = {
		[COMPLAINT_NONE] = "PFM_SUCCESS",
		[COMPLAINT_SYNTAX] = "PFM_ERR_INVAL",
		[COMPLAINT_BOX] = "PFM_ERR_NOTFOUND",
		[COMPLAINT_EVENT] = "PFM_ERR_NOTFOUND",
		[COMPLAINT_UMASK] = "PFM_ERR_UMASK",
		[COMPLAINT_MODIFIER] = "PFM_ERR_ATTR",
		[COMPLAINT_VALUE] = "PFM_ERR_ATTR_VAL",
		[COMPLAINT_AMBIGUOUS] = "PFM_ERR_NOTFOUND",
		[COMPLAINT_COMBINATION] = "PFM_ERR_FEATCOMB",
		[COMPLAINT_CONFLICT] = "PFM_ERR_ATTR_SET",
		[COMPLAINT_TOO_MANY] = "PFM_ERR_TOOMANY",
	};

	_Static_assert(ARRAY_SIZE(names) == COMPLAINT_KINDS, "a name for each kind");
	return names[kind];
}
