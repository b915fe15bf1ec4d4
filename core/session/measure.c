/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/session/measure.h"

#include "core/event/table.h"
#include "core/hardware/core_pmu.h"
#include "core/session/rehearse.h"
#include "lib/memory.h"

static bool any_box_found(const struct machine *machine)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].state == BOX_FOUND)
			return true;
	return false;
}

bool measure_start(struct measure *measure, struct machine *machine, struct output *output, bool dry)
{
	*measure = (struct measure){
		.machine = machine,
		.output = output,
		.sockets = MASK(0, min_u64(machine->socket_count ? machine->socket_count : 1, 64)),
		.dry = dry,
		.mark = arena_mark(machine->arena),
	};
	if (!machine->processor) {
		record_error(measure->output, VERDICT_ERROR,
			     "this processor (%s family %u model 0x%x) is unknown to uncork", machine->vendor,
			     machine->family, machine->model);
		return false;
	}
	if (!dry && !any_box_found(machine)) {
		const struct machine_box *first = &machine->boxes[0];

		record_error(measure->output, VERDICT_FAIL,
			     "no boxes answer: all %u that a %s should have are silent (%s 0x%llx: %s)%s%s",
			     machine->box_count, machine->processor->name,
			     space_name((enum space)first->evidence.space), (unsigned long long)first->evidence.address,
			     box_state_name((enum box_state)first->state),
			     *machine->hypervisor ? "; this runs under a hypervisor: " : "", machine->hypervisor);
		return false;
	}
	measure->configs = arena_take(machine->arena, SCHEDULE_CONFIGS, sizeof(*measure->configs));
	if (!measure->configs)
		record_error(measure->output, VERDICT_ERROR, "out of memory");
	return measure->configs;
}

void measure_end(struct measure *measure)
{
	arena_release(measure->machine->arena, measure->mark);
}

/* Parses an event string into the next free configuration. */
static bool read_event(struct measure *measure, struct slice string)
{
	struct diagnostic diagnostic = {0};

	if (measure->config_count == SCHEDULE_CONFIGS) {
		record_error(measure->output, VERDICT_ERROR, "at most %u events at a time", SCHEDULE_CONFIGS);
		return false;
	}
	if (event_parse(measure->machine->processor, string, &measure->configs[measure->config_count], &diagnostic))
		return true;
	record_diagnostic(measure->output, &diagnostic, string);
	return false;
}

/* If the catalog and the microcode's source disagree on a counter's place, the catalog is followed. */
static void note_disagreement(const struct measure *measure, const struct event_config *config)
{
	const struct posting *posting = event_posting(config);
	const char *name;

	if (!posting || posting->posted_at == posting->offset)
		return;
	name = processor_string(config->processor, config->event->name);
	if (posting->posted_at == POSTED_NOWHERE)
		record_note(measure->output, "%s is read at 0x%x; it is not known whether it is posted there", name,
			    posting->offset);
	else
		record_note(
			measure->output,
			"%s is read at 0x%x, as the catalog says; the microcode's source posts it at 0x%x: %s:0x%x counts there",
			name, posting->offset, posting->posted_at, config->type->name, posting->posted_at);
}

/* Notes published errata that affect the event's counts. */
static void note_quirks(const struct measure *measure, const struct event_config *config)
{
	static const struct {
		enum quirk_kind kind;
		const char *what;
	} notes[] = {
		{QUIRK_LEAKS, "may also be counted by the core's other CPU"},
		{QUIRK_TOO_FEW, "may be counted too low"},
		{QUIRK_MISCOUNTS, "may be miscounted on the second CPU of a core"},
	};
	uint8_t code = (uint8_t)config->select;

	for (unsigned i = 0; i < ARRAY_SIZE(notes); i++) {
		const struct counter_quirk *quirk = core_pmu_quirk(measure->machine, config->type, notes[i].kind);

		if (quirk && code >= quirk->first && code <= quirk->last)
			record_note(measure->output, "event 0x%02x %s: erratum %s", code, notes[i].what, quirk->source);
	}
}

static bool add_measured_event(struct measure *measure, struct slice string)
{
	const struct event_config *config = &measure->configs[measure->config_count];
	char bytes[64];
	struct text what = TEXT_OVER(bytes);

	if (!read_event(measure, string))
		return false;
	note_disagreement(measure, config);
	note_quirks(measure, config);
	if (event_unlisted(config, &what))
		record_note(measure->output, "%s is not in the table of %s: counted as given", what.at,
			    config->type->name);
	measure->config_count++;
	return true;
}

/* True if all events so far find a counter in every box. */
static bool find_counters(struct measure *measure, struct schedule *schedule, struct text *why)
{
	const struct schedule_request request = {
		.machine = measure->machine,
		.configs = measure->configs,
		.config_count = measure->config_count,
		.sockets = measure->sockets,
		.cpu = measure->cpu,
		.dry = measure->dry,
	};

	return schedule_make(&request, schedule, why);
}

/* Returns how many boxes of a type answer. *excused: how many the part may lack. */
static unsigned count_boxes(const struct machine *machine, const struct box_type *type, unsigned *excused)
{
	unsigned answering = 0;

	*excused = 0;
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		answering += place->box.type == type && place->state == BOX_FOUND;
		*excused += place->box.type == type && place->excused;
	}
	return answering;
}

/* True if there are counters for all events so far. */
static bool fits(struct measure *measure, struct text *why)
{
	size_t used = measure->machine->arena->used;
	struct schedule schedule;
	bool good = find_counters(measure, &schedule, why);

	measure->machine->arena->used = used;
	return good;
}

/* True if the default event that was added last can be counted with the others. The part may lack such a box or core
 * event, or have fewer counters. Boxes that should answer but do not are found later. */
static bool is_for_this_part(struct measure *measure, struct text *why)
{
	const struct event_config *config = &measure->configs[measure->config_count - 1];
	const struct box_type *type = config->type;
	unsigned excused;

	if (!count_boxes(measure->machine, type, &excused)) {
		if (excused)
			text_string(why, "this processor has none");
		return !excused;
	}
	return core_pmu_accepts(measure->machine, config, why) && fits(measure, why);
}

bool measure_add_own(struct measure *measure, const char *list)
{
	unsigned first = measure->config_count, last;
	char clash[256];
	struct text text = TEXT_OVER(clash);
	/* If the user's own events do not fit, that error is reported later. */
	bool choose = !measure->dry && (!first || fits(measure, &text));

	if (!measure_add_events(measure, slice_of(list)))
		return false;
	last = measure->config_count;
	measure->config_count = (uint8_t)first;
	for (unsigned i = first; i < last; i++) {
		struct event_config *config = &measure->configs[measure->config_count];
		char bytes[256], string[EVENT_STRING_MAX];
		struct text why = TEXT_OVER(bytes), name = TEXT_OVER(string);

		*config = measure->configs[i];
		measure->config_count++;
		if (!choose || is_for_this_part(measure, &why))
			continue;
		event_canonical(config, config->instance, &name);
		record_note(measure->output, "%s is left out: %s", name.at, why.at);
		measure->config_count--;
	}
	if (measure->config_count > first || last == first)
		return true;
	record_error(measure->output, VERDICT_ERROR,
		     "this processor has none of the default events: name events with -e");
	return false;
}

bool measure_add_full(struct measure *measure)
{
	const struct processor *processor = measure->machine->processor;

	if (processor->full_events)
		return measure_add_own(measure, processor->full_events);
	record_error(measure->output, VERDICT_ERROR,
		     "uncork has no list of events for all counters of %s: name events with -e", processor->name);
	return false;
}

static bool same_event(const struct event_config *a, const struct event_config *b)
{
	char a_bytes[EVENT_STRING_MAX], b_bytes[EVENT_STRING_MAX];
	struct text a_text = TEXT_OVER(a_bytes), b_text = TEXT_OVER(b_bytes);

	if (a->type != b->type || a->instance != b->instance)
		return false;
	event_canonical(a, 0, &a_text);
	event_canonical(b, 0, &b_text);
	return !strcmp(a_bytes, b_bytes);
}

void measure_drop_doubles(struct measure *measure)
{
	uint8_t kept = 0;

	for (uint8_t i = 0; i < measure->config_count; i++) {
		uint8_t same = 0;

		while (same < kept && !same_event(&measure->configs[same], &measure->configs[i]))
			same++;
		if (same == kept)
			measure->configs[kept++] = measure->configs[i];
	}
	measure->config_count = kept;
}

const struct event_config *measure_event(struct measure *measure, struct slice string)
{
	struct event_config *config = measure->configs;

	if (!read_event(measure, string))
		return NULL;
	while (!same_event(config, &measure->configs[measure->config_count]))
		config++;
	if (config == &measure->configs[measure->config_count])
		measure->config_count++;
	return config;
}

bool measure_add_events(struct measure *measure, struct slice list)
{
	const struct slice all = list;

	while (list.at) {
		struct slice event = event_list_cut(&list);

		/* For an empty event, a diagnostic would have no text to point to. */
		if (!slice_trim(event).length) {
			record_error(measure->output, VERDICT_ERROR, "an event is missing%s%.*s",
				     slice_trim(all).length ? " next to a comma: " : "", (int)all.length, all.at);
			return false;
		}
		if (!add_measured_event(measure, event))
			return false;
	}
	return true;
}

bool measure_number(const struct measure *measure, int letter, const char *value, uint64_t least, uint64_t most,
		    uint64_t *number)
{
	uint64_t parsed;

	if (parse_u64(slice_of(value), &parsed) && parsed >= least && parsed <= most) {
		*number = parsed;
		return true;
	}
	record_error(measure->output, VERDICT_ERROR, "-%c takes a number from %llu to %llu, not %s", letter,
		     (unsigned long long)least, (unsigned long long)most, value);
	return false;
}

bool measure_socket(struct measure *measure, uint64_t number)
{
	if (number < measure->machine->socket_count && number < 64) {
		measure->sockets = BIT(number);
		return true;
	}
	record_error(measure->output, VERDICT_ERROR, "there is no socket %llu: this machine has %u",
		     (unsigned long long)number, measure->machine->socket_count);
	return false;
}

bool measure_cpu(struct measure *measure, uint64_t number)
{
	const struct machine *machine = measure->machine;

	if (number < machine->cpu_count && machine->cpus[number].usable) {
		measure->cpu = (uint16_t)(number + 1);
		return true;
	}
	record_error(measure->output, VERDICT_ERROR, "no cpu %llu works here: this machine has %u",
		     (unsigned long long)number, machine->cpu_count);
	return false;
}

/* ---- requested boxes that do not answer ---------------------------------------------------------- */

static bool is_box_meant(const struct measure *measure, const struct event_config *config,
			 const struct machine_box *box)
{
	return schedule_wants(config, &box->box) && measure->sockets & BIT(box->box.socket) &&
	       schedule_is_of_cpu(measure->machine, &box->box, measure->cpu);
}

struct boxes_counted measure_boxes(const struct measure *measure, const struct event_config *config, int socket)
{
	struct boxes_counted counted = {0};

	for (unsigned i = 0; i < measure->machine->box_count; i++) {
		const struct machine_box *box = &measure->machine->boxes[i];

		if (!is_box_meant(measure, config, box) || (socket >= 0 && box->box.socket != socket))
			continue;
		counted.boxes += box->state == BOX_FOUND;
		counted.of += box->state == BOX_FOUND || !box->excused;
	}
	return counted;
}

/* True if a note was already made for another event of the type. */
static bool has_earlier_note(const struct measure *measure, unsigned config)
{
	for (unsigned i = 0; i < config; i++)
		if (measure->configs[i].type == measure->configs[config].type)
			return true;
	return false;
}

static bool check_config(const struct measure *measure, unsigned index)
{
	const struct event_config *config = &measure->configs[index];
	const struct machine_box *missing = NULL;
	bool found = false, must = false;

	for (unsigned i = 0; i < measure->machine->box_count; i++) {
		const struct machine_box *box = &measure->machine->boxes[i];

		if (!is_box_meant(measure, config, box))
			continue;
		if (box->state == BOX_FOUND) {
			found = true;
			continue;
		}
		if (!must)
			missing = box;

		/* An event of all instances leaves out missing boxes, and boxes of unreachable sockets. A named box
		 * that is reachable must answer. */
		if (config->instance != EVENT_EVERY_INSTANCE && box->state != BOX_ABSENT) {
			must = true;
		} else if (!has_earlier_note(measure, index)) {
			char name[BOX_NAME_SIZE];

			box_name(&box->box, name);
			record_note(measure->output, "%s of socket %u is left out: %s", name, box->box.socket,
				    box_state_name((enum box_state)box->state));
		}
	}
	if (found && !must)
		return true;
	if (missing) {
		char buffer[64], name[BOX_NAME_SIZE];
		struct text evidence = TEXT_OVER(buffer);

		box_name(&missing->box, name);
		machine_register_name(measure->machine, &missing->evidence, &evidence);
		record_error(measure->output,
			     missing->excused || missing->state == BOX_DENIED ? VERDICT_ERROR : VERDICT_FAIL,
			     "%s does not answer: %s at %s%s%s", name, box_state_name((enum box_state)missing->state),
			     evidence.at, missing->how ? ": " : "", missing->how ? missing->how : "");
	} else {
		record_error(measure->output, VERDICT_ERROR, "the machine has no %s", config->type->name);
	}
	return false;
}

static bool check_configs(const struct measure *measure)
{
	for (unsigned i = 0; i < measure->config_count; i++)
		if (!check_config(measure, i))
			return false;
	return true;
}

/* ---- compiling ----------------------------------------------------------------------------------- */

/* Finds the PMI enable of the fixed counter if the first event needs it. */
static bool find_fixed_pmi(struct measure *measure, const struct schedule *schedule, uint64_t *fixed_pmi)
{
	const struct assumption *assumption = measure->machine->processor->fixed_pmi;
	const struct assignment *assignment = schedule->assignments;
	const struct register_row *row = box_row_of_role(measure->configs[0].type, ROLE_FIXED_SELECT);

	*fixed_pmi = measure->machine->fixed_pmi;
	/* The type's table may give the bit that lets a fixed counter raise a PMI. */
	if (!measure->configs[0].fixed || *fixed_pmi || (row && layout_bits(row->layout, FIELD_PMI)))
		return true;
	if (measure->dry) {
		if (assumption) {
			record_note(measure->output, "%s: mask 0x%llx is assumed", assumption->name,
				    (unsigned long long)assumption->candidates[0]);
			*fixed_pmi = assumption->candidates[0];
		}
		return true;
	}
	while (assignment->config)
		assignment++;
	if (!session_probe_fixed_pmi(measure->machine, &measure->configs[0], &assignment->box, measure->output))
		return false;
	*fixed_pmi = measure->machine->fixed_pmi;
	return true;
}

/* Asks the hardware about points that sampling needs to know and documents leave open. Runs before anything is
 * compiled. */
static bool ask_hardware(struct measure *measure, struct session_request *request)
{
	if (!request->period)
		return true;
	if (!find_fixed_pmi(measure, request->schedule, &request->fixed_pmi))
		return false;
	if (!measure->dry) {
		struct assignment assignment;
		struct schedule schedule = {&assignment, 1};
		struct session_request probe = *request;
		unsigned i = 0;

		/* The sampled counter is probed alone, since the others do not matter. */
		while (request->schedule->assignments[i].config)
			i++;
		assignment = request->schedule->assignments[i];
		probe.schedule = &schedule;
		session_probe_gate(&probe, measure->output);
	}
	return true;
}

/* Compiles one session for the chosen sockets. */
static bool compile_session(struct measure *measure, const struct measure_plan *plan, struct session *session)
{
	/* Used only during compilation. */
	struct schedule schedule;
	struct session_request request = {
		.machine = measure->machine,
		.configs = measure->configs,
		.schedule = &schedule,
		.period = plan->period,
		.core = measure->machine->cpus[plan->cpu].core,
		.cpu = plan->cpu,
		.proxy = measure->proxy,
	};
	char buffer[512];
	struct text diagnostic = TEXT_OVER(buffer);

	if (find_counters(measure, &schedule, &diagnostic)) {
		if (!ask_hardware(measure, &request))
			return false;
		if (session_compile(session, &request, &diagnostic))
			return true;
	}
	record_error(measure->output, VERDICT_ERROR, "%s", diagnostic.at);
	return false;
}

static void say_period(const struct measure *measure, const struct measure_plan *plan, const struct session *session)
{
	if (session->period != plan->period)
		record_note(measure->output, "the period is %llu: an erratum of %s forbids %llu",
			    (unsigned long long)session->period, measure->configs[0].type->erratum.source,
			    (unsigned long long)plan->period);
}

bool measure_compile(struct measure *measure, const struct measure_plan *plan, struct session *session)
{
	uint16_t cpu = measure->cpu;
	bool good;

	if (!measure_arrange_sampling(measure, plan) || (!measure->dry && !check_configs(measure)))
		return false;
	if (plan->period)
		measure->cpu = (uint16_t)(plan->cpu + 1);
	good = compile_session(measure, plan, session);
	measure->cpu = cpu;
	if (!good)
		return false;
	say_period(measure, plan, session);
	return true;
}

/* ---- one session for each socket ----------------------------------------------------------------- */

/* True if the socket has a box for an event; when sampling, for the sampled event. */
static bool takes_part(const struct measure *measure, const struct measure_plan *plan, uint16_t socket)
{
	unsigned events = plan->period ? 1 : measure->config_count;

	for (unsigned i = 0; i < measure->machine->box_count; i++) {
		const struct machine_box *box = &measure->machine->boxes[i];

		for (unsigned c = 0; c < events; c++)
			if (box->box.socket == socket && box->state == BOX_FOUND &&
			    is_box_meant(measure, &measure->configs[c], box))
				return true;
	}
	return false;
}

/* Adds a session for the socket; when sampling on CPUs, for the CPU alone. */
static bool add_part(struct measure *measure, const struct measure_plan *plan, struct measure_parts *parts,
		     uint16_t socket)
{
	struct measure_part *part = &parts->parts[parts->count];
	uint64_t sockets = measure->sockets;
	uint16_t cpu = measure->cpu;
	bool good;

	part->cpu = plan->cpu;
	measure->sockets = BIT(socket);
	if (plan->period)
		measure->cpu = (uint16_t)(plan->cpu + 1);
	good = !takes_part(measure, plan, socket) || compile_session(measure, plan, &part->session);
	if (good && part->session.counter_count) {
		session_rehearse(&part->session);
		parts->count++;
	}
	measure->sockets = sockets;
	measure->cpu = cpu;
	return good;
}

/* True if all events are counted by CPUs, so that each can sample for itself. */
static bool by_processors(const struct measure *measure, const struct measure_plan *plan)
{
	for (unsigned i = 0; i < measure->config_count; i++)
		if (!core_pmu_has(measure->configs[i].type))
			return false;
	return plan->period;
}

static bool add_socket(struct measure *measure, const struct measure_plan *plan, struct measure_parts *parts,
		       uint16_t socket)
{
	const struct machine *machine = measure->machine;
	struct hw *hw = machine->hw;
	struct measure_plan own = *plan;

	if (!by_processors(measure, plan)) {
		if (machine->cpus[plan->cpu].socket != socket)
			own.cpu = hw->cpu_of_socket(hw, socket);
		return own.cpu == HW_NO_CPU || add_part(measure, &own, parts, socket);
	}
	for (uint16_t i = 0; i < machine->cpu_count; i++) {
		if (machine->cpus[i].socket != socket || !machine->cpus[i].usable ||
		    (measure->cpu && measure->cpu != i + 1))
			continue;
		own.cpu = i;
		if (!add_part(measure, &own, parts, socket))
			return false;
	}
	return true;
}

bool measure_compile_parts(struct measure *measure, const struct measure_plan *plan, struct measure_parts *parts)
{
	unsigned sockets = measure->machine->socket_count;
	unsigned room = by_processors(measure, plan) ? measure->machine->cpu_count : sockets;

	if (!measure_arrange_sampling(measure, plan) || !check_configs(measure))
		return false;
	*parts = (struct measure_parts){.parts = arena_take(measure->machine->arena, room, sizeof(*parts->parts))};
	if (!parts->parts) {
		record_error(measure->output, VERDICT_ERROR, "out of memory");
		return false;
	}
	for (unsigned s = 0; s < min_u64(sockets, 64); s++)
		if (measure->sockets & BIT(s) && !add_socket(measure, plan, parts, s))
			return false;
	if (!parts->count) {
		record_error(measure->output, VERDICT_FAIL, "no socket can be measured");
		return false;
	}
	say_period(measure, plan, &parts->parts[0].session);
	return true;
}

void measure_say_snapshot(const struct measure *measure, const struct measure_parts *parts)
{
	for (unsigned i = 0; i < parts->count; i++) {
		const struct session *session = &parts->parts[i].session;
		unsigned freeze = program_accesses(&session->freeze);
		unsigned read = program_accesses(&session->read);
		unsigned resume = program_accesses(&session->resume);
		struct record record;

		record_begin(&record, measure->output, "snapshot");
		record_u64(&record, "socket", session_socket(session));
		record_u64(&record, "counters", session->counter_count);
		record_u64(&record, "freeze", freeze);
		record_u64(&record, "read", read);
		record_u64(&record, "resume", resume);
		record_u64(&record, "accesses", freeze + read + resume);
		record_end(&record);
	}
}
