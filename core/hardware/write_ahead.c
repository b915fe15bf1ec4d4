/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/write_ahead.h"

#include "core/hardware/deny.h"
#include "core/version.h"
#include "lib/memory.h"
#include "lib/text.h"

#define FIRST_ROOM 8192u /* entries until boxes are known; each size is a power of two */
#define OTHERS     4096u /* other than boxes: configuration space, table of contents, platform */
#define LINE_SIZE  192

struct write_ahead_state write_ahead_state;

static struct {
	struct write_ahead_sink sink;
	uint64_t *known; /* hash table of accesses with linear probing; 0 is free */
	uint32_t known_room, known_count;
	bool full;           /* the log says that it is full */
	bool awaits_outcome; /* the last access written has returned; its outcome is not written yet */
	uint8_t outcome;     /* enum outcome of that access */
	bool in_window;      /* the last line says that a window was opened */
} writer;

/* The latest descriptions of the current work; empty if there is none. */
static struct {
	char step[48], command[128], check[96];
} doing;

static enum write_ahead_kept kept_of_all;
static void say_kept(void);

bool write_ahead_open(const struct write_ahead_sink *sink, const struct machine *machine, struct arena *arena)
{
	char bytes[96];
	struct text head = TEXT_OVER(bytes);

	memset(&writer, 0, sizeof(writer));
	writer.known = arena_take(arena, FIRST_ROOM, sizeof(*writer.known));
	if (!writer.known)
		return false;
	writer.known_room = FIRST_ROOM;
	writer.sink = *sink;
	write_ahead_state = (struct write_ahead_state){.machine = machine, .open = true, .alone = sink->alone};
	text_format(&head, "uncork %s journal\n", uncork_version);
	if (!sink->alone)
		sink->write(sink->context, head.at, head.length);
	say_kept();
	return true;
}

void write_ahead_close(void)
{
	write_ahead_state.open = false;
}

/* ---- lines ----------------------------------------------------------------------------------------- */

/* The outcome of an access is written together with the next line, which saves a write. */
static void add_outcome(struct text *line)
{
	if (!writer.awaits_outcome)
		return;
	text_format(line, "came %s\n", outcome_name((enum outcome)writer.outcome));
	writer.awaits_outcome = false;
}

static void add_outcome_before(struct text *line)
{
	if (writer.sink.alone)
		writer.awaits_outcome = false;
	add_outcome(line);
}

static void write_out(struct text *line)
{
	text_char(line, '\n');
	if (line->truncated)
		line->at[line->length - 1] = '\n';
	writer.sink.write(writer.sink.context, line->at, line->length);
	writer.in_window = false;
}

static void copy(char *to, size_t size, const char *text)
{
	struct text kept = text_over(to, size);

	text_string(&kept, text);
}

void write_ahead_where(struct text *text)
{
	if (doing.check[0])
		text_format(text, ", in check %s", doing.check);
	else if (doing.command[0])
		text_format(text, ", in command: %s", doing.command);
	else if (doing.step[0])
		text_format(text, ", in step: %s", doing.step);
}

const char *write_ahead_check(void)
{
	return doing.check;
}

void write_ahead_say(const char *kind, const char *text)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (!strcmp(kind, "check")) {
		copy(doing.check, sizeof(doing.check), text);
	} else if (!strcmp(kind, "command")) {
		copy(doing.command, sizeof(doing.command), text);
		doing.check[0] = 0;
	} else if (!strcmp(kind, "step")) {
		copy(doing.step, sizeof(doing.step), text);
	}
	if (!write_ahead_ready())
		return;
	add_outcome_before(&line);
	text_format(&line, "%s%s%s", kind, *text ? " " : "", text);
	write_out(&line);
}

void write_ahead_ask(void)
{
	if (!writer.sink.alone)
		write_ahead_say("prompt", "");
}

void write_ahead_hold(void)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (write_ahead_ready() && !writer.in_window) {
		add_outcome_before(&line);
		text_string(&line, "window");
		write_out(&line);
		writer.in_window = true;
	}
	write_ahead_state.held = true;
}

void write_ahead_release(void)
{
	write_ahead_state.held = false;
}

/* ---- selecting accesses to write ahead ------------------------------------------------------------------ */

static void say_kept(void)
{
	if (writer.sink.alone || kept_of_all == WRITE_AHEAD_ALL)
		return;
	write_ahead_say("full",
			kept_of_all == WRITE_AHEAD_OFF ? "no access is written down" : "no read is written down");
}

void write_ahead_keep(enum write_ahead_kept kept)
{
	bool changes = kept_of_all != kept;

	kept_of_all = kept;
	if (changes)
		say_kept();
}

static bool is_kept(bool write)
{
	return writer.sink.alone || kept_of_all == WRITE_AHEAD_ALL || (write && kept_of_all == WRITE_AHEAD_WRITES);
}

/* ---- registers that are known to answer --------------------------------------------------------------- */

/* FNV-1a over the fields that identify an access. If two accesses had the same 64-bit hash, the second would not be
 * written. */
static uint64_t hash_of(const struct location *where, bool write)
{
	const uint64_t parts[] = {where->address, (uint64_t)where->space << 33 | (uint64_t)write << 32 |
							  (uint64_t)where->socket << 16 | where->cpu};
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (unsigned i = 0; i < 8 * ARRAY_SIZE(parts); i++)
		hash = (hash ^ (parts[i / 8] >> i % 8 * 8 & 0xff)) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

/* The slot of a hash, used or free. */
static uint64_t *slot_of(uint64_t hash)
{
	uint32_t at = hash % writer.known_room;

	while (writer.known[at] && writer.known[at] != hash)
		at = (at + 1) % writer.known_room;
	return &writer.known[at];
}

static bool is_full(void)
{
	return writer.known_count >= writer.known_room / 4 * 3;
}

/* Once the list is full all accesses count as known; otherwise the medium would be written endlessly. */
bool write_ahead_is_new(const struct location *where, bool write)
{
	return !is_full() && !*slot_of(hash_of(where, write));
}

/* The old list stays in the arena. If there is no room for a larger one, it remains in use. */
void write_ahead_scale(const struct machine *machine, struct arena *arena)
{
	const uint64_t *old = writer.known;
	uint32_t room = FIRST_ROOM, old_room = writer.known_room, count = OTHERS;
	uint64_t *known;

	/* Each register is read and written, at most. */
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct box *box = &machine->boxes[i].box;

		for (unsigned row = 0; row < box->type->register_count; row++)
			count += 2 * box_row_count(box, &box->type->registers[row]);
	}
	while (room / 4 * 3 < count)
		room *= 2;
	if (!write_ahead_state.open || room <= old_room)
		return;
	known = arena_take(arena, room, sizeof(*known));
	if (!known)
		return;
	writer.known = known;
	writer.known_room = room;
	for (uint32_t i = 0; i < old_room; i++)
		if (old[i])
			*slot_of(old[i]) = old[i];
}

/* ---- accesses ------------------------------------------------------------------------------------------ */

/* Logs an access, unless it is known. */
static bool write_down(const char *when, struct hw *hw, const struct location *where, const uint64_t *value)
{
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);
	uint64_t hash = hash_of(where, value);

	if (*slot_of(hash))
		return false;
	if (is_full()) {
		if (!writer.full && !writer.sink.alone) {
			writer.full = true;
			write_ahead_say("full", "first accesses are no longer written down");
		}
		return false;
	}
	*slot_of(hash) = hash;
	writer.known_count++;
	add_outcome_before(&line);
	text_format(&line, "%s%s ", when, value ? "write" : "read");
	machine_location_text(write_ahead_state.machine, where, &line);
	if (value)
		text_format(&line, " = 0x%llx", (unsigned long long)*value);
	if (!writer.sink.alone || write_ahead_state.machine->cpu_count > 1)
		text_format(&line, " on cpu %u", bus_route(hw, where));
	if (writer.sink.alone)
		write_ahead_where(&line);
	write_out(&line);
	return true;
}

bool write_ahead_access(struct hw *hw, const struct location *where, bool write, uint64_t value)
{
	uint32_t cpu = write_ahead_ready() ? bus_route(hw, where) : 0;
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (!write_ahead_ready() || (write ? deny_covers_write(where, cpu) : deny_covers(where, cpu)))
		return false;
	if (is_kept(write) && write_down("", hw, where, write ? &value : NULL))
		return true;

	/* The outcome of the last access is written before an access that is not logged; if this one hangs, the log must
	 * not blame the last. */
	if (!writer.awaits_outcome)
		return false;
	add_outcome(&line);
	writer.sink.write(writer.sink.context, line.at, line.length);
	return false;
}

void write_ahead_done(enum outcome outcome)
{
	writer.awaits_outcome = true;
	writer.outcome = (uint8_t)outcome;
}

void write_ahead_list(struct hw *hw, const struct location *where, bool write, uint64_t value)
{
	uint32_t cpu = write_ahead_ready() ? bus_route(hw, where) : 0;

	if (write_ahead_ready() && is_kept(write) && !(write ? deny_covers_write(where, cpu) : deny_covers(where, cpu)))
		(void)write_down("later ", hw, where, write ? &value : NULL);
}

struct accessed write_ahead_read(struct hw *hw, const struct location *where)
{
	bool written = write_ahead_access(hw, where, false, 0);
	struct accessed accessed = bus_read(hw, where);

	if (written)
		write_ahead_done(accessed.outcome);
	return accessed;
}

struct accessed write_ahead_write(struct hw *hw, const struct location *where, uint64_t value)
{
	bool written = write_ahead_access(hw, where, true, value);
	struct accessed accessed = bus_write(hw, where, value);

	if (written)
		write_ahead_done(accessed.outcome);
	return accessed;
}
