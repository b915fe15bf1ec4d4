/* SPDX-License-Identifier: BSD-2-Clause */
/* The write-ahead log: every first access is written down before it is made, and the next run reads
 * what the last one was doing. */
#include "core/hardware/write_ahead.h"
#include "core/program/program.h"
#include "core/record/post_mortem.h"
#include "core/session/rehearse.h"
#include "tests/unit/support/fake_uncore.h"
#include "tests/unit/support/unit.h"

static struct {
	char written[65536];
	size_t length;
	char at_access[65536]; /* what was written when the register was accessed */
} medium;

static uint8_t journal_memory[131072] __attribute__((aligned(16)));

static void medium_write(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_false(write_ahead_state.held);
	assert_true(length && bytes[length - 1] == '\n');
	assert_true(medium.length + length < sizeof(medium.written));
	memcpy(medium.written + medium.length, bytes, length);
	medium.length += length;
}

static int set_up(void **state)
{
	static const struct write_ahead_sink sink = {medium_write, false, NULL};
	struct arena arena = {.at = journal_memory, .size = sizeof(journal_memory)};

	(void)fake_set_up(state);
	memset(&medium, 0, sizeof(medium));
	assert_true(write_ahead_open(&sink, &fake.machine, &arena));
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	write_ahead_close();
	return 0;
}

static struct location at(uint64_t address)
{
	return (struct location){.space = SPACE_MSR, .width_bits = 64, .address = address};
}

static enum outcome write_one(uint64_t address, uint64_t value)
{
	struct operation room[1];
	struct program program = program_over("t", room, 1);

	program_write(&program, at(address), value);
	return program_run(&program, &fake.hw, NULL).outcome;
}

static struct post_mortem read_back(void)
{
	struct post_mortem run;

	post_mortem_read((struct slice){medium.written, medium.length}, &run);
	return run;
}

static unsigned count(const char *text)
{
	unsigned found = 0;

	for (const char *from = medium.written; (from = strstr(from, text)); from++)
		found++;
	return found;
}

static enum outcome look_at_medium(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	(void)where;
	(void)value;
	memcpy(medium.at_access, medium.written, medium.length + 1);
	return OUTCOME_OK;
}

TEST(a_first_access_is_written_before_it_is_made)
{
	struct post_mortem run;

	fake.hw.write = look_at_medium;
	assert_int_equal(write_one(POD0 + FILTER, 0x77), OUTCOME_OK);
	post_mortem_read(slice_of(medium.at_access), &run);
	assert_int_equal(run.end, POST_MORTEM_AT_ACCESS);
	assert_non_null(strstr(run.access, "write pod0.filter"));
	assert_non_null(strstr(run.access, " = 0x77 on cpu 0"));
}

TEST(each_register_is_written_down_once)
{
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(write_one(POD0 + FILTER, i), OUTCOME_OK);
	assert_int_equal(write_one(POD1 + FILTER, 1), OUTCOME_OK);
	assert_int_equal(count("write "), 2);
	/* What came of the first was known before the second of its kind was made. */
	assert_non_null(strstr(medium.written, "came ok\nwrite pod1"));
	assert_int_equal(read_back().end, POST_MORTEM_AT_ACCESS);
	assert_int_equal(write_one(POD1 + FILTER, 2), OUTCOME_OK);
	assert_int_equal(read_back().end, POST_MORTEM_ELSEWHERE);
}

/* Who is asked what to do next may switch the machine off: nothing has stopped it. */
TEST(waiting_for_the_user_is_an_end)
{
	write_ahead_say("command", "poke pod0.filter 1");
	assert_int_equal(write_one(POD0 + FILTER, 1), OUTCOME_OK);
	write_ahead_ask();
	assert_int_equal(read_back().end, POST_MORTEM_ENDED);
	write_ahead_say("command", "poke pod1.filter 1");
	assert_int_equal(read_back().end, POST_MORTEM_ELSEWHERE);
}

TEST(reading_and_writing_are_apart)
{
	struct operation room[2];
	struct program program = program_over("t", room, 2);
	uint64_t slots[1];

	program_read(&program, at(POD0 + FILTER), 0);
	program_write(&program, at(POD0 + FILTER), 1);
	assert_int_equal(program_run(&program, &fake.hw, slots).outcome, OUTCOME_OK);
	assert_int_equal(count("read "), 1);
	assert_int_equal(count("write "), 1);
	assert_false(write_ahead_is_new(&room[0].where, false));
	assert_false(write_ahead_is_new(&room[0].where, true));
}

TEST(a_program_does_the_same_with_a_journal)
{
	struct operation room[4];
	struct program program = program_over("t", room, 4);
	uint64_t slots[2] = {0};
	struct program_result result;

	*fake_at(0, POD0 + FILTER) = 0xabcd;
	program_read(&program, at(POD0 + FILTER), 1);
	program_write(&program, at(POD1 + FILTER), 0x11)->guard = 0;
	program_write_slot(&program, at(POD0 + FILTER), 0x1000, 1, 0xff);
	program_check(&program, at(POD0 + FILTER), 0x10cd, 0xffff);
	result = program_run(&program, &fake.hw, slots);
	assert_int_equal(result.outcome, OUTCOME_OK);
	assert_int_equal(result.accesses, 3);
	assert_int_equal(*fake_at(0, POD0 + FILTER), 0x10cd);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 0);
	/* What was guarded out has not been made, and is still new. */
	assert_true(write_ahead_is_new(&room[1].where, true));
	assert_int_equal(count("pod1"), 0);
}

static enum outcome refuse(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	(void)where;
	(void)value;
	return OUTCOME_FAULT;
}

TEST(the_outcome_is_that_of_the_access)
{
	fake.hw.write = refuse;
	assert_int_equal(write_one(POD0 + FILTER, 1), OUTCOME_FAULT);
	write_ahead_say("command", "info");
	assert_non_null(strstr(medium.written, "came fault\ncommand info\n"));
}

TEST(nothing_is_written_while_a_window_is_open)
{
	write_ahead_hold();
	write_ahead_release();
	write_ahead_hold();
	assert_int_equal(write_one(POD0 + FILTER, 1), OUTCOME_OK);
	write_ahead_say("check", "x");
	write_ahead_release();
	assert_int_equal(count("window\n"), 1);
	assert_int_equal(count("\n"), 2);
	assert_int_equal(read_back().end, POST_MORTEM_IN_WINDOW);
	/* It is still new: nobody knows whether it is safe. */
	assert_int_equal(write_one(POD0 + FILTER, 1), OUTCOME_OK);
	assert_int_equal(count("write "), 1);
}

TEST(what_a_window_will_hold_is_listed)
{
	struct operation room[3];
	struct program program = program_over("t", room, 3);
	struct post_mortem run;

	program_write(&program, at(POD0 + FILTER), 1);
	program_write(&program, at(POD0 + FILTER), 2);
	program_write(&program, at(POD1 + FILTER), 3);
	for (unsigned i = 0; i < 2 * program.count; i++) {
		const struct operation *operation = &room[i % program.count];

		write_ahead_list(&fake.hw, &operation->where, true, operation->value);
	}
	write_ahead_hold();
	run = read_back();
	assert_int_equal(count("later write"), 2);
	assert_int_equal(run.listed, 2);
	assert_int_equal(run.end, POST_MORTEM_IN_WINDOW);
	assert_non_null(strstr(run.only, "pod1"));
}

TEST(after_closing_nothing_is_written)
{
	size_t before = medium.length;

	write_ahead_close();
	write_ahead_say("end", "pass");
	assert_int_equal(write_one(POD0 + FILTER, 1), OUTCOME_OK);
	assert_int_equal(medium.length, before);
}

/* How many first accesses are written down. */
static uint64_t fill(void)
{
	uint64_t address = 0;

	while (write_ahead_is_new(&(struct location){.address = address}, false)) {
		struct location where = {.address = address++, .width_bits = 64};

		medium.length = 0;
		if (write_ahead_access(&fake.hw, &where, false, 0))
			write_ahead_done(OUTCOME_OK);
		assert_true(address < 1000000);
	}
	return address;
}

/* More registers than the list has room for: it must end, the rest counts as known, and a line says so. */
TEST(a_full_list_ends_the_writing)
{
	struct post_mortem run;
	char room[512], *head = medium.written;
	struct text journal = TEXT_OVER(room);

	assert_true(fill() > 4000);
	medium.length = 0;
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(write_one(POD0 + FILTER, i), OUTCOME_OK);
	medium.written[medium.length] = 0;
	assert_int_equal(count("full "), 1);
	assert_int_equal(count("write "), 0);
	text_format(&journal, "uncork 0.1 journal\ncommand test\nread a\n%s", head);
	post_mortem_read(slice_of(room), &run);
	assert_true(run.full);
	assert_int_equal(run.end, POST_MORTEM_ELSEWHERE);
}

/* A journal that lacks accesses says so, and a run that stopped in a check is then no reason to deny the last that it has. */
TEST(a_journal_without_reads_says_so)
{
	struct post_mortem run;

	medium.length = 0;
	write_ahead_keep(WRITE_AHEAD_WRITES);
	write_ahead_say("check", "a.b");
	assert_int_equal(write_one(POD0 + FILTER, 0), OUTCOME_OK);
	write_ahead_say("check", "a.b");
	write_ahead_keep(WRITE_AHEAD_OFF);
	assert_int_equal(write_one(POD0 + FILTER + 1, 0), OUTCOME_OK);
	write_ahead_keep(WRITE_AHEAD_ALL);
	medium.written[medium.length] = 0;
	assert_int_equal(count("full no read is written down"), 1);
	assert_int_equal(count("full no access is written down"), 1);
	assert_int_equal(count("write "), 1);
	post_mortem_read(
		slice_of("uncork 0.1 journal\nfull no read is written down\ncheck a.b\nwrite msr 0xc90 = 0x1 on cpu 0\n"
			 "came ok\n"),
		&run);
	assert_false(run.has_suspect);
	post_mortem_read(
		slice_of(
			"uncork 0.1 journal\nfull no read is written down\ncheck a.b\nwrite msr 0xc90 = 0x1 on cpu 0\n"),
		&run);
	assert_true(run.has_suspect);
}

/* A machine with more registers than the list began with, as one of many processors has. */
TEST(a_list_has_room_for_each_register_of_a_machine)
{
	static struct machine_box boxes[20000];
	static uint8_t large_memory[4 << 20] __attribute__((aligned(16)));
	struct arena arena = {.at = large_memory, .size = sizeof(large_memory)};
	struct machine large = fake.machine;
	uint64_t registers = 0;

	for (size_t i = 0; i < ARRAY_SIZE(boxes); i++)
		boxes[i].box = fake.machine.boxes[i % fake.machine.box_count].box;
	large.boxes = boxes;
	large.box_count = ARRAY_SIZE(boxes);
	for (size_t i = 0; i < ARRAY_SIZE(boxes); i++)
		for (unsigned row = 0; row < boxes[i].box.type->register_count; row++)
			registers += box_row_count(&boxes[i].box, &boxes[i].box.type->registers[row]);
	assert_true(registers > 8192);
	assert_int_equal(write_one(POD0 + FILTER, 1), OUTCOME_OK);
	write_ahead_scale(&large, &arena);
	assert_false(write_ahead_is_new(&(struct location){.space = SPACE_MSR, .address = POD0 + FILTER}, true));
	assert_true(fill() >= 2 * registers);
	assert_int_equal(count("full "), 0);
}

/* ---- reading a journal -------------------------------------------------------------------------------- */

static struct post_mortem post_mortem_of(const char *journal)
{
	struct post_mortem run;

	post_mortem_read(slice_of(journal), &run);
	return run;
}

#define HEAD "uncork 0.1 journal\n"

TEST(the_end_of_a_run_is_read)
{
	struct post_mortem run;

	assert_int_equal(post_mortem_of(HEAD "command info\nend pass\n").end, POST_MORTEM_ENDED);
	run = post_mortem_of(HEAD "step clocks\ncommand test\ncheck a.b\nwrite x = 0x1 on cpu 3\n");
	assert_int_equal(run.end, POST_MORTEM_AT_ACCESS);
	assert_string_equal(run.access, "write x = 0x1 on cpu 3");
	assert_string_equal(run.check, "a.b");
	assert_string_equal(run.command, "test");
	assert_string_equal(run.step, "");
	run = post_mortem_of(HEAD "command test\nread x on cpu 0\ncame ok\ncheck a.c\n");
	assert_int_equal(run.end, POST_MORTEM_ELSEWHERE);
	assert_string_equal(run.access, "");
	run = post_mortem_of(HEAD "step clocks\n");
	assert_string_equal(run.step, "clocks");
}

static const char *suspects_of(const char *journal)
{
	static char bytes[POST_MORTEM_TEXT];
	struct text names = TEXT_OVER(bytes);
	struct post_mortem run = post_mortem_of(journal);

	post_mortem_deny(&run);
	for (unsigned i = 0; i < run.suspect_count; i++) {
		location_text(&run.suspects[i], &names);
		text_string(&names, run.has_suspect && i + 1u == run.suspect_count ? "!" : ";");
	}
	return bytes;
}

static bool is_denied(unsigned space, uint64_t address)
{
	return deny_covers(&(struct location){.space = (uint8_t)space, .width_bits = 32, .address = address}, 0);
}

TEST(where_a_run_stopped_is_denied)
{
	static const struct {
		const char *journal, *suspects;
	} cases[] = {
		{HEAD "command test\ncheck a.b\nwrite x.ctl0 (msr 0xc90) = 0x1 on cpu 3\n", "msr 0xc90!"},
		{HEAD "step inventory\nread msr 0x702 socket 1 on cpu 3\n", "msr 0x702!"},
		{HEAD "step inventory\nread pci 0000:ff:10.4+0x0 on cpu 0\n", "pci 0000:ff:10.4+0x0!"},
		{HEAD "command stat\nlater read y (mmio 0xfe000010) on cpu 1\nwindow\n", "mmio 0xfe000010!"},
		/* It did not return from a later one. */
		{HEAD "check a.b\nread x (msr 0x10) on cpu 0\ncame ok\n", "msr 0x10!"},
		{HEAD "check a.b\nread x (msr 0x10) on cpu 0\ncame ok\ncheck a.c\n", ""},
		{HEAD "read x (msr 0x10) on cpu 0\ncame ok\nend pass\n", ""},
		{HEAD "command peek msr 16\nread msr 0x10 on cpu 0\nprompt\n", ""}, /* switched off by its user */
		{HEAD "denied msr 0x11\ndenied msr 0x12\nread msr 0x10 on cpu 0\n", "msr 0x11;msr 0x12;msr 0x10!"},
		{HEAD "denied msr 0x11\ndenied msr 0x12\nread msr 0x11 on cpu 0\n", "msr 0x12;msr 0x11!"},
		{HEAD "denied msr 0x11\nend pass\n", "msr 0x11;"},
		{HEAD "denied msr\ndenied nonsense 0x1\nread x on cpu 0\n", ""},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		deny_clear();
		assert_string_equal(suspects_of(cases[i].journal), cases[i].suspects);
	}
	deny_clear();
	(void)suspects_of(cases[8].journal);
	assert_true(is_denied(SPACE_MSR, 0x10) && is_denied(SPACE_MSR, 0x11) && !is_denied(SPACE_MSR, 0x13));
	deny_clear();
	(void)suspects_of(cases[2].journal);
	assert_true(is_denied(SPACE_PCI, 0xff84090)); /* all of the function */
	deny_clear();
}

/* The user knows better, and is then not told of it at each start. */
TEST(a_suspect_may_be_allowed)
{
	const struct deny_rule allow = {.allow = true, .space = SPACE_MSR, .first = 0x11, .last = 0x11};

	deny_clear();
	assert_true(deny_add(&allow));
	assert_string_equal(suspects_of(HEAD "denied msr 0x11\ndenied msr 0x12\nend pass\n"), "msr 0x12;");
	assert_string_equal(suspects_of(HEAD "denied msr 0x12\nread msr 0x11 on cpu 0\n"), "msr 0x12;");
	assert_false(is_denied(SPACE_MSR, 0x11));
	deny_clear();
}

TEST(suspects_have_an_end)
{
	char bytes[2048];
	struct text journal = TEXT_OVER(bytes);
	struct post_mortem run;

	text_string(&journal, HEAD);
	for (unsigned i = 0; i < SUSPECTS + 3; i++)
		text_format(&journal, "denied msr 0x%x\n", 0x100 + i);
	run = post_mortem_of(bytes);
	assert_int_equal(run.suspect_count, SUSPECTS);
	assert_int_equal(run.suspects[0].address, 0x103); /* the newest are kept */
	post_mortem_deny(&run);
	assert_int_equal(run.suspect_count, SUSPECTS);
	deny_clear();
}

TEST(damage_is_passed_over)
{
	struct post_mortem run;

	assert_int_equal(post_mortem_of("").end, POST_MORTEM_UNREADABLE);
	assert_int_equal(post_mortem_of("uncork 0.1 journal").end, POST_MORTEM_UNREADABLE);
	assert_int_equal(post_mortem_of("\xff\xff\xff\n").end, POST_MORTEM_UNREADABLE);
	assert_int_equal(post_mortem_of(HEAD).end, POST_MORTEM_ELSEWHERE);
	run = post_mortem_of(HEAD "command info\nwrite \x01\x02\nread x on cpu 0\nend pa");
	assert_int_equal(run.end, POST_MORTEM_AT_ACCESS);
	assert_string_equal(run.access, "read x on cpu 0");
	run = post_mortem_of(HEAD "window\nnonsense\n\ncommand\n");
	assert_int_equal(run.end, POST_MORTEM_ELSEWHERE);
}

static struct text said;

static void take(void *context, const char *bytes, size_t length)
{
	(void)context;
	text_bytes(&said, bytes, length);
}

static const char *report_of(const char *journal, enum record_form form)
{
	static char bytes[2048];
	struct post_mortem run = post_mortem_of(journal);
	struct output output;

	said = TEXT_OVER(bytes);
	output_start(&output, take, NULL, form);
	post_mortem_report(&run, &output);
	assert_int_equal(output.verdict, VERDICT_PASS);
	return bytes;
}

TEST(the_report_names_the_access)
{
	static const char hung[] = HEAD "command test\ncheck a.b\nwrite x (msr 0xc90) = 0x1 on cpu 3\n";

	assert_string_equal(report_of(HEAD "end fail\n", FORM_TEXT), "");
	assert_string_equal(
		report_of(hung, FORM_TEXT),
		"last run stopped at write x (msr 0xc90) = 0x1 on cpu 3, in check a.b, in command: test\n"
		"denied: msr 0xc90: the last run stopped there; `allow = msr 0xc90` at the top of uncork.cfg takes that back\n");
	assert_string_equal(
		report_of(hung, FORM_JSON),
		"{\"record\":\"last_run\",\"stopped\":\"at write x (msr 0xc90) = 0x1 on cpu 3\",\"check\":\"a.b\",\"command\":\"test\"}\n"
		"{\"record\":\"denied\",\"about\":\"msr 0xc90\",\"because\":\"the last run stopped there\"}\n");
	assert_string_equal(
		report_of(HEAD "denied msr 0x11\nend pass\n", FORM_TEXT),
		"denied: msr 0x11: an earlier run stopped there; `allow = msr 0x11` at the top of uncork.cfg takes that back\n");
	assert_non_null(strstr(report_of(HEAD "command stat\nlater read y on cpu 1\nwindow\n", FORM_TEXT),
			       "in a measurement, perhaps at read y on cpu 1, in command: stat"));
	assert_non_null(strstr(report_of(HEAD "later read y on cpu 1\nlater read z on cpu 1\nwindow\n", FORM_TEXT),
			       "one of 2 accesses"));
	assert_non_null(
		strstr(report_of(HEAD "read y on cpu 1\ncame ok\n", FORM_TEXT), "stopped after read y on cpu 1"));
	/* What was not on the medium at once may have gone on. */
	assert_non_null(strstr(report_of(HEAD "paced 250 ms\ncheck a.b\nwindow\n", FORM_TEXT),
			       "stopped in a measurement, or soon after, in check a.b"));
	assert_null(strstr(report_of(HEAD "paced 250 ms\nread y on cpu 1\n", FORM_TEXT), "soon after"));
	assert_non_null(strstr(report_of("rubbish", FORM_TEXT), "cannot be read"));
}

BEFORE_EACH(set_up)
AFTER_EACH(tear_down)
