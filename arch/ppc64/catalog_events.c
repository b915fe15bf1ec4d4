/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the events of a PMU node: names, offsets, scales, in the order of event tables. */
#include "arch/ppc64/catalog_reader.h"

#include "arch/ppc64/fdt.h"
#include "arch/ppc64/tree.h"
#include "lib/memory.h"
#include "lib/text.h"

#define SCALE_DIGITS 18

/* ---- names and numbers ----------------------------------------------------------------------------------------- */

bool catalog_is_name(const char *name, size_t most, const char *more)
{
	size_t length = 0;

	for (; name && name[length]; length++) {
		char c = name[length];
		bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';

		for (const char *other = more; *other; other++)
			good |= c == *other;
		if (length == most || !good)
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

static bool read_entry(struct reader *reader, const struct imc_pmu *pmu, int node, struct entry *entry)
{
	const char *prefix = tree_string(reader->tree, pmu->node, "events-prefix");
	const char *name = tree_string(reader->tree, node, "event-name");
	const char *scale = inherited(reader, node, pmu->node, "scale");
	const char *description = tree_string(reader->tree, node, "desc");
	struct text text = TEXT_OVER(entry->bytes);
	uint64_t place;
	uint32_t offset;
	bool fits;

	text_format(&text, "%s%s", prefix ? prefix : "", name ? name : "");
	if (!name || text.truncated || !catalog_is_name(entry->bytes, EVENT_MOST, ".")) {
		catalog_note(reader, CATALOG_NAME, name);
		return false;
	}
	if (!tree_cell(reader->tree, node, "reg", 0, &offset)) {
		catalog_note(reader, CATALOG_OUTSIDE, name);
		return false;
	}
	place = (uint64_t)pmu->base + offset;
	fits = place % COUNTER_BYTES == 0 && place + COUNTER_BYTES <= pmu->type.region_bytes;
	if (pmu->kind == IMC_TRACE)
		fits = place <= UINT32_MAX;
	if (!fits) {
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

static bool shares_offset(const struct imc_pmu *pmu, uint32_t offset)
{
	for (unsigned i = 0; i < pmu->type.event_count; i++)
		if (pmu->type.postings[i].offset == offset)
			return true;
	return false;
}

static void add_catalog_event(struct reader *reader, struct imc_pmu *pmu, int node)
{
	struct event *events = (struct event *)pmu->type.events;
	struct posting *postings = (struct posting *)pmu->type.postings;
	struct entry entry;
	size_t name_bytes, after;
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
	name_bytes = strlen(entry.bytes) + 1;
	if (reader->pool_used + name_bytes > POOL_BYTES) {
		catalog_note(reader, CATALOG_FULL, fdt_get_name(reader->tree, node, NULL));
		return;
	}

	after = pmu->type.event_count - at;
	memmove(&events[at + 1], &events[at], after * sizeof(*events));
	memmove(&postings[at + 1], &postings[at], after * sizeof(*postings));
	events[at] = (struct event){.name = (uint16_t)reader->pool_used};
	postings[at] = entry.posting;
	memcpy(reader->pool + reader->pool_used, entry.bytes, name_bytes);
	reader->pool_used += (uint32_t)name_bytes;
	pmu->type.event_count++;
	reader->catalog->event_count++;
}

/* Returns false only if the arena is full. */
bool catalog_add_events(struct reader *reader, struct imc_pmu *pmu, int group)
{
	unsigned capacity = 1;
	int node;

	fdt_for_each_subnode(node, reader->tree, group) capacity++;
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
