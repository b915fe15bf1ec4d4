/* SPDX-License-Identifier: BSD-2-Clause */
/* The microcode that posts nest counters, as in the public OCC source (occ_gpe1/gpe1_24x7.c), and the control block through which
 * OPAL commands it. Sections 3.1, 4.1 and 5. A pause only stops the microcode from reading; the hardware keeps counting. */
#include "silicon/models/imc_state.h"

enum { STATUS_NONE, STATUS_RUNNING, STATUS_PAUSED, STATUS_BAD_SPEED, STATUS_BAD_MODE };
enum { COMMAND_NONE, COMMAND_RESUME, COMMAND_PAUSE, COMMAND_CLEAR };

#define SPEED_MAX     11
#define MODE_MAX      1
#define STATES        8
#define DRY_PASSES    16 /* two rounds */
#define HARDWARE_MASK 0xffff

static void set_status(struct imc_chip *chip, uint64_t status)
{
	chip->status = status;
	imc_store(chip->region + IMC_CONTROL_STATUS, chip->quirks.shows ? chip->quirks.shows - 1u : status);
}

/* Sets the state that skiboot leaves: the microcode runs, but is paused. */
void imc_nest_reset(struct imc_model *imc, struct imc_chip *chip)
{
	imc_store(chip->region + IMC_CONTROL_AVAILABLE, imc->available);
	set_status(chip, STATUS_PAUSED);
}

/* ---- commands ------------------------------------------------------------------------------------------ */

static void resume(struct imc_chip *chip)
{
	chip->left = DRY_PASSES;
	for (unsigned i = 0; i < IMC_UNITS; i++)
		chip->started[i] = false;
	set_status(chip, STATUS_RUNNING);
}

static void clear(const struct imc_model *imc, struct imc_chip *chip)
{
	for (unsigned offset = 0; offset < imc->layout->cleared_bytes; offset += 8)
		imc_store(chip->region + offset, 0);
}

/* Initialization of the microcode forgets everything, including a waiting command. Only the status stays. */
static void restart(const struct imc_model *imc, struct imc_chip *chip)
{
	clear(imc, chip);
	imc_store(chip->region + IMC_CONTROL_COMMAND, COMMAND_NONE);
	chip->asked = 0;
	chip->state = chip->third = 0;
	for (unsigned i = 0; i < IMC_UNITS; i++)
		chip->started[i] = false;
}

static void take_command(const struct imc_model *imc, struct imc_chip *chip)
{
	uint64_t command = imc_load(chip->region + IMC_CONTROL_COMMAND);

	if (!command || command == chip->kept)
		return;
	if (!chip->quirks.skips_commands) {
		if (command == COMMAND_CLEAR)
			clear(imc, chip);
		if (command == COMMAND_RESUME || command == COMMAND_CLEAR)
			resume(chip);
		if (command == COMMAND_PAUSE)
			set_status(chip, STATUS_PAUSED);
	}
	chip->asked = 0;
	chip->kept = chip->quirks.keeps_commands ? command : 0;
	if (!chip->quirks.keeps_commands)
		imc_store(chip->region + IMC_CONTROL_COMMAND, COMMAND_NONE);
}

/* Firmware owns speed and mode: if a program changes them, the catalog's scales are wrong. */
static void watch_settings(const struct imc_model *imc, struct imc_chip *chip)
{
	uint64_t speed = imc_load(chip->region + IMC_CONTROL_SPEED);
	uint64_t mode = imc_load(chip->region + IMC_CONTROL_MODE);

	if (speed == chip->speed && mode == chip->mode)
		return;
	chip->speed = speed;
	chip->mode = mode;
	clear(imc, chip);
	if (speed > SPEED_MAX)
		set_status(chip, STATUS_BAD_SPEED);
	else if (mode > MODE_MAX)
		set_status(chip, STATUS_BAD_MODE);
	else if (chip->status == STATUS_RUNNING)
		resume(chip);
}

/* ---- posting --------------------------------------------------------------------------------------------- */

static void increment(uint8_t *word)
{
	imc_store(word, imc_load(word) + 1);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Counters of a unit on their way to memory. */
struct posting {
	struct imc_model *imc;
	struct imc_chip *chip;
	const struct imc_unit *unit;
	bool resumed; /* first posting of the unit after a pause */
	uint64_t ticks;
};

static void post_counter(const struct posting *posting, unsigned index)
{
	const struct imc_unit *unit = posting->unit;
	struct imc_chip *chip = posting->chip;
	unsigned offset = unit->first + 8 * index;
	struct imc_counter *counter = &chip->counter[imc_slot(&posting->imc->nest_slots, offset)];
	uint64_t factor = unit->doubled == index + 1 ? 2 : 1;
	uint64_t made = factor * imc_count(counter->rate / factor, posting->ticks);
	uint64_t counts = made - counter->posted;

	/* Without known groups their width is not documented: only counts that accumulate in a pause wrap. */
	if (unit->kind == IMC_SUMS && (posting->imc->layout->groups || posting->resumed))
		counts &= HARDWARE_MASK;
	if (!posting->resumed || unit->kind != IMC_DIFFERENCES)
		imc_add(counter, chip->region + offset, counts);
	counter->posted = made;
}

static void post_unit(struct imc_model *imc, struct imc_chip *chip, unsigned index, uint64_t t)
{
	const struct imc_unit *unit = &imc->layout->units[index];
	struct posting posting = {imc, chip, unit, !chip->started[index], t};
	uint64_t bits = unit->present & imc->available;
	bool present = unit->state ? bits == unit->state : bits != 0;

	/* An availability word of 0 excludes units only on processors whose word has named them before. */
	if (!unit->present || (!imc->available && !imc->layout->says_available))
		present = true;
	if (!present || chip->quirks.without[index])
		return;
	chip->started[index] = true;
	if (unit->kind == IMC_CLOCK) {
		imc_store(chip->region + unit->first, t);
		return;
	}
	for (unsigned i = 0; i < unit->counters; i++)
		post_counter(&posting, i);
}

static void post_group(struct imc_model *imc, struct imc_chip *chip, unsigned group, uint64_t t)
{
	const struct imc_layout *layout = imc->layout;

	increment(chip->region + layout->groups[group - 1].head);
	for (unsigned i = 0; i < layout->unit_count; i++)
		if (layout->units[i].group == group && (group != 4 || layout->units[i].third == chip->third))
			post_unit(imc, chip, i, t);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!chip->quirks.no_tails)
		increment(chip->region + layout->groups[group - 1].tail);
	imc->posts++;
	if (group == 4)
		chip->third = (uint8_t)((chip->third + 1) % 3);
}

/* A round has eight states. The first two groups are posted in every other state, the third in the states between,
 * together with one of the other groups. */
static void walk(struct imc_model *imc, struct imc_chip *chip, uint64_t t)
{
	unsigned state = chip->state;

	if (chip->quirks.runs_dry && !chip->left)
		return;
	chip->left -= chip->left != 0;
	chip->state = (uint8_t)((state + 1) % STATES);
	if (!imc->layout->groups) {
		/* No source gives an order: posts everything in every other state, as POWER9 does for its most frequent groups. */
		if (state % 2)
			return;
		for (unsigned i = 0; i < imc->layout->unit_count; i++)
			post_unit(imc, chip, i, t);
		imc->posts++;
		return;
	}
	if (state % 2 == 0) {
		post_group(imc, chip, 1, t);
		post_group(imc, chip, 2, t);
		return;
	}
	post_group(imc, chip, 3, t);
	post_group(imc, chip, 4 + state / 2, t);
}

static void call_microcode(struct imc_model *imc, struct imc_chip *chip, uint64_t t)
{
	uint64_t every = (uint64_t)IMC_SKIP_EVERY_MS * IMC_TICKS_PER_MS;
	/* After each `every` ticks the controller has other work. */
	uint64_t other_work = chip->quirks.skips * (uint64_t)IMC_TICKS_PER_MS;

	if (chip->quirks.asleep || t % (every + other_work) >= every)
		return;
	if (chip->quirks.restarts && t >= chip->restart) {
		chip->restart = t + chip->quirks.restarts * (uint64_t)IMC_TICKS_PER_MS;
		restart(imc, chip);
	}
	take_command(imc, chip);
	watch_settings(imc, chip);
	imc_store(chip->region + IMC_CONTROL_IN_EFFECT, chip->mode);
	if (chip->status == STATUS_RUNNING && (!chip->quirks.shows || chip->quirks.shows == STATUS_RUNNING + 1))
		walk(imc, chip, t);
}

/* Returns the time between its calls in ticks. */
static uint64_t call_period(const struct imc_chip *chip)
{
	return ((uint64_t)IMC_MICROCODE_TICKS << (chip->speed <= SPEED_MAX ? chip->speed : 0)) *
	       max_u64(chip->quirks.every, 1);
}

void imc_nest_advance(struct imc_model *imc, struct imc_chip *chip, uint64_t now)
{
	/* Paused and without commands its calls do nothing. */
	bool idle = chip->status != STATUS_RUNNING && !chip->quirks.restarts &&
		    !imc_load(chip->region + IMC_CONTROL_COMMAND) &&
		    imc_load(chip->region + IMC_CONTROL_SPEED) == chip->speed &&
		    imc_load(chip->region + IMC_CONTROL_MODE) == chip->mode;

	if (now >= chip->next && idle)
		chip->next += (now - chip->next) / call_period(chip) * call_period(chip) + call_period(chip);
	while (chip->next <= now) {
		call_microcode(imc, chip, chip->next);
		chip->next += call_period(chip);
	}
}

/* ---- OPAL ------------------------------------------------------------------------------------------------ */

int64_t imc_nest_call(const struct imc_visit *visit)
{
	struct imc_model *imc = visit->imc;
	struct imc_chip *chip = &imc->chip[imc->core[imc->thread[visit->thread].core].chip];

	if (imc_load(chip->region + IMC_CONTROL_STATUS) == STATUS_NONE)
		return IMC_HARDWARE;
	chip->asked = visit->start ? COMMAND_RESUME : COMMAND_PAUSE;
	chip->kept = 0;
	imc_store(chip->region + IMC_CONTROL_COMMAND, chip->asked);
	return IMC_SUCCESS;
}
