/* SPDX-License-Identifier: BSD-2-Clause */
/* plan: runs a command on a plan of the hardware (core/hardware/plan.h) and shows its accesses. */
#include "core/check/check.h"
#include "core/command/settings.h"
#include "core/hardware/bus.h"
#include "core/hardware/plan.h"
#include "core/hardware/prefetch.h"
#include "core/hardware/smi.h"
#include "lib/memory.h"
#include "lib/text.h"

/* Excludes known work, which would really access memory, and measurements, which depend on counts. */
static const struct command *const plannable[] = {&command_info, &command_test, &command_peek, &command_poke};

/* Hides the planned command's output, but keeps its first error line. */
struct quiet {
	char line[200], wrong[200];
	struct text text;
};

static void keep_wrong(void *context, const char *bytes, size_t length)
{
	struct quiet *quiet = context;

	for (size_t i = 0; i < length; i++) {
		if (bytes[i] != '\n') {
			text_char(&quiet->text, bytes[i]);
			continue;
		}
		if (!*quiet->wrong &&
		    (slice_starts(slice_of(quiet->line), "error: ") || slice_starts(slice_of(quiet->line), "failed: ")))
			memcpy(quiet->wrong, quiet->line, sizeof(quiet->line));
		quiet->text = TEXT_OVER(quiet->line);
	}
}

/* ---- planning ------------------------------------------------------------------------------------------------ */

static bool takes_writes(const struct register_layout *layout)
{
	for (unsigned i = 0; i < layout->field_count; i++) {
		enum access access = layout->fields[i].access;

		if (access != ACCESS_RO && access != ACCESS_VOLATILE && access != ACCESS_IGNORED &&
		    access != ACCESS_RESERVED)
			return true;
	}
	return false;
}

/* Registers that checks of other boxes may access, too: those that stop a box, show its overflows, or count its
 * clock. */
static bool is_for_others(const struct register_row *row)
{
	return row->role != ROLE_OTHER && row->role != ROLE_SELECT && row->role != ROLE_COUNTER &&
	       row->role != ROLE_FILTER && row->role != ROLE_FREE_COUNTER;
}

/* The registers that a check accesses may depend on counts, which a plan does not have. So all registers of a checked
 * box are added, with each kind of access that they allow. Of other boxes, only registers that checks of another box
 * may access are added. */
static void add_registers(const struct machine *machine, const struct box *box, bool checked)
{
	for (unsigned r = 0; r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		for (unsigned i = 0; (checked || is_for_others(row)) && i < box_row_count(box, row); i++) {
			struct location where = box_location(box, row, i);
			struct accessed accessed = {0};

			if (row_readable(row))
				accessed = bus_read(machine->hw, &where);
			if (takes_writes(row->layout))
				(void)bus_write(machine->hw, &where, accessed.value);
		}
	}
}

/* Adds accesses of checks that do known work, or that are disturbed. */
static void add_others(const struct machine *machine)
{
	const struct check_facts *facts = check_facts_of(machine);
	struct prefetch prefetch;
	uint64_t smis;

	for (uint32_t cpu = 0; cpu < machine->cpu_count; cpu++) {
		bool answered;

		if (!machine->cpus[cpu].usable)
			continue;
		answered = prefetch_off(&prefetch, machine, cpu, 0);
		answered = smi_count(machine, cpu, &smis) && answered;
		(void)answered;
		prefetch_restore(&prefetch);
	}
	for (uint16_t socket = 0; facts && facts->meanings && socket < machine->socket_count; socket++)
		(void)meaning_find_doubling(machine, facts->meanings, socket);
}

static void add_checked(const struct machine *machine, struct slice filter)
{
	size_t mark = arena_mark(machine->arena);
	bool *wanted = arena_take(machine->arena, machine->box_count, sizeof(*wanted));
	struct check_plan walk = check_plan_of(machine, filter);
	struct check_target target;

	plan_say_why("whatever its checks come to");
	while (wanted && check_plan_next(&walk, &target))
		if (target.place)
			wanted[target.place - machine->boxes] = true;
	/* The plan also writes to others, such as a clock or boxes that are stopped together. */
	for (const struct plan_access *access = plan_list(); wanted && access; access = access->next)
		if (access->write && access->box_number && !access->inventory)
			wanted[access->box_number - 1] = true;
	for (size_t i = 0; wanted && i < machine->box_count; i++)
		if (machine->boxes[i].state == BOX_FOUND)
			add_registers(machine, &machine->boxes[i].box, wanted[i]);
	add_others(machine);
	plan_say_why(NULL);
	arena_release(machine->arena, mark);
}

static struct slice filter_of(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (argv[i][0] != '-')
			return slice_of(argv[i]);
	return slice_of("");
}

static void run_planned(struct shell *shell, const struct command *command, int argc, char **argv)
{
	static struct quiet quiet;
	struct output output;
	struct shell planned = *shell;

	memset(&quiet, 0, sizeof(quiet));
	quiet.text = TEXT_OVER(quiet.line);
	output_start(&output, keep_wrong, &quiet, FORM_TEXT);
	planned.output = &output;
	plan_say_program(command->name);
	plan_list_once(command == &command_test);
	command->run(&planned, argc, argv);
	if (command == &command_test && output.verdict != VERDICT_ERROR)
		add_checked(shell->machine, filter_of(argc, argv));
	plan_say_why("the end of the run");
	shell->interrupted = planned.interrupted;
	if (command != &command_test && output.verdict != VERDICT_PASS)
		record_error(shell->output, VERDICT_ERROR, "plan: not all of %s could be planned: %s", command->name,
			     quiet.wrong);
	else if (output.verdict == VERDICT_ERROR)
		record_error(shell->output, VERDICT_ERROR, "plan: %s", quiet.wrong);
	output.verdict = VERDICT_PASS;
	shell_restore(&planned);
	plan_say_why(NULL);
	plan_list_once(false);
}

/* ---- results --------------------------------------------------------------------------------------------------- */

/* Accesses to one box. Entry 0 counts those to registers in no table. */
struct plan_sum {
	uint32_t reads, writes, asked;
};

static void show_access(struct output *output, const struct plan_access *access, const char *before)
{
	const struct location *where = &access->where;
	struct record record;

	record_begin(&record, output, "access");
	record_text(&record, "why", access->why);
	record_text(&record, "operation", access->write ? "write" : "read");
	if (access->box)
		box_register_name(access->box, access->row, access->index, record_compose(&record, "register"));
	else
		location_text(where, record_compose(&record, "register"));
	record_location(&record, where);
	if (where->cpu)
		record_u64(&record, "cpu", where->cpu - 1u);
	record_u64(&record, "width", where->width_bits);
	if (access->outcome == OUTCOME_OK)
		record_hex(&record, "value", access->value);
	else
		record_text(&record, "value", outcome_name((enum outcome)access->outcome));
	record_u64(&record, "asked", access->asked);
	record_aside(&record);
	if (!before || strcmp(before, access->why) != 0)
		record_text(&record, "heading", access->why);
	location_text(where, record_compose(&record, "place"));
	if (access->box)
		box_register_name(access->box, access->row, access->index, record_compose(&record, "name"));
	record_u64(&record, "processor", where->cpu && !access->box);
	record_end(&record);
}

static void show_sum(struct output *output, const struct box *box, const struct plan_sum *sum)
{
	char name[BOX_NAME_SIZE];
	struct record record;

	if (!sum->reads && !sum->writes)
		return;
	record_begin(&record, output, "access_sum");
	if (box) {
		box_name(box, name);
		record_text(&record, "box", name);
		record_u64(&record, "socket", box->socket);
	}
	record_u64(&record, "reads", sum->reads);
	record_u64(&record, "writes", sum->writes);
	record_u64(&record, "asked", sum->asked);
	record_end(&record);
}

static void add_to_sum(struct plan_sum *sum, const struct plan_access *access)
{
	sum->reads += !access->write;
	sum->writes += access->write;
	sum->asked += access->asked;
}

static void show_total(struct shell *shell, const char *command, const struct plan_sum *all)
{
	struct record record;

	record_begin(&record, shell->output, "planned");
	record_text(&record, "command", command);
	record_u64(&record, "reads", all->reads);
	record_u64(&record, "writes", all->writes);
	record_u64(&record, "asked", all->asked);
	record_end(&record);
	if (plan_lost())
		record_error(shell->output, VERDICT_ERROR, "plan: incomplete: out of memory, %u accesses are missing",
			     plan_lost());
	if (plan_is_blind())
		record_error(
			shell->output, VERDICT_ERROR,
			"plan: incomplete: reading the machine's own table of boxes needs a write first: its boxes are missing");
}

/* Returns false if there is no memory for the sums. */
static bool show_plan(struct shell *shell, const char *command)
{
	const struct machine *machine = shell->machine;
	struct plan_sum all = {0}, *sums = arena_take(machine->arena, machine->box_count + 1u, sizeof(*sums));
	const char *before = NULL;
	struct record record;

	if (!sums)
		return false;
	for (const struct plan_access *access = plan_list(); access; access = access->next) {
		add_to_sum(&all, access);
		add_to_sum(&sums[access->box_number], access);
	}
	record_begin(&record, shell->output, "asked");
	record_u64(&record, "reads", all.asked);
	record_u64(&record, "walk", machine->walk_reads);
	record_end(&record);
	for (const struct plan_access *access = plan_list(); access; access = access->next) {
		show_access(shell->output, access, before);
		before = access->why;
	}
	for (unsigned i = 0; i <= machine->box_count; i++)
		show_sum(shell->output, i ? &machine->boxes[i - 1].box : NULL, &sums[i]);
	show_total(shell, command, &all);
	return true;
}

/* ---- the command -------------------------------------------------------------------------------------------------- */

static const struct command *command_to_plan(const char *name)
{
	const struct command *command = name ? command_by_name(name) : NULL;

	for (unsigned i = 0; i < ARRAY_SIZE(plannable); i++)
		if (command == plannable[i])
			return command;
	return NULL;
}

#define NO_PLAN "plan: \"%s\" cannot be planned; info, test, peek and poke can"

/* If the first command is a plan, the machine must not be accessed, whatever follows. */
static bool take_plan_ahead(struct settings *settings, int argc, char **argv)
{
	if (argc > 1 && command_to_plan(argv[1])) {
		plan_want();
		return true;
	}
	settings_refuse(settings, NO_PLAN, argc > 1 ? argv[1] : "");
	return false;
}

static void run_plan(struct shell *shell, int argc, char **argv)
{
	const struct command *command = argc > 1 ? command_to_plan(argv[1]) : NULL;
	size_t mark;

	if (!command) {
		record_error(shell->output, VERDICT_ERROR, NO_PLAN, argc > 1 ? argv[1] : "");
		return;
	}
	if (shell->machine->posted || shell->poked_count) {
		record_error(shell->output, VERDICT_ERROR, "plan: %s",
			     shell->poked_count
				     ? "registers that `poke` changed are not put back yet"
				     : "counters in memory and OPAL calls cannot be planned: nothing was done");
		return;
	}
	if (!plan_begin(shell->machine)) {
		record_error(shell->output, VERDICT_ERROR, "plan: no memory");
		return;
	}
	mark = arena_mark(shell->machine->arena);
	run_planned(shell, command, argc - 1, argv + 1);
	if (!show_plan(shell, command->name))
		record_error(shell->output, VERDICT_ERROR, "plan: no memory");
	arena_release(shell->machine->arena, mark);
	plan_forget();
}

const struct command command_plan = {
	.name = "plan",
	.usage = "info | test | peek | poke [ARGUMENT...]",
	.summary = "list the accesses that a command would make, without making them",
	.details = "Plans info, test, peek or poke, with their usual arguments (`program` shows what a measurement\n"
		   "writes). Lists each register access in order: purpose, read or write, space and address,\n"
		   "register, value. The value of a read is the one written before, or else the documented reset\n"
		   "value; counters do not count. The totals of each box come last.\n"
		   "As the first command of uncork.cfg or of the command line, it keeps uncork from touching the\n"
		   "machine: the accesses by which `info` finds boxes are planned, too. Facts that only the machine\n"
		   "has are still read from it, and marked: its PCI functions, the places and numbers of its boxes.\n"
		   "    profile, deny, cpus      apply to the plan, too: put them before it\n"
		   "    plan test                has each register and kind of access once; how often a check\n"
		   "                             makes an access depends on what it sees\n"
		   "A plan leaves out what uncork itself needs to run: starting processors, the local APIC, page\n"
		   "attributes, ports, timers and machine-check banks. A command after a plan opens the machine\n"
		   "as usual.\n"
		   "\n"
		   "  plan info\n"
		   "  plan test 'cbox3.*'\n"
		   "  -F json plan test",
	.next = "profile    limit what a run may change\n"
		"deny       forbid access to registers\n",
	.ahead = take_plan_ahead,
	.run = run_plan,
};
