/* SPDX-License-Identifier: BSD-2-Clause */
/* What it costs to make register values of an event string, by class of event: ours, and libpfm4's where it knows the
 * machine, in turns, in one process, over the same strings. Fails if we ask for memory, or are not twice as fast as libpfm4 in
 * every class that it knows: a ratio holds on a busy machine too. It is an alarm, not a goal: an event is encoded once a command.
 *
 *   encode [-i]      -i: instructions too, one by one, which takes minutes where traps are slow
 *
 * For "hardware" all strings of a class are encoded as they would be programmed; "as libpfm4" are those of them that
 * libpfm4 takes, and its answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <perfmon/pfmlib.h>

#include "core/event/encode.h"
#include "tests/bench/support/instructions.h"
#include "tests/oracle/allocations.h"
#include "tools/uncork/libpfm4/libpfm4.h"

#define STRINGS      1000 /* of a class at most */
#define STRING_BYTES 256
#define GIVEN_MOST   3 /* modifiers in one string */
#define ROUNDS       31
#define SAMPLES      8 /* strings of a class whose instructions are counted */
#define TIMES        2 /* as fast as libpfm4, at least */

/* ---- classes of events --------------------------------------------------------------------------- */

enum form {
	NAMED,  /* every event with every umask */
	JOINED, /* two umasks that go together */
	GIVEN,  /* filter registers set by modifiers */
	PERF,   /* perf's terms */
	RAW     /* the value of the select */
};

static bool any(const struct event_config *config)
{
	return config->event;
}

static bool is_plain(const struct event_config *config)
{
	return !config->setting_count;
}

static bool has_filter_registers(const struct event_config *config)
{
	return config->setting_count;
}

static bool is_core(const struct event_config *config)
{
	return config->type->scope != BOX_OF_SOCKET && is_plain(config);
}

static bool is_offcore(const struct event_config *config)
{
	return config->type->scope != BOX_OF_SOCKET && has_filter_registers(config);
}

static bool is_uncore(const struct event_config *config)
{
	return config->type->scope == BOX_OF_SOCKET;
}

static const struct class
{
	const char *processor, *name;
	enum form form;
	bool (*covers)(const struct event_config *config);
	const char *behind; /* what follows each string; may be empty */
} classes[] = {
	{"xeon-7500", "plain", NAMED, is_plain, ""},
	{"xeon-7500", "joined umasks", JOINED, any, ""},
	{"xeon-7500", "companions", NAMED, has_filter_registers, ""},
	{"xeon-7500", "companions, modified", GIVEN, has_filter_registers, ""},
	{"xeon-7500", "perf's terms", PERF, any, ""},
	{"xeon-7500", "raw", RAW, any, ""},
	{"xeon-e5-2600", "plain", NAMED, is_plain, ""},
	{"xeon-e5-2600", "plain, modified", NAMED, is_plain, ":e:t=1"},
	{"xeon-e5-2600", "joined umasks", JOINED, any, ""},
	{"xeon-e5-2600", "filters", NAMED, has_filter_registers, ""},
	{"xeon-e5-2600", "filters, modified", GIVEN, has_filter_registers, ""},
	{"xeon-e5-2600", "perf's terms", PERF, any, ""},
	{"xeon-e5-2600", "raw", RAW, any, ""},
	{"knights-landing", "core", NAMED, is_core, ""},
	{"knights-landing", "core, modified", NAMED, is_core, ":u:c=3"},
	{"knights-landing", "offcore", JOINED, is_offcore, ""},
	{"knights-landing", "uncore", NAMED, is_uncore, ""},
	{"knights-landing", "perf's terms", PERF, any, ""},
	{"knights-landing", "raw", RAW, any, ""},
};

/* ---- strings ------------------------------------------------------------------------------------- */

struct strings {
	const struct processor *processor;
	const struct class *class;
	unsigned count;
	const char *at[STRINGS];
};

static bool encode(const struct processor *processor, const char *string, struct encoding *encoding)
{
	struct diagnostic diagnostic;

	return encode_event(processor, slice_of(string), encoding, &diagnostic);
}

/* Keeps the string if it is one of the class. */
static void keep(struct strings *strings, const char *string)
{
	char whole[2 * STRING_BYTES];
	struct encoding encoding;

	snprintf(whole, sizeof(whole), "%s%s", string, strings->class->behind);
	if (strings->count < STRINGS && encode(strings->processor, whole, &encoding) &&
	    strings->class->covers(&encoding.config))
		strings->at[strings->count++] = strdup(whole);
}

static void put_row(const struct processor *processor, const struct box_type *type, const struct event *row,
		    struct text *text)
{
	text_format(text, "%s%s::", type->pmu, type->instances > 1 ? "0" : "");
	event_row_name(processor, row, text);
}

static void keep_joined(struct strings *strings, const struct box_type *type, const struct event *row, const char *name)
{
	const struct event *end = type->events + type->event_count;

	for (const struct event *other = row + 1; other < end && other->name == row->name; other++) {
		char joined[STRING_BYTES];

		snprintf(joined, sizeof(joined), "%s:%s", name,
			 processor_string(strings->processor, other->umask_name));
		keep(strings, joined);
	}
}

/* Adds what modifiers of filter registers the event takes, up to GIVEN_MOST. */
static void keep_given(struct strings *strings, const struct box_type *type, char *name)
{
	unsigned given = 0;

	for (unsigned i = 0; i < type->register_count; i++) {
		const struct register_layout *layout = type->registers[i].layout;

		for (unsigned j = 0; j < layout->field_count; j++) {
			struct encoding encoding;
			size_t length = strlen(name);

			if (type->registers[i].role != ROLE_FILTER || !layout->fields[j].modifier ||
			    given == GIVEN_MOST)
				continue;
			snprintf(name + length, STRING_BYTES - length, ":%s=1", layout->fields[j].modifier);
			if (encode(strings->processor, name, &encoding)) {
				given++;
				keep(strings, name);
			} else {
				name[length] = 0;
			}
		}
	}
}

/* perf's terms for the code and the umask, or the value of the select. */
static void keep_numbers(struct strings *strings, const struct box_type *type, const char *name)
{
	bool several = type->instances > 1;
	const struct event *row;
	struct encoding encoding;
	char string[STRING_BYTES];
	struct text text = TEXT_OVER(string);

	if (!encode(strings->processor, name, &encoding) || encoding.config.fixed)
		return;
	row = encoding.config.event;
	if (strings->class->form == RAW)
		text_format(&text, "%s%s:0x%llx", type->name, several ? "0" : "",
			    (unsigned long long)encoding.config.select);
	else
		text_format(&text, "%s%s/event=0x%x", type->perf, several ? "_0" : "", row->code);
	if (strings->class->form == PERF && row->umask)
		text_format(&text, ",umask=0x%llx", (unsigned long long)row->umask);
	if (strings->class->form == PERF)
		text_char(&text, '/');
	keep(strings, string);
}

static void keep_row(struct strings *strings, const struct box_type *type, const struct event *row)
{
	char name[STRING_BYTES];
	struct text text = TEXT_OVER(name);

	put_row(strings->processor, type, row, &text);
	switch (strings->class->form) {
	case NAMED: keep(strings, name); break;
	case JOINED: keep_joined(strings, type, row, name); break;
	case GIVEN: keep_given(strings, type, name); break;
	case PERF:
	case RAW: keep_numbers(strings, type, name); break;
	}
}

static void fill(struct strings *strings, const struct class *class)
{
	const struct processor *processor = processor_by_name(class->processor);

	*strings = (struct strings){.processor = processor, .class = class};
	for (unsigned i = 0; i < processor->type_count; i++)
		for (unsigned j = 0; j < processor->types[i]->event_count; j++)
			keep_row(strings, processor->types[i], &processor->types[i]->events[j]);
}

/* ---- who encodes --------------------------------------------------------------------------------- */

struct task {
	const struct processor *processor;
	const char *string;
	uint64_t sum; /* of all values, so that nothing is left out */
};

static bool for_hardware(struct task *task)
{
	struct encoding encoding;
	struct diagnostic diagnostic;
	bool good = encode_event(task->processor, slice_of(task->string), &encoding, &diagnostic);

	task->sum += good ? encoding.registers[0].value : 0;
	return good;
}

static bool as_library(struct task *task)
{
	struct libpfm4_answer answer;

	libpfm4_ask(task->processor, slice_of(task->string), &answer);
	task->sum += answer.error ? 0 : answer.codes[0];
	return !answer.error;
}

static bool library(struct task *task)
{
	uint64_t room[4] = {0}, *codes = room;
	int count = (int)ARRAY_SIZE(room);

	if (pfm_get_event_encoding(task->string, PFM_PLM0 | PFM_PLM3, NULL, NULL, &codes, &count))
		return false;
	task->sum += codes[0];
	return true;
}

/* ---- measuring ----------------------------------------------------------------------------------- */

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static bool counting; /* instructions */

/* One encoder over one class. */
struct measured {
	bool (*encode)(struct task *task);
	uint64_t rounds[ROUNDS]; /* ns for all strings; sorted in the end */
	uint64_t instructions;   /* for a string, on average */
	uint64_t allocations;
};

static void run_round(struct measured *measured, const struct strings *strings, unsigned round)
{
	struct task task = {.processor = strings->processor};
	uint64_t before = allocations(), start = now_ns();

	for (unsigned i = 0; i < strings->count; i++) {
		task.string = strings->at[i];
		if (!measured->encode(&task))
			abort();
	}
	measured->rounds[round] = now_ns() - start;
	measured->allocations += allocations() - before;
}

struct counted {
	struct task task;
	bool (*encode)(struct task *task);
};

static void encode_counted(void *context)
{
	struct counted *counted = context;

	counted->encode(&counted->task);
}

static uint64_t count_instructions(const struct measured *measured, const struct strings *strings)
{
	unsigned samples = strings->count < SAMPLES ? strings->count : SAMPLES;
	uint64_t sum = 0;

	for (unsigned i = 0; i < samples; i++) {
		const char *string = strings->at[i * strings->count / samples];
		struct counted counted = {{strings->processor, string, 0}, measured->encode};

		sum += instructions_of(encode_counted, &counted);
	}
	return sum / samples;
}

static void finish(struct measured *measured, const struct strings *strings)
{
	qsort(measured->rounds, ROUNDS, sizeof(uint64_t), compare);
	measured->instructions = counting ? count_instructions(measured, strings) : 0;
}

static void print_measured(const struct measured *measured, unsigned count)
{
	char instructions[24] = "-";

	if (counting)
		snprintf(instructions, sizeof(instructions), "%llu", (unsigned long long)measured->instructions);
	printf(" | %12s | %5llu | %6llu", instructions, (unsigned long long)(measured->rounds[0] / count),
	       (unsigned long long)(measured->rounds[ROUNDS / 2] / count));
}

static void print_head(const struct strings *strings, const char *how)
{
	printf("%-15s | %-20s | %-10s | %7u", strings->class->processor, strings->class->name, how, strings->count);
}

static bool measure_ours(const struct strings *strings)
{
	struct measured ours = {.encode = for_hardware};

	for (unsigned i = 0; i < ROUNDS; i++)
		run_round(&ours, strings, i);
	finish(&ours, strings);
	print_head(strings, "hardware");
	print_measured(&ours, strings->count);
	printf("\n");
	return !ours.allocations;
}

/* Those strings alone that libpfm4 takes too. */
static void keep_common(struct strings *strings)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < strings->count; i++) {
		struct task task = {.processor = strings->processor, .string = strings->at[i]};

		if (library(&task) && as_library(&task))
			strings->at[kept++] = strings->at[i];
	}
	strings->count = kept;
}

static bool measure_both(struct strings *strings)
{
	struct measured ours = {.encode = as_library}, theirs = {.encode = library};
	uint64_t tenths;

	keep_common(strings);
	if (!strings->count)
		return true;
	for (unsigned i = 0; i < ROUNDS; i++) {
		run_round(&theirs, strings, i);
		run_round(&ours, strings, i);
	}
	finish(&ours, strings);
	finish(&theirs, strings);
	tenths = theirs.rounds[0] * 10 / ours.rounds[0];
	print_head(strings, "as libpfm4");
	print_measured(&ours, strings->count);
	print_measured(&theirs, strings->count);
	printf(" | %3llu.%llu\n", (unsigned long long)tenths / 10, (unsigned long long)tenths % 10);
	return !ours.allocations && tenths >= 10 * TIMES;
}

int main(int argc, char **argv)
{
	static struct strings strings;
	bool good = true;

	counting = argc > 1 && !strcmp(argv[1], "-i");
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize() != PFM_SUCCESS)
		return 2;
	printf("%-15s | %-20s | %-10s | %7s | %12s | %5s | %6s | %12s | %5s | %6s | %5s\n", "processor", "class",
	       "codes for", "strings", "instructions", "best", "median", "libpfm4's", "best", "median", "times");
	for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
		fill(&strings, &classes[i]);
		good = strings.count && measure_ours(&strings) && good;
		good = measure_both(&strings) && good;
	}
	return !good;
}
