/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program/ahead.h"

#include "core/hardware/machine.h"
#include "core/program/program.h"
#include "core/version.h"
#include "lib/memory.h"
#include "lib/text.h"

#define KNOWN_ROOM 8192 /* a power of two: registers, twice for reading and writing */
#define KNOWN_MOST (KNOWN_ROOM / 4 * 3)
#define LINE_SIZE  192

static struct {
	struct ahead_sink sink;
	const struct machine *machine;
	uint64_t *known; /* hashes, each at the first free place from its own on; 0 is free */
	uint32_t known_count;
	bool open;
	bool awaits_outcome; /* the access last written down has returned, which is not written yet */
	uint8_t outcome;     /* enum outcome: with what */
	bool in_window;      /* the last line says that a window was opened */
} journal;

/* What was last said to be done; each is empty if nothing was. */
static struct {
	char step[48], command[128], check[96];
} doing;

bool ahead_open(const struct ahead_sink *sink, const struct machine *machine, struct arena *arena)
{
	static const char head[] = "uncork " UNCORK_VERSION " journal\n";

	memset(&journal, 0, sizeof(journal));
	journal.known = arena_take(arena, KNOWN_ROOM, sizeof(*journal.known));
	if (!journal.known)
		return false;
	journal.sink = *sink;
	journal.machine = machine;
	journal.open = true;
	if (ahead_ready() && !sink->alone)
		sink->write(sink->context, head, sizeof(head) - 1);
	return true;
}

void ahead_close(void)
{
	journal.open = false;
}

bool ahead_ready(void)
{
	return journal.open && journal.sink.ready(journal.sink.context);
}

/* ---- lines ----------------------------------------------------------------------------------------- */

/* The outcome of the access before goes in front of a line, which saves writing it alone. */
static void add_outcome(struct text *line)
{
	if (!journal.awaits_outcome)
		return;
	text_format(line, "came %s\n", outcome_name((enum outcome)journal.outcome));
	journal.awaits_outcome = false;
}

static void add_outcome_before(struct text *line)
{
	if (journal.sink.alone)
		journal.awaits_outcome = false;
	add_outcome(line);
}

static void write_out(struct text *line)
{
	text_char(line, '\n');
	if (line->truncated)
		line->at[line->length - 1] = '\n';
	journal.sink.write(journal.sink.context, line->at, line->length);
	journal.in_window = false;
}

static void copy(char *to, size_t size, const char *text)
{
	struct text kept = text_over(to, size);

	text_string(&kept, text);
}

static void remember(const char *kind, const char *text)
{
	if (!strcmp(kind, "check")) {
		copy(doing.check, sizeof(doing.check), text);
	} else if (!strcmp(kind, "command")) {
		copy(doing.command, sizeof(doing.command), text);
		doing.check[0] = 0;
	} else if (!strcmp(kind, "step")) {
		copy(doing.step, sizeof(doing.step), text);
	}
}

void ahead_where(struct text *text)
{
	if (doing.check[0])
		text_format(text, ", in check %s", doing.check);
	else if (doing.command[0])
		text_format(text, ", in command: %s", doing.command);
	else if (doing.step[0])
		text_format(text, ", in step: %s", doing.step);
}

void ahead_say(const char *kind, const char *text)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	remember(kind, text);
	if (!ahead_ready())
		return;
	add_outcome_before(&line);
	text_format(&line, "%s %s", kind, text);
	write_out(&line);
}

void ahead_window(void)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (!ahead_ready() || journal.in_window)
		return;
	add_outcome_before(&line);
	text_string(&line, "window");
	write_out(&line);
	journal.in_window = true;
}

/* An access that is not written down must not look like the one before it, should it never return. */
static void settle(void)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (!journal.awaits_outcome)
		return;
	add_outcome(&line);
	journal.sink.write(journal.sink.context, line.at, line.length);
}

/* ---- registers that are known to answer --------------------------------------------------------------- */

/* FNV-1a over what tells one access from another. Two that come to the same 64 bits would be taken for
 * one, and the second not written down. */
static uint64_t hash_of(const struct location *where, bool write)
{
	const uint64_t parts[] = {where->address, (uint64_t)where->space << 33 | (uint64_t)write << 32 |
							  (uint64_t)where->socket << 16 | where->cpu};
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (unsigned i = 0; i < 8 * ARRAY_SIZE(parts); i++)
		hash = (hash ^ (parts[i / 8] >> i % 8 * 8 & 0xff)) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

/* Where a hash stands, or would. */
static uint64_t *place_of(uint64_t hash)
{
	uint32_t at = hash % KNOWN_ROOM;

	while (journal.known[at] && journal.known[at] != hash)
		at = (at + 1) % KNOWN_ROOM;
	return &journal.known[at];
}

/* Once the list is full all are taken for known: the medium would be written to without end. */
bool ahead_is_new(const struct location *where, bool write)
{
	return journal.known_count < KNOWN_MOST && !*place_of(hash_of(where, write));
}

static void note_known(const struct location *where, bool write)
{
	uint64_t hash = hash_of(where, write);

	*place_of(hash) = hash;
	journal.known_count++;
}

/* ---- accesses ------------------------------------------------------------------------------------------ */

static void say_access(struct text *line, struct hw *hw, const struct location *where, const uint64_t *value)
{
	uint32_t cpu = where->cpu ? where->cpu - 1u : hw->cpu_of_socket(hw, where->socket);

	text_string(line, value ? "write " : "read ");
	machine_place_text(journal.machine, where, line);
	if (value)
		text_format(line, " = 0x%llx", (unsigned long long)*value);
	if (!journal.sink.alone || journal.machine->cpu_count > 1)
		text_format(line, " on cpu %u", cpu);
	if (journal.sink.alone)
		ahead_where(line);
}

bool ahead_access(struct hw *hw, const struct location *where, bool write, uint64_t value)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (!ahead_ready())
		return false;
	if (!ahead_is_new(where, write)) {
		settle();
		return false;
	}
	note_known(where, write);
	add_outcome_before(&line);
	say_access(&line, hw, where, write ? &value : NULL);
	write_out(&line);
	return true;
}

void ahead_done(enum outcome outcome)
{
	journal.awaits_outcome = true;
	journal.outcome = (uint8_t)outcome;
}

void ahead_list(struct hw *hw, const struct program *program)
{
	for (uint16_t i = 0; ahead_ready() && i < program->count; i++) {
		const struct operation *operation = &program->operations[i];
		bool write = operation_writes(operation);
		char bytes[LINE_SIZE];
		struct text line = TEXT_OVER(bytes);

		if (!ahead_is_new(&operation->where, write))
			continue;
		note_known(&operation->where, write);
		add_outcome_before(&line);
		text_string(&line, "later ");
		say_access(&line, hw, &operation->where, write ? &operation->value : NULL);
		write_out(&line);
	}
}
