/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/stick.h"

#include "core/command/command.h"
#include "core/hardware/board.h"
#include "core/hardware/write_ahead.h"
#include "core/record/post_mortem.h"
#include "core/record/record_board.h"
#include "core/version.h"
#include "efi/files.h"
#include "lib/memory.h"
#include "lib/text.h"

#define DIRECTORY       L"\\uncork"
#define PREVIOUS        L"previous"
#define JOURNAL_FILE    L"journal.txt"
#define WAITING_BYTES   65536
#define JOURNAL_MOST    (256u << 10) /* then it is restarted */

/* Time between two flushes that were not requested: at most five a second for all files. */
#define JOURNAL_PACE_US 250000
#define PACE_TEXT       "250 ms, or ten times what a flush takes"
#define LOG_PACE_US     2000000

/* All files of a run, in the order of those in struct stick; the last one is not in it. */
static const CHAR16 *const left[] = {L"console.log", L"results.json", JOURNAL_FILE, L"result.txt"};

#define EARLIER_MOST 9 /* runs that are kept in addition to the one in `previous` */
#define PATH_ROOM    64

static const char *reason_of(EFI_STATUS status)
{
	switch (status) {
	case EFI_VOLUME_FULL: return "the medium is full";
	case EFI_WRITE_PROTECTED: return "the medium is write protected";
	case EFI_VOLUME_CORRUPTED: return "the medium's file system is damaged";
	case EFI_NO_MEDIA:
	case EFI_MEDIA_CHANGED: return "the medium is gone";
	case EFI_ACCESS_DENIED: return "an object of this name cannot be replaced";
	default: return "the medium cannot be written";
	}
}

static bool is_ready(const struct stick *stick)
{
	return !stick->console->held && !stick->console->emergency;
}

/* ---- one file ------------------------------------------------------------------------------------------- */

static void shut(struct stick_file *file)
{
	if (file->file)
		file->file->Close(file->file);
	file->file = NULL;
}

/* The write-ahead log ends with its file. */
static void end_log(struct stick *stick)
{
	if (stick->logs && !stick->files[STICK_JOURNAL].file)
		write_ahead_close();
}

/* If the medium is full, another file may still have room. For all other errors no further call is made, not even to
 * close files: each may take as long to fail as the first one. */
static void give_up(struct stick_file *file, EFI_STATUS status)
{
	struct stick *stick = file->stick;

	file->wrong = reason_of(status);
	if (status == EFI_VOLUME_FULL) {
		shut(file);
		end_log(stick);
		return;
	}
	stick->gone = true;
	for (unsigned i = 0; i < STICK_FILES; i++) {
		if (stick->files[i].file && !stick->files[i].wrong)
			stick->files[i].wrong = file->wrong;
		stick->files[i].file = NULL;
	}
	end_log(stick);
}

/* Writes `count` of the waiting bytes to the medium, and flushes the file. */
static void put_bytes(struct stick_file *file, uint32_t count)
{
	const struct firmware *firmware;
	UINTN length = count;
	EFI_STATUS status;
	uint64_t began;

	if (!length || !file->file)
		return;
	/* Only an open file has a stick: it has none if the medium has no \uncork. */
	firmware = file->stick->console->firmware;
	began = console_time_us(file->stick->machine);
	/* The firmware notices within about a second that a stick was removed, and removes its file system. An earlier
	 * write fails only after the firmware's own timeout. */
	if (!firmware_protocol(firmware, firmware->loaded->DeviceHandle,
			       (EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID)) {
		give_up(file, EFI_NO_MEDIA);
		return;
	}
	status = file->file->Write(file->file, &length, file->waiting);
	if (!EFI_ERROR(status))
		status = file->file->Flush(file->file);
	file->written += (uint32_t)length;
	file->failed = file->stick->output->failed;
	file->verdict = file->stick->output->verdict;
	pace_note(&file->pace, began, console_time_us(file->stick->machine));
	file->waits -= count;
	memmove(file->waiting, file->waiting + count, file->waits);
	if (EFI_ERROR(status))
		give_up(file, status);
}

static void stick_put(struct stick_file *file)
{
	put_bytes(file, file->waits);
}

static void stick_keep(struct stick_file *file, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (file->waits == WAITING_BYTES && is_ready(file->stick))
			stick_put(file);
		if (file->waits < WAITING_BYTES)
			file->waiting[file->waits++] = bytes[i];
		else
			file->wrong = "a measurement printed too much";
	}
}

void stick_write(void *context, const char *bytes, size_t length)
{
	struct stick_file *file = context;
	bool failed;

	if (!file->file || !length)
		return;
	stick_keep(file, bytes, length);
	failed = file->stick->output->failed != file->failed || file->stick->output->verdict != file->verdict;
	if (bytes[length - 1] == '\n' && is_ready(file->stick) &&
	    (failed || pace_is_due(&file->pace, console_time_us(file->stick->machine))))
		stick_put(file);
}

void stick_settle(struct stick *stick)
{
	for (unsigned i = 0; is_ready(stick) && i < STICK_FILES; i++) {
		struct stick_file *file = &stick->files[i];
		uint32_t count = file->waits;

		if (!pace_is_due(&file->pace, console_time_us(stick->machine)))
			continue;
		/* Only whole lines: the last one may still grow. */
		while (count && file->waiting[count - 1] != '\n')
			count--;
		put_bytes(file, count);
	}
}

static void create(struct stick *stick, unsigned number, struct arena *arena)
{
	struct stick_file *file = &stick->files[number];
	EFI_STATUS status;

	file->stick = stick;
	file->pace.least_us = number == STICK_JOURNAL ? JOURNAL_PACE_US : LOG_PACE_US;
	file->waiting = arena_take(arena, WAITING_BYTES, 1);
	if (!file->waiting)
		status = EFI_OUT_OF_RESOURCES;
	else
		status = file_create(stick->directory, left[number], &file->file);
	if (EFI_ERROR(status)) {
		file->file = NULL;
		file->wrong = reason_of(status);
		file->stale = file_is_there(stick->directory, left[number]);
	}
}

/* ---- the journal ------------------------------------------------------------------------------------------ */

/* Keeps registers denied at which runs have stopped, until the user allows them. */
static void keep_suspects(struct stick_file *file)
{
	const struct post_mortem *run = &file->stick->post_mortem;

	for (unsigned i = 0; i < run->suspect_count; i++) {
		char bytes[64];
		struct text line = TEXT_OVER(bytes);

		text_string(&line, "denied ");
		location_text(&run->suspects[i], &line);
		text_char(&line, '\n');
		stick_keep(file, line.at, line.length);
	}
}

/* Starts the journal again: old accesses cannot be the one that hangs. */
static void begin_anew(struct stick_file *file)
{
	char bytes[128];
	struct text head = TEXT_OVER(bytes);
	EFI_STATUS status;

	shut(file);
	status = file_create(file->stick->directory, JOURNAL_FILE, &file->file);
	file->written = 0;
	if (EFI_ERROR(status)) {
		file->file = NULL;
		file->wrong = reason_of(status);
		end_log(file->stick);
		return;
	}
	text_format(&head, "uncork %s journal, the end of it\npaced " PACE_TEXT "\n", uncork_version);
	stick_keep(file, head.at, head.length);
	keep_suspects(file);
}

/* First accesses, their results, and commands are written before anything else is done. Checks and measurements are too
 * many for that. */
static void write_journal(void *context, const char *bytes, size_t length)
{
	struct stick_file *file = context;

	static const struct slice may_wait[] = {{"check ", 6}, {"window", 6}};
	bool waits = false;

	for (size_t i = 0; i < ARRAY_SIZE(may_wait); i++)
		waits |= length >= may_wait[i].length && !memcmp(bytes, may_wait[i].at, may_wait[i].length);
	if (file->written + length > JOURNAL_MOST)
		begin_anew(file);
	stick_write(file, bytes, length);
	if (!waits)
		stick_put(file);
}

static void keep_journal(struct stick *stick, const struct machine *machine, struct arena *arena)
{
	struct stick_file *journal = &stick->files[STICK_JOURNAL];
	const struct write_ahead_sink sink = {write_journal, false, journal};

	if (!journal->file)
		return;
	stick->logs = true;
	if (write_ahead_open(&sink, machine, arena)) {
		write_ahead_say("paced", PACE_TEXT);
		keep_suspects(journal);
		stick_put(journal);
		return;
	}
	stick->logs = false;
	journal->wrong = "out of memory";
	shut(journal);
}

static void read_post_mortem(struct stick *stick, struct arena *arena)
{
	const UINTN room = JOURNAL_MOST + 1024;
	size_t mark = arena_mark(arena);
	char *bytes = arena_take(arena, room, 1);
	UINTN length = 0;

	if (!bytes)
		return;
	switch (file_read(stick->console->firmware, DIRECTORY L"\\" JOURNAL_FILE, bytes, room, &length)) {
	case FILE_ABSENT: break;
	case FILE_OK:
		post_mortem_read((struct slice){bytes, length}, &stick->post_mortem);
		post_mortem_deny(&stick->post_mortem);
		stick->has_post_mortem = true;
		break;
	default: stick->has_post_mortem = true; /* the report says that it could not be read */
	}
	arena_release(arena, mark);
}

/* ---- all of them -------------------------------------------------------------------------------------------- */

static CHAR16 *append(CHAR16 *end, const CHAR16 *text)
{
	while (*text)
		*end++ = *text++;
	*end = 0;
	return end;
}

/* Makes "\uncork\previous\3\console.log"; number 0 is `previous` itself. Without a name it is the directory. */
static void earlier_path(CHAR16 path[PATH_ROOM], unsigned number, const CHAR16 *name)
{
	const CHAR16 digit[] = {L'\\', (CHAR16)(L'0' + number), 0};
	CHAR16 *end = append(path, DIRECTORY L"\\" PREVIOUS);

	if (number)
		end = append(end, digit);
	if (name)
		(void)append(append(end, L"\\"), name);
}

/* Moves runs up to the first free number. If there is none, the oldest run's files are replaced. */
static void make_room_for_previous(struct stick *stick)
{
	CHAR16 from[PATH_ROOM], to[PATH_ROOM];
	unsigned last;

	for (last = 0; last < EARLIER_MOST; last++) {
		earlier_path(from, last, left[0]);
		if (!file_is_there(stick->directory, from))
			break;
	}
	while (last--) {
		earlier_path(to, last + 1, NULL);
		file_make_directory(stick->directory, to);
		for (unsigned i = 0; i < ARRAY_SIZE(left); i++) {
			earlier_path(from, last, left[i]);
			earlier_path(to, last + 1, left[i]);
			stick->unmoved |= !file_move(stick->directory, from, to);
		}
	}
}

void stick_open(struct stick *stick, const struct stick_run *run, struct arena *arena)
{
	CHAR16 path[PATH_ROOM];

	*stick = (struct stick){
		.console = run->console,
		.machine = run->machine,
		.output = run->output,
		.directory = file_directory(run->console->firmware, DIRECTORY),
	};
	if (!stick->directory)
		return;
	read_post_mortem(stick, arena);
	file_make_directory(stick->directory, PREVIOUS);
	make_room_for_previous(stick);
	for (unsigned i = 0; i < ARRAY_SIZE(left); i++) {
		earlier_path(path, 0, left[i]);
		stick->unmoved |= !file_move(stick->directory, left[i], path);
	}
	stick->old_result = file_is_there(stick->directory, left[STICK_FILES]);
	for (unsigned i = 0; i < STICK_FILES; i++)
		create(stick, i, arena);
	keep_journal(stick, run->machine, arena);
}

/* ---- the ticket -------------------------------------------------------------------------------------------- */

#define NUMBER_MOST 40

struct ticket {
	EFI_FILE *file;
	char *waiting;
	UINTN waits; /* bytes */
	EFI_STATUS status;
};

static void put_ticket(struct ticket *ticket)
{
	UINTN length = ticket->waits;

	if (length && !EFI_ERROR(ticket->status))
		ticket->status = ticket->file->Write(ticket->file, &length, ticket->waiting);
	ticket->waits = 0;
}

static void write_ticket(void *context, const char *bytes, size_t length)
{
	struct ticket *ticket = context;

	for (size_t i = 0; i < length; i++) {
		if (ticket->waits == WAITING_BYTES)
			put_ticket(ticket);
		ticket->waiting[ticket->waits++] = bytes[i];
	}
}

/* Real serial numbers have no blanks; texts such as "To be filled by" do. */
static bool is_number(const char *text)
{
	for (const char *c = text; *c; c++)
		if (*c == ' ')
			return false;
	return *text;
}

static void name_ticket(const struct board_identity *board, CHAR16 name[PATH_ROOM])
{
	const char *number = "";
	CHAR16 *end;

	if (board && is_number(board->serial))
		number = board->serial;
	else if (board)
		number = is_number(board->board_serial) ? board->board_serial : board->uuid;
	end = append(name, *number ? L"ticket-" : L"ticket");
	for (unsigned i = 0; number[i] && i < NUMBER_MOST; i++) {
		char c = number[i];
		bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';

		*end++ = plain ? (CHAR16)c : L'_';
	}
	(void)append(end, L".json");
}

void stick_keep_ticket(struct stick *stick, struct output *output)
{
	static struct output records;
	struct arena *arena = stick->machine->arena;
	size_t mark = arena_mark(arena);
	struct ticket ticket = {.waiting = arena_take(arena, WAITING_BYTES, 1)};
	CHAR16 name[PATH_ROOM];

	if (!stick->directory || stick->gone || !is_ready(stick))
		return;
	name_ticket(stick->machine->board, name);
	ticket.status = ticket.waiting ? file_create(stick->directory, name, &ticket.file) : EFI_OUT_OF_RESOURCES;
	if (!EFI_ERROR(ticket.status)) {
		output_start(&records, write_ticket, &ticket, FORM_JSON);
		record_board(&records, stick->machine);
		info_show(&records, stick->machine, true);
		put_ticket(&ticket);
		ticket.file->Close(ticket.file);
	}
	arena_release(arena, mark);
	if (EFI_ERROR(ticket.status))
		record_note(output, "ticket.json of this board is not complete: %s", reason_of(ticket.status));
}

void stick_report_post_mortem(const struct stick *stick, struct output *output)
{
	if (stick->has_post_mortem)
		post_mortem_report(&stick->post_mortem, output);
}

static const char *const names[STICK_FILES] = {"console.log", "results.json", "journal.txt"};

/* After the run, files of earlier runs must not be mistaken for this run's. */
void stick_announce(struct stick *stick, struct output *output, bool keeps_result)
{
	if (stick->unmoved)
		record_note(output, "not all files of earlier runs could be moved to `previous`");
	if (stick->old_result && !keeps_result)
		record_note(output, "result.txt on the medium belongs to an earlier run: it cannot be moved");
	if (stick->directory && file_medium_is_memory(stick->console->firmware))
		record_note(output, "the medium is a disk in memory: the files of this run are lost when power is off");
	for (unsigned i = 0; i < STICK_FILES; i++) {
		struct stick_file *file = &stick->files[i];

		if (!file->wrong)
			continue;
		file->told = true;
		record_note(output, "%s of this run is not written: %s%s", names[i], file->wrong,
			    file->stale ? "; the one on the medium belongs to an earlier run" : "");
	}
}

/* A file may be unable to take even this note. */
void stick_complain(struct stick *stick, struct output *output)
{
	uint32_t flushes = 0;
	uint64_t cost = 0;

	for (unsigned i = 0; i < STICK_FILES; i++) {
		flushes += stick->files[i].pace.flushes;
		cost = max_u64(cost, stick->files[i].pace.cost_us);
	}
	if (flushes)
		record_note(output, "the medium was flushed %u times; recent flushes took up to %llu us", flushes,
			    (unsigned long long)cost);
	for (unsigned i = 0; i < STICK_FILES; i++) {
		struct stick_file *file = &stick->files[i];

		if (!file->wrong || file->told)
			continue;
		file->told = true;
		record_note(output, "%s is not complete: %s", names[i], file->wrong);
	}
}

void stick_close(struct stick *stick, const char *verdict)
{
	if (stick->logs)
		write_ahead_say("end", verdict);
	write_ahead_close();
	for (unsigned i = 0; i < STICK_FILES; i++) {
		stick_put(&stick->files[i]);
		shut(&stick->files[i]);
	}
	if (stick->directory && !stick->gone)
		stick->directory->Close(stick->directory);
	stick->directory = NULL;
}
