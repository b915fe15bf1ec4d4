/* SPDX-License-Identifier: BSD-2-Clause */
/* What `list` says of boxes whose counters are posted to memory. */
#ifndef CORE_LIST_POSTED_H
#define CORE_LIST_POSTED_H

#include "core/record/record.h"

void list_posted_box(struct output *output, const struct box_type *type);

void list_posted_event(struct output *output, const struct processor *processor, const struct box_type *type,
		       const struct event *event);

#endif
