/* SPDX-License-Identifier: BSD-2-Clause */
/* poke: writes one register. A register in the tables is restored at the end of the run. */
#include "core/command/register_words.h"
#include "core/hardware/leaving.h"
#include "lib/text.h"

/* Keeps the value before the first poke of a register that holds what software writes; only such a register can be
 * restored. Returns true if it will be. */
static bool keep_poked(struct shell *shell, const struct location *where)
{
	struct poked *poked = &shell->poked[shell->poked_count];
	const struct register_row *row;
	struct box box;
	unsigned index;

	if (!machine_register(shell->machine, where, &box, &row, &index) || !layout_writable(row->layout))
		return false;
	for (unsigned i = 0; i < shell->poked_count; i++) {
		const struct location *known = &shell->poked[i].where;

		if (known->space == where->space && known->address == where->address && known->socket == where->socket)
			return true;
	}
	if (shell->poked_count == ARRAY_SIZE(shell->poked))
		return false;
	poked->where = *where;
	if (register_read(shell->machine, where, &poked->found) != OUTCOME_OK)
		return false;
	leaving_note(shell->machine, where, poked->found);
	shell->poked_count++;
	return true;
}

void shell_restore(struct shell *shell)
{
	while (shell->poked_count) {
		const struct poked *poked = &shell->poked[--shell->poked_count];
		enum outcome outcome = register_write(shell->machine, &poked->where, poked->found);
		char bytes[96];
		struct text name = TEXT_OVER(bytes);

		if (outcome == OUTCOME_OK)
			continue;
		machine_location_text(shell->machine, &poked->where, &name);
		record_error(shell->output, VERDICT_FAIL, "%s could not be put back: %s", bytes, outcome_name(outcome));
	}
	record_left(shell->output, shell->machine);
}

struct request {
	struct location where;
	uint64_t value;
	bool verify, keep;
};

static void poke(struct shell *shell, const struct request *request)
{
	struct machine *machine = shell->machine;
	const struct location *where = &request->where;
	unsigned count = shell->poked_count, index;
	bool kept = !request->keep && keep_poked(shell, where);
	enum outcome outcome = register_write(machine, where, request->value);
	uint64_t mask = MASK(0, location_bits(where)), got = 0;
	const struct register_row *row;
	struct box box;

	register_record(shell, "poke", where, outcome, &request->value);
	if (outcome == OUTCOME_DENIED && shell->poked_count > count) {
		/* Nothing was written, and restoring would be denied, too. */
		leaving_forget(machine, where);
		shell->poked_count = count;
	}
	if (outcome != OUTCOME_OK)
		return;
	if (request->verify) {
		outcome = register_read(machine, where, &got);
		/* Read-only bits may be set by hardware, but each written 1 must read 1. */
		if (machine_register(machine, where, &box, &row, &index))
			mask = layout_settable(row->layout);
		if (outcome == OUTCOME_OK && (got ^ request->value) & (mask | request->value))
			outcome = OUTCOME_DROPPED;
		register_record(shell, "peek", where, outcome, outcome == OUTCOME_FAULT ? NULL : &got);
	}
	if (!kept) {
		leaving_forget(machine, where);
		record_note(shell->output, "this register keeps its value when the run ends");
	}
}

static void run_poke(struct shell *shell, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct register_options wanted = {0};
	struct request request = {0};
	int letter, words;

	while ((letter = option_next(&options, "w:s:vk", shell->output))) {
		request.verify |= letter == 'v';
		request.keep |= letter == 'k';
		if (letter == '?')
			return;
		if (options.value && !register_option(shell, &wanted, letter, options.value))
			return;
	}
	argv += options.index;
	words = register_words(argc - options.index, argv);
	if (!words || words + 1 != argc - options.index) {
		record_error(shell->output, VERDICT_ERROR, "usage: poke %s", command_poke.usage);
		return;
	}
	if (!register_find(shell, argv, &wanted, &request.where))
		return;
	if (!parse_u64(slice_of(argv[words]), &request.value)) {
		record_error(shell->output, VERDICT_ERROR,
			     "\"%s\" is not a value: use a number, with 0x if hexadecimal", argv[words]);
		return;
	}
	if (register_fits(shell, &request.where, request.value))
		poke(shell, &request);
}

const struct command command_poke = {
	.name = "poke",
	.usage = "SPACE ADDRESS VALUE | REGISTER VALUE [-v] [-k] [-w BITS] [-s SOCKET]",
	.summary = "write one register",
	.details = "Writes one register. It is put back when the run ends if uncork's tables have it.\n"
		   "\n"
		   "  SPACE, ADDRESS, REGISTER, -w, -s   as for peek\n"
		   "  VALUE      a number, 0x for hexadecimal\n"
		   "  -v         read it back; a different value is a failure\n"
		   "  -k         keep the value when the run ends\n"
		   "\n"
		   "  poke cbox3.ctr1 0x1234 -v\n"
		   "  poke msr 0xc00 0x10000000; peek msr 0xc00",
	.next = "peek REGISTER        its value now\n",
	.run = run_poke,
};
