/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of the process of which virtual silicon sees the first touch of each page. Code that touches most reports what it does; for all
 * other code pages are protected, and a handler of SIGSEGV tells the silicon what was touched. What is no page of such memory ends the
 * process as ever. */
#ifndef ARCH_HOST_TOUCHED_MEMORY_H
#define ARCH_HOST_TOUCHED_MEMORY_H

#include "arch/host/host.h"

/* Physical address by which a node's memory is known: (node + 1) << 36. Node n is socket n's; on Knights Landing
 * node 1 is MCDRAM. */
#define TOUCHED_MEMORY_BASE(node) ((uint64_t)((node) + 1) << 36)
#define TOUCHED_MEMORY_BYTES      ((uint64_t)1 << 35)

/* Takes `bytes`, a whole number of pages, of a node's memory, at `first` or, if that is taken, after all that is: zeroed,
 * *physical says where it is, a multiple of 16 MiB. NULL if there is none. Touches are seen after the first
 * touched_memory_flush, one of each page until the next. */
void *touched_memory_take(struct host *host, unsigned node, uint64_t first, size_t bytes, uint64_t *physical);

/* Gives it back; what is not given back is when the host stops. */
void touched_memory_give(void *memory);
void touched_memory_give_all(struct host *host);

/* Empties the caches of the socket of host->cpu (WBINVD). */
void touched_memory_flush(struct host *host);

#endif
