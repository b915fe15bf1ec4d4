/* SPDX-License-Identifier: BSD-2-Clause */
/* Maps a configuration to registers. */
#include "core/event/event.h"
#include "core/event/table.h"

struct event_assigned event_setting_at(const struct event_config *config, unsigned setting, unsigned unit,
				       unsigned counter)
{
	const struct event_setting *wanted = &config->settings[setting];
	const struct resource *resource = config->resource;
	struct event_assigned placed = {wanted->row, 0, wanted->mask, wanted->value};
	uint64_t own = resource ? resource_bits(config->type, resource, wanted->row) : 0;
	unsigned up;

	if (!own) {
		placed.index = wanted->row->count > 1 ? counter : 0;
		return placed;
	}
	up = unit * resource->bit_step;
	placed.row += unit * resource->row_step;
	placed.index = config->group;
	placed.mask = (wanted->mask & ~own) | (wanted->mask & own) << up;
	placed.value = (wanted->value & ~own) | (wanted->value & own) << up;
	return placed;
}

uint64_t event_unit_bits(const struct event_config *config, unsigned setting, unsigned unit)
{
	const struct resource *resource = config->resource;

	if (!resource)
		return 0;
	return resource_bits(config->type, resource, config->settings[setting].row) << unit * resource->bit_step;
}

uint64_t event_select_at(const struct event_config *config, unsigned unit)
{
	const struct resource *resource = config->resource;
	const struct field *code;
	uint64_t value;

	if (!resource || unit == config->unit)
		return config->select;
	code = layout_field(box_row_of_role(config->type, ROLE_SELECT)->layout, FIELD_EVENT);
	value = resource->code + (unsigned)config->group * resource->group_step + unit * resource->unit_step;
	return (config->select & ~field_mask(code)) | value << code->low;
}

const struct posting *event_posting(const struct event_config *config)
{
	if (!config->type->postings || !config->event)
		return NULL;
	return &config->type->postings[config->event - config->type->events];
}
