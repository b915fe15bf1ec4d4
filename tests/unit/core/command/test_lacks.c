/* SPDX-License-Identifier: BSD-2-Clause */
/* What a machine may be without, and the end of a run about it. */
#include "core/command/command.h"
#include "core/hardware/expect.h"
#include "tests/unit/support/unit.h"

static char console[2048];
static struct text said;
static struct machine machine;
static struct machine_box boxes[2];
static struct cpu cpus[4];
static struct ecam_region regions[1];
static struct output output;
static struct shell shell;

static void hear(void *context, const char *bytes, size_t length)
{
	(void)context;
	text_bytes(&said, bytes, length);
}

/* A machine that lacks nothing. */
static int start(void **state)
{
	(void)state;
	said = TEXT_OVER(console);
	boxes[0].state = BOX_FOUND;
	boxes[1].state = BOX_NO_WRITE_BACK;
	for (unsigned i = 0; i < ARRAY_SIZE(cpus); i++)
		cpus[i].usable = true;
	regions[0] = (struct ecam_region){.base = 0xe0000000, .last_bus = 255};
	machine = (struct machine){.boxes = boxes,
				   .box_count = 2,
				   .cpus = cpus,
				   .cpu_count = 4,
				   .cpus_told = 4,
				   .ecam = regions,
				   .ecam_count = 1};
	output_start(&output, hear, NULL, FORM_TEXT);
	shell = (struct shell){.machine = &machine, .output = &output, .of_machine = true};
	return 0;
}
BEFORE_EACH(start)

static void ends(enum verdict verdict, const char *last)
{
	shell_say_lacks(&shell);
	assert_int_equal(output_end(&output), verdict);
	assert_non_null(strstr(console, last));
}

TEST(a_machine_with_all_of_it_passes)
{
	ends(VERDICT_PASS, "pass: 0 passed");
	assert_null(strstr(console, "expect"));
}

TEST(what_is_missing_stands_in_the_last_line)
{
	boxes[0].state = BOX_HIDDEN;
	cpus[3].usable = false;
	machine.unmapped = machine.no_clock = true;
	ends(VERDICT_ERROR, "error: 0 passed, 0 failed, 0 skipped (no boxes, 3 of 4 processors, no ACPI, no clock)\n");
	assert_non_null(strstr(console, "if this is intended, use `expect fewer-processors`"));
}

TEST(no_box_is_a_failure)
{
	boxes[0].state = BOX_FAULTS;
	ends(VERDICT_FAIL, "fail: 0 passed, 0 failed, 0 skipped (no boxes)\n");
}

TEST(what_is_denied_is_not_missing)
{
	boxes[0].state = BOX_DENIED;
	ends(VERDICT_PASS, "pass:");
}

TEST(without_a_list_of_processors_cpuid_says_how_many_there_may_be)
{
	machine.cpu_count = 1;
	ends(VERDICT_ERROR, "(1 of 4 processors)\n");
	assert_non_null(strstr(console, "1 of up to 4 processors work"));
}

TEST(mcfg_is_missing_where_a_box_needs_it)
{
	regions[0].base = ECAM_BY_PORTS;
	boxes[1] = (struct machine_box){.state = BOX_ABSENT, .evidence = {.space = SPACE_MSR}};
	ends(VERDICT_PASS, "pass:");
	start(NULL);
	regions[0].base = ECAM_BY_PORTS;
	boxes[1] = (struct machine_box){.state = BOX_ABSENT, .evidence = {.space = SPACE_PCI}};
	ends(VERDICT_ERROR, "(no MCFG)\n");
}

TEST(what_is_expected_is_no_error_and_must_be_so)
{
	machine.expects.lacks = BIT(LACKS_BOXES) | BIT(LACKS_ACPI);
	boxes[0].state = BOX_HIDDEN;
	machine.unmapped = true;
	ends(VERDICT_PASS, "pass:");
	start(NULL);
	machine.expects.lacks = BIT(LACKS_BOXES);
	ends(VERDICT_FAIL, "expect no-boxes: not true of this machine");
}

TEST(a_run_that_is_not_about_the_machine_needs_none_of_it)
{
	shell.of_machine = false;
	boxes[0].state = BOX_HIDDEN;
	machine.unmapped = true;
	ends(VERDICT_PASS, "pass:");
}
