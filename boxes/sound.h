/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks that the table of a box type is consistent, which all other code assumes. A table with typing errors, or one
 * made from a machine's own description, may be wrong; the box is then left out, so that the table does not mislead the
 * firmware. */
#ifndef BOXES_SOUND_H
#define BOXES_SOUND_H

#include "boxes/box.h"

/* Returns the fault of a box type, in words that follow its name; NULL if there is none. Looks at pointers, numbers and
 * ranges; only the silicon can show whether the table is true. */
const char *box_type_fault(const struct box_type *type);

/* Returns the fault of a processor's global control; NULL if there is none, or no global control. Its box must be of
 * the processor's types, which must be sound, and have its registers. */
const char *global_control_fault(const struct processor *processor);

#endif
