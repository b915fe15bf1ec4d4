/* SPDX-License-Identifier: BSD-2-Clause */
/* The silicon of a machine: a sound model, faults around it, and rules that watch the software.
 *
 *	accesses -> rules -> faults -> model;   model -> signals -> faults -> owner */
#include "silicon/silicon.h"

#include "lib/memory.h"
#include "silicon/models/core.h"
#include "silicon/models/lines.h"
#include "silicon/models/work.h"
#include "silicon/rules/rules.h"

struct silicon {
	struct silicon_owner owner;
	struct silicon_statistics statistics;
	struct rules rules;
	struct faults faults;
	struct model model;
};

/* ---- creation ------------------------------------------------------------------------------------- */

static void silicon_take_pmi(void *context, unsigned socket, unsigned box, const struct silicon_cores *cores,
			     uint64_t t)
{
	struct silicon *silicon = context;

	(void)box;
	(void)t;
	silicon->statistics.pmis++;
	if (silicon->owner.pmi)
		silicon->owner.pmi(silicon->owner.context, socket, cores);
}

static void take_start(void *context, unsigned socket, unsigned box, uint64_t t)
{
	(void)context;
	(void)socket;
	(void)box;
	(void)t;
}

static void take_log(void *context, const char *line)
{
	struct silicon *silicon = context;

	if (silicon->owner.log)
		silicon->owner.log(silicon->owner.context, line);
}

/* Makes all parts, with their arrays after the struct. If room->at is NULL, only the bytes are counted. */
static void make(struct silicon *silicon, struct model_memory *room)
{
	model_make(&silicon->model, room);
	faults_make(&silicon->faults, &silicon->model, room);
	rules_make(&silicon->rules, &silicon->model, &silicon->faults, room);
	silicon->model.signals = (struct model_signals){silicon, silicon_take_pmi, take_start, take_log};
}

const char *silicon_machine_of(unsigned family, unsigned number, unsigned stepping)
{
	for (unsigned i = 0; model_parts[i]; i++)
		if (model_parts[i]->family == family && model_parts[i]->number == number &&
		    (!model_parts[i]->steppings || model_parts[i]->steppings >> stepping & 1))
			return model_parts[i]->name;
	return NULL;
}

static const struct model_part *find_part(const char *machine, struct text *error)
{
	for (unsigned i = 0; model_parts[i]; i++)
		if (!strcmp(model_parts[i]->name, machine))
			return model_parts[i];
	text_format(error, "unknown machine \"%.40s\": known are", machine);
	for (unsigned i = 0; model_parts[i]; i++)
		text_format(error, " %s", model_parts[i]->name);
	return NULL;
}

static bool read_size(void *context, struct slice name, struct slice value, struct text *error)
{
	struct silicon *silicon = context;
	bool known;

	return model_set_size(&silicon->model, name, value, &known, error);
}

/* Reads the machine's sizes first, because all other lines depend on them. */
static bool read_sizes(struct silicon *silicon, const struct silicon_extent *asked, struct slice scenario,
		       struct text *error)
{
	return lines_read(scenario, read_size, silicon, error) && model_settle_size(&silicon->model, asked, error);
}

static bool read_entry(void *context, struct slice name, struct slice value, struct text *error)
{
	struct silicon *silicon = context;
	const struct model_part *part = silicon->model.part;
	const char *names[14 + MODEL_SETTINGS] = {
		"sockets",       "cores",         "leave",  "work",     "slices",  "slice.hash", "background",
		"bursts.period", "bursts.length", "rate.*", "function", "buses.*", "fault"};
	size_t count = 0;
	bool known;

	if (slice_is(name, "fault") || slice_is(name, "sockets") || slice_is(name, "cores"))
		return true;
	while (names[count])
		count++;
	for (unsigned i = 0; i < part->settings; i++) {
		if (slice_is(name, part->setting[i].name))
			return true;
		names[count++] = part->setting[i].name;
	}
	if (slice_is(name, "leave")) {
		silicon->rules.leave_any = slice_is(value, "any");
		if (silicon->rules.leave_any || slice_is(value, "as-found"))
			return true;
		text_string(error, "leave: one of these is needed: as-found any");
		return false;
	}
	if (!model_set(&silicon->model, name, value, &known, error))
		return false;
	if (known)
		return true;
	if (part->discovery)
		names[count++] = "discovery.table";
	lines_put_unknown(name, names, count, error);
	return false;
}

static bool read_fault(void *context, struct slice name, struct slice value, struct text *error)
{
	struct silicon *silicon = context;

	return !slice_is(name, "fault") || faults_add(&silicon->faults, value, error);
}

/* A machine or scenario that silicon_create refuses needs only the struct itself. */
size_t silicon_size(const char *machine, const struct silicon_extent *asked, const char *scenario,
		    size_t scenario_length)
{
	static struct silicon measured;
	char reason[1];
	struct text none = TEXT_OVER(reason);
	const struct model_part *part = find_part(machine, &none);
	struct model_memory room = {.used = sizeof(measured)};

	if (!part)
		return room.used;
	model_begin(&measured.model, part);
	if (read_sizes(&measured, asked, (struct slice){scenario, scenario_length}, &none))
		make(&measured, &room);
	return room.used;
}

struct silicon *silicon_create(void *memory, const char *machine, const struct silicon_extent *asked,
			       const char *scenario, size_t scenario_length, const struct silicon_owner *owner,
			       char *error, size_t error_size)
{
	struct text reason = text_over(error, error_size);
	const struct model_part *part = find_part(machine, &reason);
	struct slice text = {scenario, scenario_length};
	struct model_memory room = {memory, sizeof(struct silicon)};
	struct silicon *silicon = memory;

	if (!part)
		return NULL;
	memset(silicon, 0, sizeof(*silicon));
	model_begin(&silicon->model, part);
	if (!read_sizes(silicon, asked, text, &reason))
		return NULL;
	make(silicon, &room);
	silicon->owner = *owner;
	silicon->rules.context = owner->context;
	silicon->rules.violation = owner->violation;
	silicon->rules.log = owner->log;
	if (!lines_read(text, read_entry, silicon, &reason) || !model_settle(&silicon->model, &reason))
		return NULL;

	/* Faults are added to a started machine, which then starts again with them. */
	model_start(&silicon->model);
	if (!lines_read(text, read_fault, silicon, &reason) || !faults_check(&silicon->faults, &reason))
		return NULL;
	model_start(&silicon->model);
	faults_start(&silicon->faults);
	return silicon;
}

/* ---- time ----------------------------------------------------------------------------------------- */

void silicon_advance(struct silicon *silicon, uint64_t now_ns)
{
	struct model *model = &silicon->model;
	uint64_t now = max_u64(model->now, min_u64(now_ns, MODEL_NEVER - 1));

	for (;;) {
		unsigned socket;
		uint64_t due = model_due(model, &socket), other = faults_due(&silicon->faults);

		if (min_u64(due, other) > now)
			break;
		model->now = max_u64(model->now, min_u64(due, other));
		if (due <= other)
			model_process(model, socket, due);
		else
			faults_process(&silicon->faults, other);
		faults_hold(&silicon->faults);
	}
	model->now = now;
}

uint64_t silicon_next_event(const struct silicon *silicon)
{
	return min_u64(model_next(&silicon->model), faults_due(&silicon->faults));
}

/* ---- reads ---------------------------------------------------------------------------------------- */

/* Reads a register, or a part within one dword of configuration space or one counter of two dwords. */
static enum silicon_answer read_piece(struct silicon *silicon, const struct silicon_access *access, uint64_t *value)
{
	struct model_target target;
	enum silicon_answer answer = model_find_target(&silicon->model, access, &target);

	if (answer == SILICON_OK)
		return faults_read(&silicon->faults, &target, access->bytes, value);
	if (answer == SILICON_FAULT)
		rules_stray(&silicon->rules, access, &target, false);
	return answer;
}

/* Reads 8 bytes of configuration space or device memory: two dwords read at the same time. No document says for certain
 * whether configuration space can be read like that, so the scenario does. */
static enum silicon_answer read_two(struct silicon *silicon, const struct silicon_access *access, uint64_t *value)
{
	struct model *model = &silicon->model;
	unsigned setting = model->part->wide_setting;
	bool config = access->space == SILICON_CONFIG;
	bool half = config && setting && model->setting[setting - 1] == MODEL_WIDE_HALF;
	struct silicon_access piece = *access;
	uint64_t high = MASK(0, 32);
	enum silicon_answer answer;

	piece.bytes = 4;
	answer = read_piece(silicon, &piece, value);
	if (answer != SILICON_OK)
		return answer;
	if (config)
		model_log(model, "socket %u core %u read config 0x%llx, 8 bytes at once", access->socket, access->core,
			  (unsigned long long)access->address);
	piece.address += 4;
	if (!half)
		answer = read_piece(silicon, &piece, &high);
	if (config || answer == SILICON_OK)
		*value |= high << 32;
	return answer;
}

static enum silicon_answer tally(struct silicon *silicon, enum silicon_answer answer, uint64_t *accesses)
{
	if (answer != SILICON_NOT_MINE)
		(*accesses)++;
	if (answer == SILICON_FAULT)
		silicon->statistics.faults++;
	return answer;
}

/* Accesses a part's MSRs outside all boxes. */
static enum silicon_answer reach_extra(struct silicon *silicon, const struct silicon_access *access, bool write,
				       uint64_t *value)
{
	const struct model_part *part = silicon->model.part;
	enum silicon_answer answer = work_access(&silicon->model, access, write, value);

	if (answer == SILICON_NOT_MINE)
		answer = model_core_access(&silicon->model, access, write, value);
	if (answer != SILICON_NOT_MINE)
		return answer;
	if (!part->extra || access->space != SILICON_MSR)
		return SILICON_NOT_MINE;
	return part->extra(&silicon->model, access, write, value);
}

enum silicon_answer silicon_read(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *asked,
				 uint64_t *value)
{
	const struct silicon_access place = model_core_place(&silicon->model, asked), *access = &place;
	bool device = access->space == SILICON_CONFIG || access->space == SILICON_MMIO;
	enum silicon_answer answer;

	silicon_advance(silicon, now_ns);
	answer = reach_extra(silicon, access, false, value);
	if (answer == SILICON_NOT_MINE && access->bytes == 8 && device)
		answer = read_two(silicon, access, value);
	else if (answer == SILICON_NOT_MINE)
		answer = read_piece(silicon, access, value);
	if (answer == SILICON_OK)
		rules_read(&silicon->rules, access);
	return tally(silicon, answer, &silicon->statistics.reads);
}

/* ---- writes --------------------------------------------------------------------------------------- */

static enum silicon_answer write_register(struct silicon *silicon, const struct silicon_access *access, uint64_t value)
{
	struct model_target target;
	enum silicon_answer answer = model_find_target(&silicon->model, access, &target);
	uint64_t reach = MASK(0, 8 * access->bytes);
	struct model_write write;
	bool whole, stray;

	if (answer == SILICON_NOT_MINE)
		return answer;
	if (answer == SILICON_OK && access->space == SILICON_CONFIG && target.reg == MODEL_NONE &&
	    model_discovery_command(&silicon->model, target.socket, target.place, value))
		return answer;
	/* Configuration space and device memory ignore a write to no register, or of a wrong size. */
	whole = access->bytes == 4 || (access->bytes == 8 && access->space == SILICON_MMIO);
	stray = access->space != SILICON_MSR && (target.reg == MODEL_NONE || !whole || target.place & 3);
	if (answer != SILICON_OK || stray) {
		rules_stray(&silicon->rules, access, &target, true);
		return answer;
	}
	value = (value & reach) << target.low;
	write = model_write_to(&silicon->model, &target, target.reg, value, ~(reach << target.low));
	rules_before(&silicon->rules, &write);
	answer = faults_write(&silicon->faults, &target, value, write.kept);
	if (answer == SILICON_OK)
		rules_after(&silicon->rules, &write);
	return answer;
}

/* Writes device memory. 8 bytes may be two registers, of which the lower one is written first. */
static enum silicon_answer write_memory(struct silicon *silicon, const struct silicon_access *access, uint64_t value)
{
	const struct model *model = &silicon->model;
	struct silicon_access piece = *access;
	struct model_target target;
	enum silicon_answer answer = model_find_target(model, access, &target);
	bool two = access->bytes == 8 &&
		   (target.reg == MODEL_NONE || target.low || model->reg[target.reg].bank->bits <= 32);

	if (answer != SILICON_OK)
		return answer;
	if (!two)
		return write_register(silicon, access, value);
	piece.bytes = 4;
	answer = write_register(silicon, &piece, value & MASK(0, 32));
	piece.address += 4;
	return answer == SILICON_OK ? write_register(silicon, &piece, value >> 32) : answer;
}

enum silicon_answer silicon_write(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *asked,
				  uint64_t value)
{
	const struct silicon_access place = model_core_place(&silicon->model, asked), *access = &place;
	enum silicon_answer answer;

	silicon_advance(silicon, now_ns);
	if (access->space == SILICON_PMC)
		return SILICON_NOT_MINE;
	answer = reach_extra(silicon, access, true, &value);
	if (answer == SILICON_NOT_MINE && access->space == SILICON_MMIO)
		answer = write_memory(silicon, access, value);
	else if (answer == SILICON_NOT_MINE)
		answer = write_register(silicon, access, value);
	return tally(silicon, answer, &silicon->statistics.writes);
}

/* ---- memory --------------------------------------------------------------------------------------- */

size_t silicon_track_size(unsigned pages)
{
	return work_size(pages);
}

void silicon_track(struct silicon *silicon, void *memory, unsigned pages)
{
	if (silicon_tracks(silicon))
		work_track(&silicon->model, memory, pages);
}

bool silicon_tracks(const struct silicon *silicon)
{
	return silicon->model.part->flow && !silicon->model.work.off;
}

void silicon_add_memory(struct silicon *silicon, uint64_t first, uint64_t last, unsigned node)
{
	work_add_memory(&silicon->model, first, last, node);
}

/* Overflows up to this time are processed first. */
bool silicon_touch(struct silicon *silicon, uint64_t now_ns, const struct silicon_processor *by, uint64_t address,
		   bool write)
{
	uint64_t moved = silicon->model.work.moved;

	silicon_advance(silicon, now_ns);
	work_touch(&silicon->model, by->socket, by->core, address, write);
	silicon_advance(silicon, now_ns);
	return silicon->model.work.moved != moved;
}

void silicon_flush_caches(struct silicon *silicon, uint64_t now_ns, unsigned socket,
			  void (*forget)(void *context, uint64_t page), void *context)
{
	silicon_advance(silicon, now_ns);
	work_flush(&silicon->model, socket, forget, context);
	silicon_advance(silicon, now_ns);
}

/* ---- properties ----------------------------------------------------------------------------------- */

unsigned silicon_sockets(const struct silicon *silicon)
{
	return silicon->model.sockets;
}

unsigned silicon_processors(const struct silicon *silicon)
{
	return silicon->model.asked_cores;
}

unsigned silicon_threads(const struct silicon *silicon)
{
	return (unsigned)max_u64(model_setting_named(&silicon->model, "threads"), 1);
}

unsigned silicon_instruction_ns(const struct silicon *silicon)
{
	uint64_t setting = model_setting_named(&silicon->model, "icount");

	return setting ? 1u << (setting - 1) : 0;
}

bool silicon_pmis_come_again(const struct silicon *silicon)
{
	return model_core_level(&silicon->model) || silicon->model.core_erratum == CORE_REPEATS;
}

bool silicon_asks_again(struct silicon *silicon, unsigned socket, unsigned core)
{
	return model_core_repeats(&silicon->model, socket, core) ||
	       (model_core_level(&silicon->model) && model_core_asks(&silicon->model, socket, core));
}

bool silicon_keeps_entry(const struct silicon *silicon, unsigned socket, unsigned core)
{
	const struct model *model = &silicon->model;

	(void)socket;
	return model->core_box != MODEL_NONE && core < model->cores &&
	       silicon->faults.box[model->core_box + core].flags & FAULT_KEEPS_ENTRY;
}

bool silicon_msr_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last)
{
	return model_msr_range(&silicon->model, index, first, last);
}

bool silicon_other_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last)
{
	return model_other_range(&silicon->model, index, first, last);
}

bool silicon_function_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last)
{
	return model_function_range(&silicon->model, index, first, last);
}

bool silicon_memory_range(const struct silicon *silicon, unsigned index, uint64_t *first, uint64_t *last)
{
	return model_memory_range(&silicon->model, index, first, last);
}

void silicon_cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer)
{
	if (silicon->model.part->cpuid)
		silicon->model.part->cpuid(&silicon->model, leaf, subleaf, answer);
}

void silicon_leave(struct silicon *silicon, uint64_t now_ns)
{
	silicon_advance(silicon, now_ns);
	rules_leave(&silicon->rules);
}

bool silicon_minds_leaving(const struct silicon *silicon)
{
	return !silicon->rules.leave_any;
}

void silicon_statistics(const struct silicon *silicon, struct silicon_statistics *statistics)
{
	*statistics = silicon->statistics;
	statistics->overflows = silicon->model.overflows;
	statistics->violations = silicon->rules.violations;
	statistics->waiting = faults_waiting(&silicon->faults);
}

void silicon_banner(const struct silicon *silicon, char *line, size_t size)
{
	const struct model *model = &silicon->model;
	unsigned cores = silicon_processors(silicon) / silicon_threads(silicon);
	struct text text = text_over(line, size);

	text_format(&text, "virtual silicon %s: %u socket%s of %u core%s", model->part->name, model->sockets,
		    model->sockets == 1 ? "" : "s", cores, cores == 1 ? "" : "s");
	if (model->sold)
		text_format(&text, " (sold with %u)", model->sold->cores);
	text_format(&text, ", clock %llu Hz", (unsigned long long)model->clock);
	text_format(&text, "; registers: %u; rates set: %u", model->registers, model->rates);
	/* "idle" warns programs that some events may not occur. */
	text_string(&text, model->idle || model->background < MODEL_BACKGROUND ? "; idle" : "");
	if (model->table_words)
		text_format(&text, "; discovery table: %u words of the scenario's", model->table_words);
	text_format(&text, "; faults:%s", silicon->faults.list[0] ? "" : " none");
	text_string(&text, silicon->faults.list);
}

void silicon_list_faults(struct silicon *silicon, const struct silicon_fault_listener *listener)
{
	faults_list(&silicon->faults, listener);
}

bool silicon_next_setting(const struct silicon *silicon, struct silicon_setting_cursor *cursor,
			  struct silicon_setting *setting)
{
	return model_next_setting(&silicon->model, cursor, setting);
}
