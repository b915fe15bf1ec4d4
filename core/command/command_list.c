/* SPDX-License-Identifier: BSD-2-Clause */
/* list: boxes and events of the processor's table. */
#include "boxes/archetype.h"
#include "core/command/command.h"
#include "core/event/box_name.h"
#include "core/hardware/core_pmu.h"
#include "core/metric/metric_set.h"
#include "lib/memory.h"

/* Boxes and events to list. */
struct selection {
	const struct processor *processor;
	struct slice glob;                /* `at` NULL: matches everything */
	const struct event_config *meant; /* the event if the glob is an event string, else NULL */
	uint32_t matched;
};

/* ---- parts of the output ------------------------------------------------------------------------- */

/* Writes "0-5", "0,2-3", or "0-1,fixed0". */
static void put_counters(uint16_t counters, struct text *text)
{
	unsigned general = counters & (BIT(EVENT_FIXED_FIRST) - 1);
	const char *before = "";

	for (unsigned low = 0; low < EVENT_FIXED_FIRST; low++) {
		unsigned high = low;

		if (!(general & BIT(low)))
			continue;
		while (general & BIT(high + 1))
			high++;
		text_format(text, high > low ? "%s%u-%u" : "%s%u", before, low, high);
		before = ",";
		low = high;
	}
	for (unsigned i = EVENT_FIXED_FIRST; i < 16; i++)
		if (counters & BIT(i))
			text_format(text, "%sfixed%u", text->length ? "," : "", i - EVENT_FIXED_FIRST);
}

/* A box of the type. For a core PMU it is one of the machine's, which has the real number of counters. */
static struct box box_of_type(const struct machine *machine, const struct box_type *type)
{
	for (unsigned i = 0; core_pmu_has(type) && i < machine->box_count; i++)
		if (machine->boxes[i].box.type == type)
			return machine->boxes[i].box;
	return (struct box){.type = type};
}

static void put_registers(const struct box *box, struct text *text)
{
	for (unsigned i = 0; i < box->type->register_count; i++) {
		const struct register_row *row = &box->type->registers[i];
		unsigned count = core_pmu_has(box->type) ? box_row_count(box, row) : row->count;

		if (!count)
			continue;
		text_format(text, "%s%s", text->length ? " " : "", row->name);
		if (count > 1)
			text_format(text, "0-%u", count - 1u);
	}
}

static void put_range(struct text *text, const char *modifier, uint64_t most)
{
	text_format(text, "%s%s", text->length ? " " : "", modifier);
	if (most > 1)
		text_format(text, "=0-%s%llx", most > 9 ? "0x" : "", (unsigned long long)most);
}

static void put_each(const struct field *fields, unsigned count, struct text *text)
{
	for (unsigned i = 0; i < count; i++) {
		if (!fields[i].modifier || event_field_repeats(fields, i))
			continue;
		put_range(text, fields[i].modifier, field_most(&fields[i]));
		if (fields[i].most == 1)
			text_string(text, "=0-1");
	}
}

static void put_modifiers(const struct box_type *type, unsigned counters, struct text *text)
{
	const struct resource *resource = type->resources;

	/* All resources of a type have the same modifiers that select units, so the first one's are written. */
	if (type->resource_count && resource->group_modifier) {
		put_range(text, resource->group_modifier, resource->groups * type->instances - 1u);
		put_range(text, resource->unit_modifier, resource->units - 1u);
	}
	for (unsigned i = 0; i < type->register_count; i++) {
		const struct register_layout *layout = type->registers[i].layout;

		if (event_row_of_other_unit(type, &type->registers[i]))
			continue;
		put_each(layout->fields, layout->field_count, text);
		put_each(layout->parts, layout->part_count, text);
	}
	for (unsigned i = 0; i < type->filter_register_count; i++)
		if (type->filter_registers[i].modifier)
			text_format(text, " %s=REGISTER", type->filter_registers[i].modifier);
	if (counters > 1)
		put_range(text, "counter", counters - 1u);
}

/* Writes notes on filter registers and on differences from libpfm4, one in each line. */
static void put_notes(const struct box_type *type, struct text *text)
{
	for (unsigned i = 0; i < type->filter_register_count; i++) {
		const struct filter_register *filter_register = &type->filter_registers[i];

		if (filter_register->note)
			text_format(text, "\n  %s: %s", type->registers[filter_register->row].name,
				    filter_register->note);
	}
	if (type->library_note)
		text_format(text, "\n  libpfm4 %s", type->library_note);
}

/* Writes the fields that the event sets, as in "pld.cmd=0x3 pld.gated=0x0". */
static void put_settings(const struct box_type *type, const struct event *event, struct text *text)
{
	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct requirement *need = &type->requirements[event->requirements + i];
		const struct register_row *row = &type->registers[need->row];
		bool whole = need->field == REQUIREMENT_WHOLE;

		if (need->kind == REQUIRE_VALUE || need->kind == REQUIRE_BITS)
			text_format(text, "%s%s.%s%s=0x%llx", text->length ? " " : "", row->name,
				    whole ? "*" : row->layout->fields[need->field].name,
				    need->kind == REQUIRE_BITS ? "|" : "", (unsigned long long)need->value);
	}
}

/* Writes a field's spellings: those of its parts if it has any. */
static void put_spellings(const struct box_type *type, const struct requirement *need, struct text *text)
{
	const struct register_row *row = &type->registers[need->row];
	const struct filter_register *filter_register = box_filter_register(type, row);
	const char *modifier = filter_register ? filter_register->modifier : NULL;
	const char *before = "";

	for (unsigned i = 0; need->field != REQUIREMENT_WHOLE && i < row->layout->part_count; i++) {
		const struct field *part = &row->layout->parts[i];

		if (field_mask(part) & ~field_mask(&row->layout->fields[need->field]))
			continue;
		text_format(text, "%s%s", before, part->modifier);
		before = " ";
	}
	if (*before)
		return;
	if (need->field != REQUIREMENT_WHOLE && row->layout->fields[need->field].modifier)
		modifier = row->layout->fields[need->field].modifier;
	text_string(text, modifier ? modifier : row->name);
}

/* Writes the modifiers of filter registers that affect the event. */
static void put_takes(const struct box_type *type, const struct event *event, struct text *text)
{
	const char *before = text->length ? "; takes " : "takes ";

	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct requirement *need = &type->requirements[event->requirements + i];

		if (need->kind == REQUIRE_VALUE || need->kind >= REQUIRE_BITS)
			continue;
		text_string(text, before);
		put_spellings(type, need, text);
		before = " ";
	}
}

static void put_needs(const struct processor *processor, const struct box_type *type, const struct event *event,
		      struct text *text)
{
	put_settings(type, event, text);
	put_takes(type, event, text);
	if (event->needs && text->length)
		text_string(text, "; ");
	text_string(text, processor_words(processor, event->needs));
}

static bool has_umasks(const struct box_type *type)
{
	const struct register_row *select = box_row_of_role(type, ROLE_SELECT);

	return select && layout_field(select->layout, FIELD_UMASK);
}

/* EVENT_ALONE is not shown if the type has no umask field in which umasks could be joined. */
static void put_flags(const struct box_type *type, const struct event *event, struct text *text)
{
	unsigned flags = has_umasks(type) ? event->flags : event->flags & ~(unsigned)EVENT_ALONE;
	static const struct {
		uint8_t flag;
		const char *name;
	} names[] = {
		{EVENT_FIXED, "fixed"}, {EVENT_CLOCK, "clock"},     {EVENT_MULTI, "multi"},
		{EVENT_ALONE, "alone"}, {EVENT_DEFAULT, "default"}, {EVENT_TALLY, "tally"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (flags & names[i].flag)
			text_format(text, "%s%s", text->length ? "," : "", names[i].name);
	if (event->group & UMASK_ALIAS)
		text_format(text, "%salias", text->length ? "," : "");
	if (event->scale_bits)
		text_format(text, "%sscale=%u", text->length ? "," : "", 1u << event->scale_bits);
}

/* ---- boxes --------------------------------------------------------------------------------------- */

static void list_box(struct output *output, const struct machine *machine, const struct box_type *type)
{
	struct box box = box_of_type(machine, type);
	unsigned counters = core_pmu_counters(machine, type);
	struct record record;

	record_begin(&record, output, "box_type");
	record_text(&record, "name", type->name);
	record_text(&record, "title", type->title);
	record_text(&record, "pmu", type->pmu);
	record_text(&record, "perf", type->perf);
	record_u64(&record, "instances", type->instances);
	record_u64(&record, "counters", counters);
	record_u64(&record, "counter_bits", type->counter_bits);
	record_u64(&record, "fixed_counters", type->fixed + type->fixed_counters);
	put_registers(&box, record_compose(&record, "registers"));
	put_modifiers(type, counters, record_compose(&record, "modifiers"));
	record_aside(&record);
	box_places(type, record_compose(&record, "places"));
	record_text(&record, "plural", counters > 1 ? "s" : "");
	record_text(&record, "fixed", type->fixed ? " and a fixed one" : type->fixed_counters ? " and fixed ones" : "");
	put_notes(type, record_compose(&record, "notes"));
	record_end(&record);
}

/* A box whose counters are posted to memory. */
static void list_posted_box(struct output *output, const struct box_type *type)
{
	static const char *const scopes[] = {
		[BOX_OF_SOCKET] = "each socket",
		[BOX_OF_CORE] = "each core",
		[BOX_OF_THREAD] = "each thread",
	};
	struct record record;

	record_begin(&record, output, "box_type");
	record_text(&record, "name", type->name);
	record_text(&record, "title", type->title);
	record_text(&record, "pmu", type->pmu);
	record_text(&record, "perf", type->perf);
	record_text(&record, "scope", scopes[type->scope]);
	record_u64(&record, "events", type->event_count);
	record_u64(&record, "counter_bits", type->counter_bits);
	record_u64(&record, "region_bytes", type->region_bytes);
	record_aside(&record);
	record_format(&record, "kib", "%u", type->region_bytes / 1024);
	record_end(&record);
}

/* ---- events -------------------------------------------------------------------------------------- */

static void put_code(bool present, uint64_t value, struct text *text)
{
	if (present)
		text_format(text, "0x%02llx", (unsigned long long)value);
}

static void list_event(struct output *output, const struct machine *machine, const struct box_type *type,
		       const struct event *event)
{
	const struct processor *processor = machine->processor;
	bool fixed = event->flags & EVENT_FIXED;
	struct record record;
	struct text *counters;

	record_begin(&record, output, "event");
	record_text(&record, "box", type->name);
	event_row_name(processor, event, record_compose(&record, "event"));
	put_code(!fixed, event->code, record_compose(&record, "code"));
	put_code(!fixed && has_umasks(type), event->umask, record_compose(&record, "umask"));
	counters = record_compose(&record, "counters");
	text_string(counters, fixed ? "fixed" : "");
	put_counters(core_pmu_allowed(machine, type, event->counters), counters);
	record_u64(&record, "max_increment", event->max_increment);
	put_flags(type, event, record_compose(&record, "flags"));
	put_needs(processor, type, event, record_compose(&record, "needs"));
	processor_description(processor, event, record_compose(&record, "description"));
	record_end(&record);
}

/* Writes "256" or "0.5"; "-" without a scale. */
static void put_scale(const struct posting *posting, struct text *text)
{
	uint64_t whole = posting->scale, unit = 1;

	if (!posting->scale) {
		text_char(text, '-');
		return;
	}
	for (unsigned i = 0; i < posting->decimals; i++) {
		whole /= 10;
		unit *= 10;
	}
	text_format(text, "%llu", (unsigned long long)whole);
	if (posting->decimals)
		text_format(text, ".%0*llu", posting->decimals, (unsigned long long)(posting->scale % unit));
}

/* An event that is posted to memory. `posted_at` is "same", "0x1d8" or "none"; "-" if no other source gives the
 * place. */
static void list_posted_event(struct output *output, const struct processor *processor, const struct box_type *type,
			      const struct event *event)
{
	const struct posting *posting = &type->postings[event - type->events];
	struct record record;

	record_begin(&record, output, "event");
	record_text(&record, "box", type->name);
	record_text(&record, "event", processor_string(processor, event->name));
	record_format(&record, "offset", "0x%x", posting->offset);
	put_scale(posting, record_compose(&record, "scale"));
	record_text(&record, "unit", posting->unit);
	if (type->scope != BOX_OF_SOCKET)
		record_text(&record, "posted_at", "-");
	else if (posting->posted_at == posting->offset)
		record_text(&record, "posted_at", "same");
	else if (posting->posted_at == POSTED_NOWHERE)
		record_text(&record, "posted_at", "none");
	else
		record_format(&record, "posted_at", "0x%x", posting->posted_at);
	record_text(&record, "description", posting->description);
	record_aside(&record);
	record_text(&record, "times", posting->scale ? "x" : "");
	record_text(&record, "of", posting->unit ? posting->unit : "");
	record_u64(&record, "moved", posting->posted_at != posting->offset);
	record_end(&record);
}

/* ---- selection ----------------------------------------------------------------------------------- */

/* True if the glob matches "PREFIX::NAME", or that with an instance's number after the prefix. */
static bool matches_under(const struct selection *selection, const struct box_type *type, const char *prefix,
			  const char *name)
{
	char bytes[200];
	struct text text = TEXT_OVER(bytes);

	text_format(&text, "%s::%s", prefix, name);
	if (glob_match(selection->glob, bytes))
		return true;
	for (unsigned i = 0; i < type->instances; i++) {
		text_clear(&text);
		text_format(&text, "%s%u::%s", prefix, box_number(type, i), name);
		if (glob_match(selection->glob, bytes))
			return true;
	}
	return false;
}

static bool event_selected(const struct selection *selection, const struct box_type *type, const struct event *event)
{
	char bytes[136];
	struct text name = TEXT_OVER(bytes);

	if (!selection->glob.at)
		return true;
	event_row_name(selection->processor, event, &name);
	return glob_match(selection->glob, bytes) ||
	       glob_match(selection->glob, processor_string(selection->processor, event->name)) ||
	       matches_under(selection, type, type->name, bytes) || matches_under(selection, type, type->pmu, bytes) ||
	       matches_under(selection, type, box_short_name(type), bytes) ||
	       (selection->meant && selection->meant->event == event);
}

/* A glob that matches the name of a box without an event selects all its events. A box also has libpfm4's short name. */
static bool box_selected(const struct selection *selection, const struct box_type *type)
{
	char bytes[BOX_NAME_SIZE], short_bytes[2 * BOX_NAME_SIZE];
	struct text short_name = TEXT_OVER(short_bytes);
	struct box box = {.type = type};

	if (!selection->glob.at)
		return true;
	for (; box.instance < type->instances; box.instance++) {
		box_name(&box, bytes);
		text_clear(&short_name);
		text_format(&short_name, "%s%s", box_short_name(type), bytes + strlen(type->name));
		if (glob_match(selection->glob, bytes) || glob_match(selection->glob, short_bytes))
			return true;
	}
	return glob_match(selection->glob, type->name) || glob_match(selection->glob, type->pmu) ||
	       glob_match(selection->glob, box_short_name(type)) ||
	       (type->postings && glob_match(selection->glob, type->perf));
}

static void show_box(struct output *output, const struct machine *machine, const struct box_type *type)
{
	if (type->postings)
		list_posted_box(output, type);
	else
		list_box(output, machine, type);
}

static void list_type(struct shell *shell, struct selection *selection, const struct box_type *type)
{
	const struct machine *machine = shell->machine;
	bool whole = box_selected(selection, type), shown = whole;

	if (whole)
		show_box(shell->output, machine, type);
	selection->matched += whole;
	for (unsigned i = 0; i < type->event_count && !shell_interrupted(shell); i++) {
		const struct event *event = &type->events[i];

		if (!whole && !event_selected(selection, type, event))
			continue;
		if (!shown)
			show_box(shell->output, machine, type);
		shown = true;
		if (type->postings)
			list_posted_event(shell->output, machine->processor, type, event);
		else
			list_event(shell->output, machine, type, event);
		selection->matched++;
	}
}

/* ---- the command --------------------------------------------------------------------------------- */

static void list_selection(struct shell *shell, struct selection *selection)
{
	const struct processor *processor = selection->processor;

	for (unsigned i = 0; i < processor->type_count; i++)
		list_type(shell, selection, processor->types[i]);
}

/* If the glob matches no name, it is tried as an event string. */
static void list_glob(struct shell *shell, struct selection *selection)
{
	struct diagnostic diagnostic;
	struct event_config config;

	list_selection(shell, selection);
	if (selection->matched || shell->interrupted)
		return;
	if (event_parse(selection->processor, selection->glob, &config, &diagnostic)) {
		selection->meant = &config;
		list_selection(shell, selection);
	}
	if (!selection->matched)
		record_error(shell->output, VERDICT_ERROR, "no event or box matches '%.*s'%s%s",
			     (int)selection->glob.length, selection->glob.at,
			     diagnostic.kind && diagnostic.hint[0] ? "; " : "", diagnostic.kind ? diagnostic.hint : "");
}

/* Notes boxes with known events whose type number in discovery tables is unknown. */
static void say_nowhere(struct output *output, const struct described *described)
{
	for (unsigned i = 0; described && i < described->kind_count; i++) {
		const struct box_type *type = described->kinds[i].kind.type;

		if (described->kinds[i].type == DESCRIBED_NOWHERE)
			record_note(
				output,
				"%s (%s): %u events that nothing counts: no type of the machine's own tables is known for it",
				type->name, type->title, type->event_count);
	}
}

static void run_list(struct shell *shell, int argc, char **argv)
{
	const struct processor *processor = shell->machine->processor;
	struct options options = options_of(argc, argv);
	struct selection selection = {.processor = processor};
	bool metrics = false;
	int letter;

	while ((letter = option_next(&options, "m", shell->output))) {
		if (letter == '?')
			return;
		metrics = true;
	}
	if (!processor) {
		record_error(shell->output, VERDICT_ERROR, "no table for this processor");
		return;
	}
	if (options.argc - options.index > 1) {
		record_error(shell->output, VERDICT_ERROR, "list takes one glob; see `help list`");
		return;
	}
	if (options.argc > options.index)
		selection.glob = slice_of(options.argv[options.index]);
	if (metrics) {
		metrics = metrics_list(processor, selection.glob, shell->output);
	} else if (selection.glob.at) {
		list_glob(shell, &selection);
	} else {
		list_selection(shell, &selection);
		say_nowhere(shell->output, processor->described);
	}
}

const struct command command_list = {
	.name = "list",
	.usage = "[-m] [GLOB]",
	.summary = "list boxes and the events that they count",
	.details = "Columns: event and umask, code, umask, counters, description.\n"
		   "GLOB matches boxes (cbox*), events (LLC_*), or both (wbox::*TURBO*), ignoring case; an\n"
		   "event string in any spelling works, too. '*' matches any characters, '?' exactly one.\n"
		   "Modifiers follow an event as :NAME=VALUE. `(REGISTER.FIELD=...)` are further fields that\n"
		   "the event sets, `takes` names the modifiers that affect it; NAME=REGISTER sets a whole\n"
		   "companion register, counter=N asks for one counter (the fixed counters of a core are 8\n"
		   "and up), port=N for a port. With scale=N one count means N of the things described.\n"
		   "Events of one box that need different values in one field cannot be counted together.\n"
		   "  -m    metrics instead of events\n"
		   "Examples: list; list 'LLC_HITS*'; list wbox; list uncore_cbox_0/event=0x14,umask=0x1/\n",
	.next = "stat -e EVENT        count it\n"
		"program -e EVENT     which registers this would write\n"
		"help events          how events are spelled\n",
	.run = run_list,
};
