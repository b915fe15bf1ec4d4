/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/encode.h"

bool encode_event(const struct processor *processor, struct slice string, struct encoding *encoding,
		  struct diagnostic *diagnostic)
{
	const struct event_config *config = &encoding->config;
	const struct register_row *row;
	uint64_t armed = 0; /* the enable bits and the bits that are always set */

	encoding->count = 0;
	if (!event_parse(processor, string, &encoding->config, diagnostic))
		return false;
	row = box_row_of_role(config->type, config->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
	for (unsigned i = 0; row && i < row->layout->field_count; i++)
		if (row->layout->fields[i].kind == FIELD_ENABLE || row->layout->fields[i].kind == FIELD_ALWAYS)
			armed |= field_mask(&row->layout->fields[i]);
	if (row)
		encoding->registers[encoding->count++] = (struct encoded){row, 0, config->select | armed};
	for (unsigned i = 0; i < config->setting_count; i++) {
		struct event_assigned placed = event_setting_at(config, i, config->unit, 0);

		encoding->registers[encoding->count++] =
			(struct encoded){placed.row, (uint8_t)placed.index, placed.value};
	}
	return true;
}

void encode_names(const struct encoding *encoding, struct text *text)
{
	uint32_t instance = encoding->config.instance;

	event_canonical(&encoding->config, instance == EVENT_EVERY_INSTANCE ? 0 : instance, text);
	for (unsigned i = 0; i < encoding->count; i++) {
		const struct encoded *encoded = &encoding->registers[i];

		text_format(text, " %s", encoded->row->name);
		if (encoded->row->role == ROLE_FILTER && encoded->row->count > 1)
			text_format(text, "%u", encoded->index);
		text_format(text, "=0x%llx", (unsigned long long)encoded->value);
	}
}
