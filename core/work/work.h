/* SPDX-License-Identifier: BSD-2-Clause */
/* Known work: what a processor does on purpose, so often as one asks, from a known state, so that it is known what counters must
 * show. Each kind is in a file of its own; the table of them is in work.c.
 *
 * Memory is worked on line by line of 64 bytes, one line of each page of 4 KiB and no line twice: no prefetcher of streams follows
 * that, and whoever watches pages sees lines. Page i has its line at offset 64 * ((17 i + i / 64) mod 64), so that all sets of a cache
 * and all channels get their share; pages come in an order that looks random and is always the same. Each address depends on what the
 * line before held, so that there is one access at a time. */
#ifndef CORE_WORK_H
#define CORE_WORK_H

#include "core/hardware/machine.h"
#include "core/hardware/prefetch.h"
#include "core/record/record.h"

#define WORK_LINE_BYTES  64
#define WORK_PAGE_BYTES  4096
/* Pages of memory at most and at least. What is more than these are worked on in rounds, the caches being flushed in between. */
#define WORK_PAGES_MOST  65536
#define WORK_PAGES_LEAST 256

struct work;

/* Whose memory. */
enum work_home {
	WORK_NOWHERE, /* it needs none */
	WORK_OWN,     /* of the processor's socket */
	WORK_OTHER,   /* of another socket, else of a node without processors */
	WORK_ALONE,   /* of a node without processors */
	WORK_SHARED   /* of a node with processors of several sockets */
};

struct work_kind {
	const char *name;
	const char *unit; /* what an amount counts: "line", "transfer" */
	const char *summary;
	uint64_t usual;        /* the amount, if none is given */
	uint8_t home;          /* enum work_home */
	uint8_t pages;         /* of memory for each unit: 0 if it needs none, or the same page always */
	uint8_t reads, writes; /* lines of memory of a unit that are read and written */
	bool mate;             /* a second processor of the same socket takes part */
	bool flushes;          /* what was written is flushed out behind the last unit */
	/* Why this machine cannot do it; NULL: it can. NULL: every machine can. */
	const char *(*refuse)(const struct work *work);
	/* Does units `first` to `first + count - 1` of a round, on the processor whose work it is, or, of kinds with a mate, from where the
	 * run is. False if a processor does not answer. */
	bool (*run)(struct work *work, uint64_t first, uint64_t count);
	/* It runs where the run is, and sends others what is theirs. */
	bool sends;
};

/* Every kind, in the order of help; ends with NULL. */
extern const struct work_kind *const work_kinds[];

struct work_request {
	const struct work_kind *kind;
	uint64_t amount;
	uint32_t cpu;    /* that does it: index into machine.cpus */
	uint8_t home;    /* enum work_home, instead of the kind's; WORK_NOWHERE: the kind's */
	uint64_t pages;  /* of memory at most; 0: as many as the amount wants */
	uint64_t enable; /* bits of PREFETCH_CONTROL that stay clear: prefetchers that are left on */
};

/* Reads "read", "read:1000" or "read:64M". A number with K, M or G is, for kinds that count lines, of bytes. False, with one
 * line of reason, for anything else; `request` has then its kind or NULL. Only kind and amount are set. */
MUST_CHECK bool work_parse(struct slice string, struct work_request *request, struct text *why);

struct work {
	struct machine *machine;
	const struct work_kind *kind;
	struct work_request request;
	uint32_t cpu, mate; /* HW_NO_CPU: none */
	uint16_t
		home; /* the socket whose memory it is, MEMORY_ALONE, or MEMORY_OF_SEVERAL if nobody says whose it is */
	struct hw_memory memory;
	uint64_t pages; /* of it that are used: a power of two */
	uint64_t round; /* units of the round under way */
	uint64_t order; /* a power of two that is not below them */
	uint64_t place; /* in that order */
	struct prefetch prefetch[2];
	bool prefetchers_off;  /* of all processors that take part */
	volatile uint64_t sum; /* of what was read: 0 */
	/* Called between two stretches of work, none of which takes more than about a second; false ends it. NULL: nothing. */
	bool (*between)(void *context);
	void *context;
	/* What was done. */
	uint64_t units, rounds, flushes, time_ns;
};

/* Takes memory, and switches prefetchers off. False, with one line of reason, if the machine cannot do that work. work_end must be
 * called in either case. Not while a window is open. */
MUST_CHECK bool work_begin(struct work *work, struct machine *machine, const struct work_request *request,
			   struct text *why);

/* Makes the state known from which work starts: all caches of all sockets are empty. False if a processor does not answer. A window
 * may be open. */
MUST_CHECK bool work_ready(struct work *work);

/* Does so many units, from the first one on, in a state that work_ready has made; counts and times them. */
MUST_CHECK bool work_do(struct work *work, uint64_t units);

/* Puts prefetchers back and gives the memory back. Not while a window is open. */
void work_end(struct work *work);

/* Says what was done since work_begin: record "work". */
void work_record(const struct work *work, struct output *output);

/* ---- for the kinds -------------------------------------------------------------------------------------- */

extern const struct work_kind work_read, work_write, work_copy, work_nontemporal, work_remote, work_share, work_lock,
	work_ipi, work_uncached, work_pci, work_instructions, work_branches, work_loads;

/* The next page of the round's order: each of 0 to round - 1 comes once. */
uint64_t work_next_page(struct work *work);

/* The line of a page. */
volatile uint64_t *work_line(const struct work *work, uint64_t page);

#endif
