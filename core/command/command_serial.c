/* SPDX-License-Identifier: BSD-2-Clause */
/* How fast the serial port is: said by whoever knows what is at the other end of the cable. */
#include "core/command/command.h"
#include "core/command/settings.h"
#include "lib/memory.h"
#include "lib/parse.h"

/* What a PC's port makes of its clock, and terminals know. */
static bool speed_read(const char *word, uint32_t *baud)
{
	static const uint32_t speeds[] = {115200, 57600, 38400, 19200, 9600, 4800, 2400, 1200};
	uint64_t value;

	if (!word || !parse_u64(slice_of(word), &value))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(speeds); i++) {
		if (value != speeds[i])
			continue;
		*baud = speeds[i];
		return true;
	}
	return false;
}

static bool take_speed_ahead(struct settings *settings, int argc, char **argv)
{
	uint32_t baud;

	if (speed_read(setting_value(argc, argv), &baud))
		settings->serial_baud = baud;
	return true;
}

static void run_serial_speed(struct shell *shell, int argc, char **argv)
{
	const char *word = setting_value(argc, argv);
	const char *refusal;
	uint32_t baud;

	if (!word) {
		record_error(shell->output, VERDICT_ERROR, "usage: serial-speed %s", command_serial_speed.usage);
		return;
	}
	if (!speed_read(word, &baud)) {
		record_error(
			shell->output, VERDICT_ERROR,
			"serial-speed: no port is set to '%s' baud; 115200, 57600, 38400, 19200, 9600, 4800, 2400 and 1200 can be",
			word);
		return;
	}
	refusal = shell->set_speed ? shell->set_speed(shell->context, baud) : "the console is no serial port of ours";
	if (refusal)
		record_note(shell->output, "serial-speed: nothing is set: %s", refusal);
}

const struct command command_serial_speed = {
	.name = "serial-speed",
	.usage = "[=] BAUD",
	.summary = "set the speed of the serial port",
	.details = "BAUD   115200, 57600, 38400, 19200, 9600, 4800, 2400 or 1200\n"
		   "Without it a port that the board's firmware has set up keeps its speed; one that nobody\n"
		   "has set up gets the speed that ACPI's SPCR table says, else 115200 baud. The format is\n"
		   "8 data bits, no parity, 1 stop bit in any case, without flow control. It holds from here\n"
		   "to the end of the run and behind it. Before all but settings in uncork.cfg it holds for\n"
		   "all that uncork says:\n"
		   "    serial-speed = 9600\n"
		   "    test\n"
		   "A port with another clock than a PC's has another speed then: leave it to the firmware.\n",
	.setting = true,
	.ahead = take_speed_ahead,
	.run = run_serial_speed,
};
