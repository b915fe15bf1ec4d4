/* SPDX-License-Identifier: BSD-2-Clause */
/* Known work: a processor does a given amount of work, from a known state, so that the right counts are known. Each kind is in its
 * own file; the table of kinds is in work.c.
 *
 * Work on memory uses one line of 64 bytes in each page of 4 KiB, and no line twice: stream prefetchers do not follow, and an
 * observer of pages sees lines. Page i has its line at offset 64 * ((17 i + i / 64) mod 64), so that all sets of a cache and all
 * channels get their share. The order of pages looks random and is always the same. Each address depends on the contents of the
 * line before, so that there is only one access at a time. */
#ifndef CORE_WORK_H
#define CORE_WORK_H

#include "core/hardware/machine.h"
#include "core/hardware/prefetch.h"
#include "core/record/record.h"

#define WORK_LINE_BYTES  64
#define WORK_PAGE_BYTES  4096
/* Maximum and minimum of pages of memory. Larger amounts are done in rounds, with the caches flushed in between. */
#define WORK_PAGES_MOST  65536
#define WORK_PAGES_LEAST 256

struct work;

/* The memory that a work uses. */
enum work_home {
	WORK_NOWHERE, /* none */
	WORK_OWN,     /* memory of the processor's socket */
	WORK_OTHER,   /* ... of another socket, else of a node without processors */
	WORK_ALONE,   /* ... of a node without processors */
	WORK_SHARED   /* ... of a node with processors of several sockets */
};

struct work_kind {
	const char *name;
	const char *unit; /* unit of the amount: "line", "transfer" */
	const char *summary;
	uint64_t usual;        /* default amount */
	uint8_t home;          /* enum work_home */
	uint8_t pages;         /* pages of memory for each unit; 0: none, or always the same page */
	uint8_t reads, writes; /* lines of memory read and written for each unit */
	bool mate;             /* a second processor of the same socket takes part */
	bool flushes;          /* written lines are flushed after the last unit */
	/* Returns the reason why this machine cannot do the work; NULL: it can. The pointer is NULL if every machine can. */
	const char *(*refuse)(const struct work *work);
	/* Does units `first` to `first + count - 1` of a round, on the work's processor, or if `sends` on the calling one. False
	 * if a processor does not answer. */
	bool (*run)(struct work *work, uint64_t first, uint64_t count);
	/* `run` executes on the calling processor, and sends other processors their parts. */
	bool sends;
};

/* All kinds, in the order of help; ends with NULL. */
extern const struct work_kind *const work_kinds[];

struct work_request {
	const struct work_kind *kind;
	uint64_t amount;
	uint32_t cpu;    /* index into machine.cpus of the processor that does it */
	uint8_t home;    /* enum work_home, instead of the kind's; WORK_NOWHERE: the kind's */
	uint64_t pages;  /* maximum of pages of memory; 0: as many as the amount needs */
	uint64_t enable; /* bits of PREFETCH_CONTROL that stay clear: prefetchers left on */
};

/* Parses "read", "read:1000" or "read:64M" and sets only kind and amount. For kinds that count lines, a number with K, M or G is in
 * bytes. False, with a reason of one line, for anything else; then request->kind is the kind, or NULL. */
MUST_CHECK bool work_parse(struct slice string, struct work_request *request, struct text *why);

struct work {
	struct machine *machine;
	const struct work_kind *kind;
	struct work_request request;
	uint32_t cpu, mate; /* HW_NO_CPU: none */
	uint16_t home; /* socket that owns the memory, MEMORY_ALONE, or MEMORY_OF_SEVERAL if the owner is unknown */
	struct hw_memory memory;
	uint64_t pages; /* number of its pages in use: a power of two */
	uint64_t round; /* units of the current round */
	uint64_t order; /* the smallest power of two that is not below `round`: length of the order of pages */
	uint64_t place; /* current page in that order */
	struct prefetch prefetch[2];
	bool prefetchers_off;  /* of all processors that take part */
	volatile uint64_t sum; /* sum of the values read: 0 */
	/* Called between two parts of the work, each of about a second at most; false ends the work. May be NULL. */
	bool (*between)(void *context);
	void *context;
	/* The work done so far. */
	uint64_t units, rounds, flushes, time_ns;
};

/* Takes memory, and switches prefetchers off. False, with a reason of one line, if the machine cannot do that work. Call work_end
 * in either case. Do not call it while a window is open. */
MUST_CHECK bool work_begin(struct work *work, struct machine *machine, const struct work_request *request,
			   struct text *why);

/* Empties all caches of all sockets: the known state from which work starts. False if a processor does not answer. A window may be
 * open. */
MUST_CHECK bool work_ready(struct work *work);

/* Does `units` units, from the first one on; counts and times them. Call work_ready before. False if the work was ended, or a
 * processor does not answer. */
MUST_CHECK bool work_do(struct work *work, uint64_t units);

/* Restores prefetchers and releases the memory. Do not call it while a window is open. */
void work_end(struct work *work);

/* Writes the record "work": the work done since work_begin. */
void work_record(const struct work *work, struct output *output);

/* ---- for the kinds -------------------------------------------------------------------------------------- */

extern const struct work_kind work_read, work_write, work_copy, work_nontemporal, work_remote, work_share, work_lock,
	work_ipi, work_uncached, work_pci, work_instructions, work_branches, work_loads;

/* The next page in the order of the round: each of 0 to round - 1 comes once. */
uint64_t work_next_page(struct work *work);

/* The line of a page. */
volatile uint64_t *work_line(const struct work *work, uint64_t page);

#endif
