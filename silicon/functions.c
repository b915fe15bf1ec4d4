/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists the places of all machines' PCI functions. */
#include "silicon/models/model.h"
#include "silicon/silicon.h"

/* The default number of a bus if the machine has one socket. */
static uint8_t usual_bus(const struct model_part *part, unsigned index)
{
	static struct model alone;

	model_begin(&alone, part);
	alone.sockets = 1;
	return part->bus ? part->bus(&alone, 0, index) : 0;
}

static void tell_function(const struct model_part *part, uint32_t place, unsigned id, const struct model_box *box,
			  silicon_function_teller *tell, void *context)
{
	struct silicon_function function = {
		.machine = part->name,
		.family = part->family,
		.number = part->number,
		.steppings = part->steppings,
		.id = (uint16_t)(id >= MODEL_OWN_IDS ? SILICON_ANY_ID : id),
		.bus = (uint8_t)(place >> 20),
		.usual_bus = usual_bus(part, place >> 20),
		.device = place >> 15 & 0x1f,
		.function = place >> 12 & 7,
	};
	struct text name = TEXT_OVER(function.box);

	if (box)
		text_format(&name, box->type->single ? "%s" : "%s%u", box->type->name, box->number);
	tell(context, &function);
}

void silicon_functions(silicon_function_teller *tell, void *context)
{
	for (unsigned i = 0; model_parts[i]; i++) {
		const struct model_part *part = model_parts[i];

		tell_function(part, 0, 0, NULL, tell, context);
		for (unsigned j = 0; j < part->boxes; j++) {
			const struct model_type *type = part->box[j].type;

			if (type->space == SILICON_CONFIG)
				tell_function(part, part->box[j].base[0],
					      type->ids ? type->ids[part->box[j].number] : type->id, &part->box[j],
					      tell, context);
		}
		for (unsigned j = 0; j < part->fillers; j++)
			tell_function(part, part->filler[j].place, part->filler[j].id, NULL, tell, context);
	}
}
