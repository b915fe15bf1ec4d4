/* SPDX-License-Identifier: BSD-2-Clause */
/* The console: what was written is out before anything else is done, whatever OPAL answers, and nothing waits for ever. */
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "tests/unit/support/unit.h"

#define FIFO 16

static uint64_t now_ns;
static size_t held, sent, polls;
static int64_t write_answer, flush_answer; /* instead of what a sound OPAL says; 0: that */
static unsigned failures;                  /* how often */

uint64_t cpu_now_ns(void)
{
	return now_ns += 1000;
}

void cpu_pause_ns(uint64_t ns)
{
	now_ns += ns;
}

/* As skiboot does it: up to 4 KiB are kept, and a poll sends as much as the port's buffer holds. */
static void poll_port(void)
{
	size_t some = held < FIFO ? held : FIFO;

	held -= some;
	sent += some;
	polls++;
}

int64_t opal_call(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
	uint64_t *length = (uint64_t *)b;

	(void)a;
	(void)c;
	(void)d;
	(void)e;
	switch (token) {
	case OPAL_CONSOLE_WRITE:
		if (write_answer && failures && failures--)
			return write_answer;
		held += __builtin_bswap64(*length);
		return OPAL_SUCCESS;
	case OPAL_CONSOLE_FLUSH:
		if (flush_answer)
			return flush_answer;
		return held ? OPAL_PARTIAL : OPAL_SUCCESS;
	case OPAL_POLL_EVENTS: poll_port(); return OPAL_SUCCESS;
	default: fail_msg("call %llu", (unsigned long long)token); return 0;
	}
}

static int set_up(void **state)
{
	(void)state;
	held = sent = polls = failures = 0;
	write_answer = flush_answer = 0;
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
