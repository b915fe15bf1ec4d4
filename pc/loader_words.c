/* SPDX-License-Identifier: BSD-2-Clause */
#include "pc/loader_words.h"

#include "lib/memory.h"

/* Words that only loaders write: GRUB, syslinux; systemd-boot, QEMU, rEFInd. */
static const char *const loaders[] = {"BOOT_IMAGE=", "initrd="};

/* Linux parameters that U-Boot, kexec and pxelinux pass to any program. Linux
 * Documentation/admin-guide/kernel-parameters.txt; no command of uncork has such a word. */
static const char *const linux_keys[] = {
	"root=",   "rootfstype=",  "console=",    "earlyprintk=", "loglevel=", "panic=",   "resume=", "ip=",
	"BOOTIF=", "crashkernel=", "elfcorehdr=", "acpi_rsdp=",   "rd.",       "systemd.", "init="};
static const char *const linux_words[] = {"quiet", "splash", "ro", "rw", "rootwait", "rhgb", "nomodeset", "---"};

#define IMAGE_NAME "uncork"
#define IMAGE_END  ".efi"

/* State of a line. Words that are kept move to its front. */
struct words {
	struct text *line, *ignored;
	const struct loader_commands *commands;
	size_t from, to;  /* end of the text read, and of the text kept */
	bool begun;       /* the first command has begun */
	bool after_label; /* a word of a label was dropped; more may follow */
	bool named;       /* the image was named */
	bool for_linux;   /* a word for Linux was dropped, so name=value is not a misspelt command */
};

static bool is_separator(char c)
{
	return c == '/' || c == '\\';
}

/* One word with its quotes. An unclosed quote is an ordinary character. */
static struct slice word_at(const struct text *line, size_t from)
{
	size_t end = from;

	for (; end < line->length && line->at[end] != ' ' && line->at[end] != ';'; end++) {
		size_t close = end + 1;

		if (line->at[end] != '"' && line->at[end] != '\'')
			continue;
		while (close < line->length && line->at[close] != line->at[end])
			close++;
		if (close < line->length)
			end = close;
	}
	return (struct slice){line->at + from, end - from};
}

static size_t skip_blanks(const struct text *line, size_t at)
{
	while (at < line->length && line->at[at] == ' ')
		at++;
	return at;
}

static bool begins_with_one_of(struct slice word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_starts(word, list[i]))
			return true;
	return false;
}

static bool is_one_of(struct slice word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_is(word, list[i]))
			return true;
	return false;
}

static bool has_separator(struct slice word)
{
	for (size_t i = 0; i < word.length; i++)
		if (is_separator(word.at[i]))
			return true;
	return false;
}

/* True for Linux's form name=value. */
static bool is_parameter(struct slice word)
{
	struct slice rest = word;

	(void)slice_cut(&rest, '=');
	return rest.at;
}

/* Loaders do not quote paths. A path with blanks extends to the last word with a separator before a command. */
static struct slice whole_path(const struct words *words, struct slice path)
{
	const struct text *line = words->line;
	size_t from = (size_t)(path.at - line->at), end = from + path.length;

	while (has_separator(path) && (end = skip_blanks(line, end)) < line->length) {
		struct slice word = word_at(line, end);

		if (!word.length || words->commands->have(word) || is_parameter(word))
			break;
		end += word.length;
		if (has_separator(word))
			path.length = end - from;
	}
	return path;
}

static bool names_image(struct slice path)
{
	const size_t end = sizeof(IMAGE_END) - 1, name = sizeof(IMAGE_NAME) - 1;
	size_t base;

	if (path.length >= 2 && (path.at[0] == '"' || path.at[0] == '\'') && path.at[path.length - 1] == path.at[0])
		path = (struct slice){path.at + 1, path.length - 2};
	base = path.length;
	if (path.length >= end && slice_is_no_case((struct slice){path.at + path.length - end, end}, IMAGE_END))
		return true;
	while (base && !is_separator(path.at[base - 1]) && path.at[base - 1] != ':')
		base--;
	return path.length == base + name && slice_is_no_case((struct slice){path.at + base, name}, IMAGE_NAME);
}

/* True for a word that cannot be a command, not even a misspelt one. */
static bool is_foreign(struct slice word)
{
	for (size_t i = 0; i < word.length; i++)
		if (!((word.at[i] >= 'a' && word.at[i] <= 'z') || word.at[i] == '-'))
			return true;
	return !word.length;
}

static void ignore(struct words *words, struct slice word)
{
	if (words->ignored->length)
		text_char(words->ignored, ' ');
	text_bytes(words->ignored, word.at, word.length);
	words->from += word.length;
}

/* Drops the word at words->from if it is for another program. */
static bool drop(struct words *words)
{
	struct slice word = word_at(words->line, words->from);
	struct slice path = whole_path(words, word);

	if (begins_with_one_of(word, loaders, ARRAY_SIZE(loaders))) {
		words->from += path.length;
		return true;
	}
	if (is_one_of(word, linux_words, ARRAY_SIZE(linux_words)) ||
	    begins_with_one_of(word, linux_keys, ARRAY_SIZE(linux_keys))) {
		words->for_linux = true;
		ignore(words, word);
		return true;
	}
	if (words->begun || words->commands->have(word) ||
	    (words->commands->have_like(word) && !words->after_label && !(words->for_linux && is_parameter(word))))
		return false;
	if (!words->named && names_image(path)) {
		words->named = true;
		words->from += path.length;
		return true;
	}
	if (!is_foreign(word) && !words->after_label)
		return false;
	words->after_label |= !is_parameter(word);
	ignore(words, word);
	return true;
}

/* Keeps the text up to `end`. */
static void keep_words(struct words *words, size_t end)
{
	size_t bytes = end - words->from;

	memmove(words->line->at + words->to, words->line->at + words->from, bytes);
	words->to += bytes;
	words->from = end;
}

void loader_words_drop(struct text *line, const struct loader_commands *commands, struct text *ignored)
{
	struct words words = {.line = line, .ignored = ignored, .commands = commands};

	while (words.from < line->length) {
		size_t word = skip_blanks(line, words.from);

		if (words.to)
			keep_words(&words, word);
		words.from = word;
		if (word == line->length)
			break;
		if (line->at[word] != ';' && drop(&words))
			continue;
		words.begun = true;
		keep_words(&words, word + (line->at[word] == ';' ? 1 : word_at(line, word).length));
	}
	while (words.to && line->at[words.to - 1] == ' ')
		words.to--;
	line->length = words.to;
	line->at[words.to] = 0;
}
