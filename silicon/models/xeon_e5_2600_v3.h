/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the Xeon E5-2600 v3 (06_3F) and v4 (06_4F) models. Their guides (331051, for the v4 334291) were not
 * available: the facts here are from Linux 6.12 (events/intel/uncore_snbep.c), LIKWID and perfmon. The files of the Xeon E5-2600
 * and its v2 have everything that is the same there. */
#ifndef SILICON_MODELS_XEON_E5_2600_V3_H
#define SILICON_MODELS_XEON_E5_2600_V3_H

#include "silicon/models/xeon_e5_2600_v2.h"

/* Indices of model->setting, after those of overflows. */
enum { SET_V3_FREEZE = V2_OVERFLOW_SETTINGS, SET_V3_SBOXES, SET_V3_WIDTH, V3_SETTINGS };

/* Values of some settings. */
enum { V3_FREEZE_NEEDS_ENABLE, V3_FREEZE_NEEDS_NOTHING };
enum { V3_SBOXES_LIMITED, V3_SBOXES_ALL };

enum {
	V3_CBOXES = 18, /* also the number of cores of the largest part */
	V4_CBOXES = 24,
	V3_SBOXES = 4,
	V3_OTHER_BOXES = 33,
	V3_BOXES = 1 + V3_CBOXES + V3_OTHER_BOXES,
	V4_BOXES = 1 + V4_CBOXES + V3_OTHER_BOXES,
};

/* The PCU's register with a field for the number of S-Boxes; 0 means that there are fewer. */
enum { V3_CAPABILITY };
#define V3_CHOP_LOW 6

/* The bits that software sets to initialize a control; an S-Box needs them one by one. */
#define V3_INIT     (PMON_RESET_CONTROLS | PMON_RESET_COUNTERS | PMON_FREEZE_ENABLE)

extern const struct model_box model_e5_v3_boxes[V3_BOXES], model_e5_v4_boxes[V4_BOXES];
extern const struct model_event_list model_e5_v3_ubox_events, model_e5_v3_r3qpi_events;
extern const struct model_bank model_e5_v3_capability_banks[1];

/* Function `control` of struct model_type for S-Boxes: also records the written bits, for the rules. */
void model_e5_v3_control_sbox(const struct model_write *write);

#endif
