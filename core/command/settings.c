/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/settings.h"

#include "core/command/words.h"
#include "lib/text.h"

#include <stdarg.h>

void settings_refuse(struct settings *settings, const char *format, ...)
{
	struct text text = TEXT_OVER(settings->wrong);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
}

/* The command if it is taken ahead; NULL for other commands, or none. */
static const struct command *command_ahead(const struct words *words)
{
	const struct command *command = words->argc ? command_by_name(words->argv[0]) : NULL;

	return command && (command->setting || command->ahead) ? command : NULL;
}

void settings_take(struct settings *settings, struct slice boot_commands)
{
	struct words_reader reader = words_reader_of(shell_without_marks(boot_commands));
	struct words words;

	*settings = (struct settings){0};
	while (words_next(&reader, &words)) {
		const struct command *command;

		if (!words_drop_forms(&words))
			return;
		command = command_ahead(&words);
		if (words.argc && !command)
			return;
		if (command && command->ahead && !command->ahead(settings, words.argc, words.argv))
			return;
		if (command && !command->setting)
			return;
	}
	if (reader.wrong && words_drop_forms(&words) && command_ahead(&words))
		settings_refuse(settings, "%s: %s", words.argv[0], reader.wrong);
}
