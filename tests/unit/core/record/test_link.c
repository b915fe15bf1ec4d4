/* SPDX-License-Identifier: BSD-2-Clause */
/* The framed console: what is said comes through a bad line, or is known to be lost. */
#include "core/command/command.h"
#include "lib/crc.h"
#include "tests/unit/support/lossy.h"
#include "tests/unit/support/unit.h"
#include "tools/uncork/watch/verdict.h"

#define ARENA (1u << 20)

/* ---- what is sent ---------------------------------------------------------------------------------- */

static struct {
	char bytes[65536];
	size_t used;
	const char *typed;
	char plain[256];
	size_t plain_used;
} ends;

static void keep(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(ends.used + length < sizeof(ends.bytes));
	memcpy(ends.bytes + ends.used, bytes, length);
	ends.used += length;
	ends.bytes[ends.used] = 0;
}

static void keep_plain(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(ends.plain_used + length < sizeof(ends.plain));
	memcpy(ends.plain + ends.plain_used, bytes, length);
	ends.plain_used += length;
	ends.plain[ends.plain_used] = 0;
}

static int type(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	return *ends.typed ? (unsigned char)*ends.typed++ : LINK_NOTHING;
}

static uint8_t memory[65536];
static struct arena arena;
static struct link link;

static void open_with(size_t arena_bytes)
{
	const struct link_ends all = {.write = keep_plain, .send = keep, .show = keep_plain, .receive = type};

	memset(&ends, 0, sizeof(ends));
	ends.typed = "";
	arena = (struct arena){memory, arena_bytes, 0};
	link_open(&link, &all, &arena);
}

static void say(const char *string)
{
	link_write(&link, string, strlen(string));
}

/* A request as the other side makes it. */
static void hear(const char *body)
{
	static char bytes[64];
	struct text text = TEXT_OVER(bytes);

	frame_request(&text, body);
	ends.used = 0;
	ends.bytes[0] = 0;
	ends.typed = bytes;
	(void)link_read_char(&link, 0);
}

TEST(the_crc_is_the_usual_one)
{
	assert_int_equal(crc32_of(0, "123456789", 9), 0xcbf43926);
	assert_int_equal(crc32_of(crc32_of(0, "1234", 4), "56789", 5), 0xcbf43926);
}

TEST(without_frames_all_passes_through)
{
	open_with(sizeof(memory));
	say("one\ntwo");
	ends.typed = "x";
	assert_int_equal(link_read_char(&link, 0), 'x');
	link_finish(&link);
	assert_string_equal(ends.plain, "one\ntwo");
	assert_int_equal(ends.used, 0);
}

TEST(lines_are_numbered_and_cut)
{
	char long_line[140], *second;

	open_with(sizeof(memory));
	assert_true(link_frame(&link));
	say("a\n\n");
	assert_string_equal(ends.bytes, "~91d42eda 1.0 a\n~ad9d92e7 2.0 \n");
	assert_string_equal(ends.plain, "a\n\n");
	memset(long_line, 'x', sizeof(long_line));
	long_line[128] = '\n';
	long_line[129] = 0;
	ends.used = 0;
	say(long_line);
	second = strchr(ends.bytes, '\n') + 1;
	assert_non_null(strstr(ends.bytes, " 3.0+ xxxx"));
	assert_non_null(strstr(second, " 3.1 xxxx"));
	assert_string_equal(strchr(second, '\n'), "\n");
}

TEST(lines_are_sent_again)
{
	open_with(sizeof(memory));
	assert_true(link_frame(&link));
	say("one\ntwo\nthree\nfour");
	hear("a2+2");
	assert_non_null(strstr(ends.bytes, " 2.0 two\n"));
	assert_non_null(strstr(ends.bytes, " 3.0 three\n"));
	assert_non_null(strstr(ends.bytes, " sent 3\n"));
	assert_null(strstr(ends.bytes, "one"));
	/* The line under way is no line yet. */
	hear("a3+ff");
	assert_non_null(strstr(ends.bytes, " sent 3\n"));
	assert_null(strstr(ends.bytes, "four"));
}

TEST(bad_requests_are_not_answered)
{
	static const char *const bodies[] = {"a0+1",   "a4+1", "a1+0", "a1",    "a+1", "a1+",
					     "a1+1+1", "b1+1", "A1+1", "a-1+1", "",    "a1+1 "};

	open_with(sizeof(memory));
	assert_true(link_frame(&link));
	say("one\ntwo\nthree\n");
	for (size_t i = 0; i < ARRAY_SIZE(bodies); i++) {
		hear(bodies[i]);
		assert_string_equal(ends.bytes, "");
	}
	ends.typed = "?a1+1 0000\n?a1+1 0001\n?a1+1\n\n??????\rhello\n";
	(void)link_read_char(&link, 0);
	assert_int_equal(*ends.typed, 0);
	assert_string_equal(ends.bytes, "");
}

TEST(what_is_no_longer_kept_is_named)
{
	char line[100];

	open_with(16 * 4096);
	assert_true(link_frame(&link));
	for (unsigned i = 0; i < 100; i++) {
		memset(line, 'a' + i % 26, 99);
		line[98] = '\n';
		line[99] = 0;
		say(line);
		ends.used = ends.plain_used = 0;
	}
	/* 4096 bytes are 41 lines of 99. */
	hear("a1+ff");
	assert_non_null(strstr(ends.bytes, " gone 1 3b\n"));
	assert_non_null(strstr(ends.bytes, " 3c.0+ "));
	assert_null(strstr(ends.bytes, " 3b.0+ "));
	hear("a3+2");
	assert_non_null(strstr(ends.bytes, " gone 3 4\n"));
	assert_null(strstr(ends.bytes, "sent"));
}

TEST(a_line_longer_than_all_is_gone)
{
	open_with(16 * 4096);
	assert_true(link_frame(&link));
	say("first\n");
	for (unsigned i = 0; i < 500; i++) {
		say("0123456789");
		ends.used = ends.plain_used = 0;
	}
	say("\nlast\n");
	hear("a1+3");
	assert_non_null(strstr(ends.bytes, " gone 1 2\n"));
	assert_non_null(strstr(ends.bytes, " 3.0 last\n"));
}

TEST(no_room_no_frames)
{
	open_with(1000);
	assert_false(link_frame(&link));
	say("plain\n");
	assert_string_equal(ends.plain, "plain\n");
}

TEST(stopping_takes_a_request_or_insistence)
{
	open_with(sizeof(memory));
	assert_true(link_frame(&link));
	ends.typed = "\x03x\x03\x03";
	assert_int_equal(link_read_char(&link, 0), -1);
	ends.typed = "\x03";
	assert_int_equal(link_read_char(&link, 0), 3);
	assert_int_equal(link_read_char(&link, 0), -1);
	hear("s");
	/* hear() has taken the answer; another one comes only on request. */
	assert_int_equal(link_read_char(&link, 0), -1);
	ends.typed = "?s cf0b\n";
	assert_int_equal(crc32_of(0, "s", 1) & 0xffff, 0xcf0b);
	assert_int_equal(link_read_char(&link, 0), 3);
}

static unsigned times_said(const char *words)
{
	unsigned times = 0;

	for (const char *at = ends.bytes; (at = strstr(at, words)); at++)
		times++;
	return times;
}

TEST(the_end_is_repeated_for_a_while)
{
	open_with(sizeof(memory));
	assert_true(link_frame(&link));
	say("pass: 0 passed, 0 failed, 0 skipped\ncut");
	ends.used = 0;
	link_finish(&link);
	assert_in_range(times_said(" end 2 "), 5, 20);
	assert_non_null(strstr(ends.bytes, " 2.0 cut\n"));
	assert_string_equal(ends.bytes + ends.used - 14, "~77379134 bye\n");
}

TEST(noise_does_not_hold_the_end_up)
{
	static char noise[1 << 20];

	open_with(sizeof(memory));
	assert_true(link_frame(&link));
	memset(noise, '?', sizeof(noise) - 1);
	ends.typed = noise;
	link_finish(&link);
	assert_true(*ends.typed != 0);
}

/* Somebody who asks for the same a few times. */
static struct asker {
	const char *request;
	unsigned every; /* looks from one request to the next */
	unsigned times, looks, asked;
} asker;

static int ask_again(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	if (*ends.typed)
		return (unsigned char)*ends.typed++;
	if (asker.looks++ < asker.every)
		return LINK_NOTHING;
	asker.looks = 0;
	if (asker.asked++ < asker.times)
		ends.typed = asker.request;
	return LINK_NOTHING;
}

TEST(each_request_is_waited_for)
{
	assert_int_equal(crc32_of(0, "a1+1", 4) & 0xffff, 0x3d8e);
	open_with(sizeof(memory));
	link.ends.receive = ask_again;
	assert_true(link_frame(&link));
	say("one\n");
	asker = (struct asker){.request = "?a1+1 3d8e\n", .every = 400, .times = 5};
	link_finish(&link);
	assert_int_equal(times_said(" sent 1\n"), 5);
}

/* Whoever missed the end goes on asking the run to stop, and may do so more often than the end is said. */
TEST(the_end_is_repeated_to_who_asks)
{
	open_with(sizeof(memory));
	link.ends.receive = ask_again;
	assert_true(link_frame(&link));
	say("one\n");
	asker = (struct asker){.request = "?s cf0b\n", .every = 30, .times = 20};
	link_finish(&link);
	assert_in_range(times_said(" end 1 "), 20, 30);
}

/* ---- a bad line ------------------------------------------------------------------------------------ */

static struct lossy lossy;

/* Lines of all lengths, some of them full of what frames are made of. */
static void say_run(struct lossy *run, uint64_t seed, unsigned count)
{
	struct channel random = {seed ^ 77, 0};
	static const char marks[] = "~? 0123456789abcdef.+\r\"{}:,";
	char line[400];

	for (unsigned n = 0; n < count; n++) {
		size_t length = channel_random(&random) % 300;

		for (size_t i = 0; i < length; i++) {
			uint64_t pick = channel_random(&random);

			line[i] = pick & 256 ? marks[pick % (sizeof(marks) - 1)] : (char)(' ' + pick % 95);
		}
		lossy_say(run, line, length);
	}
	lossy_say(run, "pass: 1 passed, 0 failed, 0 skipped", 35);
}

TEST(a_good_line_loses_nothing)
{
	lossy_open(&lossy, 1, 0, ARENA);
	say_run(&lossy, 1, 200);
	assert_int_equal(lossy_finish(&lossy), WATCH_PASS);
	assert_true(lines_complete(&lossy.lines));
	assert_int_equal(lossy.came, 201);
	assert_true(lossy.bye);
	lossy_close(&lossy);
}

/* One of a hundred characters is dropped, doubled or changed, in both directions. */
TEST(a_bad_line_loses_nothing_that_is_kept)
{
	uint64_t repeated = 0;

	for (uint64_t seed = 0; seed < 100; seed++) {
		lossy_open(&lossy, seed, 100, ARENA);
		say_run(&lossy, seed, 40);
		assert_int_equal(lossy_finish(&lossy), WATCH_PASS);
		assert_true(lines_complete(&lossy.lines));
		assert_int_equal(lossy.came, 41);
		repeated += lossy.sent_bytes > 2 * lossy.sent_used;
		lossy_close(&lossy);
	}
	/* The line was bad indeed. */
	assert_true(repeated > 90);
}

/* Nobody asks, or little is kept: what came is right, and what did not come is no pass. */
TEST(what_is_lost_is_never_a_pass)
{
	unsigned verdicts[5] = {0};

	for (uint64_t seed = 0; seed < 200; seed++) {
		enum watch_status status;

		lossy_open(&lossy, seed, 20, seed & 1 ? 16 * 4096 : ARENA);
		lossy.deaf = !(seed & 1);
		say_run(&lossy, seed, 60);
		status = lossy_finish(&lossy);
		verdicts[status]++;
		assert_int_equal(status == WATCH_PASS, lossy.came == 61 && lossy.lines.ended);
		assert_int_equal(lossy.came + lossy.lines.lost, lossy.lines.highest);
		assert_true(status == WATCH_PASS || status == WATCH_ERROR || status == WATCH_TIMEOUT);
		lossy_close(&lossy);
	}
	assert_true(verdicts[WATCH_ERROR] > 0 && verdicts[WATCH_TIMEOUT] > 0);
}

/* ---- what is heard ----------------------------------------------------------------------------------- */

static struct frame heard[8];
static unsigned heard_count;
static unsigned strays;

static void note_frame(void *context, const struct frame *frame)
{
	(void)context;
	assert_true(heard_count < ARRAY_SIZE(heard));
	heard[heard_count++] = *frame;
}

static void note_stray(void *context, struct slice line)
{
	(void)context;
	(void)line;
	strays++;
}

static unsigned read_console(const char *bytes)
{
	static struct frame_reader reader;
	const struct frame_user user = {note_frame, note_stray, NULL};

	heard_count = strays = 0;
	reader = (struct frame_reader){.used = 0};
	for (; *bytes; bytes++)
		frame_reader_take(&reader, *bytes, &user);
	return heard_count;
}

#define ONE "~91d42eda 1.0 a"
#define TWO "~ad9d92e7 2.0 "

TEST(frames_are_found_between_rubbish)
{
	assert_int_equal(read_console(ONE "\r\n" TWO "\r\n"), 2);
	assert_int_equal(read_console("[ 1.0,5] skiboot\r\n" ONE "\n"), 1);
	assert_int_equal(strays, 1);
	assert_int_equal(read_console("xx~~" ONE "\rx" TWO "\n"), 2);
	assert_int_equal(heard[0].line, 1);
	assert_int_equal(heard[1].line, 2);
	assert_int_equal(read_console(ONE TWO "\n"), 2);
	assert_int_equal(read_console(ONE "b" TWO "\n"), 2);
	assert_int_equal(read_console("~91d42ed9 1.0 a\n"), 0);
	assert_int_equal(read_console("~91d42eda 1.0 \n"), 0);
	assert_int_equal(read_console(ONE), 0);
}

/* What was given out. */
static struct {
	uint64_t lines, lost, latest_first, latest_last;
	struct run_verdict verdict;
} given;

static void note_line(void *context, struct slice text)
{
	(void)context;
	given.lines++;
	verdict_take(&given.verdict, text);
}

static void note_lost(void *context, uint64_t first, uint64_t last)
{
	(void)context;
	given.lost += last - first + 1;
	given.latest_first = first;
	given.latest_last = last;
	verdict_take_lost(&given.verdict);
}

static struct lines lines;

static void open_lines(void)
{
	memset(&given, 0, sizeof(given));
	lines_open(&lines, &(struct lines_user){note_line, note_lost, NULL});
}

static void take(struct frame frame)
{
	lines_take(&lines, &frame);
}

static void take_line(uint64_t number, const char *text)
{
	take((struct frame){.kind = FRAME_PIECE, .line = number, .payload = slice_of(text)});
}

static enum watch_status finish_lines(void)
{
	enum watch_status status;

	lines_finish(&lines);
	status = verdict_of(&given.verdict, &lines);
	assert_int_equal(given.lost, lines.lost);
	lines_free(&lines);
	return status;
}

TEST(another_run_is_no_part_of_this_one)
{
	open_lines();
	take_line(1, "one");
	take_line(1, "one");
	assert_false(lines.contradicted);
	take_line(1, "two");
	assert_true(lines.contradicted);
	(void)finish_lines();
	open_lines();
	take_line(9, "two");
	take((struct frame){.kind = FRAME_END, .line = 3});
	assert_true(lines.contradicted);
	assert_int_equal(finish_lines(), WATCH_TIMEOUT);
}

/* All lines are there, and yet they are not those that were sent. */
TEST(lines_are_those_of_the_end)
{
	for (unsigned wrong = 0; wrong < 2; wrong++) {
		open_lines();
		take_line(1, "pass: 0 passed");
		take((struct frame){.kind = FRAME_END, .line = 1, .crc = crc32_of(0, "pass: 0 passed\n", 15) + wrong});
		assert_int_equal(finish_lines(), wrong ? WATCH_ERROR : WATCH_PASS);
	}
}

/* ---- what a board may do to whoever listens ---------------------------------------------------------- */

/* A day of a busy line: lines are given back. */
TEST(a_long_run_takes_bounded_room)
{
	static const char text[] = "{\"record\":\"sample\",\"value\":12345678}";
	uint64_t count = 5000000;

	open_lines();
	for (uint64_t number = 1; number <= count; number++) {
		take_line(number, text);
		assert_true(lines.held <= LINES_ROOM);
	}
	assert_int_equal(given.lines, count);
	/* What is remembered contradicts still. */
	take_line(count - 1, text);
	assert_false(lines.contradicted);
	take_line(count - 1, "other");
	assert_true(lines.contradicted);
	(void)finish_lines();
}

/* One number costs what one line costs, whatever it says. */
TEST(a_number_takes_no_room)
{
	uint64_t first, count, far = UINT64_C(1) << 60;

	open_lines();
	take((struct frame){.kind = FRAME_END, .line = far});
	assert_int_equal(lines.held, 0);
	assert_true(lines_missing(&lines, true, 64, &first, &count));
	assert_int_equal(count, 64);
	assert_int_equal(finish_lines(), WATCH_TIMEOUT);
	assert_int_equal(given.lost, far);

	open_lines();
	take((struct frame){.kind = FRAME_GONE, .line = 1, .last = far});
	take_line(far + 1, "late");
	assert_int_equal(given.lines, 1);
	assert_int_equal(given.latest_last, far);
	(void)finish_lines();

	open_lines();
	take_line(1, "one");
	take_line(far, "far");
	take_line(2, "two");
	assert_int_equal(given.lines, 1);
	(void)finish_lines();
	assert_int_equal(given.lines, 2);
	assert_int_equal(given.lost, far - 2);

	open_lines();
	take_line(UINT64_MAX, "last");
	assert_true(lines.contradicted);
	(void)finish_lines();
}

/* The last pieces of lines without the first ones, and lines behind one that never comes. */
TEST(pieces_take_the_room_of_what_came)
{
	open_lines();
	for (uint64_t number = 1; number <= 20000; number++)
		take((struct frame){
			.kind = FRAME_PIECE, .line = number, .piece = PIECES_MOST - 1, .payload = slice_of("x")});
	assert_true(lines.held <= 20000 * 2 * FRAME_PAYLOAD);
	(void)finish_lines();
	open_lines();
	for (uint64_t number = 2; number <= 3 * LINES_WINDOW; number++) {
		take_line(number, "a line that is held until the first one has come or is lost");
		assert_true(lines.held <= LINES_ROOM);
	}
	assert_int_equal(given.lost, 1);
	assert_int_equal(given.lines, 3 * LINES_WINDOW - 1);
	/* It is too late for it. */
	take_line(1, "one");
	assert_int_equal(given.lines, 3 * LINES_WINDOW - 1);
	assert_int_equal(finish_lines(), WATCH_TIMEOUT);
}

/* Long lines behind one that never comes are given out before their room ends. */
TEST(long_lines_take_bounded_room)
{
	char payload[FRAME_PAYLOAD];
	unsigned pieces = PIECES_MOST;

	memset(payload, 'x', sizeof(payload));
	open_lines();
	for (uint64_t number = 2; number < 200; number++)
		for (unsigned piece = 0; piece < pieces; piece++) {
			take((struct frame){.kind = FRAME_PIECE,
					    .line = number,
					    .piece = piece,
					    .more = piece + 1 < pieces,
					    .payload = slice_between(payload, payload + sizeof(payload))});
			assert_true(lines.held <= LINES_ROOM);
		}
	assert_int_equal(given.lines, 198);
	assert_int_equal(given.lost, 1);
	(void)finish_lines();
}

TEST(verdicts_are_read_from_end_records_alone)
{
	static const struct {
		const char *line;
		int status;
	} rows[] = {
		{"pass: 0 passed, 0 failed, 0 skipped", WATCH_PASS},
		{"# end result=fail passed=1 failed=1 skipped=0", WATCH_FAIL},
		{"{\"record\":\"end\",\"result\":\"error\",\"passed\":0}", WATCH_ERROR},
		{"timeout: 0 passed, 0 failed, 0 skipped", WATCH_TIMEOUT},
		{"{\"record\":\"check\",\"result\":\"pass\"}", -1},
		{"passing: by", -1},
		{"", -1},
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		enum watch_status status = WATCH_PASS;
		bool read = verdict_read(slice_of(rows[i].line), &status);

		assert_int_equal(read ? (int)status : -1, rows[i].status);
	}
}

TEST(crashes_are_crashes)
{
	lossy_open(&lossy, 1, 0, ARENA);
	lossy_say(&lossy, "crash: #UD", 10);
	lossy_say(&lossy, "pass: 1 passed, 0 failed, 0 skipped", 35);
	assert_int_equal(lossy_finish(&lossy), WATCH_CRASH);
	lossy_close(&lossy);
}
