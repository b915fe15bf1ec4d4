/* SPDX-License-Identifier: BSD-2-Clause */
/* The box part of an event string: "cbox3", "cbo3", "snbep_unc_cbo3", "uncore_cbox_3", "cbox*". */
#ifndef CORE_EVENT_BOX_NAME_H
#define CORE_EVENT_BOX_NAME_H

#include "boxes/box.h"
#include "lib/parse.h"

/* The part of libpfm4's name of a type after "_unc_", the field's own short name: "cbo"; else our name. */
const char *box_short_name(const struct box_type *type);

/* What a box name means. */
enum box_meaning {
	BOX_MEANS_NOTHING, /* no box type has such a name */
	BOX_MEANS_TYPE,    /* a type of several instances, without saying which */
	BOX_MEANS_BEYOND,  /* an instance that the type does not have */
	BOX_MEANS_INSTANCES
};

/* Reads a name. The type is set unless NOTHING, the instance (an index, or EVENT_EVERY_INSTANCE) if INSTANCES. A perf name without a
 * number means every instance, as it does for perf. */
enum box_meaning box_meaning(const struct processor *processor, struct slice name, const struct box_type **type,
			     uint32_t *instance);

#endif
