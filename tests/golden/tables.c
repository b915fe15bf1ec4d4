/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the const tables of boxes/ as canonical text (dump.h): everything that can be reached from a processor's root. An object is a line,
 * indented below what points to it: a word, then KEY=VALUE. A layout has a number, #1 the first that is met: checks/lib/siblings.c compares
 * layouts by address, so which rows share one is a fact. What refers to a row or a field by number is printed with number and name. Where names
 * and requirements stand in their pools is not printed. */
#include "boxes/archetype.h"
#include "boxes/box.h"
#include "boxes/processors.h"
#include "tests/golden/dump.h"

static const struct register_layout *layouts[1024];
static unsigned layout_count;
static const struct processor *current;

static const char *const accesses[] = {"RW",       "RO",  "WO",       "W1C",      "W1_TO", "IGNORED",
				       "RESERVED", "W1S", "VOLATILE", "COUNTING", "ONE",   "UNSURE"};
static const char *const kinds[] = {
	"OTHER",
	"EVENT",
	"UMASK",
	"ENABLE",
	"PMI",
	"EDGE",
	"INVERT",
	"THRESHOLD",
	"COUNT_ENABLES",
	"OVERFLOWS",
	"FIXED_ENABLE",
	"FIXED_OVERFLOW",
	"CODE",
	"CODE_ABOVE",
	"UMASK_ABOVE",
	"ALWAYS",
	"PRIVILEGE",
	"FROZEN",
	"BRANCHES_FROZEN",
	"ANY_THREAD",
	"TALLY_RESET",
	"RESET",
	"FREEZE",
	"FREEZE_ENABLE",
	"RESET_COUNTERS",
	"RESET_CONTROLS",
	"FREEZE_ON_OVERFLOW",
	"REPORT_OVERFLOW",
};
_Static_assert(ARRAY_SIZE(kinds) == FIELD_KINDS, "each kind of field has a name");
static const char *const roles[] = {"OTHER",        "CONTROL",      "STATUS",        "CLEAR",        "SELECT",
				    "COUNTER",      "FIXED_SELECT", "FIXED_COUNTER", "FILTER",       "BOX_CONTROL",
				    "FREE_COUNTER", "PMI_FREEZE",   "AVAILABLE",     "CAPABILITIES", "GLOBAL_FREEZE",
				    "BOX_COUNT",    "FLAGS"};
_Static_assert(ARRAY_SIZE(roles) == ROLE_FLAGS + 1, "each role has a name");
static const char *const spaces[] = {"MSR", "PCI", "MMIO", "MEMORY", "SPR", "OPAL", "PMC"};
_Static_assert(ARRAY_SIZE(spaces) == SPACE_COUNT, "each space has a name");
static const char *const bases[] = {"CONSTANT", "OF_SOCKET", "BY_ID", "IN_REGISTER"};
static const char *const scopes[] = {"SOCKET", "CORE", "THREAD"};
static const char *const presences[] = {"AS_CORES", "AS_COUNTED", "AS_MASKED", "WITH_DEVICE", "BY_FIELD", "ON_SOME"};
static const char *const needs[] = {"VALUE", "DEFAULT", "ONES", "NOTHING", "GIVEN", "BITS", "SAME"};
static const char *const ways[] = {"CHAIN", "MAP", "LOOKING"};
_Static_assert(ARRAY_SIZE(ways) == BASE_WAYS, "each way has a name");
static const char *const others[] = {"ANYWHERE", "BEHIND", "BEFORE"};

/* A type that something points to: by its number, because siblings have types of the same names. */
static void print_type(const char *key, const struct box_type *type)
{
	for (unsigned i = 0; type && i < current->type_count; i++)
		if (current->types[i] == type) {
			fprintf(out, " %s=%u:%s", key, i, type->name);
			return;
		}
	if (type)
		fprintf(out, " %s=?", key);
}

static void print_bus_field(const char *key, const struct bus_field *field)
{
	if (field->width)
		fprintf(out, " %s=0x%x[%u:%u]", key, field->offset, field->low + field->width - 1, field->low);
	else if (field->offset || field->low)
		fprintf(out, " %s=?%x,%u", key, field->offset, field->low);
}

/* ---- registers ---------------------------------------------------------------------------------------- */

static void dump_field(const char *what, const struct field *field)
{
	SEEN(field, field);
	begin(what);
	TEXT(field, name);
	fprintf(out, " bits=%u:%u", field->low + field->width - 1, field->low);
	WORD(field, access, accesses);
	if (field->kind)
		WORD(field, kind, kinds);
	NUMBER(field, most);
	NUMBER(field, least);
	NUMBER(field, needs);
	TEXT(field, modifier);
	TEXT(field, perf);
	end();
}

/* A layout that was printed before, of this machine, is its number alone. */
static void dump_layout(const char *what, const struct register_layout *layout)
{
	unsigned which = 0;

	while (which < layout_count && layouts[which] != layout)
		which++;
	begin(what);
	fprintf(out, " #%u", which + 1);
	if (which == layout_count) {
		SEEN(register_layout, layout);
		layouts[layout_count++] = layout;
		TEXT(layout, title);
		TEXT(layout, source);
		NUMBER(layout, width_bits);
		HEX(layout, reset);
		HEX(layout, reset_unknown);
		HEX(layout, holes);
		HEX(layout, joint);
		NUMBER(layout, bit_by_bit);
		SIGNED(layout, wide);
		ARRAY(layout, fields, field_count);
		ARRAY(layout, parts, part_count);
		depth++;
		end();
		for (unsigned i = 0; i < layout->field_count; i++)
			dump_field("field", &layout->fields[i]);
		for (unsigned i = 0; i < layout->part_count; i++)
			dump_field("part", &layout->parts[i]);
		depth--;
		return;
	}
	end();
}

static void dump_row(const struct register_row *row)
{
	SEEN(register_row, row);
	begin("row");
	TEXT(row, name);
	WORD(row, role, roles);
	NUMBER(row, bank);
	NUMBER(row, count);
	NUMBER(row, stride);
	SIGNED(row, offset);
	ARRAY(row, offsets, offsets ? row->count : 0);
	for (unsigned i = 0; row->offsets && i < row->count; i++)
		fprintf(out, "%s0x%x", i ? "," : " offsets=", (unsigned)row->offsets[i]);
	end();
	depth++;
	dump_layout("layout", row->layout);
	depth--;
}

/* A row of a type, and maybe one of its fields. Types that are made on a machine have `before` rows before those of the table. */
static void print_reference(const char *key, const struct box_type *type, unsigned row, int field, unsigned before)
{
	const struct register_row *found =
		row >= before && row - before < type->register_count ? &type->registers[row - before] : NULL;

	fprintf(out, " %s=%u:%s", key, row, found ? found->name : row < before ? (row ? "ctr" : "ctl") : "?");
	if (field >= 0)
		fprintf(out, ".%d:%s", field,
			found && (unsigned)field < found->layout->field_count ? found->layout->fields[field].name
									      : "?");
}

/* ---- events ------------------------------------------------------------------------------------------- */

static void dump_need(const struct box_type *type, const struct requirement *need, unsigned before)
{
	SEEN(requirement, need);
	begin("need");
	WORD(need, kind, needs);
	if (need->kind != REQUIRE_SAME)
		print_reference("at", type, need->row, need->field == REQUIREMENT_WHOLE ? -1 : need->field, before);
	else if (need->row || need->field)
		fprintf(out, " row=%u field=%u", need->row, need->field);
	HEX(need, value);
	end();
}

static void dump_event(const struct box_type *type, const struct event *event, unsigned before)
{
	char bytes[256];
	struct text description = TEXT_OVER(bytes);

	SEEN(event, event);
	begin("event");
	print_text("name", current->strings + event->name);
	print_text("umask_name", current->strings + event->umask_name);
	HEX(event, code);
	HEX(event, umask);
	HEX(event, counters);
	NUMBER(event, resource);
	NUMBER(event, max_increment);
	HEX(event, flags);
	NUMBER(event, scale_bits);
	HEX(event, group);
	NUMBER(event, before);
	NUMBER(event, after);
	processor_description(current, event, &description);
	print_text("description", bytes);
	print_text("needs", processor_words(current, event->needs));
	end();
	depth++;
	for (unsigned i = 0; i < event->requirement_count; i++)
		dump_need(type, &type->requirements[event->requirements + i], before);
	depth--;
}

/* ---- boxes -------------------------------------------------------------------------------------------- */

static void dump_instance(const struct box_instance *instance, unsigned number)
{
	SEEN(box_instance, instance);
	begin("instance");
	fprintf(out, " %u base=0x%" PRIx64 ",0x%" PRIx64 ",0x%" PRIx64, number, instance->base[0], instance->base[1],
		instance->base[2]);
	if (instance->id[0] || instance->id[1] || instance->id[2])
		fprintf(out, " id=0x%x,0x%x,0x%x", instance->id[0], instance->id[1], instance->id[2]);
	HEX(instance, without);
	NUMBER(instance, counters);
	HEX(instance, summary);
	NUMBER(instance, summary_register);
	NUMBER(instance, die);
	end();
}

static void dump_base(const struct base_register *base)
{
	SEEN(base_register, base);
	begin("base_register");
	HEX(base, id);
	HEX(base, witness_id);
	HEX(base, witness_at);
	HEX(base, witness_step);
	NUMBER(base, shared);
	for (unsigned i = 0; i < BASE_FIELDS; i++) {
		print_bus_field("field", &base->fields[i].field);
		fprintf(out, " step=%u shift=%u", base->fields[i].step, base->fields[i].shift);
	}
	end();
}

static void dump_present(const struct present_if *present)
{
	SEEN(present_if, present);
	begin("present");
	WORD(present, kind, presences);
	HEX(present, id);
	print_type("teller", present->teller);
	print_bus_field("field", &present->field);
	NUMBER(present, few);
	HEX(present, some);
	HEX(present, msr);
	NUMBER(present, msr_width);
	end();
}

static void dump_places(const struct box_type *type)
{
	unsigned count = type->instances * (type->sockets ? type->sockets : 1u);

	for (unsigned i = 0; type->instance_table && i < count; i++)
		dump_instance(&type->instance_table[i], i);
	for (unsigned i = 0; type->numbers && i < count; i++)
		fprintf(out, "%*snumber %u\n", depth, "", type->numbers[i]);
	if (type->base_register)
		dump_base(type->base_register);
	if (type->present)
		dump_present(type->present);
}

static void dump_resource(const struct box_type *type, const struct resource *resource, unsigned before)
{
	SEEN(resource, resource);
	begin("resource");
	TEXT(resource, name);
	TEXT(resource, group_modifier);
	TEXT(resource, unit_modifier);
	NUMBER(resource, units);
	NUMBER(resource, groups);
	print_reference("at", type, resource->row, resource->fields ? resource->field : -1, before);
	if (!resource->fields)
		NUMBER(resource, field);
	NUMBER(resource, rows);
	NUMBER(resource, fields);
	NUMBER(resource, row_step);
	NUMBER(resource, bit_step);
	HEX(resource, code);
	NUMBER(resource, unit_step);
	NUMBER(resource, group_step);
	end();
}

static void dump_filters(const struct box_type *type, unsigned before)
{
	for (unsigned i = 0; i < type->filter_register_count; i++) {
		const struct filter_register *filter = &type->filter_registers[i];

		SEEN(filter_register, filter);
		begin("filter_register");
		print_reference("at", type, filter->row, -1, before);
		if (filter->gate)
			print_reference("gate", type, filter->gate - 1u, -1, before);
		NUMBER(filter, refused);
		TEXT(filter, modifier);
		TEXT(filter, note);
		end();
	}
	if (type->look) {
		SEEN(look, type->look);
		begin("look");
		NUMBER(type->look, field);
		print_reference("at", type, type->look->row, -1, before);
		HEX(type->look, bits);
		end();
	}
	if (type->choice) {
		SEEN(choice, type->choice);
		begin("choice");
		print_reference("at", type, type->choice->row, -1, before);
		HEX(type->choice, all);
		HEX(type->choice, choices);
		end();
	}
	for (unsigned i = 0; i < type->resource_count; i++)
		dump_resource(type, &type->resources[i], before);
}

static void dump_meanings(const struct box_type *type, unsigned before)
{
	const struct latency *latency = type->pairs ? type->pairs->latency : NULL;

	begin("erratum");
	HEX(&type->erratum, low_mask);
	HEX(&type->erratum, forbidden_from);
	HEX(&type->erratum, correct_up_to);
	HEX(&type->erratum, correct_subtract);
	TEXT(&type->erratum, source);
	end();
	if (type->pairs) {
		SEEN(event_pairs, type->pairs);
		begin("pairs");
		HEX(type->pairs, follower);
		end();
	}
	if (latency) {
		SEEN(latency, latency);
		begin("latency");
		print_reference("sum", type, latency->sum, -1, before);
		print_reference("count", type, latency->count, -1, before);
		HEX(latency, mark);
		HEX(latency, requests);
		HEX(latency, answers);
		end();
	}
	for (const struct counter_quirk *quirk = type->quirks; quirk && quirk->kind; quirk++) {
		SEEN(counter_quirk, quirk);
		begin("quirk");
		NUMBER(quirk, kind);
		HEX(quirk, first);
		HEX(quirk, last);
		NUMBER(quirk, from);
		TEXT(quirk, source);
		end();
	}
	for (const struct perf_alias *alias = type->perf_aliases; alias && alias->name; alias++) {
		SEEN(perf_alias, alias);
		begin("perf_alias");
		TEXT(alias, name);
		TEXT(alias, terms);
		end();
	}
	for (const struct value_name *value = type->value_names; value && value->name; value++) {
		SEEN(value_name, value);
		begin("value_name");
		TEXT(value, name);
		TEXT(value, modifier);
		HEX(value, value);
		NUMBER(value, joins);
		end();
	}
}

static void dump_type(const struct box_type *type, unsigned before)
{
	SEEN(box_type, type);
	begin("box");
	TEXT(type, name);
	TEXT(type, pmu);
	TEXT(type, perf);
	TEXT(type, title);
	NUMBER(type, instances);
	NUMBER(type, sockets);
	WORD(type, scope, scopes);
	WORD(type, space, spaces);
	WORD(type, based, bases);
	NUMBER(type, counters);
	NUMBER(type, counter_bits);
	NUMBER(type, fixed_counters);
	NUMBER(type, free_counters);
	NUMBER(type, fixed);
	NUMBER(type, fixed_apart);
	NUMBER(type, shared_spellings);
	NUMBER(type, edge_needs_threshold);
	TEXT(type, library_note);
	HEX(type, region_bytes);
	NUMBER(type, event_count);
	ARRAY(type, instance_table, instances);
	ARRAY(type, registers, register_count);
	ARRAY(type, resources, resource_count);
	ARRAY(type, filter_registers, filter_register_count);
	ARRAY(type, events, event_count);
	/* Modifiers without effect are refused where there is such an array (core/event/complete.c). */
	fputs(type->requirements ? " requirements" : "", out);
	fputs(type->perf_aliases ? " perf_aliases" : "", out);
	fputs(type->value_names ? " value_names" : "", out);
	fputs(type->postings ? " postings=?" : "", out);
	end();
	depth++;
	dump_places(type);
	for (unsigned i = 0; i < type->register_count; i++)
		dump_row(&type->registers[i]);
	dump_filters(type, before);
	dump_meanings(type, before);
	for (unsigned i = 0; i < type->event_count; i++)
		dump_event(type, &type->events[i], before);
	depth--;
}

/* ---- machines that describe themselves ------------------------------------------------------------------ */

static void dump_archetype(const struct archetype *box)
{
	SEEN(archetype, box);
	begin("archetype");
	HEX(box, control);
	SIGNED(box, select);
	SIGNED(box, counter);
	SIGNED(box, status);
	NUMBER(box, select_stride);
	NUMBER(box, counter_stride);
	WORD(box, space, spaces);
	NUMBER(box, counters);
	NUMBER(box, counter_bits);
	NUMBER(box, number);
	NUMBER(box, position);
	NUMBER(box, socket);
	NUMBER(box, die);
	HEX(box, without);
	HEX(box, id);
	HEX(box, beside);
	end();
}

static void dump_archetype_kind(const char *what, const struct archetype_kind *kind)
{
	SEEN(archetype_kind, kind);
	begin(what);
	HEX(kind, home);
	HEX(kind, home_step);
	HEX(kind, home_rows);
	HEX(kind, beside);
	HEX(kind, beside_step);
	/* The type may be one of zeros, which its neighbourhood is as well. */
	fputs((uintptr_t)kind->type % _Alignof(struct box_type) ? " type=?" : "", out);
	end();
	depth++;
	if (kind->select)
		dump_layout("select", kind->select);
	if (kind->control)
		dump_layout("control", kind->control);
	if (kind->type)
		dump_type(kind->type, ARCHETYPE_OTHERS);
	depth--;
}

static void dump_finder(const char *what, const struct base_finder *finder)
{
	SEEN(base_finder, finder);
	begin(what);
	WORD(finder, way, ways);
	NUMBER(finder, fields);
	WORD(finder, others, others);
	HEX(finder, vendor);
	HEX(finder, id);
	HEX(finder, at);
	print_bus_field("field", &finder->field);
	print_bus_field("node", &finder->node);
	TEXT(finder, box);
	TEXT(finder, field_name);
	TEXT(finder, node_name);
	end();
}

static void dump_described_kind(const struct described_kind *kind)
{
	SEEN(described_kind, kind);
	begin("described_kind");
	NUMBER(kind, type);
	NUMBER(kind, most);
	end();
	depth++;
	dump_archetype_kind("kind", &kind->kind);
	dump_archetype(&kind->usual);
	depth--;
}

static void dump_described(const struct described *described)
{
	SEEN(described, described);
	begin("described");
	HEX(described, msr_of_count);
	HEX(described, msr_of_table);
	ARRAY(described, types, type_count);
	for (unsigned i = 0; described->types && i < described->type_count; i++)
		print_type("own", described->types[i]);
	ARRAY(described, kinds, kind_count);
	ARRAY(described, functions, function_count);
	ARRAY(described, boxes, box_count);
	end();
	depth++;
	dump_archetype_kind("msr", &described->msr);
	dump_archetype_kind("memory", &described->memory);
	if (described->control)
		dump_layout("control", described->control);
	if (described->sockets)
		dump_finder("sockets", described->sockets);
	for (unsigned i = 0; i < described->kind_count; i++)
		dump_described_kind(&described->kinds[i]);
	for (unsigned i = 0; i < described->function_count; i++) {
		SEEN(described_functions, &described->functions[i]);
		begin("function");
		NUMBER(&described->functions[i], type);
		HEX(&described->functions[i], id);
		NUMBER(&described->functions[i], device);
		end();
		dump_archetype(&described->functions[i].box);
	}
	for (unsigned i = 0; i < described->box_count; i++) {
		SEEN(described_box, &described->boxes[i]);
		begin("described_box");
		NUMBER(&described->boxes[i], type);
		end();
		dump_archetype(&described->boxes[i].box);
	}
	depth--;
}

/* ---- processors ----------------------------------------------------------------------------------------- */

static void dump_assumption(const char *what, const struct assumption *assumption)
{
	SEEN(assumption, assumption);
	begin(what);
	TEXT(assumption, name);
	TEXT(assumption, answer);
	ARRAY(assumption, candidates, candidate_count);
	for (unsigned i = 0; i < assumption->candidate_count; i++)
		fprintf(out, "%s0x%" PRIx64, i ? "," : " candidates=", assumption->candidates[i]);
	TEXT(assumption, ground);
	end();
}

static void dump_global(const struct global_control *global)
{
	SEEN(global_control, global);
	begin("global");
	print_type("box", global->box);
	TEXT(global, control);
	TEXT(global, status);
	TEXT(global, clear);
	HEX(global, run);
	HEX(global, stop);
	HEX(global, commands);
	NUMBER(global, latches);
	NUMBER(global, freezes);
	HEX(global, freeze_on_pmi);
	HEX(global, wake_on_pmi);
	HEX(global, reset_all);
	NUMBER(global, status_stays);
	HEX(global, pmi_received);
	HEX(global, pmi_clear);
	HEX(global, gate);
	HEX(global, gate_open);
	end();
	depth++;
	dump_field("core_select", &global->core_select);
	depth--;
}

static void dump_metrics(const struct metric_table *table)
{
	for (unsigned i = 0; i < table->count; i++) {
		const struct metric *metric = &table->metrics[i];

		SEEN(metric, metric);
		begin("metric");
		print_text("name", table->strings + metric->name);
		print_text("unit", table->strings + metric->unit);
		print_text("scope", table->strings + metric->scope);
		print_text("formula", table->strings + metric->formula);
		print_text("description", table->strings + metric->description);
		print_text("source", table->strings + metric->source);
		end();
	}
}

static void dump_parts(const struct processor *processor)
{
	for (unsigned i = 0; i < processor->type_count; i++)
		dump_type(processor->types[i], 0);
	if (processor->global)
		dump_global(processor->global);
	for (const struct base_finder *finder = processor->finders; finder;
	     finder = finder->way == BASE_BY_LOOKING ? NULL : finder + 1)
		dump_finder("finder", finder);
	if (processor->fixed_pmi)
		dump_assumption("fixed_pmi", processor->fixed_pmi);
	for (const struct assumption *const *one = processor->assumptions; one && *one; one++)
		dump_assumption("assumption", *one);
	if (processor->metrics) {
		SEEN(metric_table, processor->metrics);
		dump_metrics(processor->metrics);
	}
	if (processor->described)
		dump_described(processor->described);
}

static void dump_processor(const void *tables)
{
	const struct processor *processor = tables;

	layout_count = 0;
	current = processor;
	SEEN(processor, processor);
	begin("processor");
	TEXT(processor, name);
	TEXT(processor, title);
	TEXT(processor, vendor);
	NUMBER(processor, family);
	HEX(processor, model);
	HEX(processor, other_model);
	NUMBER(processor, first_stepping);
	NUMBER(processor, last_stepping);
	NUMBER(processor, type_count);
	TEXT(processor, pmu_start);
	TEXT(processor, default_events);
	TEXT(processor, full_events);
	TEXT(processor, clock_event);
	HEX(processor, prefetchers_off);
	NUMBER(processor, pmi_shows);
	NUMBER(processor, resets_unknown);
	for (unsigned i = 0; i < CAPABILITIES_MOST && processor->capabilities[i].name; i++)
		fprintf(out, " %s=%x.%x.%x", processor->capabilities[i].name, processor->capabilities[i].id,
			processor->capabilities[i].offset, processor->capabilities[i].chas);
	ARRAY(processor, types, type_count);
	fputs(processor->assumptions ? " assumptions" : "", out);
	fputs(processor->strings ? " strings" : "", out);
	fputs(processor->words ? " words" : "", out);
	end();
	depth++;
	dump_parts(processor);
	depth--;
}

/* ---- which machines --------------------------------------------------------------------------------------- */

#define ONE(PROCESSOR)     &(PROCESSOR),
#define DECLARE(PROCESSOR) extern const struct processor PROCESSOR;
PROCESSORS(DECLARE)
DESCRIBED(DECLARE)
static const struct processor *const all[] = {PROCESSORS(ONE) DESCRIBED(ONE) & unknown_xeon};

int main(int argc, char **argv)
{
	struct dumped machines[ARRAY_SIZE(all)];

	for (unsigned i = 0; i < ARRAY_SIZE(all); i++)
		machines[i] = (struct dumped){all[i]->name, all[i]};
	return run_dump(argc, argv, machines, ARRAY_SIZE(all), dump_processor);
}
