/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the Xeon E5-2600 v2 (06_3E) model. Pages without a document are those of 329468-002; the files of the Xeon
 * E5-2600 have everything that is the same there. */
#ifndef SILICON_MODELS_XEON_E5_2600_V2_H
#define SILICON_MODELS_XEON_E5_2600_V2_H

#include "silicon/models/xeon_e5_2600.h"

/* Indices of model->setting, after those of the Xeon E5-2600: settings of overflows, which successors also have, and its own. */
enum { SET_V2_DEBUGCTL = E5_SETTINGS, SET_V2_FREEZE_DELAY, SET_V2_AGAIN, V2_OVERFLOW_SETTINGS };
enum { SET_V2_IRP_WIDTH = V2_OVERFLOW_SETTINGS, V2_SETTINGS };

/* Values of SET_V2_AGAIN. */
enum { V2_AGAIN_CLEARED, V2_AGAIN_ALWAYS };

enum {
	V2_CBOXES = 15, /* also the number of cores of the largest part */
	V2_BOXES = 1 + V2_CBOXES + 27,
};

/* U_MSR_PMON_GLOBAL_CTL (p.19). */
#define V2_FREEZE_ALL      BIT(31)
#define V2_WAKE            BIT(30)
#define V2_UNFREEZE_ALL    BIT(29)
#define V2_COMMANDS        (V2_FREEZE_ALL | V2_WAKE | V2_UNFREEZE_ALL) /* in addition to the bits of cores */

#define V2_DEBUGCTL_UNCORE BIT(13) /* IA32_DEBUGCTL: uncore PMIs (SDM volume 3, of Sandy Bridge) */

extern const struct model_box model_e5_v2_boxes[V2_BOXES];

/* Requests to a home agent, and the properties by which it counts them. */
extern const struct model_choice model_e5_v2_requests[2];
extern const struct model_event_list model_e5_v2_irp_events;

/* ---- xeon_e5_2600_v2_overflow.c ---------------------------------------------------------------------- */

/* clang-format off */
#define V2_OVERFLOW_SETTING_ROWS                                                                   \
	[SET_V2_DEBUGCTL]     = {"debugctl", "not-needed needed", 0, 0, 0},                        \
	[SET_V2_FREEZE_DELAY] = {"freeze.delay", NULL, 0, 500000, 0},                              \
	[SET_V2_AGAIN]        = {"freeze.again", "cleared always", 0, 0, V2_AGAIN_CLEARED}
/* clang-format on */

/* Function `control` of struct model_type for the UBox. */
void model_e5_v2_control(const struct model_write *write);

/* Functions of struct model_part with the same names. */
struct silicon_cores model_e5_v2_targets(const struct model *model, unsigned socket, unsigned box);
void model_e5_v2_overflow(struct model *model, unsigned socket, uint64_t t);
void model_e5_v2_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t);

#endif
