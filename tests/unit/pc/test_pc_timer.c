/* SPDX-License-Identifier: BSD-2-Clause */
/* The interval timer of boards that have none, or have it gated. Each is a process of its own, since one that is dead stays so. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "pc/timer.h"
#include "tests/unit/support/ports.h"
#include "tests/unit/support/unit.h"

#define GATES    0x61
#define OUTPUT   0x20
#define STALL_US 1000

static struct {
	uint8_t gates;       /* what their port reads, but for the output */
	unsigned ends_after; /* looks; 0: never */
	unsigned looks;
} board;

static uint8_t in(uint16_t port)
{
	if (port != GATES)
		return 0xff;
	board.looks++;
	return board.gates | (board.ends_after && board.looks >= board.ends_after ? OUTPUT : 0);
}

/* How many looks at the port a stall takes, after one slice that is asked for first; `*slice` is what came of that. */
static unsigned looks_of_a_stall(uint8_t gates, unsigned ends_after, bool *slice)
{
	struct {
		unsigned looks;
		bool slice;
	} told;
	int ends[2], status;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		ports_play();
		ports.in = in;
		board.gates = gates;
		board.ends_after = ends_after;
		told.slice = timer_slice_us(STALL_US);
		board.looks = 0;
		timer_stall_us(STALL_US);
		told.looks = board.looks;
		_exit(write(ends[1], &told, sizeof(told)) != sizeof(told));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(read(ends[0], &told, sizeof(told)), sizeof(told));
	close(ends[0]);
	close(ends[1]);
	*slice = told.slice;
	return told.looks;
}

TEST(a_timer_that_runs_is_waited_for)
{
	bool slice;

	assert_int_equal(looks_of_a_stall(0, 10, &slice), 10);
	assert_true(slice);
}

/* Its clock is gated: the first wait ends, and none after it looks a million times again, but as long as a millisecond is. */
TEST(a_timer_that_never_ends_is_not_asked_again)
{
	bool slice;

	assert_in_range(looks_of_a_stall(0, 0, &slice), STALL_US, 2 * STALL_US);
	assert_false(slice);
}

/* All ones are an end that comes before the beginning: time passes all the same. */
TEST(without_a_port_time_passes)
{
	bool slice;

	assert_in_range(looks_of_a_stall(0xff, 0, &slice), STALL_US, 2 * STALL_US);
	assert_false(slice);
}
