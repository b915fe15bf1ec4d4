/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the PMU nodes of a catalog and notes its errors. */
#include "arch/ppc64/catalog_reader.h"

#include "arch/ppc64/fdt.h"
#include "arch/ppc64/tree.h"
#include "lib/memory.h"
#include "lib/text.h"

#define PMU_ROOM  250 /* processor.type_count has 8 bits */
#define NAME_MOST 12  /* of a box: leaves room for a number of three digits */

/* ---- troubles: the first of each kind is named, the others are counted ----------------------------- */

void catalog_note(struct reader *reader, enum catalog_trouble trouble, const char *name)
{
	if (!reader->catalog->troubles[trouble]++)
		reader->catalog->first_trouble[trouble] = name ? name : "a node without a name";
}

static const char *const trouble_texts[CATALOG_TROUBLES] = {
	[CATALOG_PMU] = "PMU nodes make no sense and are left out",
	[CATALOG_NAME] = "names cannot be used and are left out",
	[CATALOG_OUTSIDE] = "events lie outside their region and are left out",
	[CATALOG_DUPLICATE] = "names occur twice, and the first one is used",
	[CATALOG_OVERLAP] = "events share a counter with another one",
	[CATALOG_SCALE] = "scales are not numbers, and 1 is used",
	[CATALOG_PREFIX] = "PMU nodes have no events-prefix",
	[CATALOG_CELLS] = "events have a reg that is not an offset and a length",
	[CATALOG_CHIPS] = "PMU nodes have lists of chips and of addresses that do not match",
	[CATALOG_FACTOR] = "PMU nodes have a scale that is not their unit's prescaler",
	[CATALOG_FOREIGN] = "PMU nodes belong to another processor: the catalog is not this machine's",
	[CATALOG_FULL] = "events are left out for lack of room",
};

const char *catalog_trouble_text(enum catalog_trouble trouble)
{
	return trouble_texts[trouble];
}

/* ---- parts of the catalog --------------------------------------------------------------------------- */

/* A copy in the arena; NULL if the arena is full. */
static const char *keep_string(struct reader *reader, const char *format, const char *name)
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

/* The events node that a PMU refers to; negative if there is none. */
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

/* ---- PMUs -------------------------------------------------------------------------------------------- */

static const struct kind_row {
	uint32_t type; /* in the device tree */
	uint8_t kind, scope;
	const char *pmu, *perf; /* Linux's name of the PMU, and the name without the common prefix */
} kind_rows[] = {
	{0x10, IMC_NEST, BOX_OF_SOCKET, "nest_%s_imc", "nest_%s"},
	{0x4, IMC_CORE, BOX_OF_CORE, "%s_imc", "%s_imc"},
	{0x1, IMC_THREAD, BOX_OF_THREAD, "%s_imc", "%s_imc"},
	{0x2, IMC_TRACE, BOX_OF_THREAD, "%s_imc", "%s_imc"},
};

static const struct kind_row *row_of_kind(const struct reader *reader, int node)
{
	uint32_t type;

	if (!tree_cell(reader->tree, node, "type", 0, &type))
		return NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(kind_rows); i++)
		if (kind_rows[i].type == type)
			return &kind_rows[i];
	return NULL;
}

static bool has_type(const struct catalog *catalog, const char *name)
{
	for (unsigned i = 0; i < catalog->pmu_count; i++)
		if (!strcmp(catalog->pmus[i].type.name, name))
			return true;
	return false;
}

/* The node's name without its unit address. A second nest unit of the same name keeps both: "pb_198". Returns false if
 * it cannot be a box's name. */
static bool name_of(const struct reader *reader, int node, bool nest, char name[NAME_MOST + 1])
{
	struct slice whole = slice_of(fdt_get_name(reader->tree, node, NULL));
	struct text text = text_over(name, NAME_MOST + 1);
	struct slice part = slice_cut(&whole, '@');

	text_bytes(&text, part.at, part.length);
	if (nest && !text.truncated && whole.length && has_type(reader->catalog, name))
		text_format(&text, "_%.*s", (int)whole.length, whole.at);
	return !text.truncated && catalog_is_name(name, NAME_MOST, "");
}

/* Reads a nest's regions. Returns false if one is invalid. */
static bool read_numbers(const struct reader *reader, struct imc_pmu *pmu, int node)
{
	uint32_t size, control = CATALOG_CONTROL_USUAL;

	if (!tree_cell(reader->tree, node, "reg", 0, &pmu->base) || !tree_cell(reader->tree, node, "size", 0, &size))
		return false;
	pmu->type.region_bytes = size;
	if (pmu->kind == IMC_CORE || pmu->kind == IMC_THREAD)
		pmu->type.region_bytes = (uint32_t)min_u64(size, CATALOG_PAGE);
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

static bool set_type(struct reader *reader, struct imc_pmu *pmu, const struct kind_row *kind, const char *name)
{
	static const struct box_instance nowhere = {.summary = 0};
	const struct imc_known *known = imc_known_of(reader->catalog->facts, name);
	struct box_type *type = &pmu->type;

	type->name = keep_string(reader, "%s", name);
	type->pmu = keep_string(reader, kind->pmu, name);
	type->perf = keep_string(reader, kind->perf, name);
	type->title = known && known->title ? known->title : "in-memory counters";
	type->instance_table = &nowhere;
	type->instances = 1;
	type->scope = kind->scope;
	type->space = SPACE_MEMORY;
	type->counter_bits = 64;
	pmu->kind = kind->kind;
	return type->name && type->pmu && type->perf;
}

/* Checks properties that must exist although events can be counted without them. A chip takes 4 bytes in one list and 8
 * in the other (skiboot adds both). */
static void judge_node(struct reader *reader, const struct imc_pmu *pmu, const char *name)
{
	const struct imc_facts *facts = reader->catalog->facts;
	const struct imc_known *known = imc_known_of(facts, name);
	const char *said = fdt_get_name(reader->tree, pmu->node, NULL);
	int chips = tree_bytes(reader->tree, pmu->node, "chip-id");
	int bases = tree_bytes(reader->tree, pmu->node, "base-addr");
	const char *scale = tree_string(reader->tree, pmu->node, "scale");
	uint64_t factor = 0;
	uint8_t decimals = 0;

	if (tree_bytes(reader->tree, pmu->node, "events-prefix") < 0)
		catalog_note(reader, CATALOG_PREFIX, said);
	if (pmu->kind == IMC_NEST && (chips >= 0 || bases >= 0) && 2 * chips != bases)
		catalog_note(reader, CATALOG_CHIPS, said);
	if (scale && catalog_scale(scale, &factor, &decimals) && known && known->factor &&
	    (decimals || factor != known->factor))
		catalog_note(reader, CATALOG_FACTOR, said);
	if (imc_is_of_another(facts, name, decimals ? 0 : factor))
		catalog_note(reader, CATALOG_FOREIGN, said);
}

/* Returns false only if the arena is full. */
static bool add_pmu(struct reader *reader, int node)
{
	struct catalog *catalog = reader->catalog;
	const char *said = fdt_get_name(reader->tree, node, NULL);
	const struct kind_row *kind = row_of_kind(reader, node);
	int group = events_of(reader, node);
	struct imc_pmu *pmu = &catalog->pmus[catalog->pmu_count];
	char name[NAME_MOST + 1];

	*pmu = (struct imc_pmu){.node = node};
	if (!name_of(reader, node, kind && kind->kind == IMC_NEST, name)) {
		catalog_note(reader, CATALOG_NAME, said);
		return true;
	}
	if (has_type(catalog, name)) {
		catalog_note(reader, CATALOG_DUPLICATE, said);
		return true;
	}
	if (kind)
		pmu->kind = kind->kind;
	if (!kind || group < 0 || !read_numbers(reader, pmu, node)) {
		catalog_note(reader, CATALOG_PMU, said);
		return true;
	}
	judge_node(reader, pmu, name);
	if (!set_type(reader, pmu, kind, name) || !catalog_add_events(reader, pmu, group))
		return false;
	catalog->kinds[kind->kind]++;
	catalog->pmu_count++;
	return true;
}

static bool add_pmus(struct reader *reader, int parent)
{
	int node;

	fdt_for_each_subnode(node, reader->tree, parent)
	{
		if (fdt_node_check_compatible(reader->tree, node, "ibm,imc-counters"))
			continue;
		if (reader->catalog->pmu_count == PMU_ROOM)
			catalog_note(reader, CATALOG_FULL, fdt_get_name(reader->tree, node, NULL));
		else if (!add_pmu(reader, node))
			return false;
	}
	return true;
}

/* ---- the whole catalog -------------------------------------------------------------------------------- */

bool catalog_read(struct catalog *catalog, const void *tree, const struct imc_facts *facts, struct arena *arena,
		  struct warnings *warnings)
{
	struct reader *reader = arena_take(arena, 1, sizeof(*reader));
	int top = fdt_path_offset(tree, "/imc-counters"), node;

	*catalog = (struct catalog){.present = top >= 0, .facts = facts};
	if (!reader)
		return false;
	*reader = (struct reader){.catalog = catalog, .tree = tree, .arena = arena, .warnings = warnings};
	catalog->pmus = arena_take(arena, PMU_ROOM + 1, sizeof(*catalog->pmus));
	reader->pool = arena_take(arena, POOL_BYTES, 1);
	reader->pool_used = 1;
	if (!catalog->pmus || !reader->pool)
		return false;
	if (!tree_number(tree, top, "version-id", &catalog->version))
		catalog->version = 0;
	fdt_for_each_subnode(node, tree, top)
	{
		uint32_t phandle = fdt_get_phandle(tree, node);

		if (phandle && reader->group_count < GROUP_ROOM)
			reader->groups[reader->group_count++] = (struct group){phandle, node};
	}
	if (!add_pmus(reader, top) || !catalog_make_table(reader))
		return false;
	for (unsigned i = 0; i < CATALOG_TROUBLES; i++)
		if (catalog->troubles[i])
			warn(warnings, "IMC catalog: %u %s (first: %s)", catalog->troubles[i], trouble_texts[i],
			     catalog->first_trouble[i]);
	return true;
}
