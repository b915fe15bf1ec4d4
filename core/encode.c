/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/encode.h"

/* The value that lets a counter run: the layout's enable bit. */
static uint64_t enable_of(const struct register_row *row)
{
	const struct field *enable = layout_field(row->layout, FIELD_ENABLE);

	return enable ? field_mask(enable) : 0;
}

static void add(struct encoding *encoding, const struct register_row *row, uint64_t value)
{
	for (unsigned i = 0; i < encoding->count; i++) {
		if (encoding->registers[i].row != row)
			continue;
		encoding->registers[i].value |= value;
		return;
	}
	encoding->registers[encoding->count++] = (struct encoded){row, value};
}

bool encode_event(const struct processor *processor, struct slice string, struct encoding *encoding,
		  struct complaint *complaint)
{
	struct event_choice *choice = &encoding->choice;
	const struct register_row *row;

	encoding->count = 0;
	if (!event_parse(processor, string, choice, complaint))
		return false;
	row = box_row_of_role(choice->type, choice->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
	if (row)
		add(encoding, row, choice->select | enable_of(row));
	for (unsigned i = 0; i < choice->setting_count; i++) {
		const struct event_setting *setting = &choice->settings[i];

		add(encoding, setting->row, setting->value << setting->field->low);
	}
	return true;
}

void encode_values(const struct encoding *encoding, struct text *text)
{
	for (unsigned i = 0; i < encoding->count; i++)
		text_format(text, "%s0x%llx", i ? " " : "",
			    (unsigned long long)encoding->registers[i].value);
}

void encode_names(const struct encoding *encoding, struct text *text)
{
	unsigned instance = 0;

	while (!(encoding->choice.instances & BIT(instance)))
		instance++;
	event_canonical(&encoding->choice, instance, text);
	for (unsigned i = 0; i < encoding->count; i++)
		text_format(text, " %s=0x%llx", encoding->registers[i].row->name,
			    (unsigned long long)encoding->registers[i].value);
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
