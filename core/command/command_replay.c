/* SPDX-License-Identifier: BSD-2-Clause */
/* replay: repeats recorded accesses of another driver, in their order and at their times, and reports differences. The
 * whole file is parsed before any access. Only registers in the tables are accessed, and those that keep a written
 * value are restored. */
#include "core/command/command.h"
#include "core/program/program.h"
#include "core/program/recorded.h"
#include "lib/memory.h"
#include "lib/text.h"

#define SAVED_MOST 2048 /* registers that are restored */
#define LEFT_MOST  64   /* registers that are left out and listed */
#define SHOWN_MOST 40   /* differences shown on a console */
#define PAUSE_MOST UINT64_C(1000000000)

/* An access to make. */
struct step {
	struct operation operation;
	uint64_t after_ns;
	uint64_t expected;
	uint64_t counting; /* bits that change without being written */
	uint32_t line;
	bool fault; /* a fault is expected */
};

/* Order in which registers are restored: the enables of counters; then, with the boxes frozen, selects and counts; at
 * last the freeze bits. */
enum phase { PHASE_ENABLES, PHASE_OTHERS, PHASE_COUNTERS, PHASE_FREEZES, PHASES };

struct saved_register {
	struct operation operation; /* the write that restores it */
	uint64_t freeze[2];         /* bits that freeze a box, set one after the other; 0: none */
	uint8_t phase;              /* enum phase */
	bool known;
};

/* Accesses to one register that are not made. */
struct left_register {
	struct location where;
	bool by_number;
	const char *reason;
	uint32_t times;
};

struct replay {
	struct shell *shell;
	struct step *steps;
	struct saved_register *saved;
	struct left_register left[LEFT_MOST];
	uint32_t step_count, saved_count, left_count, left_times;
	uint32_t reads, writes, differences, counters; /* counters: expected differences */
	bool hasty, all;
};

/* The register of an access, by the tables. */
struct named {
	struct box box;
	const struct register_row *row;
	unsigned index;
};

/* ---- finding the register -------------------------------------------------------------------------------- */

/* A box's `cpu`: 1 + index of the first thread of the core. UINT16_MAX, which no box has, if the CPU does not exist. */
static uint16_t box_cpu_of(const struct machine *machine, uint32_t cpu)
{
	if (cpu == HW_NO_CPU)
		return UINT16_MAX;
	for (uint32_t i = 0; i < cpu; i++)
		if (machine->cpus[i].socket == machine->cpus[cpu].socket &&
		    machine->cpus[i].core == machine->cpus[cpu].core)
			return (uint16_t)(i + 1);
	return (uint16_t)(cpu + 1);
}

static bool find_row(const struct machine *machine, const struct location *where, struct named *named)
{
	return machine_register(machine, where, &named->box, &named->row, &named->index);
}

/* Finds a CPU's counter at its old address, where a write has 32 bits. */
static bool find_narrow(const struct machine *machine, const struct location *where, struct named *named)
{
	for (unsigned i = 0; i < machine->box_count; i++) {
		struct location wide = *where;

		named->box = machine->boxes[i].box;
		named->row = box_row_of_role(named->box.type, ROLE_COUNTER);
		if (named->box.cpu != where->cpu || !named->box.wide || !named->row)
			continue;
		wide.address += (uint64_t)named->row->layout->wide;
		return find_row(machine, &wide, named) && named->row->role == ROLE_COUNTER;
	}
	return false;
}

/* Finds a register, also by the address of its upper half. */
static bool find_named(const struct machine *machine, const struct location *where, struct named *named)
{
	struct location low = *where;

	if (find_row(machine, where, named))
		return true;
	if (where->space == SPACE_MSR)
		return find_narrow(machine, where, named);
	if (where->space != SPACE_PCI || where->address % 8 != 4)
		return false;
	low.address -= 4;
	return find_row(machine, &low, named) &&
	       box_location(&named->box, named->row, named->index).halves != HALVES_NONE;
}

/* Bit 30 of a counter's number marks fixed counters (knights-landing.md, RDPMC). */
#define FIXED_NUMBERS UINT64_C(0x40000000)

static bool find_by_number(const struct machine *machine, uint16_t cpu, uint64_t number, struct named *named)
{
	enum role role = number >= FIXED_NUMBERS ? ROLE_FIXED_COUNTER : ROLE_COUNTER;

	number &= ~FIXED_NUMBERS;
	for (unsigned i = 0; i < machine->box_count; i++) {
		named->box = machine->boxes[i].box;
		if (named->box.cpu != cpu)
			continue;
		named->row = box_row_of_role(named->box.type, role);
		named->index = (unsigned)number;
		return named->row && number < box_row_count(&named->box, named->row);
	}
	return false;
}

/* Sets the place of the access. Returns NULL, or the reason why it is not made. */
static const char *resolve(const struct machine *machine, const struct recorded_access *access, struct location *where,
			   struct named *named)
{
	uint32_t cpu = HW_NO_CPU;
	unsigned number = 0;

	*where = access->where;
	if (where->socket >= machine->socket_count)
		return "this machine has no such socket";
	/* The recorded number of a CPU is its index in the socket, which may have fewer here. */
	for (uint32_t i = 0; i < machine->cpu_count && cpu == HW_NO_CPU; i++)
		if (machine->cpus[i].socket == where->socket && number++ == access->processor)
			cpu = i;
	where->cpu = box_cpu_of(machine, cpu);
	if (access->by_number) {
		if (!find_by_number(machine, where->cpu, where->address, named))
			return "this processor has no counter of that number";
		*where = box_location(&named->box, named->row, named->index);
	} else if (!find_named(machine, where, named)) {
		return cpu == HW_NO_CPU ? "not in uncork's tables, or this machine has no such processor"
					: "not in uncork's tables";
	}
	where->cpu = named->box.cpu ? (uint16_t)(cpu + 1) : 0;
	return NULL;
}

/* ---- understanding the file -------------------------------------------------------------------------------- */

static bool same_register(const struct location *a, const struct location *b)
{
	return a->space == b->space && a->address == b->address && a->socket == b->socket && a->cpu == b->cpu &&
	       a->halves == b->halves;
}

static void leave_out(struct replay *replay, const struct recorded_access *access, const char *reason)
{
	struct left_register *left = replay->left;

	replay->left_times++;
	while (left < replay->left + replay->left_count &&
	       !(same_register(&left->where, &access->where) && left->by_number == access->by_number))
		left++;
	if (left == replay->left + LEFT_MOST)
		return;
	if (left == replay->left + replay->left_count) {
		*left = (struct left_register){
			.where = access->where, .by_number = access->by_number, .reason = reason};
		replay->left_count++;
	}
	left->times++;
}

static bool is_counter(const struct register_row *row)
{
	return row->role == ROLE_COUNTER || row->role == ROLE_FIXED_COUNTER || row->role == ROLE_FREE_COUNTER;
}

/* Bits that change without being written. */
static uint64_t counting_bits(const struct register_row *row)
{
	uint64_t bits = 0;

	if (is_counter(row))
		return ~UINT64_C(0);
	for (unsigned i = 0; i < row->layout->field_count; i++) {
		const struct field *field = &row->layout->fields[i];

		if (field->access == ACCESS_VOLATILE || field->access == ACCESS_COUNTING)
			bits |= field_mask(field);
	}
	return bits;
}

static enum phase phase_of(const struct register_row *row)
{
	if (is_counter(row))
		return PHASE_COUNTERS;
	if (row->role == ROLE_BOX_CONTROL)
		return PHASE_FREEZES;
	return row->role == ROLE_CONTROL ? PHASE_ENABLES : PHASE_OTHERS;
}

static uint64_t bits_of_kind(const struct register_row *row, enum field_kind kind)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < row->layout->field_count; i++)
		if (row->layout->fields[i].kind == kind)
			bits |= field_mask(&row->layout->fields[i]);
	return bits;
}

/* Keeps a register that holds what is written. Returns false if too many registers must be restored. */
static bool keep_register(struct replay *replay, const struct location *where, const struct register_row *row)
{
	struct saved_register *saved = &replay->saved[replay->saved_count];

	if (row->role == ROLE_FREE_COUNTER || !(is_counter(row) || layout_writable(row->layout)))
		return true;
	for (uint32_t i = 0; i < replay->saved_count; i++)
		if (same_register(&replay->saved[i].operation.where, where))
			return true;
	if (replay->saved_count == SAVED_MOST)
		return false;
	*saved = (struct saved_register){.operation = {.kind = OPERATION_WRITE,
						       .where = *where,
						       .guard = NO_GUARD,
						       .value = layout_ones(row->layout)},
					 .phase = (uint8_t)phase_of(row)};
	if (saved->phase == PHASE_FREEZES) {
		saved->freeze[0] = bits_of_kind(row, FIELD_FREEZE_ENABLE);
		saved->freeze[1] = bits_of_kind(row, FIELD_FREEZE);
	}
	replay->saved_count++;
	return true;
}

/* An enabled counter counts even if the recorded program does not read it, so all counters of a written box are
 * saved. */
static bool keep_counters(struct replay *replay, const struct box *box, uint16_t cpu)
{
	for (unsigned r = 0; r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		for (unsigned i = 0; is_counter(row) && i < box_row_count(box, row); i++) {
			struct location where = box_location(box, row, i);

			where.cpu = cpu;
			if (!keep_register(replay, &where, row))
				return false;
		}
	}
	return true;
}

static const char *take_access(struct replay *replay, const struct recorded_access *access, uint32_t line)
{
	struct step *step = &replay->steps[replay->step_count];
	struct named named = {0};
	struct location where;
	const char *reason = resolve(replay->shell->machine, access, &where, &named);

	if (reason) {
		leave_out(replay, access, reason);
		return NULL;
	}
	if (replay->step_count == RECORDED_MOST)
		return "more than 16384 accesses";
	if (access->write &&
	    !(keep_register(replay, &where, named.row) && keep_counters(replay, &named.box, where.cpu)))
		return "more than 2048 registers would have to be put back";
	*step = (struct step){.operation = {.kind = access->write ? OPERATION_WRITE : OPERATION_READ,
					    .where = where,
					    .guard = NO_GUARD,
					    .value = access->write ? access->value : 0},
			      .after_ns = access->after_ns,
			      .expected = access->value,
			      .counting = counting_bits(named.row),
			      .line = line,
			      .fault = access->fault};
	replay->step_count++;
	return NULL;
}

/* Returns false after an error, before any access was made. */
static bool understand(struct replay *replay, struct slice text, const char *name)
{
	const struct processor *processor = replay->shell->machine->processor;
	struct recorded_access access;
	struct slice line, recorded_on;
	uint32_t number = 0;
	const char *wrong = "the file is empty";

	if (recorded_line(&text, &line, &number)) {
		wrong = recorded_head(line, &recorded_on);
		if (!wrong && (!processor || !slice_is(recorded_on, processor->name)))
			wrong = "it was recorded on another machine";
	}
	while (!wrong && recorded_line(&text, &line, &number)) {
		wrong = recorded_parse(line, &access);
		if (!wrong)
			wrong = take_access(replay, &access, number);
	}
	if (wrong)
		record_error(replay->shell->output, VERDICT_ERROR, "%s line %u: %s", name, number, wrong);
	return !wrong;
}

/* ---- running the file --------------------------------------------------------------------------------------- */

static struct program_result run_one(struct replay *replay, struct operation *operation, uint64_t *value)
{
	struct program program = program_over("replay", operation, 1);

	program.count = 1;
	return program_run(&program, replay->shell->machine->hw, value);
}

static void save_all(struct replay *replay)
{
	for (uint32_t i = 0; i < replay->saved_count; i++) {
		struct saved_register *saved = &replay->saved[i];
		struct operation read = {.kind = OPERATION_READ, .where = saved->operation.where, .guard = NO_GUARD};
		uint64_t value = 0;

		saved->known = run_one(replay, &read, &value).outcome == OUTCOME_OK;
		saved->operation.value |= value;
	}
}

static void freeze_boxes(struct replay *replay)
{
	for (uint32_t i = 0; i < replay->saved_count; i++) {
		struct operation freeze = replay->saved[i].operation;
		uint64_t unused;

		for (unsigned n = 0; n < 2 && replay->saved[i].known; n++) {
			freeze.value |= replay->saved[i].freeze[n];
			/* If it cannot be frozen, restoring it fails, too, and is reported. */
			if (replay->saved[i].freeze[n])
				(void)run_one(replay, &freeze, &unused);
		}
	}
}

static void restore_all(struct replay *replay)
{
	for (unsigned phase = 0; phase < PHASES; phase++) {
		if (phase == PHASE_OTHERS)
			freeze_boxes(replay);
		for (uint32_t i = replay->saved_count; i--;) {
			struct saved_register *saved = &replay->saved[i];
			char bytes[96];
			struct text name = TEXT_OVER(bytes);
			uint64_t unused;

			if (saved->phase != phase ||
			    (saved->known && run_one(replay, &saved->operation, &unused).outcome == OUTCOME_OK))
				continue;
			machine_location_text(replay->shell->machine, &saved->operation.where, &name);
			record_note(replay->shell->output, "%s could not be put back", bytes);
		}
	}
}

static void value_text(const struct step *step, enum outcome outcome, uint64_t value, struct text *text)
{
	if (outcome == OUTCOME_OK)
		text_format(text, "0x%0*llx", step->operation.where.width_bits / 4, (unsigned long long)value);
	else
		text_string(text, outcome_name(outcome));
}

static void tell_difference(struct replay *replay, const struct step *step, enum outcome outcome, uint64_t got)
{
	const struct location *where = &step->operation.where;
	bool both = !step->fault && outcome == OUTCOME_OK;
	bool counter = both && !((got ^ step->expected) & ~step->counting);
	struct record record;

	if (counter)
		replay->counters++;
	else
		replay->differences++;
	record_begin(&record, replay->shell->output, "difference");
	record_u64(&record, "line", step->line);
	record_text(&record, "operation", operation_writes(&step->operation) ? "write" : "read");
	machine_location_text(replay->shell->machine, where, record_compose(&record, "register"));
	record_location(&record, where);
	value_text(step, step->fault ? OUTCOME_FAULT : OUTCOME_OK, step->expected, record_compose(&record, "recorded"));
	value_text(step, outcome, got, record_compose(&record, "got"));
	if (both)
		record_hex(&record, "xor", got ^ step->expected);
	record_u64(&record, "counter", counter);
	record_aside(&record);
	record_u64(&record, "shown", replay->all || (!counter && replay->differences <= SHOWN_MOST));
	record_end(&record);
}

/* A hidden function reads all ones, which is an ordinary value to the recorded driver. */
static bool is_as_recorded(const struct step *step, enum outcome outcome, uint64_t got)
{
	if (step->fault || outcome == OUTCOME_FAULT)
		return step->fault && outcome == OUTCOME_FAULT;
	if (outcome != OUTCOME_OK && outcome != OUTCOME_ALL_ONES)
		return false;
	return operation_writes(&step->operation) || got == step->expected;
}

static void make_all(struct replay *replay)
{
	struct hw *hw = replay->shell->machine->hw;
	uint64_t due_ns = hw->now_ns(hw);

	for (uint32_t i = 0; i < replay->step_count && !shell_interrupted(replay->shell); i++) {
		struct step *step = &replay->steps[i];
		struct program_result result;
		uint64_t value = 0;

		due_ns += min_u64(step->after_ns, PAUSE_MOST);
		while (!replay->hasty && hw->now_ns(hw) < due_ns)
			hw->wait(hw, due_ns);
		result = run_one(replay, &step->operation, &value);
		if (operation_writes(&step->operation))
			replay->writes++;
		else
			replay->reads++;
		if (result.outcome == OUTCOME_ALL_ONES)
			value = result.got;
		if (!is_as_recorded(step, result.outcome, value))
			tell_difference(replay, step, result.outcome, value);
	}
}

/* ---- results ------------------------------------------------------------------------------------------------ */

static void tell(const struct replay *replay, const char *name)
{
	struct output *output = replay->shell->output;
	struct record record;

	for (uint32_t i = 0; i < replay->left_count; i++) {
		const struct left_register *left = &replay->left[i];

		record_begin(&record, output, "left_out");
		if (left->by_number)
			record_format(&record, "register", "pmc 0x%llx", (unsigned long long)left->where.address);
		else
			location_text(&left->where, record_compose(&record, "register"));
		record_u64(&record, "socket", left->where.socket);
		record_u64(&record, "times", left->times);
		record_text(&record, "reason", left->reason);
		record_end(&record);
	}
	record_begin(&record, output, "replay");
	record_text(&record, "file", name);
	record_u64(&record, "reads", replay->reads);
	record_u64(&record, "writes", replay->writes);
	record_u64(&record, "left_out", replay->left_times);
	record_u64(&record, "differences", replay->differences);
	record_u64(&record, "counters", replay->counters);
	record_end(&record);
	if (!replay->step_count)
		record_error(output, VERDICT_ERROR, "none of the accesses in %s could be made here", name);
	if (replay->differences)
		record_error(output, VERDICT_FAIL, "%u accesses had other results than recorded", replay->differences);
}

static void replay_file(struct shell *shell, struct replay *replay, const char *name)
{
	struct arena *arena = shell->machine->arena;
	char *bytes = arena_take(arena, RECORDED_BYTES, 1);
	size_t length = 0;
	const char *wrong;

	replay->shell = shell;
	replay->steps = arena_take(arena, RECORDED_MOST + 1, sizeof(*replay->steps));
	replay->saved = arena_take(arena, SAVED_MOST, sizeof(*replay->saved));
	if (!bytes || !replay->steps || !replay->saved)
		wrong = "out of memory";
	else if (!shell->read_file)
		wrong = "this run has no access to files";
	else
		wrong = shell->read_file(name, bytes, RECORDED_BYTES, &length);
	if (wrong)
		record_error(shell->output, VERDICT_ERROR, "%s: %s", name, wrong);
	if (wrong || !understand(replay, slice_between(bytes, bytes + length), name))
		return;
	save_all(replay);
	make_all(replay);
	restore_all(replay);
	tell(replay, name);
}

static void run_replay(struct shell *shell, int argc, char **argv)
{
	static struct replay replay;
	struct options options = options_of(argc, argv);
	size_t mark = arena_mark(shell->machine->arena);
	int letter;

	memset(&replay, 0, sizeof(replay));
	while ((letter = option_next(&options, "nv", shell->output))) {
		if (letter == '?')
			return;
		replay.hasty |= letter == 'n';
		replay.all |= letter == 'v';
	}
	if (argc - options.index != 1) {
		record_error(shell->output, VERDICT_ERROR, "usage: replay %s", command_replay.usage);
		return;
	}
	replay_file(shell, &replay, argv[options.index]);
	arena_release(shell->machine->arena, mark);
}

const struct command command_replay = {
	.name = "replay",
	.usage = "FILE [-n] [-v]",
	.summary = "repeat the recorded register accesses of a driver",
	.details = "Repeats a register program, which `tools/boot --record` makes of any software that ran on\n"
		   "virtual silicon: the same accesses in the same order at the same times. Shows each result\n"
		   "that differs; counters are listed separately, because they count. Registers that the program\n"
		   "writes are put back. Registers that are not in uncork's tables are left out and listed.\n"
		   "\n"
		   "  FILE   in \\uncork on the stick, from `tools/boot --file`, or any file of the host (uncork)\n"
		   "  -n     do not wait; otherwise each pause is as long as recorded, but 1 s at most\n"
		   "  -v     show every difference, including those of counters\n"
		   "\n"
		   "  replay driver.txt",
	.next = "peek REGISTER        the value of a register that differed\n"
		"test 'BOX.*'         all checks of its box\n",
	.run = run_replay,
};
