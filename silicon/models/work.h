/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses of programs to memory: the first touch of each page, with its processor, and the emptying of caches. A cache holds one
 * line of a page, the one of its first touch. */
#ifndef SILICON_MODELS_WORK_H
#define SILICON_MODELS_WORK_H

#include "silicon/models/model.h"

/* Sets `work`, `slices` or `slice.hash` by a line of a scenario. False with a reason in `error` if the value is wrong. *known is
 * true if the name exists. */
MUST_CHECK bool work_set(struct model *model, struct slice name, struct slice value, bool *known, struct text *error);

/* Finds the boxes that exist. Call it after the scenario was read. False with a reason. */
MUST_CHECK bool work_settle(struct model *model, struct text *error);

/* Like silicon_track_size(), silicon_track() and silicon_add_memory(). */
size_t work_size(unsigned pages);
void work_track(struct model *model, void *memory, unsigned pages);
void work_add_memory(struct model *model, uint64_t first, uint64_t last, unsigned node);

/* Like silicon_touch() and silicon_flush_caches(), at model->now. */
void work_touch(struct model *model, unsigned socket, unsigned core, uint64_t address, bool write);
void work_flush(struct model *model, unsigned socket, void (*forget)(void *context, uint64_t page), void *context);

/* Returns the identifier of a socket's node. */
unsigned work_node(const struct model *model, unsigned socket);

/* Executes an access to an MSR of a processor that does not belong to the PMU: 0x34 counts SMIs, 0x4e and 0x4f are for its number,
 * 0x8b is the revision of its microcode, 0xce its capabilities, 0x1a4 switches prefetchers off. SILICON_NOT_MINE: another MSR. */
enum silicon_answer work_access(struct model *model, const struct silicon_access *access, bool write, uint64_t *value);

/* Returns the content of a core's MSR 0x1a4. */
unsigned work_prefetch(const struct model *model, unsigned socket, unsigned core);

#endif
