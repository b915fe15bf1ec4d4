/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/complete.h"

#include "boxes/metric.h"
#include "core/check/check.h"
#include "core/metric/metric_set.h"
#include "lib/memory.h"
#include "lib/text.h"

/* The place at the line's end: a word of a command. */
struct spot {
	const struct command *command; /* NULL: the word is a command's name */
	struct slice before;           /* the previous word; `at` is NULL after the command's name */
	struct slice word;
	bool nothing; /* a comment, or an unknown command */
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Length of the common prefix of two names, case ignored. */
static size_t common_length(const char *a, const char *b)
{
	size_t length = 0;

	while (a[length] && lower(a[length]) == lower(b[length]))
		length++;
	return length;
}

static bool begins(const char *name, struct slice typed)
{
	for (size_t i = 0; i < typed.length; i++)
		if (!name[i] || lower(name[i]) != lower(typed.at[i]))
			return false;
	return true;
}

static void offer_completion(struct completion *completion, const char *name, const char *suffix)
{
	struct text common;

	if (!begins(name, completion->typed))
		return;
	if (completion->show)
		completion->show(completion->context, name);
	if (completion->count++) {
		completion->common[common_length(completion->common, name)] = 0;
		completion->suffix = "";
		return;
	}
	common = TEXT_OVER(completion->common);
	text_string(&common, name);
	completion->suffix = suffix;
}

/* ---- names ---------------------------------------------------------------------------------------- */

static void offer_commands(struct completion *completion)
{
	for (const struct command *const *command = commands; *command; command++)
		offer_completion(completion, (*command)->name, " ");
}

static void offer_words(struct completion *completion, const char *const *words)
{
	for (; *words; words++)
		offer_completion(completion, *words, " ");
}

static void offer_work(struct completion *completion)
{
	for (const struct work_kind *const *kind = work_kinds; *kind; kind++)
		offer_completion(completion, (*kind)->name, "");
}

static void offer_workloads(struct completion *completion)
{
	static const char *const workloads[] = {"idle", "spin", "memory", NULL};

	offer_words(completion, workloads);
	offer_work(completion);
}

static void offer_spaces(struct completion *completion)
{
	for (unsigned i = 0; i < SPACE_COUNT; i++)
		offer_completion(completion, space_name((enum space)i), " ");
}

/* Offers boxes of the first socket, which stand for those of all: "cbox3.". */
static void offer_places(struct completion *completion)
{
	const struct machine *machine = completion->machine;
	char name[BOX_NAME_SIZE];

	for (unsigned i = 0; i < machine->box_count; i++) {
		if (machine->boxes[i].box.socket)
			continue;
		box_name(&machine->boxes[i].box, name);
		offer_completion(completion, name, ".");
	}
}

static bool has_dot(struct slice typed)
{
	return typed.at && slice_cut(&typed, '.').at && typed.at;
}

static void offer_registers_of(struct completion *completion, const struct box *box)
{
	const struct box_type *type = box->type;

	for (unsigned i = 0; i < type->register_count; i++)
		for (unsigned n = 0; n < type->registers[i].count; n++) {
			char bytes[COMPLETE_SIZE];
			struct text name = TEXT_OVER(bytes);

			box_register_name(box, &type->registers[i], n, &name);
			offer_completion(completion, bytes, " ");
		}
}

static void offer_registers(struct completion *completion)
{
	const struct machine *machine = completion->machine;

	if (!has_dot(completion->typed)) {
		offer_places(completion);
		return;
	}
	for (unsigned i = 0; i < machine->box_count; i++)
		if (!machine->boxes[i].box.socket)
			offer_registers_of(completion, &machine->boxes[i].box);
}

static void offer_checks(struct completion *completion)
{
	struct check_plan plan = check_plan_of(completion->machine, slice_of(""));
	size_t skipped = strlen(completion->machine->processor->name) + 1;
	struct check_target target;

	if (!has_dot(completion->typed)) {
		offer_places(completion);
		return;
	}
	while (check_plan_next(&plan, &target)) {
		char bytes[CHECK_ID_SIZE];
		struct text id = TEXT_OVER(bytes);

		check_id(completion->machine, &target, &id);
		if (id.length > skipped)
			offer_completion(completion, bytes + skipped, " ");
	}
}

/* ---- events --------------------------------------------------------------------------------------- */

/* Continues with the part of `typed` after `from` characters. */
static void continue_at(struct completion *completion, size_t from)
{
	completion->typed.at += from;
	completion->typed.length -= from;
}

/* Continues after the last `c`; false if there is none. */
static bool continue_after(struct completion *completion, char c)
{
	struct slice typed = completion->typed;

	for (size_t i = typed.length; i; i--)
		if (typed.at[i - 1] == c) {
			continue_at(completion, i);
			return true;
		}
	return false;
}

static void offer_events_of(struct completion *completion, const struct box_type *type)
{
	const struct processor *processor = completion->machine->processor;

	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];
		const char *suffix = *processor_string(processor, row->umask_name) ? ":" : "";

		/* An event has a row for each umask; it is offered once. */
		if (!i || row->name != row[-1].name)
			offer_completion(completion, processor_string(processor, row->name),
					 type->postings ? "/" : suffix);
	}
}

static void offer_umasks(struct completion *completion, const struct box_type *type, struct slice event)
{
	const struct processor *processor = completion->machine->processor;

	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];
		const char *umask = processor_string(processor, row->umask_name);

		if (*umask && slice_is_no_case(event, processor_string(processor, row->name)))
			offer_completion(completion, umask, "");
	}
}

static bool is_name_of(struct slice name, const struct box_type *type)
{
	return slice_is_no_case(name, type->name) || (type->pmu && slice_is_no_case(name, type->pmu)) ||
	       (type->perf && slice_is_no_case(name, type->perf));
}

/* True for the name of a box of the type, in any spelling and with any number. */
static bool names_type(struct slice name, const struct box_type *type)
{
	bool exactly = is_name_of(name, type);

	while (name.length && (name.at[name.length - 1] == '*' || name.at[name.length - 1] == '_' ||
			       (name.at[name.length - 1] >= '0' && name.at[name.length - 1] <= '9')))
		name.length--;
	return exactly || is_name_of(name, type);
}

static void offer_box(struct completion *completion, const struct box_type *type, const char *mark)
{
	char bytes[COMPLETE_SIZE];
	struct text name = TEXT_OVER(bytes);

	text_format(&name, "%s%s", type->name, mark);
	offer_completion(completion, bytes, "::");
}

static void offer_boxes(struct completion *completion)
{
	const struct processor *processor = completion->machine->processor;

	for (unsigned t = 0; t < processor->type_count; t++) {
		const struct box_type *type = processor->types[t];
		char number[8];
		struct text text = TEXT_OVER(number);

		if (type->postings) {
			offer_completion(completion, type->perf, "/");
			continue;
		}
		offer_box(completion, type, type->instances > 1 ? "*" : "");
		for (unsigned i = 0; type->instances > 1 && i < type->instances; i++) {
			text_clear(&text);
			text_format(&text, "%u", box_number(type, i));
			offer_box(completion, type, number);
		}
	}
}

/* Offers boxes, and events without a box. */
static void offer_bare_events(struct completion *completion)
{
	const struct processor *processor = completion->machine->processor;
	struct slice rest = completion->typed;
	struct slice event = slice_cut(&rest, ':');

	if (!rest.at)
		offer_boxes(completion);
	else
		(void)continue_after(completion, ':');
	for (unsigned t = 0; t < processor->type_count; t++) {
		if (rest.at)
			offer_umasks(completion, processor->types[t], event);
		else if (completion->typed.length)
			offer_events_of(completion, processor->types[t]);
	}
}

/* Length of the box with its separator; 0 if there is no box. */
static size_t length_of_box(struct slice typed)
{
	for (size_t i = 0; i < typed.length; i++) {
		if (typed.at[i] == '/')
			return i + 1;
		if (typed.at[i] == ':')
			return i + 1 < typed.length && typed.at[i + 1] == ':' ? i + 2 : 0;
	}
	return 0;
}

static void offer_events(struct completion *completion)
{
	const struct processor *processor = completion->machine->processor;
	size_t length = length_of_box(completion->typed);
	struct slice box = {completion->typed.at, length}, umask, event;

	if (!length) {
		offer_bare_events(completion);
		return;
	}
	while (box.at[box.length - 1] == ':' || box.at[box.length - 1] == '/')
		if (!--box.length)
			return;
	continue_at(completion, length);

	/* After the box: an event's name, or umasks of the event already named. */
	umask = completion->typed;
	event = slice_cut(&umask, ':');
	if (umask.at)
		(void)continue_after(completion, ':');
	for (unsigned t = 0; t < processor->type_count; t++) {
		if (!names_type(box, processor->types[t]))
			continue;
		if (umask.at)
			offer_umasks(completion, processor->types[t], event);
		else
			offer_events_of(completion, processor->types[t]);
	}
}

/* ---- words from a command's usage ------------------------------------------------------------------- */

static void offer_list_of_events(struct completion *completion)
{
	(void)continue_after(completion, ',');
	offer_events(completion);
}

static void offer_list_of_metrics(struct completion *completion)
{
	const struct metric_table *table = completion->machine->processor->metrics;

	(void)continue_after(completion, ',');
	for (unsigned i = 0; table && i < table->count; i++)
		offer_completion(completion, metric_string(table, table->metrics[i].name), "");
}

/* Meanings of upper-case words in a usage. Some need the processor's tables. */
static const struct {
	const char *name;
	void (*offer)(struct completion *completion);
	bool of_processor;
} kinds[] = {
	{"EVENT", offer_list_of_events, true}, {"METRIC", offer_list_of_metrics, true},
	{"GLOB", offer_events, true},          {"CHECK", offer_checks, true},
	{"REGISTER", offer_registers, true},   {"SPACE", offer_spaces, false},
	{"WORKLOAD", offer_workloads, false},  {"KIND", offer_work, false},
	{"COMMAND", offer_commands, false},
};

static void offer_kind(struct completion *completion, struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (slice_is(name, kinds[i].name) && (completion->machine->processor || !kinds[i].of_processor))
			kinds[i].offer(completion);
}

/* The next option or upper-case word of a usage, after brackets, blanks, commas and the like; empty at the end. */
static struct slice next_term(const char **usage)
{
	const char *at = *usage, *from;

	while (*at && *at != '-' && !is_upper(*at))
		at++;
	from = at;
	if (*at == '-')
		at++;
	while (is_upper(*at) || (at == from + 1 && *at >= 'a' && *at <= 'z' && *from == '-'))
		at++;
	*usage = at;
	return slice_between(from, at);
}

static bool is_option(struct slice term)
{
	return term.length && term.at[0] == '-';
}

/* The upper-case word of the option's value; empty if it takes none. */
static struct slice value_of_option(const struct command *command, struct slice option)
{
	const char *usage = command->usage;
	struct slice term = next_term(&usage);

	while (term.length) {
		bool found = term.length == option.length && !memcmp(term.at, option.at, term.length);
		bool takes = *usage == ' ' && is_upper(usage[1]);

		term = next_term(&usage);
		if (found)
			return takes ? term : (struct slice){0};
	}
	return term;
}

static void offer_options(struct completion *completion, const struct command *command)
{
	const char *usage = command->usage;

	for (struct slice term = next_term(&usage); term.length; term = next_term(&usage)) {
		char bytes[8];
		struct text option = TEXT_OVER(bytes);

		text_bytes(&option, term.at, term.length);
		if (is_option(term))
			offer_completion(completion, bytes, " ");
	}
	offer_completion(completion, "-F", " ");
	offer_completion(completion, "-h", " ");
}

/* Offers completions for upper-case words that are not values of options. */
static void offer_operands(struct completion *completion, const struct command *command)
{
	const char *usage = command->usage;
	bool value = false;

	for (struct slice term = next_term(&usage); term.length; term = next_term(&usage)) {
		if (!is_option(term) && !value)
			offer_kind(completion, term);
		/* In "-e EVENT[,EVENT...]" the second EVENT also belongs to the option. */
		value = (is_option(term) && *usage == ' ') || (value && *usage == '[' && usage[1] == ',');
	}
}

/* ---- end of the line ---------------------------------------------------------------------------------- */

/* Takes a complete word. */
static void take_word(struct spot *spot, struct slice word)
{
	bool form = slice_starts(word, "-F") || (spot->before.at && slice_is(spot->before, "-F"));
	char bytes[16];
	struct text name = TEXT_OVER(bytes);

	if (!spot->command && !form) {
		text_bytes(&name, word.at, word.length);
		spot->command = command_by_name(bytes);
		spot->nothing = !spot->command;
		spot->before = (struct slice){0};
		return;
	}
	spot->before = word;
}

static struct spot spot_at_end(struct slice line)
{
	struct spot spot = {.word = {line.at, 0}};
	char quote = 0;

	for (const char *at = line.at, *end = line.at + line.length; at < end; at++) {
		const char *word = spot.word.at;

		if (quote ? *at == quote : *at == '\'' || *at == '"') {
			quote = quote ? 0 : *at;
			if (quote && at == word)
				spot.word.at = at + 1;
		} else if (!quote && *at == ';') {
			spot = (struct spot){.word = {at + 1, 0}};
		} else if (!quote && is_blank(*at)) {
			if (at > word)
				take_word(&spot, slice_between(word, at));
			spot.word.at = at + 1;
		} else if (!quote && *at == '#' && at == word) {
			return (struct spot){.word = {end, 0}, .nothing = true};
		}
	}
	spot.word.length = (size_t)(line.at + line.length - spot.word.at);
	return spot;
}

static void offer_at(struct completion *completion, const struct spot *spot)
{
	static const char *const forms[] = {"text", "json", "ktap", "framed", NULL};
	struct slice value = {0};

	if (spot->before.at && slice_is(spot->before, "-F")) {
		(void)continue_after(completion, ',');
		offer_words(completion, forms);
		return;
	}
	if (!spot->command) {
		offer_commands(completion);
		return;
	}
	if (spot->before.at && is_option(spot->before))
		value = value_of_option(spot->command, spot->before);
	if (value.length)
		offer_kind(completion, value);
	else if (is_option(spot->word))
		offer_options(completion, spot->command);
	else
		offer_operands(completion, spot->command);
}

void complete(struct completion *completion, struct slice line)
{
	struct spot spot = spot_at_end(line);

	completion->typed = spot.word;
	completion->count = 0;
	completion->common[0] = 0;
	completion->suffix = "";
	if (!spot.nothing)
		offer_at(completion, &spot);
}
