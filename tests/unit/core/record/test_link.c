/* SPDX-License-Identifier: BSD-2-Clause */
/* The framed console: what is sent, and how requests are answered. What comes through a bad line is tested with the listener. */
#include "core/command/command.h"
#include "core/record/link.h"
#include "lib/crc.h"
#include "tests/unit/support/unit.h"

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

	snprintf(bytes, sizeof(bytes), "?%s %04x\n", body, crc32_of(0, body, strlen(body)) & 0xffff);
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
