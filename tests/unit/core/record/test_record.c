/* SPDX-License-Identifier: BSD-2-Clause */
/* Records: names and order that scripts depend on, escapes, verdicts. */
#include "core/program/program.h"
#include "core/record/record.h"
#include "tests/unit/support/unit.h"

static char written[16384];
static size_t written_length;

static void keep(void *context, const char *bytes, size_t length)
{
	assert_ptr_equal(context, written);
	assert_true(written_length + length < sizeof(written));
	memcpy(written + written_length, bytes, length);
	written_length += length;
	written[written_length] = 0;
}

static struct output start(enum record_form form)
{
	struct output output;

	written_length = 0;
	written[0] = 0;
	output_start(&output, keep, written, form);
	return output;
}

/* What was written since the last call. */
static const char *taken(void)
{
	static char copy[sizeof(written)];

	memcpy(copy, written, written_length + 1);
	written_length = 0;
	written[0] = 0;
	return copy;
}

static const struct count_record one_count = {.socket = 0,
					      .box = "cbox0",
					      .event = "nhmex_unc_cbox0::LLC_HITS:M",
					      .value = 1234567,
					      .unit = "events",
					      .time_ns = 10000000};

TEST(json_count_has_the_fixed_names_in_order)
{
	struct output output = start(FORM_JSON);
	struct count_record count = one_count;

	record_count(&output, &count);
	assert_string_equal(
		taken(),
		"{\"record\":\"count\",\"socket\":0,\"box\":\"cbox0\",\"event\":\"nhmex_unc_cbox0::LLC_HITS:M\",\"value\":1234567,\"unit\":\"events\",\"time_ns\":10000000}\n");
	count.interval = 1;
	count.at_ns = 20000000;
	record_count(&output, &count);
	assert_non_null(strstr(taken(), "\"time_ns\":10000000,\"interval\":1,\"at_ns\":20000000}\n"));
	assert_int_equal(output.results, 2);
}

static const char *const overflows[] = {"cbox0.ctr1", "wbox.fixed_ctr"};
static const struct sample_value values[] = {{"a", 7}, {"b", UINT64_MAX}};
static const struct sample_record one_sample = {.seq = 1,
						.cpu = 2,
						.ticks = 3,
						.ip = 0xfeed,
						.native = true,
						.frozen_by_hardware = true,
						.overflow = overflows,
						.overflow_count = 2,
						.values = values,
						.value_count = 2};

TEST(json_sample_has_the_fixed_names_in_order)
{
	struct output output = start(FORM_JSON);

	record_sample(&output, &one_sample);
	assert_string_equal(taken(), "{\"record\":\"sample\",\"seq\":1,\"cpu\":2,\"tsc\":3,\"ip\":\"0xfeed\","
				     "\"pmi\":\"native\",\"overflow\":[\"cbox0.ctr1\",\"wbox.fixed_ctr\"],"
				     "\"values\":{\"a\":7,\"b\":18446744073709551615},"
				     "\"socket\":0,\"freeze\":\"hardware\",\"skew_ns\":0}\n");
}

static const struct check_evidence evidence = {.box = "cbox3",
					       .reg = "cbox3.ctr1",
					       .where = {.space = SPACE_MSR, .width_bits = 64, .address = 0xd73},
					       .expected = 0xf0,
					       .got = 0xff,
					       .fact = "48 bits wide (guide p.15)"};

TEST(json_check_and_end)
{
	struct output output = start(FORM_JSON);

	record_plan(&output, 2);
	assert_string_equal(taken(), "{\"record\":\"plan\",\"checks\":2}\n");
	record_check(&output, "m.b.c", CHECK_PASS, "", NULL, NULL);
	assert_string_equal(taken(), "{\"record\":\"check\",\"id\":\"m.b.c\",\"result\":\"pass\","
				     "\"message\":\"\"}\n");
	record_check(&output, "m.b.d", CHECK_FAIL, "too wide", &evidence, NULL);
	assert_string_equal(
		taken(),
		"{\"record\":\"check\",\"id\":\"m.b.d\",\"result\":\"fail\",\"message\":\"too wide\",\"box\":\"cbox3\",\"register\":\"cbox3.ctr1\",\"space\":\"msr\",\"address\":\"0xd73\",\"socket\":0,\"expected\":\"0xf0\",\"got\":\"0xff\",\"xor\":\"0xf\",\"fact\":\"48 bits wide (guide p.15)\"}\n");
	assert_int_equal(output_end(&output), VERDICT_FAIL);
	assert_string_equal(taken(), "{\"record\":\"end\",\"result\":\"fail\",\"passed\":1,"
				     "\"failed\":1,\"skipped\":0}\n");
}

TEST(json_escapes_whatever_comes)
{
	struct output output = start(FORM_JSON);

	record_note(&output, "%s", "q\" b\\ n\n e\x1b u\xc3");
	assert_string_equal(taken(), "{\"record\":\"note\",\"message\":\"q\\\" b\\\\ n\\u000a e\\u001b u\\u00c3\"}\n");
}

/* What is no UTF-8 (a byte alone, one too long, half a pair, beyond the last) stands for its bytes. */
TEST(json_has_the_characters_that_were_typed)
{
	struct output output = start(FORM_JSON);

	record_note(&output, "%s", "cb\xc3\xb6x \xe2\x82\xac \xf0\x9d\x84\x9e");
	assert_string_equal(taken(), "{\"record\":\"note\",\"message\":\"cb\\u00f6x \\u20ac \\ud834\\udd1e\"}\n");
	record_note(&output, "%s", "\xc0\xaf \xed\xa0\x80 \xf5\x80\x80\x80 \xe2\x82");
	assert_string_equal(taken(), "{\"record\":\"note\",\"message\":\"\\u00c0\\u00af \\u00ed\\u00a0\\u0080 "
				     "\\u00f5\\u0080\\u0080\\u0080 \\u00e2\\u0082\"}\n");
}

TEST(ktap_begins_with_version_and_plan_where_one_command_has_checks)
{
	struct output output = start(FORM_KTAP);

	output.one_plan = true;
	record_plan(&output, 3);
	record_check(&output, "m.b.one", CHECK_PASS, "", NULL, NULL);
	record_check(&output, "m.b.two", CHECK_SKIP, "no such box", NULL, NULL);
	record_check(&output, "m.b.three", CHECK_FAIL, "too wide", &evidence, NULL);
	output_end(&output);
	assert_string_equal(taken(), "KTAP version 1\n# plan checks=3\n1..4\nok 1 m.b.one\n"
				     "ok 2 m.b.two # SKIP no such box\n"
				     "# message=\"too wide\"\n# box=cbox3\n# register=cbox3.ctr1\n"
				     "# space=msr\n# address=0xd73\n# socket=0\n# expected=0xf0\n"
				     "# got=0xff\n# xor=0xf\n# fact=\"48 bits wide (guide p.15)\"\n"
				     "not ok 3 m.b.three\n"
				     "ok 4 run\n"
				     "# end result=fail passed=1 failed=1 skipped=1\n");
}

TEST(untested_is_a_skip_to_ktap_and_counted_apart)
{
	static const char *const wanted[] = {
		[FORM_TEXT] = "2 checks\nPASS a\nUNTESTED b: hidden\npass: 1 passed, 0 failed, 0 skipped, 1 untested\n",
		[FORM_JSON] =
			"{\"record\":\"plan\",\"checks\":2}\n"
			"{\"record\":\"check\",\"id\":\"a\",\"result\":\"pass\",\"message\":\"\"}\n"
			"{\"record\":\"check\",\"id\":\"b\",\"result\":\"untested\",\"message\":\"hidden\"}\n"
			"{\"record\":\"end\",\"result\":\"pass\",\"passed\":1,\"failed\":0,\"skipped\":0,\"untested\":1}\n",
		[FORM_KTAP] = ("KTAP version 1\n# plan checks=2\nok 1 a\nok 2 b # SKIP untested: hidden\n"
			       "ok 3 run\n1..3\n# end result=pass passed=1 failed=0 skipped=0 untested=1\n"),
	};

	for (size_t form = 0; form < ARRAY_SIZE(wanted); form++) {
		struct output output = start((enum record_form)form);

		output.every_check = true;
		record_plan(&output, 2);
		record_check(&output, "a", CHECK_PASS, "", NULL, NULL);
		record_check(&output, "b", CHECK_UNTESTED, "hidden", NULL, NULL);
		assert_int_equal(output_end(&output), VERDICT_PASS);
		assert_string_equal(taken(), wanted[form]);
	}
}

TEST(ktap_makes_diagnostics_of_the_rest)
{
	struct output output = start(FORM_KTAP);

	record_count(&output, &one_count);
	record_note(&output, "first\nsecond line");
	record_sample(&output, &one_sample);
	output_end(&output);
	assert_string_equal(
		taken(),
		"KTAP version 1\n"
		"# count socket=0 box=cbox0 event=nhmex_unc_cbox0::LLC_HITS:M value=1234567 unit=events time_ns=10000000\n"
		"# note=first\n# note=\"second line\"\n"
		"# sample seq=1 cpu=2 tsc=3 ip=0xfeed pmi=native overflow=cbox0.ctr1 overflow=wbox.fixed_ctr a=7 b=18446744073709551615 socket=0 freeze=hardware skew_ns=0\n"
		"ok 1 run\n1..1\n"
		"# end result=pass passed=0 failed=0 skipped=0\n");
}

TEST(ktap_has_one_plan_of_several_commands)
{
	struct output output = start(FORM_KTAP);

	record_plan(&output, 1);
	record_check(&output, "a", CHECK_PASS, NULL, NULL, NULL);
	record_plan(&output, 1);
	record_check(&output, "b", CHECK_PASS, NULL, NULL, NULL);
	assert_int_equal(output_end(&output), VERDICT_PASS);
	assert_string_equal(taken(),
			    "KTAP version 1\n# plan checks=1\nok 1 a\n# plan checks=1\nok 2 b\nok 3 run\n1..3\n"
			    "# end result=pass passed=2 failed=0 skipped=0\n");
}

/* What is no check has a test point of its own; what could not be done ends the document. */
TEST(ktap_says_how_a_run_ended_that_is_no_check)
{
	static const struct {
		enum verdict verdict;
		const char *said;
	} ends[] = {{VERDICT_FAIL, "# fail=lost\nnot ok 1 run\n1..1\n"},
		    {VERDICT_ERROR, "# error=lost\nBail out! error\n1..1\n"},
		    {VERDICT_TIMEOUT, "# timeout=lost\nBail out! timeout\n1..1\n"}};

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		struct output output = start(FORM_KTAP);
		char wanted[200];

		record_error(&output, ends[i].verdict, "lost");
		assert_int_equal(output_end(&output), ends[i].verdict);
		snprintf(wanted, sizeof(wanted), "KTAP version 1\n%s# end result=%s passed=0 failed=0 skipped=0\n",
			 ends[i].said, verdict_name(ends[i].verdict));
		assert_string_equal(taken(), wanted);
	}
}

TEST(checks_that_did_not_run_have_failed)
{
	struct output output = start(FORM_TEXT);

	record_plan(&output, 3);
	record_check(&output, "a", CHECK_PASS, "", NULL, NULL);
	assert_int_equal(output_end(&output), VERDICT_FAIL);
	assert_string_equal(taken(), "3 checks\nfailed: 2 of 3 planned checks did not run\n"
				     "fail: 1 passed, 2 failed, 0 skipped\n");
}

TEST(a_test_that_tests_nothing_is_an_error)
{
	struct output output = start(FORM_TEXT);

	record_plan(&output, 0);
	assert_int_equal(output_end(&output), VERDICT_ERROR);
	output = start(FORM_TEXT);
	record_plan(&output, 1);
	record_check(&output, "a", CHECK_SKIP, "no box", NULL, NULL);
	assert_int_equal(output_end(&output), VERDICT_ERROR);
	output = start(FORM_TEXT);
	record_plan(&output, 2);
	record_check(&output, "a", CHECK_SKIP, "no box", NULL, NULL);
	record_check(&output, "b", CHECK_PASS, "", NULL, NULL);
	assert_int_equal(output_end(&output), VERDICT_PASS);
	output = start(FORM_TEXT);
	record_plan(&output, 2);
	record_check(&output, "a", CHECK_SKIP, "no box", NULL, NULL);
	record_check(&output, "b", CHECK_UNTESTED, "hidden", NULL, NULL);
	assert_int_equal(output_end(&output), VERDICT_ERROR);
}

TEST(the_worst_verdict_wins)
{
	struct output output = start(FORM_TEXT);

	record_error(&output, VERDICT_TIMEOUT, "first");
	record_error(&output, VERDICT_FAIL, "second");
	record_note(&output, "third");
	assert_int_equal(output_end(&output), VERDICT_TIMEOUT);
	assert_string_equal(taken(), "timeout: first\nfailed: second\nnote:  third\n"
				     "timeout: 0 passed, 0 failed, 0 skipped (see above)\n");
}

TEST(the_end_record_has_the_form_last_asked_for)
{
	struct output output = start(FORM_TEXT);

	output_form(&output, FORM_JSON);
	output.form = FORM_TEXT;
	output_end(&output);
	assert_string_equal(taken(), "{\"record\":\"end\",\"result\":\"pass\",\"passed\":0,"
				     "\"failed\":0,\"skipped\":0}\n");
}

TEST(text_shows_failures_and_on_request_every_check)
{
	struct output output = start(FORM_TEXT);

	record_check(&output, "a", CHECK_PASS, "fine", NULL, NULL);
	record_check(&output, "b", CHECK_SKIP, "no box", NULL, NULL);
	assert_string_equal(taken(), "");
	output.every_check = true;
	record_check(&output, "a", CHECK_PASS, "fine", NULL, NULL);
	record_check(&output, "b", CHECK_SKIP, "no box", NULL, NULL);
	assert_string_equal(taken(), "PASS a: fine\nSKIP b: no box\n");
	assert_int_equal(output.passed, 2);
}

TEST(text_failure_shows_its_evidence)
{
	struct output output = start(FORM_TEXT);

	record_check(&output, "m.cbox3.width", CHECK_FAIL, "too wide", &evidence, NULL);
	assert_string_equal(taken(), "FAIL m.cbox3.width: too wide\n"
				     "     box      cbox3\n"
				     "     register cbox3.ctr1\n"
				     "     address  msr 0xd73\n"
				     "     expected 0x00000000000000f0\n"
				     "     got      0x00000000000000ff\n"
				     "     xor      0x000000000000000f\n"
				     "     fact     48 bits wide (guide p.15)\n");
}

/* Nothing to compare, in any form. */
TEST(what_was_expected_is_no_difference)
{
	static const char *const shown[] = {
		[FORM_TEXT] = "0xd73\n     got      0x00000000000000ff\n     fact ",
		[FORM_KTAP] = "# socket=0\n# got=0xff\n# fact=",
		[FORM_JSON] = "\"socket\":0,\"got\":\"0xff\",\"fact\":",
	};
	struct check_evidence same = evidence;

	same.expected = same.got;
	for (unsigned form = 0; form < ARRAY_SIZE(shown); form++) {
		struct output output = start((enum record_form)form);
		const char *said;

		record_check(&output, "m.cbox3.signals", CHECK_FAIL, "nothing arrived", &same, NULL);
		said = taken();
		assert_non_null(strstr(said, shown[form]));
		assert_null(strstr(said, "xor"));
	}
}

TEST(text_counts_stand_in_columns_under_one_heading)
{
	struct output output = start(FORM_TEXT);
	struct count_record large = one_count;
	const char *text, *second;

	large.value = MASK(0, 48);
	record_count(&output, &one_count);
	record_count(&output, &large);
	text = taken();
	assert_null(strstr(text, "socket"));
	assert_string_equal(
		strstr(text, "\ncbox0") + 1,
		"cbox0               1234567 events     123.456 M/s    10.000 ms  nhmex_unc_cbox0::LLC_HITS:M\n"
		"cbox0       281474976710655 events  28147497671.065 M/s    10.000 ms  nhmex_unc_cbox0::LLC_HITS:M\n");
	second = strstr(text, "box ");
	assert_non_null(second);
	assert_null(strstr(second + 1, "box "));
	output.several_sockets = true;
	record_note(&output, "x");
	record_count(&output, &one_count);
	assert_non_null(strstr(taken(), "socket  box"));
}

TEST(text_sample_says_how_it_was_taken)
{
	struct output output = start(FORM_TEXT);
	struct sample_record proxy = one_sample;

	record_sample(&output, &one_sample);
	assert_non_null(strstr(taken(), "cbox0.ctr1 wbox.fixed_ctr  (native PMI, frozen by hardware)\n"));
	proxy.native = proxy.frozen_by_hardware = false;
	proxy.skew_ns = 40;
	record_sample(&output, &proxy);
	assert_non_null(strstr(taken(), "(proxy PMI, stopped by software, skew 40 ns)\n"));
}

TEST(terminals_get_no_commands)
{
	struct output output = start(FORM_TEXT);

	record_error(&output, VERDICT_ERROR, "no command \"%s\"", "\x1b[2J\x07\x9b");
	assert_string_equal(taken(), "error: no command \"?[2J??\"\n");
}

TEST(no_length_is_silently_cut)
{
	struct output output = start(FORM_JSON);
	static char name[3000];
	struct record record;

	memset(name, 'x', sizeof(name) - 1);
	record_begin(&record, &output, "box");
	record_text(&record, "name", name);
	record_end(&record);
	assert_int_equal(strlen(taken()), strlen("{\"record\":\"box\",\"name\":\"\"}\n") + 2999);
	record_note(&output, "%s", name);
	assert_non_null(strstr(taken(), "x [...]\"}\n"));
	record_begin(&record, &output, "box");
	record_format(&record, "name", "%s", name);
	record_format(&record, "title", "%s", "no room is left");
	record_text(&record, "state", "found");
	record_end(&record);
	assert_non_null(strstr(taken(), "x [...]\",\"title\":\"[...]\",\"state\":\"found\"}\n"));
}

TEST(too_many_fields_are_no_secret)
{
	struct output output = start(FORM_JSON);
	struct record record;

	record_begin(&record, &output, "box");
	for (unsigned i = 0; i < RECORD_FIELDS + 2; i++)
		record_u64(&record, "n", i);
	record_end(&record);
	assert_non_null(strstr(taken(), "\"n\":22,\"cut\":\"more fields than there is room for\"}\n"));
}

static void say_box(struct output *output, const char *kind, uint64_t counters)
{
	struct record record;

	record_begin(&record, output, kind);
	record_text(&record, "name", "cbox 0");
	record_u64(&record, "counters", counters);
	record_hex(&record, "base", 0);
	record_end(&record);
}

TEST(a_kind_without_template_shows_its_pairs)
{
	struct output output = start(FORM_TEXT);

	say_box(&output, "nameless", 6);
	assert_string_equal(taken(), "nameless name=cbox 0 counters=6 base=0x0\n");
	output = start(FORM_KTAP);
	say_box(&output, "nameless", 6);
	assert_string_equal(taken(), "KTAP version 1\n# nameless name=\"cbox 0\" counters=6 base=0x0\n");
}

static void say_core_pmu(struct output *output, unsigned version)
{
	struct record record;

	record_begin(&record, output, "core_pmu");
	record_u64(&record, "version", version);
	record_u64(&record, "counters", 4);
	record_u64(&record, "counter_bits", 48);
	record_u64(&record, "fixed_counters", 3);
	record_end(&record);
}

TEST(templates_show_what_says_something)
{
	struct output output = start(FORM_TEXT);

	say_core_pmu(&output, 3);
	say_core_pmu(&output, 0);
	assert_string_equal(taken(), "core counters  version 3: 4 of 48 bits, 3 fixed of  bits\n"
				     "core counters  none (CPUID leaf 0xa is empty)\n");
}

TEST(text_has_as_many_lines_as_its_fields)
{
	struct output output = start(FORM_TEXT);

	record_prose(&output, "\ntwo\n\nlines\n");
	assert_string_equal(taken(), "\ntwo\n\nlines\n");
	record_note(&output, "one\ntwo");
	assert_string_equal(taken(), "note:  one\n       two\n");
}

TEST(asides_are_for_people)
{
	struct output output = start(FORM_JSON);
	struct record record;

	record_prose(&output, "hello");
	assert_string_equal(taken(), "");
	record_begin(&record, &output, "version");
	record_text(&record, "name", "uncork");
	record_text(&record, "version", "1");
	record_aside(&record);
	record_text(&record, "shown", "yes");
	record_end(&record);
	assert_string_equal(taken(), "{\"record\":\"version\",\"name\":\"uncork\",\"version\":\"1\"}\n");
	output_form(&output, FORM_TEXT);
	record_end(&record);
	assert_string_equal(taken(), "uncork 1\n");
}

TEST(operations_show_what_they_do)
{
	struct machine machine = {0};
	struct operation write = {.where = {.space = SPACE_MSR, .width_bits = 64, .address = 0x77},
				  .value = 0x20000001,
				  .guard = NO_GUARD,
				  .kind = OPERATION_WRITE};
	struct operation read = {.where = {.space = SPACE_PCI,
					   .width_bits = 32,
					   .address = UINT64_C(0x1) << 28 | 0x7f << 20 | 0x14 << 15 | 3 << 12 | 0xa4},
				 .slot = 4,
				 .guard = 2,
				 .guard_mask = 6,
				 .kind = OPERATION_READ};
	struct output output = start(FORM_TEXT);
	const char *text;

	record_operation(&output, &machine, "arm", &write);
	record_operation(&output, &machine, "read", &read);
	text = taken();
	assert_non_null(strstr(text, "arm     write "));
	assert_non_null(strstr(text, "0x0000000020000001\n"));
	assert_non_null(strstr(text, "pci 0001:7f:14.3+0xa4"));
	assert_non_null(strstr(text, "-> slot 4  if slot 2 & 0x6\n"));
	output = start(FORM_JSON);
	record_operation(&output, &machine, "arm", &write);
	text = taken();
	assert_non_null(
		strstr(text, "{\"record\":\"operation\",\"program\":\"arm\",\"operation\":\"write\",\"register\":"));
	assert_non_null(strstr(text, "\"space\":\"msr\",\"address\":\"0x77\",\"socket\":0,"
				     "\"width\":64,\"value\":\"0x20000001\"}\n"));
}

/* ---- records that are kept ------------------------------------------------------------------------------ */

static char kept[16384];
static size_t kept_length;

static void keep_record(void *context, const char *bytes, size_t length)
{
	assert_ptr_equal(context, kept);
	assert_true(kept_length + length < sizeof(kept));
	memcpy(kept + kept_length, bytes, length);
	kept_length += length;
	kept[kept_length] = 0;
}

/* Everything but operations, which have a test of their own. */
static void say_some_of_all(struct output *output)
{
	struct slice string = slice_of("cbox0:oops");
	struct diagnostic diagnostic = {.length = 1, .reason = "no such"};

	record_plan(output, 2);
	record_count(output, &one_count);
	record_check(output, "a.b", CHECK_PASS, NULL, NULL, NULL);
	record_check(output, "a.c", CHECK_FAIL, "wrong", NULL, NULL);
	say_box(output, "box", 6);
	record_note(output, "so it is");
	record_error(output, VERDICT_FAIL, "broken");
	record_diagnostic(output, &diagnostic, string);
	output_end(output);
}

/* Whatever form the console has, what is kept is what it would be in JSON. */
TEST(records_are_kept_as_json)
{
	static const enum record_form forms[] = {FORM_TEXT, FORM_KTAP, FORM_JSON};
	struct output output = start(FORM_JSON);
	char expected[sizeof(written)], alone[sizeof(written)];

	say_some_of_all(&output);
	strcpy(expected, taken());
	assert_non_null(strstr(expected, "\"record\":\"end\""));
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		output = start(forms[i]);
		say_some_of_all(&output);
		strcpy(alone, taken());
		output = start(forms[i]);
		output.keep = keep_record;
		output.keep_context = kept;
		kept_length = 0;
		say_some_of_all(&output);
		assert_string_equal(kept, expected);
		assert_string_equal(taken(), alone);
	}
}
