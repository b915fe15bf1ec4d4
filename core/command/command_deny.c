/* SPDX-License-Identifier: BSD-2-Clause */
/* deny, allow: registers that must not be accessed on this board. */
#include "core/command/register_words.h"
#include "core/command/settings.h"
#include "core/hardware/deny.h"
#include "lib/memory.h"
#include "lib/text.h"

#define FUNCTION_LAST 0xfff

/* Reads one end of a range. Without an offset it is the first or last byte of the function. */
static bool read_end(unsigned space, struct slice word, uint64_t without_offset, uint64_t *address)
{
	char bytes[48];
	struct text whole = TEXT_OVER(bytes);
	struct slice rest = word;

	if (parse_u64(word, address))
		return true;
	if (space != SPACE_PCI)
		return false;
	(void)slice_cut(&rest, '+');
	text_bytes(&whole, word.at, word.length);
	if (!rest.at)
		text_format(&whole, "+0x%llx", (unsigned long long)without_offset);
	return !whole.truncated && location_read_pci(slice_of(bytes), address);
}

static const char *read_name(const char *word, struct deny_rule *rule)
{
	size_t length = strlen(word);

	if (!length || length >= sizeof(rule->name))
		return "is no name of a box or register";
	for (size_t i = 0; i < length; i++)
		if (word[i] <= ' ' || word[i] > '~')
			return "is no name of a box or register";
	memcpy(rule->name, word, length + 1);
	return NULL;
}

/* Reads the rule at *at, a name or SPACE ADDRESS[-ADDRESS], and moves *at past it. Returns an error message, or
 * NULL. */
static const char *read_rule(int argc, char **argv, int *at, struct deny_rule *rule)
{
	bool allow = !strcmp(argv[0], command_allow.name);
	enum space space = space_by_name(argv[*at]);
	struct slice last, first;

	*rule = (struct deny_rule){.allow = allow, .space = (uint8_t)space};
	if (space == SPACE_COUNT)
		return read_name(argv[(*at)++], rule);
	if (++*at >= argc)
		return "has no address after it";

	last = slice_of(argv[(*at)++]);
	first = slice_cut(&last, '-');
	if (!read_end(space, first, 0, &rule->first) ||
	    !read_end(space, last.at ? last : first, FUNCTION_LAST, &rule->last))
		return space == SPACE_PCI
			       ? "is neither [SEGMENT:]BUS:DEVICE.FUNCTION[+OFFSET] nor a range of them"
			       : "is neither a number (decimal, or hexadecimal with 0x) nor a range of numbers";
	return rule->first <= rule->last ? NULL : "is a range that ends before it begins";
}

static int first_word(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "=") ? 2 : 1;
}

static const char *take_rules(int argc, char **argv, const char **word)
{
	struct deny_rule rule;

	for (int at = first_word(argc, argv); at < argc;) {
		const char *wrong;

		*word = argv[at];
		wrong = read_rule(argc, argv, &at, &rule);
		if (wrong) {
			*word = argv[at < argc ? at - 1 : argc - 1];
			return wrong;
		}
		if (!deny_add(&rule))
			return "is one rule too many: 64 at most";
	}
	return NULL;
}

static bool take_ahead(struct settings *settings, int argc, char **argv)
{
	const char *word = "nothing", *wrong = take_rules(argc, argv, &word);

	if (!wrong)
		return true;
	settings_refuse(settings, "%s: \"%s\" %s", argv[0], word, wrong);
	return false;
}

static void show_rules(struct shell *shell)
{
	const struct deny_rule *rule;

	for (unsigned i = 0; (rule = deny_rule(i)); i++) {
		struct location where = {.space = rule->space, .address = rule->first};
		struct record record;
		struct text *about;

		record_begin(&record, shell->output, "rule");
		record_text(&record, "rule", rule->allow ? command_allow.name : command_deny.name);
		about = record_compose(&record, "about");
		if (rule->space == SPACE_COUNT) {
			text_string(about, rule->name);
		} else {
			location_text(&where, about);
			where.address = rule->last;
			if (rule->first != rule->last) {
				text_string(about, " to ");
				location_text(&where, about);
			}
		}
		record_end(&record);
	}
	if (!deny_rule(0))
		record_note(shell->output, "nothing is denied");
}

static void run_deny(struct shell *shell, int argc, char **argv)
{
	const char *word = "nothing", *wrong;
	struct deny_rule rule;

	if (first_word(argc, argv) == argc) {
		if (argc == 1)
			show_rules(shell);
		else
			record_error(shell->output, VERDICT_ERROR, "usage: %s %s", argv[0], command_deny.usage);
		return;
	}
	for (int at = first_word(argc, argv); at < argc;) {
		if (read_rule(argc, argv, &at, &rule) || deny_means_something(shell->machine, &rule))
			continue;
		record_error(shell->output, VERDICT_ERROR,
			     "%s: no box and no register of this machine matches \"%s\"; `info -a` lists all boxes",
			     argv[0], rule.name);
		return;
	}
	wrong = take_rules(argc, argv, &word);
	if (wrong)
		record_error(shell->output, VERDICT_ERROR, "%s: \"%s\" %s", argv[0], word, wrong);
	if (!machine_deny(shell->machine))
		record_error(shell->output, VERDICT_ERROR, "%s: out of memory: rules by name are not in force",
			     argv[0]);
}

const struct command command_deny = {
	.name = "deny",
	.usage = "[=] [BOX | BOX.REGISTER | SPACE ADDRESS[-ADDRESS]]...",
	.summary = "forbid access to registers",
	.details = "BOX            all registers of these boxes, a glob: imc0, 'cbox*'\n"
		   "BOX.REGISTER   these registers, a glob: cbox3.ctr1, '*.ctl2'\n"
		   "SPACE ADDRESS  msr, pci, mmio, memory, spr, opal or pmc, and an address or a range; pci also\n"
		   "               takes [SEGMENT:]BUS:DEVICE.FUNCTION[+OFFSET] (without an offset: all of it)\n"
		   "No command reads or writes a denied register. A check that needs one is `untested` with the\n"
		   "reason \"denied\", and a measurement that needs one does not start. If several rules match a\n"
		   "register, the last one decides. Without arguments: show the rules.\n"
		   "A rule is in force from here to the end of the run. To be in force before uncork looks for\n"
		   "boxes, it must be at the top of uncork.cfg or of the command line, with only settings before\n"
		   "it. A malformed rule there ends the run before anything is touched; a rule there that names no\n"
		   "box of the machine keeps uncork from touching any box:\n"
		   "    deny = msr 0x3f8-0x3fd\n"
		   "    deny = imc0 pci 7f:1e.3 mmio 0xfe000000-0xfeffffff\n"
		   "    test\n"
		   "Rules do not cover what uncork itself needs to run: local APIC, page attributes, ports, timers.",
	.next = "allow      make exceptions\n"
		"test       what can be tested without these registers\n",
	.ahead = take_ahead,
	.setting = true,
	.run = run_deny,
};

const struct command command_allow = {
	.name = "allow",
	.usage = "[=] [BOX | BOX.REGISTER | SPACE ADDRESS[-ADDRESS]]...",
	.summary = "make exceptions from `deny`",
	.details = "Takes the same arguments as `deny` (see `help deny`). If several rules match a register, the\n"
		   "last one decides:\n"
		   "    deny = '*'\n"
		   "    allow = ubox 'cbox*'\n"
		   "    test",
	.next = "deny       without arguments: show the rules\n",
	.ahead = take_ahead,
	.setting = true,
	.run = run_deny,
};
