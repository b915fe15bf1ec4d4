/* SPDX-License-Identifier: BSD-2-Clause */
/* What the boxes of the Knights Landing uncore share. Layouts: Linux, events/intel/uncore_snbep.c. */
#ifndef SILICON_MODELS_KNIGHTS_LANDING_UNCORE_H
#define SILICON_MODELS_KNIGHTS_LANDING_UNCORE_H

#include "silicon/models/pmon.h"

#define LINUX           "Linux 6.1"

/* Bits of a box control that can be written, those that are commands included. */
#define KNL_BOX_BITS    (PMON_FREEZE_ENABLE | PMON_FREEZE | PMON_RESET_COUNTERS | PMON_RESET_CONTROLS)

/* What it takes to freeze a box, unless the scenario says that PMON_FREEZE will do. */
#define KNL_FROZEN      (PMON_FREEZE | PMON_FREEZE_ENABLE)

/* Bits of an event select that all boxes but the UBox and the PCU have and keep: threshold, invert, enable,
 * overflow enable, edge detection, umask and event. Reset (17) and, where there is one, the reset of a queue's
 * occupancy (16) do something and are not kept. */
#define KNL_UNCORE_BITS (MASK(22, 10) | BIT(20) | BIT(18) | MASK(0, 16))

#define KNL_UBOX_HAS    (MODEL_HAS_SUMMARY | MODEL_HAS_FREEZE | MODEL_HAS_RESET)
#define KNL_BOX_HAS     (KNL_UBOX_HAS | MODEL_HAS_LATENCY)

extern const struct model_layout model_knl_select;

#endif
