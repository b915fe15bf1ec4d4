/* SPDX-License-Identifier: BSD-2-Clause */
/* What the list of processors that describe themselves refers to, and the pieces that such processors have in common. */
#ifndef BOXES_UNKNOWN_XEON_H
#define BOXES_UNKNOWN_XEON_H

#include "boxes/archetype.h"
#include "boxes/core-pmu.h"
#include "boxes/processors.h"

/* Generated from events/unknown-xeon.tsv. */
extern const char unknown_xeon_strings[];
extern const char unknown_xeon_words[];
extern const struct event unknown_xeon_core_events[7];

#endif
