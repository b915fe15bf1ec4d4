/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/words.h"

#include "lib/memory.h"

struct words_reader words_reader_of(struct slice line)
{
	return (struct words_reader){.line = line.at, .at = line.at, .end = line.at ? line.at + line.length : NULL};
}

static bool complain_words(struct words_reader *reader, const char *at, const char *wrong)
{
	reader->column = (uint32_t)(at - reader->line) + 1;
	reader->wrong = wrong;
	return false;
}

static bool ends_command(char c)
{
	return c == ';' || c == '\n' || c == '\r';
}

static bool words_add(struct words_reader *reader, struct words *words, char c)
{
	bool control = (c >= 0 && c < ' ' && c != '\t') || c == 0x7f;

	if (control)
		return complain_words(reader, reader->at, "a control character");
	if (words->used + 1 >= sizeof(words->bytes))
		return complain_words(reader, reader->at, "the command is too long");
	words->bytes[words->used++] = c;
	return true;
}

/* Reads from an opening quote past the closing one. */
static bool read_quoted(struct words_reader *reader, struct words *words)
{
	const char *open = reader->at++;

	for (; reader->at < reader->end; reader->at++) {
		if (*reader->at == *open) {
			reader->at++;
			return true;
		}
		if (!words_add(reader, words, *reader->at))
			return false;
	}
	return complain_words(reader, open, "this quote is not closed");
}

static bool read_word(struct words_reader *reader, struct words *words)
{
	bool good = true;

	if (words->argc == COMMAND_ARGUMENTS)
		return complain_words(reader, reader->at, "too many words in one command");
	if (words->used + 1 >= sizeof(words->bytes))
		return complain_words(reader, reader->at, "the command is too long");
	words->argv[words->argc++] = words->bytes + words->used;
	while (good && reader->at < reader->end && !is_blank(*reader->at) && !ends_command(*reader->at)) {
		if (*reader->at == '"' || *reader->at == '\'') {
			good = read_quoted(reader, words);
		} else {
			good = words_add(reader, words, *reader->at);
			reader->at++;
		}
	}
	words->bytes[words->used++] = 0;
	return good;
}

/* Splits a setting with its value, "timeout=60", into "timeout" and "60". Any -F may stand before it. */
static void split_setting(struct words *words)
{
	const struct command *command;
	int at = 0;
	char *sign;

	while (at < words->argc && words->argv[at][0] == '-' && words->argv[at][1] == 'F')
		at += words->argv[at][2] ? 1 : 2;
	if (at >= words->argc || words->argc == COMMAND_ARGUMENTS)
		return;
	for (sign = words->argv[at]; *sign && *sign != '='; sign++)
		continue;
	if (!*sign)
		return;
	*sign = 0;
	command = command_by_name(words->argv[at]);
	if (!command || !command->setting) {
		*sign = '=';
	} else if (sign[1]) {
		at++;
		memmove(words->argv + at + 1, words->argv + at, (size_t)(words->argc - at) * sizeof(*words->argv));
		words->argv[at] = sign + 1;
		words->argc++;
	}
}

bool words_next(struct words_reader *reader, struct words *words)
{
	words->argc = 0;
	words->used = 0;
	words->argv[0] = NULL;
	if (reader->wrong || reader->at >= reader->end)
		return false;
	while (reader->at < reader->end) {
		if (is_blank(*reader->at)) {
			reader->at++;
		} else if (ends_command(*reader->at)) {
			reader->at++;
			break;
		} else if (*reader->at == '#') {
			while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r')
				reader->at++;
		} else if (!read_word(reader, words)) {
			break;
		}
	}
	split_setting(words);
	words->argv[words->argc] = NULL;
	return !reader->wrong;
}
