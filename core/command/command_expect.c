/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"
#include "core/hardware/expect.h"
#include "lib/memory.h"

static void expect_one(struct shell *shell, const char *word)
{
	if (!strcmp(word, "cold")) {
		shell->machine->expects.cold = true;
		return;
	}
	for (unsigned lack = 0; lack < LACKS; lack++)
		if (!strcmp(word, lack_word((enum lack)lack))) {
			shell->machine->expects.lacks |= (uint8_t)BIT(lack);
			return;
		}
	switch (expect_boxes(shell->machine, slice_of(word))) {
	case EXPECTED: break;
	case EXPECTED_NONE_MATCHES:
		record_error(shell->output, VERDICT_ERROR, "expect: no box matches '%s'; `info` lists all boxes", word);
		break;
	case EXPECTED_TOO_MUCH:
		record_error(shell->output, VERDICT_ERROR, "expect: too many patterns; '*' means all boxes");
		break;
	}
}

static void run_expect(struct shell *shell, int argc, char **argv)
{
	if (argc == 1)
		record_error(shell->output, VERDICT_ERROR, "usage: expect %s", command_expect.usage);
	for (int i = 1; i < argc; i++)
		expect_one(shell, argv[i]);
}

const struct command command_expect = {
	.name = "expect",
	.usage = "cold|no-boxes|fewer-processors|no-acpi|no-mcfg|no-clock|BOX...",
	.summary = "say what this board must have; anything else is a failure",
	.details = "cold    the board was powered on for this run, and nothing before uncork has used its\n"
		   "        counters: a register that is not at its reset value is a failure\n"
		   "BOX     these boxes (a glob) must be there: one that the board's firmware hides is a failure.\n"
		   "        '*' means all boxes of the processor.\n"
		   "no-boxes, fewer-processors, no-acpi, no-mcfg, no-clock\n"
		   "        the machine lacks this, as an emulator or a board with disabled processors may.\n"
		   "        Without the word, a run on such a machine ends with an error (without boxes: fails);\n"
		   "        with it, a run fails if the machine does have it.\n"
		   "Without `cold` and BOX these cases are `untested`, because firmware hides functions of good\n"
		   "processors, and operating systems, management engines and firmware leave values in registers.\n"
		   "In force from here to the end of the run; put it at the top of uncork.cfg:\n"
		   "    expect cold 'qpi*' imc0 imc1\n"
		   "    test\n",
	.next = "info       which boxes are there\n"
		"test       check them\n",
	.setting = true,
	.run = run_expect,
};
