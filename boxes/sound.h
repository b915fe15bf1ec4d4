/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether the table of a box type hangs together: what everybody else takes for granted. A table that was typed in haste, or made of
 * what a machine says of itself, may be wrong, and then the box is left out instead of the firmware being led astray by it. */
#ifndef BOXES_SOUND_H
#define BOXES_SOUND_H

#include "boxes/box.h"

/* What is wrong with a box type, in words that follow its name; NULL if nothing is. Looks at pointers, numbers and ranges: whether the
 * table is true, only the silicon can say. */
const char *box_type_fault(const struct box_type *type);

/* The same of what controls the sockets of a processor, NULL if there is no such thing: its box must be of the processor's types, which
 * hang together, and have its registers. */
const char *global_control_fault(const struct processor *processor);

#endif
