/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for all parts, from their tables. */
#include "silicon/rules/rules.h"

#include "lib/memory.h"
#include "silicon/models/pmon.h"

/* Rules of single parts. */
static const struct {
	const struct model_part *part;
	void (*write)(struct rules *rules, const struct model_write *write);
} own_rules[] = {
	{&model_xeon_7500, rules_of_xeon_7500},
	{&model_xeon_e7, rules_of_xeon_7500},
	{&model_xeon_e5_2600_v3, rules_of_xeon_e5_2600_v3},
	{&model_xeon_e5_2600_v4, rules_of_xeon_e5_2600_v3},
};

void rules_make(struct rules *rules, const struct model *model, const struct faults *faults, struct model_memory *room)
{
	memset(rules, 0, sizeof(*rules));
	rules->model = model;
	rules->faults = faults;
	rules->begun = model_take(room, model->registers, sizeof(*rules->begun));
}

/* ---- violations ----------------------------------------------------------------------------------- */

enum { LINE = 320 };

static void tell(struct rules *rules, const char *line)
{
	rules->violations++;
	if (rules->violation)
		rules->violation(rules->context, line);
}

static const char *space_name(const struct model *model, unsigned reg)
{
	static const char *const names[] = {
		[SILICON_MSR] = "msr", [SILICON_CONFIG] = "config", [SILICON_MMIO] = "memory"};

	return names[model->reg[reg].space];
}

void rules_violation(struct rules *rules, const struct model_write *write, const char *rule, ...)
{
	char buffer[LINE];
	struct text line = TEXT_OVER(buffer);
	va_list arguments;

	text_format(&line, "socket %u core %u write ", write->socket, write->core);
	model_put_register(&line, rules->model, write->reg);
	text_format(&line, " %s 0x%x = 0x%llx: ", space_name(rules->model, write->reg),
		    rules->model->reg[write->reg].address, (unsigned long long)write->raw);
	va_start(arguments, rule);
	text_format_list(&line, rule, arguments);
	va_end(arguments);
	tell(rules, buffer);
}

void rules_line(struct rules *rules, const char *format, ...)
{
	char buffer[LINE];
	struct text line = TEXT_OVER(buffer);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&line, format, arguments);
	va_end(arguments);
	tell(rules, buffer);
}

/* ---- rules with faults ------------------------------------------------------------------------------- */

/* True if neither the box nor the one that controls its counters has a fault. */
static bool is_controlled_soundly(const struct rules *rules, unsigned box)
{
	bool own = rules->model->unit[box].type->per_core;

	if (!rules->faults->any)
		return true;
	return !faults_in(rules->faults, box) && (own || !faults_in(rules->faults, rules->model->global));
}

bool rules_counts(const struct rules *rules, unsigned socket, unsigned counter)
{
	return is_controlled_soundly(rules, rules->model->counter[counter].box) &&
	       model_runs(rules->model, socket, counter);
}

/* Overflow bits that are set and that a program can clear, regardless of faults. */
static uint64_t shown_and_clearable(const struct rules *rules, unsigned socket, unsigned box)
{
	const struct model *model = rules->model;
	const struct model_box_place *place = &model->box[box];
	uint64_t owed = model->socket[socket].box[box].latched;

	if (place->reg[MODEL_STATUS] == MODEL_NONE || place->reg[MODEL_OVF_CTL] == MODEL_NONE)
		return 0;
	for (unsigned i = 0; box == model->global && i < model->boxes; i++)
		owed &= ~model->box[i].summary;
	return owed;
}

uint64_t rules_owed(const struct rules *rules, unsigned socket, unsigned box)
{
	return is_controlled_soundly(rules, box) ? shown_and_clearable(rules, socket, box) : 0;
}

/* ---- accesses to no register -------------------------------------------------------------------------- */

/* A read of a missing MSR may be a test whether it exists. A write must not be. */
void rules_stray(struct rules *rules, const struct silicon_access *access, const struct model_target *target,
		 bool write)
{
	bool none = target->reg == MODEL_NONE, config = access->space == SILICON_CONFIG;

	if (config || access->space == SILICON_MMIO) {
		bool ignored = config ? none && model_config_ignores(rules->model, target->socket, target->place)
				      : target->lacks;

		if (!ignored && !faults_in(rules->faults, target->box))
			rules_line(rules, "socket %u core %u write %s 0x%llx, %u bytes: %s", access->socket,
				   access->core, config ? "config" : "memory", (unsigned long long)access->address,
				   access->bytes,
				   none     ? "no such register"
				   : config ? "registers are written 4 bytes at a time"
					    : "registers are written 4 or 8 bytes at a time");
		return;
	}
	if (!none)
		rules_line(rules, "socket %u core %u msr 0x%llx: impossible access of %u bytes", access->socket,
			   access->core, (unsigned long long)access->address, access->bytes);
	else if (write)
		rules_line(rules, "socket %u core %u write msr 0x%llx: no such register", access->socket, access->core,
			   (unsigned long long)access->address);
}

void rules_read(struct rules *rules, const struct silicon_access *access)
{
	bool config = access->space == SILICON_CONFIG;

	if ((config || access->space == SILICON_MMIO) && access->address & (access->bytes - 1u))
		rules_line(rules, "socket %u core %u read %s 0x%llx, %u bytes: not aligned", access->socket,
			   access->core, config ? "config" : "memory", (unsigned long long)access->address,
			   access->bytes);
}

/* ---- bits --------------------------------------------------------------------------------------------- */

/* Reserved bits, and those beyond the register's width, must be written as 0, and some bits as 1. */
static void check_bits(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];
	const struct model_bank *bank = at->bank;
	uint64_t width = MASK(0, bank->bits), beyond = write->raw & ~width;
	uint64_t zero = write->raw & width & bank->zero, ones = bank->ones & ~write->raw & ~write->kept;

	/* A status bit that is set may be cleared, whatever it means. A control bit that always reads 1 may be written as 1. */
	if (bank->role == MODEL_GLOBAL_CTL)
		zero &= ~(at->initial & ~at->writable);
	else if (bank->role == MODEL_STATUS)
		zero &= ~model_status_shows(rules->model, write->socket, at->box);
	if (beyond)
		rules_violation(rules, write, "bits 0x%llx lie beyond its %u bits (%s)", (unsigned long long)beyond,
				bank->bits, bank->source);
	if (zero)
		rules_violation(rules, write, "bits 0x%llx must be written as 0 (%s)", (unsigned long long)zero,
				bank->source);
	if (ones)
		rules_violation(rules, write, "bits 0x%llx must be written as 1 (%s)", (unsigned long long)ones,
				bank->source);
}

/* Bits that make the write fault, but are not reserved on all machines of the kind. */
static void check_refused(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->meant];
	uint64_t bits = write->raw & at->refuses & ~at->bank->zero;

	if (at->bank->access == MODEL_RAISES_GP)
		rules_violation(rules, write, "it can only be read");
	else if (bits && rules->model->reg[write->reg].bank->role == MODEL_COUNTER)
		rules_violation(rules, write, "a value wider than %u bits",
				(unsigned)rules->model->counter[rules->model->reg[write->reg].counter].width);
	else if (bits & at->missing)
		rules_violation(rules, write, "bits 0x%llx do not exist here", (unsigned long long)bits);
	else if (bits)
		rules_violation(rules, write, "bits 0x%llx are not known to mean anything (%s)",
				(unsigned long long)bits, at->bank->source);
}

static void check_read_only(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];

	if (at->bank->access == MODEL_KEEPS)
		rules_violation(rules, write, "it can only be read");
	else if (at->bank->role == MODEL_STATUS && !at->writable)
		rules_violation(rules, write, "the status is cleared through ovf_ctl, not written (%s)",
				at->bank->source);
	else if (at->bank->role == MODEL_TICKER && !at->writable)
		rules_violation(rules, write, "it runs freely, and no page says that it can be written (%s)",
				at->bank->source);
}

/* ---- controls ------------------------------------------------------------------------------------------ */

/* Counters must not be reset while they count. */
static void check_reset(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	const struct model_box_place *box = &model->box[at->box];

	if (!model_pmon_resets(write) || (write->value & box->frozen) == box->frozen)
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!rules_counts(rules, write->socket, i))
			continue;
		rules_violation(rules, write, "reset while counter %u is counting", model->counter[i].number);
		return;
	}
}

/* An enabled select must have an existing event; a select without an enable is checked when its counter starts.
 * Clearing the local enable stops the counter. All other changes need a stopped counter, unless counters are enabled
 * before their events are selected. */
static void check_select(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	uint64_t old = model_value(model, write->socket, write->reg);
	bool enable = model_decode(at->bank->layout, write->value).enable;
	bool may_run = model->unit[at->box].type->enabled_first && !at->bank->layout->clock && !(old & MASK(0, 16));
	struct model_meaning meaning;

	if (at->bank->shared)
		return;
	if (!may_run && enable && write->value != old && rules_counts(rules, write->socket, at->counter))
		rules_violation(rules, write, "select changed while its counter is counting");
	if (!enable || at->bank->layout->enable == MODEL_NO_BIT)
		return;
	model_find_meaning(model, write->socket, at->counter, write->value, &meaning);
	if (meaning.where == MODEL_WRONG_SELECT)
		rules_violation(rules, write, "%s", meaning.wrong);
}

static void check_counter(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];

	if (!rules->model->unit[at->box].type->enabled_first && rules_counts(rules, write->socket, at->counter))
		rules_violation(rules, write, "counter written while it is counting");
}

static void check_companion(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_box_place *box = &model->box[model_served(model, model->reg[write->reg].box)];
	struct model_meaning meaning;
	unsigned used;

	if (write->value == model_value(model, write->socket, write->reg))
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!rules_counts(rules, write->socket, i))
			continue;
		model_find_meaning(model, write->socket, i, model_value(model, write->socket, model->counter[i].select),
				   &meaning);
		used = 0;
		while (used < meaning.uses && meaning.use[used] != write->reg)
			used++;
		if (used == meaning.uses)
			continue;
		rules_violation(rules, write, "changed while counter %u, which depends on it, is counting",
				model->counter[i].number);
		return;
	}
}

/* ---- counters that start --------------------------------------------------------------------------------- */

/* True if a counter's settings can only be checked when it starts to count. */
static bool depends(const struct model *model, unsigned counter)
{
	return model->box[model->counter[counter].box].companions ||
	       model->counter[counter].layout->enable == MODEL_NO_BIT;
}

/* Calls `visit` for counters that a write may start and whose settings are checked at the start: those of its box, or
 * of all boxes. */
static void for_each_in_scope(struct rules *rules, const struct model_write *write,
			      void (*visit)(struct rules *rules, const struct model_write *write, unsigned counter))
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	unsigned own = model_served(model, at->box);
	bool all = at->bank->role == MODEL_GLOBAL_CTL && at->box == model->global;

	if (at->bank->role != MODEL_GLOBAL_CTL && at->bank->role != MODEL_SELECT && at->bank->role != MODEL_COMPANION)
		return;
	for (unsigned i = all ? 0 : own; i < (all ? model->boxes : own + 1); i++) {
		const struct model_box_place *box = &model->box[i];

		if (all && !model_obeys_global(model, write->socket, i))
			continue;
		for (unsigned j = box->counter; j < box->counter + box->counters; j++)
			if (depends(model, j))
				visit(rules, write, j);
	}
}

static void note_counting(struct rules *rules, const struct model_write *write, unsigned counter)
{
	rules->begun[counter] = rules_counts(rules, write->socket, counter);
}

/* Checks the settings of a counter that starts to count. */
static void check_begun(struct rules *rules, const struct model_write *write, unsigned counter)
{
	const struct model *model = rules->model;
	unsigned select = model->counter[counter].select;
	struct model_meaning meaning;
	char name[48];
	struct text text = TEXT_OVER(name);

	if (rules->begun[counter] || !rules_counts(rules, write->socket, counter))
		return;
	model_find_meaning(model, write->socket, counter, model_value(model, write->socket, select), &meaning);
	for (unsigned i = 0; i < meaning.uses; i++)
		if (faults_in(rules->faults, model->reg[meaning.use[i]].box))
			return;
	if (meaning.where == MODEL_SOUND ||
	    (meaning.where == MODEL_WRONG_SELECT && model->counter[counter].layout->enable != MODEL_NO_BIT))
		return;
	model_put_register(&text, model, select);
	rules_violation(rules, write, "lets the counter of %s count, but %s", name, meaning.wrong);
}

void rules_before(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	const struct model_bank *bank = at->bank;
	bool of_core = model->unit[at->box].type->per_core;

	for_each_in_scope(rules, write, note_counting);
	if (faults_in(rules->faults, at->box))
		return;
	check_bits(rules, write);
	check_refused(rules, write);

	/* A write to a locked register breaks a rule if it does not fault. */
	if (bank->lock && !bank->lock_gp &&
	    model_value(model, write->socket, model->box[at->box].bank[bank->lock - 1u]) >> bank->lock_bit & 1)
		rules_violation(rules, write, "written while bit %u of its mm_cfg has it in use", bank->lock_bit);
	if (model_refuses(write))
		return;

	if (of_core)
		rules_of_core(rules, write);
	for (size_t i = 0; !of_core && i < ARRAY_SIZE(own_rules); i++)
		if (own_rules[i].part == model->part)
			own_rules[i].write(rules, write);
	switch (bank->role) {
	case MODEL_GLOBAL_CTL: check_reset(rules, write); break;
	case MODEL_SELECT: check_select(rules, write); break;
	case MODEL_COUNTER: check_counter(rules, write); break;
	case MODEL_COMPANION: check_companion(rules, write); break;
	default: check_read_only(rules, write);
	}
}

void rules_after(struct rules *rules, const struct model_write *write)
{
	for_each_in_scope(rules, write, check_begun);
}

/* ---- leaving ------------------------------------------------------------------------------------------- */

/* True if the program is responsible for the register's content. */
static bool is_its_own(const struct rules *rules, unsigned reg)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[reg];

	if (faults_in(rules->faults, at->box))
		return false;
	/* Where boxes freeze all counters, an overflow in a faulty box may have set the control of the socket. */
	if (rules->faults->any && model->part->freezes_unasked && at->box == model->global &&
	    at->bank->role == MODEL_GLOBAL_CTL)
		return false;
	return at->bank->role != MODEL_STATUS || is_controlled_soundly(rules, at->box);
}

/* Finds the content that a register should have when the program leaves, and its actual content. Returns false if any
 * content is allowed. */
static bool find_left(const struct rules *rules, unsigned socket, unsigned reg, uint64_t *value, uint64_t *wanted)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[reg];
	const struct fault_register *fault = &rules->faults->reg[reg];

	*wanted = fault->preset ? fault->initial : at->initial;
	switch (at->bank->role) {
	case MODEL_WINDOW:
	case MODEL_TICKER: return false;
	case MODEL_STATUS:
		*wanted = 0;
		*value = shown_and_clearable(rules, socket, at->box);
		return true;
	case MODEL_COUNTER:
		*wanted &= MASK(0, model->counter[at->counter].width);
		*value = model_counter_holds(model, socket, reg, model->now);
		break;
	default: *value = model_value(model, socket, reg);
	}
	/* Bits that cannot be read cannot be restored. */
	*value &= at->writable & ~at->bank->acts & ~(at->bank->hides & at->initial);
	*wanted &= at->writable & ~at->bank->acts & ~(at->bank->hides & at->initial);
	return at->bank->role != MODEL_COUNTER || is_controlled_soundly(rules, at->box);
}

/* A difference in a faulty box is only logged, for comparison with the program's own report. */
static void check_left(struct rules *rules, unsigned socket, unsigned reg)
{
	const struct model_register *at = &rules->model->reg[reg];
	uint64_t value, wanted;
	char buffer[LINE], bits[80] = "";
	struct text line = TEXT_OVER(buffer), meaning = TEXT_OVER(bits);
	bool own = is_its_own(rules, reg);

	if (at->absent || !find_left(rules, socket, reg, &value, &wanted) || value == wanted)
		return;
	if (at->bank->role == MODEL_STATUS && rules->model->unit[at->box].type->per_core)
		rules_name_status(&meaning, value);
	text_format(&line, "socket %u leaving with ", socket);
	model_put_register(&line, rules->model, reg);
	text_format(&line, " %s 0x%x = 0x%llx%s, at the start 0x%llx: ", space_name(rules->model, reg), at->address,
		    (unsigned long long)value, bits, (unsigned long long)wanted);
	text_string(&line, own ? "everything must be left as it was found" : "because of a fault");
	if (own)
		tell(rules, buffer);
	else if (rules->log)
		rules->log(rules->context, buffer);
}

void rules_leave(struct rules *rules)
{
	const struct model *model = rules->model;

	for (unsigned socket = 0; !rules->leave_any && socket < model->sockets; socket++) {
		/* Other software may need the discovery function as it was. */
		if ((model->dark ^ model_discovery_dark(model)) >> socket & 1)
			rules_line(
				rules,
				"socket %u leaving with memory decoding of its discovery function %s: everything must be left as it was found",
				socket, model->dark >> socket & 1 ? "off" : "on");
		for (unsigned i = 0; i < model->registers; i++)
			check_left(rules, socket, i);

		/* All threads of a core share MSR 0x1a4. */
		for (unsigned i = 0; i < model->cores; i++)
			if (model->work.prefetch[socket][i])
				rules_line(
					rules,
					"socket %u core %u leaving with msr 0x1a4 = 0x%x, at the start 0x0: everything must be left as it was found",
					socket, i, model->work.prefetch[socket][i]);
	}
}
