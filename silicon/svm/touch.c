/* SPDX-License-Identifier: BSD-2-Clause */
/* Shows the guest's memory accesses to the model. From the guest's first WBINVD on, its memory is not present in the
 * nested tables until it is touched, page by page: a nested fault gives the exact address. The next WBINVD removes the
 * pages that the model asks for. AMD64 manual, volume 2, section 15.25.6. */
#include "lib/memory.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/loader.h"
#include "silicon/svm/log.h"
#include "silicon/svm/srat.h"
#include "silicon/svm/svm.h"

#define FAULT_FETCH BIT(4)
#define FAULT_WALK  BIT(33) /* walking the guest's own page tables */

enum {
	PAGES_REMEMBERED = 1 << 15,
	MOST_TABLES = 1024, /* of 4 KiB pages: enough for 2 GiB */
	/* After this many touches without a count, no program measures: all memory is mapped until the next WBINVD. */
	MOST_UNCOUNTED = 4096,
	LOWEST = LARGE_BYTES, /* memory below has holes */
};

/* ---- the guest's memory ----------------------------------------------------------------------------- */

static struct watch_node *node_of(struct watch *watch, uint32_t domain)
{
	for (unsigned i = 0; i < watch->nodes; i++)
		if (watch->node[i].domain == domain)
			return &watch->node[i];
	if (watch->nodes == ARRAY_SIZE(watch->node))
		return NULL;
	watch->node[watch->nodes] = (struct watch_node){.domain = domain, .socket = NO_SOCKET};
	return &watch->node[watch->nodes++];
}

/* A domain belongs to the socket of its processors. */
static void note_processor(void *context, const struct srat_entry *entry)
{
	struct hypervisor *hypervisor = context;
	struct watch_node *node = entry->memory ? NULL : node_of(&hypervisor->watch, entry->domain);

	for (unsigned i = 0; i < hypervisor->cpu_count && node; i++)
		if (hypervisor->cpus[i].apic_id == entry->apic_id)
			node->socket = hypervisor->cpus[i].socket;
}

/* Adds memory to the model. Nodes without processors are numbered after all sockets. */
static void note_memory(void *context, const struct srat_entry *entry)
{
	struct hypervisor *hypervisor = context;
	struct watch_node *node = entry->memory ? node_of(&hypervisor->watch, entry->domain) : NULL;

	if (node)
		silicon_add_memory(hypervisor->silicon, entry->first, entry->last,
				   node->socket == NO_SOCKET ? hypervisor->extent.sockets : node->socket);
}

static void *reserve(struct loader *loader, size_t bytes)
{
	return loader->kind->reserve(loader, (bytes + PAGE_BYTES - 1) / PAGE_BYTES);
}

void touch_setup(struct loader *loader, struct hypervisor *hypervisor)
{
	struct watch *watch = &hypervisor->watch;
	struct blob list = loader_fwcfg_file(loader, "etc/e820");
	struct blob tables = loader_fwcfg_file(loader, "etc/acpi/tables");
	uint64_t first, last, large_pages = 0;

	if (!silicon_tracks(hypervisor->silicon))
		return;

	/* Whole large pages, up to the end of the nested tables. */
	for (unsigned i = 0; list.at && e820_ram(list.at, list.size, i, &first, &last); i++) {
		uint64_t start = (max_u64(first, LOWEST) + LARGE_BYTES - 1) / LARGE_BYTES * LARGE_BYTES;
		uint64_t end = min_u64(last + 1, (uint64_t)PAGING_GIB << 30) / LARGE_BYTES * LARGE_BYTES;

		if (start >= end || watch->ranges == ARRAY_SIZE(watch->ram))
			continue;
		watch->ram[watch->ranges++] = (struct watch_range){start, end};
		large_pages += (end - start) / LARGE_BYTES;
	}
	watch->tables = (unsigned)min_u64(large_pages, MOST_TABLES);
	watch->table = reserve(loader, (size_t)watch->tables * PAGE_BYTES);
	watch->memory = reserve(loader, silicon_track_size(PAGES_REMEMBERED));
	watch->able = watch->tables && watch->table && watch->memory;
	if (!watch->able)
		log_line("log", "accesses to memory are not counted: QEMU lists no memory, or none is free");
	if (!watch->able || !tables.at)
		return;
	srat_read(tables.at, tables.size, note_processor, hypervisor);
	srat_read(tables.at, tables.size, note_memory, hypervisor);
}

/* ---- removing and mapping memory ---------------------------------------------------------------------- */

static bool is_ram(const struct watch *watch, uint64_t address)
{
	for (unsigned i = 0; i < watch->ranges; i++)
		if (address >= watch->ram[i].start && address < watch->ram[i].end)
			return true;
	return false;
}

static void set_all(struct hypervisor *hypervisor, bool present)
{
	struct watch *watch = &hypervisor->watch;

	for (unsigned i = 0; i < watch->ranges; i++)
		for (uint64_t at = watch->ram[i].start; at < watch->ram[i].end; at += LARGE_BYTES)
			paging_set_large(&hypervisor->nested, at, present);
	watch->used = 0;
	watch->armed = !present;
	watch->uncounted = 0;
}

/* If no table is left, the whole large page is mapped, and touches of it are not seen. */
static void give(struct hypervisor *hypervisor, uint64_t address, bool writable)
{
	struct watch *watch = &hypervisor->watch;
	uint64_t *table = paging_small(&hypervisor->nested, address, NULL);

	if (!table && watch->used < watch->tables) {
		table = watch->table + (size_t)watch->used++ * (PAGE_BYTES / 8);
		memset(table, 0, PAGE_BYTES);
		table = paging_small(&hypervisor->nested, address, table);
	}
	if (table) {
		paging_set_small(&hypervisor->nested, address, true, writable);
		return;
	}
	if (!watch->reported)
		log_line(
			"log",
			"more memory was touched than there are tables for: further touches of some pages are not seen");
	watch->reported = true;
	paging_set_large(&hypervisor->nested, address, true);
}

static void forget(void *context, uint64_t page)
{
	struct hypervisor *hypervisor = context;

	if (is_ram(&hypervisor->watch, page) && paging_small(&hypervisor->nested, page, NULL))
		paging_set_small(&hypervisor->nested, page, false, false);
}

/* ---- touches ------------------------------------------------------------------------------------------ */

bool touch_take(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	struct watch *watch = &hypervisor->watch;
	uint64_t address = cpu->vmcb->exit_info_2, info = cpu->vmcb->exit_info_1;
	bool write = info & FAULT_WRITE, own = !(info & (FAULT_WALK | FAULT_FETCH));
	uint64_t now;

	if (!watch->able || !is_ram(watch, address))
		return false;
	cpu->touches++;
	now = svm_bus_enter(cpu);
	if (watch->armed) {
		const struct silicon_processor by = {cpu->socket, cpu->number};

		if (silicon_touch(hypervisor->silicon, now, &by, address, write && own))
			watch->uncounted = 0;
		else
			watch->uncounted++;
		give(hypervisor, address, write);
		if (watch->uncounted == MOST_UNCOUNTED)
			set_all(hypervisor, true);
	}
	svm_bus_leave(cpu);
	cpu->vmcb->tlb_control = TLB_FLUSH_ALL;
	return true;
}

/* ---- WBINVD ------------------------------------------------------------------------------------------- */

void exit_wbinvd(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	struct watch *watch = &hypervisor->watch;
	uint64_t now = svm_bus_enter(cpu);

	if (!watch->begun)
		silicon_track(hypervisor->silicon, watch->memory, PAGES_REMEMBERED);
	watch->begun = true;
	silicon_flush_caches(hypervisor->silicon, now, cpu->socket, forget, hypervisor);
	if (!watch->armed)
		set_all(hypervisor, false);
	watch->uncounted = 0;
	/* Processors in the guest leave it without taking the lock. The tables are not used again before that. */
	stale_all(cpu);
	svm_bus_leave(cpu);
	cpu_skip(cpu, cpu_length(cpu, 0x0f, 1));
}
