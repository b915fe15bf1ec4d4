/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/work.h"

#include "lib/memory.h"
#include "silicon/models/address.h"

#define MSR_SMI_COUNT    0x34
#define MSR_PPIN_CTL     0x4e
#define MSR_PPIN         0x4f
#define MSR_BIOS_SIGN_ID 0x8b
#define MSR_PLATFORM     0xce
#define MSR_PREFETCH     0x1a4
/* Intel, "Disclosure of hardware prefetcher control": for Xeons. */
#define PREFETCH_NO_PAIR BIT(1)
#define PREFETCH_XEON    MASK(0, 4)

enum { PAGE_SHIFT = 12, LINE_BYTES = 64, SLOTS_PER_PAGE = 2 };
enum page_state { UNTOUCHED, CLEAN, DIRTY };
enum memory_cache { CACHE_OUT, CACHE_CLEAN, CACHE_DIRTY };

/* ---- the scenario ---------------------------------------------------------------------------------- */

static bool set_work(struct model_work *work, struct slice value, struct text *error)
{
	work->off = slice_is(value, "off");
	if (work->off || slice_is(value, "auto"))
		return true;
	text_string(error, "work: one of these is needed: auto off");
	return false;
}

/* Requires each number from 0 on exactly once. */
static bool set_slices(struct model_work *work, struct slice value, struct text *error)
{
	uint64_t seen = 0, number;

	work->permuted = 0;
	while (value.at && work->permuted < ARRAY_SIZE(work->slice)) {
		if (!parse_u64(slice_cut(&value, ' '), &number) || number >= ARRAY_SIZE(work->slice) ||
		    seen >> number & 1)
			break;
		seen |= BIT(number);
		work->slice[work->permuted++] = (uint8_t)number;
	}
	if (!value.at && work->permuted && seen == MASK(0, work->permuted))
		return true;
	text_string(error, "slices: each number from 0 on is needed once, a blank between");
	return false;
}

static bool set_hash(struct model_work *work, struct slice value, struct text *error)
{
	unsigned count = 0;

	while (value.at && count < ARRAY_SIZE(work->masks) && parse_u64(slice_cut(&value, ' '), &work->masks[count]) &&
	       work->masks[count] >= LINE_BYTES)
		count++;
	work->own_masks = true;
	if (!value.at && count == ARRAY_SIZE(work->masks))
		return true;
	text_string(error, "slice.hash: three masks of bits of an address are needed, a blank between");
	return false;
}

bool work_set(struct model *model, struct slice name, struct slice value, bool *known, struct text *error)
{
	static const struct {
		const char *name;
		bool (*set)(struct model_work *work, struct slice value, struct text *error);
	} names[] = {{"work", set_work}, {"slices", set_slices}, {"slice.hash", set_hash}};

	*known = true;
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(name, names[i].name))
			return names[i].set(&model->work, value, error);
	*known = false;
	return true;
}

/* ---- what there is -------------------------------------------------------------------------------- */

static void find_places(const struct model *model, const char *type, struct flow_places *places)
{
	places->count = 0;
	for (unsigned i = 0; i < model->boxes && places->count < ARRAY_SIZE(places->box); i++) {
		const struct model_box *box = &model->unit[i];
		unsigned select = model->box[i].reg[MODEL_SELECT];

		if (strcmp(box->type->name, type) || select == MODEL_NONE || model->reg[select].absent)
			continue;
		places->number[places->count] = (uint8_t)box->number;
		places->box[places->count++] = (uint16_t)i;
	}
}

bool work_settle(struct model *model, struct text *error)
{
	const struct flow_part *part = model->part->flow;
	const struct flow_station *station;
	struct model_work *work = &model->work;

	work->threads = (unsigned)max_u64(model_setting_named(model, "threads"), 1);
	for (unsigned i = 0; part && (station = flow_station_of(part, i)) && i < FLOW_STATIONS; i++)
		find_places(model, station->type, &work->places[i]);
	if (part)
		find_places(model, part->slices, &work->slices);
	work->whole = part && part->whole;
	if (work->permuted && work->permuted != work->slices.count) {
		text_format(error, "slices: %u numbers, but there are %u slices", work->permuted, work->slices.count);
		return false;
	}
	for (unsigned i = work->permuted; i < ARRAY_SIZE(work->slice); i++)
		work->slice[i] = (uint8_t)i;
	if (!work->own_masks)
		memcpy(work->masks, address_slice_masks, sizeof(work->masks));
	return true;
}

unsigned work_node(const struct model *model, unsigned socket)
{
	return model->part->node ? model->part->node(model, socket) : socket;
}

void work_add_memory(struct model *model, uint64_t first, uint64_t last, unsigned node)
{
	struct model_work *work = &model->work;

	if (work->memories < ARRAY_SIZE(work->memory))
		work->memory[work->memories++] = (struct work_memory){first, last, node};
}

/* Returns the node of an address, or the requester's node outside the known ranges. */
static unsigned node_at(const struct model_work *work, uint64_t address, unsigned requester)
{
	for (unsigned i = 0; i < work->memories; i++)
		if (address >= work->memory[i].first && address <= work->memory[i].last)
			return work->memory[i].node;
	return requester;
}

/* ---- pages ---------------------------------------------------------------------------------------- */

/* Returns a number of slots: a power of two that leaves at least half of them free. */
static unsigned slots_for(unsigned pages)
{
	unsigned slots = 1;

	while (slots < pages * SLOTS_PER_PAGE)
		slots *= 2;
	return slots;
}

size_t work_size(unsigned pages)
{
	return pages * sizeof(struct work_page) + slots_for(pages) * sizeof(uint32_t);
}

static void forget_all(struct model_work *work)
{
	work->used = 0;
	memset(work->slot, 0, work->slots * sizeof(*work->slot));
}

void work_track(struct model *model, void *memory, unsigned pages)
{
	struct model_work *work = &model->work;

	work->page = memory;
	work->pages = pages;
	work->slot = (uint32_t *)&work->page[pages];
	work->slots = slots_for(pages);
	forget_all(work);
}

/* Finds the slot for a page, used or free. A used slot holds 1 + the number of its entry. */
static uint32_t *slot_of(struct model_work *work, uint64_t page)
{
	uint64_t at = (page * UINT64_C(0x9e3779b97f4a7c15)) >> 32;

	for (;; at++) {
		uint32_t *slot = &work->slot[at & (work->slots - 1)];

		if (!*slot || work->page[*slot - 1].page == page)
			return slot;
	}
}

/* Returns the entry of a page, or NULL if there is no room for it. */
static struct work_page *find_page(struct model *model, uint64_t page)
{
	struct model_work *work = &model->work;
	uint32_t *slot = slot_of(work, page);

	if (*slot)
		return &work->page[*slot - 1];
	if (work->used == work->pages) {
		if (!work->told_full)
			model_log(model, "more than %u pages touched: those beyond are not written back", work->pages);
		work->told_full = true;
		return NULL;
	}
	work->page[work->used] = (struct work_page){.page = page};
	*slot = ++work->used;
	return &work->page[*slot - 1];
}

/* Keeps only pages with something to remember. */
static void compact(struct model_work *work)
{
	unsigned used = work->used;

	forget_all(work);
	for (unsigned i = 0; i < used; i++) {
		struct work_page page = work->page[i];

		if (page.state == UNTOUCHED && page.cache == CACHE_OUT)
			continue;
		work->page[work->used] = page;
		*slot_of(work, page.page) = ++work->used;
	}
}

/* ---- lines ---------------------------------------------------------------------------------------- */

/* In front of DDR, MCDRAM caches lines that were requested; one for each page. */
static unsigned pass_cache(struct work_page *page, unsigned kind)
{
	static const uint16_t found[] = {
		[CACHE_OUT] = FLOW_MISS, [CACHE_CLEAN] = FLOW_HIT_CLEAN, [CACHE_DIRTY] = FLOW_HIT_DIRTY};
	unsigned is = FLOW_CACHED | found[page->cache];

	if (kind == FLOW_WRITE)
		page->cache = CACHE_DIRTY;
	else if (page->cache == CACHE_OUT)
		page->cache = CACHE_CLEAN;
	return is;
}

/* The kind of a line, and its requester. */
struct passage {
	unsigned kind, socket, core;
	uint64_t address;
};

static void pass(struct model *model, struct work_page *page, const struct passage *passage)
{
	unsigned node = node_at(&model->work, passage->address, passage->socket);
	unsigned home = node < model->sockets ? node : passage->socket;
	unsigned is = passage->kind;

	if (model->work.cache_mode && page)
		is |= pass_cache(page, passage->kind);
	else
		is |= node < model->sockets ? FLOW_DDR : FLOW_MCDRAM;
	is |= home == passage->socket ? FLOW_LOCAL : FLOW_REMOTE;
	if (home == passage->socket && model->sockets > 1)
		is |= FLOW_SNOOPED;
	flow_pass(model, &(struct flow){.is = (uint16_t)is,
					.requester = (uint16_t)passage->socket,
					.core = (uint16_t)passage->core,
					.home = (uint16_t)home,
					.address = passage->address});
}

void work_touch(struct model *model, unsigned socket, unsigned core, uint64_t address, bool write)
{
	struct work_page *page, unknown = {0};
	struct passage passage = {write ? FLOW_OWN : FLOW_READ, socket, core, address & ~(uint64_t)(LINE_BYTES - 1)};
	uint8_t line = (uint8_t)(address / LINE_BYTES % (1 << (PAGE_SHIFT - 6)));

	if (!model->part->flow || !model->work.page || socket >= model->sockets || core >= model->cores)
		return;
	page = find_page(model, address >> PAGE_SHIFT);
	if (!page)
		page = &unknown;
	if (page->state == DIRTY || (page->state == CLEAN && !write))
		return;
	if (page->state == UNTOUCHED || page->line != line) {
		pass(model, page, &passage);

		/* The other line of its 128 bytes is read, too, unless MSR 0x1a4 disables that. */
		passage.kind = FLOW_READ;
		passage.address ^= LINE_BYTES;
		if (model->part->flow->pairs && !(work_prefetch(model, socket, core) & PREFETCH_NO_PAIR))
			pass(model, page, &passage);
	}
	page->state = write ? DIRTY : CLEAN;
	page->line = line;
	page->socket = (uint8_t)socket;
}

void work_flush(struct model *model, unsigned socket, void (*forget)(void *context, uint64_t page), void *context)
{
	struct model_work *work = &model->work;

	for (unsigned i = 0; i < work->used; i++) {
		struct work_page *page = &work->page[i];
		uint64_t address = page->page << PAGE_SHIFT | page->line * (uint64_t)LINE_BYTES;

		if (page->state == UNTOUCHED || page->socket != socket)
			continue;
		if (page->state == DIRTY)
			pass(model, page, &(struct passage){FLOW_WRITE, socket, 0, address});
		page->state = UNTOUCHED;
		if (forget)
			forget(context, page->page << PAGE_SHIFT);
	}
	if (work->used)
		compact(work);
}

/* ---- registers outside the PMU -------------------------------------------------------------------- */

/* Threads of a core share it. */
static uint8_t *prefetch_of(struct model *model, unsigned socket, unsigned core)
{
	return &model->work.prefetch[socket][core / model->work.threads];
}

unsigned work_prefetch(const struct model *model, unsigned socket, unsigned core)
{
	return model->work.prefetch[socket][core / model->work.threads];
}

/* The control of the processor's number is locked, so that a write faults (SDM volume 4, MSR_PPIN_CTL). A value written
 * to the microcode revision is gone after the next CPUID. */
static enum silicon_answer identity_access(const struct model *model, const struct silicon_access *access, bool write,
					   uint64_t *value)
{
	if (write)
		return access->address == MSR_BIOS_SIGN_ID ? SILICON_OK : SILICON_FAULT;
	switch (access->address) {
	case MSR_SMI_COUNT: *value = (uint32_t)(model->now / 1000 * model->smis / 1000000); break;
	case MSR_PLATFORM: *value = BIT(23); break;
	case MSR_PPIN_CTL: *value = model->numbered ? BIT(0) | BIT(1) : BIT(0); break;
	case MSR_BIOS_SIGN_ID: *value = (uint64_t)model->microcode << 32; break;
	default:
		*value = UINT64_C(0x5eed000000000000) | access->socket;
		return model->numbered ? SILICON_OK : SILICON_FAULT;
	}
	return SILICON_OK;
}

enum silicon_answer work_access(struct model *model, const struct silicon_access *access, bool write, uint64_t *value)
{
	const struct flow_part *flow = model->part->flow;
	uint64_t bits = flow ? flow->prefetch : PREFETCH_XEON;

	if (access->space != SILICON_MSR)
		return SILICON_NOT_MINE;
	switch (access->address) {
	case MSR_SMI_COUNT:
	case MSR_PPIN_CTL:
	case MSR_PPIN:
	case MSR_BIOS_SIGN_ID:
	case MSR_PLATFORM:
	case MSR_PREFETCH: break;
	default: return SILICON_NOT_MINE;
	}
	if (access->socket >= model->sockets || access->core >= model->cores)
		return SILICON_FAULT;
	if (access->address != MSR_PREFETCH)
		return identity_access(model, access, write, value);
	if (write && *value & ~bits)
		return SILICON_FAULT;
	if (write)
		*prefetch_of(model, access->socket, access->core) = (uint8_t)*value;
	else
		*value = *prefetch_of(model, access->socket, access->core);
	return SILICON_OK;
}
