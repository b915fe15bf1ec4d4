/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the events of a PMU node: names, offsets, scales, in the order of event tables. */
#include "arch/ppc64/catalog_reader.h"

#include "arch/ppc64/fdt.h"
#include "arch/ppc64/tree.h"
#include "lib/memory.h"
#include "lib/text.h"

#define SCALE_DIGITS 18

/* ---- names and numbers ----------------------------------------------------------------------------------------- */

static bool is_among(char c, const char *list)
{
	for (; *list; list++)
		if (*list == c)
			return true;
	return false;
}

bool catalog_is_name(const char *name, size_t most, const char *more)
{
	size_t length = 0;

	for (; name && name[length]; length++) {
		char c = name[length];

		if (length == most || !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
					c == '_' || is_among(c, more)))
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

/* ---- events ------------------------------------------------------------------------------------------ */

/* Data read from one event node. */
struct entry {
	char bytes[EVENT_MOST + 1]; /* its full name */
	struct posting posting;
};

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Compares like the sort order of event tables: case ignored. */
static int compare_unit_names(const char *a, const char *b)
{
	while (*a && upper(*a) == upper(*b)) {
		a++;
		b++;
	}
	return (unsigned char)upper(*a) - (unsigned char)upper(*b);
}

/* An event's own property, else its PMU's. */
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

static bool read_entry(struct reader *reader, const struct imc_pmu *pmu, int node, struct entry *entry)
{
	const char *prefix = tree_string(reader->tree, pmu->node, "events-prefix");
	const char *name = tree_string(reader->tree, node, "event-name");
	const char *scale = inherited(reader, node, pmu->node, "scale");
	const char *description = tree_string(reader->tree, node, "desc");
	struct text text = TEXT_OVER(entry->bytes);
	uint32_t offset;

	text_format(&text, "%s%s", prefix ? prefix : "", name ? name : "");
	if (!name || text.truncated || !catalog_is_name(entry->bytes, EVENT_MOST, ".")) {
		catalog_note(reader, CATALOG_NAME, name);
		return false;
	}
	if (!tree_cell(reader->tree, node, "reg", 0, &offset) || !offset_fits(pmu, (uint64_t)pmu->base + offset)) {
		catalog_note(reader, CATALOG_OUTSIDE, name);
		return false;
	}
	if (tree_bytes(reader->tree, node, "reg") != 2 * (int)sizeof(uint32_t))
		catalog_note(reader, CATALOG_CELLS, name);
	entry->posting = (struct posting){
		.offset = pmu->base + offset,
		.unit = inherited(reader, node, pmu->node, "unit"),
		.description = description ? description : "",
		.posted_at = pmu->base + offset,
	};
	if (pmu->kind == IMC_NEST)
		entry->posting.posted_at = imc_posted_at(reader->catalog->facts, pmu->type.name, pmu->base, offset);
	if (scale && !catalog_scale(scale, &entry->posting.scale, &entry->posting.decimals))
		catalog_note(reader, CATALOG_SCALE, name);
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

/* Place of a name in the sorted list; *found is true if it is there. */
static unsigned place_of(const struct reader *reader, const struct imc_pmu *pmu, const char *name, bool *found)
{
	unsigned low = 0, high = pmu->type.event_count;

	*found = false;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = compare_unit_names(name, reader->pool + pmu->type.events[middle].name);

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

static void insert(struct imc_pmu *pmu, unsigned at, const struct event *event, const struct posting *posting)
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

static void add_catalog_event(struct reader *reader, struct imc_pmu *pmu, int node)
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
		catalog_note(reader, CATALOG_DUPLICATE, tree_string(reader->tree, node, "event-name"));
		return;
	}
	if (shares_offset(pmu, entry.posting.offset))
		catalog_note(reader, CATALOG_OVERLAP, tree_string(reader->tree, node, "event-name"));
	event.name = pool_name(reader, entry.bytes);
	if (!event.name) {
		catalog_note(reader, CATALOG_FULL, said);
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

/* Returns false only if the arena is full. */
bool catalog_add_events(struct reader *reader, struct imc_pmu *pmu, int group)
{
	unsigned capacity = count_subnodes(reader->tree, group) + 1;
	int node;

	pmu->type.events = arena_take(reader->arena, capacity, sizeof(*pmu->type.events));
	pmu->type.postings = arena_take(reader->arena, capacity, sizeof(*pmu->type.postings));
	if (!pmu->type.events || !pmu->type.postings)
		return false;
	fdt_for_each_subnode(node, reader->tree, group) add_catalog_event(reader, pmu, node);
	return true;
}

const struct event *catalog_find_event(const struct reader *reader, const struct imc_pmu *pmu, const char *name)
{
	bool found;
	unsigned at = place_of(reader, pmu, name, &found);

	return found ? &pmu->type.events[at] : NULL;
}
