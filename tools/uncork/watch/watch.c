/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a framed console, asks for what is missing, gives the lines out in order, and says what the run came
 * to. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "tools/uncork/watch/watch.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/text.h"
#include "tools/uncork/watch/port.h"
#include "tools/uncork/watch/verdict.h"

#define DEFAULT_BAUD    115200
#define DEFAULT_SILENCE 60 /* seconds */

#define POLL_MS         20
#define LINES_AT_A_TIME 64
/* An answer that pauses for four times as long as they take to begin is over. */
#define ROUND_MS        50 /* at first */
#define PATIENCE_LEAST  40
#define PATIENCE_MS     400
#define PATIENCE_MOST   2000 /* after requests that nobody heard, as long as the run goes on */
#define STOP_MS         300  /* from one request to stop to the next */
#define FAREWELLS       20

static const char usage[] =
	"usage: uncork watch [-o FILE] [-b BAUD] [-t SECONDS] [-q] [-v] DEVICE|-\n"
	"\n"
	"Follows a run whose console is framed (-F framed on uncork's command line, or first in\n"
	"uncork.cfg): checks every line, asks again for those that came damaged, prints them in order,\n"
	"and says what the run came to. Ctrl-C stops the run, a second one only this program.\n"
	"\n"
	"  DEVICE      a serial device or pseudo-terminal, unix:PATH, tcp:HOST:PORT, or a file; '-' is\n"
	"              standard input. Of files and pipes nothing can be asked\n"
	"  -o FILE     writes the lines to a file, too; what is lost is named in its place\n"
	"  -b BAUD     of a serial device (115200)\n"
	"  -t SECONDS  gives up after so long without a frame (60; 0: never)\n"
	"  -q          prints no lines\n"
	"  -v          prints on standard error what comes outside of frames\n"
	"\n"
	"  uncork watch -o results.json /dev/ttyUSB0\n"
	"\n"
	"exit status: 0 pass, 1 a check failed, 2 usage or error, or a pass of which lines are lost,\n"
	"3 the firmware crashed, 4 no verdict came\n";

struct watch {
	struct port port;
	struct frame_reader reader;
	struct lines lines;
	const char *device, *file_name;
	FILE *file;
	struct run_verdict verdict;
	bool quiet, verbose, help;
	bool terminal; /* lines are printed on one */
	unsigned baud;
	uint64_t silence_ms;
	uint64_t now_ms, frame_ms, byte_ms, stop_ms;
	/* The request under way: its lines, when it was sent or last answered, how long is waited. */
	uint64_t asked_first, asked_last, asked_ms, answer_ms, patience_ms;
	uint64_t round_ms; /* from a request to its answer, as a rule */
	bool awaiting, bye, json, ktap;
	uint64_t requests, strays;
};

static volatile sig_atomic_t interrupts;

static void on_interrupt(int number)
{
	interrupts = interrupts + 1;
	if (interrupts > 1)
		signal(number, SIG_DFL);
}

static uint64_t clock_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* ---- giving out ------------------------------------------------------------------------------------ */

/* On a terminal nothing of a board is a command: what is no printable ASCII is shown by its number. */
static void show(FILE *file, struct slice line)
{
	for (size_t i = 0; i < line.length; i++) {
		unsigned char c = (unsigned char)line.at[i];

		if (c == '\t' || (c >= ' ' && c <= '~'))
			fputc(c, file);
		else
			fprintf(file, "\\x%02X", c);
	}
}

static void put_line(struct watch *watch, struct slice line)
{
	if (!watch->quiet) {
		if (watch->terminal)
			show(stdout, line);
		else
			fwrite(line.at, 1, line.length, stdout);
		fputc('\n', stdout);
	}
	if (watch->file) {
		fwrite(line.at, 1, line.length, watch->file);
		fputc('\n', watch->file);
	}
}

static void give_line(void *context, struct slice line)
{
	struct watch *watch = context;

	watch->json |= slice_starts(line, "{\"record\":");
	watch->ktap |= slice_starts(line, "KTAP version");
	verdict_take(&watch->verdict, line);
	put_line(watch, line);
}

/* In the form that the lines around it have. */
static void give_lost(void *context, uint64_t first, uint64_t last)
{
	struct watch *watch = context;
	const char *format = watch->json   ? "{\"record\":\"lost\",\"first\":%llu,\"last\":%llu}"
			     : watch->ktap ? "# lost first=%llu last=%llu"
					   : "[lost: lines %llu to %llu]";
	char bytes[128];

	verdict_take_lost(&watch->verdict);
	snprintf(bytes, sizeof(bytes), format, (unsigned long long)first, (unsigned long long)last);
	put_line(watch, slice_of(bytes));
	if (first == last)
		fprintf(stderr, "watch: line %llu is lost\n", (unsigned long long)first);
	else
		fprintf(stderr, "watch: lines %llu to %llu are lost\n", (unsigned long long)first,
			(unsigned long long)last);
}

static void flush(struct watch *watch)
{
	fflush(stdout);
	if (watch->file)
		fflush(watch->file);
}

/* ---- asking ---------------------------------------------------------------------------------------- */

static void request(struct watch *watch, const char *body)
{
	char bytes[64];
	struct text text = TEXT_OVER(bytes);

	frame_request(&text, body);
	port_write(&watch->port, text.at, text.length);
}

/* True while the answer to the latest request may still be coming. */
static bool is_answered_now(const struct watch *watch)
{
	return watch->awaiting && watch->now_ms - watch->answer_ms < watch->patience_ms;
}

/* Longer and longer, but whoever has come to the end listens all the time. */
static uint64_t next_patience(const struct watch *watch)
{
	if (!watch->awaiting || watch->lines.ended)
		return min_u64(max_u64(4 * watch->round_ms, PATIENCE_LEAST), PATIENCE_MS);
	return min_u64(2 * watch->patience_ms, PATIENCE_MOST);
}

/* Asks for lines that are missing. The latest may be under way as long as the line is busy. */
static void ask(struct watch *watch)
{
	bool idle = watch->now_ms - watch->byte_ms > PATIENCE_LEAST;
	uint64_t first, count;
	char body[48];

	if (!watch->port.answers || is_answered_now(watch))
		return;
	watch->patience_ms = next_patience(watch);
	watch->awaiting = false;
	if (!lines_missing(&watch->lines, idle, LINES_AT_A_TIME, &first, &count))
		return;
	snprintf(body, sizeof(body), "a%llx+%llx", (unsigned long long)first, (unsigned long long)count);
	request(watch, body);
	watch->requests++;
	watch->awaiting = true;
	watch->asked_first = first;
	watch->asked_last = first + count - 1;
	watch->asked_ms = watch->answer_ms = watch->now_ms;
}

static void ask_to_stop(struct watch *watch)
{
	if (!interrupts || watch->lines.ended || watch->now_ms - watch->stop_ms < STOP_MS)
		return;
	if (!watch->stop_ms)
		fprintf(stderr, "watch: asking the run to stop; Ctrl-C again leaves it alone\n");
	watch->stop_ms = watch->now_ms;
	request(watch, "s");
}

/* ---- hearing --------------------------------------------------------------------------------------- */

static void note_answer(struct watch *watch, uint64_t line)
{
	if (!watch->awaiting || line < watch->asked_first || line > watch->asked_last)
		return;
	if (watch->answer_ms == watch->asked_ms)
		watch->round_ms = (3 * watch->round_ms + watch->now_ms - watch->asked_ms) / 4;
	watch->answer_ms = watch->now_ms;
}

static void take_frame(void *context, const struct frame *frame)
{
	struct watch *watch = context;

	watch->frame_ms = watch->now_ms;
	watch->bye |= frame->kind == FRAME_BYE;
	if (frame->kind == FRAME_SENT && frame->line == watch->asked_last)
		watch->awaiting = false;
	if (frame->kind == FRAME_PIECE)
		note_answer(watch, frame->line);
	lines_take(&watch->lines, frame);
}

static void take_stray(void *context, struct slice line)
{
	struct watch *watch = context;

	watch->strays++;
	if (!watch->verbose)
		return;
	fputs("watch: ", stderr);
	show(stderr, line);
	fputc('\n', stderr);
}

/* False at the end of input. */
static bool hear(struct watch *watch)
{
	const struct frame_user user = {take_frame, take_stray, watch};
	char bytes[4096];
	int count = port_read(&watch->port, bytes, sizeof(bytes), POLL_MS);

	watch->now_ms = clock_ms();
	if (count > 0)
		watch->byte_ms = watch->now_ms;
	for (int i = 0; i < count; i++)
		frame_reader_take(&watch->reader, bytes[i], &user);
	return count >= 0;
}

static bool is_over(const struct watch *watch)
{
	uint64_t first, count;

	if (watch->bye || watch->lines.contradicted)
		return true;
	if (watch->lines.ended && !lines_missing(&watch->lines, true, 1, &first, &count))
		return true;
	return watch->silence_ms && watch->now_ms - watch->frame_ms > watch->silence_ms;
}

/* Tells the firmware that it need not stay, until it says that it goes or falls silent. */
static void part(struct watch *watch)
{
	char body[32];

	if (!watch->lines.ended || !watch->port.answers)
		return;
	snprintf(body, sizeof(body), "d%llx", (unsigned long long)watch->lines.count);
	for (unsigned i = 0; i < FAREWELLS && !watch->bye; i++) {
		uint64_t since = watch->now_ms;

		request(watch, body);
		while (!watch->bye && watch->now_ms - since < PATIENCE_MS)
			if (!hear(watch))
				return;
	}
}

static void follow(struct watch *watch)
{
	watch->now_ms = watch->frame_ms = watch->byte_ms = clock_ms();
	watch->patience_ms = PATIENCE_MS;
	watch->round_ms = ROUND_MS;
	while (hear(watch)) {
		flush(watch);
		if (is_over(watch))
			break;
		ask_to_stop(watch);
		ask(watch);
	}
	part(watch);
	lines_finish(&watch->lines);
	flush(watch);
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static void summarize(const struct watch *watch, enum watch_status status)
{
	static const char *const words[] = {"pass", "fail", "error", "crash", "no verdict"};
	const struct lines *lines = &watch->lines;

	if (lines->contradicted)
		fprintf(stderr, "watch: the lines contradict each other: the machine began again, or several speak\n");
	if (!lines->ended && !lines->highest && watch->strays)
		fprintf(stderr, "watch: %llu lines came and no frame: is it a run with -F framed?\n",
			(unsigned long long)watch->strays);
	fprintf(stderr, "watch: %s; %llu lines%s, %llu of them lost, %llu requests\n", words[status],
		(unsigned long long)lines->highest, lines->ended ? "" : " without an end",
		(unsigned long long)lines->lost, (unsigned long long)watch->requests);
}

static bool read_option_number(const char *value, uint64_t *number)
{
	if (parse_u64(slice_of(value), number))
		return true;
	fprintf(stderr, "uncork watch: \"%s\" is no number\n", value);
	return false;
}

static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

static bool take_option(struct watch *watch, int letter)
{
	uint64_t number = 0;

	switch (letter) {
	case 'o': watch->file_name = optarg; return true;
	case 'q': watch->quiet = true; return true;
	case 'v': watch->verbose = true; return true;
	case 'h': watch->help = true; return true;
	case 'b': watch->baud = read_option_number(optarg, &number) ? (unsigned)number : 0; return watch->baud;
	case 't':
		if (!read_option_number(optarg, &number))
			return false;
		watch->silence_ms = number * 1000;
		return true;
	default: return false;
	}
}

static bool take_arguments(struct watch *watch, int argc, char **argv)
{
	int letter;

	optind = 1;
	opterr = 1;
	while ((letter = getopt_long(argc, argv, "o:b:t:qvh", options, NULL)) != -1)
		if (!take_option(watch, letter))
			return false;
	if (watch->help)
		return true;
	if (optind + 1 != argc) {
		fputs("uncork watch: one DEVICE, or -, is to be watched\n", stderr);
		return false;
	}
	watch->device = argv[optind];
	return true;
}

static bool open_file(struct watch *watch)
{
	if (!watch->file_name)
		return true;
	if (port_is_file(&watch->port, watch->file_name)) {
		fprintf(stderr, "uncork watch: %s is what is watched: name another file for its lines\n",
			watch->file_name);
		return false;
	}
	watch->file = fopen(watch->file_name, "w");
	if (!watch->file)
		perror(watch->file_name);
	return watch->file;
}

/* False, after saying so, if not all of it could be written. */
static bool close_file(struct watch *watch)
{
	bool good = !watch->file || !ferror(watch->file);

	if (watch->file && fclose(watch->file))
		good = false;
	if (!good)
		perror(watch->file_name);
	return good;
}

int watch_main(int argc, char **argv)
{
	static struct watch watch;
	enum watch_status status;

	watch = (struct watch){.baud = DEFAULT_BAUD, .silence_ms = DEFAULT_SILENCE * 1000};
	if (!take_arguments(&watch, argc, argv)) {
		fputs("uncork watch: see uncork watch --help\n", stderr);
		return WATCH_ERROR;
	}
	if (watch.help) {
		fputs(usage, stdout);
		return WATCH_PASS;
	}
	if (!port_open(&watch.port, watch.device, watch.baud) || !open_file(&watch))
		return WATCH_ERROR;
	watch.terminal = isatty(STDOUT_FILENO);
	lines_open(&watch.lines, &(struct lines_user){give_line, give_lost, &watch});
	signal(SIGINT, on_interrupt);
	signal(SIGPIPE, SIG_IGN);
	follow(&watch);
	status = verdict_of(&watch.verdict, &watch.lines);
	summarize(&watch, status);
	if (!close_file(&watch))
		status = WATCH_ERROR;
	lines_free(&watch.lines);
	return status;
}
