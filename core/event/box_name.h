/* SPDX-License-Identifier: BSD-2-Clause */
/* The box part of an event string: "cbox3", "cbo3", "snbep_unc_cbo3", "uncore_cbox_3", "cbox*". */
#ifndef CORE_EVENT_BOX_NAME_H
#define CORE_EVENT_BOX_NAME_H

#include "boxes/box.h"
#include "lib/parse.h"

/* The part of libpfm4's name of a type after "_unc_", the field's own short name: "cbo"; else our name. */
const char *box_short_name(const struct box_type *type);

enum box_meaning {
	BOX_MEANS_NOTHING,  /* no box type has such a name */
	BOX_MEANS_TYPE,     /* a type with several instances, without the number of one */
	BOX_MEANS_BEYOND,   /* an instance that the type does not have */
	BOX_MEANS_INSTANCES /* one instance, or all */
};

/* Parses a box name. Sets *type except for BOX_MEANS_NOTHING, and *instance (an index, or EVENT_EVERY_INSTANCE) for
 * BOX_MEANS_INSTANCES. A perf name without a number means every instance, as in perf. */
enum box_meaning box_meaning(const struct processor *processor, struct slice name, const struct box_type **type,
			     uint32_t *instance);

#endif
