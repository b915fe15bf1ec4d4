/* SPDX-License-Identifier: BSD-2-Clause */
/* serial-port, serial-speed: the user knows which port the cable is at, and the other end's speed. */
#include "core/command/command.h"
#include "core/command/settings.h"
#include "lib/memory.h"
#include "lib/parse.h"

/* Speeds that a PC's port can generate and terminals support. */
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
			"serial-speed: '%s' is not one of 115200, 57600, 38400, 19200, 9600, 4800, 2400, 1200 (baud)",
			word);
		return;
	}
	refusal =
		shell->set_speed ? shell->set_speed(shell->context, baud) : "uncork does not drive a serial port here";
	if (refusal)
		record_note(shell->output, "serial-speed: not changed: %s", refusal);
}

const struct command command_serial_speed = {
	.name = "serial-speed",
	.usage = "[=] BAUD",
	.summary = "set the speed of the serial port",
	.details = "BAUD   115200, 57600, 38400, 19200, 9600, 4800, 2400 or 1200\n"
		   "Without this setting, a port that the board's firmware has set up keeps its speed; any\n"
		   "other gets the speed in ACPI's SPCR table, else 115200 baud. The format is always 8 data\n"
		   "bits, no parity, 1 stop bit, no flow control. The speed stays after the end of the run.\n"
		   "Among the settings at the top of uncork.cfg, it applies to all of uncork's output:\n"
		   "    serial-speed = 9600\n"
		   "    test\n"
		   "On a port whose clock is not a PC's the real speed would differ: leave it to the firmware.\n",
	.setting = true,
	.ahead = take_speed_ahead,
	.run = run_serial_speed,
};

/* ---- choosing the port -------------------------------------------------------------------------------------- */

#define PORT_LEAST 0x100
#define PORT_BYTES 8

/* Reads "com1" to "com4", or an I/O port. */
static bool port_read(const char *word, uint16_t *port)
{
	static const uint16_t ports[] = {0x3f8, 0x2f8, 0x3e8, 0x2e8};
	uint64_t value;

	if (!word)
		return false;
	if ((word[0] | 0x20) == 'c' && (word[1] | 0x20) == 'o' && (word[2] | 0x20) == 'm' && word[3] >= '1' &&
	    word[3] <= '4' && !word[4]) {
		*port = ports[word[3] - '1'];
		return true;
	}
	if (!parse_u64(slice_of(word), &value) || value < PORT_LEAST || value > UINT16_MAX || value % PORT_BYTES)
		return false;
	*port = (uint16_t)value;
	return true;
}

/* An invalid port is refused: it might be another device's. */
static bool take_port_ahead(struct settings *settings, int argc, char **argv)
{
	if (port_read(setting_value(argc, argv), &settings->serial_port))
		return true;
	settings_refuse(settings, "serial-port: \"%s\" is neither com1 to com4 nor an I/O port such as 0x2f8",
			argc > 1 ? argv[argc - 1] : "");
	return false;
}

static void run_serial_port(struct shell *shell, int argc, char **argv)
{
	const char *refusal;
	uint16_t port;

	if (!port_read(setting_value(argc, argv), &port)) {
		record_error(shell->output, VERDICT_ERROR, "usage: serial-port %s", command_serial_port.usage);
		return;
	}
	refusal = shell->set_port ? shell->set_port(shell->context, port) : "uncork does not drive a serial port here";
	if (refusal)
		record_note(shell->output, "serial-port: not changed: %s", refusal);
}

const struct command command_serial_port = {
	.name = "serial-port",
	.usage = "[=] com1 to com4, or an I/O port",
	.summary = "choose the serial port of the console",
	.details = "com1 to com4   the ports 0x3f8, 0x2f8, 0x3e8, 0x2e8\n"
		   "I/O port       of a 16550 elsewhere, such as 0x2f0: a multiple of 8, at least 0x100\n"
		   "Without this setting, the console is the port that ACPI's SPCR table names, else com1. Output\n"
		   "before this setting goes there, so put it before all other commands:\n"
		   "    serial-port = com2\n"
		   "    test\n"
		   "A port that does not answer like a 16550 is not used, and a note says so. To find out,\n"
		   "uncork writes the port's scratch register and puts it back.",
	.setting = true,
	.ahead = take_port_ahead,
	.run = run_serial_port,
};
