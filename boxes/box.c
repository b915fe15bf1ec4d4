/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/box.h"

#include "boxes/archetype.h"
#include "boxes/processors.h"
#include "lib/memory.h"

#define DECLARED(PROCESSOR) extern const struct processor PROCESSOR;
#define LISTED(PROCESSOR)   &(PROCESSOR),

PROCESSORS(DECLARED)
DESCRIBED(DECLARED)

const struct processor *const processors[] = {PROCESSORS(LISTED) NULL};
const struct processor *const described_processors[] = {DESCRIBED(LISTED) & unknown_xeon, NULL};

void processor_description(const struct processor *processor, const struct event *event, struct text *text)
{
	text_string(text, processor_words(processor, event->sentence));
	if (event->phrase)
		text_format(text, ": %s", processor_words(processor, event->phrase));
}

const struct processor *processor_find(const char *vendor, unsigned family, unsigned model, unsigned stepping)
{
	static const struct processor *const *const lists[] = {processors, described_processors};

	for (unsigned i = 0; i < ARRAY_SIZE(lists); i++)
		for (const struct processor *const *at = lists[i]; *at; at++) {
			const struct processor *processor = *at;

			if (processor->last_stepping &&
			    (stepping < processor->first_stepping || stepping > processor->last_stepping))
				continue;
			if (model && (processor->model == model || processor->other_model == model) &&
			    processor->family == family && !strcmp(processor->vendor, vendor))
				return processor;
		}
	return NULL;
}

const struct processor *processor_by_name(const char *name)
{
	static const struct processor *const *const lists[] = {processors, described_processors};

	for (unsigned i = 0; i < ARRAY_SIZE(lists); i++)
		for (const struct processor *const *at = lists[i]; *at; at++)
			if (!strcmp((*at)->name, name))
				return *at;
	return NULL;
}

const struct register_row *box_free_counter(const struct box_type *type, unsigned number, unsigned *index)
{
	for (unsigned i = 0; i < type->register_count; i++) {
		const struct register_row *row = &type->registers[i];

		if (row->role != ROLE_FREE_COUNTER)
			continue;
		*index = number;
		if (number < row->count)
			return row;
		number -= row->count;
	}
	return NULL;
}

const struct box_instance *box_place(const struct box *box)
{
	const struct box_type *type = box->type;

	if (type->scope != BOX_OF_SOCKET)
		return type->instance_table;
	return &type->instance_table[(type->sockets ? box->socket * type->instances : 0) + box->instance];
}

/* Posted counters have no registers to lack. */
bool box_is_there(const struct box *box)
{
	uint64_t all = MASK(0, min_u64(box->type->register_count, 32));

	return !all || (box_place(box)->without & all) != all;
}

unsigned box_number(const struct box_type *type, unsigned instance)
{
	return type->numbers ? type->numbers[instance] : instance;
}

bool box_of_number(const struct box_type *type, uint64_t number, uint32_t *instance)
{
	unsigned i = 0;

	while (i < type->instances && box_number(type, i) != number)
		i++;
	*instance = i;
	return i < type->instances;
}

void box_places(const struct box_type *type, struct text *text)
{
	text_string(text, type->name);
	for (unsigned first = 0, last; type->instances > 1 && first < type->instances; first = last + 1) {
		last = first;
		while (last + 1 < type->instances && box_number(type, last + 1) == box_number(type, last) + 1)
			last++;
		text_format(text, first ? ",%u" : "%u", box_number(type, first));
		if (last > first)
			text_format(text, "-%u", box_number(type, last));
	}
}

struct location box_location(const struct box *box, const struct register_row *row, unsigned index)
{
	const struct box_instance *place = box_place(box);
	uint64_t address = box->base + place->base[row->bank] + (uint64_t)row_offset(row, index) +
			   (uint64_t)(box->wide ? row->layout->wide : 0);
	bool pci = box->type->space == SPACE_PCI;
	bool halves = pci && row->layout->width_bits == 64;

	return (struct location){
		.space = box->type->space,
		.width_bits = box->type->space == SPACE_MSR ? 64 : (uint8_t)(row->layout->width_bits >> halves),
		.halves = !halves                    ? HALVES_NONE
			  : row->role == ROLE_SELECT ? HALVES_STILL
						     : HALVES_LIVE,
		.bit_by_bit = row->layout->bit_by_bit,
		.socket = box->socket,
		.cpu = box->cpu,
		.address = address,
	};
}

unsigned box_counters(const struct box *box)
{
	unsigned own = box_place(box)->counters;

	return own ? own : box->type->counters;
}

unsigned box_row_count(const struct box *box, const struct register_row *row)
{
	const struct box_instance *place;

	if (!box->counter_bits) {
		place = box_place(box);
		if (place->without & BIT(row - box->type->registers))
			return 0;
		/* An instance may have fewer counters than its type. */
		if (place->counters && (row->role == ROLE_SELECT || row->role == ROLE_COUNTER))
			return place->counters;
		return row->count;
	}
	if (row->role == ROLE_SELECT || row->role == ROLE_COUNTER)
		return box->counters;
	if (row->role == ROLE_CAPABILITIES)
		return !(box->lacks & BOX_LACKS_CAPABILITIES);
	return row->role == ROLE_FIXED_COUNTER ? box->fixed_counters : row->count;
}

/* Bits of each fixed counter in the select of fixed counters. */
#define FIXED_SELECT_BITS 4

uint64_t box_field_mask(const struct box *box, const struct register_row *row, const struct field *field)
{
	if (field->needs & box->lacks)
		return 0;
	if (!box->counter_bits)
		return field_mask(field);
	if (row->role == ROLE_COUNTER)
		return MASK(0, box->counter_bits);
	if (row->role == ROLE_FIXED_COUNTER)
		return MASK(0, box->fixed_bits);
	if (row->role == ROLE_FIXED_SELECT)
		return field_mask(field) & MASK(0, FIXED_SELECT_BITS * box->fixed_counters);
	if (field->kind == FIELD_COUNT_ENABLES || field->kind == FIELD_OVERFLOWS)
		return MASK(field->low, box->enables);
	if (field->kind == FIELD_FIXED_ENABLE || field->kind == FIELD_FIXED_OVERFLOW)
		return MASK(field->low, box->fixed_counters);
	return field_mask(field);
}

/* The lowest bits of a counter that a narrow window takes as they are. */
#define NARROW_BITS 31

uint64_t box_writable(const struct box *box, const struct register_row *row)
{
	const struct register_layout *layout = row->layout;
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_RW)
			bits |= box_field_mask(box, row, &layout->fields[i]);
	bits &= ~layout->holes;
	return layout->wide && !box->wide ? bits & MASK(0, NARROW_BITS) : bits;
}

const struct register_row *box_row_of_role(const struct box_type *type, enum role role)
{
	for (unsigned i = 0; i < type->register_count; i++)
		if (type->registers[i].role == role)
			return &type->registers[i];
	return NULL;
}

const struct register_row *box_row_by_name(const struct box_type *type, const char *name)
{
	for (unsigned i = 0; i < type->register_count; i++)
		if (!strcmp(type->registers[i].name, name))
			return &type->registers[i];
	return NULL;
}

unsigned box_counter_bits(const struct box_type *type, const struct register_row *row)
{
	return row->role == ROLE_COUNTER ? type->counter_bits : row->layout->fields[0].width;
}

const struct filter_register *box_filter_register(const struct box_type *type, const struct register_row *row)
{
	for (unsigned i = 0; i < type->filter_register_count; i++)
		if (&type->registers[type->filter_registers[i].row] == row)
			return &type->filter_registers[i];
	return NULL;
}

const struct field *layout_field(const struct register_layout *layout, enum field_kind kind)
{
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].kind == kind)
			return &layout->fields[i];
	return NULL;
}

uint64_t layout_bits(const struct register_layout *layout, enum field_kind kind)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].kind == kind)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

/* The bits of all fields with this access. */
static uint64_t bits_of_access(const struct register_layout *layout, enum access access)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == access)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

uint64_t layout_writable(const struct register_layout *layout)
{
	return bits_of_access(layout, ACCESS_RW) & ~layout->holes;
}

uint64_t layout_settable(const struct register_layout *layout)
{
	return layout_writable(layout) | (bits_of_access(layout, ACCESS_UNSURE) & ~layout->holes);
}

uint64_t layout_ones(const struct register_layout *layout)
{
	return bits_of_access(layout, ACCESS_ONE);
}

uint64_t layout_commands(const struct register_layout *layout)
{
	return bits_of_access(layout, ACCESS_W1_TO);
}

uint64_t layout_hidden(const struct register_layout *layout)
{
	return bits_of_access(layout, ACCESS_WO) | layout_commands(layout);
}

bool row_readable(const struct register_row *row)
{
	const struct register_layout *layout = row->layout;

	if (row->role == ROLE_CLEAR)
		return false;
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access <= ACCESS_RO || layout->fields[i].access == ACCESS_W1C ||
		    layout->fields[i].access == ACCESS_W1S)
			return true;
	return false;
}

/* Channels without memory stand still (likwid issue 234, hwloc issue 430), and so does the mesh stop of a stack of input and output (perfmon
 * issues 330 and 332). Names of types are the kinds: boxes that machines describe have them, too. */
bool box_is_the_boards(const struct box_type *type)
{
	/* clang-format off */
	static const char *const kinds[] = {
		"mbox", "imc", "imc_free", "imc_uclk", "ha", "edc_uclk", "edc_eclk", "mchbm", "m2hbm", "m2m", "b2cmi", /* memory */
		"qpi", "r3qpi", "upi", "m3upi", "b2upi", "mdf",                                                        /* links, also between dies */
		"iio", "irp", "m2pcie", "r2pcie", "cxlcm", "cxldp", "b2cxl", "pcie16x", "pcie8x", "b2hot",             /* input and output */
	};
	/* clang-format on */

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(type->name, kinds[i]))
			return true;
	return false;
}

unsigned box_own_number(const struct box *box)
{
	return box->type->scope == BOX_OF_SOCKET ? box_number(box->type, box->instance) : box->instance;
}

void box_name(const struct box *box, char name[BOX_NAME_SIZE])
{
	size_t length = strlen(box->type->name);
	unsigned number = box_own_number(box);
	unsigned scale = 1;

	memcpy(name, box->type->name, length);
	while (number / scale >= 10)
		scale *= 10;
	if (box->type->instances > 1 || box->type->scope != BOX_OF_SOCKET)
		for (; scale; scale /= 10)
			name[length++] = (char)('0' + number / scale % 10);
	name[length] = 0;
}

const struct assumption *processor_assumption(const struct processor *processor, const char *name)
{
	const struct assumption *const *at = processor->assumptions;

	while (at && *at && strcmp((*at)->name, name))
		at++;
	return at ? *at : NULL;
}
