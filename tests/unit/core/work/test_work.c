/* SPDX-License-Identifier: BSD-2-Clause */
/* Known work on memory of this process: which lines it touches, that it leaves prefetchers as they were, and what it refuses. */
#include "core/work/work.h"
#include "lib/memory.h"
#include "lib/text.h"
#include "tests/unit/support/one_processor.h"
#include "tests/unit/support/unit.h"

#define PAGES   1024
#define CPUS    4
#define BASE    UINT64_C(0x100000000)
#define ON_FIRE 0x5a

/* A machine of two sockets with two processors each. */
static struct {
	struct hw hw;
	struct machine machine;
	struct processor processor;
	struct cpu cpus[CPUS];
	struct node_memory nodes[3];
	uint8_t *memory; /* of all nodes, one behind the other */
	uint64_t msr[CPUS];
	uint64_t sticks; /* bits of MSR 0x1a4 that can be set */
	uint64_t now_ns, most_pages;
	uint32_t cpu;
	unsigned flushes[CPUS], taken;
	bool faults;
} fake;

static enum outcome fake_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	if (where->address != PREFETCH_CONTROL || fake.faults)
		return OUTCOME_FAULT;
	*value = fake.msr[where->cpu - 1];
	return OUTCOME_OK;
}

static enum outcome fake_write(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	fake.msr[where->cpu - 1] = value & fake.sticks;
	return OUTCOME_OK;
}

static uint32_t fake_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket * 2u;
}

static enum outcome fake_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	uint32_t before = fake.cpu;

	(void)hw;
	fake.cpu = cpu;
	work(context);
	fake.cpu = before;
	return OUTCOME_OK;
}

static uint64_t fake_now_ns(struct hw *hw)
{
	(void)hw;
	return fake.now_ns += 10;
}

static void fake_wait(struct hw *hw, uint64_t until_ns)
{
	(void)hw;
	fake.now_ns = until_ns;
}

static bool fake_take_memory(struct hw *hw, uint64_t first, uint64_t last, struct hw_memory *memory)
{
	(void)hw;
	for (unsigned i = 0; i < ARRAY_SIZE(fake.nodes); i++) {
		if (first > fake.nodes[i].base || last < fake.nodes[i].base + memory->bytes - 1 ||
		    memory->bytes > fake.most_pages * WORK_PAGE_BYTES)
			continue;
		memory->at = fake.memory + i * PAGES * WORK_PAGE_BYTES;
		memory->physical = fake.nodes[i].base;
		memset(memory->at, 0, memory->bytes);
		fake.taken++;
		return true;
	}
	return false;
}

static void fake_give_memory(struct hw *hw, const struct hw_memory *memory)
{
	(void)hw;
	(void)memory;
	fake.taken--;
}

static void fake_flush(struct hw *hw)
{
	(void)hw;
	fake.flushes[fake.cpu]++;
}

static void start_fake(void)
{
	uint8_t *memory = fake.memory ? fake.memory : malloc(3u * PAGES * WORK_PAGE_BYTES);

	memset(&fake, 0, sizeof(fake));
	fake.memory = memory;
	fake.hw = (struct hw){.read = fake_read,
			      .write = fake_write,
			      .cpu_of_socket = fake_cpu_of_socket,
			      .send = fake_send,
			      .await = one_await,
			      .now_ns = fake_now_ns,
			      .wait = fake_wait,
			      .take_memory = fake_take_memory,
			      .give_memory = fake_give_memory,
			      .flush_caches = fake_flush};
	fake.processor = (struct processor){.name = "fake", .prefetchers_off = 0xf};
	for (uint16_t i = 0; i < CPUS; i++)
		fake.cpus[i] = (struct cpu){.socket = i / 2, .core = i % 2, .usable = true, .bootstrap = !i};
	for (uint16_t i = 0; i < 3; i++)
		fake.nodes[i] = (struct node_memory){BASE * (i + 1u), PAGES * WORK_PAGE_BYTES,
						     i < 2 ? i : (uint16_t)MEMORY_ALONE};
	fake.machine = (struct machine){.hw = &fake.hw,
					.processor = &fake.processor,
					.cpus = fake.cpus,
					.cpu_count = CPUS,
					.socket_count = 2,
					.nodes = fake.nodes,
					.node_count = 3};
	fake.sticks = 0xff;
	fake.most_pages = PAGES;
}

static struct work work;
static char reason[256];

static bool try_work(const char *what, uint32_t cpu)
{
	struct text why = TEXT_OVER(reason);
	struct work_request request;

	assert_true(work_parse(slice_of(what), &request, &why));
	request.cpu = cpu;
	return work_begin(&work, &fake.machine, &request, &why);
}

static void do_all(const char *what, uint32_t cpu)
{
	if (!try_work(what, cpu))
		fail_msg("%s", reason);
	assert_true(work_ready(&work));
	assert_true(work_do(&work, work.request.amount));
}

static uint64_t amount_of(const char *what)
{
	struct text why = TEXT_OVER(reason);
	struct work_request request;

	assert_true(work_parse(slice_of(what), &request, &why));
	return request.amount;
}

static void refused(const char *what, const char *why_part)
{
	struct text why = TEXT_OVER(reason);
	struct work_request request;

	assert_false(work_parse(slice_of(what), &request, &why));
	assert_non_null(strstr(reason, why_part));
}

TEST(amounts_are_units_or_bytes)
{
	assert_int_equal(amount_of("read"), work_read.usual);
	assert_int_equal(amount_of("read:8"), 8);
	assert_int_equal(amount_of("read:0x10"), 16);
	assert_int_equal(amount_of("read:64M"), 1 << 20);
	assert_int_equal(amount_of("read:1K"), 16);
	assert_int_equal(amount_of("instructions:2K"), 2048);
	refused("reed", "there are read, write,");
	refused("", "there are read");
	refused("read:", "not a number");
	refused("read:0", "not a number");
	refused("read:M", "not a number");
	refused("read:-1", "not a number");
	refused("read:99999999999999999999", "not a number");
	refused("read:18446744073709551615G", "not a number");
	refused("lock:5x", "not a number of operations");
}

/* Lines that are 0 where all else is not: those that were written. */
static unsigned lines_written(const uint8_t *memory, uint64_t from, uint64_t pages)
{
	unsigned found = 0;

	for (uint64_t page = from; page < pages; page++)
		for (unsigned line = 0; line < 64; line++) {
			const uint8_t *at = memory + page * 4096 + line * 64;

			if (at[0])
				continue;
			assert_int_equal(line, (17 * page + page / 64) % 64);
			found++;
		}
	return found;
}

TEST(writes_touch_one_line_of_each_page_once)
{
	static const char *const amounts[] = {"write:1", "write:300", "write:512", "write:1000", "write:1024"};
	static const unsigned lines[] = {1, 300, 512, 1000, 1024};

	for (unsigned i = 0; i < ARRAY_SIZE(amounts); i++) {
		start_fake();
		if (!try_work(amounts[i], 0))
			fail_msg("%s", reason);
		memset(work.memory.at, ON_FIRE, work.memory.bytes);
		assert_true(work_do(&work, lines[i]));
		assert_int_equal(lines_written(work.memory.at, 0, work.pages), lines[i]);
		assert_int_equal(work.units, lines[i]);
		assert_int_equal(work.rounds, 1);
		assert_int_equal(work.flushes, 1); /* what was written */
		work_end(&work);
		assert_int_equal(fake.taken, 0);
	}
}

TEST(order_is_no_stride)
{
	uint64_t last = 0, repeated = 0, apart = 0;

	start_fake();
	assert_true(try_work("read:1024", 0));
	work.round = work.order = 1024;
	work.place = 0;
	for (unsigned i = 0; i < 1024; i++) {
		uint64_t page = work_next_page(&work);

		repeated += page - last == apart;
		apart = page - last;
		last = page;
	}
	assert_in_range(repeated, 0, 64);
	work_end(&work);
}

TEST(more_than_the_memory_goes_in_rounds)
{
	start_fake();
	fake.most_pages = 512;
	do_all("read:1200", 2);
	assert_int_equal(work.pages, 512);
	assert_int_equal(work.units, 1200);
	assert_int_equal(work.rounds, 3);
	assert_int_equal(work.flushes, 3); /* before the first, and between each two */
	assert_int_equal(fake.flushes[2], 3);
	assert_int_equal(fake.flushes[0], 3); /* the other socket's */
	assert_int_equal(fake.flushes[1], 0);
	work_end(&work);
	fake.most_pages = WORK_PAGES_LEAST - 1;
	assert_false(try_work("read", 0));
	assert_non_null(strstr(reason, "out of memory"));
	work_end(&work);
}

TEST(copy_reads_one_half_and_writes_the_other)
{
	start_fake();
	assert_true(try_work("copy:200", 0));
	memset(work.memory.at, ON_FIRE, work.memory.bytes);
	memset(work.memory.at, 0, work.memory.bytes / 2);
	assert_true(work_do(&work, 200));
	assert_int_equal(lines_written(work.memory.at, work.pages / 2, work.pages), 200);
	work_end(&work);
}

TEST(nontemporal_writes_whole_lines)
{
	unsigned zeros = 0;

	start_fake();
	assert_true(try_work("nontemporal:100", 0));
	memset(work.memory.at, ON_FIRE, work.memory.bytes);
	assert_true(work_do(&work, 100));
	for (uint64_t i = 0; i < work.memory.bytes; i++)
		zeros += !work.memory.at[i];
	assert_int_equal(zeros, 100 * 64);
	work_end(&work);
}

TEST(memory_is_of_the_node_that_is_meant)
{
	start_fake();
	assert_true(try_work("read:300", 3));
	assert_int_equal(work.home, 1);
	assert_int_equal(work.memory.physical, 2 * BASE);
	work_end(&work);
	assert_true(try_work("remote:300", 3));
	assert_int_equal(work.home, 0);
	work_end(&work);
	fake.machine.socket_count = 1;
	fake.machine.cpu_count = 2;
	assert_true(try_work("remote:300", 1));
	assert_int_equal(work.home, MEMORY_ALONE);
	work_end(&work);
	fake.machine.node_count = 1;
	assert_false(try_work("remote:300", 1));
	assert_non_null(strstr(reason, "no memory of another socket"));
	work_end(&work);
	/* What is left of the memory is not the socket's, whose own is taken. */
	fake.machine.node_count = 3;
	fake.nodes[0].bytes = WORK_PAGE_BYTES;
	assert_false(try_work("read:300", 1));
	assert_non_null(strstr(reason, "out of memory"));
	work_end(&work);
	/* No node with memory has processors. */
	fake.nodes[0].socket = MEMORY_ALONE;
	fake.nodes[1].socket = MEMORY_ALONE;
	assert_true(try_work("read:300", 1));
	assert_int_equal(work.home, MEMORY_ALONE);
	work_end(&work);
	fake.machine.node_count = 0;
	assert_true(try_work("read:300", 1));
	assert_int_equal(work.home, 0);
	work_end(&work);
	fake.machine.socket_count = 2;
	assert_true(try_work("read:300", 1));
	assert_int_equal(work.home, MEMORY_OF_SEVERAL);
	work_end(&work);
	assert_int_equal(fake.taken, 0);
}

TEST(prefetchers_are_off_meanwhile)
{
	start_fake();
	fake.msr[2] = 0x31;
	do_all("read:300", 2);
	assert_true(work.prefetchers_off);
	assert_int_equal(fake.msr[2], 0x3f);
	assert_int_equal(fake.msr[0], 0);
	work_end(&work);
	assert_int_equal(fake.msr[2], 0x31);
	/* A crash on the way. */
	do_all("share:4", 2);
	assert_int_equal(fake.msr[3], 0xf);
	prefetch_abandon_own(3);
	assert_int_equal(fake.msr[3], 0);
	assert_int_equal(fake.msr[2], 0x3f);
	prefetch_abandon();
	assert_int_equal(fake.msr[2], 0x31);
	work_end(&work);
}

TEST(prefetchers_that_go_on_are_said)
{
	start_fake();
	fake.sticks = 0x7;
	do_all("read:300", 0);
	assert_false(work.prefetchers_off);
	assert_int_equal(fake.msr[0], 0);
	work_end(&work);
	fake.sticks = 0xf;
	fake.faults = true;
	do_all("read:300", 0);
	assert_false(work.prefetchers_off);
	work_end(&work);
	fake.faults = false;
	fake.processor.prefetchers_off = 0;
	do_all("read:300", 0);
	assert_false(work.prefetchers_off);
	work_end(&work);
}

TEST(some_are_left_on_if_asked)
{
	struct prefetch prefetch;

	start_fake();
	fake.msr[0] = 0xf;
	assert_true(prefetch_off(&prefetch, &fake.machine, 0, PREFETCH_ADJACENT));
	assert_int_equal(fake.msr[0], 0xd);
	prefetch_restore(&prefetch);
	assert_int_equal(fake.msr[0], 0xf);
}

TEST(what_a_machine_cannot_do_is_refused)
{
	start_fake();
	assert_false(try_work("ipi", 0));
	assert_non_null(strstr(reason, "cannot send interrupts"));
	work_end(&work);
	assert_false(try_work("uncached", 0));
	work_end(&work);
	assert_false(try_work("pci", 0));
	work_end(&work);
	assert_false(try_work("read", CPUS));
	assert_non_null(strstr(reason, "that CPU"));
	work_end(&work);
	fake.hw.take_memory = NULL;
	assert_false(try_work("read", 0));
	assert_non_null(strstr(reason, "this platform has neither memory"));
	work_end(&work);
	start_fake();
	fake.cpus[1].usable = false;
	assert_false(try_work("share", 0));
	assert_non_null(strstr(reason, "two CPUs"));
	work_end(&work);
}

TEST(what_needs_no_memory_is_done_too)
{
	static const char *const kinds[] = {"lock:1000", "instructions:1001", "branches:77", "loads:12", "share:9"};

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		start_fake();
		do_all(kinds[i], 0);
		assert_int_equal(work.units, work.request.amount);
		work_end(&work);
		assert_int_equal(fake.taken, 0);
	}
}
