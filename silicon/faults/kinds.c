/* SPDX-License-Identifier: BSD-2-Clause */
/* The kinds of faults, one row for each. */
#include "silicon/faults/kinds.h"

static struct fault_register *reg_of(const struct aim *aim)
{
	return &aim->faults->reg[aim->reg];
}

static struct model_counter_place *counter_of(const struct aim *aim)
{
	return &aim->model->counter[aim->model->reg[aim->reg].counter];
}

/* ---- on the bus --------------------------------------------------------------------------------------- */

/* Sets a bool of struct fault_box, or of struct fault_register. */
static void box_flag(const struct aim *aim)
{
	*((bool *)&aim->faults->box[aim->box] + aim->kind->member) = true;
}

static void reg_flag(const struct aim *aim)
{
	*((bool *)reg_of(aim) + aim->kind->member) = true;
}

static void box_vanish(const struct aim *aim)
{
	aim->faults->box[aim->box].vanishes = aim->argument;
}

static void box_hang(const struct aim *aim)
{
	aim->faults->box[aim->box].hangs = aim->argument;
}

/* Between them lie all registers whose bits are stuck. */
static void wire(struct faults *faults, unsigned reg)
{
	if (faults->wired_end == faults->wired_first)
		faults->wired_first = reg;
	faults->wired_first = (unsigned)min_u64(faults->wired_first, reg);
	faults->wired_end = (unsigned)max_u64(faults->wired_end, reg + 1);
}

/* A clearing bit that is always 1 keeps its overflow bit at 0. */
static void register_stuck1(const struct aim *aim)
{
	const struct model_register *at = &aim->model->reg[aim->reg];
	unsigned status = aim->model->box[aim->box].reg[MODEL_STATUS];

	reg_of(aim)->stuck1 |= BIT(aim->argument);
	wire(aim->faults, aim->reg);
	if (at->bank->role == MODEL_OVF_CTL && status != MODEL_NONE && at->writable >> aim->argument & 1)
		aim->faults->reg[status].stuck0 |= BIT(aim->argument);
}

static void register_stuck0(const struct aim *aim)
{
	reg_of(aim)->stuck0 |= BIT(aim->argument);
	wire(aim->faults, aim->reg);
}

/* It reads 0. */
static void register_void(const struct aim *aim)
{
	reg_of(aim)->stuck0 = ~UINT64_C(0);
}

static void register_reset(const struct aim *aim)
{
	reg_of(aim)->initial = aim->argument;
	reg_of(aim)->preset = true;
}

/* What software does to one of the two happens to the other. */
static void register_alias(const struct aim *aim)
{
	reg_of(aim)->alias = (uint16_t)aim->other;
	aim->faults->box[aim->model->reg[aim->other].box].faulty = true;
}

/* ---- on signals --------------------------------------------------------------------------------------- */

static void pmi_flag(const struct aim *aim)
{
	fault_take_signals(aim->faults);
	box_flag(aim);
}

static void pmi_core(const struct aim *aim)
{
	fault_take_signals(aim->faults);
	aim->faults->box[aim->box].pmi_misrouted = true;
	aim->faults->box[aim->box].pmi_core = aim->argument;
}

/* Sets a time of struct fault_box. */
static void pmi_time(const struct aim *aim)
{
	fault_take_signals(aim->faults);
	*(uint64_t *)((char *)&aim->faults->box[aim->box] + aim->kind->member) = aim->argument;
}

/* ---- parameters of the model -------------------------------------------------------------------------- */

static void box_quirk(const struct aim *aim)
{
	*((bool *)&aim->model->box[aim->box].quirks + aim->kind->member) = true;
}

static void control_coupled(const struct aim *aim)
{
	unsigned next = fault_next_box(aim);

	aim->model->box[next].follows = (uint16_t)(aim->box + 1);
	aim->faults->box[next].faulty = true;
}

static void box_id(const struct aim *aim)
{
	aim->model->box[aim->box].id = (uint16_t)aim->argument;
}

static void clock_other(const struct aim *aim)
{
	aim->model->box[aim->box].clocked = (uint8_t)aim->argument;
}

static void summary_missing(const struct aim *aim)
{
	aim->model->box[aim->box].summary = 0;
}

/* The status above shows it: what that reads is no longer what the documents say either. */
static void summary_bit(const struct aim *aim)
{
	aim->model->box[aim->box].summary = BIT(aim->argument);
}

static void freeze_late(const struct aim *aim)
{
	aim->model->box[aim->box].freeze_ns += aim->argument;
}

/* Sets a time of struct model_box_place. */
static void status_time(const struct aim *aim)
{
	*(uint64_t *)((char *)&aim->model->box[aim->box] + aim->kind->member) = aim->argument;
}

static void counter_dead(const struct aim *aim)
{
	counter_of(aim)->factor = 0;
}

static void ticker_half(const struct aim *aim)
{
	aim->model->reg[aim->reg].rate /= 2;
}

static void counter_rate(const struct aim *aim)
{
	counter_of(aim)->factor = (uint32_t)aim->argument;
}

static void counter_lost(const struct aim *aim)
{
	counter_of(aim)->slip = (int16_t)(-(int)aim->argument);
}

static void counter_doubled(const struct aim *aim)
{
	counter_of(aim)->slip = (int16_t)aim->argument;
}

static void counter_width(const struct aim *aim)
{
	counter_of(aim)->width = (uint8_t)aim->argument;
}

static void counter_early(const struct aim *aim)
{
	counter_of(aim)->ahead = aim->argument;
}

static void counter_late(const struct aim *aim)
{
	counter_of(aim)->late = (uint16_t)aim->argument;
}

static void counter_silent(const struct aim *aim)
{
	counter_of(aim)->silent = true;
}

static void counter_flag(const struct aim *aim)
{
	counter_of(aim)->flag = (uint8_t)aim->argument;
}

static void counter_torn(const struct aim *aim)
{
	counter_of(aim)->two_halves = true;
}

/* Sets a bool of struct model_counter_place. */
static void counter_quirk(const struct aim *aim)
{
	*((bool *)counter_of(aim) + aim->kind->member) = true;
}

/* `member`: the offset of the field's lowest bit in struct model_layout. */
static void counter_deaf(const struct aim *aim)
{
	counter_of(aim)->deaf |= fault_modifier_bits(aim);
}

static void select_rewritten(const struct aim *aim)
{
	aim->faults->box[aim->box].rewrites = aim->argument;
	aim->faults->box[aim->box].rewritten = (uint16_t)aim->reg;
}

static void select_deaf(const struct aim *aim)
{
	counter_of(aim)->deaf |= BIT(aim->argument);
}

static void companion_blind(const struct aim *aim)
{
	aim->model->reg[aim->reg].blind |= BIT(aim->argument);
}

static void companion_open(const struct aim *aim)
{
	aim->model->reg[aim->reg].open |= BIT(aim->argument);
}

/* All selects of the box. */
static void events_deaf(const struct aim *aim)
{
	const struct model_box_place *place = &aim->model->box[aim->box];

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!aim->model->counter[i].layout->clock)
			aim->model->counter[i].deaf |= BIT(aim->argument);
}

static void lines_lost(const struct aim *aim)
{
	aim->model->box[aim->box].line_slip = (int16_t)(-(int)aim->argument);
}

static void lines_doubled(const struct aim *aim)
{
	aim->model->box[aim->box].line_slip = (int16_t)aim->argument;
}

static void lines_swapped(const struct aim *aim)
{
	unsigned next = fault_next_box(aim);

	aim->model->box[aim->box].swapped = (uint16_t)(next + 1);
	aim->model->box[next].swapped = (uint16_t)(aim->box + 1);
	aim->faults->box[next].faulty = true;
}

#define BUS(member)   offsetof(struct fault_box, member)
#define REG(member)   offsetof(struct fault_register, member)
#define QUIRK(member) offsetof(struct model_quirks, member)
#define PLACE(member) offsetof(struct model_counter_place, member)
#define TAKES(member) offsetof(struct model_box_place, late_ns[member])
#define FIELD(member) offsetof(struct model_layout, member)
#define SECOND        UINT64_C(1000000000)
#define LATER         UINT64_C(1000000)
#define ACCESSES      UINT64_C(1000000)
#define MIDDLE        100
#define SOON          200000 /* under emulation a PMI takes tens of microseconds */
#define SOONEST       100
#define SLIPS         16
#define SLIPS_MAX     1000
#define HALF          2       /* of a few boxes less is no more than a sum may be off by */
#define COUPLED       64      /* boxes away */
#define CLOCKED       64      /* sixteenths */
#define WITHIN        1000000 /* counts that come in a few milliseconds */
#define LATENESS      100
#define LATEST        1000

/* clang-format off */
const struct fault_kind fault_kinds[FAULT_KINDS] = {
	{ANY_BOX, MODEL_HAS_MSRS, NULL, "gp", NO_ARGUMENT, 0, 0, 0, box_flag, NULL, NULL, GROUND_TOLD, BUS(gp)},
	{ANY_BOX, MODEL_HAS_HEADER, NULL, "hidden", NO_ARGUMENT, 0, 0, 0, box_flag, NULL, NULL, GROUND_TOLD, BUS(hidden)},
	{ANY_BOX, MODEL_HAS_HEADER, NULL, "id", NUMBER, 0, 0xffff, 0, box_id, fault_refuse_id, fault_vary_id, GROUND_ID, 0},
	{ANY_BOX, MODEL_HAS_MSRS, NULL, "vanish", OPTIONAL, 1, ACCESSES, MIDDLE, box_vanish, NULL, NULL, GROUND_TOLD, 0},
	{ANY_BOX, MODEL_HAS_HEADER, NULL, "vanish", OPTIONAL, 1, ACCESSES, MIDDLE, box_vanish, NULL, NULL, GROUND_TOLD, 0},
	{ANY_BOX, MODEL_HAS_MSRS, NULL, "hang", OPTIONAL, 1, ACCESSES, MIDDLE, box_hang, NULL, NULL, GROUND_TOLD, 0},
	{ANY_BOX, MODEL_HAS_HEADER, NULL, "hang", OPTIONAL, 1, ACCESSES, MIDDLE, box_hang, NULL, NULL, GROUND_TOLD, 0},
	{ANY_BOX, MODEL_HAS_MEMORY, NULL, "hidden", NO_ARGUMENT, 0, 0, 0, box_flag, NULL, NULL, GROUND_TOLD, BUS(hidden)},
	{ANY_BOX, MODEL_HAS_MEMORY, NULL, "vanish", OPTIONAL, 1, ACCESSES, MIDDLE, box_vanish, NULL, NULL, GROUND_TOLD, 0},
	{ANY_BOX, MODEL_HAS_MEMORY, NULL, "hang", OPTIONAL, 1, ACCESSES, MIDDLE, box_hang, NULL, NULL, GROUND_TOLD, 0},
	{BOX_PART, MODEL_HAS_ENABLE, "enable", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(runs_without_enable)},
	{BOX_PART, MODEL_HAS_SUMMARY, "summary", "missing", NO_ARGUMENT, 0, 0, 0, summary_missing, fault_refuse_summary, NULL, GROUND_TOLD, 0},
	{BOX_PART, MODEL_HAS_SUMMARY, "summary", "bit", NUMBER, 0, 63, 0, summary_bit, fault_refuse_summary_bit, fault_vary_summary_bit, GROUND_TOLD, 0},
	{BOX_PART, MODEL_HAS_SUMMARY, "summary", "hasty", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_summary_clear, NULL, GROUND_TOLD, QUIRK(summary_hasty)},
	{BOX_PART, MODEL_HAS_SUMMARY, "summary", "stays", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_summary_clear, NULL, GROUND_TOLD, QUIRK(summary_stays)},
	{BOX_PART, 0, "control", "coupled", OPTIONAL, 1, COUPLED, 1, control_coupled, fault_refuse_coupled, NULL, GROUND_TOLD, 0},
	{BOX_PART, MODEL_HAS_FILTER, "filter", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(filters_open)},
	{BOX_PART, MODEL_HAS_LOCK, "lock", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(lock_open)},
	{BOX_PART, MODEL_HAS_TALLY, "tally", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(tally_kept)},
	{BOX_PART, 0, "clock", "dead", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_clock, NULL, GROUND_TOLD, QUIRK(clock_stands)},
	{BOX_PART, 0, "clock", "rate", NUMBER, 1, CLOCKED, 0, clock_other, fault_refuse_clocked, fault_vary_clocked, GROUND_CLOCK, 0},
	{BOX_PART, 0, "clock", "absent", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_uncounted, fault_vary_unlisted, GROUND_TOLD, QUIRK(clock_absent)},
	{BOX_PART, MODEL_HAS_BANDS, "bands", "shut", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(bands_shut)},
	{BOX_PART, MODEL_HAS_BANDS, "bands", "crossed", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(bands_crossed)},
	{BOX_PART, MODEL_HAS_MASTER, "en_all", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(runs_without_master)},
	{BOX_PART, MODEL_HAS_FREEZE, "freeze", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(never_freezes)},
	{BOX_PART, 0, "freeze", "missed", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_missed, NULL, GROUND_TOLD, QUIRK(misses_freeze)},
	{BOX_PART, 0, "enable", "missed", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_passed_over, NULL, GROUND_TOLD, QUIRK(misses_enable)},
	{BOX_PART, 0, "reset", "missed", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_passed_over, NULL, GROUND_TOLD, QUIRK(misses_reset)},
	{BOX_PART, MODEL_HAS_LATENCY, "freeze", "late", OPTIONAL, 1, SECOND, LATER, freeze_late, NULL, NULL, GROUND_TOLD, 0},
	{BOX_PART, MODEL_HAS_LEVELS, "freeze", "partial", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(freezes_in_part)},
	{BOX_PART, MODEL_HAS_LEVELS, "freeze", "clears", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_streamlined, NULL, GROUND_TOLD, QUIRK(freeze_clears)},
	{BOX_PART, MODEL_HAS_LEVELS, "freeze", "lower", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_lower, NULL, GROUND_TOLD, QUIRK(freezes_lower)},
	{BOX_PART, MODEL_HAS_LEVELS, "thaw", "clears", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_streamlined, NULL, GROUND_TOLD, QUIRK(thaw_clears)},
	{BOX_PART, MODEL_HAS_LEVELS, "thaw", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_streamlined, NULL, GROUND_TOLD, QUIRK(never_thaws)},
	{BOX_PART, MODEL_HAS_LEVELS, "metrics", "dead", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_metrics, NULL, GROUND_TOLD, QUIRK(metrics_dead)},
	{BOX_PART, MODEL_HAS_LEVELS, "metrics", "exceed", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_metrics, NULL, GROUND_TOLD, QUIRK(metrics_exceed)},
	{BOX_PART, MODEL_HAS_LEVELS, "pmi", "blocked", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(blocks_pmis)},
	{BOX_PART, MODEL_HAS_LEVELS, "pmi", "masked", NO_ARGUMENT, 0, 0, 0, box_flag, NULL, NULL, GROUND_TOLD, BUS(keeps_entry)},
	{BOX_PART, MODEL_HAS_MASTER, "pmi", "blocked", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(blocks_pmis)},
	{BOX_PART, MODEL_HAS_RESET, "reset", "ignored", NO_ARGUMENT, 0, 0, 0, box_quirk, NULL, NULL, GROUND_TOLD, QUIRK(never_resets)},
	{BOX_PART, MODEL_HAS_PMI, "pmi", "lost", NO_ARGUMENT, 0, 0, 0, pmi_flag, NULL, NULL, GROUND_TOLD, BUS(pmi_lost)},
	{BOX_PART, MODEL_HAS_PMI, "pmi", "spurious", OPTIONAL, 1, SECOND, LATER, pmi_time, NULL, NULL, GROUND_TOLD, BUS(spurious_ns)},
	{BOX_PART, MODEL_HAS_PMI, "pmi", "doubled", OPTIONAL, 1, SECOND, LATER, pmi_time, NULL, NULL, GROUND_TOLD, BUS(doubled_ns)},
	{BOX_PART, MODEL_HAS_PMI, "pmi", "stuck", OPTIONAL, SOONEST, SECOND, SOON, pmi_time, NULL, NULL, GROUND_TOLD, BUS(stuck_ns)},
	{BOX_PART, MODEL_HAS_PMI, "pmi", "core", NUMBER, 0, SILICON_CORES - 1, 0, pmi_core, fault_refuse_core, fault_vary_core, GROUND_TOLD, 0},
	{STATUS_REGISTER, 0, NULL, "sticky", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_sticky, NULL, GROUND_TOLD, QUIRK(never_clears)},
	{STATUS_REGISTER, 0, NULL, "slow", OPTIONAL, 1, SECOND, LATER, status_time, fault_refuse_status, NULL, GROUND_TOLD, TAKES(MODEL_DELAY_STATUS)},
	{STATUS_REGISTER, 0, NULL, "lingers", OPTIONAL, 1, SECOND, LATER, status_time, fault_refuse_sticky, NULL, GROUND_TOLD, TAKES(MODEL_DELAY_CLEAR)},
	{STATUS_REGISTER, 0, NULL, "missing", NO_ARGUMENT, 0, 0, 0, register_void, fault_refuse_status, NULL, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, counter_dead, NULL, NULL, GROUND_TOLD, 0},
	{TICKER_REGISTER, 0, NULL, "half", NO_ARGUMENT, 0, 0, 0, ticker_half, fault_refuse_half, NULL, GROUND_RATE, 0},
	{TICKER_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, register_void, NULL, NULL, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "rate", NUMBER, 0, MODEL_FACTOR_LIMIT, 0, counter_rate, fault_refuse_rate, fault_vary_rate, GROUND_RATE, 0},
	{COUNTER_REGISTER, 0, NULL, "lost", OPTIONAL, 2, SLIPS_MAX, SLIPS, counter_lost, NULL, NULL, GROUND_RATE, 0},
	{COUNTER_REGISTER, 0, NULL, "doubled", OPTIONAL, 2, SLIPS_MAX, SLIPS, counter_doubled, NULL, NULL, GROUND_RATE, 0},
	{COUNTER_REGISTER, 0, NULL, "width", NUMBER, 1, 48, 0, counter_width, fault_refuse_width, fault_vary_width, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "early", NUMBER, 1, BIT(47), WITHIN, counter_early, fault_refuse_early, fault_vary_early, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "late", OPTIONAL, 2, LATEST, LATENESS, counter_late, fault_refuse_silent, NULL, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "silent", NO_ARGUMENT, 0, 0, 0, counter_silent, fault_refuse_silent, NULL, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "flag", NUMBER, 0, 63, 0, counter_flag, fault_refuse_flag, fault_vary_flag, GROUND_TOLD, 0},
	{COUNTER_REGISTER, 0, NULL, "torn", NO_ARGUMENT, 0, 0, 0, counter_torn, fault_refuse_torn, NULL, GROUND_TOLD, 0},
	{COUNTER_REGISTER, MODEL_HAS_LEVELS, NULL, "enable.ignored", NO_ARGUMENT, 0, 0, 0, counter_quirk, NULL, NULL, GROUND_TOLD, PLACE(unenabled)},
	{COUNTER_REGISTER, MODEL_HAS_LEVELS, NULL, "level.ignored", NO_ARGUMENT, 0, 0, 0, counter_quirk, NULL, NULL, GROUND_TOLD, PLACE(every_level)},
	{COUNTER_REGISTER, MODEL_HAS_LEVELS, NULL, "level.swapped", NO_ARGUMENT, 0, 0, 0, counter_quirk, NULL, NULL, GROUND_TOLD, PLACE(swapped_levels)},
	{COUNTER_REGISTER, MODEL_HAS_LEVELS, NULL, "threshold.ignored", NO_ARGUMENT, 0, 0, 0, counter_deaf, fault_refuse_modifier, NULL, GROUND_TOLD, FIELD(threshold_low)},
	{COUNTER_REGISTER, MODEL_HAS_LEVELS, NULL, "invert.ignored", NO_ARGUMENT, 0, 0, 0, counter_deaf, fault_refuse_modifier, NULL, GROUND_TOLD, FIELD(invert)},
	{COUNTER_REGISTER, MODEL_HAS_LEVELS, NULL, "edge.ignored", NO_ARGUMENT, 0, 0, 0, counter_deaf, fault_refuse_modifier, NULL, GROUND_TOLD, FIELD(edge)},
	{COUNTER_REGISTER, 0, NULL, "threshold.equal", NO_ARGUMENT, 0, 0, 0, counter_quirk, fault_refuse_equal, NULL, GROUND_TOLD, PLACE(equals)},
	{COUNTER_REGISTER, 0, NULL, "cleared", NO_ARGUMENT, 0, 0, 0, counter_quirk, fault_refuse_silent, NULL, GROUND_TOLD, PLACE(cleared_too)},
	{STATUS_REGISTER, 0, NULL, "together", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_sticky, NULL, GROUND_TOLD, QUIRK(clears_together)},
	{COUNTER_REGISTER, 0, NULL, "leaps", NO_ARGUMENT, 0, 0, 0, counter_quirk, NULL, NULL, GROUND_TOLD, PLACE(leaps)},
	{COUNTER_REGISTER, 0, NULL, "lags", NO_ARGUMENT, 0, 0, 0, counter_quirk, NULL, NULL, GROUND_TOLD, PLACE(lags)},
	{SELECT_REGISTER, 0, NULL, "deaf", BIT_NUMBER, 0, 0, 0, select_deaf, fault_refuse_deaf, fault_vary_deaf, GROUND_CODE, 0},
	{SELECT_REGISTER, 0, NULL, "rewritten", OPTIONAL, 1, ACCESSES, MIDDLE, select_rewritten, NULL, fault_vary_unlisted, GROUND_TOLD, 0},
	{BOX_PART, 0, "events", "deaf", NUMBER, 0, 31, 0, events_deaf, fault_refuse_events, fault_vary_events, GROUND_LINES, 0},
	{COMPANION_REGISTER, 0, NULL, "deaf", BIT_NUMBER, 0, 0, 0, companion_blind, fault_refuse_blind, fault_vary_blind, GROUND_LINES, 0},
	{COMPANION_REGISTER, 0, NULL, "open", BIT_NUMBER, 0, 0, 0, companion_open, fault_refuse_open, fault_vary_open, GROUND_LINES, 0},
	{BOX_PART, 0, "lines", "lost", OPTIONAL, 2, SLIPS_MAX, HALF, lines_lost, fault_refuse_lines, NULL, GROUND_LINES, 0},
	{BOX_PART, 0, "lines", "doubled", OPTIONAL, 2, SLIPS_MAX, HALF, lines_doubled, fault_refuse_lines, NULL, GROUND_LINES, 0},
	{BOX_PART, 0, "lines", "swapped", NO_ARGUMENT, 0, 0, 0, lines_swapped, fault_refuse_swapped, NULL, GROUND_LINES, 0},
	{BOX_PART, 0, "lines", "written", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_written, NULL, GROUND_LINES, QUIRK(reads_as_writes)},
	{BOX_PART, 0, "lines", "local", NO_ARGUMENT, 0, 0, 0, box_quirk, fault_refuse_local, NULL, GROUND_LINES, QUIRK(remote_as_local)},
	{ANY_REGISTER, 0, NULL, "stuck1", BIT_NUMBER, 0, 0, 0, register_stuck1, fault_refuse_stuck1, fault_vary_stuck1, GROUND_BIT, 0},
	{ANY_REGISTER, 0, NULL, "stuck0", BIT_NUMBER, 0, 0, 0, register_stuck0, fault_refuse_stuck0, fault_vary_stuck0, GROUND_BIT, 0},
	{ANY_REGISTER, MODEL_HAS_MSRS, NULL, "gp", NO_ARGUMENT, 0, 0, 0, reg_flag, NULL, NULL, GROUND_TOLD, REG(gp)},
	{ANY_REGISTER, 0, NULL, "dropped", NO_ARGUMENT, 0, 0, 0, reg_flag, fault_refuse_dropped, NULL, GROUND_TOLD, REG(dropped)},
	{ANY_REGISTER, 0, NULL, "alias", REGISTER, 0, 0, 0, register_alias, fault_refuse_alias, fault_vary_alias, GROUND_TOLD, 0},
	{ANY_REGISTER, 0, NULL, "reset", CONTENT, 0, 0, 0, register_reset, fault_refuse_reset, fault_vary_reset, GROUND_START, 0},
};
/* clang-format on */
