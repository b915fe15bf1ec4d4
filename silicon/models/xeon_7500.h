/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of the Xeon 7500 model. "323535" is Intel's Xeon 7500 uncore programming guide. */
#ifndef SILICON_MODELS_XEON_7500_H
#define SILICON_MODELS_XEON_7500_H

#include "silicon/models/model.h"

/* U_MSR_PMON_GLOBAL_CTL. */
#define U_CTL_FRZ_ALL   BIT(31) /* 323535 p.13: on a PMI request hardware clears EN_ALL */
#define U_CTL_RST_ALL   BIT(29) /* 323535 p.13, p.15: while set, counters are held at 0 */
#define U_CTL_EN_ALL    BIT(28) /* 323535 p.15 */
#define U_CTL_CORE_LOW  1       /* pmi_core_sel, bits 8:1, bit 1 = core 0: assumed */
#define U_CTL_CORE_BITS 8
#define U_CTL_EN        BIT(0)

/* U_MSR_PMON_GLOBAL_STATUS: the bits that summarise other boxes; bit 0 is its own counter's. */
#define U_STATUS_OV_W   BIT(1)
#define U_STATUS_OV_S1  BIT(2)
#define U_STATUS_OV_S0  BIT(3)

/* Indices of silicon->setting. */
enum {
	SET_FIXED_PMI_BIT,
	SET_DEBUGCTL,
	SET_ERRATUM,
	SET_FREEZE_DELAY,
	SET_PMI_DELAY,
	SET_STATUS_PMI_BIT,
	SET_CORE_SEL_WIDTH,
	XEON_7500_SETTINGS
};

extern const struct model_event_list model_xeon_7500_u_events;
extern const struct model_event_list model_xeon_7500_w_events;
extern const struct model_event_list model_xeon_7500_c_events;

enum { XEON_7500_BOXES = 10, XEON_7500_MISSING = 25 };

extern const struct model_box model_xeon_7500_boxes[XEON_7500_BOXES];
extern const struct model_missing model_xeon_7500_missing[XEON_7500_MISSING];

/* A write to an event select or a counter: what it breaks. */
void model_xeon_7500_check_select(const struct model_write *write);
void model_xeon_7500_check_counter(const struct model_write *write);

/* A write to the U-Box's global control, `old` being what it held: what it breaks. */
void model_xeon_7500_check_global(const struct model_write *write, uint64_t old);

#endif
