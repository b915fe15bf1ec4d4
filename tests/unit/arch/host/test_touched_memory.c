/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of which virtual silicon sees the first touch of each page. Memory channels of an E5-2600 count them. */
#include "arch/host/touched_memory.h"
#include "lib/memory.h"
#include "tests/unit/support/unit.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGES = 256, PAGE = 4096, RUN = 0x10000, ENABLE = 1 << 22, READS = 0x0304, WRITES = 0x0c04 };

static struct host host;
static struct machine machine;

static void begin(const char *name, const char *scenario)
{
	static uint64_t room[1 << 18];
	static struct arena arena;
	const struct host_options options = {.machine = name, .sockets = 2, .scenario = slice_of(scenario)};
	char error[256] = "";

	arena = (struct arena){.at = (uint8_t *)room, .size = sizeof(room)};
	memset(room, 0, sizeof(room));
	machine.arena = &arena;
	if (!host_start(&host, &machine, &options, error, sizeof(error)))
		fail_msg("%s", error);
}

static struct location at(unsigned socket, unsigned channel, unsigned offset)
{
	static const uint8_t functions[] = {0, 1, 4, 5};

	return (struct location){.space = SPACE_PCI,
				 .width_bits = 32,
				 .socket = (uint16_t)socket,
				 .address = (socket ? 0xffull : 0x7full) << 20 | 16u << 15 |
					    (uint64_t)functions[channel] << 12 | offset};
}

static void set(unsigned socket, unsigned channel, unsigned offset, uint64_t value)
{
	struct location where = at(socket, channel, offset);

	assert_int_equal(host.hw.write(&host.hw, &where, value), OUTCOME_OK);
}

/* Counter 0 of all channels counts reads, counter 1 writes; both begin anew. */
static void start_counting(void)
{
	for (unsigned i = 0; i < 8; i++) {
		for (unsigned counter = 0; counter < 2; counter++) {
			set(i / 4, i % 4, 0xa0 + 8 * counter, 0);
			set(i / 4, i % 4, 0xd8 + 4 * counter, ENABLE | (counter ? WRITES : READS));
		}
		set(i / 4, i % 4, 0xf4, RUN);
	}
}

static uint64_t sum(unsigned socket, unsigned counter)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < 4; i++) {
		struct location where = at(socket, i, 0xa0 + 8 * counter);
		uint64_t value = 0;

		assert_int_equal(host.hw.read(&host.hw, &where, &value), OUTCOME_OK);
		sum += value;
	}
	return sum;
}

static void expect(unsigned socket, unsigned reads, unsigned writes)
{
	assert_int_equal(sum(socket, 0), reads);
	assert_int_equal(sum(socket, 1), writes);
}

static void no_prefetch(void)
{
	for (uint32_t socket = 0; socket < 2; socket++) {
		struct location where = {
			.space = SPACE_MSR, .width_bits = 64, .socket = (uint16_t)socket, .address = 0x1a4};

		assert_int_equal(host.hw.write(&host.hw, &where, 0xf), OUTCOME_OK);
	}
}

static void *take(unsigned node, size_t bytes, uint64_t *physical)
{
	return touched_memory_take(&host, node, TOUCHED_MEMORY_BASE(node), bytes, physical);
}

TEST(test_touches_are_seen_once_a_page)
{
	uint64_t physical, other;
	volatile char *memory, *remote;
	unsigned total = 0;

	begin("xeon-e5-2600", "background = 0\nleave = any\n");
	no_prefetch();
	memory = take(0, PAGES * PAGE, &physical);
	remote = take(1, PAGES * PAGE, &other);
	assert_non_null(memory);
	assert_non_null(remote);
	assert_int_equal(physical, TOUCHED_MEMORY_BASE(0));
	assert_int_equal(other, TOUCHED_MEMORY_BASE(1));
	start_counting();
	memory[0] = 1; /* before the first flush nothing is seen */
	expect(0, 0, 0);
	touched_memory_flush(&host);
	for (unsigned i = 0; i < PAGES; i++)
		total += (unsigned)memory[i * PAGE] + (unsigned)memory[i * PAGE];
	assert_int_equal(total, 2);
	expect(0, PAGES, 0);
	for (unsigned i = 0; i < PAGES; i++)
		remote[i * PAGE + 64] = 1;
	expect(1, PAGES, 0);
	touched_memory_flush(&host);
	expect(0, PAGES, 0);
	expect(1, PAGES, PAGES);
	memory[PAGE] = 2;
	expect(0, PAGES + 1, 0);
	touched_memory_give((void *)(uintptr_t)memory);
	host_stop(&host);
	assert_int_equal(host.violations, 0);
}

/* Without silicon that sees it, it is memory. */
TEST(test_memory_without_silicon)
{
	static const struct {
		const char *machine, *scenario;
	} rows[] = {{"bare-xeon-e5-2600", ""}, {"xeon-e5-2600", "work = off\n"}};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		uint64_t physical;
		char *memory;

		begin(rows[i].machine, rows[i].scenario);
		memory = take(0, PAGE, &physical);
		touched_memory_flush(&host);
		memory[5] = 7;
		assert_int_equal(memory[5], 7);
		assert_null(host.tracked);
		host_stop(&host);
	}
}

TEST(test_refusals)
{
	uint64_t physical;
	void *taken[80];
	unsigned count = 0;

	begin("xeon-e5-2600", "");
	assert_null(take(0, 0, &physical));
	assert_null(take(0, PAGE + 1, &physical));
	assert_null(take(0, TOUCHED_MEMORY_BYTES + PAGE, &physical));
	while (count < 80 && (taken[count] = take(0, PAGE, &physical)))
		count++;
	assert_int_equal(count, 64);
	touched_memory_give(taken[3]);
	assert_non_null(take(0, PAGE, &physical));
	host_stop(&host);
}

static void touch_elsewhere(void)
{
	uint64_t physical;
	volatile char *nowhere = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	signal(SIGSEGV, SIG_DFL);
	begin("xeon-e5-2600", "");
	if (take(0, PAGE, &physical))
		touched_memory_flush(&host);
	nowhere[0] = 1;
}

/* Another bad access ends the process as ever. */
TEST(test_other_faults)
{
	int status;
	pid_t child = fork();

	if (!child) {
		touch_elsewhere();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
}
