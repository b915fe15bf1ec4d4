/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* REG_ERR */
#include "arch/host/touched_memory.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { AREAS = 64, TRACKED_PAGES = 1 << 16, PAGE = 4096, ALIGNMENT = 16 << 20 };

/* One piece of memory that was taken. */
struct area {
	struct host *host; /* NULL: free */
	char *memory;
	size_t bytes;
	uint64_t physical;
	unsigned node;
	uint8_t *rights; /* enum right of each page; they follow the memory */
	bool open;       /* no access is trapped until the next flush: all are reported */
};

enum right { RIGHT_TO_NOTHING, RIGHT_TO_READ, RIGHT_TO_WRITE };

/* Global, because a signal handler has no context argument. */
static struct area areas[AREAS];
static struct sigaction before;

/* ---- touches --------------------------------------------------------------------------------------- */

static struct area *area_at(const char *address)
{
	for (unsigned i = 0; i < AREAS; i++)
		if (areas[i].host && address >= areas[i].memory && address < areas[i].memory + areas[i].bytes)
			return &areas[i];
	return NULL;
}

static void touched(const struct area *area, char *address, bool write)
{
	struct host *host = area->host;
	size_t offset = (size_t)(address - area->memory);
	const struct silicon_processor by = {(uint16_t)(host->cpu / host->options.cores),
					     (uint16_t)(host->cpu % host->options.cores)};

	host->now_ns += HOST_ACCESS_NS;
	host->looks = 0;
	silicon_touch(host->silicon, host->now_ns, &by, area->physical + offset, write);
	area->rights[offset / PAGE] = write ? RIGHT_TO_WRITE : RIGHT_TO_READ;
}

/* ---- touches that are trapped ------------------------------------------------------------------------- */

/* True for a write. If the context does not tell, the page is first opened for reading. */
static bool was_write(const ucontext_t *context)
{
#ifdef __x86_64__
	return context->uc_mcontext.gregs[REG_ERR] & 2;
#else
	(void)context;
	return false;
#endif
}

static void trapped(const struct area *area, char *address, bool write)
{
	touched(area, address, write);
	mprotect(area->memory + (address - area->memory) / PAGE * PAGE, PAGE,
		 write ? PROT_READ | PROT_WRITE : PROT_READ);
}

/* Leaves other faults to the previous handler, by letting them happen again. */
static void handle(int number, siginfo_t *info, void *context)
{
	const struct area *area = area_at(info->si_addr);

	if (area)
		trapped(area, info->si_addr, was_write(context));
	else
		sigaction(number, &before, NULL);
}

static void catch_touches(void)
{
	struct sigaction now = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
	struct sigaction found;

	sigaction(SIGSEGV, NULL, &found);
	if (found.sa_sigaction == handle)
		return;
	before = found;
	sigemptyset(&now.sa_mask);
	sigaction(SIGSEGV, &now, NULL);
}

/* ---- touches that are reported -------------------------------------------------------------------------
 * A trap takes as long as thousands of instructions. Code with many touches is therefore compiled with
 * -fsanitize=thread (mk/host.mk): it calls these functions, instead of libtsan's, before each access. The first access
 * opens the area, so code that reports nothing, such as assembly, must not use it before the next flush. */

static void reported(char *address, bool write)
{
	struct area *area = area_at(address);

	if (!area || !area->host->tracked ||
	    area->rights[(address - area->memory) / PAGE] >= (write ? RIGHT_TO_WRITE : RIGHT_TO_READ))
		return;
	if (!area->open)
		mprotect(area->memory, area->bytes, PROT_READ | PROT_WRITE);
	area->open = true;
	touched(area, address, write);
}

#define REPORTS(bytes)                           \
	void __tsan_read##bytes(void *address);  \
	void __tsan_read##bytes(void *address)   \
	{                                        \
		reported(address, false);        \
	}                                        \
	void __tsan_write##bytes(void *address); \
	void __tsan_write##bytes(void *address)  \
	{                                        \
		reported(address, true);         \
	}
REPORTS(1)
REPORTS(2)
REPORTS(4)
REPORTS(8)
REPORTS(16)

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
	(void)caller;
}

void __tsan_func_exit(void *caller);
void __tsan_func_exit(void *caller)
{
	(void)caller;
}

/* ---- flushes --------------------------------------------------------------------------------------- */

/* Called at the first flush, when no page has been touched. */
static bool begin(struct host *host)
{
	void *memory = mmap(NULL, silicon_track_size(TRACKED_PAGES), PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return false;
	host->tracked = memory;
	silicon_track(host->silicon, memory, TRACKED_PAGES);
	catch_touches();
	return true;
}

void touched_memory_flush(struct host *host)
{
	unsigned socket = host->cpu / host->options.cores;

	if (!host->silicon || !silicon_tracks(host->silicon) || (!host->tracked && !begin(host)))
		return;
	host->now_ns += HOST_ACCESS_NS;
	host->looks = 0;
	silicon_flush_caches(host->silicon, host->now_ns, socket, NULL, NULL);

	/* The next touch of each page becomes visible. The silicon knows which lines other sockets' caches still hold. */
	for (unsigned i = 0; i < AREAS; i++) {
		if (areas[i].host != host)
			continue;
		mprotect(areas[i].memory, areas[i].bytes, PROT_NONE);
		memset(areas[i].rights, RIGHT_TO_NOTHING, areas[i].bytes / PAGE);
		areas[i].open = false;
	}
}

/* ---- taking and giving back ------------------------------------------------------------------------ */

static struct area *free_area(void)
{
	for (unsigned i = 0; i < AREAS; i++)
		if (!areas[i].host)
			return &areas[i];
	return NULL;
}

/* The first address after all memory taken from a node. */
static uint64_t free_address(const struct host *host, unsigned node)
{
	uint64_t end = TOUCHED_MEMORY_BASE(node);

	for (unsigned i = 0; i < AREAS; i++)
		if (areas[i].host == host && areas[i].node == node)
			end = max_u64(end, areas[i].physical + areas[i].bytes);
	return (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

void *touched_memory_take(struct host *host, unsigned node, uint64_t first, size_t bytes, uint64_t *physical)
{
	struct area *area = free_area();
	uint64_t address = max_u64(free_address(host, node), (first + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
	void *memory;

	if (!area || !bytes || bytes % PAGE || address + bytes > TOUCHED_MEMORY_BASE(node) + TOUCHED_MEMORY_BYTES)
		return NULL;
	memory = mmap(NULL, bytes + bytes / PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	if (host->tracked)
		mprotect(memory, bytes, PROT_NONE);
	/* The silicon gets the nodes of memory once, like SRAT on a machine. */
	for (unsigned i = 0; host->silicon && !host->nodes_told && i <= host->options.sockets; i++)
		silicon_add_memory(host->silicon, TOUCHED_MEMORY_BASE(i),
				   TOUCHED_MEMORY_BASE(i) + TOUCHED_MEMORY_BYTES - 1, i);
	host->nodes_told = true;
	*area = (struct area){host, memory, bytes, address, node, (uint8_t *)memory + bytes, false};
	*physical = address;
	return memory;
}

static void give(struct area *area)
{
	munmap(area->memory, area->bytes + area->bytes / PAGE);
	*area = (struct area){0};
}

void touched_memory_give(void *memory)
{
	struct area *area = area_at(memory);

	if (area)
		give(area);
}

void touched_memory_give_all(struct host *host)
{
	for (unsigned i = 0; i < AREAS; i++)
		if (areas[i].host == host)
			give(&areas[i]);
	if (host->tracked)
		munmap(host->tracked, silicon_track_size(TRACKED_PAGES));
	host->tracked = NULL;
}
