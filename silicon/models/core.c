/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/core.h"

#include "lib/memory.h"
#include "silicon/models/pmon.h"

#define LEAF_7_LBRS           (UINT32_C(1) << 19) /* EDX */
#define LEAF_7_1_BITMAPS      (UINT32_C(1) << 8)  /* EAX: leaf 23H is there */
#define LEAF_BITMAPS          0x23
#define BITMAPS_VALID         3u                   /* EAX of its subleaf 0: subleaves 0 and 1 exist */
#define LEAF_NAME             UINT32_C(0x80000002) /* and the next two leaves */
#define LEAF_80000001_SYSCALL (UINT32_C(1) << 11)  /* EDX */

static bool is_selected(const struct model_counter_place *place, uint64_t select)
{
	if (place->number < CORE_GENERIC)
		return select & CORE_SELECT_EN;
	return CORE_FIXED_FIELD(select, place->number - CORE_FIRST_FIXED) & (CORE_FIXED_OS | CORE_FIXED_USR);
}

static bool is_streamlined(const struct model *model)
{
	return model->setting[CORE_VERSION] >= 4;
}

static bool has_metrics(const struct model *model)
{
	return model->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_METRICS &&
	       model->setting[CORE_FIXED_COUNTERS] == CORE_FIXED;
}

/* True if the scenario may choose the erratum for this part. */
static bool can_have(const struct model *model, const char *id)
{
	struct slice words = slice_of(model->part->setting[CORE_ERRATUM].words);

	while (words.length)
		if (slice_is(slice_cut(&words, ' '), id))
			return true;
	return false;
}

/* Returns the effect of the scenario's erratum with the scenario's threads. */
static enum core_erratum erratum_of(const struct model *model)
{
	static const struct {
		const char *id;
		uint8_t does;    /* enum core_erratum */
		uint8_t threads; /* threads that a core must have; 0: any number */
	} errata[] = {
		{"AAJ107", CORE_COUNTS_FEW, 0},   {"AAJ125", CORE_REPEATS, 2}, {"AAJ143", CORE_STICKS, 0},
		{"AAJ91", CORE_UNPRIMED, 0},      {"BJ58", CORE_STICKS, 0},    {"BV43", CORE_REPEATS, 2},
		{"BV80", CORE_FORGETS, 1},        {"BV85", CORE_STICKS, 0},    {"BDD101", CORE_COUNTS_MANY, 2},
		{"SKL90", CORE_FREEZES_LOWER, 1},
	};
	struct slice words = slice_of(model->part->setting[CORE_ERRATUM].words), id = slice_cut(&words, ' ');

	for (uint64_t i = 0; i < model->setting[CORE_ERRATUM]; i++)
		id = slice_cut(&words, ' ');
	for (unsigned i = 0; i < ARRAY_SIZE(errata); i++)
		if (slice_is(id, errata[i].id) &&
		    (!errata[i].threads || errata[i].threads == model->setting[CORE_THREADS]))
			return errata[i].does;
	return CORE_SOUND;
}

/* From version 4 on a freeze leaves the enables as they are, and a bit of the status overrides them. */
static uint64_t enables(const struct model *model, unsigned socket, unsigned box)
{
	uint64_t control = model_value(model, socket, model->box[box].reg[MODEL_GLOBAL_CTL]);

	if (is_streamlined(model) && model->socket[socket].box[box].latched & CORE_STATUS_FROZEN)
		return model->box[box].quirks & QUIRK_FREEZES_LOWER || model->core_erratum == CORE_FREEZES_LOWER
			       ? control & CORE_UPPER_BITS
			       : 0;
	return control;
}

/* A counter counts if its bit of IA32_PERF_GLOBAL_CTRL is set and its own enable is; a fixed counter's own enable is
 * either of its two privilege level bits. */
bool model_core_runs(const struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];
	const struct model_box_place *box = &model->box[place->box];
	uint64_t select = model_value(model, socket, place->select);

	if (!(place->quirks & COUNTER_UNENABLED) && !is_selected(place, select))
		return false;
	return box->quirks & QUIRK_RUNS_WITHOUT_ENABLE ||
	       (enables(model, socket, place->box) | model->socket[socket].box[place->box].unfrozen) >> place->bit & 1;
}

/* ---- overflow, PMI and freeze ---------------------------------------------------------------------- */

bool model_core_level(const struct model *model)
{
	return model->core_box != MODEL_NONE && model->setting[CORE_PMI_ENTRY];
}

bool model_core_asks(const struct model *model, unsigned socket, unsigned core)
{
	const struct model_box_place *place;
	uint64_t shown;

	if (core >= model->cores)
		return false;
	place = &model->box[model->core_box + core];
	shown = model->socket[socket].box[model->core_box + core].latched;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (shown >> model->counter[i].flag & 1 && model_asks_pmi(model, socket, i))
			return true;
	return false;
}

bool model_core_repeats(struct model *model, unsigned socket, unsigned core)
{
	bool repeats;

	if (model->core_erratum != CORE_REPEATS || core >= model->cores)
		return false;
	repeats = model->socket[socket].box[model->core_box + core].repeats;
	model->socket[socket].box[model->core_box + core].repeats = false;
	return repeats;
}

struct silicon_cores model_core_targets(const struct model *model, unsigned socket, unsigned box)
{
	(void)socket;
	return cores_one(model->unit[box].number);
}

static void stop(struct model *model, unsigned socket, unsigned box, uint64_t t)
{
	uint64_t *control = &model->socket[socket].value[model->box[box].reg[MODEL_GLOBAL_CTL]];

	if (model->box[box].quirks & QUIRK_FREEZES_IN_PART)
		model->socket[socket].box[box].unfrozen = *control & CORE_FIXED_BITS;
	if (is_streamlined(model))
		model->socket[socket].box[box].latched |= CORE_STATUS_FROZEN;
	if (!is_streamlined(model) || model->box[box].quirks & QUIRK_FREEZE_CLEARS)
		*control = 0;
	model_refresh(model, socket, t, box, false);
}

/* IA32_DEBUGCTL: on a PMI request, version 3 clears the enables, and software must set them again. From version 4 on
 * the status freezes all counters until software clears that status bit. */
static void freeze_core(struct model *model, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &model->box[box];
	unsigned debugctl = place->bank[CORE_DEBUGCTL];
	uint64_t control = model_value(model, socket, debugctl);

	if (control & CORE_DEBUGCTL_FREEZE_LBRS && is_streamlined(model))
		model->socket[socket].box[box].latched |= CORE_STATUS_LBR_FROZEN;
	else if (control & CORE_DEBUGCTL_FREEZE_LBRS)
		model->socket[socket].value[debugctl] &= ~CORE_DEBUGCTL_LBR;
	if (!(control & CORE_DEBUGCTL_FREEZE) || place->quirks & QUIRK_NEVER_FREEZES)
		return;
	if (place->freeze_ns) {
		struct silicon_cores own = cores_one(model->unit[box].number);

		model_set_timer(model, socket, MODEL_TIMER_FREEZE, t + place->freeze_ns, &own);
	} else {
		stop(model, socket, box, t);
	}
}

/* AAJ125, BV43: fixed counter 0 with the freeze on, if it counts only for its own thread. */
static bool repeats(const struct model *model, unsigned socket, unsigned box, uint64_t bits)
{
	const uint16_t *bank = model->box[box].bank;

	return model->core_erratum == CORE_REPEATS && bits & BIT(32) &&
	       !(CORE_FIXED_FIELD(model_value(model, socket, bank[CORE_FIXED_CTL]), 0) & CORE_FIXED_ANY) &&
	       model_value(model, socket, bank[CORE_DEBUGCTL]) & CORE_DEBUGCTL_FREEZE;
}

static void overflow_one(struct model *model, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &model->box[box];
	uint64_t bits = model->socket[socket].box[box].overflowed;
	struct silicon_cores own = model_core_targets(model, socket, box);
	bool asked = false;

	if (place->quirks & QUIRK_BLOCKS_PMIS && model->socket[socket].box[box].latched & ~bits)
		return;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		asked |= bits >> model->counter[i].flag & 1 && model_asks_pmi(model, socket, i);
	if (!asked)
		return;
	model_send_pmi(model, socket, box, &own, t);
	model->socket[socket].box[box].repeats = repeats(model, socket, box, bits);
	freeze_core(model, socket, box, t);
}

void model_core_overflow(struct model *model, unsigned socket, uint64_t t)
{
	for (unsigned i = model->core_box; i < model->core_box + model->cores; i++)
		if (model->socket[socket].box[i].overflowed)
			overflow_one(model, socket, i, t);
}

bool model_core_is_heard(const struct model *model, unsigned socket, unsigned box)
{
	return model_core_is(model, box) && model->socket[socket].box[box].overflowed &&
	       model->box[model->global].quirks & QUIRK_HEARS_CORES;
}

void model_core_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t)
{
	struct silicon_cores cores = model->socket[socket].cores[timer];

	if (timer == MODEL_TIMER_BOX) {
		model_pmon_expire(model, socket, t);
		return;
	}
	model->socket[socket].cores[timer] = (struct silicon_cores){0};
	for (unsigned i = 0; i < model->cores; i++)
		if (cores_have(&cores, i))
			stop(model, socket, model->core_box + i, t);
}

/* ---- reads ---------------------------------------------------------------------------------------- */

unsigned model_core_rdpmc(const struct model *model, uint64_t index)
{
	const struct model_box_place *box = &model->box[model->core_box];
	const uint64_t first_fixed = 0x40000000;

	if (index < model->setting[CORE_COUNTERS])
		return box->bank[CORE_CTR] + (unsigned)index;
	if (index >= first_fixed && index < first_fixed + model->setting[CORE_FIXED_COUNTERS])
		return box->bank[CORE_FIXED_CTR] + (unsigned)(index - first_fixed);
	return MODEL_NONE;
}

/* ---- writes ----------------------------------------------------------------------------------------- */

/* AAJ143, BJ58, BV85: returns the overflow bits of counters that a write of the enables stops right after a wrap. */
static uint64_t caught(const struct model *model, unsigned socket, unsigned box, uint64_t stopped, uint64_t t)
{
	enum { CLOSE = 64 }; /* the model's own */
	const struct model_box_place *place = &model->box[box];
	uint64_t bits = 0;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (stopped >> model->counter[i].bit & 1 &&
		    model_counter_value(&model->socket[socket].counter[i], t) < CLOSE)
			bits |= BIT(model->counter[i].flag);
	return bits & model->socket[socket].box[box].latched;
}

enum { PRIMED = 4 }; /* number of general counters to prime, if there are that many */

/* AAJ91: when counters start, those with a new event must have been primed since the last start. */
static void note_start(const struct model *model, unsigned socket, unsigned box, uint64_t enabled)
{
	struct model_box_state *at = &model->socket[socket].box[box];
	unsigned count = (unsigned)min_u64(model->setting[CORE_COUNTERS], PRIMED);
	bool all_prime = model->core_primes;

	for (unsigned i = 0; i < count; i++)
		all_prime &= model_core_primes(model_value(model, socket, model->box[box].bank[CORE_CTL] + i));
	if (all_prime) {
		at->primed = true;
		at->unprimed = 0;
		return;
	}
	for (unsigned i = 0; i < PRIMED; i++) {
		uint32_t select = (uint32_t)model_value(model, socket, model->box[box].bank[CORE_CTL] + i);

		if (select == at->started[i] || !(at->primed || enabled >> i & 1))
			continue;
		at->started[i] = select;
		at->unprimed |= (uint8_t)(at->primed ? 0 : BIT(i));
	}
	at->primed = false;
}

void model_core_control(const struct model_write *write)
{
	struct model *model = write->model;
	struct model_socket *at = &model->socket[write->socket];
	unsigned box = model->reg[write->reg].box;

	if (model->core_erratum == CORE_STICKS)
		at->box[box].stuck |=
			caught(model, write->socket, box, at->value[write->reg] & ~write->value, write->t);
	if (model->core_erratum == CORE_UNPRIMED && write->value)
		note_start(model, write->socket, box, write->value);
	at->box[box].measured |= write->value & CORE_METRICS_BIT;
	if (!at->value[write->reg] && write->value)
		model->signals.started(model->signals.context, write->socket, box, write->t);
	at->box[box].unfrozen = 0;
	if (!write->value)
		cores_remove(&at->cores[MODEL_TIMER_FREEZE], model->unit[box].number);
	model_pmon_store(write, write->value, box, model->core_erratum == CORE_UNPRIMED);
}

/* ---- registers that hold nothing of their own -------------------------------------------------------- */

enum { PERF_METRICS = 0x329, STATUS_SET = 0x391, IN_USE = 0x392, SLOTS = CORE_FIRST_FIXED + 3 };
#define IN_USE_PMI     BIT(63)

/* Shares of all slots in 255ths: retiring, bad speculation, frontend bound, backend bound; then a part of each, for
 * parts with architectural LBRs (Linux: eight metrics from Sapphire Rapids on). The values are the model's own. */
#define METRICS_SHARES UINT64_C(0x50391066)
#define METRICS_PARTS  UINT64_C(0x31200d0c00000000)
#define METRICS_EXCESS UINT64_C(0x00100000) /* a sixteenth that belongs to no other share */

/* A counter with a select is in use, whether or not it is enabled. */
static uint64_t in_use(const struct model *model, unsigned socket, unsigned box)
{
	const struct model_box_place *place = &model->box[box];
	uint64_t used = 0;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		const struct model_counter_place *at = &model->counter[i];
		uint64_t select = model_value(model, socket, at->select);

		if (at->number < CORE_GENERIC ? select & MASK(0, 8) : is_selected(at, select))
			used |= BIT(at->bit);
		if (model_asks_pmi(model, socket, i))
			used |= IN_USE_PMI;
	}
	return used;
}

static enum silicon_answer set_status(struct model *model, unsigned socket, unsigned box, uint64_t bits)
{
	if (bits & model->reg[model->box[box].bank[CORE_OVF_CTL]].refuses)
		return SILICON_FAULT;
	model_latch(model, socket, box, bits);
	model_refresh(model, socket, model->now, box, false);
	model_look_ahead(model, socket);
	return SILICON_OK;
}

/* The shares refer to what fixed counter 3 counted while the metrics were enabled. */
static uint64_t shares(struct model *model, unsigned socket, unsigned box)
{
	uint64_t quirks = model->box[box].quirks;
	const struct model_counter *slots = &model->socket[socket].counter[model->box[box].counter + SLOTS];

	if (quirks & QUIRK_METRICS_DEAD || !model->socket[socket].box[box].measured ||
	    !model_counter_moved(slots, model->now))
		return 0;
	return METRICS_SHARES + (quirks & QUIRK_METRICS_EXCEED ? METRICS_EXCESS : 0) +
	       (model->setting[CORE_LBR] == CORE_LBR_ARCHITECTURAL ? METRICS_PARTS : 0);
}

/* Each counter has four addresses: the counter, its select, and two for reloads and event-based sampling, which do not
 * exist here (Linux, msr-index.h). Fixed counters have no select of their own. */
enum { FIRST_GENERAL = 0x1900, FIRST_FIXED = 0x1980, OF_COUNTER = 4 };

struct silicon_access model_core_place(const struct model *model, const struct silicon_access *access)
{
	uint64_t general = (access->address - FIRST_GENERAL) / OF_COUNTER;
	uint64_t fixed = (access->address - FIRST_FIXED) / OF_COUNTER;
	unsigned which = access->address % OF_COUNTER;
	struct silicon_access place = *access;

	if (access->space != SILICON_MSR || model->core_box == MODEL_NONE || model->setting[CORE_VERSION] < 6)
		return place;
	if (general < model->setting[CORE_COUNTERS] && which < 2)
		place.address = (which ? 0x186 : 0x4c1) + general;
	else if (fixed < model->setting[CORE_FIXED_COUNTERS] && !which)
		place.address = 0x309 + fixed;
	return place;
}

enum silicon_answer model_core_access(struct model *model, const struct silicon_access *access, bool write,
				      uint64_t *value)
{
	unsigned socket = access->socket, box = model->core_box + access->core;
	bool streamlined = access->address == STATUS_SET || access->address == IN_USE; /* from version 4 on */
	bool exists = access->address == PERF_METRICS ? has_metrics(model) : streamlined && is_streamlined(model);

	if (access->space != SILICON_MSR || model->core_box == MODEL_NONE || !exists)
		return SILICON_NOT_MINE;
	if (socket >= model->sockets || access->core >= model->cores || access->bytes != 8)
		return SILICON_FAULT;
	if (write && access->address == STATUS_SET)
		return set_status(model, socket, box, *value);
	if (write && access->address != PERF_METRICS)
		return SILICON_FAULT;
	if (write)
		model->socket[socket].box[box].measured =
			*value || model_value(model, socket, model->box[box].reg[MODEL_GLOBAL_CTL]) & CORE_METRICS_BIT;
	else
		*value = access->address == IN_USE ? in_use(model, socket, box) : shares(model, socket, box);
	return SILICON_OK;
}

/* ---- the machine ------------------------------------------------------------------------------------ */

static void take_bits(struct model_register *at, uint64_t bits)
{
	at->missing |= bits;
	at->writable &= ~bits;
	at->refuses |= bits;
	at->initial &= ~bits;
}

/* If CPUID says that AnyThread is gone, its bits fault or do nothing: no source says which. */
static void take_any_thread(struct model *model, const uint16_t *bank)
{
	for (unsigned i = 0; i <= CORE_GENERIC; i++) {
		struct model_register *at = &model->reg[i < CORE_GENERIC ? bank[CORE_CTL] + i : bank[CORE_FIXED_CTL]];
		uint64_t bits = i < CORE_GENERIC ? CORE_SELECT_ANY : CORE_FIXED_ANY_BITS;

		if (model->setting[CORE_RETIRED] == CORE_RETIRED_REFUSED)
			take_bits(at, bits);
		else
			at->writable &= ~bits;
	}
}

/* Removes enable and overflow bits of counters that do not exist, and bits that need a capability. */
static void take_away(struct model *model, unsigned box)
{
	static const uint8_t banks[] = {CORE_GLOBAL_CTL, CORE_STATUS, CORE_OVF_CTL};
	const uint16_t *bank = model->box[box].bank;
	uint64_t missing = CORE_GENERIC_BITS & ~MASK(0, model->setting[CORE_COUNTERS]);

	missing |= CORE_FIXED_BITS & ~MASK(32, model->setting[CORE_FIXED_COUNTERS]);
	if (!has_metrics(model))
		missing |= CORE_METRICS_BIT;
	for (unsigned i = 0; i < ARRAY_SIZE(banks); i++)
		take_bits(&model->reg[bank[banks[i]]], missing);
	take_bits(&model->reg[bank[CORE_FIXED_CTL]],
		  MASK(0, 4 * CORE_FIXED) & ~MASK(0, 4 * model->setting[CORE_FIXED_COUNTERS]));
	if (!(model->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_SMM))
		take_bits(&model->reg[bank[CORE_DEBUGCTL]], CORE_DEBUGCTL_SMM);
	if (!is_streamlined(model))
		take_bits(&model->reg[bank[CORE_OVF_CTL]], CORE_STATUS_V4);
	if (model->setting[CORE_LBR] == CORE_LBR_ARCHITECTURAL)
		model->reg[bank[CORE_DEBUGCTL]].writable &= ~CORE_DEBUGCTL_LBR;
	if (model->setting[CORE_VERSION] >= 5)
		take_any_thread(model, bank);
}

/* Counters fault on bits beyond their width, except at the legacy address, which ignores the upper half. */
static void set_width(struct model *model, unsigned box)
{
	const struct model_box_place *place = &model->box[box];
	unsigned width = (unsigned)model->setting[CORE_WIDTH];

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		model->counter[i].width = (uint8_t)width;
	for (unsigned i = 0; i < CORE_FIXED; i++)
		model->reg[place->bank[CORE_FIXED_CTR] + i].refuses = ~MASK(0, width);
	for (unsigned i = 0; i < CORE_GENERIC; i++)
		model->reg[place->bank[CORE_FULL] + i].refuses = ~MASK(0, width);
}

static void settle_one(struct model *model, unsigned box)
{
	const struct model_box_place *place = &model->box[box];
	unsigned debugctl = place->bank[CORE_DEBUGCTL], misc = place->bank[CORE_MISC_ENABLE];
	bool full = model->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_FULL_WIDTH;

	/* If CPUID reports no core PMU, only the two registers with other bits remain, and IA32_MISC_ENABLE says so. */
	if (!model->setting[CORE_VERSION]) {
		for (unsigned i = place->bank[0]; i < place->bank[0] + model->core_registers; i++)
			model->reg[i].absent = i != debugctl && i != misc;
		model->reg[misc].initial &= ~CORE_MISC_AVAILABLE;
		return;
	}

	for (unsigned i = 0; i < CORE_GENERIC; i++) {
		bool absent = i >= model->setting[CORE_COUNTERS];

		model->reg[place->bank[CORE_CTL] + i].absent = absent;
		model->reg[place->bank[CORE_CTL] + i].write_only = i >= 4 && model->core_erratum == CORE_FORGETS;
		model->reg[place->bank[CORE_CTR] + i].absent = absent;
		model->reg[place->bank[CORE_FULL] + i].absent = absent || !full;
	}
	for (unsigned i = 0; i < CORE_FIXED; i++)
		model->reg[place->bank[CORE_FIXED_CTR] + i].absent = i >= model->setting[CORE_FIXED_COUNTERS];
	set_width(model, box);
	take_away(model, box);
}

/* Sets a setting that the scenario leaves to the dump. */
static void adopt(struct model *model, unsigned setting, uint64_t value)
{
	if (!(model->given >> setting & 1))
		model->setting[setting] = value;
}

/* Takes settings from the chosen dump, or else from the part's own dump. */
static void adopt_dump(struct model *model)
{
	const char *words = model->part->setting[CORE_CPUID].words;
	const struct cpuid_dump *dump = cpuid_find_dump(words, max_u64(model->setting[CORE_CPUID], 1));
	struct silicon_cpuid pmu = cpuid_say(dump, 0x0a, 0);
	bool lbrs = cpuid_say(dump, 7, 0).edx & LEAF_7_LBRS;

	if (!dump)
		return;
	if (model->setting[CORE_CPUID])
		model->dump = dump;
	if (!pmu.eax) /* no counters, whatever the scenario says */
		model->setting[CORE_VERSION] = 0;
	adopt(model, CORE_VERSION, pmu.eax & 0xff);
	adopt(model, CORE_COUNTERS, pmu.eax >> 8 & 0xff);
	if (pmu.eax)
		adopt(model, CORE_WIDTH, pmu.eax >> 16 & 0xff);
	adopt(model, CORE_MISSING, pmu.ebx);
	adopt(model, CORE_FIXED_COUNTERS, pmu.edx & 0x1f);
	/* Cores that count slots also have the metrics. */
	if ((pmu.edx & 0x1f) == CORE_FIXED)
		adopt(model, CORE_CAPABILITIES, model->setting[CORE_CAPABILITIES] | CORE_CAPABILITY_METRICS);
	adopt(model, CORE_LBR, lbrs ? CORE_LBR_ARCHITECTURAL : CORE_LBR_LEGACY);
}

void model_core_settle(struct model *model)
{
	adopt_dump(model);
	/* A dump that the scenario names brings its own name, or leaves the name to the machine underneath. */
	if (!(model->given >> CORE_CPUID & 1))
		model->sold = sold_find(model->part->name, model->asked_cores / (unsigned)model->setting[CORE_THREADS]);
	if (model->setting[CORE_VERSION] >= 6)
		model->setting[CORE_CAPABILITIES] |= CORE_CAPABILITY_FULL_WIDTH;
	model->core_erratum = (uint8_t)erratum_of(model);
	model->core_primes = can_have(model, "AAJ91");
	for (unsigned i = 0; i < model->boxes; i++)
		if (model_core_is(model, i))
			settle_one(model, i);
}

void model_core_start(struct model *model, unsigned socket)
{
	for (unsigned i = 0; i < model->boxes; i++)
		if (model_core_is(model, i))
			model->socket[socket].value[model->box[i].bank[CORE_PERF_CAPABILITIES]] =
				model->setting[CORE_CAPABILITIES];
}

enum { INSTRUCTIONS_PER_BRANCH = 4 }; /* the model's own: it counts instructions without knowing their kinds */

uint64_t model_core_usual(const struct model *model, const struct model_event *event)
{
	uint64_t shift = model->setting[CORE_ICOUNT], instructions;

	if (shift == ICOUNT_OFF)
		return 0;
	instructions = UINT64_C(1000000000) >> (shift - 1);
	switch (event->code) {
	case 0x00c0: return instructions;
	case 0x00c4: return instructions / INSTRUCTIONS_PER_BRANCH;
	default: return 0;
	}
}

/* Keeps what the machine underneath knows better: the number of processors and their IDs, and, if it shows SYSCALL's
 * bit, that bit, which is visible only in 64-bit mode. */
static void keep_known(uint32_t leaf, const struct silicon_cpuid *known, struct silicon_cpuid *answer)
{
	const uint32_t ids = (uint32_t)MASK(16, 16), shared = (uint32_t)MASK(14, 18), threads = (uint32_t)BIT(28);

	if (leaf == 1) {
		answer->ebx = (answer->ebx & ~ids) | (known->ebx & ids);
		answer->edx |= known->edx & threads;
	}
	if (leaf == 4 && answer->eax)
		answer->eax = (answer->eax & ~shared) | (known->eax & shared);
	if (leaf == 0x80000001)
		answer->edx |= known->edx & LEAF_80000001_SYSCALL;
}

/* True if the stepping is the part's: a part without a dump answers like a sibling with other steppings. */
static bool is_own_stepping(const struct model_part *part, unsigned stepping)
{
	return !part->steppings || part->steppings >> stepping & 1;
}

/* Fills in leaf 23H, which has bitmaps of counters, and, for version 6, the bits that lead to it. */
static void say_bitmaps(const struct model *model, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer)
{
	bool sixth = model->setting[CORE_VERSION] >= 6;
	uint32_t valid;

	if (leaf == 0 && sixth)
		answer->eax = (uint32_t)max_u64(answer->eax, LEAF_BITMAPS);
	if (leaf == 7 && !subleaf && sixth)
		answer->eax = (uint32_t)max_u64(answer->eax, 1);
	if (leaf == 7 && subleaf == 1 && sixth)
		answer->eax |= LEAF_7_1_BITMAPS;
	if (leaf != LEAF_BITMAPS)
		return;
	valid = model->dump ? cpuid_say(model->dump, LEAF_BITMAPS, 0).eax : 0;
	if (!subleaf && sixth)
		answer->eax |= BITMAPS_VALID;
	if (subleaf == 1 && (sixth || valid & BITMAPS_VALID & ~1u)) {
		answer->eax = (uint32_t)MASK(0, model->setting[CORE_COUNTERS]);
		answer->ebx = (uint32_t)MASK(0, model->setting[CORE_FIXED_COUNTERS]);
	}
}

/* Fills in leaf 0AH from settings: all seven architectural events, or eight for version 5. From version 5 on AnyThread
 * is deprecated, and ECX lists the fixed counters. */
void model_core_cpuid(const struct model *model, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer)
{
	uint32_t width = (uint32_t)model->setting[CORE_WIDTH], version = (uint32_t)model->setting[CORE_VERSION];
	uint32_t fixed = (uint32_t)model->setting[CORE_FIXED_COUNTERS];
	bool fifth = version >= 5;
	struct silicon_cpuid known = *answer;

	if (model->dump && cpuid_is_dumped(leaf)) {
		*answer = cpuid_say(model->dump, leaf, subleaf);
		keep_known(leaf, &known, answer);
		if (leaf == 1 && !is_own_stepping(model->part, answer->eax & 0xf))
			answer->eax = known.eax;
	} else if (leaf == 1) {
		answer->ecx |= (uint32_t)BIT(15);
	}
	if (model->sold && leaf - LEAF_NAME < SOLD_NAME / sizeof(*answer))
		memcpy(answer, model->sold->name + (leaf - LEAF_NAME) * sizeof(*answer), sizeof(*answer));
	if (leaf == 0x0a && !version)
		*answer = (struct silicon_cpuid){0};
	else if (leaf == 0x0a)
		*answer = (struct silicon_cpuid){
			.eax = (fifth ? 8u : 7u) << 24 | width << 16 | (uint32_t)model->setting[CORE_COUNTERS] << 8 |
			       version,
			.ebx = (uint32_t)model->setting[CORE_MISSING],
			.ecx = fifth ? (uint32_t)MASK(0, fixed) : 0,
			.edx = width << 5 | fixed | (fifth ? (uint32_t)BIT(15) : 0),
		};
	if (version)
		say_bitmaps(model, leaf, subleaf, answer);
	if (leaf == 7 && !subleaf && model->setting[CORE_LBR] == CORE_LBR_ARCHITECTURAL)
		answer->edx |= LEAF_7_LBRS;
	else if (leaf == 7 && !subleaf)
		answer->edx &= ~LEAF_7_LBRS;
}
