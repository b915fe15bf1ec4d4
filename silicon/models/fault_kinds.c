/* SPDX-License-Identifier: BSD-2-Clause */
/* What can be broken: one row per kind of fault. */
#include "silicon/models/fault.h"

static struct model_register *reg_of(const struct aim *aim)
{
	return &aim->silicon->reg[aim->reg];
}

static struct model_counter_place *counter_of(const struct aim *aim)
{
	return &aim->silicon->counter[reg_of(aim)->counter];
}

static struct model_box_place *box_of(const struct aim *aim)
{
	return &aim->silicon->box[aim->box];
}

static struct model_faults *faults_of(const struct aim *aim)
{
	return &box_of(aim)->faults;
}

/* ---- boxes ------------------------------------------------------------------------------------------ */

static void box_gp(const struct aim *aim)
{
	box_of(aim)->gp = true;
}

static void box_hidden(const struct aim *aim)
{
	box_of(aim)->hidden = true;
}

static void box_id(const struct aim *aim)
{
	box_of(aim)->id = (uint16_t)aim->argument;
}

static void box_vanish(const struct aim *aim)
{
	box_of(aim)->vanishes = aim->argument;
}

static void box_hang(const struct aim *aim)
{
	box_of(aim)->hangs = aim->argument;
}

static void enable_ignored(const struct aim *aim)
{
	box_of(aim)->enable_ignored = true;
}

static void summary_missing(const struct aim *aim)
{
	box_of(aim)->summary_missing = true;
}

static void summary_bit(const struct aim *aim)
{
	box_of(aim)->summary = BIT(aim->argument);
	aim->silicon->reg[aim->silicon->box[aim->silicon->global].reg[MODEL_STATUS]].faulty = true;
}

static void filter_ignored(const struct aim *aim)
{
	box_of(aim)->filter_ignored = true;
	box_of(aim)->unsteady = true;
}

static void lock_ignored(const struct aim *aim)
{
	box_of(aim)->lock_ignored = true;
}

static void tally_ignored(const struct aim *aim)
{
	box_of(aim)->tally_ignored = true;
	box_of(aim)->unsteady = true;
}

static void master_ignored(const struct aim *aim)
{
	faults_of(aim)->master_ignored = true;
}

static void freeze_ignored(const struct aim *aim)
{
	faults_of(aim)->freeze_ignored = true;
}

static void freeze_late(const struct aim *aim)
{
	faults_of(aim)->freeze_ns = aim->argument;
}

static void reset_ignored(const struct aim *aim)
{
	faults_of(aim)->reset_ignored = true;
}

static void pmi_lost(const struct aim *aim)
{
	faults_of(aim)->pmi_lost = true;
}

static void pmi_spurious(const struct aim *aim)
{
	faults_of(aim)->pmi_spurious = true;
	faults_of(aim)->spurious_ns = aim->argument;
}

static void pmi_doubled(const struct aim *aim)
{
	faults_of(aim)->pmi_doubled = true;
	faults_of(aim)->doubled_ns = aim->argument;
}

static void pmi_stuck(const struct aim *aim)
{
	faults_of(aim)->pmi_stuck = true;
	faults_of(aim)->stuck_ns = aim->argument;
}

static void pmi_core(const struct aim *aim)
{
	faults_of(aim)->pmi_misrouted = true;
	faults_of(aim)->pmi_core = (uint8_t)aim->argument;
}

static void status_sticky(const struct aim *aim)
{
	box_of(aim)->status_sticky = true;
	reg_of(aim)->faulty = true;
}

static void status_missing(const struct aim *aim)
{
	box_of(aim)->status_missing = true;
	reg_of(aim)->faulty = true;
}

/* ---- registers --------------------------------------------------------------------------------------- */

/* What counters of its box count, or when they overflow, is not what software can know. */
static void spoil(struct silicon *silicon, unsigned reg)
{
	silicon->reg[reg].faulty = true;
	if (silicon->reg[reg].bank->role == MODEL_WINDOW)
		silicon->reg[silicon->reg[reg].alias].forgiven = true;
	if (silicon->reg[reg].bank->role == MODEL_COMPANION)
		silicon->box[silicon->reg[reg].box].unsteady = true;
}

static void register_gp(const struct aim *aim)
{
	reg_of(aim)->gp = true;
	reg_of(aim)->forgiven = true;
	spoil(aim->silicon, aim->reg);
}

static void register_dropped(const struct aim *aim)
{
	reg_of(aim)->dropped = true;
	reg_of(aim)->forgiven = true;
	spoil(aim->silicon, aim->reg);
}

/* A clearing bit that is always 1 keeps its overflow bit at 0. */
static void register_stuck1(const struct aim *aim)
{
	unsigned status = box_of(aim)->reg[MODEL_STATUS];

	reg_of(aim)->stuck1 |= BIT(aim->argument);
	spoil(aim->silicon, aim->reg);
	if (reg_of(aim)->bank->role == MODEL_OVF_CTL && status != MODEL_NONE &&
	    reg_of(aim)->bank->writable >> aim->argument & 1)
		aim->silicon->reg[status].stuck0 |= BIT(aim->argument);
}

static void register_stuck0(const struct aim *aim)
{
	reg_of(aim)->stuck0 |= BIT(aim->argument);
	spoil(aim->silicon, aim->reg);
}

static void register_reset(const struct aim *aim)
{
	reg_of(aim)->initial = aim->argument;
	reg_of(aim)->preset = true;
}

static void register_alias(const struct aim *aim)
{
	reg_of(aim)->alias = (uint16_t)aim->other;
	reg_of(aim)->forgiven = true;
	aim->silicon->reg[aim->other].forgiven = true;
	spoil(aim->silicon, aim->reg);
	spoil(aim->silicon, aim->other);
}

static void ticker_dead(const struct aim *aim)
{
	reg_of(aim)->stuck0 = ~UINT64_C(0);
}

/* ---- counters ---------------------------------------------------------------------------------------- */

static void counter_dead(const struct aim *aim)
{
	counter_of(aim)->factor = 0;
}

static void counter_rate(const struct aim *aim)
{
	counter_of(aim)->factor = (uint32_t)aim->argument;
	counter_of(aim)->faulty = true;
}

static void counter_lost(const struct aim *aim)
{
	counter_of(aim)->slip = (int16_t) - (int)aim->argument;
	counter_of(aim)->faulty = true;
}

static void counter_doubled(const struct aim *aim)
{
	counter_of(aim)->slip = (int16_t)aim->argument;
	counter_of(aim)->faulty = true;
}

static void counter_width(const struct aim *aim)
{
	counter_of(aim)->width = (uint8_t)aim->argument;
	counter_of(aim)->faulty = true;
}

static void counter_silent(const struct aim *aim)
{
	counter_of(aim)->silent = true;
}

static void counter_flag(const struct aim *aim)
{
	counter_of(aim)->flag = (uint8_t)aim->argument;
	counter_of(aim)->faulty = true;
}

static void counter_torn(const struct aim *aim)
{
	counter_of(aim)->torn = true;
}

#define SECOND    UINT64_C(1000000000)
#define LATER     UINT64_C(1000000)
#define ACCESSES  UINT64_C(1000000)
#define MIDDLE    100
#define SOON      200000 /* under emulation a PMI takes tens of microseconds */
#define SOONEST   100
#define SLIPS     16
#define SLIPS_MAX 1000

/* clang-format off */
const struct fault_kind model_fault_kinds[FAULT_KINDS] = {
	{ANY_BOX, MODEL_BREAKS_ACCESS, NULL, "gp", NO_ARGUMENT, 0, 0, 0, box_gp, NULL, NULL, GROUND_TOLD},
	{ANY_BOX, MODEL_BREAKS_PRESENCE, NULL, "hidden", NO_ARGUMENT, 0, 0, 0, box_hidden, NULL, NULL, GROUND_TOLD},
	{ANY_BOX, MODEL_BREAKS_PRESENCE, NULL, "id", NUMBER, 0, 0xffff, 0, box_id, model_refuse_id, model_vary_id, GROUND_ID},
	{ANY_BOX, MODEL_BREAKS_ACCESS, NULL, "vanish", OPTIONAL, 1, ACCESSES, MIDDLE, box_vanish, NULL, NULL, GROUND_TOLD},
	{ANY_BOX, MODEL_BREAKS_PRESENCE, NULL, "vanish", OPTIONAL, 1, ACCESSES, MIDDLE, box_vanish, NULL, NULL, GROUND_TOLD},
	{ANY_BOX, MODEL_BREAKS_ACCESS, NULL, "hang", OPTIONAL, 1, ACCESSES, MIDDLE, box_hang, NULL, NULL, GROUND_TOLD},
	{ANY_BOX, MODEL_BREAKS_PRESENCE, NULL, "hang", OPTIONAL, 1, ACCESSES, MIDDLE, box_hang, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_ENABLE, "enable", "ignored", NO_ARGUMENT, 0, 0, 0, enable_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_SUMMARY, "summary", "missing", NO_ARGUMENT, 0, 0, 0, summary_missing, model_refuse_summary, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_SUMMARY, "summary", "bit", NUMBER, 0, 63, 0, summary_bit, model_refuse_summary_bit, model_vary_summary_bit, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_FILTER, "filter", "ignored", NO_ARGUMENT, 0, 0, 0, filter_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_LOCK, "lock", "ignored", NO_ARGUMENT, 0, 0, 0, lock_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_TALLY, "tally", "ignored", NO_ARGUMENT, 0, 0, 0, tally_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_MASTER, "en_all", "ignored", NO_ARGUMENT, 0, 0, 0, master_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_FREEZE, "freeze", "ignored", NO_ARGUMENT, 0, 0, 0, freeze_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_LATE, "freeze", "late", OPTIONAL, 1, SECOND, LATER, freeze_late, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_RESET, "reset", "ignored", NO_ARGUMENT, 0, 0, 0, reset_ignored, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "lost", NO_ARGUMENT, 0, 0, 0, pmi_lost, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "spurious", OPTIONAL, 1, SECOND, LATER, pmi_spurious, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "doubled", OPTIONAL, 1, SECOND, LATER, pmi_doubled, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "stuck", OPTIONAL, SOONEST, SECOND, SOON, pmi_stuck, NULL, NULL, GROUND_TOLD},
	{BOX_PART, MODEL_BREAKS_PMI, "pmi", "core", NUMBER, 0, MODEL_CORES - 1, 0, pmi_core, model_refuse_core, model_vary_core, GROUND_TOLD},
	{STATUS_REGISTER, 0, NULL, "sticky", NO_ARGUMENT, 0, 0, 0, status_sticky, model_refuse_sticky, NULL, GROUND_TOLD},
	{STATUS_REGISTER, 0, NULL, "missing", NO_ARGUMENT, 0, 0, 0, status_missing, model_refuse_status, NULL, GROUND_TOLD},
	{COUNTER_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, counter_dead, NULL, NULL, GROUND_TOLD},
	{TICKER_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, ticker_dead, NULL, NULL, GROUND_TOLD},
	{COUNTER_REGISTER, 0, NULL, "rate", NUMBER, 0, MODEL_FACTOR_LIMIT, 0, counter_rate, model_refuse_rate, model_vary_rate, GROUND_RATE},
	{COUNTER_REGISTER, 0, NULL, "lost", OPTIONAL, 2, SLIPS_MAX, SLIPS, counter_lost, NULL, NULL, GROUND_RATE},
	{COUNTER_REGISTER, 0, NULL, "doubled", OPTIONAL, 2, SLIPS_MAX, SLIPS, counter_doubled, NULL, NULL, GROUND_RATE},
	{COUNTER_REGISTER, 0, NULL, "width", NUMBER, 1, 48, 0, counter_width, model_refuse_width, model_vary_width, GROUND_TOLD},
	{COUNTER_REGISTER, 0, NULL, "silent", NO_ARGUMENT, 0, 0, 0, counter_silent, model_refuse_silent, NULL, GROUND_TOLD},
	{COUNTER_REGISTER, 0, NULL, "flag", NUMBER, 0, 63, 0, counter_flag, model_refuse_flag, model_vary_flag, GROUND_TOLD},
	{COUNTER_REGISTER, 0, NULL, "torn", NO_ARGUMENT, 0, 0, 0, counter_torn, model_refuse_torn, NULL, GROUND_TOLD},
	{ANY_REGISTER, 0, NULL, "stuck1", BIT_NUMBER, 0, 0, 0, register_stuck1, model_refuse_stuck1, model_vary_stuck1, GROUND_BIT},
	{ANY_REGISTER, 0, NULL, "stuck0", BIT_NUMBER, 0, 0, 0, register_stuck0, model_refuse_stuck0, model_vary_stuck0, GROUND_BIT},
	{ANY_REGISTER, MODEL_BREAKS_ACCESS, NULL, "gp", NO_ARGUMENT, 0, 0, 0, register_gp, NULL, NULL, GROUND_TOLD},
	{ANY_REGISTER, 0, NULL, "dropped", NO_ARGUMENT, 0, 0, 0, register_dropped, model_refuse_dropped, NULL, GROUND_TOLD},
	{ANY_REGISTER, 0, NULL, "alias", REGISTER, 0, 0, 0, register_alias, model_refuse_alias, model_vary_alias, GROUND_TOLD},
	{ANY_REGISTER, 0, NULL, "reset", CONTENT, 0, 0, 0, register_reset, model_refuse_reset, model_vary_reset, GROUND_START},
};
/* clang-format on */
