/* SPDX-License-Identifier: BSD-2-Clause */
/* The console: what was written is out before anything else is done, whatever OPAL answers, nothing waits for ever, and
 * OPAL's own messages stay between our lines. */
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "tests/unit/support/unit.h"

#define FIFO 16

static uint64_t now_ns;
static size_t held, room, sent, polls, torn; /* torn: polls within a line, where OPAL may print a line of its own */
static bool line_open, flush_waits;          /* flush_waits: only a poll sends */
static int64_t write_answer, flush_answer;   /* instead of what a sound OPAL says; 0: that */
static unsigned failures;                    /* how often */
static uint64_t sends_ns;                    /* how long a full port takes; nothing is sent meanwhile */
static uint64_t free_ns;

uint64_t cpu_now_ns(void)
{
	return now_ns += 1000;
}

void cpu_pause_ns(uint64_t ns)
{
	now_ns += ns;
}

/* As skiboot does it: up to 4 KiB are kept, and a flush or a poll sends as much as the port's buffer holds. */
static int64_t send_some(void)
{
	size_t some = held < FIFO ? held : FIFO;

	if (held && now_ns < free_ns)
		return OPAL_BUSY;
	held -= some;
	sent += some;
	free_ns = now_ns + sends_ns;
	return held ? OPAL_PARTIAL : OPAL_SUCCESS;
}

static size_t take(const char *bytes, size_t length)
{
	size_t taken = length < room - held ? length : room - held;

	held += taken;
	if (taken)
		line_open = bytes[taken - 1] != '\n';
	return taken;
}

int64_t opal_call(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
	uint64_t *length = (uint64_t *)b;

	(void)a;
	(void)d;
	(void)e;
	switch (token) {
	case OPAL_CONSOLE_WRITE:
		if (write_answer && failures && failures--)
			return write_answer;
		*length = __builtin_bswap64(take((const char *)c, __builtin_bswap64(*length)));
		return OPAL_SUCCESS;
	case OPAL_CONSOLE_FLUSH:
		if (flush_answer)
			return flush_answer;
		return flush_waits && held ? OPAL_BUSY : send_some();
	case OPAL_POLL_EVENTS:
		polls++;
		torn += held || line_open;
		send_some();
		return OPAL_SUCCESS;
	default: fail_msg("call %llu", (unsigned long long)token); return 0;
	}
}

static int set_up(void **state)
{
	(void)state;
	held = sent = polls = torn = failures = 0;
	room = 4095;
	line_open = flush_waits = false;
	write_answer = flush_answer = 0;
	sends_ns = free_ns = 0;
	return 0;
}
BEFORE_EACH(set_up)

TEST(what_was_written_is_out)
{
	char text[1000];

	memset(text, 'x', sizeof(text));
	opal_console_write(NULL, text, sizeof(text));
	assert_int_equal(sent, sizeof(text));
	assert_int_equal(held, 0);
}

/* At 115,200 baud a full port takes 1.4 ms; OPAL holds little, or much. */
TEST(messages_of_opal_stay_between_our_lines)
{
	static const size_t rooms[] = {1, 40, 4095};
	char text[1000];

	memset(text, 'x', sizeof(text));
	for (unsigned i = 0; i < ARRAY_SIZE(rooms); i++) {
		room = rooms[i];
		sends_ns = 1400000;
		sent = polls = 0;
		opal_console_write(NULL, text, sizeof(text));
		assert_int_equal(polls, 0);
		opal_console_write(NULL, "\n", 1);
		assert_int_equal(polls, 1);
		assert_int_equal(torn, 0);
		assert_int_equal(sent, sizeof(text) + 2);
	}
}

/* Some terminals send only when OPAL's pollers run. */
TEST(an_opal_that_sends_nothing_otherwise_is_polled)
{
	flush_waits = true;
	opal_console_write(NULL, "something\n", 10);
	assert_int_equal(sent, 11);
	assert_false(opal_console_is_dead());
}

TEST(an_opal_without_flush_is_polled)
{
	flush_answer = OPAL_UNSUPPORTED;
	opal_console_write(NULL, "something\n", 10);
	assert_int_equal(sent, 11);
	assert_false(opal_console_is_dead());
}

/* A timeout, or any other error that may pass. */
TEST(an_error_that_passes_loses_nothing)
{
	for (int64_t answer = -8; answer >= -40; answer--) {
		sent = 0;
		write_answer = answer;
		failures = 3;
		opal_console_write(NULL, "something", 9);
		assert_int_equal(sent, 9);
		assert_false(opal_console_is_dead());
	}
}

/* The last one: nothing is written to a console that is dead. */
TEST(z_a_port_that_sends_nothing_is_given_up)
{
	uint64_t began = now_ns;

	flush_answer = OPAL_BUSY;
	opal_console_write(NULL, "something", 9);
	assert_true(opal_console_is_dead());
	assert_in_range(now_ns - began, 1000000000, 60000000000);
	began = now_ns;
	opal_console_write(NULL, "something", 9);
	assert_in_range(now_ns - began, 0, 1000000000);
}
