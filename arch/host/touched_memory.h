/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of the process whose first touch of each page the virtual silicon sees. Code with most touches reports them
 * itself; for all other code, pages are protected, and a handler of SIGSEGV reports the touch. Faults at other
 * addresses end the process as usual. */
#ifndef ARCH_HOST_TOUCHED_MEMORY_H
#define ARCH_HOST_TOUCHED_MEMORY_H

#include "arch/host/host.h"

/* Physical address of a node's memory: (node + 1) << 36. Node n belongs to socket n; on Knights Landing node 1 is
 * MCDRAM. */
#define TOUCHED_MEMORY_BASE(node) ((uint64_t)((node) + 1) << 36)
#define TOUCHED_MEMORY_BYTES      ((uint64_t)1 << 35)

/* Takes `bytes`, a whole number of pages, of a node's memory, at `first` or after all memory taken; zeroed. *physical
 * is its address, a multiple of 16 MiB. Returns NULL if there is none. Touches are seen after the first
 * touched_memory_flush, one of each page until the next flush. */
void *touched_memory_take(struct host *host, unsigned node, uint64_t first, size_t bytes, uint64_t *physical);

/* Give memory back: one piece, or all of a host that stops. */
void touched_memory_give(void *memory);
void touched_memory_give_all(struct host *host);

/* Empties the caches of the socket of host->cpu (WBINVD). */
void touched_memory_flush(struct host *host);

#endif
