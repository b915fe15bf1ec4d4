/* SPDX-License-Identifier: BSD-2-Clause */
/* Raw values of selects: what no table has is counted as it is given, and said. Where the table has it nothing is. */
#include "tests/unit/support/shell_bench.h"

#include "core/event/table.h"

static void expect_note(const char *machine_name, const char *event, const char *note)
{
	char line[96];

	assert_true(shell_try(machine_name, 1, ""));
	snprintf(line, sizeof(line), "program -e %s", event);
	assert_int_equal(shell_run(line), VERDICT_PASS);
	if (!note)
		assert_null(strstr(said, "not in the table"));
	else if (!strstr(said, note))
		fail_msg("%s of %s: no \"%s\"", event, machine_name, note);
}

TEST(codes_that_no_table_has_are_said)
{
	expect_note("xeon-e5-2600-v4", "cbox0:0x4000fe",
		    "\"event 0xfe is not in the table of cbox: counted as given\"");
	expect_note("xeon-7500", "cbox0:0xfe", "\"event 0xfe is not in the table of cbox: counted as given\"");
	expect_note("sapphire-rapids", "cha0:0xfe", "event 0xfe is not in the table of cha");
	expect_note("xeon-e5-2600", "uncore_cbox_0/event=0xfe/", "event 0xfe is not in the table of cbox");
}

/* A bit of the umask that stands for nothing by itself is such a value; so are none and one that no row has. */
TEST(umasks_that_no_table_has_are_said)
{
	expect_note("skylake-sp", "cha0/event=0x0,umask=0x4/", "\"umask 0x4 of event 0x0 is not in the table of cha:");
	expect_note("skylake-sp", "cha0/event=0x34,umask=0x80,filter0=0x3fe0000/", "umask 0x80 of event 0x34");
	expect_note("xeon-e5-2600-v2", "imc0/event=0x04,umask=0xc3/", "umask 0xc0 of event 0x4");
	expect_note("xeon-e5-2600-v2", "imc0/event=0x04,umask=0x0f/", NULL);
	expect_note("xeon-e5-2600-v2", "imc0/event=0x04,umask=0x3/", NULL);
}

/* Each row of each table, given as a number. */
TEST(what_a_table_has_is_not_said)
{
	for (unsigned p = 0; processors[p]; p++)
		for (unsigned t = 0; t < processors[p]->type_count; t++) {
			const struct box_type *type = processors[p]->types[t];
			struct select_shape shape = {0};

			if (type->postings || !type->event_count)
				continue;
			select_shape_read(type, &shape);
			for (unsigned i = 0; i < type->event_count; i++) {
				struct event_config config = {.processor = processors[p], .type = type};
				char bytes[64];
				struct text what = TEXT_OVER(bytes);

				config.select = event_identity(type, &shape, &type->events[i]);
				if (event_unlisted(&config, &what))
					fail_msg("%s %s %s", processors[p]->name, type->name, what.at);
			}
		}
}
