/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of the Xeon 7500 series' table, put together in xeon-7500.c. */
#ifndef BOXES_XEON_7500_H
#define BOXES_XEON_7500_H

#include "boxes/box.h"

extern const struct processor xeon_7500;

extern const struct box_type xeon_7500_ubox, xeon_7500_wbox, xeon_7500_cbox;

/* Bits of the U-Box's registers that govern the whole socket. */
#define U_CTL_FRZ_ALL  BIT(31)
#define U_CTL_RST_ALL  BIT(29)
#define U_CTL_EN_ALL   BIT(28)
#define U_STATUS_OV_U  BIT(0)
#define U_STATUS_OV_W  BIT(1)
#define U_STATUS_OV_S1 BIT(2)
#define U_STATUS_OV_S0 BIT(3)
#define U_STATUS_PMI   BIT(30)
#define U_STATUS_COND  BIT(31)

/* Generated from events/xeon-7500.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char xeon_7500_strings[];
extern const struct metric_table xeon_7500_metrics;
extern const struct event xeon_7500_ubox_events[13];
extern const struct event xeon_7500_wbox_events[56];
extern const struct event xeon_7500_cbox_events[132];

#endif
