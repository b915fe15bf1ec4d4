/* SPDX-License-Identifier: BSD-2-Clause */
/* The C-Box of a Xeon E5-2600: what its filters let pass, here and in similar parts. Opcodes: from libpfm4 and the v2 guide. */
#include "silicon/models/xeon_e5_2600.h"

/* The field tid: of 5 bits, with a value for traffic without a thread and a reserved one; wider, thread and core. */
#define TID_BITS        5
#define TID_THREAD(tid) ((tid)&1)
#define TID_CORE(tid)   ((tid) >> 1)
#define TID_OTHERS      0x10u
#define TID_RESERVED    0x1fu

/* Umasks of LLC_LOOKUP and of the two TOR events are codes (pp. 35, 42); these bits of them select a node, the own
 * socket and others. */
#define UMASK_NID       0x40u
#define UMASK_LOCAL     0x20u
#define UMASK_REMOTE    0x80u
#define UMASK_SIDES     (UMASK_LOCAL | UMASK_REMOTE)
#define UMASK_ANY       0x11u /* of LLC_LOOKUP */
#define UMASK_LINK      0x10u /* of RxR_IPQ_RETRY: for one link */

enum { FIRST = 1 }; /* counter 0 alone */
enum { HIT = 1, MISS = 2 };

/* Entries of the TOR: requests by their opcodes, evictions, write-backs. */
static const uint16_t opcodes[] = {
	0x180, 0x181, 0x182, 0x187, 0x18c, 0x18d, 0x190, 0x191, 0x192, 0x194,
	0x195, 0x19c, 0x19e, 0x1c4, 0x1c5, 0x1c8, 0x1e4, 0x1e5, 0x1e6,
};
enum { EVICTIONS = ARRAY_SIZE(opcodes), WRITEBACKS };

/* ---- the filter ------------------------------------------------------------------------------------ */

static const struct model_type *type_of(const struct model_sight *sight)
{
	return sight->model->unit[sight->model->counter[sight->counter].box].type;
}

/* Returns a field of the filters, or 0 if the part does not have it. */
static unsigned filter_of(const struct model_sight *sight, struct model_meaning *meaning, unsigned field)
{
	return type_of(sight)->field[field].width ? model_field_value(sight, meaning, field) : 0;
}

/* Scales the sources from `first` on to `part` / `whole`. */
static void scale_from(struct model_meaning *meaning, unsigned first, uint64_t part, uint64_t whole)
{
	for (unsigned i = first; i < meaning->run.sources; i++)
		meaning->run.rate[i] = meaning->run.rate[i] * part / whole;
}

static void scale(struct model_meaning *meaning, uint64_t part, uint64_t whole)
{
	scale_from(meaning, 0, part, whole);
}

/* Scales the sources from `first` on to the chosen nodes: node n has n + 1 parts of all that has a target. */
static void choose_nodes(const struct model_sight *sight, struct model_meaning *meaning, unsigned first)
{
	unsigned wanted = filter_of(sight, meaning, E5_NID), nodes = sight->model->sockets;
	uint64_t part = 0;

	if (!wanted)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "%s of a node counts nothing: nid is 0 (p.29)",
			    meaning->event->name);
	if (model_e5_passes_all(sight))
		return;
	if (sight->model->burst) {
		scale_from(meaning, first, wanted >> sight->model->burst->home_node & 1, 1);
		return;
	}
	for (unsigned node = 0; node < nodes; node++)
		if (wanted >> node & 1)
			part += node + 1;
	scale_from(meaning, first, part, nodes * (nodes + 1) / 2);
}

/* Every logical processor, and all other traffic together, have equal shares of everything. */
static void choose_thread(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	unsigned tid = filter_of(sight, meaning, E5_TID);
	bool narrow = type_of(sight)->field[E5_TID].width == TID_BITS;
	uint64_t threads = model->setting[CORE_THREADS];
	uint64_t number = TID_CORE(tid) * threads + TID_THREAD(tid);
	bool there =
		narrow && tid & TID_OTHERS ? tid == TID_OTHERS : TID_THREAD(tid) < threads && number < model->cores;

	if (narrow && tid == TID_RESERVED)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "tid 0x1f is reserved");
	if (model_e5_passes_all(sight))
		return;
	if (model->burst)
		scale(meaning, there && number == model->burst->flow->core, 1);
	else
		scale(meaning, there ? 1 : 0, model->cores + 1);
}

/* ---- events --------------------------------------------------------------------------------------- */

static void add_leaf(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event,
		     unsigned a, unsigned b)
{
	model_add_leaf(sight, meaning, event, &(struct model_leaf){.a = (uint8_t)a, .b = (uint8_t)b});
}

/* Counts the kinds of lookups: the values of the event's first choice. */
static unsigned count_lookups(const struct model_event *event)
{
	return event->filter == E5_LOOKUP_READ ? 4 : 3;
}

/* Returns the kinds of lookups that a umask selects. With a node, one umask selects all kinds on either part, and
 * Linux's table of extra registers also has the node alone. */
static unsigned lookups_of(const struct model_event *event, unsigned umask)
{
	static const uint8_t umasks[] = {0x03, 0x05, 0x09, 0x21};
	bool node = umask & UMASK_NID;
	unsigned all = (unsigned)MASK(0, count_lookups(event)), kinds = umask == (UMASK_NID | 1) ? all : 0;

	umask &= ~UMASK_NID;
	if (umask == UMASK_ANY && (node || event->filter != E5_LOOKUP))
		kinds = all;
	for (unsigned i = 0; i < count_lookups(event); i++)
		kinds |= umask == umasks[i] ? 1u << i : 0;
	return kinds;
}

static void add_lookups(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	unsigned states = filter_of(sight, meaning, E5_FILTER_STATE),
		 all = type_of(sight)->field[E5_FILTER_STATE].width;
	unsigned kinds = lookups_of(event, sight->selection.umask);

	if (!kinds)
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x of LLC_LOOKUP means nothing (p.35)",
			    sight->selection.umask);
	if (!states)
		model_wrong(meaning, MODEL_WRONG_COMPANION,
			    "LLC_LOOKUP counts nothing: the filter's state is 0 (p.35)");
	if (model_e5_passes_all(sight))
		states = (unsigned)MASK(0, all);
	for (unsigned i = 0; i < count_lookups(event) * all; i++)
		if (kinds >> i / all & states >> i % all & 1)
			add_leaf(sight, meaning, event, i / all + 1, i % all + 1);
}

/* The TOR entries that a umask selects. */
struct entries {
	uint8_t umask; /* without the bits for nodes and sockets */
	bool requests, filtered, evictions, writebacks, misses_only;
	bool no_inserts, no_occupancy; /* inserts are undefined unless a node is selected; occupancy is undefined */
};

static const struct entries entries[] = {
	{.umask = 0x01, .requests = true, .filtered = true},
	{.umask = 0x03, .requests = true, .filtered = true, .misses_only = true},
	{.umask = 0x04, .evictions = true},
	{.umask = 0x08, .requests = true, .evictions = true, .writebacks = true, .no_inserts = true},
	{.umask = 0x0a, .requests = true, .misses_only = true},
	{.umask = 0x10, .writebacks = true, .no_occupancy = true},
};

/* True if the event has a umask for these entries, with a node or one side if asked. */
static bool is_listed(const struct model_event *event, const struct entries *what, unsigned asked)
{
	bool occupancy = event->increment > 1;

	if (event->filter == E5_TOR)
		return occupancy ? !what->no_occupancy : !what->no_inserts || asked;
	if (asked & UMASK_SIDES)
		return what->requests;
	return occupancy || asked || what->filtered || !what->misses_only;
}

static const struct entries *find_entries(const struct model_event *event, unsigned umask)
{
	unsigned asked = umask & (UMASK_NID | (event->filter == E5_TOR_SIDES ? UMASK_SIDES : 0));

	if (count_bits(asked) > 1)
		return NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(entries); i++)
		if (entries[i].umask == (umask & ~asked))
			return is_listed(event, &entries[i], asked) ? &entries[i] : NULL;
	return NULL;
}

static void add_requests(const struct model_sight *sight, struct model_meaning *meaning,
			 const struct model_event *event, const struct entries *what)
{
	unsigned wanted = what->filtered ? filter_of(sight, meaning, E5_OPC) : 0;
	unsigned compared = what->filtered ? model_field_compared(sight, E5_OPC) : 0;
	bool all = !what->filtered || model_e5_passes_all(sight), known = false;

	for (unsigned i = 0; i < ARRAY_SIZE(opcodes); i++) {
		known |= opcodes[i] == wanted;
		if (!all && (opcodes[i] ^ wanted) & compared)
			continue;
		if (!what->misses_only)
			add_leaf(sight, meaning, event, i + 1, HIT);
		add_leaf(sight, meaning, event, i + 1, MISS);
	}
	if (what->filtered && !known)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "no request has the filter's opcode 0x%x", wanted);
}

static void add_entries(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	static const uint8_t kinds[] = {E5_NC, E5_ONLY_C6, E5_ISOC};
	const struct entries *what = find_entries(event, sight->selection.umask);
	const struct flow_burst *burst = sight->model->burst;
	bool local = sight->selection.umask & UMASK_LOCAL;

	if (!what) {
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x of %s means nothing (p.42)",
			    sight->selection.umask, event->name);
		return;
	}
	if (what->requests)
		add_requests(sight, meaning, event, what);
	/* A filter bit chooses some requests: one in four is not coherent, one in eight for C6, one in 16 isochronous. */
	for (unsigned i = 0; what->filtered && i < ARRAY_SIZE(kinds); i++)
		if (filter_of(sight, meaning, kinds[i]) && !model_e5_passes_all(sight))
			scale(meaning, burst ? 0 : 1, 4u << i);
	if (what->evictions)
		add_leaf(sight, meaning, event, EVICTIONS + 1, HIT);
	if (what->writebacks)
		add_leaf(sight, meaning, event, WRITEBACKS + 1, HIT);
	if (event->filter != E5_TOR_SIDES || !(sight->selection.umask & UMASK_SIDES))
		return;

	/* Three in four requests go to the own socket. */
	if (burst)
		scale(meaning, local == !(burst->is & FLOW_REMOTE), 1);
	else
		scale(meaning, local ? 3 : 1, 4);
}

/* Of the traffic over four links, link n brings n + 1 tenths. A filter without a link lets all of it pass. */
static void add_retries(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	struct model_sight other = *sight;
	unsigned links, part = 0, first;

	other.selection.umask &= ~UMASK_LINK;
	model_e5_add(&other, meaning, event);
	other.selection.umask = sight->selection.umask & UMASK_LINK;
	if (!other.selection.umask)
		return;
	links = filter_of(sight, meaning, E5_LINK);
	first = meaning->run.sources;
	for (unsigned i = 0; i < 4; i++)
		part += links >> i & 1 ? i + 1 : 0;
	model_add_umask(&other, meaning, event);
	if (links && !model_e5_passes_all(sight))
		scale_from(meaning, first, part, 10);
}

/* State bits may be combined with the node bit. The node bit alone selects all states. */
static void add_victims(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	struct model_sight states = *sight;

	states.selection.umask &= ~UMASK_NID;
	if (sight->selection.umask == UMASK_NID)
		states.selection.umask = event->subs;
	model_add_umask(&states, meaning, event);
}

/* The node's sub-event is separate from the others. */
static void add_with_node(const struct model_sight *sight, struct model_meaning *meaning,
			  const struct model_event *event)
{
	struct model_sight part = *sight;
	unsigned first;

	model_check_umask(sight, meaning, event);
	part.selection.umask &= ~UMASK_NID;
	if (part.selection.umask)
		model_e5_add(&part, meaning, event);
	first = meaning->run.sources;
	part.selection.umask = sight->selection.umask & UMASK_NID;
	if (!part.selection.umask)
		return;
	model_add_umask(&part, meaning, event);
	choose_nodes(sight, meaning, first);
}

static bool is_of_node(const struct model_sight *sight, const struct model_event *event)
{
	static const uint8_t filters[] = {E5_LOOKUP, E5_LOOKUP_ANY, E5_LOOKUP_READ, E5_TOR, E5_TOR_SIDES, E5_VICTIMS};

	for (unsigned i = 0; i < ARRAY_SIZE(filters); i++)
		if (event->filter == filters[i])
			return sight->selection.umask & UMASK_NID;
	return false;
}

static void add_event_e5_cbox(const struct model_sight *sight, struct model_meaning *meaning,
			      const struct model_event *event)
{
	switch (event->filter) {
	case E5_LOOKUP:
	case E5_LOOKUP_ANY:
	case E5_LOOKUP_READ: add_lookups(sight, meaning, event); break;
	case E5_TOR:
	case E5_TOR_SIDES: add_entries(sight, meaning, event); break;
	case E5_VICTIMS: add_victims(sight, meaning, event); break;
	case E5_LINKED: add_retries(sight, meaning, event); break;
	case E5_NODE: add_with_node(sight, meaning, event); break;
	default: model_e5_add(sight, meaning, event);
	}
	if (is_of_node(sight, event))
		choose_nodes(sight, meaning, 0);
	if (sight->select & E5_SELECT_TID)
		choose_thread(sight, meaning);
}

/* Adds the occupancy that counter 0 sums; counters 1 to 3 can count it, too (p.35). */
static void add_counter0(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	struct model_sight first = *sight;
	const struct model_event *event;
	unsigned select;

	first.counter = model->box[model->counter[sight->counter].box].counter;
	select = model->counter[first.counter].select;
	first.select = model_value(model, sight->socket, select);
	first.selection = model_decode(model->counter[first.counter].layout, first.select);
	first.selection.umask = first.selection.event >> 8;
	first.selection.event &= 0xff;
	event = model_find_event(type_of(sight)->events, first.selection.event, 0);
	if (!first.selection.enable || !event || event->counters != FIRST) {
		model_wrong(meaning, MODEL_WRONG_COMPANION,
			    "counter 0 adds up no occupancy that it could look at (p.35)");
		return;
	}
	add_event_e5_cbox(&first, meaning, event);
}

void model_e5_mean_cbox(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (!meaning->event)
		return;
	if (meaning->event->filter == E5_COUNTER0) {
		model_check_umask(&split, meaning, meaning->event);
		add_counter0(sight, meaning);
	} else {
		add_event_e5_cbox(&split, meaning, meaning->event);
	}
	model_e5_check_shape(sight, meaning);
}
