/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/catalog.h"

#include "arch/ppc64/fdt.h"
#include "arch/ppc64/tree.h"
#include "lib/memory.h"
#include "lib/text.h"

#define GROUP_ROOM    256
#define PMU_ROOM      250   /* processor.type_count has 8 bits */
#define POOL_BYTES    65536 /* event.name has 16 bits */
#define NAME_MOST     12    /* of a box, so that a number of three digits fits behind it */
#define EVENT_MOST    127
#define COUNTER_BYTES 8
#define CONTROL_USUAL 0x3fc00 /* where a node that does not say has its control block */
#define SCALE_DIGITS  18

/* An event group and the phandle that PMU nodes name it by. */
struct group {
	uint32_t phandle;
	int node;
};

struct reader {
	struct catalog *catalog;
	const void *tree;
	struct arena *arena;
	struct warnings *warnings;
	const char *first_trouble[CATALOG_TROUBLES];
	struct group groups[GROUP_ROOM];
	unsigned group_count;
	char *pool;
	uint32_t pool_used;
};

/* ---- troubles: the first of a kind by name, of the others the number ------------------------------- */

static void note(struct reader *reader, enum catalog_trouble trouble, const char *name)
{
	if (!reader->catalog->troubles[trouble]++)
		reader->first_trouble[trouble] = name ? name : "a node without name";
}

static void report(const struct reader *reader)
{
	static const char *const said[CATALOG_TROUBLES] = {
		[CATALOG_PMU] = "PMU nodes make no sense and are left out",
		[CATALOG_NAME] = "names cannot be used and are left out",
		[CATALOG_OUTSIDE] = "events lie outside their region and are left out",
		[CATALOG_DUPLICATE] = "names come twice; the first counts",
		[CATALOG_OVERLAP] = "events share a counter with another one",
		[CATALOG_SCALE] = "scales are no numbers and taken for 1",
		[CATALOG_FULL] = "events found no room and are left out",
	};

	for (unsigned i = 0; i < CATALOG_TROUBLES; i++)
		if (reader->catalog->troubles[i])
			warn(reader->warnings, "IMC catalog: %u %s (first: %s)",
			     reader->catalog->troubles[i], said[i], reader->first_trouble[i]);
}

/* ---- pieces ----------------------------------------------------------------------------------------- */

static bool is_name(const char *name, size_t most)
{
	size_t length = 0;

	for (; name && name[length]; length++) {
		char c = name[length];

		if (length == most || !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
					(c >= '0' && c <= '9') || c == '_'))
			return false;
	}
	return length;
}

bool catalog_scale(const char *string, uint64_t *scale, uint8_t *decimals)
{
	uint64_t value = 0;
	unsigned digits = 0, behind = 0;
	bool point = false;

	for (; *string; string++) {
		if (*string == '.' && !point) {
			point = true;
			continue;
		}
		if (*string < '0' || *string > '9' || ++digits > SCALE_DIGITS)
			return false;
		value = value * 10 + (uint64_t)(*string - '0');
		behind += point;
	}
	if (!digits)
		return false;
	*scale = value;
	*decimals = (uint8_t)behind;
	return true;
}

/* A copy that stays; NULL if the arena is full. */
static const char *keep(struct reader *reader, const char *format, const char *name)
{
	char bytes[64];
	struct text text = TEXT_OVER(bytes);
	char *kept;

	text_format(&text, format, name);
	kept = arena_take(reader->arena, text.length + 1, 1);
	if (kept)
		memcpy(kept, bytes, text.length);
	return kept;
}

static void list_groups(struct reader *reader, int parent)
{
	int node;

	fdt_for_each_subnode(node, reader->tree, parent)
	{
		uint32_t phandle = fdt_get_phandle(reader->tree, node);

		if (phandle && reader->group_count < GROUP_ROOM)
			reader->groups[reader->group_count++] = (struct group){phandle, node};
	}
}

/* The node of the events that a PMU names; negative if there is none. */
static int events_of(const struct reader *reader, int pmu)
{
	uint32_t phandle;

	if (!tree_cell(reader->tree, pmu, "events", 0, &phandle))
		return -1;
	for (unsigned i = 0; i < reader->group_count; i++)
		if (reader->groups[i].phandle == phandle)
			return reader->groups[i].node;
	return -1;
}

/* ---- events ------------------------------------------------------------------------------------------ */

/* What is read of one event node. */
struct entry {
	char bytes[EVENT_MOST + 1]; /* its full name */
	struct posting posting;
};

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* As the event tables are sorted: case ignored. */
static int compare(const char *a, const char *b)
{
	while (*a && upper(*a) == upper(*b)) {
		a++;
		b++;
	}
	return (unsigned char)upper(*a) - (unsigned char)upper(*b);
}

/* An event's own property, else that of its PMU. */
static const char *inherited(const struct reader *reader, int event, int pmu, const char *name)
{
	const char *own = tree_string(reader->tree, event, name);

	return own ? own : tree_string(reader->tree, pmu, name);
}

static bool offset_fits(const struct imc_pmu *pmu, uint64_t offset)
{
	if (pmu->kind == IMC_TRACE)
		return offset <= UINT32_MAX;
	return offset % COUNTER_BYTES == 0 && offset + COUNTER_BYTES <= pmu->type.region_bytes;
}

static bool read_entry(struct reader *reader, const struct imc_pmu *pmu, int node,
		       struct entry *entry)
{
	const char *prefix = tree_string(reader->tree, pmu->node, "events-prefix");
	const char *name = tree_string(reader->tree, node, "event-name");
	const char *scale = inherited(reader, node, pmu->node, "scale");
	const char *description = tree_string(reader->tree, node, "desc");
	struct text text = TEXT_OVER(entry->bytes);
	uint32_t offset;

	text_format(&text, "%s%s", prefix ? prefix : "", name ? name : "");
	if (!name || text.truncated || !is_name(entry->bytes, EVENT_MOST)) {
		note(reader, CATALOG_NAME, name);
		return false;
	}
	if (!tree_cell(reader->tree, node, "reg", 0, &offset) ||
	    !offset_fits(pmu, (uint64_t)pmu->base + offset)) {
		note(reader, CATALOG_OUTSIDE, name);
		return false;
	}
	entry->posting = (struct posting){
		.offset = pmu->base + offset,
		.unit = inherited(reader, node, pmu->node, "unit"),
		.description = description ? description : "",
	};
	if (scale && !catalog_scale(scale, &entry->posting.scale, &entry->posting.decimals))
		note(reader, CATALOG_SCALE, name);
	return true;
}

/* A name's place in the pool of strings; 0 if that is full. */
static uint16_t pool_name(struct reader *reader, const char *name)
{
	size_t size = strlen(name) + 1;
	uint32_t at = reader->pool_used;

	if (at + size > POOL_BYTES)
		return 0;
	memcpy(reader->pool + at, name, size);
	reader->pool_used += (uint32_t)size;
	return (uint16_t)at;
}

/* Where a name goes among the sorted ones; *found says that it is there. */
static unsigned place_of(const struct reader *reader, const struct imc_pmu *pmu, const char *name,
			 bool *found)
{
	unsigned low = 0, high = pmu->type.event_count;

	*found = false;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = compare(name, reader->pool + pmu->type.events[middle].name);

		if (!order) {
			*found = true;
			return middle;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void insert(struct imc_pmu *pmu, unsigned at, const struct event *event,
		   const struct posting *posting)
{
	struct event *events = (struct event *)pmu->type.events;
	struct posting *postings = (struct posting *)pmu->type.postings;
	size_t behind = pmu->type.event_count - at;

	memmove(&events[at + 1], &events[at], behind * sizeof(*events));
	memmove(&postings[at + 1], &postings[at], behind * sizeof(*postings));
	events[at] = *event;
	postings[at] = *posting;
	pmu->type.event_count++;
}

static bool shares_offset(const struct imc_pmu *pmu, uint32_t offset)
{
	for (unsigned i = 0; i < pmu->type.event_count; i++)
		if (pmu->type.postings[i].offset == offset)
			return true;
	return false;
}

static void add_event(struct reader *reader, struct imc_pmu *pmu, int node)
{
	const char *said = fdt_get_name(reader->tree, node, NULL);
	struct event event = {.name = 0};
	struct entry entry;
	unsigned at;
	bool found;

	if (!read_entry(reader, pmu, node, &entry))
		return;
	at = place_of(reader, pmu, entry.bytes, &found);
	if (found) {
		note(reader, CATALOG_DUPLICATE, tree_string(reader->tree, node, "event-name"));
		return;
	}
	if (shares_offset(pmu, entry.posting.offset))
		note(reader, CATALOG_OVERLAP, tree_string(reader->tree, node, "event-name"));
	event.name = pool_name(reader, entry.bytes);
	if (!event.name) {
		note(reader, CATALOG_FULL, said);
		return;
	}
	insert(pmu, at, &event, &entry.posting);
	reader->catalog->event_count++;
}

static unsigned count_subnodes(const void *tree, int parent)
{
	unsigned count = 0;
	int node;

	fdt_for_each_subnode(node, tree, parent) count++;
	return count;
}

/* False only if the arena is full. */
static bool add_events(struct reader *reader, struct imc_pmu *pmu, int group)
{
	unsigned room = count_subnodes(reader->tree, group) + 1;
	int node;

	pmu->type.events = arena_take(reader->arena, room, sizeof(*pmu->type.events));
	pmu->type.postings = arena_take(reader->arena, room, sizeof(*pmu->type.postings));
	if (!pmu->type.events || !pmu->type.postings)
		return false;
	fdt_for_each_subnode(node, reader->tree, group) add_event(reader, pmu, node);
	return true;
}

/* ---- PMUs -------------------------------------------------------------------------------------------- */

static const struct kind_row {
	uint32_t type; /* of the device tree */
	uint8_t kind, scope;
	const char *pmu, *perf; /* Linux' name of the PMU, and the same without what all have */
} kind_rows[] = {
	{0x10, IMC_NEST,   BOX_OF_SOCKET, "nest_%s_imc", "nest_%s"},
	{0x4,  IMC_CORE,   BOX_OF_CORE,   "%s_imc",      "%s_imc" },
	{0x1,  IMC_THREAD, BOX_OF_THREAD, "%s_imc",      "%s_imc" },
	{0x2,  IMC_TRACE,  BOX_OF_THREAD, "%s_imc",      "%s_imc" },
};

static const struct kind_row *kind_of(const struct reader *reader, int node)
{
	uint32_t type;

	if (!tree_cell(reader->tree, node, "type", 0, &type))
		return NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(kind_rows); i++)
		if (kind_rows[i].type == type)
			return &kind_rows[i];
	return NULL;
}

static const struct {
	const char *prefix, *title;
} titles[] = {
	{"powerbus", "fabric"				     },
	{"mcs",      "memory controllers, fabric side"            },
	{"mba",      "memory controller, memory side"             },
	{"centaur",  "memory buffer"                              },
	{"xlink",    "link between chips of a node"               },
	{"alink",    "link between nodes"                         },
	{"phb",      "PCI host bridge"                            },
	{"nx",       "accelerators for compression and encryption"},
	{"capp",     "coherent accelerator proxy"                 },
	{"nvlink",   "NVLink and its address translation"         },
	{"core",     "counters of a core"                         },
	{"thread",   "counters of a thread"                       },
	{"trace",    "samples of a thread"                        },
};

static const char *title_of(const char *name)
{
	for (unsigned i = 0; i < ARRAY_SIZE(titles); i++)
		if (slice_starts(slice_of(name), titles[i].prefix))
			return titles[i].title;
	return "in-memory counters";
}

static bool has_type(const struct catalog *catalog, const char *name)
{
	for (unsigned i = 0; i < catalog->pmu_count; i++)
		if (!strcmp(catalog->pmus[i].type.name, name))
			return true;
	return false;
}

/* The node's name without its unit address, if it can be a box's name. */
static bool name_of(const struct reader *reader, int node, char name[NAME_MOST + 1])
{
	struct slice whole = slice_of(fdt_get_name(reader->tree, node, NULL));
	struct text text = text_over(name, NAME_MOST + 1);
	struct slice part = slice_cut(&whole, '@');

	text_bytes(&text, part.at, part.length);
	return !text.truncated && is_name(name, NAME_MOST);
}

/* The regions of a nest; false if one cannot be described. */
static bool read_numbers(const struct reader *reader, struct imc_pmu *pmu, int node)
{
	uint32_t size, control = CONTROL_USUAL;

	if (!tree_cell(reader->tree, node, "reg", 0, &pmu->base) ||
	    !tree_cell(reader->tree, node, "size", 0, &size))
		return false;
	pmu->type.region_bytes = size;
	if (pmu->kind != IMC_NEST)
		return true;
	if (!tree_number(reader->tree, node, "offset", &pmu->offset))
		return false;
	if (tree_bytes(reader->tree, node, "cb_offset") >= 0 &&
	    !tree_cell(reader->tree, node, "cb_offset", 0, &control))
		return false;
	pmu->control = control;
	return control % COUNTER_BYTES == 0 && (uint64_t)control + 6 * COUNTER_BYTES <= size;
}

static bool set_type(struct reader *reader, struct imc_pmu *pmu, const struct kind_row *kind,
		     const char *name)
{
	static const struct box_place nowhere = {.summary = 0};
	struct box_type *type = &pmu->type;

	type->name = keep(reader, "%s", name);
	type->pmu = keep(reader, kind->pmu, name);
	type->perf = keep(reader, kind->perf, name);
	type->title = title_of(name);
	type->places = &nowhere;
	type->instances = 1;
	type->scope = kind->scope;
	type->space = SPACE_MEMORY;
	type->counter_bits = 64;
	pmu->kind = kind->kind;
	return type->name && type->pmu && type->perf;
}

/* False only if the arena is full. */
static bool add_pmu(struct reader *reader, int node)
{
	struct catalog *catalog = reader->catalog;
	const char *said = fdt_get_name(reader->tree, node, NULL);
	const struct kind_row *kind = kind_of(reader, node);
	int group = events_of(reader, node);
	struct imc_pmu *pmu = &catalog->pmus[catalog->pmu_count];
	char name[NAME_MOST + 1];

	*pmu = (struct imc_pmu){.node = node};
	if (!name_of(reader, node, name)) {
		note(reader, CATALOG_NAME, said);
		return true;
	}
	if (has_type(catalog, name)) {
		note(reader, CATALOG_DUPLICATE, said);
		return true;
	}
	if (kind)
		pmu->kind = kind->kind;
	if (!kind || group < 0 || !read_numbers(reader, pmu, node)) {
		note(reader, CATALOG_PMU, said);
		return true;
	}
	if (!set_type(reader, pmu, kind, name) || !add_events(reader, pmu, group))
		return false;
	catalog->kinds[kind->kind]++;
	catalog->pmu_count++;
	return true;
}

static bool is_pmu(const void *tree, int node)
{
	return !fdt_node_check_compatible(tree, node, "ibm,imc-counters");
}

static bool add_pmus(struct reader *reader, int parent)
{
	int node;

	fdt_for_each_subnode(node, reader->tree, parent)
	{
		if (!is_pmu(reader->tree, node))
			continue;
		if (reader->catalog->pmu_count == PMU_ROOM)
			note(reader, CATALOG_FULL, fdt_get_name(reader->tree, node, NULL));
		else if (!add_pmu(reader, node))
			return false;
	}
	return true;
}

/* ---- the table --------------------------------------------------------------------------------------- */

/* Events that are always going on, the most telling first. */
static const struct {
	const char *type, *event;
} usual_events[] = {
	{"powerbus0", "PM_PB_CYC"    },
	{"core",      "CPM_32MHZ_CYC"},
	{"core",      "CPM_CCYC"     },
	{"core",      "CPM_INST"     },
};

static const struct event *find_event(const struct reader *reader, const struct imc_pmu *pmu,
				      const char *name)
{
	bool found;
	unsigned at = place_of(reader, pmu, name, &found);

	return found ? &pmu->type.events[at] : NULL;
}

/* The first event of the list that there is, else the first of all: "core_imc/CPM_CCYC/". */
static const char *usual_event(struct reader *reader)
{
	const struct catalog *catalog = reader->catalog;
	const struct imc_pmu *pmu = NULL;
	const struct event *event = NULL;
	char bytes[EVENT_MOST + 32];
	struct text text = TEXT_OVER(bytes);
	char *kept;

	for (unsigned i = 0; i < ARRAY_SIZE(usual_events) && !event; i++)
		for (unsigned p = 0; p < catalog->pmu_count && !event; p++) {
			pmu = &catalog->pmus[p];
			if (!strcmp(pmu->type.name, usual_events[i].type))
				event = find_event(reader, pmu, usual_events[i].event);
		}
	for (unsigned p = 0; p < catalog->pmu_count && !event; p++) {
		pmu = &catalog->pmus[p];
		if (pmu->type.event_count)
			event = pmu->type.events;
	}
	if (event)
		text_format(&text, "%s/%s/", pmu->type.perf, reader->pool + event->name);
	kept = arena_take(reader->arena, text.length + 1, 1);
	if (kept)
		memcpy(kept, bytes, text.length);
	return kept;
}

static bool make_table(struct reader *reader, const struct processor *like)
{
	struct catalog *catalog = reader->catalog;
	const struct box_type **types =
		arena_take(reader->arena, catalog->pmu_count + 1u, sizeof(*types));
	struct processor *processor = arena_take(reader->arena, 1, sizeof(*processor));
	const char *usual = usual_event(reader);

	if (!types || !processor || !usual)
		return false;
	for (unsigned i = 0; i < catalog->pmu_count; i++)
		types[i] = &catalog->pmus[i].type;
	*processor = *like;
	processor->types = types;
	processor->type_count = (uint8_t)catalog->pmu_count;
	processor->strings = reader->pool;
	processor->default_events = usual;
	processor->clock_event = usual;
	catalog->processor = processor;
	return true;
}

bool catalog_read(struct catalog *catalog, const void *tree, const struct processor *like,
		  struct arena *arena, struct warnings *warnings)
{
	struct reader *reader = arena_take(arena, 1, sizeof(*reader));
	int top = fdt_path_offset(tree, "/imc-counters");

	*catalog = (struct catalog){.present = top >= 0};
	if (!reader)
		return false;
	*reader = (struct reader){
		.catalog = catalog, .tree = tree, .arena = arena, .warnings = warnings};
	catalog->pmus = arena_take(arena, PMU_ROOM + 1, sizeof(*catalog->pmus));
	reader->pool = arena_take(arena, POOL_BYTES, 1);
	reader->pool_used = 1;
	if (!catalog->pmus || !reader->pool)
		return false;
	if (!tree_number(tree, top, "version-id", &catalog->version))
		catalog->version = 0;
	list_groups(reader, top);
	if (!add_pmus(reader, top) || !make_table(reader, like))
		return false;
	report(reader);
	return true;
}

/* ---- look-ups ---------------------------------------------------------------------------------------- */

const struct imc_pmu *catalog_pmu(const struct catalog *catalog, const struct box_type *type)
{
	for (unsigned i = 0; i < catalog->pmu_count; i++)
		if (&catalog->pmus[i].type == type)
			return &catalog->pmus[i];
	return NULL;
}

bool catalog_region(const void *tree, const struct imc_pmu *pmu, uint32_t chip, uint64_t *address)
{
	uint32_t number;
	uint64_t base;

	for (unsigned i = 0; tree_cell(tree, pmu->node, "chip-id", i, &number); i++) {
		if (number != chip)
			continue;
		if (!tree_pair(tree, pmu->node, "base-addr", i, &base))
			return false;
		*address = base + pmu->offset;
		return *address % COUNTER_BYTES == 0 && *address >= base;
	}
	return false;
}
